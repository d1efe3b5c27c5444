"""Two `habitus serve` on one PostgreSQL and one Redis, under load, each of them killed in turn: what was acknowledged is there, once.

`kill -9` for the servers and for the database; Redis forgets all it knew. Agents tell what they and their users say,
without keys of their own, and have calls judged; one message in forty is a correction, which the jobs of either server may learn from.
Two people write rules, each with an Idempotency-Key, and send one again, to the other server, until it is acknowledged.
`lost`: acknowledged and not stored. `twice`: stored more than once. `lessons lost`: a correction that was acknowledged and
never learned from. `lessons twice`: one that was learned from more than once. `rules lost`, `rules twice`: the same of what people wrote.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.growing import TESTS, opened
from habitus.types import AgentText, ToolCall, UserMessage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.layer import Layer
    from real.postgres import PostgresServer

SECONDS = 120.0
AGENTS = 4
"""At each server."""
EVERY = 40
SESSION = 200
"""Steps of an agent in one of its sessions."""
PATIENCE = 120.0
TOKEN = "bench-soaking-token-of-32-letters-or-more"
TOOLS = ("amber", "birch", "cedar", "dogwood", "elm", "fir", "ginkgo", "hazel", "ivy", "juniper")
PERSONS = " oak"
"""What rules are about that people write."""
PAUSE = 0.2
"""Seconds between two rules of a person."""
MARKS: dict[str, Any] = {"lost": 0, "twice": 0, "lessons lost": 0, "lessons twice": 0, "rules lost": 0, "rules twice": 0}
HEADERS = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}


class Served:
    """A server, and what a service manager does for it: whenever it ends, it is started again."""

    def __init__(self, home: Path, url: str, redis_url: str) -> None:
        home.mkdir()
        (home / "token").write_text(TOKEN)
        (home / "token").chmod(0o600)
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self._environ = {
            **os.environ, "HABITUS_HOME": str(home), "HABITUS_STORE__URL": url, "HABITUS_REDIS__URL": redis_url, "HABITUS_LEARNING__INTERVAL_SECONDS": "10",
            "HABITUS_QUEUE__LEASE_SECONDS": "30",
        }  # fmt: skip
        self._log = (home / "log").open("ab")
        self._over = threading.Event()
        self._start()
        self._manager = threading.Thread(target=self._manage)
        self._manager.start()

    def _start(self) -> None:
        command = [str(Path(sys.executable).parent / "habitus"), "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(command, env=self._environ, stdout=self._log, stderr=self._log)

    def _manage(self) -> None:
        while True:
            self.process.wait()
            if self._over.wait(0.5):
                return
            self._start()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)

    def stop(self) -> None:
        self._over.set()
        self.process.send_signal(signal.SIGINT)
        self._manager.join()
        self._log.close()


class Agent(threading.Thread):
    """Tells one thing after another; keeps what was acknowledged."""

    def __init__(self, name: str, port: int, over: threading.Event) -> None:
        super().__init__(name=name)
        self.port, self.over = port, over
        self.acknowledged: list[str] = []
        self.failed = 0
        self.steps = 0

    def run(self) -> None:
        line = None
        while not self.over.is_set():
            self.steps = n = self.steps + 1
            place = {"session": f"{self.name}-{n // SESSION}", "workspace": f"/w/{self.name}"}
            events = [
                {**place, "event": "text", "text": f"I take what is there, at step {n} of {self.name}."},
                {**place, "event": "user", "text": self._words(n)},
            ]
            call = {**place, "id": f"call {n} of {self.name}", "tool": "Bash", "args": {"command": "ls"}}
            try:
                line = line or http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
                self._sent(line, "/v1/events", {"events": events}, *(str(one["text"]) for one in events))
                self._sent(line, "/v1/judge", call, call["id"])
            except (OSError, http.client.HTTPException):
                self.failed += 1
                line = None
                time.sleep(0.1)

    def _sent(self, line: http.client.HTTPConnection, path: str, given: dict[str, Any], *said: Any) -> None:
        line.request("POST", path, json.dumps(given), HEADERS)
        answer = line.getresponse()
        answer.read()
        if answer.status == 200:
            self.acknowledged += said
        else:
            self.failed += 1

    def _words(self, n: int) -> str:
        if n % EVERY:
            return f"{self.name} goes on with step {n}"
        one, other = TOOLS[n // EVERY % len(TOOLS)], TOOLS[(n // EVERY + 3) % len(TOOLS)]
        return f"no, use {one}{n} instead of {other}{n} ({self.name})"


class Person(threading.Thread):
    """Writes one rule after another; sends each until somebody says that it is kept."""

    def __init__(self, name: str, ports: list[int], over: threading.Event) -> None:
        super().__init__(name=name)
        self.ports, self.over = ports, over
        self.acknowledged: list[str] = []

    def run(self) -> None:
        n = 0
        while not self.over.wait(PAUSE):
            n += 1
            text = f"Use{PERSONS}{n}{self.name} instead of pine{n}{self.name}."
            for attempt in range(1000):
                if self._is_kept(self.ports[attempt % len(self.ports)], text, f"{self.name}-{n}"):
                    self.acknowledged.append(text)
                    break
                if self.over.wait(0.5):
                    return

    def _is_kept(self, port: int, text: str, key: str) -> bool:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            line.request("POST", "/v1/rules", json.dumps({"text": text}), {**HEADERS, "Idempotency-Key": key})
            return line.getresponse().status == 201
        except (OSError, http.client.HTTPException):
            return False
        finally:
            line.close()


def run() -> dict[str, Any]:
    sys.path.insert(0, TESTS)
    with _places() as (folder, database, redis):
        servers = [Served(folder / f"server-{n}", database.url, redis.url) for n in range(2)]
        over = threading.Event()
        agents = [Agent(f"agent{n}x{at}", one.port, over) for at, one in enumerate(servers) for n in range(AGENTS)]
        ports = [one.port for one in servers]
        people = [Person("ana", ports, over), Person("ben", ports[::-1], over)]
        try:
            _answering(servers)
            for one in (*agents, *people):
                one.start()
            killed = _killing(servers, database, redis)
            over.set()
            for one in (*agents, *people):
                one.join()
            killed["all taken in and learned after s"] = _settled(servers, folder, database.url)
        finally:
            over.set()
            for server in servers:
                server.stop()
        with closing(opened(folder / "server-0", database.url)) as layer:
            return _counted(layer, agents) | _written(layer, people) | killed


@contextmanager
def _places() -> Iterator[tuple[Path, PostgresServer, Any]]:
    from real import postgres, redis

    plain = postgres.SETTINGS
    # As it is set up by those who use it: what is committed survives a kill.
    postgres.SETTINGS = tuple(one for one in plain if not one.startswith("synchronous_commit"))  # type: ignore[assignment]
    try:
        with tempfile.TemporaryDirectory(prefix="habitus-soak-") as name, postgres.running() as database:
            folder = Path(name)
            (folder / "redis").mkdir()
            with redis.running(folder / "redis") as told:
                yield folder, database, told
    finally:
        postgres.SETTINGS = plain


def _answering(servers: list[Served]) -> None:
    end = time.monotonic() + PATIENCE
    for one in servers:
        while True:
            try:
                socket.create_connection(("127.0.0.1", one.port), 1).close()
                break
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)


def _killing(servers: list[Served], database: PostgresServer, redis: Any) -> dict[str, Any]:
    killed: Counter[str] = Counter()
    end, turn = time.monotonic() + SECONDS, 0
    while time.monotonic() < end:
        time.sleep(4)
        match turn % 5:
            case 0 | 2:
                servers[turn % 5 // 2].kill()
                killed["servers killed"] += 1
            case 1:
                _slain(database)
                time.sleep(5)
                database.start()
                killed["databases killed"] += 1
            case 3:
                _slain(database)
                servers[0].kill()
                time.sleep(3)
                database.start()
                killed["databases killed"] += 1
                killed["servers killed"] += 1
            case 4:
                redis.stop()
                time.sleep(2)
                redis.start()
                killed["Redis stopped"] += 1
        turn += 1
    return dict(killed)


def _slain(database: PostgresServer) -> None:
    """Without a word: the process that the others live by."""
    keeper = database._program._keeper
    assert keeper
    children = Path(f"/proc/{keeper.pid}/task/{keeper.pid}/children").read_text().split()
    for child in children:
        os.kill(int(child), signal.SIGKILL)
    database.stop()
    time.sleep(1)  # its own children end when they see that it is gone


def _settled(servers: list[Served], folder: Path, url: str) -> float:
    """Until what waited on the disks is in the store, and what was heard is learned; what is not by then is lost."""
    _answering(servers)
    began = time.monotonic()
    end = began + PATIENCE
    with closing(opened(folder / "looking", url)) as layer:
        while time.monotonic() < end:
            spools = [path for path in folder.glob("server-*/spool/*") if path.is_file() and path.stat().st_size]
            if not spools and not layer.queue.depth():
                break
            time.sleep(0.5)
    took = round(time.monotonic() - began, 1)
    time.sleep(5)  # what is under way comes to its end
    return took


def _counted(layer: Layer, agents: list[Agent]) -> dict[str, Any]:
    stored: Counter[str] = Counter()
    for agent in agents:
        for n in range(agent.steps // SESSION + 1):
            found = [told.event for told in layer.store.events(f"{agent.name}-{n}")]
            stored.update(event.text for event in found if isinstance(event, UserMessage | AgentText))
            stored.update(event.id for event in found if isinstance(event, ToolCall))
    said = [text for agent in agents for text in agent.acknowledged]
    learned = [
        rule for entry in layer.store.entries(verb="learned", limit=10**6) if (rule := layer.store.lessons().rule(entry.item)) is not None
    ]
    lessons = Counter(rule.text for rule in learned if PERSONS not in rule.text)
    minded = {rule.source.correction for rule in learned if rule.source}
    again = len(layer.store.entries(verb="reinforced", limit=10**6))
    corrections = [text for text in said if text.startswith("no, ")]
    return {
        "acknowledged": len(said), "lost": sum(text not in stored for text in said),
        "twice": sum(count > 1 for count in stored.values()), "corrections acknowledged": len(corrections),
        "lessons": len(lessons), "lessons lost": sum(text not in minded for text in corrections),
        "lessons twice": sum(count > 1 for count in lessons.values()) + again,
        "not acknowledged": sum(agent.failed for agent in agents),
    }  # fmt: skip


def _written(layer: Layer, people: list[Person]) -> dict[str, Any]:
    kept = Counter(rule.text for rule in layer.store.lessons().rules(active=False, limit=10**6) if PERSONS in rule.text)
    said = [text for person in people for text in person.acknowledged]
    return {
        "rules acknowledged": len(said), "rules lost": sum(text not in kept for text in said),
        "rules twice": sum(count > 1 for count in kept.values()),
    }  # fmt: skip
