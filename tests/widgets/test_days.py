"""Days are told in the user's own form, and with the month's name where no country is set."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QDate, QLocale

from bones_desktop.pages.builder.growthpage import ledger_rows
from bones_desktop.pages.campaign.campaignpanel import played_on
from bones_desktop.pages.tracker.spiffstab import beside_words
from bones_desktop.rules.bones.book.character import LedgerEntry, LedgerKind, SpiffEntry
from bones_desktop.widgets.localized import day_and_time_of, day_of, short_day, short_moment
from bones_desktop.widgets.throwlist.throwmodel import day_and_time, long_day
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook
from tests.support.throws import entry

AT = datetime(2024, 11, 22, 12, 5, tzinfo=UTC)
CLOCK = f"{AT.astimezone():%H:%M}"


@pytest.fixture(autouse=True)
def settled() -> Iterator[None]:
    before = QLocale()
    yield
    QLocale.setDefault(before)


def test_without_a_country_the_month_has_its_name_everywhere() -> None:
    QLocale.setDefault(QLocale.c())
    assert day_of(AT) == "22 Nov 2024"
    assert short_moment(AT) == f"22 Nov 2024 {CLOCK}"
    assert day_and_time_of(AT) == f"22 Nov 2024, {CLOCK}"
    assert day_and_time(entry(at=AT)) == f"22 Nov 2024 {CLOCK}"
    assert long_day(entry(at=AT)) == "Friday, 22 November 2024"
    assert played_on("2024-11-22") == "22 Nov 2024"
    assert beside_words(SpiffEntry(by=1, on="2024-11-22")) == "22 Nov 2024"
    grown = ragnar().with_(ledger=(LedgerEntry(kind=LedgerKind.AWARD, on="2024-11-22", sessions=1),))
    assert [day.text for day, *_rest in ledger_rows(rulebook(), grown)] == ["22 Nov 2024"]


@pytest.mark.parametrize(("country", "day"), [("en_GB", "22/11/2024"), ("de_DE", "22.11.24"), ("en_US", "11/22/24")])
def test_with_a_country_days_are_in_its_form(country: str, day: str) -> None:
    QLocale.setDefault(QLocale(country))
    assert day_of(AT) == short_day(QDate(2024, 11, 22)) == day
    assert short_moment(AT).startswith(day)
