from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.icons import BLANK, UNFILLED, Face, IconKind, face
from bones_desktop.rules.bones.book.notation import CHARACTER_USES, ITEM_USES, ParsedDie, write_dice
from bones_desktop.rules.bones.book.rulebook import DieUse
from bones_desktop.rules.bones.text.blocktext import parse_block, parse_dice
from bones_desktop.rules.bones.text.statblock import MOST_TEXT
from bones_desktop.rules.reasons import RulesError
from tests.support.foreach import for_each
from tests.support.rulebooks import rulebook

BASILISK = "universal, fear-caster, poison-missile, poison-missile, poison-melee, poison-melee"
COBRA = "universal, poison-melee, poison-melee, poison-melee, defend, defend"
DRAKE_FIRE = "universal, fire-breathing, fire-breathing, fire-breathing, perception, perception"
DRAKE_FEAR = "universal, fear-caster, defend x2, defend x2, fire-breathing, hoar-frost"
GHOST = "universal, incorporeal, incorporeal, incorporeal, fear-caster, hoar-frost"
HARPY = "universal, flight, fear-caster, fear-caster, melee, defend"
MANTICORE = "universal, flight, prickly, missile, missile, "
DOCTOR = "universal, mental, healer, healer, social, perception"
ENTERTAINER = "universal, mental, artisan, artisan, social, social"
PRIEST = "universal, mental, social, social, merchant, perception"
CAPTAIN = "universal, mental, merchant, captain, melee, social"
RIPOSTE = "universal, physical, riposte, turtle, maneuver, social"
TWO_WEAPON = "universal, physical, two-weapon, turtle, social, maneuver"
MATRON_2 = "universal, physical, social, magic, defend, regenerate"
MATRON_4 = "universal, mental, magic, defend, melee, fear-caster"
MATRON_6 = "universal, mental, turtle, magic, melee, "

