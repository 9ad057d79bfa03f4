"""Fields in the steps of making a character, each stored at a path such as "skills.2.dots".

A game lists the paths of its fields by their ids; a field without a path is stored under its own id. An id and a path
may both contain a number, written "#": "dots-#" is stored at "skills.#.dots". Entries of a list are counted from 1.
Codes refused: no-field (field), no-choice (field, choice).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Final, get_args, get_origin

from bones_desktop.rules.acts import Parameter, ParameterKind
from bones_desktop.rules.games import MakingStep
from bones_desktop.rules.reasons import refuse
from bones_desktop.rules.records import fields, replace
from bones_desktop.rules.values import DICE_COLOURS, ItemT, ValueT, annotation, replaced

Paths = Mapping[str, str]
DICE_COLOUR: Final = Parameter.choice("dice_colour", DICE_COLOURS)
"""The question for the colour of the dice, the same in every game."""


def at(held: object, path: str) -> Any:  # noqa: ANN401 (fields are of any type)
    """Return the value at a path.

    If a list on the path has no such entry yet, return the value that an empty entry has.
    """
    name, _, rest = path.partition(".")
    kept = getattr(held, name)
    if isinstance(kept, tuple):
        n, _, rest = rest.partition(".")
        kept = _filled(held, name, int(n))[int(n) - 1]
    return at(kept, rest) if rest else kept


def with_at(held: ValueT, path: str, new: int | str) -> ValueT:
    """Return a copy with `new` at a path, converted to the type of the value there.

    Lists that are too short are extended. Raise ValueError if `new` does not fit.
    """
    name, _, rest = path.partition(".")
    kept = getattr(held, name)
    if isinstance(kept, tuple):
        n, _, rest = rest.partition(".")
        place, things = int(n) - 1, _filled(held, name, int(n))
        return held.with_(**{name: replaced(things, place, _changed(things[place], rest, new))})
    return held.with_(**{name: _changed(kept, rest, new)})


def _changed(kept: Any, rest: str, new: int | str) -> Any:  # noqa: ANN401 (fields are of any type)
    return with_at(kept, rest, new) if rest else type(kept)(new)


def _filled(held: object, name: str, count: int) -> tuple[Any, ...]:
    """Return the list in a field, extended with empty entries to this length."""
    things: tuple[Any, ...] = getattr(held, name)
    return (*things, *[_empty(type(held), name)] * (count - len(things)))


def _empty(kind: type, name: str) -> object:
    """Return an empty entry for the list in a field that is annotated with Annotated[tuple[thing, ...], Limits]."""
    thing = get_args(get_args(annotation(kind, name))[0])[0]
    made: object = (get_args(thing)[0] if get_origin(thing) is Annotated else thing)()
    return made


def rows(count: int, *asked: Parameter) -> tuple[Parameter, ...]:
    """Return the questions `asked` for each of `count` entries, with the entry's number in place of "#" in every id."""
    return tuple(replace(each, id=each.id.replace("#", str(n))) for n in range(1, count + 1) for each in asked)


def as_held(held: object, paths: Paths, *asked: Parameter) -> tuple[Parameter, ...]:
    """Return the questions with the values of `held` at their paths as proposed answers."""
    found = ((each, at(held, _path(paths, each.id))) for each in asked)
    return tuple(
        replace(each, first=int(value) if each.kind in {ParameterKind.YES_NO, ParameterKind.NUMBER} else str(value))
        for each, value in found
    )


def switches(house: type) -> tuple[Parameter, ...]:
    """Return a question for each house rule, with its default proposed.

    The answer is yes or no, a number, or one of the values of the rule.
    """
    asked = []
    for part in fields(house):
        kind: Any = part.type
        if kind is bool:
            asked.append(Parameter.yes_no(part.name))
        elif get_origin(kind) is Annotated:
            limits = get_args(kind)[1]
            asked.append(Parameter.number(part.name, 0, limits.ge or 0, limits.le or 0))
        else:
            asked.append(Parameter.choice(part.name, map(str, get_args(kind) or kind)))
    return as_held(house(), {}, *asked)


def _path(paths: Paths, field: str) -> str:
    word, _, number = field.rpartition("-")
    return paths.get(field) or paths.get(f"{word}-#", field).replace("#", number)


def written(steps: Iterable[MakingStep], who: ValueT, paths: Paths, field: str, value: int | str) -> ValueT:
    """Return the character with a field of its steps set.

    Raise RulesError no-field (field) if the field does not exist, no-choice (field, choice) for a value that the field
    cannot have.
    """
    asked = next((each for step in steps for each in step.fields if each.id == field), None)
    if asked is None:
        raise refuse("no-field", field=field[:40])
    try:
        if asked.kind is ParameterKind.CHOICE and str(value) not in asked.choices:
            raise ValueError("no such choice")
        return with_at(who, _path(paths, field), value)
    except ValueError as error:
        raise refuse("no-choice", field=field, choice=str(value)[:40]) from error


def to_last(things: tuple[ItemT, ...], holds: Callable[[ItemT], object]) -> tuple[ItemT, ...]:
    """Return the list without empty entries at its end."""
    last = max((place for place, each in enumerate(things, 1) if holds(each)), default=0)
    return things[:last]
