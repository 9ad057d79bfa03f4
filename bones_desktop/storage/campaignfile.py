"""Files of campaigns (`.bones-campaign`), fights and scenes (`.bones-fight`), and notes about them in a user's folder.

Each file of the program is one JSON value. Notes are written without overwriting the user's changes: a hidden file in
the folder lists the written notes with digests of their contents. If a note has another digest now, the user edited it,
and it is left alone. Only notes that this module wrote are deleted.
"""

import contextlib
import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from bones_desktop.rules.bones.book.fields import MOST_DAYS
from bones_desktop.rules.bones.fight.roster import Fight
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.rules.scenes import Scene, rules_of
from bones_desktop.rules.values import Fault
from bones_desktop.storage.files.checkedfile import DamagedFileError, read_checked, write_checked
from bones_desktop.storage.files.datafile import DataFileError, FileEntry, Form, ValueFolder
from bones_desktop.storage.files.locations import delete, free_path
from bones_desktop.storage.files.textfiles import FileProblem, is_folder, read_bytes, save_bytes
from bones_desktop.storage.games import StoredGame, game_of

FIGHT_SUFFIX: Final = ".bones-fight"
FIGHT_FORMAT: Final = "bones-desktop-fight"
LARGEST_FIGHT: Final = 16_000_000


class FightFileError(DataFileError):
    """Raised when a file does not contain a fight that we can read."""

    kind = "fight"
    suffix = FIGHT_SUFFIX


def _fight_faults(fight: Fight) -> Iterator[Fault]:
    """Yield a fault for each repeated fighter id, and for each item number of a fighter who has no such item."""
    seen: set[str] = set()
    for place, fighter in enumerate(fight.encounter.fighters):
        where = ("round", "encounter", "fighters", place)
        if fighter.id in seen:
            yield Fault((*where, "id"), "fighter_twice")
        seen.add(fighter.id)
        if any(not 0 <= item < len(fighter.character.equipment) for item in fighter.at_hand):
            yield Fault((*where, "at_hand"), "less_than_equal")
        if fighter.lent > len(fighter.character.equipment):
            yield Fault((*where, "lent"), "less_than_equal")


FIGHTS: Final[Form[Fight]] = Form(
    FIGHT_FORMAT, "bones", "fight", Fight, LARGEST_FIGHT, FightFileError, "not-fight", faults=_fight_faults
)
"""Files of BONES fights."""


def scene_form(stored: StoredGame[Any, Any]) -> Form[Scene]:
    """Return the file format for scenes of a smaller game: the format of fights, with the id of the game."""
    kind = rules_of(stored.game).scene
    return Form(FIGHT_FORMAT, stored.game.id, "scene", kind, LARGEST_FIGHT, FightFileError, "not-fight")


def scene_game(path: Path) -> str:
    """Return the id of the smaller game whose scene a file contains; "" for a BONES fight or any other file."""
    try:
        FIGHTS.read(path)
    except FightFileError as error:
        small = game_of(error.hint) if error.is_foreign else None
        return small.game.id if small is not None else ""
    except FileProblem:
        return ""
    return ""


SUFFIX: Final = ".bones-campaign"
FORMAT: Final = "bones-desktop-campaign"
LARGEST: Final = 16_000_000


class CampaignFileError(DataFileError):
    """Raised when a file does not contain a campaign that we can read."""

    kind = "campaign"
    suffix = SUFFIX


def _faults(campaign: Campaign) -> Iterator[Fault]:
    yield from _members_twice(campaign)
    yield from _passages_apart(campaign)
    yield from _sessions_in_disorder(campaign)


def _members_twice(campaign: Campaign) -> Iterator[Fault]:
    """Yield a fault for each character that is a member more than once."""
    seen: set[str] = set()
    for place, member in enumerate(campaign.members):
        if member.id in seen:
            yield Fault(("members", place, "id"), "member_twice")
        seen.add(member.id)


def _passages_apart(campaign: Campaign) -> Iterator[Fault]:
    """Yield a fault for each passage that does not begin when the previous one ended, or ends after the calendar."""
    day = 1
    for place, passage in enumerate(campaign.passages):
        if passage.day != day:
            yield Fault(("passages", place, "day"), "passage_order")
        day += passage.days
        if day > MOST_DAYS:
            yield Fault(("passages", place, "days"), "less_than_equal")


def _sessions_in_disorder(campaign: Campaign) -> Iterator[Fault]:
    """Yield a fault for each session whose number is not above the previous one, and for each early open session.

    Only the last session may be open.
    """
    last = 0
    for place, session in enumerate(campaign.sessions):
        if session.number <= last:
            yield Fault(("sessions", place, "number"), "session_order")
        if not session.ended and session is not campaign.sessions[-1]:
            yield Fault(("sessions", place, "ended"), "session_open")
        last = session.number


