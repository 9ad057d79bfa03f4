"""The Table page of every game. Left: the tray above a card of the game. Right: request, reading and log."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QSplitter, QStackedWidget, QWidget

from bones_desktop.desk.desk import Desk
from bones_desktop.desk.keymap import KEYS
from bones_desktop.desk.table.readingview import ReadingView
from bones_desktop.pages.table.lastthrows import LastThrows
from bones_desktop.pages.table.strip import Strip
from bones_desktop.play.eveningdice import EveningDice
from bones_desktop.play.journal import recent
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.settings import Favourite
from bones_desktop.storage.log.logentry import BY_HAND, HIDDEN, NOT_MEANT, LogEntry
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.theme.motion import Speed
from bones_desktop.theme.theme import Theme
from bones_desktop.tray.traywidget import TrayWidget
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.byhand.byhand import ByHandEntry
from bones_desktop.widgets.byhand.byhandflow import ByHandFlow, ByHandRequest
from bones_desktop.widgets.focus import FOCUS_HOME, send_focus_home
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import height_at, scroll_room
from bones_desktop.widgets.text.labels import ElidedLabel
from bones_desktop.wording.keys import keyed
from bones_desktop.wording.language import _
from bones_desktop.wording.log import entry_line

if TYPE_CHECKING:
    from bones_desktop.widgets.throwlist.throwview import ThrowView


ROOM_FOR_LOG: Final = 700
"""Smallest page height, in pixels at 100 % text size, at which the last rolls are shown as a list."""
ROOM_FOR_ALL: Final = 560
"""Smallest page height, in pixels at 100 % text size, at which everything below the tray is shown in full."""
ROOM_FOR_LINE: Final = 290
"""Smallest height left for the result, at 100 % text size, at which a line shows the previous roll."""
NARROW: Final = 700
"""Page width at 100 % text size, below which the tray fills its column and the user scrolls to the card."""
_PEEK: Final = 30
"""Height at 100 % text size of the part of the card that stays visible below the tray of a narrow page."""
_LEAST_RIGHT: Final = 262
"""Width of the right column of a narrow page, at 100 % text size. A long part of a sum fits into it."""
AFTER_MS: Final = 50
"""Delay in milliseconds between the first paint and showing the previous roll."""
DICE_SHARE: Final = 0.42
"""Largest share of the height for the character's dice below the tray."""
_COPY_PICTURE: Final = QKeySequence("Ctrl+Shift+C")


class TableColumns(QSplitter):
    """Two columns with movable dividers: the tray above a card of the game, and the strip above reading and log."""

    moved = Signal(object)
    """Emitted with the state of all dividers when the user has moved one."""

    def __init__(
        self,
        tray: QWidget,
        below: QWidget,
        strip: Strip[Any],
        reading: QWidget,
        log: LastThrows,
        theme: Theme,
        page: QWidget,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, page)
        self.strip, self.log = strip, log
        self.dice_frame, self.log_frame = padded(below, theme), padded(log, theme)
        told = QSplitter(Qt.Orientation.Vertical, page)
        self.tray, self.told = tray, told
        self.left = scroll_room(column(tray, self.dice_frame, growing=tray), page)
        told.addWidget(padded(reading, theme, right=False))
        told.addWidget(self.log_frame)
        self.right = column(padded(strip, theme), told, growing=told)
        self.addWidget(self.left)
        self.addWidget(self.right)
        self._splitters = {"table-columns": self, "table-told": told}
        # These sizes exceed what the parts need at the largest text size. With smaller ones Qt would store the minimum
        # sizes as the user's choice.
        for splitter, sizes in ((self, (6000, 4000)), (told, (4200, 1800))):
            splitter.setStretchFactor(0, 3)
            splitter.setStretchFactor(1, 2)
            splitter.setSizes(sizes)
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(1)
            splitter.splitterMoved.connect(self._tell_moved)
        # Only the log can be collapsed.
        told.setCollapsible(1, True)

    def _tell_moved(self) -> None:
        self.moved.emit(self.state())

    def state(self) -> dict[str, bytes]:
        """Return the sizes of the parts, to be saved."""
        return {name: bytes(splitter.saveState().data()) for name, splitter in self._splitters.items()}

    def restore(self, parts: Mapping[str, bytes]) -> None:
        """Restore saved sizes. Sizes that do not fit are ignored."""
        for name, splitter in self._splitters.items():
            if name in parts:
                splitter.restoreState(QByteArray(parts[name]))

    def fit_tray(self, *, narrow: bool, peek: int, most: int) -> None:
        """Show at most `most` pixels of the card below the tray.

        On a `narrow` page, show `peek` pixels until the user scrolls.
        """
        layout, room = self.dice_frame.layout(), self.left.viewport().height()
        least = layout.minimumHeightForWidth(self.dice_frame.width()) if layout is not None else 0
        whole = height_at(layout, self.dice_frame.width()) if layout is not None else 0
        self.tray.setMinimumHeight(max(0, room - min(peek, whole)) if narrow else 0)
        # On a narrow page the conditions are folded after a roll, so the reading takes only the height that they leave.
        self.told.setSizePolicy(_HOW.Preferred, _HOW.Ignored if narrow else _HOW.Preferred)
        self.told.setMinimumHeight(peek * 2 if narrow else 0)
        self.dice_frame.setMinimumHeight(whole if narrow else 0)
        self.dice_frame.setMaximumHeight(max(least, whole if narrow else most))


