"""What a campaign means for a character's own file: its days, sessions, awards and house rules, each given once.

Catching up twice gives nothing twice: the `occasion` of a ledger's line says which session gave it.

Codes refused: ledger-full (most), spiff-ledger-full (most), spiffs-too-many (most), too-many (most), and those of
`recovery.pass_days`.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass

from bones_desktop.rules.bones.book.advancement import with_entries
from bones_desktop.rules.bones.book.calendar import MOST_DAYS, season_of
from bones_desktop.rules.bones.book.character import MOST_LIVED, Character, Kind, LedgerEntry, LedgerKind, add_count
from bones_desktop.rules.bones.book.fields import MOST_COUNTED
from bones_desktop.rules.bones.book.playstate import LivedUntil, SpiffEntry
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.recovery import pass_days
from bones_desktop.rules.bones.injury.spiffs import BACK_STORIES, why_not_earned, with_entry
from bones_desktop.rules.bones.life.campaigns import Campaign, GameSession, has_member, member_of
from bones_desktop.rules.bones.life.seasons import shifted
from bones_desktop.rules.bones.making import edits
from bones_desktop.rules.reasons import refuse

_Award = tuple[str, str]
"""Reason and note of an award."""


@dataclass(frozen=True, slots=True)
class MemberChange:
    """What differs for one member between before and after, for a summary."""

    id: str
    name: str
    days: int
    """That passed."""
    points: int
    """Points below zero that healed."""
    spiffs: int
    """More, or fewer when negative."""
    sessions: int
    """Toward the next icon: more, or fewer when negative."""
    joined: bool
    """Whether it came into the campaign."""


def occasion_of(campaign: Campaign, session: GameSession) -> str:
    """Return what lines of a character's ledgers say that a session gave."""
    return f"{campaign.id}/{session.number}"


def catch_up(rulebook: Rulebook, campaign: Campaign, character: Character, today: str) -> Character:
    """Return the character as the campaign has it now; the same again when it has caught up already.

    A member joins, takes the house rules, lives through the days it has not lived through, and gets of each session
    that ended what it gives: a session to players who were present (IMP-2), and spiffs to players (AMB-107). Where an
    ended session gives something else than before it was reopened, the difference is settled, as far as it is
    there, even from another session. Lines are dated by the session, or `today`. A character that is no member any
    more leaves and keeps what it got. Refused when a ledger is full or a count too high.
    """
    if not has_member(campaign, character.id):
        return leave(campaign, character)
    if character.campaign != campaign.id:
        character = _joined(campaign, character)
    if character.house_rules != campaign.house_rules:
        character = edits.set_house_rules(character, campaign.house_rules)
    character = _lived_through(campaign, character)
    if character.kind is not Kind.PLAYER:
        return character
    return _rewarded(rulebook, campaign, character, today)


def leave(campaign: Campaign, character: Character) -> Character:
    """Return the character outside the campaign, with all it got there; one that is not in it stays as it is."""
    return outside(character) if character.campaign == campaign.id else character


def change(before: Character, after: Character) -> MemberChange:
    """Return what differs between a character before and after."""
    return MemberChange(
        id=after.id,
        name=after.name,
        days=after.day - before.day if before.campaign == after.campaign else 0,
        points=max(0, before.excess_damage - after.excess_damage),
        spiffs=after.spiffs - before.spiffs,
        sessions=after.sessions - before.sessions,
        joined=bool(after.campaign) and before.campaign != after.campaign,
    )


def _joined(campaign: Campaign, character: Character) -> Character:
    """Return the character under the campaign's calendar: days since its wounds and the order of its diary stay.

    What would lie before the calendar's first day is of an unknown day. One that was here before goes on where it left.
    """
    character = outside(character)
    lived = next((each.day for each in character.lived if each.campaign == campaign.id), 1)
    day = max(member_of(campaign, character.id).since, lived)
    by = day - character.day

    def moved(old: int) -> int:
        return min(max(0, old + by), MOST_DAYS) if old else 0

    character = shifted(character, season_of(day) - season_of(character.day))
    return character.with_(
        campaign=campaign.id,
        lived=tuple(each for each in character.lived if each.campaign != campaign.id),
        day=day,
        lost=tuple(entry.with_(day=moved(entry.day)) for entry in character.lost),
        hindering=tuple(die.with_(day=moved(die.day)) for die in character.hindering),
        effects=tuple(effect.with_(day=moved(effect.day)) for effect in character.effects),
    )


