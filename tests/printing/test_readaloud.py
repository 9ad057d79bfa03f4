"""What a screen reader gets from a PDF: language and title, words for pictures and ticks, and a sensible order."""

from collections.abc import Callable
from functools import cache
from io import BytesIO

import pytest
from pypdf import PdfReader
from PySide6.QtGui import QColor, QImage, QPainter

from bones_desktop.printing.canvas import HiddenText, Page, Rect
from bones_desktop.printing.gameform import game_sheet
from bones_desktop.printing.jobs import (
    PrintJob,
    calibration_job,
    cards_job,
    diary_job,
    encounter_job,
    legend_job,
    nets_job,
    party_job,
    screen_job,
    sheet_job,
    stickers_job,
)
from bones_desktop.printing.painter import PrintKit, draw
from bones_desktop.printing.stickers import Stickers, dice_of
from bones_desktop.rules.bones.injury.injuries import lose
from bones_desktop.rules.bones.life.seasons import diary
from bones_desktop.rules.bones.making.sheet import derive
from bones_desktop.storage.games import SMALL_GAMES
from tests.support import people
from tests.support.foreach import for_each
from tests.support.rulebooks import rulebook

BOOK = rulebook()
HURT = lose(people.ragnar(), 1)
SHEET = derive(BOOK, HURT)
JOBS: dict[str, Callable[[PrintKit], PrintJob]] = {
    "sheet": lambda kit: sheet_job(SHEET, "A4", kit),
    "stickers": lambda kit: stickers_job(dice_of(SHEET), Stickers(), "A4", kit),
    "nets": lambda kit: nets_job(dice_of(SHEET), 16.0, "A4", kit),
    "test page": lambda kit: calibration_job(None, "A4", kit),
    "legend": lambda kit: legend_job(BOOK, [SHEET], "A4", kit),
    "cards": lambda kit: cards_job(BOOK, [SHEET], "A4", kit),
    "party": lambda kit: party_job([SHEET], "A4", kit, "Wolves"),
    "encounter": lambda kit: encounter_job(BOOK, [SHEET], "A4", kit, "The bridge"),
    "screen": lambda kit: screen_job(BOOK, "A4", kit),
    "diary": lambda kit: diary_job(BOOK, "Ragnar", diary(BOOK, HURT), "A4", kit),
    **{
        small.game.id: lambda kit, small=small: sheet_job(
            game_sheet(small, small.form.read(small.samples[0]).value), "A4", kit
        )
        for small in SMALL_GAMES
    },
}
DIE = "Universal, Physical, Outdoorsman, Perception, Melee, Defend"


Papers = Callable[[str], tuple[PrintJob, PdfReader, list[str]]]


@pytest.fixture(scope="module")
def papers(kit: PrintKit) -> Papers:
    """Return a job by its name, its PDF, and the lines in the order in which they are drawn; each is made once."""

    @cache
    def read(name: str) -> tuple[PrintJob, PdfReader, list[str]]:
        job = JOBS[name](kit)
        reader = PdfReader(BytesIO(job.pdf()), strict=True)
        return job, reader, [line.strip() for page in reader.pages for line in page.extract_text().splitlines()]

    return read


@for_each("name", JOBS)
def test_every_pdf_has_a_language_and_a_title_and_shows_it(papers: Papers, name: str) -> None:
    job, reader, lines = papers(name)
    root = reader.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert reader.metadata.title == (job.name or job.title)
    assert len(reader.pages) == len(tuple(job.pages()))
    assert lines


def test_the_title_of_a_table_paper_comes_before_its_cards(papers: Papers) -> None:
    for name, title in (("party", "Wolves"), ("encounter", "The bridge")):
        _job, _reader, lines = papers(name)
        assert lines[0] == title


def test_dice_on_cards_are_words_and_lost_ones_say_so(papers: Papers) -> None:
    for name in ("cards", "party", "encounter"):
        _job, _reader, lines = papers(name)
        at = lines.index("Hunter/Gatherer")
        assert lines[at + 1] == f"lost: {DIE}"


def test_each_sticker_and_each_face_of_a_net_has_its_name(papers: Papers) -> None:
    for name in ("stickers", "nets"):
        _job, _reader, lines = papers(name)
        words = " ".join(lines)
        begin = words.index("Die 2")
        found = [words.index(face, begin) for face in DIE.split(", ")]
        assert found == sorted(found), name


def test_the_sheet_numbers_its_rows_first_and_says_which_dice_are_lost(papers: Papers) -> None:
    _job, _reader, lines = papers("sheet")
    assert lines.index("Note") < lines.index("Die 1")
    assert lines[lines.index("Die 2") + 1] == "lost"


def test_numbers_follow_their_names_and_tracks_say_what_is_marked(papers: Papers) -> None:
    _job, _reader, lines = papers("margin")
    assert lines[lines.index("Body") + 1] == "+1"
    assert "0 of 11 marked" in lines


def test_the_screen_has_words_for_the_faces_of_its_dice(papers: Papers) -> None:
    _job, _reader, lines = papers("screen")
    assert any(line.count(",") == 5 and "Universal" in line for line in lines)


def test_hidden_text_leaves_no_mark_on_paper(kit: PrintKit) -> None:
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    before = image.copy()
    painter = QPainter(image)
    painter.scale(10, 10)
    draw(Page(20, 20, (HiddenText(Rect(2, 2, 16, 4), "Universal"),)), painter, kit, words=True)
    painter.end()
    assert image == before
