"""List entries of two lines: a name, and below it, muted, what it is."""

from enum import IntEnum

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.lines import write
from bones_desktop.widgets.rows import Index


class LineRole(IntEnum):
    """Roles of a model of two-line entries."""

    SECOND = Qt.ItemDataRole.UserRole + 1
    FACE = Qt.ItemDataRole.UserRole + 2
    """Code of the face painted at the left; "" for none."""
    ICON = Qt.ItemDataRole.UserRole + 3
    """Name of the drawing painted there instead; "" for none."""
    SENTENCE = Qt.ItemDataRole.UserRole + 4
    """Whether the second text is a sentence on several lines; the same for all entries of a list."""


class LinesDelegate(Guarded, QStyledItemDelegate):
    """The display text is the first line, `LineRole.SECOND` the second."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return room for two lines, or for a name and a sentence."""
        return QSize(self._theme.px(160), self._theme.px(84 if index.data(LineRole.SENTENCE) else 52))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the entry; the selected one has another background and a border."""
        theme = self._theme
        entry = QRectF(option.rect).adjusted(theme.px(2), theme.px(1), -theme.px(2), -theme.px(1))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(theme.color("second"))
            painter.setBrush(theme.color("raised"))
            painter.drawRoundedRect(entry, theme.px(6), theme.px(6))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("hover"))
            painter.drawRoundedRect(entry, theme.px(6), theme.px(6))
        words = entry.adjusted(theme.px(12), theme.px(5), -theme.px(12), -theme.px(5))
        face, icon, told = (index.data(role) for role in (LineRole.FACE, LineRole.ICON, LineRole.SENTENCE))
        if icon:
            side = theme.px(40 if told else 34)
            square = QRectF(words.left() - theme.px(0 if told else 4), entry.center().y() - side / 2, side, side)
            theme.icon(str(icon)).paint(painter, square.toRect())
            words.setLeft(square.right() + theme.px(12))
        elif face:
            side = theme.px(34)
            square = QRectF(words.left() - theme.px(4), entry.center().y() - side / 2, side, side)
            painter.setPen(theme.color("bone-edge"))
            painter.setBrush(theme.color("bone"))
            painter.drawRoundedRect(square, theme.px(6), theme.px(6))
            theme.faces.paint(painter, square.adjusted(5, 5, -5, -5), str(face), theme.color("ink"))
            words.setLeft(square.right() + theme.px(12))
        lines = (
            (index.data(), theme.font("serif", 16, bold=True), "text"),
            (index.data(LineRole.SECOND), theme.font("sans", 12), "muted"),
        )
        for place, (held, font, role) in enumerate(lines):
            text = " ".join(str(held or "").split())
            share = words.height() / (3 if told else 2)
            line = QRectF(words.left(), words.top() + place * share, words.width(), share)
            if told and place:
                line.setHeight(2 * share)
                painter.setFont(font)
                painter.setPen(theme.color(role))
                painter.drawText(line, Qt.TextFlag.TextWordWrap, text)
            else:
                write(painter, line, text, font, theme.color(role))
        painter.restore()
