"""What can be done with lines of the log: buttons for the selected ones, and headings of scenes."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import NOT_MEANT, EntryKind, LogEntry
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.text.askline import AskLine
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.throwlist.throwview import ThrowView


class SceneEdits(QObject):
    """Changes headings in the log; a new one is only asked for, since it belongs to what is thrown next."""

    scene_requested = Signal(str)
    """A scene with this name is to begin now."""
    amended = Signal(object)
    """The LogEntry as it is now."""
    removed = Signal(object)
    """The LogEntry that is gone."""
    trouble = Signal(object)
    """A FileProblem: nothing was changed."""

    def __init__(self, log: ThrowLog | None, ask: AskLine, parent: QObject) -> None:
        super().__init__(parent)
        self._log = log
        self._ask = ask

    def begin(self) -> None:
        """Ask for the name of a scene that begins."""
        self._ask.ask_name(self.tr("Name of the scene"), self.tr("Begin the scene"), self.scene_requested.emit)

    def rename(self, heading: LogEntry) -> None:
        """Ask for another name of a scene."""
        self._ask.ask_name(
            self.tr("Name of the scene"),
            self.tr("Rename"),
            lambda name: self._change(replace(heading, title=name)),
            heading.title,
        )

    def remove(self, heading: LogEntry) -> None:
        """Ask whether to take a heading away."""
        self._ask.ask_whether(
            self.tr("Remove the heading “{name}”? The throws below it stay.").format(name=heading.title),
            self.tr("Remove"),
            lambda _name: self._remove(heading),
        )

    def _change(self, heading: LogEntry) -> None:
        if self._log is None:
            return
        try:
            self._log.amend(heading)
        except FileProblem as error:
            self.trouble.emit(error)
        else:
            self.amended.emit(heading)

    def _remove(self, heading: LogEntry) -> None:
        if self._log is None:
            return
        try:
            self._log.remove_heading(heading.id)
        except FileProblem as error:
            self.trouble.emit(error)
        else:
            self.removed.emit(heading)


class EntryActs(QWidget):
    """Repeats and copies for those who use the mouse, and says how many lines there are."""

    def __init__(self, theme: Theme, view: ThrowView, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = view
        self.count = plain_label(self, role="muted")
        self.repeat = push_button(self, self.tr("Repeat"), view.repeat)
        self.copy_text = push_button(self, self.tr("Copy as text"), view.copy_text)
        self.copy_picture = push_button(self, self.tr("Copy as picture"), view.copy_picture)
        self.strike = push_button(self, self.tr("Not meant"), lambda: view.mark(NOT_MEANT))
        self._row = hbox(self, (self.count, 1), self.strike, self.repeat, self.copy_text, self.copy_picture, margins=0)
        set_gaps(theme, self._row, gap=8)
        view.selectionModel().selectionChanged.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Offer what can be done with the lines selected now."""
        entry = self._view.current() if self._view.selectionModel().hasSelection() else None
        for button, keys in ((self.copy_text, "Ctrl+C"), (self.copy_picture, "Ctrl+Shift+C")):
            button.setEnabled(entry is not None)
            button.setToolTip(plain_tip(keys if entry is not None else self.tr("Choose a line first.")))
        thrown = entry is not None and entry.kind is EntryKind.THROW
        self.strike.setEnabled(thrown)
        self.strike.setText(self.tr("Not meant") if entry is None or entry.is_meant else self.tr("Meant after all"))
        strikes = self.tr("Strike the throw out: nothing follows from it; its dice stay part of the seal")
        self.strike.setToolTip(plain_tip(strikes if thrown else self.tr("Choose a throw first.")))
        self.repeat.setEnabled(_repeatable(entry))
        if _repeatable(entry):
            self.repeat.setToolTip(self.tr("Ask for the same throw on the Table page (Enter)"))
        elif entry is None or entry.kind is not EntryKind.THROW:
            self.repeat.setToolTip(self.tr("Choose a throw first."))
        else:
            self.repeat.setToolTip(self.tr("The log does not know what was asked."))


def _repeatable(entry: LogEntry | None) -> bool:
    return entry is not None and entry.kind is EntryKind.THROW and bool(entry.request)
