"""The throws of Margin and their exact odds (4(c)): checks, attacks, defences, contests, and those that go with them.

Codes refused: no-roll (roll), cannot-act (state), mg-untrained (skill).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from bones_desktop.rules.acts import Answers, Parameter
from bones_desktop.rules.chances import shares
from bones_desktop.rules.games import Fallen, Odds, Plan, Roll, numbered, of_group
from bones_desktop.rules.margin import figures
from bones_desktop.rules.margin.book import Book
from bones_desktop.rules.margin.character import ATTRIBUTES, MOST_BONUS, House, MarginCharacter
from bones_desktop.rules.reading import DieReading, Finding, Must, Offer, Proposal, Reading, Role, Tone
from bones_desktop.rules.reasons import Reason, reason, refuse
from bones_desktop.rules.typedtext import whole_number

DICE: Final = 3
BANDS: Final = ("natural", "modified", "none")
LOW, HIGH = 4, 17
"""Sums that fail and succeed by themselves in combat (MG-R07, MG-A3)."""
HOUSE: Final = (
    Parameter.choice("bands", BANDS, House().bands),
    Parameter.yes_no("negatives_buy_bonuses", int(House().negatives_buy_bonuses)),
)
_FIGHT: Final = frozenset({"attack", "defence", "escape"})
INTIMACY: Final = ("", "helps", "hinders")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the plan of a throw is read with."""

    bonus: int
    target: int = 0
    their_bonus: int = 0
    bands: str = "natural"
    dice: int = DICE
    luck: int | None = None
    """Uses of Luck the character has left; None for nobody in particular."""
    lost: int = 0
    """What the cap on bonuses took off (MG-R03)."""
    halved: bool = False


_COUNT: Final = Parameter.choice("dice", ("2", "3", "4"), "3")
_LUCK: Final = ("reroll",)
_EDGES: Final = (Parameter.yes_no("advantage"), Parameter.yes_no("disadvantage"))
_WORSE: Final = ("outside", "improvised", "into-melee", "disadvantage")
"""Circumstances that are each a disadvantage; several are no worse than one (MG-R05, MG-R16, MG-A7)."""


def rolls(_book: Book, who: MarginCharacter | None) -> tuple[Roll, ...]:
    """Return the kinds of throw; a character's bonus follows from what it is made of."""
    target, score = Parameter.number("target", 10, -20, 60), Parameter.number("score", 10, -20, 60)
    fall = (Parameter.number("feet", 10, 0, 1000), Parameter.yes_no("halved"))
    if who is None:
        bonus = (Parameter.number("bonus", 0, -40, 40),)
        return (
            Roll("check", (*bonus, target, _COUNT), offers=_LUCK),
            Roll("attack", (*bonus, score, _COUNT), offers=_LUCK),
            Roll("defence", (*bonus, score, _COUNT), offers=("reroll", "lucky-die")),
            Roll("contest", (*bonus, Parameter.number("their_bonus", 0, -40, 40)), offers=_LUCK),
            Roll("escape", (*bonus, Parameter.number("total", 12, -20, 60), _COUNT), offers=_LUCK),
            Roll("jump", (*bonus, Parameter.yes_no("standing"), _COUNT), offers=_LUCK),
            Roll("fall", fall),
            Roll("initiative", ()),
        )
    cared_for = any(each.strip() for each in who.intimacies)
    intimacy = (Parameter.choice("intimacy", INTIMACY),) if cared_for else ()
    known = (
        Parameter.number("bonus", 0, -40, 40, optional=True),
        Parameter.number("other", 0, -20, 20),
        *_EDGES,
        *intimacy,
    )
    total = who.holds[0].total if who.holds else 12
    outside, improvised = Parameter.yes_no("outside"), Parameter.yes_no("improvised")
    own = (*_skills(who, "mind"), Parameter.number("helpers", 0, 0, 6), outside, improvised)
    return (
        Roll("check", (*own, target, *known), offers=_LUCK),
        Roll(
            "attack",
            (_attribute("attack"), _weapons(who), score, outside, improvised, Parameter.yes_no("into-melee"), *known),
            offers=_LUCK,
        ),
        Roll("defence", (score, *known), offers=("reroll", "lucky-die")),
        Roll("contest", (*_skills(who, "body"), Parameter.number("their_bonus", 0, -40, 40), *known), offers=_LUCK),
        Roll("escape", (_attribute("defense"), Parameter.number("total", total, -20, 60), *known), offers=_LUCK),
        Roll("jump", (_attribute("body"), Parameter.yes_no("standing"), *known), offers=_LUCK),
        Roll("fall", fall),
        Roll("initiative", ()),
    )


