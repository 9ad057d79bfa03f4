"""The dice tray: shows a roll that was decided before, marks its dice, and can be mirrored in another tray."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.rules.reading import Role
from bones_desktop.theme.motion import Speed
from bones_desktop.theme.theme import Theme
from bones_desktop.tray.choreography import MOST_FLYING, hopped, rethrow_motion, rows, throw_motion, tray_size
from bones_desktop.tray.contents import TrayDie, bodies
from bones_desktop.tray.dicepainter import upright
from bones_desktop.tray.motion import Among, Flying, Motion, Pose, ThrowSource
from bones_desktop.tray.traysurface import TraySurface


class TrayWidget(TraySurface):
    """A tray of dice. It shows outcomes and never decides them.

    `throw` animates dice towards the given faces and then emits `settled`, exactly once for each roll unless a newer
    roll replaces it first. A click, Space, hiding or closing ends the motion immediately, and so does the speed "off".
    If `gather` is on, settled dice glide into rows by group with their pictures upright. Marks, notes, replaced faces
    and offers belong to the current roll. The next dice remove them.
    """

    settled = Signal()

    def __init__(self, theme: Theme, source: ThrowSource, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._source = source
        self.flying = False
        """Whether dice are flying to the place where they settle. Dice that gather afterwards do not count."""
        self._moves.landed.connect(self._land)

    @property
    def warming(self) -> bool:
        """Whether preparing is still going on."""
        return self._warmup.active

    @property
    def shown(self) -> tuple[int, ...]:
        """The index of the face that each die shows, or will show when it has settled."""
        return self.contents.indices

    @property
    def poses(self) -> tuple[Pose, ...]:
        """Place and turn of the dice now."""
        return tuple(self._moves.poses)

    def set_speed(self, speed: Speed) -> None:
        """Set the speed of dice from the next roll on. "off" shows results immediately, as reduced motion asks for."""
        self._moves.speed = speed

    def set_gather(self, gather: bool) -> None:
        """Set whether settled dice glide into rows."""
        self._moves.gather = gather

    def set_plate(self, text: str) -> None:
        """Write `text` on the plate next to the number of the roll. "" leaves only the number."""
        if text != self.contents.plate:
            self.contents.plate = text
            self._change()

    def set_sides(self, names: Mapping[str, str]) -> None:
        """Write the owners of the near and far dice, by the groups OWN and FAR. {} removes both plates."""
        if names != self.contents.sides:
            self.contents.sides = dict(names)
            self._change()

    def set_names(self, names: Mapping[str, str]) -> None:
        """Write these names below the lying dice of each group. {} removes them."""
        if names != self.contents.names:
            self.contents.names = dict(names)
            self._change()

    def warm(self, dice: Sequence[TrayDie]) -> None:
        """Prepare a roll of these dice little by little: their faces, flights and the tray they need."""
        # A copy, since the caller may change its list before the work is done.
        coming = tuple(dice)
        count = min(len(coming), MOST_FLYING)

        def plan() -> list[Callable[[], bool]]:
            ahead = self.stage.work_ahead(tray_size(len(coming)), bodies(coming, ()))
            return [lambda: self._source.flight(count, 0) is not None, *ahead]

        self._warmup.set_plan(plan)
        self._get_ready()

    def throw(self, dice: Sequence[TrayDie], indices: Sequence[int], seed: int) -> None:
        """Roll `dice` so that each shows the face of its index. `seed` decides only their flight.

        With the speed "off", or while the tray is hidden, `settled` is emitted before this returns.
        """
        self._begin(dice, indices, tray_size(len(dice)))
        self.contents.count_throw()
        rest = self._rest()
        if self._animated:
            self._play(throw_motion(self._source, rest, self.shown, self.stage.tray, seed))
        else:
            self._show_at_once(rest)

    def rethrow(self, places: Collection[int], indices: Sequence[int], seed: int, *, toss: bool = False) -> None:
        """Roll the dice at `places` again while the others stay. `indices` are the faces of all dice afterwards.

        The dice come over the rim once more, or hop in place with `toss`. `settled` follows as for a roll. On the plate
        it stays the same roll.
        """
        self.skip()
        lying = self._moves.poses
        self._begin(self.contents.dice, indices, self.stage.tray)
        if self._animated:
            motion = rethrow_motion(self._source, lying, places, self.shown, self.stage.tray, seed, toss=toss)
            self._play(motion)
        else:
            self._show_at_once(hopped(lying, places, self.shown))

    def show_still(self, dice: Sequence[TrayDie], indices: Sequence[int] | None = None, room: int = 0) -> None:
        """Lay `dice` in rows without motion. Without `indices` they show their first faces.

        The tray has room for `room` dice if that is more, so that nothing shrinks when they are rolled with others.
        """
        self._set_dice(dice, indices if indices is not None else [0] * len(dice), tray_size(max(len(dice), room)))
        self.flying = False
        self.contents.thrown = indices is not None
        self._moves.lay(self._rest())
        if self.contents.thrown:
            self._shine()
        else:
            self.flash.stop()
        self._change()
        self.warm(dice)

    def show_thrown(self, dice: Sequence[TrayDie], indices: Sequence[int]) -> None:
        """Lay a new roll in rows without motion and without `settled`, for dice rolled elsewhere."""
        self.contents.count_throw()
        self.show_still(dice, indices)

    def mark(self, roles: Sequence[Role]) -> None:
        """Draw the result of each die. No roles remove the marks. Raise ValueError unless there is one for each die."""
        before = self.contents.roles
        self.contents.mark(roles)
        if self.contents.roles != before:
            self.stage.bodies = self.contents.bodies()
            self._change()

    def explain(self, notes: Sequence[str]) -> None:
        """Take one sentence for the call-out of each die.

        None remove them. Raise ValueError unless there is one for each die.
        """
        self.contents.explain(notes)
        self._pointing.set_callout_enabled(bool(self.contents.notes))
        self.update()

    def show_before(self, faces: Mapping[int, int]) -> None:
        """Show the replaced face, by index, crossed out on each of these dice. {} removes them."""
        before = self.contents.before
        self.contents.replace(faces)
        if self.contents.before != before:
            self._change()

    def offer(self, places: Collection[int]) -> None:
        """Let one of these dice be picked.

        `clicked` carries it, `declined` means that none is wanted, () ends the offer.
        """
        if places:
            self.skip()
        self._pointing.offer(places)

    def point_at(self, die: int) -> None:
        """Draw the ring around die `die` as if the pointer were on it, or around none for -1."""
        if not self.moving:
            self._pointing.show(die)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave Space to the page after `settled`, so that dice gliding into rows do not delay the next roll."""
        if event.key() == Qt.Key.Key_Space and not self.flying:
            event.ignore()
        else:
            super().keyPressEvent(event)

    @property
    def _animated(self) -> bool:
        return self._moves.speed != "off" and self.isVisible() and bool(self.contents.dice)

    def _begin(self, dice: Sequence[TrayDie], indices: Sequence[int], tray: tuple[float, float]) -> None:
        self._set_dice(dice, indices, tray, hurry=self._moves.speed != "off")
        self.flying = True
        self._shine()

    def _set_dice(
        self, dice: Sequence[TrayDie], indices: Sequence[int], tray: tuple[float, float], *, hurry: bool = False
    ) -> None:
        """Replace the dice and stop any motion of the earlier ones."""
        self.contents.lay(dice, indices)
        self._finishing.stop()
        self._moves.lay(())
        self._pointing.set_count(len(dice))
        self.stage.set_tray(tray, hurry=hurry)
        self.stage.bodies = self.contents.bodies()

    def _rest(self) -> list[Pose]:
        places = rows([die.group for die in self.contents.dice], *self.stage.tray)
        solids = [die.solid for die in self.contents.dice]
        return [upright(*each) for each in zip(places, self.shown, solids, strict=True)]

    def _shine(self) -> None:
        """Show that dice were rolled: with a short glow if they fly, with steady light if they only lie there."""
        if self.flying and self._animated:
            self.flash.glow()
        elif self.isVisible() and self.contents.dice:
            self.flash.hold()

    def _play(self, motion: Motion) -> None:
        self._warmup.pause()
        # Tossed dice stay in their place, so they have no rows to glide to.
        self._moves.play(motion, self._rest() if isinstance(motion, Flying | Among) else None)

    def _show_at_once(self, poses: Sequence[Pose]) -> None:
        self._moves.lay(poses)
        self.stage.sharpen()
        self._land()

    def _land(self) -> None:
        """Show the dice in place or gliding, and emit `settled` once for each roll."""
        self._change()
        if self.flying:
            self.flying = False
            self.settled.emit()


