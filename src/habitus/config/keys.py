"""The settings as a flat list: what errors and documents say of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

from habitus.config.settings import Settings

Place: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    place: Place
    hint: Any
    default: Any
    about: Mapping[str, Any]

    @property
    def variable(self) -> str:
        return variable(self.place)

    @property
    def is_mapping(self) -> bool:
        return isinstance(self.default, Mapping)

    @property
    def wanted(self) -> str:
        """Completes "must be …"."""
        if self.is_mapping:
            return f"names with {self.wanted_inside} each"
        return _either(_words(self.hint)) + self._range

    @property
    def wanted_inside(self) -> str:
        """The same for one entry of a mapping."""
        return _either(_words(get_args(self.hint)[1]))

    @property
    def _range(self) -> str:
        least, most = self.about.get("ge"), self.about.get("le")
        if most is not None:
            return f" from {least} to {most}"
        return "" if least is None else f" of at least {least}"


@cache
def keys(root: type = Settings) -> tuple[Key, ...]:
    return tuple(_below(root, ()))


def _below(section: Any, place: Place) -> Iterator[Key]:
    hints = get_type_hints(section)
    for one in fields(section):
        here, hint = (*place, one.name), hints[one.name]
        if is_dataclass(hint):
            yield from _below(hint, here)
        else:
            yield Key(place=here, hint=hint, default=getattr(section(), one.name), about=one.metadata)


def variable(place: Place) -> str:
    return "HABITUS_" + "__".join(place).upper()


def _words(hint: Any) -> list[str]:
    if isinstance(hint, UnionType):
        return [word for part in get_args(hint) if part is not NoneType for word in _words(part)]
    if get_origin(hint) is Literal:
        return [repr(value) for value in get_args(hint)]
    if get_origin(hint) is list:
        return ["a list of texts" if get_args(hint)[0] is str else "a list"]
    return {bool: ["true", "false"], int: ["a whole number"], float: ["a number"], str: ["text"], Any: ["anything"]}[hint]


def _either(words: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
