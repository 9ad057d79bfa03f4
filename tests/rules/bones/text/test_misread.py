"""Text that was read wrongly once, with what it says."""

import pytest

from bones_desktop.rules.bones.book.notation import write_dice
from bones_desktop.rules.bones.text.blocktext import parse_dice, read_block, read_blocks
from bones_desktop.rules.bones.text.statblock import themes_among
from tests.support.foreach import for_each
from tests.support.rulebooks import rulebook


def told(text: str) -> list[tuple[str, str, float | None, list[str]]]:
    """Return name, dice and movement of each character in a text, and what was left out."""
    found = read_blocks(rulebook(), text)
    return [
        (each.name, write_dice(rulebook(), each.dice), each.move, [text[gap.start : gap.end] for gap in each.gaps])
        for each in found
    ]


@for_each(
    ("move", "score"),
    [
        ("1,5", 1.5), ("1.5", 1.5), ("1½", 1.5), ("1 ½", 1.5), ("1 1/2", 1.5), ("½", 0.5), ("1/2", 0.5), (".5", 0.5),
        (",5", 0.5), ("0.5", 0.5), ("half", 0.5), ("٢", 2.0), ("２", 2.0), ("l", 1.0), ("2¼", 2.25),
    ],
)  # fmt: skip
@for_each("word", ["Move ", "Move: ", "MOVE\t", "Movement = ", "move\n"])
def test_movement_is_read_however_it_is_written(word, move, score):
    assert told(f"Cobra - 1D: d1-Predator • {word}{move}") == [("Cobra", "Predator", score, [])]


@pytest.mark.parametrize(
    "text", ["Fangs: {}", "Fangs - {}", "d1 Fangs: {}", "Fangs ({})", "d1-Fangs [{}]", "Fangs [{}]"]
)
def test_the_poison_of_a_die_with_a_name_is_that_of_a_beast(text):
    bite = "Universal, Poison (melee), Poison (melee), Poison (melee), Defend, Defend"
    text = text.format("Universal, Poison, Poison, Poison, Defend, Defend")
    assert told(f"Snake - 1D: {text}") == [("Snake", bite, None, ["Fangs"])]


def test_a_label_of_several_stays_with_the_faces_behind_a_name():
    [(_name, dice, _move, left)] = told("Snake - 3D: d1-Stalker, d2-d3 Fangs [Universal, Melee]")
    assert dice == "Stalker; Universal, Melee" + ", Unfilled" * 4 + "; Universal, Melee" + ", Unfilled" * 4
    assert left == ["Fangs"]


def test_numbers_that_count_how_many_are_no_labels():
    assert told("2. Fighter\n2. Undead")[0][1] == "Fighter x2; Undead x2"
    assert told("1. Fighter\n1. Undead")[0][1] == "Fighter; Undead"
    assert told("1 Fighter\n2 Killers\n3 Thugs")[0][1] == "Fighter; Killer x2; Thug x3"
    assert told("(2) Predator; (1) Raptor")[0][1] == "Predator x2; Raptor"
    assert told("Band - 3D\n1 Fighter\n2 Thug\n3 Sage")[0][1] == "Fighter; Thug; Sage"


def test_a_count_before_a_face_repeats_it_only_where_that_makes_six():
    assert told("[Universal, 3x Poison, 2x Defend]")[0][1] == (
        "Universal, Poison (melee), Poison (melee), Poison (melee), Defend, Defend"
    )
    for text in ("Universal, 3x Poison, 2x Defend", "Universal, x3 Poison, Defend x2"):
        assert write_dice(rulebook(), parse_dice(rulebook(), text)) == BITTEN
    assert told("[Universal, 2x Melee, Defend]")[0][1] == "Universal, Double Melee, Defend" + ", Unfilled" * 3


@pytest.mark.parametrize("stated", ["Cobra - 5D: Stalker, Pouncer", "Cobra (1D)\nStalker\nPouncer"])
def test_a_heading_that_says_another_number_of_dice_is_not_understood(stated):
    [gap] = read_block(rulebook(), stated).gaps
    assert gap.reason.code == "left-out-stated"


