"""The panel of dice in play and lost, hindering dice and spiffs, with buttons to change them.

Every change is an undo step.
"""

from collections.abc import Callable, Iterable
from functools import partial
from operator import attrgetter
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QMenu, QPushButton, QToolButton, QWidget

from bones_desktop.desk.keymap import KEYS, show_key
from bones_desktop.document.bones.characterdocument import (
    Change,
    CharacterDocument,
    InjuryStep,
    healing,
    hindering_steps,
    loss,
    rare_steps,
)
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.definitions import SpiffPrice
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.injury.blows import SOAK
from bones_desktop.rules.bones.injury.injuries import State
from bones_desktop.rules.bones.injury.spiffs import (
    ADDED_SUCCESS,
    REROLL,
    SURVIVE,
    earn,
    spend_on,
    ways_to_earn,
    ways_to_spend,
)
from bones_desktop.rules.records import replace
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.choice.buttons import give_menu, kept_action
from bones_desktop.widgets.dice.diecard import DieCard, card_size, look_in_play
from bones_desktop.widgets.dice.facelook import mini_icon
from bones_desktop.widgets.focus import send_focus_home
from bones_desktop.widgets.layouts import FitBoard, FitScroll, Fitting, FlowLayout, flow_row, put_before, take_all
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button, tool_button
from bones_desktop.widgets.scaled import set_icon, set_lengths, set_sheet_property, set_type
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.textfields import limit_letters
from bones_desktop.wording.keys import keyed
from bones_desktop.wording.language import _
from bones_desktop.wording.names import short_name
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import spiff_count

_ELSEWHERE: Final = frozenset({REROLL, ADDED_SUCCESS, SOAK, SURVIVE})
"""Ids of prices that are not in the menu, because they need a roll, a blow or more details.

Other parts of the program offer them.
"""
Take = Callable[[InjuryStep], object]
"""Type of a function that is called with the step that the user requests."""
LONGEST_CAUSE = 200


class SpiffButton(QToolButton):
    """Shows the balance of spiffs. Its menu has an action for each way to earn or spend spiffs.

    Each use of the menu adds an entry with its reason to the ledger.
    """

    def __init__(self, theme: Theme, rulebook: Rulebook, today: Callable[[], str], take: Take, parent: QWidget) -> None:
        """`today` returns the date in the form 2026-11-21."""
        super().__init__(parent)
        self._take = take
        self._rulebook = rulebook
        self._today = today
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        # Put the arrow after the text, as on the buttons of the task.
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.setToolTip(_("Earn and spend spiffs: they buy a re-roll or a success, or soak damage"))
        self._menu = light_menu(self)
        self._fill()
        give_menu(self, self._menu)
        set_icon(theme, self, "chevron-down")
        set_type(theme, self, size=16, serif=True, bold=True)
        set_lengths(theme, self, least_height=36)

    def show_spiffs(self, number: int) -> None:
        """Show the balance."""
        text = spiff_count(number)
        self.setText(text)
        self.setAccessibleName(_("{spiffs}: earn and spend").format(spiffs=text))

    def _fill(self) -> None:
        self._menu.addAction(_("Earned for")).setEnabled(False)
        for way in ways_to_earn(self._rulebook):
            for n in _amounts(way):
                edit = partial(earn, self._rulebook, reason_id=way.id, today=self._today(), n=n)
                self._add(way, n, edit)
        self._menu.addSeparator()
        self._menu.addAction(_("Spent on")).setEnabled(False)
        for way in ways_to_spend(self._rulebook):
            # Leave out prices that are paid only with a roll or a blow, because the rules cannot check them here.
            if way.id not in _ELSEWHERE:
                for n in _amounts(way):
                    edit = partial(spend_on, self._rulebook, purchase=way.id, today=self._today(), n=n)
                    self._add(way, -n, edit)
        self._menu.addSeparator()
        self.ledger = kept_action(self._menu, _("Everything else, and the ledger…"))

    def _add(self, way: SpiffPrice, by: int, edit: Callable[[Character], Character]) -> None:
        words = _("Earn {spiffs}: {what}") if by > 0 else _("Spend {spiffs}: {what}")
        step = InjuryStep(words.format(spiffs=spiff_count(abs(by)), what=way.name), edit)
        text = _("{what} ({n})").format(what=way.name, n=f"{by:+d}".replace("-", "−"))
        self._menu.addAction(without_mnemonic(text)).triggered.connect(partial(self._take, step))


