"""The visible tray: paints its dice and handles the pointer and the keyboard."""

from collections import deque
from collections.abc import Callable, Iterable
from functools import reduce
from time import monotonic
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from bones_desktop.theme.theme import TARGET, Theme
from bones_desktop.tray.contents import Pointing, TrayContents, raised
from bones_desktop.tray.looks import FAR, OWN
from bones_desktop.tray.marks import CallOutBox
from bones_desktop.tray.motion import DiceMoves, Pose
from bones_desktop.tray.stage import Stage
from bones_desktop.widgets.focus import QUIET_RING
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.messages import announce
from bones_desktop.wording.language import _

_PAUSE: Final = 12
"""Milliseconds between two pieces of work.

These pauses keep the window responsive.
"""

Plan = Callable[[], Iterable[Callable[[], bool]]]
"""Returns the pieces of work needed now.

Each piece is a function that returns whether it had anything to do.
"""
_SLICE: Final = 0.006
"""Seconds of painting in advance, after which the window can do other work."""
_MS: Final = 150
_HELD_MS: Final = 1500
_DARK_MS: Final = 120
"""Milliseconds for which the steady light is off before it shows the next roll."""
_READ_OUT: Final = 6
"""Size of the largest group whose dice are listed one by one.

For larger groups, equal faces are counted.
"""
_BY_KEY: Final = frozenset({Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason})
_STEPS: Final = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}


