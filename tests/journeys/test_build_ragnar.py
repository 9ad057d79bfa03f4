"""Ragnar from nothing, by mouse and keys alone, on a real (virtual) screen."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pypdf import PdfReader

from bones_desktop.storage.characterfile import read_character
from tests.support.people import ragnar

ROOT = Path(__file__).parents[2]


@pytest.fixture
def display() -> Iterator[str]:
    """Start a virtual screen and return its name."""
    server = shutil.which("Xvfb")
    assert server, "Xvfb is needed; `sh packaging/run test` installs it"
    read, write = os.pipe()
    process = subprocess.Popen(
        [server, "-displayfd", str(write), "-screen", "0", "1366x768x24", "-nolisten", "tcp"],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as answer:
        number = answer.readline().strip()
    assert number, "Xvfb did not start"
    yield f":{number}"
    process.terminate()
    process.wait(10)


def test_ragnar_is_built_thrown_hurt_healed_and_printed(display: str, tmp_path: Path) -> None:
    pdf = tmp_path / "out" / "ragnar.pdf"
    pdf.parent.mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "tests.journeys.build_ragnar", str(tmp_path / "data"), str(pdf)],
        cwd=ROOT,
        env={**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert seen[0]["summary"] == ["Ready to play"]
    assert {"lost": True} in seen
    assert {"undone": True} in seen

    characters = tmp_path / "data" / "data" / "characters"
    built = [read_character(path).character for path in characters.glob("*.bones")]
    assert [each.name for each in built if each.dice == ragnar().dice] == ["Ragnar"]

    text = "\n".join(page.extract_text() for page in PdfReader(pdf).pages)
    for word in ("Ragnar", "Gaul", "Hunter/Gatherer", "Armsman", "Die 1", "Die 4", "Outdoorsman", "Riding", "Maneuver"):
        assert word in text
    assert text.count("Armsman") >= 2
