"""A character for other programs: as text for a chat, and as an actor of Foundry, a virtual table.

The text is a stat block for people, and a share code that restores the same character. The code is one line and
contains everything except the portrait. It is used only if the stat block before it is unchanged; a text that somebody
edited is read like any other stat block. A speaker's name may come first. A text may contain several characters.

An actor is JSON with the whole character file in its flags. Its fields are those of Foundry's `ActorData` and
`ItemData`. `system` has the fields of its game system Simple Worldbuilding, which other systems ignore. Foundry keeps
flags of other programs, so an actor that comes back from it still contains the same character.
"""

import base64
import binascii
import hashlib
import json
import re
import zlib
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

from bones_desktop.rules.bones.book.character import Character, CharacterKind, MagicTheme
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.edits import block_of, character_from_text, likely_kind
from bones_desktop.rules.bones.text.blocktext import MOST_BLOCKS, BlockText, read_block, read_blocks
from bones_desktop.rules.bones.text.statblock import MOST_TEXT, themes_among
from bones_desktop.rules.records import Record, replace
from bones_desktop.storage.files import plainjson
from bones_desktop.storage.files.characterfile import CHARACTERS, CharacterFileError, new_id
from bones_desktop.storage.files.textfiles import FileProblem, read_bytes

_MARK: Final = "[bones-desktop:"
_LINE: Final = re.compile(re.escape(_MARK) + r"([A-Za-z0-9+/=\s]{20,400000})\]")
_LARGEST: Final = 2_000_000
"""Maximum size of all unpacked share codes of a text together, in bytes."""
_LONGEST: Final = 500_000
"""Number of letters at the beginning of a text that are searched for share codes."""
# Characters that chats put after the name of the sender.
_ENDS_OF_A_SPEAKER: Final = (":", ">", "]", "|", ")")
# A pasted character gets a new id, so that it does not use the versions of the original character.
_NOBODY: Final = "0" * 32


def shared_text(rulebook: Rulebook, character: Character) -> str:
    """Return the stat block of a character, followed by its share code for `read_shared`.

    The share code has a few hundred letters.
    """
    lasting = character.with_(id=_NOBODY, portrait="", campaign="")
    return f"{block_of(rulebook, character)}\n{packed_line(CHARACTERS.dump(lasting))}"


FROM_HERE: Final = "[bones-desktop]"
"""Line in a text for another program. The text of `shared_text` follows after it.

The text before the line is not read, because it describes the same character in another way.
"""


def marked_text(words: str, shared: str) -> str:
    """Return `words` for another program, followed by FROM_HERE and `shared`, the text of a character to paste back."""
    return f"{words}\n{FROM_HERE}\n{shared}"


def packed_line(data: bytes) -> str:
    """Return the share code for the content of a file."""
    return f"{_MARK}{base64.b64encode(zlib.compress(data, 9)).decode('ascii')}]"


def _unpacked(text: str) -> Iterator[tuple[re.Match[str], bytes]]:
    """Yield each share code that can be unpacked, with the file content in it."""
    # A short code can unpack to gigabytes, so one limit applies to all codes of a text together.
    room = _LARGEST
    for line in islice(_LINE.finditer(text[:_LONGEST]), MOST_BLOCKS):
        try:
            unpacking = zlib.decompressobj()
            # Chats break long lines, so white space inside the code is removed.
            data = unpacking.decompress(base64.b64decode("".join(line[1].split()), validate=True), max(1, room))
        except (binascii.Error, zlib.error, ValueError):
            continue
        room -= len(data)
        if unpacking.eof:
            yield line, data


def packed_in(text: str) -> tuple[bytes, ...]:
    """Return the file contents in all share codes of a text, for any kind of file."""
    return tuple(data for _line, data in _unpacked(text))


def kept_of(text: str) -> str:
    """Return the part of a pasted text that will be read. The limit is higher for a text with a share code."""
    return text[: _LONGEST if _MARK in text else MOST_TEXT + 1]


class Shared(Record):
    """A character found in a text.

    Its stat block begins at `start`; its share code is the line from `line` to `end`.
    """

    character: Character
    start: int
    line: int
    end: int


