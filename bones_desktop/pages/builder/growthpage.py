"""The Growth tab: finishing a character, its growth after that, and the ledger."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QDate, QLocale, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.growthcards import AwardBox, CreatedCard, FinishCard, NextIconCard
from bones_desktop.pages.builder.offers import die_line
from bones_desktop.rules.bones.book.character import (
    STARTING_DICE,
    Character,
    CharacterKind,
    LedgerEntry,
    LedgerKind,
    spoken,
)
from bones_desktop.rules.bones.book.characterdice import FACES_BOUGHT, balances, is_finished
from bones_desktop.rules.bones.book.icons import Face, IconKind
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.sheet import die_title, is_house_die
from bones_desktop.rules.bones.making.standing import DieAhead, dice_ahead, standing
from bones_desktop.rules.records import replace
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, Stretch, fill, hbox, vbox
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import Fitting
from bones_desktop.widgets.lists.line import Line, LineLook
from bones_desktop.widgets.lists.linelist import LineTable, TableRow
from bones_desktop.widgets.localized import written_day
from bones_desktop.widgets.rows import MIDDLE, mirror_for, write
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.text.labels import Card
from bones_desktop.wording.language import _, ngettext

_ROW: Final = LineLook(height=32, side=22)
LEDGER: Final = (_ROW, _ROW, replace(_ROW, number=True), replace(_ROW, font=("serif", 14, True), number=True))


def ledger_rows(rulebook: Rulebook, character: Character) -> tuple[TableRow, ...]:
    """Return the entries of the ledger, newest first: day, text, change of the saved sessions, and sessions left."""
    rows = []
    for number, (entry, saved) in enumerate(zip(character.ledger, balances(character), strict=True)):
        day, what, change = written_day(entry.on), _what(rulebook, entry), _change(entry)
        # If the entry removed a face, show the removed face, painted as lost.
        gone = entry.after.is_unfilled and not entry.before.is_unfilled
        face = (entry.before if entry.after.is_unfilled else entry.after).code
        change_said, saved_said = _("sessions: {change}").format(change=change), _("saved: {sessions}")
        row = (
            Line(day, key=str(number), tone="muted", spoken=day),
            Line(what, face=face, lost=gone, spoken=what),
            Line(change, tone="good" if change.startswith("+") else "muted", spoken=change_said),
            Line(str(saved), spoken=saved_said.format(sessions=saved)),
        )
        rows.append(row)
    return tuple(reversed(rows))


def _change(entry: LedgerEntry) -> str:
    if entry.sessions:
        # Sheets use the minus sign, which is as wide as the plus above it.
        return f"{entry.sessions:+d}".replace("-", "−")
    return _("permitted") if entry.kind is LedgerKind.PERMISSION else _("free")


def _icon_name(rulebook: Rulebook, shown: Face) -> str:
    """Return the name of a face. A mastery is named without its skill: "Riposte"."""
    icon = shown.code
    if rulebook.has_icon(icon) and rulebook.kind(icon) is IconKind.MASTERY:
        return rulebook.mastery(icon).name
    return face_name(rulebook, shown)


def _what(rulebook: Rulebook, entry: LedgerEntry) -> str:
    if entry.kind is LedgerKind.AWARD:
        return entry.note or (_("Sessions taken back") if entry.sessions < 0 else _("Sessions played"))
    if entry.kind is LedgerKind.SUCCESS:
        return _("Earned success used")
    if entry.template and entry.die is not None:
        # The pack with this template may be gone.
        known = rulebook.has_template(entry.template)
        name = rulebook.template(entry.template).name if known else spoken(entry.template)
        return _("{name} for die {die}").format(name=name, die=entry.die + 1)
    if entry.die is None or entry.face is None:
        return _("Back to the dice as created")
    names = {
        "new": _icon_name(rulebook, entry.after),
        "old": _icon_name(rulebook, entry.before),
        "die": entry.die + 1,
        "face": entry.face + 1,
    }
    if entry.after.is_unfilled:
        return _("{old} off die {die}, face {face}").format(**names)
    if entry.before.is_unfilled:
        return _("{new} on die {die}, face {face}").format(**names)
    return _("{new} for {old} on die {die}, face {face}").format(**names)


MAKING, GROWING, OTHERS = 0, 1, 2
_EDGES: Final = (20, 12, 20, 12)
"""Margins of cards without buttons."""
_WIDEST: Final = 820
"""Largest width of a card that holds only sentences, in pixels at 100 % text size."""
WIDE = 1_000
"""Width in pixels, at 100 % text size, from which the dice as created have a column of their own."""


class GrowthPage(Fitting):
    """Shows the character at each `refresh`. Its owner connects the buttons of the cards."""

    def __init__(self, document: CharacterDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._shown: Character | None = None
        self.finish_card = FinishCard(theme, self)
        self.next_icon = NextIconCard(theme, self)
        self.award = AwardBox(theme, self)
        heads = _("Day"), _("What"), _("Sessions"), _("Saved")
        self.ledger = LineTable(theme, heads, _("Ledger"), self, LEDGER, wide=1, grows=True)
        self.created = CreatedCard(theme, self)
        self.path = GrowthPath(theme, self)
        self.way_ahead = GrowthPath(theme, self)
        self._wide = True
        self._stack = QStackedWidget(self)
        for page in (self._making(), self._growing(), self._for_others()):
            self._stack.addWidget(page)
        vbox(self, self._stack, margins=0)
        self.created.permission.toggled.connect(self._limit_award)
        theme.changed.connect(self._fit)
        self._fit()
        self.refresh()

    @property
    def shown(self) -> int:
        """The visible page: MAKING, GROWING or OTHERS."""
        return self._stack.currentIndex()

    def refresh(self) -> None:
        """Show the current character."""
        document, character = self._document, self._document.character
        before, self._shown = self._shown, character
        for part in (self.finish_card.finish, self.award, self.created):
            part.setEnabled(not document.read_only)
        if character.kind is not CharacterKind.PLAYER:
            self._stack.setCurrentIndex(OTHERS)
        elif is_finished(character):
            self._stack.setCurrentIndex(GROWING)
            self._show_growth(character)
            # Fields are cleared after an award, but kept when it was refused.
            if before is not None and (before.id != character.id or len(before.ledger) < len(character.ledger)):
                self.award.clear()
        else:
            self._stack.setCurrentIndex(MAKING)
            self.finish_card.show_problems(document.problems)
            self.finish_card.show_character(character)
            self.way_ahead.show_dice(dice_ahead(document.rulebook, character))
        self._fit()

    def _show_growth(self, character: Character) -> None:
        document = self._document
        now = standing(document.rulebook, character)
        if now is not None:
            self.next_icon.show_standing(now)
        self.path.show_dice(dice_ahead(document.rulebook, character))
        self.ledger.lines.set_rows(ledger_rows(document.rulebook, character))
        self.ledger.setVisible(bool(character.ledger))
        self._empty.setVisible(not character.ledger)
        self._columns.setAlignment(self._book, Qt.AlignmentFlag(0) if character.ledger else Qt.AlignmentFlag.AlignTop)
        self._show_created(character)
        self._limit_award()

    def minimumSizeHint(self) -> QSize:
        """Return the width of one visible column. Cards that do not fit side by side are placed below one another."""
        least, page = super().minimumSizeHint(), self._stack.currentWidget()
        if self._stack.currentIndex() == GROWING:
            width = max(self._left.minimumSize().width(), self._book.minimumSizeHint().width())
        else:
            width = page.minimumSizeHint().width() if page is not None else 0
        return QSize(min(least.width(), width), least.height())

    def heightForWidth(self, width: int) -> int:
        """Return the height of the visible page, not of the tallest one. The list of problems scrolls."""
        page = self._stack.currentWidget()
        layout = page.layout() if page is not None else None
        if layout is None:
            return 0
        growing = self._stack.currentIndex() == GROWING
        return layout.totalHeightForWidth(width) if growing else layout.totalMinimumHeightForWidth(width)

    def _fit(self) -> None:
        """Use as many columns as fit in the width, and as much height as their text needs."""
        wide = self.width() >= self._theme.px(WIDE)
        if wide != self._wide:
            self._wide = wide
            self.created.setParent(None)
            if wide:
                self._columns.addWidget(self.created, 9, Qt.AlignmentFlag.AlignTop)
            else:
                self._left.insertWidget(2, self.created)
            self._columns.setStretch(1, 13 if wide else 16)
        beside = self._left.minimumSize().width() + self._columns.spacing() + self._book.minimumSizeHint().width()
        way = QBoxLayout.Direction.LeftToRight if self.width() >= beside else QBoxLayout.Direction.TopToBottom
        self._columns.setDirection(way)
        self._put(below=self._theme.is_grown)
        page = self._stack.currentWidget()
        layout = page.layout() if page is not None else None
        if layout is not None:
            self.setMinimumHeight(layout.totalMinimumHeightForWidth(self.width()))

    def focus_first(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Focus the next action: finishing the character, or the button that goes to the face of the next icon."""
        if self._stack.currentIndex() == MAKING:
            self.finish_card.finish.setFocus(reason)
        elif self._stack.currentIndex() == GROWING:
            (self.award.number if self.next_icon.go.isHidden() else self.next_icon.go).setFocus(reason)

    def _show_created(self, character: Character) -> None:
        created = character.created
        if created is None:
            return
        self.created.played.show_character(character)
        date = QDate.fromString(created.on, Qt.DateFormat.ISODate)
        day = QLocale().toString(date, QLocale.FormatType.LongFormat) if date.isValid() else ""
        rulebook = self._document.rulebook
        self.created.show_created(
            day,
            [
                die_line(
                    rulebook,
                    str(place),
                    die_title(rulebook, die) or _("Die {n}").format(n=place + 1),
                    die.faces,
                    "bone",
                    _("house rule") if is_house_die(rulebook, die) else "",
                )
                for place, die in enumerate(created.dice)
            ],
        )

    def _limit_award(self) -> None:
        saved = self._document.character.sessions
        # Only the GM may take sessions back, and never more than are saved.
        self.award.set_least(-saved if self.created.permission.isChecked() and saved else 1)

    def _making(self) -> QWidget:
        page = QWidget(self)
        card = self._coming = Card(self._theme, self, edges=_EDGES)
        heading = card.heading(_("After finishing"))
        coming = card.label(
            _(
                "Every session of play earns progress. At first an icon costs one session, later two, three and "
                "four. When all dice are full, the next icon begins a new die, up to ten dice."
            ),
            16,
            wrap=True,
        )
        fill(card.column, heading, coming)
        card.column.addSpacing(self._theme.px(8))
        card.column.addWidget(self.way_ahead)
        cards = self._cards = hbox(None, STRETCH, self.finish_card, card, STRETCH)
        set_lengths(self._theme, self.finish_card, card, most_width=_WIDEST)
        row = hbox(page, Stretch(0), (cards, 1), Stretch(0))
        for layout in (row, cards):
            self._bare(layout)
        return page

    def _put(self, *, below: bool) -> None:
        """Show the problems above the next steps if `below`, as on a large screen, else both side by side."""
        ways = QBoxLayout.Direction
        self._cards.setDirection(ways.TopToBottom if below else ways.LeftToRight)
        # If stacked, the cards are a little above the middle of the page.
        for place, share in enumerate((1, 0, 0, 2) if below else (0, 5, 6, 0)):
            self._cards.setStretch(place, share)
        for card in (self.finish_card, self._coming):
            self._cards.setAlignment(card, Qt.AlignmentFlag(0) if below else Qt.AlignmentFlag.AlignTop)

    def _growing(self) -> QWidget:
        page = QWidget(self)
        way = Card(self._theme, self, edges=_EDGES)
        fill(way.column, way.heading(_("Progress to ten dice")), self.path)
        self._left = left = vbox(None, self.next_icon, self.award, STRETCH)
        book = self._book = Card(self._theme, self, edges=_EDGES)
        self._empty = book.label(_("Sessions, icons and changes will be listed here."), role="muted", wrap=True)
        fill(book.column, book.heading(_("Ledger")), self._empty, (self.ledger, 1), Stretch(0))
        self._columns = row = hbox(None, (left, 11), (book, 13))
        row.addWidget(self.created, 9, Qt.AlignmentFlag.AlignTop)
        for layout in (vbox(page, way, (row, 1)), row, left):
            self._bare(layout)
        return page

    def _for_others(self) -> QWidget:
        page = QWidget(self)
        card = Card(self._theme, self, edges=_EDGES)
        others = card.label(
            _(
                "Only player characters can be finished and gain icons from sessions. The dice of cast members, "
                "beasts and hordes can be changed at any time."
            ),
            16,
            "muted",
            wrap=True,
        )
        card.column.addWidget(others)
        set_lengths(self._theme, card, most_width=_WIDEST)
        hbox(page, Stretch(0), (vbox(None, Stretch(1), card, Stretch(2), margins=0), 1), Stretch(0), margins=0)
        return page

    def _bare(self, layout: QVBoxLayout | QHBoxLayout) -> None:
        layout.setContentsMargins(0, 0, 0, 0)
        set_gaps(self._theme, layout, gap=12)


