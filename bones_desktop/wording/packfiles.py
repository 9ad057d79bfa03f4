"""Sentences about files of packs: line and column, what is wrong there, and what to do."""

from bones_desktop.rules.typedtext import unturned
from bones_desktop.storage.files.plainjson import Spot
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.packs.packfile import MOST_FILES, PackError, PackFileError
from bones_desktop.wording.files import file_sentence, place_in_file
from bones_desktop.wording.language import _


def damaged_pack_sentence(error: PackFileError | FileProblem) -> str:
    """Return the sentences for an unusable file among the packs."""
    return pack_file_sentence(error) if isinstance(error, PackFileError) else file_sentence(error)


def pack_file_sentence(error: PackFileError) -> str:
    """Return the sentences for a file that is no readable pack: the first error, and the number of others."""
    first = pack_error_sentence(error.errors[0])
    more = len(error.errors) - 1
    told = _("{name} cannot be used as a pack. {error}").format(name=unturned(error.path.name), error=first)
    if more == 1:
        told = _("{told} There is one more error.").format(told=told)
    elif more:
        told = _("{told} There are {count} more errors.").format(told=told, count=more)
    return f"{told} {_('The file was left as it is.')}"


def pack_error_sentence(error: PackError) -> str:
    """Return one error: line and column, what is wrong, and what to do."""
    text = _error_texts()[error.code].format(
        hint=unturned(error.hint), most=MOST_FILES, place=place_in_file(error.where), fault=_fault(error)
    )
    return at_spot(error.spot, text)


def at_spot(spot: Spot, text: str) -> str:
    """Return `text` with its place in the file, if that is known."""
    if not spot.line:
        return text
    return _("Line {line}, column {column}: {text}").format(line=spot.line, column=spot.column, text=text)


def _error_texts() -> dict[str, str]:
    return {
        "too-large": _("It is larger than {hint} MB. Split it into several packs."),
        "empty": _("It is empty. Export the pack again."),
        "not-utf8": _("There are bytes here that are no text. Save the file as UTF-8."),
        "not-json": _(
            "Something else is expected here: look for a comma, quotation mark or bracket too many or too few."
        ),
        "duplicate-key": _("“{hint}” stands here a second time. Take one of the two away."),
        "number": _("{hint} is no number that can stand here. Write a small whole number."),
        "nested": _("There are too many brackets within brackets. Take some away."),
        "text": _("This text holds characters that cannot be shown: “{hint}”. Take them away."),
        "not-pack": _("It does not say that it is a pack. A pack begins with “format”: “bones-desktop-pack”."),
        "schema": _("The file version “{hint}” is unknown. Write “schema”: 1."),
        "newer": _("It was written by a newer version of this program (file version {hint}); that one opens it."),
        "invalid": _("“{place}”: {fault}"),
        "too-many": _("It is one too many: {most} files or {hint} MB in all are read. Put some aside."),
        "same-id": _("The pack in {hint} has the same id. Give one of the two another id, or remove it."),
    }


def _fault(error: PackError) -> str:
    """Return the problem with one value and what to write instead, from the kind of validation error."""
    field = next((step for step in reversed(error.where) if isinstance(step, str)), "")
    exact = {
        "missing": _("This is missing. Write it, in quotation marks, with a colon and its value."),
        "enum": {
            "template": _("This is none of the words allowed here. Write culture, background or occupation."),
            "item": _("This is none of the words allowed here. Write weapon, shield, armour or magic-item."),
        }["item" if "equipment" in error.where else "template"],
        "too_long": _("There are too many entries. Take some away."),
        "string_too_long": _("This text is too long. Shorten it."),
        "value_error": _("This is not a face of a die. Write one as “melee”, “defend x2” or “blank”."),
        "greater_than_equal": _("This number is too small. Write 1 or more."),
        "less_than_equal": _("This number is too large. Write 10000 or less."),
        "string_pattern_mismatch": {
            "pack": _("This is no id. Use up to 16 small letters, digits and hyphens, as in “norse”."),
            "entry": _(
                "This is no id. Write the pack's id, a slash and up to 20 small letters, digits and hyphens, as in "
                "“norse/raider”."
            ),
            "name": _("This is no id. Use small letters, digits, hyphens and one slash, as in “citizen”."),
        }["name" if field != "id" else "entry" if len(error.where) > 1 else "pack"],
    }
    if error.hint in exact:
        return exact[error.hint]
    kinds = {
        "string": _("This should be text in quotation marks."),
        "int": _("This should be a whole number."),
        "bool": _("This should be true or false."),
        "tuple": _("This should be a list in square brackets."),
        "dataclass": _("This should be a group of named values in curly brackets."),
    }
    return kinds.get(error.hint.split("_")[0], _("This is not understood. Look at how other entries have it."))
