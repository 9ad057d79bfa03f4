"""Rolls of Margin: the questions and the dice of checks, attacks, defences, contests and other rolls.

Codes refused: no-roll (roll), cannot-act (state), mg-untrained (skill).
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from bones_desktop.rules.acts import Answers, Parameter, Rung, Value
from bones_desktop.rules.fields import switches
from bones_desktop.rules.games import Plan, Roll, numbered, skill_key
from bones_desktop.rules.margin import character
from bones_desktop.rules.margin.character import ATTRIBUTES, MOST_BONUS, MarginBook, MarginCharacter, MarginHouseRules
from bones_desktop.rules.margin.readings import DICE, MarginThrow
from bones_desktop.rules.reading import Proposal
from bones_desktop.rules.reasons import Reason, RulesError, reason, refuse
from bones_desktop.rules.records import replace
from bones_desktop.rules.typedtext import whole_number

HOUSE: Final = switches(MarginHouseRules)
_FIGHT: Final = frozenset({"attack", "defence", "escape"})
INTIMACY: Final = ("", "helps", "hinders")


_NOTHING: Final[tuple[Parameter, ...]] = ()
_COUNT: Final = Parameter.choice("dice", ("2", "3", "4"), "3")
_LUCK: Final = ("reroll",)
_EDGES: Final = tuple(map(Parameter.yes_no, ("advantage", "disadvantage", "extra-die")))
_WORSE: Final = (
    "outside",
    "improvised",
    "into-melee",
    "disadvantage",
    "second-attack",
    "target-invisible",
    "target-grappled",
)
_BETTER: Final = ("advantage", "surprised")
"""Circumstances that give a disadvantage or an advantage; several of one kind count once (MG-R05, MG-R16, MG-A7)."""
_OPPOSED: Final = {"roll": DICE, "roll-disadvantage": DICE - 1, "roll-advantage": DICE + 1, "no-roll": 0}
"""Dice of an opponent without a Combat Score; a held or unconscious opponent rolls none (MG-R14, MG-A10)."""
_SHOTS: Final = ("bow", "sling", "gun", "pistol", "rifle", "musket", "dart", "javelin", "blowpipe")
"""Words in the names of weapons that are proposed as missile weapons."""
_LEAP: Final = "great-leap"
_LEAPT: Final = 30
"""Distance, in feet, of the power that lets a character jump without a roll."""
_POWER: Final = "power-"
"""Beginning of an answer that chooses an attack with a power; the number of the power follows."""
_BY: Final = replace(
    Parameter.choice("by", ("melee", "missile", "spell", "hold", "power", "grapple", "crush", "toss")),
    # A grapple is at a disadvantage unless it is part of the character's concept (MG-R23).
    fills={"grapple": {"outside": 1}},
)
_AGAINST: Final = (
    Parameter.choice("against", ("score", *_OPPOSED)),
    Parameter.number("score", 10, -20, 60),
    Parameter.number("their_bonus", 0, -40, 40),
)
_TARGETS: Final = ("target-invisible", "target-grappled")
_TARGET: Final = tuple(map(Parameter.yes_no, ("target-prone", *_TARGETS)))
_PURPOSE: Final = Parameter.choice("purpose", ("", "seize", "resist", "break"))


def rolls(book: MarginBook, who: MarginCharacter | None) -> tuple[Roll, ...]:
    """Return the kinds of roll, with the character's bonuses filled in."""
    rungs = tuple(Rung(each.target, each.name, str(each.target)) for each in book.difficulties)
    target = replace(Parameter.number("target", 10, -20, 60), rungs=rungs)
    theirs = Parameter.number("their_bonus", 0, -40, 40)
    harm = Parameter.number("harm", 4, 0, 1000)
    standing, grappled = Parameter.yes_no("standing"), Parameter.yes_no("grappled")
    known: tuple[Parameter, ...] = (Parameter.number("bonus", 0, -40, 40), _COUNT)
    own = notice = arms = fight = body = defense = spirit = defends = lasting = healing = leap = _NOTHING
    purpose, edges = _PURPOSE, known
    held: tuple[Parameter, ...] = (Parameter.number("total", 12, -20, 60),)
    if who is not None:
        known = _known(who, ())
        edges = _known(who, ("extra-die",) if character.is_helped(book, who, "attack") else ())
        has = {each.power for each in who.powers}
        outside, improvised = Parameter.yes_no("outside"), Parameter.yes_no("improvised")
        own = (*_skills(who, "mind"), Parameter.number("helpers", 0, 0, 6), outside, improvised)
        notice = _skills(who, "mind", "perception")
        surprised = (Parameter.yes_no("surprised"),) if "backstab" in has else ()
        arms = (_arms(book, who), _attribute("attack"))
        fight = (*surprised, Parameter.yes_no("into-melee"), outside, improvised)
        body, defense, spirit = _skills(who, "body"), (_attribute("defense"),), (_attribute("spirit"),)
        defends = (Parameter.yes_no("second-attack"),) if "extra-attack" in has else ()
        lasting = _powers(book, who, [character.can_last(book, each) for each in who.powers])
        healing = _powers(book, who, [each.power == "healing-touch" for each in who.powers])
        leap = _powers(book, who, [each.power == _LEAP for each in who.powers])
        held = _held(who)
        purpose = replace(_PURPOSE, first="break" if "held" in who.conditions else "")
    return (
        Roll("check", (*own, target, *known), offers=_LUCK),
        Roll("attack", (*arms, _BY, *_AGAINST, *_TARGET, *fight, *edges), offers=_LUCK),
        Roll("defence", (*_AGAINST, _BY, grappled, *defends, *known), offers=("reroll", "lucky-die")),
        Roll("contest", (*body, purpose, theirs, *known), offers=_LUCK),
        Roll("surprise", (*notice, theirs, *known), offers=_LUCK),
        Roll("escape", (*defense, *held, *known), offers=_LUCK),
        Roll("jump", (*leap, *(body[:1]), standing, *known), offers=_LUCK),
        Roll("duration", (*lasting, *spirit, *known), offers=_LUCK),
        Roll("healing", healing, offers=_LUCK),
        Roll("poison", (*(body[:1]), target, harm, *known), offers=_LUCK),
        Roll("fall", (Parameter.number("feet", 10, 0, 1000), Parameter.yes_no("halved"))),
        Roll("initiative", ()),
    )


