"""The drawings that the page of the table uses, as one SVG file of symbols."""

import re
from functools import cache
from typing import Final

from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.files.textfiles import read_bytes

ACTIONS: Final = (
    "by-hand", "check", "chevron-down", "close", "more", "players", "roll-hurts", "secret", "sheet", "throw",
)  # fmt: skip
"""Drawings of actions that the page shows; it may show any face and any mark."""
_LARGEST: Final = 100_000
"""Maximum size of a drawing in bytes."""
_TAG: Final = re.compile(r"<svg\b(?P<attributes>[^>]*)>(?P<drawing>.*)</svg>", re.DOTALL)


@cache
def icon_symbols() -> str:
    """Return an SVG file with a symbol for each drawing: `face-melee`, `mark-x2`, `action-throw`.

    Lines and areas have the colour of the text around the symbol. A symbol keeps the `data-ink` of its drawing.
    """
    icons = shipped("icons")
    found = [("face", path) for path in sorted((icons / "faces").glob("*.svg"))]
    found += [("mark", path) for path in sorted((icons / "marks").glob("*.svg"))]
    found += [("action", icons / "actions" / f"{name}.svg") for name in ACTIONS]
    symbols = (_symbol(f"{kind}-{path.stem}", read_bytes(path, _LARGEST).decode()) for kind, path in found)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{"".join(symbols)}</svg>\n'


def _symbol(id: str, text: str) -> str:
    found = _TAG.search(text)
    if found is None:
        raise ValueError(f"{id} is not a drawing")
    attributes = found["attributes"].replace(' xmlns="http://www.w3.org/2000/svg"', "")
    drawing = re.sub(r">\s+<", "><", found["drawing"].strip())
    return f'<symbol id="{id}"{attributes}>{drawing}</symbol>\n'.replace("#000", "currentColor")
