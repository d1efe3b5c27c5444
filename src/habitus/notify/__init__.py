"""Tell a person what was learned: a `Rule` becomes notices, and one `Notice` goes out by Telegram or webhook.

What waits is kept by the store, and when to try (again) is the caller's to say.

compose.py    a rule as the three lines a person reads, and as a webhook's body
channels.py   who is told, and through what
telegram.py   the Bot API's `sendMessage`
webhook.py    a signed POST, as standardwebhooks.com has it
wire.py       one POST that ends in time, whatever the other side does
trouble.py    what went wrong, and whether a later try may help
"""

from __future__ import annotations

from habitus.errors import NotifyError
from habitus.notify.channels import Channels
from habitus.notify.compose import notices

__all__ = ["Channels", "NotifyError", "notices"]
