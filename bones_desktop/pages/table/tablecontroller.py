"""Actions of the player on a roll of BONES: re-rolls, spiffs, vetoes, the GM's result, and the menu of a die."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QPoint

from bones_desktop.pages.table.playview import BEST, DECLINE, best_head, best_words, spiff_acts, veto_act
from bones_desktop.pages.table.strip import AskPopup, asset_fields, result_fields
from bones_desktop.pages.table.tableframe import TableFrame
from bones_desktop.play.bones.played import Played
from bones_desktop.play.bones.table import Table
from bones_desktop.play.followups import FollowUp
from bones_desktop.rules.acts import Answers
from bones_desktop.rules.bones.injury.spiffs import ADDED_SUCCESS, REROLL
from bones_desktop.rules.bones.reading.plays import EARNED_SUCCESS
from bones_desktop.theme.measures import light_menu
from bones_desktop.widgets.byhand.byhandflow import ByHandRequest
from bones_desktop.widgets.focus import send_focus_home
from bones_desktop.widgets.plaintext import without_mnemonic
from bones_desktop.widgets.popups import while_open
from bones_desktop.wording.keys import keyed
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import spiff_count

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

NO_DIE: Final = -1
"""Index that stands for a die that was not rolled."""


class TableController(QObject):
    """Changes the roll on the table when the player uses keys, buttons or the tray. The page shows the results."""

    def __init__(self, page: TableFrame, table: Table, lose: Callable[[int], object]) -> None:
        """Connect the actions to the parts of the page. `lose` makes the character lose the die with a given index."""
        super().__init__(page)
        self._page, self._notices = page, page.notices
        self._table, self._lose = table, lose
        self._document, self._play, self._spiffs = table.document, table.play, table.spiffs
        self._tray, self._reading = page.tray, page.reading
        self.picking = False
        """True while the player is choosing a die to re-roll."""
        self._tray.clicked.connect(self._clicked)
        self._tray.missed.connect(self.pick_die)
        self._tray.menu_asked.connect(self._open_menu)
        self._reading.view.menu_asked.connect(self._open_menu)
        self._tray.declined.connect(self.stop_picking)
        self._reading.view.die_activated.connect(self._clicked)
        self._reading.overrule.clicked.connect(self.ask_result)
        table.follow_ups.asset_requested.connect(self._ask_asset)

    def acts(self) -> tuple[str, tuple[FollowUp, ...]]:
        """Return a question, and the actions that cost spiffs for the roll on the table."""
        do = {
            REROLL: self.pick,
            ADDED_SUCCESS: self.buy,
            EARNED_SUCCESS: self.use_earned,
            BEST: self.show_best,
            DECLINE: self.stop_picking,
        }
        return spiff_acts(self._spiffs.offers(), do, picking=self.picking)

    def undo(self) -> FollowUp | None:
        """Return the action that undoes the last change of the roll; None if there is nothing to undo."""
        played = self._play.played
        if played is None or played.standing is None:
            return None
        return veto_act(self.veto, overruled=played.standing.ruling is not None)

    @while_open
    def popup(self) -> AskPopup:
        """The popup for the GM's result."""
        return self._returning(_("The GM sets another result"), _("Set the result"))

    @while_open
    def asset(self) -> AskPopup:
        """The popup for an asset."""
        return self._returning(_("Asset it brought"), _("Write into the diary"))

    def pick(self) -> None:
        """Ask which die to re-roll (SPF-9). If none may be re-rolled, a message gives the reason."""
        if self.picking:
            self.stop_picking()
            return
        if not self._page.may_change():
            return
        offers = self._spiffs.offers()
        if offers[0].why_not is not None:
            self._notices.refuse(offers[0].why_not)
            return
        self._set_picking(True)
        self._tray.offer(self._spiffs.rerollable())
        self._tray.setFocus()

    def stop_picking(self) -> None:
        """Stop asking for a die."""
        if self.picking:
            self._tray.offer(())
            self._set_picking(False)

    def pick_own(self, die: int) -> bool:
        """If the player is choosing a die, re-roll the character's die `die`.

        Return whether the player was choosing a die.
        """
        played = self._play.played
        if not self.picking or played is None:
            return False
        self.pick_die(played.owner.dice.index(die) if die in played.owner.dice else NO_DIE)
        return True

    def buy(self) -> None:
        """Buy one success (SPF-10)."""
        self.stop_picking()
        if self._page.may_change():
            self._spiffs.buy()

    def use_earned(self) -> None:
        """Use one success that was earned in sessions (AMB-81)."""
        self.stop_picking()
        if self._page.may_change():
            self._spiffs.use_earned()

    def veto(self) -> None:
        """Undo the last use of spiffs (SPF-17)."""
        self.stop_picking()
        if not self._page.may_change():
            return
        played = self._play.played
        if played is None or played.standing is None:
            self._notices.say(_("Nothing was done to this roll, so there is nothing to undo."))
        self._spiffs.veto()

    def ask_result(self) -> None:
        """Open the popup in which the GM sets another result (amendment 9)."""
        self.stop_picking()
        played = self._play.played
        if self._page.may_change() and played is not None:
            said, task = played.play.ruling, played.reading.task
            measured, why = _is_measured(played), "" if said is None else said.why
            note = _("0 is a tie; below zero is a failure by that many.") if measured else _("Successes counted.")
            fields, owner = result_fields(measured=measured), self._reading.overrule
            self.popup.ask(owner, self._overrule, fields, {"net": task.net, "why": why}, note)

    def _overrule(self, answers: Answers) -> None:
        self._spiffs.overrule(answers.number("net"), answers.key("why"))

    def show_best(self) -> None:
        """Show which die is the best to re-roll. If none may be re-rolled, a message gives the reason."""
        played = self._play.played
        if not self._page.may_change() or played is None:
            return
        why_not = self._spiffs.offers()[0].why_not
        if why_not is not None:
            self._notices.refuse(why_not)
            return
        chances, reading = self._spiffs.best_rerolls(), self._reading
        words = best_words(chances, played.reading.task.reading.dice, reading.model.rows)
        calls = [partial(self.pick_die, one.die) for one in chances]
        head = best_head(chances, measured=_is_measured(played))
        reading.row.show_menu(head, list(zip(words, calls, strict=True)), first=any(one.gain > 0 for one in chances))

    def handle_command(self, command: str) -> bool:
        """Do a command about the roll, or stop choosing a die on Esc. Return whether the command is known.

        If the command has no effect, show a message.
        """
        acts: dict[str, Callable[[], object]] = {
            "result": self.ask_result,
            "reroll": self.pick,
            "success": self.buy,
            "best": self.show_best,
            "veto": self.veto,
        }
        if self.picking:
            acts["leave"] = self.stop_picking
        if any(offer.command == EARNED_SUCCESS for offer in self._spiffs.offers()):
            acts["earned"] = self.use_earned
        act = acts.get(command)
        if act is not None:
            act()
        return act is not None

    def _ask_asset(self) -> None:
        self.asset.ask(self._reading.follow_ups, self._write_asset, asset_fields())

    def _write_asset(self, answers: Answers) -> None:
        self._table.follow_ups.write_with_asset(answers.text("name"), answers.yes("lasting"))

    def _returning(self, heading: str, press: str) -> AskPopup:
        """Return a popup that gives the focus back to the page when it closes."""
        popup = AskPopup(self._page.theme, heading, press, self._reading)
        popup.closed.connect(partial(send_focus_home, self._reading))
        return popup

    def _clicked(self, place: int) -> None:
        if self.picking:
            self.pick_die(place)

    def pick_die(self, place: int) -> None:
        """Re-roll the character's die at this index. If it may not be re-rolled, a message gives the reason."""
        played = self._play.played
        if played is None or place not in self._spiffs.rerollable():
            only = self._spiffs.only_again()
            if only is not None:
                self._notices.refuse(only)
            else:
                self._notices.say(_("Only a die of your own that is not lost can be re-rolled."))
            return
        self.stop_picking()
        if not played.by_hand:
            self._spiffs.reroll(place)
            return
        die = played.dice[place]
        title = _("{task}: {die} again").format(task=played.title, die=die.label)

        def still() -> bool:
            return place in self._spiffs.rerollable()

        def enter(faces: tuple[int, ...]) -> None:
            self._spiffs.reroll(place, faces[0])

        kept = _("What you entered is kept: R and then the same die show it again.")
        gone = keyed(_("This die cannot be re-rolled now: choose another one."), "table.reroll")
        asked = ByHandRequest(lambda: title, lambda: (played.entry.at, place), still, enter, kept, gone)
        self._page.ask_faces(asked, (die,))

    def menu_of(self, place: int) -> "QMenu":
        """Return the menu of a die on the table. Disabled entries give the reason."""
        menu = light_menu(self._tray)
        # Without this, Qt would hide the tooltips of menu entries.
        menu.setToolTipsVisible(True)
        played = self._play.played
        offers = self._spiffs.offers()
        price = spiff_count(offers[0].cost) if offers else ""
        why = self._why_not_again(place)
        words = _("Re-roll · {spiffs}").format(spiffs=price) if price else _("Re-roll")
        self._entry(menu, words, partial(self.pick_die, place), why)
        owners = played.owner.dice if played is not None else self._document.character.available()
        own = owners[place] if 0 <= place < len(owners) else NO_DIE
        why = "" if own != NO_DIE else _("Only a die of your own can be lost here.")
        if own != NO_DIE and own not in self._document.character.available():
            why = _("The die is lost already.")
        words = _("Lose die {n}").format(n=own + 1) if own != NO_DIE else _("Lose the die")
        self._entry(menu, words, partial(self._lose, own), why)
        note = self._reading.note(place)
        why = "" if note else keyed(_("There is no roll on the table: roll first."), "table.throw")
        self._entry(menu, _("Explain"), partial(self._explain, place, note), why)
        return menu

    def _entry(self, menu: "QMenu", words: str, call: Callable[[], object], why: str) -> None:
        entry = menu.addAction(without_mnemonic(f"{words} – {why}" if why else words))
        entry.setEnabled(not why)
        entry.triggered.connect(call)

    def _why_not_again(self, place: int) -> str:
        if self._play.pending:
            return keyed(_("The dice are still in motion: show the result first."), "table.throw")
        offers = self._spiffs.offers()
        if not offers:
            return keyed(_("There is no roll on the table: roll first."), "table.throw")
        if offers[0].why_not is not None:
            return sentence(offers[0].why_not)
        if place not in self._spiffs.rerollable():
            return _("Only a die of your own that is not lost can be re-rolled.")
        return ""

    def _explain(self, place: int, note: str) -> None:
        self._reading.point_at(place)
        self._tray.point_at(place)
        self._notices.say(note)

    def _open_menu(self, place: int, at: QPoint) -> None:
        menu = self.menu_of(place)
        # Each request makes a new menu, so a closed menu is deleted.
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def _set_picking(self, picking: bool) -> None:
        self.picking = picking
        question, acts = self.acts()
        self._reading.set_acts(acts, question)


def _is_measured(played: Played) -> bool:
    """Return whether the roll has a number to beat."""
    return played.reading.task.reading.findings[0].id == "task"
