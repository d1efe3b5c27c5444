"""The OpenAPI: what FastAPI knows of its routes, what it does not (the hot routes), and what the door adds to all of them."""

from typing import Any

from fastapi import FastAPI

from habitus.server.hot import TOGETHER
from habitus.server.problems import ALWAYS, Told, declared

ABOUT = """Correct your agent once: it remembers, and is held to it.

Send `Authorization: Bearer <token>`: the server's own token, or an API key (`habitus keys add`). An agent tells
what happens and asks what follows, a viewer reads, an operator changes lessons and answers too, an admin changes agents, guardrails and
keys. Every write may carry an `Idempotency-Key`: the same key with the same
request gets the same answer, with another request it is refused (409). Lists carry an `ETag`. What goes wrong is told as
`application/problem+json`, with the remedy in `detail`."""

STRING = {"type": "string"}
NAME = {"type": "string", "minLength": 1}
MAYBE = {"type": ["string", "null"]}
LOOSE = {"anyOf": [{"type": "string", "minLength": 1}, {"type": "integer"}]}
WHEN = {
    "anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}],
    "description": "When it happened; now, if that is not said.",
}
MOMENT = {"session": NAME, "at": WHEN, "key": MAYBE, "agent": MAYBE, "workspace": MAYBE}
CALL = {
    **MOMENT,
    "id": LOOSE,
    "tool": LOOSE,
    "args": {"type": ["object", "null"]},
    "batch": {"type": ["string", "integer", "null"]},
    "branch": {"type": ["string", "null"]},
}
SEVERAL = {"type": "array", "maxItems": TOGETHER, "items": {"$ref": "#/components/schemas/TraceEvent"}}
VERDICT = {
    "type": "object",
    "required": ["rule", "action", "when", "message"],
    "properties": {
        "rule": STRING,
        "action": {"enum": ["block", "warn", "remind"]},
        "when": {"enum": ["pre_tool", "post_tool", "on_text"]},
        "message": {"type": "string", "description": "For the model: imperative, and naming the way out."},
    },
}
VERDICTS = {"type": "array", "items": {"$ref": "#/components/schemas/RuleVerdict"}}


def _event(kind: str, required: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    properties = {"event": {"const": kind}, **MOMENT, **more}
    return {"type": "object", "required": ["event", "session", *required], "properties": properties}


EVENTS = [
    _event("user", ("text",), text=LOOSE),
    _event("text", ("text",), text=LOOSE),
    _event("call", ("id", "tool"), **{name: CALL[name] for name in ("id", "tool", "args", "batch", "branch")}),
    _event("result", ("id",), id=LOOSE, result={}, error=MAYBE),
    _event("turn"),
    _event("feedback", ("rating",), rating={"type": "integer", "minimum": 1, "maximum": 5}),
    _event("end", reason=MAYBE),
]
SCHEMAS: dict[str, Any] = {
    "Problem": Told.model_json_schema(),
    "RuleVerdict": VERDICT,
    "TraceEvent": {"oneOf": EVENTS},
    "ToolCall": {"type": "object", "required": ["session", "id", "tool"], "properties": CALL},
    "Decision": {
        "type": "object",
        "required": ["id", "decision", "verdicts", "reason", "approval"],
        "properties": {
            "id": STRING,
            "decision": {"enum": ["allow", "block", "ask"]},
            "verdicts": VERDICTS,
            "reason": STRING,
            "approval": {"type": "string", "description": "The approval that was used up, or that now waits for a person."},
        },
    },
    "GuideAsked": {"type": "object", "required": ["session"], "properties": {"session": NAME, "prompt": MAYBE}},
    "Guidance": {
        "type": "object",
        "required": ["text", "tokens", "lessons", "examples"],
        "properties": {
            "text": {"type": "string", "description": "Empty: nothing to say."},
            "tokens": {"type": "integer"},
            "lessons": {"type": "array", "items": STRING},
            "examples": {"type": "array", "items": {"type": "object", "properties": {"user": STRING, "assistant": STRING}}},
        },
    },
    "TraceEvents": {
        "anyOf": [
            {"$ref": "#/components/schemas/TraceEvent"},
            {
                "type": "object",
                "required": ["events"],
                "properties": {"events": SEVERAL},
            },
        ]
    },
    "Taken": {
        "type": "object",
        "required": ["events", "answers"],
        "properties": {
            "events": {"type": "integer"},
            "answers": {
                "type": "array",
                "description": "One for every result and text, in order.",
                "items": {"type": "object", "required": ["id", "verdicts"], "properties": {"id": STRING, "verdicts": VERDICTS}},
            },
        },
    },
}
HOT = {
    "/v1/judge": ("ToolCall", "Decision", "judge", "What follows for a call that is about to run. The same id again gets the same answer."),
    "/v1/guide": ("GuideAsked", "Guidance", "guide", "What the model should know before it speaks."),
    "/v1/events": ("TraceEvents", "Taken", "events", "Tell what happened: one event, or many, all or none. Results and texts are judged."),
}


TAG = {"description": "Of this answer: for `If-None-Match`, the next time.", "schema": STRING}
ASKED_BEFORE: dict[str, Any] = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "description": "The `ETag` of an answer that is known: 304 while nothing has changed.",
    "schema": STRING,
}
DONE_ONCE: dict[str, Any] = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "A random one of yours, such as a UUID: sent again with it, the same request is done once and gets the same answer.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]([ -~]*[!-~])?$"},
}


