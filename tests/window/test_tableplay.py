"""Throws without widgets: decided, kept, then told; the same in log, tray and reading."""

from datetime import UTC, datetime
from random import Random

import pytest

from bones_desktop.document.document import CharacterDocument
from bones_desktop.rules.bones import belongings, injuries
from bones_desktop.rules.bones.attempts import Task
from bones_desktop.rules.bones.edits import set_text
from bones_desktop.rules.bones.tasks import read_task
from bones_desktop.rules.reading import Role
from bones_desktop.storage.rolllog import RollLog
from bones_desktop.storage.textfiles import FileProblem
from bones_desktop.window.tableplay import NOT_KEPT, TablePlay
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook

AVERAGE = Task("maneuver", "average")


def now() -> datetime:
    return datetime(2026, 11, 21, 20, 41, tzinfo=UTC)


class Ones(Random):
    """Every die shows its first face."""

    def randrange(self, *_args: object) -> int:
        return 0


@pytest.fixture
def document(qapp):
    return CharacterDocument(rulebook(), ragnar())


@pytest.fixture
def log(tmp_path):
    log = RollLog(tmp_path / "log.db", now)
    yield log
    log.close()


@pytest.fixture
def make(document, log):
    def new(rng=None, log=log) -> TablePlay:
        play = TablePlay(document, log, now, rng or Random(7))
        play.told = []
        for name in ("thrown", "settled", "trouble", "refused"):
            getattr(play, name).connect(lambda value, name=name: play.told.append((name, value)))
        return play

    return new


def names(play: TablePlay) -> list[str]:
    return [name for name, _value in play.told]


def poisoned(document: CharacterDocument, count: int = 1) -> None:
    die = belongings.hindering_from(rulebook().die("poison"))
    for _ in range(count):
        document.apply("Poison", lambda each: belongings.add_hindering(each, die))


def test_the_reading_is_that_of_the_throw_and_the_log_keeps_its_faces(make, document, log):
    play = make()
    play.throw(AVERAGE, ())
    played = play.played
    assert played.reading == read_task(rulebook(), document.character.house_rules, AVERAGE, played.throw)
    (entry,) = log.entries()
    assert [code for _name, code in entry.dice] == [face.code for face in played.throw.faces]
    assert len(entry.dice) == 8
    assert (entry.who, entry.task, entry.at) == ("Ragnar", "Maneuver against Average", now())
    assert entry.net == played.reading.net
    assert entry == played.entry


def test_it_is_in_the_log_before_anything_moves_and_told_once_when_it_settles(make, log):
    play = make()
    kept = []
    play.thrown.connect(lambda _played: kept.append(len(log.entries())))
    play.throw(AVERAGE, ())
    assert kept == [1]
    assert play.pending
    play.settle()
    play.settle()
    assert names(play) == ["thrown", "settled"]
    assert not play.pending


def test_the_same_seed_gives_the_same_throw(make):
    first, second = make(Random(3)), make(Random(3))
    first.throw(AVERAGE, ())
    second.throw(AVERAGE, ())
    assert first.played.throw == second.played.throw


def test_a_task_that_may_not_be_attempted_is_refused_and_nothing_is_kept(make, log):
    play = make()
    play.throw(Task("magic", "average"), ())
    assert names(play) == ["refused"]
    assert play.told[0][1].code == "no-icon"
    assert play.played is None
    assert log.entries() == ()


def test_a_log_that_cannot_be_written_is_told_and_the_throw_stands(make, log, monkeypatch, tmp_path):
    def full(_entry):
        raise FileProblem("full", tmp_path)

    monkeypatch.setattr(log, "append", full)
    play = make()
    play.throw(AVERAGE, ())
    assert names(play) == ["trouble", "thrown"]
    assert play.played.entry.tags == (NOT_KEPT,)


def test_without_a_log_throws_stand_and_are_marked(make):
    play = make(log=None)
    play.throw(AVERAGE, ())
    assert names(play) == ["thrown"]
    assert play.played.entry.tags == (NOT_KEPT,)


def test_a_lost_die_is_not_thrown_and_undo_gives_it_back(make, document):
    play = make()
    assert len(play.pool(())) == 4
    document.apply("Lose die 2", lambda each: injuries.lose(each, 1))
    assert len(play.pool(())) == 3
    play.throw(AVERAGE, ())
    assert play.played.owners == (0, 2, 3)
    document.undo_stack.undo()
    assert len(play.pool(())) == 4


def test_poison_proposes_a_die_and_losing_it_is_one_step(make, document):
    poisoned(document)
    play = make(Ones())
    play.throw(AVERAGE, ())
    assert play.proposal() is None, "nothing is told before the dice have settled"
    play.settle()
    proposal = play.proposal()
    assert proposal.cause == "Poison"
    assert proposal.dice == tuple(play.played.owners[place] for place in play.played.reading.reading.harm)
    (die,) = proposal.dice
    play.take(proposal)
    assert document.undo_stack.undoText() == f"Lose die {die + 1}"
    assert document.character.lost[0].cause == "Poison"
    assert play.proposal() is None
    assert play.stands()
    assert play.roles()[die] is Role.LOST
    document.undo_stack.undo()
    assert play.proposal() == proposal
    assert play.roles()[die] is Role.HURTS


def test_several_dice_are_lost_in_one_step(make, document):
    poisoned(document, 2)
    play = make(Ones())
    play.throw(AVERAGE, ())
    play.settle()
    play.take(play.proposal())
    assert document.undo_stack.undoText() == "Lose dice 3, 4"
    assert document.character.available() == (0, 1)
    document.undo_stack.undo()
    assert document.character.available() == (0, 1, 2, 3)


def test_another_die_may_be_given_instead(make, document):
    poisoned(document)
    play = make(Ones())
    play.throw(AVERAGE, ())
    play.settle()
    document.apply("Lose die 1", lambda each: injuries.lose(each, 0))
    assert play.proposal() is None


def test_a_refused_loss_is_told(make, document):
    poisoned(document)
    play = make(Ones())
    play.throw(AVERAGE, ())
    play.settle()
    document.open(document.character, read_only=True)
    play.take(play.proposal())
    assert names(play)[-1] == "refused"


def test_the_throw_stands_only_while_its_dice_are_the_characters(make, document):
    play = make()
    assert not play.stands()
    play.throw(AVERAGE, ())
    document.apply("Name", lambda each: set_text(each, "name", "Ragnar the Bold"))
    assert play.stands()
    poisoned(document)
    assert not play.stands()
    document.undo_stack.undo()
    assert play.stands()
    play.clear()
    assert not play.stands()


def test_a_die_healed_since_was_not_thrown(make, document):
    document.apply("Lose die 4", lambda each: injuries.lose(each, 3))
    play = make()
    play.throw(AVERAGE, ())
    document.apply("Heal", injuries.heal)
    assert not play.stands()


def test_without_a_seed_the_system_decides(document, log):
    play = TablePlay(document, log, now)
    seen = set()
    for _ in range(12):
        play.throw(AVERAGE, ())
        seen.add(play.played.throw.indices)
    assert len(seen) > 1
