"""Popups of the Table page. Each opens next to a widget, asks one question and emits the answer."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget

from bones_desktop.pages.table.chips import MODIFIER_LIMITS, Stepper, ValueChip, set_touch
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.rules.bones.reading.plays import FARTHEST, LONGEST_WHY
from bones_desktop.rules.bones.reading.requests import (
    OWN_COUNT,
    Request,
    ThrowKind,
    distance_counts,
    lost_to_distance,
    skill_of,
)
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.buttons import Chip
from bones_desktop.widgets.focus import send_focus_home
from bones_desktop.widgets.popups import FormPopup, has_popup, rest_when_closed
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_font
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.wording.language import _
from bones_desktop.wording.table import levels_text

_ASK_WIDTH: Final = 360
_MODIFIER_WIDTH: Final = 400
"""Width at 100 % text size."""


class AskPopup(FormPopup):
    """A question: heading, fields, and a button that confirms, as Enter does."""

    def __init__(self, theme: Theme, heading: str, button: str, parent: QWidget) -> None:
        super().__init__(theme, heading, _ASK_WIDTH, 8, parent)
        self._head = plain_label(self.board, heading, theme=theme, size=14, bold=True)
        self._note = plain_label(self.board, role="muted", wrap=True, theme=theme, size=12)
        self.button = push_button(self.board, button, self._decide, kind="primary")
        self.button.setAutoDefault(False)

    def restyle(self) -> None:
        """Use the theme's sizes and fonts."""
        theme = self._theme
        for widget in (*self.board.findChildren(QLineEdit), self.button):
            if widget.parentWidget() is self.board:
                set_touch(widget, theme.px(36))

    def _lay_out(self, *fields: QWidget) -> None:
        """Put the fields between the heading and the button."""
        for widget in (self._head, *fields, self.button):
            self._rows.addWidget(widget)

    def _decide(self) -> None:
        # Subclasses emit the answer here.
        raise NotImplementedError


class NamePopup(AskPopup):
    """Asks for a name that is not empty."""

    decided = Signal(str)

    def __init__(self, theme: Theme, heading: str, button: str, parent: QWidget) -> None:
        super().__init__(theme, heading, button, parent)
        self.name = LineField(_("Name"), self.board)
        self.name.setPlaceholderText(_("Its name"))
        limit_letters(self.name, LINE)
        self._note.hide()
        self._lay_out(self.name)
        self.name.returnPressed.connect(self._decide)
        self.name.textChanged.connect(self._allow)
        self.restyle()

    def open_at(self, owner: QWidget, name: str = "") -> None:
        """Open next to `owner` with the initial text `name`."""
        self.name.setText(name)
        self.name.selectAll()
        self._allow()
        self._open(owner)
        self.name.setFocus(Qt.FocusReason.PopupFocusReason)

    def _allow(self) -> None:
        # A name of spaces would be invisible in the menu.
        named = bool(self.name.text().split())
        self.button.setEnabled(named)
        self.button.setToolTip("" if named else _("Give it a name first."))

    def _decide(self) -> None:
        name = " ".join(self.name.text().split())
        if self.isVisible() and name:
            self.close()
            self.decided.emit(name)


class AssetPopup(NamePopup):
    """Asks for the name of an asset gained by a strategic action, before it is added to the diary."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _("Asset it brought"), _("Write into the diary"), parent)
        self.good = Chip(theme, _("For good"), self.board)
        self._note.setText(_("An asset earns this season only, unless the GM lets it stay for good."))
        self._note.show()
        for place, widget in ((2, self._note), (3, self.good)):
            self._rows.insertWidget(place, widget)
        self._named: Callable[[str, bool], object] | None = None
        self.decided.connect(self._give)
        set_touch(self.good, theme.px(36))

    def open_beside(self, owner: QWidget, named: Callable[[str, bool], object]) -> None:
        """Open next to `owner`. `named` receives the name, and whether the asset is permanent."""
        self._named = named
        self.good.setChecked(False)
        self.open_at(owner)

    def _give(self, name: str) -> None:
        if self._named is not None:
            self._named(name, self.good.isChecked())

    def restyle(self) -> None:
        """Use the theme's sizes and fonts."""
        super().restyle()
        # The base class calls this method before the chip exists.
        if "good" in self.__dict__:
            set_touch(self.good, self._theme.px(36))


