"""Plays a fight in the running program up to one phase of a round, says how it stands there, and waits to be killed."""

import sys
import time
from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.window.fightseat import FightSeat
from tests.window.pages.fightphases import PHASES, standing


def main() -> None:
    app = QApplication([])
    seat = FightSeat(Path(sys.argv[1]))
    for name, act in PHASES.items():
        act(seat)
        app.processEvents()
        if name == sys.argv[2]:
            sys.stdout.write(standing(seat) + "\n")
            sys.stdout.flush()
            time.sleep(60)


if __name__ == "__main__":
    main()
