"""News for a person: written down with the rule, sent afterwards, once. What cannot be delivered waits, then lies with the dead letters."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from habitus.errors import NotifyError
from habitus.types import Change

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from habitus.config.settings import Notify
    from habitus.types import Clock, Notifier, Row, Rule, Store

TOGETHER = 20
"""Notices sent in one round: the learner must not wait for a slow network."""

LEASE = timedelta(minutes=5)
"""Longer than a send may take; after a crash the notice is due again."""

PAUSE = timedelta(seconds=30)
"""Before the second try; doubled before each one after."""


class Outbox:
    def __init__(self, store: Store, notifier: Notifier | None, settings: Notify, clock: Clock) -> None:
        self._store = store
        self._notifier = notifier
        self._settings = settings
        self._clock = clock

    def announce(self, rule: Rule, said_at: datetime) -> None:
        """Write down what has to go out. History that is read today is no news."""
        now = self._clock()
        if self._notifier is None or now - said_at > timedelta(seconds=self._settings.newer_than_seconds):
            return
        for notice in self._notifier.notices(rule, now):
            if self._store.get("notices", notice.id) is None:
                self._put("to send", _row(notice.id, notice.channel, notice.body, now), rule.origin.session)
        for id in self._store.overflow("notices", self._settings.cap):
            row = self._store.get("notices", id)
            self._put("not sent", {**(row or {}), "state": "dead", "why": "too many were waiting"})

    def recalled(self, rule: str) -> None:
        """A rule that is gone is no news."""
        for channel in ("telegram", "webhook"):
            with self._held(f"{channel}:{rule}") as row:
                if row:
                    self._put("not sent", {**row, "state": "dead", "why": "the rule was taken back"})

    def flush(self) -> int:
        """Send what is due. Answers how many went out; a channel that does not answer is left alone until the next round."""
        if self._notifier is None:
            return 0
        sent, silent = 0, set()
        for row in self._store.notices_due(self._clock(), TOGETHER):
            now = self._clock()
            if row["channel"] in silent or not self._store.lease_notice(row, now + LEASE):
                continue
            try:
                self._notifier.send(_noun(row), now)
            except NotifyError as error:
                self._failed(row["id"], error)
                silent.add(row["channel"])
            except Exception as error:  # noqa: BLE001 - a notifier may be somebody else's code
                _log("notice %s failed in a way of its own: %r; it will be tried again", row["id"], error)
                self._failed(row["id"], NotifyError(repr(error), again=True))
                silent.add(row["channel"])
            else:
                sent += 1
                self._put("notified", {**row, "state": "sent", "why": ""})
        return sent

    def _failed(self, id: str, error: NotifyError) -> None:
        with self._held(id) as row:
            if row is None:
                return
            tries = row["tries"] + 1
            is_dead = not error.again or tries >= self._settings.tries
            pause = timedelta(seconds=error.after) if error.after else PAUSE * 2 ** row["tries"]
            after = {**row, "tries": tries, "why": str(error), "state": "dead" if is_dead else "waiting"}
            _log("notice %s %s: %s", id, "could not be delivered" if is_dead else "will be tried again", error)
            self._put("not sent" if is_dead else "will retry", {**after, "not_before": (self._clock() + pause).isoformat()})

    @contextmanager
    def _held(self, id: str) -> Iterator[Row | None]:
        """As it is now, for whoever writes it next: sending takes its time, and its rule may be taken back meanwhile. None: it does not
        wait any more."""
        with self._store.batch():
            self._store.hold(f"notice {id}")
            row = self._store.get("notices", id)
            yield row if row and row["state"] == "waiting" else None

    def _put(self, verb: str, row: Row, session: str = "") -> None:
        change = Change(verb=verb, table="notices", item=row["id"], after=row, actor="habitus", session=session)
        self._store.apply([change], self._clock())


def _row(id: str, channel: str, body: Any, now: datetime) -> Row:
    import json

    at = now.isoformat()
    return {
        "id": id, "channel": channel, "body": json.dumps(body, ensure_ascii=False), "state": "waiting", "tries": 0, "created_at": at,
        "not_before": at, "why": "",
    }  # fmt: skip


def _noun(row: Row) -> Any:
    import json
    from datetime import datetime

    from habitus.types import Notice

    return Notice(
        id=row["id"], channel=row["channel"], body=json.loads(row["body"]), tries=row["tries"],
        created_at=datetime.fromisoformat(row["created_at"]),
    )  # fmt: skip


def _log(message: str, *words: object) -> None:
    import logging

    logging.getLogger("habitus.notify").warning(message, *words)
