"""The API, a file for each noun. `ROUTERS` is the whole of it, beside the hot routes (`hot.py`) and the WebSocket (`live.py`)."""

from habitus.server.api import (
    agents,
    approvals,
    doctor,
    errands,
    evolution,
    filters,
    graph,
    health,
    jobs,
    keys,
    learnings,
    ledger,
    persona,
    proposals,
    queue,
    rule_files,
    rules,
    sessions,
    skills,
    strategies,
)

ROUTERS = (
    health.routes,
    doctor.routes,
    rule_files.routes,
    rules.routes,
    learnings.routes,
    strategies.routes,
    graph.routes,
    skills.routes,
    persona.routes,
    proposals.routes,
    approvals.routes,
    sessions.routes,
    ledger.routes,
    agents.routes,
    evolution.routes,
    queue.routes,
    jobs.routes,
    filters.routes,
    errands.routes,
    keys.routes,
)

__all__ = ["ROUTERS"]