class OverrulePopup(AskPopup):
    """Asks the GM for another result of a roll, and optionally for a reason."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _("The GM sets another result"), _("Set the result"), parent)
        self.number = Stepper(theme, _("Result"), _("Successes left"), self.board)
        self.why = QLineEdit(self.board)
        self.why.setPlaceholderText(_("Reason (optional)"))
        self.why.setAccessibleName(_("Reason"))
        limit_letters(self.why, LONGEST_WHY)
        self._lay_out(self.number, self._note, self.why)
        for field in (self.number.box.lineEdit(), self.why):
            field.returnPressed.connect(self._decide)
        self._decided: Callable[[int, str], object] | None = None
        self.restyle()

    def open_at(
        self, owner: QWidget, net: int, why: str, decided: Callable[[int, str], object], *, measured: bool
    ) -> None:
        """Open next to `owner` with the current result.

        `measured` is whether the roll has a number to beat. `decided` receives the result, negative for a failure, and
        the reason.
        """
        self._decided = decided
        note = _("0 is a tie; below zero is a failure by that many.") if measured else _("Successes counted.")
        self._note.setText(note)
        self.number.set_range(-FARTHEST if measured else 0, FARTHEST)
        self.number.box.setValue(net)
        self.why.setText(why)
        self._open(owner)
        self.number.box.setFocus(Qt.FocusReason.PopupFocusReason)
        self.number.box.selectAll()

    def restyle(self) -> None:
        """Use the theme's sizes and fonts."""
        super().restyle()
        self.number.restyle(44)

    def _decide(self) -> None:
        if not self.isVisible():
            return  # a spin box may pass Enter to its line edit twice
        self.number.box.interpretText()
        net, why = self.number.value, self.why.text()
        self.close()
        if self._decided is not None:
            self._decided(net, why)


