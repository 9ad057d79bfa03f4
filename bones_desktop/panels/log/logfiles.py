"""Lines of the log written to a file of the user's choice."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.storage.files.textfiles import FileProblem, save_bytes
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.storage.log.logexport import to_json
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.widgets.onebyone import one_by_one
from bones_desktop.wording.log import face_names
from bones_desktop.wording.markdown import to_markdown

Kind = Literal["markdown", "json"]

_PART: Final = 500
"""Lines read at once, so that the window can be told how far it is."""
_ENDINGS: Final[dict[str, str]] = {"markdown": "md", "json": "json"}


class LogFiles(QObject):
    """Asks where to and writes; nothing here raises."""

    message = Signal(str)
    trouble = Signal(object)
    """A FileProblem."""

    def __init__(
        self, log: ThrowLog | None, rulebook: Rulebook, documents: Callable[[], Path], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._widget = parent
        self._log = log
        self._documents = documents
        self._rulebook = rulebook

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Name faces by another rulebook."""
        self._rulebook = rulebook

    def ask(self, kind: Kind, ids: Sequence[int]) -> None:
        """Ask for a file and write the lines with these ids there; returns at once."""
        ending = _ENDINGS[kind]
        dialog = QFileDialog(
            self._widget, self.tr("Export the log"), str(self._documents() / f"{self.tr('Log of throws')}.{ending}")
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(self.tr("Markdown (*.md)") if kind == "markdown" else self.tr("JSON (*.json)"))
        dialog.setDefaultSuffix(ending)
        dialog.fileSelected.connect(lambda name: self.write(kind, ids, Path(name)))
        dialog.open()

    def write(self, kind: Kind, ids: Sequence[int], target: Path) -> None:
        """Write the lines with these ids to a file, whole or not at all; `message` or `trouble` follows."""
        log = self._log
        if log is None:
            return
        parts = [ids[start : start + _PART] for start in range(0, len(ids), _PART)]
        read: list[Sequence[int]] = []

        def entries() -> Iterator[LogEntry]:
            for part in one_by_one(parts, self.tr("Writing the log…"), self._widget):
                yield from log.read(part)
                read.append(part)

        try:
            evenings = log.evenings()
            if kind == "json":
                text = to_json(entries(), evenings)
            else:
                text = to_markdown(entries(), evenings, face_names(self._rulebook), self.tr)
            if len(read) < len(parts):
                self.message.emit(self.tr("Stopped: nothing was written."))
                return
            save_bytes(target, text.encode("utf-8", "replace"))
        except FileProblem as error:
            self.trouble.emit(error)
        else:
            self.message.emit(self.tr("Written to {}.").format(target))
