"""Tables of short texts: ticks by keys and mouse, places kept, and what screen readers hear."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from bones_desktop.widgets.lists.line import Line
from bones_desktop.widgets.lists.linelist import LineTable, TableRow


@pytest.fixture
def table(on_screen, theme) -> LineTable:
    host = QWidget()
    host.table = LineTable(theme, ("Who", "What"), "People", host, wide=1)
    host.table.resize(400, 300)
    host.table.lines.set_rows([row("a", True), row("b", False), row("c", None)])
    on_screen(host, wait="active")
    table = host.table
    table.host = host
    return table


def row(key: str, ticked: bool | None, what: str = "rests") -> TableRow:
    return Line(key.upper(), key=key, ticked=ticked), Line(what, tip=f"{what} long")


def test_ticks_are_asked_for_by_space_and_by_a_click_on_the_first_cell_only(table):
    asked: list[str] = []
    table.tick_requested.connect(asked.append)
    table.setFocus()
    table.go_to("a")
    QTest.keyClick(table, Qt.Key.Key_Space)
    for column in (0, 1):
        place = table.visualRect(table.lines.index(1, column)).center()
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    table.go_to("c")
    QTest.keyClick(table, Qt.Key.Key_Space)
    assert asked == ["a", "b"]


def test_a_column_grows_for_a_new_row_with_a_longer_text(table):
    narrow = table.columnWidth(0)
    longest = Line("Ariadne of the long labyrinth", key="z"), Line("rests")
    table.lines.set_rows([longest, *table.lines.rows])
    assert table.columnWidth(0) > 2 * narrow


def test_enter_asks_for_a_line(table):
    asked: list[str] = []
    table.line_activated.connect(asked.append)
    table.setFocus()
    table.go_to("b")
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert asked == ["b"]


def test_lines_that_change_leave_the_keys_where_they_are(table):
    table.go_to("b")
    resets: list[None] = []
    table.lines.modelReset.connect(lambda: resets.append(None))
    table.lines.set_rows([row("a", True), row("b", True, "walks"), row("c", None)])
    assert table.current == "b"
    assert resets == []
    table.lines.set_rows([row("b", True)])
    assert resets == [None]


def test_what_a_screen_reader_hears(table):
    assert table.lines.index(0, 1).data(Qt.ItemDataRole.AccessibleTextRole) == "What: rests long"
    assert table.lines.index(0, 0).data(Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Checked
    assert table.lines.index(2, 0).data(Qt.ItemDataRole.CheckStateRole) is None


def test_the_model_keeps_the_contract(table, qtmodeltester):
    qtmodeltester.check(table.lines)
    table.lines.set_rows([])
    qtmodeltester.check(table.lines)


def test_rows_that_come_and_go_at_the_top_are_told_one_by_one(table):
    model, told = table.lines, []
    model.rowsInserted.connect(lambda _parent, first, last: told.append(("in", first, last)))
    model.rowsRemoved.connect(lambda _parent, first, last: told.append(("out", first, last)))
    model.dataChanged.connect(lambda first, _last: told.append(("changed", first.row())))
    model.modelReset.connect(lambda: told.append("reset"))
    table.go_to("a")
    known = [row("a", True), row("b", False), row("c", None)]
    model.set_rows([row("y", None), row("z", None), *known])
    model.set_rows([row("y", None), row("z", None), row("a", False), *known[1:]])
    assert table.current == "a"
    model.set_rows(known[1:])
    assert told == [("in", 0, 1), ("changed", 2), ("out", 0, 2)]
