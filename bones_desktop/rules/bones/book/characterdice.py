"""A character's dice: the dice to roll for a task, totals of the sheet, and growth with prices and a session ledger.

Masteries follow MAST-1..4, prices IMP-2 and IMP-9, successes from sessions IMP-5. The ledger of a finished character
has an entry for every session earned or spent, and for every face changed with permission.

Reasons why a mastery is not allowed on a die: mastery-fifth-die (mastery), mastery-needs-dice (mastery, skill, have,
missing), mastery-twice (skill, other). Codes refused: finished-needs-permission (), ledger-full (most), no-such-item
(item).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, zip_longest
from typing import Any, Final

from bones_desktop.rules.bones.book.attempts import CHARACTER, HINDERING, ITEM, eligibility_by_icons, rulebook_for
from bones_desktop.rules.bones.book.character import (
    MOST_PLAYER_DICE,
    STARTING_DICE,
    Character,
    CharacterDie,
    CharacterKind,
    HinderingDie,
    ItemDie,
    LedgerEntry,
    LedgerKind,
)
from bones_desktop.rules.bones.book.definitions import ActionClass
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.icons import BLANK, MENTAL, PHYSICAL, UNIVERSAL, Face
from bones_desktop.rules.bones.book.notation import aim, appropriate_icons
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import Reason, reason, refuse
from bones_desktop.rules.records import Record, fields
from bones_desktop.rules.values import added

_NOT_FOR_ICONS = frozenset({LedgerKind.AWARD, LedgerKind.SUCCESS})
MASTERY_DICE: Final = 4
"""Number of dice with the basic icon that a mastery needs (MAST-1)."""
FACES_BOUGHT: Final = FACES - 2
"""Number of icons that fill a new die, besides its Universal and its Physical or Mental (IMP-3)."""
SESSIONS_FOR_A_SUCCESS: Final = 10
"""Number of sessions, after the tenth die is full, that give one automatic success (IMP-5)."""


def is_finished(character: Character) -> bool:
    """Return whether this is a finished player character, whose faces change only by improvement."""
    return character.kind is CharacterKind.PLAYER and character.created is not None


def require_permission(character: Character, permitted: bool) -> None:
    """Refuse to change a finished character's dice except by improvement, unless the GM permits it."""
    if is_finished(character) and not permitted:
        raise refuse("finished-needs-permission", "IMP-1")


def with_entries(character: Character, entries: Iterable[LedgerEntry]) -> Character:
    """Return the character with `entries` added to its ledger. Refused if the ledger is full."""
    for entry in entries:
        character = added(character, "ledger", entry, "ledger-full")
    return character


def with_changes(before: Character, after: Character, today: str) -> Character:
    """Return `after` with a ledger entry for each face that differs from `before`, if the character is finished.

    If `before` or `after` lacks a die, that die counts as empty there. Both must list their dice in the same order.
    """
    if not is_finished(before) or before.dice == after.dice:
        return after
    return with_entries(after, _changes(before, after, today))


def with_removal(character: Character, die: int, removed: CharacterDie, today: str) -> Character:
    """Return the character, whose die is already removed, with a ledger entry for each icon of that die."""
    if not is_finished(character):
        return character
    return with_entries(
        character,
        (
            LedgerEntry(kind=LedgerKind.PERMISSION, on=today, die=die, face=face, before=shown)
            for face, shown in enumerate(removed.faces)
            if not shown.is_unfilled
        ),
    )


def sessions_spent(character: Character) -> int:
    """Return the sessions spent on the icons that the character has, less refunds."""
    return -sum(entry.sessions for entry in character.ledger if entry.kind not in _NOT_FOR_ICONS)


def sessions_used(character: Character) -> int:
    """Return the sessions spent on successes used in play (AMB-81)."""
    return -sum(entry.sessions for entry in character.ledger if entry.kind is LedgerKind.SUCCESS)


def sessions_awarded(character: Character) -> int:
    """Return the sum of the awards in the ledger."""
    return sum(entry.sessions for entry in character.ledger if entry.kind is LedgerKind.AWARD)


