"""Secrets known by their place: in URLs, headers, cookies and command lines. User, host and scheme stay readable."""

from __future__ import annotations

from binascii import Error, a2b_base64
from collections.abc import Iterator

from habitus.observe.redact.shapes import Finding, is_password, is_stand_in, is_token, pattern

# ── addresses ────────────────────────────────────────────────────────────────────────────────────

ADDRESS = r"""://(?:
    hooks\.slack\.com/(?:services|workflows|triggers)/(?P<slack>[\w/-]{20,120})
  | (?:\w{1,10}\.)?discord(?:app)?\.com/api/webhooks/\d{5,20}/(?P<discord>[\w-]{40,120})
  | [^\s/?\#@:"'`<>\\\0]{0,128}+ : (?P<password>[^\s/?"'`<>\\\0]{1,256}) @ (?!sha256:)
  | (?P<user>[\w-]{20,256}+) @
)"""
SIGNATURE = r"&(?:amp;)?(?:sig|(?P<aws>[Xx]-[Aa]mz-[Ss]ignature)|(?P<google>[Xx]-[Gg]oog-[Ss]ignature))=(?P<secret>[\w%+/=.~-]{16,512})"
PGPASS = r":(?:5432|5433|6432|\*):[^:\s]{1,64}:[^:\s]{1,64}:(?P<secret>[^\s:\0]{3,128})[ \t]*(?=\r?\n|\\n|\Z)"


def addresses(flat: str) -> Iterator[Finding]:
    if "://" in flat:
        for match in pattern(ADDRESS).finditer(flat):
            place = str(match.lastgroup)
            if place in ("slack", "discord"):
                yield Finding(place, *match.span(place))
            elif not is_stand_in(match[place]) and (place == "password" or is_token(match[place])):
                yield Finding("url", *match.span(place))
    if "ignature=" in flat or "sig=" in flat:
        for match in pattern(SIGNATURE).finditer(flat):
            yield Finding("aws" if match["aws"] else "google" if match["google"] else "azure", *match.span("secret"))
    if ":5432:" in flat or ":*:" in flat:
        for match in pattern(PGPASS).finditer(flat):
            if not is_stand_in(match["secret"]):
                yield Finding("password", *match.span("secret"))


# ── headers and cookies ──────────────────────────────────────────────────────────────────────────

BEARER = r"bearer[ \t]{1,4}(?P<secret>[\w.~+/=:|-]{12,4096}+)"
AUTHORIZATION = r"""auth(?P<header>orization)?["'`\\\]*]{0,4}+[ \t]{0,4}[:=,][*]{0,2}\s{0,12}(?:-[ ])?b?\\{0,3}["'`]?
    (?:(?P<scheme>basic|bearer|token|api-?key|key|jwt|oauth|bot)[ \t]{1,4})?(?P<secret>[\w.~+/=:|-]{6,4096}+)"""
COOKIES = r"""cookie["'`\\\]]{0,4}+[ \t]{0,3}[:,][ \t]{0,3}\\{0,3}["'`]?(?P<list>[^\n\r"'`\0]{8,8192}+)"""
COOKIE = r"""(?<![\w.%-])(?P<name>[\w.%$-]{1,128}+)=(?P<secret>[^\s;,"'\\\0]{8,4096}+)"""
SESSION = r"(?i:sess|sid\b|auth|token|jwt|csrf|xsrf|identity|login|remember)"
NO_SESSION = r"(?i:_g[ac]|_gid|_fb|__utm|_hj|ajs_|expires|domain|path)"


def headers(flat: str, lower: str) -> Iterator[Finding]:
    if "bearer" in lower:
        for match in pattern(BEARER).finditer(lower):
            if _is_sent(flat[slice(*match.span("secret"))]):
                yield Finding("auth", *match.span("secret"))
    if "auth" in lower:
        for match in pattern(AUTHORIZATION).finditer(lower):
            secret = flat[slice(*match.span("secret"))]
            is_strict = match["scheme"] is None or match["header"] is None
            if _is_user_and_password(secret) or (_is_sent(secret) and len(secret) >= (12 if is_strict else 8)):
                yield Finding("auth" if match["header"] else "token", *match.span("secret"))
    if "cookie" in lower:
        for match in pattern(COOKIES).finditer(lower):
            yield from cookies(flat, *match.span("list"))


def cookies(flat: str, start: int, end: int) -> Iterator[Finding]:
    for cookie in pattern(COOKIE).finditer(flat, start, end):
        name, secret = cookie["name"], cookie["secret"]
        is_session = pattern(SESSION).search(name) and is_password(secret)
        if (is_session or (len(secret) >= 20 and is_token(secret))) and not pattern(NO_SESSION).match(name) and not is_stand_in(secret):
            yield Finding("cookie", *cookie.span("secret"))


def _is_sent(secret: str) -> bool:
    return is_token(secret) and not is_stand_in(secret)


def _is_user_and_password(secret: str) -> bool:
    """Base64 of `user:password`, as Basic authentication sends it."""
    try:
        return len(secret) >= 8 and len(secret) % 4 == 0 and b":" in a2b_base64(secret, strict_mode=True)
    except Error:
        return False


# ── command lines ────────────────────────────────────────────────────────────────────────────────

FLAG = r"""-(?<![\w-]-)(?P<flag>-user|-proxy-user|u|p|a|b|-cookie|passin|passout)(?P<gap>[ =]?)
    (?P<quote>["']?)(?P<value>(?<=["'])[^"'\n\0]{2,400}+|[^\s"'\0]{2,400}+)"""
PROGRAMS = {
    "u": r"curl", "-user": r"curl", "-proxy-user": r"curl", "b": r"curl", "-cookie": r"curl", "passin": r"openssl", "passout": r"openssl",
    "a": r"redis-cli|\bhttps?\s", "p": r"mysql|mariadb|sshpass|(?:docker|podman|helm|nerdctl)\b.*\blogin|mongo|\b7za?\s",
}  # fmt: skip
"""Which program gives a flag its meaning: `-u 1000:1000` is a user for docker, and `-p` a parent for mkdir."""
GRANTED = r"identified[ ](?:with[ ]\w{1,40}[ ])?by[ ]{1,4}(?P<quote>['\"])(?P<secret>[^'\"\n\0]{3,200}+)"


def commands(flat: str, lower: str) -> Iterator[Finding]:
    if " -" in flat:
        for match in pattern(FLAG).finditer(flat):
            command = pattern(r"(?<!\\)\n|[|;]").split(flat[max(0, match.start() - 300) : match.start()])[-1]
            if pattern(PROGRAMS[match["flag"]]).search(command):
                yield from _flag(flat, command, match["flag"], match["gap"], *match.span("value"))
    if "identified " in lower:
        for match in pattern(GRANTED).finditer(lower):
            if not is_stand_in(match["secret"]):
                yield Finding("password", *match.span("secret"))


def _flag(flat: str, command: str, flag: str, gap: str, start: int, end: int) -> Iterator[Finding]:
    if flag in ("b", "-cookie"):
        yield from cookies(flat, start, end)
        return
    if flag == "p" and gap and "mysql" in command:
        return
    if flag not in ("p",) and not (flag == "a" and "redis" in command):
        colon = flat.find(":", start, end)
        start = end if colon < 0 else colon + 1
    if start < end and not is_stand_in(flat[start:end]):
        yield Finding("password", start, end)
