"""What a face is good for, in tasks and in a fight."""

import pytest

from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.fight.combat import Mode
from bones_desktop.rules.bones.fight.faceuses import fight_use, other_uses, task_uses
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

MELEE, MISSILE, MAGIC = Mode


def use(code, character=None):
    return fight_use(rulebook(), HouseRules(), task_pool(rulebook(), character or ragnar()), face(code))


@pytest.mark.parametrize(
    ("code", "attacks", "defends", "successes"),
    [
        ("universal", (MELEE, MISSILE), (MELEE, MISSILE), 1),
        ("physical", (MELEE, MISSILE), (MELEE, MISSILE), 1),
        ("melee", (MELEE,), (MELEE,), 1),
        ("missile", (MISSILE,), (), 1),
        ("defend x2", (), (MELEE, MISSILE), 2),
        ("riposte", (MELEE,), (), 2),
        ("encumbrance+defend", (), (MELEE, MISSILE), 1),
    ],
)
def test_what_a_face_does_in_a_fight(code, attacks, defends, successes):
    found = use(code)
    assert found is not None
    assert (found.attacks, found.defends, found.successes) == (attacks, defends, successes)
    assert found.rule


def test_magic_fights_only_for_those_who_have_it():
    assert use("mental") is None
    wizard = use("mental", bob())
    assert wizard is not None
    assert wizard.attacks == (MAGIC,)
    universal = use("universal", bob())
    assert universal is not None
    assert universal.attacks == (MELEE, MISSILE, MAGIC)


def test_prickly_does_both_at_once():
    found = use("prickly")
    assert found is not None
    assert found.together
    assert found.successes == 2
    slam = use("slam")
    assert slam is not None
    assert not slam.together


@pytest.mark.parametrize("code", ["null", "blank", "craft", "encumbrance"])
def test_most_icons_do_nothing_in_a_fight(code):
    assert use(code) is None


def test_the_skills_a_face_counts_for():
    def counts(code):
        return {found.skill: found.counts for found in task_uses(rulebook(), HouseRules(), face(code))}

    assert len(counts("universal")) == len(rulebook().skills)
    assert set(counts("physical")) == {"defend", "maneuver", "melee", "missile", "riding", "stealth"}
    assert counts("craft") == {"craft": 1}
    assert counts("dwarf") == {"craft": 2, "defend": 1, "melee": 1, "perception": 1}
    assert counts("null") == {}
    assert counts("inspired") == {"artisan": 1}, "magic only under its own condition"


def test_ex_36_the_dwarfs_icon_may_be_one_of_several_things() -> None:
    uses = other_uses(rulebook(), HouseRules(), "defend", face("dwarf"))
    assert {(use.skill, use.mastery, use.counts) for use in uses} == {
        ("melee", "Slam", 1),
        ("craft", "Master", 2),
        ("perception", "Night Vision", 1),
    }
    assert "defend" in {use.skill for use in other_uses(rulebook(), HouseRules(), "social", face("dwarf"))}


def test_a_mastery_may_be_used_for_another_skill_and_a_plain_icon_for_none() -> None:
    assert [use.skill for use in other_uses(rulebook(), HouseRules(), "defend", face("slam"))] == ["melee"]
    for code in ("defend", "universal", "physical", "blank"):
        assert not other_uses(rulebook(), HouseRules(), "melee", face(code))
