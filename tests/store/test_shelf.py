"""Agents, skills and personas in every store."""

import os
import threading
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from bench import shelving
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from habitus.errors import Conflict, StoreError
from habitus.evolve.skills import folders, slugs
from habitus.store import ledger
from habitus.store.shelf import skill, skill_row
from habitus.store.sql import SqlStore
from habitus.types import Bundle, Change, Origin, Row, Skill
from nouns import START

ORIGIN = Origin(speaker="operator", channel="root", session="s1")
TEXT = "---\nname: deploy-shop\ndescription: Put it online.\n---\n\nGrüße, 日本 🚢.\r\n"


def bundle(text: str = TEXT, **files: bytes) -> Bundle:
    return Bundle(text=text, files={name.replace("__", "/").replace("_", "."): content for name, content in files.items()})


def kept(store: SqlStore, what: Bundle, slug: str = "deploy-shop", **rest: Any) -> Skill:
    """A version, and the row that says it is in force."""
    shelf, digest = store.shelf(), folders.digest(what)
    with shelf.locked(slugs.lock_key(slug)):
        version = shelf.add_version(slug, what, digest=digest, origin=ORIGIN, why="test", at=START)
        values = {"owner": "ada", "frontmatter": {"name": slug, "n": [1, None, True]}, "accepted": {"a.rule": "weil „ja“"}, **rest}
        made = Skill(
            slug=slug, name=slug, description="ü", version=version, digest=digest, size=folders.size(what), created_at=START,
            updated_at=START, **values,
        )  # fmt: skip
        store.apply([Change(verb="put", table="skills", item=slug, after=skill_row(made), actor="test")], START)
    return made


def test_what_is_kept_comes_back_to_the_byte(store: SqlStore) -> None:
    whole = bundle(logo_png=b"\x89PNG\0\xff", empty_txt=b"", nul_txt=b"a\0b", scripts__run_sh=b"#!/bin/sh\r\n", half_txt="\ufeffü".encode())
    made = kept(store, whole, visibility="internal", last_used=START + timedelta(days=1), uses=3, helped=2)
    shelf = store.shelf()

    assert shelf.bundle("deploy-shop", 1) == whole
    assert shelf.skill("deploy-shop") == made
    assert shelf.skills() == [made]
    assert shelf.skills("deleted") == []
    (version,) = shelf.versions("deploy-shop")
    assert (version.version, version.digest, version.size, version.origin, version.at) == (1, made.digest, made.size, ORIGIN, START)
    assert shelf.all_versions() == {"deploy-shop": {1: made.digest}}
    with pytest.raises(StoreError, match="no version 2"):
        shelf.bundle("deploy-shop", 2)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=300), text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=300))
def test_any_content_comes_back(store: SqlStore, content: bytes, text: str) -> None:
    whole = Bundle(text=text, files={"a.bin": content})
    version = store.shelf().add_version("any-one", whole, digest=folders.digest(whole), origin=ORIGIN, why="", at=START)

    assert store.shelf().bundle("any-one", version) == whole


def test_numbers_go_on_whatever_becomes_of_the_row(store: SqlStore) -> None:
    kept(store, bundle("a"))
    kept(store, bundle("b"))
    store.apply([Change(verb="gone", table="skills", item="deploy-shop", after=None, actor="test")], START)

    assert kept(store, bundle("c")).version == 3
    assert [one.version for one in store.shelf().versions("deploy-shop")] == [3, 2, 1]


def test_what_is_forgotten_takes_only_its_own_contents(store: SqlStore) -> None:
    """Two skills share a file, and the events have a blob of the same text."""
    kept(store, bundle(a_txt=b"shared", b_txt=b"own"), "one-skill")
    other = bundle("other", a_txt=b"shared")
    kept(store, other, "other-skill")

    store.shelf().forget("one-skill")

    assert store.shelf().bundle("other-skill", 1) == other
    assert store.shelf().versions("one-skill") == []
    names = [row["files"] for row in store.database.run("skill_files_all", {})]
    assert len(names) == 1


