"""The dice tray: shows a throw whose outcome was decided before, ends at once when asked to, and marks what counted."""

from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import QEvent, QPointF, QRect, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.panels.tray.callout import CallOutPainter
from bones_desktop.panels.tray.choreography import hopped, rethrow_motion, throw_motion
from bones_desktop.panels.tray.contents import TrayContents
from bones_desktop.panels.tray.dicemoves import DiceMoves
from bones_desktop.panels.tray.dicepainter import upright
from bones_desktop.panels.tray.flash import Flash
from bones_desktop.panels.tray.layout import MOST_FLYING, OPPONENT, rows, tray_size
from bones_desktop.panels.tray.motion import Among, Flying, Motion, Pose
from bones_desktop.panels.tray.playback import Speed
from bones_desktop.panels.tray.pointing import Pointing
from bones_desktop.panels.tray.scene import raised
from bones_desktop.panels.tray.stage import Stage
from bones_desktop.panels.tray.throwfile import ThrowSource
from bones_desktop.panels.tray.traydie import TrayDie, bodies
from bones_desktop.panels.tray.warmup import Warmup
from bones_desktop.rules.reading import Role
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.announce import announce
from bones_desktop.widgets.guarded import guarded

_BY_KEY = frozenset({Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason})
_STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}


class TrayWidget(QWidget):
    """A tray of dice. It shows outcomes and never decides them.

    `throw` animates towards the faces it is given and then emits `settled`, exactly once a throw unless a newer throw
    replaces it first. A click, Space, hiding or closing ends the motion at once, and so does the speed "off". After
    settling, dice glide into rows by group with their pictures upright when `gather` is on.

    Marks, notes, replaced faces and offers belong to the throw on the table: the next dice take them away.
    """

    settled = Signal()
    hovered = Signal(int)
    """The die the pointer or the keyboard is on, -1 for none."""
    clicked = Signal(int)
    """The die chosen by a click or with Return; of offered dice only while any are offered."""
    declined = Signal()
    """None of the offered dice was wanted; they are offered no more."""

    def __init__(self, theme: Theme, source: ThrowSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._source = theme, source
        self._contents = TrayContents()
        self._pending = self._reached = False
        self._stage = Stage(theme, self)
        self._moves = DiceMoves(self)
        self._moves.moved.connect(self.update)
        self._moves.landed.connect(self._land)
        self._moves.rested.connect(self._come_to_rest)
        self._flash = Flash(self)
        self._flash.changed.connect(self.update)
        self._warmup = Warmup(self)
        self._pointing = Pointing(self)
        self._pointing.changed.connect(self.update)
        self._pointing.hovered.connect(self._hover)
        self._pointing.clicked.connect(self.clicked)
        self._pointing.declined.connect(self.declined)
        self._pointing.offers.connect(self._change)
        self._pointing.walked.connect(self._announce)
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
        return self._moves.moving

    @property
    def warming(self) -> bool:
        """Whether there is something left to get ready."""
        return self._warmup.active

    @property
    def shown(self) -> tuple[int, ...]:
        """The index of the face each die shows or will show when it has settled."""
        return self._contents.indices

    @property
    def poses(self) -> tuple[Pose, ...]:
        """Where the dice are now and how they lie."""
        return tuple(self._moves.poses)

    @property
    def pointed(self) -> int:
        """The die the pointer or the keyboard is on, -1 for none."""
        return self._pointing.die

    @property
    def offered(self) -> frozenset[int]:
        """The dice that can be picked; none at all while nothing is to be picked."""
        return self._pointing.offered

    def set_speed(self, speed: Speed) -> None:
        """Set how dice move from the next throw on; "off" shows results at once, as reduced motion asks for."""
        self._moves.set_speed(speed)

    def set_gather(self, gather: bool) -> None:
        """Set whether dice that have settled glide into rows."""
        self._moves.gather = gather

    def set_plate(self, text: str) -> None:
        """Write `text` on the plate in place of the number of the throw; "" goes back to the number."""
        if text != self._contents.plate:
            self._contents.plate = text
            self._glow()
            self._change()

    def set_sides(self, names: Mapping[str, str]) -> None:
        """Tell whose dice lie near ("character") and far ("opponent"); nothing takes both plates away."""
        self._contents.sides = dict(names)
        self._change()

    def warm(self, dice: Sequence[TrayDie]) -> None:
        """Get ready, a little at a time, for a throw of these dice: their faces, flights and the tray they need."""
        count = min(len(dice), MOST_FLYING)
        ahead = self._stage.work_ahead(tray_size(len(dice)), bodies(dice, ()))
        self._warmup.start([lambda: self._source.flight(count, 0) is not None, *ahead])
        if self.moving or not self.isVisible():
            self._warmup.pause()

    def throw(self, dice: Sequence[TrayDie], indices: Sequence[int], seed: int) -> None:
        """Throw `dice` so that each shows the face of its index; `seed` chooses only how they fly.

        With the speed "off", or while the tray is hidden, `settled` is emitted before this returns.
        """
        self._begin(dice, indices, tray_size(len(dice)))
        rest = self._rest()
        if self._animated:
            self._play(throw_motion(self._source, rest, self.shown, self._stage.tray, seed))
        else:
            self._show_at_once(rest)

    def rethrow(self, places: Collection[int], indices: Sequence[int], seed: int) -> None:
        """Throw the dice at `places` again, the others stay; `indices` are the faces of all dice afterwards."""
        self.skip()
        lying = self._moves.poses
        self._begin(self._contents.dice, indices, self._stage.tray)
        if self._animated:
            self._play(rethrow_motion(self._source, lying, places, self.shown, self._stage.tray, seed))
        else:
            self._show_at_once(hopped(lying, places, self.shown))

    def show_still(self, dice: Sequence[TrayDie], indices: Sequence[int] | None = None, room: int = 0) -> None:
        """Lay `dice` in rows without motion, showing their first faces when there are no `indices` yet.

        The tray has room for `room` dice if that is more, so that nothing shrinks when they are thrown with others.
        """
        self._set_dice(dice, indices if indices is not None else [0] * len(dice), tray_size(max(len(dice), room)))
        self._pending = False
        self._contents.thrown = indices is not None
        self._moves.lay(self._rest())
        self._change()
        self.warm(dice)

    def mark(self, roles: Sequence[Role]) -> None:
        """Draw what each die did; no roles at all takes the marks away. ValueError when they are not one a die."""
        self._contents.mark(roles)
        self._stage.set_bodies(self._contents.bodies())
        self._change()

    def explain(self, notes: Sequence[str]) -> None:
        """Take one sentence a die for its call-out; none at all takes them away. ValueError when not one a die."""
        self._contents.explain(notes)
        self._pointing.set_telling(bool(self._contents.notes))
        self.update()

    def show_before(self, faces: Mapping[int, int]) -> None:
        """Show, crossed out on each of these dice, its face of that index: it was replaced. {} takes them away."""
        self._contents.replace(faces)
        self._change()

    def offer(self, places: Collection[int]) -> None:
        """Let one of these dice be picked: `clicked` tells which, `declined` that none is wanted; () ends it."""
        if places:
            self.skip()
        self._pointing.offer(places)

    def point_at(self, die: int) -> None:
        """Draw the ring around die `die` as if the pointer were on it, around none for -1."""
        if not self.moving:
            self._pointing.show(die)

    def skip(self) -> None:
        """End any motion at once; the dice lie where they would have come to lie."""
        self._moves.skip()

    def die_rect(self, die: int) -> QRect:
        """Return where die `die` is on the widget."""
        return self._stage.scene.die_rect(self._held[die])

    def die_at(self, x: float, y: float) -> int:
        """Return which die is at a point of the widget, the nearest of those over one another, or -1."""
        return self._stage.scene.die_at(QPointF(x, y), self._held)

    @property
    def _held(self) -> list[Pose]:
        return raised(self._moves.poses, self.offered)

    @property
    def _animated(self) -> bool:
        return self._moves.speed != "off" and self.isVisible() and bool(self._contents.dice)

    def _begin(self, dice: Sequence[TrayDie], indices: Sequence[int], tray: tuple[float, float]) -> None:
        self._set_dice(dice, indices, tray, hurry=self._moves.speed != "off")
        self._contents.count_throw()
        self._pending = True
        self._glow()

    def _set_dice(
        self, dice: Sequence[TrayDie], indices: Sequence[int], tray: tuple[float, float], *, hurry: bool = False
    ) -> None:
        """Take other dice, dropping any motion of those before."""
        self._contents.lay(dice, indices)
        self._moves.lay(())
        self._pointing.set_count(len(dice))
        self._stage.set_tray(tray, hurry=hurry)
        self._stage.set_bodies(self._contents.bodies())

    def _rest(self) -> list[Pose]:
        places = rows([die.group for die in self._contents.dice], *self._stage.tray)
        return [upright(place, index) for place, index in zip(places, self.shown, strict=True)]

    def _glow(self) -> None:
        if self._animated:
            self._flash.glow()

    def _play(self, motion: Motion) -> None:
        self._warmup.pause()
        self._moves.play(motion, self._rest() if isinstance(motion, Flying | Among) else None)

    def _show_at_once(self, poses: Sequence[Pose]) -> None:
        self._moves.lay(poses)
        self._stage.sharpen()
        self._land()

    def _land(self) -> None:
        """Show the dice as they lie, or glide, and tell it, once a throw."""
        self._change()
        if self._pending:
            self._pending = False
            self.settled.emit()

    def _come_to_rest(self) -> None:
        if not self.moving:
            self._stage.sharpen()
            self._warmup.resume()
            self._change()

    def _hover(self, die: int) -> None:
        self.setCursor(
            Qt.CursorShape.PointingHandCursor if self.offered and die in self.offered else Qt.CursorShape.ArrowCursor
        )
        self.hovered.emit(die)

    def _announce(self, die: int) -> None:
        announce(self, self._contents.announcement(die))

    def _describe(self) -> None:
        self.setAccessibleDescription(self._contents.description(self.offered))

    def _change(self) -> None:
        self._describe()
        self._stage.redraw()

    @guarded(None)
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        """Paint the tray."""
        scene, dice, contents = self._stage.scene, self._stage.bodies, self._contents
        painter = QPainter(self)
        if self.moving:
            scene.paint_moving(painter, dice, self._moves.poses)
        else:
            scene.paint_still(painter, dice, self._held, contents.marks(self.offered))
        plates = self._stage.plates
        plates.own_side(painter, contents.sides.get("character", ""))
        plates.far_side(painter, contents.sides.get(OPPONENT, ""))
        plates.throw(painter, contents.plate_words(), self._flash.strength)
        if not self.moving:
            self._paint_pointing(painter)
        painter.end()

    def _paint_pointing(self, painter: QPainter) -> None:
        ringed, told = self._pointing.ringed, self._pointing.told
        if ringed >= 0:
            self._stage.scene.paint_focus(painter, self._held[ringed], offered=ringed in self.offered)
        elif self._reached:
            self._stage.scene.paint_reached(painter)
        if told >= 0:
            callout = CallOutPainter(self._theme, self._contents.callout(told), self.rect())
            callout.paint(painter, self.die_rect(told))

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
        """End the motion, or take hold of a die."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
        elif self.moving:
            self.skip()
        else:
            self._pointing.press(self.die_at(event.position().x(), event.position().y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Tell which die was clicked."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mouseReleaseEvent(event)
        elif not self.moving:
            self._pointing.release(self.die_at(event.position().x(), event.position().y()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Tell which die the pointer is on."""
        if not self.moving:
            self._pointing.move(self.die_at(event.position().x(), event.position().y()))

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Tell that the pointer left."""
        super().leaveEvent(event)
        self._pointing.leave()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Show where the keys go when a key brought the focus here."""
        super().focusInEvent(event)
        self._reached = event.reason() in _BY_KEY
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Take the keyboard's ring away."""
        super().focusOutEvent(event)
        self._reached = False
        self._pointing.leave()
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Space ends the motion; arrows walk over the dice; Return picks the one walked to; Esc declines."""
        key, pointing = Qt.Key(event.key()), self._pointing
        if self.moving:
            done = key in {Qt.Key.Key_Space, Qt.Key.Key_Escape}
            if done:
                self.skip()
        elif key in _STEPS and self._contents.dice:
            pointing.walk(_STEPS[key])
            done = True
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            done = pointing.pick()
        else:
            done = key == Qt.Key.Key_Escape and (pointing.decline() or pointing.hush())
        if not done:
            super().keyPressEvent(event)

    @guarded(None)
    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Go on getting ready."""
        super().showEvent(event)
        self._warmup.resume()

    @guarded(None)
    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        """Nothing moves or waits unseen: the result is there at once."""
        super().hideEvent(event)
        self.skip()
        self._flash.stop()
        self._pointing.leave()
        self._warmup.pause()
        self._stage.rest()
