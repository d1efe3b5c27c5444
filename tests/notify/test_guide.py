"""docs/notifications.md is true: its code runs, and what it shows is what is sent."""

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from notify.loopback import SECRET, Loopback, Request, channels, notice
from nouns import START

GUIDE = (Path(__file__).parents[2] / "docs/notifications.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)


@pytest.fixture
def is_ours() -> Any:
    names: dict[str, Any] = {}
    (code,) = blocks("python")
    exec(code, names)
    return names["is_ours"]


@pytest.fixture
def request_(server: Loopback) -> Request:
    channels(server.url).send(notice("webhook"), START)
    return server.requests[0]


def test_the_shown_lines_and_body_are_those_that_are_sent() -> None:
    (lines,) = blocks("text")
    (body,) = blocks("json")
    assert notice("telegram").body["text"] == lines.rstrip("\n")
    assert notice("webhook").body == json.loads(body)


def test_the_shown_code_knows_ours_from_others(is_ours: Any, request_: Request) -> None:
    now = START.timestamp()
    assert is_ours(SECRET, request_.headers, request_.body, now)
    assert not is_ours(SECRET, request_.headers, request_.body + b" ", now)
    assert not is_ours(SECRET, request_.headers | {"webhook-id": "webhook:other"}, request_.body, now)
    assert not is_ours(SECRET.replace("YSBr", "YSBs"), request_.headers, request_.body, now)
    assert not is_ours(SECRET, request_.headers | {"webhook-signature": "v1,ñ v2,x"}, request_.body, now)


def test_the_shown_code_refuses_what_is_old_and_takes_one_signature_of_several(is_ours: Any, request_: Request) -> None:
    now = START.timestamp()
    assert not is_ours(SECRET, request_.headers, request_.body, (START + timedelta(minutes=6)).timestamp())
    assert not is_ours(SECRET, request_.headers | {"webhook-timestamp": "soon"}, request_.body, now)
    rotated = request_.headers | {"webhook-signature": f"v1,AAAA {request_.headers['webhook-signature']}"}
    assert is_ours(SECRET, rotated, request_.body, now)


def test_every_setting_the_errors_name_is_in_the_guide() -> None:
    source = Path(__file__).parents[2] / "src/habitus/notify"
    named = {name for file in source.glob("*.py") for name in re.findall(r"`notify\.(\w+)`", file.read_text(encoding="utf-8"))}
    assert named
    for name in named:
        assert re.search(rf"\b{name}\b", GUIDE), name
