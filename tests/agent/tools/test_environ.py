"""What commands see of the environment."""

import pytest

from habitus.agent.tools.environ import is_secret, seen


@pytest.mark.parametrize(
    "name",
    [
        *("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "DEEPSEEK_KEY", "GITHUB_TOKEN", "GH_PAT", "AWS_SECRET_ACCESS_KEY", "PGPASSWORD", "DB_PWD"),
        *("NPM_AUTH", "MYAPIKEY", "SLACK_WEBHOOK_URL", "GOOGLE_APPLICATION_CREDENTIALS", "HABITUS_MODEL__API_KEY", "client_secret"),
        *("SESSION_COOKIE", "SENTRY_DSN"),
    ],
)
def test_a_name_that_looks_like_a_secret_is_dropped(name: str) -> None:
    assert is_secret(name, "x")


@pytest.mark.parametrize(
    "name",
    ["PATH", "HOME", "PWD", "OLDPWD", "LANG", "KEYBOARD", "MONKEY", "SSH_AUTH_SOCK", "PASSAGE", "VIRTUAL_ENV", "PATTERN", "HABITUS_HOME"],
)
def test_an_ordinary_name_stays(name: str) -> None:
    assert not is_secret(name, "/usr/bin:/bin")


@pytest.mark.parametrize(
    "value", ["postgresql://me:pw@db/x", "sk-" + "a1" * 12, "ghp_" + "a" * 24, "-----BEGIN PRIVATE KEY-----", "https://u:p@host"]
)
def test_a_value_that_looks_like_a_secret_is_dropped_whatever_its_name(value: str) -> None:
    assert is_secret("ORDINARY", value)


@pytest.mark.parametrize(
    "value", ["https://host.example/a:b", "postgresql://db/x", "sk", "/home/me/.ssh", "a@b.example", "http://[::1]:8080/"]
)
def test_an_ordinary_value_stays(value: str) -> None:
    assert not is_secret("ORDINARY", value)


def test_the_operator_lets_a_name_through_but_never_the_brains_own() -> None:
    given = {"MY_TOKEN": "a", "BRAIN_KEY": "b", "PLAIN": "c"}
    kept = seen(given, hidden={"BRAIN_KEY"}, allowed={"MY_TOKEN", "BRAIN_KEY"})
    assert {name: value for name, value in kept.items() if name in given} == {"MY_TOKEN": "a", "PLAIN": "c"}


def test_the_brains_key_under_a_second_name_is_dropped_too() -> None:
    assert "COPY" not in seen({"BRAIN": "the key", "COPY": "the key"}, hidden={"BRAIN"})


def test_an_empty_key_hides_nothing_else() -> None:
    assert "EMPTY" in seen({"BRAIN": "", "EMPTY": ""}, hidden={"BRAIN"})


def test_programs_are_told_that_nobody_sits_there() -> None:
    assert seen({"TERM": "xterm"})["TERM"] == "dumb"
