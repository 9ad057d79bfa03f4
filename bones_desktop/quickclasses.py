"""Frozen dataclasses that are made quickly: a start makes a hundred and sixty of them.

Python's decorator compiles six methods of each class one by one, which takes half a millisecond and more. Those that
are called often are compiled here too, but all at once, and not before a class is compared or has some objects: most
classes wait for that until long after the start. The others say the same for all classes and need no compiling.
"""

import dataclasses
import sys
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, InitVar, fields
from typing import Any, Final

_PACKAGE: Final = "bones_desktop."
_NEWEST_KNOWN: Final = (3, 13)
"""What makes a dataclass changes with Python: one that nobody compared yet keeps its own decorator."""
_OPTIONS: Final = ({"frozen": True, "slots": True}, {"frozen": True, "slots": True, "kw_only": True})
_OWN: Final = {
    "__eq__", "__hash__", "__repr__", "__setattr__", "__delattr__", "__getstate__", "__setstate__", "__init__",
    "__slots__", "__match_args__",
}  # fmt: skip
"""A class that has one of these for itself is left to Python's decorator."""
_UNCOMPILED: Final = 24
"""So many objects of a class are made before it pays to compile its methods."""
_put: Final = object.__setattr__


class _Factory:
    """Stands in a signature for a default that is made anew each time."""

    def __repr__(self) -> str:
        return "<factory>"


_FACTORY: Final = _Factory()


def quicken_dataclasses() -> None:
    """Let `dataclass` make our frozen classes with slots quickly from now on; all others are made as ever.

    On a Python newer than those known all are made as ever, which costs a start about a tenth.
    """
    usual = dataclasses.dataclass
    if usual.__module__ == __name__ or sys.version_info[:2] > _NEWEST_KNOWN:
        return

    def dataclass(cls: type | None = None, /, **options: Any) -> Any:  # noqa: ANN401 (as of the decorator)
        if cls is None and options in _OPTIONS:
            return lambda made: _quick(made, usual, options)
        return usual(cls, **options)

    dataclasses.dataclass = dataclass


def _quick(cls: type, usual: Callable[..., Any], options: dict[str, bool]) -> type:
    if not cls.__module__.startswith(_PACKAGE) or _OWN & vars(cls).keys() or _needs_more(cls):
        return usual(**options)(cls)  # type: ignore[no-any-return]
    if not cls.__doc__:
        cls.__doc__ = cls.__name__  # else the signature is written, for which Python takes sources apart
    made: Any = usual(init=False, repr=False, eq=False, slots=True, kw_only=options.get("kw_only", False))(cls)
    parts = fields(made)
    # What derives from it, and whoever asks, sees a class that was frozen as usual.
    made.__dataclass_params__.init = made.__dataclass_params__.repr = made.__dataclass_params__.eq = True
    made.__dataclass_params__.frozen = True
    _give(made, (*_to_be_written(made, parts), *_same_for_all(made, parts)))
    return made  # type: ignore[no-any-return]


def _give(cls: type, methods: tuple[Callable[..., Any], ...]) -> None:
    for method in methods:
        method.__qualname__ = f"{cls.__qualname__}.{method.__name__}"
        method.__module__ = cls.__module__
        setattr(cls, method.__name__, method)


def _needs_more(cls: type) -> bool:
    """Return whether the class is derived, or has fields of the rarer sorts."""
    annotations = vars(cls).get("__annotations__", {}).values()
    return (
        any(dataclasses.is_dataclass(base) for base in cls.__mro__[1:])
        or any(isinstance(kind, InitVar) or (isinstance(kind, str) and "Var" in kind) for kind in annotations)
        or any(isinstance(given, Field) and not given.init for given in vars(cls).values())
    )


