"""What an app file asks for, and what every tool holds to."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from habitus.agent.tools import Place, ToolFailed, skill_tools, toolbox
from habitus.agent.tools.answer import capped, listed, middle_cut
from habitus.errors import ConfigError
from habitus.parse import actions

Use = Callable[..., str]


def test_the_seeds_modules_give_their_tools() -> None:
    found = toolbox({"filesystem": {}, "shell": {}, "memory": {}})
    assert [tool.name for tool in found] == ["Read", "Write", "Edit", "Glob", "Grep", "Bash", "remember", "recall"]


def test_a_module_without_options_may_be_left_empty() -> None:
    assert [tool.name for tool in toolbox({"web": None, "skills": None})] == ["WebFetch", "skill_search", "use_skill", "publish_skill"]


@pytest.mark.parametrize(
    ("modules", "said"),
    [
        ({"filesytem": {}}, "did you mean `filesystem`?"),
        ({"shell": {"timeot": 3}}, "`tools.modules.shell.timeot` is not an option; did you mean `timeout`?"),
        ({"shell": {"timeout": 0}}, "`tools.modules.shell.timeout` must be a number above 0, got 0"),
        ({"shell": {"timeout": "30"}}, "must be a number"),
        ({"shell": {"env": "HOME"}}, "must be a list of names"),
        ({"web": {"allow_private": "yes"}}, "must be true or false"),
        ({"filesystem": {"root": "/"}}, "has no options; remove `root`"),
        ({"memory": []}, ""),
        ({"memory": [1]}, "must be a mapping"),
        ({"shell": "bash"}, "must be a mapping"),
    ],
)
def test_what_is_wrong_in_an_app_file_is_named(modules: Any, said: str) -> None:
    with pytest.raises(ConfigError) as error:
        toolbox(modules)
    assert said in str(error.value)


def test_every_tool_can_be_shown_to_a_model() -> None:
    found = [*toolbox({"filesystem": {}, "shell": {}, "memory": {}, "web": {}}), *skill_tools(may_evolve=True)]
    assert len({tool.name for tool in found}) == len(found) == 13
    for tool in found:
        json.dumps(tool.parameters)
        assert set(tool.parameters["required"]) <= set(tool.parameters["properties"])
        assert set(tool.aliases.values()) - {""} <= set(tool.parameters["properties"])
        assert not set(tool.aliases) & set(tool.parameters["properties"])
        assert (tool.parameters.get("additionalProperties") is False) == (not tool.aliases)
        assert tool.description


def test_the_rules_know_every_tool_by_its_action() -> None:
    named = {tool.name: actions.name(tool.name) for tool in toolbox({"filesystem": {}, "shell": {}, "web": {}})}
    assert named == {
        "Read": "read",
        "Write": "write",
        "Edit": "edit",
        "Glob": "glob",
        "Grep": "grep",
        "Bash": "bash",
        "WebFetch": "web_fetch",
    }


NAMES = st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1, max_size=30)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    content=st.text(st.sampled_from("xé漢\n\t"), max_size=400).map(lambda text: text * 40),
    name=NAMES,
    output=st.integers(2000, 5000),
)
def test_no_answer_and_no_failure_is_longer_than_the_cap(
    use: Use, place: Place, workdir: Path, content: str, name: str, output: int
) -> None:
    small = replace(place, output=output)
    asked: list[tuple[str, dict[str, Any]]] = [
        ("Write", {"file_path": name, "content": content}),
        ("Read", {"file_path": name}),
        ("Read", {"file_path": name * 5}),
        ("Edit", {"file_path": name, "old": content[:50] or "x", "new": "y"}),
        ("Glob", {"pattern": "*"}),
        ("Glob", {"pattern": name}),
        ("Grep", {"pattern": "x|é", "output_mode": "lines", "context": 2}),
        ("Grep", {"pattern": name, "output_mode": "count"}),
    ]
    for tool, args in asked:
        try:
            answer = use(tool, small, **args)
        except ToolFailed as error:
            answer = str(error)
        assert len(answer) <= output
        answer.encode()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=15)
@given(lines=st.integers(0, 3000), sign=st.sampled_from(["x", "漢", "\\377"]), code=st.sampled_from([0, 1]))
def test_no_command_says_more_than_the_cap(use: Use, place: Place, lines: int, sign: str, code: int) -> None:
    whole = "".join(f"{sign}{n}\n" for n in range(lines)).replace("\\377", "�").rstrip("\n")
    try:
        answer = use(
            "Bash", replace(place, output=2000), command=f"for ((n=0; n<{lines}; n++)); do printf '{sign}%d\\n' $n; done; exit {code}"
        )
    except ToolFailed as error:
        answer = str(error).removeprefix("Exit code 1\n")
    assert len(answer) <= 2000
    if "bytes cut here" in answer:
        head, tail = re.split(r"\n\[… [\d,]+ bytes cut here …\]\n", answer)
        assert whole.startswith(head)
        assert whole.endswith(tail)
        assert min(len(head), len(tail)) > 500
    else:
        assert answer == (whole or "(no output)")


TEXT = st.text(max_size=500).map(lambda text: text * 3)


@given(TEXT, st.integers(200, 700))
def test_what_is_cut_says_how_much_and_nothing_is_cut_in_silence(text: str, most: int) -> None:
    told = capped(text, most, "ask again")
    assert len(told) <= most
    assert told == capped(text, 10_000) or "more characters; ask again]" in told


@given(TEXT, TEXT, st.integers(0, 10**9), st.integers(200, 700))
def test_of_what_is_cut_in_the_middle_both_ends_stay(head: str, tail: str, lost: int, most: int) -> None:
    told = middle_cut(head, tail, lost, most)
    assert len(told) <= most
    assert told[:20] == capped(head + tail, 10_000)[:20] or lost
    assert ("bytes cut here …]" in told) == bool(lost or len(head) + len(tail) > most)


@given(st.lists(st.text(st.characters(exclude_characters="\n"), max_size=40), max_size=60), st.integers(0, 10**6), st.integers(200, 700))
def test_lines_that_are_left_out_are_counted(lines: list[str], left: int, most: int) -> None:
    told = listed(lines, most, left, "files", "narrow it")
    assert len(told) <= most
    if "more files: narrow it]" in told:
        *kept, note = told.split("\n")
        assert int(note[1:].split()[0].replace(",", "")) == left + len(lines) - len(kept)
    else:
        assert not left
        assert told == capped("\n".join(lines), 10_000)
