"""Equipment dice and hindering dice: pure edits, and the values made from printed dice (EQP-1, HIND-3)."""

from bones_desktop.rules.bones.attempts import rulebook_for
from bones_desktop.rules.bones.character import Character, HinderingDie, ItemDie, ItemKind
from bones_desktop.rules.bones.icons import BLANK
from bones_desktop.rules.bones.rulebook import DieUse, PrintedDie, Rulebook
from bones_desktop.rules.reasons import refuse

MOST_ITEMS = 40
MOST_HINDERING = 20
_KINDS = {
    DieUse.WEAPON: ItemKind.WEAPON,
    DieUse.SHIELD: ItemKind.SHIELD,
    DieUse.ARMOUR: ItemKind.ARMOUR,
    DieUse.MAGIC_ITEM: ItemKind.MAGIC_ITEM,
}


def item_from(printed: PrintedDie) -> ItemDie:
    """Return the equipment die a printed die makes; refused when it is none."""
    if printed.use not in _KINDS:
        raise refuse("not-equipment", "EQP-1", die=printed.name)
    return ItemDie(
        name=printed.name,
        kind=_KINDS[printed.use],
        faces=printed.faces,
        printed=printed.id,
        range_increment=printed.range_increment,
    )


def kept_item(rulebook: Rulebook, item: ItemDie, before: ItemDie | None = None) -> ItemDie:
    """Return an item made by hand, or changed from `before`, as a character keeps it.

    A face left empty is blank. The item is a printed die no longer once its kind or one of its faces differs; another
    name, range or note makes no other die of it. A printed die that is not known here is taken to be as `before`.
    """
    faces = tuple(BLANK if shown.is_unfilled else shown for shown in item.faces)
    printed = next((die for die in rulebook.dice if die.id == item.printed), None)
    if printed is not None:
        same = (printed.faces, _KINDS.get(printed.use)) == (faces, item.kind)
    else:
        same = before is not None and (before.faces, before.kind) == (item.faces, item.kind)
    return item.with_(faces=faces, printed=item.printed if same else "")


def hindering_from(printed: PrintedDie) -> HinderingDie:
    """Return the hindering die a printed die makes; refused when it is none."""
    if printed.use is not DieUse.HINDERING:
        raise refuse("not-hindering", "HIND-3", die=printed.name)
    return HinderingDie(name=printed.name, faces=printed.faces, printed=printed.id)


def add_item(character: Character, item: ItemDie) -> Character:
    """Return the character with one equipment die more."""
    if len(character.equipment) >= MOST_ITEMS:
        raise refuse("most-items", "", most=MOST_ITEMS)
    return character.with_(equipment=(*character.equipment, item))


def add_printed_item(rulebook: Rulebook, character: Character, die: str) -> Character:
    """Return the character with an equipment die from the rulebook, under its house rules (AMB-36)."""
    return add_item(character, item_from(rulebook_for(rulebook, character.house_rules).die(die)))


def set_item(character: Character, place: int, item: ItemDie) -> Character:
    """Return the character with one equipment die replaced."""
    _check(place, len(character.equipment))
    return character.with_(equipment=(*character.equipment[:place], item, *character.equipment[place + 1 :]))


def remove_item(character: Character, place: int) -> Character:
    """Return the character without one equipment die."""
    _check(place, len(character.equipment))
    return character.with_(equipment=character.equipment[:place] + character.equipment[place + 1 :])


def add_hindering(character: Character, die: HinderingDie) -> Character:
    """Return the character with one hindering die more (HIND-3)."""
    if len(character.hindering) >= MOST_HINDERING:
        raise refuse("most-hindering", "", most=MOST_HINDERING)
    return character.with_(hindering=(*character.hindering, die))


def remove_hindering(character: Character, place: int) -> Character:
    """Return the character rid of one hindering die (HIND-6)."""
    _check(place, len(character.hindering))
    return character.with_(hindering=character.hindering[:place] + character.hindering[place + 1 :])


def _check(place: int, held: int) -> None:
    if not 0 <= place < held:
        raise refuse("no-such-die", "", die=place + 1)
