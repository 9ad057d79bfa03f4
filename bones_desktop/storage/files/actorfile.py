"""Characters as actors of Foundry, a virtual table: JSON with the whole character file in its flags.

The fields are those of Foundry's `ActorData` and `ItemData`. `system` has the fields of its game system Simple
Worldbuilding, which other systems ignore. Foundry keeps flags of other programs, so an actor that comes back from it
still contains the same character.
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from bones_desktop.storage.files import plainjson
from bones_desktop.storage.files.characterfile import CharacterFileError
from bones_desktop.storage.files.textfiles import FileProblem, read_bytes

SUFFIX: Final = ".json"
LARGEST: Final = 20_000_000
"""Largest actor that is read, in bytes. The character file grows when it is stored as text in JSON."""
FLAG: Final = "bones-desktop"
VERSION: Final = 1
_FACE: Final = "icons/svg/mystery-man.svg"
"""Foundry's standard picture for actors. Foundry's picture fields contain paths, so they cannot hold a portrait."""
_THING: Final = "icons/svg/item-bag.svg"


def item(place: int, name: str, kind: str, html: str, faces: Sequence[str] = ()) -> dict[str, Any]:
    """Return an item of an actor. `faces` are the names of a die's faces."""
    return {
        "_id": _id(f"{place} {kind} {name}"),
        "name": name,
        "type": "item",
        "img": _THING,
        "system": {"description": html, "quantity": 1, "weight": 0, "attributes": {}},
        "effects": [],
        "flags": {FLAG: {"kind": kind, "faces": list(faces)}},
    }


def actor(
    character: str, name: str, system: dict[str, Any], items: Sequence[dict[str, Any]], data: bytes
) -> dict[str, Any]:
    """Return an actor. `character` is the id of the character and `data` the content of its file."""
    return {
        "_id": _id(character),
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
        "flags": {FLAG: {"version": VERSION, "sha256": hashlib.sha256(data).hexdigest(), "file": data.decode("utf-8")}},
    }


def to_json(value: dict[str, Any]) -> bytes:
    """Return an actor as the content of a file."""
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def _id(words: str) -> str:
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
    if path.suffix.casefold() != SUFFIX or not is_actor(path):
        return None
    document = _document(path)
    flags = document.get("flags") if isinstance(document, dict) else None
    ours = flags.get(FLAG) if isinstance(flags, dict) else None
    if not isinstance(ours, dict):
        raise CharacterFileError("actor-foreign", path)
    if ours.get("version") != VERSION:
        newer = isinstance(ours.get("version"), int) and ours["version"] > VERSION
        raise CharacterFileError("newer" if newer else "actor-damaged", path, hint=str(ours.get("version"))[:20])
    text = ours.get("file")
    data = text.encode("utf-8", "replace") if isinstance(text, str) else b""
    if not data or hashlib.sha256(data).hexdigest() != ours.get("sha256"):
        raise CharacterFileError("actor-damaged", path)
    return data


def _document(path: Path) -> object:
    """Return the JSON in a file; None if the file contains no JSON or cannot be read."""
    try:
        return plainjson.parse(read_bytes(path, LARGEST))
    except (FileProblem, plainjson.JsonError):
        return None
