"""Files of games that are not known come into the running program by every door: each says so and leaves them."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QFileDialog, QLabel

from bones_desktop.storage.campaignfile import CAMPAIGNS, CampaignFolder
from bones_desktop.storage.files.characterfile import write_character
from tests.support.foreign import HOSTILE, foreign_campaign, foreign_character
from tests.support.people import ragnar
from tests.support.running import Running

SAID = (
    "Canny.bones is a character of “far_stars”, a game that this version does not know. A newer version of this "
    "program may open it. The file was left as it is."
)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    path = tmp_path / "elsewhere" / "Canny.bones"
    path.parent.mkdir()
    path.write_bytes(foreign_character())
    return path


def on_shelf(running: Running) -> list[str]:
    return sorted(each.name for each in running.locations.characters.iterdir())


def test_named_at_the_start_it_is_told_and_the_program_goes_on(qapp: object, tmp_path: Path, elsewhere: Path) -> None:
    with Running(tmp_path / "home", elsewhere) as running:
        assert SAID in running.window.banner.text
        assert running.program.session.path != elsewhere
        assert on_shelf(running) == ["Ragnar.bones"]
    assert elsewhere.read_bytes() == foreign_character()


def test_the_file_that_was_open_last_may_be_of_another_game_at_the_next_start(qapp: object, tmp_path: Path) -> None:
    with Running(tmp_path / "home") as running:
        path = running.program.session.path
    assert path is not None
    path.write_bytes(foreign_character())
    with Running(tmp_path / "home") as running:
        assert "“far_stars”" in running.window.banner.text
        assert running.program.session.path != path
    assert path.read_bytes() == foreign_character()


def test_it_is_told_too_when_another_character_is_opened_in_its_place(qapp: object, tmp_path: Path) -> None:
    with Running(tmp_path / "home") as running:
        path = running.program.session.path
        running.trigger("duplicate")
        running.program.files.open(path)
    assert path is not None
    path.write_bytes(foreign_character())
    with Running(tmp_path / "home") as running:
        assert running.program.session.path == path.with_name("Ragnar (copy).bones")
        assert "Ragnar.bones is a character of “far_stars”" in running.window.banner.text


def test_of_several_handed_over_the_one_that_is_left_is_told(qapp: object, tmp_path: Path, elsewhere: Path) -> None:
    sound = elsewhere.with_name("Sound.bones")
    write_character(sound, ragnar())
    with Running(tmp_path / "home") as running:
        running.program.hand_over([elsewhere, sound])
        assert running.program.session.path == sound
        assert running.window.banner.text == SAID
    assert elsewhere.read_bytes() == foreign_character()


def test_dropped_it_is_not_imported(qapp: object, tmp_path: Path, elsewhere: Path) -> None:
    with Running(tmp_path / "home") as running:
        opened = running.program.session.path
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(elsewhere))])
        none = Qt.KeyboardModifier.NoModifier
        running.window.dropEvent(
            QDropEvent(QPointF(10, 10), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, none)
        )
        assert running.window.banner.text == SAID
        assert running.program.session.path == opened
        assert on_shelf(running) == ["Ragnar.bones"]
    assert elsewhere.read_bytes() == foreign_character()


def test_chosen_to_be_imported_it_is_not(qapp: object, tmp_path: Path, elsewhere: Path) -> None:
    with Running(tmp_path / "home") as running:
        running.trigger("import")
        dialog = running.dialog()
        assert isinstance(dialog, QFileDialog)
        dialog.filesSelected.emit([str(elsewhere)])
        dialog.close()
        assert running.window.banner.text == SAID
        assert on_shelf(running) == ["Ragnar.bones"]
    assert elsewhere.read_bytes() == foreign_character()


def test_in_the_folder_of_the_shelf_it_is_a_card_that_says_so_and_cannot_be_changed(
    qapp: object, tmp_path: Path
) -> None:
    with Running(tmp_path / "home") as running:
        path = running.locations.characters / "Canny.bones"
        path.write_bytes(foreign_character())
        shelf = running.program.pages.shelf
        running.window.show_page("shelf")
        shelf.refresh(path)
        running.wait_for_shelf()
        assert [entry.path for entry in shelf.chosen().entries] == [path]
        assert shelf.chosen_bar.text.full_text == SAID
        spoken = shelf.view.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
        assert spoken.startswith("Canny, of another game: ")
        duplicate = running.button(shelf, "Duplicate")
        assert not duplicate.isEnabled()
        assert duplicate.toolTip() == "A file of an unknown game cannot be changed."
        for act in ("duplicate", "rename", "tags"):
            running.trigger(act)
            for dialog in running.dialogs():
                dialog.close()
        running.trigger("remove")
        running.wait_for_shelf()
        [removed] = (running.locations.characters / "removed").iterdir()
        assert removed.read_bytes() == foreign_character()


@pytest.mark.parametrize("system", HOSTILE[-9:], ids=lambda system: repr(system)[:20])
def test_a_hostile_name_of_a_game_is_not_shown(qapp: object, tmp_path: Path, elsewhere: Path, system: object) -> None:
    elsewhere.write_bytes(foreign_character(system))
    with Running(tmp_path / "home", elsewhere) as running:
        assert running.window.banner.text.startswith(
            "Canny.bones is damaged: it does not say to which game its character belongs."
        )
        said = " ".join(label.text() for label in running.window.banner.findChildren(QLabel))
        assert "<img" not in said
        assert "big" not in said


def test_a_campaign_of_another_game_is_listed_and_not_opened(qapp: object, tmp_path: Path) -> None:
    with Running(tmp_path / "home") as running:
        path = CampaignFolder(CAMPAIGNS, running.locations.campaigns).folder / "Modes.bones-campaign"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(foreign_campaign())
        running.window.show_page("campaign")
        running.program.campaigns.page.files.open(path)
        assert "Modes.bones-campaign is a campaign of “far_stars”" in running.window.banner.text
        assert running.program.campaigns.campaigns.campaign is None
    assert path.read_bytes() == foreign_campaign()
