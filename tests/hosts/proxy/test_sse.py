"""Server-sent events: the same frames however the bytes are cut, and the very bytes."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.hosts.proxy.sse import Frame, Frames, TooLong, written

LINES = st.sampled_from(
    [b"data: {}", b"data:1", b"data", b"event: ping", b": a comment", b"id: 3", b"retry: 5", b"", b"\xff\xfe", b"data: a\xc3\xa9", b"x"]
)
ENDS = st.sampled_from([b"\n", b"\r\n", b"\r"])
STREAMS = st.lists(st.tuples(LINES, ENDS)).map(lambda lines: b"".join(line + end for line, end in lines))


def cut(stream: bytes, places: list[int]) -> list[bytes]:
    edges = sorted({0, len(stream), *(place % (len(stream) + 1) for place in places)})
    return [stream[a:b] for a, b in pairwise(edges)]


def framed(pieces: list[bytes], longest: int = 10_000) -> list[Frame]:
    frames = Frames(longest)
    return [frame for piece in pieces for frame in frames.feed(piece)] + frames.end()


@given(stream=STREAMS | st.binary(max_size=200), places=st.lists(st.integers(min_value=0, max_value=5000)))
def test_where_the_bytes_are_cut_makes_no_difference(stream: bytes, places: list[int]) -> None:
    assert framed(cut(stream, places)) == framed([stream])


@given(stream=STREAMS | st.binary(max_size=200), places=st.lists(st.integers(min_value=0, max_value=5000)))
def test_the_frames_are_the_bytes(stream: bytes, places: list[int]) -> None:
    found = b"".join(frame.raw for frame in framed(cut(stream + b"\n\n", places)))

    assert found == stream + b"\n\n"


def test_half_an_object_at_the_end_is_no_event() -> None:
    assert framed([b'data: {"a": 1}\n\ndata: {"b": ']) == [Frame(b'data: {"a": 1}\n\n', "", b'{"a": 1}')]
    assert [frame.data for frame in framed([b'data: {"b": 1}'])] == [b'{"b": 1}']


def test_an_event_has_its_name_and_its_data() -> None:
    first, second, third = framed([b"event: a\r\ndata: 1\r\ndata:2\r\n\r\n: hello\n\ndata: [DONE]"])

    assert (first.event, first.data) == ("a", b"1\n2")
    assert (second.event, second.data) == ("", b"")
    assert (third.raw, third.data) == (b"data: [DONE]", b"[DONE]")


def test_a_frame_goes_on_as_soon_as_it_is_whole() -> None:
    frames = Frames(100)

    assert frames.feed(b"data: 1\n") == []
    assert [frame.data for frame in frames.feed(b"\nda")] == [b"1"]


def test_a_frame_without_end_is_not_kept_without_end() -> None:
    with pytest.raises(TooLong):
        framed([b"data: " + b"x" * 50] * 10, longest=200)


def test_what_is_written_is_read_as_it_was() -> None:
    assert framed([written(b'{"a": 1}', "hello"), written(b"2")]) == [
        Frame(b'event: hello\ndata: {"a": 1}\n\n', "hello", b'{"a": 1}'),
        Frame(b"data: 2\n\n", "", b"2"),
    ]
