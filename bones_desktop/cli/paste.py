"""The command that makes characters of a pasted text, as the window's "Character from text" does."""

import argparse
import sys
from pathlib import Path
from typing import Any, Final

from bones_desktop.cli.names import EXIT_OK
from bones_desktop.cli.terminal import CommandError, file_problem, print_json
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.storage.files.characterfile import CHARACTERS, SUFFIX
from bones_desktop.storage.files.pastedtext import Pasted, read_pasted_text
from bones_desktop.storage.files.placing import free_path
from bones_desktop.storage.files.textfiles import FileProblem, is_folder, is_there, problem, read_bytes
from bones_desktop.wording.files import left_out_note
from bones_desktop.wording.reasons import sentence

_LARGEST: Final = 2_000_000
"""Bytes of a text that are looked at."""


def run_paste(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Print the characters of a text, and write them to --out; CommandError when the text has no dice."""
    text = _text_of(given.file)
    read = read_pasted_text(rulebook, text)
    found = [each for each in read if each.makes]
    if not found:
        why = [sentence(gap.reason) for gap in read[0].block.gaps if gap.reason.code == "left-out-data"]
        none = "No dice were found in this text. Name dice (Fighter x2) or list six faces with commas."
        raise CommandError(next(iter(why), none))
    made = [_made(rulebook, text, each) for each in found]
    files = _written(Path(given.out), made) if given.out else [""] * len(made)
    told = [_told(rulebook, text, *each) for each in zip(found, made, files, strict=True)]
    if given.json:
        print_json(told)
    else:
        for each in told:
            _print(each)
    return EXIT_OK


def _text_of(name: str) -> str:
    too_much = "The text is longer than 2 MB. Paste less of it."
    try:
        data = sys.stdin.buffer.read(_LARGEST + 1) if name == "-" else read_bytes(Path(name).absolute(), _LARGEST)
    except FileProblem as error:
        raise CommandError(too_much if error.code == "too-large" else file_problem(error)) from error
    if len(data) > _LARGEST:
        raise CommandError(too_much)
    wide = data[:2] in {b"\xff\xfe", b"\xfe\xff"}
    for encoding in ("utf-16",) if wide else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise CommandError(f"{'The input' if name == '-' else name} is not text. Copy the text out of it and paste that.")


def _made(rulebook: Rulebook, text: str, pasted: Pasted) -> Character:
    made = pasted.character(rulebook)
    return made if pasted.is_whole(None) else made.with_(notes=left_out_note(text, pasted.block.gaps))


def _written(folder: Path, made: list[Character]) -> list[str]:
    """Write each character to a file of its own in `folder`, where nothing is replaced."""
    files = []
    if is_there(folder) and not is_folder(folder):
        raise CommandError(f"{folder} is a file. Name a folder.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for each in made:
            path = free_path(folder.absolute(), each.name, SUFFIX)
            CHARACTERS.write(path, each, None, None)
            files.append(str(folder / path.name))
    except FileProblem as error:
        raise CommandError(file_problem(error)) from error
    except OSError as error:
        raise CommandError(file_problem(problem(error, folder))) from error
    return files


def _told(rulebook: Rulebook, text: str, pasted: Pasted, made: Character, file: str) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": made.name,
        "kind": made.kind.value,
        "move": made.move,
        "flying": made.flying,
        "dice": [[face_name(rulebook, shown) for shown in die.faces] for die in made.dice],
        "equipment": [item.name for item in made.equipment],
        "themes": [theme.name for theme in made.themes],
        "left_out": [text[gap.start : gap.end] for gap in pasted.block.gaps],
    }
    return told | ({"file": file} if file else {})


def _print(told: dict[str, Any]) -> None:
    flying = "" if told["flying"] is None else f", flying {told['flying']:g}"
    wrote = f". Wrote {told['file']}" if "file" in told else ""
    head = (
        f"{told['name'] or 'No name'}: {told['kind']}, {len(told['dice'])} dice, Move {told['move']:g}{flying}{wrote}"
    )
    print(clean_text(head))
    for place, faces in enumerate(told["dice"], 1):
        print(f"  die {place}: {', '.join(faces)}")
    for word in ("equipment", "themes"):
        if told[word]:
            print(clean_text(f"  {word}: {', '.join(told[word])}"))
    left = "; ".join(" ".join(each.split()) for each in told["left_out"])
    print(clean_text(f"  Left out: {left}" if left else "  Everything was understood."))
