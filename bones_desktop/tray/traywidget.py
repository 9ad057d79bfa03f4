"""The dice tray: shows a roll that is already decided, and marks its dice.

Another tray can mirror it.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.rules.reading import Role
from bones_desktop.theme.motion import Speed
from bones_desktop.theme.theme import Theme
from bones_desktop.tray.choreography import MOST_FLYING, fitting_tray, hopped, rethrow_motion, rows, throw_motion
from bones_desktop.tray.contents import TrayDie, bodies
from bones_desktop.tray.dicepainter import upright
from bones_desktop.tray.motion import Among, Flying, Motion, Pose, ThrowSource
from bones_desktop.tray.traysurface import TraySurface


class TrayWidget(TraySurface):
    """A tray of dice that shows results but never decides them.

    `throw` animates dice that end with the given faces, and emits `settled` once, unless a newer roll replaces the
    roll. A click, Space, hiding or closing the tray, or the speed "off" ends the motion at once. If `gather` is on, the
    dice then glide into rows by group with their pictures upright. Marks, notes, replaced faces and offers belong to
    the current roll and are removed with it.
    """

    settled = Signal()
    tumbled = Signal(object)
    """Emitted when dice begin to fall, with the names of their looks."""

    def __init__(self, theme: Theme, source: ThrowSource, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._source = source
        self._room = 0
        """Number of dice for which the tray must have room, even if it contains fewer dice."""
        self.flying = False
        """True from the start of a roll until its dice come to rest.

        Gliding into rows does not count.
        """
        self._moves.landed.connect(self._land)

    @property
    def warming(self) -> bool:
        """True while the next roll is being prepared."""
        return self._warmup.active

    @property
    def shown(self) -> tuple[int, ...]:
        """The index of the face that each die shows, or will show when it has come to rest."""
        return self.contents.indices

    @property
    def poses(self) -> tuple[Pose, ...]:
        """Current pose of each die."""
        return tuple(self._moves.poses)

    def tray_for(self, count: int) -> tuple[float, float]:
        """Return the size of the tray for `count` dice in this widget, in die edges."""
        return fitting_tray(count, self.width(), self.height())

    def set_speed(self, speed: Speed) -> None:
        """Set the speed of the next rolls. "off" shows results at once, for users who prefer reduced motion."""
        self._moves.speed = speed

    def set_gather(self, gather: bool) -> None:
        """Set whether settled dice glide into rows."""
        self._moves.gather = gather

    def set_plate(self, text: str) -> None:
        """Write `text` on the plate next to the number of the roll.

        With "", the plate has only the number.
        """
        if text != self.contents.plate:
            self.contents.plate = text
            self._change()

    def set_sides(self, names: Mapping[str, str]) -> None:
        """Set the owners of near and far dice, keyed by the groups OWN and FAR. {} removes both plates."""
        if names != self.contents.sides:
            self.contents.sides = dict(names)
            self._change()

    def set_names(self, names: Mapping[str, str]) -> None:
        """Set names of groups to be written below their dice. {} removes them."""
        if names != self.contents.names:
            self.contents.names = dict(names)
            self._change()

    def warm(self, dice: Sequence[TrayDie]) -> None:
        """Prepare a roll of these dice step by step: faces, flights and the tray."""
        # The list is copied, because the caller may change it before the work is done.
        coming = tuple(dice)
        count = min(len(coming), MOST_FLYING)

        def plan() -> list[Callable[[], bool]]:
            ahead = self.stage.work_ahead(self.tray_for(len(coming)), bodies(coming, ()))
            return [lambda: self._source.flight(count, 0) is not None, *ahead]

        self._warmup.set_plan(plan)
        self._get_ready()

    def throw(self, dice: Sequence[TrayDie], indices: Sequence[int], seed: int) -> None:
        """Roll `dice` so that they end with the faces `indices`. `seed` influences only their flight.

        With the speed "off", or while the tray is hidden, `settled` is emitted before this returns.
        """
        self._room = 0
        self._begin(dice, indices, self.tray_for(len(dice)))
        self.contents.count_throw()
        self._tell_tumbled(range(len(self.contents.dice)))
        rest = self._rest()
        if self._animated:
            self._play(throw_motion(self._source, rest, self.shown, self.stage.tray, seed))
        else:
            self._show_at_once(rest)

    def _tell_tumbled(self, places: Collection[int]) -> None:
        dice = self.contents.dice
        self.tumbled.emit(tuple(dice[place].look.name for place in places))

    def rethrow(self, places: Collection[int], indices: Sequence[int], seed: int, *, toss: bool = False) -> None:
        """Roll the dice at `places` again while the others stay.

        `indices` are the faces of all dice afterwards. The rolled dice enter over the rim again; with `toss` they hop
        at their positions. `settled` is emitted as by `throw`. The number of the roll on the plate stays the same.
        """
        self.skip()
        lying = self._moves.poses
        self._begin(self.contents.dice, indices, self.stage.tray)
        self._tell_tumbled(places)
        if self._animated:
            motion = rethrow_motion(self._source, lying, places, self.shown, self.stage.tray, seed, toss=toss)
            self._play(motion)
        else:
            self._show_at_once(hopped(lying, places, self.shown))

    def show_still(self, dice: Sequence[TrayDie], indices: Sequence[int] | None = None, room: int = 0) -> None:
        """Show `dice` in rows without motion.

        Without `indices`, the dice show their first faces. If `room` is larger than the number of dice, the tray has
        room for `room` dice, so that no die gets smaller when these dice are rolled together with others.
        """
        tray = self.tray_for(max(len(dice), room))
        self._room = room
        self._set_dice(dice, indices if indices is not None else [0] * len(dice), tray)
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
        """Show a new roll in rows without motion and without `settled`, for dice rolled elsewhere."""
        self.contents.count_throw()
        self.show_still(dice, indices)

    def mark(self, roles: Sequence[Role]) -> None:
        """Draw the mark of each die's role.

        An empty list removes the marks. Raise ValueError unless there is a role for each die.
        """
        before = self.contents.roles
        self.contents.mark(roles)
        if self.contents.roles != before:
            self.stage.bodies = self.contents.bodies()
            self._change()

    def explain(self, notes: Sequence[str]) -> None:
        """Set the sentence in the callout of each die.

        An empty list removes the sentences. Raise ValueError unless there is a sentence for each die.
        """
        self.contents.explain(notes)
        self._pointing.set_callout_enabled(bool(self.contents.notes))
        self.update()

    def show_before(self, faces: Mapping[int, int]) -> None:
        """Show on these dice the faces that were replaced, by index and crossed out.

        {} removes them.
        """
        before = self.contents.before
        self.contents.replace(faces)
        if self.contents.before != before:
            self._change()

    def offer(self, places: Collection[int]) -> None:
        """Let the player pick one of these dice.

        `clicked` is emitted with the picked die, or `declined` if the player picks none. () ends the offer.
        """
        if places:
            self.skip()
        self._pointing.offer(places)

    def point_at(self, die: int) -> None:
        """Draw the ring around a die as if the pointer were over it; -1 for none."""
        if not self.moving:
            self._pointing.show(die)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the tray the shape for the new size, unless dice are moving in it."""
        super().resizeEvent(event)
        tray = self.tray_for(max(len(self.contents.dice), self._room))
        if tray != self.stage.tray and self.contents.dice and not self.moving:
            self.stage.set_tray(tray, hurry=True)
            self._moves.lay(self._rest())
            self._change()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """After `settled`, pass Space to the page.

        So dice that glide into rows do not delay the next roll.
        """
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
        """Replace the dice and stop their motion."""
        self.contents.lay(dice, indices)
        self._finishing.stop()
        self._moves.lay(())
        self._pointing.set_count(len(dice))
        self.stage.set_tray(tray, hurry=hurry)
        self.stage.bodies = self.contents.bodies()

    def _rest(self) -> list[Pose]:
        places = rows([die.group for die in self.contents.dice], *self.stage.tray, named=bool(self.contents.names))
        solids = [die.solid for die in self.contents.dice]
        return [upright(*each) for each in zip(places, self.shown, solids, strict=True)]

    def _shine(self) -> None:
        """Show that dice were rolled: with a short glow if they fly, otherwise with steady light."""
        if self.flying and self._animated:
            self.flash.glow()
        elif self.isVisible() and self.contents.dice:
            self.flash.hold()

    def _play(self, motion: Motion) -> None:
        self._warmup.pause()
        # Tossed dice stay at their positions, so they do not glide to rows.
        self._moves.play(motion, self._rest() if isinstance(motion, Flying | Among) else None)

    def _show_at_once(self, poses: Sequence[Pose]) -> None:
        self._moves.lay(poses)
        self.stage.sharpen()
        self._land()

    def _land(self) -> None:
        """Show the dice at rest or gliding, and emit `settled` once for each roll."""
        self._change()
        if self.flying:
            self.flying = False
            self.settled.emit()


