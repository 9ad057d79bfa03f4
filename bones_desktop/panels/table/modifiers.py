"""What makes a throw harder or easier: chips for all that is set, and the popup in which it is set."""

from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from bones_desktop.panels.table.chips import MODIFIER_LIMITS, ValueChip, set_touch
from bones_desktop.rules.bones.reading.requests import (
    OWN_COUNT,
    Request,
    ThrowKind,
    distance_counts,
    lost_to_distance,
    skill_of,
)
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.popups import has_popup, rest_when_closed
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.wording.table import levels_text

if TYPE_CHECKING:
    from bones_desktop.panels.table.popups import ModifierPopup

ALLOWED: Final = "allowed_by_gm"
"""Name of the chip of what the GM allows, as the field of a Request."""


class Modifiers(QObject):
    """Owns widgets that stand where the task strip lays them; what is set stays until it is taken off."""

    changed = Signal()
    done = Signal()
    """The popup is closed; focus goes back to the page."""

    def __init__(self, theme: Theme, parent: QWidget, row: QWidget) -> None:
        """`parent` holds the button, `row` the chips of what is set."""
        super().__init__(parent)
        self._theme = theme
        self._quiet = False
        self._request = Request()
        """The last argument of `fit`."""
        self._reach: int | None = None
        self._seeking = ""
        self._owner = parent
        self._numbers = dict.fromkeys(MODIFIER_LIMITS, 0)
        """What is set, by the fields of a Request."""
        self._broken = False
        self._allowed_by_gm = False
        self.button = QPushButton(self.tr("Modifiers"), parent)
        self.button.setToolTip(self.tr("Levels, distance, darkness, penalties, automatic successes (M)"))
        # The arrow stands behind the word, as on every button that opens something.
        self.button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self._chips = {name: ValueChip(theme, row) for name in (*self._numbers, ALLOWED)}
        self.reset = push_button(row, self.tr("Reset"), self.clear, tip=self.tr("Take all modifiers off"))
        self.reset.hide()
        for button in (self.button, self.reset):
            button.setAutoDefault(False)
        self.button.clicked.connect(self.open)
        for name, chip in self._chips.items():
            chip.clicked.connect(partial(self._take_off, name))
        self.restyle()

    @cached_property
    def popup(self) -> "ModifierPopup":
        """The popup, made when it is first opened."""
        from bones_desktop.panels.table.popups import ModifierPopup

        popup = ModifierPopup(self._theme, self._owner)
        popup.set_numbers(self._numbers, broken=self._broken)
        popup.offer(levels=self._levels_count, distance=self._distance_counts, reach=self._reach)
        popup.changed.connect(self._read)
        popup.closed.connect(self.done)
        rest_when_closed(popup)
        return popup

    @property
    def row(self) -> tuple[QWidget, ...]:
        """The chips of what is set and the button that resets them, in order."""
        return (*self.chips, self.reset)

    @property
    def any_set(self) -> bool:
        """Whether anything is set that matters for the request."""
        return any(not chip.isHidden() for chip in self.chips)

    @property
    def chips(self) -> tuple[ValueChip, ...]:
        """One for each number, hidden while it is zero, and one for the GM's word."""
        return tuple(self._chips.values())

    def of(self, request: Request) -> Request:
        """Return the request with what is set here."""
        numbers = self._numbers
        return replace(
            request,
            levels=numbers["levels"],
            distance=numbers["distance"],
            broken=self._broken,
            darkness=numbers["darkness"],
            penalty=numbers["penalty"],
            free=numbers["free"],
            allowed_by_gm=self._allowed_by_gm,
        )

    def show(self, request: Request) -> None:
        """Set what the request has, as far as it can be set here."""
        wanted = {name: getattr(request, name) for name in MODIFIER_LIMITS}
        self._numbers = {name: max(least, min(most, wanted[name])) for name, (least, most) in MODIFIER_LIMITS.items()}
        self._broken = request.broken
        self._allowed_by_gm, self._request = request.allowed_by_gm, request
        self._fill()
        self.fit(request)

    def fit(self, request: Request, reach: int | None = None, seeking: str = "") -> None:
        """Offer what matters for the request; the rest stays set, unseen, until it matters again.

        `reach` is a range increment in metres, for a shot. `seeking` is the skill of an opponent who searches or
        shoots, so that distance takes from him. The GM's word is for one skill: for another it is taken off.
        """
        if skill_of(request) != skill_of(self._request):
            self._allowed_by_gm = False
        self._request, self._reach, self._seeking = request, reach, seeking
        if has_popup(self):
            self.popup.offer(levels=self._levels_count, distance=self._distance_counts, reach=reach)
        self._show_chips()

    def clear(self) -> None:
        """Take all off: one change."""
        self.show(Request())
        self._tell()

    def allow(self, allowed: bool) -> None:
        """Let the GM allow a task that no icon fits, or no longer: one change."""
        self._allowed_by_gm = allowed
        self._tell()

    def open(self) -> None:
        """Open the popup."""
        self.popup.open_at(self.button)

    def restyle(self, touch: int = 36) -> None:
        """Take the sizes of the theme; `touch` is the least height of what is pressed."""
        if has_popup(self):
            self.popup.restyle()
        self.button.setIcon(self._theme.icon("chevron-down"))
        for button in (self.button, self.reset):
            set_touch(button, self._theme.px(touch))
        for chip in self.chips:
            chip.restyle(touch)

    @property
    def _levels_count(self) -> bool:
        return bool(self._request.difficulty) and self._request.kind not in OWN_COUNT

    @property
    def _distance_counts(self) -> bool:
        return distance_counts(self._sought(self._request), self._reach)

    def _show_chips(self) -> None:
        levels = self._numbers["levels"] if self._levels_count else 0
        metres = self._numbers["distance"] if self._distance_counts else 0
        darkness, penalty, free = (self._numbers[name] for name in ("darkness", "penalty", "free"))
        lost = lost_to_distance(self._sought(self.of(self._request)), self._reach)
        words = {
            "levels": levels_text(levels, self.tr) if levels else "",
            "distance": self._distance(metres, lost) if metres else "",
            "darkness": self.tr("Darkness −{n}").format(n=darkness) if darkness else "",
            "penalty": self.tr("Penalty −{n}").format(n=penalty) if penalty else "",
            "free": self.tr("+{n} automatic").format(n=free) if free else "",
            ALLOWED: self.tr("Allowed by the GM") if self._allowed_by_gm else "",
        }
        for name, chip in self._chips.items():
            chip.show_value(words[name])
        self.reset.setVisible(sum(map(bool, words.values())) > 1)

    def _sought(self, request: Request) -> Request:
        """Return the request of whoever searches or shoots."""
        return replace(request, kind=ThrowKind.TASK, skill=self._seeking) if self._seeking else request

    def _distance(self, metres: int, lost: int) -> str:
        if not lost:
            return self.tr("{m} m away").format(m=metres)
        return self.tr("{m} m away −{n}").format(m=metres, n=lost)

    def _take_off(self, name: str) -> None:
        if name == ALLOWED:
            self.allow(False)
            return
        self._numbers[name] = 0
        self._fill()
        self._tell()

    def _fill(self) -> None:
        """Show in the popup what is set."""
        if has_popup(self):
            self._quiet = True
            self.popup.set_numbers(self._numbers, broken=self._broken)
            self._quiet = False

    def _read(self) -> None:
        """Take what was set in the popup."""
        if not self._quiet:
            self._numbers, self._broken = self.popup.numbers, self.popup.broken.isChecked()
            self._tell()

    def _tell(self) -> None:
        self._show_chips()
        self.changed.emit()
