"""The item models of the window keep Qt's contract and search as people type."""

from datetime import UTC, datetime
from pathlib import Path

from bones_desktop.rules.bones.rulebook import BlockKind
from bones_desktop.storage.shelfentry import Entry
from bones_desktop.storage.textfiles import FileProblem
from bones_desktop.storage.versions import Version
from bones_desktop.window.linesdelegate import LineRole
from bones_desktop.window.shelfmodel import ShelfModel
from bones_desktop.window.shelforder import ShelfFilter, ShelfWords
from bones_desktop.window.startmodel import StartModel, block_starts
from bones_desktop.window.versionsmodel import VersionsModel
from tests.support.rulebooks import rulebook

WORDS = {BlockKind.CAST: "Cast member", BlockKind.BEAST: "Beast", BlockKind.HORDE: "Horde"}
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def entry(name: str, *, damaged: bool = False) -> Entry:
    path = Path(f"/shelf/{name}.bones")
    return Entry(path, name, NOW, damaged=FileProblem("denied", path) if damaged else None)


def test_the_shelf_keeps_the_contract(qtmodeltester, qapp: object) -> None:
    model = ShelfModel(ShelfWords(rulebook))
    model.set_files({each.path.name: each for each in [entry("Ragnar"), entry("Bob", damaged=True)]})
    qtmodeltester.check(model, force_py=True)


def test_the_shelf_searches_every_word(qapp: object) -> None:
    model = ShelfModel(ShelfWords(rulebook))
    model.set_files({each.path.name: each for each in [entry("Ragnar the Red"), entry("Bob"), entry("Red Bob")]})
    model.set_filter(ShelfFilter("red BOB"))
    assert [model.data(model.index(row, 0)) for row in range(model.rowCount())] == ["Red Bob"]
    assert model.total == 3
    assert model.row_of(Path("/shelf/Bob.bones")) == -1


def test_a_damaged_file_says_so_to_a_screen_reader(qapp: object) -> None:
    from PySide6.QtCore import Qt

    model = ShelfModel(ShelfWords(rulebook))
    model.set_files({each.path.name: each for each in [entry("Bob", damaged=True)]})
    assert "damaged" in str(model.data(model.index(0, 0), Qt.ItemDataRole.AccessibleTextRole))


def test_starts_keep_the_contract_and_hold_every_block(qtmodeltester, qapp: object) -> None:
    starts = block_starts(rulebook(), WORDS)
    assert len(starts) == len(rulebook().blocks)
    model = StartModel(starts)
    model.search("wolf")
    start = model.at(model.index(0, 0))
    assert start is not None
    assert (start.title, start.text) == ("Wolf", "Beast · 3D")
    model.search("")
    qtmodeltester.check(model, force_py=True)


def test_versions_keep_the_contract(qtmodeltester, qapp: object) -> None:
    model = VersionsModel([Version(2, NOW, Path("/v/2"), 4_000), Version(1, NOW, Path("/v/1"), 100)])
    qtmodeltester.check(model, force_py=True)
    assert model.data(model.index(0, 0), LineRole.SECOND) == "4 kB"
    assert model.at(model.index(5, 0)) is None
