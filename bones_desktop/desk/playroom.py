"""The log, opened when first needed and backed up, the evening's sealed dice, and all objects that roll dice."""

import contextlib
import logging
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from bones_desktop.document.bones.characterdocument import Change
from bones_desktop.storage.files.textfiles import FileProblem, may_be_there
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.desk.desk import Desk
    from bones_desktop.document.bones.fightdocument import FightDocument
    from bones_desktop.document.document import Document
    from bones_desktop.document.session import AnyFile, Session
    from bones_desktop.play.bones.fightplay import FightPlay
    from bones_desktop.play.bones.followups import Companion
    from bones_desktop.play.bones.hands import GroupPlay
    from bones_desktop.play.bones.table import Table
    from bones_desktop.play.eveningdice import EveningDice
    from bones_desktop.play.followups import FollowUp
    from bones_desktop.play.gameplay import GamePlay
    from bones_desktop.play.journal import Journal
    from bones_desktop.play.sceneplay import ScenePlay
    from bones_desktop.play.tableplay import TableRoller
    from bones_desktop.storage.games import StoredGame
    from bones_desktop.storage.log.logbackups import BackupSummary
    from bones_desktop.storage.log.logentry import LogEntry
    from bones_desktop.storage.log.logfile import Repair
    from bones_desktop.storage.log.throwlog import ThrowLog
    from bones_desktop.widgets.worker import KeepOn, Worker


_FIRST_MS: Final = 30_000
"""Delay of the first backup after the log was opened, in milliseconds."""
_EVERY_MS: Final = 10 * 60_000

log = logging.getLogger("bones_desktop")


