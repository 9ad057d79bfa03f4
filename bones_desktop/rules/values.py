"""The base class of all values in files: frozen, with only types that a file can hold. Also the base of characters.

An annotation gives the type of a field and its `Limits`. The limits apply to edits, which make values, and to files,
from which `storage` reads them. Bidirectional control characters are removed from a text when it is read or made,
because they would change the direction of the sentence around it; texts that are `exact` keep them. The file contains
them until the value is saved again. Prose shown in paragraphs of its own is exact. Notes shown in a row next to a name
are not: notes of dice, items, themes, followers, powers and spells, the result of an action of a season, and the reason
for a house rule.

If two keys are equal without these characters, only the first is kept.

Codes refused: text-too-long (most), too-many (most), too-many-tags (most).
"""

import re
from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache
from math import isfinite
from operator import is_
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Literal,
    Self,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
)

from bones_desktop.rules.reasons import refuse
from bones_desktop.rules.records import MISSING, Record, RecordType, field, fields
from bones_desktop.rules.typedtext import one_line, strip_bidi

ItemT = TypeVar("ItemT")

Check = Callable[[Any], Any]
"""Returns the value to keep; raises UnfitError if the value does not fit."""
MOST_FAULTS: Final = 20
"""Maximum number of faults to look for in one value, so that a file with many takes no longer than other files."""
_UNLIMITED: Final = 1 << 60


class Fault(Record):
    """One fault: the keys and places that lead to it, and the kind of error, as pydantic names it."""

    where: tuple[str | int, ...]
    hint: str


class UnfitError(ValueError):
    """Raised if a value does not fit; `faults` are in the order of the fields, from one to MOST_FAULTS."""

    def __init__(self, *faults: Fault, of: str = "") -> None:
        """`of` is the name of the value's type."""
        super().__init__(", ".join(f"{'.'.join(map(str, (of, *each.where)))}: {each.hint}" for each in faults))
        self.faults = faults[:MOST_FAULTS]

    def within(self, step: str | int) -> tuple[Fault, ...]:
        """Return the faults as seen from the container that has the value under the key or place `step`."""
        return tuple(Fault((step, *each.where), each.hint) for each in self.faults)


def _unfit(hint: str) -> UnfitError:
    return UnfitError(Fault((), hint))


class Limits(Record, kw_only=True):
    """Limits of a text, a list or a number; metadata of an `Annotated` type.

    The names come from pydantic, which gets the limits from the method below.
    """

    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    ge: int | None = None
    le: int | None = None
    exact: bool = False
    """True if a text is kept unchanged, such as prose or the path of a file."""

    def __get_pydantic_core_schema__(self, source: object, handler: Check) -> dict[str, Any]:
        given = {part.name: getattr(self, part.name) for part in fields(self) if part.name != "exact"}
        return {**handler(source), **{name: limit for name, limit in given.items() if limit is not None}}


_NO_LIMITS: Final = Limits()
Id = Annotated[str, Limits(max_length=80)]
Line = Annotated[str, Limits(max_length=200)]
Note = Annotated[str, Limits(max_length=20_000)]
"""A text of a character in the smaller games."""
Prose = Annotated[str, Limits(max_length=20_000, exact=True)]
"""A long text of a character in the smaller games, shown in separate paragraphs."""


def _limits(kind: object) -> Limits:
    metadata = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    return next((each for each in metadata if isinstance(each, Limits)), _NO_LIMITS)


def longest(kind: object) -> int | None:
    """Return the maximum number of entries or characters of a value of `kind`; None without a limit."""
    return _limits(kind).max_length


@cache
def checker(kind: Any, *, stored: bool = False, exact: bool = False) -> Check:  # noqa: ANN401 (a type or a form of one)
    """Return a function that checks values for a field of type `kind`.

    Raise TypeError if no file can hold such a field. With `stored`, the function takes a value as it is in JSON, and
    makes tuples, enum members, faces and values from it. With `exact`, it keeps texts unchanged, whatever their limits
    say.
    """
    limits = _limits(kind)
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    origin, inner = get_origin(kind), get_args(kind)
    if origin in {UnionType, Union}:
        return _either({each: checker(each, stored=stored, exact=exact) for each in inner})
    if origin is Literal:
        return _one_of(inner, stored, "literal_error")
    if origin in {tuple, frozenset}:
        return _list(origin, checker(inner[0], stored=stored, exact=exact), limits, list if stored else origin)
    if origin is dict:
        return _dict(*(checker(each, stored=stored, exact=exact) for each in inner))
    if kind is str:
        return _text(limits, exact or limits.exact)
    if kind is int or kind is float:
        return _number(kind, limits)
    if not isinstance(kind, type) or origin is not None:
        raise TypeError(f"no field holds {kind}")
    return _stored(kind) if stored and kind not in {bool, NoneType} else _instance(kind)


