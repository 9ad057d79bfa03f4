"""Properties that the style sheet selects widgets by, and fonts that it leaves alone."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

# A private name of Qt, for want of a public way. A style sheet saves the font of a widget under this property when it
# polishes the widget for the first time, and restores it before every later polish: a font that was set in between is
# lost with the next theme, parent or sheet property. Setting it again after each polish would need an event filter on
# every label and would lay out each of them twice. With a Qt that calls the property otherwise, `setFont` alone counts,
# and tests/desk/test_fontskept.py fails.
_KEPT_FONT: Final = "_q_styleSheetWidgetFont"


def set_font(widget: QWidget, font: QFont) -> None:
    """Set the font of `widget` so that it stays when the style sheet polishes the widget again."""
    widget.setFont(font)
    if widget.property(_KEPT_FONT) is not None:
        widget.setProperty(_KEPT_FONT, font)


def set_sheet_property(widget: QWidget, name: str, value: str | None) -> bool:
    """Set a property that the style sheet selects by, and return whether `widget` was polished again for it.

    A font set with `setFont` is lost when it was, one of `set_font` is not. A widget that was never polished needs no
    polishing yet; asking it for its style would make PySide's classes for all that a style can draw, which takes long.
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
