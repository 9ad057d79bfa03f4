"""Stickers and paper dice by command; what is wrong is one line."""

import pytest
from pypdf import PdfReader

from bones_desktop.storage.files.locations import shipped
from tests.support.commands import Command

SAMPLES = shipped("resources") / "games" / "bones" / "samples"
BOB, RAGNAR = str(SAMPLES / "bob.bones"), str(SAMPLES / "ragnar.bones")
MARGIN = str(next((shipped("resources") / "games" / "margin" / "samples").iterdir()))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(capsys)


@pytest.mark.parametrize(
    ("command", "title"),
    [
        (("faces", BOB), "Bob, stickers"),
        (("faces", BOB, "--size", "12.5", "--paper", "letter", "--ink", "grey"), "Bob, stickers"),
        (("faces", BOB, RAGNAR, "--labels", "5160", "--start", "30", "--offset=-0.5,1"), "Dice stickers"),
        (("nets", BOB, "--size", "40"), "Bob, paper dice"),
        (("sheet", BOB, RAGNAR, MARGIN, "--paper", "Letter"), "Character sheets"),
        (("sheet", RAGNAR), "Ragnar"),
    ],
)
def test_pages_are_written(run, tmp_path, qapp, command, title):
    out = tmp_path / "out.pdf"
    answer = run(*command, "--pdf", str(out), "--json").json
    read = PdfReader(out)
    assert answer == {"pdf": str(out), "pages": len(read.pages)}
    assert read.metadata.title == title
    letter = "5160" in command or "letter" in " ".join(command).lower().split()
    assert float(read.pages[0].mediabox.width) == pytest.approx(612 if letter else 595, abs=1)


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
    ],
)
def test_what_is_wrong_is_said_and_nothing_written(run, tmp_path, qapp, command, said):
    answer = run(*command, "--pdf", str(tmp_path / "out.pdf"))
    assert answer.code == 2
    assert said in answer.err
    assert answer.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
