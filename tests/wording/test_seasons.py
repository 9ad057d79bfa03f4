"""Days of the calendar in words."""

from bones_desktop.wording.seasons import days_words, game_date_words, game_day_words


def test_a_day_is_told_by_season_year_and_week():
    assert game_date_words(1, 1) == "Day 1 of winter, year 1, week 1"
    assert game_date_words(91, 1) == "Day 91 of winter, year 1, week 13"
    assert game_date_words(91 + 12, 1) == "Day 12 of spring, year 1, week 2"
    assert game_day_words(4 * 91 + 3 * 91 + 8, 312) == "Day 8 of fall, year 313"


def test_one_day_is_one():
    assert [days_words(n) for n in (1, 2, 700)] == ["1 day", "2 days", "700 days"]
