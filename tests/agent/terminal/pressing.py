"""A person at a real terminal: types, presses, and looks at what is there. And an app file for the program they use."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from agent.mind import KEY, OPENAI, Mind
from agent.playing import APP

PROGRAM = """
import fcntl, signal, termios
signal.signal(signal.SIGINT, signal.default_int_handler)
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from habitus.cli import main
main()
"""
"""Whoever runs the tests in the background has had Ctrl-C ignored, and so would every program that they start."""
SEQUENCE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[=>]")
CTRL_C, CTRL_D, ALT_ENTER, ENTER, TAB, UP = "\x03", "\x04", "\x1b\r", "\r", "\t", "\x1b[A"


class Terminal:
    def __init__(self, folder: Path, *words: object, **environ: str) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        plain = {
            name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy") and name not in ("NO_COLOR", "CI")
        }
        found = {**plain, "HABITUS_HOME": str(folder / "home"), "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", **environ}
        command = [sys.executable, "-c", PROGRAM, *map(str, words)]
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=found, start_new_session=True)
        os.close(theirs)
        self._heard = b""

    @property
    def raw(self) -> str:
        return self._heard.decode(errors="replace")

    @property
    def text(self) -> str:
        """All that was ever shown, without the sequences."""
        return SEQUENCE.sub("", self.raw).replace("\r", "")

    def until(self, *texts: str) -> Self:
        """Look until all of it was shown since the last key, in this order; the test's own time limit ends a wait for what never comes."""
        order = re.compile(".*?".join(map(re.escape, texts)), re.DOTALL)
        while not order.search(self._fresh):
            assert self._look(), f"it ended without {texts}: {self._fresh}"
        return self

    def press(self, *keys: str) -> Self:
        self._seen = len(self.text)
        os.write(self._ours, "".join(keys).encode())
        return self

    def types(self, text: str) -> Self:
        return self.press(text, ENTER)

    def ended(self) -> int:
        while self._look():
            pass
        os.close(self._ours)
        return self.process.wait()

    _seen = 0

    @property
    def _fresh(self) -> str:
        return self.text[self._seen :]

    def _look(self) -> bool:
        try:
            found = os.read(self._ours, 65536)
        except OSError:  # the other end is closed
            return False
        self._heard += found
        return bool(found)


@contextmanager
def terminal(folder: Path, *words: object, **environ: str) -> Iterator[Terminal]:
    found = Terminal(folder, *words, **environ)
    try:
        yield found
    finally:
        if found.process.poll() is None:
            found.process.kill()
            found.ended()


def bot(mind: Mind, folder: Path, *, policy: str = "default_policy: auto", max_turns: int = 8, mode: str = "conversation") -> Path:
    """An app file that thinks with a model on loopback."""
    text = APP.format(
        backend=OPENAI.backend, key=KEY, url=mind.url + OPENAI.root, max_turns=max_turns, timeout=60, policy=policy, agents="",
        more="security: {behavior: {profile: coding, classify_turns: false}}",
    )  # fmt: skip
    file = folder / "bot.yaml"
    file.write_text(text.replace("runtime: {", f"runtime: {{mode: {mode}, "))
    return file
