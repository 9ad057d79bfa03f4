"""The Table page: on one side the tray above the character's dice, on the other the task, the reading and the log."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QSplitter, QStackedWidget, QWidget

from bones_desktop.desk.desk import Desk
from bones_desktop.desk.table.readingview import ReadingView
from bones_desktop.document.bones.characterdocument import Change
from bones_desktop.pages.table.injuriespanel import InjuriesPanel
from bones_desktop.pages.table.lasttasks import LastThrows
from bones_desktop.pages.table.tablecontroller import TableController
from bones_desktop.pages.table.tablepresenter import TablePresenter, TableViews
from bones_desktop.pages.table.taskstrip import TaskStrip
from bones_desktop.play.bones.table import Table
from bones_desktop.play.bones.throws import TablePlay, kept_request, recent_requests
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
from bones_desktop.storage.files.settings import Favourite
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.theme.motion import Speed
from bones_desktop.theme.theme import Theme
from bones_desktop.tray.motion import BakedThrows
from bones_desktop.tray.traywidget import TrayWidget
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.byhand.byhand import ByHandEntry
from bones_desktop.widgets.focus import FOCUS_HOME
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import GUIDE_PAGE
from bones_desktop.widgets.text.labels import ElidedLabel
from bones_desktop.wording.language import _
from bones_desktop.wording.log import entry_line
from bones_desktop.wording.table import request_name

if TYPE_CHECKING:
    from bones_desktop.widgets.throwlist.throwview import ThrowView


ROOM_FOR_LOG: Final = 700
"""Smallest page height, before the text size, at which the last rolls are shown as a list."""
ROOM_FOR_ALL: Final = 560
"""Smallest page height, before the text size, at which everything below the tray is shown in full."""
ROOM_FOR_READING: Final = 385
"""Smallest height, before the text size, for a reading next to all choices."""
ROOM_FOR_LINE: Final = 290
"""Smallest height, before the text size, at which a reading leaves a line for the previous roll."""
AFTER_MS: Final = 50
"""Delay between the first paint and showing rolls of earlier days, in milliseconds."""
DICE_SHARE: Final = 0.42
"""Largest share of the height for the character's dice below the tray."""


class TableColumns(QSplitter):
    """Two columns: the tray above the dice, and the task strip above reading and log. Dividers can be moved."""

    def __init__(
        self,
        tray: QWidget,
        injuries: InjuriesPanel,
        strip: TaskStrip,
        reading: QWidget,
        log: LastThrows,
        theme: Theme,
        page: QWidget,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, page)
        self.strip, self.injuries, self.log = strip, injuries, log
        self.dice_frame, self.log_frame = padded(injuries, theme), padded(log, theme)
        left = column(tray, self.dice_frame, growing=tray)
        told = QSplitter(Qt.Orientation.Vertical, page)
        told.addWidget(padded(reading, theme, right=False))
        told.addWidget(self.log_frame)
        self.right = column(padded(strip, theme), told, growing=told)
        self.addWidget(left)
        self.addWidget(self.right)
        self._splitters = {"table-columns": self, "table-told": told}
        # These sizes exceed the needs of the parts at the largest text size. For smaller sizes, Qt would store the
        # minimum sizes as the user's choice.
        for splitter, sizes in ((self, (6000, 4000)), (told, (4200, 1800))):
            splitter.setStretchFactor(0, 3)
            splitter.setStretchFactor(1, 2)
            splitter.setSizes(sizes)
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(1)
        # Only the log can be collapsed.
        told.setCollapsible(1, True)

    def state(self) -> dict[str, bytes]:
        """Return the sizes of the parts, to be saved."""
        return {name: bytes(splitter.saveState().data()) for name, splitter in self._splitters.items()}

    def restore(self, parts: Mapping[str, bytes]) -> None:
        """Restore saved sizes. Those that do not fit are ignored."""
        for name, splitter in self._splitters.items():
            if name in parts:
                splitter.restoreState(QByteArray(parts[name]))


