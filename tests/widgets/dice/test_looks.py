from bones_desktop.pages.builder.builderpanel import summary
from bones_desktop.rules.bones.book.character import Character, CharacterKind, LostDie
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.making.edits import new_character, set_racial_icon
from bones_desktop.rules.bones.making.improvement import award, buy_icon, finish
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.bones.making.sheet import derive
from bones_desktop.rules.bones.making.standing import standing
from bones_desktop.widgets.dice.dienet import either, net_looks
from bones_desktop.widgets.dice.facelook import ChoiceRim
from tests.support.people import ID, bob, ragnar, someone
from tests.support.rulebooks import rulebook

TODAY = "2026-11-21"


def looks(character):
    found = problems(rulebook(), character)
    return net_looks(rulebook(), character, derive(rulebook(), character), found)


def test_rims_tell_fixed_limited_and_free() -> None:
    gaul = looks(ragnar())[0]
    rims = [shown.rim for shown in gaul.faces]
    assert rims == [ChoiceRim.NONE, ChoiceRim.NONE, ChoiceRim.NONE, ChoiceRim.DASHED, ChoiceRim.SOLID, ChoiceRim.SOLID]
    assert [shown.locked for shown in gaul.faces] == [True, True, True, False, False, False]
    assert gaul.title == "Gaul"


def test_empty_limited_faces_show_what_may_stand_there() -> None:
    character = ragnar()
    first = character.dice[0]
    emptied = first.with_(faces=(*first.faces[:3], face(""), *first.faces[4:]))
    shown = looks(character.with_(dice=(emptied, *character.dice[1:])))[0]
    assert shown.faces[3].ghosts == ("craft", "riding", "outdoorsman")
    assert (shown.note, shown.note_tone) == ("one to choose", "warn")


def test_a_die_without_template_is_closed_and_named_after_what_it_needs() -> None:
    shown = looks(new_character(ID))
    assert [net.title for net in shown] == ["Culture?", "Background?", "Occupation?", "Occupation?"]
    assert all(each.closed for each in shown[0].faces[1:])
    assert shown[0].note == "5 to choose"


def test_lost_dice_say_so_in_words() -> None:
    shown = looks(ragnar().with_(lost=(LostDie(die=2),)))[2]
    assert shown.note == "lost"
    assert all(each.lost for each in shown.faces)
    assert shown.faces[0].name.endswith("the die is lost")


def test_house_templates_carry_a_badge() -> None:
    character = ragnar()
    hunter = character.dice[2].with_(template="house/hunter")
    shown = looks(character.with_(dice=(*character.dice[:2], hunter, character.dice[3])))
    assert [net.badge for net in shown] == ["", "", "house rule", ""]


def test_cast_dice_may_bear_anything() -> None:
    shown = looks(someone(CharacterKind.CAST, "universal,melee x2,poison,defend+encumbrance,blank,"))[0]
    assert [each.illegal for each in shown.faces] == [False] * 6
    assert shown.faces[5].name == "die 1, face 6 of 6, empty, may be any icon"
    assert shown.note == ""


def test_either_names_options() -> None:
    options = tuple(face(code) for code in ("craft", "riding", "outdoorsman"))
    assert either(rulebook(), options) == "Craft, Riding or Outdoorsman"
    assert either(rulebook(), options[:1]) == "Craft"


def test_summary_counts_faces_and_conflicts() -> None:
    character = new_character(ID)
    assert summary(character, problems(rulebook(), character)) == ("20 of 24 faces still empty", "warn")
    done = ragnar()
    assert summary(done, problems(rulebook(), done)) == ("Ready to play", "good")
    nameless = done.with_(name="")
    assert summary(nameless, problems(rulebook(), nameless)) == ("One thing still to do", "warn")


def finished(sessions: int) -> Character:
    made = finish(rulebook(), ragnar(), TODAY)
    return award(made, sessions, "", TODAY) if sessions else made


def test_a_finished_character_with_full_dice_shows_the_next_one_as_a_ghost() -> None:
    assert not any(net.ghost for net in looks(ragnar()))
    *own, coming = looks(finished(0))
    assert not any(net.ghost for net in own)
    assert (coming.number, coming.title, coming.ghost) == (5, "Next die", True)
    assert (coming.note, coming.note_tone) == ("costs one session, you have 0", "muted")
    assert [shown.code for shown in coming.faces] == ["universal", "", "", "", "", ""]
    assert coming.faces[1].ghosts == ("physical", "mental")
    assert coming.faces[2].name == "die 5, face 3 of 6, empty, may be any skill, or a mastery you have opened"
    earned = looks(finished(1))[-1]
    assert (earned.note, earned.note_tone) == ("earned: choose its first icon", "good")


def test_a_dwarf_s_next_die_shows_the_racial_icon() -> None:
    dwarf = set_racial_icon(rulebook(), bob(), "dwarf")
    racial = looks(finish(rulebook(), dwarf, TODAY))[-1].faces[1]
    assert (racial.code, racial.label) == ("dwarf", "Dwarf")
    assert racial.name == "die 5, face 2 of 6, Dwarf, fixed"


def test_no_die_comes_while_one_is_not_full_nor_after_the_tenth() -> None:
    begun = buy_icon(rulebook(), finished(2), 4, 2, face("riposte"), TODAY)
    shown = looks(begun)
    assert not shown[-1].ghost
    assert (shown[-1].note, shown[-1].note_tone) == ("one to choose", "warn")
    chosen = buy_icon(rulebook(), begun, 4, 1, face("physical"), TODAY)
    assert (looks(chosen)[-1].note, looks(chosen)[-1].note_tone) == ("an icon is earned", "good")
    spent = buy_icon(rulebook(), chosen, 4, 3, face("riding"), TODAY)
    assert looks(spent)[-1].note == ""
    ten = finish(rulebook(), bob().with_(dice=(bob().dice * 3)[:10], played_before=57), TODAY)
    assert len(looks(ten)) == 10


def test_summary_tells_of_an_earned_icon() -> None:
    for character, said in ((finished(0), "Ready to play"), (finished(1), "An icon is earned")):
        growth = standing(rulebook(), character)
        assert summary(character, problems(rulebook(), character), growth) == (said, "good")
    saved = ragnar().with_(sessions=3)
    growth = standing(rulebook(), saved)
    assert summary(saved, problems(rulebook(), saved), growth) == ("Ready to play", "good")


def test_a_die_whose_pack_is_missing_says_so() -> None:
    character = ragnar()
    gone = character.with_(dice=(character.dice[0].with_(template="norse/raider"), *character.dice[1:]))
    nets = looks(gone)
    assert (nets[0].note, nets[0].note_tone) == ("its pack is missing", "warn")
    assert "its pack is missing" in nets[0].name
