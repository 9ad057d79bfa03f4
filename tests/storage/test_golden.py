"""Files as this program wrote them long ago give the same values, and are written again byte for byte."""

import json
import shutil
from pathlib import Path

import pytest

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.storage.campaignfile import dump_campaign, read_campaign
from bones_desktop.storage.files.characterfile import dump_character, read_character
from bones_desktop.storage.files.labelsheets import USUAL_CHOICES
from bones_desktop.storage.files.plainjson import plain
from bones_desktop.storage.files.settings import LoadedSettings, SettingsFiles
from bones_desktop.storage.packfile import dump_pack, read_pack
from tests.storage.campaigns import whole_campaign
from tests.storage.everything import CHARACTER, SETTINGS, WINDOW
from tests.support.packs import norse

GOLDEN = Path(__file__).parent / "golden"


def without_new_fields(written: bytes) -> bytes:
    """Return a character's file without the fields that came after the golden one, each of which is as usual."""
    document = json.loads(written)
    golden = json.loads((GOLDEN / "character.bones").read_bytes())
    usual = plain(Character(id=CHARACTER.id))
    for name in document["character"].keys() - golden["character"].keys():
        assert document["character"].pop(name) == usual[name]
    leave_out_empty(document, golden)
    return (json.dumps(document, ensure_ascii=False, sort_keys=True, indent=1) + "\n").encode()


def leave_out_empty(written: object, golden: object) -> None:
    """Take out of the parts what the golden ones lack, where it says nothing: unknown days, empty notes, defaults."""
    if isinstance(written, dict) and isinstance(golden, dict):
        for name in written.keys() - golden.keys():
            usual = ("", 0, False, None, [], {}, "system", "usual", plain(USUAL_CHOICES))
            assert written.pop(name) in ((True,) if name in {"go_on", "text_grows", "single_keys"} else usual)
        for name, value in written.items():
            leave_out_empty(value, golden[name])
    elif isinstance(written, list) and isinstance(golden, list):
        for one, other in zip(written, golden, strict=True):
            leave_out_empty(one, other)


def test_a_character():
    found = read_character(GOLDEN / "character.bones")
    assert found.value == CHARACTER
    written = dump_character(found.value, found.unknown)
    assert without_new_fields(written) == (GOLDEN / "character.bones").read_bytes()


def test_a_campaign():
    found = read_campaign(GOLDEN / "campaign.bones-campaign")
    assert found.value == whole_campaign()
    assert dump_campaign(found.value, found.unknown) == (GOLDEN / "campaign.bones-campaign").read_bytes()


def test_a_pack():
    found = read_pack(GOLDEN / "pack.bonespack.json")
    assert found.pack == norse()
    assert dump_pack(found.pack, found.unknown) == (GOLDEN / "pack.bonespack.json").read_bytes()


@pytest.fixture
def folder(tmp_path):
    return Path(shutil.copytree(GOLDEN, tmp_path / "golden"))


def test_settings_and_layout(folder, clock):
    files = SettingsFiles(folder / "settings.json", folder / "window.json", clock)
    assert files.load() == LoadedSettings(SETTINGS)
    assert files.load_window() == WINDOW
    files.save(SETTINGS)
    files.save_window(WINDOW)
    written, golden = (json.loads((place / "settings.json").read_bytes())["body"] for place in (folder, GOLDEN))
    leave_out_empty(written, golden)
    assert written == golden
    assert (folder / "window.json").read_bytes() == (GOLDEN / "window.json").read_bytes()
