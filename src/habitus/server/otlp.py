"""POST /v1/logs, /v1/traces, /v1/metrics: telemetry of agents that have no hooks (OTLP/HTTP). JSON, and protobuf where it is installed.

What was told is kept before the exporter hears that it was; where the store fails it is asked to send again, and what comes twice is kept
once. Metrics are taken and not read. Who may send, and how much at once, is decided at the door:
`OTEL_EXPORTER_OTLP_HEADERS=Authorization=Bearer <token>`.
"""

from __future__ import annotations

import base64
import binascii
import logging
import zlib
from importlib import import_module
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.routing import Route

from habitus.errors import HabitusError
from habitus.hosts import otlp
from habitus.server import outside

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.requests import Request

    from habitus.hosts.otlp import Signal
    from habitus.layer import Layer
    from habitus.types import Event

log = logging.getLogger("habitus.otlp")

LARGEST = 16 * 1024 * 1024
"""Bytes of a body once it is unpacked: conversations of some hundred messages, a few of them at a time."""

TOGETHER = 64
"""Events of one transaction: calls that wait to be judged come in between."""

PROTOBUF = "application/x-protobuf"
JSON = "application/json"
REJECTED = {"logs": "rejectedLogRecords", "traces": "rejectedSpans"}
SERVICES = {
    "logs": ("opentelemetry.proto.collector.logs.v1.logs_service_pb2", "ExportLogsService"),
    "traces": ("opentelemetry.proto.collector.trace.v1.trace_service_pb2", "ExportTraceService"),
}
IDS = ("traceId", "spanId", "parentSpanId")


class Unreadable(Exception):
    """A body that cannot be taken, and the status that says so."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


def routes(layer: Layer) -> list[Route]:
    """For the server's application; who may send is decided at its door."""

    async def logs(request: Request) -> Response:
        return await _received(layer, request, "logs")

    async def traces(request: Request) -> Response:
        return await _received(layer, request, "traces")

    async def metrics(request: Request) -> Response:
        kind = _kind(request)
        return Response(b"" if kind == PROTOBUF else b"{}", media_type=kind)

    return [Route(f"/v1/{one.__name__}", one, methods=["POST"]) for one in (logs, traces, metrics)]


async def _received(layer: Layer, request: Request, signal: Signal) -> Response:
    kind = _kind(request)
    try:
        raw = await request.body()
        refused = await run_in_threadpool(_kept, layer, signal, raw, kind, request.headers.get("content-encoding", ""))
    except Unreadable as error:
        return _problem(error.status, str(error))
    except HabitusError as error:
        log.warning("telemetry is not kept, its sender tries again: %s", error)
        return _problem(503, str(error))
    return Response(_answer(signal, kind, refused), media_type=kind)


def _kept(layer: Layer, signal: Signal, raw: bytes, kind: str, encoding: str) -> int:
    """How many records were not taken."""
    body = decoded(unpacked(raw, encoding), kind, signal)
    found = otlp.read(signal, body, layer.clock())
    for start in range(0, len(found.events), TOGETHER):
        _observe(layer, found.events[start : start + TOGETHER])
    return found.refused


def _observe(layer: Layer, events: Sequence[Event]) -> None:
    def told() -> None:
        for event in events:
            layer.observe(event)

    try:
        layer.together(told)
    except HabitusError:
        raise
    except Exception:  # noqa: BLE001 - one of them is more than a stage can bear: nothing was kept, so each is told by itself
        for event in events:
            try:
                layer.observe(event)
            except HabitusError:
                raise
            except Exception:
                log.exception("an event of a %s could not be taken in; the others are", type(event).__name__)


# ── bodies ──


def unpacked(raw: bytes, encoding: str) -> bytes:
    if encoding.strip().lower() in ("", "identity"):
        return raw
    if encoding.strip().lower() != "gzip":
        raise Unreadable(415, "Only gzip is unpacked here: set OTEL_EXPORTER_OTLP_COMPRESSION to gzip or none.")
    packed = zlib.decompressobj(wbits=31)
    try:
        found = packed.decompress(raw, LARGEST + 1)
    except zlib.error:
        raise Unreadable(400, "The body is not gzip, although its header says so.") from None
    if len(found) > LARGEST:
        raise Unreadable(413, f"A body has at most {LARGEST:,} bytes unpacked: export more often, or in smaller batches.")
    if not packed.eof:
        raise Unreadable(400, "The gzip body is cut off.")
    return found


def decoded(body: bytes, kind: str, signal: Signal) -> Any:
    """A body as OTLP's JSON, whichever way it came."""
    if kind == PROTOBUF:
        return _from_protobuf(body, signal)
    try:
        return outside.read_all_the_same(body)
    except ValueError:
        raise Unreadable(400, "The body is not JSON.") from None


def _from_protobuf(body: bytes, signal: Signal) -> Any:
    try:
        plain, message = import_module("google.protobuf.json_format"), import_module("google.protobuf.message")
    except ImportError as error:
        raise _without() from error
    request = _message(signal, "Request")
    try:
        request.ParseFromString(body)
        found = plain.MessageToDict(request)
    except (message.DecodeError, ValueError, RecursionError):
        raise Unreadable(400, "The body is not what its type says: OTLP in protobuf.") from None
    outer, middle, inner = otlp.values.LISTS[signal]
    for resource in found.get(outer, ()):
        for scope in resource.get(middle, ()):
            for one in scope.get(inner, ()):
                one.update({name: _hex(one[name]) for name in IDS if name in one})
    return found


def _message(signal: Signal, end: str) -> Any:
    try:
        return getattr(import_module(SERVICES[signal][0]), f"{SERVICES[signal][1]}{end}")()
    except ImportError as error:
        raise _without() from error


def _without() -> Unreadable:
    return Unreadable(
        415, "Protobuf is not installed here: pip install 'habitus[otel]', or send JSON with OTEL_EXPORTER_OTLP_PROTOCOL=http/json."
    )


def _hex(given: str) -> str:
    """In JSON proper ids are hexadecimal; protobuf's own JSON has them in base64."""
    try:
        return base64.b64decode(given).hex()
    except (binascii.Error, ValueError):
        return ""


# ── answers ──


def _kind(request: Request) -> str:
    return PROTOBUF if request.headers.get("content-type", "").partition(";")[0].strip().lower() == PROTOBUF else JSON


def _answer(signal: Signal, kind: str, refused: int) -> bytes:
    why = f"A body has at most {otlp.MOST:,} records: export more often, or in smaller batches."
    if kind == PROTOBUF:
        answer = _message(signal, "Response")
        if refused:
            setattr(answer.partial_success, "rejected_log_records" if signal == "logs" else "rejected_spans", refused)
            answer.partial_success.error_message = why
        return bytes(answer.SerializeToString())
    return outside.written({"partialSuccess": {REJECTED[signal]: str(refused), "errorMessage": why}} if refused else {})


def _problem(status: int, why: str) -> Response:
    """By OTLP an error is a `Status`; 429, 502, 503 and 504 are sent again."""
    headers = {"Retry-After": "5"} if status == 503 else None
    return Response(outside.written({"code": 14 if status == 503 else 3, "message": why}), status, headers, JSON)
