"""A campaign: its members, calendar, sessions (IMP-2, SPF-3..8) and house rules, and its edits.

A campaign does not store what its members gain: `catch_up` updates the character's own file. A second call adds
nothing, because the `occasion` of a ledger entry names the session. `on` and `today` are dates such as 2026-11-21.

Codes refused: text-too-long (most), most-members (most), member-already (name), no-such-member (), year-from-to (least,
most), days-from-to (least, most), calendar-full (), too-many (most), session-begun-already (number), no-session-begun
(), no-session-to-reopen (), no-such-session (number), no-such-note (), most-sessions (most), most-awards (most),
award-says-what-for (), logs-once (), log-needs-text (), writer-unknown (), spiffs-from-to (least, most), ledger-full
(most), spiff-ledger-full (most), spiffs-too-many (most), and those of `injuries.pass_days`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Annotated, Final

from bones_desktop.rules.bones.book.character import (
    MOST_LIVED,
    Character,
    CharacterKind,
    LedgerEntry,
    LedgerKind,
    LivedUntil,
    SpiffEntry,
    add_count,
)
from bones_desktop.rules.bones.book.characterdice import with_entries
from bones_desktop.rules.bones.book.definitions import SpiffPrice
from bones_desktop.rules.bones.book.fields import (
    MOST_COUNTED,
    MOST_DAYS,
    MOST_GIFT,
    Day,
    Id,
    Line,
    Note,
    Text,
    fit_line,
    fit_note,
    fit_text,
    season_of,
)
from bones_desktop.rules.bones.book.rulebook import USUAL, HouseRules, Rulebook
from bones_desktop.rules.bones.injury.injuries import damage, pass_days
from bones_desktop.rules.bones.injury.spiffs import BACK_STORIES, CAMPAIGN_LOG, ways_to_earn, why_not_earned, with_entry
from bones_desktop.rules.bones.life.seasons import shifted
from bones_desktop.rules.bones.making import edits
from bones_desktop.rules.reasons import refuse
from bones_desktop.rules.records import Record, fields, replace
from bones_desktop.rules.values import Limits, Value, added

MOST_MEMBERS: Final = 60
MOST_NOTES: Final = 500

CharacterId = Annotated[str, Limits(pattern=r"^[0-9a-f]{32}$")]
LAST_YEAR: Final = 10_000
"""Limit for the first year of a calendar: at most this many years after or before year 0."""
MOST_DAYS_AT_ONCE: Final = 10_000
MOST_PASSAGES: Final = 20_000


class Member(Value):
    """A character of the campaign, which has a file of its own."""

    id: CharacterId
    name: Line = ""
    """The last known name of the character."""
    file: Line = ""
    """The last known name of the character's file."""
    hidden: bool = False
    """True if the GM keeps the member secret; the players' view leaves the member out."""
    since: Annotated[int, Limits(ge=1, le=MOST_DAYS)] = 1
    """Day of the campaign's calendar on which the member joined."""


class Passage(Value):
    """Days that passed: the first day, the number of days, and the members who rested (HEAL-1)."""

    day: Annotated[int, Limits(ge=1, le=MOST_DAYS)]
    """The day on which the passage begins."""
    days: Annotated[int, Limits(ge=1, le=10_000)]
    resting: Annotated[tuple[CharacterId, ...], Limits(max_length=MOST_MEMBERS)] = ()
    note: Line = ""


class Award(Value):
    """Spiffs given to a member for a session (SPF-3..8)."""

    member: CharacterId
    spiffs: Annotated[int, Limits(ge=0, le=MOST_GIFT)]
    """Number of spiffs; 0 only for a planned award whose spiffs are not decided yet."""
    reason: Id = ""
    """Id of the reason in the rulebook; "" for another reason, which the note states."""
    note: Line = ""


