"""A game as the program sees it: one value of functions over its own character; and the guide of a game.

The program rolls, stores, undoes and shows. A game says which dice are rolled, what they mean and which acts are
possible. Its character, its book of data and its rules are its own. A guide has pages that teach the game, worked
examples of rolls, and every rule in a sentence or two. It is data; a worked example is made and read like any other
roll.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, Self, TypeVar

from bones_desktop.rules.acts import Act, Answers, Parameter
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reading import DieReading, Proposal, Reading, Role
from bones_desktop.rules.reasons import Problem, Reason
from bones_desktop.rules.values import without


class AnyCharacter(Protocol):
    """What every character has, of whichever game."""

    @property
    def id(self) -> str: ...  # noqa: D102

    @property
    def name(self) -> str: ...  # noqa: D102

    def with_(self, **changes: object) -> Self: ...  # noqa: D102


_BRIEF: Final = 3
"""So many facts tell a character from others."""
Who = TypeVar("Who", bound=AnyCharacter)
Book = TypeVar("Book")


@dataclass(frozen=True, slots=True)
class DieResult:
    """A die of a throw and the number it shows; of a die of icons the place of its face, counted from 1."""

    die: Die[Any]
    number: int
    wave: int = 0
    """0 for the dice of the plan; each wave that the rules force to be thrown counts one more."""
    counts: bool = True
    """False once another throw of it stands in its place."""


@dataclass(frozen=True, slots=True)
class MakingStep:
    """One step of making a character: fields to write, or dice to throw by an act."""

    id: str
    is_done: bool
    fields: tuple[Parameter, ...] = ()
    """With what they hold as what is proposed."""
    act: str = ""
    """Of the act that throws the dice of this step."""
    fallen: tuple[DieResult, ...] = ()
    """Those dice as they fell."""
    came: tuple[Reason, ...] = ()
    """What they came to."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A number or word that follows from the character, and how it came about."""

    id: str
    value: int | str
    how: tuple[Reason, ...] = ()
    name: str = ""
    """What it is called where the player named it; the game's words have the names of others."""


@dataclass(frozen=True, slots=True)
class Track:
    """A row of boxes to mark: `marked` of `boxes`, and the state that adds up to."""

    id: str
    boxes: int
    marked: int
    state: str = ""
    mark: Proposal | None = None
    """What marks boxes: as many as its answer `value` says. None where `by_hand` says why not."""
    unmark: Proposal | None = None
    """What takes marks back, likewise."""
    by_hand: Reason | None = None
    """Why boxes are not marked, or marks not taken back, by hand."""
    name: str = ""
    """Whose it is where the player named it; the game's words have the names of others."""


@dataclass(frozen=True, slots=True)
class Roll:
    """A kind of throw and what is asked before it."""

    id: str
    parameters: tuple[Parameter, ...]
    compare: str = ""
    """The parameter, a number, whose values are worth comparing by their chances before one is chosen."""
    offers: tuple[str, ...] = ()
    """What its reading may offer, by the choices that answer it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything fixed before a throw: the dice in their groups, and what the request says."""

    roll: str
    dice: tuple[Die[Any], ...]
    answers: Answers = field(default_factory=Answers)
    asked: object = None
    """What else the game reads it with; only the game looks into it."""
    first: tuple[Proposal, ...] = ()
    """Acts that are done before the dice fall, because the throw uses something up; refused, it is not thrown."""
    hidden: frozenset[str] = frozenset()
    """Groups of dice that nobody sees before they fall; nor are chances told then."""
    notes: tuple[Reason, ...] = ()
    """Said before the throw, such as that the character is down; it can be thrown all the same."""


