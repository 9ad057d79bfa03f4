"""Throws without widgets: decided, kept, then told; the same in log, tray and reading."""

from datetime import UTC, datetime
from random import Random

import pytest

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.play.bones.hands import hand_for
from bones_desktop.play.bones.harm import proposal_words
from bones_desktop.play.bones.played import Opponent, request_from
from bones_desktop.play.bones.throws import TablePlay
from bones_desktop.play.eveningdice import EveningDice
from bones_desktop.play.journal import Journal
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.making.edits import character_from_block, set_text
from bones_desktop.rules.bones.reading.plays import read_play
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.rules.reading import Role
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import BY_HAND, NOT_KEPT
from bones_desktop.storage.log.throwlog import ThrowLog
from tests.support.givendice import Faces, GivenDice
from tests.support.people import ID, ragnar
from tests.support.people import die as die_of
from tests.support.rulebooks import rulebook

AVERAGE = Request()


def now() -> datetime:
    return datetime(2026, 11, 21, 20, 41, tzinfo=UTC)


@pytest.fixture
def document(qapp):
    return CharacterDocument(rulebook(), ragnar())


@pytest.fixture
def log(tmp_path):
    log = ThrowLog(tmp_path / "log.db", now)
    yield log
    log.close()


@pytest.fixture
def make(document, log):
    def new(rng=None, log=log, dice=None) -> TablePlay:
        keeper = Journal(log)
        play = TablePlay(document, keeper, dice or GivenDice(rng or Random(7)))
        play.keeper = keeper
        play.told = []
        keeper.trouble.connect(lambda value: play.told.append(("trouble", value)))
        keeper.refused.connect(lambda value: play.told.append(("refused", value)))
        for name in ("thrown", "settled"):
            getattr(play, name).connect(lambda value, name=name: play.told.append((name, value)))
        return play

    return new


def names(play: TablePlay) -> list[str]:
    return [name for name, _value in play.told]


def poisoned(document: CharacterDocument, count: int = 1) -> None:
    die = injuries.hindering_from(rulebook().die("poison"))
    for _ in range(count):
        document.apply("Poison", lambda each: injuries.add_hindering(each, die))


def goblin() -> Opponent:
    block = rulebook().block("goblin")
    return Opponent("block:goblin", block.name, character_from_block(rulebook(), block, ID))


def test_the_reading_is_that_of_the_throw_and_the_log_keeps_its_dice(make, document, log):
    play = make()
    play.throw(AVERAGE)
    played = play.played
    assert played.reading == read_play(rulebook(), document.character.house_rules, played.play)
    [entry] = log.latest()
    shown = tuple(die.faces[index].code for die, index in zip(played.dice, played.indices, strict=True))
    assert tuple(entry.shown(place) for place in range(len(entry.dice))) == shown
    assert tuple(die.faces for die in entry.dice) == tuple(
        tuple(face.code for face in die.faces) for die in played.dice
    )
    assert len(entry.dice) == 8
    assert (entry.who, entry.title, entry.at) == ("Ragnar", "Maneuver against Average", now())
    assert entry.net == played.reading.task.net
    assert request_from(entry.request) == AVERAGE
    assert entry == played.entry


@pytest.mark.parametrize(
    "asked", [Request(kind=ThrowKind.MOVEMENT), Request(kind=ThrowKind.FALL, metres=20), Request(kind=ThrowKind.INCOME)]
)
def test_what_nothing_was_to_be_reached_by_is_no_success_in_the_log(make, log, asked):
    make().throw(asked)
    [entry] = log.latest()
    assert entry.result
    assert entry.net is None


def test_it_is_in_the_log_before_anything_moves_and_told_once_when_it_settles(make, log):
    play = make()
    kept = []
    play.thrown.connect(lambda _played: kept.append(len(log.latest())))
    play.throw(AVERAGE)
    assert kept == [1]
    assert play.pending
    play.settle()
    play.settle()
    assert names(play) == ["thrown", "settled"]
    assert not play.pending


def test_a_task_that_may_not_be_attempted_is_refused_and_nothing_is_drawn(make, log):
    dice = EveningDice(log, now)
    play = make(dice=dice)
    play.throw(Request(skill="magic"))
    assert names(play) == ["refused"]
    assert play.told[0][1].code == "no-icon"
    assert play.played is None
    assert log.latest() == ()
    assert dice.evening is None


def test_a_log_that_cannot_be_written_is_told_and_the_throw_stands(make, log, monkeypatch, tmp_path):
    def full(_entry, _owed=None):
        raise FileProblem("full", tmp_path)

    monkeypatch.setattr(log, "append", full)
    play = make()
    play.throw(AVERAGE)
    assert names(play) == ["trouble", "thrown"]
    assert play.played.entry.tags == (NOT_KEPT,)


