"""Secrets in the steps of a session: a net below the one that every event has passed before it is stored.

`observe.redact` knows more kinds and leaves `[secret:...]`; this catches what a caller hands in without it. Bias: hides too much.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

HOLE = "<secret>"
LEAST = 6
"""Characters from which a value is looked for without its label: a shorter one may be any word."""

_PROMISE = r"(?:password|passwd|pwd|token|secret|api[_-]?key|access[_-]?key|private[_-]?key|credential)s?[\w-]{0,40}"
# Every repetition has an end: a megabyte of letters costs a megabyte of steps.
_LABELLED = re.compile(
    rf"""(?ix) (?P<label>
        {_PROMISE} ["']? \s* [=:] \s* ["']?
      | (?<![\w-]) --? [\w-]{{0,40}} {_PROMISE} \s+ ["']?
      | authorization ["']? \s* : \s* (?:bearer|basic|token) \s+
      | \b (?:curl|wget|http) \b [^\n|;]{{0,300}}? \s -u \s* [^\s:]{{1,100}} :
      | \b mysql\w* \b [^\n|;]{{0,300}}? \s -p
      | :// [^\s/:@]{{1,100}} :
    ) (?P<value> (?!<|\$|["']|[=:]|-) [^\s"'@|;&]+ )"""
)
_TOKENS = re.compile(
    r"\b(?:sk|pk|rk)[-_](?:[\w-]*[-_])?[A-Za-z0-9]{12,}|\bgh[opsur]_\w{16,}|\bgithub_pat_\w{16,}|\bxox[abprs]-[\w-]{10,}|\bglpat-[\w-]{12,}"
    r"|\b(?:AKIA|ASIA)[A-Z0-9]{12,}|\b(?:hf|npm|pypi|dop_v1)[-_]\w{16,}|\beyJ[\w-]{8,}\.[\w.-]{8,}|\bAIza[\w-]{20,}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)",
    re.DOTALL,
)
_REDACTED = re.compile(r"\[secret:[a-z0-9_]{1,20}:[0-9a-f]{8}\]")


def found(texts: Iterable[str]) -> set[str]:
    """The values, to be hidden wherever they stand."""
    seen = {value for text in texts for value in ({one["value"] for one in _LABELLED.finditer(text)} | set(_TOKENS.findall(text)))}
    return {value for value in seen if len(value) >= LEAST and not value.startswith("[secret")}


def hidden(text: str) -> str:
    return _LABELLED.sub(lambda one: one["label"] + HOLE, _TOKENS.sub(HOLE, _REDACTED.sub(HOLE, text)))
