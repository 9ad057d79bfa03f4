"""The character's recovery: the day of full health, buttons for healing, and the order in which damage heals."""

from typing import Final

from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.pages.tracker.woundwords import date_words, due_words, held_by
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import die_label, telling_faces
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.injuries import Recovery, State, condition, forecast
from bones_desktop.rules.bones.injury.spiffs import SURVIVE, price, why_not_spent
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actboard import ActBoard, ActRow
from bones_desktop.widgets.lists.line import Line, LineLook
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import Card
from bones_desktop.wording.keys import keyed
from bones_desktop.wording.language import _
from bones_desktop.wording.names import numbered_name
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.seasons import days_words

_RECOVERY: Final = LineLook(height=42, right=("sans", 14, True), side=28)
BELOW_ZERO: Final = "below-zero"
"""Key of the line for damage below zero. The key of any other line is the number of its die."""
REGENERATE: Final = "regenerate"
"""Id of the Regenerate icon."""


class RecoveryList(LineList):
    """The damage in the order of healing. Letter keys are passed to the page."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _("Order of healing"), parent, _RECOVERY, least=3)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass letters and digits to the page, which uses them as shortcuts."""
        if event.text().isalnum():
            event.ignore()
        else:
            super().keyPressEvent(event)


def recovery_lines(rulebook: Rulebook, character: Character, found: Recovery) -> list[Line]:
    """Return a line for each healing die, one line for damage below zero, and a line for each die held by magic."""
    faces = telling_faces(character.dice)
    lines = []
    # Damage below zero heals before any die.
    below = [step for step in found.steps if step.die is None]
    if below:
        words = _("{n} below zero").format(n=len(below))
        lines.append(_line(BELOW_ZERO, words, below[-1].in_days, character.day, "", treated=below[-1].treated))
    for step in found.steps:
        if step.die is not None:
            words, face = _named(rulebook, character, step.die), faces[step.die]
            lines.append(_line(str(step.die), words, step.in_days, character.day, face, treated=step.treated))
    for entry in character.lost:
        if entry.held and entry.die in found.held:
            effect, words = held_by(character, entry), _named(rulebook, character, entry.die)
            why = _("held by {effect}").format(effect=effect) if effect else _("held by magic")
            tip, face = f"{words}, {why}", faces[entry.die]
            lines.append(Line(words, why, key=str(entry.die), face=face, lost=True, second_tone="warn", tip=tip))
    return lines


def _line(key: str, what: str, days: int, today: int, face: str, *, treated: bool) -> Line:
    note, due = date_words(today + days), due_words(days)
    if treated:
        note = _("{date}, under care").format(date=note)
    said = ", ".join((what, due, note))
    return Line(what, note, due, key, face=face, lost=True, right_tone="text", tip=said, spoken=said)


def _named(rulebook: Rulebook, character: Character, die: int) -> str:
    return numbered_name(die, die_label(rulebook, character.dice[die], die))


