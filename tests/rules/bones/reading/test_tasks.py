from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.attempts import Task, eligibility, rulebook_for
from bones_desktop.rules.bones.book.character import Character, CharacterDie, HinderingDie, ItemDie, ItemKind, LostDie
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.definitions import ActionClass
from bones_desktop.rules.bones.book.icons import Aptitude, Face, face
from bones_desktop.rules.bones.book.rulebook import DieUse, HouseRules
from bones_desktop.rules.bones.reading.tasks import TaskReading, challenge_dice, movement, parsed_pool, read_task
from bones_desktop.rules.bones.text.blocktext import parse_dice
from bones_desktop.rules.dice import Die, Throw
from bones_desktop.rules.reading import Role
from bones_desktop.rules.reasons import RulesError
from tests.support.foreach import for_each
from tests.support.rulebooks import rulebook

BOB = (
    "universal, mental, magic, craft, missile, scholar",
    "universal, physical, magic, missile, defend, defend",
    "universal, mental, magic, magic, scholar, defend",
    "universal, physical, magic, riding, scholar, healer",
)
PLAIN = HouseRules()


def six(codes: str) -> tuple[Face, ...]:
    shown = [face(code.strip()) for code in codes.split(",")]
    return tuple(shown + [face("blank")] * (6 - len(shown)))


def dice(*codes: str, group: str = "character", key: str = "die") -> tuple[Die[Face], ...]:
    return tuple(Die(six(each), "", group, f"{key} {n}") for n, each in enumerate(codes, 1))


def showing(*codes: str, group: str = "character", key: str = "die") -> tuple[Die[Face], ...]:
    """Dice whose first face is the one given."""
    return dice(*codes, group=group, key=key)


def read(
    task: Task, *pool: Die[Face], nulls: int | None = 0, rules: HouseRules = PLAIN, lost=None, faces=None
) -> TaskReading:
    indices = faces or (0,) * len(pool)
    return read_task(rulebook(), rules, task, Throw(tuple(pool), tuple(indices)), nulls, lost)


def codes(reading: TaskReading) -> list[str]:
    return [die.reason.code for die in reading.reading.dice]


def bob(*faces_shown: int) -> tuple[tuple[Die[Face], ...], tuple[int, ...]]:
    return dice(*BOB), tuple(number - 1 for number in faces_shown)


def test_ex_1_bob_climbs_a_tree():
    reading = read(Task("maneuver", "easy"), *showing("universal", "maneuver", "magic", "scholar"), nulls=1)
    assert (reading.successes, reading.net, reading.success) == (2, 1, True)


def test_ex_2_bobs_dice():
    totals = Counter(icon for die in dice(*BOB) for shown in die.faces for icon in shown.icons)
    assert totals == {
        "universal": 4, "physical": 2, "mental": 2, "magic": 5, "scholar": 3, "defend": 3, "missile": 2, "craft": 1,
        "riding": 1, "healer": 1,
    }  # fmt: skip


EX_3 = {
    "artisan": (False, 0), "craft": (True, 2), "defend": (True, None), "healer": (True, 2), "magic": (True, 5),
    "maneuver": (True, None), "melee": (True, None), "merchant": (False, 0), "missile": (True, None),
    "outdoorsman": (False, 0), "perception": (True, None), "riding": (True, 2), "sailor": (False, 0),
    "scholar": (True, 6), "social": (True, None), "stealth": (True, None), "thief": (False, 0), "unarmed": (False, 0),
}  # fmt: skip


@for_each("skill", sorted(EX_3))
def test_ex_3_bobs_caps(skill):
    found = eligibility(rulebook(), PLAIN, Task(skill), dice(*BOB))
    assert (found.allowed, found.cap) == EX_3[skill]


def test_ex_3_universal_and_aptitude_count_for_a_skill_without_an_icon():
    pool, indices = bob(1, 2, 2, 2)
    reading = read(Task("melee", "easy"), *pool, faces=indices)
    assert (reading.successes, reading.cap) == (3, None)
    assert codes(reading) == ["counts-universal", "counts-aptitude", "wrong-aptitude", "counts-aptitude"]


def test_ex_4_bob_spies_a_goblin():
    pool, indices = bob(1, 1, 3, 2)
    reading = read(Task("stealth", against=2), *pool, faces=indices, nulls=None)
    assert (reading.successes, reading.net, reading.success) == (3, 1, True)
    goblin = read(Task("perception", against=3), *showing("universal", "perception"), nulls=None)
    assert (goblin.successes, goblin.net, goblin.success) == (2, -1, False)


def test_ex_5_average_poison_takes_a_die_that_counted():
    poison = rulebook().die("poison")
    assert [shown.code for shown in poison.faces] == ["poison", "poison", "blank", "blank", "blank", "blank"]
    own = showing("scholar", "universal", "maneuver x2")
    hindering = Die(poison.faces, poison.name, "hindering", "hindering 1")
    reading = read(Task("maneuver", "easy"), *own, hindering)
    assert (reading.damage, reading.reading.lost, reading.successes) == (1, (1,), 2)
    assert [die.role for die in reading.reading.dice] == [Role.IDLE, Role.LOST, Role.COUNTS, Role.HURTS]
    still = read(Task("maneuver", "easy"), *own, hindering, faces=(0, 0, 0, 4))
    assert (still.damage, still.reading.lost, still.successes) == (0, (), 3)


