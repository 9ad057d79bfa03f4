"""Every face a die has shown is told, those that do not stand crossed out."""

from bones_desktop.storage.log.logentry import Cause, LoggedDie, LoggedWave
from bones_desktop.widgets.throwlist.throwmodel import die_groups, shown_faces
from tests.support.rulebooks import rulebook
from tests.support.throws import DICE, die, entry


def told(made) -> list[str]:
    return [("-" if face.crossed else "") + ("|" if face.parted else "") + face.code for face in shown_faces(made, {})]


def test_a_die_thrown_again_shows_both_faces():
    made = entry(waves=(LoggedWave(Cause.REROLL, ((0, 3),)), LoggedWave(Cause.REROLL, ((0, 5),))))
    assert told(made)[:4] == ["-melee", "-riding", "defend", "riding"]


def test_a_throw_taken_back_leaves_the_face_before():
    made = entry(waves=(LoggedWave(Cause.REROLL, ((0, 3),)), LoggedWave(Cause.REROLL, ((0, 5),), counts=False)))
    assert told(made)[:3] == ["-melee", "riding", "-defend"]
    assert made.shown(0) == "riding"


def test_the_other_side_stands_apart():
    made = entry(dice=(*DICE, die("Sten", 0, "opponent"), die("Sten", 1, "opponent")))
    assert told(made)[-2:] == ["|universal", "physical"]


def test_old_lines_tell_the_kind_of_a_die_by_its_name():
    old = entry(dice=(LoggedDie("Sword", ("melee",), 0), LoggedDie("Gaul", ("riding",), 0)))
    assert [face.group for face in shown_faces(old, die_groups(rulebook()))] == ["item", "character"]


def test_a_die_that_burns_is_told_by_its_blank_faces_too():
    burning = LoggedDie("Flaming", ("flaming", "flaming", "blank", "blank", "blank", "blank"), 4, "hindering")
    poison = LoggedDie("Poison", ("poison", "poison", "blank", "blank", "blank", "blank"), 4, "hindering")
    shown = shown_faces(entry(dice=(burning, poison)), {})
    assert [(face.code, face.group) for face in shown] == [("blank", "burning"), ("blank", "hindering")]


def test_dice_are_known_as_what_they_are():
    groups = die_groups(rulebook())
    assert groups["Challenge"] == "challenge"
    assert groups["Poison"] == "hindering"
    assert groups["Sword"] == "item"
    assert "Fighter" not in groups
