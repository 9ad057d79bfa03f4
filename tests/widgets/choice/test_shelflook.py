"""Who may throw: the shelf's, and those of files opened last that lie elsewhere."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from bones_desktop.storage.files.characterfile import write_character
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.widgets.choice.fighters import ShelfLook
from tests.support.people import ragnar


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    made = Shelf(tmp_path / "characters")
    made.create(ragnar().with_(name="At home"))
    return made


def written(path: Path, name: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    write_character(path, ragnar().with_(id="b" * 32, name=name))
    return path


def test_files_opened_last_elsewhere_come_after_the_shelf(qtbot: QtBot, shelf: Shelf, tmp_path: Path) -> None:
    away = written(tmp_path / "stick" / "guest.bones", "Guest")
    home = next(iter(shelf.entries())).path
    damaged = tmp_path / "stick" / "broken.bones"
    damaged.write_text("{")
    recent = [str(away), str(home), str(damaged), str(tmp_path / "gone.bones"), "\0"]
    look = ShelfLook(lambda: shelf, None, lambda: recent)
    with qtbot.waitSignal(look.entries_changed):
        look.refresh()
        assert [each.name for each in look.entries] == ["At home"]
    assert [each.name for each in look.entries] == ["At home", "Guest", "broken"]
    assert look.elsewhere == {away, damaged}
    assert look.entries[2].damaged is not None
    # A second look shows what is known at once, and says nothing where nothing is new.
    told: list[bool] = []
    look.entries_changed.connect(lambda: told.append(True))
    look.refresh()
    assert len(look.entries) == 3
    qtbot.waitUntil(lambda: not look.busy)
    assert not told
    recent[:] = []
    look.refresh()
    assert [each.name for each in look.entries] == ["At home"]
    look.shutdown()


def test_a_shelf_reached_by_another_way_is_the_same(qtbot: QtBot, shelf: Shelf, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(shelf.folder, target_is_directory=True)
    home = next(iter(shelf.entries())).path
    look = ShelfLook(lambda: shelf, None, lambda: [str(tmp_path / "link" / home.name)])
    look.refresh()
    qtbot.waitUntil(lambda: not look.busy)
    assert [each.name for each in look.entries] == ["At home"]
    look.shutdown()


def test_a_shelf_that_is_a_link_to_itself_hides_no_others(qtbot: QtBot, tmp_path: Path) -> None:
    away = written(tmp_path / "stick" / "guest.bones", "Guest")
    circle = tmp_path / "circle"
    circle.symlink_to(circle)
    look = ShelfLook(lambda: Shelf(circle), None, lambda: [str(away)])
    with qtbot.waitSignal(look.entries_changed):
        look.refresh()
    assert [each.name for each in look.entries] == ["Guest"]
    look.shutdown()
