import pytest

from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.notation import (
    face_name,
    find_difficulty,
    find_printed_die,
    find_skill,
    find_task_skill,
    skill_label,
)
from bones_desktop.rules.bones.book.rulebook import DieUse
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.typedtext import closest, key
from tests.support.foreach import for_each
from tests.support.rulebooks import rulebook


@for_each(
    ("code", "name"),
    [
        ("universal", "Universal"),
        ("physical", "Physical"),
        ("mental", "Mental"),
        ("null", "Null"),
        ("melee", "Melee"),
        ("unarmed", "Unarmed"),
        ("missile", "Missile"),
        ("defend x2", "Double Defend"),
        ("melee x3", "Triple Melee"),
        ("encumbrance", "Encumbrance"),
        ("encumbrance x2", "Double Encumbrance"),
        ("encumbrance+defend", "Enc/Defend"),
        ("riposte", "Melee (Riposte)"),
        ("two-weapon", "Melee (Two Weapon)"),
        ("captain", "Sailor (Captain)"),
        ("poison", "Poison"),
        ("poison-melee", "Poison (melee)"),
        ("poison-missile", "Poison (missile)"),
        ("hoar-frost", "Hoar Frost"),
        ("elf", "Elf"),
        ("blank", "Blank"),
        ("", "Unfilled"),
        ("from-a-pack", "From a pack"),
    ],
)
def test_faces_are_named_as_stat_blocks_name_them(code, name):
    assert face_name(rulebook(), face(code)) == name


def test_skill_labels_are_those_on_the_dice():
    labels = {skill_label(skill) for skill in rulebook().skills}
    assert {"Melee", "Missile", "Unarmed", "Magic"} <= labels
    assert not any("combat" in label.casefold() for label in labels)


@for_each(
    ("text", "skill"),
    [
        ("melee", "melee"),
        ("Melee combat", "melee"),
        ("MELEE_COMBAT", "melee"),
        ("unarmed-combat", "unarmed"),
        ("Unarmed/Cmbt", "unarmed"),
        ("Defense", "defend"),
        ("Outdoors", "outdoorsman"),
        ("ride", "riding"),
        ("Knowledge", "scholar"),
        ("  stealth ", "stealth"),
    ],
)
def test_skills_are_found_by_any_of_their_names(text, skill):
    assert find_skill(rulebook(), text).id == skill


def test_a_misspelt_skill_is_suggested():
    with pytest.raises(RulesError) as caught:
        find_skill(rulebook(), "Manuever")
    assert caught.value.reason.code == "unknown-skill"
    assert caught.value.reason.value("suggestion") == "Maneuver"


def test_nonsense_has_no_suggestion():
    with pytest.raises(RulesError) as caught:
        find_skill(rulebook(), "qqqqqqqqqq")
    assert not caught.value.reason.value("suggestion")


def test_a_bare_aptitude_may_be_a_task():
    assert find_task_skill(rulebook(), "Physical") == "physical"
    assert find_task_skill(rulebook(), "Magic") == "magic"


@pytest.mark.parametrize("text", ["Almost Impossible", "almost-impossible", "ALMOST_IMPOSSIBLE"])
def test_difficulties_are_case_blind(text):
    assert find_difficulty(rulebook(), text).dice == 12


def test_a_misspelt_difficulty_is_suggested():
    with pytest.raises(RulesError) as caught:
        find_difficulty(rulebook(), "avrage")
    assert caught.value.reason.value("suggestion") == "Average"


@for_each(
    ("text", "die"),
    [
        ("dagger", "dagger"),
        ("Knife", "dagger"),
        ("great-sword", "great-sword"),
        ("Heavy crossbow", "longbow"),
        ("mace", "sword"),
        ("Flight", "flier"),
        ("Flyer", "flier"),
        ("Patrician", "aristocrat"),
        ("leather", "light-armour"),
    ],
)
def test_printed_dice_are_found_by_any_of_their_names(text, die):
    assert find_printed_die(rulebook(), text).id == die


def test_use_narrows_the_dice_meant():
    assert find_printed_die(rulebook(), "Sneak", DieUse.CAST).id == "sneak"
    with pytest.raises(RulesError):
        find_printed_die(rulebook(), "Sneak", DieUse.BEAST)
    with pytest.raises(RulesError):
        find_printed_die(rulebook(), "Sneak", frozenset({DieUse.WEAPON, DieUse.SHIELD}))


def test_keys_ignore_case_and_separators():
    assert key("Two-Weapon") == key("two weapon") == key("TWO_WEAPON")


def test_closest_prefers_the_fewest_slips():
    assert closest("Snaek", ["Sneak", "Snake oil", "Sage"]) == "Sneak"
    assert not closest("", ["Sneak"])
