"""A game as one value with functions that use the game's kind of character; and the guide of a game.

The program rolls dice, and stores, undoes and shows the results. A game decides which dice are rolled, how they are
read and which acts are possible. Each game has its own character, book of data and rules. A guide has pages that teach
the game, worked examples of rolls, and every rule in a sentence or two. A guide is data; its worked examples are
planned and read like any other roll.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from bones_desktop.rules.acts import Act, Answers, Parameter, filled_in
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reading import DieReading, Proposal, Reading, Role
from bones_desktop.rules.reasons import Problem, Reason
from bones_desktop.rules.records import Record, field, replace
from bones_desktop.rules.values import Who, without

if TYPE_CHECKING:
    from random import Random

_BRIEF: Final = 3
"""Number of facts shown in the summary of a character."""
Book = TypeVar("Book")


class DieResult(Record):
    """A rolled die and the number that it shows: for a die with icons, the number of the face, from 1."""

    die: Die[Any]
    number: int
    wave: int = 0
    """Number of the set of dice: 0 for the dice of the plan, one more for each set that the rules then force."""
    counts: bool = True
    """True if the die counts; False after it was re-rolled."""


class MakingStep(Record):
    """One step of making a character: fields to fill in, or dice that an act rolls."""

    id: str
    is_done: bool
    fields: tuple[Parameter, ...] = ()
    """Fields of this step, with their present values as proposed answers."""
    act: str = ""
    """The act that rolls the dice of this step."""
    fallen: tuple[DieResult, ...] = ()
    """The dice that were rolled in this step."""
    came: tuple[Reason, ...] = ()
    """The results of the dice that were rolled in this step."""
    counts: tuple[Reason, ...] = ()
    """How many points or items are to be placed in this step, as reasons made by `counted`.

    A problem about such a count has the same reason.
    """


class Fact(Record):
    """A number or word derived from the character, with its reasons."""

    id: str
    value: int | str
    how: tuple[Reason, ...] = ()
    name: str = ""
    """Name of the fact if the player named it; `wording` names all other facts."""


class Track(Record):
    """A row of boxes to mark: `marked` of `boxes`, and the state that results from the marks."""

    id: str
    boxes: int
    marked: int
    state: str = ""
    mark: Proposal | None = None
    """The act that marks boxes, as many as its answer `value`; None if `by_hand` forbids this."""
    unmark: Proposal | None = None
    """The act that removes marks, as many as its answer `value`."""
    by_hand: Reason | None = None
    """The reason why boxes cannot be marked, or marks removed, by hand."""
    name: str = ""
    """Name of the owner if the player named the owner; `wording` names all other tracks."""


HURTS: Final = frozenset({"hurt", "injure"})
"""Acts that wound a character."""


def harm_on(tracks: Iterable[Track]) -> int:
    """Return how many boxes are marked on tracks with a state, and on other tracks that an act of wounding marks."""
    return sum(each.marked for each in tracks if each.state or (each.mark is not None and each.mark.act in HURTS))


class Roll(Record):
    """A kind of roll and its questions."""

    id: str
    parameters: tuple[Parameter, ...]
    compare: str = ""
    """Id of the number for which the page compares the chances; "" for none."""
    offers: tuple[str, ...] = ()
    """Offers that the game can make after it has read the roll, as the choices that accept the offers."""

    def asked(self, answers: Answers) -> tuple[Parameter, ...]:
        """Return the questions for the answers so far; a chosen weapon or spell fills in its numbers."""
        return filled_in(self.parameters, answers)


class Plan(Record):
    """A roll ready to be made: the dice in their groups, and the answers given before the roll."""

    roll: str
    dice: tuple[Die[Any], ...]
    answers: Answers = field(default_factory=Answers)
    asked: object = None
    """Data that only the game itself uses, to read the roll."""
    first: tuple[Proposal, ...] = ()
    """Acts done before the roll, because the roll uses something up; if an act is refused, nothing is rolled."""
    hidden: frozenset[str] = frozenset()
    """Groups of dice that the program hides, together with their chances, until they are rolled."""
    notes: tuple[Reason, ...] = ()
    """Notes to show before the roll, such as that the character is down; they do not prevent the roll."""


class ListedThing(Record):
    """One thing in a list: its name, notes, and whether it is in use."""

    key: str
    """The answer that chooses this thing in the acts of its list."""
    name: str
    count: int = 1
    notes: tuple[Reason, ...] = ()
    in_use: bool = False


class Listing(Record):
    """A list of a character's things, with the acts that change its things or add new ones."""

    id: str
    items: tuple[ListedThing, ...]
    parameter: str
    """Id of the parameter that selects an item of this list in each of `acts`."""
    acts: tuple[str, ...]
    """Acts on one thing of the list."""
    adds: str = ""
    """The act that adds things to the list."""
    pressing: str = ""
    """The act that is done when the user presses a thing; "" for none.

    It should neither use the thing up nor remove it.
    """

    @property
    def which(self) -> Parameter:
        """The question that chooses one thing of the list by its index."""
        return Parameter.place(self.parameter, (each.name for each in self.items))

    def dropping(self, act: str, group: str, code: str) -> Act[Any]:
        """Return an act that removes a thing from the list.

        The list must have the id of the character's field that stores it. The act raises RulesError with `code` if no
        thing is chosen.
        """

        def drop(who: Who, place: int) -> Who:
            return who.with_(**{self.id: without(getattr(who, self.id), place)})

        return Act.calling(act, group, drop, replace(self.which, none=code))


