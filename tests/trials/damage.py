"""Files of every kind but the log are damaged at random and read: each is refused in a sentence, or read and kept.

python -m tests.trials.damage [--files 100000] [--seed 1] [--first 0] [--kind NAME]

A fault is any other exception, more than a second, a file that is no longer as it was, or a value that was read and
cannot be written and read again. It names the number of its file; --first and --files 1 with the same seed damage that
one again. `tests.trials.log_damage` does the same to logs.
"""

import argparse
import copy
import json
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from bones_desktop.cli.roundfields import GivenRound, read_file
from bones_desktop.cli.terminal import CommandError
from bones_desktop.rules.bones.book import character as bones
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.fight.roster import add, new_fight
from bones_desktop.rules.bones.text.blocktext import read_blocks
from bones_desktop.storage.campaignfile import CAMPAIGNS, FIGHTS
from bones_desktop.storage.files.characterfile import write_character
from bones_desktop.storage.files.checkedfile import StartCounter, last_look
from bones_desktop.storage.files.checkedfile import to_json as checked_json
from bones_desktop.storage.files.datafile import DataFileError, Form
from bones_desktop.storage.files.labelsheets import PrintedFaces
from bones_desktop.storage.files.settings import Settings, SettingsFiles, WindowState
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import HistoryStep, UndoHistories
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.games import GAMES, read_any
from bones_desktop.storage.log.logexport import NoExportedLogError, read_exported, to_json
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.storage.packfile import PackFileError, PackFolder, dump_pack, read_pack, write_pack
from bones_desktop.storage.rulebookfile import load_rulebook
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.wording.files import file_sentence
from tests.storage.campaigns import whole_campaign
from tests.storage.everything import CHARACTER
from tests.support.packs import norse
from tests.trials.log_damage import fill

ROOT = Path(__file__).parents[2]
SLOWEST = 1.0
"""Seconds of the processor that reading may take."""
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 7, 2.5, 10**40, -(10**18), 1e308, "", "x", "\u202eno", "\x00", "<img src=x>", "é" * 300,
    "9" * 5_000, [], {}, [[]], [None] * 7, {"": ""}, {"a": {"b": []}}, [[[[[[]]]]]], "0" * 32, "2026-13-45",
)  # fmt: skip
TEXTS = (
    b"", b"\0" * 500, b"[" * 50_000, b'{"a":' * 50_000, b"\xef\xbb\xbf{}", b"\xff\xfe{\x00}\x00", b"PK\x03\x04", b'"x"',
    b"9" * 100_000, b"NaN", b"{}", b"{} {}", b"null", b'"\\ud83c"', b"[" * 900 + b"]" * 900, b"\r\n" * 2_000,
)  # fmt: skip
SNIPPETS = (
    b'"',
    b"{",
    b"}",
    b"]",
    b",",
    b":",
    b"\0",
    b"\xc3",
    b"\x1b",
    b"\\u0000",
    b"NaN",
    b"1e999",
    b"-",
    b"\xe2\x80\xae",
)


def now() -> datetime:
    return datetime(2026, 11, 23, 20, tzinfo=UTC)


@dataclass(frozen=True)
class Kind:
    """One kind of file: a sound one, and what the program does with it. `read` returns whether it was taken."""

    name: str
    file: str
    data: bytes
    read: Callable[[Path], bool]
    moved: bool = False
    """Whether a damaged one is put aside under another name."""
    checked: bool = False
    """Whether a digest goes before what it holds."""
    database: bool = False
    """Whether it is a database: opening it changes it, and a damaged one is begun anew."""


def told(sentence: str) -> bool:
    """Return that nothing was taken, once there is a sentence that says so."""
    if not sentence.strip():
        raise ValueError("nothing is said")
    return False


