"""Files of packs: what was written is read again, and everything wrong is told with line and column."""

import json
import typing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.life.packs import faults, sound, with_packs
from bones_desktop.storage.files.plainjson import Spot
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.packfile import (
    PackError,
    PackErrorCode,
    PackFileError,
    dump_pack,
    parse_pack,
    read_pack,
    write_pack,
)
from bones_desktop.wording.files import file_sentence, pack_error_sentence, pack_file_sentence
from tests.support.foreach import for_each
from tests.support.packs import norse, packs
from tests.support.rulebooks import contents, rulebook

PATH = Path("/somewhere/norse.bonespack.json")

FILE = """{
  "format": "bones-desktop-pack",
  "schema": 1,
  "id": "norse",
  "name": "The Norse",
  "templates": [
    {
      "id": "norse/raider",
      "name": "Raider",
      "kind": "occupation",
      "slots": [
        {"options": ["universal"]},
        {"options": ["physical"]},
        {"options": ["melee", "defend"]},
        {"free": true},
        {"free": true},
        {"free": true}
      ]
    }
  ],
  "equipment": [
    {"id": "norse/axe", "name": "Bearded axe", "kind": "weapon",
     "faces": ["melee x2", "melee", "melee", "blank", "blank", "blank"]}
  ],
  "races": [
    {"id": "norse/troll", "name": "Troll", "letters": "T", "readings": [{"skill": "melee"}]}
  ]
}
"""


def errors_in(text):
    with pytest.raises(PackFileError) as refused:
        parse_pack(text.encode(), PATH)
    return refused.value.errors


def changed(old, new):
    assert FILE.count(old) >= 1
    return FILE.replace(old, new, 1)


def test_a_file_written_by_hand_is_read():
    found = parse_pack(FILE.encode(), PATH)
    assert found.pack.templates[0].slots[2].options[1].code == "defend"
    assert faults(rulebook(), found.pack) == ()


def test_a_pack_is_read_as_it_was_written(tmp_path):
    path = tmp_path / "norse.bonespack.json"
    written = write_pack(path, norse())
    found = read_pack(path)
    assert found == written
    assert dump_pack(found.pack, found.unknown) == path.read_bytes()


def test_the_file_is_for_people():
    lines = dump_pack(norse()).decode().splitlines()
    assert lines[1:5] == [
        '  "format": "bones-desktop-pack",',
        '  "schema": 1,',
        '  "id": "norse",',
        '  "name": "The Norse",',
    ]
    assert max(map(len, lines)) <= 120
    assert '        {"options": ["melee", "defend"]},' in lines


def test_keys_of_others_are_kept(tmp_path):
    text = changed('"name": "Raider"', '"picture": "raider.png", "name": "Raider"')
    text = text.replace('"schema": 1,', '"schema": 1, "licence": {"name": "CC0"},')
    found = parse_pack(text.encode(), PATH)
    back = json.loads(dump_pack(found.pack.with_(note="changed"), found.unknown))
    assert back["licence"] == {"name": "CC0"}
    assert back["templates"][0]["picture"] == "raider.png"
    assert back["note"] == "changed"


@given(packs())
def test_any_pack_is_read_as_it_was_written(pack):
    found = parse_pack(dump_pack(pack), PATH)
    clean = parse_pack(dump_pack(found.pack), PATH)
    assert clean.pack == found.pack
    if "\0" not in f"{pack.name}{pack.author}{pack.note}":
        assert found.pack.author == pack.author.encode("utf-8", "ignore").decode()


@given(packs())
def test_any_pack_that_is_sound_is_joined_written_and_read_equal(pack):
    good = sound(rulebook(), pack)
    assert not [fault for fault in faults(rulebook(), good) if fault.keeps_out]
    stored = parse_pack(dump_pack(good), PATH).pack
    again = parse_pack(dump_pack(stored), PATH).pack
    assert again == stored
    assert contents(with_packs(rulebook(), [again])) == contents(with_packs(rulebook(), [stored]))


