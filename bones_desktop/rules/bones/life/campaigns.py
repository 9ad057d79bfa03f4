"""A campaign: who plays in it, its calendar, its sessions and its house rules, and edits of all but the sessions.

`campaignsessions` edits the sessions. What a campaign gives to its members is derived: `campaignlife.catch_up` brings a
character's own file up to date.

Codes refused: text-too-long (most), most-members (most), member-already (name), no-such-member (),
year-from-to (least, most), days-from-to (least, most), calendar-full (), too-many (most).
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Annotated, Final

from bones_desktop.rules.bones.book.calendar import MOST_DAYS
from bones_desktop.rules.bones.book.fields import MOST_GIFT, Day, Id, Line, Note, Text, fit_line, fit_note, fit_text
from bones_desktop.rules.bones.book.houserules import USUAL, HouseRules
from bones_desktop.rules.reasons import refuse
from bones_desktop.rules.values import Limits, Value

MOST_MEMBERS: Final = 60

CharacterId = Annotated[str, Limits(pattern=r"^[0-9a-f]{32}$")]
LAST_YEAR: Final = 10_000
"""The first year is from minus this to this."""
MOST_DAYS_AT_ONCE: Final = 10_000
MOST_PASSAGES: Final = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Member(Value):
    """A character of the campaign, which has a file of its own."""

    id: CharacterId
    name: Line = ""
    """As it was last known."""
    file: Line = ""
    """Name of its file, as it was last known."""
    hidden: bool = False
    """Whether it is the GM's secret and not shown in the players' view."""
    since: Annotated[int, Limits(ge=1, le=MOST_DAYS)] = 1
    """Day of the calendar it came in on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage(Value):
    """Days that went by: how many from one day on, and who rested (HEAL-1)."""

    day: Annotated[int, Limits(ge=1, le=MOST_DAYS)]
    """The day it begins on."""
    days: Annotated[int, Limits(ge=1, le=10_000)]
    resting: Annotated[tuple[CharacterId, ...], Limits(max_length=MOST_MEMBERS)] = ()
    note: Line = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Award(Value):
    """Spiffs given to a member for a session (SPF-3..8)."""

    member: CharacterId
    spiffs: Annotated[int, Limits(ge=0, le=MOST_GIFT)]
    """0 only while the session goes on: its note is written, and what it gives is not decided."""
    reason: Id = ""
    """Id of the rulebook's entry; "" for another reason, told in the note."""
    note: Line = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSession(Value):
    """One session of play. It gives each player present a session toward the next icon once it has ended (IMP-2)."""

    number: Annotated[int, Limits(ge=1, le=10_000)]
    on: Day = ""
    day: Annotated[int, Limits(ge=1, le=MOST_DAYS)] = 1
    """Day of the calendar it began on."""
    title: Line = ""
    ended: bool = False
    present: Annotated[tuple[CharacterId, ...], Limits(max_length=MOST_MEMBERS)] = ()
    awards: Annotated[tuple[Award, ...], Limits(max_length=500)] = ()
    """What it gave, or is going to give while it goes on."""
    log: Text = ""
    """What happened, as the campaign log has it."""
    log_by: Annotated[str, Limits(pattern=r"^([0-9a-f]{32})?$")] = ""
    """The member whose player wrote it, and earns a spiff for it (SPF-3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleReason(Value):
    """Why the group plays by a house rule."""

    rule: Annotated[str, Limits(pattern=r"^[a-z_]{1,80}$")]
    """Field of `HouseRules`."""
    reason: Note = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign(Value):
    """The whole campaign, as its file holds it."""

    id: CharacterId
    name: Line = ""
    gm_notes: Text = ""
    """For the GM alone."""
    house_rules: HouseRules = USUAL
    rule_reasons: Annotated[tuple[RuleReason, ...], Limits(max_length=40)] = ()
    first_year: Annotated[int, Limits(ge=-10_000, le=10_000)] = 1
    """The year the calendar's first winter lies in."""
    members: Annotated[tuple[Member, ...], Limits(max_length=MOST_MEMBERS)] = ()
    passages: Annotated[tuple[Passage, ...], Limits(max_length=20_000)] = ()
    """Each begins on the day the one before ended on; the first on day 1."""
    sessions: Annotated[tuple[GameSession, ...], Limits(max_length=5_000)] = ()
    """In the order they were played; at most the last has not ended."""

    @property
    def day(self) -> int:
        """The day of the calendar it is now."""
        last = self.passages[-1] if self.passages else None
        return last.day + last.days if last else 1


def new_campaign(id: str, name: str = "") -> Campaign:
    """Return a new campaign without members, on day 1 of its calendar."""
    return Campaign(id=id, name=fit_line(name))


def rename(campaign: Campaign, name: str) -> Campaign:
    """Return the campaign under another name."""
    return campaign.with_(name=fit_line(name))


def set_gm_notes(campaign: Campaign, text: str) -> Campaign:
    """Return the campaign with other notes for the GM alone."""
    return campaign.with_(gm_notes=fit_text(text))


