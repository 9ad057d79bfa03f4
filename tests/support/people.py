"""Bob and Ragnar of the rulebook's examples (EX-2, EX-37), and blank beginnings."""

from bones_desktop.rules.bones.book.character import Character, CharacterDie, CharacterKind, MakingMode
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.making.edits import new_character

ID = "0123456789abcdef0123456789abcdef"


def die(text: str, template: str = "") -> CharacterDie:
    """Return a die of six face codes with commas between them."""
    return CharacterDie(template=template, faces=tuple(face(code.strip()) for code in text.split(",")))


def bob() -> Character:
    """Return Bob the wizard (EX-2)."""
    dice = (
        die("universal,mental,magic,craft,missile,scholar"),
        die("universal,physical,magic,missile,defend,defend"),
        die("universal,mental,magic,magic,scholar,defend"),
        die("universal,physical,magic,riding,scholar,healer"),
    )
    return new_character(ID, MakingMode.CORE).with_(name="Bob", dice=dice)


def ragnar() -> Character:
    """Return Ragnar (EX-37)."""
    armsman = die("universal,physical,melee,defend,missile,maneuver", "armsman")
    dice = (
        die("universal,physical,outdoorsman,riding,melee,defend", "gaul"),
        die("universal,physical,outdoorsman,perception,melee,defend", "hunter-gatherer"),
        armsman,
        armsman,
    )
    return new_character(ID).with_(name="Ragnar", dice=dice)


def someone(kind: CharacterKind, *dice: str) -> Character:
    """Return a cast member, beast or horde with these dice."""
    return Character(id=ID, kind=kind, name="Someone", dice=tuple(die(text) for text in dice))


def unmarked(character: Character) -> Character:
    """Return a character without the marks of acts it has done, whose ids no test knows."""
    return character.with_(done_acts=())
