"""The papers of the table: a legend, cards, the party, an encounter. Nothing is cut off or outside the page."""

from functools import cache, partial
from io import BytesIO
from itertools import pairwise

import pytest
from pypdf import PdfReader

from bones_desktop.printing.canvas import PAPERS, Box, CheckBox, FacePicture, Page, Stroke, TextLine
from bones_desktop.printing.cards import (
    HEIGHT,
    ROUNDS,
    WIDTH,
    icon_line,
    icons_of,
    lay_out_cards,
    lay_out_encounter,
    lay_out_legend,
    lay_out_party,
)
from bones_desktop.printing.columns import Columns
from bones_desktop.printing.gameform import game_sheet
from bones_desktop.printing.jobs import cards_job, legend_job, party_job
from bones_desktop.rules.bones.book.notation import find_block
from bones_desktop.rules.bones.fight.encounters import encounter_of
from bones_desktop.rules.bones.making.edits import character_from_block
from bones_desktop.rules.bones.making.sheet import derive
from bones_desktop.storage.games import SMALL_GAMES
from bones_desktop.wording.scenes import encounter_note
from tests.printing.sheets import changed, condition, die, item, overfull, prose, ragnar
from tests.support.people import bob
from tests.support.rulebooks import rulebook

BOOK = rulebook()
WOLVES = [character_from_block(BOOK, find_block(BOOK, "Wolf"), "0" * 32)] * 2
HOSTILE = '<b>&x</b><img src="x"> Ærøskøbing Ξενοφῶν Владимир'


def blocks():
    return [derive(BOOK, character_from_block(BOOK, each, "0" * 32)) for each in BOOK.blocks]


def texts(pages) -> str:
    return "\n".join(each.text for page in pages for each in page.items if isinstance(each, TextLine))


def assert_inside(pages, measure) -> None:
    for page in pages:
        for each in page.items:
            match each:
                case TextLine():
                    right, bottom = each.x + measure.width(each.text, each.style), each.y
                    assert each.x >= 3
                case Stroke():
                    right, bottom = max(each.x1, each.x2), max(each.y1, each.y2)
                    assert min(each.x1, each.x2, each.y1, each.y2) >= 0
                case Box() | CheckBox() | FacePicture():
                    right, bottom = each.rect.right, each.rect.bottom
                    assert min(each.rect.x, each.rect.y) >= 0
            assert right <= page.width + 0.01, each
            assert bottom <= page.height + 0.01, each


@pytest.mark.parametrize("paper", PAPERS)
def test_every_block_has_its_card_and_all_of_it_is_told(kit, paper):
    sheets = blocks()
    pages = list(lay_out_cards(BOOK, sheets, PAPERS[paper], kit.fonts))
    assert_inside(pages, kit.fonts)
    shown = texts(pages)
    for sheet in sheets:
        assert sheet.name in shown
        words = sheet.character.notes.split()
        assert not words or " ".join(words[:3]) in " ".join(shown.split())
    faces = sum(isinstance(each, FacePicture) for page in pages for each in page.items)
    assert faces == sum(bool(cell.code) for sheet in sheets for die in sheet.dice for cell in die.faces)
    boxes = sum(isinstance(each, CheckBox) for page in pages for each in page.items)
    assert boxes == sum(len(sheet.dice) for sheet in sheets)


def columns_of(page: Page) -> set[float]:
    return {each.x1 for each in page.items if isinstance(each, Stroke) and each.x1 == each.x2}


def test_cards_are_of_playing_card_size_nine_to_a_page(kit):
    page, second = lay_out_cards(BOOK, [ragnar()] * 10, PAPERS["A4"], kit.fonts)
    lines = sorted(columns_of(page))
    assert [round(b - a, 6) for a, b in pairwise(lines)] == [WIDTH] * 3
    rows = sorted(
        {each.y1 for each in page.items if isinstance(each, Stroke) and each.y1 == each.y2 and each.tone == 0.8}
    )
    assert [round(b - a, 6) for a, b in pairwise(rows)] == [HEIGHT] * 3
    assert texts([second]).count("Ragnar") == 1


