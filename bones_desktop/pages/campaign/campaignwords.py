"""Campaigns, their members and sessions, in words for lists."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QDate, Qt

from bones_desktop.document.bones.campaigndocument import PartyMember
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.campaigns import Campaign, GameSession
from bones_desktop.storage.campaignfile import CampaignEntry
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.widgets.lists.line import Line
from bones_desktop.widgets.lists.linelist import TableRow
from bones_desktop.widgets.localized import short_day
from bones_desktop.wording.files import file_sentence, is_foreign
from bones_desktop.wording.language import _
from bones_desktop.wording.names import character_kind_name
from bones_desktop.wording.seasons import game_day_words

NAMED: Final = 3
"""Number of members listed by name. All others are counted."""


def member_name(each: PartyMember) -> str:
    """Return a member's name from its file, or the last known one."""
    return (each.character.name if each.character else each.member.name) or _("Unnamed")


def missing_words(each: PartyMember) -> str:
    """Return a sentence that no file of the member is on the shelf, and what can be done."""
    name = member_name(each)
    return _("No file of {name} is on the shelf. Bring it back there, or remove {name}.").format(name=name)


def member_entry(each: PartyMember, trouble: str, *, damage: FileProblem | DataFileError | None) -> Line:
    """Return the line of a member.

    `damage` is the reason why its file is unreadable, `trouble` any problem in words.
    """
    key, name = each.member.id, member_name(each)
    if each.character is None:
        if damage is None:
            why = _("Not on the shelf")
        else:
            why = _("Another game") if is_foreign(damage) else _("Damaged file")
        return _two_lines(key, name, why, "bad", trouble)
    words = [character_kind_name(each.character.kind)]
    if each.member.hidden:
        words.append(_("GM's secret"))
    if trouble:
        words.append(_("not caught up"))
    return _two_lines(key, name, " · ".join(words), "warn" if trouble or each.member.hidden else "muted", trouble)


def _two_lines(key: str, name: str, note: str, tone: str = "muted", trouble: str = "") -> Line:
    """Return a line that has the trouble in its tip and its spoken text."""
    spoken = ", ".join(part for part in (name, note, trouble) if part)
    return Line(name, note, key=key, second_tone=tone, tip=trouble, spoken=spoken)


def campaign_entry(entry: CampaignEntry, *, removed: bool = False) -> Line:
    """Return the line of a campaign, which may be removed or damaged."""
    key = str(entry.path)
    if entry.damaged is not None:
        return _two_lines(key, entry.name, _("cannot be opened"), "bad", file_sentence(entry.damaged))
    about = about_words(entry.value) if entry.value is not None else ""
    if removed:
        return _two_lines(key, entry.name, _("Removed; Enter brings it back. {about}").format(about=about), "warn")
    return _two_lines(key, entry.name, about)


def about_words(campaign: Campaign) -> str:
    """Return the members of a campaign and when it was last played."""
    return f"{members_words(campaign)} · {last_played(campaign)}"


def members_words(campaign: Campaign) -> str:
    """Return the members by name, if there are many only the first ones: "Ragnar, Bob, Emma and 2 more"."""
    names = [member.name or _("Unnamed") for member in campaign.members]
    if not names:
        return _("No members yet")
    shown = ", ".join(names[:NAMED])
    more = len(names) - NAMED
    return _("{names} and {n} more").format(names=shown, n=more) if more > 0 else shown


def last_played(campaign: Campaign) -> str:
    """Return when the last session was played."""
    if not campaign.sessions:
        return _("not played yet")
    last = campaign.sessions[-1]
    said = _("last played {on}") if last.ended else _("a session has been under way since {on}")
    return said.format(on=played_on(last.on))


def session_title(session: GameSession) -> str:
    """Return the title of a session: "3 · At the ford"."""
    if session.title:
        return _("{n} · {title}").format(n=session.number, title=session.title)
    return _("Session {n}").format(n=session.number)


def played_on(on: str) -> str:
    """Return the date on which people played, in the local format."""
    date = QDate.fromString(on, Qt.DateFormat.ISODate)
    return short_day(date) if date.isValid() else _("unknown day")


def when_words(campaign: Campaign, session: GameSession) -> str:
    """Return when a session was played, and the day in the game when it began."""
    return _("Played {on}. {day}.").format(
        on=played_on(session.on), day=game_day_words(session.day, campaign.first_year)
    )


def session_line(session: GameSession) -> TableRow:
    """Return the line of a session in the list of sessions."""
    when = (
        Line(played_on(session.on), tone="muted") if session.ended else Line(_("under way"), tone="second", bold=True)
    )
    return Line(session_title(session), key=str(session.number), bold=not session.ended), when


def given_lines(
    rulebook: Rulebook, session: GameSession, names: Mapping[str, str], earners: Mapping[str, bool]
) -> tuple[TableRow, ...]:
    """Return a line for each member who was present or got something. Former members come last."""
    concerned = {*session.present, *(award.member for award in session.awards)}
    # Former members have no place in the party; sorted, they at least keep the same order.
    ordered = [each for each in names if each in concerned] + sorted(concerned - set(names))
    return tuple(_given(rulebook, session, each, names, earns=earners.get(each, True)) for each in ordered)


def _given(rulebook: Rulebook, session: GameSession, member: str, names: Mapping[str, str], *, earns: bool) -> TableRow:
    awards = [award for award in session.awards if award.member == member]
    spiffs = sum(award.spiffs for award in awards)
    there = member in session.present
    got = Line("+1", bold=True) if there and earns else Line(_("there") if there else "–", tone="muted")
    given = Line(f"+{spiffs}", bold=True) if spiffs else Line("–", tone="muted")
    # Goals are single awards, but "Goal (3)" is easier to read than three times "Goal".
    sums: dict[tuple[str, str], int] = {}
    for award in awards:
        sums[award.reason, award.note] = sums.get((award.reason, award.note), 0) + award.spiffs
    why = "; ".join(_reason(rulebook, reason, note, spiffs) for (reason, note), spiffs in sums.items())
    return Line(names.get(member) or _("Someone who left"), key=member, bold=True), got, given, Line(why)


def _reason(rulebook: Rulebook, reason: str, note: str, spiffs: int) -> str:
    way = next((each.name for each in rulebook.spiffs if each.id == reason), reason)
    said = ": ".join(part for part in (way, note) if part)
    return f"{said} ({spiffs})" if spiffs > 1 else said
