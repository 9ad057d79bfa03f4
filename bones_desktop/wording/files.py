"""Sentences about problems with files, including packs, and texts for file sizes."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bones_desktop.rules.bones.book.fields import TEXT
from bones_desktop.rules.typedtext import clean_text, strip_bidi
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.plainjson import Spot
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.wording.language import _, decimal, ngettext

if TYPE_CHECKING:
    # Imported for types only: a start without packs and pasted texts does not need these modules.
    from bones_desktop.rules.bones.text.statblock import Gap
    from bones_desktop.storage.packfile import PackError, PackFileError


def damaged_pack_sentence(error: "PackFileError | FileProblem") -> str:
    """Return the sentences for an unusable file in the folder of packs."""
    return file_sentence(error) if isinstance(error, FileProblem) else pack_file_sentence(error)


def pack_file_sentence(error: "PackFileError") -> str:
    """Return the sentences for an unreadable pack: the first error, and the number of other errors."""
    # Only the first error is described, because fixing it often removes the others.
    first = pack_error_sentence(error.errors[0])
    more = len(error.errors) - 1
    told = _("{name} cannot be used as a pack. {error}").format(name=strip_bidi(error.path.name), error=first)
    if more:
        words = ngettext("{told} There is one more error.", "{told} There are {count} more errors.", more)
        told = words.format(told=told, count=more)
    return f"{told} {_('The file was left as it is.')}"


def pack_error_sentence(error: "PackError") -> str:
    """Return the sentence for one error: line and column, the problem, and what to do."""
    from bones_desktop.storage.packfile import MOST_FILES  # Imported late: errors occur only with packs.

    text = _error_texts()[error.code].format(
        hint=strip_bidi(error.hint), most=MOST_FILES, place=place_in_file(error.where), fault=_fault(error)
    )
    return at_spot(error.spot, text)


def at_spot(spot: Spot, text: str) -> str:
    """Return `text` preceded by the position in the file, if it is known."""
    if not spot.line:
        return text
    return _("Line {line}, column {column}: {text}").format(line=spot.line, column=spot.column, text=text)


def _error_texts() -> dict[str, str]:
    return {
        "too-large": _("It is larger than {hint} MB. Split it into several packs."),
        "empty": _("It is empty. Export the pack again."),
        "not-utf8": _("The file has bytes that are not text. Save it as UTF-8."),
        "not-json": _(
            "Something else is expected here: look for a comma, quotation mark or bracket too many or too few."
        ),
        "duplicate-key": _("“{hint}” is here twice. Remove one of the two."),
        "number": _("{hint} is not allowed here. Write a small whole number."),
        "nested": _("There are too many nested brackets. Remove some."),
        "not-pack": _("It does not say that it is a pack. A pack begins with “format”: “bones-desktop-pack”."),
        "schema": _("The file version “{hint}” is unknown. Write “schema”: 1."),
        "newer": _(
            "It was written by a newer version of this program (file version {hint}). Open it with that version."
        ),
        "invalid": _("“{place}”: {fault}"),
        "too-many": _("It is one too many: at most {most} files or {hint} MB are read. Move some away."),
        "same-id": _("The pack in {hint} has the same id. Give one of the two another id, or remove it."),
    }


def _fault(error: "PackError") -> str:
    """Return the problem with one value, and what to write instead."""
    field = next((step for step in reversed(error.where) if isinstance(step, str)), "")
    is_item, named = "equipment" in error.where, "entry" if len(error.where) > 1 else "pack"
    advice = {
        "missing": _("Write it, in quotation marks, with a colon and its value."),
        "enum": _("Write weapon, shield, armour or magic-item.")
        if is_item
        else _("Write culture, background or occupation."),
        "too_long": _("Remove some."),
        "string_too_long": _("Shorten it."),
        "value_error": _("Write one as “melee”, “defend x2” or “blank”."),
        "greater_than_equal": _("Write 1 or more."),
        "less_than_equal": _("Write 10000 or less."),
        "string_pattern_mismatch": {
            "pack": _("Use up to 16 small letters, digits and hyphens, as in “norse”."),
            "entry": _(
                "Write the pack's id, a slash and up to 20 small letters, digits and hyphens, as in “norse/raider”."
            ),
            "name": _("Use small letters, digits, hyphens and one slash, as in “citizen”."),
        }[named if field == "id" else "name"],
        "string": _("Put it in quotation marks."),
        "tuple": _("Put it in square brackets."),
        "dataclass": _("Put them in curly brackets."),
        "unexpected": _("Compare it with other entries."),
    }
    fault = fault_sentence(error.hint)
    more = advice.get(error.hint) or advice.get(error.hint.split("_")[0], "")
    return f"{fault[:1].upper()}{fault[1:]}. {more}".rstrip()


def file_sentence(error: FileProblem | DataFileError) -> str:
    """Return the sentences for a file that could not be read or written."""
    if isinstance(error, DataFileError):
        return _data_sentence(error)
    values = {"name": strip_bidi(error.path.name), "folder": strip_bidi(str(error.path.parent))}
    # The text contains sizes, which must be formatted here, so it cannot come from the table.
    if error.code == "disk-full":
        needed, free = int(error.values.get("needed", 0)), int(error.values.get("free", 0))
        return _(
            "There is no room left for {name}: {needed} needed, {free} free. The file on disk is as it was, and "
            "nothing you have open is lost. Make room on the disk and try again."
        ).format(**values, needed=size_text(needed), free=size_text(free))
    if error.code == "other":
        return _(
            "{name} cannot be read or written ({text}). The file on disk is as it was. Try again, or use another "
            "folder."
        ).format(**values, text=error.values.get("text", ""))
    return _problem_texts()[error.code].format(**{"most": ""} | error.values | values)


def reloaded_sentence(path: Path) -> str:
    """Return the message that another program has changed a file that is open here."""
    return _("{name} was changed by another program. You now see the changed file.").format(name=strip_bidi(path.name))


def versions_sentence(error: FileProblem) -> str:
    """Return the message that a file was saved but its earlier version was not kept."""
    return _(
        "Your changes are saved, but no earlier version could be kept in {folder}: {why}. What was before cannot be "
        "restored until that is fixed."
    ).format(folder=strip_bidi(str(error.path.parent.parent)), why=_why_unkept(error))


def undo_sentence(error: FileProblem) -> str:
    """Return the message that a file was saved but its undo history was not."""
    return _(
        "Your changes are saved, but the steps for Undo could not be kept in {folder}: {why}. Until that is fixed, "
        "they can be undone only as long as nothing else is opened."
    ).format(folder=strip_bidi(str(error.path.parent)), why=_why_unkept(error))


def _why_unkept(error: FileProblem) -> str:
    reasons = {
        "disk-full": _("the disk is full"),
        "denied": _("writing is not allowed there"),
        "read-only": _("writing is not allowed there"),
        "folder-gone": _("the folder is missing"),
    }
    if text := error.values.get("text"):
        return _("the system refuses it ({text})").format(text=text)
    return reasons.get(error.code) or _("the system refuses it")


def is_foreign(error: FileProblem | DataFileError) -> bool:
    """Return whether the only problem is that the file belongs to an unknown game."""
    return isinstance(error, DataFileError) and error.is_foreign


def size_text(size: int) -> str:
    """Return a file size in a readable form: "512 bytes", "3 kB", "1.4 MB"."""
    if size < 1_000:
        return _("{count} bytes").format(count=size)
    if size < 1_000_000:
        return _("{count} kB").format(count=-(-size // 1_000))
    if size < 1_000_000_000:
        return _("{count} MB").format(count=decimal(f"{size / 1_000_000:.1f}"))
    return _("{count} GB").format(count=decimal(f"{size / 1_000_000_000:.1f}"))


def place_in_file(where: tuple[str | int, ...]) -> str:
    """Return a place in a character file: "dice 2, faces 3"."""
    words: list[str] = []
    for step in where:
        # People count from 1.
        if isinstance(step, int) and words:
            words[-1] = f"{words[-1]} {step + 1}"
        else:
            words.append(strip_bidi(str(step)).replace("_", " "))
    return ", ".join(words) if words else _("the character")


def _problem_texts() -> dict[str, str]:
    return {
        "read-only": _(
            "{name} is read-only, so nothing was written to it. Allow writing to it, or keep it under another name."
        ),
        "folder-gone": _(
            "The folder {folder} is missing. It may have been moved, or its drive taken out. Bring it back and try "
            "again, or choose another folder."
        ),
        "file-gone": _("{name} is not in {folder} any more. It may have been moved, renamed or deleted."),
        "changed-outside": _(
            "Something else has changed {name} since it was opened. Nothing was written. Keep your version, use the "
            "version on disk, or keep both."
        ),
        "busy": _(
            "Another program is using {name}, perhaps a virus scanner or a cloud folder. Nothing was written. Wait a "
            "moment and try again."
        ),
        "denied": _("You may not read or write {name} in {folder}. Allow it there, or use another folder."),
        "bad-name": _("{name} cannot be a file name here. Choose a shorter or simpler name."),
        "exists": _("There is a file called {name} already. Choose another name."),
        "other-kind": _("{name} is there already and is a file of another kind. Choose another name."),
        "not-file": _("{name} in {folder} is not a file. Choose a file or another name, or move it away."),
        "too-large": _("{name} is too large to be one of our files. It was not opened."),
        "too-much": _(
            "{name} would be larger than {most} MB, too large to be read again. Nothing was written. Take something "
            "out of it."
        ),
        "too-many": _("There are {most} files in {folder} already, which is the most. Remove one first."),
        "in-use": _("{name} is in use by another window of this program. Close that one first."),
        "newer": _("{name} was written by a newer version of this program, so nothing is written to it."),
    }


_OTHER_KINDS: Final = frozenset({"not-character", "not-campaign", "not-fight"})
_NOT_OURS: Final = _OTHER_KINDS | {"too-large", "empty", "not-utf8", "not-json", "nested"}
"""Error codes of files that probably are of another kind.

