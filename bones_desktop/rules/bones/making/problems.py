"""Problems of a character: unfinished or forbidden parts, with place and rule, and dice of unknown origin.

Advice disappears once the user follows it, or once nothing is left to choose. A player's dice are compared with the
dice as created, changed by each line of the ledger. `improvement.reopen` makes a character unfinished again without a
line in the ledger. So the dice as created may have been saved between any two lines, as long as no session was spent on
icons by then.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from bones_desktop.rules.bones.book import characterdice
from bones_desktop.rules.bones.book.attempts import rulebook_for
from bones_desktop.rules.bones.book.character import (
    MOST_PLAYER_DICE,
    STARTING_DICE,
    Character,
    CharacterDie,
    CharacterKind,
    HinderingDie,
    ItemDie,
    LedgerKind,
    MakingMode,
    SheetPlace,
    SheetSection,
    unknown_icon,
    unknown_race,
    unknown_template,
)
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.icons import Face, IconKind
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.injury import spiffs
from bones_desktop.rules.bones.making import creation
from bones_desktop.rules.bones.making.creation import Lock
from bones_desktop.rules.bones.making.followers import follower_slots
from bones_desktop.rules.reasons import Problem, Reason, Weight, reason
from bones_desktop.rules.typedtext import is_seen

_ANY: Final = "?"
"""Placeholder for face 2 of a die that an icon began: Physical, Mental or racial, as the player chose (IMP-3)."""
_EMPTY: Final = ("",) * FACES
_WHOLE: Final = SheetPlace(SheetSection.CHARACTER)
_on_die: Final = partial(SheetPlace, SheetSection.DIE)
_Dice = tuple[tuple[str, ...], ...]
"""The codes of the faces, die by die."""


def unaccounted(rulebook: Rulebook, character: Character) -> Iterator[Problem[SheetPlace]]:
    """Yield problems for dice, faces, sessions and spiffs of a player's character that no record explains."""
    created = character.created
    begun = character.dice if created is None else created.dice
    if STARTING_DICE < len(begun) <= MOST_PLAYER_DICE:
        # Dice beyond the fourth cost sessions, so that many sessions must have been played before.
        needed = characterdice.sessions_behind(rulebook, begun, character.house_rules)
        if needed > character.played_before:
            why = reason(
                "dice-too-many", "DICE-6", dice=len(begun), start=STARTING_DICE, needed=needed,
                played=character.played_before,
            )  # fmt: skip
            # A character finished by an earlier version of the program has no record of its earlier play.
            told = created is not None and not character.played_before
            yield Problem(why, _WHOLE, Weight.UNFINISHED if told else Weight.ILLEGAL)
    yield from (Problem(why, _WHOLE, Weight.ILLEGAL) for why in _counts(character))
    if created is None:
        spent = characterdice.sessions_spent(character)
        if spent:
            yield Problem(reason("made-after-buying", "IMP-1", spent=spent), _WHOLE, Weight.ILLEGAL)
    elif not STARTING_DICE <= len(begun) <= MOST_PLAYER_DICE:
        why = reason("created-otherwise", "DICE-6", dice=len(begun), start=STARTING_DICE)
        yield Problem(why, _WHOLE, Weight.ILLEGAL)
    else:
        yield from _differences(rulebook, character, _codes(begun))


def _counts(character: Character) -> Iterator[Reason]:
    """Yield a problem for sessions, and one for spiffs, if the character spent more of them than it ever had.

    See IMP-2 and SPF-18.
    """
    missing = -min(0, characterdice.brought_forward(character), *characterdice.balances(character))
    if missing:
        yield reason("sessions-overspent", "IMP-2", missing=missing)
    missing = -min(0, spiffs.brought_forward(character), *(line.balance for line in spiffs.lines(character)))
    if missing:
        yield reason("spiffs-overspent", "SPF-18", missing=missing)


def _differences(rulebook: Rulebook, character: Character, begun: _Dice) -> Iterator[Problem[SheetPlace]]:
    """Yield the differences between a finished character's dice and the dice that its ledger explains."""
    ends, line = _followed(rulebook, character, begun)
    if not ends:
        entry = character.ledger[line]
        place = _WHOLE if entry.die is None or entry.die >= len(character.dice) else _on_die(entry.die)
        yield Problem(reason("ledger-line-wrong", "IMP-2", line=line + 1), place, Weight.ILLEGAL)
        return
    held = _codes(character.dice[:MOST_PLAYER_DICE])
    # If several histories are possible, the one with the fewest problems is assumed.
    found = min((list(_apart(held, end)) for end in ends), key=len)
    yield from (Problem(why, place, Weight.ILLEGAL) for why, place in found)


