"""The random tables of the Reference: a list of tables, the entries with their chances, and a roll in a tray."""

import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QInputDialog, QWidget

from bones_desktop.desk.desk import Desk
from bones_desktop.desk.documents import open_local
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.dice import Die, shown_code
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.tables import RandomTable, TableRoll, TableSet
from bones_desktop.rules.typedtext import key
from bones_desktop.storage.files.locations import free_path, make_folder
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.files.textfiles import FileProblem, read_bytes, save_bytes
from bones_desktop.storage.packfile import LARGEST_TABLE, TABLE_SUFFIX, load_tables, source_of
from bones_desktop.tray.contents import TrayDie
from bones_desktop.tray.motion import BakedThrows
from bones_desktop.tray.solids import CUBE, solid_of
from bones_desktop.tray.traywidget import TrayWidget
from bones_desktop.widgets.boxes import STRETCH, fill, hbox, vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import LeastBoard, flow_row, scroll_room
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import NO_KEYS, LineList
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import Card, heading_label, plain_label
from bones_desktop.wording.chances import percent
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _, dice_words, ngettext
from bones_desktop.wording.reasons import sentence

if TYPE_CHECKING:
    from bones_desktop.play.tableplay import TableRoller

TABLES: Final = LineLook(
    height=30, side=14, aligned=True, pad=(10, 4), ground=Ground.MARKED, chosen_bold=True, wraps=True
)  # fmt: skip
ENTRIES: Final = LineLook(height=32, wraps=True, ruled=True, pad=(12, 5), ground=Ground.MARKED)
_TRAY: Final = 170
"""Height of the tray at 100 % text size."""
_LIST: Final = 250
_MOST_SHOWN: Final = 40
"""Greatest number of dice that the tray shows."""
_FIRST_LINES: Final = """# {title}
# Each line is an entry. 3x makes it three times as likely, {{2d6}} rolls dice, and [[omens]] rolls on another table.
The first entry
3x An entry that comes up more often, with {{2d6}} coins
"""