PRINTED = [
    (
        "**Barrow Wight - 6D:** d1 through d2- Fighter, d3 through d4- Undead, d5 through d6 Spirit • Move 1",
        ["fighter", "fighter", "undead", "undead", "spirit", "spirit"],
    ),
    (
        (
            "**Basilisk - 4D:** d1 through d2 Predator, d3 through d4- Universal, Fear Caster, Poison (missile), "
            "Poison (missile), Poison (melee), Poison (melee) • Move 1"
        ),
        ["predator", "predator", BASILISK, BASILISK],
    ),
    (
        (
            "**Cobra - 5D:** d1-Stalker, d2-Pouncer, d3-Predator, d4 and d5-*Universal, Poison, Poison, "
            "Poison, Defend, "
            "Defend* • Move 2"
        ),
        ["stalker", "pouncer", "predator", COBRA, COBRA],
    ),
    ("**Cow - 3D:** d1 through d3- Herbivore • Move 1", ["herbivore"] * 3),
    ("**Falcon - 2D:** d1- Flyer, d2- Raptor • Move 1 (flying 8)", ["flier", "raptor"]),
    (
        (
            "**Fire Drake - 15D:** d1-through d3-Flight, d4 through d8-Giant, d9 through d11- *Universal, "
            "Fire Breathing, "
            "Fire Breathing, Fire Breathing, Perception, Perception*, d12 through d15-*Universal, Fear Caster, Double "
            "Defend, Double Defend, Fire Breathing, Flaming* • Move 2 (flying 16)"
        ),
        ["flier"] * 3 + ["giant"] * 5 + [DRAKE_FIRE] * 3 + [DRAKE_FEAR] * 4,
    ),
    (
        (
            "**Ghost - 5D:** d1- Flight, d2- Undead, d3 through d5- *Universal, Incorporeal, Incorporeal, Incorporeal, "
            "Fear Caster, Hoar Frost* • Move 1 (flying 2)"
        ),
        ["flier", "undead", GHOST, GHOST, GHOST],
    ),
    (
        (
            "**Griffon - 7D:** d1-Flight, d2-Flight, d3-Behemoth, d4-Behemoth, d5-Behemoth, d6-Predator, d7 Predator "
            "• Move 2 (8 flying)"
        ),
        ["flier"] * 2 + ["behemoth"] * 3 + ["predator"] * 2,
    ),
    (
        "**Grizzly Bear - 6D:** d1-Predator, d2-Predator, d3-Behemoth, d4-Behemoth, d5-Behemoth, d6-Behemoth • Move 1",
        ["predator"] * 2 + ["behemoth"] * 4,
    ),
    (
        (
            "**Harpy - 4D:** d1- Flight, d2 Raptor, d3 through 4 -*Universal, Flight, Fear Caster, Fear Caster, Melee, "
            "Defend* • Move 1 (flying 4)"
        ),
        ["flier", "raptor", HARPY, HARPY],
    ),
    (
        (
            "**Manticore - 8D:** d1- Flight, d2 through d3- Behemoth, d4 through d5- Raptor, d6 through d8- "
            "*Universal, "
            "Flight, Prickly, Missile, Missile* • Move 2 (flight 6)"
        ),
        ["flier", "behemoth", "behemoth", "raptor", "raptor", MANTICORE, MANTICORE, MANTICORE],
    ),
    (
        "**Tiger - 6D:** d1- Stalker, d2 through d3- Predator, d5 through d5- Raptor, d6- Pouncer • Move 2",
        ["stalker", "predator", "predator", "raptor", "raptor", "pouncer"],
    ),
    (
        "**Velociraptor - 5D:** d1 Behemoth, d2 Predator, d3 Raptor, d4 Stalker, d5 Pouncer • Move 2",
        ["behemoth", "predator", "raptor", "stalker", "pouncer"],
    ),
    ("**Wolf - 3D:** d1-Stalker, d2-Predator, d3-Pouncer • Move 2", ["stalker", "predator", "pouncer"]),
    ("**Zombie - 2D:** d1 through d2- Undead • Move .5", ["undead"] * 2),
    (
        "- Assassin - 6D:** d1 through d2- Sneak, d2 through d4- Criminal, d5 through d6- Killer",
        ["sneak"] * 2 + ["criminal"] * 2 + ["killer"] * 2,
    ),
    ("- Bartender - 2D:** d1- Commoner, d2- Merchant", ["commoner", "merchant"]),
    (
        (
            "- Doctor - 4D:** d1 through d2- Sage, d3 through d4 - Universal success, Mental success, Healer, Healer, "
            "Social, Perception"
        ),
        ["sage", "sage", DOCTOR, DOCTOR],
    ),
    (
        "- Entertainer- 3D:** d1 Commoner, d2 through d3- Universal, Mental success, Artisan, Artisan, Social, Social",
        ["commoner", ENTERTAINER, ENTERTAINER],
    ),
    ("- Footpad - 3D:** d1- Criminal, d2- Sneak, d3- Thug", ["criminal", "sneak", "thug"]),
    ("- Fur Trader - 3D:** d1 through d2- Primitive, d3- Merchant", ["primitive", "primitive", "merchant"]),
    ("- Hedge Wizard- 3D:** d1 Commoner, d2 through d3- Wizard", ["commoner", "wizard", "wizard"]),
    ("Knight- 5D: d1- Aristocrat, d2 Fighter, d3 through d5 - Cavalry", ["aristocrat", "fighter"] + ["cavalry"] * 3),
    ("- Mercenary - 4D:** d1 through d4 - Fighter", ["fighter"] * 4),
    (
        (
            "- Priest 4D:** d1 Sage, d2 Wizard, d3 through d4- Universal, Mental success, Social, Social, Merchant, "
            "Perception"
        ),
        ["sage", "wizard", PRIEST, PRIEST],
    ),
    (
        (
            "- Ship's Captain - 6D:** d1 through d4- Sailor, d5 through d6- Universal Success, Mental "
            "Success, Merchant, "
            "Sailor (Captain), Melee, Social"
        ),
        ["sailor"] * 4 + [CAPTAIN] * 2,
    ),
    (
        (
            "- Swordmaster - 6D:** d1 through d2- Fighter, d3 through d4- Killer, d5- Universal Success, "
            "Physical Success, "
            "Melee (Riposte), Defend (Turtle), Maneuver, Social, d6- Universal success, Physical success, Melee (Two "
            "Weapon), Defend (Turtle), Social, Maneuver"
        ),
        ["fighter", "fighter", "killer", "killer", RIPOSTE, TWO_WEAPON],
    ),
    ("- Townsperson - 2D:** d1 through d2-- Commoner", ["commoner"] * 2),
    ("2D: d1 Primitive, d2 Sneak", ["primitive", "sneak"]),
    (
        (
            "6D: d1 Primitive, d2 through d3 Universal success, Physical success, Social, Magic, Defend, Regenerate, "
            "d4 through d5 Universal success, Mental success, Magic, Defend, Melee, Fear caster, d6 Universal success, "
            "Mental Success, Defend (Turtle), Magic, Melee"
        ),
        ["primitive", MATRON_2, MATRON_2, MATRON_4, MATRON_4, MATRON_6],
    ),
]