class GameSession(Value):
    """One session of play. When the session ends, each player present gets a session toward the next icon (IMP-2)."""

    number: Annotated[int, Limits(ge=1, le=10_000)]
    on: Day = ""
    day: Annotated[int, Limits(ge=1, le=MOST_DAYS)] = 1
    """Day of the calendar on which the session began."""
    title: Line = ""
    ended: bool = False
    present: Annotated[tuple[CharacterId, ...], Limits(max_length=MOST_MEMBERS)] = ()
    awards: Annotated[tuple[Award, ...], Limits(max_length=500)] = ()
    """Awards of the session. While the session is open, they are only planned."""
    log: Text = ""
    """The log that a player wrote about the session."""
    log_by: Annotated[str, Limits(pattern=r"^([0-9a-f]{32})?$")] = ""
    """The member whose player wrote the log and earns a spiff for it (SPF-3)."""


class RuleReason(Value):
    """The group's reason for a house rule."""

    rule: Annotated[str, Limits(pattern=r"^[a-z_]{1,80}$")]
    """Name of the field of `HouseRules`."""
    reason: Note = ""


class CampaignNote(Value):
    """A note of the GM. Names between double brackets are links (see `typedtext.linked_parts`)."""

    number: Annotated[int, Limits(ge=1, le=10_000)]
    title: Line = ""
    text: Text = ""
    shared: bool = False
    """True if the note is a handout, which the players may see."""


class Campaign(Value):
    """A whole campaign, as stored in its file."""

    id: CharacterId
    name: Line = ""
    gm_notes: Text = ""
    """Notes that only the GM sees."""
    notes: Annotated[tuple[CampaignNote, ...], Limits(max_length=MOST_NOTES)] = ()
    """Further notes and handouts, each with a title of its own."""
    house_rules: HouseRules = USUAL
    rule_reasons: Annotated[tuple[RuleReason, ...], Limits(max_length=40)] = ()
    first_year: Annotated[int, Limits(ge=-10_000, le=10_000)] = 1
    """Year of the first winter of the calendar."""
    members: Annotated[tuple[Member, ...], Limits(max_length=MOST_MEMBERS)] = ()
    passages: Annotated[tuple[Passage, ...], Limits(max_length=MOST_PASSAGES)] = ()
    """Periods of days in order: the first begins on day 1, each later one on the day on which the last one ended."""
    sessions: Annotated[tuple[GameSession, ...], Limits(max_length=5_000)] = ()
    """Sessions in order; only the last session may still be open."""

    @property
    def day(self) -> int:
        """The present day of the calendar."""
        last = self.passages[-1] if self.passages else None
        return last.day + last.days if last else 1


def new_campaign(id: str, name: str = "") -> Campaign:
    """Return a new campaign without members, on day 1 of its calendar."""
    return Campaign(id=id, name=fit_line(name))


def rename(campaign: Campaign, name: str) -> Campaign:
    """Return the campaign under another name."""
    return campaign.with_(name=fit_line(name))


def set_gm_notes(campaign: Campaign, text: str) -> Campaign:
    """Return the campaign with the GM's notes replaced."""
    return campaign.with_(gm_notes=fit_text(text))


def add_note(campaign: Campaign) -> Campaign:
    """Return the campaign with a new, empty note at the end. Raise RulesError if there are MOST_NOTES."""
    if len(campaign.notes) >= MOST_NOTES:
        raise refuse("too-many", "", most=MOST_NOTES)
    number = max((note.number for note in campaign.notes), default=0) + 1
    return campaign.with_(notes=(*campaign.notes, CampaignNote(number=number)))


def set_note(
    campaign: Campaign, number: int, title: str | None = None, text: str | None = None, shared: bool | None = None
) -> Campaign:
    """Return the campaign with a note's title, text or sharing with the players changed.

    None keeps a value. Raise RulesError if there is no such note.
    """
    note = note_of(campaign, number)
    note = note.with_(
        title=note.title if title is None else fit_line(title),
        text=note.text if text is None else fit_text(text),
        shared=note.shared if shared is None else shared,
    )
    return campaign.with_(notes=tuple(note if each.number == number else each for each in campaign.notes))


