import pytest

from bones_desktop.rules.bones.book.character import ItemKind, Kind, MagicTheme
from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.rules.bones.injury import belongings
from bones_desktop.rules.bones.making.blocks import block_of, character_from_block, die_from, themes_among, themes_in
from bones_desktop.rules.bones.making.edits import set_house_rules
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.bones.text.blockparts import gap_at
from bones_desktop.rules.problems import is_complete, is_legal
from tests.support.people import ID, bob
from tests.support.refusals import refusal_code
from tests.support.rulebooks import rulebook


@pytest.mark.parametrize("block", rulebook().blocks, ids=lambda block: block.id)
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
    assert manticore.kind is Kind.BEAST
    assert (manticore.move, manticore.flying) == (2.0, 6.0)


def test_a_modular_die_becomes_a_character_die():
    fighter = die_from(rulebook().die("fighter"))
    assert [shown.code for shown in fighter.faces][:3] == ["universal", "physical", "melee"]


def test_printed_equipment_becomes_items():
    item = belongings.item_from(rulebook().die("longbow"))
    assert (item.kind, item.range_increment) == (ItemKind.WEAPON, 50)
    assert refusal_code(lambda: belongings.item_from(rulebook().die("poison"))) == "not-equipment"
    assert refusal_code(lambda: belongings.hindering_from(rulebook().die("sword"))) == "not-hindering"


def test_items_are_added_changed_and_removed():
    armed = belongings.add_printed_item(rulebook(), bob(), "sword")
    sword = armed.equipment[0]
    named = belongings.set_item(armed, 0, sword.with_(name="Old Sting"))
    assert named.equipment[0].name == "Old Sting"
    assert belongings.remove_item(named, 0) == bob()
    assert refusal_code(lambda: belongings.remove_item(bob(), 0)) == "no-such-die"
    many = bob().with_(equipment=(sword,) * belongings.MOST_ITEMS)
    assert refusal_code(lambda: belongings.add_item(many, sword)) == "most-items"


def test_hindering_dice_come_and_go():
    poison = belongings.hindering_from(rulebook().die("poison"))
    ill = belongings.add_hindering(bob(), poison)
    assert belongings.remove_hindering(ill, 0) == bob()
    many = bob().with_(hindering=(poison,) * belongings.MOST_HINDERING)
    assert refusal_code(lambda: belongings.add_hindering(many, poison)) == "most-hindering"


def test_ex_22_leather_follows_the_table_unless_the_group_plays_the_prose():
    by_table = belongings.add_printed_item(rulebook(), bob(), "light-armour").equipment[0]
    assert [f.code for f in by_table.faces] == ["defend", "encumbrance", "defend", "blank", "blank", "blank"]
    prose = set_house_rules(bob(), HouseRules(leather_as_in_prose=True))
    by_prose = belongings.add_printed_item(rulebook(), prose, "light-armour").equipment[0]
    assert [f.code for f in by_prose.faces] == ["defend", "encumbrance"] + ["blank"] * 4


@pytest.mark.parametrize(
    ("words", "themes"),
    [
        ("Themes: Fire Magic", [("Fire Magic", "", "")]),
        ("theme: Sleep.", [("Sleep", "", "")]),
        (
            "Themes: Fire Magic (effect: make fire; limitations: only fire); Charm (beasts only)",
            [("Fire Magic", "make fire", "only fire"), ("Charm", "", "beasts only")],
        ),
        ("Themes:\nWind\nRain (effect: rain)", [("Wind", "", ""), ("Rain", "rain", "")]),
        ("Themes:\n- Wind\n• Rain (- rain)", [("Wind", "", ""), ("Rain", "", "- rain")]),
        ("She fears cats", []),
        ("Themes:", []),
    ],
)
def test_themes_are_read(words, themes):
    read, rest = themes_in(words)
    assert [(each.name, each.effect, each.limitations) for each in read] == themes
    assert _left(words, rest) == ([] if words.casefold().startswith("theme") else [words])


def _left(words, gaps):
    return [words[gap.start : gap.end] for gap in gaps]


@pytest.mark.parametrize("listed", ["Themes: Fire; Rain\n", "Themes:\nFire\nRain\n\n", "**Themes:** Fire; Rain. "])
def test_what_follows_themes_is_none(listed):
    left = "She limps.\nHer owl is Pip."
    read, rest = themes_in(listed.lstrip("*") + left)
    assert [each.name for each in read] == ["Fire", "Rain"]
    assert _left(listed.lstrip("*") + left, rest) == [left]


@pytest.mark.parametrize(
    ("words", "themes", "left"),
    [
        ("Themes: " + "; ".join("abcdefghijklm") + ".\nShe limps.", [*"abcdefghij"], [*"klm", "She limps."]),
        ("Themes: (effect: fire); Ice; .", ["Ice"], ["(effect: fire)"]),
        ("Themes: Ice; " + "very long " * 30 + "; 🔥", ["Ice", "🔥"], [("very long " * 30).strip()]),
        ("Themes: Ice (effect: " + "cold " * 500 + ")", [], ["Ice (effect: " + "cold " * 500 + ")"]),
    ],
)
def test_themes_past_the_most_without_a_name_or_too_long_are_not_lost(words, themes, left):
    read, rest = themes_in(words)
    assert ([each.name for each in read], _left(words, rest)) == (themes, left)


def test_themes_are_taken_out_of_a_piece_that_says_other_things_too():
    """What stands beside them was told with them as one piece that is not understood; past ten they were cut."""
    text = "Notes: lives alone. Themes: Fire; Charm. Her owl is Pip.\n- Themes: " + "; ".join("abcdefghijkl") + "\nTall"
    read, left = themes_among(text, [gap_at("left-out-words", 0, text)])
    assert [each.name for each in read] == ["Fire", "Charm", *"abcdefgh"]
    assert _left(text, left) == ["Notes: lives alone.", "Her owl is Pip.", *"ijkl", "Tall"]
    assert [gap.reason.code for gap in left] == ["left-out-words"] * 2 + ["left-out-theme"] * 4 + ["left-out-words"]
    other = "Appearance: old\nNotes: lame"
    gaps = (gap_at("left-out-words", 0, other),)
    assert themes_among(other, gaps) == ((), gaps)


def test_themes_of_a_stat_block_are_read_back():
    fire = MagicTheme(name="Fire Magic", effect="make and move fire", limitations="nothing but fire; no ice")
    who = bob().with_(themes=(fire, MagicTheme(name="Charm")))
    line = next(each for each in block_of(rulebook(), who).splitlines() if each.startswith("Themes:"))
    assert themes_in(line) == (who.themes, ())
