"""Which packs a character was made with, and the reasons given where something of a pack is missing."""

from collections.abc import Iterator

from bones_desktop.rules.bones.book.character import Character, CharacterDie, ItemDie
from bones_desktop.rules.bones.book.playstate import HinderingDie
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.reasons import Reason, reason

_SHIPPED = "house"


def packs_used(character: Character) -> tuple[str, ...]:
    """Return the ids of the packs that templates, race, icons, followers and gear come from, as on the sheet."""
    return tuple(dict.fromkeys(pack for each in _ids(character) if (pack := pack_of(each))))


def uses_house(character: Character) -> bool:
    """Return whether anything of a character is of a pack or of the house templates shipped."""
    return any("/" in each for each in _ids(character))


def pack_of(id: str) -> str:
    """Return the id of the pack that something comes from, "" for the rulebook and the house templates shipped."""
    pack, slash, _own = id.partition("/")
    return pack if slash and pack != _SHIPPED else ""


def pack_name(rulebook: Rulebook, pack: str) -> str:
    """Return the name of a pack, its id while it is not here."""
    return next((title.name for title in rulebook.packs if title.id == pack), "") or pack


def spoken(id: str) -> str:
    """Return a name made from the id of something that is not here: "norse/sea-raider" becomes "Sea raider"."""
    return id.rpartition("/")[2].replace("-", " ").capitalize()


def unknown_template(rulebook: Rulebook, template: str) -> Reason:
    """Return why a die's template cannot be used (CHR-4)."""
    return _unknown(rulebook, "template", "CHR-4", template)


def unknown_icon(rulebook: Rulebook, icon: str) -> Reason:
    """Return why an icon means nothing here (DICE-1)."""
    return _unknown(rulebook, "icon", "DICE-1", icon)


def unknown_race(rulebook: Rulebook, race: str) -> Reason:
    """Return why a race means nothing here (RACE-5)."""
    return _unknown(rulebook, "race", "RACE-5", race)


def _unknown(rulebook: Rulebook, what: str, rule: str, id: str) -> Reason:
    pack = pack_of(id)
    if not pack:
        return reason(f"{what}-unknown", rule, **{what: id})
    here = any(title.id == pack for title in rulebook.packs)
    code = f"{what}-not-in-pack" if here else f"{what}-of-missing-pack"
    return reason(code, rule, name=spoken(id), pack=pack_name(rulebook, pack))


def _ids(character: Character) -> Iterator[str]:
    yield character.racial_icon
    yield from _die_ids(*character.dice)
    for follower in character.followers:
        yield from _die_ids(*follower.dice)
    held: tuple[ItemDie | HinderingDie, ...] = (*character.equipment, *character.hindering)
    for item in held:
        yield item.printed
        for face in item.faces:
            yield from face.icons


def _die_ids(*dice: CharacterDie) -> Iterator[str]:
    for die in dice:
        yield die.template
        yield die.printed
        for face in die.faces:
            yield from face.icons