class Warmup(QObject):
    """Does prepared work in small pieces while the window is idle."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._plan: Plan = tuple
        self._work: deque[Callable[[], bool]] = deque()
        self._due = False
        self._timer = QTimer(self, interval=_PAUSE)
        self._timer.timeout.connect(self._next)

    @property
    def active(self) -> bool:
        """True while work is in progress."""
        return self._timer.isActive()

    def set_plan(self, plan: Plan) -> None:
        """Set the function that returns the pieces of work.

        The work starts when `resume` is called.
        """
        self._plan = plan
        self.pause(again=True)

    def pause(self, *, again: bool = False) -> None:
        """Stop until `resume` is called.

        With `again`, all work is then done again, because its results are out of date.
        """
        self._timer.stop()
        self._due = self._due or again

    def resume(self) -> None:
        """Continue the remaining work."""
        if self._due:
            self._due = False
            self._work = deque(self._plan())
        if self._work:
            self._timer.start()

    def _next(self) -> None:
        # A piece with nothing to do takes no time, so the next one follows without a pause.
        while self._work and not self._work.popleft()():
            pass
        if not self._work:
            self._timer.stop()


class Flash(QObject):
    """Light that glows briefly, or shines steadily if motion is off.

    It repaints the tray at every step.
    """

    def __init__(self, tray: QWidget) -> None:
        super().__init__(tray)
        self._tray = tray
        self._animation = QVariantAnimation(self, startValue=1.0, endValue=0.0, duration=_MS)
        self._animation.valueChanged.connect(self._repaint)
        self._held = QTimer(self, singleShot=True, interval=_HELD_MS)
        self._held.timeout.connect(self._repaint)
        self._dark = QTimer(self, singleShot=True, interval=_DARK_MS)
        self._dark.timeout.connect(self._light)

    @property
    def strength(self) -> float:
        """Current strength of the light, from 0 to 1."""
        if self.steady:
            return 1.0
        if self._animation.state() is not QVariantAnimation.State.Running:
            return 0.0
        value = self._animation.currentValue()
        return value if isinstance(value, float) else 0.0

    @property
    def steady(self) -> bool:
        """True while the light shines steadily."""
        return self._held.isActive()

    def glow(self) -> None:
        """Start a glow that fades out."""
        self.stop()
        self._animation.start()

    def hold(self) -> None:
        """Shine steadily for a while."""
        shining = self.steady
        self.stop()
        # Without a dark moment, a second roll in a row would look the same.
        if shining:
            self._dark.start()
            self._repaint()
        else:
            self._light()

    def stop(self) -> None:
        """Turn the light off."""
        self._animation.stop()
        self._held.stop()
        self._dark.stop()

    def _light(self) -> None:
        self._held.start()
        self._repaint()

    def _repaint(self) -> None:
        self._tray.update()


class TraySurface(Guarded, QWidget):
    """A tray whose dice can be pointed at, clicked, pressed long and reached by keyboard.

    A click, Space or Esc ends any motion.
    """

    menu_asked = Signal(int, QPoint)
    """Emitted with a die and a screen position to show the menu of the die."""
    hovered = Signal(int)
    """Emitted with the die under the pointer or with the focus; -1 for none."""
    frame_changed = Signal()
    """Emitted when the picture has changed: dice, their poses, faces or marks."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.contents = TrayContents()
        self._reached = False
        self.stage = Stage(theme, self)
        self.stage.sharpened.connect(self._get_ready)
        self._moves = DiceMoves(self)
        self._moves.moved.connect(self._show_frame)
        self._moves.rested.connect(self._come_to_rest)
        self._finishing = QTimer(self, interval=0)
        self._finishing.timeout.connect(self._paint_ahead)
        self.flash = Flash(self)
        self._warmup = Warmup(self)
        self._pointing = Pointing(self)
        self.callout = CallOutBox(theme, self)
        self._spoken: list[QLabel] = []
        """A label for each die, while a screen reader runs."""
        self._pointing.changed.connect(self.update)
        self._pointing.changed.connect(self._show_callout)
        self._pointing.hovered.connect(self._hover)
        self.clicked, self.missed, self.declined = (
            self._pointing.clicked,
            self._pointing.missed,
            self._pointing.declined,
        )
        self._pointing.offer_changed.connect(self._change)
        self._pointing.keyboard_moved.connect(self._announce)
        # The tray paints every pixel, so Qt need not clear the widget.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        # Callouts and rings follow the pointer without a pressed button.
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty(QUIET_RING, True)
        self.setMinimumSize(320, 220)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        speak_as(self, Role.Graphic, _("Dice tray"))
        theme.changed.connect(self._renew)
        self._describe()

    @property
    def called_out(self) -> int:
        """The die whose callout is shown; -1 for none."""
        return self._pointing.called_out

    @property
    def moving(self) -> bool:
        """True while dice are moving, or have landed but their final picture is not complete."""
        return self._moves.moving or self._finishing.isActive()

    @property
    def pointed(self) -> int:
        """The die under the pointer or with the focus; -1 for none."""
        return self._pointing.die

    @property
    def offered(self) -> frozenset[int]:
        """The dice that can be picked; empty if no die is offered."""
        return self._pointing.offered

    def skip(self) -> None:
        """End any motion: the dice take their final positions."""
        self._moves.skip()
        if self._finishing.isActive():
            self._finish()

    def die_rect(self, die: int) -> QRect:
        """Return the rectangle of a die on the widget."""
        return self.stage.scene.die_rect(self._held[die])

    def die_at(self, x: float, y: float) -> int:
        """Return the die at a point of the widget, the nearest if they overlap; -1 for none.

        In touch mode each die is at least TARGET wide and high.
        """
        return self.stage.scene.die_at(QPointF(x, y), self._held, TARGET / 2 if self._theme.is_touch else 0)

    @property
    def _held(self) -> list[Pose]:
        return raised(self._moves.poses, self.offered)

    def _hover(self, die: int) -> None:
        self.setCursor(
            Qt.CursorShape.PointingHandCursor if self.offered and die in self.offered else Qt.CursorShape.ArrowCursor
        )
        self.hovered.emit(die)

    def _come_to_rest(self) -> None:
        if not self._moves.moving:
            self._finishing.start()

    def _paint_ahead(self) -> None:
        """Do one more step of the final picture, and show it when it is complete."""
        stage, ends = self.stage, monotonic() + _SLICE
        marks = self.contents.marks(self.offered)
        # Painting the detailed picture takes longer than a frame. Painting it in steps does not delay clicks and keys.
        while not (stage.sharpen_ahead() and stage.scene.paint_ahead(stage.bodies, self._held, marks)):
            if monotonic() >= ends:
                return
        self._finish()

    def _finish(self) -> None:
        """Show the dice at rest."""
        self._finishing.stop()
        self.stage.sharpen()
        self._place_spoken()
        self._get_ready()
        self._show_frame()

    def _show_frame(self) -> None:
        self.update()
        self.frame_changed.emit()

    def _renew(self) -> None:
        """Repeat the preparation, because colours have changed or the tray is on another screen."""
        self._warmup.pause(again=True)
        self._get_ready()

    def _get_ready(self) -> None:
        """Prepare the next roll while the window is idle."""
        if self.stage.begun and self.isVisible() and not self.moving and not self.stage.rebuilding:
            self._warmup.resume()

    def _announce(self, die: int) -> None:
        announce(self, self.contents.announcement(die))

    def _describe(self) -> None:
        self.setAccessibleDescription(self.contents.description(self.offered))
        self._place_spoken()

    def _place_spoken(self) -> None:
        """Put a label without text over each die, so that screen readers can find the dice in the tray."""
        if not QAccessible.isActive():
            return
        while len(self._spoken) > len(self.contents.dice):
            self._spoken.pop().deleteLater()
        while len(self._spoken) < len(self.contents.dice):
            label = plain_label(self)
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            label.show()
            self._spoken.append(label)
        for die, label in enumerate(self._spoken):
            label.setAccessibleName(self.contents.announcement(die))
            if die < len(self._held):
                label.setGeometry(self.die_rect(die))

    def _change(self) -> None:
        self._describe()
        self.stage.redraw()
        self.frame_changed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Paint the tray."""
        scene, dice, contents = self.stage.scene, self.stage.bodies, self.contents
        painter = QPainter(self)
        if self.moving or self._finishing.isActive():
            scene.paint_moving(painter, dice, self._moves.poses, self._paint_plates, entering=self._moves.entering)
        else:
            scene.paint_still(painter, dice, self._held, contents.marks(self.offered))
            if self.flash.steady:
                scene.paint_lit_rim(painter)
            self._paint_plates(painter)
            self._paint_names(painter)
            self._paint_pointing(painter)
        painter.end()

    def _paint_plates(self, painter: QPainter) -> None:
        plates, contents = self.stage.plates, self.contents
        plates.own_side(painter, contents.sides.get(OWN, ""))
        if other := contents.sides.get(FAR, ""):
            scene, still = self.stage.scene, () if self.moving else self._held
            plates.far_side(painter, other, [scene.die_rect(pose) for pose in still])
        plates.throw(painter, contents.plate_words(), self.flash.strength)

    def _paint_names(self, painter: QPainter) -> None:
        """Below each group, write its name and the faces shown by its dice.

        The text is below the group's row that is nearest to the viewer. In a large group, equal faces are counted.
        """
        contents, scene, groups = self.contents, self.stage.scene, dict[str, list[int]]()
        for place, die in enumerate(contents.dice):
            if die.group in contents.names:
                groups.setdefault(die.group, []).append(place)
        for group, dice in groups.items():
            rows = {die: round(self._held[die].place[1], 1) for die in dice}
            nearest = [die for die in dice if rows[die] == min(rows.values())]
            room = reduce(QRect.united, (scene.die_rect(self._held[die]) for die in nearest))
            shown = contents.read_out(dice, _READ_OUT) if contents.thrown else ""
            self.stage.plates.below(painter, f"{contents.names[group]} {shown}".strip(), room)

    def _paint_pointing(self, painter: QPainter) -> None:
        held, ringed = self._held, self._pointing.ringed
        # Other dice are about to be shown, so the index of the ringed die does not exist any more.
        if ringed >= len(held):
            return
        if ringed >= 0:
            self.stage.scene.paint_focus(painter, held[ringed], offered=ringed in self.offered)
        elif self._reached:
            self.stage.scene.paint_reached(painter)

    def _show_callout(self) -> None:
        """Show the callout of the die on which the pointer rests, or hide it."""
        called_out = self._pointing.called_out
        if 0 <= called_out < len(self._held):
            dice = [self.die_rect(die) for die in range(len(self._held))]
            others = dice[:called_out] + dice[called_out + 1 :]
            self.callout.show_at(self.contents.callout(called_out), dice[called_out], others)
        else:
            self.callout.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the tray to the new size."""
        super().resizeEvent(event)
        self._pointing.hush()
        self._warmup.pause(again=True)
        self.stage.resize()

    def changeEvent(self, event: QEvent) -> None:
        """Paint again for a screen with another resolution."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.stage.forget()
            self._renew()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of the die under the pointer, or of the die with the ring if a key was pressed."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        die = self._pointing.die if by_key else self.die_at(event.pos().x(), event.pos().y())
        if die >= 0 and not self.moving:
            self._pointing.hush()
            self.menu_asked.emit(die, self.mapToGlobal(self.rect().center()) if by_key else event.globalPos())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """End the motion, or start a press on a die."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
        elif self.moving:
            self.skip()
        else:
            self._pointing.press(self.die_at(event.position().x(), event.position().y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a press, which clicks the die."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mouseReleaseEvent(event)
        elif not self.moving:
            self._pointing.release(self.die_at(event.position().x(), event.position().y()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer from die to die."""
        if not self.moving:
            self._pointing.move(self.die_at(event.position().x(), event.position().y()))

    def leaveEvent(self, event: QEvent) -> None:
        """Point at no die, since the pointer left."""
        super().leaveEvent(event)
        self._pointing.leave()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus ring if a key moved the focus here."""
        super().focusInEvent(event)
        self._reached = event.reason() in _BY_KEY

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the focus ring."""
        super().focusOutEvent(event)
        self._reached = False
        self._pointing.leave()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End motion with Space or Esc. Move between dice with arrow keys, pick with Return, decline with Esc."""
        key, pointing = Qt.Key(event.key()), self._pointing
        if self.moving:
            done = key in {Qt.Key.Key_Space, Qt.Key.Key_Escape}
            if done:
                self.skip()
        elif key in _STEPS and self.contents.dice:
            pointing.walk(_STEPS[key])
            done = True
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            done = pointing.pick()
        else:
            done = key == Qt.Key.Key_Escape and (pointing.decline() or pointing.hush())
        if not done:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Continue the preparation."""
        super().showEvent(event)
        if not self.moving:
            self.stage.wake()
        self._get_ready()

    def hideEvent(self, event: QHideEvent) -> None:
        """Show the result at once, because nothing moves while the tray is hidden."""
        super().hideEvent(event)
        self.skip()
        self.flash.stop()
        self._pointing.leave()
        self._warmup.pause()
        self.stage.rest()
