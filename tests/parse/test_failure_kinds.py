"""What kind of failure an error is, and whether it passes by itself."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.parse.failure import Category, category, is_transient, pattern

GROUPS = json.loads((Path(__file__).parent.parent / "cases" / "error_groups.json").read_text())


def test_the_cases_are_of_their_kind() -> None:
    wrong = [
        (group["group"], message)
        for group in GROUPS
        for message in group["messages"]
        if category(message, group["tool"]) not in (group["category"], *(group.get("category_also_ok") or []))
    ]

    assert wrong == []


@pytest.mark.parametrize(
    ("type_name", "kind"),
    [
        ("TimeoutError", "timeout"),
        ("httpx.ReadTimeout", "timeout"),
        ("subprocess.TimeoutExpired", "timeout"),
        ("google.api_core.exceptions.DeadlineExceeded", "timeout"),
        ("PermissionError", "permission"),
        ("AccessDeniedException", "permission"),
        ("RateLimitError", "provider_error"),
        ("anthropic.APIStatusError", "provider_error"),
        ("openai.BadRequestError", "provider_error"),
        ("ValueError", "tool_error"),
        ("", "tool_error"),
    ],
)
def test_the_type_of_an_error_decides_first(type_name: str, kind: Category) -> None:
    assert category("it went wrong", "tool", type_name) == kind
    assert category(f"{type_name}: it went wrong", "tool") == kind


@pytest.mark.parametrize(
    ("kind", "messages"),
    [
        (
            "timeout",
            [
                "the request timed out",
                "context deadline exceeded",
                "504 Gateway Timeout",
                "connect ETIMEDOUT 10.0.0.1:443",
                "Timeout 30000ms exceeded",
                "i/o timeout",
                "se agotó el tiempo de espera",
                "El tiempo de espera se agotó",
                "o tempo limite da operação foi atingido",
                "délai d’attente dépassé",
                "Zeitüberschreitung bei der Anforderung",
                "il tempo di attesa è scaduto",
                "请求超时",
            ],
        ),
        (
            "permission",
            [
                "Permission denied (publickey).",
                "EACCES: open '/x'",
                "Operation not permitted",
                "HTTP 401 Unauthorized",
                "status code 403",
                "must be owner of table t",
                "you do not have the required permissions",
                "permiso denegado",
                "acesso negado ao arquivo",
                "l'accès est interdit",
                "Der Zugriff auf den Pfad wurde verweigert",
                "operazione non consentita",
                "权限不够",
            ],
        ),
        (
            "provider_error",
            [
                "HTTP 429 Too Many Requests",
                "rate_limit_error",
                "you exceeded your current quota",
                "Incorrect API key provided",
                "the model is overloaded",
                "demasiadas solicitudes",
                "muitas requisições",
                "trop de requêtes",
                "zu viele Anfragen",
                "troppe richieste",
                "请求过于频繁",
            ],
        ),
        (
            "tool_error",
            [
                "unrecognized arguments: --timeout 5",
                "unexpected keyword argument 'timeout'",
                "timeout must be positive",
                "cannot parse /srv/api/models.py",
                "GET https://example.com/api/model returned 500 Internal Server Error",
                "the therapist is rapid in capitals",
                "Disk quota exceeded",
                "the data model is stale",
                "connection refused",
                "fichero no encontrado",
                "文件不存在",
            ],
        ),
    ],
)
def test_words_decide_where_no_type_does(kind: Category, messages: list[str]) -> None:
    assert {message: category(message, "tool") for message in messages} == dict.fromkeys(messages, kind)


def test_without_a_tool_what_is_nobodys_is_general() -> None:
    assert category("it broke") == "general"
    assert category("it broke", "tool") == "tool_error"


@pytest.mark.parametrize(
    "message",
    [
        "read ECONNRESET",
        "connection reset by peer",
        "requests.exceptions.ReadTimeout: 10",
        "rate limit reached",
        "503 Service Unavailable",
        "database is locked",
        "please try again later",
        "conexión restablecida",
        "Verbindung wurde zurückgesetzt",
        "请稍后再试",
    ],
)
def test_what_passes_by_itself_is_transient(message: str) -> None:
    assert is_transient(message)


@pytest.mark.parametrize(
    "message",
    [
        "No such file or directory",
        "connection refused",
        "rate limit: insufficient_quota, check your billing",
        "unexpected keyword argument 'timeout'",
        "correct the input and try again",
        "unexpected EOF while looking for matching quote",
        "permission denied",
    ],
)
def test_what_stays_until_somebody_acts_is_not(message: str) -> None:
    assert not is_transient(message)


@given(st.text(max_size=200), st.sampled_from(["", "tool"]))
def test_every_text_is_of_some_kind_and_its_pattern_of_the_same(text: str, tool: str) -> None:
    found = category(text, tool)

    assert found in ("timeout", "permission", "provider_error", "tool_error", "general")
    if pattern(pattern(text)) == pattern(text):
        assert category(pattern(text), tool) == found
    assert is_transient(text) in (True, False)
