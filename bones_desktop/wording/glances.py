"""Summaries of a character: short texts for a card, complete texts for screen readers."""

from collections.abc import Iterable

from bones_desktop.rules.bones.book.character import Character, CharacterKind, MaintainedEffect
from bones_desktop.rules.bones.injury.injuries import Condition, State, condition
from bones_desktop.rules.bones.injury.magic import MagicPrice
from bones_desktop.rules.bones.making.standing import Glance
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import listed
from bones_desktop.wording.seasons import days_words


def state_words(found: Condition) -> str:
    """Return a character's state as one word, which is the same everywhere: "Wounded", "Dying".

    Incapacitated means without dice. Dying means without dice and with damage below zero (CMB-14).
    """
    word = health_word("dying" if found.is_dying else found.state)
    return word[:1].upper() + word[1:]


def health_word(state: str) -> str:
    """Return the word for a State of a character, or for the Health of a fighter, for use within a sentence."""
    return {
        "unhurt": _("unhurt"),
        "hale": _("unhurt"),
        "hurt": _("wounded"),
        "incapacitated": _("incapacitated"),
        "dying": _("dying"),
        "broken": _("broken"),
        "dead": _("dead"),
    }[state]


def pronoun_of(character: Character) -> str:
    """Return the pronoun for a character after a preposition ("against her"), by its gender and kind."""
    # Players write their gender in any words. The first letter identifies the common ones.
    first = character.gender.strip().casefold()[:1]
    if character.kind in {CharacterKind.BEAST, CharacterKind.HORDE}:
        return _("it")
    return {"f": _("her"), "w": _("her"), "m": _("him")}.get(first, _("them"))


def wound_words(before: Character, after: Character) -> str:
    """Return which dice an edit took or healed, and the new state: "Die 3 is lost: wounded, 3 of 4 dice.".

    Return "" if the edit did not change the damage.
    """
    was, now = ({entry.die for entry in each.lost} for each in (before, after))
    # Other edits change the number of dice and thereby the condition, although the damage is the same.
    if (was, before.excess_damage, before.slain) == (now, after.excess_damage, after.slain):
        return ""
    found, lost, healed = condition(after), sorted(now - was), sorted(was - now)
    state = ", ".join(filter(None, (health_word("dying" if found.is_dying else found.state), _numbers(found))))
    words = _("Now {state}.")
    if lost:
        words = ngettext("Die {dice} is lost: {state}.", "Dice {dice} are lost: {state}.", len(lost))
    elif healed:
        words = ngettext("Die {dice} is healed: {state}.", "Dice {dice} are healed: {state}.", len(healed))
    return words.format(dice=listed([str(die + 1) for die in lost or healed]), state=state)


def dice_words(dice: Iterable[int]) -> str:
    """Return the numbers of dice as "die 3" or "dice 4, 2"; "" for none."""
    numbers = [str(die + 1) for die in dice]
    if not numbers:
        return ""
    return (_("die {n}") if len(numbers) == 1 else _("dice {n}")).format(n=", ".join(numbers))


def healed_words(before: Character, after: Character) -> str:
    """Return the damage healed between two states as "1 below zero, dice 4, 2"; "" for none."""
    still = {entry.die for entry in after.lost}
    # The die lost last is the first to heal.
    back = dice_words(entry.die for entry in reversed(before.lost) if entry.die not in still)
    below = before.excess_damage - after.excess_damage
    parts = [_("{n} below zero").format(n=below)] if below > 0 else []
    return ", ".join([*parts, back] if back else parts)


def numbers_words(glance: Glance, *, below_zero: bool = True) -> str:
    """Return the number to show next to the state: "3 of 4 dice", "2 to death"; "" if there is none.

    If `below_zero` is False, damage below zero is left out.
    """
    return _numbers(glance.condition, below_zero=below_zero)


def _numbers(found: Condition, *, below_zero: bool = True) -> str:
    if found.state is State.HURT:
        return _("{n} of {all} dice").format(n=found.available, all=found.owned)
    if found.state is State.UNHURT and found.owned:
        return ngettext("1 die", "{n} dice", found.owned).format(n=found.owned)
    if found.state is State.INCAPACITATED and below_zero:
        return _("{n} to death").format(n=found.until_death)
    return ""


