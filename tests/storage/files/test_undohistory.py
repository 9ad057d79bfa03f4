"""Undo across restarts: whichever state a killed program left in the file, its history leads there."""

import random
import sqlite3
from itertools import pairwise

import pytest

from bones_desktop.rules.bones.book.character import Character, CharacterDie, LedgerEntry, LedgerKind
from bones_desktop.storage.files import undohistory
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import MOST_STEPS, HistoryStep, UndoHistories


def steps_of(character, count, **changes):
    states = [character.with_(spiffs=number, **changes) for number in range(count + 1)]
    return [HistoryStep(f"Step {n}", before, after) for n, (before, after) in enumerate(pairwise(states))]


def size(histories):
    """Return the bytes of the file once everything is in it."""
    histories.close()
    return histories.path.stat().st_size


class Document:
    """Steps as the program's own document makes them, and the file beside them that is written after the history."""

    def __init__(self, folder, character):
        self.folder = folder
        self.character, self.steps, self.undone = character, (), 0
        self.file = character
        self.open()

    def open(self):
        """Start anew."""
        self.histories = UndoHistories(self.folder, Character)
        self.history = self.histories.of(self.character.id)
        found = self.history.load(self.file)
        self.character = self.file
        self.steps, self.undone = (found.steps, found.undone) if found else ((), 0)

    def push(self, after, name="Step", *, merge=False):
        done = self.steps[: len(self.steps) - self.undone]
        before = self.character
        if merge and done:
            before, done = done[-1].before, done[:-1]
        self.steps, self.undone = (*done, HistoryStep(name, before, after))[-undohistory.MOST_STEPS :], 0
        self.character = after

    def undo(self):
        if self.undone < len(self.steps):
            self.undone += 1
            self.character = self.steps[-self.undone].before

    def redo(self):
        if self.undone:
            self.character = self.steps[-self.undone].after
            self.undone -= 1

    def ahead(self):
        self.history.keep(self.steps, self.undone)

    def save(self):
        self.ahead()
        self.file = self.character

    def stored(self, character):
        found = UndoHistories(self.folder, Character).of(character.id).load(character)
        return None if found is None else (found.steps, found.undone)


@pytest.fixture
def document(tmp_path, character):
    return Document(tmp_path, character.with_(spiffs=0))


def test_the_steps_come_back_with_their_marks(document):
    document.steps = tuple(
        HistoryStep(each.name, each.before, each.after, "" if n % 3 else f"mark {n}")
        for n, each in enumerate(steps_of(document.character, 7))
    )
    document.undone = 2
    document.ahead()
    assert document.stored(document.steps[5].before) == (document.steps, 2)
    assert document.stored(document.file.with_(name="Other")) is None
    assert document.stored(document.file.with_(id="1" * 32)) is None


def test_killed_before_the_save_the_last_step_can_be_done_again_and_after_it_undone(document):
    for number in range(1, 4):
        before = document.file
        document.push(before.with_(spiffs=number), f"Gain {number}")
        document.ahead()
        assert document.stored(before) == (document.steps, 1)
        assert document.stored(document.character) == (document.steps, 0)
        document.file = document.character


def test_a_state_come_to_twice_is_the_one_the_history_was_left_at(document):
    for spiffs in (1, 0, 1, 0):
        document.push(document.file.with_(spiffs=spiffs))
        document.save()
    document.undo()
    document.undo()
    document.save()
    assert document.stored(document.file) == (document.steps, 2)


def test_of_what_a_step_leaves_alone_nothing_is_written(document, character):
    document.file = document.character = character.with_(notes="x" * 20_000, portrait="QUJD" * 12_000)
    entries = [LedgerEntry(kind=LedgerKind.AWARD, sessions=n, note=f"Session {n}") for n in range(1, 101)]
    for number in range(1, 101):
        document.push(document.character.with_(ledger=tuple(entries[:number]), spiffs=number % 9))
        document.save()
    assert size(document.histories) < 400_000
    assert document.stored(document.file) == (document.steps, 0)


def test_dice_and_lists_come_back(document):
    for number in range(5):
        document.push(document.file.with_(dice=tuple(CharacterDie(name=f"{number} {die}") for die in range(number))))
        document.save()
    document.push(document.file.with_(tags=("a", "b")))
    document.save()
    document.open()
    assert document.stored(document.file) == (document.steps, 0)
    assert document.steps[-1].after.tags == ("a", "b")


def test_only_so_many_steps_are_kept(document):
    for number in range(1, MOST_STEPS + 120):
        document.push(document.file.with_(spiffs=number))
        document.save()
    steps, undone = document.stored(document.file)
    assert (steps, undone) == (document.steps, 0)
    assert len(steps) == MOST_STEPS
    with sqlite3.connect(document.histories.path) as database:
        ((rows,),) = database.execute("SELECT count(*) FROM state").fetchall()
    assert rows <= MOST_STEPS + undohistory._SPARE + 1