class TableRoom(Guarded, QObject):
    """Divides the height of `page` among its parts.

    It divides the height when `share` is called, and when a part needs another height.
    """

    def __init__(self, page: "TableFrame", theme: Theme, parts: TableColumns) -> None:
        super().__init__(page)
        self._page = page
        self._theme = theme
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
        """Divide the height of the page among its parts.

        The conditions are folded if the result of the roll needs the room. The card below the tray scrolls before the
        tray gets too small. The buttons of the card stay visible.
        """
        parts, px, height = self._parts, self._theme.px, self._page.height()
        entry = self._page.on_table
        on_table = entry is not None
        # Before the first roll, measuring is not needed and would delay the start.
        left = self._left() if on_table else height
        parts.strip.fold.set_due(on_table and not parts.strip.missing and left < px(self._page.room_for_reading))
        listed = height >= px(ROOM_FOR_LOG)
        parts.log_frame.setVisible(listed)
        # Reading the log must not delay the first paint of the page.
        early = not self._seen or self._line_due.isActive()
        narrow = self._page.width() < px(NARROW)
        roomy = not listed and not narrow and left >= px(ROOM_FOR_LINE)
        before = parts.log.before(entry) if roomy and not early else None
        if before is not None:
            self.last.set_full_text(_("Before: {throw}").format(throw=entry_line(before)))
        if self._last_frame is not None:
            self._last_frame.setVisible(before is not None)
        self._page.set_low(height < px(ROOM_FOR_ALL))
        parts.strip.set_narrow(narrow)
        parts.right.setMinimumWidth(px(_LEAST_RIGHT) if narrow else 0)
        parts.fit_tray(narrow=narrow, peek=px(_PEEK), most=round(height * DICE_SHARE))

    def _left(self) -> int:
        """Return the height that is left for the result of a roll if all choices are shown."""
        return self._page.height() - self._parts.strip.open_height() - 2 * self._theme.px(2 * EDGE)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Divide the height again when a part was resized, or when the dice need another height."""
        if event.type() == QEvent.Type.Paint and not self._seen:
            self._seen = True
            self._line_due.start()
        resized = event.type() == QEvent.Type.Resize
        if resized or (watched is self._parts.dice_frame and event.type() == QEvent.Type.LayoutRequest):
            self.share()
        return super().eventFilter(watched, event)


_HOW: Final = QSizePolicy.Policy
EDGE: Final = 8
"""Margin above and below a widget, in pixels at 100 % text size."""


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


class TableFrame(Guarded, QWidget):
    """Shows a roll from the request to the result. Each game provides the tray, the strip and a card.

    `handle_command` and the strip do the commands of the game.
    """

    room_for_reading = 385
    """Smallest height at 100 % text size that is left for a result while all choices are shown."""

    tray: TrayWidget
    strip: Strip[Any]
    """The part that asks for the next roll. A game creates the tray and the strip before it calls `lay_out`."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.theme = desk.theme
        self.notices = desk.notices
        self.by_hand = ByHandEntry(desk.theme, self)
        self._stack = QStackedWidget(self)
        self.reading = ReadingView(desk.theme, self)
        self.setProperty(FOCUS_HOME, True)

    def lay_out(self, dice: EveningDice, below: QWidget, log: ThrowLog | None, game: str) -> None:
        """Place the parts and connect them with one another and the desk. `below` is the card below the tray."""
        self._dice = dice
        desk, notices, tray, strip = self._desk, self.notices, self.tray, self.strip
        self.log = LastThrows(self.theme, log, desk.document.rulebook, self.connect_list, self, game)
        for shown in (tray, self.by_hand):
            self._stack.addWidget(shown)
        self.columns = TableColumns(self._stack, below, strip, self.reading, self.log, self.theme, self)
        self.columns.restore(desk.layout)
        self.columns.moved.connect(desk.layout.update)
        self.room = TableRoom(self, self.theme, self.columns)
        hbox(self, self.columns, margins=0)
        self.hands = ByHandFlow(self.by_hand, self._stack, tray, self)
        self.hands.message.connect(notices.say)
        self.hands.missing.connect(strip.buttons.show_entry)
        self.hands.done.connect(partial(send_focus_home, strip))
        self.reading.message.connect(notices.say)
        self.reading.spoken.connect(notices.tell)
        desk.settings.follow("speech", self.reading.set_speech)
        self.reading.strike.clicked.connect(self.strike)
        self.reading.secret.clicked.connect(self.hide_roll)
        tray.hovered.connect(self.reading.point_at)
        tray.clicked.connect(self.reading.point_at)
        self.reading.view.die_hovered.connect(tray.point_at)
        # The shelf is passed as a function, because the user may choose another folder of characters in the settings.
        strip.set_shelf(lambda: desk.shelf, desk.recent)
        for throws in (strip.button.clicked, strip.throw_requested):
            throws.connect(self.throw)
        strip.by_hand_requested.connect(self.enter_by_hand)
        strip.who.requested.connect(desk.navigation.open_character)
        for why in (strip.who.refused, strip.message):
            why.connect(notices.say)
        strip.favourites.changed.connect(self._keep_favourites)
        strip.last.set_recent(recent(log, self._recent))
        # The connection is queued, because an unreadable line is noticed while the list is being painted.
        self.log.model.unreadable.connect(notices.report, Qt.ConnectionType.QueuedConnection)
        self._stack.currentChanged.connect(self._give_focus)
        self._give_focus()
        desk.pace.follow(self._set_speed)
        desk.settings.follow("gather", tray.set_gather)
        tray.tumbled.connect(desk.sounds.play_dice)
        desk.settings.follow("favourites", strip.favourites.set_all)

    # --- what a game does ---------------------------------------------------------------------------------------------

    @property
    def on_table(self) -> LogEntry | None:
        """The log entry of the roll on the table; None if there is no roll."""
        raise NotImplementedError

    @property
    def moving(self) -> bool:
        """True while the dice of the roll on the table are in motion."""
        raise NotImplementedError

    def mark(self, entry: LogEntry, mark: str, on: bool) -> None:
        """Set or clear a mark of a line in the log."""
        raise NotImplementedError

    def handle_command(self, command: str) -> bool:
        """Do a command or the action of a digit before the strip gets it. Return whether the page knows it."""
        raise NotImplementedError

    def set_low(self, low: bool) -> None:
        """Set whether the page is low, so that the card below the tray shows less."""

    def ask_faces(self, asked: ByHandRequest, dice: Sequence[Die[Any]]) -> None:
        """Ask for the faces of real dice."""
        raise NotImplementedError

    def _ready(self) -> bool:
        """Read the files needed for the roll again. Return whether the dice may be rolled; if not, show why."""
        raise NotImplementedError

    def _roll(self, faces: tuple[int, ...] | None = None) -> None:
        """Roll the dice for the chosen request. If `faces` is given, use these faces of real dice instead."""
        raise NotImplementedError

    def _next_dice(self) -> tuple[Die[Any], ...]:
        """Return the dice of the next roll. Return no dice if they cannot be entered by hand.

        Raise RulesError if no roll is possible.
        """
        raise NotImplementedError

    def _what(self) -> object:
        """Return the character, the request and the dice of the next roll.

        The result is compared later, to see whether any of them has changed.
        """
        raise NotImplementedError

    def _request_of(self, entry: LogEntry) -> object:
        """Return the request of a roll in the log; None if the log has no request for the roll.

        Raise RulesError if the request is no longer possible.
        """
        raise NotImplementedError

    # --- the same for every game --------------------------------------------------------------------------------------

    def connect_list(self, view: "ThrowView") -> None:
        """Connect the list of the last rolls, when it has been created."""
        view.set_colours(self._desk.dice_colour)
        view.repeat_requested.connect(self.repeat)
        view.mark_requested.connect(self.mark)
        view.message.connect(self.notices.say)

    def throw(self) -> None:
        """Roll for the chosen request, or roll the dice that must be rolled next.

        If dice are in motion, show their result instead. If real dice are being entered, use them.
        """
        if self.moving:
            self.tray.skip()
        elif self.hands.asking:
            self.hands.take()
        else:
            send_focus_home(self.strip)
            if self._ready():
                self._roll()

    def enter_by_hand(self) -> None:
        """Ask for the faces of real dice rolled for the chosen request."""
        if self.moving or not self._ready():
            return
        try:
            dice = self._next_dice()
        except RulesError as error:
            self.notices.refuse(error.reason)
            return
        if not dice:
            self.notices.say(self.strip.by_hand.toolTip())
            return

        def still() -> bool:
            with suppress(RulesError):
                return self._next_dice() == dice
            return False

        kept = _("What you entered is kept: B shows it again.")
        gone = keyed(_("The dice have changed. Enter them again."), "table.by-hand")
        self.ask_faces(ByHandRequest(self._title, self._what, still, self._roll, kept, gone), dice)

    def repeat(self, entry: LogEntry) -> None:
        """Choose the request of a roll in the log again. If it is no longer possible, show a message."""
        try:
            request = self._request_of(entry)
        except RulesError as error:
            self.notices.refuse(error.reason)
            return
        if request is None:
            self.notices.say(_("The log did not keep the task of this roll."))
        else:
            self._make_ready(request, entry.title)

    def _recent(self, entry: LogEntry) -> object:
        # The skill of the request may belong to a pack that was removed after the roll.
        with suppress(RulesError):
            return self._request_of(entry)
        return None

    def strike(self) -> None:
        """Strike out the roll on the table, or restore it."""
        entry = self.on_table
        if self.may_change() and entry is not None:
            self.mark(entry, NOT_MEANT, on=entry.is_meant)

    def hide_roll(self) -> None:
        """Make the roll on the table secret, or show it to the players again."""
        entry = self.on_table
        if self.may_change() and entry is not None:
            self.mark(entry, HIDDEN, on=HIDDEN not in entry.tags)

    def may_change(self) -> bool:
        """Return whether the roll on the table can be read and changed. If not, a message gives the reason."""
        if self.hands.asking:
            self.notices.say(self.hands.why_first)
        elif self.on_table is None:
            self.notices.say(keyed(_("There is no roll on the table: roll first."), "table.throw"))
        elif self.moving:
            self.notices.say(keyed(_("The dice are still in motion: show the result first."), "table.throw"))
        else:
            return True
        return False

    def copy(self) -> None:
        """Copy the reading to the clipboard. If nothing can be copied, a message gives the reason."""
        if self.reading.text():
            self.reading.copy()
        else:
            self.may_change()

    def copy_picture(self) -> None:
        """Copy the roll on the table as a picture, as the log shows it. If this is impossible, a message says why."""
        if self.may_change() and self.on_table is not None:
            self.columns.log.view.copy_picture_of([self.on_table])

    def shutdown(self) -> None:
        """Stop all animation and stop reading the shelf. A roll with moving dice is already in the log."""
        self.tray.skip()
        self.strip.shutdown()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Divide the height again for the new size of the page."""
        super().resizeEvent(event)
        self.room.share()

    def showEvent(self, event: QShowEvent) -> None:
        """Begin the evening and show its seal, which the players must see before the first roll."""
        super().showEvent(event)
        self.reading.show_seal(self._dice.begin())

    def event(self, event: QEvent) -> bool:
        """Let this page handle Ctrl+Shift+C. On other pages this shortcut compares two characters of the shelf."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and QKeySequence(event.keyCombination()) == _COPY_PICTURE
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys of commands, Esc, Ctrl+C and Ctrl+Shift+C anywhere on the page.

        Ctrl+C copies the result as text, Ctrl+Shift+C as a picture. Text fields and the log handle these keys
        themselves.
        """
        leaves = event.key() == Qt.Key.Key_Escape and not event.modifiers()
        command = "leave" if leaves else KEYS.pressed("table", event)
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif QKeySequence(event.keyCombination()) == _COPY_PICTURE:
            self.copy_picture()
        # Holding a key down must not roll or wound more than once.
        elif not (command and (event.isAutoRepeat() or self._do(command))):
            super().keyPressEvent(event)

    def _do(self, command: str) -> bool:
        own = {"throw": self.throw, "strike": self.strike}
        if command == "leave" and self.hands.asking:
            own[command] = self.hands.leave
        if command in own:
            own[command]()
        return command in own or self.handle_command(command) or self.strip.handle_command(command)

    def _keep_favourites(self, favourites: Sequence[Favourite]) -> None:
        self._desk.settings.edit(favourites=tuple(favourites))

    def _set_speed(self, speed: Speed) -> None:
        self.tray.set_speed(speed)

    def _give_focus(self) -> None:
        """Pass the focus to the tray, or to the entry by hand if it is shown instead of the tray."""
        self.setFocusProxy(self.by_hand if self._stack.currentWidget() is self.by_hand else self.tray)

    def _make_ready(self, request: object, name: str) -> None:
        """Choose a request made elsewhere. Show a message that its dice can be rolled, or why they cannot."""
        self.strip.show_request(request)
        self.setFocus()
        ready = keyed(_("{task}: ready to roll").format(task=name), "table.throw")
        # A request from the log may be impossible for this character.
        self.notices.say(self.strip.why_not or ready)

    def _title(self) -> str:
        return self.strip.name_of(self.strip.request)

    def _show_plate(self, entry: LogEntry | None) -> None:
        """Show a note below the tray if the roll of a log line is secret or was made with real dice."""
        marks = {HIDDEN: _("Secret"), BY_HAND: _("By hand")}
        tags = entry.tags if entry is not None else ()
        self.tray.set_plate(" · ".join(words for tag, words in marks.items() if tag in tags))
