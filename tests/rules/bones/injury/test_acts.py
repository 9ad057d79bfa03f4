"""The acts of wounds and magic make the edits there are, with what they ask for."""

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.bones.book.character import Sacrifice
from bones_desktop.rules.bones.injury import injuries, magic
from bones_desktop.rules.bones.injury.blows import Blow, DamageKind
from bones_desktop.rules.bones.life import acts
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

TODAY = "2026-11-21"


def asked(act, given=None):
    answers = act.fitted(Answers(given or {}))
    return answers, {each.id: each for each in act.parameters(answers)}


def test_treatment_asks_for_successes_and_medic():
    hurt = injuries.suffer_all(ragnar(), 3, "troll")
    answers, parameters = asked(acts.treat(), {"successes": 2, "medic": 9})
    assert list(parameters) == ["successes", "medic"]
    assert acts.treat().do(hurt, answers) == injuries.treat(hurt, 2, medic=injuries.MOST_MEDIC)
    assert acts.treat().why_not(ragnar(), answers).code == "nothing-to-heal"


def test_a_miracle_has_to_be_explained():
    dead = injuries.slay(ragnar().with_(spiffs=6))
    act = acts.survive(rulebook(), TODAY)
    assert act.why_not(dead, Answers()).code == "survival-needs-explanation"
    assert act.do(dead, Answers({"how": "The blade broke"})).spiff_ledger[-1].note == "The blade broke"


def test_only_dice_that_come_in_strengths_ask_for_faces():
    act = acts.hinder(rulebook())
    answers, parameters = asked(act, {"die": "poison", "faces-poison": 4, "remedy": "rest"})
    assert list(parameters) == ["die", "faces-poison", "remedy"]
    printed = next(die for die in rulebook().dice if die.id == "poison")
    assert act.do(ragnar(), answers).hindering[0].faces == injuries.hindering_of(printed, 4).faces
    others = [die for die in parameters["die"].choices if die not in {"poison", "flaming"}]
    for die in others:
        assert list(asked(act, {"die": die})[1]) == ["die", "remedy"]


def test_a_blow_offers_what_absorbs_it_and_dice_as_far_as_it_reaches():
    character = ragnar()
    for name in ("sword", "full-shield"):
        printed = next(die for die in rulebook().dice if die.id == name)
        character = injuries.add_item(character, injuries.item_from(printed))
    act = acts.blow(rulebook(), character, TODAY)
    answers, parameters = asked(act, {"points": 2, "dice": (0, 1, 3)})
    assert [id for id in parameters if id.startswith("absorb")] == ["absorb-1"]
    assert acts.blow_of(character, answers) == Blow(points=2, dice=(0, 1))
    answers, parameters = asked(act, {"points": 2, "absorb-1": 1, "soaked": 1, "dice": (0,)})
    assert acts.blow_of(character, answers) == Blow(points=2, absorbed_by=(1,))
    assert parameters["soaked"].why_not is not None
    answers, parameters = asked(act, {"points": 2, "absorb-1": 1, "harm": DamageKind.POISON.value})
    assert acts.blow_of(character, answers) == Blow(points=2, harm=DamageKind.POISON)
    assert parameters["absorb-1"].why_not.code == "cannot-absorb-this"


def test_the_damage_of_magic_takes_a_die_or_is_soaked():
    """MAG-12, SPF-11."""
    waits = bob().with_(magic_unanswered=2, spiffs=2)
    act = acts.magic_damage(rulebook(), waits, TODAY, "magic")
    assert [each.id for each in act.parameters(Answers())] == ["soaked", "die"]
    hurt = act.do(waits, act.fitted(Answers({"die": (1,)})))
    assert ([(entry.die, entry.cause) for entry in hurt.lost], hurt.magic_unanswered) == ([(1, "magic")], 1)
    soaked = act.do(waits, act.fitted(Answers({"soaked": 1})))
    assert (soaked.lost, soaked.spiffs, soaked.magic_unanswered) == ((), 0, 1)
    free = acts.magic_damage(rulebook(), bob(), TODAY)
    assert free.why_not_now(bob()).code == "no-magic-waits"


def test_what_is_given_for_magic_decides_what_is_asked():
    act = acts.keep_going(ragnar())
    wanted = {"name": "Wall", "strength": 3}
    answers, parameters = asked(act, wanted)
    assert list(parameters) == ["name", "strength", "kind", "die"]
    assert act.do(ragnar(), answers) == magic.maintain_by_health(ragnar(), "Wall", 3, 3)
    answers, parameters = asked(act, {**wanted, "kind": Sacrifice.VALUE.value, "coins": 30, "thing": "a cup"})
    assert list(parameters)[3:] == ["coins", "thing"]
    assert act.do(ragnar(), answers) == magic.maintain_by_value(ragnar(), "Wall", 3, 30, "a cup")
    answers, parameters = asked(act, {**wanted, "kind": Sacrifice.BLOOD.value, "victim": "a villager"})
    assert list(parameters)[3:] == ["victim"]
    assert act.do(ragnar(), answers) == magic.maintain_by_blood(ragnar(), "Wall", 3, "a villager")


def test_without_dice_left_none_can_be_given():
    spent = injuries.suffer_all(ragnar(), 4)
    act = acts.keep_going(spent)
    assert act.why_not(spent, act.fitted(Answers())).code == "no-dice-to-give"


def test_rest_lets_days_pass():
    hurt = injuries.suffer_all(ragnar(), 1, "troll")
    answers, parameters = asked(acts.rest(), {"days": 999})
    assert answers.number("days") == parameters["days"].most
    assert acts.rest().do(hurt, Answers({"days": 3})) == injuries.pass_days(hurt, 3, resting=True)


def test_spiffs_are_earned_and_spent_within_what_the_rulebook_says():
    earn, spend = acts.earn(rulebook(), TODAY), acts.spend(rulebook(), TODAY)
    answers, parameters = asked(earn, {"way": "campaign-help", "n": 99})
    assert answers.number("n") == parameters["n"].most
    assert earn.do(ragnar(), answers).spiffs == ragnar().spiffs + answers.number("n")
    assert earn.why_not(ragnar(), Answers({"way": "", "n": 1})).code == "spiffs-say-what-for"
    assert spend.why_not(ragnar().with_(spiffs=0), asked(spend)[0]).code == "spiffs-too-few"
