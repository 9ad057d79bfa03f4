"""The Table page of BONES. It places the dice, the task and the reading in the frame that all games share."""

import secrets
from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.desk.desk import Desk
from bones_desktop.document.bones.characterdocument import Change
from bones_desktop.pages.table.injuriespanel import InjuriesPanel
from bones_desktop.pages.table.playview import colours_of, hand_dice, play_view, sides_of, tray_dice
from bones_desktop.pages.table.tablecontroller import TableController
from bones_desktop.pages.table.tableframe import TableFrame
from bones_desktop.pages.table.taskstrip import TaskStrip
from bones_desktop.play.bones.hands import Hand
from bones_desktop.play.bones.harm import done_words
from bones_desktop.play.bones.played import Played
from bones_desktop.play.bones.table import Table
from bones_desktop.play.bones.throws import GAME, kept_request
from bones_desktop.play.followups import TrackerAsk, TrackerTab
from bones_desktop.rules.bones.book.attempts import OPPONENT
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.requests import OFF_STAGE as OFF_STAGE_KINDS
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind, is_magic_use, skill_of, usual_items
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.records import replace
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.log.logentry import ALLOWED_BY_GM, OFF_STAGE, OVERRULED_BY_GM, LogEntry
from bones_desktop.tray.contents import TrayDie
from bones_desktop.tray.motion import BakedThrows
from bones_desktop.tray.traywidget import TrayWidget
from bones_desktop.widgets.byhand.byhandflow import ByHandRequest
from bones_desktop.widgets.plaintext import GUIDE_PAGE
from bones_desktop.wording.language import _
from bones_desktop.wording.log import tag_words
from bones_desktop.wording.table import spiff_count

_TOLD_ELSEWHERE: Final = frozenset({OFF_STAGE, ALLOWED_BY_GM, OVERRULED_BY_GM})
"""Tags that the title, the sum or the result of a reading already shows."""


