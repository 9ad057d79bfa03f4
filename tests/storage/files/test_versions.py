from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.versions import AT_LEAST, Version, Versions, superfluous

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
ID = "0" * 32
ORIGIN = Path("Ragnar.bones")


def _versions(*ages):
    """Return versions of these ages, the first the oldest."""
    return [Version(number, NOW - age, Path(f"{number}"), 1) for number, age in enumerate(ages, start=1)]


spans = st.timedeltas(timedelta(days=-30), timedelta(days=900))


@given(st.lists(spans, max_size=60))
def test_never_fewer_than_five_and_never_the_newest_goes_whatever_the_clock_did(ages):
    kept = _versions(*ages)
    gone = superfluous(kept, NOW)
    left = [each for each in kept if each not in gone]
    assert len(left) >= min(AT_LEAST, len(kept))
    assert left[-AT_LEAST:] == kept[-AT_LEAST:]
    assert not [each for each in gone if NOW - each.at <= timedelta(hours=48)]
    assert superfluous(left, NOW) == ()


def test_a_version_each_ten_minutes_for_two_years_thins_to_days_weeks_and_months():
    kept: list[Version] = []
    start = NOW - timedelta(days=730)
    for number in range(730 * 4):
        at = start + timedelta(hours=6 * number)
        kept.append(Version(number + 1, at, Path("x"), 1))
        gone = superfluous(kept, at)
        kept = [each for each in kept if each not in gone]
    ages = [(kept[-1].at - each.at) for each in kept]
    assert len([age for age in ages if age <= timedelta(hours=48)]) == 9
    assert len([age for age in ages if timedelta(hours=48) < age <= timedelta(days=14)]) in {12, 13}
    assert len([age for age in ages if timedelta(days=14) < age <= timedelta(weeks=8)]) in {6, 7}
    assert len([age for age in ages if age > timedelta(weeks=8)]) in {10, 11}
    assert max(ages) <= timedelta(days=366)


def test_versions_are_numbered_and_the_same_content_is_kept_once(tmp_path):
    versions = Versions(tmp_path)
    for data, at in ((b"a", NOW), (b"b", NOW - timedelta(days=9)), (b"b", NOW), (b"a", NOW + timedelta(days=9))):
        versions.keep(ID, data, at, ORIGIN, ".bones")
    found = versions.list(ID)
    assert [each.sequence for each in found] == [3, 2, 1]
    assert [each.path.read_bytes() for each in found] == [b"a", b"b", b"a"]
    assert found[1].at == NOW - timedelta(days=9)


def test_a_number_is_never_given_twice_after_thinning(tmp_path):
    versions = Versions(tmp_path)
    for number in range(8):
        versions.keep(ID, b"%d" % number, NOW, ORIGIN, ".bones")
    versions.keep(ID, b"later", NOW + timedelta(days=800), ORIGIN, ".bones")
    assert [each.sequence for each in versions.list(ID)] == [9, 8, 7, 6, 5]


def test_characters_do_not_mix_and_strange_files_are_passed_over(tmp_path):
    versions = Versions(tmp_path)
    versions.keep(ID, b"a", NOW, ORIGIN, ".bones")
    for name in ("notes.txt", "00000002-99999999T999999Z.bones", "x.bones"):
        (tmp_path / ID / name).write_bytes(b"")
    assert len(versions.list(ID)) == 1
    assert versions.list("1" * 32) == ()


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "versions").write_bytes(b"in the way")
    with pytest.raises(FileProblem):
        Versions(tmp_path / "versions").keep(ID, b"a", NOW, ORIGIN, ".bones")


def test_a_damaged_file_is_told_by_the_first_id_that_has_versions_of_its_kind(tmp_path):
    versions, member = Versions(tmp_path / "versions"), "1" * 32
    versions.keep(member, b"a member", NOW, ORIGIN, ".bones")
    versions.keep(ID, b"a campaign", NOW, Path("Wolves.bones-campaign"), ".bones-campaign")
    damaged = tmp_path / "Damaged.bones-campaign"
    damaged.write_text(f'{{"members": [{{"id": "{member}"}}], "id": "{ID}"', encoding="utf-8")
    assert versions.id_for(damaged, ".bones-campaign") == ID
    assert versions.id_for(damaged, ".bones") == member
    damaged.write_text(f'{{"members": [{{"id": "{member}"}}', encoding="utf-8")
    assert versions.id_for(damaged, ".bones-campaign") is None


def test_a_shorter_version_than_the_one_before_is_kept(tmp_path):
    versions = Versions(tmp_path)
    for data in (b"a long version", b"short", b"a long version"):
        versions.keep(ID, data, NOW, ORIGIN, ".bones")
    assert [each.path.read_bytes() for each in versions.list(ID)] == [b"a long version", b"short", b"a long version"]


def test_each_span_holds_its_last_day():
    newest = [timedelta()] * AT_LEAST
    hours, days, weeks, year = timedelta(hours=48), timedelta(days=14), timedelta(weeks=8), timedelta(days=366)
    moment = timedelta(seconds=1)
    # Two of one day, which would be one if they were no longer within the 48 hours.
    assert superfluous(_versions(hours, hours, *newest), NOW) == ()
    assert len(superfluous(_versions(hours + moment, hours + moment, *newest), NOW)) == 1
    # Two of one week and of one month, on different days.
    assert superfluous(_versions(days, days - timedelta(days=1), *newest), NOW) == ()
    assert superfluous(_versions(weeks, *newest), NOW) == ()
    assert superfluous(_versions(year, *newest), NOW) == ()
    assert len(superfluous(_versions(year + moment, *newest), NOW)) == 1
