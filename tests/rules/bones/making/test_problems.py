import pytest

from bones_desktop.rules.bones.book.character import (
    CharacterKind,
    Created,
    Follower,
    HinderingDie,
    ItemDie,
    ItemKind,
    LostDie,
    MagicTheme,
    SheetPlace,
    SheetSection,
)
from bones_desktop.rules.bones.book.icons import UNFILLED, face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.injury.injuries import add_printed_item, hindering_from, kept_item
from bones_desktop.rules.bones.making.edits import add_die, new_character, set_face, set_racial_icon, set_template
from bones_desktop.rules.bones.making.improvement import award, buy_icon, finish
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.reasons import Weight, is_complete, is_legal
from tests.support import people
from tests.support.foreach import for_each
from tests.support.people import ID, die, ragnar, someone
from tests.support.rulebooks import rulebook

FIRE = MagicTheme(name="Fire", effect="Makes and shapes fire.", limitations="Fire only.")
MELEE = (face("universal"), *(face("melee"),) * 5)


def bob():
    """Return Bob with his theme (EX-27)."""
    return people.bob().with_(themes=(FIRE,))


def found(character, weight=None):
    return [
        (p.reason.code, p.place)
        for p in problems(rulebook(), character)
        if weight in {None, p.weight} and p.reason.code != "back-story-missing"
    ]


def with_die(character, place, text, template=None):
    old = character.dice[place]
    new = die(text, old.template if template is None else template)
    return character.with_(dice=(*character.dice[:place], new, *character.dice[place + 1 :]))


def test_ex_2_and_ex_37_bob_and_ragnar_have_no_problem():
    assert found(bob()) == []
    assert found(ragnar()) == []


def test_a_new_character_is_told_what_to_choose_first():
    assert found(new_character(ID)) == [
        ("name-missing", SheetPlace(SheetSection.NAME)),
        ("choose-culture", SheetPlace(SheetSection.DIE, 0)),
        ("choose-background", SheetPlace(SheetSection.DIE, 1)),
        ("choose-occupation", SheetPlace(SheetSection.DIE, 2)),
        ("choose-occupation", SheetPlace(SheetSection.DIE, 3)),
    ]
    assert is_legal(problems(rulebook(), new_character(ID)))
    assert not is_complete(problems(rulebook(), new_character(ID)))


def test_an_empty_limited_face_names_its_choices():
    bare = with_die(ragnar(), 1, "universal,physical,outdoorsman,,melee,defend")
    (only,) = [p for p in problems(rulebook(), bare) if p.weight is Weight.UNFINISHED]
    assert only.place == SheetPlace(SheetSection.DIE, 1, 3)
    assert only.reason.code == "choose-one-of-2"
    assert (only.reason.value("face1"), only.reason.value("face2")) == ("Perception", "Stealth")


@for_each(
    ("text", "code", "number"),
    [
        ("melee,mental,magic,craft,missile,scholar", "slot-universal", 0),
        ("universal,melee,magic,craft,missile,scholar", "slot-aptitude", 1),
        ("universal,mental,universal,craft,missile,scholar", "universal-once", 2),
        ("universal,mental,physical,craft,missile,scholar", "aptitude-once", 2),
        ("universal,mental,blank,craft,missile,scholar", "blank-not-here", 2),
        ("universal,mental,magic,craft,missile,sage", "mastery-fifth-die", 5),
        ("universal,mental,magic,craft,missile,enigma", "icon-unknown", 5),
        ("universal,mental,magic,craft,missile,defend x2", "one-icon-a-face", 5),
        ("universal,elf,magic,craft,missile,defend", "slot-aptitude", 1),
    ],
)
def test_a_wrong_face_is_illegal_and_found(text, code, number):
    assert found(with_die(bob(), 0, text), Weight.ILLEGAL) == [(code, SheetPlace(SheetSection.DIE, 0, number))]


