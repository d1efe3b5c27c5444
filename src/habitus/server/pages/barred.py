"""Forms that a visitor may not send: nothing can be typed into them.

Markup of ours in, the same out: whatever comes from outside is escaped in it, so a tag here is always one of ours. A form is known by its
buttons, which say themselves who may press them: no page has to say it again for each of its fields.
"""

from __future__ import annotations

import re

FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
BUTTON = re.compile(r"<button\b[^>]*>")
FIELD = re.compile(r'<(input|select|textarea)\b(?! type="hidden")[^>]*>')
VALUE = re.compile(r'"[^"]*"')


def forms(page: str) -> str:
    return FORM.sub(_form, page)


def _form(found: re.Match[str]) -> str:
    buttons = BUTTON.findall(found[0])
    return FIELD.sub(_field, found[0]) if buttons and all(map(_is_barred, buttons)) else found[0]


def _field(found: re.Match[str]) -> str:
    """A long text can still be reached with the keys, and read."""
    how = "readonly" if found[1] == "textarea" else "disabled"
    return found[0] if _is_barred(found[0]) else found[0].replace(f"<{found[1]}", f"<{found[1]} {how}", 1)


def _is_barred(tag: str) -> bool:
    return " disabled" in VALUE.sub("", tag)
