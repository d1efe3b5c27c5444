"""Secrets known by their label: `DB_PASSWORD=hunter2`, `"apiKey": "..."`, `<password>...</password>`, `my password is ...`.

A label alone is not enough, because code and prose speak of tokens all day: the value must look like one. How much, depends on how
it stands there. Settings and quoted passwords are believed; a bare word after `token:` is not.
Bias: misses a password that is a plain word without quotes (`password: swordfish`) rather than eat prose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from habitus.observe.redact import phrases, places
from habitus.observe.redact.names import kind, promise
from habitus.observe.redact.shapes import Finding, is_password, is_stand_in, is_token, pattern, search, search_sign

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator

# The letters k and p are rare, and the search for one rare letter is the fastest there is. What follows the letter is asked before
# what stands before it: that is the quicker question. LOOK is a first look ahead, so that prose is turned down without leaving the
# search.
LOOK = r"""[\w-]{0,32}+ (?= ["'`\\\])*]{0,4}+ (?:
    \s{0,8}(?: [:=] | [.?+|]= | is\b | ,[ ]{0,2}["'`] | ,?\s{1,40}["'\\]{0,4}value )
  | [ \t]{1,4}(?: ["'`] | \S{0,40}?\d | string\b | (?:for|of|on|in|to)[ ] )
  | > ))"""
KEY = r"k(?: ey(?:(?<=[\w-]key)|(?<=api[ ]key)|(?<=ess[ ]key)|(?<=ret[ ]key)|(?<=ate[ ]key)) | en(?<=token) | ie(?<=cookie) )" + LOOK
"""A key by itself is none of ours; an API key, an access key, a secret key and a private key are."""
PASSWORD = r"p(?: " + phrases.PHRASE + phrases.OF_WORDS + r" | (?:ass|wd|w(?![a-z])|hrase)" + LOOK + ")"
SECRET = r"secret(?: (?P<manifest>(?<=kind:[ ]secret)(?=\s)|(?<=kind\":[ ]\"secret)(?=\")) | " + LOOK + ")"
FOREIGN = r"\?(?<=contrase\?)a" + LOOK

JOINTS = ("pair", "typed", "assign", "comma", "xml", "spoken", "gap")
TAIL = r"""(?P<close>["'`\\\])*]{0,4}+)
    (?: (?P<pair>,?\s{1,40}["'\\]{0,4}(?i:value)["'\\]{0,4}\s{0,2}[:=]\s{0,2})                    # name: X, value: ...
      | (?P<typed>(?:[?!]?:[ \t]{0,2}|[ \t])&?[A-Za-z][\w.\[\]<>|]{0,30}[ \t]=[ \t])(?=["'`])        # x: str = "..."
      | (?P<assign>[ \t]{0,8}(?:=>|::?=|[.?+|]?={1,3}|:)[*]{0,2}[ \t]{0,8})
      | (?P<comma>,[ \t]{0,2})(?=\\{0,3}["'`])                                                        # set("x", "...")
      | (?P<xml>>)(?=[^<>\n]{1,200}</)
      | (?P<spoken>[ ](?>(?:(?i:for|of|on|in|to)[ ][\w.@'%-]{1,40})?)(?:[ ]?is:?[ ]|[ ]?[:=][ ]?))               # the password for x is ...
      | (?P<gap>[ \t]{1,4}) )
    (?: [bruBRUN@]{0,2}(?P<quote>\\{0,3}["'`]) (?P<quoted>(?>(?:(?!(?P=quote))(?:\\.|[^\\\n\0])){1,8192}))
      | (?P<bare>[^\x00-\x20"'`<]{1,4096}+) )
"""
NAME = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

NESTED = 64
"""A refused value shorter than this is searched for labels of its own; a longer one is passed over, to keep the time linear."""


class Label(NamedTuple):
    """A name that promises a secret, and the value it is joined to."""

    before: str
    name: str
    promised: str
    joint: str
    is_plain: bool
    """`NAME=value`, as in the environment or a settings file: whatever stands there is the value."""
    is_quoted: bool
    start: int
    value: str


def find(flat: str, lower: str) -> Iterator[Finding]:
    yield from _find(flat, search(KEY, lower, "key", "token", "cookie"))
    yield from _find(flat, search(PASSWORD, lower, "pass", "pw", "phrase"))
    yield from _find(flat, search(SECRET, lower, "secret"))
    yield from _find(flat, search_sign(FOREIGN, lower, "?"))


def _find(flat: str, hits: Iterable[re.Match[str]]) -> Iterator[Finding]:
    done = documented = 0
    for hit in hits:
        if hit.lastgroup == "manifest":
            if hit.start() >= documented:
                start, documented = places.document(flat, hit.start())
                yield from places.manifest(flat, start, documented)
            continue
        if hit.lastgroup == "run":
            yield from phrases.of_words(hit)
            continue
        label = _read(flat, hit) if hit.start() >= done else None
        if label is None:
            continue
        end = label.start + len(label.value)
        if label.promised == "cookie":
            done = end if label.is_quoted else places.header_end(flat, label.start)
            yield from places.cookies(flat, label.start, done)
        elif _is_secret(label):
            yield Finding(kind(label.name, label.promised), label.start, end)
            done = end
        elif len(label.value) >= NESTED:
            done = end


def _read(flat: str, hit: re.Match[str]) -> Label | None:
    head = flat[max(0, hit.start() - 48) : hit.start()]
    before = head.rstrip(NAME)
    name = head[len(before) :] + flat[hit.start() : hit.end()]
    promised = promise(name) or (
        "key" if name.lower() == "key" and before.lower().endswith(("api ", "access ", "secret ", "private ")) else None
    )
    tail = pattern(TAIL).match(flat, hit.end()) if promised else None
    if promised is None or tail is None:
        return None
    joint = next(joint for joint in JOINTS if tail[joint])
    if joint == "comma" and not (name.startswith("--") or before.endswith("(" + tail["close"][-1:])):
        return None
    is_tight = joint == "pair" or tail["assign"] == "="
    is_plain = is_tight and (name.isupper() or (promised == "password" and _is_setting(before, name)))
    if tail["quote"]:
        return Label(before, name, promised, joint, is_plain, True, tail.start("quoted"), tail["quoted"])
    value = tail["bare"] if "..." in tail["bare"] else _trim(tail["bare"], ENDS if name.isupper() else INNER_ENDS)
    return Label(before, name, promised, joint, is_plain, False, tail.start("bare"), value)


def _is_setting(before: str, name: str) -> bool:
    """At the start of a line, after the separator of a list of settings, or as an option: not an argument in code."""
    return name.startswith("--") or pattern(SETTING).search(before) is not None


SETTING = r"(?:\A|[\n;&?]|/:|\b(?:host|user|dbname|port)=[^\s,]{1,40}[ ])[\w.]*\Z"
"""What may stand before the name of a setting: a line's beginning, a separator, a registry (.npmrc), another setting (libpq)."""


ENDS, INNER_ENDS = r""";|\\[nrt"'\\]""", r"""[;,&]|\\[nrt"'\\]"""


def _trim(value: str, ends: str) -> str:
    """Bare text ends where the next thing begins, and without the punctuation around it."""
    end = pattern(ends).search(value)
    return (value[: end.start()] if end else value).rstrip(".,:)]}>|\\")


CALL = r"[\w.$:>-]*[(\[{]"
VARIABLE = r"""
    (?!(?:\D*+\d){3}) [A-Za-z_$][\w$]*+ (?>(?:(?:\.|->|::)[A-Za-z_$][\w$]*+)+) \Z
  | (?=\w{1,80}\Z) [A-Za-z_]*?(?i:pass|pwd|token|secret|auth|hash)
"""
"""A chain of names, or a name that speaks of secrets itself: `password = raw_password2`."""
CAPTION = r"[A-Z][a-z]++\Z | [A-Za-z]*+(?>(?:[-_.][A-Za-z]++)+)\Z"
"""What a form or a translation says beside its password field: `Contraseña`, `current-password`."""
COMMANDED = r"(?:\blogin\s+\S+\s+|\bENV\s|\bset\s(?://\S*:)?|--[\w.-]*\.)\Z"
"""Words after which a name and its value stand side by side: .netrc, Dockerfile, `aws configure set`, an option in parts."""


def _is_secret(label: Label) -> bool:
    if is_stand_in(label.value):
        return False
    if label.name.lower() == "pass" and (label.joint != "assign" or label.name == "PASS" or not _is_convincing(label)):
        return False  # a verb, or the word of a test runner
    return _is_secret_in_quotes(label) if label.is_quoted else _is_secret_when_bare(label)


def _is_secret_in_quotes(label: Label) -> bool:
    if pattern(r"\s").search(label.value):
        is_set = label.is_plain and label.name.isupper() and label.promised == "password"  # PASSWORD='correct horse 7'
        return ("phrase" in label.name.lower() and len(label.value) >= 12) or (is_set and is_password(label.value))
    if label.joint in ("comma", "gap"):
        return _is_convincing(label)
    if label.promised == "password":
        return len(label.value) >= 3 and not pattern(CAPTION).match(label.value)
    return is_token(label.value) or (label.is_plain and len(label.value) >= 6)


def _is_secret_when_bare(label: Label) -> bool:
    if pattern(CALL).match(label.value) or (not label.name.isupper() and pattern(VARIABLE).match(label.value)):
        return False
    if label.joint == "gap" and not (label.name.startswith("-") or pattern(COMMANDED).search(label.before)):
        return label.promised == "password" and is_token(label.value)
    if label.joint == "xml" and not label.before.endswith(("<", ":")):
        return False
    if label.promised == "password" and (label.is_plain or label.joint == "xml"):
        return len(label.value) >= 3
    return _is_convincing(label) or (label.is_plain and len(label.value) >= 6 and not label.value.isdigit())


def _is_convincing(label: Label) -> bool:
    return is_password(label.value) if label.promised == "password" else is_token(label.value)
