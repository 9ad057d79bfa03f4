import pytest

from bones_desktop.rules.bones.book.character import MagicTheme
from bones_desktop.rules.bones.making.edits import block_of
from bones_desktop.rules.bones.text.statblock import Gap, gap_at, themes_among
from tests.support.people import bob
from tests.support.rulebooks import rulebook


def in_words(words: str) -> tuple[tuple[MagicTheme, ...], tuple[Gap, ...]]:
    """Return the themes in words of which nothing was understood, and what is left of these."""
    return themes_among(words, [gap_at("left-out-words", 0, words)])


@pytest.mark.parametrize(
    ("words", "themes"),
    [
        ("Themes: Fire Magic", [("Fire Magic", "", "")]),
        ("theme: Sleep.", [("Sleep", "", "")]),
        (
            "Themes: Fire Magic (effect: make fire; limitations: only fire); Charm (beasts only)",
            [("Fire Magic", "make fire", "only fire"), ("Charm", "", "beasts only")],
        ),
        ("Themes:\nWind\nRain (effect: rain)", [("Wind", "", ""), ("Rain", "rain", "")]),
        ("Themes:\n- Wind\n• Rain (- rain)", [("Wind", "", ""), ("Rain", "", "- rain")]),
        ("She fears cats", []),
        ("Themes:", []),
    ],
)
def test_themes_are_read(words, themes):
    read, rest = in_words(words)
    assert [(each.name, each.effect, each.limitations) for each in read] == themes
    assert _left(words, rest) == ([] if words.casefold().startswith("theme") else [words])


def _left(words, gaps):
    return [words[gap.start : gap.end] for gap in gaps]


@pytest.mark.parametrize("listed", ["Themes: Fire; Rain\n", "Themes:\nFire\nRain\n\n", "**Themes:** Fire; Rain. "])
def test_what_follows_themes_is_none(listed):
    left = "She limps.\nHer owl is Pip."
    read, rest = in_words(listed.lstrip("*") + left)
    assert [each.name for each in read] == ["Fire", "Rain"]
    assert _left(listed.lstrip("*") + left, rest) == [left]


@pytest.mark.parametrize(
    ("words", "themes", "left"),
    [
        ("Themes: " + "; ".join("abcdefghijklm") + ".\nShe limps.", [*"abcdefghij"], [*"klm", "She limps."]),
        ("Themes: (effect: fire); Ice; .", ["Ice"], ["(effect: fire)"]),
        ("Themes: Ice; " + "very long " * 30 + "; 🔥", ["Ice", "🔥"], [("very long " * 30).strip()]),
        ("Themes: Ice (effect: " + "cold " * 500 + ")", [], ["Themes: Ice (effect: " + "cold " * 500 + ")"]),
    ],
)
def test_themes_past_the_most_without_a_name_or_too_long_are_not_lost(words, themes, left):
    read, rest = in_words(words)
    assert ([each.name for each in read], _left(words, rest)) == (themes, left)


def test_themes_are_taken_out_of_a_piece_that_says_other_things_too():
    """What stands beside them was told with them as one piece that is not understood; past ten they were cut."""
    text = "Notes: lives alone. Themes: Fire; Charm. Her owl is Pip.\n- Themes: " + "; ".join("abcdefghijkl") + "\nTall"
    read, left = themes_among(text, [gap_at("left-out-words", 0, text)])
    assert [each.name for each in read] == ["Fire", "Charm", *"abcdefgh"]
    assert _left(text, left) == ["Notes: lives alone.", "Her owl is Pip.", *"ijkl", "Tall"]
    assert [gap.reason.code for gap in left] == ["left-out-words"] * 2 + ["left-out-theme"] * 4 + ["left-out-words"]
    other = "Appearance: old\nNotes: lame"
    gaps = (gap_at("left-out-words", 0, other),)
    assert themes_among(other, gaps) == ((), gaps)


def test_themes_of_a_stat_block_are_read_back():
    fire = MagicTheme(name="Fire Magic", effect="make and move fire", limitations="nothing but fire; no ice")
    who = bob().with_(themes=(fire, MagicTheme(name="Charm")))
    line = next(each for each in block_of(rulebook(), who).splitlines() if each.startswith("Themes:"))
    assert in_words(line) == (who.themes, ())
