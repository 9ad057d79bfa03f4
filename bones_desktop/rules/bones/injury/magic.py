"""Costs of magic: fatigue beyond the safe level (MAG-10..16, AMB-72), and sacrifices for lasting effects (MAG-28..34).

Codes refused: too-many (most), no-magic-used, no-magic-waits, magic-rested. Codes refused for effects: too-many (most),
effect-needs-success, most-effects (most), no-dice-to-give, value-too-small (least), no-such-effect (effect),
blood-not-released, counter-too-weak (strength, successes), no-rounds-running, rounds-too-few.
"""

from typing import Final

from bones_desktop.rules.bones.book.character import Character, MaintainedEffect, Sacrifice
from bones_desktop.rules.bones.book.characterdice import safe_level
from bones_desktop.rules.bones.book.fields import fit_line
from bones_desktop.rules.bones.injury.injuries import lose, set_held
from bones_desktop.rules.reasons import refuse
from bones_desktop.rules.records import Record
from bones_desktop.rules.values import added, without

MAGIC: Final = "magic"
"""Id of the skill Magic."""
MOST_USES: Final = 10_000
OVERREACH_DAMAGE: Final = 1
"""Damage of a use of magic that is beyond the safe level and has no success (MAG-12)."""
COINS_A_ROUND: Final = 10
"""Value in coins of a sacrifice that lets an effect last for one more round (MAG-30)."""
MOST_STRENGTH: Final = 1_000
MOST_ROUNDS: Final = 1_000_000


class MagicPrice(Record):
    """Uses of magic so far, and the cost of the next use."""

    safe: int
    """Uses in four hours that cause no fatigue (MAG-10)."""
    recent: int
    """Number of uses of magic in the last four hours."""
    beyond: int
    """Number of uses beyond the safe level since the character last rested for four hours."""
    penalty: int
    """Successes that the next use loses to fatigue; 0 if the use is free (MAG-11)."""

    @property
    def free(self) -> int:
        """Uses left that cause no fatigue; 0 until a rest if any use was beyond the safe level (AMB-72)."""
        return 0 if self.beyond else max(0, self.safe - self.recent)


def magic_price(character: Character, *, by_gm: bool = False) -> MagicPrice:
    """Return the cost of the next use of magic, which depends on the Magic icons on available dice (MAG-10).

    See AMB-4 and AMB-70. With `by_gm` the GM allows magic without an icon. The safe level then counts at least one
    icon, as the cap does.
    """
    # Without an icon the safe level would be zero, and every use would be beyond it.
    safe = max(safe_level(character).value, int(by_gm))
    recent, beyond = character.recent_magic, character.magic_beyond
    penalty = beyond + 1 if beyond or recent >= safe else 0
    return MagicPrice(safe, recent, beyond, penalty)


def bears_magic(character: Character) -> bool:
    """Return whether any of the character's dice, including lost dice, has a Magic icon."""
    return safe_level(character.with_(lost=())).value > 0


def use_magic(character: Character, *, by_gm: bool = False) -> Character:
    """Return the character after one more roll for Magic.

    The use counts as beyond the safe level if it is not free. `by_gm` means the same as in `magic_price`.
    """
    if character.recent_magic >= MOST_USES:
        raise refuse("too-many", "", most=MOST_USES)
    # Fatigue grows with each use and shrinks only by rest (AMB-72).
    beyond = max(character.magic_beyond, magic_price(character, by_gm=by_gm).penalty)
    return character.with_(recent_magic=character.recent_magic + 1, magic_beyond=min(MOST_USES, beyond))


def use_without_roll(character: Character, *, by_gm: bool = False) -> Character:
    """Return the character after a use of magic whose successes are not known.

    If the use is not free, it waits until the user says whether a success was left (MAG-12). `by_gm` means the same as
    in `magic_price`.
    """
    asked = character.magic_unanswered + bool(magic_price(character, by_gm=by_gm).penalty)
    return use_magic(character, by_gm=by_gm).with_(magic_unanswered=min(MOST_USES, asked))


def answer_use(character: Character) -> Character:
    """Return the character without its oldest use of magic that waits for an answer. Refused if no use waits."""
    if not character.magic_unanswered:
        raise refuse("no-magic-waits", "MAG-12")
    return character.with_(magic_unanswered=character.magic_unanswered - 1)


def take_back_use(character: Character) -> Character:
    """Return the character with the last use of magic undone. Refused if there is none."""
    if not character.recent_magic:
        raise refuse("no-magic-used", "MAG-10")
    beyond = int(character.magic_beyond > 0)
    return character.with_(
        recent_magic=character.recent_magic - 1,
        magic_beyond=character.magic_beyond - beyond,
        magic_unanswered=max(0, character.magic_unanswered - beyond),
    )


def four_hours_pass(character: Character) -> Character:
    """Return the character four hours later without a rest: no use counts as recent, but fatigue stays (AMB-72).

    See MAG-10.
    """
    if not character.recent_magic:
        raise refuse("no-magic-used", "MAG-10")
    return character.with_(recent_magic=0)


def four_hours_rest(character: Character) -> Character:
    """Return the character after four hours of full rest, which removes all fatigue (MAG-15)."""
    if not character.recent_magic and not character.magic_beyond:
        raise refuse("magic-rested", "MAG-15")
    return character.with_(recent_magic=0, magic_beyond=0)