def test_an_icon_nobody_knows_is_reported_wherever_it_stands():
    odd = (*MELEE[:5], face("enigma"))
    wolf = someone(CharacterKind.BEAST, "universal,melee,melee,melee,melee,enigma")
    wolf = wolf.with_(
        equipment=(ItemDie(name="Odd", kind=ItemKind.WEAPON, faces=odd),),
        hindering=(HinderingDie(name="Odder", faces=odd),),
    )
    assert found(wolf, Weight.ILLEGAL) == [
        ("icon-unknown", SheetPlace(SheetSection.DIE, 0, 5)),
        ("icon-unknown", SheetPlace(SheetSection.ITEM, 0, 5)),
        ("icon-unknown", SheetPlace(SheetSection.HINDERING, 0, 5)),
    ]


def test_a_template_from_a_missing_pack_is_reported_once_and_its_faces_left_alone():
    moon = with_die(ragnar(), 2, "universal,physical,melee,riposte,missile,maneuver", "pack/moonfolk")
    assert found(moon) == [("template-of-missing-pack", SheetPlace(SheetSection.DIE, 2))]
    assert not is_legal(problems(rulebook(), moon))


def test_changing_the_culture_shows_that_the_background_no_longer_fits():
    roman = set_template(rulebook(), ragnar(), 0, "roman")
    assert ("background-not-open", SheetPlace(SheetSection.DIE, 1)) in found(roman, Weight.ILLEGAL)


def test_a_culture_die_must_be_the_own_culture():
    greek = with_die(ragnar(), 2, "universal,mental,scholar,social,melee,melee", "greek")
    assert found(greek, Weight.ILLEGAL) == [("same-culture-only", SheetPlace(SheetSection.DIE, 2))]


def test_an_occupation_that_may_not_follow_is_wrong_but_a_second_one_only_noted_once_finished():
    """CHR-2, AMB-90: a limit may be younger than the character. Advice before, whatever came first."""
    book = rulebook()
    sage = ("occupation-not-after", SheetPlace(SheetSection.DIE, 3))
    made = set_template(book, ragnar(), 3, "house/cavalry-rider")
    assert not [code for code, _ in found(made, Weight.ILLEGAL)]
    second = with_die(ragnar().with_(created=None), 3, "universal,mental,,,,", "house/sage")
    assert sage in found(second, Weight.ILLEGAL)
    finished = second.with_(created=Created(dice=second.dice))
    assert sage not in found(finished, Weight.ILLEGAL)
    assert sage in found(finished, Weight.ADVICE)
    noted = second.with_(house_rules=HouseRules(occupations_only_noted=True))
    assert sage in found(noted, Weight.ADVICE)
    first = with_die(ragnar(), 2, "universal,mental,,,,", "house/sage")
    assert ("occupation-not-open", SheetPlace(SheetSection.DIE, 2)) in found(first, Weight.ILLEGAL)


def test_too_few_and_too_many_dice():
    assert found(bob().with_(dice=bob().dice[:3])) == [("dice-missing", SheetPlace(SheetSection.CHARACTER))]
    assert ("most-dice", SheetPlace(SheetSection.CHARACTER)) in found(bob().with_(dice=bob().dice * 3), Weight.ILLEGAL)


def test_a_later_die_may_be_partly_empty_unless_another_follows():
    book = rulebook()
    old = bob().with_(played_before=2)
    grown = set_face(book, set_face(book, add_die(book, old), 4, 1, face("mental")), 4, 2, face("scholar"))
    assert found(grown) == []
    two = grown.with_(dice=(*grown.dice, grown.dice[4]))
    assert found(two) == [("die-not-full", SheetPlace(SheetSection.DIE, 4))]
    assert found(add_die(book, old)) == [
        ("choose-aptitude", SheetPlace(SheetSection.DIE, 4, 1)),
        ("choose-first-icon", SheetPlace(SheetSection.DIE, 4, 2)),
    ]


@pytest.mark.parametrize(
    ("dice", "faces", "needed"),
    [(5, "universal,physical,melee,,,", 1), (5, "universal,physical,melee,melee,melee,melee", 4), (6, "", 5),
     (7, "", 13), (8, "", 21), (9, "", 33), (10, "", 45)],
)  # fmt: skip
def test_more_than_four_dice_are_of_one_who_has_played(dice, faces, needed):
    """The table of IMP-9: the sessions at which each die is begun or filled."""
    full = die("universal,physical,melee,melee,melee,melee")
    last = die(faces or "universal,physical,melee,,,")
    grown = bob().with_(dice=(*bob().dice, *(full,) * (dice - 5), last))
    for played in (0, needed - 1):
        young = grown.with_(played_before=played)
        assert ("dice-too-many", SheetPlace(SheetSection.CHARACTER)) in found(young, Weight.ILLEGAL)
        (why,) = [each.reason for each in problems(rulebook(), young) if each.reason.code == "dice-too-many"]
        assert (why.rule, why.value("needed"), why.value("played")) == ("DICE-6", needed, played)
    assert found(grown.with_(played_before=needed)) == []


