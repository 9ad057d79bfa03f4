"""What a character owns: the coins there are, and the assets that earn along with an income action."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import QListView, QPushButton, QSpinBox, QStackedWidget, QStyleOptionViewItem, QWidget

from bones_desktop.panels.tracker.seasonacts import asset_asked
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.rules.bones.life.diary import Diary
from bones_desktop.rules.bones.life.seasons import MOST_COINS, OwnedAsset
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actform import ActForm
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.card import ThemedCard
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.lines import RIGHT, write
from bones_desktop.widgets.localized import counted
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.rows import Index, RowDelegate, RowModel, paint_line_ground, set_bare_list
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.text.labels import ElidedLabel, SteadyLabel, heading_label
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.wording.seasons import asset_source_words, coins_words

_FIRST: Final = 10
"""Coins proposed."""


class CoinsCard(ThemedCard):
    """Number and note stay until `clear`, so that a refusal loses nothing. Enter in the note spends."""

    spent = Signal(int, str)
    received = Signal(int, str)
    """Coins, and what for."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.coins = ElidedLabel(self, theme=theme, size=28, serif=True, bold=True)
        self.sums = SteadyLabel(2, self, role="muted", theme=theme, size=12)
        self.number = wheel_passes(QSpinBox(self))
        set_lengths(theme, self.number, width=104)
        self.number.setRange(1, MOST_COINS)
        self.number.setValue(_FIRST)
        self.number.setGroupSeparatorShown(True)
        self.number.setAccessibleName(self.tr("Number of coins"))
        self.note = LineField(self.tr("What the coins are for"), self)
        self.note.setPlaceholderText(self.tr("What for"))
        limit_letters(self.note, LINE)
        self.spend = push_button(self, self.tr("Spend"), tip=self.tr("Takes the coins away, with a line in the diary"))
        self.receive = QPushButton(self.tr("Receive"), self)
        self.receive.setToolTip(self.tr("Adds coins that no action earned, with a line in the diary"))
        self._fields = hbox(None, self.number, (self.note, 1), theme=theme, gap=8)
        self._press = hbox(None, (self.spend, 1), (self.receive, 1), theme=theme, gap=8)
        self._column = vbox(self, self.coins, self.sums, self._fields, self._press)
        set_gaps(theme, self._column, gap=6, edges=(16, 8, 16, 12))
        self.spend.clicked.connect(self._spend)
        self.receive.clicked.connect(lambda: self.received.emit(self.number.value(), self.note.text()))
        self.note.returnPressed.connect(self._spend)
        self.number.lineEdit().returnPressed.connect(self._spend)

    def show_coins(self, diary: Diary, *, editable: bool) -> None:
        """Show the coins of a diary."""
        self.coins.set_full_text(coins_words(diary.coins, self.tr, counted))
        parts = (
            (diary.earned, self.tr("earned {n}")),
            (diary.received, self.tr("received {n}")),
            (diary.spent, self.tr("spent {n}")),
            (diary.brought, self.tr("from before {n}")),
        )
        said = " · ".join(words.format(n=counted(coins)) for coins, words in parts if coins)
        self.sums.show_text(said or self.tr("Actions that earn coins, and what is spent, add up here."))
        for part in (self.number, self.note, self.spend, self.receive):
            part.setEnabled(editable)

    def clear(self) -> None:
        """Start again."""
        self.number.setValue(_FIRST)
        self.note.clear()

    def _spend(self) -> None:
        self.spent.emit(self.number.value(), self.note.text())


ROW: Final = 32


@dataclass(frozen=True, slots=True)
class AssetRow:
    """One asset; texts are finished."""

    name: str
    source: str
    place: int | None
    """Which of the character's assets it is; None for one that a mastery brings."""


class AssetModel(RowModel[AssetRow]):
    """The assets in the order given."""

    def set_rows(self, rows: Iterable[AssetRow]) -> None:
        """Show other assets; nothing happens when they are the same."""
        self._show(rows)

    def _text(self, row: AssetRow) -> str:
        return row.name

    def _spoken(self, row: AssetRow) -> str:
        return f"{row.name}, {row.source}"


