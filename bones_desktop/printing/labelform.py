"""Asks for the measures of a sheet of labels."""

from typing import Final, Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QDoubleSpinBox, QFormLayout, QSpinBox, QWidget

from bones_desktop.printing.items import PAPERS
from bones_desktop.storage.files.labelsheets import MOST_LABELS, LabelSheet
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.buttons import combo_box
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.wording.language import _

# A common sheet of 65 small labels, as the starting point for a user's own measures.
_USUAL: Final = LabelSheet(
    id="", columns=5, rows=13, width=38.1, height=21.2, left=4.75, top=10.7, across=40.6, down=21.2
)


class LabelForm(QDialog):
    """Shows the reason why measures are impossible. Only sheets that fit on their paper are accepted."""

    accepted_sheet = Signal(object)
    """The LabelSheet."""

    def __init__(self, theme: Theme, first: LabelSheet | None, paper: str, parent: QWidget) -> None:
        super().__init__(parent)
        first = first or _USUAL.with_(paper=paper)
        self.setWindowTitle(_("A sheet of labels"))
        # The form is made anew each time, with the measures of the sheet then chosen.
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.name = LineField(_("Name"), self)
        limit_letters(self.name, 80)
        self.paper = combo_box(self)
        self.paper.addItems(list(PAPERS))
        self.paper.setCurrentText(first.paper)
        self.columns, self.rows = self._count(first.columns), self._count(first.rows)
        self.width_ = self._length(first.width)
        self.height_ = self._length(first.height)
        self.left, self.top = self._length(first.left), self._length(first.top)
        self.across, self.down = self._length(first.across), self._length(first.down)
        self.wrong = plain_label(self, role="bad", wrap=True)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        form = QFormLayout(self)
        form.setVerticalSpacing(theme.px(8))
        form.addRow(_("Name"), self.name)
        form.addRow(_("Paper"), self.paper)
        form.addRow(_("Labels across"), self.columns)
        form.addRow(_("Labels down"), self.rows)
        form.addRow(_("Width of a label"), self.width_)
        form.addRow(_("Height of a label"), self.height_)
        form.addRow(_("Left margin"), self.left)
        form.addRow(_("Upper margin"), self.top)
        form.addRow(_("From one to the next across"), self.across)
        form.addRow(_("From one to the next down"), self.down)
        form.addRow(self.wrong)
        form.addRow(self.buttons)
        self.buttons.accepted.connect(self._take)
        self.buttons.rejected.connect(self.reject)
        self.name.textChanged.connect(lambda _text: self._check())
        self.paper.currentIndexChanged.connect(lambda _place: self._check())
        for box in (self.columns, self.rows):
            box.valueChanged.connect(lambda _value: self._check())
        for length in (self.width_, self.height_, self.left, self.top, self.across, self.down):
            length.valueChanged.connect(lambda _value: self._check())
        self._check()

    def sheet(self) -> LabelSheet:
        """Return the measures in the fields."""
        return LabelSheet(
            id=" ".join(self.name.text().split()), paper=self._paper(), columns=self.columns.value(),
            rows=self.rows.value(), width=self.width_.value(), height=self.height_.value(), left=self.left.value(),
            top=self.top.value(), across=self.across.value(), down=self.down.value(),
        )  # fmt: skip

    def _paper(self) -> Literal["A4", "Letter"]:
        return "Letter" if self.paper.currentIndex() else "A4"

    def _why_not(self) -> str:
        sheet, paper = self.sheet(), PAPERS[self.paper.currentText()]
        right, bottom = sheet.reach()
        if not sheet.id:
            return _("Give the sheet a name.")
        if sheet.width < 1 or sheet.height < 1:
            return _("A label is at least 1 mm wide and high.")
        if sheet.overlaps():
            return _("From one label to the next is at least as far as a label is large.")
        # Makers round their measures, so a tiny overlap is no mistake.
        if right > paper.width + 0.05 or bottom > paper.height + 0.05:
            return _("The last label reaches {right} mm across and {bottom} mm down: off the paper.").format(
                right=f"{right:.5g}", bottom=f"{bottom:.5g}"
            )
        return ""

    def _check(self) -> None:
        why = self._why_not()
        self.wrong.setText(why)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not why)

    def _take(self) -> None:
        self.accepted_sheet.emit(self.sheet())
        self.accept()

    def _count(self, value: int) -> QSpinBox:
        box = wheel_passes(QSpinBox(self))
        box.setRange(1, MOST_LABELS)
        box.setValue(value)
        return box

    def _length(self, value: float) -> QDoubleSpinBox:
        return millimetres(self, 0, 300, value, decimals=2)


def millimetres(
    parent: QWidget, least: float, most: float, value: float, *, step: float = 1.0, decimals: int = 1
) -> QDoubleSpinBox:
    """Return a field for a length."""
    box = wheel_passes(QDoubleSpinBox(parent))
    box.setDecimals(decimals)
    box.setRange(least, most)
    box.setSingleStep(step)
    box.setSuffix(_(" mm"))
    box.setValue(value)
    return box
