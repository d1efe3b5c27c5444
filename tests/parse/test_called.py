"""Commands and paths as rules describe them, against what was parsed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.parse import called, shell
from habitus.parse.called import Called


def runs(command: str, *, piped: bool | None = None, **parts: str | list[str]) -> bool:
    given = {name: (value,) if isinstance(value, str) else tuple(value) for name, value in parts.items()}
    return called.described(given, piped).runs(shell.commands(command, "/w"))


@pytest.mark.parametrize(
    "command",
    [
        "npm i",
        "/usr/local/bin/npm i",
        "cd x && npm install",
        "sudo -u bob npm i",
        "FOO=1 npm i",
        "env FOO=1 npm i",
        "bash -c 'npm i'",
        "sh -c \"cd a; npm i\"",
        "ls | xargs npm i",
        "if true; then npm i; fi",
        "for p in a b; do npm i $p; done",
        "x=$(npm root)",
        "docker exec web npm i",
        "npm exec jest",
        "timeout 5 npm test",
        "python3 -c \"import subprocess; subprocess.run(['npm', 'i'])\"",
    ],
)  # fmt: skip
def test_a_program_is_found_wherever_it_runs(command: str) -> None:
    assert runs(command, program="npm")


@pytest.mark.parametrize(
    "command",
    [
        'echo "npm"',
        'git commit -m "no npm"',
        "cat npm.txt",
        "which npm",
        "command -v npm",
        "man npm",
        "npm --version",
        "npm install --help",
        "grep -r 'npm install' .",
        "# npm i",
        "pnpm i",
        "cat <<'E'\nnpm i\nE",
        "npm i 'never closed",
        "",
    ],
)
def test_a_word_that_is_no_command_is_none(command: str) -> None:
    assert not runs(command, program="npm")


@pytest.mark.parametrize(
    ("command", "wanted"),
    [
        ("git push", True),
        ("git -C sub -c a.b=c push origin x", True),
        ("git --git-dir .git push", True),
        ("git push --dry-run", False),
        ("git help push", False),
        ("git commit -m push", False),
        ("git log push", False),
    ],
)
def test_a_subcommand_comes_first_among_the_operands(command: str, wanted: bool) -> None:
    assert runs(command, program="git", subcommand="push") is wanted


def test_one_of_several_subcommands_will_do_and_each_may_have_several_words() -> None:
    assert runs("docker compose down", program="docker", subcommand=["compose up", "compose down"])
    assert not runs("docker compose ps", program="docker", subcommand=["compose up", "compose down"])


def test_a_wrapper_is_found_with_its_subcommand_and_never_by_options_that_are_not_known() -> None:
    assert runs("uv run pytest", program="uv", subcommand="run")
    assert not runs("uv run pytest", program="uv", subcommand="pip")
    assert not runs("sudo -n ls", program="sudo", options=["-n"])


@pytest.mark.parametrize(
    ("command", "wanted"),
    [
        ("git commit -n", True),
        ("git commit --no-verify", True),
        ("git commit -anm x", True),
        ("git commit -m -n", False),
        ("git commit", False),
        ("git commit -- --no-verify", False),
    ],
)
def test_an_option_in_any_spelling(command: str, wanted: bool) -> None:
    assert runs(command, program="git", subcommand="commit", options=["-n|--no-verify"]) is wanted


def test_an_option_with_a_value() -> None:
    assert runs("pytest --tb=short", program="pytest", options=["--tb=short"])
    assert not runs("pytest --tb=long", program="pytest", options=["--tb=short"])


def test_where_one_dash_begins_a_whole_word_it_is_no_row_of_letters() -> None:
    assert runs("go test -race", program="go", subcommand="test", options=["-race"])
    assert not runs("go test -race", program="go", subcommand="test", options=["-r"])
    assert runs("tar -czf a b", program="tar", options=["-z"])


def test_an_option_alone_means_any_program() -> None:
    assert runs("ls && git commit --no-verify", options=["--no-verify"])
    assert not runs("ls && echo no-verify", options=["--no-verify"])


@pytest.mark.parametrize(
    ("command", "wanted"),
    [
        ("cat a", True),
        ("ls && cat a 2>/dev/null", True),
        ("cat a | jq .", False),
        ("jq . a | cat -", False),
        ("x=$(cat a)", False),
        ("cat a > b", False),
        ("python3 -c \"print(open('a').read())\"", False),
    ],
)  # fmt: skip
def test_a_command_that_stands_alone(command: str, wanted: bool) -> None:
    assert runs(command, program="cat", args=["*"], piped=False) is wanted


def test_what_code_does_is_not_the_program_that_it_is_told_as() -> None:
    assert not runs("python3 -c \"import shutil; shutil.rmtree('x')\"", program="rm")
    assert runs("rm -rf x", program="rm")


# ── paths ──


@pytest.mark.parametrize(
    ("pattern", "path", "wanted"),
    [
        ("generated/", "/w/generated/a.py", True),
        ("generated/", "/w/pkg/generated/deep/a.py", True),
        ("generated/", "/w/generated", True),
        ("generated/", "/w/generated_too/a.py", False),
        ("generated/", "/w/a/generated.py", False),
        ("src/legacy", "/w/src/legacy/x.py", True),
        ("src/legacy", "/w/app/src/legacy", True),
        ("src/legacy", "/w/src/legacy2/x.py", False),
        ("src/legacy", "/w/legacy/src/x.py", False),
        ("./src/legacy/", "/w/src/legacy/x.py", True),
        ("package-lock.json", "/w/web/package-lock.json", True),
        ("package-lock.json", "/w/package.json", False),
        ("*.md", "/w/docs/a.md", True),
        ("*.md", "/w/docs/a.mdx", False),
        ("*.md", "/w/docs/.md", True),
        ("test_*.py", "/w/tests/test_a.py", True),
        ("test_*.py", "/w/tests/a_test_b.py", False),
        ("src/*.ts", "/w/src/a.ts", True),
        ("src/*.ts", "/w/src/deep/a.ts", False),
        ("src/**/*.ts", "/w/src/very/deep/a.ts", True),
        ("src/**/*.ts", "/w/src/a.ts", True),
        ("src/**/*.ts", "/w/lib/a.ts", False),
        ("v?.txt", "/w/v1.txt", True),
        ("v?.txt", "/w/v12.txt", False),
        ("/etc", "/etc/hosts", True),
        ("/etc", "/w/etc/hosts", False),
        ("~/.ssh", "~/.ssh/config", True),
        ("~/.ssh", "/home/ann/.ssh/config", True),
        ("~/.ssh", "/Users/ann/.ssh/config", True),
        ("~/.ssh", "/root/.ssh/config", True),
        ("~/.ssh", "/w/.ssh/config", False),
        (".env", ".env", True),
        (".env", "/elsewhere/.env", True),
        ("build/", "/elsewhere/build/a.py", False),
        ("src/a.py", "../src/a.py", False),
    ],
)
def test_which_paths_are_meant(pattern: str, path: str, wanted: bool) -> None:
    assert called.meant((called.path(pattern),), path, "/w") is wanted


def test_a_folder_above_the_workspace_means_nothing_in_it() -> None:
    assert not called.meant((called.path("build/"),), "/home/ann/build/app/src/a.py", "/home/ann/build/app")
    assert called.meant((called.path("build/"),), "/home/ann/build/app/build/a.py", "/home/ann/build/app")


def test_without_a_workspace_the_whole_path_counts() -> None:
    assert called.meant((called.path("build/"),), "/home/ann/build/a.py")


@pytest.mark.parametrize(
    ("kinds", "tool", "args", "files"),
    [
        ("w", "edit", {"input": "*** Update File: a.py\n*** Add File: b.py\n*** Delete File: c.py"}, ["/w/a.py", "/w/b.py"]),
        ("d", "edit", {"input": "*** Update File: a.py\n*** Delete File: c.py"}, ["/w/c.py"]),
        ("wd", "filesystem.move_file", {"source": "a", "destination": "b"}, ["/w/a", "/w/b"]),
        ("wd", "calendar.move_file", {"source": "a", "destination": "b"}, []),
        ("w", "bash", {}, []),
    ],
)
def test_files_of_a_patch_and_of_tools_that_move(kinds: str, tool: str, args: dict[str, str], files: list[str]) -> None:
    assert sorted(called.files(kinds, tool, "", args, "", "/w")) == files


# ── laws ──

TEXT = st.text("ab/.", max_size=12)
PATTERN = st.text("ab*?.", max_size=8)


def slowly(pattern: str, text: str) -> bool:
    if not pattern:
        return not text
    if pattern[0] == "*":
        return slowly(pattern[1:], text) or (bool(text) and slowly(pattern, text[1:]))
    return bool(text) and pattern[0] in ("?", text[0]) and slowly(pattern[1:], text[1:])


@given(PATTERN, TEXT)
def test_a_pattern_means_what_it_means_when_read_slowly(pattern: str, text: str) -> None:
    assert called.fits(pattern, text) is slowly(pattern, text)


@given(st.text(max_size=20), st.text(max_size=40), st.sampled_from(["", "/w", "/"]))
def test_no_path_and_no_pattern_is_too_odd(pattern: str, path: str, workspace: str) -> None:
    assert called.meant((called.path(pattern),), path, workspace) in (True, False)


def test_a_pattern_made_to_hang_does_not() -> None:
    assert not called.fits("*a" * 100 + "b", "a" * called.LONGEST)
    assert not called.fits("*?a" * 100 + "b", "a" * called.LONGEST)
    assert not called.fits("?*", "a" * (called.LONGEST + 1))


def test_nothing_described_is_nothing_asked_for() -> None:
    assert Called().runs(shell.commands("ls"))
    assert not Called().runs(shell.commands(""))
