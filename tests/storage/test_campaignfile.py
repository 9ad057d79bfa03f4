import json
import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.life.campaigns import Award, Campaign, GameSession, Passage, note_awards
from bones_desktop.storage.campaignfile import (
    FORMAT,
    LARGEST,
    CampaignFileError,
    dump_campaign,
    parse_campaign,
    read_campaign,
    write_campaign,
)
from bones_desktop.storage.files.characterfile import CharacterFileError, dump_character, parse_character
from bones_desktop.storage.files.datafile import digest_of
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.wording.files import file_sentence
from tests.storage.campaigns import ANNA, BEN, whole_campaign
from tests.support.foreach import for_each

PATH = Path("Vale.bones-campaign")


def changed(part=None, /, **changes):
    """Return the file's document with keys of the whole, or of a part of the campaign, changed."""
    document = json.loads(dump_campaign(whole_campaign()))
    inner = document
    for step in part or ():
        inner = inner[step]
    inner.update(changes)
    return document


def parsed(document):
    return parse_campaign(json.dumps(document).encode(), PATH)


def refused(document):
    with pytest.raises(CampaignFileError) as caught:
        parsed(document)
    return caught.value


def test_what_is_written_is_read_again(tmp_path):
    path = tmp_path / "a.bones-campaign"
    digest = write_campaign(path, whole_campaign())
    found = read_campaign(path)
    assert found.value == whole_campaign()
    assert not found.newer
    assert found.digest == digest == digest_of(path.read_bytes())
    assert found.size == len(path.read_bytes())


def test_what_a_session_is_going_to_give_is_read_again(tmp_path):
    path = tmp_path / "a.bones-campaign"
    noted = note_awards(whole_campaign(), 2, [Award(member=BEN, spiffs=3), Award(member=ANNA, spiffs=0, note="Cake ⚔")])
    write_campaign(path, noted)
    assert read_campaign(path).value == noted


def test_the_same_campaign_gives_the_same_bytes():
    data = dump_campaign(whole_campaign())
    assert data == dump_campaign(parse_campaign(data, PATH).value)
    assert data.endswith(b"}\n")
    assert "Ødegård".encode() in data
    keys = list(json.loads(data)["campaign"])
    assert keys == sorted(keys)


def test_unknown_keys_at_every_level_come_back_where_they_were(tmp_path):
    document = changed(new_top={"deep": [1, {"a": None}]})
    campaign = document["campaign"]
    campaign["map"] = "vale.png"
    campaign["members"][1]["colour"] = "red"
    campaign["sessions"][0]["place"] = "at Anna's"
    campaign["sessions"][0]["awards"][0]["by"] = "GM"
    campaign["passages"][1]["weather"] = "rain"
    found = parsed(document)
    assert found.value == whole_campaign()
    assert json.loads(dump_campaign(found.value, found.unknown)) == document


def test_a_newer_file_that_can_be_understood_is_read_and_marked():
    found = parsed(changed(schema=99))
    assert (found.value, found.newer, found.schema) == (whole_campaign(), True, 99)
    error = refused({**changed(schema=99), "campaign": {"id": 3}})
    assert (error.code, error.hint) == ("newer", "99")


@pytest.mark.parametrize(
    ("changes", "code", "hint"),
    [
        ({"format": "bones-desktop"}, "not-campaign", ""),
        ({"system": "tephra"}, "other-system", "tephra"),
        ({"schema": "1"}, "schema", "1"),
        ({"schema": 0}, "schema", "0"),
    ],
)
def test_another_kind_of_file_is_told(changes, code, hint):
    error = refused(changed(**changes))
    assert (error.code, error.hint) == (code, hint)


def test_characters_and_campaigns_are_not_taken_for_one_another(character):
    with pytest.raises(CharacterFileError) as caught:
        parse_character(dump_campaign(whole_campaign()), "a.bones")
    assert caught.value.code == "not-character"
    with pytest.raises(CampaignFileError) as other:
        parse_campaign(dump_character(character), PATH)
    assert other.value.code == "not-campaign"


