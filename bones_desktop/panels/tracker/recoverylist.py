"""What heals when, as a line of days from top to bottom; its lines come from the forecast of recovery."""

from itertools import groupby
from typing import Final

from PySide6.QtCore import QModelIndex, QPointF, QRectF, QSize
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QSizePolicy, QStyleOptionViewItem, QWidget

from bones_desktop.panels.tracker.woundwords import date_words, due_words, held_by
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import die_label, telling_faces
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.recovery import Recovery
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.minidie import paint_mini
from bones_desktop.widgets.lines import LEFT, RIGHT, write
from bones_desktop.widgets.lists.line import Line, LineLook, paint_row
from bones_desktop.widgets.lists.linelist import LineDelegate, LineList
from bones_desktop.widgets.rows import Index
from bones_desktop.wording.language import _

_LOOK: Final = LineLook(height=38)
_LARGE: Final = 1.4
"""How many times as large lines are where there is much room; their type is a size larger."""
_WIDEST: Final = 420
"""From what heals to the end of its date: further apart they are not read together."""
MOST_SHOWN: Final = 12
"""The most lines there is room for, so that what is below stays near."""
BELOW_ZERO: Final = "below-zero"
"""The key of the line for the points below zero; other keys are the numbers of dice."""


class RecoveryDelegate(LineDelegate):
    """Paints when, a bead on the line of days, the die and what heals, and the date.

    When is the right text of a line, the date or why it does not heal the second one.
    """

    def __init__(self, theme: Theme, view: "RecoveryList") -> None:
        super().__init__(theme, _LOOK, view)
        self._list = view
        self.large = False

    def px(self, size: float) -> int:
        """Return pixels for the text size and the room there is."""
        return self._theme.px(size * (_LARGE if self.large else 1))

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of a line; the view gives it its width."""
        return QSize(0, self.px(_LOOK.height))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, line: Line) -> None:
        theme, room = self._theme, QRectF(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row(painter, theme, room, option.state, _LOOK)
        size, lesser = (20, 16) if self.large else (14, 12)
        bold = theme.font("sans", size, bold=True)
        when = QFontMetricsF(bold).horizontalAdvance(_("in {n} days").format(n=888))
        left = room.left() + theme.px(8)
        write(painter, QRectF(left, room.top(), when, room.height()), line.right, bold, theme.color("text"), RIGHT)
        bead = left + when + theme.px(18)
        self._paint_bead(painter, room, bead, line)
        side = self.px(26)
        mini = QRectF(bead + theme.px(18), room.center().y() - side / 2, side, side)
        if isinstance(line.face, str) and line.face:
            paint_mini(painter, mini, theme, line.face, lost=True)
        start = mini.right() + theme.px(8)
        end = min(room.right() - theme.px(8), start + self.px(_WIDEST))
        font, small = theme.font("sans", size), theme.font("sans", lesser)
        wide = QFontMetricsF(font).horizontalAdvance(line.text) + QFontMetricsF(small).horizontalAdvance(line.second)
        beside = wide + theme.px(12) <= end - start
        top = QRectF(start, room.top(), end - start, room.height())
        below = QRectF(top)
        if not beside:
            top.setHeight(room.height() / 2 + theme.px(2))
            below.setTop(top.bottom() - theme.px(2))
        write(painter, top, line.text, font, theme.color("text"))
        write(painter, below, line.second, small, theme.color(line.second_tone), RIGHT if beside else LEFT)

    def _paint_bead(self, painter: QPainter, room: QRectF, x: float, line: Line) -> None:
        """Paint the line of days; damage under care has a full bead, what rest does not heal a hollow one aside."""
        theme, y, lines = self._theme, room.center().y(), self._list.lines.rows
        place = lines.index(line)
        if line.right:
            painter.setPen(QPen(theme.color("second"), 2))
            goes_on = any(each.right for each in lines[place + 1 : place + 2])
            painter.drawLine(QPointF(x, room.top() if place else y), QPointF(x, room.bottom() + 1 if goes_on else y))
        radius = theme.px(6)
        painter.setPen(QPen(theme.color("second" if line.right else "warn"), 2))
        painter.setBrush(theme.color("second" if line.sign == "disc" else "surface"))
        painter.drawEllipse(QPointF(x, y), radius, radius)


class RecoveryList(LineList):
    """What heals, in the order it does. Letters belong to the page."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _("What heals when"), parent, _LOOK, least=3, whole=True)
        self._delegate = RecoveryDelegate(theme, self)
        self.setItemDelegate(self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_die(self, die: int) -> None:
        """Bring the line of a die into view without a signal; without one nothing is current."""
        row = self.lines.row_of(str(die))
        if row != self.currentIndex().row():
            self.blockSignals(True)
            self.setCurrentIndex(self.lines.index(row) if row >= 0 else QModelIndex())
            self.blockSignals(False)

    def set_large(self, large: bool) -> None:
        """Show lines larger where there is much room; `restyle` follows."""
        self._delegate.large = large

    def restyle(self) -> None:
        """Fit the lines to the text size."""
        self.scheduleDelayedItemsLayout()
        self.setMaximumHeight(self._height(MOST_SHOWN))
        self.updateGeometry()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the first line, which chooses no die yet."""
        self.blockSignals(True)
        super().focusInEvent(event)
        self.blockSignals(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave letters and digits to the page."""
        if event.text().isalnum():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _height(self, rows: int) -> int:
        return rows * self._delegate.px(_LOOK.height)


def recovery_lines(rulebook: Rulebook, character: Character, found: Recovery) -> list[Line]:
    """Return a line for each die that heals, one for the points below zero together, and one for each held die."""
    faces = telling_faces(character.dice)
    lines = []
    for below, steps in groupby(found.steps, key=lambda step: step.die is None):
        group = tuple(steps)
        if below:
            last = group[-1].in_days
            note = date_words(character.day + last)
            words = _("{n} below zero").format(n=len(group))
            lines.append(_line(BELOW_ZERO, words, due_words(last), note, treated=group[-1].treated))
            continue
        for step in group:
            if step.die is None:
                continue
            note = date_words(character.day + step.in_days)
            if step.treated:
                note = _("{date}, under care").format(date=note)
            words, due = _named(rulebook, character, step.die), due_words(step.in_days)
            lines.append(_line(str(step.die), words, due, note, faces[step.die], treated=step.treated))
    for entry in character.lost:
        if entry.held and entry.die in found.held:
            what = held_by(character, entry)
            why = _("held by {effect}").format(effect=what) if what else _("held by magic")
            words = _named(rulebook, character, entry.die)
            lines.append(_line(str(entry.die), words, "", why, faces[entry.die]))
    return lines


def _line(key: str, what: str, due: str, note: str, face: str = "", *, treated: bool = False) -> Line:
    tone, sign = "muted" if due else "warn", "disc" if treated else "ring"
    spoken = ", ".join(part for part in (what, due, note) if part)
    return Line(what, note, due, key, sign, face, second_tone=tone, tip=spoken, spoken=spoken)


def _named(rulebook: Rulebook, character: Character, die: int) -> str:
    name = die_label(rulebook, character.dice[die], die)
    number = _("Die {n}").format(n=die + 1)
    return number if name == number else f"{number} · {name}"
