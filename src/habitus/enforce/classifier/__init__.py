"""The turn classifier: before the agent acts, a small model says how hard the turn is, how to go about it and what could go wrong.

    options.py    a behaviour block → `Options`
    brains.py     the models that it names, in the order to use them
    words.py      the vocabularies
    due.py        whether this turn is one to ask about
    ask.py        what the model is asked, classifier.md first
    advise.py     what its answer becomes in the agent's prompt

    reader.py, lines.py    settings key by key; other people's words on one line

All pure but `classify`, which waits for a model. Import it where a block asks for it: a hook process that judges one call does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.enforce.classifier.advise import directive
from habitus.enforce.classifier.ask import ANSWER, Answer, question
from habitus.enforce.classifier.brains import Brain, brain, brains
from habitus.enforce.classifier.due import is_due
from habitus.enforce.classifier.lines import REMARK, line
from habitus.enforce.classifier.options import Context, Options, read
from habitus.enforce.classifier.words import Term
from habitus.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from habitus.enforce.check import Check
    from habitus.types import Event, Model, Session

__all__ = [
    "Answer",
    "Brain",
    "Context",
    "Options",
    "Term",
    "brain",
    "brains",
    "classify",
    "directive",
    "is_due",
    "question",
    "read",
]


async def classify(
    model: Model,
    options: Options,
    *,
    message: str,
    session: Session,
    checks: Iterable[Check] = (),
    tools: Iterable[str] = (),
    history: Iterable[Event] = (),
    max_tokens: int = ANSWER,
) -> str:
    """Ask about a turn that is due; answers what to tell the agent. A failure costs a log line: the turn begins without it."""
    import asyncio
    import logging

    log = logging.getLogger(__name__)
    lost = f"the turn of session {line(session.key, 80)} begins without a directive"
    try:
        asked = question(options, message=message, session=session, checks=checks, tools=tools, history=history, max_tokens=max_tokens)
        answer, _ = await asyncio.wait_for(model.ask(asked, Answer), options.timeout)
        return directive(options, answer)
    except TimeoutError:
        log.warning("%s did not classify within %g seconds (`classifier.timeout`); %s", model.name, options.timeout, lost)
    except ModelError as error:
        log.warning("%s; %s", line(str(error), REMARK), lost)
    except Exception:
        # A model is other people's code, and so is what it answers.
        log.exception("%s could not classify; %s", model.name, lost)
    return ""
