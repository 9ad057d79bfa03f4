import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.character import CharacterKind, MakingMode
from bones_desktop.rules.bones.book.fields import FACES, MOST_DICE
from bones_desktop.rules.bones.book.notation import ParsedDie, write_dice
from bones_desktop.rules.bones.making.edits import character_from_text
from bones_desktop.rules.bones.text.blocktext import (
    MOST_BLOCKS,
    MOST_GAPS,
    BlockText,
    looks_like_block,
    parse_block,
    read_block,
    read_blocks,
)
from bones_desktop.rules.bones.text.statblock import MOST_TEXT
from bones_desktop.rules.reasons import RulesError
from tests.support.foreach import for_each
from tests.support.people import ID
from tests.support.rulebooks import rulebook

RIPOSTE = "Universal, Physical, Melee (Riposte), Defend (Turtle), Maneuver, Social"
TWO_WEAPON = "Universal, Physical, Melee (Two Weapon), Defend (Turtle), Social, Maneuver"
SWORDMASTER = f"Fighter x2; Killer x2; {RIPOSTE}; {TWO_WEAPON}"
PRINTED = (
    "- Swordmaster - 6D:** d1 through d2- Fighter, d3 through d4- Killer, d5- Universal Success, Physical Success, "
    "Melee (Riposte), Defend (Turtle), Maneuver, Social, d6- Universal success, Physical success, Melee (Two Weapon), "
    "Defend (Turtle), Social, Maneuver"
)
SHORT = f"Fighter x2, Killer x2, [{RIPOSTE}], [{TWO_WEAPON}]"


def read(text: str) -> BlockText:
    return read_block(rulebook(), text)


def dice(text: str) -> str:
    return write_dice(rulebook(), read(text).dice)


def left_out(text: str) -> list[tuple[str, str, str]]:
    """Return each gap: its piece of the text, the code and the suggestion."""
    return [(text[gap.start : gap.end], gap.reason.code, gap.suggestion) for gap in read(text).gaps]


@for_each(
    "text",
    [
        PRINTED,
        SHORT,
        PRINTED.replace(" d", "\nd"),
        PRINTED.replace(", ", ",\n"),
        PRINTED.replace("Success, ", "Success,  \r\n"),
        f"Swordmaster\n1. Fighter\n2. Fighter\n3. Killer\n4. Killer\n5. {RIPOSTE}\n6. {TWO_WEAPON}",
        f"Swordmaster: 2x Fighter, two Killers; {RIPOSTE}; {TWO_WEAPON}",
        f"> **Swordmaster 6D**\n> • Fighter x2\n> • Killer x2\n> • {RIPOSTE}\n> • {TWO_WEAPON}",
        f"“Swordmaster - 6D: Fighter x2; Killer x2; {RIPOSTE}; {TWO_WEAPON}”",
        f"Name: Swordmaster\nDice: Fighter, Fighter, Killer, Killer\n[{RIPOSTE}]\n[{TWO_WEAPON}]",
        "Swordmaster\nFighter x2\nKiller x2\n" + RIPOSTE.replace(", ", "\n") + "\n" + TWO_WEAPON.replace(", ", "\n"),
    ],
)
def test_a_swordmaster_is_read_however_he_is_written(text):
    assert dice(text) == SWORDMASTER
    assert left_out(text) == []
    assert read(text).name == ("" if text == SHORT else "Swordmaster")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("**1st Die** - Universal, Mental success, Magic\n2nd die: Killer\nDie 3 - Thug", "{}; Killer; Thug"),
        ("Fighter + Killer & Thug", "Fighter; Killer; Thug"),
        ("3 Fighters and a Sage, and one Thug", "Fighter x3; Sage; Thug"),
        ("|1|Fighter|\n|2|Universal, Mental, Magic|", "Fighter; {}"),
        ("|Universal|Physical|Melee|Melee|Defend|Social|", "Universal, Physical, Melee, Melee, Defend, Social"),
        ("Goblin (2D)\nThug, Sneak", "Thug; Sneak"),
    ],
)
def test_lists_in_words_and_tables_are_read(text, written):
    assert dice(text) == written.format("Universal, Mental, Magic, Unfilled, Unfilled, Unfilled")
    assert left_out(text) == []


def test_what_is_said_around_the_line_costs_only_those_words():
    text = f"Player: {PRINTED} (he is mean)\nSee you on Friday, bring snacks"
    assert dice(text) == SWORDMASTER
    assert left_out(text) == [
        ("Player", "left-out-words", ""),
        ("(he is mean)\nSee you on Friday, bring snacks", "left-out-words", ""),
    ]


