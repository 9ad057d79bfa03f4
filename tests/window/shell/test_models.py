"""The smaller item models of the window keep Qt's contract and search as people type."""

from datetime import UTC, datetime
from pathlib import Path

from bones_desktop.rules.bones.book.rulebook import BlockKind
from bones_desktop.storage.files.locations import shipped
from bones_desktop.storage.files.versions import Version
from bones_desktop.storage.games.games import GAMES
from bones_desktop.window.shelf.newdialog import GamesModel, StartModel, block_starts, game_lines, game_starts
from bones_desktop.window.shell.linesdelegate import LineRole
from bones_desktop.window.shell.versionsdialog import VersionsModel
from tests.support.rulebooks import rulebook

WORDS = {BlockKind.CAST: "Cast member", BlockKind.BEAST: "Beast", BlockKind.HORDE: "Horde"}
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_starts_keep_the_contract_and_hold_every_block(qtmodeltester, qapp: object) -> None:
    starts = block_starts(rulebook(), WORDS)
    assert len(starts) == len(rulebook().blocks)
    model = StartModel(starts)
    model.search("wolf", "bones")
    start = model.at(model.index(0, 0))
    assert start is not None
    assert (start.title, start.text) == ("Wolf", "Beast · 3D")
    model.search("", "bones")
    qtmodeltester.check(model, force_py=True)


def test_every_game_has_a_drawing_and_a_sentence(qtmodeltester, qapp: object) -> None:
    model = GamesModel(None, game_lines())
    qtmodeltester.check(model, force_py=True)
    assert {line.id for line in model.rows} == {stored.game.id for stored in GAMES}
    for row, line in enumerate(model.rows):
        assert line.text.endswith(".")
        assert (shipped("icons") / "actions" / f"{model.data(model.index(row, 0), LineRole.ICON)}.svg").is_file()


def test_starts_of_one_game_are_shown_and_words_of_another_found(qapp: object) -> None:
    model = StartModel((*block_starts(rulebook(), WORDS), *game_starts()))
    model.search("", "five_modes")
    assert {start.game for start in model.rows} == {"five_modes"}
    assert model.game_with("brida") == "five_modes"
    assert model.game_with("wolf") == "bones"
    assert model.game_with("no such thing") == ""


def test_versions_keep_the_contract(qtmodeltester, qapp: object) -> None:
    model = VersionsModel(
        [Version(2, NOW, Path("/v/2"), 4_000), Version(1, NOW, Path("/v/1"), 100)],
        lambda version: f"{version.size} bytes",
    )
    qtmodeltester.check(model, force_py=True)
    assert model.data(model.index(0, 0), LineRole.SECOND) == "4000 bytes"
    assert model.at(model.index(5, 0)) is None