def remove_note(campaign: Campaign, number: int) -> Campaign:
    """Return the campaign without a note. Raise RulesError if there is no such note."""
    gone = note_of(campaign, number)
    return campaign.with_(notes=tuple(each for each in campaign.notes if each != gone))


def note_of(campaign: Campaign, number: int) -> CampaignNote:
    """Return the note with this number. Raise RulesError if there is none."""
    for note in campaign.notes:
        if note.number == number:
            return note
    raise refuse("no-such-note")


def set_first_year(campaign: Campaign, year: int) -> Campaign:
    """Return the campaign with another number for the year of its first winter."""
    if not -LAST_YEAR <= year <= LAST_YEAR:
        raise refuse("year-from-to", "OFF-2", least=-LAST_YEAR, most=LAST_YEAR)
    return campaign.with_(first_year=year)


def member_of(campaign: Campaign, member_id: str) -> Member:
    """Return the member with this id. Raise RulesError if there is none."""
    for member in campaign.members:
        if member.id == member_id:
            return member
    raise refuse("no-such-member", "")


def has_member(campaign: Campaign, member_id: str) -> bool:
    """Return whether this character is in the campaign."""
    return any(member.id == member_id for member in campaign.members)


def add_member(campaign: Campaign, member_id: str, name: str, file: str, *, hidden: bool = False) -> Campaign:
    """Return the campaign with a new member, who joins on the present day of its calendar."""
    if has_member(campaign, member_id):
        raise refuse("member-already", "", name=member_of(campaign, member_id).name or name)
    member = Member(id=member_id, name=fit_line(name), file=fit_line(file), hidden=hidden, since=campaign.day)
    return added(campaign, "members", member, "most-members")


def remove_member(campaign: Campaign, member_id: str) -> Campaign:
    """Return the campaign without a member, who also leaves an open session.

    The character keeps everything.
    """
    gone = member_of(campaign, member_id)
    sessions = campaign.sessions
    # Members who left stay in the lists of sessions that have ended.
    if sessions and not sessions[-1].ended:
        left = tuple(each for each in sessions[-1].present if each != member_id)
        sessions = (*sessions[:-1], sessions[-1].with_(present=left))
    return campaign.with_(members=tuple(each for each in campaign.members if each is not gone), sessions=sessions)


def set_known(campaign: Campaign, member_id: str, name: str, file: str) -> Campaign:
    """Return the campaign with a member's name and file updated."""
    return _with_member(campaign, member_of(campaign, member_id).with_(name=fit_line(name), file=fit_line(file)))


def set_hidden(campaign: Campaign, member_id: str, hidden: bool) -> Campaign:
    """Return the campaign with a member hidden from the players' view, or shown in it."""
    return _with_member(campaign, member_of(campaign, member_id).with_(hidden=hidden))


def set_house_rule(campaign: Campaign, rule: str, value: object, reason: str = "") -> Campaign:
    """Return the campaign with one house rule set, and the reason for it.

    `rule` is a field of HouseRules, and `value` one of its values. `reason` is "" for no reason. Raise KeyError for an
    unknown field.
    """
    if rule not in {each.name for each in fields(HouseRules)}:
        raise KeyError(rule)
    rules = replace(campaign.house_rules, **{rule: value})  # type: ignore[arg-type] # checked by with_
    told = fit_note(reason)
    # The old reason was for the old value, so it is removed even if there is no new reason.
    reasons = tuple(each for each in campaign.rule_reasons if each.rule != rule)
    if told:
        reasons = (*reasons, RuleReason(rule=rule, reason=told))
    return campaign.with_(house_rules=rules, rule_reasons=reasons)


def reason_for(campaign: Campaign, rule: str) -> str:
    """Return the group's reason for a house rule, "" if none is given."""
    return next((each.reason for each in campaign.rule_reasons if each.rule == rule), "")