CAMPAIGNS: Final[Form[Campaign]] = Form(
    FORMAT, "bones", "campaign", Campaign, LARGEST, CampaignFileError, "not-campaign", faults=_faults
)
"""Files of BONES campaigns."""

CampaignEntry = FileEntry[Campaign]
CampaignFolder = ValueFolder[Campaign]

read_campaign: Final = CAMPAIGNS.read
parse_campaign: Final = CAMPAIGNS.parse
dump_campaign: Final = CAMPAIGNS.dump
write_campaign: Final = CAMPAIGNS.write


LIST: Final = ".bones-desktop-notes.json"
"""Name of the hidden file. Obsidian and file managers do not show it."""
NOTE_SUFFIX: Final = ".md"
_LARGEST_NOTE: Final = 20_000_000


class NoteFile(NamedTuple):
    """A note: the name of its file without extension, and its text."""

    name: str
    text: str


def write_notes(folder: Path, notes: Mapping[str, NoteFile]) -> tuple[Path, ...]:
    """Write the notes that changed, and return the files that the user edited.

    The key of a note never changes: it is a kind and the id of a campaign or fight, as in "session:ab12:3". For each
    campaign or fight, `notes` must contain all its notes. Files of notes that are no longer in `notes`, and files with
    old names, are deleted unless the user edited them. A file that already existed, or that the user edited, is left as
    it is. Raise FileProblem when the folder is missing or cannot be written.
    """
    if not is_folder(folder):
        raise FileProblem("folder-gone", folder / LIST)
    known, edited = _known(folder), list[Path]()
    before = dict(known)
    try:
        for key, note in notes.items():
            if (path := _write(folder, key, note, known)) is not None:
                edited.append(path)
        owners = {_owner(key) for key in notes} - {""}
        for key in [each for each in known if each not in notes and _owner(each) in owners]:
            _remove(folder, known.pop(key))
    finally:
        # Save the list also after an error. Otherwise the files just written would count as edited by the user.
        if known != before:
            write_checked(folder / LIST, known)
    return tuple(edited)


def _write(folder: Path, key: str, note: NoteFile, known: dict[str, dict[str, str]]) -> Path | None:
    """Write one note. Return its file if the user edited it."""
    data = note.text.encode("utf-8", "replace")
    ours = known.get(key)
    old = folder / ours["file"] if ours else None
    present = _content(old) if old is not None else None
    if old is not None and ours is not None and present is not None and ours["sha256"] != _digest(present):
        return None if present == data else old
    path = free_path(folder, note.name, NOTE_SUFFIX, old)
    if path == old and present == data:
        return None
    try:
        save_bytes(path, data, present if path == old else None)
    except FileProblem as error:
        # Another program wrote the file a moment ago.
        if error.code in {"changed-outside", "exists"}:
            return path
        raise
    known[key] = {"file": path.name, "sha256": _digest(data)}
    if old is not None and present is not None and path != old:
        with contextlib.suppress(FileProblem):
            delete(old)
    return None


def _owner(key: str) -> str:
    """Return the id of the campaign or fight in a key; "" if there is none."""
    return "".join(key.split(":")[1:2])


def _remove(folder: Path, ours: dict[str, str]) -> None:
    """Delete a file that this module wrote, unless the user edited it or it cannot be deleted."""
    with contextlib.suppress(FileProblem):
        present = _content(folder / ours["file"])
        if present is not None and _digest(present) == ours["sha256"]:
            delete(folder / ours["file"])


def _content(path: Path) -> bytes | None:
    """Return the content of a file; None if it does not exist. Raise FileProblem."""
    try:
        return read_bytes(path, _LARGEST_NOTE)
    except FileProblem as error:
        if error.code == "file-gone":
            return None
        raise


def _known(folder: Path) -> dict[str, dict[str, str]]:
    """Return the name and the digest of each note's file by key; {} if the list is missing or damaged."""
    try:
        found: Any = read_checked(folder / LIST, _LARGEST_NOTE)
    except (DamagedFileError, FileProblem):
        return {}
    entries = found.items() if isinstance(found, dict) else ()
    return {key: each for key, each in entries if _is_entry(each)}


def _is_entry(entry: object) -> bool:
    """Return whether an entry names a file directly in the folder.

    The list may come from elsewhere, so its entries are checked.
    """
    if not isinstance(entry, dict) or entry.keys() != {"file", "sha256"}:
        return False
    name = entry["file"]
    return isinstance(name, str) and name.endswith(NOTE_SUFFIX) and Path(name).name == name and "\\" not in name


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
