"""Properties by which the style sheet tells widgets apart, and fonts that it leaves alone."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

_KEPT_FONT: Final = "_q_styleSheetWidgetFont"
"""Where Qt keeps the font that a widget had when it was polished first, to give it back before it polishes it anew."""


def set_font(widget: QWidget, font: QFont) -> None:
    """Give `widget` a font that stays when it is polished anew: with another theme, parent or sheet property."""
    widget.setFont(font)
    if widget.property(_KEPT_FONT) is not None:
        widget.setProperty(_KEPT_FONT, font)


def set_sheet_property(widget: QWidget, name: str, value: str | None) -> bool:
    """Set a property and show `widget` as the style sheet has it now; return whether it was polished anew for that.

    Polishing takes back a font the widget was not given by `set_font`. One that was never polished needs nothing yet;
    asking it for its style would make Python's classes of all that a style can draw, for which a start has no time.
    """
    if widget.property(name) == value:
        return False
    widget.setProperty(name, value)
    if not widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        return False
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    return True
