"""The commands that need no window, and what the program ends with; light, for every start reads this."""

from typing import Final

PRINTS: Final = (
    "sheet", "faces", "nets", "model", "legend", "cards", "party", "encounter", "screen", "picture",
)  # fmt: skip
"""Those that draw, for which Qt's libraries are needed."""
COMMANDS: Final = (
    *("check", "read", "roll", "odds", "fight", "round", "dice", "paste", "games", "new", "acts", "do"),
    *PRINTS,
    "text",
    "verify",
)
EXIT_OK: Final = 0
EXIT_PROBLEMS: Final = 1
EXIT_ERROR: Final = 2
EXIT_NO_LIBRARIES: Final = 3
