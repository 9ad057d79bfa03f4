"""Headings of scenes: begun, renamed and removed, each after a line has asked."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.widgets.text.askline import AskLine


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
