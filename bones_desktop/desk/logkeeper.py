"""The log of rolls in the window: opened when first needed, backed up in the background, checked on request."""

import contextlib
import logging
from collections.abc import Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from bones_desktop.storage.files.textfiles import FileProblem, may_be_there
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.desk.desk import Desk
    from bones_desktop.storage.log.logbackups import BackupSummary
    from bones_desktop.storage.log.logfile import Repair
    from bones_desktop.storage.log.throwlog import ThrowLog
    from bones_desktop.widgets.worker import KeepOn, Worker

_FIRST_MS: Final = 30_000
"""Delay of the first backup after the log was opened."""
_EVERY_MS: Final = 10 * 60_000

log = logging.getLogger("bones_desktop")


class LogKeeper(QObject):
    """Open the log, and check every few minutes whether a backup is due. Backups are made on a worker thread."""

    repaired = Signal()
    """Lines of the log may be missing."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk.window)
        self._desk = desk
        self._path = desk.locations.roll_log
        self._refused = False
        """Whether the user was told that the log cannot be opened."""
        self._told = False
        """Whether the user was told that no backup can be made."""
        self._due = QTimer(self)
        self._due.timeout.connect(self.back_up)

    @property
    def log(self) -> "ThrowLog":
        """The log. If it cannot be opened, that is reported once; each later use and each write tries again."""
        with contextlib.suppress(FileProblem):
            self.opened.file.look()
        if (refusal := self.opened.file.refusal) is not None and not self._refused:
            self._refused = True
            log.warning("log of rolls not opened: %s", refusal)
            self._desk.notices.report(refusal)
        return self.opened

    @cached_property
    def opened(self) -> "ThrowLog":
        """The log, without a report if it could not be opened."""
        from bones_desktop.storage.log.throwlog import ThrowLog

        opened = ThrowLog(self._path, self._desk.clock, later=True)
        opened.file.on_repaired = self._tell
        if opened.file.repaired is not None:
            # Set too late for a repair during opening, so that repair is reported now.
            self._tell(opened.file.repaired)
        self._due.start(_FIRST_MS)
        return opened

    def may_owe(self) -> bool:
        """Return whether there is a log that may hold pending acts."""
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
            return  # reported when a page needs the log
        # A slow drive may take longer than the interval.
        if due and not self._worker.busy:
            self._worker.start("backup", self._copy)

    def check(self) -> None:
        """Read the whole log and show the result; offer to repair it, or to restore a backup."""
        from PySide6.QtGui import QGuiApplication
        from PySide6.QtWidgets import QMessageBox

        from bones_desktop.widgets.localized import short_moment
        from bones_desktop.wording.log import check_sentences

        # The log of many years takes seconds to read.
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
        icon = QMessageBox.Icon.Warning if found.faults else QMessageBox.Icon.Information
        box = QMessageBox(icon, _("Check the log"), text, parent=self._desk.window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        # File names in the text must not be read as markup.
        box.setTextFormat(Qt.TextFormat.PlainText)
        close = box.addButton(QMessageBox.StandardButton.Close)
        box.setEscapeButton(close)
        box.setDefaultButton(close)
        if kept:
            backups = box.addButton(_("Backups…"), QMessageBox.ButtonRole.ActionRole)
            backups.clicked.connect(self.choose_backup)
        if found.faults:
            repair = box.addButton(_("Repair"), QMessageBox.ButtonRole.AcceptRole)
            repair.clicked.connect(self.repair)
            # Repair is the likely answer; it sets the damaged log aside and so loses nothing.
            box.setDefaultButton(repair)
        box.open()

    def repair(self) -> None:
        """Repair the log if it is damaged; `repaired` is emitted then."""
        try:
            self.opened.file.repair()
        except FileProblem as error:
            self._desk.notices.report(error)

    def choose_backup(self) -> None:
        """Show the backups. The chosen one replaces the log."""
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
        from bones_desktop.widgets.worker import Worker  # not needed before the first backup

        worker = Worker(self)
        worker.answered.connect(lambda _request, answer: self._take(answer))
        return worker

    def _tell(self, repair: "Repair") -> None:
        # Later, because the log was read or written just now: opening a character would clear the banner again.
        QTimer.singleShot(0, self, partial(self._show_repair, repair))

    def _show_repair(self, repair: "Repair") -> None:
        from bones_desktop.wording.log import repair_sentence

        self._desk.notices.warn(repair_sentence(repair))
        self.repaired.emit()

    def _copy(self, keep_on: "KeepOn") -> Iterator[object]:
        try:
            yield self.opened.file.back_up(keep_on)
        except FileProblem as error:
            yield error

    def _take(self, answer: object) -> None:
        # The copy found damage, which a backup must not preserve.
        if answer is False:
            self.repair()
        elif isinstance(answer, FileProblem) and not self._told:
            self._told = True
            self._desk.notices.report(answer)
