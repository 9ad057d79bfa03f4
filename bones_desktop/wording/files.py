"""Sentences about files: what happened, what it means, and what can be done."""

from pathlib import Path
from typing import Final

from bones_desktop.rules.typedtext import unturned
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.wording import Translate


def file_sentence(error: FileProblem | DataFileError, tr: Translate) -> str:
    """Return the sentences for a file that could not be read or written."""
    if isinstance(error, DataFileError):
        return _data_sentence(error, tr)
    values = {"name": unturned(error.path.name), "folder": unturned(str(error.path.parent))}
    if error.code == "disk-full":
        needed, free = int(error.values.get("needed", 0)), int(error.values.get("free", 0))
        return tr(
            "There is no room left for {name}: {needed} needed, {free} free. The file on disk is as it was, and "
            "nothing you have open is lost. Make room on the disk and try again."
        ).format(**values, needed=size_text(needed, tr), free=size_text(free, tr))
    if error.code == "other":
        return tr(
            "{name} cannot be read or written ({text}). The file on disk is as it was. Try again, or use another "
            "folder."
        ).format(**values, text=error.values.get("text", ""))
    return _problem_texts(tr)[error.code].format(**{"most": "", "thing": "", "target": ""} | error.values | values)


def reloaded_sentence(path: Path, tr: Translate) -> str:
    """Return what is said when another program wrote a file that is open."""
    return tr("{name} was changed by another program. You see it as it is now.").format(name=unturned(path.name))


def versions_sentence(error: FileProblem, tr: Translate) -> str:
    """Return the sentences for a file that is saved, of which no earlier version could be kept."""
    return tr(
        "Your changes are saved, but no earlier version could be kept in {folder}: {why}. What was before cannot be "
        "brought back until that is put right."
    ).format(folder=unturned(str(error.path.parent.parent)), why=_why_unkept(error, tr))


def undo_sentence(error: FileProblem, tr: Translate) -> str:
    """Return the sentences for a file that is saved, whose undo history could not be kept."""
    return tr(
        "Your changes are saved, but the steps for Undo could not be kept in {folder}: {why}. Until that is put right, "
        "they can be undone only as long as nothing else is opened."
    ).format(folder=unturned(str(error.path.parent)), why=_why_unkept(error, tr))


def _why_unkept(error: FileProblem, tr: Translate) -> str:
    reasons = {
        "disk-full": tr("there is no room left on the disk"),
        "denied": tr("nothing may be written there"),
        "read-only": tr("nothing may be written there"),
        "folder-gone": tr("the folder is not there"),
        "in-the-way": tr("{thing} is no folder, but should be one").format(thing=error.values.get("thing", "")),
    }
    if text := error.values.get("text"):
        return tr("the system refuses it ({text})").format(text=text)
    return reasons.get(error.code) or tr("the system refuses it")


def is_foreign(error: FileProblem | DataFileError) -> bool:
    """Return whether nothing is wrong with the file but that it belongs to a game this program does not know."""
    return isinstance(error, DataFileError) and error.is_foreign


