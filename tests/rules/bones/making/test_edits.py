import pytest

from bones_desktop.rules.bones.book.character import (
    Care,
    Character,
    CharacterKind,
    LostDie,
    MagicTheme,
    MaintainedEffect,
    MakingMode,
    add_count,
)
from bones_desktop.rules.bones.book.icons import UNFILLED, face
from bones_desktop.rules.bones.life.packs import with_packs
from bones_desktop.rules.bones.making import edits
from bones_desktop.rules.bones.making.edits import add_theme, remove_theme, set_theme_text, theme_refusal
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.reasons import RulesError, Weight, is_complete, is_legal
from tests.support.foreach import for_each
from tests.support.packs import norse
from tests.support.pasteddice import paste_die
from tests.support.people import ID, bob, die, ragnar, someone
from tests.support.refusals import refusal_code
from tests.support.rulebooks import rulebook


def test_a_new_character_has_four_dice_with_universal_on_face_1():
    for mode in MakingMode:
        new = edits.new_character(ID, mode)
        assert new.mode is mode
        assert [[shown.code for shown in d.faces] for d in new.dice] == [["universal", "", "", "", "", ""]] * 4


def test_ex_37_ragnar_is_built_step_by_step():
    book = rulebook()
    made = edits.set_text(edits.new_character(ID), "name", "Ragnar")
    for place, template in enumerate(("gaul", "hunter-gatherer", "armsman")):
        made = edits.set_template(book, made, place, template)
    choices = {
        0: {3: "riding", 4: "melee", 5: "defend"},
        1: {3: "perception", 4: "melee", 5: "defend"},
        2: {4: "missile", 5: "maneuver"},
    }
    for place, faces in choices.items():
        for number, icon in faces.items():
            made = edits.set_face(book, made, place, number, face(icon))
    made = paste_die(book, made, 3, made.dice[2].template, made.dice[2].faces)
    assert made == ragnar()
    found = problems(book, made)
    assert is_legal(found)
    assert is_complete(found)


def test_a_template_sets_its_fixed_faces_and_leaves_the_rest_open():
    made = edits.set_template(rulebook(), edits.new_character(ID), 0, "gaul")
    assert [shown.code for shown in made.dice[0].faces] == ["universal", "physical", "outdoorsman", "", "", ""]


def test_another_template_keeps_the_players_faces_and_drops_the_old_templates():
    book = rulebook()
    made = edits.set_template(book, edits.new_character(ID), 0, "gaul")
    made = edits.set_face(book, made, 0, 3, face("riding"))
    made = edits.set_face(book, made, 0, 4, face("melee"))
    made = edits.set_template(book, made, 0, "roman")
    assert [shown.code for shown in made.dice[0].faces] == ["universal", "mental", "", "riding", "melee", ""]
    assert edits.conflicts(book, made, 0) == (3,)
    illegal = [p for p in problems(book, made) if p.weight is Weight.ILLEGAL]
    assert [(p.place.die, p.place.face) for p in illegal] == [(0, 3)]
    cleared = edits.clear_conflicts(book, made, 0)
    assert [shown.code for shown in cleared.dice[0].faces] == ["universal", "mental", "", "", "melee", ""]


def test_taking_the_template_off_keeps_only_what_the_player_chose():
    book = rulebook()
    bare = edits.set_template(book, ragnar(), 0, "")
    assert [shown.code for shown in bare.dice[0].faces] == ["universal", "", "", "riding", "melee", "defend"]
    again = edits.set_template(book, bare, 0, "gaul")
    assert again == ragnar()


@pytest.mark.parametrize(
    ("place", "template", "code"),
    [
        (0, "armsman", "culture-die"),
        (1, "gaul", "background-die"),
        (2, "roman", "same-culture-only"),
        (0, "nowhere", "template-unknown"),
    ],
)
def test_templates_that_do_not_belong_are_refused(place, template, code):
    assert refusal_code(lambda: edits.set_template(rulebook(), ragnar(), place, template)) == code


