"""What has been written in one font on a page stays in it when the looks change and come back."""

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTabBar, QWidget

from bones_desktop.storage.files.characterfile import new_id, write_character
from tests.support.people import bob, ragnar
from tests.support.running import Running

PAGES = ("shelf", "build", "table", "encounter", "tracker", "campaign", "log", "sheet", "reference")
Font = tuple[str, int, int]


def name_of(widget: QWidget, top: QWidget) -> str:
    """Return the way from `top` to the widget, by kinds and places."""
    parts: list[str] = []
    while widget is not top:
        parent = widget.parentWidget()
        assert parent is not None
        like = [each for each in parent.children() if type(each) is type(widget)]
        parts.append(f"{type(widget).__name__}[{like.index(widget)}]")
        widget = parent
    return "/".join(reversed(parts))


def fonts(page: QWidget) -> dict[str, Font]:
    """Return family, size and weight of every widget of a page, hidden ones as well: they are shown later."""
    return {
        name_of(each, page): (each.font().family(), each.font().pixelSize(), each.font().weight().value)
        for each in page.findChildren(QWidget)
        if not isinstance(each.parentWidget(), QTabBar)  # its arrows have no words
    }


def seen(running: Running) -> Iterator[tuple[str, int]]:
    """Go through all pages and their tabs."""
    for page in PAGES:
        running.window.show_page(page)
        bars = [bar for bar in running.window.page_widget().findChildren(QTabBar) if bar.isVisible()]
        for tab in range(bars[0].count() if bars else 1):
            if bars:
                bars[0].setCurrentIndex(tab)
            QTest.qWait(1)
            yield page, tab


def test_every_font_is_the_same_after_another_theme_and_another_size(tmp_path: Path, qapp: object) -> None:
    file = tmp_path / "Ragnar.bones"
    write_character(file, ragnar())
    with Running(tmp_path / "home", file) as running:
        theme, window, folder = running.program.theme, running.window, running.locations.characters
        folder.mkdir(parents=True, exist_ok=True)
        write_character(folder / "Anna.bones", ragnar().with_(id=new_id(), name="Anna"))
        write_character(folder / "Bob.bones", bob().with_(id=new_id(), name="Bob"))
        theme.set_theme("iron")
        for _each in seen(running):
            pass
        page = running.program.campaigns.page
        page.files.create("Wolves")
        page.party.members.add_members(running.program.desk.shelf.entries())
        (folder / "Bob.bones").unlink()
        before = {where: fonts(window.page_widget()) for where in seen(running)}
        for change in (
            lambda: theme.set_theme("parchment"),
            lambda: theme.set_text_size(150),
            lambda: theme.set_text_size(100),
            lambda: theme.set_theme("iron"),
        ):
            change()
        for _each in seen(running):  # tabs out of view wait until they are shown
            pass
        other = {
            (*where, name): (was, now[name])
            for where in seen(running)
            if (now := fonts(window.page_widget()))
            for name, was in before[where].items()
            if name in now and now[name] != was
        }
        assert not other
        assert len(before) > 15
