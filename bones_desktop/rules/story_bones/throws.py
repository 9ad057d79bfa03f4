"""Rolls of Story Bones and their exact odds (1(c)): against a Target Number or an opponent. Ties are re-rolled.

A scene has the six steps of the book. Fighters of one side add their pools (SB-R07, SB-R22 to R26).

Codes refused: no-roll (roll), cannot-act (state), sb-no-dice ().
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import comb, lcm
from typing import Annotated, Final

from bones_desktop.rules.acts import Answers, Parameter, Rung
from bones_desktop.rules.chances import Chance, shares
from bones_desktop.rules.fields import switches
from bones_desktop.rules.games import DieResult, Odds, Plan, Roll, Track, each_read, numbered
from bones_desktop.rules.reading import DieReading, Finding, Must, Proposal, Reading, Role, Tone, sum_steps
from bones_desktop.rules.reasons import Reason, reason, refuse
from bones_desktop.rules.records import Record, replace
from bones_desktop.rules.scenes import (
    MOST_FIGHTERS,
    ActRoll,
    Done,
    Scene,
    SceneAct,
    SceneFighter,
    SceneOffer,
    SceneRules,
    offer,
)
from bones_desktop.rules.story_bones.character import (
    COMPLETE_FAILURE,
    DEAD,
    DEGREES,
    LADDER,
    OUT,
    StoryBook,
    StoryCharacter,
    StoryHouseRules,
    degree,
)
from bones_desktop.rules.values import Limits

MOST: Final = 60
_MOST_EXTRA: Final = 12
EXTRA: Final = ("0", "1", "2", "3")
_EDGES: Final = (Parameter.choice("advantage", EXTRA), Parameter.choice("disadvantage", EXTRA))
"""Questions about dice for ideas and circumstances: our side, and the other side or the task (SB-R08, SB-R09)."""
SIDES: Final = ("4", "6", "8", "10", "12", "20")
HOUSE: Final = switches(StoryHouseRules)
"""Parameters for the house rules (1(f))."""


class Pools(Record):
    """The pools of a roll, the automatic Odds that are not rolled (SB-R14), and the target."""

    ours: int
    """All dice of our side, including automatic Odds."""
    autos: int
    theirs: int = 0
    their_autos: int = 0
    target: int = 0
    is_contest: bool = False
    risk: bool = False
    """True if the narrator announced that the character could be hurt (SB-R25)."""
    health: int | None = None
    """The health of the character who rolls."""

    @property
    def thrown(self) -> tuple[int, int]:
        """Numbers of dice to roll on our side and on the other side."""
        return self.ours - self.autos, self.theirs - self.their_autos

    @property
    def ahead(self) -> int:
        """Target Odds before any dice are rolled."""
        return self.autos - (self.their_autos if self.is_contest else self.target)


def rolls(book: StoryBook, who: StoryCharacter | None) -> tuple[Roll, ...]:
    """Return the two kinds of roll, with the character's additions filled in."""
    ours = [
        Parameter.number("pool", 4 if who is None else who.pool or 0, 0, MOST),
        Parameter.number("autos", 0, 0, MOST, optional=True),
        *_EDGES,
    ]
    if who is not None:
        ours.append(Parameter.number("extra", 0, 0, _MOST_EXTRA, optional=True))
        if any(each.health < OUT for each in who.companions):
            ours.append(Parameter.yes_no("shared", 1))
        for place, trait in enumerate(who.traits, 1):
            ours.append(Parameter.yes_no(f"trait-{place}", name=f"{trait.name} (+{trait.level})"))
        ours += [Parameter.yes_no(f"burn-{key}", name=phrase.text) for key, phrase in who.phrases() if not phrase.burnt]
        for place, each in enumerate(who.companions, 1):
            if each.health < OUT:
                ours.append(Parameter.yes_no(f"along-{place}", name=each.name))
    theirs = (Parameter.number("their_pool", 4, 0, MOST), Parameter.number("their_autos", 0, 0, MOST))
    die = replace(Parameter.choice("die", SIDES, "6"), optional=True)
    rungs = tuple(Rung(each.odds, each.name, str(each.odds)) for each in book.targets)
    target = replace(Parameter.number("target", 2, 1, MOST), rungs=rungs)
    return (
        Roll("task", (*ours, target, Parameter.yes_no("risk"), die)),
        Roll("contest", (*ours, *theirs, Parameter.yes_no("risk"), die)),
    )


