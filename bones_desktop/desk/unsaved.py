"""Unsaved work: a mark in the title and a line above the banner stay visible until it is saved."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance
from PySide6.QtWidgets import QWidget

from bones_desktop.document.session import Session
from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import strip_bidi
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.widgets.text.messages import Banner, BannerAction
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.theme.theme import Theme


class _Source(Record):
    """A value that may be unsaved because its file cannot be written."""

    text: Callable[[], str]
    """Returns the sentence which says that the value is unsaved; "" while it is saved."""
    why: Callable[[], str]
    """Returns the reason in the words of the banner; "" if it is unknown."""
    show: Callable[[], object]
    """Shows the possible actions in the banner or on a page."""


class UnsavedSigns(QObject):
    """Shows a mark and a line about unsaved work. The line is hidden while the banner says the same."""

    marked = Signal(bool)
    """Emitted with True if anything is unsaved, when that changes."""

    def __init__(self, theme: "Theme", parent: QWidget) -> None:
        """Create the line now, because Tab reaches widgets in the order of their creation."""
        super().__init__(parent)
        self._sources: list[_Source] = []
        self._banner: Banner | None = None
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.refresh)
        self.line = Banner(theme, parent, closable=False)

    def watch_banner(self, banner: Banner) -> None:
        """Hide the line while `banner` says the same."""
        self._banner = banner
        banner.changed.connect(self.refresh)

    def follow(
        self, session: Session[Any], nameless: str, show: Callable[[FileProblem | DataFileError], object]
    ) -> None:
        """Show unsaved work of `session`. `nameless` is the text if it has no name; `show` shows an error."""

        def text() -> str:
            if session.last_trouble is None:
                return ""
            # Names come from files. Text direction marks and line breaks would spoil the line.
            name = " ".join(strip_bidi(session.value.name).split())
            return _("{} is not saved.").format(name) if name else nameless

        def why() -> str:
            return "" if session.last_trouble is None else file_sentence(session.last_trouble)

        def show_trouble() -> None:
            if session.last_trouble is not None:
                show(session.last_trouble)

        self._sources.append(_Source(text, why, show_trouble))
        session.trouble_changed.connect(self.refresh)

    def watch(self, text: Callable[[], str], show: Callable[[], object], *changed: SignalInstance) -> None:
        """Show the text returned by `text` ("" for none). The signals `changed` are emitted when it may differ."""
        self._sources.append(_Source(text, lambda: "", show))
        for signal in changed:
            signal.connect(self._look_soon)  # The sender of the signal may not have finished yet.

    def _look_soon(self) -> None:
        self._soon.start()

    def sentences(self) -> Iterator[tuple[str, str]]:
        """Yield, for each unsaved value, a sentence that says so and the reason."""
        for each in self._sources:
            if text := each.text():
                yield text, each.why()

    def refresh(self) -> None:
        """Show or hide the mark and the line."""
        unsaved = [each for each in self._sources if each.text()]
        self.marked.emit(bool(unsaved))
        told = "" if self._banner is None else self._banner.text
        untold = [each for each in unsaved if not told or told != each.why()]
        if not untold:
            self.line.dismiss()
            return
        words = " ".join(each.text() for each in untold)
        # A screen reader would read the same words again.
        if self.line.text != words:
            act = BannerAction(_("What to do"), lambda: self._show(untold[0]))
            self.line.show_message(words, tone="bad", actions=[act])

    def _show(self, source: _Source) -> None:
        source.show()
        self.refresh()
