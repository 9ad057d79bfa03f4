"""A history written ahead of each save: whichever state a killed program left in the file, its history is there."""

import os
import random
import shutil

import pytest

from bones_desktop.rules.bones.book.character import Character, CharacterDie
from bones_desktop.storage.files import checkedfile, undohistory
from bones_desktop.storage.files.characterfile import dump_character
from bones_desktop.storage.files.checkedfile import next_line, read_lines, write_checked
from bones_desktop.storage.files.datafile import digest_of
from bones_desktop.storage.files.plainvalues import plain
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import GROWN, LARGEST, Step, UndoHistories


def digest(character):
    return digest_of(dump_character(character))


class Document:
    """Steps as the program's own document makes them, and the file beside them that is written after the history."""

    def __init__(self, folder, character):
        self.histories = UndoHistories(folder, Character)
        self.path = folder / f"{character.id}.json"
        self.character, self.steps, self.undone = character, (), 0
        self.file = character
        self.open()

    def open(self):
        self.history = self.histories.of(self.character.id)
        found = self.history.load(digest(self.file))
        self.character = self.file
        self.steps, self.undone = (found.steps, found.undone) if found else ((), 0)

    def push(self, after, name="Step", *, merge=False):
        assert after != self.character
        done = self.steps[: len(self.steps) - self.undone]
        before = self.character
        if merge and done:
            before, done = done[-1].before, done[:-1]
        self.steps, self.undone = (*done, Step(name, before, after))[-undohistory.MOST_STEPS :], 0
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
        self.history.write_ahead(digest(self.file), digest(self.character), self.steps, self.undone)

    def save(self):
        self.ahead()
        self.file = self.character

    def keep(self):
        self.history.keep(digest(self.file), self.steps, self.undone)

    def stored(self, character):
        found = self.histories.of(character.id).load(digest(character))
        return None if found is None else (found.steps, found.undone)

    @property
    def told(self):
        return self.steps, self.undone


@pytest.fixture
def document(tmp_path, character):
    return Document(tmp_path, character.with_(spiffs=0))


def test_killed_before_or_after_the_save_the_history_is_there(document):
    for number in range(1, 4):
        before, held = document.file, document.told
        document.push(before.with_(spiffs=number), f"Gain {number}")
        document.ahead()
        assert document.stored(before) == held
        document.file = document.character
        assert document.stored(document.file) == document.told
    assert [step.name for step in document.stored(document.file)[0]] == ["Gain 1", "Gain 2", "Gain 3"]


def test_a_step_takes_few_bytes_however_long_the_life(document, character):
    document.file = document.character = character.with_(notes="x" * 100_000, portrait="QUJD" * 12_000)
    document.push(document.character.with_(spiffs=1))
    document.save()
    size = document.path.stat().st_size
    for number in range(2, 30):
        document.push(document.character.with_(spiffs=number))
        document.save()
    assert document.path.stat().st_size - size < 28 * 300


def test_typing_on_in_the_only_step_takes_few_bytes(document, character):
    document.file = document.character = character.with_(notes="x" * 100_000)
    document.push(document.character.with_(name="R"))
    document.save()
    size = document.path.stat().st_size
    for name in ("Ro", "Rol", "Rolf"):
        document.push(document.character.with_(name=name), merge=True)
        document.save()
        assert document.stored(document.file) == document.told
    assert len(document.steps) == 1
    assert document.path.stat().st_size - size < 3 * 300


def walk(document, chance, steps):
    """Make, undo and redo steps; yield after each that was written ahead, whether or not the file was saved."""
    for number in range(steps):
        kind = chance.choice(("push", "push", "push", "type", "undo", "undo", "redo", "other", "large"))
        now = document.character
        if kind == "undo":
            document.undo()
        elif kind == "redo":
            document.redo()
        elif kind == "other":
            document.character, document.steps, document.undone = now.with_(name=f"Other {number}"), (), 0
            document.push(document.character.with_(spiffs=1000 + number))
        elif kind == "large":
            document.push(now.with_(notes=f"{number:04d}" * chance.randrange(1, 400)))
        else:
            merge = kind == "type"
            document.push(now.with_(name=f"{number} Name"[: chance.randrange(5, 8)]), f"{kind} {number}", merge=merge)
        document.ahead()
        if chance.random() < 0.8:
            document.file = document.character
        yield


