"""What a message says, whoever wrote it down: the common ground of the formats that keep messages."""

from __future__ import annotations

import json
import re
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Kind: TypeAlias = Literal["user", "text", "call", "result", "error"]

BEGINS = re.compile(
    r"\s*(?:<(?:command-|local-command|system-reminder|bash-|task-notification|user-prompt-submit-hook)|\[Request interrupted"
    r"|Caveat: The messages below|# AGENTS\.md instructions for |Stop hook feedback:"
    r"|\[[\w.-]+(?: for '[^\n]{0,1000})?\] Result:|OBSERVATION:|Observation:[ \t]*\n|EXECUTION RESULT of "
    r"|<(?:returncode|output|observation|stdout|stderr|function_results)>)"
)
"""How a host's own notes begin, and what a tool returned where an agent sends it on as the user's message."""
ANNOUNCED = re.compile(r"\s*\[([\w.-]+)(?: for '[^\n]{0,1000})?\] Result:\s*")
"""The block behind it, in the same message, is the result."""
ASKS = frozenset({"attempt_completion", "ask_followup_question", "plan_mode_respond"})
"""Tools of agents whose result is what a person answers, in an element."""
WRAPPED = re.compile(
    r"\s*(?:<timestamp>[^<]{0,100}</timestamp>\s*|(?:The user has provided|New (?:message|instructions)) [^<\n]{0,200}\n)?"
    r"<(user_query|user_message|task|feedback|answer)>(.*?)</\1>",
    re.DOTALL,
)
"""What a person typed, as some agents send it: at the beginning, in an element, and the first of its kind. Whatever stands behind it may
come from a file, and pretend to be one."""
ELEMENT = re.compile(r"<([A-Za-z]\w*[-_][\w-]*|INSTRUCTIONS|skill)[ >]")
FAILED = re.compile(
    r"\s*(?:error\b|<tool_use_error>|traceback \(most recent|exit code:? -?[1-9]|\w+ verification failed|\w+ failed:"
    r"|command blocked by )",
    re.IGNORECASE,
)


_decode = json.JSONDecoder(strict=False).decode
"""Models write line ends and tabs into a text as they are, and clients read them."""


class Part(NamedTuple):
    """One thing that a message says. `id` is the host's name for it: of a result, the name of the call it answers."""

    kind: Kind
    text: str = ""
    id: str = ""
    tool: str = ""
    args: Mapping[str, Any] = {}
    is_unread: bool = False
    """Its arguments are an object that we cannot read, and others may."""


def is_said(text: str) -> bool:
    """Did a person say this? Hosts put notes of their own between the user's messages: reminders, context, what a hook said.

    Bias: a message that is nothing but one element such as `<some_tag>…</some_tag>` is taken for the host's.
    """
    if BEGINS.match(text):
        return False
    bare = text.strip()
    found = ELEMENT.match(bare)
    return bool(bare) and not (found and bare.endswith(f"</{found[1]}>"))


def persons(found: Iterable[Part]) -> list[Part]:
    """The parts of one message, without what stands in the user's place and no person said."""
    kept: list[Part] = []
    announced = ""
    for part in found:
        if part.kind != "user":
            kept.append(part)
            announced = ""
            continue
        typed = _typed(part.text) if not announced or announced in ASKS else ""
        if typed:
            kept.append(part._replace(text=typed))
        elif not announced and is_said(part.text):
            kept.append(part)
        result = ANNOUNCED.fullmatch(part.text)
        announced = result[1] if result else ""
    return kept


def _typed(text: str) -> str:
    """What is inside, where only elements of the host's follow: whoever writes in elements of their own goes on in words."""
    found = WRAPPED.match(text)
    return found[2].strip() if found and text[found.end() :].lstrip()[:1] in ("", "<") else ""


def text(content: Any) -> str:
    """Content is text, or blocks of which only the text matters here."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(_block(block) for block in content)
    return "" if content is None else json.dumps(content, default=str)


def _block(block: Any) -> str:
    return str(block.get("text") or "") if isinstance(block, dict) else str(block)


def args(given: Any) -> Mapping[str, Any]:
    """Arguments come as an object, as an object written as text, or as a text that is all there is."""
    if isinstance(given, str):
        try:
            decoded = _decode(given)
        except (ValueError, RecursionError):
            decoded = None
        return decoded if isinstance(decoded, dict) else {"input": given} if given else {}
    return given if isinstance(given, dict) else {} if given is None else {"input": given}


def answered(id: str, told: str, *, failed: bool | None = None) -> Part:
    """A result; where the host does not say whether it failed, its first words do."""
    return Part("error" if (FAILED.match(told) if failed is None else failed) else "result", told, id)


def digest(*words: str) -> str:
    return blake2b("\0".join(words).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
