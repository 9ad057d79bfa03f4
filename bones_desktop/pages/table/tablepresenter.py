"""Shows the roll on the table in the tray, the reading and the log."""

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget

from bones_desktop.desk.table.readingview import ReadingView
from bones_desktop.pages.table.lastthrows import LastThrows
from bones_desktop.pages.table.playview import play_view
from bones_desktop.pages.table.taskstrip import TaskStrip
from bones_desktop.play.bones.harm import done_words
from bones_desktop.play.bones.played import Opponent, Played
from bones_desktop.play.bones.table import Table
from bones_desktop.play.bones.throws import Hand
from bones_desktop.play.followups import FollowUp
from bones_desktop.rules.bones.book.attempts import CHARACTER, OPPONENT
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.log.logentry import ALLOWED_BY_GM, OFF_STAGE, OVERRULED_BY_GM, LogEntry
from bones_desktop.tray.contents import TrayDie
from bones_desktop.tray.traywidget import TrayWidget
from bones_desktop.widgets.byhand.byhand import ByHandEntry
from bones_desktop.widgets.byhand.byhandstate import HandDie
from bones_desktop.widgets.dice.facelook import painted_group
from bones_desktop.wording.language import _
from bones_desktop.wording.log import tag_words
from bones_desktop.wording.names import short_name
from bones_desktop.wording.table import spiff_count

_TOLD_ELSEWHERE: Final = frozenset({OFF_STAGE, ALLOWED_BY_GM, OVERRULED_BY_GM})
"""Tags that the title, the sum or the result of a reading already shows."""


@dataclass(frozen=True, slots=True)
class TableViews:
    """The widgets that show a roll."""

    tray: TrayWidget
    by_hand: ByHandEntry
    stack: QStackedWidget
    """Contains the two widgets above."""
    strip: TaskStrip
    reading: ReadingView
    log: LastThrows


class TablePresenter(QObject):
    """Shows a roll in motion, and its reading when the dice have come to rest."""

    logged = Signal(object)
    """Emitted with a LogEntry that may be shown: its dice have come to rest."""
    amended = Signal(object)
    """Emitted with a LogEntry that has changed."""
    cut_short = Signal(object)
    """Emitted with a Played that left the table before its dice came to rest. The log already contains it."""

    def __init__(
        self,
        table: Table,
        views: TableViews,
        acts: Callable[[], tuple[str, tuple[FollowUp, ...]]],
        undo: Callable[[], FollowUp | None],
        parent: QObject | None = None,
    ) -> None:
        """`acts` returns the question and the acts of the roll on the table, `undo` takes back the last act."""
        super().__init__(parent)
        self._table = table
        self._acts, self._undo = acts, undo
        self._document = table.document
        self._play = play = table.play
        self._spiffs = spiffs = table.spiffs
        self._views = views
        play.thrown.connect(self._thrown)
        spiffs.rethrown.connect(self._rethrown)
        play.settled.connect(self._settled)
        spiffs.amended.connect(self._amended)
        spiffs.relogged.connect(self._relogged)
        spiffs.line_amended.connect(self._relog)
        spiffs.marked.connect(self._marked)
        table.harm.changed.connect(self._show_again)
        table.companions.changed.connect(self._show_again)
        views.tray.settled.connect(play.settle)
        self._show_follow_ups()

    def follow(self, *, same: bool) -> None:
        """Update the roll after a change of the character. `same` is whether this character made the roll.

        A roll made with dice that the character no longer has is removed.
        """
        played, pending = self._play.played, self._play.pending
        if same and played is not None and self._play.stands():
            if not pending:
                self.show_reading(played)
            return
        # Its dice will not come to rest any more, so the log shows it now.
        if played is not None and pending:
            self._tell_log(played)
        self._play.clear()
        if played is not None and pending:
            self.cut_short.emit(played)
        self._views.strip.buttons.show_moving(False)
        self._views.reading.clear()
        self._show_follow_ups()
        self.show_hand()

    def show_hand(self) -> None:
        """Show the dice of the next roll at rest in the tray, with room for added dice."""
        hand, tray = self._hand(), self._views.tray
        other = hand.other.name if hand and hand.other else ""
        tray.set_plate("")
        tray.set_sides(sides_of(self._document.character, other) if other else {})
        tray.show_still(self._coming(hand.shown) if hand else [], room=len(hand.dice) if hand else 0)
        self.warm_up()

    def warm_up(self) -> None:
        """Prepare the next roll while nothing is moving."""
        hand = self._hand()
        if hand is not None:
            self._views.tray.warm(self._coming(hand.dice))

    def _coming(self, dice: Iterable[Die[Face]]) -> list[TrayDie]:
        """Return dice of the next roll as the tray shows them."""
        colours = colours_of(self._document.character, self._views.strip.opponent)
        return tray_dice(self._document.rulebook, dice, colours)

    def _rolled(self, played: Played) -> list[TrayDie]:
        """Return the dice of a roll as the tray shows them."""
        colours = colours_of(self._document.character, played.opponent)
        return tray_dice(self._document.rulebook, played.dice, colours)

    def show_reading(self, played: Played) -> None:
        """Show the current reading of the roll."""
        views, roles = self._views, self._play.roles()
        views.tray.mark(roles)
        views.tray.set_plate(self._plate(played))
        views.tray.show_before(played.replaced)
        character, rulebook = self._document.character, self._document.rulebook
        since = (self._table.harm.words(), self._table.follow_ups.words())
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
            proposed=sum(len(harm.dice) for harm in self._play.proposals()),
        )
        ask, acts = self._acts()
        held = spiff_count(character.spiffs) if character.spiffs else _("no spiffs")
        views.reading.show_roll(
            replace(
                view,
                have=_("You have {spiffs}").format(spiffs=held) if acts else "",
                ask=ask,
                acts=acts,
                done=done_words(rulebook, played),
                undo=self._undo(),
                meant=played.is_meant,
                secret=played.is_secret,
                since=" ".join(filter(None, since)),
            )
        )
        self._show_follow_ups()
        views.tray.explain(views.reading.notes())

    def _plate(self, played: Played) -> str:
        """Return the text on the plate below the tray for a roll."""
        words = (_("Secret") if played.is_secret else "", _("By hand") if played.by_hand else "")
        return " · ".join(each for each in words if each)

    def _show_follow_ups(self) -> None:
        self._views.reading.set_follow_ups([*self._table.follow_ups.all(), *self._table.harm.follow_ups()])

    def _thrown(self, played: Played) -> None:
        views = self._views
        views.strip.used()
        views.strip.buttons.show_moving(True)
        views.reading.wait(played.title)
        views.stack.setCurrentWidget(views.tray)
        dice = self._rolled(played)
        sides = sides_of(self._document.character, played.other.name) if played.other else {}
        views.tray.set_sides(sides)
        views.tray.set_plate(self._plate(played))
        if played.by_hand:
            # Real dice were already rolled, so there is no animation.
            views.tray.show_thrown(dice, played.indices)
            self._play.settle()
        else:
            views.tray.throw(dice, played.indices, secrets.randbits(32))

    def _rethrown(self, played: Played, place: int) -> None:
        views = self._views
        views.reading.wait(played.title)
        views.strip.buttons.show_moving(True)
        if played.uses[-1].is_drawn:
            views.tray.rethrow((place,), played.indices, secrets.randbits(32))
        else:
            views.tray.show_still(self._rolled(played), played.indices)
            self._play.settle()

    def _settled(self, played: Played) -> None:
        self._views.strip.buttons.show_moving(False)
        self._tell_log(played)
        self.show_reading(played)
        self.warm_up()

    def _show_again(self) -> None:
        if self._play.played is None:
            self._show_follow_ups()
        elif not self._play.pending:
            self.show_reading(self._play.played)

    def _amended(self, played: Played) -> None:
        self._views.strip.buttons.show_moving(False)
        self._relog(played.entry)
        # Dice that already show these faces must not jump.
        if self._views.tray.shown != played.indices:
            self._views.tray.show_still(self._rolled(played), played.indices)
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
            return self._play.hand(self._views.strip.request, self._views.strip.opponent)
        except RulesError:
            return None

    def _tell_log(self, played: Played) -> None:
        # A roll with uses of spiffs came to rest earlier, so it is already in the list.
        if played.uses:
            self._relog(played.entry)
        else:
            self._log(played.entry)

    def _log(self, entry: LogEntry) -> None:
        self._views.log.add(entry)
        self.logged.emit(entry)

    def _relog(self, entry: LogEntry) -> None:
        self._views.log.amend(entry)
        self.amended.emit(entry)