UNMARKED: Final = "☐"
"""Value of a line with a single box to mark on paper."""


class SheetLine(Record):
    """A line of a sheet: a title, a value on the right, and text below."""

    title: str
    value: str = ""
    text: str = ""
    boxes: int = 0
    """Number of boxes to mark on paper, below the text that explains them."""
    marked: int = 0


class SheetPart(Record):
    """Lines of a sheet under one heading; the id names the heading."""

    id: str
    lines: tuple[SheetLine, ...]
    rule: str = ""
    """Id of the rule that has this table."""
    paper_only: bool = False
    """True if only the printed page has this part, because the window shows the same facts in another way."""


class SheetForm(Record):
    """Layout of a printed sheet: the part "who" has its fields, and each track is a row of boxes."""

    numbers: tuple[tuple[str, ...], ...] = ()
    """Rows of facts that are printed as large numbers."""
    columns: tuple[tuple[str, ...], ...] = ((),)
    """Columns of panels: ids of parts of the sheet, or facts that the player named ("skill-#")."""


Outcomes = Mapping[str, Chance]
"""Chances of outcomes that exclude one another; they sum to 1."""


class JointOutcome(Record):
    """The chance that certain outcomes of several findings occur together, by the ids of the findings."""

    outcomes: Mapping[str, str]
    chance: Chance


class Odds(Record):
    """Exact chances of every finding of a plan, and `joint` if the findings depend on one another."""

    findings: Mapping[str, Outcomes]
    joint: tuple[JointOutcome, ...] = ()


def nothing(*_of: object) -> tuple[()]:
    """Return an empty result, for games without lists, a sheet or tables."""
    return ()