def _apart(held: _Dice, due: _Dice) -> Iterator[tuple[Reason, SheetPlace]]:
    for die, faces in enumerate(held):
        if die >= len(due):
            yield reason("die-not-earned", "IMP-2", die=die + 1), _on_die(die)
            continue
        for face, shown in enumerate(faces):
            if due[die][face] not in {shown, _ANY}:
                why = reason("face-not-earned", "IMP-1", die=die + 1, face=face + 1)
                yield why, _on_die(die, face)
    for die in range(len(held), len(due)):
        yield reason("die-gone", "IMP-1", die=die + 1), _WHOLE


def _followed(rulebook: Rulebook, character: Character, begun: _Dice) -> tuple[tuple[_Dice, ...], int]:
    """Return all dice that the ledger can explain, and how many of its lines fit."""
    ledger = character.ledger
    # The possible dice before each line. There are never many, because a line that does not fit excludes a possibility.
    before: list[dict[_Dice, None]] = [{} for _ in range(len(ledger) + 1)]
    spent, far = 0, 0
    for line, entry in enumerate(ledger):
        if not spent:
            before[line][begun] = None
        for dice in before[line]:
            far = line
            after, taken = _after(rulebook, character, dice, line, begun, spent)
            if after is not None:
                before[line + taken][after] = None
        # Possibilities that were handled are discarded. With a long ledger they would fill the memory.
        before[line].clear()
        if entry.kind in {LedgerKind.ICON, LedgerKind.PERMISSION}:
            spent -= entry.sessions
    if not spent:
        before[-1][begun] = None
    return tuple(before[-1]), far


def _after(
    rulebook: Rulebook, character: Character, dice: _Dice, line: int, begun: _Dice, spent: int
) -> tuple[_Dice | None, int]:
    """Return the dice after a line of the ledger and the number of lines used; no dice if the line does not fit."""
    entry = character.ledger[line]
    die, face = entry.die, entry.face
    match entry.kind:
        case LedgerKind.AWARD:
            return dice, 1
        case LedgerKind.SUCCESS:
            return (dice if entry.sessions == -characterdice.SESSIONS_FOR_A_SUCCESS else None), 1
        case LedgerKind.PERMISSION if entry.template:  # an occupation; the changed faces have their own lines
            return (None if entry.sessions else dice), 1
        case LedgerKind.PERMISSION if die is None:  # The line records the return to the dice as created.
            return (begun if entry.sessions == spent else None), 1
    if die is None or face is None or not die <= len(dice) < MOST_PLAYER_DICE + (die < len(dice)):
        return None, 1
    bought = entry.kind is LedgerKind.ICON
    if bought and (die < STARTING_DICE or face < 1 + (die == len(dice)) or not entry.before.is_unfilled):
        return None, 1
    if not _paid(rulebook, character.house_rules, len(dice), die, face, entry.sessions if bought else None):
        return None, 1
    if not bought and entry.sessions:
        return None, 1
    if die < len(dice) and not bought and not face and entry.after.is_unfilled:
        return _without(character, dice, line, die)
    new = (creation.UNIVERSAL_FACE.code, _ANY, *_EMPTY[2:]) if bought else _EMPTY
    current = dice[die] if die < len(dice) else new
    # The line does not fit if the face shows something other than the icon that the line replaces.
    if current[face] not in {entry.before.code, _ANY}:
        return None, 1
    changed = (*current[:face], entry.after.code, *current[face + 1 :])
    return (*dice[:die], changed, *dice[die + 1 :]), 1


def _without(character: Character, dice: _Dice, line: int, die: int) -> tuple[_Dice | None, int]:
    """Return the dice without a removed die, and the number of lines used; no dice if the lines do not fit.

    The removal has a line for each icon of the die, its Universal first.
    """
    taken = 0
    for face, shown in enumerate(dice[die]):
        entry = character.ledger[line + taken] if line + taken < len(character.ledger) else None
        named = entry is not None and (entry.kind, entry.die, entry.face) == (LedgerKind.PERMISSION, die, face)
        if shown == _ANY and not named:
            continue
        if shown:
            if entry is None or not named or shown not in {entry.before.code, _ANY}:
                return None, 1
            if not entry.after.is_unfilled or entry.sessions:
                return None, 1
            taken += 1
    return (*dice[:die], *dice[die + 1 :]), max(1, taken)


