"""Tools that run code, told as a line for a shell: `execute_python(code="…")` is `python -c "…"`, and whoever reads commands reads it too.

Known by their names, for nobody lists them: an interpreter's name alone, or a language or the word "code" beside a word for running it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from habitus.parse import actions
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Mapping

SPOKEN = {
    **dict.fromkeys(("python", "python2", "python3", "py", "ipython", "jupyter", "notebook", "kernel"), "python"),
    **dict.fromkeys(("javascript", "js", "node", "nodejs", "typescript", "ts", "deno", "bun"), "node"),
    **{name: name for name in ("ruby", "perl", "php")},
}
FLAG = {"python": "-c", "node": "-e", "ruby": "-e", "perl": "-e", "php": "-r"}
SHELLS = wordset("bash sh zsh shell powershell")
CODE = wordset("code cell cells repl interpreter")
RUNS = wordset("run runs exec execute execution executor eval evaluate interpreter repl")
TELLS = wordset("search describe explain docs check validate format lint parse generate suggest ask save review write read list browser")
"""Words of tools that only speak of code, or run it in a page, where there is nothing to delete."""

GIVEN = (
    "code", "python_code", "source", "source_code", "cell_source", "cell", "snippet", "program", "expression", "input", "query", "script",
    "text", "__arg1",
)  # fmt: skip
"""Arguments that may hold the code; the first that does is it."""
LANGUAGE = ("language", "lang", "kernel", "runtime")


def script(tool: str, args: Mapping[str, Any]) -> str:
    """What such a tool is told, as a shell would be told it; empty for any other tool."""
    usual = spoken(tool)
    text = _given(args) if usual else ""
    if not text:
        return ""
    named = next((found.lower() for field in LANGUAGE if isinstance(found := args.get(field), str)), "")
    if named in SHELLS:
        return text
    language = SPOKEN.get(named, "" if named else usual)
    if not language:
        return ""
    import shlex

    return f"{language} {FLAG[language]} {shlex.quote(text)}"


@lru_cache(maxsize=4096)
def spoken(tool: str) -> str:
    """The language that a tool runs where its call names none; empty: it runs no code."""
    module, own = actions.words(tool)
    if actions.name(tool) in actions.NAMES or not TELLS.isdisjoint([*module, *own]):
        return ""
    named = [SPOKEN[word] for word in (*own, *module) if word in SPOKEN]
    if not RUNS.isdisjoint(own):
        return named[0] if named else "" if CODE.isdisjoint(own) else "python"
    return SPOKEN.get(own[0], "") if len(own) == 1 else ""


def _given(args: Mapping[str, Any]) -> str:
    for field in GIVEN:
        value = args.get(field)
        if isinstance(value, list) and value and all(isinstance(line, str) for line in value):
            return "".join(value)  # as a notebook keeps its cells
        if isinstance(value, str) and value:
            return value
    return ""