def _known(who: MarginCharacter, sure: tuple[str, ...]) -> tuple[Parameter, ...]:
    """Return the questions about bonus, advantage and intimacy. Questions in `sure` have the answer yes."""
    return (
        Parameter.number("bonus", 0, -40, 40, optional=True),
        Parameter.number("other", 0, -20, 20),
        *(replace(each, first=int(each.id in sure)) for each in _EDGES),
        *((Parameter.choice("intimacy", INTIMACY),) if any(each.strip() for each in who.intimacies) else ()),
    )


def _arms(book: MarginBook, who: MarginCharacter) -> Parameter:
    """Return the question for a weapon or power (MG-R18, MG-R21).

    The answer fills in the kind of attack; a power also fills in Spirit.
    """
    attacks = {
        f"{_POWER}{n}": (each, attack)
        for n, each in enumerate(who.powers, 1)
        if (attack := character.attack_of(book, each))
    }
    asked = Parameter.place("weapon", who.weapons, "none", "other", first="1" if who.weapons else "none")
    names = (character.power_name(book, each) for each, _attack in attacks.values())
    missiles = (str(n) for n, each in enumerate(who.weapons, 1) if any(part in each.casefold() for part in _SHOTS))
    fills: dict[Value, dict[str, Value]] = {each: {"by": "missile"} for each in missiles}
    fills |= {key: {"attribute": "spirit", "by": attack} for key, (_each, attack) in attacks.items()}
    return replace(
        asked,
        choices=(*asked.choices, *attacks),
        names=(*asked.names, *names),
        fills=fills,
    )


def _powers(book: MarginBook, who: MarginCharacter, fit: Iterable[bool]) -> tuple[Parameter, ...]:
    """Return the question for one of the powers that `fit` allows; () if there is none."""
    fitting = ((str(n), each) for n, (each, fits) in enumerate(zip(who.powers, fit, strict=True), 1) if fits)
    found = {n: character.power_name(book, each) for n, each in fitting}
    return (Parameter.choice("power", (*found, ""), names=(*found.values(), "")),) if found else ()


def _held(who: MarginCharacter) -> tuple[Parameter, ...]:
    """Return the questions for a hold. The chosen hold fills in the total to exceed (MG-R19)."""
    total = Parameter.number("total", who.holds[0].total if who.holds else 12, -20, 60)
    if not who.holds:
        return (total,)
    which = Parameter.place("hold", (each.name or "–" for each in who.holds))
    return replace(which, fills={str(n): {"total": each.total} for n, each in enumerate(who.holds, 1)}), total


