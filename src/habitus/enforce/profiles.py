"""The six profiles, as data: which rules a way of working turns on, and their numbers.

The numbers are Digitorn's. `coding` has all fourteen on, as its own document says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

NUMBERS = {"max_blind_reads": 3, "changes_before_test_reminder": 3, "max_sequential_same_tool": 8}
"""The thresholds that settings may change, with the values that hold where no profile says otherwise."""

ALL = (
    "read_before_edit", "read_before_write_existing", "search_before_read", "no_bash_for_files", "no_blind_exploration",
    "confirm_destructive", "plan_before_execute", "verify_after_edit", "test_after_changes", "delegate_complex",
    "delegate_large_reads", "web_search_when_unknown", "always_lint_check", "max_sequential_same_tool",
)  # fmt: skip


class Profile(NamedTuple):
    name: str
    description: str
    rules: Mapping[str, bool | int] = {}
    """Rule or number → what it is set to. A rule that is not named is off."""
    prompt: str = ""


def _profile(name: str, description: str, *off: str, **numbers: int) -> Profile:
    return Profile(name=name, description=description, rules={**{rule: rule not in off for rule in ALL}, **NUMBERS, **numbers})


PROFILES = {
    profile.name: profile
    for profile in (
        _profile("dev", "Understand before acting, verify after changing.", max_blind_reads=2, changes_before_test_reminder=2),
        _profile("coding", "Small changes alone, big ones with a plan."),
        _profile(
            "research", "Search, compare, cite; few files are changed.",
            "read_before_edit", "read_before_write_existing", "search_before_read", "verify_after_edit", "test_after_changes",
            "delegate_large_reads", "always_lint_check",
            max_blind_reads=10, changes_before_test_reminder=99, max_sequential_same_tool=15,
        ),
        _profile(
            "data", "Pipelines and databases: look before you change.",
            "search_before_read",
            max_blind_reads=5, max_sequential_same_tool=10,
        ),
        _profile(
            "creative", "Writing: plan, and do not lose what is there.",
            "read_before_write_existing", "search_before_read", "verify_after_edit", "test_after_changes", "delegate_complex",
            "delegate_large_reads",
            max_blind_reads=10, changes_before_test_reminder=99, max_sequential_same_tool=15,
        ),
        _profile(
            "assistant", "Questions and answers: only what protects.",
            "search_before_read", "plan_before_execute", "verify_after_edit", "test_after_changes", "delegate_complex",
            "delegate_large_reads", "always_lint_check",
            max_blind_reads=10, changes_before_test_reminder=99, max_sequential_same_tool=10,
        ),
    )
}  # fmt: skip
