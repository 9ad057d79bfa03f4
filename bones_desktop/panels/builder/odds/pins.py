"""Builds pinned to compare with, one for each character, kept while the program runs."""

from dataclasses import dataclass

from bones_desktop.rules.bones.book.character import Character


@dataclass(frozen=True, slots=True)
class Pin:
    """A build to compare with; `created` tells that it is the one the character was finished with."""

    character: Character
    created: bool = False


class Pins:
    """The pin of each character, and whether it is looked at."""

    def __init__(self) -> None:
        self._pins: dict[str, Pin] = {}
        self._shown: set[str] = set()

    def pin_of(self, owner: str) -> Pin | None:
        """Return the pin of a character by its id, None for none."""
        return self._pins.get(owner)

    def pin(self, owner: str, pin: Pin) -> None:
        """Pin a build in place of the last one, and look at it."""
        self._pins[owner] = pin
        self._shown.add(owner)

    def unpin(self, owner: str) -> None:
        """Forget the pin of a character."""
        self._pins.pop(owner, None)
        self._shown.discard(owner)

    def is_shown(self, owner: str) -> bool:
        """Return whether the two builds stand side by side."""
        return owner in self._shown

    def show(self, owner: str, shown: bool) -> None:
        """Look at the two builds side by side, or not; nothing happens without a pin."""
        if shown and owner in self._pins:
            self._shown.add(owner)
        else:
            self._shown.discard(owner)