@pytest.mark.parametrize("seed", range(12))
def test_whatever_was_done_the_history_of_the_file_leads_to_it(tmp_path, character, monkeypatch, seed):
    chance = random.Random(seed)
    monkeypatch.setattr(undohistory, "MOST_STEPS", 12)
    document = Document(tmp_path, character)
    histories = {digest(character): ((), 0)}
    for _step in walk(document, chance, 120):
        histories[digest(document.character)] = document.told
        found = document.stored(document.file)
        if found is not None:
            assert found == histories[digest(document.file)]
        else:
            assert digest(document.file) not in histories
        what = chance.random()
        if what < 0.1:
            document.file = document.character
            document.keep()
            assert document.stored(document.file) == document.told
        elif what < 0.2:
            document.open()
        elif what < 0.25:
            document.file = document.character
            document.histories.of(character.id).keep(digest(document.file), document.steps, document.undone)
    document.file = document.character
    document.keep()
    document.open()
    assert document.stored(document.file) == document.told


def test_a_file_cut_anywhere_tells_the_truth_or_nothing(document):
    states = [(document.file, document.told)]
    for number in range(1, 4):
        document.push(document.file.with_(spiffs=number), f"Gain {number}")
        document.save()
        states.append((document.file, document.told))
    document.undo()
    document.save()
    states[2] = (document.file, document.told)
    data = document.path.read_bytes()
    found = set()
    for length in (*range(0, len(data), 5), len(data)):
        document.path.write_bytes(data[:length])
        for number, (character, told) in enumerate(states):
            history = document.stored(character)
            assert history in {None, told, (told[0][:2], 0) if number == 2 else None}
            found.add((number, history is not None))
    assert found == {(number, there) for number in range(4) for there in (True, False)}


def test_a_damaged_line_and_all_behind_it_are_not_believed(document):
    states = []
    for number in range(1, 5):
        document.push(document.file.with_(spiffs=number), f"Gain {number}")
        document.save()
        states.append((document.file, document.told, document.path.stat().st_size))
    data = document.path.read_bytes()
    for at in range(0, len(data), 7):
        document.path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        for character, told, end in states:
            assert document.stored(character) == (told if end <= at else None)


def test_lines_of_another_history_are_not_believed(document, tmp_path, character):
    document.push(character.with_(spiffs=1))
    document.save()
    document.push(document.file.with_(spiffs=2))
    document.save()
    lines = document.path.read_bytes().splitlines(keepends=True)[-1]
    other = Document(tmp_path / "other", character)
    other.push(character.with_(name="Other"))
    other.save()
    other.push(other.file.with_(spiffs=7))
    other.save()
    with other.path.open("ab") as file:
        file.write(lines)
    assert other.stored(document.file) is None
    assert other.stored(other.file) == other.told


def test_what_a_killed_program_left_of_a_line_is_written_over(document):
    document.push(document.file.with_(spiffs=1))
    document.save()
    document.push(document.file.with_(spiffs=2))
    document.ahead()
    data = document.path.read_bytes()
    for length in (len(data) - 1, len(data) - 30, len(data)):
        document.path.write_bytes(data[:length])
        document.open()
        assert document.character.spiffs == 1
        document.push(document.file.with_(spiffs=5), "After the kill")
        document.ahead()
        assert document.stored(document.file) == (document.steps[:1], 0)
        assert document.stored(document.character) == document.told
        assert document.path.read_bytes().startswith(data[: data.index(b"\n}\n") + 3])


def test_a_history_replaced_by_another_is_not_appended_to(document, character):
    document.push(character.with_(spiffs=1))
    document.save()
    document.histories.of(character.id).keep("elsewhere", document.steps, 0)
    document.push(document.file.with_(spiffs=2))
    held = document.stored(document.file)
    document.ahead()
    assert held is None
    assert document.stored(document.file) == (document.steps[:1], 0)
    document.file = document.character
    assert document.stored(document.file) == document.told


