"""What an action brought, in a few lines for the next step: how many documents, a look at each, and how the first one fits the intent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from habitus.adapt import documents
from habitus.adapt.content import Content

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.adapt.nouns import Document, Intent, Validation

SNIPPET = 200
"""Characters, the seed's."""
PREVIEWS = 5
PREVIEW = 80


def observe(delivered: Sequence[Document], *, success: bool, intent: Intent, validation: Validation | None = None) -> dict[str, Any]:
    """The seed's shape; `contentAnalysis` only where there is a document. `intentMatch` is None while nothing was validated."""
    texts = [_text(document) for document in delivered[:PREVIEWS]]
    found: dict[str, Any] = {
        "success": success,
        "documentsCount": len(delivered),
        "previews": [{"name": one.name, "preview": cut(text, PREVIEW)} for one, text in zip(delivered, texts, strict=False)],
    }
    if delivered:
        found["contentAnalysis"] = {
            "contentType": kind(texts[0], delivered[0].data),
            "contentSnippet": cut(texts[0], SNIPPET),
            "intentMatch": validation.ok if validation else None,
        }
    return found


def cut(text: str, length: int) -> str:
    return text[:length] + "..." if len(text) > length else text


def kind(text: str, data: bytes = b"") -> str:
    """What a content looks like: the name of its file type, or json, code, numbers, list, text, empty."""
    if data and (name := documents.opened(data).kind) != "text":
        return name
    content = Content(text)
    if not content.stripped:
        return "empty"
    if content.body[:1] in ("{", "["):
        return "json"
    if content.is_code:
        return "code"
    if len(content.numbers) * 2 > len(content.words):
        return "numbers"
    return "list" if content.bullets + content.numbered > 2 else "text"


def _text(document: Document) -> str:
    return documents.opened(document.data).text if document.data else document.text
