"""Layouts: flowing rows, scroll areas, pages behind tabs, and the Tab order."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QKeySequence, QPaintEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QLayout,
    QLayoutItem,
    QScrollArea,
    QScrollBar,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import delete, isValid

from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.scaled import set_gaps, set_type

if TYPE_CHECKING:
    from PySide6.QtWidgets import QFormLayout

    from bones_desktop.theme.theme import Theme


def place_in(widget: QWidget | None, room: QRect, place: QRect) -> QRect:
    """Return `place`, mirrored within `room` if the layout of `widget` is from right to left."""
    # `QStyle.visualRect` does the same, but a start does not need the enumerations of QStyle.
    if widget is not None and widget.layoutDirection() is Qt.LayoutDirection.RightToLeft:
        place.moveLeft(room.left() + room.right() - place.right())
    return place


class Fitting(Guarded, QWidget):
    """A widget that arranges its parts whenever its size changes. Subclasses override `_fit`."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the parts for the new size."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Arrange the parts in the available space."""
        raise NotImplementedError


def take_all(layout: QLayout) -> list[QWidget]:
    """Remove all items from a layout and return its widgets, which stay where they are on the screen.

    A removed item belongs to the caller; PySide frees the item only when it is deleted explicitly.
    """
    widgets = []
    # The first item is taken each time, because the other items then move forward by one.
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widgets.append(widget)
        _delete_item(layout, item)
    return widgets


def _delete_item(layout: QLayout, item: QLayoutItem) -> None:
    # PySide may know another item at the same address, which Qt deleted together with its layout without telling
    # PySide. PySide then takes this item for a child of that other layout. Deleting this item would crash the program
    # later, when the other layout is deleted. `removeItem` makes PySide forget the parent, even if the item is in no
    # layout.
    layout.removeItem(item)
    delete(item)


def delete_all(layout: QLayout) -> None:
    """Remove and delete all widgets of a layout."""
    for widget in take_all(layout):
        # The widgets are hidden at once, because they are deleted only later and would be painted in the corner until
        # then.
        widget.hide()
        widget.deleteLater()


def _delete_items(items: Sequence[QLayoutItem]) -> None:
    """Delete the items of a layout that is being deleted. Qt expects subclasses to do this."""
    layout = QVBoxLayout()
    for item in items:
        if isValid(item):
            _delete_item(layout, item)


class FlowLayout(QLayout):
    """Arranges widgets in lines in the direction of reading, each in its own size.

    Widgets are at the top of their line, unless they have an alignment.
    """

    def __init__(self, gap: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        # Both caches are needed, because Qt asks for the height at several widths during one resize.
        self._sizes: list[tuple[QLayoutItem, QSize, int]] | None = None
        self._heights: dict[int, int] = {}
        self.destroyed.connect(partial(_delete_items, self._items))
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(gap)

    def addItem(self, item: QLayoutItem) -> None:
        """Add an item at the end."""
        self._items.append(item)
        # Qt updates the layout for new widgets and new sizes, but not when the order of items changes.
        self.invalidate()
        self.update()

    def count(self) -> int:
        """Return the number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item; None past the end."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove an item and return it; None past the end."""
        self.invalidate()
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def clear(self) -> None:
        """Remove and delete all widgets."""
        delete_all(self)

    def expandingDirections(self) -> Qt.Orientation:
        """Return no direction, because the layout does not use extra room."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Return True, because a narrower layout needs more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines at `width`."""
        height = self._heights.get(width)
        if height is None:
            height = self._heights[width] = self._place(QRect(0, 0, width, 0), move=False)
        return height

    def invalidate(self) -> None:
        """Drop all cached sizes because an item has changed."""
        self._sizes = None
        self._heights.clear()
        super().invalidate()

    def sizeHint(self) -> QSize:
        """Return the minimum size. The number of lines depends on the width."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Return the size of the largest item."""
        size = QSize()
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        return size

    def setGeometry(self, rect: QRect) -> None:
        """Lay out the items in `rect`."""
        super().setGeometry(rect)
        self._place(rect, move=True)

    def _place(self, rect: QRect, *, move: bool) -> int:
        x, y, high = rect.x(), rect.y(), 0
        first, room, gap = rect.x(), rect.width(), self.spacing()
        line: list[tuple[QLayoutItem, QRect]] = []
        for item, wanted, least in self._measured():
            # An item wider than the room is narrowed, but not below its minimum.
            width, height = min(wanted.width(), max(room, least)), wanted.height()
            if line and x + width > first + room:
                if move:
                    self._set_line(rect, line, high)
                x, y, high, line = first, y + high + gap, 0, []
            line.append((item, QRect(x, y, width, height)))
            x += width + gap
            high = max(high, height)
        if move:
            self._set_line(rect, line, high)
        return y + high - rect.y()

    def _set_line(self, rect: QRect, line: list[tuple[QLayoutItem, QRect]], high: int) -> None:
        """Place the items of a line that is `high` pixels high."""
        for item, place in line:
            if item.alignment():
                place.setHeight(high)
            item.setGeometry(place_in(self.parentWidget(), rect, place))

    def _measured(self) -> list[tuple[QLayoutItem, QSize, int]]:
        """Return the visible items, each with its preferred size and its minimum width."""
        if self._sizes is not None:
            return self._sizes
        sizes = []
        for item in self._items:
            if not item.isEmpty():
                least = item.minimumSize()
                sizes.append((item, item.sizeHint().expandedTo(least), least.width()))
        # The sizes are stored only after all are measured, because measuring a widget may report a change, which clears
        # the cache.
        self._sizes = sizes
        return sizes


