"""The seal of this evening: what was promised before the first throw, and the way to show what it hides."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from bones_desktop.storage.log.logentry import Evening
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.days import counted, day_and_time_of
from bones_desktop.widgets.text.askline import AskLine
from bones_desktop.widgets.text.plainlabel import plain_label
from bones_desktop.wording.log import WHAT_A_SEAL_IS, grouped

_GROUPS_A_LINE = 4


class SealCard(QFrame):
    """Shows the commitment of the evening that lasts, never its seed."""

    end_requested = Signal()
    """The evening is to end, and its seed to be shown."""
    message = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._evening: Evening | None = None
        self.setProperty("kind", "card")
        self._heading = plain_label(self, self.tr("The seal of this evening"))
        self._when = plain_label(self, role="muted", wrap=True)
        self.seal = plain_label(self)
        self.seal.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.copy = QPushButton(self.tr("Copy"), self)
        self.copy.setToolTip(self.tr("Copy the seal, to show it to the others before the first throw"))
        self.what = QPushButton(self.tr("What is this?"), self)
        self.what.setCheckable(True)
        self.explained = plain_label(self, self.tr(WHAT_A_SEAL_IS), role="muted", wrap=True)
        self.explained.hide()
        self.end = QPushButton(self.tr("End the evening and reveal…"), self)
        self.ask = AskLine(theme, self, narrow=True)
        self._buttons = QHBoxLayout()
        for button in (self.copy, self.what):
            self._buttons.addWidget(button)
        self._buttons.addStretch(1)
        self._column = QVBoxLayout(self)
        for label in (self._heading, self._when, self.seal):
            self._column.addWidget(label)
        self._column.addLayout(self._buttons)
        for widget in (self.end, self.ask, self.explained):
            self._column.addWidget(widget)
        self.copy.clicked.connect(self._copy)
        self.what.toggled.connect(self.explained.setVisible)
        self.end.clicked.connect(self._ask_end)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.show_evening(None)

    def show_evening(self, evening: Evening | None) -> None:
        """Show another evening, or that none has begun."""
        if evening is not None and evening.ended is not None:
            evening = None
        if (evening and evening.id) != (self._evening and self._evening.id):
            self.ask.take_back()
        self._evening = evening
        for widget in (self.seal, self.copy, self.end):
            widget.setVisible(evening is not None)
        if evening is None:
            self._when.setText(self.tr("It begins with the next throw."))
            return
        begun = day_and_time_of(evening.begun)
        if evening.draws == 1:
            text = self.tr("Begun {when}, 1 draw so far.").format(when=begun)
        else:
            text = self.tr("Begun {when}, {n} draws so far.").format(when=begun, n=counted(evening.draws))
        self._when.setText(text)
        groups = grouped(evening.commitment).split()
        lines = [" ".join(groups[row : row + _GROUPS_A_LINE]) for row in range(0, len(groups), _GROUPS_A_LINE)]
        self.seal.setText("\n".join(lines))
        self.seal.setAccessibleName(self.tr("Seal: {seal}").format(seal=" ".join(groups)))

    def _copy(self) -> None:
        if self._evening is not None:
            QGuiApplication.clipboard().setText(self._evening.commitment)
            self.message.emit(self.tr("The seal is on the clipboard."))

    def _ask_end(self) -> None:
        self.ask.ask_whether(
            self.tr("End the evening and show its secret number? Later throws begin a new evening."),
            self.tr("End and reveal"),
            lambda _name: self.end_requested.emit(),
        )

    def _restyle(self) -> None:
        theme = self._theme
        self._heading.setFont(theme.font("serif", 20, bold=True))
        self.seal.setFont(theme.font("sans", 16))
        self._column.setContentsMargins(theme.px(16), theme.px(12), theme.px(16), theme.px(12))
        self._column.setSpacing(theme.px(8))
        self._buttons.setSpacing(theme.px(8))