@dataclass(frozen=True, slots=True)
class ListedThing:
    """One line of a list of things: how many, what is said of it, and whether it is in use now."""

    key: str
    """The answer that chooses it in the acts of its list."""
    name: str
    count: int = 1
    notes: tuple[Reason, ...] = ()
    in_use: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """Things that a character has, and what is done to one of them or adds one."""

    id: str
    items: tuple[ListedThing, ...]
    parameter: str
    """Which parameter of `acts` chooses the thing."""
    acts: tuple[str, ...]
    """Done to a thing; the first is what a press on it means."""
    adds: str = ""
    """The act that adds things."""

    @property
    def which(self) -> Parameter:
        """What asks which of the things, by their places."""
        return Parameter.place(self.parameter, (each.name for each in self.items))

    def dropping(self, act: str, group: str, code: str) -> Act[Any]:
        """Return an act that takes a thing out of the list, which the character keeps under the same id.

        RulesError of `code` when none of them is chosen.
        """

        def drop(who: Who, given: Answers) -> Who:
            things = getattr(who, self.id)
            return who.with_(**{self.id: without(things, given.place(self.parameter, len(things), code))})

        return Act.asking(act, group, drop, self.which)


UNMARKED: Final = "☐"
"""The value of a line that is one box, to be marked on paper."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of a sheet: a title, what stands at its right, and more below."""

    title: str
    value: str = ""
    text: str = ""
    boxes: int = 0
    """To be marked on paper, below the text, which then says what they stand for."""
    marked: int = 0


@dataclass(frozen=True, slots=True)
class SheetPart:
    """Lines of a sheet under one heading, by its id."""

    id: str
    lines: tuple[SheetLine, ...]
    rule: str = ""
    """Of the rule that a table to be looked up comes from."""
    paper_only: bool = False
    """The window shows it in a way of its own."""


Outcomes = Mapping[str, Chance]
"""The exclusive outcomes of a finding; they sum to 1."""


@dataclass(frozen=True, slots=True)
class JointOutcome:
    """How likely outcomes of several findings are together, by the ids of the findings."""

    outcomes: Mapping[str, str]
    chance: Chance


@dataclass(frozen=True, slots=True)
class Odds:
    """Exact chances of every finding of a plan; `joint` where findings depend on one another."""

    findings: Mapping[str, Outcomes]
    joint: tuple[JointOutcome, ...] = ()


@dataclass(frozen=True)
class Game(Generic[Who, Book]):
    """One game. `book` is what it reads from its data; only the game looks into it."""

    id: str
    title: str
    credit: str
    new: Callable[[str], Who]
    """A character not yet made, of the id given."""
    steps: Callable[[Book, Who], tuple[MakingStep, ...]]
    with_field: Callable[[Book, Who, str, int | str], Who]
    """Returns the character with a field of a step set; RulesError when that cannot be."""
    check: Callable[[Book, Who], tuple[Problem[str], ...]]
    facts: Callable[[Book, Who], tuple[Fact, ...]]
    rolls: Callable[[Book, Who | None], tuple[Roll, ...]]
    """Kinds of throw, filled in with what the character knows; of nobody in particular with None."""
    plan: Callable[[Book, Who | None, str, Answers], Plan]
    """The dice of a roll by the house rules of the character, or those among the answers; RulesError when it cannot
    be thrown so."""
    read: Callable[[Plan, tuple[DieResult, ...], Answers], Reading]
    """What dice mean with the offers chosen; pure and total."""
    odds: Callable[[Plan], Odds]
    tracks: Callable[[Book, Who], tuple[Track, ...]]
    """The first with a state is the character's own health; others may be of whoever comes along."""
    acts: Callable[[Book, Who], tuple[Act[Who], ...]]
    lines: Callable[[Book, Who, Who, str], tuple[Reason, ...]]
    """What an act did, from the character before and after it, for the log."""
    lists: Callable[[Book, Who], tuple[Listing, ...]] = lambda _book, _who: ()
    """Things with counts, such as belongings. This and what follows is for the pages that games share."""
    sheet: Callable[[Book, Who], tuple[SheetPart, ...]] = lambda _book, _who: ()
    """What the printed page shows beside name, facts and tracks."""
    reference: Callable[[Book], tuple[SheetPart, ...]] = lambda _book: ()
    """The tables of its book, to be looked up."""
    house: tuple[Parameter, ...] = ()
    """Switches where the text leaves a choice; they are answers of every roll."""


