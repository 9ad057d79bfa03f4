"""A scene of a smaller game as an immutable value: fighters by sides, whose turn it is, and what follows from rolls.

The rounds, turns, conditions and offers are the same for all games. `SceneRules` holds what a game adds: the acts of a
turn, how initiative is rolled, which numbers of the target a roll needs, and what a reading offers. Rolls are planned
and read by the game itself; a roll that comes through offers its damage, and the damage offers who takes it.

A fighter is a character, or a foe who has only numbers. The scene fills in what it knows about both sides; every such
number can be answered otherwise.

Codes refused: no-fighter (who).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from operator import attrgetter
from typing import Annotated, Any, Final, Generic, Literal, Self

from bones_desktop.rules.acts import Answers, Parameter
from bones_desktop.rules.games import Book, DieResult, Game, Plan, Track, nothing, state_of
from bones_desktop.rules.reading import Reading
from bones_desktop.rules.reasons import Reason, Record, refuse
from bones_desktop.rules.values import Id, Limits, Line, Note, Value, Who

MOST_FIGHTERS: Final = 100
MOST_OFFERS: Final = 40
MOST_STEPS: Final = 400
Number = Annotated[int, Limits(ge=-1_000_000, le=1_000_000)]
Given = dict[Id, int | str]
"""Answers of an offer, or the numbers of a foe, by the ids of questions."""
OfferKind = Literal["roll", "act", "gain", "lose", "do"]
Cost = Literal["action", "move", "round", "reaction", "free"]
"""The price of an act: the action of the round, only movement, the whole round, the one reaction, or nothing."""
EVERYONE: Final = ""
"""The one who rolls for the whole scene."""


class SceneCondition(Value):
    """A condition of a fighter, and the number of rounds left; 0 rounds last until it is removed."""

    id: Id = ""
    rounds: Annotated[int, Limits(ge=0, le=1000)] = 0


class SceneOffer(Value):
    """A result of a roll that waits for a decision."""

    id: Id = ""
    kind: OfferKind = "act"
    """A further roll, or an act of the game; a condition that somebody gets or loses, and an act to `do`, at once."""
    what: Id = ""
    """Id of the act of the scene, of the act of the game, or of the condition."""
    by: Id = ""
    """The fighter who rolls."""
    whom: Annotated[tuple[Id, ...], Limits(max_length=MOST_FIGHTERS)] = ()
    """The fighters who can take it; the first one is suggested."""
    answers: Given = field(default_factory=dict)


class SceneStep(Value):
    """One line of the scene's log, as it was told."""

    round: Annotated[int, Limits(ge=0, le=1_000_000)] = 0
    by: Line = ""
    whom: Line = ""
    what: Line = ""
    text: Annotated[tuple[Note, ...], Limits(max_length=60)] = ()
    marks: Annotated[tuple[Line, ...], Limits(max_length=60)] = ()
    """Marks of its lines in the log of rolls."""


class SceneFighter(Value):
    """One fighter. Each game has a class of its own, whose `character` is of that game."""

    id: Id = ""
    name: Line = ""
    side: Line = ""
    # The class of each game narrows the type; this one is never made.
    character: Any = None
    """The character as the scene last knew it; None for a foe with numbers."""
    file: Id = ""
    """Id of the character if it has a file, which then takes its wounds."""
    numbers: Given = field(default_factory=dict)
    """The numbers of a foe, and numbers that acts of this round gave to any fighter."""
    hurt: Annotated[int, Limits(ge=0, le=1_000_000)] = 0
    """Boxes that are marked on the foe's track."""
    initiative: Annotated[tuple[Number, ...], Limits(max_length=60)] = ()
    """Numbers in order: the result, what breaks ties, and rolls that broke further ties. Empty before it is rolled."""
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
        """Return the fighter with a condition; the longer time counts if it holds already."""
        before = next((each for each in self.conditions if each.id == condition), None)
        if before is not None and rounds and before.rounds:
            rounds = max(rounds, before.rounds)
        others = tuple(each for each in self.conditions if each.id != condition)
        return self.with_(conditions=(*others, SceneCondition(id=condition, rounds=rounds)))

    def losing(self, *conditions: str) -> Self:
        """Return the fighter without these conditions."""
        return self.with_(conditions=tuple(each for each in self.conditions if each.id not in conditions))


