"""A character that is not open can be changed all the same, and nothing of it is lost."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from bones_desktop.document.closedfiles import ClosedFiles
from bones_desktop.document.document import CharacterDocument
from bones_desktop.document.session import CharacterSession
from bones_desktop.rules.bones.edits import new_character, set_text
from bones_desktop.rules.bones.tags import retag
from bones_desktop.storage.characterfile import dump_character, read_character
from bones_desktop.storage.saving import CharacterStore
from bones_desktop.storage.shelf import Shelf
from bones_desktop.storage.textfiles import FileProblem
from bones_desktop.storage.undohistory import UndoHistories
from bones_desktop.storage.versions import Versions
from tests.support.people import ID, ragnar
from tests.support.rulebooks import rulebook


class Desk:
    def __init__(self, folder: Path) -> None:
        self.versions = Versions(folder / "versions")
        self.store = CharacterStore(self.versions, lambda: datetime(2026, 11, 21, tzinfo=UTC))
        self.histories = UndoHistories(folder / "undo")
        self.closed = ClosedFiles(self.store, self.histories)
        self.path = Shelf(folder / "characters").create(ragnar())


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_the_file_changes_and_the_one_before_it_is_kept(desk: Desk) -> None:
    before = desk.path.read_bytes()
    after = desk.closed.apply(desk.path, "Tags", lambda now: retag(now, ["Friday"]))
    assert read_character(desk.path).character == after == ragnar().with_(tags=("Friday",))
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


def test_no_change_writes_nothing(desk: Desk) -> None:
    before = desk.path.stat().st_mtime_ns
    desk.closed.apply(desk.path, "Tags", lambda now: retag(now, remove=["none"]))
    assert desk.path.stat().st_mtime_ns == before
    assert desk.versions.list(ID) == ()


def test_a_file_of_a_newer_program_is_left_alone(desk: Desk) -> None:
    newer = dump_character(ragnar(), newest=99)
    desk.path.write_bytes(newer)
    with pytest.raises(FileProblem) as caught:
        desk.closed.apply(desk.path, "Tags", lambda now: retag(now, ["x"]))
    assert caught.value.code == "newer"
    assert desk.path.read_bytes() == newer
