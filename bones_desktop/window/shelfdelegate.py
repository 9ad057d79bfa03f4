"""Paints one character of the shelf as a card: name, kind, and small faces of the first dice, or what is wrong."""

from PySide6.QtCore import QDateTime, QLocale, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from bones_desktop.rules.bones.character import Kind
from bones_desktop.rules.bones.icons import UNIVERSAL
from bones_desktop.storage.shelfentry import Entry
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.rowmodel import Index
from bones_desktop.window.shelfmodel import ShelfRole
from bones_desktop.wording.files import file_sentence


class ShelfDelegate(QStyledItemDelegate):
    """Cards of one height; the chosen one has the rim of the selection colour."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._width = 0

    def set_width(self, width: int) -> None:
        """Let cards be `width` wide, as the view's columns are."""
        self._width = width

    def least_width(self) -> int:
        """Return the least width a card is readable at."""
        return self._theme.px(270)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:  # noqa: N802 (Qt's name)
        """Return the size of a card with the gap around it."""
        return QSize(self._width or self.least_width(), self._theme.px(88))

    @guarded(None)
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the card."""
        entry = index.data(ShelfRole.ENTRY)
        if not isinstance(entry, Entry):
            return
        theme = self._theme
        state: QStyle.StateFlag = option.state
        card = QRectF(option.rect).adjusted(theme.px(4), theme.px(4), -theme.px(4), -theme.px(4))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        rim = theme.color("second") if chosen else theme.color("line")
        painter.setPen(QPen(rim, 2 if chosen else 1))
        painter.setBrush(theme.color("raised") if chosen or hovered else theme.color("surface"))
        painter.drawRoundedRect(card, theme.px(10), theme.px(10))
        if chosen and state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(theme.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(card.adjusted(3, 3, -3, -3), theme.px(8), theme.px(8))
        self._faces(painter, card, entry)
        self._words(painter, card, entry)
        painter.restore()

    def _faces(self, painter: QPainter, card: QRectF, entry: Entry) -> None:
        theme = self._theme
        side = card.height() - theme.px(24)
        square = QRectF(card.left() + theme.px(12), card.top() + theme.px(12), side, side)
        bone = QColor(theme.color("bone")) if entry.damaged is None else theme.color("line")
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(bone)
        painter.drawRoundedRect(square, theme.px(8), theme.px(8))
        inner = square.adjusted(side * 0.18, side * 0.18, -side * 0.18, -side * 0.18)
        if entry.damaged is not None:
            painter.setPen(theme.color("bad"))
            painter.setFont(theme.font("serif", 28, bold=True))
            painter.drawText(square, Qt.AlignmentFlag.AlignCenter, "!")
            return
        theme.faces.paint(painter, inner, entry.emblem or UNIVERSAL, theme.color("ink"))

    def _words(self, painter: QPainter, card: QRectF, entry: Entry) -> None:
        theme = self._theme
        left = card.left() + card.height()
        width = card.right() - theme.px(12) - left
        painter.setPen(theme.color("text"))
        font = theme.font("serif", 16, bold=True)
        painter.setFont(font)
        name = painter.fontMetrics().elidedText(
            " ".join((entry.name or entry.path.stem).split()), Qt.TextElideMode.ElideRight, int(width)
        )
        top = QRectF(left, card.top() + theme.px(9), width, theme.px(26))
        painter.drawText(top, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, name)
        painter.setFont(theme.font("sans", 12))
        line = QRectF(left, card.top() + theme.px(36), width, theme.px(18))
        for text in self._lines(entry):
            painter.setPen(theme.color("muted" if entry.damaged is None else "bad"))
            shown = painter.fontMetrics().elidedText(" ".join(text.split()), Qt.TextElideMode.ElideRight, int(width))
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)
            line.translate(0, theme.px(18))

    def _lines(self, entry: Entry) -> tuple[str, ...]:
        if entry.damaged is not None:
            return (self.tr("Damaged"), file_sentence(entry.damaged, self.tr))
        kinds = {
            Kind.PLAYER: self.tr("Player character"),
            Kind.CAST: self.tr("Cast member"),
            Kind.BEAST: self.tr("Beast"),
            Kind.HORDE: self.tr("Horde"),
        }
        first = f"{kinds[entry.kind or Kind.PLAYER]} · {entry.dice}D"
        if entry.newer:
            first += " · " + self.tr("made by a newer program")
        when = QLocale().toString(
            QDateTime.fromSecsSinceEpoch(int(entry.modified.timestamp())), QLocale.FormatType.ShortFormat
        )
        return (first, when)
