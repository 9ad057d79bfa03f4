"""The explanation of a roll: result in large letters, sum, buttons for acts, and a line for each die."""

import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
)
from PySide6.QtWidgets import QBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from bones_desktop.desk.table.dicelist import LINE_HEIGHT, PART_SIGNS, DiceList
from bones_desktop.desk.table.rollview import FollowUpRow, RollView
from bones_desktop.play.followups import FollowUp
from bones_desktop.rules.reading import Tone
from bones_desktop.rules.records import replace
from bones_desktop.storage.log.logentry import Evening
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, fold, hbox, vbox
from bones_desktop.widgets.dice.facelook import tinted
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import EdgeBar, FitBoard, Fitting, flow_row, put_before, scroll_room
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import tool_button
from bones_desktop.widgets.scaled import follow, set_font, set_gaps, set_icon, set_lengths, set_sheet_property, set_type
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.widgets.text.labels import NamedRows, plain_label
from bones_desktop.wording.language import _
from bones_desktop.wording.log import grouped, shortened
from bones_desktop.wording.readings import SumPart, SumPartKind, sum_words
from bones_desktop.wording.reasons import sentence

_SIGNS: Final = {Tone.GREAT: "star", Tone.GOOD: "check", Tone.MIXED: "info", Tone.BAD: "close", Tone.NEUTRAL: "info"}
_TONES: Final = {Tone.GREAT: "good", Tone.GOOD: "good", Tone.MIXED: "warn", Tone.BAD: "bad", Tone.NEUTRAL: "muted"}

_NUMBER: Final = re.compile(r" (−?\d+)")
_SIDES: Final = " – "
_SPARE: Final = 2
"""Extra width of a label in pixels, so that rounding cuts no text."""


class ResultHead(Fitting):
    """Shows the result as large as its width allows. `set_roomy` allows the largest size."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tone = Tone.NEUTRAL
        self._roomy = False
        self._struck = False
        self._both = ""
        self.sign = plain_label(self)
        self.words = speak_as(plain_label(self, wrap=True), Role.Heading)
        self.words.setProperty("tone", _TONES[self._tone])
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.totals = plain_label(self, wrap=True)
        self._both_row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._both_row.setSpacing(0)
        self._both_row.addWidget(self.words, 1)
        self._both_row.addWidget(self.totals)
        row = hbox(self, self.sign, (self._both_row, 1), margins=0)
        self._row = row

    def show_result(self, words: str, tone: Tone, totals: str, *, struck: bool = False) -> None:
        """Show a result, crossed out if `struck`. `totals` names the successes of the two sides; "" for none."""
        self._tone = tone
        self._struck = struck
        self.words.setText(words)
        self._both = totals
        self.totals.setVisible(bool(totals))
        self.restyle()

    def set_roomy(self, roomy: bool) -> None:
        """Set whether the largest size may be used."""
        if roomy != self._roomy:
            self._roomy = roomy
            self._fit()

    def restyle(self) -> None:
        """Use the theme's colours and sizes."""
        theme, tone = self._theme, _TONES[self._tone]
        set_sheet_property(self.words, "tone", tone)
        set_font(self.totals, theme.font("serif", 16, bold=True))
        side = theme.px(28)
        self.sign.setPixmap(tinted(theme, _SIGNS[self._tone], tone, side, self.devicePixelRatioF()))
        self._fit()

    def _fit(self) -> None:
        """Choose the largest size that fits. Put the totals next to the result, or below it if there is no room."""
        theme, text = self._theme, self.words.text()
        fonts = [theme.font("serif", size, bold=True) for size in ((40, 28, 20) if self._roomy else (28, 20))]
        room = max(0, self.width() - theme.px(28) - self._row.spacing())
        # As large as fits, because the result is read from across the table.
        font = next((font for font in fonts if _advance(font, text) <= room), fonts[-1])
        font.setStrikeOut(self._struck)
        set_font(self.words, font)
        self._place_totals(room, room - _advance(font, text) - self._row.spacing())

    def _place_totals(self, room: int, beside: int) -> None:
        """Show the totals next to the result if they fit into `beside` pixels, else below it in `room` pixels.

        A line breaks only between the two sides.
        """
        forms = self._forms()
        found = next((form for form in forms if form[1] <= beside), None)
        below = found is None
        # Names too long for a line may wrap anywhere, but not before a number.
        text, wide = found or next((form for form in forms if form[1] <= room), (forms[0][0], 0))
        self._both_row.setDirection(QBoxLayout.Direction.TopToBottom if below else QBoxLayout.Direction.LeftToRight)
        side = Qt.AlignmentFlag.AlignLeft if below else Qt.AlignmentFlag.AlignRight
        self.totals.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        self.totals.setText(text)
        self.totals.setMinimumWidth(wide)

    def _forms(self) -> tuple[tuple[str, int], ...]:
        """Return the totals on one line and on two lines, as pairs of a text and its width."""
        font = self._theme.font("serif", 16, bold=True)
        # A line never breaks between a name and its number.
        whole = _NUMBER.sub("\u00a0\\1", self._both)
        own, _mark, other = whole.partition(_SIDES)
        if not other:
            return ((whole, _advance(font, whole) + _SPARE),)
        sides = (f"{own} –", other)
        wide = [_advance(font, line) + _SPARE for line in (whole, *sides)]
        return (whole, wide[0]), ("\n".join(sides), max(wide[1:]))


