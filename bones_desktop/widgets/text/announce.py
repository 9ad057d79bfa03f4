"""Telling screen readers what has just appeared and takes no focus."""

from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, text: str) -> None:
    """Let a screen reader say `text`, after what it is saying now; nothing happens where none listens."""
    # Imported here because a start need not wait for the many names these classes bring.
    from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))