class Game(Record, Generic[Who, Book]):
    """One game. `book` is its data, which only the game's own functions read."""

    id: str
    title: str
    credit: str
    new: Callable[[str], Who]
    """Returns a blank character with the given id."""
    steps: Callable[[Book, Who], tuple[MakingStep, ...]]
    with_field: Callable[[Book, Who, str, int | str], Who]
    """Returns the character with one field of a step set; raises RulesError if the game refuses the value."""
    check: Callable[[Book, Who], tuple[Problem[str], ...]]
    facts: Callable[[Book, Who], tuple[Fact, ...]]
    rolls: Callable[[Book, Who | None], tuple[Roll, ...]]
    """Returns the kinds of roll, with a character's numbers filled in; None means a roll without a character."""
    plan: Callable[[Book, Who | None, str, Answers], Plan]
    """Returns the dice of a roll, under the house rules of the character or of the answers.

    Raises RulesError if the roll is impossible.
    """
    read: Callable[[Plan, tuple[DieResult, ...], Answers], Reading]
    """Returns the meaning of the dice if the player accepts certain offers.

    It changes nothing and never raises an error.
    """
    odds: Callable[[Plan], Odds]
    tracks: Callable[[Book, Who], tuple[Track, ...]]
    """Returns the tracks.

    The first track with a state is the character's own health. Other tracks may belong to companions.
    """
    acts: Callable[[Book, Who], tuple[Act[Who], ...]]
    lines: Callable[[Book, Who, Who, str], tuple[Reason, ...]]
    """Returns the changes of an act as lines for the log, from the character before and after the act."""
    lists: Callable[[Book, Who], tuple[Listing, ...]] = nothing
    """Returns the character's lists, such as belongings.

    Pages that all games share use this field and the fields after it.
    """
    sheet: Callable[[Book, Who], tuple[SheetPart, ...]] = nothing
    """Returns the parts of the printed page, except name, facts and tracks."""
    form: SheetForm = SheetForm()
    """The layout of the printed page."""
    reference: Callable[[Book], tuple[SheetPart, ...]] = nothing
    """Returns the tables of the game's book."""
    house: tuple[Parameter, ...] = ()
    """House rules for questions that the text leaves open; every roll has their values among its answers."""
    # `scenes` imports this module, so this module cannot name the type.
    scene: object = None
    """The game's `SceneRules`, which `scenes.rules_of` returns; None for BONES, because its fights have other rules."""
    succeeds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Outcomes that count as success, by finding; of the findings of a roll, the first listed here is shown first."""


def headline(game: Game[Who, Book], odds: Odds) -> tuple[str, str, Chance] | None:
    """Return the finding to show first, its mildest success and the chance of success; None without such a finding."""
    for finding, good in game.succeeds.items():
        outcomes = odds.findings.get(finding, {})
        named = [each for each in good if each in outcomes]
        if named:
            total = sum((Fraction(outcomes[each].num, outcomes[each].den) for each in named), Fraction())
            return finding, named[0], Chance(total.numerator, total.denominator)
    return None


def in_brief(game: Game[Who, Book], book: Book, who: Who) -> tuple[tuple[str, str], ...]:
    """Return the state of the character, paired with "" as its value, then the names and values of its first facts."""
    state = state_of(game, book, who)
    states = [(state, "")] if state else []
    facts = [(each.id, str(each.value)) for each in game.facts(book, who)[:_BRIEF] if each.value not in {"", None}]
    return (*states, *facts)


def state_of(game: Game[Who, Book], book: Book, who: Who) -> str:
    """Return the state of a character's own health; "" if no track has a state."""
    return next((each.state for each in game.tracks(book, who) if each.state), "")


def is_hurt(game: Game[Who, Book], book: Book, who: Who) -> bool:
    """Return whether the character's state differs from that of a new character."""
    return state_of(game, book, who) != state_of(game, book, game.new(who.id))


def belongings(game: Game[Who, Book], book: Book, who: Who) -> tuple[str, ...]:
    """Return the names of the things in the character's lists, and of facts that the player named, such as skills."""
    things = (item.name for listing in game.lists(book, who) for item in listing.items)
    return (*things, *(fact.name for fact in game.facts(book, who) if fact.name))


def shown(die: Die[Any], index: int, wave: int = 0) -> DieResult:
    """Return a die that shows the face at `index`."""
    number = die.faces[index]
    return DieResult(die, number if isinstance(number, int) else index + 1, wave)


def fallen_again(before: Iterable[DieResult], after: Iterable[DieResult]) -> tuple[DieResult, ...]:
    """Return the earlier and the later dice; the earlier roll of a die that was re-rolled no longer counts."""
    after = tuple(after)
    again = {each.die.key for each in after}
    return (*(replace(each, counts=False) if each.die.key in again else each for each in before), *after)


def things(named: Iterable[tuple[str, tuple[Reason, ...]]]) -> tuple[ListedThing, ...]:
    """Return the things of a list from their names and notes; the key of each thing is its place, from 1."""
    return tuple(ListedThing(str(place), name, notes=notes) for place, (name, notes) in enumerate(named, 1))


def each_read(
    fallen: Iterable[DieResult], did: Callable[[int, DieResult], tuple[Role, Reason, int]]
) -> tuple[DieReading, ...]:
    """Return the reading of each die; `did` gives the role, the reason and the count of a die."""
    return tuple(
        DieReading(place, each.die.group, each.die.label, str(each.number), counts, role, why)
        for place, each in enumerate(fallen)
        for role, why, counts in [did(place, each)]
    )


