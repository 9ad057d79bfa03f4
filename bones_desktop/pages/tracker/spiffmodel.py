"""The ledger of spiffs: its lines in words, newest first."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QDate, QLocale, Qt

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.playstate import SpiffEntry
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.spiffs import brought_forward, lines
from bones_desktop.rules.bones.making.standing import GrowthStanding
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linetable import TableRow
from bones_desktop.widgets.localized import short_day
from bones_desktop.wording.language import _


def change_words(by: int) -> str:
    """Return spiffs more or fewer with their sign: "+2", "−1"."""
    return f"{by:+d}".replace("-", "−")


def reason_words(rulebook: Rulebook, entry: SpiffEntry) -> str:
    """Return what an entry is for: the rulebook's words, else its note; a veto says so."""
    known = next((each.name for each in rulebook.spiffs if each.id == entry.reason), entry.reason)
    what = known or entry.note or _("Set right by hand")
    return _("Veto: {what}").format(what=what) if entry.veto and entry.by > 0 else what


def beside_words(entry: SpiffEntry) -> str:
    """Return what stands below that in small type: the day, the session, the note, and whether it was vetoed."""
    parts = [_day_words(entry.on, QLocale()) or _("unknown day")]
    number = entry.occasion.rpartition("/")[2]
    if number.isdigit():
        parts.append(_("session {n}").format(n=number))
    if entry.veto and entry.by < 0:
        parts.append(_("vetoed"))
    if entry.note and entry.reason:
        parts.append(entry.note)
    return " · ".join(parts)


def growth_words(now: GrowthStanding | None) -> str:
    """Return how far the next icon is: sessions, which are counted apart from spiffs."""
    if now is None:
        return _("Sessions bring icons once the character is finished.")
    if now.price is None:
        return _("1 session is saved.") if now.saved == 1 else _("{n} sessions are saved.").format(n=now.saved)
    if now.saved >= now.price:
        costs = _("1 session") if now.price == 1 else _("{n} sessions").format(n=now.price)
        if now.icons > 1:
            return _("{n} icons are earned, the next for {sessions}; {saved} are saved.").format(
                n=now.icons, sessions=costs, saved=now.saved
            )
        return _("An icon is earned: it costs {sessions}, {saved} are saved.").format(sessions=costs, saved=now.saved)
    return _("Sessions toward the next icon: {n} of {price}.").format(n=now.saved, price=now.price)


@lru_cache(maxsize=512)
def _day_words(on: str, locale: QLocale) -> str:
    """Return a day as it is written where `locale` is, "" for an unknown one; many lines share a day."""
    date = QDate.fromString(on, Qt.DateFormat.ISODate)
    return short_day(date, locale) if date.isValid() else ""


_ROW: Final = LineLook(height=48, ground=Ground.MARKED, ruled=True)
_NUMBER: Final = LineLook(height=48, ruled=True, number=True)
SPIFFS: Final = (_ROW, replace(_NUMBER, font=("sans", 16, False)), replace(_NUMBER, font=("serif", 16, True)))
"""How the columns of the ledger are painted."""


@dataclass(frozen=True, slots=True)
class SpiffRow:
    """One line as it is shown. Texts are finished."""

    place: int
    """Which entry of the ledger it is, -1 for the spiffs from before it was begun."""
    what: str
    beside: str
    """In small type below; "" for nothing."""
    change: str
    balance: str
    vetoable: bool = False
    vetoed: bool = False
    """Whether it is a use that was vetoed."""
    spent: int = 0
    """Spiffs a veto would give back."""

    def cells(self) -> TableRow:
        """Return what it is for with the day below, the change, and the spiffs left; a vetoed use is crossed out."""
        said = "\n".join(part for part in (self.what, self.beside) if part)
        return (
            Line(
                self.what,
                self.beside,
                key=str(self.place),
                tone="muted" if self.vetoed else "text",
                struck=self.vetoed,
                tip=said,
                spoken=said.replace("\n", ", "),
            ),
            Line(
                self.change,
                tone="good" if self.change.startswith("+") else "muted",
                spoken=_("spiffs: {change}").format(change=self.change),
            ),
            Line(self.balance, spoken=_("left: {spiffs}").format(spiffs=self.balance)),
        )


def spiff_rows(rulebook: Rulebook, character: Character) -> tuple[SpiffRow, ...]:
    """Return the lines, newest first; spiffs that no entry accounts for are the last line."""
    before = brought_forward(character)
    rows = [SpiffRow(-1, _("Before the ledger was begun"), "", change_words(before), str(before))] if before else []
    rows += [
        SpiffRow(
            place=line.place,
            what=reason_words(rulebook, line.entry),
            beside=beside_words(line.entry),
            change=change_words(line.entry.by),
            balance=str(line.balance),
            vetoable=line.vetoable,
            vetoed=line.entry.veto and line.entry.by < 0,
            spent=max(0, -line.entry.by),
        )
        for line in lines(character)
    ]
    return tuple(reversed(rows))
