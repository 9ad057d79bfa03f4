"""Followers gained by masteries (MAST 21, 25, 36, 41): a form for each, with its name, dice and a note."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolButton, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.builderedits import BLOCK, BuilderEdits
from bones_desktop.pages.builder.offers import die_row
from bones_desktop.rules.bones.book.character import CharacterDie
from bones_desktop.rules.bones.making.followers import FollowerSlot, Grant, follower_blocks, follower_slots, grants
from bones_desktop.rules.bones.making.sheet import die_title
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import follow_one_another, put_before, scroll_room
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.scaled import set_icon
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.textfields import LineField, TextField
from bones_desktop.wording.language import _
from bones_desktop.wording.names import follower_noun
from bones_desktop.wording.reasons import sentence

Key = tuple[str, int, bool]
"""Mastery, number among its followers, and whether the follower may have dice."""


class _DiePicture(Guarded, QWidget):
    """Name of a die above its six faces."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._die = Choice("", "")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_die(self, die: Choice) -> None:
        """Show this die."""
        self._die = die
        self.setAccessibleName(", ".join(part for part in (die.text, die.note) if part))
        self.setToolTip(plain_tip(die.note))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of one line of text and one of faces."""
        return QSize(self._theme.px(180), self._theme.px(46))

    def minimumSizeHint(self) -> QSize:
        """Return the same size as `sizeHint`."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the name and the faces."""
        theme = self._theme
        painter = QPainter(self)
        font = theme.font("sans", 12)
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        words = QRectF(0, 0, self.width(), theme.px(18))
        shown = QFontMetricsF(font).elidedText(self._die.text, Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
        side, top = theme.px(24), theme.px(20)
        for place, code in enumerate(self._die.faces):
            square = QRectF(place * (side + theme.px(4)), top, side, side)
            paint_face(painter, square, FaceLook(code=code or "blank"), theme)
        painter.end()


class _DieRow(QWidget):
    """One die of a follower, with the button that removes it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.picture = _DiePicture(theme, self)
        self.remove = QToolButton(self)
        hbox(self, (self.picture, 1), self.remove, margins=0)


class FollowerForm(QFrame):
    """Form of one follower. The owner passes the texts to show; the form edits the follower."""

    def __init__(
        self, theme: Theme, edits: BuilderEdits, key: Key, heading: str, parent: QWidget | None = None
    ) -> None:
        """`heading` names the follower ("Lackey (Boss)")."""
        super().__init__(parent)
        self._theme = theme
        self._edits = edits
        self._mastery, self._number, self._with_dice = key
        self.setProperty("kind", "well")
        self.heading = plain_label(self, heading, theme=theme, size=14, bold=True)
        self.trouble = plain_label(self, role="warn", theme=theme, size=12)
        self.count = plain_label(self, role="muted", theme=theme, size=12)
        for label in (self.heading, self.trouble, self.count):
            label.setWordWrap(True)
        self.name = LineField(_("Name: {what}").format(what=heading), self)
        self.name.setPlaceholderText(_("Name"))
        self.remove = QToolButton(self)
        set_icon(theme, self.remove, "remove")
        self.remove.setToolTip(_("Remove what is written here"))
        self.remove.setAccessibleName(_("Remove {what}").format(what=heading))
        self.add = ChoiceButton(theme, _("Add dice: {what}").format(what=heading), _("Add dice"), self)
        self.typed = LineField(_("Dice as text: {what}").format(what=heading), self)
        self.typed.setPlaceholderText(_("…or write dice, then Enter"))
        self.note = TextField(_("Note: {what}").format(what=heading), theme, 1, self)
        self.note.setPlaceholderText(_("Note"))
        self._head = hbox(None, (self.name, 1), self.remove, theme=theme, gap=4)
        self._rows: list[_DieRow] = []
        self._dice = vbox(None, theme=theme, gap=4)
        about = (self.heading, self._head, self.trouble, self.count)
        fields = (self._dice, self.add, self.typed, self.note)
        vbox(self, *about, *fields, theme=theme, gap=4, edges=(8, 8, 8, 8))
        follower = key[:2]
        self.name.edited.connect(partial(edits.set_follower_text, *follower, "name"))
        self.note.edited.connect(partial(edits.set_follower_text, *follower, "note"))
        self.remove.clicked.connect(partial(edits.remove_follower, *follower))
        self.add.activated.connect(partial(edits.add_follower_die, *follower))
        self.typed.returnPressed.connect(self._add_typed)
        put_before(self.remove, (self.name, self.add, self.typed, self.note))
        for widget in (self.count, self.add, self.typed):
            widget.setVisible(self._with_dice)

    def tab_chain(self) -> tuple[QWidget, ...]:
        """Return the widgets that Tab reaches, in order."""
        return (self.name, *(row.remove for row in self._rows), self.add, self.typed, self.note, self.remove)

    def show_texts(self, name: str, note: str, trouble: str, *, written: bool) -> None:
        """Show the texts of the follower. `trouble` is a problem in words, "" for none."""
        self.name.set_value(name)
        self.note.set_value(note)
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))
        self.remove.setVisible(written)

    def show_dice(self, dice: Sequence[Choice], count: str) -> None:
        """Show the follower's dice. `count` is the text with their number and the highest number allowed."""
        self.count.setText(count)
        # A follower may have dice that are not allowed any more. They stay visible, so that they can be removed.
        self.count.setVisible(self._with_dice or bool(dice))
        while len(self._rows) < len(dice):
            self._add_row()
        while len(self._rows) > len(dice):
            row = self._rows.pop()
            had_keys = row.remove.hasFocus()
            row.hide()
            row.deleteLater()
            # When a row with the focus is deleted, Qt moves the focus to an arbitrary widget.
            if had_keys:
                (self._rows[-1].remove if self._rows else self.add).setFocus()
        for number, (row, die) in enumerate(zip(self._rows, dice, strict=True), 1):
            row.picture.show_die(die)
            said = _("Remove die {n}: {name}").format(n=number, name=die.text)
            row.remove.setAccessibleName(said)
            row.remove.setToolTip(plain_tip(said))

    def _add_typed(self) -> None:
        if self._edits.add_follower_dice(self._mastery, self._number, self.typed.text()):
            self.typed.clear()

    def _add_row(self) -> None:
        number = len(self._rows)
        row = _DieRow(self._theme, self)
        set_icon(self._theme, row.remove, "close")
        row.remove.clicked.connect(partial(self._edits.remove_follower_die, self._mastery, self._number, number))
        self._rows.append(row)
        self._dice.addWidget(row)
        row.show()
        put_before(self.add, (row.remove,))


class FollowersBox(QWidget):
    """Lists the followers that masteries grant. Each form edits its own follower."""

    def __init__(
        self, document: CharacterDocument, theme: Theme, edits: BuilderEdits, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._edits = edits
        self._document = document
        self._theme = theme
        self.forms: dict[Key, FollowerForm] = {}
        self.hint = plain_label(self, role="muted", wrap=True, theme=theme, size=12)
        inner = QWidget(self)
        self._list = vbox(inner, STRETCH, theme=theme, gap=8, edges=(0, 0, 6, 0))
        self._room = scroll_room(inner, self)
        vbox(self, self.hint, (self._room, 1), margins=0, theme=theme, gap=8)

    @property
    def applies(self) -> bool:
        """Whether a mastery grants a follower, or the character still has notes on one."""
        return bool(self.forms)

    def refresh(self) -> None:
        """Show the current character."""
        slots = follower_slots(self._document.rulebook, self._document.character)
        wanted = {_key(slot): slot for slot in slots}
        for key in [key for key in self.forms if key not in wanted]:
            form = self.forms.pop(key)
            form.hide()
            form.deleteLater()
        grown = not wanted.keys() <= self.forms.keys()
        for place, (key, slot) in enumerate(wanted.items()):
            if key not in self.forms:
                self.forms[key] = FollowerForm(self._theme, self._edits, key, self._heading(slot), self)
            form = self.forms[key]
            # Inserting a form again would lose focus and scroll position, so only forms in a new place are inserted.
            if self._list.indexOf(form) != place:
                self._list.removeWidget(form)
                self._list.insertWidget(place, form)
                form.show()
            self._show(form, slot)
        self.forms = {key: self.forms[key] for key in wanted}
        if grown:
            follow_one_another([widget for key in wanted for widget in self.forms[key].tab_chain()])
        self.hint.setText(self._hint())

    def go_to(self) -> None:
        """Focus the first follower with a problem, else the first."""
        slots = follower_slots(self._document.rulebook, self._document.character)
        # Problems come first, then followers without any text.
        ordered = sorted(slots, key=lambda slot: (slot.trouble is None, slot.written))
        if ordered:
            self.forms[_key(ordered[0])].name.setFocus(Qt.FocusReason.OtherFocusReason)

    def _hint(self) -> str:
        hint = _("Your masteries bring these along. They are printed on the second page of the sheet.")
        vessels = (grant for grant in grants(self._document.rulebook, self._document.character) if grant.is_vessel)
        if any(grant.count > 1 for grant in vessels):
            hint = _("{hint} One large vessel can replace two small ones.").format(hint=hint)
        return hint

    def _heading(self, slot: FollowerSlot) -> str:
        grant = slot.grant
        if not grant.noun:
            return grant.name
        noun = follower_noun(grant.noun)
        said = _("{what} ({mastery})").format(what=noun.capitalize(), mastery=grant.name)
        many = grant.use is None and (slot.number or grant.followers > 1)
        return _("{what}, number {n}").format(what=said, n=slot.number + 1) if many else said

    def _show(self, form: FollowerForm, slot: FollowerSlot) -> None:
        follower = slot.follower
        # Some followers have no dice to choose.
        if slot.grant.use is not None:
            form.add.set_choices(self._offers(slot.grant))
        trouble = "" if slot.trouble is None else sentence(slot.trouble)
        form.heading.setText(self._heading(slot))
        form.show_texts(follower.name, follower.note, trouble, written=slot.written)
        dice = [self._row(number, die) for number, die in enumerate(follower.dice)]
        count = _("{n} of {most} dice").format(n=len(dice), most=slot.grant.count if slot.grant.use else 0)
        form.show_dice(dice, count)

    def _row(self, number: int, die: CharacterDie) -> Choice:
        rulebook = self._document.rulebook
        name = die_title(rulebook, die) or _("Die {n}").format(n=number + 1)
        return die_row(rulebook, str(number), name, die.faces, "bone", note=die.note)

    def _offers(self, grant: Grant) -> tuple[Choice, ...]:
        rulebook = self._document.rulebook
        whole = tuple(
            Choice(
                f"{BLOCK}:{block.id}",
                block.name,
                _("{n} dice").format(n=len(block.dice)),
                badge=_("house rule") if block.house else "",
                rule=block.name,
            )
            for block in follower_blocks(rulebook, grant)
        )
        single = tuple(
            Choice(
                die.id,
                die.name,
                badge=_("house rule") if die.house else "",
                faces=tuple(shown.code for shown in die.faces),
                rule=die.name,
            )
            for die in rulebook.dice
            if die.use is grant.use
        )
        return (*whole, *single)


def _key(slot: FollowerSlot) -> Key:
    return slot.grant.mastery, slot.number, slot.grant.use is not None