def test_a_die_that_no_session_earned_is_told_of_a_finished_character():
    made = finish(rulebook(), bob(), "2026-11-23")
    forged = made.with_(dice=(*made.dice, made.dice[0]))
    assert found(forged, Weight.ILLEGAL) == [("die-not-earned", SheetPlace(SheetSection.DIE, 4))]
    earned = buy_icon(rulebook(), award(made, 9, "", ""), 4, 2, face("melee"), "2026-11-23")
    assert found(earned, Weight.ILLEGAL) == []
    permitted = add_die(rulebook(), made, permitted=True, today="2026-11-23")
    assert ("die-not-earned", SheetPlace(SheetSection.DIE, 4)) not in found(permitted, Weight.ILLEGAL)


def test_one_finished_with_more_dice_before_anybody_asked_is_asked_for_its_sessions():
    old = bob().with_(dice=(*bob().dice, die("universal,physical,melee,,,")))
    made = old.with_(created=Created(dice=old.dice))
    assert ("dice-too-many", SheetPlace(SheetSection.CHARACTER)) in found(made, Weight.UNFINISHED)
    assert found(made.with_(played_before=1)) == []


def test_non_humans_in_cold_iron_are_only_advice():
    dwarf = set_racial_icon(rulebook(), ragnar(), "dwarf")
    assert found(dwarf) == [("cold-iron-humans", SheetPlace(SheetSection.RACE))]
    assert found(bob().with_(racial_icon="goblin"), Weight.ILLEGAL)[0] == (
        "race-unknown",
        SheetPlace(SheetSection.RACE),
    )


def test_faces_the_book_omits_are_reported_and_leave_a_beast_complete():
    manticore = someone(CharacterKind.BEAST, "universal,flight,prickly,missile,missile,")
    everything = problems(rulebook(), manticore)
    assert [(p.reason.code, p.place) for p in everything] == [("face-padded", SheetPlace(SheetSection.DIE, 0, 5))]
    assert is_legal(everything)
    assert is_complete(everything)


def test_cast_masteries_out_of_order_are_only_advice():
    sailor = someone(CharacterKind.CAST, "universal,mental,merchant,captain,melee,social")
    assert found(sailor, Weight.ADVICE) == [("mastery-fifth-die", SheetPlace(SheetSection.DIE, 0, 3))]
    assert is_legal(problems(rulebook(), sailor))


def test_a_beast_with_a_physical_face_and_a_die_without_universal_are_advice():
    odd = someone(
        CharacterKind.BEAST, "universal,physical,melee,melee,melee,melee", "melee,melee,melee,melee,melee,melee"
    )
    assert found(odd) == [
        ("beast-aptitude", SheetPlace(SheetSection.DIE, 0)),
        ("universal-missing", SheetPlace(SheetSection.DIE, 1)),
    ]


def test_nobody_is_without_dice():
    assert found(someone(CharacterKind.CAST)) == [("dice-none", SheetPlace(SheetSection.CHARACTER))]


def test_injuries_that_point_nowhere():
    hurt = bob().with_(lost=(LostDie(die=7), LostDie(die=1), LostDie(die=1)), excess_damage=1)
    assert found(hurt) == [
        ("lost-no-such-die", SheetPlace(SheetSection.INJURIES, 7)),
        ("die-already-lost", SheetPlace(SheetSection.INJURIES, 1)),
        ("excess-with-dice", SheetPlace(SheetSection.INJURIES)),
    ]


