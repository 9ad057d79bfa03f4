"""The model of the log: read in pages, kept in bounds, and true to what was appended and amended."""

from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt

from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import NOT_KEPT
from bones_desktop.widgets.throwlist.throwmodel import MOST_PAGES, PAGE, ThrowModel, ThrowRole
from tests.support.throws import START, Book, entry, scene


@pytest.fixture
def book(qapp: object) -> Book:
    return Book([entry(1), scene(2), entry(3)])


def shown(model: ThrowModel) -> list[str]:
    return [model.index(row).data(ThrowRole.ENTRY).title for row in range(model.rowCount())]


def test_it_keeps_the_contract_through_every_change(book, qtmodeltester):
    model = ThrowModel(book.read)
    model.show(book.ids)
    qtmodeltester.check(model)
    book.entries[4] = entry(4)
    model.append(book.entries[4])
    model.append(entry(0, id=0))
    book.entries[3] = entry(3, result="Failure by 1.")
    model.amend(book.entries[3])
    model.remove(scene(2))
    qtmodeltester.check(model)
    model.show([1])
    qtmodeltester.check(model)
    assert model.rowCount(model.index(0)) == 0
    assert model.rowCount(QModelIndex()) == 2


def test_an_entry_is_one_line_of_text(book):
    model = ThrowModel(book.read)
    model.show(book.ids)
    line = model.index(0).data()
    assert line.endswith("Ragnar · Melee against Average · Success by 1")
    assert line == model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert model.index(1).data().endswith("Scene: At the ford")
    assert model.index(0).data(Qt.ItemDataRole.DecorationRole) is None


def test_markup_in_a_name_stays_text_in_the_tip(book):
    book.entries[1] = entry(1, who="<b>R</b>")
    model = ThrowModel(book.read)
    model.show(book.ids)
    assert "&lt;b&gt;" in model.index(0).data(Qt.ItemDataRole.ToolTipRole)


def test_a_long_log_is_read_only_where_it_is_looked_at(qapp):
    book = Book([entry(number) for number in range(1, 10_001)])
    model = ThrowModel(book.read)
    model.show(book.ids)
    assert model.rowCount() == 10_000
    assert book.reads == []
    for row in range(9_980, 10_000):
        model.index(row).data()
        model.index(row).data(ThrowRole.ENTRY)
    assert book.reads == [PAGE, 10_000 % PAGE]
    for row in range(0, 10_000, PAGE):
        model.index(row).data()
    assert sum(book.reads) <= 10_000 + 2 * PAGE
    assert len(model._pages) == MOST_PAGES


def test_what_is_appended_brings_along_what_was_written_before_it(book, qtbot):
    model = ThrowModel(book.read)
    model.show(book.ids)
    model.index(0).data()
    book.entries[4] = scene(4, "Written by the log itself")
    book.entries[6] = entry(6, title="New")
    with qtbot.waitSignal(model.rowsInserted) as told:
        model.append(book.entries[6])
    assert told.args[1:] == [3, 4]
    assert shown(model)[-2:] == ["Written by the log itself", "New"]


def test_what_is_appended_again_stays_one_line(book):
    model = ThrowModel(book.read)
    model.show(book.ids)
    before = model.rowCount()
    model.append(entry(book.ids[-1], title="Told anew"))
    assert model.rowCount() == before
    assert shown(model)[-1] == "Told anew"


def test_a_line_with_an_impossible_number_is_no_line(book):
    model = ThrowModel(book.read)
    model.show([-7, *book.ids])
    assert model.entry(0) is None


def test_what_is_appended_needs_no_reading(book):
    model = ThrowModel(book.read)
    model.show(book.ids)
    model.index(0).data()
    for number in range(4, 20):
        model.append(entry(number, title="New"))
        assert shown(model)[-1] == "New"
    assert len(book.reads) == 1


def test_more_at_the_end_is_inserted_and_moves_nothing(book, qtbot):
    model = ThrowModel(book.read)
    model.show(book.ids)
    book.entries[4] = entry(4, title="New")
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.rowsInserted):
        model.show(book.ids)
    assert shown(model)[-1] == "New"


def test_amending_changes_the_row_in_place(book, qtbot):
    model = ThrowModel(book.read)
    model.show(book.ids)
    model.index(0).data()
    with qtbot.waitSignal(model.dataChanged) as told:
        model.amend(entry(3, result="Failure by 2."))
    assert told.args[0].row() == 2
    assert model.entry(2).result == "Failure by 2."
    with qtbot.assertNotEmitted(model.dataChanged):
        model.amend(entry(77))


def test_entries_that_could_not_be_stored_stay_at_their_place(book):
    model = ThrowModel(book.read)
    model.show(book.ids)
    for number in (31, 32):
        model.append(entry(number, id=0, title=f"Loose {number}", tags=(NOT_KEPT,)))
    book.entries[4] = entry(4, title="Kept")
    model.append(book.entries[4])
    assert shown(model)[-3:] == ["Loose 31", "Loose 32", "Kept"]
    model.amend(entry(31, id=0, title="Amended", at=START + timedelta(minutes=31)))
    assert shown(model)[-3:] == ["Amended", "Loose 32", "Kept"]
    model.show(book.ids)
    assert shown(model)[-3:] == ["Amended", "Loose 32", "Kept"]
    model.show(book.ids, loose=False)
    assert shown(model)[-2:] == ["Melee against Average", "Kept"]
    model.show([])
    assert shown(model) == ["Amended", "Loose 32"]


def test_showing_the_same_again_reads_it_anew_and_moves_nothing(book, qtbot):
    model = ThrowModel(book.read)
    model.show(book.ids)
    model.index(0).data()
    book.entries[1] = entry(1, title="Changed")
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.show(book.ids)
    assert shown(model)[0] == "Changed"


def test_lines_that_cannot_be_read_say_so_and_are_told_once(qapp):
    def refuse(_ids):
        raise FileProblem("other", Path("log"))

    model = ThrowModel(refuse)
    told: list[FileProblem] = []
    model.unreadable.connect(told.append)
    model.show(range(1, 3 * PAGE))
    for row in range(model.rowCount()):
        assert model.index(row).data() == "This line of the log cannot be read."
    assert [error.code for error in told] == ["other"]
    assert model.entry(-1) is None
