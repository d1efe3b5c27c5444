"""What a person types: kept for themselves, completed where it is asked for."""

import io
import stat
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from habitus.agent.terminal import commands
from habitus.agent.terminal.piped import Piped
from habitus.agent.terminal.typed import HISTORY, LARGEST, Offers, history


def offered(work: Path, text: str, *, asked: bool = True) -> list[str]:
    offers = Offers(work, commands.offered())
    return [one.text for one in offers.get_completions(Document(text), CompleteEvent(completion_requested=asked))]


def test_commands_are_offered_where_a_message_begins(work: Path) -> None:
    assert offered(work, "/s", asked=False) == ["/skills", "/session"]
    assert offered(work, "tell me of /s", asked=False) == []


def test_file_names_are_offered_when_they_are_asked_for(work: Path) -> None:
    (work / "src").mkdir()
    for name in ("report.txt", "readme.md", ".hidden", "src/main.py", "bad\x1b[2Jname"):
        (work / name).write_text("")

    assert offered(work, "look at re") == ["readme.md", "report.txt"]
    assert offered(work, "look at re", asked=False) == []
    assert offered(work, "src/m") == ["main.py"]
    assert offered(work, "s") == ["src/"]
    assert offered(work, ".h") == [".hidden"]
    assert offered(work, "look at ") == offered(work, "nowhere/x") == offered(work, "b") == offered(work, "~nobody-of-that-name/x") == []
    assert offered(work, f"{work}/rep") == ["report.txt"]


def test_a_path_at_the_beginning_is_no_command(work: Path) -> None:
    (work / "rules.txt").write_text("")

    assert offered(work, f"{work}/ru") == ["rules.txt"]
    assert commands.found("/usr/bin/env is what?") is None
    assert commands.found("/why 2") == ("why", "2")
    assert commands.found("  /WHY  ") == ("why", "")
    assert commands.found("what is /why?") is None


def test_history_is_for_its_owner_alone_also_where_it_was_not(tmp_path: Path) -> None:
    home = tmp_path / "home"
    history(home)
    assert stat.S_IMODE((home / HISTORY).stat().st_mode) == 0o600

    (home / HISTORY).chmod(0o644)
    history(home)
    assert stat.S_IMODE((home / HISTORY).stat().st_mode) == 0o600


def test_of_a_long_history_the_latest_is_kept(tmp_path: Path) -> None:
    (tmp_path / HISTORY).write_text("".join(f"\n# day {n}\n+message {n} {'x' * 100}\n" for n in range(LARGEST // 100)))

    history(tmp_path)

    kept = (tmp_path / HISTORY).read_text()
    assert len(kept) <= LARGEST // 2
    assert kept.startswith("\n# day")
    assert f"+message {LARGEST // 100 - 1} " in kept


async def lines(source: bytes) -> list[str]:
    reader, found = Piped(io.BytesIO(source)), []
    with pytest.raises(EOFError):
        while True:
            found.append(await reader.line())
    return found


def test_a_pipe_gives_lines_in_any_shape() -> None:
    import asyncio

    assert asyncio.run(lines(b"one\r\ntwo\\\nmore\n\nbad \xff\nlast")) == ["one", "two\nmore", "", "bad \ufffd", "last"]
    assert asyncio.run(lines(b"open\\\n")) == ["open"]
