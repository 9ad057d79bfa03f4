"""Notes of campaigns and fights follow the program into the folder of the settings."""

import shutil
from functools import partial
from operator import methodcaller

import pytest
from PySide6.QtWidgets import QFileDialog

from bones_desktop.desk.settingsdialog import SettingsDialog
from bones_desktop.rules.bones.life.campaigns import rename
from bones_desktop.storage.campaignfile import LIST
from bones_desktop.wording.notes import campaign_notes, yaml_text
from tests.storage.campaigns import whole_campaign
from tests.support.fightseat import FightSeat
from tests.support.running import Running

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def vault(tmp_path):
    folder = tmp_path / "vault"
    folder.mkdir()
    return folder


def names(folder):
    return sorted(each.name for each in folder.iterdir() if each.name != LIST)


def test_sessions_are_notes_of_their_own_and_hidden_members_are_only_in_the_gm_s():
    campaign = whole_campaign()
    hidden = [each.name for each in campaign.members if each.hidden]
    notes = campaign_notes(campaign)
    handouts = sum(note.shared for note in campaign.notes)
    assert len(notes) == 2 + len(campaign.sessions) + handouts
    open_notes = [note.text for key, note in notes.items() if not key.startswith("gm:")]
    assert all(text.startswith("---\ntype: ") and "\n---\n\n" in text for text in open_notes)
    assert not [name for name in hidden for text in open_notes if name in text]
    main = notes[f"campaign:{campaign.id}"]
    for session in campaign.sessions:
        assert f"[[{notes[f'session:{campaign.id}:{session.number}'].name}]]" in main.text
    assert campaign.gm_notes.split("\n", maxsplit=1)[0][:10] in notes[f"gm:{campaign.id}"].text


def test_a_name_cannot_break_the_properties():
    campaign = whole_campaign().with_(name='A: "b" #[[c]] \\ \u2028 ---')
    note = campaign_notes(campaign)[f"campaign:{campaign.id}"]
    assert '\nname: "A: \\"b\\" #[[c]] \\\\ ---"\n' in note.text
    assert not set("[]#/") & set(note.name)
    # YAML refuses these two signs, and breaks lines at the others.
    assert yaml_text("a\ufffe\uffffb\u2028c") == '"a\\ufffe\\uffffb c"'


def test_links_of_a_note_are_links_of_obsidian():
    text = "[[Bob]]'s *map* of [[the_ford|the ford]]\nand [[odd"
    campaign = whole_campaign().with_(notes=(), gm_notes=text)
    note = campaign_notes(campaign)[f"gm:{campaign.id}"]
    assert "[[Bob]]'s \\*map\\* of [[the_ford|the ford]]  \nand \\[\\[odd\n" in note.text


def test_a_campaign_is_kept_in_step(qapp, tmp_path, vault, qtbot):
    with Running(tmp_path, page="campaign") as running:
        running.window.show_page("campaign")
        running.program.campaigns.page.files.create("Wolves")
        assert names(vault) == []
        running.program.settings.edit(notes_folder=str(vault))
        qtbot.waitUntil(lambda: names(vault) == ["Wolves.md"])
        running.program.campaigns.campaigns.apply("Rename", partial(rename, name="Bears"))
        qtbot.waitUntil(lambda: names(vault) == ["Bears.md"])
        assert '\nname: "Bears"\n' in (vault / "Bears.md").read_text(encoding="utf-8")
        (vault / "Bears.md").write_text("my own words", encoding="utf-8")
        running.program.campaigns.campaigns.apply("Rename", partial(rename, name="Cats"))
        banner = running.window.banner
        qtbot.waitUntil(lambda: "You changed Bears.md, so it is kept as it is." in banner.text)
        assert (vault / "Bears.md").read_text(encoding="utf-8") == "my own words"
        # A change right before the end is written too.
        (vault / "Bears.md").unlink()
        running.program.campaigns.campaigns.apply("Rename", partial(rename, name="Dogs"))
    assert names(vault) == ["Dogs.md"]


def test_a_folder_that_vanished_is_told_once(qapp, tmp_path, vault, qtbot):
    with Running(tmp_path, page="campaign") as running:
        running.program.settings.edit(notes_folder=str(vault))
        running.window.show_page("campaign")
        running.program.campaigns.page.files.create("Wolves")
        qtbot.waitUntil(lambda: names(vault) == ["Wolves.md"])
        shutil.rmtree(vault)
        heard = []
        running.program.desk.notes._warn = heard.append
        for name in ("Bears", "Cats"):
            running.program.campaigns.campaigns.apply("Rename", partial(rename, name=name))
            running.program.desk.notes._soon.timeout.emit()
            qtbot.waitUntil(lambda: not running.program.desk.notes._worker.busy)
        assert len(heard) == 1
        assert heard[0].startswith(f"No notes are written: The folder {vault} is missing.")
        assert not vault.exists()
        assert running.program.campaigns.campaigns.campaign.name == "Cats"
        vault.mkdir()
        running.program.campaigns.campaigns.apply("Rename", partial(rename, name="Dogs"))
        qtbot.waitUntil(lambda: names(vault) == ["Dogs.md"])


def test_a_fight_is_a_note_too(qapp, tmp_path, vault, qtbot):
    with FightSeat(tmp_path, ("wolf", 2)) as seat:
        seat.program.settings.edit(notes_folder=str(vault))
        seat.document.apply("Name", methodcaller("with_", name="At the ford"))
        qtbot.waitUntil(lambda: names(vault) == ["Fight, At the ford.md"])
        text = (vault / "Fight, At the ford.md").read_text(encoding="utf-8")
        assert "*round 1*" in text
        assert text.count("Unhurt") == len(seat.fight.encounter.fighters)


def test_the_folder_is_chosen_in_the_settings(qapp, tmp_path, vault):
    with Running(tmp_path) as running:
        running.trigger("settings")
        (dialog,) = [each for each in running.dialogs() if isinstance(each, SettingsDialog)]
        dialog._ask_notes()
        (files,) = dialog.findChildren(QFileDialog)
        files.fileSelected.emit(str(vault))
        files.reject()
        assert running.program.settings.value.notes_folder == str(vault)
        dialog._use_no_notes()
        assert running.program.settings.value.notes_folder == ""
        dialog.reject()