def advance(campaign: Campaign, days: int, resting: Iterable[str] = (), note: str = "") -> Campaign:
    """Return the campaign this many days later; `resting` are the ids of the members who rested throughout."""
    if not 1 <= days <= MOST_DAYS_AT_ONCE:
        raise refuse("days-from-to", "HEAL-1", least=1, most=MOST_DAYS_AT_ONCE)
    if campaign.day + days > MOST_DAYS:
        raise refuse("calendar-full", "")
    rested = in_order(campaign, resting)
    passage = Passage(day=campaign.day, days=days, resting=rested, note=fit_line(note))
    return added(campaign, "passages", passage)


def hidden_members(campaign: Campaign) -> set[str]:
    """Return the ids of the members hidden from the players."""
    return {member.id for member in campaign.members if member.hidden}


def players_view(campaign: Campaign) -> Campaign:
    """Return the campaign as players may see it: without hidden members and the GM's notes."""
    hidden = hidden_members(campaign)
    return campaign.with_(
        gm_notes="",
        notes=tuple(note for note in campaign.notes if note.shared),
        members=tuple(member for member in campaign.members if member.id not in hidden),
        passages=tuple(
            each.with_(resting=tuple(one for one in each.resting if one not in hidden)) for each in campaign.passages
        ),
        sessions=tuple(
            each.with_(
                present=tuple(one for one in each.present if one not in hidden),
                awards=tuple(award for award in each.awards if award.member not in hidden),
                log_by="" if each.log_by in hidden else each.log_by,
            )
            for each in campaign.sessions
        ),
    )


def in_order(campaign: Campaign, ids: Iterable[str]) -> tuple[str, ...]:
    """Return the ids in the order of the members, each once. Refused if an id belongs to no member."""
    wanted = set(ids)
    for each in wanted:
        member_of(campaign, each)
    return tuple(member.id for member in campaign.members if member.id in wanted)


def _with_member(campaign: Campaign, member: Member) -> Campaign:
    return campaign.with_(members=tuple(member if each.id == member.id else each for each in campaign.members))


MOST_SESSIONS: Final = 5_000
LAST_NUMBER: Final = 10_000
"""The highest number of a session."""
MOST_AWARDS: Final = 500


def session_now(campaign: Campaign) -> GameSession | None:
    """Return the open session; None between sessions."""
    last = campaign.sessions[-1] if campaign.sessions else None
    return None if last is None or last.ended else last


def usual_awards(rulebook: Rulebook) -> tuple[SpiffPrice, ...]:
    """Return the reasons for spiffs in a session, in the rulebook's order (SPF-3..8)."""
    return tuple(way for way in ways_to_earn(rulebook) if way.id not in BACK_STORIES)


def begin_session(campaign: Campaign, on: str, title: str = "", present: Iterable[str] | None = None) -> Campaign:
    """Return the campaign with a new session. By default all members who are not hidden are present."""
    going_on = session_now(campaign)
    if going_on is not None:
        raise refuse("session-begun-already", "", number=going_on.number)
    # The number of sessions is no guide: restoring an old version of the campaign may have removed some.
    number = campaign.sessions[-1].number + 1 if campaign.sessions else 1
    if len(campaign.sessions) >= MOST_SESSIONS or number > LAST_NUMBER:
        raise refuse("most-sessions", "", most=MOST_SESSIONS)
    if present is None:
        present = (member.id for member in campaign.members if not member.hidden)
    session = GameSession(
        number=number, on=on, day=campaign.day, title=fit_line(title), present=in_order(campaign, present)
    )
    return campaign.with_(sessions=(*campaign.sessions, session))


def set_present(campaign: Campaign, present: Iterable[str]) -> Campaign:
    """Return the campaign with a new list of the members present in the open session."""
    return _with_session(campaign, _going_on(campaign).with_(present=in_order(campaign, present)))


