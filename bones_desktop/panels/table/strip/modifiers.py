"""What makes a throw harder or easier: chips for all that is set, and the popup in which it is set."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from bones_desktop.panels.table.chips import ValueChip, set_touch
from bones_desktop.panels.table.strip.modifierpopup import ModifierPopup
from bones_desktop.rules.bones.modifiers import distance_penalty
from bones_desktop.rules.bones.requests import OWN_COUNT, Request, skill_of
from bones_desktop.theme.theme import Theme
from bones_desktop.wording.table import levels_text


class Modifiers(QObject):
    """Owns widgets that stand where the task strip lays them; what is set stays until it is taken off."""

    changed = Signal()
    done = Signal()
    """The popup is closed; the keys belong to the page again."""

    def __init__(self, theme: Theme, parent: QWidget, row: QWidget) -> None:
        """`parent` holds the button, `row` what tells of things that are set."""
        super().__init__(parent)
        self._theme = theme
        self._quiet = False
        self._levels_count = True
        self._distance_counts = False
        self.popup = ModifierPopup(theme, parent)
        self.button = QPushButton(self.tr("Modifiers"), parent)
        self.button.setToolTip(self.tr("Levels, distance, darkness, penalties, free successes (M)"))
        # The arrow stands behind the word, as on every button that opens something.
        self.button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.reset = QPushButton(self.tr("Reset"), row)
        self.reset.setToolTip(self.tr("Take all modifiers off"))
        self.reset.hide()
        for button in (self.button, self.reset):
            button.setAutoDefault(False)
        popup = self.popup
        self._chips = {
            stepper: ValueChip(theme, row)
            for stepper in (popup.levels, popup.distance, popup.darkness, popup.penalty, popup.free)
        }
        self.button.clicked.connect(self.open)
        self.reset.clicked.connect(self.clear)
        self.popup.closed.connect(self.done)
        self.popup.broken.clicked.connect(self._tell)
        for stepper in self.popup.steppers:
            stepper.changed.connect(self._tell)
        for stepper, chip in self._chips.items():
            chip.clicked.connect(partial(stepper.box.setValue, 0))
        self.restyle()

    @property
    def row(self) -> tuple[QWidget, ...]:
        """What tells of things that are set, in the order it stands in."""
        return (*self.chips, self.reset)

    @property
    def any_set(self) -> bool:
        """Whether anything is set that matters for the request."""
        return any(not chip.isHidden() for chip in self.chips)

    @property
    def chips(self) -> tuple[ValueChip, ...]:
        """One for each number, hidden while it is zero."""
        return tuple(self._chips.values())

    def of(self, request: Request) -> Request:
        """Return the request with what is set here."""
        popup = self.popup
        return replace(
            request,
            levels=popup.levels.value,
            distance=popup.distance.value,
            broken=popup.broken.isChecked(),
            darkness=popup.darkness.value,
            penalty=popup.penalty.value,
            free=popup.free.value,
        )

    def show(self, request: Request) -> None:
        """Set what the request has."""
        popup = self.popup
        self._quiet = True
        popup.levels.box.setValue(request.levels)
        popup.distance.box.setValue(request.distance)
        popup.broken.setChecked(request.broken)
        popup.darkness.box.setValue(request.darkness)
        popup.penalty.box.setValue(request.penalty)
        popup.free.box.setValue(request.free)
        self._quiet = False
        self.fit(request)

    def fit(self, request: Request) -> None:
        """Offer what matters for the request; the rest stays set, unseen, until it matters again."""
        self._levels_count = bool(request.difficulty) and request.kind not in OWN_COUNT
        self._distance_counts = skill_of(request) == "perception"
        self.popup.offer(levels=self._levels_count, distance=self._distance_counts)
        self._show_chips()

    def clear(self) -> None:
        """Take all off: one change."""
        self.show(Request())
        self._tell()

    def open(self) -> None:
        """Open the popup."""
        self.popup.open_at(self.button)

    def restyle(self, touch: int = 36) -> None:
        """Take the sizes of the theme; `touch` is the least height of what is pressed."""
        self.popup.restyle()
        self.button.setIcon(self._theme.icon("chevron-down"))
        for button in (self.button, self.reset):
            set_touch(button, self._theme.px(touch))
        for chip in self.chips:
            chip.restyle(touch)

    def _show_chips(self) -> None:
        popup = self.popup
        levels = popup.levels.value if self._levels_count else 0
        metres = popup.distance.value if self._distance_counts else 0
        lost = distance_penalty(metres, broken=popup.broken.isChecked())
        words = {
            popup.levels: levels_text(levels, self.tr) if levels else "",
            popup.distance: self._distance(metres, lost) if metres else "",
            popup.darkness: self.tr("Darkness −{n}").format(n=popup.darkness.value) if popup.darkness.value else "",
            popup.penalty: self.tr("Penalty −{n}").format(n=popup.penalty.value) if popup.penalty.value else "",
            popup.free: self.tr("+{n} free").format(n=popup.free.value) if popup.free.value else "",
        }
        for stepper, chip in self._chips.items():
            chip.show_value(words[stepper])
        self.reset.setVisible(sum(map(bool, words.values())) > 1)

    def _distance(self, metres: int, lost: int) -> str:
        if not lost:
            return self.tr("{m} m away").format(m=metres)
        return self.tr("{m} m away −{n}").format(m=metres, n=lost)

    def _tell(self) -> None:
        if not self._quiet:
            self._show_chips()
            self.changed.emit()
