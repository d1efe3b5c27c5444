"""LiteLLM's generic guardrail, as its proxy asks it."""

import json
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.testclient import TestClient

from habitus.layer import Layer
from habitus.server import litellm
from habitus.types import ToolResult
from hosts.frameworks.conftest import CORRECTION, PNPM, calls, errors


@pytest.fixture
def client(layer: Layer) -> Iterator[TestClient]:
    with TestClient(Starlette(routes=litellm.routes(layer)), raise_server_exceptions=True) as made:
        yield made


def user(said: str) -> dict[str, Any]:
    return {"role": "user", "content": said}


def made(command: str, id: str = "call_1") -> dict[str, Any]:
    return {"id": id, "type": "function", "function": {"name": "Bash", "arguments": json.dumps({"command": command})}}


class Proxy:
    """One call to a model through LiteLLM: what the guardrail answers before, and after."""

    def __init__(self, client: TestClient, session: str = "s1") -> None:
        self.client = client
        self.named = {"request_headers": {"X-Habitus-Session": session}, "request_data": {"user_api_key_hash": "k"}}

    def ask(self, *messages: dict[str, Any], call: str = "1") -> dict[str, Any]:
        texts = [message["content"] for message in messages if message.get("content")]
        return self._post({"input_type": "request", "litellm_call_id": call, "structured_messages": list(messages), "texts": texts})

    def tell(self, *tool_calls: dict[str, Any], said: str = "I will.", call: str = "1") -> dict[str, Any]:
        return self._post({"input_type": "response", "litellm_call_id": call, "texts": [said], "tool_calls": list(tool_calls)})

    def _post(self, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.client.post(litellm.PATH, json={**self.named, **body})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found


def test_a_request_that_nothing_is_known_about_passes_as_it_is(client: TestClient) -> None:
    assert Proxy(client).ask(user("hello")) == {"action": "NONE"}


def test_what_was_corrected_stands_under_the_words_of_the_next_session(client: TestClient) -> None:
    proxy = Proxy(client)
    proxy.ask(user("add lodash"))
    proxy.tell(made("npm install lodash"))
    proxy.ask(user("add lodash"), {"role": "assistant", "content": "done"}, user(CORRECTION), call="2")

    found = Proxy(client, "s2").ask({"role": "system", "content": "Be brief."}, user("add left-pad"))

    assert found["action"] == "GUARDRAIL_INTERVENED"
    assert found["texts"][0] == "Be brief."
    assert found["texts"][1].startswith("add left-pad\n\n")
    assert PNPM in found["texts"][1]


def test_an_answer_with_a_destructive_call_is_blocked_with_the_reason(client: TestClient, layer: Layer) -> None:
    proxy = Proxy(client)
    proxy.ask(user("clean up"))

    found = proxy.tell(made("make", "call_1"), made("rm -rf data", "call_2"))

    assert found["action"] == "BLOCKED"
    assert "rm -rf data" in found["blocked_reason"]
    assert calls(layer, "s1") == [("Bash", False), ("Bash", True)]


def test_results_are_settled_once_and_their_notes_stand_under_them(client: TestClient, layer: Layer) -> None:
    proxy = Proxy(client)
    edit = {"id": "e1", "function": {"name": "Edit", "arguments": '{"file_path": "/w/app.py"}'}}
    proxy.ask(user("change it"))
    assert proxy.tell(edit) == {"action": "NONE"}
    history = [user("change it"), {"role": "assistant", "tool_calls": [edit]}]
    back = [*history, {"role": "tool", "tool_call_id": "e1", "content": "Error: no such file"}]

    found = proxy.ask(*back, call="2")

    assert "[Habitus] " in found["texts"][1]
    assert errors(layer, "s1") == ["Error: no such file"]
    assert proxy.ask(*back, call="3") == {"action": "NONE"}
    assert layer.session("s1").turn == 1


def test_without_a_name_a_conversation_is_known_by_how_it_begins_and_by_whose_it_is(client: TestClient, layer: Layer) -> None:
    one, other = Proxy(client), Proxy(client)
    one.named, other.named = {"request_data": {"user_api_key_hash": "a"}}, {"request_data": {"user_api_key_hash": "b"}}
    one.ask(user("hello"), call="1")
    other.ask(user("hello"), call="2")
    one.tell(made("make"), call="1")
    one.ask(user("hello"), {"role": "assistant", "content": "hi"}, user("go on"), call="3")

    told = {entry.session: layer.session(entry.session) for entry in layer.store.entries(limit=100) if entry.session}
    assert sorted((live.turn, live.calls) for live in told.values()) == [(1, 0), (2, 1)]


def steps(do: Callable[[], object]) -> int:
    """Lines of the guardrail's that are run."""
    count = 0

    def seen(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        count += event == "line"
        return seen if frame.f_code.co_filename == litellm.__file__ else None

    before = sys.gettrace()
    sys.settrace(seen)
    try:
        do()
    finally:
        sys.settrace(before)
    return count


def test_many_results_are_not_looked_for_in_many_texts(layer: Layer) -> None:
    def work(many: int) -> int:
        results = [{"role": "tool", "tool_call_id": f"c{nth}", "content": f"result {nth}"} for nth in range(many)]
        given = {"input_type": "request", "structured_messages": results, "texts": ["x"] * many}
        return steps(lambda: litellm.Guardrail(layer).answer(given))

    assert work(1000) < 20 * work(100)


def test_what_is_told_of_a_result_is_looked_for_among_the_last_texts_only(layer: Layer) -> None:
    def put(texts: list[str]) -> int:
        return steps(lambda: litellm._append(texts, "a result", "a note"))

    assert put(["x"] * 100_000) <= put(["x"] * litellm.SEARCHED)
    assert put(texts := ["x"] * 100_000 + ["a result"]) < 10
    assert texts[-1] == "a result\n\na note"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.fixed_dictionaries(
        {"input_type": st.sampled_from(["request", "response", None])},
        optional={
            field: st.recursive(
                st.none() | st.booleans() | st.text(max_size=9) | st.sampled_from(["user", "tool", "assistant"]),
                lambda inner: (
                    st.lists(inner, max_size=4)
                    | st.dictionaries(st.sampled_from(["role", "content", "id", "function", "name", "arguments", "tool_call_id"]), inner)
                ),
                max_leaves=9,
            )
            for field in ("structured_messages", "texts", "tool_calls", "request_headers", "request_data", "litellm_call_id")
        },
    )
)
def test_whatever_is_sent_is_answered(client: TestClient, body: dict[str, Any]) -> None:
    assert client.post(litellm.PATH, json=body).json()["action"] in ("NONE", "BLOCKED", "GUARDRAIL_INTERVENED")


@pytest.mark.parametrize("body", [b"{", b"[]", b"[" * 100_000])
def test_what_is_no_request_is_refused(client: TestClient, body: bytes) -> None:
    assert client.post(litellm.PATH, content=body).status_code == 400


def test_text_that_no_encoding_holds_is_answered_all_the_same(client: TestClient) -> None:
    proxy = Proxy(client)
    proxy.ask(user("add lodash"))
    proxy.tell(made("npm install lodash"))
    proxy.ask(user("add lodash"), {"role": "assistant", "content": "done"}, user(CORRECTION), call="2")

    answer = client.post(litellm.PATH, content=rb'{"texts": ["install npm lodash \ud800"], "temperature": NaN, "seed": 1e999}')

    assert answer.status_code == 200
    assert answer.json()["texts"][0].startswith("install npm lodash ?\n\n")


def test_the_result_of_a_call_with_a_long_name_is_known_by_all_of_it(client: TestClient, layer: Layer) -> None:
    """LiteLLM puts the signature of a thought of Gemini's into it."""
    one, other = (f"call_1__thought__{'A' * 2000}{n}" for n in (1, 2))
    proxy = Proxy(client)
    proxy.ask(user("look"))
    proxy.tell(made("ls", one), made("pwd", other))

    proxy.ask(
        user("look"), {"role": "tool", "tool_call_id": one, "content": "a.txt"}, {"role": "tool", "tool_call_id": other, "content": "/w"}
    )

    told = [told.event for told in layer.store.events("s1")]
    assert [event.result for event in told if isinstance(event, ToolResult)] == ["a.txt", "/w"]