def set_title(campaign: Campaign, number: int, title: str) -> Campaign:
    """Return the campaign with a session renamed."""
    return _with_session(campaign, session_of(campaign, number).with_(title=fit_line(title)))


def note_awards(campaign: Campaign, number: int, awards: Iterable[Award]) -> Campaign:
    """Return the campaign with planned awards for a session; nothing is given before the session ends.

    Each award replaces the planned award for the same member and reason. An award without spiffs and without a note
    deletes the planned award. Limits are checked when the session ends.
    """
    session = _going_on(campaign)
    if session.number != number:
        raise refuse("no-such-session", "", number=number)
    # A file may hold several awards for one reason. Only awards with the same reason as a new award are replaced.
    noted: dict[tuple[str, str], list[Award]] = {}
    for award in session.awards:
        noted.setdefault((award.member, award.reason), []).append(award)
    for award in awards:
        member_of(campaign, award.member)
        noted[award.member, award.reason] = [award.with_(note=fit_line(award.note))]
    kept = tuple(award for each in noted.values() for award in each if award.spiffs or award.note)
    if len(kept) > MOST_AWARDS:
        raise refuse("most-awards", "", most=MOST_AWARDS)
    return _with_session(campaign, session.with_(awards=kept))


def end_session(rulebook: Rulebook, campaign: Campaign, awards: Sequence[Award] = ()) -> Campaign:
    """Return the campaign after its session has ended with these awards.

    The writer of the session's log earns a spiff for it, unless `awards` already contains that award (SPF-3). Awards
    with a reason from the rulebook must be within its range; other awards must state a reason.
    """
    session = _going_on(campaign)
    if len(awards) > MOST_AWARDS:
        raise refuse("most-awards", "", most=MOST_AWARDS)
    for award in awards:
        _check(rulebook, campaign, award)
    # The rulebook rewards one log per session (SPF-3).
    if sum(award.reason == CAMPAIGN_LOG for award in awards) > 1:
        raise refuse("logs-once", "SPF-3")
    session = session.with_(awards=tuple(award.with_(note=fit_line(award.note)) for award in awards))
    return _with_session(campaign, _log_rewarded(rulebook, session.with_(ended=True)))


def reopen_last_session(campaign: Campaign) -> Campaign:
    """Return the campaign with the last session reopened. The awards are kept until the session ends again."""
    last = campaign.sessions[-1] if campaign.sessions else None
    if last is None:
        raise refuse("no-session-to-reopen", "")
    if not last.ended:
        raise refuse("session-begun-already", "", number=last.number)
    return _with_session(campaign, last.with_(ended=False))


def set_log(rulebook: Rulebook, campaign: Campaign, number: int, log: str, log_by: str = "") -> Campaign:
    """Return the campaign with the log of a session written or changed.

    `log_by` is "" if the writer is unknown. If the session has ended, the writer of its log earns a spiff, unless the
    session already has that award (SPF-3).
    """
    session, text = session_of(campaign, number), fit_text(log)
    if log_by and not text.strip():
        raise refuse("log-needs-text", "SPF-3")
    # A former member who wrote the log earlier stays its writer.
    if log_by and log_by != session.log_by and not has_member(campaign, log_by):
        raise refuse("writer-unknown", "SPF-3")
    session = session.with_(log=text, log_by=log_by)
    return _with_session(campaign, _log_rewarded(rulebook, session) if session.ended else session)


def session_of(campaign: Campaign, number: int) -> GameSession:
    """Return the session with this number. Raise RulesError if there is none."""
    for session in campaign.sessions:
        if session.number == number:
            return session
    raise refuse("no-such-session", "", number=number)


def _going_on(campaign: Campaign) -> GameSession:
    session = session_now(campaign)
    if session is None:
        raise refuse("no-session-begun", "")
    return session


