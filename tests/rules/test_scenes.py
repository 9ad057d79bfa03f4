"""Scenes of every smaller game: each act of each sample can be done, and rounds, turns and offers keep their order."""

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from bones_desktop.rules.acts import Answers, ParameterKind
from bones_desktop.rules.basics.character import Weapon
from bones_desktop.rules.five_modes.character import Belonging
from bones_desktop.rules.games import thrown_again
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.sceneacts import (
    asked,
    dismissed,
    form,
    in_turn,
    joined,
    left,
    merged,
    noted,
    offered,
    offering,
    planned,
    settled,
    taken,
)
from bones_desktop.rules.scenes import Scene, SceneStep, begun, can_act, offer, opened, ready, rules_of, state, turned
from bones_desktop.storage.campaignfile import scene_form
from bones_desktop.storage.games import SMALL_GAMES, StoredGame, game_of, read_any
from tests.support.foreach import for_each

GAMES = {each.game.id: each for each in SMALL_GAMES}
SAMPLES = [(game, path) for game in SMALL_GAMES for path in game.samples]
STRIKES = {"basics": "attack", "margin": "attack", "five_modes": "fight", "story_bones": "contest"}


def foe(game: StoredGame[Any, Any], name: str, side: str = "B") -> Any:
    rules = rules_of(game.game)
    return rules.fighter(name=name, side=side, numbers={each.id: each.first for each in rules.numbers})


def scene_of(id: str, *sides: str, who: Any = None) -> tuple[StoredGame[Any, Any], Scene]:
    """Return a scene with a foe on each of the sides, after a character on the first side if one is given."""
    game = GAMES[id]
    rules = rules_of(game.game)
    scene: Scene = rules.scene()
    if who is not None:
        scene = joined(game.game, game.book, scene, rules.fighter(name="Ann", side="A", character=who))
    for place, side in enumerate(sides, 1):
        scene = joined(game.game, game.book, scene, foe(game, f"Foe {place}", side))
    return game, scene


def with_initiative(game: StoredGame[Any, Any], scene: Scene, rng: Random) -> Scene:
    for _again in range(40):
        due = rules_of(game.game).openings(game.book, scene)
        if not due:
            break
        for each in due:
            scene, _said = opened(game.game, game.book, scene, each, thrown_again(game.game, each.plan, rng))
    return ready(game.game, game.book, scene)


def do(game: StoredGame[Any, Any], scene: Scene, by: str, act: str, rng: Random, **given: Any) -> Scene:
    """Do an act with the proposed answers and the given ones."""
    answers = form(game.game, game.book, scene, by, act).fitted(Answers())
    chosen = {each.id: answers.values[each.id] for each in asked(game.game, game.book, scene, by, act)(answers)
              if not each.optional and each.kind is not ParameterKind.THROW}  # fmt: skip
    made = planned(game.game, game.book, scene, by, act, Answers({**chosen, **given}))
    if made.plan is not None:
        fallen = thrown_again(game.game, made.plan, rng)
        return settled(game.game, game.book, scene, made, game.game.read(made.plan, fallen, Answers()))
    indices = tuple(rng.randrange(len(die.faces)) for die in made.thrown.thrown) if made.thrown is not None else ()
    return settled(game.game, game.book, scene, made, None, indices)


@for_each(("game", "path"), SAMPLES)
def test_every_act_of_every_sample_and_foe_can_be_done(game, path):
    """An act is done or refused with a reason of the rules; what it offers can be taken by everybody named in it."""
    rng, done_once = Random(path.stem), set()
    game, scene = scene_of(game.game.id, "A", "B", "B", who=read_any(path)[1].value)
    scene = with_initiative(game, begun(game.game, game.book, scene), rng)
    for fighter in scene.fighters:
        for phase in range(len(rules_of(game.game).phases)):
            now = scene.with_(phase=phase)
            for act in rules_of(game.game).acts(game.book, now, fighter):
                # Only an act with a roll or an act of the game can be refused.
                with suppress(*[RulesError] if act.act or act.rolls else []):
                    after = do(game, now, fighter.id, act.id, rng)
                    done_once.add(act.id)
                    for each in after.offers:
                        for whom in each.whom:
                            done = taken(game.game, game.book, after, each.id, whom)
                            assert all(one.id != each.id for one in done.offers)
    assert STRIKES[game.game.id] in done_once


