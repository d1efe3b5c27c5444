"""SQL -> what its statements do. Text goes in as it arrives: from a database tool, `psql -c`, a here-document.

A first pass cuts the text at its semicolons and looks for words that could destroy, outside of strings and comments: ordinary SQL ends
there. Statements with such a word are parsed by sqlglot. Where it cannot read one, the words decide, on the safer side, and `guessed`
says so.
"""

from __future__ import annotations

import logging
import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

log = logging.getLogger("habitus.parse")

LONGEST = 262_144
"""Characters that are looked at."""
LONGEST_PARSED = 16_384
MOST_PARSED = 500
"""A longer statement, and those after so many, are judged by their words: a parse takes a millisecond or two per kilobyte."""
DEEPEST = 4
"""SQL inside a string inside SQL."""

DANGER = re.compile(r"\b(?:drop|truncate|delete|update|merge|exec|execute|purge|do|or\s+replace|overwrite)\b", re.IGNORECASE)
_ESCAPED = r"'(?:[^'\\]|''|\\.)*(?:'|\Z)"
_STANDARD = r"'(?:[^']|'')*(?:'|\Z)"
_PARTS = (
    r"""(?P<comment>--[^\n]*|/\*(?!!).*?(?:\*/|\Z)|\#(?![>-])[^\n]*)|(?P<string>%s)"""
    r"""|(?P<dollar>\$(?P<tag>\w*)\$.*?(?:\$(?P=tag)\$|\Z))|(?P<name>"(?:[^"]|"")*(?:"|\Z)|`[^`]*(?:`|\Z)|\[[A-Za-z_][^\]\n]{0,128}\])"""
    r"""|(?P<word>[^\W\d][\w$@\#]*)|(?P<end>;)|(?P<blank>\s+)|(?P<hint>/\*!\d*|\*/)|(?P<mark>.)"""
)
TOKEN = re.compile(_PARTS % f"[eEnN]?{_ESCAPED}", re.DOTALL)
TOKEN_BY_STANDARD = re.compile(_PARTS % f"[eE]{_ESCAPED}|[nN]?{_STANDARD}", re.DOTALL)
"""In standard SQL a backslash is a letter: `'C:\\'` is a whole string, and what follows runs. MySQL and others take it for an escape."""
STANDARD = wordset("postgres sqlite duckdb tsql oracle trino")
FIRST = re.compile(r"(?:\s|--[^\n]*\n|/\*.*?\*/|\()*([A-Za-z]+)", re.DOTALL)
META = re.compile(r"^\s*(?:\\[a-zA-Z!?+]|\.[a-z]{2,}\b)[^\n]*$|^\s*GO\s*$", re.MULTILINE | re.IGNORECASE)
"""Lines for the client, not for the database: `\\c db`, `.headers on`, `GO`."""

HOLDS_DATA = wordset(
    "TABLE DATABASE SCHEMA COLUMN KEYSPACE TABLESPACE CATALOG COLLECTION OWNED USER ROLE LOGIN WAREHOUSE STREAM PARTITION DATASET"
)
"""What `DROP` takes data away with. A view, an index, a function can be made again from its text."""
STORED = wordset("FUNCTION PROCEDURE TRIGGER RULE EVENT PACKAGE TASK MACRO")
"""`CREATE` one of these, and what stands inside it does not run now."""
RUNS_TEXT = wordset("do exec execute prepare begin declare call")
"""Statements that run a text of their own."""


class Statement(NamedTuple):
    kind: str
    """drop, drop_definition, drop_column, truncate, replace_all, delete, delete_all, update, update_all; of any other its first word:
    select, grant"""
    objects: tuple[str, ...]
    """The tables, schemas, ... that it is about, where that matters."""
    text: str
    guessed: bool = False
    """Read by its words, because it could not be parsed."""


Told = tuple[str, tuple[str, ...]]
"""A statement's kind and objects."""


class Token(NamedTuple):
    kind: str
    text: str
    """A word in capitals, anything else as written."""


def statements(text: str, dialect: str = "") -> list[Statement]:
    return list(each(text, dialect))


def each(text: str, dialect: str = "", depth: int = 0) -> Iterator[Statement]:
    """The statements one by one: whoever looks for the first of a kind need not parse the rest."""
    if DANGER.search(text) is None:
        yield from (Statement(found[1].lower(), (), part) for part in text[:LONGEST].split(";") if (found := FIRST.match(part)))
        return
    text = META.sub("", text[:LONGEST].replace("\0", "x"))
    for number, (part, tokens) in enumerate(_readings(text, dialect)):
        yield from _read(part, tokens, dialect if number < MOST_PARSED else None, depth)


