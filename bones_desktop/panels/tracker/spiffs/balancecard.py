"""How many spiffs there are, the ledger of them, and the veto of a use."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from bones_desktop.panels.tracker.spiffs.spiffledgerview import SpiffLedgerView
from bones_desktop.panels.tracker.spiffs.spiffmodel import SpiffRow
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.plainlabel import plain_label
from bones_desktop.widgets.text.plaintip import plain_tip
from bones_desktop.wording.table import spiff_count


class BalanceCard(QFrame):
    """Shows spiffs and ledger; what is pressed goes out as signals."""

    veto_requested = Signal(int)
    """The place of a use in the ledger."""
    nothing_to_veto = Signal()
    """A veto was asked for where no use is chosen and none is left."""
    growth_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._theme = theme
        self.balance = plain_label(self)
        self.growth = plain_label(self, role="muted", wrap=True)
        self.go = QPushButton(self.tr("Growth"), self)
        self.go.setToolTip(self.tr("Sessions and icons are on the Build page"))
        self.go.setAccessibleDescription(self.go.toolTip())
        self.ledger = SpiffLedgerView(theme, self)
        self.nothing = plain_label(
            self, self.tr("What spiffs are earned for and spent on will be listed here."), "muted", wrap=True
        )
        self.veto = QPushButton(self)
        self._about_veto = plain_label(self, self.tr("The GM may veto any use."), "muted", wrap=True)
        self._line = QHBoxLayout()
        self._line.addWidget(self.growth, 1)
        self._line.addWidget(self.go)
        self._foot = QHBoxLayout()
        self._foot.addWidget(self.veto)
        self._foot.addWidget(self._about_veto, 1)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.balance)
        self._column.addLayout(self._line)
        self._column.addWidget(self.nothing)
        self._column.addWidget(self.ledger, 1)
        self._column.addLayout(self._foot)
        self._rest = QWidget(self)
        self._column.addWidget(self._rest, 1)
        self.ledger.current_changed.connect(self._name_veto)
        self.ledger.veto_requested.connect(self._ask)
        self.veto.clicked.connect(self._ask)
        self.go.clicked.connect(self.growth_requested)
        self._name_veto()
        self.restyle()

    def show_spiffs(self, spiffs: int, rows: tuple[SpiffRow, ...], growth: str) -> None:
        """Show how many there are, the ledger, and how sessions stand; "" for one who earns none."""
        self.balance.setText(spiff_count(spiffs, self.tr))
        self.growth.setText(growth)
        self.growth.setVisible(bool(growth))
        self.go.setVisible(bool(growth))
        self.ledger.show_rows(rows)
        for part in (self.ledger, self.veto, self._about_veto):
            part.setVisible(bool(rows))
        self.nothing.setVisible(not rows)
        self._rest.setVisible(not rows)
        self._name_veto()

    def begin_anew(self) -> None:
        """Choose no line: those shown next are another character's."""
        self.ledger.setCurrentIndex(QModelIndex())

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        theme = self._theme
        self.balance.setFont(theme.font("serif", 40, bold=True))
        for label in (self.growth, self._about_veto):
            label.setFont(theme.font("sans", 14))
        self.nothing.setFont(theme.font("sans", 16))
        self.veto.setIcon(theme.icon("veto"))
        self._line.setSpacing(theme.px(8))
        self._foot.setSpacing(theme.px(12))
        self._column.setContentsMargins(theme.px(20), theme.px(8), theme.px(20), theme.px(12))
        self._column.setSpacing(theme.px(8))
        self.ledger.restyle()

    @property
    def _to_veto(self) -> SpiffRow | None:
        """The line a veto is about: the one chosen, else the newest use that can be vetoed; None for none."""
        chosen = self.ledger.chosen
        return chosen or next((row for row in self.ledger.ledger.rows if row.vetoable), None)

    def _name_veto(self) -> None:
        row = self._to_veto
        if row is not None and row.vetoable:
            back = spiff_count(row.spent, self.tr)
            self.veto.setText(self.tr("Veto: {spiffs} back").format(spiffs=back))
            tip = (
                self.tr("Gives back what the newest use took: {what} (V)").format(what=row.what)
                if self.ledger.chosen is None
                else self.tr("Gives back what the chosen use took (V)")
            )
        else:
            self.veto.setText(self.tr("Veto"))
            tip = self.tr("Choose a use of spiffs in the ledger; one that was vetoed is over.")
        self.veto.setToolTip(plain_tip(tip))
        self.veto.setAccessibleDescription(tip)

    def _ask(self) -> None:
        row = self._to_veto
        if row is None or row.place < 0:
            self.nothing_to_veto.emit()
            self.ledger.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.veto_requested.emit(row.place)