def _amounts(way: SpiffPrice) -> range:
    """Return the possible numbers of spiffs; none if the GM names the price."""
    if way.least is None or way.most is None:
        return range(0)
    return range(way.least, way.most + 1)


_ANY_WIDTH: Final = 16_777_215
"""The greatest width that Qt allows, which is no limit."""
_ONE_LINE: Final = 560
"""Width at 100 % text size, in pixels, above which the field for the cause and all buttons fit on one line."""


class InjuryActs(Fitting):
    """The buttons below the dice, and the field for the cause. Rare actions are in a menu.

    In a narrow panel, the empty field is shown only after the user chooses it in the menu.
    """

    return_pressed = Signal()
    """Emitted when Return is pressed in the field for the cause."""

    def __init__(self, theme: Theme, rulebook: Rulebook, today: Callable[[], str], take: Take, parent: QWidget) -> None:
        """`today` returns the date in the form 2026-11-21."""
        super().__init__(parent)
        self._take = take
        self._theme = theme
        self.cause = QLineEdit(self)
        set_lengths(theme, self.cause, width=132)
        limit_letters(self.cause, LONGEST_CAUSE)
        self.cause.setPlaceholderText(_("Cause (optional)"))
        self.cause.setToolTip(_("Cause of the next damage; Return loses the die to it"))
        self.cause.setAccessibleName(_("Cause of the damage"))
        self.cause.returnPressed.connect(self._written)
        self.cause.textChanged.connect(self._fit)
        self.cause.editingFinished.connect(self._fit)
        self.lose = QPushButton(self)
        self.lose.setProperty("kind", "danger")
        # The button is wide enough for either of its two texts, so that the widgets next to it do not move.
        set_lengths(theme, self.lose, least_width=104)
        self.heal = push_button(self, _("Heal"), name=_("Heal one die"))
        show_key(self.heal, _("One damage heals: below zero first, then a die"), "table.heal")
        words = _("More: the cause, hindering dice, heal everything, killed outright, back from death")
        self.more = tool_button(self, theme=theme, icon="more", name=_("More"), tip=words)
        menu = light_menu(self)
        self._add_steps(menu, rare_steps(), attrgetter("name"))
        menu.addSeparator()
        menu.addAction(_("Cause of the damage…")).triggered.connect(self._write_cause)
        self.add = light_menu(self, _("Hindering die"))
        self._add_steps(self.add, hindering_steps(rulebook), attrgetter("of"))
        menu.addMenu(self.add)
        give_menu(self.more, menu)
        self.spiffs = SpiffButton(theme, rulebook, today, take, self)
        for button in (self.lose, self.heal, self.more, self.spiffs):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        flow_row(self, self.cause, self.lose, self.heal, self.more, self.spiffs, theme=theme, gap=8)
        put_before(self.spiffs, (self.cause, self.lose, self.heal, self.more))
        self._fit()

    def set_brief(self, brief: bool) -> None:
        """Set whether the Heal button shows only its picture. The saved width avoids a third row of buttons."""
        self.heal.setText("" if brief else _("Heal"))
        self.heal.setIcon(self._theme.icon("heal") if brief else QIcon())
        self.heal.setMaximumWidth(self.heal.minimumSizeHint().width() if brief else _ANY_WIDTH)

    def _write_cause(self) -> None:
        self.cause.show()
        self.cause.setFocus()

    def _written(self) -> None:
        self.return_pressed.emit()
        send_focus_home(self)
        self._fit()

    def _fit(self) -> None:
        """Show the field for the cause if there is room, if it contains text, or if it has the focus."""
        wide = self.width() >= self._theme.px(_ONE_LINE)
        self.cause.setVisible(wide or bool(self.cause.text()) or self.cause.hasFocus())

    def _add_steps(self, menu: QMenu, steps: Iterable[InjuryStep], words: Callable[[InjuryStep], str]) -> None:
        for step in steps:
            menu.addAction(without_mnemonic(words(step))).triggered.connect(partial(self._take, step))


