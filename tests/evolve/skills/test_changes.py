"""`skill_manage`, as far as it can be told from its arguments."""

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.errors import Refused
from habitus.evolve.skills import changes, tools
from habitus.evolve.skills.changes import NoChange
from habitus.evolve.skills.limits import COMPANIONS, PAYLOAD_FILE, SKILL_MD
from habitus.recall import tokens
from habitus.types.skills import Bundle

if TYPE_CHECKING:
    from collections.abc import Callable

CONTENT = "---\nname: My Awesome Skill\ndescription: Does it.\n---\n1. Run tests\n2. Build\n"
HEAD = "---\nname: x1\n---\n"
HELD = Bundle(text="---\nname: x1\ndescription: d\n---\n1. Run tests\n2. Build\n3. Run tests again\n", files={"a.md": b"old"})


def refused(arguments: dict[str, Any]) -> str:
    asked: dict[str, Callable[[dict[str, Any]], object]] = {"create": changes.created, "patch": changes.patch, "delete": changes.deleted}
    with pytest.raises(Refused) as told:
        asked[changes.action(arguments)](arguments)
    return str(told.value)


def test_a_skill_is_created_from_its_content() -> None:
    made = changes.created({"action": "create", "content": CONTENT, "files": {"references\\guide.md": "hé"}, "visibility": "public"})
    assert (made.slug, made.visibility, made.document.name) == ("my-awesome-skill", "public", "My Awesome Skill")
    assert made.bundle == Bundle(text=CONTENT, files={"references/guide.md": "hé".encode()})


@pytest.mark.parametrize(
    ("given", "slug"),
    [({}, "my-awesome-skill"), ({"slug": "other"}, "other"), ({"content": CONTENT.replace("desc", "slug: stated\ndesc")}, "stated")],
)
def test_the_slug_is_the_argument_else_the_frontmatters_else_made_from_the_name(given: dict[str, str], slug: str) -> None:
    assert changes.created({"content": CONTENT, **given}).slug == slug


def test_content_of_the_greatest_size_is_taken_and_one_byte_more_is_not() -> None:
    assert changes.created({"content": HEAD + "a" * (SKILL_MD - len(HEAD))}).slug == "x1"
    told = refused({"action": "create", "content": HEAD + "a" * (SKILL_MD + 1 - len(HEAD))})
    assert "too large" in told
    assert "102,401" in told


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"content": "  \n"}, "`content` is missing"),
    ({"content": "x" * (SKILL_MD + 1)}, "`content` is too large"),
    ({"files": ["a"]}, "`files` must be an object"),
    ({"files": {"../a": "b"}}, "leaves the folder"),
    ({"files": {"a": 1}}, "`files[a]` must be text"),
    ({"files": {"a": "b" * (PAYLOAD_FILE + 1)}}, "`files[a]` is too large"),
    ({"files": {f"f{n}": "b" * PAYLOAD_FILE for n in range(11)}}, "together"),
    ({"files": {"a": "", "A": ""}}, "differ only in case"),
    ({"files": {"a/b": "", "a//b": ""}}, "twice"),
    ({"files": {"SKILL.md": ""}}, "SKILL.md itself"),
    ({"visibility": "secret"}, "unknown visibility"),
    ({"content": "no frontmatter"}, "SKILL.md:1 must begin"),
    ({"content": "---\ndescription: d\n---\n"}, "needs a `name`"),
    ({"content": f"---\nname: x1\ndescription: {'d' * 1025}\n---\n"}, "1,025 characters"),
    ({"slug": "Not A Slug"}, "`not-a-slug` would do"),
    ({"slug": "../../etc"}, "the slug"),
    ({"slug": 7}, "`slug` must be text"),
    ({"content": CONTENT + "\ud800"}, "UTF-8"),
    ({"content": CONTENT + "\0"}, "NUL"),
]


@pytest.mark.parametrize(("given", "word"), FAULTS)
def test_what_is_wrong_with_a_new_skill_is_told(given: dict[str, Any], word: str) -> None:
    assert word in refused({"action": "create", "content": CONTENT, **given})


@pytest.mark.parametrize(
    ("first", "second"),
    [("content", "files"), ("files", "visibility"), ("visibility", "name"), ("name", "slug")],
)
def test_of_two_faults_the_earlier_one_is_told(first: str, second: str) -> None:
    faults: dict[str, tuple[dict[str, Any], str]] = {
        "content": ({"content": " "}, "`content` is missing"),
        "files": ({"files": 3}, "must be an object"),
        "visibility": ({"visibility": "x"}, "unknown visibility"),
        "name": ({"content": "---\na: b\n---\n"}, "needs a `name`"),
        "slug": ({"slug": "X Y"}, "the slug"),
    }
    assert faults[first][1] in refused({"action": "create", "content": CONTENT, **faults[second][0], **faults[first][0]})


def test_the_guard_reads_all_the_files_before_the_frontmatter_is_believed() -> None:
    seen: list[Bundle] = []

    def guard(bundle: Bundle) -> None:
        seen.append(bundle)
        raise Refused("guarded")

    with pytest.raises(Refused, match="guarded"):
        changes.created({"content": "no frontmatter", "files": {"a.sh": "b"}}, guard)
    assert seen == [Bundle(text="no frontmatter", files={"a.sh": b"b"})]


