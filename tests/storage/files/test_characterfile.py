import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.character import Character, CharacterDie
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.storage.files import datafile
from bones_desktop.storage.files.characterfile import (
    CHARACTERS,
    FORMAT,
    CharacterFileError,
    dump_character,
    new_id,
    parse_character,
    read_character,
    write_character,
)
from bones_desktop.storage.files.datafile import digest_of
from bones_desktop.storage.files.plainjson import plain, read
from bones_desktop.storage.files.textfiles import FileProblem


def _changed(character, /, **changes):
    return {**json.loads(dump_character(character)), **changes}


def _write(path, document):
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_what_is_written_is_read_again(tmp_path, character):
    path = tmp_path / "a.bones"
    digest = write_character(path, character)
    found = read_character(path)
    assert found.value == character
    assert not found.newer
    assert found.digest == digest == digest_of(path.read_bytes())
    assert found.size == len(path.read_bytes())


def test_the_same_character_gives_the_same_bytes(character):
    data = dump_character(character)
    assert data == dump_character(read(Character, json.loads(json.dumps(plain(character)))))
    assert data.endswith(b"}\n")
    assert "Ødegård".encode() in data
    keys = list(json.loads(data)["character"])
    assert keys == sorted(keys)


def test_ids_differ():
    assert len({new_id() for _ in range(100)}) == 100


def test_unknown_keys_at_every_level_come_back_where_they_were(tmp_path, character):
    document = _changed(character, new_top={"deep": [1, {"a": None}]})
    document["character"]["new_field"] = 1.5
    document["character"]["house_rules"]["new_rule"] = True
    document["character"]["dice"][1]["colour"] = "red"
    document["character"]["equipment"][0]["weight"] = 10**20
    path = _write(tmp_path / "a.bones", document)
    found = read_character(path)
    assert found.value == character
    write_character(path, found.value, found.unknown)
    assert json.loads(path.read_bytes()) == document


def test_an_unknown_key_follows_its_die_when_others_come_and_go(character):
    document = _changed(character)
    document["character"]["dice"][1]["colour"] = "red"
    found = parse_character(json.dumps(document).encode(), "a.bones")
    kept = character.with_(dice=character.dice[1:], lost=())
    written = json.loads(dump_character(kept, found.unknown))["character"]["dice"]
    assert [die.get("colour") for die in written] == ["red", None]
    gone = character.with_(dice=character.dice[:1], lost=())
    assert "colour" not in json.loads(dump_character(gone, found.unknown))["character"]["dice"][0]


def test_a_newer_file_that_can_be_understood_is_read_and_marked(tmp_path, character):
    document = _changed(character, schema=99)
    document["character"]["halo"] = True
    found = read_character(_write(tmp_path / "a.bones", document))
    assert (found.value, found.newer, found.schema) == (character, True, 99)


def test_a_newer_file_that_cannot_be_understood_says_so(tmp_path, character):
    document = _changed(character, schema=99)
    document["character"]["dice"] = {"first": []}
    with pytest.raises(CharacterFileError) as caught:
        read_character(_write(tmp_path / "a.bones", document))
    assert (caught.value.code, caught.value.hint) == ("newer", "99")


@pytest.mark.parametrize(
    ("changes", "code", "hint"),
    [
        ({"format": "other"}, "not-character", ""),
        ({"format": None}, "not-character", ""),
        ({"system": "tephra"}, "other-system", "tephra"),
        ({"schema": "1"}, "schema", "1"),
        ({"schema": True}, "schema", "True"),
        ({"schema": 0}, "schema", "0"),
        ({"schema": 1_000_000}, "schema", "1000000"),
        ({"schema": 1.0}, "schema", "1.0"),
        ({"character": []}, "invalid", "dataclass_type"),
    ],
)
def test_another_kind_of_file_is_told(tmp_path, character, changes, code, hint):
    with pytest.raises(CharacterFileError) as caught:
        read_character(_write(tmp_path / "a.bones", _changed(character, **changes)))
    assert (caught.value.code, caught.value.hint) == (code, hint)


@pytest.mark.parametrize(
    ("data", "code", "line", "column"),
    [
        (b"", "empty", 0, 0),
        (b" \n ", "empty", 0, 0),
        (b"[1,\n 2", "not-json", 2, 3),
        (b'{"a":\n  "\xff"}', "not-utf8", 2, 4),
        (b'{"a": 1, "a": 2}', "duplicate-key", 0, 0),
        (b'{"a": NaN}', "number", 0, 0),
        (b'{"a": -Infinity}', "number", 0, 0),
        (b'{"a": 1e999}', "number", 0, 0),
        (b'{"a": ' + b"9" * 1_000_000 + b"}", "number", 0, 0),
        (b"[" * 100_000, "nested", 0, 0),
        (b'{"a":' * 100 + b"1" + b"}" * 100, "nested", 0, 0),
        (b"null", "not-character", 0, 0),
        (b"[]", "not-character", 0, 0),
    ],
)
def test_broken_bytes_are_told_with_their_place(tmp_path, data, code, line, column):
    path = tmp_path / "a.bones"
    path.write_bytes(data)
    with pytest.raises(CharacterFileError) as caught:
        read_character(path)
    assert (caught.value.code, caught.value.line, caught.value.column) == (code, line, column)