BITE = "Universal, Poison, Poison, Poison, Defend, Defend"
BITTEN = "Universal, Poison (melee), Poison (melee), Poison (melee), Defend, Defend"


@for_each(
    "dice",
    [
        f"2x ({BITE})",
        f"2 × [{BITE}]",
        "[Universal, Poison x3, Defend x2] (x2)",
        "(Universal, Poison x3, Defend x2) ×2",
        f"d4 or d5: {BITE}",
        f"fourth and fifth dice {BITE}",
        f"the 4th and 5th dice are {BITE}",
        f"d4, d5 = {BITE}",
    ],
)
def test_two_dice_with_faces_of_their_own_are_two(dice):
    numbered = "d1 Stalker, d2 Pouncer, d3 Predator, " if dice[0] in "dft" else "Stalker, Pouncer, Predator, "
    for end in ("• Move 2", "; Move 2"):
        told_ = told(f"Cobra - 5D: {numbered}{dice} {end}")
        assert told_ == [("Cobra", f"Stalker; Pouncer; Predator; {BITTEN}; {BITTEN}", 2.0, [])]


@pytest.mark.parametrize(
    "text",
    [
        "Wolf: Stalker, Predator, Pouncer. Move 2\nCow: Herbivore x3. Move 1",
        "Wolf\nStalker\nPredator\nPouncer\nMove 2\n\nCow\nHerbivore x3\nMove 1",
        "Wolf: Stalker, Predator, Pouncer • Move 2 Cow: Herbivore x3 • Move 1",
        "Wolf - 3D: Stalker, Predator, Pouncer • Move 2 Cow: Herbivore x3 • Move 1",
    ],
)
def test_characters_without_a_number_of_dice_end_with_their_movement(text):
    wolf, cow = told(text)
    assert wolf == ("Wolf", "Stalker; Predator; Pouncer", 2.0, [])
    assert cow == ("Cow", "Herbivore x3", 1.0, [])


@pytest.mark.parametrize("sign", "①⓵➀")
def test_digits_in_circles_number_dice(sign):
    circles = "".join(f"{chr(ord(sign) + n)} {die} " for n, die in enumerate(["Fighter", "Fighter", "Thug"]))
    assert told(circles)[0][1] == "Fighter x2; Thug"


@pytest.mark.parametrize(
    "text",
    [
        "Name: Assassin Dice: 2D d1-Sneak, d2-Thug",
        "### Assassin #### *Dice* 2D: d1-Sneak, d2-Thug",
        "Assassin (2 dice) (d1) Sneak (d2) Thug",
        "assassin  (2D)  d1:  Sneak  and  d2:  Thug",
        "| Assassin | 2D ||---|---|| d1 | Sneak || d2 | Thug |",
        "Assassin 2D 1st\ndie: Sneak, 2nd\ndie: Thug",
    ],
)
def test_headings_whose_lines_were_lost_keep_the_name(text):
    [(name, dice, _move, left)] = told(text)
    assert (name.casefold(), dice, left) == ("assassin", "Sneak; Thug", [])


@pytest.mark.parametrize(
    "faces",
    [
        "Universal Poison (missile)\nPoison (missile) Poison\n(melee) Fear Caster Hoar\nFrost",
        "Universal. Poison (missile).\nPoison (missile). Poison\n(melee). Fear\nCaster. Hoar Frost",
        "Universal, Poison (missile) and\nPoison (missile), Poison (melee) Fear Caster, Hoar\nFrost",
    ],
)
def test_faces_broken_anywhere_are_one_die(faces):
    assert told(f"Snake - 2D: d1 and d2: {faces}\nMove 1")[0] == (
        "Snake",
        "; ".join(["Universal, Poison (missile), Poison (missile), Poison (melee), Fear Caster, Hoar Frost"] * 2),
        1.0,
        [],
    )


def test_a_number_alone_is_not_passed_over():
    assert told("Fighter; 7; Thug")[0][3] == ["7"]


