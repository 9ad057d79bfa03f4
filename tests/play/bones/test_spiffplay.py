"""Spiffs on the throw: a die thrown again, a success bought, the veto; undo, and a program that ends in between."""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise

import pytest

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.play.bones.harm import done_words
from bones_desktop.play.bones.spiffplay import SpiffPlay
from bones_desktop.play.bones.throws import TablePlay
from bones_desktop.play.journal import Journal
from bones_desktop.rules.bones.book.character import add_count
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.injury.spiffs import ADDED_SUCCESS, REROLL
from bones_desktop.rules.bones.reading.plays import EARNED_SUCCESS
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.storage.log.logentry import (
    BOUGHT,
    BOUGHT_TAKEN_BACK,
    BY_HAND,
    REROLL_TAKEN_BACK,
    REROLL_VETOED,
    REROLLED,
)
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.wording.reasons import sentence
from tests.support.givendice import Faces, GivenDice
from tests.support.people import bob, die, ragnar
from tests.support.rulebooks import rulebook

BLANKS = (4, 4, 2, 2)
"""Faces of Ragnar's dice that count nothing for Maneuver."""


def now() -> datetime:
    return datetime(2026, 11, 21, 20, 41, tzinfo=UTC)


@pytest.fixture
def log(tmp_path):
    log = ThrowLog(tmp_path / "log.db", now)
    yield log
    log.close()


class Table:
    """A document with spiffs, and a throw on the table."""

    def __init__(self, log, *faces, spiffs=3, by_hand=False) -> None:
        self.document = CharacterDocument(rulebook(), ragnar().with_(spiffs=spiffs))
        keeper, dice = Journal(log), GivenDice(Faces(*faces))
        self.play = TablePlay(self.document, keeper, dice)
        self.spiffs = SpiffPlay(self.play)
        self.document.changed.connect(self.spiffs.follow)
        self.keeper, self.dice = keeper, dice
        self.told = []
        keeper.refused.connect(lambda why: self.told.append(why.code))
        self.log = log
        self.play.throw(Request(difficulty="", against=0))
        self.play.settle()

    @property
    def net(self) -> int:
        return self.play.played.reading.task.net

    @property
    def left(self) -> int:
        return self.document.character.spiffs

    @property
    def entry(self):
        return self.log.latest()[-1]


def test_one_die_is_thrown_again_in_the_same_entry(qapp, log):
    table = Table(log, *BLANKS, 0)
    moved = []
    table.spiffs.rethrown.connect(lambda played, place: moved.append((place, played.indices)))
    table.spiffs.reroll(1)
    assert table.play.pending, "its die is in motion"
    table.play.settle()
    assert moved == [(1, (4, 0, 2, 2))]
    assert (table.net, table.left) == (1, 2)
    assert table.document.undo_stack.undoText() == "Re-roll a die (1 spiff)"
    assert len(log.latest()) == 1
    assert table.entry.tags == (REROLLED,)
    assert table.entry.result == "Success by 1."
    assert [(each.faces, each.counts) for each in table.entry.waves] == [(((1, 0),), True)]
    assert table.entry.waves[0].number > table.entry.number
    assert table.play.played.replaced == {1: 4}


def test_no_more_than_one_die_and_one_success(qapp, log):
    table = Table(log, *BLANKS, 0, spiffs=9)
    table.spiffs.reroll(1)
    table.play.settle()
    table.spiffs.reroll(0)
    table.spiffs.buy()
    table.spiffs.buy()
    assert table.told == ["rerolled-already", "bought-already"]
    assert (table.net, table.left) == (2, 6)
    assert set(table.entry.tags) == {REROLLED, BOUGHT}


def test_too_few_spiffs_are_told_and_nothing_is_done(qapp, log):
    table = Table(log, *BLANKS, spiffs=1)
    table.spiffs.buy()
    assert table.told == ["spiffs-too-few"]
    assert (table.net, table.left, table.entry.tags) == (0, 1, ())


