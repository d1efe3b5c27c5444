"""Passwords that stand among the operands of a program, behind no flag and no label: `sqlplus scott/...@orcl`, `net user bob ...`.

Read in the texts that a command is told in, and in no longer ones: without a sign to look for, these names are searched for one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.observe.redact.shapes import LONG, Finding, is_password, is_stand_in, is_token, pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GAP = r"""(?:\\{0,3}["'],?)?\s{1,20}\\{0,3}["']?"""
"""Between two words of a command line, or of a list of arguments."""
WORD = r"""[^\s"'`|;&<>,]{1,100}+"""
IT = r"""(?P<secret>(?<=["'])[^"'\n\0]{3,100}+(?=["'])|[^\s"'`|;&<>()\\\0]{3,100}+)"""
END = r"""(?=\\{0,3}["'`)\]]|[ ]{0,4}(?:[|;&\n/]|\Z))"""

OPERANDS: tuple[tuple[tuple[str, ...], str, Callable[[str], bool] | None], ...] = (
    (
        ("sqlplus", "sqlldr", "expdp", "impdp", "oracle:thin:"),
        rf"(?:oracle:thin:|(?:sqlplus|sqlldr|expdp|impdp){GAP}(?:-\w{{1,10}}{GAP}){{0,4}}(?:userid=)?)[\w$\#]{{1,30}}/"
        r"""(?P<secret>[^\s@"'/|;&\0]{2,64}+)(?=@)""",
        None,
    ),
    (
        ("sqlplus", "sqlldr", "expdp", "impdp"),
        rf"""(?:sqlplus|sqlldr|expdp|impdp){GAP}(?:-\w{{1,10}}{GAP}){{0,4}}(?:userid=)?[\w$\#]{{1,30}}/(?P<secret>[^\s@"'/|;&\0]{{2,64}}+)""",
        is_password,
    ),
    (("net user", 'net", "user'), rf"\bnet{GAP}user{GAP}{WORD}{GAP}(?!/){IT}\\{{0,3}}[\"']?,?[ ]{{1,4}}[\"']?/(?:add|domain)", None),
    (("net user", 'net", "user'), rf"\bnet{GAP}user{GAP}{WORD}{GAP}(?!/)(?=[^\s\"']{{0,99}}[a-z]){IT}{END}", is_password),
    (("net use ",), rf"\bnet[ ]use[ ][^|;&\n]{{1,200}}?/user:{WORD}[ ](?!/){IT}", None),
    (("net use ",), rf"\bnet[ ]use[ ](?:[a-z*]:?[ ])?\\\\{WORD}[ ](?!/){IT}[ ]/user:", None),
    (("rabbitmqctl",), rf"rabbitmqctl{GAP}(?:-\S+{GAP}){{0,4}}(?:add_user|change_password){GAP}{WORD}{GAP}{IT}", None),
    (("mysqladmin",), rf"mysqladmin[^|;&\n]{{0,200}}?[ \"']password{GAP}{IT}", None),
    (("openssl passwd", 'openssl", "passwd'), rf"passwd(?:{GAP}-(?:salt{GAP}{WORD}|\w{{1,6}})){{0,4}}{GAP}(?!-){IT}", None),
    (("wpa_passphrase",), rf"wpa_passphrase{GAP}{WORD}{GAP}{IT}", is_password),
    (("http-basic.",), rf"http-basic\.{WORD}{GAP}{WORD}{GAP}{IT}", None),
    (("samba-tool",), rf"samba-tool{GAP}user{GAP}(?:create|add){GAP}{WORD}{GAP}(?!-){IT}", None),
    (("redis-cli",), rf"redis-cli[^|;&\n]{{0,100}}?[ \"'](?:auth(?:{GAP}{WORD})??|(?:requirepass|masterauth)){GAP}{IT}{END}", None),
    (("pdftk",), rf"pdftk[ ][^|;&\n]{{0,200}}?[ ](?:user|owner|input)_pw{GAP}{IT}", None),
    (("freerdp",), rf"freerdp(?:3|\.exe)?[ ][^|;&\n]{{0,200}}?[ ]/p:[\"']?{IT}", None),
    (("cargo login", "vault login"), rf"(?:cargo|vault)[ ]login[ ]{IT}", is_token),
    (("securestring",), rf"convertto-securestring(?:{GAP}-string)?{GAP}(?!-){IT}[\"']?[ ]{{1,4}}-(?:asplaintext|force)", None),
    (("networkcredential",), rf"networkcredential\([\"']{WORD}[\"'],[ ]?[\"']{IT}", None),
    ((".login(",), rf"\.login\([\"'][\w.+-]{{1,64}}@{WORD}[\"'],[ ]?[\"']{IT}", None),
    (("expect",), r"assword[^\n]{0,40}?send[ ](?:--[ ])?\\?\"(?P<secret>[^\"\\\n\0]{3,64}+)\\+[rn]", is_password),
)
"""By which word they are looked for, what stands where, and how it must look where the words could be prose."""
_ROWS = [(anchor, source, looks) for anchors, source, looks in OPERANDS for anchor in anchors]


def find(flat: str, lower: str) -> Iterator[Finding]:
    if len(flat) >= LONG:
        return
    for anchor, source, looks in _ROWS:
        if anchor in lower:
            for match in pattern(source).finditer(lower):
                secret = flat[slice(*match.span("secret"))]
                if not is_stand_in(secret) and (looks is None or looks(secret)):
                    yield Finding("password", *match.span("secret"))
