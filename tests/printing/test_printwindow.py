"""The window to print from, by its fields: every choice is seen at once, kept, and what cannot be is said."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bones_desktop.printing import painter
from bones_desktop.printing.canvas import CheckBox, FacePicture
from bones_desktop.printing.columns import Columns
from bones_desktop.printing.dialogs import LabelForm
from bones_desktop.printing.painter import Ink, PrintKit
from bones_desktop.printing.printwindow import PrintWindow, ToPrint
from bones_desktop.storage.files.labelsheets import USUAL_CHOICES, LabelSheet, PrintChoices
from bones_desktop.theme.theme import Theme
from tests.printing.sheets import changed, die, ragnar

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


class Opened:
    def __init__(self, qtbot: QtBot, theme: Theme, kit: PrintKit, choices: PrintChoices, *who: ToPrint) -> None:
        self.before: dict[str, dict[str, tuple[str, ...]]] = {}
        self.window = PrintWindow(theme, kit, who, choices, "A4", lambda id: self.before.get(id, {}))
        qtbot.addWidget(self.window)
        self.kept: list[PrintChoices] = []
        self.window.choices_changed.connect(self.kept.append)
        self.window.show()

    def choose(self, kind: str) -> None:
        box = self.window.kind
        box.setCurrentIndex(box.findData(kind))
        box.activated.emit(box.currentIndex())

    def answer(self, field: str, value: int | str) -> None:
        self.window.form.answer(field, value)

    def shown(self, field: str) -> str:
        return self.window.form.answers.key(field)

    def faces(self) -> list[FacePicture]:
        return [each for page in self.window.preview.pages for each in page.items if isinstance(each, FacePicture)]


@pytest.fixture
def opened(qtbot, theme, kit):
    def open_for(*who: ToPrint, choices: PrintChoices = USUAL_CHOICES) -> Opened:
        return Opened(qtbot, theme, kit, choices, *(who or (ToPrint("r", ragnar()),)))

    return open_for


def test_the_sheet_is_shown_first_and_can_have_empty_boxes(opened) -> None:
    hurt = ragnar(dice=(die(1, lost=True), *ragnar().dice[1:]))
    here = opened(ToPrint("r", hurt))
    ticked = [
        each.ticked for page in here.window.preview.pages for each in page.items if isinstance(each, CheckBox)
    ]  # fmt: skip
    assert sum(ticked) == 1
    here.answer("blank", 1)
    (page,) = here.window.preview.pages
    assert not any(each.ticked for each in page.items if isinstance(each, CheckBox))
    assert here.kept[-1].blank


def test_stickers_follow_size_labels_and_ink(opened) -> None:
    here = opened()
    here.choose("stickers")
    assert len(here.faces()) == 6 * 5
    here.window.form.fields["common"].buttons["18"].click()
    assert here.window.form.fields["size"].value() == 18
    assert here.kept[-1].size == 18
    here.answer("labels", "l7160")
    assert here.kept[-1].labels == "l7160"
    first = here.faces()[0].rect
    here.window.form.fields["start"].setValue(2)
    assert here.faces()[0].rect.x == pytest.approx(first.x + 66)
    here.answer("ink", "grey")
    assert here.window.job.kit.ink is Ink.GREY
    assert "paper" not in here.window.form.shown


def test_faces_too_large_for_a_label_are_said(opened) -> None:
    here = opened(choices=USUAL_CHOICES.with_(labels="l7658", what="stickers"))
    assert "16 mm does not fit" in here.window.nothing.text()
    assert here.window.nothing.isVisible()
    assert not here.window.printer.isEnabled()
    here.window.form.fields["size"].setValue(10)
    assert here.window.printer.isEnabled()
    assert here.window.preview.isVisible()


def test_only_what_changed_and_nothing_when_nothing_did(opened) -> None:
    here = opened(choices=USUAL_CHOICES.with_(what="stickers"))
    faces = here.window.stickers["r"]
    here.before["r"] = {name: codes for name, codes in faces.items() if not name.startswith("Die 4")}
    here.answer("changed", 1)
    assert len(here.faces()) == 6
    here.before["r"] = faces
    here.answer("changed", 0)
    here.answer("changed", 1)
    assert "No face has changed" in here.window.nothing.text()


def test_paper_dice_have_a_size_of_their_own(opened) -> None:
    here = opened()
    here.choose("nets")
    assert here.window.form.fields["size"].value() == 20
    here.window.form.fields["size"].setValue(33.5)
    assert (here.kept[-1].net, here.kept[-1].size) == (33.5, 16)
    assert here.window.stickers == {}


def test_a_game_of_ordinary_dice_has_none_to_print(opened) -> None:
    here = opened(ToPrint("m", Columns("Margin", "Ull", "Ull", (), ())))
    here.choose("stickers")
    assert "ordinary dice" in here.window.nothing.text()
    here.choose("sheet")
    assert here.window.printer.isEnabled()


def test_several_characters_are_printed_together(opened) -> None:
    here = opened(ToPrint("r", ragnar()), ToPrint("b", changed(ragnar(), name="Bob")))
    assert len(here.window.preview.pages) == 2
    here.choose("stickers")
    assert len(here.faces()) == 6 * 10


def test_a_sheet_of_labels_of_one_s_own(opened, qtbot: QtBot) -> None:
    here = opened(choices=USUAL_CHOICES.with_(what="stickers"))
    here.answer("labels", "own")
    form = here.window.findChild(LabelForm)
    ok = form.buttons.button(form.buttons.StandardButton.Ok)
    assert "name" in form.wrong.text()
    assert not ok.isEnabled()
    form.form.fields["id"].setText("My  labels")
    form.form.fields["columns"].setValue(12)
    assert "off the paper" in form.wrong.text()
    form.form.fields["columns"].setValue(2)
    form.form.fields["across"].setValue(20)
    assert "the size of a label" in form.wrong.text()
    form.form.fields["across"].setValue(50)
    qtbot.mouseClick(ok, Qt.MouseButton.LeftButton)
    (own,) = here.kept[-1].own_labels
    assert own == LabelSheet(
        id="My labels", columns=2, rows=13, width=38.1, height=21.2, left=4.75, top=10.7, across=50, down=21.2
    )
    assert here.kept[-1].labels == "My labels"
    assert here.shown("labels") == "My labels"
    xs = sorted({round(face.rect.x, 3) for face in here.faces()})
    assert len(xs) == 4


def test_the_test_page_tells_the_offset(opened) -> None:
    here = opened(choices=USUAL_CHOICES.with_(what="test"))
    here.window.form.fields["right"].setValue(-1.5)
    assert here.kept[-1].offset == (-1.5, 0)
    assert here.window.preview.pages[0].offset == (-1.5, 0)


def test_buttons_send_what_is_seen(opened, qtbot: QtBot) -> None:
    here = opened()
    with qtbot.waitSignal(here.window.pdf_requested) as asked:
        qtbot.mouseClick(here.window.pdf, Qt.MouseButton.LeftButton)
    assert asked.args[0] is here.window.job
    with qtbot.waitSignal(here.window.print_requested):
        qtbot.mouseClick(here.window.printer, Qt.MouseButton.LeftButton)


def test_letters_that_cannot_be_printed_are_told(opened, monkeypatch) -> None:
    monkeypatch.setattr(painter, "_has_font", lambda letter: letter != "ø")
    here = opened(ToPrint("r", ragnar(name="Røde")))
    assert here.window.letters.isVisible()
    assert "ø" in here.window.letters.text()
    here.choose("test")
    assert not here.window.letters.isVisible()