def test_without_a_log_throws_stand_and_are_marked(make):
    play = make(log=None)
    play.throw(AVERAGE)
    assert names(play) == ["thrown"]
    assert play.played.entry.tags == (NOT_KEPT,)


def test_a_lost_die_is_not_thrown_and_undo_gives_it_back(make, document):
    play = make()
    assert len(play.hand(AVERAGE, None).shown) == 4
    document.apply("Lose die 2", lambda each: injuries.lose(each, 1))
    assert len(play.hand(AVERAGE, None).shown) == 3
    play.throw(AVERAGE)
    assert play.played.owner.dice == (0, 2, 3)
    document.undo_stack.undo()
    assert len(play.hand(AVERAGE, None).shown) == 4


def test_poison_proposes_a_die_and_losing_it_is_one_step(make, document):
    poisoned(document)
    play = make(Faces())
    play.throw(AVERAGE)
    assert play.proposals() == (), "nothing is told before the dice have settled"
    play.settle()
    [proposal] = play.proposals()
    assert proposal.cause == "Poison"
    harm = play.played.reading.task.reading.lost
    assert proposal.dice == tuple(play.played.owner.dice[place] for place in harm)
    (die,) = proposal.dice
    play.take(proposal)
    assert document.undo_stack.undoText() == f"Lose die {die + 1}"
    assert document.character.lost[0].cause == "Poison"
    assert play.proposals() == ()
    assert play.stands()
    assert play.roles()[die] is Role.LOST
    document.undo_stack.undo()
    assert play.proposals() == (proposal,)


def test_a_die_that_will_be_lost_looks_otherwise_than_the_one_that_does_the_harm(make, document):
    poisoned(document)
    play = make(Faces())
    play.throw(AVERAGE)
    play.settle()
    [proposal] = play.proposals()
    (die,) = proposal.dice
    poison = len(play.played.owner.dice)
    assert play.played.throw.dice[poison].label == "Poison"
    assert (play.roles()[die], play.roles()[poison]) == (Role.LOST, Role.HURTS)
    other = next(each for each in play.played.owner.dice if each != die)
    document.apply("Lose another", lambda each: injuries.lose(each, other))
    assert play.proposals() == ()
    assert (play.roles()[other], play.roles()[die]) == (Role.LOST, Role.CANCELLED)


def test_poison_and_flaming_are_both_told(make, document):
    poisoned(document)
    flaming = injuries.hindering_from(rulebook().die("flaming"))
    document.apply("Flaming", lambda each: injuries.add_hindering(each, flaming))
    play = make(Faces())
    play.throw(AVERAGE)
    play.settle()
    [proposal] = play.proposals()
    words, tip = proposal_words(proposal)
    assert words == "Flaming and Poison take dice 3, 4: lose them"
    assert tip.startswith("die 3: Flaming, die 4: Poison. ")
    play.take(proposal)
    assert {each.die: each.cause for each in document.character.lost} == {2: "Flaming", 3: "Poison"}


def test_several_dice_are_lost_in_one_step(make, document):
    poisoned(document, 2)
    play = make(Faces())
    play.throw(AVERAGE)
    play.settle()
    [proposal] = play.proposals()
    play.take(proposal)
    assert document.undo_stack.undoText() == "Lose dice 3, 4"
    assert document.character.available() == (0, 1)
    document.undo_stack.undo()
    assert document.character.available() == (0, 1, 2, 3)


def test_poison_may_do_more_damage_than_there_are_dice(make, document):
    poisoned(document, 3)
    for die in (0, 1, 2):
        document.apply("Lose", lambda each, die=die: injuries.lose(each, die))
    play = make(Faces())
    play.throw(AVERAGE)
    play.settle()
    [proposal] = play.proposals()
    assert (proposal.cause, proposal.dice, proposal.beyond) == ("Poison", (3,), 2)
    assert proposal_words(proposal)[0] == "Poison takes die 4 and does 2 more damage: take it"
    document.apply("Lose die 4", lambda each: injuries.lose(each, 3))
    [rest] = play.proposals()
    assert (rest.dice, rest.beyond) == ((), 2)
    assert proposal_words(rest)[0] == "Poison: take 2 more damage than you had dice"
    document.undo_stack.undo()
    play.take(proposal)
    assert (document.character.available(), document.character.excess_damage) == ((), 2)
    assert play.proposals() == ()


