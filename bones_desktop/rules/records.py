"""The base class of records, the immutable values of the program, and the class that makes them."""

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, NoReturn, dataclass_transform


def _initialise(self: object, *given: object, **named: object) -> None:
    """Give the class of a record its own `__init__`, and call it.

    The class gets it with its first record, because many classes have none for a long time.
    """
    kind: Any = type(self)
    known: dict[str, Any] = {"missing": MISSING}
    ordered: list[str] = []
    keyed: list[str] = []
    body: list[str] = []
    for part in fields(kind):
        name = value = shown = part.name
        if part.default is not MISSING:
            known[f"usual_{name}"] = part.default
            shown = f"{name}=usual_{name}"
        elif part.default_factory is not MISSING:
            known[f"fresh_{name}"] = part.default_factory
            shown, value = f"{name}=missing", f"fresh_{name}() if {name} is missing else {name}"
        known[f"put_{name}"] = getattr(kind, name).__set__
        (keyed if part.kw_only else ordered).append(shown)
        body.append(f" put_{name}(self, {value})")
    if hasattr(kind, "__post_init__"):
        body.append(" self.__post_init__()")
    taken = ["self", *ordered, *(["*", *keyed] if keyed else [])]
    # `dataclass` does the same. The text is made of names of fields alone.
    exec("\n".join([f"def __init__({', '.join(taken)}):", *body, " return None"]), known)  # noqa: S102
    made = known["__init__"]
    made.__qualname__ = f"{kind.__qualname__}.__init__"
    kind.__init__ = made
    made(self, *given, **named)


def _refuse_change(self: object, name: str, _value: object = None) -> NoReturn:
    raise FrozenInstanceError(f"{name} of a {type(self).__name__} stays as it is")


def _methods(kind: type) -> dict[str, Callable[..., Any]]:
    """Return the methods that `dataclass` would add: equality, a hash, a text, `__init__`, and refusals of a change.

    `dataclass` compiles a function for each of these methods, which for 200 classes takes a fifth of the start.
    """
    found = fields(kind)
    names = [part.name for part in found if part.compare]
    parts: Callable[[object], object] = attrgetter(*names) if names else type

    def equals(self: object, other: object) -> bool:
        return parts(self) == parts(other) if other.__class__ is kind else NotImplemented

    def hashed(self: object) -> int:
        return hash(parts(self))

    def written(self: object) -> str:
        shown = (f"{part.name}={getattr(self, part.name)!r}" for part in found)
        return f"{self.__class__.__qualname__}({', '.join(shown)})"

    return {
        "__eq__": equals, "__hash__": hashed, "__repr__": written,
        "__init__": _initialise, "__setattr__": _refuse_change, "__delattr__": _refuse_change,
    }  # fmt: skip


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class RecordType(type):
    """Makes every class a dataclass. A class may give further options of `dataclass`, such as `kw_only=True`."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any], **options: bool) -> Any:  # noqa: ANN401
        """Return the class as a dataclass with slots that refuses every change."""
        made = super().__new__(mcs, name, bases, body)
        # `dataclass` makes each class a second time to add the slots.
        if "__slots__" in body:
            return made
        # Python only adds comparisons such as `<` together with its own `==`.
        with_eq = options.get("order", False)
        kind: Any = dataclass(slots=True, init=False, eq=with_eq, repr=False, **options)(made)
        for each, method in _methods(kind).items():
            if each not in body:
                setattr(kind, each, method)
        return kind


class Record(metaclass=RecordType):
    """Base class of values. The fields are those that the class annotates."""

    __slots__ = ()