def test_unknown_words_between_semicolons_cost_only_themselves():
    text = "Sneak x2; Universal, Mental, Healer, Healer, Socail, Perception; blah blah; Fightr; Great sword"
    assert dice(text) == "Sneak x2; Universal, Mental, Healer, Healer, Unfilled, Perception"
    assert left_out(text) == [
        ("Socail", "left-out-face", "Social"),
        ("blah blah", "left-out-words", ""),
        ("Fightr", "left-out-die", "Fighter"),
    ]


def test_what_is_suggested_mends_the_text():
    text = "d1- Fightr, d2- Universal, Physcal, Melee (Turtle), Melee (Ripost), Defend, Defend"
    for gap in reversed(read(text).gaps):
        assert gap.suggestion, text[gap.start : gap.end]
        text = text[: gap.start] + gap.suggestion + text[gap.end :]
    assert dice(text).startswith("Fighter; Universal, Physical, Defend (Turtle), Melee (Riposte), Defend")
    assert left_out(text) == []


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("Fightr x2; Killer", "Fighter x2; Killer"),
        ("2x Fightr, Killer, Thug", "Fighter x2; Killer; Thug"),
        ("two Fightr, Killer, Thug", "Fighter x2; Killer; Thug"),
        ("[Universal, Healr x2, Double Defnd, Enc/Defnd, Social]", "{}"),
    ],
)
def test_a_slip_is_mended_without_what_stands_around_it(text, mended):
    for gap in reversed(read(text).gaps):
        text = text[: gap.start] + gap.suggestion + text[gap.end :]
    assert dice(text) == mended.format("Universal, Healer, Healer, Double Defend, Enc/Defend, Social")


def test_a_face_not_understood_keeps_as_many_places_as_it_was_meant_for():
    assert dice("[Universal, Blub x2, Melee, Melee, Social]") == "Universal, Unfilled, Unfilled, Melee, Melee, Social"


@for_each("block", rulebook().blocks)
def test_every_block_of_the_rulebook_is_read_from_lines_as_from_one(block):
    own = tuple(ParsedDie("", "", die.faces) for die in block.dice)
    written = "\n".join(f"d{place}- {write_dice(rulebook(), [die])}" for place, die in enumerate(own, 1))
    made = read(f"{block.name} - {len(own)}D:\n{written}\nMove 2 (flying 8)")
    assert tuple(die.faces for die in made.dice) == tuple(die.faces for die in block.dice)
    assert (made.name, made.stated, made.move, made.flying) == (block.name, len(own), 2, 8)
    # What is left open in the book is written as a face of that name.
    assert made.gaps == ()


@pytest.mark.parametrize(
    ("text", "move", "flying"),
    [
        ("Cow; Move 1", 1, None),
        ("Herbivore; move .5", 0.5, None),
        ("Herbivore • Movement: 2 (8 flying)", 2, 8),
        ("Herbivore\nFlying 8", None, 8),
        ("Herbivore; Move 1 (flight 6) and more", 1, 6),
        ("Herbivore", None, None),
    ],
)
def test_movement_stands_anywhere(text, move, flying):
    assert (read(text).move, read(text).flying) == (move, flying)


def test_movement_beyond_all_bounds_is_left_out():
    text = "Herbivore; Move 9999"
    assert read(text).move is None
    assert left_out(text) == [("9999", "left-out-movement", "")]
    assert read("Cow - 1D: Herbivore • Move 9999").move is None


def test_equipment_is_found_in_its_section_and_among_the_dice():
    text = "Fighter x2, Buckler\nEquipment: Two standard spears, daggers and any hat.\nAppearance\nTall, Melee, Defend"
    assert [item.name for item in read(text).equipment] == ["Buckler", "Spear", "Spear", "Dagger"]
    assert dice(text) == "Fighter x2"
    assert left_out(text) == [
        ("standard", "left-out-words", ""),
        ("any hat", "left-out-equipment", ""),
        ("Appearance\nTall, Melee, Defend", "left-out-words", ""),
    ]


def test_a_second_block_is_named_as_one():
    text = "- Hedge Wizard- 3D:** d1 Commoner, d2 through d3- WizardKnight- 5D: d1- Aristocrat, d2 Fighter"
    assert (read(text).name, dice(text)) == ("Hedge Wizard", "Commoner; Wizard x2")
    assert left_out(text) == [("Knight- 5D: d1- Aristocrat, d2 Fighter", "left-out-second-block", "")]


CAVALRY = "Universal, Physical, Riding, Riding, Melee, Missile"


