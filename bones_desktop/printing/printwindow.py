"""The print window: kind of pages, options, and a preview."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QSizePolicy, QWidget

from bones_desktop.printing import stickers
from bones_desktop.printing.canvas import PAPERS
from bones_desktop.printing.columns import Columns
from bones_desktop.printing.dialogs import LabelForm
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
from bones_desktop.rules.acts import Parameter, Value
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.sheet import Sheet
from bones_desktop.rules.records import Record
from bones_desktop.storage.files.labelsheets import Faces, LabelSheet, PrintChoices, common_labels, find_labels
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field, FieldPlace, Unit
from bones_desktop.widgets.acts.actform import ActForm
from bones_desktop.widgets.boxes import STRETCH, hbox, stack, vbox
from bones_desktop.widgets.choice.buttons import combo_box
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.layouts import scroll_both, scroll_room
from bones_desktop.widgets.plaintext import GUIDE_PAGE
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.messages import Toast
from bones_desktop.wording.language import _, decimal, ngettext

_CHOSEN: Final = "chosen"
_OWN: Final = "own"
"""Id of the entry in the list of labels that stands for the user's own dimensions."""
_FORM_WIDTH: Final = 370


class ToPrint(Record):
    """A character that can be printed: its id and its sheet."""

    id: str
    sheet: Sheet | Columns


class Group(Record):
    """A group of characters to print.

    The sheets are read only when they are needed.
    """

    id: str
    text: str
    load: Callable[[], Sequence[Sheet | Columns]]
    note: Callable[[], str] | None = None
    """Returns a line for the page of an encounter."""


class AtTable(Record):
    """Functions that return the content of the papers for the game table."""

    rulebook: Rulebook
    groups: tuple[Group, ...]
    title: str = ""
    """Name of the campaign; "" without a campaign."""


class PrintKind(Record):
    """A kind of pages that can be printed."""

    id: str
    text: str
    purpose: str
    """A sentence about the purpose of these pages."""
    rows: frozenset[str]
    """Ids of the options for this kind of pages."""
    job: Callable[[], PrintJob | str]
    """Function that returns the print job, or the reason why there is none."""


