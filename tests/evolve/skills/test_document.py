"""SKILL.md: read with patience, written to the letter."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.errors import Refused
from habitus.evolve.skills import document, frontmatter, validate
from habitus.evolve.skills.limits import SKILL_MD
from habitus.types.skills import Bundle

SEED = (
    "---\nname: Deploy Checklist\ndescription: Steps to deploy the app safely.\n---\n\n"
    "## Steps\n1. Run tests\n2. Build image\n3. Push to registry\n4. Apply manifests\n5. Verify rollout"
)


def kept(text: str, slug: str = "deploy-checklist", **provenance: str) -> str:
    return document.canonical(document.read(text), slug, provenance)


def problems(text: str, folder: str = "deploy-checklist", **files: bytes) -> tuple[str, ...]:
    return validate.problems(Bundle(text=text, files=files), folder)


def test_the_seeds_example_is_read() -> None:
    found = document.read(SEED)
    assert (found.name, found.description) == ("Deploy Checklist", "Steps to deploy the app safely.")
    assert found.body.startswith("\n## Steps")


def test_the_seeds_example_is_kept_as_the_format_wants_it() -> None:
    text = kept(SEED, **{"habitus-origin": "user, session s1"})
    assert text == (
        "---\nname: deploy-checklist\ndescription: Steps to deploy the app safely.\n"
        'metadata:\n  habitus-origin: "user, session s1"\n  title: Deploy Checklist\n---\n' + SEED.split("---\n", 2)[2]
    )
    assert problems(text) == ()
    assert document.read(text).title() == "Deploy Checklist"


def test_keeping_twice_is_keeping_once() -> None:
    once = kept(SEED, origin="user")
    assert kept(once, origin="user") == once


def test_a_new_origin_takes_the_place_of_the_old_one_and_nothing_else_moves() -> None:
    once = kept(SEED, origin="user")
    assert kept(once, origin="import") == once.replace("origin: user", "origin: import")


def test_comments_order_and_unknown_fields_stay() -> None:
    text = (
        "---\n# ours\nversion: 1.0 # keep\nname: Old Name   # shown\ndescription: >-\n  folded\n  text\n\nmetadata:\n    # who\n"
        "    author: Ann\n    other: {a: 1}\n# behind\nallowed-tools:\n- Read\n- Grep\n---\nbody\n"
    )
    assert kept(text, "new-name", origin="x") == (
        "---\n# ours\nversion: 1.0 # keep\nname: new-name   # shown\ndescription: >-\n  folded\n  text\n\nmetadata:\n    # who\n"
        "    author: Ann\n    other: {a: 1}\n    origin: x\n    title: Old Name\n# behind\nallowed-tools:\n- Read\n- Grep\n---\nbody\n"
    )


def test_metadata_on_one_line_keeps_what_it_held() -> None:
    text = '---\nname: x1\ndescription: d\nmetadata: {"tool":{"bins":["node"]}}\n---\nb'
    again = document.read(kept(text, "x1", origin="y"))
    assert again.frontmatter["metadata"] == {"tool": {"bins": ["node"]}, "origin": "y"}


def test_line_ends_of_windows_stay() -> None:
    text = SEED.replace("\n", "\r\n")
    once = kept(text)
    assert once.count("\n") == once.count("\r\n")
    assert once.endswith(text.split("---\r\n", 2)[2])
    assert kept(once) == once


def test_the_block_ends_at_a_line_of_dashes_and_not_at_dashes_in_a_value() -> None:
    found = document.read("---\nname: a --- b\ndescription: |\n  x\n  ---\n  y\n---\nbody\n---\nmore")
    assert found.description == "x\n---\ny"
    assert found.body == "body\n---\nmore"


def test_a_value_that_lacks_its_quotes_is_read_and_gets_them() -> None:
    text = "---\nname: x1\ndescription: Use when: the build fails\n---\nb"
    assert document.read(text).description == "Use when: the build fails"
    assert 'description: "Use when: the build fails"' in kept(text, "x1")
    assert problems(text, "x1") == ("SKILL.md:3 has a value that YAML cannot read as it stands: put it in quotes",)


def test_a_missing_description_is_what_the_body_begins_with() -> None:
    text = "---\nname: x1\n---\n# Title\n\nRun the tests first. Then build.\n"
    assert document.read(text).description == "Run the tests first."
    assert "name: x1\ndescription: Run the tests first.\n" in kept(text, "x1")
    assert "description` is missing" in problems(text, "x1")[0]


def test_a_byte_order_mark_is_no_reason_to_refuse() -> None:
    assert document.read("\ufeff" + SEED).name == "Deploy Checklist"


BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{b}: &{b} [{','.join(['*' + a] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("block", "line", "word"),
    [
        (BOMB + "name: x\n", "", "alias"),
        ("name: a\nname: b\n", "3 ", "`name` a second time"),
        ("name: a\nx: {b: 1, b: 2}\n", "", "twice"),
        ("name: [[" + "[" * 500 + "\n", "2", "nested"),
        ("name: 12\n", "2", "quotes"),
        ("description: d\nname: [a]\n", "3", "quotes"),
        ("name: a\ndescription: {b: c}\n", "3", "quotes"),
        ("description: d\n", "2", "`name`"),
        ("name:\n", "2", "`name`"),
        ("name: ''\n", "2", "`name`"),
        ("- a\n", "2", "fields"),
        ("1: a\nname: b\n", "2", "named by text"),
        ("name: a\nx: {{ y }}\n", "", "quotes"),
        ("name: a\n\tb: c\n", "3", ""),
        ("name: a\nb: 'c\n", "", ""),
        ("name: a\nb: 99999999999999999999999\n", "3", "too large"),
        ("name: a\nb: " + "c" * 20_000 + "\n", "2", "at most"),
    ],
)
def test_hostile_and_broken_frontmatter_is_refused_with_its_line(block: str, line: str, word: str) -> None:
    with pytest.raises(Refused) as refused:
        document.read(f"---\n{block}---\nbody")
    assert str(refused.value).startswith(f"SKILL.md:{line}")
    assert word in str(refused.value)


@pytest.mark.parametrize(
    "text", ["", "name: x", "---", "---\n", "---\nname: x\n", "---\nname: x\n ---\nb", "----\nname: x\n---\n", "\n---\nname: x\n---\n"]
)
def test_a_frontmatter_that_does_not_open_or_close_is_refused(text: str) -> None:
    with pytest.raises(Refused, match=r"SKILL\.md:1"):
        document.read(text)


def test_the_size_is_counted_in_bytes_and_the_last_one_fits() -> None:
    head = "---\nname: x1\n---\n"
    assert document.read(head + "a" * (SKILL_MD - len(head))).name == "x1"
    with pytest.raises(Refused, match="102,401 bytes"):
        document.read(head + "a" * (SKILL_MD + 1 - len(head)))
    with pytest.raises(Refused, match="at most"):
        document.read(head + "é" * (SKILL_MD // 2))


@pytest.mark.parametrize(
    ("field", "word"),
    [
        ("license: [a]", "license"),
        ("compatibility: ''", "1 to 500"),
        (f"compatibility: {'c' * 501}", "1 to 500"),
        ("metadata: text", "entries"),
        ("metadata:\n  version: 1.0", "metadata.version"),
        ("allowed-tools: {a: b}", "allowed-tools"),
        ("version: 2", "SKILL.md:4 `version` is no field"),
    ],
)
def test_fields_that_break_the_format_are_told(field: str, word: str) -> None:
    (problem,) = problems(f"---\nname: x1\ndescription: d\n{field}\n---\nbody", "x1")
    assert word in problem


def test_all_fields_of_the_format_pass() -> None:
    text = (
        f"---\nname: x1\ndescription: {'d' * 1024}\nlicense: MIT\ncompatibility: {'c' * 500}\nmetadata:\n  a: b\n"
        "allowed-tools: Bash(git:*) Read\n---\nSee [the guide](references/guide.md), [us](https://a.b) and [above](#x); `[no](link)`.\n"
    )
    assert problems(text, "x1", **{"references/guide.md": b"g"}) == ()


def test_a_skill_is_told_all_that_is_wrong_at_once() -> None:
    text = f"---\nname: Wrong Name\ndescription: {'d' * 1025}\n---\n"
    told = " | ".join(problems(text, "x1", **{"../up": b"", "a": b"", "A": b""}))
    assert all(
        word in told for word in ("`wrong-name` would do", "1,025 characters", "instructions are missing", "`..`", "differ only in case")
    )


def test_name_and_folder_must_agree_and_links_must_lead_somewhere() -> None:
    told = problems("---\nname: x1\ndescription: d\n---\n\nSee [it](references/no.md).", "x2")
    assert ["the folder is `x2`" in told[0], told[1]] == [True, "SKILL.md:6 links to `references/no.md`, which is not in the folder"]


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**31), 2**31) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


@given(TEXT)
def test_every_text_comes_back_from_the_yaml_it_is_written_as(text: str) -> None:
    assert frontmatter.values(f"{frontmatter.scalar('k' + text)}: {frontmatter.scalar(text)}\n") == {"k" + text: text}


@given(st.dictionaries(TEXT, VALUE, max_size=4), TEXT.filter(str.strip), st.dictionaries(TEXT, TEXT, max_size=3), TEXT)
def test_whatever_the_frontmatter_holds_is_kept_and_keeping_is_stable(
    fields: dict[str, Any], name: str, provenance: dict[str, str], body: str
) -> None:
    block = "".join(f"{frontmatter.scalar(key)}: {frontmatter.quoted(value)}\n" for key, value in {**fields, "name": name}.items())
    try:
        found = document.read(f"---\n{block}---\n{body}")
    except Refused:
        return  # a description that is no text
    text = document.canonical(found, "some-slug", provenance)
    again = document.read(text)
    assert again.body == body
    assert again.name == "some-slug"
    changed = ("name", "metadata", "description")
    assert {k: v for k, v in again.frontmatter.items() if k not in changed} == {
        k: v for k, v in found.frontmatter.items() if k not in changed
    }
    assert document.canonical(again, "some-slug", provenance) == text


@pytest.mark.parametrize("sign", ["\x85", "\u2028", "\u2029", "\r"])
def test_what_only_some_readers_take_for_another_line_is_kept_as_one_line_or_two(sign: str) -> None:
    text = document.canonical(document.read(f"---\nname: notes\nlicense: MIT{sign}description: Take notes.\n---\nbody\n"), "notes", {})

    assert text == "---\nname: notes\nlicense: MIT\ndescription: Take notes.\n---\nbody\n"


def test_fields_that_only_some_readers_bring_in_are_kept_as_what_was_read() -> None:
    text = document.canonical(document.read("---\nname: notes\ndescription: a\n<<: {allowed-tools: Bash}\n---\nbody\n"), "notes", {})

    assert '"<<": {"allowed-tools": "Bash"}' in text
    assert document.canonical(document.read(text), "notes", {}) == text
