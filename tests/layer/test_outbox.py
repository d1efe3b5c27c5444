"""A new rule is announced once; what cannot be delivered waits, and nothing else waits for it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from habitus import assemble
from habitus.config import Settings
from habitus.config.settings import Notify
from habitus.errors import NotifyError
from habitus.layer import Layer
from habitus.types import Notice, Rule
from layer.said import corrected, verbs
from nouns import START, FrozenClock, rule


class Post:
    """Takes notices, or fails as it is told."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.trouble: list[NotifyError] = []

    def notices(self, rule: Rule, at: datetime) -> list[Notice]:
        return [Notice(id=f"webhook:{rule.id}", channel="webhook", body={"text": rule.text}, created_at=at)]

    def send(self, notice: Notice, now: datetime) -> None:
        if self.trouble:
            raise self.trouble.pop(0)
        self.sent.append(notice.body["text"])


Opened = Callable[..., Layer]


@pytest.fixture
def post() -> Post:
    return Post()


@pytest.fixture
def told(tmp_path: Path, clock: FrozenClock, post: Post) -> Layer:
    layer = assemble.layer(Settings(notify=Notify(tries=2, cap=3)), home=tmp_path, clock=clock)
    layer._notifier = post
    return layer


def test_a_new_rule_is_announced_once(told: Layer, post: Post) -> None:
    corrected(told)
    assert post.sent == []

    assert told.tend().notified == 1
    corrected(told, session="s2")
    told.tend()

    assert post.sent == ["Use pnpm instead of npm."]
    told.close()


def test_what_fails_is_tried_again_after_a_pause(told: Layer, post: Post, clock: FrozenClock) -> None:
    corrected(told)
    post.trouble = [NotifyError("away", again=True)]

    assert told.tend().notified == 0
    assert told.tend().notified == 0
    clock.forward(minutes=1)
    assert told.tend().notified == 1
    told.close()


def test_the_other_sides_wish_to_wait_is_heeded(told: Layer, post: Post, clock: FrozenClock) -> None:
    corrected(told)
    post.trouble = [NotifyError("slow down", again=True, after=600)]

    told.tend()
    clock.forward(minutes=5)
    assert told.tend().notified == 0
    clock.forward(minutes=5)
    assert told.tend().notified == 1
    told.close()


@pytest.mark.parametrize("trouble", [[NotifyError("no such chat", again=False)], [NotifyError("away", again=True)] * 2])
def test_what_cannot_be_delivered_lies_with_the_dead_letters(
    told: Layer, post: Post, clock: FrozenClock, trouble: list[NotifyError]
) -> None:
    corrected(told)
    post.trouble = list(trouble)

    for _ in range(3):
        told.tend()
        clock.forward(hours=1)

    assert post.sent == []
    assert [row["why"] for row in told.store.notices("dead")] == [str(trouble[0])]
    assert verbs(told, "notices")[-1] == "not sent"
    told.close()


def test_a_silent_channel_is_left_alone_for_the_round(told: Layer, post: Post) -> None:
    for n in range(3):
        told.outbox.announce(rule(id=f"{n:08}"), START)
    post.trouble = [NotifyError("away", again=True)] * 3

    told.outbox.flush()

    assert len(post.trouble) == 2
    told.close()


def test_history_that_is_read_today_is_no_news(told: Layer, clock: FrozenClock) -> None:
    clock.forward(days=30)
    corrected(told)

    assert told.store.lessons().rules()
    assert told.tend().notified == 0
    told.close()


def test_too_many_that_wait_go_to_the_dead_letters_oldest_first(told: Layer, clock: FrozenClock) -> None:
    for n in range(5):
        clock.forward(seconds=1)
        told.outbox.announce(replace(rule(), id=f"{n:08}"), clock() - timedelta(minutes=1))

    assert [row["id"] for row in told.store.notices("waiting")] == ["webhook:00000004", "webhook:00000003", "webhook:00000002"]
    assert len(told.store.notices("dead")) == 2
    told.close()


def test_what_was_taken_back_while_it_was_sent_stays_taken_back(told: Layer, post: Post, clock: FrozenClock) -> None:
    corrected(told)
    (rule,) = told.store.lessons().rules()

    class Slow(NotifyError):
        """By the time it is known that nobody answered, the rule is gone."""

    def send(notice: Notice, now: datetime) -> None:
        told.rulebook.delete(rule.id, who="me")
        raise Slow("nobody answers", again=True)

    post.send = send  # type: ignore[method-assign]
    told.tend()
    del post.send
    clock.forward(hours=1)

    assert told.tend().notified == 0
    assert [(row["state"], row["why"]) for row in told.store.notices("dead")] == [("dead", "the rule was taken back")]
    told.close()
