"""What the pages say is said in Spanish too."""

import ast
import re
import time
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import habitus
from habitus.enforce import told
from habitus.enforce.rules import BUILT_IN
from habitus.evolve.skills.guard.rules import RULES as GUARDED
from habitus.learn.safety.dangers import DANGERS
from habitus.server import faults, pages
from habitus.server.pages import words
from habitus.server.pages.asked import SAID
from habitus.server.pages.words import shapes

FOLDER = Path(pages.__file__).parent
CALLED = re.compile(r"""(?<![\w.])(?:asked\.)?t\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')""")
HOLE = re.compile(r"\{\w+\}")


def said() -> set[str]:
    files = [*FOLDER.glob("templates/*.html"), *FOLDER.glob("*.py"), Path(told.__file__)]
    found = {one[1] or one[2] for file in files for one in CALLED.finditer(file.read_text(encoding="utf-8"))}
    return found | set(SAID.values()) | {name for _, name in pages.NAV}


def test_every_sentence_of_the_pages_is_there_in_every_language() -> None:
    for lang in set(words.LANGUAGES) - {"en"}:
        assert sorted(said() - words.table(lang).keys()) == []


@pytest.mark.parametrize("lang", sorted(set(words.LANGUAGES) - {"en"}))
def test_a_translation_has_the_same_places_to_fill_in(lang: str) -> None:
    for text, other in words.table(lang).items():
        assert sorted(HOLE.findall(text)) == sorted(HOLE.findall(other)), text


def test_what_nobody_has_translated_is_shown_as_it_is() -> None:
    assert words.told("es", "Nobody wrote this, {name}.", name="ana") == "Nobody wrote this, ana."


# ── what the layer says, and the store keeps ──

LITERAL = 8
"""Letters between two places that must be somewhere in the house: less is punctuation."""


@cache
def written() -> str:
    """Every text in the source, as it is put together."""
    found = []
    for file in Path(habitus.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(node.value)
            elif isinstance(node, ast.JoinedStr):
                found.append("\0".join(str(part.value) if isinstance(part, ast.Constant) else "" for part in node.values))
    return "\n".join(found)


RETOLD = [(lang, about) for lang in sorted(words.LANGUAGES) for about in sorted(words.sentences(lang))]


@pytest.mark.parametrize(("lang", "about"), RETOLD)
def test_every_sentence_that_is_told_again_is_still_said(lang: str, about: str) -> None:
    for text in words.sentences(lang)[about]:
        for part in HOLE.split(text):
            assert len(part.strip()) < LITERAL or _is_said(part), text


def _is_said(part: str) -> bool:
    """In one piece, or in a few that meet where a sentence is chosen."""
    for _ in range(4):
        part = part[next(at for at in range(len(part), -1, -1) if part[:at] in written()) :]
    return not part


@pytest.mark.parametrize(("lang", "about"), RETOLD)
def test_a_sentence_told_again_has_the_same_places(lang: str, about: str) -> None:
    for text, other in words.sentences(lang)[about].items():
        assert set(HOLE.findall(other)) <= set(HOLE.findall(text)), text


def test_what_was_filled_in_stays_as_it_was() -> None:
    said = "no person said it: it comes from the document"

    assert words.retold("es", "rule", said) == "no lo dijo ninguna persona: viene de: documento"
    assert words.retold("en", "rule", said) == said
    assert words.retold("es", "conflict", "“Use {a}” against “Use %s”") == "«Use {a}» frente a «Use %s»"


@given(st.text(max_size=200))
def test_a_strangers_words_are_not_told_again_as_ours(text: str) -> None:
    for about in words.sentences("es").keys() - {"persona", "conflict", "suggestion"}:  # "a of b" is a title there, and nowhere else
        assert words.retold("es", about, f"¿{text}?") == f"¿{text}?"


PLACED = st.lists(st.sampled_from(["a", "b", "ab", " ", "{x}"]), min_size=1, max_size=7).map(
    lambda parts: "".join(part.replace("x", f"n{nth}") for nth, part in enumerate(parts))
)
"""Sentences of few letters: what is between two places occurs in what fills them."""


@given(PLACED, st.text("ab \n", max_size=12))
def test_a_shape_is_read_as_a_lazy_pattern_reads_it(sentence: str, text: str) -> None:
    pattern = re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(sentence)), re.DOTALL)
    found = pattern.fullmatch(text)

    assert shapes.filled(shapes.shape(sentence), text) == (found.groupdict() if found else None)


@given(PLACED, st.lists(st.text("ab \n", min_size=1, max_size=4), min_size=7, max_size=7))
def test_what_was_put_together_is_found_again(sentence: str, values: list[str]) -> None:
    text = sentence.format(**{f"n{nth}": value for nth, value in enumerate(values)})
    found = shapes.filled(shapes.shape(sentence), text)

    assert found is not None
    assert sentence.format(**found) == text


