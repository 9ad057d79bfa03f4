"""The base class of records; reasons as codes with values, of which `wording` makes sentences; and problems."""

import re
from collections.abc import Callable, Iterable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from enum import StrEnum
from operator import attrgetter
from typing import Any, Final, Generic, NoReturn, TypeVar, dataclass_transform


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


RULE_ID: Final = re.compile(
    r"\b(?:(?:ACT|AMB|BST|CAST|CHR|CMB|DICE|EQP|HEAL|HIND|ICON|IMP|MAG|MAST|MOVE|OFF|RACE|SHT|SPF|TASK)-\d{1,3}"
    r"|(?:BA|FM|MG|SB)-[ALRT]\d{1,2}[a-z]?)\b"
)
"""Pattern of rule ids in texts that the program shows."""


class Reason(Record):
    """One reason: a stable `code` such as "cap", the values for its sentence, and the id of its rule (ACT-3)."""

    code: str
    rule: str = ""
    values: tuple[tuple[str, str | int], ...] = ()

    def value(self, key: str) -> str | int:
        """Return the value under `key`. Raise KeyError if the reason has none."""
        return dict(self.values)[key]


def reason(code: str, rule: str = "", **values: str | int) -> Reason:
    """Return a Reason with `values` in the given order."""
    return Reason(code, rule, tuple(values.items()))


class RulesError(Exception):
    """Raised for an edit that the rules refuse. `reason` gives the sentence to show."""

    def __init__(self, why: Reason) -> None:
        super().__init__(why.code)
        self.reason = why


def counted(code: str, rule: str, held: int, due: int) -> Reason:
    """Return the reason that says how much is placed and how much there is to place.

    `wording` adds how much is left to place, or is too much.
    """
    return reason(code, rule, held=held, due=due, to_place=due - held)


def is_placed(count: Reason) -> bool:
    """Return whether a count made by `counted` has nothing left to place and nothing too much."""
    return count.value("to_place") == 0


def refuse_if(why_not: Reason | None) -> None:
    """Raise RulesError with this reason; do nothing if it is None."""
    if why_not is not None:
        raise RulesError(why_not)


def refuse(code: str, rule: str = "", **values: str | int) -> RulesError:
    """Return the error to raise for a refused edit."""
    return RulesError(reason(code, rule, **values))


Where = TypeVar("Where", covariant=True)
"""The place of a problem: a place on the sheet, or the id of a field in a step; "" for none."""


class Weight(StrEnum):
    """The severity of a problem."""

    ILLEGAL = "illegal"
    UNFINISHED = "unfinished"
    ADVICE = "advice"
    """A hint. The character is legal and complete even if the player ignores it."""


class Problem(Record, Generic[Where]):
    """One problem of a character: the reason, which has its rule, and the place."""

    reason: Reason
    place: Where
    weight: Weight


def by_weight(found: Iterable[Problem[Where]]) -> tuple[Problem[Where], ...]:
    """Return the problems in order: violations of the rules first, hints last."""
    return tuple(problem for weight in Weight for problem in found if problem.weight is weight)


def is_legal(found: Iterable[Problem[Any]]) -> bool:
    """Return whether no problem in `found` violates the rules."""
    return all(problem.weight is not Weight.ILLEGAL for problem in found)


def is_complete(found: Iterable[Problem[Any]]) -> bool:
    """Return whether no problem in `found` is an open choice."""
    return all(problem.weight is not Weight.UNFINISHED for problem in found)
