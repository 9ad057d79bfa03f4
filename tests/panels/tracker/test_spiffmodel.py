"""The ledger of spiffs as a table: what its lines say, and that views keep their place."""

import pytest
from PySide6.QtCore import QModelIndex, Qt

from bones_desktop.panels.tracker.spiffmodel import SpiffColumn, SpiffModel, spiff_rows
from bones_desktop.rules.bones.book.playstate import SpiffEntry
from bones_desktop.rules.bones.injury import spiffs
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook

DAY = "2026-11-20"


def rows(character):
    return spiff_rows(rulebook(), character)


def story():
    character = spiffs.earn(rulebook(), ragnar().with_(spiffs=2), "great-back-story", DAY)
    character = spiffs.spend_on(rulebook(), character, "soak", DAY, note="arrow")
    return spiffs.earn(rulebook(), character, "", DAY, n=1, note="Cake")


def test_newest_first_with_the_balance_after_each():
    assert [row.cells for row in rows(story())] == [
        ("Cake", "+1", "3"),
        ("Soak one damage", "−2", "2"),
        ("A great back-story", "+2", "4"),
        ("Before the ledger was begun", "+2", "2"),
    ]


def test_what_stands_beside_a_line():
    entry = SpiffEntry(by=1, reason="portraits", on="", note="Karl", occasion="0" * 32 + "/7")
    (row,) = rows(ragnar().with_(spiffs=1, spiff_ledger=(entry,)))
    assert row.beside == "unknown day · session 7 · Karl"
    assert rows(story())[1].beside.endswith(" · arrow")


def test_a_veto_marks_the_use_and_adds_a_line():
    first, _cake, used, *_rest = rows(spiffs.veto(story(), 1, DAY))
    assert (first.what, first.change, first.vetoable) == ("Veto: Soak one damage", "+2", False)
    assert (used.vetoed, used.vetoable) == (True, False)
    assert "vetoed" in used.beside


def test_only_uses_can_be_vetoed():
    assert [row.vetoable for row in rows(story())] == [False, True, False, False]


def test_reasons_no_longer_known_are_shown_as_they_are_written():
    (row,) = rows(ragnar().with_(spiffs=1, spiff_ledger=(SpiffEntry(by=1, reason="house-award"),)))
    assert row.what == "house-award"
    (row,) = rows(ragnar().with_(spiffs=1, spiff_ledger=(SpiffEntry(by=1),)))
    assert row.what == "Set right by hand"


@pytest.fixture
def model(qtmodeltester):
    made = SpiffModel()
    qtmodeltester.check(made)
    return made


def test_lines_that_come_and_go_leave_the_others(model, qtbot):
    inserted, removed, reset, changed = [], [], [], []
    model.rowsInserted.connect(lambda _parent, first, last: inserted.append((first, last)))
    model.rowsRemoved.connect(lambda _parent, first, last: removed.append((first, last)))
    model.modelReset.connect(lambda: reset.append(True))
    model.dataChanged.connect(lambda first, _last: changed.append(first.row()))
    model.set_rows(rows(story()))
    model.set_rows(rows(spiffs.veto(story(), 1, DAY)))
    assert inserted == [(0, 3), (0, 0)]
    assert changed == [2]
    model.set_rows(rows(story()))
    assert removed == [(0, 0)]
    assert changed == [2, 1]
    assert reset == []
    assert model.rows == rows(story())


def test_other_lines_altogether_are_shown_anew(model):
    model.set_rows(rows(story()))
    fewer = story().with_(spiff_ledger=story().spiff_ledger[:1])
    model.set_rows(rows(fewer))
    assert model.rows == rows(fewer)
    assert model.rowCount() == len(rows(fewer))


def test_cells_for_eyes_and_ears(model):
    model.set_rows(rows(story()))
    says = [
        model.index(1, column).data(Qt.ItemDataRole.AccessibleTextRole)
        for column in (SpiffColumn.WHAT, SpiffColumn.CHANGE, SpiffColumn.BALANCE)
    ]
    assert says[0].startswith("Soak one damage, ")
    assert says[1:] == ["spiffs: −2", "left: 2"]
    heads = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(3)]
    assert heads == ["Ledger", "Spiffs", "Left"]
    assert model.at(QModelIndex()) is None
    marked = SpiffEntry(by=1, note="<b>fat</b>")
    model.set_rows(rows(ragnar().with_(spiffs=1, spiff_ledger=(marked,))))
    assert model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == "Unknown day"


def test_the_model_keeps_the_rules_of_models(qtmodeltester):
    model = SpiffModel()
    model.set_rows(rows(story()))
    qtmodeltester.check(model)
