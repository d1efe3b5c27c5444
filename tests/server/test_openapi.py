"""The OpenAPI is true: whatever it promises is sent, and whatever is sent was promised."""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.engine import events, from_schema
from starlette.testclient import TestClient

from habitus import assemble, worker
from habitus.adapt import validate
from habitus.config.settings import Server
from habitus.layer import Layer
from habitus.server import hot, litellm
from habitus.server.api import told
from habitus.server.app import create, listed
from nouns import correction
from server.conftest import HERE, TOKEN
from server.furnished import ASKING, CHECKED, KNOWN, LEARNING, OTHER, RULE, furnish, put
from server.test_api_strategies import PRIMES
from server.test_errands import done

LET_IN = {"Authorization": f"Bearer {TOKEN}", "Host": "127.0.0.1"}
UNHURRIED = Server(requests_per_second=1e9, judged_per_second=1e9, wrong_tokens_per_second=1e9)
API = ("/v1/", "/metrics")
KEY = "Idempotency-Key"
ITSELF = "/v1/openapi.json"


@pytest.mark.timeout(400)
@pytest.mark.filterwarnings("ignore")
def test_schemathesis_finds_nothing(layer: Layer, monkeypatch: pytest.MonkeyPatch) -> None:
    """All checks, over every operation, with a fixed seed; `schemathesis run` against `habitus serve` does the same for longer."""
    # As many events as a request may have are tried, and then played again and again: fewer will do.
    monkeypatch.setattr(hot, "TOGETHER", 50)
    monkeypatch.setitem(told.SEVERAL, "maxItems", 50)
    app = create(layer, TOKEN, server=UNHURRIED)
    asked: dict[str, Any] = {
        "seed": 7,
        "headers": {"Host": LET_IN["Host"]},
        "auth": {"openapi": {"bearer": {"bearer": TOKEN}}},
        "generation": {"max-examples": 1, "database": "none", "no-shrink": True},
        "request-timeout": 60,
    }
    schema = schemathesis.openapi.from_asgi("/v1/openapi.json", app, headers=LET_IN, config=schemathesis.Config.from_dict(asked))

    seen, faults = set(), []
    for event in from_schema(schema).execute():
        assert not isinstance(event, events.FatalError | events.NonFatalError), event
        if isinstance(event, events.ScenarioFinished):
            seen.add(event.recorder.label)
            checked = [check for checks in event.recorder.checks.values() for check in checks]
            faults += [(event.recorder.label, check.name, str(check.failure_info.failure)) for check in checked if check.failure_info]

    assert not faults
    assert len(seen) >= sum(len(operations) for operations in told.openapi(app.api)["paths"].values())


