"""What a finger may press on a page, and how large it is."""

from collections.abc import Iterator

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QListView,
    QScrollBar,
    QStyle,
    QStyleOptionSpinBox,
    QTabBar,
    QWidget,
)

from bones_desktop.widgets.acts.trackrow import BoxRow

SINGLE = (QAbstractButton, QComboBox, QLineEdit, QAbstractSlider)


def targets(page: QWidget) -> Iterator[tuple[str, QSize]]:
    """Yield the name and the size of everything on a page that a finger may press."""
    for each in page.findChildren(QWidget):
        if not each.isVisible() or not each.isEnabled() or each.window() is not page.window():
            continue
        text = getattr(each, "text", "")
        name = f"{type(each).__name__} {each.accessibleName() or (text() if callable(text) else text)}"
        for part in _parts(each):
            yield name, part.size()


def _parts(widget: QWidget) -> Iterator[QRect]:
    if isinstance(widget, QScrollBar) or isinstance(widget.parentWidget(), QAbstractSpinBox | QComboBox):
        return
    if isinstance(widget, QAbstractSpinBox):
        option, style = QStyleOptionSpinBox(), widget.style()
        widget.initStyleOption(option)
        for arrow in (QStyle.SubControl.SC_SpinBoxUp, QStyle.SubControl.SC_SpinBoxDown):
            yield style.subControlRect(QStyle.ComplexControl.CC_SpinBox, option, arrow, widget)
    elif isinstance(widget, QTabBar):
        yield from (widget.tabRect(tab) for tab in range(widget.count()))
    elif isinstance(widget, QAbstractItemView):
        model, root = widget.model(), widget.rootIndex()
        rows = range(model.rowCount(root)) if model is not None else ()
        for row in rows:
            for column in range(1 if isinstance(widget, QListView) else model.columnCount(root)):
                index = model.index(row, column, root)
                if model.flags(index) & Qt.ItemFlag.ItemIsEnabled and not (found := widget.visualRect(index)).isEmpty():
                    yield found
    elif isinstance(widget, BoxRow):
        yield from (widget.box_at(place).toRect() for place in range(len(widget.boxes)))
    elif isinstance(widget, SINGLE):
        yield widget.rect()
