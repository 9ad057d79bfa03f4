"""Numbers as the program's language writes them, days and times as the user's country does."""

from datetime import datetime
from typing import Literal

from PySide6.QtCore import QDate, QDateTime, QLocale

from bones_desktop.wording.language import LANGUAGE

_LETTER_COUNTRIES = frozenset({
    QLocale.Country.UnitedStates, QLocale.Country.Canada, QLocale.Country.Mexico, QLocale.Country.PuertoRico,
    QLocale.Country.Philippines, QLocale.Country.Chile, QLocale.Country.Colombia, QLocale.Country.CostaRica,
    QLocale.Country.DominicanRepublic, QLocale.Country.ElSalvador, QLocale.Country.Guatemala,
    QLocale.Country.Nicaragua, QLocale.Country.Panama, QLocale.Country.Venezuela,
})  # fmt: skip


def usual_paper(locale: QLocale | None = None) -> Literal["a4", "letter"]:
    """Return the paper that people print on where `locale` is at home, the system's unless one is given."""
    return "letter" if (locale or QLocale.system()).territory() in _LETTER_COUNTRIES else "a4"


def short_day(day: QDate, locale: QLocale | None = None) -> str:
    """Return a day in the short form of `locale`, the user's unless one is given."""
    locale = locale or QLocale()
    if _is_nowhere(locale):
        return locale.toString(day, "d MMM yyyy")
    return locale.toString(day, QLocale.FormatType.ShortFormat)


def short_moment(at: datetime) -> str:
    """Return day and time where the program runs, in the user's short form."""
    locale, when = QLocale(), QDateTime.fromSecsSinceEpoch(int(at.timestamp()))
    if _is_nowhere(locale):
        return locale.toString(when, "d MMM yyyy HH:mm")
    return locale.toString(when, QLocale.FormatType.ShortFormat)


def day_of(at: datetime) -> str:
    """Return the day where the program runs, in the short form."""
    return short_day(local_day(at))


def day_and_time_of(at: datetime) -> str:
    """Return day and time of day."""
    return f"{day_of(at)}, {at.astimezone():%H:%M}"


def counted(number: int) -> str:
    """Return a number as the program's language writes it: "100,000"."""
    return number_locale().toString(number)


def number_locale() -> QLocale:
    """Return the locale of all numbers that are shown: that of the program's language, whatever the system's is."""
    return QLocale(LANGUAGE)


def local_day(at: datetime) -> QDate:
    """Return the day of a moment where the program runs."""
    return QDateTime.fromSecsSinceEpoch(int(at.timestamp())).date()


def _is_nowhere(locale: QLocale) -> bool:
    """Return whether no country is set, as on many servers: its short form has no month to be read, "22 11 2026"."""
    return locale.language() == QLocale.Language.C
