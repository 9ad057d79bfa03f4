"""What the shelf knows of one file without opening it: who it is, its dice in brief, and the words it is found by."""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bones_desktop.rules.bones.character import MOST_PLAYER_DICE, Character, CharacterDie, Kind
from bones_desktop.rules.bones.icons import MENTAL, PHYSICAL, UNIVERSAL
from bones_desktop.rules.bones.packuse import uses_house
from bones_desktop.rules.cleantext import clean_text
from bones_desktop.storage.characterfile import CharacterFileError, read_character
from bones_desktop.storage.textfiles import FileProblem

_ON_EVERY_DIE: Final = frozenset({UNIVERSAL, PHYSICAL, MENTAL})


@dataclass(frozen=True, slots=True)
class Entry:
    """One file on the shelf."""

    path: Path
    name: str
    """The character's name; the file's where it has none."""
    modified: datetime
    kind: Kind | None = None
    id: str = ""
    dice: int = 0
    emblem: str = ""
    """Code of the face its dice bear most often, beside those every die has; "" when there is none."""
    damaged: CharacterFileError | FileProblem | None = None
    """Why it cannot be opened; None when it can."""
    newer: bool = False
    race: str = ""
    tags: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()
    """Code of one telling face for each of its dice, up to ten; "" for a die with nothing chosen."""
    origins: tuple[str, ...] = ()
    """Ids of the templates and printed dice its dice were made from, each once, in the order of the dice."""
    icons: tuple[str, ...] = ()
    """Every icon its dice bear, beside those every die has, by id."""
    portrait: bool = False
    """Whether the file holds a picture."""
    house: bool = False
    """Whether it uses house rules: a template, a race, an icon or gear that the rulebook does not print."""


def time_of(mtime: float) -> datetime:
    """Return a file's time of change; the start of 1970 where it is none."""
    try:
        return datetime.fromtimestamp(mtime, UTC)
    except (OSError, OverflowError, ValueError):
        return datetime.fromtimestamp(0, UTC)


def read_entry(path: Path, modified: datetime) -> Entry:
    """Return what the file at `path`, last changed at `modified`, has on the shelf; one that is damaged says why."""
    try:
        found = read_character(path)
    except (CharacterFileError, FileProblem) as error:
        return Entry(path, path.stem, modified, damaged=error)
    character = found.character
    shown = _counted_faces(character)
    return Entry(
        path,
        character.name or path.stem,
        modified,
        character.kind,
        character.id,
        len(character.dice),
        shown.most_common(1)[0][0] if shown else "",
        newer=found.newer,
        race=character.race,
        tags=tuple(clean_text(tag) for tag in character.tags),
        faces=tuple(_telling(die, shown) for die in character.dice[:MOST_PLAYER_DICE]),
        origins=tuple(dict.fromkeys(origin for die in character.dice if (origin := die.template or die.printed))),
        icons=_icons(character),
        portrait=bool(character.portrait),
        house=uses_house(character),
    )


def _own_faces(die: CharacterDie) -> list[str]:
    return [shown.code for shown in die.faces if not shown.is_blank and shown.icons[0] not in _ON_EVERY_DIE]


def _counted_faces(character: Character) -> Counter[str]:
    return Counter(code for die in character.dice for code in _own_faces(die))


def _telling(die: CharacterDie, counted: Counter[str]) -> str:
    """Return the face that tells this die from the others: the rarest; of several the first."""
    own = _own_faces(die)
    if own:
        return min(own, key=lambda code: counted[code])
    return next((shown.code for shown in die.faces if not shown.is_blank), "")


def _icons(character: Character) -> tuple[str, ...]:
    found = {
        icon
        for die in character.dice
        for shown in die.faces
        if not shown.is_blank
        for icon in shown.icons
        if icon not in _ON_EVERY_DIE
    }
    return tuple(sorted(found))
