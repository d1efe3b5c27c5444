"""Streams of all three APIs: text goes on at once, calls only when they are whole and allowed, and cuts make no difference."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.hosts.proxy import anthropic, openai_chat, openai_responses, sse
from habitus.hosts.proxy.wire import arguments, completed
from habitus.hosts.transcripts.parts import Part
from hosts.proxy import wires
from hosts.proxy.test_sse import cut
from hosts.proxy.wires import LS, RM, chunk, data, piece

APIS: list[Any] = [(openai_chat, wires.chat_stream), (anthropic, wires.message_stream), (openai_responses, wires.response_stream)]
EACH = pytest.mark.parametrize(("api", "make"), APIS, ids=["chat", "anthropic", "responses"])
WHY = "[habitus] no"


def ruling(call: Part) -> str | None:
    return WHY if "rm -rf" in str(call.args) else None


class Played:
    """A stream as a client gets it."""

    def __init__(self, api: Any, pieces: list[bytes]) -> None:
        self.stream, self.frames = api.stream(), sse.Frames(10**6)
        self.out: list[bytes] = []
        self.calls: list[Part] = []
        for one in pieces:
            self.feed(one)
        self.end()

    def feed(self, some: bytes) -> None:
        for frame in self.frames.feed(some):
            self._take(frame)

    def _take(self, frame: sse.Frame) -> None:
        self.out.append(self.stream.take(frame))
        self._rule()

    def _rule(self) -> None:
        if self.stream.asked:
            self.calls += self.stream.asked
            self.out.append(self.stream.ruled([ruling(call) for call in self.stream.asked]))

    def end(self) -> None:
        for frame in self.frames.end():
            self._take(frame)
        self.out.append(self.stream.end())
        while self.stream.asked:
            self._rule()
            self.out.append(self.stream.end())

    @property
    def bytes(self) -> bytes:
        return b"".join(self.out)

    @property
    def values(self) -> list[Any]:
        return [json.loads(one.data) for one in sse.Frames(10**6).feed(self.bytes) if one.data not in (b"", b"[DONE]")]


ANSWERS = st.lists(st.sampled_from([LS, RM, {"command": "echo é ☃"}, {}]), max_size=4).map(tuple)


@EACH
@given(calls=ANSWERS, places=st.lists(st.integers(min_value=0, max_value=20_000), max_size=40))
def test_cuts_change_neither_the_bytes_nor_the_calls(api: Any, make: Any, calls: Any, places: list[int]) -> None:
    stream = b"".join(make(calls=calls))

    whole, pieces = Played(api, [stream]), Played(api, cut(stream, places))

    assert pieces.bytes == whole.bytes
    assert pieces.calls == whole.calls
    assert [call.args for call in whole.calls] == list(calls)


@EACH
@given(calls=st.lists(st.sampled_from([LS, {"command": "echo é"}, {}]), max_size=4).map(tuple), end=st.sampled_from([b"\n", b"\r\n"]))
def test_what_is_allowed_is_the_providers_to_the_byte(api: Any, make: Any, calls: Any, end: bytes) -> None:
    stream = b"".join(make(calls=calls)).replace(b"\n", end)

    assert Played(api, [stream]).bytes == stream


@EACH
@given(calls=ANSWERS)
def test_nothing_of_a_refused_call_is_handed_on(api: Any, make: Any, calls: Any) -> None:
    played = Played(api, make(calls=calls))

    assert b"rm -rf" not in played.bytes
    assert played.bytes.count(b"no-preserve") == 0
    assert (WHY.encode() in played.bytes) == (RM in calls)


@EACH
def test_text_goes_on_before_the_call_is_whole(api: Any, make: Any) -> None:
    frames = make(calls=(RM,))
    played = Played.__new__(Played)
    played.stream, played.frames, played.out, played.calls = api.stream(), sse.Frames(10**6), [], []
    text = next(frame for frame in frames if b"look." in frame)

    for frame in frames[: frames.index(text) + 1]:
        played.feed(frame)
        assert played.out[-1] == frame


@EACH
def test_a_stream_that_stops_in_a_call_hands_on_no_part_of_a_refused_one(api: Any, make: Any) -> None:
    stream = b"".join(make(calls=(RM,)))
    for end in range(0, len(stream), 13):
        assert b"rm -rf" not in Played(api, [stream[:end]]).bytes


JUNK = [
    b"data: {\n\n",
    b"data: []\n\n",
    b"data: 3\n\n",
    b": keep-alive\n\n",
    b'event: new_thing\ndata: {"type":"new_thing","index":[1]}\n\n',
    b"\n\n",
    b'data: {"choices":[3,{"delta":5,"index":{}}]}\n\n',
    b'data: {"type":"content_block_start","index":{},"content_block":{"type":"tool_use"}}\n\n',
    b'data: {"type":"response.output_item.added","output_index":[],"item":{"type":"function_call"}}\n\n',
    b'data: {"type":"content_block_stop","index":{}}\n\n',
    b'data: {"choices":[{"index":null,"delta":{"tool_calls":[{"index":"x","function":[]},7]},"finish_reason":"stop"}]}\n\n',
    b'data: {"type":"response.completed","response":{"output":[{"type":"function_call"},null]}}\n\n',
    b'data: {"type":"message_delta","delta":7}\n\n',
    b'data: {"choices":[{"delta":{"function_call":{"name":"rm","arguments":{"a":1}}}}]}\n\n',
    b"data: " + b"[" * 3000 + b"\n\n",
]


@EACH
@given(junk=st.lists(st.sampled_from(JUNK), max_size=8), place=st.integers(min_value=0, max_value=30))
def test_junk_breaks_nothing_and_hides_nothing(api: Any, make: Any, junk: list[bytes], place: int) -> None:
    frames = make(calls=(LS, RM))
    at = place % len(frames)

    played = Played(api, [*frames[:at], *junk, *frames[at:]])

    assert b"no-preserve" not in played.bytes


# ── as each format has it ──


def test_chat_leaves_a_refused_call_out_and_numbers_the_others_anew() -> None:
    played = Played(openai_chat, wires.chat_stream(calls=(RM, LS, RM, LS)))

    pieces = [call for value in played.values for choice in value["choices"] for call in choice["delta"].get("tool_calls", [])]
    assert [(call["index"], call["id"]) for call in pieces if "id" in call] == [(0, "call_1"), (1, "call_3")]
    assert "".join(call["function"]["arguments"] for call in pieces if call["index"] == 0) == json.dumps(LS)
    assert [choice["finish_reason"] for value in played.values for choice in value["choices"]][-1] == "tool_calls"
    assert played.stream.answers[0].calls == ["call_1", "call_3"]


def test_chat_stops_when_no_call_is_left() -> None:
    played = Played(openai_chat, wires.chat_stream(calls=(RM, RM)))

    choices = [choice for value in played.values for choice in value["choices"]]
    assert choices[-1]["finish_reason"] == "stop"
    assert not any("tool_calls" in choice["delta"] for choice in choices)
    assert choices[-2]["delta"]["content"] == f"{WHY}\n\n{WHY}"


def test_anthropic_puts_words_into_the_place_of_the_block() -> None:
    played = Played(anthropic, wires.message_stream(calls=(LS, RM)))

    starts = [(one["index"], one["content_block"]["type"]) for one in played.values if one["type"] == "content_block_start"]
    (delta,) = [one["delta"] for one in played.values if one["type"] == "message_delta"]
    assert starts == [(0, "text"), (1, "tool_use"), (2, "text")]
    assert delta["stop_reason"] == "tool_use"
    assert [
        one["delta"]["stop_reason"] for one in Played(anthropic, wires.message_stream(calls=(RM,))).values if one["type"] == "message_delta"
    ] == ["end_turn"]


def test_anthropic_rules_on_calls_that_the_first_event_brings() -> None:
    frames = [
        data({"type": "message_start", "message": wires.message_whole(calls=(LS, RM))}, "message_start"),
        *wires.message_stream()[-2:],
    ]

    played = Played(anthropic, frames)

    assert [call.args for call in played.calls] == [LS, RM]
    assert b"rm -rf" not in played.bytes
    assert Played(anthropic, [frames[0].replace(b"rm -rf", b"ls"), *frames[1:]]).bytes == b"".join(frames).replace(b"rm -rf", b"ls")


def test_responses_replaces_the_item_wherever_it_stands() -> None:
    played = Played(openai_responses, wires.response_stream(calls=(RM, LS)))

    done = [one["item"] for one in played.values if one["type"] == "response.output_item.done"]
    (last,) = [one["response"] for one in played.values if one["type"] == "response.completed"]
    numbers = [one["sequence_number"] for one in played.values]
    assert [item["type"] for item in done] == ["message", "message", "function_call"]
    assert last["output"] == done
    assert numbers == sorted(numbers)
    assert played.stream.debts == [{"type": "function_call_output", "call_id": "call_1", "output": WHY}]


def test_a_call_that_only_the_last_event_has_is_asked_about_there() -> None:
    frames = [
        frame for frame in wires.response_stream(calls=(RM,)) if b"function_call_arguments" not in frame and b"output_item" not in frame
    ]

    played = Played(openai_responses, frames)

    assert [call.args for call in played.calls] == [RM]
    assert b"rm -rf" not in played.bytes


def test_a_call_that_says_something_else_at_the_end_is_asked_about_again() -> None:
    frames = wires.response_stream(calls=(LS,))
    frames[-1] = frames[-1].replace(b"ls -la", b"rm -rf /")

    played = Played(openai_responses, frames)

    assert [call.args["command"] for call in played.calls] == ["ls -la", "rm -rf /"]
    assert b"rm -rf" not in played.bytes


def test_words_and_calls_in_one_chunk_part_ways() -> None:
    both = chunk({"content": "Now this.", **piece(0, json.dumps(RM), "call_1", "Bash")})
    played = Played(openai_chat, [data(both), data(chunk({}, "tool_calls"))])

    assert [choice["delta"].get("content") for value in played.values for choice in value["choices"]] == ["Now this.", WHY, None]


def test_a_call_finished_in_its_own_chunk_is_ruled_on() -> None:
    for finish in ("tool_calls", "stop"):
        played = Played(openai_chat, [data(chunk(piece(0, json.dumps(RM), "call_1", "Bash"), finish)), b"data: [DONE]\n\n"])

        assert b"rm -rf" not in played.bytes
        assert played.values[-1]["choices"][0]["finish_reason"] == "stop"


@pytest.mark.parametrize("open_", ["", "null"])
def test_a_choice_is_not_over_where_its_provider_writes_that_it_goes_on(open_: str) -> None:
    spelled = json.dumps(RM)
    pieces = [piece(0, spelled[:9], "call_1", "Bash"), *(piece(0, spelled[at : at + 9]) for at in range(9, len(spelled), 9))]

    played = Played(openai_chat, [*(data(chunk(one, open_)) for one in pieces), data(chunk({}, "tool_calls")), b"data: [DONE]\n\n"])

    assert [call.args for call in played.calls] == [RM]
    assert [choice["finish_reason"] for value in played.values for choice in value["choices"]] == [None, "stop"]
    assert b"no-preserve" not in played.bytes


def test_a_name_that_comes_with_every_piece_is_one_name() -> None:
    spelled = json.dumps(RM)
    pieces = [piece(0, spelled[at : at + 9], "call_1", "Bash") for at in range(0, len(spelled), 9)]

    played = Played(openai_chat, [*(data(chunk(one)) for one in pieces), data(chunk({}, "tool_calls"))])

    assert [(call.tool, call.args) for call in played.calls] == [("Bash", RM)]


def test_every_choice_is_ruled_on_by_itself() -> None:
    frames = [
        data(chunk(piece(0, json.dumps(RM), "call_a", "Bash"), index=0)), data(chunk(piece(0, json.dumps(LS), "call_b", "Bash"), index=1)),
        data({**chunk({}), "choices": [chunk({}, "tool_calls", 0)["choices"][0], chunk({}, "tool_calls", 1)["choices"][0]]}),
    ]  # fmt: skip

    played = Played(openai_chat, frames)

    ended = {choice["index"]: choice["finish_reason"] for value in played.values for choice in value["choices"] if choice["finish_reason"]}
    assert ended == {0: "stop", 1: "tool_calls"}
    assert [answer.calls for answer in played.stream.answers] == [[], ["call_b"]]


def test_calls_that_are_all_numbered_alike_are_told_apart_by_their_ids() -> None:
    frames = [data(chunk(piece(0, json.dumps(args), id, "Bash"))) for args, id in ((LS, "call_a"), (RM, "call_b"))]

    played = Played(openai_chat, [*frames, data(chunk({}, "tool_calls"))])

    assert [call.args for call in played.calls] == [LS, RM]
    assert b"rm -rf" not in played.bytes
    assert b"call_a" in played.bytes


def test_the_old_function_call_is_ruled_on() -> None:
    frames = [
        data(chunk({"function_call": {"name": "Bash", "arguments": ""}})),
        data(chunk({"function_call": {"arguments": json.dumps(RM)}})),
    ]

    played = Played(openai_chat, [*frames, data(chunk({}, "function_call"))])

    assert [(call.tool, call.args) for call in played.calls] == [("Bash", RM)]
    assert played.values[-1]["choices"][0]["finish_reason"] == "stop"
    assert b"rm -rf" not in played.bytes


@pytest.mark.parametrize(
    ("given_args", "expected"),
    [
        ('{"command": "rm -rf /', {"command": "rm -rf /"}),
        ('{"command": "rm -rf /"', {"command": "rm -rf /"}),
        ('{"command": "rm -rf /", ', {"command": "rm -rf /"}),
        ('{"command": "rm -rf /", "timeout', {"command": "rm -rf /", "timeout": None}),
        ('{"command": "rm -rf /", "timeout":', {"command": "rm -rf /", "timeout": None}),
        ('{"a": ["x", {"command": "y\\', {"a": ["x", {"command": "y"}]}),
        ('{"command": "rm -rf /\n\t-v"}', {"command": "rm -rf /\n\t-v"}),
        ('{"command": "rm -rf /\n', {"command": "rm -rf /\n"}),
        ("not json", {"input": "not json"}),
        ("", {}),
    ],
)
def test_arguments_that_break_off_are_judged_as_a_lenient_client_would_read_them(given_args: str, expected: Any) -> None:
    assert arguments(given_args) == expected


DEEP = "[" * 20_000 + "]" * 20_000  # Python 3.13 reads ten thousand
LONG = "9" * 5000


@EACH
@pytest.mark.parametrize("hidden", [f'{{"command": "x", "y": {DEEP}}}', f'{{"command": "x", "y": {LONG}}}', '{"command": "x"} {"y": 1}'])
def test_arguments_that_nobody_here_can_read_are_marked(api: Any, make: Any, hidden: str) -> None:
    call = {
        openai_chat: {"choices": [{"message": {"tool_calls": [{"id": "c", "function": {"name": "Bash", "arguments": hidden}}]}}]},
        anthropic: {"content": [{"type": "tool_use", "id": "c", "name": "Bash", "input": hidden}]},
        openai_responses: {"output": [{"type": "function_call", "call_id": "c", "name": "Bash", "arguments": hidden}]},
    }

    assert [(one.tool, one.is_unread) for one in api.calls(call[api])] == [("Bash", True)]
    assert not any(one.is_unread for one in Played(api, make(calls=(LS, RM))).calls)


def test_what_a_tool_is_given_in_words_of_its_own_may_begin_as_an_object_does() -> None:
    words = {"index": 0, "id": "call_1", "type": "custom", "custom": {"name": "run", "input": "{ rm -rf /; }"}}

    played = Played(openai_chat, [data(chunk({"tool_calls": [words]})), data(chunk({}, "tool_calls"))])

    assert [(call.args, call.is_unread) for call in played.calls] == [({"input": "{ rm -rf /; }"}, False)]


@given(
    value=st.dictionaries(st.text(max_size=5), st.text(max_size=9) | st.integers() | st.lists(st.text(max_size=5), max_size=3), max_size=4),
    cut_at=st.integers(0, 200),
)
def test_completing_never_fails_and_keeps_what_was_there(value: Any, cut_at: int) -> None:
    text = json.dumps(value)

    found = completed(text[:cut_at])

    assert found.startswith(text[:cut_at].rstrip().rstrip(",")[:-1])
    assert completed(text) == text


# ── answers in one piece ──

WHOLES: list[Any] = [(openai_chat, wires.chat_whole), (anthropic, wires.message_whole), (openai_responses, wires.response_whole)]


@pytest.mark.parametrize(("api", "make"), WHOLES, ids=["chat", "anthropic", "responses"])
@given(calls=ANSWERS)
def test_an_answer_in_one_piece_says_the_same_as_its_stream(api: Any, make: Any, calls: Any) -> None:
    answer = make(calls=calls)
    found = api.calls(answer)
    refusals = [ruling(call) for call in found]

    left = api.without(answer, refusals)

    streamed = Played(api, dict(APIS)[api](calls=calls))
    assert [call.args for call in found] == list(calls)
    assert [call.id for call in api.calls(left)] == streamed.stream.answers[0].calls
    assert "rm -rf" not in json.dumps(left)
    assert api.without(answer, [None] * len(found)) == answer


def test_a_whole_answer_with_nothing_left_has_stopped() -> None:
    assert openai_chat.without(wires.chat_whole(None, (RM,)), [WHY])["choices"][0] == {
        "index": 0, "message": {"role": "assistant", "content": WHY, "refusal": None}, "logprobs": None, "finish_reason": "stop",
    }  # fmt: skip
    assert anthropic.without(wires.message_whole(calls=(RM,)), [WHY])["stop_reason"] == "end_turn"
