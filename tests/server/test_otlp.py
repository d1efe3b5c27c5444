"""POST /v1/logs, /v1/traces, /v1/metrics behind the door: JSON, protobuf, gzip, and what is none of them."""

import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceResponse
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceResponse
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from starlette.applications import Starlette
from starlette.testclient import TestClient

from habitus.errors import StoreError
from habitus.hosts import otlp as reading
from habitus.layer import Layer
from habitus.server import otlp
from habitus.server.door import Door
from habitus.server.passes import Passes
from habitus.types import Event, SessionEnd, ToolCall, ToolResult
from hosts.otlp.bodies import joined, logged, spanned

TOKEN = "t0ken"
HERE = "http://127.0.0.1:8787"
PROTOBUF = {"content-type": "application/x-protobuf"}
TURN = joined(
    logged("user_prompt", 0, session__id="s1", prompt__id="p1", prompt="list the files"),
    logged("tool_result", 1, session__id="s1", tool_name="Bash", tool_use_id="toolu_1", success="true", tool_input='{"command": "ls"}'),
)


@pytest.fixture
def client(layer: Layer) -> Iterator[TestClient]:
    """`layer` is the house's; only what is ours stands behind the door."""
    door = Door(Starlette(routes=otlp.routes(layer)), passes=Passes(TOKEN, layer.store.doors(), layer.clock))
    with TestClient(door, base_url=HERE, headers={"Authorization": f"Bearer {TOKEN}"}) as found:
        yield found


def kept(layer: Layer, session: str = "s1") -> list[Event]:
    return [told.event for told in layer.store.events(session)]


def traced() -> bytes:
    """What the real SDK sends of a tool's run."""
    exporter = InMemorySpanExporter()
    provider = TracerProvider(resource=Resource({"service.name": "my-agent"}))
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    attributes = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "search", "gen_ai.conversation.id": "talk"}
    with provider.get_tracer("t").start_as_current_span("execute_tool search", attributes=attributes) as span:
        span.set_attribute("gen_ai.tool.call.arguments", json.dumps({"q": "x"}))
        span.set_attribute("gen_ai.tool.call.result", "found it")
    return bytes(encode_spans(exporter.get_finished_spans()).SerializeToString())


def test_what_is_told_twice_is_kept_once(client: TestClient, layer: Layer) -> None:
    for _ in range(2):
        answer = client.post("/v1/logs", json=TURN)
        assert (answer.status_code, answer.json()) == (200, {})

    assert [type(event).__name__ for event in kept(layer)] == ["UserMessage", "ToolCall", "ToolResult"]


def test_a_packed_body_is_unpacked(client: TestClient, layer: Layer) -> None:
    packed = gzip.compress(json.dumps(TURN).encode())

    assert (
        client.post("/v1/logs", content=packed, headers={"content-encoding": "gzip", "content-type": "application/json"}).status_code == 200
    )
    assert len(kept(layer)) == 3


def test_spans_of_the_real_sdk_come_as_protobuf(client: TestClient, layer: Layer) -> None:
    body = traced()
    for content, headers in ((body, PROTOBUF), (gzip.compress(body), {**PROTOBUF, "content-encoding": "gzip"})):
        answer = client.post("/v1/traces", content=content, headers=headers)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/x-protobuf"
        assert not ExportTraceServiceResponse.FromString(answer.content).HasField("partial_success")

    call, result = kept(layer, "talk")
    assert isinstance(call, ToolCall)
    assert (call.tool, call.args, call.agent) == ("search", {"q": "x"}, "my-agent")
    assert isinstance(result, ToolResult)
    assert result.result == "found it"


def test_ids_are_the_same_whichever_way_they_come(client: TestClient, layer: Layer) -> None:
    given = otlp.decoded(traced(), "application/x-protobuf", "traces")
    span = given["resourceSpans"][0]["scopeSpans"][0]["spans"][0]

    assert len(span["traceId"]) == 32
    assert int(span["traceId"], 16)


def test_metrics_are_taken_and_not_read(client: TestClient, layer: Layer) -> None:
    assert client.post("/v1/metrics", json={"resourceMetrics": [{"x": 1}]}).json() == {}
    assert client.post("/v1/metrics", content=b"\x00\xff", headers=PROTOBUF).content == b""
    assert layer.store.past().recent() == []


