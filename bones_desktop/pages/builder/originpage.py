"""The Origin tab: the templates of the starting dice, side by side; in the core rules, race and way of making."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QIcon, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton, QStackedWidget, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.offers import HUMAN, race_choices
from bones_desktop.pages.builder.origincards import (
    MAKE_TEMPLATE,
    OriginCard,
    OriginList,
    mode_text,
    origin_cards,
    race_cards,
)
from bones_desktop.pages.builder.originchanger import OriginChanger
from bones_desktop.rules.bones.book.character import STARTING_DICE, CharacterKind, MakingMode
from bones_desktop.rules.reasons import is_complete
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, Stretch, fill, hbox, vbox
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.dienet import net_looks
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.dice.facetile import FaceStrip
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.rows import ROW_ROLE
from bones_desktop.widgets.scaled import set_lengths, set_sheet_property, set_type
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.widgets.text.labels import ElidedLabel, SteadyLabel, heading_label, plain_label
from bones_desktop.wording.language import _

COLD_IRON, CORE, NONE = 0, 1, 2
"""Pages of the stack: four dice from templates, free faces and races, nothing to choose."""
_ROOMY = 1120
"""Width in pixels, at 100 % text size, from which the ways of making are explained."""
_LOW = 420
"""Below this height in pixels, at 100 % text size, the text below a list is left out. Its cards' tips say the same."""


class OriginDie(QWidget):
    """The choices for one die, and below them the faces of one choice.

    The faces are those of the card under the pointer or with the keyboard focus, else the current faces of the chosen
    card.
    """

    picked = Signal(object)
    """Emitted with the OriginCard that was clicked or chosen with Enter, even if it is not allowed."""
    face_wanted = Signal(int)
    """Emitted with the index of an empty face of the current die when it is clicked."""

    def __init__(self, theme: Theme, number: int, name: str, parent: QWidget) -> None:
        """Make an empty list. `number` is the die's number, from 1; `name` is the kind of its template."""
        super().__init__(parent)
        self._faces: tuple[FaceLook, ...] = ()
        self.heading = ElidedLabel(self, theme=theme, size=16, serif=True, bold=True)
        self.heading.set_full_text(f"{number} {name}")
        self.list = OriginList(theme, _("Die {n}, {name}").format(n=number, name=name), self)
        set_lengths(theme, self.list, least_height=66)  # high enough for one card, even with large text
        self.heading.setBuddy(self.list)
        self._box = QFrame(self)
        self._box.setProperty("kind", "card")
        self.title = ElidedLabel(self._box)
        set_type(theme, self.title, size=14, bold=True)
        self.strip = FaceStrip(theme, self._box)
        self.words = SteadyLabel(3, self._box, "muted", theme=theme, size=12)
        vbox(self._box, self.title, self.strip, self.words, theme=theme, gap=4, edges=(10, 8, 10, 8))
        vbox(self, self.heading, (self.list, 1), self._box, theme=theme, gap=6, margins=0)
        for picks in (self.list.clicked, self.list.picked):
            picks.connect(self._pick)
        self.strip.face_clicked.connect(self._want)
        for looked_at in (self.list.looked_at_changed, self.list.selectionModel().currentChanged):
            looked_at.connect(self._show_die)

    def refresh(self, cards: Sequence[OriginCard], faces: Sequence[FaceLook]) -> None:
        """Offer these cards. `faces` is the current die."""
        self._faces = tuple(faces)
        self.list.show_cards(cards)
        self._show_die()

    @property
    def is_chosen(self) -> bool:
        """True if a card is chosen."""
        return self.list.chosen is not None

    def _pick(self, index: QModelIndex) -> None:
        card = index.data(ROW_ROLE)
        if isinstance(card, OriginCard):
            self.picked.emit(card)

    def _want(self, face: int) -> None:
        # Only faces of the chosen card can be filled, because only that card is on the die.
        if self.strip.faces == self._faces and not self._faces[face].code:
            self.face_wanted.emit(face)

    def _show_die(self) -> None:
        card, role = self.list.looked_at_card or self.list.chosen, "muted"
        if card is None:
            cards = self.list.cards.rows
            self.title.set_full_text(_("Nothing chosen yet"))
            self.strip.set_faces(self._faces)
            self._say("" if any(each.allowed for each in cards) else cards[0].note if cards else "", "")
        elif card.chosen:
            self.title.set_full_text(_("Now: {name}").format(name=card.name))
            self.strip.set_faces(self._faces)
            self._say(card.note, card.words)
            role = "muted" if card.allowed else "bad"
        else:
            title = _("If chosen: {name}") if card.allowed else _("Not allowed: {name}")
            title = title if card.slots or not card.allowed else "{name}"  # a card without faces acts like a button
            self.title.set_full_text(title.format(name=card.name))
            self.strip.set_faces(card.slots)
            self._say(card.note, card.words if card.allowed else "")
        set_sheet_property(self.words, "role", role)

    def _say(self, note: str, words: str) -> None:
        self.words.show_text(note or words)
        now = ", ".join(look.name for look in self._faces)
        self.strip.setAccessibleName(self.title.full_text)
        self.strip.setAccessibleDescription(now if self.strip.faces == self._faces else words)