def test_the_gms_veto_gives_the_spiff_back_and_leaves_its_trace(qapp, log):
    table = Table(log, *BLANKS, 0, 0)
    table.spiffs.reroll(1)
    table.play.settle()
    table.spiffs.veto()
    assert (table.net, table.left) == (0, 3)
    assert table.entry.tags == (REROLL_VETOED,)
    assert not table.entry.waves[0].counts
    assert table.play.played.indices == BLANKS
    table.spiffs.veto()
    assert table.left == 3, "there is nothing more to veto"
    table.spiffs.reroll(0)
    table.play.settle()
    assert (table.net, table.left) == (1, 2)
    assert [not each.counts for each in table.entry.waves] == [True, False]
    undo = table.document.undo_stack
    for standing in ([True, True], [False, True], [True, True]):
        undo.undo()
        assert [not each.counts for each in table.entry.waves] == standing
    for standing in ([False, True], [True, True], [True, False]):
        undo.redo()
        assert [not each.counts for each in table.entry.waves] == standing


def test_undo_takes_the_reading_back_with_the_spiff_and_redo_brings_both(qapp, log):
    table = Table(log, *BLANKS, 0)
    table.spiffs.reroll(1)
    table.play.settle()
    table.spiffs.buy()
    assert (table.net, table.left) == (2, 0)
    undo = table.document.undo_stack
    undo.undo()
    assert (table.net, table.left) == (1, 2)
    undo.undo()
    assert (table.net, table.left) == (0, 3)
    assert table.entry.result.startswith("No success")
    undo.redo()
    undo.redo()
    assert (table.net, table.left) == (2, 0)
    assert table.entry.net == 2
    undo.undo()
    table.spiffs.veto()
    assert (table.net, table.left) == (0, 3)
    undo.undo()
    assert (table.net, table.left) == (1, 2), "the veto itself can be undone"


def test_undo_after_the_next_throw_amends_the_line_of_the_one_before(qapp, log):
    table = Table(log, *BLANKS, 0, *BLANKS)
    relogged = []
    table.spiffs.relogged.connect(relogged.append)
    table.spiffs.buy()
    bought = table.play.played.entry
    table.play.throw(Request(difficulty="", against=0))
    table.play.settle()
    on_table = table.play.played
    undo = table.document.undo_stack
    undo.undo()
    assert table.left == 3
    assert log.entry(bought.id).tags == (BOUGHT_TAKEN_BACK,)
    assert log.entry(bought.id).net == 0
    undo.redo()
    assert table.left == 1
    assert log.entry(bought.id) == bought
    assert relogged[-1].entry == bought
    assert table.play.played is on_table
    assert table.entry == on_table.entry


def test_undo_amends_the_line_of_a_throw_that_left_the_table(qapp, log):
    table = Table(log, *BLANKS)
    table.spiffs.buy()
    table.play.clear()
    table.document.undo_stack.undo()
    assert table.left == 3
    assert table.entry.tags == (BOUGHT_TAKEN_BACK,)


def test_undo_amends_the_log_after_another_character_was_open_in_between(qapp, log):
    table = Table(log, *BLANKS)
    table.spiffs.buy()
    document = table.document
    steps, undone = document.history()
    mine = document.character
    document.open(bob().with_(id="b" * 32))
    document.open(mine, history=steps, undone=undone)
    document.undo_stack.undo()
    assert table.left == 3
    assert table.entry.tags == (BOUGHT_TAKEN_BACK,)
    document.undo_stack.redo()
    assert table.left == 1
    assert table.entry.tags == (BOUGHT,)


