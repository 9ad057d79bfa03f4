"""The list of all fighters by side. Equal fighters fold into one row."""

from collections.abc import Collection
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem, QWidget

from bones_desktop.document.bones.fightdocument import FightDocument
from bones_desktop.pages.fight.rosterrows import RosterRow, roster_rows
from bones_desktop.pages.fight.standing import fill_details
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import paint_mini
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.plaintext import RIGHT, write
from bones_desktop.widgets.rows import ROW_ROLE, Index, RowDelegate, RowModel, paint_line_ground, set_bare_list
from bones_desktop.wording.language import _

HEADING: Final = 26
HIGH: Final = 58
DIE: Final = 18
EDGE: Final = 18
"""Space left of the names for the tick of fighters who are done."""


class RosterModel(RowModel[RosterRow]):
    """The rows of a fight."""

    def show_rows(self, rows: tuple[RosterRow, ...]) -> None:
        """Show other rows. While the fighters are the same, a view keeps its position."""
        self._update(rows, lambda row: row.key)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return flags: headings cannot be chosen."""
        row = self.at(index)
        return super().flags(index) if row is not None and row.who else Qt.ItemFlag.NoItemFlags

    def _text(self, row: RosterRow) -> str:
        return row.name

    def _spoken(self, row: RosterRow) -> str:
        dice = row.counted
        if row.dice:
            left = sum(not die.lost for die in row.dice)
            dice = _("{n} of {m} dice").format(n=left, m=len(row.dice))
            going = sum(die.going for die in row.dice)
            dice = _("{dice}, {n} about to be lost").format(dice=dice, n=going) if going else dice
        waits = _("to decide") if row.waiting else _("done") if row.done else ""
        return ", ".join(part for part in (row.name, row.state, dice, row.doing, row.blows, row.coming, waits) if part)


class RosterDelegate(RowDelegate[RosterRow]):
    """Paints name and state of a fighter, and below them its dice and its action, or the attacks on it."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of a row. The view sets its width."""
        row = index.data(ROW_ROLE)
        heading = isinstance(row, RosterRow) and not row.who
        return QSize(self._theme.px(160), self._theme.px(HEADING if heading else HIGH))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, row: RosterRow) -> None:
        theme, px = self._theme, self._theme.px
        area = QRectF(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not row.who:
            inner, low = area.adjusted(px(EDGE), 0, -px(12), -px(4)), Qt.AlignmentFlag.AlignBottom
            write(painter, inner, row.name, theme.font("sans", 12, bold=True), theme.color("muted"), low)
            return
        state: QStyle.StateFlag = option.state
        paint_line_ground(painter, theme, option.rect, state)
        inner = area.adjusted(px(EDGE + (16 if row.inside else 0)), px(6), -px(10), -px(6))
        if row.folds:
            self._chevron(painter, inner, folded=row.folded)
            inner.setLeft(inner.left() + px(16))
        if row.waiting:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent"))
            painter.drawEllipse(QPointF(area.left() + px(9), inner.top() + px(9)), px(3), px(3))
        elif row.done:
            side = px(11)
            tick = QRectF(area.left() + px(4), inner.top() + px(9) - side / 2, side, side)
            theme.icon("check").paint(painter, tick.toRect())
        top = QRectF(inner.left(), inner.top(), inner.width(), px(20))
        below = QRectF(inner.left(), inner.bottom() - px(22), inner.width(), px(22))
        small, tone = theme.font("sans", 12, bold=row.deadly), "bad" if row.coming else row.tone
        taken = write(painter, top, row.coming or row.state, small, theme.color(tone), RIGHT)
        name = top.adjusted(0, 0, -taken - px(8), 0)
        write(painter, name, row.name, theme.font("sans", 14, bold=True), theme.color("text"))
        most = below.adjusted(below.width() * 0.4, 0, 0, 0)  # the dice are more important than the targets
        tone = "text" if row.blows else "muted"
        taken = write(painter, most, row.blows or row.doing, theme.font("sans", 12), theme.color(tone), RIGHT)
        self._dice(painter, below.adjusted(0, 0, -taken - px(8), 0), row)

    def _dice(self, painter: QPainter, room: QRectF, row: RosterRow) -> None:
        if row.counted:
            write(painter, room, row.counted, self._theme.font("sans", 12), self._theme.color("muted"))
            return
        side, gap = self._theme.px(DIE), self._theme.px(2)
        fit = max(1, int((room.width() + gap) // (side + gap)))
        # Room for "+n", which needs about two dice.
        shown = row.dice if len(row.dice) <= fit else row.dice[: max(0, fit - 2)]
        y = room.top() + (room.height() - side) / 2
        for place, die in enumerate(shown):
            square = QRectF(room.left() + place * (side + gap), y, side, side)
            paint_mini(painter, square, self._theme, die.code, die.group, lost=die.lost)
            if die.going:
                painter.setPen(QPen(self._theme.color("bad"), self._theme.px(2)))
                painter.drawLine(square.bottomLeft(), square.topRight())
        if len(shown) < len(row.dice):
            rest = room.adjusted(len(shown) * (side + gap), 0, 0, 0)
            more = f"+{len(row.dice) - len(shown)}"
            write(painter, rest, more, self._theme.font("sans", 12), self._theme.color("muted"))

    def _chevron(self, painter: QPainter, inner: QRectF, *, folded: bool) -> None:
        side = self._theme.px(14)
        icon = self._theme.icon("chevron-right" if folded else "chevron-down")
        icon.paint(
            painter, QRectF(inner.left() - self._theme.px(2), inner.top() + self._theme.px(3), side, side).toRect()
        )


class RosterView(QListView):
    """The list. Left and right fold and unfold, Enter opens the details, Delete removes fighters."""

    chosen_changed = Signal()
    """Other fighters are chosen."""
    edit_requested = Signal(str)
    """The id of a fighter to edit."""
    removal_requested = Signal(object)
    """A tuple of ids."""
    standing_requested = Signal(object, object)
    """A tuple of ids, and new values of fields of a Fighter by name."""

    def __init__(self, document: FightDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._unfolded: set[str] = set()
        self._falling: Collection[str] = ()
        self._chosen: tuple[str, ...] = ()
        self.rows = RosterModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(RosterDelegate(theme, self))
        set_bare_list(self)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(_("Who fights"))
        self.selectionModel().currentChanged.connect(lambda now, _before: self._take(now))
        self.doubleClicked.connect(self._edit)
        document.changed.connect(self.refresh)
        theme.changed.connect(self.scheduleDelayedItemsLayout)
        self.refresh()

    @property
    def chosen(self) -> tuple[str, ...]:
        """Ids of the fighters in the chosen row; empty if there are no fighters."""
        return self._chosen

    def refresh(self) -> None:
        """Show the fight as it is now. The chosen fighter stays chosen."""
        before = self.rows.at(self.currentIndex())
        key, at = (before.key, self.currentIndex().row()) if before is not None else ("", 0)
        self.rows.show_rows(roster_rows(self._document, self._unfolded, self._falling))
        now = self.rows.at(self.currentIndex())
        if now is not None and now.key == key and now.who:
            self._take(self.currentIndex())
            return
        # Headings cannot be chosen, so the nearest row with fighters is taken.
        places = [place for place, row in enumerate(self.rows.rows) if row.who]
        same = next((place for place in places if self.rows.rows[place].key == key), None)
        near = same if same is not None else min(places, key=lambda place: abs(place - at), default=None)
        if near is None:
            self._take(self.rows.index(-1))
        else:
            self.setCurrentIndex(self.rows.index(near))

    def set_falling(self, who: Collection[str]) -> None:
        """Hide the result of a roll while the dice of these fighters fall; an empty collection shows it."""
        self._falling = who
        self.refresh()

    def choose(self, who: str) -> None:
        """Choose the row of a fighter. Unfold its group unless the group is the chosen row."""
        row = self.rows.at(self.currentIndex())
        if self._chosen == (who,) or (row is not None and row.folded and who in row.who):
            return
        if all(row.who != (who,) for row in self.rows.rows):
            group = next((row.key for row in self.rows.rows if who in row.who and row.folded), "")
            if not group:
                return
            self._unfolded.add(group)
            self.refresh()
        place = next(place for place, row in enumerate(self.rows.rows) if row.who == (who,) and not row.folds)
        self.setCurrentIndex(self.rows.index(place))

    def choose_row(self, who: str) -> None:
        """Choose the first row that includes a fighter, which may be a folded group."""
        place = next((place for place, row in enumerate(self.rows.rows) if who in row.who), None)
        if place is not None:
            self.setCurrentIndex(self.rows.index(place))

    def fold(self, key: str, *, folded: bool) -> None:
        """Show equal fighters as one row, or one by one."""
        (self._unfolded.discard if folded else self._unfolded.add)(key)
        self.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Fold, edit and remove. Letters belong to the page."""
        row, key = self.rows.at(self.currentIndex()), event.key()
        if row is not None and row.folds and key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            self.fold(row.key, folded=key == Qt.Key.Key_Left)
        elif row is not None and key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.modifiers():
            self._edit(self.currentIndex())
        elif row is not None and key == Qt.Key.Key_Delete:
            self.removal_requested.emit(row.who)
        # A list would search its rows by letters, but here letters and Space roll and allot.
        elif event.text().strip() or key == Qt.Key.Key_Space:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Fold or unfold on a press of the chevron."""
        index = self.indexAt(event.position().toPoint())
        row = self.rows.at(index)
        super().mousePressEvent(event)
        if row is not None and row.folds and event.position().x() < self._theme.px(EDGE + 18):
            self.fold(row.key, folded=not row.folded)

    @guarded(None)
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the row under the pointer, or of the current row."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        row = self.rows.at(index)
        if row is None or not row.who:
            return
        menu = light_menu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if row.folds:
            fold = _("Show one by one") if row.folded else _("Show together")
            menu.addAction(fold, lambda: self.fold(row.key, folded=not row.folded))
            details, stand = menu.addMenu(_("Details of")), partial(self.standing_requested.emit, row.who)
            fill_details(details, self._document, row.who, self.edit_requested.emit, stand)
        else:
            menu.addAction(_("Details…"), lambda: self.edit_requested.emit(row.who[0]))
        if not self._document.read_only:
            menu.addAction(_("Remove from the fight"), lambda: self.removal_requested.emit(row.who))
        menu.popup(self.viewport().mapToGlobal(self.visualRect(index).center()) if by_key else event.globalPos())

    def _take(self, index: Index) -> None:
        row = self.rows.at(index)
        chosen = row.who if row is not None else ()
        # The heading above the first fighter would never come back into view by keys.
        if 0 <= index.row() <= 1:
            self.scrollToTop()
        if chosen != self._chosen:
            self._chosen = chosen
            self.chosen_changed.emit()

    def _edit(self, index: Index) -> None:
        row = self.rows.at(index)
        if row is None or not row.who:
            return
        if row.folds:
            self.fold(row.key, folded=not row.folded)
        else:
            self.edit_requested.emit(row.who[0])
