"""Edits of a character's condition: dice lost and healed, equipment dice and hindering dice.

Damage takes dice; rest, medical attention, healing magic and regeneration return dice (HEAL-1..7). After each edit the
damage under care is at most the damage that can heal, and days of rest are kept only while something can heal.
Equipment and hindering dice are made from printed dice (EQP-1, HIND-3).

Codes refused: all-dice-held (), dead-already (), die-already-lost (die), die-held (die), die-keeps-effect (die),
die-not-lost (die), horde-broken (), no-dice-to-lose (), no-such-die (die), not-dead (), nothing-to-heal (),
slain-cannot-heal (), hindering-faces (least, most), most-hindering (most), most-items (most), not-equipment (die),
not-hindering (die), unknown-die (text, suggestion), treated-already (), most-treatments (most), days-too-few (),
calendar-ends (most), regeneration-needs-dice ().
"""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Final

from bones_desktop.rules.bones.book.attempts import rulebook_for
from bones_desktop.rules.bones.book.character import (
    Care,
    Character,
    CharacterKind,
    HinderingDie,
    ItemDie,
    ItemKind,
    LostDie,
)
from bones_desktop.rules.bones.book.fields import DAYS_A_WEEK, FACES, MOST_DAYS, fit_line
from bones_desktop.rules.bones.book.icons import BLANK
from bones_desktop.rules.bones.book.notation import ITEM_USES, find_printed_die
from bones_desktop.rules.bones.book.rulebook import DieUse, HouseRules, PrintedDie, Rulebook
from bones_desktop.rules.reasons import Reason, reason, refuse
from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import key
from bones_desktop.rules.values import added, replaced, without


class State(StrEnum):
    """The state of a character, from best to worst."""

    UNHURT = "unhurt"
    HURT = "hurt"
    INCAPACITATED = "incapacitated"
    BROKEN = "broken"
    """A horde without dice (AMB-51)."""
    DEAD = "dead"


class Condition(Record):
    """The state and the damage of a character. A character dies when damage reaches twice the dice owned (CMB-15)."""

    state: State
    owned: int
    available: int
    excess: int
    """Points of damage below zero."""
    until_death: int
    """Points of damage until death; 0 when dead."""
    reason: Reason

    @property
    def is_dying(self) -> bool:
        """True if the character has damage below zero and is not dead (CMB-14)."""
        return self.state is State.INCAPACITATED and self.excess > 0


def condition(character: Character) -> Condition:
    """Return the condition from lost dice, excess damage and being slain (CMB-14..16, AMB-43, AMB-51)."""
    owned = len(character.dice)
    available = len(character.available())
    damage = owned - available + character.excess_damage
    state, why = _state(character, owned, available, damage)
    # A slain character is dead with any amount of damage.
    left = 0 if state is State.DEAD else max(0, 2 * owned - damage)
    return Condition(state, owned, available, character.excess_damage, left, why)


def _state(character: Character, owned: int, available: int, damage: int) -> tuple[State, Reason]:
    if character.slain:
        return State.DEAD, reason("condition-slain", "CMB-16")
    if not owned:
        return State.UNHURT, reason("condition-no-dice", "DICE-1")
    if owned and not available:
        if character.kind is CharacterKind.HORDE:
            return State.BROKEN, reason("condition-broken", "AMB-51")
        if damage >= 2 * owned:
            return State.DEAD, reason("condition-dead", "CMB-15", damage=damage, owned=owned)
        code = "condition-dying" if character.excess_damage else "condition-incapacitated"
        return State.INCAPACITATED, reason(code, "CMB-14", left=2 * owned - damage)
    if damage:
        return State.HURT, reason("condition-hurt", "CMB-13", available=available, owned=owned)
    return State.UNHURT, reason("condition-unhurt", "CMB-13", owned=owned)


def lose(character: Character, die: int, cause: str = "", *, held: bool = False) -> Character:
    """Return the character with the die at index `die` lost on the character's day (CMB-13).

    Refused if the die does not exist or is lost already.
    """
    if not 0 <= die < len(character.dice):
        raise refuse("no-such-die", "CMB-13", die=die + 1)
    if die not in character.available():
        raise refuse("die-already-lost", "CMB-13", die=die + 1)
    return character.with_(lost=(*character.lost, LostDie(die=die, cause=cause, held=held, day=character.day)))