@for_each(
    ("base", "successes", "score"),
    [(1, 0, 2), (1, 1, 2), (1, 2, 3), (1, 3, 3), (1, 4, 4), (4, 2, 6), (0.5, 0, 1.5), (1, -2, 2)],
)
def test_ex_6_movement(base, successes, score):
    assert movement(base, successes) == score


def test_ex_7_masteries_sharing_a_die_count_each_for_their_skill():
    both = dice("universal, physical, riposte, knight")
    assert read(Task("melee", "easy"), *both, faces=(2,)).successes == 2
    assert read(Task("riding", "easy"), *both, faces=(3,)).successes == 1
    assert read(Task("melee", "easy"), *both, faces=(3,)).successes == 1


def item(die: str, kind: str = "") -> Die[Face]:
    printed = rulebook().die(die)
    return Die(printed.faces, printed.name, "item", f"{kind or printed.use.value} 1")


@pytest.mark.parametrize(("skill", "helps"), [("melee", [0, 1]), ("missile", [2, 3]), ("stealth", [])])
def test_ex_21_dagger_die(skill, helps):
    own = showing("scholar")
    useful = [
        index for index in range(6) if read(Task(skill, "easy"), *own, item("dagger"), faces=(0, index)).successes
    ]
    assert useful == helps


def test_ex_22_leather_armour_die():
    assert [shown.code for shown in rulebook().die("light-armour").faces] == [
        "defend", "encumbrance", "defend", "blank", "blank", "blank"
    ]  # fmt: skip
    prose = rulebook_for(rulebook(), HouseRules(leather_as_in_prose=True))
    assert [shown.code for shown in prose.die("light-armour").faces] == ["defend", "encumbrance", *["blank"] * 4]
    assert rulebook_for(rulebook(), PLAIN) is rulebook()


def test_ex_23_boots_of_stealth():
    boots = item("boots-of-stealth")
    useful = [read(Task("stealth", "easy"), *showing("scholar"), boots, faces=(0, n)).successes for n in range(6)]
    assert useful == [1, 1, 1, 0, 0, 0]


@pytest.mark.parametrize(
    ("skill", "successes"),
    [("defend", 1), ("melee", 1), ("craft", 2), ("perception", 1), ("maneuver", 0), ("social", 0)],
)
def test_ex_36_grumpy_reads_his_icon_as_one_thing(skill, successes):
    assert read(Task(skill, "easy"), *showing("dwarf")).successes == successes


# Skill read, successes counted, by mastery: the parent skill and every skill it reaches.
MASTERIES = {
    "artiste": {"artisan": 2}, "renown": {"artisan": 1, "social": 1}, "inspired": {"artisan": 1, "magic": 0},
    "driven": {"craft": 1}, "master": {"craft": 2}, "weaponsmith": {"craft": 1},
    "endurance": {"defend": 1}, "turtle": {"defend": 2}, "slam": {"defend": 1, "melee": 1},
    "medic": {"healer": 1}, "cure": {"healer": 1, "magic": 0}, "empathy": {"healer": 2},
    "acrobat": {"maneuver": 2}, "pyramid": {"maneuver": 1}, "swashbuckler": {"maneuver": 1, "defend": 1},
    "deflection": {"melee": 1}, "two-weapon": {"melee": 1}, "riposte": {"melee": 2},
    "trader": {"merchant": 2}, "money-talks": {"merchant": 1, "social": 1}, "merchant-prince": {"merchant": 1},
    "accuracy": {"missile": 1}, "bow-fu": {"missile": 1, "melee": 1}, "gut-shot": {"missile": 2},
    "animal-friend": {"outdoorsman": 1}, "stalker": {"outdoorsman": 1, "stealth": 1},
    "one-with-the-forest": {"outdoorsman": 1, "perception": 1},
    "sharp-eye": {"perception": 2}, "night-vision": {"perception": 1}, "sixth-sense": {"perception": 1},
    "born-to-the-saddle": {"riding": 2}, "horseman": {"riding": 1}, "knight": {"riding": 1, "melee": 1},
    "son-of-a-sailor": {"sailor": 2}, "sea-legs": {"sailor": 1, "maneuver": 1}, "captain": {"sailor": 1},
    "sage": {"scholar": 2}, "doktor": {"scholar": 1, "healer": 1}, "arcane-knowledge": {"scholar": 1, "magic": 1},
    "outgoing": {"social": 2}, "boss": {"social": 1}, "connections": {"social": 1, "scholar": 1},
    "sneaky": {"stealth": 2}, "guilder": {"stealth": 1}, "assassin": {"stealth": 1, "melee": 1},
    "footpad": {"thief": 1, "stealth": 1}, "burglar": {"thief": 1, "maneuver": 1}, "master-thief": {"thief": 2},
    "crane-style": {"unarmed": 1, "melee": 1, "defend": 1},
    "monkey-style": {"unarmed": 1, "melee": 1, "maneuver": 1}, "tiger-style": {"unarmed": 2, "melee": 2},
}  # fmt: skip


