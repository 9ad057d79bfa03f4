"""The catalogues of languages: collects the texts of the program, merges them into the .po files, and compiles these.

Use: python packaging/languages.py update   adds new texts to each .po file, drops unused ones, and compiles it
     python packaging/languages.py check    tells what is missing or wrong in a .po file, and if its .mo file is old

A text is collected if the code passes it to a function of `bones_desktop.wording.language`, if it is in a table of
`bones_desktop.wording`, or in a table of the resources. A new language begins with `update CODE`.
"""

import ast
import io
import json
import string
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bones_desktop.storage.files.plainjson import plain  # noqa: E402
from bones_desktop.storage.games import GAMES, in_language  # noqa: E402 (found by the path above)
from bones_desktop.storage.rulebookfile import texts_of  # noqa: E402
from bones_desktop.wording.language import DOMAIN, ENGLISH, LANGUAGES  # noqa: E402

PACKAGE = ROOT / "bones_desktop"
FOLDER = ROOT / "resources" / "languages"
ARGUMENTS = {"_": 1, "N_": 1, "pgettext": 2, "ngettext": 2}
"""Functions that take texts, and the number of texts that each takes."""
ARGPARSE = (
    "usage: ", "options", "positional arguments", "show this help message and exit",
    "show program's version number and exit", "the following arguments are required: %s", "unrecognized arguments: %s",
    "one of the arguments %s is required", "not allowed with argument %s", "expected one argument",
    "expected at most one argument", "expected at least one argument", "argument %(argument_name)s: %(message)s",
    "invalid choice: %(value)r (choose from %(choices)s)", "invalid %(type)s value: %(value)r",
    "ambiguous option: %(option)s could match %(matches)s", "ignored explicit argument %r",
)  # fmt: skip
"""Texts of Python's argparse that a user of the commands can see."""
HEADER = """\
# Texts of Bones Desktop in {language}. Written by `sh packaging/run languages`; CONTRIBUTING tells how to translate.
#"""

Text = tuple[str, str, str]
"""Context, English text, English plural; "" for those it lacks."""


