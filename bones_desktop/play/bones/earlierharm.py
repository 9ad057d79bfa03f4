"""Harm of a throw before, offered on beside the throw on the table: nobody took it, and nobody said no."""

from dataclasses import dataclass

from bones_desktop.play.bones.played import Played
from bones_desktop.rules.bones.book.attempts import CHARACTER
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.reading.harm import Harm, damage_of, has_dice_of, play_harm_left


@dataclass(slots=True)
class EarlierHarm:
    """Remembers one throw; a later one whose harm is not taken either takes its place."""

    _played: Played | None = None
    _given: int = 0
    """Points of damage taken for it before the throw now on the table."""
    _absorbed: int = 0

    def keep(self, played: Played, given: int, absorbed: int) -> None:
        """Remember a throw that leaves the table, of whose harm this many points are taken or absorbed."""
        self._played, self._given, self._absorbed = played, given, absorbed

    def go_on(self, given: int) -> None:
        """Stay beside another throw; for `given` see `left`."""
        self._given += given

    def forget(self) -> None:
        """Offer it no more."""
        self._played = None

    def left(self, character: Character, given: int) -> tuple[Harm, ...]:
        """Return what is still to be taken when `given` points were taken for it beside the throw on the table."""
        played = self._played
        if played is None or played.owner.id != character.id:
            return ()
        own = [die.faces for die in played.throw.dice if die.group == CHARACTER]
        if not has_dice_of(character, played.owner.dice, own):
            return ()
        damage_then = damage_of(character) - self._given - given
        return play_harm_left(character, played.owner.dice, damage_then, played.reading, absorbed=self._absorbed)
