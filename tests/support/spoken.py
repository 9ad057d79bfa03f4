"""What a screen reader finds in a window, part by part, and what is wrong with it."""

from collections.abc import Iterator, Sequence

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QDialogButtonBox, QTabWidget, QWidget

ROLE, TEXT = QAccessible.Role, QAccessible.Text
ENOUGH = 30
"""Rows of a long list that are looked at."""
_CLOSED = {ROLE.MenuBar, ROLE.PopupMenu}
_FILLERS = {ROLE.Client, ROLE.Border, ROLE.LayeredPane, ROLE.Splitter, ROLE.NoRole}
_AROUND_CHOICES = {ROLE.Grouping, ROLE.PageTabList}


class Part:
    """One part of a window as a screen reader finds it."""

    def __init__(self, part: QAccessibleInterface, above: "Part | None" = None) -> None:
        self.part, self.above = part, above
        self.role, self.state, self.thing = part.role(), part.state(), part.object()
        self.name = part.text(TEXT.Name).strip()
        self.description = part.text(TEXT.Description).strip()

    def __repr__(self) -> str:
        return f"{self.role.name} {self.name!r} of {type(self.thing).__name__}"

    def faults(self) -> Iterator[str]:
        """Return what is wrong with the part."""
        if isinstance(self.thing, QWidget) and not self.thing.isVisible():
            yield "hidden"
        # A QTabWidget passes the focus on to its tab bar. Its `focusProxy` is not asked here: PySide would mark the
        # proxy as deleted when it frees the wrapper of a widget that Python did not know before.
        if self.state.focusable and not self.state.disabled and not isinstance(self.thing, QTabWidget):
            if not self.name:
                yield "no name"
            elif not any(letter.isalnum() for letter in self.name):
                yield "a sign for a name"
            if self.role in _FILLERS:
                yield "no role"
        if self.role is ROLE.Client and self.name:
            yield "a filler with a name"
        if self.name and _plain(self.name) == _plain(self.description):
            yield "said twice"
        if self.role is ROLE.Heading and not self.name:
            yield "an empty heading"
        if self.role in _AROUND_CHOICES and not self.name and not isinstance(self.thing, QDialogButtonBox):
            yield "a group without a name"
        if self.role is ROLE.RadioButton and not self._is_in_group():
            yield "in no group"

    def _is_in_group(self) -> bool:
        around = self.above
        while around is not None and around.role not in _AROUND_CHOICES:
            around = around.above
        return around is not None


def parts(root: QWidget) -> list[Part]:
    """Return every visible part of a window, each before the parts within it."""
    return list(_within(Part(QAccessible.queryAccessibleInterface(root))))


def _within(part: Part) -> Iterator[Part]:
    yield part
    for place in range(0 if part.role in _CLOSED else min(part.part.childCount(), ENOUGH)):
        child = part.part.child(place)
        if child is not None and child.isValid() and not child.state().invisible:
            yield from _within(Part(child, part))


def faults(found: Sequence[Part]) -> list[str]:
    """Return what is wrong with some parts, a line each."""
    return [f"{fault}: {part}" for part in found for fault in part.faults()]


def _plain(text: str) -> str:
    return text.partition(" (")[0].strip(" .").casefold()
