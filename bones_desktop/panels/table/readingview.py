"""What a throw means: the result first, then the sum in steps, then each die and why."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication, QKeyEvent, QKeySequence, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from bones_desktop.panels.table.entrylist import EntryList
from bones_desktop.panels.table.readingmodel import DieLine, DieRole, ReadingModel
from bones_desktop.rules.bones.tasks import TaskReading
from bones_desktop.rules.reading import Role, Tone
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.flowlayout import FlowLayout
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.minidie import paint_mini, tinted
from bones_desktop.widgets.rowmodel import Index
from bones_desktop.wording.reasons import sentence

_SIGNS = {Tone.GREAT: "star", Tone.GOOD: "check", Tone.MIXED: "info", Tone.BAD: "close", Tone.NEUTRAL: "info"}
_TONES = {Tone.GREAT: "good", Tone.GOOD: "good", Tone.MIXED: "warn", Tone.BAD: "bad", Tone.NEUTRAL: "muted"}


@dataclass(frozen=True, slots=True)
class Act:
    """Something the reading proposes, as a button."""

    text: str
    call: Callable[[], None]
    tip: str = ""


class ReadingView(QWidget):
    """Shows one reading. `pointed` tells which die of the throw is under the pointer or chosen, -1 for none."""

    pointed = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tone = Tone.NEUTRAL
        self.model = ReadingModel(self)
        self.sign = QLabel(self)
        self.headline = _label(self)
        self.headline.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.title = _label(self)
        self.title.setProperty("role", "muted")
        self.steps = _label(self)
        self.steps.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.advice = QLabel(self)
        self.advice.setTextFormat(Qt.TextFormat.PlainText)
        self.advice.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._copy = QToolButton(self)
        self._copy.setToolTip(self.tr("Copy the reading as text (Ctrl+C)"))
        self._copy.setAccessibleName(self.tr("Copy the reading as text"))
        self._copy.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._copy.clicked.connect(self.copy)
        self._acts = QWidget(self)
        self._acts_row = FlowLayout(theme.px(8), self._acts)
        self.view = EntryList(self, copies=False)
        self.view.setModel(self.model)
        self.view.setItemDelegate(DieDelegate(theme, self.view))
        self.view.setAccessibleName(self.tr("What each die did"))
        self.view.entered.connect(lambda index: self.pointed.emit(index.row()))
        self.view.selectionModel().currentChanged.connect(self._current)
        self.view.viewport().installEventFilter(self)
        self._lay_out()
        theme.changed.connect(self._restyle)
        self._restyle()
        self.clear()

    def clear(self) -> None:
        """Show nothing but an invitation."""
        self._tone = Tone.NEUTRAL
        self.model.set_dice((), (), ())
        self.sign.hide()
        self.headline.hide()
        self._copy.hide()
        self.view.hide()
        self.steps.setText("")
        self.set_advice("")
        self.title.setText(self.tr("Choose a task and throw: what counts, and why, is told here."))
        self.set_acts(())

    def wait(self, title: str) -> None:
        """Say what is thrown for while the dice are in motion."""
        self.clear()
        self.title.setText(self.tr("{task} …").format(task=title))

    def show_reading(self, reading: TaskReading, title: str, codes: Sequence[str], roles: Sequence[Role]) -> None:
        """Show a reading; `codes` are the faces and `roles` what each die did by now."""
        said = [sentence(finding.reason, self.tr) for finding in reading.reading.findings]
        self._tone = reading.reading.findings[0].tone
        self.headline.setText(said[0].rstrip("."))
        self.title.setText(" ".join((f"{title}.", *said[1:])))
        self.steps.setText("  ".join(sentence(step, self.tr) for step in reading.reading.steps))
        self.model.set_dice(reading.reading.dice, codes, roles)
        for widget in (self.sign, self.headline, self._copy, self.view):
            widget.show()
        self.setAccessibleDescription(self.text())
        self._restyle()

    def set_advice(self, text: str) -> None:
        """Say what would help now, "" for nothing."""
        self.advice.setText(text)
        self.advice.setVisible(bool(text))
        self.setAccessibleDescription(self.text())

    def set_acts(self, acts: Sequence[Act]) -> None:
        """Offer what may be done now."""
        self._acts_row.clear()
        for act in acts:
            button = QPushButton(self._theme.icon("injure"), act.text, self._acts)
            button.setProperty("kind", "danger")
            button.setToolTip(act.tip)
            button.clicked.connect(lambda _checked=False, call=act.call: call())
            self._acts_row.addWidget(button)
        self._acts.setVisible(bool(acts))

    def point_at(self, die: int) -> None:
        """Mark the line of a die, none for -1."""
        index = self.model.index(die, 0) if 0 <= die < self.model.rowCount() else QModelIndex()
        if self.view.currentIndex() == index:
            return
        selection = self.view.selectionModel()
        selection.blockSignals(True)
        self.view.setCurrentIndex(index)
        if not index.isValid():
            self.view.clearSelection()
        selection.blockSignals(False)
        # A list that scrolls under the pointer would point at the next line, and so on to its end.
        if index.isValid() and not self.view.viewport().underMouse():
            self.view.scrollTo(index)
        self.view.viewport().update()

    def text(self) -> str:
        """Return the whole reading as text; "" without one."""
        if not self.model.rowCount():
            return ""
        lines = [str(self.model.index(row, 0).data()) for row in range(self.model.rowCount())]
        told = [f"{self.headline.text()}. {self.title.text()}", self.steps.text(), self.advice.text(), *lines]
        return "\n".join(part for part in told if part)

    def copy(self) -> None:
        """Put the reading on the clipboard."""
        if text := self.text():
            QGuiApplication.clipboard().setText(text)

    @guarded(False)
    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt's name)
        """Point at nothing once the pointer has left the list."""
        if event.type() == QEvent.Type.Leave:
            self.pointed.emit(-1)
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """Copy the reading; all other keys belong to the page."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 (Qt's name)
        """Write the result as large as the new width allows."""
        super().resizeEvent(event)
        self._fit_headline()

    def _fit_headline(self) -> None:
        theme = self._theme
        room = self.width() - theme.px(28 + 36 + 32)
        sizes = (40, 28, 20, 16) if self.height() > theme.px(480) else (28, 20, 16)
        fonts = [theme.font("serif", size, bold=True) for size in sizes]
        text = self.headline.text()
        self.headline.setFont(
            next((font for font in fonts if QFontMetrics(font).horizontalAdvance(text) <= room), fonts[-1])
        )

    def _current(self, current: QModelIndex, _before: QModelIndex) -> None:
        self.pointed.emit(current.row())

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self.sign)
        top.addWidget(self.headline, 1)
        top.addWidget(self._copy, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(top)
        self._told = QHBoxLayout()
        self._told.addWidget(self.title, 1)
        self._told.addWidget(self.advice, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(self._told)
        layout.addWidget(self.steps)
        layout.addWidget(self._acts)
        layout.addWidget(self.view, 1)
        layout.addStretch(0)

    def _restyle(self) -> None:
        theme = self._theme
        layout = self.layout()
        if layout is not None:
            layout.setSpacing(theme.px(4))
        tone = _TONES[self._tone]
        self.headline.setProperty("tone", tone)
        self.headline.style().unpolish(self.headline)
        self.headline.style().polish(self.headline)
        self._fit_headline()
        self._told.setSpacing(theme.px(8))
        self.title.setFont(theme.font("sans", 14))
        self.steps.setFont(theme.font("sans", 14))
        self.advice.setFont(theme.font("sans", 14, bold=True))
        side = theme.px(28)
        self.sign.setPixmap(tinted(theme, _SIGNS[self._tone], tone, side, self.devicePixelRatioF()))
        self._copy.setIcon(theme.icon("copy"))
        for button in self._acts.findChildren(QPushButton):
            button.setIcon(theme.icon("injure"))
        self.view.doItemsLayout()


class DieDelegate(QStyledItemDelegate):
    """One line a die: its face, why it counts or not, whose die it is, and what it adds or takes."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:  # noqa: N802 (Qt's name)
        """Return the size of a line."""
        return QSize(self._theme.px(160), self._theme.px(34))

    @guarded(None)
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one die."""
        line = index.data(DieRole.LINE)
        if not isinstance(line, DieLine):
            return
        theme, rect = self._theme, QRect(option.rect)
        state: QStyle.StateFlag = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.color("raised"))
            painter.fillRect(QRect(rect.left(), rect.top(), theme.px(3), rect.height()), theme.color("second"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.color("hover"))
        side = theme.px(28)
        tile = QRectF(rect.left() + theme.px(8), rect.center().y() - side / 2 + 1, side, side)
        paint_mini(painter, tile, theme, line.code, line.die.group, lost=line.role is Role.LOST)
        self._words(painter, rect.adjusted(theme.px(16) + side, 0, -theme.px(8), 0), line)
        painter.restore()

    def _words(self, painter: QPainter, room: QRect, line: DieLine) -> None:
        theme = self._theme
        middle, right = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight
        amount = QRect(room.right() - theme.px(28), room.top(), theme.px(28), room.height())
        painter.setFont(theme.font("serif", 20, bold=True))
        painter.setPen(theme.color("bad" if line.amount.startswith("−") else "good"))
        painter.drawText(amount, middle | right, line.amount)
        room.setRight(amount.left() - theme.px(4))
        painter.setFont(theme.font("sans", 14))
        metrics = painter.fontMetrics()
        wide = metrics.horizontalAdvance(line.why)
        colour = {Role.COUNTS: "text", Role.HURTS: "bad", Role.LOST: "muted", Role.IDLE: "muted"}
        painter.setPen(theme.color(colour.get(line.role, "text")))
        painter.drawText(room, middle, metrics.elidedText(line.why, Qt.TextElideMode.ElideRight, room.width()))
        left = room.width() - wide - theme.px(16)
        painter.setFont(theme.font("sans", 12))
        label = painter.fontMetrics().elidedText(line.die.label, Qt.TextElideMode.ElideRight, left)
        if left >= theme.px(40):
            painter.setPen(theme.color("muted"))
            painter.drawText(room, middle | right, label)


def _label(parent: QWidget) -> QLabel:
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    return label
