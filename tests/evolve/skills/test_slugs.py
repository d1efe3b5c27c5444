"""Slugs: the one name of a skill."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.evolve.skills import slugs

CASES = json.loads((Path(__file__).parents[2] / "cases" / "learning_and_evolution.json").read_text())["skill_manage"]
NAMED = [(case["case"].split("'")[1], case["want"].removeprefix("slug ")) for case in CASES if case["case"].startswith("name ")]


@pytest.mark.parametrize(("name", "slug"), NAMED)
def test_the_cases_of_the_sheet_get_their_slugs(name: str, slug: str) -> None:
    assert slugs.slugify(name) == slug


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Café déjà vu", "cafe-deja-vu"),
        ("Straße & Größe", "strasse-grosse"),
        ("  --Trim__me--  ", "trim-me"),
        ("C", "c-skill"),
        ("NUL", "nul-skill"),
        ("ﬁle ① ready", "file-1-ready"),
    ],
)
def test_names_become_slugs_that_can_be_read(name: str, slug: str) -> None:
    assert slugs.slugify(name) == slug


def test_names_in_another_script_do_not_meet_under_one_slug() -> None:
    assert slugs.slugify("部署检查") != slugs.slugify("代码审查")
    assert slugs.slugify("部署检查").startswith("skill-")


@given(st.text(max_size=200))
def test_every_name_becomes_a_slug_and_a_slug_stays_as_it_is(name: str) -> None:
    slug = slugs.slugify(name)
    assert slugs.problem(slug) == ""
    assert slugs.slugify(slug) == slug


@pytest.mark.parametrize(
    "slug", ["", "a", "-ab", "ab-", "a--b", "Ab", "a_b", "a.b", "../x", "a/b", "a b", "con", "lpt1", "é1", "a" * 65, "ab\n", "٣٤"]
)
def test_what_is_no_slug_is_told_why(slug: str) -> None:
    assert slugs.problem(slug)


@pytest.mark.parametrize("slug", ["ab", "deploy-checklist", "a1", "42", "a" * 64, "console"])
def test_what_is_a_slug_has_no_problem(slug: str) -> None:
    assert slugs.problem(slug) == ""


@pytest.mark.parametrize(
    ("slug", "key"),
    [  # FNV-64a of the reference vectors, as signed numbers
        ("", 0xCBF29CE484222325 - 2**64),
        ("a", 0xAF63DC4C8601EC8C - 2**64),
        ("foobar", 0x85944171F73967E8 - 2**64),
        ("hello", 0xA430D84680AABD0B - 2**64),
    ],
)
def test_the_lock_is_the_fnv_of_the_slug(slug: str, key: int) -> None:
    assert slugs.lock_key(slug) == key


@given(st.text())
def test_every_lock_fits_what_postgresql_takes(slug: str) -> None:
    assert -(2**63) <= slugs.lock_key(slug) < 2**63
