"""What a signal does is done in the middle of whatever the main thread does."""

import os
import re
import signal
import threading
from pathlib import Path

import pytest

from habitus.server import ending

SETS = re.compile(r"signal\.signal\([^\n]*\.(?:set|acquire|notify\w*)\(")


def test_no_signal_waits_for_a_lock_that_its_own_thread_may_hold() -> None:
    """An Event is locked by whoever is about to wait for it: set by a signal at that moment, both wait for ever."""
    found = [str(file) for file in Path("src").rglob("*.py") if SETS.search(file.read_text(encoding="utf-8"))]

    assert found == []
    assert SETS.search("signal.signal(signal.SIGTERM, lambda *_: told.set())")


def test_a_signal_that_woke_nobody_is_found_at_the_next_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "LOOK", 0.01)
    before = signal.getsignal(signal.SIGUSR2)
    told = ending.told_by(signal.SIGUSR2)
    late = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGUSR2))
    late.start()

    assert ending.wait(told) == signal.SIGUSR2

    late.join()
    signal.signal(signal.SIGUSR2, before)