@pytest.mark.parametrize("text", ['{"type": "npc", "hp": 12}', '[{"system": {"str": 3}}]'])
def test_json_without_dice_is_refused_in_one_sentence(text):
    [gap] = read_block(rulebook(), text).gaps
    assert gap.reason.code == "left-out-data"


def test_several_characters_in_json_and_tables_keep_their_names():
    wolves = '[{"name": "Wolf", "dice": ["Stalker", "Predator"], "move": 2}, {"name": "Cow", "dice": ["Herbivore"]}]'
    table = "| Name | Dice | Move |\n|---|---|---|\n| Wolf | Stalker; Predator | 2 |\n| Cow | Herbivore | |\n"
    lines = "name\tdice\tmove\nWolf\tStalker, Predator\t2\nCow\tHerbivore\t\n"
    for text in (wolves, table, lines):
        assert told(text) == [("Wolf", "Stalker; Predator", 2.0, []), ("Cow", "Herbivore", None, [])]


def test_a_die_with_two_names_is_one_die():
    assert told("Patrician/Aristocrat x2; Commoner/Townfolk; Primitive / Savage")[0][1] == (
        "Aristocrat x2; Commoner; Primitive"
    )
    heading = "## Patrician/Aristocrat\n\nUniversal\n\nMental\n\nSocial\n"
    assert told(heading)[0][1] == "Aristocrat"


TRIBE = """### Tribal Dregs ( four + two per character)

#### *Dice*

2D: d1 Primitive, d2 Sneak

#### *Equipment*

One handed club

### The Tribal Matron (one)

#### *Dice*

6D: d1 Primitive, d2 through d3 Universal success, Physical success, Social, Magic, Defend, Regenerate, d4 through d5 \
Universal success, Mental success, Magic, Defend, Melee, Fear caster, d6 Universal success, Mental Success, \
Defend (Turtle), Magic, Melee

#### *Magic (two themes)*

**Theme** - Ruling the will

- Effect - Her scent rules what somebody does
- Limitations - Only males who can smell her

**Second Theme** - Illusion

- Effect - Makes things look different
- Limitations - For the eye only

#### *Appearance*

Old and fat.
"""


@pytest.mark.parametrize(
    "text",
    [
        TRIBE,
        TRIBE.replace("*", "").replace("#", ""),
        TRIBE.replace("\n\n", "\n"),
        TRIBE.replace("** - ", ":** ").replace("Effect - ", "Effect: ").replace("Limitations - ", "Limitations: "),
        TRIBE.replace("\n", "\r\n"),
        TRIBE.replace("- Effect", "• Effect").replace("- Limit", "• Limit"),
    ],
)
def test_the_matron_and_her_tribe_keep_names_dice_and_themes(text):
    dregs, matron = read_blocks(rulebook(), text)
    assert (dregs.name, write_dice(rulebook(), dregs.dice)) == ("Tribal Dregs", "Primitive; Sneak")
    assert [item.id for item in dregs.equipment] == ["sword"]
    assert matron.name == "The Tribal Matron"
    printed = rulebook().block("tribal-matron")
    assert [die.faces for die in matron.dice] == [die.faces for die in printed.dice]
    themes, left = themes_among(text, matron.gaps)
    assert [(each.name, each.effect, each.limitations) for each in themes] == [
        ("Ruling the will", "Her scent rules what somebody does", "Only males who can smell her"),
        ("Illusion", "Makes things look different", "For the eye only"),
    ]
    assert [" ".join(text[gap.start : gap.end].strip("*# ").replace("*", "").split()) for gap in left] == [
        "(one)", "Appearance Old and fat",
    ]  # fmt: skip


def test_themes_run_together_in_one_line_are_read():
    text = (
        "Witch - 1D: d1 Wizard Theme - Fire Effect - makes fire Limitations - only fire "
        "Second Theme - Charm Effect - beasts obey Limitations - beasts only"
    )
    [block] = read_blocks(rulebook(), text)
    themes, left = themes_among(text, block.gaps)
    assert [(each.name, each.effect, each.limitations) for each in themes] == [
        ("Fire", "makes fire", "only fire"), ("Charm", "beasts obey", "beasts only"),
    ]  # fmt: skip
    assert left == ()
