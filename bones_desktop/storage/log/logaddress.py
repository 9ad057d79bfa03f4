"""How SQLite is told where a database lies, and how it may use it."""

import os
from pathlib import PurePath
from urllib.parse import quote


def address(path: PurePath, how: str) -> str:
    """Return the URI of an absolute path, with options such as "mode=ro".

    `as_uri` names the server of a Windows network share as a host, and SQLite knows none but this one.
    """
    place = path.as_posix()
    return f"file://{'' if place.startswith('/') else '/'}{quote(os.fsencode(place), safe='/:')}?{how}"