class LogKeeper(QObject):
    """Opens the log and checks every few minutes whether a backup is due. A worker thread makes backups."""

    repaired = Signal()
    """Emitted after a repair: lines of the log may be missing."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk.window)
        self._desk = desk
        self._path = desk.locations.roll_log
        self._refused = False
        """True if the user already knows that the log cannot be opened."""
        self._backup_reported = False
        """True if the user already knows that backups fail."""
        self._due = QTimer(self)
        self._due.timeout.connect(self.back_up)

    @property
    def log(self) -> "ThrowLog":
        """The log. A failure to open it is reported once; each later use tries again."""
        with contextlib.suppress(FileProblem):
            self.opened.file.look()
        if (refusal := self.opened.file.refusal) is not None and not self._refused:
            self._refused = True
            log.warning("log of rolls not opened: %s", refusal)
            self._desk.notices.report(refusal)
        return self.opened

    @cached_property
    def opened(self) -> "ThrowLog":
        """The log. A failure to open it is not reported."""
        # Imported late: the log and the table are not needed before the first roll.
        from bones_desktop.storage.log.throwlog import ThrowLog

        opened = ThrowLog(self._path, self._desk.clock, later=True)
        opened.file.on_repaired = self._tell
        if opened.file.repaired is not None:
            # A repair while the log was opened came before this connection, so it is reported here.
            self._tell(opened.file.repaired)
        self._due.start(_FIRST_MS)
        return opened

    def may_owe(self) -> bool:
        """Return whether a log exists. If so, it may contain actions that a player still has to decide about."""
        return "opened" in self.__dict__ or may_be_there(self._path)

    def close(self) -> None:
        """Close the log. A backup that is not complete is deleted."""
        self._due.stop()
        if "_worker" in self.__dict__:
            self._worker.close()
        if "opened" in self.__dict__:
            self.opened.close()

    def back_up(self) -> None:
        """Make a backup if one is due."""
        self._due.start(_EVERY_MS)
        try:
            due = self.opened.needs_backup()
        except FileProblem:
            return  # The error is reported when a page needs the log.
        # A slow drive may take longer than the interval.
        if due and not self._worker.busy:
            self._worker.start("backup", self._copy)

    def check(self) -> None:
        """Read the whole log and show the result; offer to repair it, or to restore a backup."""
        # Imported late: few sessions check the log.
        from PySide6.QtGui import QGuiApplication
        from PySide6.QtWidgets import QMessageBox

        from bones_desktop.widgets.localized import short_moment
        from bones_desktop.widgets.popups import ask
        from bones_desktop.wording.log import check_sentences

        # Reading the log of many years takes seconds.
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            found = self.log.check()
        except FileProblem as error:
            self._desk.notices.report(error)
            return
        finally:
            QGuiApplication.restoreOverrideCursor()
        kept = self.log.file.backups.list()
        text = check_sentences(found, short_moment(kept[0].at) if kept else "")
        answers: dict[str, Callable[[], object]] = {_("Backups…"): self.choose_backup} if kept else {}
        if found.faults:
            answers[_("Repair")] = self.repair
        box = ask(self._desk.window, _("Check the log"), text, answers, _("Close"))
        if not found.faults:
            box.setIcon(QMessageBox.Icon.Information)

    def repair(self) -> None:
        """Repair the log if it is damaged. `repaired` is then emitted."""
        try:
            self.opened.file.repair()
        except FileProblem as error:
            self._desk.notices.report(error)

    def choose_backup(self) -> None:
        """Show the backups. The chosen one replaces the log."""
        # Imported late: few sessions show backups.
        from bones_desktop.desk.versionsdialog import VersionsDialog
        from bones_desktop.storage.log.logbackups import summary
        from bones_desktop.widgets.localized import short_moment
        from bones_desktop.widgets.text.labels import plain_label
        from bones_desktop.wording.files import size_text
        from bones_desktop.wording.log import lines_text

        preview = plain_label(self._desk.window, wrap=True)
        preview.setAlignment(Qt.AlignmentFlag.AlignTop)
        preview.setMargin(self._desk.theme.px(12))

        def show(found: "BackupSummary") -> None:
            text = lines_text(found.lines)
            if found.first is not None and found.last is not None:
                span = _("{lines}, from {first} to {last}")
                text = span.format(lines=text, first=short_moment(found.first), last=short_moment(found.last))
            preview.setText(text)

        dialog = VersionsDialog(
            self._desk.theme,
            self.log.file.backups.list(),
            lambda version: summary(version.path),
            preview,
            show,
            about=lambda version: size_text(version.size),
            title=_("Backups of the log"),
            note=_(
                "The backup you choose replaces the log. Rolls made since that backup are not in it. The current log "
                "is kept in its folder."
            ),
            none=_("There is no backup of the log yet."),
            trouble=self.log.file.backups.trouble(),
            parent=self._desk.window,
        )
        dialog.version_selected.connect(self._restore)
        dialog.open()

    def _restore(self, found: "BackupSummary") -> None:
        try:
            self.opened.file.restore(found.path)
        except FileProblem as error:
            self._desk.notices.report(error)

    @cached_property
    def _worker(self) -> "Worker":
        from bones_desktop.widgets.worker import Worker  # Imported late: not needed before the first backup.

        worker = Worker(self)
        worker.answered.connect(lambda _request, answer: self._take(answer))
        return worker

    def _tell(self, repair: "Repair") -> None:
        # The report is delayed, because the log is in use right now and opening a character would clear the banner.
        QTimer.singleShot(0, self, partial(self._show_repair, repair))

    def _show_repair(self, repair: "Repair") -> None:
        # Imported late: repairs are rare.
        from bones_desktop.wording.log import repair_sentence

        self._desk.notices.warn(repair_sentence(repair))
        self.repaired.emit()

    def _copy(self, keep_on: "KeepOn") -> Iterator[object]:
        try:
            yield self.opened.file.back_up(keep_on)
        except FileProblem as error:
            yield error

    def _take(self, answer: object) -> None:
        # The copy of the log is damaged and must not become a backup.
        if answer is False:
            self.repair()
        elif isinstance(answer, FileProblem) and not self._backup_reported:
            self._backup_reported = True
            self._desk.notices.report(answer)


class LogView(Protocol):
    """A list of lines of the log."""

    def add(self, entry: "LogEntry") -> None:
        """Show a new line."""

    def amend(self, entry: "LogEntry") -> None:
        """Show the current state of a line."""

    def remove(self, entry: "LogEntry") -> None:
        """Hide a line that was removed."""

    def reload(self) -> None:
        """Read the log again."""


class PlayRoom(QObject):
    """Opens the log and creates the table when they are first needed."""

    def __init__(self, desk: "Desk", companions: "Callable[[], Sequence[Companion]]") -> None:
        """`companions` returns the members of the party whom the open character may treat, and their files."""
        super().__init__(desk.window)
        self._desk = desk
        self._companions = companions
        self.keeper = LogKeeper(desk)
        """Opens the log and backs it up."""
        self.keeper.repaired.connect(self.reload_views)
        self._views: list[LogView] = []
        self._waiting: list[Callable[[Table], None]] = []
        desk.document.changed.connect(self._catch_up)

    @cached_property
    def table(self) -> "Table":
        """The table of the open character of BONES."""
        # Imported late: the table is not needed before the first roll.
        from bones_desktop.play.bones.table import Table

        desk = self._desk
        table = Table(desk.document, self.log, self.dice, desk.anyone, self)
        table.journal.refused.connect(desk.notices.refuse)
        table.journal.trouble.connect(desk.notices.report)
        table.spiffs.marked.connect(self.amend_line)
        table.companions.present = self._companions
        table.companions.changed.connect(self._tell_written)
        # Connected last, because these functions ask for the state of the table.
        for use in self._waiting:
            use(table)
        return table

    def when_made(self, use: "Callable[[Table], None]") -> None:
        """Call `use` with the table as soon as it exists. It is not created here, because that would open the log."""
        if "table" in self.__dict__:
            use(self.table)
        else:
            self._waiting.append(use)

    def owed(self) -> "tuple[FollowUp, ...]":
        """Return the actions for harm from earlier rolls that nobody has taken or dismissed."""
        return self.table.owed() if "table" in self.__dict__ else ()

    @property
    def log(self) -> "ThrowLog":
        """The log. If it cannot be opened, that is reported once."""
        return self.keeper.log

    @property
    def open_log(self) -> "ThrowLog | None":
        """The log; None if it could not be opened."""
        log = self.log
        return log if log.file.refusal is None else None

    @cached_property
    def dice(self) -> "EveningDice":
        """The sealed dice of this evening of play."""
        # Imported late: it is only needed once dice are rolled.
        from bones_desktop.play.eveningdice import EveningDice

        return EveningDice(self.log, self._desk.clock)

    def fight_play(self, document: "FightDocument", file_of: Callable[[str], Path | None]) -> "FightPlay":
        """Return the object that rolls for a fight."""
        # Imported late: it is only needed once dice are rolled.
        from bones_desktop.play.bones.fightplay import FightPlay

        desk = self._desk
        play = FightPlay(document, self.dice, self._shown_journal(), desk.anyone, file_of, self)
        play.files_written.connect(self._tell_written)
        return play

    def game_play(
        self, document: "Document[Any]", session: "Session[Any]", stored: "StoredGame[Any, Any]"
    ) -> "GamePlay":
        """Return the table of a smaller game."""
        # Imported late: it is only needed once dice are rolled.
        from bones_desktop.play.gameplay import GamePlay

        document.changed.connect(partial(self._desk.sounds.follow_game, stored))
        journal = self._shown_journal(lambda: session.is_saved)
        session.file_saved.connect(journal.settle)
        return GamePlay(document, stored, journal, self.dice, self)

    def scene_play(
        self,
        document: "Document[Any]",
        stored: "StoredGame[Any, Any]",
        files: "AnyFile[Any]",
        file_of: Callable[[str], Path | None],
    ) -> "ScenePlay":
        """Return the object that plays the scenes of a smaller game."""
        # Imported late: it is only needed once a scene is shown.
        from bones_desktop.play.sceneplay import ScenePlay

        document.changed.connect(partial(self._desk.sounds.follow_scene, stored))
        journal = self._shown_journal()
        return ScenePlay(document, stored, journal, self.dice, files, file_of, self)

    def group_play(self) -> "GroupPlay":
        """Return the object that rolls for several characters together."""
        # Imported late: it is only needed once dice are rolled.
        from bones_desktop.play.bones.hands import GroupPlay

        document = self._desk.document
        play = GroupPlay(lambda: document.rulebook, self.table.journal, self.dice, self)
        play.logged.connect(self.add_line)
        play.logged.connect(self._tell_owed)
        return play

    @cached_property
    def table_roller(self) -> "TableRoller":
        """The object that rolls on random tables."""
        # Imported late: it is only needed once dice are rolled.
        from bones_desktop.play.tableplay import TableRoller

        return TableRoller(self._shown_journal(), self.dice)

    def show_lines(self, view: LogView) -> None:
        """Show each line that is written to the log in `view` from now on."""
        self._views.append(view)

    def add_line(self, entry: "LogEntry", by: LogView | None = None) -> None:
        """Show a new line in every view of the log except `by`, which already shows it."""
        for view in self._others(by):
            view.add(entry)

    def amend_line(self, entry: "LogEntry", by: LogView | None = None) -> None:
        """Update a line in every view of the log except `by`, which already shows it."""
        for view in self._others(by):
            view.amend(entry)

    def remove_line(self, entry: "LogEntry") -> None:
        """Hide a line in every view of the log."""
        for view in self._others(None):
            view.remove(entry)

    def mark(self, entry: "LogEntry", mark: str, on: bool) -> None:
        """Set or clear a mark of a line."""
        self.table.spiffs.mark(entry, mark, on=on)

    def begin_scene(self, name: str) -> None:
        """Write the heading of a scene to the log."""
        # Imported late: it is only needed once dice are rolled.
        from bones_desktop.storage.log.logentry import EntryKind, LogEntry

        try:
            self.add_line(self.log.append(LogEntry(self._desk.clock(), EntryKind.SCENE, title=name)))
        except FileProblem as error:
            self._desk.notices.report(error)

    def add_words(self, words: str) -> None:
        """Mix a player's words into the sealed dice of the evening, before its first roll."""
        evening = self.dice.evening
        try:
            if evening is not None and evening.draws:
                raise ValueError("somebody has rolled")
            self.dice.add_words(words)
        except FileProblem as error:
            self._desk.notices.report(error)
        except ValueError:
            self._desk.notices.say(_("Words can only be added before the first roll of an evening."))
        # This also runs after an error, because the views show whether players can still add words.
        self.reload_views()

    def end_evening(self) -> None:
        """End the evening: its seed is shown, and the next roll begins another evening."""
        try:
            self.dice.end()
        except FileProblem as error:
            self._desk.notices.report(error)
        else:
            self.reload_views()

    def close(self) -> None:
        """Close the log."""
        self.keeper.close()

    def _others(self, by: LogView | None) -> list[LogView]:
        return [view for view in self._views if view is not by]

    def reload_views(self) -> None:
        """Read the log again in all views, after an evening began or ended, got words, or the log was repaired."""
        for view in self._views:
            view.reload()

    def _tell_written(self) -> None:
        self._desk.events.written.emit()

    def _tell_owed(self) -> None:
        self.table.owed_changed.emit()

    def _journal(self, log: "ThrowLog", is_saved: Callable[[], bool] = lambda: True) -> "Journal":
        # Imported late: it is only needed once dice are rolled.
        from bones_desktop.play.journal import Journal

        journal = Journal(log, None, is_saved)
        journal.refused.connect(self._desk.notices.refuse)
        journal.trouble.connect(self._desk.notices.report)
        return journal

    def _shown_journal(self, is_saved: Callable[[], bool] = lambda: True) -> "Journal":
        """Return a journal of the log. All views of the log show its new and changed lines."""
        journal = self._journal(self.log, is_saved)
        journal.kept.connect(self.add_line)
        journal.amended.connect(self.amend_line)
        return journal

    def _catch_up(self, change: Change) -> None:
        """Match spiffs to rolls and pay what interrupted rolls still owe, until the table exists and does so itself.

        If anything is owed, the table is created and pays it before anything else changes the character. Otherwise, for
        example, a use of magic from before a rest would be counted after it.
        """
        # Log and character can differ only after another character was opened, a mark was undone, or acts were done.
        concerned = not change.name or change.mark or change.before.done_acts != change.after.done_acts
        # The log is not opened unnecessarily: without one, nothing can be owed.
        if "table" in self.__dict__ or not concerned or not self.keeper.may_owe():
            return
        document = self._desk.document
        try:
            opened = self.keeper.opened
            owed = opened.is_pending(change.after.id, {each.act for each in change.after.done_acts})
            if not document.read_only and not owed:
                for entry in self._journal(opened).agree(*document.history()):
                    self.amend_line(entry)
        except FileProblem:
            return  # The error is reported when a page needs the log.
        if owed:
            self.table.owed_changed.emit()