def test_what_has_no_room_on_a_card_goes_on_on_the_next(kit):
    long = ragnar(notes=prose(400), equipment=tuple(item(number) for number in range(1, 8)))
    pages = list(lay_out_cards(BOOK, [long], PAPERS["A4"], kit.fonts))
    shown = texts(pages)
    assert "→ next card" in shown
    assert "Ragnar, further" in shown
    for word in set(prose(400).split()):
        assert word in shown
    assert_inside(pages, kit.fonts)


def test_forty_dice_have_room_on_a_card(kit):
    horde = ragnar(dice=tuple(die(number) for number in range(1, 41)))
    (page,) = lay_out_cards(BOOK, [horde], PAPERS["A4"], kit.fonts)
    pictures = [each for each in page.items if isinstance(each, FacePicture)]
    assert len(pictures) == 40 * 6
    left, top = (210 - 3 * WIDTH) / 2, (297 - 3 * HEIGHT) / 2
    assert all(each.rect.right <= left + WIDTH and each.rect.bottom <= top + HEIGHT for each in pictures)
    places = {(round(each.rect.x, 3), round(each.rect.y, 3)) for each in pictures}
    assert len(places) == 240


def test_a_legend_has_every_icon_once_with_its_line(kit):
    sheets = [ragnar(), *blocks()]
    pages = lay_out_legend(BOOK, sheets, PAPERS["Letter"], kit.fonts)
    pictures = [each.code for page in pages for each in page.items if isinstance(each, FacePicture)]
    assert pictures == list(icons_of(BOOK, sheets))
    assert len(set(pictures)) == len(pictures) > 30
    assert_inside(pages, kit.fonts)
    shown = " ".join(texts(pages).split())
    for icon in pictures:
        assert icon_line(BOOK, icon).split()[0] in shown


def test_a_legend_of_one_takes_half_a_page(kit):
    (page,) = lay_out_legend(BOOK, [ragnar()], PAPERS["A4"], kit.fonts)
    assert max(each.rect.bottom for each in page.items if isinstance(each, FacePicture)) < 297 / 2


def test_every_icon_of_the_rulebook_has_a_line():
    assert [icon.id for icon in BOOK.icons if not icon_line(BOOK, icon.id).strip()] == []
    assert icon_line(BOOK, "unknown") == ""


@pytest.mark.parametrize(("number", "count"), [(1, 1), (9, 1), (20, 3)])
def test_a_party_has_a_card_for_each_member_nine_to_a_page(kit, number, count):
    members = [ragnar(), overfull(), *[ragnar()] * 20][:number]
    pages = lay_out_party(members, "Wolves", PAPERS["A4"], kit.fonts)
    assert len(pages) >= count
    assert_inside(pages, kit.fonts)
    boxes = [each for page in pages for each in page.items if isinstance(each, CheckBox)]
    assert len(boxes) == sum(die.exists for member in members for die in member.dice)


def test_sixty_go_on_on_further_pages_and_none_is_missing(kit):
    pages = lay_out_party([ragnar()] * 60, "Wolves", PAPERS["Letter"], kit.fonts)
    shown = texts(pages).splitlines()
    assert len(pages) > 1
    assert [f"Ragnar {number}" in shown for number in range(1, 61)] == [True] * 60


def test_an_encounter_has_a_card_for_each_fighter_and_boxes_for_its_rounds(kit):
    hurt = ragnar(dice=(die(1, lost=True), die(2)), condition=condition(2, 1))
    (page,) = lay_out_encounter(BOOK, [hurt, hurt], "Wolves", PAPERS["A4"], kit.fonts)
    boxes = [each for each in page.items if isinstance(each, CheckBox)]
    # Each of the two has two dice, and is dead after two more damage.
    assert len(boxes) == ROUNDS + 2 * (2 + 2)
    assert sum(box.ticked for box in boxes) == 2
    assert "Ragnar 1" in texts([page])
    assert "Ragnar 2" in texts([page])
    assert_inside([page], kit.fonts)


def test_an_encounter_says_how_hard_it_is_beside_the_rounds(kit):
    people = (bob().with_(name="Ann"), *WOLVES)
    note = cache(partial(encounter_note, BOOK, encounter_of(people)))  # it plays thousands of turns
    said = note()
    assert said.startswith("The party stands: ")
    assert "Dice lost on average: Ann " in said
    for paper in PAPERS.values():
        (page,) = lay_out_encounter(BOOK, [derive(BOOK, each) for each in people], "Wolves", paper, kit.fonts, note)
        assert said in texts([page])
        assert_inside([page], kit.fonts)