def in_brief(game: Game[Who, Book], book: Book, who: Who) -> tuple[tuple[str, str], ...]:
    """Return the state of a character with "", if it has one, and its first facts with their values."""
    state = state_of(game, book, who)
    states = [(state, "")] if state else []
    facts = [(each.id, str(each.value)) for each in game.facts(book, who)[:_BRIEF] if each.value not in {"", None}]
    return (*states, *facts)


def state_of(game: Game[Who, Book], book: Book, who: Who) -> str:
    """Return the state of a character's own health; "" for none."""
    return next((each.state for each in game.tracks(book, who) if each.state), "")


def is_hurt(game: Game[Who, Book], book: Book, who: Who) -> bool:
    """Return whether the state of a character is not that of one just made."""
    return state_of(game, book, who) != state_of(game, book, game.new(who.id))


def belongings(game: Game[Who, Book], book: Book, who: Who) -> tuple[str, ...]:
    """Return the names of what is in its lists, and of what the player named among its facts, such as skills."""
    things = (item.name for listing in game.lists(book, who) for item in listing.items)
    return (*things, *(fact.name for fact in game.facts(book, who) if fact.name))


def shown(die: Die[Any], index: int, wave: int = 0) -> DieResult:
    """Return a die that fell on the face at `index`."""
    number = die.faces[index]
    return DieResult(die, number if isinstance(number, int) else index + 1, wave)


def fallen_again(before: Iterable[DieResult], after: Iterable[DieResult]) -> tuple[DieResult, ...]:
    """Return dice with those that fell after them; a die that fell before counts no more where it fell again."""
    after = tuple(after)
    again = {each.die.key for each in after}
    return (*(replace(each, counts=False) if each.die.key in again else each for each in before), *after)


def things(named: Iterable[tuple[str, tuple[Reason, ...]]]) -> tuple[ListedThing, ...]:
    """Return the items of a list, by their places, of names and what is said of each."""
    return tuple(ListedThing(str(place), name, notes=notes) for place, (name, notes) in enumerate(named, 1))


def each_read(
    fallen: Iterable[DieResult], did: Callable[[int, DieResult], tuple[Role, Reason, int]]
) -> tuple[DieReading, ...]:
    """Return what each die did by its place: its role, why, and what it counts."""
    return tuple(
        DieReading(place, each.die.group, each.die.label, str(each.number), counts, role, why)
        for place, each in enumerate(fallen)
        for role, why, counts in [did(place, each)]
    )


def numbered(sides: int, group: str, count: int = 1) -> tuple[Die[int], ...]:
    """Return `count` dice of `sides` numbered faces, keyed by their group and place in it, counted from 1."""
    faces = tuple(range(1, sides + 1))
    return tuple(Die(faces, f"d{sides}", group, f"{group} {place}") for place in range(1, count + 1))


def of_group(fallen: Iterable[DieResult], group: str) -> tuple[int, ...]:
    """Return the numbers that count of the dice of a group, in their order."""
    return tuple(each.number for each in fallen if each.die.group == group and each.counts)


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


def as_worked(game: Game[Any, Any], plan: Plan, worked: WorkedThrow) -> tuple[DieResult, ...]:
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


def thrown_again(game: Game[Any, Any], plan: Plan, rng: "Random") -> tuple[DieResult, ...]:
    """Return the dice of the plan as they fall by `rng`, and those that the rules then force to be thrown."""
    return _all_fallen(game, plan, lambda die: shown(die, rng.randrange(len(die.faces)), 0).number)


def _all_fallen(game: Game[Any, Any], plan: Plan, number: Callable[[Die[Any]], int]) -> tuple[DieResult, ...]:
    fallen = tuple(DieResult(die, number(die)) for die in plan.dice)
    for wave in range(1, _MOST_WAVES):
        due = tuple(die for must in read_throw(game, plan, fallen).must for die in must.dice)
        if not due:
            break
        fallen = fallen_again(fallen, tuple(DieResult(die, number(die), wave) for die in due))
    return fallen


def read_throw(game: Game[Any, Any], plan: Plan, fallen: tuple[DieResult, ...]) -> Reading:
    """Return what the dice mean, with nothing chosen."""
    return game.read(plan, fallen, Answers())
