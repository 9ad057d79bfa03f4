"""Stickers and paper dice by command; what is wrong is one line."""

import sys
from functools import partial
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QLocale
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from bones_desktop.printing.canvas import FacePicture, Page, Rect
from bones_desktop.printing.diemodel import face_svg
from bones_desktop.printing.painter import Ink, PrintKit, draw
from bones_desktop.printing.stickers import INSET
from bones_desktop.storage.files.sharedtext import read_shared
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.games import read_shared_games
from bones_desktop.widgets.localized import usual_paper
from tests.support.rulebooks import rulebook

SAMPLES = shipped("resources") / "games" / "bones" / "samples"
BOB, RAGNAR = str(SAMPLES / "bob.bones"), str(SAMPLES / "ragnar.bones")
MARGIN = str(next((shipped("resources") / "games" / "margin" / "samples").iterdir()))


@pytest.mark.parametrize(
    ("command", "title"),
    [
        (("faces", BOB), "Bob, stickers"),
        (("faces", BOB, "--size", "12.5", "--paper", "letter", "--ink", "grey"), "Bob, stickers"),
        (("faces", BOB, RAGNAR, "--labels", "5160", "--start", "30", "--offset=-0.5,1"), "Dice stickers"),
        (("nets", BOB, "--size", "40"), "Bob, paper dice"),
        (("sheet", BOB, RAGNAR, MARGIN, "--paper", "Letter"), "Character sheets"),
        (("sheet", RAGNAR), "Ragnar"),
        (("legend", RAGNAR), "Ragnar, legend"),
        (("legend", BOB, RAGNAR, "--paper", "letter"), "Legend"),
        (("cards", "--all", "--ink", "grey"), "Cards"),
        (("cards", "barrow wight", "Wolf", BOB), "Cards"),
        (("party", BOB, RAGNAR, MARGIN, "--title", "Wolves"), "Wolves"),
        (("encounter", "Wolf=4", BOB, "Mercenary=40", MARGIN), "Encounter"),
        (("encounter", "Wolf", BOB), "Encounter"),
        (("screen", "--paper", "letter"), "Screen"),
    ],
)
def test_pages_are_written(run, tmp_path, qapp, command, title):
    out = tmp_path / "out.pdf"
    answer = run(*command, "--pdf", str(out), "--json").json
    read = PdfReader(out)
    assert answer == {"pdf": str(out), "pages": len(read.pages)}
    assert read.metadata.title == title
    letter = "5160" in command or "letter" in " ".join(command).lower().split()
    # Game masters' screens lie, all other pages stand.
    wide, high = float(read.pages[0].mediabox.width), float(read.pages[0].mediabox.height)
    assert (wide > high) is (command[0] == "screen")
    assert min(wide, high) == pytest.approx(612 if letter else 595, abs=1)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("faces", BOB, "--size", "61"), "from 5 to 60 mm"),
        (("faces", BOB, "--size", "1e1"), "number of millimetres"),
        (("faces", BOB, "--size", "١٢"), "number of millimetres"),
        (("faces", BOB, "--labels", "L7651", "--size", "22"), "no room on labels of 38.1 × 21.2 mm"),
        (("faces", BOB, "--labels", "L7651", "--start", "66"), "from 1 to 65"),
        (("faces", BOB, "--labels", "L7651", "--start", "0"), "from 1 to 65"),
        (("faces", BOB, "--start", "2"), "--labels"),
        (("faces", BOB, "--labels", "nothing"), "L7160"),
        (("faces", MARGIN), "Margin"),
        (("nets", BOB, "--size", "11.9"), "from 12 to 60 mm"),
        (("nets", BOB, "--offset", "1"), "comma"),
        (("nets", "gone.bones"), "gone.bones"),
        (("legend", MARGIN), "Margin"),
        (("cards",), "--all"),
        (("cards", "Wolf", "--all"), "--all"),
        (("cards", MARGIN), "ordinary"),
        (("cards", "Nobody"), "neither a file nor"),
        (("party", "gone.bones"), "gone.bones"),
        (("encounter", "Wolf=0"), "from 1 to 40"),
        (("encounter", "Wolf=x"), "from 1 to 40"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_written(run, tmp_path, qapp, command, said):
    answer = run(*command, "--pdf", str(tmp_path / "out.pdf"))
    assert answer.code == 2
    assert said in answer.err
    assert answer.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_name_gives_the_terminal_no_orders(run, qapp, tmp_path):
    stranger = tmp_path / "stranger.bones"
    kept = Path(RAGNAR).read_text("utf-8").replace('"Ragnar"', '"Rag\\u001b[31mnar\\u0007"')
    stranger.write_text(kept, "utf-8")
    for way in ((), ("--plain",), ("--markdown",)):
        said = run("text", str(stranger), *way).out
        assert "Rag" in said
        assert "\x1b" not in said
        assert "\x07" not in said
    stranger.write_text(
        '{"a\\u001b[31m": 1, ' + kept.lstrip()[1:].replace("{", '{"a\\u001b[31m": 2, "a\\u001b[31m": 2, ', 1), "utf-8"
    )
    assert "\x1b" not in run("check", str(stranger)).err


def test_a_character_is_printed_as_text_and_as_markdown(run, qapp):
    text = run("text", RAGNAR).out
    assert text.startswith("Ragnar - 4D: Universal, Physical, Outdoorsman")
    assert read_shared(rulebook(), text).name == "Ragnar"
    assert "[bones-desktop:" not in run("text", RAGNAR, "--plain").out
    assert "| Die | Faces |" in run("text", RAGNAR, "--markdown").out
    assert run("text", MARGIN).out.startswith("# ")
    assert len(read_shared_games(run("text", MARGIN).out)) == 1
    assert not read_shared_games(run("text", MARGIN, "--plain").out)
    assert run("text", MARGIN, "--markdown").err == ""
    assert run("text", RAGNAR, "--json").json["name"] == "Ragnar"
    assert run("text", "gone.bones").code == 2


def test_a_sheet_is_written_as_a_picture(run, qapp, tmp_path):
    out = tmp_path / "out.png"
    answer = run("picture", RAGNAR, "--png", str(out), "--width", "400", "--json").json
    image = QImage(str(out))
    assert (answer["width"], answer["height"]) == (image.width(), image.height())
    assert image.width() == 400
    assert run("picture", MARGIN, "--png", str(out)).code == 0
    assert "from 200 to 6000" in run("picture", RAGNAR, "--png", str(out), "--width", "199").err
    assert run("picture", RAGNAR, "--png", str(tmp_path / "none" / "out.png")).code == 2


@pytest.mark.parametrize(("locale", "paper"), [("en_US", "letter"), ("es_MX", "letter"), ("de_DE", "a4"), ("C", "a4")])
def test_paper_is_that_of_the_country(locale, paper):
    assert usual_paper(QLocale(locale)) == paper


def drawn(draw_on) -> QImage:
    image = QImage(140, 140, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_on(painter)
    painter.end()
    return image


def lightness(image: QImage, step: int) -> list[list[int]]:
    """Return the lightness of every `step`th pixel of every `step`th row: a QColor for each would be slow."""
    data, wide = bytes(image.constBits()), image.bytesPerLine()
    rows = (data[start : start + wide] for start in range(0, len(data), wide * step))
    return [
        [(max(pixel) + min(pixel)) // 2 for pixel in zip(*(row[part :: 4 * step] for part in range(3)), strict=True)]
        for row in rows
    ]


@pytest.mark.parametrize("ink", Ink)
def test_an_svg_looks_like_the_face_on_paper(qapp, ink):
    kit = PrintKit.shipped().copy(ink)
    for code in (icon.id for icon in rulebook().icons):  # Qt reads no paths that clip, which "x2" has
        page = Page(14, 14, (FacePicture(Rect(0, 0, 14, 14).inset(14 * INSET, 14 * INSET), code),))
        one, other = drawn(partial(on_paper, page, kit)), drawn(QSvgRenderer(face_svg(code, 14, kit)).render)
        pairs = zip(chain(*lightness(one, 2)), chain(*lightness(other, 2)), strict=True)
        apart = sum(abs(here - there) > 90 for here, there in pairs)
        assert apart < 25, code  # of 4,900; an outline one unit wide makes hundreds


def on_paper(page, kit, painter) -> None:
    painter.scale(10, 10)
    draw(page, painter, kit)


def test_faces_are_written_as_svg_of_their_size_and_look_as_they_are_printed(run, qapp, tmp_path):
    answer = run("faces", RAGNAR, "--svg", str(tmp_path / "faces"), "--size", "14", "--json").json
    assert len(answer["files"]) == 24 + 15
    assert answer["files"][0] == "Ragnar, Die 1 · Gaul, face 1.svg"
    for name in answer["files"]:
        data = (tmp_path / "faces" / name).read_bytes()
        root = ElementTree.fromstring(data)
        assert (root.get("width"), root.get("height")) == ("14mm", "14mm")
        assert b"<image" not in data
        assert b"<text" not in data
        renderer = QSvgRenderer(data)
        assert renderer.isValid()
        rows = lightness(drawn(renderer.render), 1)
        dark = [(x, y) for y, row in enumerate(rows) for x, light in enumerate(row) if light < 128]
        assert dark, name
        assert min(min(spot) for spot in dark) >= 8
        assert max(max(spot) for spot in dark) <= 131
    assert "--svg" in run("faces", RAGNAR).err


def test_a_die_is_written_for_a_3d_printer(run, qapp, tmp_path):
    files = [str(tmp_path / name) for name in ("die.3mf", "die.stl")]
    answer = run("model", RAGNAR, "--die", "5", "--3mf", files[0], "--stl", files[1], "--size", "20", "--json").json
    assert answer["files"] == files
    assert answer["die"] == "Item 1 · Sword"
    assert all((tmp_path / name).stat().st_size > 2_000 for name in ("die.3mf", "die.stl"))
    assert "--3mf" in run("model", RAGNAR).err
    assert "there is no die 9" in run("model", RAGNAR, "--die", "9", "--stl", files[1]).err
    assert "from 8 to 100" in run("model", RAGNAR, "--size", "7", "--stl", files[1]).err
    assert "at most 2.4 mm" in run("model", RAGNAR, "--depth", "3", "--stl", files[1]).err


def test_without_the_library_the_command_says_what_to_install(run, qapp, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "manifold3d", None)
    answer = run("model", RAGNAR, "--stl", str(tmp_path / "die.stl"))
    assert answer.code == 2
    assert ".[models]" in answer.err
