"""The document, its session and its history hold a value of any game: here a small game of one number and a name."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

import pytest

from bones_desktop.document import session
from bones_desktop.document.document import Change, Document
from bones_desktop.document.session import AnyFile, ClosedFiles, Session
from bones_desktop.rules.reasons import RulesError, refuse
from bones_desktop.rules.values import Limits, Value
from bones_desktop.storage.files.datafile import DataFileError, Form
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import HistoryStep, UndoHistories
from bones_desktop.storage.files.versions import Versions


class Hero(Value):
    id: str
    kin: Literal["owl", "fox"]
    """Has no usual value: every stored difference has to do without it."""
    name: Annotated[str, Limits(max_length=20)] = ""
    hits: Annotated[int, Limits(ge=0, le=9)] = 0


class HeroFileError(DataFileError):
    kind = "character"
    suffix = ".bones"


FIRST: Form[Hero] = Form("bones-desktop", "owls", "hero", Hero, 1_000_000, HeroFileError, "not-character")
ANNA = Hero(id="a" * 32, kin="owl", name="Anna")


def hurt(now: Hero) -> Hero:
    if now.hits == 9:
        raise refuse("no-such-die")
    return now.with_(hits=now.hits + 1)


class Desk:
    """Anna's file open in a document; a second Desk on the folder is the next start."""

    def __init__(self, folder: Path, form: Form[Hero] = FIRST) -> None:
        self.path = folder / "Anna.bones"
        self.form = form
        self.document = Document(Hero(id="0" * 32, kin="fox"))
        self.versions = Versions(folder / "versions")
        store = FileStore(form, self.versions, lambda: datetime(2026, 11, 22, tzinfo=UTC))
        histories = UndoHistories(folder / "undo", Hero)
        self.session = Session(self.document, store, histories)
        self.anyone = AnyFile(self.document, self.session, ClosedFiles(store, histories))

    @property
    def on_disk(self) -> Hero:
        return self.form.read(self.path).value


