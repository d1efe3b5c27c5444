"""What may never become a rule, whoever says it; and whose words may direct the agent at all.

A rule is told to the model with every prompt, so it may not loosen what holds the model: its instructions, the checks, a person's approval,
its secrets. The prohibition of such a thing is fine ("never reveal the system prompt"), and so is any order to do work ("always run X").
A rule cannot lift a gate: gates are not rules. "Don't ask me before running tests" is a way of working and passes; "run everything without
asking" widens an approval and does not. Bias: what is refused waits in the inbox with its reason, so a doubtful case is refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.learn.safety.commands import destructive
from habitus.learn.safety.dangers import DANGERS
from habitus.learn.safety.letters import hidden, seen
from habitus.learn.safety.reading import orders

if TYPE_CHECKING:
    from habitus.types import Origin, Rule

TAGS = re.compile(
    r"<\|[^|>]{1,40}\|>|</?(?:system|assistant|user|human|instructions?|prompt|developer|tool_?(?:call|result|use)s?|function_calls?|s"
    r"|inst|sys)\b[^>]{0,80}>"
    r"|\[/?\s*(?:system|inst|assistant|user|developer|learned behavioral rules|reglas aprendidas)\b[^\]]{0,40}\]|<</?sys>>"
    r"|^[ \t]*(?:#+ *)?(?:system|assistant|developer)\s*(?:prompt|message)?\s*:",
    re.MULTILINE,
)
IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*(?:\{|\$|%|=)[^)]*\)")
"""A picture whose address carries what was said."""
PIPED = re.compile(r"(?:curl|wget|iwr|invoke-webrequest)\b[^|\n]{0,120}\|\s*(?:sudo )?(?:ba|z|da|k)?sh\b")


def refused(rule: Rule) -> str | None:
    """Why this may not become a rule, in a person's words; None: it may. Text, poison and both few-shots are looked at."""
    parts = (
        ("it ", rule.text),
        ("its anti-example ", rule.skill_poison),
        ("its example ", rule.fewshot_user),
        ("its example ", rule.fewshot_assistant),
    )
    for where, text in parts:
        reason = danger(text) if text else None
        if reason:
            return where + reason
    return None


def danger(text: str) -> str | None:
    """What is dangerous about a text that would be told to the model."""
    if hidden(text):
        return "holds characters that nobody can see"
    plain = seen(text)
    if TAGS.search(plain):
        return "holds a tag that only the system may write"
    if IMAGE.search(plain) or PIPED.search(plain):
        return "sends data to an address"
    read = list(orders(plain))
    for reason, is_such in DANGERS:
        if any(is_such(order) for order in read):
            return reason
    return "makes a habit of what cannot be taken back" if destructive(plain) else None


def may_direct(origin: Origin) -> bool:
    """Only a person's words become directives at once. The agent's, a tool's and a document's wait in the inbox for one."""
    return origin.speaker in ("operator", "user")
