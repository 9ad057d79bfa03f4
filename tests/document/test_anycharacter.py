"""Any character of the shelf can be changed, open or not, and the step taken back while nothing came after it."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bones_desktop.document.bones.characterdocument import (
    AnyCharacter,
    CharacterDocument,
    CharacterSession,
    ClosedFiles,
    MadeStep,
)
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury.injuries import lose
from bones_desktop.rules.bones.making.edits import new_character, set_text
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files import textfiles
from bones_desktop.storage.files.characterfile import CHARACTERS, CharacterFileError, read_character, write_character
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.shelfcatalogue import Shelf
from tests.support.people import ID, bob, ragnar
from tests.support.rulebooks import rulebook

OTHER = "f" * 32


class Desk:
    """Ragnar and Bob on a shelf; nobody is open at first."""

    def __init__(self, folder: Path) -> None:
        store = FileStore(CHARACTERS, Versions(folder / "versions"), lambda: datetime(2026, 11, 21, tzinfo=UTC))
        histories = UndoHistories(folder / "undo", Character)
        self.document = CharacterDocument(rulebook(), new_character(ID))
        self.session = CharacterSession(self.document, store, histories)
        self.anyone = AnyCharacter(self.document, self.session, ClosedFiles(store, histories))
        shelf = Shelf(folder / "characters")
        self.ragnar = shelf.create(ragnar())
        self.bob = shelf.create(bob().with_(id=OTHER))

    def hurt(self, path: Path, die: int = 0) -> MadeStep:
        return self.anyone.apply(path, f"Lose die {die + 1}", lambda now: lose(now, die, "Poison"))


@pytest.fixture
def desk(qapp: object, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    desk.session.flush()


def held(path: Path) -> Character:
    return read_character(path).value


def test_a_closed_character_is_changed_in_its_file_and_the_open_one_is_left_alone(desk: Desk) -> None:
    desk.session.open(desk.ragnar)
    made = desk.hurt(desk.bob)
    assert made.is_change
    assert held(desk.bob) == made.after == lose(bob().with_(id=OTHER), 0, "Poison")
    assert desk.anyone.read(desk.bob) == made.after
    assert not desk.document.undo_stack.canUndo()
    assert held(desk.ragnar) == ragnar()
    assert desk.anyone.take_back(made) == made.before == held(desk.bob)


def test_the_open_character_is_changed_on_the_screen_and_on_disk(desk: Desk) -> None:
    desk.session.open(desk.ragnar)
    made = desk.hurt(desk.ragnar)
    assert desk.document.character == made.after == held(desk.ragnar) == desk.anyone.read(desk.ragnar)
    assert desk.document.undo_stack.undoText() == "Lose die 1"
    assert desk.anyone.take_back(made) == ragnar() == held(desk.ragnar)
    assert desk.document.undo_stack.redoText() == "Lose die 1"


def test_what_is_typed_and_not_saved_yet_is_not_lost(desk: Desk) -> None:
    desk.session.open(desk.ragnar)
    desk.document.apply("Name", lambda now: set_text(now, "name", "Rolf"), merge="name")
    assert held(desk.ragnar).name == "Ragnar", "typing waits"
    desk.hurt(desk.ragnar)
    assert (held(desk.ragnar).name, len(held(desk.ragnar).available())) == ("Rolf", 3)


def test_the_open_file_is_known_by_another_way_to_it(desk: Desk, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(desk.ragnar.parent, target_is_directory=True)
    desk.session.open(desk.ragnar)
    made = desk.hurt(link / desk.ragnar.name)
    assert desk.document.character == made.after


def test_a_step_of_a_closed_character_is_taken_back_after_it_was_opened(desk: Desk) -> None:
    made = desk.hurt(desk.bob)
    desk.session.open(desk.bob)
    assert desk.anyone.take_back(made) == made.before == desk.document.character == held(desk.bob)
    assert (desk.document.undo_stack.canUndo(), desk.document.undo_stack.redoText()) == (False, "Lose die 1")


def test_a_step_of_the_open_character_is_taken_back_after_another_was_opened(desk: Desk) -> None:
    desk.session.open(desk.bob)
    made = desk.hurt(desk.bob)
    desk.session.open(desk.ragnar)
    assert desk.anyone.take_back(made) == made.before == held(desk.bob)
    assert desk.document.character == ragnar()


def test_a_step_is_found_in_the_open_character_whose_file_was_renamed_since(desk: Desk) -> None:
    made = desk.hurt(desk.bob)
    desk.session.open(desk.bob)
    renamed = desk.bob.with_name("Robert.bones")
    desk.bob.rename(renamed)
    desk.session.moved(renamed)
    desk.anyone.take_back(made)
    assert held(renamed) == made.before


def test_a_note_after_the_step_is_not_undone_in_its_place(desk: Desk) -> None:
    desk.session.open(desk.ragnar)
    made = desk.hurt(desk.ragnar)
    desk.document.note("The GM says 2")
    assert desk.anyone.take_back(made) == ragnar() == held(desk.ragnar)
    assert desk.document.undo_stack.undoText() == "Take back: Lose die 1"


def test_without_its_history_it_is_taken_back_as_a_step_of_its_own(desk: Desk, tmp_path: Path) -> None:
    made = desk.hurt(desk.bob)
    with sqlite3.connect(tmp_path / "undo" / "steps.sqlite3") as database:
        database.execute("DELETE FROM history")
    desk.session.open(desk.bob)
    desk.anyone.take_back(made)
    assert desk.document.character == made.before
    assert desk.document.undo_stack.undoText() == "Take back: Lose die 1"


@pytest.mark.parametrize("opened", [False, True])
def test_nothing_is_taken_back_after_something_else_was_changed(desk: Desk, opened: bool) -> None:
    made = desk.hurt(desk.bob)
    if opened:
        desk.session.open(desk.bob)
    later = desk.hurt(desk.bob, 1).after
    with pytest.raises(RulesError) as caught:
        desk.anyone.take_back(made)
    assert caught.value.reason.code == "changed-since-step"
    assert held(desk.bob) == later


def test_a_change_from_outside_in_between_is_not_undone(desk: Desk) -> None:
    made = desk.hurt(desk.bob)
    theirs = made.after.with_(name="Robert")
    write_character(desk.bob, theirs)
    with pytest.raises(RulesError) as caught:
        desk.anyone.take_back(made)
    assert caught.value.reason.code == "changed-since-step"
    assert held(desk.bob) == theirs


def test_no_change_is_no_step_and_writes_nothing(desk: Desk) -> None:
    before = desk.bob.stat().st_mtime_ns
    made = desk.anyone.apply(desk.bob, "Nothing", lambda now: now)
    assert not made.is_change
    assert desk.anyone.take_back(made) == made.before
    assert desk.bob.stat().st_mtime_ns == before


@pytest.mark.parametrize("opened", [False, True])
def test_a_refused_edit_changes_nothing(desk: Desk, opened: bool) -> None:
    if opened:
        desk.session.open(desk.bob)
    before = desk.bob.read_bytes()
    with pytest.raises(RulesError) as caught:
        desk.hurt(desk.bob, 40)
    assert caught.value.reason.code == "no-such-die"
    assert desk.bob.read_bytes() == before


def test_a_full_disk_leaves_the_file_as_it_was(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    made = desk.hurt(desk.bob)
    before = desk.bob.read_bytes()

    def full(path: Path, _data: bytes, _present: object) -> None:
        raise FileProblem("disk-full", path, needed=10, free=0)

    monkeypatch.setattr("bones_desktop.storage.files.saving.save_bytes", full)
    for act in (lambda: desk.hurt(desk.bob, 1), lambda: desk.anyone.take_back(made)):
        with pytest.raises(FileProblem) as caught:
            act()
        assert caught.value.code == "disk-full"
    assert desk.bob.read_bytes() == before
    monkeypatch.undo()
    assert desk.anyone.take_back(made) == bob().with_(id=OTHER), "once there is room"


def test_a_file_that_may_only_be_read_is_left_alone(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    before = desk.bob.read_bytes()
    monkeypatch.setattr(textfiles, "_is_read_only", lambda _path: True)
    desk.bob.chmod(0o444)
    with pytest.raises(FileProblem) as caught:
        desk.hurt(desk.bob)
    assert caught.value.code == "read-only"
    assert desk.bob.read_bytes() == before


@pytest.mark.parametrize("opened", [False, True])
def test_a_file_of_a_newer_program_is_left_alone(desk: Desk, opened: bool) -> None:
    newer = replace(CHARACTERS, schema=99).dump(bob().with_(id=OTHER))
    desk.bob.write_bytes(newer)
    if opened:
        desk.session.open(desk.bob)
    with pytest.raises((FileProblem, RulesError)):
        desk.hurt(desk.bob)
    assert desk.bob.read_bytes() == newer


def test_a_damaged_file_is_told_and_left_alone(desk: Desk) -> None:
    desk.bob.write_bytes(b"{ nothing")
    with pytest.raises(CharacterFileError):
        desk.hurt(desk.bob)
    with pytest.raises(CharacterFileError):
        desk.anyone.read(desk.bob)
    assert desk.bob.read_bytes() == b"{ nothing"


def test_a_file_that_is_gone_is_not_made_again(desk: Desk) -> None:
    made = desk.hurt(desk.bob)
    desk.bob.unlink()
    for act in (lambda: desk.hurt(desk.bob, 1), lambda: desk.anyone.take_back(made)):
        with pytest.raises(FileProblem) as caught:
            act()
        assert caught.value.code == "file-gone"
    assert not desk.bob.exists()
