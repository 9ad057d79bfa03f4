"""Faces and dice read from text and put on a character's dice."""

from collections.abc import Callable

import pytest

from bones_desktop.rules.bones.book.character import CharacterKind, Created, LedgerKind, MakingMode
from bones_desktop.rules.bones.book.icons import UNFILLED, Face, face
from bones_desktop.rules.bones.book.notation import write_faces
from bones_desktop.rules.bones.making import edits
from bones_desktop.rules.bones.making.originchange import FaceRefusedError, PastedDie, read_pasted
from bones_desktop.rules.reasons import RulesError
from tests.support.foreach import for_each
from tests.support.pasteddice import paste_die
from tests.support.people import ID, bob, ragnar, someone
from tests.support.rulebooks import rulebook

GAUL = ("universal", "physical", "outdoorsman", "craft", "magic", "scholar")


def faces(*codes: str) -> tuple[Face, ...]:
    return tuple(face(code) for code in codes)


def refused(call: Callable[[], object]) -> RulesError:
    with pytest.raises(RulesError) as error:
        call()
    return error.value


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Riding", "riding"),
        ("  melee combat \n", "melee"),
        ("**Riposte**", "riposte"),
        ("Melee (Riposte)", "riposte"),
        ("Double Defend", "defend x2"),
        ("Universal", "universal"),
        ("Blank", "blank"),
    ],
)
def test_one_face_is_read(text: str, code: str) -> None:
    assert read_pasted(rulebook(), text) == face(code)


def test_poison_is_an_ability_on_a_beast_only() -> None:
    assert read_pasted(rulebook(), "Poison") == face("poison")
    assert read_pasted(rulebook(), "Poison", beastly=True) == face("poison-melee")


@pytest.mark.parametrize(("letter", "code"), [("U", "universal"), ("p", "physical"), ("M", "mental")])
def test_a_letter_alone_is_the_symbol_printed_so(letter: str, code: str) -> None:
    assert read_pasted(rulebook(), letter) == face(code)
    die = read_pasted(rulebook(), f"U, {letter}, Melee, Melee, Defend, Riding")
    assert isinstance(die, PastedDie)
    assert [shown.code for shown in die.faces[:3]] == ["universal", code, "melee"]


@pytest.mark.parametrize("text", ["Double M", "Melee (M)"])
def test_a_letter_is_no_part_of_a_face(text: str) -> None:
    with pytest.raises(RulesError):
        read_pasted(rulebook(), text)


def test_a_letter_and_a_face_with_a_slash_between_are_two_faces() -> None:
    die = read_pasted(rulebook(), "U/Melee")
    assert isinstance(die, PastedDie)
    assert [shown.code for shown in die.faces] == ["universal", "melee"]


def test_six_faces_are_a_die_and_fewer_are_its_first() -> None:
    book = rulebook()
    assert read_pasted(book, "Universal, Physical, Riding, Craft, Melee, Unfilled") == PastedDie(
        faces("universal", "physical", "riding", "craft", "melee", "")
    )
    assert read_pasted(book, "d1- Universal, Physical, Riding") == PastedDie(faces("universal", "physical", "riding"))


@pytest.mark.parametrize(
    "text",
    [
        "Universal, Physical, Riding,\nCraft, Melee, Defend",
        "Universal\nPhysical\nRiding\nCraft\nMelee\nDefend\n",
        "\r\n* Universal, Physical, Riding, Craft, Melee, Defend\r\n",
    ],
)
def test_a_die_in_several_lines_is_one_die(text: str) -> None:
    die = PastedDie(faces("universal", "physical", "riding", "craft", "melee", "defend"))
    assert read_pasted(rulebook(), text) == die


def test_a_printed_die_is_read_by_its_name() -> None:
    book = rulebook()
    fighter = next(die for die in book.dice if die.name == "Fighter")
    assert read_pasted(book, "Fighter") == PastedDie(fighter.faces, printed=fighter.id)


@pytest.mark.parametrize("character", [ragnar(), bob()])
def test_what_is_written_is_read_back(character) -> None:
    book = rulebook()
    for die in character.dice:
        assert read_pasted(book, write_faces(book, die.faces)) == PastedDie(die.faces)


@for_each(
    ("text", "code"),
    [
        ("", "nothing-to-paste"),
        (" \n\t", "nothing-to-paste"),
        ("Hello there", "left-out-words"),
        ("Universal, Physical, Rydding", "left-out-face"),
        ("Riding x2", "left-out-lone-face"),
        ("Fighter x2, Universal", "left-out-die-in-list"),
        ("Universal, Mental, Craft, Craft, Craft, Craft, Craft", "left-out-seventh-face"),
        ("x" * 30_000, "text-too-long"),
        ("Bandit - 2D: Fighter; Killer", "several-dice-pasted"),
        ("Fighter x3", "several-dice-pasted"),
        ("Fighter\nKiller", "several-dice-pasted"),
        ("Universal, Physical, Riding,\nCraft, Melee, Rydding", "left-out-face"),
    ],
)
def test_what_is_no_face_and_no_die_says_why(text: str, code: str) -> None:
    assert refused(lambda: read_pasted(rulebook(), text)).reason.code == code


def test_the_number_of_dice_is_told() -> None:
    assert refused(lambda: read_pasted(rulebook(), "Fighter x3")).reason.value("dice") == 3