FOUND: dict[str, dict[str, Any]] = {
    "GET /v1/rules/{id}": {"id": RULE},
    "GET /v1/rules/{id}/backtest": {"id": CHECKED},
    "GET /v1/learnings/{id}": {"id": LEARNING},
    "GET /v1/graph/path": {"params": {"start": "Bash", "goal": "monday"}},
    "GET /v1/skills/{slug}": {"slug": "release-notes"},
    "GET /v1/skills/{slug}/versions": {"slug": "release-notes"},
    "GET /v1/skills/{slug}/diff": {"slug": "release-notes"},
    "GET /v1/skills/{slug}/files": {"slug": "release-notes", "params": {"path": "a.md"}},
    "GET /v1/skills/{slug}/archive": {"slug": "release-notes"},
    "GET /v1/persona/{agent}": {"agent": "bot"},
    "GET /v1/persona/{agent}/{file}": {"agent": "bot", "file": "SOUL.md"},
    "GET /v1/persona/{agent}/{file}/versions": {"agent": "bot", "file": "SOUL.md"},
    "GET /v1/persona/{agent}/{file}/diff": {"agent": "bot", "file": "SOUL.md"},
    "GET /v1/proposals/{id}": {"id": "persona0"},
    "GET /v1/approvals/{id}": {"id": "APPROVAL"},
    "GET /v1/sessions/{id}": {"id": "monday"},
    "GET /v1/sessions/{id}/events": {"id": "monday"},
    "GET /v1/sessions/{id}/why": {"id": "monday", "params": {"call": "c1"}},
    "GET /v1/ledger/{entry}": {"entry": "1"},
    "GET /v1/agents/{id}": {"id": "bot"},
    "GET /v1/agents/{id}/evolution/metrics": {"id": "bot"},
    "GET /v1/agents/{id}/evolution/daily": {"id": "bot"},
    "GET /v1/agents/{id}/evolution/suggestions": {"id": "bot"},
    "GET /v1/effects/{id}": {"id": RULE},
    "GET /v1/errands/{id}": {"id": "ERRAND"},
    "POST /v1/rules/{id}/test": {"id": "read_before_edit", "json": {"text": "```trace\nedit a.py  # warn\n```"}},
    "POST /v1/hooks/{host}": {"host": "claude-code", "json": {"hook_event_name": "UserPromptSubmit", "session_id": "s", "prompt": "hi"}},
    "POST /v1/sessions/{id}/rating": {"id": "monday", "json": {"rating": 5}},
    "POST /v1/jobs/{name}/run": {"name": "upkeep"},
    "PATCH /v1/rules/{id}": {"id": RULE, "json": {"active": False}},
    "PATCH /v1/skills/{slug}": {"slug": "release-notes", "json": {"visibility": "public", "why": "for all"}},
    "POST /v1/skills/{slug}/rollback": {"slug": "release-notes", "json": {"version": 1}},
    "POST /v1/skills/{slug}/accept": {"slug": "release-notes", "json": {"rule": "rm_by_list", "reason": "it is ours"}},
    "PUT /v1/skills/{slug}/grants/{agent}": {"slug": "release-notes", "agent": "bot", "json": {"can_manage": True}},
    "DELETE /v1/skills/{slug}/grants/{agent}": {"slug": "release-notes", "agent": "bot"},
    "PUT /v1/persona/{agent}/{file}": {"agent": "bot", "file": "SOUL.md", "json": {"text": "Calm.\n"}},
    "POST /v1/persona/{agent}/{file}/rollback": {"agent": "bot", "file": "SOUL.md", "json": {"version": 1}},
    "PATCH /v1/proposals/{id}": {"id": "rule0", "json": {"answer": "approve"}},
    "PATCH /v1/approvals/{id}": {"id": "APPROVAL", "json": {"state": "denied"}},
    "PATCH /v1/agents/{id}": {"id": "bot", "json": {"key": "note", "value": "new"}},
    "PATCH /v1/agents/{id}/evolution/suggestions/{sid}": {"id": "bot", "sid": "5a11", "json": {"status": "rejected"}},
    "POST /v1/agents/{id}/evolution/run": {"id": "bot"},
    "PUT /v1/agents/{id}/evolution/guardrails": {"id": "bot", "json": {}},
    "DELETE /v1/rules/{id}": {"id": OTHER},
    "DELETE /v1/learnings/{id}": {"id": LEARNING},
    "DELETE /v1/strategies/{id}": {"id": "STRATEGY"},
    "DELETE /v1/knowledge/{id}": {"id": KNOWN},
    "DELETE /v1/examples/{id}": {"id": "e1"},
    "PUT /v1/skills/{slug}/status": {"slug": "release-notes", "json": {"to": "deleted"}},
    "DELETE /v1/skills/{slug}": {"slug": "release-notes"},
    "DELETE /v1/queue/{id}": {"id": "k1"},
    "DELETE /v1/keys/{id}": {"id": "KEY"},
}
"""Every route with a name in its path, and one that is there in a furnished house."""


def test_what_is_there_is_told_as_promised(tmp_path: Path) -> None:
    """A generator makes up names that nobody has, and sees no more of these routes than that."""
    with closing(assemble.layer(ASKING, home=tmp_path)) as layer, worker.running(layer, ticks=False) as jobs:
        furnish(layer)
        app = create(layer, TOKEN, server=UNHURRIED)
        app.jobs = jobs
        described = told.openapi(app.api)
        schema = schemathesis.openapi.from_dict(strict(described))
        client = TestClient(app, base_url=HERE, headers=LET_IN)
        known = names(client, layer)
        every = [f"{method.upper()} {path}" for path, operations in described["paths"].items() for method in operations]
        lists = [label for label in every if label.startswith("GET ") and "{" not in label]
        faults = [fault for label in dict.fromkeys((*lists, *FOUND)) if (fault := asked(client, schema, label, known))]

    assert not faults, "\n".join(faults)
    assert {label for label in every if "{" in label} <= {*FOUND}


