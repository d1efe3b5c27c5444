"""A file and the environment → `Settings`, or one `ConfigError` with all that is wrong with them.

What is public beside `settings` and `mapping` reads files of the same kind with other keys in them: an app's."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, reduce
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from pydantic import TypeAdapter, ValidationError

from habitus.config import yaml_text
from habitus.config.keys import Key, Place, keys, variable
from habitus.config.settings import Settings
from habitus.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

MOST_BYTES = 64 * 1024
"""Every setting and pages of comments fit. The parser takes quadratic time on nested brackets: a second for this much, minutes for 1 MB."""
MOST_PROBLEMS = 50
"""More than a person gets wrong in one file. With more faults it is another kind of file, and a longer list only buries its first line."""
MOST_SHOWN = 60
"""Characters of someone's key or value that an error repeats: enough to find it."""

TEMPLATE = re.compile(r"\{\{\s*env\.(\w+)\s*\}\}")


class Filled(str):
    """Text out of the environment. Errors show what the file has in its place."""

    template: str

    def __repr__(self) -> str:
        return repr(self.template)


T = TypeVar("T")
Tree: TypeAlias = dict[str, Any]
Problem: TypeAlias = tuple[Place, str]
Check: TypeAlias = Callable[[Tree], list[Problem]]
"""Looks at settings that only others understand, and answers what is wrong with them."""


def settings(
    path: Path | None, variables: Sequence[str], environ: Mapping[str, str], *, is_app: bool = False, check: Check | None = None
) -> Settings:
    text = "" if path is None else text_of(path)
    given = {} if path is None else mapping_of(path, text)
    filed, problems = checked(_of_app(given) if is_app else given, environ, check)
    said = in_file(path, text, problems)

    given, strangers = _from_environ(variables, environ)
    given, problems = checked(given, environ, check)
    said += strangers + _in_environ(variables, problems)
    complain(said)
    return validated(_merged(filed, given), Settings)


def sent(given: Tree, check: Check) -> Settings:
    """Settings, or an app's, that somebody else has sent as values: nothing of our environment gets into them."""
    tree, problems = checked(_of_app(given), {}, check)
    complain([f"`{_dotted(place)}` {problem}" for place, problem in problems])
    return validated(tree, Settings)


def complain(said: Sequence[str]) -> None:
    if said:
        more = [f"and more: these are the first {MOST_PROBLEMS}"] if len(said) > MOST_PROBLEMS else []
        raise ConfigError("\n".join([*said[:MOST_PROBLEMS], *more]))


APP = frozenset({"app", "runtime", "agents", "tools"})


def _of_app(given: Tree) -> Tree:
    """What an app file says to us: its behaviour and its capabilities, which may stand under `tools`."""
    if not APP & given.keys():
        return given
    tools = given.get("tools")
    capabilities = given.get("capabilities", tools.get("capabilities") if isinstance(tools, dict) else None)
    return {name: value for name, value in (("security", given.get("security")), ("capabilities", capabilities)) if value is not None}


def mapping(path: Path) -> Tree:
    return mapping_of(path, text_of(path))


# ── the file ─────────────────────────────────────────────────────────────────────────────────────


def text_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise ConfigError(f"{path} is larger than {MOST_BYTES // 1024} KB; a settings file is not, so it was not read")
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path}:{line} is not UTF-8 text; save the file as UTF-8") from None
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from None


def mapping_of(path: Path | str, text: str) -> Tree:
    try:
        found = yaml_text.values(text)
    except yaml_text.YamlError as error:
        twice = _twice(path, text) if "duplicate entry" in error.problem else []
        where = path if error.line is None else f"{path}:{error.line}"
        raise ConfigError("\n".join(twice) or f"{where} {error.problem}") from None
    if found is not None and not isinstance(found, dict):
        raise ConfigError(f"{path} must hold settings, one `key: value` a line, not {_kind(found)}")
    return found or {}


