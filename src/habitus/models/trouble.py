"""What went wrong with a provider, in a sentence: what, which model, at which host, and what to do.

The providers' own words stay out, since they may quote the key. Only where the request itself was refused is there no
understanding it without them, and then the key is struck out.
"""

from __future__ import annotations

import logging
import traceback
from typing import TYPE_CHECKING, NamedTuple

from pydantic_ai import exceptions as failed

if TYPE_CHECKING:
    from habitus.models.knobs import Place


log = logging.getLogger(__name__)

QUOTE = 200
"""Characters of a provider's own words: enough for the reason, too few for our request echoed back."""


class Misfit(Exception):
    """An answer that is not of the asked shape."""


class Cut(Exception):
    """An answer that ends in the middle, because the connection did."""


class Case(NamedTuple):
    kind: type[Exception]
    what: str
    remedy: str
    quotes: bool = False


_SLOW = "did not answer within {timeout:g} seconds", "raise {seconds}, or choose a faster model"
_FOREIGN = "check that {url} speaks the {provider} API"

# The first that fits counts: the particular before the general.
CASES = (
    Case(failed.ModelAuthenticationError, "refused the key", "check {key}, and that it may use this model"),
    Case(failed.ModelQuotaExceededError, "says that the account is used up", "top it up, or choose another {name}"),
    Case(failed.ModelRateLimitError, "is limiting our rate", "ask again later, or get a higher limit from the provider"),
    Case(failed.ModelContextWindowExceededError, "finds the material too long", "choose a {name} with a larger context window"),
    Case(failed.ModelNotFoundError, "was not found", "check {name} and {url}"),
    Case(failed.ModelRequestRejectedError, "refused the request", "check that this model takes tool calls", quotes=True),
    Case(failed.ModelUnavailableError, "is not available", "ask again later"),
    Case(failed.ModelServerError, "failed on its side", "ask again later, and look into the server's log if it is yours"),
    Case(failed.ModelTimeoutError, *_SLOW),
    Case(TimeoutError, *_SLOW),
    Case(failed.ModelConnectionError, "could not be reached", "check {url}, and that the server is running"),
    Case(Cut, "hung up in the middle of its answer", "ask again; what stands between you and it may cut long answers off"),
    Case(failed.ContentFilterError, "declined to answer", "look at the item, or choose another {name}"),
    Case(failed.IncompleteToolCall, "ran out of tokens before its answer was complete", "choose a {name} that thinks less"),
    Case(Misfit, "answered twice in a form that cannot be used", "choose a {name} that is good at tool calls"),
    Case(failed.AgentRunError, "sent a reply that is not of its API", _FOREIGN),
)
UNFORESEEN = Case(Exception, "sent a reply that cannot be read", f"{_FOREIGN}; the log says more")


def explain(error: Exception, place: Place, key: str) -> str:
    case = next((case for case in CASES if isinstance(error, case.kind)), UNFORESEEN)
    if case is UNFORESEEN:
        trace = _strike("".join(traceback.format_exception(error)), key)
        log.error("unforeseen failure; the question to %s counts as failed\n%s", place, trace)
    said = {"timeout": place.timeout_seconds, "provider": place.provider, **place.knobs._asdict()}
    what, remedy = (text.format(**said) for text in (case.what, case.remedy))
    return f"{place} {what}{_details(error, case, key)}: {remedy}"


def _details(error: Exception, case: Case, key: str) -> str:
    details = []
    if isinstance(error, failed.ModelHTTPError):
        details.append(f"HTTP {error.status_code}")
    if isinstance(error, failed.ModelAPIError) and error.retry_after:
        details.append(f"it asks to wait {error.retry_after:g} seconds")
    if case.quotes and isinstance(error, failed.ModelAPIError) and (words := _words(error.body)):
        details.append(f"it says: {_strike(words, key)[:QUOTE]}")
    return f" ({', '.join(details)})" if details else ""


def _words(body: object) -> str:
    """The message in an error reply: OpenAI's arrives unwrapped, Anthropic's inside `error`."""
    if isinstance(body, dict):
        return _words(body.get("error") or body.get("message"))
    return " ".join(body.split()) if isinstance(body, str) else ""


def _strike(text: str, key: str) -> str:
    return text.replace(key, "[key]") if key else text