def _attribute(first: str) -> Parameter:
    return Parameter.choice("attribute", ATTRIBUTES, first)


def _skills(who: MarginCharacter, first: str, wanted: str = "") -> tuple[Parameter, ...]:
    """Return the questions for attribute and skill. If the character has the skill `wanted`, it is proposed."""
    known = enumerate(who.skills, 1)
    skill = next((str(n) for n, each in known if wanted and skill_key(each.name) == skill_key(wanted)), "")
    names = (f"{each.name} {each.dots}" for each in who.skills)
    return _attribute(first), Parameter.place("skill", names, "", first=skill)


def plan(book: MarginBook, who: MarginCharacter | None, roll: str, answers: Answers) -> Plan:
    """Return the dice of a roll.

    Raise RulesError for an unknown roll, for a character that cannot act, and for a skill that cannot be used
    untrained.
    """
    if roll not in {each.id for each in rolls(book, None)}:
        raise refuse("no-roll", roll=roll[:40])
    notes = _notes(book, who, roll) if who is not None else ()
    luck = character.luck_left(book, who) if who is not None else None
    asked = MarginThrow(0, bands=answers.key("bands") or (who or MarginCharacter()).house.bands, luck=luck)
    first: tuple[Proposal, ...] = ()
    if who is not None:
        first, costs = _paid(book, who, _power(who, answers))
        notes += costs
    if roll in {"fall", "healing"}:
        count = answers.number("feet") // 10 if roll == "fall" else 1
        asked = replace(asked, dice=count, halved=answers.yes("halved"))
        return Plan(roll, numbered(6, "dice", count), answers, asked, first, notes=notes)
    if roll == "jump" and first:
        return Plan(roll, (), answers, replace(asked, dice=0, bonus=_LEAPT), first, notes=notes)
    given, edges = _given(roll, answers) if who is None else _own(book, who, roll, answers)
    if roll == "attack":
        given.append(_prone(answers, answers.yes("target-prone")))
    up, down = sum(each for each in given if each > 0), sum(each for each in given if each < 0)
    conditions = character.suffered(book, who) if who is not None else ()
    count = DICE + max(-1, min(edges, 1))
    needed, their_dice, their_bonus = _theirs(conditions, roll, answers)
    if roll == "defence" and (answers.yes("grappled") or not {"held", "unconscious"}.isdisjoint(conditions)):
        count = 0  # of the other side only the modifier counts (MG-A10, MG-R23)
    asked = replace(
        asked,
        bonus=min(MOST_BONUS, up) + down,
        target=needed,
        dice=count,
        their_dice=their_dice,
        their_bonus=min(MOST_BONUS, their_bonus),
        lost=max(0, up - MOST_BONUS),
        halved=roll == "jump" and answers.yes("standing"),
        by=answers.key("by"),
        purpose=answers.key("purpose"),
        poison=answers.number("harm"),
        then=_then(who, roll, answers) if who is not None else None,
    )
    dice = (*numbered(6, "dice", count), *numbered(6, "theirs", their_dice))
    return Plan(roll, dice, answers, asked, first, notes=notes)


def _power(who: MarginCharacter, answers: Answers) -> int:
    """Return the number of the power that a roll uses; 0 for none."""
    key = answers.key("power") or answers.key("weapon").removeprefix(_POWER)
    used = answers.key("power") or answers.key("weapon").startswith(_POWER)
    number = whole_number(key) or 0
    return number if used and number <= len(who.powers) else 0


def _paid(book: MarginBook, who: MarginCharacter, number: int) -> tuple[tuple[Proposal, ...], tuple[Reason, ...]]:
    """Return the act that pays for a power before the roll, and a note on its cost (MG-R18)."""
    cost = character.cost_of(book, who.powers[number - 1]) if number else 0
    if not cost:
        return (), ()
    name = character.power_name(book, who.powers[number - 1])
    return (Proposal("power", Answers({"power": str(number)})),), (reason("mg-costs", "MG-R18", power=name, n=cost),)


def _then(who: MarginCharacter, roll: str, answers: Answers) -> Proposal | None:
    """Return the act that a successful roll proposes: to break free, or to keep a power going (MG-R19, R20, R23)."""
    if roll == "duration" and _power(who, answers):
        return Proposal("sustain", Answers({"power": answers.key("power")}))
    if roll == "escape" and who.holds:
        return Proposal("free", Answers({"hold": answers.key("hold") or "1", "value": 1}))
    held = "held" in who.conditions and (roll == "escape" or answers.key("purpose") == "break")
    return Proposal("break", Answers({"value": 1})) if held else None