def _advance(font: QFont, text: str) -> int:
    return QFontMetrics(font).horizontalAdvance(text)


class SumLine(QWidget):
    """Shows the steps of a sum, on two lines if needed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._steps: tuple[SumPart, ...] = ()
        self._flow = flow_row(self, theme=theme, gap=12)

    @property
    def text(self) -> str:
        """The sum in words; "" for none."""
        return sum_words(self._steps)

    def show_steps(self, steps: Sequence[SumPart]) -> None:
        """Show the steps of a sum; nothing for ()."""
        if tuple(steps) == self._steps:
            return
        self._steps = tuple(steps)
        self._flow.clear()
        parts = [_Part(self._theme, part, self) for part in steps]
        nets = [place for place, part in enumerate(parts) if part.part.kind is SumPartKind.NET]
        # The result stays together with the part before it.
        start = max(0, nets[0] - 1 if nets else len(parts) - 1)
        for part in parts[:start]:
            self._flow.addWidget(part)
        if parts:
            self._flow.addWidget(self._end(parts[start:]))
        self.setVisible(bool(self._steps))

    def _end(self, parts: Sequence["_Part"]) -> QWidget:
        """Return the result and the parts next to it as one widget, so that they stay on one line."""
        frame = QWidget(self)
        hbox(frame, *parts, margins=0, theme=self._theme, gap=12)
        return frame


class _Part(QWidget):
    """A part of the sum: a shape and a few words."""

    def __init__(self, theme: Theme, part: SumPart, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.part = part
        self.setToolTip(plain_tip(sentence(part.step)))
        net = part.kind is SumPartKind.NET
        words = plain_label(self, part.text)
        set_type(theme, words, size=16 if net else 14, serif=net, bold=net)
        # The result has larger letters. All parts get its height, so that they are on one line.
        set_lengths(theme, words, least_height=_PART)
        shape = plain_label(self)
        shape.setVisible(not net)
        hbox(self, shape, words, margins=0, theme=theme, gap=5)
        follow(theme, shape, self._draw)

    def _draw(self, shape: QLabel) -> None:
        if self.part.kind in PART_SIGNS:
            picture = tinted(self._theme, *PART_SIGNS[self.part.kind], self._theme.px(_SHAPE), self.devicePixelRatioF())
            shape.setPixmap(picture)


_PART: Final = 24
"""Height of a part of the sum, at 100 % text size."""
_SHAPE: Final = 16
"""Side of the shape of a part of the sum, at 100 % text size."""
_ROOMY: Final = 480
"""Height, at 100 % text size, above which the result may use the largest letters."""
_FROM_AFAR: Final = 37
"""Size, in pixels, from which letters are readable from a metre away. Below it, `_FIT` replaces `_ROOMY`."""
_FIT: Final = 220
"""Height, at 100 % text size, at which the largest result still leaves room for the list of dice."""

_GAP: Final = 2
"""Gap between the text and the scroll bar, at 100 % text size."""
_SMALL: Final = 14
"""Icon size of a button next to a line of text, at 100 % text size."""
_LEAST_LINES: Final = 3
"""If fewer lines than this are visible, the whole explanation scrolls instead of the list of dice."""


class ReadingView(Guarded, QWidget):
    """Explains a roll of any game. The buttons run the acts of the roll.

    Dice have consecutive numbers: first the roller's, then the dice of the difficulty, then the opponent's. Ctrl+C
    copies the text.
    """

    message = Signal(str)
    """Emitted with a sentence about the last action."""
    spoken = Signal(str)
    """Emitted with what a screen reader should say about a roll with a new outcome or new effects."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        speak_as(self, Role.Grouping, _("What the roll means"))
        self.shown: RollView | None = None
        """The roll shown; None before the first and while dice are moving."""
        self._told: tuple[str, str] = ("", "")
        """The outcome and the effects of the roll shown."""
        self._speech = "usual"
        self._board = QWidget(self)
        self.head = ResultHead(theme, self._board)
        self.headline = self.head.words
        self.title = plain_label(self._board, role="muted", wrap=True, theme=theme, size=14)
        self.seal = plain_label(self._board, role="muted", wrap=True, theme=theme, size=14)
        # Wrapped labels in a grid would reserve the height that they have when they are narrow.
        self._found = FitBoard(self._board)
        self.findings = NamedRows(theme, 4)
        self._found.setLayout(self.findings)
        self.findings.setContentsMargins(0, 0, 0, 0)
        self.steps = SumLine(theme, self._board)
        self.have = plain_label(self._board, theme=theme, size=14, bold=True)
        self.row = FollowUpRow(theme, self._board)
        self.done_row = QWidget(self._board)
        self.done = plain_label(self.done_row, wrap=True, theme=theme, size=14, bold=True)
        self.undo = FollowUpRow(theme, self.done_row)
        self.copy_button = self._tool("copy", _("Copy the reading as text"), "Ctrl+C")
        self.copy_button.clicked.connect(self.copy)
        self.overrule = self._tool("rename", _("The GM sets another result"), "O")
        self.strike = self._tool(
            "not-meant", _("Strike out: cancels its effects; the dice stay in the sealed record"), "N", _SMALL
        )
        self.secret = self._tool("secret", _("Secret: the players' view does not show this roll"), "", _SMALL)
        for tool in (self.strike, self.secret):
            tool.setCheckable(True)
        self.follow_ups = FollowUpRow(theme, self._board)
        self.since = plain_label(self._board, role="muted", wrap=True, theme=theme, size=14)
        self.view = DiceList(theme, self._board)
        self.model = self.view.dice
        self._lay_out()
        self.view.line_focused.connect(self._bring_into_view)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.clear()

    def clear(self) -> None:
        """Show only an invitation to roll."""
        self.shown = None
        self._told = "", ""
        self.view.clear()
        self.area.verticalScrollBar().setValue(0)
        self.steps.show_steps(())
        self.findings.clear()
        self.row.offer(())
        for widget in (self.head, self.have, *self._tools, self._found, self.done_row, self.since, self.view):
            widget.hide()
        self.title.setText(_("Choose a task and roll. The result is explained here."))
        self.seal.setVisible(bool(self.seal.text()))
        self.set_follow_ups(())
        self.setAccessibleDescription("")

    def show_seal(self, evening: Evening) -> None:
        """Show, before the first roll, the seal with which the dice of the evening can be verified later."""
        words = _("Every roll of this evening can be checked later by its seal, {seal} (Log page, Fairness).")
        self.seal.setText(words.format(seal=shortened(evening.commitment)))
        self.seal.setToolTip(plain_tip(grouped(evening.commitment)))
        self.seal.setVisible(self.shown is None)

    def wait(self, title: str) -> None:
        """Show the task while the dice are moving."""
        self.clear()
        self.seal.hide()
        self.title.setText(_("{task} …").format(task=title))

    def show_roll(self, roll: RollView) -> None:
        """Show a roll. A screen reader says a new outcome or new effects."""
        self.shown = roll
        self.head.show_result(roll.result, roll.tone, roll.totals, struck=not roll.meant)
        self.title.setText(roll.title)
        self.findings.clear()
        for each in roll.findings:
            look = _TONES[each.tone]
            self.findings.say(self._found, each.name, each.text, look, theme=self._theme, size=14)
        self.steps.show_steps(roll.steps)
        self.have.setText(roll.have)
        self.set_acts(roll.acts, roll.ask)
        self.done.setText(roll.done)
        self.done.setToolTip(plain_tip(roll.done))
        self.undo.offer((roll.undo,) if roll.undo is not None else ())
        self.model.show_lines(roll.dice)
        self.since.setText(roll.since)
        self.strike.setChecked(not roll.meant)
        self.secret.setChecked(roll.secret)
        self.seal.hide()
        for widget in (self.head, *self._tools, self.view):
            widget.show()
        for widget, said in ((self.have, roll.have), (self.done_row, roll.done), (self.since, roll.since)):
            widget.setVisible(bool(said))
        self.overrule.setVisible(roll.can_overrule)
        for tool in (self.strike, self.secret):
            tool.setVisible(roll.can_mark)
        self._found.setVisible(bool(roll.findings))
        self._fit_lines()
        self.setAccessibleDescription(roll.text)
        self._speak(roll)

    def set_speech(self, amount: str) -> None:
        """Set how much a screen reader says about a roll: "short", "usual" or "full"."""
        self._speech = amount

    def _speak(self, roll: RollView) -> None:
        # The same roll is shown again at every change of the character, also after undo.
        outcome, told = replace(roll, since="").spoken("usual"), self._told
        self._told = outcome, roll.since
        said = roll.spoken(self._speech) if outcome != told[0] else roll.since if roll.since != told[1] else ""
        if said and self.isVisible():
            self.spoken.emit(said)

    def set_follow_ups(self, follow_ups: Sequence[FollowUp]) -> None:
        """Show buttons for the acts that may follow the roll."""
        self.follow_ups.offer(follow_ups)
        self._put_in_order()

    def set_acts(self, acts: Sequence[FollowUp], question: str) -> None:
        """Show a question, and buttons for the acts that can be done to the roll."""
        self.row.offer(acts, question)
        self._put_in_order()

    def notes(self) -> list[str]:
        """Return a sentence for each die: its effect, the reason, and other uses. The opponent's dice come last."""
        return [f"{line.why} {line.uses}".strip() for line in self.model.rows if line.rolled]

    def note(self, die: int) -> str:
        """Return the name and effect of a die; "" if there is none."""
        notes = self.notes()
        if not 0 <= die < len(notes):
            return ""
        return _("{name}: {text}").format(name=self.model.rows[die].name, text=notes[die])

    def point_at(self, die: int) -> None:
        """Highlight the line of a die; none for -1."""
        self.view.point_at(die)

    def text(self) -> str:
        """Return the whole explanation as a paragraph: result, sum, acts, dice; "" without a roll."""
        return "" if self.shown is None else self.shown.text

    def copy(self) -> None:
        """Copy the explanation to the clipboard, with the roller's name first."""
        if self.shown is not None:
            text = self.shown.text
            if self.shown.who:
                text = _("{name}: {text}").format(name=self.shown.who, text=text)
            QGuiApplication.clipboard().setText(text)
            self.message.emit(_("The text is on the clipboard."))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the explanation with Ctrl+C. Other keys go to the page."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose the size of the result again for the new height."""
        super().resizeEvent(event)
        self._fit_result()
        # The layout is invalidated, because some parts know their height only now and Qt would use the old one.
        self._stack.invalidate()
        self._fit_lines()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the list again when a part above it changes its height."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit_lines()
        elif event.type() == QEvent.Type.Resize:
            self._end_at_line()
        return super().eventFilter(watched, event)

    @property
    def _tools(self) -> tuple[QToolButton, ...]:
        return self.overrule, self.copy_button, self.strike, self.secret

    def _tool(self, icon: str, name: str, key: str, side: float | None = None) -> QToolButton:
        tip = _("{what} ({key})").format(what=name, key=key) if key else name
        tool = tool_button(self._board, name=name, tip=tip)
        set_icon(self._theme, tool, icon, side)
        tool.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return tool

    def _put_in_order(self) -> None:
        """Put the buttons before the dice in the Tab order, where Qt puts new buttons last."""
        put_before(self.view, self.row.buttons + self.undo.buttons + self.follow_ups.buttons)

    def _fit_result(self) -> None:
        px = self._theme.px
        self.head.set_roomy(self.height() > px(_FIT if px(28) < _FROM_AFAR else _ROOMY))

    def _fit_lines(self) -> None:
        """Scroll the whole explanation if the list alone would be too low to scroll."""
        self._stack.activate()
        listed = self.view.sizeHint().expandedTo(self.view.minimumSizeHint()).height()
        # The list's position cannot be used, because the parts above it may be squeezed for the moment.
        room = self.height() - (self._stack.totalHeightForWidth(self._board.width()) - listed)
        # The scroll area uses the preferred height of the list. If only its minimum fitted, list and area would scroll.
        self.view.set_whole(room < max(self._theme.px(_LEAST_LINES * LINE_HEIGHT), self.view.sizeHint().height()))
        self._end_at_line()

    def _end_at_line(self) -> None:
        """Leave the room below the last whole line empty, so that no part of a line is seen before the user scrolls."""
        edge, cut = self.height(), 0
        for each in (*self._board.findChildren(QLabel), *self._board.findChildren(QPushButton)):
            seen = edge - each.mapTo(self._board, QPoint()).y()
            if each.isVisible() and 0 < seen < each.height():
                cut = max(cut, seen % each.fontMetrics().lineSpacing() if isinstance(each, QLabel) else seen)
        # A margin of the layout would also ask for more height, and the page would divide its height again.
        self.area.setViewportMargins(0, 0, 0, cut if cut < edge // 2 else 0)

    def _bring_into_view(self, index: QModelIndex) -> None:
        """Scroll to a line if the whole explanation scrolls."""
        line = self.view.visualRect(index)
        at = self.view.viewport().mapTo(self._board, line.center())
        self.area.ensureVisible(at.x(), at.y(), 0, line.height())

    def _lay_out(self) -> None:
        top, beside = hbox(None, (self.head, 1)), hbox(None, theme=self._theme, gap=8)
        done = hbox(self.done_row, margins=0, theme=self._theme, gap=8)
        above = Qt.AlignmentFlag.AlignTop
        for line, widgets in (
            (top, (self.overrule, self.copy_button)),
            (beside, (self.have, self.strike, self.secret)),
            (done, (self.undo,)),
        ):
            for each in widgets:
                line.addWidget(each, 0, above)
        done.addWidget(self.done, 1)
        told = fold(None, (self.title, 1), vbox(None, beside, STRETCH), theme=self._theme, gap=8)
        self._stack = QVBoxLayout(self._board)
        set_gaps(self._theme, self._stack, gap=4, edges=(0, 0, _GAP, 0))
        for row in (top, told):
            self._stack.addLayout(row)
        # Texts are below the buttons that change them, so that the buttons do not move.
        for part in (self.steps, self.row, self.done_row, self.follow_ups, self.seal, self.since):
            self._stack.addWidget(part)
        self._stack.addWidget(self._found)
        self._stack.addWidget(self.view, 1)
        self._stack.addStretch(0)
        self._board.installEventFilter(self)
        self.area = scroll_room(self._board, self)
        # A scroll bar next to the text would make the text narrower and longer, and so would never disappear.
        self.area.setVerticalScrollBar(EdgeBar())
        self.area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        vbox(self, self.area, margins=0)
        put_before(self.view, self._tools)

    def _restyle(self) -> None:
        self.head.restyle()
        self.view.doItemsLayout()
        self.view.updateGeometry()
        self._fit_result()