def faces(codes: str) -> tuple[Face, ...]:
    return tuple(face(code.strip()) for code in codes.split(","))


def expected(die: str) -> tuple[Face, ...]:
    return faces(die) if "," in die else rulebook().die(die).faces


def refused(text: str, **options) -> RulesError:
    with pytest.raises(RulesError) as caught:
        parse_dice(rulebook(), text, **options)
    return caught.value


@for_each(("line", "dice"), PRINTED)
def test_every_printed_sample_line_parses(line, dice):
    block = parse_block(rulebook(), line)
    assert [die.faces for die in block.dice] == [expected(die) for die in dice]
    assert [die.printed for die in block.dice] == ["" if "," in die else die for die in dice]
    assert block.stated == len(dice)


def test_names_and_movement_of_a_block():
    block = parse_block(rulebook(), "**Fire Drake - 2D:** d1 Giant, d2 Giant • Move 2 (flying 16)")
    assert (block.name, block.move, block.flying, block.stated) == ("Fire Drake", 2.0, 16.0, 2)
    assert parse_block(rulebook(), "Griffon - 1D: d1 Giant • Move 2 (8 flying)").flying == 8.0
    zombie = parse_block(rulebook(), "- Zombie - 2D:** d1 through d2- Undead • Move .5")
    assert (zombie.name, zombie.move, zombie.flying) == ("Zombie", 0.5, None)
    assert parse_block(rulebook(), "Ship's Captain - 1D: Sailor").name == "Ship's Captain"
    assert parse_block(rulebook(), "Sneak").name == ""


def test_the_short_notation_parses():
    dice = parse_dice(
        rulebook(), "Sneak x2; Criminal x2; Universal, Mental, Healer, Healer, Social, Perception", CHARACTER_USES
    )
    assert [die.printed for die in dice] == ["sneak", "sneak", "criminal", "criminal", ""]
    assert dice[4].faces == faces(DOCTOR)
    assert all(die.padded == 0 for die in dice)


@for_each(
    ("text", "codes"),
    [
        (
            "Double Melee, x2 Melee, x3 Melee, triple melee, 2x Melee, Melee",
            "melee x2, melee x2, melee x3, melee x3, melee x2, melee",
        ),
        ("Melee x4, blank x2", "melee, melee, melee, melee, blank, blank"),
        ("x2 Melee x2, Missile x4", "melee x2, melee x2, missile, missile, missile, missile"),
        (
            "Enc/ Defense, Double Enc, Encumber, Null, Universal Hindrance, -",
            "encumbrance+defend, encumbrance x2, encumbrance, null, null, blank",
        ),
        ("Poison, Poison, blank x4", "poison, poison, blank, blank, blank, blank"),
        ("Flaming x2, blank x4", "flaming, flaming, blank, blank, blank, blank"),
        (
            "Universal, Poison, Flaming, Poison (missile), Wing, Fear caster",
            "universal, poison-melee, hoar-frost, poison-missile, flight, fear-caster",
        ),
        (
            "Universal, Poison symbol, Flaming symbol, Elf, Riposte, Bow Fu",
            "universal, poison, flaming, elf, riposte, bow-fu",
        ),
        (
            "_Universal_, **Physical**, Melee (two-weapon), UNARMED/CMBT, Outdoors, Ride",
            "universal, physical, two-weapon, unarmed, outdoorsman, riding",
        ),
    ],
)  # fmt: skip
def test_faces_in_every_spelling(text, codes):
    (die,) = parse_dice(rulebook(), text)
    assert die.faces == faces(codes)
    assert die.padded == 0


