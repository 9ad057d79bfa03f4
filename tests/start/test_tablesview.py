"""Random tables in the window: rolled in a tray and into the log, found by the search, and written by the user."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest

from bones_desktop.pages.reference.entry import ReferenceSection
from bones_desktop.rules.fairness import Sealed, verify
from bones_desktop.storage.files.characterfile import write_character
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.log.logentry import HIDDEN, NOT_MEANT, EntryKind, LogFilter, draws_of
from tests.support.people import ragnar
from tests.support.running import Running

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def opened(monkeypatch):
    """The files and folders that were opened with the desktop's programs."""
    found = []

    def note(url):
        found.append(url.toLocalFile())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", note)
    return found


@pytest.fixture
def running(qapp, tmp_path, opened):
    locations = Locations.under(tmp_path)
    locations.characters.mkdir(parents=True)
    path = locations.characters / "Ragnar.bones"
    write_character(path, ragnar())
    (locations.tables).mkdir(parents=True)
    (locations.tables / "river.txt").write_text("# By the river\n[[boat]] with {2d6} on board\n", encoding="utf-8")
    (locations.tables / "boat.txt").write_text("# Boats\n3x A raft\nA barge\n", encoding="utf-8")
    with Running(tmp_path, path, locations=locations, page="reference") as seat:
        seat.program.settings.edit(animation="off")
        seat.window.show_page("reference")
        yield seat


def view_of(seat: Running):
    panel = seat.program.pages.reference
    panel.sections.go_to(ReferenceSection.TABLES)
    seat.app.processEvents()
    return panel.tables


def test_a_table_is_rolled_in_the_tray_and_into_the_log(running, qtbot):
    view = view_of(running)
    assert view.isVisible()
    assert not running.program.pages.reference.view.isVisible()
    view.open_table("river")
    assert view.entries.lines.rows[0].text == "(boat) with 2d6 on board"
    view.list.setFocus()
    QTest.keyClick(view.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "on board" in view.result.text())
    made = view.rolled
    assert view.result.text() == made.text
    assert view.steps.text().splitlines()[0] == "By the river (d1): 1"
    assert len(view.tray.shown) == 4
    log = running.program.pages.room.log
    lines = [each for each in log.latest(10) if each.kind is EntryKind.THROW]
    assert [(each.title, each.result) for each in lines] == [
        ("By the river", made.text),
        ("By the river: Boats, 2d6", "; ".join(step.text for step in made.waves[1])),
    ]
    assert all(HIDDEN in each.tags and not each.is_repeatable for each in lines)
    # The dice are those of the seal.
    evening = log.evening()
    draws = draws_of(lines, evening.id)
    checked = verify(Sealed(evening.commitment, evening.seed), draws)
    assert (checked.draws, checked.missing, checked.changed) == (2, (), ())


def test_a_roll_is_found_and_struck_out_in_the_log(running, qtbot):
    view = view_of(running)
    view.open_table("boat")
    view.roll_button.click()
    qtbot.waitUntil(lambda: view.result.text() in {"A raft", "A barge"})
    log = running.program.pages.room.log
    [line] = [log.entry(id) for id in log.ids(LogFilter(text="boats"))]
    running.program.pages.room.mark(line, NOT_MEANT, True)
    assert not log.entry(line.id).is_meant
    assert log.entry(line.id).result == view.result.text()


def test_the_search_finds_entries_and_opens_their_table(running):
    panel = running.program.pages.reference
    panel.search("barge")
    rows = [each for each in panel.model.rows if each.section is ReferenceSection.TABLES]
    assert [each.name for each in rows] == ["Boats"]
    panel.view.clicked.emit(panel.model.index(panel.model.rows.index(rows[0]), 0))
    assert panel.tables.isVisible()
    assert panel.tables.table.title == "Boats"


def test_a_table_that_was_added_is_counted_and_found(running):
    panel, view = running.program.pages.reference, view_of(running)
    folder = running.program.desk.locations.tables
    (folder / "herbs.txt").write_text("Wolfsbane\n", encoding="utf-8")
    running.window.show_page("table")
    running.window.show_page("reference")
    assert panel.model.counts[ReferenceSection.TABLES] == len(view.known.tables) == 23
    assert view.isVisible()
    panel.search("wolfsbane")
    assert [each.name for each in panel.model.rows if each.section is ReferenceSection.TABLES] == ["Herbs"]


def test_bad_tables_are_told_and_change_nothing(running):
    folder = running.program.desk.locations.tables
    (folder / "bad.txt").write_text("fine\n0x bad\n", encoding="utf-8")
    (folder / "boat.txt").write_text("[[river]]\n", encoding="utf-8")
    view = view_of(running)
    view.open_table("bad")
    assert view._about.text() == "bad.txt, line 2: the weight 0 is not a whole number from 1 to 100."
    assert not view.roll_button.isEnabled()
    view.open_table("river")
    assert "never end" in view._about.text()
    view.roll()
    assert "never end" in running.window.toast.text()
    assert view.rolled is None
    assert not running.program.pages.room.log.latest(5)


def test_a_table_of_the_program_is_copied_before_it_is_edited(running, opened):
    folder, view = running.program.desk.locations.tables, view_of(running)
    view.open_table("omens")
    assert view.edit.text() == "Edit a copy"
    view.edit.click()
    assert opened == [str(folder / "omens.txt")]
    assert (folder / "omens.txt").read_text(encoding="utf-8").startswith("# Omens")
    assert view.edit.text() == "Edit"
    (folder / "omens.txt").write_text("# Omens of mine\nA goat sneezes\n", encoding="utf-8")
    view.edit.click()
    assert (folder / "omens.txt").read_text(encoding="utf-8") == "# Omens of mine\nA goat sneezes\n"
    view.reload()
    assert view.table.title == "Omens of mine"
    assert view.table.own


def test_a_new_table_can_be_rolled_at_once(running, opened):
    view = view_of(running)
    view.new.click()
    (dialog,) = running.dialogs()
    dialog.textValueSelected.emit("Herbs & <b>roots</b>")
    dialog.reject()
    assert view.table.own
    assert len(view.table.entries) == 2
    assert opened[0].endswith(".txt")
    view.roll()
    assert view.rolled.table is view.known.tables[view.list.current]
    view.folder.click()
    assert opened[-1] == str(running.program.desk.locations.tables)


def test_large_text_in_a_low_window_puts_nothing_over_the_entries(running):
    running.window.resize(1366, 768)
    running.program.settings.edit(text_size=200)
    running.program.desk.notices.banner.show_message("A banner takes room.")
    view = view_of(running)
    view.open_table("hoard")
    QTest.qWait(300)
    entries = view.entries.geometry()
    for button in (view.roll_button, view.edit, view.new, view.folder):
        assert not button.geometry().intersects(entries), button.text()
