"""Work on many files in a row: quick work is simply done, longer work shows how far it is and can be stopped."""

import time
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QProgressDialog, QWidget

_UNSHOWN: Final = 0.3
"""Seconds work may take before it is worth telling of."""

T = TypeVar("T")


def one_by_one(items: Sequence[T], text: str, parent: QWidget) -> Iterator[T]:
    """Give the items one after the other; `text` says what is done while it takes long, until the user stops it."""
    began = time.monotonic()
    dialog: QProgressDialog | None = None
    try:
        for place, item in enumerate(items):
            if dialog is None and time.monotonic() - began > _UNSHOWN:
                dialog = _dialog(text, len(items), parent)
            if dialog is not None:
                dialog.setValue(place)  # lets the window live meanwhile
                if dialog.wasCanceled():
                    return
            yield item
    finally:
        if dialog is not None:
            dialog.close()
            dialog.deleteLater()


def _dialog(text: str, count: int, parent: QWidget) -> QProgressDialog:
    dialog = QProgressDialog(text, QCoreApplication.translate("OneByOne", "Stop"), 0, count, parent)
    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    dialog.setAutoReset(False)
    dialog.setMinimumDuration(0)
    return dialog