def follow_one_another(widgets: Sequence[QWidget]) -> None:
    """Set the Tab order of `widgets`. The first widget keeps its position."""
    for before, after in pairwise(widgets):
        QWidget.setTabOrder(before, after)


def put_before(known: QWidget, new: Sequence[QWidget]) -> None:
    """Insert the `new` widgets into the Tab order, before `known`."""
    follow_one_another((known, *new))
    if new:
        QWidget.setTabOrder(new[-1], known)


def flow_row(parent: QWidget | None, *widgets: QWidget, theme: "Theme", gap: float) -> FlowLayout:
    """Return a flowing row of widgets. It becomes the layout of `parent`, unless `parent` is None.

    `gap` is in pixels at 100 % text size.
    """
    layout = FlowLayout(theme.px(gap), parent)
    set_gaps(theme, layout, gap=gap)
    for widget in widgets:
        layout.addWidget(widget)
    return layout


class FitBoard(QWidget):
    """The content of a `FitScroll`. It has no minimum height, because the number of its lines depends on the width."""

    def minimumSizeHint(self) -> QSize:
        """Return the minimum width, and 0 as height. Qt would return the height needed at that width."""
        return QSize(super().minimumSizeHint().width(), 0)


def least_height(layout: QLayout, width: int) -> int:
    """Return the height that `layout` needs at `width`, which depends on wrapped text."""
    layout.activate()
    # For a layout without wrapped text Qt returns -1.
    for_width = layout.totalMinimumHeightForWidth(width) if layout.hasHeightForWidth() else 0
    return for_width if for_width > 0 else layout.totalMinimumSize().height()


class LeastBoard(FitBoard):
    """The content of a scroll area with lists that scroll themselves.

    The lists shrink first; the area scrolls only if they cannot shrink further. Without this class, Qt would give
    content with wrapped text its preferred height.
    """

    def heightForWidth(self, width: int) -> int:
        """Return the minimum height."""
        layout = self.layout()
        return 0 if layout is None else least_height(layout, width)


_ROUNDS: Final = 3