SIDE: Final = 44
_INSIDE: Final = 0.66
"""Largest share of the side of a die that its number may take."""
"""Side of a die in pixels at 100 % text size."""


class GrowthPath(Guarded, QWidget):
    """Paints the dice in a row, joined by a line. The accessible description says the same in words."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._dice: tuple[DieAhead, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_("Progress to ten dice"))
        theme.changed.connect(self._restyle)

    @property
    def captions(self) -> tuple[str, ...]:
        """Text below each die, the four starting dice first."""
        return (_("as created"), *(self._caption(die)[0] for die in self._dice))

    @property
    def side(self) -> float:
        """Side of a die in pixels. It is smaller in a narrow widget, so that the dice do not touch."""
        return min(self._theme.px(SIDE), self.width() / (len(self._dice) + 1) - self._theme.px(6))

    def show_dice(self, dice: Sequence[DieAhead]) -> None:
        """Show these dice."""
        if tuple(dice) == self._dice:
            return
        self._dice = tuple(dice)
        numbers = (_("dice 1 to 4"), *(_("die {n}").format(n=die.number) for die in self._dice))
        said = (f"{number}: {caption}" for number, caption in zip(numbers, self.captions, strict=True))
        self.setAccessibleDescription("; ".join(said))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the dice with two lines below them."""
        line = QFontMetricsF(self._theme.font("sans", 12)).height()
        return QSize(self._theme.px(560), int(self._theme.px(SIDE + 22) + line))

    def minimumSizeHint(self) -> QSize:
        """Return the same height and a small width."""
        return QSize(self._theme.px(280), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the dice."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirror_for(self.layoutDirection(), painter, QRectF(self.rect()))
        theme, side, step = self._theme, self.side, self.width() / (len(self._dice) + 1)
        middle, begun = side / 2 + 1, sum(die.begun for die in self._dice)
        for role, first, last in (("second", 0, begun), ("line", begun, len(self._dice))):
            painter.setPen(QPen(theme.color(role), 2))
            painter.drawLine(QPointF(step * (first + 0.5), middle), QPointF(step * (last + 0.5), middle))
        starting, digits = f"1–{STARTING_DICE}", theme.font("serif", 20, bold=True)
        widest = QFontMetricsF(digits).horizontalAdvance(starting)
        digits.setPixelSize(round(digits.pixelSize() * min(1.0, _INSIDE * side / widest)))
        for place, die in enumerate((None, *self._dice)):
            centre, there = step * (place + 0.5), die is None or die.begun
            square = QRectF(centre - side / 2, middle - side / 2, side, side)
            if not there:
                painter.fillRect(square, theme.color("surface"))  # the line must not show through
            paint_face(painter, square, FaceLook("blank" if there else "", closed=True), theme)
            number = starting if die is None else str(die.number)
            write(painter, square, number, digits, theme.color("ink" if there else "muted"), MIDDLE)
            if die is not None and die.begun:
                self._pips(painter, centre, side + theme.px(10), die.icons)
            font = theme.font("sans", 12)
            room = QRectF(step * place, side + theme.px(18), step, QFontMetricsF(font).height() + 2)
            long, short = (_("as created"), "") if die is None else self._caption(die)
            fits = QFontMetricsF(font).horizontalAdvance(long) <= step - theme.px(6)
            here = die is not None and die.begun and die.icons < FACES_BOUGHT
            write(painter, room, long if fits else short, font, theme.color("text" if here else "muted"), MIDDLE)
        painter.end()

    def _pips(self, painter: QPainter, centre: float, y: float, filled: int) -> None:
        theme = self._theme
        gap, radius = theme.px(9), theme.px(5) / 2
        left = centre - gap * (FACES_BOUGHT - 1) / 2
        for place in range(FACES_BOUGHT):
            painter.setPen(QPen(theme.color("second"), 1))
            painter.setBrush(theme.color("second") if place < filled else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QRectF(left + gap * place - radius, y - radius, 2 * radius, 2 * radius))

    def _caption(self, die: DieAhead) -> tuple[str, str]:
        """Return the text below a die in full, and a short form for little room."""
        if die.icons == FACES_BOUGHT:
            return _("full"), _("full")
        sessions = die.until_full if die.begun else die.until_begun
        if not sessions:
            return _("earned"), _("earned")
        long = ngettext("in one session", "in {n} sessions", sessions)
        if die.begun:
            long = ngettext("full in one session", "full in {n} sessions", sessions)
        return long.format(n=sessions), _("in {n}").format(n=sessions)

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()
