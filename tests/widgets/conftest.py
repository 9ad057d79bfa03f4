"""The theme in which widgets are looked at."""

import pytest

from bones_desktop.theme.theme import Theme


@pytest.fixture
def theme(qapp: object) -> Theme:
    return Theme("iron")
