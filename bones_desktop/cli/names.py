"""The commands that need no window, and what the program ends with; light, for every start reads this."""

from typing import Final

PRINTS: Final = (
    "sheet", "faces", "nets", "model", "legend", "cards", "party", "encounter", "screen", "text", "picture",
)  # fmt: skip
"""Those that write a character or the table's papers for a printer, a page or a chat."""
COMMANDS: Final = (
    *("check", "read", "roll", "odds", "fight", "round", "dice", "games", "new", "acts", "do"),
    *PRINTS,
    "verify",
)
EXIT_OK: Final = 0
EXIT_PROBLEMS: Final = 1
EXIT_ERROR: Final = 2
EXIT_NO_LIBRARIES: Final = 3
