"""The dice tray: shows a throw whose outcome was decided before, ends at once when asked to, and marks what counted."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QEvent, QPointF, QRect, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.panels.tray.dicepainter import upright
from bones_desktop.panels.tray.layout import rows, tray_size
from bones_desktop.panels.tray.motion import Flying, Gliding, Motion, Pose, Tossing
from bones_desktop.panels.tray.playback import Playback, Speed
from bones_desktop.panels.tray.stage import Stage
from bones_desktop.panels.tray.throwfile import ThrowSource
from bones_desktop.panels.tray.traydie import TrayDie, bodies
from bones_desktop.rules.reading import Role
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded


class TrayWidget(QWidget):
    """A tray of dice. It shows outcomes and never decides them.

    `throw` animates towards the faces it is given and then emits `settled`, exactly once a throw unless a newer throw
    replaces it first. A click, Space, hiding or closing ends the motion at once, and so does the speed "off". After
    settling, dice glide into rows by group with their pictures upright when `gather` is on.
    """

    settled = Signal()
    hovered = Signal(int)
    clicked = Signal(int)

    def __init__(self, theme: Theme, source: ThrowSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._dice: tuple[TrayDie, ...] = ()
        self._indices: tuple[int, ...] = ()
        self._roles: tuple[Role, ...] = ()
        self._poses: list[Pose] = []
        self._number = 0
        self._lying = True
        self._pending = False
        self._gather = True
        self._hovered = -1
        self._stage = Stage(theme, self)
        self._playback = Playback(self)
        self._playback.moved.connect(self._advance)
        self._playback.ended.connect(self._arrive)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(320, 220)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Dice tray"))
        self._describe()

    @property
    def moving(self) -> bool:
        """Whether dice are in motion."""
        return self._playback.motion is not None

    @property
    def shown(self) -> tuple[int, ...]:
        """The index of the face each die shows or will show when it has settled."""
        return self._indices

    @property
    def poses(self) -> tuple[Pose, ...]:
        """Where the dice are now and how they lie."""
        return tuple(self._poses)

    def set_speed(self, speed: Speed) -> None:
        """Set how dice move from the next throw on; "off" shows results at once, as reduced motion asks for."""
        self._playback.speed = speed

    def set_gather(self, gather: bool) -> None:
        """Set whether dice that have settled glide into rows."""
        self._gather = gather

    def throw(self, dice: Sequence[TrayDie], indices: Sequence[int], seed: int) -> None:
        """Throw `dice` so that each shows the face of its index; `seed` chooses only how they fly.

        With the speed "off", or while the tray is hidden, `settled` is emitted before this returns.
        """
        self._begin(dice, indices)
        rest = self._poses = self._rest()
        flight = self._source.flight(len(rest), seed) if self._animated else None
        if flight is not None:
            self._stage.set_tray((flight.width, flight.depth))
            self._run(Flying(flight, self._indices))
        else:
            self._run(Tossing(rest, rest, range(len(rest)), seed))

    def rethrow(self, places: Collection[int], indices: Sequence[int], seed: int) -> None:
        """Throw the dice at `places` again, the others stay; `indices` are the faces of all dice afterwards."""
        self.skip()
        start = self._poses
        self._begin(self._dice, indices)
        end = [
            upright(pose.place, index) if die in places else pose
            for die, (pose, index) in enumerate(zip(start, self._indices, strict=True))
        ]
        self._poses = start
        self._run(Tossing(start, end, places, seed))

    def show_still(self, dice: Sequence[TrayDie], indices: Sequence[int] | None = None) -> None:
        """Lay `dice` in rows without motion, showing their first faces when there are no `indices` yet."""
        self._set_dice(dice, indices if indices is not None else [0] * len(dice))
        self._pending = False
        self._lying = indices is None
        self._poses = self._rest()
        self._change()

    def mark(self, roles: Sequence[Role]) -> None:
        """Draw what each die did; no roles at all takes the marks away. ValueError when they are not one a die."""
        if roles and len(roles) != len(self._dice):
            raise ValueError(f"{len(self._dice)} dice need as many roles, not {len(roles)}")
        self._roles = tuple(roles)
        self._stage.set_bodies(bodies(self._dice, self._roles))
        self._change()

    def point_at(self, die: int) -> None:
        """Draw the ring around die `die` as if the pointer were on it, around none for -1."""
        if not self.moving:
            self._set_hovered(die if 0 <= die < len(self._dice) else -1)

    def skip(self) -> None:
        """End any motion at once; the dice lie where they would have come to lie."""
        motion = self._playback.stop()
        if motion is not None:
            self._land(motion, glide=False)

    def die_rect(self, die: int) -> QRect:
        """Return where die `die` is on the widget."""
        return self._stage.scene.die_rect(self._poses[die])

    def die_at(self, x: float, y: float) -> int:
        """Return which die is at a point of the widget, the nearest of those over one another, or -1."""
        return self._stage.scene.die_at(QPointF(x, y), self._poses)

    @property
    def _animated(self) -> bool:
        return self._playback.speed != "off" and self.isVisible()

    def _begin(self, dice: Sequence[TrayDie], indices: Sequence[int]) -> None:
        self._set_dice(dice, indices)
        self._number += 1
        self._lying = False
        self._pending = True

    def _set_dice(self, dice: Sequence[TrayDie], indices: Sequence[int]) -> None:
        """Take other dice, dropping any motion of those before."""
        if len(dice) != len(indices):
            raise ValueError(f"{len(dice)} dice need as many faces, not {len(indices)}")
        self._playback.stop()
        self._dice, self._indices, self._roles = tuple(dice), tuple(indices), ()
        self._set_hovered(-1)
        self._stage.set_tray(tray_size(len(self._dice)))
        self._stage.set_bodies(bodies(self._dice, ()), warm=True)

    def _rest(self) -> list[Pose]:
        places = rows([die.group for die in self._dice], *self._stage.tray)
        return [upright(place, index) for place, index in zip(places, self._indices, strict=True)]

    def _run(self, motion: Motion) -> None:
        """Play a throw, or show how it ends at once where nothing shall move."""
        if not self._animated or not self._dice:
            self._land(motion, glide=False)
            return
        self._poses = motion.poses(0.0)
        self._playback.play(motion)
        self.update()

    def _advance(self) -> None:
        self._poses = self._playback.poses() or self._poses
        self.update()

    def _arrive(self) -> None:
        motion = self._playback.stop()
        if motion is not None:
            self._land(motion, glide=self._animated)

    def _land(self, motion: Motion, *, glide: bool) -> None:
        """Come to rest where the motion ends, or in rows; dice that flew may glide there. Then tell, once a throw."""
        self._poses = motion.poses(motion.seconds)
        if self._gather and isinstance(motion, Flying):
            fell, self._poses = self._poses, self._rest()
            if glide:
                self._playback.play(Gliding(fell, self._poses))
                self._poses = fell
        self._change()
        if self._pending:
            self._pending = False
            self.settled.emit()

    def _set_hovered(self, die: int) -> None:
        if die != self._hovered:
            self._hovered = die
            self.update()
            self.hovered.emit(die)

    def _describe(self) -> None:
        if not self._dice:
            self.setAccessibleDescription(self.tr("The tray is empty."))
            return
        told = [
            self.tr("{die}: {face}").format(die=die.label, face=die.said(index)) if die.label else die.said(index)
            for die, index in zip(self._dice, self._indices, strict=True)
        ]
        if self._lying:
            head = self.tr("Before a throw, {count} dice.").format(count=len(told))
        else:
            head = self.tr("Throw {number}, {count} dice.").format(number=self._number, count=len(told))
        self.setAccessibleDescription(f"{head} {'; '.join(told)}")

    def _change(self) -> None:
        self._describe()
        self._stage.redraw()

    def _plate(self) -> str:
        return self.tr("Throw {number}").format(number=self._number) if not self._lying else ""

    @guarded(None)
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        """Paint the tray."""
        scene, dice = self._stage.scene, self._stage.bodies
        painter = QPainter(self)
        if self.moving:
            scene.paint_moving(painter, dice, self._poses, self._plate())
        else:
            scene.paint_still(painter, dice, self._poses, self._roles, self._plate())
            if 0 <= self._hovered < len(self._poses):
                scene.paint_focus(painter, self._poses[self._hovered])
        painter.end()

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fit the tray to the new size."""
        super().resizeEvent(event)
        self._stage.resize()

    @guarded(None)
    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Paint anew on a screen of another resolution."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._stage.forget()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """End the motion, or tell which die was clicked."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
        elif self.moving:
            self.skip()
        else:
            die = self.die_at(event.position().x(), event.position().y())
            if die >= 0:
                self.clicked.emit(die)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Tell which die the pointer is on."""
        if not self.moving:
            self._set_hovered(self.die_at(event.position().x(), event.position().y()))

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Tell that the pointer left."""
        super().leaveEvent(event)
        self._set_hovered(-1)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Take the keyboard's ring away."""
        super().focusOutEvent(event)
        self._set_hovered(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Space ends the motion; arrows walk over the dice; Return clicks the one walked to."""
        key, count = event.key(), len(self._dice)
        if key in {Qt.Key.Key_Space, Qt.Key.Key_Escape} and self.moving:
            self.skip()
        elif key in {Qt.Key.Key_Right, Qt.Key.Key_Down} and count and not self.moving:
            self._set_hovered((self._hovered + 1) % count)
        elif key in {Qt.Key.Key_Left, Qt.Key.Key_Up} and count and not self.moving:
            self._set_hovered((max(self._hovered, 0) - 1) % count)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self._hovered >= 0:
            self.clicked.emit(self._hovered)
        else:
            super().keyPressEvent(event)

    @guarded(None)
    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        """Nothing moves unseen: the result is there at once."""
        super().hideEvent(event)
        self.skip()
        self._stage.rest()