def _log_rewarded(rulebook: Rulebook, session: GameSession) -> GameSession:
    """Return a session with an award for its log added, if the log has a writer and no award yet."""
    if not session.log_by or any(award.reason == CAMPAIGN_LOG for award in session.awards):
        return session
    way = next(way for way in ways_to_earn(rulebook) if way.id == CAMPAIGN_LOG)
    award = Award(member=session.log_by, spiffs=way.least or 1, reason=CAMPAIGN_LOG)
    if len(session.awards) >= MOST_AWARDS:
        raise refuse("most-awards", "", most=MOST_AWARDS)
    return session.with_(awards=(*session.awards, award))


def _check(rulebook: Rulebook, campaign: Campaign, award: Award) -> None:
    member_of(campaign, award.member)
    if not award.reason:
        if not award.note.strip():
            raise refuse("award-says-what-for", "SPF-8")
        least, most, source = 1, MOST_GIFT, "SPF-8"
    else:
        way = {each.id: each for each in ways_to_earn(rulebook)}[award.reason]
        least, most, source = way.least or 1, way.most or MOST_GIFT, way.source
    if not least <= award.spiffs <= most:
        raise refuse("spiffs-from-to", source, least=least, most=most)


def _with_session(campaign: Campaign, session: GameSession) -> Campaign:
    return campaign.with_(
        sessions=tuple(session if each.number == session.number else each for each in campaign.sessions)
    )


_Award = tuple[str, str]
"""Reason and note of an award."""


class MemberChange(Record):
    """Changes of one member, as shown in a summary."""

    id: str
    name: str
    days: int
    """Number of days that passed."""
    points: int
    """Points of damage that healed: dice regained, and points below zero."""
    spiffs: int
    """Number of spiffs gained; negative for spiffs lost."""
    sessions: int
    """Number of sessions gained toward the next icon; negative for sessions lost."""
    joined: bool
    """True if the member joined the campaign."""


def occasion_of(campaign: Campaign, session: GameSession) -> str:
    """Return the key that marks the awards of this session in the characters' ledgers."""
    return f"{campaign.id}/{session.number}"


def catch_up(rulebook: Rulebook, campaign: Campaign, character: Character, today: str) -> Character:
    """Return the character updated from the campaign; unchanged if it is up to date.

    A new member joins. Every member gets the house rules, the days that have passed, and the benefits of each session
    that ended: a session to players who were present (IMP-2), and spiffs to players (AMB-107). If the awards of a
    session changed after it was reopened, the difference is added or removed as far as possible, even from other
    sessions. Entries get the date of the session, or `today`. A former member leaves and keeps everything. Refused if a
    ledger is full or a count is too high.
    """
    if not has_member(campaign, character.id):
        return leave(campaign, character)
    if character.campaign != campaign.id:
        character = _joined(campaign, character)
    if character.house_rules != campaign.house_rules:
        character = edits.set_house_rules(character, campaign.house_rules)
    character = _lived_through(campaign, character)
    if character.kind is not CharacterKind.PLAYER:
        return character
    return _rewarded(rulebook, campaign, character, today)


def leave(campaign: Campaign, character: Character) -> Character:
    """Return the character after leaving its campaign, with everything gained there. Unchanged if it is no member."""
    return outside(character) if character.campaign == campaign.id else character


def change(before: Character, after: Character) -> MemberChange:
    """Return the differences between a character before and after."""
    return MemberChange(
        id=after.id,
        name=after.name,
        days=after.day - before.day if before.campaign == after.campaign else 0,
        points=max(0, damage(before) - damage(after)),
        spiffs=after.spiffs - before.spiffs,
        sessions=after.sessions - before.sessions,
        joined=bool(after.campaign) and before.campaign != after.campaign,
    )