def size_text(size: int, tr: Translate) -> str:
    """Return a size as people say it: "512 bytes", "3 kB", "1.4 MB"."""
    if size < 1_000:
        return tr("{count} bytes").format(count=size)
    if size < 1_000_000:
        return tr("{count} kB").format(count=-(-size // 1_000))
    if size < 1_000_000_000:
        return tr("{count} MB").format(count=f"{size / 1_000_000:.1f}")
    return tr("{count} GB").format(count=f"{size / 1_000_000_000:.1f}")


def place_in_file(where: tuple[str | int, ...], tr: Translate) -> str:
    """Return where in a character something stands: "dice 2, faces 3"."""
    words: list[str] = []
    for step in where:
        if isinstance(step, int) and words:
            words[-1] = f"{words[-1]} {step + 1}"
        else:
            words.append(unturned(str(step)).replace("_", " "))
    return ", ".join(words) if words else tr("the character")


def _problem_texts(tr: Translate) -> dict[str, str]:
    return {
        "read-only": tr(
            "{name} may only be read, so nothing was written to it. Allow writing to it, or keep it under another name."
        ),
        "folder-gone": tr(
            "The folder {folder} is not there. It may have been moved, or its drive taken out. Bring it back and try "
            "again, or choose another folder."
        ),
        "dead-link": tr(
            "{thing} is a link to {target}, which leads nowhere. Let it lead to the right place, or take it away, and "
            "try again."
        ),
        "file-gone": tr("{name} is not in {folder} any more. It may have been moved, renamed or deleted."),
        "changed-outside": tr(
            "Something else has changed {name} since it was opened. Nothing was written. Keep your version, take the "
            "one on disk, or keep both."
        ),
        "busy": tr(
            "Another program holds {name}, perhaps a virus scanner or a cloud folder. Nothing was written. Wait a "
            "moment and try again."
        ),
        "denied": tr("You may not read or write {name} in {folder}. Allow it there, or use another folder."),
        "bad-name": tr("{name} cannot be a file name here. Choose a shorter or simpler name."),
        "in-the-way": tr(
            "{thing} is no folder, but one of that name is needed there. Move it away or give it another name, and try "
            "again."
        ),
        "exists": tr("There is a file called {name} already. Choose another name."),
        "other-kind": tr("{name} is there already and is a file of another kind. Choose another name."),
        "is-folder": tr(
            "{name} in {folder} is a folder, not a file. Choose a file or another name, or move the folder away."
        ),
        "not-file": tr(
            "{name} in {folder} is no ordinary file but a pipe, a device or the like. It was not opened. Choose "
            "another, or move it away."
        ),
        "written-over": tr(
            "{name} is saved. In {folder} no file may take the place of another one, so it is written to directly: "
            "a power cut at that moment could damage it. Earlier versions are kept. Another folder or disk is safer."
        ),
        "linked": tr(
            "{name} is saved. It has hard links, and is written to directly so that they all hold the same: a power "
            "cut at that moment could damage it. Earlier versions are kept."
        ),
        "too-large": tr("{name} is too large to be one of our files. It was not opened."),
        "too-much": tr(
            "{name} would be larger than {most} MB, too large to be read again. Nothing was written. Take something "
            "out of it."
        ),
        "too-many": tr("There are {most} files in {folder} already, which is the most. Remove one first."),
        "in-use": tr("{name} is in use by another window of this program. Close that one first."),
        "newer": tr("{name} was written by a newer version of this program, so nothing is written to it."),
    }


_OTHER_KINDS: Final = frozenset({"not-character", "not-campaign", "not-fight"})
_NOT_OURS: Final = _OTHER_KINDS | {"too-large", "empty", "not-utf8", "not-json", "nested", "crowded"}
"""The errors a file of any other kind gives when it is read as one of ours."""
_PICTURES: Final = frozenset(
    {".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".svg", ".heic", ".avif"}
)
_TEXTS: Final = frozenset({".txt", ".md", ".rtf", ".doc", ".docx", ".odt", ".pdf"})


def _other_file(error: DataFileError, what: str, tr: Translate) -> str:
    """Return what is said of a file that is plainly none of ours by its ending; "" where it may be one."""
    name, ending = unturned(error.path.name), error.path.suffix.casefold()
    is_character = error.kind == "character"
    if ending == error.suffix or not (error.code in _NOT_OURS or (is_character and ending in _PICTURES | _TEXTS)):
        return ""
    if is_character and ending in _PICTURES:
        return tr(
            "{name} is a picture, not a character. For a portrait, drop a PNG, JPEG or WebP picture on the Story and "
            "gear tab."
        ).format(name=name)
    if is_character and ending in _TEXTS:
        return tr(
            "{name} is not a character file. To make a character from its text, copy that and use From text…."
        ).format(name=name)
    return tr("{name} is not a {what}; those end in {suffix}.").format(name=name, what=what, suffix=error.suffix)


def _data_sentence(error: DataFileError, tr: Translate) -> str:
    one, file = {
        "character": (tr("character"), tr("character file")),
        "campaign": (tr("campaign"), tr("campaign file")),
        "fight": (tr("fight"), tr("fight")),
    }[error.kind]
    if other := _other_file(error, file, tr):
        return other
    name = unturned(error.path.name)
    place = place_in_file(error.where, tr) if error.where else tr("the {one}").format(one=one)
    text = _texts(tr)["not-ours" if error.code in _OTHER_KINDS else error.code].format(
        name=name, one=one, file=file, hint=unturned(error.hint), place=place, fault=_fault(error.hint, tr)
    )
    if error.is_foreign and error.kind == "character" and (title := _known_game(error.hint)):
        text = tr("{name} is a character of {game}; here one of another game is needed.").format(name=name, game=title)
    if error.line:
        at = tr("(line {line}, character {column})").format(line=error.line, column=error.column)
        text = f"{text} {at}"
    return f"{text} {tr('The file was left as it is.')}"


def _known_game(id: str) -> str:
    """Return the title of another game that this program has, "" for one it does not know."""
    from bones_desktop.storage.games.games import game_of  # most errors are not about games

    small = game_of(id)
    return "" if small is None else small.game.title


def _texts(tr: Translate) -> dict[str, str]:
    return {
        "empty": tr("{name} is empty."),
        "not-utf8": tr("{name} is damaged: it holds bytes that are no text."),
        "not-json": tr("{name} is damaged: its text breaks off or has a character where none belongs."),
        "duplicate-key": tr("{name} is damaged: it says “{hint}” twice in one place."),
        "crowded": tr("{name} holds far more than any of our files. It was not opened."),
        "nested": tr("{name} is damaged: it has too many brackets within brackets."),
        "text": tr("{name} is damaged: a text in it holds characters that cannot be shown: “{hint}”."),
        "schema": tr("{name} is damaged: its version, “{hint}”, is no number."),
        "newer": tr(
            "{name} was written by a newer version of this program (file version {hint}) in a way this one cannot "
            "read. A newer program opens it."
        ),
        "migration": tr("{name} is damaged: it says it is of file version {hint} but does not look like it."),
        "invalid": tr("{name} is damaged at “{place}”: {fault}."),
        "too-large": tr("{name} is larger than {hint} MB; no {one} is."),
        "number": tr("{name} is damaged: {hint} is no number that can stand in a {one}."),
        "not-ours": tr("{name} is not a {file} of this program."),
        "no-system": tr("{name} is damaged: it does not say of which game its {one} is."),
        "other-system": tr(
            "{name} is a {one} of “{hint}”, a game that this version does not know. A newer version of this program "
            "may open it."
        ),
    }


def _fault(hint: str, tr: Translate) -> str:
    """Return what is wrong with one value, from the kind of error validation gave."""
    exact = {
        "missing": tr("this is missing"),
        "enum": tr("this is none of the words allowed here"),
        "literal_error": tr("this is none of the words allowed here"),
        "too_short": tr("there are too few entries"),
        "too_long": tr("there are too many entries"),
        "string_too_long": tr("this text is too long"),
        "string_pattern_mismatch": tr("this name is not spelled as it must be"),
        "value_error": tr("this is not a face of a die"),
        "fighter_twice": tr("a fighter is in a fight once"),
        "member_twice": tr("a character is in a campaign once"),
        "passage_order": tr("days must follow one another without a gap"),
        "session_order": tr("sessions must follow one another by their numbers"),
        "session_open": tr("only the last session may still go on"),
        "lost_die": tr("a lost die must be one of the character's dice, named once"),
        "greater_than_equal": tr("this number is too small"),
        "less_than": tr("this number is too large"),
        "less_than_equal": tr("this number is too large"),
        "finite_number": tr("this is no number"),
    }
    if hint in exact:
        return exact[hint]
    kinds = {
        "string": tr("this should be text"),
        "int": tr("this should be a whole number"),
        "float": tr("this should be a number"),
        "bool": tr("this should be true or false"),
        "tuple": tr("this should be a list"),
        "dataclass": tr("this should be a group of named values"),
    }
    return kinds.get(hint.split("_")[0], tr("this is not understood"))
