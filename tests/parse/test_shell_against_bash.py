"""The law of the parser: what bash runs, we have seen."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import pytest

from habitus.parse.shell import UNKNOWN, commands
from parse.bash_oracle import KNOWN, Scripts, ran

if TYPE_CHECKING:
    from pathlib import Path

SEEDS = range(60)
SCRIPTS_PER_SEED = 8


def shape(argv: tuple[str, ...]) -> re.Pattern[str]:
    """Words as we tell them, against words as they came: what is unknown may be anything, or nothing."""
    pattern = ""
    for at, word in enumerate(argv):
        if word == UNKNOWN:
            pattern += "(?:\x1f?.*)?"
        else:
            told = re.sub(r"/dev/fd/\d+", f"/dev/fd/{UNKNOWN}", word)
            pattern += "\x1f" * bool(at) + ".*".join(re.escape(part) for part in told.split(UNKNOWN))
    return re.compile(pattern, re.DOTALL)


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_command_that_bash_runs_is_among_ours(seed: int, tmp_path: Path) -> None:
    for number in range(SCRIPTS_PER_SEED):
        script = Scripts(seed * 1000 + number).script(3, 2)
        ours = [shape(command.argv) for command in commands(KNOWN + script).commands]
        missed = [
            words
            for words in ran(script, tmp_path)
            # `> f ! p1`: behind a redirect `!` is no longer reserved; we see through it all the same.
            if not any(one.fullmatch("\x1f".join(words[words[:1] == ("!",) :])) for one in ours)
        ]
        assert not missed, script
