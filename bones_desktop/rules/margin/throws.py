"""Rolls of Margin, their meaning with Luck, and their odds (4(c)): checks, attacks, defences, contests and others.

Codes refused: no-roll (roll), cannot-act (state), mg-untrained (skill).
"""

from dataclasses import dataclass, replace
from typing import Final

from bones_desktop.rules.acts import Answers, Parameter
from bones_desktop.rules.chances import shares, total
from bones_desktop.rules.fields import switches
from bones_desktop.rules.games import DieResult, Odds, Plan, Roll, each_read, numbered, of_group
from bones_desktop.rules.margin import character
from bones_desktop.rules.margin.character import ATTRIBUTES, MOST_BONUS, MarginBook, MarginCharacter, MarginHouseRules
from bones_desktop.rules.reading import Finding, Must, Offer, Proposal, Reading, Role, Tone
from bones_desktop.rules.reasons import Reason, RulesError, reason, refuse

DICE: Final = 3
HOUSE: Final = switches(MarginHouseRules)
_FIGHT: Final = frozenset({"attack", "defence", "escape"})
INTIMACY: Final = ("", "helps", "hinders")


@dataclass(frozen=True, slots=True)
class MarginThrow:
    """Inputs for evaluating a roll of Margin."""

    bonus: int
    target: int = 0
    """The number to exceed; 0 if the other side rolls."""
    their_bonus: int = 0
    bands: str = MarginHouseRules().bands
    dice: int = DICE
    their_dice: int = 0
    luck: int | None = None
    """Uses of Luck left; None for a roll without a character."""
    lost: int = 0
    """Bonuses lost to the cap (MG-R03)."""
    halved: bool = False
    holds: bool = False
    """Whether the margin is the rounds of a hold instead of damage (MG-R19)."""

    def needed(self, theirs: int) -> int:
        """Return the number to exceed, including the sum of the other side's dice."""
        return self.target + theirs + self.their_bonus


_NOTHING: Final[tuple[Parameter, ...]] = ()
_COUNT: Final = Parameter.choice("dice", ("2", "3", "4"), "3")
_LUCK: Final = ("reroll",)
_EDGES: Final = tuple(map(Parameter.yes_no, ("advantage", "disadvantage", "extra-die")))
_WORSE: Final = ("outside", "improvised", "into-melee", "disadvantage", "target-invisible", "second-attack")
_BETTER: Final = ("advantage", "surprised")
"""Circumstances that each give a disadvantage or an advantage; several count as one (MG-R05, MG-R16, MG-A7)."""
_OPPOSED: Final = {"roll": DICE, "roll-disadvantage": DICE - 1, "roll-advantage": DICE + 1, "no-roll": 0}
"""Dice of an opponent without a Combat Score; an opponent who is held or unconscious rolls none (MG-R14, MG-A10)."""
_BY: Final = Parameter.choice("by", ("melee", "missile", "spell", "hold", "power"))
_AGAINST: Final = (
    Parameter.choice("against", ("score", *_OPPOSED)),
    Parameter.number("score", 10, -20, 60),
    Parameter.number("their_bonus", 0, -40, 40),
)
_TARGET: Final = (Parameter.yes_no("target-prone"), Parameter.yes_no("target-invisible"))


def rolls(_book: MarginBook, who: MarginCharacter | None) -> tuple[Roll, ...]:
    """Return the kinds of roll, filled in with a character's bonus."""
    target = Parameter.number("target", 10, -20, 60)
    theirs = Parameter.number("their_bonus", 0, -40, 40)
    standing = Parameter.yes_no("standing")
    if who is None:
        known: tuple[Parameter, ...] = (Parameter.number("bonus", 0, -40, 40), _COUNT)
        own = arms = fight = body = defense = spirit = defends = _NOTHING
    else:
        known = (
            Parameter.number("bonus", 0, -40, 40, optional=True),
            Parameter.number("other", 0, -20, 20),
            *_EDGES,
            *((Parameter.choice("intimacy", INTIMACY),) if any(each.strip() for each in who.intimacies) else ()),
        )
        has = {each.power for each in who.powers}
        outside, improvised = Parameter.yes_no("outside"), Parameter.yes_no("improvised")
        own = (*_skills(who, "mind"), Parameter.number("helpers", 0, 0, 6), outside, improvised)
        surprised = (Parameter.yes_no("surprised"),) if "backstab" in has else ()
        arms = (_attribute("attack"), Parameter.place("weapon", who.weapons, "none", "other"))
        fight = (*surprised, Parameter.yes_no("into-melee"), outside, improvised)
        body, defense, spirit = _skills(who, "body"), (_attribute("defense"),), (_attribute("spirit"),)
        defends = (Parameter.yes_no("second-attack"),) if "extra-attack" in has else ()
    held = Parameter.number("total", who.holds[0].total if who is not None and who.holds else 12, -20, 60)
    return (
        Roll("check", (*own, target, *known), offers=_LUCK),
        Roll("attack", (*arms, _BY, *_AGAINST, *_TARGET, *fight, *known), offers=_LUCK),
        Roll("defence", (*_AGAINST, _BY, *defends, *known), offers=("reroll", "lucky-die")),
        Roll("contest", (*body, theirs, *known), offers=_LUCK),
        Roll("escape", (*defense, held, *known), offers=_LUCK),
        Roll("jump", (*(body[:1]), standing, *known), offers=_LUCK),
        Roll("duration", (*spirit, *known), offers=_LUCK),
        Roll("healing", (), offers=_LUCK),
        Roll("fall", (Parameter.number("feet", 10, 0, 1000), Parameter.yes_no("halved"))),
        Roll("initiative", ()),
    )


