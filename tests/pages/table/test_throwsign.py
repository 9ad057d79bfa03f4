"""Every throw is told from the one before, though nothing moves and it shows the same faces."""

import pytest

from bones_desktop.rules.bones.reading.requests import Request
from tests.support.people import ragnar
from tests.support.running import Running

FREE = Request(difficulty="", against=0)


@pytest.fixture
def table(qapp, tmp_path):
    with Running(tmp_path, page="table") as running:
        running.window.show_page("table")
        running.program.document.open(ragnar())
        yield running.program.pages.table


def test_real_dice_entered_twice_alike_have_a_number_and_shine(table):
    for number in (1, 2):
        shone = table.tray.flash.steady
        table.play.throw(FREE, None, (1, 1, 2, 2))
        assert table.tray.accessibleDescription().startswith(f"Roll {number} · By hand, 4 dice.")
        assert table.tray.flash.steady != shone, "it is dark for a moment before it shines again"
    table.play.throw(FREE)
    assert table.tray.accessibleDescription().startswith("Roll 3, ")


def test_dice_that_wait_again_do_not_shine(table):
    table.throw()
    assert table.tray.flash.steady
    table.play.clear()
    table.show_hand()
    assert not table.tray.flash.steady
