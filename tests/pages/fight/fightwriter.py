"""Play a fight in the running program phase by phase. Print the state after each phase; go on at each line."""

import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.pages.fight.fightphases import PHASES, standing
from tests.support.fightseat import FightSeat


def main() -> None:
    app = QApplication([])
    seat = FightSeat(Path(sys.argv[1]))
    for act in PHASES.values():
        act(seat)
        app.processEvents()
        sys.stdout.write(standing(seat) + "\n")
        sys.stdout.flush()
        sys.stdin.readline()


if __name__ == "__main__":
    main()
