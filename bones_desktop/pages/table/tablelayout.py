"""Division of the Table page, and the parts that give way where there is too little height."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QSplitter, QWidget

from bones_desktop.pages.table.injuriespanel import InjuriesPanel
from bones_desktop.pages.table.lasttasks import LastLine, LastThrows
from bones_desktop.pages.table.taskstrip import TaskStrip
from bones_desktop.play.bones.throws import TablePlay
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.guarded import Guarded

ROOM_FOR_LOG: Final = 700
"""Least height of the page, before the text size, at which the last rolls are shown as a list."""
ROOM_FOR_ALL: Final = 560
"""Least height of the page, before the text size, at which everything below the tray is shown in full."""
ROOM_FOR_READING: Final = 385
"""Least height, before the text size, left to a reading beside all choices."""
ROOM_FOR_LINE: Final = 290
"""Least height, before the text size, at which a reading leaves a line to the roll before."""
AFTER_MS: Final = 50
"""Milliseconds from the first paint until rolls of earlier days are shown."""
DICE_SHARE: Final = 0.42
"""Greatest share of the height for the character's dice below the tray."""


@dataclass(frozen=True, slots=True)
class RoomParts:
    """The widgets that share the room."""

    strip: TaskStrip
    injuries: InjuriesPanel
    dice_frame: QWidget
    """Holds the injuries."""
    right: QWidget
    """The column of strip, reading and log."""
    log: LastThrows
    log_frame: QWidget
    """Holds the log."""


class TableColumns(QSplitter):
    """The tray above the dice, and beside them the strip above reading and log. The player may move the dividers."""

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
        dice_frame = Padded(injuries, theme)
        left = column(tray, dice_frame, growing=tray)
        told = QSplitter(Qt.Orientation.Vertical, page)
        told.addWidget(Padded(reading, theme, right=False))
        log_frame = Padded(log, theme)
        told.addWidget(log_frame)
        right = column(Padded(strip, theme), told, growing=told)
        self.addWidget(left)
        self.addWidget(right)
        self._splitters = {"table-columns": self, "table-told": told}
        # More than the parts need in the largest text, or their minimum would be stored as the wanted share.
        for splitter, sizes in ((self, (6000, 4000)), (told, (4200, 1800))):
            splitter.setStretchFactor(0, 3)
            splitter.setStretchFactor(1, 2)
            splitter.setSizes(sizes)
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(1)
        # The log is the only part that a player may do without.
        told.setCollapsible(1, True)
        self.parts = RoomParts(strip, injuries, dice_frame, right, log, log_frame)

    def state(self) -> dict[str, bytes]:
        """Return the division of the page."""
        return {name: bytes(splitter.saveState().data()) for name, splitter in self._splitters.items()}

    def restore(self, parts: Mapping[str, bytes]) -> None:
        """Restore a division of the page. Parts that do not fit are ignored."""
        for name, splitter in self._splitters.items():
            if name in parts:
                splitter.restoreState(QByteArray(parts[name]))


class TableRoom(Guarded, QObject):
    """Divides the room of `page` on `share`, and when a part needs another height."""

    def __init__(self, page: QWidget, theme: Theme, play: TablePlay, parts: RoomParts) -> None:
        super().__init__(page)
        self._page = page
        self._theme = theme
        self._play = play
        self._parts = parts
        self._last_frame: QWidget | None = None
        self._line_due = QTimer(self, singleShot=True, interval=AFTER_MS)
        self._line_due.timeout.connect(self._begin_line)
        self._seen = False
        parts.dice_frame.installEventFilter(self)
        parts.strip.installEventFilter(self)

    @cached_property
    def last(self) -> LastLine:
        """The line with the roll before, made when there is one."""
        last = LastLine(self._theme, self._page)
        self._last_frame = Padded(last, self._theme)
        self._last_frame.hide()
        layout = self._parts.right.layout()
        if layout is not None:
            layout.addWidget(self._last_frame)
        return last

    def _begin_line(self) -> None:
        """Show the rolls of earlier days if there are any."""
        if self._parts.log.newest:
            self.last.begin(self._parts.log.newest)
            self.share()

    def remember(self, entry: LogEntry) -> None:
        """Add a roll whose reading was shown."""
        self.last.add(entry)

    def amend(self, entry: LogEntry) -> None:
        """Replace a roll by its current state."""
        self.last.amend(entry)

    def share(self) -> None:
        """Let the dice below the tray scroll before the tray becomes small. Their buttons stay whole.

        A reading takes room from the conditions of its roll.
        """
        parts, px, height = self._parts, self._theme.px, self._page.height()
        played = self._play.played
        on_table = played is not None
        # Before the first roll nothing has to be measured, and the start of the program must not wait for it.
        left = self._left() if on_table else height
        parts.strip.fold.set_due(on_table and not parts.strip.missing and left < px(ROOM_FOR_READING))
        listed = height >= px(ROOM_FOR_LOG)
        parts.log_frame.setVisible(listed)
        if self._last_frame is not None:
            before = self.last.show_before(played.entry if played is not None else None)
            self._last_frame.setVisible(before and not listed and left >= px(ROOM_FOR_LINE))
        parts.injuries.set_low(height < px(ROOM_FOR_ALL))
        frame = parts.dice_frame
        layout = frame.layout()
        least = layout.minimumHeightForWidth(frame.width()) if layout is not None else 0
        frame.setMaximumHeight(max(least, round(height * DICE_SHARE)))

    def _left(self) -> int:
        """Return the height left to the reading beside all choices."""
        return self._page.height() - self._parts.strip.open_height() - 2 * self._theme.px(2 * EDGE)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Share the room again when a part was resized, or the dice below the tray need another height."""
        if event.type() == QEvent.Type.Paint and not self._seen:
            self._seen = True
            # Reading the log must not delay the first picture of the page.
            self._line_due.start()
        resized = event.type() == QEvent.Type.Resize
        if resized or (watched is self._parts.dice_frame and event.type() == QEvent.Type.LayoutRequest):
            self.share()
        return super().eventFilter(watched, event)


EDGE: Final = 8
"""Room above and below a widget, before the text size."""


class Padded(QWidget):
    """A frame with room around one widget that grows with the text size.

    Without `right` for a widget that keeps that room at its right edge itself.
    """

    def __init__(self, widget: QWidget, theme: Theme, *, right: bool = True) -> None:
        super().__init__()
        self._theme = theme
        self._right = right
        self._layout = vbox(self, widget)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        gap, edge = self._theme.px(12), self._theme.px(EDGE)
        self._layout.setContentsMargins(gap, edge, gap if self._right else 0, edge)


def column(*widgets: QWidget, growing: QWidget) -> QWidget:
    """Return a frame with the widgets below one another. `growing` takes the rest of the room."""
    frame = QWidget()
    vbox(frame, *((each, int(each is growing)) for each in widgets), margins=0, spacing=0)
    return frame
