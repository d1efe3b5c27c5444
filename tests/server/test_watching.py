"""Figures, spans and logs: what is seen from outside is what was done."""

import asyncio
import io
import json
import logging
import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, NoReturn

import httpx
import pytest
from httpx import ASGITransport, AsyncClient
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from starlette.testclient import TestClient

from habitus import assemble, worker
from habitus.config import Settings
from habitus.config.settings import Store
from habitus.enforce.gates import call_hash
from habitus.layer import Layer
from habitus.layer.tending import Job
from habitus.server import logs, spans, watching
from habitus.server.app import create
from habitus.server.desk import Desk
from habitus.server.metrics import Figures
from habitus.types import Decision, Scope, Verdict
from nouns import call
from real.postgres import PostgresServer
from server.conftest import served
from worker.conftest import until

CALL = {"session": "s1", "id": "c1", "tool": "Edit", "args": {"file_path": "a.py"}}
WARNED = Decision(call="c1", ruling="allow", verdicts=(Verdict("read_before_edit", "warn", "pre_tool", "Read it first."),))


def figures(client: TestClient) -> dict[str, float]:
    lines = [line for line in client.get("/metrics").text.splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_prometheus_counts_what_was_judged_and_what_is_kept(client: TestClient, layer: Layer) -> None:
    before = figures(client)
    client.post("/v1/judge", json=CALL)
    client.post("/v1/judge", json={**CALL, "id": "c2", "tool": "Bash", "args": {"command": "rm -rf /"}})
    layer.rulebook.add("Use tabs.", rule_type="preference", scope=Scope(), who="me")
    after = figures(client)

    assert before["habitus_events"] == 0
    assert after['habitus_calls_judged_total{decision="allow"}'] == 1
    assert after['habitus_calls_judged_total{decision="ask"}'] + after['habitus_calls_judged_total{decision="block"}'] == 1
    assert after['habitus_verdicts_total{action="warn",when="pre_tool"}'] >= 1
    assert after["habitus_judge_seconds_count"] == 2
    assert (after["habitus_events"], after['habitus_lessons{kind="rules"}']) == (2, 1)
    assert after["habitus_calls_waiting"] == 0
    assert {"habitus_queue_depth", "habitus_dead_letters", "habitus_model_tokens_today", "habitus_model_cost_dollars_today"} <= after.keys()


def test_while_the_store_is_away_what_this_process_has_done_is_still_told(tmp_path: Path, postgres_server: PostgresServer) -> None:
    with closing(assemble.layer(Settings(store=Store(url=postgres_server.url)), home=tmp_path)) as layer:
        client = TestClient(create(layer, "t0ken"), base_url="http://127.0.0.1", headers={"Authorization": "Bearer t0ken"})
        layer.judge(call("Edit", file_path="a.py"))
        before = figures(client)
        postgres_server.stop()
        layer.judge(call("Edit", id="c2", file_path="a.py"))
        away = figures(client)

    assert (before["habitus_store_up"], before["habitus_sessions"]) == (1, 1)
    assert (away["habitus_store_up"], away['habitus_calls_judged_total{decision="allow"}'], away["habitus_calls_waiting"]) == (0, 2, 0)
    assert "habitus_sessions" not in away
    assert (before["habitus_spool_bytes"], away["habitus_spool_refused_bytes"]) == (0, 0)
    assert away["habitus_spool_bytes"] > 0


def broken(*_: Any) -> None:
    raise ValueError("deep down")


def test_a_call_that_fails_is_counted_and_logged_on_the_short_way_too(layer: Layer, caplog: pytest.LogCaptureFixture) -> None:
    body = json.dumps(CALL).encode()
    with served(layer) as port:
        layer.watch = broken
        asked = b"POST /v1/judge HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer t0ken\r\nContent-Length: %d\r\n\r\n%b"
        with socket.create_connection(("127.0.0.1", port), timeout=20) as caller:
            caller.sendall(asked % (len(body), body))
            assert caller.recv(12) == b"HTTP/1.1 500"
        page = httpx.get(f"http://127.0.0.1:{port}/metrics", headers={"Authorization": "Bearer t0ken"}).text

    assert 'habitus_judge_failures_total{way="judge"} 1.0' in page
    (line,) = [one for one in caplog.records if one.name == "habitus.server"]
    assert line.getMessage() == "POST /v1/judge failed: deep down"
    assert line.exc_info
    assert line.exc_info[0] is ValueError


def test_what_fails_is_counted_and_what_was_asked_wrongly_is_not(client: TestClient, layer: Layer) -> None:
    layer.watch = broken
    client.post("/v1/judge", json=CALL)
    client.post("/v1/judge", json={"session": 1})
    client.post("/v1/hooks/claude-code", json={"hook_event_name": "PreToolUse", "cwd": "/w", **WIPE})
    client.post("/v1/hooks/claude-code", content=b"{")

    found = figures(client)
    assert (found['habitus_judge_failures_total{way="judge"}'], found['habitus_judge_failures_total{way="hook"}']) == (1, 1)


def test_a_call_that_the_store_refuses_is_logged(client: TestClient, layer: Layer, caplog: pytest.LogCaptureFixture) -> None:
    layer.store.close()

    assert client.post("/v1/guide", json={"session": "s1"}).status_code == 503
    assert [one.getMessage().partition(":")[0] for one in caplog.records if one.levelname == "WARNING"] == ["POST /v1/guide failed"]


def test_jobs_that_fail_are_counted_where_they_run(layer: Layer) -> None:
    def breaks(_: Layer) -> NoReturn:
        raise ValueError("a way of its own")

    with worker.running(layer, [Job(name="breaks", does="", every=lambda _: 120, run=breaks)], ticks=False) as jobs:
        count = Figures(layer, Desk(layer), lambda: jobs)
        before = count.page().decode()
        id = jobs.run("breaks", who="ana")
        until(lambda: jobs.outcome(id))
        after = count.page().decode()

    assert 'habitus_job_failures_total{job="breaks"} 0.0' in before
    assert 'habitus_job_failures_total{job="breaks"} 1.0' in after
    assert "habitus_job_failures" not in Figures(layer, Desk(layer)).page().decode()


WIPE = {"session_id": "h1", "tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": "rm -rf /"}}