def _readings(text: str, dialect: str) -> list[tuple[str, list[Token]]]:
    """The statements; by both readings of a backslash, where nobody says which database it is and both make whole strings."""
    if "\\'" not in text:
        return _parts(text, TOKEN)
    if dialect in STANDARD:
        return _parts(text, TOKEN_BY_STANDARD)
    parts = _parts(text, TOKEN)
    other = [] if dialect else _parts(text, TOKEN_BY_STANDARD)
    is_whole = all(len(token.text) > 1 and token.text.endswith("'") for _, tokens in other for token in tokens if token.kind == "string")
    return parts + [part for part in other if is_whole and part not in parts]


def _parts(text: str, pattern: re.Pattern[str]) -> list[tuple[str, list[Token]]]:
    """Each statement: its text, and its tokens without blanks and comments."""
    parts: list[tuple[str, list[Token]]] = []
    tokens: list[Token] = []
    start = open_blocks = 0
    for found in pattern.finditer(text):
        kind = found.lastgroup or ""
        if kind == "end" and not open_blocks:
            parts.append((text[start : found.start()].strip(), tokens))
            tokens, start = [], found.end()
        elif kind not in ("blank", "comment", "hint"):
            word = found[0].upper() if kind == "word" else found[0]
            open_blocks = max(0, open_blocks + _opens(word, tokens, open_blocks))
            tokens.append(Token("dollar" if kind == "tag" else kind, word))
    parts.append((text[start:].strip(), tokens))
    return [part for part in parts if part[1]]


def _opens(word: str, tokens: list[Token], open_blocks: int) -> int:
    """The body of a stored procedure has semicolons of its own: 1 where it begins, -1 where it ends."""
    if open_blocks:
        return -1 if word == "END" else int(word in ("BEGIN", "CASE", "IF", "LOOP") and tokens[-1].text != "END")
    return int(word == "BEGIN" and _is_stored(tokens))


def _is_stored(tokens: list[Token]) -> bool:
    words = [token.text for token in tokens[:8] if token.kind == "word"]
    return bool(words) and words[0] in ("CREATE", "ALTER") and not STORED.isdisjoint(words)


def _read(text: str, tokens: list[Token], dialect: str | None, depth: int) -> list[Statement]:
    """`dialect`: None where it is not to be parsed."""
    words = [token.text for token in tokens if token.kind == "word"]
    first = words[0].lower() if words else ""
    if _is_stored(tokens) or DANGER.search(" ".join(words)) is None:
        return [Statement(first, (), text), *(_inside(tokens, dialect or "", depth) if first in RUNS_TEXT else ())]
    if first in ("explain", "describe", "desc") and "ANALYZE" not in words and "ANALYSE" not in words:
        return [Statement("explain", (), text)]
    parsed = _parsed(text, dialect) if dialect is not None and len(text) <= LONGEST_PARSED else None
    inner = _inside(tokens, dialect or "", depth) if first in RUNS_TEXT else []
    return (_by_words(tokens, text) if parsed is None else parsed) + inner


def _inside(tokens: list[Token], dialect: str, depth: int) -> list[Statement]:
    """Strings that are themselves run: `EXECUTE 'DROP TABLE x'`, `DO $$ ... $$`."""
    found: list[Statement] = []
    for kind, text in tokens if depth < DEEPEST else ():
        if kind == "dollar":
            found += each(re.sub(r"^\$\w*\$|\$\w*\$$", "", text), dialect, depth + 1)
        elif kind == "string":
            found += each(text.strip("eEnN").strip("'").replace("''", "'"), dialect, depth + 1)
    return [one._replace(guessed=True) for one in found]


# ── with the parser ──────────────────────────────────────────────────────────────────────────────


@cache
def _sqlglot() -> ModuleType:
    import sqlglot

    # It warns about every statement that it takes over word for word; we read those ourselves.
    logging.getLogger("sqlglot").setLevel(logging.ERROR)
    return sqlglot


def _parsed(text: str, dialect: str) -> list[Statement] | None:
    """None where the parser cannot read it, or took it over unread."""
    sqlglot = _sqlglot()
    for read in dict.fromkeys((dialect or None, None)):
        try:
            tree = sqlglot.parse_one(text, read=read)
        except (sqlglot.errors.SqlglotError, RecursionError, ValueError):
            continue
        except Exception:
            # Someone else's parser on text that nobody vouches for: the words are read instead.
            log.exception("sqlglot failed; the statement is judged by its words")
            return None
        if tree.find(sqlglot.exp.Command) is None:
            from habitus.parse.sqltree import told

            found = [Statement(kind, objects, text) for kind, objects in told(tree)]
            return found or [Statement(tree.key, (), text)]
    return None


# ── by the words ─────────────────────────────────────────────────────────────────────────────────


