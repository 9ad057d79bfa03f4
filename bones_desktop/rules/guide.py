"""The guide of a game: pages that teach it, throws worked through on them, and every rule in a sentence or two.

All of it is data; a worked throw is made and read like any other throw of its game.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.dice import Die
from bones_desktop.rules.games import Fallen, Game, Plan, fallen_again, shown
from bones_desktop.rules.reading import Reading

if TYPE_CHECKING:
    from random import Random


_MOST_WAVES: Final = 50
"""Dice that fall again and again are left lying then."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule, its id (CMB-5) as everywhere in the program."""

    id: str
    name: str
    text: str
    example: str = ""
    also: tuple[str, ...] = ()
    """Other words it is found by."""


@dataclass(frozen=True, slots=True)
class DrawnDie:
    """A die to be pictured: its face codes, and what kind of die it is (`bone`, `steel`, `challenge`, `hindering`)."""

    label: str
    look: str
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WorkedThrow:
    """A throw of a sample character, and how its dice fell: for each the number it shows, or its face from 1 on."""

    sample: str
    """Name of the sample's file, without its suffix."""
    roll: str
    answers: dict[str, int | str] = field(default_factory=dict)
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GuidePart:
    """A piece of a page: a heading, or words with perhaps dice or a throw below them."""

    heading: str = ""
    text: str = ""
    dice: tuple[DrawnDie, ...] = ()
    throw: WorkedThrow | None = None


@dataclass(frozen=True, slots=True)
class GuidePage:
    """A page, and the ids of the rules that belong to it."""

    id: str
    name: str
    about: str
    parts: tuple[GuidePart, ...]
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GlanceLine:
    """A line of a table: what, how much in a few words, and the id of the rule that says so."""

    name: str
    value: str
    rule: str


@dataclass(frozen=True, slots=True)
class GlanceTable:
    """Lines to be taken in at a glance in the middle of a game."""

    name: str
    lines: tuple[GlanceLine, ...]


@dataclass(frozen=True, slots=True)
class Guide:
    """The pages and rules of a game, in their order."""

    pages: tuple[GuidePage, ...]
    rules: tuple[Rule, ...]


def planned(game: Game[Any, Any], book: object, who: Any, worked: WorkedThrow) -> Plan:  # noqa: ANN401 (of any game)
    """Return the plan of a worked throw by its character; what must be answered and is not is as proposed.

    RulesError when the game refuses it, StopIteration when it has no such roll.
    """
    roll = next(each for each in game.rolls(book, who) if each.id == worked.roll)
    given = worked.answers
    asked = (each for each in roll.parameters if each.id in given or not each.optional)
    answers = {each.id: each.fitted(given.get(each.id, each.first)) for each in asked}
    return game.plan(book, who, worked.roll, Answers(answers))


def as_worked(game: Game[Any, Any], plan: Plan, worked: WorkedThrow) -> tuple[Fallen, ...]:
    """Return the dice as they fell in the example, those of later waves too; ValueError when it has too few or many."""
    left = list(worked.faces)

    def number(_die: Die[Any]) -> int:
        if not left:
            raise ValueError("a die has no face")
        return left.pop(0)

    fallen = _all_fallen(game, plan, number)
    if left:
        raise ValueError("more faces than dice")
    return fallen


def thrown_again(game: Game[Any, Any], plan: Plan, rng: "Random") -> tuple[Fallen, ...]:
    """Return the dice of the plan as they fall by `rng`, and those that the rules then force to be thrown."""
    return _all_fallen(game, plan, lambda die: shown(die, rng.randrange(len(die.faces)), 0).number)


def _all_fallen(game: Game[Any, Any], plan: Plan, number: Callable[[Die[Any]], int]) -> tuple[Fallen, ...]:
    fallen = tuple(Fallen(die, number(die)) for die in plan.dice)
    for wave in range(1, _MOST_WAVES):
        due = tuple(die for must in read_throw(game, plan, fallen).must for die in must.dice)
        if not due:
            break
        fallen = fallen_again(fallen, tuple(Fallen(die, number(die), wave) for die in due))
    return fallen


def read_throw(game: Game[Any, Any], plan: Plan, fallen: tuple[Fallen, ...]) -> Reading:
    """Return what the dice mean, with nothing chosen."""
    return game.read(plan, fallen, Answers())
