"""Ways to earn and spend spiffs, and the ledger of spiffs as lines."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final

from PySide6.QtCore import QDate, QLocale, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QSpinBox, QVBoxLayout, QWidget

from bones_desktop.rules.bones.book.character import Character, SpiffEntry
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.spiffs import brought_forward, lines
from bones_desktop.rules.bones.making.standing import GrowthStanding
from bones_desktop.theme.measures import RADIUS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import TableRow
from bones_desktop.widgets.localized import short_day
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.rows import RIGHT, write
from bones_desktop.widgets.scaled import set_font, set_lengths
from bones_desktop.widgets.text.labels import ThemedCard, plain_label
from bones_desktop.wording.language import _, ngettext


def change_words(by: int) -> str:
    """Return a signed number of spiffs: "+2", "−1"."""
    return f"{by:+d}".replace("-", "−")


def reason_words(rulebook: Rulebook, entry: SpiffEntry) -> str:
    """Return the reason of an entry: the rulebook's text, else the note. For a veto, the text says so."""
    known = next((each.name for each in rulebook.spiffs if each.id == entry.reason), entry.reason)
    what = known or entry.note or _("Corrected by hand")
    return _("Veto: {what}").format(what=what) if entry.veto and entry.by > 0 else what


def beside_words(entry: SpiffEntry) -> str:
    """Return the small text below an entry: day, session, note, and whether the entry was vetoed."""
    parts = [_day_words(entry.on, QLocale()) or _("unknown day")]
    number = entry.occasion.rpartition("/")[2]
    if number.isdigit():
        parts.append(_("session {n}").format(n=number))
    if entry.veto and entry.by < 0:
        parts.append(_("vetoed"))
    if entry.note and entry.reason:
        parts.append(entry.note)
    return " · ".join(parts)


def growth_words(now: GrowthStanding | None) -> str:
    """Return how many sessions are left until the next icon. Sessions are counted apart from spiffs."""
    if now is None:
        return _("Sessions bring icons once the character is finished.")
    if now.price is None:
        return ngettext("{n} session is saved.", "{n} sessions are saved.", now.saved).format(n=now.saved)
    if now.saved >= now.price:
        costs = ngettext("{n} session", "{n} sessions", now.price).format(n=now.price)
        if now.icons > 1:
            return _("{n} icons are earned, the next for {sessions}; {saved} are saved.").format(
                n=now.icons, sessions=costs, saved=now.saved
            )
        return _("An icon is earned: it costs {sessions}, {saved} are saved.").format(sessions=costs, saved=now.saved)
    return _("Sessions toward the next icon: {n} of {price}.").format(n=now.saved, price=now.price)


@lru_cache(maxsize=512)
def _day_words(on: str, locale: QLocale) -> str:
    """Return a date in the form of `locale`; "" if unknown. Cached, because many entries share a date."""
    date = QDate.fromString(on, Qt.DateFormat.ISODate)
    return short_day(date, locale) if date.isValid() else ""


_ROW: Final = LineLook(height=48, ground=Ground.MARKED, ruled=True)
_NUMBER: Final = LineLook(height=48, ruled=True, number=True)
SPIFFS: Final = (_ROW, replace(_NUMBER, font=("sans", 16, False)), replace(_NUMBER, font=("serif", 16, True)))
"""Look of the ledger's columns."""


@dataclass(frozen=True, slots=True)
class SpiffRow:
    """A line of the ledger. Its texts need no further formatting."""

    place: int
    """Index of the entry in the ledger; -1 for spiffs without an entry."""
    what: str
    beside: str
    """Small text below; "" for none."""
    change: str
    balance: str
    vetoable: bool = False
    vetoed: bool = False
    """Whether this is a use of spiffs that was vetoed."""
    spent: int = 0
    """Number of spiffs that a veto would return."""

    def cells(self) -> TableRow:
        """Return three cells: the reason with the day, the change, and the balance. A vetoed use is crossed out."""
        said = "\n".join(part for part in (self.what, self.beside) if part)
        return (
            Line(
                self.what,
                self.beside,
                key=str(self.place),
                tone="muted" if self.vetoed else "text",
                struck=self.vetoed,
                tip=said,
                spoken=said.replace("\n", ", "),
            ),
            Line(
                self.change,
                tone="good" if self.change.startswith("+") else "muted",
                spoken=_("spiffs: {change}").format(change=self.change),
            ),
            Line(self.balance, spoken=_("left: {spiffs}").format(spiffs=self.balance)),
        )