def _twice(path: Path | str, text: str) -> list[str]:
    given = ((place, at) for place, at in yaml_text.lines(text).items() if len(at) > 1)
    return [f"{path}:{at[-1]} `{_dotted(place)}` is given twice, first on line {at[0]}" for place, at in islice(given, MOST_PROBLEMS)]


def in_file(path: Path | str | None, text: str, problems: Sequence[Problem]) -> list[str]:
    lines = yaml_text.lines(text) if problems else {}
    found = sorted((_line(place, lines), _dotted(place), problem) for place, problem in problems)
    return [f"{path}{f':{line}' if line else ''} `{name}` {problem}" for line, name, problem in found]


def _line(place: Place, lines: yaml_text.Lines) -> int:
    """Its own line or the nearest heading's; 0 where none is known."""
    place = tuple(map(yaml_text.snake, place))
    while place and place not in lines:
        place = place[:-1]
    return lines[place][-1] if place else 0


# ── the environment ──────────────────────────────────────────────────────────────────────────────


def _from_environ(variables: Iterable[str], environ: Mapping[str, str]) -> tuple[Tree, list[str]]:
    tree: Tree = {}
    problems: list[str] = []
    known = {key.variable: key for key in keys()}
    for name in variables:
        # An entry of a mapping: what follows the mapping's own name is the entry's.
        above = next((key for key in keys() if key.is_mapping and name.startswith(f"{key.variable}__")), None)
        key = known.get(name) or above
        if key is None:
            problems.append(f"{_printable(name)} is not a setting; did you mean {nearest(name, known)}?")
        elif not is_text(name + environ[name]):
            problems.append(f"{_printable(name)} is not UTF-8 text")
        else:
            entry = name.removeprefix(f"{key.variable}__").lower()
            *sections, last = (*key.place, entry) if key is above else key.place
            holder = reduce(lambda branch, part: branch.setdefault(part, {}), sections, tree)
            if isinstance(holder, dict):  # otherwise the mapping itself was given, wrongly, and that will be said
                holder[last] = environ[name] if isinstance(key.default, str) else _scalar(environ[name])
    return tree, problems


def _scalar(text: str) -> Any:
    try:
        return yaml_text.values(text)
    except yaml_text.YamlError:
        return text  # the setting's own complaint is clearer than the parser's


def _in_environ(variables: Iterable[str], problems: Iterable[Problem]) -> list[str]:
    said = []
    for place, problem in problems:
        name = variable(place)
        given = max((one for one in variables if f"{name}__".startswith(f"{one}__")), key=len, default=name)
        said.append(f"{given} {problem}" if given == name else f"{given} `{_dotted(place)}` {problem}")
    return said


# ── what both must stand ─────────────────────────────────────────────────────────────────────────


def checked(given: Any, environ: Mapping[str, str] | None, check: Check | None = None, root: type = Settings) -> tuple[Tree, list[Problem]]:
    """In our spelling, with every `{{env.NAME}}` filled in; and what is wrong with it. Without an environment, texts stay as they are."""
    problems: list[Problem] = []
    tree = _known(given, root(), (), problems)
    if environ is not None:
        problems += [problem for key in keys(root) if key.hint is str for problem in _fill(key, tree, environ)]
    problems += check(tree) if check and tree else []
    try:
        validated(tree, root)
    except ValidationError as error:
        # Two for every wrong rule, one for each type it might have had: the same sentence, so they become one.
        details = error.errors(include_url=False, include_input=False)[: 2 * MOST_PROBLEMS]
        told = {place for place, _ in problems}
        refused = dict(_refused(detail["loc"], tree, root) for detail in details)
        problems += [(place, problem) for place, problem in refused.items() if place not in told]
    return tree, problems


