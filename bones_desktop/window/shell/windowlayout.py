"""Size, page and splitters of the window, kept between starts."""

import logging
from dataclasses import dataclass, field

from bones_desktop.storage.files.laststart import packed, unpacked
from bones_desktop.storage.files.settings import SettingsFiles, WindowState
from bones_desktop.storage.files.textfiles import FileProblem

log = logging.getLogger("bones_desktop")


@dataclass(frozen=True, slots=True)
class Layout:
    """How the window was left: what Qt made of its geometry, the page in view, the splitters by name, the theme."""

    geometry: bytes = b""
    page: str = ""
    parts: dict[str, bytes] = field(default_factory=dict)
    theme: str = ""


class LayoutFile:
    """Reads and writes the layout; a layout that cannot be kept is no reason to trouble anyone."""

    def __init__(self, files: SettingsFiles) -> None:
        self._files = files

    def load(self) -> Layout:
        """Return the layout of last time, the usual one when there is none or it is damaged."""
        state = self._files.load_window()
        parts = {name: unpacked(part) for name, part in state.parts.items()}
        return Layout(unpacked(state.geometry), state.page, parts, state.theme)

    def save(self, layout: Layout) -> None:
        """Keep `layout`."""
        parts = {name: packed(part) for name, part in layout.parts.items()}
        try:
            self._files.save_window(
                WindowState(geometry=packed(layout.geometry), page=layout.page, parts=parts, theme=layout.theme)
            )
        except FileProblem as error:
            log.warning("layout not saved: %s", error)

    def forget(self) -> None:
        """Go back to the usual layout (safe start)."""
        try:
            self._files.forget_window()
        except FileProblem as error:
            log.warning("layout not forgotten: %s", error)
