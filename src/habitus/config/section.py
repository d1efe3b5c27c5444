"""A section of the settings: a frozen dataclass whose methods are written once, here.

`dataclasses` writes six methods for every class by compiling text, most of a millisecond each time, and a hook process makes every
section before every tool call. What reads sections (pydantic, `fields`, `replace`, mypy) sees an ordinary dataclass.
"""

from __future__ import annotations

from dataclasses import MISSING, FrozenInstanceError, dataclass, field
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


class _Section:
    __dataclass_fields__: Any

    def __init__(self, **given: Any) -> None:
        own = self.__dict__
        for name, one in self.__dataclass_fields__.items():
            if name in given:
                own[name] = given.pop(name)
            else:
                own[name] = one.default if one.default_factory is MISSING else one.default_factory()
        if given:
            raise TypeError(f"{type(self).__name__} has no setting {', '.join(given)}")

    def __setattr__(self, name: str, value: Any) -> None:
        raise FrozenInstanceError(f"settings do not change: make new ones with dataclasses.replace, instead of setting {name}")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    __hash__ = None  # type: ignore[assignment]  # some sections hold lists

    def __repr__(self) -> str:
        shown = (f"{name}={self.__dict__[name]!r}" for name, one in self.__dataclass_fields__.items() if one.repr)
        return f"{type(self).__name__}({', '.join(shown)})"


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
def section(cls: type[T]) -> type[T]:
    made = dataclass(init=False, repr=False, eq=False, kw_only=True)(cls)
    for name in ("__init__", "__setattr__", "__eq__", "__hash__", "__repr__"):
        setattr(made, name, getattr(_Section, name))
    return made