def _stored(kind: type) -> Check:
    """Return a function that makes a value of one of our own types from JSON."""
    if issubclass(kind, Enum):
        return _one_of(tuple(kind), True, "enum")
    if hasattr(kind, "from_code"):
        return _coded(kind.from_code)
    if issubclass(kind, Record):
        return _object(kind)
    raise TypeError(f"nothing in JSON is a {kind}")


def _text(limits: Limits, exact: bool) -> Check:
    least, most = limits.min_length or 0, limits.max_length or _UNLIMITED
    pattern = re.compile(limits.pattern) if limits.pattern else None

    def check(value: object) -> str:
        if not isinstance(value, str):
            raise _unfit("string_type")
        if not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:  # a lone surrogate, which no file can hold
                raise _unfit("string_unicode") from None
            if not exact:
                value = strip_bidi(value)
        if len(value) > most:
            raise _unfit("string_too_long")
        if len(value) < least:
            raise _unfit("string_too_short")
        if pattern is not None and not pattern.fullmatch(value):
            raise _unfit("string_pattern_mismatch")
        return value

    return check


def _number(kind: type[int] | type[float], limits: Limits) -> Check:
    """Return a function that checks a number; it converts a whole number for a float field."""
    ge, le = limits.ge, limits.le
    whole = kind is int

    def check(value: Any) -> int | float:  # noqa: ANN401 (anything may be given)
        if not isinstance(value, int if whole else int | float) or isinstance(value, bool):
            raise _unfit("int_type" if whole else "float_type")
        if not whole:
            try:
                value = float(value)
            except OverflowError:  # a whole number of more than 300 digits
                raise _unfit("finite_number") from None
            if not isfinite(value):
                raise _unfit("finite_number")
        if ge is not None and value < ge:
            raise _unfit("greater_than_equal")
        if le is not None and value > le:
            raise _unfit("less_than_equal")
        found: int | float = value
        return found

    return check


def _instance(kind: type) -> Check:
    hint = "bool_type" if kind is bool else "is_instance_of"

    def check(value: object) -> object:
        if not isinstance(value, kind):
            raise _unfit(hint)
        return value

    return check


def _either(checks: dict[type, Check]) -> Check:
    """Return a function that checks a value with the check for its type, or with the first check for other types."""
    first = next(iter(checks.values()))
    return lambda value: checks.get(type(value), first)(value)


def _one_of(allowed: tuple[Any, ...], stored: bool, hint: str) -> Check:
    held = [each.value if stored and isinstance(each, Enum) else each for each in allowed]
    # The keys include types, because True equals 1 and a member of a StrEnum equals its text.
    words = {(type(word), word): each for word, each in zip(held, allowed, strict=True)}

    def check(value: object) -> object:
        try:
            return words[type(value), value]
        except (KeyError, TypeError):  # a list or an object has no hash
            raise _unfit(hint) from None

    return check


def _coded(make: Callable[[str], object]) -> Check:
    """Return a function that makes a value from the code that files store for it."""

    def check(value: object) -> object:
        try:
            if isinstance(value, str):
                return make(value)
        except ValueError:
            pass
        raise _unfit("value_error")

    return check


def _list(kind: type, check_each: Check, limits: Limits, given: type[list[Any]] | type[tuple[Any, ...]]) -> Check:
    """Return a function that checks a list or tuple (the type `given`) and returns it as `kind`."""
    least, most = limits.min_length or 0, limits.max_length or _UNLIMITED

    def check(value: Any) -> object:  # noqa: ANN401 (anything may be given)
        if not isinstance(value, given):
            raise _unfit("tuple_type")
        if len(value) > most:
            raise _unfit("too_long")
        if len(value) < least:
            raise _unfit("too_short")
        found: list[Any] = []
        faults: list[Fault] = []
        for place, each in enumerate(value):
            try:
                found.append(check_each(each))
            except UnfitError as error:
                faults += error.within(place)
                if len(faults) >= MOST_FAULTS:
                    break
        if faults:
            raise UnfitError(*faults)
        # A tuple that fits is returned unchanged, so that equal values share it and are compared quickly.
        return value if given is kind and all(map(is_, found, value)) else kind(found)

    return check


