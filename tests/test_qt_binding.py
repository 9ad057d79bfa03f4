"""Guards for the pin of PySide6 in pyproject.toml."""

import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version
from PySide6.QtWidgets import QWidget

ROOT = Path(__file__).parents[1]


def test_a_null_pointer_takes_no_reference_from_none(qtbot):
    """PySide6 6.12.0 on Python 3.11 loses one each time, until the process aborts."""
    widget = QWidget()
    qtbot.addWidget(widget)
    before = sys.getrefcount(None)
    for _ in range(500):
        widget.parent()
    assert abs(sys.getrefcount(None) - before) < 100


def test_the_pin_keeps_the_release_out_that_aborts():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (pin,) = [
        requirement
        for requirement in map(Requirement, project["dependencies"])
        if requirement.name.lower() == "pyside6-essentials"
    ]
    assert Version("6.11.3") in pin.specifier
    assert Version("6.11.2") not in pin.specifier
    assert Version("6.12.0") not in pin.specifier


def test_only_the_agreed_packages_are_needed_to_run():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {Requirement(each).name.lower() for each in project["dependencies"]} == {
        "pyside6-essentials",
        "pydantic",
        "platformdirs",
    }
