"""A sheet as Markdown and as a picture."""

import pytest
from PySide6.QtGui import QImage

from bones_desktop.printing.exports import markdown_of
from bones_desktop.printing.gameform import game_sheet
from bones_desktop.printing.jobs import MOST_WIDTH, picture_of, png_of
from bones_desktop.storage.games import SMALL_GAMES
from tests.printing.sheets import changed, overfull, ragnar


def test_markdown_has_a_row_for_each_die_and_no_markup_of_a_name():
    text = markdown_of(changed(ragnar(), name="<b>*Odin*</b> | [x](y)", notes="# loud\n- and `odd`"))
    assert text.startswith("# \\<b\\>\\*Odin\\*\\</b\\> \\|")
    rows = [line for line in text.splitlines() if line.startswith("| ") and "Universal" in line]
    assert len(rows) == sum(die.exists for die in ragnar().dice)
    assert "\\# loud" in text
    assert all(line.count("|") - line.count("\\|") == 3 for line in rows)


@pytest.mark.parametrize("small", SMALL_GAMES, ids=lambda small: small.game.id)
def test_other_games_as_markdown(small):
    who = small.form.read(small.samples[0]).value
    text = markdown_of(game_sheet(small, who))
    assert text.startswith(f"# {who.name}")
    assert text.count("\n## ") > 2


@pytest.mark.parametrize("width", [200, 1600])
def test_a_picture_is_as_wide_as_asked_and_has_all_pages(kit, width):
    one, more = picture_of(ragnar(), "A4", kit, width), picture_of(overfull(), "Letter", kit, width)
    assert one.width() == width
    assert one.height() / one.width() == pytest.approx(297 / 210, abs=0.01)
    assert more.width() == width
    assert more.height() >= 2 * round(width * 279.4 / 215.9)
    assert one.pixelColor(0, 0).name() == "#ffffff"
    colours = {one.pixelColor(x, y).name() for x in range(0, width, 7) for y in range(0, one.height(), 7)}
    assert len(colours) > 5


def test_no_picture_is_too_large_to_be_held(kit):
    sheet = changed(overfull(), back_story="word " * 20_000)
    image = picture_of(sheet, "A4", kit, MOST_WIDTH)
    assert not image.isNull()
    assert image.width() * image.height() <= 61_000_000


def test_a_png_can_be_read_again(qapp):
    data, width, height = png_of(ragnar(), "A4", {}, 300)
    image = QImage.fromData(data, "PNG")
    assert (image.width(), image.height()) == (width, height)


def test_letters_no_font_has_are_told_of_a_picture_too(kit):
    told = []
    picture_of(ragnar(name="Ragnar"), "A4", kit, 300, told.append)
    assert told == []
    picture_of(ragnar(name="Ragnar \ue000"), "A4", kit, 300, told.append)
    assert len(told) == 1
    assert "U+E000" in told[0]
