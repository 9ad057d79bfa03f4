"""The rolls of the small games as the reading shows them."""

import pytest
from PySide6.QtWidgets import QPushButton

from bones_desktop.desk.table.gameview import game_view, proposals
from bones_desktop.desk.table.readingview import ReadingView
from bones_desktop.rules.acts import Answers
from bones_desktop.rules.five_modes.game import FIVE_MODES
from bones_desktop.rules.reading import Role, Tone
from bones_desktop.storage.log.logentry import HIDDEN, NOT_MEANT
from bones_desktop.theme.theme import Theme
from tests.pages.games.seats import seat_of

PARTIAL = "Partial success · Target Odds +1"


def view_of(folder, game: str, roll: str, faces, who=None, **asked):
    seat = seat_of(folder, who, game)
    seat.play.throw(roll, Answers(asked), faces)
    view = game_view(seat)
    assert view is not None
    return seat, view


def test_a_table_without_a_roll_has_no_view(tmp_path):
    assert game_view(seat_of(tmp_path)) is None


@pytest.mark.parametrize(
    ("game", "roll", "faces", "asked", "result", "totals", "tone"),
    [
        ("five_modes", "check", (3, 3), {"chance": 5, "threat": 2}, "Success", "No threat · Doubles", "good"),
        ("five_modes", "attack", (19,), {"defence": 5, "level": 1}, "Miss", "", "bad"),
        ("five_modes", "hits", (4,), {"die": "8", "how": "one"}, "Hits 5", "", "good"),
        ("story_bones", "task", (0, 0, 0), {"pool": 3, "target": 1}, "Basic success", "Target Odds +2", "good"),
        ("story_bones", "contest", (0, 1), {"pool": 1, "their_pool": 1}, "You win", PARTIAL, "good"),
        ("basics", "task", (0, 0, 1), {"pool": 3, "automatic": 2}, "Good success", "Net successes 4", "good"),
        ("basics", "contest", (1, 0), {"pool": 1, "their_pool": 1}, "They win", "", "bad"),
        ("basics", "conscious", (1, 1), {"dice": 2}, "Unconscious", "", "bad"),
        ("margin", "check", (5, 4, 3), {"bonus": 1, "target": 10}, "Success", "Margin +6", "great"),
        ("margin", "fall", (4,), {"feet": 10}, "Damage 5", "", "bad"),
    ],
)  # fmt: skip
def test_the_head_says_the_degree_and_the_totals(tmp_path, game, roll, faces, asked, result, totals, tone):
    _seat, view = view_of(tmp_path, game, roll, faces, **asked)
    assert (view.result, view.totals, view.tone) == (result, totals, Tone(tone))


def test_both_sides_have_lines_and_what_counts_without_a_roll_comes_last(tmp_path):
    asked = {"pool": 4, "autos": 2, "their_pool": 2}
    _seat, view = view_of(tmp_path, "story_bones", "contest", (0, 1, 0, 1), **asked)
    assert [(die.caption, die.name, die.code, die.amount) for die in view.dice] == [
        ("Ours", "d6", "1", "+1"),
        ("", "d6", "2", ""),
        ("Theirs", "d6", "1", "+1"),
        ("", "d6", "2", ""),
        ("Without a roll", "", "", "+2"),
    ]
    assert [die.rolled for die in view.dice] == [True] * 4 + [False]
    assert [part.text for part in view.steps] == ["counted 1", "automatic +2", "other side −1", "= 2"]
    assert "Without a roll. Automatic: +2." in view.text


def test_health_lost_without_an_announced_risk_is_not_in_the_head(tmp_path):
    _seat, view = view_of(tmp_path, "story_bones", "contest", (1, 0), pool=1, their_pool=1)
    assert (view.result, view.totals) == ("They win", "Partial failure · Target Odds −1")
    assert "Nobody is hurt" in view.findings[-1].text


def test_what_a_die_adds_is_shown_where_there_is_a_sum(tmp_path):
    asked = {"dice": 2, "margin": 1, "armour": 1}
    _seat, view = view_of(tmp_path, "basics", "damage", (0, 1), **asked)
    assert [part.text for part in view.steps] == ["counted 1", "margin +1", "armour −1", "= 1"]
    assert [die.amount for die in view.dice] == ["+1", ""]


def test_a_black_die_takes_a_success_away(tmp_path):
    _seat, view = view_of(tmp_path, "basics", "task", (0, 0, 5, 1), pool=2, black=2)
    assert [(die.amount, die.role) for die in view.dice[2:]] == [("−1", Role.HURTS), ("", Role.IDLE)]


def test_a_die_that_is_compared_adds_nothing(tmp_path):
    _seat, view = view_of(tmp_path, "five_modes", "attack", (3,), defence=5, level=1)
    assert [(die.name, die.code, die.amount) for die in view.dice] == [("d20", "4", "")]


def test_dice_still_due_leave_the_result_open(tmp_path):
    _seat, view = view_of(tmp_path, "basics", "task", (5,), pool=1)
    assert (view.result, view.tone) == ("Roll on", Tone.MIXED)
    assert [each.name for each in view.findings] == ["Next"]


def test_marks_are_shown_and_a_struck_roll_offers_nothing(tmp_path):
    seat, view = view_of(tmp_path, "margin", "check", (5, 4, 3))
    assert [act.text for act in view.acts] == ["Re-roll by Luck"]
    seat.play.mark(NOT_MEANT, on=True)
    seat.play.mark(HIDDEN, on=True)
    view = game_view(seat)
    assert (view.meant, view.secret, view.acts) == (False, True, ())


def test_what_a_roll_proposes_is_done_or_dismissed_by_a_button(tmp_path, qtbot):
    seat, view = view_of(tmp_path, "margin", "fall", (4,), feet=10)
    reading = ReadingView(Theme("iron"))
    qtbot.addWidget(reading)
    reading.show_roll(view)
    reading.set_follow_ups(proposals(seat))
    take, dismiss = reading.follow_ups.buttons
    assert (take.text(), take.property("kind")) == ("Lose Life Points: 5", "danger")
    assert isinstance(dismiss, QPushButton)
    dismiss.click()
    assert proposals(seat) == []


def test_the_dice_of_an_act_are_told_by_what_they_brought(tmp_path):
    seat = seat_of(tmp_path, FIVE_MODES.new("a" * 32).with_(die=6))
    seat.play.do("throw-defence", Answers({}), (3, 5))
    view = game_view(seat)
    assert view.result == "Roll for Guard and Agility"
    assert "Guard" in view.title
    assert [(die.code, die.role) for die in view.dice] == [("4", Role.IDLE), ("6", Role.IDLE)]
