"""Rolls of Five Modes: their questions, dice, meaning and exact odds.

A check answers up to eight questions at once, so it has no single success (FM-R13). Codes refused: no-roll (roll),
fm-out-of-range (field, least, most), no-choice (field, choice), fm-needs (field), fm-magic-left (left).
"""

from collections import defaultdict
from itertools import pairwise, product
from typing import Final

from bones_desktop.rules.acts import Answers, Parameter, Value
from bones_desktop.rules.chances import Chance, joint, shares
from bones_desktop.rules.fields import switches
from bones_desktop.rules.five_modes import figures
from bones_desktop.rules.five_modes.character import SAVES, SIZES, Adventurer, FiveModesBook, FiveModesHouseRules
from bones_desktop.rules.five_modes.figures import HOW, Strike, aimed_at, length_notes, strikes
from bones_desktop.rules.games import DieResult, JointOutcome, Odds, Plan, Roll, each_read, numbered, of_group
from bones_desktop.rules.reading import DieReading, Finding, Must, NextRoll, Offer, Proposal, Reading, Role, Tone
from bones_desktop.rules.reasons import Reason, reason, refuse
from bones_desktop.rules.records import replace

SURE: Final = 6
"""From this chance up, a task fails only if the canny die shows three times the uncanny die (FM-R15)."""
STRAINS: Final = 4
"""An uncanny die with this number or more causes strain (FM-R20)."""
MOST_MAGIC: Final = 30
_STRAIN_SIDES: Final = 6
DAMAGE: Final = ("cutting", "blunt", "other")


CHECK: Final = (
    Parameter.choice("die", ("4", "6", "8", "10", "12")),
    Parameter.number("chance", 0, 0, 100, optional=True),
    Parameter.number("threat", 0, 0, 100, optional=True),
    Parameter.number("initiative", 3, 0, 100, optional=True),
    Parameter.number("morale", 3, 0, 100, optional=True),
    Parameter.yes_no("light"),
    Parameter.number("magic", 0, 0, MOST_MAGIC),
    Parameter.number("complexity", 0, 0, 1000, optional=True),
)
ROLLS: Final = (
    Roll("check", CHECK, offers=("pay", "drop")),
    Roll(
        "attack",
        (
            Parameter.number("defence", 9, -100, 100),
            Parameter.number("level", 1, 0, 100),
            Parameter.number("length", 7, 0, 100, optional=True),
            Parameter.number("agility", 9, -100, 100, optional=True),
        ),
    ),
    Roll("save", (Parameter.choice("kind", SAVES, "death"), Parameter.number("level", 1, 0, 100))),
    Roll(
        "hits",
        (
            Parameter.choice("die", ("4", "6", "8"), "6"),
            Parameter.choice("how", HOW),
            Parameter.number("reduction", 0, 0, 100),
        ),
    ),
)
HOUSE: Final = switches(FiveModesHouseRules)
"""The house rules of `FiveModesHouseRules` as questions (2(f))."""


def rolls(book: FiveModesBook, who: Adventurer | None) -> tuple[Roll, ...]:
    """Return the kinds of roll, with the adventurer's numbers filled in."""
    if who is None:
        return ROLLS
    ways = strikes(figures.in_use(book, who))
    known: dict[str, int | str] = {"level": who.level, "length": max((each.length for each in ways), default=0)}
    if who.die:
        known["die"] = str(who.die)
    found = []
    for roll in ROLLS:
        parameters = [_filled(each, known) for each in roll.parameters]
        if roll.id == "attack" and ways:
            parameters.insert(0, _strokes("strike", ways))
        if roll.id == "hits" and ways:
            parameters[1] = _strokes("how", ways, *HOW)
        if roll.id == "check":
            parameters = [*_own_check(who), *([Parameter.yes_no("metal", 1)] if figures.wears_metal(book, who) else [])]
        found.append(replace(roll, parameters=tuple(parameters)))
    return tuple(found)


def _strokes(id: str, ways: tuple[Strike, ...], *others: str) -> Parameter:
    """Return the question for a way to strike; the answer fills in a length that replaces Guard (FM-R25)."""
    asked = Parameter.choice(
        id,
        (*(each.key for each in ways), *others),
        names=(*(each.name for each in ways), *[""] * len(others)),
    )
    return replace(asked, fills={each.key: {"length": each.length} for each in ways if each.length})