def _to_be_written(cls: Any, parts: tuple[Field[Any], ...]) -> tuple[Callable[..., Any], ...]:  # noqa: ANN401
    """Return methods of a dataclass that put those which are compiled in their places, and call them.

    The first few objects are made without, as long as nothing about the arguments is wrong.
    """
    places = tuple(part.name for part in parts if part.kw_only is not True)
    left = _UNCOMPILED

    def __init__(self: object, *args: Any, **options: Any) -> None:  # noqa: ANN401, N807
        nonlocal left
        left -= 1
        values = _values(parts, places, args, options) if left >= 0 else None
        if values is None:
            _give(cls, _written(cls, parts))
            cls.__init__(self, *args, **options)
            return
        for name, value in values:
            _put(self, name, value)
        if hasattr(cls, "__post_init__"):
            self.__post_init__()  # type: ignore[attr-defined]

    def __eq__(self: object, other: object) -> bool:  # noqa: N807
        _give(cls, _written(cls, parts))
        return cls.__eq__(self, other)  # type: ignore[no-any-return]

    def __hash__(self: object) -> int:  # noqa: N807
        _give(cls, _written(cls, parts))
        return cls.__hash__(self)  # type: ignore[no-any-return]

    return __init__, __eq__, __hash__


def _values(
    parts: tuple[Field[Any], ...], places: tuple[str, ...], args: tuple[Any, ...], options: dict[str, Any]
) -> list[tuple[str, Any]] | None:
    """Return what each field is given; None for arguments that a call of the class must refuse."""
    given = dict(zip(places, args, strict=False))
    if len(args) > len(places) or given.keys() & options.keys():
        return None
    given.update(options)
    values = []
    for part in parts:
        if part.name in given:
            value = given.pop(part.name)
        elif part.default is not MISSING:
            value = part.default
        elif part.default_factory is not MISSING:
            value = part.default_factory()
        else:
            return None
        values.append((part.name, value))
    return None if given else values


def _written(cls: Any, parts: tuple[Field[Any], ...]) -> tuple[Callable[..., Any], ...]:  # noqa: ANN401 (a dataclass)
    """Return the methods that are called often, compiled all at once."""
    given: dict[str, Any] = {"_put": _put, "_FACTORY": _FACTORY}
    signature, body = ["self"], []
    for part in sorted(parts, key=lambda each: each.kw_only is True):
        name = part.name
        if part.kw_only and "*" not in signature:
            signature.append("*")
        value = name
        if part.default is not MISSING:
            given[f"_usual_{name}"] = part.default
            signature.append(f"{name}=_usual_{name}")
        elif part.default_factory is not MISSING:
            given[f"_make_{name}"] = part.default_factory
            signature.append(f"{name}=_FACTORY")
            value = f"_make_{name}() if {name} is _FACTORY else {name}"
        else:
            signature.append(name)
        body.append(f" _put(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        body.append(" self.__post_init__()")
    compared = [part.name for part in parts if part.compare]
    hashed = [part.name for part in parts if (part.compare if part.hash is None else part.hash)]
    lines = (
        f"def __init__({', '.join(signature)}):", *(body or [" pass"]),
        "def __eq__(self, other):",
        " if other.__class__ is self.__class__:", f"  return {_tuple('self', compared)} == {_tuple('other', compared)}",
        " return NotImplemented",
        "def __hash__(self):", f" return hash({_tuple('self', hashed)})",
    )  # fmt: skip
    exec("\n".join(lines), given)  # noqa: S102 (of our own words, and the names of fields)
    given["__init__"].__annotations__ = {**{part.name: part.type for part in parts}, "return": None}
    return given["__init__"], given["__eq__"], given["__hash__"]


def _tuple(value: str, names: list[str]) -> str:
    return f"({''.join(f'{value}.{name},' for name in names)})"


def _same_for_all(cls: type, parts: tuple[Field[Any], ...]) -> tuple[Callable[..., Any], ...]:
    names = [part.name for part in parts]
    shown = [part.name for part in parts if part.repr]

    def __repr__(self: object) -> str:  # noqa: N807
        inner = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{self.__class__.__qualname__}({inner})"

    def __setattr__(self: object, name: str, value: object) -> None:  # noqa: N807
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        _put(self, name, value)

    def __delattr__(self: object, name: str) -> None:  # noqa: N807
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        object.__delattr__(self, name)

    def __getstate__(self: object) -> list[object]:  # noqa: N807
        return [getattr(self, name) for name in names]

    def __setstate__(self: object, state: list[object]) -> None:  # noqa: N807
        for name, value in zip(names, state, strict=True):
            _put(self, name, value)

    return __repr__, __setattr__, __delattr__, __getstate__, __setstate__
