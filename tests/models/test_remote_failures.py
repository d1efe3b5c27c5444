"""Everything that a provider can do wrong ends as one `ModelError` that names the remedy and never the key."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
import sys
import traceback
from typing import Any

import pytest

from habitus.errors import ModelError
from habitus.models import Billed, connect
from habitus.types import Question, Usage
from models.loopback import ANTHROPIC, KEY, OPENAI, Dialect, Loopback, Reply
from models.test_remote import QUESTION, Sorted, open_model


def fail(server: Loopback, dialect: Dialect, *replies: Reply, seconds: float = 30) -> ModelError:
    server.replies = list(replies)
    with pytest.raises(ModelError) as caught:
        asyncio.run(open_model(server, dialect, seconds=seconds).ask(QUESTION, Sorted))
    error = caught.value
    assert f"the {dialect.provider} model `{dialect.model}` at 127.0.0.1:{server.port} " in str(error)
    assert "\n" not in str(error)
    assert KEY not in "".join(traceback.format_exception(error)) + repr(error)
    assert error.__context__ is None
    return error


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (401, "refused the key (HTTP 401): check `model.api_key`"),
        (403, "refused the key (HTTP 403): check `model.api_key`"),
        (404, "was not found (HTTP 404): check `model.name` and `model.base_url`"),
        (429, "is limiting our rate (HTTP 429): ask again later"),
        (500, "failed on its side (HTTP 500): ask again later"),
        (503, "is not available (HTTP 503): ask again later"),
    ],
)
def test_a_refusal_is_explained_after_exactly_one_request(server: Loopback, dialect: Dialect, status: int, said: str) -> None:
    error = fail(server, dialect, dialect.error(status, f"your key {KEY} is no good"), dialect.call({"kind": "too late"}))
    assert said in str(error)
    assert len(server.requests) == 1
    assert not isinstance(error, Billed)


def test_a_provider_that_says_how_long_to_wait_is_passed_on_and_not_waited_for(server: Loopback, dialect: Dialect) -> None:
    error = fail(server, dialect, dialect.error(429, "slow down", retry_after="7"))
    assert "(HTTP 429, it asks to wait 7 seconds)" in str(error)
    assert len(server.requests) == 1


def test_a_refused_request_quotes_the_providers_reason_without_the_key(server: Loopback, dialect: Dialect) -> None:
    error = fail(server, dialect, dialect.error(400, f"{KEY}: this {{model}}\ntakes no tools" + "!" * 500))
    assert "(HTTP 400, it says: [key]: this {model} takes no tools!" in str(error)
    assert len(str(error)) < 400


def test_a_server_that_hangs_is_given_up_at_the_timeout(server: Loopback, dialect: Dialect) -> None:
    error = fail(server, dialect, Reply(hangs=True), seconds=0.2)
    assert "did not answer within 0.2 seconds: raise `model.timeout_seconds`" in str(error)


def test_a_second_try_does_not_get_a_second_timeout(server: Loopback, dialect: Dialect) -> None:
    error = fail(server, dialect, dialect.call({}), Reply(hangs=True), seconds=1)
    assert "did not answer within 1 seconds" in str(error)
    assert isinstance(error, Billed)
    assert error.usage.input_tokens == 10


def test_a_server_that_is_not_there_is_named(dialect: Dialect) -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))  # bound and not listening: whoever connects is refused
        port = deaf.getsockname()[1]
        model = connect(dialect.provider, dialect.model, f"http://127.0.0.1:{port}", KEY, 30)
        with pytest.raises(ModelError, match=rf"at 127.0.0.1:{port} could not be reached: check `model.base_url`"):
            asyncio.run(model.ask(QUESTION, Sorted))


STRANGE: dict[str, Any] = {
    "html": b"<html>Welcome to the hotel network</html>",
    "empty": b"",
    "null": b"null",
    "list": b"[]",
    "string": b'"hello"',
    "half": b'{"id": "chatcmpl-1", "choi',
    "bytes": b"\xff\xfe{",
    "deep": b"[" * 100_000,
    "nothing": {},
    "no choices": OPENAI.call({}).body | {"choices": []},
    "choices null": OPENAI.call({}).body | {"choices": None},
    "content null": ANTHROPIC.call({}).body | {"content": None},
    "content text": ANTHROPIC.call({}).body | {"content": "hello"},
    "error in 200": {"error": {"message": f"no {KEY}", "code": 500}},
}


@pytest.mark.parametrize("strange", STRANGE)
def test_a_reply_that_is_not_the_api_is_no_crash(
    server: Loopback, dialect: Dialect, strange: str, caplog: pytest.LogCaptureFixture
) -> None:
    error = fail(server, dialect, Reply(STRANGE[strange]))
    assert re.search(r"sent a reply that (is not of its API|cannot be read): check that `model.base_url` speaks", str(error))
    assert len(server.requests) == 1
    assert KEY not in caplog.text
    assert ("the log says more" in str(error)) == ("unforeseen failure" in caplog.text)


def test_a_redirect_is_not_followed(server: Loopback, dialect: Dialect) -> None:
    with Loopback() as elsewhere:
        fail(server, dialect, Reply(status=307, headers={"Location": f"http://127.0.0.1:{elsewhere.port}/"}))
        assert elsewhere.requests == []


@pytest.mark.parametrize("args", [{"weight": 1}, "nonsense", None])
def test_two_answers_that_do_not_fit_are_the_end_and_are_paid_for(server: Loopback, dialect: Dialect, args: Any) -> None:
    error = fail(server, dialect, dialect.call(args), dialect.call(args), dialect.call({"kind": "too late"}))
    assert "answered twice in a form that cannot be used" in str(error)
    assert len(server.requests) == 2
    assert isinstance(error, Billed)
    assert (error.usage.input_tokens, error.usage.output_tokens) == (20, 10)


def test_a_tool_that_nobody_offered_is_no_answer(server: Loopback, dialect: Dialect) -> None:
    assert "answered twice" in str(fail(server, dialect, *[dialect.call({"kind": "x"}, tool="rm")] * 2))


def test_an_answer_cut_off_is_not_asked_for_again(server: Loopback, dialect: Dialect) -> None:
    error = fail(server, dialect, dialect.call({}, stop="length" if dialect is OPENAI else "max_tokens"))
    assert "ran out of tokens" in str(error)
    assert isinstance(error, Billed)
    assert error.usage != Usage()


def test_a_model_that_declines_is_not_asked_again(server: Loopback, dialect: Dialect) -> None:
    assert "declined to answer" in str(fail(server, dialect, dialect.call({}, stop="content_filter" if dialect is OPENAI else "refusal")))


def test_a_provider_that_keeps_pausing_is_asked_twice_at_most(server: Loopback) -> None:
    fail(server, ANTHROPIC, *[ANTHROPIC.call({}, stop="pause_turn")] * 9)
    assert len(server.requests) == 2


def test_the_key_is_in_no_log_line_however_talkative(server: Loopback, dialect: Dialect, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        server.replies = [dialect.call({"kind": "x"})]
        asyncio.run(open_model(server, dialect).ask(QUESTION, Sorted))
        fail(server, dialect, dialect.error(401, f"bad key {KEY}"))
        fail(server, dialect, dialect.error(400, f"bad key {KEY}"))
        fail(server, dialect, Reply(status=500, body=f"bad key {KEY}".encode()))
        fail(server, dialect, Reply(b"null"))
    assert {"httpx2", f"{dialect.provider}._base_client"} <= {record.name for record in caplog.records}
    assert KEY not in caplog.text


def test_only_the_given_host_is_spoken_to(server: Loopback, dialect: Dialect) -> None:
    spoken_to: list[Any] = []
    listening = True

    def listen(event: str, args: tuple[Any, ...]) -> None:
        if listening and event in {"socket.connect", "socket.getaddrinfo"}:
            spoken_to.append(args[1][:2] if event == "socket.connect" else args[:2])

    sys.addaudithook(listen)  # it cannot be taken off again, only silenced
    server.replies = [dialect.call({"kind": "x"}), dialect.error(429, "no")]
    model = open_model(server, dialect)
    asyncio.run(model.ask(Question(instructions="i", material="m", purpose="p"), Sorted))
    with pytest.raises(ModelError):
        asyncio.run(model.ask(QUESTION, Sorted))
    listening = False
    assert spoken_to
    assert set(spoken_to) == {("127.0.0.1", server.port)}
