"""Backup and restoration of everything from the window: questions, work on another thread, and reports.

A running program would overwrite restored files. So the window closes first, and opens again afterwards.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEventLoop, QObject, Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QProgressDialog

from bones_desktop.desk.desk import Desk, FileTrouble
from bones_desktop.desk.documents import documents_folder
from bones_desktop.desk.playroom import LogKeeper
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.records import Record
from bones_desktop.storage.backup import (
    BACKUP_SUFFIX,
    CopyLog,
    Home,
    Manifest,
    RestorePlan,
    back_up,
    log_copier,
    look,
    restore,
)
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.popups import ask, ask_where
from bones_desktop.widgets.text.messages import BannerAction
from bones_desktop.widgets.worker import KeepOn, Worker
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.versions import backup_contents, plan_lines


class _StoppedError(Exception):
    """Raised to stop work that is no longer needed."""


class Backups(QObject):
    """Writes backups, and asks before one is restored."""

    def __init__(self, desk: Desk, keeper: LogKeeper, save: Callable[[], bool], begin: Callable[[Path], None]) -> None:
        """`save` saves what is open and returns whether that worked. `begin` closes the window and restores a file."""
        super().__init__(desk.window)
        self._desk = desk
        self._keeper = keeper
        self._save = save
        self._begin = begin
        self._worker = Worker(self)
        self._worker.answered.connect(self._take)
        desk.at_end.append(self._worker.close)

    def back_up(self) -> None:
        """Ask for a file, and write a backup of everything to it."""
        first = documents_folder() / f"Bones Desktop {self._desk.today()}{BACKUP_SUFFIX}"
        kinds = _("Backups (*.zip)")
        ask_where(self._desk.window, _("Back up everything"), first, BACKUP_SUFFIX, kinds, self.write)

    def write(self, path: Path) -> None:
        """Write a backup of everything to `path`."""
        self._work(path, partial(back_up, target=path, now=self._desk.clock()))

    def ask_restore(self) -> None:
        """Ask for a backup, check it, and ask whether to restore it."""
        kinds = _("Backups (*.zip)")
        dialog = QFileDialog(self._desk.window, _("Restore a backup"), str(documents_folder()), kinds)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._chosen)
        dialog.open()

    def look(self, path: Path) -> None:
        """Check a backup, and ask whether to restore it."""
        self._work(path, partial(_looked_at, path))

    def report(self, text: str, *, tone: str = "good", kept: Path | None = None) -> None:
        """Show the result of restoring. If `kept` is given, offer to undo it with that backup."""
        back = [] if kept is None else [BannerAction(_("Undo restoring"), partial(self._begin, kept), undoes=True)]
        self._desk.notices.banner.show_message(text, tone=tone, actions=back)

    def _chosen(self, name: str) -> None:
        self.look(Path(name))

    def _work(self, path: Path, call: "Callable[..., Manifest | RestorePlan]") -> None:
        # A backup must contain the text that is being typed.
        if not self._save():
            self._desk.notices.say(_("Something is not saved yet. Save it first."), tone="warn")
            return
        log = self._keeper.opened.file if self._keeper.may_owe() else None
        if log is not None and log.refusal is not None:
            self._desk.notices.report(log.refusal)
            return
        self._desk.notices.say(_("Working on {name}…").format(name=path.name))

        def work(keep_on: KeepOn) -> Iterator[object]:
            def tick(_done: int, _of: int) -> None:
                if not keep_on():
                    raise _StoppedError

            def copy_log(target: Path) -> bool:
                if log is not None:
                    log.write_copy(target, keep_on)
                return log is not None

            try:
                home = Home(self._desk.locations)
                yield call(home=home, copy_log=copy_log, tick=tick), home.left_out
            except _StoppedError:
                return
            except (FileProblem, RulesError) as error:
                yield error, []

        self._worker.start(path, work)

    def _take(self, path: Path, answer: tuple[object, list[Path]]) -> None:
        found, left_out = answer
        self._desk.notices.toast.hide()
        match found:
            case FileProblem():
                self._desk.notices.report(found)
            case RulesError():
                # Shown in the banner, like other files that cannot be used. A toast would disappear too soon.
                self._desk.notices.warn(sentence(found.reason))
            case Manifest():
                text = _("Backed up to {name}: {what}.").format(
                    name=path.name, what=backup_contents([each.path for each in found.files])
                )
                if left_out:
                    names = ", ".join(each.name for each in left_out)
                    text += " " + _("Too large to be of this program, so left out: {names}.").format(names=names)
                self._desk.notices.banner.show_message(text, tone="warn" if left_out else "good")
            case RestorePlan():
                self._ask(path, found)

    def _ask(self, path: Path, plan: RestorePlan) -> None:
        if plan.changes_nothing:
            self._desk.notices.say(_("Everything is as in this backup already."))
            return
        kept = _("What is replaced is kept, and you can take this back. The window closes and opens again.")
        text = "\n".join((*plan_lines(plan, done=False), "", kept))
        title = _("Restore {name}?").format(name=path.name)
        ask(self._desk.window, title, text, {_("Restore"): partial(self._begin, path)}, _("Cancel"))


def _looked_at(path: Path, home: Home, copy_log: CopyLog, tick: Callable[[int, int], object]) -> RestorePlan:
    return look(path, home, copy_log, tick)


class RestoreResult(Record):
    """Result of restoring, in words, for the next window."""

    text: str
    tone: str
    kept: Path | None = None
    """Backup with which the restoration can be undone; None if nothing was changed."""


def restore_between(path: Path, locations: Locations, clock: Callable[[], datetime]) -> RestoreResult:
    """Restore a backup while no window is open. The result contains any error."""
    shown = QProgressDialog(plain_tip(_("Restoring {name}…").format(name=path.name)), "", 0, 0)
    shown.setCancelButton(None)
    shown.setMinimumDuration(0)
    # Closing the last window would end the program.
    shown.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
    shown.show()

    def tick(done: int, of: int) -> None:
        shown.setMaximum(of)
        shown.setValue(done)
        # Files from other starts wait until there is a window again.
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeSocketNotifiers)

    try:
        done = restore(path, Home(locations), clock(), log_copier(locations, clock), tick)
    except (FileProblem, DataFileError) as error:
        return RestoreResult(_failed(error), "bad")
    except RulesError as error:
        return RestoreResult(sentence(error.reason), "bad")
    finally:
        shown.close()
        shown.deleteLater()
    parts = {
        _("Replaced: {what}."): done.plan.replaced,
        _("Added: {what}."): done.plan.new,
        _("Removed: {what}."): done.plan.removed,
    }
    told = [_("{name} is restored.").format(name=path.name)]
    told += [words.format(what=backup_contents(names)) for words, names in parts.items() if names]
    return RestoreResult(" ".join(told), "good", done.kept)


def _failed(error: FileTrouble) -> str:
    return _("Nothing was restored. {why}").format(why=file_sentence(error))
