"""The print window: kind of pages, options, and a preview."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QFormLayout, QSizePolicy, QSpinBox, QWidget

from bones_desktop.printing import stickers
from bones_desktop.printing.canvas import PAPERS
from bones_desktop.printing.columns import Columns
from bones_desktop.printing.dialogs import LabelForm, millimetres
from bones_desktop.printing.jobs import (
    PrintJob,
    blank_boxes,
    calibration_job,
    cards_job,
    encounter_job,
    legend_job,
    nets_job,
    party_job,
    screen_job,
    sheets_job,
    stickers_job,
)
from bones_desktop.printing.painter import Ink, PrintKit
from bones_desktop.printing.preview import PagesPreview
from bones_desktop.printing.stickers import COMMON_SIZES, DieFaces, Stickers, changed_faces, dice_of, per_label
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.sheet import Sheet
from bones_desktop.storage.files.labelsheets import Faces, LabelSheet, PrintChoices, common_labels, find_labels
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, stack, vbox
from bones_desktop.widgets.choice.buttons import combo_box
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.layouts import ScrollRoom, scroll_both
from bones_desktop.widgets.plaintext import GUIDE_PAGE
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.messages import Toast
from bones_desktop.wording.language import _, ngettext

_CHOSEN: Final = "chosen"
_OWN: Final = "own"
"""The entry in the list of labels for the user's own dimensions."""
_FORM_WIDTH: Final = 370


@dataclass(frozen=True, slots=True)
class ToPrint:
    """A character that can be printed: its id and its sheet."""

    id: str
    sheet: Sheet | Columns


@dataclass(frozen=True, slots=True)
class Group:
    """A group of characters to print. Their sheets are read when needed."""

    id: str
    text: str
    load: Callable[[], Sequence[Sheet | Columns]]


@dataclass(frozen=True, slots=True)
class AtTable:
    """Functions that return the content of papers for the table."""

    rulebook: Rulebook
    groups: tuple[Group, ...]
    title: str = ""
    """Name of the campaign; "" without one."""


@dataclass(frozen=True, slots=True)
class PrintKind:
    """A kind of pages that can be printed."""

    id: str
    text: str
    purpose: str
    """A sentence about the purpose of these pages."""
    rows: frozenset[str]
    """The options that apply to this kind of pages."""
    job: Callable[[], PrintJob | str]
    """Returns the print job, or the reason why there is none."""