def test_an_equipment_die_with_an_empty_face_is_unfinished():
    club = ItemDie(name="Club", kind=ItemKind.WEAPON, faces=(*MELEE[:5], UNFILLED))
    assert found(bob().with_(equipment=(club,)), Weight.UNFINISHED) == [
        ("item-face-padded", SheetPlace(SheetSection.ITEM, 0, 5))
    ]


def with_faces(character, *changes):
    """Return the character with (die, face, code) changed, whatever the rules say."""
    for place, number, code in changes:
        old = character.dice[place]
        new = old.with_(faces=(*old.faces[:number], face(code), *old.faces[number + 1 :]))
        character = character.with_(dice=(*character.dice[:place], new, *character.dice[place + 1 :]))
    return character


def test_a_template_names_at_once_what_it_waits_for():
    made = set_template(rulebook(), new_character(ID), 0, "gaul")
    waits = [p for p in problems(rulebook(), made) if p.place == SheetPlace(SheetSection.DIE, 0, 3)]
    assert [(p.reason.code, p.weight) for p in waits] == [("choose-one-of-3", Weight.UNFINISHED)]
    assert waits[0].reason.value("template") == "Gaul"


def test_a_skill_on_three_dice_is_told_while_a_fourth_can_still_bear_it():
    near = with_faces(ragnar(), (0, 4, ""))
    assert found(near, Weight.ADVICE) == [("mastery-near", SheetPlace(SheetSection.DIE, 0, 4))]
    assert found(with_faces(ragnar(), (0, 4, "riding"))) == []
    assert found(with_faces(near, (0, 5, "")), Weight.ADVICE) == [
        ("mastery-near", SheetPlace(SheetSection.DIE, 0, 4)),  # Melee
        ("mastery-near", SheetPlace(SheetSection.DIE, 0, 4)),  # Defend
    ]


def test_a_face_that_may_not_bear_the_skill_is_no_chance_of_a_mastery():
    there = with_faces(ragnar(), (0, 3, ""), (0, 4, "riding"))
    assert found(there, Weight.ADVICE) == []


def test_magic_has_no_masteries_to_be_near_to():
    three = with_faces(bob(), (0, 2, ""))
    assert found(three, Weight.ADVICE) == []
    assert found(with_faces(three, (1, 3, ""), (1, 4, "")), Weight.ADVICE) == [
        ("mastery-near", SheetPlace(SheetSection.DIE, 1, 3))
    ]


def test_magic_without_a_theme_is_advice_until_a_theme_is_written():
    plain = bob().with_(themes=())
    assert found(plain, Weight.ADVICE) == [("theme-missing", SheetPlace(SheetSection.MAGIC))]
    assert found(plain.with_(themes=(MagicTheme(name="  "),))) == [("theme-missing", SheetPlace(SheetSection.MAGIC))]
    assert found(plain.with_(themes=(MagicTheme(name="Fire"),))) == []


def test_more_themes_than_magic_allows_are_illegal_for_players():
    two = (MagicTheme(name="Fire"), MagicTheme(name="Frost"))
    (only,) = [p for p in problems(rulebook(), bob().with_(themes=two)) if p.weight is Weight.ILLEGAL]
    assert (only.reason.code, only.place) == ("too-many-themes", SheetPlace(SheetSection.MAGIC))
    assert [only.reason.value(key) for key in ("themes", "dice", "allowed")] == [2, 4, 1]
    assert found(ragnar().with_(themes=two[:1]), Weight.ILLEGAL) == [
        ("too-many-themes", SheetPlace(SheetSection.MAGIC))
    ]
    matron = someone(CharacterKind.CAST, "universal,melee,melee,melee,melee,melee").with_(themes=two)
    assert found(matron) == [("too-many-themes", SheetPlace(SheetSection.MAGIC))]
    assert is_legal(problems(rulebook(), matron))


def test_followers_nothing_grants_are_advice():
    crew = Follower(mastery="captain", name="The Gull")
    assert found(ragnar().with_(followers=(crew,)), Weight.ADVICE) == [
        ("follower-not-granted", SheetPlace(SheetSection.FOLLOWERS))
    ]


