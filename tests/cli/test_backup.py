"""The commands `backup` and `restore`."""

import zipfile

import pytest

from bones_desktop.start.process import SingleInstance
from bones_desktop.storage.files.locations import Locations, make_folder


@pytest.fixture
def home(tmp_path):
    locations = Locations.under(tmp_path / "home")
    make_folder(locations.characters)
    (locations.characters / "Ann.bones").write_bytes(b"ann")
    (locations.characters / "Bob.bones").write_bytes(b"bob")
    return locations


def at(home):
    return ("--data-dir", str(home.data.parent))


def test_a_backup_is_written_and_what_is_in_it_is_told(run, home, tmp_path):
    done = run("backup", str(tmp_path / "all.zip"), *at(home))
    assert (done.code, done.out) == (0, f"Wrote {tmp_path / 'all.zip'}: 2 characters.\n")
    assert "characters/Ann.bones" in zipfile.ZipFile(tmp_path / "all.zip").namelist()


def test_restoring_only_tells_until_yes_is_given_and_can_be_taken_back(run, home, tmp_path):
    run("backup", str(tmp_path / "all.zip"), *at(home))
    ann = home.characters / "Ann.bones"
    ann.write_bytes(b"newer")
    told = run("restore", str(tmp_path / "all.zip"), *at(home))
    assert told.code == 0
    assert told.out.splitlines()[1:] == [
        "Would replace: 1 character", "  characters/Ann.bones", "Already the same: 1 character",
        "Nothing was changed. Add --yes to restore.",
    ]  # fmt: skip
    assert ann.read_bytes() == b"newer"
    done = run("restore", str(tmp_path / "all.zip"), "--yes", "--json", *at(home)).json
    assert (done["replaced"], done["equal"], done["done"]) == (["characters/Ann.bones"], 1, True)
    assert ann.read_bytes() == b"ann"
    assert "Replaced: 1 character" in run("restore", done["kept"], "--yes", *at(home)).out
    assert ann.read_bytes() == b"newer"


def test_a_backup_of_what_is_here_says_that_nothing_would_change(run, home, tmp_path):
    run("backup", str(tmp_path / "all.zip"), *at(home))
    for more in ((), ("--yes",)):
        told = run("restore", str(tmp_path / "all.zip"), *more, *at(home)).out.splitlines()
        assert told[1:] == ["Already the same: 2 characters", "Everything is as in this backup already."]


def test_while_the_window_is_open_both_are_refused_in_one_line(run, home, tmp_path, qapp):
    run("backup", str(tmp_path / "all.zip"), *at(home))
    make_folder(home.state)
    window = SingleInstance(home.state)
    assert window.claim(())
    try:
        for command in ("backup", "restore"):
            refused = run(command, str(tmp_path / "all.zip"), *at(home))
            assert refused.is_one_line_error
            assert "Bones Desktop is open" in refused.err
    finally:
        window.close()


@pytest.mark.parametrize("name", ["all.zip", "Ann.bones", "none.zip"])
def test_a_file_that_is_no_backup_is_refused_in_one_line(run, home, tmp_path, name):
    (home.characters / "all.zip").write_bytes(b"PK\x03\x04 no zip")
    refused = run("restore", str(home.characters / name), "--yes", *at(home))
    assert refused.is_one_line_error
    assert name in refused.err
    assert (home.characters / "Ann.bones").read_bytes() == b"ann"