def test_use_hindering_always_reads_the_symbol():
    (die,) = parse_dice(rulebook(), "Universal, Poison, Flaming, blank x3", DieUse.HINDERING)
    assert die.faces == faces("universal, poison, flaming, blank, blank, blank")


def test_use_narrows_printed_dice():
    assert parse_dice(rulebook(), "Poison", DieUse.HINDERING)[0].printed == "poison"
    assert parse_dice(rulebook(), "Dagger; Buckler", ITEM_USES)[1].printed == "buckler"
    assert refused("Sneak", use=ITEM_USES).reason.code == "left-out-words"


def test_each_part_of_a_slashed_equipment_name_works():
    names = ["Dagger/Knife", "Dagger", "Knife", "Mace", "Club", "Maul", "Short bow", "Light Crossbow", "Longbow"]
    dice = parse_dice(rulebook(), "\n".join(names), ITEM_USES)
    assert [die.printed for die in dice] == [
        *["dagger"] * 3, "sword", "sword", "great-sword", "short-bow", "short-bow", "longbow"
    ]  # fmt: skip


def test_too_few_faces_are_padded_and_told():
    (die,) = parse_dice(rulebook(), "Universal, Mental, Healer")
    assert die.faces == (*faces("universal, mental, healer"), UNFILLED, UNFILLED, UNFILLED)
    assert die.padded == 3


def test_a_trailing_comma_makes_a_list_of_one_face():
    (die,) = parse_dice(rulebook(), "Melee,")
    assert die.faces[0] == face("melee")
    assert die.padded == 5


def test_labels_end_a_die_without_a_comma_too():
    dice = parse_dice(rulebook(), "d1 Sneak d2 Criminal, d3: Thug\nKiller; Archer")
    assert [die.printed for die in dice] == ["sneak", "criminal", "thug", "killer", "archer"]


def test_and_names_two_dice_only():
    dice = parse_dice(rulebook(), "d1 and d4 Sneak, d2 and d3 Thug")
    assert [die.printed for die in dice] == ["sneak", "sneak", "thug", "thug"]


@for_each(
    ("text", "code", "line", "column", "suggestion"),
    [
        ("Snaek", "left-out-die", 1, 1, "Sneak"),
        ("Sneak; Crimnal x2", "left-out-die", 1, 8, "Criminal"),
        ("Sneak\n  Universal, Mentl, Healer", "left-out-face", 2, 14, "Mental"),
        ("Universal, Melee (Ripost)", "left-out-face", 1, 12, "Riposte"),
        ("Universal, Defend (Riposte)", "left-out-mastery", 1, 12, "Melee (Riposte)"),
        ("Universal, ???, Melee", "left-out-face", 1, 12, ""),
        ("Universal,, Mental", "left-out-no-face", 1, 11, ""),
        ("Universal, Sneak", "left-out-die-in-list", 1, 12, ""),
        ("Perception", "left-out-lone-face", 1, 1, ""),
        ("Universal x7, Melee", "left-out-seventh-face", 1, 1, ""),
        ("Universal, Melee x6", "left-out-seventh-face", 1, 12, ""),
        ("x9 Melee, Melee", "left-out-multiple", 1, 1, ""),
        ("Sneak x0", "left-out-repeat", 1, 1, ""),
        ("Sneak x41", "left-out-repeat", 1, 1, ""),
        ("Sneak x40; Thug", "left-out-many-dice", 1, 12, ""),
        ("d1 through d99 Sneak", "left-out-many-dice", 1, 1, ""),
        ("d1 Sneak, d2", "left-out-label", 1, 11, ""),
        ("d1 Sneak, d1 Thug", "left-out-twice", 1, 11, ""),
        ("d3 through d2 Sneak", "left-out-backwards", 1, 1, ""),
        ("Sneak • runs fast", "left-out-words", 1, 9, ""),
    ],
)
def test_errors_say_what_where_and_what_was_meant(text, code, line, column, suggestion):
    why = refused(text).reason
    assert why.code == code
    assert (why.value("line"), why.value("column")) == (line, column)
    assert why.value("suggestion") == suggestion