def _by_words(tokens: list[Token], text: str) -> list[Statement]:
    rest = _Rest(tokens)
    found = [
        Statement(*told, text, guessed=True)
        for at, token in enumerate(tokens)
        if token.kind == "word" and token.text in BY_WORD and (told := BY_WORD[token.text](at, rest))
    ]
    return found or [Statement(tokens[0].text.lower(), (), text, guessed=True)]


class _Rest:
    """A statement's tokens, with where some of its words stand first and last: to look through all of them for each word that destroys
    would take the square of the time."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.last: dict[str, int] = {token.text: at for at, token in enumerate(tokens)}
        self.first: dict[str, int] = {token.text: at for at, token in reversed(list(enumerate(tokens)))}

    def behind(self, at: int) -> list[str]:
        """The next few words."""
        return [token.text for token in self.tokens[at + 1 : at + 12]]

    def before(self, at: int) -> str:
        return self.tokens[at - 1].text if at else ""

    def has_behind(self, at: int, *words: str) -> bool:
        return any(self.last.get(word, -1) > at for word in words)


def _drop(at: int, rest: _Rest) -> Told | None:
    after = rest.behind(at)
    if rest.first.get("ALTER", at) < at:
        kept = after[:1] and after[0] in KEEPS_DATA
        table = rest.first.get("TABLE", at)
        return ("drop_definition" if kept else "drop_column"), (rest.tokens[table + 1].text.lower(),) if table < at else ()
    kind = next((word for word in after[:3] if word in HOLDS_DATA), "")
    is_passing = not {"TEMPORARY", "TEMP", "MATERIALIZED"}.isdisjoint(after[:2])
    return ("drop" if kind and not is_passing else "drop_definition"), _named(after, kind)


def _truncate(at: int, rest: _Rest) -> Told | None:
    after = rest.behind(at)
    # TRUNCATE(1.5, 1) is a sum.
    return None if not after or after[0] == "(" else ("truncate", _named(after, "TABLE"))


def _replace(at: int, rest: _Rest) -> Told | None:
    """`CREATE OR REPLACE TABLE t`: the one that was there is gone."""
    after = rest.behind(at)
    is_kept = not {"TEMPORARY", "TEMP", "EXTERNAL"}.isdisjoint(after[:3])
    return None if rest.before(at) != "OR" or "TABLE" not in after[:4] or is_kept else ("replace_all", _named(after, "TABLE"))


def _overwrite(at: int, rest: _Rest) -> Told | None:
    """Every row, unless a partition is named."""
    after = rest.behind(at)
    is_part = rest.has_behind(at, "PARTITION") or "DIRECTORY" in after[:2]
    return None if rest.before(at) != "INSERT" or is_part else ("replace_all", _named(after, "TABLE"))


def _delete(at: int, rest: _Rest) -> Told | None:
    after = rest.behind(at)
    if not after or after[0] in NOT_DELETED or rest.before(at) in BEFORE_CLAUSE:
        return None
    return ("delete" if rest.has_behind(at, "WHERE", "USING", "JOIN") else "delete_all"), _named(after, "FROM")


def _update(at: int, rest: _Rest) -> Told | None:
    after = rest.behind(at)
    if rest.before(at) in BEFORE_CLAUSE or "SET" not in after[:8]:
        return None
    return ("update" if rest.has_behind(at, "WHERE", "JOIN", "FROM") else "update_all"), _named(after, "")


def _named(words: list[str], behind: str) -> tuple[str, ...]:
    """The name behind a word, past `IF EXISTS` and `ONLY`."""
    name = ""
    for word in words[words.index(behind) + 1 :] if behind in words else words:
        if word in PAST:
            continue
        if name and word != "." and not name.endswith("."):
            break
        name += word
    return (name.lower().strip('"`[]'),) if name and re.match(r'[\w"`\[]', name) else ()


KEEPS_DATA = wordset("CONSTRAINT INDEX DEFAULT NOT KEY PRIMARY FOREIGN EXPRESSION IDENTITY CHECK")
NOT_DELETED = wordset("CASCADE SET RESTRICT NO ON OR TRIGGER , )")
BEFORE_CLAUSE = wordset("FOR ON DO KEY NO THEN OF BEFORE AFTER OR GRANT ,")
"""`SELECT ... FOR UPDATE`, `ON DELETE CASCADE`, `GRANT SELECT, DELETE`: nothing is updated or deleted."""
PAST = wordset("IF NOT EXISTS ONLY TABLE FROM INTO LOW_PRIORITY IGNORE QUICK")
BY_WORD = {
    "DROP": _drop, "TRUNCATE": _truncate, "PURGE": _truncate, "REPLACE": _replace, "OVERWRITE": _overwrite, "DELETE": _delete,
    "UPDATE": _update,
}  # fmt: skip