def read_shared(rulebook: Rulebook, text: str) -> Character | None:
    """Return the first character in the text written by `shared_text`, with an id of zeros; None if there is none."""
    found = all_shared(rulebook, text)
    return found[0].character if found else None


def all_shared(rulebook: Rulebook, text: str) -> tuple[Shared, ...]:
    """Return the characters in the text written by `shared_text`, at most MOST_BLOCKS, each with an id of zeros."""
    found: list[Shared] = []
    last = 0
    for line, data in _unpacked(text):
        try:
            character = CHARACTERS.parse(data, Path("text")).value
        except (ValueError, CharacterFileError, FileProblem):
            continue
        start = _start_of(block_of(rulebook, character), text, last, line.start())
        if start is not None:
            lasting = character.with_(id=_NOBODY, portrait="", campaign="")
            found.append(Shared(lasting, start, line.start(), line.end()))
            last = line.end()
    return tuple(found)


def _start_of(block: str, text: str, first: int, stop: int) -> int | None:
    """Return the position, not before `first`, where `block` begins if it ends at `stop`.

    Return None if the text there is different. A stat block must begin a line. Only punctuation, or the sender's name
    with a colon, may come before it.
    """
    wanted, start = _bare(block), stop
    missing = len(wanted)
    # Compare backwards, letter by letter, because the chat may have added spaces and punctuation anywhere.
    while missing > 0 and start > first:
        start -= 1
        missing -= len(_bare(text[start]))
    if _bare(text[start:stop]) != wanted:
        return None
    before = text[first:start].rpartition("\n")[2].rstrip()
    return start if not _bare(before) or before.endswith(_ENDS_OF_A_SPEAKER) else None


def _bare(text: str) -> str:
    """Return only the letters and digits of a text, because chats change spaces, quotes and punctuation."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


class Pasted(Record):
    """One character found in pasted text.

    `block.gaps` are the parts that could not be read, except magic themes. `shared` is the character from a share code,
    or None.
    """

    block: BlockText
    themes: tuple[MagicTheme, ...] = ()
    shared: Character | None = None

    @property
    def makes(self) -> bool:
        """True if a character can be created from the text."""
        return bool(self.block.dice) or self.shared is not None

    @property
    def is_understood(self) -> bool:
        """True if a character can be created and every word was understood."""
        return self.makes and not self.block.gaps

    def is_whole(self, kind: CharacterKind | None) -> bool:
        """Return whether the text contains a whole character of `kind`, or of any kind for None."""
        return self.shared is not None and kind in {None, self.shared.kind}

    def character(self, rulebook: Rulebook, kind: CharacterKind | None = None) -> Character:
        """Return the character with a new id. If `kind` is None, the most likely kind is used.

        Text that could not be read is not added to the character's notes.
        """
        if self.shared is not None and self.is_whole(kind):
            return self.shared.with_(id=new_id())
        made = character_from_text(self.block, kind or likely_kind(rulebook, self.block), new_id())
        return made.with_(themes=self.themes)


def read_pasted_text(rulebook: Rulebook, text: str) -> tuple[Pasted, ...]:
    """Return the characters found in the text, at least one.

    If some were written by this program, others are returned only if they have dice.
    """
    found: list[Pasted] = []
    at = 0
    for shared in all_shared(rulebook, text):
        # An exported text describes its character twice, and the part before FROM_HERE is not read.
        if text.find(FROM_HERE, at, shared.start) < 0:
            found += _between(rulebook, text, at, shared.start)
        words = read_block(rulebook, text[shared.start : shared.line])
        block = replace(words, name=shared.character.name, gaps=(), start=shared.start)
        found.append(Pasted(block, shared=shared.character))
        at = shared.end
    if found:
        return (*found, *_between(rulebook, text, at, len(text)))
    return tuple(_with_themes(text, block) for block in read_blocks(rulebook, text))


def _between(rulebook: Rulebook, text: str, start: int, end: int) -> list[Pasted]:
    found = []
    for block in read_blocks(rulebook, text[start:end]):
        # Positions count from the start of the whole text, because the window marks the unread parts in it.
        gaps = tuple(replace(gap, start=gap.start + start, end=gap.end + start) for gap in block.gaps)
        if block.dice:
            found.append(_with_themes(text, replace(block, gaps=gaps, start=block.start + start)))
    return found


def _with_themes(text: str, block: BlockText) -> Pasted:
    themes, gaps = themes_among(text, block.gaps)
    return Pasted(replace(block, gaps=gaps), themes)


_ACTOR_SUFFIX: Final = ".json"
_LARGEST_ACTOR: Final = 20_000_000
"""Largest actor that is read, in bytes. The character file grows when it is stored as text in JSON."""
_FLAG: Final = "bones-desktop"
_VERSION: Final = 1
_FACE: Final = "icons/svg/mystery-man.svg"
"""Foundry's standard picture for actors. Foundry's picture fields contain paths, so they cannot hold a portrait."""
_THING: Final = "icons/svg/item-bag.svg"


def actor_item(place: int, name: str, kind: str, html: str, faces: Sequence[str] = ()) -> dict[str, Any]:
    """Return an item of an actor. `faces` are the names of a die's faces."""
    return {
        "_id": _actor_id(f"{place} {kind} {name}"),
        "name": name,
        "type": "item",
        "img": _THING,
        "system": {"description": html, "quantity": 1, "weight": 0, "attributes": {}},
        "effects": [],
        "flags": {_FLAG: {"kind": kind, "faces": list(faces)}},
    }