@pytest.mark.parametrize("text", ["", " ; \n ;", "???"])
def test_a_text_without_dice_says_so(text):
    assert refused(text).reason.code == "empty-text"


def test_a_second_block_in_the_same_text_is_an_error():
    assert refused("Wolf - 1D: d1 Stalker\nZombie - 1D: d1 Undead").reason.code == "left-out-second-block"


def test_long_text_is_refused():
    assert refused("Sneak;" * MOST_TEXT).reason.code == "text-too-long"


@pytest.mark.parametrize(
    "text", [" " * MOST_TEXT, "x" * MOST_TEXT, "d1" * (MOST_TEXT // 2), "(" * MOST_TEXT, "," * MOST_TEXT]
)
def test_hostile_text_is_refused_at_once(text):
    refused(text)


def is_dice_or_a_place_in(text: str) -> bool:
    try:
        dice = parse_dice(rulebook(), text)
    except RulesError as error:
        if error.reason.code == "empty-text":
            return True
        line, column = error.reason.value("line"), error.reason.value("column")
        return 1 <= line <= text.count("\n") + 1 and 1 <= column <= len(text) + 1
    return bool(dice) and all(len(die.faces) == 6 for die in dice)


@given(st.text(alphabet="dD12x ×,;\n•-():/SneakMelUivrs", max_size=200))
def test_any_text_gives_dice_or_a_clear_error(text):
    assert is_dice_or_a_place_in(text)


def icons() -> list[str]:
    book = rulebook()
    every = chain(book.symbols, book.skills, book.masteries, book.races, book.abilities)
    return [icon.id for icon in every if icon.id != "blank"]


def any_face() -> st.SearchStrategy[Face]:
    lone = st.builds(lambda icon, count: Face((icon,), count), st.sampled_from(icons()), st.integers(1, 3))
    skills = [icon for icon in icons() if rulebook().kind(icon) is IconKind.SKILL]
    both = st.builds(
        lambda skill, count: Face(("encumbrance", skill), count), st.sampled_from(skills), st.integers(1, 3)
    )
    return st.one_of(lone, both, st.just(BLANK), st.just(UNFILLED))


def any_die() -> st.SearchStrategy[ParsedDie]:
    printed = st.sampled_from(rulebook().dice).map(lambda die: ParsedDie(die.name, die.id, die.faces))
    own = st.tuples(*[any_face()] * 6).map(lambda shown: ParsedDie("", "", shown))
    return st.one_of(printed, own)


@given(st.lists(any_die(), min_size=1, max_size=12))
def test_written_dice_parse_back_to_the_same(dice):
    text = write_dice(rulebook(), dice)
    assert [die.faces for die in parse_dice(rulebook(), text)] == [die.faces for die in dice]


def test_equal_printed_dice_are_written_once():
    dice = parse_dice(rulebook(), "Sneak; Sneak; Universal, Mental, Melee (Riposte), Defend x2, blank; Thug")
    assert write_dice(rulebook(), dice) == (
        "Sneak x2; Universal, Mental, Melee (Riposte), Defend, Defend, Blank; Thug"
    )  # fmt: skip


def test_a_printed_die_that_was_changed_is_written_by_its_faces():
    sneak = rulebook().die("sneak")
    changed = ParsedDie(sneak.name, sneak.id, (*sneak.faces[:5], BLANK))
    assert write_dice(rulebook(), [changed]) == "Universal, Physical, Stealth, Stealth, Stealth, Blank"


def test_dice_by_name_may_stand_between_commas():
    named = [die.name for die in parse_dice(rulebook(), "Aristocrat, Fighter x2, Criminal")]
    assert named == ["Aristocrat", "Fighter", "Fighter", "Criminal"]
    # Names of faces stay faces of one die, also where dice are called the same.
    assert [die.printed for die in parse_dice(rulebook(), "Sailor, Merchant")] == [""]
    assert [die.name for die in parse_dice(rulebook(), "Commoner, Merchant")] == ["Commoner", "Merchant"]
