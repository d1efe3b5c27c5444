"""The store is away: calls are judged with what this process knows, and what happens waits in a file until the store is back.

    judged    by the declared rules, and the learned checks that were at hand; no approval can be used, and none asked for
    kept      one line per event in `spool/`, on the disk before the host hears that it was taken in
    replayed  in their order, by this process, or by the next one at the same home; told twice counts once, by the event's key

Only for a database across a network: where a file cannot be written, another file beside it cannot either. As long as the store answers,
this costs a look at one attribute, and `shelter.py`, which does all of it, is not loaded.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

from habitus.errors import Away

if TYPE_CHECKING:
    from collections.abc import Callable

    from habitus.layer import Layer
    from habitus.types import Event, Guidance

Asked = TypeVar("Asked", bound="Event")
Answer = TypeVar("Answer")


def sheltered(entrance: Callable[[Any, Asked], Answer]) -> Callable[[Any, Asked], Answer]:
    """An entrance that the store's absence does not close."""

    @wraps(entrance)
    def through(layer: Layer, given: Asked) -> Answer:
        given = layer._live.named(given)
        with layer._live.lock:  # whoever waited while the first found out need not find out again
            if layer.shelter is None:
                try:
                    return entrance(layer, given)
                except Away as error:
                    if layer._live.is_together:
                        raise  # what came before it in the batch is gone too
                    _take_shelter(layer, error)
            answer: Answer = getattr(layer.shelter, entrance.__name__)(given)
            return answer

    return through


def together(layer: Layer, tell: Callable[[], Answer]) -> Answer:
    """What is told inside becomes durable at once, all or none; while the store is away each waits by itself. Told again it must have the
    same keys: see `Live.named`."""
    with layer._live.lock:
        if layer.shelter is None:
            try:
                with layer.batch():
                    return tell()
            except Away as error:
                _take_shelter(layer, error)
        return tell()


def _take_shelter(layer: Layer, error: Away) -> None:
    if not layer.home:
        raise error  # there is no folder to wait in
    from habitus.layer.shelter import Shelter

    layer.shelter = Shelter(layer, str(error))


def silent(guide: Callable[..., Guidance]) -> Callable[..., Guidance]:
    """There is nothing to say as long as nobody can be asked; the agent carries on."""

    @wraps(guide)
    def through(layer: Layer, *given: Any, **named: Any) -> Guidance:
        if layer.shelter is None:
            try:
                return guide(layer, *given, **named)
            except Away:
                if not layer.home:
                    raise
        from habitus.types import Guidance

        return Guidance(text="")

    return through