def test_records_past_the_limit_are_said_to_be_left_out(client: TestClient) -> None:
    records = [{"body": {"stringValue": "x"}}] * (reading.MOST + 2)
    body = {"resourceLogs": [{"scopeLogs": [{"logRecords": records}]}]}

    assert client.post("/v1/logs", json=body).json()["partialSuccess"]["rejectedLogRecords"] == "2"
    said = otlp._answer("logs", otlp.PROTOBUF, 2)
    assert ExportLogsServiceResponse.FromString(said).partial_success.rejected_log_records == 2


@pytest.mark.parametrize(
    ("content", "headers", "status"),
    [
        (b"{", {}, 400),
        (b"", {}, 400),
        (b"[" * 100_000, {}, 400),
        (b"\xff\xff\xff", PROTOBUF, 400),
        (b"plain", {"content-encoding": "gzip"}, 400),
        (gzip.compress(b"{}" * 1000, mtime=0)[:-20], {"content-encoding": "gzip"}, 400),
        (b"{}", {"content-encoding": "br"}, 415),
        (gzip.compress(b" " * (otlp.LARGEST + 1), mtime=0), {"content-encoding": "gzip"}, 413),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(client: TestClient, content: bytes, headers: dict[str, str], status: int) -> None:
    answer = client.post("/v1/logs", content=content, headers=headers)

    assert answer.status_code == status
    assert answer.json()["message"]


@pytest.mark.parametrize(
    "body", [b"null", b"[]", b"5", b'{"resourceLogs": 7}', b'{"resourceLogs": [null, {"scopeLogs": [[]]}]}', b'{"a": NaN}', b'{"a": 1e999}']
)
def test_json_that_tells_nothing_is_taken(client: TestClient, layer: Layer, body: bytes) -> None:
    assert client.post("/v1/logs", content=body).status_code == 200
    assert layer.store.past().recent() == []


def test_nobody_sends_without_a_token(client: TestClient, layer: Layer) -> None:
    assert client.post("/v1/logs", json=TURN, headers={"Authorization": "Bearer wrong"}).status_code == 401
    assert kept(layer) == []


class Full:
    """A layer whose disk is full, or that stumbles over one event."""

    def __init__(self, layer: Layer, error: Exception, over: type[Event]) -> None:
        self._layer, self._error, self._over = layer, error, over
        self.clock, self.together = layer.clock, layer.together

    def observe(self, event: Event) -> bool:
        if isinstance(event, self._over):
            raise self._error
        return self._layer.observe(event)


def test_what_could_not_be_kept_is_asked_for_again(layer: Layer) -> None:
    full: Any = Full(layer, StoreError("the disk is full"), ToolResult)
    answer = TestClient(Starlette(routes=otlp.routes(full))).post("/v1/logs", json=TURN)

    assert answer.status_code == 503
    assert answer.headers["retry-after"]
    assert kept(layer) == []


def test_an_event_that_breaks_something_does_not_take_the_others_with_it(layer: Layer) -> None:
    stumbles: Any = Full(layer, ZeroDivisionError(), ToolCall)
    answer = TestClient(Starlette(routes=otlp.routes(stumbles))).post("/v1/logs", json=TURN)

    assert answer.status_code == 200
    assert [type(event).__name__ for event in kept(layer)] == ["UserMessage", "ToolResult"]


def test_a_large_body_does_not_keep_calls_from_being_judged(layer: Layer) -> None:
    many = joined(
        *(spanned("execute_tool x", n, span=f"{n:016x}", attributes={"gen_ai.operation.name": "execute_tool"}) for n in range(1, 200))
    )
    turns: list[int] = []

    timed: Any = Full(layer, ZeroDivisionError(), SessionEnd)

    def together(tell: Callable[[], None]) -> None:
        turns.append(1)
        layer.together(tell)

    timed.together = together
    TestClient(Starlette(routes=otlp.routes(timed))).post("/v1/traces", json=many)

    assert len(turns) == -(-2 * 199 // otlp.TOGETHER)  # the lock is free in between


def test_zlib_is_told_where_to_stop() -> None:
    bomb = zlib.compress(b"\0" * (otlp.LARGEST * 4), 9, wbits=31)

    with pytest.raises(otlp.Unreadable) as refused:
        otlp.unpacked(bomb, "gzip")
    assert refused.value.status == 413
