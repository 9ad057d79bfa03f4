"""Properties by which the style sheet tells widgets apart."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def set_sheet_property(widget: QWidget, name: str, value: str | None) -> bool:
    """Set a property and show `widget` as the style sheet has it now; return whether it was polished anew for that.

    Polishing takes back a font the widget was given. One that was never polished needs nothing yet; asking it for its
    style would make Python's classes of all that a style can draw, for which a start has no time.
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
