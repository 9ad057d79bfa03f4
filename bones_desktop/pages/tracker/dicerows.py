"""Dice in two rows, in play and lost. A button or dragging moves a die between the rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QPushButton, QSizePolicy, QStyle, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.diecard import DieCard, DieCardLook, card_size
from bones_desktop.widgets.layouts import Fitting, follow_one_another
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import follow, set_type
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _

LINES: Final = 2
"""Lines of text below a lost die: cause and day."""
SCALES: Final = (4.0, 3.6, 3.2, 2.8, 2.4, 2.0, 1.8, 1.6, 1.45, 1.3, 1.15, 1.0)
IN_LINES: Final = 1
"""Lines of text below a die in play, for its name."""
_SLACK: Final = 10
"""Spare pixels needed before dice grow; otherwise a scroll bar that comes and goes would make them flicker."""
_GAP: Final = 6
_BETWEEN: Final = 12
_WORD: Final = 52


class WoundCard(DieCard):
    """A die that can be dragged. The owner decides what a drop does."""

    double_clicked = Signal()
    dragged = Signal()
    """Emitted when the card was moved; `geometry` is its new rectangle."""
    dropped = Signal()

    def __init__(self, theme: Theme, die: int, parent: QWidget) -> None:
        super().__init__(theme, die, parent, lines=LINES)
        self._pressed: QPoint | None = None
        self._is_dragged = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember the point at which a drag would begin."""
        super().mousePressEvent(event)
        if event.button() is Qt.MouseButton.LeftButton:
            self._pressed = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move with the pointer once it has moved a few pixels."""
        at, pressed = event.position().toPoint(), self._pressed
        if pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        if not self._is_dragged and (at - pressed).manhattanLength() < QApplication.startDragDistance():
            super().mouseMoveEvent(event)
            return
        if not self._is_dragged:
            self._is_dragged = True
            self.setDown(False)  # a drop is not a click
            # The dragged card must be painted above all others.
            self.raise_()
        self.move(self.mapToParent(at) - pressed)
        self.dragged.emit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the drag and emit `dropped`."""
        was_dragged, self._is_dragged, self._pressed = self._is_dragged, False, None
        super().mouseReleaseEvent(event)
        if was_dragged:
            self.dropped.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Emit `double_clicked` for the left button."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.double_clicked.emit()


@dataclass(frozen=True, slots=True)
class DieMark:
    """Marks a die that a blow will take."""

    words: str
    given: bool
    """Whether the owner chose the die."""


