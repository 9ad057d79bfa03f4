"""Cards for the seal of this evening, and for checking past evenings.

An evening is a series of rolls drawn from one secret seed. Its seal commits to the seed, which is revealed at the end.
"""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from bones_desktop.desk.desk import Desk, Notices
from bones_desktop.desk.playroom import PlayRoom
from bones_desktop.rules.fairdice import LONGEST_WORDS, MOST_WORDS
from bones_desktop.rules.fairness import Verification, verify
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import Evening
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, fill, hbox, vbox
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.localized import counted, day_and_time_of
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button, view_action
from bones_desktop.widgets.scaled import set_gaps, set_lengths, set_sheet_property
from bones_desktop.widgets.text.labels import Card, heading_label, plain_label
from bones_desktop.widgets.text.messages import announce
from bones_desktop.widgets.text.textfields import AskLine, LineField, limit_letters
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.log import WHAT_A_SEAL_IS, grouped, head_line, shortened, words_line
from bones_desktop.wording.reasons import sentence

_EVENINGS: Final = LineLook(height=48, side=20, gap=6, pad=(10, 4), ground=Ground.STRIPED, ruled=True, sign_right=True)


def evening_line(evening: Evening, found: Verification | None) -> Line:
    """Return the line of an evening: when it began, how many draws it has, and its seal or the result of a check."""
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
    """A list of past evenings. Enter, a double click and the button check one. The result is shown below in full."""

    def __init__(self, theme: Theme, room: PlayRoom, notices: Notices, parent: QWidget) -> None:
        super().__init__(parent)
        self._notices = notices
        self._room = room
        self.setProperty("kind", "card")
        self.heading = heading_label(theme, self, _("Evenings that have ended"), wrap=True)
        self.none = plain_label(
            self, _("None yet. Once an evening has ended, its rolls can be checked here."), "muted", wrap=True
        )
        self._ended: dict[str, Evening] = {}
        self._found: dict[str, Verification] = {}
        """Results of checks, until the program ends."""
        self.view = LineList(theme, _("Evenings that have ended"), self, _EVENINGS, framed=True)
        set_lengths(theme, self.view, least_height=72)
        self.view.setAccessibleDescription(_("Enter checks an evening against its seal, Ctrl+C copies its seed."))
        self.head = LineField(_("Head that you noted"), self)
        self.head.setPlaceholderText(_("Head that you noted, to check"))
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
        view_action(self.view, _("Check"), self.check_current)
        view_action(self.view, _("Copy seal and seed"), self.copy_current, QKeySequence.StandardKey.Copy)
        self.refresh()

    def refresh(self) -> None:
        """Read the evenings again."""
        log = self._room.open_log
        try:
            evenings = log.evenings() if log is not None else ()
            # Newest first, because people usually want to check the newest evening.
            self._ended = {str(each.id): each for each in reversed(evenings) if each.ended is not None}
        except FileProblem as error:
            self._notices.report(error)
        self._show_lines()
        some = bool(self._ended)
        self.none.setVisible(not some)
        # While the list is hidden, the text stays at the top.
        self._column.setStretch(self._column.count() - 1, 0 if some else 1)
        for widget in (self.view, self.head, self.check, self.copy):
            widget.setVisible(some)
        self._show_answer()

    def check_current(self) -> None:
        """Check the chosen evening, and show the result."""
        evening, log = self._ended.get(self.view.current), self._room.open_log
        if evening is None or log is None:
            return
        try:
            # The draws in the log are compared with seed and chain of the evening.
            found = verify(log.sealed(evening), log.draws(evening.id), self.head.text())
        except FileProblem as error:
            self._notices.report(error)
            return
        self._found[self.view.current] = found
        self._show_lines()
        self._show_answer()
        announce(self, self.answer.text())

    def copy_current(self) -> None:
        """Copy seal and seed of the chosen evening to the clipboard."""
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


_GROUPS_A_LINE = 4
_MOST_SHOWN: Final = 240
"""Letters of the players' words that the card shows."""