@for_each(
    ("text", "code", "spot"),
    [
        ("", "empty", Spot()),
        ("[]", "not-pack", Spot()),
        ('{"format": "bones-desktop"}', "not-pack", Spot()),
        (changed('"schema": 1', '"schema": "one"'), "schema", Spot(3, 13)),
        (changed('"schema": 1', '"schema": 0'), "schema", Spot(3, 13)),
        (changed('"schema": 1', '"schema": true'), "schema", Spot(3, 13)),
        (changed('"schema": 1', '"schema": 2'), "newer", Spot(3, 13)),
        (changed('"id": "norse",', '"id": "norse"'), "not-json", Spot(5, 3)),
        (changed('"kind": "occupation"', '"kind": "occupation", "name": "Again"'), "duplicate-key", Spot(10, 37)),
        ('{"a": {"b": 1,\n"c": 2, "b": 3}, "d": ', "duplicate-key", Spot(2, 14)),
        (changed('"free": true', '"free": NaN'), "number", Spot()),
    ],
)
def test_a_file_that_is_no_pack_is_told_with_its_place(text, code, spot):
    (error,) = errors_in(text)
    assert (error.code, error.spot) == (code, spot)


def test_bytes_that_are_no_text_are_told_with_their_place():
    with pytest.raises(PackFileError) as refused:
        parse_pack(FILE.encode().replace(b"Raider", b"Rai\xffder"), PATH)
    assert (refused.value.errors[0].code, refused.value.errors[0].spot) == ("not-utf8", Spot(9, 19))


@for_each(
    ("text", "spot", "said"),
    [
        (changed('"id": "norse",', '"id": "The Norse",'), Spot(4, 9), "as in “norse”"),
        (changed('"id": "norse/raider"', '"id": "raider"'), Spot(8, 13), "as in “norse/raider”"),
        (changed('"kind": "occupation"', '"kind": "job"'), Spot(10, 15), "culture, background or occupation"),
        (changed('"kind": "weapon"', '"kind": "gun"'), Spot(22, 56), "weapon, shield, armour or magic-item"),
        (changed('"melee", "defend"', '"melee", "de fend"'), Spot(14, 31), "This is not a face of a die"),
        (changed('"name": "Raider",', ""), Spot(7, 5), "This is missing"),
        (changed('{"free": true}', '{"free": "yes"}'), Spot(15, 18), "true or false"),
        (
            changed('"readings": [{"skill": "melee"}]', '"readings": "melee"'),
            Spot(26, 72),
            "list. Put it in square brackets",
        ),
        (changed('[{"skill": "melee"}]', '["melee"]'), Spot(26, 73), "group of named values"),
        (changed('"letters": "T"', '"letters": "Troll"'), Spot(26, 55), "too long"),
        (changed('"kind": "weapon",', '"kind": "weapon", "range_increment": 0,'), Spot(22, 85), "too small"),
        (changed('"name": "Troll"', '"name": 7'), Spot(26, 35), "text. Put it in quotation marks"),
    ],
)
def test_a_wrong_value_is_told_with_its_place_and_what_to_do(text, spot, said):
    (error,) = errors_in(text)
    assert (error.code, error.spot) == ("invalid", spot)
    told = pack_error_sentence(error)
    assert told.startswith(f"Line {spot.line}, column {spot.column}: ")
    assert said in told


def test_all_wrong_values_are_told_at_once():
    text = changed('"kind": "occupation"', '"kind": "job"').replace('"letters": "T"', '"letters": 1')
    errors = errors_in(text)
    assert [error.spot.line for error in errors] == [10, 26]
    assert "one more error" in pack_file_sentence(PackFileError(PATH, *errors))
    assert "2 more errors" in pack_file_sentence(PackFileError(PATH, *errors, errors[0]))


