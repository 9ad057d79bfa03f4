"""The Table page of BONES: in the frame of all games, its dice, task and reading."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.desk.desk import Desk
from bones_desktop.desk.table.readingview import ReadingView
from bones_desktop.document.bones.characterdocument import Change
from bones_desktop.pages.table.injuriespanel import InjuriesPanel
from bones_desktop.pages.table.lastthrows import LastThrows
from bones_desktop.pages.table.tablecontroller import TableController
from bones_desktop.pages.table.tableframe import TableFrame
from bones_desktop.pages.table.tablepresenter import TablePresenter, TableViews
from bones_desktop.pages.table.taskstrip import TaskStrip
from bones_desktop.play.bones.table import Table
from bones_desktop.play.bones.throws import GAME, kept_request, recent_requests
from bones_desktop.play.followups import TrackerAsk, TrackerTab
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.requests import (
    OFF_STAGE,
    Request,
    ThrowKind,
    is_magic_use,
    skill_of,
    usual_items,
)
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.locations import shipped
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.tray.motion import BakedThrows
from bones_desktop.tray.traywidget import TrayWidget
from bones_desktop.widgets.plaintext import GUIDE_PAGE
from bones_desktop.wording.language import _
from bones_desktop.wording.table import request_name


class TablePage(TableFrame):
    """The Table page of BONES."""

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
        self.reading = ReadingView(theme, self)
        self.log = LastThrows(theme, table.log, document.rulebook, self.connect_list, self, GAME)
        self.lay_out(self.play.dice, self.tray, self.injuries, self.strip, self.reading, self.log)
        views = TableViews(self.tray, self.by_hand, self._stack, self.strip, self.reading, self.log)
        self.controller = controller = TableController(table, views, theme, self)
        self.presenter = TablePresenter(table, views, controller.acts, controller.undo, self)
        self._odds_due = True
        self._connect()
        self.strip.show_character(document.character)
        self.strip.last.set_recent(recent_requests(table.log, document.rulebook))
        self._new_request()

    @property
    def on_table(self) -> LogEntry | None:
        """The line of the roll on the table; None if there is no roll."""
        played = self.play.played
        return played.entry if played is not None else None

    @property
    def moving(self) -> bool:
        """Whether the dice of the roll on the table are in motion."""
        return self.play.pending

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use another rulebook for icons and dice, after packs were added or removed."""
        self.strip.set_rulebook(rulebook)
        self.log.set_rulebook(rulebook)

    def throw(self) -> None:
        """Roll for the chosen request; while dice are moving, show their result at once."""
        self.controller.throw()

    def injure(self) -> None:
        """Lose the chosen die."""
        self.injuries.injure()

    def heal(self) -> None:
        """Heal one die."""
        self.injuries.heal()

    def repeat(self, entry: LogEntry) -> None:
        """Choose the request of a roll in the log again. If it is no longer possible, show a message."""
        try:
            request = kept_request(entry, self._document.rulebook)
        except RulesError as error:
            self.notices.refuse(error.reason)
            return
        if request is None:
            self.notices.say(_("The log did not keep the task of this roll."))
            return
        character = self._document.character
        # Equipment and permissions of the request belong to another character.
        if entry.character_id != character.id:
            items = usual_items(self._document.rulebook, character, skill_of(request), request.distance)
            request = replace(request, items=items, allowed_by_gm=False, opponent_allowed_by_gm=False)
        self._make_ready(request, entry.title)

    def ask(self, request: Request) -> None:
        """Choose a request made on another page."""
        self._make_ready(request, request_name(self._document.rulebook, request))

    def enter_by_hand(self) -> None:
        """Ask for the faces of real dice rolled for the chosen request."""
        self.controller.ask_by_hand()

    def mark(self, entry: LogEntry, mark: str, on: bool) -> None:
        """Set or clear a mark of a line in the log."""
        self.spiffs.mark(entry, mark, on=on)

    def set_low(self, low: bool) -> None:
        """Show less of the dice below the tray, if the page is low."""
        self.injuries.set_low(low)

    def showEvent(self, event: QShowEvent) -> None:
        """Update the chances, which are not calculated while the page is hidden."""
        super().showEvent(event)
        self.table.opponent.begin_evening(self.play.dice.begin().commitment)
        if self._odds_due:
            self._show_odds()

    def handle_key(self, event: QKeyEvent) -> bool:
        """Choose, lose or heal a die, use spiffs, or change the roll; return whether the key was used."""
        key = Qt.Key(event.key())
        call = {Qt.Key.Key_I: self.injure, Qt.Key.Key_H: self.heal}.get(key)
        if Qt.Key.Key_0 <= key <= Qt.Key.Key_9:
            self._digit(key - Qt.Key.Key_0)
        elif call is not None:
            # Holding a key down must not wound repeatedly.
            if not event.isAutoRepeat():
                call()
        else:
            return self.controller.handle_key(key)
        return True

    def _digit(self, number: int) -> None:
        # The key 0 means the tenth die.
        die = (number or 10) - 1
        if not self.controller.pick_own(die):
            self.injuries.choose(die)

    def _connect(self) -> None:
        notices, navigation = self.notices, self._desk.navigation
        self.injuries.refused.connect(notices.refuse)
        self.strip.changed.connect(self._new_request)
        self.play.settled.connect(self._settled)
        self.table.follow_ups.tracker_requested.connect(navigation.show_tracker)
        self.injuries.die_selected.connect(self._die_chosen)
        self.injuries.spiffs.ledger.triggered.connect(self._show_ledger)
        self.tray.clicked.connect(self._tray_clicked)
        self.controller.lose_asked.connect(self._lose)
        self._document.changed.connect(self._changed)

    def _show_ledger(self) -> None:
        self._desk.navigation.show_tracker(TrackerAsk(TrackerTab.SPIFFS))

    def _changed(self, change: Change) -> None:
        self.strip.show_character(self._document.character)  # pending acts may be done by now
        self._show_odds()
        self.controller.stop_picking()
        self.presenter.follow(same=bool(change.name))
        self.controller.follow(change)
        self.room.share()

    def _show_odds(self) -> None:
        """Show whether the request may be rolled and its chances. Chances wait until the page is visible."""
        request, opponent = self.strip.request, self.strip.opponent
        self.setProperty(GUIDE_PAGE, _guide(request))
        self._odds_due = not self.isVisible()
        try:
            self.strip.show_eligibility(self.play.hand(request, opponent).eligibility)
            if not self._odds_due:
                prospect = self.play.prospect(request, opponent)
                self.strip.show_chance(prospect.odds, prospect.with_bought)
        except RulesError as error:
            self.notices.refuse(error.reason)

    def _settled(self) -> None:
        """Make room for the new reading: fold conditions that the user opened."""
        self.strip.fold.close()
        self.room.share()

    def _new_request(self) -> None:
        self.table.harm.catch_up()
        self.controller.follow_request()
        self._show_odds()
        # Folding must not hide the widget that the user is using.
        self.strip.fold.hold()
        self.room.share()
        if self.play.played is None:
            self.presenter.show_hand()
        else:
            self.presenter.warm_up()

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

    def _make_ready(self, request: Request, name: str) -> None:
        self.strip.show_request(request)
        self._say_ready(name)


def _guide(request: Request) -> str:
    """Return the guide page for a request."""
    if request.kind in OFF_STAGE:
        return "seasons"
    if is_magic_use(request):
        return "magic"
    return "opposing" if request.kind is ThrowKind.TASK and not request.difficulty else "trying"
