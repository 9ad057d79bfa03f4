"""The layout of SHT-1 to SHT-7, measured without fonts."""

from gettext import NullTranslations
from itertools import combinations

import pytest

from bones_desktop.printing import columns as layout
from bones_desktop.printing.canvas import (
    A4,
    LETTER,
    PAPERS,
    CheckBox,
    FacePicture,
    Hatch,
    Page,
    PageSize,
    Picture,
    TextLine,
    TintMark,
)
from bones_desktop.printing.columns import lay_out
from bones_desktop.rules.bones.book.character import CharacterKind, MagicTheme
from bones_desktop.rules.bones.making.sheet import FollowerLine, Sheet
from tests.printing.sheets import condition, die, empty_die, hindering, item, overfull, portrait, prose, ragnar, sheet
from tests.printing.typewriter import Typewriter

MEASURE = Typewriter()
BOTH = pytest.mark.parametrize("size", PAPERS.values(), ids=PAPERS.keys())


def lay(of: Sheet, size: PageSize = A4) -> tuple[Page, ...]:
    return lay_out(of, size, MEASURE)


def texts(page: Page) -> list[str]:
    return [part.text for part in page.items if isinstance(part, TextLine)]


def words(pages: tuple[Page, ...]) -> list[str]:
    return [word for page in pages for text in texts(page) for word in text.split()]


def place(page: Page, text: str) -> TextLine:
    return next(part for part in page.items if isinstance(part, TextLine) and part.text == text)


def every(page: Page, kind: type) -> list[object]:
    return [part for part in page.items if isinstance(part, kind)]


@BOTH
def test_the_printed_form_fits_one_page(size: PageSize) -> None:
    (page,) = lay(ragnar(), size)
    assert (page.width, page.height) == (size.width, size.height)
    for label in ("Name", "Age", "Backstory", "Race", "Gender", "Description", "Spiffs", "Finances", "Other Equipment"):
        assert label in texts(page)


def test_sht_1_header_grid() -> None:
    (page,) = lay(ragnar())
    name, age, story = (place(page, label) for label in ("Name", "Age", "Backstory"))
    race, gender, description = (place(page, label) for label in ("Race", "Gender", "Description"))
    assert name.y == age.y == story.y < race.y == gender.y < description.y
    assert name.x == race.x == description.x < age.x == gender.x < story.x


def test_the_colour_of_the_dice_is_marked_in_the_field_of_the_name() -> None:
    (plain,), (coloured,) = lay(ragnar()), lay(ragnar(dice_colour="lilac"))
    assert not every(plain, TintMark)
    [mark] = every(coloured, TintMark)
    assert mark.tint == "lilac"
    assert place(coloured, "Name").y < mark.rect.y < mark.rect.bottom < place(coloured, "Race").y
    assert mark.rect.right < place(coloured, "Age").x


@BOTH
def test_sht_2_to_5_sections_follow_one_another(size: PageSize) -> None:
    (page,) = lay(sheet(), size)
    order = [
        "Description",
        "Character Dice (check box if injured)",
        "Die 1",
        "Character Dice (continued)",
        "Die 6",
        "Equipment Dice",
        "Item",
        "Spiffs",
    ]
    heights = [place(page, text).y for text in order]
    assert heights == sorted(heights)
    assert len({place(page, f"Die {number}").y for number in range(1, 6)}) == 1
    assert len({place(page, f"Die {number}").y for number in range(6, 11)}) == 1


def test_empty_columns_have_universal_on_face_one() -> None:
    (page,) = lay(sheet())
    assert texts(page).count("Universal") == 10
    assert [part.code for part in page.items if isinstance(part, FacePicture)] == ["universal"] * 10


def test_every_face_has_picture_and_name() -> None:
    (page,) = lay(ragnar())
    assert {name: texts(page).count(name) for name in ("Melee", "Defend", "Maneuver", "Riding", "Perception")} == {
        "Melee": 6,
        "Defend": 6,
        "Maneuver": 2,
        "Riding": 1,
        "Perception": 1,
    }
    codes = [part.code for part in page.items if isinstance(part, FacePicture)]
    assert codes.count("melee") == 6
    assert codes.count("physical") == 4


