import json
import os
import subprocess
import sys
from datetime import timedelta

import pytest

from bones_desktop.storage.files.characterfile import CHARACTERS, dump_character, read_character, write_character
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.versions import Versions


@pytest.fixture
def versions(tmp_path):
    return Versions(tmp_path / "versions")


@pytest.fixture
def path(tmp_path, character):
    folder = tmp_path / "characters"
    folder.mkdir()
    write_character(folder / "Ragnar.bones", character)
    return folder / "Ragnar.bones"


@pytest.fixture
def saved(path, versions, clock):
    return FileStore(CHARACTERS, versions, clock).open(path)


def _code(call, *args):
    with pytest.raises(FileProblem) as caught:
        call(*args)
    return caught.value.code


def _spiffs(saved):
    return [saved.version(each).spiffs for each in saved.versions()]


def test_a_version_is_kept_at_the_first_change_and_then_each_ten_minutes(saved, clock):
    character = saved.value
    for spiffs in range(10, 40):
        saved.save(character.with_(spiffs=spiffs))
        clock.go(minutes=1)
    assert _spiffs(saved) == [29, 19, 3]
    assert read_character(saved.path).value.spiffs == 39


def test_saving_what_is_there_keeps_no_version(saved, path):
    before = path.stat().st_mtime_ns
    saved.save(saved.value)
    assert path.stat().st_mtime_ns == before
    assert saved.versions() == ()


def test_a_clock_that_jumps_back_does_not_stop_versions(saved, clock):
    saved.save(saved.value.with_(spiffs=1))
    clock.go(days=-400)
    saved.save(saved.value.with_(spiffs=2))
    assert _spiffs(saved) == [1, 3]


def test_a_file_changed_outside_is_never_overwritten_unasked(saved, path, character):
    write_character(path, character.with_(name="Outsider"))
    theirs = path.read_bytes()
    assert saved.changed_outside()
    assert _code(saved.save, character.with_(spiffs=9)) == "changed-outside"
    assert path.read_bytes() == theirs
    saved.save(character.with_(spiffs=9), overwrite=True)
    assert read_character(path).value.spiffs == 9
    assert saved.version(saved.versions()[0]).name == "Outsider"
    assert not saved.changed_outside()


def test_a_file_changed_outside_can_be_taken(saved, path, character):
    write_character(path, character.with_(name="Outsider"))
    assert saved.reload().name == "Outsider"
    saved.save(saved.value.with_(spiffs=8))
    assert read_character(path).value.name == "Outsider"


def test_a_vanished_file_or_folder_is_told_and_not_made_again(saved, path, character):
    path.unlink()
    assert saved.changed_outside()
    assert _code(saved.save, character.with_(spiffs=9)) == "file-gone"
    path.parent.rmdir()
    assert _code(saved.save, character.with_(spiffs=9)) == "folder-gone"
    assert not path.parent.exists()
    path.parent.write_bytes(b"a file of that name")
    assert _code(saved.save, character.with_(spiffs=9)) == "folder-gone"
    assert path.parent.read_bytes() == b"a file of that name"
    path.parent.unlink()
    path.parent.mkdir()
    saved.save(character.with_(spiffs=9), overwrite=True)
    assert read_character(path).value.spiffs == 9


def test_a_newer_file_is_shown_and_never_written(path, versions, clock, character):
    document = json.loads(dump_character(character)) | {"schema": 99}
    path.write_text(json.dumps(document))
    saved = FileStore(CHARACTERS, versions, clock).open(path)
    assert saved.read_only
    assert saved.value == character
    assert _code(saved.save, character.with_(spiffs=9)) == "newer"
    assert json.loads(path.read_bytes())["schema"] == 99


def test_unknown_keys_live_through_edits(path, versions, clock, character):
    document = json.loads(dump_character(character))
    document["character"]["heraldry"] = {"of": "him"}
    path.write_text(json.dumps(document))
    saved = FileStore(CHARACTERS, versions, clock).open(path)
    saved.save(character.with_(spiffs=9))
    assert json.loads(path.read_bytes())["character"]["heraldry"] == {"of": "him"}


def test_opening_a_file_leaves_a_name_in_it_that_would_turn_round_a_sentence(path, versions, clock, character):
    stored = path.read_bytes().replace(character.name.encode(), "Rag\u202enar".encode())
    path.write_bytes(stored)
    saved = FileStore(CHARACTERS, versions, clock).open(path)
    assert saved.value.name == "Ragnar"
    assert path.read_bytes() == stored
    assert not saved.changed_outside()


