"""The pictures of the tray show what they are made for: all kinds of dice, and what became of them."""

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from bones_desktop.rules.bones.book.attempts import CHALLENGE, HINDERING, ITEM, OPPONENT
from bones_desktop.rules.reading import Role
from tests.support.running import Running
from tests.trials.fewcolours import few_colours
from tests.trials.tray_pictures import Shot, play, shots

GROUPS = {4: set(), 12: {ITEM, HINDERING, CHALLENGE}, 24: {ITEM, HINDERING, CHALLENGE}, 40: {ITEM, HINDERING, OPPONENT}}


@pytest.mark.parametrize("shot", shots(), ids=lambda shot: str(shot.dice))
def test_every_kind_of_die_is_there_and_counts_or_does_not(qapp, tmp_path: Path, shot: Shot):
    with Running(tmp_path) as running:
        play(running, shot)
        table = running.program.pages.table
        assert len(table.tray.shown) == len(table.play.played.dice) == shot.dice
        assert {die.group for die in table.play.played.dice} >= GROUPS[shot.dice]
        assert set(table.play.roles()) >= {Role.COUNTS, Role.IDLE, Role.LOST}
        assert len(table.play.played.uses) == (shot.again is not None)


def test_few_colours_are_chosen_close_to_those_of_the_picture():
    image = QImage(120, 80, QImage.Format.Format_RGB32)
    for x in range(120):
        for y in range(80):
            image.setPixelColor(x, y, QColor(2 * x, 3 * y, 128))
    few = few_colours(image)
    assert len(few.colorTable()) <= 256
    assert few.size() == image.size()
    for x in range(0, 120, 7):
        for y in range(0, 80, 7):
            a, b = image.pixelColor(x, y), few.pixelColor(x, y)
            assert max(abs(a.red() - b.red()), abs(a.green() - b.green()), abs(a.blue() - b.blue())) < 40
