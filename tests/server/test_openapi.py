"""The OpenAPI is true: whatever it promises is sent, and whatever is sent was promised."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import schemathesis
from schemathesis.engine import events, from_schema

from habitus.config.settings import Server
from habitus.layer import Layer
from habitus.server import hot, litellm
from habitus.server.api import told
from habitus.server.app import create, listed
from habitus.server.once import LONGEST
from server.conftest import TOKEN

LET_IN = {"Authorization": f"Bearer {TOKEN}", "Host": "127.0.0.1"}
UNHURRIED = Server(requests_per_second=1e9, judged_per_second=1e9, wrong_tokens_per_second=1e9)
API = ("/v1/", "/metrics")
KEY = "Idempotency-Key"
ITSELF = "/v1/openapi.json"


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    """A key is used for one request, as its description says: a generator that has few ideas would send the same with all of them."""
    given = (case.headers or {}).get(KEY)
    if isinstance(given, str) and 0 < len(given) <= LONGEST and given.isascii() and given.isprintable():
        case.headers[KEY] = str(uuid4())


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
