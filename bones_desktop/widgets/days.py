"""Days, times and numbers in the user's own form."""

from datetime import datetime

from PySide6.QtCore import QDate, QDateTime, QLocale


def day_of(at: datetime) -> str:
    """Return the day where the program runs, in the short form."""
    return QLocale().toString(local_day(at), QLocale.FormatType.ShortFormat)


def day_and_time_of(at: datetime) -> str:
    """Return day and time of day."""
    return f"{day_of(at)}, {at.astimezone():%H:%M}"


def counted(number: int) -> str:
    """Return a number as it is written where the user lives: "100,000"."""
    return QLocale().toString(number)


def local_day(at: datetime) -> QDate:
    """Return the day of a moment where the program runs."""
    return QDateTime.fromSecsSinceEpoch(int(at.timestamp())).date()