@for_each(
    ("text", "expected"),
    [
        ("Cavalry\n" + CAVALRY.replace(", ", "\n"), "Cavalry"),
        (f"Cavalry\n\n{CAVALRY}\nSage", "Cavalry; Sage"),
        (f"Cavalry x2\n{CAVALRY}", "Cavalry x2"),
        ("Herbivore\nUniversal, Perception, Perception, Defend", "Herbivore"),
        (f"Cavalry\nFighter\n{CAVALRY}", f"Cavalry; Fighter; {CAVALRY}"),
        (f"Bob\nCavalry; {CAVALRY}", f"Cavalry; {CAVALRY}"),
        (f"d1 Cavalry\nd2 {CAVALRY}", f"Cavalry; {CAVALRY}"),
        (f"Cavalry\n{CAVALRY}\n{CAVALRY}", f"Cavalry; {CAVALRY}"),
    ],
)
def test_a_named_die_over_its_faces_is_one_die(text, expected):
    assert dice(text) == expected
    assert left_out(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Horde - 3D", "Horde x3"),
        ("Horde 4D", "Horde x4"),
        ("Fighter - 2D", "Fighter x2"),
        ("Horde - 3D: Horde x3", "Horde x3"),
        ("Rats - 3D", ""),
    ],
)
def test_a_heading_that_names_a_printed_die_is_all_of_the_dice(text, expected):
    assert (dice(text) if expected else read(text).dice) == (expected or ())


def test_several_blocks_are_as_many_characters():
    text = (
        "Wolf - 3D: Stalker, Predator, Pouncer\nFalcon - 2D\nFlier\nRaptr\nMove 1 (8 flying)\n\n"
        "- Hedge Wizard- 3D:** d1 Commoner, d2 through d3- WizardKnight- 5D: d1- Aristocrat, d2 Fighter\nHorde - 2D"
    )
    found = read_blocks(rulebook(), text)
    assert [(block.name, block.stated, write_dice(rulebook(), block.dice)) for block in found] == [
        ("Wolf", 3, "Stalker; Predator; Pouncer"),
        ("Falcon", 2, "Flier"),
        ("Hedge Wizard", 3, "Commoner; Wizard x2"),
        ("Knight", 5, "Aristocrat; Fighter"),
        ("Horde", 2, "Horde x2"),
    ]
    assert [text[gap.start : gap.end] for block in found for gap in block.gaps] == ["Raptr", "5D:"]
    assert [text[block.start :].lstrip("- ").split("-")[0].strip() for block in found] == [
        block.name for block in found
    ]
    assert [block.flying for block in found] == [None, 8, None, None, None]


def test_more_blocks_than_anybody_pastes_stay_with_the_last():
    text = "Wolf - 1D: Stalker\n" * (MOST_BLOCKS + 3)
    found = read_blocks(rulebook(), text)
    assert len(found) == MOST_BLOCKS
    assert [gap.reason.code for gap in found[-1].gaps] == ["left-out-second-block"]


@given(st.text(alphabet=st.sampled_from("Wolf Fighter-:;,\n3D d1x2•"), max_size=120))
def test_blocks_never_overlap_and_one_is_always_there(text):
    found = read_blocks(rulebook(), text)
    starts = [block.start for block in found]
    assert starts == sorted(set(starts))
    assert starts[0] == 0
    places = [place for block in found for gap in block.gaps for place in (gap.start, gap.end)]
    assert places == sorted(places)
    assert all(0 <= place <= len(text) for place in places)


@pytest.mark.parametrize(
    ("text", "gaps"),
    [
        ("d1 Fighter, d1 Killer, d3", [("d1", "left-out-twice", ""), ("d3", "left-out-label", "")]),
        (f"d1- {RIPOSTE}, Melee", [("Melee", "left-out-seventh-face", "")]),
        ("d1- Universal, , Melee; Melee", [(",", "left-out-no-face", ""), ("Melee", "left-out-lone-face", "")]),
        ("[Universal, Physical, x9 Melee]", [("x9 Melee", "left-out-multiple", "")]),
        ("[Universal, Melee (Turtle)]", [("Melee (Turtle)", "left-out-mastery", "Defend (Turtle)")]),
    ],
)
def test_each_gap_says_what_is_wrong(text, gaps):
    assert left_out(text) == gaps


def test_brackets_repeat_and_a_poison_of_a_beast_is_its_ability():
    assert dice("[Universal, Poison, Melee] x2") == "; ".join(
        ["Universal, Poison (melee), Melee" + ", Unfilled" * 3] * 2
    )


def test_letters_that_cannot_be_seen_change_nothing():
    assert dice("\u202e\u200fd1- Fi\u200bghter; \x00Killer\ufeff") == "Fighter; Killer"


@given(st.text(alphabet="d12- ;:,[]()\nFighterUnvsalxMo•6D\u202e😀", max_size=120))
def test_no_text_is_too_strange(text):
    block = read(text)
    assert all(len(die.faces) == FACES for die in block.dice)
    ends = [0]
    for gap in block.gaps:
        assert ends[-1] <= gap.start < gap.end <= len(text)
        ends.append(gap.end)