def suffer(character: Character, cause: str = "", die: int | None = None) -> Character:
    """Take one point of damage: `die`, else the last die left, else damage below zero (CMB-13..15).

    Refused for a horde without dice: it is broken and takes no more damage (AMB-51).
    """
    available = character.available()
    # Damage goes below zero only after the last die has been lost (CMB-14).
    if die is not None or available:
        return lose(character, available[-1] if die is None else die, cause)
    if character.kind is CharacterKind.HORDE:
        raise refuse("horde-broken", "AMB-51")
    if not character.dice:
        raise refuse("no-dice-to-lose", "CMB-13")
    if condition(character).state is State.DEAD:
        raise refuse("dead-already", "CMB-15")
    return character.with_(excess_damage=character.excess_damage + 1)


def suffer_all(character: Character, damage: int, cause: str = "") -> Character:
    """Take this many points one by one. Points after death, or after a horde broke, have no effect (CMB-15)."""
    for _ in range(damage):
        # `suffer` would refuse points that hurt nobody, so the rest of the damage is dropped here.
        if is_past_harm(character):
            break
        character = suffer(character, cause)
    return character


def is_past_harm(character: Character) -> bool:
    """Return whether more damage has no effect: the character is dead, or a broken horde (AMB-51)."""
    return condition(character).state in {State.DEAD, State.BROKEN}


def heal(character: Character, die: int | None = None) -> Character:
    """Heal one point: damage below zero first (AMB-43), then `die`, else the last lost die that can heal (HEAL-5).

    Refused for the dead, in whatever way they died (CMB-15, CMB-16): use `revive` first.
    """
    if condition(character).state is State.DEAD:
        raise refuse("slain-cannot-heal", "CMB-16")
    # Damage below zero came last and heals first (AMB-43).
    if character.excess_damage:
        return with_care_kept(character.with_(excess_damage=character.excess_damage - 1))
    if not character.lost:
        raise refuse("nothing-to-heal", "HEAL-1")
    if die is None:
        free = [entry for entry in character.lost if not entry.held]
        if not free:
            raise refuse("all-dice-held", "HEAL-5")
        # If the user chose no die, the die lost last heals first.
        return _without(character, free[-1])
    entry = lost_die(character, die)
    if entry.held:
        raise refuse("die-held", "HEAL-5", die=die + 1)
    return _without(character, entry)


def heal_all(character: Character) -> Character:
    """Heal all damage that can heal: points below zero, and lost dice that are not held (HEAL-1, HEAL-5)."""
    if condition(character).state is State.DEAD:
        raise refuse("slain-cannot-heal", "CMB-16")
    held = tuple(entry for entry in character.lost if entry.held)
    if not character.excess_damage and len(held) == len(character.lost):
        raise refuse("all-dice-held", "HEAL-5") if held else refuse("nothing-to-heal", "HEAL-1")
    return with_care_kept(character.with_(lost=held, excess_damage=0))


def set_held(character: Character, die: int, held: bool) -> Character:
    """Set whether a lost die is held: the effect that it was sacrificed for lasts and keeps it from healing (HEAL-5).

    Releasing the die is refused while the effect lasts: release or counter the effect first.
    """
    entry = lost_die(character, die)
    if not held and any(effect.die == die for effect in character.effects):
        raise refuse("die-keeps-effect", "MAG-28", die=die + 1)
    return with_care_kept(character.with_(lost=tuple(e.with_(held=held) if e is entry else e for e in character.lost)))


def lost_die(character: Character, die: int) -> LostDie:
    """Return the entry of a lost die by its index; refused if the die is not lost."""
    for entry in character.lost:
        if entry.die == die:
            return entry
    raise refuse("die-not-lost", "HEAL-1", die=die + 1)


def healable(character: Character) -> int:
    """Return how many points of damage can heal: points below zero, and lost dice that are not held (HEAL-5)."""
    return character.excess_damage + sum(not entry.held for entry in character.lost)


