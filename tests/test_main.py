"""The composition root: what it does before the window is imported."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PREPARED = """
import builtins, gc, sys
from bones_desktop.main import prepare_imports
prepare_imports()
assert not gc.isenabled()
assert builtins.__import__.__name__ != "__feature_import__"
from bones_desktop.rules.bones.book.character import Character
assert "pydantic" not in sys.modules
"""
USUAL = """
import dataclasses, enum, sys
before = [vars(each).copy() for each in (dataclasses, enum, enum.EnumType)], list(map(type, sys.meta_path))
from bones_desktop.main import prepare_imports
prepare_imports()
from bones_desktop.start import application
finders = [each for each in map(type, sys.meta_path) if each.__module__.startswith("bones_desktop")]
assert ([vars(each) for each in (dataclasses, enum, enum.EnumType)], finders) == (before[0], [])
"""
ODDS_OF_TEXT = """
import sys
from bones_desktop.main import main
assert main(["odds", "--dice", "melee x6", "--skill", "melee", "--difficulty", "challenging"]) == 0
heavy = "book.character", "fight.fights", "making.edits", "game"
assert [name for name in heavy if f"bones_desktop.rules.bones.{name}" in sys.modules] == []
"""


def ends_well(program: str) -> None:
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_neither_the_collector_nor_plugins_nor_a_reader_of_sources_slow_imports_down() -> None:
    ends_well(PREPARED)


def test_a_window_runs_on_the_classes_that_python_makes() -> None:
    ends_well(USUAL)


def test_odds_of_dice_given_as_text_import_neither_characters_nor_fights() -> None:
    ends_well(ODDS_OF_TEXT)


@pytest.mark.skipif(sys.platform == "win32", reason="a folder somebody is in cannot be deleted there")
@pytest.mark.parametrize("given", [["check", "x.bones"], ["x.bones-campaign"], ["Ragnar"], ["--data-dir", "here"]])
def test_in_a_folder_that_was_deleted_one_line_says_so(given: list[str], tmp_path: Path) -> None:
    start = "import os, sys; os.rmdir(os.getcwd()); from bones_desktop.main import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", start, *given], capture_output=True, text=True, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), "QT_QPA_PLATFORM": "offscreen"}, timeout=60,
    )  # fmt: skip
    said = "bones-desktop: the folder this was started in is not there any more; start it in another\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)
