"""The PDF: searchable text, the right paper, nothing lost, nothing private."""

import io
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from pypdf import PdfReader

from bones_desktop.printing.canvas import PAPERS, TextLine
from bones_desktop.printing.columns import lay_out
from bones_desktop.printing.jobs import sheet_job, write_job
from bones_desktop.printing.painter import PrintKit
from bones_desktop.rules.bones.making.sheet import Sheet, derive
from bones_desktop.storage.files.characterfile import read_character
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.rulebookfile import load_rulebook
from tests.printing.sheets import RAGNARS_DICE, condition, die, overfull, portrait, ragnar, sheet

MM = 25.4 / 72


def reader(of: Sheet, kit: PrintKit, paper: str = "A4") -> PdfReader:
    return PdfReader(io.BytesIO(sheet_job(of, paper, kit).pdf()))


def text_of(of: Sheet, kit: PrintKit, paper: str = "A4") -> str:
    return "\n".join(page.extract_text() for page in reader(of, kit, paper).pages)


@pytest.fixture(scope="module")
def overfull_pages(kit: PrintKit) -> Callable[[str], list[str]]:
    """The texts of the pages of the longest sheet on a paper, which take a second to read."""
    return cache(lambda paper: [page.extract_text() for page in reader(overfull(), kit, paper).pages])


@pytest.mark.parametrize("paper", PAPERS)
def test_page_size(kit: PrintKit, paper: str) -> None:
    for page in reader(overfull(), kit, paper).pages:
        assert float(page.mediabox.width) * MM == pytest.approx(PAPERS[paper].width, abs=0.4)
        assert float(page.mediabox.height) * MM == pytest.approx(PAPERS[paper].height, abs=0.4)


def test_text_holds_the_name_and_all_four_dice(kit: PrintKit) -> None:
    text = text_of(ragnar(), kit)
    assert "Ragnar" in text
    for number, (title, names) in enumerate(RAGNARS_DICE, 1):
        assert f"Die {number}" in text
        assert title in text
        for name in ("Universal", *names.split()):
            assert text.count(name) >= sum(name in other for _title, other in RAGNARS_DICE)


@pytest.mark.parametrize(
    "name", ["Griffin the Fluffy", "Ægir Þórsson", "O'Flaherty — affine", "Łukasz Żółć", "Officer 1234567890"]
)
def test_names_come_out_letter_by_letter(kit: PrintKit, name: str) -> None:
    assert name in text_of(ragnar(name=name), kit)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_word_of_a_long_story_is_in_the_pdf(overfull_pages: Callable[[str], list[str]], paper: str) -> None:
    found = "\n".join(overfull_pages(paper)).split()
    assert [word for word in found if word.startswith("word")] == overfull().character.back_story.split()


def test_pdf_has_the_pages_of_the_layout(kit: PrintKit, overfull_pages: Callable[[str], list[str]]) -> None:
    pages = lay_out(overfull(), PAPERS["A4"], kit.fonts)
    read = overfull_pages("A4")
    assert len(read) == len(pages) >= 6
    for page, printed in zip(pages, read, strict=True):
        words = {word for part in page.items if isinstance(part, TextLine) for word in part.text.split()}
        assert words <= set(printed.split())


def test_unfinished_character_prints(kit: PrintKit) -> None:
    text = text_of(sheet(), kit, "Letter")
    assert text.count("Universal") == 10
    assert "Die 10" in text


def test_the_portrait_is_the_one_picture_in_the_file_and_keeps_it_small(kit: PrintKit) -> None:
    def pictures(of: Sheet) -> list[tuple[int, int]]:
        parts = PdfReader(io.BytesIO(sheet_job(of, "A4", kit).pdf())).pages[0]["/Resources"].get("/XObject", {})
        found = [part.get_object() for part in parts.values()]
        return [(part["/Width"], part["/Height"]) for part in found if part["/Subtype"] == "/Image"]

    assert pictures(ragnar()) == []
    [(width, height)] = pictures(ragnar(portrait=portrait()))
    assert width == height
    assert (
        len(sheet_job(ragnar(portrait=portrait()), "A4", kit).pdf())
        < len(sheet_job(ragnar(), "A4", kit).pdf()) + 60_000
    )


def test_fifteen_dice(kit: PrintKit) -> None:
    text = text_of(sheet(dice=tuple(die(number) for number in range(1, 16)), condition=condition(15, 15)), kit)
    assert all(f"Die {number}" in text for number in range(1, 16))


def test_description_names_nobody(kit: PrintKit) -> None:
    data = sheet_job(ragnar(), "A4", kit).pdf()
    described = PdfReader(io.BytesIO(data)).metadata
    assert described is not None
    assert described.title == "Ragnar"
    assert described.creator == "Bones Desktop"
    assert not described.author
    assert str(Path.home()).encode() not in data


def test_fonts_are_in_the_file(kit: PrintKit) -> None:
    fonts = reader(ragnar(), kit).pages[0]["/Resources"]["/Font"]
    names = {str(font.get_object()["/BaseFont"]) for font in fonts.values()}
    assert any("Vollkorn" in name for name in names)
    assert any("SourceSans" in name for name in names)


def test_written_without_a_window(kit: PrintKit, tmp_path: Path) -> None:
    target = tmp_path / "ragnar.pdf"
    assert write_job(lambda kit: sheet_job(ragnar(), "Letter", kit), target) == 1
    assert "Ragnar" in PdfReader(target).pages[0].extract_text()


def test_a_folder_that_is_gone_is_said_so(kit: PrintKit, tmp_path: Path) -> None:
    with pytest.raises(FileProblem) as caught:
        write_job(lambda kit: sheet_job(ragnar(), "A4", kit), tmp_path / "gone" / "ragnar.pdf")
    assert caught.value.code == "folder-gone"


SAMPLES = sorted((shipped("resources") / "games" / "bones" / "samples").glob("*.bones"))


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_every_sample_prints_with_its_name_and_dice(kit: PrintKit, file: Path) -> None:
    rulebook = load_rulebook(shipped("resources") / "games" / "bones")
    character = read_character(file).value
    text = text_of(derive(rulebook, character), kit)
    assert character.name in text
    for number in range(1, len(character.dice) + 1):
        assert f"Die {number}" in text
