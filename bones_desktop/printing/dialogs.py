"""Two dialogs: one for the dimensions of a sheet of labels, one for files from which to make dice.

The files contain the faces as drawings for cutters, or whole dice as models for 3D printers.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QDoubleSpinBox, QFileDialog, QFormLayout, QWidget

from bones_desktop.printing.canvas import PAPERS
from bones_desktop.printing.diemodel import DEEPEST, MODEL_SIZES, die_model, stl, svg_files, three_mf
from bones_desktop.printing.painter import PrintKit
from bones_desktop.printing.preview import PreviewWork, warn
from bones_desktop.printing.stickers import DieFaces
from bones_desktop.rules.acts import Parameter
from bones_desktop.storage.files.labelsheets import MOST_LABELS, LabelSheet
from bones_desktop.storage.files.locations import free_path, safe_name
from bones_desktop.storage.files.textfiles import FileProblem, save_bytes
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field, Unit
from bones_desktop.widgets.acts.actform import ActForm
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.layouts import add_field, scroll_room
from bones_desktop.widgets.plaintext import GUIDE_PAGE
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.worker import KeepOn
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import N_, _

_USUAL_SIZE: Final = 16.0
_USUAL_DEPTH: Final = 0.6
_LEAST_DEPTH: Final = 0.1


def can_make_models() -> bool:
    """Return whether the library that makes 3D models is installed."""
    return find_spec("manifold3d") is not None


def maker_files(
    dice: Sequence[DieFaces], kinds: Collection[str], side: float, depth: float, kit: PrintKit
) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each file to make dice from. `kinds` are "svg", "3mf" and "stl".

    Lengths are in millimetres.
    """
    if "svg" in kinds:
        yield from svg_files(dice, side, kit)
    for die in dice if {"3mf", "stl"} & set(kinds) else ():
        title = f"{die.owner}, {die.name}".strip(", ")
        model = die_model(die, side, depth, kit)
        if "3mf" in kinds:
            yield f"{safe_name(title)}.3mf", three_mf(model, title)
        if "stl" in kinds:
            yield f"{safe_name(title)}.stl", stl(model)


