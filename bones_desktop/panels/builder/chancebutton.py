"""A flat button that tells a chance in one line, and what the last edit did to it."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.plaintip import plain_tip


class ChanceButton(QAbstractButton):
    """The task in words, its chance, the points won or lost; the words are shortened where room is short."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.task = ""
        self.chance = ""
        self.change = ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_chance(self, task: str, chance: str, change: str, told: str) -> None:
        """Show a task with its chance and by how much that changed, "+6"; `told` is the whole in sentences."""
        if (task, chance, change) != (self.task, self.chance, self.change):
            self.task, self.chance, self.change = task, chance, change
            self.updateGeometry()
            self.update()
        self.setAccessibleName(told)
        self.setToolTip(plain_tip(self.tr("{chance} Click for all skills.").format(chance=told)))

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's name)
        """Return room for everything."""
        wide = QFontMetrics(self._words()).horizontalAdvance(self.task)
        return QSize(self._figures() + wide + self._theme.px(24), self._theme.px(34))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 (Qt's name)
        """Return room for the figures and a few letters of the task."""
        some = QFontMetrics(self._words()).horizontalAdvance("Mmm…")
        return QSize(min(self.sizeHint().width(), self._figures() + some + self._theme.px(24)), self._theme.px(34))

    @guarded(None)
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 (Qt's name)
        """Paint the words from left to right."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.hasFocus():
            focused = self.hasFocus()
            painter.setPen(QPen(theme.color("focus" if focused else "hover"), 2 if focused else 1))
            painter.setBrush(theme.color("hover" if self.underMouse() else "ground"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.px(6), theme.px(6))
        room = self.rect().adjusted(theme.px(8), 0, -theme.px(8), 0)
        middle = Qt.AlignmentFlag.AlignVCenter
        words = QFontMetrics(self._words())
        task = words.elidedText(self.task, Qt.TextElideMode.ElideRight, room.width() - self._figures())
        painter.setFont(self._words())
        painter.setPen(theme.color("muted"))
        painter.drawText(room, middle, task)
        room.setLeft(room.left() + words.horizontalAdvance(task) + theme.px(8))
        painter.setFont(self._number())
        painter.setPen(theme.color("text"))
        painter.drawText(room, middle, self.chance)
        if self.change:
            room.setLeft(room.left() + QFontMetrics(self._number()).horizontalAdvance(self.chance) + theme.px(8))
            painter.setFont(self._words())
            painter.setPen(theme.color("good" if self.change.startswith("+") else "bad"))
            painter.drawText(room, middle, self.change)
        painter.end()

    def _figures(self) -> int:
        theme = self._theme
        wide = QFontMetrics(self._number()).horizontalAdvance(self.chance) + theme.px(8)
        if self.change:
            wide += QFontMetrics(self._words()).horizontalAdvance(self.change) + theme.px(8)
        return wide

    def _words(self) -> QFont:
        return self._theme.font("sans", 14)

    def _number(self) -> QFont:
        return self._theme.font("serif", 20, bold=True)
