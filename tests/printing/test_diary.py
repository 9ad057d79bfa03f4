"""The diary on paper: every word of it, on both papers, however long; a season is named again where it goes on."""

import io
import random

import pytest
from pypdf import PdfReader

from bones_desktop.printing.canvas import PAPERS, Page, TextLine
from bones_desktop.printing.columns import lay_out_columns
from bones_desktop.printing.jobs import diary_content, diary_job
from bones_desktop.printing.painter import PrintKit
from bones_desktop.rules.bones.book.character import Character, Follower
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.injury.injuries import pass_days
from bones_desktop.rules.bones.life import seasons
from bones_desktop.rules.bones.life.seasons import Diary, diary
from tests.printing.typewriter import Typewriter
from tests.support.people import bob
from tests.support.rulebooks import rulebook

TODAY = "2026-11-21"
MEASURE = Typewriter()


def short() -> Character:
    """Return Bob after EX-8 and EX-9, with coins spent."""
    book = seasons.record_strategic(
        rulebook(),
        bob(),
        TODAY,
        title="Writes a book",
        skill="scholar",
        difficulty="difficult",
        successes=1,
        outcome="It sells.",
        asset="Bob on Goblins",
    )
    lectured = seasons.record_income(rulebook(), book, TODAY, skill="scholar", successes=2, title="Lectures")
    return seasons.spend_coins(lectured, 120, "A mule", TODAY)


def long() -> Character:
    """Return Bob after forty seasons of three actions with long texts; each text has words of its own."""
    character, chance = bob(), random.Random(6)
    for season in range(40):
        for number in range(3):
            text = " ".join(f"word{season}-{number}-{n}" for n in range(chance.randint(0, 90)))
            character = seasons.record_strategic(
                rulebook(), character, TODAY, title=f"Deed {season}-{number}", successes=number - 1, outcome=text
            )
        character = seasons.come_by_coins(character, season + 1, f"Gift {season}", TODAY)
        character = pass_days(character, 91, resting=True)
    return character


def pages(character: Character, paper: str = "A4") -> tuple[Page, ...]:
    return laid_out(character.name, diary(rulebook(), character), paper)


def laid_out(name: str, told: Diary, paper: str = "A4") -> tuple[Page, ...]:
    return lay_out_columns(diary_content(rulebook(), name, told), PAPERS[paper], MEASURE)


def texts(page: Page) -> list[str]:
    return [item.text for item in page.items if isinstance(item, TextLine)]


def test_a_short_diary_tells_everything_on_one_page() -> None:
    (page,) = pages(short())
    said = texts(page)
    for words in (
        "Diary of the Seasons",
        "Bob",
        "180 coins: earned 300, spent 120",
        "Winter, year 1",
        "Writes a book",
        "Success by 1",
        "Scholar against Difficult · brought: Bob on Goblins",
        "It sells.",
        "Lectures",
        "+300 coins",
        "Income with Scholar · 2 successes and 1 asset",
        "A mule",
        "−120 coins",
        "Assets of the season: Bob on Goblins",
        "page 1 of 1",
    ):
        assert words in said


def test_an_action_without_a_throw_tells_of_no_success_or_failure() -> None:
    (page,) = pages(seasons.record_strategic(rulebook(), bob(), TODAY, title="Buys a house"))
    said = texts(page)
    assert "Buys a house" in said
    assert not any(word in text for text in said for word in ("ailure", "uccess", "tie"))


def test_a_diary_before_the_first_action_says_so() -> None:
    (page,) = pages(bob())
    assert {"0 coins", "Winter, year 1", "Nothing was done yet."} <= set(texts(page))


def test_assets_that_stay_are_told_with_their_mastery() -> None:
    dice = bob().dice
    prince = bob().with_(
        dice=tuple(die.with_(faces=(*die.faces[:5], face("merchant-prince"))) for die in dice),
        followers=(Follower(mastery="merchant-prince", name="The Blue Dolphin"),),
    )
    house = seasons.add_asset(prince, "House", season=None)
    said = " ".join(texts(pages(house)[0]))
    assert "Assets that stay: House" in said
    assert "The Blue Dolphin (Merchant Prince)" in said


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_no_word_of_a_long_diary_is_lost_or_lies_beyond_the_margins(paper: str) -> None:
    character, size = long(), PAPERS[paper]
    found = pages(character, paper)
    said = " ".join(text for page in found for text in texts(page))
    for action in character.actions:
        assert action.title in said
        assert set(action.outcome.split()) <= set(said.split())
    for number, page in enumerate(found, start=1):
        assert f"page {number} of {len(found)}" in texts(page)
        for item in page.items:
            if isinstance(item, TextLine):
                right = item.x + MEASURE.width(item.text, item.style)
                assert item.x >= size.margin - 0.01, item.text
                assert right <= size.width - size.margin + 0.01, item.text
                assert item.y < size.height - size.margin, item.text


def test_a_season_that_goes_on_is_named_again_and_no_heading_is_left_alone() -> None:
    found = pages(long())
    assert any("(continued)" in text for page in found for text in texts(page))
    for page in found:
        lines = [item for item in page.items if isinstance(item, TextLine)]
        for heading in (line for line in lines if line.style.bold and ", year " in line.text):
            below = [line for line in lines if line.x == heading.x and 0 < line.y - heading.y < 12]
            assert below, heading.text


def test_years_count_from_the_campaign_s_first() -> None:
    told = diary(rulebook(), short(), first_year=212)
    (page,) = laid_out("Bob", told)
    assert "Winter, year 212" in texts(page)


def test_a_name_too_long_for_the_head_stands_below_it() -> None:
    named = short().with_(name="Bartholomew of the long name " * 6)
    said = " ".join(texts(pages(named)[0]))
    assert said.count("Bartholomew") >= 6


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_pdf_has_the_paper_and_text_that_can_be_found(kit: PrintKit, paper: str) -> None:
    character = short()
    job = diary_job(rulebook(), character.name, diary(rulebook(), character), paper, kit)
    (page,) = PdfReader(io.BytesIO(job.pdf())).pages
    assert float(page.mediabox.height) == pytest.approx(842 if paper == "A4" else 792, abs=1)
    assert "Writes a book" in " ".join(page.extract_text().split())
    assert job.file_name == "Bob, diary.pdf"


def test_a_diary_of_nobody_has_a_file_name(kit: PrintKit) -> None:
    assert diary_job(rulebook(), " ", diary(rulebook(), bob()), "A4", kit).file_name == "Diary.pdf"
