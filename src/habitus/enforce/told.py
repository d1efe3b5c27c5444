"""The check of a learned rule as a sentence: which calls it speaks of. What has no words of ours is named as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Told: TypeAlias = "Callable[..., str]"

JOINED = {"all": "{one} and {other}", "any": "{one} or {other}"}
HOW = {"read": "it reads {what}", "delete": "it deletes {what}"}
SETS = {"read_files": "the file was not read before", "written_files": "the file was not written before"}


def plain(text: str, **values: object) -> str:
    return text.format(**values)


def said(check: Mapping[str, Any] | None, t: Told = plain) -> str:
    """Empty: there is none. `t` puts it in the reader's language."""
    if not check:
        return ""
    tools = _listed([str(one).replace("_", " ") for one in check.get("trigger") or ()])
    condition = check.get("condition")
    if not condition:
        return t("It speaks of every call of {tools}.", tools=tools)
    what = _told(t, condition)
    if check.get("when") == "post_tool":
        return t("It speaks after a call of {tools} when {what}.", tools=tools, what=what)
    return t("It speaks before a call of {tools} when {what}.", tools=tools, what=what)


def _told(t: Told, condition: Mapping[str, Any]) -> str:  # noqa: PLR0911 - one line for each kind
    name: str
    value: Any
    name, value = next(iter(condition.items()))
    match name:
        case "all" | "any":
            parts = [_told(t, one) for one in value]
            if len(parts) < 2:
                return "".join(parts)
            return t(JOINED[name], one=", ".join(parts[:-1]), other=parts[-1])
        case "not":
            return t("not ({what})", what=_told(t, value))
        case "runs":
            said = "it runs {what} on the branch {name}" if value.get("branch") else "it runs {what}"
            return t(said, what=_command(value), name=_listed(value.get("branch")))
        case "ran":
            steps = value.get("step") or ()
            return t("{what} ran before", what=", ".join(_command(one) for one in steps))
        case "touches" | "writes":
            return _of_files(t, name, value)
        case "runs_tests":
            return t("it runs the tests")
        case "counter_gte" if value.get("name") == "changes_since_test":
            return t("something was changed since the tests ran")
        case "target_exists_on_disk":
            return t("the file is there") if value else t("the file is not there yet")
        case "target_not_in_set" if value in SETS:
            return t(SETS[value])
        case "param_has_any":
            return t("the call names {what}", what=_listed([str(one).replace("_", " ") for one in value]))
        case _:
            return f"`{name.replace('_', ' ')}: {value}`"


def _of_files(t: Told, name: str, value: Mapping[str, Any]) -> str:
    if name == "touches":
        return t(HOW.get(str(value.get("how")), "it changes {what}"), what=_listed(value.get("path")))
    said = "it writes {what} into {files}" if value.get("path") else "it writes {what} into code"
    return t(said, what=_listed(_lines(value.get("text"))), files=_listed(value.get("path")))


def _command(runs: Mapping[str, Any]) -> str:
    parts = [_alternatives(runs.get(name)) for name in ("program", "subcommand", "options", "args")]
    return f"`{' '.join(filter(None, parts))}`"


def _alternatives(value: Any) -> str:
    return "|".join(map(str, value)) if isinstance(value, list | tuple) else str(value or "")


def _lines(value: Any) -> list[str]:
    """A line break at the end stands for the end of a line."""
    return [str(one).strip() for one in (value if isinstance(value, list | tuple) else [value])]


def _listed(value: Any) -> str:
    return ", ".join(f"`{one}`" for one in (value if isinstance(value, list | tuple) else [value]))
