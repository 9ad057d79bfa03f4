"""The sessions of a campaign: begun, ended with their awards, their log written (IMP-2, SPF-3..8). Pure edits.

What a session gives reaches the members' own files by `campaignlife.catch_up`. `on` is a day as 2026-11-21.

Codes refused: session-begun-already (number), no-session-begun (), no-session-to-reopen (), no-such-session (number),
most-sessions (most), most-awards (most), award-says-what-for (), logs-once (), log-needs-text (), writer-unknown (),
spiffs-from-to (least, most), no-such-member (), text-too-long (most).
"""

from collections.abc import Iterable, Sequence
from typing import Final

from bones_desktop.rules.bones.book.definitions import SpiffPrice
from bones_desktop.rules.bones.book.fields import MOST_GIFT, fit_line, fit_text
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.spiffs import BACK_STORIES, CAMPAIGN_LOG, ways_to_earn
from bones_desktop.rules.bones.life.campaigns import Award, Campaign, GameSession, has_member, in_order, member_of
from bones_desktop.rules.reasons import refuse

MOST_SESSIONS: Final = 5_000
LAST_NUMBER: Final = 10_000
"""The highest a session may have."""
MOST_AWARDS: Final = 500


def session_now(campaign: Campaign) -> GameSession | None:
    """Return the session that goes on; None between sessions."""
    last = campaign.sessions[-1] if campaign.sessions else None
    return None if last is None or last.ended else last


def usual_awards(rulebook: Rulebook) -> tuple[SpiffPrice, ...]:
    """Return what a session may give each player spiffs for, in the rulebook's order (SPF-3..8)."""
    return tuple(way for way in ways_to_earn(rulebook) if way.id not in BACK_STORIES)


def begin_session(campaign: Campaign, on: str, title: str = "", present: Iterable[str] | None = None) -> Campaign:
    """Return the campaign with a session begun; everyone who is not hidden is present unless told otherwise."""
    going_on = session_now(campaign)
    if going_on is not None:
        raise refuse("session-begun-already", "", number=going_on.number)
    number = campaign.sessions[-1].number + 1 if campaign.sessions else 1
    if len(campaign.sessions) >= MOST_SESSIONS or number > LAST_NUMBER:
        raise refuse("most-sessions", "", most=MOST_SESSIONS)
    if present is None:
        present = (member.id for member in campaign.members if not member.hidden)
    session = GameSession(
        number=number,
        on=on,
        day=campaign.day,
        title=fit_line(title),
        present=in_order(campaign, present),
    )
    return campaign.with_(sessions=(*campaign.sessions, session))


def set_present(campaign: Campaign, present: Iterable[str]) -> Campaign:
    """Return the campaign with other members present in the session that goes on."""
    return _with_session(campaign, _going_on(campaign).with_(present=in_order(campaign, present)))


def set_title(campaign: Campaign, number: int, title: str) -> Campaign:
    """Return the campaign with a session called otherwise."""
    return _with_session(campaign, session_of(campaign, number).with_(title=fit_line(title)))


def note_awards(campaign: Campaign, number: int, awards: Iterable[Award]) -> Campaign:
    """Return the campaign with what its session is going to give; nothing is given before it ends.

    Each award takes the place of what was noted for the same member and reason, and with neither spiffs nor a note
    takes it out. Whether the session may give so is asked when it ends.
    """
    session = _going_on(campaign)
    if session.number != number:
        raise refuse("no-such-session", "", number=number)
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
    """Return the campaign with its session ended and these awards given in it.

    The log of a session earns its writer a spiff, unless `awards` give one for it (SPF-3). Awards of the rulebook are
    within its range, others say what for.
    """
    session = _going_on(campaign)
    if len(awards) > MOST_AWARDS:
        raise refuse("most-awards", "", most=MOST_AWARDS)
    for award in awards:
        _check(rulebook, campaign, award)
    if sum(award.reason == CAMPAIGN_LOG for award in awards) > 1:
        raise refuse("logs-once", "SPF-3")
    session = session.with_(awards=tuple(award.with_(note=fit_line(award.note)) for award in awards))
    return _with_session(campaign, _log_rewarded(rulebook, session.with_(ended=True)))


def reopen_last_session(campaign: Campaign) -> Campaign:
    """Return the campaign with the last session going on again; its awards stay noted until it ends again."""
    last = campaign.sessions[-1] if campaign.sessions else None
    if last is None:
        raise refuse("no-session-to-reopen", "")
    if not last.ended:
        raise refuse("session-begun-already", "", number=last.number)
    return _with_session(campaign, last.with_(ended=False))


def set_log(rulebook: Rulebook, campaign: Campaign, number: int, log: str, log_by: str = "") -> Campaign:
    """Return the campaign with the log of a session written or changed; `log_by` "" leaves the writer untold.

    The log of a session that has ended earns its writer a spiff, if none was given for it yet (SPF-3).
    """
    session = _logged(campaign, session_of(campaign, number), log, log_by)
    return _with_session(campaign, _log_rewarded(rulebook, session) if session.ended else session)


def session_of(campaign: Campaign, number: int) -> GameSession:
    """Return the session with this number; refused when there is none."""
    for session in campaign.sessions:
        if session.number == number:
            return session
    raise refuse("no-such-session", "", number=number)


def _going_on(campaign: Campaign) -> GameSession:
    session = session_now(campaign)
    if session is None:
        raise refuse("no-session-begun", "")
    return session


def _logged(campaign: Campaign, session: GameSession, log: str, log_by: str) -> GameSession:
    text = fit_text(log)
    if log_by and not text.strip():
        raise refuse("log-needs-text", "SPF-3")
    if log_by and log_by != session.log_by and not has_member(campaign, log_by):
        raise refuse("writer-unknown", "SPF-3")
    return session.with_(log=text, log_by=log_by)


def _log_rewarded(rulebook: Rulebook, session: GameSession) -> GameSession:
    """Return a session with the award for its log, once, if it has a writer."""
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
