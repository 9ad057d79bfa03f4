import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.printing.canvas import NO_BREAK, TextStyle, elided, fitting, joined, wrap
from tests.printing.typewriter import Typewriter

SMALL, LARGE = TextStyle("sans", 2), TextStyle("sans", 4)
LETTERS = Typewriter(1)
"""A small letter is one wide and a line of them 2.4 high."""


def texts(text: str, width: float, style: TextStyle = SMALL) -> list[str]:
    return [line.text for line in wrap(text, width, style, LETTERS)]


def test_words_fill_the_line() -> None:
    assert texts("one two three", 7) == ["one two", "three"]


def test_line_ends_and_empty_lines_stay() -> None:
    assert texts("one\n\ntwo", 20) == ["one", "", "two"]


def test_word_wider_than_the_line_is_broken() -> None:
    assert texts("a abcdefgh b", 3) == ["a", "abc", "def", "gh", "b"]


def test_a_letter_wider_than_the_line_stands_alone() -> None:
    assert texts("a b", 0.5) == ["a", "b"]
    assert texts("ab c", 0.5) == ["a", "b", "c"]


def test_a_line_holds_as_many_letters_as_fit_however_long_the_word_is() -> None:
    word = "abcdefghij" * 100
    for width in (*range(1, 140), 999, 1000, 1001):
        assert texts(word, width) == [word[start : start + width] for start in range(0, 1000, width)]


class Counting(Typewriter):
    """Knows how many letters were measured."""

    measured = 0

    def width(self, text: str, style: TextStyle) -> float:
        Counting.measured += len(text)
        return super().width(text, style)


@pytest.mark.parametrize("text", ["x" * 200_000, "word " * 40_000, "a\n" * 5_000])
def test_a_box_measures_no_more_than_it_shows(text: str) -> None:
    Counting.measured = 0
    style, lines, most = fitting(text, 100, 50, (LARGE, SMALL), Counting(1))
    assert (style, most, len(lines)) == (SMALL, 20, 21)
    assert joined(lines) == text.strip()
    assert elided(text, 100, SMALL, Counting(1)).endswith("…")
    assert Counting.measured < 30_000


def test_breaking_a_long_word_measures_each_letter_a_few_times() -> None:
    Counting.measured = 0
    assert len(wrap("x" * 20_000, 100, SMALL, Counting(1))) == 200
    assert Counting.measured < 20 * 20_000


def test_no_line_ends_at_a_no_break_space() -> None:
    assert texts(f"one two{NO_BREAK}three", 9) == ["one", "two three"]


@pytest.mark.parametrize("space", ["  ", "\t", "\u2003", "\u3000"])
def test_spaces_of_any_kind_part_words(space: str) -> None:
    assert texts(f"{space}one{space}two\n{space}three{NO_BREAK}four ", 10) == ["one two", "three four"]


def test_nothing_has_no_lines() -> None:
    assert texts("  \n ", 20) == []


@given(st.text(alphabet="ab \n\t", max_size=200), st.integers(1, 12))
def test_every_word_survives_breaking(text: str, width: int) -> None:
    lines = wrap(text, width, SMALL, LETTERS)
    assert all(len(line.text) <= width for line in lines)
    assert joined(lines).split() == text.split()


@given(st.text(alphabet="abc \n", max_size=100), st.integers(2, 12), st.integers(0, 10))
def test_rest_of_a_text_breaks_into_the_same_words(text: str, width: int, shown: int) -> None:
    lines = wrap(text, width, SMALL, LETTERS)
    glue = lines[shown - 1].glue if 0 < shown <= len(lines) else ""
    assert (joined(lines[:shown]) + glue + joined(lines[shown:])).split() == text.split()


@pytest.mark.parametrize(("text", "style", "count"), [("ten letter", LARGE, 1), ("ten letters and more", SMALL, 1)])
def test_largest_style_that_fits(text: str, style: TextStyle, count: int) -> None:
    chosen, lines, _most = fitting(text, 20, 10, (LARGE, SMALL), LETTERS)
    assert (chosen, len(lines)) == (style, count)


def test_text_too_long_for_every_style_keeps_all_its_lines() -> None:
    style, lines, most = fitting("word " * 100, 10, 10, (LARGE, SMALL), LETTERS)
    assert style is SMALL
    assert len(lines) > most == 4
    assert joined(lines).split() == ["word"] * 100


def test_elided() -> None:
    assert elided("Ragnar", 6, SMALL, LETTERS) == "Ragnar"
    assert elided("Ragnar the Bold", 8, SMALL, LETTERS) == "Ragnar…"
