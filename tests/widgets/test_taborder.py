from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from bones_desktop.widgets.layouts import put_before


def test_new_widgets_come_before_the_known_one(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    first, known, last = (QLineEdit(page) for _ in range(3))
    new = [QLineEdit(page) for _ in range(3)]
    put_before(known, new)
    chain: list[QWidget] = [first]
    while len(chain) < 6:
        chain.append(chain[-1].nextInFocusChain())
    assert chain == [first, *new, known, last]
    put_before(known, [])
    assert known.nextInFocusChain() is last