def _own_check(who: Adventurer) -> list[Parameter]:
    """Return the questions of a check about an adventurer's light, talents, spells and Magic Dice."""
    left = figures.magic_dice_left(who)
    own = {
        "die": Parameter.choice("die", CHECK[0].choices, str(who.light.size or 4)),
        "magic": Parameter.number("magic", 0, 0, left),
    }
    asked = [own.get(each.id, each) for each in CHECK]
    if any(talent.strip() for talent in who.talents) and (who.house.talents_help_all or who.die == 6):
        asked.insert(2, Parameter.yes_no("talent"))
    spells = [each for each in who.spells if each.name.strip()]
    if who.die == 4 and spells:
        which = Parameter.place("spell", (each.name for each in spells), "")
        # A spell needs at least one Magic Die; the player may add more (FM-R19).
        fills: dict[Value, dict[str, Value]] = {
            str(n): {"magic": min(1, left), "complexity": each.complexity} for n, each in enumerate(spells, 1)
        }
        place = next(n for n, each in enumerate(asked) if each.id == "magic")
        asked.insert(place, replace(which, fills=fills))
    return asked


def _filled(asked: Parameter, known: dict[str, int | str]) -> Parameter:
    return replace(asked, first=known[asked.id]) if asked.id in known else asked


def plan(book: FiveModesBook, who: Adventurer | None, roll: str, answers: Answers) -> Plan:
    """Return the dice of a roll. Raise RulesError for an unknown roll or an impossible one."""
    if who is not None:
        answers = Answers({**{each.id: getattr(who.house, each.id) for each in HOUSE}, **answers.values})
    notes = _notes(who, roll, answers)
    if roll == "check":
        if answers.number("magic") and not answers.given("complexity"):
            raise refuse("fm-needs", "FM-R19", field="complexity")
        if answers.given("complexity") and not answers.number("magic"):
            raise refuse("fm-needs", "FM-R19", field="magic")
        dice = numbered(6, "canny") + numbered(int(answers.key("die") or 4), "uncanny")
        return Plan(roll, dice + numbered(6, "magic", answers.number("magic")), answers, who, notes=notes)
    if roll in {"attack", "save"}:
        if roll == "attack":
            notes += length_notes(answers)
        return Plan(roll, numbered(20, "d20"), answers, notes=notes)
    if roll == "hits":
        key = answers.key("how")
        held = figures.in_use(book, who) if who is not None else ()
        strike = next((each for each in strikes(held) if each.key == key), None)
        if strike is None and key not in HOW:
            raise refuse("no-choice", "FM-R26", field="how", choice=key[:40])
        how = strike.how if strike is not None else key
        dice = numbered(int(answers.key("die")), "hits", 1 if how == "one" else 2)
        return Plan(roll, dice, Answers({**answers.values, "how": how}), strike, notes=notes)
    raise refuse("no-roll", roll=roll)


def _notes(who: Adventurer | None, roll: str, answers: Answers) -> tuple[Reason, ...]:
    """Return a note if the adventurer is dead, or is down and does not roll the save to revive (FM-R28, FM-R30)."""
    state = figures.state(who) if who is not None else ""
    if state == "dead":
        return (reason("fm-is-dead", "FM-R30"),)
    revives = roll == "save" and answers.key("kind") == "death"
    return (reason("fm-is-down", "FM-R28"),) if state == "down" and not revives else ()


def read(plan: Plan, fallen: tuple[DieResult, ...], choices: Answers) -> Reading:
    """Return the meaning of the dice.

    `choices` may contain `pay`, the number of Magic Dice spent against strain (FM-R20), and `drop`, which makes a
    carried light one size smaller (FM-R17). `pay` cannot be more than the Magic Dice that the adventurer has left.
    """
    match plan.roll:
        case "check":
            return _read_check(plan, fallen, choices)
        case "hits":
            return _read_hits(plan, fallen)
    return _read_d20(plan, fallen)


def task_succeeds(chance: int, canny: int, uncanny: int, *, can_fail: bool = True) -> bool:
    """Return whether a task with this chance succeeds (FM-R13, FM-R15, FM-A6)."""
    if chance >= SURE:
        return not can_fail or canny < 3 * uncanny
    return canny <= chance


def chance_of(answers: Answers) -> int:
    """Return the chance of a task, including the bonus of a talent (FM-R14)."""
    return answers.number("chance") + answers.number("talent")


def can_fail(answers: Answers) -> bool:
    """Return whether a chance of 6 or more can fail: with a talent always, else by the house rule (FM-A6)."""
    return not answers.given("sure_tasks_can_fail") or answers.yes("sure_tasks_can_fail") or answers.yes("talent")