def test_a_background_waits_for_the_culture_and_must_be_opened_by_it():
    book = rulebook()
    new = edits.new_character(ID)
    assert refusal_code(lambda: edits.set_template(book, new, 1, "hunter-gatherer")) == "culture-first"
    roman = edits.set_template(book, new, 0, "roman")
    assert refusal_code(lambda: edits.set_template(book, roman, 1, "hunter-gatherer")) == "background-not-open"


def test_core_characters_have_no_templates():
    assert refusal_code(lambda: edits.set_template(rulebook(), bob(), 0, "gaul")) == "core-has-no-templates"


@for_each(
    ("place", "number", "icon", "code"),
    [
        (0, 0, "melee", "slot-universal"),
        (0, 1, "mental", "slot-fixed"),
        (0, 3, "thief", "slot-one-of-3"),
        (1, 3, "melee", "slot-one-of-2"),
        (0, 4, "universal", "universal-once"),
        (0, 4, "physical", "aptitude-once"),
        (0, 4, "elf", "racial-face-two"),
        (0, 4, "blank", "blank-not-here"),
        (0, 4, "riposte", "mastery-fifth-die"),
        (0, 4, "melee x2", "one-icon-a-face"),
        (0, 4, "flight", "ability-of-beasts"),
        (0, 4, "poison", "symbol-not-own"),
        (0, 4, "nonsense", "icon-unknown"),
    ],
)
def test_faces_that_may_not_stand_there_are_refused_with_the_reason(place, number, icon, code):
    assert refusal_code(lambda: edits.set_face(rulebook(), ragnar(), place, number, face(icon))) == code


def test_any_skill_may_stand_on_a_free_face_even_magic_and_unarmed():
    for icon in ("magic", "unarmed", "outdoorsman"):
        made = edits.set_face(rulebook(), ragnar(), 0, 4, face(icon))
        assert made.dice[0].faces[4].code == icon


def test_clearing_a_fixed_face_gives_it_back():
    book = rulebook()
    assert edits.clear_face(book, ragnar(), 0, 2) == ragnar()
    assert edits.clear_face(book, ragnar(), 0, 4).dice[0].faces[4] == UNFILLED


def test_no_such_die_and_no_such_face():
    book = rulebook()
    assert refusal_code(lambda: edits.set_face(book, ragnar(), 4, 2, face("melee"))) == "no-such-die"
    assert refusal_code(lambda: edits.set_face(book, ragnar(), 0, 6, face("melee"))) == "no-such-face"


def test_core_face_2_is_physical_or_mental():
    book = rulebook()
    assert edits.set_face(book, bob(), 0, 1, face("physical")).dice[0].faces[1].code == "physical"
    assert refusal_code(lambda: edits.set_face(book, bob(), 0, 1, face("melee"))) == "slot-aptitude"


def test_a_dwarf_has_the_racial_icon_on_face_2_of_every_die_and_may_become_human_again():
    book = rulebook()
    dwarf = edits.set_racial_icon(book, bob(), "dwarf")
    assert dwarf.race == "Dwarf"
    assert [d.faces[1].code for d in dwarf.dice] == ["dwarf"] * 4
    human = edits.set_racial_icon(book, dwarf, "")
    assert human.race == "Human"
    assert [d.faces[1] for d in human.dice] == [UNFILLED] * 4
    back = edits.set_racial_icon(book, edits.set_racial_icon(book, ragnar(), "elf"), "")
    assert back == ragnar()
    assert refusal_code(lambda: edits.set_racial_icon(book, bob(), "goblin")) == "race-unknown"


def test_an_own_name_for_the_race_stays():
    named = edits.set_text(bob(), "race", "Ljosalfar")
    assert edits.set_racial_icon(rulebook(), named, "elf").race == "Ljosalfar"


