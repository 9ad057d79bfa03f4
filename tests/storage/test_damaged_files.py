"""D1: two hundred damaged variants of a character file; each gives a clear message and changes nothing on disk."""

import json
import random
import re

import pytest

from bones_desktop.storage.files.characterfile import CHARACTERS, CharacterFileError, dump_character, read_character
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.wording.files import file_sentence

WRONG = (None, True, -7, 10**40, 1.5, "\u202eno", [], [[]], {}, {"a": []}, [None] * 7, "x" * 300)
BOMBS = (
    b"",
    b"\0" * 500,
    b"[" * 50_000,
    b'{"a":' * 50_000,
    b"[" * 50_000 + b"]" * 50_000,
    b"\xff\xfe" + '{"format": "bones-desktop"}'.encode("utf-16-le"),
    b"PK\x03\x04 not a character",
    b'"only text"',
    b"9" * 100_000,
    b"-",
    b"NaN",
    b"{}",
    b"{} {}",
)


def _texts(data):
    """Return damaged bytes: cut, flipped, put in, taken out, doubled."""
    chance = random.Random(7)
    yield from BOMBS
    for cut in range(1, len(data) - 2, len(data) // 40):
        yield data[:cut]
    for _ in range(30):
        at = chance.randrange(len(data))
        yield data[:at] + bytes([data[at] ^ 0x80]) + data[at + 1 :]
    for _ in range(30):
        at = chance.randrange(len(data) - 1)
        yield data[:at] + chance.choice([b'"', b"{", b"\0", b"\xc3", b"\x1b", b"]"]) + data[at:]
    places = [match.start() for match in re.finditer(rb'[{}\[\]":]', data)]
    for at in chance.sample(places, 30):
        yield data[:at] + data[at + 1 :]
    text = data.decode()
    yield from (text.replace(old, new, 1).encode() for old, new in (
        ('"name":', '"name": "twice",\n "name":'),
        ('"spiffs": 3', '"spiffs": 1' + "0" * 400),
        ('"spiffs": 3', '"spiffs": Infinity'),
        ('"move": 1.5', '"move": NaN'),
        ('"move": 1.5', '"move": 1e999'),
        ("From the north.", "\\u0000"),
        ("From the north.", "\\ud83c"),
        ("From the north.", "north \t tab"),
        ('"schema": 1', '"schema": -1'),
        ('"die": 2', '"die": 39'),
    ))  # fmt: skip


def _values(data):
    """Return documents in which one value is of a wrong kind or missing."""
    for key in sorted(json.loads(data)["character"]):
        for wrong in WRONG:
            document = json.loads(data)
            document["character"][key] = wrong
            yield json.dumps(document).encode()
    for key in ("format", "schema", "system", "character"):
        document = json.loads(data)
        del document[key]
        yield json.dumps(document).encode()
    for inner in ("dice", "equipment", "hindering", "lost"):
        document = json.loads(data)
        document["character"][inner] *= 41
        yield json.dumps(document).encode()


def _is_damaged(path):
    try:
        read_character(path)
    except CharacterFileError:
        return True
    return False


@pytest.fixture
def variants(tmp_path, character):
    """Return the damaged variants; what still is a character (a name turned into another name) is none of them."""
    data = dump_character(character)
    probe = tmp_path / "probe.bones"
    found = {"text": [], "value": []}
    for kind, source in (("text", _texts(data)), ("value", _values(data))):
        for variant in source:
            probe.write_bytes(variant)
            if _is_damaged(probe):
                found[kind].append(variant)
    probe.unlink()
    return found


def test_two_hundred_damaged_files_are_told_and_not_touched(tmp_path, character, variants, clock, contents):
    assert len(variants["text"]) >= 140
    assert len(variants["value"]) >= 200
    folder = tmp_path / "characters"
    folder.mkdir()
    shelf = Shelf(folder)
    sound = shelf.create(character)
    damaged = folder / "damaged.bones"
    store = FileStore(CHARACTERS, Versions(tmp_path / "versions"), clock)
    for variant in (*variants["text"], *variants["value"][::5]):
        damaged.write_bytes(variant)
        before = contents(tmp_path)
        with pytest.raises(CharacterFileError) as caught:
            store.open(damaged)
        sentence = file_sentence(caught.value)
        assert sentence.startswith("damaged.bones")
        assert sentence.endswith("The file was left as it is.")
        assert "{" not in sentence.replace(caught.value.hint or "{", "")
        shown = {entry.path: entry.damaged for entry in shelf.entries()}
        assert shown[sound] is None
        assert shown[damaged] is not None
        assert contents(tmp_path) == before


def test_a_new_character_never_takes_the_name_of_a_damaged_file(tmp_path, character):
    damaged = tmp_path / "Ragnar ⚔ Ødegård.bones"
    damaged.write_bytes(b"{")
    assert Shelf(tmp_path).create(character) == tmp_path / "Ragnar ⚔ Ødegård (2).bones"
    assert damaged.read_bytes() == b"{"


def test_earlier_versions_of_a_damaged_file_are_found(tmp_path, character, clock):
    versions = Versions(tmp_path / "versions")
    path = Shelf(tmp_path / "characters").create(character)
    FileStore(CHARACTERS, versions, clock).open(path).save(character.with_(spiffs=9))
    for damage in (path.read_bytes()[:-50], b"\0" * 100):
        path.write_bytes(damage)
        found = versions.id_for(path, ".bones")
        assert found == character.id
        assert read_character(versions.list(found)[0].path).value == character
    assert versions.id_for(tmp_path / "never.bones", ".bones") is None
