from pathlib import Path

import pytest

from bones_desktop.storage.files.characterfile import write_character
from tests.support.people import bob
from tests.support.tabledesk import Desk
from tests.support.tableseat import BOB, WANDA, Seat


@pytest.fixture
def make(qtbot, tmp_path, theme):
    made = []

    def new(**options) -> Desk:
        desk = Desk(qtbot, tmp_path, theme, **options)
        made.append(desk)
        return desk

    yield new
    for desk in made:
        desk.page.shutdown()
        if desk.log is not None:
            desk.log.close()


@pytest.fixture
def folder(qapp: object, tmp_path: Path) -> Path:
    """Return a folder with the files of two magic users."""
    folder = tmp_path / "seat"
    folder.mkdir()
    write_character(folder / "Bob.bones", bob().with_(id=BOB))
    write_character(folder / "Wanda.bones", bob().with_(id=WANDA, name="Wanda"))
    return folder


@pytest.fixture
def sit(folder):
    seats = []

    def sit(where: Path = folder, name: str = "Bob.bones", **options) -> Seat:
        seats.append(Seat(where, name, **options))
        return seats[-1]

    yield sit
    for seat in seats:
        seat.leave()