def test_a_character_that_may_not_be_changed_is_not_sold_anything_and_no_draw_is_lost(qapp, log, monkeypatch):
    table = Table(log, *BLANKS, 0)
    table.document.open(ragnar().with_(spiffs=9), read_only=True)
    table.play.throw(Request(difficulty="", against=0))
    table.play.settle()
    assert {offer.why_not.code for offer in table.spiffs.offers()} == {"read-only-character"}
    drawn = []
    monkeypatch.setattr(table.dice, "draw", drawn.append)
    table.spiffs.reroll(1)
    assert table.told == ["read-only-character"]
    assert not drawn


def test_a_spiff_won_elsewhere_is_no_undoing(qapp, log):
    table = Table(log, *BLANKS, 0)
    table.spiffs.reroll(1)
    table.play.settle()
    table.document.apply("One spiff more", lambda each: add_count(each, "spiffs", 1))
    assert (table.net, table.left) == (1, 3)
    assert table.entry.waves[0].counts


def test_a_die_lost_since_is_not_thrown_again(qapp, log):
    table = Table(log, *BLANKS, 0)
    table.document.apply("Lose die 2", lambda each: injuries.lose(each, 1))
    assert table.spiffs.rerollable() == (0, 2, 3)
    table.spiffs.reroll(1)
    assert table.left == 3


def test_where_every_die_was_lost_since_none_is_offered_to_be_thrown_again(qapp, log):
    table = Table(log, *BLANKS)
    for place in range(4):
        table.document.apply("Lose a die", lambda each, place=place: injuries.lose(each, place))
    again, more = table.spiffs.offers()
    assert again.why_not.code == "no-die-to-throw-again"
    assert more.why_not is None, "what had been counted by then stands"


def test_dice_that_poison_took_stay_taken(qapp, log):
    table = Table(log)
    die = injuries.hindering_from(rulebook().die("poison"))
    table.document.apply("Poison", lambda each: injuries.add_hindering(each, die))
    table.play.throw(Request(difficulty="", against=0))
    table.play.settle()
    harm = table.play.played.reading.task.reading.lost
    assert len(harm) == 1
    assert harm[0] not in table.spiffs.rerollable()
    table.spiffs.reroll(table.spiffs.rerollable()[0])
    table.play.settle()
    assert table.play.played.reading.task.reading.lost == harm


def test_the_best_die_comes_first(qapp, log):
    table = Table(log, 0, 4, 2, 2)
    best = table.spiffs.best_rerolls()
    assert [each.die for each in best][-1] == 0, "what counts already is the last to re-roll"
    assert all(first.gain >= second.gain for first, second in pairwise(best))


def test_real_dice_are_thrown_again_by_hand(qapp, log):
    table = Table(log)
    table.play.throw(Request(difficulty="", against=0), None, BLANKS)
    table.play.settle()
    table.spiffs.reroll(3, 5)
    table.play.settle()
    assert table.net == 1
    assert table.entry.waves[0].number == 0
    assert set(table.entry.tags) == {BY_HAND, REROLLED}


def words(table: Table) -> str:
    return done_words(rulebook(), table.play.played)


def test_a_die_undone_and_thrown_again_shows_the_same_face_however_often(qapp, log):
    table = Table(log, *BLANKS, 0, 3, 5)
    for _ in range(3):
        table.spiffs.reroll(1)
        table.play.settle()
        assert table.play.played.indices == (4, 0, 2, 2)
        assert words(table) == "Die 2 re-rolled: Melee → Universal."
        assert table.entry.tags == (REROLLED,)
        table.document.undo_stack.undo()
        assert table.play.played.indices == BLANKS
        assert words(table) == "Taken back: Die 2 re-rolled: Melee → Universal."
        assert table.entry.tags == (REROLL_TAKEN_BACK,)
    (again,) = table.entry.waves
    assert (again.faces, again.counts, again.number) == (((1, 0),), False, table.entry.number + 1)
    assert table.left == 3


