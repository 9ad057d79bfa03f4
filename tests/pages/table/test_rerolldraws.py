"""A die thrown again is a draw of its own: it belongs to the evening it is drawn in, whatever the throw was."""

from datetime import UTC, datetime, timedelta

import pytest

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.play.bones.played import Opponent
from bones_desktop.play.bones.spiffplay import SpiffPlay
from bones_desktop.play.bones.throws import TablePlay
from bones_desktop.play.eveningdice import EveningDice
from bones_desktop.play.journal import Journal
from bones_desktop.rules.bones.book.character import SpiffEntry
from bones_desktop.rules.bones.injury import spiffs
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.rules.fairness import verify
from bones_desktop.storage.log.throwlog import ThrowLog
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

FREE = Request(difficulty="", against=0)


class Table:
    """A throw on the table, its log and a clock that can be put forward."""

    def __init__(self, path) -> None:
        self.now = datetime(2026, 11, 21, 20, 41, tzinfo=UTC)
        self.log = ThrowLog(path, lambda: self.now)
        self.document = document = CharacterDocument(rulebook(), ragnar().with_(spiffs=9))
        self.keeper, self.dice = Journal(self.log), EveningDice(self.log, lambda: self.now)
        self.play = TablePlay(document, self.keeper, self.dice)
        self.spiffs = SpiffPlay(self.play)
        document.changed.connect(self.spiffs.follow)

    def throw(self) -> None:
        self.play.throw(FREE)
        self.play.settle()

    def undo(self) -> None:
        self.document.undo_stack.undo()

    def reroll(self) -> None:
        self.spiffs.reroll(1)
        self.play.settle()

    def assert_sound(self, evenings: int) -> None:
        """Every draw of every evening is in the log, once and as its seed has it."""
        self.dice.end()
        assert len(self.log.evenings()) == evenings
        for each in self.log.evenings():
            assert verify(self.log.sealed(each), self.log.draws(each.id)).sound


@pytest.fixture
def table(qapp, tmp_path):
    made = Table(tmp_path / "log.db")
    yield made
    made.log.close()


def test_a_die_thrown_again_can_be_checked(table):
    table.throw()
    table.reroll()
    table.spiffs.veto()
    table.reroll()
    table.assert_sound(1)


def test_a_die_undone_or_vetoed_and_thrown_again_leaves_each_draw_once(table):
    table.throw()
    faces = []
    for take_back in (table.undo, table.undo, table.spiffs.veto, table.undo, table.spiffs.veto):
        table.reroll()
        faces.append(table.play.played.indices[1])
        take_back()
    table.spiffs.reroll(2)
    table.play.settle()
    table.throw()
    assert len(set(faces)) == 1
    table.assert_sound(1)
    assert sorted(draw.number for draw in table.log.draws(1)) == [1, 2, 3, 4]


def test_real_dice_before_the_first_draw_may_be_thrown_again_by_the_program(table):
    table.play.throw(FREE, None, (4, 4, 2, 2))
    table.play.settle()
    table.reroll()
    table.throw()
    table.assert_sound(1)


def test_a_throw_of_the_evening_before_may_be_thrown_again_in_the_next(table):
    for _ in range(3):
        table.throw()
    table.now += timedelta(hours=13)
    table.reroll()
    table.throw()
    table.assert_sound(2)


def test_a_title_too_long_for_the_ledger_is_cut_there(table):
    them = bob().with_(name="G" * 200)
    table.play.throw(Request(difficulty="", opponent="x"), Opponent("x", them.name, them))
    table.play.settle()
    assert len(table.play.played.title) > 200
    table.reroll()
    assert (table.document.character.spiffs, len(table.play.played.uses)) == (8, 1)
    assert len(table.document.character.spiff_ledger[-1].note) == 200
    table.spiffs.buy()
    assert table.document.character.spiffs == 6
    table.assert_sound(1)


def test_a_full_ledger_is_told_before_a_die_is_drawn(table):
    told = []
    table.keeper.refused.connect(lambda why: told.append(why.code))
    full = tuple(SpiffEntry(by=1, note="a", on="") for _ in range(5_000))
    table.document.apply("Full", lambda each: each.with_(spiff_ledger=full))
    table.throw()
    assert [each.why_not.code for each in table.spiffs.offers()] == ["spiff-ledger-full"] * 2
    table.reroll()
    table.spiffs.buy()
    assert told == ["spiff-ledger-full"] * 2
    assert table.log.evenings()[-1].draws == 1
    table.assert_sound(1)


def test_a_die_is_drawn_only_when_its_use_can_be_paid(table, monkeypatch):
    table.throw()
    monkeypatch.setattr(spiffs, "why_not_spent", lambda *_: None)
    full = tuple(SpiffEntry(by=1, note="a", on="") for _ in range(5_000))
    table.document.apply("Full", lambda each: each.with_(spiff_ledger=full))
    table.reroll()
    assert table.log.evenings()[-1].draws == 1
    table.assert_sound(1)