@for_each(
    ("part", "changes", "where", "hint"),
    [
        (("campaign", "members", 1), {"id": ANNA}, ("members", 1, "id"), "member_twice"),
        (("campaign", "passages", 0), {"day": 2}, ("passages", 0, "day"), "passage_order"),
        (("campaign", "passages", 0), {"days": 4}, ("passages", 1, "day"), "passage_order"),
        (("campaign", "sessions", 1), {"number": 1}, ("sessions", 1, "number"), "session_order"),
        (("campaign", "sessions", 0), {"ended": False}, ("sessions", 0, "ended"), "session_open"),
        (("campaign", "members", 0), {"id": "../../etc"}, ("members", 0, "id"), None),
        (("campaign", "sessions", 0), {"on": "yesterday"}, ("sessions", 0, "on"), None),
        (("campaign",), {"first_year": 10**7}, ("first_year",), None),
        (("campaign",), {"members": {}}, ("members",), None),
    ],
)
def test_what_cannot_be_is_told_with_its_place(part, changes, where, hint):
    error = refused(changed(part, **changes))
    assert (error.code, error.where) == ("invalid", where)
    assert hint in {None, error.hint}
    assert "this is not understood" not in file_sentence(error)


def test_files_that_are_too_large_are_neither_read_nor_written(tmp_path):
    path = tmp_path / "a.bones-campaign"
    path.write_bytes(b" " * (LARGEST + 1))
    with pytest.raises(CampaignFileError) as caught:
        read_campaign(path)
    assert caught.value.code == "too-large"
    log = "x" * 200_000
    huge = Campaign(id="c" * 32, sessions=tuple(GameSession(number=n + 1, ended=True, log=log) for n in range(81)))
    with pytest.raises(FileProblem) as problem:
        write_campaign(tmp_path / "b.bones-campaign", huge)
    assert problem.value.code == "too-much"
    assert not (tmp_path / "b.bones-campaign").exists()


def test_damaged_files_are_told_and_not_touched(tmp_path):
    """Two hundred files cut, flipped and mended wrongly: each is refused in words or read, and stays as it was."""
    chance = random.Random(7)
    data = dump_campaign(whole_campaign())
    places = [match.start() for match in re.finditer(rb'[{}\[\]":,]', data)]
    variants = [data[: chance.randrange(len(data) - 2)] for _ in range(60)]
    variants += [data[:at] + bytes([data[at] ^ 0x80]) + data[at + 1 :] for at in chance.sample(range(len(data)), 60)]
    variants += [data[:at] + data[at + 1 :] for at in chance.sample(places, 60)]
    variants += [b"", b"\0" * 50, b"[" * 50_000, b"NaN", b"{}", b'"text"', b"9" * 100_000]
    for number, variant in enumerate(variants):
        path = tmp_path / f"{number}.bones-campaign"
        path.write_bytes(variant)
        try:
            read_campaign(path)
        except CampaignFileError as error:
            said = file_sentence(error)
            assert path.name in said
            assert "pydantic" not in said
        assert path.read_bytes() == variant


@given(st.text(max_size=200))
def test_any_text_survives(log):
    whole = whole_campaign()
    session = whole.sessions[0].with_(log=log)
    campaign = whole.with_(sessions=(session,))
    again = parse_campaign(dump_campaign(campaign), PATH).value
    kept = log.replace("\0", "").encode("utf-8", "ignore").decode()
    assert again.sessions[0].log == kept


def test_a_calendar_has_an_end():
    campaign = whole_campaign().with_(
        members=(),
        sessions=(),
        passages=tuple(Passage(day=1 + 10_000 * n, days=10_000) for n in range(100)),
    )
    document = json.loads(dump_campaign(campaign))
    error = refused(document)
    assert (error.where, error.hint) == (("passages", 99, "days"), "less_than_equal")
    document["campaign"]["passages"][99]["days"] = 9_999
    assert parsed(document).value.day == 1_000_000


def test_the_format_is_its_own():
    assert json.loads(dump_campaign(whole_campaign()))["format"] == FORMAT == "bones-desktop-campaign"
