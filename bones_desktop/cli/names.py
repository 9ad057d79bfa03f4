"""The commands that need no window, and what the program ends with; light, for every start reads this."""

from typing import Final

COMMANDS: Final = (
    *("check", "read", "roll", "odds", "fight", "round", "dice", "games", "new", "acts", "do"),
    *("sheet", "faces", "nets", "verify"),
)
EXIT_OK: Final = 0
EXIT_PROBLEMS: Final = 1
EXIT_ERROR: Final = 2
EXIT_NO_LIBRARIES: Final = 3
