"""The sheet of a smaller game: every fact, track and part on it, on both papers, also of the fullest character."""

from typing import Any

import pytest

from bones_desktop.printing import columns
from bones_desktop.printing.canvas import PAPERS, CheckBox, Stroke, TextLine, TintMark
from bones_desktop.printing.form import FOOTER
from bones_desktop.printing.gameform import game_sheet, lay_out_game
from bones_desktop.printing.jobs import blank_boxes
from bones_desktop.rules.five_modes.character import Adventurer, Alignment, Belonging, Gain, Light, Rolls, Spell
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.games import StoredGame, game_of, read_any
from bones_desktop.wording.games.common import COMMON_NAMES
from bones_desktop.wording.games.fivemodes import NAMES
from bones_desktop.wording.games.words import game_name
from tests.printing.typewriter import Typewriter
from tests.support.foreach import for_each

FULL = Adventurer(
    id="0" * 32,
    name="Ada of the Long Name",
    alignment=Alignment.RING,
    die=4,
    rolls=Rolls(defence=(2, 1), body=(4, 3), kit=(1, 2, 3)),
    gains=tuple(Gain(guard=(6, 6), agility=(6, 6), hits=(4,) * min(3, level)) for level in range(2, 10)),
    hits=5,
    spells=tuple(Spell(name=f"Spell{n}", complexity=n, note=f"note{n}") for n in range(12)),
    belongings=(
        Belonging(thing="sword", in_use=True),
        Belonging(thing="leather", in_use=True),
        *(Belonging(name=f"thing{n}", count=n + 1, thirds=1) for n in range(30)),
    ),
    coins=7,
    light=Light(kind="lamp", size=8),
    oil=12,
    note="Owes the ferryman.",
)


@pytest.fixture
def small() -> StoredGame[Any, Any]:
    found = game_of("five_modes")
    assert found is not None
    return found


def texts(small: StoredGame[Any, Any], who: Adventurer, paper: str) -> tuple[int, str, int]:
    pages = lay_out_game(game_sheet(small, who), PAPERS[paper], Typewriter())
    items = [item for page in pages for item in page.items]
    assert all(0 <= item.x <= PAPERS[paper].width for item in items if isinstance(item, TextLine))
    marked = sum(item.ticked for item in items if isinstance(item, CheckBox))
    return len(pages), "\n".join(item.text for item in items if isinstance(item, TextLine)), marked


@pytest.mark.parametrize("paper", PAPERS)
def test_everything_is_on_the_sheet(small, paper):
    count, text, marked = texts(small, FULL, paper)
    assert count == 1
    assert marked == 5 + 2, "the hits taken, and the sizes that the light had before"
    words = " ".join(text.split())
    for fact in small.game.facts(small.book, FULL):
        if fact.id == "hits-left":
            continue  # the boxes say so, also those still to be marked
        assert (COMMON_NAMES | NAMES)[fact.id] in words
    for said in ("Ada of the Long Name", "Spell11", "note3", "thing29", "Owes the ferryman.", "anonymous text"):
        assert said in words


def test_a_long_text_is_broken_once_however_often_columns_are_filled(small, monkeypatch):
    broken = []
    wrap = columns.wrap
    monkeypatch.setattr(columns, "wrap", lambda text, *given: broken.append(text) or wrap(text, *given))
    note = "x" * 20_000
    count, text, _marked = texts(small, FULL.with_(note=note), "A4")
    assert count > 1
    assert text.count("x") >= len(note)
    assert broken.count(note) == 1


def test_who_is_not_made_yet_has_a_sheet_too(small):
    count, text, _marked = texts(small, Adventurer(id="0" * 32), "A4")
    assert count == 1
    assert "Five Modes" in text


SAMPLES = [
    file
    for id in ("five_modes", "story_bones", "basics", "margin")
    for file in sorted((shipped("resources") / "games" / id / "samples").glob("*.bones"))
]