def _dict(check_key: Check, check_each: Check) -> Check:
    def check(value: object) -> dict[Any, Any]:
        if not isinstance(value, dict):
            raise _unfit("dict_type")
        found: dict[Any, Any] = {}
        faults: list[Fault] = []
        for key, each in value.items():
            try:
                found.setdefault(check_key(key), check_each(each))
            except UnfitError as error:
                faults += error.within(key)
        if faults:
            raise UnfitError(*faults)
        return found

    return check


def _object(kind: Any) -> Check:  # noqa: ANN401 (a type of dataclass)
    """Return a function that makes a dataclass from a JSON object, with checked fields, bypassing the constructor."""
    exact = not issubclass(kind, Value)
    kinds: dict[str, Any] = {part.name: part.type for part in fields(kind)}
    parts = [
        (part.name, checker(kinds[part.name], stored=True, exact=exact), part.default, part.default_factory)
        for part in fields(kind)
    ]
    put = object.__setattr__

    def check(value: object) -> object:
        if not isinstance(value, dict):
            raise _unfit("dataclass_type")
        made = object.__new__(kind)
        faults: list[Fault] = []
        for name, check_part, usual, fresh in parts:
            if name in value:
                try:
                    put(made, name, check_part(value[name]))
                except UnfitError as error:
                    faults += error.within(name)
            elif usual is not MISSING:
                put(made, name, usual)
            elif fresh is not MISSING:
                put(made, name, fresh())
            else:
                faults.append(Fault((name,), "missing"))
        if not value.keys() <= kinds.keys():
            faults += [Fault((name,), "unexpected_keyword_argument") for name in value if name not in kinds]
        if faults:
            raise UnfitError(*faults)
        return made

    return check


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class _ValueType(RecordType):
    """Makes every class a dataclass with keyword fields."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:  # noqa: ANN401
        return super().__new__(mcs, name, bases, body, kw_only=True)


class Value(Record, metaclass=_ValueType):
    """Base class of all values that files hold: a record with keyword fields.

    Creating one raises UnfitError for a value that does not fit.
    """

    __slots__ = ()
    # Used by pydantic, which makes the published schema and reads data sent to the program.
    __pydantic_config__: ClassVar = {"extra": "forbid", "strict": True, "allow_inf_nan": False}

    def __post_init__(self) -> None:
        kind: type = type(self)
        for name, check in _checks(kind).items():
            given = getattr(self, name)
            fitted = _fitted(self, name, check, given)
            if fitted is not given:
                object.__setattr__(self, name, fitted)

    def with_(self, **changes: Any) -> Self:  # noqa: ANN401 (fields are of any type; each is checked)
        """Return a copy with `changes`. Raise UnfitError if one does not fit, TypeError for an unknown field."""
        kind: type = type(self)
        parts = _checks(kind)
        if not changes.keys() <= parts.keys():
            raise TypeError(f"{kind.__name__} has no {', '.join(sorted(changes.keys() - parts.keys()))}")
        copy = object.__new__(type(self))
        for name, check in parts.items():
            # Unchanged values were checked when they were set.
            value = _fitted(self, name, check, changes[name]) if name in changes else getattr(self, name)
            object.__setattr__(copy, name, value)
        return copy


@cache
def _checks(kind: type) -> dict[str, Check]:
    kinds: dict[str, Any] = {part.name: part.type for part in fields(kind)}
    return {name: checker(each) for name, each in kinds.items()}


def _fitted(value: Value, name: str, check: Check, given: object) -> object:
    try:
        return check(given)
    except UnfitError as error:
        raise UnfitError(*error.within(name), of=type(value).__name__) from error


ValueT = TypeVar("ValueT", bound=Value)


def replaced(items: tuple[ItemT, ...], place: int, new: ItemT) -> tuple[ItemT, ...]:
    """Return `items` with the item at `place`, counted from 0, replaced by `new`."""
    return (*items[:place], new, *items[place + 1 :])


def without(items: tuple[ItemT, ...], place: int) -> tuple[ItemT, ...]:
    """Return `items` without the item at `place`, counted from 0."""
    return (*items[:place], *items[place + 1 :])


def annotation(kind: Any, name: str) -> object:  # noqa: ANN401 (a dataclass)
    """Return the type of a field, with its limits."""
    return next(part.type for part in fields(kind) if part.name == name)


def added(value: ValueT, name: str, new: object, code: str = "too-many", rule: str = "") -> ValueT:
    """Return a copy with `new` added to the list `name`. Raise RulesError `code` (most) if the list is full."""
    things, most = getattr(value, name), longest(annotation(type(value), name))
    if most is not None and len(things) >= most:
        raise refuse(code, rule, most=most)
    return value.with_(**{name: (*things, new)})


LONGEST_TAG: Final = 40
MOST_TAGS: Final = 20
Tags = Annotated[tuple[Annotated[str, Limits(min_length=1, max_length=LONGEST_TAG)], ...], Limits(max_length=MOST_TAGS)]


DiceColour = Literal["", "coral", "rose", "amber", "lemon", "lime", "aqua", "sky", "indigo", "lilac", "copper"]
"""Colour of a player's own dice; "" for the ivory of the theme."""
DICE_COLOURS: Final[tuple[DiceColour, ...]] = get_args(DiceColour)


