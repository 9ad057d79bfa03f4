"""Spiffs in words: what a line of the ledger is about, when it was, and what it did."""

from collections.abc import Callable
from functools import lru_cache

from PySide6.QtCore import QDate, QLocale, Qt

from bones_desktop.rules.bones.book.playstate import SpiffEntry
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.standing import Standing
from bones_desktop.widgets.days import short_day

Translate = Callable[[str], str]


def change_words(by: int) -> str:
    """Return spiffs more or fewer with their sign: "+2", "−1"."""
    return f"{by:+d}".replace("-", "−")


def reason_words(rulebook: Rulebook, entry: SpiffEntry, tr: Translate) -> str:
    """Return what an entry is for: the rulebook's words, else its note; a veto says so."""
    known = next((each.name for each in rulebook.spiffs if each.id == entry.reason), entry.reason)
    what = known or entry.note or tr("Set right by hand")
    return tr("Veto: {what}").format(what=what) if entry.veto and entry.by > 0 else what


def beside_words(entry: SpiffEntry, tr: Translate) -> str:
    """Return what stands below that in small type: the day, the session, the note, and whether it was vetoed."""
    parts = [_day_words(entry.on, QLocale()) or tr("unknown day")]
    number = entry.occasion.rpartition("/")[2]
    if number.isdigit():
        parts.append(tr("session {n}").format(n=number))
    if entry.veto and entry.by < 0:
        parts.append(tr("vetoed"))
    if entry.note and entry.reason:
        parts.append(entry.note)
    return " · ".join(parts)


def growth_words(now: Standing | None, tr: Translate) -> str:
    """Return how far the next icon is: sessions, which are counted apart from spiffs."""
    if now is None:
        return tr("Sessions bring icons once the character is finished.")
    if now.price is None:
        return tr("1 session is saved.") if now.saved == 1 else tr("{n} sessions are saved.").format(n=now.saved)
    if now.saved >= now.price:
        costs = tr("1 session") if now.price == 1 else tr("{n} sessions").format(n=now.price)
        return tr("An icon is earned: it costs {sessions}, {saved} are saved.").format(sessions=costs, saved=now.saved)
    return tr("Sessions toward the next icon: {n} of {price}.").format(n=now.saved, price=now.price)


@lru_cache(maxsize=512)
def _day_words(on: str, locale: QLocale) -> str:
    """Return a day as it is written where `locale` is, "" for an unknown one; many lines share a day."""
    date = QDate.fromString(on, Qt.DateFormat.ISODate)
    return short_day(date, locale) if date.isValid() else ""
