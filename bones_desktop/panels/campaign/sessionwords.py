"""Sessions in words: their names, days, and what each of the party got."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QDate, Qt

from bones_desktop.panels.campaign.linemodel import Cell, Line
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.campaigns import Campaign, GameSession
from bones_desktop.widgets.days import short_day
from bones_desktop.wording.seasons import game_day_words

Translate = Callable[[str], str]


def session_title(session: GameSession, tr: Translate) -> str:
    """Return what a session is called: "3 · At the ford"."""
    if session.title:
        return tr("{n} · {title}").format(n=session.number, title=session.title)
    return tr("Session {n}").format(n=session.number)


def played_on(on: str, tr: Translate) -> str:
    """Return the day people sat at the table, as it is written where they live."""
    date = QDate.fromString(on, Qt.DateFormat.ISODate)
    return short_day(date) if date.isValid() else tr("unknown day")


def when_words(campaign: Campaign, session: GameSession, tr: Translate) -> str:
    """Return when a session was played and when in the game it began."""
    return tr("Played {on}. {day}.").format(
        on=played_on(session.on, tr), day=game_day_words(session.day, campaign.first_year, tr)
    )


def session_line(session: GameSession, tr: Translate) -> Line:
    """Return the line of a session in the list of them."""
    when = Cell(played_on(session.on, tr), "muted") if session.ended else Cell(tr("under way"), "second", bold=True)
    return Line(str(session.number), (Cell(session_title(session, tr), bold=not session.ended), when))


def given_lines(
    rulebook: Rulebook, session: GameSession, names: Mapping[str, str], earners: Mapping[str, bool], tr: Translate
) -> tuple[Line, ...]:
    """Return a line for each who was there or got something, in the party's order; those who left come last."""
    concerned = {*session.present, *(award.member for award in session.awards)}
    ordered = [each for each in names if each in concerned] + sorted(concerned - set(names))
    return tuple(_given(rulebook, session, each, names, tr, earns=earners.get(each, True)) for each in ordered)


def _given(
    rulebook: Rulebook, session: GameSession, member: str, names: Mapping[str, str], tr: Translate, *, earns: bool
) -> Line:
    awards = [award for award in session.awards if award.member == member]
    spiffs = sum(award.spiffs for award in awards)
    there = member in session.present
    got = Cell("+1", bold=True) if there and earns else Cell(tr("there") if there else "–", "muted")
    given = Cell(f"+{spiffs}", bold=True) if spiffs else Cell("–", "muted")
    sums: dict[tuple[str, str], int] = {}
    for award in awards:
        sums[award.reason, award.note] = sums.get((award.reason, award.note), 0) + award.spiffs
    why = "; ".join(_reason(rulebook, reason, note, spiffs) for (reason, note), spiffs in sums.items())
    return Line(member, (Cell(names.get(member) or tr("Someone who left"), bold=True), got, given, Cell(why)))


def _reason(rulebook: Rulebook, reason: str, note: str, spiffs: int) -> str:
    way = next((each.name for each in rulebook.spiffs if each.id == reason), reason)
    said = ": ".join(part for part in (way, note) if part)
    return f"{said} ({spiffs})" if spiffs > 1 else said
