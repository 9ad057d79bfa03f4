"""Which die the pointer, a finger or the keyboard is on, when its call-out shows, and which dice can be picked."""

from collections.abc import Collection
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

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