@pytest.mark.parametrize(
    ("path", "body", "session", "tool"),
    [
        ("/v1/judge", {"session": "j1", "id": "c1", "tool": "Bash", "args": {"command": "rm -rf /"}}, "j1", "Bash"),
        ("/v1/hooks/claude-code", {"hook_event_name": "PreToolUse", "cwd": "/w", **WIPE}, "h1", "Bash"),
    ],
)
def test_whichever_way_a_call_comes_in_it_is_counted_traced_and_logged(
    client: TestClient, layer: Layer, path: str, body: dict[str, Any], session: str, tool: str
) -> None:
    tracer, out, count = Tracer(), io.StringIO(), Figures(layer, Desk(layer))
    layer.watch = watching.watch(count, tracer)
    stop = logs.start(to=out)
    try:
        assert client.post(path, json=body).status_code == 200
    finally:
        stop()

    page = count.page().decode()
    assert 'habitus_calls_judged_total{decision="block"} 1.0' in page
    assert "habitus_judge_seconds_count 1.0" in page
    assert tracer.seen
    assert {about["gen_ai.tool.name"] for _, about in tracer.seen} == {tool}
    assert "block" in {about[spans.ACTION] for _, about in tracer.seen}
    (line,) = map(json.loads, out.getvalue().splitlines())
    assert (line["session"], line["decision"], bool(line["rules"])) == (session, "block", True)


