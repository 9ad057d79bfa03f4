"""What is on the screen is on disk; what the disk refuses stays in memory and is tried again."""

import shutil
import sys
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Self

import pytest

from bones_desktop.document.bones.characterdocument import CharacterDocument, CharacterSession
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.making import edits
from bones_desktop.rules.bones.making.edits import new_character
from bones_desktop.storage.files import saving, undohistory
from bones_desktop.storage.files.characterfile import (
    CHARACTERS,
    CharacterFileError,
    new_id,
    read_character,
    write_character,
)
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import OpenHistory, UndoHistories
from bones_desktop.storage.files.versions import Versions
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook


class Desk:
    """A document with its session over a folder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "Ragnar.bones"
        self.troubles: list[object] = []
        self.folder = folder
        self.start()

    def start(self) -> None:
        """Begin as after a restart of the program."""
        self.document = CharacterDocument(rulebook(), new_character(new_id()))
        store = FileStore(
            CHARACTERS, Versions(self.folder / "versions"), lambda: datetime(2026, 11, 21, 12, tzinfo=UTC)
        )
        self.session = CharacterSession(self.document, store, UndoHistories(self.folder / "undo", Character))
        self.session.trouble.connect(self.troubles.append)


@pytest.fixture
def desk(qapp: object, tmp_path: Path) -> Desk:
    write_character(tmp_path / "Ragnar.bones", ragnar())
    desk = Desk(tmp_path)
    desk.session.open(desk.path)
    yield desk
    desk.session.forget()


def on_disk(desk: Desk) -> object:
    return read_character(desk.path).value


def test_an_act_is_on_disk_before_it_is_seen(desk: Desk) -> None:
    seen: list[object] = []
    desk.document.changed.connect(lambda _change: seen.append(on_disk(desk)))
    desk.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    assert seen == [desk.document.character]


def test_undo_is_on_disk_too(desk: Desk) -> None:
    desk.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    desk.document.undo_stack.undo()
    assert on_disk(desk) == ragnar()


def test_typing_waits_and_is_saved_by_itself(desk: Desk, qtbot: object) -> None:
    desk.session._typing.setInterval(30)
    desk.document.apply("Name", lambda now: edits.set_text(now, "name", "Rolf"), merge="text:name")
    assert on_disk(desk) == ragnar()
    qtbot.waitUntil(lambda: on_disk(desk) == desk.document.character)


def test_typing_without_a_pause_is_saved_in_the_end(desk: Desk, qtbot: object) -> None:
    desk.session._typing.setInterval(10_000)
    desk.session._typing_limit.setInterval(50)
    desk.document.apply("Name", lambda now: edits.set_text(now, "name", "Rolf"), merge="text:name")
    qtbot.waitUntil(lambda: on_disk(desk) == desk.document.character)


def test_flush_saves_what_is_typed(desk: Desk) -> None:
    desk.document.apply("Name", lambda now: edits.set_text(now, "name", "Rolf"), merge="text:name")
    assert desk.session.flush()
    assert on_disk(desk) == desk.document.character


def test_undo_works_across_restarts(desk: Desk) -> None:
    desk.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    desk.document.apply("Lose die 2", lambda now: injuries.lose(now, 1))
    desk.session.flush()
    desk.session.forget()
    desk.start()
    desk.session.open(desk.path)
    assert desk.document.undo_stack.undoText() == "Lose die 2"
    desk.document.undo_stack.undo()
    desk.document.undo_stack.undo()
    assert on_disk(desk) == ragnar()


class Kills:
    """Copies of the folder around each save of a character: what a program that is killed there leaves behind."""

    def __init__(self, desk: Desk, into: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._desk, self._into, self._patch = desk, into, monkeypatch
        self.left: list[tuple[Path, Character, list[str], int]] = []

    def __enter__(self) -> Self:
        save_bytes = saving.save_bytes

        def copied(path: Path, data: bytes, present: bytes | None) -> None:
            self._copy()
            save_bytes(path, data, present)
            self._told = self._desk.document.character, *self._steps()
            self._copy()

        self._told = self._desk.document.character, *self._steps()
        self._patch.setattr(saving, "save_bytes", copied)
        return self

    def __exit__(self, *_error: object) -> None:
        self._patch.undo()

    def _steps(self) -> tuple[list[str], int]:
        steps, undone = self._desk.document.history()
        return [step.name for step in steps], undone

    def _copy(self) -> None:
        into = Path(shutil.copytree(self._desk.folder, self._into / str(len(self.left))))
        self.left.append((into, *self._told))


def test_killed_around_any_save_no_step_of_the_history_is_lost(
    desk: Desk, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, session = desk.document, desk.session
    with Kills(desk, tmp_path_factory.mktemp("kills"), monkeypatch) as kills:
        for die in range(3):
            document.apply(f"Lose die {die}", partial(injuries.lose, die=die))
        document.undo_stack.undo()
        document.undo_stack.undo()
        document.undo_stack.redo()
        document.apply("Name", lambda now: edits.set_text(now, "name", "Rol"), merge="text:name")
        session.save()
        document.apply("Name", lambda now: edits.set_text(now, "name", "Rolf"), merge="text:name")
        session.save()
        session.flush()
        desk.session.forget()
        desk.start()
        desk.session.open(desk.path)
        document = desk.document
        document.undo_stack.undo()
        document.apply("Lose die 3", partial(injuries.lose, die=3))
    assert len(kills.left) == 2 * 10
    for folder, character, steps, undone in kills.left:
        left = Desk(folder)
        left.session.open(left.path)
        assert left.document.character == character
        found, back = left.document.history()
        # Killed before the save, the step that was not saved can be done again.
        assert [step.name for step in found[: len(found) - back]] == steps[: len(steps) - undone]
        left.document.undo_stack.setIndex(0)
        assert left.document.character == ragnar()
        left.session.forget()


def test_a_history_that_cannot_be_written_stops_no_save(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    with monkeypatch.context() as patch:
        patch.setattr(OpenHistory, "_write", lambda history, *_given: full(history._histories.path))
        desk.document.apply("Lose die 2", lambda now: injuries.lose(now, 1))
        desk.session.flush()
        assert on_disk(desk) == desk.document.character
        assert not desk.troubles
    desk.document.apply("Lose die 3", lambda now: injuries.lose(now, 2))
    desk.session.forget()
    desk.start()
    desk.session.open(desk.path)
    assert desk.document.undo_stack.count() == 3


def test_a_fault_in_the_history_stops_no_save_and_is_reported(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[object] = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _trace: reported.append(error))
    desk.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    with monkeypatch.context() as patch:
        patch.setattr(undohistory, "changes", lambda *_given: 1 // 0)
        desk.document.apply("Lose die 2", lambda now: injuries.lose(now, 1))
        desk.document.apply("Lose die 3", lambda now: injuries.lose(now, 2))
        assert desk.session.flush()
    assert on_disk(desk) == desk.document.character
    assert [type(error) for error in reported] == [ZeroDivisionError]


def test_a_write_the_disk_refused_loses_no_step_of_the_history(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    with monkeypatch.context() as patch:
        patch.setattr(OpenHistory, "_write", lambda history, *_given: full(history._histories.path))
        desk.document.apply("Lose die 2", lambda now: injuries.lose(now, 1))
    with monkeypatch.context() as patch:  # the next step's history is written, and the program killed before its file
        patch.setattr("bones_desktop.storage.files.saving.save_bytes", lambda path, _data, _present: full(path))
        desk.document.apply("Lose die 3", lambda now: injuries.lose(now, 2))
        desk.session.forget()
    desk.start()
    desk.session.open(desk.path)
    assert desk.document.character.available() == (2, 3)
    assert desk.document.undo_stack.index() == 2


def test_trouble_ends_when_what_was_not_saved_is_undone(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    recovered: list[bool] = []
    desk.session.recovered.connect(lambda: recovered.append(True))
    with monkeypatch.context() as patch:
        patch.setattr("bones_desktop.storage.files.saving.save_bytes", lambda path, _data, _present: full(path))
        desk.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
        assert desk.session.last_trouble is not None
        desk.document.undo_stack.undo()
    assert (desk.session.last_trouble, recovered) == (None, [True])


def full(path: Path) -> None:
    raise FileProblem("disk-full", path, needed=10, free=0)


def test_a_history_is_dropped_when_the_file_was_changed_meanwhile(desk: Desk) -> None:
    desk.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    desk.session.flush()
    desk.session.forget()
    write_character(desk.path, ragnar().with_(name="Rolf"))
    desk.start()
    desk.session.open(desk.path)
    assert desk.document.undo_stack.count() == 0
    assert desk.document.character.name == "Rolf"


def test_a_file_changed_outside_is_never_overwritten_silently(desk: Desk) -> None:
    theirs = ragnar().with_(name="Theirs")
    write_character(desk.path, theirs)
    desk.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    assert [error.code for error in desk.troubles] == ["changed-outside"]
    assert on_disk(desk) == theirs
    assert desk.document.character.available() == (1, 2, 3)
    assert not desk.session.is_saved


def test_mine_can_be_kept_and_theirs_is_an_earlier_version(desk: Desk) -> None:
    theirs = ragnar().with_(name="Theirs")
    write_character(desk.path, theirs)
    desk.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    assert desk.session.save(overwrite=True)
    assert on_disk(desk) == desk.document.character
    assert desk.session.saved is not None
    kept = [desk.session.saved.version(version).name for version in desk.session.saved.versions()]
    assert "Theirs" in kept


def test_theirs_can_be_taken(desk: Desk) -> None:
    write_character(desk.path, ragnar().with_(name="Theirs"))
    desk.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    desk.session.take_from_disk()
    assert desk.document.character.name == "Theirs"
    assert desk.session.is_saved


def test_a_full_disk_loses_nothing_and_is_told_once_until_it_works(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, qtbot: object
) -> None:
    recovered: list[bool] = []
    desk.session.recovered.connect(lambda: recovered.append(True))

    def full(path: Path, _data: bytes, _present: object) -> None:
        raise FileProblem("disk-full", path, needed=10, free=0)

    with monkeypatch.context() as patch:
        patch.setattr("bones_desktop.storage.files.saving.save_bytes", full)
        desk.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
        desk.document.apply("Lose die 2", lambda now: injuries.lose(now, 1))
        assert [error.code for error in desk.troubles] == ["disk-full"]
        assert on_disk(desk) == ragnar()
        assert desk.document.character.available() == (2, 3)
    desk.session._retry.start(10)
    qtbot.waitUntil(lambda: bool(recovered))
    assert on_disk(desk) == desk.document.character


def test_a_damaged_file_is_not_opened_and_nothing_changes(desk: Desk, tmp_path: Path) -> None:
    broken = tmp_path / "broken.bones"
    broken.write_bytes(b'{"format": "bones-desktop"')
    with pytest.raises(CharacterFileError):
        desk.session.open(broken)
    assert desk.session.path == desk.path
    assert desk.document.character == ragnar()
    assert broken.read_bytes() == b'{"format": "bones-desktop"'


def test_bringing_back_a_version_can_be_undone(desk: Desk) -> None:
    desk.document.apply("Name", lambda now: edits.set_text(now, "name", "Rolf"))
    assert desk.session.saved is not None
    first = desk.session.saved.version(desk.session.saved.versions()[-1])
    desk.session.bring_back("Bring back an earlier version", first)
    assert desk.document.character.name == "Ragnar"
    desk.document.undo_stack.undo()
    assert desk.document.character.name == "Rolf"


def test_opening_another_never_drops_what_could_not_be_saved(desk: Desk, tmp_path: Path) -> None:
    write_character(tmp_path / "Other.bones", ragnar().with_(id=new_id(), name="Other"))
    write_character(desk.path, ragnar().with_(name="Theirs"))
    desk.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    with pytest.raises(FileProblem):
        desk.session.open(tmp_path / "Other.bones")
    assert desk.session.path == desk.path
    assert desk.document.character.available() == (1, 2, 3)


def test_opening_the_same_file_again_keeps_what_was_typed(desk: Desk) -> None:
    desk.document.apply("Name", lambda now: edits.set_text(now, "name", "Rolf"), merge="text:name")
    desk.session.open(desk.path)
    assert desk.document.character.name == "Rolf"
    desk.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    assert not desk.troubles