def with_care_kept(character: Character) -> Character:
    """Return the character with no more points under care than can heal; the latest treatments lose points first."""
    left = healable(character)
    rested = character.rested if left else 0
    care = []
    for each in character.care:
        # Earlier treatments keep their points. If too many are under care, the latest treatment is reduced.
        points = min(each.points, left)
        left -= points
        if points:
            care.append(each.with_(points=points))
    if (rested, tuple(care)) == (character.rested, character.care):
        return character
    return character.with_(care=tuple(care), rested=rested)


def with_dice_renumbered(character: Character, places: Mapping[int, int]) -> Character:
    """Return the character with its injuries and effects moved to the new indexes of its dice.

    If a die has no new index, its injury is removed; an effect that it was sacrificed for stays, without a die.
    """
    return with_care_kept(
        character.with_(
            lost=tuple(each.with_(die=places[each.die]) for each in character.lost if each.die in places),
            effects=tuple(
                each if each.die is None else each.with_(die=places.get(each.die)) for each in character.effects
            ),
        )
    )


def slay(character: Character) -> Character:
    """Kill the character outright (CMB-16). The players check that it is incapacitated; this function does not."""
    if character.slain:
        raise refuse("dead-already", "CMB-16")
    return character.with_(slain=True)


def revive(character: Character) -> Character:
    """Undo a death: the character is not slain, and has one point less damage than death needs (CMB-15, SPF-14)."""
    if condition(character).state is not State.DEAD:
        raise refuse("not-dead", "SPF-14")
    # The damage becomes one point less than death needs, even if it was far higher.
    below = min(character.excess_damage, max(0, len(character.dice) - 1))
    return with_care_kept(character.with_(slain=False, excess_damage=below))


def _without(character: Character, gone: LostDie) -> Character:
    return with_care_kept(character.with_(lost=tuple(entry for entry in character.lost if entry is not gone)))


class TrackStep(Record):
    """One point of damage, and the state of the character after it."""

    die: int | None
    """Index of the die lost to this point; None once all dice are lost."""
    taken: bool
    """True if this point has been taken already."""
    state: State
    """State of the character once this point is taken."""


def death_track(character: Character) -> tuple[TrackStep, ...]:
    """Return every point of damage up to death, points already taken first (CMB-13..15).

    The list for a horde ends when the horde breaks (AMB-51). Dice still to be lost are listed from the last, as if the
    player makes no choice. Being killed outright (CMB-16) does not change the list. It is empty for a character without
    dice.
    """
    owned = len(character.dice)
    available = character.available()
    # The list is correct even if the file lists a die twice, or a die that does not exist.
    lost = tuple(dict.fromkeys(entry.die for entry in character.lost if entry.die < owned))
    below = character.excess_damage
    points: list[tuple[int | None, bool]] = [(die, True) for die in lost]
    points += [(None, True)] * below
    points += [(die, False) for die in reversed(available)]
    if character.kind is not CharacterKind.HORDE:
        points += [(None, False)] * max(0, owned - below)
    steps = []
    left = owned
    for damage, (die, taken) in enumerate(points, 1):
        left -= die is not None
        steps.append(TrackStep(die, taken, _state_below(character, left, damage)))
    return tuple(steps)


def _state_below(character: Character, left: int, damage: int) -> State:
    if left:
        return State.HURT
    if character.kind is CharacterKind.HORDE:
        return State.BROKEN
    return State.DEAD if damage >= 2 * len(character.dice) else State.INCAPACITATED


# A file can hold no more than these numbers.
MOST_ITEMS: Final = 40
MOST_HINDERING: Final = 20
FEWEST_HINDERING_FACES: Final = 1


def item_from(printed: PrintedDie) -> ItemDie:
    """Return the equipment die for a printed die. Raise RulesError if it is not equipment."""
    if printed.use not in ITEM_USES:
        raise refuse("not-equipment", "EQP-1", die=printed.name)
    return ItemDie(
        name=printed.english or printed.name,
        kind=ItemKind(printed.use.value),
        faces=printed.faces,
        printed=printed.id,
        range_increment=printed.range_increment,
    )


