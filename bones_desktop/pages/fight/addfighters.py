"""The dialog that adds fighters to a fight, from a list or from stat blocks as text."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QListView, QSpinBox, QTabWidget, QWidget

from bones_desktop.rules.bones.book.character import Character, CharacterKind
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.fighters import without_example
from bones_desktop.rules.bones.fight.roster import MOST_ALIKE, OURS, THEIRS, Fight, sides, usual_side
from bones_desktop.rules.bones.making.edits import horde
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.bones.making.sheet import derive
from bones_desktop.rules.bones.text.statblock import Gap
from bones_desktop.rules.records import Record, replace
from bones_desktop.storage.files.characterfile import CharacterFileError, new_id
from bones_desktop.storage.files.sharedtext import read_pasted_text
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelfentry import FILE, fighter_of
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.blockfield import BlockField
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice, ChoiceDelegate, ChoiceModel, SearchLine
from bones_desktop.widgets.choice.fighters import OPEN, TEXT, ShelfLook, choices, power_level, summary
from bones_desktop.widgets.dice.dienet import NetPreview, net_looks
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.layouts import follow_one_another
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.rows import set_bare_list
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.files import file_sentence, left_out_note
from bones_desktop.wording.language import _, lowered
from bones_desktop.wording.names import listed

HORDE: Final = "horde:"
"""Prefix of a horde's key. The number of dice follows the prefix."""
_PAUSE: Final = 200
_COUNTED: Final = re.compile(r"(?:(?P<before>\d{1,2})\s*[x×]?\s)?(?P<name>.*?)(?:\s[x×]\s?(?P<behind>\d{1,2}))?")
_WALKING: Final = {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}


class Newcomer(Record):
    """A fighter to be added."""

    character: Character
    side: str = ""
    """The side; "" until one is chosen."""
    number: int = 1
    filed: bool = False
    """True if the wounds are saved in the character's own file."""
    hidden: bool = False
    """True if it is hidden from the players."""


def counted(text: str) -> tuple[int | None, str]:
    """Return the number and the name in "6 goblins" or "goblin x6"; no number if none is written."""
    found = _COUNTED.fullmatch(" ".join(text.split()))
    if found is None or not found["name"]:
        return None, text.strip()
    number = found["before"] or found["behind"]
    return (min(int(number), MOST_ALIKE) or None if number else None), found["name"]