@for_each("paper", PAPERS)
@for_each("file", SAMPLES)
def test_a_sheet_fills_its_page_and_has_every_fact(file, paper):
    small, read = read_any(file)
    (page,) = lay_out_game(game_sheet(small, read.value), PAPERS[paper], Typewriter())
    size = PAPERS[paper]
    foot, middle = size.height - size.margin - FOOTER, size.width / 2
    inked = [(item.x, item.y) for item in page.items if isinstance(item, TextLine)]
    inked += [(item.x1, item.y1) for item in page.items if isinstance(item, Stroke)]
    for second in (False, True):
        lowest = max(y for x, y in inked if y < foot and (x > middle) is second)
        assert foot - lowest < 11, "the page is full to its bottom"
    words = [item.text for item in page.items if isinstance(item, TextLine)]
    assert not any("continued" in each for each in words)
    text = " ".join(" ".join(words).split())
    tracks = {track.id for track in small.game.tracks(small.book, read.value)} | {"hits-left"}
    for fact in small.game.facts(small.book, read.value):
        if fact.id not in tracks:
            assert (fact.name or game_name(small.game.id, "", fact.id)) in text
    for part in small.game.sheet(small.book, read.value):
        assert game_name(small.game.id, "", part.id) in text or part.id == "who"


def test_what_does_not_fit_is_on_a_further_page_and_the_first_says_where(small):
    many = FULL.with_(spells=tuple(Spell(name=f"Spell{n}", complexity=n, note=f"note{n}") for n in range(60)))
    count, text, _marked = texts(small, many, "A4")
    assert count == 2
    assert "continued on page 2" in text
    assert all(f"Spell{n}" in text and f"note{n}" in text for n in range(60))


def test_the_colour_of_the_dice_is_marked_in_the_field_of_the_name(small):
    for colour, marks in (("", []), ("lilac", ["lilac"])):
        (page,) = lay_out_game(game_sheet(small, FULL.with_(dice_colour=colour)), PAPERS["A4"], Typewriter())
        assert [each.tint for each in page.items if isinstance(each, TintMark)] == marks


def test_boxes_can_be_left_empty_for_the_pencil(small):
    sheet = blank_boxes(game_sheet(small, FULL))
    (page,) = lay_out_game(sheet, PAPERS["A4"], Typewriter())
    boxes = [item.ticked for item in page.items if isinstance(item, CheckBox)]
    assert boxes
    assert not any(boxes)


def test_what_a_load_does_and_boxes_for_light_and_oil_are_on_the_sheet(small):
    torch = Adventurer(
        id="0" * 32,
        die=6,
        belongings=(Belonging(thing="oil", count=2), Belonging(name="Anvil", thirds=17)),
        light=Light(kind="torch", size=8),
        oil=44,
    )
    sections = {section.title: section for section in game_sheet(small, torch).sections}
    burdens = sections["Burdens"].parts
    assert sections["Belongings"].parts[0].text == "Oil flask × 2 (2/3), Anvil (5 2/3)"
    assert [(part.title, part.result) for part in burdens] == [
        ("Unladen, below 5", "move 12 ☐"),
        ("Laden, to 10", "Agility +2, move 10 ☒"),
        ("Encumbered, above 10", "Agility +4, move 8 ☐"),
    ]
    light, oil = sections["Light and oil"].parts
    assert (light.result, light.text, light.boxes, light.marked) == ("d8", "d12, d10, d8, d6, d4", 5, 2)
    assert (oil.result, oil.boxes, oil.marked) == ("44", 30, 8)


def test_mixed_numbers_are_printed_with_a_gap_and_on_one_line(small):
    who = Adventurer(
        id="0" * 32,
        die=6,
        belongings=tuple(Belonging(name=f"Thing {'x' * place}", thirds=4) for place in range(12)),
    )
    laid = lay_out_game(game_sheet(small, who), PAPERS["A4"], Typewriter())
    lines = [item.text for page in laid for item in page.items if isinstance(item, TextLine)]
    assert "16" in lines
    assert sum(line.count("1  1/3") for line in lines) == 12
    heavy = who.with_(belongings=(Belonging(name="Anvil", thirds=4),))
    laid = lay_out_game(game_sheet(small, heavy), PAPERS["A4"], Typewriter())
    assert "1  1/3" in [item.text for page in laid for item in page.items if isinstance(item, TextLine)]