@given(st.lists(st.sampled_from(["Fighter", "Killer x2", RIPOSTE, "d1- Sneak", "Universal, Melee x2"]), min_size=1))
def test_one_line_that_is_right_is_read_as_the_strict_reader_reads_it(pieces):
    text = "; ".join(pieces)
    try:
        strict = parse_block(rulebook(), text)
    except RulesError:
        return
    assert read(text).dice == strict.dice
    assert read(text).gaps == ()


HOSTILE = [
    "a," * 500_000,
    "d1" * 500_000,
    "\n" * 1_000_000,
    "Figtr;" * 200_000,
    "x(y)," * 200_000,
    "[ " * 500_000,
    "Move 1 " * 100_000,
    "\u202e" * 1_000_000,
    "1D:" * 300_000,
    "Melee\n" * 200_000,
    "d1 to " * 200_000,
    "".join(f"word{n}," for n in range(100_000)),
    "".join(f"d{n % 40}- word{n};" for n in range(100_000)),
    "".join(random.Random(4).choices("d123; ,-Figter\n:[]()x•", k=1_000_000)),
    "\ud800x" * 5_000,
]


@pytest.mark.timeout(60)  # a fraction of a second; work that grows with the square of the text would take hours
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:8]))
def test_a_megabyte_of_anything_is_read_at_once(text):
    block = read(text)
    assert len(block.dice) <= MOST_DICE
    assert len(block.gaps) <= MOST_GAPS + 2
    assert not looks_like_block(rulebook(), text) or len(text) <= MOST_TEXT


def test_of_a_text_too_long_the_first_part_is_read():
    text = f"{PRINTED}\n{'x' * MOST_TEXT}"
    assert dice(text) == SWORDMASTER
    assert read(text).gaps[-1].reason.code == "left-out-end"
    assert read(text).gaps[-1].end == len(text)


@pytest.mark.parametrize(
    "text", [PRINTED, SHORT, f"for you: {PRINTED}", RIPOSTE, "Wolf 3D\nStalker\nPredator\nPouncer"]
)
def test_dice_on_the_clipboard_are_known(text):
    assert looks_like_block(rulebook(), text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  \n",
        "Merchant",
        "https://example.org/d1",
        "Hello there, how are you? I fight with magic, and melee.",
        "3D",
    ],
)
def test_other_things_on_the_clipboard_are_not_taken_for_dice(text):
    assert not looks_like_block(rulebook(), text)


def test_a_cast_member_keeps_its_printed_dice_and_a_player_has_free_faces():
    block = read(f"{PRINTED}; Buckler; Move 2")
    cast = character_from_text(block, CharacterKind.CAST, ID)
    assert (cast.name, cast.kind, cast.race, cast.move) == ("Swordmaster", CharacterKind.CAST, "Human", 2)
    assert [die.printed for die in cast.dice] == ["fighter", "fighter", "killer", "killer", "", ""]
    assert [item.printed for item in cast.equipment] == ["buckler"]
    player = character_from_text(block, CharacterKind.PLAYER, ID)
    assert (player.kind, player.mode, player.dice[0].printed) == (CharacterKind.PLAYER, MakingMode.CORE, "")
    assert [die.faces for die in player.dice] == [die.faces for die in cast.dice]
    assert (
        character_from_text(block, CharacterKind.BEAST, ID).race,
        character_from_text(block, CharacterKind.HORDE, ID).race,
    ) == (
        "",
        "",
    )


def test_a_player_has_four_dice_at_least():
    player = character_from_text(read(RIPOSTE), CharacterKind.PLAYER, ID)
    assert [die.faces[0].code for die in player.dice] == ["universal"] * 4
    assert player.dice[1].faces[1].is_unfilled


@for_each("digit", ["²", "٣", "３"])
@for_each("text", ["{}D: Fighter", "Bob - {}D: Fighter", "Bob 6D: d{}- Fighter", "Fighter x{}", "{} Fighter"])
def test_digits_of_any_script_are_numbers(digit, text):
    plain = text.format(unicodedata.digit(digit))
    assert parse_block(rulebook(), text.format(digit)) == parse_block(rulebook(), plain)
    assert read(text.format(digit)).dice == read(plain).dice


@pytest.mark.parametrize("text", ["{}D: Fighter", "Bob - {}D: Fighter", "Bob 6D: d{}- Fighter", "Fighter x{}"])
def test_a_number_in_a_circle_numbers_a_list_only(text):
    with pytest.raises(RulesError):
        parse_block(rulebook(), text.format("①"))
    assert parse_block(rulebook(), "① Fighter").dice == parse_block(rulebook(), "Fighter").dice


@pytest.mark.parametrize("text", ["Brute - 2D: Melee x6,; 6x Melee,", "Brute - 2D: Melee x6; Melee x6"])
def test_six_of_one_face_are_a_die(text):
    [block] = read_blocks(rulebook(), text)
    assert [[face.code for face in die.faces] for die in block.dice] == [["melee"] * 6] * 2
    assert not block.gaps
