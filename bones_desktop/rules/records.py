"""Records: the base class of the immutable values of the program, which are dataclasses with slots.

A subclass of `Record` has a field for each annotation in its body. It has slots, it is compared, hashed and written by
its fields, and it refuses every change. Other libraries see a dataclass (pydantic does so for the published schema).

`Record` does not use the module `dataclasses`. Importing that module imports Python's own parser, which takes longer
than a whole short command. The module also makes each class twice and compiles each of its methods from text: for 200
classes this was a fifth of the start time of the window. `field`, `fields`, `replace` and `MISSING` work for records as
those of `dataclasses` work for dataclasses.
"""

from collections.abc import Callable, Collection
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, NoReturn, dataclass_transform, get_origin

if TYPE_CHECKING:
    # mypy checks the arguments of `replace` only if `replace` comes from `dataclasses`.
    from dataclasses import MISSING as MISSING
    from dataclasses import field as field
    from dataclasses import fields as fields
    from dataclasses import replace as replace
else:
    MISSING = object()

    def field(*, default: object = MISSING, default_factory: object = MISSING, compare: bool = True) -> "_Field":
        """Return a field with these options, for the body of a record."""
        return _Field("", None, default, default_factory, compare, kw_only=False)

    def fields(of: object) -> tuple["_Field", ...]:
        """Return the fields of a record or of a class of records."""
        return tuple(of.record_fields.values())

    def replace(record: object, **changes: object) -> object:
        """Return a copy of the record with changed fields. Raise TypeError for an unknown field."""
        return type(record)(**{name: getattr(record, name) for name in record.record_fields} | changes)


class _Field(NamedTuple):
    """One field of a record."""

    name: str
    type: object
    default: object
    default_factory: object
    compare: bool
    kw_only: bool


def _initialise(self: object, *given: object, **named: object) -> None:
    """Give the class of a record its own `__init__`, and call it.

    The `__init__` is made with the first record of the class, because many classes have no records for a long time.
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
    # `dataclass` uses `exec` too. The text contains only names of fields.
    exec("\n".join([f"def __init__({', '.join(taken)}):", *body, " return None"]), known)  # noqa: S102
    made = known["__init__"]
    made.__qualname__ = f"{kind.__qualname__}.__init__"
    kind.__init__ = made
    made(self, *given, **named)


def _refuse_change(self: object, name: str, _value: object = None) -> NoReturn:
    from dataclasses import FrozenInstanceError  # Imported late: the module docstring says why.

    raise FrozenInstanceError(f"{name} of a {type(self).__name__} stays as it is")


def _methods(found: Collection[_Field]) -> dict[str, Callable[..., Any]]:
    """Return the methods that `dataclass` would add: equality, a hash, a text, `__init__`, and refusals of a change."""
    names = [part.name for part in found if part.compare]
    parts: Callable[[object], object] = attrgetter(*names) if names else type

    def equals(self: object, other: object) -> bool:
        return parts(self) == parts(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: object) -> int:
        return hash(parts(self))

    def written(self: object) -> str:
        shown = (f"{part.name}={getattr(self, part.name)!r}" for part in found)
        return f"{self.__class__.__qualname__}({', '.join(shown)})"

    return {
        "__eq__": equals, "__hash__": hashed, "__repr__": written,
        "__init__": _initialise, "__setattr__": _refuse_change, "__delattr__": _refuse_change,
    }  # fmt: skip


class _DataclassFields:
    """Makes the fields of `dataclasses` for a class when something asks for them, and keeps them in the class."""

    def __get__(self, _record: object, kind: Any) -> dict[str, Any]:  # noqa: ANN401 (a class of records)
        import dataclasses  # Imported late: the module docstring says why.

        parts = [
            (part.name, part.type, dataclasses.field(
                **{key: each for key in ("default", "default_factory") if (each := getattr(part, key)) is not MISSING},
                compare=part.compare,
                kw_only=part.kw_only,
            ))
            for part in fields(kind)
        ]  # fmt: skip
        made: Any = dataclasses.make_dataclass("_", parts, namespace={"__doc__": "_"}, init=False, repr=False, eq=False)
        found: dict[str, Any] = made.__dataclass_fields__
        kind.__dataclass_fields__ = found
        return found


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class RecordType(type):
    """Makes a class of records. With `kw_only=True` the class takes its fields by name only."""

    record_fields: dict[str, _Field]

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any], *, kw_only: bool = False) -> Any:  # noqa: ANN401
        """Return the class with slots and with the methods that its body lacks."""
        known: dict[str, _Field] = {}
        for base in reversed(bases):
            known |= getattr(base, "record_fields", {})
        own: dict[str, _Field] = {}
        for each, kind in body.get("__annotations__", {}).items():
            if ClassVar not in {kind, get_origin(kind)}:
                given = body.pop(each, MISSING)
                part: Any = given if hasattr(given, "default_factory") else field(default=given)
                own[each] = part._replace(name=each, type=kind, kw_only=kw_only)
        found = known | own
        added = {
            "__slots__": (*(each for each in own if each not in known), *body.pop("__slots__", ())),
            "__match_args__": tuple(each for each, part in found.items() if not part.kw_only),
            "__dataclass_fields__": _DataclassFields(),
            "record_fields": found,
        }
        return super().__new__(mcs, name, bases, _methods(found.values()) | body | added)


class Record(metaclass=RecordType):
    """Base class of values. The fields are those that the class annotates."""