@pytest.mark.parametrize(
    ("text", "code", "spot"),
    [
        (changed('"melee", "defend"', '"melee", "juggling"'), "pack-icon-unknown", Spot(14, 31)),
        (changed('{"options": ["universal"]}', '{"options": ["melee"]}'), "pack-face-one", Spot(12, 9)),
        (changed('{"options": ["physical"]}', '{"options": ["melee"]}'), "pack-face-two", Spot(13, 9)),
        (changed('        {"free": true},\n', ""), "pack-not-six", Spot(11, 16)),
        (changed('"name": "Raider"', '"name": "Raider", "opened_by": ["thrall"]'), "pack-opens-unknown", Spot(9, 39)),
        (changed('"name": "Bearded axe"', '"name": "Sword"'), "pack-name-printed", Spot(22, 33)),
        (changed('{"skill": "melee"}', '{"skill": "juggling"}'), "pack-skill-unknown", Spot(26, 83)),
    ],
)
def test_every_fault_has_its_place_in_the_file(text, code, spot):
    found = parse_pack(text.encode(), PATH)
    (fault,) = faults(rulebook(), found.pack)
    assert fault.reason.code == code
    assert found.places.spot(fault.where) == spot


@for_each("code", typing.get_args(PackErrorCode))
def test_every_error_has_its_sentences(code):
    error = PackError(code, Spot(3, 4), ("templates", 0, "id"), "string_pattern_mismatch")
    said = pack_file_sentence(PackFileError(PATH, error))
    assert said.startswith("norse.bonespack.json cannot be used as a pack. Line 3, column 4: ")
    assert said.endswith("The file was left as it is.")
    assert "{" not in said


def test_a_file_too_large_or_gone_is_told(tmp_path):
    path = tmp_path / "large.json"
    path.write_bytes(b" " * 2_000_001)
    with pytest.raises(PackFileError) as refused:
        read_pack(path)
    assert refused.value.errors[0].code == "too-large"
    with pytest.raises(FileProblem):
        read_pack(tmp_path / "gone.json")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["id", "name", "kind", "slots", "options", "free", "faces", "opens", "readings", "skill", "x"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=15,
)


def read_or_told(data):
    """Return the pack, or the errors for which there is none; anything else fails the test."""
    try:
        return parse_pack(data, PATH).pack, ()
    except PackFileError as error:
        return None, (error, *error.errors)


@given(st.dictionaries(st.sampled_from(["id", "name", "author", "note", "templates", "equipment", "races"]), JSON))
def test_whatever_stands_in_a_file_is_a_pack_or_told(parts):
    text = json.dumps({"format": "bones-desktop-pack", "schema": 1, "id": "x", "name": "X", **parts})
    pack, told = read_or_told(text.encode())
    assert all(each.code in {"invalid", "number"} for each in told[1:])
    assert all(pack_file_sentence(error) for error in told[:1])
    if pack is not None:
        faults(rulebook(), pack)
        with_packs(rulebook(), [pack])


@given(st.integers(0, len(FILE)), st.integers(0, 40), st.binary(max_size=8))
def test_a_file_with_a_piece_replaced_is_a_pack_or_told(start, length, piece):
    data = FILE.encode()
    _pack, told = read_or_told(data[:start] + piece + data[start + length :])
    assert all(pack_file_sentence(error) for error in told[:1])


def test_a_pack_too_large_to_be_read_again_is_not_written(tmp_path):
    path = tmp_path / "norse.bonespack.json"
    names = tuple(f"norse/{'n' * 14}{number:04d}" for number in range(200))
    entries = tuple(
        norse().templates[1].with_(id=f"norse/t{number}", opens=names, opened_by=names) for number in range(200)
    )
    written = write_pack(path, norse())
    with pytest.raises(FileProblem) as refused:
        write_pack(path, norse().with_(templates=entries))
    assert refused.value.code == "too-much"
    assert "2 MB" in file_sentence(refused.value)
    assert read_pack(path) == written
