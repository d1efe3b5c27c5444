"""From a correction to a message in Telegram and at the webhook, by the settings alone."""

from pathlib import Path

from habitus import assemble
from habitus.config import Settings
from habitus.config.settings import Notify
from layer.said import corrected
from notify.loopback import CHAT, PATH, SECRET, TOKEN, Loopback, refusal
from nouns import FrozenClock


def settings(url: str, **rest: str) -> Settings:
    return Settings(notify=Notify(telegram_token=TOKEN, telegram_base_url=url, webhook_url=url + PATH, webhook_secret=SECRET, **rest))  # type: ignore[arg-type]


def test_a_new_rule_reaches_the_chat_and_the_webhook_once(server: Loopback, tmp_path: Path) -> None:
    environ = {"SCHEDULER_NOTIFY_CHAT_ID": CHAT}
    layer = assemble.layer(settings(server.url), home=tmp_path, clock=FrozenClock(), environ=environ)
    corrected(layer)

    assert layer.tend().notified == 2
    assert layer.tend().notified == 0
    layer.close()

    telegram, webhook = sorted(server.requests, key=lambda request: "/bot" not in request.path)
    assert telegram.json["text"].splitlines()[1:] == ["Type: wrong_skill", "Rule: Use pnpm instead of npm."]
    assert webhook.json["rule"]["description"] == "Use pnpm instead of npm."
    assert webhook.headers["webhook-id"].startswith("webhook:")


def test_a_chat_that_is_not_there_delays_nothing_and_is_said(server: Loopback, tmp_path: Path) -> None:
    server.replies = [refusal(400, "Bad Request: chat not found")]
    chosen = Settings(notify=Notify(telegram_token=TOKEN, telegram_base_url=server.url, telegram_chat="1"))
    layer = assemble.layer(chosen, home=tmp_path, clock=FrozenClock(), environ={})

    corrected(layer)
    layer.tend()

    assert [rule.text for rule in layer.store.lessons().rules()] == ["Use pnpm instead of npm."]
    (dead,) = layer.store.notices("dead")
    assert "chat" in dead["why"]
    assert TOKEN not in dead["why"]
    layer.close()
