"""Passwords fed to the program that asks for them: by a pipe (`echo ... | sudo -S`), a here-string or a here-document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.observe.redact.shapes import Finding, is_stand_in, pattern, search_sign

if TYPE_CHECKING:
    from collections.abc import Iterator

READER = r"""(?: (?P<orders>sudo)[ ](?:[^|;\n]{0,40}?[ ])?(?:-[A-Za-z]{0,4}S|--stdin)(?![\w-])
    | (?:sudo[ ])?(?: (?P<pairs>chpasswd) | (?:smb|vnc)?passwd | cryptsetup | kinit
        | htpasswd[ ](?:-\w{1,4}[ ]){0,3}-[A-Za-z]{0,4}i[A-Za-z]{0,4} )(?![\w.-])
    | [\w./-]{2,40}[ ][^|;\n]{0,200}?(?: --pass(?:word|phrase)-stdin | --passphrase-fd[ =]0 | --with-token | -pass(?:in|out)?[ ]stdin
        | \bsecrets?[ ](?:set|create|put|versions) )(?![\w-]) )"""
"""Programs that read a password from their input: one of them with the user before it, one of them with orders after it."""
PIPED = r"\|[ ]{0,2}" + READER
ECHOED = r"""(?:echo[ ](?:-[neE]{1,3}[ ])?|printf[ ](?:["']?(?:%s(?:\\n)?){1,2}["']?[ ])?)
    (?P<quote>["']?)(?P<secret>[^\s"'`|][^"'`|\n\0]{0,200}?[^\s"'`|\0])(?:\\n)?(?P=quote)[ ]{0,2}\)?[ ]{0,2}\Z"""
HERE = r"""<<(?: <[ ]{0,2}\$?(?P<quote>\\{0,3}["']|)(?P<secret>[^\s"'`|;&<>\\][^"'`|\n\0]{1,200}?)(?P=quote)(?=[\s;|&)"']|\Z)
    | -?[ ]?["']?(?P<mark>[A-Za-z]\w{0,30})["']?[^\n]{0,100}\n(?P<lines>(?:(?![ \t]*(?P=mark)\b)[^\n]{0,200}\n){1,9}) )"""
LINE = r"[ \t]*(?P<secret>[^\s\0](?:[^\n\0]*[^\s\0])?)"
COMMAND = 300
"""How far before the sign its command, or what is echoed, is looked for."""


def find(flat: str) -> Iterator[Finding]:
    for asked in search_sign(PIPED, flat, "|"):
        written = max(flat.rfind(word, max(0, asked.start() - COMMAND), asked.start()) for word in ("echo ", "printf "))
        if written >= 0 and (echoed := pattern(ECHOED).match(flat, written, asked.start())):
            yield from _given(flat, *echoed.span("secret"), has_user=bool(asked["pairs"]))
    for here in search_sign(HERE, flat, "<<"):
        command = pattern(r"[^|;&(\n]*\Z").search(flat, max(0, here.start() - COMMAND), here.start())
        reader = pattern(r"\s*" + READER).match(flat, command.start(), here.start()) if command else None
        if reader and here["secret"]:
            yield from _given(flat, *here.span("secret"), has_user=bool(reader["pairs"]))
        elif reader and not reader["orders"]:
            for line in pattern(LINE).finditer(flat, *here.span("lines")):
                yield from _given(flat, *line.span("secret"), has_user=bool(reader["pairs"]))


def _given(flat: str, start: int, end: int, *, has_user: bool) -> Iterator[Finding]:
    start = flat.find(":", start, end) + 1 or start if has_user else start
    if not is_stand_in(flat[start:end]):
        yield Finding("password", start, end)