def base_counts(answers: Answers) -> bool:
    """Return whether the uncanny die of the check counts for the spell and for strain (FM-A7)."""
    return not answers.given("base_die_counts") or answers.yes("base_die_counts")


def outcomes_of(asked: Answers, canny: int, uncanny: int) -> dict[str, str]:
    """Return the outcome of each question asked, by its finding, except for a spell (FM-R13, FM-R17, FM-R23)."""
    found = {}
    if asked.given("chance"):
        good = task_succeeds(chance_of(asked), canny, uncanny, can_fail=can_fail(asked))
        found["task"] = "success" if good else "failure"
    if asked.given("threat"):
        found["threat"] = "befalls" if uncanny <= asked.number("threat") else "passes"
    if asked.given("initiative"):
        found["first"] = "enemies" if uncanny <= asked.number("initiative") else "adventurers"
    if asked.given("morale"):
        found["allies"] = "fight" if canny <= asked.number("morale") else "hesitate"
    found["doubles"] = "yes" if canny == uncanny else "no"
    if asked.yes("light"):
        found["light"] = "drops" if uncanny == 1 else "stays"
    return found


def _read_check(plan: Plan, fallen: tuple[DieResult, ...], choices: Answers) -> Reading:
    asked = plan.answers
    canny, uncanny = of_group(fallen, "canny"), of_group(fallen, "uncanny")
    if not canny or not uncanny:
        return Reading((), _parts(fallen, {}))
    a, b = canny[0], uncanny[0]
    found: list[Finding] = []
    parts: dict[str, tuple[Role, Reason]] = {}
    offers: tuple[Offer, ...] = ()
    for finding, outcome in outcomes_of(asked, a, b).items():
        why = _why(asked, finding, outcome, a, b)
        tone = _TONES.get(outcome, Tone.NEUTRAL)
        found.append(Finding(finding, why, tone, outcome=outcome))
        if finding in {"task", "allies"}:
            parts.setdefault("canny", (Role.COUNTS if tone is Tone.GOOD else Role.IDLE, why))
        elif finding in {"threat", "first"} and parts.get("uncanny", (Role.IDLE,))[0] is Role.IDLE:
            parts["uncanny"] = (Role.HURTS if tone is Tone.BAD else Role.IDLE, why)
        elif outcome == "drops":
            parts.setdefault("uncanny", (Role.HURTS, why))
            if isinstance(plan.asked, Adventurer) and plan.asked.light.size and not choices.yes("drop"):
                offers = (Offer("drop", why, does=Proposal("drop", Answers())),)
    if not asked.number("magic"):
        return Reading(tuple(found), _parts(fallen, parts), offers=offers)
    read = _with_spell(plan, fallen, choices, found, parts)
    return replace(read, offers=(*read.offers, *offers))


_TONES: Final = {
    **dict.fromkeys(("success", "passes", "adventurers", "fight"), Tone.GOOD),
    **dict.fromkeys(("failure", "befalls", "enemies", "hesitate", "yes", "drops"), Tone.BAD),
}
"""Tones of the outcomes of a check; all outcomes not listed here are neutral."""


def _why(asked: Answers, finding: str, outcome: str, canny: int, uncanny: int) -> Reason:
    """Return the reason for one outcome of a check."""
    match finding:
        case "task":
            chance = chance_of(asked)
            code = "fm-task-sure" if chance >= SURE else "fm-task"
            return reason(f"{code}-{outcome}", "FM-R13", canny=canny, chance=chance, uncanny=uncanny)
        case "threat":
            return reason(f"fm-threat-{outcome}", "FM-R13", uncanny=uncanny, threat=asked.number("threat"))
        case "first":
            return reason(f"fm-first-{outcome}", "FM-R23", uncanny=uncanny, rating=asked.number("initiative"))
        case "allies":
            return reason(f"fm-allies-{outcome}", "FM-R23", canny=canny, rating=asked.number("morale"))
        case "doubles":
            return reason("fm-doubles" if outcome == "yes" else "fm-no-doubles", "FM-R13", number=canny)
    size = smaller(int(asked.key("die") or 4))
    code = "fm-light-stays" if outcome == "stays" else "fm-light-drops" if size else "fm-light-ends"
    return reason(code, "FM-R17", size=size)