_SMALLEST: Final = 0.7
"""Smallest scale to which the dice shrink in a low panel. If they still do not fit, they use a second row."""


class InjuriesPanel(Fitting):
    """Shows the character's dice, and which of them are lost."""

    refused = Signal(object)
    """Emitted with a Reason when the rules refuse a change."""
    die_selected = Signal(int)
    """Emitted with the chosen die; -1 for none."""

    def __init__(
        self, document: CharacterDocument, theme: Theme, today: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        """`today` returns the date in the form 2026-11-21."""
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self.selected = -1
        """The chosen die; -1 for none."""
        self._low = False
        self.cards: list[DieCard] = []
        self._board = FitBoard(self)
        self._dice_row = FlowLayout(theme.px(4), self._board)
        self.state = plain_label(self, wrap=True, theme=theme, size=14)
        self.acts = InjuryActs(theme, document.rulebook, today, self._take, self)
        self.acts.lose.clicked.connect(self.injure)
        self.acts.heal.clicked.connect(self.heal)
        self.acts.return_pressed.connect(self._cause_written)
        self.cause, self.lose_button, self.spiffs = self.acts.cause, self.acts.lose, self.acts.spiffs
        self.hindering: list[QPushButton] = []
        self.scroll_area = FitScroll(self._board, self)
        vbox(self, self.state, (self.scroll_area, 1), self.acts, margins=0, theme=theme, gap=8)
        document.changed.connect(self._changed)
        KEYS.changed.connect(self._show_choice)
        theme.changed.connect(self._restyle)
        self._restyle()
        self._fill()

    def choose(self, die: int) -> None:
        """Choose a die by its index; -1 chooses none. Ignore an index that the character does not have."""
        if not -1 <= die < len(self.cards) or die == self.selected:
            return
        self.selected = die
        self._show_choice()
        if die >= 0:
            self.scroll_area.ensureWidgetVisible(self.cards[die])
        self.die_selected.emit(die)

    def set_low(self, low: bool) -> None:
        """Set whether the panel is low. In a low panel the dice shrink to fit on one row."""
        if low != self._low:
            self._low = low
            self._fit()

    def injure(self) -> None:
        """Take one damage: lose the chosen die if it is in play, else the last die in play.

        If no die is left, the damage goes below zero. The typed cause is used for this damage only.
        """
        cause = " ".join(clean_text(self.cause.text()).split())
        if self._take(loss(self._document.character, self.selected, cause)):
            self.cause.clear()

    def heal(self) -> None:
        """Heal one damage: below zero first, then the chosen die if it is lost, else the die lost last."""
        self._take(healing(self._document.character, self.selected))

    def _cause_written(self) -> None:
        """Lose a die for the typed cause. Damage below zero must be confirmed with the button."""
        if self.cause.text().strip() and self._document.character.available():
            self.injure()

    def _take(self, step: InjuryStep) -> bool:
        """Do a step that can be undone; return whether the rules allow it."""
        return self._document.attempt(step.name, step.edit, self.refused.emit)

    def _changed(self, change: Change) -> None:
        if change.name == "":
            self.selected = -1
            self.cause.clear()
        self._fill()

    def _fill(self) -> None:
        character = self._document.character
        if len(self.cards) != len(character.dice):
            for card in self.cards:
                card.hide()
                card.deleteLater()
            self.cards = [self._card(die) for die in range(len(character.dice))]
            self._fit()
        # Dice in play and lost dice share a row, so the row is filled again at each change.
        take_all(self._dice_row)
        for die in character.available():
            self._show_card(die, None)
        for entry in character.lost:
            if entry.die < len(self.cards):
                self._show_card(entry.die, entry.cause)
        self.selected = self.selected if self.selected < len(self.cards) else -1
        self._show_state()
        self._fill_hindering()
        self.spiffs.show_spiffs(character.spiffs)
        self._show_choice()

    def _card(self, die: int) -> DieCard:
        card = DieCard(self._theme, die, self._board)
        card.clicked.connect(partial(self.choose, die))
        return card

    def _show_card(self, die: int, cause: str | None) -> None:
        look, card = look_in_play(self._document.rulebook, self._document.character, die), self.cards[die]
        if cause is not None:
            lost = _("lost: {cause}").format(cause=cause) if cause else _("lost")
            look = replace(look, name=lost, said=f"{look.said} ({lost})", lost=True)
        card.show_look(look)
        self._dice_row.addWidget(card)
        card.show()

    def _show_state(self) -> None:
        character = self._document.character
        found = injuries.condition(character)
        words = sentence(found.reason)
        if found.is_dying:
            words = f"{words} {_('Below zero: {n}.').format(n=found.excess)}"
        self.state.setText(words)
        tones = {State.UNHURT: "muted", State.HURT: "warn"}
        set_sheet_property(self.state, "tone", tones.get(found.state, "bad"))

    def _show_choice(self) -> None:
        for card in self.cards:
            card.setChecked(card.die == self.selected)
        available = self._document.character.available()
        if available:
            die = self.selected if self.selected in available else available[-1]
            text = _("Lose die {n}").format(n=die + 1)
            tip = keyed(_("Die {n} is lost").format(n=die + 1), "table.injure")
        else:
            text, tip = _("+1 damage"), keyed(_("No dice are left: the damage goes below zero"), "table.injure")
        self.lose_button.setText(text)
        self.lose_button.setToolTip(plain_tip(tip))
        self.lose_button.setEnabled(bool(self.cards))

    def _fill_hindering(self) -> None:
        for button in self.hindering:
            self._dice_row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.hindering = []
        side = self._theme.px(24)
        for place, die in enumerate(self._document.character.hindering):
            button = QPushButton(without_mnemonic(short_name(die.name)), self._board)
            code = next((face.code for face in die.faces if not face.is_blank), "")
            button.setIcon(mini_icon(self._theme, code, side, self.devicePixelRatioF(), "hindering"))
            button.setIconSize(QSize(side, side))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setToolTip(plain_tip(_("{die} is added to every roll; a click removes it").format(die=die.name)))
            remedy = partial(injuries.remove_hindering, place=place)
            step = InjuryStep(_("Remove {die}").format(die=die.name), remedy)
            button.clicked.connect(partial(self._take, step))
            self._dice_row.addWidget(button)
            # Show the button immediately, or the calculated height of the board would not include it.
            button.show()
            self.hindering.append(button)
        shown = (self._dice_row.itemAt(place) for place in range(self._dice_row.count()))
        dice = (item.widget() for item in shown if item is not None)
        # The Tab order must match the new order of the dice on the screen.
        put_before(self.cause, [widget for widget in dice if isinstance(widget, QAbstractButton)])

    def _fit(self) -> None:
        """If the panel is not tall enough, show the dice in one row and only the icon on the Heal button."""
        self.acts.set_brief(self._low)
        count = max(1, len(self.cards))
        wide, gaps = count * card_size(self._theme, 1.0, 1).width(), 2 + (count - 1) * self._theme.px(4)
        scale = max(_SMALLEST, min(1.0, (self.width() - gaps) / wide)) if self._low else 1.0
        for card in self.cards:
            card.set_scale(scale)

    def _restyle(self) -> None:
        self.scroll_area.set_most(self._theme.px(180))
        self._fit()
        for card in self.cards:
            card.updateGeometry()
        self._fill_hindering()
