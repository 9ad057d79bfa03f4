"""Evenings that have ended, latest first; each can be checked against its seal."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QFrame, QWidget

from bones_desktop.rules.fairness import Verification, verify
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import Evening
from bones_desktop.storage.log.throwlog import ThrowLog, opened
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.localized import counted, day_and_time_of
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.sheetproperty import set_sheet_property
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.widgets.text.messages import announce
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.window.shell.desk import Notices
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.log import head_line, shortened
from bones_desktop.wording.reasons import sentence

_LOOK: Final = LineLook(height=48, side=20, gap=6, pad=(10, 4), ground=Ground.STRIPED, ruled=True, sign_right=True)


def evening_line(evening: Evening, found: Verification | None) -> Line:
    """Return the line of an evening: when it began and how much was drawn, then its seal or what a check found."""
    draws = ngettext("{when} · {n} draw", "{when} · {n} draws", evening.draws)
    first = draws.format(when=day_and_time_of(evening.begun), n=counted(evening.draws))
    if found is None:
        second, sign, tone = _("Seal {seal}").format(seal=shortened(evening.commitment)), "", "muted"
    else:
        second = " ".join(sentence(reason) for reason in found.findings)
        sign, tone = ("check", "good") if found.sound else ("close", "bad")
    return Line(
        first,
        second,
        key=str(evening.id),
        sign=sign,
        sign_tone=tone,
        second_tone=tone,
        tip=f"{first}\n{second}",
        spoken=f"{first}. {second}",
    )


class EndedEvenings(QFrame):
    """A list; Enter, a double click and the button check an evening, and the answer stands below in full."""

    def __init__(self, theme: Theme, log: ThrowLog | None, notices: Notices, parent: QWidget) -> None:
        super().__init__(parent)
        self._notices = notices
        self._given = log
        self.setProperty("kind", "card")
        self.heading = heading_label(theme, self, _("Evenings that have ended"))
        self.none = plain_label(
            self, _("None yet. Once an evening has ended, its throws can be checked here."), "muted", wrap=True
        )
        self._ended: dict[str, Evening] = {}
        self._found: dict[str, Verification] = {}
        """What checks have found, until the program ends."""
        self.view = LineList(theme, _("Evenings that have ended"), self, _LOOK, framed=True)
        set_lengths(theme, self.view, least_height=72)
        self.view.setAccessibleDescription(_("Enter checks an evening against its seal, Ctrl+C copies its seed."))
        self.head = LineField(_("A head that was noted"), self)
        self.head.setPlaceholderText(_("A head that was noted, to be looked for"))
        limit_letters(self.head, 200)
        self.head.returnPressed.connect(self.check_current)
        self.check = push_button(self, _("Check"), self.check_current)
        self.copy = push_button(self, _("Copy seal and seed"), self.copy_current)
        self.answer = plain_label(self, wrap=True)
        self._buttons = hbox(None, self.check, self.copy, STRETCH, theme=theme, gap=8)
        self._column = vbox(self, self.heading, self.none, (self.view, 1), self.head, self._buttons, self.answer)
        set_gaps(theme, self._column, gap=8, edges=(16, 12, 16, 12))
        self._column.addStretch(0)
        self.view.line_activated.connect(self.check_current)
        self.view.current_changed.connect(self._show_answer)
        copy = QAction(_("Copy seal and seed"), self.view)
        copy.setShortcut(QKeySequence.StandardKey.Copy)
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copy.triggered.connect(self.copy_current)
        check = QAction(_("Check"), self.view)
        check.triggered.connect(self.check_current)
        self.view.addActions([check, copy])
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.refresh()

    @property
    def _log(self) -> ThrowLog | None:
        return opened(self._given)

    def refresh(self) -> None:
        """Read the evenings again."""
        try:
            evenings = self._log.evenings() if self._log is not None else ()
            self._ended = {str(each.id): each for each in reversed(evenings) if each.ended is not None}
        except FileProblem as error:
            self._notices.report(error)
        self._show_lines()
        some = bool(self._ended)
        self.none.setVisible(not some)
        self._column.setStretch(self._column.count() - 1, 0 if some else 1)
        for widget in (self.view, self.head, self.check, self.copy):
            widget.setVisible(some)
        self._show_answer()

    def check_current(self) -> None:
        """Check the chosen evening and say what was found."""
        evening = self._ended.get(self.view.current)
        if evening is None or self._log is None:
            return
        try:
            found = check_evening(self._log, evening, self.head.text())
        except FileProblem as error:
            self._notices.report(error)
            return
        self._found[self.view.current] = found
        self._show_lines()
        self._show_answer()
        announce(self, self.answer.text())

    def copy_current(self) -> None:
        """Put seal and seed of the chosen evening on the clipboard."""
        evening = self._ended.get(self.view.current)
        if evening is not None:
            seed = _("Seed: {seed}").format(seed=evening.seed.hex())
            text = f"{head_line(evening)}\n{seed}"
            QGuiApplication.clipboard().setText(text)
            self._notices.say(_("Seal and seed are on the clipboard."))

    def _show_lines(self) -> None:
        lines = [evening_line(evening, self._found.get(key)) for key, evening in self._ended.items()]
        self.view.show_lines(lines, begin=True)

    def _show_answer(self) -> None:
        found = self._found.get(self.view.current)
        tone = "" if found is None else "good" if found.sound else "bad"
        self.answer.setText("" if found is None else "\n".join(sentence(each) for each in found.findings))
        self.answer.setVisible(found is not None)
        set_sheet_property(self.answer, "tone", tone)


def check_evening(log: ThrowLog, evening: Evening, head: str = "") -> Verification:
    """Return what seed and chain of an evening say of the draws in the log; FileProblem when it cannot be read.

    `head` is one that somebody noted; "" for none.
    """
    return verify(log.sealed(evening), log.draws(evening.id), head)
