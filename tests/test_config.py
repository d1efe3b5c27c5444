"""Settings: defaults, the file, the environment, and what a wrong one is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from dataclasses import FrozenInstanceError
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus import assemble, config
from habitus.config import Settings, yaml_text
from habitus.config.keys import keys
from habitus.config.settings import Store
from habitus.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator


def loaded(folder: Path, text: str, **environ: str) -> Settings:
    file = folder / "habitus.yaml"
    file.write_text(text, encoding="utf-8")
    return config.load(file, environ, check=assemble.faults_of)


def refused(folder: Path, text: str | bytes, **environ: str) -> list[str]:
    """The lines of the error, with the folder taken off."""
    file = folder / "habitus.yaml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ConfigError) as error:
        config.load(file, environ, check=assemble.faults_of)
    return str(error.value).replace(f"{folder}/", "").split("\n")


def refused_environ(**environ: str) -> list[str]:
    with pytest.raises(ConfigError) as error:
        config.load(None, environ)
    return str(error.value).split("\n")


# ── defaults ─────────────────────────────────────────────────────────────────────────────────────


def test_without_file_and_variables_there_are_only_defaults() -> None:
    assert config.load(None, {"PATH": "/bin"}) == Settings()


def test_defaults_need_the_standard_library_only() -> None:
    program = (
        "import sys; from habitus import config\n"
        "config.load(config.find(None, {'HABITUS_HOME': '/nowhere'}), {'HABITUS_HOME': '/nowhere', 'HABITUS_TEST_X': '1'})\n"
        "print(sorted({'pydantic', 'pydantic_core', 'ryaml', 'habitus.config.read'} & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd="/")
    assert said.stdout.strip() == "[]", said.stderr


def test_settings_cannot_be_changed_once_loaded() -> None:
    with pytest.raises(FrozenInstanceError):
        Settings().server.port = 1  # type: ignore[misc]


def test_every_default_is_within_its_own_range() -> None:
    environ = {key.variable: key.default if isinstance(key.default, str) else json.dumps(key.default) for key in keys()}
    assert config.load(None, environ) == Settings()


def test_every_duration_has_an_end_that_dates_can_say() -> None:
    lasting = [key for key in keys() if key.place[-1].endswith(("_seconds", "_minutes", "_hours", "_days"))]

    assert [key.place for key in lasting if "le" not in key.about] == []
    for key in lasting:
        unit = key.place[-1].rpartition("_")[2]
        assert datetime.now(UTC) - timedelta(**{unit: key.about["le"]})


def test_every_setting_has_a_reason() -> None:
    assert [key.place for key in keys() if not (key.about["what"] and key.about["why"])] == []


def test_the_settings_page_is_up_to_date() -> None:
    page = Path(__file__).parents[1] / "docs" / "settings.md"
    assert page.read_text(encoding="utf-8") == config.document(), "write docs/settings.md anew from habitus.config.document()"


def test_the_settings_page_names_every_setting_and_its_variable() -> None:
    page = config.document()
    assert [key.place for key in keys() if f"| `{'.'.join(key.place)}` | `{key.variable}` |" not in page] == []


# ── which file ───────────────────────────────────────────────────────────────────────────────────


def test_home_is_habitus_home_or_a_folder_of_the_user(tmp_path: Path) -> None:
    assert config.home({"HABITUS_HOME": str(tmp_path)}) == str(tmp_path)
    assert config.home({}) == str(Path.home() / ".habitus")
    assert config.home({"HABITUS_HOME": ""}) == str(Path.home() / ".habitus")


def test_the_file_is_looked_for_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named, variable, here, state = (tmp_path / name / "habitus.yaml" for name in ("named", "variable", "here", "state"))
    for file in (named, variable, here, state):
        file.parent.mkdir()
        file.touch()
    monkeypatch.chdir(here.parent)
    environ = {"HABITUS_CONFIG": str(variable), "HABITUS_HOME": str(state.parent)}

    assert config.find(named, environ) == named
    assert config.find(str(named), environ) == named
    assert config.find(None, environ) == variable
    assert config.find(None, {**environ, "HABITUS_CONFIG": ""}) == Path("habitus.yaml")
    here.unlink()
    assert config.find(None, {"HABITUS_HOME": str(state.parent)}) == state
    state.unlink()
    assert config.find(None, {"HABITUS_HOME": str(state.parent)}) is None


def test_a_named_file_must_be_there(tmp_path: Path) -> None:
    missing = tmp_path / "missing.yaml"
    with pytest.raises(ConfigError, match=r"missing.yaml does not exist; --config names it"):
        config.find(missing, {})
    with pytest.raises(ConfigError, match=r"missing.yaml does not exist; HABITUS_CONFIG names it"):
        config.find(None, {"HABITUS_CONFIG": str(missing)})


# ── the file ─────────────────────────────────────────────────────────────────────────────────────


def test_a_file_changes_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    settings = loaded(tmp_path, "store:\n  synchronous: full\n  busy_seconds: 5\nsecurity: {behavior: {rules: {test_after_changes: 3}}}\n")
    assert settings.store == config.Store(synchronous="full", busy_seconds=5.0)
    assert settings.security.behavior.rules == {"test_after_changes": 3}
    assert settings.queue == config.Queue()


@pytest.mark.parametrize(
    "text", ["", "\n", "# nothing yet\n", "---\n", "store:\n  # url: x\nsecurity:\n  behavior:\n    rules:\n", "\ufeff", "{}"]
)
def test_a_file_that_says_nothing_means_the_defaults(tmp_path: Path, text: str) -> None:
    assert loaded(tmp_path, text) == Settings()


def test_json_is_yaml_and_so_are_windows_line_ends_and_byte_order_marks(tmp_path: Path) -> None:
    assert loaded(tmp_path, '{"queue":{"cap":7}}').queue.cap == 7
    assert loaded(tmp_path, "\ufeffqueue:\r\n  cap: 7\r\n").queue.cap == 7


def test_both_spellings_of_a_key_are_read(tmp_path: Path) -> None:
    assert loaded(tmp_path, "guidance: {maxRules: 7}").guidance.max_rules == 7
    assert loaded(tmp_path, "guidance: {max_rules: 7}").guidance.max_rules == 7


def test_both_spellings_at_once_are_refused(tmp_path: Path) -> None:
    said = refused(tmp_path, "guidance:\n  maxRules: 7\n  max_rules: 7\n")
    assert said == ["habitus.yaml:3 `guidance.max_rules` is given twice, as `max_rules` and as `maxRules`; keep one"]


def test_a_rule_is_on_off_or_a_number(tmp_path: Path) -> None:
    rules = loaded(tmp_path, "security: {behavior: {rules: {read_before_edit: false, test_after_changes: 1}}}").security.behavior.rules
    assert rules == {"read_before_edit": False, "test_after_changes": 1}
    assert type(rules["test_after_changes"]) is int


def test_any_rule_name_will_do_here_because_others_know_them(tmp_path: Path) -> None:
    file = tmp_path / "habitus.yaml"
    file.write_text("security: {behavior: {rules: {anything: true}}}")
    assert config.load(file, {}).security.behavior.rules == {"anything": True}


# ── wrong values ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("store:\n\n  # hm\n  synchronous: often", "habitus.yaml:4 `store.synchronous` must be 'normal' or 'full', got 'often'"),
        ("server: {port: 70000}", "habitus.yaml:1 `server.port` must be a whole number from 0 to 65535, got 70000"),
        ("server: {port: '80'}", "habitus.yaml:1 `server.port` must be a whole number from 0 to 65535, got '80'"),
        ("server: {port: 80.5}", "habitus.yaml:1 `server.port` must be a whole number from 0 to 65535, got 80.5"),
        ("server: {port: true}", "habitus.yaml:1 `server.port` must be a whole number from 0 to 65535, got true"),
        ("server: {host: 1}", "habitus.yaml:1 `server.host` must be text, got 1"),
        ("server: {host: [a]}", "habitus.yaml:1 `server.host` must be text, got a list"),
        ("server: {host: {a: 1}}", "habitus.yaml:1 `server.host` must be text, got a mapping"),
        ("queue: {cap: 0}", "habitus.yaml:1 `queue.cap` must be a whole number of at least 1, got 0"),
        (
            "learning: {retire_after_days: 999999}",
            "habitus.yaml:1 `learning.retire_after_days` must be a number from 1 to 36500, got 999999",
        ),
        ("evolution: {keep_days: 999999}", "habitus.yaml:1 `evolution.keep_days` must be a whole number from 8 to 36500, got 999999"),
        ("queue: {lease_seconds: soon}", "habitus.yaml:1 `queue.lease_seconds` must be a number from 1 to 3200000000, got 'soon'"),
        ("queue: {lease_seconds: true}", "habitus.yaml:1 `queue.lease_seconds` must be a number from 1 to 3200000000, got true"),
        ("queue: {leaseSeconds: .inf}", "habitus.yaml:1 `queue.lease_seconds` must be a number from 1 to 3200000000, got Infinity"),
        ("learning: {min_confidence: .nan}", "habitus.yaml:1 `learning.min_confidence` must be a number from 0 to 1, got NaN"),
        ("model: {provider: mistral}", "habitus.yaml:1 `model.provider` must be '', 'openai' or 'anthropic', got 'mistral'"),
        ("model: gpt", "habitus.yaml:1 `model` holds settings such as `model.provider`, not a single value"),
        ("stor: {}", "habitus.yaml:1 `stor` is not a setting; did you mean `store`?"),
        ("store: {ulr: x}", "habitus.yaml:1 `store.ulr` is not a setting; did you mean `store.url`?"),
        ("guidance: {MaxRules: 1}", "habitus.yaml:1 `guidance.MaxRules` is not a setting; did you mean `guidance.max_rules`?"),
        ("1: 2", "habitus.yaml:1 `1` is not a setting; did you mean"),
        ("true: 2", "habitus.yaml:1 `true` is not a setting; did you mean"),
        ('"a\\x1b[2J": 2', "habitus.yaml:1 `a?[2J` is not a setting; did you mean"),
        (
            "security: {behavior: {rules: often}}",
            "habitus.yaml:1 `security.behavior.rules` must be a mapping of rule names to true, false or a number",
        ),
    ],
)
def test_a_wrong_value_is_named_with_its_line_and_what_it_must_be(tmp_path: Path, text: str, said: str) -> None:
    (line,) = refused(tmp_path, text)
    assert line.startswith(said)


@pytest.mark.parametrize("value", ["'yes'", "often", "3.0", "[1]"])
def test_a_wrong_rule_value_is_told_once(tmp_path: Path, value: str) -> None:
    (line,) = refused(tmp_path, f"security:\n  behavior:\n    rules:\n      read_before_edit: {value}\n")
    assert line.startswith("habitus.yaml:4 `security.behavior.rules.read_before_edit` must be true, false or a number, got ")


def test_all_faults_are_told_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = "server:\n  port: high\nstor: 1\nqueue:\n  cap: 0\n  tires: 2\nsecurity: {behavior: {rules: {nope: 1}}}\n"
    assert [line.split("`")[:2] for line in refused(tmp_path, text, HABITUS_QUEUE__TRIES="many", HABITUS_QUEUE__CAPS="1")] == [
        ["habitus.yaml:2 ", "server.port"],
        ["habitus.yaml:3 ", "stor"],
        ["habitus.yaml:5 ", "queue.cap"],
        ["habitus.yaml:6 ", "queue.tires"],
        ["habitus.yaml:7 ", "security.behavior.rules.nope"],
        ["HABITUS_QUEUE__CAPS is not a setting; did you mean HABITUS_QUEUE__CAP?"],
        ["HABITUS_QUEUE__TRIES must be a whole number of at least 1, got 'many'"],
    ]


# ── wrong files ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("store:\n  url: [1\nqueue: 2", "habitus.yaml:3 is not valid YAML: did not find expected ',' or ']'"),
        ("store:\n\turl: x", "habitus.yaml:2 has a tab, or another character that needs quotes, before a key or a value"),
        ("store: {url: x}\nqueue:\n  cap: 1\n  cap: 2\nstore: {}", "habitus.yaml:5 `store` is given twice, first on line 1"),
        ("- 1\n- 2", "habitus.yaml must hold settings, one `key: value` a line, not a list"),
        ("sk-secret", "habitus.yaml must hold settings, one `key: value` a line, not a single value"),
        ("queue:\n  cap: 99999999999999999999999999", "habitus.yaml:2 has a number larger than any setting takes"),
        ("a: 1\n---\nb: 2", "habitus.yaml holds more than one YAML document; keep one"),
        ("a: \x07", "habitus.yaml is not valid YAML: control characters are not allowed"),
        (b"store:\n  url: caf\xe9\n", "habitus.yaml:2 is not UTF-8 text; save the file as UTF-8"),
        ("model:\n  api_key: {{env.KEY}}", 'habitus.yaml:2 has a list or a mapping as a key; a `"{{env.NAME}}"` needs its quotes'),
        ("? [a]\n: 1", 'habitus.yaml has a list or a mapping as a key; a `"{{env.NAME}}"` needs its quotes'),
    ],
)
def test_a_file_that_cannot_be_read_says_why_in_one_sentence(tmp_path: Path, text: str | bytes, said: str) -> None:
    assert said in refused(tmp_path, text)


def test_every_key_given_twice_is_told(tmp_path: Path) -> None:
    assert refused(tmp_path, "queue:\n  cap: 1\n  cap: 2\nstore: {url: a, url: b}\n") == [
        "habitus.yaml:3 `queue.cap` is given twice, first on line 2",
        "habitus.yaml:4 `store.url` is given twice, first on line 4",
    ]


def test_a_folder_is_not_a_settings_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot be read: Is a directory"):
        config.load(tmp_path, {})


@contextmanager
def anybody() -> Iterator[None]:
    """Root may read everything, so for a moment we are not root."""
    was = os.geteuid()
    if was == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(was)


def test_a_file_that_is_closed_to_us_is_not_passed_over() -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        file = Path(folder) / "habitus.yaml"
        file.touch(mode=0)
        with anybody():
            assert config.find(None, {"HABITUS_HOME": folder}) == file
            with pytest.raises(ConfigError, match=r"habitus.yaml cannot be read: Permission denied"):
                config.load(file, {})


def test_a_file_that_went_away_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"gone.yaml cannot be read: No such file"):
        config.load(tmp_path / "gone.yaml", {})


LAUGHS = "a: &a [x, x]\n" + "".join(f"{name}: &{name} [*{below}, *{below}]\n" for below, name in zip("abcdefgh", "bcdefghi", strict=True))
SWOLLEN = "store: &a [" + "x," * 9000 + "]\nqueue: [" + "*a," * 9000 + "]\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (LAUGHS, "habitus.yaml:2 uses a YAML alias; write the value out instead"),
        (SWOLLEN + "queue: 1", "habitus.yaml:2 uses a YAML alias; write the value out instead"),
        (SWOLLEN, "habitus.yaml:2 uses a YAML alias; write the value out instead"),
        ("store: &a {queue: *a}", "habitus.yaml:1 uses a YAML alias; write the value out instead"),
        ("[" * 60_000, "habitus.yaml:1 is nested deeper than any setting is"),
        ("{a: " * 4_000, "habitus.yaml:1 is nested deeper than any setting is"),
        ("\n".join(" " * depth + "a:" for depth in range(300)), "habitus.yaml:129 is nested deeper than any setting is"),
        ("a" * 10_000_000, "habitus.yaml is larger than 64 KB; a settings file is not, so it was not read"),
    ],
)
def test_a_hostile_file_is_refused_quickly(tmp_path: Path, text: str, said: str) -> None:
    started = time.process_time()
    assert refused(tmp_path, text) == [said]
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"a{n}: 1\n" for n in range(7000)),
        "security: {behavior: {rules: {" + ", ".join(f"a{n}: x" for n in range(7000)) + "}}}",
        "a: 1\n" + " " * 60_000 + "b\n",
        "x" * 1000 + ": 1",
    ],
)
def test_a_file_of_nothing_but_faults_gets_a_short_answer_quickly(tmp_path: Path, text: str) -> None:
    started = time.process_time()
    said = refused(tmp_path, text)
    assert time.process_time() - started < 10
    assert len(said) <= 51
    assert max(map(len, said)) < 200
    assert len(said) < 50 or said[-1] == "and more: these are the first 50"


def test_stars_and_ampersands_in_texts_are_no_aliases(tmp_path: Path) -> None:
    settings = loaded(tmp_path, "# this & *that*\nstore:\n  url: 'x?a=1&b=*c'\nserver:\n  host: \"&a *b\"\n")
    assert settings.store.url == "x?a=1&b=*c"
    assert settings.server.host == "&a *b"


# ── the environment ──────────────────────────────────────────────────────────────────────────────


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    settings = loaded(tmp_path, "queue: {cap: 7, tries: 8}", HABITUS_QUEUE__CAP="9")
    assert (settings.queue.cap, settings.queue.tries) == (9, 8)


def test_a_variable_is_read_as_the_setting_has_it() -> None:
    environ = {"HABITUS_STORE__URL": "123", "HABITUS_STORE__SYNCHRONOUS": "full", "HABITUS_LEARNING__MIN_CONFIDENCE": "0.25"}
    settings = config.load(None, environ)
    assert (settings.store.url, settings.store.synchronous, settings.learning.min_confidence) == ("123", "full", 0.25)


def test_rules_are_given_one_by_one_or_together_and_add_to_the_file(tmp_path: Path) -> None:
    one = {"HABITUS_SECURITY__BEHAVIOR__RULES__READ_BEFORE_EDIT": "false"}
    all_of_them = {"HABITUS_SECURITY__BEHAVIOR__RULES": "{read_before_edit: false}"}
    for environ in (one, all_of_them):
        settings = loaded(tmp_path, "security: {behavior: {rules: {test_after_changes: 5}}}", **environ)
        assert settings.security.behavior.rules == {"test_after_changes": 5, "read_before_edit": False}


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("HABITUS_STORE__SYNCHRONOUS", "often", "HABITUS_STORE__SYNCHRONOUS must be 'normal' or 'full', got 'often'"),
        ("HABITUS_QUEUE__CAP", "[1", "HABITUS_QUEUE__CAP must be a whole number of at least 1, got '[1'"),
        ("HABITUS_STOR__URL", "x", "HABITUS_STOR__URL is not a setting; did you mean HABITUS_STORE__URL?"),
        ("HABITUS_STORE_URL", "x", "HABITUS_STORE_URL is not a setting; did you mean HABITUS_STORE__URL?"),
        ("HABITUS_STORE__URL", "caf\udce9", "HABITUS_STORE__URL is not UTF-8 text"),
        ("HABITUS_MODEL__API_KEY", "{{env.KEY}}", "HABITUS_MODEL__API_KEY needs the environment variable KEY, which is not set"),
    ],
)
def test_a_wrong_variable_is_named(name: str, value: str, said: str) -> None:
    assert refused_environ(**{name: value}) == [said]


def test_reserved_variables_are_not_settings() -> None:
    assert config.load(None, {"HABITUS_HOME": "/x", "HABITUS_CONFIG": "/y", "HABITUS_TEST_POSTGRES": "z"}) == Settings()


# ── secrets ──────────────────────────────────────────────────────────────────────────────────────


def test_text_may_name_a_variable(tmp_path: Path) -> None:
    settings = loaded(
        tmp_path, 'model: {api_key: "{{env.KEY}}"}\nstore: {url: "postgresql://me:{{ env.PASS }}@db"}', KEY="sk-1", PASS="{{env.KEY}}"
    )
    assert settings.model.api_key == "sk-1"
    assert settings.store.url == "postgresql://me:{{env.KEY}}@db"


def test_a_variable_that_is_not_set_is_named_with_its_line(tmp_path: Path) -> None:
    (line,) = refused(tmp_path, 'model:\n  api_key: "{{env.KEY}}"\n')
    assert line == "habitus.yaml:2 `model.api_key` needs the environment variable KEY, which is not set"


def test_a_secret_is_never_shown(tmp_path: Path) -> None:
    settings = loaded(tmp_path, "model: {api_key: sk-1234}\nstore: {url: postgresql://me:sk-1234@db}\nredis: {url: redis://:sk-1234@db}")
    assert "sk-1234" not in repr(settings)
    assert refused(tmp_path, "model:\n  api_key: 1234\n") == ["habitus.yaml:2 `model.api_key` must be text"]
    assert refused(tmp_path, "redis: redis://:sk-1234@db") == [
        "habitus.yaml:1 `redis` holds settings such as `redis.url`, not a single value"
    ]
    assert refused(tmp_path, 'model: {provider: "{{env.KEY}}"}', KEY="sk-1234")[0].endswith("got '{{env.KEY}}'")


def test_a_refusal_does_not_carry_the_file_in_its_traceback(tmp_path: Path) -> None:
    file = tmp_path / "habitus.yaml"
    file.write_text("model: {api_key: 1234, name: 5}")
    with pytest.raises(ConfigError) as error:
        config.load(file, {})
    assert error.value.__cause__ is None
    assert error.value.__context__ is None


# ── lines ────────────────────────────────────────────────────────────────────────────────────────


def test_the_line_of_a_key_is_found_however_it_is_written() -> None:
    text = """\
