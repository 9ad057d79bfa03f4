"""The Wounds tab: dice in play and lost, the track to death, healing, and hindering dice."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QWidget

from bones_desktop.document.bones.characterdocument import Change, CharacterDocument
from bones_desktop.pages.tracker.characterpanel import CharacterPanel
from bones_desktop.pages.tracker.dicerows import DiceRows
from bones_desktop.pages.tracker.healingcard import HealingCard
from bones_desktop.pages.tracker.statehead import (
    HinderingCard,
    StateHead,
    WoundEdits,
    lost_sentence,
    lost_words,
    toll_words,
)
from bones_desktop.pages.tracker.woundforms import WoundForm, WoundForms
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.rules.bones.injury.injuries import condition, is_past_harm
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actform import ENTER
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.dice.diecard import DieCardLook, look_in_play
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.text.messages import announce
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.wording.language import _

_WIDE: Final = 780
"""Width at 100 % text size, in pixels, above which healing is next to the dice."""
_TALL: Final = 840
"""Height above which the hindering dice are below the dice, and a form is above the healing card."""
_ROOMY: Final = 1_500
"""Width above which, at that height, dice and text are larger, to be readable from a distance."""
_SHARES: Final = ((3, 2), (2, 1))
"""How dice and healing share the width: normally, and when there is much room."""


class WoundsTab(CharacterPanel):
    """Shows the wounds of the open character. Every act is an undo step.

    Keys: I takes damage, H heals, B prepares a blow, digits choose dice, Enter moves the chosen die.
    """

    def __init__(
        self, document: CharacterDocument, theme: Theme, today: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(document, theme, today, parent)
        self.chosen = -1
        """The chosen die; -1 for none."""
        self._tall = False
        self.edits = WoundEdits(document, self.refused.emit, self.message.emit)
        self._dice_card = QFrame(self)
        self._dice_card.setProperty("kind", "card")
        self.head = StateHead(theme, self._dice_card)
        self._acts_line = QWidget(self._dice_card)
        self.cause = LineField(_("Cause of the damage"), self._acts_line)
        self.cause.setPlaceholderText(_("Cause of the damage (optional)"))
        limit_letters(self.cause, LINE)
        self.blow_button = push_button(self._acts_line, _("Take a blow…"), kind="primary")
        self.rows = DiceRows(theme, self._dice_card)
        self.healing = HealingCard(theme, self.edits, self)
        self.hindering = HinderingCard(theme, self.edits, self)
        self._lay_out()
        self.forms = WoundForms(document, self.edits, self._show_form, theme, today, self, self._right)
        self._connect()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.refresh()

    def choose(self, die: int) -> None:
        """Choose a die. Ignore it if the character does not have it."""
        if -1 <= die < len(self._document.character.dice):
            self.chosen = die
            self.rows.show_selected(die)
            self.healing.show_selected(die)

    def injure(self) -> None:
        """Take one damage: lose the chosen die if in play, else the last one in play; with none left, go below zero."""
        self.edits.injure(self.chosen, " ".join(self.cause.text().split()))

    def heal(self) -> None:
        """Heal one damage: below zero first, then the chosen die if it is lost, else the die lost last."""
        self.edits.heal(self.chosen)

    def prepare_blow(self) -> None:
        """Open the form for a blow."""
        self.forms.open(WoundForm.BLOW, {"cause": self.cause.text()})

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus to the dice."""
        super().focusInEvent(event)
        available = self._document.character.available()
        die = self.chosen if self.chosen >= 0 else available[0] if available else 0
        if die < len(self.rows.cards):
            self.rows.cards[die].setFocus(event.reason())
        else:
            self.blow_button.setFocus(event.reason())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle letters, digits and Enter on the tab, unless a text is being typed."""
        key, held = Qt.Key(event.key()), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        calls = {Qt.Key.Key_I: self.injure, Qt.Key.Key_H: self.heal, Qt.Key.Key_B: self.prepare_blow}
        # Holding a key down must not wound repeatedly.
        if held or event.isAutoRepeat():
            super().keyPressEvent(event)
        elif key in calls:
            calls[key]()
        elif Qt.Key.Key_0 <= key <= Qt.Key.Key_9:
            self.pick((key - Qt.Key.Key_0 or 10) - 1)
        elif key == Qt.Key.Key_Escape and self.forms.current is not None:
            self.forms.close()
        elif key in ENTER:
            self._enter()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Show changes made while the tab was hidden."""
        around = self._around()
        if around is not None:
            around.installEventFilter(self)  # installing it a second time has no effect
        super().showEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrange the tab again when the size around it changes."""
        if event.type() == QEvent.Type.Resize and watched is self._around():
            self._fit()
        return super().eventFilter(watched, event)

    def minimumSizeHint(self) -> QSize:
        """Return the minimum width. Qt would add the height of wrapped text at that width."""
        least = super().minimumSizeHint()
        return QSize(least.width(), 0 if self._page.hasHeightForWidth() else least.height())

    def _note(self, change: Change) -> None:
        if change.name == "":
            self.chosen = -1
            self.cause.clear()
            self.forms.close()
            self.healing.begin_anew()

    def _changed(self, change: Change) -> None:
        super()._changed(change)
        # Screen readers announce changes of the condition, not every selection of a die.
        if self.isVisible() and condition(change.before) != condition(change.after):
            announce(self.head, f"{self.head.state.text()}. {self.head.toll.text}")

    def refresh(self) -> None:
        """Show the current character."""
        document, character = self._document, self._document.character
        if self.chosen >= len(character.dice):
            self.chosen = -1
        past_harm = is_past_harm(character)
        self.head.show_character(character)
        # The file may list a lost die that the character no longer has.
        out = [entry.die for entry in character.lost if entry.die < len(character.dice)]
        self.rows.show_dice([self._look(die) for die in range(len(character.dice))], out, past_harm=past_harm)
        self.rows.show_selected(self.chosen)
        self.healing.show_character(document.rulebook, character)
        self.healing.show_selected(self.chosen)
        self.hindering.show_character(character)
        self.blow_button.setEnabled(bool(character.dice) and not past_harm)
        self.blow_button.setToolTip(
            plain_tip(
                toll_words(character)
                if not self.blow_button.isEnabled()
                else _("Several points of damage at once: armour, spiffs, your choice of dice (B)")
            )
        )
        self.forms.fill()

    def _look(self, die: int) -> DieCardLook:
        character = self._document.character
        look = look_in_play(self._document.rulebook, character, die)
        entry = next((each for each in character.lost if each.die == die), None)
        if entry is None:
            return look
        cause, when = lost_words(character, entry)
        said = f"{look.said} ({lost_sentence(character, entry)})"
        return replace(look, name=cause, said=said, note=when, lost=True, held=entry.held)

    def pick(self, die: int) -> None:
        """Choose a die. While a blow is prepared, also give it up or keep it."""
        self.choose(die)
        if self.forms.open_form is WoundForm.BLOW and die < len(self.rows.cards):
            self.forms.toggle_die(die)

    def _choose_line(self, line: str) -> None:
        die = self.healing.die_of(line)
        if die is not None:
            self.choose(die)

    def _act(self, die: int) -> None:
        """Move a die to the other row."""
        if die in self._document.character.available():
            if self.forms.open_form is WoundForm.BLOW:
                self.forms.toggle_die(die)
            else:
                self.edits.injure(die, " ".join(self.cause.text().split()))
        else:
            self.edits.heal(die)

    def _enter(self) -> None:
        if self.forms.current is not None:
            self.forms.current.submit()
            return
        if self.cause.hasFocus():
            self.prepare_blow()
            return
        focused = next((card.die for card in self.rows.cards if card.hasFocus()), None)
        if focused is not None:
            self.choose(focused)
            self._act(focused)

    def _show_form(self) -> None:
        """Show the effect of the prepared blow on the dice and on the track to death."""
        plan = self.forms.plan
        self.rows.show_marks(self.forms.marks())
        self.head.track.show_coming(len(plan.dice) + plan.below_zero if plan is not None else 0)

    def _lay_out(self) -> None:
        hbox(self._acts_line, (self.cause, 1), self.blow_button, margins=0, theme=self._theme, gap=8)
        self._dice_column = vbox(self._dice_card, self.head, self._acts_line, self.rows, STRETCH)
        keeps = self._acts_line.sizePolicy()  # keep the height, so that the dice do not move when a form opens
        keeps.setRetainSizeWhenHidden(True)
        self._acts_line.setSizePolicy(keeps)
        set_gaps(self._theme, self._dice_column, gap=10, edges=(20, 4, 16, 12))
        self._left = vbox(None, (self._dice_card, 1), theme=self._theme, gap=12)
        self._right = vbox(None, (self.healing, 1), self.hindering, theme=self._theme, gap=12)
        self._page = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        set_gaps(self._theme, self._page, gap=12)
        self._page.setContentsMargins(0, 0, 0, 0)
        self._page.addLayout(self._left, 3)
        self._page.addLayout(self._right, 2)

    def _around(self) -> QWidget | None:
        """Return the widget around the tab. It is not stored, because Qt deletes it when the tab is moved."""
        return None if self.isWindow() else self.parentWidget()

    def _height_in_view(self) -> int:
        """Return the visible height. In a scroll area, the tab may be higher."""
        around = self._around()
        return self.height() if around is None else around.height()

    def _fit(self) -> None:
        """Place healing next to the dice if the width allows, and hindering dice below them if the height allows."""
        # A hidden tab does not have its final size yet.
        if not self.isVisible():
            return
        px, width = self._theme.px, self.width()
        tall = self._height_in_view() >= px(_TALL)
        direction = QBoxLayout.Direction.LeftToRight if width >= px(_WIDE) else QBoxLayout.Direction.TopToBottom
        if direction != self._page.direction():
            self._page.setDirection(direction)
        if tall != self._tall:
            self._tall = tall
            self.head.track.set_tall(tall)
            (self._right if tall else self._left).removeWidget(self.hindering)
            (self._left if tall else self._right).addWidget(self.hindering)
        roomy = tall and width >= px(_ROOMY)
        self.healing.set_large(roomy)
        for column, share in enumerate(_SHARES[roomy]):
            self._page.setStretch(column, share)
        filling_in = self.forms.current is not None
        for card in (self.healing, self.hindering):
            card.setVisible(tall or not filling_in)
        self._acts_line.setVisible(not filling_in)
        # The dice get the remaining height, so that the page need not scroll.
        others = self.head.sizeHint().height() + self.blow_button.sizeHint().height() + px(72)
        if tall:
            others += self.hindering.sizeHint().height() + px(12)
        self.rows.set_room(self._height_in_view() - others)

    def _connect(self) -> None:
        self.forms.struck.connect(self.cause.clear)
        self.forms.changed.connect(self._fit)
        self.forms.changed.connect(self._show_form)
        self.rows.picked.connect(self.pick)
        self.rows.requested.connect(self._act)
        self.rows.more_damage.clicked.connect(self.injure)
        self.blow_button.clicked.connect(self.prepare_blow)
        healing = self.healing
        healing.list.current_changed.connect(self._choose_line)
        healing.heal.clicked.connect(self.heal)
        for button, form in (
            (healing.care, WoundForm.CARE),
            (healing.survive, WoundForm.SURVIVE),
            (self.hindering.give, WoundForm.HINDERING),
        ):
            button.clicked.connect(partial(self.forms.open, form))
