"""What lands on the paper, by its pixels."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QImage, QPainter

from bones_desktop.printing import painter
from bones_desktop.printing.canvas import (
    A4,
    CheckBox,
    FacePicture,
    Hatch,
    Item,
    Page,
    Picture,
    Rect,
    TextLine,
    TextStyle,
    joined,
    wrap,
)
from bones_desktop.printing.jobs import sheet_job, write_job
from bones_desktop.printing.painter import PrintKit, SheetFonts, draw, lacking, lacking_sentence
from tests.printing.sheets import portrait, ragnar
from tests.support.foreach import for_each

STYLE = TextStyle("serif", 10)
PIXELS = 10
"""In a millimetre."""


def painted(
    kit: PrintKit, *items: Item, direction: Qt.LayoutDirection = Qt.LayoutDirection.LayoutDirectionAuto
) -> QImage:
    image = QImage(20 * PIXELS, 20 * PIXELS, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setLayoutDirection(direction)
    painter.scale(PIXELS, PIXELS)
    draw(Page(20, 20, items), painter, kit)
    painter.end()
    return image


def ink(image: QImage, rect: Rect | None = None) -> int:
    rect = rect or Rect(0, 0, 20, 20)
    return sum(
        image.pixelColor(x, y).lightness() < 200
        for x in range(int(rect.x * PIXELS), int(rect.right * PIXELS))
        for y in range(int(rect.y * PIXELS), int(rect.bottom * PIXELS))
    )


PLACE = Rect(5, 5, 10, 10)


def test_a_ticked_box_has_more_ink_than_an_empty_one(kit: PrintKit) -> None:
    inside = PLACE.inset(2, 2)
    assert ink(painted(kit, CheckBox(PLACE, ticked=False)), inside) == 0
    assert ink(painted(kit, CheckBox(PLACE, ticked=True)), inside) > 200


def test_hatching_is_light_and_stays_in_its_place(kit: PrintKit) -> None:
    image = painted(kit, Hatch(PLACE))
    touched = [(x, y) for x in range(200) for y in range(200) if image.pixelColor(x, y) != image.pixelColor(0, 0)]
    assert len(touched) > 300
    assert all(48 <= x <= 152 and 48 <= y <= 152 for x, y in touched)
    assert ink(image) < 0.05 * 100 * PIXELS * PIXELS


@pytest.mark.parametrize("code", ["melee", "defend x2", "encumbrance+defend", "riposte", "elf"])
def test_face_pictures_are_painted_in_their_square(kit: PrintKit, code: str) -> None:
    image = painted(kit, FacePicture(PLACE, code))
    assert ink(image, PLACE) > 500
    assert ink(image) == ink(image, PLACE.inset(-0.5, -0.5))


def test_blank_faces_have_no_picture(kit: PrintKit) -> None:
    assert ink(painted(kit, FacePicture(PLACE, "blank"))) == 0


def test_text_stands_on_its_baseline_and_is_as_wide_as_measured(kit: PrintKit) -> None:
    style = TextStyle("serif", 20, bold=True)
    image = painted(kit, TextLine(2, 12, "HEN", style))
    width = kit.fonts.width("HEN", style)
    assert ink(image, Rect(0, 12.2, 20, 7)) == 0
    assert ink(image, Rect(1.8, 12 - style.height, width + 0.4, style.height + 0.2)) == ink(image) > 500


def test_a_sign_stays_before_its_number_on_a_screen_that_is_read_from_right_to_left(kit: PrintKit) -> None:
    text = TextLine(2, 12, "+2.", STYLE)
    assert painted(kit, text, direction=Qt.LayoutDirection.RightToLeft) == painted(kit, text)


def test_a_word_too_long_for_numbers_is_broken_too(kit: PrintKit) -> None:
    """Qt counts widths in 26 bits; one beyond them came out as less than nothing, and ran off the paper."""
    lines = wrap("x" * 200_000, 50, STYLE, kit.fonts)
    assert joined(lines) == "x" * 200_000
    assert all(0 < kit.fonts.width(line.text, STYLE) <= 50 for line in lines)


def test_long_texts_are_measured_but_not_remembered(kit: PrintKit) -> None:
    fonts = SheetFonts()
    assert fonts.width("x" * 1_000, STYLE) == pytest.approx(1_000 * fonts.width("x", STYLE))
    assert fonts._remembered.cache_info().currsize == 1


def test_ligatures_are_off() -> None:
    font = SheetFonts().font(TextStyle("serif", 12))
    assert font.featureValue(next(tag for tag in font.featureTags() if bytes(tag.toString()).decode() == "liga")) == 0


def test_rows_are_equally_high_in_every_family(kit: PrintKit) -> None:
    assert kit.fonts.leading(STYLE) == kit.fonts.leading(TextStyle("sans", 10))
    assert A4.margin >= 10


def test_a_portrait_fills_its_square_with_its_middle(kit: PrintKit) -> None:
    image = painted(kit, Picture(PLACE, portrait()))
    for x, y in ((60, 60), (140, 60), (100, 100), (60, 140), (140, 140)):
        colour = image.pixelColor(x, y)
        assert colour.blue() > 200 > 60 > colour.red()
    assert ink(image) == ink(image, PLACE.inset(-0.2, -0.2))


def test_a_damaged_portrait_leaves_its_place_empty(kit: PrintKit) -> None:
    assert ink(painted(kit, Picture(PLACE, "AAAA"))) == 0


def test_letters_that_no_font_has_are_told(kit, tmp_path, monkeypatch):
    name, told = "Ærøskøbing Ξενοφῶν Владимир", []
    assert lacking(name) == ""
    write_job(lambda kit: sheet_job(ragnar(name=name), "A4", kit), tmp_path / "a.pdf", say=told.append)
    assert told == []
    monkeypatch.setattr(painter, "_has_font", lambda letter: letter not in "øΞ")
    assert lacking(name) == "øΞ"
    write_job(lambda kit: sheet_job(ragnar(name=name), "A4", kit), tmp_path / "a.pdf", say=told.append)
    assert told == [lacking_sentence("øΞ")]
    assert "øΞ" in told[0]


def test_letters_of_nobodys_are_told_and_signs_nobody_sees_are_not(kit):
    assert lacking("\ue000Bob\u0378") == "\u0378\ue000"
    assert "U+0378U+E000" in lacking_sentence("\u0378\ue000")
    assert lacking("a\u200b\u2028\xa0\t\ufeff\u0301") == ""


INDIC = {
    QFontDatabase.WritingSystem.Devanagari: "र", QFontDatabase.WritingSystem.Bengali: "ব",
    QFontDatabase.WritingSystem.Gurmukhi: "ਪ", QFontDatabase.WritingSystem.Gujarati: "ગ",
    QFontDatabase.WritingSystem.Oriya: "ଓ", QFontDatabase.WritingSystem.Tamil: "த",
    QFontDatabase.WritingSystem.Telugu: "త", QFontDatabase.WritingSystem.Kannada: "ಕ",
    QFontDatabase.WritingSystem.Malayalam: "മ", QFontDatabase.WritingSystem.Sinhala: "ස",
    QFontDatabase.WritingSystem.Khmer: "ខ", QFontDatabase.WritingSystem.Thai: "ท",
    QFontDatabase.WritingSystem.Myanmar: "မ", QFontDatabase.WritingSystem.Tibetan: "བ",
}  # fmt: skip


@pytest.mark.qt_log_ignore("OpenType support missing", extend=True)
@for_each("system", INDIC)
def test_scripts_that_no_font_can_shape_are_missed(kit, system):
    """Qt draws boxes with a font of its own for them, a black bar on paper."""
    letter = INDIC[system]
    assert lacking(letter) == ("" if QFontDatabase.families(system) else letter)
