import base64
import random
from dataclasses import replace
from itertools import pairwise

from bones_desktop.rules.bones.book.character import Character, LedgerEntry, LedgerKind
from bones_desktop.storage.files.checkedfile import write_checked
from bones_desktop.storage.files.plainvalues import plain
from bones_desktop.storage.files.undohistory import MOST_STEPS, Step, UndoHistories


def _steps(character, count, **changes):
    states = [character.with_(spiffs=number, **changes) for number in range(count + 1)]
    return [Step(f"Step {n}", before, after) for n, (before, after) in enumerate(pairwise(states))]


def _keep(histories, character, steps, undone=0):
    """Write the history as a save of the character's file does, which has the digest `digest` then."""
    history = histories.of(character.id)
    history.write_ahead("before", "digest", steps, undone)
    history.keep("digest", steps, undone)


def _load(histories, character):
    return histories.of(character.id).load("digest")


def test_the_steps_come_back_for_the_same_file(tmp_path, character):
    histories = UndoHistories(tmp_path / "undo", Character)
    steps = _steps(character, 7)
    _keep(histories, character, steps, 2)
    found = _load(histories, character)
    assert (found.steps, found.undone) == (tuple(steps), 2)


def test_marks_come_back_with_their_steps(tmp_path, character):
    steps = [replace(step, mark="" if n % 3 else f"mark {n}") for n, step in enumerate(_steps(character, 7))]
    histories = UndoHistories(tmp_path, Character)
    history = histories.of(character.id)
    history.keep("one", steps[:4], 0)
    history.write_ahead("one", "two", steps[:6], 0)
    history.write_ahead("two", "three", [*steps[:5], steps[6]], 1)
    for digest, kept in (("one", steps[:4]), ("two", steps[:6]), ("three", [*steps[:5], steps[6]])):
        assert histories.of(character.id).load(digest).steps == tuple(kept)


def test_a_history_without_marks_is_written_as_ever(tmp_path, character):
    UndoHistories(tmp_path, Character).of(character.id).keep("digest", _steps(character, 3), 0)
    (path,) = tmp_path.iterdir()
    assert b"marks" not in path.read_bytes()


def test_steps_that_do_not_join_are_kept_as_they_are(tmp_path, character):
    histories = UndoHistories(tmp_path, Character)
    steps = [_steps(character, 3)[0], _steps(character.with_(name="B"), 3)[2]]
    _keep(histories, character, steps)
    assert _load(histories, character).steps == tuple(steps)


def test_another_state_of_the_file_has_no_history(tmp_path, character):
    histories = UndoHistories(tmp_path, Character)
    _keep(histories, character, _steps(character, 3))
    assert histories.of(character.id).load("other") is None
    assert histories.of("1" * 32).load("digest") is None


def test_a_damaged_history_is_none(tmp_path, character):
    histories = UndoHistories(tmp_path, Character)
    _keep(histories, character, _steps(character, 3))
    (path,) = tmp_path.iterdir()
    data = path.read_bytes()
    for at in range(0, len(data), 37):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        assert _load(histories, character) is None


def test_only_so_many_steps_are_kept(tmp_path, character):
    histories = UndoHistories(tmp_path, Character)
    steps = _steps(character, MOST_STEPS + 30)
    _keep(histories, character, steps)
    assert _load(histories, character).steps == tuple(steps[-MOST_STEPS:])


def test_steps_that_change_much_have_shorter_histories(tmp_path, character):
    histories = UndoHistories(tmp_path, Character)
    states = [character.with_(notes=f"{number:06d}" * 25_000) for number in range(61)]
    steps = [Step(f"Step {n}", before, after) for n, (before, after) in enumerate(pairwise(states))]
    _keep(histories, character, steps)
    (path,) = tmp_path.iterdir()
    assert path.stat().st_size <= 4_300_000
    found = _load(histories, character)
    assert 10 < len(found.steps) < 40
    assert found.steps[-1] == steps[-1]


def _portrait(seed: int) -> str:
    return base64.b64encode(random.Random(seed).randbytes(48_000)).decode()


def test_a_portrait_is_kept_once_however_many_steps_show_it(tmp_path, character):
    histories = UndoHistories(tmp_path, Character)
    first = _steps(character, 60, portrait=_portrait(1))
    other = _steps(first[-1].after, 40, portrait=_portrait(2))
    steps = [*first, *other]
    _keep(histories, character, steps)
    (path,) = tmp_path.iterdir()
    assert path.stat().st_size < 400_000
    assert _load(histories, character).steps == tuple(steps)


def test_what_a_step_leaves_alone_is_kept_once(tmp_path, character):
    histories = UndoHistories(tmp_path, Character)
    entries = [LedgerEntry(kind=LedgerKind.AWARD, sessions=n, note=f"Session {n}") for n in range(1, 201)]
    states = [character.with_(notes="x" * 150_000, ledger=tuple(entries[:n])) for n in range(201)]
    steps = [Step("Award", before, after) for before, after in pairwise(states)]
    _keep(histories, character, steps, 3)
    (path,) = tmp_path.iterdir()
    assert path.stat().st_size < 300_000
    found = _load(histories, character)
    assert (found.steps, found.undone) == (tuple(steps), 3)


def test_a_history_of_whole_states_still_loads(tmp_path, character):
    before, after = (character.with_(portrait=_portrait(1), spiffs=n) for n in (1, 2))
    states = [plain(each) for each in (before, after)]
    body = {"digest": "digest", "states": states, "steps": [["Step", 0, 1]], "undone": 1}
    write_checked(tmp_path / f"{character.id}.json", body)
    found = _load(UndoHistories(tmp_path, Character), character)
    assert (found.steps, found.undone) == ((Step("Step", before, after),), 1)
