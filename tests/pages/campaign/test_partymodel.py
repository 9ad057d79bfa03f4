"""The members of a party as an item model."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from bones_desktop.pages.campaign.partycard import GlanceRow, PartyModel
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.making.standing import glance
from bones_desktop.widgets.rows import ROW_ROLE
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook


def row(character: Character, name: str = "") -> GlanceRow:
    name = name or character.name
    return GlanceRow(name.casefold(), name, glance(rulebook(), character))


@pytest.fixture
def model(qapp) -> PartyModel:
    model = PartyModel()
    model.set_rows((row(ragnar()), row(bob()), GlanceRow("tam", "Tam <b>", None, "The file is not on the shelf.")))
    return model


def told(model: PartyModel, place: int, role: int = Qt.ItemDataRole.AccessibleTextRole) -> object:
    return model.index(place).data(role)


def test_the_contract_holds(model, qtmodeltester):
    qtmodeltester.check(model, force_py=True)


def test_a_member_is_told_in_words(model):
    assert told(model, 0, Qt.ItemDataRole.DisplayRole) == "Ragnar"
    assert str(told(model, 0)).startswith("Ragnar. Unhurt, 4 dice.")
    assert told(model, 2) == "Tam <b>. The file is not on the shelf."
    assert told(model, 2, Qt.ItemDataRole.ToolTipRole) == "The file is not on the shelf."
    assert told(model, 1, ROW_ROLE) == row(bob())


def test_a_secret_of_the_gm_is_told_as_such(model):
    model.set_rows((row(ragnar()), replace(row(bob()), secret=True)))
    assert str(told(model, 1)).endswith("The players do not see it.")
    assert "players" not in str(told(model, 0))


def test_only_who_changed_is_told_anew(model):
    changed, reset = [], []
    model.dataChanged.connect(lambda first, last: changed.append((first.row(), last.row())))
    model.modelReset.connect(lambda: reset.append(True))
    tam = model.rows[2]
    model.set_rows((row(ragnar()), row(injuries.suffer(bob())), tam))
    assert (changed, reset) == ([(1, 1)], [])
    model.set_rows((row(ragnar()), tam))
    assert reset == [True]


def test_numbers_below_zero_may_be_left_out(model):
    dying = injuries.suffer_all(ragnar(), 6)
    model.set_rows((row(dying),))
    assert "2 to death" in str(told(model, 0))
    changed = []
    model.dataChanged.connect(lambda first, last: changed.append((first.row(), last.row())))
    model.set_below_zero(False)
    assert changed == [(0, 0)]
    assert str(told(model, 0)).startswith("Ragnar. Dying. Dice")
