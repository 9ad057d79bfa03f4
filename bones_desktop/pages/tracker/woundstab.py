"""The Wounds tab: dice in play and lost, the track to death, healing, and hindering dice."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from bones_desktop.desk.keymap import KEYS
from bones_desktop.document.bones.characterdocument import Change, CharacterDocument, rare_steps
from bones_desktop.pages.tracker.characterpanel import CharacterPanel, DiceRows
from bones_desktop.pages.tracker.healingcard import (
    HealingCard,
    WoundEdits,
    lost_sentence,
    lost_words,
    show_state,
    toll_words,
    when_words,
)
from bones_desktop.pages.tracker.woundforms import WoundForms
from bones_desktop.rules.bones.book.fields import DAYS_A_WEEK, FACES, LINE
from bones_desktop.rules.bones.injury.injuries import is_past_harm
from bones_desktop.rules.bones.making.sheet import Sheet
from bones_desktop.rules.records import replace
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actboard import FormPlace, ThingCard
from bones_desktop.widgets.acts.actform import ENTER
from bones_desktop.widgets.acts.trackrow import TrackRow
from bones_desktop.widgets.boxes import STRETCH, fill, hbox, vbox
from bones_desktop.widgets.dice.diecard import DieCardLook, look_in_play
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.lists.line import Line, LineLook
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.text.labels import Card
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.wording.keys import keyed
from bones_desktop.wording.language import _

_WIDE: Final = 780
"""Width at 100 % text size, in pixels, above which healing is next to the dice."""
_TALL: Final = 825
"""Height at 100 % text size, in pixels, above which the other cards stay in view below a form."""
_HINDERING: Final = LineLook(height=44, font=("sans", 14, True), side=34)


def hindering_lines(sheet: Sheet) -> list[Line]:
    """Return a line for each hindering die: its name, its strength and age, and its remedy."""
    lines = []
    for shown, die in zip(sheet.hindering, sheet.character.hindering, strict=True):
        bearing = [face.code for face in die.faces if not face.is_blank]
        faces = _("{n} of {all} faces").format(n=len(bearing), all=FACES)
        said = " · ".join(part for part in (faces, when_words(die.day, sheet.character.day)) if part)
        remedy = _("remedy: {remedy}").format(remedy=die.remedy) if die.remedy else ""
        face = FaceLook(bearing[0] if bearing else "", body="hindering")
        spoken = ", ".join(part for part in (shown.name, said, remedy) if part)
        lines.append(Line(shown.name, said, remedy, str(shown.number), face=face, tip=spoken, spoken=spoken))
    return lines


class WoundsTab(CharacterPanel):
    """Shows the wounds of the open character. Every act is an undo step.

    Keys: I takes damage, H heals, B prepares a blow, digits choose dice, Enter moves the chosen die.
    """

    calendar_requested = Signal()
    """Emitted to open the calendar of the character's campaign, because days pass in that calendar."""

    def __init__(
        self, document: CharacterDocument, theme: Theme, today: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(document, theme, today, parent)
        self.chosen = -1
        """The chosen die; -1 for none."""
        self.edits = WoundEdits(document, self.refused.emit, self.message.emit)
        self._dice_card = Card(theme, self, edges=(20, 4, 16, 12), gap=10)
        self.head = TrackRow(theme, self._dice_card, large=True, still=True)
        self._acts_line = QWidget(self._dice_card)
        self.cause = LineField(_("Cause of the damage"), self._acts_line)
        self.cause.setPlaceholderText(_("Cause of the damage (optional)"))
        limit_letters(self.cause, LINE)
        self.blow_button = push_button(self._acts_line, _("Take a blow…"), kind="primary")
        self.rows = DiceRows(theme, self._dice_card)
        self.healing = HealingCard(theme, self)
        self.hindering = ThingCard(theme, self, _HINDERING, empty=_("None: no dice are added to rolls."), least=3)
        self.hindering.removing = "cure"
        self.place = FormPlace(theme, self, self.refused.emit)
        self.forms = WoundForms(document, self.edits, theme, today, self.place, self.cause.clear)
        self._lay_out()
        self._connect()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.refresh()

    def choose(self, die: int) -> None:
        """Choose a die. Ignore it if the character does not have it."""
        if -1 <= die < len(self._document.character.dice) and die != self.chosen:
            self.chosen = die
            self.rows.show_selected(die)
            self.healing.show_chosen(self._document.rulebook, self._document.character, die)

    def injure(self) -> None:
        """Take one damage: lose the chosen die, or the last die in play if the chosen one is not in play.

        Without dice, go below zero.
        """
        self.edits.injure(self.chosen, " ".join(self.cause.text().split()))

    def heal(self) -> None:
        """Heal one damage: below zero first, then the chosen die if it is lost, else the die lost last."""
        self.edits.heal(self.chosen)

    def prepare_blow(self) -> None:
        """Open the form for a blow."""
        self.forms.ask("blow", {"cause": self.cause.text()})

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
        calls = {"injure": self.injure, "heal": self.heal, "blow": self.prepare_blow}
        command = KEYS.pressed("tracker", event)
        # Holding a key down must not wound more than once.
        if event.isAutoRepeat():
            super().keyPressEvent(event)
        elif command in calls:
            calls[command]()
        elif command.isdecimal():
            self.pick((int(command) or 10) - 1)
        elif held:
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_Escape and self.place.id:
            self.place.close()
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
        """Return only a minimum width, because Qt would add the height that wrapped text has at this small width."""
        least = super().minimumSizeHint()
        return QSize(least.width(), 0 if self._page.hasHeightForWidth() else least.height())

    def _note(self, change: Change) -> None:
        if change.name == "":
            self.chosen = -1
            self.cause.clear()
            self.place.close()

    def refresh(self) -> None:
        """Show the current character."""
        document, character = self._document, self._document.character
        if self.chosen >= len(character.dice):
            self.chosen = -1
        past_harm = is_past_harm(character)
        # The file may list a lost die that the character no longer has.
        out = [entry.die for entry in character.lost if entry.die < len(character.dice)]
        self.rows.show_dice([self._look(die) for die in range(len(character.dice))], out, past_harm=past_harm)
        self.rows.show_selected(self.chosen)
        self.healing.show_character(document.rulebook, character, self.chosen)
        acts = {"remedy": _("Remedy…"), "cure": _("Remove")}
        lines = hindering_lines(self._document.sheet)
        self.hindering.show_list(
            _("Hindering dice"), lines, acts if lines else {}, {"hinder": _("Give a die…")}, "remedy"
        )
        self.blow_button.setEnabled(bool(character.dice) and not past_harm)
        tip = keyed(_("Several points of damage at once: armour, spiffs, your choice of dice"), "tracker.blow")
        self.blow_button.setToolTip(plain_tip(tip if self.blow_button.isEnabled() else toll_words(character)))
        self.place.refresh()
        self._show_form()

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
        if self.place.id == "blow" and die < len(self.rows.cards):
            self.forms.toggle_die(die)

    def _choose_line(self, line: str) -> None:
        die = self.healing.die_of(line)
        if die is not None:
            self.choose(die)

    def _act(self, die: int) -> None:
        """Move a die to the other row."""
        if die in self._document.character.available():
            if self.place.id == "blow":
                self.forms.toggle_die(die)
            else:
                self.edits.injure(die, " ".join(self.cause.text().split()))
        else:
            self.edits.heal(die)

    def _enter(self) -> None:
        if self.place.id:
            self.place.form.submit()
            return
        if self.cause.hasFocus():
            self.prepare_blow()
            return
        focused = next((card.die for card in self.rows.cards if card.hasFocus()), None)
        if focused is not None:
            self.choose(focused)
            self._act(focused)

    def _do(self, act: str) -> None:
        """Do an act of the healing card, or open its form."""
        heal_all, _slay, revive = rare_steps()
        match act:
            case "day" | "week":
                self.edits.rest(1 if act == "day" else DAYS_A_WEEK)
            case "calendar":
                self.calendar_requested.emit()
            case "heal":
                self.heal()
            case "next":
                self.edits.heal_next(self.chosen)
            case "heal-all" | "revive":
                self.edits.take(heal_all if act == "heal-all" else revive)
            case _:
                self.forms.ask(act)

    def _do_to_hindering(self, act: str, key: str) -> None:
        if act == "cure":
            self.edits.remove_hindering(int(key) - 1)
        elif act == "remedy":
            die = self._document.character.hindering[int(key) - 1]
            self.forms.ask(act, {"die": key, "remedy": die.remedy})
        else:
            self.forms.ask(act)

    def _show_form(self) -> None:
        """Show on the dice and on the track to death what the prepared blow would do."""
        plan = self.forms.plan
        self.rows.show_marks(self.forms.marks())
        show_state(self.head, self._document.character, len(plan.dice) + plan.below_zero if plan is not None else 0)

    def _lay_out(self) -> None:
        hbox(self._acts_line, (self.cause, 1), self.blow_button, margins=0, theme=self._theme, gap=8)
        fill(self._dice_card.column, self.head, self._acts_line, self.rows, STRETCH)
        keeps = self._acts_line.sizePolicy()  # keep the height, so that the dice do not move when a form opens
        keeps.setRetainSizeWhenHidden(True)
        self._acts_line.setSizePolicy(keeps)
        right = vbox(None, self.place.form, (self.healing, 1), self.hindering, theme=self._theme, gap=12)
        self._page = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._page.setContentsMargins(0, 0, 0, 0)
        set_gaps(self._theme, self._page, gap=12)
        fill(self._page, (self._dice_card, 3), (right, 2))

    def _around(self) -> QWidget | None:
        """Return the widget around the tab. It is not stored, because Qt deletes it when the tab is moved."""
        return None if self.isWindow() else self.parentWidget()

    def _fit(self) -> None:
        """Place healing next to the dice if the width allows."""
        # A hidden tab does not have its final size yet.
        if not self.isVisible():
            return
        px, around = self._theme.px, self._around()
        wide = self.width() >= px(_WIDE)
        direction = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        if direction != self._page.direction():
            self._page.setDirection(direction)
        self._acts_line.setVisible(not self.place.id)
        # The dice get the remaining height, so that the user need not scroll the page. In a scroll area, the tab may be
        # higher than its visible part.
        seen = self.height() if around is None else around.height()
        for card in (self.healing, self.hindering):
            card.setVisible(not self.place.id or seen >= px(_TALL))
        self.rows.set_room(seen - self.head.sizeHint().height() - self.blow_button.sizeHint().height() - px(72))

    def _connect(self) -> None:
        self.place.changed.connect(self._fit)
        self.place.changed.connect(self._show_form)
        self.place.form.changed.connect(self._show_form)
        self.rows.picked.connect(self.pick)
        self.rows.requested.connect(self._act)
        self.rows.more_damage.clicked.connect(self.injure)
        self.blow_button.clicked.connect(self.prepare_blow)
        self.healing.list.current_changed.connect(self._choose_line)
        self.healing.list.line_activated.connect(self._heal_line)
        self.healing.acts.chosen.connect(self._do)
        self.hindering.requested.connect(self._do_to_hindering)

    def _heal_line(self, line: str) -> None:
        die = self.healing.die_of(line)
        if die is not None:
            self.edits.heal_next(die)
