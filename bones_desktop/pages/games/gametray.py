"""The tray with the dice of a smaller game: as they wait, as they fall wave after wave, and what each of them did."""

import secrets
from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from bones_desktop.pages.games.opengame import OpenGame, dice_words
from bones_desktop.rules.dice import Die
from bones_desktop.rules.games import DieResult
from bones_desktop.rules.reading import Reading, Role
from bones_desktop.storage.files.locations import shipped
from bones_desktop.theme.theme import Theme
from bones_desktop.tray.contents import TrayDie
from bones_desktop.tray.motion import BakedThrows
from bones_desktop.tray.traywidget import TrayWidget


class GameTray(TrayWidget):
    """Dice fly at the speed of the settings; those of each group have its name below them as they lie."""

    def __init__(self, seat: OpenGame, theme: Theme, parent: QWidget | None = None, *, on_card: bool = False) -> None:
        """`on_card` where it does not stand on the page itself."""
        super().__init__(theme, BakedThrows(shipped("resources") / "throws"), parent)
        if on_card:
            self.stage.set_ground("surface")
        self._seat = seat
        self._replaced: dict[int, int] = {}
        self.settled.connect(lambda: self.show_before(self._replaced))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number each die shows or will show when it has settled, 0 for one that waits to be thrown."""
        dice = zip(self.contents.dice, self.shown, strict=True)
        return tuple(int(die.names[index]) if self.contents.thrown else 0 for die, index in dice)

    def wait_for(self, dice: Sequence[Die[int]]) -> None:
        """Lay dice as they wait to be thrown."""
        waiting = tuple(map(self._tray_die, dice))
        if self.contents.thrown or waiting != self.contents.dice:
            self._replaced = {}
            self.show_still(waiting)
            self.mark([Role.IDLE] * len(waiting))  # dimmed: what they show was not thrown
            words = {group: dice_words(tuple(die for die in dice if die.group == group)) for group in _groups(waiting)}
            self.set_names({group: f"{self._seat.named(group, 'group')} {each}" for group, each in words.items()})

    def lay(self, fallen: Sequence[DieResult]) -> None:
        """Lay dice as they fell, where they do not lie so already."""
        dice, indices, replaced = self._as_they_lie(fallen)
        if not self.contents.thrown or (dice, indices) != (self.contents.dice, self.contents.indices):
            self._replaced = replaced
            self.show_still(dice, indices)
            self.show_before(replaced)
            self._name_groups()

    def fall(self, fallen: Sequence[DieResult], *, by_hand: bool) -> None:
        """Let the dice of the last wave fall, beside those of earlier ones; `settled` follows.

        Dice thrown again hop where they lie, and what they showed stays beside them. Real dice lie there at once.
        """
        speed, gather = self._seat.pace()
        self.set_speed("off" if speed == "off" else "quick" if speed == "quick" else "normal")
        self.set_gather(gather)
        dice, indices, self._replaced = self._as_they_lie(fallen)
        last = max((each.wave for each in fallen), default=0)
        new = [at for at, place in enumerate(lying(fallen)[0]) if fallen[place].wave == last]
        if by_hand:
            self.show_thrown(dice, indices)
            self.settled.emit()
        elif not last or not self.contents.thrown:
            self.throw(dice, indices, secrets.randbits(32))
        else:
            if dice != self.contents.dice:
                self.show_still(dice, indices)
            self.rethrow(new, indices, secrets.randbits(32), toss=self._replaced.keys() >= set(new))
        self._name_groups()

    def read(self, fallen: Sequence[DieResult], reading: Reading | None) -> None:
        """Mark on the dice that lie there what each did, with the reason in its call-out; nothing without a reading."""
        parts = {part.die: part for part in reading.dice} if reading is not None else {}
        did = [parts[place] for place in lying(fallen)[0] if place in parts]
        if len(did) == len(self.contents.dice):
            self.mark([part.role for part in did])
            self.explain([self._seat.said(part.reason) for part in did])

    def _as_they_lie(self, fallen: Sequence[DieResult]) -> tuple[tuple[TrayDie, ...], tuple[int, ...], dict[int, int]]:
        places, before = lying(fallen)
        lie = [fallen[place] for place in places]
        return tuple(self._tray_die(each.die) for each in lie), tuple(map(_index, lie)), before

    def _name_groups(self) -> None:
        self.set_names({group: self._seat.named(group, "group") for group in _groups(self.contents.dice)})

    def _tray_die(self, die: Die[int]) -> TrayDie:
        ten = len(die.faces) == 10
        codes = tuple("0" if ten and number == 10 else str(number) for number in die.faces)
        label = f"{self._seat.named(die.group, 'group')} {die.label}".strip()
        return TrayDie(codes, die.group, label, tuple(map(str, die.faces)))


def lying(fallen: Sequence[DieResult]) -> tuple[list[int], dict[int, int]]:
    """Return the places in a throw of the dice that lie there, and what those showed before that were thrown again.

    That is the index of a face, by the place among those that lie there.
    """
    found: list[int] = []
    before: dict[int, int] = {}
    for place, each in enumerate(fallen):
        again = (
            at
            for at, other in enumerate(fallen[k] for k in found)
            if not other.counts and other.wave < each.wave and other.die == each.die
        )
        at = next(again, None)
        if at is None:
            found.append(place)
        else:
            before[at] = _index(fallen[found[at]])
            found[at] = place
    return found, before


def _groups(dice: Sequence[TrayDie]) -> list[str]:
    return list(dict.fromkeys(die.group for die in dice if die.group))


def _index(fallen: DieResult) -> int:
    return fallen.die.faces.index(fallen.number)
