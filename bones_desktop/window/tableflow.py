"""Joins a throw that was decided to what shows it: tray, reading, log; and spiffs, vetoes and real dice to the play."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget

from bones_desktop.document.document import Change, CharacterDocument
from bones_desktop.panels.table.byhand import ByHandEntry
from bones_desktop.panels.table.lastthrows import LastThrows
from bones_desktop.panels.table.playview import play_view
from bones_desktop.panels.table.readingview import Act, ReadingView
from bones_desktop.panels.table.taskstrip import TaskStrip
from bones_desktop.panels.tray.traywidget import TrayWidget
from bones_desktop.rules.bones.attempts import CHARACTER
from bones_desktop.rules.bones.icons import Face
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.logentry import LogEntry
from bones_desktop.window.played import OPPONENT, Played
from bones_desktop.window.spiffplay import SpiffPlay
from bones_desktop.window.tableplay import Proposal, TablePlay
from bones_desktop.window.tablewords import done_words, hand_dice, proposal_words, tray_dice
from bones_desktop.wording.log import tag_words
from bones_desktop.wording.table import request_name


@dataclass(frozen=True, slots=True)
class TableViews:
    """What a throw is shown by."""

    tray: TrayWidget
    by_hand: ByHandEntry
    stack: QStackedWidget
    """Holds the two above."""
    strip: TaskStrip
    reading: ReadingView
    log: LastThrows


class TableFlow(QObject):
    """Leads each throw from the request to the reading, and what is done to it from there."""

    refused = Signal(object)
    """A Reason."""
    told = Signal(str)
    logged = Signal(object)
    """A LogEntry that may be read now: its dice lie still."""
    amended = Signal(object)
    """A LogEntry that is another now."""
    done = Signal()
    """The keys belong to the page again."""

    def __init__(
        self,
        document: CharacterDocument,
        play: TablePlay,
        spiffs: SpiffPlay,
        views: TableViews,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._play = play
        self._spiffs = spiffs
        self._views = views
        self._wanted: Callable[[tuple[int, ...]], None] | None = None
        """What is done with the faces entered by hand."""
        self._picking = False
        play.thrown.connect(self._thrown)
        spiffs.rethrown.connect(self._rethrown)
        play.settled.connect(self._settled)
        spiffs.amended.connect(self._amended)
        views.tray.settled.connect(play.settle)
        views.tray.clicked.connect(self._clicked)
        views.tray.declined.connect(self.stop_picking)
        views.reading.reroll_asked.connect(self.pick)
        views.reading.buy_asked.connect(self.buy)
        views.reading.earned_asked.connect(spiffs.use_earned)
        views.reading.veto_asked.connect(self.veto)
        views.reading.best_asked.connect(self.show_best)
        views.reading.reroll_picked.connect(self._pick)
        views.reading.pick_declined.connect(self.stop_picking)
        views.reading.refused.connect(self.refused)
        views.by_hand.entered.connect(self._entered)
        views.by_hand.left.connect(self.leave_by_hand)

    @property
    def picking(self) -> bool:
        """Whether a die to throw again is being chosen."""
        return self._picking

    def throw(self) -> None:
        """Throw for the request chosen; while dice are in motion, show the result at once instead."""
        if self._play.pending:
            self._views.tray.skip()
            return
        self.stop_picking()
        self.leave_by_hand()
        if self._views.strip.missing:
            self.told.emit(self._views.strip.missing)
            return
        self._play.throw(self._views.strip.request, self._views.strip.opponent)

    def ask_by_hand(self) -> None:
        """Ask what the real dice show, for the request chosen."""
        if self._play.pending:
            return
        self.stop_picking()
        if self._views.strip.missing:
            self.told.emit(self._views.strip.missing)
            return
        request, opponent = self._views.strip.request, self._views.strip.opponent
        try:
            hand = self._play.hand(request, opponent)
        except RulesError as error:
            self.refused.emit(error.reason)
            return
        if not hand.eligibility.allowed:
            self.refused.emit(hand.eligibility.reason)
            return
        other = hand.other.name if hand.other else ""
        title = request_name(self._document.rulebook, request, self.tr, other)
        self._ask(title, hand.dice, other, lambda faces: self._play.enter(request, opponent, faces))

    def pick(self) -> None:
        """Let a die be chosen to throw again (SPF-9); told why when none may be."""
        if self._picking:
            self.stop_picking()
            return
        offers = self._spiffs.offers()
        if self._play.pending or not offers:
            return
        if offers[0].why_not is not None:
            self.refused.emit(offers[0].why_not)
            return
        self._set_picking(True)
        self._views.tray.offer(self._spiffs.rerollable())
        self._views.tray.setFocus()

    def stop_picking(self) -> None:
        """Choose no die after all."""
        if self._picking:
            self._views.tray.offer(())
            self._set_picking(False)

    def pick_own(self, die: int) -> bool:
        """Throw the character's die `die` again if one is being chosen; return whether that was so."""
        played = self._play.played
        if not self._picking or played is None:
            return False
        if die in played.owner.dice:
            self._pick(played.owner.dice.index(die))
        return True

    def buy(self) -> None:
        """Buy one success (SPF-10)."""
        self.stop_picking()
        self._spiffs.buy()

    def veto(self) -> None:
        """Take back what spiffs did last (SPF-17)."""
        self.stop_picking()
        self._spiffs.veto()

    def show_best(self) -> None:
        """Say which die is best thrown again."""
        self._views.reading.show_best(self._spiffs.best_rerolls())

    def leave_by_hand(self) -> None:
        """Show the tray again, without any entered face."""
        self._wanted = None
        self._views.stack.setCurrentWidget(self._views.tray)
        self.done.emit()

    def follow(self, change: Change) -> None:
        """Show the throw as it is after a change of the character, or clear the table when it no longer stands."""
        played, pending = self._play.played, self._play.pending
        self.stop_picking()
        if change.name and played is not None and self._play.stands():
            if not pending:
                self.show_reading(played)
            return
        if played is not None and pending:
            self._log(played.entry)
        self._play.clear()
        self.leave_by_hand()
        self._views.strip.show_moving(False)
        self._views.reading.clear()
        self.show_hand()

    def show_hand(self) -> None:
        """Lay the dice that would be thrown still in the tray."""
        try:
            hand = self._play.hand(self._views.strip.request, self._views.strip.opponent)
        except RulesError:
            hand = None
        own = bool(self._document.character.available())
        other = hand.other.name if hand and hand.other else ""
        self._views.tray.set_plate("")
        self._views.tray.set_sides(self._sides(other) if other else {})
        self._views.tray.show_still(tray_dice(self._document.rulebook, hand.shown) if hand and own else [])

    def show_reading(self, played: Played) -> None:
        """Show what the throw means now."""
        views, roles = self._views, self._play.roles()
        views.tray.mark(roles)
        views.tray.show_before(played.replaced)
        character = self._document.character
        views.reading.show_play(
            play_view(
                self._document.rulebook,
                character.house_rules,
                played.play,
                played.reading,
                title=played.title,
                name=played.owner.name,
                roles=roles[: len(played.throw.dice)],
                offers=self._spiffs.offers(),
                spiffs=character.spiffs,
                done=done_words(self._document.rulebook, played, self.tr),
                veto=played.standing is not None,
                tags=tag_words(played.entry.tags, self.tr),
            )
        )
        views.reading.set_acts([self._act(each) for each in self._play.proposals()])
        views.tray.explain(views.reading.notes())

    def _thrown(self, played: Played) -> None:
        views = self._views
        views.strip.used()
        views.strip.show_moving(True)
        views.reading.wait(played.title)
        views.stack.setCurrentWidget(views.tray)
        dice = tray_dice(self._document.rulebook, played.dice)
        views.tray.set_sides(self._sides(played.other.name) if played.other else {})
        views.tray.set_plate(self.tr("By hand") if played.by_hand else "")
        if played.by_hand:
            views.tray.show_still(dice, played.indices)
            self._play.settle()
        else:
            views.tray.throw(dice, played.indices, secrets.randbits(32))

    def _rethrown(self, played: Played, place: int) -> None:
        views = self._views
        views.reading.wait(played.title)
        views.strip.show_moving(True)
        if played.uses[-1].number:
            views.tray.rethrow((place,), played.indices, secrets.randbits(32))
        else:
            views.tray.show_still(tray_dice(self._document.rulebook, played.dice), played.indices)
            self._play.settle()

    def _settled(self, played: Played) -> None:
        self._views.strip.show_moving(False)
        if played.uses:
            self._relog(played.entry)
        else:
            self._log(played.entry)
        self.show_reading(played)

    def _amended(self, played: Played) -> None:
        self._relog(played.entry)
        if self._views.tray.shown != played.indices:
            self._views.tray.show_still(tray_dice(self._document.rulebook, played.dice), played.indices)
        self.show_reading(played)

    def _log(self, entry: LogEntry) -> None:
        self._views.log.add(entry)
        self.logged.emit(entry)

    def _relog(self, entry: LogEntry) -> None:
        self._views.log.amend(entry)
        self.amended.emit(entry)

    def _clicked(self, place: int) -> None:
        if self._picking:
            self._pick(place)

    def _pick(self, place: int) -> None:
        played = self._play.played
        self.stop_picking()
        if played is None or place not in self._spiffs.rerollable():
            return
        if not played.by_hand:
            self._spiffs.reroll(place)
            return
        die = played.dice[place]
        title = self.tr("{task}: {die} again").format(task=played.title, die=die.label)
        self._ask(title, (die,), "", lambda faces: self._spiffs.reroll(place, faces[0]))

    def _ask(
        self, title: str, dice: tuple[Die[Face], ...], other: str, then: Callable[[tuple[int, ...]], None]
    ) -> None:
        sides = self._sides(other)
        self._wanted = then
        self._views.stack.setCurrentWidget(self._views.by_hand)
        self._views.by_hand.begin(title, hand_dice(self._document.rulebook, dice, sides), sides)

    def _entered(self, faces: tuple[int, ...]) -> None:
        then = self._wanted
        self.leave_by_hand()
        if then is not None:
            then(faces)

    def _set_picking(self, picking: bool) -> None:
        self._picking = picking
        self._views.reading.picking(picking)

    def _sides(self, other: str) -> dict[str, str]:
        own = " ".join(self._document.character.name.split()) or self.tr("No name yet")
        return {CHARACTER: own, OPPONENT: other} if other else {CHARACTER: own}

    def _act(self, proposal: Proposal) -> Act:
        text, tip = proposal_words(proposal, self.tr)
        return Act(text, lambda: self._play.take(proposal), tip)
