"""Secrets known by their place: in URLs, headers, cookies and command lines. User, host and scheme stay readable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.observe.redact.shapes import Finding, is_password, is_stand_in, is_token, pattern, search, search_sign

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

# ── addresses ────────────────────────────────────────────────────────────────────────────────────

ADDRESS = r""":(?: //(?:
      hooks\.slack\.com/(?:services|workflows|triggers)/(?P<slack>[\w/-]{20,120})
    | (?:\w{1,10}\.)?discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/\d{5,20}/(?P<discord>[\w-]{40,120})
    | [\w-]{1,63}+\.webhook\.office\.com/webhookb2/(?P<teams>[\w@/-]{40,300})
    | [^\s/?\#:"'`<>\\\0]{0,128}+ : (?P<password>[^\s/?"'`<>\\\0]{1,256}) @ (?!sha256:)
    | (?P<user>[\w-]{20,256}+={0,2}) @ )
  | (?:5432|5433|6432|\*):[^:\s]{1,64}:[^:\s]{1,64}:(?P<pgpass>[^\s:\0]{3,128})[ \t]*(?=\r?\n|\\n|\Z)
)"""
SIGNATURE = r"&(?:amp;)?(?:sig|(?P<aws>[Xx]-[Aa]mz-[Ss]ignature)|(?P<google>[Xx]-[Gg]oog-[Ss]ignature))=(?P<secret>[\w%+/=.~-]{16,512})"


def addresses(flat: str) -> Iterator[Finding]:
    for match in search(ADDRESS, flat, "://", ":5432:", ":5433:", ":6432:", ":*:"):
        place = str(match.lastgroup)
        if place in ("slack", "discord", "teams"):
            yield Finding(place, *match.span(place))
        elif not is_stand_in(match[place]) and (place != "user" or is_token(match[place])):
            yield Finding("password" if place == "pgpass" else "url", *match.span(place))
    for match in search_sign(SIGNATURE, flat, "&"):
        yield Finding("aws" if match["aws"] else "google" if match["google"] else "azure", *match.span("secret"))


# ── headers and cookies ──────────────────────────────────────────────────────────────────────────

BEARER = r"Bearer[ \t]{1,4}(?P<secret>[\w.~+/=:|-]{12,4096}+)"
# An a is twice as frequent as a u, and where a pattern begins is where its search stops.
AUTHORIZATION = r"""uth(?<=auth)(?:
    (?P<header>orization)?["'`\\\]*]{0,4}+[ \t]{0,4}[:=,][*]{0,2}(?:[ \t]{0,4}|\s{1,12}-[ ])b?\\{0,3}["'`]?
    (?:(?P<scheme>basic|bearer|(?:api-?)?(?:token|key)|jwt|oauth|bot)[ \t]{1,4})?(?P<secret>[\w.~+/=:|-]{6,4096}+)(?!\()
  | =?\(["'][^"'\n]{1,64}["'],[ ]?["'](?P<password>[^"'\n\0]{3,200}+)
)"""
COOKIE = r"""(?<![\w.%-])(?P<name>[\w.%$-]{1,128}+)=(?P<secret>[^\s;,"'\\\0]{8,4096}+)"""
SESSION = r"(?i:sess|sid\b|auth|token|jwt|csrf|xsrf|identity|login|remember)"
NO_SESSION = r"(?i:_g[ac]|_gid|_fb|__utm|_hj|ajs_|expires|domain|path)"


def headers(flat: str, lower: str) -> Iterator[Finding]:
    for match in search_sign(BEARER, flat, "B"):
        if _is_sent(match["secret"]):
            yield Finding("auth", *match.span("secret"))
    for match in search(AUTHORIZATION, lower, "auth"):
        if match["password"]:
            if not is_stand_in(match["password"]):
                yield Finding("password", *match.span("password"))
            continue
        secret = flat[slice(*match.span("secret"))]
        is_strict = match["scheme"] is None or match["header"] is None
        if _is_user_and_password(secret) or (_is_sent(secret) and len(secret) >= (12 if is_strict else 8)):
            yield Finding("auth" if match["header"] else "token", *match.span("secret"))


def header_end(flat: str, start: int) -> int:
    """With the line, or with the quote around it. Browsers send less than 8 KB of cookies."""
    rest = pattern(r"""[^\n"'`\0]{0,8192}+""").match(flat, start)
    return rest.end() if rest else start


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
    import binascii

    try:
        return len(secret) >= 8 and len(secret) % 4 == 0 and b":" in binascii.a2b_base64(secret, strict_mode=True)
    except binascii.Error:
        return False


# ── kubernetes ───────────────────────────────────────────────────────────────────────────────────

DATA = r"""(?:\A|\n)(?P<indent>[ \t]*+)"?data"?:[^\n]*+\n(?P<lines>(?>(?:(?P=indent)[ \t]++[^\n]*+(?:\n|\Z))*))"""
DATUM = r"""(?m:^)[ \t]*+(?:["']?[\w./-]{1,128}+["']?:[ \t]*+)?["']?
    (?!LS0tLS1CRUdJTiBDRVJU)(?P<secret>[A-Za-z0-9+/]{7,}+={0,2}+)["']?,?[ \t]*+(?m:$)"""
"""A line of base64, after its name or below it. Certificates are public."""
MANIFEST = 8000
"""How far around `kind: Secret` its data is looked for."""


def document(flat: str, at: int) -> tuple[int, int]:
    """From one `apiVersion` to the next, or to the end of the document."""
    start = max(flat.rfind(mark, max(0, at - MANIFEST), at) for mark in ("apiVersion", "\n---"))
    ends = [end for mark in ("apiVersion", "\n---") if (end := flat.find(mark, at, at + MANIFEST)) >= 0]
    return max(start, at - MANIFEST, 0), min((*ends, at + MANIFEST, len(flat)))


def manifest(flat: str, start: int, end: int) -> Iterator[Finding]:
    """All data of a Secret, whatever their names."""
    for data in pattern(DATA).finditer(flat, start, end):
        for datum in pattern(DATUM).finditer(flat, *data.span("lines")):
            yield Finding("kubernetes", *datum.span("secret"))


# ── command lines ────────────────────────────────────────────────────────────────────────────────

FLAG = r"""-(?<![\w-]-)(?P<flag>-user|-proxy-user|-auth|-body|-(?:src-|dest-)?creds|-cookie|passin|passout|pass(?:word)?(?=[ ]pass:)
      | p(?!rint|ath|erm|rune)|hp|[ub](?![A-Za-z]{1,3}[ ])|[UPNAXwaskt](?=[ "'\\])|[A-Za-z]{0,4}[ub][A-Za-z]{0,3}(?=[ ]))
    (?P<gap>=|\\{0,3}["'],\s{0,40}(?=\\{0,3}["'])|[ ]{0,4})(?!-)\\{0,3}["']?(?!-)
    (?P<value> (?<=["'])(?:[^"'\\\n\0]|\\(?!["'])){2,400}(?:["']:["'][^"'\n\0]{2,200}+)?
      | [^\s"'\0]{2,400}+(?:(?<=:)["'][^"'\n\0]{2,200}+)? )"""
SIGNED_IN = (
    "rabbitmqadmin", "rdesktop", "psexec", "smbmap", "crackmapexec", "netexec", "nxc ", "evil-winrm", "hydra ", "medusa ", "cypher-shell",
    "couchbase-cli", "cbq ", "poetry publish", "uv publish", "nuget add source", "altool", "unlock-keychain", "create-keychain",
)  # fmt: skip
"""Programs that sign in somewhere, with `-p` for the password."""
MEANINGS = (
    ("u U -user -proxy-user", "user:password", ("curl",)),
    ("a -auth", "user:password", ("http ", "https ", "xh ", "xhs ")),
    ("A", "user:password", ("ab ",)),
    ("-creds -src-creds -dest-creds", "user:password", ("skopeo", "podman", "buildah")),
    ("passin passout pass password", "pass:password", ("openssl",)),
    ("U", "user%password", ("smbclient", "rpcclient")),
    ("u", "user,password", ("lftp",)),
    ("b -cookie", "cookies", ("curl",)),
    ("b", "last", ("htpasswd", "mosquitto_passwd")),
    ("p hp", "joined", ("mysql", "mariadb", "7z", "rar ", "unrar ")),
    ("p", "word", ("sshpass", "mongo", "login", "twine", "cqlsh", "ncftp", "useradd", "usermod", *SIGNED_IN)),
    ("P", "word", ("zip ", "unzip ", "sqlcmd", "bcp ", "ipmitool", "mosquitto_", "ssh-keygen", "isql", "tsql", "security import")),
    ("N", "word", ("ssh-keygen",)),
    ("a", "word", ("redis-cli", "hatch publish")),
    ("A X", "word", ("snmp",)),
    ("t", "word", ("uv publish",)),
    ("b -body", "word", ("gh secret set",)),
    ("w", "word", ("ldapsearch", "ldapadd", "ldapmodify", "ldapdelete", "ldapwhoami", "ldapcompare", "ldappasswd")),
    ("w", "word", ("kadmin", "security add-")),
    ("s", "word", ("ldappasswd", "slappasswd")),
    ("k", "word", ("openssl", "nuget push", "set-key-partition-list")),
)
"""Flags, what stands behind them, and which programs mean it so: `-u 1000:1000` is a user for docker, `-p` a parent for mkdir, and `-P`
a folder for wget. Of `-p shop` and `-psecret`, mysql means a password by the one that is joined."""
PROGRAMS: dict[str, list[tuple[str, str]]] = {}
for _flags, _form, _programs in MEANINGS:
    for _flag in _flags.split():
        PROGRAMS.setdefault(_flag, []).extend((program, _form) for program in _programs)
COMMAND = 300
"""How far before its flag a program is looked for."""
GRANTED = r"fied[ ](?<=identified[ ])(?:with[ ]\w{1,40}[ ])?by[ ]{1,4}(?P<quote>['\"])(?P<secret>[^'\"\n\0]{3,200}+)"
LAST = r"""(?:[^\s|;&<>]{1,200}+[ ]{1,4}){1,2}["']?(?P<secret>[^\s"'`|;&<>\0]{2,200}+)["']?[ \t]*+(?=[|;&<>\n)\]"']|\Z)"""
"""A file, a user, and the password: `htpasswd -b .htpasswd admin secret`."""


def commands(flat: str, lower: str) -> Iterator[Finding]:
    for match in search(FLAG, flat, " -", '"-', "'-"):
        if form := _meant(flat, match["flag"], match.start()):
            yield from _behind(flat, form, match["gap"], *match.span("value"))
    for match in search(GRANTED, lower, "identified "):
        yield from _given(match)


def _meant(flat: str, flag: str, end: int) -> str | None:
    """What stands behind a flag, if its program is one that we know: on the same line, in the same command."""
    before = flat[max(0, end - COMMAND) : end]
    words = before.replace('"', " ").replace("'", " ")  # of a command line, or of a list of arguments
    for program, form in PROGRAMS.get(flag) or PROGRAMS["u" if "u" in flag else "b"]:  # `curl -su`, `htpasswd -bc`
        at = words.rfind(program)
        while at >= 0:
            if pattern(r"(?<![\w.-])|(?<=\\[nrt])").match(before, at) and _is_one_command(before[at:]):
                return form
            at = words.rfind(program, 0, at)
    return None


def _is_one_command(text: str) -> bool:
    return not pattern(r"(?<![\\,])\n|[|;]|&&").search(pattern(r""" '[^'\n]*+' | "[^"\n]*+" """).sub("", text))


def _behind(flat: str, form: str, gap: str, start: int, end: int) -> Iterator[Finding]:
    if form == "cookies":
        yield from cookies(flat, start, end)
    elif form.endswith("password"):
        yield from _user(flat, form.removesuffix("password")[-1], start, end)
    elif form == "last":
        if last := pattern(LAST).match(flat, start):
            yield from _given(last)
    elif not (gap and (form == "joined" or flat[start:end].isdigit())) and not is_stand_in(flat[start:end]):
        yield Finding("password", start, end)


def _given(match: re.Match[str]) -> Iterator[Finding]:
    if not is_stand_in(match["secret"]):
        yield Finding("password", *match.span("secret"))


def _user(flat: str, sign: str, start: int, end: int) -> Iterator[Finding]:
    """`user:password`, each perhaps in quotes of its own; or a key in place of the user, and no password."""
    colon = flat.find(sign, start, end)
    if colon < 0 or is_stand_in(flat[start:end]):
        return
    first = colon + 1 if flat[colon + 1 : colon + 2] not in ("'", '"') else colon + 2
    if first < end and not is_stand_in(flat[first:end]):
        yield Finding("password", first, end)
    elif first >= end and is_token(flat[start:colon]):
        yield Finding("key", start, colon)
