"""The branch that a git command works on."""

import pytest

from habitus.parse import branches, shell
from habitus.parse.branches import Start


def on(script: str, start: str = "main", workspace: str = "/w") -> str:
    """The branch that its last command finds."""
    read = shell.commands(script, workspace)
    return branches.of(read.commands[-1], read, Start(start, workspace))


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("git push", "main"),
        ("git status; git add . && git push", "main"),
        ("cd src && git push", "main"),
        ("git -c user.name=x push", "main"),
        ("git checkout fix && git push", "fix"),
        ("git switch fix && git push", "fix"),
        ("git checkout -b fix origin/main && git push", "fix"),
        ("git switch -c fix && git push", "fix"),
        ("git checkout -q --track -B fix origin/fix; git push", "fix"),
        ("git branch -M trunk && git push", "trunk"),
        ("git checkout -- app.py && git push", "main"),
        ("git checkout HEAD~1 app.py && git push", "main"),
        ("git checkout && git push", "main"),
        ("git branch fix && git push", "main"),
        ("bash -c 'git checkout fix' && sudo git push", "fix"),
    ],
)
def test_it_is_the_one_that_the_script_was_started_on_or_has_switched_to(script: str, found: str) -> None:
    assert on(script) == found


@pytest.mark.parametrize(
    "script",
    [
        "git checkout - && git push",
        "git checkout $BRANCH && git push",
        "git checkout --detach && git push",
        "git switch -d v1.0 && git push",
        "gh pr checkout 12 && git push",
        "cd /elsewhere && git push",
        "cd .. && git push",
        "cd $HOME && git push",
        "git -C ../other push",
        "git --git-dir=/x/.git push",
    ],
)
def test_where_that_cannot_be_told_nobody_knows(script: str) -> None:
    assert on(script) == ""


def test_what_happens_in_another_repository_changes_nothing_here() -> None:
    assert on("git -C /other checkout fix; git push") == "main"
    assert on("(cd /other && git checkout fix); git push") == "main"


def test_without_a_workspace_only_folders_below_are_known() -> None:
    assert on("cd src && git push", workspace="") == "main"
    assert on("cd /src && git push", workspace="") == ""


def test_where_nobody_has_looked_there_is_none() -> None:
    assert on("git checkout fix && git push", start="") == ""