_LATER_MS: Final = 5
"""Milliseconds from a frame of the other tray to the same frame here.

Painting two large trays together would take too long.
"""
Choose = Callable[[Sequence[TrayDie]], Sequence[int]]
"""Returns the places of the dice that may be seen here."""


class TrayMirror(TraySurface):
    """Follows another tray frame by frame, at its own size, without changing the other tray.

    It asks at every frame which dice may be seen, so a hidden die is never shown, not even for one frame.
    """

    filled = Signal(bool)
    """Whether there are dice to see."""

    def __init__(self, theme: Theme, original: TrayWidget, choose: Choose, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._original = original
        self._choose = choose
        self._rolling = False
        self._later = QTimer(self, singleShot=True, interval=_LATER_MS)
        self._later.timeout.connect(self.update)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        original.frame_changed.connect(self.follow)

    @property
    def moving(self) -> bool:
        """Show the other tray in its current state, while this one is visible."""
        return self._rolling

    def follow(self) -> None:
        """Show the other tray in its current state, while this one is visible."""
        if not self.window().isVisible():
            return
        original = self._original
        # Other dice have been laid but not yet placed: showing any now could reveal a hidden one.
        lying, all_poses = original.contents, original.poses
        places = self._choose(lying.dice) if len(all_poses) == len(lying.dice) else ()
        was_rolling, self._rolling = self._rolling, original.moving and bool(places)
        poses = [all_poses[place] for place in places]
        moved = poses != self._moves.poses
        self._moves.lay(poses)
        dice, changed = self.contents.dice, self.contents.take(lying, places)
        if changed:
            self.stage.set_tray(original.stage.tray, hurry=True)
            self.stage.bodies = self.contents.bodies()
            if self._rolling and was_rolling and dice == self.contents.dice:
                # These changes are marks, which no moving die shows.
                self._describe()
                self.frame_changed.emit()
            else:
                self._change()
        if self._rolling:
            self._finishing.stop()
            self.stage.rest()
            if not self._later.isActive():
                self._later.start()
        elif was_rolling:
            self._later.stop()
            # Painted after the picture of the other tray, since both in one slice would stop the window.
            self._finishing.start()
        elif changed or moved:
            self.stage.sharpen()
            self._change()
        self.filled.emit(bool(places))

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with the other tray."""
        super().showEvent(event)
        self.follow()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop following. The other tray continues."""
        super().hideEvent(event)
        self._rolling = False
