from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject

from tests.support.battle import Battle
from tests.support.running import for_the_module


@pytest.fixture(scope="module")
def seat_of_the_module(tmp_path_factory: pytest.TempPathFactory, qapp: QObject) -> Iterator[Battle]:
    """The program on its Fight page; each test begins another fight in it."""
    with for_the_module(Battle(tmp_path_factory.mktemp("fight"))) as seat:
        yield seat
