"""The Log page: all rolls, the fairness of the dice, and export to a file of the user's choice."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from enum import IntEnum
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from bones_desktop.desk.desk import Desk
from bones_desktop.desk.playroom import PlayRoom
from bones_desktop.document.bones.characterdocument import Change
from bones_desktop.pages.log.fairnesstab import FairnessTab
from bones_desktop.pages.log.throwstab import Kind, ThrowsTab
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.storage.files.textfiles import FileProblem, save_bytes
from bones_desktop.storage.log.logentry import Evening, LogEntry
from bones_desktop.storage.log.logexport import to_json
from bones_desktop.widgets.layouts import TabStack, tab_bar, turn_by_keys
from bones_desktop.widgets.popups import ask_where
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.worker import all_beside
from bones_desktop.wording.language import _
from bones_desktop.wording.log import face_names, head_line, shortened, to_markdown

_PART: Final = 500
"""Number of lines read at a time, so that progress can be shown in between."""
_ENDINGS: Final[dict[str, str]] = {"markdown": ".md", "json": ".json"}


class LogTab(IntEnum):
    """The tabs, in their order."""

    THROWS = 0
    FAIRNESS = 1


class LogPage(QWidget):
    """Shows the log. Call `add` and `amend` for lines written by other code."""

    def __init__(
        self, desk: Desk, room: PlayRoom, documents: Callable[[], Path], parent: QWidget | None = None
    ) -> None:
        """Create the page; `documents` returns the folder that dialogs for new files show first."""
        super().__init__(parent)
        self._room = room
        self._notices = desk.notices
        self._documents = documents
        self._document = desk.document
        theme = desk.theme
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tabs = tab_bar(self, _("Parts of the Log page"), _("Rolls"), _("Fairness"), theme=theme)
        self.throws = ThrowsTab(desk, room, self.ask_export, self)
        self.fairness = FairnessTab(desk, room, self)
        self._stack = TabStack(theme, len(LogTab), self)
        for tab, page in ((LogTab.THROWS, self.throws), (LogTab.FAIRNESS, self.fairness)):
            self._stack.put_scrolled(tab, page)
        self._column = QVBoxLayout(self)
        set_gaps(theme, self._column, gap=8, edges=(16, 8, 16, 12))
        self._column.addWidget(self.tabs, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self._stack, 1)
        self._connect()
        room.show_lines(self)
        self.reload()
        desk.document.changed.connect(self._follow)

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use another rulebook for icons and dice, after packs were added or removed."""
        self.throws.set_rulebook(rulebook)
        self.fairness.set_rulebook(rulebook)

    def _follow(self, change: Change) -> None:
        # The rolls of the open character are offered first.
        if change.before.id != change.after.id:
            self.throws.refresh()
            self.fairness.refresh()

    def ask_scene(self) -> None:
        """Ask for the name of a scene."""
        self.tabs.setCurrentIndex(LogTab.THROWS)
        self.throws.scene.click()

    def add(self, entry: LogEntry) -> None:
        """Show a new line, stored or not."""
        self.throws.add(entry)
        self.fairness.refresh()

    def amend(self, entry: LogEntry) -> None:
        """Show the current state of a line."""
        self.throws.amend(entry)
        self.fairness.refresh()

    def remove(self, entry: LogEntry) -> None:
        """Hide a line that was removed from the log."""
        self.throws.remove(entry)

    def reload(self) -> None:
        """Show the current log and the seal of the open evening.

        Called after a repair, and when an evening begins or ends.
        """
        self.fairness.show_evening(self._room.dice.evening)
        self.throws.refresh()

    def ask_export(self, kind: Kind, ids: Sequence[int]) -> None:
        """Ask for a file and write the lines with these ids there. Returns immediately."""
        ending, kinds = _ENDINGS[kind], _("Markdown (*.md)") if kind == "markdown" else _("JSON (*.json)")
        first = self._documents() / f"{_('Log of rolls')}{ending}"
        ask_where(self, _("Export the log"), first, ending, kinds, partial(self.export, kind, ids))

    def export(self, kind: Kind, ids: Sequence[int], target: Path) -> None:
        """Write the lines with these ids to a file, completely or not at all, and report the result."""
        log = self._room.open_log
        if log is None:
            return
        parts = [ids[start : start + _PART] for start in range(0, len(ids), _PART)]
        name = face_names(self._document.rulebook)

        def write(some: Iterator[Sequence[int]]) -> tuple[Evening, ...]:
            entries, evenings = (entry for part in some for entry in log.read(part)), log.evenings()
            if kind == "json":
                text = to_json(entries, evenings, {each.id: log.sealed(each).chain for each in evenings})
            else:
                text = to_markdown(entries, evenings, name)
            # A name may contain a lone surrogate, which UTF-8 cannot encode.
            save_bytes(target, text.encode("utf-8", "replace"))
            return evenings

        try:
            evenings = all_beside(parts, write, _("Writing the log…"), self)
        except FileProblem as error:
            self._notices.report(error)
            # If the other thread found damage in the log, repair it here.
            if error.path != target:
                with suppress(FileProblem):
                    log.file.repair()
        else:
            stopped = _("Stopped: nothing was written.")
            self._notices.say(stopped if evenings is None else self._written(target, evenings))

    def _written(self, target: Path, evenings: Sequence[Evening]) -> str:
        """Return a text about the written file.

        Also copy the head of the chain of draws to the clipboard, so that everybody can note it.
        """
        text = _("Written to {}.").format(target)
        if not evenings or not evenings[-1].head or not evenings[-1].draws:
            return text
        QGuiApplication.clipboard().setText(head_line(evenings[-1]))
        words = _("{written} The head after draw {n}, {head}, is on the clipboard: anyone who notes it can check it.")
        return words.format(written=text, n=evenings[-1].draws, head=shortened(evenings[-1].head))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus on to the list of the tab in view."""
        super().focusInEvent(event)
        tab = self.tabs.currentIndex()
        shown = self.throws.view if tab == LogTab.THROWS else self.fairness.view
        (shown if shown.isVisible() else self.tabs).setFocus(event.reason())

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._stack.setCurrentIndex)
        turn_by_keys(self, self.tabs)
        # The keys work only within this page, because elsewhere the same keys search for a character.
        inside = Qt.ShortcutContext.WidgetWithChildrenShortcut
        QShortcut(QKeySequence.StandardKey.Find, self, context=inside).activated.connect(self._find)

    def _find(self) -> None:
        self.tabs.setCurrentIndex(LogTab.THROWS)
        self.throws.go_to_search()
