"""The ledger is read up to where it may still be filled. With a real database: tests/server/test_live.py, tests/layer/test_measuring.py."""

from typing import Any, NamedTuple

from habitus.layer.gaps import LONGEST, Gaps


class Line(NamedTuple):
    id: int


class Ledger:
    """What can be seen of it, and who writes to it, as a database would say."""

    def __init__(self, *seen: int) -> None:
        self.seen = list(seen)
        self.at_it: frozenset[str] = frozenset()

    def counting(self) -> "Ledger":
        return self

    def ledger_after(self, after: int, limit: int) -> list[dict[str, Any]]:
        return [{"id": id} for id in sorted(self.seen) if id > after][:limit]

    def writers(self) -> frozenset[str]:
        return self.at_it

    def entries(self, limit: int) -> list[Line]:
        return [Line(id) for id in sorted(self.seen, reverse=True)[:limit]]


def read(gaps: Gaps, after: int = 0, limit: int = 100) -> list[int]:
    return [row["id"] for row in gaps.lines(after, limit)]


def test_a_gap_is_passed_when_all_have_ended_who_wrote_when_it_was_seen() -> None:
    ledger: Any = Ledger(1, 3)
    gaps = Gaps(ledger)

    ledger.at_it = frozenset({"a", "b"})
    assert read(gaps) == [1]
    ledger.seen += [6]
    ledger.at_it = frozenset({"b", "c"})
    assert read(gaps) == [1]
    ledger.at_it = frozenset({"c"})
    assert read(gaps) == [1, 3]  # `c` may have what is missing before 6


def test_what_was_missing_is_read_when_it_is_there() -> None:
    ledger: Any = Ledger(1, 3)
    gaps = Gaps(ledger)
    ledger.at_it = frozenset({"a"})
    assert read(gaps) == [1]

    ledger.at_it = frozenset()
    ledger.seen += [2]

    assert read(gaps) == [1, 2, 3]


def test_one_who_never_ends_is_waited_for_a_minute() -> None:
    clock, ledger = [0.0], Ledger(1, 3)
    gaps = Gaps(ledger, clock=lambda: clock[0])  # type: ignore[arg-type]
    ledger.at_it = frozenset({"a"})
    assert read(gaps) == [1]

    clock[0] += LONGEST

    assert read(gaps) == [1, 3]


def test_whoever_catches_up_page_by_page_waits_once_for_all_the_old_gaps() -> None:
    ledger: Any = Ledger(*range(2, 100, 2))
    gaps = Gaps(ledger)
    ledger.at_it = frozenset({"a"})
    assert read(gaps, limit=5) == []

    ledger.at_it = frozenset({"b"})  # there is always somebody
    found: list[int] = []
    after = 0
    while page := read(gaps, after, limit=5):
        found, after = found + page, page[-1]

    assert found == list(range(2, 100, 2))
