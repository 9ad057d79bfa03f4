"""Texts about spiffs: the ways to earn and spend them, the ledger as rows of a table, and the sessions saved."""

from typing import Final

from bones_desktop.rules.acts import Act, Answers, Parameter
from bones_desktop.rules.bones.book.character import Character, SpiffEntry
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.spiffs import SURVIVE, SpiffLine, brought_forward, lines
from bones_desktop.rules.bones.making.standing import GrowthStanding
from bones_desktop.rules.reasons import Reason
from bones_desktop.widgets.acts.actfields import Field
from bones_desktop.widgets.acts.actform import AskedAct
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import TableRow
from bones_desktop.widgets.localized import written_day
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.reasons import sentence

_ROW: Final = LineLook(height=48, ground=Ground.MARKED, ruled=True)
SPIFFS: Final = (
    _ROW,
    LineLook(height=48, ruled=True, number=True, font=("sans", 16, False)),
    LineLook(height=48, ruled=True, number=True, font=("serif", 16, True)),
)
"""Look of the ledger's columns."""


def change_words(by: int) -> str:
    """Return a signed number of spiffs: "+2", "−1"."""
    return f"{by:+d}".replace("-", "−")


def reason_words(rulebook: Rulebook, entry: SpiffEntry) -> str:
    """Return the reason of an entry: the rulebook's text, else the note. For a veto, the text says so."""
    known = next((each.name for each in rulebook.spiffs if each.id == entry.reason), entry.reason)
    what = known or entry.note or _("Corrected by hand")
    return _("Veto: {what}").format(what=what) if entry.veto and entry.by > 0 else what


def beside_words(entry: SpiffEntry) -> str:
    """Return the small text below an entry: day, session, note, and whether the entry was vetoed."""
    parts = [written_day(entry.on)]
    number = entry.occasion.rpartition("/")[2]
    if number.isdigit():
        parts.append(_("session {n}").format(n=number))
    if entry.veto and entry.by < 0:
        parts.append(_("vetoed"))
    if entry.note and entry.reason:
        parts.append(entry.note)
    return " · ".join(parts)


def growth_words(now: GrowthStanding | None) -> str:
    """Return how many sessions are left until the next icon. Sessions are counted apart from spiffs."""
    if now is None:
        return _("Sessions bring icons once the character is finished.")
    if now.price is None:
        return ngettext("{n} session is saved.", "{n} sessions are saved.", now.saved).format(n=now.saved)
    if now.saved >= now.price:
        costs = ngettext("{n} session", "{n} sessions", now.price).format(n=now.price)
        if now.icons > 1:
            return _("{n} icons are earned, the next for {sessions}; {saved} are saved.").format(
                n=now.icons, sessions=costs, saved=now.saved
            )
        return _("An icon is earned: it costs {sessions}, {saved} are saved.").format(sessions=costs, saved=now.saved)
    return _("Sessions toward the next icon: {n} of {price}.").format(n=now.saved, price=now.price)


def ledger_rows(rulebook: Rulebook, character: Character) -> list[TableRow]:
    """Return the rows of the ledger, newest first. Spiffs without an entry are the last row."""
    rows = [_row(rulebook, line) for line in reversed(lines(character))]
    if before := brought_forward(character):
        first = Line(_("Before the ledger began"), key="-1", spoken=_("Before the ledger began"))
        rows.append((first, *_amounts(before, before)))
    return rows


def _row(rulebook: Rulebook, line: SpiffLine) -> TableRow:
    """Return the reason with the day, the change, and the balance. A vetoed use is crossed out."""
    what, beside, vetoed = reason_words(rulebook, line.entry), beside_words(line.entry), line.entry.veto
    said, vetoed = "\n".join((what, beside)), vetoed and line.entry.by < 0
    tone = "muted" if vetoed else "text"
    spoken = said.replace("\n", ", ")
    first = Line(what, beside, key=str(line.place), tone=tone, struck=vetoed, tip=said, spoken=spoken)
    return (first, *_amounts(line.entry.by, line.balance))


def _amounts(by: int, balance: int) -> tuple[Line, Line]:
    change = change_words(by)
    return (
        Line(change, tone="good" if by > 0 else "muted", spoken=_("spiffs: {change}").format(change=change)),
        Line(str(balance), spoken=_("left: {spiffs}").format(spiffs=balance)),
    )


def asks_more(act: Act[Character], way: str, note: str) -> bool:
    """Return whether a way needs an answer: its number of spiffs varies, or the rules require a note."""
    number = _number(act, way)
    return number.least != number.most or (way in {"", SURVIVE} and not note.strip())


def way_line(act: Act[Character], way: str, name: str, sign: int, why_not: Reason | None) -> Line:
    """Return the line of a way to earn or spend spiffs; `sign` is 1 or -1."""
    number, why = _number(act, way), "" if why_not is None else sentence(why_not)
    change = change_words(sign * number.least)
    asks = asks_more(act, way, "")
    text = _("{what}…").format(what=name) if asks else name
    spoken = ", ".join(part for part in (name, change, why) if part)
    tone = "muted" if why else "text"
    return Line(text, why, change, way or OTHER, tone=tone, right_tone=tone, tip=spoken, spoken=spoken)


OTHER: Final = "other"
"""Key of the line for a reason that is not in the rulebook. Other keys are ids of ways."""


def _number(act: Act[Character], way: str) -> Parameter:
    return next(each for each in act.parameters(Answers({"way": way})) if each.id == "n")


def way_asked(act: Act[Character], character: Character, heading: str, names: dict[str, str]) -> AskedAct[Character]:
    """Return the form of a way; `names` are the names of the ways by their ids."""

    def field(each: Parameter, _answers: Answers) -> Field:
        match each.id:
            case "way":
                return Field(each, _("For"), choices=tuple(Choice(key, names[key]) for key in each.choices))
            case "n":
                return Field(each, _("Spiffs"))
        return Field(each, _("Note"), _("Note for the ledger"))

    def preview(after: Character, _answers: Answers) -> tuple[str]:
        left = ngettext("Then {n} spiff is left.", "Then {n} spiffs are left.", after.spiffs)
        return (left.format(n=after.spiffs),)

    return AskedAct(act, character, heading, heading, field, preview=preview, strong=(True,))
