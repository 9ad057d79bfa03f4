"""Parts of a window that are cut off, lie over one another, or can only be reached by scrolling sideways."""

import re
from collections.abc import Iterator
from itertools import combinations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollBar,
    QStackedWidget,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QToolButton,
    QWidget,
)

from bones_desktop.widgets.lists.linelist import LineList

# Widgets whose parts Qt itself places.
_OF_QT = (QAbstractScrollArea, QAbstractSpinBox, QComboBox, QStackedWidget, QTabBar)


def _named(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QLabel | QAbstractButton) else widget.accessibleName()
    text = text or getattr(widget, "placeholderText", str)()
    return f"{type(widget).__name__} {text!r} {widget.width()}x{widget.height()}"


def _wide(widget: QWidget, text: str) -> int:
    """Return the width of a text, in which & may mark a letter."""
    lines = re.sub("&(?=.)", "", text).split("\n")
    return max(map(widget.fontMetrics().horizontalAdvance, lines))


def _needs_more(widget: QWidget) -> bool:
    """Return whether a label, button or field is smaller than its text, and no tip tells the whole text."""
    if isinstance(widget, QAbstractButton):
        # Qt gives the words of a tool button the room of two spaces more than they need.
        spare = 2 * _wide(widget, " ") if isinstance(widget, QToolButton) else 0
        return bool(widget.text()) and widget.width() < widget.minimumSizeHint().width() - spare
    if isinstance(widget, QTabBar):
        tabs = [(widget.tabRect(tab).width(), widget.tabText(tab)) for tab in range(widget.count())]
        return sum(wide for wide, _text in tabs) > widget.width() or any(
            _wide(widget, text) > wide for wide, text in tabs
        )
    if widget.toolTip():
        return False
    if isinstance(widget, QComboBox):
        if widget.sizeAdjustPolicy() is QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon:
            return False  # narrow on purpose: its list shows each entry whole
        option = QStyleOptionComboBox()
        widget.initStyleOption(option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = widget.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, widget)
        return _wide(widget, widget.currentText()) > room.width() + 1
    if isinstance(widget, QLineEdit):
        return not widget.text() and _wide(widget, widget.placeholderText()) > widget.width() - 8
    if not isinstance(widget, QLabel) or not widget.text():
        return False
    if widget.wordWrap():
        return widget.heightForWidth(widget.width()) > widget.height() + 2
    if widget.textFormat() is Qt.TextFormat.RichText:
        return widget.minimumSizeHint().width() > widget.width() + 1
    return _wide(widget, widget.text()) > widget.contentsRect().width() + 1


def _shows_current(view: LineList) -> bool:
    line, room = view.visualRect(view.currentIndex()), view.viewport().rect()
    return line.isNull() or line.height() > room.height() or (line.top() >= 0 and line.bottom() <= room.bottom())


def _is_laid_out(parent: QWidget) -> bool:
    return parent.layout() is not None and not isinstance(parent, _OF_QT)


def cut_off(window: QWidget) -> Iterator[str]:
    """Yield what is wrong with the visible parts of a window."""
    for each in window.findChildren(QWidget):
        if not each.isVisible() or each.window() is not window:
            continue
        around = each.parentWidget()
        if _needs_more(each):
            yield f"cut: {_named(each)}"
        elif isinstance(each, QScrollBar) and each.orientation() is Qt.Orientation.Horizontal and each.maximum():
            yield f"sideways by {each.maximum()}: {_named(around.parentWidget() or around)}"
        elif isinstance(each, LineList) and not _shows_current(each):
            yield f"the current line is out of view: {_named(each)}, {each.current}"
        elif _is_laid_out(around) and not around.rect().adjusted(-1, -1, 1, 1).contains(each.geometry()):
            yield f"outside: {_named(each)} in {_named(around)}"
        if _is_laid_out(each):
            yield from _over_one_another(each)


def _over_one_another(parent: QWidget) -> Iterator[str]:
    parts = [
        each
        for each in parent.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        # Drawings and rings over the parts let the mouse through.
        if each.isVisible() and not each.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    ]
    for one, other in combinations(parts, 2):
        both = one.geometry().intersected(other.geometry())
        if both.width() > 1 and both.height() > 1 and not one.isWindow() and not other.isWindow():
            yield f"over one another: {_named(one)}, {_named(other)}"