def test_no_text_takes_long_to_be_read() -> None:
    nearly = ("x was changed again after entry , last by entry  (" * 40)[: words.LONG - 20]
    within = "`a` " * 390 + "x" + "." * 390
    started = time.process_time()

    assert words.retold("es", "problem", f"Nothing is at {nearly}.") == f"No hay nada en {nearly}."
    assert words.retold("es", "problem", within).startswith("`a` ")
    assert time.process_time() - started < 2


def test_the_guard_speaks_spanish() -> None:
    for rule in GUARDED:
        what, _, instead = words.retold("es", "guard", f"{rule.reason}; instead: {rule.instead}").partition("; en su lugar: ")
        assert what != rule.reason, rule.id
        assert instead, rule.id
        assert instead != rule.instead, rule.id


def test_every_declared_rule_speaks_spanish() -> None:
    for check in BUILT_IN:
        assert words.retold("es", "declared", check.description) != check.description


def test_every_reason_to_refuse_a_rule_speaks_spanish() -> None:
    for reason, _ in DANGERS:
        assert words.retold("es", "refused", f"it {reason}") != f"it {reason}"
        assert "this rule" not in words.retold("es", "problem", f"this rule is not kept: it {reason}")


# ── what rules and gates say ──

SAMPLES = {"target": "/work/a.py", "tool": "Bash", "tool_calls_this_turn": "31", "consecutive_same_tool": "5", "reason": "{reason}"}


def _filled(message: str) -> str:
    return re.sub(r"\{([\w:]+)\}", lambda one: SAMPLES.get(one[1], "7"), message)


def _reasons() -> set[str]:
    """Everything that the destructive families can say of a command."""
    from habitus.parse.destructive import FAMILIES, databases

    said = {says for programs in FAMILIES.values() for program in programs for says in program.lines.values()}
    return said | {says.format(objects="users") for says in databases.STATEMENTS.values()} | set(databases.DOCUMENTS.values())


def test_every_built_in_rule_says_its_message_in_spanish() -> None:
    left = {
        check.id for check in BUILT_IN if check.id != "confirm_destructive" and _spanish(_filled(check.message)) == _filled(check.message)
    }
    assert left == set()


def test_every_reason_to_hold_a_call_back_is_told_in_spanish() -> None:
    message = next(check.message for check in BUILT_IN if check.id == "confirm_destructive")
    unclear = ", by the safer reading of what could not be read for certain"
    left = set()
    for reason in {
        *_reasons(),
        "deletes a folder with everything in it",
        "runs more than can be looked at",
        "rewrites all history, if the program is git",
    }:
        for end in ("", unclear):
            told = _spanish(message.replace("{reason}", f"{reason} (rm -rf (a) b){end}"))
            if reason in told or not told.startswith("Esto ") or "(rm -rf (a) b)" not in told or ("prudente" in told and not end):
                left.add(reason)
    assert sorted(left) == []


def test_every_gate_and_every_learned_check_speaks_spanish() -> None:
    from habitus.enforce.gates import Gates
    from habitus.enforce.learned import SPEAKERS, WAYS
    from habitus.enforce.policy import unknown

    gates = {one for one in _texts(Gates.judge) if one.rstrip().endswith((".", "policy."))}
    said = [
        *(f'{speaker} has said: "Use uv." {way}' for speaker in SPEAKERS.values() for way in WAYS.values()),
        "The policy does not allow Bash. Find another way, or ask the user to change the policy.",
        "The policy asks a person about Bash.", unknown((), "Bash", {}), "Bash needs command.", "a person approved it",
    ]  # fmt: skip
    assert len(gates) <= 3  # one more needs a line above
    assert [one for one in said if _spanish(one) == one or re.search(r"\b(The|has said|call)\b", _spanish(one))] == []


def test_what_somebody_else_wrote_is_not_told_in_two_languages_at_once() -> None:
    written = "A release needs a ticket first. Ask for it."

    assert _spanish(written) == written
    assert _spanish("mcp__files__read needs file_path, encoding.") == "mcp__files__read necesita file_path, encoding."


def test_every_fault_of_a_form_is_told_in_spanish() -> None:
    filled = {re.sub(r"\{\w+\}", "7", one) for one in (faults.EMPTY, *faults.WORDS.values()) if one != "{error}"}
    told = {one: words.retold("es", "problem", f"`name` {one}.") for one in filled}

    assert {one for one, said in told.items() if one in said or not said.startswith("`name` ")} == set()


def _spanish(text: str) -> str:
    return words.retold("es", "approval", text)


def _texts(function: object) -> list[str]:
    import inspect
    import textwrap

    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))  # type: ignore[arg-type]
    body = tree.body[0].body[1:]  # type: ignore[attr-defined]  # without what it says of itself
    return [node.value for one in body for node in ast.walk(one) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
