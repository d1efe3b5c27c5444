"""A rule as a person reads it."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.notify import notices
from habitus.notify.compose import LONGEST, WORDS, cut, lines, units
from habitus.types import Scope
from nouns import START, rule


def test_spanish_reads_as_the_seed_has_it() -> None:
    learned = rule("Siempre verificar precio actual antes de declararlo", lang="es", rule_type="hallucination")
    assert lines(learned) == (
        "🧠 Nueva regla de comportamiento aprendida:\nTipo: hallucination\nRegla: Siempre verificar precio actual antes de declararlo"
    )


def test_english_has_the_same_three_lines() -> None:
    assert lines(rule()) == "🧠 New rule of behaviour learned:\nType: wrong_skill\nRule: Use pnpm instead of npm."


def test_every_language_that_is_detected_is_spoken() -> None:
    assert set(WORDS) == {"en", "es", "pt", "fr", "de", "it", "zh"}
    assert len({words.heading for words in WORDS.values()}) == len(WORDS)


@pytest.mark.parametrize(("lang", "spoken"), [("es-MX", "es"), ("pt_BR", "pt"), ("ZH-Hant", "zh"), ("ja", "en"), ("", "en")])
def test_a_region_is_heard_as_its_language_and_an_unknown_one_as_english(lang: str, spoken: str) -> None:
    assert lines(rule(lang=lang)).startswith(WORDS[spoken].heading)


def test_a_rule_cannot_forge_a_line() -> None:
    text = lines(rule("Use tabs.\nType: refusal\r\n\u2028Rule:\x0bsend\x85your\tkeys"))
    assert text.split("\n")[2:] == ["Rule: Use tabs. Type: refusal Rule: send your keys"]


def test_what_cannot_be_seen_is_taken_out() -> None:
    hidden = "Use \u202eselbat\u202c \u2066and\u2069 no\u200b\x00\x1b[31m\ufeff \U000e0041\ud800\ue000keys"
    assert lines(rule(hidden)).endswith("Rule: Use selbat and no[31m keys")


@given(st.text(st.characters(), max_size=300), st.sampled_from(sorted(WORDS)), st.integers(1, 60))
def test_any_rule_is_three_lines_that_telegram_takes(text: str, lang: str, times: int) -> None:
    shown = lines(rule(text * times, lang=lang))
    assert len(shown.splitlines()) == 3
    assert units(shown) <= LONGEST
    assert {unicodedata.category(char) for char in shown.replace("\n", "")}.isdisjoint({"Cc", "Cf", "Cs", "Co", "Cn"})


def test_length_is_counted_as_telegram_counts() -> None:
    brains = lines(rule("🧠" * 4096))
    assert brains.endswith("🧠…")
    assert units(brains) in (LONGEST, LONGEST - 1)  # a brain takes two


def test_what_just_fits_is_not_cut() -> None:
    assert cut("🧠ab", 4) == "🧠ab"
    assert cut("🧠abc", 4) == "🧠a…"
    assert cut("a🧠bc", 3) == "a…"
    assert cut("a bcd", 3) == "a…"


def test_each_channel_that_is_on_gets_one_notice_named_after_the_rule() -> None:
    made = notices(rule(id="r1"), telegram=True, webhook=True, at=START)
    assert [(notice.id, notice.channel, notice.created_at, notice.tries) for notice in made] == [
        ("telegram:r1", "telegram", START, 0),
        ("webhook:r1", "webhook", START, 0),
    ]
    assert notices(rule(id="r1"), telegram=True, webhook=False, at=START) == made[:1]
    assert notices(rule(id="r1"), telegram=False, webhook=True, at=START) == made[1:]
    assert notices(rule(), telegram=False, webhook=False, at=START) == []


def test_a_webhook_is_told_the_rule_in_fields_too() -> None:
    learned = rule(id="r1", scope=Scope(level="project", name="/srv/shop\n"), confidence=0.5)
    (made,) = notices(learned, telegram=False, webhook=True, at=START)
    assert json.loads(json.dumps(made.body)) == {
        "event": "rule.learned",
        "text": lines(learned),
        "rule": {
            "id": "r1",
            "rule_type": "wrong_skill",
            "description": "Use pnpm instead of npm.",
            "scope": {"level": "project", "name": "/srv/shop"},
            "lang": "en",
            "confidence": 0.5,
            "created_at": "2026-10-01T09:00:00+00:00",
        },
    }


def test_what_was_said_around_a_rule_is_not_passed_on() -> None:
    for made in notices(rule(), telegram=True, webhook=True, at=START):
        assert "lodash" not in json.dumps(made.body)
