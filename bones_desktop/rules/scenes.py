"""A scene of a smaller game as an immutable value: fighters by sides, turns, and the offers that follow from rolls.

Rounds, turns, conditions and offers are the same for all games. `SceneRules` holds the differences: the acts of a turn,
how initiative is rolled, which numbers of the target a roll needs, and what a reading offers. The game itself plans and
reads the rolls. A successful attack offers the roll for its damage, and the damage is offered to those who can take it.

A fighter is a character, or a foe who has only numbers. The scene fills in the numbers that it knows about both sides;
the user can change each of them.

Codes refused: no-fighter (who).
"""

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Annotated, Any, Final, Generic, Literal, Self

from bones_desktop.rules.acts import Answers, Parameter
from bones_desktop.rules.games import Book, DieResult, Game, Plan, Track, nothing, state_of
from bones_desktop.rules.reading import Reading
from bones_desktop.rules.reasons import Reason, refuse
from bones_desktop.rules.records import Record, field, replace
from bones_desktop.rules.values import Id, Limits, Line, Note, Value, Who

MOST_FIGHTERS: Final = 100
MOST_OFFERS: Final = 40
MOST_STEPS: Final = 400
Number = Annotated[int, Limits(ge=-1_000_000, le=1_000_000)]
Given = dict[Id, int | str]
"""Answers to the questions of an offered act, or the numbers that describe a foe, by the ids of the questions."""
OfferKind = Literal["roll", "act", "gain", "lose", "do"]
Cost = Literal["action", "move", "round", "reaction", "free"]
"""The cost of an act: the action of the round, only movement, the whole round, the one reaction, or nothing."""
EVERYONE: Final = ""
"""Id for a roll that counts for the whole scene."""


class SceneCondition(Value):
    """A condition of a fighter, and the number of rounds left. With 0 rounds it lasts until it is removed."""

    id: Id = ""
    rounds: Annotated[int, Limits(ge=0, le=1000)] = 0


class SceneOffer(Value):
    """A result of a roll that waits for a decision."""

    id: Id = ""
    kind: OfferKind = "act"
    """The kind of result.

    "roll" is a further roll and "act" an act of the game. "gain" and "lose" change a condition at once, and "do" does
    an act at once.
    """
    what: Id = ""
    """Id of an act of the scene, of an act of the game, or of a condition."""
    by: Id = ""
    """The fighter who rolls."""
    whom: Annotated[tuple[Id, ...], Limits(max_length=MOST_FIGHTERS)] = ()
    """The fighters who can take the offer. The first is suggested."""
    answers: Given = field(default_factory=dict)


class SceneStep(Value):
    """One line of the scene's log, in the words shown at the time."""

    round: Annotated[int, Limits(ge=0, le=1_000_000)] = 0
    by: Line = ""
    whom: Line = ""
    what: Line = ""
    text: Annotated[tuple[Note, ...], Limits(max_length=60)] = ()
    marks: Annotated[tuple[Line, ...], Limits(max_length=60)] = ()
    """Marks of the line's rolls in the log of rolls."""


class SceneFighter(Value):
    """One fighter. Each game has its own class, with a `character` of that game."""

    id: Id = ""
    name: Line = ""
    side: Line = ""
    # The class of each game narrows the type. No object of this class is ever made.
    character: Any = None
    """The character as the scene last read it; None for a foe, who is described by `numbers`."""
    file: Id = ""
    """Id of the character if it has a file. The file then records its wounds."""
    numbers: Given = field(default_factory=dict)
    """The numbers of a foe, and for any fighter the numbers that acts of this round gave."""
    hurt: Annotated[int, Limits(ge=0, le=1_000_000)] = 0
    """Number of boxes marked on the foe's track."""
    initiative: Annotated[tuple[Number, ...], Limits(max_length=60)] = ()
    """Numbers in order: the result, then numbers and rolls that break ties. Empty before initiative is rolled."""
    conditions: Annotated[tuple[SceneCondition, ...], Limits(max_length=60)] = ()
    acted: Annotated[int, Limits(ge=0, le=1000)] = 0
    """Actions taken in this round."""
    actions: Annotated[int, Limits(ge=1, le=60)] = 1
    """Actions declared for this round."""
    reacted: bool = False
    """True if the one reaction of the round is used."""
    declared: Line = ""
    """The action that the fighter announced for this round."""
    hidden: bool = False
    """True if the players' view leaves the fighter out."""

    def has(self, *conditions: str) -> bool:
        """Return whether one of these conditions holds for the fighter."""
        return any(each.id in conditions for each in self.conditions)

    def number(self, id: str) -> int:
        """Return a number of a foe; 0 if it has none."""
        value = self.numbers.get(id, 0)
        return value if isinstance(value, int) else 0

    def gaining(self, condition: str, rounds: int = 0) -> Self:
        """Return the fighter with a condition. If the fighter has it already, the longer time counts."""
        before = next((each for each in self.conditions if each.id == condition), None)
        if before is not None and rounds and before.rounds:
            rounds = max(rounds, before.rounds)
        others = tuple(each for each in self.conditions if each.id != condition)
        return self.with_(conditions=(*others, SceneCondition(id=condition, rounds=rounds)))

    def losing(self, *conditions: str) -> Self:
        """Return the fighter without these conditions."""
        return self.with_(conditions=tuple(each for each in self.conditions if each.id not in conditions))


