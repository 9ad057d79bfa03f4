"""A page of the guide: text, dice and sample rolls of one subject, and its rules."""

from collections.abc import Sequence
from functools import partial
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.games import (
    Guide,
    GuidePage,
    GuidePart,
    WorkedThrow,
    as_worked,
    planned,
    read_throw,
    thrown_again,
)
from bones_desktop.rules.reading import DieReading, Role, Tone
from bones_desktop.rules.records import Record
from bones_desktop.storage.games import guide_of, thrower_of
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, fold, hbox, vbox
from bones_desktop.widgets.dice.facelook import paint_mini
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import FitBoard, Fitting, flow_row, follow_one_another, scroll_room
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import arrow, push_button
from bones_desktop.widgets.scaled import set_lengths, set_sheet_property, set_type
from bones_desktop.widgets.text.labels import Card, heading_label, plain_label
from bones_desktop.widgets.text.messages import announce
from bones_desktop.wording.keys import with_keys
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence

if TYPE_CHECKING:
    from bones_desktop.rules.games import DieResult
    from bones_desktop.storage.games import StoredGame

_WIDEST: Final = 760
"""Greatest width of a line at 100 % text size. Longer lines are hard to read."""
_BETWEEN: Final = 32
_GROUPS: Final = {"bone": "character", "steel": "item", "challenge": "challenge", "hindering": "hindering"}


class GuideSpot(NamedTuple):
    """A page of a game's guide, and its scroll position in pixels."""

    game: str
    page: GuidePage
    height: int