def test_a_file_that_one_forgets_while_another_takes_it_up_stays(store: SqlStore) -> None:
    """The other's version is not committed yet when the first looks for who else holds the file."""
    kept(store, bundle(a_txt=b"shared"), "one-skill")
    whole, took, done = bundle("other", a_txt=b"shared"), threading.Event(), []

    def forget() -> None:
        took.wait()
        store.shelf().forget("one-skill")
        done.append(True)

    thread = threading.Thread(target=forget)
    thread.start()
    with store.shelf().locked(slugs.lock_key("other-skill")):
        store.shelf().add_version("other-skill", whole, digest="d", origin=ORIGIN, why="", at=START)
        took.set()
        thread.join(0.3)  # it waits for us, or has gone wrong by now
    thread.join()

    assert done
    assert store.shelf().bundle("other-skill", 1) == whole


def test_who_sees_what(store: SqlStore) -> None:
    shown: dict[str, dict[str, Any]] = {
        "for-all": {"visibility": "public"}, "granted": {"visibility": "internal"}, "private": {}, "made-by": {"owner": "bot"},
        "namesakes": {"owner": "bot"},
        "system": {"is_system": True}, "gone-one": {"visibility": "public", "status": "deleted"},
        "old-one": {"visibility": "public", "status": "archived"},
    }  # fmt: skip
    for slug, rest in shown.items():
        kept(store, bundle(slug), slug, **rest)
    for slug in ("granted", "made-by"):
        row: Row = {"id": f"{slug}/bot", "slug": slug, "agent": "bot", "can_manage": False, "granted_by": "ada", "at": START.isoformat()}
        store.apply([Change(verb="granted", table="skill_grants", item=row["id"], after=row, actor="ada")], START)
    store.shelf().used("system", uses=2, at=START)

    assert [one.slug for one in store.shelf().visible("bot", 10)] == ["system", "for-all", "granted", "made-by"]
    assert [one.slug for one in store.shelf().visible("spy", 10)] == ["system", "for-all"]
    assert [one.slug for one in store.shelf().visible("bot", 1)] == ["system"]
    together = store.shelf().visible_to(["bot", "spy"], 10)
    assert together == {"bot": ["system", "for-all", "granted", "made-by"], "spy": ["system", "for-all"]}
    assert store.shelf().visible_to(["bot"], 1) == {"bot": ["system"]}
    assert store.shelf().visible_to([], 10) == {}


def test_uses_are_counted_and_are_no_change(store: SqlStore) -> None:
    kept(store, bundle())
    before = len(store.entries(changes=True))
    store.shelf().used("deploy-shop", uses=1, at=START)
    store.shelf().used("deploy-shop", helped=1)
    store.shelf().used("no-such-skill", uses=1)

    found = store.shelf().skill("deploy-shop")
    assert found is not None
    assert (found.uses, found.helped, found.last_used) == (1, 1, START)
    assert len(store.entries(changes=True)) == before


def test_an_undo_brings_a_version_again_as_the_next_and_keeps_what_was_counted(store: SqlStore) -> None:
    first = kept(store, bundle("a"))
    kept(store, bundle("b"))
    store.shelf().used("deploy-shop", uses=5, at=START)
    entry = store.entries(item="deploy-shop", changes=True)[0]

    undo = ledger.undo(store, entry, actor="root", now=START)

    back = store.shelf().skill("deploy-shop")
    assert back is not None
    assert (back.version, back.digest, back.uses) == (3, first.digest, 5)
    assert store.shelf().bundle("deploy-shop", 3).text == "a"
    assert store.shelf().bundle("deploy-shop", 2).text == "b"
    again = store.entry(undo)
    assert again is not None
    ledger.undo(store, again, actor="root", now=START)
    assert store.shelf().bundle("deploy-shop", 4).text == "b"


def test_an_undo_below_a_later_change_is_a_conflict(store: SqlStore) -> None:
    kept(store, bundle("a"))
    kept(store, bundle("b"))
    kept(store, bundle("c"))

    with pytest.raises(Conflict):
        ledger.undo(store, store.entries(item="deploy-shop", changes=True)[1], actor="root", now=START)

    assert [one.version for one in store.shelf().versions("deploy-shop")] == [3, 2, 1]


