"""Dice thrown by hand: what is asked together, what is known, and the way back."""

from dataclasses import replace

import pytest

from bones_desktop.widgets.byhand.byhandstate import HandDie, HandThrow, HandWords
from tests.support.hands import CHALLENGE, character, item, poison


def throw(*dice: HandDie) -> HandThrow:
    return HandThrow(dice)


def test_one_question_a_die_and_one_for_all_challenge_dice():
    state = throw(character(), CHALLENGE, character(), CHALLENGE, CHALLENGE)
    assert [question.places for question in state.questions] == [(0,), (2,), (1, 3, 4)]
    assert state.rows == ((0, 2), (1, 3, 4))
    assert [question.counted for question in state.questions] == [False, False, True]


def test_equal_faces_are_one_answer_and_give_the_first_of_them():
    state = throw(item("defend x2", "defend", "encumbrance", "blank", "defend", "defend"))
    assert [(option.index, option.code) for option in state.question.options] == [
        (0, "defend x2"), (1, "defend"), (2, "encumbrance"), (3, "blank"),
    ]  # fmt: skip
    state.give(3)
    assert state.indices == (3,)
    assert state.question.answers == 4


def test_counted_dice_show_the_face_asked_for_first():
    state = throw(*[CHALLENGE] * 4)
    assert state.question.options[0].code == "null"
    assert state.question.answers == 5
    state.give(1)
    assert state.indices == (0, 2, 2, 2)
    state.give(0)
    assert state.indices == (2, 2, 2, 2)
    state.give(4)
    assert state.indices == (0, 0, 0, 0)


def test_the_face_that_does_something_is_asked_for_wherever_it_stands():
    blank_first = HandDie(("blank", "blank", "null"), ("Blank", "Blank", "Null"), "challenge", "Challenge")
    state = throw(blank_first, blank_first)
    assert state.question.options[0].name == "Null"
    state.give(1)
    assert state.indices == (2, 0)


def test_alike_dice_of_three_faces_or_of_two_owners_are_asked_for_one_by_one():
    three = HandDie(("melee", "defend", "blank"), ("Melee", "Defend", "Blank"), "opponent", "Goblin", "Goblin")
    assert [question.places for question in throw(three, three).questions] == [(0,), (1,)]
    mine, yours = poison("Ragnar"), poison("Goblin")
    assert [question.places for question in throw(mine, yours).questions] == [(0,), (1,)]
    assert [question.places for question in throw(poison(), poison()).questions] == [(0, 1)]


def test_dice_of_two_throws_of_one_owner_are_never_asked_for_together():
    first, second = (replace(poison("Ragnar"), throw=number) for number in range(2))
    state = throw(first, replace(character(), throw=0), second, replace(character(), throw=1), first, second)
    assert state.rows == ((0, 4), (1,), (2, 5), (3,))
    words = HandWords(state, {})
    assert [words.side(row) for row in state.rows] == ["Ragnar: Hindering dice", "Ragnar"] * 2
    assert [question.places for question in state.questions] == [(0, 4), (1,), (2, 5), (3,)]
    for answer in (2, 0, 0, 5):
        state.give(answer)
        state.go_on()
    assert state.indices == (0, 0, 2, 5, 0, 2)


def test_a_single_challenge_die_is_asked_for_like_any_die():
    state = throw(CHALLENGE)
    assert not state.question.counted
    assert [option.name for option in state.question.options] == ["Null", "Blank"]


def test_it_goes_on_to_the_next_open_die_round_to_the_beginning():
    state = throw(character(), character(), character())
    state.go_to(1)
    state.give(0)
    state.go_on()
    assert state.at == 2
    state.give(5)
    state.go_on()
    assert state.at == 0
    assert not state.complete
    state.give(1)
    state.go_on()
    assert state.complete
    assert state.at == 0
    assert state.indices == (1, 0, 5)


def test_what_is_not_known_is_no_throw():
    state = throw(character(), character())
    state.give(2)
    assert state.shown == (2, None)
    assert state.known == 1
    with pytest.raises(ValueError, match="1 dice are not known"):
        _ = state.indices


def test_answers_there_are_none_of_are_refused():
    state = throw(*[CHALLENGE] * 3)
    for wrong in (-1, 4):
        with pytest.raises(ValueError, match="no answer"):
            state.give(wrong)
    with pytest.raises(ValueError, match="no answer"):
        throw().give(0)


def test_taking_back_goes_back_one_answer_at_a_time():
    state = throw(character(), character())
    for answer in (3, 4):
        state.give(answer)
        state.go_on()
    assert state.take_back()
    assert (state.at, state.shown) == (1, (3, None))
    assert state.take_back()
    assert (state.at, state.shown) == (0, (None, None))
    assert not state.take_back()


def test_no_dice_are_a_complete_throw():
    state = throw()
    assert state.complete
    assert state.indices == ()
    assert state.question is None
    assert not state.take_back()
    state.go_to(3)
    state.go_on()
    state.forget()
    assert state.at == 0
