"""The Table page of a smaller game. It places the game's dice, request, chances and reading in the common frame."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtWidgets import QWidget

from bones_desktop.desk.desk import Desk
from bones_desktop.desk.table.gameview import GameTray, game_view, proposals
from bones_desktop.desk.table.opengame import OpenGame
from bones_desktop.desk.table.rollview import RollView
from bones_desktop.document.document import Change
from bones_desktop.pages.table.gamestrip import GameStrip, OddsCard
from bones_desktop.pages.table.tableframe import TableFrame
from bones_desktop.play.followups import FollowUp
from bones_desktop.play.gameplay import GameRequest, GameThrow, request_from
from bones_desktop.rules.dice import Die
from bones_desktop.rules.records import replace
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.byhand.byhandflow import ByHandRequest
from bones_desktop.widgets.byhand.byhandstate import numbered_die
from bones_desktop.widgets.layouts import FitBoard, FitScroll
from bones_desktop.wording.language import _


class GameTable(TableFrame):
    """The Table page of a smaller game."""

    room_for_reading = 260
    tray: GameTray
    strip: GameStrip

    def __init__(self, desk: Desk, seat: OpenGame, log: ThrowLog | None, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        theme = desk.theme
        self._seat = seat
        self._play = play = seat.play
        self._new: list[LogEntry] = []
        """Log entries for dice that are still in motion."""
        self.tray = GameTray(seat, theme, self)
        self.odds = OddsCard(seat, theme, self)
        self.strip = GameStrip(seat, theme, desk.notices.refuse, self)
        self.form, self.rolls, self.brief, self.press = (
            self.strip.form, self.strip.rolls, self.strip.brief, self.strip.button,
        )  # fmt: skip
        below = FitBoard(self)
        vbox(below, self.odds, margins=0)
        self._below = FitScroll(below, self)
        self.lay_out(play.dice, self._below, log, seat.game.id)
        self.strip.changed.connect(self._new_request)
        self.tray.settled.connect(self._settled)
        play.changed.connect(self._show_throw)
        play.thrown.connect(self._fall)
        play.journal.kept.connect(self._new.append)
        seat.document.changed.connect(self._changed)
        self.strip.follow()
        self._show_throw()

    @property
    def on_table(self) -> LogEntry | None:
        """The log entry of the roll on the table; None if there is no roll."""
        now = self._play.current
        return now.lines[-1] if now is not None else None

    @property
    def moving(self) -> bool:
        """True while the dice of the roll on the table are in motion."""
        return self.tray.flying

    def choose(self, roll: str) -> None:
        """Choose the kind of roll."""
        self.strip.choose(roll)

    def mark(self, entry: LogEntry, mark: str, on: bool) -> None:
        """Set or clear a mark of a line in the log."""
        self._play.mark(mark, on=on, entry=entry)

    def handle_command(self, command: str) -> bool:
        """Choose a kind of roll with a digit; return whether the key was used."""
        return command.isdecimal() and command != "0" and self.strip.choose_number(int(command))

    def set_low(self, low: bool) -> None:
        """Hide the card of chances and fold the kinds of roll, if the page is low."""
        self._below.setVisible(not low)
        self.strip.set_low(low)

    # Lines that other parts of the program write to the log.

    def amend(self, entry: LogEntry) -> None:
        """Replace a log line in the list with its new state."""
        self._new = [entry if each.id == entry.id and entry.id else each for each in self._new]
        self.log.amend(entry)

    def ask_faces(self, asked: ByHandRequest, dice: Sequence[Die[int]]) -> None:
        """Ask for the faces of real dice."""
        names = {die.group: self._seat.named(die.group, "group") for die in dice}
        owned = zip(dice, self._seat.owners(dice), strict=True)
        self.hands.ask(asked, [numbered_die(die, names[die.group], owner.colour) for die, owner in owned], names)

    def _ready(self) -> bool:
        # Another program may have changed the character's file.
        self._seat.document.freshen()
        why_not = self.strip.form.why_not
        if why_not is not None and not self._play.due:
            self.notices.refuse(why_not)
            return False
        return True

    def _roll(self, faces: tuple[int, ...] | None = None) -> None:
        if self._play.due:
            self._play.throw_on(faces)
        else:
            request = self.strip.request
            self._play.throw(request.roll, request.answers, faces, secret=self.strip.secret.isChecked())

    def _next_dice(self) -> tuple[Die[int], ...]:
        plan = self.strip.plan()
        return self._play.due or (plan.dice if plan is not None and not plan.hidden else ())

    def _what(self) -> object:
        return self._seat.who.id, self.strip.request, self._next_dice()

    def _request_of(self, entry: LogEntry) -> GameRequest | None:
        return request_from(entry.request) if entry.game == self._seat.game.id else None

    def _new_request(self) -> None:
        self.hands.follow()
        self.odds.show_odds(self.strip.odds, self.strip.compared() if self.strip.odds is not None else {})
        self._lay_waiting()
        # A widget that the user is using may need more room now. Needing room must not fold this widget.
        self.strip.fold.hold()
        self.room.share()

    def _changed(self, change: Change[Any]) -> None:
        self.strip.follow()
        self.hands.follow(other_character=not change.name)
        self._show_throw()

    def _fall(self, throw: GameThrow) -> None:
        """Show new dice in motion. The reading of the dice is shown when they have stopped."""
        if throw.plan is not None and len(throw.lines) == 1:
            self.strip.used()
        if not throw.by_hand:
            self.hands.overtake(self._what())
        self.strip.buttons.show_moving(True)
        self.reading.wait(self._seat.named(throw.what, "roll" if throw.plan is not None else "act"))
        self.tray.fall(throw.fallen, by_hand=throw.by_hand)

    def _settled(self) -> None:
        self.strip.buttons.show_moving(False)
        self.strip.fold.close()
        self._show_throw()
        self.room.share()

    def _lay_waiting(self) -> None:
        """Show the dice that would be rolled, unless rolled dice are on the table."""
        now, plan = self._play.current, self.strip.plan()
        if now is not None:
            self.tray.lay(now.fallen)
        else:
            self.tray.wait_for(tuple(die for die in plan.dice if die.group not in plan.hidden) if plan else ())

    def _with_next(self, view: RollView, now: GameThrow) -> RollView:
        """Return the view with a button for the roll that usually comes next, such as damage."""
        then = now.reading.then if now.reading is not None and view.meant else None
        if then is None:
            return view
        words = _("Next: {roll}").format(roll=self._seat.named(then.roll, "roll"))
        call = partial(self.strip.show_request, GameRequest(then.roll, then.answers))
        return replace(view, acts=(*view.acts, FollowUp(words, call, icon="", kind="")))

    def _show_throw(self) -> None:
        self.strip.show_due()
        if self.tray.flying:
            return
        self._lay_waiting()
        new, self._new[:] = list(self._new), []
        for entry in new:
            self.log.add(entry)
        now, view = self._play.current, game_view(self._seat)
        if now is None or view is None:
            self.reading.clear()
        else:
            self.reading.show_roll(self._with_next(view, now))
            self.tray.read(now.fallen, now.reading)
        self.reading.set_follow_ups(proposals(self._seat))
        self._show_plate(self.on_table)
