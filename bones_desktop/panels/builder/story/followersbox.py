"""Whom and what the character's masteries bring along (MAST 21, 25, 36, 41), each to be named and given dice."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.panels.builder.offers import die_row
from bones_desktop.panels.builder.story.followerform import FollowerForm
from bones_desktop.panels.builder.story.storyedits import BLOCK
from bones_desktop.rules.bones.book.character import CharacterDie
from bones_desktop.rules.bones.making.followers import (
    FollowerSlot,
    Grant,
    follower_blocks,
    follower_slots,
    grants,
)
from bones_desktop.rules.bones.making.sheet import die_title
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.choices import Choice
from bones_desktop.widgets.fitscroll import scroll_room
from bones_desktop.widgets.taborder import follow_one_another
from bones_desktop.wording.names import follower_noun
from bones_desktop.wording.reasons import sentence

Key = tuple[str, int, bool]
"""Mastery, number among its followers, and whether it may have dice."""


class FollowersBox(QWidget):
    """Lists grants and what was made of them; what is asked for goes out as signals: mastery, number, and more."""

    text_asked = Signal(str, int, str, str)
    """Mastery, number, field of the follower, and what is typed."""
    die_asked = Signal(str, int, object)
    """Mastery, number, and the Choice of a printed die."""
    dice_text_asked = Signal(str, int, str)
    die_removed = Signal(str, int, int)
    remove_asked = Signal(str, int)

    def __init__(self, document: CharacterDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self.forms: dict[Key, FollowerForm] = {}
        self.hint = QLabel(self)
        self.hint.setTextFormat(Qt.TextFormat.PlainText)
        self.hint.setWordWrap(True)
        self.hint.setProperty("role", "muted")
        inner = QWidget(self)
        self._list = QVBoxLayout(inner)
        self._list.addStretch(1)
        self._room = scroll_room(inner, self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.hint)
        self._column.addWidget(self._room, 1)
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def applies(self) -> bool:
        """Whether a mastery brings something along, or did."""
        return bool(self.forms)

    def refresh(self) -> None:
        """Show the character as it is."""
        slots = follower_slots(self._document.rulebook, self._document.character)
        wanted = {_key(slot): slot for slot in slots}
        for key in [key for key in self.forms if key not in wanted]:
            form = self.forms.pop(key)
            form.hide()
            form.deleteLater()
        grown = not wanted.keys() <= self.forms.keys()
        for place, (key, slot) in enumerate(wanted.items()):
            if key not in self.forms:
                self._add_form(key, slot)
            form = self.forms[key]
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
        """Send the keys to the first follower that is not in order, else to the first."""
        slots = follower_slots(self._document.rulebook, self._document.character)
        ordered = sorted(slots, key=lambda slot: (slot.trouble is None, slot.written))
        if ordered:
            self.forms[_key(ordered[0])].name.setFocus(Qt.FocusReason.OtherFocusReason)

    def written(self, mastery: str, number: int) -> FollowerForm | None:
        """Return the form of a follower, None when there is none."""
        return next((form for key, form in self.forms.items() if key[:2] == (mastery, number)), None)

    def _hint(self) -> str:
        hint = self.tr("Your masteries bring these along. They are printed on the second page of the sheet.")
        vessels = (grant for grant in grants(self._document.rulebook, self._document.character) if grant.is_vessel)
        if any(grant.count > 1 for grant in vessels):
            hint = self.tr("{hint} Two small vessels may be one large one.").format(hint=hint)
        return hint

    def _add_form(self, key: Key, slot: FollowerSlot) -> None:
        mastery, number, with_dice = key
        form = FollowerForm(self._theme, self._heading(slot), with_dice=with_dice, parent=self)
        form.text_asked.connect(lambda field, text: self.text_asked.emit(mastery, number, field, text))
        form.die_asked.connect(lambda choice: self.die_asked.emit(mastery, number, choice))
        form.dice_text_asked.connect(lambda text: self.dice_text_asked.emit(mastery, number, text))
        form.die_removed.connect(lambda die: self.die_removed.emit(mastery, number, die))
        form.remove_asked.connect(lambda: self.remove_asked.emit(mastery, number))
        self.forms[key] = form

    def _heading(self, slot: FollowerSlot) -> str:
        grant = slot.grant
        if not grant.noun:
            return grant.name
        noun = follower_noun(grant.noun, self.tr)
        said = self.tr("{what} ({mastery})").format(what=noun.capitalize(), mastery=grant.name)
        many = grant.use is None and (slot.number or grant.followers > 1)
        return self.tr("{what}, number {n}").format(what=said, n=slot.number + 1) if many else said

    def _show(self, form: FollowerForm, slot: FollowerSlot) -> None:
        follower = slot.follower
        if slot.grant.use is not None:
            form.add.set_choices(self._offers(slot.grant))
        trouble = "" if slot.trouble is None else sentence(slot.trouble, self.tr)
        form.heading.setText(self._heading(slot))
        form.show_texts(follower.name, follower.note, trouble, written=slot.written)
        dice = [self._row(number, die) for number, die in enumerate(follower.dice)]
        count = self.tr("{n} of {most} dice").format(n=len(dice), most=slot.grant.count if slot.grant.use else 0)
        form.show_dice(dice, count)

    def _row(self, number: int, die: CharacterDie) -> Choice:
        rulebook = self._document.rulebook
        name = die_title(rulebook, die) or self.tr("Die {n}").format(n=number + 1)
        return die_row(rulebook, str(number), name, die.faces, "bone", note=die.note)

    def _offers(self, grant: Grant) -> tuple[Choice, ...]:
        rulebook = self._document.rulebook
        whole = tuple(
            Choice(
                f"{BLOCK}:{block.id}",
                block.name,
                self.tr("{n} dice").format(n=len(block.dice)),
                badge=self.tr("house rule") if block.house else "",
                house=block.house,
            )
            for block in follower_blocks(rulebook, grant)
        )
        single = tuple(
            Choice(
                die.id,
                die.name,
                badge=self.tr("house rule") if die.house else "",
                house=die.house,
                faces=tuple(shown.code for shown in die.faces),
            )
            for die in rulebook.dice
            if die.use is grant.use
        )
        return (*whole, *single)

    def _restyle(self) -> None:
        theme = self._theme
        self.hint.setFont(theme.font("sans", 12))
        self._list.setContentsMargins(0, 0, theme.px(6), 0)
        self._list.setSpacing(theme.px(8))
        self._column.setSpacing(theme.px(8))


def _key(slot: FollowerSlot) -> Key:
    return slot.grant.mastery, slot.number, slot.grant.use is not None
