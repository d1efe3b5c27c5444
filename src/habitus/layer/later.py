"""What may be done after the caller has gone: in a thread of its own, a moment after the last time it was asked for.

Nothing is handed over, so nothing can be lost on the way: what there is to do is known by its place in the store, and whoever needs it
done does it. The thread only saves them the wait.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

CALM = 0.05
"""Seconds without news before it begins: a burst of events is not disturbed."""

LONGEST = 20
"""Such waits in a row: a burst that does not end has to share."""


class Later:
    def __init__(self, do: Callable[[], None]) -> None:
        self._do = do
        self._news = 0
        self._asked = threading.Event()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def ask(self) -> None:
        """Costs the caller next to nothing: the thread is woken once for a burst, not for every event of it."""
        self._news += 1
        if not self._asked.is_set():
            self._asked.set()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="habitus-later", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """What is left is the caller's to do."""
        self._over.set()
        self._asked.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while True:
            self._asked.wait()
            seen, waits = -1, 0
            while seen != self._news and waits < LONGEST and not self._over.is_set():
                seen, waits = self._news, waits + 1
                self._over.wait(CALM)
            if self._over.is_set():
                return
            self._asked.clear()
            try:
                self._do()
            except Exception as error:  # noqa: BLE001 - it is done when somebody next asks; here there is nobody to tell but the log
                import logging

                logging.getLogger("habitus").warning("learning from what has ended failed, and will be tried again: %s", error)