def test_what_is_said_after_a_call_and_about_the_agents_words_is_told_too(client: TestClient, layer: Layer) -> None:
    tracer, seen = Tracer(), list[tuple[str, str]]()
    shown = watching.watch(tracer=tracer)

    def watch(event: Any, tool: str, decision: Decision, seconds: float) -> None:
        seen.append((type(event).__name__, tool))
        shown(event, tool, decision, seconds)

    layer.watch = watch
    spoken = {"event": "text", "session": "e1", "id": "t1", "text": "Done."}
    client.post("/v1/judge", json={"session": "e1", "id": "c1", "tool": "Bash", "args": {"command": "ls"}})
    client.post("/v1/events", json={"events": [{"event": "result", "session": "e1", "id": "c1", "error": "no such folder"}, spoken]})

    assert seen == [("ToolCall", "Bash"), ("ToolResult", "Bash"), ("AgentText", "")]
    assert [about[spans.TARGET] for _, about in tracer.seen] == ["input", "output", "output"]
    assert [about[spans.SUBTYPE] for _, about in tracer.seen] == ["tool_call", "tool_call", "llm"]


def test_what_is_told_twice_and_what_is_not_kept_is_not_counted(client: TestClient, layer: Layer) -> None:
    seen: list[str] = []
    layer.watch = lambda event, tool, decision, seconds: seen.append(decision.call)
    for _ in range(2):
        client.post("/v1/judge", json=CALL)

    def half() -> None:
        layer.judge(call("Read", id="c2"))
        raise ValueError("half-way")

    with pytest.raises(ValueError, match="half-way"):
        layer.together(half)

    assert seen == ["c1"]


def test_an_exporter_that_breaks_costs_nobody_an_answer(client: TestClient, layer: Layer) -> None:
    class Broken(Tracer):
        def start_span(self, name: str, *, attributes: Mapping[str, Any], start_time: int) -> Any:
            raise OSError("no route")

    layer.watch = watching.watch(tracer=Broken())

    assert client.post("/v1/judge", json=CALL).json()["decision"] == "allow"


# ── spans ──


class Tracer:
    def __init__(self) -> None:
        self.seen: list[tuple[str, dict[str, Any]]] = []

    def start_span(self, name: str, *, attributes: Mapping[str, Any], start_time: int) -> Any:
        self.seen.append((name, dict(attributes)))

        class Span:
            def end(self) -> None: ...

        return Span()


BY_HOOK = {"hook_event_name": "PreToolUse", "session_id": "h1", "cwd": "/w", "tool_name": "Read", "tool_input": {"file_path": "a.py"}}
ASKED: dict[str, dict[str, Any]] = {"/v1/judge": {**CALL, "id": ""}, "/v1/hooks/claude-code": {**BY_HOOK, "tool_use_id": ""}}


@pytest.mark.parametrize("path", ASKED)
def test_a_span_belongs_to_the_trace_that_its_caller_names(layer: Layer, path: str) -> None:
    kept, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    app = create(layer, "token", tracer=provider.get_tracer("test"))
    traces = {f"c{n}": f"{n:032x}" for n in range(1, 9)}

    async def ask(client: AsyncClient, name: str) -> None:
        headers = {"traceparent": f"00-{traces[name]}-00000000000000ff-01"} if name in traces else {}
        body = {field: value or name for field, value in ASKED[path].items()}
        assert (await client.post(path, json=body, headers=headers)).status_code == 200

    async def ask_all() -> None:
        headers = {"Authorization": "Bearer token"}
        async with AsyncClient(transport=ASGITransport(app), base_url="http://127.0.0.1", headers=headers) as client:
            await asyncio.gather(*(ask(client, name) for name in traces))
            await ask(client, "alone")

    asyncio.run(ask_all())

    named = {span.attributes[spans.TARGET_ID]: span.parent for span in kept.get_finished_spans() if span.attributes}
    assert {name: parent and f"{parent.trace_id:032x}" for name, parent in named.items()} == {**traces, "alone": None}