class ScrollRoom(Guarded, QScrollArea):
    """A scroll area without a frame. Its content fills the area, or scrolls if it is larger.

    Qt measures the content again within each resize. At that moment, content that wraps still reports its earlier size.
    If a scroll bar causes the change, each measurement reverses the previous one, and Qt recurses until the stack
    overflows. This class measures only a few times. After the layout is finished, Qt asks for another measurement.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rounds = 0
        """Number of measurements still allowed; 0 if none is in progress."""
        self._resized = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Measure resized content after the current measurement, not within it."""
        if event.type() != QEvent.Type.Resize or watched is not self.widget():
            return super().eventFilter(watched, event)
        # This resize happened during a measurement, so the loop below must measure again.
        if self._rounds:
            self._resized = True
            return False
        self._rounds = _ROUNDS
        while self._rounds:
            self._resized = False
            super().eventFilter(watched, event)
            self._rounds = self._rounds - 1 if self._resized else 0
        return False


def scroll_room(inner: QWidget, parent: QWidget) -> QScrollArea:
    """Return a frameless scroll area as wide as `inner`, which scrolls vertically and takes no focus."""
    room = ScrollRoom(parent)
    room.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    room.setWidget(inner)
    return room


def scroll_both(layout: QLayout, parent: QWidget) -> QScrollArea:
    """Return a scroll area with a layout, for the content of a dialog.

    On a small screen with large text, the buttons below the scroll area remain visible.
    """
    room = ScrollRoom(parent)
    room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    layout.setContentsMargins(0, 0, 0, 0)
    page = QWidget(room)
    page.setLayout(layout)
    room.setWidget(page)
    return room


class EdgeBar(Guarded, QScrollBar):
    """A scroll bar that always has room at an edge. It is painted only if there is something to scroll."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar, or nothing."""
        if self.maximum() > self.minimum():
            super().paintEvent(event)


def height_at(layout: QLayout, width: int) -> int:
    """Return the height that `layout` needs at a width, even if nothing in it wraps."""
    return layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.totalSizeHint().height()


