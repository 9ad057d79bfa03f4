"""The reader of files takes what pydantic takes, for the same values, and finds the same fault first."""

import json
import random
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.life.packs import Pack
from bones_desktop.rules.values import UnfitError
from bones_desktop.storage.files.characterfile import CHARACTERS as FORM
from bones_desktop.storage.files.plainjson import plain, read
from bones_desktop.storage.files.settings import Settings, WindowState
from bones_desktop.storage.packfile import FORMAT as PACK_FORMAT
from bones_desktop.storage.packfile import PackDocument
from tests.rules.bones.making.test_any_character import CHARACTERS
from tests.storage.everything import CHARACTER, SETTINGS, WINDOW
from tests.support.packs import norse, packs

DOCUMENTS = {
    "character": (
        FORM.document,
        plain(FORM.document(schema=1, character=CHARACTER)),
    ),
    "pack": (PackDocument, {**plain(norse()), "format": PACK_FORMAT, "schema": 1}),
    "settings": (Settings, plain(SETTINGS)),
    "layout": (WindowState, plain(WINDOW)),
}
EDGES = (
    None, True, False, 0, 1, -1, 3, 40, 10_000, 10_001, 10**40, -(10**400), 10**400, 0.0, -0.0, 1.0, 1.5, 1000.5, 1e308,
    "", "x", "melee", "blank x2", "0" * 32, "a" * 80, "a" * 81, "x" * 200, "x" * 201, "a\n", "2026-11-21",
    "2026-11-21\n", "٢٠٢٦-١١-٢١", "AAAA====", "é", "\ud800", "\0", "player", "restricted", "universal", "system",
    [], [[]], [""] * 6, ["melee"] * 5, ["melee"] * 7, ["x"] * 21, {}, {"": ""}, {"a": None}, {"name": ""},
)  # fmt: skip
VALUES = st.one_of(
    st.sampled_from(EDGES),
    st.text(max_size=5),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.lists(st.sampled_from(EDGES), max_size=7),
    st.dictionaries(st.text(max_size=3), st.sampled_from(EDGES), max_size=2),
)


def places(value, path=()):
    """Return the path of every value within `value`."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(each for key, held in inner for each in places(held, (*path, key)))]


@st.composite
def mutated(draw, document):
    """Draw a document of which one or two things were changed, left out, put in or repeated."""
    document = json.loads(json.dumps(document))
    for _ in range(draw(st.integers(1, 2))):
        *way, last = draw(st.sampled_from([each for each in places(document) if each]))
        inner = document
        for step in way:
            inner = inner[step]
        match draw(st.sampled_from(("change", "leave out", "put in", "repeat"))):
            case "leave out":
                del inner[last]
            case "put in" if isinstance(inner, dict):
                inner[draw(st.text(max_size=4))] = deepcopy(draw(VALUES))
            case "repeat" if isinstance(inner[last], list | str):
                inner[last] *= draw(st.sampled_from((0, 2, 7, 21, 41, 201)))
            case _:
                inner[last] = deepcopy(draw(VALUES))
    return document


ADAPTERS = {kind: TypeAdapter(kind) for kind in (*(kind for kind, _document in DOCUMENTS.values()), Pack, Character)}


def validated(kind, stored):
    """Return what pydantic makes of `stored`, as JSON gives it."""
    return ADAPTERS[kind].validate_json(json.dumps(stored))


def both(kind, document):
    """Return what the two readers make of `document`, each as JSON; None where one refuses it."""
    found = []
    for reader, refused in ((read, UnfitError), (validated, ValidationError)):
        try:
            found.append(json.dumps(plain(reader(kind, document)), sort_keys=True))
        except refused:
            found.append(None)
    return found


@pytest.mark.parametrize("name", DOCUMENTS)
def test_whole_files_are_taken_by_both(name):
    kind, document = DOCUMENTS[name]
    assert both(kind, document) == [json.dumps(document, sort_keys=True)] * 2
    assert read(kind, document) == validated(kind, document)


@pytest.mark.parametrize("name", DOCUMENTS)
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_whatever_one_takes_the_other_takes_and_sees_the_same_in_it(name, data):
    kind, document = DOCUMENTS[name]
    plainly, carefully = both(kind, data.draw(mutated(document)))
    assert plainly == carefully


@settings(deadline=None)
@given(CHARACTERS)
def test_any_character_is_taken_by_both(character):
    document = FORM.document(schema=1, character=character)
    assert read(FORM.document, plain(document)) == validated(FORM.document, plain(document)) == document


@settings(deadline=None)
@given(packs())
def test_any_pack_is_taken_by_both(pack):
    assert read(Pack, plain(pack)) == validated(Pack, plain(pack)) == pack


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_whatever_an_edit_may_make_can_be_read_again(data):
    """`with_` takes a value exactly when a reader takes the file in which it stands."""
    name = data.draw(st.sampled_from(sorted(plain(CHARACTER))))
    stored = data.draw(VALUES)
    value = tuple(stored) if isinstance(stored, list) else stored
    try:
        changed = CHARACTER.with_(**{name: value})
    except ValueError:
        return
    assert read(type(changed), plain(changed)) == validated(type(changed), plain(changed)) == changed


def first_fault(kind, document):
    """Return where the two readers find the first fault of `document`, and its kind; None where one takes it."""
    try:
        read(kind, document)
        ours = None
    except UnfitError as error:
        ours = error.faults[0].where, error.faults[0].hint
    try:
        validated(kind, document)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        return ours, (first["loc"], first["type"])
    return ours, None


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_first_fault_named_is_the_one_pydantic_names(name):
    """All but one in a thousand: of a list of a wrong length that holds faults too either may be said."""
    kind, whole = DOCUMENTS[name]
    chance = random.Random(name)
    written = [each for each in EDGES if each != "\ud800"]  # no file holds half a character
    apart = []
    for _ in range(1_500):
        document = json.loads(json.dumps(whole))
        *way, last = chance.choice([each for each in places(document) if each])
        inner = document
        for step in way:
            inner = inner[step]
        inner[last] = deepcopy(chance.choice(written))
        ours, its = first_fault(kind, document)
        if ours != its:
            apart.append((way, last, ours, its))
    assert {ours[1] for _way, _last, ours, _its in apart} <= {"too_long", "too_short"}
    assert len(apart) <= 2
