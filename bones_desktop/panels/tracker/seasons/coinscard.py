"""The coins there are, what became of them in all, and where they are spent and come by."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QSpinBox, QWidget

from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.rules.bones.life.diary import Diary
from bones_desktop.rules.bones.life.seasons import MOST_COINS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.card import ThemedCard
from bones_desktop.widgets.localized import counted
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.text.labels import ElidedLabel, SteadyLabel
from bones_desktop.widgets.text.textfields import LineField
from bones_desktop.wording.seasons import coins_words

FIRST: Final = 10


class CoinsCard(ThemedCard):
    """Number and note stay until `clear`, so that a refusal loses nothing. Enter in the note spends."""

    spent = Signal(int, str)
    received = Signal(int, str)
    """Coins, and what for."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.coins = ElidedLabel(self, theme=theme, size=28, serif=True, bold=True)
        self.sums = SteadyLabel(2, self, role="muted", theme=theme, size=12)
        self.number = QSpinBox(self)
        set_lengths(theme, self.number, width=104)
        self.number.setRange(1, MOST_COINS)
        self.number.setValue(FIRST)
        self.number.setGroupSeparatorShown(True)
        self.number.setAccessibleName(self.tr("Number of coins"))
        self.note = LineField(self.tr("What the coins are for"), self)
        self.note.setPlaceholderText(self.tr("What for"))
        self.note.setMaxLength(LINE)
        self.spend = QPushButton(self.tr("Spend"), self)
        self.spend.setToolTip(self.tr("Takes the coins away, with a line in the diary"))
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
        self.number.setValue(FIRST)
        self.note.clear()

    def _spend(self) -> None:
        self.spent.emit(self.number.value(), self.note.text())
