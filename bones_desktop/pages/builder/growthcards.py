"""Cards of the Growth tab: finishing, the next icon, awarded sessions, and the dice as created."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QSpinBox, QWidget

from bones_desktop.pages.builder.originchanger import ProblemList
from bones_desktop.rules.bones.book.character import STARTING_DICE, Character, SheetPlace, SheetSection
from bones_desktop.rules.bones.book.fields import LINE, MOST_COUNTED
from bones_desktop.rules.bones.making.creation import APTITUDE_FACE
from bones_desktop.rules.bones.making.standing import GrowthStanding
from bones_desktop.rules.reasons import Problem, Weight
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, fill, hbox
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.lists.line import DICE, Line
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths, set_sheet_property
from bones_desktop.widgets.text.labels import Card, plain_label
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.wording.language import _, ngettext

MOST_SESSIONS: Final = 99
"""Highest number of sessions that are awarded or taken back in one step."""


class PlayedBefore(QWidget):
    """Field for the number of sessions that were played before the character was entered (DICE-6).

    These sessions earn the dice beyond the fourth.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.sessions = wheel_passes(QSpinBox(self))
        self.sessions.setRange(0, MOST_COUNTED)
        # Typing "12" must not make an undo step for "1" first.
        self.sessions.setKeyboardTracking(False)
        set_lengths(theme, self.sessions, width=96)
        label = plain_label(self, _("Sessions already played"))
        label.setBuddy(self.sessions)
        self.sessions.setAccessibleName(label.text())
        hbox(self, label, self.sessions, STRETCH, margins=0, theme=theme, gap=8)

    def show_character(self, character: Character) -> None:
        """Show the field for a player character with more than four dice as created, or with sessions played before."""
        created = character.dice if character.created is None else character.created.dice
        # Signals are blocked, because an edit signal would make an undo step.
        with QSignalBlocker(self.sessions):
            self.sessions.setValue(character.played_before)
        self.setVisible(len(created) > STARTING_DICE or character.played_before > 0)


