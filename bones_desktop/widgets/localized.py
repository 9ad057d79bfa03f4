"""Shows and reads numbers, days and times in the program's language and in the format of the user's country."""

from datetime import datetime
from typing import Literal, cast

from PySide6.QtCore import QDate, QDateTime, QLocale, Qt
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox, QToolTip
from shiboken6 import isValid

from bones_desktop.rules.typedtext import is_like_number, plain_number, typed_number
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.wording.language import _, language

# Countries that print on US Letter. All others print on A4.
_LETTER_COUNTRIES = frozenset({
    QLocale.Country.UnitedStates, QLocale.Country.Canada, QLocale.Country.Mexico, QLocale.Country.PuertoRico,
    QLocale.Country.Philippines, QLocale.Country.Chile, QLocale.Country.Colombia, QLocale.Country.CostaRica,
    QLocale.Country.DominicanRepublic, QLocale.Country.ElSalvador, QLocale.Country.Guatemala,
    QLocale.Country.Nicaragua, QLocale.Country.Panama, QLocale.Country.Venezuela,
})  # fmt: skip


def usual_paper(locale: QLocale | None = None) -> Literal["a4", "letter"]:
    """Return the paper size of the country of `locale`; None means the system's locale."""
    return "letter" if (locale or QLocale.system()).territory() in _LETTER_COUNTRIES else "a4"


def short_day(day: QDate, locale: QLocale | None = None) -> str:
    """Return a date in the short format of `locale`; None means the user's locale."""
    locale = locale or QLocale()
    if _is_nowhere(locale):
        return locale.toString(day, "d MMM yyyy")
    return locale.toString(day, QLocale.FormatType.ShortFormat)


def written_day(on: str) -> str:
    """Return a date in the form 2026-11-21 in the user's short format; "unknown day" if it is not a date."""
    date = QDate.fromString(on, Qt.DateFormat.ISODate)
    return short_day(date) if date.isValid() else _("unknown day")


def short_moment(at: datetime) -> str:
    """Return date and time in the local time zone, in the user's short format."""
    # Qt knows the user's time zone. Python's moment is in UTC, so it is passed as seconds since the epoch.
    locale, when = QLocale(), QDateTime.fromSecsSinceEpoch(int(at.timestamp()))
    if _is_nowhere(locale):
        return locale.toString(when, "d MMM yyyy HH:mm")
    return locale.toString(when, QLocale.FormatType.ShortFormat)


def day_of(at: datetime) -> str:
    """Return the date of a moment in the local time zone, in the user's short format."""
    return short_day(local_day(at))


def day_and_time_of(at: datetime) -> str:
    """Return the date, as `day_of` does, and the time in the form 18:05, both in the local time zone."""
    return f"{day_of(at)}, {at.astimezone():%H:%M}"


def counted(number: int) -> str:
    """Return a number in the format of the program's language: "100,000"."""
    return number_locale().toString(number)


def number_locale() -> QLocale:
    """Return the locale of all numbers shown: the program's language, not the system's."""
    return QLocale(language())


def local_day(at: datetime) -> QDate:
    """Return the date of a moment in the local time zone."""
    return QDateTime.fromSecsSinceEpoch(int(at.timestamp())).date()


def _is_nowhere(locale: QLocale) -> bool:
    """Return whether no country is set, as on many servers.

    Dates would then have the short format "22 11 2026", which is hard to read.
    """
    return locale.name() == "C"


SpinBox = QSpinBox | QDoubleSpinBox
Validated = tuple[QValidator.State, str, int]


def reads_numbers(field: SpinBox) -> None:
    """Let `field` accept comma, point and digits of any script, and show numbers in the program's language.

    While the user types an ambiguous text, the text stays in the field with a tooltip, and the value does not change.
    No character is dropped, because dropping the point would turn 1.5 into 15. A number above the maximum becomes the
    maximum, with a tooltip.
    """
    locale = number_locale()
    # With group separators a comma would be ambiguous: 1,000 may mean one or one thousand.
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    field.setLocale(locale)
    reader = _Reader(field, field.lineEdit().validator())
    field.lineEdit().setValidator(reader)
    field.lineEdit().textEdited.connect(reader.tell)


class _Reader(QValidator):
    """Converts a typed number to the field's format and passes it to the field's original validator."""

    def __init__(self, field: SpinBox, own: QValidator) -> None:
        super().__init__(field)
        self._field = field
        self._own = own

    @guarded((QValidator.State.Invalid, "", 0))
    def validate(self, text: str, place: int) -> Validated:
        """Return the original validator's answer. An incomplete or ambiguous number counts as unfinished."""
        # The field is being deleted, and its line edit loses the focus for the last time.
        if not isValid(self._own):
            return QValidator.State.Intermediate, text, place
        before, typed, after = self._parts(text)
        if not is_like_number(typed):
            return cast("Validated", self._own.validate(text, place))
        number = typed_number(typed, self._decimals)
        read = f"{before}{plain_number(typed).replace('_', ' ') if number is None else number}{after}"
        place = max(0, len(read) - (len(text) - place))
        if number is None or self._is_beyond(number):
            return QValidator.State.Intermediate, read, place
        return cast("Validated", self._own.validate(read, place))

    def tell(self, text: str) -> None:
        """Show a tooltip that says why the typed number is invalid, or that the number exceeds the maximum."""
        typed, decimals, field = self._parts(text)[1], self._decimals, self._field
        number = typed_number(typed, decimals)
        if number is not None and self._is_beyond(number):
            field.setValue(field.maximum())  # type: ignore[arg-type]  # of its own kind
            self._say(_("At most {n}.").format(n=field.textFromValue(field.maximum())))  # type: ignore[arg-type]
            return
        plain = plain_number(typed)
        # "1." may still become "1.5", so it is not an error yet.
        is_begun = plain.count(".") == 1 and plain.endswith(".")
        if "." not in plain or is_begun or not is_like_number(typed) or number is not None:
            return
        said = _("Only whole numbers fit here.")
        if decimals:
            said = _("One decimal fits here.") if decimals == 1 else _("{n} decimals fit here.")
            said = f"{said.format(n=decimals)} {_('Write thousands without a separator.')}"
        self._say(said)

    def _say(self, said: str) -> None:
        QToolTip.showText(self._field.mapToGlobal(self._field.rect().bottomLeft()), plain_tip(said), self._field)

    def _is_beyond(self, number: str) -> bool:
        """Return whether a number exceeds the maximum.

        Qt would drop the last digit of such a number and turn 100 into 10.
        """
        return float(number) > self._field.maximum()

    @property
    def _decimals(self) -> int:
        return self._field.decimals() if isinstance(self._field, QDoubleSpinBox) else 0

    def _parts(self, text: str) -> tuple[str, str, str]:
        """Return the text before the number, the number, and the text after it."""
        # The validator gets the whole text of the field, including a suffix like "mm".
        before, after = self._field.prefix(), self._field.suffix()
        before, after = before if text.startswith(before) else "", after if text.endswith(after) else ""
        return before, text[len(before) : len(text) - len(after)], after
