"""The smaller lists of the window show what there is, and search as people type."""

from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import Qt

from bones_desktop.desk.versionsdialog import VersionsModel
from bones_desktop.pages.shelf.newdialog import NewDialog, block_starts, game_lines
from bones_desktop.rules.bones.book.rulebook import BlockKind
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.files.versions import Version
from bones_desktop.storage.games import GAMES
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.rows import ROW_ROLE
from tests.support.rulebooks import rulebook

WORDS = {BlockKind.CAST: "Cast member", BlockKind.BEAST: "Beast", BlockKind.HORDE: "Horde"}
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_starts_hold_every_block() -> None:
    starts = block_starts(rulebook(), WORDS)
    assert len(starts) == len(rulebook().blocks)
    assert ("Wolf", "Beast · 3D") in [(start.title, start.text) for start in starts]


def test_every_game_has_a_drawing_and_a_sentence() -> None:
    lines = game_lines()
    assert {line.key for line in lines} == {stored.game.id for stored in GAMES}
    for line in lines:
        assert line.second.endswith(".")
        assert (shipped("icons") / "actions" / f"{line.sign}.svg").is_file()


def test_starts_of_one_game_are_shown_and_words_of_another_found(qtbot, theme) -> None:
    dialog = NewDialog(theme, rulebook(), (), game="five_modes")
    qtbot.addWidget(dialog)
    starts = dialog.findChildren(LineList)[1]
    assert {line.sign for line in starts.lines.rows} == {"game-five_modes"}
    for words, game in (("wolf", "bones"), ("brida", "five_modes"), ("no such thing", "five_modes")):
        dialog.search.setText(words)
        assert dialog.games.current == game
    assert not starts.lines.rows


def test_versions_keep_the_contract(qtmodeltester, qapp: object) -> None:
    model = VersionsModel(
        [Version(2, NOW, Path("/v/2"), 4_000), Version(1, NOW, Path("/v/1"), 100)],
        lambda version: f"{version.size} bytes",
    )
    qtmodeltester.check(model, force_py=True)
    assert model.data(model.index(0, 0), ROW_ROLE).second == "4000 bytes"
    assert model.at(model.index(5, 0)) is None


def test_tab_in_the_new_dialog_goes_from_the_name_to_the_game_and_on_to_create(qtbot, theme):
    dialog = NewDialog(theme, rulebook(), ())
    qtbot.addWidget(dialog)
    stops, each = [], dialog.focusWidget()
    for _stop in range(6):
        stops.append(getattr(each, "text", each.accessibleName)() or each.accessibleName())
        each = each.nextInFocusChain()
        while not each.focusPolicy() & Qt.FocusPolicy.TabFocus or each.focusProxy() is not None:
            each = each.nextInFocusChain()
    assert stops == ["Name", "Which game", "Search the starting points", "Starting points", "Create", "Cancel"]