class Scene(Value):
    """A scene. Each game has its own class, with fighters of that game."""

    id: Id = ""
    name: Line = ""
    # The class of each game narrows the type. No object of this class is ever made.
    fighters: Any = ()
    round: Annotated[int, Limits(ge=0, le=1_000_000)] = 0
    """The number of the round; 0 before the first one."""
    phase: Annotated[int, Limits(ge=0, le=9)] = 0
    turn: Id = ""
    """The fighter whose turn it is; "" before the first turn of a round."""
    offers: Annotated[tuple[SceneOffer, ...], Limits(max_length=MOST_OFFERS)] = ()
    steps: Annotated[tuple[SceneStep, ...], Limits(max_length=MOST_STEPS)] = ()
    made: Annotated[int, Limits(ge=0, le=1_000_000)] = 0
    """Number of fighters and offers made so far, from which new ids are made."""

    def fighter(self, id: str) -> SceneFighter:
        """Return a fighter. Raise RulesError no-fighter if no fighter has this id."""
        found: SceneFighter | None = next((each for each in self.fighters if each.id == id), None)
        if found is None:
            raise refuse("no-fighter", who=id[:40])
        return found

    def putting(self, *changed: SceneFighter) -> Self:
        """Return the scene with these fighters in place of those with the same ids."""
        new = {each.id: each for each in changed}
        return self.with_(fighters=tuple(new.get(each.id, each) for each in self.fighters))

    @property
    def order(self) -> tuple[str, ...]:
        """Ids of the fighters in the order of their turns. Fighters without initiative come last, in roster order."""
        return tuple(each.id for each in sorted(self.fighters, key=_first, reverse=True))

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the order of the roster."""
        return tuple(dict.fromkeys(each.side for each in self.fighters))

    @property
    def ours(self) -> str:
        """The side of the first character, else the first side."""
        filed = (each.side for each in self.fighters if each.character is not None)
        return next(filed, next(iter(self.sides), ""))


def _first(fighter: SceneFighter) -> tuple[bool, tuple[int, ...]]:
    return bool(fighter.initiative), fighter.initiative


# What a game adds.


class SceneAct(Record):
    """An act that a fighter can do in a turn."""

    id: str
    cost: Cost = "action"
    rule: str = ""
    rolls: bool = False
    """True if the act needs a roll; `SceneRules.aim` says which."""
    act: str = ""
    """Id of the game's act that this act does: to the target if there is one, else to the fighter."""
    at: Literal["", "others", "mates", "anyone"] = ""
    """The fighters who can be targets; "" for an act without a target."""
    gains: tuple[tuple[str, int], ...] = ()
    """Conditions that the fighter gets, each with its number of rounds."""
    loses: tuple[str, ...] = ()
    asked: tuple[Parameter, ...] = ()
    """Questions of an act without a roll."""
    at_times: bool = False
    """True if the act, such as breaking free, is possible only in some states of the fighter."""


class ActRoll(Record):
    """The roll of an act: the fighter who rolls, the roll, and the answers that the scene knows."""

    roll: str
    by: str
    filled: Mapping[str, int | str] = field(default_factory=dict)
    """Answers that the scene fills in. The user is asked for them only to change the numbers."""
    more: tuple[Parameter, ...] = ()
    """Further questions, such as the target's reply."""
    without: tuple[str, ...] = ()
    """Ids of questions that do not matter for this act."""
    together: tuple[str, ...] = ()
    """Ids of fighters of the same side who may add their dice."""


