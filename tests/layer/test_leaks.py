"""Skills, personas and fixes hold no secret, by whatever way they come."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from habitus.cli.root import habitus
from habitus.errors import Refused
from habitus.evolve.skills import changes
from habitus.layer import Layer
from habitus.layer.undoing import taken_back
from habitus.types import Caller
from nouns import call, result, user

KEY = "sk-ant-api03-" + "A1b2C3d4E5f6G7h8" * 5 + "-abcdefAA"
SKILL = "---\nname: billing\ndescription: Calls the billing service. Use when billing is asked for.\n---\n# Call\n1. Run `make bill`.\n"
OPERATOR = Caller(name="root", role="operator")
BOT = Caller(name="bot", role="agent", agent="bot", session="s1")


def is_kept(layer: Layer, secret: str = KEY) -> bool:
    """Anywhere in the home: the database, its log, and every folder."""
    return any(secret.encode() in file.read_bytes() for file in Path(layer.home).rglob("*") if file.is_file())


@pytest.fixture
def grown(layer: Layer) -> Layer:
    layer.agents.add("bot", "predefined", who="root")
    for key in ("skill_evolve", "self_evolve"):
        layer.agents.set("bot", key, True, who="root")
    layer.observe(user("call the billing service", key="u1", agent="bot", workspace="/w"))
    layer.observe(call("Bash", agent="bot", command=f"curl -H 'x-api-key: {KEY}' https://billing.example.com"))
    layer.observe(result())
    layer.observe(user("save as skill", key="u2", agent="bot"))
    return layer


def test_a_skill_with_one_is_refused_and_waits_nowhere(grown: Layer) -> None:
    text = SKILL.replace("make bill", f"curl -H 'x-api-key: {KEY}' https://billing.example.com")

    said = grown.keeping.manage({"action": "create", "content": text}, BOT)
    with pytest.raises(Refused, match=r"SKILL.md:6: it holds a secret \(anthropic\)"):
        grown.skills.create(changes.created({"content": text}), OPERATOR)
    with pytest.raises(Refused, match=r"beside\.txt:2: it holds a secret"):
        grown.skills.create(changes.created({"content": SKILL, "files": {"beside.txt": f"\nkey {KEY}\n"}}), OPERATOR)

    assert KEY not in said
    assert "SKILL.md:6: it holds a secret" in said
    assert grown.store.lessons().proposals() == []
    assert not is_kept(grown)
    example = SKILL.replace("make bill", "curl -u admin:hunter2secret99 https://billing.example.com")
    assert grown.skills.create(changes.created({"content": example}), OPERATOR, accept={"secret": "an example"}).version == 1


def test_a_persona_with_one_is_refused_to_an_agent_an_operator_and_the_disk(grown: Layer) -> None:
    grown.persona.write("bot", "SOUL.md", "# Style\nShort answers.\n", who="root")
    place = grown.persona.place("bot", "SOUL.md")
    text = f"# Style\nShort answers.\nFor billing I use the key {KEY}\n"

    said = grown.judge(call("Write", id="w1", agent="bot", file_path=str(place), content=text))
    with pytest.raises(Refused, match=r"SOUL\.md stays as it was: line 3: it holds a secret"):
        grown.persona.write("bot", "SOUL.md", text, who="root")
    place.write_text(text)
    grown.persona.caught_up("bot")

    assert said.ruling == "block"
    assert place.read_text() == "# Style\nShort answers.\n"
    (waiting,) = grown.store.lessons().proposals(kind="persona")
    assert "[secret:anthropic:" in waiting.body["after"]
    assert not is_kept(grown)


def test_a_file_that_was_there_first_is_taken_in_without_it_and_lies_beside(grown: Layer) -> None:
    place = grown.persona.place("bot", "SOUL.md")
    place.parent.mkdir(parents=True)
    place.write_text(f"Short answers.\nKey {KEY}\n")

    found = grown.persona.current("bot")["SOUL.md"]

    assert "[secret:anthropic:" in found.text
    assert place.read_text() == found.text
    assert [KEY in file.read_text() for file in place.parent.glob("SOUL.md.aside.*")] == [True]


def test_what_a_person_says_helps_has_none(layer: Layer) -> None:
    kept = layer.record_user_correction(f"Pass x-api-key: {KEY}", tool="Bash", error=f"401 bad key {KEY}")

    assert "[secret:anthropic:" in kept.text
    assert not is_kept(layer)


def test_a_skill_that_is_taken_back_takes_its_grants_with_it_and_brings_them_back(layer: Layer) -> None:
    layer.skills.create(changes.created({"content": SKILL}), OPERATOR)
    layer.skills.grant("billing", "bot", OPERATOR, can_manage=True)
    born = next(entry for entry in layer.store.entries(changes=True) if entry.verb == "created")

    (undone,) = taken_back(layer, [born], who="root")
    assert layer.shelf.grants("billing") == []
    line = layer.store.entry(undone)
    assert line
    taken_back(layer, [line], who="root")

    assert [(grant["agent"], bool(grant["can_manage"])) for grant in layer.shelf.grants("billing")] == [("bot", True)]


def test_whoever_only_checks_a_skill_is_told_too(layer: Layer, tmp_path: Path) -> None:
    text = SKILL.replace("make bill", f"curl -H 'x-api-key: {KEY}' https://billing.example.com")
    folder = tmp_path / "billing"
    folder.mkdir()
    (folder / "SKILL.md").write_text(text)

    found = CliRunner().invoke(habitus, ["skills", "validate", str(folder)])

    assert found.exit_code == 1
    assert "SKILL.md:6 it holds a secret (anthropic)" in found.output
    assert KEY not in found.output