def brought_forward(character: Character) -> int:
    """Return the saved sessions that have no ledger entry, for example because they are older than the ledger."""
    return character.sessions - sum(entry.sessions for entry in character.ledger)


def taken_on_trust(who: Character) -> dict[str, Any]:
    """Return the exceptions from the rules that the game master should know about.

    Keys: "kind", "played_before", "permitted" (changes), "sessions_without_line" and "house_rules" (names of switches).
    """
    player = who.kind is CharacterKind.PLAYER
    # Several changes of one face on the same day count as one exception.
    permitted = {(entry.on, entry.die, entry.face) for entry in who.ledger if entry.kind is LedgerKind.PERMISSION}
    return {
        "kind": who.kind.value,
        "played_before": who.played_before,
        "permitted": len(permitted) if player else 0,
        "sessions_without_line": max(0, brought_forward(who)) if player else 0,
        "house_rules": switched(who.house_rules),
    }


def switched(house: Any) -> list[str]:  # noqa: ANN401 (of any game)
    """Return the names of the switches in the house rules that differ from the defaults."""
    usual = type(house)()
    return [each.name for each in fields(house) if getattr(house, each.name) != getattr(usual, each.name)]


def balances(character: Character) -> tuple[int, ...]:
    """Return the sessions saved after each entry, oldest first."""
    sessions = (entry.sessions for entry in character.ledger)
    return tuple(accumulate(sessions, initial=brought_forward(character)))[1:]


def _changes(before: Character, after: Character, today: str) -> Iterator[LedgerEntry]:
    for die, (old, new) in enumerate(zip_longest(before.dice, after.dice, fillvalue=CharacterDie())):
        for face, (was, now) in enumerate(zip(old.faces, new.faces, strict=True)):
            if was != now:
                yield LedgerEntry(kind=LedgerKind.PERMISSION, on=today, die=die, face=face, before=was, after=now)


def dice_with(dice: Sequence[CharacterDie], icon: str) -> int:
    """Return how many dice have `icon`. A die with the icon on two faces counts once (MAST-6)."""
    return sum(any(shown.has(icon) for shown in die.faces) for die in dice)


def mastery_allowed(
    rulebook: Rulebook, dice: Sequence[CharacterDie], die: int, mastery: str, face: int | None = None
) -> Reason | None:
    """Return why `mastery` is not allowed on the die at `die`; None if it is (MAST-1..4, AMB-15, AMB-16).

    `face` is the face for the mastery, so that a mastery may be replaced by another of the same skill.
    """
    entry = rulebook.mastery(mastery)
    skill = rulebook.skill(entry.skill)
    if die < MASTERY_DICE:
        return reason("mastery-fifth-die", "MAST-3", mastery=entry.name)
    # The skill on earlier dice opens the mastery, so only dice before this die count (MAST-3).
    have = dice_with(dice[:die], skill.id)
    if have < MASTERY_DICE:
        return reason(
            "mastery-needs-dice", "MAST-3", mastery=entry.name, skill=skill.name, have=have, missing=MASTERY_DICE - have
        )
    if die < len(dice):
        siblings = {other.id: other.name for other in rulebook.masteries if other.skill == skill.id}
        for place, shown in enumerate(dice[die].faces):
            there = next((icon for icon in shown.icons if icon in siblings), None)
            # The mastery that is replaced must not count against the new mastery.
            if there and place != face:
                return reason("mastery-twice", "MAST-4", skill=skill.name, other=siblings[there])
    return None


def icon_price(rulebook: Rulebook, held: int) -> int | None:
    """Return the price in sessions of one more icon on a die that already has an icon (IMP-2).

    `held` is the number of dice. Return None if the table has no row for this number.
    """
    return next((step.sessions for step in rulebook.improvement if held in step.dice), None)


def first_icon_price(rulebook: Rulebook, house_rules: HouseRules, held: int) -> int | None:
    """Return the price in sessions of the first icon of a new die (IMP-9, AMB-80).

    `held` is the number of dice before the new die.
    """
    return icon_price(rulebook, held + house_rules.first_icon_at_new_rate)