MOST_PROPOSED: Final = 30
"""Number of a character's newest acts that can still be pending; older acts are not offered."""
MOST_DONE: Final = 100
"""Maximum number of marks kept: more than three times MOST_PROPOSED, because acts are done in any order."""


class DoneAct(Value):
    """The mark of an act that a roll proposed."""

    act: Id
    """The id of the act in the log. The first mark may have none: it sums up older marks that were merged."""
    points: Annotated[int, Limits(ge=-1_000_000, le=1_000_000)] = 0
    """The points of damage taken for the act; negative for points that it healed."""
    absorbed: Annotated[int, Limits(ge=0, le=1_000_000)] = 0
    """The points that armour absorbed."""


DoneActs = Annotated[tuple[DoneAct, ...], Limits(max_length=MOST_DONE)]


class GameCharacter(Value):
    """Base of the characters of all games."""

    id: Id = ""
    name: Line = ""
    done_acts: DoneActs = ()
    """Marks of acts that rolls proposed and that the character has done."""
    dice_colour: DiceColour = ""
    tags: Tags = ()
    """Tags by which the player sorts the shelf."""


Who = TypeVar("Who", bound=GameCharacter)


def done_act(value: GameCharacter, act: str) -> DoneAct | None:
    """Return the mark of the act with this id; None if the character has not done it."""
    return next((each for each in value.done_acts if each.act == act), None)


def with_done_act(value: Who, act: str, points: int = 0, absorbed: int = 0) -> Who:
    """Return the character with a mark for an act; points are added to an existing mark."""
    before = done_act(value, act) or DoneAct(act=act)
    others = [each for each in value.done_acts if each.act != act]
    if len(others) == MOST_DONE:
        first, second, *rest = others
        # Merge the two oldest marks. If a mark were dropped, its damage would be mistaken for dice lost by hand for a
        # newer act.
        others = [DoneAct(act="", points=first.points + second.points), *rest]
    mark = before.with_(points=before.points + points, absorbed=before.absorbed + absorbed)
    return value.with_(done_acts=(*others, mark))


def tag_of(text: str) -> str:
    """Return the tag in `text`, without superfluous spaces; "" for none. Raise RulesError if it is too long."""
    tag = one_line(text)
    if len(tag) > LONGEST_TAG:
        raise refuse("text-too-long", "", most=LONGEST_TAG)
    return tag


def retag(who: Who, add: Iterable[str] = (), remove: Iterable[str] = ()) -> Who:
    """Return the character with tags added and removed, ignoring case. Raise RulesError if there are too many."""
    gone = {tag_of(tag).casefold() for tag in remove}
    kept = {tag.casefold(): tag for tag in who.tags if tag_of(tag).casefold() not in gone}
    for text in add:
        tag = tag_of(text)
        if tag:
            kept.setdefault(tag.casefold(), tag)
    if len(kept) > MOST_TAGS:
        raise refuse("too-many-tags", "", most=MOST_TAGS)
    return who.with_(tags=tuple(kept.values()))
