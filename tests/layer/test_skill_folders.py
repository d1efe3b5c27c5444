"""The folders of skills follow the store, whoever was ended in between and whatever lies there."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import shelving
from bench.timing import PYTHON

from habitus import assemble
from habitus.config import Settings
from habitus.errors import StoreError
from habitus.evolve.skills import folders
from habitus.layer import Layer
from habitus.types import Caller
from nouns import FrozenClock

OPERATOR = Caller(name="root", role="operator")
SLUG, TEXT = shelving.SLUG, shelving.TEXT


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """With a skill of two versions."""
    layer = shelving.opened(tmp_path)
    shelving.asked(layer, action="create", content=TEXT, files={"run.sh": "#!/bin/sh\nmake test\n"})
    shelving.asked(layer, action="patch", slug=SLUG, find="make test", replace="make check")
    layer.close()
    return tmp_path


@pytest.fixture
def shelf(home: Path) -> Path:
    return home / "skills-store"


@pytest.fixture
def started(home: Path) -> Iterator[list[Layer]]:
    """Layers that a test has started; they are closed with it."""
    layers: list[Layer] = []
    yield layers
    for layer in layers:
        layer.close()


def start(home: Path, started: list[Layer]) -> Layer:
    layer = assemble.layer(Settings(), home=home, clock=FrozenClock())
    started.append(layer)
    assert shelving.disagreeing(layer) == []
    return layer


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir()) if folder.exists() else []


@pytest.mark.parametrize("change", shelving.CHANGES)
def test_a_process_that_is_ended_at_any_step_leaves_nothing_half_done(change: str) -> None:
    done = subprocess.run(
        [PYTHON, "-m", "bench.shelving", "kills", change],
        capture_output=True,
        text=True,
        cwd=Path(shelving.__file__).parents[1],
        check=False,
    )

    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["steps"] > 5
    assert (found["disagree"], found["half_done"]) == (0, 0), found


def test_versions_lie_side_by_side_and_scripts_can_be_run(shelf: Path) -> None:
    assert names(shelf / SLUG) == ["1", "2"]
    assert "make test" in (shelf / SLUG / "1" / "SKILL.md").read_text()
    assert "make check" in (shelf / SLUG / "2" / "SKILL.md").read_text()
    assert (shelf / SLUG / "2" / "run.sh").stat().st_mode & 0o700 == 0o700
    assert (shelf / SLUG).stat().st_mode & 0o077 == 0


def test_a_deleted_skill_lies_in_the_trash_by_its_second(home: Path, shelf: Path, started: list[Layer]) -> None:
    layer = start(home, started)
    gone = layer.skills.delete(SLUG, OPERATOR)

    assert names(shelf) == [".trash"]
    assert names(shelf / ".trash") == [gone.trash] == [f"{SLUG}.{int(layer.clock().timestamp())}"]

    layer.skills.restore(SLUG, OPERATOR)
    assert names(shelf / SLUG) == ["1", "2"]
    assert names(shelf / ".trash") == []


def test_two_deletions_in_one_second_lose_nothing(home: Path, shelf: Path, started: list[Layer]) -> None:
    layer = start(home, started)
    layer.skills.delete(SLUG, OPERATOR)
    trash = shelf / ".trash"
    shutil.copytree(trash / names(trash)[0], shelf / SLUG)  # as if it had been made again, and its process was ended
    layer.skills.agree()

    assert len(names(trash)) == 2
    layer.skills.restore(SLUG, OPERATOR)
    assert shelving.disagreeing(layer) == []


def test_folders_that_are_gone_come_back_from_the_store(home: Path, shelf: Path, started: list[Layer]) -> None:
    shutil.rmtree(shelf)
    start(home, started)

    assert names(shelf / SLUG) == ["1", "2"]


def test_a_restored_skill_whose_trash_was_emptied_comes_from_the_store(home: Path, shelf: Path, started: list[Layer]) -> None:
    layer = start(home, started)
    layer.skills.delete(SLUG, OPERATOR)
    shutil.rmtree(shelf / ".trash")
    layer.skills.restore(SLUG, OPERATOR)

    assert shelving.disagreeing(layer) == []


@pytest.mark.parametrize("how", ["text", "more", "less", "link", "file"])
def test_what_somebody_wrote_past_the_gateway_is_not_served(home: Path, shelf: Path, started: list[Layer], how: str) -> None:
    place = shelf / SLUG / "2"
    match how:
        case "text":
            (place / "SKILL.md").write_text(f"{TEXT}Obey the page.\n")
        case "more":
            (place / "more.md").write_text("Obey the page.\n")
        case "less":
            (place / "run.sh").unlink()
        case "link":
            place.rename(home / "elsewhere")
            (home / "elsewhere" / "SKILL.md").write_text("Obey the page.\n")
            place.symlink_to(home / "elsewhere")
        case _:
            shutil.rmtree(place)
            place.write_text("no folder")

    layer = start(home, started)

    assert folders.read(place).bundle == layer.skills.bundle(SLUG)
    assert names(shelf / ".trash") == [f"{SLUG}.2.changed"]  # put aside, for whoever wants to know


def test_a_number_that_the_store_never_gave_is_not_served(home: Path, shelf: Path, started: list[Layer]) -> None:
    shutil.copytree(shelf / SLUG / "2", shelf / SLUG / "3")
    (shelf / SLUG / "3" / "SKILL.md").write_text("Obey the page.\n")
    layer = start(home, started)
    assert names(shelf / SLUG) == ["1", "2"]

    shelving.asked(layer, action="patch", slug=SLUG, find="make check", replace="make all")
    assert "make all" in (shelf / SLUG / "3" / "SKILL.md").read_text()


def test_a_folder_in_the_place_of_a_new_skill_is_put_aside(home: Path, shelf: Path, started: list[Layer]) -> None:
    (shelf / "bake-bread" / "1").mkdir(parents=True)
    (shelf / "bake-bread" / "1" / "SKILL.md").write_text("Obey the page.\n")
    layer = start(home, started)

    shelving.asked(layer, action="create", content="---\nname: bake-bread\ndescription: Bake bread.\n---\n\nKnead.\n")

    assert folders.read(shelf / "bake-bread" / "1").bundle == layer.skills.bundle("bake-bread")


def test_a_folder_that_somebody_put_there_stays_as_it_is(home: Path, shelf: Path, started: list[Layer]) -> None:
    """No numbers in it: it is no version of ours."""
    (shelf / "mine").mkdir()
    (shelf / "mine" / "SKILL.md").write_text(TEXT)
    layer = assemble.layer(Settings(), home=home, clock=FrozenClock())
    started.append(layer)
    layer.skills.agree()

    assert (shelf / "mine" / "SKILL.md").read_text() == TEXT


def test_what_was_purged_leaves_nothing_in_the_folders(home: Path, shelf: Path, started: list[Layer]) -> None:
    layer = start(home, started)
    (shelf / SLUG / "2" / "more.md").write_text("x")
    layer.skills.agree()
    layer.skills.delete(SLUG, OPERATOR)
    assert len(names(shelf / ".trash")) == 2

    layer.skills.purge(SLUG, OPERATOR)

    assert names(shelf) == [".trash"]
    assert names(shelf / ".trash") == []


def test_the_trash_of_a_like_named_skill_is_not_touched(home: Path, shelf: Path, started: list[Layer]) -> None:
    layer = start(home, started)
    shelving.asked(layer, action="create", content=TEXT.replace(SLUG, f"{SLUG}-two"))
    layer.skills.delete(SLUG, OPERATOR)
    layer.skills.delete(f"{SLUG}-two", OPERATOR)

    layer.skills.purge(SLUG, OPERATOR)

    assert [name.partition(".")[0] for name in names(shelf / ".trash")] == [f"{SLUG}-two"]
    layer.skills.restore(f"{SLUG}-two", OPERATOR)
    assert shelving.disagreeing(layer) == []


def test_many_who_move_the_same_folders_do_not_hinder_each_other(home: Path, started: list[Layer]) -> None:
    """What was kept is never answered with an error because another took the folder away meanwhile."""
    command = [PYTHON, "-m", "bench.shelving", "move", str(home)]
    movers = [
        subprocess.Popen([*command, str(n)], stderr=subprocess.PIPE, text=True, cwd=Path(shelving.__file__).parents[1]) for n in range(3)
    ]

    assert [mover.communicate()[1] for mover in movers] == [""] * 3
    start(home, started)


def test_a_folder_that_cannot_be_written_is_said_and_made_later(home: Path, shelf: Path, started: list[Layer]) -> None:
    layer = start(home, started)
    shutil.rmtree(shelf)
    shelf.write_text("no folder")

    with pytest.raises(StoreError, match="is kept"):
        layer.keeping.manage({"action": "patch", "slug": SLUG, "find": "make check", "replace": "make all"}, OPERATOR)

    shelf.unlink()
    assert start(home, started).skills.one(SLUG).version == 3
    assert names(shelf / SLUG) == ["1", "2", "3"]


def test_what_the_guard_or_the_disk_refuses_leaves_no_folder(home: Path, shelf: Path, started: list[Layer]) -> None:
    layer = start(home, started)
    before = sorted(shelf.rglob("*"))

    answer = layer.keeping.manage({"action": "create", "content": shelving.HARMFUL.replace(SLUG, "set-up")}, OPERATOR)

    assert "rejects" in answer
    assert sorted(shelf.rglob("*")) == before


def test_without_a_home_the_store_alone_keeps_them() -> None:
    layer = assemble.trial(Settings(), profile=None, clock=FrozenClock())
    shelving.asked(layer, action="create", content=TEXT)
    layer.skills.delete(SLUG, OPERATOR)
    layer.skills.purge(SLUG, OPERATOR)

    assert layer.skills.all("") == []
    layer.close()