class GuideView(Fitting):
    """Shows one page of the guide. The button above it returns to the list."""

    closed = Signal()
    page_wanted = Signal(str, str)
    """Emitted with the ids of a game and of a page of its guide."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.page: GuidePage | None = None
        self.throws: list[ThrowCard] = []
        self.all_pages = push_button(self, _("All pages"), self.closed)
        self.before = push_button(self, "", partial(self._turn, -1))
        self.after = push_button(self, "", partial(self._turn, 1))
        self._game = ""
        self._area: QScrollArea | None = None
        self._sheets: QHBoxLayout | None = None
        self._inner: QWidget | None = None
        self._column = vbox(
            self, fold(None, self.all_pages, STRETCH, self.before, self.after, theme=theme, gap=8), theme=theme, gap=8,
            margins=0,
        )  # fmt: skip
        self.setFocusProxy(self.all_pages)
        theme.changed.connect(self._fit)

    def show_page(self, game: "StoredGame[Any, Any]", page: GuidePage) -> None:
        """Show a page of a game's guide from its top."""
        self._game, self.page = game.game.id, page
        guide = guide_of(self._game)
        place = guide.pages.index(page)
        for button, step in ((self.before, -1), (self.after, 1)):
            there = 0 <= place + step < len(guide.pages)
            button.setVisible(there)
            if there:
                text = f"{arrow(step)} {{}}" if step < 0 else f"{{}} {arrow(step)}"
                # Qt treats a single & as a shortcut mark.
                button.setText(text.format(guide.pages[place + step].name).replace("&", "&&"))
        self._clear()
        self._area = scroll_room(self._written(game, guide, page), self)
        # The area needs the focus, so that the arrow keys scroll the page.
        self._area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._area.setAccessibleName(page.name)
        self._column.addWidget(self._area, 1)
        stops = [self.all_pages, self.before, self.after, self._area]
        follow_one_another([*stops, *(each for card in self.throws for each in (card.back, card.again))])
        self._area.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def spot(self) -> GuideSpot | None:
        """The page being read and its scroll position; None while no page is open."""
        if self.page is None or self._area is None:
            return None
        return GuideSpot(self._game, self.page, self._area.verticalScrollBar().value())

    def scroll_to(self, height: int) -> None:
        """Scroll the page that was just shown to `height`, once its layout is done."""
        if (area := self._area) is not None:
            QTimer.singleShot(0, area, partial(area.verticalScrollBar().setValue, height))

    def close_page(self) -> None:
        """Close the open page, if any, and delete its widgets."""
        self.page = None
        self._clear()

    def _clear(self) -> None:
        if self._area is not None:
            self._column.removeWidget(self._area)
            self._area.hide()
            # Every page has its own widgets, which are deleted when it closes.
            self._area.deleteLater()
        self._area = self._inner = self._sheets = None
        self.throws = []

    def point_at(self, rule: str) -> None:
        """Scroll to a rule of the page and highlight it."""
        if self._area is None:
            return
        label = self._area.findChild(QLabel, rule)
        if label is not None:
            set_type(self._theme, label, bold=True)
            # The label's position is known only after the next layout.
            QTimer.singleShot(0, label, partial(self._area.ensureWidgetVisible, label))

    def _turn(self, step: int) -> None:
        if self.page is not None:
            pages = guide_of(self._game).pages
            self.page_wanted.emit(self._game, pages[pages.index(self.page) + step].id)

    def _written(self, game: "StoredGame[Any, Any]", guide: Guide, page: GuidePage) -> QWidget:
        theme = self._theme
        board = FitBoard()
        inner = self._inner = QWidget(board)
        sheet, rules = QWidget(inner), QWidget(inner)
        column = vbox(sheet, theme=theme, gap=12, edges=(12, 4, 16, 16))
        column.addWidget(heading_label(theme, sheet, page.name, 28, wrap=True))
        column.addWidget(plain_label(sheet, page.about, "muted", wrap=True, theme=theme, size=16))
        for part in page.parts:
            self._add_part(column, sheet, game, part)
        column.addStretch(1)
        rules.setVisible(bool(page.rules))
        listed = vbox(rules, theme=theme, gap=10, edges=(12, 4, 16, 24))
        listed.addWidget(heading_label(theme, rules, _("The rules, one by one")))
        known = {rule.id: rule for rule in guide.rules}
        for id in page.rules:
            rule = known[id]
            words = f"{rule.text} {rule.example}".strip()
            label = plain_label(rules, f"{words} ({rule.id})", wrap=True, theme=theme, rules=True)
            # `point_at` finds the label by this name.
            label.setObjectName(rule.id)
            name = plain_label(rules, rule.name, wrap=True, theme=theme, bold=True)
            listed.addLayout(vbox(None, name, label, theme=theme, gap=2))
        listed.addStretch(1)
        self._sheets = hbox(inner, (sheet, 1), (rules, 1), theme=theme, gap=_BETWEEN, edges=(0, 0, 0, 0))
        hbox(board, (inner, 1000), STRETCH, margins=0)
        self._fit()
        return board

    def _fit(self) -> None:
        """Put the rules to the right of the page if there is room."""
        if self._sheets is not None and self._inner is not None:
            ruled = self.page is not None and bool(self.page.rules)
            wide = ruled and self.width() > self._theme.px(2 * _WIDEST)
            way = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
            self._sheets.setDirection(way)
            self._inner.setMaximumWidth(self._theme.px(2 * _WIDEST + _BETWEEN if wide else _WIDEST))

    def _add_part(self, column: QVBoxLayout, sheet: QWidget, game: "StoredGame[Any, Any]", part: GuidePart) -> None:
        theme = self._theme
        if part.heading:
            column.addWidget(heading_label(theme, sheet, part.heading, 20))
        if part.text:
            column.addWidget(plain_label(sheet, with_keys(part.text), wrap=True, theme=theme, size=16, rules=True))
        for die in part.dice:
            row = FallenDice(theme, sheet)
            names = [face_name(game.book, face(code)) for code in die.faces]
            row.show_dice(
                [DieLook(code, _GROUPS[die.look], tip=name) for code, name in zip(die.faces, names, strict=True)]
            )
            column.addWidget(plain_label(sheet, die.label, "muted", wrap=True, theme=theme, size=14))
            column.addWidget(row)
        if part.throw is not None:
            card = ThrowCard(game, part.throw, theme, sheet)
            self.throws.append(card)
            column.addWidget(card)


_DIE_SIDE: Final = 48
_DIE_GAP: Final = 8
_BELOW_DIE: Final = 20
"""Height of the text below a die in pixels, at 100 % text size."""
_FADED: Final = 0.4
_TONES: Final = {Tone.GREAT: "good", Tone.GOOD: "good", Tone.MIXED: "warn", Tone.BAD: "bad", Tone.NEUTRAL: ""}


class DieLook(Record):
    """A die at rest: face code or number, kind, the text below it, and the reason for its result.

    The texts are ready for display.
    """

    code: str
    group: str
    below: str = ""
    tip: str = ""
    counts: bool = True


