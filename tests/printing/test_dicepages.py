"""Stickers, nets and the test page: every face where it must be, none twice, none off the page."""

import io
import itertools
from collections.abc import Iterator
from math import dist

import pytest
from pypdf import PdfReader
from pypdf.generic import ContentStream

from bones_desktop.printing.canvas import A4, PAPERS, Box, FacePicture, Page, PageSize, Rect, Stroke, TextLine
from bones_desktop.printing.jobs import nets_job, stickers_job
from bones_desktop.printing.painter import Ink, PrintKit
from bones_desktop.printing.stickers import (
    ACROSS,
    CROSS,
    DOWN,
    INSET,
    DieFaces,
    Stickers,
    changed_faces,
    dice_of,
    lay_out_calibration,
    lay_out_nets,
    lay_out_stickers,
    per_label,
)
from bones_desktop.storage.files.labelsheets import LabelSheet, common_labels, find_labels
from tests.printing.sheets import die, empty_die, hindering, item, sheet
from tests.printing.typewriter import Typewriter
from tests.support.foreach import for_each

MEASURE = Typewriter()
NAMES = ("universal", "physical", "melee", "defend x2", "missile", "maneuver")


def dice(count: int, owner: str = "Ragnar") -> tuple[DieFaces, ...]:
    return tuple(DieFaces(owner, f"Die {number}", NAMES) for number in range(1, count + 1))


def faces(pages: tuple[Page, ...]) -> list[tuple[int, FacePicture]]:
    return [(n, each) for n, page in enumerate(pages) for each in page.items if isinstance(each, FacePicture)]


def squares(pages: tuple[Page, ...]) -> list[tuple[int, Rect]]:
    """The whole face of each picture, whose edge stays free by a share of it."""
    share = 1 - 2 * INSET
    found = []
    for number, face in faces(pages):
        side = face.rect.width / share
        found.append((number, face.rect.inset(-side * INSET, -side * INSET)))
    return found


def apart(one: Rect, other: Rect) -> bool:
    near = 1e-6
    return (
        one.right <= other.x + near or other.right <= one.x + near
        or one.bottom <= other.y + near or other.bottom <= one.y + near
    )  # fmt: skip


def corners(page: Page) -> Iterator[tuple[float, float]]:
    for each in page.items:
        match each:
            case Stroke(x1, y1, x2, y2):
                yield from ((x1, y1), (x2, y2))
            case Box(rect) | FacePicture(rect):
                yield from ((rect.x, rect.y), (rect.right, rect.bottom))
            case TextLine(x, y, text, style):
                yield from ((x, y - MEASURE.ascent(style)), (x + MEASURE.width(text, style), y))


@for_each("size", PAPERS.values())
@for_each("side", [5, 12, 14, 16, 18, 33.3, 60])
def test_stickers_have_their_size_do_not_touch_and_lie_on_the_paper(side: float, size: PageSize) -> None:
    pages = lay_out_stickers(dice(23), Stickers(side), size, MEASURE)
    found = squares(pages)
    assert len(found) == 23 * 6
    assert all(rect.width == pytest.approx(side) and rect.height == pytest.approx(side) for _, rect in found)
    assert all(apart(a, b) for (m, a), (n, b) in itertools.combinations(found, 2) if m == n)
    for page in pages:
        assert all(0 <= x <= size.width and 0 <= y <= size.height for x, y in corners(page))


def test_blank_and_unfilled_faces_need_no_sticker() -> None:
    half = DieFaces("Bob", "Item 1", ("melee", "blank", "", "melee", "blank", "melee"))
    assert [face.code for _, face in faces(lay_out_stickers([half], Stickers(), A4, MEASURE))] == ["melee"] * 3


