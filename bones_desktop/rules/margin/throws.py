"""Rolls of Margin: the questions and dice of checks, attacks, defences, contests and others.

Codes refused: no-roll (roll), cannot-act (state), mg-untrained (skill).
"""

from dataclasses import replace
from typing import Final

from bones_desktop.rules.acts import Answers, Parameter
from bones_desktop.rules.fields import switches
from bones_desktop.rules.games import Plan, Roll, numbered
from bones_desktop.rules.margin import character
from bones_desktop.rules.margin.character import ATTRIBUTES, MOST_BONUS, MarginBook, MarginCharacter, MarginHouseRules
from bones_desktop.rules.margin.readings import DICE, MarginThrow
from bones_desktop.rules.reasons import Reason, RulesError, reason, refuse

HOUSE: Final = switches(MarginHouseRules)
_FIGHT: Final = frozenset({"attack", "defence", "escape"})
INTIMACY: Final = ("", "helps", "hinders")


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
