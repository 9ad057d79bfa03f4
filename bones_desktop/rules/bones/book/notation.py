"""Names of icons, faces and dice as in the rulebook's stat blocks, look-ups by name, and the value of a face.

Dice and faces are also written as text that the program can read again.

Codes of the value of a face: counts-universal (n), counts-aptitude (face, skill, n), counts-skill (face, skill, n),
counts-mastery (face, skill, n), counts-racial (face, skill, n), counts-racial-mastery (face, mastery, skill, n),
counts-ability (face, skill, n), counts-both (face, skill, n), wrong-skill (face, skill), counts-in-a-fight (face,
skill), wrong-aptitude (face, skill), condition-not-met (face, skill), blank (), damage-for-target ().

Codes refused: unknown-skill, unknown-difficulty, unknown-die (text, suggestion).
"""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, TypeVar

from bones_desktop.rules.bones.book.definitions import Ability, ActionClass, Count, Difficulty, Mastery, Race, Skill
from bones_desktop.rules.bones.book.icons import DAMAGE, ENCUMBRANCE, MENTAL, PHYSICAL, UNIVERSAL, Aptitude, Face
from bones_desktop.rules.bones.book.rulebook import DieUse, HouseRules, PrintedDie, Rulebook, StatBlock
from bones_desktop.rules.reasons import Reason, reason, refuse
from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import LONGEST, closest, key

EntryT = TypeVar("EntryT")
UNFILLED_NAME: Final = "Unfilled"
MULTIPLES: Final = {2: "double", 3: "triple"}

ITEM_USES: Final = frozenset({DieUse.WEAPON, DieUse.SHIELD, DieUse.ARMOUR, DieUse.MAGIC_ITEM})
"""Uses of item dice, which are rolled together with a character's own dice."""
HINDERING_USES: Final = frozenset({DieUse.HINDERING, DieUse.CHALLENGE})
"""Uses of dice that count against the character who rolls them (HIND-1)."""
CHARACTER_USES: Final = frozenset({DieUse.CAST, DieUse.BEAST, DieUse.HORDE})
"""Uses of the dice of a cast member, beast or horde."""


def skill_label(skill: Skill) -> str:
    """Return the skill's name on dice: "Melee" for Melee combat."""
    words = skill.name.split()
    return " ".join(words[:-1]) if len(words) > 1 and words[-1].casefold() == "combat" else skill.name


def icon_name(rulebook: Rulebook, icon: str) -> str:
    """Return the name that stat blocks use for an icon; for an unknown icon, a name made from its id."""
    if not rulebook.has_icon(icon):
        # The icon's pack is missing; its id is the only name available.
        return icon.rpartition("/")[2].replace("-", " ").capitalize()
    found = rulebook.icon(icon)
    match found:
        case Mastery():
            return f"{skill_label(rulebook.skill(found.skill))} ({found.name})"
        case Skill():
            return skill_label(found)
        case _:
            return found.name


def face_name(rulebook: Rulebook, face: Face) -> str:
    """Return the name of the face ("Double Defend", "Melee (Riposte)", "Enc/Defend", "Blank", "Unfilled")."""
    if face.is_unfilled:
        return rulebook.face_texts["unfilled"]
    if len(face.icons) == 1:
        name = icon_name(rulebook, face.icons[0])
    else:
        # The rulebook shortens Encumbrance where two icons share a face.
        short = {ENCUMBRANCE: rulebook.face_texts["encumbrance"]}
        name = "/".join(short.get(icon) or icon_name(rulebook, icon) for icon in face.icons)
    return rulebook.face_texts[MULTIPLES[face.count]].format(name=name) if face.count in MULTIPLES else name


def short_name(rulebook: Rulebook, shown: Face) -> str:
    """Return the name of a face without the skill that a mastery belongs to: "Riposte"."""
    if len(shown.icons) == 1 and shown.count == 1 and rulebook.has_icon(shown.icons[0]):
        icon = rulebook.icon(shown.icons[0])
        if isinstance(icon, Mastery):
            return icon.name
    return face_name(rulebook, shown)


_Named = tuple[EntryT, tuple[str, ...], tuple[str, ...]]
"""An entry, its names and its aliases. The last name is the one that error messages suggest."""


