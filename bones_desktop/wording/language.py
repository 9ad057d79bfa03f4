"""The only place where English texts in the code become texts in the user's language. It does not use Qt.

Every sentence for users passes through one of these functions. The English text is the key of a catalogue. The
catalogues are in the folder `languages` of the resources, as gettext names them; `packaging/languages.py` updates the
`.po` files from the code and the resources, and compiles them to `.mo` files.

The functions return a `Text`: a string that still knows its English key and the values that were filled in. The log and
the undo history store the key and the values (`stored`), so an old entry is shown in the language of the day
(`restored`).
"""

import json
import os
import re
from collections.abc import Mapping
from gettext import NullTranslations, bindtextdomain, textdomain, translation
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path

ENGLISH: Final = "en"
LANGUAGES: Final = {ENGLISH: "English", "de": "Deutsch"}
"""Codes of the languages that the program speaks, each with its own name for itself."""

DOMAIN: Final = "bones-desktop"
"""File name of each catalogue."""

_DICE: Final = re.compile(r"(?<![A-Za-z])d(?=\d)")
_MARK: Final = "\x1f"
"""First character of a stored text that has a key. Nobody can type it."""


class _Choice:
    """The language in use. A program speaks one language in all its windows."""

    language = ENGLISH
    catalogue = NullTranslations()


class Text(str):
    """A text in the user's language with its English key and the values that were filled in."""

    __slots__ = ("source", "values")

    source: tuple[str, str, str, int]
    """Context, English text, English plural and the number that chose between them; "" and 0 for those it lacks."""
    values: Mapping[str, object]

    def format(self, *args: object, **values: object) -> "Text":
        """Return the text with `values` filled in. Raise as `str.format` does."""
        return _text(super().format(*args, **values), self.source, values)

    def format_map(self, values: Any, /) -> "Text":  # noqa: ANN401 (as in `str`)
        """Return the text with `values`, a mapping, filled in. Raise as `str.format_map` does."""
        return _text(super().format_map(values), self.source, values)


def _text(shown: str, source: tuple[str, str, str, int], values: Mapping[str, object]) -> Text:
    made = Text(shown)
    made.source, made.values = source, values
    return made


def use(language: str, folder: "Path | str") -> None:
    """Show all texts in `language`, one of LANGUAGES, with its catalogue in `folder`.

    Raise OSError when the catalogue is missing or damaged.
    """
    english = language == ENGLISH
    _Choice.catalogue = NullTranslations() if english else translation(DOMAIN, folder, [language])
    _Choice.language = language


def use_for_argparse(folder: "Path | str") -> None:
    """Let argparse, which asks the global catalogue of gettext, speak the language in use."""
    textdomain(DOMAIN)
    bindtextdomain(DOMAIN, str(folder))
    # gettext reads the environment each time. Qt takes the usual size of paper from there too.
    if _Choice.language != system_language():
        os.environ["LANGUAGE"] = _Choice.language


def language() -> str:
    """Return the code of the language in use."""
    return _Choice.language


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the code of the first language of the user's system that the program speaks; otherwise English."""
    names = [environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    chosen = next((name for name in names if name), "")
    # GNU gettext: LANGUAGE is a list in order of preference, and has no effect in the C locale.
    wished = environment.get("LANGUAGE", "").split(":") if chosen.partition(".")[0] not in {"", "C", "POSIX"} else []
    if not chosen and os.name == "nt":
        import locale  # Imported late: every command waits for it elsewhere.

        chosen = locale.getlocale()[0] or ""
    codes = (name.partition(".")[0].partition("_")[0].casefold() for name in (*wished, chosen))
    # Windows names a locale in English: "German_Germany".
    codes = ({"german": "de", "english": ENGLISH}.get(code, code) for code in codes)
    return next((code for code in codes if code in LANGUAGES), ENGLISH)


def _(text: str) -> str:
    """Return `text` in the user's language."""
    # For gettext "" is the key of the catalogue's header.
    return _text(_Choice.catalogue.gettext(text) if text else "", ("", text, "", 0), {})


def ngettext(one: str, many: str, n: int) -> str:
    """Return the singular or plural of a text for the number `n`, in the user's language. `{n}` is not filled in."""
    return _text(_Choice.catalogue.ngettext(one, many, n), ("", one, many, n), {})


def pgettext(context: str, text: str) -> str:
    """Return `text` in the user's language where the English text is ambiguous, for example "open" on a button."""
    return _text(_Choice.catalogue.pgettext(context, text), (context, text, "", 0), {})


def N_(text: str) -> str:  # noqa: N802 (the name that translators' tools search for)
    """Return `text` unchanged. This marks a text in a table for translation; `_` translates it where it is shown."""
    return text


def decimal(number: str) -> str:
    """Return a number written with a point, such as "1.5", as the language in use writes it."""
    return number.replace(".", ",") if _Choice.language == "de" else number


def date_words(date: str) -> str:
    """Return a date written as "2026-11-21" as the language in use writes it: "21.11.2026"."""
    return ".".join(reversed(date.split("-"))) if _Choice.language == "de" else date


def dice_words(text: str) -> str:
    """Return a text with dice such as "2d6" as the language in use writes them: "2W6"."""
    return _DICE.sub("W", text) if _Choice.language == "de" else text


def lowered(text: str) -> str:
    """Return `text` for the middle of a sentence. German writes nouns large there too, so it stays as it is."""
    return text if _Choice.language == "de" else f"{text[:1].lower()}{text[1:]}"


def stored(text: str) -> str:
    """Return `text` as the log and the undo history store it: with its key and values, if it has a key."""
    return _MARK + json.dumps(_packed(text), ensure_ascii=False) if isinstance(text, Text) else text


def _packed(value: object) -> object:
    if isinstance(value, Text):
        return [*value.source, {name: _packed(each) for name, each in value.values.items()}]
    return value if isinstance(value, int | float | str) else str(value)


def restored(kept: str) -> str:
    """Return a text that `stored` made, in the user's language. A text without a key is returned unchanged.

    A damaged one is returned as it is stored, without its mark.
    """
    if not kept.startswith(_MARK):
        return kept
    try:
        return _unpacked(json.loads(kept.removeprefix(_MARK)))
    except (ValueError, TypeError, LookupError, RecursionError, AttributeError):
        return kept.removeprefix(_MARK)


def _unpacked(packed: list[Any]) -> str:
    context, key, many, number, values = packed
    text = ngettext(key, many, number) if many else pgettext(context, key) if context else _(key)
    values = {name: _unpacked(each) if isinstance(each, list) else each for name, each in values.items()}
    return text.format_map(values) if values else text
