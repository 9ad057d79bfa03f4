"""The self-check names what is missing or damaged, and is content with what ships."""

import io
import shutil
from pathlib import Path

import pytest

from bones_desktop import selfcheck
from bones_desktop.storage.files.shippedfiles import shipped


@pytest.fixture
def copy(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a copy of everything shipped, which the self-check looks at."""
    # It stays until the last test has run: Qt reads fonts again that were once registered.
    folder = tmp_path_factory.mktemp("shipped")
    for name in ("resources", "icons"):
        shutil.copytree(shipped(name), folder / name)
    monkeypatch.setattr(selfcheck, "shipped", lambda name: folder / name)
    return folder


def told() -> tuple[int, str]:
    out = io.StringIO()
    return selfcheck.run_self_check(out), out.getvalue()


def test_what_ships_is_complete(qapp):
    code, text = told()
    assert code == 0, text
    assert "can be used" in text


HARMED = (
    "icons/faces/melee.svg",
    "icons/faces/two-weapon.svg",
    "icons/actions/throw.svg",
    "icons/app/bones-desktop.svg",
    "resources/themes/iron.json",
    "resources/themes/sheet.qss",
    "resources/themes/touch.qss",
    "resources/games/bones/samples/ragnar.bones",
    "resources/throws/07.throws",
    "resources/invitation-words.txt",
)
TABLES = ("resources/games/bones/skills.json", "resources/games/five_modes/kit.json")
"""Without them nobody knows what else there has to be."""


@pytest.mark.parametrize("names", [HARMED, *((name,) for name in TABLES)], ids=lambda names: names[0])
@pytest.mark.parametrize("harm", ["gone", "damaged"])
def test_files_that_are_gone_or_damaged_are_named_and_no_others(qapp, copy: Path, names: tuple[str, ...], harm: str):
    for name in names:
        file = copy / name
        if harm == "gone":
            file.unlink()
        else:
            file.write_bytes(b"{nothing to read")
    code, text = told()
    assert code == 1
    *lines, _last = text.splitlines()
    assert len(lines) == len(names), text
    for name in names:
        assert Path(name).name in text


def test_missing_fonts_are_told(qapp, copy: Path):
    for file in (copy / "resources" / "fonts").glob("*.ttf"):
        file.write_bytes(b"not a font")
    code, text = told()
    assert code == 1
    assert "Vollkorn-Regular.ttf" in text