def form_kind(name: str, form: Form[Any], data: bytes) -> Kind:
    def read(path: Path) -> bool:
        try:
            found = form.read(path)
        except (DataFileError, FileProblem) as error:
            return told(file_sentence(error))
        again = path.with_name("again" + form.error.suffix)
        again.write_bytes(form.dump_for(again, found.value, found.unknown))
        assert form.read(again).value == found.value
        again.unlink()
        return True

    return Kind(name, f"file{form.error.suffix}", data, read)


def any_character(path: Path) -> bool:
    """Read as the shelf and the window do: its line, and the character of whatever game."""
    shelf = Shelf(path.parent)
    [entry] = shelf.entries()
    try:
        read_any(path)
    except (DataFileError, FileProblem) as error:
        Versions(path.parent / "versions").id_for(path, ".bones")
        return told(file_sentence(error) if entry.damaged is not None else "")
    return entry.damaged is None


def pack(path: Path) -> bool:
    loaded = PackFolder(path.parent).load()
    assert len(loaded.files) + len(loaded.damaged) == 1
    try:
        found = read_pack(path)
    except (PackFileError, FileProblem):
        return False
    again = path.with_name("again")
    assert write_pack(again, found.pack, found.unknown).pack == found.pack
    again.unlink()
    return True


def settings(path: Path) -> bool:
    last_look(path, path)
    files = SettingsFiles(path, path.with_name("window.json"), now)
    return files.load().damaged is None


def layout(path: Path) -> bool:
    last_look(path.with_name("settings.json"), path)
    return SettingsFiles(path.with_name("settings.json"), path, now).load_window() != WindowState()


def counter(path: Path) -> bool:
    return StartCounter(path).begin()


def round_file(path: Path) -> bool:
    try:
        read_file(path, GivenRound)
    except CommandError as error:
        return told(str(error))
    return True


def exported(path: Path) -> bool:
    try:
        read_exported(path)
    except (NoExportedLogError, FileProblem):
        return False
    return True


def kinds(folder: Path) -> list[Kind]:
    """Write one sound file of each kind and return them."""
    found, rulebook = [], load_rulebook(shipped("resources") / "games" / "bones")
    for game in GAMES:
        for sample in sorted((shipped("resources") / "games" / game.game.id / "samples").glob("*.bones")):
            data = sample.read_bytes()
            found += [form_kind(f"character of {game.game.id}", game.form, data)]
            found += [Kind(f"on the shelf, of {game.game.id}", "file.bones", data, any_character)]
    write_character(folder / "all.bones", CHARACTER)
    found.append(
        Kind("on the shelf, with everything", "file.bones", (folder / "all.bones").read_bytes(), any_character)
    )
    campaign = whole_campaign()
    fight = add(new_fight("f" * 32, "The ford"), CHARACTER.with_(kind=bones.CharacterKind.CAST), side="A", number=2)
    CAMPAIGNS.write(folder / "campaign", campaign)
    FIGHTS.write(folder / "fight", fight)
    found.append(form_kind("campaign", CAMPAIGNS, (folder / "campaign").read_bytes()))
    found.append(form_kind("fight", FIGHTS, (folder / "fight").read_bytes()))
    found.append(Kind("pack", "file.bonespack.json", dump_pack(norse()), pack))
    SettingsFiles(folder / "settings", folder / "window", now).save(Settings(text_size=120))
    SettingsFiles(folder / "settings", folder / "window", now).save_window(WindowState(page="table"))
    for name, read in (("settings", settings), ("window", layout)):
        data = (folder / name).read_bytes()
        found.append(Kind(name, f"{name}.json", data, read, moved=True, checked=True))
    found.append(Kind("starts", "starts", b"1", counter, moved=True))
    PrintedFaces(folder / "printed").remember("a" * 32, {"Roman": ["melee"] * 6})
    printed = (folder / "printed").read_bytes()
    found.append(Kind("printed faces", "file", printed, lambda at: bool(PrintedFaces(at).of("a" * 32)), checked=True))
    step = HistoryStep("Name", CHARACTER, CHARACTER.with_(name="Other"))
    histories = UndoHistories(folder, Character)
    histories.of(CHARACTER.id).keep([step], 0)
    histories.close()
    undo = (folder / "steps.sqlite3").read_bytes()

    def undone(path: Path) -> bool:
        with closing(UndoHistories(path.parent, Character)) as damaged:
            return damaged.of(CHARACTER.id).load(step.after) is not None

    found.append(Kind("undo", "steps.sqlite3", undo, undone, database=True))
    for each in json.loads((ROOT / "tests" / "cli" / "roundcases.json").read_bytes())[::20]:
        found.append(Kind("round", "file.json", json.dumps(each["round"]).encode(), round_file))
    with closing(ThrowLog(folder / "throws.sqlite3", now)) as log:
        fill(log, 40, Random(1))
        evenings = log.evenings()
        text = to_json(log.read(log.ids()), evenings, {each.id: log.sealed(each).chain for each in evenings})
    found.append(Kind("exported log", "file.json", text.encode(), exported))
    words = (shipped("resources") / "games" / "bones").rglob("*.json")
    blocks = "Wolf - 3D: [Physical, Melee, Melee, Defend, Blank, Blank] Move 3\n\nBob - 4D\nRoman: Universal/Melee/-"
    blocks += "\n" + next(words).read_text("utf-8")[:2_000]

    def pasted(path: Path) -> bool:
        return bool(read_blocks(rulebook, path.read_bytes().decode("utf-8", "replace")))

    found.append(Kind("pasted text", "file.txt", blocks.encode(), pasted))
    return found


