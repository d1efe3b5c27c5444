"""How a noun is made: a dataclass with slots, frozen in the eyes of mypy, whose methods but one are written once, here.

`dataclasses` compiles six methods for every frozen class, most of a millisecond each time, and a hook process makes two dozen nouns
before its one call is judged; and a frozen `__init__` is slower than a plain one, for every event. So only `__init__` is
compiled, and a plain one.
Nothing in the house assigns to a noun's field: mypy refuses it, and `dataclasses.replace` makes a new one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform, overload

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


@overload
def noun(cls: type[T], /) -> type[T]: ...


@overload
def noun(*, kw_only: bool = True, frozen: bool = True) -> Callable[[type[T]], type[T]]: ...


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
def noun(cls: type[T] | None = None, /, *, kw_only: bool = True, frozen: bool = True) -> Any:
    """`frozen=False` is for mypy, and for values that cannot be keys: a noun that its owner moves in place."""

    def made(cls: type[T]) -> type[T]:
        cls.__doc__ = cls.__doc__ or cls.__name__  # `dataclass` would write a signature, a fifth of the time that a noun takes
        plain: Any = dataclass(repr=False, eq=False, slots=True, kw_only=kw_only)(cls)
        plain.__eq__, plain.__repr__ = _equals, _shown
        plain.__hash__ = _hashed if frozen else None
        return plain  # type: ignore[no-any-return]

    return made if cls is None else made(cls)


def _values(one: Any) -> tuple[Any, ...]:
    return tuple([getattr(one, name) for name in one.__dataclass_fields__])


def _equals(one: Any, other: object) -> bool:
    return type(one) is type(other) and _values(one) == _values(other)


def _hashed(one: Any) -> int:
    return hash(_values(one))


def _shown(one: Any) -> str:
    return f"{type(one).__qualname__}({', '.join(f'{name}={getattr(one, name)!r}' for name in one.__dataclass_fields__)})"