@pytest.mark.parametrize("kind", ["no room", "half a line"])
def test_a_full_disk_costs_the_history_at_most_and_never_makes_it_wrong(document, monkeypatch, kind):
    document.push(document.file.with_(spiffs=1))
    document.save()
    held = document.file, document.told
    write = os.write

    def full(handle, data):
        if kind == "half a line" and len(data) > 1:
            return write(handle, data[: len(data) // 2])
        raise OSError(28, "full")

    document.push(document.file.with_(spiffs=2))
    with monkeypatch.context() as patch:
        patch.setattr(checkedfile.os, "write", full)
        with pytest.raises(FileProblem):
            document.ahead()
        assert document.stored(held[0]) == held[1]
        assert document.stored(document.character) is None
    document.push(document.character.with_(spiffs=3))
    document.ahead()
    assert document.stored(held[0]) == held[1]
    assert document.stored(document.character) == document.told


def test_a_history_of_earlier_versions_is_gone_on_with(document, character):
    states = [character.with_(spiffs=n) for n in range(4)]
    document.file = states[-1]
    body = {
        "digest": digest(document.file),
        "states": [plain(each) for each in states],
        "steps": [[f"Step {n}", n, n + 1] for n in range(3)],
        "undone": 0,
    }
    write_checked(document.path, body)
    whole = document.path.read_bytes()
    document.open()
    document.push(document.file.with_(spiffs=9))
    document.save()
    assert document.path.read_bytes().startswith(whole)
    assert document.stored(document.file) == document.told
    assert len(document.steps) == 4


def test_many_lines_are_gathered_up_at_a_pause_and_fewer_are_not(document):
    for number in range(20):
        document.push(document.file.with_(notes=f"{number:05d}" * 1000))
        document.save()
    document.keep()
    grown = document.path.stat().st_size
    for number in range(20, 90):
        document.push(document.file.with_(notes=f"{number:05d}" * 1000))
        document.save()
    assert document.path.stat().st_size > grown + GROWN
    document.keep()
    assert document.path.read_bytes().count(b"\n}\n") == 1
    assert document.path.read_bytes().endswith(b"\n}\n"), "one whole, no lines"
    assert document.stored(document.file) == document.told


def test_a_pause_with_nothing_new_writes_nothing(document, monkeypatch):
    document.keep()
    assert not document.path.exists()
    document.push(document.file.with_(spiffs=1))
    document.save()
    data = document.path.read_bytes()
    monkeypatch.setattr(undohistory, "append", None)
    monkeypatch.setattr(undohistory, "_write", None)
    document.keep()
    document.keep()
    assert document.path.read_bytes() == data


def test_a_step_is_on_the_device_before_the_file_it_belongs_to(document, monkeypatch):
    """A power cut after the save would leave a character whose history is that of an earlier state."""
    document.push(document.file.with_(spiffs=1))
    document.save()
    synced = []
    real = checkedfile.sync
    monkeypatch.setattr(checkedfile, "sync", lambda handle: (synced.append(document.path.read_bytes()), real(handle)))
    document.push(document.file.with_(spiffs=2))
    document.save()
    assert synced == [document.path.read_bytes()]


def test_steps_without_room_for_all_keep_the_last_and_are_not_written_anew_at_every_pause(document, monkeypatch):
    for number in range(60):
        document.push(document.file.with_(notes=f"{number:06d}" * 25_000))
        document.save()
    assert document.path.stat().st_size < 2 * LARGEST + 100
    document.keep()
    assert document.path.stat().st_size <= LARGEST + 300_000
    steps, undone = document.stored(document.file)
    assert steps == document.steps[-len(steps) :]
    assert len(steps) > 10
    monkeypatch.setattr(undohistory, "_write", None)
    document.keep()
    document.push(document.file.with_(spiffs=3))
    document.save()
    assert document.stored(document.file)[0] == (*steps, document.steps[-1])
    assert undone == 0


def test_dice_and_lists_come_back_from_lines(document, character):
    names = [tuple(CharacterDie(name=f"{n} {die}") for die in range(n)) for n in range(5)]
    for dice in names:
        document.push(document.file.with_(dice=dice))
        document.save()
    document.push(document.file.with_(tags=("a", "b")))
    document.save()
    shutil.copy(document.path, document.path.with_suffix(".copy"))
    document.open()
    assert document.stored(document.file) == document.told
    assert document.steps[-1].after.tags == ("a", "b")


def test_a_line_that_keeps_more_steps_than_there_are_makes_the_history_none(tmp_path, character):
    document = Document(tmp_path, character)
    document.push(character.with_(spiffs=1))
    document.save()
    document.keep()
    found = read_lines(document.path, LARGEST)
    news = {"digest": "other", "from": 0, "keep": 99, "first": None, "changes": [], "steps": [], "undone": 0}
    _place, data = next_line(found.every[-1].place, news)
    with document.path.open("ab") as file:
        file.write(data)
    assert document.histories.of(character.id).load("other") is None
    assert document.stored(document.file) == document.told


def test_a_step_that_got_another_name_is_stored_under_it(tmp_path, character):
    document = Document(tmp_path, character)
    document.push(character.with_(spiffs=1), "Gain a spiff")
    document.save()
    [step] = document.steps
    document.steps = (Step("Earn a spiff", step.before, step.after),)
    document.keep()
    assert document.stored(document.file) == document.told