def next_price(rulebook: Rulebook, character: Character) -> int | None:
    """Return the price of the next icon in sessions (IMP-2, IMP-3).

    The icon is for the first later die with an empty face, else for a new die.
    """
    held = len(character.dice)
    later = (die.faces[FACES - FACES_BOUGHT :] for die in character.dice[STARTING_DICE:])
    if any(shown.is_unfilled for faces in later for shown in faces):
        return icon_price(rulebook, held)
    return first_icon_price(rulebook, character.house_rules, held)


def sessions_behind(rulebook: Rulebook, dice: Sequence[CharacterDie], house_rules: HouseRules) -> int:
    """Return the sessions that the dice beyond the fourth cost: their first icons and their other icons (IMP-2).

    Dice beyond the last row of the table add nothing; another check refuses dice beyond the tenth.
    """
    total = 0
    for place in range(STARTING_DICE, len(dice)):
        icons = sum(not shown.is_unfilled for shown in dice[place].faces[FACES - FACES_BOUGHT :])
        total += first_icon_price(rulebook, house_rules, place) or 0
        total += max(0, icons - 1) * (icon_price(rulebook, place + 1) or 0)
    return total


def successes_begun(character: Character) -> bool:
    """Return whether a player's saved sessions count toward automatic successes (IMP-5, AMB-82).

    They count once every face of the tenth die has an icon. Under the house rule they count once the tenth die has
    begun.
    """
    if character.kind is not CharacterKind.PLAYER or len(character.dice) < MOST_PLAYER_DICE:
        return False
    # An unfilled face counts as blank, so this asks whether any face has no icon yet.
    full = not any(shown.is_blank for die in character.dice for shown in die.faces)
    return full or character.house_rules.successes_from_tenth_gained


def earned_successes(character: Character) -> int:
    """Return the successes from a player character's saved sessions: one for every ten (IMP-5)."""
    return character.sessions // SESSIONS_FOR_A_SUCCESS if successes_begun(character) else 0


def automatic_successes(character: Character) -> int:
    """Return the earned successes added to every roll; 0 if each can be used only once (AMB-81)."""
    return 0 if character.house_rules.automatic_success_used_once else earned_successes(character)


def single_successes(character: Character) -> int:
    """Return the earned successes left, if each can be used once; 0 if they are added to every roll (AMB-81)."""
    return earned_successes(character) if character.house_rules.automatic_success_used_once else 0


ON_EVERY_DIE: Final = frozenset({UNIVERSAL, PHYSICAL, MENTAL})
"""Icons that most dice have. They cannot identify a die."""
FLIGHT: Final = "flight"
"""The icon of a wing (BST-7)."""


def task_pool(rulebook: Rulebook, character: Character, items: Sequence[int] = ()) -> tuple[Die[Face], ...]:
    """Return available character dice, then the equipment dice at `items`, then hindering dice (DICE-8..11)."""
    every = all_dice(rulebook, character, items)
    return (*(every[place] for place in character.available()), *every[len(character.dice) :])


def all_dice(rulebook: Rulebook, character: Character, items: Sequence[int]) -> tuple[Die[Face], ...]:
    """Return the dice of `task_pool`, including lost dice."""
    own = (
        Die(faces_in_play(character, place), die_label(rulebook, die, place), CHARACTER, f"die {place + 1}")
        for place, die in enumerate(character.dice)
    )
    hindering = (
        Die(die.faces, item_name(rulebook, die), HINDERING, f"hindering {place + 1}")
        for place, die in enumerate(character.hindering)
    )
    return (*own, *item_dice(character, items, rulebook), *hindering)


def item_dice(character: Character, items: Sequence[int], rulebook: Rulebook | None = None) -> tuple[Die[Face], ...]:
    """Return the dice of the equipment at these indexes. Raise RulesError for an index that does not exist.

    Without a rulebook the dice have the stored names of the items.
    """
    for place in items:
        if not 0 <= place < len(character.equipment):
            raise refuse("no-such-item", "DICE-10", item=place + 1)
    named = [(place, character.equipment[place]) for place in items]
    return tuple(Die(item.faces, item_name(rulebook, item), ITEM, item_key(item, place)) for place, item in named)


