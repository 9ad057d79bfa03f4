"""Choosing characters of the shelf who come into the party, several at once."""

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from bones_desktop.panels.campaign.roster import Entry, RosterView, kind_word
from bones_desktop.rules.bones.book.character import Kind
from bones_desktop.storage.shelf.shelfentry import Entry as ShelfEntry
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.lists.rowmodel import holds
from bones_desktop.widgets.text.plainlabel import plain_label
from bones_desktop.widgets.text.textfields import LineField


class MemberPicker(QWidget):
    """A search, a list with ticks, and the button that takes those ticked. Escape gives up."""

    picked = Signal(tuple)
    """ShelfEntries."""
    cancelled = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._offered: tuple[ShelfEntry, ...] = ()
        self._namesakes: Counter[str] = Counter()
        self._ticked: set[str] = set()
        self.search = LineField(self.tr("Search the shelf"), self)
        self.search.setPlaceholderText(self.tr("Search the shelf…"))
        self.search.setClearButtonEnabled(True)
        self.view = RosterView(theme, self.tr("Characters of the shelf"), self)
        self.none = plain_label(self, role="muted", wrap=True)
        self.secret = QCheckBox(self.tr("Hide from the players"), self)
        self.secret.setToolTip(self.tr("They are the GM's secret from the start: the players' view leaves them out."))
        self.add = QPushButton(self)
        self.add.setProperty("kind", "primary")
        self.cancel = QPushButton(self.tr("Cancel"), self)
        self._row = QHBoxLayout()
        self._row.addWidget(self.add, 1)
        self._row.addWidget(self.cancel)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.search)
        self._column.addWidget(self.view, 1)
        self._column.addWidget(self.none, 1, Qt.AlignmentFlag.AlignTop)
        self._column.addWidget(self.secret)
        self._column.addLayout(self._row)
        self.search.textChanged.connect(self._fill)
        self.search.returnPressed.connect(self._to_list)
        self.view.tick_requested.connect(self._tick)
        self.view.entry_activated.connect(self._enter)
        self.add.clicked.connect(self._pick)
        self.cancel.clicked.connect(self.cancelled)
        self.restyle()

    def offer(self, entries: Sequence[ShelfEntry]) -> None:
        """Offer these characters, none of them ticked."""
        self._offered = tuple(entries)
        self._namesakes = Counter(each.name for each in entries)
        self._ticked.clear()
        self.secret.setChecked(False)
        self.search.clear()
        self._fill()
        (self.search if entries else self.cancel).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give up with Escape, go to the list with the arrow down."""
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        elif event.key() == Qt.Key.Key_Down and self.search.hasFocus():
            self._to_list()
        else:
            super().keyPressEvent(event)

    def restyle(self) -> None:
        """Fit the gaps to the text size."""
        self._column.setSpacing(self._theme.px(8))
        self._row.setSpacing(self._theme.px(8))

    def _fill(self) -> None:
        search = self.search.text()
        shown = [each for each in self._offered if holds(each.name, search)]
        self.view.show_entries(
            Entry(each.id, each.name, self._note(each), ticked=each.id in self._ticked) for each in shown
        )
        self.view.setVisible(bool(shown))
        self.none.setVisible(not shown)
        self.none.setText(
            self.tr("No one on the shelf is called so.")
            if self._offered
            else self.tr("Everyone on the shelf is in the party. Make characters on the Shelf page first.")
        )
        n = len(self._ticked)
        many = self.tr("Add 1 character") if n == 1 else self.tr("Add {n} characters").format(n=n)
        self.add.setText(many if n else self.tr("Add"))
        self.secret.setVisible(bool(self._offered))
        self.add.setEnabled(bool(n))
        self.add.setToolTip("" if n else self.tr("Tick those who come into the party."))

    def _note(self, each: ShelfEntry) -> str:
        """Return what kind of character one is, and where several have its name, which of them."""
        kind = kind_word(each.kind or Kind.PLAYER, self.tr)
        if self._namesakes[each.name] == 1:
            return kind
        dice = self.tr("1 die") if each.dice == 1 else self.tr("{n} dice").format(n=each.dice)
        return " · ".join((kind, dice, each.path.name))

    def _tick(self, key: str) -> None:
        self._ticked ^= {key}
        self._fill()

    def _enter(self, key: str) -> None:
        """Take those ticked, or the current one where none is."""
        if not self._ticked:
            self._ticked.add(key)
        self._pick()

    def _pick(self) -> None:
        chosen = tuple(each for each in self._offered if each.id in self._ticked)
        if chosen:
            self.picked.emit(chosen)

    def _to_list(self) -> None:
        if self.view.isVisible():
            self.view.setFocus()
