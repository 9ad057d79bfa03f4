from PySide6.QtCore import QModelIndex, Qt
from pytestqt.modeltest import ModelTester

from bones_desktop.panels.builder.ledgerview import LedgerColumn, LedgerModel, ledger_rows
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.making.edits import clear_face, set_face
from bones_desktop.rules.bones.making.improvement import award, buy_icon, finish, restore
from bones_desktop.rules.bones.reading.playoffers import use_success
from bones_desktop.widgets.rows import ROW_ROLE
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

TODAY = "2026-11-21"


def grown() -> Character:
    made = award(finish(rulebook(), ragnar(), TODAY), 3, "The <b>well</b>", TODAY)
    made = buy_icon(rulebook(), made, 4, 2, face("riposte"), TODAY)
    return buy_icon(rulebook(), made, 4, 1, face("physical"), TODAY)


def rows(character: Character):
    return ledger_rows(rulebook(), character)


def said(character: Character) -> list[str]:
    return [row.what for row in rows(character)]


def test_the_newest_entry_comes_first_with_what_is_saved_after_it() -> None:
    assert [row.cells[1:] for row in rows(grown())] == [
        ("Physical on die 5, face 2", "free", "2"),
        ("Riposte on die 5, face 3", "−1", "2"),
        ("The <b>well</b>", "+3", "3"),
    ]
    assert [row.face for row in rows(grown())] == ["physical", "riposte", ""]


def test_an_award_without_a_note_and_one_taken_back_say_what_they_are() -> None:
    assert said(award(grown(), 1, "", TODAY))[0] == "Sessions played"
    assert said(award(grown(), -1, "", TODAY))[0] == "Sessions taken back"


def test_a_success_used_up_says_so() -> None:
    once = HouseRules(automatic_success_used_once=True)
    ten = finish(rulebook(), bob().with_(dice=(bob().dice * 3)[:10], played_before=57, house_rules=once), TODAY)
    used = use_success(award(ten, 13, "", TODAY), TODAY)
    assert rows(used)[0].cells[1:] == ("Earned success used", "−10", "3")


def test_permitted_changes_say_what_came_and_what_went() -> None:
    how = {"permitted": True, "today": ""}
    changed = set_face(rulebook(), grown(), 0, 4, face("riding"), **how)
    assert said(changed)[0] == "Riding for Melee on die 1, face 5"
    emptied = clear_face(rulebook(), changed, 0, 4, **how)
    assert said(emptied)[0] == "Riding off die 1, face 5"
    assert [row.sessions for row in rows(emptied)[:3]] == ["permitted", "permitted", "free"]
    assert (rows(emptied)[0].face, rows(emptied)[0].gone) == ("riding", True)
    again = set_face(rulebook(), emptied, 0, 4, face("melee"), **how)
    assert said(again)[0] == "Melee on die 1, face 5"
    assert rows(again)[0].day == "unknown"
    back = restore(again, TODAY, permitted=True)
    assert rows(back)[0].cells[1:] == ("Back to the dice as created", "+1", "3")


def test_the_model_keeps_the_contract(qtmodeltester: ModelTester) -> None:
    model = LedgerModel()
    model.set_rows(rows(grown()))
    qtmodeltester.check(model, force_py=True)
    more = award(grown(), 1, "", TODAY)
    model.set_rows(rows(more))
    model.set_rows(rows(grown()))
    model.set_rows(rows(ragnar()))
    assert model.rowCount() == 0


def test_entries_that_come_and_go_are_told_one_by_one(qapp: object) -> None:
    model, told = LedgerModel(), []
    model.set_rows(rows(grown()))
    model.rowsInserted.connect(lambda _parent, first, last: told.append(("in", first, last)))
    model.rowsRemoved.connect(lambda _parent, first, last: told.append(("out", first, last)))
    model.modelReset.connect(lambda: told.append("reset"))
    more = award(award(grown(), 1, "", TODAY), 1, "", TODAY)
    model.set_rows(rows(more))
    model.set_rows(rows(more))
    assert told == [("in", 0, 1)]
    model.set_rows(rows(grown()))
    assert told == [("in", 0, 1), ("out", 0, 1)]
    model.set_rows(rows(grown().with_(sessions=9)))
    assert told[-1] == "reset"


def test_cells_are_set_and_read_out(qapp: object) -> None:
    model = LedgerModel()
    model.set_rows(rows(grown()))
    what, change = model.index(1, LedgerColumn.WHAT), model.index(1, LedgerColumn.SESSIONS)
    assert what.data(ROW_ROLE).face == "riposte"
    assert change.data(Qt.ItemDataRole.AccessibleTextRole) == "sessions: −1"
    assert model.index(0, LedgerColumn.SAVED).data(Qt.ItemDataRole.AccessibleTextRole) == "saved: 2"
    assert model.index(2, LedgerColumn.WHAT).data(Qt.ItemDataRole.ToolTipRole) is None, "it is in view"
    heads = [model.headerData(n, Qt.Orientation.Horizontal) for n in range(model.columnCount(QModelIndex()))]
    assert heads == ["Day", "What", "Sessions", "Saved"]
    assert model.headerData(0, Qt.Orientation.Vertical) is None