class FitScroll(ScrollRoom):
    """A scroll area for one board of the same width.

    `most` limits the preferred height of the area, in pixels; 0 means no limit.
    """

    def __init__(self, inner: FitBoard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inner = inner
        self._most = 0
        self.kept: Callable[[], QWidget | None] | None = None
        """Returns the part of the board that stays in view when the area is shown or resized; None for none."""
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setWidget(inner)
        inner.installEventFilter(self)

    def set_most(self, most: int) -> None:
        """Limit the preferred height to `most` pixels."""
        self._most = most
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the height of the whole content at the current width."""
        layout = self._inner.layout()
        width = max(1, self.width())
        height = height_at(layout, width) if layout is not None else 0
        if self._most:
            height = min(height, self._most)
        # A visible scroll bar takes room that the board needs.
        bar = self.verticalScrollBar().sizeHint().width() if self.verticalScrollBar().isVisible() else 0
        return QSize(self._inner.minimumSizeHint().width() + bar, height)

    def minimumSizeHint(self) -> QSize:
        """Return the height of about one line."""
        hint = self.sizeHint()
        return QSize(hint.width(), min(hint.height(), self.fontMetrics().height() * 3))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Request a new height when the content changes."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Request the height for the new width."""
        super().resizeEvent(event)
        self._fit()
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
        if self.kept is not None and (kept := self.kept()) is not None:
            bring_into_view(kept)

    def _fit(self) -> None:
        """Hide the scroll bar if everything fits without it.

        Qt keeps a scroll bar that is needed only because of its own width.
        """
        room, layout = self.maximumViewportSize(), self._inner.layout()
        fits = layout is not None and height_at(layout, room.width()) <= room.height()
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        if policy != self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(policy)
            self.updateGeometry()


def bring_into_view(widget: QWidget) -> None:
    """Wait for pending layouts, then scroll all surrounding areas until `widget` is visible."""

    def scroll() -> None:
        # A layout can request another one, so all of them are processed before the position is used.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        outer = widget.parentWidget()
        while outer is not None:
            if isinstance(outer, QScrollArea) and widget.isVisible():
                outer.ensureWidgetVisible(widget, 0, 0)
            outer = outer.parentWidget()

    QTimer.singleShot(0, widget, scroll)


class PageRoom(ScrollRoom):
    """A scroll area for a stack of pages. The visible page fills it, or scrolls if it needs more room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pageRoom")
        # Without this, Qt would make the stack as large as its largest page, and every page would scroll.
        self.setWidgetResizable(False)
        self.pages = QStackedWidget(self)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(self.pages)
        self.pages.installEventFilter(self)
        # Each page has its own minimum size.
        self.pages.currentChanged.connect(self._fit)

    def sizeHint(self) -> QSize:
        """Return the preferred size of the pages."""
        return self.pages.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return an empty size, so that pages cannot make a window larger than the screen."""
        return QSize(0, 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit again when the visible page needs more or less room."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the visible page."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        page = self.pages.currentWidget()
        if page is None:
            return
        # Each scroll bar takes room from the other direction, so one scroll bar may make the other one necessary.
        least, room = page.minimumSizeHint().expandedTo(page.minimumSize()), self.maximumViewportSize()
        bar = self.verticalScrollBar().sizeHint().width()
        if least.height() > room.height():
            room.setWidth(room.width() - bar)
        if least.width() > room.width():
            room.setHeight(room.height() - bar)
        self.pages.resize(room.expandedTo(least))


def add_field(form: "QFormLayout", text: str, field: QWidget) -> None:
    """Add a field with its label to a form. In touch mode the label is as high as the field."""
    form.addRow(text, field)
    label = form.labelForField(field)
    if label is not None:
        label.setObjectName("fieldLabel")


def tab_bar(parent: QWidget, name: str, *tabs: str, theme: "Theme | None" = None) -> QTabBar:
    """Return tabs as wide as their texts, with `name` for screen readers. With a theme, letters are larger."""
    bar = QTabBar(parent)
    if theme is not None:
        set_type(theme, bar, size=16)
    # The tab bar draws no line, because the page below draws one.
    bar.setDrawBase(False)
    bar.setExpanding(False)
    bar.setAccessibleName(name)
    for words in tabs:
        bar.addTab(words)
    return bar


def turn_by_keys(page: QWidget, tabs: QTabBar) -> None:
    """Let Ctrl+PgUp and Ctrl+PgDown in `page` switch to the previous or next tab, and focus the page."""

    def turn(step: int) -> None:
        tabs.setCurrentIndex((tabs.currentIndex() + step) % tabs.count())
        page.setFocus(Qt.FocusReason.ShortcutFocusReason)

    for keys, step in (("Ctrl+PgUp", -1), ("Ctrl+PgDown", 1)):
        shortcut = QShortcut(QKeySequence(keys), page)
        # The keys work only within this page, because several pages use the same keys.
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(partial(turn, step))


class TabStack(QStackedWidget):
    """A stack with a place for each tab. A place stays empty until `put` fills it."""

    def __init__(self, theme: "Theme", tabs: int, parent: QWidget | None = None) -> None:
        """Make empty places for the tabs 0 to `tabs` - 1."""
        super().__init__(parent)
        self._theme = theme
        self._filled: set[int] = set()
        for _tab in range(tabs):
            self.addWidget(QWidget(self))

    def has(self, tab: int) -> bool:
        """Return whether the place of `tab` is filled."""
        return tab in self._filled

    def put(self, tab: int, page: QWidget) -> None:
        """Put `page` in the place of `tab`. The visible tab does not change."""
        current, place = self.currentIndex(), self.widget(tab)
        self.insertWidget(tab, page)
        if place is not None:
            self.removeWidget(place)
            place.deleteLater()
        # Inserting and removing pages changes Qt's current index.
        self.setCurrentIndex(current)
        self._filled.add(tab)

    def put_scrolled(self, tab: int, page: QWidget) -> None:
        """Put a page into the place of a tab. The page scrolls if a small window has no room for very large text."""
        room = ScrollRoom(self)
        room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        room.setWidget(page)
        self.put(tab, room)
        # A hidden page gets the new theme only when it is shown, so that changing the theme is fast.
        self._theme.spare(room)

    def setCurrentIndex(self, tab: int) -> None:
        """Show a tab. Its page is painted in the current theme."""
        page = self.widget(tab)
        if page is not None:
            self._theme.show_spared(page)
        super().setCurrentIndex(tab)
