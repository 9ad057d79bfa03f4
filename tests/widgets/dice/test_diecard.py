"""The card of a die: its words, marks and sizes."""

import pytest
from PySide6.QtGui import QImage

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.diecard import DieCard, DieCardLook

CODES = ("universal", "physical", "melee", "defend", "missile", "maneuver")


@pytest.fixture
def card(qtbot) -> DieCard:
    made = DieCard(Theme("iron"), 0, None, lines=2)
    qtbot.addWidget(made)
    made.show_look(DieCardLook(CODES, "Armsman", "Die 1 · Armsman"))
    made.resize(made.sizeHint())
    return made


def picture(card: DieCard) -> QImage:
    return card.grab().toImage()


def test_what_is_said_is_read_out_and_in_the_tip(card):
    assert card.accessibleName() == "Die 1 · Armsman"
    assert "Armsman" in card.toolTip()


@pytest.mark.parametrize("change", ["lost", "held", "mark", "given", "note"])
def test_each_thing_to_tell_is_seen(card, change):
    before = picture(card)
    if change in {"lost", "held"}:
        card.show_look(DieCardLook(CODES, "Armsman", "Die 1 · Armsman", lost=change == "lost", held=change == "held"))
    elif change == "note":
        card.show_look(DieCardLook(CODES, "Armsman", "Die 1 · Armsman", note="3 days ago"))
    else:
        card.set_mark("1")
        if change == "given":
            before = picture(card)
            card.set_mark("1", given=True)
    assert picture(card) != before


def test_it_grows_with_its_scale_and_with_the_lines_below(card, qtbot):
    small = card.sizeHint()
    card.set_scale(1.5)
    assert card.sizeHint().width() == round(small.width() * 1.5)
    assert card.sizeHint().height() > small.height()
    one = DieCard(Theme("iron"), 0, None)
    qtbot.addWidget(one)
    assert one.sizeHint().height() < small.height()


def test_the_number_lies_over_no_icon(card, monkeypatch):
    numbered = picture(card)
    monkeypatch.setattr(DieCard, "_paint_number", lambda *_: None)
    iconed = picture(card)
    card.show_look(DieCardLook(("blank",) * 6, "Armsman", "Die 1 · Armsman"))
    bare = picture(card)
    assert not changed(numbered, iconed) & changed(iconed, bare)


def changed(one: QImage, other: QImage) -> set[tuple[int, int]]:
    """Return the places where two pictures differ."""
    everywhere = ((x, y) for x in range(one.width()) for y in range(one.height()))
    return {(x, y) for x, y in everywhere if one.pixel(x, y) != other.pixel(x, y)}