def _found(code: str, text: str, known: Sequence[_Named[EntryT]]) -> EntryT:
    """Return the entry that `text` names, or raise RulesError with the nearest name.

    If `text` is a name of one entry and an alias of another, the name counts.
    """
    wanted = key(text)
    for entry, own, _others in known:
        if wanted in map(key, own):
            return entry
    for entry, _own, others in known:
        if wanted in map(key, others):
            return entry
    names = (name for _, own, others in known for name in (own[-1], *others))
    raise refuse(code, text=_short(text), suggestion=closest(text, names))


def find_skill(rulebook: Rulebook, text: str) -> Skill:
    """Return the skill that `text` names. Raise RulesError `unknown-skill` with the nearest name if there is none."""
    skills = [(each, (each.id, each.name, skill_label(each)), each.aliases) for each in rulebook.skills]
    return _found("unknown-skill", text, skills)


def find_task_skill(rulebook: Rulebook, text: str) -> str:
    """Return the id of the skill that `text` names, or "physical" or "mental" for a task without a skill (AMB-96)."""
    wanted = key(text)
    return wanted if wanted in {PHYSICAL, MENTAL} else find_skill(rulebook, text).id


def find_difficulty(rulebook: Rulebook, text: str) -> Difficulty:
    """Return the difficulty `text` names. Raise RulesError `unknown-difficulty` if there is none."""
    return _found("unknown-difficulty", text, [(each, (each.id, each.name), ()) for each in rulebook.difficulties])


def find_printed_die(rulebook: Rulebook, text: str, use: DieUse | Collection[DieUse] | None = None) -> PrintedDie:
    """Return the printed die that `text` names, among the dice with the uses in `use`.

    Raise RulesError `unknown-die` if there is none.
    """
    dice = [(each, (each.id, each.name), each.aliases) for each in dice_of(rulebook, use)]
    return _found("unknown-die", text, dice)


def find_block(rulebook: Rulebook, text: str, *, or_die: bool = False) -> StatBlock | None:
    """Return the stat block that `text` names; None if there is none.

    An article and the plural are understood: "The Tribal Matron", "Tribal Dregs". With `or_die`, the name of a die
    takes precedence over a block of the same name, and None is returned for it.
    """
    wanted = key(text)
    if or_die and wanted in {key(name) for die in rulebook.dice for name in (die.id, die.name)}:
        return None
    known = {key(name): block for block in rulebook.blocks for name in (block.name, block.id)}
    bare = wanted.removeprefix("the")
    return next((known[each] for each in (wanted, bare, bare.removesuffix("s")) if each in known), None)


def dice_of(rulebook: Rulebook, use: DieUse | Collection[DieUse] | None) -> tuple[PrintedDie, ...]:
    """Return the printed dice that have one of the uses in `use`; all printed dice if `use` is None."""
    if use is None:
        return rulebook.dice
    uses = (use,) if isinstance(use, DieUse) else use
    return tuple(die for die in rulebook.dice if die.use in uses)


def _short(text: str) -> str:
    text = " ".join(text[: LONGEST * 2].split())
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


_ATTACKING: Final = frozenset({"melee", "missile", "unarmed"})


class Aim(Record):
    """The aim of a task: a skill (or only "physical" or "mental", AMB-96), its aptitude, class and conditions."""

    id: str
    name: str
    aptitude: Aptitude
    action_class: ActionClass
    conditions: frozenset[str] = frozenset()


class Worth(Record):
    """The successes of a face, the effects of its mastery, and the reason why the face counts or not."""

    counts: int
    reason: Reason
    negates: tuple[tuple[str, int], ...] = ()
    uncapped: int = 0
    """The successes that no cap limits (amendments 20 and 24)."""

    def negated(self, what: str) -> int:
        """Return how many points of `what` this face cancels."""
        return sum(points for negated, points in self.negates if negated == what)