class FinishCard(Card):
    """Lists the problems to solve before a character can be finished.

    A click on a problem asks to show its place on the sheet. The button stays enabled while there are problems.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, edges=(20, 16, 20, 20), gap=12)
        self.headline = self.heading(size=28, wrap=True)
        meaning = self.label(
            _(
                "Finishing keeps a copy of the dice and the equipment as they were created. From then on the dice "
                "change by icons earned in play, or with your GM's permission. It can be undone."
            ),
            role="muted",
            wrap=True,
        )
        self.dice = self.label(wrap=True)
        self.dice.hide()
        self.played = PlayedBefore(theme, self)
        self.problems = ProblemList(theme, self)
        self.finish = push_button(self, _("Finish the character"))
        fill(self.column, self.headline, meaning, self.dice, self.played)
        # The card is only as high as its text, and scrolls if there is too little room.
        self.problems.setSizeAdjustPolicy(ProblemList.SizeAdjustPolicy.AdjustToContents)
        self.problems.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        fill(self.column, (self.problems, 1000), hbox(None, self.finish, STRETCH), STRETCH)

    def show_character(self, character: Character) -> None:
        """Show the number of dice if it is more than a new character has, and the sessions played before."""
        dice = len(character.dice)
        said = _("Created with {n} dice. Only a character that has played before can have more than {most}.")
        self.dice.setText(said.format(n=dice, most=STARTING_DICE))
        self.played.show_character(character)
        self.dice.setVisible(dice > STARTING_DICE)

    def show_problems(self, problems: Sequence[Problem[SheetPlace]]) -> None:
        """List these problems. The button is prominent only when nothing has to be done before finishing."""
        wrong = sum(problem.weight is Weight.ILLEGAL for problem in problems)
        missing = sum(problem.weight is Weight.UNFINISHED for problem in problems)
        self.headline.setText(self._said(wrong, missing))
        self.problems.show_problems(problems)
        self.problems.setVisible(bool(problems))
        kind = "" if wrong or missing else "primary"
        set_sheet_property(self.finish, "kind", kind)

    def _said(self, wrong: int, missing: int) -> str:
        if wrong:
            return ngettext("One conflict to fix", "{n} conflicts to fix", wrong).format(n=wrong)
        if missing:
            return ngettext("One thing still to do", "{n} things still to do", missing).format(n=missing)
        return _("Ready to be finished")


class NextIconCard(Card):
    """Shows the price of a finished character's next icon and the sessions saved for it."""

    jump_requested = Signal(object)
    """Emitted with the place of the sheet to go to."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, edges=(20, 16, 20, 16), gap=10)
        self._standing: GrowthStanding | None = None
        self.headline = self.heading(size=28, wrap=True)
        self.line = self.label(size=16, wrap=True)
        self.successes = self.label(role="muted", wrap=True)
        self.totals = self.label(role="muted", wrap=True)
        self.go = push_button(self, "", self._go)
        self.choose = push_button(self, "", self._choose)
        buttons = QWidget(self)
        flow_row(buttons, self.go, self.choose, theme=theme, gap=8)
        fill(self.column, self.headline, self.line, buttons, STRETCH, self.successes, self.totals)

    def show_standing(self, standing: GrowthStanding) -> None:
        """Show the current progress of the character."""
        if standing == self._standing:
            return
        self._standing = standing
        self.headline.setText(self._headline(standing))
        self.line.setText(self._line(standing))
        self.successes.setText(self._successes(standing))
        self.totals.setText(self._totals(standing))
        self.go.setVisible(standing.place is not None)
        self.go.setText(self._button(standing))
        kind = "primary" if standing.earned else ""
        set_sheet_property(self.go, "kind", kind)
        self.choose.setVisible(standing.aptitude is not None and not standing.waits)
        if standing.aptitude is not None:
            self.choose.setText(_("Physical or Mental for die {n}").format(n=standing.aptitude + 1))

    def _headline(self, now: GrowthStanding) -> str:
        if now.price is None:
            return _("Ten full dice")
        if now.waits and now.place is not None:
            return _("Die {die} is incomplete").format(die=(now.place.die or 0) + 1)
        if now.earned:
            return ngettext("An icon is earned", "{n} icons are earned", now.icons).format(n=now.icons)
        return ngettext("{n} session to the next icon", "{n} sessions to the next icon", now.missing).format(
            n=now.missing
        )

    def _line(self, now: GrowthStanding) -> str:
        if now.price is None or now.place is None:
            return _("There is no eleventh die: sessions now bring successes without rolling.")
        if now.waits and now.place.face == APTITUDE_FACE:
            return _("Choose Physical or Mental for it (free); then you can begin the next die.")
        if now.waits:
            return _("One of its faces was emptied. Fill it with your GM's permission; then you can begin a new die.")
        price = _sessions(now.price)
        die = (now.place.die or 0) + 1
        if now.earned and now.opens:
            text = _("Next icon: {price}, you have {saved}: begin die {die} with it.")
        elif now.earned:
            text = _("Next icon: {price}, you have {saved}: place it on die {die}.")
        elif now.opens:
            text = _("Next icon: {price}, you have {saved}. It will begin die {die}.")
        else:
            text = _("Next icon: {price}, you have {saved}. It will go on die {die}.")
        said = text.format(price=price, saved=now.saved, die=die)
        if not now.awarded and not now.brought:
            said = _("The character is finished: roll its dice on the Table page. {then}").format(then=said)
        if now.opens and now.racial:
            return _("{said} A new die starts with Universal and the racial icon.").format(said=said)
        if now.opens:
            said = _("{said} A new die starts with Universal, and Physical or Mental of your choice.").format(said=said)
        return said

    def _button(self, now: GrowthStanding) -> str:
        if now.place is None:
            return ""
        die = (now.place.die or 0) + 1
        if not now.earned:
            return _("Go to die {n}").format(n=die)
        return (_("Begin die {n}") if now.opens else _("Place it on die {n}")).format(n=die)

    def _successes(self, now: GrowthStanding) -> str:
        if now.to_success is None:
            return _("After the tenth die, every ten sessions give a success without rolling.")
        have = ngettext("{n} success without rolling", "{n} successes without rolling", now.automatic)
        if now.used_once:
            have = ngettext("{n} success to use once", "{n} successes to use once each", now.automatic)
        have = have.format(n=now.automatic)
        return _("{have}; {more} to the next.").format(have=have, more=_sessions(now.to_success))

    def _totals(self, now: GrowthStanding) -> str:
        parts = [
            _("Awarded {n}").format(n=now.awarded),
            _("spent {n}").format(n=now.spent),
            _("saved {n}").format(n=now.saved),
        ]
        if now.brought:
            parts.insert(0, _("Brought along {n}").format(n=now.brought))
        return " · ".join(parts)

    def _go(self) -> None:
        if self._standing is not None and self._standing.place is not None:
            self.jump_requested.emit(self._standing.place)

    def _choose(self) -> None:
        if self._standing is not None and self._standing.aptitude is not None:
            self.jump_requested.emit(SheetPlace(SheetSection.DIE, self._standing.aptitude, APTITUDE_FACE))


class AwardBox(Card):
    """Awards sessions that were played: a number and a note. Enter in the note also awards the sessions.

    If the award is refused, the fields keep their content.
    """

    award_requested = Signal(int, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        heading = self.heading(_("Sessions played"), size=16)
        self.number = wheel_passes(QSpinBox(self))
        set_lengths(theme, self.number, width=76)
        self.number.setRange(1, MOST_SESSIONS)
        self.number.setAccessibleName(_("Sessions to award"))
        self.note = LineField(_("What was played"), self)
        self.note.setPlaceholderText(_("What was played"))
        limit_letters(self.note, LINE)
        tip = _("Adds the sessions to those saved, and a line to the ledger.")
        self.award = push_button(self, _("Award"), self._ask, tip=tip)
        self.note.returnPressed.connect(self._ask)
        self._row = hbox(None, self.number, (self.note, 1), self.award, theme=theme, gap=8)
        fill(self.column, heading, self._row)

    def set_least(self, least: int) -> None:
        """Set the lowest number that can be entered. Negative numbers take sessions back."""
        self.number.setMinimum(max(least, -MOST_SESSIONS))

    def clear(self) -> None:
        """Reset the fields: one session, no note."""
        self.number.setValue(1)
        self.note.clear()

    def _ask(self) -> None:
        self.award_requested.emit(self.number.value(), self.note.text())


def _sessions(number: int) -> str:
    return ngettext("{n} session", "{n} sessions", number).format(n=number)


class CreatedCard(Card):
    """Shows the dice as created. Its owner connects the buttons and the permission of the GM."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, gap=6)
        heading = self.heading(_("As created"))
        self.day = self.label(size=12, role="muted")
        self.played = PlayedBefore(theme, self)
        self.view = LineList(theme, _("The dice as created"), self, DICE, least=2, whole=True)
        self.permission = QCheckBox(_("Edit with the GM's permission"), self)
        self.meaning = self.label(
            _("Any face may then be changed within the rules, free of charge; the ledger records each change."),
            12,
            "muted",
            wrap=True,
        )
        self.permission.setAccessibleDescription(self.meaning.text())
        self.restore = push_button(self, _("Back to these dice"))
        self.reopen = push_button(self, _("Unfinish"))
        buttons = QWidget(self)
        flow_row(buttons, self.restore, self.reopen, theme=theme, gap=8)
        fill(self.column, heading, self.day, self.played, (self.view, 1), self.permission, self.meaning, buttons)
        self.permission.toggled.connect(self._enable)
        self._enable()

    def show_created(self, day: str, dice: Sequence[Line]) -> None:
        """Show the dice as created on a day."""
        self.day.setText(day)
        self.day.setVisible(bool(day))
        self.view.show_lines(dice)

    def _enable(self) -> None:
        permitted = self.permission.isChecked()
        first = "" if permitted else _("Switch on the GM's permission first.")
        tips = {
            self.restore: _("Removes all icons that came later and returns the sessions spent on them."),
            self.reopen: _("Returns the character to creation; sessions and ledger are kept."),
        }
        for button, tip in tips.items():
            button.setEnabled(permitted)
            button.setToolTip(plain_tip(f"{tip} {first}".strip()))