def test_each_die_has_a_face_of_its_own_to_fall_on_again(qapp, log):
    table = Table(log, *BLANKS, 0, 3)
    for place, face in ((1, 0), (2, 3), (1, 0), (2, 3)):
        table.spiffs.reroll(place)
        table.play.settle()
        assert table.play.played.indices[place] == face
        table.spiffs.veto()
    drawn = [each.faces[0] for each in table.entry.waves if each.number]
    assert drawn == [(1, 0), (2, 3)], "every draw stays in the log"


def test_undoing_is_no_way_to_another_die(qapp, log):
    table = Table(log, *BLANKS, 0, 3, 5)
    undo = table.document.undo_stack
    table.spiffs.reroll(1)
    table.play.settle()
    undo.undo()
    assert table.spiffs.rerollable() == (1,)
    assert [each.die for each in table.spiffs.best_rerolls()] == [1]
    again = table.spiffs.offers()[0]
    assert (again.why_not, again.reason.code) == (None, "only-die-again")
    assert sentence(again.reason).startswith("Die 2 was taken back: only it may be re-rolled")
    for place in (0, 2, 3):
        table.spiffs.reroll(place)
    assert table.told == ["only-die-again"] * 3
    assert (table.play.played.indices, table.left, len(table.entry.waves)) == (BLANKS, 3, 1)
    undo.redo()
    assert (table.play.played.indices, table.left) == ((4, 0, 2, 2), 2)
    undo.undo()
    table.spiffs.reroll(1)
    table.play.settle()
    assert (table.play.played.indices, table.left) == ((4, 0, 2, 2), 2)


def test_the_gms_veto_frees_the_other_dice_until_it_is_undone(qapp, log):
    table = Table(log, *BLANKS, 0, 3)
    undo = table.document.undo_stack
    table.spiffs.reroll(1)
    table.play.settle()
    undo.undo()
    undo.redo()
    table.spiffs.veto()
    assert table.spiffs.only_again() is None
    assert table.spiffs.rerollable() == (0, 1, 2, 3)
    table.spiffs.reroll(2)
    table.play.settle()
    assert table.play.played.indices == (4, 4, 3, 2)
    undo.undo()
    assert table.spiffs.rerollable() == (2,), "the one the player took back"
    undo.undo()
    undo.undo()
    assert table.spiffs.rerollable() == (1,), "the one drawn first, now that no veto stands"
    while undo.canRedo():
        undo.redo()
    assert (table.play.played.indices, table.left) == ((4, 4, 3, 2), 2)


def test_where_the_die_taken_back_is_lost_no_other_takes_its_place(qapp, log):
    table = Table(log, *BLANKS, 0)
    table.spiffs.reroll(1)
    table.play.settle()
    table.document.undo_stack.undo()
    table.document.apply("Lose a die", lambda each: injuries.lose(each, 1))
    assert table.spiffs.rerollable() == ()
    assert table.spiffs.offers()[0].why_not.code == "only-die-again-lost"


def test_another_throw_is_not_bound_by_the_one_before(qapp, log):
    table = Table(log, *BLANKS, 0, *BLANKS)
    table.spiffs.reroll(1)
    table.play.settle()
    table.document.undo_stack.undo()
    table.play.throw(Request(difficulty="", against=0))
    table.play.settle()
    assert table.spiffs.rerollable() == (0, 1, 2, 3)


def test_a_veto_is_no_way_to_another_face_either(qapp, log):
    table = Table(log, *BLANKS, 0, 3)
    table.spiffs.reroll(1)
    table.play.settle()
    first = table.entry.waves[0].number
    for _ in range(2):
        table.spiffs.veto()
        table.spiffs.reroll(1)
        table.play.settle()
        assert table.play.played.indices == (4, 0, 2, 2)
    assert [(each.number, not each.counts) for each in table.entry.waves] == [(first, True), (0, True), (0, False)]
    assert table.entry.tags == (REROLLED, REROLL_VETOED)
    once = "Die 2 re-rolled: Melee → Universal."
    assert words(table) == f"Vetoed: {once} {once}"
    undo = table.document.undo_stack
    while undo.canUndo():
        undo.undo()
    assert (table.left, table.play.played.indices) == (3, BLANKS)
    while undo.canRedo():
        undo.redo()
    assert (table.left, table.play.played.indices) == (2, (4, 0, 2, 2))
    table.spiffs.veto()
    assert words(table) == f"Vetoed: {once}"


