"""One edit, one undo step, one signal; undo gives back what was; a history outlives the program."""

import gc
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bones_desktop.document.bones.characterdocument import Change, CharacterDocument, UndoStep
from bones_desktop.document.document import Replacement
from bones_desktop.rules.bones.book.character import Character, add_count
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.making import edits
from bones_desktop.rules.reasons import RulesError
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook


@pytest.fixture
def document(qapp: object) -> CharacterDocument:
    return CharacterDocument(rulebook(), ragnar())


def heard(document: CharacterDocument) -> list[Change]:
    changes: list[Change] = []
    document.changed.connect(changes.append)
    return changes


def test_a_note_is_undone_and_redone_but_changes_and_keeps_nothing(document: CharacterDocument) -> None:
    document.apply("Lose die 3", lambda now: injuries.lose(now, 2))
    before = document.character
    changes = heard(document)
    document.note("The GM says 2")
    document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    stack = document.undo_stack
    stack.undo()
    stack.undo()
    stack.redo()
    assert document.character == before
    assert [(change.name, change.undone) for change in changes] == [
        ("The GM says 2", False), ("Lose die 1", False), ("Lose die 1", True), ("The GM says 2", True),
        ("The GM says 2", False),
    ]  # fmt: skip
    steps, undone = document.history()
    assert [step.name for step in steps] == ["Lose die 3", "Lose die 1"]
    assert undone == 1
    assert document.last_step == UndoStep("The GM says 2", before, before)
    stack.undo()
    assert document.last_step == steps[0]
    assert document.history()[1] == 1
    stack.undo()
    assert document.history()[1] == 2


def test_a_note_may_be_made_of_a_read_only_character(document: CharacterDocument) -> None:
    document.open(ragnar(), read_only=True)
    document.note("The GM says 2")
    assert document.undo_stack.undoText() == "The GM says 2"


def test_one_edit_is_one_step_and_one_signal(document: CharacterDocument) -> None:
    changes = heard(document)
    document.apply("Lose die 3", lambda now: injuries.lose(now, 2))
    assert [change.name for change in changes] == ["Lose die 3"]
    assert document.character.available() == (0, 1, 3)
    assert document.undo_stack.count() == 1
    assert document.undo_stack.undoText() == "Lose die 3"


def test_the_change_is_offered_for_saving_before_anyone_sees_it(document: CharacterDocument) -> None:
    order: list[str] = []
    document.changed.connect(lambda _change: order.append("seen"))
    document.about_to_show.connect(lambda _change: order.append("saved"))
    document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    document.undo_stack.undo()
    assert order == ["saved", "seen", "saved", "seen"]


def test_an_edit_that_changes_nothing_leaves_no_trace(document: CharacterDocument) -> None:
    changes = heard(document)
    document.apply("Name", lambda now: edits.set_text(now, "name", "Ragnar"))
    assert not changes
    assert document.undo_stack.count() == 0


def test_a_refused_edit_leaves_no_trace(document: CharacterDocument) -> None:
    changes = heard(document)
    with pytest.raises(RulesError):
        document.apply("Heal", injuries.heal)
    why: list[str] = []
    assert not document.attempt("Heal", injuries.heal, lambda reason: why.append(reason.code))
    assert why == ["nothing-to-heal"]
    assert not changes
    assert document.undo_stack.count() == 0
    assert document.character == ragnar()


def test_typing_is_one_step_and_typing_back_is_none(document: CharacterDocument) -> None:
    for name in ("Rag", "Ragn", "Ragnvald"):
        document.apply("Name", lambda now, name=name: edits.set_text(now, "name", name), merge="text:name")
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert document.character.name == "Ragnar"


def test_typing_back_takes_the_step_away_and_tells_each_change(document: CharacterDocument) -> None:
    document.apply("Lose die 3", lambda now: injuries.lose(now, 2))
    changes = heard(document)
    places: list[int] = []
    document.undo_stack.indexChanged.connect(places.append)
    for name in ("Ragna", "Ragnar"):
        document.apply("Name", lambda now, name=name: edits.set_text(now, "name", name), merge="text:name")
    assert [(change.before.name, change.after.name, change.undone) for change in changes] == [
        ("Ragnar", "Ragna", False), ("Ragna", "Ragnar", False),
    ]  # fmt: skip
    assert document.undo_stack.undoText() == "Lose die 3"
    assert places[-1] == document.undo_stack.count() == 1


def test_while_a_letter_is_shown_the_history_leads_to_it_in_one_step(document: CharacterDocument) -> None:
    found = []
    document.about_to_show.connect(lambda _change: found.append([each.after.name for each in document.history()[0]]))
    for name in ("Rag", "Ragn"):
        document.apply("Name", lambda now, name=name: edits.set_text(now, "name", name), merge="text:name")
    assert found == [["Rag"], ["Ragn"]]