class TableRoom(Guarded, QObject):
    """Divides the height of `page` when `share` is called and when a part needs another height."""

    def __init__(self, page: QWidget, theme: Theme, play: TablePlay, parts: TableColumns) -> None:
        super().__init__(page)
        self._page = page
        self._theme = theme
        self._play = play
        self._parts = parts
        self._last_frame: QWidget | None = None
        self._line_due = QTimer(self, singleShot=True, interval=AFTER_MS)
        self._line_due.timeout.connect(self.share)
        self._seen = False
        parts.dice_frame.installEventFilter(self)
        parts.strip.installEventFilter(self)

    @cached_property
    def last(self) -> ElidedLabel:
        """The line with the previous roll, created at its first use."""
        last = ElidedLabel(self._page, role="muted", theme=self._theme, size=14)
        last.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._last_frame = padded(last, self._theme)
        self._last_frame.hide()
        layout = self._parts.right.layout()
        if layout is not None:
            layout.addWidget(self._last_frame)
        return last

    def share(self) -> None:
        """Let the dice below the tray scroll before the tray gets too small. Their buttons stay visible.

        The reading takes room from the conditions of its roll.
        """
        parts, px, height = self._parts, self._theme.px, self._page.height()
        played = self._play.played
        on_table = played is not None
        # Before the first roll, measuring is not needed and would delay the start.
        left = self._left() if on_table else height
        parts.strip.fold.set_due(on_table and not parts.strip.missing and left < px(ROOM_FOR_READING))
        listed = height >= px(ROOM_FOR_LOG)
        parts.log_frame.setVisible(listed)
        # Reading the log must not delay the first paint of the page.
        early = not self._seen or self._line_due.isActive()
        roomy = not listed and left >= px(ROOM_FOR_LINE)
        before = parts.log.before(played.entry if played is not None else None) if roomy and not early else None
        if before is not None:
            self.last.set_full_text(_("Before: {throw}").format(throw=entry_line(before)))
        if self._last_frame is not None:
            self._last_frame.setVisible(before is not None)
        parts.injuries.set_low(height < px(ROOM_FOR_ALL))
        frame = parts.dice_frame
        layout = frame.layout()
        least = layout.minimumHeightForWidth(frame.width()) if layout is not None else 0
        frame.setMaximumHeight(max(least, round(height * DICE_SHARE)))

    def _left(self) -> int:
        """Return the height left for the reading below all choices."""
        return self._page.height() - self._parts.strip.open_height() - 2 * self._theme.px(2 * EDGE)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Divide the height again when a part was resized or the dice need another height."""
        if event.type() == QEvent.Type.Paint and not self._seen:
            self._seen = True
            self._line_due.start()
        resized = event.type() == QEvent.Type.Resize
        if resized or (watched is self._parts.dice_frame and event.type() == QEvent.Type.LayoutRequest):
            self.share()
        return super().eventFilter(watched, event)


EDGE: Final = 8
"""Margin above and below a widget, before the text size."""


def padded(widget: QWidget, theme: Theme, *, right: bool = True) -> QWidget:
    """Return a frame with a margin around a widget. The margin grows with the text size.

    With `right` False, the widget has its own right margin.
    """
    frame = QWidget()
    vbox(frame, widget, theme=theme, edges=(12, EDGE, 12 if right else 0, EDGE))
    return frame


def column(*widgets: QWidget, growing: QWidget) -> QWidget:
    """Return a frame with the widgets below one another. `growing` gets the remaining height."""
    frame = QWidget()
    vbox(frame, *((each, int(each is growing)) for each in widgets), margins=0, spacing=0)
    return frame


class TablePage(Guarded, QWidget):
    """Shows a roll from request to reading. Keys: see `keyPressEvent`."""

    def __init__(self, desk: Desk, table: Table, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._notices = notices = desk.notices
        self._theme = theme = desk.theme
        self.table = table
        self._document = document = table.document
        table.opponent.set_rulebook(document.rulebook)
        self.play = table.play
        self.spiffs = table.spiffs
        self.tray = TrayWidget(theme, BakedThrows(shipped("resources") / "throws"), self)
        self.by_hand = ByHandEntry(theme, self)
        self._stack = QStackedWidget(self)
        self.injuries = InjuriesPanel(document, theme, table.play.today, self)
        self.strip = TaskStrip(theme, document.rulebook, table.opponent, self)
        # Passed as a function, because the folder of characters may change in the settings.
        self.strip.set_shelf(lambda: desk.shelf, desk.recent)
        self.reading = ReadingView(theme, self)
        self.log = LastThrows(theme, table.log, document.rulebook, self._connect_list, self)
        views = TableViews(self.tray, self.by_hand, self._stack, self.strip, self.reading, self.log)
        self.controller = controller = TableController(table, views, theme, notices, self)
        self.presenter = TablePresenter(table, views, controller.acts, controller.undo, self)
        self._odds_due = True
        self.setProperty(FOCUS_HOME, True)
        self._lay_out()
        self._connect()
        self._give_focus()
        self.strip.show_character(document.character)
        self.strip.last.set_recent(recent_requests(table.log, document.rulebook))
        self._new_request()
        desk.pace.follow(self._set_speed)
        desk.settings.follow("gather", self.tray.set_gather)
        desk.settings.follow("favourites", self.strip.favourites.set_all)

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
            self._notices.refuse(error.reason)
            return
        if request is None:
            self._notices.say(_("The log did not keep the task of this roll."))
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

    def _set_speed(self, speed: Speed) -> None:
        self.tray.set_speed(speed)
        self.strip.chance.bar.set_animated(speed != "off")

    def _keep_favourites(self, favourites: tuple[Favourite, ...]) -> None:
        self._desk.settings.edit(favourites=favourites)

    def shutdown(self) -> None:
        """Stop all animation, and stop reading the shelf. A roll whose dice still move is already in the log."""
        self.tray.skip()
        self.strip.shutdown()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """When the page is too small, give the room to the tray and the reading."""
        super().resizeEvent(event)
        self.room.share()

    def showEvent(self, event: QShowEvent) -> None:
        """Update the chances, which are not calculated while the page is hidden."""
        super().showEvent(event)
        evening = self.play.dice.begin()
        self.reading.show_seal(evening)
        self.table.opponent.begin_evening(evening.commitment)
        if self._odds_due:
            self._show_odds()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle keys without modifiers anywhere on the page: roll, choose, lose or heal a die, use spiffs.

        Ctrl+C copies the reading. Text fields and the log handle it themselves.
        """
        key, plain = Qt.Key(event.key()), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        call = self._keys.get(key)
        if event.matches(QKeySequence.StandardKey.Copy):
            self.controller.copy()
        elif plain:
            super().keyPressEvent(event)
        elif Qt.Key.Key_0 <= key <= Qt.Key.Key_9:
            self._digit(key - Qt.Key.Key_0)
        elif call is not None:
            # Holding a key down must not roll or wound repeatedly.
            if not event.isAutoRepeat():
                call()
        elif not (self.strip.handle_key(event) or self.controller.handle_key(key)):
            super().keyPressEvent(event)

    @property
    def _keys(self) -> Mapping[Qt.Key, Callable[[], None]]:
        return {Qt.Key.Key_Space: self.throw, Qt.Key.Key_I: self.injure, Qt.Key.Key_H: self.heal}

    def _digit(self, number: int) -> None:
        # The key 0 means the tenth die.
        die = (number or 10) - 1
        if not self.controller.pick_own(die):
            self.injuries.choose(die)

    def _connect(self) -> None:
        notices, navigation = self._notices, self._desk.navigation
        for throws in (self.strip.button.clicked, self.strip.throw_requested):
            throws.connect(self.throw)
        self.strip.by_hand_requested.connect(self.controller.ask_by_hand)
        self.strip.who.requested.connect(navigation.open_character)
        for why in (self.strip.who, self.strip.last, self.strip.favourites):
            why.refused.connect(notices.say)
        self.strip.favourites.changed.connect(self._keep_favourites)
        for message in (self.strip.message, self.reading.message):
            message.connect(notices.say)
        self.injuries.refused.connect(notices.refuse)
        self.strip.changed.connect(self._new_request)
        self._stack.currentChanged.connect(self._give_focus)
        self.play.settled.connect(self._settled)
        self.table.follow_ups.tracker_requested.connect(navigation.show_tracker)
        self.injuries.die_selected.connect(self._die_chosen)
        self.injuries.spiffs.ledger.triggered.connect(self._show_ledger)
        self.tray.hovered.connect(self.reading.point_at)
        self.tray.clicked.connect(self._tray_clicked)
        self.controller.lose_asked.connect(self._lose)
        self.reading.view.die_hovered.connect(self.tray.point_at)
        # Queued, because an unreadable line is noticed while the list is painting.
        self.log.model.unreadable.connect(self._notices.report, Qt.ConnectionType.QueuedConnection)
        self._document.changed.connect(self._changed)

    def _connect_list(self, view: "ThrowView") -> None:
        view.repeat_requested.connect(self.repeat)
        view.mark_requested.connect(self._mark)
        view.message.connect(self._notices.say)

    def _show_ledger(self) -> None:
        self._desk.navigation.show_tracker(TrackerAsk(TrackerTab.SPIFFS))

    def _mark(self, entry: LogEntry, mark: str, on: bool) -> None:
        self.spiffs.mark(entry, mark, on=on)

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
            self._notices.refuse(error.reason)

    def _give_focus(self) -> None:
        """Pass the focus to the tray, or to the entry by hand shown instead."""
        self.setFocusProxy(self.by_hand if self._stack.currentWidget() is self.by_hand else self.tray)

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
        self.reading.point_at(place)
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
        self.setFocus()
        ready = _("{task}: ready to roll (Space)").format(task=name)
        # A request from the log may be impossible for this character.
        self._notices.say(self.strip.why_not or ready)

    def _lay_out(self) -> None:
        self._stack.addWidget(self.tray)
        self._stack.addWidget(self.by_hand)
        self.columns = TableColumns(self._stack, self.injuries, self.strip, self.reading, self.log, self._theme, self)
        self.room = TableRoom(self, self._theme, self.play, self.columns)
        hbox(self, self.columns, margins=0)


def _guide(request: Request) -> str:
    """Return the guide page for a request."""
    if request.kind in OFF_STAGE:
        return "seasons"
    if is_magic_use(request):
        return "magic"
    return "opposing" if request.kind is ThrowKind.TASK and not request.difficulty else "trying"
