"""The shown window under hostile names, damaged layouts, failing disks and newer files."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, QRect, Qt
from PySide6.QtGui import QAction, QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QLabel, QMenu, QTextEdit, QWidget

from bones_desktop.rules.bones.book.character import (
    Character,
    Follower,
    HinderingDie,
    ItemDie,
    ItemKind,
    LostDie,
    MagicTheme,
)
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files import saving
from bones_desktop.storage.files.characterfile import new_id, read_character, write_character
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.wording.reasons import sentence
from tests.support.people import die, ragnar
from tests.support.running import Running

SIGNAL = QColor(255, 0, 255)
PAGES = ("shelf", "build", "table", "sheet", "reference")


@pytest.fixture
def running(qapp: object, tmp_path: Path) -> Iterator[Running]:
    with Running(tmp_path) as running:
        yield running


# --- D7: what users type is never read as markup


@pytest.fixture
def evil(tmp_path: Path) -> str:
    """Text that would show a picture, and so open a file, wherever it is taken for markup."""
    picture = QImage(64, 64, QImage.Format.Format_RGB32)
    picture.fill(SIGNAL)
    assert picture.save(str(tmp_path / "x.png"))
    return f'<img src="file://{tmp_path}/x.png"><b>B</b>'[:200]


def hostile(evil: str) -> Character:
    faces = die("melee,melee,melee,melee,melee,defend").faces
    first, *others = ragnar().dice
    return ragnar().with_(
        name=evil, age=evil, race=evil, gender=evil, description=evil, back_story=evil, finances=evil,
        other_equipment=evil, notes=evil,
        dice=(first.with_(name=evil, note=evil), *(each.with_(name=evil) for each in others)),
        equipment=(ItemDie(name=evil, kind=ItemKind.WEAPON, faces=faces, note=evil),),
        hindering=(HinderingDie(name=evil, faces=faces),),
        lost=(LostDie(die=1, cause=evil),),
        themes=(MagicTheme(name=evil, effect=evil, limitations=evil),),
        followers=(Follower(mastery="boss", name=evil, note=evil, dice=(first.with_(name=evil),)),),
    )  # fmt: skip


def all_tips(model: QAbstractItemModel, parent: QModelIndex | None = None) -> Iterator[str]:
    parent = parent or QModelIndex()
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        yield str(index.data(Qt.ItemDataRole.ToolTipRole) or "")
        if not isinstance(model, QAbstractListModel):
            yield from all_tips(model, index)


def is_markup(text: str) -> bool:
    """Return whether Qt may take the hostile `text` for markup: it looks for a tag in the first line."""
    return "x.png" in text and "<img" in text


def taken_for_markup(top: QWidget) -> Iterator[str]:
    """Yield every place below `top` where Qt would take the text for markup."""
    for widget in (top, *top.findChildren(QWidget)):
        where = f"{type(widget).__name__} {widget.objectName()} in {type(widget.parent()).__name__}"
        texts = [widget.toolTip(), widget.whatsThis()]
        if isinstance(widget, QLabel) and widget.textFormat() != Qt.TextFormat.PlainText:
            texts.append(widget.text())
        if isinstance(widget, QTextEdit):
            # What was read as markup is a picture now; what was not is spelled with "&lt;".
            texts += re.findall("<img[^>]*>", widget.toHtml())
        if isinstance(widget, QAbstractItemView | QComboBox) and widget.model() is not None:
            texts += all_tips(widget.model())
        if isinstance(widget, QMenu):
            widget.aboutToShow.emit()
        yield from (f"{where}: {text}" for text in texts if is_markup(text))
    for action in top.findChildren(QAction):
        if is_markup(action.toolTip()):
            yield f"action {action.text()}: {action.toolTip()}"


def shows_the_picture(widget: QWidget) -> bool:
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return SIGNAL.rgb().to_bytes(4, "little") in bytes(image.constBits())


def test_the_picture_would_be_seen(qtbot: object, evil: str) -> None:
    label = QLabel(evil)
    qtbot.addWidget(label)
    assert shows_the_picture(label)
    assert list(taken_for_markup(label))
    text = QTextEdit(evil)
    qtbot.addWidget(text)
    assert list(taken_for_markup(text))
    text.setPlainText(evil)
    assert not list(taken_for_markup(text))


def test_no_name_is_read_as_markup(qapp: object, tmp_path: Path, evil: str) -> None:
    path = tmp_path / "<img src='x.png'>.bones"
    write_character(path, hostile(evil))
    found: list[str] = []
    with Running(tmp_path / "world", path) as running:
        assert running.program.document.character.name == evil
        running.program.document.apply("Heal", lambda now: now.with_(lost=()))
        running.trigger("duplicate")
        for page in PAGES:
            running.trigger(page)
            running.app.processEvents()
            if page == "table":
                running.trigger("throw")
                running.app.processEvents()
            found += taken_for_markup(running.window)
            assert not shows_the_picture(running.window), page
        for action in ("versions", "rename", "new", "settings", "keys", "about"):
            running.trigger(action)
            dialog = running.dialog()
            found += taken_for_markup(dialog)
            assert not shows_the_picture(dialog), action
            dialog.close()
            running.app.processEvents()
        running.trigger("remove")
        found += taken_for_markup(running.window)
        running.program.crashes.report(evil)
        found += taken_for_markup(running.dialog())
        path.write_text("damaged")
        running.program.files.open(path)
        assert "x.png" in running.window.banner.text
        found += taken_for_markup(running.window)
        assert not shows_the_picture(running.window)
    assert sorted(set(found)) == []


# --- E7, E2: the layout


def place(running: Running) -> QRect:
    return running.window.frameGeometry()


def test_a_window_left_on_a_screen_that_is_gone_comes_back(qapp: QApplication, tmp_path: Path) -> None:
    with Running(tmp_path) as running:
        running.window.setGeometry(-9000, 7000, 1000, 700)
        assert not place(running).intersects(qapp.primaryScreen().availableGeometry())
    with Running(tmp_path) as running:
        handle = place(running)
        handle.setHeight(40)
        assert qapp.primaryScreen().availableGeometry().intersected(handle).width() > 80


def test_a_damaged_layout_is_put_aside_for_the_usual_one(qapp: object, tmp_path: Path) -> None:
    with Running(tmp_path, page="table") as running:
        running.window.show_page("table")
        file = running.locations.window_state_file
    good = file.read_bytes()
    rng = random.Random(7)
    body = json.loads(good)["body"]
    assert body["page"] == "table"
    for attempt in range(6):
        damaged = bytearray(good)
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(7)
        file.write_bytes(bytes(damaged) if attempt else good[: len(good) // 2])
        with Running(tmp_path, page="") as running:
            assert running.window.isVisible()
            assert running.window.page == "build", attempt
        assert list(file.parent.glob("window.json.bad-*"))


# --- B1, B4, B9, B10: the disk refuses


def type_name(running: Running, name: str) -> None:
    running.program.document.apply("Name", lambda now: now.with_(name=name), merge="name")
    running.program.session.flush()


def test_on_a_full_disk_what_was_typed_stays_and_is_saved_later(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = running.program.session.path
    before = path.read_bytes()

    def full(at: Path, data: bytes, _present: object) -> None:
        raise FileProblem("disk-full", at, needed=len(data), free=12)

    with monkeypatch.context() as broken:
        broken.setattr(saving, "save_bytes", full)
        type_name(running, "Typed")
        assert running.window.banner.text.startswith("There is no room left")
        QTest.mouseClick(running.button(running.window.banner, "Try again"), Qt.MouseButton.LeftButton)
        assert running.window.banner.text.startswith("There is no room left")
        assert path.read_bytes() == before
        assert running.program.document.character.name == "Typed"
        assert not running.program.session.is_saved
    QTest.mouseClick(running.button(running.window.banner, "Try again"), Qt.MouseButton.LeftButton)
    assert running.window.banner.text == "Saved."
    assert read_character(path).value.name == "Typed"


def test_a_folder_that_is_gone_is_not_made_again(running: Running) -> None:
    path = running.program.session.path
    away = path.parent.with_name("away")
    path.parent.rename(away)
    type_name(running, "Typed")
    assert "is missing" in running.window.banner.text
    assert not path.parent.exists()
    away.rename(path.parent)
    QTest.mouseClick(running.button(running.window.banner, "Try again"), Qt.MouseButton.LeftButton)
    assert read_character(path).value.name == "Typed"


def test_a_file_in_the_place_of_the_folder_is_told_and_nothing_is_lost(running: Running) -> None:
    path = running.program.session.path
    away = path.parent.with_name("away")
    path.parent.rename(away)
    path.parent.write_bytes(b"not a folder")
    type_name(running, "Typed")
    assert running.window.banner.text.startswith(f"The folder {path.parent} is missing.")
    for button in ("Save on the shelf", "Try again"):
        QTest.mouseClick(running.button(running.window.banner, button), Qt.MouseButton.LeftButton)
        assert running.window.banner.text.startswith(f"The folder {path.parent} is missing.")
    running.window.show_page("shelf")
    path.parent.unlink()
    away.rename(path.parent)
    QTest.mouseClick(running.button(running.window.banner, "Try again"), Qt.MouseButton.LeftButton)
    assert read_character(path).value.name == "Typed"


def test_a_file_that_is_gone_can_be_written_again(running: Running) -> None:
    path = running.program.session.path
    path.unlink()
    type_name(running, "Typed")
    assert "is not in" in running.window.banner.text
    QTest.mouseClick(running.button(running.window.banner, "Save it again"), Qt.MouseButton.LeftButton)
    assert read_character(path).value.name == "Typed"


def test_what_cannot_be_saved_keeps_its_ways_out_when_something_else_is_opened(running: Running) -> None:
    program, banner = running.program, running.window.banner
    path = program.session.path
    other = program.desk.shelf.create(program.document.character.with_(id=new_id(), name="Other"))
    path.unlink()
    type_name(running, "Typed")
    assert not program.files.open(other)
    assert program.session.path == path
    assert any("No other file is opened" in each.text() for each in banner.findChildren(QLabel))
    QTest.mouseClick(running.button(banner, "Save it again"), Qt.MouseButton.LeftButton)
    assert read_character(path).value.name == "Typed"
    assert program.files.open(other)


def test_what_cannot_be_saved_stays_in_sight_once_its_message_was_closed(running: Running) -> None:
    banner, path = running.window.banner, running.program.session.path
    path.unlink()
    type_name(running, "Typed")
    banner.dismiss()
    type_name(running, "Typed again")
    assert running.window.unsaved.line.text == "Typed again is not saved."
    QTest.mouseClick(running.button(running.window.unsaved.line, "What to do"), Qt.MouseButton.LeftButton)
    assert "is not in" in banner.text
    QTest.mouseClick(running.button(banner, "Save on the shelf"), Qt.MouseButton.LeftButton)
    assert read_character(running.program.session.path).value.name == "Typed again"


def test_a_file_that_is_gone_is_told_of_when_another_is_opened_and_can_be_had_again(running: Running) -> None:
    program, banner = running.program, running.window.banner
    path, name = program.session.path, program.document.character.name
    other = program.desk.shelf.create(program.document.character.with_(id=new_id(), name="Other"))
    path.unlink()
    assert program.files.open(other)
    assert "is not in" in banner.text
    QTest.mouseClick(running.button(banner, "Save on the shelf"), Qt.MouseButton.LeftButton)
    assert read_character(program.session.path).value.name == program.document.character.name == name


def test_a_read_only_file_is_left_and_the_shelf_takes_the_change(running: Running) -> None:
    path = running.program.session.path
    before = path.read_bytes()
    path.chmod(0o444)
    type_name(running, "Typed")
    assert "is read-only" in running.window.banner.text
    QTest.mouseClick(running.button(running.window.banner, "Save on the shelf"), Qt.MouseButton.LeftButton)
    assert path.read_bytes() == before
    assert running.program.session.path != path
    assert read_character(running.program.session.path).value.name == "Typed"


@pytest.mark.parametrize("choice", ["Keep mine", "Use the version on disk", "Keep both"])
def test_a_file_changed_outside_is_never_overwritten_unasked(running: Running, choice: str) -> None:
    path = running.program.session.path
    write_character(path, running.program.document.character.with_(name="Theirs"))
    type_name(running, "Typed")
    assert "changed" in running.window.banner.text
    assert read_character(path).value.name == "Theirs"
    QTest.mouseClick(running.button(running.window.banner, choice), Qt.MouseButton.LeftButton)
    open_now = running.program.document.character.name
    on_disk = read_character(path).value.name
    assert (open_now, on_disk) == {
        "Keep mine": ("Typed", "Typed"),
        "Use the version on disk": ("Theirs", "Theirs"),
        "Keep both": ("Typed", "Theirs"),
    }[choice]
    assert running.program.session.is_saved


# --- F3: a file of a newer program


def test_a_newer_file_is_shown_and_not_changed(qapp: object, tmp_path: Path) -> None:
    path = tmp_path / "Newer.bones"
    write_character(path, ragnar())
    stored = json.loads(path.read_bytes())
    stored["schema"] = 99
    stored["aura"] = {"colour": "blue"}
    path.write_text(json.dumps(stored))
    before = path.read_bytes()
    with Running(tmp_path / "world", path) as running:
        document = running.program.document
        assert document.read_only
        assert document.character.name == "Ragnar"
        with pytest.raises(RulesError) as refused:
            type_name(running, "Typed")
        assert "newer version" in sentence(refused.value.reason)
        shown = [label.text() for label in running.window.findChildren(QLabel) if label.isVisibleTo(running.window)]
        assert any("newer" in text for text in shown)
        for action in ("injure", "heal", "rename", "undo"):
            running.trigger(action)
        for dialog in running.dialogs():
            dialog.accept()
        assert document.character.name == "Ragnar"
        running.program.save_everything()
    assert path.read_bytes() == before
