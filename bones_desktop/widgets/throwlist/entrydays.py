"""Days of entries of the log in the user's own form."""

from PySide6.QtCore import QDate, QDateTime, QLocale

from bones_desktop.storage.logentry import LogEntry
from bones_desktop.wording.log import clock_time


def long_day(entry: LogEntry) -> str:
    """Return the day of an entry with the name of its month."""
    return QLocale().toString(_day(entry), QLocale.FormatType.LongFormat)


def day_and_time(entry: LogEntry) -> str:
    """Return when an entry was written: the time alone for one of today."""
    day = _day(entry)
    if day == QDate.currentDate():
        return clock_time(entry)
    return f"{QLocale().toString(day, QLocale.FormatType.ShortFormat)} {clock_time(entry)}"


def _day(entry: LogEntry) -> QDate:
    return QDateTime.fromSecsSinceEpoch(int(entry.at.timestamp())).date()