@BOTH
def test_pictures_are_at_least_five_millimetres(size: PageSize) -> None:
    for page in lay(overfull(), size):
        for part in page.items:
            if isinstance(part, FacePicture):
                assert part.rect.width == part.rect.height >= 5


def test_injured_dice_are_ticked_hatched_and_grey() -> None:
    hurt = ragnar().dice
    (page,) = lay(ragnar(dice=(hurt[0], die(2, lost=True, cause="arrow"), *hurt[2:]), condition=condition(4, 3)))
    ticked = [part.ticked for part in page.items if isinstance(part, CheckBox)]
    assert ticked == [False, True] + [False] * 8
    assert len(every(page, Hatch)) == 1
    assert sum(part.grey for part in page.items if isinstance(part, FacePicture)) == 6
    assert any("lost: arrow" in text for text in texts(page))
    assert any("lost dice 1 of 4" in text for text in texts(page))


def test_equipment_of_a_house_rule_says_so() -> None:
    (page,) = lay(ragnar(equipment=(item(1, house=True), item(2, "Sword"))))
    assert sum("house rule" in text for text in texts(page)) == 1


def test_what_has_no_printed_field_stands_at_the_top_and_in_notes() -> None:
    (page,) = lay(ragnar(house=True, dice=(die(1, "Citizen", house=True), *ragnar().dice[1:])))
    assert "Citizen (house rule)" in texts(page)
    assert "range increment 10 m" in texts(page)
    top = " ".join(texts(page)[:3])
    for fact in ("Cold Iron", "Gaul", "Hunter/Gatherer", "Armsman", "Move 1 (15 m)", "with house rules", "saved 2"):
        assert fact in top


def test_ten_and_a_half_dice_go_on_on_a_second_page() -> None:
    pages = lay(sheet(kind=CharacterKind.BEAST, dice=tuple(die(number, "Demonic") for number in range(1, 16))))
    assert len(pages) == 2
    assert texts(pages[0]).count("Demonic") == 10
    assert texts(pages[1]).count("Demonic") == 5
    assert "Die 15" in texts(pages[1])
    assert "Character Dice (continued)" in texts(pages[1])


def test_more_than_five_items_and_hindering_dice() -> None:
    pages = lay(
        ragnar(equipment=tuple(item(number, f"Item no {number}") for number in range(1, 7)), hindering=(hindering(1),))
    )
    assert len(pages) == 2
    assert "Item no 5" in texts(pages[0])
    assert {"Equipment Dice (continued)", "Item no 6", "Hindering Dice", "Poison"} <= set(texts(pages[1]))


@BOTH
def test_no_word_of_a_long_story_is_lost(size: PageSize) -> None:
    story = prose(3_000)
    pages = lay(ragnar(back_story=story), size)
    printed = [word for word in words(pages) if word.startswith("word")]
    assert printed == story.split()
    assert 4 <= len(pages) <= 12


@BOTH
@pytest.mark.parametrize("count", [900, 1_300, 3_000, 3_333])
def test_columns_of_the_last_page_are_even(size: PageSize, count: int) -> None:
    *_others, last = lay(ragnar(back_story=prose(count)), size)
    lines = [part for part in last.items if isinstance(part, TextLine) and part.text.startswith("word")]
    ends = [max(line.y for line in lines if (line.x < size.width / 2) is left) for left in (True, False)]
    assert ends[0] >= ends[1]
    assert ends[0] - ends[1] < 10


def test_a_few_lines_stay_in_one_column() -> None:
    *_others, last = lay(ragnar(notes="\n".join(f"word {number}" for number in range(5))))
    lines = [part for part in last.items if isinstance(part, TextLine) and part.text.startswith("word")]
    assert len({line.x for line in lines}) == 1


