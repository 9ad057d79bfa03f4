"""How long the tray takes to paint a frame: `python tests/benchmarks/tray_frames.py [width height]`."""

import gc
import os
import statistics
import sys
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[2]))

from PySide6.QtCore import QVariantAnimation
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from bones_desktop.panels.tray.throwfile import BakedThrows
from bones_desktop.panels.tray.traydie import TrayDie
from bones_desktop.panels.tray.traywidget import TrayWidget
from bones_desktop.storage.locations import shipped
from bones_desktop.theme.theme import Theme

FACES = {
    "character": ("universal", "melee", "defend x2", "physical", "endurance", "blank"),
    "item": ("blank", "melee", "melee x2", "encumbrance+defend", "defend", "blank"),
    "challenge": ("universal", "physical", "mental", "null", "blank", "universal"),
    "opponent": ("melee", "defend", "melee x2", "fear-caster", "universal", "flight"),
}


def throw_times(tray: TrayWidget, dice: list[TrayDie], seed: int) -> tuple[float, list[float], float]:
    """Return the milliseconds of a throw's start, of each moving frame, and of the first frame at rest."""
    image = QImage(tray.size(), QImage.Format.Format_RGB32)
    clock = time.perf_counter
    start = clock()
    tray.throw(dice, [seed % 6] * len(dice), seed)
    began = clock() - start
    animation = tray.findChild(QVariantAnimation)
    animation.pause()
    frames = []
    for at in range(0, animation.duration(), 16):
        start = clock()
        animation.setCurrentTime(at)
        tray.render(image)
        frames.append((clock() - start) * 1000)
    tray.skip()
    start = clock()
    tray.render(image)
    return began * 1000, frames, (clock() - start) * 1000


def main() -> None:
    app = QApplication([])
    width, height = (int(text) for text in sys.argv[1:3]) if len(sys.argv) > 2 else (1280, 800)
    theme = Theme("iron")
    source = BakedThrows(shipped("resources") / "throws")
    lines = [f"{width}x{height}, milliseconds"]
    for count in (4, 12, 20, 40):
        tray = TrayWidget(theme, source)
        tray.resize(width, height)
        tray.show()
        app.processEvents()
        groups = list(FACES)
        dice = [TrayDie(FACES[groups[i % 4]], groups[i % 4], f"die {i + 1}") for i in range(count)]
        gc.collect()
        gc.freeze()
        starts, frames, ends = zip(*(throw_times(tray, dice, seed) for seed in range(5)), strict=True)
        warm = sorted(took for throw in frames[1:] for took in throw)
        lines.append(
            f"{count:2} dice: frame median {statistics.median(warm):4.1f}, p95 {warm[int(len(warm) * 0.95)]:4.1f}, "
            f"worst {warm[-1]:4.1f}, worst of a first throw {max(frames[0]):4.1f}; "
            f"start first {starts[0]:4.1f}, later {max(starts[1:]):4.1f}; first frame at rest {max(ends):4.1f}"
        )
        tray.close()
        tray.deleteLater()
        app.processEvents()
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
