"""The character's recovery: the day of full health, dates of healing, help from others, and days of rest."""

from functools import partial
from typing import Final

from PySide6.QtCore import QModelIndex, QPointF, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QMenu,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QStyleOptionViewItem,
    QToolButton,
    QWidget,
)

from bones_desktop.document.bones.characterdocument import rare_steps
from bones_desktop.pages.tracker.statehead import WoundEdits, date_words, due_words, held_by
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import die_label, telling_faces
from bones_desktop.rules.bones.book.fields import DAYS_A_WEEK
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.injuries import Recovery, State, condition, forecast
from bones_desktop.rules.bones.injury.spiffs import SURVIVE, price, why_not_spent
from bones_desktop.rules.bones.life.acts import MOST_DAYS
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.choice.buttons import give_menu, kept_action
from bones_desktop.widgets.dice.facelook import paint_mini
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.lists.line import Line, LineLook, paint_row
from bones_desktop.widgets.lists.linelist import LineDelegate, LineList
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.rows import LEFT, RIGHT, Index, write
from bones_desktop.widgets.scaled import set_font, set_gaps, set_icon, set_lengths
from bones_desktop.widgets.text.labels import ThemedCard, plain_label
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.seasons import days_words

_RECOVERY: Final = LineLook(height=38)
_LARGE: Final = 1.4
"""Scale of the lines when there is much room. Their letters are one size larger."""
_WIDEST: Final = 420
"""Greatest width from the die to the end of its date; a wider line is hard to read."""
MOST_SHOWN: Final = 12
"""Greatest number of visible lines, so that the widgets below stay close."""
BELOW_ZERO: Final = "below-zero"
"""Key of the line for damage below zero. Other keys are the numbers of dice."""