def test_every_mastery_is_in_the_table():
    assert len(MASTERIES) == 51
    assert set(MASTERIES) == {mastery.id for mastery in rulebook().masteries}


@for_each("mastery", sorted(MASTERIES))
def test_a_mastery_counts_for_its_skills_and_no_other(mastery):
    for skill in rulebook().skills:
        # The basic icon on another face keeps a restricted skill open whatever the mastery does.
        pool = dice(f"{mastery}, {skill.id}, {skill.id}")
        assert read(Task(skill.id, "easy"), *pool).successes == MASTERIES[mastery].get(skill.id, 0), skill.id


@pytest.mark.parametrize(("mastery", "condition"), [("inspired", "art"), ("cure", "healing")])
def test_conditional_masteries_count_and_open_magic_only_under_their_condition(mastery, condition):
    pool = showing(mastery)
    without = read(Task("magic", "easy"), *pool)
    assert (without.allowed, without.cap, without.successes) == (False, 0, 0)
    under = read(Task("magic", "easy", conditions=frozenset({condition})), *pool)
    assert (under.allowed, under.cap, under.successes) == (True, 1, 1)
    with_icon = read(Task("magic", "easy"), *dice(f"{mastery}, magic"))
    assert codes(with_icon) == ["condition-not-met"]


RACES = {
    "elf": {"artisan": 1, "perception": 2, "magic": 1},
    "dwarf": {"craft": 2, "defend": 1, "melee": 1, "perception": 1},
    "halfling": {"maneuver": 1, "defend": 1, "missile": 1, "stealth": 2},
    "orc": {"defend": 1, "melee": 1, "maneuver": 1},
}


@pytest.mark.parametrize("race", sorted(RACES))
def test_a_racial_icon_counts_as_its_skills_and_masteries(race):
    for skill in rulebook().skills:
        pool = dice(f"{race}, {skill.id}, {skill.id}")
        assert read(Task(skill.id, "easy"), *pool).successes == RACES[race].get(skill.id, 0), skill.id


def test_a_racial_icon_opens_a_restricted_skill_unless_the_group_says_otherwise():
    found = eligibility(rulebook(), PLAIN, Task("craft"), dice("dwarf", "dwarf"))
    assert (found.allowed, found.cap, found.icons) == (True, 4, 2)
    strict = HouseRules(only_own_icons_open_a_skill=True)
    assert not eligibility(rulebook(), strict, Task("craft"), dice("dwarf", "dwarf")).allowed
    assert eligibility(rulebook(), strict, Task("craft"), dice("driven", "dwarf")).cap == 2


ALLOWED = {"restricted": ("thief", "ACT-2", 2), "special": ("magic", "ACT-4", 1)}


@pytest.mark.parametrize(("skill", "rule", "cap"), ALLOWED.values(), ids=ALLOWED)
def test_the_gm_may_allow_a_task_without_a_fitting_icon_capped_as_with_one(skill, rule, cap):
    pool = showing("universal", "mental", "physical", "universal")
    refused = eligibility(rulebook(), PLAIN, Task(skill), pool)
    assert (refused.allowed, refused.is_for_gm, refused.by_gm) == (False, True, False)
    found = eligibility(rulebook(), PLAIN, Task(skill, allowed_by_gm=True), pool)
    assert (found.allowed, found.cap, found.icons, found.by_gm, found.is_for_gm) == (True, cap, 0, True, False)
    reading = read(Task(skill, "easy", bought=1, penalty=1, allowed_by_gm=True), *pool, nulls=1)
    assert [die.counts for die in reading.reading.dice] == [1, 1, 0, 1]
    assert (reading.allowed, reading.allowed_by_gm, reading.reason) == (True, True, None)
    assert (reading.successes, reading.net) == (cap + 1, cap - 1)
    assert (reading.reading.steps[0].code, reading.reading.steps[0].rule) == ("step-allowed-by-gm", rule)


@pytest.mark.parametrize("skill", ["melee", "magic", "craft", "physical"])
def test_where_the_dice_allow_a_task_the_gms_word_changes_nothing(skill):
    pool = showing("universal", "magic", "craft", "craft")
    plain = read(Task(skill, "easy"), *pool)
    assert read(Task(skill, "easy", allowed_by_gm=True), *pool) == plain
    assert not plain.allowed_by_gm


def test_the_gm_cannot_allow_a_task_without_any_dice():
    found = eligibility(rulebook(), PLAIN, Task("thief", allowed_by_gm=True), ())
    assert (found.allowed, found.is_for_gm, found.reason.code) == (False, False, "no-dice")