def aim(rulebook: Rulebook, house_rules: HouseRules, skill: str, conditions: frozenset[str] = frozenset()) -> Aim:
    """Return the aim of a task of `skill` under the house rules. Raise RulesError `unknown-skill` if there is none."""
    if skill in {PHYSICAL, MENTAL}:
        return Aim(skill, icon_name(rulebook, skill), Aptitude(skill), ActionClass.UNIVERSAL, conditions)
    found = next((entry for entry in rulebook.skills if entry.id == skill), None)
    if found is None:
        raise refuse("unknown-skill", text=skill[:60], suggestion="")
    aptitude, action_class = unarmed_as_ruled(found, house_rules)
    return Aim(found.id, skill_label(found), aptitude, action_class, conditions)


def unarmed_as_ruled(skill: Skill, house_rules: HouseRules) -> tuple[Aptitude, ActionClass]:
    """Return the aptitude and the class of a skill. House rules decide both for Unarmed Combat (AMB-1, AMB-2)."""
    if skill.id == "unarmed":
        return house_rules.unarmed_aptitude, house_rules.unarmed_class
    return skill.aptitude, skill.action_class


@lru_cache(maxsize=256)
def appropriate_icons(rulebook: Rulebook, house_rules: HouseRules, goal: Aim) -> frozenset[str]:
    """Return the icons that open the skill and raise its cap (ACT-10, AMB-3, AMB-70)."""
    found = {goal.id} - {PHYSICAL, MENTAL}
    for icon in rulebook.icons:
        if isinstance(icon, Mastery) and icon.skill == goal.id:
            found.add(icon.id)
        elif house_rules.only_own_icons_open_a_skill:
            continue
        elif isinstance(icon, Race) and icon.id == "elf" and goal.id == "magic":
            if house_rules.elf_icon_allows_magic:
                found.add(icon.id)
        elif isinstance(icon, (Mastery, Race, Ability)) and _icon_worth(rulebook, goal, icon.id, "").counts:
            found.add(icon.id)
    return frozenset(found)


def worth(rulebook: Rulebook, goal: Aim, shown: Face) -> Worth:
    """Return the value of a face.

    A doubled face counts twice (DICE-12); a racial icon counts in one way only (RACE-2).
    """
    if shown.is_blank:
        return Worth(0, reason("blank", "DICE-13"))
    name = face_name(rulebook, shown)
    each = [_icon_worth(rulebook, goal, icon, name) for icon in shown.icons]
    total = shown.count * sum(one.counts for one in each)
    negates = tuple((what, points * shown.count) for one in each for what, points in one.negates)
    counting = [one for one in each if one.counts]
    uncapped = shown.count * sum(one.uncapped for one in each)
    if len(counting) > 1:
        return Worth(total, reason("counts-both", "DICE-12", face=name, skill=goal.name, n=total), negates, uncapped)
    why = (counting or each)[0].reason
    if counting:
        why = Reason(why.code, why.rule, tuple((key, total if key == "n" else value) for key, value in why.values))
    return Worth(total, why, negates, uncapped)


def _icon_worth(rulebook: Rulebook, goal: Aim, icon: str, name: str) -> Worth:
    skill = goal.name
    if icon == UNIVERSAL:
        return Worth(1, reason("counts-universal", "ICON-1", n=1))
    if icon in {PHYSICAL, MENTAL}:
        if icon == goal.aptitude:
            return Worth(1, reason("counts-aptitude", "ACT-8", face=name, skill=skill, n=1))
        return Worth(0, reason("wrong-aptitude", "ACT-8", face=name, skill=skill))
    if icon == goal.id:
        return Worth(1, reason("counts-skill", "TASK-3", face=name, skill=skill, n=1))
    if icon == "defend" and goal.id in _ATTACKING:
        return Worth(0, reason("counts-in-a-fight", "TASK-4", face=name, skill=skill))
    if icon == DAMAGE:
        return Worth(0, reason("damage-for-target", "AMB-7"))
    if not rulebook.has_icon(icon):
        return Worth(0, reason("wrong-skill", "TASK-3", face=name, skill=skill))
    found = rulebook.icon(icon)
    match found:
        case Mastery():
            return _mastery(goal, found, name)
        case Race():
            return _racial(rulebook, goal, found, name)
        case Ability():
            n = _best(found.counts, goal)
            if n:
                return Worth(n, reason("counts-ability", found.source, face=name, skill=skill, n=n))
    return Worth(0, reason("wrong-skill", "TASK-3", face=name, skill=skill))


