"""Two dialogs: edit the tags of several characters, and compare two characters.

The comparison shows personal data, dice face by face, skills and equipment, and marks differences. For smaller games
the rows are the tracks, figures and lists of the game.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QGridLayout, QLabel, QLineEdit, QWidget

from bones_desktop.pages.shelf.shelfmodel import kind_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.sheet import DieColumn, FaceCell, ItemColumn, Sheet, derive
from bones_desktop.rules.games import ListedThing, Track
from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import folded, spread_fractions
from bones_desktop.rules.values import LONGEST_TAG, tag_of
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.dice.facetile import FaceStrip
from bones_desktop.widgets.layouts import ScrollRoom, scroll_room
from bones_desktop.widgets.plaintext import without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.spoken import Role, describe, speak_as
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.widgets.text.textfields import limit_letters
from bones_desktop.wording.games.words import game_name, sheet_words
from bones_desktop.wording.glances import state_words
from bones_desktop.wording.language import _, decimal
from bones_desktop.wording.names import race_name

if TYPE_CHECKING:
    from bones_desktop.storage.games import StoredGame


class TagsDialog(QDialog):
    """Shows a check box for each tag of the shelf: on, off or unchanged. The user can type new tags."""

    tags_edited = Signal(object, object)
    """Emitted with the tags to add and the tags to remove."""

    def __init__(
        self, theme: Theme, borne: Sequence[tuple[str, ...]], everyone: Sequence[str], parent: QWidget | None = None
    ) -> None:
        """Create the dialog; `borne` contains the tags of each character to change.

        `everyone` contains all tags of the shelf.
        """
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Tags"))
        self._theme = theme
        self._boxes: dict[str, QCheckBox] = {}
        self._before: dict[str, Qt.CheckState] = {}
        self._new = QLineEdit(self)
        limit_letters(self._new, 5 * LONGEST_TAG)
        self._new.setPlaceholderText(_("New tags, with commas between them"))
        self._new.setAccessibleName(_("New tags, with commas between them"))
        describe(self._new, self._new.placeholderText())
        self.add = push_button(self, _("Add"), self._take_new)
        self.add.setAutoDefault(False)
        self._new.textChanged.connect(self._allow_new)
        self.add.setEnabled(False)
        inside = QWidget(self)
        self._column = vbox(inside, margins=0, theme=theme, gap=4)
        self._column.addStretch(1)
        area = speak_as(ScrollRoom(self), Role.Grouping, _("Tags"))
        area.setWidget(inside)
        self._none = plain_label(self, _("There are no tags yet. Type the first one."))
        self._none.setProperty("role", "muted")
        self._none.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        accept = push_button(self, _("Set tags"), kind="primary")
        accept.setDefault(True)
        buttons.addButton(accept, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        line = hbox(None, theme=theme, gap=8)
        line.addWidget(self._new, 1)
        line.addWidget(self.add)
        layout = vbox(self, theme=theme, gap=8, edges=(16, 16, 16, 16))
        if len(borne) > 1:
            about = plain_label(self, _("For {n} characters. A dash leaves each as it is.").format(n=len(borne)))
            about.setWordWrap(True)
            layout.addWidget(about)
        layout.addLayout(line)
        layout.addWidget(self._none)
        layout.addWidget(area, 1)
        layout.addWidget(buttons)
        for tag in sorted({*everyone, *(tag for tags in borne for tag in tags)}, key=folded):
            bearers = sum(tag in tags for tags in borne)
            some = Qt.CheckState.PartiallyChecked if bearers else Qt.CheckState.Unchecked
            self._show(tag, Qt.CheckState.Checked if bearers == len(borne) else some)
        self._new.setFocus()
        self.resize(min(theme.px(420), self.screen().availableSize().width()), self._height())

    def _height(self) -> int:
        wanted = self._theme.px(180) + sum(box.sizeHint().height() + self._theme.px(4) for box in self._boxes.values())
        return min(max(wanted, self._theme.px(260)), self._theme.px(520), self.screen().availableSize().height())

    def _show(self, tag: str, state: Qt.CheckState) -> None:
        box = QCheckBox(without_mnemonic(tag), self)
        box.setAccessibleName(tag)
        box.setTristate(state is Qt.CheckState.PartiallyChecked)
        box.setCheckState(state)
        self._boxes[tag] = box
        self._before[tag] = state
        self._column.insertWidget(self._column.count() - 1, box)
        self._none.hide()

    def _allow_new(self, text: str) -> None:
        self.add.setEnabled(bool(text.strip()))

    def _take_new(self) -> None:
        for text in self._new.text().split(","):
            self._take(text)
        self._new.clear()

    def _take(self, text: str) -> None:
        tag = tag_of(" ".join(text.split())[:LONGEST_TAG])
        if not tag:
            return
        # Without this, a tag typed in other capitals would become a second tag.
        same = next((each for each in self._boxes if each.casefold() == tag.casefold()), None)
        if same is None:
            self._show(tag, Qt.CheckState.Unchecked)
        self._boxes[same or tag].setCheckState(Qt.CheckState.Checked)

    def accept(self) -> None:
        """Emit the changes, and close."""
        # Add text that was typed but not confirmed.
        self._take_new()
        states = {tag: box.checkState() for tag, box in self._boxes.items()}
        changed = {tag: state for tag, state in states.items() if state is not self._before[tag]}
        add = tuple(tag for tag, state in changed.items() if state is Qt.CheckState.Checked)
        remove = tuple(tag for tag, state in changed.items() if state is Qt.CheckState.Unchecked)
        if add or remove:
            self.tags_edited.emit(add, remove)
        super().accept()


_MARK: Final = "≠"


class _Line(Record):
    """A line of the comparison: its widgets, and whether the two characters differ."""

    differs: bool
    widgets: tuple[QWidget, ...]


class CompareDialog(QDialog):
    """Shows two characters and their differences, read only."""

    def __init__(
        self,
        theme: Theme,
        book: "Rulebook | StoredGame[Any, Any]",
        pair: tuple[Any, Any],
        parent: QWidget | None = None,
    ) -> None:
        """Create the dialog; `book` is the rulebook for characters of BONES, otherwise the game of both characters."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Compare two characters"))
        self._theme = theme
        self._lines: list[_Line] = []
        self._titles: list[tuple[QLabel, int]] = []
        self._page = QWidget(self)
        self._grid = QGridLayout(self._page)
        set_gaps(theme, self._grid, grid=(16, 6))
        self._grid.setColumnStretch(1, 1)
        self._grid.setColumnStretch(2, 1)
        self.only = QCheckBox(_("&Only differences"), self)
        self.only.toggled.connect(self._filter)
        self.told = plain_label(self, role="muted")
        for place, who in enumerate(pair, start=1):
            name = heading_label(self._theme, self._page, who.name or _("No name yet"), wrap=True)
            self._grid.addWidget(name, 0, place)
        if isinstance(book, Rulebook):
            self._fill(derive(book, pair[0]), derive(book, pair[1]))
        else:
            self._fill_game(book, pair)
        self._grid.setRowStretch(self._grid.rowCount(), 1)
        room = scroll_room(self._page, self)
        room.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        speak_as(room, Role.Grouping, self.windowTitle())
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        column = vbox(self, self.told, (room, 1), self.only, buttons, theme=theme, gap=12, edges=(16, 12, 16, 12))
        column.setStretch(1, 1)
        differing = sum(line.differs for line in self._lines)
        one, many = _("They differ in 1 line."), _("They differ in {n} lines.")
        said = one if differing == 1 else many.format(n=differing)
        self.told.setText(said if differing else _("They do not differ."))
        self._filter()
        area = self.screen().availableSize()
        self.resize(min(theme.px(960), int(area.width() * 0.94)), min(theme.px(1240), int(area.height() * 0.88)))
        room.setFocus()

    @property
    def differing(self) -> tuple[str, ...]:
        """The titles of the lines that differ, from top to bottom."""
        firsts = (line.widgets[0] for line in self._lines if line.differs)
        return tuple(each.text().removesuffix(_MARK).strip() for each in firsts if isinstance(each, QLabel))

    def _fill(self, left: Sheet, right: Sheet) -> None:
        self._title(_("Who they are"))
        for words, one, other in zip(*self._facts(left, right), strict=True):
            if one or other:
                self._text(words, one, other)
        self._title(_("Dice"))
        # Dice that must still be earned do not exist yet, so they are not compared.
        held = [[die for die in sheet.dice if die.exists] for sheet in (left, right)]
        for number, (mine, theirs) in enumerate(zip_longest(*held), start=1):
            self._dice(_("Die {n}").format(n=number), mine, theirs)
        self._title(_("Skills: icons that count"))
        for skill, same in zip(left.skills, right.skills, strict=True):
            # Skip skills for which neither character has an icon.
            if skill.icons or same.icons:
                self._text(skill.name, str(skill.icons), str(same.icons))
        if left.equipment or right.equipment:
            self._title(_("Equipment"))
            for number, (item, its) in enumerate(zip_longest(left.equipment, right.equipment), start=1):
                self._dice(_("Item {n}").format(n=number), item, its)
        if left.character.other_equipment or right.character.other_equipment:
            self._text(_("Other equipment"), left.character.other_equipment, right.character.other_equipment)

    def _fill_game(self, small: "StoredGame[Any, Any]", pair: tuple[Any, Any]) -> None:
        game, book = small.game, small.book

        def put(title: str, *sides: list[tuple[str, str]]) -> None:
            first, second = map(dict, sides)
            if first or second:
                self._title(title)
                # Include the rows of both characters, so that a missing row counts as a difference.
                for words in first | second:
                    self._text(words, first.get(words, ""), second.get(words, ""))

        def named(id: str) -> str:
            return game_name(game.id, "", id)

        def track(each: Track) -> tuple[str, str]:
            marks = _("{marked} of {boxes} marked").format(marked=each.marked, boxes=each.boxes)
            return each.name or named(each.id), " · ".join(part for part in (marks, named(each.state)) if part)

        def item(each: ListedThing) -> str:
            return each.name if each.count == 1 else _("{count} {name}").format(count=each.count, name=each.name)

        put(_("Condition"), *([track(each) for each in game.tracks(book, who)] for who in pair))
        facts = (
            [(each.name or named(each.id), sheet_words(game.id, str(each.value))) for each in game.facts(book, who)]
            for who in pair
        )
        put(_("Figures"), *facts)
        lists = ([(named(each.id), "\n".join(map(item, each.items))) for each in game.lists(book, who)] for who in pair)
        put(_("Lists"), *lists)

    def _facts(self, left: Sheet, right: Sheet) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        words = (
            _("Kind"), _("Race"), _("Age"), _("Culture"), _("Background"),
            _("Occupations"), _("Condition"), _("Dice"), _("Icons"), _("Movement"),
            _("Spiffs"), _("Sessions"), _("Safe magic"), _("Masteries open"),
        )  # fmt: skip
        return words, self._of(left), self._of(right)

    def _of(self, sheet: Sheet) -> tuple[str, ...]:
        who = sheet.character
        open_ones = [each.name for each in sheet.masteries if not each.missing]
        return (
            kind_name(who.kind), race_name(who.race), who.age, sheet.culture, sheet.background,
            ", ".join(sheet.occupations), state_words(sheet.condition), str(sheet.condition.owned),
            str(sum(each.count for each in sheet.icons)), decimal(f"{who.move:g}"), str(who.spiffs),
            str(who.sessions), str(sheet.safe_level.value), ", ".join(open_ones),
        )  # fmt: skip

    def _title(self, words: str) -> None:
        row = self._grid.rowCount()
        title = heading_label(self._theme, self._page, words, 16)
        self._grid.addWidget(title, row, 0, 1, 3)
        self._titles.append((title, len(self._lines)))

    def _text(self, words: str, mine: str, theirs: str) -> None:
        sides = [plain_label(self._page, spread_fractions(text) or "–", wrap=True) for text in (mine, theirs)]
        self._put(words, mine.strip() != theirs.strip(), *sides)

    def _dice(self, words: str, mine: DieColumn | ItemColumn | None, theirs: DieColumn | ItemColumn | None) -> None:
        cells = [() if die is None else die.faces for die in (mine, theirs)]
        # A slice, because the other die may have no face at this position.
        places = range(max(map(len, cells)))
        codes = [[cell.code for cell in faces] for faces in cells]
        differing = frozenset(place for place in places if codes[0][place : place + 1] != codes[1][place : place + 1])
        titles = [
            "" if die is None else die.name if isinstance(die, ItemColumn) else die.title for die in (mine, theirs)
        ]
        sides = [self._die(title, faces, differing) for title, faces in zip(titles, cells, strict=True)]
        self._put(words, bool(differing) or titles[0] != titles[1], *sides)

    def _die(self, title: str, faces: Sequence[FaceCell], differing: frozenset[int]) -> QWidget:
        if not faces:
            return plain_label(self._page, _("none"), role="muted")
        side = QWidget(self._page)
        strip = FaceStrip(self._theme, side)
        names = [cell.name or _("nothing yet") for cell in faces]
        said = [_("{face}, differs").format(face=n) if i in differing else n for i, n in enumerate(names)]
        strip.set_faces([FaceLook(cell.code, marked=i in differing, tip=said[i]) for i, cell in enumerate(faces)])
        strip.setAccessibleName("; ".join(said))
        parts = [plain_label(side, title, role="muted")] if title else []
        vbox(side, *parts, strip, theme=self._theme, gap=2, margins=0)
        return side

    def _put(self, words: str, differs: bool, *sides: QWidget) -> None:
        row = self._grid.rowCount()
        name = plain_label(self._page, f"{words}  {_MARK}" if differs else words, role="warn" if differs else "muted")
        name.setAccessibleName(_("{what}, differs").format(what=words) if differs else words)
        for place, widget in enumerate((name, *sides)):
            self._grid.addWidget(widget, row, place, Qt.AlignmentFlag.AlignTop)
        self._lines.append(_Line(differs, (name, *sides)))

    def _filter(self) -> None:
        """Show all lines or only those that differ, and hide titles without lines."""
        only = self.only.isChecked()
        for line in self._lines:
            for widget in line.widgets:
                widget.setVisible(line.differs or not only)
        ends = [*(first for _title, first in self._titles[1:]), len(self._lines)]
        for (title, first), end in zip(self._titles, ends, strict=True):
            title.setVisible(any(line.differs or not only for line in self._lines[first:end]))
