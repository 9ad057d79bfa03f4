"""Asks what to do with what no longer fits after another choice: nothing is thrown away unasked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QListView,
    QStyle,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.rows import ROW_ROLE, Index, RowDelegate, RowModel, paint_ground
from bones_desktop.widgets.text.labels import plain_label

WRAP: Final = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


@dataclass(frozen=True, slots=True)
class ConflictRow:
    """One thing that no longer fits. Texts are finished; `code` is the face, "" for the template of a die."""

    where: str
    why: str
    code: str = ""


class ConflictModel(RowModel[ConflictRow]):
    """What no longer fits, in the order of the dice."""

    def _text(self, row: ConflictRow) -> str:
        return row.where

    def _tip(self, row: ConflictRow) -> str:
        return row.why

    def _spoken(self, row: ConflictRow) -> str:
        return f"{row.where}. {row.why}"


class ConflictDelegate(RowDelegate[ConflictRow]):
    """Paints where it is, why, and the face if it is one."""

    def __init__(self, theme: Theme, parent: QListView) -> None:
        super().__init__(theme, parent)
        self._view = parent

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room of the row: the reason wraps."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, ConflictRow):
            return QSize()
        px = self._theme.px
        width = self._view.viewport().width()
        return QSize(width, px(8) * 2 + max(px(36), self._line() + self._height(row, width)))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, row: ConflictRow) -> None:
        """Paint the row."""
        theme, state = self._theme, option.state
        current = bool(state & QStyle.StateFlag.State_Selected and state & QStyle.StateFlag.State_HasFocus)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QRectF(option.rect).adjusted(1, 1, -1, -1)
        paint_ground(painter, theme, ground, current=current, hovered=False)
        inner = QRectF(option.rect).adjusted(theme.px(8), theme.px(8), -theme.px(8), -theme.px(8))
        if row.code:
            side = theme.px(36)
            look = FaceLook(code=row.code, illegal=True)
            paint_face(painter, QRectF(inner.left(), inner.top(), side, side), look, theme)
        words = inner.adjusted(theme.px(52), 0, 0, 0)
        painter.setFont(theme.font("sans", 14, bold=True))
        painter.setPen(theme.color("text"))
        where = QFontMetricsF(painter.font()).elidedText(row.where, Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, where)
        painter.setFont(theme.font("sans", 14))
        painter.setPen(theme.color("muted"))
        painter.drawText(words.adjusted(0, self._line(), 0, 0), WRAP, row.why)

    def _line(self) -> int:
        return round(QFontMetricsF(self._theme.font("sans", 14, bold=True)).lineSpacing())

    def _height(self, row: ConflictRow, width: int) -> int:
        room = QRectF(0, 0, max(1, width - self._theme.px(8 * 2 + 52)), 10_000)
        return round(QFontMetricsF(self._theme.font("sans", 14)).boundingRect(room, WRAP, row.why).height())


class ConflictQuestion(QDialog):
    """Window-modal: open it with `open()`. Closing it or Escape is "Cancel": nothing happens."""

    keep_requested = Signal()
    clear_requested = Signal()

    def __init__(self, theme: Theme, chosen: str, rows: Sequence[ConflictRow], also: str, parent: QWidget) -> None:
        """`chosen` says what was chosen and what that means; `also` names what clearing takes in turn, if anything."""
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("What no longer fits"))
        self._column = QVBoxLayout(self)
        about = plain_label(self, chosen, wrap=True)
        about.setFont(theme.font("serif", 16, bold=True))
        self._column.addWidget(about)
        self.model = ConflictModel(self, rows)
        self.view = QListView(self)
        self.view.setModel(self.model)
        self.view.setItemDelegate(ConflictDelegate(theme, self.view))
        self.view.setResizeMode(QListView.ResizeMode.Adjust)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.view.setAccessibleName(self.tr("What no longer fits"))
        self._column.addWidget(self.view, 1)
        help_text = self.tr("Conflicts stay on the dice, marked, until you mend them.")
        clearing = self.tr("Clearing takes away only what is listed.")
        if also:
            clearing = self.tr("Clearing takes away what is listed, and in turn: {also}.").format(also=also)
        notes = plain_label(self, f"{help_text} {clearing}", wrap=True)
        notes.setProperty("role", "muted")
        self._column.addWidget(notes)
        self.keep = push_button(self, self.tr("Keep as conflicts"), self._keep, kind="primary")
        self.keep.setDefault(True)
        self.clear = push_button(self, self.tr("Clear them"), self._clear)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.buttons.addButton(self.keep, QDialogButtonBox.ButtonRole.ActionRole)
        self.buttons.addButton(self.clear, QDialogButtonBox.ButtonRole.ActionRole)
        self.buttons.rejected.connect(self.reject)
        self._column.addWidget(self.buttons)
        self.setAccessibleDescription(chosen)
        gap = theme.px(16)
        self._column.setContentsMargins(gap, gap, gap, gap)
        self._column.setSpacing(theme.px(12))
        self._fit(len(rows))
        self.keep.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fit(self, rows: int) -> None:
        screen, px = self.screen().availableSize(), self._theme.px
        wanted = px(186) + min(rows, 7) * px(54)
        self.resize(min(px(620), int(screen.width() * 0.9)), min(wanted, int(screen.height() * 0.85)))

    def _keep(self) -> None:
        self.accept()
        self.keep_requested.emit()

    def _clear(self) -> None:
        self.accept()
        self.clear_requested.emit()
