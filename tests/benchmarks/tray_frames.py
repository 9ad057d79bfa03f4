"""How long the tray takes to paint a frame, and a throw to move: `tests/benchmarks/tray_frames.py [width height]`.

QT_SCALE_FACTOR=2 measures a screen with two pixels to a point. Goals: the 95th percentile of frames of 20 dice at
1280x800 within 16.6 ms, a throw moving within 50 ms, no turn of the event loop over a frame as dice come to rest. Times
are of the clock; those of the processor stand in brackets where another program may have been running. p50 and p95 are
of all throws but the first, each frame painted three times and the least taken; a frame of the first throw is painted
once, as all else. Cubes first, then as many dice of the other shapes, d4 to d20.
"""

import gc
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[2]))

from PySide6.QtCore import QVariantAnimation
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from bones_desktop.rules.reading import Role
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.theme.theme import Theme
from bones_desktop.tray.contents import TrayDie
from bones_desktop.tray.motion import BakedThrows
from bones_desktop.tray.traywidget import TrayWidget

COUNTS = (4, 12, 20, 24, 40)
SHAPES = (4, 12, 20)
SIDES = (4, 8, 10, 12, 20)
THROWS = 6
FACES = {
    "character": ("universal", "melee", "defend x2", "physical", "endurance", "blank"),
    "item": ("blank", "melee", "melee x2", "encumbrance+defend", "defend", "blank"),
    "challenge": ("universal", "physical", "mental", "null", "blank", "universal"),
    "opponent": ("melee", "defend", "melee x2", "fear-caster", "universal", "flight"),
}


def pool(count: int) -> list[TrayDie]:
    groups = list(FACES)
    return [TrayDie(FACES[groups[i % 4]], groups[i % 4], f"die {i + 1}") for i in range(count)]


def numbered(count: int) -> list[TrayDie]:
    groups = list(FACES)
    shapes = [tuple(map(str, range(1, SIDES[i % 5] + 1))) for i in range(count)]
    return [TrayDie(faces, groups[i % 4], f"die {i + 1}") for i, faces in enumerate(shapes)]


class Bench:
    """A tray on an offscreen screen, painted into an image of its resolution."""

    def __init__(self, app: QApplication, width: int, height: int) -> None:
        self.app = app
        self.tray = TrayWidget(Theme("iron"), BakedThrows(shipped("resources") / "throws"))
        self.tray.resize(width, height)
        self.tray.show()
        app.processEvents()
        ratio = self.tray.devicePixelRatioF()
        self.image = QImage(self.tray.size() * ratio, QImage.Format.Format_RGB32)
        self.image.setDevicePixelRatio(ratio)
        self.paint()

    def paint(self) -> tuple[float, float]:
        """Paint the tray; return milliseconds of the clock and of the processor."""
        clock, spent = time.perf_counter(), time.thread_time()
        self.tray.render(self.image)
        return (time.perf_counter() - clock) * 1000, (time.thread_time() - spent) * 1000

    def start(self, dice: list[TrayDie], seed: int) -> tuple[float, float]:
        """Throw; return the milliseconds until the first frame is painted."""
        clock, spent = time.perf_counter(), time.thread_time()
        self.tray.throw(dice, [(seed + place) % len(die.faces) for place, die in enumerate(dice)], seed)
        self.tray.render(self.image)
        return (time.perf_counter() - clock) * 1000, (time.thread_time() - spent) * 1000

    def frames(self, times: int = 1) -> list[tuple[float, float]]:
        """Paint every frame of the throw in motion, so many times each, and end it; return the least of each."""
        clock = self.tray.findChild(QVariantAnimation)
        clock.pause()
        found = []
        for at in range(16, clock.duration(), 16):
            clock.setCurrentTime(at)
            found.append(min(self.paint() for _ in range(times)))
        self.tray.skip()
        return found

    def longest_turn(self, dice: list[TrayDie]) -> tuple[float, float]:
        """Throw, and let dice that have gathered come to rest; return the longest turn of the event loop in that."""
        self.tray.throw(dice, [place % len(die.faces) for place, die in enumerate(dice)], 1)
        clock = self.tray.findChild(QVariantAnimation)
        for _flight_then_glide in range(2):
            clock.setCurrentTime(clock.duration())
        self.tray.mark([Role.COUNTS] * len(dice))
        longest = 0.0, 0.0
        while self.tray.moving:
            began, spent = time.perf_counter(), time.thread_time()
            self.app.processEvents()
            turn = (time.perf_counter() - began) * 1000, (time.thread_time() - spent) * 1000
            longest = max(longest, turn, key=lambda each: each[1])
        return longest

    def warm(self, dice: list[TrayDie]) -> None:
        """Lay the dice out and let the tray get ready, as a page does before a throw."""
        self.tray.show_still(dice)
        self.paint()
        for _ in range(200):
            if not self.tray.warming:
                break
            QTest.qWait(10)

    def close(self) -> None:
        self.tray.close()
        self.tray.deleteLater()
        self.app.processEvents()


def said(share: float, times: list[tuple[float, float]]) -> str:
    """Say the percentile of clock and processor."""
    clock, spent = (sorted(each[kind] for each in times) for kind in (0, 1))
    place = min(len(times) - 1, int(len(times) * share))
    return f"{clock[place]:4.1f} ({spent[place]:4.1f})"


def main() -> None:
    app = QApplication([])
    width, height = (int(text) for text in sys.argv[1:3]) if len(sys.argv) > 2 else (1280, 800)
    print(f"{width}x{height}, milliseconds, processor in brackets")
    for dice in (*map(pool, COUNTS), *map(numbered, SHAPES)):
        cold = Bench(app, width, height)
        cold_start = cold.start(dice, 1)
        cold_frames = cold.frames()
        cold.close()
        bench = Bench(app, width, height)
        bench.warm(dice)
        gc.collect()
        gc.freeze()
        starts, frames, first, rest = [], [], [], []
        for seed in range(THROWS):
            starts.append(bench.start(dice, seed))
            if first:
                frames += bench.frames(times=3)
            else:
                first = bench.frames()
            rest.append(bench.paint())
        turn = bench.longest_turn(dice)
        bench.close()
        kind = "cubes" if dice[0].solid.is_cube else "shapes"
        print(
            f"{len(dice):2} {kind}: p50 {said(0.5, frames)}, p95 {said(0.95, frames)}, first {said(0.95, first)}, "
            f"unwarmed {said(0.95, cold_frames)}; moves after {said(1, starts[:1])}, unwarmed {said(1, [cold_start])}; "
            f"at rest {said(0.5, rest)}, in turns of {said(1, [turn])}",
            flush=True,
        )


if __name__ == "__main__":
    main()
