"""The demonstration that runs where there is no display."""

import io
import re
from pathlib import Path

from pypdf import PdfReader

from bones_desktop.main import main
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.reasons import is_complete, is_legal
from bones_desktop.selfcheck import build_ragnar, run_demo
from tests.support.rulebooks import rulebook


def test_ragnar_is_built_die_by_die_as_ex_37():
    ragnar = build_ragnar(rulebook())
    assert [[face.code for face in die.faces] for die in ragnar.dice] == [
        ["universal", "physical", "outdoorsman", "riding", "melee", "defend"],
        ["universal", "physical", "outdoorsman", "perception", "melee", "defend"],
        ["universal", "physical", "melee", "defend", "missile", "maneuver"],
        ["universal", "physical", "melee", "defend", "missile", "maneuver"],
    ]
    found = problems(rulebook(), ragnar)
    assert is_legal(found)
    assert is_complete(found)


def test_it_says_what_it_did_and_where(qapp, tmp_path: Path):
    out = io.StringIO()
    folder = tmp_path / "a folder" / "for it"
    assert run_demo(folder, out) == 0
    text = out.getvalue()
    assert str(folder / "ragnar.pdf") in text
    assert "Gaul: Universal, Physical, Outdoorsman, Riding, Melee, Defend" in text
    assert "He is legal and complete." in text
    assert len(re.findall(r": .+ counts \d", text)) == 7, "four dice, and three after one is lost"
    assert "His odds hand to hand with a Tiger" in text
    assert re.search(r"He wins: \d+\.\d %", text)
    printed = "".join(page.extract_text() for page in PdfReader(folder / "ragnar.pdf").pages)
    assert "Ragnar" in printed


def test_a_file_in_the_place_of_the_folder_is_told(capsys, tmp_path: Path):
    taken = tmp_path / "taken"
    taken.write_text("mine", "utf-8")
    assert main(["--demo", str(taken)]) == 2
    assert "cannot be read or written" in capsys.readouterr().err
    assert taken.read_text("utf-8") == "mine"


def test_it_is_the_same_each_time(qapp, tmp_path: Path):
    first, second = io.StringIO(), io.StringIO()
    run_demo(tmp_path, first)
    run_demo(tmp_path, second)
    assert first.getvalue() == second.getvalue()