def test_a_fall_that_kills_is_taken_and_proposes_no_more(make, document):
    play = make(Faces(3, 3, 2, 2))
    play.throw(Request(kind=ThrowKind.FALL, metres=200))
    play.settle()
    [proposal] = play.proposals()
    play.take(proposal)
    assert injuries.condition(document.character).state is injuries.State.DEAD
    assert "refused" not in names(play)
    assert play.proposals() == ()
    assert document.undo_stack.undoText() == "Take 39 damage"


def test_another_die_may_be_given_instead(make, document):
    poisoned(document)
    play = make(Faces())
    play.throw(AVERAGE)
    play.settle()
    document.apply("Lose die 1", lambda each: injuries.lose(each, 0))
    assert play.proposals() == ()


def test_a_fall_proposes_its_damage_once(make, document):
    play = make(Faces(3, 3, 2, 2))
    play.throw(Request(kind=ThrowKind.FALL, metres=20))
    play.settle()
    assert play.played.reading.damage == 3
    document.apply("Lose die 1", lambda each: injuries.lose(each, 0))
    [proposal] = play.proposals()
    assert (proposal.cause, proposal.dice, proposal.damage) == ("Fall", (), 2)
    play.take(proposal)
    assert document.character.available() == (1,)
    assert document.undo_stack.undoText() == "Take 2 damage"
    assert play.proposals() == ()


def test_a_refused_loss_is_told(make, document):
    poisoned(document)
    play = make(Faces())
    play.throw(AVERAGE)
    play.settle()
    document.open(document.character, read_only=True)
    [proposal] = play.proposals()
    play.take(proposal)
    assert names(play)[-1] == "refused"


def test_the_throw_stands_only_while_its_dice_are_the_characters(make, document):
    play = make()
    assert not play.stands()
    play.throw(AVERAGE)
    document.apply("Name", lambda each: set_text(each, "name", "Ragnar the Bold"))
    assert play.stands()
    other = die_of("universal,physical,riding,riding,riding,riding")
    document.apply("A die", lambda each: each.with_(dice=(other, *each.dice[1:])))
    assert not play.stands()
    document.undo_stack.undo()
    assert play.stands()
    document.open(document.character.with_(id="f" * 32))
    assert not play.stands()


def test_healing_and_poison_change_nothing_about_what_was_thrown(make, document):
    document.apply("Lose die 4", lambda each: injuries.lose(each, 3))
    play = make()
    play.throw(AVERAGE)
    document.apply("Heal", injuries.heal)
    assert play.stands()
    poisoned(document)
    assert play.stands()
    play.clear()
    assert not play.stands()


def test_an_opponents_dice_are_thrown_with_ones_own(make, log):
    play = make(Faces(0, 0, 1, 3, 0, 4))
    play.throw(Request(skill="stealth", difficulty="", opponent="block:goblin"), goblin())
    played = play.played
    assert [die.group for die in played.dice] == ["character"] * 4 + ["opponent"] * 2
    assert played.title == "Stealth against Goblin (example)"
    assert played.other.task.skill == "perception"
    assert played.reading.other.net == 2
    assert played.reading.task.net == 1
    assert len(play.roles()) == 6
    [entry] = log.latest()
    assert [die.group for die in entry.dice] == ["character"] * 4 + ["opponent"] * 2
    assert entry.dice[4].key != entry.dice[0].key, "no two dice of a draw have one key"


def test_real_dice_are_entered_and_marked(make, log):
    play = make(dice=EveningDice(log, now))
    play.throw(AVERAGE, None, (0, 0, 1, 5, 0, 1, 2, 3))
    assert play.played.throw.indices == (0, 0, 1, 5, 0, 1, 2, 3)
    [entry] = log.latest()
    assert entry.tags == (BY_HAND,)
    assert (entry.number, entry.evening) == (0, 0)


def test_every_draw_is_of_the_evening_and_can_be_checked(make, log):
    dice = EveningDice(log, now)
    play = make(dice=dice)
    for _ in range(3):
        play.throw(AVERAGE)
    entries = [entry for entry in log.latest() if entry.number]
    assert [entry.number for entry in entries] == [1, 2, 3]
    assert {entry.evening for entry in entries} == {dice.evening.id}
    assert len({tuple(die.index for die in entry.dice) for entry in entries}) > 1


def test_what_lies_between_takes_from_the_opponent_who_searches():
    goblin = Opponent("block:goblin", "Goblin", character_from_block(rulebook(), rulebook().block("goblin"), ID))
    asked = Request("stealth", difficulty="", opponent="block:goblin", distance=120, darkness=2)
    hand = hand_for(rulebook(), ragnar(), asked, goblin)
    assert (hand.occasion.task.distance, hand.occasion.task.darkness) == (0, 0)
    assert (hand.other.task.skill, hand.other.task.distance, hand.other.task.darkness) == ("perception", 2, 2)