def _mastery(goal: Aim, mastery: Mastery, name: str) -> Worth:
    negates = tuple((negation.what, negation.points) for negation in mastery.negates)
    n = _best(mastery.counts, goal)
    if n:
        why = reason("counts-mastery", mastery.source, face=name, skill=goal.name, n=n)
    elif any(count.skill == goal.id for count in mastery.counts):
        why = reason("condition-not-met", mastery.source, face=name, skill=goal.name)
    else:
        why = reason("wrong-skill", "TASK-3", face=name, skill=goal.name)
    return Worth(n, why, negates, n if goal.id == mastery.skill == "unarmed" else 0)


def _racial(rulebook: Rulebook, goal: Aim, race: Race, name: str) -> Worth:
    """Return the best way to count a racial icon: the way with the most successes, then the most effects."""
    best = Worth(0, reason("wrong-skill", "RACE-2", face=name, skill=goal.name))
    for reading in race.readings:
        if reading.mastery:
            mastery = rulebook.mastery(reading.mastery)
            one = _mastery(goal, mastery, name)
            if one.counts:
                why = reason(
                    "counts-racial-mastery", "AMB-69", face=name, mastery=mastery.name, skill=goal.name, n=one.counts
                )
                one = Worth(one.counts, why, one.negates)
        elif reading.skill == goal.id:
            one = Worth(1, reason("counts-racial", "RACE-2", face=name, skill=goal.name, n=1))
        else:
            continue
        if (one.counts, len(one.negates)) > (best.counts, len(best.negates)):
            best = one
    return best


def _best(counts: tuple[Count, ...], goal: Aim) -> int:
    fitting = (
        count.successes
        for count in counts
        if count.skill == goal.id and (not count.condition or count.condition in goal.conditions)
    )
    return max(fitting, default=0)


_SUFFIX: Final = re.compile(r" ?[x×] ?([0-9]{1,3})\Z", re.IGNORECASE)


class ParsedDie(Record):
    """A die read from a text."""

    name: str
    """Name of the printed die; "" for a die given by its faces."""
    printed: str
    """Id of the printed die; "" for a die given by its faces."""
    faces: tuple[Face, ...]
    """The six faces."""
    padded: int = 0
    """Number of faces missing in the text; they are unfilled in `faces`."""


def write_dice(rulebook: Rulebook, dice: Sequence[ParsedDie]) -> str:
    """Return text that `parse_dice` reads as the same dice.

    Printed dice are written by name, with `x2` for equal dice next to each other. All other dice are written by their
    faces.
    """
    pieces: list[str] = []
    for (name, faces), group in groupby(dice, lambda die: (_name_to_write(rulebook, die), die.faces)):
        number = len(tuple(group))
        if name:
            pieces.append(name if number == 1 else f"{name} x{number}")
        else:
            pieces.extend([write_faces(rulebook, faces)] * number)
    return "; ".join(pieces)


def write_faces(rulebook: Rulebook, faces: Sequence[Face]) -> str:
    """Return the faces as a list that `parse_dice` can read."""
    beastly = any(shown.has("universal") for shown in faces)
    names = []
    for shown in faces:
        name = face_name(rulebook, shown)
        names.append(f"{name} symbol" if beastly and shown.icons in {("poison",), ("flaming",)} else name)
    return ", ".join(names)


def _name_to_write(rulebook: Rulebook, die: ParsedDie) -> str:
    printed = next((known for known in rulebook.dice if known.id == die.printed), None)
    if printed is None or printed.faces != die.faces or any(sign in printed.name for sign in ",;•"):
        return ""
    meant = find_printed_die(rulebook, printed.name)
    return printed.name if meant.id == printed.id and not repeats(printed.name)[1] else ""


def repeats(text: str) -> tuple[str, int | None]:
    """Return `text` without a repeat such as "x2" at its end, and the number in the repeat; None if there is none."""
    found = _SUFFIX.search(text[-8:])
    if found is None:
        return text, None
    return text[: len(text) - len(found[0])].rstrip(), int(found[1])
