"""Secrets known by their label: `DB_PASSWORD=hunter2`, `"apiKey": "..."`, `<password>...</password>`, `my password is ...`.

A label alone is not enough, because code and prose speak of tokens all day: the value must look like one. How much, depends on
how it stands there. Shell assignments and quoted passwords are believed; bare words after `token:` are not.
Bias: misses a password that is a plain word without quotes (`password: swordfish`) rather than eat prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from string import ascii_letters, digits

from habitus.observe.redact.shapes import STAND_INS, Finding, is_password, is_stand_in, is_token, pattern

PASSWORDS = frozenset(["password", "passwd", "pwd", "pass", "passphrase", "passcode", "passwort", "phrase", "contrase?a", "userpass", "sshpass", "pgpassword", "pw"])
SECRETS = frozenset(["secret", "credential", "credentials"])
TOKENS = frozenset(["token", "authtoken", "accesstoken", "jwt", "bearer"])
KEYS = frozenset(["apikey", "secretkey", "accesskey", "privatekey", "authkey", "masterkey", "accountkey"])
SECRET_KEYS = frozenset(
    ["api", "access", "secret", "private", "account", "encryption", "encrypt", "signing", "sign", "master", "auth", "admin", "app", "consumer", "license", "shared", "client", "deploy", "ssh", "rsa", "jwt", "webhook", "server", "write", "ingest", "subscription", "session", "hmac", "aes", "cipher", "crypto", "service", "storage", "integration", "application"]
)
"""What makes a key a secret; `primary key`, `cache key` and `public key` are none."""
PHRASES = frozenset(["seed", "recovery", "mnemonic", "backup", "wallet", "secret"])

HARMLESS_AFTER = frozenset(
    ["accessor", "algorithm", "algo", "arn", "at", "audience", "bucket", "budget", "button", "changed", "checksum", "class", "confirmation", "cost", "count", "counts", "created", "decoder", "description", "digest", "dir", "domain", "enabled", "encoder", "end", "endpoint", "env", "error", "errors", "expiration", "expire", "expired", "expires", "expiry", "factory", "field", "fields", "file", "filename", "fingerprint", "form", "format", "grant", "group", "handler", "hash", "hashed", "hashers", "header", "headers", "helper", "hint", "host", "icon", "id", "ids", "in", "index", "info", "input", "issuer", "kind", "label", "language", "last", "len", "length", "limit", "limits", "link", "list", "location", "manager", "map", "max", "maximum", "message", "min", "minimum", "mode", "name", "names", "namespace", "page", "path", "pattern", "placeholder", "policy", "port", "pos", "position", "prefix", "price", "provider", "question", "rate", "ref", "reference", "regex", "required", "reset", "review", "role", "rotation", "rule", "rules", "scope", "scopes", "service", "set", "size", "source", "start", "state", "status", "store", "strategy", "strength", "suffix", "text", "title", "tree", "ttl", "stdin", "type", "types", "uri", "url", "usage", "used", "user", "username", "valid", "validation", "validator", "validity", "var", "variable", "version", "minutes", "seconds", "days"]
)
"""`token_count`, `password_field`, `api_key_header`: what these words end is about a secret, not one."""

HARMLESS_BEFORE = frozenset(
    ["next", "page", "continuation", "pagination", "cancel", "cancellation", "eos", "bos", "pad", "unk", "sep", "stop", "start", "special", "end", "mask", "prev", "sync", "design", "syntax", "max", "min", "num", "per", "total", "delimiter", "open", "close", "match", "lexer", "parser", "css", "boundary", "per"]
)
"""`next_token`, `eos_token`: tokens of another trade."""

AZURE = frozenset(("accountkey", "sharedaccesskey"))


@lru_cache(maxsize=4096)
def promise(name: str) -> str | None:
    """What a name promises: a password, secret, token or key. None for all other names. The last telling word decides."""
    words = [word.lower() for word in pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z?]+").findall(name)]
    for word, before in zip(reversed(words), [*words[-2::-1], ""], strict=False):
        if word in HARMLESS_AFTER:
            return None
        if promised := _promise(word, before):
            return promised
        if word == "key":
            return None
    return None


def _promise(word: str, before: str) -> str | None:
    if word == "authorization":
        return "auth"
    if word == "phrase":
        return "secret" if before in PHRASES else None
    if word in PASSWORDS or word.endswith(("password", "passwd", "passphrase")):
        return "password"
    if word in SECRETS or word.endswith("secret"):
        return "secret"
    if word in TOKENS or word.endswith("token"):
        return None if before in HARMLESS_BEFORE else "token"
    if word in KEYS or word.endswith("apikey") or (word == "key" and before in SECRET_KEYS):
        return "key"
    return None


def kind(name: str, promised: str) -> str:
    """The word for the placeholder. Names spelled like variables of the environment say `env`."""
    if name.lower() in AZURE:
        return "azure"
    return "env" if name.isupper() and name.lower() not in STAND_INS else promised


# The letters k and p are rare, and the search for one rare letter is the fastest there is. What follows is a first look, so
# that prose is turned down without leaving the search.
LOOK = r"""(?= [\w-]{0,32}+ ["'`\\\])*]{0,4}+
    (?: \s{0,8}(?:[:=,>]|is\b) | [ \t]{1,4}(?:["'`]|\S{0,40}?\d) | [ \t]{1,3}string\b | \s{1,40}["'\\]{0,2}value ) )"""
ANCHORS = (
    (("key", "token"), r"k(?:ey|(?<=tok)en)" + LOOK),
    (("pass", "pwd", "phrase"), r"p(?:ass|wd|hrase)" + LOOK),
    (("secret",), "secret" + LOOK),
    (("contrase?a",), r"contrase\?a" + LOOK),
)

TAIL = r"""
    (?P<rest>[\w-]{0,32}+) (?P<close>["'`\\\])*]{0,4}+)
    (?: (?P<pair>,?\s{1,40}["'\\]{0,4}(?i:value)["'\\]{0,4}\s{0,2}[:=]\s{0,2})                                   # name: X, value: ...
      | (?P<typed>(?:[?!]?:[ \t]{0,2}|[ \t])&?[A-Za-z][\w.\[\]<>|]{0,30}[ \t]=[ \t])(?=["'`])                       # x: str = "..."
      | (?P<assign>[ \t]{0,8}(?:=>|:=|={1,3}|:)[*]{0,2}[ \t]{0,8})
      | (?P<comma>,[ \t]{0,2})(?=\\{0,3}["'`])                                                                       # set("x", "...")
      | (?P<xml>>)(?=[^<>\n]{1,200}</) | (?P<spoken>[ \t]{1,3}is:?[ \t]{1,3}) | (?P<gap>[ \t]{1,4}) )
    (?: [bruBRU@]{0,2}(?P<quote>\\{0,3}["'`]) (?P<quoted>(?:(?!(?P=quote))(?:\\.|[^\\\n\0])){1,1024}+)
      | (?P<bare>[^\x00-\x20"'`<]{1,512}+) )
"""
NAME = ascii_letters + digits + "_-"


def find(flat: str, lower: str) -> Iterator[Finding]:
    for words, anchor in ANCHORS:
        if any(word in lower for word in words):
            yield from _labelled(flat, pattern(anchor).finditer(lower))


def _labelled(flat: str, hits: Iterator[re.Match[str]]) -> Iterator[Finding]:
    done = 0
    for hit in hits:
        tail = pattern(TAIL).match(flat, hit.end()) if hit.start() >= done else None
        if tail and (found := _weigh(flat, hit.start(), tail)):
            yield found
            done = found.end


def _weigh(flat: str, at: int, tail: re.Match[str]) -> Finding | None:
    head = flat[max(0, at - 48) : at]
    before = head.rstrip(NAME)
    name = head[len(before) :] + flat[at : tail.end("rest")]
    promised = promise(name) or ("key" if name.lower() == "key" and before.lower().endswith(("api ", "access ", "secret ")) else None)
    if promised is None:
        return None
    if tail["quoted"] is not None:
        start, value = tail.start("quoted"), tail["quoted"]
        is_secret = _is_secret_in_quotes(value, name, promised, tail)
    else:
        start, value = tail.start("bare"), _trim(tail["bare"], is_shell=_is_shell(name, tail))
        is_secret = _is_secret_when_bare(value, name, promised, tail, flat, before)
    return Finding(kind(name, promised), start, start + len(value)) if is_secret else None


def _is_shell(name: str, tail: re.Match[str]) -> bool:
    """`NAME=value`, as in the environment: whatever stands there is the value."""
    return name.isupper() and (tail["assign"] == "=" or tail["pair"] is not None)


def _trim(value: str, *, is_shell: bool) -> str:
    """Bare text ends where the next thing begins, and without the punctuation around it."""
    cut = pattern(r";|\\[nrt\"'\\]" if is_shell else r"[;,&]|\\[nrt\"'\\]").search(value)
    return (value[: cut.start()] if cut else value).rstrip(".,:)]}>|\\")


def _is_secret_in_quotes(value: str, name: str, promised: str, tail: re.Match[str]) -> bool:
    if is_stand_in(value):
        return False
    if pattern(r"\s").search(value):
        return "phrase" in name.lower() and len(value) >= 12
    if tail["comma"] or (tail["gap"] and promised != "password"):
        return _is_convincing(value, promised)
    if promised == "password":
        return len(value) >= 3 and not pattern(r"[A-Z][a-z]+\Z | [A-Za-z]*(?:[-_.][A-Za-z]+)+\Z").match(value)
    return is_token(value) or (_is_shell(name, tail) and len(value) >= 6)


def _is_secret_when_bare(value: str, name: str, promised: str, tail: re.Match[str], flat: str, before: str) -> bool:
    is_shell = _is_shell(name, tail)
    if is_stand_in(value) or pattern(CALL).match(value) or (not is_shell and pattern(VARIABLE).match(value)):
        return False
    if tail["xml"]:
        return before.endswith(("<", ":")) and (len(value) >= 3 if promised == "password" else is_token(value))
    if tail["gap"] and not (name.startswith("-") or pattern(COMMANDED).search(before, max(0, len(before) - 40))):
        return False
    if is_shell:
        return len(value) >= (3 if promised == "password" else 6) and not (value.isdigit() and promised != "password")
    return _is_convincing(value, promised)


CALL = r"[\w.$:>-]*[(\[{]"
VARIABLE = r"[A-Za-z_$][\w$]*(?:(?:\.|->|::)[A-Za-z_$][\w$]*)+\Z | [A-Za-z_]*(?i:pass|pwd|token|secret|auth|hash)\w*\Z"
"""A chain of names, or a name that speaks of secrets itself: `password = raw_password2`."""
COMMANDED = r"(?:\blogin\s+\S+\s+|\bENV\s|\bset\s)\Z"
"""Words after which a name and its value stand side by side: .netrc, Dockerfile, `aws configure set`."""


def _is_convincing(value: str, promised: str) -> bool:
    return is_password(value) if promised == "password" else is_token(value)