def actor(
    character: str, name: str, system: dict[str, Any], items: Sequence[dict[str, Any]], data: bytes
) -> dict[str, Any]:
    """Return an actor. `character` is the id of the character and `data` the content of its file."""
    return {
        "_id": _actor_id(character),
        "name": name,
        "type": "character",
        "img": _FACE,
        "system": system,
        "prototypeToken": {"name": name, "actorLink": True, "texture": {"src": _FACE}},
        "items": list(items),
        "effects": [],
        "folder": None,
        "sort": 0,
        "ownership": {"default": 0},
        "flags": {
            _FLAG: {"version": _VERSION, "sha256": hashlib.sha256(data).hexdigest(), "file": data.decode("utf-8")}
        },
    }


def actor_json(value: dict[str, Any]) -> bytes:
    """Return an actor as the content of a file."""
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def _actor_id(words: str) -> str:
    """Return an id of 16 letters and digits, the form that Foundry requires, made from `words`."""
    return hashlib.sha256(words.encode()).hexdigest()[:16]


def is_actor(path: Path) -> bool:
    """Return whether a file looks like an actor of Foundry, whichever program wrote it."""
    document = _document(path)
    return isinstance(document, dict) and "format" not in document and {"name", "type", "system"} <= document.keys()


def content_of(path: Path) -> bytes | None:
    """Return the content of the character file in an actor; None if the file is not an actor.

    Raise CharacterFileError if the actor contains no character, a damaged one or one of a newer version.
    """
    if path.suffix.casefold() != _ACTOR_SUFFIX or not is_actor(path):
        return None
    document = _document(path)
    flags = document.get("flags") if isinstance(document, dict) else None
    ours = flags.get(_FLAG) if isinstance(flags, dict) else None
    if not isinstance(ours, dict):
        raise CharacterFileError("actor-foreign", path)
    if ours.get("version") != _VERSION:
        newer = isinstance(ours.get("version"), int) and ours["version"] > _VERSION
        raise CharacterFileError("newer" if newer else "actor-damaged", path, hint=str(ours.get("version"))[:20])
    text = ours.get("file")
    data = text.encode("utf-8", "replace") if isinstance(text, str) else b""
    if not data or hashlib.sha256(data).hexdigest() != ours.get("sha256"):
        raise CharacterFileError("actor-damaged", path)
    return data


def _document(path: Path) -> object:
    """Return the JSON in a file; None if the file contains no JSON or cannot be read."""
    try:
        return plainjson.parse(read_bytes(path, _LARGEST_ACTOR))
    except (FileProblem, plainjson.JsonError):
        return None
