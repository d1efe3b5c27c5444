"""Who is told, and through what: the operator's settings, checked once, and the way out for one notice."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, assert_never

from habitus.errors import NotifyError
from habitus.notify import compose, telegram, webhook, wire

if TYPE_CHECKING:
    from datetime import datetime

    from habitus.types import Notice, Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Channels:
    """The settings under `notify`. A wrong one is a `ConfigError`; an empty one means that this channel is off."""

    token: str = field(repr=False)
    chat: str
    base_url: str
    webhook_url: str = field(repr=False)
    """May hold a secret in its path, as those of chat services do."""
    secret: str = field(repr=False)
    timeout: float
    """Seconds for all of a try: finding the host, connecting, sending, and reading the answer."""

    def __post_init__(self) -> None:
        telegram.check(self.token)
        if self.has_telegram:
            self._telegram()
        if self.has_webhook:
            self._webhook()
        if self.secret:
            webhook.key(self.secret)

    @property
    def has_telegram(self) -> bool:
        return bool(self.token and self.chat)

    @property
    def has_webhook(self) -> bool:
        return bool(self.webhook_url)

    def notices(self, rule: Rule, at: datetime) -> list[Notice]:
        """What has to go out about a new rule: one for every channel that is set up."""
        return compose.notices(rule, telegram=self.has_telegram, webhook=self.has_webhook, at=at)

    def send(self, notice: Notice, now: datetime) -> None:
        """One try, over within the timeout. Returns when the other side has taken the notice, and raises `NotifyError` otherwise."""
        match notice.channel:
            case "telegram":
                if not self.has_telegram:
                    raise NotifyError("Telegram is not set up: set `notify.telegram_token` and `notify.telegram_chat`", again=False)
                telegram.send(self._telegram(), self.token, self.chat, notice, self.timeout, now)
            case "webhook":
                if not self.has_webhook:
                    raise NotifyError("the webhook is not set up: set `notify.webhook_url`", again=False)
                webhook.send(self._webhook(), self.secret, notice, self.timeout, now)
            case other:
                assert_never(other)

    def _telegram(self) -> wire.Place:
        return wire.place("Telegram", "notify.telegram_base_url", self.base_url)

    def _webhook(self) -> wire.Place:
        return wire.place("the webhook", "notify.webhook_url", self.webhook_url)