def test_an_encounter_without_a_party_or_without_foes_has_no_rating():
    assert not encounter_note(BOOK, encounter_of(WOLVES))
    assert not encounter_note(BOOK, encounter_of([bob()]))


@pytest.mark.parametrize("paper", PAPERS)
def test_cards_of_a_large_encounter_go_on_and_stay_above_the_footer(kit, paper):
    fighters = [*blocks()[:12], overfull(), *(game_sheet(s, s.form.read(s.samples[0]).value) for s in SMALL_GAMES)]
    pages = lay_out_encounter(BOOK, fighters, "Wolves", PAPERS[paper], kit.fonts)
    shown = " ".join(texts(pages).split())
    for each in fighters:
        assert " ".join(each.name.split()) in shown
    lowest = max(each.rect.bottom for page in pages for each in page.items if isinstance(each, Box))
    assert lowest <= PAPERS[paper].height - 11 - 8
    assert_inside(pages, kit.fonts)


def test_a_horde_has_no_boxes_for_damage_beyond_its_dice(kit):
    horde = next(each for each in blocks() if each.character.kind == "horde")
    (page,) = lay_out_encounter(BOOK, [horde], "Rats", PAPERS["A4"], kit.fonts)
    assert sum(isinstance(each, CheckBox) for each in page.items) == ROUNDS + len(horde.dice)


@pytest.mark.parametrize("length", [40, 100, 200])
def test_no_name_is_cut_off(kit, length):
    long = "Ragnar of the long road " * 9
    hero = ragnar(name=long[:length].strip(), dice=(die(1, "Hunter/Gatherer of the north"), die(2, "Behemoth")))
    pages = [
        *lay_out_cards(BOOK, [hero], PAPERS["A4"], kit.fonts),
        *lay_out_party([hero], "Wolves", PAPERS["A4"], kit.fonts),
        *lay_out_encounter(BOOK, [hero], "Wolves", PAPERS["A4"], kit.fonts),
    ]
    for page in pages:
        shown = " ".join(texts([page]).split())
        assert hero.name in shown
        assert "…" not in shown
    for page in (pages[0], pages[2]):
        assert "Behemoth" in texts([page])
        assert "Gatherer" in texts([page])


def test_a_card_with_many_dice_names_them_below(kit):
    horde = ragnar(dice=tuple(die(number, "Armsman" if number < 9 else "Gaul") for number in range(1, 13)))
    (page,) = lay_out_cards(BOOK, [horde], PAPERS["A4"], kit.fonts)
    assert "Dice in order: 8 Armsman, 4 Gaul" in texts([page])


def test_the_party_names_background_and_equipment(kit):
    shown = texts(lay_out_party([ragnar()], "Wolves", PAPERS["A4"], kit.fonts))
    for word in ("Gaul", "Hunter/Gatherer", "Spear", "Buckler", "Rope"):
        assert word in shown


@pytest.mark.parametrize("small", SMALL_GAMES, ids=lambda small: small.game.id)
def test_a_character_of_another_game_is_in_the_party_with_its_figures(kit, small):
    sheet = game_sheet(small, small.form.read(small.samples[0]).value)
    assert isinstance(sheet, Columns)
    shown = texts(lay_out_party([sheet], "Wolves", PAPERS["A4"], kit.fonts))
    assert sheet.name in shown
    assert any(sign.isdigit() for sign in shown)


def test_names_are_words_and_the_text_of_a_pdf_can_be_found(kit):
    hero = changed(ragnar(), name=HOSTILE)
    for job in (
        legend_job(BOOK, [hero], "A4", kit),
        cards_job(BOOK, [hero], "A4", kit),
        party_job([hero], "A4", kit),
    ):
        reader = PdfReader(BytesIO(job.pdf()))
        text = " ".join(page.extract_text() for page in reader.pages)
        assert "<b>&x</b>" in text
        assert "Владимир" in text
        for page in reader.pages:
            for font in page["/Resources"]["/Font"].values():
                assert "/FontFile2" in str(font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"])