@for_each("labels", common_labels())
def test_common_sheets_lie_on_their_paper_and_labels_hold_what_they_say(labels: LabelSheet) -> None:
    paper = PAPERS[labels.paper]
    right, bottom = labels.reach()
    assert right <= paper.width + 0.01
    assert bottom <= paper.height + 0.01
    assert not labels.overlaps()
    side = min(12.0, labels.height)
    across, down = per_label(labels, side)
    pages = lay_out_stickers(dice(10), Stickers(side, labels), paper, MEASURE)
    on_first_label = Rect(labels.left, labels.top, labels.width, labels.height)
    inside = [
        rect for page, rect in squares(pages)
        if page == 0 and not apart(rect, on_first_label)
    ]  # fmt: skip
    assert len(inside) == min(across * down, 60)
    for rect in inside:
        assert rect.x >= on_first_label.x - 1e-6
        assert rect.right <= on_first_label.right + 1e-6
        assert rect.y >= on_first_label.y - 1e-6
        assert rect.bottom <= on_first_label.bottom + 1e-6


def test_a_used_sheet_is_gone_on_with() -> None:
    labels = LabelSheet(id="x", columns=2, rows=3, width=20, height=20, left=10, top=10, across=30, down=40)
    pages = lay_out_stickers(dice(1), Stickers(20, labels, start=5), A4, MEASURE)
    places = [(page, round(rect.x, 6), round(rect.y, 6)) for page, rect in squares(pages)]
    assert places == [(0, 10, 90), (0, 40, 90), (1, 10, 10), (1, 40, 10), (1, 10, 50), (1, 40, 50)]


@pytest.mark.parametrize("start", [0, 7])
def test_a_label_that_is_not_there_is_refused(start: int) -> None:
    labels = LabelSheet(id="x", columns=2, rows=3, width=20, height=20, left=10, top=10, across=30, down=40)
    with pytest.raises(ValueError):
        lay_out_stickers(dice(1), Stickers(20, labels, start=start), A4, MEASURE)
    with pytest.raises(ValueError):
        lay_out_stickers(dice(1), Stickers(20.1, labels), A4, MEASURE)


def test_labels_are_found_by_any_of_their_numbers() -> None:
    assert find_labels("j8160 ") == find_labels("L7160")
    assert find_labels("nothing") is None


def test_only_what_changed_is_printed_again() -> None:
    before = {"Die 1": NAMES, "Die 2": ("universal", "physical", "melee", "", "missile", "maneuver")}
    assert changed_faces(dice(3), before) == (
        DieFaces("Ragnar", "Die 2", ("", "", "", "defend x2", "", "")),
        DieFaces("Ragnar", "Die 3", NAMES),
    )


def test_dice_of_a_sheet() -> None:
    of = sheet(
        name=" Ragnar  Half-hand", dice=(die(1), die(2, title=""), empty_die(3)), equipment=(item(1),),
        hindering=(hindering(1),),
    )  # fmt: skip
    names = [each.name for each in dice_of(of)]
    assert names == ["Die 1 · Armsman", "Die 2", "Item 1 · Spear", "Hindering die 1 · Poison"]
    assert {each.owner for each in dice_of(of)} == {"Ragnar Half-hand"}


@for_each("size", PAPERS.values())
@for_each("side", [12, 20, 27.5, 60])
def test_nets_fold_to_dice(side: float, size: PageSize) -> None:
    pages = lay_out_nets(dice(9), side, size, MEASURE)
    found = squares(pages)
    assert len(found) == 9 * 6
    assert all(rect.width == pytest.approx(side) for _, rect in found)
    for page in pages:
        assert all(0 <= x <= size.width and 0 <= y <= size.height for x, y in corners(page))
    places = [(round((rect.x - found[1][1].x) / side), round((rect.y - found[1][1].y) / side)) for _, rect in found[:6]]
    one, two, three, four, five, six = places
    # Two steps apart in a strip are opposite faces.
    assert dist(two, four) == dist(three, five) == dist(one, six) == 2


def test_each_open_edge_of_a_net_has_a_tab_or_meets_one() -> None:
    (page,) = lay_out_nets(dice(1), 20, A4, MEASURE)
    folds = [each for each in page.items if isinstance(each, Stroke) and each.dashed]
    cuts = [each for each in page.items if isinstance(each, Stroke) and not each.dashed and each.weight == 0.2]
    whole = [each for each in cuts if dist((each.x1, each.y1), (each.x2, each.y2)) == pytest.approx(20)]
    assert len(folds) == 5 + 7
    assert len(whole) == 7
    assert len(cuts) - len(whole) == 3 * 7


