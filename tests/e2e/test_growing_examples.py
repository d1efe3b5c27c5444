"""The files that start a whole installation name what there is."""

import re
import shlex
import tomllib
from pathlib import Path

import click
import pytest
import yaml  # type: ignore[import-untyped]

from habitus import assemble
from habitus.cli.serve import serve
from habitus.cli.worker import worker

EXAMPLES = Path(__file__).parents[2] / "examples"
COMMANDS = {"serve": serve, "worker": worker}


def test_compose_sets_what_can_be_set_and_starts_what_there_is() -> None:
    found = yaml.safe_load((EXAMPLES / "compose.yaml").read_text())

    settings = assemble.settings(environ=dict(found["x-habitus"]["environment"]))
    assert settings.store.url.startswith("postgresql://")
    assert settings.redis.url == "redis://redis:6379/0"
    for name in ("serve-1", "serve-2", "worker"):
        program, command, *words = shlex.split(found["services"][name]["command"])
        assert program == "habitus"
        assert_takes(COMMANDS[command], words)


def test_compose_builds_from_this_checkout_what_can_be_installed_from_it() -> None:
    """Without Docker, as far as that goes: what is copied is there, is let through, and names the extras that there are."""
    root, build = EXAMPLES.parent, yaml.safe_load((EXAMPLES / "compose.yaml").read_text())["x-habitus"]["build"]
    copied = [word for line in re.findall(r"^COPY (.*) \S+$", build["dockerfile_inline"], re.MULTILINE) for word in line.split()]
    let_through = re.findall(r"^!(.*)$", (root / ".dockerignore").read_text(), re.MULTILINE)
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    (extras,) = re.findall(r"'/src\[(.*)\]'", build["dockerfile_inline"])

    assert (EXAMPLES / build["context"]).resolve() == root
    assert sorted(copied) == sorted(let_through)
    assert [name for name in copied if not (root / name).exists()] == []
    assert {*extras.split(",")} <= {*project["optional-dependencies"]}
    assert {project["readme"], *project.get("license-files", ())} <= {*copied}


def test_the_links_that_compose_prints_lead_to_where_it_publishes() -> None:
    services = yaml.safe_load((EXAMPLES / "compose.yaml").read_text())["services"]

    for name in ("serve-1", "serve-2"):
        address, port, _ = services[name]["ports"][0].split(":")
        assert address == "127.0.0.1"
        assert services[name]["command"].endswith(f" --url http://localhost:{port}")


def test_the_unit_sets_what_can_be_set() -> None:
    unit = (EXAMPLES / "habitus.service").read_text()

    assert re.findall(r"^ExecStart=.*/habitus (.*)$", unit, re.MULTILINE) == ["serve"]
    assert re.findall(r"^Environment=(\w+)=", unit, re.MULTILINE) == ["HABITUS_HOME"]
    for name in re.findall(r"HABITUS_\w+__\w+", unit):
        assert assemble.settings(environ={name: "postgresql://x/y"})


def test_the_unit_of_one_person_needs_nothing_that_is_not_theirs() -> None:
    unit = (EXAMPLES / "habitus-user.service").read_text()
    places = re.findall(r"^\w+=-?(\S*/\S+)", unit, re.MULTILINE)

    assert re.findall(r"^ExecStart=.*/habitus (.*)$", unit, re.MULTILINE) == ["serve"]
    assert places
    assert [place for place in places if not place.startswith("%h/")] == []
    assert re.findall(r"^(?:User|StateDirectory|Protect\w+|WantedBy)=.*", unit, re.MULTILINE) == ["WantedBy=default.target"]


def assert_takes(command: click.Command, words: list[str]) -> None:
    try:
        command.make_context("habitus", list(words), resilient_parsing=False).close()
    except click.UsageError as error:
        pytest.fail(error.message)