def test_typing_keeps_no_letter_but_the_last(document: CharacterDocument) -> None:
    for count in range(1, 20):
        document.apply("Name", lambda now, count=count: edits.set_text(now, "name", "R" * count), merge="text:name")
    gc.collect()
    kept = [each for each in gc.get_objects() if isinstance(each, Replacement)]
    assert [(each.before.name, each.after.name) for each in kept] == [("Ragnar", "R" * 19)]


def test_typing_in_two_fields_is_two_steps(document: CharacterDocument) -> None:
    document.apply("Name", lambda now: edits.set_text(now, "name", "Rolf"), merge="text:name")
    document.apply("Age", lambda now: edits.set_text(now, "age", "40"), merge="text:age")
    assert document.undo_stack.count() == 2


def test_a_read_only_character_refuses_edits(document: CharacterDocument) -> None:
    document.open(ragnar(), read_only=True)
    with pytest.raises(RulesError) as refused:
        document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    assert refused.value.reason.code == "read-only-character"


def test_the_sheet_follows_and_is_derived_once(document: CharacterDocument) -> None:
    before = document.sheet
    assert document.sheet is before
    document.apply("Name", lambda now: edits.set_text(now, "name", "Rolf"))
    assert document.sheet.name == "Rolf"
    assert before.name == "Ragnar"


def test_a_history_can_be_taken_up_again(document: CharacterDocument) -> None:
    document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    document.apply("Lose die 2", lambda now: injuries.lose(now, 1))
    document.undo_stack.undo()
    steps, undone = document.history()
    assert undone == 1

    other = CharacterDocument(rulebook(), ragnar())
    changes = heard(other)
    other.open(document.character, history=steps, undone=undone)
    assert len(changes) == 1
    assert other.character == document.character
    other.undo_stack.redo()
    assert other.character.available() == (2, 3)
    other.undo_stack.undo()
    other.undo_stack.undo()
    assert other.character == ragnar()


def test_a_step_that_was_kept_long_ago_turns_nothing_round(document: CharacterDocument) -> None:
    before = document.character
    after = before.with_(spiffs=before.spiffs + 1)
    document.open(after, history=[UndoStep("Give Rag\u202enar a spiff", before, after)])
    assert document.undo_stack.undoText() == "Give Ragnar a spiff"


def test_the_history_leads_to_what_is_about_to_be_shown(document: CharacterDocument) -> None:
    told: list[tuple[list[str], int]] = []

    def follow(change: Change) -> None:
        steps, undone = document.history()
        told.append(([step.name for step in steps], undone))
        done = steps[: len(steps) - undone]
        assert (done[-1].after if done else steps[0].before) == change.after == document.character

    document.about_to_show.connect(follow)
    document.changed.connect(follow)
    for die in range(3):
        document.apply(f"Lose die {die}", partial(injuries.lose, die=die))
    stack = document.undo_stack
    stack.undo()
    stack.setIndex(0)
    stack.setIndex(2)
    document.apply("Lose die 3", partial(injuries.lose, die=3))
    zero, one, two, three = (f"Lose die {die}" for die in range(4))
    every = [zero, one, two]
    heard = [([zero], 0), ([zero, one], 0), (every, 0), (every, 1), (every, 2), (every, 3), (every, 2), (every, 1)]
    assert told == [each for each in (*heard, ([zero, one, three], 0)) for _signal in range(2)]


def test_a_history_of_another_character_is_dropped(document: CharacterDocument) -> None:
    document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    steps, undone = document.history()
    other = CharacterDocument(rulebook(), ragnar())
    other.open(ragnar().with_(name="Rolf"), history=steps, undone=undone)
    assert other.character.name == "Rolf"
    assert other.undo_stack.count() == 0


def step(document: CharacterDocument, number: int) -> None:
    """Do one of several edits, whichever the number says and the rules allow."""
    die = number % 4

    def edit(now: Character) -> Character:
        match number % 5:
            case 0:
                return injuries.lose(now, die)
            case 1:
                return injuries.heal(now)
            case 2:
                return add_count(now, "spiffs", 1)
            case 3:
                return edits.set_text(now, "name", f"Name {number}")
            case _:
                return edits.set_template(rulebook(), now, die, "armsman" if die > 1 else "")

    try:
        document.apply(f"Step {number}", edit)
    except RulesError:
        return


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, 99), max_size=50))
def test_undoing_all_is_the_start_and_redoing_all_is_the_end(qapp: object, numbers: list[int]) -> None:
    document = CharacterDocument(rulebook(), ragnar())
    for number in numbers:
        step(document, number)
    end = document.character
    while document.undo_stack.canUndo():
        document.undo_stack.undo()
    assert document.character == ragnar()
    while document.undo_stack.canRedo():
        document.undo_stack.redo()
    assert document.character == end