TRACED = """
import sys
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from starlette.testclient import TestClient
from habitus import assemble
from habitus.config import Settings
from habitus.config.settings import Server
from habitus.server.app import create
kept = InMemorySpanExporter()
trace.set_tracer_provider(TracerProvider())
trace.get_tracer_provider().add_span_processor(SimpleSpanProcessor(kept))
layer = assemble.layer(Settings(server=Server(proxy_upstream="http://127.0.0.1:9")), home=sys.argv[1])
app = create(layer, "t0ken")
client = TestClient(app, base_url="http://127.0.0.1:8787", headers={"Authorization": "Bearer t0ken"})
client.get(f"/proxy/{app.proxy_token}/v1/models")
client.get("/v1/skills?search=otters")
client.post("/v1/judge", json={"session": "s1", "id": "c1", "tool": "Edit", "args": {"file_path": "a.py"}})
layer.close()
names = {span.name for span in kept.get_finished_spans()}
told = "".join(span.to_json() for span in kept.get_finished_spans())
assert names == {"run_guardrail habitus"}, names
assert app.proxy_token not in told and "otters" not in told, told
"""


def test_only_verdicts_are_traced_and_no_address_with_what_is_in_it(tmp_path: Path) -> None:
    """In a process of its own: where spans go is set once."""
    ran = subprocess.run([sys.executable, "-c", TRACED, tmp_path], capture_output=True, text=True, timeout=60, check=False)

    assert ran.returncode == 0, ran.stderr


def test_a_verdict_is_a_span_in_the_guardrail_shape() -> None:
    tracer = Tracer()

    edit = call("Edit", file_path="secret.py")
    spans.telling(tracer)(edit, "Edit", WARNED, 0.002)

    ((name, about),) = tracer.seen
    assert name == "run_guardrail habitus"
    assert about.pop("security.content.input.hash") == call_hash("", "", "Edit", edit.args)
    assert about == {
        "gen_ai.operation.name": "run_guardrail",
        "gen_ai.guardrail.component.name": "habitus",
        "gen_ai.guardrail.target.type": "input",
        "gen_ai.guardrail.target.subtype": "tool_call",
        "gen_ai.guardrail.target.id": "c1",
        "gen_ai.guardrail.verdict.type": "warn",
        "gen_ai.guardrail.verdict.reason": "read_before_edit",
        "gen_ai.guardrail.action.type": "allow",
        "gen_ai.conversation.id": "s1",
        "gen_ai.tool.name": "Edit",
        "gen_ai.tool.call.id": "c1",
        "security.policy.id": "habitus.rules",
        "security.policy.rule.id": "read_before_edit",
    }


@pytest.mark.parametrize(
    ("decision", "verdict", "action"),
    [
        (Decision(call="c1", ruling="allow"), "allow", "allow"),
        (Decision(call="c1", ruling="block", verdicts=(Verdict("r", "block", "pre_tool", "No."),)), "deny", "block"),
        (Decision(call="c1", ruling="ask", verdicts=(Verdict("r", "block", "pre_tool", "No."),)), "deny", "escalate"),
        (Decision(call="c1", ruling="ask", gate=2), "escalate", "escalate"),
        (Decision(call="c1", ruling="block", gate=2), "deny", "block"),
        (Decision(call="c1", ruling="allow", shadows=(Verdict("r", "block", "pre_tool", "No."),)), "deny", "allow"),
        (Decision(call="c1", ruling="allow", shadows=(Verdict("learned:r", "remind", "pre_tool", "No."),)), "deny", "allow"),
    ],
)
def test_what_is_said_and_what_is_done_are_told_apart(decision: Decision, verdict: str, action: str) -> None:
    (about,) = spans.attributes(call("Bash"), "Bash", decision)

    assert (about[spans.VERDICT], about[spans.ACTION]) == (verdict, action)


def test_a_call_that_a_person_is_asked_about_says_so_although_a_rule_only_warned() -> None:
    asked = Decision(call="c1", ruling="ask", gate=2, verdicts=WARNED.verdicts, shadows=(Verdict("r", "block", "pre_tool", "No."),))

    told = [(about[spans.VERDICT], about[spans.ACTION], about.get(spans.CODE)) for about in spans.attributes(call("Edit"), "Edit", asked)]

    assert told == [("escalate", "escalate", "gate_2"), ("warn", "allow", None), ("deny", "allow", None)]