def test_a_finished_character_with_room_on_its_later_dice_has_no_problem():
    book = rulebook()
    made = award(finish(book, bob(), "2026-11-21"), 2, "", "2026-11-21")
    begun = buy_icon(book, made, 4, 3, face("scholar"), "2026-11-21")
    assert found(begun) == [("choose-aptitude", SheetPlace(SheetSection.DIE, 4, 1))]
    assert not is_complete(problems(book, begun))
    assert found(buy_icon(book, begun, 4, 1, face("mental"), "")) == []


def test_the_list_of_a_finished_character_does_not_speak_of_masteries_to_come():
    made = finish(rulebook(), ragnar(), "2026-11-21")
    assert found(with_faces(made, (0, 4, "")), Weight.ADVICE) == []


def test_another_race_written_than_the_dice_are_of_is_told():
    (only,) = problems(rulebook(), ragnar().with_(race=" orc ", back_story="Once."))
    assert (only.reason.code, only.place, only.weight) == (
        "race-written-otherwise",
        SheetPlace(SheetSection.RACE),
        Weight.ADVICE,
    )
    assert (only.reason.value("written"), only.reason.value("race")) == ("orc", "human")
    dwarf = set_racial_icon(rulebook(), bob(), "dwarf").with_(race="Human")
    assert "race-written-otherwise" in {code for code, _place in found(dwarf)}
    for race in ("", "Human", "Half-orc", "human"):
        assert found(ragnar().with_(race=race)) == []
    assert "race-written-otherwise" not in {code for code, _place in found(dwarf.with_(race="Dwarf"))}


def test_a_face_that_nothing_in_the_ledger_accounts_for_is_told_of_a_finished_character():
    made = finish(rulebook(), bob(), "2026-11-23")
    other = die("universal,mental,magic,melee,missile,scholar")
    assert found(made.with_(dice=(other, *made.dice[1:])), Weight.ILLEGAL) == [
        ("face-not-earned", SheetPlace(SheetSection.DIE, 0, 3))
    ]
    permitted = set_face(rulebook(), made, 0, 3, face("melee"), permitted=True, today="2026-11-23")
    assert permitted.dice[0].faces == other.faces
    assert found(permitted, Weight.ILLEGAL) == []
    earned = buy_icon(rulebook(), award(made, 9, "", ""), 4, 2, face("melee"), "2026-11-23")
    filled = earned.with_(dice=(*made.dice, die("universal,physical,melee,melee,,")))
    assert found(filled, Weight.ILLEGAL) == [("face-not-earned", SheetPlace(SheetSection.DIE, 4, 3))]


@pytest.mark.parametrize("name", ["\u200b\u00a0", "\u3164", "\u2800"])
def test_a_name_that_nobody_can_see_is_none(name):
    assert ("name-missing", SheetPlace(SheetSection.NAME)) in found(bob().with_(name=name))


def test_equipment_that_is_called_a_printed_die_and_is_another_is_told():
    book = rulebook()
    armed = add_printed_item(book, bob(), "dagger")
    forged = armed.with_(equipment=(armed.equipment[0].with_(faces=(face("melee x3"),) * 6),))
    assert found(armed) == []
    assert found(forged) == [("printed-otherwise", SheetPlace(SheetSection.ITEM, 0))]
    kept = kept_item(book, forged.equipment[0])
    assert found(forged.with_(equipment=(kept,))) == []
    poison = next(each for each in book.dice if each.id == "poison")
    harmless = hindering_from(poison).with_(faces=(face("blank"),) * 6)
    assert found(bob().with_(hindering=(harmless,))) == [("printed-otherwise", SheetPlace(SheetSection.HINDERING, 0))]
    leather = next(each for each in book.dice if each.name.startswith("Light armour"))
    for prose in (False, True):
        clad = add_printed_item(book, bob().with_(house_rules=HouseRules(leather_as_in_prose=prose)), leather.id)
        assert found(clad) == found(clad.with_(house_rules=HouseRules(leather_as_in_prose=True))) == []


@pytest.mark.parametrize("kind", [CharacterKind.CAST, CharacterKind.BEAST, CharacterKind.HORDE])
def test_a_die_without_any_icon_is_not_complete(kind):
    empty = bob().with_(kind=kind, dice=(*bob().dice, die(",,,,,")))
    assert ("die-empty", SheetPlace(SheetSection.DIE, 4)) in found(empty, Weight.UNFINISHED)
