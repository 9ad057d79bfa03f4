"""Themes of magic: as many as Magic icons allow, described, undone by giving them up (MAG-3, MAG-4)."""

import pytest

from bones_desktop.rules.bones.book.character import Character, MagicTheme
from bones_desktop.rules.bones.making.edits import add_theme, remove_theme, set_theme_text, theme_refusal
from bones_desktop.rules.reasons import RulesError
from tests.support.people import bob, die, ragnar


def mage(dice: int) -> Character:
    return bob().with_(dice=(die("universal,mental,magic,magic,scholar,defend"),) * dice)


@pytest.mark.parametrize(("dice", "themes"), [(1, 1), (4, 1), (5, 2), (9, 2), (10, 3)])
def test_magic_on_five_dice_opens_the_second_theme_and_on_ten_the_third(dice: int, themes: int) -> None:
    character = mage(dice)
    for _ in range(themes):
        assert theme_refusal(character) is None
        character = add_theme(character)
    with pytest.raises(RulesError) as refused:
        add_theme(character)
    assert refused.value.reason == theme_refusal(character)
    assert refused.value.reason.rule == "MAG-4"
    assert len(character.themes) == themes


def test_the_refusal_says_what_is_missing() -> None:
    with pytest.raises(RulesError) as refused:
        add_theme(add_theme(mage(4)))
    assert refused.value.reason.code == "theme-needs-more-magic"
    assert dict(refused.value.reason.values) == {"themes": 2, "needed": 5, "dice": 4}
    with pytest.raises(RulesError) as refused:
        add_theme(ragnar())
    assert (refused.value.reason.code, refused.value.reason.rule) == ("theme-needs-magic", "MAG-3")


def test_a_theme_is_described_and_removed() -> None:
    character = add_theme(add_theme(mage(5)))
    character = set_theme_text(character, 1, "name", "Fire\nMagic")
    character = set_theme_text(character, 1, "effect", "Makes fire\r\nand bends it")
    character = set_theme_text(character, 1, "limitations", "Only fire")
    fire = MagicTheme(name="Fire Magic", effect="Makes fire\nand bends it", limitations="Only fire")
    assert character.themes == (MagicTheme(), fire)
    assert remove_theme(character, 0).themes == (fire,)


def test_what_is_too_long_or_not_there_is_refused_and_themes_stay_without_magic() -> None:
    character = add_theme(mage(1))
    for call, code in (
        (lambda: set_theme_text(character, 0, "name", "x" * 201), "text-too-long"),
        (lambda: set_theme_text(character, 0, "effect", "x" * 2001), "text-too-long"),
        (lambda: set_theme_text(character, 1, "name", "x"), "no-such-theme"),
        (lambda: remove_theme(character, -1), "no-such-theme"),
    ):
        with pytest.raises(RulesError) as refused:
            call()
        assert refused.value.reason.code == code
    without = set_theme_text(character, 0, "name", "Fire").with_(dice=ragnar().dice)
    assert set_theme_text(without, 0, "effect", "None left").themes[0].name == "Fire"