def _paid(rulebook: Rulebook, house_rules: HouseRules, held: int, die: int, face: int, sessions: int | None) -> bool:
    """Return whether the sessions paid for an icon are enough (IMP-2, AMB-80).

    The prices by the character's house rules and by the default rules are compared, and the lower one counts.
    """
    if sessions is None or face < FACES - characterdice.FACES_BOUGHT:
        return sessions in {None, 0}
    if die < held:
        least = characterdice.icon_price(rulebook, held)
    else:
        # The house rule may have changed after the purchase, so the lower price is enough.
        prices = (
            characterdice.first_icon_price(rulebook, house_rules.with_(first_icon_at_new_rate=new), held)
            for new in (False, True)
        )
        least = min(price or 0 for price in prices)
    return -sessions >= (least or 0)


def _codes(dice: tuple[CharacterDie, ...]) -> _Dice:
    return tuple(tuple(shown.code for shown in die.faces) for die in dice)


_HUMAN = "human"
"""Name of the race without an icon."""


def problems(rulebook: Rulebook, character: Character) -> tuple[Problem[SheetPlace], ...]:
    """Return every problem in the order of the sheet: identity, each die, equipment, injuries, back-story."""
    found = [*_identity(rulebook, character)]
    if character.kind is CharacterKind.PLAYER:
        found += _player_dice(rulebook, character)
    else:
        found += _other_dice(rulebook, character)
    found += _magic(character)
    found += _followers(rulebook, character)
    found += _belongings(rulebook, character)
    found += _called_printed(rulebook, character)
    found += _injuries(character)
    if character.kind is CharacterKind.PLAYER and not character.back_story.strip():
        found.append(Problem(reason("back-story-missing", "CHR-1"), SheetPlace(SheetSection.BACK_STORY), Weight.ADVICE))
    return tuple(found)


def _identity(rulebook: Rulebook, character: Character) -> Iterator[Problem[SheetPlace]]:
    if not is_seen(character.name):
        yield Problem(reason("name-missing", "SHT-1"), SheetPlace(SheetSection.NAME), Weight.UNFINISHED)
    known = {race.id for race in rulebook.races}
    if character.racial_icon and character.racial_icon not in known:
        yield Problem(unknown_race(rulebook, character.racial_icon), SheetPlace(SheetSection.RACE), Weight.ILLEGAL)
    elif character.racial_icon and character.kind is CharacterKind.PLAYER and character.mode is MakingMode.COLD_IRON:
        yield Problem(reason("cold-iron-humans", "AMB-89"), SheetPlace(SheetSection.RACE), Weight.ADVICE)
    if character.kind is CharacterKind.PLAYER:
        yield from _race_written(rulebook, character)


def _race_written(rulebook: Rulebook, character: Character) -> Iterator[Problem[SheetPlace]]:
    """Yield a note if the written race is a known race other than the race of the dice (RACE-1)."""
    names = {"": _HUMAN, **{race.id: race.name for race in rulebook.races}}
    of_dice, written = names.get(character.racial_icon), " ".join(character.race.split())
    known = {name.casefold() for name in names.values()}
    if of_dice is not None and written.casefold() in known - {of_dice.casefold()}:
        why = reason("race-written-otherwise", "RACE-1", written=written, race=of_dice)
        yield Problem(why, SheetPlace(SheetSection.RACE), Weight.ADVICE)


def _player_dice(rulebook: Rulebook, character: Character) -> Iterator[Problem[SheetPlace]]:
    held = len(character.dice)
    if held < STARTING_DICE:
        why = reason("dice-missing", "DICE-6", missing=STARTING_DICE - held, needed=STARTING_DICE)
        yield Problem(why, _WHOLE, Weight.UNFINISHED)
    if held > MOST_PLAYER_DICE:
        why = reason("most-dice", "AMB-82", most=MOST_PLAYER_DICE)
        yield Problem(why, _WHOLE, Weight.ILLEGAL)
    yield from unaccounted(rulebook, character)
    for die in range(held):
        if character.mode is MakingMode.COLD_IRON and die < STARTING_DICE:
            yield from _template(rulebook, character, die)
        elif character.dice[die].template:
            code = "core-has-no-templates" if character.mode is MakingMode.CORE else "later-dice-no-template"
            rule = "AMB-89" if character.mode is MakingMode.CORE else "IMP-3"
            yield Problem(reason(code, rule), _on_die(die), Weight.ILLEGAL)
        for face in range(len(character.dice[die].faces)):
            yield from _player_face(rulebook, character, die, face)
        # The last die may be unfinished, because the next icons are bought for that die.
        if STARTING_DICE <= die < held - 1 and any(shown.is_unfilled for shown in character.dice[die].faces[2:]):
            yield Problem(reason("die-not-full", "IMP-3", die=die + 1), _on_die(die), Weight.UNFINISHED)

    if not characterdice.is_finished(character):
        yield from _masteries_near(rulebook, character)