@BOTH
def test_no_word_of_an_overfull_sheet_is_lost(size: PageSize) -> None:
    full = overfull()
    printed = words(lay(full, size))
    assert [word for word in printed if word.startswith("word")] == full.character.back_story.split()
    for word, count in (("broad", 250), ("jotting", 300), ("coin", 300), ("rope", 300), ("scarred", 200)):
        assert printed.count(word) == count


@BOTH
def test_nothing_runs_over_the_margins(size: PageSize) -> None:
    for page in lay(overfull(), size):
        for part in page.items:
            if isinstance(part, TextLine):
                assert part.x >= size.margin - 0.01
                assert part.x + MEASURE.width(part.text, part.style) <= size.width - size.margin + 0.01
                assert part.y <= size.height - size.margin + 0.01


@BOTH
def test_no_two_texts_lie_on_each_other(size: PageSize) -> None:
    for page in lay(overfull(), size):
        lines = [part for part in page.items if isinstance(part, TextLine)]
        for one, other in combinations(lines, 2):
            apart = abs(one.y - other.y) >= 0.7 * max(one.style.height, other.style.height)
            left, right = sorted((one, other), key=lambda part: part.x)
            assert apart or left.x + MEASURE.width(left.text, left.style) <= right.x + 0.01, (one, other)


def test_the_box_names_the_page_its_text_goes_on_at() -> None:
    pages = lay(overfull())
    markers = [text for text in texts(pages[0]) if text.startswith(("continued on page", "→ p."))]
    story = next(number for number, page in enumerate(pages, 1) if "Backstory" in texts(page)[1:] and number > 1)
    assert len(markers) == 6
    assert f"continued on page {story}" in markers


def test_a_text_that_goes_on_is_broken_once_however_often_pages_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    broken: list[str] = []
    wrap = layout.wrap
    monkeypatch.setattr(layout, "wrap", lambda text, *given: broken.append(text) or wrap(text, *given))
    lay(overfull())
    assert len(broken) == len(set(broken)) > 6


def test_paragraphs_close_up_before_a_text_goes_on_elsewhere() -> None:
    lines = [f"line{number}" for number in range(5)]
    (page,) = lay(ragnar(back_story="\n\n".join(lines)))
    assert [text for text in texts(page) if text.startswith("line")] == lines
    assert len(lay(ragnar(back_story="\n\n".join(lines * 2)))) == 2


def test_one_very_long_word_is_not_cut() -> None:
    pages = lay(ragnar(back_story="x" * 5_000, name="y" * 200))
    printed = "".join(text for page in pages for text in texts(page) if set(text) == {"x"})
    assert len(printed) == 5_000
    assert sum(text.count("y") for page in pages for text in texts(page) if set(text) == {"y"}) == 200


@BOTH
def test_footer_names_the_character_the_page_and_the_authors(size: PageSize) -> None:
    pages = lay(ragnar(back_story=prose(2_000)), size)
    for number, page in enumerate(pages, 1):
        assert f"page {number} of {len(pages)}" in texts(page)
        assert "Ragnar" in texts(page)
        assert any("Vincent K. Raven" in text and "Precis Intermedia" in text for text in texts(page))


def test_headings_are_translated(monkeypatch) -> None:
    catalogue = NullTranslations()
    monkeypatch.setattr(catalogue, "gettext", lambda text: text.replace("Spiffs", "Kniffe"))
    monkeypatch.setattr("bones_desktop.wording.language._Choice.catalogue", catalogue)
    (page,) = lay_out(ragnar(), LETTER, MEASURE)
    assert "Kniffe" in texts(page)


def test_layout_is_the_same_each_time() -> None:
    assert lay(overfull()) == lay(overfull())


@BOTH
def test_a_portrait_stands_at_the_left_of_the_header_and_moves_no_table(size: PageSize) -> None:
    (plain,), (page,) = lay(ragnar(), size), lay(ragnar(portrait=portrait()), size)
    [picture] = [part for part in page.items if isinstance(part, Picture)]
    square = picture.rect
    assert square.width == pytest.approx(square.height)
    assert square.x == size.margin
    for label in ("Name", "Race", "Description"):
        assert place(page, label).x > square.right
        assert square.y < place(page, label).y < square.bottom
    heading = "Character Dice (check box if injured)"
    assert place(page, heading) == place(plain, heading)
    assert sorted(words((page,))) == sorted(words((plain,)))


