"""What the sheet adds up from a character's dice: icons, skills, magic, masteries, assets; numbers with reasons."""

from collections.abc import Container
from dataclasses import dataclass

from bones_desktop.rules.bones.book.advancement import MASTERY_DICE, dice_with, next_price
from bones_desktop.rules.bones.book.attempts import Task, eligibility, rulebook_for
from bones_desktop.rules.bones.book.character import STARTING_DICE, Character, Kind
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.definitions import ActionClass
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.reasons import Reason, reason

MAGIC = "magic"
SECOND_THEME_DICE = 5
THIRD_THEME_DICE = 10


@dataclass(frozen=True, slots=True)
class Explained:
    """A number and why it is what it is."""

    value: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class IconTotal:
    """How often an icon stands on the character's own dice; a doubled face is one icon (AMB-10)."""

    icon: str
    name: str
    count: int
    dice: tuple[int, ...]
    """Numbers of the dice that bear it, counted from 1."""


@dataclass(frozen=True, slots=True)
class SkillLine:
    """One skill as it stands now, from the dice not lost (AMB-4)."""

    skill_id: str
    name: str
    action_class: ActionClass
    icons: int
    """Faces that may be counted as it (ACT-10)."""
    allowed: bool
    cap: int | None
    """Most successes; None when there is no limit."""
    reason: Reason


@dataclass(frozen=True, slots=True)
class MasteryOpening:
    """How near a skill is to its masteries: on four dice it opens them for every later die (MAST-1..3)."""

    skill_id: str
    name: str
    dice: int
    """Separate dice that carry its basic icon."""
    missing: int
    """Dice still missing; 0 when its masteries are open."""
    first_die: int | None
    """Number of the first die that may carry one; None while it is not open."""


@dataclass(frozen=True, slots=True)
class AssetLine:
    """Something a mastery gives by being owned (MAST 21, 25, 36, 41)."""

    what: str
    """As the rulebook's data calls one of them: "small asset", "lackey die"."""
    mastery: str
    """Name of the mastery."""
    count: int
    """How many of them."""


def icon_totals(rulebook: Rulebook, character: Character) -> tuple[IconTotal, ...]:
    """Return every icon on the character's own dice with its number, in the rulebook's order (EX-2, EX-37)."""
    places: dict[str, list[int]] = {}
    for number, die in enumerate(character.dice, 1):
        for shown in die.faces:
            for icon in () if shown.is_blank else shown.icons:
                places.setdefault(icon, []).append(number)
    return tuple(
        IconTotal(icon.id, icon.name, len(places[icon.id]), tuple(dict.fromkeys(places[icon.id])))
        for icon in rulebook.icons
        if icon.id in places
    )


def skill_lines(
    rulebook: Rulebook, character: Character, skills: Container[str] | None = None
) -> tuple[SkillLine, ...]:
    """Return each skill, or those of these ids, with whether it may be attempted, its cap and why (ACT-1..10)."""
    dice = task_pool(rulebook, character)
    easiest = rulebook.difficulties[0].id
    lines = []
    for skill in rulebook_for(rulebook, character.house_rules).skills:
        if skills is not None and skill.id not in skills:
            continue
        found = eligibility(rulebook, character.house_rules, Task(skill.id, difficulty=easiest), dice)
        lines.append(
            SkillLine(
                skill.id,
                skill.name,
                skill.action_class,
                found.icons,
                found.allowed,
                found.cap,
                found.reason,
            )
        )
    return tuple(lines)


def safe_level(character: Character) -> Explained:
    """Return the uses of magic free in four hours: the Magic icons on the dice not lost (MAG-10, AMB-4, AMB-70)."""
    own = [character.dice[place] for place in character.available()]
    magic = sum(shown.has(MAGIC) for die in own for shown in die.faces)
    elf = (
        sum(shown.has("elf") for die in own for shown in die.faces)
        if character.house_rules.elf_icon_allows_magic
        else 0
    )
    reasons = [reason("safe-level", "MAG-10", icons=magic)]
    if elf:
        reasons.append(reason("safe-level-elf", "AMB-70", icons=elf))
    return Explained(magic + elf, tuple(reasons))


def magic_themes(character: Character) -> Explained:
    """Return how many themes the character may have, by dice owned that carry Magic (MAG-3, MAG-4, AMB-4)."""
    dice = dice_with(character.dice, MAGIC)
    count = 0 if not dice else 1 + (dice >= SECOND_THEME_DICE) + (dice >= THIRD_THEME_DICE)
    reasons = [reason("themes", "MAG-4", dice=dice)]
    if 0 < dice < THIRD_THEME_DICE:
        goal = SECOND_THEME_DICE if dice < SECOND_THEME_DICE else THIRD_THEME_DICE
        reasons.append(reason("themes-next", "MAG-4", missing=goal - dice))
    return Explained(count, tuple(reasons))


def mastery_openings(
    rulebook: Rulebook, character: Character, skills: Container[str] | None = None
) -> tuple[MasteryOpening, ...]:
    """Return each skill that has masteries, or those of these ids, and how near they are (MAST-1..3, MAST-6)."""
    lines = []
    for skill in rulebook.skills:
        if skills is not None and skill.id not in skills:
            continue
        if not any(mastery.skill == skill.id for mastery in rulebook.masteries):
            continue
        bearing = [number for number, die in enumerate(character.dice, 1) if any(f.has(skill.id) for f in die.faces)]
        first = bearing[MASTERY_DICE - 1] + 1 if len(bearing) >= MASTERY_DICE else None
        missing = max(0, MASTERY_DICE - len(bearing))
        lines.append(MasteryOpening(skill.id, skill.name, len(bearing), missing, first))
    return tuple(lines)


def asset_lines(rulebook: Rulebook, character: Character) -> tuple[AssetLine, ...]:
    """Return what owned mastery icons give (MAST 21, 25, 36, 41; AMB-27, AMB-28); nothing for too few icons."""
    lines = []
    for mastery in rulebook.masteries:
        if not mastery.assets:
            continue
        owned = sum(shown.has(mastery.id) for die in character.dice for shown in die.faces)
        if not owned:
            continue
        for asset in mastery.assets:
            count = asset.base + owned // asset.per
            if count > 0:
                lines.append(AssetLine(asset.what, mastery.name, count))
    return tuple(lines)


def next_icon_price(rulebook: Rulebook, character: Character) -> Explained | None:
    """Return the sessions the next icon costs (IMP-2, AMB-80); None for those who do not earn icons."""
    held = len(character.dice)
    if character.kind is not Kind.PLAYER or held < STARTING_DICE:
        return None
    price = next_price(rulebook, character)
    if price is None:
        return None
    return Explained(price, (reason("icon-price", "IMP-2", die=held, sessions=price),))