class HealingCard(Card):
    """Shows how a character heals. The Wounds tab connects the buttons of the acts."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(20, 8, 16, 12))
        self.headline = self.heading(size=28, wrap=True)
        self.line = self.label(role="muted", wrap=True)
        self.acts = ActBoard(theme, self, framed=False)
        self.list = RecoveryList(theme, self)
        # In a wider list, the days would be too far from their dice.
        set_lengths(theme, self.list, most_width=560)
        # The headline and the buttons are above the list, so that they stay in place when the list grows.
        for part in (self.headline, self.line, self.acts):
            self.column.addWidget(part)
        self.column.addWidget(self.list, 1)
        self.column.addStretch(0)

    def show_character(self, rulebook: Rulebook, character: Character, chosen: int) -> None:
        """Show how a character heals. `chosen` is the chosen die, -1 for none."""
        found, dead = forecast(character), condition(character).state is State.DEAD
        self.headline.setText(_headline(found, dead=dead))
        self.line.setText(_today(character, found, dead=dead))
        self.list.show_lines(recovery_lines(rulebook, character, found))
        self.list.setVisible(bool(self.list.lines.rows))
        self.list.updateGeometry()
        self.show_chosen(rulebook, character, chosen)

    def show_chosen(self, rulebook: Rulebook, character: Character, chosen: int) -> None:
        """Show the acts for the chosen die, such as making it heal next. Select the line of the die."""
        self.acts.show_acts(healing_rows(rulebook, character, chosen))
        row = self.list.lines.row_of(str(chosen))
        self.list.setCurrentIndex(self.list.lines.index(row) if row >= 0 else QModelIndex())

    @staticmethod
    def die_of(line: str) -> int | None:
        """Return the die of a line; None for damage below zero."""
        return None if line in {"", BELOW_ZERO} else int(line)


def _headline(found: Recovery, *, dead: bool) -> str:
    if dead:
        return _("Rest does not heal the dead")
    if found.whole_in == 0:
        return _("Nothing to heal")
    if found.whole_in is not None:
        return _("Whole {when}").format(when=due_words(found.whole_in))
    if found.next_in is not None:
        return _("The next heals {when}").format(when=due_words(found.next_in))
    return _("Held by magic")


def _today(character: Character, found: Recovery, *, dead: bool) -> str:
    today = date_words(character.day)
    said = [_("Today is {date}.").format(date=today)]
    if found.whole_in:
        date = date_words(character.day + found.whole_in)
        said = [_("With rest, on {date}; today is {today}.").format(date=date, today=today)]
    if dead:
        return " ".join(said)
    if found.held:
        said.append(_("Damage held by magic heals after the magic ends."))
    if character.care:
        points, pace = sum(care.points for care in character.care), days_words(character.care[0].days)
        said.append(_("{n} under care: one heals in {pace}.").format(n=points, pace=pace))
    return " ".join(said)


def healing_rows(rulebook: Rulebook, character: Character, chosen: int) -> list[ActRow]:
    """Return rows for the acts of healing that make sense now, and for killing outright."""
    rows = []
    if condition(character).state is State.DEAD:
        why = why_not_spent(rulebook, character, SURVIVE)
        words = _("A miracle · {n} spiffs…").format(n=price(rulebook, SURVIVE))
        rows.append(ActRow("survive", "", words, why_not="" if why is None else sentence(why), kind="primary"))
        rows.append(ActRow("revive", "", _("Back from death"), _("As the GM says, without spiffs")))
    elif character.campaign:
        about = _("Days pass in the calendar of the campaign.")
        rows.append(ActRow("calendar", "", _("To the campaign's calendar"), about))
    else:
        rows += [
            ActRow("day", "", _("Rest a day")),
            ActRow("week", "", _("A week")),
            ActRow("rest", "", _("Rest…"), _("Any number of days")),
        ]
    if condition(character).state is not State.DEAD:
        rows.append(ActRow("treat", "", _("Medical attention…")))
        about = keyed(_("One damage heals: below zero first, then a die"), "tracker.heal")
        rows.append(ActRow("heal", "", _("Heal one"), about))
        if any(face.has(REGENERATE) for die in character.dice for face in die.faces):
            rows.append(ActRow("regenerate", "", _("Regenerate…")))
        rows += _next(character, chosen)
    rows.append(ActRow("heal-all", "", _("Heal everything")))
    why_slain = _("This character was killed outright already.") if character.slain else ""
    return [*rows, ActRow("slay", "", _("Killed outright…"), why_not=why_slain)]


def _next(character: Character, chosen: int) -> list[ActRow]:
    """Return the act that makes the chosen die heal next. Return an empty list if the order cannot be changed."""
    # Dice held by magic do not heal with rest, so their order does not matter.
    lost = [entry.die for entry in character.lost if not entry.held]
    if len(lost) < 2:
        return []
    if chosen not in lost:
        return [
            ActRow("next", "", _("Heals next"), why_not=_("Choose a lost die first; one that is held does not heal."))
        ]
    # The die lost last is the first to heal.
    if chosen == lost[-1]:
        words = _("Die {n} heals next").format(n=chosen + 1)
        return [ActRow("next", "", words, why_not=_("It is the next one already."))]
    return [ActRow("next", "", _("Let die {n} heal next").format(n=chosen + 1))]
