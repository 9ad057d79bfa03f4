"""A host without a carrier over files in a folder, and devices that talk to it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from bones_desktop.storage.files.locations import Locations
from tests.seats.mosquitto import certificates, mosquitto  # noqa: F401 (fixtures)
from tests.seats.tableseats import SAMPLES, Hosted


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a folder with the samples of BONES on the shelf."""
    shelf = Locations.under(tmp_path).characters
    shelf.mkdir(parents=True)
    for name in ("ragnar", "bob", "grumpy"):
        shutil.copy(SAMPLES / "bones" / "samples" / f"{name}.bones", shelf)
    return tmp_path


@pytest.fixture
def host(qapp: object, data: Path) -> Iterator[Hosted]:
    """Return a table at which Ragnar and Bob can be played."""
    opened = Hosted(data)
    opened.open("ragnar", "bob")
    yield opened
    opened.leave()
