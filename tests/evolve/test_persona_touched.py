"""Which persona files a call would write. Every spelling in BLOCKED must be seen, none in HARMLESS."""

import posixpath
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evolve.spellings import AT_HOME, HARMLESS, MORE, PATHS, SCRIPTS
from habitus.evolve.agents import resolve
from habitus.evolve.persona import Touch, roots, touched
from habitus.types import ToolCall
from nouns import call

HOME = "/home/ada/.habitus"
MINE = f"{HOME}/persona/bot"
WORK = "/srv/work"
PATCH = "*** Begin Patch\n*** Update File: {}\n@@\n-a\n+b\n*** End Patch"
DIFF = "--- a/{0}\n+++ b/{0}\n@@ -1 +1 @@\n-a\n+b\n"

FILES = ["SOUL.md", "CAPABILITIES.md", "IDENTITY.md", "AGENTS.md"]

TOOLS = [
    call("Write", file_path="IDENTITY.md", content="x"),
    call("write_file", path="IDENTITY.md", content="x", append=True),
    call("Edit", file_path="IDENTITY.md", old_string="a", new_string="b"),
    call("MultiEdit", file_path="IDENTITY.md", edits=[]),
    call("NotebookEdit", notebook_path="IDENTITY.md", new_source="x"),
    call("filesystem__write_file", path="IDENTITY.md"),
    call("mcp__filesystem__edit_file", path="IDENTITY.md", edits=[]),
    call("str_replace_based_edit_tool", command="create", path="IDENTITY.md", file_text="x"),
    call("str_replace_based_edit_tool", command="insert", path="IDENTITY.md", insert_line=0, insert_text="x"),
    call("apply_patch", input=PATCH.format("IDENTITY.md")),
    call("apply_patch", patch=PATCH.format("./identity.md")),
    call("apply_patch", input=PATCH.format("x.md") + "\n" + PATCH.format("IDENTITY.md")),
    call("apply_patch", input="*** Begin Patch\n*** Update File: x.md\n*** Move to: IDENTITY.md\n@@\n-a\n+b\n*** End Patch"),
    call("apply_patch", input=DIFF.format("IDENTITY.md")),
    call("apply_patch", input="*** Begin Patch\n*** Delete File: IDENTITY.md\n*** End Patch"),
    call("delete_file", path="IDENTITY.md"),
    call("filesystem__move_file", source="x.md", destination="IDENTITY.md"),
    call("move_file", source="IDENTITY.md", destination="x.md"),
    call("Write", filePath="IDENTITY.md", content="x"),
    call("Write", file_path="notes.md", path="IDENTITY.md", content="x"),
    call("write_files", files=[{"path": "x.md"}, {"path": "IDENTITY.md"}]),
    call("write_files", files={"IDENTITY.md": "x"}),
    call("disk.put", uri="file:///srv/work/IDENTITY.md", text="x"),
    call("create_file", path="IDENTITY.md"),
    call("shell", command=["bash", "-lc", "echo hi > IDENTITY.md"]),
    call("exec_command", cmd="echo hi > IDENTITY.md"),
    call("shell", command=["apply_patch", PATCH.format("IDENTITY.md")]),
    call("bash", command="echo hi > IDENTITY.md", workdir="/srv/work"),
    call("term.do", command="echo hi > IDENTITY.md"),
    call("bash", command="echo hi > work/IDENTITY.md", workdir="/srv"),
    call("find_and_replace", path="IDENTITY.md", find="a", replace="b"),
    call("copy_file", source="x", destination="IDENTITY.md"),
    call("rename", oldPath="x", newPath="IDENTITY.md"),
]

LOOKS_LIKE = [
    call("Read", file_path="IDENTITY.md"),
    call("Grep", pattern="IDENTITY.md", path="IDENTITY.md"),
    call("Glob", pattern="*.md"),
    call("read_file", path=f"{MINE}/SOUL.md"),
    call("str_replace_based_edit_tool", command="view", path="IDENTITY.md"),
    call("Write", file_path="notes.md", content="see IDENTITY.md"),
    call("Write", file_path="SOULS.md", content="x"),
    call("Write", file_path="docs/SOUL.md", content="x"),
    call("Edit", file_path="packages/api/AGENTS.md", old_string="a", new_string="b"),
    call("Write", file_path="SOUL.mdx", content="x"),
    call("Write", file_path="MY_IDENTITY.md", content="x"),
    call("Write", file_path="/srv/work2/IDENTITY.md", content="x"),
    call("Write", file_path="identity.py", content="x"),
    call("calendar.create", title="IDENTITY.md"),
    call("index_repo", path="."),
    call("run_linter"),
    call("delete_file", path="docs/a.md"),
    call("get_file_info", path="IDENTITY.md"),
    call("apply_patch", input=PATCH.format("docs/readme.md")),
    call("Write", file_path=f"{HOME}/persona/bot/notes.md", content="x"),
    call("Task", prompt="write IDENTITY.md for me"),
    call("web_search", query="SOUL.md"),
    call("Write", file_path="IDENTITY.md.bak", content="x"),
    *[call("Bash", command=text) for text in HARMLESS],
]


def _all(one: ToolCall, *, guarded: Mapping[str, str] | None = None) -> tuple[Touch, ...]:
    return touched(one, workspace=WORK, home=HOME, roots={WORK: "bot"} if guarded is None else guarded)


def test_there_are_enough_of_both() -> None:
    assert len({*PATHS, *SCRIPTS, *MORE, *AT_HOME}) + len(TOOLS) >= 350
    assert len(LOOKS_LIKE) >= 150


