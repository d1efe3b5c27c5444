"""Take secrets out of text and values before anything is stored. Values in, values out. No I/O, no clock.

A secret becomes `[secret:<kind>:<8 hex>]`. The hex is an HMAC under the store's own key: equal secrets look equal, and a weak
password cannot be guessed from its placeholder. Labels, users and hosts stay, so that what was learned still reads.

    tokens    known by their own shape     sk-ant-..., eyJ..., -----BEGIN PRIVATE KEY-----
    places    known by where they stand    https://user:...@host, Authorization: Basic ..., curl -u user:...
    labels    known by their name          DB_PASSWORD=..., "apiKey": "..."

Bias: unlabelled passwords pass, and so do bare words after a label (`token: primary`), because code and prose are full of them.
Scores: bench/redaction.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from habitus.observe.redact import labels, places, tokens
from habitus.observe.redact.shapes import Finding, is_password, is_stand_in, pattern

__all__ = ["Finding", "findings", "text", "value"]

PLACEHOLDER = r"\[secret:[a-z0-9_]{1,20}:[0-9a-f]{8}\]"

ROUNDS = 4
"""Taking one secret out can bring another to light. Real text needs two rounds, the second to find nothing; the cap is for hostile text."""

ECHOES = 64
"""Secrets of one text that are looked for again without their label. A cap, so that the time stays linear."""

DEPTH = 100
"""How deep a value is walked: below that nobody could have looked, so nothing is kept."""


def text(text: str, *, key: bytes) -> str:
    """The text without its secrets; the very same object when there are none."""
    return _clean(text, key, {})


def value(value: Any, *, key: bytes) -> Any:
    """The value without its secrets, of the same structure; the very same object when there are none."""
    taken: dict[str, str] = {}
    clean = _rebuild(value, lambda text, name: _clean_named(text, name, key, taken))
    return _rebuild(clean, lambda text, _: _echo(text, taken)) if taken else clean


def findings(text: str) -> list[Finding]:
    """Where the secrets are and how we know, in order, without overlaps."""
    flat = _flat(text)
    lower = flat.lower()
    found = [
        *tokens.blocks(flat),
        *tokens.issued(flat),
        *places.addresses(flat),
        *places.headers(flat, lower),
        *places.commands(flat, lower),
        *labels.find(flat, lower),
    ]
    return _settle(found) if found else found


def _settle(found: list[Finding]) -> list[Finding]:
    """Where two overlap, both go, under the name of the first: what is known by its shape is known best."""
    settled: list[Finding] = []
    for finding in sorted(found, key=lambda finding: finding.start):
        if settled and finding.start < settled[-1].end:
            settled[-1] = settled[-1]._replace(end=max(settled[-1].end, finding.end))
        else:
            settled.append(finding)
    return settled


def _flat(text: str) -> str:
    masked = _mask(text)
    return masked if masked.isascii() else masked.encode("ascii", "replace").decode()


def _mask(text: str) -> str:
    return pattern(PLACEHOLDER).sub(lambda match: "\0" * len(match[0]), text) if "[secret:" in text else text


# ── taking out ───────────────────────────────────────────────────────────────────────────────────


def _clean(text: str, key: bytes, taken: dict[str, str]) -> str:
    for _ in range(ROUNDS):
        found = findings(text)
        if not found:
            break
        pieces, end = [], 0
        for kind, start, stop in found:
            pieces += text[end:start], _take(text[start:stop], kind, key, taken)
            end = stop
        text = _echo("".join((*pieces, text[end:])), taken)
    return text


def _take(secret: str, kind: str, key: bytes, taken: dict[str, str]) -> str:
    import hmac

    # A private key is the same key when its lines are indented, or when they are escaped for JSON.
    content = "".join(secret.replace("\\n", "").split()) if kind == "private_key" else secret
    taken[secret] = f"[secret:{kind}:{hmac.digest(key, content.encode('utf-8', 'surrogatepass'), 'sha256').hex()[:8]}]"
    return taken[secret]


def _echo(text: str, taken: dict[str, str]) -> str:
    """Take out the secrets that stand in the text a second time, without their label: in the command that uses them, in the error
    that quotes them. Plain words stay: whoever chose `postgres` for a password did not mean every mention of it.
    """
    for secret in sorted(list(taken)[:ECHOES], key=len, reverse=True):
        if secret in text and is_password(secret):
            parts = pattern(f"({PLACEHOLDER})").split(text)
            parts[::2] = [part.replace(secret, taken[secret]) for part in parts[::2]]
            text = "".join(parts)
    return text


def _clean_named(text: str, name: str, key: bytes, taken: dict[str, str]) -> str:
    """A text that stands under a name in a structure: the name may say that all of it is secret."""
    flat, promised = _flat(text), labels.promise(name)
    if name.lower() in ("cookie", "set-cookie", "auth"):
        clean = _clean(f"{name}: {text}", key, taken)
        return clean[len(name) + 2 :] if len(clean) != len(name) + 2 + len(text) else text
    if promised is None or is_stand_in(flat) or (promised != "password" and len(flat.split()) > 1 + (promised == "auth")):
        return _clean(text, key, taken)
    scheme, space, secret = text.rpartition(" ") if promised == "auth" else ("", "", text)
    if is_stand_in(_flat(secret)):
        return text
    found = findings(secret)
    is_known = len(found) == 1 and found[0].end - found[0].start == len(secret)
    return scheme + space + _take(secret, found[0].kind if is_known else labels.kind(name, promised), key, taken)


# ── walking ──────────────────────────────────────────────────────────────────────────────────────


def _rebuild(root: Any, leaf: Callable[[str, str], str]) -> Any:
    """The same structure with other texts. Shared parts are visited once, so neither cycles nor diamonds take long."""
    seen: dict[tuple[int, str], Any] = {}

    def visit(node: Any, name: str, depth: int) -> Any:
        if isinstance(node, str):
            return leaf(node, name)
        if not isinstance(node, (dict, list, tuple, Mapping)):
            return node
        if depth > DEPTH:
            return "[too deep to redact]"
        place = (id(node), name)
        if place not in seen:
            seen[place] = "[a cycle]"
            seen[place] = mapping(node, depth) if isinstance(node, Mapping) else sequence(node, name, depth)
        return seen[place]

    def mapping(node: Mapping[Any, Any], depth: int) -> Any:
        spoken = node.get("name", node.get("Name", node.get("key")))
        clean = {}
        for entry, child in node.items():
            name = spoken if entry in ("value", "Value") and isinstance(spoken, str) else entry
            clean[visit(entry, "", depth)] = visit(child, name if isinstance(name, str) else "", depth + 1)
        is_same = all(new is old for new, old in zip(clean, node, strict=False)) and all(clean[entry] is node[entry] for entry in clean)
        return node if is_same else clean

    def sequence(node: list[Any] | tuple[Any, ...], name: str, depth: int) -> Any:
        flags = ("", *node)
        clean = [visit(child, flag if isinstance(flag, str) and flag.startswith("-") else name, depth + 1) for child, flag in zip(node, flags, strict=False)]
        if all(new is old for new, old in zip(clean, node, strict=True)):
            return node
        return clean if isinstance(node, list) else tuple(clean)

    return visit(root, "", 0)
