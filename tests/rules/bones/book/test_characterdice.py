"""The face that tells a die from the others."""

from bones_desktop.rules.bones.book.character import CharacterDie
from bones_desktop.rules.bones.book.characterdice import counted_faces, telling_faces
from tests.support.people import die, ragnar


def test_it_is_the_rarest_and_the_first_of_several():
    assert telling_faces(ragnar().dice) == ("riding", "perception", "missile", "missile")
    assert telling_faces((die("universal,physical,melee,defend,melee,defend"),)) == ("melee",)


def test_what_every_die_has_is_shown_only_where_there_is_nothing_else():
    plain = die("universal,physical,physical,physical,physical,physical")
    assert telling_faces((plain, CharacterDie())) == ("universal", "")
    assert counted_faces((plain,)) == {}