def plan(_book: StoryBook, who: StoryCharacter | None, roll: str, answers: Answers) -> Plan:
    """Return the dice of a roll. Phrases used for it are burnt before the roll (SB-R11).

    Raise RulesError for an unknown roll, and for a character who cannot act (SB-R06).
    """
    if roll not in {"task", "contest"}:
        raise refuse("no-roll", roll=roll[:40])
    if who is not None and who.pool is None:
        raise refuse("cannot-act", "SB-R06", state=LADDER[who.health])
    fresh = () if who is None else tuple(key for key, phrase in who.phrases() if not phrase.burnt)
    burnt = tuple(key for key in fresh if answers.yes(f"burn-{key}"))
    ours, autos = _ours(who, answers, len(burnt))
    is_contest = roll == "contest"
    against = int(answers.key("disadvantage") or 0)
    theirs = answers.number("their_pool") + against if is_contest else 0
    pools = Pools(
        ours,
        min(ours, autos),
        theirs,
        min(theirs, answers.number("their_autos")),
        answers.number("target") + against,
        is_contest,
        answers.yes("risk"),
        who.health if who is not None else None,
    )
    sides = int(answers.key("die") or 6)
    ours, theirs = pools.thrown
    dice = (*numbered(sides, "ours", ours), *numbered(sides, "theirs", theirs))
    first = tuple(Proposal("burn", Answers({"phrase": key})) for key in burnt)
    return Plan(roll, dice, answers, pools, first)


def _ours(who: StoryCharacter | None, answers: Answers, burnt: int) -> tuple[int, int]:
    """Return the pool with all its additions, and the automatic Odds (SB-R07, R08, R10, R15)."""
    more = int(answers.key("advantage") or 0)
    pool, autos = answers.number("pool") + more, answers.number("autos")
    if who is None:
        return pool, autos
    levels = [trait.level for place, trait in enumerate(who.traits, 1) if answers.yes(f"trait-{place}")]
    autos += sum(levels) if _adds(who, answers) else max(levels, default=0)
    joined = [each for place, each in enumerate(who.companions, 1) if answers.yes(f"along-{place}")]
    more = more * len(joined) if answers.yes("shared") else 0  # everybody who joins gets a shared advantage (SB-R08)
    return pool + more + answers.number("extra") + burnt + sum(each.dice - each.health for each in joined), autos


def _adds(who: StoryCharacter, answers: Answers) -> bool:
    return answers.yes("traits_add") if answers.given("traits_add") else who.house.traits_add


def odd_count(fallen: Sequence[DieResult], group: str) -> int:
    """Return how many dice of a group show an odd number (SB-R01)."""
    return sum(each.number % 2 for each in fallen if each.die.group == group)


def read(plan: Plan, fallen: tuple[DieResult, ...], _choices: Answers) -> Reading:
    """Return the meaning of the last complete roll. After a tie both sides must roll again (SB-R18, SB-T14)."""
    pools = plan.asked
    if not isinstance(pools, Pools) or len(fallen) < len(plan.dice):
        return Reading((), _dice(fallen, len(fallen)))
    count = len(plan.dice)
    whole = len(fallen) // count if count else 1
    last = fallen[count * (whole - 1) : count * whole]
    margin = pools.ahead + odd_count(last, "ours") - odd_count(last, "theirs")
    dice = _dice(fallen, count * (whole - 1))
    if not pools.is_contest:
        return _read_task(pools, margin, odd_count(last, "ours") + pools.autos, dice)
    first = pools.ahead + odd_count(fallen[:count], "ours") - odd_count(fallen[:count], "theirs")
    ours, theirs = odd_count(last, "ours") + pools.autos, odd_count(last, "theirs") + pools.their_autos
    return _read_contest(plan, pools, first, (ours, theirs), dice)


