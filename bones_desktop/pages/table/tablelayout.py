"""How the Table page is divided, and what gives way where there is too little height for everything."""

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
"""Least height of the page, before the text size, at which the last throws are shown as a list."""
ROOM_FOR_ALL: Final = 560
"""Least height of the page, before the text size, at which nothing below the tray has to be brief."""
ROOM_FOR_READING: Final = 385
"""Least height, before the text size, left to a reading beside all that may be chosen."""
ROOM_FOR_LINE: Final = 290
"""Least height, before the text size, at which a reading leaves a line to the throw before."""
AFTER_MS: Final = 50
"""Milliseconds from the first paint until throws of earlier days are shown."""
DICE_SHARE: Final = 0.42
"""How much of the height the character's dice below the tray may take."""


@dataclass(frozen=True, slots=True)
class RoomParts:
    """What shares the room."""

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
    """The tray above the dice, and beside them the strip above reading and log; the user may move what divides them."""

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
        # More than the parts need in the largest text, or that would be kept as the share wanted in any text.
        for splitter, sizes in ((self, (6000, 4000)), (told, (4200, 1800))):
            splitter.setStretchFactor(0, 3)
            splitter.setStretchFactor(1, 2)
            splitter.setSizes(sizes)
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(1)
        told.setCollapsible(1, True)
        self.parts = RoomParts(strip, injuries, dice_frame, right, log, log_frame)

    def state(self) -> dict[str, bytes]:
        """Return how the page is divided."""
        return {name: bytes(splitter.saveState().data()) for name, splitter in self._splitters.items()}

    def restore(self, parts: Mapping[str, bytes]) -> None:
        """Divide the page as it was; what does not fit is passed over."""
        for name, splitter in self._splitters.items():
            if name in parts:
                splitter.restoreState(QByteArray(parts[name]))


class TableRoom(Guarded, QObject):
    """Shares the room of `page` on `share`, and when a part needs another height."""

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
        """The line with the throw before, made when there is one."""
        last = LastLine(self._theme, self._page)
        self._last_frame = Padded(last, self._theme)
        self._last_frame.hide()
        layout = self._parts.right.layout()
        if layout is not None:
            layout.addWidget(self._last_frame)
        return last

    def _begin_line(self) -> None:
        """Tell of the throws of earlier days, once there is a line for them."""
        if self._parts.log.newest:
            self.last.begin(self._parts.log.newest)
            self.share()

    def remember(self, entry: LogEntry) -> None:
        """Add a throw whose reading was shown."""
        self.last.add(entry)

    def amend(self, entry: LogEntry) -> None:
        """Take the present state of a throw."""
        self.last.amend(entry)

    def share(self) -> None:
        """Make the dice below the tray scroll before the tray becomes small; their buttons stay whole.

        A reading takes room from the conditions it was thrown under.
        """
        parts, px, height = self._parts, self._theme.px, self._page.height()
        played = self._play.played
        on_table = played is not None
        # Before the first throw there is nothing to measure for: a start has no time for it.
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
        """Return the height left to the reading beside all that may be chosen."""
        return self._page.height() - self._parts.strip.open_height() - 2 * self._theme.px(2 * EDGE)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Share the room again when a part got another size, or the dice below the tray need another height."""
        if event.type() == QEvent.Type.Paint and not self._seen:
            self._seen = True
            self._line_due.start()
        resized = event.type() == QEvent.Type.Resize
        if resized or (watched is self._parts.dice_frame and event.type() == QEvent.Type.LayoutRequest):
            self.share()
        return super().eventFilter(watched, event)


EDGE: Final = 8
"""Room above and below a widget, before the text size."""


class Padded(QWidget):
    """A frame with room around one widget, as wide as the text size asks for.

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
    """Return a frame with the widgets one below the other; `growing` takes the room that is left."""
    frame = QWidget()
    vbox(frame, *((each, int(each is growing)) for each in widgets), margins=0, spacing=0)
    return frame