class PrintWindow(QDialog):
    """Shows the pages, and updates them after every choice. Buttons print the pages or save them as a PDF."""

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
        """`paper` is a key of PAPERS.

        `before` returns the faces that were last printed for a character. Without `at_table` there are no papers for
        the game table.
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
        self._start, self._changed, self._whose = 1, False, _CHOSEN
        # Tab reaches widgets in the order of their creation, so the widgets created here come first.
        self.kind = combo_box(self, shrinks=True)
        self.kind.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.kind.setAccessibleName(_("What to print"))
        for each in self._kinds.values():
            self.kind.addItem(each.text, each.id)
        self.kind.setCurrentIndex(max(0, self.kind.findData(choices.what)))
        left, page = QWidget(self), QWidget(self)
        self.form = ActForm(theme, page, framed=False, compact=True)
        vbox(page, self.form, theme=theme, edges=(0, 0, 12, 0))
        options = scroll_room(page, self)
        self.pdf = push_button(self, _("Save as PDF…"), self._ask_to_save)
        self.printer = push_button(self, _("Print…"), self._ask_to_print, kind="primary")
        self.preview = PagesPreview(theme, self)
        self.nothing = plain_label(self, role="muted", wrap=True, theme=theme, size=16)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._shown = stack(self, self.preview, self.nothing)
        # Otherwise Enter in a field would print.
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
        left.setFixedWidth(theme.px(_FORM_WIDTH))
        buttons = hbox(None, self.pdf, (self.printer, 1), theme=theme, gap=8)
        vbox(left, self.kind, (options, 1), buttons, margins=0, theme=theme, gap=10)
        sides = hbox(None, left, (right, 1), theme=theme, gap=12)
        vbox(self, scroll_both(sides, self), theme=theme, edges=(12, 12, 12, 12))
        self.kind.activated.connect(self._change_kind)
        self.form.answered.connect(self._answer)
        self.form.closed.connect(self.reject)
        self.preview.pages_changed.connect(self._say_count)
        room = self.screen().availableGeometry()
        # The window is a little smaller than the screen, so that its title bar is visible.
        self.resize(min(theme.px(1080), int(room.width() * 0.94)), min(theme.px(760), int(room.height() * 0.9)))
        self.preview.fit_page()
        self._choose_kind()
        self._show()
        self.kind.setFocus()
        self.toast = Toast(theme, self)
        """Shows messages in this window, which covers the messages of the main window."""

    @property
    def dice(self) -> dict[str, tuple[DieFaces, ...]]:
        """The dice of all BONES characters, keyed by character id."""
        return {each.id: dice_of(each.sheet) for each in self._characters if isinstance(each.sheet, Sheet)}

    @property
    def stickers(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Codes of the faces to print as stickers, by character id and name of the die."""
        if self.kind.currentData() != "stickers":
            return {}
        return {id: {die.name: die.faces for die in dice} for id, dice in self.dice.items()}

    def _ask_to_print(self) -> None:
        self.print_requested.emit(self.job)

    def _ask_to_save(self) -> None:
        self.pdf_requested.emit(self.job)

    # --- kinds of pages ---------------------------------------------------------------------------------------------

    def _all_kinds(self) -> Iterator[PrintKind]:
        sheet = frozenset({"paper", "ink", "blank"})
        made = frozenset({"paper", "ink", "size", "common", "right", "down"})
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
            frozenset({"paper", "labels", "right", "down"}),
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
            partial(self._encounter_job, here.rulebook),
        )
        yield PrintKind(
            "screen",
            _("Game master's screen"),
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
        group = self._groups.get(self._whose, self._groups[_CHOSEN])
        # A group is loaded when it is first selected, because reading a whole shelf takes a while.
        if group.id not in self._loaded:
            self._loaded[group.id] = group.load()
        return self._with_boxes(self._loaded[group.id])

    def _with_boxes(self, sheets: Sequence[Sheet | Columns]) -> Sequence[Sheet | Columns]:
        return [blank_boxes(each) for each in sheets] if self._choices.blank else sheets

    def _group_job(self, make: Callable[[Sequence[Sheet | Columns], str, PrintKit], PrintJob]) -> PrintJob | str:
        sheets = self._group()
        # If there is no job, the window shows this text.
        return make(sheets, self._paper, self._inked()) if sheets else _("There are no characters.")

    def _encounter_job(self, rulebook: Rulebook) -> PrintJob | str:
        group = self._groups.get(self._whose, self._groups[_CHOSEN])
        return self._group_job(partial(encounter_job, rulebook, note=group.note))

    def _bones_job(self, make: Callable[[Sequence[Sheet], str, PrintKit], PrintJob]) -> PrintJob | str:
        sheets = self._group()
        if not sheets:
            return _("There are no characters.")
        # The card of a character without dice would be empty.
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
                size=decimal(f"{self._choices.size:g}"),
                width=decimal(f"{labels.width:g}"),
                height=decimal(f"{labels.height:g}"),
            )
        start = self._start if labels else 1
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
        if self._changed:
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

    def _fields(self, labels: LabelSheet | None) -> Iterator[Field]:
        """Yield the fields of all options."""
        chosen, length = self._choices, Unit(_(" mm"), step=5, decimals=1)
        yield _choice("whose", _("For"), [(each.id, each.text) for each in self._groups.values()], self._whose)
        yield _choice("paper", _("Paper"), [(name, name) for name in PAPERS], self._paper)
        inks = [("colour", _("In colour")), ("light", _("With little ink")), ("grey", _("In grey"))]
        yield _choice("ink", _("Ink"), inks, chosen.ink)
        net = self.kind.currentData() == "nets"
        size, (least, most) = (chosen.net, stickers.NET_SIZES) if net else (chosen.size, stickers.STICKER_SIZES)
        side = Parameter.number("size", round(size * 10), round(least * 10), round(most * 10))
        yield Field(side, _("Side of a face"), unit=length)
        said = _("Dice of {size} mm")
        common = tuple(
            Choice(f"{each:g}", decimal(f"{each:g}"), said.format(size=decimal(f"{each:g}"))) for each in COMMON_SIZES
        )
        sizes = Parameter.choice("common", [each.key for each in common], f"{size:g}")
        yield Field(sizes, "", _("Common sizes"), choices=common, buttons=True, place=FieldPlace.BESIDE)
        yield _choice("labels", _("Sticker paper"), self._label_sheets(), chosen.labels)
        count = labels.count if labels else 1
        start = Parameter.number("start", min(self._start, count), 1, count)
        yield Field(start, _("Begin at label"), unit=Unit(_(" of {count}").format(count=count)))
        for id, words, on in (
            ("changed", _("Only faces changed since the last print"), self._changed),
            ("marks", _("Cutting lines and marks"), chosen.cut_marks),
            ("blank", _("Empty boxes, as if unhurt"), chosen.blank),
        ):
            yield Field(Parameter.yes_no(id, int(on)), "", words, hint=words)
        right, down = (round(each * 10) for each in chosen.offset)
        yield Field(Parameter.number("right", right, -200, 200), _("Move everything right"), unit=length)
        down_field = Parameter.number("down", down, -200, 200)
        yield Field(down_field, _("Move everything down"), unit=length, place=FieldPlace.BESIDE)

    def _label_sheets(self) -> Iterator[tuple[str, str]]:
        yield "", _("Plain sticker paper")
        for each in self._choices.own_labels:
            yield each.id, each.id
        words = _("{codes}: {count} of {width} × {height} mm, {paper}")
        for each in common_labels():
            width, height = f"{each.width:.4g}", f"{each.height:.4g}"
            yield (
                each.id,
                words.format(codes=each.codes[0], count=each.count, width=width, height=height, paper=each.paper),
            )
        yield _OWN, _("A sheet of your own…")

    def _choose_kind(self) -> None:
        # Each kind of pages is usually printed for one group, so that group is selected.
        usual = {"cards": "beasts", "party": "party", "encounter": "fight"}.get(self.kind.currentData(), _CHOSEN)
        self._whose = usual if usual in self._groups else _CHOSEN

    def _change_kind(self) -> None:
        self._choose_kind()
        self._edit(what=self.kind.currentData())

    def _answer(self, id: str, value: Value) -> None:
        match id:
            case "whose":
                self._whose = str(value)
            case "paper":
                self._paper = str(value)
                self.paper_changed.emit(self._paper)
            case "start":
                self._start = int(str(value))
            case "changed":
                self._changed = bool(value)
            case "labels" if value == _OWN:
                form = LabelForm(self._theme, self._labels(), self._paper, self)
                form.accepted_sheet.connect(self._take_labels)
                form.finished.connect(self._show)
                form.open()
                return
            case "size" | "common":
                size = float(str(value)) / (10 if id == "size" else 1)
                self._edit(**{"net" if self.kind.currentData() == "nets" else "size": size})
                return
            case "right" | "down":
                self._edit(**{id: float(str(value)) / 10})
                return
            case "marks" | "blank":
                self._edit(**{"cut_marks" if id == "marks" else id: bool(value)})
                return
            case _:
                self._edit(**{id: value})
                return
        self._show()

    def _take_labels(self, sheet: LabelSheet) -> None:
        others = tuple(each for each in self._choices.own_labels if each.id != sheet.id)
        # The settings must stay small, so only the newest sheets are kept.
        self._edit(own_labels=(sheet, *others)[:40], labels=sheet.id)

    def _edit(self, **changes: object) -> None:
        self._choices = self._choices.with_(**changes)
        self.choices_changed.emit(self._choices)
        self._show()

    # --- the pages -------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        kind, labels = self._kinds[self.kind.currentData()], self._labels()
        rows = set(kind.rows)
        # A sheet of labels determines the paper.
        if labels is not None and "labels" in rows:
            rows -= {"paper"}
            rows |= {"start"} if kind.id == "stickers" else set()
        fields = [each for each in self._fields(labels) if each.parameter.id in rows]
        self.form.show_fields(fields, note=kind.purpose)
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


def _choice(id: str, label: str, entries: Iterable[tuple[str, str]], chosen: str) -> Field:
    """Return the field of a list. If no entry has the id `chosen`, the first entry is chosen."""
    choices = tuple(Choice(key, text) for key, text in entries)
    keys = [each.key for each in choices]
    return Field(Parameter.choice(id, keys, chosen if chosen in keys else keys[0]), label, choices=choices)