_LATER_MS: Final = 5
"""Milliseconds after which this tray shows a frame of the other tray.

Painting two large trays at once would take too long.
"""
Choose = Callable[[Sequence[TrayDie]], Sequence[int]]
"""Returns the indices of the dice that may be shown here."""


class TrayMirror(TraySurface):
    """Shows another tray frame by frame, at this tray's size, without changing the other tray.

    At every frame it asks which dice may be shown, so that a hidden die is never visible.
    """

    filled = Signal(bool)
    """Emitted with True if there are dice to show, otherwise with False."""

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
        """True while the dice shown here are moving."""
        return self._rolling

    def follow(self) -> None:
        """Show the current state of the other tray, if this tray is visible."""
        if not self.window().isVisible():
            return
        original = self._original
        # The new dice are set but have no positions yet. Showing them now could reveal a hidden die.
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
                # Only marks have changed, and moving dice do not show them.
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
            # This picture is painted after the other tray's picture, because painting both at once would delay the
            # window.
            self._finishing.start()
        elif changed or moved:
            self.stage.sharpen()
            self._change()
        self.filled.emit(bool(places))

    def showEvent(self, event: QShowEvent) -> None:
        """Show the current state of the other tray."""
        super().showEvent(event)
        self.follow()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop following the other tray, which continues."""
        super().hideEvent(event)
        self._rolling = False
