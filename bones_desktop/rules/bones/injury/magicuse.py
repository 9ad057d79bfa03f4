"""What using magic costs: uses in four hours against the safe level, and fatigue beyond it (MAG-10..16, AMB-72).

Codes refused: too-many (most), no-magic-used, magic-rested.
"""

from dataclasses import dataclass
from typing import Final

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.totals import safe_level
from bones_desktop.rules.reasons import refuse

MAGIC: Final = "magic"
"""Id of the skill."""
MOST_USES: Final = 10_000
OVERREACH_DAMAGE: Final = 1
"""What a use beyond the safe level does that brings no success (MAG-12)."""


@dataclass(frozen=True, slots=True)
class MagicPrice:
    """Where a magic user stands, and what the next use costs."""

    safe: int
    """Uses that are free in four hours (MAG-10)."""
    recent: int
    """Uses in the last four hours."""
    beyond: int
    """Uses beyond the safe level since the last four hours of rest."""
    penalty: int
    """Successes that fatigue takes off the next use; 0 while it is free (MAG-11)."""

    @property
    def free(self) -> int:
        """Uses that are still free; none before a rest once one was beyond the safe level (AMB-72)."""
        return 0 if self.beyond else max(0, self.safe - self.recent)


def magic_price(character: Character, *, by_gm: bool = False) -> MagicPrice:
    """Return what the next use of magic costs, by the Magic icons on the dice not lost (MAG-10, AMB-4, AMB-70).

    `by_gm`: the GM allows it to one who may bear no icon; the safe level is then that of one at least, as the cap is.
    """
    safe = max(safe_level(character).value, int(by_gm))
    recent, beyond = character.recent_magic, character.magic_beyond
    penalty = beyond + 1 if beyond or recent >= safe else 0
    return MagicPrice(safe, recent, beyond, penalty)


def use_magic(character: Character, *, by_gm: bool = False) -> Character:
    """Return the character after one more throw for Magic; it counts beyond the safe level where it is not free.

    `by_gm` as in `magic_price`.
    """
    if character.recent_magic >= MOST_USES:
        raise refuse("too-many", "", most=MOST_USES)
    beyond = max(character.magic_beyond, magic_price(character, by_gm=by_gm).penalty)
    return character.with_(recent_magic=character.recent_magic + 1, magic_beyond=min(MOST_USES, beyond))


def take_back_use(character: Character) -> Character:
    """Return the character with the last use of magic not counted; refused when none is."""
    if not character.recent_magic:
        raise refuse("no-magic-used", "MAG-10")
    return character.with_(recent_magic=character.recent_magic - 1, magic_beyond=max(0, character.magic_beyond - 1))


def four_hours_pass(character: Character) -> Character:
    """Return the character four hours later, without rest: no use is recent, fatigue stays (MAG-10, AMB-72)."""
    if not character.recent_magic:
        raise refuse("no-magic-used", "MAG-10")
    return character.with_(recent_magic=0)


def four_hours_rest(character: Character) -> Character:
    """Return the character after four hours of full, inactive rest: nothing of magic tires any more (MAG-15)."""
    if not character.recent_magic and not character.magic_beyond:
        raise refuse("magic-rested", "MAG-15")
    return character.with_(recent_magic=0, magic_beyond=0)


def overreach(price: MagicPrice, successes_after_penalty: int) -> int:
    """Return the damage of a use thrown at `price`: one where it was not free and no success is left (MAG-12, MAG-13).

    `successes_after_penalty` are those after the fatigue penalty alone: Encumbrance, Nulls and defence come later and
    never cause this damage (MAG-14, amendment 10).
    """
    return OVERREACH_DAMAGE if price.penalty and successes_after_penalty <= 0 else 0
