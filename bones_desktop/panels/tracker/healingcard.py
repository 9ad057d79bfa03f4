"""When everything is whole again, what heals until then, what helps, and days of rest."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QPushButton, QSpinBox, QToolButton, QWidget

from bones_desktop.panels.tracker.recoverylist import BELOW_ZERO, RecoveryList, recovery_lines
from bones_desktop.panels.tracker.woundwords import date_words, due_words
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import DAYS_A_WEEK
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.acts import MOST_DAYS
from bones_desktop.rules.bones.injury.injuries import State, condition
from bones_desktop.rules.bones.injury.recovery import Recovery, forecast
from bones_desktop.rules.bones.injury.spiffs import SURVIVE, price, why_not_spent
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.card import ThemedCard
from bones_desktop.widgets.choice.buttons import give_menu, kept_action
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_icon, set_lengths
from bones_desktop.widgets.sheetproperty import set_font
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.seasons import days_words

FIRST: Final = 10
"""The number that is proposed."""
REGENERATE = "regenerate"
"""Id of the icon."""


class RestRow(QWidget):
    """`requested` carries the days."""

    requested = Signal(int)
    campaign_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._own = QWidget(self)
        self.day = push_button(self._own, _("Rest a day"), lambda: self.requested.emit(1))
        self.week = push_button(self._own, _("A week"), lambda: self.requested.emit(DAYS_A_WEEK))
        self.number = _number(self._own, MOST_DAYS, _("Number of days"))
        set_lengths(theme, self.number, width=80)
        self.days = push_button(self._own, "", lambda: self.requested.emit(self.number.value()))
        self._own_row = flow_row(self._own, self.day, self.week, self.number, self.days, theme=theme, gap=8)
        self._joined = QWidget(self)
        self.why = plain_label(self._joined, _("Days pass in the calendar of the campaign."))
        self.campaign = push_button(self._joined, _("To the campaign's calendar"), self.campaign_requested)
        self._joined_row = flow_row(self._joined, self.why, self.campaign, theme=theme, gap=8)
        vbox(self, self._own, self._joined, margins=0)
        self.number.valueChanged.connect(self._name)
        self.begin_anew()
        self.set_joined(False)
        self.restyle()

    def begin_anew(self) -> None:
        """Propose the usual number of days."""
        self.number.setValue(FIRST)
        self._name()

    def set_joined(self, joined: bool) -> None:
        """Leave the days to the campaign, or let them pass here."""
        self._own.setVisible(not joined)
        self._joined.setVisible(joined)

    def restyle(self) -> None:
        """Fit sizes to the theme."""
        self.why.setMinimumHeight(self.campaign.sizeHint().height())

    def _name(self) -> None:
        span = days_words(self.number.value())
        self.days.setText(_("Rest {days}").format(days=span))


class HealingCard(ThemedCard):
    """Shows one character; what is asked for goes out as signals."""

    current_die_changed = Signal(int)
    """A die whose row was come to."""
    next_requested = Signal(int)
    """The lost die that is to heal next."""
    heal_requested = Signal()
    care_requested = Signal()
    regenerate_requested = Signal(int)
    rest_requested = Signal(int)
    campaign_requested = Signal()
    survive_requested = Signal()
    revive_requested = Signal()
    heal_all_requested = Signal()
    slay_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._character: Character | None = None
        self._die = -1
        self._large = False
        self.headline = plain_label(self, wrap=True)
        self.line = plain_label(self, role="muted", wrap=True)
        self.rest = RestRow(theme, self)
        self._acts = QWidget(self)
        self._acts_row = flow_row(self._acts, theme=theme, gap=8)
        self.heal = QPushButton(_("Heal one"), self._acts)
        set_icon(theme, self.heal, "heal")
        self.heal.setToolTip(_("One damage heals: below zero first, then a die (H)"))
        self.care = QPushButton(_("Medical attention…"), self._acts)
        self.icons = _number(self._acts, 20, _("Regenerate icons thrown"))
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
        """Set the words larger where there is much room."""
        if large != self._large:
            self._large = large
            self.list.set_large(large)
            self.restyle()

    def begin_anew(self) -> None:
        """Forget the numbers typed for one character before another is shown."""
        self.icons.setValue(self.icons.minimum())
        self.rest.begin_anew()

    def show_selected(self, die: int) -> None:
        """Offer to let the die that is chosen heal next."""
        self._die = die
        self.list.show_die(die)
        character = self._character
        lost = [entry for entry in character.lost if not entry.held] if character is not None else []
        chosen = next((entry for entry in lost if entry.die == die), None)
        self.next.setVisible(len(lost) > 1 and bool(self.list.lines.rows))
        if chosen is None:
            self.next.setText(_("Heals next"))
            why = _("Choose a lost die first; one that is held does not heal.")
        elif chosen is lost[-1]:
            self.next.setText(_("Die {n} heals next").format(n=die + 1))
            why = _("It is the next one already.")
        else:
            self.next.setText(_("Let die {n} heal next").format(n=die + 1))
            why = ""
        self.next.setEnabled(not why)
        self.next.setToolTip(plain_tip(why))

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
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
            said.append(_("What magic holds heals once that ends."))
        if character.care:
            points = sum(care.points for care in character.care)
            pace = days_words(character.care[0].days)
            said.append(_("{n} under care: one heals in {pace}.").format(n=points, pace=pace))
        return " ".join(said)

    def _menu(self) -> QMenu:
        menu = light_menu(self)
        menu.addAction(_("Heal everything")).triggered.connect(lambda: self.heal_all_requested.emit())
        self.slay = kept_action(menu, _("Killed outright"), self.slay_requested.emit)
        return menu

    def _lay_out(self) -> None:
        for widget in (
            self.survive, self.revive, self.care, self.heal, self.icons, self.regenerate, self.more,
        ):  # fmt: skip
            self._acts_row.addWidget(widget)
        # Above the list, so that they stay where they are whether anything heals or not.
        self._column = vbox(self, self.headline, self.line, self.rest, self._acts)
        set_gaps(self._theme, self._column, gap=8, edges=(20, 8, 16, 12))
        self._column.addWidget(self.next, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self.list, 1)
        self._column.addStretch(0)

    def _connect(self) -> None:
        relays: tuple[tuple[QPushButton, Callable[[], None]], ...] = (
            (self.heal, self.heal_requested.emit),
            (self.care, self.care_requested.emit),
            (self.survive, self.survive_requested.emit),
            (self.revive, self.revive_requested.emit),
        )
        for button, emit in relays:
            button.clicked.connect(lambda _checked=False, emit=emit: emit())
        self.next.clicked.connect(lambda: self.next_requested.emit(self._die))
        self.list.current_changed.connect(lambda key: self._name_die(key, self.current_die_changed.emit))
        self.list.line_activated.connect(lambda key: self._name_die(key, self.next_requested.emit))
        self.rest.requested.connect(self.rest_requested)
        self.rest.campaign_requested.connect(self.campaign_requested)
        self.icons.valueChanged.connect(self._name_regenerate)
        self.regenerate.clicked.connect(lambda: self.regenerate_requested.emit(self.icons.value()))
        self._name_regenerate()

    @staticmethod
    def _name_die(key: str, emit: Callable[[int], None]) -> None:
        """Emit the number of the die that a line is for, if it is for one."""
        if key not in {"", BELOW_ZERO}:
            emit(int(key))

    def _name_regenerate(self) -> None:
        n = self.icons.value()
        self.regenerate.setText(_("Regenerate 1 die") if n == 1 else _("Regenerate {n} dice").format(n=n))


def _number(parent: QWidget, most: int, name: str) -> QSpinBox:
    """Return a field for a number from 1; `name` is read to those who cannot see what it belongs to."""
    field = wheel_passes(QSpinBox(parent))
    field.setRange(1, most)
    field.setAccessibleName(name)
    return field