def test_ex_13_a_new_die_comes_when_all_are_full():
    book = rulebook()
    grown = edits.set_played_before(edits.add_die(book, bob()), 1)
    assert [shown.code for shown in grown.dice[4].faces] == ["universal", "", "", "", "", ""]
    grown = edits.set_face(book, grown, 4, 1, face("mental"))
    grown = edits.set_face(book, grown, 4, 2, face("scholar"))
    assert refusal_code(lambda: edits.set_face(book, grown, 4, 3, face("sage"))) == "mastery-needs-dice"
    assert refusal_code(lambda: edits.add_die(book, grown)) == "fill-dice-first"
    found = problems(book, grown)
    assert is_legal(found)
    assert is_complete(found)
    for number in (3, 4, 5):
        grown = edits.set_face(book, grown, 4, number, face("social"))
    grown = edits.add_die(book, grown)
    assert edits.set_face(book, grown, 5, 2, face("sage")).dice[5].faces[2].code == "sage"


def test_a_player_has_ten_dice_at_most_and_four_at_least():
    book = rulebook()
    ten = bob().with_(dice=bob().dice + bob().dice + bob().dice[:2])
    assert refusal_code(lambda: edits.add_die(book, ten)) == "most-dice"
    assert refusal_code(lambda: edits.remove_die(bob(), 0)) == "four-dice-stay"


def test_removing_a_die_takes_its_injury_along_and_moves_the_others():
    wolf = someone(CharacterKind.BEAST, *["universal,melee,melee,melee,blank,blank"] * 3)
    wolf = wolf.with_(lost=(LostDie(die=2, cause="fire"), LostDie(die=1)))
    assert edits.remove_die(wolf, 1).lost == (LostDie(die=1, cause="fire"),)


def test_removing_a_die_keeps_what_its_injuries_are_about():
    wolf = someone(CharacterKind.BEAST, *["universal,melee,melee,melee,blank,blank"] * 4)
    wards = tuple(MaintainedEffect(name=f"Ward {die}", strength=1, die=die) for die in (1, 3))
    wolf = wolf.with_(
        lost=(LostDie(die=0, day=7), LostDie(die=1, held=True, day=8), LostDie(die=3, held=True, day=9)),
        effects=wards,
        care=(Care(points=1, days=3),),
        rested=2,
    )
    left = edits.remove_die(wolf, 1)
    assert left.lost == (LostDie(die=0, day=7), LostDie(die=2, held=True, day=9))
    assert [effect.die for effect in left.effects] == [None, 2]
    assert (left.care, left.rested) == (wolf.care, 2)
    whole = edits.remove_die(wolf, 0)
    assert (whole.care, whole.rested) == ((), 0)


def test_beasts_take_any_face_the_game_knows():
    wolf = someone(CharacterKind.BEAST, "universal,melee,melee,melee,blank,blank")
    made = edits.set_face(rulebook(), wolf, 0, 4, face("defend x3"))
    assert made.dice[0].faces[4].code == "defend x3"
    assert refusal_code(lambda: edits.set_face(rulebook(), wolf, 0, 4, face("nonsense"))) == "icon-unknown"
    assert len(edits.add_die(rulebook(), wolf, die("universal,swim,swim,swim,swim,swim")).dice) == 2


def test_texts_have_room_and_lines_stay_lines():
    assert edits.set_text(bob(), "name", "Bob\nthe Bold").name == "Bob the Bold"
    assert edits.set_text(bob(), "back_story", "One.\nTwo.").back_story == "One.\nTwo."
    assert edits.set_text(bob(), "back_story", "x" * 200_000).back_story
    assert refusal_code(lambda: edits.set_text(bob(), "name", "x" * 201)) == "text-too-long"
    assert edits.set_die_text(bob(), 1, "note", "Fire").dice[1].note == "Fire"
    assert refusal_code(lambda: edits.set_die_text(bob(), 1, "note", "x" * 2_001)) == "text-too-long"


def test_spiffs_and_sessions_never_go_below_zero():
    rich = add_count(bob(), "spiffs", 3)
    assert add_count(rich, "spiffs", -3).spiffs == 0
    assert refusal_code(lambda: add_count(rich, "spiffs", -4)) == "not-below-zero"
    assert refusal_code(lambda: add_count(rich, "sessions", 10_001)) == "too-many"


