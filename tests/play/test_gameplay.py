"""The table of a smaller game: what is thrown, done and proposed is in the log, and can be undone."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from bones_desktop.document.document import Document
from bones_desktop.play.eveningdice import EveningDice
from bones_desktop.play.gameplay import GamePlay
from bones_desktop.play.journal import Journal
from bones_desktop.rules.acts import Answers
from bones_desktop.rules.fairness import verify
from bones_desktop.rules.five_modes.character import Adventurer, Belonging, FiveModesHouseRules, Gain, Light, Rolls
from bones_desktop.rules.margin.character import MarginCharacter, MarginPower
from bones_desktop.rules.reading import Proposal
from bones_desktop.storage.games import game_of
from bones_desktop.storage.log.logentry import BY_HAND, HIDDEN, NOT_MEANT, TAKEN_BACK, LogEntry, PendingAct, draws_of
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.wording.games.words import choice_name
from bones_desktop.wording.log import entry_line

SMALL = game_of("five_modes")


def adventurer(**changes: object) -> Adventurer:
    rolls = Rolls(defence=(3, 5), body=(4, 6))
    return Adventurer(id="a" * 32, name="Ash", die=6, rolls=rolls).with_(**changes)


def now() -> datetime:
    return datetime(2026, 11, 23, 20, 0, tzinfo=UTC)


class Seat:
    """A table with its log; `again` is the program started once more with the same files."""

    def __init__(self, path: Path, who: Adventurer) -> None:
        self.path = path
        self.log = ThrowLog(path, now)
        self.document: Document[Adventurer] = Document(who)
        self.play = GamePlay(
            self.document, SMALL, Journal(self.log), EveningDice(self.log, now)
        )  # fmt: skip
        self.refused: list[str] = []
        self.shown: list[object] = []
        self.play.journal.refused.connect(lambda why: self.refused.append(why.code))
        self.play.thrown.connect(self.shown.append)

    @property
    def lines(self):
        return [each for each in self.log.latest() if each.kind == "throw"]

    def again(self) -> "Seat":
        self.log.close()
        return Seat(self.path, self.document.value)


@pytest.fixture
def sit(tmp_path, qapp):
    return lambda **changes: Seat(tmp_path / "log.sqlite", adventurer(**changes))


def test_a_check_is_in_the_log_with_its_findings_before_it_is_seen(sit):
    seat = sit()
    seat.play.throw("check", Answers({"die": "4", "chance": 3, "threat": 1}))
    (line,) = seat.lines
    assert (line.game, line.who, line.title) == ("five_modes", "Ash", "Check")
    assert [each.id for each in line.findings] == ["task", "threat", "doubles"]
    shown = [int(line.dice[place].faces[line.dice[place].index]) for place in range(2)]
    assert [each.number for each in seat.play.current.fallen] == shown
    assert seat.shown == [seat.play.current]


@pytest.mark.parametrize(
    ("act", "data"), [("hurt", "[" * 100_000), ("hurt", '{"by":' * 50_000), ("nonsense", "{}"), ("", '{"a": 1}')]
)
def test_what_a_damaged_log_proposes_is_passed_over(sit, act, data):
    seat = sit()
    line = seat.log.append(LogEntry(datetime(2026, 11, 23, tzinfo=UTC), character_id="a" * 32, game="five_modes"))
    seat.log.add_pending(PendingAct("b" * 32, "a" * 32, act, data, game="five_modes", line=line.id))
    assert seat.play.proposals == ()


def test_every_draw_of_a_small_game_is_part_of_the_seal(sit):
    seat = sit(die=4)
    seat.play.throw("check", Answers({"die": "12", "magic": 3, "complexity": 1}))
    while seat.play.due:
        seat.play.throw_on()
    seat.play.throw("attack", Answers({"defence": 9, "level": 1}))
    evening = seat.log.end_evening()
    draws = draws_of(seat.lines, evening.id)
    assert len(draws) == evening.draws
    assert verify(seat.log.sealed(evening), draws).sound


def test_real_dice_are_taken_as_they_lie(sit):
    seat = sit()
    seat.play.throw("check", Answers({"die": "4", "chance": 3}), (2, 0))
    assert [each.number for each in seat.play.current.fallen] == [3, 1]
    assert seat.play.current.by_hand
    assert seat.lines[0].tags == (BY_HAND,)


def test_what_strains_is_thrown_next_and_lands_in_a_line_of_its_own(sit):
    seat = sit(die=4)
    seat.play.throw("check", Answers({"die": "4", "magic": 2, "complexity": 1}), (0, 0, 5, 4))
    assert [die.group for die in seat.play.due] == ["strain", "strain"]
    assert not seat.play.proposals
    seat.play.throw_on((3, 1))
    assert not seat.play.due
    assert [each.wave for each in seat.play.current.fallen] == [0, 0, 0, 0, 1, 1]
    assert len(seat.lines) == 2


def test_an_offer_taken_changes_what_the_line_says(sit):
    seat = sit(die=4, house=FiveModesHouseRules(starting_magic_dice=2))
    seat.play.throw("check", Answers({"die": "4", "magic": 2, "complexity": 1}), (0, 0, 5, 4))
    seat.play.choose("pay", 2)
    assert not seat.play.due
    assert seat.lines[0].findings == seat.play.current.lines[0].findings


def test_an_offer_that_costs_is_paid_for_and_comes_back_with_undo(sit):
    seat = sit(die=4, house=FiveModesHouseRules(starting_magic_dice=2))
    seat.play.throw("check", Answers({"die": "4", "magic": 2, "complexity": 1}), (0, 0, 5, 4))
    seat.play.choose("pay", 1)
    assert (seat.document.value.magic_spent, len(seat.play.due)) == (1, 1)
    assert not seat.play.current.reading.offers
    seat.document.undo_stack.undo()
    assert (seat.document.value.magic_spent, len(seat.play.due)) == (0, 2)
    seat.play.choose("pay", 2)
    assert (seat.document.value.magic_spent, len(seat.play.due)) == (2, 0)
    seat.document.undo_stack.undo()
    seat.document.undo_stack.redo()
    assert (seat.document.value.magic_spent, len(seat.play.due)) == (2, 0)


def test_a_light_drops_once_after_strain_too_and_burns_again_with_undo(sit):
    seat = sit(die=4, light=Light(kind="torch", size=8))
    seat.play.throw("check", Answers({"die": "8", "magic": 1, "complexity": 1, "light": 1}), (3, 0, 4))
    seat.play.throw_on((2,))
    seat.play.choose("drop", 1)
    assert seat.document.value.light.size == 6
    assert not seat.play.current.reading.offers
    seat.document.undo_stack.undo()
    assert seat.document.value.light.size == 8
    assert [each.command for each in seat.play.current.reading.offers] == ["drop"]
    seat.play.choose("drop", 1)
    assert seat.document.value.light.size == 6
    assert [each.proposal.answers.number("value") for each in seat.play.proposals] == [3]


def test_what_was_paid_for_strain_stays_paid_once_the_rest_has_fallen(sit):
    seat = sit(die=4, house=FiveModesHouseRules(starting_magic_dice=2))
    seat.play.throw("check", Answers({"die": "4", "magic": 2, "complexity": 1}), (0, 0, 5, 4))
    seat.play.choose("pay", 1)
    seat.play.throw_on((2,))
    seat.document.undo_stack.undo()
    assert (seat.document.value.magic_spent, len(seat.play.due)) == (0, 0)


def test_more_magic_than_is_left_pays_for_nothing(sit):
    seat = sit(die=4, house=FiveModesHouseRules(starting_magic_dice=2), magic_spent=2)
    seat.play.throw("check", Answers({"die": "4", "magic": 2, "complexity": 1}), (0, 0, 5, 4))
    seat.play.choose("pay", 2)
    assert (seat.refused, seat.document.value.magic_spent, len(seat.play.due)) == (["fm-magic-left"], 2, 2)


def test_metal_burns_with_dice_of_its_own(sit):
    seat = sit(die=4, belongings=(Belonging(thing="chainmail", in_use=True),))
    seat.play.throw("check", Answers({"die": "4", "magic": 1, "complexity": 1, "metal": True}), (0, 0, 1))
    seat.play.choose("burn", 1)
    assert seat.play.current.what == "burn"
    [die] = seat.play.current.fallen
    assert 0 < seat.document.value.hits <= die.number


def test_an_act_is_one_step_and_one_line(sit):
    seat = sit()
    assert seat.play.do("hurt", Answers({"kind": "other", "value": 2}))
    assert seat.document.value.hits == 2
    assert seat.document.undo_stack.undoText() == "Take hits"
    assert "Hits taken: 0 → 2." in seat.lines[0].result
    seat.document.undo_stack.undo()
    assert seat.document.value.hits == 0


def test_the_line_of_an_act_undone_is_taken_back_until_it_is_done_again(sit):
    seat = sit()
    told = []
    seat.play.journal.amended.connect(told.append)
    assert seat.play.do("hurt", Answers({"kind": "other", "value": 2}))
    seat.play.do("hurt", Answers({"kind": "other", "value": 1}))
    seat.document.undo_stack.undo()
    seat.document.undo_stack.undo()
    assert [each.stands for each in seat.lines] == [False, False]
    assert [each.tags for each in told] == [(TAKEN_BACK,), (TAKEN_BACK,)]
    assert "taken back" in entry_line(seat.lines[0])
    seat.document.undo_stack.redo()
    assert [each.stands for each in seat.lines] == [True, False]


def test_a_line_that_was_not_taken_back_before_the_program_ended_is_when_it_starts(sit):
    seat = sit()
    seat.play.do("hurt", Answers({"kind": "other", "value": 2}))
    (steps, _undone), hurt = seat.document.history(), seat.document.value
    seat.document.open(steps[0].before, history=steps, undone=1)
    assert [each.stands for each in seat.lines] == [False]
    seat.document.open(hurt, history=steps)
    assert [each.stands for each in seat.lines] == [True]


def test_another_log_with_a_line_of_that_number_is_left_alone(sit, tmp_path):
    seat = sit()
    seat.play.do("hurt", Answers({"kind": "other", "value": 2}))
    other = ThrowLog(tmp_path / "other.sqlite", now)
    other.append(LogEntry(datetime(2026, 11, 22, tzinfo=UTC), who="Bob"))
    assert not Journal(other).follow_lines({seat.document.last_step.mark: True})
    assert [each.tags for each in other.latest()] == [()]
    assert [each.tags for each in Journal(seat.log).follow_lines({seat.document.last_step.mark: True})] == [
        (TAKEN_BACK,)
    ]


def test_dice_of_an_act_are_drawn_and_kept_for_audit(sit):
    seat = sit(rolls=Rolls(defence=(3, 5)))
    assert seat.play.do("throw-body", Answers())
    thrown = [each.number for each in seat.play.current.fallen]
    assert list(seat.document.value.rolls.body) == thrown
    assert [int(die.faces[die.index]) for die in seat.lines[0].dice] == thrown
    assert seat.lines[0].number == 1


def test_what_cannot_be_done_is_refused_before_anything_is_thrown(sit):
    seat = sit()
    assert not seat.play.do("rest", Answers())
    assert not seat.play.do("level", Answers())
    seat.play.throw("check", Answers({"magic": 1}))
    assert seat.refused == ["fm-no-ration", "fm-xp-missing", "fm-needs"]
    assert not seat.lines
    assert seat.log.evening() is None


def strained(seat, **how) -> None:
    """Cast with one Magic Die that strains, and throw for the hits: four."""
    seat.play.throw("check", Answers({"die": "4", "magic": 1, "complexity": 1}), (0, 0, 5), **how)
    seat.play.throw_on((3,))


def test_harm_stands_until_it_is_taken_also_after_a_start(sit):
    seat = sit(die=4)
    strained(seat)
    (one,) = seat.play.proposals
    seat = seat.again()
    assert [each.id for each in seat.play.proposals] == [one.id]
    seat.play.take_proposal(one.id)
    assert not seat.play.proposals
    assert seat.document.value.hits == one.proposal.value == 4
    seat.document.undo_stack.undo()
    assert [each.id for each in seat.play.proposals] == [one.id]
    seat.document.undo_stack.redo()
    assert not seat.play.proposals


def test_harm_that_was_taken_is_proposed_again_only_once_it_is_undone_whatever_history_is_left(sit):
    seat = sit(die=4)
    strained(seat)
    (one,) = seat.play.proposals
    before = seat.document.value
    seat.play.take_proposal(one.id)
    (steps, _undone), hurt = seat.document.history(), seat.document.value
    seat = seat.again()
    assert (seat.document.value, seat.play.proposals) == (hurt, ())
    seat.document.open(before, history=steps, undone=1)
    assert [each.id for each in seat.play.proposals] == [one.id]
    seat.document.undo_stack.redo()
    assert (seat.document.value.hits, seat.play.proposals) == (4, ())
    seat.document.undo_stack.undo()
    assert [each.id for each in seat.again().play.proposals] == [one.id]


def test_harm_dismissed_stays_so(sit):
    seat = sit(die=4)
    strained(seat)
    seat.play.dismiss_proposal(seat.play.proposals[0].id)
    assert not seat.again().play.proposals


def test_a_proposal_says_its_number_only_if_the_act_asks_for_one(sit):
    """ "Come to: 1" was the button of one who had woken."""
    play = sit().play
    hurt, drop = (Proposal(act, Answers({"kind": "other", "value": 1})) for act in ("hurt", "drop"))
    assert (play.proposal_words(hurt), play.proposal_words(drop)) == ("Take hits: 1", "The light drops")


def test_a_throw_not_meant_proposes_nothing_until_it_was_meant_after_all(sit):
    seat = sit(die=4, house=FiveModesHouseRules(base_die_counts=True))
    strained(seat, secret=True)
    assert all(HIDDEN in line.tags for line in seat.lines)
    seat.play.mark(NOT_MEANT, on=True)
    assert (seat.play.proposals, seat.lines[0].is_meant) == ((), False)
    seat.play.mark(NOT_MEANT, on=False)
    assert len(seat.play.proposals) == 1


def test_things_taken_along_are_called_by_their_names(sit):
    seat = sit(belongings=(Belonging(thing="torch", count=2),), gains=(Gain(guard=(1, 2), agility=(3, 4), hits=(5,)),))
    lose = next(each for each in seat.play.acts if each.id == "lose")
    asked = lose.parameters(Answers())[0]
    called = choice_name("five_modes", asked, asked.choices[0])
    assert called == next(each.name for each in SMALL.book.things if each.id == "torch")


def test_what_a_power_is_for_is_called_by_words():
    small = game_of("margin")
    who = MarginCharacter(id="a" * 32, weapons=("Bow",), powers=(MarginPower(power="magical-weapon"),))
    powers = next(step for step in small.game.steps(small.book, who) if step.id == "powers")
    which, what = powers.fields[:2]
    assert [choice_name("margin", what, each) for each in what.choices] == ["Every weapon learned", "Bow"]
    assert choice_name("margin", which, "own") == "Your own"


@pytest.mark.parametrize("game", ["basics", "five_modes", "margin", "story_bones"])
def test_a_choice_of_a_throw_is_called_by_words_and_not_by_its_id(game):
    small = game_of(game)
    asked = [each for roll in small.game.rolls(small.book, None) for each in roll.parameters]
    ids = [(each.id, key) for each in asked for key in each.choices if choice_name(game, each, key) == key]
    assert ids == []