def test_what_opens_no_skill_still_counts_for_one_the_gm_allows():
    strict = HouseRules(only_own_icons_open_a_skill=True)
    task = Task("scholar", "easy", allowed_by_gm=True)
    reading = read(task, *showing("connections", "blank"), rules=strict)
    assert (reading.allowed_by_gm, reading.cap, reading.successes) == (True, 2, 1)
    tool = showing("thief", group="item", key="item")
    counted = read(Task("thief", "easy", allowed_by_gm=True), *showing("universal"), *tool)
    assert (counted.successes, counted.cap) == (2, 2)


def test_cross_skill_masteries_open_a_restricted_skill_unless_the_group_says_otherwise():
    assert eligibility(rulebook(), PLAIN, Task("scholar"), dice("connections")).cap == 2
    strict = HouseRules(only_own_icons_open_a_skill=True)
    assert not eligibility(rulebook(), strict, Task("scholar"), dice("connections")).allowed


def test_the_elf_icon_and_magic():
    assert eligibility(rulebook(), PLAIN, Task("magic"), dice("elf", "elf, magic")).cap == 3
    closed = HouseRules(elf_icon_allows_magic=False)
    assert eligibility(rulebook(), closed, Task("magic"), dice("elf", "elf, magic")).cap == 1
    assert not eligibility(rulebook(), closed, Task("magic"), dice("elf", "elf")).allowed
    assert eligibility(rulebook(), closed, Task("perception"), dice("elf")).icons == 1


def test_unarmed_combat_follows_the_groups_ruling():
    pool = dice("mental, unarmed", "physical, unarmed")
    as_printed = read(Task("unarmed", "easy"), *pool)
    assert (as_printed.cap, as_printed.successes) == (4, 1)
    assert codes(as_printed) == ["counts-aptitude", "wrong-aptitude"]
    ruled = HouseRules(unarmed_class=ActionClass.SPECIAL, unarmed_aptitude=Aptitude.PHYSICAL)
    other = read(Task("unarmed", "easy"), *pool, rules=ruled)
    assert (other.cap, codes(other)) == (2, ["wrong-aptitude", "counts-aptitude"])
    changed = rulebook_for(rulebook(), ruled).skill("unarmed")
    assert (changed.aptitude, changed.action_class) == (Aptitude.PHYSICAL, ActionClass.SPECIAL)


def test_a_doubled_face_is_one_icon_and_two_successes():
    reading = read(Task("magic", "easy"), *dice("magic x2, blank"), *dice("magic x2, blank"))
    assert (reading.cap, reading.successes) == (2, 2)
    assert [die.counts for die in reading.reading.dice] == [2, 2]


def test_the_reason_of_a_doubled_face_names_all_it_counts():
    reading = read(Task("magic", "easy"), *showing("magic x3"))
    assert reading.reading.dice[0].reason.value("n") == 3


def test_the_cap_limits_the_total_but_not_what_each_die_counts():
    reading = read(Task("craft", "easy"), *dice("universal", "mental", "universal, craft"), nulls=1)
    assert (reading.cap, reading.successes, reading.net) == (2, 2, 1)
    assert [die.counts for die in reading.reading.dice] == [1, 1, 1]
    assert "step-cap" in [step.code for step in reading.reading.steps]


def test_a_skill_without_an_icon_gives_nothing_even_with_four_universals():
    reading = read(Task("thief", "easy"), *dice(*BOB))
    assert (reading.allowed, reading.successes, reading.success, reading.cap) == (False, 0, False, 0)
    assert reading.reason is not None
    assert reading.reason.code == "no-icon"
    assert codes(reading) == ["not-allowed"] * 4
    assert reading.reading.findings[0].reason.code == "no-icon"


def test_a_bare_aptitude_task_counts_universal_and_its_letter_only():
    reading = read(Task("physical", "easy"), *showing("universal", "physical", "mental", "melee", "turtle"))
    assert (reading.successes, reading.cap) == (2, None)


def test_item_icons_count_inside_the_cap_and_open_nothing():
    tool = Die(six("craft"), "Tool", "item", "magic-item 1")
    assert not read(Task("craft", "easy"), *showing("universal"), tool).allowed
    assert not eligibility(rulebook(), PLAIN, Task("craft"), (*showing("universal"), tool)).allowed
    reading = read(Task("craft", "easy"), *dice("craft", "universal"), tool)
    assert (reading.cap, reading.successes) == (2, 2)


def test_doubled_weapon_faces_count_twice():
    assert read(Task("melee", "easy"), *showing("scholar"), item("great-sword")).successes == 3


@pytest.mark.parametrize("ability", ["fear-caster", "hoar-frost", "incorporeal", "prickly"])
def test_abilities_that_defend(ability):
    assert read(Task("defend", "easy"), *showing(ability)).successes == 1


