"""Campaigns and fights named at the start, handed over, dropped or chosen, as a double click in a file manager does."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QFileOpenEvent

from bones_desktop.rules.bones.fight.roster import new_fight
from bones_desktop.rules.bones.life.campaigns import new_campaign
from bones_desktop.start.opening import CAMPAIGN, FIGHT
from bones_desktop.start.start import SentFiles
from bones_desktop.storage import campaignfile
from bones_desktop.storage.files.characterfile import new_id
from bones_desktop.storage.games import game_of
from tests.support.running import Running

PAGES = {CAMPAIGN: "campaign", FIGHT: "encounter"}
WAYS = ("start", "hand over", "drop", "open")


@pytest.fixture
def elsewhere(tmp_path) -> Path:
    """Return a folder with a campaign and a fight, both called Wolves."""
    folder = tmp_path / "else where"
    folder.mkdir()
    campaignfile.write_campaign(folder / f"Wolves{CAMPAIGN}", new_campaign(new_id(), "Wolves"))
    campaignfile.FIGHTS.write(folder / f"Wolves{FIGHT}", new_fight(new_id(), "Wolves"))
    return folder


def opened(running: Running, suffix: str) -> tuple[str, Path | None]:
    """Return the name and path of the campaign or fight that is open."""
    if suffix == CAMPAIGN:
        campaigns = running.program.campaigns.campaigns
        return campaigns.campaign.name if campaigns.campaign else "", campaigns.path
    fights = running.program.pages.fights
    return fights.document.fight.name, fights.session.path


def bring(running: Running, way: str, paths: tuple[Path, ...]) -> None:
    match way:
        case "hand over":
            running.program.hand_over(paths)
        case "drop":
            running.window.files_dropped.emit(paths)
        case "open":
            running.program.files.ask_open()
            running.dialog().fileSelected.emit(str(paths[0]))


def test_suffixes_are_those_of_the_files():
    assert (CAMPAIGN, FIGHT) == (campaignfile.SUFFIX, campaignfile.FIGHT_SUFFIX)


@pytest.mark.parametrize("suffix", [CAMPAIGN, FIGHT])
@pytest.mark.parametrize("way", WAYS)
def test_it_is_opened_where_it_lies_and_its_page_is_shown(tmp_path, qapp, elsewhere, suffix, way):
    path = elsewhere / f"Wolves{suffix}"
    with Running(tmp_path / "data", *([path] if way == "start" else []), page="") as running:
        bring(running, way, (path,))
        assert running.window.page == PAGES[suffix]
        assert opened(running, suffix) == ("Wolves", path)
        assert not running.window.banner.isVisible() or "Welcome" in running.window.banner.text


@pytest.mark.parametrize("suffix", [CAMPAIGN, FIGHT])
def test_a_capital_suffix_and_a_path_from_here_are_the_same_file(tmp_path, qapp, elsewhere, suffix, monkeypatch):
    monkeypatch.chdir(elsewhere)
    named = Path(f"Wolves{suffix}").rename(f"Wolves{suffix.upper()}")
    with Running(tmp_path / "data", named) as running:
        assert opened(running, suffix) == ("Wolves", elsewhere / named)


@pytest.mark.parametrize("suffix", [CAMPAIGN, FIGHT])
@pytest.mark.parametrize("way", ["start", "hand over"])
def test_a_damaged_one_is_told_of(tmp_path, qapp, elsewhere, suffix, way):
    path = elsewhere / f"Wolves{suffix}"
    path.write_text("{", encoding="utf-8")
    with Running(tmp_path / "data", *([path] if way == "start" else []), page="") as running:
        bring(running, way, (path,))
        assert path.name in running.window.banner.text
        assert running.window.banner.isVisible()
        assert path.read_text(encoding="utf-8") == "{"


def test_with_a_smaller_game_open_its_page_is_shown_all_the_same(tmp_path, qapp, elsewhere):
    (sample, *_others) = game_of("five_modes").samples
    with Running(tmp_path / "data") as running:
        running.program.hand_over((sample,))
        assert running.window.game == "five_modes"
        running.program.hand_over((elsewhere / f"Wolves{CAMPAIGN}",))
        assert (running.window.page, opened(running, CAMPAIGN)[0]) == ("campaign", "Wolves")


def test_a_character_beside_them_is_opened_too(tmp_path, qapp, elsewhere):
    (sample, *_others) = game_of("five_modes").samples
    mine = elsewhere / "mine.bones"
    mine.write_bytes(sample.read_bytes())
    with Running(tmp_path / "data", mine, elsewhere / f"Wolves{CAMPAIGN}") as running:
        assert opened(running, CAMPAIGN)[0] == "Wolves"
        assert running.program.settings.value.last_open == str(mine)


def test_a_file_that_macos_sends_is_handed_over_and_other_events_pass(qapp, elsewhere):
    handed: list[tuple[Path, ...]] = []
    sent = SentFiles(handed.append)
    assert sent.eventFilter(qapp, QFileOpenEvent(str(elsewhere / "a b.bones")))
    assert not sent.eventFilter(qapp, QEvent(QEvent.Type.User))
    assert handed == [(elsewhere / "a b.bones",)]
