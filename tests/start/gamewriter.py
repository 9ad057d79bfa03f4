"""Makes an adventurer in the running program, throws, says how it stands, and waits to be killed."""

import sys
import time
from pathlib import Path

from PySide6.QtWidgets import QApplication

from bones_desktop.rules.acts import Answers
from tests.start.test_gamepages import Seat


def main() -> None:
    _app = QApplication([])
    seat = Seat(Path(sys.argv[1]))
    seat.make("Ash")
    seat.thrown()
    seat.game.play.throw("hits", Answers({"die": "6", "how": "one", "reduction": 0}))
    seat.game.play.do("hurt", Answers({"kind": "other", "value": 1}))
    sys.stdout.write(f"{seat.game.document.value!r}\n")
    sys.stdout.flush()
    time.sleep(60)


if __name__ == "__main__":
    main()