@pytest.mark.parametrize("ability", ["flight", "regenerate", "swim"])
def test_abilities_that_are_no_success(ability):
    for skill in ("defend", "melee", "missile", "maneuver"):
        assert read(Task(skill, "easy"), *showing(ability)).successes == 0


def test_poison_and_fire_are_attacks_with_a_rider():
    assert read(Task("melee", "easy"), *showing("poison-melee", "poison-missile")).successes == 1
    assert read(Task("missile", "easy"), *showing("poison-missile", "fire-breathing")).successes == 2


def hinder(*shown: str) -> tuple[Die[Face], ...]:
    return showing(*shown, group="hindering", key="hindering")


def test_the_cap_is_that_of_the_dice_held_when_thrown():
    reading = read(Task("craft", "easy"), *dice("craft, blank", "universal, craft", "mental, craft"), *hinder("poison"))
    assert (reading.cap, reading.successes, reading.reading.lost) == (6, 2, (2,))


def test_the_owner_chooses_which_counting_die_goes():
    pool = (*showing("maneuver x2", "universal", "scholar"), *hinder("poison"))
    assert read(Task("maneuver", "easy"), *pool).successes == 2
    assert read(Task("maneuver", "easy"), *pool, lost=(0,)).successes == 1


def test_a_task_that_is_not_allowed_still_costs_a_die_the_last():
    reading = read(Task("thief", "easy"), *showing("universal", "maneuver"), *hinder("poison"))
    assert (reading.allowed, reading.damage, reading.reading.lost) == (False, 1, (1,))


def test_several_damage_take_several_dice():
    reading = read(Task("maneuver", "easy"), *showing("maneuver", "universal", "scholar"), *hinder("poison", "flaming"))
    assert (reading.damage, reading.reading.lost, reading.successes) == (2, (1, 0), 0)
    assert not reading.success


def test_the_last_die_lost_ends_the_task():
    reading = read(Task("maneuver", "easy", bought=1), *showing("maneuver"), *hinder("flaming"), item("dagger"))
    assert (reading.allowed, reading.successes, reading.success, reading.damage) == (True, 0, False, 1)
    assert reading.reading.findings[0].reason.code == "all-dice-lost-task"
    assert reading.reading.findings[1].reason.code == "dice-lost"


def test_no_dice_at_all_are_no_attempt():
    reading = read(Task("maneuver", "easy"), item("dagger"))
    assert (reading.allowed, reading.success) == (False, False)
    assert reading.reason is not None
    assert reading.reason.code == "no-dice"


def test_nulls_on_ones_own_and_on_hindering_dice_cancel():
    reading = read(Task("maneuver", "easy"), *showing("maneuver", "universal", "null"), *hinder("null"), nulls=0)
    assert (reading.successes, reading.net, reading.nulls) == (2, 0, 0)
    assert reading.reading.findings[0].reason.code == "tie"


def test_success_icons_on_hindering_dice_do_not_count():
    reading = read(Task("maneuver", "easy"), *showing("maneuver"), *hinder("maneuver"))
    assert reading.successes == 1
    assert codes(reading)[1] == "idle-hindering"


def test_a_damage_icon_hurts_on_a_hindering_die_only():
    assert read(Task("maneuver", "easy"), *showing("maneuver", "universal"), *hinder("damage")).damage == 1
    own = read(Task("maneuver", "easy"), *showing("maneuver", "damage"))
    assert (own.damage, codes(own)[1]) == (0, "damage-for-target")


@pytest.mark.parametrize(("skill", "net"), [("maneuver", 0), ("stealth", 0), ("defend", 2), ("melee", 2)])
def test_encumbrance_of_a_full_shield(skill, net):
    shield = Die(rulebook().die("full-shield").faces, "Full shield", "item", "shield 1")
    double_enc = next(n for n, shown in enumerate(shield.faces) if shown.code == "encumbrance x2")
    reading = read(Task(skill, "easy"), *showing("universal", "physical"), shield, faces=(0, 0, double_enc))
    assert (reading.successes, reading.net) == (2, net)


def test_endurance_makes_up_for_one_point_of_worn_encumbrance():
    own = showing("maneuver", "maneuver", "endurance")
    shield = showing("encumbrance x2", group="item", key="shield")
    assert read(Task("maneuver", "easy"), *own, *shield).net == 1
    orc = showing("maneuver", "maneuver", "orc")
    assert read(Task("maneuver", "easy"), *orc, *shield).net == 1
    charm = showing("encumbrance x2", group="item", key="magic-item")
    assert read(Task("maneuver", "easy"), *own, *charm).net == 0
    assert read(Task("maneuver", "easy"), *own, *hinder("encumbrance")).net == 1


def test_a_doubled_endurance_makes_up_for_two_points():
    shield = showing("encumbrance x3", group="item", key="shield")
    assert read(Task("maneuver", "easy"), *showing("maneuver x3", "endurance x2"), *shield).net == 2


