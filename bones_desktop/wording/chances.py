"""Chances as text: percentages, exact fractions, and sentences with both.

All parts of the program use this module, so that a chance has the same text everywhere.
"""

from collections.abc import Sequence
from typing import Final

from bones_desktop.rules.chances import Chance
from bones_desktop.wording.language import _, decimal

MOST_DIGITS: Final = 7
"""Maximum number of digits of a displayed denominator."""

_RARE: Final = 10
"""Percentage below which "about 1 in …" is clearer than a percentage."""

_BILLION: Final = 10**9


def percent(chance: Chance, places: int = 0) -> str:
    """Return the chance in per cent with this number of decimals: "62 %", "< 1 %", "> 99 %", "never", "always".

    Only an impossible event is "never", and only a certain one is "always".
    """
    if not chance.num:
        return _("never")
    if chance.num == chance.den:
        return _("always")
    unit = 10**places
    units = _rounded(chance.num * 100 * unit, chance.den)
    # A possible event was rounded to zero. "0 %" would look impossible.
    if not units:
        return _("< {n} %").format(n=_decimal(1, places))
    # An uncertain event was rounded to 100. "100 %" would look certain.
    if units >= 100 * unit:
        return _("> {n} %").format(n=_decimal(100 * unit - 1, places))
    return _("{n} %").format(n=_decimal(units, places))


def points_of(chance: Chance) -> int:
    """Return the chance in whole per cent."""
    return _rounded(chance.num * 100, chance.den)


def percents(chances: Sequence[Chance], whole: int = 100) -> tuple[str, ...]:
    """Return chances in per cent, rounded so that the numbers add up to `whole`."""
    points = [each.num * 100 // each.den for each in chances]
    # Rounding down leaves some points of `whole`. Each of these points goes to a chance that lost most by rounding.
    by_loss = sorted(range(len(chances)), key=lambda n: points[n] - 100 * chances[n].value)
    for place in by_loss[: max(0, whole - sum(points))]:
        points[place] += 1
    pairs = zip(chances, points, strict=True)
    return tuple(_("{n} %").format(n=n) if n else _("< {n} %").format(n=1) for each, n in pairs if each.num)


def fraction(chance: Chance) -> str:
    """Return the exact chance as "1247 in 2000".

    Return "" for never, always, and denominators with more than MOST_DIGITS digits.
    """
    # Nobody can read longer fractions quickly.
    if chance.den == 1 or chance.den >= 10**MOST_DIGITS:
        return ""
    return _("{num} in {den}").format(num=chance.num, den=chance.den)


def chance_text(chance: Chance) -> str:
    """Return the chance with the precision that readers need: "62.4 %, 78 in 125", "0.3 %, about 1 in 316", "never"."""
    said = percent(chance, 1)
    more = fraction(chance) or _about(chance)
    return _("{percent}, {fraction}").format(percent=said, fraction=more) if more else said


def percent_change(before: Chance, after: Chance, places: int = 0) -> str:
    """Return the change in percentage points: "+6", "−12", "+0.4"; "" if the change is too small to show.

    The change is the difference between the two numbers that `percent` shows. If this difference is zero, return the
    exact change with one more decimal.
    """
    unit = 10**places
    points = _rounded(after.num * 100 * unit, after.den) - _rounded(before.num * 100 * unit, before.den)
    if not points:
        num, den = after.num * before.den - before.num * after.den, after.den * before.den
        places += 1
        # The last digit is at most 9: ten tenths would be a whole unit, although both displayed numbers are the same.
        points = min(_rounded(abs(num) * 100 * unit * 10, den), 9) * (1 if num > 0 else -1)
        if not points:
            return ""
    return (_("+{n}") if points > 0 else _("−{n}")).format(n=_decimal(abs(points), places))


def signed(number: int) -> str:
    """Return a whole number with a typographic minus sign."""
    return f"−{-number}" if number < 0 else str(number)


def against_text(skill: str, difficulty: str, chance: Chance) -> str:
    """Return the chance of a task as a sentence: "Melee against Average: 62.4 %, 78 in 125"."""
    return _("{skill} against {difficulty}: {chance}").format(
        skill=skill, difficulty=difficulty, chance=chance_text(chance)
    )


def exactly_text(number: str, chance: Chance) -> str:
    """Return the chance of one result: "−2: 3.1 %"."""
    return _("{result}: {chance}").format(result=number, chance=percent(chance, 1))


def or_more_text(number: str, chance: Chance) -> str:
    """Return the chance of a result or a better one: "2 or more: 43.0 %, 43 in 100"."""
    return _("{n} or more: {chance}").format(n=number, chance=chance_text(chance))


def average_text(mean: float) -> str:
    """Return an average with one decimal: "on average 1.3"."""
    return _("on average {n}").format(n=one_decimal(mean))


def one_decimal(value: float) -> str:
    """Return a number with one decimal and a typographic minus sign."""
    text = f"{value:.1f}"
    # Rounding may leave "-0.0".
    return decimal("0.0" if float(text) == 0 else text.replace("-", "−"))


def mean_count(mean: float) -> str:
    """Return the average of a count with one decimal: "0.0" only if the count is always zero, else at least "< 0.1"."""
    return _("< {n}").format(n=decimal("0.1")) if 0 < mean < 0.05 else one_decimal(mean)


def _about(chance: Chance) -> str:
    """Return "about 1 in 316" for a rare chance, and "all but about 1 in 316" for one that is nearly certain."""
    missing = chance.den - chance.num
    if not chance.num or not missing:
        return ""
    if chance.num * 100 < _RARE * chance.den:
        return _("about {odds}").format(odds=_one_in(chance.num, chance.den))
    if missing * 100 < _RARE * chance.den:
        return _("all but about {odds}").format(odds=_one_in(missing, chance.den))
    return ""


def _one_in(num: int, den: int) -> str:
    """Return the chance as one in a round number of three significant digits."""
    number = _rounded(den, num)
    if number >= _BILLION:
        return _("1 in more than a billion")
    # Nobody remembers more than three digits of a number like "1 in 1,234".
    kept = 10 ** max(0, len(str(number)) - 3)
    return _("1 in {n}").format(n=f"{_rounded(number, kept) * kept:,}".replace(",", "\N{NO-BREAK SPACE}"))


def _rounded(num: int, den: int) -> int:
    """Return num/den rounded to the nearest whole number, halves up."""
    # Calculated in whole numbers, because floats would round some exact chances the wrong way.
    return (2 * num + den) // (2 * den)


def _decimal(units: int, places: int) -> str:
    whole, rest = divmod(units, 10**places)
    return decimal(f"{whole}.{rest:0{places}}") if places else str(whole)