def sides_of(character: Character, other: str) -> dict[str, str]:
    """Return the name of the owner for each group of dice. `other` is the opponent; "" for none."""
    own = short_name(one_line(character.name)) or _("No name yet")
    return {CHARACTER: own, OPPONENT: other} if other else {CHARACTER: own}


def colours_of(character: Character, opponent: Opponent | None) -> dict[str, str]:
    """Return the colour of the owner for each group of dice."""
    return {CHARACTER: character.dice_colour, OPPONENT: opponent.character.dice_colour if opponent else ""}


def tray_dice(rulebook: Rulebook, dice: Iterable[Die[Face]], colours: Mapping[str, str]) -> list[TrayDie]:
    """Return dice in the form used by the tray. `colours` are those of their owners."""
    return [
        TrayDie(
            codes := _codes(die),
            die.group,
            die.label,
            _names(rulebook, die),
            painted_group(die.group, codes, colours.get(_owner(die), "")),
        )
        for die in dice
    ]


def hand_dice(
    rulebook: Rulebook, dice: Iterable[Die[Face]], sides: Mapping[str, str], colours: Mapping[str, str]
) -> list[HandDie]:
    """Return dice in the form used by the entry by hand. `sides` names their owners, `colours` are their colours."""
    return [
        HandDie(
            faces=_codes(die),
            names=_names(rulebook, die),
            group=die.group,
            label=die.label,
            owner=sides.get(_owner(die), ""),
            colour=colours.get(_owner(die), ""),
        )
        for die in dice
    ]


def _owner(die: Die[Face]) -> str:
    return OPPONENT if die.group == OPPONENT else CHARACTER


def _codes(die: Die[Face]) -> tuple[str, ...]:
    return tuple(face.code for face in die.faces)


def _names(rulebook: Rulebook, die: Die[Face]) -> tuple[str, ...]:
    return tuple(face_name(rulebook, face) for face in die.faces)
