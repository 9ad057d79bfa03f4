"""The dialog Surprise me: a random character, or the rest of the open one, shown before it is kept."""

import secrets
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QSpinBox, QWidget

from bones_desktop.rules.bones.book.character import Character, CharacterKind, MakingMode, spoken
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.making.edits import new_character, without_dice
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.bones.making.sheet import derive
from bones_desktop.rules.bones.making.surprise import cultures, surprise
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.characterfile import new_id
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.choice.buttons import combo_box
from bones_desktop.widgets.dice.dienet import NetPreview, net_looks
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.layouts import scroll_both
from bones_desktop.widgets.plaintext import GUIDE_PAGE
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence

SEEDS: Final = 1_000_000
_REST: Final = "rest"


class SurpriseDialog(QDialog):
    """Draws another character with each press of a button until one is kept. The seed is shown, and can be typed."""

    made = Signal(object)
    """A new Character."""
    filled = Signal(object)
    """The open Character with its open choices drawn."""

    def __init__(
        self,
        theme: Theme,
        rulebook: Rulebook,
        opened: Character | None,
        house_rules: HouseRules,
        parent: QWidget | None = None,
        *,
        printed_only: bool = False,
    ) -> None:
        """Offer to draw the rest of `opened` too. It is None if no character is open, or none of its choices is."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty(GUIDE_PAGE, "making")
        self.setWindowTitle(_("Surprise me"))
        self._rulebook = rulebook
        self._opened = opened
        self._rules = house_rules
        self._printed_only = printed_only
        self._id = new_id()
        self._made: Character | None = None
        self._wished = ""
        """The culture chosen by the user, if there is a choice."""
        self.who = combo_box(self, shrinks=True)
        self.who.addItem(_("A player character of Cold Iron"), MakingMode.COLD_IRON.value)
        self.who.addItem(_("A player character by the core rules"), MakingMode.CORE.value)
        self.who.addItem(_("A cast member"), CharacterKind.CAST.value)
        if opened is not None:
            name = opened.name.strip() or _("the open character")
            self.who.addItem(_("The rest of {name}").format(name=name), _REST)
        any_of = _("Any")
        self.concept = self._choice(any_of, [(each.id, each.name) for each in rulebook.concepts])
        known = cultures(rulebook, printed_only=printed_only)
        self.culture = self._choice(any_of, [(each.id, each.name) for each in known])
        self._offered = self.culture.count()
        self.seed = wheel_passes(QSpinBox(self))
        self.seed.setRange(0, SEEDS - 1)
        self.seed.setValue(secrets.randbelow(SEEDS))
        self.seed.setKeyboardTracking(False)
        self.again = push_button(self, _("Another one"), self.draw)
        self.keep = push_button(self, _("Keep"), kind="primary")
        self.name = heading_label(theme, self)
        self.told = plain_label(self, role="muted", wrap=True)
        self.board = NetPreview(theme, "")
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.setVerticalSpacing(theme.px(6))
        for label, field in (
            (_("&What"), self.who),
            (_("Con&cept"), self.concept),
            (_("Cu&lture"), self.culture),
            (_("&Seed"), self.seed),
        ):
            form.addRow(label, field)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        buttons.addButton(self.keep, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._keep)
        buttons.rejected.connect(self.reject)
        left = QWidget(self)
        set_lengths(theme, left, width=260)
        vbox(left, form, self.again, theme=theme, gap=12, margins=0).addStretch()
        right = vbox(None, self.name, self.told, (self.board, 1), theme=theme, gap=6, margins=0)
        sides = hbox(None, left, (right, 1), theme=theme, gap=16, margins=0)
        column = vbox(self, theme=theme, gap=12, edges=(16, 12, 16, 12))
        column.addWidget(scroll_both(sides, self), 1)
        column.addWidget(buttons)
        for box in (self.who, self.concept, self.culture):
            box.currentIndexChanged.connect(lambda _place: self._show())
        self.seed.valueChanged.connect(lambda _value: self._show())
        room = self.screen().availableSize()
        self.resize(min(theme.px(900), int(room.width() * 0.94)), min(theme.px(600), int(room.height() * 0.85)))
        self._show()
        self.again.setFocus()

    @property
    def character(self) -> Character | None:
        """The character that would be kept now; None if nothing can be drawn."""
        return self._made

    def draw(self) -> None:
        """Draw with another seed."""
        # Never the same seed again: a press that changes nothing would look broken.
        self.seed.setValue((self.seed.value() + 1 + secrets.randbelow(SEEDS - 1)) % SEEDS)

    def _choice(self, any_of: str, entries: list[tuple[str, str]]) -> QComboBox:
        box = combo_box(self, shrinks=True)
        box.addItem(any_of, "")
        for value, text in entries:
            box.addItem(text, value)
        return box

    def _begun(self) -> Character:
        what = self.who.currentData()
        if what == _REST and self._opened is not None:
            return self._opened
        if what == CharacterKind.CAST.value:
            return without_dice(CharacterKind.CAST, self._id).with_(house_rules=self._rules)
        return new_character(self._id, MakingMode(what), self._rules)

    def _show(self) -> None:
        begun = self._begun()
        taken = begun.dice[0].template if begun.dice else ""
        has_culture = begun.kind is CharacterKind.PLAYER and begun.mode is MakingMode.COLD_IRON and not taken
        if self.culture.isEnabled():
            self._wished = self.culture.currentData()
        # A culture that cannot be chosen is shown, but does not replace the choice of the user.
        with QSignalBlocker(self.culture):
            self.culture.removeItem(self._offered)
            if self.culture.findData(taken) < 0:
                self.culture.addItem(self._template_name(taken), taken)
            self.culture.setCurrentIndex(self.culture.findData(self._wished if has_culture else taken))
        self.culture.setEnabled(has_culture)
        try:
            made = surprise(
                self._rulebook,
                begun,
                self.seed.value(),
                concept=self.concept.currentData(),
                culture=self.culture.currentData() if has_culture else "",
                printed_only=self._printed_only,
            )
        except RulesError as error:
            self._made = None
            self.name.setText("")
            self.told.setText(sentence(error.reason))
            self.board.set_looks(())
        else:
            self._made = made
            self.name.setText(made.name.strip() or _("No name yet"))
            self.told.setText(self._origins(made))
            sheet, wrong = derive(self._rulebook, made), problems(self._rulebook, made)
            self.board.set_looks(net_looks(self._rulebook, made, sheet, wrong))
        self.keep.setEnabled(self._made is not None)

    def _origins(self, made: Character) -> str:
        names = [self._template_name(die.template) for die in made.dice if die.template]
        magic = _("magic: {theme}")
        names = [*dict.fromkeys(names), *(item.name for item in made.equipment)]
        names += [magic.format(theme=each.name) for each in made.themes]
        return ", ".join(names)

    def _template_name(self, id: str) -> str:
        """Return the name of a template, even of one that is not installed."""
        return self._rulebook.template(id).name if self._rulebook.has_template(id) else spoken(id)

    def _keep(self) -> None:
        if self._made is None:
            return
        self.accept()
        (self.filled if self.who.currentData() == _REST else self.made).emit(self._made)