def overreach(price: MagicPrice, successes_after_penalty: int) -> int:
    """Return the damage of a use at `price`: 1 if it was not free and no success is left, else 0 (MAG-12, MAG-13).

    `successes_after_penalty` is the number of successes after the fatigue penalty alone. Encumbrance, Nulls and defence
    apply later and never cause this damage (MAG-14, amendment 10).
    """
    return OVERREACH_DAMAGE if price.penalty and successes_after_penalty <= 0 else 0


def maintain_by_health(character: Character, name: str, strength: int, die: int) -> Character:
    """Return the character with an effect that lasts as long as a die is sacrificed for it (MAG-28, AMB-78).

    The die is lost and held: it cannot heal before the effect is released or countered. This damage cannot be soaked or
    absorbed. `strength` is the number of successes of the spell before Nulls (MAG-32, AMB-77).
    """
    if not character.available():
        raise refuse("no-dice-to-give", "MAG-28")
    _check(strength)
    given = lose(character, die, fit_line(name), held=True)
    return _with_effect(given, name, strength, Sacrifice.HEALTH, die=die)


def maintain_by_value(character: Character, name: str, strength: int, coins: int, given: str = "") -> Character:
    """Return the character with an effect that lasts one round for each 10 coins of a destroyed valuable (MAG-30).

    Coins that do not pay for a whole round are wasted (AMB-78). Refused if the coins pay for less than one round.
    """
    _check(strength)
    rounds = coins // COINS_A_ROUND
    if rounds < 1:
        raise refuse("value-too-small", "MAG-30", least=COINS_A_ROUND)
    if rounds > MOST_ROUNDS:
        raise refuse("too-many", "", most=MOST_ROUNDS)
    return _with_effect(character, name, strength, Sacrifice.VALUE, rounds=rounds, given=given)


def maintain_by_blood(character: Character, name: str, strength: int, given: str = "") -> Character:
    """Return the character with an effect made by sacrificing a life; it lasts until it is countered (MAG-31)."""
    _check(strength)
    return _with_effect(character, name, strength, Sacrifice.BLOOD, given=given)


def release(character: Character, effect: int) -> Character:
    """Return the character with an effect released. The die sacrificed for it can heal from now on (MAG-28).

    Refused for an effect that was made by sacrificing a life: it lasts until it is countered (MAG-31).
    """
    if own_effect(character, effect).sacrifice is Sacrifice.BLOOD:
        raise refuse("blood-not-released", "MAG-31")
    return end_effect(character, effect)


def counter(character: Character, effect: int, successes: int) -> Character:
    """Return the character without an effect that was countered (MAG-29, MAG-33).

    The die sacrificed for it can heal from now on. Refused unless there are more successes than the strength of the
    effect.
    """
    strength = own_effect(character, effect).strength
    if not counters(strength, successes):
        raise refuse("counter-too-weak", "MAG-33", strength=strength, successes=successes)
    return end_effect(character, effect)


def end_effect(character: Character, effect: int) -> Character:
    """Return the character without an effect that has ended, whatever the cause (MAG-29).

    The die sacrificed for the effect can heal from now on.
    """
    die = own_effect(character, effect).die
    left = character.with_(effects=without(character.effects, effect))
    # One die may be sacrificed for several effects. It can heal only after the last of them ends.
    if die is None or not any(entry.die == die for entry in left.lost) or _gives(left, die):
        return left
    return set_held(left, die, False)


def rounds_pass(character: Character, rounds: int = 1) -> Character:
    """Return the character this many rounds later, without the effects that have run out (MAG-30)."""
    if rounds < 1:
        raise refuse("rounds-too-few", "MAG-30")
    if all(effect.rounds is None for effect in character.effects):
        raise refuse("no-rounds-running", "MAG-30")
    left = (
        effect if effect.rounds is None else effect.with_(rounds=max(0, effect.rounds - rounds))
        for effect in character.effects
    )
    return character.with_(effects=tuple(effect for effect in left if effect.rounds != 0))


def counters(strength: int, successes: int) -> bool:
    """Return whether a Magic roll counters an effect outright, without challenge dice (MAG-33, AMB-77)."""
    return successes > strength


def own_effect(character: Character, effect: int) -> MaintainedEffect:
    """Return an effect by its index. Raise RulesError if there is none."""
    if not 0 <= effect < len(character.effects):
        raise refuse("no-such-effect", "MAG-28", effect=effect + 1)
    return character.effects[effect]


def _check(strength: int) -> None:
    if strength < 1:
        raise refuse("effect-needs-success", "MAG-32")
    if strength > MOST_STRENGTH:
        raise refuse("too-many", "", most=MOST_STRENGTH)


def _with_effect(
    character: Character,
    name: str,
    strength: int,
    sacrifice: Sacrifice,
    *,
    die: int | None = None,
    rounds: int | None = None,
    given: str = "",
) -> Character:
    effect = MaintainedEffect(
        name=fit_line(name), strength=strength, sacrifice=sacrifice, die=die, rounds=rounds, given=fit_line(given),
        day=character.day,
    )  # fmt: skip
    return added(character, "effects", effect, "most-effects", "MAG-28")


def _gives(character: Character, die: int) -> bool:
    return any(effect.die == die for effect in character.effects)
