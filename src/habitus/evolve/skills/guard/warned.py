"""Does a text warn of a thing, or do it? A warning may hold what it warns of.

Bias: an order stays an order. What is not clearly forbidden, labelled as an attack, or looked for, is taken as said. Whoever writes "never
do X" has the model not do X, whatever he meant by it: that is why a warning is enough.
"""

from __future__ import annotations

import re

FORBIDS = re.compile(
    r"\b(?:never|do(?:es)? not|don'?t|doesn'?t|must ?n[o']t|should(?: not|n'?t)|cannot|can'?t|won'?t|will not|avoids?|avoiding|refuses?"
    r"|without|no|not|nor|instead of|rather than|prevents?|preventing|blocks?|blocking|blocked|rejects?|rejected|forbids?|forbidden"
    r"|prohibit\w*"
    r"|disallow\w*|den(?:y|ies|ied)|detect(?:s|ed|ing|ion)?|flagged|flags? (?:any|if|when|it|these)|warn(?:s|ing)? (?:of|about|against)"
    r"|protects? (?:against|from)|guards? against|beware|attempt(?:s|ed|ing)? to|tried to|tries to)\b"
)
SEEKS = re.compile(r"\b(?:scan|look|check|search|watch|monitor|audit|test)(?:s|es|ing|ned)? for\b|\bcatches\b")
"""Who looks for a name may name it. A command after "to check for updates, run" is a command all the same."""
BUT = re.compile(
    r"\b(?:never mind|(?:do not|don'?t|never) (?:forget|fail|skip|hesitate|worry|ask|wait|stop|tell|mention|inform|miss|bother|panic)"
    r"|not only|no problem|no worries|without (?:fail|exception|delay|asking|confirmation|approval|prompting|verification|it|this|them)"
    r"|if not|why not|not enough|may not|might not|is not enough)\b"
)
"""These sound like a prohibition, and push instead."""
STARTS = re.compile(r"\W*(?:\w+:\W*)?(?:never|do not|don'?t|avoid|must not|refuse|block|reject|detect|flag|forbid|deny|no)\b")
TURNS = re.compile(r"[,;.]|\bthen\b|\bbut\b|\binstead\b|\bplease\b")
LABELS = re.compile(
    r"\b(?:dangerous|malicious|attack(?:s|er|ers|ing)?|exploits?|exploited|vulnerab\w+|unsafe|insecure|suspicious|red flags?|threats?"
    r"|forbidden|prohibited"
    r"|anti-?patterns?|destructive|harmful|blocked|disallowed|not allowed|risky|blocklist\w*|denylist\w*|injections?|compromis\w+"
    r"|malware|phishing"
    r"|jailbreak\w*|exfiltrat\w+|adversar\w+|bad practice|bad example|wrong way|hardcoded|leak(?:s|ed|age)?|abuse|obfuscat\w+"
    r"|evasion)\b|[❌🚫⛔✗🔴🚨✘]"
)
ABOVE = re.compile(
    r"\b(?:detect(?:s|ed|ion)|bad|wrong|don'?ts|never|do not|don'?t|avoid\w*|not to|forbid\w*|prohibit\w*|blocked|blocks|rejects?"
    r"|rejected|flagged"
    r"|indicators? of|signatures? of|signs of|refus\w+|caught|catches|what it (?:finds|catches|detects))\b"
)
"""Headings, heads of tables and introductions that make a list of dangers of what follows."""
SOUGHT = re.compile(r"\b(?:scans?|looks?) for\b")
"""The same for names and patterns; but a script under "scan for credentials" is what scans."""
FORBIDDEN = re.compile(
    r"\b(?:prohibited|restricted|forbidden|do not|don'?ts?|never(?! mind)|not allowed|disallowed|red flags?|anti-?patterns?)\b"
)
NEGATED = re.compile(r"\b(?:never|do not|don't|must not|avoid|rather than|instead of)\b[^,;.]{0,40}$")
NEAR = 90
"""Characters between a prohibition and what it forbids."""
TOLD = re.compile(r"\*\*(?:evidence|mitigation|payload|finding|detection|indicator|example attack|description)s?:?\*\*:?", re.IGNORECASE)
"""A field of a report about something that was found."""
_NOISE = re.compile(r"`[^`]*`|(?<![a-z+])[a-z][a-z+]*://\S+|<[^>]{0,40}>|/[\w./-]+|(?<![\w-])[\w-]+(?:\.[\w-]+)+")
"""What is called something warns of nothing: `bad.example.com` is a server, `attack.py` a file."""
_REMARK = re.compile(r"(?:^|\s)(?:#|//|--(?=\s))\s*(.*)")
"""Not the options of a command: `--pool` says nothing about it."""
_CALLED = re.compile(r"\b(?:bad|never|wrong|don'?t|do not|vulnerable|dangerous|unsafe|malicious|attack|insecure|avoid)\b|❌")
_QUOTES = re.compile(r"[\"“”«»]")


def is_warning(sentence: str, start: int, end: int, *, is_command: bool = False) -> bool:
    """Does the sentence warn of what stands in it from `start` to `end`?"""
    before = sentence[:start].lower()
    plain = BUT.sub(" ", _NOISE.sub(" ", before))
    if STARTS.match(plain) and not re.search(r"\b(?:but|instead|then)\b", plain):
        return True
    near = plain[-NEAR:]
    cut = 0
    for turn in TURNS.finditer(near):
        cut = turn.end()
    if FORBIDS.search(near, cut) or (not is_command and SEEKS.search(near, cut)):
        return True
    if TOLD.search(sentence[:start]):
        return True
    around = f"{sentence[:start]} {sentence[end:]}".lower()
    return is_labelled(around)


def is_labelled(text: str) -> bool:
    return LABELS.search(_NOISE.sub(" ", text.lower())) is not None


def is_introduced(text: str, *, is_order: bool = False, is_command: bool = False) -> bool:
    """A heading, the head of a table, the line above a list: does it announce dangers? An order needs a clearer word than a name."""
    plain = BUT.sub(" ", _NOISE.sub(" ", text.lower()))
    if LABELS.search(plain) or (not is_order and ABOVE.search(plain)):
        return True
    return not is_order and not is_command and SOUGHT.search(plain) is not None


def is_remarked(line: str) -> bool:
    """Does a remark on a line of code call it bad?"""
    said = _REMARK.search(line)
    return said is not None and _CALLED.search(_NOISE.sub(" ", said[1].lower())) is not None


def is_negated(sentence: str, start: int) -> bool:
    """`never act without telling the user`: the order is the other way round."""
    return NEGATED.search(sentence[max(0, start - 40) : start].lower()) is not None


def is_forbidding(heading: str) -> bool:
    """A heading under which everything is forbidden."""
    return FORBIDDEN.search(heading.lower()) is not None


def is_quoted(sentence: str, start: int, end: int) -> bool:
    """Inside quotation marks, all of it."""
    return len(_QUOTES.findall(sentence[:start])) % 2 == 1 and _QUOTES.search(sentence, end) is not None