def asked(client: TestClient, schema: Any, label: str, known: Mapping[str, str]) -> str:
    """What is wrong with the answer."""
    method, path = label.split()
    given = dict(FOUND.get(label, {}))
    more = {name: given.pop(name) for name in ("params", "json") if name in given}
    answer = client.request(method, path.format(**{name: known.get(value, value) for name, value in given.items()}), **more)
    if not answer.is_success:
        return f"{label}: {answer.text}"
    try:
        schema[path][method].validate_response(answer)
    except (Failure, FailureGroup) as failure:
        return f"{label}: {failure}"
    return ""


def names(client: TestClient, layer: Layer) -> dict[str, str]:
    """What is called anew each time."""
    layer.strategies.learn("bot", PRIMES, "ai.process", validate.validate("2, 3, 5", PRIMES), session="s")
    client.patch("/v1/skills/release-notes", json={"files": {"a.md": "More."}})
    errand = done(client, client.post("/v1/learn", json={"text": '{"session": "a", "event": "user", "text": "hi"}\n'}).json())["id"]
    put(layer, "pending", "k1", correction(id="k1", at=layer.clock()), "queued")
    return {
        "APPROVAL": client.get("/v1/approvals").json()["items"][0]["id"],
        "ERRAND": errand,
        "STRATEGY": client.get("/v1/strategies").json()["items"][0]["id"],
        "KEY": client.post("/v1/keys", json={"name": "ci", "role": "viewer"}).json()["id"],
    }


def strict(described: Any) -> Any:
    """The same, where whatever is sent must have been promised."""
    if isinstance(described, list):
        return [strict(one) for one in described]
    if not isinstance(described, dict):
        return described
    closed = {"additionalProperties": False} if isinstance(described.get("properties"), dict) and described.get("type") == "object" else {}
    return {**closed, **{name: strict(one) for name, one in described.items()}}


TELEMETRY = ("/v1/logs", "/v1/traces", "/v1/metrics")
"""OTLP's own paths: its specification describes them, and its bodies are no JSON of ours."""

DESCRIBED_ELSEWHERE = (*TELEMETRY, "/mcp", litellm.PATH, "/proxy/", "/ws", "/healthz", ITSELF)


def test_every_route_is_described_and_nothing_else(layer: Layer) -> None:
    app = create(layer, TOKEN)
    described = {(method.upper(), path) for path, operations in told.openapi(app.api)["paths"].items() for method in operations}
    routes = [route for route in listed(app.api) if route.path.startswith(API) and route.path not in (ITSELF, *TELEMETRY)]
    there = {(method, route.path) for route in routes for method in (route.methods or set()) - {"HEAD"}}

    assert described == there


def test_the_manual_names_what_is_not_described() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "http.md").read_text().partition("##")[0]

    assert [path for path in DESCRIBED_ELSEWHERE if path not in manual] == []


def test_every_operation_says_what_may_go_wrong(layer: Layer) -> None:
    for path, operations in told.openapi(create(layer, TOKEN).api)["paths"].items():
        for method, operation in operations.items():
            answers = operation["responses"]
            assert {"401", "403", "421", "429"} <= answers.keys(), f"{method} {path}"
            assert operation.get("summary"), f"{method} {path}"


def test_a_generated_client_can_ask_again_and_send_again(layer: Layer) -> None:
    for path, operations in told.openapi(create(layer, TOKEN).api)["paths"].items():
        for method, operation in operations.items():
            headers = {one["name"] for one in operation.get("parameters", []) if one["in"] == "header"}
            assert headers == (set() if path == "/metrics" else {"If-None-Match"} if method == "get" else {KEY}), f"{method} {path}"
            assert ("ETag" in operation["responses"].get("200", {}).get("headers", {})) == (method == "get" and path != "/metrics")