def _joined(campaign: Campaign, character: Character) -> Character:
    """Return the character with the campaign's calendar.

    Days since its wounds and the order of its diary are kept. Events before the first day of the calendar get an
    unknown day. A former member who returns continues on the last day that it had in the campaign.
    """
    character = outside(character)
    # A former member must not heal again during days that already healed it.
    lived = next((each.day for each in character.lived if each.campaign == campaign.id), 1)
    day = max(member_of(campaign, character.id).since, lived)
    by = day - character.day

    def moved(old: int) -> int:
        # Day 0 means unknown and remains 0.
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
    """Return the character outside of any campaign. Its last day there is recorded, so that no day heals twice."""
    if not character.campaign:
        return character
    others = (each for each in character.lived if each.campaign != character.campaign)
    until = LivedUntil(campaign=character.campaign, day=character.day)
    return character.with_(campaign="", lived=(*others, until)[-MOST_LIVED:])


def _lived_through(campaign: Campaign, character: Character) -> Character:
    for passage in campaign.passages:
        # Days before the character joined, and days that it has already lived through, do not count.
        left = passage.day + passage.days - max(passage.day, character.day)
        if left > 0:
            character = pass_days(character, left, resting=character.id in passage.resting)
    return character


def _rewarded(rulebook: Rulebook, campaign: Campaign, character: Character, today: str) -> Character:
    """Return the character after adding the benefits of all sessions, then removing benefits that no longer exist.

    In this order a second call finds nothing more to remove.
    """
    noted: Counter[str] = Counter()
    for line in character.ledger:
        if line.kind is LedgerKind.AWARD:
            noted[line.occasion] += line.sessions
    given: defaultdict[str, Counter[_Award]] = defaultdict(Counter)
    for entry in character.spiff_ledger:
        given[entry.occasion][entry.reason, entry.note] += entry.by
    sessions: list[tuple[GameSession, int]] = []
    spiffs: list[tuple[GameSession, _Award, int]] = []
    for session in campaign.sessions:
        if session.ended:
            occasion = occasion_of(campaign, session)
            sessions.append((session, (character.id in session.present) - noted[occasion]))
            missing = _missing(character.id, session, given[occasion])
            spiffs += [(session, key, n) for key, n in missing.items() if n]
    # Additions come first, so that there are enough sessions to remove.
    for session, by in sorted(sessions, key=lambda each: each[1] < 0):
        character = _with_session_noted(character, session, by, occasion_of(campaign, session), session.on or today)
    for session, key, by in sorted(spiffs, key=lambda each: each[2] < 0):
        character = _with_award(rulebook, character, key, by, occasion_of(campaign, session), session.on or today)
    return character


def _with_session_noted(character: Character, session: GameSession, missing: int, occasion: str, on: str) -> Character:
    """Return the character with a session toward its next icon added, or removed if the character was not present."""
    # Sessions already spent on icons cannot be removed.
    by = max(missing, -character.sessions)
    if not by:
        return character
    changed = add_count(character, "sessions", by)
    entry = LedgerEntry(kind=LedgerKind.AWARD, on=on, sessions=by, note=session.title, occasion=occasion)
    return with_entries(changed, (entry,))


def _missing(member: str, session: GameSession, got: Counter[_Award]) -> Counter[_Award]:
    """Return the spiffs that a session still owes the member, by reason and note; negative for spiffs to be removed."""
    due: Counter[_Award] = Counter()
    for award in session.awards:
        if award.member == member:
            due[award.reason, award.note] += award.spiffs
    due.subtract(got)
    return due


def _with_award(
    rulebook: Rulebook, character: Character, key: _Award, missing: int, occasion: str, on: str
) -> Character:
    """Return the character with the spiffs of an award added, or removed as far as the character has any."""
    reason, note = key
    by = max(missing, -character.spiffs)
    barred = by > 0 and reason in BACK_STORIES and why_not_earned(rulebook, character, reason) is not None
    if barred or not by:
        return character
    if by > MOST_COUNTED:
        raise refuse("spiffs-too-many", "", most=MOST_COUNTED)
    return with_entry(character, SpiffEntry(by=by, reason=reason, note=note, on=on, occasion=occasion))
