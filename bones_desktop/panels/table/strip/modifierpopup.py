"""The popup in which modifiers are set: a stepper for each, with a line that says what it is for."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from bones_desktop.panels.table.chips import MOST, Stepper, set_touch
from bones_desktop.panels.table.strip.place import beside
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.chip import Chip
from bones_desktop.widgets.fitscroll import FitBoard, FitScroll
from bones_desktop.widgets.guarded import guarded

LIMITS: Final = {
    "levels": (-3, 3), "distance": (0, 5_000), "darkness": (0, MOST), "penalty": (0, MOST), "free": (0, MOST)
}  # fmt: skip
"""The least and the most of each number, by its field of a Request."""
WIDTH = 400


class ModifierPopup(QFrame):
    """Any click outside, Enter and Escape close it; then `closed` is told."""

    changed = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._theme = theme
        self.setProperty("kind", "card")
        self.setAttribute(Qt.WidgetAttribute.WA_WindowPropagation)
        self.setAccessibleName(self.tr("Modifiers"))
        board = FitBoard(self)
        self._rows = QVBoxLayout(board)
        self._notes: dict[Stepper, QLabel] = {}
        self.levels = self._add(
            self.tr("Levels harder"),
            self.tr("Missing tools; magic for a mundane task: 1; shackled magic: 2 more. Below zero: easier."),
        )
        self.distance = self._add(self.tr("Metres away"), "")
        self.broken = Chip(theme, self.tr("Broken or wooded ground"), board)
        self._rows.addWidget(self.broken, 0, Qt.AlignmentFlag.AlignRight)
        self.darkness = self._add(
            self.tr("Darkness"), self.tr("Successes lost in the dark; Night Vision helps against it.")
        )
        self.penalty = self._add(self.tr("Penalty"), self.tr("Successes that the GM takes; fatigue of magic is known."))
        self.free = self._add(self.tr("Automatic successes"), self.tr("Successes that the GM gives."))
        self._numbers = {
            "levels": self.levels, "distance": self.distance, "darkness": self.darkness, "penalty": self.penalty,
            "free": self.free,
        }  # fmt: skip
        for name, stepper in self._numbers.items():
            stepper.set_range(*LIMITS[name], step=10 if stepper is self.distance else 1)
            stepper.changed.connect(self.changed)
        self.broken.clicked.connect(self.changed)
        self.area = FitScroll(board, self)
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(1, 1, 1, 1)
        self._outer.addWidget(self.area)
        for stepper in self.steppers:
            stepper.box.lineEdit().returnPressed.connect(self.close)
        self.restyle()

    @property
    def steppers(self) -> tuple[Stepper, ...]:
        """All numbers, from top to bottom."""
        return tuple(self._notes)

    @property
    def numbers(self) -> dict[str, int]:
        """What is set, by the fields of a Request."""
        return {name: stepper.value for name, stepper in self._numbers.items()}

    def set_numbers(self, numbers: Mapping[str, int], *, broken: bool) -> None:
        """Set every number, and whether the ground is broken."""
        for name, stepper in self._numbers.items():
            stepper.box.setValue(numbers[name])
        self.broken.setChecked(broken)

    def offer(self, *, levels: bool, distance: bool, reach: int | None = None) -> None:
        """Show what can be set for the throw at hand; `reach` is a range increment in metres, for a shot."""
        note = self.tr("One fewer success for each full 50 m, or 20 m of broken ground.")
        if reach is not None:
            note = self.tr("One fewer success for each {n} m begun after the first {n} m.").format(n=reach)
        self._notes[self.distance].setText(note)
        self.distance.set_tip(note)
        for stepper, offered in ((self.levels, levels), (self.distance, distance)):
            stepper.setVisible(offered)
            self._notes[stepper].setVisible(offered)
        self.broken.setVisible(distance and reach is None)

    def open_at(self, owner: QWidget) -> None:
        """Show what is set, below `owner` or above it."""
        self._fit(owner)
        self.show()
        # Only what is shown knows its height.
        self._fit(owner)
        first = next((each for each in self.steppers if each.value and each.isVisible()), None)
        (first or next(each for each in self.steppers if each.isVisible())).box.setFocus(
            Qt.FocusReason.PopupFocusReason
        )

    def restyle(self) -> None:
        """Take the sizes and fonts of the theme."""
        px = self._theme.px
        self._rows.setContentsMargins(px(16), px(12), px(16), px(12))
        self._rows.setSpacing(px(4))
        for stepper, note in self._notes.items():
            stepper.restyle(44)
            note.setFont(self._theme.font("sans", 12))
        self.broken.restyle()
        set_touch(self.broken, px(36))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
            return
        super().keyPressEvent(event)

    @guarded(None)
    def hideEvent(self, event: QHideEvent) -> None:
        """Tell that it is closed."""
        super().hideEvent(event)
        self.closed.emit()

    def _fit(self, owner: QWidget) -> None:
        px = self._theme.px
        width = px(WIDTH)
        rim = width - self._inside(width)
        height = self._rows.totalHeightForWidth(width - rim) + rim
        self.setGeometry(beside(owner, QSize(width, height), px(4)))

    def _inside(self, width: int) -> int:
        """Return what frame and margins leave of a width; they take the same of the height."""
        margins, frame = self.contentsMargins(), self._outer.contentsMargins()
        return width - margins.left() - margins.right() - frame.left() - frame.right()

    def _add(self, name: str, note: str) -> Stepper:
        stepper = Stepper(self._theme, name, note, self)
        label = QLabel(note, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setProperty("role", "muted")
        self._notes[stepper] = label
        self._rows.addWidget(stepper)
        self._rows.addWidget(label)
        return stepper