def kept_item(rulebook: Rulebook, item: ItemDie, before: ItemDie | None = None) -> ItemDie:
    """Return an item made by hand, or changed from `before`, ready to be added to a character.

    An empty face becomes blank. The item stays a printed die while its kind and faces are the printed ones; its name,
    range and note may differ. If the printed die is unknown, the item is compared with `before`.
    """
    faces = tuple(BLANK if shown.is_unfilled else shown for shown in item.faces)
    printed = next((die for die in rulebook.dice if die.id == item.printed), None)
    if printed is not None:
        same = (printed.faces, printed.use.value) == (faces, item.kind.value)
    else:
        # The pack with the printed die is missing, so the item can only be compared with its earlier version.
        same = before is not None and (before.faces, before.kind) == (item.faces, item.kind)
    if printed is not None and same and item.name == printed.name:
        item = item.with_(name=item_from(printed).name)
    return item.with_(faces=faces, printed=item.printed if same else "")


def hindering_from(printed: PrintedDie) -> HinderingDie:
    """Return the hindering die for a printed die. Raise RulesError if the printed die is not a hindering die."""
    if printed.use is not DieUse.HINDERING:
        raise refuse("not-hindering", "HIND-3", die=printed.name)
    return HinderingDie(name=printed.name, faces=printed.faces, printed=printed.id)


def hindering_of(printed: PrintedDie, icons: int, *, remedy: str = "") -> HinderingDie:
    """Return a Poison or Flaming die with its icon on this many faces, 1 to 6, the others blank (AMB-12).

    If that is the number of icons of the printed die, the result is the printed die, else a die made by hand. `remedy`
    says how the die can be removed.
    """
    die = hindering_from(printed).with_(remedy=fit_line(remedy))
    if not FEWEST_HINDERING_FACES <= icons <= FACES:
        raise refuse("hindering-faces", "AMB-12", least=FEWEST_HINDERING_FACES, most=FACES)
    # The printed dice differ only in the number of faces with the icon (AMB-12).
    bearing = [shown for shown in printed.faces if not shown.is_blank]
    if icons == len(bearing):
        return die
    return die.with_(faces=(bearing[0],) * icons + (BLANK,) * (FACES - icons), printed="")


def add_item(character: Character, item: ItemDie) -> Character:
    """Return the character with one more equipment die."""
    return added(character, "equipment", item, "most-items")


def add_printed_item(rulebook: Rulebook, character: Character, die: str) -> Character:
    """Return the character with an equipment die from the rulebook, under its house rules (AMB-36)."""
    return add_item(character, item_from(rulebook_for(rulebook, character.house_rules).die(die)))


def under_house_rules(rulebook: Rulebook, character: Character, house_rules: HouseRules) -> Character:
    """Return the character with the faces of its printed equipment adapted to other house rules (AMB-36).

    Dice with the name of a printed die but other faces are left alone.
    """
    if house_rules == character.house_rules:
        return character
    before, after = rulebook_for(rulebook, character.house_rules), rulebook_for(rulebook, house_rules)
    # The keys include the faces, because a die that the player changed must keep its faces.
    swapped = {(old.id, old.faces): new.faces for old, new in zip(before.dice, after.dice, strict=True)}
    equipment = tuple(
        item.with_(faces=swapped.get((item.printed, item.faces), item.faces)) for item in character.equipment
    )
    return character.with_(house_rules=house_rules, equipment=equipment)


def take_up(rulebook: Rulebook, character: Character, name: str, taken: Collection[int] = ()) -> tuple[Character, int]:
    """Return the character with equipment of this name, and the index of the first such item that is not in `taken`.

    If the character lacks such an item, it is added under this name.
    """
    own = [(place, item) for place, item in enumerate(character.equipment) if place not in taken]
    called = [place for place, item in own if key(item.name) == key(name)]
    if not called:
        printed = find_printed_die(rulebook, name, ITEM_USES)
        # A printed weapon that was renamed is found too.
        called = [place for place, item in own if item.printed == printed.id]
        if not called:
            return add_item(character, item_from(printed).with_(name=fit_line(name))), len(character.equipment)
    return character, called[0]


def creation_percent(net: int) -> int:
    """Return the percentage of the normal time that a task takes with Driven, by net successes (MAST 4, AMB-24)."""
    return max(25, 100 - 25 * max(0, net - 1))


def improvements(net: int) -> int:
    """Return how many improvements Weaponsmith gives to a weapon or armour die (MAST 6, AMB-25)."""
    return max(0, net) // 2


def set_item(character: Character, place: int, item: ItemDie) -> Character:
    """Return the character with one equipment die replaced."""
    _check(place, len(character.equipment))
    return character.with_(equipment=replaced(character.equipment, place, item))