def test_the_real_sdk_takes_them() -> None:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))

    spans.telling(provider.get_tracer("habitus"))(call("Edit"), "Edit", WARNED, 0.002)

    (span,) = kept.get_finished_spans()
    assert (span.end_time or 0) - (span.start_time or 0) >= 2_000_000
    assert (span.name, dict(span.attributes or {})[spans.VERDICT]) == ("run_guardrail habitus", "warn")


def test_without_a_provider_nothing_is_traced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OTEL_EXPORTER_OTLP_ENDPOINT", raising=False)
    monkeypatch.delenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", raising=False)

    assert spans.tracer() is None
    spans.telling(None)(call("Edit"), "Edit", WARNED, 0.001)


@pytest.mark.parametrize(
    ("environ", "name"),
    [
        ({}, "habitus"),
        ({"OTEL_SERVICE_NAME": "guard"}, "guard"),
        ({"OTEL_RESOURCE_ATTRIBUTES": "deployment.environment=prod,service.name=guard"}, "guard"),
        ({"OTEL_RESOURCE_ATTRIBUTES": "deployment.environment=prod"}, "habitus"),
    ],
)
def test_spans_come_from_whom_the_environment_says(environ: dict[str, str], name: str) -> None:
    """In a process of its own: where spans go is set once."""
    program = """
from opentelemetry import trace
from habitus.server import spans
assert spans.tracer()
print(trace.get_tracer_provider().resource.attributes["service.name"])
"""
    there = {**os.environ, "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9", **environ}
    ran = subprocess.run([sys.executable, "-c", program], env=there, capture_output=True, text=True, timeout=60, check=True)

    assert ran.stdout == f"{name}\n"


# ── logs ──


def test_a_log_line_is_json_with_its_session_and_rules() -> None:
    out = io.StringIO()
    stop = logs.start(to=out)
    try:
        logs.judged(call("Edit", file_path="secret.py"), "Edit", WARNED, 0.0012)
        logs.judged(call("Read"), "Read", Decision(call="c2", ruling="allow"), 0.001)
        logs.judged(call("Read"), "Read", Decision(call="c3", ruling="allow", shadows=WARNED.verdicts), 0.001)
        logging.getLogger("habitus.server").warning("broken\nline")
        logging.getLogger("redis.client").warning("a driver's own")
    finally:
        stop()

    first, shadow, second, third = map(json.loads, out.getvalue().splitlines())
    assert (shadow["call"], shadow["shadows"], "rules" in shadow) == ("c3", ["read_before_edit"], False)
    assert first["rules"] == ["read_before_edit"]
    assert (first["session"], first["tool"], first["decision"], first["ms"], first["level"]) == ("s1", "Edit", "allow", 1.2, "info")
    assert "secret.py" not in out.getvalue()
    assert (second["message"], second["log"]) == ("broken\nline", "habitus.server")
    assert (third["message"], third["log"]) == ("a driver's own", "redis.client")


def test_a_fault_is_logged_with_its_traceback() -> None:
    out = io.StringIO()
    stop = logs.start(to=out)
    try:
        raise ValueError("deep down")
    except ValueError:
        logging.getLogger("habitus.server").exception("it broke")
    finally:
        stop()

    assert "ValueError: deep down" in json.loads(out.getvalue())["error"]


def test_a_strangers_name_begins_no_line_and_says_nothing_to_a_terminal() -> None:
    record = logging.LogRecord(
        "habitus.judged", logging.INFO, "", 0, "%s %s", ("block", "Bash\nINFO habitus all is well\x1b[2J\u2028"), None
    )

    assert logs.Plain("%(levelname)s %(message)s").format(record) == r"INFO block Bash\nINFO habitus all is well\x1b[2J\u2028"
