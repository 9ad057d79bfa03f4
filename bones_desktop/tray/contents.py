"""Dice in the tray and all that is said of them, and which die the pointer or the keyboard is on."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from bones_desktop.rules.reading import Role
from bones_desktop.tray.dicepainter import Body
from bones_desktop.tray.looks import LOST, look_of
from bones_desktop.tray.marks import CallOut, DiceMarks
from bones_desktop.tray.solids import Solid, solid_of
from bones_desktop.wording.language import _


@dataclass(frozen=True, slots=True)
class TrayDie:
    """A die as the tray needs it: its face codes, the group it lies with, and how it is called.

    Codes are pictures for a cube; numbers, from 1 on, for a die of any shape.
    """

    faces: tuple[str, ...]
    group: str = ""
    label: str = ""
    names: tuple[str, ...] = ()
    """The faces as a player says them, for a screen reader; the codes stand in when there are none."""

    @property
    def solid(self) -> Solid:
        """Its shape."""
        return solid_of(self.faces)

    def said(self, index: int) -> str:
        """Return what the face of `index` is called."""
        return (self.names or self.faces)[index]


def bodies(dice: Sequence[TrayDie], roles: Sequence[Role]) -> list[Body]:
    """Return what the dice look like; `roles` are one a die or none; what is lost or thrown again since looks so."""
    lost = [role in {Role.LOST, Role.RETHROWN} for role in roles] or [False] * len(dice)
    return [
        Body(LOST if gone else look_of(die.group, die.faces), die.faces) for die, gone in zip(dice, lost, strict=True)
    ]


class TrayContents:
    """The dice in the tray. What is marked, noted or replaced goes when other dice or faces come."""

    def __init__(self) -> None:
        self.dice: tuple[TrayDie, ...] = ()
        self.indices: tuple[int, ...] = ()
        self.roles: tuple[Role, ...] = ()
        self.notes: tuple[str, ...] = ()
        self.before: Mapping[int, int] = {}
        self.sides: Mapping[str, str] = {}
        self.names: Mapping[str, str] = {}
        """Of groups, to be read below their dice."""
        self.plate = ""
        """Words beside the number of the throw."""
        self.thrown = False
        """Whether these dice were thrown; else they wait for it."""
        self.number = 0

    def lay(self, dice: Sequence[TrayDie], indices: Sequence[int]) -> None:
        """Take dice and the face each shows. ValueError when they are not as many."""
        if len(dice) != len(indices):
            raise ValueError(f"{len(dice)} dice need as many faces, not {len(indices)}")
        self.dice, self.indices = tuple(dice), tuple(indices)
        self.roles, self.notes, self.before = (), (), {}

    def count_throw(self) -> None:
        """Count one throw more: the dice that lie here."""
        self.number += 1
        self.thrown = True

    def mark(self, roles: Sequence[Role]) -> None:
        """Take what each die did. ValueError when they are not one a die."""
        self._check(roles, "roles")
        self.roles = tuple(roles)

    def take(self, other: "TrayContents", places: Sequence[int]) -> bool:
        """Take over the dice of `other` at these places, without its notes and sides; return whether that changed."""
        before = self.dice, self.indices, self.roles, self.before, self.plate_words()
        self.dice, self.indices = tuple(other.dice[k] for k in places), tuple(other.indices[k] for k in places)
        self.roles = tuple(other.roles[k] for k in places) if other.roles else ()
        self.before = {at: other.before[k] for at, k in enumerate(places) if k in other.before}
        self.names = other.names
        self.plate, self.thrown, self.number = other.plate, other.thrown and bool(places), other.number
        return before != (self.dice, self.indices, self.roles, self.before, self.plate_words())

    def explain(self, notes: Sequence[str]) -> None:
        """Take a sentence for each die. ValueError when they are not one a die."""
        self._check(notes, "notes")
        self.notes = tuple(notes)

    def replace(self, faces: Mapping[int, int]) -> None:
        """Take the faces that were there before. ValueError when one is of no die here."""
        wrong = [
            die
            for die, face in faces.items()
            if not (0 <= die < len(self.dice) and 0 <= face < max(6, len(self.dice[die].faces)))
        ]
        if wrong:
            raise ValueError(f"no such face of die {wrong[0]}")
        self.before = dict(faces)

    def marks(self, offered: frozenset[int]) -> DiceMarks:
        """Return all that is marked on the dice."""
        return DiceMarks(self.roles, self.before, offered)

    def read_out(self, dice: Sequence[int], most: int) -> str:
        """Return what dice show: "2 · 6 · 2", of more than `most` how often each: "2 ×5 · 6 ×3", "" for too many."""
        shown = {die: self.dice[die].said(self.indices[die]) for die in dice}
        if len(dice) <= most:
            return " · ".join(shown.values())
        counts = Counter(shown[die] for die in sorted(dice, key=lambda die: self.indices[die]))
        said = (_("{face} ×{n}").format(face=face, n=n) if n > 1 else face for face, n in counts.items())
        return " · ".join(said) if len(counts) <= most else ""

    def bodies(self) -> list[Body]:
        """Return what the dice look like."""
        return bodies(self.dice, self.roles)

    def plate_words(self) -> str:
        """Return the words on the brass plate, "" for no plate."""
        number = _("Roll {number}").format(number=self.number) if self.thrown and self.number else ""
        return " · ".join(words for words in (number, self.plate) if words)

    def description(self, offered: Collection[int]) -> str:
        """Return all that lies here, in order, for those who cannot see it."""
        count = len(self.dice)
        if not count:
            return _("The tray is empty.")
        plate = self.plate_words()
        if plate:
            head = _("{plate}, {count} dice.").format(plate=plate, count=count)
        else:
            head = _("Before a roll, {count} dice.").format(count=count)
        if offered:
            numbers = ", ".join(str(die + 1) for die in sorted(offered))
            head += " " + _("Choose one to re-roll: {numbers}.").format(numbers=numbers)
        return f"{head} {'; '.join(self._said(die) for die in range(count))}"

    def announcement(self, die: int) -> str:
        """Return what screen readers say when a die gets the focus."""
        note = self.notes[die] if self.notes else ""
        return f"{self._said(die)}. {note}".strip()

    def callout(self, die: int) -> CallOut:
        """Return the call-out of a die; only with notes."""
        each = self.dice[die]
        return CallOut(each.label, each.said(self.indices[die]), self.notes[die])

    def _said(self, die: int) -> str:
        each = self.dice[die]
        face = each.said(self.indices[die])
        return _("{die}: {face}").format(die=each.label, face=face) if each.label else face

    def _check(self, given: Sequence[object], what: str) -> None:
        if given and len(given) != len(self.dice):
            raise ValueError(f"{len(self.dice)} dice need as many {what}, not {len(given)}")


_LINGER: Final = 350
"""Milliseconds on a die after which its call-out shows."""


class Pointing(QObject):
    """Follows one pointer over `count` dice. A press held shows the call-out and clicks nothing."""

    hovered = Signal(int)
    clicked = Signal(int)
    """The die chosen by a click or with Return; of offered dice only while any are offered."""
    missed = Signal(int)
    """A die was clicked that is none of those offered."""
    declined = Signal()
    """None of the offered dice was wanted; the offer is over."""
    keyboard_moved = Signal(int)
    """The die that has the focus."""
    offer_changed = Signal()
    """Which dice can be picked has changed."""
    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._count = 0
        self._die = -1
        self._callout_enabled = self._callout_shown = self._held = False
        self._pressed: int | None = None
        self._offered: frozenset[int] = frozenset()
        self._linger = QTimer(self, singleShot=True, interval=_LINGER)
        self._linger.timeout.connect(self._call_out)

    @property
    def die(self) -> int:
        """The die with the ring, -1 for none."""
        return self._die

    @property
    def ringed(self) -> int:
        """The die to draw a ring round: the one that is pointed at, if a click would do anything."""
        return self._die if self._can_pick(self._die) else -1

    @property
    def called_out(self) -> int:
        """The die whose call-out shows, -1 for none."""
        return self._die if self._callout_shown else -1

    @property
    def offered(self) -> frozenset[int]:
        """The dice that can be picked; none at all while nothing is to be picked."""
        return self._offered

    def set_count(self, count: int) -> None:
        """Take other dice: none is pointed at, called out or offered."""
        self._count, self._callout_enabled, self._offered = count, False, frozenset()
        self.leave()

    def set_callout_enabled(self, enabled: bool) -> None:
        """Set whether there is anything to say of the dice."""
        self._callout_enabled = enabled
        if not enabled:
            self.hush()
        elif self._die >= 0:
            self._linger.start()

    def offer(self, dice: Collection[int]) -> None:
        """Let only these dice be picked; none at all ends that."""
        offered = frozenset(dice) & frozenset(range(self._count))
        if offered != self._offered:
            self._offered = offered
            self.leave()
            self.offer_changed.emit()

    def show(self, die: int) -> None:
        """Put the ring on a die without a call-out, on none for -1."""
        self._go(die if 0 <= die < self._count else -1)

    def move(self, die: int) -> None:
        """Follow the pointer; its call-out shows when it lingers on a die."""
        if die != self._die and self._go(die) and die >= 0 and self._callout_enabled:
            self._linger.start()

    def press(self, die: int) -> None:
        """Begin a click or a hold on a die, -1 for beside all dice."""
        self._pressed, self._held = die, False
        self.move(die)
        if die >= 0 and self._callout_enabled and not self._callout_shown:
            self._linger.start()

    def release(self, die: int) -> None:
        """End a click or a hold."""
        pressed, self._pressed = self._pressed, None
        if self._held:
            self._held = False
            self.hush()
        elif pressed is not None and pressed == die:
            self._linger.stop()
            if die < 0 and self._offered:
                self.decline()
            elif die >= 0:
                (self.clicked if self._can_pick(die) else self.missed).emit(die)

    def walk(self, step: int) -> None:
        """Go to the next die or the one before, by number, round and round."""
        dice = sorted(self._offered) or list(range(self._count))
        if not dice:
            return
        if self._die in dice:
            die = dice[(dice.index(self._die) + step) % len(dice)]
        else:
            die = dice[0] if step > 0 else dice[-1]
        self._go(die)
        if self._callout_enabled:
            self._call_out()
        self.keyboard_moved.emit(die)

    def pick(self) -> bool:
        """Click the die with the ring; return whether there is one."""
        if self._die < 0 or not self._can_pick(self._die):
            return False
        self.clicked.emit(self._die)
        return True

    def decline(self) -> bool:
        """End picking without a die; return whether there was anything to pick."""
        if not self._offered:
            return False
        self.offer(())
        self.declined.emit()
        return True

    def hush(self) -> bool:
        """Take the call-out away; return whether there was one."""
        self._linger.stop()
        shown, self._callout_shown = self._callout_shown, False
        if shown:
            self.changed.emit()
        return shown

    def leave(self) -> None:
        """Point at nothing."""
        self._pressed, self._held = None, False
        self._go(-1)

    def _can_pick(self, die: int) -> bool:
        return not self._offered or die in self._offered

    def _go(self, die: int) -> bool:
        """Move the ring, taking any call-out away; return whether it moved."""
        if die == self._die:
            return False
        self._linger.stop()
        self._die, self._callout_shown = die, False
        self.changed.emit()
        self.hovered.emit(die)
        return True

    def _call_out(self) -> None:
        if self._die >= 0 and self._callout_enabled:
            self._callout_shown, self._held = True, self._pressed is not None
            self.changed.emit()
