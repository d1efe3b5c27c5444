"""Settings files: what is ours goes in and comes out, and the rest keeps its bytes."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.errors import ConfigError
from habitus.hosts.hooks import HOSTS, encoder, install, jsontext
from habitus.hosts.hooks.install import Way

OURS = {"hooks": [{"type": "command", "command": "/py -I -S /x/habitus/hosts/hooks/client.py codex /h 1"}]}


@pytest.fixture
def way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Way:
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "project").mkdir()
    return Way(scope="user", user=str(tmp_path / "user"), project=str(tmp_path / "project"), home=str(tmp_path / "home"))


def file_of(host: str, way: Way) -> Path:
    return Path(encoder(host).plan(way).file)


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


# ── in and out again ──


@pytest.mark.parametrize("scope", ["user", "project"])
@pytest.mark.parametrize("host", HOSTS)
def test_where_there_was_nothing_nothing_is_left(way: Way, host: str, scope: Any, tmp_path: Path) -> None:
    way = way._replace(scope=scope)
    change = install.install(host, way)
    assert change.before is None
    assert file_of(host, way).exists()

    install.uninstall(host, way)

    assert tree(tmp_path) == {}
    assert [path.name for path in tmp_path.iterdir() if path.name != "home"] == ["project"]
    assert list((tmp_path / "project").iterdir()) == []


WRITTEN = [
    "{}",
    '{"model": "x"}',
    '{\n    "a": {"allow": ["Bash"]},\n    "hooks": {\n        "Stop": [{"hooks": [{"command": "say done"}]}]\n    }\n}\n',
    '{\r\n\t"b": "\\u00e9",\r\n\t"hooks": {}\r\n}',
    "\n  { }  \n",
]


@pytest.mark.parametrize("text", WRITTEN)
@pytest.mark.parametrize("host", ["claude-code", "codex", "gemini", "cursor"])
def test_a_file_that_nobody_else_touched_comes_back_byte_for_byte(way: Way, host: str, text: str) -> None:
    file = file_of(host, way)
    file.parent.mkdir(parents=True)
    file.write_bytes(text.encode())
    file.chmod(0o640)

    install.install(host, way)
    kept = json.loads(file.read_text())
    for name, value in json.loads(text).items():
        assert kept[name] == value or name == "hooks"
    assert len(install.handlers(encoder(host).plan(way))) == len(encoder(host).KINDS)
    install.uninstall(host, way)

    assert file.read_bytes() == text.encode()
    assert file.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("host", ["claude-code", "codex", "gemini", "cursor"])
def test_what_somebody_changed_meanwhile_stays(way: Way, host: str) -> None:
    file = file_of(host, way)
    install.install(host, way)
    changed = json.loads(file.read_text())
    changed["theirs"] = 1
    changed["hooks"].setdefault("Stop", []).insert(0, {"command": "theirs"})
    file.write_text(json.dumps(changed, indent=3))

    install.uninstall(host, way)

    left = json.loads(file.read_text())
    assert left["theirs"] == 1
    assert left["hooks"] == {"Stop": [{"command": "theirs"}]}


def test_installing_again_changes_nothing_and_another_way_replaces_the_first(way: Way) -> None:
    file = file_of("claude-code", way)
    file.parent.mkdir(parents=True)
    file.write_text('{\n  "model": "x"\n}\n')
    install.install("claude-code", way)

    assert install.install("claude-code", way).is_none
    install.install("claude-code", way._replace(url="http://127.0.0.1:7", token="t", is_closed=True))
    hooks = json.loads(file.read_text())["hooks"]
    assert [len(groups) for groups in hooks.values()] == [1] * len(hooks)
    assert hooks["PreToolUse"][0]["hooks"][0]["onFailure"] == "block"
    assert (hooks["SessionStart"][0]["hooks"][0]["type"], hooks["PreToolUse"][0]["hooks"][0]["type"]) == ("command", "http")

    install.uninstall("claude-code", way)
    assert file.read_text() == '{\n  "model": "x"\n}\n'


@pytest.mark.parametrize("host", ["claude-code", "codex", "gemini", "cursor"])
def test_installing_again_into_a_file_that_somebody_changed_brings_nothing_of_ours_back(way: Way, host: str) -> None:
    file = file_of(host, way)
    file.parent.mkdir(parents=True)
    file.write_text('{\n  "model": "x"\n}\n')
    install.install(host, way)
    changed = json.loads(file.read_text()) | {"theirs": 1}
    file.write_text(json.dumps(changed, indent=2))

    install.install(host, way._replace(is_closed=True, python="/other/python"))
    install.uninstall(host, way)

    left = json.loads(file.read_text())
    assert (left["model"], left["theirs"], "hooks" in left) == ("x", 1, False)


@pytest.mark.parametrize("text", ["", "{}"])
@pytest.mark.parametrize("host", HOSTS)
def test_installing_from_another_home_leaves_nothing_of_ours(way: Way, host: str, text: str) -> None:
    file = file_of(host, way)
    if text and not encoder(host).plan(way).whole:
        file.parent.mkdir(parents=True)
        file.write_text(text)
    install.install(host, way)
    moved = way._replace(home=f"{way.home}-moved")

    install.install(host, moved)
    install.uninstall(host, moved)

    assert not file.exists()


def test_a_file_that_was_there_stays_though_only_our_hooks_were_in_it(way: Way) -> None:
    file = file_of("claude-code", way)
    file.parent.mkdir(parents=True)
    file.write_text("{}")
    install.install("claude-code", way)
    file.write_text(json.dumps(json.loads(file.read_text())))

    install.install("claude-code", way._replace(is_closed=True))
    install.uninstall("claude-code", way)

    assert json.loads(file.read_text()) == {}


def test_a_dry_run_shows_a_diff_without_the_token_and_touches_nothing(way: Way, tmp_path: Path) -> None:
    change = install.install("claude-code", way._replace(url="http://127.0.0.1:7", token="very-secret"), dry=True)

    assert "+" in change.diff()
    assert "/v1/hooks/claude-code" in change.diff()
    assert "very-secret" not in change.diff()
    assert tree(tmp_path) == {}


@pytest.mark.parametrize("text", ["{", "[]", '{"a": 1} // mine', '{"hooks": []}', '{"hooks": {"Stop": {}}}', '"x"'])
def test_a_file_that_is_not_what_its_host_expects_is_refused_and_left(way: Way, text: str) -> None:
    file = file_of("claude-code", way)
    file.parent.mkdir(parents=True)
    file.write_text(text)

    with pytest.raises(ConfigError, match=r"settings\.json.*(?:must|not plain JSON)"):
        install.install("claude-code", way)

    assert file.read_text() == text


def test_a_link_out_of_the_project_is_refused(way: Way, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere.json"
    target.write_text("{}")
    way = way._replace(scope="project")
    file = file_of("claude-code", way)
    file.parent.mkdir(parents=True)
    file.symlink_to(target)

    with pytest.raises(ConfigError, match="leads out of the project"):
        install.install("claude-code", way)

    assert target.read_text() == "{}"


def test_a_link_in_a_persons_own_settings_is_followed_and_stays_a_link(way: Way, tmp_path: Path) -> None:
    target = tmp_path / "dotfiles.json"
    target.write_text("{}")
    file = file_of("claude-code", way)
    file.parent.mkdir(parents=True)
    file.symlink_to(target)

    install.install("claude-code", way)
    assert "hooks" in target.read_text()
    install.uninstall("claude-code", way)

    assert file.is_symlink()
    assert target.read_text() == "{}"


def test_somebody_elses_plugin_of_our_name_is_left_alone(way: Way) -> None:
    file = file_of("opencode", way)
    file.parent.mkdir(parents=True)
    file.write_text("// mine")

    with pytest.raises(ConfigError, match="somebody else's"):
        install.install("opencode", way)

    assert file.read_text() == "// mine"


def test_a_new_file_is_its_owners_alone(way: Way) -> None:
    install.install("claude-code", way._replace(url="http://127.0.0.1:7", token="t"))

    assert file_of("claude-code", way).stat().st_mode & 0o077 == 0


# ── JSON as text ──

NAMES = st.text(st.characters(codec="utf-8"), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(NAMES, below, max_size=3),
    max_leaves=8,
)
HOOKS = st.dictionaries(
    st.sampled_from(["Stop", "PreToolUse", "X"]), st.lists(st.just({"hooks": [{"command": "theirs"}]}), min_size=1, max_size=2)
)
FILES = st.builds(
    lambda rest, hooks: {**rest, **({"hooks": hooks} if hooks is not None else {})},
    st.dictionaries(NAMES, VALUES, max_size=4),
    st.none() | HOOKS,
)


@given(
    content=FILES, indent=st.sampled_from([None, 0, 1, 2, 4, "\t"]), plain=st.booleans(), event=st.sampled_from(["Stop", "SessionStart"])
)
def test_what_is_added_is_there_the_rest_is_the_same_and_taking_it_out_restores_the_meaning(
    content: dict[str, Any], indent: Any, plain: bool, event: str
) -> None:
    text = json.dumps(content, indent=indent, ensure_ascii=plain)

    more = jsontext.added(text, ("hooks", event), OURS)
    less = jsontext.removed(more, ("hooks",), install.is_ours)

    expected = json.loads(text)
    expected.setdefault("hooks", {}).setdefault(event, []).append(OURS)
    assert json.loads(more) == expected
    before = json.loads(text)
    assert {name: value for name, value in json.loads(less).items() if value or name != "hooks"} == {
        name: value for name, value in before.items() if value or name != "hooks"
    }
    if before.get("hooks"):
        assert less == text
