"""Take secrets out of texts and values before anything is stored. Values in, values out. No I/O, no clock.

A secret becomes `[secret:<kind>:<8 hex>]`. The hex is an HMAC under the store's own key: equal secrets look equal, and a weak
password cannot be guessed from its placeholder. Labels, users and hosts stay, so that what was learned still reads.

    tokens    known by their own shape     sk-ant-..., eyJ..., -----BEGIN PRIVATE KEY-----
    places    known by where they stand    https://user:...@host, Authorization: Basic ..., curl -u user:...
    fed       given to who asks for them   echo ... | sudo -S, docker login --password-stdin <<< ...
    operands  among those of a program     sqlplus scott/...@orcl, net user bob ...
    labels    known by their name          DB_PASSWORD=..., "apiKey": "..."
    phrases   the words of a wallet        seed phrase: witch collapse ...

Bias: a password without a label passes, and so does a bare word after one (`token: primary`): code and prose are full of those.
Scores: bench/redaction.py.
"""

from __future__ import annotations

from typing import Any

from habitus.observe.redact import names, tokens
from habitus.observe.redact.shapes import LONG, Finding, is_password, is_stand_in, pattern
from habitus.observe.redact.walk import Walk

__all__ = ["Finding", "findings", "text", "value"]

PLACEHOLDER = r"\[secret:[a-z0-9_]{1,20}:[0-9a-f]{8}\]"

ROUNDS = 4
"""Taking one secret out can bring another to light. Real text needs two rounds, the second to find nothing; the cap is for hostile text."""

ECHOES = 64
"""Secrets of one text that are looked for again without their label. A cap, so that the time stays linear."""


def text(text: str, *, key: bytes) -> str:
    """The text without its secrets; the very same object when there are none."""
    return _clean(text, key, {})


def value(value: Any, *, key: bytes) -> Any:
    """The value without its secrets, of the same structure; the very same object when there are none."""
    if isinstance(value, str):
        return _clean(value, key, {})
    if type(value) is dict and _is_flat_and_plain(value):
        return value
    taken: dict[str, str] = {}
    clean = Walk(lambda text, name: _clean_named(text, name, key, taken), lambda words: _clean_line(words, key, taken)).visit(value)
    return Walk(lambda text, _: _echo(text, taken)).visit(clean) if taken else clean


def _is_flat_and_plain(value: dict[Any, Any]) -> bool:
    """Arguments of most calls: a few texts under names that promise nothing. What stands under `value` has its name beside it."""
    if "value" in value or "Value" in value:
        return False
    for name, inner in value.items():  # noqa: SIM110 - a generator would cost as much as looking does
        if not _is_harmless(name, inner):
            return False
    return True


def _is_harmless(name: Any, inner: Any) -> bool:
    if type(name) is not str or findings(name):
        return False
    if type(inner) is str:
        return name != "auth" and names.promise(name) is None and (inner in _harmless or not findings(inner))
    return inner is None or type(inner) in (int, float, bool)


def findings(text: str) -> list[Finding]:
    """Where the secrets are and how we know, in order, without overlaps."""
    is_short = len(text) <= SHORT
    if is_short and text in _harmless:
        return []
    found = _detect(text)
    if found:
        return _settle(_detect(_mask(text)) if "[secret:" in text else found)
    if is_short:
        if len(_harmless) >= REMEMBERED:
            _harmless.clear()
        _harmless.add(text)
    return found


SHORT, REMEMBERED = 200, 4096
"""Names, paths and commands come again and again: so few characters without a secret are remembered, so many of them."""

_harmless: set[str] = set()


ANCHORS = (
    ("-", ("-----BEGIN", " -", '"-', "'-")), (":", ("://", ":5432:", ":5433:", ":6432:")), ("*", (":*:",)), ("&", ("&",)),
    ("B", ("Bearer ",)), ("|", ("|",)), ("<", ("<<",)),
)  # fmt: skip
LOWER_ANCHORS = (
    ("k", ("key", "token", "cookie")), ("p", ("pass", "phrase", "expdp", "impdp", "freerdp")), ("w", ("pw",)),
    ("u", ("auth", "net use", 'net", "user')), ("s", ("secret",)), ("f", ("identified ", "frase")), ("m", ("mnem",)),
    ("?", ("contrase?a",)),
    ("q", ("sqlplus", "sqlldr", "rabbitmqctl")), (":", ("oracle:thin:",)), ("-", ("http-basic.", "redis-cli", "samba-tool")),
    (" ", ("cargo login ", "vault login ")), ("(", (".login(", "networkcredential(")),
)  # fmt: skip
"""Without one of these nothing can be found by its place or its label: most texts are done after looking for them. Each behind a letter
that it has: to look for one letter takes a fifth of the time."""


def _is_plain(flat: str, lower: str) -> bool:
    return not (_has(flat, ANCHORS) or _has(lower, LOWER_ANCHORS))


