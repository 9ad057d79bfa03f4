"""The log of errors, for whoever looks into what went wrong."""

import logging
import logging.handlers
import sys
from pathlib import Path

from bones_desktop import __version__

log = logging.getLogger("bones_desktop")


def log_to(path: Path) -> None:
    """Write the program's messages to `path`, or to the terminal where that cannot be written."""
    try:
        handler: logging.Handler = logging.handlers.RotatingFileHandler(
            path, maxBytes=500_000, backupCount=2, encoding="utf-8"
        )
    except OSError:
        handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    log.info("start %s on Python %s", __version__, sys.version.split()[0])
