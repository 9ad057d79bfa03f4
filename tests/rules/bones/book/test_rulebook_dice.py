"""Every printed die, face by face, written out here independently of the data."""

import pytest

from bones_desktop.rules.bones.book.rulebook import BlockKind, DieUse, PrintedDie, StatBlock
from tests.support.foreach import for_each
from tests.support.rulebooks import rulebook

BASIC_LIGHT = "defend encumbrance defend blank blank blank"
BASIC_MEDIUM = "defend*2 defend encumbrance encumbrance*2 defend blank"
BASIC_HEAVY = "defend*3 defend*2 defend encumbrance+defend encumbrance*2 encumbrance*3"

WEAPONS = {
    "dagger": ("melee melee missile missile blank blank", 10),
    "sword": ("melee*2 melee melee melee missile blank", 5),
    "spear": ("melee*2 melee melee missile missile blank", 15),
    "great-sword": ("melee*3 melee*2 melee melee melee blank", None),
    "javelin": ("missile missile missile melee blank blank", 20),
    "javelin-thrower": ("missile*2 missile missile missile blank blank", 30),
    "short-bow": ("missile*2 missile missile missile blank blank", 30),
    "sling": ("missile missile missile blank blank blank", 25),
    "longbow": ("missile*3 missile*2 missile missile missile blank", 50),
    "balanced-battle-axe": ("melee*2 melee melee melee missile missile", 5),
}
SHIELDS = {"buckler": BASIC_LIGHT, "full-shield": BASIC_MEDIUM, "tower-shield": BASIC_HEAVY}
ARMOUR = {"light-armour": BASIC_LIGHT, "medium-armour": BASIC_MEDIUM, "heavy-armour": BASIC_HEAVY}
MAGIC_ITEMS = {"boots-of-stealth": "stealth stealth stealth blank blank blank"}
CAST = {
    "archer": "universal physical missile missile missile perception",
    "cavalry": "universal physical riding riding melee missile",
    "commoner": "universal mental craft perception craft merchant",
    "craftsman": "universal mental craft craft craft artisan",
    "criminal": "universal physical stealth thief perception maneuver",
    "fighter": "universal physical melee defend missile maneuver",
    "killer": "universal physical melee melee missile defend",
    "merchant": "universal mental merchant merchant perception social",
    "aristocrat": "universal mental social social merchant scholar",
    "primitive": "universal physical outdoorsman stealth perception missile",
    "sage": "universal mental scholar scholar healer social",
    "sailor": "universal mental sailor sailor sailor maneuver",
    "sneak": "universal physical stealth stealth stealth perception",
    "thug": "universal physical melee unarmed defend maneuver",
    "wizard": "universal mental scholar perception magic magic",
}
BEAST = {
    "armored": "universal defend defend*2 defend*2 defend*2 defend*3",
    "behemoth": "universal melee melee defend defend defend",
    "demonic": "universal fear-caster hoar-frost regenerate prickly poison-melee",
    "flier": "flight flight flight flight flight flight",
    "giant": "universal defend*2 defend*2 defend*2 melee*2 melee*2",
    "herbivore": "universal perception perception defend blank blank",
    "pouncer": "universal maneuver maneuver stealth stealth melee",
    "predator": "universal stealth perception stealth melee melee",
    "raptor": "universal perception perception maneuver melee melee",
    "spirit": "universal defend incorporeal incorporeal fear-caster hoar-frost",
    "stalker": "universal stealth stealth stealth perception perception",
    "undead": "universal defend defend defend melee fear-caster",
}
OTHERS = {
    ("horde", DieUse.HORDE): "melee melee melee blank blank regenerate",
    ("challenge", DieUse.CHALLENGE): "null null blank blank blank blank",
    ("poison", DieUse.HINDERING): "poison poison blank blank blank blank",
    ("flaming", DieUse.HINDERING): "flaming flaming blank blank blank blank",
}
PRINTED: dict[str, tuple[DieUse, str, int | None]] = {
    **{die: (DieUse.WEAPON, faces, reach) for die, (faces, reach) in WEAPONS.items()},
    **{die: (DieUse.SHIELD, faces, None) for die, faces in SHIELDS.items()},
    **{die: (DieUse.ARMOUR, faces, None) for die, faces in ARMOUR.items()},
    **{die: (DieUse.MAGIC_ITEM, faces, None) for die, faces in MAGIC_ITEMS.items()},
    **{die: (DieUse.CAST, faces, None) for die, faces in CAST.items()},
    **{die: (DieUse.BEAST, faces, None) for die, faces in BEAST.items()},
    **{die: (use, faces, None) for (die, use), faces in OTHERS.items()},
}