class Scene(Value):
    """A scene. Each game has a class of its own, with its own fighters."""

    id: Id = ""
    name: Line = ""
    # The class of each game narrows the type; this one is never made.
    fighters: Any = ()
    round: Annotated[int, Limits(ge=0, le=1_000_000)] = 0
    """The number of the round; 0 before the first one."""
    phase: Annotated[int, Limits(ge=0, le=9)] = 0
    turn: Id = ""
    """The fighter whose turn it is; "" before the first turn of a round."""
    offers: Annotated[tuple[SceneOffer, ...], Limits(max_length=MOST_OFFERS)] = ()
    steps: Annotated[tuple[SceneStep, ...], Limits(max_length=MOST_STEPS)] = ()
    made: Annotated[int, Limits(ge=0, le=1_000_000)] = 0
    """Number of fighters and offers made so far, from which new ids come."""

    def fighter(self, id: str) -> SceneFighter:
        """Return a fighter; RulesError no-fighter if there is none with this id."""
        found: SceneFighter | None = next((each for each in self.fighters if each.id == id), None)
        if found is None:
            raise refuse("no-fighter", who=id[:40])
        return found

    def putting(self, *changed: SceneFighter) -> Self:
        """Return the scene with fighters changed, by their ids."""
        new = {each.id: each for each in changed}
        return self.with_(fighters=tuple(new.get(each.id, each) for each in self.fighters))

    @property
    def order(self) -> tuple[str, ...]:
        """Ids of the fighters in the order of their turns; fighters without initiative come last, as in the roster."""
        return tuple(each.id for each in sorted(self.fighters, key=_first, reverse=True))

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the order of the roster."""
        return tuple(dict.fromkeys(each.side for each in self.fighters))

    @property
    def ours(self) -> str:
        """The side of the first character, or else the first side."""
        filed = (each.side for each in self.fighters if each.character is not None)
        return next(filed, next(iter(self.sides), ""))


def _first(fighter: SceneFighter) -> tuple[bool, tuple[int, ...]]:
    return bool(fighter.initiative), fighter.initiative


# What a game adds.


class SceneAct(Record):
    """An act of a turn."""

    id: str
    cost: Cost = "action"
    rule: str = ""
    rolls: bool = False
    """True if dice are rolled for it; `SceneRules.aim` says which."""
    act: str = ""
    """The act of the game that it does, to the target or else to the fighter."""
    at: Literal["", "others", "mates", "anyone"] = ""
    """The fighters who can be the target; "" for an act without one."""
    gains: tuple[tuple[str, int], ...] = ()
    """Conditions that the fighter gets, with their rounds."""
    loses: tuple[str, ...] = ()
    asked: tuple[Parameter, ...] = ()
    """Questions of an act without a roll."""
    at_times: bool = False
    """True if only the state of the fighter makes the act possible, such as breaking free."""


class ActRoll(Record):
    """The roll of an act: who rolls which roll, with the answers that the scene knows."""

    roll: str
    by: str
    filled: Mapping[str, int | str] = field(default_factory=dict)
    """Answers by the scene. They are asked for only if somebody wants other numbers."""
    more: tuple[Parameter, ...] = ()
    """Further questions, such as how the target replies."""
    without: tuple[str, ...] = ()
    """Questions that do not matter here."""
    together: tuple[str, ...] = ()
    """The fighters of the same side who may add their dice."""


class OpeningRoll(Record):
    """A roll that the round needs before its first turn, such as initiative."""

    by: str
    """A fighter, a side, or `EVERYONE`."""
    roll: str
    plan: Plan


class Planned(Record):
    """An act with everything decided before its dice are rolled."""

    act: SceneAct
    by: str
    whom: str
    answers: Answers
    roller: str = ""
    """The fighter who rolls; the target rolls a defence against a foe's score."""
    plan: Plan | None = None
    """The dice of a roll, None if the act has none."""
    thrown: Parameter | None = None
    """The question for the dice of an act of the game."""


