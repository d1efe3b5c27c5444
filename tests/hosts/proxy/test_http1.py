"""Answers of providers, read beside h11, which is the reference here: whatever it reads we read alike, in whatever pieces it comes."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import h11
import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.hosts.proxy import http1

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.hosts.proxy.headers import Header

GET = [(b"host", b"x")]


def read(sent: bytes, cuts: Sequence[int] = (), *, hangs_up: bool = True, method: str = "GET") -> tuple[http1.Head, bytes, bytes]:
    """Head, body, and what is left; fed in pieces."""
    got = bytearray()
    reader = http1.Reader(got, has_body=method != "HEAD")
    head, body = None, b""
    places = [0, *sorted(cut % (len(sent) + 1) for cut in cuts), len(sent)]
    for start, end in itertools.pairwise(places):
        got += sent[start:end]
        head = head or reader.head()
        if head:
            body += reader.body()
    if hangs_up:
        reader.ended()
    assert head is not None
    assert reader.is_over
    return head, body, bytes(got)


def reference(sent: bytes, method: str = "GET") -> tuple[int, list[Header], bytes]:
    peer = h11.Connection(h11.CLIENT)
    peer.send(h11.Request(method=method, target="/", headers=GET))
    peer.send(h11.EndOfMessage())
    peer.receive_data(sent)
    peer.receive_data(b"")
    status, headers, body = 0, [], b""
    while not isinstance(event := peer.next_event(), h11.EndOfMessage | h11.ConnectionClosed):
        if isinstance(event, h11.Response):
            status, headers = event.status_code, list(event.headers.raw_items())
        elif isinstance(event, h11.Data):
            body += bytes(event.data)
    return status, headers, body


def chunked(pieces: Sequence[bytes], tail: bytes = b"") -> bytes:
    whole = b"".join(b"%X\r\n%b\r\n" % (len(piece), piece) for piece in pieces if piece)
    return b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-A: b\r\n\r\n" + whole + b"0\r\n" + tail + b"\r\n"


ANSWERS = st.one_of(
    st.lists(st.binary(max_size=40), max_size=5).map(chunked),
    st.lists(st.binary(max_size=40), max_size=3).map(lambda pieces: chunked(pieces, b"Expires: 0\r\nX-Checksum: 1\r\n")),
    st.binary(max_size=80).map(lambda body: b"HTTP/1.1 404 Not Found\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body)),
    st.binary(max_size=80).map(lambda body: b"HTTP/1.0 200 OK\r\nContent-Type:\ttext/plain \r\n\r\n" + body),
    st.sampled_from([b"HTTP/1.1 204 No Content\r\n\r\n", b"HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n"]),
)


@given(sent=ANSWERS, cuts=st.lists(st.integers(0, 500), max_size=12))
def test_in_any_pieces_it_reads_what_the_reference_reads(sent: bytes, cuts: list[int]) -> None:
    head, body, left = read(sent, cuts)
    assert (head.status, head.headers, body) == reference(sent)
    assert left == b""


def test_the_answer_to_head_has_no_body() -> None:
    sent = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"
    head, body, _ = read(sent, hangs_up=False, method="HEAD")
    assert (head.status, body) == (200, b"")


def test_news_on_the_way_are_passed_over() -> None:
    early = b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"
    head, body, _ = read(early + b"HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok")
    assert (head.status, body) == (201, b"ok")


def test_what_follows_an_answer_is_left() -> None:
    _, body, left = read(chunked([b"one"]) + b"HTTP/1.1 200 OK", hangs_up=False)
    assert (body, left) == (b"one", b"HTTP/1.1 200 OK")


@pytest.mark.parametrize(
    ("line", "headers", "kept"),
    [
        (b"HTTP/1.1 200 OK", b"Content-Length: 0\r\n", True),
        (b"HTTP/1.1 200 OK", b"Content-Length: 0\r\nConnection: Close\r\n", False),
        (b"HTTP/1.1 200", b"Content-Length: 0, 0\r\n", True),
        (b"HTTP/1.0 200 OK", b"Content-Length: 0\r\n", False),
        (b"HTTP/1.0 200 OK", b"Content-Length: 0\r\nConnection: keep-alive\r\n", True),
        (b"HTTP/1.1 200 OK", b"", False),
    ],
)
def test_a_connection_is_used_again_only_if_its_answer_says_where_it_ends(line: bytes, headers: bytes, kept: bool) -> None:
    assert read(line + b"\r\n" + headers + b"\r\n")[0].is_kept is kept


@pytest.mark.parametrize(
    "sent",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        b"HTTP/2 200 OK\r\n\r\n",
        b"HTTP/1.1 20 OK\r\n\r\n",
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX A: b\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX-A: b\r\n folded\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX-A: b\nX-B: c\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        b"HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\na",
        b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0x1\r\na\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\na\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1" * 5000,
        b"HTTP/1.1 200 OK\r\nX-A: " + b"b" * 200_000,
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + b"X-A: b\r\n" * 20_000,
    ],
)
def test_what_is_not_http_or_breaks_off_is_refused(sent: bytes) -> None:
    with pytest.raises(http1.Malformed):
        read(sent)


@given(noise=st.binary(max_size=200), cuts=st.lists(st.integers(0, 300), max_size=4))
def test_noise_is_refused_or_read_and_never_a_surprise(noise: bytes, cuts: list[int]) -> None:
    got = bytearray()
    reader = http1.Reader(got)
    try:
        got += b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
        assert reader.head()
        for start, end in zip([0, *sorted(cuts)], [*sorted(cuts), 300], strict=True):
            got += noise[start:end]
            reader.body()
    except http1.Malformed:
        pass


@given(name=st.binary(min_size=1, max_size=10), value=st.binary(max_size=20))
def test_a_request_is_as_many_lines_as_it_has_headers(name: bytes, value: bytes) -> None:
    try:
        head = http1.asked(b"POST", b"/v1/messages", [(name, value), (b"x", b"y")])
    except http1.Malformed:
        assert {*b"\r\n\0"} & {*name, *value}
    else:
        assert len(head.split(b"\r\n")) == 5


@pytest.mark.parametrize("target", [b"", b"/a b", b"/a\r\nHost: evil", b"/a\tb"])
def test_a_target_is_one_word(target: bytes) -> None:
    with pytest.raises(http1.Malformed):
        http1.asked(b"GET", target, GET)