def item_key(item: ItemDie, place: int) -> str:
    """Return the key of an item's die, made from the item's index in the equipment."""
    return f"{item.kind.value} {place + 1}"


def faces_in_play(character: Character, place: int) -> tuple[Face, ...]:
    """Return the faces of a die under the house rules: beasts may have no Physical and Mental (AMB-57)."""
    faces = character.dice[place].faces
    # Only this house rule changes faces in play. The character keeps its faces as printed.
    if character.kind is not CharacterKind.BEAST or not character.house_rules.beasts_without_aptitudes:
        return faces
    return tuple(BLANK if {PHYSICAL, MENTAL}.issuperset(shown.icons) else shown for shown in faces)


def is_winged(character: Character) -> bool:
    """Return whether an available die has a wing (BST-3)."""
    return any(shown.has(FLIGHT) for place in character.available() for shown in character.dice[place].faces)


def is_grounded(character: Character) -> bool:
    """Return whether the character has lost all its dice with a wing, so that it falls from the air (BST-3)."""
    return not is_winged(character) and any(shown.has(FLIGHT) for die in character.dice for shown in die.faces)


def die_label(rulebook: Rulebook, die: CharacterDie, place: int) -> str:
    """Return the name of a character die: its own name, that of its printed die or template, or its number."""
    if die.name:
        return die.name
    printed = next((known.name for known in rulebook.dice if known.id == die.printed), "")
    template = rulebook.template(die.template).name if rulebook.has_template(die.template) else ""
    return printed or template or rulebook.face_texts["die"].format(n=place + 1)


def item_name(rulebook: Rulebook | None, item: ItemDie | HinderingDie) -> str:
    """Return the name of an item: of a printed die that was not renamed, its name in the language of the rulebook.

    Without a rulebook, return the stored name.
    """
    dice = () if rulebook is None else rulebook.dice
    printed = next((die for die in dice if die.id == item.printed), None)
    return printed.name if printed is not None and item.name == printed.english else item.name


def own_faces(die: CharacterDie) -> list[str]:
    """Return the codes of the faces that can identify a die, in order."""
    return [shown.code for shown in die.faces if not shown.is_blank and shown.icons[0] not in ON_EVERY_DIE]


def counted_faces(dice: Iterable[CharacterDie]) -> Counter[str]:
    """Return how many times each identifying face is on the dice."""
    return Counter(code for die in dice for code in own_faces(die))


def telling_faces(dice: Iterable[CharacterDie]) -> tuple[str, ...]:
    """Return for each die the code of the face that identifies it.

    This is the rarest face, or the first of several equally rare faces. The code is "" for a die without chosen faces.
    """
    dice = tuple(dice)
    counted = counted_faces(dice)
    return tuple(_telling(die, counted) for die in dice)


def _telling(die: CharacterDie, counted: Counter[str]) -> str:
    own = own_faces(die)
    if own:
        # A face that other dice have too could not identify this die.
        return min(own, key=lambda code: counted[code])
    return next((shown.code for shown in die.faces if not shown.is_blank), "")


MAGIC = "magic"
SECOND_THEME_DICE = 5
THIRD_THEME_DICE = 10


class Explained(Record):
    """A derived number and the reason for it."""

    value: int
    reasons: tuple[Reason, ...]


class IconTotal(Record):
    """The number of times that an icon is on the character's own dice. A doubled face counts as one icon (AMB-10)."""

    icon: str
    name: str
    count: int
    dice: tuple[int, ...]
    """Numbers of the dice that have the icon, from 1."""


class SkillLine(Record):
    """A skill of the sheet: its icons and its cap on the available dice (AMB-4)."""

    skill_id: str
    name: str
    action_class: ActionClass
    icons: int
    """Number of faces that can count as the skill (ACT-10)."""
    allowed: bool
    cap: int | None
    """Maximum number of successes; None when there is no limit."""
    reason: Reason


