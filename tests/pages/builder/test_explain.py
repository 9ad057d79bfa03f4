"""What the card says of an icon, for this character and this face."""

import pytest

from bones_desktop.pages.builder.explain import explain
from bones_desktop.rules.bones.book.character import Character, CharacterKind
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.making.sheet import derive
from bones_desktop.rules.reasons import reason
from tests.support.people import bob, die, ragnar, someone
from tests.support.rulebooks import rulebook


def told(character: Character, place: int, number: int, code: str):
    return explain(rulebook(), character, derive(rulebook(), character), place, number, face(code))


def notes(character: Character, place: int, number: int, code: str) -> dict[str, tuple[str, str]]:
    """Return the rule and the tone of each note."""
    return {note.text: (note.rule, note.tone) for note in told(character, place, number, code).notes}


def test_a_new_skill_tells_its_cap_and_its_masteries():
    found = notes(ragnar(), 3, 5, "riding")
    assert found["Raises the cap of Riding, the successes that count, from 2 to 4."] == ("ACT-3", "good")
    assert found["Brings the masteries of Riding nearer: 2 dice still missing."] == ("MAST-1", "good")
    assert found["On die 1."] == ("", "muted")
    assert told(ragnar(), 3, 5, "riding").kind == "Restricted action · Physical"


def test_an_icon_that_stands_there_tells_what_it_gives():
    found = notes(bob(), 0, 2, "magic")
    assert found["Raises the cap of Magic, the successes that count, from 4 to 5."] == ("ACT-5", "good")
    assert found["Safe uses of magic: 5 instead of 4."] == ("MAG-10", "good")
    assert found["Magic has no masteries."] == ("MAST-5", "muted")
    assert not told(bob(), 0, 2, "magic").why_not.text


def test_a_skill_without_a_cap_says_so_and_which_die_may_bear_its_masteries():
    found = notes(ragnar(), 3, 5, "melee")
    assert found["Anyone may try Melee, and every success counts."] == ("ACT-1", "")
    assert found["Masteries of Melee are open from die 5 on."] == ("MAST-3", "")
    assert found["In a fight: melee attack, or defence against melee."] == ("CMB-7", "")


def test_a_mastery_that_may_not_stand_there_says_why_and_what_it_would_do():
    found = told(ragnar(), 3, 5, "riposte")
    assert (found.name, found.kind, found.rule) == ("Riposte", "Mastery of Melee, rank III", "MAST 18")
    assert found.why_not.text == "Riposte is a mastery; the fifth die is the first that can have one."
    assert (found.why_not.rule, found.why_not.tone) == ("MAST-3", "warn")
    assert "In a fight: melee attack; 2 successes." in notes(ragnar(), 3, 5, "riposte")
    assert found.said.startswith("Riposte. Counts as two Melee successes, for attack only. Riposte is a mastery;")


def test_what_is_lost_is_told_as_such():
    found = notes(ragnar(), 0, 3, "craft")
    assert found["Makes Riding impossible: no fitting icon is left."][1] == "warn"
    assert found["Makes Craft possible, with a cap of 2 (successes that count)."][1] == "good"
    assert notes(bob(), 2, 2, "defend")["Safe uses of magic: 4 instead of 5."][1] == "warn"


def test_physical_and_mental_name_the_tasks_this_character_may_attempt():
    counts = "Counts for your tasks of Defend, Maneuver, Melee, Missile, Riding and Stealth."
    assert notes(ragnar(), 0, 1, "physical")[counts] == ("ACT-8", "")
    unfinished = ragnar().with_(dice=(die("universal,physical,,,,"),))
    assert "Counts for your tasks of Defend, Maneuver, Melee, Missile and Stealth." in notes(
        unfinished, 0, 1, "physical"
    )
    assert "Counts for every task you may attempt." in notes(ragnar(), 0, 0, "universal")


def test_a_racial_icon_is_one_thing_at_a_time():
    found = notes(bob(), 3, 1, "dwarf")
    assert found["Counts for one of: Craft (2), Defend, Melee or Perception."] == ("RACE-2", "")
    assert found["Works as one of: Master (Craft), Slam (Defend), Night Vision (Perception)."] == ("RACE-5", "")
    assert told(bob(), 3, 1, "dwarf").why_not.text == "Face 2 is Physical or Mental."


def test_faces_of_beasts_and_of_equipment_are_explained_icon_by_icon():
    beast = someone(CharacterKind.BEAST, "universal,physical,prickly x2,encumbrance+defend,null,nothing-known")
    assert "In a fight: any attack and any defence at once; 4 successes." in notes(beast, 0, 2, "prickly x2")
    both = notes(beast, 0, 3, "encumbrance+defend")
    assert any(text.startswith("Encumbrance: ") for text in both)
    assert any(text.startswith("Defend: ") for text in both)
    assert "Takes away one success of any kind." in notes(beast, 0, 4, "null")
    unknown = told(beast, 0, 5, "nothing-known")
    assert (unknown.kind, unknown.notes) == ("", ())
    assert "not known here" in unknown.why_not.text


def test_another_refusal_is_told_when_the_face_itself_has_none():
    why = reason("read-only-character")
    sheet = derive(rulebook(), ragnar())
    found = explain(rulebook(), ragnar(), sheet, 3, 5, face("melee"), refused=why)
    assert found.why_not.text.startswith("This character was written by a newer version")
    own = explain(rulebook(), ragnar(), sheet, 3, 5, face("riposte"), refused=why)
    assert own.why_not.rule == "MAST-3"


@pytest.mark.parametrize(
    "character", [ragnar(), bob(), someone(CharacterKind.HORDE, "universal,blank,melee,melee,null,defend")]
)
def test_every_icon_of_the_game_can_be_explained_anywhere(character):
    for icon in rulebook().icons:
        found = told(character, 0, 2, icon.id)
        assert found.name, icon.id
        assert found.kind, icon.id
        assert found.notes, icon.id
        assert "{" not in found.said, icon.id