def test_a_damaged_portrait_leaves_the_form_as_it_is() -> None:
    assert lay(ragnar(portrait="AAAA")) == lay(ragnar())


def test_long_texts_beside_a_portrait_go_on_and_lose_no_word() -> None:
    long = ragnar(back_story=prose(400), description="broad " * 120, portrait=portrait())
    printed = words(lay(long))
    assert printed.count("broad") == 120
    assert all(f"word{number}" in " ".join(printed) for number in range(400))


@pytest.mark.parametrize("size", [A4, LETTER], ids=["A4", "Letter"])
@pytest.mark.parametrize("dice", [4, 7])
def test_a_little_beyond_the_form_needs_no_second_page(size: PageSize, dice: int) -> None:
    theme = MagicTheme(name="Fire Magic", effect="Makes and bends fire.", limitations="Only fire.")
    own = tuple(die(number) for number in range(1, dice + 1))
    empty = tuple(empty_die(number) for number in range(dice + 1, 11))
    few = ragnar(theme_texts=(theme,) if dice < 6 or size is A4 else (), dice=own + empty)
    (page,) = lay(few, size)
    assert ("Fire Magic" in texts(page)) is bool(few.character.themes)
    # Columns that are in use stay; empty ones for die 6 to 10 may give way.
    assert all(f"Die {number}" in texts(page) for number in range(1, dice + 1))
    assert min(each.rect.height for each in every(page, FacePicture)) >= 5
    assert max(each.y for each in every(page, TextLine)) <= size.height - 11


def test_hindering_dice_take_the_place_of_empty_columns() -> None:
    (page,) = lay(ragnar(hindering=(hindering(1), hindering(2, "Flaming"))))
    assert "Hindering Dice" in texts(page)
    assert "Die 6" not in texts(page)
    # With a sixth die that is filled in there is no room.
    own = tuple(die(number) for number in range(1, 7))
    first, second = lay(ragnar(hindering=(hindering(1),), dice=own))
    assert "Die 6" in texts(first)
    assert "Hindering Dice" in texts(second)


def test_themes_stand_below_the_form_with_effect_and_limitations() -> None:
    themes = (
        MagicTheme(name="Fire Magic", effect="Makes and bends fire.", limitations="Only fire."),
        MagicTheme(name="Miracles"),
        MagicTheme(),
    )
    shown = [text for page in lay(ragnar(theme_texts=themes)) for text in texts(page)]
    at = shown.index("Themes of Magic")
    assert shown[at + 1 : at + 7] == [
        "Fire Magic",
        "Effect: Makes and bends fire.",
        "Limitations: Only fire.",
        "Miracles",
        "Effect:",
        "Limitations:",
    ]
    assert "Without a name" not in shown


def test_followers_stand_on_the_second_page_those_with_dice_as_tables() -> None:
    followers = (
        FollowerLine("Boss", "lackey", "Grom", "Loud.", (die(1, "Archer", note="left-handed"), die(2))),
        FollowerLine("Merchant Prince", "small asset", "The Red Inn", "Three storeys."),
        FollowerLine("Captain", "small vessel with crew", "", "Leaks."),
        FollowerLine("imp-friend", "", "Imp", ""),
        FollowerLine("Captain", "small vessel with crew", "", ""),
    )
    _first, second = lay(ragnar(followers=followers))
    shown = texts(second)
    assert shown.count("Grom, lackey (Boss)") == 2
    assert shown.index("Die 1") < shown.index("Followers and Assets")
    assert len(every(second, CheckBox)) == 2
    assert "Archer · left-handed" in shown
    at = shown.index("Followers and Assets")
    assert shown[at + 1 : at + 8] == [
        "Grom, lackey (Boss)",
        "Loud.",
        "The Red Inn, small asset (Merchant Prince)",
        "Three storeys.",
        "Small vessel with crew (Captain)",
        "Leaks.",
        "Imp",
    ]