class SealCard(Card):
    """Shows the commitment of the open evening, but never its seed."""

    def __init__(self, desk: Desk, room: PlayRoom, end: Callable[[], object], parent: QWidget) -> None:
        """Create the card; `end` is called to end the evening and reveal its seed."""
        theme = desk.theme
        super().__init__(theme, parent, edges=(16, 12, 16, 12))
        self._room = room
        self._end = end
        self._notices = desk.notices
        self._evening: Evening | None = None
        heading = self.heading(_("The seal of this evening"))
        self.when = plain_label(self, role="muted", wrap=True)
        self.seal = self.label(size=16)
        self.seal.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.copy = QPushButton(_("Copy"), self)
        self.copy.setToolTip(_("To show the seal to the others before the first roll"))
        self.what = push_button(self, _("What is this?"), checkable=True)
        self.explained = plain_label(self, _(WHAT_A_SEAL_IS), role="muted", wrap=True)
        self.explained.hide()
        self.end = push_button(self, _("End the evening and reveal…"), self._ask_end)
        self.ask = AskLine(theme, self, narrow=True)
        self.words = plain_label(self, wrap=True)
        self.say = LineField(_("Words of a player"), self)
        self.say.setPlaceholderText(_("Words of a player"))
        limit_letters(self.say, LONGEST_WORDS)
        self.add = push_button(self, _("Add"), self._add_words)
        self.last = plain_label(self, _("Let a player add the last words."), role="muted", wrap=True)
        self.last.setToolTip(_("The person who keeps the log could try different words until the dice suit them."))
        self.head = plain_label(self, role="muted", wrap=True)
        self._buttons = hbox(None, self.copy, self.what, STRETCH, theme=theme, gap=8)
        saying = hbox(None, (self.say, 1), self.add, theme=theme, gap=8)
        fill(self.column, heading, self.when, self.seal, self.words, saying, self.last)
        fill(self.column, self.head, self._buttons, self.end, self.ask, self.explained)
        self.say.returnPressed.connect(self._add_words)
        self.copy.clicked.connect(self._copy)
        self.what.toggled.connect(self.explained.setVisible)
        self.show_evening(None)

    def show_evening(self, evening: Evening | None) -> None:
        """Show this evening; with None, say that none has begun."""
        # The seed of an ended evening is public, so the card shows that the next evening has not begun.
        if evening is not None and evening.ended is not None:
            evening = None
        # Close a question that was about another evening.
        if (evening and evening.id) != (self._evening and self._evening.id):
            self.ask.take_back()
        self._evening = evening
        for widget in (self.seal, self.copy, self.end):
            widget.setVisible(evening is not None)
        self._show_words(evening)
        if evening is None:
            self.when.setText(_("It begins with the next roll."))
            return
        words = ngettext("Begun {when}, {n} draw so far.", "Begun {when}, {n} draws so far.", evening.draws)
        self.when.setText(words.format(when=day_and_time_of(evening.begun), n=counted(evening.draws)))
        groups = grouped(evening.commitment).split()
        lines = [" ".join(groups[row : row + _GROUPS_A_LINE]) for row in range(0, len(groups), _GROUPS_A_LINE)]
        self.seal.setText("\n".join(lines))
        self.seal.setAccessibleName(_("Seal: {seal}").format(seal=" ".join(groups)))

    def _show_words(self, evening: Evening | None) -> None:
        said = words_line(evening.words) if evening is not None else ""
        # Forty devices could add words. All are in the tip and on the clipboard.
        shown = said if len(said) <= _MOST_SHOWN else f"{said[:_MOST_SHOWN]}…"
        self.words.setText(_("Words of the players: {words}").format(words=shown))
        self.words.setToolTip(plain_tip(said) if shown != said else "")
        self.words.setVisible(bool(said))
        # Here words can be added only before the first draw. Who keeps the log knows the seed, and could otherwise try
        # words for the next roll.
        may_add = evening is not None and not evening.draws and bool(evening.head) and len(evening.words) < MOST_WORDS
        for widget in (self.say, self.add, self.last):
            widget.setVisible(may_add)
        drawn = evening is not None and bool(evening.head) and evening.draws > 0
        self.head.setVisible(drawn)
        if evening is not None and drawn:
            head = _("Head after draw {n}: {head}").format(n=evening.draws, head=shortened(evening.head))
            self.head.setText(head)
            self.head.setToolTip(plain_tip(grouped(evening.head)))

    def _add_words(self) -> None:
        if self.say.text().strip():
            self._room.add_words(self.say.text())
            self.say.clear()

    def _copy(self) -> None:
        if self._evening is not None:
            QGuiApplication.clipboard().setText(head_line(self._evening))
            self._notices.say(_("Seal and head are on the clipboard."))

    def _ask_end(self) -> None:
        self.ask.ask_whether(
            _("End the evening and show its secret number? Later rolls begin a new evening."),
            _("End and reveal"),
            self._end,
        )
