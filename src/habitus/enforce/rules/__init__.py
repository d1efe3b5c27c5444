"""The built-in rules. Adding one is a file here, its cases in tests/rules/, and a line in this list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.enforce.rules import max_sequential_same_tool, read_before_edit, verify_after_edit

if TYPE_CHECKING:
    from habitus.enforce.check import Check

BUILT_IN: tuple[Check, ...] = (
    read_before_edit.CHECK,
    verify_after_edit.CHECK,
    max_sequential_same_tool.CHECK,
)