class OriginPage(Guarded, QWidget):
    """Shows the Origin tab. Every choice goes to the changer; refusals come from its edits."""

    dice_wanted = Signal(int, int)
    """Emitted to choose faces: a die and one of its faces, or -1 for the first empty one."""

    def __init__(
        self, document: CharacterDocument, theme: Theme, changer: OriginChanger, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        speak_as(self, Role.Grouping, _("Origin"))
        self._document = document
        self._theme = theme
        self._changer = changer
        self.modes = {
            MakingMode.COLD_IRON: self._mode_button(_("Cold Iron"), MakingMode.COLD_IRON),
            MakingMode.CORE: self._mode_button(_("Core rules"), MakingMode.CORE),
        }
        self.about = SteadyLabel(2, self, "muted", theme=theme, size=12)
        self.about.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.race = ChoiceButton(theme, _("Race"), _("Choose a race"), self)
        set_lengths(theme, self.race, least_width=110, most_width=190)
        self.race.activated.connect(changer.choose_race)
        self._race_name = plain_label(self, _("Race"), "muted", theme=theme, size=12)
        self._race_name.setBuddy(self.race)
        self.next = push_button(self, _("Next: dice"), partial(self.dice_wanted.emit, -1, -1))
        names = (_("Culture"), _("Background"), _("Occupation or other"), _("Occupation or other"))
        self.dice = tuple(OriginDie(theme, number, name, self) for number, name in enumerate(names, 1))
        self.races = OriginList(theme, _("Race"), self)
        self.nothing = plain_label(self, role="muted", wrap=True, theme=theme, size=16)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedWidget(self)
        self._arrange()
        for die, column in enumerate(self.dice):
            column.picked.connect(partial(self._choose, die))
            column.face_wanted.connect(partial(self.dice_wanted.emit, die))
            column.list.side_arrow_pressed.connect(partial(self._walk, die))
        for picks in (self.races.clicked, self.races.picked):
            picks.connect(self._choose_race)
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def shown(self) -> int:
        """The visible page: COLD_IRON, CORE or NONE."""
        return self._stack.currentIndex()

    def refresh(self) -> None:
        """Show the current character, at once if the page is visible, else when it is shown."""
        if self.isVisible():
            self._show()

    def go_to(self, die: int) -> None:
        """Focus the templates of a die, or the races if there are no templates."""
        if self._stack.currentIndex() == COLD_IRON:
            self.dice[min(die, STARTING_DICE - 1)].list.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.go_to_race()

    def go_to_race(self) -> None:
        """Focus the choice of the race."""
        where = self.races if self._stack.currentIndex() == CORE else self.race
        where.setFocus(Qt.FocusReason.OtherFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass focus on to the first die without a template."""
        super().focusInEvent(event)
        self.go_to(next((die for die, column in enumerate(self.dice) if not column.is_chosen), 0))

    def showEvent(self, event: QShowEvent) -> None:
        """Show changes made while the page was hidden."""
        super().showEvent(event)
        self._show()

    def _show(self) -> None:
        character = self._document.character
        player = character.kind is CharacterKind.PLAYER
        page = NONE if not player else COLD_IRON if character.mode is MakingMode.COLD_IRON else CORE
        self._stack.setCurrentIndex(page)
        for mode, button in self.modes.items():
            button.setVisible(player)
            button.setChecked(mode is character.mode)
        self._mark_mode()
        self._show_about()
        self.about.show_text(mode_text(character.mode))
        for part in (self.race, self._race_name):
            part.setVisible(page == COLD_IRON)
        if page == COLD_IRON:
            self._show_dice()
            leads = all(column.is_chosen for column in self.dice) and not is_complete(self._document.problems)
            # When the character is complete, Finish is the primary button instead of Next.
            set_sheet_property(self.next, "kind", "primary" if leads else "")
        elif page == CORE:
            self.races.show_cards(race_cards(self._document.rulebook, character, self._changer.edits.printed_only))
        else:
            self.nothing.setText(self._no_origin(character.kind))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide texts that have no room. Screen readers still get them from buttons and cards."""
        super().resizeEvent(event)
        self._show_about()

    def _show_about(self) -> None:
        for column in self.dice:
            column.words.setHidden(self.height() < self._theme.px(_LOW))
        roomy = self.width() >= self._theme.px(_ROOMY)
        self.about.setVisible(roomy and self._document.character.kind is CharacterKind.PLAYER)

    def _show_dice(self) -> None:
        document = self._document
        rulebook, character = document.rulebook, document.character
        races = race_choices(rulebook, character.racial_icon, self._changer.edits.printed_only, ask_gm=True)
        self.race.set_choices(races, character.racial_icon or HUMAN)
        looks = net_looks(rulebook, character, document.sheet, document.problems)
        for die, column in enumerate(self.dice):
            cards = origin_cards(rulebook, character, die, self._changer.edits.printed_only)
            column.refresh(cards, looks[die].faces if die < len(looks) else ())

    def _no_origin(self, kind: CharacterKind) -> str:
        if kind is CharacterKind.BEAST:
            return _("A beast has no culture or trade. Give it dice on the Dice tab.")
        if kind is CharacterKind.HORDE:
            return _("A horde has no origin of its own. Give it dice on the Dice tab.")
        return _("A cast member needs no origin. Give it dice on the Dice tab, printed ones or your own.")

    def _choose(self, die: int, card: OriginCard) -> None:
        if card.key == MAKE_TEMPLATE:
            self._changer.template_wanted.emit()
            return
        self._changer.choose_template(die, Choice(card.key, card.name, card.note, card.allowed))

    def _choose_race(self, index: QModelIndex) -> None:
        card = index.data(ROW_ROLE)
        if isinstance(card, OriginCard):
            self._changer.choose_race(Choice(card.key, card.name))

    def _choose_mode(self, mode: MakingMode) -> None:
        # The click has checked the button already, but the question that follows may be cancelled.
        for each, button in self.modes.items():
            button.setChecked(each is self._document.character.mode)
        self._changer.choose_mode(mode)

    def _walk(self, die: int, step: int) -> None:
        if 0 <= die + step < len(self.dice):
            self.go_to(die + step)

    def _mode_button(self, name: str, mode: MakingMode) -> QPushButton:
        button = push_button(self, name, partial(self._choose_mode, mode), checkable=True)
        button.setAccessibleDescription(mode_text(mode))
        # Screen readers present it as a radio button.
        button.setAutoExclusive(True)
        return button

    def _arrange(self) -> None:
        self._head = hbox(None, *self.modes.values(), (self.about, 1), Stretch(0), theme=self._theme, gap=8)
        fill(self._head, self._race_name, (self.race, 1), self.next)
        templates = QWidget(self)
        hbox(templates, *((die, 1) for die in self.dice), margins=0, theme=self._theme, gap=12)
        core = QWidget(self)
        self._race_heading = heading_label(self._theme, core, _("Race"), 16)
        self._race_heading.setBuddy(self.races)
        self._middle = vbox(None, self._race_heading, (self.races, 1), theme=self._theme, gap=6)
        hbox(core, STRETCH, (self._middle, 4), STRETCH, margins=0)
        for page in (templates, core, self.nothing):
            self._stack.addWidget(page)
        vbox(self, self._head, (self._stack, 1), margins=0, theme=self._theme, gap=12)

    def _mark_mode(self) -> None:
        for button in self.modes.values():
            button.setIcon(self._theme.icon("check") if button.isChecked() else QIcon())

    def _restyle(self) -> None:
        theme = self._theme
        # The buttons' own fonts may be outdated while the page is hidden.
        metrics = QFontMetrics(theme.font("sans", 14))
        self._mark_mode()
        for button in self.modes.values():
            button.setFixedWidth(metrics.horizontalAdvance(button.text()) + theme.px(64))
        self._show_about()