class Done(Record):
    """An act and the reading of its dice, from which the game says what follows."""

    planned: Planned
    reading: Reading

    @property
    def roll(self) -> str:
        """The roll that was made, "" for none."""
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
    """The rules of a scene that differ from game to game."""

    scene: type[Scene]
    fighter: type[SceneFighter]
    numbers: tuple[Parameter, ...]
    """The numbers of a foe, with usual ones proposed."""
    conditions: tuple[str, ...]
    acts: Callable[[Book, Scene, SceneFighter], tuple[SceneAct, ...]]
    aim: Callable[[Book, Scene, SceneAct, SceneFighter, SceneFighter | None, Answers], ActRoll]
    """Returns the roll of an act; RulesError if the act is not possible at this target."""
    follows: Callable[[Book, Scene, Done], Iterable[SceneOffer]]
    """Returns the offers of a reading, in the order in which the players decide them."""
    foe: Callable[[SceneFighter], Track]
    """Returns the track of a foe, with its state."""
    reserve: Track | None = None
    """Empty track of the last boxes of a foe, shown apart from the number of the foe as characters have it."""
    openings: Callable[[Book, Scene], tuple[OpeningRoll, ...]] = nothing
    """Returns the rolls that are still needed before the first turn; none if all are made."""
    opened: Callable[[Book, Scene, OpeningRoll, tuple[DieResult, ...]], tuple[Scene, tuple[Reason, ...]]] = _unchanged
    """Returns the scene after one of these rolls, with the reasons to show."""
    figure: Callable[[SceneFighter], Who | None] = attrgetter("character")
    """Returns the character that rolls, with the conditions of the scene."""
    out: frozenset[str] = frozenset({"dead", "unconscious", "down"})
    """States in which a fighter has no turn."""
    known_harm: frozenset[str] = frozenset()
    """Acts that a reading proposes and that `follows` does in its own way, as a condition of the scene."""
    idle: frozenset[str] = frozenset()
    """Conditions under which a fighter has no turn."""
    phases: tuple[str, ...] = ("",)
    """Parts of a round, each with a turn for everybody."""
    once: frozenset[str] = frozenset()
    """Parts of a round that have a single turn, because they are about everybody."""
    in_order: bool = True
    """True if fighters act one after another; if not, turns only help to forget nobody."""
    numbered: bool = True
    """True if initiative is a number that players compare."""
    each_round: bool = True
    """True if initiative is rolled anew in each round."""
    passed: Callable[[Book, SceneFighter], SceneFighter] = _as_before
    """Returns the fighter after a round has passed."""


AnyGame = Game[Any, Any]


def rules_of(game: AnyGame) -> SceneRules[Any, Any]:
    """Return the rules for scenes of a game that has them."""
    if not isinstance(game.scene, SceneRules):
        raise ValueError(f"{game.id} has no scenes")
    return game.scene


# Fighters, rounds and turns.


def tracks(game: AnyGame, book: object, fighter: SceneFighter) -> tuple[Track, ...]:
    """Return the tracks of a fighter; a foe has one, and its reserve if the game has one."""
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
    """Return whether a fighter is able to act at all."""
    return state(game, book, fighter) not in rules_of(game).out


def _has_turn(game: AnyGame, book: object, scene: Scene, id: str) -> bool:
    fighter = scene.fighter(id)
    return can_act(game, book, fighter) and not fighter.has(*rules_of(game).idle)


def begun(game: AnyGame, book: object, scene: Scene) -> Scene:
    """Return the scene at the beginning of the next round: conditions run out, and actions can be taken again.

    What was prepared before the first round lasts into it.
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
    """Return the scene with the first turn of the round, once nothing has to be rolled before it."""
    if not scene.round or scene.turn or rules_of(game).openings(book, scene):
        return scene
    return scene.with_(turn=next((each for each in scene.order if _has_turn(game, book, scene, each)), ""))


def turned(game: AnyGame, book: object, scene: Scene) -> Scene:
    """Return the scene at the next turn; after the last turn of the round the next round begins."""
    after = next_turn(game, book, scene)
    return after if after.turn else begun(game, book, scene)


def next_turn(game: AnyGame, book: object, scene: Scene) -> Scene:
    """Return the scene at the next turn of this round, or with no turn if it was the last."""
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
    """Return the scene in a part of the round; in another part everybody can act again."""
    if phase == scene.phase:
        return scene
    return scene.with_(phase=phase, fighters=tuple(each.with_(acted=0) for each in scene.fighters))


def opened(
    game: AnyGame, book: object, scene: Scene, opening: OpeningRoll, fallen: tuple[DieResult, ...]
) -> tuple[Scene, tuple[Reason, ...]]:
    """Return the scene after a roll that the round needed, with the reasons to show."""
    return rules_of(game).opened(book, scene, opening, fallen)


# Parts of what a game adds.


def offer(kind: OfferKind, what: str, whom: Iterable[str], answers: Given | None = None, by: str = "") -> SceneOffer:
    """Return an offer, which gets its id from the scene."""
    return SceneOffer(kind=kind, what=what, by=by, whom=tuple(whom), answers=answers or {})


def takers(scene: Scene, whom: str) -> tuple[str, ...]:
    """Return the fighters who can take what is meant for `whom`: the target, then the others of its side."""
    side = scene.fighter(whom).side
    return (whom, *(each.id for each in scene.fighters if each.side == side and each.id != whom))