def _with_spell(
    plan: Plan,
    fallen: tuple[DieResult, ...],
    choices: Answers,
    found: list[Finding],
    parts: dict[str, tuple[Role, Reason]],
) -> Reading:
    """Return the reading of a check with Magic Dice: whether the spell works, and what it costs (FM-R19 to 21)."""
    asked = plan.answers
    powers = (*(of_group(fallen, "uncanny") if base_counts(asked) else ()), *of_group(fallen, "magic"))
    total, complexity = sum(powers), asked.number("complexity")
    takes = total > complexity
    why = reason(f"fm-spell-{'takes' if takes else 'fails'}", "FM-R19", total=total, complexity=complexity)
    found.append(Finding("spell", why, Tone.GOOD if takes else Tone.BAD, total, outcome="takes" if takes else "fails"))
    parts["magic"] = (Role.COUNTS if takes else Role.IDLE, why)
    if base_counts(asked) and parts.get("uncanny", (Role.IDLE,))[0] is Role.IDLE:
        parts["uncanny"] = parts["magic"]
    strain = sum(power >= STRAINS for power in powers)
    why = reason("fm-strain", "FM-R20", number=strain)
    found.append(Finding("strain", why, Tone.BAD if strain else Tone.GOOD, strain, outcome=str(strain)))
    # Rolling Magic Dice does not spend them. For each die that causes strain, the player can spend one Magic Die, while
    # any are left.
    most = min(strain, figures.magic_dice_left(plan.asked)) if isinstance(plan.asked, Adventurer) else strain
    paid = max(0, min(choices.number("pay"), most))
    due = strain - paid
    hurts = of_group(fallen, "strain")
    offers = (_price(most),) if strain and not paid and not hurts else ()
    must: tuple[Must, ...] = (
        Must(numbered(_STRAIN_SIDES, "strain", due), reason("fm-strain-hits", "FM-R20", number=due)),
    )
    harm = None
    if len(hurts) >= due:
        must = ()
        taken = sum(hurts[:due])
        if taken:
            harm = Proposal("hurt", Answers({"kind": "other", "value": taken}))
    if asked.yes("metal"):
        waits = reason("fm-strain-first", "FM-R20") if must else None
        offers = (
            *offers,
            Offer("burn", reason("fm-metal-burns", "FM-R21"), why_not=waits, does=Proposal("burn", Answers())),
        )
    return Reading(tuple(found), _parts(fallen, parts), must=must, offers=offers, harm=harm)


def _price(most: int) -> Offer:
    """Return the offer to spend up to `most` Magic Dice; if none is left, its text says so (FM-R20)."""
    why = None if most else reason("fm-magic-left", "FM-R20", left=most)
    return Offer("pay", reason("fm-pay", "FM-R20", most=most), most, why, Proposal("pay", Answers({"value": 1})))


def smaller(size: int) -> int:
    """Return the die of a light after it is reduced by one size; 0 means that it is out (FM-R17)."""
    return next((after for before, after in pairwise(SIZES) if before == size), 0)


def d20_least(plan: Plan) -> int:
    """Return the highest number on the d20 that succeeds (FM-R10, FM-R12)."""
    asked = plan.answers
    base = SAVES[asked.key("kind")] if plan.roll == "save" else aimed_at(asked)
    return base + asked.number("level")


def _read_d20(plan: Plan, fallen: tuple[DieResult, ...]) -> Reading:
    shown = of_group(fallen, "d20")
    if not shown:
        return Reading((), _parts(fallen, {}))
    chance = d20_least(plan)
    good = shown[0] <= chance
    finding, outcome = {
        "attack": ("hit", "hit" if good else "miss"),
        "save": ("save", "saved" if good else "failed"),
    }[plan.roll]
    rule = "FM-R10" if plan.roll == "attack" else "FM-R12"
    why = reason(f"fm-{outcome}", rule, number=shown[0], chance=chance)
    tone = Tone.GOOD if good else Tone.BAD
    parts = {"d20": (Role.COUNTS if good else Role.IDLE, why)}
    strike = {"how": plan.answers.key("strike")} if plan.answers.given("strike") else {}
    then = NextRoll("hits", Answers(strike)) if outcome == "hit" else None
    return Reading((Finding(finding, why, tone, outcome=outcome),), _parts(fallen, parts), then=then)


def hits_of(plan: Plan, numbers: tuple[int, ...]) -> int:
    """Return the hits of the dice after armour, never below 0 (FM-R26, FM-R27, FM-A22)."""
    pick = min if plan.answers.key("how") == "lower" else max
    return max(0, pick(numbers) - plan.answers.number("reduction"))


