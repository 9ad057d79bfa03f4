"""Keeps files of the notes of campaigns and fights up to date in the chosen folder, on another thread."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, SignalInstance

from bones_desktop.desk.settingskeeper import SettingsKeeper
from bones_desktop.rules.typedtext import strip_bidi
from bones_desktop.storage.campaignfile import NoteFile, write_notes
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.widgets.worker import KeepOn, Worker
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _

WAIT_MS: Final = 700
"""Wait after a change, because the user may be typing."""

Notes = Mapping[str, NoteFile]


class NotesKeeper(QObject):
    """Writes notes soon after each change. Each problem is reported once."""

    def __init__(self, settings: SettingsKeeper, warn: Callable[[str], object], parent: QObject) -> None:
        """Write to the folder of the settings. `warn` shows a sentence."""
        super().__init__(parent)
        self._settings, self._warn = settings, warn
        self._sources: list[Callable[[], Notes]] = []
        self._told: set[str] = set()
        """Sentences that were shown about problems that still exist."""
        self._soon = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._soon.timeout.connect(self._write)
        self._worker = Worker(self)
        self._worker.answered.connect(self._take)
        settings.follow("notes_folder", self._begin)

    def watch(self, changed: SignalInstance, notes: Callable[[], Notes]) -> None:
        """Write what `notes` returns, now and whenever `changed` is emitted."""
        self._sources.append(notes)
        changed.connect(self._begin)
        self._begin()

    def _begin(self, *_change: object) -> None:
        if self._folder:
            self._soon.start()

    @property
    def _folder(self) -> str:
        return self._settings.value.notes_folder

    def _write(self) -> None:
        folder, notes = Path(self._folder), self._notes()
        if self._folder and notes:
            self._worker.start(folder, partial(_written, folder, notes))

    def _notes(self) -> dict[str, NoteFile]:
        return {key: note for each in self._sources for key, note in each().items()}

    def _take(self, _folder: object, answer: object) -> None:
        """Report files that the user edited, and a folder that cannot be written, unless already reported."""
        sentences = set()
        if isinstance(answer, FileProblem):
            sentences.add(_("No notes are written: {why}").format(why=file_sentence(answer)))
        elif isinstance(answer, tuple):
            words = _("You changed {file}, so it is kept as it is. Move it away to have a new one written.")
            sentences |= {words.format(file=strip_bidi(each.name)) for each in answer}
        for each in sorted(sentences - self._told):
            self._warn(each)
        self._told = sentences

    def close(self) -> None:
        """Write the notes that are still waiting, then stop."""
        self._worker.close()
        if self._soon.isActive():
            self._soon.stop()
            for answer in _written(Path(self._folder), self._notes(), bool):
                self._take(None, answer)


def _written(folder: Path, notes: Notes, _keep_on: KeepOn) -> Iterator[object]:
    try:
        yield write_notes(folder, notes)
    except FileProblem as error:
        yield error
