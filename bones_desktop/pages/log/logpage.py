"""The Log page: all throws, how fairly dice fell, and writing lines to a file of the user's choice."""

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Final, Literal

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from bones_desktop.desk.desk import Desk, Notices
from bones_desktop.desk.playroom import PlayRoom
from bones_desktop.document.bones.characterdocument import Change
from bones_desktop.pages.log.fairnesstab import FairnessTab
from bones_desktop.pages.log.throwstab import ThrowsTab
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.storage.files.textfiles import FileProblem, save_bytes
from bones_desktop.storage.log.logentry import Evening, LogEntry
from bones_desktop.storage.log.logexport import to_json
from bones_desktop.storage.log.throwlog import ThrowLog, opened
from bones_desktop.widgets.layouts import TabStack, tab_bar, turn_by_keys
from bones_desktop.widgets.popups import ask_where
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.worker import one_by_one
from bones_desktop.wording.language import _
from bones_desktop.wording.log import face_names, head_line, shortened
from bones_desktop.wording.markdown import to_markdown

Kind = Literal["markdown", "json"]

_PART: Final = 500
"""Lines read at once, so that progress can be shown."""
_ENDINGS: Final[dict[str, str]] = {"markdown": ".md", "json": ".json"}


class LogFiles(QObject):
    """Asks where to and writes; nothing here raises."""

    def __init__(
        self,
        log: ThrowLog | None,
        rulebook: Rulebook,
        documents: Callable[[], Path],
        notices: Notices,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._notices = notices
        self._widget = parent
        self._given = log
        self._documents = documents
        self._rulebook = rulebook

    @property
    def _log(self) -> ThrowLog | None:
        return opened(self._given)

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Name faces by another rulebook."""
        self._rulebook = rulebook

    def ask(self, kind: Kind, ids: Sequence[int]) -> None:
        """Ask for a file and write the lines with these ids there; returns at once."""
        ending, kinds = _ENDINGS[kind], _("Markdown (*.md)") if kind == "markdown" else _("JSON (*.json)")
        first = self._documents() / f"{_('Log of rolls')}{ending}"
        title = _("Export the log")
        ask_where(self._widget, title, first, ending, kinds, lambda target: self.write(kind, ids, target))

    def write(self, kind: Kind, ids: Sequence[int], target: Path) -> None:
        """Write the lines with these ids to a file, whole or not at all, and say how it went."""
        log = self._log
        if log is None:
            return
        parts = [ids[start : start + _PART] for start in range(0, len(ids), _PART)]
        read: list[Sequence[int]] = []

        def entries() -> Iterator[LogEntry]:
            for part in one_by_one(parts, _("Writing the log…"), self._widget):
                yield from log.read(part)
                read.append(part)

        try:
            evenings = log.evenings()
            if kind == "json":
                text = to_json(entries(), evenings, {each.id: log.sealed(each).chain or () for each in evenings})
            else:
                text = to_markdown(entries(), evenings, face_names(self._rulebook))
            if len(read) < len(parts):
                self._notices.say(_("Stopped: nothing was written."))
                return
            save_bytes(target, text.encode("utf-8", "replace"))
        except FileProblem as error:
            self._notices.report(error)
        else:
            self._notices.say(self._written(target, evenings))

    def _written(self, target: Path, evenings: Sequence[Evening]) -> str:
        """Say where the log was written, and copy the head of the chain of draws, for everybody to note."""
        text = _("Written to {}.").format(target)
        if not evenings or not evenings[-1].head or not evenings[-1].draws:
            return text
        QGuiApplication.clipboard().setText(head_line(evenings[-1]))
        told = _("{written} The head after draw {n}, {head}, is on the clipboard: anyone who notes it can check it.")
        return told.format(written=text, n=evenings[-1].draws, head=shortened(evenings[-1].head))


class LogTab(IntEnum):
    """The tabs, in their order."""

    THROWS = 0
    FAIRNESS = 1


class LogPage(QWidget):
    """Shows the log. What is written into it elsewhere is given to `add` and `amend`."""

    def __init__(
        self, desk: Desk, room: PlayRoom, documents: Callable[[], Path], parent: QWidget | None = None
    ) -> None:
        """`documents` returns the folder that files are first offered to be written to."""
        super().__init__(parent)
        self._room = room
        theme, notices, rulebook = desk.theme, desk.notices, desk.document.rulebook
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tabs = tab_bar(self, _("Parts of the Log page"), _("Rolls"), _("Fairness"), theme=theme)
        self.throws = ThrowsTab(desk, room, self)
        self.fairness = FairnessTab(desk, room, self)
        self.files = LogFiles(room.log, rulebook, documents, notices, self)
        self._stack = TabStack(theme, len(LogTab), self)
        for tab, page in ((LogTab.THROWS, self.throws), (LogTab.FAIRNESS, self.fairness)):
            self._stack.put_scrolled(tab, page)
        self._column = QVBoxLayout(self)
        set_gaps(theme, self._column, gap=8, edges=(16, 8, 16, 12))
        self._column.addWidget(self.tabs, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self._stack, 1)
        self._connect()
        room.show_lines(self)
        self.set_character(desk.document.character.id)
        self.show_evening(room.dice.evening)
        desk.document.changed.connect(self._follow)

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use another rulebook for icons and dice, after packs were added or removed."""
        for part in (self.throws, self.fairness, self.files):
            part.set_rulebook(rulebook)

    def set_character(self, character_id: str) -> None:
        """Know which character is open, for "this character"."""
        self.throws.set_character(character_id)
        self.fairness.set_character(character_id)

    def _follow(self, change: Change) -> None:
        self.set_character(change.after.id)

    def ask_scene(self) -> None:
        """Ask for the name of a scene."""
        self.tabs.setCurrentIndex(LogTab.THROWS)
        self.throws.scene.click()

    def add(self, entry: LogEntry) -> None:
        """Show one line more, stored or not."""
        self.throws.add(entry)
        self.fairness.refresh()

    def amend(self, entry: LogEntry) -> None:
        """Show a line as it is now."""
        self.throws.amend(entry)
        self.fairness.refresh()

    def remove(self, entry: LogEntry) -> None:
        """Hide a line that is gone."""
        self.throws.remove(entry)

    def reload(self) -> None:
        """Show the log as it is after it was made anew, or after an evening ended."""
        self.show_evening(self._room.dice.evening)

    def show_evening(self, evening: Evening | None) -> None:
        """Show the seal of the evening that lasts, None when none has; one that began or ended has lines of its own."""
        self.fairness.show_evening(evening)
        self.throws.refresh()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass focus on to the list of the tab in view."""
        super().focusInEvent(event)
        tab = self.tabs.currentIndex()
        shown = self.throws.view if tab == LogTab.THROWS else self.fairness.view
        (shown if shown.isVisible() else self.tabs).setFocus(event.reason())

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._stack.setCurrentIndex)
        turn_by_keys(self, self.tabs)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self._find)
        self.throws.export_requested.connect(self.files.ask)

    def _find(self) -> None:
        self.tabs.setCurrentIndex(LogTab.THROWS)
        self.throws.go_to_search()