def test_what_was_purged_is_not_undone_by_another_of_that_name(store: SqlStore) -> None:
    kept(store, bundle("a"))
    store.shelf().forget("deploy-shop")
    store.apply([Change(verb="purged", table="skills", item="deploy-shop", after=None, actor="test")], START)
    purged = store.entries(item="deploy-shop", changes=True)[0]
    kept(store, bundle("quite another"))
    ledger.undo(store, store.entries(item="deploy-shop", changes=True)[0], actor="root", now=START)

    with pytest.raises(StoreError, match="gone"):
        ledger.undo(store, purged, actor="root", now=START)

    assert store.shelf().skill("deploy-shop") is None


def test_personas_are_kept_per_agent_and_file(store: SqlStore) -> None:
    shelf = store.shelf()
    texts = {("bot", "SOUL.md"): "a\r\n\ufeffü 日本", ("bot", "IDENTITY.md"): "", ("other", "SOUL.md"): "x" * 200_000}
    for (agent, file), text in texts.items():
        assert shelf.add_persona(agent, file, text, origin=ORIGIN, why="w", at=START) == 1
        row: Row = {"id": f"{agent}/{file}", "agent": agent, "file": file, "version": 1, "digest": "d"}
        store.apply([Change(verb="begun", table="persona", item=row["id"], after=row, actor="root")], START)
    assert shelf.add_persona("bot", "SOUL.md", "b", origin=ORIGIN, why="w", at=START) == 2

    for (agent, file), text in texts.items():
        found = shelf.persona(agent, file)
        assert found is not None
        assert (found.text, found.version, found.origin, found.at) == (text, 1, ORIGIN, START)
    assert [one.text for one in shelf.persona_versions("bot", "SOUL.md")] == ["b", texts["bot", "SOUL.md"]]
    assert [(row["agent"], row["file"]) for row in shelf.personas("bot")] == [("bot", "IDENTITY.md"), ("bot", "SOUL.md")]
    assert len(shelf.personas()) == 3
    assert shelf.personas_of(["bot", "nobody", ""]) == {"bot": {"IDENTITY.md": 1, "SOUL.md": 1}, "nobody": {}, "": {}}
    assert shelf.persona("bot", "AGENTS.md") is None


def test_a_row_is_read_as_it_was_written() -> None:
    made = Skill(
        slug="a-b", name="n", description="d", version=1, owner="o", digest="x", size=1, created_at=START, updated_at=START,
        frontmatter={"metadata": {"habitus-author": "ü"}}, accepted={},
    )  # fmt: skip

    assert skill(skill_row(made)) == made
    assert skill(skill_row(replace(made, is_system=True, trash="a-b.1", last_used=START))) == replace(
        made, is_system=True, trash="a-b.1", last_used=START
    )


@pytest.mark.parametrize("where", ["sqlite", "postgres"])
def test_two_hundred_patches_by_eight_processes_are_two_hundred_versions(where: str, request: pytest.FixtureRequest) -> None:
    found = shelving.run(url=request.getfixturevalue("postgres") if where == "postgres" else "")

    assert (found["versions"], found["lost"], found["out_of_step"], found["errors"], found["disagree"]) == (200, 0, 0, 0, 0), found


def test_many_threads_write_one_persona_and_every_version_is_kept(store: SqlStore, tmp_path: Path) -> None:
    from habitus.doubles import FrozenClock
    from habitus.layer.agents import Agents
    from habitus.layer.persona import Persona

    clock = FrozenClock()
    persona = Persona(store, store.shelf(), Agents(store, store.shelf(), clock), str(tmp_path), clock, os.path.realpath, lambda text: text)
    threads = [
        threading.Thread(target=lambda n=n: [persona.write("bot", "SOUL.md", f"{n} {i}", who="root") for i in range(5)]) for n in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    persona.caught_up("bot")

    assert {one.text for one in persona.versions("bot", "SOUL.md")} == {f"{n} {i}" for n in range(4) for i in range(5)}
    assert persona.place("bot", "SOUL.md").read_text() == persona.versions("bot", "SOUL.md")[0].text