@pytest.mark.parametrize("path", PATHS)
def test_a_file_is_known_by_any_spelling(path: str) -> None:
    assert {touch.file for touch in _all(call("Write", file_path=path, content="x"))} == {"IDENTITY.md"}


@pytest.mark.parametrize("text", SCRIPTS)
def test_a_shell_cannot_write_it_unseen(text: str) -> None:
    assert {touch.file for touch in _all(call("Bash", command=text))} & {"IDENTITY.md", ""}


@pytest.mark.parametrize("text", MORE)
def test_nor_any_other_of_them(text: str) -> None:
    assert _all(call("Bash", command=text))


@pytest.mark.parametrize("text", AT_HOME)
def test_the_persona_folder_is_guarded_where_no_workspace_is(text: str) -> None:
    assert _all(call("Bash", command=text), guarded={})


@pytest.mark.parametrize("one", TOOLS, ids=str)
def test_no_tool_writes_it_unseen(one: ToolCall) -> None:
    assert "IDENTITY.md" in {touch.file for touch in _all(one)}


@pytest.mark.parametrize("one", LOOKS_LIKE, ids=lambda one: f"{one.tool} {one.args}")
def test_harmless_calls_touch_nothing(one: ToolCall) -> None:
    assert _all(one) == ()


def test_the_folder_of_them_is_not_moved_or_deleted_by_a_file_tool() -> None:
    for one in (
        call("delete_file", path=MINE),
        call("move_file", source=HOME, destination="/tmp/x"),
        call("move_file", source=".", destination="/x"),
    ):
        assert [touch.file for touch in _all(one)] == [""]


def test_an_ordinary_projects_file_is_the_projects() -> None:
    for one in (
        call("Bash", command="cat docs/SOUL.md > $OUT"),
        call("Edit", file_path="AGENTS.md"),
        call("Bash", command="echo hi >> AGENTS.md"),
        call("Bash", command="echo hi > $DIR/AGENTS.md"),
    ):
        assert _all(one, guarded={}) == ()


def test_a_workspace_is_guarded_for_an_agent_that_evolves_or_is_managed() -> None:
    plain, evolving = resolve("bot", "predefined", {}), resolve("bot", "predefined", {"self_evolve": True})

    assert roots(plain, WORK) == {}
    assert roots(plain, WORK, is_managed=True) == {WORK: "bot"} == roots(evolving, WORK)
    assert roots(evolving, "") == {}


def test_a_link_is_followed() -> None:
    links = {f"{WORK}/notes.md": f"{MINE}/SOUL.md", f"{WORK}/d/x.md": f"{WORK}/IDENTITY.md"}

    def seen(path: str) -> list[str]:
        found = touched(
            call("Write", file_path=path), workspace=WORK, home=HOME, resolve=lambda path: links.get(path, path), roots={WORK: "bot"}
        )
        return [touch.file for touch in found]

    assert [seen(path) for path in ("notes.md", "d/x.md", "other.md")] == [["SOUL.md"], ["IDENTITY.md"], []]


def test_a_guarded_file_that_is_a_link_is_guarded_where_it_ends() -> None:
    links = {f"{WORK}/IDENTITY.md": "/dotfiles/me.md"}

    found = touched(
        call("Write", file_path="/dotfiles/me.md"),
        workspace=WORK,
        home=HOME,
        resolve=lambda path: links.get(path, path),
        roots={WORK: "bot"},
    )

    assert [touch.file for touch in found] == ["IDENTITY.md"]


def test_a_folder_behind_a_link_is_followed_before_the_dots() -> None:
    links = {f"{WORK}/in/../SOUL.md": f"{MINE}/SOUL.md"}

    found = touched(call("Write", file_path="in/../SOUL.md"), workspace=WORK, home=HOME, resolve=lambda path: links.get(path, path))

    assert [(touch.agent, touch.file) for touch in found] == [("bot", "SOUL.md")]


def test_a_touch_tells_whose_file_it_is_and_through_what() -> None:
    by_file = _all(call("Write", file_path=f"{HOME}/persona/eve/SOUL.md"))
    by_shell = _all(call("Bash", command=f"echo hi > {MINE}/SOUL.md"))

    assert [(touch.agent, touch.file, touch.through) for touch in (*by_file, *by_shell)] == [
        ("eve", "SOUL.md", "file"),
        ("bot", "SOUL.md", "shell"),
    ]


NOISE = st.lists(st.sampled_from(["./", "x/../", ".//", "../work/", "a/b/../../"]), max_size=4).map("".join)


@given(NOISE, st.sampled_from(FILES), st.data(), st.sampled_from(["", ".", " ", "..", "\u200b", "/"]), st.booleans())
def test_a_name_is_found_whatever_stands_around_it(before: str, file: str, data: st.DataObject, after: str, absolute: bool) -> None:
    cased = "".join(data.draw(st.sampled_from([c.lower(), c.upper()])) for c in file)
    path = f"{WORK}/{before}{cased}{after}" if absolute else f"{before}{cased}{after}"

    assert {touch.file for touch in _all(call("write_file", path=path))} == {file}


@given(st.lists(st.text(alphabet="abcxyz.-_ ", min_size=1, max_size=6), min_size=1, max_size=4).map("/".join))
def test_other_names_are_nobodys_persona(path: str) -> None:
    assert posixpath.basename(path.strip()).lower() not in {name.lower() for name in FILES}
    assert _all(call("Write", file_path=path)) == ()


@given(st.text(max_size=60))
def test_no_path_and_no_script_breaks_it(text: str) -> None:
    _all(call("Write", file_path=text))
    _all(call("Bash", command=f"{text} > IDENTITY.md {text}"))