def _attribute(first: str) -> Parameter:
    return Parameter.choice("attribute", ATTRIBUTES, first)


def _skills(who: MarginCharacter, first: str) -> tuple[Parameter, ...]:
    return (_attribute(first), Parameter.place("skill", (f"{each.name} {each.dots}" for each in who.skills), ""))


def plan(book: MarginBook, who: MarginCharacter | None, roll: str, answers: Answers) -> Plan:
    """Return the dice of a roll.

    RulesError for an unknown roll, a character that cannot act, and a skill that cannot be used untrained.
    """
    if roll not in {each.id for each in rolls(book, None)}:
        raise refuse("no-roll", roll=roll[:40])
    notes = _notes(book, who, roll) if who is not None else ()
    luck = character.luck_left(book, who) if who is not None else None
    asked = MarginThrow(0, bands=answers.key("bands") or (who or MarginCharacter()).house.bands, luck=luck)
    if roll in {"fall", "healing"}:
        count = answers.number("feet") // 10 if roll == "fall" else 1
        asked = replace(asked, dice=count, halved=answers.yes("halved"))
        return Plan(roll, numbered(6, "dice", count), answers, asked, notes=notes)
    given, edges = _given(roll, answers) if who is None else _own(book, who, roll, answers)
    if roll == "attack":
        given.append(_prone(answers, answers.yes("target-prone")))
    up, down = sum(each for each in given if each > 0), sum(each for each in given if each < 0)
    conditions = character.suffered(book, who) if who is not None else ()
    count = DICE + max(-1, min(edges, 1))
    needed, their_dice, their_bonus = _theirs(conditions, roll, answers)
    if roll == "defence" and not {"held", "unconscious"}.isdisjoint(conditions):
        count = 0  # only the modifier counts (MG-A10)
    asked = replace(
        asked,
        bonus=min(MOST_BONUS, up) + down,
        target=needed,
        dice=count,
        their_dice=their_dice,
        their_bonus=min(MOST_BONUS, their_bonus),
        lost=max(0, up - MOST_BONUS),
        halved=roll == "jump" and answers.yes("standing"),
        holds=answers.key("by") == "hold",
    )
    dice = (*numbered(6, "dice", count), *numbered(6, "theirs", their_dice))
    return Plan(roll, dice, answers, asked, notes=notes)


def _notes(book: MarginBook, who: MarginCharacter, roll: str) -> tuple[Reason, ...]:
    """Return the effect of the character's state on a roll. Raise RulesError if it is impossible."""
    state = character.state(book, who)
    down = state in {"unconscious", "bleeding"}
    if state == "dead" or (down and roll != "defence"):
        cannot = reason("cannot-act", "MG-R26", state=state)
        if roll in {"fall", "initiative"}:
            return (cannot,)
        raise RulesError(cannot)
    if character.is_held(who) and roll in {"check", "attack", "jump", "duration", "healing"}:
        raise refuse("cannot-act", "MG-R19", state="held")
    if roll == "defence" and (down or character.is_held(who)):
        return (reason("mg-killed", "MG-R27", state=state) if down else reason("mg-no-defence", "MG-R22a"),)
    blind = "blinded" in who.conditions and roll in {"check", "contest"}
    return (reason("mg-blind", "MG-R22a"),) if blind else ()


