"""Sheets put together by hand, so that printing is tested without rulebook files."""

from dataclasses import fields, replace
from functools import cache

from PySide6.QtGui import QColor, QImage, QPainter

from bones_desktop.document.portraits import portrait_from_image
from bones_desktop.rules.bones.book.character import Character, ItemKind
from bones_desktop.rules.bones.book.characterdice import Explained
from bones_desktop.rules.bones.injury.injuries import Condition, State
from bones_desktop.rules.bones.making.sheet import DieColumn, FaceCell, HinderingColumn, ItemColumn, Sheet
from bones_desktop.rules.reasons import reason

UNIVERSAL = FaceCell("universal", "Universal")
RAGNARS_DICE = (
    ("Gaul", "Physical Outdoorsman Riding Melee Defend"),
    ("Hunter/Gatherer", "Physical Outdoorsman Perception Melee Defend"),
    ("Armsman", "Physical Melee Defend Missile Maneuver"),
    ("Armsman", "Physical Melee Defend Missile Maneuver"),
)


def cells(names: str) -> tuple[FaceCell, ...]:
    return tuple(FaceCell(name.lower(), name) for name in names.split())


def die(number: int, title: str = "Armsman", names: str = RAGNARS_DICE[2][1], **changes: object) -> DieColumn:
    return replace(DieColumn(number, title, (UNIVERSAL, *cells(names))), **changes)


def empty_die(number: int) -> DieColumn:
    return DieColumn(number, "", (UNIVERSAL, *(FaceCell(),) * 5), exists=False)


def item(number: int, name: str = "Spear", **changes: object) -> ItemColumn:
    faces = cells("Missile Melee Defend Blank Blank Blank")
    return replace(ItemColumn(number, name, ItemKind.WEAPON, faces, range_increment=10), **changes)


def hindering(number: int, name: str = "Poison") -> HinderingColumn:
    return HinderingColumn(number, name, cells("Damage Damage Damage Blank Blank Blank"))


@cache
def portrait() -> str:
    """Return a tall picture, red above and below, blue in its middle square."""
    image = QImage(60, 120, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    with QPainter(image) as painter:
        painter.fillRect(0, 30, 60, 60, QColor("blue"))
    return portrait_from_image(image, QColor("white"))


def condition(owned: int, available: int, **changes: object) -> Condition:
    state = State.UNHURT if owned == available else State.HURT
    return replace(Condition(state, owned, available, 0, 2 * owned, reason("test")), **changes)


OF_CHARACTER = {each.name for each in fields(Character)} - {"dice", "equipment", "hindering", "followers", "themes"}
"""Fields of a sheet that are its character's."""


def changed(plain: Sheet, **changes: object) -> Sheet:
    """Return a sheet with other fields, of itself or of its character; `theme_texts` are the character's themes."""
    own = {name: value for name, value in changes.items() if name in OF_CHARACTER}
    if "theme_texts" in changes:
        own["themes"] = changes["theme_texts"]
    others = {name: value for name, value in changes.items() if name not in {*own, "theme_texts"}}
    return replace(plain, character=plain.character.with_(**own), **others)


def sheet(**changes: object) -> Sheet:
    plain = Sheet(
        character=Character(id="0" * 32, race=""),
        dice=tuple(empty_die(number) for number in range(1, 11)),
        equipment=(),
        hindering=(),
        followers=(),
        culture="",
        background="",
        occupations=(),
        house=False,
        condition=condition(0, 0),
        icons=(),
        skills=(),
        safe_level=Explained(0, ()),
        themes=Explained(0, ()),
        masteries=(),
        assets=(),
    )
    return changed(plain, **changes)


def ragnar(**changes: object) -> Sheet:
    own = tuple(die(number, title, names) for number, (title, names) in enumerate(RAGNARS_DICE, 1))
    character = sheet(
        name="Ragnar",
        age="27",
        race="Human",
        gender="Male",
        description="A broad Gaul with a scar over the left eye.",
        back_story="Born in the forests of the north, he left home after the raid and has sold his sword ever since.",
        dice=own + tuple(empty_die(number) for number in range(5, 11)),
        equipment=(item(1, "Spear"), item(2, "Buckler", range_increment=None)),
        spiffs=3,
        finances="120 coins",
        other_equipment="Rope, torch, flint",
        culture="Gaul",
        background="Hunter/Gatherer",
        occupations=("Armsman",),
        condition=condition(4, 4),
        sessions=2,
    )
    return changed(character, **changes)


def prose(words: int) -> str:
    return " ".join(f"word{number}" + (".\n" if number % 40 == 39 else "") for number in range(words))


def overfull() -> Sheet:
    dice = tuple(die(number, lost=number % 4 == 2, cause="arrow") for number in range(1, 16))
    return ragnar(
        name="Ragnar of the exceedingly long and winding lineage " * 3,
        description="broad " * 250,
        back_story=prose(3_000),
        notes="jotting " * 300,
        finances="coin " * 300,
        other_equipment="rope " * 300,
        dice=(replace(dice[0], note="scarred " * 200), *dice[1:]),
        equipment=tuple(item(number, f"Weapon {number}") for number in range(1, 9)),
        hindering=(hindering(1), hindering(2, "Flaming")),
        condition=condition(15, 11),
        flying=2.0,
        house=True,
    )
