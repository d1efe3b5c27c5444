"""Bodies: what is added is added between the client's own bytes."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.hosts.proxy import anthropic, body, openai_chat, openai_responses
from habitus.hosts.proxy.body import NotOurs, Splice

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.text(max_size=8) | st.just("messages"), VALUES | st.lists(VALUES, max_size=4), max_size=6)


@given(value=OBJECTS, indent=st.sampled_from([None, 1, "\t"]), ascii_only=st.booleans())
def test_it_reads_what_json_reads(value: dict[str, Any], indent: Any, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)

    found = body.read(text, "messages")

    expected = value.get("messages")
    assert [item.value for item in found.items] == (
        expected if isinstance(expected, list) else [expected] if isinstance(expected, str) else []
    )
    assert {**found.fields, **({"messages": expected} if "messages" in value else {})} == value
    assert all(json.loads(text[item.start : item.end]) == item.value for item in found.items)


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '{"a"}', '{"a":}', '{"a":1,}', '{"messages":[1', '{"messages":[1,]}', "{" * 50_000])
def test_what_is_no_object_is_not_ours(text: str) -> None:
    with pytest.raises(NotOurs):
        body.read(text, "messages")


@given(text=st.text(max_size=60), places=st.lists(st.tuples(st.integers(min_value=0, max_value=60), st.text(max_size=5)), max_size=5))
def test_taking_out_what_was_added_gives_the_text_back(text: str, places: list[tuple[int, str]]) -> None:
    splices = [Splice(at % (len(text) + 1), added) for at, added in places]

    done = body.spliced(text, splices)

    for at, added in sorted(splices, key=lambda one: one.at):
        assert done[at : at + len(added)] == added
        done = done[:at] + done[at + len(added) :]
    assert done == text


CONTENT = st.text() | st.lists(st.fixed_dictionaries({"type": st.just("text"), "text": st.text()}), max_size=3)


@given(content=CONTENT, said=st.text(min_size=1), indent=st.sampled_from([None, 2]))
@pytest.mark.parametrize("api", [anthropic, openai_chat])
def test_words_go_to_the_end_of_a_message(api: Any, content: Any, said: str, indent: Any) -> None:
    text = json.dumps(
        {"messages": [{"role": "user", "content": content, "more": 1.0}, {"role": "assistant", "content": "no"}]}, indent=indent
    )
    found = body.read(text, "messages")

    splice = api.place(found, found.items[0], said)

    message = json.loads(body.spliced(text, [splice]))["messages"][0]
    block = {"type": "text", "text": said}
    assert message == {"role": "user", "content": f"{content}\n\n{said}" if isinstance(content, str) else [*content, block], "more": 1.0}
    assert api.place(found, found.items[1], said) is None


def test_words_follow_an_item_and_join_a_plain_input() -> None:
    listed = body.read('{"input": [ {"role": "user", "content": "hi"} ] }', "input")
    plain = body.read('{"input": "hi \\u00e9"}', "input")

    after = openai_responses.place(listed, listed.items[0], "words")
    inside = openai_responses.place(plain, plain.items[0], "words")

    assert after is not None
    assert inside is not None
    added = json.loads(body.spliced(listed.text, [after]))["input"][1]
    assert (added["role"], added["content"][0]["text"]) == ("developer", "words")
    assert json.loads(body.spliced(plain.text, [inside]))["input"] == "hi é\n\nwords"


@pytest.mark.parametrize("given_input", ["hi", [{"role": "user", "content": "hi"}], []])
def test_what_the_provider_waits_for_comes_first(given_input: Any) -> None:
    found = body.read(json.dumps({"input": given_input, "model": "m"}), "input")

    paid = json.loads(body.spliced(found.text, openai_responses.paying(found, [{"type": "function_call_output", "call_id": "c"}])))

    rest = [{"role": "user", "content": "hi"}] if given_input else []
    assert paid == {"input": [{"type": "function_call_output", "call_id": "c"}, *rest], "model": "m"}


@pytest.mark.parametrize("gap", ["", " ", "\n  "])
def test_the_part_that_is_known_is_passed_over(gap: str) -> None:
    text = '{"a":1,"messages":[{"x":1},{"x":2}' + gap + ',{"x":3}],"b":2}'
    known = len('[{"x":1},{"x":2}')

    found = body.read(text, "messages", lambda text, start: known)

    assert [item.value for item in found.items] == [{"x": 3}]
    assert found.fields == {"a": 1, "b": 2}
