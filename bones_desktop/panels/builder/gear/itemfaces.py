"""What stands on a face of equipment after an icon was picked for it: instead, beside, double or triple; no widgets."""

from typing import Final

from bones_desktop.panels.builder.builderedits import MOST_AT_ONCE, again
from bones_desktop.rules.bones.book.icons import Face

MOST_BESIDE: Final = 2
"""Icons one face has room for."""


def with_icon(shown: Face, new: Face, *, beside: bool) -> Face:
    """Return the face after `new`, one icon, was picked for it; `beside` keeps the icon that is there."""
    if not beside or shown.is_blank or new.is_blank:
        return again(shown, new)
    if new.icons[0] in shown.icons:
        return Face(shown.icons, shown.count % MOST_AT_ONCE + 1)
    return Face((*shown.icons[: MOST_BESIDE - 1], *new.icons), shown.count)


def counting(shown: Face, times: int) -> Face:
    """Return the face worth its icons `times` times; an empty one stays as it is."""
    return shown if shown.is_blank else Face(shown.icons, times)
