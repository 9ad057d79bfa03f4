"""Playing a scene: each turn is one undo step, wounds go into the files, and the log tells what was done."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bones_desktop.document.document import Document
from bones_desktop.document.session import AnyFile, ClosedFiles, Session
from bones_desktop.play.eveningdice import EveningDice
from bones_desktop.play.journal import Journal
from bones_desktop.play.sceneplay import ScenePlay
from bones_desktop.rules import sceneacts
from bones_desktop.rules.scenes import rules_of
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.games import game_of, read_any
from bones_desktop.storage.log.logentry import BY_HAND, HIDDEN, TAKEN_BACK
from bones_desktop.storage.log.throwlog import ThrowLog


def now() -> datetime:
    return datetime(2026, 11, 23, 20, 0, tzinfo=UTC)


class SceneTable:
    """A scene of Margin with a character, who has a file, and two foes."""

    def __init__(self, folder: Path, game: str = "margin") -> None:
        small = game_of(game)
        assert small is not None
        self.small = small
        rules = rules_of(small.game)
        sample = next(each for each in small.samples if each.stem in {"tamsin", "harriet", "brida", "wren"})
        self.path = folder / "hero.bones"
        self.path.write_bytes(sample.read_bytes())
        self.refused: list[Any] = []
        self.told: list[Any] = []
        versions = Versions(folder / "versions")
        store = FileStore(small.form, versions, now)
        histories: UndoHistories[Any] = UndoHistories(folder / "undo", type(small.game.new("a")), versions.troubled)
        other: Document[Any] = Document(small.game.new("b" * 32))
        files: AnyFile[Any] = AnyFile(other, Session(other, store, histories), ClosedFiles(store, histories))
        self.log = ThrowLog(folder / "log.sqlite", now)
        self.document: Document[Any] = Document(rules.scene(id="s", name="Alley"))
        journal = Journal(self.log)
        journal.refused.connect(self.refused.append)
        dice = EveningDice(self.log, now)
        self.play = ScenePlay(self.document, small, journal, dice, files, self.file_of)
        self.play.told.connect(lambda *told: self.told.append(told))
        self.who = read_any(self.path)[1].value
        hero = rules.fighter(name="Ann", side="A", character=self.who, file=self.who.id)
        numbers = {each.id: each.first for each in rules.numbers}
        foes = [rules.fighter(name=f"Foe {n}", side="B", numbers=numbers) for n in (1, 2)]
        self.play.add([hero, *foes])

    def file_of(self, id: str) -> Path | None:
        return self.path if id == self.who.id else None

    @property
    def filed(self) -> Any:
        return read_any(self.path)[1].value

    def steps(self) -> list[str]:
        stack = self.document.undo_stack
        return [stack.command(place).text() for place in range(stack.index())]

    def act(
        self, by: str, act: str, faces: tuple[int, ...] | None = None, *, secret: bool = False, **given: Any
    ) -> bool:
        scene = self.play.scene
        answers = sceneacts.proposed(self.small.game, self.small.book, scene, by, act, given)
        return self.play.act(by, act, answers, faces, secret=secret)

    def lines(self) -> list[Any]:
        return list(self.log.latest(1_000))


@pytest.fixture
def table(tmp_path, qapp):
    made = SceneTable(tmp_path)
    made.play.next_round()
    made.document.replace("Order", made.play.scene.with_(turn="f2"))
    return made


def test_a_round_begins_with_its_rolls_in_the_log(tmp_path, qapp):
    made = SceneTable(tmp_path)
    made.play.next_round()
    scene = made.play.scene
    assert (scene.round, bool(scene.turn)) == (1, True)
    assert made.lines()[-1].title.startswith("Alley, round 1: Initiative")
    assert [each.what for each in scene.steps] == ["initiative"]
    assert made.play.current is not None
    assert len(made.play.current.fallen) >= 6


def test_nobody_can_begin_an_empty_scene(tmp_path, qapp):
    made = SceneTable(tmp_path)
    made.document.undo_stack.undo()
    made.play.next_round()
    assert [each.code for each in made.refused] == ["scene-nobody"]


def test_a_hit_offers_its_damage_and_the_file_takes_it(table):
    assert table.act("f2", "attack", (0, 0, 0), whom="f1")
    (offer,) = table.play.scene.offers
    assert (offer.what, offer.whom[0]) == ("hurt", "f1")
    assert table.play.take_offer(offer.id, "f1") is None
    lost = table.filed.lp_lost
    assert lost == offer.answers["value"] > 0
    assert table.play.scene.fighter("f1").character.lp_lost == lost
    assert not table.play.scene.offers


def test_a_whole_turn_is_one_step_of_undo(table):
    before = table.play.scene
    table.act("f2", "attack", (0, 0, 0), whom="f1")
    table.play.take_offer(table.play.scene.offers[0].id, "f1")
    table.act("f2", "move")
    table.play.next_turn()
    assert table.steps()[-2:] == ["Order", "Turn of Foe 1"]
    done = [each for each in table.lines() if TAKEN_BACK not in each.tags]
    table.document.undo_stack.undo()
    assert table.play.scene == before
    assert table.filed.lp_lost == 0
    gone = [each for each in table.lines() if TAKEN_BACK in each.tags]
    assert len(gone) == 3
    table.document.undo_stack.redo()
    assert table.filed.lp_lost > 0
    assert [each for each in table.lines() if TAKEN_BACK not in each.tags] == done


def test_luck_rolls_again_and_what_followed_is_read_again(table):
    table.act("f2", "attack", (0, 0, 0), whom="f1")
    assert table.play.scene.offers
    table.play.choose("reroll", 1)
    assert len(table.play.due) == 3
    table.play.throw_on((5, 5, 5))
    now = table.play.current
    assert now is not None
    assert sum(not each.counts for each in now.fallen) == 3
    assert table.play.scene.fighter("f1").character.luck_used == 1
    assert table.filed.luck_used == 1
    hit = now.reading is not None and now.reading.findings[0].outcome == "hurt"
    assert bool(table.play.scene.offers) is hit
    assert len([each for each in table.play.scene.steps if each.what == "attack"]) == 1


def test_a_taken_offer_closes_the_choices_of_the_roll(table):
    table.act("f2", "attack", (0, 0, 0), whom="f1")
    table.play.take_offer(table.play.scene.offers[0].id, "f1")
    before = table.play.scene
    table.play.choose("reroll", 1)
    assert table.play.scene == before


def test_lines_name_the_scene_who_acts_and_how_the_dice_came(table):
    table.act("f2", "attack", (0, 0, 0), whom="f1")
    line = table.lines()[-1]
    assert (line.title, line.who) == ("Alley, round 1: Attack", "Foe 1 → Ann")
    [throw] = line.round.throws
    assert (line.round.name, throw.who, throw.dice) == ("Alley, round 1", "Foe 1 → Ann: Attack", len(line.dice))
    assert throw.side == table.play.scene.fighter("f2").side in dict(line.round.sides)
    assert BY_HAND in line.tags
    table.act("f2", "attack", secret=True, whom="f1")
    assert HIDDEN in table.lines()[-1].tags


def test_the_players_see_no_secret_and_no_hidden_fighter(table):
    table.play.hide("f2")
    table.act("f2", "attack", (0, 0, 0), whom="f1", secret=True)
    assert table.told[-1][2] is True
    table.play.set_condition("f2", "prone", 0, on=True)
    table.play.next_round()
    assert all("Foe 1" not in words for _file, words in table.told[-1][1])


def test_changes_of_the_file_elsewhere_are_taken_in(table):
    other = table.filed.with_(luck_used=1)
    table.small.form.write(table.path, other)
    table.act("f2", "attack", (0, 0, 0), whom="f1")
    table.play.take_offer(table.play.scene.offers[0].id, "f1")
    assert table.filed.luck_used == 1
    assert table.filed.lp_lost > 0
    assert "Update from the files" in table.steps()


def test_an_act_that_is_refused_draws_no_dice(table):
    before = len(table.lines())
    assert not table.play.act("f2", "attack", sceneacts.Answers({"whom": "nobody"}))
    assert [each.code for each in table.refused] == ["scene-no-target"]
    assert len(table.lines()) == before


def test_an_act_with_dice_that_is_not_possible_draws_none(tmp_path, qapp):
    made = SceneTable(tmp_path, "five_modes")
    made.play.next_round()
    drawn = made.log.evening().draws
    assert not made.act("f1", "revive")
    assert [each.code for each in made.refused] == ["fm-not-down"]
    assert made.log.evening().draws == drawn


def test_a_scene_of_a_newer_program_draws_no_dice(table):
    table.document.open(table.play.scene, read_only=True)
    before = len(table.lines())
    table.play.next_round()
    assert not table.act("f2", "attack", whom="f1")
    table.play.hide("f2")
    assert {each.code for each in table.refused} == {"read-only-scene"}
    assert len(table.lines()) == before


def test_a_character_takes_part_once(table):
    fighter = table.play.scene.fighter("f1")
    table.play.add([fighter.with_(id="")])
    assert [each.code for each in table.refused] == ["scene-there"]


def test_exploding_dice_are_drawn_one_set_after_another(tmp_path, qapp):
    made = SceneTable(tmp_path, "basics")
    made.play.next_round()
    assert made.play.scene.turn
    for _again in range(12):
        made.act("f2", "attack", whom="f1")
    waves = {each.wave for each in made.play.current.fallen} if made.play.current is not None else set()
    assert 0 in waves
    numbers = [each.number for each in made.lines() if each.number]
    assert len(numbers) == len(set(numbers))


@pytest.fixture
def waiting(tmp_path, qapp):
    """An attack by Foe 1 with real dice that showed a six, which must be rolled again."""
    made = SceneTable(tmp_path, "basics")
    made.play.next_round()
    scene = made.play.scene
    answers = sceneacts.proposed(made.small.game, made.small.book, scene, "f2", "attack", {"whom": "f1"})
    plan = sceneacts.planned(made.small.game, made.small.book, scene, "f2", "attack", answers).plan
    six = tuple(5 if die.group == "pool" and place == 0 else 1 for place, die in enumerate(plan.dice))
    made.play.act("f2", "attack", answers, six)
    return made


def test_real_dice_of_a_further_set_are_asked_for(waiting):
    assert [die.group for die in waiting.play.due] == ["pool"]
    assert not waiting.play.scene.offers
    waiting.play.throw_on((0,))
    assert not waiting.play.due
    assert waiting.play.scene.steps[-1].what == "attack"


def test_who_joins_while_dice_are_due_stays(waiting):
    waiting.play.add([waiting.play.rules.fighter(name="Late", side="B")])
    waiting.play.throw_on((0,))
    assert [each.name for each in waiting.play.scene.fighters] == ["Ann", "Foe 1", "Foe 2", "Late"]
    assert waiting.play.scene.steps[-1].what == "attack"


@pytest.mark.parametrize("gone", ["f1", "f2"])
def test_dice_are_no_longer_due_once_one_of_the_two_is_gone(waiting, gone):
    waiting.play.remove(gone)
    assert not waiting.play.due
    waiting.play.throw_on((0,))
    assert len(waiting.play.scene.fighters) == 2


@pytest.mark.parametrize("game", ["five_modes", "story_bones", "basics"])
def test_every_game_plays_a_round(tmp_path, qapp, game):
    made = SceneTable(tmp_path, game)
    made.play.next_round()
    for _turn in range(12):
        made.play.next_turn()
    assert made.play.scene.round > 1
    assert not made.refused


def test_an_adventurer_without_dice_is_refused_in_a_sentence(tmp_path, qapp):
    made = SceneTable(tmp_path, "five_modes")
    before = made.play.scene
    blank = made.small.game.new("e" * 32).with_(name="Ada")
    made.play.add([made.play.rules.fighter(name="Ada", side="A", character=blank)])
    assert [each.code for each in made.refused] == ["scene-unfinished"]
    assert made.play.scene == before
