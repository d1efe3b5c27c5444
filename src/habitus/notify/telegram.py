"""Telegram's Bot API, `sendMessage`: plain text, no `parse_mode`, so that nothing in it is markup.

The token is part of the URL. It stays in the request line: errors speak of the host, and Telegram's own words are struck of it.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from habitus.errors import ConfigError, NotifyError
from habitus.notify.compose import cut, line
from habitus.notify.trouble import may_pass, retry_after, seconds
from habitus.notify.wire import Answer, Place, post

if TYPE_CHECKING:
    from datetime import datetime

    from habitus.types import Notice

QUOTE = 200
"""Characters of Telegram's own words: enough for the reason, too few for our message echoed back."""


class Case(NamedTuple):
    code: int
    said: str
    what: str
    remedy: str


# The first that fits counts; an empty `said` fits all.
CASES = (
    Case(400, "chat not found", "does not know the chat", "send the bot a message first, or set `notify.telegram_chat`"),
    Case(400, "upgraded", "has made the group a supergroup", "set `notify.telegram_chat` to its new number{moved}"),
    Case(400, "", "refused the message{quote}", "check `notify.telegram_chat`"),
    Case(401, "", "refused the token", "set `notify.telegram_token` to the one that @BotFather shows"),
    Case(403, "", "does not let the bot write to the chat{quote}", "unblock the bot, or add it to the chat, with the right to post"),
    Case(404, "", "knows no such bot", "check `notify.telegram_token` and `notify.telegram_base_url`"),
    Case(429, "", "is limiting our rate", "later tries wait as long as it asks"),
)
REDIRECT = Case(0, "", "sends us elsewhere, and we do not follow", "set `notify.telegram_base_url` to where it leads")
BROKEN = Case(0, "", "failed on its side", "try again later")
FOREIGN = Case(0, "", "gave an answer that is not of the Bot API", "check `notify.telegram_base_url`, and that no login page is in between")
OTHER = Case(0, "", "refused the message{quote}", "check `notify.telegram_chat` and `notify.telegram_base_url`")


def check(token: str) -> None:
    if not re.fullmatch(r"[A-Za-z0-9:_-]*", token):
        raise ConfigError("`notify.telegram_token` must be letters, digits, `:`, `_` and `-`, as @BotFather shows it")


def send(place: Place, token: str, chat: str, notice: Notice, timeout: float, now: datetime) -> None:
    message = {
        "chat_id": int(chat) if re.fullmatch(r"-?[0-9]{1,18}", chat) else chat,
        "text": notice.body["text"],
        "link_preview_options": {"is_disabled": True},
    }
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    answer = post(place, place.target(f"/bot{token}/sendMessage"), headers, json.dumps(message).encode(), timeout)
    reply = _read(answer.body)
    if answer.status != 200 or reply.get("ok") is not True:
        raise _refusal(place, token, answer, reply, now)


def _read(body: bytes) -> dict[str, Any]:
    """The reply; empty where it is not one. Nesting without end is not one."""
    try:
        reply = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return reply if isinstance(reply, dict) else {}


def _refusal(place: Place, token: str, answer: Answer, reply: dict[str, Any], now: datetime) -> NotifyError:
    code = reply.get("error_code")
    status = code if isinstance(code, int) and 300 <= code <= 599 else answer.status
    words = _struck(str(reply.get("description") or ""), token)
    asked = reply.get("parameters")
    parameters: dict[str, Any] = asked if isinstance(asked, dict) else {}
    moved = parameters.get("migrate_to_chat_id")
    case = _case(status, words, is_reply="ok" in reply)
    filled = {"quote": f" (it says: {words})" if words else "", "moved": f", {moved}" if isinstance(moved, int) else ""}
    wait = seconds(parameters.get("retry_after"))
    return NotifyError(
        f"{place} {case.what.format(**filled)} (HTTP {status}): {case.remedy.format(**filled)}",
        again=may_pass(status) or case is FOREIGN,
        after=retry_after(answer.retry_after, now) if wait is None else wait,
    )


def _case(status: int, words: str, *, is_reply: bool) -> Case:
    if 300 <= status < 400:
        return REDIRECT
    if status >= 500:
        return BROKEN
    if status < 300 and not is_reply:
        return FOREIGN
    return next((case for case in CASES if case.code == status and case.said in words), OTHER)


def _struck(words: str, token: str) -> str:
    """Telegram's words without the token, and without what would break out of a line of a log.

    Invisible marks go first, or taking them out would put a divided token together; the cut comes last, or it would leave half of one.
    """
    secret = token.rpartition(":")[2]  # before it stands the bot's number, which is public
    shown = line(words)
    return cut(shown.replace(secret, "[token]") if secret else shown, QUOTE)