class ModifierPopup(FormPopup):
    """Asks for the modifiers of a roll: a stepper for each, with an explanation. Enter closes the popup."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _("Modifiers"), _MODIFIER_WIDTH, 4, parent)
        self._notes: dict[Stepper, QLabel] = {}
        self.levels = self._add(
            _("Levels harder"),
            _("Missing tools, as the GM says; shackled magic: 2. Below zero: easier."),
        )
        self.distance = self._add(_("Metres away"), "")
        self.broken = Chip(theme, _("Broken or wooded ground"), self.board)
        self._rows.addWidget(self.broken, 0, Qt.AlignmentFlag.AlignRight)
        self.darkness = self._add(_("Darkness"), _("Successes lost in the dark; Night Vision reduces the loss."))
        self.penalty = self._add(_("Penalty"), _("Successes that the GM takes away; magic fatigue is already counted."))
        self.free = self._add(_("Automatic successes"), _("Successes that the GM gives."))
        self._numbers = {
            "levels": self.levels, "distance": self.distance, "darkness": self.darkness, "penalty": self.penalty,
            "free": self.free,
        }  # fmt: skip
        for name, stepper in self._numbers.items():
            stepper.set_range(*MODIFIER_LIMITS[name], step=10 if stepper is self.distance else 1)
        for stepper in self.steppers:
            stepper.box.lineEdit().returnPressed.connect(self.close)
        self.restyle()

    @property
    def steppers(self) -> tuple[Stepper, ...]:
        """The steppers, from top to bottom."""
        return tuple(self._notes)

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers shown, keyed by field of a Request."""
        return {name: stepper.value for name, stepper in self._numbers.items()}

    def set_numbers(self, numbers: Mapping[str, int], *, broken: bool) -> None:
        """Set all numbers, and whether the ground is broken."""
        for name, stepper in self._numbers.items():
            stepper.box.setValue(numbers[name])
        self.broken.setChecked(broken)

    def offer(self, *, levels: bool, distance: bool, reach: int | None = None) -> None:
        """Show the modifiers that apply to the roll. `reach` is the range increment of a shot in metres."""
        note = _("One fewer success for each full 50 m, or 20 m of broken ground.")
        if reach is not None:
            note = _("One fewer success for each {n} m begun after the first {n} m.").format(n=reach)
        self._notes[self.distance].setText(note)
        self.distance.set_tip(note)
        for stepper, offered in ((self.levels, levels), (self.distance, distance)):
            # A modifier that does not apply is hidden, but keeps its value.
            stepper.setVisible(offered)
            self._notes[stepper].setVisible(offered)
        self.broken.setVisible(distance and reach is None)

    def note(self, stepper: Stepper) -> str:
        """Return the explanation below a number."""
        return self._notes[stepper].text()

    def open_at(self, owner: QWidget) -> None:
        """Open next to `owner`."""
        self._open(owner)
        # The user most likely wants to change a number that is not zero.
        first = next((each for each in self.steppers if each.value and each.isVisible()), None)
        (first or next(each for each in self.steppers if each.isVisible())).box.setFocus(
            Qt.FocusReason.PopupFocusReason
        )

    def restyle(self) -> None:
        """Use the theme's sizes and fonts."""
        for stepper, note in self._notes.items():
            stepper.restyle(44)
            set_font(note, self._theme.font("sans", 12))
        set_touch(self.broken, self._theme.px(36))

    def _add(self, name: str, note: str) -> Stepper:
        stepper = Stepper(self._theme, name, note, self)
        label = plain_label(self, note, "muted", wrap=True)
        self._notes[stepper] = label
        self._rows.addWidget(stepper)
        self._rows.addWidget(label)
        return stepper


ALLOWED: Final = "allowed_by_gm"
"""Name of the chip for the GM's permission; also the field of a Request."""


