"""To refuse a file costs about as much as to read one: whatever it is full of, the first faults are enough."""

import json
import time

import pytest

from bones_desktop.rules.bones.life.campaigns import MOST_PASSAGES
from bones_desktop.rules.values import MOST_FAULTS, UnfitError
from bones_desktop.storage.campaignfile import CAMPAIGNS, CampaignFileError, dump_campaign
from bones_desktop.storage.files.characterfile import CHARACTERS, CharacterFileError, dump_character
from bones_desktop.storage.files.plainjson import read
from bones_desktop.storage.packfile import PackDocument, PackFileError, dump_pack, read_pack
from tests.storage.campaigns import whole_campaign
from tests.support.packs import norse
from tests.support.people import bob

KINDS = {
    "character": (dump_character(bob()), ("character", "dice"), CHARACTERS.read, CharacterFileError),
    "campaign": (dump_campaign(whole_campaign()), ("campaign", "sessions"), CAMPAIGNS.read, CampaignFileError),
    "pack": (dump_pack(norse()), ("templates",), read_pack, PackFileError),
}
FILLS = {"0": 495_000, "null": 390_000, '""': 495_000, "{}": 95_000}


@pytest.mark.parametrize("fill", FILLS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_file_full_of_faults_is_refused_about_as_soon_as_json_is_read(kind: str, fill: str, tmp_path) -> None:
    whole, path, read_file, refused = KINDS[kind]
    document = json.loads(whole)
    place = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = "@"
    data = json.dumps(document).replace('"@"', f"[{','.join([fill] * FILLS[fill])}]").encode()
    file = tmp_path / "full.bones"
    file.write_bytes(data)
    began = time.process_time()
    json.loads(data)
    plain = time.process_time() - began
    began = time.process_time()
    with pytest.raises(refused):
        read_file(file)
    # Every fault of these was found once, in more than a thousand times as long as reading takes. The second more is
    # for the collector of garbage, which goes through all that the tests before have made.
    assert time.process_time() - began < 60 * plain + 1


def test_the_first_faults_are_told_and_no_more() -> None:
    stored = {"format": "bones-desktop-pack", "schema": 1, "id": "x", "name": "x", "templates": [0] * 1_000}
    with pytest.raises(UnfitError) as caught:
        read(PackDocument, stored)
    assert 0 < len(caught.value.faults) <= MOST_FAULTS


def test_what_stands_where_a_text_belongs_is_one_fault_and_not_handed_on() -> None:
    stored = {"format": "bones-desktop-pack", "schema": 1, "id": dict.fromkeys(map(str, range(9_000)), 0), "name": "x"}
    with pytest.raises(UnfitError) as caught:
        read(PackDocument, stored)
    assert [(each.where, each.hint) for each in caught.value.faults] == [(("id",), "string_type")]


def test_a_list_that_is_too_long_is_one_fault(tmp_path) -> None:
    document = json.loads(dump_campaign(whole_campaign()))
    document["campaign"]["passages"] = [{"day": day, "days": 1, "odd": 0} for day in range(1, MOST_PASSAGES + 9_000)]
    with pytest.raises(CampaignFileError) as caught:
        CAMPAIGNS.parse(json.dumps(document).encode(), tmp_path / "long.bones-campaign")
    assert (caught.value.where, caught.value.hint) == (("passages",), "too_long")


def test_what_is_sound_beside_faults_keeps_its_place() -> None:
    stored = json.loads(dump_pack(norse()))
    stored["templates"].append(7)
    with pytest.raises(UnfitError) as caught:
        read(PackDocument, stored)
    assert [each.where[:2] for each in caught.value.faults] == [("templates", len(stored["templates"]) - 1)]