class TablesView(Guarded, QWidget):
    """Shows the random tables, rolls on them, and opens their files."""

    loaded = Signal()
    """Emitted after the files were read again. `known` contains the tables."""

    def __init__(self, desk: Desk, play: "Callable[[], TableRoller]", parent: QWidget) -> None:
        super().__init__(parent)
        self._desk, self._play = desk, play
        self._theme = theme = desk.theme
        self.known = TableSet({})
        self.rolled: TableRoll | None = None
        self.list = LineList(theme, _("Random tables"), self, TABLES)
        self._title = heading_label(theme, self, "", 20, wrap=True)
        self._about = plain_label(self, "", "muted", wrap=True)
        self.entries = LineList(theme, _("Entries"), self, ENTRIES, keys=NO_KEYS)
        self.roll_button = push_button(self, _("Roll"), self.roll, kind="primary", tip=_("Roll on this table (Enter)"))
        self.edit = push_button(self, "", self._edit)
        self.new = push_button(self, _("New table…"), self._ask_name)
        self.folder = push_button(self, _("Open the folder"), self._open_folder)
        self.tray = TrayWidget(theme, BakedThrows(shipped("resources") / "throws"), self)
        self.tray.setFixedHeight(theme.px(_TRAY))
        self.tray.settled.connect(self._show_result)
        self.tray.tumbled.connect(desk.sounds.play_dice)
        desk.pace.follow(self.tray.set_speed)
        self.result = heading_label(theme, self, "", 16, wrap=True)
        self.result.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.steps = plain_label(self, "", "muted", wrap=True)
        card = Card(theme, self, edges=(14, 10, 14, 10), gap=6)
        fill(card.column, self.result, self.steps, STRETCH)
        self._below = hbox(None, (self.tray, 2), (card, 3), theme=theme, gap=12)
        buttons = flow_row(None, self.roll_button, self.edit, self.new, self.folder, theme=theme, gap=8)
        # With large text in a low window the buttons need several lines, so that the rest scrolls.
        board = LeastBoard(self)
        vbox(board, self._title, self._about, buttons, (self.entries, 1), self._below, theme=theme, gap=8, margins=0)
        hbox(self, self.list, (scroll_room(board, self), 1), theme=theme, gap=16, margins=0)
        self.setFocusProxy(self.list)
        self.list.current_changed.connect(self._show)
        self.list.line_activated.connect(self.roll)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.applicationStateChanged.connect(self._come)
        theme.changed.connect(self._refit)
        self.reload()

    @property
    def table(self) -> RandomTable | None:
        """The table in view; None if its file cannot be used."""
        return self.known.tables.get(self.list.current)

    def reload(self) -> None:
        """Read the files of the tables again, and keep the table in view."""
        self.known = load_tables(self._desk.locations.tables)
        lines = [
            Line(each.title, right=str(len(each.entries)), key=name, sign="dot" if each.own else "")
            for name, each in self.known.tables.items()
        ]
        lines += [Line(name, key=name, tone="bad", sign="warning-ring", sign_tone="bad") for name in self.known.refused]
        self.list.show_lines(lines, begin=True)
        self._show()
        self.loaded.emit()

    def open_table(self, name: str) -> None:
        """Show the table with this name."""
        self.list.go_to(key(name))

    def roll(self) -> None:
        """Roll on the table in view.

        The result is shown when the dice are at rest.
        """
        if not self.list.current:
            return
        self.reload()
        try:
            self.rolled = made = self._play().roll(self.known, self.list.current)
        except RulesError as error:
            self._desk.notices.refuse(error.reason)
            return
        except FileProblem as error:
            self._desk.notices.report(error)
            return
        self.result.setText("…")
        self.steps.setText("")
        dice = [(die, number) for step in made.steps for die, number in zip(step.dice, step.rolled, strict=True)]
        shown = [_tray_die(die, number) for die, number in dice[:_MOST_SHOWN]]
        self.tray.throw([die for die, _at in shown], [at for _die, at in shown], secrets.randbits(32))

    def _show_result(self) -> None:
        if self.rolled is not None:
            self.result.setText(self.rolled.text)
            self.steps.setText(dice_words("\n".join(self.rolled.lines())))
            if self.table is not None and self.table.name == self.rolled.table.name:
                entry = self.rolled.table.entry_at(self.rolled.steps[0].rolled[0])
                self.entries.go_to(str(self.rolled.table.entries.index(entry)))
            self._desk.notices.tell(self.rolled.text)

    def _show(self) -> None:
        """Show the entries of the current table, or why its file cannot be used."""
        table, refused = self.table, self.known.refused.get(self.list.current)
        self.roll_button.setEnabled(table is not None)
        self.edit.setText(_("Edit") if table is None or table.own else _("Edit a copy"))
        if table is None:
            self._title.setText(self.list.current)
            self._about.setText(_why(refused) if refused is not None else "")
            self.entries.show_lines([])
            return
        self._title.setText(table.title)
        count = len(table.entries)
        words = ngettext("{n} entry, rolled with a d{sides}.", "{n} entries, rolled with a d{sides}.", count)
        whose = _("Your own file {file}.").format(file=table.file) if table.own else _("Part of the program.")
        try:
            self.known.find(table.name)
        except (RulesError, FileProblem) as error:
            whose = _why(error)
        self._about.setText(f"{words.format(n=count, sides=table.sides)} {whose}")
        self.entries.show_lines([self._entry_line(table, place) for place in range(count)])

    @staticmethod
    def _entry_line(table: RandomTable, place: int) -> Line:
        entry = table.entries[place]
        first, last = table.faces(entry)
        faces = str(first) if first == last else f"{first}–{last}"
        chance: Chance = table.chance(entry)
        return Line(entry.plain, right=f"{faces}  ·  {percent(chance)}", key=str(place))

    def _edit(self) -> None:
        """Open the file of the table. A table of the program is copied to the user's folder first."""
        name, folder = self.list.current, self._desk.locations.tables
        path = source_of(folder, name)
        if path is None:
            return
        if path.parent != folder:
            source, path = path, folder / path.name
            if not self._write(path, read_bytes(source, LARGEST_TABLE)):
                return
            self.reload()
        open_local(path)

    def _ask_name(self) -> None:
        dialog = QInputDialog(self._desk.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(_("New table"))
        dialog.setLabelText(_("Name of the table"))
        dialog.textValueSelected.connect(self._make)
        dialog.open()

    def _make(self, name: str) -> None:
        """Write a table with two entries as an example, show it, and open it in an editor."""
        if not key(name):
            return
        path = free_path(self._desk.locations.tables, name, TABLE_SUFFIX)
        if self._write(path, _FIRST_LINES.format(title=" ".join(name.split())).encode()):
            self.reload()
            self.open_table(path.stem)
            open_local(path)

    def _write(self, path: Path, data: bytes) -> bool:
        return self._desk.notices.attempt(partial(self._save, path, data))

    @staticmethod
    def _save(path: Path, data: bytes) -> None:
        make_folder(path.parent)
        save_bytes(path, data, None)

    def _open_folder(self) -> None:
        folder = self._desk.locations.tables
        if self._desk.notices.attempt(partial(make_folder, folder)):
            open_local(folder)

    def showEvent(self, event: QShowEvent) -> None:
        """Read the files again, because the user may have edited one."""
        super().showEvent(event)
        self.reload()

    def _come(self, state: Qt.ApplicationState) -> None:
        if state is Qt.ApplicationState.ApplicationActive and self.isVisible():
            self.reload()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give most of the width to the entries when the page is narrow or the text is large."""
        self._refit()
        super().resizeEvent(event)

    def _refit(self) -> None:
        self.list.setFixedWidth(min(self._theme.px(_LIST), self.width() * 4 // 10))
        self.tray.setFixedHeight(min(self._theme.px(_TRAY), self.height() // 3))


def _tray_die(die: Die[int], number: int) -> tuple[TrayDie, int]:
    """Return a die for the tray, and the index of the face that shows `number`.

    Some numbers of faces, such as 23, have no solid. Such a die is shown as a cube with `number` and five other
    numbers.
    """
    sides, label = len(die.faces), dice_words(f"d{len(die.faces)}")
    codes = tuple(shown_code(die, index) for index in range(sides))
    if sides == len(CUBE.stands) or not solid_of(codes).is_cube:
        return TrayDie(codes, "", label), number - 1
    return TrayDie(tuple(codes[(number - 1 + step) % sides] for step in range(len(CUBE.stands))), "", label), 0


def _why(error: Exception) -> str:
    if isinstance(error, RulesError):
        return sentence(error.reason)
    return file_sentence(error) if isinstance(error, FileProblem) else str(error)