OWN = {
    "basilisk": "universal fear-caster poison-missile poison-missile poison-melee poison-melee",
    "cobra": "universal poison-melee poison-melee poison-melee defend defend",
    "breath": "universal fire-breathing fire-breathing fire-breathing perception perception",
    "hide": "universal fear-caster defend*2 defend*2 fire-breathing hoar-frost",
    "ghost": "universal incorporeal incorporeal incorporeal fear-caster hoar-frost",
    "harpy": "universal flight fear-caster fear-caster melee defend",
    "manticore": "universal flight prickly missile missile unfilled",
    "doctor": "universal mental healer healer social perception",
    "entertainer": "universal mental artisan artisan social social",
    "priest": "universal mental social social merchant perception",
    "captain": "universal mental merchant captain melee social",
    "swordmaster-5": "universal physical riposte turtle maneuver social",
    "swordmaster-6": "universal physical two-weapon turtle social maneuver",
    "warrior": "universal physical regenerate melee melee stealth",
    "matron-body": "universal physical social magic defend regenerate",
    "matron-mind": "universal mental magic defend melee fear-caster",
    "matron-turtle": "universal mental turtle magic melee unfilled",
}
BEASTS = {
    "barrow-wight": ("fighter fighter undead undead spirit spirit", 1, None),
    "basilisk": ("predator predator :basilisk :basilisk", 1, None),
    "cobra": ("stalker pouncer predator :cobra :cobra", 2, None),
    "cow": ("herbivore herbivore herbivore", 1, None),
    "falcon": ("flier raptor", 1, 8),
    "fire-drake": (
        "flier flier flier giant giant giant giant giant :breath :breath :breath :hide :hide :hide :hide",
        2,
        16,
    ),
    "ghost": ("flier undead :ghost :ghost :ghost", 1, 2),
    "griffon": ("flier flier behemoth behemoth behemoth predator predator", 2, 8),
    "grizzly-bear": ("predator predator behemoth behemoth behemoth behemoth", 1, None),
    "harpy": ("flier raptor :harpy :harpy", 1, 4),
    "manticore": ("flier behemoth behemoth raptor raptor :manticore :manticore :manticore", 2, 6),
    "tiger": ("stalker predator predator raptor raptor pouncer", 2, None),
    "velociraptor": ("behemoth predator raptor stalker pouncer", 2, None),
    "wolf": ("stalker predator pouncer", 2, None),
    "zombie": ("undead undead", 0.5, None),
}
PEOPLE = {
    "assassin": "sneak sneak criminal criminal killer killer",
    "bartender": "commoner merchant",
    "doctor": "sage sage :doctor :doctor",
    "entertainer": "commoner :entertainer :entertainer",
    "footpad": "criminal sneak thug",
    "fur-trader": "primitive primitive merchant",
    "hedge-wizard": "commoner wizard wizard",
    "knight": "aristocrat fighter cavalry cavalry cavalry",
    "mercenary": "fighter fighter fighter fighter",
    "priest": "sage wizard :priest :priest",
    "ships-captain": "sailor sailor sailor sailor :captain :captain",
    "swordmaster": "fighter fighter killer killer :swordmaster-5 :swordmaster-6",
    "townsperson": "commoner commoner",
    "rake": "aristocrat fighter criminal",
}
ADVENTURE = {
    "tribal-warrior": ("primitive sneak fighter :warrior", ("spear", "spear")),
    "tribal-dreg": ("primitive sneak", ("sword",)),
    "tribal-matron": (
        "primitive :matron-body :matron-body :matron-mind :matron-mind :matron-turtle",
        ("balanced-battle-axe",),
    ),
    "rats": ("horde horde", ()),
    "tomas": ("commoner fighter", ()),
}


def codes(text: str) -> list[str]:
    return [code.replace("*", " x").replace("unfilled", "") for code in text.split()]


def shown(die: PrintedDie) -> list[str]:
    return [each.code for each in die.faces]


def expected_dice(text: str) -> list[tuple[str, list[str]]]:
    dice = []
    for name in text.split():
        own = name.startswith(":")
        dice.append(("" if own else name, codes(OWN[name[1:]] if own else PRINTED[name][1])))
    return dice