def _read_hits(plan: Plan, fallen: tuple[DieResult, ...]) -> Reading:
    shown = of_group(fallen, "hits")
    if not shown:
        return Reading((), _parts(fallen, {}))
    hits, reduction = hits_of(plan, shown), plan.answers.number("reduction")
    why = reason("fm-hits", "FM-R26", number=hits, reduction=reduction)
    if isinstance(plan.asked, Strike):
        why = reason("fm-hits-kind", "FM-R26", number=hits, kind=plan.asked.thing.damage, reduction=reduction)
    finding = Finding("hits", why, Tone.GOOD if hits else Tone.NEUTRAL, hits, outcome=str(hits))
    return Reading((finding,), _parts(fallen, {"hits": (Role.COUNTS, why)}))


def _parts(fallen: tuple[DieResult, ...], parts: dict[str, tuple[Role, Reason]]) -> tuple[DieReading, ...]:
    """Return the effect of each die; dice of a group that is not in `parts` have no effect."""
    idle = (Role.IDLE, reason("fm-idle"))
    hurts = (Role.HURTS, reason("fm-strain-die", "FM-R20"))

    def did(_place: int, each: DieResult) -> tuple[Role, Reason, int]:
        role, why = hurts if each.die.group == "strain" else parts.get(each.die.group, idle)
        return role, why, each.number if role is Role.COUNTS else 0

    return each_read(fallen, did)


_OUTCOMES: Final[dict[str, tuple[str, ...]]] = {
    "task": ("success", "failure"),
    "threat": ("befalls", "passes"),
    "first": ("enemies", "adventurers"),
    "allies": ("fight", "hesitate"),
    "doubles": ("yes", "no"),
    "light": ("drops", "stays"),
    "spell": ("takes", "fails"),
    "strain": (),
}
"""Outcomes of each finding of a check; a finding that is a number may have any outcome."""


def odds(plan: Plan) -> Odds:
    """Return the chances of every finding of `plan`; they sum to 1."""
    match plan.roll:
        case "check":
            return _check(plan)
        case "hits":
            return Odds({"hits": _hits(plan)})
    good, bad = ("hit", "miss") if plan.roll == "attack" else ("saved", "failed")
    ways = min(20, max(0, d20_least(plan)))
    return Odds({"hit" if plan.roll == "attack" else "save": {good: Chance(ways, 20), bad: Chance(20 - ways, 20)}})


def _hits(plan: Plan) -> dict[str, Chance]:
    ways: dict[int, int] = defaultdict(int)
    for numbers in product(*(die.faces for die in plan.dice)):
        ways[hits_of(plan, numbers)] += 1
    return shares({str(hits): count for hits, count in sorted(ways.items())})


def _check(plan: Plan) -> Odds:
    """Return the chances of a check.

    All pairs of canny and uncanny die are counted, and the Magic Dice by their sum and the number of strains.
    """
    asked = plan.answers
    base = base_counts(asked)
    magic = asked.number("magic")
    die = [(face, int(face >= STRAINS)) for face in range(1, 7)]
    # Each sum of the Magic Dice is counted together with each number of strains.
    spells = joint([die] * magic) if magic else {(0, 0): 1}
    findings: dict[str, dict[str, int]] = {}
    together: dict[tuple[tuple[str, str], ...], int] = defaultdict(int)

    def found(finding: str, outcome: str, count: int) -> None:
        ways = findings.setdefault(finding, {})
        ways[outcome] = ways.get(outcome, 0) + count

    for canny, uncanny in product(plan.dice[0].faces, plan.dice[1].faces):
        cell = tuple(outcomes_of(asked, canny, uncanny).items())
        for (total, strain), count in spells.items():
            whole = list(cell)
            if magic:
                takes = total + (uncanny if base else 0) > asked.number("complexity")
                whole.append(("spell", "takes" if takes else "fails"))
                found("strain", str(strain + (base and uncanny >= STRAINS)), count)
            for finding, outcome in whole:
                found(finding, outcome, count)
            together[tuple(whole)] += count
    whole_ways = sum(together.values())
    cells = tuple(JointOutcome(dict(cell), Chance(count, whole_ways)) for cell, count in together.items())
    each_finding = {}
    for finding, outcomes in _OUTCOMES.items():
        if ways := findings.get(finding):
            each_finding[finding] = shares({each: ways.get(each, 0) for each in outcomes or sorted(ways, key=int)})
    return Odds(each_finding, cells)