def _read_task(pools: Pools, margin: int, odds: int, dice: tuple[DieReading, ...]) -> Reading:
    said = degree(margin)
    why = reason(f"sb-{said}", "SB-R19", odds=odds, target=pools.target)
    found = [Finding("degree", why, _tone(margin), outcome=said), _margin(margin)]
    parts = {"automatic": pools.autos, "target": pools.target}
    steps = sum_steps("SB-R19", margin, counted=odds - pools.autos, **parts)
    if not pools.risk:
        return Reading(tuple(found), dice, steps)
    lost = max(0, -margin)
    found += (_levels(lost, "SB-R27"), *_fate(pools, lost))
    return Reading(tuple(found), dice, steps, harm=_harm(lost))


def _read_contest(plan: Plan, pools: Pools, first: int, sums: tuple[int, int], dice: tuple[DieReading, ...]) -> Reading:
    ours, theirs = sums
    margin = ours - theirs
    outcome = "tie" if not first else ("win" if first > 0 else "lose")
    steps = sum_steps("SB-R18", margin, counted=ours - pools.autos, automatic=pools.autos, theirs=theirs)
    found = [
        Finding("first-throw", reason(f"sb-first-{outcome}", "SB-R18"), _tone(first), outcome=outcome),
        _margin(first),
    ]
    if not margin and plan.dice:
        return Reading(tuple(found), dice, steps, must=(Must(plan.dice, reason("sb-tie", "SB-R18")),))
    winner = "stalemate" if not margin else ("win" if margin > 0 else "lose")
    said = reason(f"sb-winner-{winner}", "SB-A10" if winner == "stalemate" else "SB-R19", margin=abs(margin))
    lost = max(0, -margin)
    found.insert(0, Finding("winner", said, _tone(margin), margin, outcome=winner))
    if margin:
        name = degree(margin)
        why = reason(f"sb-{name}", "SB-R19", odds=ours, target=theirs)
        found.insert(1, Finding("degree", why, _tone(margin), outcome=name))
    found += (_levels(lost, "SB-R24", risk=pools.risk), *_fate(pools, lost))
    return Reading(tuple(found), dice, steps, harm=_harm(lost) if pools.risk else None)


def _margin(margin: int) -> Finding:
    return Finding(
        "margin",
        reason("sb-margin", "SB-R19", margin=f"{margin:+d}".replace("-", "−")),
        value=margin,
        outcome=str(margin),
    )


def _levels(lost: int, rule: str, *, risk: bool = True) -> Finding:
    """Return the finding for the levels lost. Nobody is hurt unless a risk was announced (SB-R25)."""
    if not risk:
        return Finding("levels", reason("sb-no-risk", "SB-R25"), Tone.NEUTRAL, lost, str(lost))
    tone = Tone.BAD if lost else Tone.GOOD
    return Finding("levels", reason("sb-levels" if lost else "sb-unhurt", rule, n=lost), tone, lost, str(lost))


def _fate(pools: Pools, lost: int) -> tuple[Finding, ...]:
    """Return the finding for the health that the character who rolled has after the proposed harm."""
    if not pools.risk or pools.health is None:
        return ()
    rung = LADDER[min(DEAD, pools.health + lost)]
    return (Finding("fate", reason(f"sb-fate-{rung}", "SB-R24"), Tone.BAD if lost else Tone.NEUTRAL, outcome=rung),)


def _harm(lost: int) -> Proposal | None:
    return Proposal("injure", Answers({"value": lost})) if lost else None


def _tone(margin: int) -> Tone:
    if margin >= 4:
        return Tone.GREAT
    return Tone.GOOD if margin > 0 else Tone.MIXED if not margin else Tone.BAD


def _dice(fallen: tuple[DieResult, ...], lying: int) -> tuple[DieReading, ...]:
    """Return the effect of each die. Dice with an index below `lying` were re-rolled."""

    def did(place: int, each: DieResult) -> tuple[Role, Reason, int]:
        odd = each.number % 2
        if place < lying:
            return Role.RETHROWN, _AGAIN, odd
        return (Role.COUNTS, _ODD, 1) if odd else (Role.IDLE, _EVEN, 0)

    return each_read(fallen, did)


_ODD: Final[Reason] = reason("sb-odd", "SB-R01")
_EVEN: Final[Reason] = reason("sb-even", "SB-R01")
_AGAIN: Final[Reason] = reason("sb-again", "SB-R18")