def dice_of(block: StatBlock) -> list[tuple[str, list[str]]]:
    return [(die.die, [each.code for each in die.faces]) for die in block.dice]


def blocks(kind: BlockKind, pack: str = "") -> set[str]:
    return {block.id for block in rulebook().blocks if block.kind is kind and block.pack == pack and not block.house}


@for_each("die", PRINTED)
def test_printed_die_face_by_face(die: str) -> None:
    use, faces, reach = PRINTED[die]
    found = rulebook().die(die)
    assert (found.use, shown(found), found.range_increment) == (use, codes(faces), reach)


def test_no_other_die_is_shipped() -> None:
    assert {die.id for die in rulebook().dice} == set(PRINTED)
    assert (len(CAST), len(BEAST)) == (15, 12)
    assert sum(die.source == "1.8" for die in rulebook().dice) == 15


@for_each("beast", BEASTS)
def test_beast_die_by_die(beast: str) -> None:
    dice, move, flying = BEASTS[beast]
    found = rulebook().block(beast)
    assert (dice_of(found), found.move, found.flying) == (expected_dice(dice), move, flying)


@for_each("person", PEOPLE)
def test_cast_member_die_by_die(person: str) -> None:
    assert dice_of(rulebook().block(person)) == expected_dice(PEOPLE[person])


@pytest.mark.parametrize("block", ADVENTURE)
def test_adventure_block_die_by_die(block: str) -> None:
    dice, equipment = ADVENTURE[block]
    found = rulebook().block(block)
    assert (dice_of(found), found.equipment, found.pack) == (expected_dice(dice), equipment, "adventure")


def test_no_other_block_is_shipped() -> None:
    assert blocks(BlockKind.BEAST) == set(BEASTS)
    assert blocks(BlockKind.CAST) == set(PEOPLE)
    assert blocks(BlockKind.CAST, "adventure") | blocks(BlockKind.HORDE, "adventure") == set(ADVENTURE)
    assert (len(BEASTS), len(PEOPLE)) == (15, 13 + 1)


def test_goblin_is_a_house_example() -> None:
    goblin = rulebook().block("goblin")
    assert goblin.house
    assert goblin.name == "Goblin (example)"
    assert dice_of(goblin) == expected_dice("primitive primitive")
    assert [block.id for block in rulebook().blocks if block.house] == ["goblin", "horse"]


def test_ex_21_two_faces_of_the_dagger_help_a_blow_and_two_a_throw() -> None:
    faces = shown(rulebook().die("dagger"))
    assert (faces.count("melee"), faces.count("missile"), faces.count("blank")) == (2, 2, 2)


def test_ex_22_leather_is_as_in_the_table() -> None:
    assert shown(rulebook().die("light-armour")) == ["defend", "encumbrance", "defend", "blank", "blank", "blank"]
    assert rulebook().die("light-armour").faces == rulebook().die("buckler").faces


def test_ex_23_boots_of_stealth() -> None:
    assert shown(rulebook().die("boots-of-stealth")) == ["stealth"] * 3 + ["blank"] * 3


def test_ex_35_the_rake() -> None:
    assert [die.name for die in rulebook().block("rake").dice] == ["Aristocrat", "Fighter", "Criminal"]


@pytest.mark.parametrize(
    ("block", "basic", "bearing", "masteries"),
    [
        ("ships-captain", "sailor", (0, 1, 2, 3), {"captain": (4, 5)}),
        ("swordmaster", "melee", (0, 1, 2, 3), {"riposte": (4,), "two-weapon": (5,)}),
        ("swordmaster", "defend", (0, 1, 2, 3), {"turtle": (4, 5)}),
        ("tribal-matron", "defend", (1, 2, 3, 4), {"turtle": (5,)}),
        ("tribal-matron", "magic", (1, 2, 3, 4, 5), {}),
    ],
)
def test_ex_39_masteries_come_after_four_dice_with_the_basic_icon(
    block: str, basic: str, bearing: tuple[int, ...], masteries: dict[str, tuple[int, ...]]
) -> None:
    dice = rulebook().block(block).dice

    def places(icon: str) -> tuple[int, ...]:
        return tuple(place for place, die in enumerate(dice) if any(each.has(icon) for each in die.faces))

    assert places(basic) == bearing
    assert {mastery: places(mastery) for mastery in masteries} == masteries
