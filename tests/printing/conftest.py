import pytest
from PySide6.QtWidgets import QApplication

from bones_desktop.printing.painter import PrintKit


@pytest.fixture(scope="session")
def kit(qapp: QApplication) -> PrintKit:
    return PrintKit.shipped()