def test_a_die_is_pasted_with_its_template() -> None:
    book = rulebook()
    start = ragnar()
    changed = paste_die(book, start, 3, "gaul", faces(*GAUL))
    assert changed.dice[3].template == "gaul"
    assert changed.dice[3].faces == faces(*GAUL)
    assert changed.dice[:3] == start.dice[:3]


def test_names_and_notes_of_the_die_stay() -> None:
    start = edits.set_die_text(bob(), 1, "note", "mine")
    changed = paste_die(rulebook(), start, 1, "", bob().dice[0].faces)
    assert changed.dice[1] == start.dice[1].with_(faces=bob().dice[0].faces)


def test_faces_not_given_stay() -> None:
    changed = paste_die(rulebook(), bob(), 0, "", faces("universal", "physical", "healer"))
    assert changed.dice[0].faces == (*faces("universal", "physical", "healer"), *bob().dice[0].faces[3:])


def test_an_unfilled_face_empties_all_but_fixed_ones() -> None:
    changed = paste_die(rulebook(), ragnar(), 0, "", (UNFILLED,) * 6)
    assert changed.dice[0].faces == faces("universal", "physical", "outdoorsman", "", "", "")


def test_a_template_is_left_out_where_there_are_none() -> None:
    book = rulebook()
    assert paste_die(book, bob(), 0, "gaul", faces(*GAUL)).dice[0].template == ""
    fifth = edits.add_die(book, ragnar())
    assert paste_die(book, fifth, 4, "gaul", faces(*GAUL)).dice[4].template == ""


def test_a_template_not_open_is_refused() -> None:
    armsman = ragnar().dice[2]
    error = refused(lambda: paste_die(rulebook(), ragnar(), 0, "armsman", armsman.faces))
    assert error.reason.code == "culture-die"
    assert refused(lambda: paste_die(rulebook(), ragnar(), 0, "nobody", armsman.faces)).reason.code == (
        "template-unknown"
    )


def test_the_first_face_that_may_not_stand_is_told() -> None:
    error = refused(lambda: paste_die(rulebook(), ragnar(), 0, "", faces("universal", "physical", "scholar", "magic")))
    assert isinstance(error, FaceRefusedError)
    assert (error.face, error.reason.code) == (2, "slot-fixed")


def test_masteries_of_the_die_are_judged_together() -> None:
    book = rulebook()
    core = bob().with_(
        dice=tuple(die.with_(faces=faces("universal", "physical", *["melee"] * 4)) for die in bob().dice)
    )
    start = edits.add_die(book, core)
    one = paste_die(book, start, 4, "", faces("universal", "physical", "riposte", "melee", "craft", "craft"))
    moved = paste_die(book, one, 4, "", faces("universal", "physical", "melee", "riposte", "craft", "craft"))
    assert moved.dice[4].faces[3] == face("riposte")
    twice = faces("universal", "physical", "riposte", "riposte", "craft", "craft")
    assert refused(lambda: paste_die(book, one, 4, "", twice)).reason.code == "mastery-twice"


def test_cast_members_keep_the_printed_die_they_are_given() -> None:
    book = rulebook()
    fighter = next(die for die in book.dice if die.name == "Fighter")
    start = someone(CharacterKind.CAST, "universal,physical,melee,melee,melee,melee")
    changed = paste_die(book, start, 0, "", fighter.faces, printed=fighter.id)
    assert (changed.dice[0].printed, changed.dice[0].faces) == (fighter.id, fighter.faces)
    again = paste_die(book, changed, 0, "", faces("universal", "mental", "scholar", "scholar", "scholar", "scholar"))
    assert again.dice[0].printed == ""
    assert paste_die(book, bob(), 0, "", bob().dice[0].faces, printed=fighter.id).dice[0].printed == ""


def test_a_finished_character_needs_permission_and_the_ledger_tells() -> None:
    book = rulebook()
    done = ragnar().with_(created=Created(dice=ragnar().dice))
    new = faces("universal", "physical", "outdoorsman", "craft", "melee", "defend")
    assert refused(lambda: paste_die(book, done, 0, "gaul", new)).reason.code == "finished-needs-permission"
    changed = paste_die(book, done, 0, "gaul", new, permitted=True, today="2026-11-21")
    assert changed.created == done.created
    entries = [(entry.kind, entry.on, entry.face, entry.after.code) for entry in changed.ledger]
    assert entries == [(LedgerKind.PERMISSION, "2026-11-21", 3, "craft")]


@pytest.mark.parametrize("target", [-1, 4])
def test_there_is_no_other_die(target: int) -> None:
    assert refused(lambda: paste_die(rulebook(), bob(), target, "", ())).reason.code == "no-such-die"
    assert refused(lambda: paste_die(rulebook(), bob(), 0, "", (UNFILLED,) * 7)).reason.code == "no-such-face"
    assert edits.new_character(ID, MakingMode.CORE).dice


@pytest.mark.parametrize("printed", ["Not An Id!", "no-such-die", "x" * 300])
def test_a_printed_die_the_rulebook_lacks_is_not_kept(printed: str) -> None:
    cast = someone(CharacterKind.CAST, "universal, physical, melee, defend, blank, blank")
    pasted = paste_die(rulebook(), cast, 0, "", faces("melee"), printed=printed)
    assert pasted.dice[0].printed == ""
    assert pasted.dice[0].faces[0] == face("melee")