def _has(text: str, anchors: tuple[tuple[str, tuple[str, ...]], ...]) -> bool:
    for letter, behind in anchors:
        if letter in text:
            for anchor in behind:
                if anchor in text:
                    return True
    return False


def _detect(text: str) -> list[Finding]:
    flat = _flat(text)
    lower = flat.encode().lower().decode()  # a third faster than through the tables of Unicode
    if len(flat) < LONG and _is_plain(flat, lower):
        return list(tokens.issued(flat)) if len(flat) >= tokens.RUN else []
    # A hook process that meets only plain texts does without them.
    from habitus.observe.redact import fed, labels, operands, phrases, places

    return [
        *tokens.blocks(flat),
        *tokens.issued(flat),
        *places.addresses(flat),
        *places.headers(flat, lower),
        *places.commands(flat, lower),
        *fed.find(flat),
        *operands.find(flat, lower),
        *labels.find(flat, lower),
        *phrases.find(lower),
    ]


def _settle(found: list[Finding]) -> list[Finding]:
    """Where two begin alike, the first is right about the end: what is known by its shape is known best. Where they overlap, both go."""
    settled: list[Finding] = []
    for finding in sorted(found, key=lambda finding: finding.start):
        last = settled[-1] if settled else Finding("", -1, -1)
        if finding.start >= last.end:
            settled.append(finding)
        elif finding.start > last.start:
            settled[-1] = last._replace(end=max(last.end, finding.end))
    return settled


def _flat(text: str) -> str:
    return text if text.isascii() else text.encode("ascii", "replace").decode()


def _mask(text: str) -> str:
    """Placeholders are not looked into: what is inside them looks like a labelled secret."""
    return pattern(PLACEHOLDER).sub(lambda match: "\0" * len(match[0]), text) if "[secret:" in text else text


def _clean(text: str, key: bytes, taken: dict[str, str]) -> str:
    found = findings(text)
    if not found:
        return text
    for _ in range(ROUNDS):
        if not found:
            break
        pieces: list[str] = []
        end = 0
        for kind, start, stop in found:
            pieces += text[end:start], _take(text[start:stop], kind, key, taken)
            end = stop
        text = _echo("".join((*pieces, text[end:])), taken)
        found = _settle(_detect(_mask(text)))
    return text


def _clean_named(text: str, name: str, key: bytes, taken: dict[str, str]) -> str:
    """A text that stands under a name in a structure. The name may say that all of it is secret, whatever it looks like."""
    promised = names.promise(name)
    if promised == "cookie" or name == "auth":
        clean = _clean(f"{name}: {text}", key, taken)
        return text if clean == f"{name}: {text}" else clean.removeprefix(f"{name}: ")
    scheme, space, secret = text.partition(" ") if promised == "auth" else ("", "", text)
    if not (scheme.isalpha() and secret):
        scheme, space, secret = "", "", text
    flat = _flat(_mask(secret))
    if promised is None or is_stand_in(flat) or (len(flat.split()) > 1 and not names.has_words(name, promised)):
        return _clean(text, key, taken)
    found = findings(secret)
    is_known = len(found) == 1 and found[0].end - found[0].start == len(secret)
    return scheme + space + _take(secret, found[0].kind if is_known else names.kind(name, promised), key, taken)


def _clean_line(words: tuple[str, ...], key: bytes, taken: dict[str, str]) -> list[str]:
    """A list of texts may be a command and its arguments: then it is read as one line, and what is secret in it stands in one of them."""
    clean = list(words)
    if sum(map(len, words)) >= LONG:
        return clean
    from bisect import bisect_right

    starts = [1]
    for word in words:
        starts.append(starts[-1] + len(word) + len('", "'))
    for kind, start, end in reversed(findings('"' + '", "'.join(words) + '"')):
        at = bisect_right(starts, start) - 1
        begin, stop = start - starts[at], end - starts[at]
        if stop <= len(words[at]):
            clean[at] = clean[at][:begin] + _take(words[at][begin:stop], kind, key, taken) + clean[at][stop:]
    return clean


def _take(secret: str, kind: str, key: bytes, taken: dict[str, str]) -> str:
    import hmac

    if secret not in taken:
        # A private key is the same key when its lines are indented, and when they are escaped for JSON.
        content = "".join(secret.replace("\\n", "").split()) if kind == "private_key" else secret
        taken[secret] = f"[secret:{kind}:{hmac.digest(key, content.encode('utf-8', 'surrogatepass'), 'sha256').hex()[:8]}]"
    return taken[secret]


def _echo(text: str, taken: dict[str, str]) -> str:
    """Take out the secrets that stand there once more, without their label: in the command that uses them, in the error that quotes
    them. Plain words stay: whoever chose `postgres` for a password did not mean every mention of it.
    """
    for secret in sorted(list(taken)[:ECHOES], key=len, reverse=True):
        if secret in text and is_password(secret):
            parts = pattern(f"({PLACEHOLDER})").split(text)
            parts[::2] = [part.replace(secret, taken[secret]) for part in parts[::2]]
            text = "".join(parts)
    return text