def _masteries_near(rulebook: Rulebook, character: Character) -> Iterator[Problem[SheetPlace]]:
    """Yield advice about each skill that needs only one more starting die to open its masteries (MAST-1)."""
    starting = character.dice[:STARTING_DICE]
    for skill in rulebook.skills:
        # Advice is given only if one more icon would be enough.
        if characterdice.dice_with(starting, skill.id) != characterdice.MASTERY_DICE - 1 or not any(
            m.skill == skill.id for m in rulebook.masteries
        ):
            continue
        icon = Face((skill.id,))
        open_faces = (
            (place, face)
            for place, die in enumerate(starting)
            if not any(shown.has(skill.id) for shown in die.faces)
            for face, shown in enumerate(die.faces)
            if shown.is_unfilled and creation.refusal(rulebook, character, place, face, icon) is None
        )
        where = next(open_faces, None)
        if where is not None:
            yield Problem(reason("mastery-near", "MAST-1", skill=skill.name), _on_die(*where), Weight.ADVICE)


def _template(rulebook: Rulebook, character: Character, die: int) -> Iterator[Problem[SheetPlace]]:
    place = _on_die(die)
    template = character.dice[die].template
    if not template:
        code = {creation.CULTURE_DIE: "choose-culture", creation.BACKGROUND_DIE: "choose-background"}.get(
            die, "choose-occupation"
        )
        yield Problem(reason(code, "CHR-1"), place, Weight.UNFINISHED)
    elif not rulebook.has_template(template):
        yield Problem(unknown_template(rulebook, template), place, Weight.ILLEGAL)
    else:
        found = creation.judge(rulebook, character, die, rulebook.template(template))
        if found.reason is not None:
            # A die that depends on an earlier one is unfinished, not wrong.
            waits = found.reason.code in creation.WAITING
            refused = Weight.UNFINISHED if waits else Weight.ILLEGAL
            # The limit may be newer than the finished character, or a pack may have changed.
            noted = found.allowed or (
                characterdice.is_finished(character) and found.reason.code in creation.NOTED_LATER
            )
            yield Problem(found.reason, place, Weight.ADVICE if noted else refused)


def _player_face(rulebook: Rulebook, character: Character, die: int, face: int) -> Iterator[Problem[SheetPlace]]:
    shown = character.dice[die].faces[face]
    place = _on_die(die, face)
    slot = creation.slot_state(rulebook, character, die, face)
    if not shown.is_unfilled:
        why = creation.conflict(rulebook, character, die, face)
        if why is not None:
            yield Problem(why, place, Weight.ILLEGAL)
        return
    match slot.lock:
        case Lock.FIXED:
            yield Problem(slot.reason, place, Weight.UNFINISHED)
        case Lock.LIMITED:
            code = slot.reason.code.replace("slot-one-of-", "choose-one-of-").replace("slot-", "choose-")
            yield Problem(reason(code, slot.reason.rule, **dict(slot.reason.values)), place, Weight.UNFINISHED)
        case Lock.FREE:
            yield Problem(reason("choose-skill", slot.reason.rule), place, Weight.UNFINISHED)
        case Lock.OPEN if face == 2 and all(other.is_unfilled for other in character.dice[die].faces[2:]):
            yield Problem(reason("choose-first-icon", "IMP-3"), place, Weight.UNFINISHED)
        case _:
            pass


def _other_dice(rulebook: Rulebook, character: Character) -> Iterator[Problem[SheetPlace]]:
    if not character.dice:
        yield Problem(reason("dice-none", "DICE-1"), _WHOLE, Weight.UNFINISHED)
    printed = {die.id for die in rulebook.dice}
    for place, die in enumerate(character.dice):
        unique = die.printed not in printed
        if die.printed and unique:
            why = reason("printed-unknown", "CAST-3", die=die.printed)
            yield Problem(why, _on_die(place), Weight.ADVICE)
        # Printed dice and hordes follow other rules.
        if unique and character.kind is not CharacterKind.HORDE and creation.UNIVERSAL_FACE not in die.faces:
            yield Problem(reason("universal-missing", "DICE-2"), _on_die(place), Weight.ADVICE)
        if character.kind is CharacterKind.BEAST and any(shown in creation.APTITUDES for shown in die.faces):
            yield Problem(reason("beast-aptitude", "AMB-57"), _on_die(place), Weight.ADVICE)
        if all(shown.is_unfilled for shown in die.faces):
            yield Problem(reason("die-empty", "DICE-1", die=place + 1), _on_die(place), Weight.UNFINISHED)
            continue
        for face, shown in enumerate(die.faces):
            where = _on_die(place, face)
            if shown.is_unfilled:
                yield Problem(reason("face-padded", "AMB-58"), where, Weight.ADVICE)
            for icon in shown.icons:
                yield from _other_icon(rulebook, character, where, icon)