@pytest.mark.parametrize("id", GAMES)
def test_a_scene_is_read_back_from_its_file(id, tmp_path):
    game, scene = scene_of(id, "B", "B", who=read_any(GAMES[id].samples[0])[1].value)
    scene = with_initiative(game, begun(game.game, game.book, scene), Random(2))
    scene = do(game, scene, scene.fighters[0].id, STRIKES[id], Random(3)) if id != "five_modes" else scene
    scene = noted(scene.with_(id="s1", name="Alley"), SceneStep(by="Ann", what="attack", text=("A hit.",)))
    path = tmp_path / "alley.bones-fight"
    scene_form(game).write(path, scene)
    assert scene_form(game).read(path).value == scene


@pytest.mark.parametrize("id", GAMES)
def test_everybody_has_one_turn_in_each_part_of_a_round(id):
    game, scene = scene_of(id, "A", "B", "B")
    scene = with_initiative(game, begun(game.game, game.book, scene), Random(4))
    seen = []
    while scene.round == 1:
        seen.append((scene.phase, scene.turn))
        scene = turned(game.game, game.book, scene)
    idle = {each.id for each in scene.fighters if "holds-back" in {one.id for one in each.conditions}}
    rules = rules_of(game.game)
    phases = range(len(rules.phases))
    shared = {phase for phase in phases if rules.phases[phase] in rules.once}
    assert all(sum(one == phase for one, _turn in seen) == 1 for phase in shared)
    wanted = {(phase, each.id) for phase in phases for each in scene.fighters if each.id not in idle}
    wanted = {each for each in wanted if each[0] not in shared}
    assert set(seen) <= {(phase, each.id) for phase in phases for each in scene.fighters}
    assert len(seen) == len(set(seen))
    assert wanted <= set(seen) | {(phase, each) for phase in phases for each in ("f1",)}


def test_foes_with_the_same_name_are_told_apart():
    game = GAMES["margin"]
    scene = rules_of(game.game).scene()
    for _each in range(3):
        scene = joined(game.game, game.book, scene, foe(game, "Ghoul"))
    assert [each.name for each in scene.fighters] == ["Ghoul", "Ghoul 2", "Ghoul 3"]
    assert len({each.id for each in scene.fighters}) == 3


def test_a_newcomer_acts_with_its_side_where_sides_roll_once():
    game, scene = scene_of("margin", "A", "B")
    scene = with_initiative(game, begun(game.game, game.book, scene), Random(1))
    scene = joined(game.game, game.book, scene, foe(game, "Late"))
    late = scene.fighters[-1]
    assert late.initiative == scene.fighters[1].initiative != ()


def test_the_turn_of_who_leaves_passes_on():
    game, scene = scene_of("margin", "A", "B", "B")
    scene = with_initiative(game, begun(game.game, game.book, scene), Random(1))
    first, second = scene.order[:2]
    after = left(game.game, game.book, scene, first)
    assert after.turn == second
    assert [each.id for each in after.fighters] == [each.id for each in scene.fighters if each.id != first]


def test_offers_of_who_leaves_are_gone():
    game, scene = scene_of("margin", "A", "B", "B")
    scene = offering(scene, [offer("act", "hurt", ("f2", "f3"), {"value": 2}), offer("act", "hurt", ("f2",))])
    after = left(game.game, game.book, scene, "f2")
    assert [each.whom for each in after.offers] == [("f3",)]


def test_an_offer_is_taken_once():
    game, scene = scene_of("margin", "A", "B")
    scene = offering(scene, [offer("act", "hurt", ("f2",), {"value": 2})])
    id = scene.offers[0].id
    after = taken(game.game, game.book, scene, id)
    assert after.fighter("f2").hurt == 2
    with pytest.raises(RulesError, match="scene-no-offer"):
        offered(after, id)
    assert not dismissed(scene, id).offers
    with pytest.raises(RulesError, match="no-fighter"):
        taken(game.game, game.book, scene, id, "f1")