def recovery_words(glance: Glance, *, below_zero: bool = True) -> str:
    """Return the time after which rest has healed all damage: "Whole in 12 days"; "" if unhurt, dead or broken.

    If `below_zero` is False, the days are left out if they would reveal damage below zero.
    """
    if glance.condition.state not in {State.HURT, State.INCAPACITATED}:
        return ""
    # The number of days would tell the players how far below zero a character of the GM is.
    if glance.condition.excess and not below_zero:
        return ""
    if glance.recovery.whole_in is not None:
        return _("Whole in {days}").format(days=days_words(glance.recovery.whole_in))
    held = ngettext("1 die held", "{n} dice held", glance.held).format(n=glance.held)
    if glance.recovery.next_in is None:
        return held
    return _("Next in {days}, {held}").format(days=days_words(glance.recovery.next_in), held=held)


def magic_words(magic: MagicPrice) -> str:
    """Return the free uses of magic: "Magic: 3 of 5 free". If none is free, return the cost of the next use."""
    if magic.penalty:
        return _("Magic: next {n}").format(n=f"−{magic.penalty}")
    return _("Magic: {n} of {all} free").format(n=magic.free, all=magic.safe)


def effect_words(effect: MaintainedEffect) -> str:
    """Return an ongoing magic effect with its strength: "Light (4)"."""
    name = effect.name or _("Magic kept going")
    if effect.rounds is None:
        return _("{name} ({n})").format(name=name, n=effect.strength)
    rounds = ngettext("1 round", "{n} rounds", effect.rounds).format(n=effect.rounds)
    return _("{name} ({n}, {rounds})").format(name=name, n=effect.strength, rounds=rounds)


def spiffs_word(spiffs: int) -> str:
    """Return the word that follows a number of spiffs: "spiff" or "spiffs"."""
    return ngettext("spiff", "spiffs", spiffs)


def sessions_words(glance: Glance) -> str:
    """Return the number of sessions until the next icon: "Next icon in 2 sessions"; "" for characters who earn none."""
    if glance.sessions is None:
        return ""
    if glance.next_icon is not None and glance.sessions >= glance.next_icon:
        return ngettext("Icon earned", "{n} icons earned", glance.icons).format(n=glance.icons)
    if glance.next_icon is not None:
        left = glance.next_icon - glance.sessions
        return ngettext("Next icon in 1 session", "Next icon in {n} sessions", left).format(n=left)
    return ngettext("1 session", "{n} sessions", glance.sessions).format(n=glance.sessions)


def glance_text(name: str, glance: Glance, *, below_zero: bool = True) -> str:
    """Return everything about a character as one text for screen readers. `below_zero` is as in `numbers_words`."""
    state, numbers = state_words(glance.condition), numbers_words(glance, below_zero=below_zero)
    parts = [name, _("{state}, {numbers}").format(state=state, numbers=numbers) if numbers else state]
    lost = [str(place) for place, die in enumerate(glance.dice, 1) if die.lost]
    if lost:
        words = ngettext("Die {dice} is lost", "Dice {dice} are lost", len(lost))
        parts.append(words.format(dice=", ".join(lost)))
    if glance.character.hindering:
        parts.append(_("Rolled too: {dice}").format(dice=", ".join(die.name for die in glance.character.hindering)))
    if glance.magic is not None:
        parts.append(_magic_spoken(glance.magic))
    if glance.character.effects:
        kept = ", ".join(effect_words(effect) for effect in glance.character.effects)
        parts.append(_("Kept going: {effects}").format(effects=kept))
    if glance.spiffs is not None:
        parts.append(f"{glance.spiffs} {spiffs_word(glance.spiffs)}")
    parts += [recovery_words(glance, below_zero=below_zero), _sessions_spoken(glance)]
    return ". ".join(part for part in parts if part) + "."


def _magic_spoken(magic: MagicPrice) -> str:
    free = _("Magic: {n} of {all} free uses left").format(n=magic.free, all=magic.safe)
    if not magic.penalty:
        return free
    cost = ngettext("1 success", "{n} successes", magic.penalty).format(n=magic.penalty)
    return _("{free}, the next one costs {cost}").format(free=free, cost=cost)


def _sessions_spoken(glance: Glance) -> str:
    if glance.sessions is None:
        return ""
    saved = ngettext("1 session saved", "{n} sessions saved", glance.sessions).format(n=glance.sessions)
    if glance.next_icon is None:
        return saved
    return _("{saved}, the next icon costs {price}").format(saved=saved, price=glance.next_icon)
