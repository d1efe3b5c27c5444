"""The webhook, against a receiver that checks what it gets."""

import base64
import hashlib
import hmac
from datetime import timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.errors import ConfigError
from habitus.notify import NotifyError
from habitus.notify.trouble import DAY, retry_after
from habitus.notify.webhook import sign
from notify.loopback import PATH, SECRET, Loopback, Reply, Request, channels, notice
from nouns import START


def failure(server: Loopback) -> NotifyError:
    with pytest.raises(NotifyError) as caught:
        channels(server.url).send(notice("webhook"), START)
    return caught.value


def is_ours(request: Request) -> bool:
    signed = f"{request.headers['webhook-id']}.{request.headers['webhook-timestamp']}.".encode() + request.body
    expected = hmac.new(base64.b64decode(SECRET[6:]), signed, hashlib.sha256).digest()
    version, _, given = request.headers["webhook-signature"].partition(",")
    return version == "v1" and hmac.compare_digest(base64.b64decode(given), expected)


def test_the_receiver_gets_what_the_notice_says_and_can_verify_it(server: Loopback) -> None:
    sent = notice("webhook", text="Ünïcode 🧠", id="r1")
    channels(server.url).send(sent, START)
    (request,) = server.requests
    assert request.path == PATH
    assert request.headers["content-type"] == "application/json"
    assert request.json == sent.body
    assert request.headers["webhook-id"] == "webhook:r1"
    assert request.headers["webhook-timestamp"] == str(int(START.timestamp()))
    assert is_ours(request)


def test_the_signature_is_the_one_that_the_standards_own_library_makes() -> None:
    signature = sign(SECRET, "webhook:r1", "1790845200", b'{"event":"rule.learned"}')
    assert signature == "v1,iva5p3AHoxCAz692yYhyPqCFciLYERy5Yuu7dORiRHA="


def test_a_repeat_has_the_same_id_and_body_and_a_time_of_its_own(server: Loopback) -> None:
    for at in (START, START + timedelta(minutes=5)):
        channels(server.url).send(notice("webhook"), at)
    first, second = server.requests
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.body == second.body
    assert int(second.headers["webhook-timestamp"]) - int(first.headers["webhook-timestamp"]) == 300
    assert is_ours(second)


def test_without_a_secret_repeats_can_still_be_dropped(server: Loopback) -> None:
    channels(server.url, secret="").send(notice("webhook"), START)
    (request,) = server.requests
    assert "webhook-signature" not in request.headers
    assert request.headers["webhook-id"]


def test_an_odd_id_cannot_blur_the_signed_parts_or_add_a_header(server: Loopback) -> None:
    channels(server.url).send(notice("webhook", id="a.1.{}\r\nx: ñ\ud800"), START)
    (request,) = server.requests
    assert request.headers["webhook-id"] == "webhook:a%2E1%2E%7B%7D%0D%0Ax:%20%C3%B1%ED%A0%80"
    assert is_ours(request)


def test_the_url_is_asked_for_as_it_was_written(server: Loopback) -> None:
    channels(server.url, webhook_url=f"{server.url}/a%2Fb/ñ?key=v%26w&x=y").send(notice("webhook"), START)
    assert server.requests[0].path == "/a%2Fb/%C3%B1?key=v%26w&x=y"


@pytest.mark.parametrize("status", [200, 201, 202, 204])
def test_every_2xx_means_delivered(server: Loopback, status: int) -> None:
    server.replies = [Reply(b"", status=status)]
    channels(server.url).send(notice("webhook"), START)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("status", "said", "again"),
    [
        (302, "redirects are not followed", False),
        (400, "check `notify.webhook_url` and the receiver", False),
        (401, "the same `notify.webhook_secret`", False),
        (403, "the same `notify.webhook_secret`", False),
        (404, "check the path in `notify.webhook_url`", False),
        (408, "look into the receiver's log", True),
        (410, "clear `notify.webhook_url`", False),
        (429, "as long as it asks", True),
        (500, "look into the receiver's log", True),
        (503, "look into the receiver's log", True),
    ],
)
def test_every_refusal_names_its_remedy(server: Loopback, status: int, said: str, again: bool) -> None:
    server.replies = [Reply(b"{}", status=status)]
    error = failure(server)
    assert str(error).startswith(f"the webhook at 127.0.0.1:{server.port} answered with HTTP {status}: ")
    assert said in str(error)
    assert error.again is again
    assert error.after is None


@pytest.mark.parametrize(
    ("header", "after"),
    [
        ("120", 120),
        (format_datetime(START + timedelta(seconds=45), usegmt=True), 45),
        (format_datetime(START - timedelta(days=1), usegmt=True), 0),
        ("Thu, 01 Oct 2026 09:00:45 -0000", 45),
        ("Thu, 01 Oct 99999999999999999999 09:00:45 GMT", None),
        ("9" * 400, DAY),
        ("-5", None),
        ("soon", None),
    ],
)
def test_a_receiver_may_ask_for_a_wait(server: Loopback, header: str, after: float | None) -> None:
    server.replies = [Reply(status=503, headers={"Retry-After": header})]
    assert failure(server).after == after


@given(st.text() | st.from_regex(r"[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{1,6} \d\d:\d\d:\d\d ([+-]\d{4}|GMT)?"))
def test_no_retry_after_can_break_us(header: str) -> None:
    after = retry_after(header, START)
    assert after is None or 0 <= after <= DAY


def test_what_follows_a_2xx_cannot_make_us_send_it_twice(server: Loopback) -> None:
    server.replies = [Reply(endless=True), Reply(raw=b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n", hangs=True)]
    for _ in range(2):
        channels(server.url).send(notice("webhook"), START)
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    "secret",
    ["hunter2", "whsec_", "whsec_c2hvcnQ=", "whsec_" + "A" * 120, f"{SECRET[:20]}!{SECRET[20:]}", SECRET[6:], "whsec_ñ" + "A" * 40],
)
def test_a_secret_that_receivers_read_differently_is_refused_unseen(secret: str) -> None:
    with pytest.raises(ConfigError, match=r"`notify\.webhook_secret`") as caught:
        channels("http://127.0.0.1", secret=secret)
    assert secret == "whsec_" or secret not in str(caught.value)


def test_a_notice_for_a_webhook_that_was_switched_off_is_not_tried_again(server: Loopback) -> None:
    off = channels(server.url, webhook_url="")
    assert not off.has_webhook
    with pytest.raises(NotifyError, match=r"set `notify\.webhook_url`") as caught:
        off.send(notice("webhook"), START)
    assert not caught.value.again
