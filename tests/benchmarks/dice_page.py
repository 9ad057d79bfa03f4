"""How long the Build page takes to show an edit of ten dice: `python tests/benchmarks/dice_page.py`."""

import os
import statistics
import sys
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[2]))

from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter, QQuaternion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.builderpanel import BuilderPanel, Tab
from bones_desktop.rules.bones.book.character import CharacterDie
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.making.edits import add_die
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.cube import CubePainter, View
from tests.support.people import bob
from tests.support.rulebooks import rulebook

ROUNDS = 60
FRAME_MS = 1000 / 60


def tell(what: str, act: Callable[[], object]) -> None:
    """Do it often and print how long it took, and how many times a frame's length that is."""
    took = []
    for _ in range(ROUNDS):
        QTest.qWait(5)
        began = time.perf_counter()
        act()
        took.append((time.perf_counter() - began) * 1000)
    median, worst = statistics.median(took), sorted(took)[-ROUNDS // 20]
    print(f"{what:44} {median:6.2f} ms, one in twenty {worst:6.2f} ms ({median / FRAME_MS:4.2f} frames)")


def main() -> None:
    app = QApplication(sys.argv)
    theme = Theme("iron")
    theme.apply(app)
    character = bob()
    for _ in range(6):
        character = add_die(rulebook(), character, CharacterDie(faces=bob().dice[0].faces))
    document = CharacterDocument(rulebook(), character)
    panel = BuilderPanel(document, theme)
    panel.resize(1280, 690)
    panel.show()
    panel.tabs.setCurrentIndex(Tab.DICE)
    QTest.qWait(500)
    board = panel.dice.board
    board.select(6, 3)
    icons = cycle(face(code) for code in ("melee", "riding", "healer", "craft"))

    def edit() -> None:
        panel.edits.put(6, 3, next(icons))
        app.processEvents()

    lit = cycle(("melee", ""))

    def light() -> None:
        board.show_where(next(lit))
        app.processEvents()

    places = cycle((die, side) for die in range(10) for side in range(6))

    def move() -> None:
        board.select(*next(places))
        app.processEvents()

    image = QImage(132, 132, QImage.Format.Format_ARGB32_Premultiplied)
    turns = cycle(QQuaternion.fromAxisAndAngle(1, 2, 3, angle) for angle in range(0, 360, 5))
    art, looks = CubePainter(theme), board.looks[6].faces

    def turn() -> None:
        painter = QPainter(image)
        art.paint(painter, View(QPointF(66, 66), 124, next(turns)), looks, None)
        painter.end()

    tell("one icon, the whole page", edit)
    tell("all faces light up or dim", light)
    tell("another face is selected", move)
    tell("the die in the hand turns", turn)
    panel.close()


if __name__ == "__main__":
    main()
