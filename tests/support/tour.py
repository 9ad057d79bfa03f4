"""A walk through the running program: every page and tab of every game, and where Tab comes to on them."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QTabBar, QWidget

from bones_desktop.desk.mainwindow import FRAME, PAGES
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.files.shippedfiles import shipped
from tests.support.running import Running

GAMES = ("bones", "story_bones", "basics", "five_modes", "margin")
DIALOGS = (
    "new", "from-text", "tags", "rename", "versions", "print-dice", "packs", "settings", "everyone", "fight", "keys",
    "about", "makers", "surprise", "compare", "messages",
)  # fmt: skip
"""Actions that open a dialog."""
LAPTOP = QSize(1366 - FRAME[0], 768 - FRAME[1])


class Tour(Running):
    """The program with the samples of every game on its shelf, and a campaign."""

    def __init__(self, folder: Path) -> None:
        places = Locations.under(folder)
        places.characters.mkdir(parents=True)
        self.files: dict[str, Path] = {}
        """A character of each game."""
        for game in GAMES:
            for sample in sorted((shipped("resources") / "games" / game / "samples").glob("*.bones")):
                file = places.characters / sample.name
                file.write_bytes(sample.read_bytes())
                self.files[game] = file
        super().__init__(folder, self.files["bones"], locations=places)
        self.program.campaigns.page.files.create("Wolves")
        self.window.activateWindow()
        QTest.qWaitForWindowActive(self.window)

    def pages(self, *games: str) -> Iterator[str]:
        """Show one page and tab after the other and return its name."""
        for game in games or GAMES:
            self.program.files.work_on(self.files[game])
            for page in PAGES:
                if self.window.actions_by_id[page].isVisible() and (game == "bones" or page not in self._shared):
                    self.window.show_page(page)
                    self.settle()
                    for tab in self._tabs():
                        yield f"{game} {page} {tab}".strip()

    _shared = frozenset({"shelf", "log", "reference"})

    def choose(self, number: int) -> None:
        """Choose the first characters of BONES on the shelf, which is in view."""
        view = self.program.pages.shelf.view
        paths = [entry.path for entry in self.program.pages.shelf.model.rows if entry.game == "bones"][:number]
        view.choose(tuple(paths), paths[0])

    def open(self, action: str) -> list[QDialog]:
        """Open a dialog for characters of BONES on the shelf; return the dialogs on the screen."""
        self.program.files.work_on(self.files["bones"])
        self.window.show_page("shelf")
        self.settle()
        self.choose(2 if action == "compare" else 1)
        self.trigger(action)
        self.settle()
        return self.dialogs()

    def settle(self) -> None:
        """Let what is shown come to rest."""
        for _turn in range(3):
            self.app.processEvents()
            QTest.qWait(5)

    def _tabs(self) -> Iterator[str]:
        bars = [bar for bar in self.window.page_widget().findChildren(QTabBar) if bar.isVisible() and bar.count() > 1]
        if not bars:
            yield ""
            return
        for tab in range(bars[0].count()):
            if bars[0].isTabEnabled(tab):
                bars[0].setCurrentIndex(tab)
                self.settle()
                yield bars[0].tabText(tab)


def tab_stops(window: QWidget) -> list[QWidget]:
    """Return what Tab should come to in a window; of buttons of which one is on, only that one."""
    return [
        each
        for each in window.findChildren(QWidget)
        if each.isVisible()
        and each.isEnabled()
        and each.window() is window
        and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and each.focusProxy() is None
        and not (isinstance(each, QAbstractButton) and _one_of_many(each))
    ]


def _one_of_many(button: QAbstractButton) -> bool:
    group = button.group()
    alike = group.buttons() if group is not None else _brothers(button) if button.autoExclusive() else []
    on = next((each for each in alike if each.isChecked()), None)
    exclusive = group is None or group.exclusive()
    return exclusive and on is not None and on is not button


def _brothers(button: QAbstractButton) -> Sequence[QAbstractButton]:
    return [each for each in button.parentWidget().findChildren(QAbstractButton) if each.autoExclusive()]


def walked(first: QWidget, *, back: bool = False) -> list[QWidget]:
    """Return what focus comes to with Tab, or with Shift+Tab, from `first` until it comes to one of them again."""
    first.setFocus(Qt.FocusReason.TabFocusReason)
    key = Qt.Key.Key_Backtab if back else Qt.Key.Key_Tab
    shift = Qt.KeyboardModifier.ShiftModifier if back else Qt.KeyboardModifier.NoModifier
    seen: list[QWidget] = []
    while (now := QApplication.focusWidget()) is not None and now not in seen:
        seen.append(now)
        QTest.keyClick(now, key, shift)
        QApplication.processEvents()
    return seen if now is seen[0] else [*seen, now]


def said(widgets: Sequence[QWidget]) -> list[str]:
    """Return kinds and names, for what a test says when it fails."""
    return [f"{type(each).__name__} {each.accessibleName() or getattr(each, 'text', str)()}" for each in widgets]