They count only if the file's extension is not the expected extension.
"""
_PICTURES: Final = frozenset(
    {".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".svg", ".heic", ".avif"}
)
_TEXTS: Final = frozenset({".txt", ".md", ".rtf", ".doc", ".docx", ".odt", ".pdf"})


def _other_file(error: DataFileError, what: str) -> str:
    """Return the sentence for a file whose extension is not that of the expected kind.

    Return "" if the file may be of the expected kind.
    """
    name, ending = strip_bidi(error.path.name), error.path.suffix.casefold()
    is_character = error.kind == "character"
    # A file with the right extension may still be damaged, so the error itself is reported.
    if ending == error.suffix or not (error.code in _NOT_OURS or (is_character and ending in _PICTURES | _TEXTS)):
        return ""
    if is_character and ending in _PICTURES:
        return _(
            "{name} is a picture, not a character. For a portrait, drop a PNG, JPEG or WebP picture on the Story and "
            "gear tab."
        ).format(name=name)
    if is_character and ending in _TEXTS:
        return _(
            "{name} is not a character file. To make a character from its text, copy that and use From text…."
        ).format(name=name)
    return _("{name} is not a {what}; those end in {suffix}.").format(name=name, what=what, suffix=error.suffix)


def _data_sentence(error: DataFileError) -> str:
    one, file = {
        "character": (_("character"), _("character file")),
        "campaign": (_("campaign"), _("campaign file")),
        "fight": (_("fight"), _("fight")),
    }[error.kind]
    if other := _other_file(error, file):
        return other
    name = strip_bidi(error.path.name)
    place = place_in_file(error.where) if error.where else _("the {one}").format(one=one)
    text = _texts()["not-ours" if error.code in _OTHER_KINDS else error.code].format(
        name=name, one=one, file=file, hint=strip_bidi(error.hint), place=place, fault=fault_sentence(error.hint)
    )
    if error.is_foreign and error.kind == "character" and (title := _known_game(error.hint)):
        text = _("{name} is a character of {game}; a character of another game is needed here.").format(
            name=name, game=title
        )
    if error.line:
        at = _("(line {line}, character {column})").format(line=error.line, column=error.column)
        text = f"{text} {at}"
    return f"{text} {_('The file was left as it is.')}"


def _known_game(id: str) -> str:
    """Return the title of another game in this program; "" for an unknown game."""
    from bones_desktop.storage.games import game_of  # Imported late: most errors are not about games.

    small = game_of(id)
    return "" if small is None else small.game.title


def _texts() -> dict[str, str]:
    return {
        "empty": _("{name} is empty."),
        "not-utf8": _("{name} is damaged: it has bytes that are not text."),
        "not-json": _("{name} is damaged: its text breaks off or has a character where none belongs."),
        "duplicate-key": _("{name} is damaged: it says “{hint}” twice in one place."),
        "nested": _("{name} is damaged: it has too many nested brackets."),
        "schema": _("{name} is damaged: its version, “{hint}”, is not a number."),
        "newer": _(
            "{name} was written by a newer version of this program (file version {hint}) in a way this one cannot "
            "read. Open it with a newer version."
        ),
        "invalid": _("{name} is damaged at “{place}”: {fault}."),
        "actor-foreign": _("{name} is an actor of Foundry that this program did not export."),
        "actor-damaged": _("{name} is an actor of Foundry, and its {one} is damaged. Export it again."),
        "too-large": _("{name} is larger than {hint} MB, too large for a {one}."),
        "number": _("{name} is damaged: {hint} is not a number allowed in a {one}."),
        "not-ours": _("{name} is not a {file} of this program."),
        "no-system": _("{name} is damaged: it does not say to which game its {one} belongs."),
        "other-system": _(
            "{name} is a {one} of “{hint}”, a game that this version does not know. A newer version of this program "
            "may open it."
        ),
    }


def fault_sentence(hint: str) -> str:
    """Return the problem with one value, from the hint of a `Fault`."""
    exact = {
        "missing": _("this is missing"),
        "enum": _("this is not one of the allowed words"),
        "literal_error": _("this is not one of the allowed words"),
        "too_short": _("there are too few entries"),
        "too_long": _("there are too many entries"),
        "string_too_long": _("this text is too long"),
        "string_pattern_mismatch": _("this name is not spelled as it must be"),
        "value_error": _("this is not a face of a die"),
        "fighter_twice": _("a fighter can be in a fight only once"),
        "member_twice": _("a character can be in a campaign only once"),
        "passage_order": _("days must follow one another without a gap"),
        "session_order": _("sessions must follow one another by their numbers"),
        "session_open": _("only the last session may be open"),
        "lost_die": _("a lost die must be one of the character's dice, named once"),
        "greater_than_equal": _("this number is too small"),
        "less_than_equal": _("this number is too large"),
        "finite_number": _("this is not a number"),
    }
    if hint in exact:
        return exact[hint]
    kinds = {
        "string": _("this should be text"),
        "int": _("this should be a whole number"),
        "float": _("this should be a number"),
        "bool": _("this should be true or false"),
        "tuple": _("this should be a list"),
        "dataclass": _("this should be a group of named values"),
    }
    return kinds.get(hint.split("_")[0], _("this is not understood"))


def left_out_note(text: str, gaps: "Sequence[Gap]") -> str:
    """Return a note with the parts of `text` that were left out, one per line; "" if there are none.

    The result is cut to the maximum length of a note.
    """
    from bones_desktop.rules.bones.text.statblock import in_sections  # Imported late: only for pasted texts.

    pieces = [part for gap in gaps if not is_theme_too_many(gap) for part in in_sections(text[gap.start : gap.end])]
    over = "; ".join(text[gap.start : gap.end] for gap in gaps if is_theme_too_many(gap))
    pieces += [_("Themes: {names}.").format(names=over)] if over else []
    words = ["\n  ".join(" ".join(line.split()) for line in piece.splitlines() if line.strip()) for piece in pieces]
    if not any(words):
        return ""
    lines = [_("Made from text. Left out:"), *(f"- {piece}" for piece in words if piece)]
    return clean_text("\n".join(lines)[:TEXT])


def is_theme_too_many(gap: "Gap") -> bool:
    """Return whether the text left out is a magic theme beyond the limit."""
    return gap.reason.code == "left-out-theme"
