"""JSON that strangers send, and what they are sent. The standard library alone: hooks are answered with it too."""

from __future__ import annotations

import json
import math
from typing import Any


def read(body: bytes) -> Any:
    """A value. NaN, infinities and numbers past all floats are no JSON, and no store keeps them. Raises `ValueError`: a `JSONDecodeError`
    where it is known in which place."""
    return _read(_strict, body)


def read_all_the_same(body: bytes) -> Any:
    """The same, with nothing in place of such numbers: the call that they come with must be judged. Raises `ValueError`."""
    return _read(_lenient, body)


def written(value: Any) -> bytes:
    """In as few bytes as can be. Half a surrogate, which JSON can spell and no UTF-8 can hold, becomes a question mark."""
    return _encode(value).encode("utf-8", "replace")


def _read(decoder: json.JSONDecoder, body: bytes) -> Any:
    try:
        return decoder.decode(body.decode(json.detect_encoding(body), "surrogatepass"))
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _finite(text: str) -> float | None:
    value = float(text)
    return value if math.isfinite(value) else None


def _whole(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:  # more digits than Python turns into a number
        return None


def _number(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _not_a_number(text)


def _not_a_number(text: str) -> float:
    raise ValueError(f"{text[:40]} is no number of JSON's")


def _nothing(_: str) -> None:
    return None


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_strict = json.JSONDecoder(parse_constant=_not_a_number, parse_float=_number)
_lenient = json.JSONDecoder(parse_constant=_nothing, parse_float=_finite, parse_int=_whole)
"""Made once: `json.dumps` and `json.loads` would make them anew for every request."""
