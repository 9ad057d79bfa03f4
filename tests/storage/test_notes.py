"""Notes in a folder: kept in step, edits of the user kept, nothing of others deleted."""

import json

import pytest

from bones_desktop.storage.campaignfile import LIST, NoteFile, write_notes
from bones_desktop.storage.files.checkedfile import write_checked
from bones_desktop.storage.files.textfiles import FileProblem


def names(folder):
    return sorted(each.name for each in folder.iterdir() if each.name != LIST)


def test_notes_are_written_and_follow_changes_and_names(tmp_path):
    assert write_notes(tmp_path, {"a": NoteFile("One", "1"), "b": NoteFile("Two", "2")}) == ()
    times = {each.name: each.stat().st_mtime_ns for each in tmp_path.iterdir()}
    assert write_notes(tmp_path, {"a": NoteFile("One", "1"), "b": NoteFile("Two", "2")}) == ()
    assert times == {each.name: each.stat().st_mtime_ns for each in tmp_path.iterdir()}
    assert write_notes(tmp_path, {"a": NoteFile("First", "1+")}) == ()
    assert names(tmp_path) == ["First.md", "Two.md"]
    assert (tmp_path / "First.md").read_text(encoding="utf-8") == "1+"


def test_a_file_the_user_edited_is_kept_and_told(tmp_path):
    write_notes(tmp_path, {"a": NoteFile("One", "1")})
    path = tmp_path / "One.md"
    path.write_text("mine", encoding="utf-8")
    for note in (NoteFile("One", "2"), NoteFile("Renamed", "2")):
        assert write_notes(tmp_path, {"a": note}) == (path,)
        assert (names(tmp_path), path.read_text(encoding="utf-8")) == (["One.md"], "mine")
    # Moved away, a new one is written.
    path.rename(tmp_path / "mine.md")
    assert write_notes(tmp_path, {"a": NoteFile("One", "2")}) == ()
    assert names(tmp_path) == ["One.md", "mine.md"]
    # Written back as the program has it, it is in step again.
    path.write_text("3", encoding="utf-8")
    assert write_notes(tmp_path, {"a": NoteFile("One", "3")}) == ()


def test_notes_that_are_gone_take_their_files_with_them(tmp_path):
    texts = ("campaign:c", "handout:c:1", "handout:c:2", "gm:d")
    write_notes(tmp_path, {key: NoteFile(key.replace(":", " "), key) for key in texts})
    (tmp_path / "handout c 2.md").write_text("mine", encoding="utf-8")
    # Only what belongs to the same campaign goes, and not what the user edited.
    assert write_notes(tmp_path, {"campaign:c": NoteFile("campaign c", "campaign:c")}) == ()
    assert names(tmp_path) == ["campaign c.md", "gm d.md", "handout c 2.md"]
    assert write_notes(tmp_path, {}) == ()
    assert names(tmp_path) == ["campaign c.md", "gm d.md", "handout c 2.md"]


def test_files_of_others_are_never_touched(tmp_path):
    (tmp_path / "One.md").write_text("theirs", encoding="utf-8")
    (tmp_path / "sub.md").mkdir()
    assert write_notes(tmp_path, {"a": NoteFile("One", "1"), "b": NoteFile("sub", "2")}) == ()
    assert names(tmp_path) == ["One (2).md", "One.md", "sub (2).md", "sub.md"]
    assert (tmp_path / "One.md").read_text(encoding="utf-8") == "theirs"


def test_a_damaged_or_foreign_list_deletes_nothing(tmp_path):
    outside = tmp_path / "outside.md"
    outside.write_text("1", encoding="utf-8")
    folder = tmp_path / "vault"
    folder.mkdir()
    write_notes(folder, {"a": NoteFile("One", "1")})
    stored = json.loads((folder / LIST).read_bytes())
    stored["body"]["a"]["file"] = "../outside.md"
    (folder / LIST).write_text(json.dumps(stored), encoding="utf-8")
    write_notes(folder, {"a": NoteFile("Two", "2")})
    assert outside.exists()
    (folder / LIST).write_text("{", encoding="utf-8")
    write_notes(folder, {"a": NoteFile("Two", "3")})
    assert names(folder) == ["One.md", "Two (2).md", "Two.md"]


def test_a_list_with_a_path_is_not_followed(tmp_path):
    folder = tmp_path / "vault"
    folder.mkdir()
    (tmp_path / "outside.md").write_text("1", encoding="utf-8")
    digest = "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"
    for name in ("../outside.md", str(tmp_path / "outside.md"), "..\\outside.md", 7):
        write_checked(folder / LIST, {"a": {"file": name, "sha256": digest}})
        write_notes(folder, {"a": NoteFile("New", "2")})
        assert (tmp_path / "outside.md").read_text(encoding="utf-8") == "1"


def test_a_folder_that_is_gone_or_refuses_is_a_problem(tmp_path):
    with pytest.raises(FileProblem) as gone:
        write_notes(tmp_path / "none", {"a": NoteFile("One", "1")})
    assert gone.value.code == "folder-gone"
    assert not (tmp_path / "none").exists()
    path = tmp_path / "One.md"
    write_notes(tmp_path, {"a": NoteFile("One", "1")})
    path.chmod(0o444)
    with pytest.raises(FileProblem) as refused:
        write_notes(tmp_path, {"b": NoteFile("Two", "2"), "a": NoteFile("One", "2")})
    assert refused.value.code == "read-only"
    path.chmod(0o644)
    # What was written before the error is still known as written by the program.
    assert write_notes(tmp_path, {"b": NoteFile("Two", "3"), "a": NoteFile("One", "3")}) == ()
    assert names(tmp_path) == ["One.md", "Two.md"]