@pytest.mark.parametrize("action", [None, "", "remove", 3, ["create"]])
def test_an_unknown_action_is_told_the_known_ones(action: Any) -> None:
    with pytest.raises(Refused, match="create, patch or delete"):
        changes.action({"action": action})


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"slug": "x1"}, "a patch needs"),
        ({"slug": "x1", "find": ""}, "a patch needs"),
        ({"find": "a", "replace": "b"}, "`slug` is missing"),
        ({"slug": "My Skill", "find": "a", "replace": "b"}, "the slug"),
        ({"slug": "x1", "find": "a"}, "`replace` is missing"),
        ({"slug": "x1", "replace": "a", "visibility": "public"}, "`find` is missing"),
        ({"slug": "x1", "find": 1, "replace": "b"}, "`find` must be text"),
        ({"slug": "", "files": {"/a": ""}}, "absolute"),
        ({"visibility": "x"}, "`slug` is missing"),
    ],
)
def test_what_is_wrong_with_a_patch_is_told_in_order(given: dict[str, Any], word: str) -> None:
    assert word in refused({"action": "patch", **given})


def test_a_new_visibility_alone_changes_no_files() -> None:
    assert not changes.patch({"slug": "x1", "visibility": "public"}).changes_files()
    assert changes.patch({"slug": "x1", "find": "a", "replace": ""}).changes_files()
    assert changes.patch({"slug": "x1", "files": {"a": ""}}).changes_files()


def test_a_patch_replaces_the_text_and_lays_the_files_over() -> None:
    result = changes.patched(HELD, "2. Build", "2. Build the image", {"b.md": b"new"})
    assert result == Bundle(text=HELD.text.replace("2. Build", "2. Build the image"), files={"a.md": b"old", "b.md": b"new"})


def test_a_text_that_is_not_there_changes_nothing_and_drops_the_files() -> None:
    result = changes.patched(HELD, "9. Nothing", "x", {"b.md": b"new"})
    assert isinstance(result, NoChange)
    assert "no change" in result.answer


def test_a_text_that_is_there_twice_is_asked_for_again_with_the_number() -> None:
    with pytest.raises(Refused, match="occurs 2 times"):
        changes.patched(HELD, "Run tests", "x", {})


@pytest.mark.parametrize(("find", "replace", "files"), [("2. Build", "2. Build", {}), (None, "", {"a.md": b"old"})])
def test_a_patch_that_changes_nothing_says_so(find: str | None, replace: str, files: dict[str, bytes]) -> None:
    assert isinstance(changes.patched(HELD, find, replace, files), NoChange)


def test_an_empty_replacement_takes_the_text_out() -> None:
    result = changes.patched(HELD, "2. Build\n", "", {})
    assert isinstance(result, Bundle)
    assert "Build" not in result.text


def test_a_large_companion_is_carried_along() -> None:
    held = Bundle(text=HELD.text, files={"big.bin": b"x" * 3_145_728})
    result = changes.patched(held, "2. Build", "2. Make", {})
    assert isinstance(result, Bundle)
    assert result.files == held.files


def test_what_is_carried_counts_in_the_sum() -> None:
    held = Bundle(text=HELD.text, files={"big.bin": b"x" * COMPANIONS})
    with pytest.raises(Refused, match="together"):
        changes.patched(held, None, "", {"b": b"x"})


@pytest.mark.parametrize(
    ("find", "replace", "word"),
    [("2. Build", "x" * SKILL_MD, "at most"), ("name: x1\n", "", "needs a `name`"), ("description: d", "description: [", "SKILL.md:"),
     ("description: d", "description: " + "d" * 1025, "1,025 characters"), ("---\n1.", "1.", "never closed")],
)  # fmt: skip
def test_a_patch_may_not_leave_a_skill_that_cannot_be_read(find: str, replace: str, word: str) -> None:
    with pytest.raises(Refused, match=word):
        changes.patched(HELD, find, replace, {})


def test_a_file_may_not_take_the_place_of_one_spelled_otherwise() -> None:
    with pytest.raises(Refused, match="differ only in case"):
        changes.patched(HELD, None, "", {"A.md": b""})


def test_line_ends_of_windows_are_found_by_a_model_that_never_sees_them() -> None:
    held = Bundle(text=HELD.text.replace("\n", "\r\n"), files={})
    result = changes.patched(held, "2. Build\n3. Run", "2. Make\n3. Run", {})
    assert isinstance(result, Bundle)
    assert "\r\n2. Make\r\n3. Run" in result.text


@given(st.text(max_size=60), st.text(max_size=20), st.text(max_size=20))
def test_a_patch_changes_one_place_or_nothing(body: str, find: str, replace: str) -> None:
    held = Bundle(text=HEAD + "§" + body, files={})
    try:
        result = changes.patched(held, "§" + find, "§" + replace, {})
    except Refused:
        return
    if isinstance(result, Bundle):
        assert result.text == HEAD + "§" + replace + body[len(find) :]
    else:
        assert not body.startswith(find) or find == replace


def test_a_deletion_names_its_skill() -> None:
    assert changes.deleted({"slug": "x1"}) == "x1"
    assert "`slug` is missing" in refused({"action": "delete"})


def test_the_tools_cost_no_more_than_the_seed_says() -> None:
    assert tokens(json.dumps(tools.SKILL_MANAGE)) <= 290
    assert tokens(json.dumps(tools.PUBLISH_SKILL)) <= 100


def test_the_tool_takes_the_seeds_parameters() -> None:
    schema = tools.SKILL_MANAGE["parameters"]
    assert list(schema["properties"]) == ["action", "slug", "content", "find", "replace", "files", "visibility"]
    assert schema["properties"]["action"]["enum"] == ["create", "patch", "delete"]
    assert schema["required"] == ["action"]
    assert list(tools.PUBLISH_SKILL["parameters"]["properties"]) == ["path"]
