"""The built-in rules. Adding one is a file here, its cases in tests/rules/, and a line in this list. The order is that of asking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.enforce.rules import (
    always_lint_check,
    confirm_destructive,
    delegate_complex,
    delegate_large_reads,
    max_sequential_same_tool,
    no_bash_for_files,
    no_blind_exploration,
    plan_before_execute,
    read_before_edit,
    read_before_write_existing,
    search_before_read,
    test_after_changes,
    verify_after_edit,
    web_search_when_unknown,
)

if TYPE_CHECKING:
    from habitus.enforce.check import Check

BUILT_IN: tuple[Check, ...] = (
    read_before_edit.CHECK,
    read_before_write_existing.CHECK,
    search_before_read.CHECK,
    no_bash_for_files.CHECK,
    no_blind_exploration.CHECK,
    confirm_destructive.CHECK,
    plan_before_execute.CHECK,
    verify_after_edit.CHECK,
    test_after_changes.CHECK,
    delegate_complex.CHECK,
    delegate_large_reads.CHECK,
    web_search_when_unknown.CHECK,
    always_lint_check.CHECK,
    max_sequential_same_tool.CHECK,
)
