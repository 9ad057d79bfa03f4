"""The licences that the program shows, in a checkout, installed and frozen."""

import sys
import tomllib
from pathlib import Path

import pytest

from bones_desktop.main import main
from bones_desktop.storage.files import labelsheets as module
from bones_desktop.storage.files.labelsheets import LIBRARIES, licences

ROOT = Path(__file__).parents[3]


def test_a_checkout_has_its_own_those_of_qt_and_of_the_typefaces():
    found = licences()
    assert next(iter(found)) == "Bones-Desktop"
    assert found["Bones-Desktop"] == (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert {"LGPL-3", "GPL-3", "Qt-third-party", "ICU", "Vollkorn", "SourceSansPro", "pydantic"} <= set(found)
    assert all(found.values())


def test_every_library_of_the_program_is_asked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {each.split(">")[0] for each in project["dependencies"]} <= set(LIBRARIES)


def test_an_installed_program_has_what_lies_beside_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    resources = tmp_path / "bones_desktop" / "resources"
    resources.mkdir(parents=True)
    monkeypatch.setattr(module, "shipped", lambda _folder: resources)
    found = licences()
    assert "Permission is hereby granted" in found["pydantic"]
    assert "Bones-Desktop" in found


def test_a_frozen_program_has_a_folder_of_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    resources = tmp_path / "bones_desktop" / "resources"
    resources.mkdir(parents=True)
    (tmp_path / "licences").mkdir()
    for name in ("Bones-Desktop", "Python", "Abc"):
        (tmp_path / "licences" / f"{name}.txt").write_text(f"that of {name}", encoding="utf-8")
    monkeypatch.setattr(module, "shipped", lambda _folder: resources)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert licences() == {
        "Bones-Desktop": "that of Bones-Desktop",
        "Abc": "that of Abc",
        "Python": "that of Python",
    }


def test_they_are_printed(capsys: pytest.CaptureFixture[str]):
    assert main(["--licences"]) == 0
    told = capsys.readouterr().out
    assert told.index("MIT License") < told.index("Qt-third-party") < told.index("HarfBuzz")