class Modifiers(QObject):
    """The modifiers of a roll and their widgets, which the task strip places. Modifiers stay set until removed."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget, row: QWidget) -> None:
        """`parent` contains the button; `row` contains the chips of modifiers that are set."""
        super().__init__(parent)
        self._theme = theme
        self._quiet = False
        self._request = Request()
        """The request last passed to `fit`."""
        self._reach: int | None = None
        self._seeking = ""
        self._owner = parent
        self._numbers = dict.fromkeys(MODIFIER_LIMITS, 0)
        """The numbers set, keyed by field of a Request."""
        self._broken = False
        self._allowed_by_gm = False
        self.button = QPushButton(_("Modifiers"), parent)
        self.button.setToolTip(_("Levels, distance, darkness, penalties, automatic successes (M)"))
        # Put the arrow after the text, as on every button that opens something.
        self.button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self._chips = {name: ValueChip(theme, row) for name in (*self._numbers, ALLOWED)}
        self.reset = push_button(row, _("Reset"), self.clear, tip=_("Remove all modifiers"))
        self.reset.hide()
        for button in (self.button, self.reset):
            button.setAutoDefault(False)
        self.button.clicked.connect(self.open)
        for name, chip in self._chips.items():
            chip.clicked.connect(partial(self._take_off, name))
        self.restyle()

    @cached_property
    def popup(self) -> "ModifierPopup":
        """The popup, created at its first use."""
        popup = ModifierPopup(self._theme, self._owner)
        popup.set_numbers(self._numbers, broken=self._broken)
        popup.offer(levels=self._levels_count, distance=self._distance_counts, reach=self._reach)
        for stepper in popup.steppers:
            stepper.changed.connect(self._read)
        popup.broken.clicked.connect(self._read)
        popup.closed.connect(partial(send_focus_home, self._owner))
        rest_when_closed(popup)
        return popup

    @property
    def row(self) -> tuple[QWidget, ...]:
        """The chips of modifiers that are set, and the button that resets them, in order."""
        return (*self.chips, self.reset)

    @property
    def any_set(self) -> bool:
        """Whether a modifier is set that applies to the request."""
        return any(not chip.isHidden() for chip in self.chips)

    @property
    def chips(self) -> tuple[ValueChip, ...]:
        """A chip for each number, hidden if it is zero, and one for the GM's permission."""
        return tuple(self._chips.values())

    def of(self, request: Request) -> Request:
        """Return the request with the modifiers that are set here."""
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
        """Set the modifiers of the request that exist here."""
        wanted = {name: getattr(request, name) for name in MODIFIER_LIMITS}
        # A request from an old log may contain numbers that are no longer allowed.
        self._numbers = {name: max(least, min(most, wanted[name])) for name, (least, most) in MODIFIER_LIMITS.items()}
        self._broken = request.broken
        self._allowed_by_gm, self._request = request.allowed_by_gm, request
        self._fill()
        self.fit(request)

    def fit(self, request: Request, reach: int | None = None, seeking: str = "") -> None:
        """Offer the modifiers that apply to the request. Others keep their values but are hidden.

        `reach` is the range increment of a shot in metres. `seeking` is the skill of an opponent who searches or
        shoots, so that distance reduces the opponent's successes. The GM's permission is for one skill; it is removed
        when the skill changes.
        """
        if skill_of(request) != skill_of(self._request):
            self._allowed_by_gm = False
        self._request, self._reach, self._seeking = request, reach, seeking
        if has_popup(self):
            self.popup.offer(levels=self._levels_count, distance=self._distance_counts, reach=reach)
        self._show_chips()

    def clear(self) -> None:
        """Remove all modifiers, with one signal."""
        self.show(Request())
        self._tell()

    def allow(self, allowed: bool) -> None:
        """Set whether the GM allows a task without a fitting icon, with one signal."""
        self._allowed_by_gm = allowed
        self._tell()

    def open(self) -> None:
        """Open the popup."""
        self.popup.open_at(self.button)

    def restyle(self, touch: int = 36) -> None:
        """Use the theme's sizes. `touch` is the smallest height of the buttons."""
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
            "levels": levels_text(levels) if levels else "",
            "distance": self._distance(metres, lost) if metres else "",
            "darkness": _("Darkness −{n}").format(n=darkness) if darkness else "",
            "penalty": _("Penalty −{n}").format(n=penalty) if penalty else "",
            "free": _("+{n} automatic").format(n=free) if free else "",
            ALLOWED: _("Allowed by the GM") if self._allowed_by_gm else "",
        }
        for name, chip in self._chips.items():
            chip.show_value(words[name])
        # For a single chip no reset button is needed, because a click removes the chip.
        self.reset.setVisible(sum(map(bool, words.values())) > 1)

    def _sought(self, request: Request) -> Request:
        """Return the request from the view of the side that searches or shoots."""
        return replace(request, kind=ThrowKind.TASK, skill=self._seeking) if self._seeking else request

    def _distance(self, metres: int, lost: int) -> str:
        if not lost:
            return _("{m} m away").format(m=metres)
        return _("{m} m away −{n}").format(m=metres, n=lost)

    def _take_off(self, name: str) -> None:
        if name == ALLOWED:
            self.allow(False)
            return
        self._numbers[name] = 0
        self._fill()
        self._tell()

    def _fill(self) -> None:
        """Show the current modifiers in the popup."""
        if has_popup(self):
            # Setting a stepper emits its number; ignore these signals.
            self._quiet = True
            self.popup.set_numbers(self._numbers, broken=self._broken)
            self._quiet = False

    def _read(self) -> None:
        """Read the modifiers from the popup."""
        if not self._quiet:
            self._numbers, self._broken = self.popup.numbers, self.popup.broken.isChecked()
            self._tell()

    def _tell(self) -> None:
        self._show_chips()
        self.changed.emit()
