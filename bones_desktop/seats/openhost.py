"""A host without a window: log, dice and characters are opened for it, and saved when it closes."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final

from bones_desktop.play.eveningdice import EveningDice
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.rules.bones.life.packs import with_packs
from bones_desktop.rules.fairdice import SEED_SIZE
from bones_desktop.rules.typedtext import AnswerError, key, one_line
from bones_desktop.seats.characterseat import SeatRoom
from bones_desktop.seats.host import Host
from bones_desktop.seats.table import TableFile
from bones_desktop.storage.campaignfile import CAMPAIGNS
from bones_desktop.storage.files.characterfile import SUFFIX
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.files.settings import SettingsFiles
from bones_desktop.storage.files.textfiles import FileProblem, is_file
from bones_desktop.storage.games import read_any
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.storage.packfile import PackFolder
from bones_desktop.storage.rulebookfile import shipped_rulebook
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.wording.files import damaged_pack_sentence, file_sentence
from bones_desktop.wording.language import _
from bones_desktop.wording.names import listed
from bones_desktop.wording.reasons import suggested

_SEED_TAG: Final = b"bones-desktop seed\n"


def seed_of(word: str) -> bytes:
    """Return the seed of an evening that a word stands for, so that a trial has the same dice each time."""
    return sha256(_SEED_TAG + word.encode("utf-8", "replace")).digest()[:SEED_SIZE]


def open_host(
    locations: Locations,
    named: Sequence[str | Path],
    campaign: Path | None = None,
    seed: str = "",
    *,
    clock: Callable[[], datetime],
) -> Host:
    """Return the host of a campaign's table, or of a table for the characters in `named`: files or names of the shelf.

    The party of the campaign sits there too. The same campaign, or the same characters without one, open the same
    table until it is closed for good. `seed` is a word from which the dice of a new evening follow. Raise FileProblem
    or DataFileError when the log, the campaign or a named file cannot be opened, and AnswerError for a name that is
    not on the shelf. Sentences about other files that cannot be used are in `Host.troubles`.
    """
    settings = SettingsFiles(locations.settings_file, locations.window_state_file, clock).load().settings
    packs = PackFolder(locations.packs).load()
    played = CAMPAIGNS.read(campaign).value if campaign is not None else None

    def open_campaign() -> Campaign | None:
        return played

    shelf = Shelf(Path(settings.characters_folder) if settings.characters_folder else locations.characters)
    paths = [_character_file(shelf, Path(each)) for each in named]
    ids = sorted(read_any(path)[1].value.id for path in paths)
    table = f"campaign {played.id}" if played is not None else " ".join(ids)
    party, missing = _party(played, shelf)
    log = ThrowLog(locations.roll_log, clock)
    try:
        dice = EveningDice(log, clock, *((partial(seed_of, seed),) if seed else ()))
        room = SeatRoom(locations, with_packs(shipped_rulebook(), packs.packs), log, dice, clock)
        host = make_host(room, table, open_campaign, (*paths, *party), settings.theme)
    except BaseException:
        log.close()
        raise
    host.troubles += [*map(damaged_pack_sentence, packs.damaged), *missing]
    host.at_end.append(log.close)
    return host


def make_host(
    room: SeatRoom, key: str, campaign: Callable[[], Campaign | None], paths: Iterable[Path], theme: str
) -> Host:
    """Return the host of the table that `key` identifies, with the characters in `paths`.

    Sentences about files that cannot be used are in `Host.troubles`. Raise FileProblem if the file of tables cannot be
    opened.
    """
    file = TableFile(room.locations.open_tables, room.clock())
    try:
        host = Host(room, file, file.open(key), campaign)
    except BaseException:
        file.close()
        raise
    host.troubles += filter(None, (file.trouble,))
    for path in paths:
        try:
            host.put((path,))
        except (FileProblem, DataFileError) as error:
            host.troubles.append(file_sentence(error))
    played = campaign()
    host.title = (played.name if played is not None else "") or listed(host.names) or _("Table")
    host.theme = "" if theme == "system" else theme
    return host


def _character_file(shelf: Shelf, named: Path) -> Path:
    """Return the file at a path, or the one on the shelf of this name or with a character of this name."""
    if named.suffix.casefold() == SUFFIX or is_file(named):
        return named.absolute()
    known = [each for each in shelf.entries() if each.id and each.damaged is None]
    wanted = key(str(named))
    same = [each.path for each in known if wanted and key(each.path.stem) == wanted]
    same += [each.path for each in known if wanted and key(each.name) == wanted]
    if same:
        return same[0]
    name = one_line(str(named))
    words = _("{one_line!r} is no file and no name on the shelf.{perhaps}")
    raise AnswerError(words.format(one_line=name[:40], perhaps=suggested(name, (each.name for each in known))))


def _party(campaign: Campaign | None, shelf: Shelf) -> tuple[list[Path], list[str]]:
    """Return the files of the members of a campaign, and why some cannot be at the table."""
    if campaign is None:
        return [], []
    places = {entry.id: entry.path for entry in shelf.entries() if entry.id and entry.damaged is None}
    words = _("{name} is not at the table: there is no file of this character.")
    missing = [words.format(name=each.name) for each in campaign.members if each.id not in places]
    return [places[each.id] for each in campaign.members if each.id in places], missing