def test_the_orc_icon_lifts_encumbrance_where_it_does_not_count():
    shield = showing("encumbrance", group="item", key="armour")
    reading = read(Task("stealth", "easy"), *showing("stealth", "orc"), *shield)
    assert (reading.successes, reading.net, codes(reading)[1]) == (1, 1, "lifts-encumbrance")


def test_enc_and_defend_on_one_face_do_both():
    both = showing("encumbrance+defend", group="item", key="armour")
    assert read(Task("defend", "easy"), *showing("defend"), *both).net == 2
    assert read(Task("maneuver", "easy"), *showing("maneuver"), *both).net == 0


def test_a_lost_die_hinders_no_more():
    reading = read(
        Task("maneuver", "easy"), *showing("maneuver", "maneuver x2", "endurance"), *hinder("poison"), nulls=0
    )
    assert reading.reading.lost == (0,)
    only_endurance = read(
        Task("stealth", "easy"), *showing("stealth", "endurance"), *hinder("poison", "poison"),
        *showing("encumbrance", group="item", key="armour"),
    )  # fmt: skip
    assert only_endurance.net == 0


def test_penalties_may_take_the_net_below_zero():
    reading = read(Task("perception", "easy", penalty=2), *showing("perception"), nulls=1)
    assert (reading.successes, reading.net, reading.success) == (1, -2, False)


def test_fatigue_is_a_step_of_its_own_after_what_was_bought_and_before_encumbrance():
    dice = (*showing("magic", "magic", "universal"), *showing("encumbrance", group="item", key="armour"))
    reading = read(Task("magic", "easy", bought=1, fatigue=2, penalty=1), *dice, nulls=1)
    assert [step.code for step in reading.reading.steps] == [
        "step-counted", "step-cap", "step-bought", "step-fatigue", "step-encumbrance", "step-penalty", "step-nulls",
        "step-net",
    ]  # fmt: skip
    assert (reading.successes, reading.after_fatigue, reading.net) == (3, 1, -2)


def test_soaked_damage_takes_no_die_whose_success_then_counts():
    pool = (*showing("melee", "melee x2"), *hinder("poison", "poison"))
    throw = Throw(pool, (0,) * len(pool))
    task = Task("melee", "easy")
    hurt = read_task(rulebook(), PLAIN, task, throw, 0)
    assert (hurt.damage, hurt.reading.lost, hurt.success) == (2, (0, 1), False)
    one = read_task(rulebook(), PLAIN, task, throw, 0, soaked=1)
    assert (one.damage, one.soaked, one.reading.lost, one.successes) == (1, 1, (0,), 2)
    assert read_task(rulebook(), PLAIN, task, throw, 0, soaked=9).soaked == 2
    again = read_task(rulebook(), PLAIN, task, throw, 0, lost=one.reading.lost, soaked=1)
    assert (again.damage, again.reading.lost, again.successes) == (1, (0,), 2), "what is lost already is not soaked"


@pytest.mark.parametrize(
    ("own", "darkness", "net"),
    [
        (("perception", "night-vision"), 2, 2), (("perception", "night-vision"), 4, 0),
        (("night-vision", "night-vision"), 4, 2), (("perception", "dwarf"), 2, 2), (("perception",), 2, -1),
    ],
)  # fmt: skip
def test_night_vision_cancels_darkness(own, darkness, net):
    assert read(Task("perception", "easy", darkness=darkness), *showing(*own)).net == net


def test_night_vision_gives_no_more_than_darkness_took():
    assert read(Task("perception", "easy", darkness=2), *showing("night-vision", "night-vision")).net == 2
    assert codes(read(Task("melee", "easy"), *showing("night-vision"))) == ["wrong-skill"]


def test_night_vision_cancels_darkness_where_it_does_not_count():
    reading = read(Task("melee", "easy", darkness=2), *showing("melee", "night-vision"))
    assert (reading.successes, reading.net, codes(reading)[1]) == (1, 1, "lifts-darkness")


def test_sixth_sense_takes_two_from_an_opposing_stealth():
    own = showing("perception", "sixth-sense")
    assert read(Task("perception", against=3), *own, nulls=None).net == 1
    assert read(Task("perception", against=1), *own, nulls=None).net == 2
    assert read(Task("perception", against=3, against_skill="thief"), *own, nulls=None).net == -1
    assert read(Task("perception", "easy"), *own).net == 2


def test_ties_fail_opposed_or_not():
    tie = read(Task("maneuver", "easy"), *showing("maneuver"), nulls=1)
    assert (tie.success, tie.reading.findings[0].reason.code) == (False, "tie")
    opposed = read(Task("stealth", against=1), *showing("stealth"), nulls=None)
    assert (opposed.success, opposed.reading.findings[0].reason.code) == (False, "tie-opposed")


def test_nothing_against_nothing_fails_and_is_no_tie():
    alone = read(Task("maneuver", "easy"), *showing("stealth"), nulls=0)
    assert (alone.net, alone.success, alone.reading.findings[0].reason.code) == (0, False, "no-success")
    opposed = read(Task("stealth", against=0), *showing("maneuver"), nulls=None)
    assert (opposed.net, opposed.success, opposed.reading.findings[0].reason.code) == (0, False, "no-success-opposed")