_DEGREES = (*(name for _least, name in DEGREES), COMPLETE_FAILURE)


def odds(plan: Plan) -> Odds:
    """Return the chances of every finding of `plan`; they sum to 1.

    A character's roll with a risk also has the finding `fate`: the character's health after the roll.
    """
    pools = plan.asked
    if not isinstance(pools, Pools):
        return Odds({})
    ours, theirs = pools.thrown
    dice = ours + theirs
    # For the difference an even number on their dice counts like an odd number on ours, so one binomial distribution
    # covers both sides.
    ways = {pools.ahead - theirs + odd: comb(dice, odd) for odd in range(dice + 1)}
    found = _contest(ways) if pools.is_contest else _task(pools, ways)
    if pools.risk and pools.health is not None:
        lost = {int(outcome): chance for outcome, chance in found["levels"].items()}
        total = lcm(*(chance.den for chance in lost.values()))
        fate: dict[str, int] = defaultdict(int)
        for levels, chance in lost.items():
            fate[LADDER[min(DEAD, pools.health + levels)]] += chance.num * (total // chance.den)
        found = {"fate": shares({rung: fate.get(rung, 0) for rung in LADDER}), **found}
    return Odds(found)


def _task(pools: Pools, ways: dict[int, int]) -> dict[str, dict[str, Chance]]:
    degrees = dict.fromkeys(_DEGREES, 0)
    levels: dict[str, int] = defaultdict(int)
    for margin, count in ways.items():
        degrees[degree(margin)] += count
        levels[str(max(0, -margin))] += count
    found = {"degree": shares(degrees), "margin": _numbers(ways)}
    return {**found, "levels": _sorted(levels)} if pools.risk else found


def _contest(ways: dict[int, int]) -> dict[str, dict[str, Chance]]:
    won = sum(count for margin, count in ways.items() if margin > 0)
    lost = sum(count for margin, count in ways.items() if margin < 0)
    tie = ways.get(0, 0)
    degrees = dict.fromkeys(_DEGREES, 0)
    first = shares({"win": won, "tie": tie, "lose": lost})
    if not won + lost:
        winner, levels = {"win": 0, "lose": 0, "stalemate": 1}, {"0": 1}
    else:
        winner, levels = {"win": won, "lose": lost, "stalemate": 0}, {"0": won}
        for margin, count in ways.items():
            if margin:
                degrees[degree(margin)] += count
        for margin, count in ways.items():
            if margin < 0:
                levels[str(-margin)] = count
    return {
        "first-throw": first,
        "winner": shares(winner),
        **({"degree": shares(degrees)} if won + lost else {}),
        "margin": _numbers(ways),
        "levels": _sorted(levels),
    }


def _numbers(ways: dict[int, int]) -> dict[str, Chance]:
    return shares({str(margin): ways[margin] for margin in sorted(ways)})


def _sorted(ways: dict[str, int]) -> dict[str, Chance]:
    return shares({outcome: ways[outcome] for outcome in sorted(ways, key=int)})


_OUT: Final = frozenset({"out", "dead"})
_SIDE: Final = "side"


class StoryFighter(SceneFighter):
    """A fighter in a scene of Story Bones."""

    character: StoryCharacter | None = None


class StoryScene(Scene):
    """A scene of Story Bones."""

    fighters: Annotated[tuple[StoryFighter, ...], Limits(max_length=MOST_FIGHTERS)] = ()


_NUMBERS: Final = (Parameter.number("dice", 4, 1, 40), Parameter.number("autos", 0, 0, 40))
_STEPS: Final = {
    "declare": (SceneAct("declare", "free", "SB-R22", asked=(Parameter.text("deed"),)),),
    "target": (SceneAct("target", "free", "SB-R17", asked=(Parameter.number("target", 2, 1, MOST),)),),
    "extra": (SceneAct("extra", "free", "SB-R08", asked=(Parameter.choice("advantage", EXTRA),)),),
    "pools": (SceneAct("help", "free", "SB-R07", gains=(("helping", 1),)),),
    "roll": (),
    "read": (SceneAct("injure", "free", "SB-R24", act="injure", at="anyone"),),
}
"""The steps of a round, with the acts of each step (SB-R22)."""
_SAID: Final = frozenset({"target", "advantage"})
"""Ids of numbers that a fighter gets in the steps before a roll."""
_ROLLED: Final = (
    SceneAct("contest", rule="SB-R19", rolls=True, at="others"),
    SceneAct("task", rule="SB-R17", rolls=True),
    SceneAct("open", rule="SB-R23"),
)
_CONDITIONS: Final = ("helping",)


def _acts(_book: StoryBook, scene: Scene, _fighter: SceneFighter) -> tuple[SceneAct, ...]:
    """Return the acts of the present step, and all rolls, because players need not keep the order (SB-R22)."""
    return (*_STEPS[tuple(_STEPS)[scene.phase]], *_ROLLED)


def pool(fighter: SceneFighter) -> int:
    """Return the number of dice of a character or foe; 0 for one who cannot act (SB-R03, SB-R06)."""
    if fighter.character is not None:
        return fighter.character.pool or 0
    return 0 if fighter.hurt >= OUT else max(0, fighter.number("dice") - min(1, fighter.hurt))


def _foe(fighter: SceneFighter) -> Track:
    return Track("health", DEAD, min(DEAD, fighter.hurt), LADDER[min(DEAD, fighter.hurt)])


def _aim(
    _book: StoryBook, scene: Scene, act: SceneAct, by: SceneFighter, whom: SceneFighter | None, answers: Answers
) -> ActRoll:
    """Return the roll of an act.

    Fighters who do the same thing add their whole pools, on both sides (SB-R07).
    """
    together = tuple(each.id for each in _able(scene, by.side) if each.id != by.id)
    filled: dict[str, int | str] = {"pool": pool(by)}
    if by.character is None:
        filled["autos"] = by.number("autos")
    filled |= {id: by.numbers[id] for id in _SAID if id in by.numbers}
    if act.id == "task" or whom is None:
        return ActRoll("task", by.id, filled, together=together)
    against = Parameter.choice("opposed", ("one", _SIDE))
    other = _able(scene, whom.side) if answers.key("opposed") == _SIDE else (whom,)
    filled |= {"their_pool": sum(map(pool, other)), "their_autos": sum(each.number("autos") for each in other)}
    filled |= {"disadvantage": whom.numbers["advantage"]} if "advantage" in whom.numbers else {}
    # In a fight everybody knows that somebody can be hurt, so the risk counts as announced (SB-R25).
    return ActRoll("contest", by.id, {**filled, "risk": 1}, (against,), together=together)


def _able(scene: Scene, side: str) -> tuple[SceneFighter, ...]:
    return tuple(each for each in scene.fighters if each.side == side and pool(each))


def _passed(_book: StoryBook, fighter: SceneFighter) -> SceneFighter:
    """Return the fighter without the numbers of the round that is over."""
    return fighter.with_(numbers={id: each for id, each in fighter.numbers.items() if id not in _SAID})


def _follows(_book: StoryBook, scene: Scene, done: Done) -> Iterator[SceneOffer]:
    """Yield an offer of the Health levels that the losing side loses if a risk was announced (SB-R26).

    Anybody who took part on the losing side can take the offer.
    """
    made = done.planned
    if not made.answers.yes("risk"):
        return
    levels = done.value("levels")
    if levels > 0:
        party = [id for id in (each.id for each in scene.fighters) if made.answers.yes(f"ally-{id}")]
        yield offer("act", "injure", (made.by, *party), {"value": min(levels, DEAD)})
    won = done.value("winner")
    if won > 0:
        side = scene.fighter(made.whom).side
        others = [each.id for each in _able(scene, side) if each.id != made.whom]
        mates = others if made.answers.key("opposed") == _SIDE else []
        yield offer("act", "injure", (made.whom, *mates), {"value": min(won, DEAD)})


SCENE: Final[SceneRules[StoryCharacter, StoryBook]] = SceneRules(
    scene=StoryScene,
    fighter=StoryFighter,
    numbers=_NUMBERS,
    conditions=_CONDITIONS,
    acts=_acts,
    aim=_aim,
    follows=_follows,
    foe=_foe,
    out=_OUT,
    phases=tuple(_STEPS),
    once=frozenset({"target", "extra", "pools", "read"}),
    in_order=False,
    passed=_passed,
)
