"""The form for an effect that shall last: what it does, how strong it is, and what is given for it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QPushButton, QSpinBox, QVBoxLayout, QWidget

from bones_desktop.panels.tracker.magic.magicwords import against_words
from bones_desktop.panels.tracker.magic.sacrificechoice import SacrificeChoice
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.rules.bones.injury.magic import MOST_STRENGTH
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.flowlayout import FlowLayout
from bones_desktop.widgets.text.plainlabel import plain_label
from bones_desktop.widgets.text.textfields import LineField


class MaintainForm(QWidget):
    """Enter is the same as its main button, Escape as Cancel; the owner reads the fields and makes the effect."""

    entered = Signal()
    cancelled = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._roomy = False
        self.heading = plain_label(self, self.tr("Keep magic going"))
        self.name = LineField(self.tr("What the magic does"), self)
        self.name.setPlaceholderText(self.tr("What the magic does"))
        self.name.setMaxLength(LINE)
        self.strength = QSpinBox(self)
        self.strength.setRange(1, MOST_STRENGTH)
        self.strength.setAccessibleName(self.tr("Strength: the successes it was cast with, before Nulls"))
        self.strength.setToolTip(self.tr("The successes it was cast with, before Nulls"))
        self.strength.valueChanged.connect(lambda _value: self._say())
        self._labels = [
            plain_label(self, self.tr("Strength"), "muted"),
            plain_label(self, role="muted", wrap=True),
            plain_label(self, self.tr("What is given for it")),
        ]
        self.sacrifice = SacrificeChoice(theme, self)
        self.keep = QPushButton(self.tr("Keep magic going"), self)
        self.keep.setProperty("kind", "primary")
        self.cancel = QPushButton(self.tr("Cancel"), self)
        self._first = QHBoxLayout()
        self._first.addWidget(self.name, 1)
        self._first.addWidget(self._labels[0])
        self._first.addWidget(self.strength)
        self._buttons = FlowLayout(theme.px(8))
        self._buttons.addWidget(self.keep)
        self._buttons.addWidget(self.cancel)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.heading)
        self._column.addLayout(self._first)
        self._column.addWidget(self._labels[1])
        self._column.addWidget(self._labels[2])
        self._column.addWidget(self.sacrifice)
        self._column.addLayout(self._buttons)
        self._column.addStretch(1)
        self.keep.clicked.connect(self.entered)
        self.cancel.clicked.connect(self.cancelled)
        self._say()
        self.restyle()

    def begin(self, strength: int) -> None:
        """Begin anew with this strength, and send the keys to the name."""
        self.name.clear()
        self.strength.setValue(strength)
        self.sacrifice.clear()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_roomy(self, roomy: bool) -> None:
        """Set heading and dice larger where there is much room; `restyle` follows."""
        self._roomy = roomy
        self.sacrifice.set_scale(1.4 if roomy else 1.0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and cancel; on a button that leaves or chooses, Enter presses it."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            at = self.focusWidget()
            if isinstance(at, QAbstractButton):
                at.click()
            else:
                self.entered.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        theme = self._theme
        self.heading.setFont(theme.font("serif", 28 if self._roomy else 20, bold=True))
        for label, size in zip(self._labels, (14, 14, 16), strict=True):
            label.setFont(theme.font("sans", size, bold=size == 16))
        self.strength.setFixedWidth(theme.px(84))
        self.setMaximumWidth(theme.px(960))
        self.sacrifice.restyle()
        self._first.setSpacing(theme.px(8))
        self._buttons.setSpacing(theme.px(8))
        self._column.setSpacing(theme.px(10))

    def _say(self) -> None:
        self._labels[1].setText(
            self.tr("{against} More than that in one throw for Magic undoes it.").format(
                against=against_words(self.strength.value(), self.tr)
            )
        )