def test_bought_successes_stand_outside_the_cap_unless_the_group_says_otherwise():
    own = dice("craft, blank", "universal", "mental")
    assert read(Task("craft", "easy", bought=1), *own).successes == 3
    inside = HouseRules(bought_success_inside_cap=True)
    assert read(Task("craft", "easy", bought=1), *own, rules=inside).successes == 2
    assert read(Task("craft", "easy", automatic=2), *own).successes == 2
    assert read(Task("craft", "easy", automatic=1), *dice("craft")).successes == 2


@pytest.mark.parametrize("inside", [False, True])
def test_a_bought_success_below_the_cap_counts_once(inside):
    rules = HouseRules(bought_success_inside_cap=inside)
    assert read(Task("craft", "easy", bought=1), *dice("craft, craft"), rules=rules).successes == 2


def test_a_null_on_ones_own_dice_is_no_null_of_the_challenge():
    challenge = challenge_dice(rulebook(), Task("maneuver", "easy"))
    reading = read(
        Task("maneuver", "easy"), *showing("maneuver x3", "null"), *challenge, nulls=None, faces=(0, 0, 0, 5)
    )
    assert (reading.rolled_nulls, reading.net) == (1, 1)


def test_nulls_come_from_the_challenge_dice_in_the_throw():
    task = Task("maneuver", "average")
    challenge = challenge_dice(rulebook(), task)
    assert len(challenge) == 4
    assert all(sum(shown.has("null") for shown in die.faces) == 2 for die in challenge)
    reading = read(
        task, *showing("maneuver", "maneuver", "maneuver"), *challenge, nulls=None, faces=(0, 0, 0, 0, 1, 5, 5)
    )
    assert (reading.nulls, reading.rolled_nulls, reading.net) == (2, 2, 1)
    assert codes(reading)[3:] == ["cancels", "cancels", "blank", "blank"]


def test_impossible_brings_two_nulls_of_its_own():
    task = Task("maneuver", "impossible")
    assert len(challenge_dice(rulebook(), task)) == 12
    reading = read(task, *showing("maneuver", "maneuver", "maneuver"), nulls=0)
    assert (reading.nulls, reading.rolled_nulls, reading.net, reading.success) == (2, 0, 1, True)


def test_an_opposed_task_has_no_challenge_dice():
    assert challenge_dice(rulebook(), Task("stealth", against=2)) == ()


def test_the_other_sides_dice_are_only_looked_at():
    other = showing("stealth", "poison", group="opponent", key="goblin")
    reading = read(Task("perception", against=1), *showing("perception", "universal"), *other, nulls=None)
    assert (reading.net, reading.damage, codes(reading)[2:]) == (1, 0, ["opponent-die", "opponent-die"])


@pytest.mark.parametrize(
    "task",
    [Task("melee"), Task("melee", "easy", against=2), Task("melee", "easy", penalty=-1), Task("juggling", "easy")],
)
def test_tasks_that_make_no_sense_are_refused(task):
    with pytest.raises(RulesError):
        read(task, *showing("melee"))


def character() -> Character:
    return Character(
        id="0" * 32,
        dice=tuple(CharacterDie(faces=six(codes)) for codes in BOB),
        equipment=(
            ItemDie(name="Dagger", kind=ItemKind.WEAPON, faces=six("melee")),
            ItemDie(name="Leather", kind=ItemKind.ARMOUR, faces=six("defend")),
        ),
        hindering=(HinderingDie(name="Poison", faces=six("poison, poison")),),
        lost=(LostDie(die=1),),
    )


def test_the_pool_holds_available_dice_chosen_items_and_hindering_dice():
    pool = task_pool(rulebook(), character(), [1])
    assert [(die.group, die.key) for die in pool] == [
        ("character", "die 1"), ("character", "die 3"), ("character", "die 4"), ("item", "armour 2"),
        ("hindering", "hindering 1"),
    ]  # fmt: skip
    assert pool[0].label == "Die 1"
    with pytest.raises(RulesError) as caught:
        task_pool(rulebook(), character(), [2])
    assert caught.value.reason.code == "no-such-item"


def test_dice_given_as_text_become_a_pool():
    own = parsed_pool(rulebook(), parse_dice(rulebook(), "Sneak; Melee, Defend"), "character")
    items = parsed_pool(rulebook(), parse_dice(rulebook(), "Spear; Buckler; Enc, Defend"), "item")
    hindering = parsed_pool(rulebook(), parse_dice(rulebook(), "Poison", DieUse.HINDERING), "hindering")
    assert [(die.label, die.key) for die in (*own, *items, *hindering)] == [
        ("Sneak", "die 1"), ("Die 2", "die 2"), ("Spear", "weapon 1"), ("Buckler", "shield 2"), ("Die 3", "item 3"),
        ("Poison", "hindering 1"),
    ]  # fmt: skip