def _known(given: Any, section: Any, place: Place, problems: list[Problem]) -> Tree:
    """What is given, in our spelling. The rest becomes problems."""
    if given is None:  # a heading whose lines are all commented out
        return {}
    names = [one.name for one in fields(section)]
    if not isinstance(given, dict):
        problems.append((place, f"holds settings such as `{_dotted((*place, names[0]))}`, not {_kind(given)}"))
        return {}
    tree: Tree = {}
    for key, value in given.items():
        word = _word(key)
        name = yaml_text.snake(word)
        here = (*place, name)
        if len(problems) > MOST_PROBLEMS:
            break
        if name not in names or word not in (name, _camel(name)):
            problems.append(((*place, word), f"is not a setting; did you mean `{_dotted((*place, nearest(word, names)))}`?"))
        elif name in tree:
            problems.append((here, f"is given twice, as `{name}` and as `{_camel(name)}`; keep one"))
        elif value is None:
            continue  # a key whose value is commented out, or null: not given
        elif is_dataclass(default := getattr(section, name)):
            tree[name] = _known(value, default, here, problems)
        elif isinstance(default, Mapping) and isinstance(value, dict | None):
            tree[name] = {_word(entry): inside for entry, inside in (value or {}).items()}
        else:
            tree[name] = value
    return tree


def _fill(key: Key, tree: Tree, environ: Mapping[str, str]) -> Iterator[Problem]:
    holder: Tree = reduce(lambda branch, part: branch.get(part, {}), key.place[:-1], tree)
    text = holder.get(key.place[-1])
    if not isinstance(text, str):
        return
    unfit = [name for name in TEMPLATE.findall(text) if name not in environ or not is_text(environ[name])]
    for name in unfit:
        flaw = "not UTF-8 text" if name in environ else "not set"
        yield key.place, f"needs the environment variable {name[:MOST_SHOWN]}, which is {flaw}"
    if not unfit:  # one pass: what comes out of the environment is a value, not another template
        holder[key.place[-1]] = TEMPLATE.sub(lambda found: environ[found[1]], text)


def _refused(where: tuple[int | str, ...], tree: Tree, root: type) -> Problem:
    """pydantic's place → ours, in our words. It may point past the value, at a member of its type."""
    place: Place = ()
    value: Any = tree
    for part in map(str, where):
        if not isinstance(value, dict) or part not in value:
            break
        place, value = (*place, part), value[part]
    key = next(key for key in keys(root) if place[: len(key.place)] == key.place)
    wanted = key.wanted if place == key.place else key.wanted_inside
    return place, f"must be {wanted}" + ("" if key.about["secret"] else f", got {shown(value)}")


def validated(tree: Tree, root: Callable[..., T]) -> T:
    # Strict, because "yes" is not a number of edits; as JSON, because strict Python input would have to be dataclasses already.
    made: T = _adapter(root).validate_json(json.dumps(tree), strict=True)
    return made


@cache
def _adapter(root: Any) -> TypeAdapter[Any]:
    return TypeAdapter(root)


def _merged(under: Tree, over: Tree) -> Tree:
    both = {name: _merged(under[name], over[name]) for name in under.keys() & over.keys() if isinstance(over[name], dict)}
    return under | over | both


# ── words ────────────────────────────────────────────────────────────────────────────────────────


def nearest(word: str, known: Iterable[str]) -> str:
    return difflib.get_close_matches(word[:MOST_SHOWN], list(known), n=1, cutoff=0)[0]


def _camel(name: str) -> str:
    return re.sub(r"_([a-z0-9])", lambda letter: letter[1].upper(), name)


def _dotted(place: Place) -> str:
    return ".".join(map(_printable, place))


def _printable(word: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in word[:MOST_SHOWN])


def _word(key: Any) -> str:
    return key if isinstance(key, str) else json.dumps(key)


def is_text(value: str) -> bool:
    """Python keeps bytes of the environment that are not UTF-8 as lone surrogates."""
    return not any("\ud800" <= letter <= "\udfff" for letter in value)


def shown(value: Any) -> str:
    if isinstance(value, dict | list):
        return _kind(value)
    if isinstance(value, str):
        text = value.template if isinstance(value, Filled) else value
        return repr(text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…")
    return "nothing" if value is None else json.dumps(value)


def _kind(value: Any) -> str:
    """Said where the value itself may be a misplaced password."""
    return "a list" if isinstance(value, list) else "a mapping" if isinstance(value, dict) else "a single value"
