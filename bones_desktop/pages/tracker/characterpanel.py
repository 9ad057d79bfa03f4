"""Parts of the Tracker's tabs: the base class of their panels, and two rows of dice, in play and lost."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import ceil
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from bones_desktop.desk.keymap import show_key
from bones_desktop.document.bones.characterdocument import Change, CharacterDocument
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.records import Record
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.dice.diecard import DieCard, DieCardLook, card_size
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import Fitting, flow_row, follow_one_another, least_height, take_all
from bones_desktop.widgets.scaled import follow, set_lengths
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _


class CharacterPanel(Guarded, QWidget):
    """A panel that calls `refresh` when it becomes visible, and at each change while it is visible."""

    refused = Signal(object)
    """Emitted with a Reason when an action is refused."""
    message = Signal(str)
    """Emitted with a sentence about the last action."""

    def __init__(
        self, document: CharacterDocument, theme: Theme, today: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        """`today` returns the date in the form 2026-11-21."""
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._today = today
        # The signal is connected even while the panel is hidden, because `_note` must be called for every change.
        document.changed.connect(self._changed)
        self._theme.changed.connect(self._theme_changed)

    def refresh(self) -> None:
        """Show the current character."""

    def showEvent(self, event: QShowEvent) -> None:
        """Show changes made while the panel was hidden.

        Set fonts again, because the style sheet resets them when the panel is first shown.
        """
        super().showEvent(event)
        self._fit()
        self.refresh()

    def event(self, event: QEvent) -> bool:
        """Fit the panel again when its contents need another size."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the panel to the new width."""
        super().resizeEvent(event)
        self._fit()

    def heightForWidth(self, width: int) -> int:
        """Return the minimum height, because Qt would use the preferred height of wrapped text in a scroll area."""
        layout = self.layout()
        return 0 if layout is None else least_height(layout, width)

    def _apply(self, name: str, edit: Callable[[Character], Character]) -> bool:
        """Edit the character in an undo step; return whether this worked. If not, `refused` is emitted."""
        return self._document.attempt(name, edit, self.refused.emit)

    def _changed(self, change: Change) -> None:
        self._note(change)
        if self.isVisible():
            self.refresh()

    def _theme_changed(self) -> None:
        self._fit()
        if self.isVisible():
            self.refresh()

    def _note(self, change: Change) -> None:
        """Handle a change even while the panel is hidden; subclasses override this method."""

    def _fit(self) -> None:
        """Adapt the panel to theme and width, and request the height that it needs."""


LINES: Final = 2
"""Number of text lines below a lost die, for its cause and day."""
SCALES: Final = (4.0, 3.6, 3.2, 2.8, 2.4, 2.0, 1.8, 1.6, 1.45, 1.3, 1.15, 1.0)
IN_LINES: Final = 1
"""Number of text lines below a die in play, for its name."""
_SLACK: Final = 10
"""Spare width in pixels needed before dice grow; without it, dice would flicker when a scroll bar appears."""
_GAP: Final = 6
_BETWEEN: Final = 12
_WORD: Final = 52
_BUTTON: Final = 34