def test_what_was_done_again_after_an_undo_is_the_last_to_be_vetoed(qapp, log):
    table = Table(log, *BLANKS, 0)
    table.spiffs.reroll(1)
    table.play.settle()
    table.document.undo_stack.undo()
    table.spiffs.buy()
    table.spiffs.reroll(1)
    table.play.settle()
    table.spiffs.veto()
    assert set(table.entry.tags) == {BOUGHT, REROLL_VETOED}
    table.document.undo_stack.undo()
    table.document.undo_stack.undo()
    assert set(table.entry.tags) == {BOUGHT, REROLL_TAKEN_BACK}


def test_a_success_bought_and_undone_is_told_as_it_is_now_and_once(qapp, log):
    table = Table(log, *BLANKS)
    undo = table.document.undo_stack
    for _ in range(3):
        table.spiffs.buy()
        assert words(table) == "One success bought."
        undo.undo()
        assert words(table) == "Taken back: One success bought."
        assert table.entry.tags == (BOUGHT_TAKEN_BACK,)
        undo.redo()
        assert words(table) == "One success bought."
        undo.undo()
    assert len(table.play.played.uses) == 1


def test_real_dice_undone_are_entered_as_they_fall_next(qapp, log):
    table = Table(log)
    table.play.throw(Request(difficulty="", against=0), None, BLANKS)
    table.play.settle()
    for face in (5, 1):
        table.spiffs.reroll(3, face)
        table.play.settle()
        assert table.play.played.indices[3] == face
        table.document.undo_stack.undo()
    assert [each.faces[0][1] for each in table.entry.waves] == [1]
    assert table.spiffs.rerollable() == (0, 1, 2, 3), "a wrong die chosen by mistake can be put right"


def opened(document, log) -> SpiffPlay:
    """Open a character at the table of another start."""
    keeper, dice = Journal(log), GivenDice(Faces())
    return SpiffPlay(TablePlay(document, keeper, dice))


@pytest.fixture
def earned(qapp, log):
    """A throw of one who has earned an automatic success, which can be used once."""
    table = Table(log, *BLANKS)
    full = [die("universal,physical,melee,defend,missile,riding")] * 10
    rules = replace(table.document.character.house_rules, automatic_success_used_once=True)
    table.document.open(table.document.character.with_(dice=tuple(full), sessions=25, house_rules=rules))
    table.play.throw(Request(difficulty="", against=0))
    table.play.settle()
    return table


def test_an_earned_success_is_used_once_and_a_veto_gives_it_back(earned):
    table = earned
    before = table.net
    assert [offer.command for offer in table.spiffs.offers()][-1] == EARNED_SUCCESS
    table.spiffs.use_earned()
    assert (table.net, table.document.character.sessions) == (before + 1, 15)
    table.spiffs.use_earned()
    assert (table.net, table.document.character.sessions) == (before + 2, 5)
    assert EARNED_SUCCESS not in [offer.command for offer in table.spiffs.offers()]
    table.spiffs.veto()
    assert (table.net, table.document.character.sessions) == (before + 1, 15)
    table.document.undo_stack.undo()
    assert (table.net, table.document.character.sessions) == (before + 2, 5)


class KilledError(Exception):
    """The program ended here."""


def killed(*_args: object) -> bool:
    raise KilledError


