from bones_desktop.widgets.dice.diceboard import (
    DIE_FORMAT,
    FACE_FORMAT,
    CarriedDie,
    carried_die,
    carried_face,
    die_mime,
    face_mime,
)


def test_a_face_and_a_die_travel() -> None:
    mime = face_mime("melee", "Melee")
    assert (carried_face(mime), mime.text()) == ("melee", "Melee")
    assert carried_die(mime) is None
    faces = ("universal", "physical", "melee", "defend", "riding", "")
    mime = die_mime(CarriedDie("gaul", "", faces), "Universal, Physical, Melee, Defend, Riding, Unfilled")
    assert carried_die(mime) == CarriedDie("gaul", "", faces)
    assert carried_face(mime) is None
    assert mime.text() == "Universal, Physical, Melee, Defend, Riding, Unfilled"
    assert set(mime.formats()) <= {FACE_FORMAT, DIE_FORMAT, "text/plain"}