class PrintWindow(QDialog):
    """Shows the pages and updates them at every choice. Buttons print them or save them as a PDF."""

    choices_changed = Signal(object)
    """Emitted with the new PrintChoices."""
    paper_changed = Signal(str)
    """Emitted with a key of PAPERS."""
    print_requested = Signal(object)
    """Emitted with a PrintJob."""
    pdf_requested = Signal(object)
    """Emitted with a PrintJob."""

    def __init__(
        self,
        theme: Theme,
        kit: PrintKit,
        characters: Sequence[ToPrint],
        choices: PrintChoices,
        paper: str,
        before: Callable[[str], Faces],
        parent: QWidget | None = None,
        *,
        at_table: AtTable | None = None,
    ) -> None:
        """`paper` is a key of PAPERS. `before` returns the faces of a character that were last printed.

        Without `at_table` there are no papers for the table.
        """
        super().__init__(parent)
        self._theme = theme
        self._kit = kit
        self._characters = tuple(characters)
        self._choices = choices
        self._paper = paper
        self._before = before
        self._at_table = at_table
        chosen = Group(_CHOSEN, self._names(), self._chosen_sheets)
        self._groups = {each.id: each for each in (chosen, *(at_table.groups if at_table else ()))}
        self._loaded: dict[str, Sequence[Sheet | Columns]] = {}
        self.job: PrintJob | None = None
        """The current print job; None if there is none."""
        self._kinds = {kind.id: kind for kind in self._all_kinds()}
        self.setProperty(GUIDE_PAGE, "sheet")
        self.setWindowTitle(_("Print"))
        # The pages and pictures of the window must not stay in memory.
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        # These widgets are created first, so that Tab reaches them in this order.
        self._make_fields()
        self.pdf = push_button(self, _("Save as PDF…"), self._ask_to_save)
        self.printer = push_button(self, _("Print…"), self._ask_to_print, kind="primary")
        self.preview = PagesPreview(theme, self)
        self.nothing = plain_label(self, role="muted", wrap=True, theme=theme, size=16)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._shown = stack(self, self.preview, self.nothing)
        # Without this, Enter in a field would print.
        for button in (self.pdf, self.printer):
            button.setAutoDefault(False)
        self._count = plain_label(self, role="muted")
        whole = push_button(self, _("Whole page"), self.preview.fit_page)
        width = push_button(self, _("Fit width"), self.preview.fit_width)
        for button in (whole, width):
            button.setAutoDefault(False)
        self.letters = plain_label(self, role="warn", wrap=True)
        self.letters.hide()
        bar = hbox(None, whole, width, self._count, STRETCH, theme=theme, gap=8)
        right = vbox(None, (self._shown, 1), self.letters, bar, theme=theme, gap=8)
        self._left.setFixedWidth(theme.px(_FORM_WIDTH))
        buttons = hbox(None, self.pdf, (self.printer, 1), theme=theme, gap=8)
        vbox(self._left, self.kind, (self._area, 1), buttons, margins=0, theme=theme, gap=10)
        sides = hbox(None, self._left, (right, 1), theme=theme, gap=12)
        vbox(self, scroll_both(sides, self), theme=theme, edges=(12, 12, 12, 12))
        self.preview.pages_changed.connect(self._say_count)
        room = self.screen().availableGeometry()
        # The window is a little smaller than the screen, so that its title bar is visible.
        self.resize(min(theme.px(1080), int(room.width() * 0.94)), min(theme.px(760), int(room.height() * 0.9)))
        self.preview.fit_page()
        self._choose_kind()
        self._show()
        self.kind.setFocus()
        self.toast = Toast(theme, self)
        """Messages of this window, which covers the main window's messages."""

    @property
    def dice(self) -> dict[str, tuple[DieFaces, ...]]:
        """The dice of all BONES characters, keyed by character id."""
        return {each.id: dice_of(each.sheet) for each in self._characters if isinstance(each.sheet, Sheet)}

    @property
    def stickers(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Codes of faces to be printed as stickers, keyed by character id and name of the die."""
        if self.kind.currentData() != "stickers":
            return {}
        return {id: {die.name: die.faces for die in dice} for id, dice in self.dice.items()}

    def _ask_to_print(self) -> None:
        self.print_requested.emit(self.job)

    def _ask_to_save(self) -> None:
        self.pdf_requested.emit(self.job)

    # --- kinds of pages ---------------------------------------------------------------------------------------------

    def _all_kinds(self) -> Iterator[PrintKind]:
        sheet, made = frozenset({"paper", "ink", "blank"}), frozenset({"paper", "ink", "size", "offset"})
        yield PrintKind(
            "sheet",
            _("Character sheet"),
            _("The whole character sheet, with room for notes."),
            sheet,
            self._sheet_job,
        )
        yield PrintKind(
            "stickers",
            _("Stickers for dice"),
            _("Faces to stick on real dice: on plain sticker paper, to be cut, or on sheets of labels."),
            made | {"labels", "changed", "marks"},
            self._stickers_job,
        )
        yield PrintKind(
            "nets",
            _("Paper dice"),
            _("Dice to cut out, fold and glue. Use card of 160 g/m² or more."),
            made,
            self._nets_job,
        )
        yield PrintKind(
            "test",
            _("Test page"),
            _("Rulers and crosses that show whether the printer is exact."),
            frozenset({"paper", "labels", "offset"}),
            self._test_job,
        )
        here = self._at_table
        if here is None:
            return
        yield PrintKind(
            "legend",
            _("Legend"),
            _("The icons on the dice and what each does."),
            frozenset({"paper", "ink", "whose"}),
            partial(self._bones_job, partial(legend_job, here.rulebook)),
        )
        yield PrintKind(
            "cards",
            _("Cards"),
            _("Cast and beasts for the game master, nine to a page, with boxes for lost dice."),
            sheet | {"whose"},
            partial(self._bones_job, partial(cards_job, here.rulebook)),
        )
        yield PrintKind(
            "party",
            _("Party at a glance"),
            _("A card for each character: dice, equipment and best skills. Nine fit on a page."),
            sheet | {"whose"},
            partial(self._group_job, partial(party_job, title=here.title)),
        )
        yield PrintKind(
            "encounter",
            _("Encounter"),
            _("A card for each fighter, with boxes for lost dice, damage and rounds."),
            sheet | {"whose"},
            partial(self._group_job, partial(encounter_job, here.rulebook)),
        )
        yield PrintKind(
            "screen",
            _("Game master’s screen"),
            _("All tables of the rulebook, in landscape, for the screen you sit behind."),
            frozenset({"paper", "ink"}),
            partial(self._screen_job, here.rulebook),
        )

    def _names(self) -> str:
        names = [each.sheet.name.strip() for each in self._characters if each.sheet.name.strip()]
        if len(names) == 1:
            return names[0]
        return _("{n} characters").format(n=len(self._characters)) if names else _("The open character")

    def _chosen_sheets(self) -> Sequence[Sheet | Columns]:
        return [each.sheet for each in self._characters]

    def _group(self) -> Sequence[Sheet | Columns]:
        """Return the sheets of the selected group."""
        group = self._groups.get(self.whose.currentData(), self._groups[_CHOSEN])
        # A group is loaded when first selected, because reading a whole shelf takes a while.
        if group.id not in self._loaded:
            self._loaded[group.id] = group.load()
        return self._with_boxes(self._loaded[group.id])

    def _with_boxes(self, sheets: Sequence[Sheet | Columns]) -> Sequence[Sheet | Columns]:
        return [blank_boxes(each) for each in sheets] if self._choices.blank else sheets

    def _group_job(self, make: Callable[[Sequence[Sheet | Columns], str, PrintKit], PrintJob]) -> PrintJob | str:
        sheets = self._group()
        # The window shows a text instead of the pages.
        return make(sheets, self._paper, self._inked()) if sheets else _("There are no characters.")

    def _bones_job(self, make: Callable[[Sequence[Sheet], str, PrintKit], PrintJob]) -> PrintJob | str:
        sheets = self._group()
        if not sheets:
            return _("There are no characters.")
        # A character without dice would give an empty card.
        found = [each for each in sheets if isinstance(each, Sheet) and any(die.exists for die in each.dice)]
        return make(found, self._paper, self._inked()) if found else self._no_dice()

    def _screen_job(self, rulebook: Rulebook) -> PrintJob:
        return screen_job(rulebook, self._paper, self._inked())

    def _test_job(self) -> PrintJob:
        return calibration_job(self._labels(), self._paper, self._kit, self._choices.offset)

    def _sheet_job(self) -> PrintJob | str:
        if not self._characters:
            return _("No character is open.")
        return sheets_job(self._with_boxes(self._chosen_sheets()), self._paper, self._inked())

    def _stickers_job(self) -> PrintJob | str:
        dice = self._wanted_dice()
        if isinstance(dice, str):
            return dice
        labels = self._labels()
        if labels is not None and not any(per_label(labels, self._choices.size)):
            return _("A face of {size} mm does not fit on these labels of {width} × {height} mm.").format(
                size=f"{self._choices.size:g}", width=f"{labels.width:g}", height=f"{labels.height:g}"
            )
        start = self.start.value() if labels else 1
        wanted = Stickers(self._choices.size, labels, start, self._choices.cut_marks, self._choices.offset)
        return stickers_job(dice, wanted, self._paper, self._inked())

    def _nets_job(self) -> PrintJob | str:
        dice = self._all_dice()
        if not dice:
            return self._no_dice()
        return nets_job(dice, self._choices.net, self._paper, self._inked(), self._choices.offset)

    def _all_dice(self) -> tuple[DieFaces, ...]:
        return tuple(die for dice in self.dice.values() for die in dice)

    def _wanted_dice(self) -> tuple[DieFaces, ...] | str:
        dice = self._all_dice()
        if not any(die.stickers for die in dice):
            return self._no_dice()
        if self.changed.isChecked():
            dice = tuple(die for id, own in self.dice.items() for die in changed_faces(own, self._before(id)))
            if not dice:
                return _("No face has changed since the stickers were last printed.")
        return dice

    def _no_dice(self) -> str:
        if any(isinstance(each.sheet, Columns) for each in self._characters):
            return _("This game is played with ordinary dice.")
        return _("No die has a face yet.")

    def _inked(self) -> PrintKit:
        ink = Ink(self._choices.ink)
        return self._kit if ink is self._kit.ink else self._kit.copy(ink)

    def _labels(self) -> LabelSheet | None:
        return find_labels(self._choices.labels, self._choices.own_labels) if self._choices.labels else None

    # --- the choices -----------------------------------------------------------------------------------------------

    def _make_fields(self) -> None:
        theme, choices = self._theme, self._choices
        self.kind = self._combo([(kind.id, kind.text) for kind in self._kinds.values()], choices.what)
        self.purpose = plain_label(self, role="muted", wrap=True)
        self.paper = self._combo([(name, name) for name in PAPERS], self._paper)
        inks = [("colour", _("In colour")), ("light", _("With little ink")), ("grey", _("In grey"))]
        self.ink = self._combo(inks, choices.ink)
        self.side = millimetres(self, *stickers.STICKER_SIZES, choices.size, step=0.5)
        self.sizes = [push_button(self, f"{size:g}", partial(self.side.setValue, size)) for size in COMMON_SIZES]
        for button in self.sizes:
            button.setAutoDefault(False)
            button.setAccessibleName(_("Dice of {size} mm").format(size=button.text()))
        self.whose = self._combo([(each.id, each.text) for each in self._groups.values()], _CHOSEN)
        self.labels = self._combo([], "")
        self._fill_labels()
        self.start = wheel_passes(QSpinBox(self))
        self.marks = QCheckBox(_("Cutting lines and marks"), self)
        self.marks.setChecked(choices.cut_marks)
        self.changed = QCheckBox(_("Only faces changed since the last print"), self)
        self.blank = QCheckBox(_("Empty boxes, as for an unhurt character"), self)
        self.blank.setChecked(choices.blank)
        self.right = millimetres(self, -20, 20, choices.right, step=0.5)
        self.down = millimetres(self, -20, 20, choices.down, step=0.5)
        # While the user types a number, pages are not laid out at every key.
        for box in (self.side, self.right, self.down):
            box.setKeyboardTracking(False)
        page = QWidget(self)
        self._form = QFormLayout(page)
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        self._form.setContentsMargins(0, 0, theme.px(12), 0)
        self._form.setVerticalSpacing(theme.px(6))
        sizes, offsets = QWidget(page), QWidget(page)
        hbox(sizes, (self.side, 1), *self.sizes, margins=0, theme=theme, gap=4)
        hbox(offsets, self.right, self.down, margins=0, theme=theme, gap=4)
        self.right.setPrefix("→ ")
        self.right.setAccessibleName(_("Move everything to the right"))
        self.down.setPrefix("↓ ")
        self.down.setAccessibleName(_("Move everything down"))
        rows: tuple[tuple[str, str, QWidget], ...] = (
            ("whose", _("For"), self.whose),
            ("paper", _("Paper"), self.paper),
            ("ink", _("Ink"), self.ink),
            ("size", _("Side of a face"), sizes),
            ("labels", _("Sticker paper"), self.labels),
            ("start", _("Begin at label"), self.start),
            ("changed", "", self.changed),
            ("marks", "", self.marks),
            ("blank", "", self.blank),
            ("offset", _("Printer’s offset"), offsets),
        )
        self._form.addRow(self.purpose)
        self._rows = {}
        for name, label, field in rows:
            if label:
                self._form.addRow(label, field)
            else:
                self._form.addRow(field)
            self._rows[name] = self._form.rowCount() - 1
        self._area = ScrollRoom(self)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(page)
        self._left = QWidget(self)
        self._join()

    def _join(self) -> None:
        self.kind.setAccessibleName(_("What to print"))
        # The options are updated for the new kind of pages before they are read.
        for slot in (self._choose_kind, self._read):
            self.kind.activated.connect(slot)
        self.paper.activated.connect(self._set_paper)
        self.labels.activated.connect(self._choose_labels)
        for box in (self.side, self.right, self.down):
            box.valueChanged.connect(self._read)
        self.ink.activated.connect(self._read)
        for tick in (self.marks, self.blank):
            tick.toggled.connect(self._read)
        # These choices are not saved.
        for changed in (self.whose.activated, self.start.valueChanged, self.changed.toggled):
            changed.connect(self._show)

    def _combo(self, entries: Sequence[tuple[str, str]], current: str) -> QComboBox:
        box = combo_box(self, shrinks=True)
        box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for value, text in entries:
            box.addItem(text, value)
        box.setCurrentIndex(max(0, box.findData(current)))
        return box

    def _fill_labels(self) -> None:
        self.labels.clear()
        self.labels.addItem(_("Plain sticker paper"), "")
        for each in self._choices.own_labels:
            self.labels.addItem(each.id, each.id)
        for each in common_labels():
            words = _("{codes}: {count} of {width} × {height} mm, {paper}")
            words = words.format(
                paper=each.paper, count=each.count, width=f"{each.width:.4g}", height=f"{each.height:.4g}",
                codes=each.codes[0],
            )  # fmt: skip
            self.labels.addItem(words, each.id)
        self.labels.addItem(_("A sheet of your own…"), _OWN)
        self.labels.setCurrentIndex(max(0, self.labels.findData(self._choices.labels)))

    def _choose_kind(self) -> None:
        kind = self._kinds[self.kind.currentData()]
        self.purpose.setText(kind.purpose)
        # The group for which this kind of pages is usually printed.
        usual = {"cards": "beasts", "party": "party", "encounter": "fight"}.get(kind.id, _CHOSEN)
        self.whose.setCurrentIndex(max(0, self.whose.findData(usual)))
        net = kind.id == "nets"
        # Signals are blocked, because a new range may change the value, and this is not a choice by the user.
        blocked = self.side.blockSignals(True)
        self.side.setRange(*(stickers.NET_SIZES if net else stickers.STICKER_SIZES))
        self.side.setValue(self._choices.net if net else self._choices.size)
        self.side.blockSignals(blocked)

    def _choose_labels(self) -> None:
        chosen = self.labels.currentData()
        if chosen != _OWN:
            self._edit(labels=chosen)
            return
        form = LabelForm(self._theme, self._labels(), self._paper, self)
        form.accepted_sheet.connect(self._take_labels)
        form.finished.connect(self._fill_labels)
        form.open()

    def _take_labels(self, sheet: LabelSheet) -> None:
        others = tuple(each for each in self._choices.own_labels if each.id != sheet.id)
        # The number of sheets is limited, to keep the settings small: the oldest sheets are dropped.
        self._edit(own_labels=(sheet, *others)[:40], labels=sheet.id)

    def _set_paper(self) -> None:
        self._paper = self.paper.currentData()
        self.paper_changed.emit(self._paper)
        self._show()

    def _read(self) -> None:
        """Read the options from their fields."""
        what = self.kind.currentData()
        self._edit(
            what=what,
            ink=self.ink.currentData(),
            cut_marks=self.marks.isChecked(),
            blank=self.blank.isChecked(),
            right=self.right.value(),
            down=self.down.value(),
            **{"net" if what == "nets" else "size": self.side.value()},
        )

    def _edit(self, **changes: object) -> None:
        self._choices = self._choices.with_(**changes)
        self.choices_changed.emit(self._choices)
        self._show()

    # --- the pages -------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        kind, labels = self._kinds[self.kind.currentData()], self._labels()
        # Labels determine the paper themselves.
        rows = set(kind.rows)
        if labels is not None and "labels" in rows:
            rows -= {"paper"}
            if kind.id == "stickers":
                rows |= {"start"}
            blocked = self.start.blockSignals(True)
            self.start.setRange(1, labels.count)
            self.start.setSuffix(_(" of {count}").format(count=labels.count))
            self.start.blockSignals(blocked)
        for name, row in self._rows.items():
            # Options that do not affect this kind of pages are hidden.
            self._form.setRowVisible(row, name in rows)
        found = kind.job()
        self.job = None if isinstance(found, str) else found
        for button in (self.pdf, self.printer):
            button.setEnabled(self.job is not None)
        if self.job is None:
            self.nothing.setText(str(found))
            self._count.clear()
            self._shown.setCurrentWidget(self.nothing)
        else:
            self._shown.setCurrentWidget(self.preview)
            self.preview.set_job(self.job)

    def _say_count(self, count: int) -> None:
        self._count.setText(ngettext("{n} page", "{n} pages", count).format(n=count))
        lacking = self.preview.lacking
        self.letters.setText(lacking)
        self.letters.setVisible(bool(lacking))
