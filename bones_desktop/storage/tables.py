"""Random tables: text files shipped with the program, and the user's own files in the data folder.

A file of the user replaces the shipped file with the same name, and a translated one the English one.
"""

from pathlib import Path
from typing import Final

from bones_desktop.rules.reasons import RulesError, refuse
from bones_desktop.rules.tables import RandomTable, TableSet, parse_table
from bones_desktop.rules.typedtext import folded, key
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.files.textfiles import FileProblem, is_folder, problem, read_bytes
from bones_desktop.wording.language import language

SUFFIX: Final = ".txt"
LARGEST: Final = 200_000
"""Largest table that is read, in bytes."""
_MOST_FILES: Final = 2_000


def read_table(path: Path, *, own: bool) -> RandomTable:
    """Return the table in a file.

    Raise RulesError when the file does not contain a table, FileProblem when it cannot be read.
    """
    try:
        data = read_bytes(path, LARGEST)
    except FileProblem as error:
        if error.code == "too-large":
            raise refuse("table-too-large", file=path.name, most=LARGEST // 1000) from error
        raise
    return parse_table(path.stem, decoded(data, path.name), path.name, own=own)


def decoded(data: bytes, file: str) -> str:
    """Return the content of a table as text. Raise RulesError if it is not text in UTF-8."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise refuse("table-no-text", file=file) from error
    # A picture or a document may be valid UTF-8 by chance, but contains zero bytes.
    if "\0" in text:
        raise refuse("table-no-text", file=file)
    return text


def load_tables(own: Path) -> TableSet:
    """Return the shipped tables and the tables in the folder `own`, by title.

    Files that cannot be used are in `refused`.
    """
    tables: dict[str, RandomTable] = {}
    refused: dict[str, Exception] = {}
    for folder in (*_shipped_folders(), own):
        try:
            paths = sorted(folder.glob(f"*{SUFFIX}"))[:_MOST_FILES] if is_folder(folder) else []
        except OSError as error:
            refused[str(folder)] = problem(error, folder)
            continue
        for path in paths:
            name = key(path.stem)
            tables.pop(name, None)
            try:
                tables[name] = read_table(path, own=folder == own)
            except (RulesError, FileProblem) as error:
                refused[name] = error
    return TableSet(dict(sorted(tables.items(), key=_by_title)), refused)


def _shipped_folders() -> tuple[Path, Path]:
    """Return the folder of the shipped tables, and the folder of those in the language in use, if it has any."""
    resources = shipped("resources")
    return resources / "tables", resources / "languages" / language() / "tables"


def source_of(own: Path, name: str) -> Path | None:
    """Return the file of the table with the key `name`; None if there is none.

    A file of the user is preferred to a shipped file.
    """
    for folder in (own, *reversed(_shipped_folders())):
        found = next((path for path in sorted(folder.glob(f"*{SUFFIX}")) if key(path.stem) == name), None)
        if found is not None:
            return found
    return None


def _by_title(item: tuple[str, RandomTable]) -> tuple[str, str]:
    return folded(item[1].title), item[0]
