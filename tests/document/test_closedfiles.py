"""A character that is not open can be changed all the same, and nothing of it is lost."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bones_desktop.document.bones.characterdocument import CharacterDocument, CharacterSession, ClosedFiles
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.making.edits import new_character, set_text
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.values import retag
from bones_desktop.storage.files.characterfile import CHARACTERS, read_character, write_character
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import OpenHistory, UndoHistories
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.shelfcatalogue import Shelf
from tests.support.people import ID, ragnar
from tests.support.rulebooks import rulebook


class Desk:
    def __init__(self, folder: Path) -> None:
        self.versions = Versions(folder / "versions")
        self.store = FileStore(CHARACTERS, self.versions, lambda: datetime(2026, 11, 21, tzinfo=UTC))
        self.histories = UndoHistories(folder / "undo", Character)
        self.closed = ClosedFiles(self.store, self.histories)
        self.path = Shelf(folder / "characters").create(ragnar())


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_the_file_changes_and_the_one_before_it_is_kept(desk: Desk) -> None:
    before = desk.path.read_bytes()
    after = desk.closed.apply(desk.path, "Tags", lambda now: retag(now, ["Friday"])).after
    assert read_character(desk.path).value == after == ragnar().with_(tags=("Friday",))
    assert [version.path.read_bytes() for version in desk.versions.list(ID)] == [before]


def test_the_change_and_what_was_done_before_can_be_undone_when_it_is_opened(desk: Desk, qapp: object) -> None:
    document = CharacterDocument(rulebook(), new_character(ID))
    session = CharacterSession(document, desk.store, desk.histories)
    session.open(desk.path)
    document.apply("Race", lambda now: set_text(now, "race", "Elf"))
    session.flush()
    desk.closed.apply(desk.path, "Rename", lambda now: set_text(now, "name", "Rolf"))
    document = CharacterDocument(rulebook(), new_character(ID))
    session = CharacterSession(document, desk.store, desk.histories)
    session.open(desk.path)
    assert document.character.name == "Rolf"
    assert document.undo_stack.undoText() == "Rename"
    document.undo_stack.undo()
    assert (document.character.name, document.character.race) == ("Ragnar", "Elf")
    document.undo_stack.undo()
    assert document.character == ragnar()
    session.flush()


def test_steps_of_a_closed_file_are_there_when_it_is_opened(desk: Desk, qapp: object) -> None:
    desk.closed.apply(desk.path, "Race", lambda now: set_text(now, "race", "Elf"))
    desk.closed.apply(desk.path, "Rename", lambda now: set_text(now, "name", "Rolf"))
    document = CharacterDocument(rulebook(), new_character(ID))
    CharacterSession(document, desk.store, desk.histories).open(desk.path)
    assert (document.character.name, document.undo_stack.undoText()) == ("Rolf", "Rename")
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert document.character == ragnar()


def test_a_kill_right_before_the_file_is_written_leaves_the_history_it_had(desk: Desk, qapp: object) -> None:
    class Killed(BaseException):
        pass

    def killed(self: OpenHistory, *given: Any) -> None:
        keep(self, *given)
        raise Killed

    keep = OpenHistory.keep
    step = desk.closed.apply(desk.path, "Race", lambda now: set_text(now, "race", "Elf"))
    for _time in range(2):
        with pytest.MonkeyPatch.context() as monkeypatch:
            monkeypatch.setattr(OpenHistory, "keep", killed)
            with pytest.raises(Killed):
                desk.closed.take_back(desk.path, step, "Back")
        document = CharacterDocument(rulebook(), new_character(ID))
        CharacterSession(document, desk.store, desk.histories).open(desk.path)
        assert (document.character, document.undo_stack.undoText()) == (step.after, "Race")


def test_no_change_writes_nothing(desk: Desk) -> None:
    before = desk.path.stat().st_mtime_ns
    desk.closed.apply(desk.path, "Tags", lambda now: retag(now, remove=["none"]))
    assert desk.path.stat().st_mtime_ns == before
    assert desk.versions.list(ID) == ()


def test_a_file_of_a_newer_program_is_left_alone(desk: Desk) -> None:
    newer = replace(CHARACTERS, schema=99).dump(ragnar())
    desk.path.write_bytes(newer)
    with pytest.raises(FileProblem) as caught:
        desk.closed.apply(desk.path, "Tags", lambda now: retag(now, ["x"]))
    assert caught.value.code == "newer"
    assert desk.path.read_bytes() == newer


def test_a_file_that_changes_in_between_is_read_again(desk: Desk) -> None:
    calls = []

    def edit(now: Character) -> Character:
        calls.append(now.name)
        if len(calls) == 1:
            write_character(desk.path, ragnar().with_(name="Rolf"))
        return retag(now, ["Friday"])

    step = desk.closed.apply(desk.path, "Tags", edit)
    assert calls == ["Ragnar", "Rolf"]
    assert step.before == ragnar().with_(name="Rolf")
    assert read_character(desk.path).value == ragnar().with_(name="Rolf", tags=("Friday",))


def test_a_file_that_never_stays_the_same_is_left_alone(desk: Desk) -> None:
    calls = []

    def edit(now: Character) -> Character:
        calls.append(now.name)
        write_character(desk.path, ragnar().with_(name=f"Rolf {len(calls)}"))
        return retag(now, ["Friday"])

    with pytest.raises(FileProblem) as caught:
        desk.closed.apply(desk.path, "Tags", edit)
    assert caught.value.code == "changed-outside"
    assert read_character(desk.path).value == ragnar().with_(name=f"Rolf {len(calls)}")


def test_what_was_taken_back_can_be_redone_when_it_is_opened(desk: Desk, qapp: object) -> None:
    desk.closed.apply(desk.path, "Name", lambda now: set_text(now, "name", "Rolf"))
    step = desk.closed.apply(desk.path, "Tags", lambda now: retag(now, ["Friday"]))
    assert desk.closed.take_back(desk.path, step, "Back") == ragnar().with_(name="Rolf")
    document = CharacterDocument(rulebook(), new_character(ID))
    session = CharacterSession(document, desk.store, desk.histories)
    session.open(desk.path)
    assert document.character == ragnar().with_(name="Rolf")
    assert (document.undo_stack.undoText(), document.undo_stack.redoText()) == ("Name", "Tags")
    document.undo_stack.redo()
    assert document.character.tags == ("Friday",)
    session.flush()


def test_nothing_is_taken_back_of_a_file_that_changed_since(desk: Desk) -> None:
    step = desk.closed.apply(desk.path, "Tags", lambda now: retag(now, ["Friday"]))
    desk.closed.apply(desk.path, "Race", lambda now: set_text(now, "race", "Elf"))
    before = desk.path.read_bytes()
    with pytest.raises(RulesError) as caught:
        desk.closed.take_back(desk.path, step, "Back")
    assert caught.value.reason.code == "changed-since-step"
    assert desk.path.read_bytes() == before


def test_a_step_whose_history_could_not_be_kept_is_taken_back_all_the_same(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_told: object) -> None:
        raise FileProblem("disk-full", desk.path)

    monkeypatch.setattr(OpenHistory, "keep", full)
    step = desk.closed.apply(desk.path, "Tags", lambda now: retag(now, ["Friday"]))
    assert read_character(desk.path).value == step.after != ragnar()
    assert desk.closed.take_back(desk.path, step, "Back") == ragnar()
    assert read_character(desk.path).value == ragnar()


def test_a_step_that_is_not_the_last_any_more_is_taken_back_as_another_and_no_history_is_lost(
    desk: Desk, qapp: object
) -> None:
    step = desk.closed.apply(desk.path, "Tags", lambda now: retag(now, ["Friday"]))
    desk.closed.apply(desk.path, "Race", lambda now: set_text(now, "race", "Elf"))
    desk.closed.apply(desk.path, "No race", lambda now: set_text(now, "race", ragnar().race))
    assert desk.closed.take_back(desk.path, step, "Back") == ragnar()
    document = CharacterDocument(rulebook(), new_character(ID))
    session = CharacterSession(document, desk.store, desk.histories)
    session.open(desk.path)
    assert [each.name for each in document.history()[0]] == ["Tags", "Race", "No race", "Back"]
    document.undo_stack.undo()
    assert document.character.tags == ("Friday",)
    session.flush()
