"""Equipment dice and hindering dice: pure edits, and the values made from printed dice (EQP-1, HIND-3).

Codes refused: hindering-faces (least, most), most-hindering (most), most-items (most), no-such-die (die),
not-equipment (die), not-hindering (die), unknown-die (text, suggestion).
"""

from collections.abc import Collection
from typing import Final

from bones_desktop.rules.bones.book.attempts import rulebook_for
from bones_desktop.rules.bones.book.character import Character, ItemDie, ItemKind
from bones_desktop.rules.bones.book.fields import FACES, fit_line
from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.rules.bones.book.icons import BLANK
from bones_desktop.rules.bones.book.notation import ITEM_USES, find_printed_die
from bones_desktop.rules.bones.book.playstate import HinderingDie
from bones_desktop.rules.bones.book.rulebook import DieUse, PrintedDie, Rulebook
from bones_desktop.rules.reasons import refuse
from bones_desktop.rules.typedtext import key
from bones_desktop.rules.values import replaced, without

MOST_ITEMS = 40
MOST_HINDERING = 20
FEWEST_HINDERING_FACES: Final = 1
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


def hindering_of(printed: PrintedDie, icons: int, *, remedy: str = "") -> HinderingDie:
    """Return a Poison or Flaming die with its icon on so many faces, 1 to 6, the others blank (AMB-12).

    With as many as the printed die has it is the printed die, else one made by hand. `remedy` is what gets rid of it.
    """
    die = hindering_from(printed).with_(remedy=fit_line(remedy))
    if not FEWEST_HINDERING_FACES <= icons <= FACES:
        raise refuse("hindering-faces", "AMB-12", least=FEWEST_HINDERING_FACES, most=FACES)
    bearing = [shown for shown in printed.faces if not shown.is_blank]
    if icons == len(bearing):
        return die
    return die.with_(faces=(bearing[0],) * icons + (BLANK,) * (FACES - icons), printed="")


def add_item(character: Character, item: ItemDie) -> Character:
    """Return the character with one more equipment die."""
    if len(character.equipment) >= MOST_ITEMS:
        raise refuse("most-items", "", most=MOST_ITEMS)
    return character.with_(equipment=(*character.equipment, item))


def add_printed_item(rulebook: Rulebook, character: Character, die: str) -> Character:
    """Return the character with an equipment die from the rulebook, under its house rules (AMB-36)."""
    return add_item(character, item_from(rulebook_for(rulebook, character.house_rules).die(die)))


def under_house_rules(rulebook: Rulebook, character: Character, house_rules: HouseRules) -> Character:
    """Return the character as others play it; printed equipment has the faces it has under their house rules (AMB-36).

    Dice that are called printed ones and never had the faces of one stay as they are.
    """
    if house_rules == character.house_rules:
        return character
    before, after = rulebook_for(rulebook, character.house_rules), rulebook_for(rulebook, house_rules)
    swapped = {(old.id, old.faces): new.faces for old, new in zip(before.dice, after.dice, strict=True)}
    equipment = tuple(
        item.with_(faces=swapped.get((item.printed, item.faces), item.faces)) for item in character.equipment
    )
    return character.with_(house_rules=house_rules, equipment=equipment)


def take_up(rulebook: Rulebook, character: Character, name: str, taken: Collection[int] = ()) -> tuple[Character, int]:
    """Return the character with equipment of a name, and its place: the first of his own that is not `taken`.

    What he does not have by its own name or that of its printed die is added, called as asked for.
    """
    own = [(place, item) for place, item in enumerate(character.equipment) if place not in taken]
    called = [place for place, item in own if key(item.name) == key(name)]
    if not called:
        printed = find_printed_die(rulebook, name, ITEM_USES)
        called = [place for place, item in own if item.printed == printed.id]
        if not called:
            return add_item(character, item_from(printed).with_(name=fit_line(name))), len(character.equipment)
    return character, called[0]


def creation_percent(net: int) -> int:
    """Return how much of the usual time something takes with Driven, by the net successes (MAST 4, AMB-24)."""
    return max(25, 100 - 25 * max(0, net - 1))


def improvements(net: int) -> int:
    """Return how many improvements Weaponsmith brings the die of a weapon or armour (MAST 6, AMB-25)."""
    return max(0, net) // 2


def set_item(character: Character, place: int, item: ItemDie) -> Character:
    """Return the character with one equipment die replaced."""
    _check(place, len(character.equipment))
    return character.with_(equipment=replaced(character.equipment, place, item))


def remove_item(character: Character, place: int) -> Character:
    """Return the character without one equipment die."""
    _check(place, len(character.equipment))
    return character.with_(equipment=without(character.equipment, place))


def add_hindering(character: Character, die: HinderingDie) -> Character:
    """Return the character with one more hindering die, given on its day unless the die says another (HIND-3)."""
    if len(character.hindering) >= MOST_HINDERING:
        raise refuse("most-hindering", "", most=MOST_HINDERING)
    given = die if die.day else die.with_(day=character.day)
    return character.with_(hindering=(*character.hindering, given))


def set_remedy(character: Character, place: int, remedy: str) -> Character:
    """Return the character with another note of what gets rid of a hindering die (HIND-6)."""
    _check(place, len(character.hindering))
    die = character.hindering[place].with_(remedy=fit_line(remedy))
    return character.with_(hindering=replaced(character.hindering, place, die))


def remove_hindering(character: Character, place: int) -> Character:
    """Return the character without one hindering die (HIND-6)."""
    _check(place, len(character.hindering))
    return character.with_(hindering=without(character.hindering, place))


def _check(place: int, held: int) -> None:
    if not 0 <= place < held:
        raise refuse("no-such-die", "", die=place + 1)