def test_bringing_back_a_version_keeps_the_present_first(saved, clock, character):
    saved.save(character.with_(spiffs=10))
    saved.save(character.with_(spiffs=11))
    old = saved.version(saved.versions()[-1])
    saved.keep_present()
    saved.save(old)
    assert saved.value.spiffs == 3
    assert _spiffs(saved) == [11, 3]


def test_a_save_goes_through_when_versions_cannot_be_kept(tmp_path, path, clock, character):
    (tmp_path / "versions").write_bytes(b"in the way")
    told: list[FileProblem] = []
    saved = FileStore(CHARACTERS, Versions(tmp_path / "versions", told.append), clock).open(path)
    saved.save(character.with_(spiffs=9))
    assert [each.path.name for each in told] == ["00000001-20261121T120000Z.bones"]
    assert read_character(path).value.spiffs == 9


def test_a_renamed_file_is_followed(saved, path, character):
    path.rename(path.with_name("Other.bones"))
    saved.moved(path.with_name("Other.bones"))
    saved.save(character.with_(spiffs=9))
    assert not path.exists()
    assert read_character(saved.path).value.spiffs == 9


def test_what_something_else_wrote_is_kept_however_soon(path, versions, clock, character):
    saved = FileStore(CHARACTERS, versions, clock).open(path)
    saved.save(character.with_(spiffs=1))
    outside = dump_character(character.with_(name="Outsider"))
    path.write_bytes(outside)
    saved.save(character.with_(spiffs=2), overwrite=True)
    assert [each.path.read_bytes() for each in saved.versions()] == [outside, dump_character(character)]


def test_what_was_taken_from_disk_is_kept_before_the_next_change(path, versions, clock, character):
    saved = FileStore(CHARACTERS, versions, clock).open(path)
    saved.save(character.with_(spiffs=1))
    taken = dump_character(character.with_(name="Outsider"))
    path.write_bytes(taken)
    saved.save(saved.reload().with_(spiffs=2))
    assert saved.versions()[0].path.read_bytes() == taken


def test_a_file_that_grew_too_large_was_changed_outside(path, versions, clock, character):
    saved = FileStore(CHARACTERS, versions, clock).open(path)
    with path.open("wb") as file:
        file.truncate(CHARACTERS.largest + 1)
    with pytest.raises(FileProblem) as caught:
        saved.save(character.with_(spiffs=1))
    assert caught.value.code == "changed-outside"
    assert path.stat().st_size == CHARACTERS.largest + 1


def test_what_killed_saves_left_is_swept_where_a_file_is_opened(tmp_path, path, versions, clock):
    left = path.with_name(".bones-desktop-00.tmp~")
    left.write_bytes(b"half")
    past = (clock() - timedelta(hours=2)).timestamp()
    os.utime(left, (past, past))
    FileStore(CHARACTERS, versions, clock).open(path)
    assert not left.exists()


COUNTS = """
import sys, time
from datetime import UTC, datetime
from pathlib import Path
from bones_desktop.storage.files.characterfile import CHARACTERS
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.saving import Versions
path = Path(sys.argv[1])
store = FileStore(CHARACTERS, Versions(path.parent / "versions"), lambda: datetime.now(UTC))
done = 0
while done < int(sys.argv[2]):
    saved = store.open(path)
    try:
        saved.save(saved.value.with_(spiffs=saved.value.spiffs + 1))
    except FileProblem as problem:
        assert problem.code == "changed-outside", problem
    else:
        done += 1
        time.sleep(0.002)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="locks as POSIX has them")
def test_two_programs_that_save_one_file_lose_nothing_of_each_other(path, character):
    each = 75
    write_character(path, character.with_(spiffs=0))
    both = [subprocess.Popen([sys.executable, "-c", COUNTS, str(path), str(each)]) for _ in range(2)]
    assert [program.wait(120) for program in both] == [0, 0]
    assert read_character(path).value.spiffs == 2 * each


def test_a_file_written_between_reading_and_replacing_is_not_lost(saved, path, character):
    theirs = dump_character(character.with_(name="Theirs"))
    with pytest.raises(FileProblem, match="changed-outside"):
        saved.save(character.with_(name="Mine"), ahead=lambda: path.write_bytes(theirs))
    assert path.read_bytes() == theirs
