import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.parse import unread

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**18), 10**18) | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.dictionaries(st.text(), VALUES), st.booleans())
def test_the_top_of_what_can_be_read_is_as_it_was(value: dict[str, Any], is_plain: bool) -> None:
    plain = {name: one if isinstance(one, str | int) and not isinstance(one, bool) else None for name, one in value.items()}

    assert unread.top(json.dumps(value, ensure_ascii=is_plain).encode()) == plain


@pytest.mark.parametrize("raw", [b"", b"]]", b"[" * 100_000, b'{"a', b'{"a"', b'{"a":"\\', b'{"a":"\\q"}', b'{"\xff":1}'])
def test_whatever_it_is_nothing_breaks(raw: bytes) -> None:
    assert set(unread.top(raw).values()) <= {1, None}


def test_a_text_without_an_end_takes_no_longer() -> None:
    began = time.process_time()

    assert unread.top(b'{"a":"' + b'\\"' * 500_000) == {"a": None}
    assert time.process_time() - began < 5