def _theirs(conditions: tuple[str, ...], roll: str, answers: Answers) -> tuple[int, int, int]:
    """Return the number to exceed, or else the dice and bonus of the other side (MG-R14, MG-R15).

    `conditions` are the conditions of the character, which affect attacks on it.
    """
    if roll in {"check", "escape"}:
        return answers.number("target" if roll == "check" else "total"), 0, 0
    if roll not in {"attack", "defence"}:
        return 0, DICE if roll in {"contest", "initiative"} else 0, answers.number("their_bonus")
    if roll == "attack":
        conditions = ()
    prone = _prone(answers, "prone" in conditions)
    dice = _OPPOSED.get(answers.key("against"))
    if dice is None:
        return answers.number("score") + prone, 0, 0
    if dice and "invisible" in conditions:
        dice = max(DICE - 1, dice - 1)  # the attack has a disadvantage
    return 0, dice, answers.number("their_bonus") + prone


def _prone(answers: Answers, prone: bool) -> int:
    """Return the modifier for an attack on a prone target (L126); it does not apply to spells and powers."""
    by = answers.key("by") or "melee"
    if by == "melee" and answers.yes("into-melee"):
        by = "missile"
    return prone * {"melee": 2, "missile": -2}.get(by, 0)


def _given(roll: str, answers: Answers) -> tuple[list[int], int]:
    """Return the bonus typed for a roll without a character, and the number of extra or missing dice."""
    edges = int(answers.key("dice") or DICE) - DICE
    if roll == "attack":
        edges += (answers.key("by") == "spell") - answers.yes("target-invisible")
    return [answers.number("bonus")], edges


def _own(book: MarginBook, who: MarginCharacter, roll: str, answers: Answers) -> tuple[list[int], int]:
    """Return a character's bonus, and the number of extra or missing dice (MG-R03 to R05)."""
    if roll == "initiative":
        return [], 0
    given = [answers.number("other")]
    has = {power.power for power in who.powers}
    intimacy = answers.key("intimacy")  # the referee decides on intimacy, so it has no number (MG-A16)
    better = intimacy == "helps" or any(answers.yes(each) for each in _BETTER)
    unhindered = {"into-melee"} if "sharp-shooter" in has else set()
    worse = intimacy == "hinders" or any(answers.yes(each) for each in _WORSE if each not in unhindered)
    first = "defense" if roll == "defence" else answers.key("attribute") or "mind"
    given.append(character.attribute(book, who, first))
    if roll in {"check", "contest"}:
        given.append(answers.number("helpers"))
        if (skill := answers.chosen("skill", who.skills)) is not None:
            given += (skill.dots, character.specialty(book, who, skill.name))
            if not skill.dots and not skill.everyman:
                raise refuse("mg-untrained", "MG-R05a", skill=skill.name)
            worse |= not skill.dots
    if roll == "attack":
        key = answers.key("weapon")
        weapon = answers.chosen("weapon", who.weapons) or ""
        given += (character.weapon_bonus(book, who, weapon), character.specialty(book, who, weapon) if weapon else 0)
        given += [-2 for each in ("frightened", "prone") if each in who.conditions]
        by = answers.key("by")
        worse |= key == "other" or (by in {"", "melee", "missile"} and character.is_hindered_with(who, weapon))
        better |= "invisible" in who.conditions or by == "spell"
    if roll in _FIGHT:
        worse |= "blinded" in who.conditions
    if roll == "defence" and answers.key("against") not in _OPPOSED:
        better |= "invisible" in who.conditions  # a Combat Score has no die that could be taken away (MG-A22)
    if answers.given("bonus"):
        given = [answers.number("bonus")]
    return given, int(better) - int(worse) + int(answers.yes("extra-die"))


_SIX: Final = (1, 2, 3, 4, 5, 6)
LOW, HIGH = 4, 17
"""Sums that fail and succeed automatically in combat (MG-R07, MG-A3)."""
SUMS: Final = {
    "jump": ("feet", "MG-R10"),
    "duration": ("minutes", "MG-R20"),
    "healing": ("points", "MG-R20"),
    "fall": ("damage", "MG-R24"),
}
"""Rolls whose result is their sum: its finding and its rule."""


