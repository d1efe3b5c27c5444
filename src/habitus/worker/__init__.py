"""The scheduled jobs: each once over all processes that share a store, seen and run by hand from any of them.

    jobs.py       when what is due, who runs it, what came of it
    durable.py    the book of runs, on DBOS: the only file that knows it

    with worker.running(layer) as jobs:      # or `async with`; comes back at once, the jobs begin a moment later
        jobs.state()                         # one line for each job
        jobs.run("learner", who="ana")       # now, instead of when it is due

The book is `jobs.db` in the layer's home, or a schema of its own beside a store in PostgreSQL; the code is the same. Whoever runs a job
says so every few seconds. A run that falls silent was cut off: another process marks it and runs the job again. That is harmless because
the layer's jobs claim what they work on (`layer/tending.py`).
"""

from __future__ import annotations

from habitus.worker.jobs import Jobs, JobState, Pace, known, running

__all__ = ["JobState", "Jobs", "Pace", "known", "running"]