def test_a_foe_heals_no_further_than_unhurt():
    game, scene = scene_of("basics", "A", "B")
    scene = offering(scene, [offer("act", "hurt", ("f2",), {"value": 2}), offer("act", "treat", ("f2",), {"value": 9})])
    hurt = taken(game.game, game.book, scene, scene.offers[0].id)
    assert taken(game.game, game.book, hurt, scene.offers[1].id).fighter("f2").hurt == 0


def test_what_the_scene_fills_in_can_be_answered_otherwise():
    game, scene = scene_of("margin", "A", "B", who=read_any(GAMES["margin"].samples[-1])[1].value)
    given = Answers({"whom": "f3"})
    known = {each.id: each for each in asked(game.game, game.book, scene, "f1", "attack")(given)}
    assert known["score"].optional
    assert known["score"].first == 12
    own = {each.id: each for each in asked(game.game, game.book, scene, "f1", "attack", own_numbers=True)(given)}
    assert not own["score"].optional
    made = planned(game.game, game.book, scene, "f1", "attack", Answers({"whom": "f3", "score": 20}))
    assert made.plan.asked.target == 20


def test_a_target_that_is_prone_or_invisible_is_filled_in():
    game, scene = scene_of("margin", "A", "B", who=read_any(GAMES["margin"].samples[-1])[1].value)
    scene = scene.putting(scene.fighter("f3").gaining("prone").gaining("invisible"))
    made = planned(game.game, game.book, scene, "f1", "attack", Answers({"whom": "f3"}))
    assert made.answers.yes("target-prone")
    assert made.answers.yes("target-invisible")


def test_those_who_wait_let_their_turn_pass():
    game, scene = scene_of("margin", "A", "B", "B")
    scene = with_initiative(game, begun(game.game, game.book, scene), Random(1))
    last = scene.order[-1]
    assert in_turn(game.game, game.book, scene, last, "attack").turn == last
    late = scene.with_(turn=last)
    assert in_turn(game.game, game.book, late, scene.order[0], "attack").turn == last


def test_a_condition_without_rounds_lasts_and_the_longer_time_counts():
    _game, scene = scene_of("margin", "A")
    fighter = scene.fighter("f1").gaining("held", 3).gaining("held", 1)
    assert [(each.id, each.rounds) for each in fighter.conditions] == [("held", 3)]
    assert [(each.id, each.rounds) for each in fighter.gaining("held").conditions] == [("held", 0)]


def test_only_changes_go_into_a_file_that_changed_elsewhere():
    before = read_any(GAMES["margin"].samples[0])[1].value
    after, now = before.with_(lp_lost=3), before.with_(name="Other", luck_used=1)
    assert merged(now, before, after) == now.with_(lp_lost=3)
    assert merged(now, before, before) is now


def test_holds_of_characters_run_out_with_the_rounds():
    who = read_any(GAMES["margin"].samples[0])[1].value
    game, scene = scene_of("margin", "B", who=who)
    scene = offering(begun(game.game, game.book, scene),
                     [offer("act", "hold", ("f1",), {"name": "Sleep", "total": 12, "rounds": 2})])  # fmt: skip
    scene = taken(game.game, game.book, scene, scene.offers[0].id)
    held = [len(scene.fighter("f1").character.holds)]
    for _round in range(2):
        scene = begun(game.game, game.book, scene)
        held.append(len(scene.fighter("f1").character.holds))
    assert held == [1, 1, 0]


def test_who_is_down_has_no_turn_and_wakes_to_one():
    game, scene = scene_of("five_modes", "A", "B")
    down = scene.fighter("f2").with_(hurt=4)
    assert state(game.game, game.book, down) == "down"
    assert not can_act(game.game, game.book, down)
    assert can_act(game.game, game.book, down.with_(hurt=3))


def test_a_shot_empties_the_weapon_and_reloading_is_an_act_of_the_turn():
    path = next(each for each in GAMES["basics"].samples if each.stem == "harriet")
    who = read_any(path)[1].value
    who = who.with_(weapons=(who.weapons[0].with_(reload=2), *who.weapons[1:]))
    game, scene = scene_of("basics", "B", who=who)
    ids = [each.id for each in rules_of(game.game).acts(game.book, scene, scene.fighter("f1"))]
    assert "reload" not in ids
    shot = do(game, scene, "f1", "attack", Random(1), weapon="1")
    assert shot.fighter("f1").character.weapons[0].empty == 2
    loaded = do(game, shot, "f1", "reload", Random(1), weapon="1", value=2)
    assert loaded.fighter("f1").character.weapons[0].empty == 0
    assert loaded.fighter("f1").acted == 2


