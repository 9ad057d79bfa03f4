import pytest

from bones_desktop.theme.theme import Theme
from tests.window.tabledesk import Desk


@pytest.fixture
def theme(qapp):
    return Theme("iron")


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
