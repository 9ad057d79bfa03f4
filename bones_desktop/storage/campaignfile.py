"""Files of campaigns (`.bones-campaign`) and of fights and scenes (`.bones-fight`). Each file is one JSON value."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import MOST_DAYS
from bones_desktop.rules.bones.fight.roster import Fight
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.rules.records import Record
from bones_desktop.rules.scenes import Scene, rules_of
from bones_desktop.rules.values import Fault
from bones_desktop.storage.files.checkedfile import DamagedFileError, read_checked, write_checked
from bones_desktop.storage.files.datafile import DataFileError, FileEntry, Form, ValueFolder
from bones_desktop.storage.files.locations import make_folder
from bones_desktop.storage.files.plainjson import changes, plain, read, with_changes
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import FileStep, HistoryStep
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


MOST_STEPS: Final = 20
_LARGEST_HISTORY: Final = 4_000_000
"""Maximum size of the history of one campaign, in bytes."""


class CampaignStep(Record):
    """One undo step of a campaign, with its changes to the files of members."""

    name: str
    before: Campaign
    after: Campaign
    members: tuple[FileStep[Character], ...]


class CampaignHistory(Record):
    """Undo steps in order. The last `undone` of them are undone."""

    steps: tuple[CampaignStep, ...]
    undone: int


class CampaignHistories:
    """Histories in `folder`, one file for each campaign id."""

    def __init__(self, folder: Path, troubled: Callable[[FileProblem], None] = lambda _error: None) -> None:
        """Keep histories in `folder`; for `troubled` see `UndoHistories`."""
        self._folder = folder
        self.troubled = troubled

    def save(self, campaign_id: str, digest: str, steps: Sequence[CampaignStep], undone: int) -> None:
        """Save the last MOST_STEPS steps, or fewer if they are large. Raise FileProblem when that fails.

        `digest` is that of the campaign's file. If more than MOST_STEPS steps are undone, those that would be redone
        first are kept.
        """
        start = max(0, min(len(steps) - MOST_STEPS, len(steps) - undone))
        kept = list(steps[start : start + MOST_STEPS])
        undone = min(undone, len(kept))
        written = [_step(step) for step in kept]
        while sum(map(len, written)) > _LARGEST_HISTORY:
            # The steps farthest from the present state are dropped: a player wants to undo or redo the nearest ones.
            if undone == len(written):
                written.pop()
                undone -= 1
            else:
                del written[0]
        path = self._path(campaign_id)
        make_folder(path.parent, path)
        write_checked(path, {"digest": digest, "steps": written, "undone": undone})

    def load(self, campaign: Campaign, digest: str) -> CampaignHistory | None:
        """Return the history that leads to `campaign`; None if it is missing, damaged or belongs to another state."""
        try:
            body = read_checked(self._path(campaign.id), 2 * _LARGEST_HISTORY)
            if body["digest"] != digest:
                return None
            steps = tuple(map(_stored, body["steps"]))
            undone = body["undone"]
            if type(undone) is not int or not 0 <= undone <= len(steps) <= MOST_STEPS:
                return None
        except (FileProblem, DamagedFileError, KeyError, TypeError, ValueError, AttributeError, RecursionError):
            return None
        done = len(steps) - undone
        # The digest covers only the campaign's file. Members may have been changed, so the values are compared too.
        leads = (not done or steps[done - 1].after == campaign) and (not undone or steps[done].before == campaign)
        return CampaignHistory(steps, undone) if leads else None

    def _path(self, campaign_id: str) -> Path:
        return self._folder / f"{campaign_id}.json"


def _step(step: CampaignStep) -> str:
    """Return the step as one string. Indented with the rest of the file, the step would be several times as long."""
    members = [
        [str(made.path), made.step.name, plain(made.before, usual=False), changes(made.before, made.after)]
        for made in step.members
    ]
    campaigns = {"before": plain(step.before, usual=False), "after": plain(step.after, usual=False)}
    return json.dumps({"name": step.name, **campaigns, "members": members}, allow_nan=False)


def _stored(text: str) -> CampaignStep:
    body: dict[str, Any] = json.loads(text)
    members = []
    for path, name, first, differences in body["members"]:
        before = read(Character, first)
        members.append(FileStep(Path(path), HistoryStep(str(name), before, with_changes(before, differences))))
    return CampaignStep(
        str(body["name"]), read(Campaign, body["before"]), read(Campaign, body["after"]), tuple(members)
    )