class AddFighters(QDialog):
    """Dialog that adds fighters. It stays open, so that several can be added one after another.

    The search field also accepts several fighters at once: "bob, ragnar, 6 goblins".
    """

    chosen = Signal(object)
    """Emitted with a tuple of Newcomer."""

    def __init__(
        self,
        theme: Theme,
        rulebook: Rulebook,
        look: ShelfLook,
        open_: Character,
        file_of: Callable[[str], Path | None],
        fight: Callable[[], Fight],
        parent: QWidget | None = None,
    ) -> None:
        """Create the dialog; `open_` is the open character.

        `file_of` returns a character's file, `fight` the current fight.
        """
        super().__init__(parent)
        self.setWindowTitle(_("Add fighters"))
        self._rulebook = rulebook
        self._look = look
        self._open = open_
        self._file_of = file_of
        self._fight = fight
        self._shown: tuple[Newcomer, ...] = ()
        self._gaps: tuple[Gap, ...] = ()
        self.search = SearchLine(self)
        self.search.setAccessibleName(_("Search for a fighter"))
        self.search.setPlaceholderText(_("Search, or list several: Bob, Ragnar, 6 goblins"))
        self.rows = ChoiceModel(self)
        self.view = QListView(self)
        self.view.setModel(self.rows)
        self.view.setItemDelegate(ChoiceDelegate(theme, self.view))
        self.view.setUniformItemSizes(False)
        self.view.setAccessibleName(_("Possible fighters"))
        set_bare_list(self.view)
        self.text = BlockField(theme, self)
        self.text.setAccessibleName(_("Dice or stat blocks as text"))
        self.text.setPlaceholderText(
            _("Paste stat blocks, or name dice, for example:\nGuard - 3D: Aristocrat, Fighter, Criminal")
        )
        self.tabs = QTabWidget(self)
        listed = QWidget(self.tabs)
        vbox(listed, self.search, (self.view, 1), theme=theme, gap=8, edges=(8, 8, 8, 8))
        self.tabs.addTab(listed, _("From the lists"))
        written = QWidget(self.tabs)
        vbox(written, self.text, theme=theme, edges=(8, 8, 8, 8))
        self.tabs.addTab(written, _("As text"))
        self.preview = NetPreview(theme, _("Choose a fighter to see the dice."), self)
        self.said = plain_label(self, role="muted", wrap=True)
        self.number = wheel_passes(QSpinBox(self))
        self.number.setRange(1, MOST_ALIKE)
        self.number.setPrefix("× ")
        self.number.setAccessibleName(_("How many"))
        self.side = ChoiceButton(theme, _("Side"), _("Side"), self)
        self._side = ""
        self.add = push_button(self, _("Add"), self._add, kind="primary")
        self.add.setDefault(True)
        self.finish = push_button(self, _("Done"), self.accept)
        self.finish.setAutoDefault(False)
        foot = hbox(None, self.number, self.side, STRETCH, self.finish, self.add, theme=theme, gap=8)
        right = vbox(None, (self.preview, 1), self.said, theme=theme, gap=8)
        both = hbox(None, (self.tabs, 4), (right, 5), theme=theme, gap=16)
        vbox(self, (both, 1), foot, theme=theme, gap=12, edges=(16, 12, 16, 12))
        # Arrow keys in the search field already move in the list, so Tab skips the list and goes to the number.
        follow_one_another((self.search, self.number, self.side, self.add, self.finish))
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._read)
        self.search.textChanged.connect(self._search)
        self.search.navigation_key_pressed.connect(self._walk)
        self.search.return_pressed.connect(self._add)
        self.view.selectionModel().currentChanged.connect(self._read)
        # With the mouse a double click is the quick way; a single click only shows the dice.
        self.view.doubleClicked.connect(self._add)
        self.text.textChanged.connect(self._pause.start)
        self.tabs.currentChanged.connect(self._read)
        self.side.activated.connect(self._choose_side)
        look.entries_changed.connect(self._offer)
        room = self.screen().availableSize()
        self.resize(min(theme.px(980), int(room.width() * 0.94)), min(theme.px(860), int(room.height() * 0.85)))
        look.refresh()
        self._offer()
        self.search.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Add with Ctrl+Return from anywhere in the dialog."""
        # Return alone belongs to the field or button that has the focus.
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and event.modifiers():
            self._add()
        else:
            super().keyPressEvent(event)

    def _offer(self) -> None:
        own = self._file_of(self._open.id)
        found = choices(self._rulebook, self._look.entries, self._open, self._look.elsewhere, own)
        # The open character is shown with a reason. If it were left out, the user would search for it.
        there = _("{name} is in this fight already.").format(name=self._open.name)
        first = [
            replace(each, note=there, allowed=False) if self._is_there(self._open) else each
            # Without a file the open character cannot be in the fight, because its wounds could not be saved.
            for each in found
            if each.key == OPEN and own is not None
        ]
        hordes = [
            Choice(
                f"{HORDE}{size.dice}",
                _("{size} horde").format(size=size.name),
                badge=_("Horde · {n}D").format(n=size.dice),
            )
            for size in self._rulebook.horde_sizes
        ]
        self.rows.set_choices([*first, *(each for each in found if each.key not in {OPEN, TEXT}), *hordes])
        self._stand()

    def _search(self, text: str) -> None:
        parts = [counted(part) for part in text.split(",") if part.strip()]
        number, name = parts[-1] if parts and (len(parts) == 1 or self._others(text) is not None) else (None, text)
        self.rows.search(name)
        if not self.rows.rows:
            self.rows.search(name.removesuffix("s"))
        self._stand()
        self._read()  # a list that becomes empty emits no signal
        if self.number.isEnabled() and number is not None:
            self.number.setValue(number)

    def _others(self, text: str) -> list[tuple[int, Choice]] | None:
        """Return the fighters listed before the last one, with their numbers; None if any of them is unknown."""
        found = []
        for part in [part for part in text.split(",") if part.strip()][:-1]:
            number, name = counted(part)
            choice = self._named(name)
            if choice is None:
                return None
            found.append((number or 1, choice))
        return found

    def _named(self, name: str) -> Choice | None:
        """Return the choice with this name, or the first whose name begins with `name`; None if there is none."""
        sought = name.casefold()
        offered = [(each.text.casefold(), each) for each in self.rows.offered]
        for wanted in (sought, sought.removesuffix("s")):
            same = [each for text, each in offered if text == wanted]
            begun = [each for text, each in offered if text.startswith(wanted)]
            if same or begun:
                return (same or begun)[0]
        return None

    def _stand(self) -> None:
        # Select a row only if none is current, so that the user's own choice stays.
        if self.rows.rows and not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(
                self.rows.index(next((n for n, each in enumerate(self.rows.rows) if each.allowed), 0))
            )

    def _walk(self, event: object) -> None:
        if isinstance(event, QKeyEvent) and event.key() in _WALKING:
            self.view.keyPressEvent(event)

    def _read(self) -> None:
        """Show the fighter that is chosen in the list or described in the text field."""
        self._pause.stop()
        said = ""
        if self.tabs.currentIndex():
            self._shown = self._written(self.text.toPlainText())
            self.text.show_gaps(self._gaps)
            if self.text.toPlainText().strip() and not self._shown:
                said = _("No dice recognised yet. Name dice (Fighter x2) or list six faces with commas.")
        else:
            self._shown, said = self._picked()
        self.add.setEnabled(bool(self._shown))
        # A character with a file can be in a fight only once. In a list, each fighter has a separate number.
        filed = len(self._shown) == 1 and self._shown[0].filed
        self.number.setEnabled(bool(self._shown) and not filed and not any(each.number > 1 for each in self._shown))
        if not self.number.isEnabled():
            self.number.setValue(1)
        self._show_sides()
        # Only the last fighter is shown, because the dice of several fighters would not fit.
        one, book = self._shown[-1].character if self._shown else None, self._rulebook
        looks = net_looks(book, one, derive(book, one), problems(book, one)) if one is not None else ()
        # Leave out a die that is still to be earned.
        self.preview.set_looks([look for look in looks if not look.ghost])
        if one is not None and not said:
            said = (
                _names(self._shown) if len(self._shown) > 1 else f"{one.name}: {summary(book, one)}{self._power(one)}"
            )
            if self.tabs.currentIndex() and self._gaps:
                said = _("{said}. Underlined text was not understood and goes into the notes.").format(said=said)
        self.said.setText(said)

    def _power(self, one: Character) -> str:
        """Return the power level of a cast member in words (CAST-2); "" for other characters."""
        found = power_level(self._rulebook, len(one.dice)) if one.kind is CharacterKind.CAST else None
        if found is None:
            return ""
        example = lowered(found.example)
        return _(". Power level {level}, such as {example}").format(level=found.name, example=example)

    def _picked(self) -> tuple[tuple[Newcomer, ...], str]:
        """Return the chosen fighters, and a message about them."""
        text = self.search.text()
        choice, others = self.rows.at(self.view.currentIndex()), self._others(text) or []
        if choice is None:
            # No character in the list matches, so the search text itself may be a list of dice.
            made = self._written(text)
            return made, "" if made or not text else self._no_match(text)
        listed = [(counted(text.split(",")[-1])[0] or 1, choice)] if others else [(1, choice)]
        found = dict[str, Newcomer]()
        said = ""
        for number, each in (*others, *listed):
            newcomer, why = self._newcomer(each)
            said = said or why
            if newcomer is not None:
                number = 1 if newcomer.filed else number
                # Keyed by character, because one with a file can be in a fight only once.
                found[newcomer.character.id] = replace(newcomer, number=number)
        return tuple(found.values()), said

    def _no_match(self, text: str) -> str:
        """Return the message that nobody is found, with the unknown names if several fighters are listed."""
        names = [counted(part)[1] for part in text.split(",") if part.strip()]
        unknown = [name for name in names if self._named(name) is None]
        if len(names) < 2 or not unknown:
            return _("No match.")
        return _("No match for {names}.").format(names=listed(unknown))

    def _newcomer(self, choice: Choice) -> tuple[Newcomer | None, str]:
        """Return the fighter of a choice, or None; and a message about it."""
        if not choice.allowed:
            return None, choice.note
        if choice.key == OPEN:
            return Newcomer(self._open, filed=True), ""
        if choice.key.startswith(HORDE):
            return Newcomer(horde(self._rulebook, int(choice.key.removeprefix(HORDE)), new_id(), choice.text)), ""
        try:
            found = fighter_of(self._rulebook, choice.key, self._fight().encounter.house_rules).character
        except (FileProblem, CharacterFileError) as error:
            return None, file_sentence(error)
        copy = Newcomer(found.with_(id=new_id()))
        # A cast member or beast is copied from its file, because several copies may fight and be wounded separately.
        if not choice.key.startswith(FILE) or found.kind is not CharacterKind.PLAYER:
            return copy, ""
        kept, mine = self._file_of(found.id), Path(choice.key.removeprefix(FILE))
        # Compare real paths, because links may lead to the same file.
        if kept is not None and os.path.realpath(kept) != os.path.realpath(mine):
            said = _(
                "A copy of the character in {file}. Wounds of the copy stay in the fight and are not written to "
                "that file."
            )
            return copy, said.format(file=kept.name)
        if self._is_there(found):
            return None, _("{name} is in this fight already.").format(name=found.name)
        return Newcomer(found, filed=True), ""

    def _is_there(self, one: Character) -> bool:
        """Return whether a character with a file is in the fight already."""
        return one.id in self._fight().files.values()

    def _written(self, text: str) -> tuple[Newcomer, ...]:
        """Return the fighters that a text describes. Text that is not understood goes into their notes and `_gaps`."""
        pasted = read_pasted_text(self._rulebook, text)
        self._gaps = tuple(gap for each in pasted for gap in each.block.gaps)
        made = []
        for each in pasted:
            if each.makes:
                one = each.character(self._rulebook)
                notes = one.notes if each.is_whole(None) else left_out_note(text, each.block.gaps)
                made.append(Newcomer(one.with_(name=one.name or _("Fighter"), notes=notes)))
        return tuple(made)

    def _show_sides(self) -> None:
        usual = usual_side(self._shown[-1].character) if self._shown else THEIRS
        names = dict.fromkeys((OURS, THEIRS, *sides(self._fight()), "C"))
        words = [Choice(each, _("Side {side}").format(side=each)) for each in names]
        self.side.set_choices(words, self._side or usual)

    def _choose_side(self, picked: Choice) -> None:
        self._side = picked.key
        self._show_sides()

    def _add(self) -> None:
        # Enter may be pressed before the text is read, which happens after a pause in typing.
        if self._pause.isActive():
            self._read()
        if not self._shown:
            return
        before = self._fight()
        # The number field applies to all fighters, unless the search field gives each a number.
        several = self.number.value() if self.number.isEnabled() else 1
        joining = tuple(
            replace(
                each,
                side=self._side or usual_side(each.character),
                number=1 if each.filed else max(several, each.number),
            )
            for each in self._shown
        )
        self.chosen.emit(joining)
        if self._fight() == before:
            return  # do not clear the fields: the fighters were refused, and the reason was shown
        if self.tabs.currentIndex():
            self.text.clear()
            self.text.setFocus()
        elif not self.view.hasFocus():
            self.search.setFocus()  # the next name replaces this one, and the button may become disabled
            self.search.selectAll()
        self.number.setValue(1)  # reset the number, because the next fighter is usually a single one
        self._offer()
        self._read()
        self.said.setText(_("{names} joined the fight.").format(names=_names(joining)))


def _names(fighters: tuple[Newcomer, ...]) -> str:
    """Return the names of fighters. After the name of three equal fighters comes "×3"."""
    named = ((without_example(each.character.name), each.number) for each in fighters)
    return ", ".join(f"{name} ×{number}" if number > 1 else name for name, number in named)
