"""Days of entries of the log in the user's own form."""

from PySide6.QtCore import QDate, QLocale

from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.widgets.localized import day_of, local_day
from bones_desktop.wording.log import clock_time


def long_day(entry: LogEntry) -> str:
    """Return the day of an entry with the name of its month."""
    return QLocale().toString(local_day(entry.at), QLocale.FormatType.LongFormat)


def day_and_time(entry: LogEntry) -> str:
    """Return when an entry was written: the time alone for one of today."""
    day = local_day(entry.at)
    if day == QDate.currentDate():
        return clock_time(entry)
    return f"{day_of(entry.at)} {clock_time(entry)}"
