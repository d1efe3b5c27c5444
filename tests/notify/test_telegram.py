"""`sendMessage`, against a server that answers as the Bot API does."""

import re

import pytest

from habitus.errors import ConfigError
from habitus.notify import NotifyError
from notify.loopback import CHAT, TOKEN, Loopback, Reply, channels, notice, refusal
from nouns import START


def failure(server: Loopback, **settings: str) -> NotifyError:
    with pytest.raises(NotifyError) as caught:
        channels(server.url, **settings).send(notice(), START)
    return caught.value


def test_the_chat_is_sent_the_three_lines_as_plain_text(server: Loopback) -> None:
    channels(server.url).send(notice(), START)
    (request,) = server.requests
    assert request.path == f"/bot{TOKEN}/sendMessage"
    assert request.headers["content-type"] == "application/json"
    assert request.json == {
        "chat_id": int(CHAT),
        "text": "🧠 New rule of behaviour learned:\nType: wrong_skill\nRule: Use pnpm instead of npm.",
        "link_preview_options": {"is_disabled": True},
    }


def test_the_longest_text_is_taken(server: Loopback) -> None:
    channels(server.url).send(notice(text="🧠 *b* <i>" * 9000), START)
    assert len(server.requests) == 1


def test_a_channel_is_named_by_its_name(server: Loopback) -> None:
    server.replies = [Reply({"ok": True})]
    channels(server.url, chat="@habitus_news").send(notice(), START)
    assert server.requests[0].json["chat_id"] == "@habitus_news"


def test_a_server_of_ones_own_may_have_a_path(server: Loopback) -> None:
    server.replies = [Reply({"ok": True})]
    channels(server.url, base_url=f"{server.url}/relay/").send(notice(), START)
    assert server.requests[0].path == f"/relay/bot{TOKEN}/sendMessage"


def test_an_unknown_chat_says_what_to_do_and_is_not_tried_again(server: Loopback) -> None:
    error = failure(server, chat="42")
    assert str(error) == (
        f"Telegram at 127.0.0.1:{server.port} does not know the chat (HTTP 400): "
        "send the bot a message first, or set `notify.telegram_chat`"
    )
    assert not error.again
    assert error.after is None


def test_a_wrong_token_is_not_tried_again(server: Loopback) -> None:
    error = failure(server, token="1:wrong")
    assert "set `notify.telegram_token`" in str(error)
    assert not error.again


def test_too_often_waits_as_long_as_telegram_asks(server: Loopback) -> None:
    server.replies = [refusal(429, "Too Many Requests: retry after 35", retry_after=35)]
    error = failure(server)
    assert error.again
    assert error.after == 35


@pytest.mark.parametrize("asked", [-1, True, "soon", None, [], float("nan")])
def test_a_wait_that_is_no_number_of_seconds_is_not_kept(server: Loopback, asked: object) -> None:
    server.replies = [Reply({"ok": False, "error_code": 429, "parameters": {"retry_after": asked}}, status=429)]
    assert failure(server).after is None


def test_nobody_can_ask_for_more_than_a_day(server: Loopback) -> None:
    server.replies = [refusal(429, "Too Many Requests", retry_after=10**300)]
    assert failure(server).after == 86400


def test_a_gateway_in_front_may_ask_for_a_wait_too(server: Loopback) -> None:
    server.replies = [Reply(b"<html>busy</html>", status=503, headers={"Retry-After": "90"})]
    error = failure(server)
    assert error.again
    assert error.after == 90


@pytest.mark.parametrize(
    ("reply", "said", "again"),
    [
        (refusal(400, "Bad Request: group chat was upgraded to a supergroup chat", migrate_to_chat_id=-1009), "number, -1009", False),
        (refusal(400, "Bad Request: message is too long"), "it says: Bad Request: message is too long", False),
        (refusal(403, "Forbidden: bot was blocked by the user"), "unblock the bot", False),
        (refusal(404, "Not Found"), "check `notify.telegram_token` and `notify.telegram_base_url`", False),
        (refusal(409, "Conflict: {odd} words"), "it says: Conflict: {odd} words", False),
        (refusal(500, "Internal Server Error"), "failed on its side", True),
        (Reply(b"<html>502</html>", status=502), "failed on its side", True),
        (Reply(b"<html>Log in to this network</html>"), "not of the Bot API", True),
        (Reply(b"[" * 60000), "not of the Bot API", True),
        (Reply(["ok"]), "not of the Bot API", True),
        (Reply({"ok": "true"}), "refused the message", False),
        (Reply({"ok": True}, status=403), "unblock the bot", False),
        (Reply({"ok": False, "error_code": "x", "description": 5, "parameters": 5}, status=400), "it says: 5", False),
    ],
)
def test_every_refusal_names_its_remedy(server: Loopback, reply: Reply, said: str, again: bool) -> None:
    server.replies = [reply]
    error = failure(server)
    assert said in str(error)
    assert error.again is again


@pytest.mark.parametrize("spelled", [TOKEN, TOKEN.replace(":", "%3A"), TOKEN.replace("_", "\u200b_")])
def test_telegrams_words_are_struck_of_the_token(server: Loopback, spelled: str) -> None:
    server.replies = [refusal(400, f"no\nsuch /bot{spelled}/sendMessage " + "x" * 500)]
    said = str(failure(server))
    assert re.search(r"it says: no such /bot110201543(:|%3A)\[token\]/sendMessage x+…\)", said)
    assert "DO_NOT_SHOW" not in said
    assert len(said) < 400


@pytest.mark.parametrize("token", ["1:a b", "1:a/../b", "1:a\nHost: x", "1:ä", "1:a?b"])
def test_a_token_that_would_change_the_url_is_refused_unseen(token: str) -> None:
    with pytest.raises(ConfigError, match=r"`notify\.telegram_token`") as caught:
        channels("http://127.0.0.1", token=token)
    assert token not in str(caught.value)


@pytest.mark.parametrize("half", [{"token": ""}, {"chat": ""}])
def test_a_notice_for_a_channel_that_was_switched_off_is_not_tried_again(server: Loopback, half: dict[str, str]) -> None:
    assert not channels(server.url, **half).has_telegram
    error = failure(server, **half)
    assert "set `notify.telegram_token` and `notify.telegram_chat`" in str(error)
    assert not error.again
    assert server.requests == []