# store: not this one
server:
  host: |
    port: not this one
    "port": nor this
  "port" : 1
queue: {cap: 1,
  'tries':2, "lease_seconds":3}
model: { name: "say \\"base_url\\": x", base_url: 'it''s: y',
  api_key: plain
    text }
"""
    found = yaml_text.lines(text)
    assert found[("server",)] == [2]
    assert found[("server", "host")] == [3]
    assert found[("server", "port")] == [6]
    assert found[("queue", "cap")] == [7]
    assert found[("queue", "tries")] == [8]
    assert found[("queue", "lease_seconds")] == [8]
    assert found[("model", "base_url")] == [9]
    assert found[("model", "api_key")] == [10]
    assert ("store",) not in found


def test_a_key_in_a_list_has_a_line_too() -> None:
    assert yaml_text.lines("custom:\n- name: a\n- name: b\n  when: c\n")[("custom", "1", "when")] == [4]


def test_a_key_without_a_line_of_its_own_gets_its_headings(tmp_path: Path) -> None:
    (line,) = refused(tmp_path, "\nserver:\n  ? port\n  : high\n")
    assert line.startswith("habitus.yaml:2 `server.port` must be")


def lines_of_indented_json(tree: dict[str, Any], place: tuple[str, ...] = (), line: int = 1) -> Iterator[tuple[tuple[str, ...], int]]:
    for name, value in tree.items():
        line += 1
        yield (*place, name), line
        if value:
            inside = list(lines_of_indented_json(value, (*place, name), line))
            yield from inside
            line += len(inside) + sum(1 for below, _ in inside if value_at(value, below[len(place) + 1 :])) + 1


def value_at(tree: dict[str, Any], place: tuple[str, ...]) -> Any:
    return value_at(tree[place[0]], place[1:]) if place else tree


WORDS = st.text("ab_ .-?#:{}[],'\"", max_size=5).map(lambda text: text + "c")
TREES: st.SearchStrategy[dict[str, Any]] = st.recursive(st.just({}), lambda inner: st.dictionaries(WORDS, inner, max_size=3), max_leaves=10)


@given(TREES)
def test_the_line_of_every_key_is_right(tree: dict[str, Any]) -> None:
    assert yaml_text.lines(json.dumps(tree, indent=1)) == {place: [line] for place, line in lines_of_indented_json(tree)}


@given(st.text("ab:\"'\\ \n{}[],-#&*|?", max_size=40))
def test_looking_for_lines_never_breaks_and_never_leaves_the_file(text: str) -> None:
    assert all(1 <= line <= text.count("\n") + 1 for at in yaml_text.lines(text).values() for line in at)


PIECES = [
    "store",
    "queue",
    "cap",
    "rules",
    "security",
    "behavior",
    "a",
    "1",
    ":",
    ": ",
    "\n",
    "\n  ",
    "- ",
    "{",
    "}",
    "[",
    "]",
    ",",
    "&a",
    "*a",
]
PIECES += [
    "'",
    '"',
    "|",
    "? ",
    "#",
    "!!x ",
    "{{env.X}}",
    "~",
    "\t",
    "\x00",
    "\ue000",
    "\\",
    "<<",
    "---\n",
    "é",
    "1e999",
    "9" * 30,
    "\udce9",
]
ENTRIES = [f"HABITUS_SECURITY__BEHAVIOR__RULES__{name}" for name in ("", "A", "TEST_AFTER_CHANGES", "__", "\udce9")]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_whatever_the_file_says_the_answer_is_settings_or_a_config_error(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    file = tmp_path_factory.getbasetemp() / "any.yaml"
    file.write_text(text, encoding="utf-8", errors="surrogateescape")
    with suppress(ConfigError):
        config.load(file, {"X": "x"})


@given(
    st.dictionaries(st.sampled_from([key.variable for key in keys()] + ENTRIES), st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
)
def test_whatever_the_environment_says_the_answer_is_settings_or_a_config_error(environ: dict[str, str]) -> None:
    with suppress(ConfigError):
        config.load(None, environ)


@pytest.mark.parametrize("url", ["sqlite:///tmp/x.db", "sqlite:/tmp/x.db", "mysql://host/db", "redis://127.0.0.1"])
def test_a_store_that_is_none_of_ours_is_refused_and_leaves_no_folder(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    with pytest.raises(ConfigError, match="give the plain path of a file"):
        assemble.store(Settings(store=Store(url=url)), str(tmp_path / "home"))
    assert list(tmp_path.iterdir()) == []


def test_a_store_may_lie_in_the_home_folder_by_its_short_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))

    assemble.store(Settings(store=Store(url="~/kept/a.db")), "").close()
    assert (tmp_path / "kept" / "a.db").exists()