def spiff_rows(rulebook: Rulebook, character: Character) -> tuple[SpiffRow, ...]:
    """Return the lines of the ledger, newest first. Spiffs without an entry are the last line."""
    before = brought_forward(character)
    rows = [SpiffRow(-1, _("Before the ledger began"), "", change_words(before), str(before))] if before else []
    rows += [
        SpiffRow(
            place=line.place,
            what=reason_words(rulebook, line.entry),
            beside=beside_words(line.entry),
            change=change_words(line.entry.by),
            balance=str(line.balance),
            vetoable=line.vetoable,
            vetoed=line.entry.veto and line.entry.by < 0,
            spent=max(0, -line.entry.by),
        )
        for line in lines(character)
    ]
    return tuple(reversed(rows))


HEIGHT: Final = 48
LARGE_HEIGHT: Final = 64
"""Height in pixels at 100 % text size when there is much room; also the smallest such height."""
MOST_HEIGHT: Final = 92
_WRAPPED: Final = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap)


@dataclass(frozen=True, slots=True)
class WayLook:
    """A way to earn or spend spiffs as its button shows it. Its texts need no further formatting."""

    text: str
    change: str
    """The change with its sign, such as "+2" or "−1"."""
    why_not: str = ""
    """Why the way is not possible now; "" if it is."""


class WayButton(Guarded, QAbstractButton):
    """Button for a way to earn or spend spiffs.

    If the way is not possible, the button is dimmed and shows the reason. Pressing it reports the reason.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.look = WayLook("", "")
        """The way shown."""
        self._large = False
        self._height = LARGE_HEIGHT
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        # The button must not be lower than its text, because a cut reason would be useless.
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.updateGeometry)

    @property
    def allowed(self) -> bool:
        """Whether the way is possible now."""
        return not self.look.why_not

    def show_look(self, look: WayLook) -> None:
        """Show a way."""
        if look != self.look:
            self.look = look
            self.setAccessibleName(f"{look.text}, {look.change}")
            self.setAccessibleDescription(look.why_not)
            self.setToolTip(plain_tip("\n".join(part for part in (look.text, look.why_not) if part)))
            self.setCursor(Qt.CursorShape.PointingHandCursor if self.allowed else Qt.CursorShape.ArrowCursor)
            self.updateGeometry()
            self.update()

    def set_large(self, large: bool, height: int = LARGE_HEIGHT) -> None:
        """Set whether the button is higher, with larger text: `height` in pixels at 100 % text size."""
        height = max(LARGE_HEIGHT, min(height, MOST_HEIGHT))
        if (large, height) != (self._large, self._height):
            self._large, self._height = large, height
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """Return the size of two lines."""
        return QSize(self._theme.px(220), self._theme.px(self._height if self._large else HEIGHT))

    def hasHeightForWidth(self) -> bool:
        """Return True: wrapped text makes the button higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the whole text, but at least two lines."""
        px = self._theme.px
        number = QFontMetricsF(self._number_font()).horizontalAdvance(self.look.change)
        words, below = self._heights(width - number - px(36))
        return max(self.sizeHint().height(), math.ceil(words + below) + px(6))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the button with Enter, as with Space. The up and down arrows move to the next widgets."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        elif event.key() == Qt.Key.Key_Down:
            self.focusNextChild()
        elif event.key() == Qt.Key.Key_Up:
            self.focusPreviousChild()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the button."""
        theme, look = self._theme, self.look
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rim = "edge" if self.allowed else "line"
        ground = "surface" if not self.allowed else "ground" if self.isDown() else "raised"
        if self.underMouse() and self.allowed and not self.isDown():
            ground = "hover"
        painter.setPen(QPen(theme.color(rim), 1))
        painter.setBrush(theme.color(ground))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.px(RADIUS), theme.px(RADIUS))
        room = QRectF(self.rect()).adjusted(theme.px(12), theme.px(3), -theme.px(12), -theme.px(3))
        wide = write(
            painter, room, look.change, self._number_font(), theme.color("text" if self.allowed else "muted"), RIGHT
        )
        room.setRight(room.right() - wide - theme.px(12))
        self._paint_words(painter, room)
        painter.end()

    def _paint_words(self, painter: QPainter, room: QRectF) -> None:
        look, color = self.look, self._theme.color("muted" if self.look.why_not else "text")
        high, below = self._heights(room.width())
        words = QRectF(room.left(), room.center().y() - (high + below) / 2, room.width(), high)
        painter.setFont(self._fonts()[0])
        painter.setPen(color)
        painter.drawText(words, _WRAPPED, look.text)
        under = QRectF(room.left(), words.bottom(), room.width(), below)
        write(painter, under, look.why_not, self._fonts()[1], color)

    def _heights(self, width: float) -> tuple[float, float]:
        """Return the height of the text at this width, and of the reason below it."""
        words, why = map(QFontMetricsF, self._fonts())
        high = words.boundingRect(QRectF(0, 0, width, 1000), _WRAPPED, self.look.text).height()
        return high, why.height() if self.look.why_not else 0.0

    def _fonts(self) -> tuple[QFont, QFont]:
        return self._theme.font("sans", 20 if self._large else 14), self._theme.font("sans", 14 if self._large else 12)

    def _number_font(self) -> QFont:
        return self._theme.font("serif", 28 if self._large else 16, bold=True)


