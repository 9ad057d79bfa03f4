"""Names of the commands that run without a window, and exit codes.

The module is small, because it is imported every time the program starts.
"""

from typing import Final

PRINTS: Final = (
    "sheet", "faces", "nets", "model", "legend", "cards", "party", "encounter", "screen", "picture",
)  # fmt: skip
"""Commands that draw, and so need Qt's libraries."""
COMMANDS: Final = (
    *("check", "read", "roll", "odds", "fight", "round", "scene", "dice", "paste", "games", "new", "acts", "do"),
    *PRINTS,
    "tables",
    "export",
    "text",
    "verify",
    "backup",
    "restore",
    "host",
    "join",
)
EXIT_OK: Final = 0
EXIT_PROBLEMS: Final = 1
EXIT_ERROR: Final = 2
EXIT_NO_LIBRARIES: Final = 3