class DiceRows(Fitting):
    """Shows dice and emits requests; the owner makes the changes."""

    picked = Signal(int)
    """Emitted with the die clicked."""
    requested = Signal(int)
    """Emitted to move the die to the other row or, while a blow is prepared, to give the die up or keep it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._in: tuple[int, ...] = ()
        self._out: tuple[int, ...] = ()
        self._giving = False
        self._marks: Mapping[int, DieMark] = {}
        self.scale = 1.0
        """Size of the dice relative to those on the Table page."""
        self._height = 0
        self._over: int | None = None
        self.cards: list[WoundCard] = []
        self.buttons: list[QPushButton] = []
        self.in_word = plain_label(self, _("In"), "muted")
        self._out_word = plain_label(self, _("Out"), "muted")
        set_type(theme, self.in_word, self._out_word, size=20, serif=True, bold=True)
        self._none_in = plain_label(
            self, _("No die is left; damage counts below zero now."), "muted", wrap=True, theme=theme, size=16
        )
        self.none_out = plain_label(self, _("No die is lost."), "muted", theme=theme, size=16)
        self.more_damage = QPushButton(_("One more damage"), self)
        self.more_damage.setProperty("kind", "danger")
        self.more_damage.setToolTip(_("It goes below zero (I)"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_("Dice, left and lost"))
        follow(theme, self, DiceRows._fit)

    def show_dice(self, looks: Sequence[DieCardLook], out: Sequence[int], *, past_harm: bool) -> None:
        """Show all dice. Those in `out` are in the second row, in this order."""
        if len(looks) != len(self.cards):
            self._make(len(looks))
        for card, look in zip(self.cards, looks, strict=True):
            card.show_look(look)
        gone = set(out)
        before = (self._in, self._out)
        self._in = tuple(die for die in range(len(looks)) if die not in gone)
        self._out = tuple(out)
        self._none_in.setVisible(bool(looks) and not self._in)
        self.more_damage.setVisible(bool(looks) and not self._in and not past_harm)
        self.none_out.setVisible(not self._out)
        self._name_buttons()
        if before != (self._in, self._out):
            follow_one_another([self.more_damage, *(self.cards[die] for die in (*self._in, *self._out))])
        self._fit()

    def show_selected(self, die: int) -> None:
        """Highlight a die; none for -1."""
        for card in self.cards:
            card.setChecked(card.die == die)

    def show_marks(self, marks: Mapping[int, DieMark] | None) -> None:
        """Let the buttons choose dice to give up for a blow.

        `marks` are the dice that the blow takes; None if no blow is prepared.
        """
        self._giving = marks is not None
        self._marks = marks or {}
        for card in self.cards:
            mark = self._marks.get(card.die)
            card.set_mark(mark.words if mark else "", given=mark is not None and mark.given)
        self._name_buttons()

    def set_room(self, height: int) -> None:
        """Set the height to fill. Dice grow to fit, but are never smaller than on the Table page."""
        if height != self._height:
            self._height = height
            self._fit()

    def row_rects(self) -> tuple[QRect, QRect]:
        """Return the rectangles of the two rows."""
        per_line, lines = self._lines()
        gap, line = self._theme.px(_GAP), self._line_height(self.scale, IN_LINES)
        first = QRect(0, 0, self.width(), lines * (line + gap) - gap)
        line = self._line_height(self.scale, LINES)
        others = max(1, ceil(len(self._out) / per_line))
        top = first.bottom() + 1 + self._theme.px(_BETWEEN)
        return first, QRect(0, top, self.width(), others * (line + gap) - gap)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Highlight the row over which a die is dragged."""
        if self._over is None:
            return
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # A dashed line differs from the border of a focused die.
        painter.setPen(QPen(theme.color("second"), 2, Qt.PenStyle.DashLine))
        painter.setBrush(theme.color("hover"))
        room = QRectF(self.row_rects()[self._over]).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(room, theme.px(8), theme.px(8))
        painter.end()

    def _make(self, count: int) -> None:
        for old in (*self.cards, *self.buttons):
            # Hide first, because Qt deletes the widgets only after the current event.
            old.hide()
            old.deleteLater()
        self.cards = [self._card(die) for die in range(count)]
        self.buttons = [self._button(die) for die in range(count)]
        self._in = self._out = ()

    def _card(self, die: int) -> WoundCard:
        card = WoundCard(self._theme, die, self)
        card.clicked.connect(partial(self.picked.emit, die))
        card.double_clicked.connect(partial(self._double_clicked, die))
        card.dragged.connect(partial(self._dragged, die))
        card.dropped.connect(partial(self._dropped, die))
        card.show()
        return card

    def _button(self, die: int) -> QPushButton:
        button = push_button(self, "", partial(self.requested.emit, die))
        # Enter on the die does the same, so Tab skips the button.
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.show()
        return button

    def _double_clicked(self, die: int) -> None:
        # While a blow is prepared, one click picks the die.
        if self._giving:
            self.picked.emit(die)
        else:
            self.requested.emit(die)

    def _name_buttons(self) -> None:
        for die, button in enumerate(self.buttons):
            if die in self._out:
                text, said = _("Heal"), _("Heal die {n}")
            elif not self._giving:
                text, said = _("Lose"), _("Lose die {n}")
            elif die in self._marks and self._marks[die].given:
                text, said = _("Keep"), _("Keep die {n}")
            else:
                text, said = _("Give up"), _("Give up die {n}")
            button.setText(text)
            button.setAccessibleName(said.format(n=die + 1))

    def _dragged(self, die: int) -> None:
        place = self._other_row(die)
        if place != self._over:
            self._over = place
            self.update()

    def _dropped(self, die: int) -> None:
        other, self._over = self._other_row(die), None
        self._fit()
        self.update()
        if other is not None:
            self.requested.emit(die)

    def _other_row(self, die: int) -> int | None:
        """Return the row, 0 or 1, to which a die was dragged; None if it stays in its row or is outside both."""
        centre = self.cards[die].geometry().center()
        rows = self.row_rects()
        other = 0 if die in self._out else 1
        return other if rows[other].contains(centre) else None

    def _card_size(self, scale: float, lines: int = LINES) -> QSize:
        return card_size(self._theme, scale, lines)

    def _line_height(self, scale: float, lines: int) -> int:
        return self._card_size(scale, lines).height() + self._button_height() + self._theme.px(4)

    def _button_height(self) -> int:
        return self._theme.px(34)

    def _room(self) -> int:
        return max(1, self.width() - self._theme.px(_WORD))

    def _fitting_scale(self) -> float:
        """Return the largest scale at which all dice fit, no matter which dice are lost."""
        theme = self._theme
        gap = theme.px(_GAP)
        for scale in SCALES[:-1]:
            # Dice need spare room to grow, but not to shrink.
            slack = _SLACK if scale > self.scale else 0
            per_line = (self._room() - slack + gap) // (self._card_size(scale).width() + gap)
            # With fewer than four dice on a line, a row would look like a column.
            if per_line < min(4, len(self.cards)):
                continue
            lines = ceil(len(self.cards) / max(1, per_line))
            most = self._line_height(scale, IN_LINES) + lines * self._line_height(scale, LINES)
            if most + (lines - 1) * gap + theme.px(_BETWEEN) <= self._height:
                return scale
        return SCALES[-1]

    def _lines(self) -> tuple[int, int]:
        """Return how many dice fit on a line, and how many lines the first row has."""
        gap, width = self._theme.px(_GAP), self._card_size(self.scale).width()
        per_line = max(1, (self._room() + gap) // (width + gap))
        return per_line, max(1, ceil(len(self._in) / per_line))

    def _fit(self) -> None:
        """Lay out all dice and request the height needed."""
        self.scale = self._fitting_scale()
        for card in self.cards:
            card.set_scale(self.scale)
        first, second = self.row_rects()
        self._place_row(first, self._in, IN_LINES)
        self._place_row(second, self._out, LINES)
        for row, word, none in (
            (first, self.in_word, self._none_in),
            (second, self._out_word, self.none_out),
        ):
            self._place_words(row, word, none)
        if self.more_damage.isVisibleTo(self):
            words = self._none_in.geometry()
            size = self.more_damage.sizeHint()
            left = QRect(self._theme.px(_WORD), words.bottom() + self._theme.px(8), size.width(), size.height())
            self.more_damage.setGeometry(self._mirrored(left))
        height = second.bottom() + 1
        # Setting the same height again would cause an endless series of layouts.
        if height != self.minimumHeight():
            self.setFixedHeight(height)

    def _place_words(self, row: QRect, word: QWidget, none: QWidget) -> None:
        theme, start = self._theme, self._theme.px(_WORD)
        word.setGeometry(self._mirrored(QRect(0, row.top() + theme.px(4), start, word.sizeHint().height())))
        none.setGeometry(self._mirrored(QRect(start, row.top() + theme.px(6), self._room(), theme.px(28))))

    def _place_row(self, row: QRect, dice: Sequence[int], lines: int) -> None:
        theme, start = self._theme, self._theme.px(_WORD)
        size, gap, per_line = self._card_size(self.scale, lines), self._theme.px(_GAP), self._lines()[0]
        line = self._line_height(self.scale, lines) + gap
        for place, die in enumerate(dice):
            left = start + place % per_line * (size.width() + gap)
            top = row.top() + place // per_line * line
            self.cards[die].setGeometry(self._mirrored(QRect(left, top, size.width(), size.height())))
            below = QRect(left, top + size.height() + theme.px(2), size.width(), self._button_height())
            self.buttons[die].setGeometry(self._mirrored(below.adjusted(theme.px(4), 0, -theme.px(4), 0)))

    def _mirrored(self, rect: QRect) -> QRect:
        # Mirror by hand: Qt does not mirror manual positions for right-to-left languages.
        return QStyle.visualRect(self.layoutDirection(), self.rect(), rect)