def of_code(path: Path) -> Iterator[Text]:
    """Yield the texts that a module passes to the functions in ARGUMENTS. Raise ValueError for one that is no text."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ARGUMENTS:
            given = node.args[: ARGUMENTS[node.func.id]]
            texts = [each.value for each in given if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            if len(texts) == len(given):
                first, second = (*texts, "")[:2]
                yield (first, second, "") if node.func.id == "pgettext" else ("", first, second)


def of_tables(module: ModuleType) -> Iterator[Text]:
    """Yield the texts in the tables of a module of `wording`."""
    for name, value in vars(module).items():
        if not name.strip("_").isupper() or not isinstance(value, dict):
            continue
        if name.endswith("OF_ONE"):
            # By code: a number's name, and the sentence for the number one. Another table has the sentence for many.
            from bones_desktop.wording.reasons import SENTENCES

            yield from (("", one, SENTENCES[code]) for code, (_number, one) in value.items())
        else:
            yield from (("", text, "") for text in _texts_in(value))


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str) and any(first.isalpha() and second.isalpha() for first, second in pairwise(value)):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts_in(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from _texts_in(each)


def of_resources() -> Iterator[tuple[str, Text]]:
    """Yield each text in the tables of the games, after the name of its file."""
    for path in sorted((ROOT / "resources" / "games").glob("*/*.json")):
        for entry in json.loads(path.read_bytes()):
            yield from (
                (path.relative_to(ROOT).as_posix(), (context, text, "")) for context, text in texts_of(path, entry)
            )
    for stored in GAMES:
        found = {path.relative_to(ROOT).as_posix(): stored.form.read(path).value for path in stored.samples}
        found[f"bones_desktop/rules/{stored.game.id}/game.py"] = stored.game.new("0" * 32)
        for place, who in found.items():
            texts: list[str] = []
            # `append` returns None in place of each text; only the texts matter here.
            in_language(plain(who), texts.append)  # type: ignore[arg-type]
            yield from ((place, (stored.game.id, text, "")) for text in texts)


def template() -> Catalog:
    """Return a catalogue of all texts, each with the files it is used in."""
    found: dict[Text, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        for text in of_code(path):
            found.setdefault(text, []).append(place)
        if PACKAGE / "wording" in path.parents:
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            for text in of_tables(import_module(name)):
                found.setdefault(text, []).append(place)
    for game in GAMES:
        for text in (game.game.title, game.game.credit):
            found.setdefault(("", text, ""), []).append(f"bones_desktop/rules/{game.game.id}/game.py")
    for place, text in of_resources():
        found.setdefault(text, []).append(place)
    for text in ARGPARSE:
        found.setdefault(("", text, ""), []).append("argparse")
    plural = {one: many for _context, one, many in found if many}
    catalog = Catalog(project="Bones Desktop", charset="utf-8")
    for (context, text, many), places in found.items():
        # gettext has one entry for a text that is used with a plural and without.
        message = (text, many or plural[text]) if text in plural and not context else text
        locations = [(place, None) for place in dict.fromkeys(places)]
        catalog.add(message, context=context or None, locations=locations)  # type: ignore[arg-type] (no line numbers)
    return catalog


def po_file(language: str) -> Path:
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def compiled(catalog: Catalog) -> bytes:
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def update(language: str) -> None:
    """Merge the texts of today into the catalogue of `language`, and compile it."""
    path = po_file(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    catalog = read(language) if path.exists() else Catalog(language, domain=DOMAIN, project="Bones Desktop")
    catalog.update(template(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.header_comment = HEADER.format(language=LANGUAGES.get(language, language))
    # The time of the last change would differ in every branch.
    catalog.creation_date = catalog.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    with path.open("wb") as file:
        write_po(file, catalog, width=120, sort_by_file=True, include_lineno=False, omit_header=False)
    path.with_suffix(".mo").write_bytes(compiled(read(language)))


def fields_of(text: str) -> set[str]:
    """Return the names in braces and the codes of %-formatting in a text."""
    named = {name for _before, name, _form, _conversion in string.Formatter().parse(text) if name is not None}
    return named | {word for word in ("%s", "%r") if word in text}


def faults(message: Message) -> Iterator[str]:
    """Yield what is wrong with the translation of a text."""
    ids = message.id if isinstance(message.id, tuple | list) else (message.id,)
    said = message.string if isinstance(message.string, tuple | list) else (message.string,)
    if message.fuzzy:
        yield "is marked as fuzzy"
    if not all(said):
        yield "is not translated"
        return
    wanted = [fields_of(each) for each in ids]
    for number, each in enumerate(said):
        try:
            given = fields_of(each)
        except ValueError as error:
            yield f"has a brace that is not closed: {error}"
            continue
        # The form for one may say the number in words.
        if given - set.union(*wanted) or ((number or len(said) == 1) and wanted[-1] - given):
            yield f"should have the placeholders {sorted(wanted[-1])} and has {sorted(given)}"


def check(language: str) -> list[str]:
    """Return what is wrong with the catalogue of `language`; each with the text it is about."""
    catalog, today = read(language), template()
    found = [
        f"{message.id!r} is not in the catalogue"
        for message in today
        if message.id and catalog.get(_key(message), message.context) is None
    ]
    for message in catalog:
        if message.id:
            if today.get(_key(message), message.context) is None:
                found.append(f"{message.id!r} is not used any more")
            found += [f"{message.id!r} {fault}" for fault in faults(message)]
    if po_file(language).with_suffix(".mo").read_bytes() != compiled(catalog):
        found.append("the .mo file is not compiled from the .po file")
    return found


def _key(message: Message) -> str:
    return message.id[0] if isinstance(message.id, tuple | list) else message.id


def main(arguments: list[str]) -> int:
    """Do what the command line asks, and return the exit code."""
    languages = [code for code in LANGUAGES if code != ENGLISH]
    match arguments:
        case ["update", *codes]:
            for code in codes or languages:
                update(code)
            return 0
        case ["check"]:
            found = [f"{code}: {each}" for code in languages for each in check(code)]
            print("\n".join(found[:50]) or f"The catalogues are complete: {', '.join(languages)}.")
            if found:
                print(f"{len(found)} faults. `sh packaging/run languages` adds new texts to the .po files.")
            return bool(found)
        case _:
            print(__doc__)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
