"""The item model of the shelf: Qt's contract, its rows after changes, and files to drag."""

from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from bones_desktop.pages.shelf.shelfmodel import SORTS, ShelfFilter, ShelfModel, ShelfWords, order
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelfentry import ShelfEntry
from bones_desktop.widgets.rows import ROW_ROLE
from tests.support.rulebooks import rulebook
from tests.support.shelves import by_file, entry


@pytest.fixture
def model(qapp: object) -> ShelfModel:
    return ShelfModel(ShelfWords(rulebook))


@pytest.fixture
def told(model: ShelfModel) -> list[str]:
    """What views have been told."""
    told: list[str] = []
    model.modelReset.connect(lambda: told.append("reset"))
    return told


def update(model: ShelfModel, *fresh: ShelfEntry, gone: str = "") -> None:
    files = model._files | by_file(*fresh)
    files.pop(f"{gone}.bones", None)
    model.set_files(files)


def names(model: ShelfModel) -> list[str]:
    return [each.name for each in model.rows]


def test_the_contract_holds_whatever_happens(model: ShelfModel, qtmodeltester) -> None:
    qtmodeltester.check(model, force_py=True)  # watches every change from now on, as Qt's own tester does
    watching = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    random = Random(7)
    files: dict[str, ShelfEntry] = {}
    search, sort = "", SORTS[0]
    for _ in range(300):
        name = random.choice("abcdefghijklmnopqrstuvwxyz")
        match random.randrange(5):
            case 0 | 1:
                fresh = [entry(each, age=random.randrange(30), dice=random.randrange(10)) for each in {name, "m"}]
                files |= by_file(*fresh)
                model.set_files(files)
            case 2:
                files.pop(f"{name}.bones", None)
                model.set_files(files)
            case 3:
                sort = random.choice(SORTS)
                model.set_sort(sort)
            case 4:
                search = random.choice(["", "", name])
                model.set_filter(ShelfFilter(search))
        wanted = [each for each in files.values() if search in ShelfWords(rulebook).haystack(each)]
        assert list(model.rows) == sorted(wanted, key=lambda each: (order(sort)(each), each.path.name))
    assert watching.model() is model


def test_each_change_is_told_once(model: ShelfModel, told: list[str]) -> None:
    model.set_files(by_file(*(entry(name, age=age) for age, name in enumerate("abcd"))))
    update(model, entry("new", age=2))
    assert names(model) == ["a", "b", "c", "new", "d"]
    update(model, gone="b")
    assert names(model) == ["a", "c", "new", "d"]
    update(model, entry("c", age=1, dice=3))
    assert names(model) == ["a", "c", "new", "d"]
    assert model.rows[1].dice == 3
    assert told == ["reset"] * 4


def test_nothing_new_tells_nothing(model: ShelfModel, told: list[str]) -> None:
    files = by_file(entry("a"), entry("b"))
    model.set_files(files)
    told.clear()
    assert not model.set_files(dict(files))
    model.set_filter(ShelfFilter("  "))
    assert told == []


def test_search_tags_and_sort_work_together(model: ShelfModel) -> None:
    model.set_files(by_file(entry("Ann", tags=("x",), dice=2), entry("Bea", dice=5), entry("Ana", tags=("x",), dice=9)))
    model.set_filter(ShelfFilter("an", frozenset({"x"})))
    model.set_sort("dice")
    assert names(model) == ["Ana", "Ann"]
    update(model, entry("Anton", tags=("x", "y"), dice=4), entry("Andy"))
    assert names(model) == ["Ana", "Anton", "Ann"]
    assert (model.total, model.tags["x"], model.tags["y"]) == (5, 3, 1)
    assert model.rows_of([Path("/shelf/Ann.bones"), Path("/shelf/Bea.bones"), Path("/other/Ana.bones")]) == (2,)
    assert model.row_of(None) == -1


def test_a_changed_character_is_found_by_its_new_words_only(model: ShelfModel) -> None:
    model.set_files(by_file(entry("a", tags=("old",))))
    assert model.prepare_search(10)
    update(model, entry("a", tags=("new",)))
    model.set_filter(ShelfFilter("new"))
    assert names(model) == ["a"]
    model.set_filter(ShelfFilter("old"))
    assert names(model) == []


def test_words_are_gathered_a_few_at_a_time(model: ShelfModel) -> None:
    model.set_files(by_file(*(entry(str(n)) for n in range(25))))
    assert [model.prepare_search(10) for _ in range(3)] == [False, False, True]


def test_what_a_screen_reader_hears_and_a_tip_shows(model: ShelfModel) -> None:
    path = Path("/shelf/Bad.bones")
    model.set_files(
        by_file(
            entry("<b>Ann", dice=4, tags=("x",), kind=CharacterKind.CAST),
            entry("Bad", damaged=FileProblem("denied", path)),
        )
    )
    model.set_sort("name")
    good, bad = (model.index(row, 0) for row in range(2))
    assert good.data(Qt.ItemDataRole.AccessibleTextRole) == "<b>Ann, Cast member, 4 dice, tags: x"
    assert str(good.data(Qt.ItemDataRole.ToolTipRole)) == "<qt>Cast member<br>/shelf/&lt;b&gt;Ann.bones</qt>"
    assert "damaged: You may not read" in str(bad.data(Qt.ItemDataRole.AccessibleTextRole))
    assert good.data(ROW_ROLE) is model.rows[0]
    assert model.data(model.index(7, 0)) is None


def test_cards_are_dragged_out_as_files(model: ShelfModel) -> None:
    model.set_files(by_file(entry("Ann"), entry("Bé b")))
    model.set_sort("name")
    mime = model.mimeData([model.index(row, 0) for row in range(2)])
    assert [Path(url.toLocalFile()) for url in mime.urls()] == [each.path for each in model.rows]
    assert model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsDragEnabled
    assert model.supportedDragActions() == Qt.DropAction.CopyAction