class MasteryOpening(Record):
    """Progress toward the masteries of a skill. Four dice with the skill open them for every later die (MAST-1..3)."""

    skill_id: str
    name: str
    dice: int
    """Number of dice with the basic icon of the skill."""
    missing: int
    """Number of dice that are still missing; 0 if the masteries are open."""
    first_die: int | None
    """Number of the first die that may have a mastery; None if the masteries are not open."""


def icon_totals(rulebook: Rulebook, character: Character) -> tuple[IconTotal, ...]:
    """Return every icon on the character's own dice with its count, in the rulebook's order (EX-2, EX-37)."""
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


def skill_lines(rulebook: Rulebook, character: Character) -> tuple[SkillLine, ...]:
    """Return for each skill whether it may be attempted, its cap, and the reasons (ACT-1..10)."""
    house_rules = character.house_rules
    # Dice share many faces, so each face is read only once.
    faces = Counter(shown for place in character.available() for shown in faces_in_play(character, place))
    lines = []
    for skill in rulebook_for(rulebook, house_rules).skills:
        goal = aim(rulebook, house_rules, skill.id)
        appropriate = appropriate_icons(rulebook, house_rules, goal)
        icons = sum(n for shown, n in faces.items() if not appropriate.isdisjoint(shown.icons))
        found = eligibility_by_icons(goal, icons if faces else None)
        lines.append(
            SkillLine(skill.id, skill.name, skill.action_class, found.icons, found.allowed, found.cap, found.reason)
        )
    return tuple(lines)


def safe_level(character: Character) -> Explained:
    """Return the safe uses of magic in four hours: the Magic icons on available dice (MAG-10, AMB-4, AMB-70)."""
    own = [character.dice[place] for place in character.available()]
    magic = sum(shown.has(MAGIC) for die in own for shown in die.faces)
    counted = character.house_rules.elf_icon_allows_magic
    elf = sum(shown.has("elf") for die in own for shown in die.faces) if counted else 0
    reasons = [reason("safe-level", "MAG-10", icons=magic)]
    if elf:
        reasons.append(reason("safe-level-elf", "AMB-70", icons=elf))
    return Explained(magic + elf, tuple(reasons))


def magic_themes(character: Character) -> Explained:
    """Return the number of themes the character may have, by dice with Magic, lost or not (MAG-3, MAG-4, AMB-4)."""
    dice = dice_with(character.dice, MAGIC)
    count = 0 if not dice else 1 + (dice >= SECOND_THEME_DICE) + (dice >= THIRD_THEME_DICE)
    reasons = [reason("themes", "MAG-4", dice=dice)]
    if 0 < dice < THIRD_THEME_DICE:
        goal = SECOND_THEME_DICE if dice < SECOND_THEME_DICE else THIRD_THEME_DICE
        reasons.append(reason("themes-next", "MAG-4", missing=goal - dice))
    return Explained(count, tuple(reasons))


def mastery_openings(rulebook: Rulebook, character: Character) -> tuple[MasteryOpening, ...]:
    """Return for each skill with masteries how many dice it still needs to open them (MAST-1..3, MAST-6)."""
    lines = []
    for skill in rulebook.skills:
        if not any(mastery.skill == skill.id for mastery in rulebook.masteries):
            continue
        bearing = [number for number, die in enumerate(character.dice, 1) if any(f.has(skill.id) for f in die.faces)]
        first = bearing[MASTERY_DICE - 1] + 1 if len(bearing) >= MASTERY_DICE else None
        missing = max(0, MASTERY_DICE - len(bearing))
        lines.append(MasteryOpening(skill.id, skill.name, len(bearing), missing, first))
    return tuple(lines)


def next_icon_price(rulebook: Rulebook, character: Character) -> Explained | None:
    """Return the price of the next icon in sessions (IMP-2, AMB-80); None for characters that cannot earn icons."""
    held = len(character.dice)
    if character.kind is not CharacterKind.PLAYER or held < STARTING_DICE:
        return None
    price = next_price(rulebook, character)
    if price is None:
        return None
    return Explained(price, (reason("icon-price", "IMP-2", die=held, sessions=price),))