def _notes(book: MarginBook, who: MarginCharacter, roll: str) -> tuple[Reason, ...]:
    """Return notes on how the character's state affects a roll. Raise RulesError if the roll is impossible."""
    state = character.state(book, who)
    down = state in {"unconscious", "bleeding"}
    if state == "dead" or (down and roll != "defence"):
        cannot = reason("cannot-act", "MG-R26", state=state)
        if roll in {"fall", "poison", "initiative"}:
            return (cannot,)
        raise RulesError(cannot)
    if character.is_held(who) and roll in {"check", "attack", "jump", "duration", "healing"}:
        raise refuse("cannot-act", "MG-R19", state="held")
    if roll == "defence" and (down or character.is_held(who)):
        return (reason("mg-killed", "MG-R27", state=state) if down else reason("mg-no-defence", "MG-R22a"),)
    blind = "blinded" in who.conditions and roll in {"check", "contest"}
    return (reason("mg-blind", "MG-R22a"),) if blind else ()


def _theirs(conditions: tuple[str, ...], roll: str, answers: Answers) -> tuple[int, int, int]:
    """Return the number to exceed, or the dice and the bonus of the other side (MG-R14, MG-R15).

    `conditions` are those of the character that is attacked.
    """
    if roll in {"check", "escape", "poison"}:
        return answers.number("total" if roll == "escape" else "target"), 0, 0
    if roll not in {"attack", "defence"}:
        return 0, DICE if roll in {"contest", "surprise", "initiative"} else 0, answers.number("their_bonus")
    if roll == "attack":
        conditions = ()
    prone = _prone(answers, "prone" in conditions)
    dice = _OPPOSED.get(answers.key("against"))
    if dice is None:
        return answers.number("score") + prone, 0, 0
    if answers.yes("target-grappled") or answers.key("by") in {"crush", "toss"}:
        dice = 0  # both sides of a grapple count as held (MG-R23)
    if dice and ("invisible" in conditions or answers.yes("grappled")):
        dice = max(DICE - 1, dice - 1)  # the attack is at a disadvantage
    return 0, dice, answers.number("their_bonus") + prone


def _prone(answers: Answers, prone: bool) -> int:
    """Return the modifier for an attack on a prone target (L126). Spells and powers have none."""
    by = answers.key("by") or "melee"
    if by == "melee" and answers.yes("into-melee"):
        by = "missile"
    return prone * {"melee": 2, "missile": -2}.get(by, 0)


def _given(roll: str, answers: Answers) -> tuple[list[int], int]:
    """Return the bonus typed for a roll without a character, and the number of extra dice (negative: fewer dice)."""
    edges = int(answers.key("dice") or DICE) - DICE
    if roll == "attack":
        edges += (answers.key("by") == "spell") - any(answers.yes(each) for each in _hindering(answers, _TARGETS))
    return [answers.number("bonus")], edges


def _hindering(answers: Answers, circumstances: Iterable[str], has: Collection[str] = ()) -> Iterator[str]:
    """Yield the circumstances that hinder a roll. An area power strikes both sides of a grapple (MG-R16, MG-R23)."""
    for each in circumstances:
        sharp = each == "into-melee" and "sharp-shooter" in has
        area = each == "target-grappled" and answers.key("by") == "power"
        if not sharp and not area:
            yield each


def _own(book: MarginBook, who: MarginCharacter, roll: str, answers: Answers) -> tuple[list[int], int]:
    """Return a character's bonus, and the number of extra dice, negative if dice are missing (MG-R03 to R05)."""
    if roll == "initiative":
        return [], 0
    given = [answers.number("other")]
    has = {power.power for power in who.powers}
    intimacy = answers.key("intimacy")  # the referee decides whether intimacy helps, so it has no number (MG-A16)
    better = intimacy == "helps" or any(answers.yes(each) for each in _BETTER)
    worse = intimacy == "hinders" or any(answers.yes(each) for each in _hindering(answers, _WORSE, has))
    first = "defense" if roll == "defence" else answers.key("attribute") or "mind"
    given.append(character.attribute(book, who, first))
    if roll in {"check", "contest", "surprise"}:
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
        better |= "invisible" in who.conditions  # a Combat Score has no dice, so none can be taken away (MG-A22)
    if answers.given("bonus"):
        given = [answers.number("bonus")]
    return given, int(better) - int(worse) + int(answers.yes("extra-die"))