def _other_icon(
    rulebook: Rulebook, character: Character, where: SheetPlace, icon: str
) -> Iterator[Problem[SheetPlace]]:
    if not rulebook.has_icon(icon):
        yield Problem(unknown_icon(rulebook, icon), where, Weight.ILLEGAL)
    elif rulebook.kind(icon) is IconKind.MASTERY and where.die is not None:
        why = characterdice.mastery_allowed(rulebook, character.dice, where.die, icon, where.face)
        if why is not None:
            yield Problem(why, where, Weight.ADVICE)


def _magic(character: Character) -> Iterator[Problem[SheetPlace]]:
    dice, allowed = (
        characterdice.dice_with(character.dice, characterdice.MAGIC),
        characterdice.magic_themes(character).value,
    )
    player = character.kind is CharacterKind.PLAYER
    if player and dice and not any(theme.name.strip() or theme.effect.strip() for theme in character.themes):
        yield Problem(reason("theme-missing", "MAG-3"), SheetPlace(SheetSection.MAGIC), Weight.ADVICE)
    if len(character.themes) > allowed:
        why = reason("too-many-themes", "MAG-4", themes=len(character.themes), dice=dice, allowed=allowed)
        yield Problem(why, SheetPlace(SheetSection.MAGIC), Weight.ILLEGAL if player else Weight.ADVICE)


def _followers(rulebook: Rulebook, character: Character) -> Iterator[Problem[SheetPlace]]:
    if character.followers:
        for slot in follower_slots(rulebook, character):
            if slot.trouble is not None:
                yield Problem(slot.trouble, SheetPlace(SheetSection.FOLLOWERS), Weight.ADVICE)


def _belongings(rulebook: Rulebook, character: Character) -> Iterator[Problem[SheetPlace]]:
    carried = (
        *((SheetSection.ITEM, place, item.faces) for place, item in enumerate(character.equipment)),
        *((SheetSection.HINDERING, place, die.faces) for place, die in enumerate(character.hindering)),
    )
    # The GM's cast can be used without all faces; a player's equipment should be complete.
    weight = Weight.UNFINISHED if character.kind is CharacterKind.PLAYER else Weight.ADVICE
    for part, place, faces in carried:
        for face, shown in enumerate(faces):
            where = SheetPlace(part, place, face)
            if shown.is_unfilled:
                yield Problem(reason("item-face-padded", "AMB-58"), where, weight)
            unknown = (icon for icon in shown.icons if not rulebook.has_icon(icon))
            yield from (Problem(unknown_icon(rulebook, icon), where, Weight.ILLEGAL) for icon in unknown)


def _called_printed(rulebook: Rulebook, character: Character) -> Iterator[Problem[SheetPlace]]:
    """Yield a problem for each die that has the name of a printed die but other faces.

    An edit removes the name from such a die.
    """
    called: list[tuple[SheetPlace, ItemDie | HinderingDie]] = []
    called += ((SheetPlace(SheetSection.ITEM, n), die) for n, die in enumerate(character.equipment) if die.printed)
    called += ((SheetPlace(SheetSection.HINDERING, n), die) for n, die in enumerate(character.hindering) if die.printed)
    if not called:
        return
    # A house rule may change a printed die. Its faces with and without the rule are both right.
    books = rulebook, rulebook_for(rulebook, character.house_rules)
    printed = {(die.id, die.faces) for book in books for die in book.dice}
    known = {id for id, _faces in printed}
    for place, die in called:
        if die.printed in known and (die.printed, die.faces) not in printed:
            yield Problem(reason("printed-otherwise", "EQP-1", die=die.name), place, Weight.ADVICE)


def _injuries(character: Character) -> Iterator[Problem[SheetPlace]]:
    seen: set[int] = set()
    for entry in character.lost:
        place = SheetPlace(SheetSection.INJURIES, entry.die)
        if entry.die >= len(character.dice):
            yield Problem(reason("lost-no-such-die", "CMB-13", die=entry.die + 1), place, Weight.ILLEGAL)
        elif entry.die in seen:
            yield Problem(reason("die-already-lost", "CMB-13", die=entry.die + 1), place, Weight.ILLEGAL)
        seen.add(entry.die)
    if character.excess_damage and character.available():
        yield Problem(reason("excess-with-dice", "CMB-15"), SheetPlace(SheetSection.INJURIES), Weight.ADVICE)