def set_first_year(campaign: Campaign, year: int) -> Campaign:
    """Return the campaign with its first winter in another year."""
    if not -LAST_YEAR <= year <= LAST_YEAR:
        raise refuse("year-from-to", "OFF-2", least=-LAST_YEAR, most=LAST_YEAR)
    return campaign.with_(first_year=year)


def member_of(campaign: Campaign, member_id: str) -> Member:
    """Return the member with this id; refused when there is none."""
    for member in campaign.members:
        if member.id == member_id:
            return member
    raise refuse("no-such-member", "")


def has_member(campaign: Campaign, member_id: str) -> bool:
    """Return whether this character is in the campaign."""
    return any(member.id == member_id for member in campaign.members)


def add_member(campaign: Campaign, member_id: str, name: str, file: str, *, hidden: bool = False) -> Campaign:
    """Return the campaign with a character more, from today of its calendar on."""
    if has_member(campaign, member_id):
        raise refuse("member-already", "", name=member_of(campaign, member_id).name or name)
    if len(campaign.members) >= MOST_MEMBERS:
        raise refuse("most-members", "", most=MOST_MEMBERS)
    member = Member(id=member_id, name=fit_line(name), file=fit_line(file), hidden=hidden, since=campaign.day)
    return campaign.with_(members=(*campaign.members, member))


def remove_member(campaign: Campaign, member_id: str) -> Campaign:
    """Return the campaign without a character, which keeps what it got; a session that goes on has it no longer."""
    gone = member_of(campaign, member_id)
    sessions = campaign.sessions
    if sessions and not sessions[-1].ended:
        left = tuple(each for each in sessions[-1].present if each != member_id)
        sessions = (*sessions[:-1], sessions[-1].with_(present=left))
    return campaign.with_(members=tuple(each for each in campaign.members if each is not gone), sessions=sessions)


def set_known(campaign: Campaign, member_id: str, name: str, file: str) -> Campaign:
    """Return the campaign with a member's name and file as they are known now."""
    known = member_of(campaign, member_id).with_(name=fit_line(name), file=fit_line(file))
    return _with_member(campaign, known)


def set_hidden(campaign: Campaign, member_id: str, hidden: bool) -> Campaign:
    """Return the campaign with a member kept from the players' view, or shown in it."""
    return _with_member(campaign, member_of(campaign, member_id).with_(hidden=hidden))


def set_house_rule(campaign: Campaign, rule: str, value: object, reason: str = "") -> Campaign:
    """Return the campaign with one house rule set and why the group plays it so.

    `rule` is a field of HouseRules, KeyError when there is none; `value` one that it may have. "" is no reason.
    """
    if rule not in {each.name for each in fields(HouseRules)}:
        raise KeyError(rule)
    rules = replace(campaign.house_rules, **{rule: value})  # type: ignore[arg-type] # checked by with_
    told = fit_note(reason)
    reasons = tuple(each for each in campaign.rule_reasons if each.rule != rule)
    if told:
        reasons = (*reasons, RuleReason(rule=rule, reason=told))
    return campaign.with_(house_rules=rules, rule_reasons=reasons)


def reason_for(campaign: Campaign, rule: str) -> str:
    """Return why the group plays by a house rule as it does, "" when that is not told."""
    return next((each.reason for each in campaign.rule_reasons if each.rule == rule), "")


def advance(campaign: Campaign, days: int, resting: Iterable[str] = (), note: str = "") -> Campaign:
    """Return the campaign so many days later; `resting` are the ids of the members who rested all the while."""
    if not 1 <= days <= MOST_DAYS_AT_ONCE:
        raise refuse("days-from-to", "HEAL-1", least=1, most=MOST_DAYS_AT_ONCE)
    if campaign.day + days > MOST_DAYS:
        raise refuse("calendar-full", "")
    if len(campaign.passages) >= MOST_PASSAGES:
        raise refuse("too-many", "", most=MOST_PASSAGES)
    rested = in_order(campaign, resting)
    passage = Passage(day=campaign.day, days=days, resting=rested, note=fit_line(note))
    return campaign.with_(passages=(*campaign.passages, passage))


def hidden_members(campaign: Campaign) -> set[str]:
    """Return the ids of the members that the players may not see."""
    return {member.id for member in campaign.members if member.hidden}


def players_view(campaign: Campaign) -> Campaign:
    """Return the campaign as players may see it: without hidden members and the GM's notes."""
    hidden = hidden_members(campaign)
    return campaign.with_(
        gm_notes="",
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
    """Return the ids, once each, in the order of the members; refused when one is of no member."""
    wanted = set(ids)
    for each in wanted:
        member_of(campaign, each)
    return tuple(member.id for member in campaign.members if member.id in wanted)


def _with_member(campaign: Campaign, member: Member) -> Campaign:
    return campaign.with_(members=tuple(member if each.id == member.id else each for each in campaign.members))