class TablePage(TableFrame):
    """The Table page of BONES. It shows a roll in motion, and its reading when the dice have stopped."""

    logged = Signal(object)
    """Emitted with a LogEntry whose dice have stopped, so that the entry may be shown."""
    amended = Signal(object)
    """Emitted with a LogEntry that has changed."""
    cut_short = Signal(object)
    """Emitted with a Played that left the table before its dice stopped. Its line is already in the log."""
    tray: TrayWidget
    strip: TaskStrip

    def __init__(self, desk: Desk, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        theme = desk.theme
        self.table = table
        self._document = document = table.document
        table.opponent.set_rulebook(document.rulebook)
        self.play = table.play
        self.spiffs = table.spiffs
        self.tray = TrayWidget(theme, BakedThrows(shipped("resources") / "throws"), self)
        self.injuries = InjuriesPanel(document, theme, table.play.today, self)
        self.strip = TaskStrip(theme, document.rulebook, table.opponent, self)
        self.lay_out(self.play.dice, self.injuries, table.log, GAME)
        self.controller = TableController(self, table, self._lose)
        self._odds_due = True
        self._connect()
        self.strip.show_character(document.character)
        self._new_request()

    @property
    def on_table(self) -> LogEntry | None:
        """The log entry of the roll on the table; None if there is no roll."""
        played = self.play.played
        return played.entry if played is not None else None

    @property
    def moving(self) -> bool:
        """True while the dice of the roll on the table are in motion."""
        return self.play.pending

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use another rulebook for icons and dice, after packs were added or removed."""
        self.strip.set_rulebook(rulebook)
        self.log.set_rulebook(rulebook)

    def ask(self, request: Request) -> None:
        """Choose a request made on another page."""
        self._make_ready(request, self.strip.name_of(request))

    def mark(self, entry: LogEntry, mark: str, on: bool) -> None:
        """Set or clear a mark of a line in the log."""
        self.controller.stop_picking()
        self.spiffs.mark(entry, mark, on=on)

    def set_low(self, low: bool) -> None:
        """Set whether the page is low, so that the panel below the tray shows less."""
        self.injuries.set_low(low)

    def showEvent(self, event: QShowEvent) -> None:
        """Update the chances, which are not calculated while the page is hidden."""
        super().showEvent(event)
        self.table.opponent.begin_evening(self.play.dice.begin().commitment)
        if self._odds_due:
            self._show_odds()

    def handle_command(self, command: str) -> bool:
        """Choose, lose or heal a die, use spiffs, or change the roll. Return whether the command is known."""
        call = {"injure": self.injuries.injure, "heal": self.injuries.heal}.get(command)
        if command.isdecimal():
            self._digit(int(command))
        elif call is not None:
            call()
        else:
            return self.controller.handle_command(command)
        return True

    def _digit(self, number: int) -> None:
        # The key 0 means the tenth die.
        die = (number or 10) - 1
        if not self.controller.pick_own(die):
            self.injuries.choose(die)

    def _follow(self, *, same: bool) -> None:
        """Update the roll on the table after a change of the character.

        `same` is True if the same character is still open. A roll is removed from the table if another character is
        open, or if the character no longer has its dice.
        """
        played, pending = self.play.played, self.play.pending
        if same and played is not None and self.play.stands():
            if not pending:
                self.show_reading(played)
            return
        # The roll leaves the table before its dice stop, so add it to the list of rolls now.
        if played is not None and pending:
            self._tell_log(played)
        self.play.clear()
        if played is not None and pending:
            self.cut_short.emit(played)
        self.strip.buttons.show_moving(False)
        self.reading.clear()
        self._show_follow_ups()
        self.show_hand()

    def show_hand(self) -> None:
        """Show the dice of the next roll at rest in the tray, and leave room for dice that may be added."""
        hand, tray = self._hand(), self.tray
        other = hand.other.name if hand and hand.other else ""
        tray.set_plate("")
        tray.set_sides(sides_of(self._document.character, other) if other else {})
        tray.show_still(self._coming(hand.shown) if hand else [], room=len(hand.dice) if hand else 0)
        self.warm_up()

    def warm_up(self) -> None:
        """Prepare the next roll in advance, while nothing is moving."""
        hand = self._hand()
        if hand is not None:
            self.tray.warm(self._coming(hand.dice))

    def _coming(self, dice: Iterable[Die[Face]]) -> list[TrayDie]:
        """Return dice of the next roll as the tray shows them."""
        return tray_dice(self._document.rulebook, dice, colours_of(self._document.character, self.strip.opponent))

    def _rolled(self, played: Played) -> list[TrayDie]:
        """Return the dice of a roll as the tray shows them."""
        colours = colours_of(self._document.character, played.opponent)
        return tray_dice(self._document.rulebook, played.dice, colours)

    def show_reading(self, played: Played) -> None:
        """Show the current reading of the roll."""
        roles = self.play.roles()
        self.tray.mark(roles)
        self._show_plate(played.entry)
        self.tray.show_before(played.replaced)
        character, rulebook = self._document.character, self._document.rulebook
        since = (self.table.harm.words(), self.table.follow_ups.words())
        view = play_view(
            rulebook,
            character.house_rules,
            played.play,
            played.reading,
            title=played.title,
            roles=roles[: len(played.throw.dice)],
            name=played.owner.name,
            colours=colours_of(character, played.opponent),
            tags=tag_words(tag for tag in played.entry.tags if tag not in _TOLD_ELSEWHERE),
            proposed=sum(len(harm.dice) for harm in self.play.proposals()),
        )
        ask, acts = self.controller.acts()
        held = spiff_count(character.spiffs) if character.spiffs else _("no spiffs")
        self.reading.show_roll(
            replace(
                view,
                have=_("You have {spiffs}").format(spiffs=held) if acts else "",
                ask=ask,
                acts=acts,
                done=done_words(rulebook, played),
                undo=self.controller.undo(),
                meant=played.is_meant,
                secret=played.is_secret,
                since=" ".join(filter(None, since)),
            )
        )
        self._show_follow_ups()
        self.tray.explain(self.reading.notes())

    def _connect(self) -> None:
        notices, navigation = self.notices, self._desk.navigation
        self.injuries.refused.connect(notices.refuse)
        self.strip.changed.connect(self._new_request)
        self.play.thrown.connect(self._thrown)
        self.play.settled.connect(self._settled)
        self.spiffs.rethrown.connect(self._rethrown)
        self.spiffs.amended.connect(self._amended)
        self.spiffs.relogged.connect(self._relogged)
        self.spiffs.line_amended.connect(self._relog)
        self.spiffs.marked.connect(self._marked)
        for changed in (self.table.harm.changed, self.table.companions.changed):
            changed.connect(self._show_again)
        self.tray.settled.connect(self.play.settle)
        self.table.follow_ups.tracker_requested.connect(navigation.show_tracker)
        self.injuries.die_selected.connect(self._die_chosen)
        self.injuries.spiffs.ledger.triggered.connect(self._show_ledger)
        self.tray.clicked.connect(self._tray_clicked)
        self._show_follow_ups()
        self._document.changed.connect(self._changed)

    def _show_ledger(self) -> None:
        self._desk.navigation.show_tracker(TrackerAsk(TrackerTab.SPIFFS))

    def _changed(self, change: Change) -> None:
        self.strip.show_character(self._document.character)  # pending acts may be done by now
        self._show_odds()
        self.controller.stop_picking()
        self._follow(same=bool(change.name))
        # Dice entered by hand are kept if the dice stay the same.
        self.hands.follow(other_character=not change.name)
        self.room.share()

    def _show_odds(self) -> None:
        """Show the chances of the request, and whether it may be rolled. A hidden page calculates no chances."""
        request, opponent = self.strip.request, self.strip.opponent
        self.setProperty(GUIDE_PAGE, _guide(request))
        self._odds_due = not self.isVisible()
        try:
            self.strip.show_eligibility(self.play.hand(request, opponent).eligibility)
            if not self._odds_due:
                self.strip.show_chance(*self.play.prospect(request, opponent))
        except RulesError as error:
            self.notices.refuse(error.reason)

    def _new_request(self) -> None:
        self.table.harm.catch_up()
        self.controller.stop_picking()
        self.hands.follow()
        self._show_odds()
        # Folding must not hide the widget that the user is using.
        self.strip.fold.hold()
        self.room.share()
        if self.play.played is None:
            self.show_hand()
        else:
            self.warm_up()

    def _owners(self) -> tuple[int, ...]:
        played = self.play.played
        return played.owner.dice if played is not None else self._document.character.available()

    def _tray_clicked(self, place: int) -> None:
        owners = self._owners()
        if place < len(owners):
            self.injuries.choose(owners[place])

    def _lose(self, die: int) -> None:
        self.injuries.choose(die)
        self.injuries.injure()

    def _die_chosen(self, die: int) -> None:
        owners = self._owners()
        self.tray.point_at(owners.index(die) if die in owners else -1)

    def _show_follow_ups(self) -> None:
        self.reading.set_follow_ups([*self.table.follow_ups.all(), *self.table.harm.follow_ups()])

    def ask_faces(self, asked: ByHandRequest, dice: Sequence[Die[Face]]) -> None:
        """Ask for the faces of real dice."""
        character, rulebook, opponent = self._document.character, self._document.rulebook, self.strip.opponent
        met = opponent is not None and any(die.group == OPPONENT for die in dice)
        sides, colours = sides_of(character, opponent.name if opponent and met else ""), colours_of(character, opponent)
        self.hands.ask(asked, hand_dice(rulebook, dice, sides, colours), sides)

    def _ready(self) -> bool:
        # The files may have been changed by another program, or another evening may have begun.
        self._document.freshen()
        self.controller.stop_picking()
        self.table.opponent.begin_evening(self.play.dice.begin().commitment)
        self.table.opponent.read_again()
        self.table.harm.catch_up(again=True)
        missing = self.strip.missing
        if missing:
            self.notices.say(missing)
        return not missing

    def _roll(self, faces: tuple[int, ...] | None = None) -> None:
        self.play.throw(self.strip.request, self.strip.opponent, faces, secret=self.strip.secret.isChecked())

    def _next_dice(self) -> tuple[Die[Face], ...]:
        hand = self.play.hand(self.strip.request, self.strip.opponent)
        if not hand.eligibility.allowed:
            raise RulesError(hand.eligibility.reason)
        return hand.dice

    def _what(self) -> object:
        return self._document.character.id, self.strip.request, self._next_dice()

    def _request_of(self, entry: LogEntry) -> Request | None:
        request, character = kept_request(entry, self._document.rulebook), self._document.character
        # A request that another character made has that character's equipment and permissions, so they are replaced.
        if request is not None and entry.character_id != character.id:
            items = usual_items(self._document.rulebook, character, skill_of(request), request.distance)
            request = replace(request, items=items, allowed_by_gm=False, opponent_allowed_by_gm=False)
        return request

    def _thrown(self, played: Played) -> None:
        if not played.by_hand:
            self.hands.overtake((played.owner.id, played.request, played.dice))
        self.strip.used()
        self.strip.buttons.show_moving(True)
        self.reading.wait(played.title)
        self._stack.setCurrentWidget(self.tray)
        dice = self._rolled(played)
        self.tray.set_sides(sides_of(self._document.character, played.other.name) if played.other else {})
        self._show_plate(played.entry)
        if played.by_hand:
            # Real dice were already rolled, so there is no animation.
            self.tray.show_thrown(dice, played.indices)
            self.play.settle()
        else:
            self.tray.throw(dice, played.indices, secrets.randbits(32))

    def _rethrown(self, played: Played, place: int) -> None:
        self.reading.wait(played.title)
        self.strip.buttons.show_moving(True)
        if played.uses[-1].is_drawn:
            self.tray.rethrow((place,), played.indices, secrets.randbits(32))
        else:
            self.tray.show_still(self._rolled(played), played.indices)
            self.play.settle()

    def _settled(self, played: Played) -> None:
        self.strip.buttons.show_moving(False)
        self._tell_log(played)
        self.show_reading(played)
        self.warm_up()
        # Make room for the new reading: fold conditions that the user opened.
        self.strip.fold.close()
        self.room.share()

    def _show_again(self) -> None:
        if self.play.played is None:
            self._show_follow_ups()
        elif not self.play.pending:
            self.show_reading(self.play.played)

    def _amended(self, played: Played) -> None:
        self.strip.buttons.show_moving(False)
        self._relog(played.entry)
        # If the dice already show these faces, they are not placed again, because they would jump.
        if self.tray.shown != played.indices:
            self.tray.show_still(self._rolled(played), played.indices)
        self.show_reading(played)

    def _relogged(self, played: Played) -> None:
        self._relog(played.entry)

    def _marked(self, entry: LogEntry) -> None:
        self._relog(entry)
        self._show_again()

    def _hand(self) -> Hand | None:
        """Return the dice of the next roll; None if there is nothing to roll."""
        if not self._document.character.available():
            return None
        try:
            return self.play.hand(self.strip.request, self.strip.opponent)
        except RulesError:
            return None

    def _tell_log(self, played: Played) -> None:
        # A roll for which spiffs were used was added to the list earlier, so change its entry.
        if played.uses:
            self._relog(played.entry)
        else:
            self._log(played.entry)

    def _log(self, entry: LogEntry) -> None:
        self.log.add(entry)
        self.logged.emit(entry)

    def _relog(self, entry: LogEntry) -> None:
        self.log.amend(entry)
        self.amended.emit(entry)


def _guide(request: Request) -> str:
    """Return the guide page for a request."""
    if request.kind in OFF_STAGE_KINDS:
        return "seasons"
    if is_magic_use(request):
        return "magic"
    return "opposing" if request.kind is ThrowKind.TASK and not request.difficulty else "trying"
