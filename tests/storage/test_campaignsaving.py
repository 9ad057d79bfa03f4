import json

import pytest

from bones_desktop.storage.campaignfile import (
    CAMPAIGNS,
    CampaignFileError,
    CampaignFolder,
    read_campaign,
    write_campaign,
)
from bones_desktop.storage.files.datafile import list_files
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.versions import Versions
from tests.storage.campaigns import whole_campaign


@pytest.fixture
def folder(tmp_path):
    return CampaignFolder(CAMPAIGNS, Locations.under(tmp_path).campaigns)


@pytest.fixture
def path(folder):
    return folder.create(whole_campaign().with_(name="The Vale"))


@pytest.fixture
def saved(path, tmp_path, clock):
    return FileStore(CAMPAIGNS, Versions(tmp_path / "versions"), clock).open(path)


def code(call, *arguments):
    with pytest.raises(FileProblem) as caught:
        call(*arguments)
    return caught.value.code


def test_a_campaign_is_saved_and_an_earlier_version_kept(saved, clock):
    for year in range(1, 31):
        saved.save(saved.value.with_(first_year=year))
        clock.go(minutes=1)
    assert read_campaign(saved.path).value.first_year == 30
    assert [saved.version(each).first_year for each in saved.versions()] == [20, 10, 1100]
    assert not saved.changed_outside()


def test_versions_of_characters_and_campaigns_lie_side_by_side(saved, tmp_path, clock):
    saved.save(saved.value.with_(first_year=1))
    assert Versions(tmp_path / "versions").id_for(saved.path, ".bones") == saved.value.id


def test_a_file_changed_outside_is_never_overwritten_unasked(saved, path):
    write_campaign(path, saved.value.with_(name="Outsider"))
    assert saved.changed_outside()
    assert code(saved.save, saved.value.with_(first_year=9)) == "changed-outside"
    saved.save(saved.value.with_(first_year=9), overwrite=True)
    assert saved.version(saved.versions()[0]).name == "Outsider"
    write_campaign(path, saved.value.with_(name="Again"))
    assert saved.reload().name == "Again"
    saved.save(saved.value.with_(first_year=8))


def test_a_file_that_is_gone_or_newer_is_not_written(saved, path, tmp_path, clock):
    path.unlink()
    assert code(saved.save, saved.value.with_(first_year=9)) == "file-gone"
    saved.save(saved.value, overwrite=True)
    document = json.loads(path.read_bytes())
    path.write_text(json.dumps({**document, "schema": 99}), encoding="utf-8")
    newer = FileStore(CAMPAIGNS, Versions(tmp_path / "versions"), clock).open(path)
    assert newer.read_only
    assert code(newer.save, newer.value.with_(first_year=9)) == "newer"


def test_a_damaged_file_is_not_opened(path, tmp_path, clock):
    path.write_bytes(b"{")
    with pytest.raises(CampaignFileError):
        FileStore(CAMPAIGNS, Versions(tmp_path / "versions"), clock).open(path)


def test_unknown_keys_stay_through_saves(path, tmp_path, clock):
    document = json.loads(path.read_bytes())
    document["campaign"]["map"] = "vale.png"
    path.write_text(json.dumps(document), encoding="utf-8")
    saved = FileStore(CAMPAIGNS, Versions(tmp_path / "versions"), clock).open(path)
    saved.save(saved.value.with_(first_year=9))
    assert json.loads(path.read_bytes())["campaign"]["map"] == "vale.png"


def test_a_folder_that_is_not_there_is_empty(folder):
    assert folder.entries() == ()
    assert folder.removed() == ()


def test_campaigns_stand_by_name_and_damaged_ones_say_why(folder, path):
    folder.create(whole_campaign().with_(id="d" * 32, name="An Isle"))
    nameless = folder.create(whole_campaign().with_(id="e" * 32, name=""))
    (folder.folder / "Bro\u202eken.bones-campaign").write_bytes(b"{")
    (folder.folder / "notes.txt").write_bytes(b"")
    assert [each.name for each in folder.entries()] == ["An Isle", "Broken", nameless.stem, "The Vale"]
    assert [each.path for each in folder.entries()] == [each.path for each in list_files(CAMPAIGNS, folder.folder)]
    broken = folder.entries()[1]
    assert (broken.value, broken.damaged.code) == (None, "not-json")
    assert folder.entries()[-1].value == whole_campaign().with_(name="The Vale")


def test_names_never_collide_and_the_file_follows_the_name(folder, path):
    again = folder.create(whole_campaign().with_(id="d" * 32, name="The Vale"))
    assert (path.name, again.name) == ("The Vale.bones-campaign", "The Vale (2).bones-campaign")
    assert folder.rename(again, "the vale").name == "the vale (2).bones-campaign"
    assert folder.rename(path, "Isle").name == "Isle.bones-campaign"


def test_a_removed_campaign_can_be_taken_back(folder, path):
    before = path.read_bytes()
    removed = folder.remove(path)
    assert folder.entries() == ()
    assert [each.name for each in folder.removed()] == ["The Vale"]
    folder.create(whole_campaign().with_(id="d" * 32, name="The Vale"))
    back = folder.restore(removed)
    assert back.name == "The Vale (2).bones-campaign"
    assert back.read_bytes() == before
