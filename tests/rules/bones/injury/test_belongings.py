from bones_desktop.rules.bones.book.character import ItemDie, ItemKind
from bones_desktop.rules.bones.book.icons import BLANK, UNFILLED, face
from bones_desktop.rules.bones.injury.injuries import (
    MOST_HINDERING,
    add_hindering,
    hindering_from,
    hindering_of,
    item_from,
    kept_item,
    remove_hindering,
    set_remedy,
)
from tests.support.foreach import for_each
from tests.support.people import bob
from tests.support.refusals import refusal_code
from tests.support.rulebooks import rulebook


@for_each("kind", ["poison", "flaming"])
@for_each("icons", range(1, 7))
def test_poison_and_fire_come_in_six_strengths(kind, icons):
    made = hindering_of(rulebook().die(kind), icons)
    assert [shown.code for shown in made.faces] == [kind] * icons + ["blank"] * (6 - icons)
    assert made.name == rulebook().die(kind).name
    assert made.printed == (kind if icons == 2 else "")


def test_the_average_die_is_the_printed_one():
    assert hindering_of(rulebook().die("poison"), 2) == hindering_from(rulebook().die("poison"))


def test_strengths_there_are_none_of():
    for icons in (0, 7, -1):
        assert refusal_code(lambda icons=icons: hindering_of(rulebook().die("poison"), icons)) == "hindering-faces"
    assert refusal_code(lambda: hindering_of(rulebook().die("sword"), 2)) == "not-hindering"


def test_the_remedy_is_noted_and_may_be_noted_otherwise():
    poison = hindering_of(rulebook().die("poison"), 3, remedy="  mandrake\nroot ")
    assert poison.remedy == "mandrake root"
    poisoned = add_hindering(bob(), poison)
    assert set_remedy(poisoned, 0, "").hindering[0] == poisoned.hindering[0].with_(remedy="")
    assert refusal_code(lambda: set_remedy(poisoned, 1, "water")) == "no-such-die"
    assert refusal_code(lambda: set_remedy(poisoned, 0, "x" * 201)) == "text-too-long"
    assert refusal_code(lambda: hindering_of(rulebook().die("poison"), 2, remedy="x" * 201)) == "text-too-long"


def test_a_hindering_die_is_given_on_the_character_s_day():
    poison = hindering_from(rulebook().die("poison"))
    poisoned = add_hindering(bob().with_(day=33), poison)
    assert poisoned.hindering == (poison.with_(day=33),)
    assert add_hindering(poisoned, poison.with_(day=5)).hindering[1].day == 5
    assert remove_hindering(poisoned, 0) == bob().with_(day=33)


def test_hindering_dice_are_counted():
    poisoned = bob()
    for _ in range(MOST_HINDERING):
        poisoned = add_hindering(poisoned, hindering_from(rulebook().die("flaming")))
    assert refusal_code(lambda: add_hindering(poisoned, hindering_from(rulebook().die("poison")))) == "most-hindering"


def test_an_item_changed_by_hand_is_its_printed_die_until_kind_or_faces_differ():
    sword = item_from(rulebook().die("sword"))
    assert kept_item(rulebook(), sword.with_(name="Excalibur", note="Sharp")).printed == "sword"
    assert kept_item(rulebook(), sword.with_(kind=ItemKind.SHIELD)).printed == ""
    assert kept_item(rulebook(), sword.with_(faces=(*sword.faces[:5], face("magic")))).printed == ""


def test_a_face_left_empty_is_blank():
    empty = ItemDie(kind=ItemKind.WEAPON, name="Stick", faces=(face("melee"), *(UNFILLED,) * 5))
    assert kept_item(rulebook(), empty).faces == (face("melee"), *(BLANK,) * 5)


def test_an_item_of_a_pack_that_is_not_here_is_as_it_was_before_until_it_differs():
    lance = item_from(rulebook().die("sword")).with_(printed="house/lance")
    assert kept_item(rulebook(), lance.with_(note="Long"), lance).printed == "house/lance"
    assert kept_item(rulebook(), lance.with_(kind=ItemKind.ARMOUR), lance).printed == ""
    assert kept_item(rulebook(), lance).printed == ""
