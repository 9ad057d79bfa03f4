from bones_desktop.rules.bones.book.character import CharacterKind, ItemKind
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.making.edits import character_from_block, die_from, set_house_rules
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.reasons import is_complete, is_legal
from tests.support.foreach import for_each
from tests.support.people import ID, bob
from tests.support.refusals import refusal_code
from tests.support.rulebooks import rulebook


@for_each("block", rulebook().blocks)
def test_every_stat_block_makes_a_legal_and_complete_character(block):
    made = character_from_block(rulebook(), block, ID)
    found = problems(rulebook(), made)
    assert made.name == block.name
    assert tuple(d.faces for d in made.dice) == tuple(d.faces for d in block.dice)
    assert is_legal(found)
    assert is_complete(found)


def test_ex_39_the_masteries_of_the_sample_cast_are_in_order():
    for name in ("swordmaster", "ships-captain"):
        made = character_from_block(rulebook(), rulebook().block(name), ID)
        assert problems(rulebook(), made) == ()


def test_the_manticore_is_reported_for_its_missing_faces():
    manticore = character_from_block(rulebook(), rulebook().block("manticore"), ID)
    assert [p.reason.code for p in problems(rulebook(), manticore)] == ["face-padded"] * 3
    assert manticore.kind is CharacterKind.BEAST
    assert (manticore.move, manticore.flying) == (2.0, 6.0)


def test_a_modular_die_becomes_a_character_die():
    fighter = die_from(rulebook().die("fighter"))
    assert [shown.code for shown in fighter.faces][:3] == ["universal", "physical", "melee"]


def test_printed_equipment_becomes_items():
    item = injuries.item_from(rulebook().die("longbow"))
    assert (item.kind, item.range_increment) == (ItemKind.WEAPON, 50)
    assert refusal_code(lambda: injuries.item_from(rulebook().die("poison"))) == "not-equipment"
    assert refusal_code(lambda: injuries.hindering_from(rulebook().die("sword"))) == "not-hindering"


def test_items_are_added_changed_and_removed():
    armed = injuries.add_printed_item(rulebook(), bob(), "sword")
    sword = armed.equipment[0]
    named = injuries.set_item(armed, 0, sword.with_(name="Old Sting"))
    assert named.equipment[0].name == "Old Sting"
    assert injuries.remove_item(named, 0) == bob()
    assert refusal_code(lambda: injuries.remove_item(bob(), 0)) == "no-such-die"
    many = bob().with_(equipment=(sword,) * injuries.MOST_ITEMS)
    assert refusal_code(lambda: injuries.add_item(many, sword)) == "most-items"


def test_hindering_dice_come_and_go():
    poison = injuries.hindering_from(rulebook().die("poison"))
    ill = injuries.add_hindering(bob(), poison)
    assert injuries.remove_hindering(ill, 0) == bob()
    many = bob().with_(hindering=(poison,) * injuries.MOST_HINDERING)
    assert refusal_code(lambda: injuries.add_hindering(many, poison)) == "most-hindering"


def test_ex_22_leather_follows_the_table_unless_the_group_plays_the_prose():
    by_table = injuries.add_printed_item(rulebook(), bob(), "light-armour").equipment[0]
    assert [f.code for f in by_table.faces] == ["defend", "encumbrance", "defend", "blank", "blank", "blank"]
    prose = set_house_rules(bob(), HouseRules(leather_as_in_prose=True))
    by_prose = injuries.add_printed_item(rulebook(), prose, "light-armour").equipment[0]
    assert [f.code for f in by_prose.faces] == ["defend", "encumbrance"] + ["blank"] * 4