def test_a_duel_is_fought_with_the_weapon_that_shoots_and_empties_it():
    path = next(each for each in GAMES["basics"].samples if each.stem == "harriet")
    gun, knife = Weapon(name="Gun", damage=3, ranged=True, reload=2), Weapon(name="Knife")
    game, scene = scene_of("basics", "B", who=read_any(path)[1].value.with_(weapons=(knife, gun)))
    dueled = do(game, scene, "f2", "attack", Random(1), whom="f1", their_reply="duel")
    assert [each.empty for each in dueled.fighter("f1").character.weapons] == [0, 2]
    assert not any(each.kind == "do" for each in dueled.offers)
    answered = {}
    for reply in ("duel", "counter"):
        hits = (do(game, scene, "f2", "attack", Random(seed), whom="f1", their_reply=reply) for seed in range(60))
        rolls = (each for scene in hits for each in scene.offers if each.what == "damage" and each.by == "f1")
        answered[reply] = next(rolls).answers["weapon"]
    assert answered == {"duel": "2", "counter": "1"}


def test_nobody_fights_with_a_bow_in_the_second_part_of_a_round():
    path = next(each for each in GAMES["five_modes"].samples if each.stem == "brida")
    who = read_any(path)[1].value.with_(belongings=(Belonging(thing="short-bow", in_use=True),))
    game, scene = scene_of("five_modes", "B", who=who)
    asked_for = {
        act: {each.id for each in asked(game.game, game.book, scene.with_(phase=phase), "f1", act)(Answers())}
        for phase, act in enumerate(("shoot", "fight"))
    }
    assert "strike" in asked_for["shoot"]
    assert "strike" not in asked_for["fight"]


def test_a_healing_touch_costs_life_points_and_heals_somebody_else():
    path = next(each for each in GAMES["margin"].samples if each.stem == "brother-ull")
    game, scene = scene_of("margin", "B", who=read_any(path)[1].value)
    hurt = scene.fighters[0].character.with_(lp_lost=3)
    scene = joined(game.game, game.book, scene, rules_of(game.game).fighter(name="Bob", side="A", character=hurt))
    mate = scene.fighters[-1].id
    (which,) = (each for each in asked(game.game, game.book, scene, "f1", "healing")(Answers()) if each.id == "whom")
    assert which.choices[0] == mate
    assert "f1" not in which.choices
    scene = do(game, scene, "f1", "healing", Random(1), whom=mate)
    assert scene.fighter("f1").character.lp_lost == 1
    (given,) = scene.offers
    healed = taken(game.game, game.book, scene, given.id)
    assert healed.fighter(mate).character.lp_lost < 3


def test_bones_has_no_scenes():
    bones = game_of("bones")
    assert bones is not None
    with pytest.raises(ValueError, match="no scenes"):
        rules_of(bones.game)


def test_names_exist_for_everything_a_scene_shows():
    """A name is not its id: every act, condition, number and part of a round has words of its own."""
    from bones_desktop.wording.games.words import game_name
    from bones_desktop.wording.scenes import act_name

    for game in SMALL_GAMES:
        rules, id = rules_of(game.game), game.game.id
        for each in rules.conditions:
            assert game_name(id, "condition", each) != each, (id, each)
        for each in rules.numbers:
            assert game_name(id, "number", each.id) != each.id, (id, each.id)
        for each in filter(None, rules.phases):
            assert game_name(id, "phase", each) != each, (id, each)
        _game, scene = scene_of(id, "A", "B", who=read_any(game.samples[0])[1].value)
        scene = scene.putting(scene.fighter("f1").gaining("held").gaining("grappling").gaining("prone"))
        for phase in range(len(rules.phases)):
            for act in rules.acts(game.book, scene.with_(phase=phase), scene.fighter("f1")):
                assert act_name(id, act.id) != act.id, (id, act.id)
                parameters = asked(game.game, game.book, scene.with_(phase=phase), "f1", act.id)(Answers())
                for one in parameters:
                    assert one.names or game_name(id, "field", one.id) != one.id, (id, act.id, one.id)