class RecoveryDelegate(LineDelegate):
    """Paints a line: the time, a dot on the timeline, the die with its name, and the date.

    The time is the line's right text. The date, or the reason why a die does not heal, is its second text.
    """

    def __init__(self, theme: Theme, view: "RecoveryList") -> None:
        super().__init__(theme, _RECOVERY, view)
        self._list = view
        self.large = False

    def px(self, size: float) -> int:
        """Return `size` in pixels for the text size and the room."""
        return self._theme.px(size * (_LARGE if self.large else 1))

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of a line. The view sets the width."""
        return QSize(0, self.px(_RECOVERY.height))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, line: Line) -> None:
        theme, room = self._theme, QRectF(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row(painter, theme, room, option.state, _RECOVERY)
        size, lesser = (20, 16) if self.large else (14, 12)
        bold = theme.font("sans", size, bold=True)
        # Room for three digits, so that all dots are in one column.
        when = QFontMetricsF(bold).horizontalAdvance(_("in {n} days").format(n=888))
        left = room.left() + theme.px(8)
        write(painter, QRectF(left, room.top(), when, room.height()), line.right, bold, theme.color("text"), RIGHT)
        bead = left + when + theme.px(18)
        self._paint_bead(painter, room, bead, line)
        side = self.px(26)
        mini = QRectF(bead + theme.px(18), room.center().y() - side / 2, side, side)
        if isinstance(line.face, str) and line.face:
            paint_mini(painter, mini, theme, line.face, lost=True)
        start = mini.right() + theme.px(8)
        end = min(room.right() - theme.px(8), start + self.px(_WIDEST))
        font, small = theme.font("sans", size), theme.font("sans", lesser)
        wide = QFontMetricsF(font).horizontalAdvance(line.text) + QFontMetricsF(small).horizontalAdvance(line.second)
        beside = wide + theme.px(12) <= end - start
        top = QRectF(start, room.top(), end - start, room.height())
        below = QRectF(top)
        if not beside:
            top.setHeight(room.height() / 2 + theme.px(2))
            below.setTop(top.bottom() - theme.px(2))
        write(painter, top, line.text, font, theme.color("text"))
        write(painter, below, line.second, small, theme.color(line.second_tone), RIGHT if beside else LEFT)

    def _paint_bead(self, painter: QPainter, room: QRectF, x: float, line: Line) -> None:
        """Paint the timeline of a line.

        Damage under care has a filled dot. Dice that do not heal with rest have a hollow dot beside the timeline.
        """
        theme, y, lines = self._theme, room.center().y(), self._list.lines.rows
        place = lines.index(line)
        if line.right:
            painter.setPen(QPen(theme.color("second"), 2))
            # The timeline ends at the last die that heals with rest.
            goes_on = any(each.right for each in lines[place + 1 : place + 2])
            painter.drawLine(QPointF(x, room.top() if place else y), QPointF(x, room.bottom() + 1 if goes_on else y))
        radius = theme.px(6)
        painter.setPen(QPen(theme.color("second" if line.right else "warn"), 2))
        painter.setBrush(theme.color("second" if line.sign == "disc" else "surface"))
        painter.drawEllipse(QPointF(x, y), radius, radius)


class RecoveryList(LineList):
    """The damage in the order of healing. Letter keys are passed to the page."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _("Order of healing"), parent, _RECOVERY, least=3, whole=True)
        self._delegate = RecoveryDelegate(theme, self)
        self.setItemDelegate(self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        # Tab leaves the list; arrow keys move in it.
        self.setTabKeyNavigation(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_die(self, die: int) -> None:
        """Select the line of a die without a signal; clear the selection if there is none."""
        row = self.lines.row_of(str(die))
        if row != self.currentIndex().row():
            with QSignalBlocker(self):
                self.setCurrentIndex(self.lines.index(row) if row >= 0 else QModelIndex())

    def set_large(self, large: bool) -> None:
        """Set whether lines are larger because there is much room. Call `restyle` afterwards."""
        self._delegate.large = large

    def restyle(self) -> None:
        """Set the line height from the text size."""
        self.scheduleDelayedItemsLayout()
        self.setMaximumHeight(self._height(MOST_SHOWN))
        self.updateGeometry()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Go to the first line, without selecting its die."""
        with QSignalBlocker(self):
            super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass letters and digits to the page."""
        if event.text().isalnum():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _height(self, rows: int) -> int:
        return rows * self._delegate.px(_RECOVERY.height)


def recovery_lines(rulebook: Rulebook, character: Character, found: Recovery) -> list[Line]:
    """Return a line for each healing die, one for all damage below zero, and one for each held die."""
    faces = telling_faces(character.dice)
    lines = []
    # Damage below zero heals before any die.
    below = [step for step in found.steps if step.die is None]
    if below:
        last = below[-1].in_days
        words = _("{n} below zero").format(n=len(below))
        note = date_words(character.day + last)
        lines.append(_line(BELOW_ZERO, words, due_words(last), note, treated=below[-1].treated))
    for step in found.steps:
        if step.die is not None:
            note = date_words(character.day + step.in_days)
            if step.treated:
                note = _("{date}, under care").format(date=note)
            words, due = _named(rulebook, character, step.die), due_words(step.in_days)
            lines.append(_line(str(step.die), words, due, note, faces[step.die], treated=step.treated))
    for entry in character.lost:
        if entry.held and entry.die in found.held:
            what = held_by(character, entry)
            why = _("held by {effect}").format(effect=what) if what else _("held by magic")
            words = _named(rulebook, character, entry.die)
            lines.append(_line(str(entry.die), words, "", why, faces[entry.die]))
    return lines


def _line(key: str, what: str, due: str, note: str, face: str = "", *, treated: bool = False) -> Line:
    tone, sign = "muted" if due else "warn", "disc" if treated else "ring"
    spoken = ", ".join(part for part in (what, due, note) if part)
    return Line(what, note, due, key, sign, face, second_tone=tone, tip=spoken, spoken=spoken)


def _named(rulebook: Rulebook, character: Character, die: int) -> str:
    name = die_label(rulebook, character.dice[die], die)
    number = _("Die {n}").format(n=die + 1)
    return number if name == number else f"{number} · {name}"


FIRST: Final = 10
"""Number of days suggested."""
REGENERATE = "regenerate"
"""Id of the Regenerate icon."""


class RestRow(QWidget):
    """Lets days of rest pass, or opens the campaign in which they pass."""

    def __init__(self, theme: Theme, edits: WoundEdits, parent: QWidget) -> None:
        super().__init__(parent)
        self._edits = edits
        self._own = QWidget(self)
        self.day = push_button(self._own, _("Rest a day"), partial(edits.rest, 1))
        self.week = push_button(self._own, _("A week"), partial(edits.rest, DAYS_A_WEEK))
        self.number = _number(self._own, MOST_DAYS, _("Number of days"))
        set_lengths(theme, self.number, width=80)
        self.days = push_button(self._own, "", self._rest)
        flow_row(self._own, self.day, self.week, self.number, self.days, theme=theme, gap=8)
        self._joined = QWidget(self)
        self.why = plain_label(self._joined, _("Days pass in the calendar of the campaign."))
        self.campaign = push_button(self._joined, _("To the campaign's calendar"))
        flow_row(self._joined, self.why, self.campaign, theme=theme, gap=8)
        vbox(self, self._own, self._joined, margins=0)
        self.number.valueChanged.connect(self._name)
        self.begin_anew()
        self.set_joined(False)
        self.restyle()

    def begin_anew(self) -> None:
        """Reset the number of days."""
        self.number.setValue(FIRST)
        self._name()

    def set_joined(self, joined: bool) -> None:
        """Set whether the character is in a campaign, in which the days must pass."""
        self._own.setVisible(not joined)
        self._joined.setVisible(joined)

    def restyle(self) -> None:
        """Set sizes from the theme."""
        self.why.setMinimumHeight(self.campaign.sizeHint().height())

    def _rest(self) -> None:
        self._edits.rest(self.number.value())

    def _name(self) -> None:
        span = days_words(self.number.value())
        self.days.setText(_("Rest {days}").format(days=span))


class HealingCard(ThemedCard):
    """Shows how a character heals. The tab connects the buttons and opens forms."""

    def __init__(self, theme: Theme, edits: WoundEdits, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._edits = edits
        self._character: Character | None = None
        self._die = -1
        self._large = False
        self.headline = plain_label(self, wrap=True)
        self.line = plain_label(self, role="muted", wrap=True)
        self.rest = RestRow(theme, edits, self)
        self._acts = QWidget(self)
        self._acts_row = flow_row(self._acts, theme=theme, gap=8)
        self.heal = QPushButton(_("Heal one"), self._acts)
        set_icon(theme, self.heal, "heal")
        self.heal.setToolTip(_("One damage heals: below zero first, then a die (H)"))
        self.care = QPushButton(_("Medical attention…"), self._acts)
        self.icons = _number(self._acts, 20, _("Number of Regenerate icons rolled"))
        set_lengths(theme, self.icons, width=72)
        self.regenerate = QPushButton(self._acts)
        self.survive = push_button(self._acts, kind="primary")
        self.revive = push_button(self._acts, _("Back from death"), tip=_("As the GM says, without spiffs"))
        self.more = QToolButton(self._acts)
        set_icon(theme, self.more, "more")
        self.more.setToolTip(_("More: heal everything, killed outright"))
        self.more.setAccessibleName(_("More"))
        give_menu(self.more, self._menu())
        self.next = QPushButton(self)
        self.list = RecoveryList(theme, self)
        self._lay_out()
        self._connect()
        self.restyle()

    def show_character(self, rulebook: Rulebook, character: Character) -> None:
        """Show how a character heals."""
        self._character = character
        found, now = forecast(character), condition(character)
        dead = now.state is State.DEAD
        self.headline.setText(self._headline(found, dead=dead))
        self.line.setText(self._line(character, found, dead=dead))
        self.list.lines.set_lines(recovery_lines(rulebook, character, found))
        self.list.setVisible(bool(self.list.lines.rows))
        self.list.updateGeometry()
        # In a campaign, days pass for the whole party on the campaign's calendar.
        self.rest.set_joined(bool(character.campaign))
        for widget in (self.heal, self.care, self.rest):
            widget.setVisible(not dead)
        bears = any(face.has(REGENERATE) for die in character.dice for face in die.faces) and not dead
        self.icons.setVisible(bears)
        self.regenerate.setVisible(bears)
        for widget in (self.survive, self.revive):
            widget.setVisible(dead)
        if dead:
            why = why_not_spent(rulebook, character, SURVIVE)
            self.survive.setText(_("A miracle · {n} spiffs…").format(n=price(rulebook, SURVIVE)))
            self.survive.setEnabled(why is None)
            self.survive.setToolTip("" if why is None else plain_tip(sentence(why)))
        self.slay.setEnabled(not character.slain)
        self.show_selected(self._die)

    def set_large(self, large: bool) -> None:
        """Set whether text is larger because there is much room."""
        if large != self._large:
            self._large = large
            self.list.set_large(large)
            self.restyle()

    def begin_anew(self) -> None:
        """Reset typed numbers before another character is shown."""
        self.icons.setValue(self.icons.minimum())
        self.rest.begin_anew()

    def show_selected(self, die: int) -> None:
        """Offer to make the chosen die heal next."""
        self._die = die
        self.list.show_die(die)
        character = self._character
        # Dice held by magic do not heal with rest, so their order does not matter.
        lost = [entry for entry in character.lost if not entry.held] if character is not None else []
        chosen = next((entry for entry in lost if entry.die == die), None)
        self.next.setVisible(len(lost) > 1 and bool(self.list.lines.rows))
        if chosen is None:
            self.next.setText(_("Heals next"))
            why = _("Choose a lost die first; one that is held does not heal.")
        # The die lost last is the first to heal.
        elif chosen is lost[-1]:
            self.next.setText(_("Die {n} heals next").format(n=die + 1))
            why = _("It is the next one already.")
        else:
            self.next.setText(_("Let die {n} heal next").format(n=die + 1))
            why = ""
        self.next.setEnabled(not why)
        self.next.setToolTip(plain_tip(why))

    def restyle(self) -> None:
        """Set fonts and gaps from the theme."""
        theme = self._theme
        set_font(self.headline, theme.font("serif", 40 if self._large else 28, bold=True))
        set_font(self.line, theme.font("sans", 16 if self._large else 14))
        self.list.restyle()
        self.rest.restyle()

    def _headline(self, found: Recovery, *, dead: bool) -> str:
        if dead:
            return _("Rest does not heal the dead")
        if found.whole_in == 0:
            return _("Nothing to heal")
        if found.whole_in is not None:
            return _("Whole {when}").format(when=due_words(found.whole_in))
        if found.next_in is not None:
            return _("The next heals {when}").format(when=due_words(found.next_in))
        return _("Held by magic")

    def _line(self, character: Character, found: Recovery, *, dead: bool) -> str:
        said = [_("Today is {date}.").format(date=date_words(character.day))]
        if found.whole_in:
            date = date_words(character.day + found.whole_in)
            said = [_("With rest, on {date}; today is {today}.").format(
                date=date, today=date_words(character.day)
            )]  # fmt: skip
        if dead:
            return " ".join(said)
        if found.held:
            said.append(_("Damage held by magic heals after the magic ends."))
        if character.care:
            points = sum(care.points for care in character.care)
            pace = days_words(character.care[0].days)
            said.append(_("{n} under care: one heals in {pace}.").format(n=points, pace=pace))
        return " ".join(said)

    def _menu(self) -> QMenu:
        menu, take = light_menu(self), self._edits.take
        heal_all, slay, revive = rare_steps()
        menu.addAction(heal_all.name).triggered.connect(partial(take, heal_all))
        self.slay = kept_action(menu, slay.name, partial(take, slay))
        self.revive.clicked.connect(partial(take, revive))
        return menu

    def _lay_out(self) -> None:
        for widget in (
            self.survive, self.revive, self.care, self.heal, self.icons, self.regenerate, self.more,
        ):  # fmt: skip
            self._acts_row.addWidget(widget)
        # The buttons are above the list, so that they do not move with its length.
        self._column = vbox(self, self.headline, self.line, self.rest, self._acts)
        set_gaps(self._theme, self._column, gap=8, edges=(20, 8, 16, 12))
        self._column.addWidget(self.next, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self.list, 1)
        self._column.addStretch(0)

    def _connect(self) -> None:
        self.next.clicked.connect(self._heal_next)
        self.list.line_activated.connect(self._heal_line)
        self.icons.valueChanged.connect(self._name_regenerate)
        self.regenerate.clicked.connect(self._regenerate)
        self._name_regenerate()

    @staticmethod
    def die_of(line: str) -> int | None:
        """Return the die of a line; None for damage below zero."""
        return None if line in {"", BELOW_ZERO} else int(line)

    def _heal_line(self, line: str) -> None:
        die = self.die_of(line)
        if die is not None:
            self._edits.heal_next(die)

    def _heal_next(self) -> None:
        self._edits.heal_next(self._die)

    def _regenerate(self) -> None:
        self._edits.regenerate(self.icons.value())

    def _name_regenerate(self) -> None:
        n = self.icons.value()
        self.regenerate.setText(_("Regenerate 1 die") if n == 1 else _("Regenerate {n} dice").format(n=n))


def _number(parent: QWidget, most: int, name: str) -> QSpinBox:
    """Return a number field that begins at 1. `name` is its accessible name."""
    field = wheel_passes(QSpinBox(parent))
    field.setRange(1, most)
    field.setAccessibleName(name)
    return field