def test_movement_is_within_reason():
    bird = edits.set_movement(bob(), 1, 8)
    assert (bird.move, bird.flying) == (1.0, 8.0)
    assert refusal_code(lambda: edits.set_movement(bob(), -1)) == "movement-out-of-range"
    assert refusal_code(lambda: edits.set_movement(bob(), float("nan"))) == "movement-out-of-range"


def test_faces_without_a_template_to_judge_them_are_no_conflicts():
    made = edits.new_character(ID, MakingMode.CORE)
    for number, icon in ((1, "mental"), (2, "melee"), (3, "magic")):
        made = edits.set_face(rulebook(), made, 0, number, face(icon))
    cold = made.with_(mode=MakingMode.COLD_IRON)
    assert edits.conflicts(rulebook(), cold, 0) == ()
    assert edits.clear_conflicts(rulebook(), cold, 0) == cold


def test_a_character_keeps_its_faces_while_its_pack_is_missing():
    book = with_packs(rulebook(), [norse()])
    made = edits.set_template(book, edits.new_character(ID), 0, "norse/norse")
    made = edits.set_face(book, edits.set_racial_icon(book, made, "norse/troll"), 0, 4, face("artisan"))
    assert any(problem.weight is Weight.ILLEGAL for problem in problems(rulebook(), made))
    for place in range(len(made.dice)):
        assert edits.conflicts(rulebook(), made, place) == ()
        assert edits.clear_conflicts(rulebook(), made, place) == made


def mage(dice: int) -> Character:
    return bob().with_(dice=(die("universal,mental,magic,magic,scholar,defend"),) * dice)


@pytest.mark.parametrize(("dice", "themes"), [(1, 1), (4, 1), (5, 2), (9, 2), (10, 3)])
def test_magic_on_five_dice_opens_the_second_theme_and_on_ten_the_third(dice: int, themes: int) -> None:
    character = mage(dice)
    for _ in range(themes):
        assert theme_refusal(character) is None
        character = add_theme(character)
    with pytest.raises(RulesError) as refused:
        add_theme(character)
    assert refused.value.reason == theme_refusal(character)
    assert refused.value.reason.rule == "MAG-4"
    assert len(character.themes) == themes


def test_the_refusal_says_what_is_missing() -> None:
    with pytest.raises(RulesError) as refused:
        add_theme(add_theme(mage(4)))
    assert refused.value.reason.code == "theme-needs-more-magic"
    assert dict(refused.value.reason.values) == {"themes": 2, "needed": 5, "dice": 4}
    with pytest.raises(RulesError) as refused:
        add_theme(ragnar())
    assert (refused.value.reason.code, refused.value.reason.rule) == ("theme-needs-magic", "MAG-3")


def test_a_theme_is_described_and_removed() -> None:
    character = add_theme(add_theme(mage(5)))
    character = set_theme_text(character, 1, "name", "Fire\nMagic")
    character = set_theme_text(character, 1, "effect", "Makes fire\r\nand bends it")
    character = set_theme_text(character, 1, "limitations", "Only fire")
    fire = MagicTheme(name="Fire Magic", effect="Makes fire\nand bends it", limitations="Only fire")
    assert character.themes == (MagicTheme(), fire)
    assert remove_theme(character, 0).themes == (fire,)


def test_what_is_too_long_or_not_there_is_refused_and_themes_stay_without_magic() -> None:
    character = add_theme(mage(1))
    for call, code in (
        (lambda: set_theme_text(character, 0, "name", "x" * 201), "text-too-long"),
        (lambda: set_theme_text(character, 0, "effect", "x" * 2001), "text-too-long"),
        (lambda: set_theme_text(character, 1, "name", "x"), "no-such-theme"),
        (lambda: remove_theme(character, -1), "no-such-theme"),
    ):
        with pytest.raises(RulesError) as refused:
            call()
        assert refused.value.reason.code == code
    without = set_theme_text(character, 0, "name", "Fire").with_(dice=ragnar().dice)
    assert set_theme_text(without, 0, "effect", "None left").themes[0].name == "Fire"