SKILLS_IN_ENGLISH: Final = {
    "ausweichen": "dodge",
    "heimlichkeit": "stealth",
    "medizin": "medicine",
    "raufen": "brawl",
    "verstecken & schleichen": "hide & sneak",
    "wahrnehmung": "perception",
}
"""The skills that rules of the smaller games name, by their names in another language."""


def skill_key(name: str) -> str:
    """Return the key by which rules find a skill. A skill has the same key in every language."""
    folded = name.casefold()
    return SKILLS_IN_ENGLISH.get(folded, folded)


def numbered(sides: int, group: str, count: int = 1) -> tuple[Die[int], ...]:
    """Return `count` dice with `sides` numbered faces.

    The key of a die is its group and its number in the group, from 1.
    """
    faces = tuple(range(1, sides + 1))
    return tuple(Die(faces, f"d{sides}", group, f"{group} {place}") for place in range(1, count + 1))


def of_group(fallen: Iterable[DieResult], group: str) -> tuple[int, ...]:
    """Return the numbers of the dice in a group that count, in order."""
    return tuple(each.number for each in fallen if each.die.group == group and each.counts)


_MOST_WAVES: Final = 50
"""Maximum number of sets of dice that the rules may force to be rolled one after another."""


class Rule(Record):
    """A rule, with the id that the whole program uses, such as CMB-5."""

    id: str
    name: str
    text: str
    example: str = ""
    also: tuple[str, ...] = ()
    """Other words for which a search finds the rule."""


class DrawnDie(Record):
    """A die in a picture: the codes of its faces, and its kind (`bone`, `steel`, `challenge`, `hindering`)."""

    label: str
    look: str
    faces: tuple[str, ...]


class WorkedThrow(Record):
    """A roll of a sample character with given dice.

    For each die it has the number shown, or for a die with icons the number of the face.
    """

    sample: str
    """Name of the sample's file, without its suffix."""
    roll: str
    answers: dict[str, int | str] = field(default_factory=dict)
    faces: tuple[int, ...] = ()


class GuidePart(Record):
    """A part of a page: a heading, or a text that may have dice or a roll below it."""

    heading: str = ""
    text: str = ""
    dice: tuple[DrawnDie, ...] = ()
    throw: WorkedThrow | None = None


class GuidePage(Record):
    """A page, and the ids of its rules."""

    id: str
    name: str
    about: str
    parts: tuple[GuidePart, ...]
    rules: tuple[str, ...]


class GlanceLine(Record):
    """A line of a `GlanceTable`: a name, its value in a few words, and the id of its rule."""

    name: str
    value: str
    rule: str


class GlanceTable(Record):
    """A short table to look at during play."""

    name: str
    lines: tuple[GlanceLine, ...]


class Guide(Record):
    """The pages and rules of a game, in their order."""

    pages: tuple[GuidePage, ...]
    rules: tuple[Rule, ...]


def planned(game: Game[Any, Any], book: object, who: Any, worked: WorkedThrow) -> Plan:  # noqa: ANN401 (of any game)
    """Return the plan of a worked example; for answers that the example lacks, the proposed answers are used.

    Raise RulesError if the game refuses the plan, StopIteration if the game has no such roll.
    """
    roll = next(each for each in game.rolls(book, who) if each.id == worked.roll)
    given = worked.answers
    asked = (each for each in roll.asked(Answers(given)) if each.id in given or not each.optional)
    answers = {each.id: each.fitted(given.get(each.id, each.first)) for each in asked}
    return game.plan(book, who, worked.roll, Answers(answers))


def as_worked(game: Game[Any, Any], plan: Plan, worked: WorkedThrow) -> tuple[DieResult, ...]:
    """Return the dice as the example shows them, including later sets.

    Raise ValueError for too few or too many dice.
    """
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
    """Return the dice of the plan rolled with `rng`, and all dice that the rules then force the player to roll."""
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
    """Return the meaning of the dice if the player accepts no offer."""
    return game.read(plan, fallen, Answers())