def outside(character: Character) -> Character:
    """Return the character outside of any campaign; it knows how far it had come, and heals by no day twice."""
    if not character.campaign:
        return character
    others = (each for each in character.lived if each.campaign != character.campaign)
    until = LivedUntil(campaign=character.campaign, day=character.day)
    return character.with_(campaign="", lived=(*others, until)[-MOST_LIVED:])


def _lived_through(campaign: Campaign, character: Character) -> Character:
    for passage in campaign.passages:
        left = passage.day + passage.days - max(passage.day, character.day)
        if left > 0:
            character = pass_days(character, left, resting=character.id in passage.resting)
    return character


class _Given:
    """What the ledgers say that each occasion gave, so that they are read through once."""

    def __init__(self, character: Character) -> None:
        self.sessions: Counter[str] = Counter()
        self.spiffs: defaultdict[str, Counter[_Award]] = defaultdict(Counter)
        for line in character.ledger:
            if line.kind is LedgerKind.AWARD and line.occasion:
                self.sessions[line.occasion] += line.sessions
        for entry in character.spiff_ledger:
            if entry.occasion:
                self.spiffs[entry.occasion][entry.reason, entry.note] += entry.by


def _rewarded(rulebook: Rulebook, campaign: Campaign, character: Character, today: str) -> Character:
    """Return the character with what all sessions give, then without what they gave and do not any more.

    In this order nothing is left to be taken that catching up once more would find.
    """
    got = _Given(character)
    sessions: list[tuple[GameSession, int]] = []
    spiffs: list[tuple[GameSession, _Award, int]] = []
    for session in campaign.sessions:
        if session.ended:
            occasion = occasion_of(campaign, session)
            sessions.append((session, (character.id in session.present) - got.sessions[occasion]))
            missing = _missing(character.id, session, got.spiffs[occasion])
            spiffs += [(session, key, n) for key, n in missing.items() if n]
    for session, by in sorted(sessions, key=lambda each: each[1] < 0):
        character = _with_session(character, session, by, occasion_of(campaign, session), session.on or today)
    for session, key, by in sorted(spiffs, key=lambda each: each[2] < 0):
        character = _with_award(rulebook, character, key, by, occasion_of(campaign, session), session.on or today)
    return character


def _with_session(character: Character, session: GameSession, missing: int, occasion: str, on: str) -> Character:
    """Return the character with the session toward its next icon, or without the one it was not at after all."""
    by = max(missing, -character.sessions)
    if not by:
        return character
    changed = add_count(character, "sessions", by)
    entry = LedgerEntry(kind=LedgerKind.AWARD, on=on, sessions=by, note=session.title, occasion=occasion)
    return with_entries(changed, (entry,))


def _missing(member: str, session: GameSession, got: Counter[_Award]) -> Counter[_Award]:
    """Return by reason and note how many spiffs are still to be given, or to be taken where negative."""
    due: Counter[_Award] = Counter()
    for award in session.awards:
        if award.member == member:
            due[award.reason, award.note] += award.spiffs
    due.subtract(got)
    return due


def _with_award(
    rulebook: Rulebook, character: Character, key: _Award, missing: int, occasion: str, on: str
) -> Character:
    """Return the character with the spiffs of an award; of those to be taken, as many as are left."""
    reason, note = key
    by = max(missing, -character.spiffs)
    barred = by > 0 and reason in BACK_STORIES and why_not_earned(rulebook, character, reason) is not None
    if barred or not by:
        return character
    if by > MOST_COUNTED:
        raise refuse("spiffs-too-many", "", most=MOST_COUNTED)
    return with_entry(character, SpiffEntry(by=by, reason=reason, note=note, on=on, occasion=occasion))
