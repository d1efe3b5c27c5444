"""The collector's long round waits for a quiet moment."""

from __future__ import annotations

import subprocess
import sys

import pytest

from habitus.server.collecting import LONGEST, is_due


@pytest.mark.parametrize(
    ("lately", "since", "ago", "due"),
    [
        pytest.param(0.0, 30.0, 60.0, True, id="nothing to do after work"),
        pytest.param(0.5, 30.0, 60.0, False, id="agents are waiting"),
        pytest.param(0.5, 30.0, LONGEST, True, id="agents are waiting, for an hour"),
        pytest.param(0.0, 0.1, LONGEST, False, id="nothing happened since the last round"),
    ],
)
def test_it_is_due_when_there_is_time_and_something_to_do(lately: float, since: float, ago: float, due: bool) -> None:
    assert is_due(lately=lately, since=since, ago=ago) is due


PROGRAM = """
import gc, time
from habitus.server import collecting
collecting.LOOK, collecting.WORKED = 0.05, 0.4
rounds = []
gc.callbacks.append(lambda phase, info: rounds.append(info["generation"]) if phase == "stop" else None)
collecting.steady()
assert gc.get_freeze_count() > 1000
assert rounds == [2]
kept = []
def work(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        kept.append([len(kept)])
work(0.3)
assert 2 not in rounds[1:], "a long round by itself"
assert 0 in rounds and 1 in rounds, "what is new was not looked at"
work(0.2)
waited = time.monotonic() + 30
while 2 not in rounds[1:] and time.monotonic() < waited:
    time.sleep(0.02)
assert 2 in rounds[1:], "no long round in a quiet moment"
"""


def test_by_itself_only_what_is_new_is_looked_at_and_the_rest_in_the_first_quiet_moment() -> None:
    """In a process of its own: the collector is everybody's."""
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=False)

    assert ran.returncode == 0, ran.stderr
