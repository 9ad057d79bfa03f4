"""Dialog that creates characters from stat blocks. Parts that it cannot read are marked in the text."""

from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QWidget

from bones_desktop.rules.bones.book.character import Character, CharacterKind
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.bones.making.sheet import derive
from bones_desktop.rules.bones.text.blocktext import BlockText
from bones_desktop.rules.bones.text.statblock import MOST_THEMES, Gap
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.storage.files.sharedtext import Pasted, read_pasted_text
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.choice.blockfield import BlockField, GapList
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.dienet import NetPreview, net_looks
from bones_desktop.widgets.layouts import scroll_both
from bones_desktop.widgets.plaintext import GUIDE_PAGE, plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.spoken import describe
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.textfields import limit_letters
from bones_desktop.wording.files import is_theme_too_many, left_out_note
from bones_desktop.wording.language import _

AT_ONCE: Final = 4_000
"""Length up to which a text is read after every key press. Longer texts are read after a PAUSE in typing."""
PAUSE: Final = 150
"""Delay in milliseconds between the last key press and reading a long text."""


class PasteDialog(QDialog):
    """Reads the text while the user types. If it describes several characters, the one at the cursor is shown."""

    made = Signal(object)
    """Emitted with each Character in the text, in order."""

    def __init__(
        self, theme: Theme, rulebook: Rulebook, text: str = "", name: str = "", parent: QWidget | None = None
    ) -> None:
        """Create the dialog with `text` as its content.

        If `name` is given, it overrides the name in the text.
        """
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty(GUIDE_PAGE, "making")
        self.setWindowTitle(_("Character from text"))
        self._theme = theme
        self._rulebook = rulebook
        self._pasted: tuple[Pasted, ...] = (Pasted(BlockText("", ())),)
        self._whole: set[str] = set()
        self._place = 0
        self._kind: CharacterKind | None = None
        self._is_named = bool(name)
        """True if the name field overrides the name in the text."""
        self.field = BlockField(theme, self)
        self.field.setPlaceholderText(
            _("Paste or type a stat block, for example:\nSwordmaster - 6D: d1 through d2- Fighter, d3- Killer, …")
        )
        self.field.setAccessibleName(_("Text"))
        self.gaps = GapList(theme, self)
        self.name = QLineEdit(name, self)
        limit_letters(self.name, LINE)
        self.name.setPlaceholderText(_("Name (can be given later)"))
        self.name.setAccessibleName(_("Name"))
        describe(self.name, self.name.placeholderText())
        self.kind = ChoiceButton(theme, _("Kind"), _("Kind"), self)
        self.board = NetPreview(theme, _("The dice appear here as soon as the text names some."), self)
        self.said = plain_label(self)
        self.said.setWordWrap(True)
        self.make = push_button(self, _("Make the character"), kind="primary")
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._arrange()
        self._connect()
        self.field.set_text(text)
        self._read()
        self.field.setFocus()
        # With several characters, put the cursor at the first; otherwise at the end, to go on typing.
        several = len(self._pasted) > 1
        self.field.moveCursor(QTextCursor.MoveOperation.Start if several else QTextCursor.MoveOperation.End)

    @property
    def _block(self) -> BlockText:
        """The stat block shown."""
        return self._pasted[self._place].block

    @property
    def character(self) -> Character:
        """The character that would be created; if there are several, the one shown."""
        made = self._made_from(self._pasted[self._place])
        # A shared text is complete and has a name, which is used unless the user typed another.
        if len(self._pasted) > 1 or (self.is_whole(made) and not self._is_named):
            return made
        return made.with_(name=" ".join(clean_text(self.name.text()).split()))

    def is_whole(self, made: Character) -> bool:
        """Return whether the text contains a complete character with its house rules."""
        return made.id in self._whole

    def _made_from(self, pasted: Pasted) -> Character:
        made = pasted.character(self._rulebook, self._kind)
        if pasted.is_whole(self._kind):
            self._whole.add(made.id)
            return made
        # Text that could not be read is kept in the notes.
        return made.with_(notes=left_out_note(self.field.toPlainText(), pasted.block.gaps))

    def _arrange(self) -> None:
        theme = self._theme
        left = vbox(None, self._label(_("&Text"), self.field), (self.field, 5), (self.gaps, 3))
        right = vbox(None, self._label(_("&Name"), self.name), self.name)
        right.addWidget(self._label(_("&Kind"), self.kind))
        right.addWidget(self.kind)
        right.addWidget(self.board, 1)
        sides = hbox(None, theme=theme, gap=16)
        sides.addLayout(left, 1)
        sides.addLayout(right, 1)
        for side in (left, right):
            side.setSpacing(theme.px(8))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        buttons.addButton(self.make, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._make)
        buttons.rejected.connect(self.reject)
        foot = hbox(None, theme=theme, gap=16)
        foot.addWidget(self.said, 1)
        foot.addWidget(buttons)
        column = vbox(self, theme=theme, gap=12, edges=(16, 12, 16, 12))
        column.addWidget(scroll_both(sides, self), 1)
        column.addLayout(foot)
        room = self.screen().availableSize()
        self.resize(min(theme.px(1040), int(room.width() * 0.94)), min(theme.px(660), int(room.height() * 0.85)))

    def _connect(self) -> None:
        self.field.textChanged.connect(self._typed)
        self.field.cursorPositionChanged.connect(self._show_at_cursor)
        self._pause.timeout.connect(self._read)
        self.gaps.go_requested.connect(self._go_to_gap)
        self.gaps.replace_requested.connect(self._replace)
        self.name.textEdited.connect(self._note_name)
        self.kind.activated.connect(self._choose_kind)

    def _note_name(self) -> None:
        self._is_named = True

    def _label(self, text: str, widget: QWidget) -> QLabel:
        label = plain_label(self, text)
        label.setProperty("role", "muted")
        label.setFont(self._theme.font("sans", 12))
        label.setBuddy(widget)
        return label

    def _typed(self) -> None:
        if self.field.document().characterCount() <= AT_ONCE:
            self._read()
        else:
            self._pause.start()

    def _read(self) -> None:
        self._pause.stop()
        text = self.field.toPlainText()
        self._whole.clear()
        self._pasted = read_pasted_text(self._rulebook, text)
        gaps = self._gaps()
        self.field.show_gaps(gaps)
        self.gaps.set_gaps(text, gaps, self._heading(len(gaps)))
        # No stat block has this number, so `_show_at_cursor` shows the stat block even if it is the same one.
        self._place = -1
        self._show_at_cursor()

    def _gaps(self) -> tuple[Gap, ...]:
        """Return the parts of the text that could not be read."""
        return tuple(gap for each in self._pasted for gap in each.block.gaps)

    def _show_at_cursor(self) -> None:
        """Show the character at the cursor."""
        before = self._place
        at = self.field.cursor_offset()
        self._place = max((place for place, each in enumerate(self._pasted) if each.block.start <= at), default=0)
        if self._place != before:
            self._follow()
            self._show()

    def _follow(self) -> None:
        """Copy the name from the text to its field unless it was edited there."""
        several = len(self._pasted) > 1
        # The field cannot show the names of several characters.
        self.name.setEnabled(not several)
        if several or not self._is_named:
            self.name.setText(self._block.name)

    def _show(self) -> None:
        made, rulebook = self.character, self._rulebook
        if self._block.dice:
            self.board.set_looks(net_looks(rulebook, made, derive(rulebook, made), problems(rulebook, made)))
        else:
            self.board.set_looks(())
        self.kind.set_choices(
            [
                Choice(CharacterKind.CAST, _("Cast member"), _("Printed dice are kept unchanged.")),
                Choice(CharacterKind.BEAST, _("Beast"), _("Printed dice are kept unchanged.")),
                Choice(CharacterKind.HORDE, _("Horde"), _("Printed dice are kept unchanged.")),
                Choice(CharacterKind.PLAYER, _("Player"), _("Free faces on at least four dice.")),
            ],
            made.kind,
        )
        self._say()

    def _heading(self, gaps: int) -> str:
        if gaps:
            many = _("{n} pieces were not understood").format(n=gaps)
            return _("One piece was not understood") if gaps == 1 else many
        if any(each.is_understood for each in self._pasted):
            return _("Everything was understood")
        return _("Text that is not understood will be listed here")

    def _say(self) -> None:
        block = self._block
        dice, gear = len(block.dice), len(block.equipment)
        if not dice:
            said = _("No dice recognised yet. Name dice (Fighter x2) or list six faces with commas.")
        elif block.stated is not None and block.stated != dice:
            said = _("The heading says {stated} dice; {n} were understood.").format(stated=block.stated, n=dice)
        else:
            said = _("One die was understood.") if dice == 1 else _("{n} dice were understood.").format(n=dice)
        if gear:
            names = ", ".join(item.name for item in block.equipment[:6]) + (", …" if gear > 6 else "")
            said = _("{said} Equipment: {names}.").format(said=said, names=names)
        made = self._made_from(self._pasted[self._place])
        if dice and made.themes:
            named = ", ".join(each.name for each in made.themes)
            said = f"{said} {_('Themes: {names}.').format(names=named)}"
            over = sum(map(is_theme_too_many, block.gaps))
            if over:
                left = _("A character can have {most} themes. Added to the notes: {n} more.")
                said = f"{said} {left.format(most=MOST_THEMES, n=over)}"
        if dice and block.gaps and made.notes:
            said = _("{said} The rest of the text goes into the notes.").format(said=said)
        several = [each for each in self._pasted if each.makes]
        self.make.setText(_("Make the character"))
        if len(self._pasted) > 1:
            place = _("{name}, character {place} of {n}.").format(
                name=block.name or _("No name yet"), place=self._place + 1, n=len(self._pasted)
            )
            said = f"{place} {said} {_('Put the cursor into a text to see its dice.')}"
            self.make.setText(_("Make {n} characters").format(n=len(several)))
        self.said.setText(said)
        self.make.setEnabled(bool(several))
        self.make.setToolTip(plain_tip("" if several else said))
        self.make.setDefault(bool(several))

    def _go_to_gap(self, place: int) -> None:
        self._settle()
        if place < len(self._gaps()):
            self.field.select_gap(place)

    def _replace(self, place: int) -> None:
        self._settle()
        gaps = self._gaps()
        if place < len(gaps) and gaps[place].suggestion:
            self.field.replace_gap(place)
            if not self._gaps():
                self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _settle(self) -> None:
        """Read text that is still waiting for the pause, so that positions match the text on screen."""
        if self._pause.isActive():
            self._read()

    def _choose_kind(self, choice: object) -> None:
        if isinstance(choice, Choice):
            self._kind = CharacterKind(choice.key)
            self._show()

    def _make(self) -> None:
        self._settle()
        several = [self._made_from(each) for each in self._pasted if each.makes]
        if several:
            every = several if len(self._pasted) > 1 else [self.character]
            # Close first: the handler opens the new character and may show a message in the main window.
            self.accept()
            for made in every:
                self.made.emit(made)