def test_lost_dice_give_no_cap():
    assert eligibility(rulebook(), PLAIN, Task("magic"), task_pool(rulebook(), character())).cap == 4


shown_faces = st.sampled_from(
    [
        "universal",
        "physical",
        "mental",
        "magic",
        "magic x2",
        "stealth",
        "elf",
        "sneaky",
        "arcane-knowledge",
        "blank",
        "",
    ]
)


@given(
    st.lists(shown_faces, min_size=1, max_size=8),
    st.lists(st.sampled_from(["magic", "stealth x2", "encumbrance", "blank"]), max_size=3),
    st.sampled_from(["magic", "stealth", "scholar", "perception"]),
    st.integers(0, 6),
)
def test_the_total_is_the_sum_of_counts_under_the_cap(own, items, skill, nulls):
    pool = (*showing(*own), *showing(*items, group="item", key="item"))
    reading = read(Task(skill, "average"), *pool, nulls=nulls)
    counted = sum(die.counts for die in reading.reading.dice)
    assert reading.successes == (counted if reading.cap is None else min(counted, reading.cap))
    encumbrance = items.count("encumbrance") if skill in {"magic", "stealth"} and reading.allowed else 0
    assert reading.net == max(0, reading.successes - encumbrance) - nulls
    assert reading.success == (reading.allowed and reading.net >= 1)


@given(st.lists(shown_faces, min_size=1, max_size=6), st.integers(0, 8))
def test_poison_takes_as_many_dice_as_it_can_and_only_counting_ones_first(own, number):
    pool = (*showing(*own), *hinder(*["poison"] * number))
    whole = read(Task("stealth", "easy"), *showing(*own))
    reading = read(Task("stealth", "easy"), *pool)
    assert len(reading.reading.lost) == min(number, len(own))
    assert 0 <= reading.successes <= whole.successes
    if 0 < number < len(own):
        assert whole.successes - reading.successes >= min(number, whole.successes)


GOLDEN = {
    ("maneuver", "easy"): Fraction(1247, 2916),
    ("social", "average"): Fraction(1660, 6561),
    ("maneuver", "impossible"): Fraction(7168, 14348907),
    ("scholar", "simple"): Fraction(977, 1944),
    ("scholar", "challenging"): Fraction(184, 729),
    ("magic", "average"): Fraction(1108, 2187),
    ("magic", "almost-impossible"): Fraction(357376, 4782969),
    ("craft", "difficult"): Fraction(1600, 19683),
    ("craft", "impossible"): Fraction(0),
}


def chances(skill: str) -> dict[int, Fraction]:
    """Chance of each number of successes: every throw of Bob's dice, read."""
    pool = dice(*BOB)
    seen = Counter(
        read(Task(skill, "easy"), *pool, faces=shown).successes for shown in product(range(6), repeat=len(pool))
    )
    return {number: Fraction(times, 6**4) for number, times in seen.items()}


def nulls_of(difficulty: str) -> list[Fraction]:
    number = rulebook().difficulty(difficulty).dice
    return [comb(number, n) * Fraction(1, 3) ** n * Fraction(2, 3) ** (number - n) for n in range(number + 1)]


@for_each(("skill", "difficulty"), sorted(GOLDEN))
def test_golden_probabilities_of_bob(skill, difficulty):
    automatic = rulebook().difficulty(difficulty).automatic_nulls
    chance = sum(
        (
            own * null
            for number, own in chances(skill).items()
            for rolled, null in enumerate(nulls_of(difficulty))
            if number > rolled + automatic
        ),
        Fraction(0),
    )
    assert chance == GOLDEN[skill, difficulty]


def test_golden_distributions_of_bob():
    assert chances("scholar") == {
        0: Fraction(5, 36), 1: Fraction(3, 8), 2: Fraction(25, 72), 3: Fraction(1, 8), 4: Fraction(1, 72)
    }  # fmt: skip
    assert chances("craft") == {0: Fraction(25, 108), 1: Fraction(95, 216), 2: Fraction(71, 216)}


def test_golden_cell_by_throwing_the_challenge_dice_too():
    task = Task("maneuver", "easy")
    pool = (*dice(*BOB[:2]), *challenge_dice(rulebook(), task))
    wins = sum(read(task, *pool, nulls=None, faces=shown).success for shown in product(range(6), repeat=len(pool)))
    by_hand = Fraction(0)
    own = {0: Fraction(5, 6) * Fraction(4, 6), 1: Fraction(14, 36), 2: Fraction(1, 6) * Fraction(2, 6)}
    for number, chance in own.items():
        by_hand += chance * sum(nulls_of("easy")[:number], Fraction(0))
    assert Fraction(wins, 6**4) == by_hand


def test_defend_beside_an_attack_points_to_the_fight():
    assert codes(read(Task("melee", "easy"), *showing("defend"))) == ["counts-in-a-fight"]
    assert codes(read(Task("maneuver", "easy"), *showing("defend"))) == ["wrong-skill"]