class MakerDialog(QDialog):
    """Asks which files to write, and for which dice. `saved` is called with the folder and the number of files."""

    def __init__(
        self,
        dice: Sequence[DieFaces],
        kit: PrintKit,
        theme: Theme,
        folder: Path,
        saved: Callable[[Path, int], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty(GUIDE_PAGE, "sheet")
        self.setWindowTitle(_("Models and drawings"))
        self._dice, self._kit, self._folder, self._saved = tuple(dice), kit, folder, saved
        about = _("Faces for cutters and engravers, and whole dice for 3D printers, as files in a folder.")
        self.svg = self._box(_("Faces as SVG, one file each"), on=True)
        self.threemf = self._box(_("Dice as 3MF, with engraved faces"))
        self.stl = self._box(_("Dice as STL, with engraved faces"))
        self.side = millimetres(self, *MODEL_SIZES, _USUAL_SIZE, step=0.5)
        self.deep = millimetres(self, _LEAST_DEPTH, _USUAL_SIZE * DEEPEST, _USUAL_DEPTH, step=0.1)
        # The side limits the depth, because deep engravings on opposite faces would weaken the die.
        self.side.valueChanged.connect(lambda side: self.deep.setMaximum(side * DEEPEST))
        self.dice = [self._box(die.name, on=True) for die in self._dice]
        self.missing = plain_label(self, role="muted", wrap=True, theme=theme, size=14)
        if not can_make_models():
            self.missing.setText(
                _(
                    "Models need the manifold3d library, which the program's packages do not include. If you "
                    "installed the program with Python, add it with: python -m pip install '.[models]'"
                )
            )
            self.threemf.setEnabled(False)
            self.stl.setEnabled(False)
        self.missing.setVisible(bool(self.missing.text()))
        form = QFormLayout()
        add_field(form, _("Size of a die"), self.side)
        add_field(form, _("Depth of the engraving"), self.deep)
        self.save = push_button(self, _("Save to a folder…"), self._ask, kind="primary")
        close = push_button(self, _("Close"), self.close)
        asked = QWidget()
        kinds = (self.svg, self.threemf, self.stl, self.missing)
        vbox(asked, *kinds, form, *self.dice, STRETCH, theme=theme, gap=8, edges=(4, 4, 4, 4))
        vbox(
            self,
            plain_label(self, about, wrap=True, theme=theme, size=14),
            (scroll_room(asked, self), 1),
            hbox(None, STRETCH, close, self.save, theme=theme, gap=8),
            theme=theme,
            gap=8,
            edges=(16, 12, 16, 12),
        )
        set_lengths(theme, self, least_width=420)
        for box in (self.svg, self.threemf, self.stl, *self.dice):
            box.toggled.connect(self._refresh)
        self._refresh()

    def _box(self, text: str, *, on: bool = False) -> QCheckBox:
        box = QCheckBox(text.replace("&", "&&"), self)
        box.setChecked(on)
        return box

    def _refresh(self) -> None:
        kinds = any(box.isChecked() for box in (self.svg, self.threemf, self.stl))
        self.save.setEnabled(kinds and any(box.isChecked() for box in self.dice))
        self.deep.setEnabled(self.threemf.isChecked() or self.stl.isChecked())

    def _ask(self) -> None:
        dialog = QFileDialog(self, _("Save to a folder"), str(self._folder))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.write)
        dialog.open()

    def write(self, folder: Path | str) -> PreviewWork:
        """Make the files on another thread and write them to `folder`. If the user stops, no file is written."""
        target = Path(folder)
        dice = [die for die, box in zip(self._dice, self.dice, strict=True) if box.isChecked()]
        boxes = {"svg": self.svg, "3mf": self.threemf, "stl": self.stl}
        kinds = {kind for kind, box in boxes.items() if box.isChecked()}
        kit, side, depth = self._kit.copy(self._kit.ink), self.side.value(), self.deep.value()

        def work(keep_on: KeepOn) -> Iterator[object]:
            # All files are made before any of them is written, so that the user never gets an incomplete set.
            files = []
            for number, each in enumerate(maker_files(dice, kinds, side, depth, kit), 1):
                files.append(each)
                yield number
                if not keep_on():
                    return
            try:
                for name, data in files:
                    stem, dot, ending = name.rpartition(".")
                    # A file of the user is never replaced: if the name is taken, the new file's name gets a number.
                    save_bytes(free_path(target, stem, dot + ending), data, None)
            except FileProblem as problem:
                yield problem
            else:
                yield str(len(files))

        def done(result: object) -> None:
            if isinstance(result, FileProblem):
                warn(self, _("The files were not saved"), file_sentence(result))
            else:
                self._saved(target, int(str(result)))
                self.close()

        return PreviewWork(self, _("Making the files …"), work, done)


# These are the dimensions of a common sheet of 65 small labels. The user can change them.
_USUAL: Final = LabelSheet(
    id="", columns=5, rows=13, width=38.1, height=21.2, left=4.75, top=10.7, across=40.6, down=21.2
)


_COUNTS: Final = {"columns": N_("Labels across"), "rows": N_("Labels down")}
_LENGTHS: Final = {
    "width": N_("Width of a label"),
    "height": N_("Height of a label"),
    "left": N_("Left margin"),
    "top": N_("Upper margin"),
    "across": N_("Distance to the next label across"),
    "down": N_("Distance to the next label down"),
}
"""Fields of a LabelSheet in millimetres, in the order of the form."""


class LabelForm(QDialog):
    """A form for the dimensions of labels.

    It shows why dimensions are impossible, and accepts only possible dimensions.
    """

    accepted_sheet = Signal(object)
    """Emitted with the LabelSheet."""

    def __init__(self, theme: Theme, first: LabelSheet | None, paper: str, parent: QWidget) -> None:
        super().__init__(parent)
        first = first or _USUAL.with_(paper=paper)
        self.setWindowTitle(_("A sheet of labels"))
        # A closed form is deleted. Each time the form is opened, it is created again with the dimensions of the
        # selected sheet.
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.form = ActForm(theme, self, framed=False)
        self.wrong = plain_label(self, role="bad", wrap=True)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        vbox(self, self.form, self.wrong, self.buttons, theme=theme, gap=8, edges=(16, 12, 16, 12))
        self.form.answered.connect(self._check)
        self.form.requested.connect(self._take)
        self.form.closed.connect(self.reject)
        self.buttons.accepted.connect(self._take)
        self.buttons.rejected.connect(self.reject)
        papers = tuple(Choice(name, name) for name in PAPERS)
        length = Unit(_(" mm"), step=100, decimals=2)
        self.form.show_fields(
            [
                Field(Parameter.text("id", most=80), _("Name")),
                Field(Parameter.choice("paper", PAPERS, first.paper), _("Paper"), choices=papers),
                *(
                    Field(Parameter.number(name, getattr(first, name), 1, MOST_LABELS), _(words))
                    for name, words in _COUNTS.items()
                ),
                *(
                    Field(Parameter.number(name, round(getattr(first, name) * 100), 0, 30_000), _(words), unit=length)
                    for name, words in _LENGTHS.items()
                ),
            ]
        )
        self.form.focus_first()
        self._check()

    def sheet(self) -> LabelSheet:
        """Return the dimensions that the fields contain."""
        given = self.form.answers
        counts = {name: given.number(name) for name in _COUNTS}
        lengths = {name: given.number(name) / 100 for name in _LENGTHS}
        return _USUAL.with_(id=" ".join(given.key("id").split()), paper=given.key("paper"), **counts, **lengths)

    def _why_not(self) -> str:
        sheet = self.sheet()
        paper = PAPERS[sheet.paper]
        right, bottom = sheet.reach()
        if not sheet.id:
            return _("Give the sheet a name.")
        if sheet.width < 1 or sheet.height < 1:
            return _("A label is at least 1 mm wide and high.")
        if sheet.overlaps():
            return _("The distance from one label to the next cannot be less than the size of a label.")
        # A tiny excess is allowed, because manufacturers round their dimensions.
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
        if not self._why_not():
            self.accepted_sheet.emit(self.sheet())
            self.accept()


def millimetres(parent: QWidget, least: float, most: float, value: float, *, step: float) -> QDoubleSpinBox:
    """Return a field for a length."""
    box = wheel_passes(QDoubleSpinBox(parent))
    box.setDecimals(1)
    box.setRange(least, most)
    box.setSingleStep(step)
    box.setSuffix(_(" mm"))
    box.setValue(value)
    return box