@pytest.fixture
def desk(qapp: object, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    FIRST.write(desk.path, ANNA)
    desk.session.open(desk.path)
    yield desk
    desk.session.forget()


def test_one_edit_is_one_change_and_on_disk_before_it_is_seen(desk: Desk) -> None:
    seen: list[tuple[Change[Hero], Hero]] = []
    desk.document.changed.connect(lambda change: seen.append((change, desk.on_disk)))
    desk.document.apply("Hurt", hurt, mark="m")
    hurt_once = ANNA.with_(hits=1)
    assert seen == [(Change(ANNA, hurt_once, "Hurt", mark="m"), hurt_once)]
    desk.document.undo_stack.undo()
    assert seen[1:] == [(Change(hurt_once, ANNA, "Hurt", undone=True, again=True, mark="m"), ANNA)]


def test_an_edit_that_refuses_or_changes_nothing_is_no_step(desk: Desk) -> None:
    desk.document.apply("Nothing", lambda now: now)
    with pytest.raises(RulesError):
        desk.document.apply("Refused", lambda now: hurt(now.with_(hits=9)))
    assert (desk.document.undo_stack.count(), desk.on_disk) == (0, ANNA)


def test_typing_is_one_step_and_none_when_it_ends_where_it_began(desk: Desk) -> None:
    changes: list[Change[Hero]] = []
    desk.document.changed.connect(changes.append)
    for name in ("Ann", "An", "Annika"):
        desk.document.apply("Name", lambda now, name=name: now.with_(name=name), merge="name")
    assert [each.typing for each in changes] == [True] * 3
    assert desk.document.history() == ((HistoryStep("Name", ANNA, ANNA.with_(name="Annika")),), 0)
    desk.document.undo_stack.undo()
    desk.document.undo_stack.redo()
    assert [each.typing for each in changes[3:]] == [False, False]
    desk.document.apply("Name", lambda now: now.with_(name="Anna"), merge="name")
    assert desk.document.undo_stack.count() == 0
    desk.session.save()
    assert desk.on_disk == ANNA


def test_undo_works_after_a_restart(desk: Desk, tmp_path: Path) -> None:
    desk.document.apply("Hurt", hurt)
    desk.document.apply("Hurt more", hurt)
    desk.document.undo_stack.undo()
    desk.session.flush()
    again = Desk(tmp_path)
    again.session.open(again.path)
    assert again.document.history() == desk.document.history()
    again.document.undo_stack.undo()
    assert again.on_disk == ANNA
    again.document.undo_stack.redo()
    again.document.undo_stack.redo()
    assert again.on_disk == ANNA.with_(hits=2)
    again.session.forget()


def test_a_closed_file_is_edited_and_the_step_is_undone_where_it_is_open(desk: Desk, tmp_path: Path) -> None:
    desk.session.flush()
    other = desk.path.with_name("Bo.bones")
    FIRST.write(other, Hero(id="b" * 32, kin="fox"))
    made = desk.anyone.apply(other, "Hurt", hurt)
    assert made.is_change
    assert FIRST.read(other).value.hits == 1
    assert desk.document.value == ANNA
    desk.session.open(other)
    assert desk.document.undo_stack.undoText() == "Hurt"
    assert desk.anyone.take_back(made).hits == 0
    assert FIRST.read(other).value.hits == 0


def test_what_is_typed_without_a_pause_is_saved_all_the_same(qapp: object, tmp_path: Path, monkeypatch, qtbot) -> None:
    monkeypatch.setattr(session, "TYPING_WAIT_MS", 2_000)
    monkeypatch.setattr(session, "TYPING_LIMIT_MS", 300)
    desk = Desk(tmp_path)
    FIRST.write(desk.path, ANNA)
    desk.session.open(desk.path)
    for letters in range(60):
        desk.document.apply("Name", lambda now, name="x" * (1 + letters % 19): now.with_(name=name), merge="name")
        qtbot.wait(20)
        if desk.on_disk != ANNA:
            break
    assert desk.on_disk.name.startswith("x")
    desk.session.forget()


def test_the_present_one_is_kept_when_an_earlier_one_is_brought_back(desk: Desk) -> None:
    desk.document.apply("Hurt", hurt)
    desk.document.apply("Hurt", hurt)
    desk.session.bring_back("Back", ANNA)
    assert desk.on_disk == ANNA
    assert [desk.form.read(each.path).value.hits for each in desk.versions.list(ANNA.id)] == [2, 0]


def test_more_undone_steps_than_there_are_are_all_of_them(desk: Desk) -> None:
    once = hurt(ANNA)
    desk.document.open(ANNA, history=(HistoryStep("Hurt", ANNA, once), HistoryStep("Hurt", once, hurt(once))), undone=9)
    assert (desk.document.value, desk.document.undo_stack.index(), desk.document.undo_stack.count()) == (ANNA, 0, 2)


def test_a_step_is_taken_back_in_the_copy_it_was_made_in(desk: Desk) -> None:
    copy = desk.path.with_name("Copy.bones")
    copy.write_bytes(desk.path.read_bytes())
    made = desk.anyone.apply(copy, "Hurt", hurt)
    assert desk.document.value == ANNA
    assert desk.anyone.take_back(made) == ANNA
    assert FIRST.read(copy).value == ANNA
    assert desk.document.undo_stack.count() == 0


def test_a_file_that_changes_at_every_try_is_given_up_after_three(desk: Desk) -> None:
    other, tries = desk.path.with_name("Bo.bones"), []
    FIRST.write(other, Hero(id="b" * 32, kin="fox"))

    def outrun(now: Hero) -> Hero:
        tries.append(now)
        FIRST.write(other, now.with_(name=f"Bo {len(tries)}"))
        return hurt(now)

    with pytest.raises(FileProblem, match="changed-outside"):
        desk.anyone.apply(other, "Hurt", outrun)
    assert len(tries) == session.TRIES == 3
    assert FIRST.read(other).value.hits == 0
