"""The Shelf page by mouse and by keyboard, with files that come, go and are damaged while it is looked at."""

import os
import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QPushButton

from bones_desktop.desk.actions import make_actions
from bones_desktop.pages.shelf import shelfpage
from bones_desktop.pages.shelf.shelfpage import ShelfPage
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.storage import shelfcatalogue
from bones_desktop.storage.files.characterfile import dump_character, new_id, write_character
from bones_desktop.storage.files.settings import Settings
from bones_desktop.storage.shelfcatalogue import Catalogue, Shelf
from bones_desktop.widgets.choice.buttons import Chip
from tests.support.desks import Asked, PageDesk
from tests.support.people import bob, ragnar
from tests.support.shelves import jpeg

WITH_CTRL, WITH_SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Desk:
    def __init__(self, qtbot, folder: Path, theme) -> None:
        self.qtbot = qtbot
        self.shelf = Shelf(folder / "characters")
        self.acted: list[str] = []
        self.window = QMainWindow()
        self.actions = make_actions(self.window)
        for id, action in self.actions.items():
            action.triggered.connect(partial(self._act, id))
        self.window.actions_by_id = self.actions
        self.desk = PageDesk(theme, folder, shelf=self.shelf, window=self.window)
        self.desk.settings.changed.connect(self._sorted)
        acted = self.acted.append
        self.files = SimpleNamespace(
            new=lambda: acted("new character"),
            surprise=lambda: acted("surprise"),
            work_on=lambda path: acted(f"open {path.stem}"),
            versions_of_damaged=lambda entry: acted(f"versions {entry.name}"),
        )
        self.acts = SimpleNamespace(restore=lambda paths: acted(f"restore {len(paths)}"))
        self.page = ShelfPage(self.desk, self.files, Asked(), self.acts)
        self.window.setCentralWidget(self.page)
        self.window.resize(1366, 768)
        qtbot.addWidget(self.window)
        self.window.show()
        self.look()

    def _act(self, id: str, *_checked: bool) -> None:
        self.acted.append(id)

    def _sorted(self, before: Settings, now: Settings) -> None:
        if before.shelf_sort != now.shelf_sort:
            self.acted.append(f"sort {now.shelf_sort}")

    def put(self, *names: str, age: int = 0, **more: object) -> list[Path]:
        return [self.shelf.create(ragnar().with_(id=new_id(), name=name, **more)) for name in names]

    def look(self, *choose: Path) -> None:
        self.page.refresh(*choose)
        self.qtbot.waitUntil(lambda: not self.page.busy)

    @property
    def shown(self) -> list[str]:
        return [each.name for each in self.page.model.rows]

    @property
    def chosen(self) -> list[str]:
        return [each.name for each in self.page.chosen().entries]

    def at_top(self) -> tuple[str, int]:
        """Return the first card that is wholly in view, and how far down it is."""
        height = self.page.view.gridSize().height()
        room = range(self.page.view.viewport().height() - height)
        return next((name, down) for name in self.shown if (down := self.down(name)) in room)

    def down(self, name: str) -> int:
        """Return how far down in the view a card is."""
        return self.page.view.visualRect(self.page.model.index(self.shown.index(name), 0)).top()

    def click(self, name: str, modifier=Qt.KeyboardModifier.NoModifier, *, twice: bool = False) -> None:
        index = self.page.model.index(self.shown.index(name), 0)
        at = self.page.view.visualRect(index).center()
        (QTest.mouseDClick if twice else QTest.mouseClick)(
            self.page.view.viewport(), Qt.MouseButton.LeftButton, modifier, at
        )

    def button(self, text: str) -> QPushButton:
        [found] = [each for each in self.page.findChildren(QPushButton) if each.text().replace("&", "") == text]
        return found

    def key(self, key: Qt.Key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(self.page.view, key, modifier)


@pytest.fixture
def desk(qtbot, tmp_path: Path, theme):
    desk = Desk(qtbot, tmp_path, theme)
    yield desk
    desk.page.close_down()


@pytest.fixture(params=["at once", "one by one"])
def arriving(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files that are read be told of in few pieces of news, as where reading is quick, or each by itself."""
    monkeypatch.setattr(shelfcatalogue, "_FIRST_BATCH", 60 if request.param == "at once" else 0)


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the folder be looked through ten times a second; must come before `three`, which begins to watch it."""
    monkeypatch.setattr(shelfpage, "_EVERY_MS", 100)


@pytest.fixture
def three(desk: Desk) -> Desk:
    desk.put("Anna", "Bea", "Cem")
    desk.page.set_sort("name")
    desk.look()
    return desk


def test_an_empty_shelf_says_what_it_is_for_and_offers_the_first_act(desk: Desk) -> None:
    assert desk.page.nothing.isVisible()
    assert "Your characters will appear here" in desk.page.nothing.text
    QTest.mouseClick(desk.page.nothing.act, Qt.MouseButton.LeftButton)
    assert desk.acted == ["new character"]


def test_no_match_offers_to_clear_the_search(three: Desk) -> None:
    QTest.keyClicks(three.page.bar.search, "zebra")
    assert three.shown == []
    assert three.page.nothing.isVisible()
    QTest.mouseClick(three.page.nothing.act, Qt.MouseButton.LeftButton)
    assert three.shown == ["Anna", "Bea", "Cem"]
    assert three.page.bar.search.text() == ""
    assert three.page.view.isVisible()


def test_search_is_followed_with_every_letter_and_opens_with_enter(three: Desk) -> None:
    QTest.keyClicks(three.page.bar.search, "be")
    assert three.shown == three.chosen == ["Bea"]
    QTest.keyClick(three.page.bar.search, Qt.Key.Key_Return)
    assert three.acted == ["open Bea"]
    QTest.keyClick(three.page.bar.search, Qt.Key.Key_Escape)
    assert three.shown == ["Anna", "Bea", "Cem"]
    assert three.chosen == ["Bea"]


def test_from_the_search_the_keyboard_goes_on_to_the_cards(three: Desk) -> None:
    three.page.bar.search.setFocus()
    QTest.keyClick(three.page.bar.search, Qt.Key.Key_Down)
    assert three.page.view.hasFocus()
    three.key(Qt.Key.Key_Right)
    three.key(Qt.Key.Key_Return)
    assert three.acted == ["open Bea"]


def test_several_are_chosen_by_mouse_and_by_keyboard(three: Desk) -> None:
    three.click("Anna")
    three.click("Cem", WITH_CTRL)
    assert three.chosen == ["Anna", "Cem"]
    three.click("Anna")
    three.click("Cem", WITH_SHIFT)
    assert three.chosen == ["Anna", "Bea", "Cem"]
    three.key(Qt.Key.Key_Home)
    assert three.chosen == ["Anna"]
    three.key(Qt.Key.Key_Right, WITH_SHIFT)
    assert three.chosen == ["Anna", "Bea"]
    three.key(Qt.Key.Key_A, WITH_CTRL)
    assert three.page.chosen_bar.text.full_text == "3 characters chosen"
    three.key(Qt.Key.Key_Delete)
    assert three.acted == ["remove"]


def test_a_double_click_opens(three: Desk) -> None:
    three.click("Cem")
    three.click("Cem", twice=True)
    assert three.acted == ["open Cem"]


def test_buttons_do_what_they_say_or_say_why_not(three: Desk) -> None:
    three.click("Bea")
    for text, act in (("Rename…", "rename"), ("Duplicate", "duplicate"), ("Tags…", "tags"), ("Export…", "export")):
        QTest.mouseClick(three.button(text), Qt.MouseButton.LeftButton)
        assert three.acted.pop() == act
    three.click("Anna", WITH_CTRL)
    assert not three.button("Rename…").isEnabled()
    assert three.button("Rename…").toolTip() == three.button("Open").toolTip() == "Choose one character."
    assert three.button("Tags…").isEnabled()
    three.page.view.clearSelection()
    assert three.button("Export…").toolTip() == "Choose a character first."


def test_the_menu_holds_what_can_be_done(three: Desk) -> None:
    three.click("Bea")
    at = three.page.view.visualRect(three.page.view.currentIndex()).center()
    three.page.view.customContextMenuRequested.emit(at)
    [menu] = [each for each in three.page.findChildren(QMenu) if each.isVisible()]
    words = [action.text().replace("&", "") for action in menu.actions() if action.text()]
    uses = ["To the table", "To the campaign", "Print…", "Copy as text", "Copy for Roll20", "Copy for Discord"]
    uses += ["Foundry actor…", "Obsidian note…"]
    assert words == ["Open", *uses, "Rename…", "Duplicate", "Tags…", "Export…", "Show in its folder", "Remove"]
    assert not [
        action.text().replace("&", "")
        for action in menu.actions()
        if action.text().replace("&", "") and action.icon().isNull()
    ]
    menu.actions()[0].trigger()
    assert three.acted == ["open Bea"]
    menu.close()
    three.page.view.clearSelection()
    three.page.view.customContextMenuRequested.emit(QPoint(1, 1))


def test_tags_filter_and_all_of_them_must_fit(desk: Desk) -> None:
    desk.put("Anna", tags=("friday", "npc"))
    desk.put("Bea", tags=("friday",))
    desk.put("Cem")
    desk.look()
    desk.qtbot.waitUntil(lambda: len(desk.page.bar.findChildren(Chip)) == 2)
    friday, npc = desk.page.bar.findChildren(Chip)
    QTest.mouseClick(friday, Qt.MouseButton.LeftButton)
    assert sorted(desk.shown) == ["Anna", "Bea"]
    QTest.mouseClick(npc, Qt.MouseButton.LeftButton)
    assert desk.shown == ["Anna"]
    QTest.mouseClick(npc, Qt.MouseButton.LeftButton)
    QTest.mouseClick(friday, Qt.MouseButton.LeftButton)
    assert len(desk.shown) == 3


def test_many_tags_stand_in_a_menu_and_those_that_filter_beside_it(desk: Desk) -> None:
    for n in range(15):
        desk.put(f"No {n}", tags=(f"tag {n:02}",))
    desk.look()
    tags = desk.page.bar.tags
    desk.qtbot.waitUntil(lambda: tags.more.isVisible())
    assert len(tags.chips) == 10
    tags.menu.aboutToShow.emit()
    assert len(tags.menu.actions()) == 15
    next(each for each in tags.menu.actions() if each.text().replace("&", "") == "tag 14").trigger()
    assert desk.shown == ["No 14"]
    assert tags.chips["tag 14"].isChecked()
    desk.look()
    desk.qtbot.wait(20)
    assert tags.on == {"tag 14"}
    desk.page.bar.clear()
    assert len(desk.shown) == 15
    assert tags.on == frozenset()


def test_kind_and_sort_are_chosen(desk: Desk) -> None:
    desk.put("Anna")
    desk.put("Zoe", kind=CharacterKind.BEAST, dice=ragnar().dice * 2)
    desk.look()
    bar = desk.page.bar
    bar.kind_box.setCurrentIndex(bar.kind_box.findText("Beast"))
    assert desk.shown == ["Zoe"]
    bar.kind_box.setCurrentIndex(0)
    for sort, shown in (("By name", ["Anna", "Zoe"]), ("Most dice first", ["Zoe", "Anna"])):
        bar.sort_box.setCurrentText(sort)
        bar.sort_box.activated.emit(bar.sort_box.currentIndex())
        assert desk.shown == shown
    assert desk.acted == ["sort name", "sort dice"]


def test_a_file_that_changes_outside_is_seen_and_the_choice_stays(three: Desk) -> None:
    three.click("Bea")
    three.click("Cem", WITH_CTRL)
    (three.shelf.folder / "New.bones").write_bytes(dump_character(bob().with_(name="Abe", id=new_id())))
    (three.shelf.folder / "Anna.bones").unlink()
    three.look()
    assert three.shown == ["Abe", "Bea", "Cem"]
    assert three.chosen == ["Bea", "Cem"]


def test_coming_back_to_the_window_finds_what_changed_meanwhile(three: Desk) -> None:
    (three.shelf.folder / "New.bones").write_bytes(dump_character(bob().with_(name="Abe", id=new_id())))
    QApplication.sendEvent(three.page, QEvent(QEvent.Type.ActivationChange))
    three.qtbot.waitUntil(lambda: three.shown == ["Abe", "Anna", "Bea", "Cem"])


def test_scroll_and_choice_stay_when_many_files_come(desk: Desk, arriving: None) -> None:
    desk.put(*(f"M {n:03}" for n in range(80)))
    desk.page.set_sort("name")
    desk.look()
    desk.click("M 004")
    bar = desk.page.view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    before = desk.at_top()
    for n in range(80):
        (desk.shelf.folder / f"x{n}.bones").write_bytes(dump_character(bob().with_(name=f"M {n:03}b", id=new_id())))
    desk.look()
    assert len(desk.shown) == 160
    assert desk.chosen == ["M 004"]
    assert desk.at_top() == before


def test_what_is_looked_at_stays_where_it_is_when_files_above_come_and_go(desk: Desk, arriving: None) -> None:
    desk.put(*(f"M {n:03}" for n in range(90)))
    desk.page.set_sort("name")
    desk.look()
    view = desk.page.view
    desk.click("M 004")
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    name, down = desk.at_top()
    for n in range(12):
        (desk.shelf.folder / f"A {n:03}.bones").write_bytes(dump_character(bob().with_(name="A", id=new_id())))
    desk.look()
    assert desk.down(name) == down
    for path in (*desk.shelf.folder.glob("A *"), *(desk.shelf.folder / f"M {n:03}.bones" for n in range(5, 11))):
        path.unlink()
    desk.look()
    assert desk.down(name) == down
    assert desk.chosen == ["M 004"]


def test_files_that_come_first_are_seen_at_the_very_top(desk: Desk, arriving: None) -> None:
    desk.put(*(f"M {n:03}" for n in range(40)))
    desk.page.set_sort("name")
    desk.look()
    desk.put("Abe")
    desk.look()
    assert desk.at_top() == ("Abe", 0)


def test_a_file_renamed_by_another_program_stays_chosen_and_one_taken_away_gives_way_to_its_neighbour(
    desk: Desk, arriving: None
) -> None:
    desk.put(*(f"M {n:03}" for n in range(90)))
    desk.page.set_sort("name")
    desk.look()
    folder = desk.shelf.folder
    desk.click("M 004")
    (folder / "M 004.bones").rename(folder / "Other.bones")
    desk.look()
    assert [each.path.name for each in desk.page.chosen().entries] == ["Other.bones"]
    desk.page.view.verticalScrollBar().setValue(0)
    desk.click("M 010")
    for n in range(10, 90, 2):
        (folder / f"M {n:03}.bones").unlink()
    desk.look()
    assert desk.chosen == ["M 011"]
    assert desk.at_top() == ("M 000", 0)


def test_nobody_chosen_stays_so_when_other_files_change(three: Desk) -> None:
    three.click("Bea")
    three.page.view.clearSelection()
    three.put("Dora")
    three.look()
    assert three.shown == ["Anna", "Bea", "Cem", "Dora"]
    assert three.chosen == []


def test_the_files_asked_for_are_chosen_and_in_view(desk: Desk) -> None:
    paths = desk.put(*(f"M {n:03}" for n in range(60)))
    desk.page.set_sort("name")
    desk.look(paths[50], paths[55])
    assert desk.chosen == ["M 050", "M 055"]
    assert desk.page.view.viewport().rect().intersects(desk.page.view.visualRect(desk.page.view.currentIndex()))


def test_a_damaged_file_says_what_is_wrong_and_offers_its_versions(three: Desk) -> None:
    (three.shelf.folder / "Bea.bones").write_bytes(b"{")
    three.look()
    three.click("Bea")
    assert "damaged" in three.page.chosen_bar.text.full_text
    assert three.button("Duplicate").toolTip() == "A damaged file cannot be changed."
    assert three.button("Remove").isEnabled()
    three.key(Qt.Key.Key_Return)
    QTest.mouseClick(three.button("Earlier versions…"), Qt.MouseButton.LeftButton)
    assert three.acted == ["versions Bea", "versions Bea"]


def test_removed_characters_are_looked_at_and_brought_back(three: Desk) -> None:
    assert not three.button("Removed").isVisible()
    for name in ("Anna", "Bea"):
        three.shelf.remove(three.shelf.folder / f"{name}.bones")
    three.look()
    QTest.mouseClick(three.button("Removed"), Qt.MouseButton.LeftButton)
    three.qtbot.waitUntil(lambda: three.shown == ["Anna", "Bea"])
    assert three.page.chosen().removed
    assert three.page.view.accessibleName() == "Removed characters"
    assert not three.button("Rename…").isVisible()
    three.key(Qt.Key.Key_A, WITH_CTRL)
    QTest.mouseClick(three.button("Bring back"), Qt.MouseButton.LeftButton)
    QTest.mouseClick(three.button("Delete for good…"), Qt.MouseButton.LeftButton)
    assert three.acted == ["restore 2", "remove"]
    for name in ("Anna", "Bea"):
        three.shelf.delete(three.shelf.removed.folder / f"{name}.bones")
    three.look()
    assert three.shown == ["Cem"]
    assert not three.button("Removed").isVisible()


def test_the_place_on_the_shelf_is_found_again_after_a_look_at_the_removed(desk: Desk) -> None:
    paths = desk.put(*(f"M {n:03}" for n in range(80)))
    desk.shelf.remove(paths.pop())
    desk.page.set_sort("name")
    desk.look(paths[40], paths[41])
    before = desk.page.view.place()
    assert before.scroll > 0
    for _ in range(2):
        desk.button("Removed").click()
        desk.qtbot.waitUntil(lambda: not desk.page.busy)
    assert desk.page.view.place() == before


def test_a_large_folder_says_how_far_it_is_read(desk: Desk) -> None:
    desk.page.feed.progress.emit(120, 4_000)
    assert "120 of 4,000" in desk.page.bar.progress.full_text
    desk.page.feed.finished.emit()
    assert desk.page.bar.progress.full_text == ""


def test_a_look_that_fails_is_told_once_ends_its_progress_and_does_not_stop_the_next(desk: Desk, monkeypatch) -> None:
    look, told, page = Catalogue.look, [], desk.page

    def failing(_catalogue, _keep_on):
        yield 100, 1_000
        monkeypatch.setattr(Catalogue, "look", look)
        raise MemoryError

    def ask_again(_done, total):
        if total == 1_000:
            page.look_again()

    monkeypatch.setattr(sys, "excepthook", lambda kind, *_: told.append(kind))
    monkeypatch.setattr(Catalogue, "look", failing)
    desk.shelf.folder.mkdir()
    for name in ("Anna", "Late"):
        write_character(desk.shelf.folder / f"{name}.bones", ragnar().with_(id=new_id(), name=name))
    page.feed.progress.connect(ask_again)
    page.look_again()
    desk.qtbot.waitUntil(lambda: bool(told) and not page.busy)
    assert told == [MemoryError]
    assert page.bar.progress.full_text == ""
    assert sorted(desk.shown) == ["Anna", "Late"]


def test_portraits_and_damaged_files_are_painted(desk: Desk, theme) -> None:
    desk.put("With a portrait", portrait=jpeg("red"), tags=tuple(f"tag number {n}" for n in range(9)))
    desk.put("A name that is far too long for any card " * 4, dice=(ragnar().dice * 3)[:10])
    (desk.shelf.folder / "Broken.bones").write_bytes(b"{")
    desk.look()

    def reds() -> bool:
        card = desk.page.view.visualRect(desk.page.model.index(desk.shown.index("With a portrait"), 0))
        image = desk.page.view.viewport().grab(card).toImage()
        side = image.height() // 2
        return image.pixelColor(side, side).red() > 200 > 50 > image.pixelColor(side, side).green()

    desk.page.set_sort("name")
    desk.qtbot.waitUntil(reds)
    for name, size in (("parchment", 150), ("contrast", 100)):
        theme.set_theme(name)
        theme.set_text_size(size)
        desk.qtbot.waitUntil(reds)


def test_cards_keep_a_readable_width_at_every_size(desk: Desk, theme) -> None:
    desk.put("Anna", "Bea")
    for size in (100, 150, 200):
        theme.set_text_size(size)
        desk.look()
        QApplication.processEvents()
        width = desk.page.view.visualRect(desk.page.model.index(0, 0)).width()
        assert width >= theme.px(316) or width >= desk.page.view.viewport().width() - theme.px(20)
        assert width <= desk.page.view.viewport().width()


def test_it_fits_a_small_screen_in_large_type(desk: Desk, theme) -> None:
    desk.put("Anna", tags=("friday", "a very long tag for a whole campaign in"))
    theme.set_text_size(150)
    desk.look()
    QApplication.processEvents()
    hint = desk.page.minimumSizeHint()
    assert hint.width() <= 1366 - theme.px(84)
    assert hint.height() <= 700


def test_arrows_go_from_line_to_line_and_shift_chooses_all_between(desk: Desk) -> None:
    desk.put(*(f"M {n:03}" for n in range(20)))
    desk.page.set_sort("name")
    desk.look()
    desk.click("M 001")
    desk.key(Qt.Key.Key_Down)
    columns = desk.shown.index(desk.chosen[0]) - 1
    assert columns > 1
    desk.key(Qt.Key.Key_Up)
    assert desk.chosen == ["M 001"]
    desk.click(f"M {columns:03}", WITH_SHIFT)
    assert desk.chosen == [f"M {n:03}" for n in range(1, columns + 1)]
    desk.click("M 001")
    desk.key(Qt.Key.Key_Down, WITH_SHIFT)
    assert desk.chosen == [f"M {n:03}" for n in range(1, columns + 2)]
    desk.key(Qt.Key.Key_End)
    assert desk.chosen == ["M 019"]
    desk.key(Qt.Key.Key_M)
    QTest.keyClicks(desk.page.view, " 007")
    assert desk.page.view.currentIndex().data() in {"M 000", "M 007"}


def test_files_of_other_programs_come_change_and_go_while_the_shelf_is_looked_at(often: None, three: Desk) -> None:
    folder = three.shelf.folder
    write_character(folder / "Dora.bones", ragnar().with_(id=new_id(), name="Dora"))
    three.qtbot.waitUntil(lambda: three.shown == ["Anna", "Bea", "Cem", "Dora"])
    assert three.page.bar.count.text() == "4 characters"
    (folder / "Bea.bones").unlink()
    (folder / "Cem.bones").write_bytes(dump_character(ragnar().with_(id=new_id(), name="Zoe")))
    three.qtbot.waitUntil(lambda: three.shown == ["Anna", "Dora", "Zoe"])


def test_a_folder_that_goes_away_and_comes_back_is_followed(often: None, three: Desk) -> None:
    folder = three.shelf.folder
    folder.rename(folder.with_name("elsewhere"))
    three.qtbot.waitUntil(lambda: three.shown == [])
    assert f"The folder {folder} is missing." in three.page.nothing.text
    assert three.page.nothing.act.text() == "Look again"
    folder.with_name("elsewhere").rename(folder)
    QTest.mouseClick(three.page.nothing.act, Qt.MouseButton.LeftButton)
    three.qtbot.waitUntil(lambda: three.shown == ["Anna", "Bea", "Cem"])
    assert three.acted == []


def test_choice_and_scroll_come_back_with_the_folder(desk: Desk, monkeypatch) -> None:
    for n, path in enumerate(desk.put(*(f"M {n:03}" for n in range(90)))):
        os.utime(path, (1_700_000_000 + n,) * 2)
    desk.page.set_sort("name")
    desk.look()
    desk.click("M 004")
    desk.click("M 006", WITH_CTRL)
    desk.page.view.verticalScrollBar().setValue(300)
    before, folder = desk.page.view.place(), desk.shelf.folder
    folder.rename(folder.with_name("elsewhere"))
    desk.look()
    assert desk.shown == []
    folder.with_name("elsewhere").rename(folder)
    monkeypatch.setattr(shelfcatalogue, "read_entry", lambda path, _modified: pytest.fail(f"{path} is read again"))
    desk.page.look_again()
    desk.qtbot.waitUntil(lambda: not desk.page.busy)
    assert desk.page.view.place() == before


def test_the_folder_is_not_read_while_a_file_is_about_to_be_written_nor_unseen(
    qtbot, often: None, three: Desk, monkeypatch
) -> None:
    looks: list[Path] = []
    look = Catalogue.look
    monkeypatch.setattr(three.page.watch, "_may_look", lambda: False)
    qtbot.waitUntil(lambda: not three.page.busy)
    monkeypatch.setattr(Catalogue, "look", lambda self, keep_on: looks.append(self._folder) or look(self, keep_on))
    qtbot.wait(300)
    assert looks == []
    monkeypatch.setattr(three.page.watch, "_may_look", lambda: True)
    qtbot.waitUntil(lambda: looks != [])
    three.page.hide()
    qtbot.waitUntil(lambda: not three.page.busy)
    looks.clear()
    qtbot.wait(300)
    assert looks == []


def test_the_head_counts_characters_and_hits(three: Desk) -> None:
    assert three.page.bar.count.text() == "3 characters"
    QTest.keyClicks(three.page.bar.search, "be")
    assert three.page.bar.count.text() == "1 of 3 found"
    QTest.keyClick(three.page.bar.search, Qt.Key.Key_Escape)
    assert three.page.bar.count.text() == "3 characters"