class WoundDie(QWidget):
    """A die above the button that moves it to the other row."""

    def __init__(self, theme: Theme, die: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.card = WoundCard(theme, die, self, lines=LINES)
        # A click gives the focus to the die. Enter then moves the die too.
        self.card.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.button = QPushButton(self)
        set_lengths(theme, self.button, height=_BUTTON)
        # Enter on the die does the same as the button, so Tab skips the button.
        self.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button = hbox(None, self.button, theme=theme, edges=(4, 0, 4, 0))
        vbox(self, self.card, button, margins=0, theme=theme, gap=2)


class WoundCard(DieCard):
    """A die that emits `double_clicked`."""

    double_clicked = Signal()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Emit `double_clicked` for the left button."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.double_clicked.emit()


class DieMark(Record):
    """Marks a die that a blow will take."""

    words: str
    given: bool
    """True if the player chose to lose this die to the blow."""


class DiceRows(Fitting):
    """Shows dice and emits requests to move them. The owner of the widget changes the character."""

    picked = Signal(int)
    """Emitted with the index of the die that was clicked."""
    requested = Signal(int)
    """Emitted with a die that the user wants to move to the other row or, during a blow, to give up or keep."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._in: tuple[int, ...] = ()
        self._out: tuple[int, ...] = ()
        self._giving = False
        self._marks: Mapping[int, DieMark] = {}
        self.scale = 1.0
        """Size of the dice relative to dice on the Table page."""
        self._height = 0
        self.dice: list[WoundDie] = []
        self.in_word = plain_label(self, _("In"), "muted", theme=theme, size=20, serif=True, bold=True)
        out_word = plain_label(self, _("Out"), "muted", theme=theme, size=20, serif=True, bold=True)
        set_lengths(theme, self.in_word, out_word, width=_WORD)
        self._none_in = plain_label(
            self, _("No die is left; damage counts below zero now."), "muted", wrap=True, theme=theme, size=16
        )
        self.none_out = plain_label(self, _("No die is lost."), "muted", theme=theme, size=16)
        self.none_out.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.more_damage = QPushButton(_("One more damage"), self)
        self.more_damage.setProperty("kind", "danger")
        show_key(self.more_damage, _("It goes below zero"), "tracker.injure")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        speak_as(self, Role.Grouping, _("Dice, left and lost"))
        self._flows = flow_row(None, theme=theme, gap=_GAP), flow_row(None, theme=theme, gap=_GAP)
        more = hbox(None, self.more_damage, STRETCH)
        column = vbox(self, margins=0, theme=theme, gap=_BETWEEN)
        for word, beside in (
            (self.in_word, vbox(None, self._none_in, more, self._flows[0], theme=theme, gap=8)),
            (out_word, vbox(None, self.none_out, self._flows[1])),
        ):
            row = hbox(None, spacing=0)
            row.addWidget(word, 0, Qt.AlignmentFlag.AlignTop)
            row.addLayout(beside, 1)
            column.addLayout(row)
        follow(theme, self, DiceRows._fit)

    @property
    def cards(self) -> list[WoundCard]:
        """The cards of all dice."""
        return [die.card for die in self.dice]

    @property
    def buttons(self) -> list[QPushButton]:
        """The buttons of all dice."""
        return [die.button for die in self.dice]

    def show_dice(self, looks: Sequence[DieCardLook], out: Sequence[int], *, past_harm: bool) -> None:
        """Show all dice. The dice in `out` are lost: they are in the second row, in the order of `out`."""
        before = (self._in, self._out)
        if len(looks) != len(self.dice):
            for flow in self._flows:
                flow.clear()
            self.dice = [self._make(die) for die in range(len(looks))]
            before = ((), ())
        for card, look in zip(self.cards, looks, strict=True):
            card.show_look(look)
        gone = set(out)
        self._in = tuple(die for die in range(len(looks)) if die not in gone)
        self._out = tuple(out)
        self._none_in.setVisible(bool(looks) and not self._in)
        self.more_damage.setVisible(bool(looks) and not self._in and not past_harm)
        self.none_out.setVisible(not self._out)
        self._name_buttons()
        if before != (self._in, self._out):
            self._place()
        self._fit()

    def show_selected(self, die: int) -> None:
        """Highlight a die. The index -1 highlights none."""
        for card in self.cards:
            card.setChecked(card.die == die)

    def show_marks(self, marks: Mapping[int, DieMark] | None) -> None:
        """Set the dice that a blow takes. During a blow, the buttons choose dice to give up.

        `marks` are the dice that the blow takes; None if no blow is prepared.
        """
        self._giving = marks is not None
        self._marks = marks or {}
        for card in self.cards:
            mark = self._marks.get(card.die)
            card.set_mark(mark.words if mark else "", given=mark is not None and mark.given)
        self._name_buttons()

    def set_room(self, height: int) -> None:
        """Set the height to fill. Dice grow to fit, but are never smaller than on the Table page."""
        if height != self._height:
            self._height = height
            self._fit()

    def _make(self, die: int) -> WoundDie:
        made = WoundDie(self._theme, die, self)
        made.card.clicked.connect(partial(self.picked.emit, die))
        made.card.double_clicked.connect(partial(self._double_clicked, die))
        made.button.clicked.connect(partial(self.requested.emit, die))
        return made

    def _place(self) -> None:
        """Put each die into its row."""
        for flow in self._flows:
            take_all(flow)
        for flow, dice in zip(self._flows, (self._in, self._out), strict=True):
            for die in dice:
                flow.addWidget(self.dice[die])
                self.dice[die].show()
        follow_one_another([self.more_damage, *(self.dice[die].card for die in (*self._in, *self._out))])

    def _double_clicked(self, die: int) -> None:
        # While a blow is prepared, one click picks the die.
        if self._giving:
            self.picked.emit(die)
        else:
            self.requested.emit(die)

    def _name_buttons(self) -> None:
        for die, button in enumerate(self.buttons):
            if die in self._out:
                text, said = _("Heal"), _("Heal die {n}")
            elif not self._giving:
                text, said = _("Lose"), _("Lose die {n}")
            elif die in self._marks and self._marks[die].given:
                text, said = _("Keep"), _("Keep die {n}")
            else:
                text, said = _("Give up"), _("Give up die {n}")
            button.setText(text)
            button.setAccessibleName(said.format(n=die + 1))

    def _line_height(self, scale: float, lines: int) -> int:
        return card_size(self._theme, scale, lines).height() + self._theme.px(2) + self._theme.finger(_BUTTON)

    def _fitting_scale(self) -> float:
        """Return the largest scale at which all dice fit, no matter which dice are lost."""
        px, count = self._theme.px, len(self.dice)
        room, gap = max(1, self.width() - px(_WORD)), px(_GAP)
        for scale in SCALES[:-1]:
            # Dice need spare room to grow, but not to shrink.
            slack = _SLACK if scale > self.scale else 0
            per_line = (room - slack + gap) // (card_size(self._theme, scale, LINES).width() + gap)
            # With fewer than four dice on a line, a row would look like a column.
            if per_line < min(4, count):
                continue
            lines = ceil(count / max(1, per_line))
            most = self._line_height(scale, IN_LINES) + lines * self._line_height(scale, LINES)
            if most + (lines - 1) * gap + px(_BETWEEN) <= self._height:
                return scale
        return SCALES[-1]

    def _fit(self) -> None:
        """Make all dice as large as the room allows. A die in play has fewer lines of text than a lost die."""
        self.scale = self._fitting_scale()
        # An empty row is as high as a full one, so that nothing below moves when the first die is lost.
        self.none_out.setMinimumHeight(self._line_height(self.scale, LINES))
        for die in self.dice:
            die.card.set_scale(self.scale, LINES if die.card.die in self._out else IN_LINES)
