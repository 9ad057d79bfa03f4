"""Qt overrides that raise are reported and never cut other work in half (A7)."""

import pytest
from PySide6.QtCore import QAbstractListModel, QModelIndex, QSize, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.widgets.guarded import Guarded, guarded


class Model(Guarded, QAbstractListModel):
    def rowCount(self, parent: QModelIndex | None = None) -> int:
        return 1

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        raise ValueError("no data")


class Window(Guarded, QWidget):
    def closeEvent(self, event: QCloseEvent) -> None:
        raise ValueError("cannot close")


@pytest.fixture
def reported(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr("sys.excepthook", lambda _kind, error, _where: found.append(str(error)))
    return found


def test_an_override_called_from_python_does_not_raise(qapp: object, reported: list[str]) -> None:
    model = Model()
    assert model.data(model.index(0)) is None
    assert model.itemData(model.index(0)) == {}
    assert set(reported) == {"no data"}


def test_a_window_whose_closing_raises_still_closes(on_screen, reported: list[str]) -> None:
    window = on_screen(Window())
    assert window.close()
    assert not window.isVisible()
    assert reported == ["cannot close"]


class Narrow(Window):
    def sizeHint(self) -> QSize:
        raise ValueError("no size")


def test_what_a_class_below_overrides_is_guarded_too(qapp: object, reported: list[str]) -> None:
    narrow = Narrow()
    narrow.adjustSize()
    assert not narrow.sizeHint().isValid()
    assert set(reported) == {"no size"}
    assert Narrow.sizeHint.__wrapped__


def test_what_works_is_left_alone(reported: list[str]) -> None:
    @guarded(7)
    def three() -> int:
        """Count."""
        return 3

    assert (three(), three.__doc__, reported) == (3, "Count.", [])


def test_only_faults_are_guarded_against(reported: list[str]) -> None:
    @guarded(None)
    def stop() -> None:
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        stop()
