"""A process that runs one job, which leaves marks: where it was begun and ended. It waits in the middle while a file `held` is there."""

import os
import signal
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

from habitus import assemble, worker
from habitus.config import Settings
from habitus.layer import Layer
from habitus.layer.tending import Job

FOLDER, URL, EVERY = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])
REACHED: list[str] = []


def mark(word: str) -> None:
    with os.fdopen(os.open(FOLDER / "marks", os.O_APPEND | os.O_CREAT | os.O_WRONLY, 0o600), "w") as marks:
        marks.write(f"{word} {os.getpid()} {int(time.time() // EVERY)}\n")


def work(_: Layer) -> dict[str, int]:
    mark("begun")
    while (FOLDER / "held").exists():
        time.sleep(0.01)
    mark("ended")
    return {"marks": 2}


def reached(event: str, args: tuple[object, ...]) -> None:
    if event == "socket.connect" or (event == "socket.getaddrinfo" and args[0] != "127.0.0.1"):
        mark(f"reached:{args[1]}".replace(" ", ""))


def main() -> None:
    if not URL:
        sys.addaudithook(reached)
    over = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: over.set())
    settings = Settings()
    layer = assemble.layer(replace(settings, store=replace(settings.store, url=URL)), home=FOLDER)
    job = Job(name="marks", does="Leaves marks.", every=lambda _: EVERY, run=work)
    with worker.running(layer, [job], pace=worker.Pace(beat=0.1, silence=4.0)):
        over.wait()
    layer.close()


main()
