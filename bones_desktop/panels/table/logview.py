"""The last throws, newest at the end: when, who, what, small faces, result."""

from collections.abc import Mapping

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QLabel, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QVBoxLayout, QWidget

from bones_desktop.panels.table.entrylist import EntryList
from bones_desktop.panels.table.logmodel import NOT_KEPT, LogModel, LogRole
from bones_desktop.rules.bones.attempts import CHALLENGE, CHARACTER, HINDERING, ITEM
from bones_desktop.rules.bones.notation import ITEM_USES
from bones_desktop.rules.bones.rulebook import DieUse, Rulebook
from bones_desktop.storage.rolllog import RollLog, ThrowEntry
from bones_desktop.storage.textfiles import FileProblem
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.minidie import paint_mini
from bones_desktop.widgets.rowmodel import Index

SHOWN = 100
"""How many throws of earlier days are read."""


class LogView(QWidget):
    """Shows the log. New throws come into view unless the user has scrolled back."""

    def __init__(self, theme: Theme, log: RollLog | None, rulebook: Rulebook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._log = log
        self.model = LogModel(self)
        self._heading = QLabel(self.tr("Last throws"), self)
        self._note = QLabel(self)
        self._note.setProperty("role", "muted")
        self._note.setWordWrap(True)
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        self.view = EntryList(self)
        self.view.setModel(self.model)
        self._delegate = LogDelegate(theme, die_groups(rulebook), self.view)
        self.view.setItemDelegate(self._delegate)
        self.view.setAccessibleName(self.tr("Last throws"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._heading)
        layout.addWidget(self._note)
        layout.addWidget(self.view, 1)
        layout.addStretch(0)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.reload()

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Know the dice of another rulebook: packs came or went."""
        self._delegate.groups = die_groups(rulebook)
        self.view.viewport().update()

    def reload(self) -> None:
        """Read the log anew."""
        entries: tuple[ThrowEntry, ...] = ()
        note = self.tr("Throws are shown, but not kept: the log could not be opened.")
        if self._log is not None:
            try:
                entries, note = self._log.entries(SHOWN), ""
            except FileProblem:
                note = self.tr("The earlier throws cannot be read.")
        self.model.set_entries(entries)
        self._tell(note)
        self.view.scrollToBottom()

    def add(self, entry: ThrowEntry) -> None:
        """Show one throw more."""
        bar = self.view.verticalScrollBar()
        at_end = bar.value() >= bar.maximum()
        self.model.add(entry)
        if self._log is not None:
            self._tell("")
        if at_end:
            self.view.scrollToBottom()

    def _tell(self, note: str) -> None:
        if not note and not self.model.rowCount():
            note = self.tr("Nothing thrown yet.")
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self.view.setVisible(bool(self.model.rowCount()))

    def _restyle(self) -> None:
        layout = self.layout()
        if layout is not None:
            layout.setSpacing(self._theme.px(4))
        self._heading.setFont(self._theme.font("serif", 16, bold=True))
        self.view.doItemsLayout()


class LogDelegate(QStyledItemDelegate):
    """Two lines a throw: time, who and task with the result; the faces below."""

    def __init__(self, theme: Theme, groups: Mapping[str, str], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.groups = groups
        """What each printed die is for, by its name; it tells the colour."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:  # noqa: N802 (Qt's name)
        """Return the size of one throw."""
        return QSize(self._theme.px(160), self._theme.px(54))

    @guarded(None)
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one throw."""
        entry = index.data(LogRole.ENTRY)
        if not isinstance(entry, ThrowEntry):
            return
        theme = self._theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.color("raised"))
            painter.fillRect(QRect(rect.left(), rect.top(), theme.px(3), rect.height()), theme.color("second"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.color("hover"))
        inner = rect.adjusted(theme.px(8), theme.px(3), -theme.px(8), -theme.px(3))
        self._words(painter, inner, entry)
        self._faces(painter, inner, entry)
        painter.setPen(theme.color("line"))
        painter.drawLine(rect.left(), rect.bottom(), rect.right(), rect.bottom())
        painter.restore()

    def _words(self, painter: QPainter, inner: QRect, entry: ThrowEntry) -> None:
        theme = self._theme
        line = QRect(inner.left(), inner.top(), inner.width(), theme.px(22))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(theme.font("sans", 14, bold=True))
        result = entry.result.rstrip(".")
        wide = painter.fontMetrics().horizontalAdvance(result)
        painter.setPen(_tone(theme, entry))
        painter.drawText(line, middle | Qt.AlignmentFlag.AlignRight, result)
        painter.setFont(theme.font("sans", 12))
        time = entry.at.astimezone().strftime("%H:%M")
        stamp = painter.fontMetrics().horizontalAdvance(f"{time}  ")
        painter.setPen(theme.color("muted"))
        painter.drawText(line, middle, time)
        painter.setFont(theme.font("sans", 14))
        painter.setPen(theme.color("text"))
        room = QRect(line.left() + stamp, line.top(), line.width() - stamp - wide - theme.px(12), line.height())
        words = f"{entry.who} · {entry.task}"
        painter.drawText(
            room, middle, painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        )

    def _faces(self, painter: QPainter, inner: QRect, entry: ThrowEntry) -> None:
        theme = self._theme
        side, gap = theme.px(20), theme.px(3)
        left, top = inner.left(), inner.bottom() - side
        note = self.tr("not kept") if NOT_KEPT in entry.tags else ""
        painter.setFont(theme.font("sans", 12))
        metrics = painter.fontMetrics()
        end = inner.right() - (metrics.horizontalAdvance(note) + theme.px(8) if note else 0)
        fit = max(1, (end - left - metrics.horizontalAdvance("+88") - gap) // (side + gap))
        shown = entry.dice if len(entry.dice) <= fit + 1 else entry.dice[:fit]
        for place, (name, code) in enumerate(shown):
            tile = QRectF(left + place * (side + gap), top, side, side)
            paint_mini(painter, tile, theme, code, self.groups.get(name, CHARACTER))
        painter.setPen(theme.color("muted"))
        if len(shown) < len(entry.dice):
            rest = QRect(left + len(shown) * (side + gap), top, theme.px(40), side)
            painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter, f"+{len(entry.dice) - len(shown)}")
        if note:
            painter.setPen(theme.color("warn"))
            row = QRect(left, top, inner.width(), side)
            painter.drawText(row, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, note)


def die_groups(rulebook: Rulebook) -> dict[str, str]:
    """Return the group of each printed die that is not a character's own, by its name: the log keeps names only."""
    kinds = {DieUse.CHALLENGE: CHALLENGE, DieUse.HINDERING: HINDERING}
    kinds |= dict.fromkeys(ITEM_USES, ITEM)
    return {die.name: kinds[die.use] for die in rulebook.dice if die.use in kinds}


def _tone(theme: Theme, entry: ThrowEntry) -> QColor:
    if entry.net is None:
        return theme.color("text")
    return theme.color("good" if entry.net >= 1 else "bad")
