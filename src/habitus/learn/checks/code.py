"""Code that a rule names: `console.log`, `<img>`, `@ts-ignore`, "default exports". What is written in files, and not run.

Bias: a word that people also use when they speak is taken for code only as code spells it: `any` as a type, `print` as a call.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from habitus.learn.checks import names, slots
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from habitus.learn.checks.slots import Condition
    from habitus.learn.checks.words import Word

SCRIPTS = ("*.js", "*.jsx", "*.mjs", "*.cjs", "*.ts", "*.tsx", "*.mts", "*.cts", "*.vue", "*.svelte", "*.astro")
TYPED = ("*.ts", "*.tsx", "*.mts", "*.cts", "*.vue", "*.svelte")
PYTHON = ("*.py", "*.pyi", "*.ipynb")
FILES = {
    **dict.fromkeys(("javascript", "js"), SCRIPTS),
    **dict.fromkeys(("typescript", "ts"), TYPED),
    **dict.fromkeys(("python", "py"), PYTHON),
    **dict.fromkeys(("go", "golang"), ("*.go",)),
    "css": ("*.css", "*.scss", "*.less"),
    "html": ("*.html", "*.htm", "*.vue", "*.svelte"),
    "java": ("*.java",),
    "kotlin": ("*.kt", "*.kts"),
    "php": ("*.php",),
    "ruby": ("*.rb",),
    "rust": ("*.rs",),
    "sql": ("*.sql",),
    "swift": ("*.swift",),
}
"""The files of a language that a rule names: "in Python"."""


class Code(NamedTuple):
    texts: tuple[str, ...]
    files: tuple[str, ...] = ()
    """Empty: all code."""


_ANY = Code(
    (": any;", ": any,", ": any)", ": any =", ": any[", ": any |", ": any {", ": any>", ": any\n", "as any;", "as any,", "as any)",
     "as any[", "as any.", "as any\n", "<any>", "<any,", ", any>", "any[]"),
    TYPED,
)  # fmt: skip
_DEFAULT = Code(("export default",), SCRIPTS)
_STAR = Code(("import *",))
_SAME = (*SCRIPTS, "*.php")

KNOWN: dict[str, Code] = {
    **dict.fromkeys(("any", "as any", ": any"), _ANY),
    "Any": Code(("-> Any", ": Any =", ": Any,", ": Any)", ": Any\n", ", Any]", "[Any]"), PYTHON),
    "==": Code(("==",), _SAME),
    "!=": Code(("!=",), _SAME),
    **dict.fromkeys(("default export", "default exports", "export default"), _DEFAULT),
    **dict.fromkeys(("star imports", "star import", "wildcard imports", "wildcard import"), _STAR),
    **dict.fromkeys(("todo", "todos"), Code(("TODO",))),
    **dict.fromkeys(("bare except", "bare excepts"), Code(("except:",), PYTHON)),
    **dict.fromkeys(("inline style", "inline styles"), Code(("style={", 'style="'))),
    "alert": Code(("alert(", "window.alert("), (*SCRIPTS, "*.html")),
    "breakpoint": Code(("breakpoint(",), PYTHON),
    "console": Code(("console.log", "console.error", "console.warn", "console.info", "console.debug"), SCRIPTS),
    "dbg": Code(("dbg!(",), ("*.rs",)),
    "debugger": Code(("debugger;", "debugger\n"), SCRIPTS),
    "enum": Code(("enum … {",), TYPED),
    "enums": Code(("enum … {",), TYPED),
    "eslint-disable": Code(("eslint-disable", "eslint-disable-line", "eslint-disable-next-line")),
    "eval": Code(("eval(", "window.eval(")),
    "fetch": Code(("fetch(", "window.fetch("), SCRIPTS),
    "goto": Code(("goto … ;",)),
    "let": Code(("let … =", "let … ;", "(let …", "let {", "let ["), SCRIPTS),
    "noqa": Code(("# noqa",), PYTHON),
    "panic": Code(("panic(", "panic!("), ("*.go", "*.rs")),
    "pdb": Code(("import pdb", "pdb.set_trace"), PYTHON),
    "print": Code(("print(",), PYTHON),
    "println": Code(("println(", "println!(", "System.out.println", "fmt.Println")),
    "require": Code(("require(",), SCRIPTS),
    "ts-ignore": Code(("@ts-ignore",), SCRIPTS),
    "ts-nocheck": Code(("@ts-nocheck",), SCRIPTS),
    "type: ignore": Code(("type: ignore",), PYTHON),
    "unwrap": Code((".unwrap()",), ("*.rs",)),
    "var": Code(("var … =", "var … ;", "var … ,", "(var …", "var {", "var ["), SCRIPTS),
}
"""Words that are others first, and names of things that have no word in code."""

UNSAID = wordset("alert any fetch let panic require")
"""... which are taken for code only between backticks: the verb, or another tool, is as likely."""

PHRASES = {name: name for name in KNOWN if " " in name and name.replace(" ", "").isalpha()}

NAME = re.compile(
    r"[A-Za-z_$][\w$]+(?:(?:\.|::)[A-Za-z_$][\w$]+)+|[a-z]{3,}[A-Z]\w{2,}|__\w+__|@[A-Za-z][\w-]{2,}|![a-z]{3,}|<[A-Za-z][\w.-]*\s*/?>"
    r"|\.?[A-Za-z_$][\w$]*(?:(?:\.|::)[A-Za-z_$][\w$]*)*(?:!?\(\)|!)"
)
"""Nobody speaks like this: dots and capitals within a word, tags, calls."""
NOT = re.compile(r"\w*[cC]ase|#[\w-]+|.*(?:://|@\w+\.\w)", re.DOTALL)
"""`camelCase` names a way of writing; an address is none of code."""
ENDINGS = wordset(
    "py pyi js mjs cjs ts tsx jsx json jsonc yaml yml toml md mdx txt html css scss less svg png jpg jpeg gif webp pdf csv tsv xml lock sh"
    " bash zsh ps1 bat rb go rs java kt swift c h cpp hpp cs php pl lua sql db sqlite ini cfg conf com org net io dev ai app"
)
"""`next.js` and `config.yaml` are names of other things."""
SIGNS = re.compile(r"[(){}\[\]<>:;=!@#$*&|\"']")
LETTERS = re.compile(r"[A-Za-z]{2}")
CUT = re.compile(r"(?<=\()\(\w*\) =>.*|\s*(?:\.\.\.|…).*", re.DOTALL)
"""What stands for anything: `style={{...}}`."""
CALLED = re.compile(r"(?<=[\w!])\((?:[\w\s,]*|\.\.\.|…)\)$")
"""A call, whatever it is given: `torch.load(path)`."""
BEGINS = re.compile(r"-|\.{0,2}/|~|[A-Z_]+=")
"""Options, paths, and variables that are set for a command."""
LONGEST = 80


def conditions(words: Sequence[Word], *, is_said: bool) -> list[Condition] | None:
    """The code that is named, each as a `writes`; None where something else is. `is_said`: the verb is one of using or writing."""
    found: list[Code] = []
    where: tuple[str, ...] = ()
    for item in slots.items(words):
        kinds = "".join(word.kind for word in item)
        if not re.fullmatch(r"w?xw?(?:if|ixf?|xf|iTf?)?", kinds):
            return None
        name, *rest = [word for word in item if word.kind in "xT"]
        one = code(name) if is_said or "w" in kinds or not name.text.isalpha() else None
        if one is None:
            return None
        for place in rest:
            where = tuple(names.TEST_FILES) if place.kind == "T" else FILES.get(place.text.lower(), ())
            if not where:
                return None
        found.append(one)
    grouped: dict[tuple[str, ...], dict[str, None]] = {}
    for texts, files in found:
        grouped.setdefault(where or files, {}).update(dict.fromkeys(texts))
    return [{"writes": {"text": list(texts), **({"path": list(files)} if files else {})}} for files, texts in grouped.items()] or None


def code(name: Word) -> Code | None:
    """How that which a rule names is spelled in code."""
    text = CALLED.sub("()", name.text.strip())
    known = _known(text)
    if known:
        return known if name.is_code or text.lower() not in UNSAID else None
    first = text.split()[0]
    if len(text) > LONGEST or NOT.fullmatch(text) or first.lower() in names.QUOTED or BEGINS.match(text):
        return None
    if NAME.fullmatch(text):
        return None if text.rpartition(".")[2].lower() in ENDINGS else Code((_spelled(text),))
    cut = CUT.sub("", text)
    is_written = name.is_code and SIGNS.search(text) and (("/" not in text and "*" not in first) or " " in text)
    return Code((cut,)) if is_written and LETTERS.search(cut) else None


def _known(text: str) -> Code | None:
    if not text.endswith("()"):
        return KNOWN.get(text) or KNOWN.get(text.lower())
    found = KNOWN.get(text.removesuffix("()"))
    return found if found and any(one.endswith(("(", "()")) for one in found.texts) else None


def _spelled(text: str) -> str:
    """`<img>` is any tag of that name, and `foo()` any call of it."""
    if text.startswith("<"):
        return text.rstrip("/> ")
    plain = text.removesuffix("()")
    return plain if plain == text or "." in plain[1:] or "::" in plain else f"{plain}("
