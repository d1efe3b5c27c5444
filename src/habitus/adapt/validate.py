"""Hold delivered content to an intent: `validate(content, intent) -> Validation`. It checks, it does not guess.

What cannot be checked is reported as unchecked (None), never as met. `ok` is False exactly when something that was checked failed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.adapt import criteria, documents
from habitus.adapt.content import Content
from habitus.adapt.nouns import Validation
from habitus.adapt.remedies import remedy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.adapt.nouns import Criterion, Document, Finding, Intent, Met

FILES = frozenset({"docx", "xlsx", "pptx", "pdf"})
_FORMAT_OF = {
    "json": "json_format",
    "csv": "csv_format",
    "yaml": "yaml_format",
    "xml": "xml_format",
    "html": "html_format",
    "table": "table_format",
}
UNKNOWN = 0.5
"""The score where nothing could be checked."""


def validate(text: str, intent: Intent) -> Validation:
    content = Content(text)
    findings = tuple([(criterion, criteria.met(criterion, content)) for criterion in intent.criteria])
    format_match = None if intent.expected_format in FILES else _format(content, intent, findings)
    return _validation(intent, findings, _data_type(content, intent), format_match)


def validate_documents(delivered: Sequence[Document], intent: Intent) -> Validation:
    """The same for what an action delivered. Files are opened; without any document nothing was delivered, and that fails."""
    opened = [documents.opened(document.data) for document in delivered if document.data]
    texts = [document.text for document in delivered if not document.data] + [one.text for one in opened]
    content = Content("\n\n".join(texts))
    unread = any(not one.text for one in opened)
    findings = tuple([(one, criteria.met(one, content)) for one in intent.criteria]) if not unread else ()
    if intent.expected_format in FILES:
        format_match: Met = any(one.kind == intent.expected_format for one in opened)
        return _validation(intent, findings, format_match or False, format_match)
    return _validation(
        intent, findings, None if unread else _data_type(content, intent), None if unread else _format(content, intent, findings)
    )


def _data_type(content: Content, intent: Intent) -> Met:
    if not content.stripped:
        return False
    match intent.data_type:
        case "numbers":
            return bool(content.numbers) and not content.is_code
        case "list" | "table" | "data":
            return not content.is_code or intent.expected_format in ("html", "xml", "yaml")
        case "code":
            return True if "```" in content.text or content.is_code else None
        case "document":
            return None
        case _:
            return None if content.is_code else True


def _format(content: Content, intent: Intent, findings: tuple[tuple[Criterion, Finding], ...]) -> Met:
    kind = _FORMAT_OF.get(intent.expected_format)
    if kind:
        return next((finding.met for criterion, finding in findings if criterion.kind == kind), None)
    match intent.expected_format:
        case "raw_data":
            return False if content.is_code or not content.stripped else True if intent.data_type == "numbers" else None
        case "list":
            return True if content.bullets + content.numbered > 1 else None
        case "code":
            return True if "```" in content.text or content.is_code else None
        case _:
            return None if not content.stripped else True


def _validation(intent: Intent, findings: tuple[tuple[Criterion, Finding], ...], data_type_match: Met, format_match: Met) -> Validation:
    checked = [finding.met for _, finding in findings if finding.met is not None]
    checked += [match for match in (data_type_match, format_match) if match is not None]
    failed = [(criterion, finding) for criterion, finding in findings if finding.met is False]
    issues = [f'"{criterion.quote}" is not met: {finding.found or "it is not there"}' for criterion, finding in failed]
    suggestions = [remedy(criterion) for criterion, _ in failed]
    if data_type_match is False:
        issues.insert(0, f"what was asked for is {intent.data_type}, and this is something else")
        suggestions.insert(0, _deliver(intent))
    elif format_match is False and not failed:
        issues.insert(0, f"what was asked for is {intent.expected_format}, and this is something else")
        suggestions.insert(0, _deliver(intent))
    return Validation(
        ok=False not in checked,
        data_type_match=data_type_match,
        format_match=format_match,
        findings=findings,
        score=round(sum(checked) / len(checked), 3) if checked else UNKNOWN,
        issues=tuple(issues),
        suggestions=tuple(dict.fromkeys(suggestions)),
    )


def _deliver(intent: Intent) -> str:
    match intent.data_type:
        case "numbers" | "list" | "table" | "data":
            return f"Deliver the result itself ({intent.data_type}), not a program that would make it."
        case "document":
            return f"Create the file with a method that writes {intent.expected_format}."
        case _:
            return "Deliver what was asked for; the last answer was empty or of another kind."
