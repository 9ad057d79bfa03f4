"""A character's dice: those to roll for a task, their names, the face that identifies each, and totals of the sheet.

Codes refused: no-such-item (item).
"""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bones_desktop.rules.bones.book.advancement import MASTERY_DICE, dice_with, next_price
from bones_desktop.rules.bones.book.attempts import CHARACTER, HINDERING, ITEM, Task, eligibility, rulebook_for
from bones_desktop.rules.bones.book.character import STARTING_DICE, Character, CharacterDie, CharacterKind, ItemDie
from bones_desktop.rules.bones.book.definitions import ActionClass
from bones_desktop.rules.bones.book.icons import BLANK, MENTAL, PHYSICAL, UNIVERSAL, Face
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import Reason, reason, refuse

ON_EVERY_DIE: Final = frozenset({UNIVERSAL, PHYSICAL, MENTAL})
"""Icons that most dice have, so that they identify none."""
FLIGHT: Final = "flight"
"""The icon of a wing (BST-7)."""


def task_pool(rulebook: Rulebook, character: Character, items: Sequence[int] = ()) -> tuple[Die[Face], ...]:
    """Return available character dice, the equipment dice at `items`, then hindering dice (DICE-8..11)."""
    own = [
        Die(faces_in_play(character, place), die_label(rulebook, die, place), CHARACTER, f"die {place + 1}")
        for place, die in enumerate(character.dice)
        if place in set(character.available())
    ]
    chosen = item_dice(character, items)
    hindering = [
        Die(die.faces, die.name, HINDERING, f"hindering {place + 1}") for place, die in enumerate(character.hindering)
    ]
    return (*own, *chosen, *hindering)


def item_dice(character: Character, items: Sequence[int]) -> tuple[Die[Face], ...]:
    """Return the dice of the equipment at these places; RulesError for a place that does not exist."""
    for place in items:
        if not 0 <= place < len(character.equipment):
            raise refuse("no-such-item", "DICE-10", item=place + 1)
    named = [(place, character.equipment[place]) for place in items]
    return tuple(Die(item.faces, item.name, ITEM, item_key(item, place)) for place, item in named)


def item_key(item: ItemDie, place: int) -> str:
    """Return the key of the die of an item, by its place in the equipment."""
    return f"{item.kind.value} {place + 1}"


def faces_in_play(character: Character, place: int) -> tuple[Face, ...]:
    """Return the faces of a die under the house rules: beasts may have no Physical and Mental (AMB-57)."""
    faces = character.dice[place].faces
    # Only a house rule changes faces in play; the character keeps the faces as they were printed.
    if character.kind is not CharacterKind.BEAST or not character.house_rules.beasts_without_aptitudes:
        return faces
    return tuple(BLANK if {PHYSICAL, MENTAL}.issuperset(shown.icons) else shown for shown in faces)


def is_winged(character: Character) -> bool:
    """Return whether a die not lost has a wing (BST-3)."""
    return any(shown.has(FLIGHT) for place in character.available() for shown in character.dice[place].faces)


def is_grounded(character: Character) -> bool:
    """Return whether the character owns wings and has lost every die with one; then it falls from the air (BST-3)."""
    return not is_winged(character) and any(shown.has(FLIGHT) for die in character.dice for shown in die.faces)


def die_label(rulebook: Rulebook, die: CharacterDie, place: int) -> str:
    """Return the name of a character die: its own, its printed die's, its template's, or its number."""
    if die.name:
        return die.name
    printed = next((known.name for known in rulebook.dice if known.id == die.printed), "")
    template = rulebook.template(die.template).name if rulebook.has_template(die.template) else ""
    return printed or template or f"Die {place + 1}"


def own_faces(die: CharacterDie) -> list[str]:
    """Return the codes of the faces that can identify a die, in order."""
    return [shown.code for shown in die.faces if not shown.is_blank and shown.icons[0] not in ON_EVERY_DIE]


def counted_faces(dice: Iterable[CharacterDie]) -> Counter[str]:
    """Return the number of times each such face is on the dice."""
    return Counter(code for die in dice for code in own_faces(die))


def telling_faces(dice: Iterable[CharacterDie]) -> tuple[str, ...]:
    """Return for each die the code of the face that identifies it: its rarest, or the first of several.

    "" for a die without chosen faces.
    """
    dice = tuple(dice)
    counted = counted_faces(dice)
    return tuple(_telling(die, counted) for die in dice)


def _telling(die: CharacterDie, counted: Counter[str]) -> str:
    own = own_faces(die)
    if own:
        # A face that other dice have too would not tell this die from them.
        return min(own, key=lambda code: counted[code])
    return next((shown.code for shown in die.faces if not shown.is_blank), "")


MAGIC = "magic"
SECOND_THEME_DICE = 5
THIRD_THEME_DICE = 10


@dataclass(frozen=True, slots=True)
class Explained:
    """A number and its reason."""

    value: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class IconTotal:
    """The number of times an icon is on the character's own dice; a doubled face is one icon (AMB-10)."""

    icon: str
    name: str
    count: int
    dice: tuple[int, ...]
    """Numbers of the dice with the icon, from 1."""


@dataclass(frozen=True, slots=True)
class SkillLine:
    """One skill of the dice not lost (AMB-4)."""

    skill_id: str
    name: str
    action_class: ActionClass
    icons: int
    """Faces that can count as the skill (ACT-10)."""
    allowed: bool
    cap: int | None
    """Most successes; None when there is no limit."""
    reason: Reason


@dataclass(frozen=True, slots=True)
class MasteryOpening:
    """The distance of a skill from its masteries. Four dice with it open them for every later die (MAST-1..3)."""

    skill_id: str
    name: str
    dice: int
    """Separate dice with its basic icon."""
    missing: int
    """Dice still missing; 0 when its masteries are open."""
    first_die: int | None
    """Number of the first die that may carry a mastery; None if the masteries are not open."""


@dataclass(frozen=True, slots=True)
class AssetLine:
    """An asset that a mastery gives its owner (MAST 21, 25, 36, 41)."""

    what: str
    """Its name in the rulebook's data: "small asset", "lackey die"."""
    mastery: str
    """Name of the mastery."""
    count: int
    """Number of such assets."""


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
    # Whether a skill may be attempted does not depend on the difficulty, but a task needs one.
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
    """Return the free uses of magic in four hours: the Magic icons of the dice not lost (MAG-10, AMB-4, AMB-70)."""
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
    """Return the number of themes the character may have, by owned dice with Magic (MAG-3, MAG-4, AMB-4)."""
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
    """Return how close each skill with masteries, or those with these ids, is to opening them (MAST-1..3, MAST-6)."""
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
    """Return the assets of owned mastery icons (MAST 21, 25, 36, 41; AMB-27, AMB-28); none for too few icons."""
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
    """Return the price of the next icon in sessions (IMP-2, AMB-80); None for characters that do not earn icons."""
    held = len(character.dice)
    if character.kind is not CharacterKind.PLAYER or held < STARTING_DICE:
        return None
    price = next_price(rulebook, character)
    if price is None:
        return None
    return Explained(price, (reason("icon-price", "IMP-2", die=held, sessions=price),))