def _attribute(first: str) -> Parameter:
    return Parameter.choice("attribute", ATTRIBUTES, first)


def _skills(who: MarginCharacter, first: str) -> tuple[Parameter, ...]:
    keys = ("", *(str(place) for place in range(1, len(who.skills) + 1)))
    names = ("", *(f"{each.name} {each.dots}" for each in who.skills))
    return (_attribute(first), Parameter.choice("skill", keys, names=names))


def _weapons(who: MarginCharacter) -> Parameter:
    keys = ("none", "other", *(str(place) for place in range(1, len(who.weapons) + 1)))
    return Parameter.choice("weapon", keys, names=("", "", *who.weapons))


def plan(book: Book, who: MarginCharacter | None, roll: str, answers: Answers) -> Plan:
    """Return the dice of a throw; RulesError for one there is not, for those who cannot act, and for the untrained."""
    if roll not in {each.id for each in rolls(book, None)}:
        raise refuse("no-roll", roll=roll[:40])
    bands = answers.key("bands") or (who.house.bands if who is not None else House().bands)
    if roll == "fall":
        dice = numbered(6, "dice", answers.number("feet") // 10)
        return Plan(roll, dice, answers, Asked(0, halved=answers.yes("halved")))
    halved = roll == "jump" and answers.yes("standing")
    target = answers.number({"check": "target", "escape": "total"}.get(roll, "score"))
    asked = Asked(min(MOST_BONUS, answers.number("bonus")), target, bands=bands, halved=halved)
    count = int(answers.key("dice") or DICE)
    if who is not None and roll != "initiative":
        bonus, edges, lost = _own(book, who, roll, answers)
        count = DICE + edges
        if roll == "defence" and figures.is_held(who):
            count = 0  # only the modifier stands (MG-A10)
        asked = replace(asked, bonus=bonus, luck=figures.luck_left(book, who), lost=lost)
    theirs = DICE if roll in {"contest", "initiative"} else 0
    if theirs:
        asked = replace(asked, their_bonus=min(MOST_BONUS, answers.number("their_bonus")))
    dice = (*numbered(6, "dice", count), *numbered(6, "theirs", theirs))
    return Plan(roll, dice, answers, replace(asked, dice=count))


def _own(book: Book, who: MarginCharacter, roll: str, answers: Answers) -> tuple[int, int, int]:
    """Return the bonus, whether a die more or fewer falls, and what the cap took off (MG-R03 to R05)."""
    state = figures.state(book, who)
    if state in {"dead", "unconscious", "bleeding"}:
        raise refuse("cannot-act", "MG-R26", state=state)
    if figures.is_held(who) and roll in {"check", "attack"}:
        raise refuse("cannot-act", "MG-R19", state="held")
    given = [answers.number("other")]
    sharp = any(power.power == "sharp-shooter" for power in who.powers)
    intimacy = answers.key("intimacy")  # the referee's word, no number (MG-A16)
    better = answers.yes("advantage") or intimacy == "helps"
    worse = intimacy == "hinders" or any(answers.yes(id) for id in _WORSE if not (sharp and id == "into-melee"))
    first = "defense" if roll == "defence" else answers.key("attribute") or "mind"
    given.append(figures.attribute(book, who, first))
    if roll in {"check", "contest"}:
        given.append(answers.number("helpers"))
        number = whole_number(answers.key("skill")) or 0
        if 1 <= number <= len(who.skills):
            skill = who.skills[number - 1]
            given += (skill.dots, figures.specialty(book, who, skill.name))
            if not skill.dots and not skill.everyman:
                raise refuse("mg-untrained", "MG-R05a", skill=skill.name)
            worse |= not skill.dots
    if roll == "attack":
        key = answers.key("weapon")
        number = whole_number(key) or 0
        weapon = who.weapons[number - 1] if 1 <= number <= len(who.weapons) else ""
        given += (figures.weapon_bonus(book, who, weapon), figures.specialty(book, who, weapon) if weapon else 0)
        given += [-2 for each in ("frightened", "prone") if each in who.conditions]
        worse |= key == "other"
        better |= "invisible" in who.conditions
    if roll in _FIGHT:
        worse |= "blinded" in who.conditions
    up, down = sum(each for each in given if each > 0), sum(each for each in given if each < 0)
    if answers.given("bonus"):
        up, down = answers.number("bonus"), 0
    return min(MOST_BONUS, up) + down, int(better) - int(worse), max(0, up - MOST_BONUS)


def read(plan: Plan, fallen: tuple[Fallen, ...], choices: Answers) -> Reading:
    """Return what the dice mean; `choices` may hold `reroll` and `lucky-die`, each a use of Luck (MG-R08, MG-A5)."""
    asked = plan.asked
    if not isinstance(asked, Asked) or len(fallen) < len(plan.dice):
        return Reading((), _dice(fallen))
    again = tuple(die for die in plan.dice if die.group == "dice")  # never those of the other side
    if choices.yes("reroll") and again and all(each.counts for each in fallen):
        return Reading((), _dice(fallen), must=(Must(again, reason("mg-reroll", "MG-R08")),))
    more = numbered(6, "luck")
    if choices.yes("lucky-die") and not of_group(fallen, "luck"):
        return Reading((), _dice(fallen), must=(Must(more, reason("mg-lucky-die", "MG-A5")),))
    shown = sum(of_group(fallen, "dice"))
    total = shown + asked.bonus + sum(of_group(fallen, "luck"))
    findings, harm = _found(plan.roll, asked, shown, total, sum(of_group(fallen, "theirs")))
    offers = () if asked.luck is None or not again else _offers(plan.roll, asked, choices)
    return Reading(findings, _dice(fallen), offers=offers, harm=harm)


def _offers(roll: str, asked: Asked, choices: Answers) -> tuple[Offer, ...]:
    used = sum(choices.yes(each) for each in ("reroll", "lucky-die"))
    if roll in {"fall", "initiative"} or (used and used >= (asked.luck or 0)):
        return ()
    why = None if asked.luck else reason("mg-no-luck", "MG-R08")
    use = Proposal("luck", Answers({"value": 1}))
    again = Offer("reroll", reason("mg-offer-reroll", "MG-R08"), why_not=why, does=use)
    die = Offer("lucky-die", reason("mg-offer-die", "MG-A5"), why_not=why, does=use)
    return tuple(each for each in ((again, die) if roll == "defence" else (again,)) if not choices.yes(each.command))


def band(asked: Asked, shown: int, total: int) -> int:
    """Return 1 where the dice succeed by themselves, -1 where they fail, else 0 (MG-R07, MG-A3)."""
    if asked.dice != DICE or asked.bands == "none":
        return 0
    looked = shown if asked.bands == "natural" else total
    return (looked >= HIGH) - (looked <= LOW)


def damage(asked: Asked, shown: int, total: int, *, defending: bool) -> int:
    """Return the damage of an attack, or that a defence lets through (MG-R14, MG-R15, MG-A3)."""
    by_itself, over = band(asked, shown, total), total - asked.target
    if defending:
        if by_itself > 0 or (over >= 0 and not by_itself):
            return 0
        return max(1, -over)
    if by_itself < 0 or (over <= 0 and not by_itself):
        return 0
    return max(1, over)


def fallen_damage(asked: Asked, shown: int) -> int:
    """Return the damage of a fall, halved by a Body check (MG-R24, MG-A18)."""
    return shown // 2 if asked.halved else shown


def jumped(asked: Asked, total: int) -> int:
    """Return the feet of a jump, half of them from a stand (MG-R10, MG-A18)."""
    return max(0, total // 2 if asked.halved else total)


def _found(roll: str, asked: Asked, shown: int, total: int, theirs: int) -> tuple[tuple[Finding, ...], Proposal | None]:
    margin = total - asked.target
    sums: dict[str, str | int] = {"total": total, "target": asked.target, "margin": f"{margin:+d}".replace("-", "−")}
    match roll:
        case "check" | "escape":
            good = margin > 0
            code = (
                ("mg-free" if good else "mg-still-held") if roll == "escape" else "mg-success" if good else "mg-failure"
            )
            first = Finding(
                "success", reason(code, "MG-R01", **sums), _tone(margin), margin, "success" if good else "failure"
            )
            return (first, _margin(margin), *_capped(asked)), None
        case "attack":
            hurt = damage(asked, shown, total, defending=False)
            code = "mg-hit" if hurt else "mg-miss"
            first = Finding("hit", reason(code, "MG-R14", **sums), _tone(hurt), outcome="hit" if hurt else "miss")
            return (first, _damage(hurt, Tone.GOOD), *_capped(asked)), None
        case "defence":
            hurt = damage(asked, shown, total, defending=True)
            code = "mg-hurt" if hurt else "mg-unhurt"
            tone = Tone.BAD if hurt else Tone.GOOD
            first = Finding("hit", reason(code, "MG-R15", **sums), tone, outcome="hurt" if hurt else "unhurt")
            return (first, _damage(hurt, Tone.BAD), *_capped(asked)), Proposal(
                "hurt", Answers({"value": hurt})
            ) if hurt else None
        case "jump":
            feet = jumped(asked, total)
            return (Finding("feet", reason("mg-jump", "MG-R10", n=feet), Tone.GOOD, feet, str(feet)),), None
        case "fall":
            hurt = fallen_damage(asked, shown)
            harm = Proposal("hurt", Answers({"value": hurt})) if hurt else None
            return (_damage(hurt, Tone.BAD),), harm
    over = total - (theirs + asked.their_bonus)
    outcome = "tie" if not over else "win" if over > 0 else "lose"
    code, rule = ("mg-first", "MG-A14") if roll == "initiative" else ("mg-contest", "MG-A13")
    why = reason(f"{code}-{outcome}", rule, total=total, theirs=theirs + asked.their_bonus)
    return (Finding("first-throw", why, _tone(over), over, outcome), *_capped(asked)), None


def _capped(asked: Asked) -> tuple[Finding, ...]:
    """Return that bonuses beyond the most counted for nothing: the referee may grant an advantage (MG-R03, MG-R04)."""
    if not asked.lost:
        return ()
    return (Finding("capped", reason("mg-capped", "MG-R03", most=MOST_BONUS, n=asked.lost), value=asked.lost),)


def _margin(margin: int) -> Finding:
    said = reason("mg-margin", "MG-R01", margin=f"{margin:+d}".replace("-", "−"))
    return Finding("margin", said, value=margin, outcome=str(margin))


def _damage(hurt: int, tone: Tone) -> Finding:
    why = reason("mg-damage", "MG-R14", n=hurt)
    return Finding("damage", why, tone if hurt else Tone.NEUTRAL, hurt, str(hurt))


def _tone(margin: int) -> Tone:
    if margin >= 5:
        return Tone.GREAT
    return Tone.GOOD if margin > 0 else Tone.BAD


def _dice(fallen: tuple[Fallen, ...]) -> tuple[DieReading, ...]:
    found = []
    for place, each in enumerate(fallen):
        role = Role.COUNTS if each.counts else Role.RETHROWN
        why: Reason = reason("mg-adds" if each.counts else "mg-again", "MG-R01")
        found.append(DieReading(place, each.die.group, each.die.label, str(each.number), each.number, role, why))
    return tuple(found)


@lru_cache(128)
def sums(dice: int) -> dict[int, int]:
    """Return in how many ways so many six-sided dice make each sum."""
    found = {0: 1}
    for _die in range(dice):
        after: dict[int, int] = {}
        for total, ways in found.items():
            for face in range(1, 7):
                after[total + face] = after.get(total + face, 0) + ways
        found = after
    return found


def odds(plan: Plan) -> Odds:
    """Return the chances of every finding of `plan`; they sum to 1."""
    asked = plan.asked
    if not isinstance(asked, Asked):
        return Odds({})
    match plan.roll:
        case "check" | "escape":
            won = _counted(asked, lambda _shown, total: "success" if total > asked.target else "failure")
            margin = _counted(asked, lambda _shown, total: str(total - asked.target))
            return Odds({"success": shares({"success": 0, "failure": 0, **won}), "margin": shares(margin)})
        case "attack" | "defence":
            defending = plan.roll == "defence"
            hurt = _counted(asked, lambda shown, total: str(damage(asked, shown, total, defending=defending)))
            some, none = ("hurt", "unhurt") if defending else ("hit", "miss")
            hit = {some: sum(ways for each, ways in hurt.items() if each != "0"), none: hurt.get("0", 0)}
            return Odds({"hit": shares(hit), "damage": shares(hurt)})
        case "jump":
            return Odds({"feet": shares(_counted(asked, lambda _shown, total: str(jumped(asked, total))))})
        case "fall":
            hurt = {}
            for shown, ways in sums(len(plan.dice)).items():
                key = str(fallen_damage(asked, shown))
                hurt[key] = hurt.get(key, 0) + ways
            return Odds({"damage": shares(hurt)})
    first = {"win": 0, "tie": 0, "lose": 0}
    for ours, ways in sums(asked.dice).items():
        for theirs, more in sums(DICE).items():
            over = ours + asked.bonus - theirs - asked.their_bonus
            first["tie" if not over else "win" if over > 0 else "lose"] += ways * more
    return Odds({"first-throw": shares(first)})


def _counted(asked: Asked, outcome: Callable[[int, int], str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for shown, ways in sums(asked.dice).items():
        key = outcome(shown, shown + asked.bonus)
        found[key] = found.get(key, 0) + ways
    return found