def test_the_test_page_has_rulers_of_the_length_it_says() -> None:
    (page,) = lay_out_calibration(A4, MEASURE, offset=(0.5, -1))
    assert page.offset == (0.5, -1)
    lengths = {
        round(dist((each.x1, each.y1), (each.x2, each.y2)), 6) for each in page.items if isinstance(each, Stroke)
    }
    assert {float(ACROSS), float(DOWN)} <= lengths
    middles = {
        ((each.x1 + each.x2) / 2, each.y1) for each in page.items
        if isinstance(each, Stroke) and each.y1 == each.y2 and abs(each.x2 - each.x1) == 10
    }  # fmt: skip
    assert {(CROSS, CROSS), (210 - CROSS, 297 - CROSS)} <= middles


def boxes_in(pdf: bytes, page: int) -> list[Rect]:
    """The closed rectangles of a page in millimetres from its upper left corner, as a PDF library sees them."""
    reader = PdfReader(io.BytesIO(pdf))
    sheet = reader.pages[page]
    matrix, kept, points, found = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), [], [], []
    for operands, operator in ContentStream(sheet.get_contents(), reader).operations:
        numbers = [float(each) for each in operands] if operator in {b"cm", b"m", b"l", b"re"} else []
        if operator == b"q":
            kept.append(matrix)
        elif operator == b"Q":
            matrix = kept.pop()
        elif operator == b"cm":
            a, b, c, d, e, f = numbers
            g, h, i, j, k, l = matrix  # noqa: E741
            matrix = (
                a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l,
            )  # fmt: skip
        elif operator in {b"m", b"l"}:
            x, y = numbers
            points.append((x * matrix[0] + y * matrix[2] + matrix[4], x * matrix[1] + y * matrix[3] + matrix[5]))
        elif operator == b"re":
            x, y, w, h = numbers
            points += [
                (u * matrix[0] + v * matrix[2] + matrix[4], u * matrix[1] + v * matrix[3] + matrix[5])
                for u, v in ((x, y), (x + w, y + h))
            ]
        elif operator in {b"S", b"s", b"f", b"f*", b"B", b"n", b"W"}:
            if points:
                left, right = min(x for x, _ in points), max(x for x, _ in points)
                low, high = min(y for _, y in points), max(y for _, y in points)
                mm, top = 25.4 / 72, float(sheet.mediabox.height)
                found.append(Rect(left * mm, (top - high) * mm, (right - left) * mm, (high - low) * mm))
            points = []
    return found


@pytest.mark.parametrize("ink", Ink)
def test_faces_stand_in_the_pdf_to_a_tenth_of_a_millimetre(kit: PrintKit, ink: Ink) -> None:
    labels = find_labels("L7160")
    wanted = Stickers(16, labels, start=3, offset=(1.5, -0.75))
    job = stickers_job(dice(3), wanted, "A4", kit.copy(ink))
    meant = [rect for _, rect in squares(tuple(job.pages()))]
    found = boxes_in(job.pdf(), 0)
    for rect in meant:
        moved = (rect.x + 1.5, rect.y - 0.75, rect.width, rect.height)
        assert any(
            all(abs(a - b) < 0.1 for a, b in zip(moved, (each.x, each.y, each.width, each.height), strict=True))
            for each in found
        )


@pytest.mark.parametrize("ink", Ink)
def test_pages_of_dice_hold_no_bitmap_and_their_fonts(kit: PrintKit, ink: Ink) -> None:
    for job in (nets_job(dice(4), 20, "Letter", kit.copy(ink)), stickers_job(dice(4), Stickers(), "A4", kit.copy(ink))):
        for page in PdfReader(io.BytesIO(job.pdf())).pages:
            parts = page["/Resources"].get("/XObject", {})
            assert not [part for part in parts.values() if part.get_object()["/Subtype"] == "/Image"]
            for font in page["/Resources"]["/Font"].values():
                (below,) = font.get_object()["/DescendantFonts"]
                assert "/FontFile2" in below.get_object()["/FontDescriptor"]
