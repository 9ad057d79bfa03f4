"""Themes of magic: pure edits within what the Magic icons allow (MAG-3, MAG-4)."""

from typing import Final, Literal

from bones_desktop.rules.bones.book.advancement import dice_with
from bones_desktop.rules.bones.book.character import Character, MagicTheme
from bones_desktop.rules.bones.book.limits import LINE, NOTE
from bones_desktop.rules.bones.book.totals import MAGIC, SECOND_THEME_DICE, THIRD_THEME_DICE, magic_themes
from bones_desktop.rules.cleantext import clean_text
from bones_desktop.rules.reasons import Reason, reason, refuse

ThemeField = Literal["name", "effect", "limitations"]

MOST_KEPT: Final = 10
"""Themes a file holds: those written before Magic icons were given up stay."""


def theme_refusal(character: Character) -> Reason | None:
    """Return why the character may have no theme more, None when it may (MAG-3, MAG-4)."""
    dice = dice_with(character.dice, MAGIC)
    allowed = magic_themes(character).value
    if not allowed:
        return reason("theme-needs-magic", "MAG-3")
    if len(character.themes) < allowed:
        return None
    if dice >= THIRD_THEME_DICE:
        return reason("most-themes", "MAG-4", most=allowed)
    needed = SECOND_THEME_DICE if dice < SECOND_THEME_DICE else THIRD_THEME_DICE
    return reason("theme-needs-more-magic", "MAG-4", themes=allowed + 1, needed=needed, dice=dice)


def add_theme(character: Character) -> Character:
    """Return the character with one more theme to describe; refused beyond what its Magic icons allow."""
    why = theme_refusal(character)
    if why is not None:
        raise refuse(why.code, why.rule, **dict(why.values))
    return character.with_(themes=(*character.themes, MagicTheme()))


def set_theme_text(character: Character, theme: int, field: ThemeField, value: str) -> Character:
    """Return the character with the name, effect or limitations of a theme replaced."""
    _check(character, theme)
    most = LINE if field == "name" else NOTE
    value = clean_text(value)
    if len(value) > most:
        raise refuse("text-too-long", "", most=most)
    if field == "name":
        value = " ".join(value.splitlines())
    changed = character.themes[theme].with_(**{field: value})
    return character.with_(themes=(*character.themes[:theme], changed, *character.themes[theme + 1 :]))


def remove_theme(character: Character, theme: int) -> Character:
    """Return the character without a theme."""
    _check(character, theme)
    return character.with_(themes=character.themes[:theme] + character.themes[theme + 1 :])


def _check(character: Character, theme: int) -> None:
    if not 0 <= theme < len(character.themes):
        raise refuse("no-such-theme", "", theme=theme + 1)
