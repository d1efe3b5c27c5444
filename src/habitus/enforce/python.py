"""Rules written in Python: one decorator, and one entry-point group by which installed packages bring theirs.

    @habitus.rule("no_friday_deploys", on="bash", action="block", message="Not on a Friday.")
    def no_friday_deploys(session, call):
        return "deploy" in call.command and session.flags.get("is_friday", False)

In a package: `[project.entry-points."habitus.rules"]` with a name for each module that declares some.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.enforce.check import Call, Check, Cooldown
from habitus.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable

    from habitus.types import Act, Session, When

GROUP = "habitus.rules"
_declared: dict[str, Check] = {}


def rule(
    id: str,
    *,
    on: str | tuple[str, ...] = "*",
    when: When = "pre_tool",
    action: Act = "warn",
    message: str = "",
    description: str = "",
    cooldown: Cooldown | None = None,
    shadow: bool = False,
) -> Callable[[Callable[[Session, Call], bool | str]], Callable[[Session, Call], bool | str]]:
    """Declare a rule. The function says whether it fires; words instead of a yes fill `{reason}` in the message."""

    def declare(fires: Callable[[Session, Call], bool | str]) -> Callable[[Session, Call], bool | str]:
        if id in _declared and getattr(_declared[id].fires, "declared_by", None) is not fires:
            raise ConfigError(f"two rules in Python are called {id!r}: rename one of them")

        def asked(session: Session, call: Call, limit: int) -> bool | str:
            return fires(session, call)

        asked.declared_by = fires  # type: ignore[attr-defined]
        text = description or (fires.__doc__ or "").strip().partition("\n")[0]
        _declared[id] = Check(
            id=id, when=when, action=action, on=(on,) if isinstance(on, str) else on, message=message or text or f"The rule {id} speaks.",
            fires=asked, description=text, cooldown=cooldown, shadow=shadow,
        )  # fmt: skip
        return fires

    return declare


def declared() -> list[Check]:
    """The rules that this process has declared."""
    return list(_declared.values())


def found() -> list[Check]:
    """These, and those of installed packages."""
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP):
        try:
            point.load()
        except Exception as error:
            raise ConfigError(f"the rules of {point.value!r} cannot be loaded: {error}; fix or uninstall that package") from error
    return declared()