def read(plan: Plan, fallen: tuple[DieResult, ...], choices: Answers) -> Reading:
    """Return the meaning of the dice.

    `choices` may contain `reroll` and `lucky-die`; each costs a use of Luck (MG-R08, MG-A5).
    """
    asked = plan.asked
    if not isinstance(asked, MarginThrow) or len(fallen) < len(plan.dice):
        return Reading((), each_read(fallen, _did))
    again = tuple(die for die in plan.dice if die.group == "dice")  # the other side's dice are never re-rolled
    if choices.yes("reroll") and again and all(each.counts for each in fallen):
        return Reading((), each_read(fallen, _did), must=(Must(again, reason("mg-reroll", "MG-R08")),))
    luck = of_group(fallen, "luck")
    if choices.yes("lucky-die") and not luck:
        return Reading((), each_read(fallen, _did), must=(Must(numbered(6, "luck"), reason("mg-lucky-die", "MG-A5")),))
    # The lucky die is part of the roll, and with four dice there is no natural sum of three.
    asked = replace(asked, dice=asked.dice + len(luck))
    findings, harm = _found(plan.roll, asked, sum((*of_group(fallen, "dice"), *luck)), sum(of_group(fallen, "theirs")))
    offers = () if asked.luck is None or not again else _offers(plan.roll, asked, choices)
    return Reading(findings, each_read(fallen, _did), offers=offers, harm=harm)


def _offers(roll: str, asked: MarginThrow, choices: Answers) -> tuple[Offer, ...]:
    used = sum(choices.yes(each) for each in ("reroll", "lucky-die"))
    if roll in {"fall", "initiative"} or (used and used >= (asked.luck or 0)):
        return ()
    why = None if asked.luck else reason("mg-no-luck", "MG-R08")
    use = Proposal("luck", Answers({"value": 1}))
    again = Offer("reroll", reason("mg-offer-reroll", "MG-R08"), why_not=why, does=use)
    die = Offer("lucky-die", reason("mg-offer-die", "MG-A5"), why_not=why, does=use)
    return tuple(each for each in ((again, die) if roll == "defence" else (again,)) if not choices.yes(each.command))


def band(bands: str, dice: int, shown: int, total: int) -> int:
    """Return 1 if a combat roll succeeds automatically, -1 if it fails automatically, else 0 (MG-R07, MG-A3)."""
    if not dice or bands == "none" or (bands == "natural" and dice != DICE):
        return 0
    looked = shown if bands == "natural" else total
    return (looked >= HIGH) - (looked <= LOW)


def damage(over: int, automatic: int, *, defending: bool) -> int:
    """Return the damage of an attack that is `over` its target, or the damage not stopped by a defence.

    See MG-R14, MG-R15 and MG-A3. `automatic` is above 0 if the roll succeeds whatever its total, below 0 if it fails.
    """
    over, automatic = (-over, -automatic) if defending else (over, automatic)
    return max(1, over) if automatic > 0 else 0 if automatic < 0 else max(0, over)