def test_a_program_that_ends_between_log_and_character_pays_on_the_next_start(qapp, log, monkeypatch):
    table = Table(log, *BLANKS, 0)
    before = table.document.character
    monkeypatch.setattr(table.play, "apply", killed)
    with pytest.raises(KilledError):
        table.spiffs.reroll(1)
    assert table.entry.tags == (REROLLED,)
    assert table.document.character == before
    again = CharacterDocument(rulebook(), before)
    opened(again, log)
    assert again.character.spiffs == 2
    assert again.undo_stack.undoText() == "Spiffs of an interrupted roll"
    third = CharacterDocument(rulebook(), again.character)
    opened(third, log)
    assert third.character.spiffs == 2, "a debt is paid once"
    assert [(line.by, line.note, line.on) for line in third.character.spiff_ledger] == [
        (-1, "Spiffs of an interrupted roll", "2026-11-21")
    ]


def test_a_read_only_character_owes_until_it_can_pay(qapp, log, monkeypatch):
    table = Table(log, *BLANKS, 0)
    before = table.document.character
    monkeypatch.setattr(table.play, "apply", killed)
    with pytest.raises(KilledError):
        table.spiffs.reroll(1)
    again = CharacterDocument(rulebook(), before)
    again.open(before, read_only=True)
    opened(again, log)
    assert again.character == before
    again.open(before)
    opened(again, log)
    assert again.character.spiffs == before.spiffs - 1


def test_what_was_paid_before_the_program_ended_is_not_paid_again(qapp, log, monkeypatch):
    table = Table(log, *BLANKS, 0)
    monkeypatch.setattr(table.keeper, "paid", lambda *_paid: None)
    table.spiffs.reroll(1)
    assert table.left == 2
    again = CharacterDocument(rulebook(), table.document.character)
    opened(again, log)
    assert again.character.spiffs == 2
    assert [(line.by, line.reason) for line in again.character.spiff_ledger] == [(-1, REROLL)]


def test_what_spiffs_were_spent_on_stands_in_the_ledger(qapp, log):
    table = Table(log, *BLANKS, 0)
    table.spiffs.reroll(1)
    table.play.settle()
    table.spiffs.buy()
    table.spiffs.veto()
    ledger = table.document.character.spiff_ledger
    assert [(line.by, line.reason, line.veto, line.on) for line in ledger] == [
        (-1, REROLL, False, "2026-11-21"),
        (-2, ADDED_SUCCESS, True, "2026-11-21"),
        (2, ADDED_SUCCESS, True, "2026-11-21"),
    ]
    assert {line.note for line in ledger} == {"Maneuver against 0 successes"}
    stack = table.document.undo_stack
    for lines in (2, 1, 0):
        stack.undo()
        assert len(table.document.character.spiff_ledger) == lines
    for lines in (1, 2, 3):
        stack.redo()
        assert len(table.document.character.spiff_ledger) == lines
    assert table.document.character.spiff_ledger == ledger


def test_a_damage_is_soaked_once_a_throw_and_only_while_it_is_not_taken(qapp, log):
    table = Table(log, 0, spiffs=9)
    table.spiffs.soak()
    assert table.left == 9, "there is no damage"
    poison = injuries.hindering_from(rulebook().die("poison"))
    table.document.apply("Poison", lambda each: injuries.add_hindering(each, poison))
    table.play.throw(Request(difficulty="", against=0))
    assert not table.spiffs.may_soak, "its dice are in motion"
    table.play.settle()
    (harm,) = table.play.proposals()
    table.play.take(harm)
    table.spiffs.soak()
    assert table.left == 9
    table.document.undo_stack.undo()
    table.spiffs.soak()
    table.spiffs.soak()
    assert (table.left, table.play.proposals()) == (7, ())
    assert table.play.played.reading.task.soaked == 1


def test_successes_used_are_counted_and_those_taken_back_told_once(earned):
    table = earned
    table.spiffs.use_earned()
    assert words(table) == "One earned success used."
    table.spiffs.use_earned()
    assert words(table) == "2 earned successes used."
    table.spiffs.veto()
    assert words(table) == "One earned success used. Vetoed: One earned success used."
    table.spiffs.veto()
    assert words(table) == "Vetoed: One earned success used."
