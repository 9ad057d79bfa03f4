"""Plays the steps of the campaign and tells of each once it is made: `campaignplayer FOLDER FIRST OPENED`."""

import os
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from tests.trials.campaigndesk import Desk
from tests.trials.campaignsteps import STEPS


def main(folder: Path, first: int, opened: str) -> None:
    application = QCoreApplication([])
    desk = Desk(folder, opened)
    os.write(1, b"ready\n")
    for number, step in enumerate(STEPS[first:], first + 1):
        step.act(desk)
        os.write(1, b"%d\n" % number)
    desk.close()
    del application


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
