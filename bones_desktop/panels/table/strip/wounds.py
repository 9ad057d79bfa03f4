"""The dice of opponents without a file that were struck off: left out until the evening ends."""

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.playstate import LostDie


class Wounds:
    """Remembers, by the key of a choice, which dice an opponent lost and his damage below zero."""

    def __init__(self) -> None:
        self._seal = ""
        self._lost: dict[str, tuple[tuple[LostDie, ...], int]] = {}

    def begin_evening(self, seal: str) -> bool:
        """Forget everything in another evening, known by its commitment; return whether there was anything."""
        if seal == self._seal:
            return False
        had, self._seal = bool(self._lost), seal
        self._lost = {}
        return had

    def keep(self, key: str, hurt: Character) -> None:
        """Remember what an opponent lost; nothing, for one who is unhurt."""
        if hurt.lost or hurt.excess_damage:
            self._lost[key] = (hurt.lost, hurt.excess_damage)
        else:
            self.forget(key)

    def forget(self, key: str) -> None:
        """Let an opponent be unhurt."""
        self._lost.pop(key, None)

    def has(self, key: str) -> bool:
        """Return whether an opponent lost anything."""
        return key in self._lost

    def on(self, key: str, character: Character) -> Character:
        """Return the character with what was lost; dice that he has no more, by other packs, are passed over."""
        if key not in self._lost:
            return character
        lost, excess = self._lost[key]
        return character.with_(
            lost=tuple(each for each in lost if each.die < len(character.dice)), excess_damage=excess
        )