def outcome(roll: str, asked: MarginThrow, shown: int, theirs: int) -> tuple[int, str]:
    """Return how far a roll is above its target, and its result: damage, sum, or success.

    `shown` is the sum of all its dice, `theirs` that of the other side's dice.
    """
    total = shown + asked.bonus
    over = total - asked.needed(theirs)
    if roll in {"attack", "defence"}:
        return over, str(damage(over, automatic(asked, shown, theirs), defending=roll == "defence"))
    if roll in SUMS:  # half for a standing jump or for a fall with a Body check, rounded down (MG-R10, MG-R24, MG-A18)
        return over, str(max(0, total // 2 if asked.halved else total))
    if roll in {"contest", "initiative"}:
        return over, "tie" if not over else "win" if over > 0 else "lose"
    return over, "success" if over > 0 else "failure"


def automatic(asked: MarginThrow, shown: int, theirs: int) -> int:
    """Return 1 if an attack or defence succeeds whatever the totals, -1 if it fails whatever the totals, else 0.

    See MG-R07 and MG-A3. If automatic results of both sides contradict each other, the totals decide.
    """
    ours = band(asked.bands, asked.dice, shown, shown + asked.bonus)
    other = band(asked.bands, asked.their_dice, theirs, theirs + asked.their_bonus)
    return (ours > other) - (ours < other)


def _found(roll: str, asked: MarginThrow, shown: int, theirs: int) -> tuple[tuple[Finding, ...], Proposal | None]:
    total, needed = shown + asked.bonus, asked.needed(theirs)
    over, came = outcome(roll, asked, shown, theirs)
    said: dict[str, str | int] = {"total": total, "target": needed, "margin": f"{over:+d}".replace("-", "−")}
    match roll:
        case "check" | "escape":
            code = came if roll == "check" else "free" if over > 0 else "still-held"
            why = reason(f"mg-{code}", "MG-R01", **said)
            return (Finding("success", why, _tone(over), over, came), _margin(over), *_capped(asked)), None
        case "attack" | "defence":
            hurt, defends = int(came), roll == "defence"
            some, none = ("hurt", "unhurt") if defends else ("hit", "miss")
            end = some if hurt else none
            tone = _tone(hurt) if not defends else Tone.BAD if hurt else Tone.GOOD
            first = Finding("hit", reason(f"mg-{end}", "MG-R15" if defends else "MG-R14", **said), tone, outcome=end)
            decided = () if hurt == damage(over, 0, defending=defends) else _decided(asked)
            tone = Tone.BAD if defends else Tone.GOOD
            done = _done(hurt, tone, holds=asked.holds)
            return (first, done, *decided, *_capped(asked)), _hurt(hurt) if defends and not asked.holds else None
        case "fall":
            return (_done(int(came), Tone.BAD),), _hurt(int(came))
    if roll in SUMS:
        why = reason(f"mg-{roll}", SUMS[roll][1], n=came)
        return (Finding(SUMS[roll][0], why, Tone.GOOD, int(came), came), *_capped(asked)), None
    code, rule = ("mg-first", "MG-A14") if roll == "initiative" else ("mg-contest", "MG-A13")
    why = reason(f"{code}-{came}", rule, total=total, theirs=needed)
    return (Finding("first-throw", why, _tone(over), over, came), *_capped(asked)), None


def _hurt(points: int) -> Proposal | None:
    return Proposal("hurt", Answers({"value": points})) if points else None


def _decided(asked: MarginThrow) -> tuple[Finding, ...]:
    """Return a finding if an automatic result decided instead of the totals."""
    code = "mg-automatic-dice" if asked.bands == "natural" else "mg-automatic"
    return (Finding("automatic", reason(code, "MG-R07", low=LOW, high=HIGH), Tone.MIXED),)


def _capped(asked: MarginThrow) -> tuple[Finding, ...]:
    """Return a finding if bonuses above the cap were lost: the referee may grant an advantage (MG-R03, MG-R04)."""
    if not asked.lost:
        return ()
    return (Finding("capped", reason("mg-capped", "MG-R03", most=MOST_BONUS, n=asked.lost), value=asked.lost),)


def _margin(margin: int) -> Finding:
    said = reason("mg-margin", "MG-R01", margin=f"{margin:+d}".replace("-", "−"))
    return Finding("margin", said, value=margin, outcome=str(margin))


def _done(n: int, tone: Tone, *, holds: bool = False) -> Finding:
    """Return the finding for the damage, or for the rounds of a hold."""
    id, rule = ("rounds", "MG-R19") if holds else ("damage", "MG-R14")
    return Finding(id, reason(f"mg-{id}", rule, n=n), tone if n else Tone.NEUTRAL, n, str(n))


def _tone(margin: int) -> Tone:
    if margin >= 5:
        return Tone.GREAT
    return Tone.GOOD if margin > 0 else Tone.BAD


def _did(_place: int, each: DieResult) -> tuple[Role, Reason, int]:
    role, code = (Role.COUNTS, "mg-adds") if each.counts else (Role.RETHROWN, "mg-again")
    return role, reason(code, "MG-R01"), each.number


def odds(plan: Plan) -> Odds:
    """Return the chances of every finding of `plan`; they sum to 1."""
    asked, roll = plan.asked, plan.roll
    if not isinstance(asked, MarginThrow):
        return Odds({})
    ways: dict[tuple[int, str], int] = {}
    for ours, count in total([_SIX] * asked.dice):
        for theirs, more in total([_SIX] * asked.their_dice):
            key = outcome(roll, asked, ours, theirs)
            ways[key] = ways.get(key, 0) + count * more
    came: dict[str, int] = {}
    for (_over, end), count in ways.items():
        came[end] = came.get(end, 0) + count
    match roll:
        case "check" | "escape":
            margin = {str(over): count for (over, _end), count in ways.items()}
            return Odds({"success": shares({"success": 0, "failure": 0, **came}), "margin": shares(margin)})
        case "attack" | "defence":
            some, none = ("hurt", "unhurt") if roll == "defence" else ("hit", "miss")
            unhurt = came.get("0", 0)
            hit = {some: sum(came.values()) - unhurt, none: unhurt}
            damages = {each: came[each] for each in sorted(came, key=int)}
            return Odds({"hit": shares(hit), "rounds" if asked.holds else "damage": shares(damages)})
        case "contest" | "initiative":
            return Odds({"first-throw": shares({"win": 0, "tie": 0, "lose": 0, **came})})
    return Odds({SUMS[roll][0]: shares({each: came[each] for each in sorted(came, key=int)})})