def nodes(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return where values stand in a JSON document, outermost first."""
    found = [path]
    if isinstance(value, dict):
        for key, each in value.items():
            found += nodes(each, (*path, key))
    elif isinstance(value, list):
        for place, each in enumerate(value):
            found += nodes(each, (*path, place))
    return found


def changed_value(document: Any, chance: Random) -> Any:
    """Return a document with a value replaced, taken out, doubled, renamed or exchanged."""
    document = copy.deepcopy(document)
    places = [each for each in nodes(document) if each]
    if not places:
        return chance.choice(VALUES)
    for _time in range(chance.choice((1, 1, 1, 2, 5))):
        *way, last = chance.choice(places)
        holder = document
        try:
            for step in way:
                holder = holder[step]
            if isinstance(holder, dict) is not isinstance(last, str):
                continue  # an earlier change put something else there
            what = chance.randrange(6)
            if what == 0:
                del holder[last]
            elif what == 1 and isinstance(holder[last], list):
                holder[last] *= chance.choice((2, 7, 41))
            elif what == 2 and isinstance(holder, dict):
                holder[chance.choice((f"{last}x", "", "id", "schema"))] = holder.pop(last)
            elif what == 3:
                other = document
                for step in chance.choice(places):
                    other = other[step]
                holder[last] = copy.deepcopy(other)
            else:
                holder[last] = copy.deepcopy(chance.choice(VALUES))
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change took the place away
    return document


def damaged_bytes(data: bytes, chance: Random) -> bytes:
    """Return other bytes: flipped, cut, put in, doubled or emptied."""
    at, end = sorted((chance.randrange(len(data) + 1), chance.randrange(len(data) + 1)))
    match chance.randrange(7):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + chance.choice(SNIPPETS) + data[at:]
        case 2:
            return data[:at] + data[end:]
        case 3:
            return data[:end] + data[at:]
        case 4:
            return data[:at] + b"\0" * (end - at) + data[end:]
        case 5:
            return chance.choice(TEXTS)
    found = bytearray(data)
    for _time in range(chance.choice((1, 1, 3, 20))):
        found[chance.randrange(len(found))] ^= 1 << chance.randrange(8)
    return bytes(found)


def damaged(kind: Kind, chance: Random) -> bytes:
    if chance.random() < 0.5:
        try:
            document = json.loads(kind.data.splitlines()[0] if kind.name == "undo" else kind.data)
        except ValueError:
            pass
        else:
            if not kind.checked:
                return json.dumps(changed_value(document, chance), indent=chance.choice((None, 1))).encode()
            body = document[1] if isinstance(document, list) else document.get("body", document)
            body = changed_value(body, chance)
            digest = sha256(checked_json(body).encode()).hexdigest()
            return json.dumps({"body": body, "sha256": digest}).encode()
    return damaged_bytes(kind.data, chance)


def fault_of(kind: Kind, data: bytes, folder: Path) -> tuple[str, bool]:
    """Return what is wrong with how one damaged file is read, "" if nothing is, and whether it was taken."""
    path = folder / kind.file
    path.write_bytes(data)
    began, taken = time.process_time(), False
    try:
        taken = kind.read(path)
    except Exception:  # any other exception is what is looked for
        return traceback.format_exc(), False
    finally:
        spent = time.process_time() - began
        left = {each: each.read_bytes() for each in folder.iterdir() if each.is_file()}
        for each in left:
            each.unlink()
    if spent > SLOWEST:
        return f"{spent:.2f} s", taken
    if data not in left.values() and kind.name != "starts" and not kind.database:
        return "the damaged file is lost", taken
    if not kind.moved and not kind.database and [*left] != [path]:
        return f"left behind: {sorted(each.name for each in left)}", taken
    return "", taken


def no_files(found: list[Kind], folder: Path) -> list[str]:
    """Return what is wrong where a folder, a pipe, a link in a circle or a link to nothing lies in a file's place."""
    wrong = []
    for kind in {each.name: each for each in found if each.name not in {"index of the shelf", "pasted text"}}.values():
        path = folder / kind.file
        for name, make in (
            ("folder", path.mkdir),
            ("pipe", lambda path=path: os.mkfifo(path)),
            ("circle", lambda path=path: path.symlink_to(path)),
            ("nothing", lambda path=path: path.symlink_to(folder / "nothing")),
        ):
            make()
            try:
                kind.read(path)
            except (AssertionError, ValueError) as error:
                if "entries" not in traceback.format_exc() and kind.name != "pack" and "shelf" not in kind.name:
                    wrong.append(f"{kind.name}, {name}: {error!r}")
            except Exception:
                wrong.append(f"{kind.name}, {name}: {traceback.format_exc()}")
            for each in folder.iterdir():
                each.rmdir() if each.is_dir() and not each.is_symlink() else each.unlink()
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, usual in (("--files", 100_000), ("--seed", 1), ("--first", 0)):
        parser.add_argument(name, type=int, default=usual)
    parser.add_argument("--kind", default="", help="only kinds whose name has this in it")
    given = parser.parse_args()
    read, taken, wrong, began = Counter[str](), Counter[str](), 0, time.monotonic()
    with tempfile.TemporaryDirectory(prefix="damage") as name:
        sound, folder = Path(name) / "sound", Path(name) / "damaged"
        sound.mkdir()
        folder.mkdir()
        every = [each for each in kinds(sound) if given.kind in each.name]
        by_name: dict[str, list[Kind]] = {}
        for kind in every:
            by_name.setdefault(kind.name, []).append(kind)
            fault, whole = fault_of(kind, kind.data, folder)
            assert not fault, (kind.name, fault)
            assert whole or kind.name == "starts", kind.name
        for fault in no_files(every, folder):
            wrong += 1
            print(fault, flush=True)
        names = sorted(by_name)
        for number in range(given.first, given.first + given.files):
            chance = Random(f"{given.seed} {number}")
            kind = chance.choice(by_name[chance.choice(names)])
            fault, whole = fault_of(kind, damaged(kind, chance), folder)
            read[kind.name] += 1
            taken[kind.name] += whole
            if fault:
                wrong += 1
                print(f"--first {number}: {kind.name}: {fault}", flush=True)
    for kind_name, count in sorted(read.items()):
        print(f"{kind_name}: {count} damaged, {taken[kind_name]} still read")
    print(f"{given.files} files in {time.monotonic() - began:.0f} s, wrong: {wrong}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