@dataclass(frozen=True, slots=True)
class Way:
    """A way to earn or spend spiffs. Its texts need no further formatting."""

    id: str
    """Id of the rulebook's entry; "" for a reason that is not in the rulebook."""
    name: str
    least: int
    most: int
    why_not: str = ""
    """Why the way is not possible now; "" if it is."""


class WayCard(ThemedCard):
    """A list of ways below a heading. `requested` is emitted with a way's id and the number of spiffs."""

    requested = Signal(str, int)

    def __init__(self, theme: Theme, heading: str, sign: int, parent: QWidget) -> None:
        """`sign` is 1 for ways to earn spiffs, -1 for ways to spend them."""
        super().__init__(theme, parent)
        self._sign = sign
        self._large = False
        self._height = LARGE_HEIGHT
        self.ways: tuple[Way, ...] = ()
        self._rows: dict[str, tuple[WayButton, QSpinBox | None]] = {}
        self._heading = plain_label(self, heading)
        self._column = vbox(self, self._heading, theme=theme, gap=6, edges=(16, 10, 16, 12))
        self._list = QVBoxLayout()
        self._column.addLayout(self._list)
        self._column.addStretch(1)
        self.restyle()

    def button(self, way: str) -> WayButton:
        """Return the button of the way with this id."""
        return self._rows[way][0]

    def number(self, way: str) -> QSpinBox | None:
        """Return the field for the number of spiffs; None for a way with a fixed price."""
        return self._rows[way][1]

    def show_ways(self, ways: Sequence[Way]) -> None:
        """Show these ways. Typed numbers are kept if the ways stay the same."""
        # New buttons would lose the focus and the typed numbers, so the old ones are kept if possible.
        if [(way.id, way.least, way.most) for way in ways] != [(way.id, way.least, way.most) for way in self.ways]:
            self._make(ways)
        self.ways = tuple(ways)
        for way in ways:
            self._show(way)

    def in_order(self) -> list[QWidget]:
        """Return the widgets in Tab order, from top to bottom."""
        return [part for way in self.ways for part in self._rows[way.id] if part is not None]

    def focus_first(self) -> None:
        """Focus the first way."""
        for way in self.ways[:1]:
            self.button(way.id).setFocus(Qt.FocusReason.TabFocusReason)

    def clear_numbers(self) -> None:
        """Reset all numbers to their minimum."""
        for _button, number in self._rows.values():
            if number is not None:
                number.setValue(number.minimum())

    @property
    def count(self) -> int:
        """Number of ways."""
        return len(self.ways)

    def set_large(self, large: bool, height: int) -> None:
        """Set whether everything is larger, with buttons up to `height`. Call `restyle` afterwards."""
        self._large, self._height = large, height
        for button, _number in self._rows.values():
            button.set_large(large, height)

    def restyle(self) -> None:
        """Set fonts and gaps from the theme."""
        theme = self._theme
        set_font(self._heading, theme.font("serif", 28 if self._large else 20, bold=True))
        self._list.setSpacing(theme.px(8 if self._large else 4))

    def _make(self, ways: Sequence[Way]) -> None:
        for button, _number in self._rows.values():
            holder = button.parentWidget()
            if holder is not None:
                holder.hide()
                # The field and the button are children of the holder and are deleted with it.
                holder.deleteLater()
        self._rows = {way.id: self._row(way) for way in ways}
        self.restyle()

    def _row(self, way: Way) -> tuple[WayButton, QSpinBox | None]:
        holder = QWidget(self)
        line = hbox(holder, margins=0, theme=self._theme, gap=6)
        button = WayButton(self._theme, holder)
        button.set_large(self._large, self._height)
        line.addWidget(button, 1)
        number = None
        if way.least != way.most:
            number = wheel_passes(QSpinBox(holder))
            set_lengths(self._theme, number, width=72)
            number.setRange(way.least, way.most)
            number.setAccessibleName(_("Spiffs: {what}").format(what=way.name))
            number.valueChanged.connect(partial(self._renumber, way.id))
            line.addWidget(number)
        button.clicked.connect(partial(self._ask, way.id))
        self._list.addWidget(holder)
        return button, number

    def _show(self, way: Way) -> None:
        button, number = self._rows[way.id]
        spiffs = way.least if number is None else number.value()
        button.show_look(WayLook(way.name, change_words(self._sign * spiffs), way.why_not))

    def _renumber(self, way: str, _number: int) -> None:
        for each in self.ways:
            if each.id == way:
                self._show(each)

    def _ask(self, way: str) -> None:
        for each in self.ways:
            if each.id == way:
                number = self.number(way)
                self.requested.emit(way, each.least if number is None else number.value())
