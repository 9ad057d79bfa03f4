"""Ragnar from nothing, by mouse and keys alone, on a real (virtual) screen."""

from collections.abc import Callable
from pathlib import Path

from pypdf import PdfReader

from bones_desktop.storage.files.characterfile import read_character
from tests.support.people import ragnar


def test_ragnar_is_built_thrown_hurt_healed_and_printed(
    send_off: Callable[..., list[dict[str, object]]], tmp_path: Path
) -> None:
    pdf = tmp_path / "out" / "ragnar.pdf"
    pdf.parent.mkdir()
    seen = send_off("build_ragnar", str(tmp_path / "data"), str(pdf))
    assert seen[0]["summary"] == ["Ready to play"]
    assert {"lost": True} in seen
    assert {"undone": True} in seen

    characters = tmp_path / "data" / "data" / "characters"
    built = [read_character(path).value for path in characters.glob("*.bones")]
    assert [each.name for each in built if each.dice == ragnar().dice] == ["Ragnar"]

    text = "\n".join(page.extract_text() for page in PdfReader(pdf).pages)
    for word in ("Ragnar", "Gaul", "Hunter/Gatherer", "Armsman", "Die 1", "Die 4", "Outdoorsman", "Riding", "Maneuver"):
        assert word in text
    assert text.count("Armsman") >= 2
