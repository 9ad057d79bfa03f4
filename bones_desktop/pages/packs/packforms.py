"""The base of all forms of the pack window, and the forms for a pack and for a file that cannot be used."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from bones_desktop.rules.bones.life.packs import Pack, entries_of
from bones_desktop.rules.typedtext import unturned
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.packfile import PackFile, PackFileError
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.textfields import LineField, TextField, limit_letters
from bones_desktop.wording.files import file_sentence, pack_error_sentence
from bones_desktop.wording.language import _

LONGEST_NAME: Final = 60
LONGEST_NOTE: Final = 2_000


class PackForm(QWidget):
    """A heading and a column of named lines. It emits edits, and changes nothing itself."""

    edited = Signal(str, object, str)
    """The name of the undo step, the changed fields as a dict, and the key that merges typing ("" for none)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.heading = plain_label(self, theme=theme, size=20, serif=True, bold=True)
        self.heading.setWordWrap(True)
        self.under = plain_label(self, role="muted", theme=theme, size=12)
        self.under.setWordWrap(True)
        self.lines = QGridLayout()
        set_gaps(theme, self.lines, grid=(12, 8))
        self.lines.setColumnStretch(1, 1)
        self._head = vbox(None, self.heading, self.under, self.lines, STRETCH, theme=theme, gap=8)
        self.top = hbox(None, (self._head, 1), theme=theme, gap=16)
        self.column = vbox(self, self.top, theme=theme, gap=8, edges=(4, 4, 12, 12))
        self._labels: list[QLabel] = []

    def add_line(self, text: str, field: QWidget) -> None:
        """Add a line with the label `text` and the widget `field`."""
        label = plain_label(self, text)
        label.setBuddy(field)
        row = self.lines.rowCount()
        self.lines.addWidget(label, row, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.lines.addWidget(field, row, 1)
        self._labels.append(label)

    def add_text_line(self, text: str, field: str, *, most: int = LONGEST_NAME) -> LineField:
        """Add and return a line of text that edits `field` while it is typed."""
        line = LineField(text, self)
        limit_letters(line, most)
        step = _("Change {what}").format(what=text.lower())
        line.edited.connect(lambda typed: self.edited.emit(step, {field: typed}, field))
        self.add_line(text, line)
        return line


class AboutPackForm(PackForm):
    """Name, author and note of a pack."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.name = self.add_text_line(_("Name"), "name")
        self.author = self.add_text_line(_("Author"), "author")
        label = plain_label(self, _("Note"))
        self.note = TextField(_("Note"), theme, 5, self)
        label.setBuddy(self.note)
        self.note.edited.connect(lambda text: self.edited.emit(_("Change note"), {"note": text[:LONGEST_NOTE]}, "note"))
        self.column.addWidget(label)
        self.column.addWidget(self.note)
        self._file = plain_label(self, role="muted")
        self._file.setWordWrap(True)
        self._file.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.column.addWidget(self._file)
        self.column.addStretch(1)

    def show_pack(self, file: PackFile) -> None:
        """Show name, author, note and size of a pack."""
        pack: Pack = file.pack
        self.heading.setText(pack.name.strip() or _("No name yet"))
        count = sum(map(len, entries_of(pack).values()))
        entries = _("one entry") if count == 1 else _("{count} entries").format(count=count)
        self.under.setText(_("Pack · {id} · {entries}").format(id=pack.id, entries=entries))
        self.name.set_value(pack.name)
        self.author.set_value(pack.author)
        self.note.set_value(pack.note)
        kept = _("Kept in {path}").format(path=unturned(str(file.path)))
        hint = _("Add cultures, backgrounds, occupations, equipment and races with “New”.")
        # Only a new, empty pack needs the hint.
        self._file.setText(kept if count else f"{hint}\n{kept}")

    def focus_field(self, field: str, _place: int) -> None:
        """Give a field the focus."""
        (self.author if field == "author" else self.name).setFocus(Qt.FocusReason.OtherFocusReason)


class DamagedPackForm(QWidget):
    """The errors of a file that cannot be used, and buttons for what can be done."""

    folder_requested = Signal()
    put_aside_requested = Signal(object)
    """The path."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._error: PackFileError | FileProblem | None = None
        self.heading = plain_label(self, theme=theme, size=20, serif=True, bold=True)
        self.text = plain_label(self)
        for label in (self.heading, self.text):
            label.setWordWrap(True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        folder = push_button(self, _("Open folder"), self.folder_requested)
        self.again = again = QPushButton(_("Read again"), self)
        again.setToolTip(_("Read the folder again after fixing the file"))
        aside = QPushButton(_("Put aside"), self)
        aside.setToolTip(_("Move the file to the folder “removed” beside the packs"))
        aside.clicked.connect(self._put_aside)
        buttons = hbox(None, again, folder, aside, STRETCH)
        self._column = QVBoxLayout(self)
        set_gaps(theme, self._column, gap=12, edges=(4, 4, 12, 12))
        self._column.addWidget(self.heading)
        # Above the errors, because there may be more errors than the window has room for.
        self._column.addLayout(buttons)
        self._column.addWidget(self.text)
        self._column.addStretch(1)

    def show_error(self, error: PackFileError | FileProblem) -> None:
        """Show why the file cannot be used."""
        self._error = error
        self.heading.setText(_("{name} cannot be used").format(name=unturned(error.path.name)))
        if isinstance(error, PackFileError):
            errors = "\n\n".join(pack_error_sentence(each) for each in error.errors)
            mend = _("Mend the file in any editor of text, save it, and read it again.")
            self.text.setText(f"{errors}\n\n{mend}")
        else:
            self.text.setText(file_sentence(error))

    def _put_aside(self) -> None:
        if self._error is not None:
            self.put_aside_requested.emit(self._error.path)