class OpeningRoll(Record):
    """A roll that the round needs before its first turn, such as initiative."""

    by: str
    """Id of a fighter, name of a side, or `EVERYONE`."""
    roll: str
    plan: Plan


class Planned(Record):
    """An act for which everything is decided before its dice are rolled."""

    act: SceneAct
    by: str
    whom: str
    answers: Answers
    roller: str = ""
    """Id of the fighter who rolls. Against a foe's score, this is the target, who rolls a defence."""
    plan: Plan | None = None
    """The dice of the act's roll; None without a roll."""
    thrown: Parameter | None = None
    """The question for the dice of an act of the game."""


class Done(Record):
    """An act and the reading of its dice. The game decides from it what the act offers."""

    planned: Planned
    reading: Reading

    @property
    def roll(self) -> str:
        """The roll that was made; "" for none."""
        return self.planned.plan.roll if self.planned.plan is not None else ""

    def outcome(self, finding: str) -> str:
        """Return the outcome of a finding; "" if there is none."""
        return next((each.outcome for each in self.reading.findings if each.id == finding), "")

    def value(self, finding: str) -> int:
        """Return the number of a finding; 0 if there is none."""
        return next((each.value or 0 for each in self.reading.findings if each.id == finding), 0)


def _unchanged(
    _book: object, scene: Scene, _opening: OpeningRoll, _fallen: tuple[DieResult, ...]
) -> tuple[Scene, tuple[Reason, ...]]:
    return scene, ()


def _as_before(_book: object, fighter: SceneFighter) -> SceneFighter:
    return fighter


class SceneRules(Record, Generic[Who, Book]):
    """The rules of a scene, as far as they differ between the games."""

    scene: type[Scene]
    fighter: type[SceneFighter]
    numbers: tuple[Parameter, ...]
    """Questions for the numbers of a foe, with usual numbers proposed."""
    conditions: tuple[str, ...]
    acts: Callable[[Book, Scene, SceneFighter], tuple[SceneAct, ...]]
    aim: Callable[[Book, Scene, SceneAct, SceneFighter, SceneFighter | None, Answers], ActRoll]
    """Returns the roll of an act. Raises RulesError if the act is impossible against this target."""
    follows: Callable[[Book, Scene, Done], Iterable[SceneOffer]]
    """Returns the offers that follow from a reading, in the order in which the players decide."""
    foe: Callable[[SceneFighter], Track]
    """Returns the track of a foe, including its state."""
    reserve: Track | None = None
    """Empty track of a foe's last boxes. It is shown separately, so that foes and characters show the same number."""
    openings: Callable[[Book, Scene], tuple[OpeningRoll, ...]] = nothing
    """Returns the rolls that are still needed before the first turn; empty once all of them are made."""
    opened: Callable[[Book, Scene, OpeningRoll, tuple[DieResult, ...]], tuple[Scene, tuple[Reason, ...]]] = _unchanged
    """Returns the scene after one of the opening rolls, with the reasons to show."""
    figure: Callable[[SceneFighter], Who | None] = attrgetter("character")
    """Returns the character for a roll, including the conditions that the scene gives."""
    out: frozenset[str] = frozenset({"dead", "unconscious", "down"})
    """States of fighters who have no turn."""
    known_harm: frozenset[str] = frozenset()
    """Acts that a reading proposes and the scene does not offer, because `follows` already has their effect."""
    idle: frozenset[str] = frozenset()
    """Conditions of fighters who have no turn."""
    phases: tuple[str, ...] = ("",)
    """Parts of a round. In each of them every fighter has a turn."""
    once: frozenset[str] = frozenset()
    """Parts of a round with a single turn for all fighters."""
    in_order: bool = True
    """True if fighters act one after another. If False, turns only help the user not to forget a fighter."""
    numbered: bool = True
    """True if initiative is a number that players compare."""
    each_round: bool = True
    """True if initiative is rolled again in each round."""
    passed: Callable[[Book, SceneFighter], SceneFighter] = _as_before
    """Returns the fighter at the end of a round."""


AnyGame = Game[Any, Any]


def rules_of(game: AnyGame) -> SceneRules[Any, Any]:
    """Return the game's rules for scenes. The game must have some."""
    if not isinstance(game.scene, SceneRules):
        raise ValueError(f"{game.id} has no scenes")
    return game.scene


# Fighters, rounds and turns.


