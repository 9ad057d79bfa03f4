"""Names as long as a file may hold leave the Table page its width."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from bones_desktop.rules.bones.book.character import ItemDie, ItemKind
from bones_desktop.rules.bones.injury import injuries
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook
from tests.support.strips import items
from tests.support.tabledesk import Desk, Ones

LONG = ("Rats & mice, " * 16)[:200]


@pytest.fixture
def desk(make) -> Desk:
    faces = rulebook().die("sword").faces
    poison = injuries.hindering_from(rulebook().die("poison")).with_(name=LONG)
    hero = ragnar().with_(
        name=LONG,
        equipment=(ItemDie(name=LONG, kind=ItemKind.WEAPON, faces=faces),),
        hindering=(poison,),
    )
    return make(rng=Ones(), character=hero)


def test_the_page_is_no_wider_for_long_names(desk):
    desk.page.throw()
    QApplication.processEvents()
    assert desk.page.minimumSizeHint().width() <= 1000
    assert desk.page.width() == 1280


def test_what_is_proposed_can_be_read_to_its_end(desk):
    desk.page.throw()
    QApplication.processEvents()
    reading: QWidget = desk.page.reading
    proposed = next(each for each in reading.findChildren(QPushButton) if "takes die" in each.text())
    right = proposed.mapTo(reading, QPoint(proposed.width(), 0)).x()
    assert right <= reading.width()
    assert proposed.text().removesuffix("…").endswith("lose it")


def test_a_long_name_is_told_whole_by_the_tip_and_to_screen_readers(desk):
    (chip,) = items(desk.page.strip)
    assert chip.text() == "Rats && mice, Rats && mice, Rats…"
    assert chip.accessibleName() == LONG
    assert "&amp; mice, " * 3 in chip.toolTip() or LONG in chip.toolTip()