def remove_item(character: Character, place: int) -> Character:
    """Return the character without one equipment die."""
    _check(place, len(character.equipment))
    return character.with_(equipment=without(character.equipment, place))


def add_hindering(character: Character, die: HinderingDie) -> Character:
    """Return the character with one more hindering die, given today unless the die has a day (HIND-3)."""
    # The day shows the user how long the character has had the die.
    given = die if die.day else die.with_(day=character.day)
    return added(character, "hindering", given, "most-hindering")


def set_remedy(character: Character, place: int, remedy: str) -> Character:
    """Return the character with another remedy for a hindering die (HIND-6)."""
    _check(place, len(character.hindering))
    die = character.hindering[place].with_(remedy=fit_line(remedy))
    return character.with_(hindering=replaced(character.hindering, place, die))


def remove_hindering(character: Character, place: int) -> Character:
    """Return the character without one hindering die (HIND-6)."""
    _check(place, len(character.hindering))
    return character.with_(hindering=without(character.hindering, place))


def _check(place: int, held: int) -> None:
    if not 0 <= place < held:
        raise refuse("no-such-die", "", die=place + 1)


MOST_MEDIC: Final = 2
"""Maximum number of additional dice that Medic icons heal at once (HEAL-7, AMB-23)."""


class RecoveryStep(Record):
    """One point of damage that rest heals."""

    in_days: int
    """Days of rest from now until the point heals."""
    die: int | None
    """The die that heals, from 0; None for a point of damage below zero."""
    treated: bool
    """True if the point is under care (HEAL-3)."""


class Recovery(Record):
    """Damage that rest will heal, with the days it takes, and damage that rest will not heal."""

    steps: tuple[RecoveryStep, ...]
    """The points that rest heals, in the order of healing."""
    held: tuple[int, ...]
    """Lost dice that cannot heal because of effects of magic (HEAL-5)."""
    next_in: int | None
    """Days of rest until the next point heals; None if no point will heal."""
    whole_in: int | None
    """Days of rest until every die is back, 0 if no die is lost; None if rest alone cannot return every die."""


def damage(character: Character) -> int:
    """Return the points of damage suffered: dice lost and points below zero (CMB-13..15)."""
    return len(character.dice) - len(character.available()) + character.excess_damage


def untreated(character: Character) -> int:
    """Return the points that can heal and are not under care (AMB-45)."""
    return max(0, healable(character) - sum(care.points for care in character.care))


def forecast(character: Character) -> Recovery:
    """Return the damage that days of rest will heal, in the order in which `heal` heals it. Nothing heals the dead."""
    held = tuple(entry.die for entry in character.lost if entry.held)
    if condition(character).state is State.DEAD:
        return Recovery((), held, None, None)
    back = [None] * character.excess_damage + [entry.die for entry in reversed(character.lost) if not entry.held]
    cares = [care.days for care in character.care for _ in range(care.points)]
    steps: list[RecoveryStep] = []
    # Days of rest since the last healed point count toward the next point.
    due = -character.rested
    for place, die in enumerate(back):
        treated = place < len(cares)
        due += cares[place] if treated else DAYS_A_WEEK
        # Nothing heals before at least one more day has passed.
        steps.append(RecoveryStep(max(1, due), die, treated))
    # Held dice return only when their effect ends, so no number of days can be given.
    whole = None if held else steps[-1].in_days if steps else 0
    return Recovery(tuple(steps), held, steps[0].in_days if steps else None, whole)


def treat(character: Character, successes: int, *, medic: int = 0) -> Character:
    """Return the character after medical attention or healing magic with this many net successes (HEAL-2..4, AMB-44).

    One die for each two successes heals at once. One more heals for each of `medic` Medic icons, two at most, if there
    is at least one success (HEAL-7, AMB-23). The rest of the untreated damage then heals one point every (7 −
    successes) days, or every day if that is less than one. Damage under care is not treated again (AMB-45); refused if
    there is no other damage.
    """
    _require_living(character)
    points = untreated(character)
    if not points:
        if healable(character):
            raise refuse("treated-already", "AMB-45")
        raise refuse("all-dice-held", "HEAL-5") if character.lost else refuse("nothing-to-heal", "HEAL-2")
    at_once = min(points, treated_at_once(successes, medic))
    for _ in range(at_once):
        character = heal(character)
    if points == at_once:
        return character
    return _under_care(character, points - at_once, treated_pace(successes))