class FallenDie(Guarded, QWidget):
    """A die at rest with a text below it. A die that did not count is faint."""

    def __init__(self, theme: Theme, die: DieLook, parent: QWidget, *, below: bool) -> None:
        """Create the die; `below` reserves room for a text, so that all dice of a row have the same height."""
        super().__init__(parent)
        self._theme, self._die = theme, die
        self.setToolTip(plain_tip(die.tip))
        side = _DIE_SIDE + _DIE_GAP
        set_lengths(theme, self, width=side, height=side + _BELOW_DIE * below)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the die."""
        theme, die, painter = self._theme, self._die, QPainter(self)
        side = theme.px(_DIE_SIDE)
        painter.setOpacity(1.0 if die.counts else _FADED)
        paint_mini(painter, QRectF(0, 0, side, side), theme, die.code, die.group)
        painter.setOpacity(1.0)
        painter.setPen(theme.color("text" if die.counts else "muted"))
        painter.setFont(theme.font("sans", 14, bold=die.counts))
        painter.drawText(QRectF(0, side, side, theme.px(_BELOW_DIE)), Qt.AlignmentFlag.AlignCenter, die.below)
        painter.end()


class FallenDice(QWidget):
    """Dice side by side, on as many lines as needed."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.dice: tuple[DieLook, ...] = ()
        self._flow = flow_row(self, theme=theme, gap=0)

    def show_dice(self, dice: Sequence[DieLook]) -> None:
        """Replace the dice shown."""
        self.dice = tuple(dice)
        self.setAccessibleName(", ".join(each.tip for each in self.dice))
        self._flow.clear()
        below = any(each.below for each in self.dice)
        for die in self.dice:
            self._flow.addWidget(FallenDie(self._theme, die, self, below=below))


class ThrowCard(Card):
    """A sample roll that the reader can roll again as often as wanted. It is not written to the log."""

    def __init__(self, game: "StoredGame[Any, Any]", worked: WorkedThrow, theme: Theme, parent: QWidget) -> None:
        """Raise RulesError or ValueError for a roll that the game does not have."""
        super().__init__(theme, parent, edges=(16, 12, 16, 12), gap=6)
        self._game, self._worked = game, worked
        # This source is truly random: sample rolls must not use up sealed dice of the evening.
        self._rng = SystemRandom()
        self._plan = planned(game.game, game.book, thrower_of(game, worked), worked)
        self.dice = FallenDice(theme, self)
        self.result = plain_label(self, wrap=True, rules=True, theme=theme, size=16, bold=True)
        self.steps = plain_label(self, "", "muted", wrap=True, theme=theme, size=12)
        self.again = push_button(self, _("Re-roll"), self.throw_again)
        self.back = push_button(self, _("The example"), self.show_example)
        self.back.hide()
        self.column.addWidget(self.dice)
        self.column.addLayout(hbox(None, (self.result, 1), self.back, self.again, theme=theme, gap=8))
        self.column.addWidget(self.steps)
        self.show_example()

    def show_example(self) -> None:
        """Show the dice of the example."""
        if self.back.hasFocus():
            self.again.setFocus(Qt.FocusReason.OtherFocusReason)
        self.back.hide()
        self._show(as_worked(self._game.game, self._plan, self._worked))

    def throw_again(self) -> None:
        """Roll the same dice again."""
        self.back.show()
        self._show(thrown_again(self._game.game, self._plan, self._rng))
        announce(self, self.result.text())

    def _show(self, fallen: "tuple[DieResult, ...]") -> None:
        reading = read_throw(self._game.game, self._plan, fallen)
        by_place = {die.die: die for die in reading.dice}
        # In a sum of dice the value equals the face, so the value would only repeat the face.
        summed = any(each.counts > 1 and each.face == str(each.counts) for each in reading.dice)
        self.dice.show_dice([self._look(each, by_place.get(place), summed=summed) for place, each in enumerate(fallen)])
        said = " ".join(sentence(each.reason) for each in reading.findings)
        tone = _TONES[reading.findings[0].tone] if reading.findings else ""
        self.result.setText(said)
        set_sheet_property(self.result, "role", tone)
        self.steps.setText(" ".join(sentence(each) for each in reading.steps))
        self.steps.setVisible(bool(reading.steps))

    def _look(self, fallen: "DieResult", read: DieReading | None, *, summed: bool) -> DieLook:
        shown = fallen.die.faces[0]
        code = str(fallen.number) if isinstance(shown, int) else fallen.die.faces[fallen.number - 1].code
        if read is None:
            return DieLook(code, fallen.die.group, tip=code)
        why = sentence(read.reason)
        tip = _("{face}: {why}").format(face=read.face, why=why)
        counts = read.role not in {Role.IDLE, Role.RETHROWN}
        return DieLook(code, fallen.die.group, _worth(read, summed=summed), tip, counts)


def _worth(read: DieReading, *, summed: bool) -> str:
    """Return the value of a die as text.

    Return "" if the die has no value, or if dice are added up and the face shows the value.
    """
    if read.role is Role.HURTS and not read.counts:
        return "−1"
    if read.role is Role.COUNTS and read.counts and not (summed and read.face == str(read.counts)):
        return f"+{read.counts}"
    return ""