class AssetDelegate(RowDelegate[AssetRow]):
    """Paints an asset in one line: its name, and at the right where it comes from."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of a line."""
        return QSize(self._theme.px(120), self._theme.px(ROW))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, row: AssetRow) -> None:
        theme = self._theme
        paint_line_ground(painter, theme, option.rect, option.state)
        room = QRectF(option.rect).adjusted(theme.px(10), 0, -theme.px(8), 0)
        half = room.adjusted(room.width() / 2, 0, 0, 0)
        source = write(painter, half, row.source, theme.font("sans", 12), theme.color("muted"), RIGHT)
        room.setRight(room.right() - source - theme.px(8))
        write(painter, room, row.name, theme.font("sans", 14), theme.color("text"))


class AssetsCard(ThemedCard):
    """Delete or the button takes the chosen asset away; one of a mastery stays as long as the mastery."""

    removed = Signal(int)
    """Which of the character's assets."""
    message = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._editable = True
        self._heading = heading_label(theme, self, self.tr("Assets"))
        self.count = ElidedLabel(self, role="muted", theme=theme, size=12)
        self.model = AssetModel(self)
        self.view = QListView(self)
        self.view.setModel(self.model)
        self.view.setItemDelegate(AssetDelegate(theme, self.view))
        set_bare_list(self.view)
        self.view.setUniformItemSizes(True)
        self.view.setAccessibleName(self.tr("Assets that earn along"))
        self.remove = push_button(self, self.tr("Remove"), self._remove)
        self.none = SteadyLabel(3, self, role="muted", theme=theme)
        self.none.show_text(self.tr("No asset earns along yet. An action may bring one; masteries may too."))
        self.form = ActForm(theme, self, framed=False, compact=True)
        self.form.act.setProperty("kind", "")
        self.form.cancel.hide()
        self._lay_out()
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.view)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self._remove)
        self.view.selectionModel().currentChanged.connect(lambda _now, _before: self._enable())

    def show_assets(self, character: Character, assets: Sequence[OwnedAsset], *, editable: bool) -> None:
        """Show the assets of the present season; the chosen one stays chosen as far as it is there."""
        before = self.view.currentIndex().row()
        self._editable = editable
        self.model.set_rows(AssetRow(each.name, asset_source_words(each, self.tr), each.place) for each in assets)
        if assets and before >= 0:
            self.view.setCurrentIndex(self.model.index(min(before, len(assets) - 1)))
        self.count.set_full_text(self.tr("{n} earn along").format(n=len(assets)) if len(assets) > 1 else "")
        self._stack.setCurrentIndex(0 if assets else 1)
        self.form.show_act(asset_asked(character, self.tr))
        self.form.setEnabled(editable)
        self._enable()

    def begin_anew(self) -> None:
        """Begin a new name with no asset chosen: those shown next are another character's."""
        self.form.fill({})
        self.view.setCurrentIndex(QModelIndex())

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        self.view.scheduleDelayedItemsLayout()

    def _lay_out(self) -> None:
        self._top = hbox(None, self._heading, (self.count, 1), self.remove, theme=self._theme, gap=8)
        self._stack = QStackedWidget(self)
        set_lengths(self._theme, self._stack, least_height=2 * ROW)
        self._stack.addWidget(self.view)
        self._stack.addWidget(self.none)
        self._column = vbox(self, self._top, (self._stack, 1), self.form)
        set_gaps(self._theme, self._column, gap=6, edges=(16, 8, 16, 12))

    def _enable(self) -> None:
        row = self.model.at(self.view.currentIndex())
        if row is None and self.remove.hasFocus():
            (self.view if self.model.rows else self.form.first).setFocus()
        self.remove.setEnabled(self._editable and row is not None)
        self.remove.setToolTip("" if row else self.tr("Choose an asset first."))

    def _remove(self) -> None:
        row = self.model.at(self.view.currentIndex())
        if row is None or not self._editable:
            return
        if row.place is None:
            self.message.emit(
                self.tr("{name} comes with a mastery: {mastery}.").format(name=row.name, mastery=row.source)
            )
        else:
            self.removed.emit(row.place)