def tracks(game: AnyGame, book: object, fighter: SceneFighter) -> tuple[Track, ...]:
    """Return the tracks of a fighter. A foe has one track, and a reserve if the game has one."""
    if fighter.character is not None:
        return game.tracks(book, fighter.character)
    rules = rules_of(game)
    whole = rules.foe(fighter)
    if rules.reserve is None:
        return (whole,)
    boxes = whole.boxes - rules.reserve.boxes
    own = replace(whole, boxes=boxes, marked=min(boxes, whole.marked))
    return own, replace(rules.reserve, marked=whole.marked - own.marked, state=whole.state)


def state(game: AnyGame, book: object, fighter: SceneFighter) -> str:
    """Return the state of a fighter, such as "hurt"."""
    if fighter.character is None:
        return rules_of(game).foe(fighter).state
    return state_of(game, book, fighter.character)


def can_act(game: AnyGame, book: object, fighter: SceneFighter) -> bool:
    """Return whether a fighter can act at all."""
    return state(game, book, fighter) not in rules_of(game).out


def _has_turn(game: AnyGame, book: object, scene: Scene, id: str) -> bool:
    fighter = scene.fighter(id)
    return can_act(game, book, fighter) and not fighter.has(*rules_of(game).idle)


def begun(game: AnyGame, book: object, scene: Scene) -> Scene:
    """Return the scene at the beginning of the next round: conditions may end, and actions are available again.

    Conditions and actions prepared before the first round are kept.
    """
    rules = rules_of(game)
    passes = scene.round > 0

    def fresh(each: SceneFighter) -> SceneFighter:
        if passes:
            running = (one.with_(rounds=one.rounds - 1) if one.rounds else one for one in each.conditions)
            kept = (now for now, was in zip(running, each.conditions, strict=True) if now.rounds or not was.rounds)
            each = rules.passed(book, each.with_(conditions=tuple(kept)))
        initiative = () if rules.each_round and passes else each.initiative
        return each.with_(acted=0, actions=1, reacted=False, declared="", initiative=initiative)

    fighters = tuple(map(fresh, scene.fighters))
    return ready(game, book, scene.with_(fighters=fighters, round=scene.round + 1, phase=0, turn=""))


def ready(game: AnyGame, book: object, scene: Scene) -> Scene:
    """Return the scene with the first turn of the round, unless a roll is still needed before it."""
    if not scene.round or scene.turn or rules_of(game).openings(book, scene):
        return scene
    return scene.with_(turn=next((each for each in scene.order if _has_turn(game, book, scene, each)), ""))


def turned(game: AnyGame, book: object, scene: Scene) -> Scene:
    """Return the scene at the next turn. After the last turn of a round, the next round begins."""
    after = next_turn(game, book, scene)
    return after if after.turn else begun(game, book, scene)


def next_turn(game: AnyGame, book: object, scene: Scene) -> Scene:
    """Return the scene at the next turn of this round. After the last turn, nobody has the turn."""
    order = scene.order
    rules = rules_of(game)
    alone = scene.turn in order and rules.phases[scene.phase] not in rules.once
    later = order[order.index(scene.turn) + 1 :] if alone else ()
    for phase in range(scene.phase, len(rules.phases)):
        found = next((each for each in later if _has_turn(game, book, scene, each)), "")
        if found:
            return in_phase(scene, phase).with_(turn=found)
        later = order
    return scene.with_(turn="")


def in_phase(scene: Scene, phase: int) -> Scene:
    """Return the scene in another part of the round. If the part is a new one, everybody can act again."""
    if phase == scene.phase:
        return scene
    return scene.with_(phase=phase, fighters=tuple(each.with_(acted=0) for each in scene.fighters))


def opened(
    game: AnyGame, book: object, scene: Scene, opening: OpeningRoll, fallen: tuple[DieResult, ...]
) -> tuple[Scene, tuple[Reason, ...]]:
    """Return the scene after an opening roll, with the reasons to show."""
    return rules_of(game).opened(book, scene, opening, fallen)


# Parts of what a game adds.


def offer(kind: OfferKind, what: str, whom: Iterable[str], answers: Given | None = None, by: str = "") -> SceneOffer:
    """Return an offer. It gets its id when it is added to the scene."""
    return SceneOffer(kind=kind, what=what, by=by, whom=tuple(whom), answers=answers or {})


def takers(scene: Scene, whom: str) -> tuple[str, ...]:
    """Return the fighters who can take an offer made for `whom`: the target, then others of the target's side."""
    side = scene.fighter(whom).side
    return (whom, *(each.id for each in scene.fighters if each.side == side and each.id != whom))
