"""Texts that Qt must never read as markup. A name in a file may be a tag, and Qt would fetch a picture in it.

Painted lines of words are shortened if there is no room.
"""

import re
from html import escape, unescape
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from bones_desktop.rules.reasons import RULE_ID
from bones_desktop.rules.typedtext import spread_fractions

if TYPE_CHECKING:
    from bones_desktop.theme.theme import Theme


RULE_SCHEME: Final = "bones-rule"
"""Scheme of the addresses of rules ("bones-rule:CMB-5"). The window opens them in its Reference."""

GUIDE_PAGE: Final = "guidePage"
"""Property of a page of the window: the matching page of the guide."""


_RULES_AT_END: Final = re.compile(rf"\s*\((?:{RULE_ID.pattern})(?:, (?:{RULE_ID.pattern}))*\)")


class Tip(str):
    """A text that is ready for a tool tip."""

    __slots__ = ()


def plain_tip(text: str) -> Tip:
    """Return `text` for a tool tip, so that "<b>" stays "<b>" and no picture is ever fetched (D7).

    Nobody can click on a tip, so rule ids in brackets at the end are left out.
    """
    # Escaping twice would show "&lt;" to the user.
    if isinstance(text, Tip):
        return text
    text = _RULES_AT_END.sub("", text)
    # Qt guesses whether a tip is markup. Without "<" and "&lt;" it takes the tip as plain text.
    if "<" not in text and "&lt;" not in text:
        return Tip(text)
    return Tip(f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>")


def words_of(tip: str) -> str:
    """Return the words of a finished tip, without its markup."""
    return unescape(tip[4:-5].replace("<br>", "\n")) if tip.startswith("<qt>") else tip


def beyond(shown: str, tip: str) -> str:
    """Return the part of a tip that goes beyond the visible words, "" for nothing."""
    rest = tip[len(shown) :]
    if not shown or not tip.casefold().startswith(shown.casefold()) or rest[:1] not in {"", ",", ":", ".", "\n"}:
        return tip
    rest = rest.lstrip(",:. \n")
    return f"{rest[:1].upper()}{rest[1:]}"


def without_mnemonic(text: str) -> str:
    """Return `text` for a button, tab or menu entry, where an ampersand stays one and underlines no letter."""
    return text.replace("&", "&&")


def with_rule_links(text: str) -> str | None:
    """Return `text` as markup with rule ids as links and all else escaped, or None if there is no id."""
    if RULE_ID.search(text) is None:
        return None
    linked = RULE_ID.sub(lambda found: f'<a href="{RULE_SCHEME}:{found[0]}">{found[0]}</a>', escape(text))
    return linked.replace("\n", "<br>")


LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
MIDDLE: Final = Qt.AlignmentFlag.AlignCenter
_NARROWEST: Final = 68
"""Percentage to which a name is narrowed before it is shortened.

All skills then fit the narrowest cell of a palette.
"""


def narrowed(font: QFont, text: str, width: float) -> QFont:
    """Return `font`, narrowed if `text` then fits into `width`."""
    needed = QFontMetricsF(font).horizontalAdvance(text)
    if needed <= max(0.0, width):
        return font
    narrow = QFont(font)
    narrow.setStretch(max(_NARROWEST, int(100 * width / needed)))
    return narrow if QFontMetricsF(narrow).horizontalAdvance(text) <= width else font


def write(
    painter: QPainter,
    room: QRectF | QRect,
    text: str,
    font: QFont,
    color: QColor,
    side: Qt.AlignmentFlag = LEFT,
) -> float:
    """Write one line and return the number of pixels it takes. The painter keeps this font and colour."""
    metrics = QFontMetricsF(font)
    # A text that just fits by its own measure can be a fraction of a pixel wider than the room reserved for it.
    shown = metrics.elidedText(spread_fractions(text), Qt.TextElideMode.ElideRight, room.width() + 1)
    painter.setFont(font)
    painter.setPen(color)
    painter.drawText(room, side, shown)
    return metrics.horizontalAdvance(shown)


def paint_badge(painter: QPainter, theme: "Theme", frame: QRectF, text: str) -> None:
    """Frame a few words that name a kind and warn of nothing, such as "house rule"."""
    painter.setPen(QPen(theme.color("muted"), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(frame, theme.px(4), theme.px(4))
    write(painter, frame, text, theme.font("sans", 12), theme.color("muted"), MIDDLE)