def openapi(api: FastAPI) -> dict[str, Any]:
    from fastapi.openapi.utils import get_openapi

    told = get_openapi(title=api.title, version=api.version, description=ABOUT, routes=api.routes, openapi_version="3.1.0")
    told["paths"] |= {path: {"post": _hot(*about)} for path, about in HOT.items()} | {"/v1/hooks/{host}": {"post": _hooks()}}
    told["paths"]["/metrics"] = {"get": _metrics()}
    schemas = told.setdefault("components", {}).setdefault("schemas", {})
    schemas.pop("HTTPValidationError", None)
    schemas.pop("ValidationError", None)
    if both := schemas.keys() & SCHEMAS.keys():
        raise ValueError(f"two shapes have one name: {', '.join(sorted(both))}")
    schemas.update(SCHEMAS)
    told["components"]["securitySchemes"] = {"bearer": {"type": "http", "scheme": "bearer"}}
    told["security"] = [{"bearer": []}]
    for path, operations in told["paths"].items():
        for method, operation in operations.items():
            _completed(path, method, operation)
    return told


def _hot(asked: str, answer: str, name: str, about: str) -> dict[str, Any]:
    body = {"required": True, "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{asked}"}}}}
    best = {"description": "Done.", "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{answer}"}}}}
    problems = {str(code): about for code, about in declared(*ALWAYS, 502).items()}
    return {"operationId": name, "tags": ["agents at work"], "summary": about, "requestBody": body, "responses": {"200": best, **problems}}


def _hooks() -> dict[str, Any]:
    """A host's own JSON in, its own JSON out: what is in them is the host's to say."""
    from habitus.hosts.hooks.capabilities import HOSTS

    whole = {"application/json": {"schema": {"type": "object"}}}
    host = {"name": "host", "in": "path", "required": True, "schema": {"enum": sorted(HOSTS)}}
    problems = {str(code): about for code, about in declared(400, 404, *ALWAYS).items()}
    return {
        "operationId": "hook",
        "tags": ["agents at work"],
        "summary": "What a host's hook says, and what it is answered.",
        "parameters": [host],
        "requestBody": {"required": True, "content": whole},
        "responses": {"200": {"description": "For the host.", "content": whole}, **problems},
    }


def _metrics() -> dict[str, Any]:
    page = {"description": "In Prometheus' format.", "content": {"text/plain": {"schema": STRING}}}
    problems = {str(code): about for code, about in declared(*ALWAYS).items()}
    return {"operationId": "metrics", "tags": ["health"], "summary": "Figures for Prometheus.", "responses": {"200": page, **problems}}


def _completed(path: str, method: str, operation: dict[str, Any]) -> None:
    """What the door and its like take and may answer before a route is reached."""
    answers = operation["responses"]
    if path.startswith("/v1/"):
        operation["parameters"] = [*operation.get("parameters", []), ASKED_BEFORE if method == "get" else DONE_ONCE]
    if method == "get" and path.startswith("/v1/"):
        answers["200"]["headers"] = {**answers["200"].get("headers", {}), "ETag": TAG}
        answers.setdefault("304", {"description": "It is as it was (`If-None-Match`).", "headers": {"ETag": TAG}})
    if method != "get":
        answers |= {str(code): about for code, about in declared(400, 409, 413).items() if str(code) not in answers}