@pytest.mark.parametrize("seed", range(6))
def test_whatever_was_done_the_history_of_the_file_leads_to_it(document, monkeypatch, seed):
    chance = random.Random(seed)
    monkeypatch.setattr(undohistory, "MOST_STEPS", 12)
    monkeypatch.setattr(undohistory, "_SPARE", 3)
    for number in range(120):
        kind = chance.choice(("push", "push", "push", "type", "undo", "undo", "redo", "other", "start"))
        now = document.character
        if kind == "undo":
            document.undo()
        elif kind == "redo":
            document.redo()
        elif kind == "start":
            document.file = now
            document.open()
        elif kind == "other":
            document.character, document.steps, document.undone = now.with_(name=f"Other {number}"), (), 0
            document.push(document.character.with_(spiffs=1000 + number))
        else:
            merge = kind == "type"
            document.push(now.with_(name=f"{number} Name"[: chance.randrange(5, 8)]), f"{kind} {number}", merge=merge)
        document.ahead()
        if document.steps:
            assert document.stored(document.character) == (document.steps, document.undone)
        if chance.random() < 0.8:
            document.file = document.character


def test_what_another_program_wrote_is_replaced_whole(document):
    document.push(document.file.with_(spiffs=1))
    document.save()
    other = Document(document.folder, document.file)
    other.push(other.file.with_(name="Other"))
    other.save()
    document.push(document.file.with_(spiffs=2))
    document.save()
    assert document.stored(document.file) == (document.steps, 0)
    assert document.stored(other.file) is None


def test_a_damaged_file_is_no_history_and_the_next_write_begins_another(document):
    document.push(document.file.with_(spiffs=1))
    document.save()
    document.histories.close()
    data = document.histories.path.read_bytes()
    for damaged in (b"", b"x" * len(data), data[: len(data) // 2], data[:5_000] + b"\0" * 2_000 + data[7_000:]):
        document.histories.path.write_bytes(damaged)
        document.open()
        assert document.steps == () or document.steps[-1].after == document.file
        for number in range(2, 5):  # a write that finds the damage is the last one lost
            document.push(document.file.with_(spiffs=number, name=str(len(damaged))))
            try:
                document.save()
            except FileProblem:
                document.file = document.character
        assert document.stored(document.file) == (document.steps, 0)
        document.histories.close()


def test_a_full_disk_costs_the_history_at_most(document, monkeypatch):
    document.push(document.file.with_(notes="y" * 300))
    document.save()
    held = document.file, document.steps
    with document.histories.database() as database:
        pages = database.execute("PRAGMA page_count").fetchone()[0]
    document.histories._open.execute(f"PRAGMA max_page_count = {pages}")
    letters = random.Random(1)
    document.push(document.file.with_(notes="".join(chr(letters.randrange(33, 1000)) for _ in range(20_000))))
    with pytest.raises(FileProblem) as caught:
        document.ahead()
    assert caught.value.code == "disk-full"
    assert document.stored(held[0]) == (held[1], 0)
    document.push(document.character.with_(spiffs=3, notes=""))
    document.save()
    assert document.stored(document.file) == (document.steps, 0)


def test_a_pause_with_nothing_new_writes_nothing(document):
    document.ahead()
    with document.histories.database() as database:
        assert database.execute("SELECT count(*) FROM history").fetchone() == (0,)
    document.push(document.file.with_(spiffs=1))
    document.save()
    document.ahead()
    with document.histories.database() as database:
        assert database.execute("SELECT edition FROM history").fetchone() == (1,)


def test_a_step_that_got_another_name_is_stored_under_it(document):
    document.push(document.file.with_(spiffs=1), "Gain a spiff")
    document.save()
    [step] = document.steps
    document.steps = (HistoryStep("Earn a spiff", step.before, step.after),)
    document.ahead()
    assert document.stored(document.file) == (document.steps, 0)


def test_what_was_not_edited_for_a_year_goes(document):
    document.push(document.file.with_(spiffs=1))
    document.save()
    other = Document(document.folder, document.file.with_(id="1" * 32))
    other.push(other.file.with_(spiffs=1))
    other.save()
    with document.histories.database() as database:
        database.execute("UPDATE history SET written = julianday('now') - 400 WHERE id = ?", (other.file.id,))
    assert document.stored(other.file) is None
    assert document.stored(document.file) == (document.steps, 0)


def test_killed_while_typing_on_the_state_of_the_file_has_its_history(document):
    document.push(document.file.with_(spiffs=1), "Gain")
    document.save()
    for name in ("R", "Ro", "Rolf"):
        document.push(document.character.with_(name=name), "Name", merge=name != "R")
        document.ahead()
        assert document.stored(document.character) == (document.steps, 0)
        steps, undone = document.stored(document.file)
        done = steps[: len(steps) - undone]
        assert [each.name for each in done] == (["Gain"] if name == "R" else ["Gain", "Name"])
        assert done[-1].after == document.file
        document.file = document.character
