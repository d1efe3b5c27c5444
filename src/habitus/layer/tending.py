"""What is done every so often: a name, a reason, a pace, and a function of the layer.

Each may be run at any time, by anybody, twice, or be cut off in the middle: what it works on is claimed in the store, and what it has done
is written down in the same transaction. The order is that of one round: what one finds, the next one learns from.
A new job is a function here and a line in `JOBS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from habitus.config import Settings
    from habitus.layer import Layer


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    name: str
    does: str
    """For a person, in a list of jobs."""
    every: Callable[[Settings], float]
    """Seconds from one run to the next."""
    run: Callable[[Layer], dict[str, int]]
    """Answers what it did, in figures by the names of `Tended` where it has one."""


def session_ends(layer: Layer) -> dict[str, int]:
    return {"sessions": layer.catch_up_with_others()}


def analysis(layer: Layer) -> dict[str, int]:
    return {"knowledge": layer.knowing.run()}


def learner(layer: Layer) -> dict[str, int]:
    tally = layer.learning.run()
    return {name: getattr(tally, name) for name in tally.__slots__}


def evolution(layer: Layer) -> dict[str, int]:
    counted = layer.measuring.count_applied()
    layer.measuring.count_occasions()
    return {"injections": counted, "suggested": len(layer.evolution.run_due())}


def upkeep(layer: Layer) -> dict[str, int]:
    return {"moved": layer.upkeep.run()}


def notifications(layer: Layer) -> dict[str, int]:
    return {"notified": layer.outbox.flush()}


def _as_the_learner(settings: Settings) -> float:
    """What it looks at comes from the same conversations, and a look that finds nothing costs a few reads."""
    return settings.learning.interval_seconds


JOBS = (
    Job(name="session-ends", does="Learns from calls whose process did not live to do it.", every=_as_the_learner, run=session_ends),
    Job(
        name="analysis", does="Looks for knowledge in what was said; once more when a session is over.", every=_as_the_learner, run=analysis
    ),
    Job(name="learner", does="Makes rules of the corrections that wait.", every=_as_the_learner, run=learner),
    Job(name="evolution", does="Counts what was told and what came of it; suggests at its hour.", every=_as_the_learner, run=evolution),
    Job(name="upkeep", does="Moves checks by their evidence, and retires what nobody needs.", every=_as_the_learner, run=upkeep),
    Job(name="notifications", does="Sends the news that wait.", every=_as_the_learner, run=notifications),
)
"""All of them, in the order of one round."""


def take_in(layer: Layer, is_over: Callable[[], bool] = lambda: False) -> int:
    """What processes of this home had to leave in a file. No job: those are run once for all homes, and only at this one is it found."""
    from habitus.layer import spool

    return spool.adopted(layer, is_over)


def round_of_all(layer: Layer) -> dict[str, int]:
    """Every job once, in order."""
    take_in(layer)
    done: dict[str, int] = {}
    for job in JOBS:
        done |= job.run(layer)
    return done