@pytest.mark.parametrize(
    ("place", "value", "where", "hint"),
    [
        (("name",), 5, ("name",), "string_type"),
        (("name",), "x" * 201, ("name",), "string_too_long"),
        (("spiffs",), -1, ("spiffs",), "greater_than_equal"),
        (("spiffs",), "3", ("spiffs",), "int_type"),
        (("kind",), "dragon", ("kind",), "enum"),
        (("id",), "../../etc/passwd", ("id",), "string_pattern_mismatch"),
        (("dice", 1, "faces"), ["melee"] * 5, ("dice", 1, "faces"), "too_short"),
        (("dice", 1, "faces", 2), "melee x9", ("dice", 1, "faces", 2), "value_error"),
        (("lost", 0, "die"), 3, ("lost", 0, "die"), "lost_die"),
        (("house_rules", "leather_as_in_prose"), 1, ("house_rules", "leather_as_in_prose"), "bool_type"),
        (("house_rules", "unarmed_class"), "universal", ("house_rules", "unarmed_class"), "literal_error"),
        (("house_rules",), [], ("house_rules",), "dataclass_type"),
    ],
)
def test_a_wrong_value_is_told_with_its_place(tmp_path, character, place, value, where, hint):
    document = _changed(character)
    inner = document["character"]
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    with pytest.raises(CharacterFileError) as caught:
        read_character(_write(tmp_path / "a.bones", document))
    assert (caught.value.code, caught.value.where, caught.value.hint) == ("invalid", where, hint)


def test_a_file_too_large_is_not_read(tmp_path):
    path = tmp_path / "a.bones"
    with path.open("wb") as file:
        file.truncate(8_000_001)
    with pytest.raises(CharacterFileError) as caught:
        read_character(path)
    assert (caught.value.code, caught.value.hint) == ("too-large", "8")


def test_a_missing_file_is_a_matter_of_the_disk(tmp_path):
    with pytest.raises(FileProblem) as caught:
        read_character(tmp_path / "a.bones")
    assert caught.value.code == "file-gone"


def test_a_byte_order_mark_of_an_editor_is_no_damage(tmp_path, character):
    path = tmp_path / "a.bones"
    path.write_bytes(b"\xef\xbb\xbf" + dump_character(character))
    assert read_character(path).value == character


def test_what_could_not_be_read_again_is_not_written(character):
    odd = character.with_(name="a")
    object.__setattr__(odd, "name", "a\0b\ud800c")  # an edit is refused halves of characters
    assert parse_character(dump_character(odd), "a.bones").value.name == "abc"


codes = st.sampled_from(["", "blank", "melee", "defend x2", "encumbrance+defend", "elf", "fear-caster", "melee x3"])
dice = st.builds(
    CharacterDie,
    name=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20),
    faces=st.lists(codes.map(face), min_size=6, max_size=6).map(tuple),
)
characters = st.builds(
    Character,
    id=st.just("0" * 32),
    name=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=200),
    dice=st.lists(dice, max_size=10).map(tuple),
    move=st.floats(0, 1000),
    spiffs=st.integers(0, 10_000),
)


@given(characters)
def test_load_after_save_is_identity(some):
    data = dump_character(some)
    found = parse_character(data, "a.bones")
    assert found.value == some
    assert dump_character(found.value, found.unknown) == data


def test_the_format_is_named_so_that_other_programs_can_tell():
    assert FORMAT == "bones-desktop"


def test_a_file_as_large_as_can_be_read_is_written_and_a_larger_one_is_not(tmp_path, character):
    data = dump_character(character)
    path = tmp_path / "a.bones"
    just = replace(CHARACTERS, largest=len(data))
    just.write(path, character)
    assert just.read(path).value == character
    with pytest.raises(FileProblem, match="too-much"):
        replace(CHARACTERS, largest=len(data) - 1).write(path, character)
    assert path.read_bytes() == data


def test_a_file_that_went_while_it_was_read_has_no_time_of_change(tmp_path, character, monkeypatch):
    path = tmp_path / "a.bones"
    write_character(path, character)
    present = datafile.read_bytes

    def gone_afterwards(at, limit):
        data = present(at, limit)
        at.unlink()
        return data

    monkeypatch.setattr(datafile, "read_bytes", gone_afterwards)
    found = read_character(path)
    assert found.value == character