def treated_at_once(successes: int, medic: int = 0) -> int:
    """Return the points that medical attention with `successes` heals at once (HEAL-2, HEAL-7, AMB-23)."""
    return successes // 2 + min(MOST_MEDIC, max(0, medic)) if successes > 0 else 0


def treated_pace(successes: int) -> int:
    """Return how many days of rest each further point takes (HEAL-3)."""
    return max(1, DAYS_A_WEEK - max(0, successes))


def pass_days(character: Character, days: int, *, resting: bool) -> Character:
    """Return the character this many days later; only rest heals (HEAL-1, HEAL-3).

    Treated points heal first, each in the days of its treatment. The other points then take a week each. Days rested
    beyond the last healed point count toward the next point. Held dice do not heal and delay no other die (HEAL-5).
    Fatigue of magic ends, and effects that last for rounds end too.
    """
    if days < 1:
        raise refuse("days-too-few", "HEAL-1")
    if character.day + days > MOST_DAYS:
        raise refuse("calendar-ends", "OFF-2", most=MOST_DAYS)
    # A night's sleep is more than the four hours of rest that magic needs (MAG-15). A round lasts seconds, so an effect
    # counted in rounds never lasts a day.
    lasting = tuple(effect for effect in character.effects if effect.rounds is None)
    later = character.with_(day=character.day + days, recent_magic=0, magic_beyond=0, effects=lasting)
    return _rested(later, days) if resting else later


def heal_next(character: Character, die: int) -> Character:
    """Return the character with this lost die healing next, after any damage below zero.

    The other dice keep their order. Refused for a die that is not lost, or is held (HEAL-5).
    """
    entry = lost_die(character, die)
    if entry.held:
        raise refuse("die-held", "HEAL-5", die=die + 1)
    return character.with_(lost=(*(each for each in character.lost if each is not entry), entry))


def regenerate(character: Character, icons: int) -> Character:
    """Return the character with a die healed for each Regenerate icon rolled (HEAL-6).

    Icons beyond the damage are wasted. Refused without dice to roll (AMB-62), and if nothing can heal.
    """
    _require_living(character)
    if not character.available():
        raise refuse("regeneration-needs-dice", "AMB-62")
    points = healable(character)
    if not points:
        raise refuse("all-dice-held", "HEAL-5") if character.lost else refuse("nothing-to-heal", "HEAL-6")
    for _ in range(min(points, max(0, icons))):
        character = heal(character)
    return character


def _rested(character: Character, days: int) -> Character:
    found = [step for step in forecast(character).steps if step.in_days <= days]
    left = character.rested + days
    for step in found:
        left -= character.care[0].days if step.treated else DAYS_A_WEEK
        character = _heal_rested(character, treated=step.treated)
    if not healable(character) or condition(character).state is State.DEAD:
        return character
    return character.with_(rested=max(0, min(DAYS_A_WEEK - 1, left)))


def _heal_rested(character: Character, *, treated: bool) -> Character:
    """Heal the next point.

    If `treated`, the oldest treatment loses the point, not the latest.
    """
    if treated:
        # Without this edit, `heal` would reduce the latest treatment instead of this one.
        first, *others = character.care
        still = (first.with_(points=first.points - 1),) if first.points > 1 else ()
        character = character.with_(care=(*still, *others))
    return heal(character)


def _under_care(character: Character, points: int, days: int) -> Character:
    care = character.care
    # Treatments with equal days are merged into one entry, so that many small treatments cannot fill the list.
    if care and care[-1].days == days:
        return character.with_(care=(*care[:-1], care[-1].with_(points=care[-1].points + points)))
    # Days already rested count. But a treatment heals nothing until the character has rested one more day.
    rested = character.rested if care else min(character.rested, days - 1)
    return added(character.with_(rested=rested), "care", Care(points=points, days=days), "most-treatments", "AMB-45")


def _require_living(character: Character) -> None:
    if condition(character).state is State.DEAD:
        raise refuse("slain-cannot-heal", "CMB-16")
