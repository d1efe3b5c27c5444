"""A POST to the operator's own receiver, signed as standardwebhooks.com (1.0.0) has it: it can tell ours from others', and drop repeats."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from typing import TYPE_CHECKING
from urllib.parse import quote

from habitus.errors import ConfigError, NotifyError
from habitus.notify.trouble import may_pass, retry_after
from habitus.notify.wire import Place, post

if TYPE_CHECKING:
    from datetime import datetime

    from habitus.types import Notice

PREFIX = "whsec_"

REMEDIES = {
    401: "check that both sides have the same `notify.webhook_secret`, and the clocks the same time",
    403: "check that both sides have the same `notify.webhook_secret`, and the clocks the same time",
    404: "check the path in `notify.webhook_url`",
    410: "the receiver wants no more of these: clear `notify.webhook_url`",
    429: "later tries wait as long as it asks",
}


def key(secret: str) -> bytes:
    """The secret's bytes: 24 to 64, as the standard asks. Other spellings are refused, since receivers read them differently."""
    try:
        found = base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    except (binascii.Error, ValueError):
        found = b""
    if not secret.startswith(PREFIX) or not 24 <= len(found) <= 64:
        raise ConfigError(
            "`notify.webhook_secret` must be whsec_ and the base64 of 24 to 64 random bytes; "
            'make one with: echo "whsec_$(head -c 32 /dev/urandom | base64)"'
        )
    return found


def sign(secret: str, id: str, timestamp: str, body: bytes) -> str:
    signed = hmac.digest(key(secret), f"{id}.{timestamp}.".encode() + body, hashlib.sha256)
    return f"v1,{base64.b64encode(signed).decode()}"


def send(place: Place, secret: str, notice: Notice, timeout: float, now: datetime) -> None:
    """Delivered means answered with 2xx: what else the receiver says is not read, so it cannot make us send it twice."""
    body = json.dumps(notice.body, separators=(",", ":")).encode()
    answer = post(place, place.target(), _headers(secret, notice.id, now, body), body, timeout, most=0)
    if not 200 <= answer.status < 300:
        raise NotifyError(
            f"{place} answered with HTTP {answer.status}: {_remedy(answer.status)}",
            again=may_pass(answer.status),
            after=retry_after(answer.retry_after, now),
        )


def _headers(secret: str, id: str, now: datetime, body: bytes) -> dict[str, str]:
    # A full stop would blur where the signed parts end, and a header takes no more than ASCII.
    told = quote(id, safe=":", errors="surrogatepass").replace(".", "%2E")
    timestamp = str(int(now.timestamp()))
    headers = {"Content-Type": "application/json", "webhook-id": told, "webhook-timestamp": timestamp}
    return headers | ({"webhook-signature": sign(secret, told, timestamp, body)} if secret else {})


def _remedy(status: int) -> str:
    if status < 400:
        return "redirects are not followed; set `notify.webhook_url` to where it leads"
    return REMEDIES.get(status, "look into the receiver's log" if may_pass(status) else "check `notify.webhook_url` and the receiver")
