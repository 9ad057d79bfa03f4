"""The Story page by mouse and keys: portrait, movement, story written large, themes of magic, followers."""

import base64
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from bones_desktop.document import portraits
from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.document.portraits import picture_of
from bones_desktop.pages.builder.alongbox import FOLLOWERS, GEAR, MAGIC
from bones_desktop.pages.builder.builderedits import BuilderEdits
from bones_desktop.pages.builder.builderpanel import Tab
from bones_desktop.pages.builder.offers import hindering_choices
from bones_desktop.pages.builder.portraitfield import CropDialog
from bones_desktop.pages.builder.storypage import StoryPage
from bones_desktop.rules.bones.book.character import Character, Follower, MagicTheme, SheetSection
from bones_desktop.rules.bones.injury.injuries import item_from
from bones_desktop.rules.reasons import Reason
from bones_desktop.storage.files.characterfile import write_character
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.layouts import ScrollRoom
from tests.document.test_portraits import encoded
from tests.pages.builder.conftest import Bench
from tests.support.people import bob, die, ragnar
from tests.support.rulebooks import rulebook
from tests.support.running import Running

pytestmark = pytest.mark.qt_log_ignore(r"does not support (raise|grabbing)", extend=True)


class Desk:
    """A shown page that follows its document, and what it refused."""

    def __init__(self, qtbot: QtBot, character: Character) -> None:
        self.qtbot = qtbot
        self.theme = Theme("iron")
        self.document = CharacterDocument(rulebook(), character)
        self.refused: list[Reason] = []
        edits = BuilderEdits(self.document)
        edits.refused.connect(self.refused.append)
        self.page = StoryPage(self.document, self.theme, edits)
        self.document.changed.connect(lambda _change: self.page.refresh())
        self.page.refresh()
        qtbot.addWidget(self.page)
        self.page.resize(1260, 600)
        with qtbot.waitExposed(self.page):
            self.page.show()
        self.page.activateWindow()
        qtbot.waitUntil(self.page.isActiveWindow)

    @property
    def character(self) -> Character:
        return self.document.character

    def click(self, widget: QWidget) -> None:
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)

    def undo_names(self) -> list[str]:
        stack = self.document.undo_stack
        return [stack.text(number) for number in range(stack.count())]


@pytest.fixture
def desk(qtbot: QtBot) -> Callable[[Character], Desk]:
    return lambda character: Desk(qtbot, character)


Desks = Callable[[Character], Desk]


def picture_file(folder: Path, name: str = "face.png") -> Path:
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("blue"))
    path = folder / name
    assert image.save(str(path), "PNG")
    return path


def with_icons(icon: str, count: int) -> Character:
    known = ragnar()
    return known.with_(dice=(*known.dice, *(die(f"universal,physical,{icon},melee,defend,missile"),) * count))


def drop(page: StoryPage, mime: QMimeData) -> bool:
    """Drag `mime` over the page and let go; return whether the page took it."""
    actions, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    enter = QDragEnterEvent(QPoint(5, 5), actions, mime, button, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(page, enter)
    if not enter.isAccepted():
        return False
    QApplication.sendEvent(page, QDropEvent(QPointF(5, 5), actions, mime, button, Qt.KeyboardModifier.NoModifier))
    return True


def test_a_portrait_is_chosen_from_a_file_shown_removed_and_undone(desk: Desks, tmp_path: Path) -> None:
    table = desk(ragnar())
    field = table.page.portrait
    assert not field.remove.isEnabled()
    table.click(field.change)
    dialog = field.findChild(QFileDialog)
    assert dialog is not None
    assert "*.webp" in dialog.nameFilters()[0]
    dialog.fileSelected.emit(str(picture_file(tmp_path)))
    dialog.close()
    assert base64.b64decode(table.character.portrait).startswith(b"\xff\xd8")
    assert not field.view.picture.isNull()
    table.click(field.remove)
    assert table.character.portrait == ""
    assert field.view.picture.isNull()
    assert table.undo_names() == ["Change the portrait", "Remove the portrait"]
    table.document.undo_stack.undo()
    assert not field.view.picture.isNull()


def test_a_file_or_a_picture_dropped_anywhere_on_the_page_becomes_the_portrait(desk: Desks, tmp_path: Path) -> None:
    table = desk(ragnar())
    file, image, other, far = QMimeData(), QMimeData(), QMimeData(), QMimeData()
    file.setUrls([QUrl.fromLocalFile(str(picture_file(tmp_path)))])
    assert drop(table.page, file)
    first = table.character.portrait
    assert first
    picture = QImage(50, 50, QImage.Format.Format_RGB32)
    picture.fill(QColor("red"))
    image.setImageData(picture)
    assert drop(table.page, image)
    assert table.character.portrait not in {"", first}
    other.setUrls([QUrl.fromLocalFile(str(tmp_path / "ragnar.bones"))])
    far.setUrls([QUrl("file://elsewhere/share/face.png")])
    assert not drop(table.page, other)
    assert not drop(table.page, far)


def test_the_portrait_shows_where_a_picture_held_over_the_page_will_go(desk: Desks, tmp_path: Path) -> None:
    table = desk(ragnar())
    view = table.page.portrait.view
    plain = view.grab().toImage()
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(picture_file(tmp_path)))])
    actions, button, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(table.page, QDragEnterEvent(QPoint(5, 5), actions, mime, button, none))
    assert view.grab().toImage() != plain
    QApplication.sendEvent(table.page, QDragLeaveEvent())
    assert view.grab().toImage() == plain
    assert table.character.portrait == ""


def test_a_picture_is_pasted_and_removed_with_keys(desk: Desks) -> None:
    table = desk(ragnar())
    change = table.page.portrait.change
    change.setFocus()
    picture = QImage(50, 50, QImage.Format.Format_RGB32)
    picture.fill(QColor("red"))
    QGuiApplication.clipboard().setImage(picture)
    table.qtbot.keyClick(change, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert table.character.portrait
    table.qtbot.keyClick(change, Qt.Key.Key_Delete)
    assert table.character.portrait == ""
    QGuiApplication.clipboard().setText("words")
    table.qtbot.keyClick(change, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert [reason.code for reason in table.refused] == ["clipboard-no-picture"]


class Foreign(QMimeData):
    """The clipboard of another program: Qt would unpack its pictures when asked for one."""

    def __init__(self, kind: str, data: bytes) -> None:
        super().__init__()
        self.kind, self.content = kind, data

    def formats(self) -> list[str]:
        return [self.kind, "application/x-qt-image"]

    def hasFormat(self, kind: str) -> bool:  # noqa: N802 (Qt names it)
        return kind in self.formats()

    def retrieveData(self, kind: str, _type: object) -> object:  # noqa: N802
        assert kind != "application/x-qt-image"
        return QByteArray(self.content)


@pytest.mark.parametrize(
    ("kind", "refused"),
    [
        ("PNG", ""),
        ("JPEG", ""),
        ("tiff", "picture-not-one"),
        ("large", "picture-too-large"),
        ("scans", "picture-not-one"),
    ],
)
def test_a_picture_of_another_program_is_pasted_with_the_care_of_one_from_a_file(
    desk: Desks, monkeypatch: pytest.MonkeyPatch, kind: str, refused: str
) -> None:
    table = desk(ragnar())
    picture = QImage(50, 50, QImage.Format.Format_RGB32)
    picture.fill(QColor("red"))
    data = encoded(picture, kind if kind == "PNG" else "JPEG")
    if kind == "large":
        monkeypatch.setattr(portraits, "MOST_PIXELS", 100)
    elif kind == "scans":
        last = data.rindex(b"\xff\xda")
        data = data[:last] + data[last:-2] * 100 + data[-2:]
    mime = Foreign({"PNG": "image/png", "tiff": "image/tiff"}.get(kind, "image/jpeg"), data)
    assert table.page.portrait.accepts(mime)
    table.page.portrait.take(mime)
    assert [each.code for each in table.refused] == ([refused] if refused else [])
    assert bool(table.character.portrait) is not bool(refused)


def test_what_is_no_picture_is_refused_with_the_reason_and_changes_nothing(desk: Desks, tmp_path: Path) -> None:
    table = desk(ragnar())
    fake = tmp_path / "fake.png"
    fake.write_bytes(b"no picture at all")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(fake))])
    assert drop(table.page, mime)
    assert [reason.code for reason in table.refused] == ["picture-not-one"]
    assert table.character == ragnar()
    assert QGuiApplication.overrideCursor() is None


def test_movement_and_flying_are_set(desk: Desks) -> None:
    table = desk(ragnar())
    fields = table.page.movement
    assert not fields.fly_score.isEnabled()
    fields.move_score.setFocus()
    table.qtbot.keyClick(fields.move_score, Qt.Key.Key_Up)
    assert table.character.move == 1.5
    table.click(fields.flies)
    assert table.character.flying == 1.5
    fields.fly_score.setFocus()
    fields.fly_score.selectAll()
    table.qtbot.keyClicks(fields.fly_score, "8")
    assert table.character.flying == 1.5
    table.qtbot.keyClick(fields.fly_score, Qt.Key.Key_Return)
    assert table.character.flying == 8.0
    assert fields.fly_score.accessibleDescription() == "120 m a round"
    table.click(fields.flies)
    assert table.character.flying is None
    assert set(table.undo_names()) == {"Change the movement"}


def test_a_score_finer_than_its_box_shows_stays_while_the_other_changes(desk: Desks) -> None:
    table = desk(ragnar().with_(move=1.234, flying=2.0))
    fields = table.page.movement
    fields.fly_score.setFocus()
    table.qtbot.keyClick(fields.fly_score, Qt.Key.Key_Up)
    assert (table.character.move, table.character.flying) == (1.234, 2.5)


def test_undo_keys_in_a_score_belong_to_the_window(desk: Desks) -> None:
    table = desk(ragnar())
    box = table.page.movement.move_score
    box.setFocus()
    box.selectAll()
    table.qtbot.keyClicks(box, "3")
    table.qtbot.keyClick(box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert box.text() == "3"


def test_the_story_is_written_large_and_escape_brings_the_page_back(desk: Desks) -> None:
    table = desk(ragnar())
    story = table.page.story
    before = story.field.width()
    table.click(story.larger)
    assert story.is_large
    assert QApplication.focusWidget() is story.field
    QApplication.processEvents()
    assert story.field.width() > 2 * before
    assert not table.page.lines["name"].isVisible()
    table.qtbot.keyClicks(story.field, "Born")
    assert table.character.back_story == "Born"
    table.qtbot.keyClick(story.field, Qt.Key.Key_Escape)
    assert not story.is_large
    assert table.page.lines["name"].isVisible()
    assert QApplication.focusWidget() is story.field
    assert story.field.textCursor().position() == 4


def test_words_are_counted(desk: Desks) -> None:
    table = desk(ragnar().with_(back_story="Born in  the\nforest"))
    assert table.page.story.words.text() == "4 words"
    table.document.apply("x", lambda now: now.with_(back_story="Born"))
    assert table.page.story.words.text() == "1 word"
    table.document.apply("x", lambda now: now.with_(back_story=" "))
    assert table.page.story.words.text() == ""


def test_magic_shows_only_for_those_who_have_it(desk: Desks) -> None:
    tabs = desk(ragnar()).page.along.tabs
    assert [tabs.isTabVisible(tab) for tab in (GEAR, MAGIC, FOLLOWERS)] == [True, False, False]
    tabs = desk(bob()).page.along.tabs
    assert [tabs.isTabVisible(tab) for tab in (GEAR, MAGIC, FOLLOWERS)] == [True, True, False]


def test_a_theme_is_added_described_and_a_second_one_refused(desk: Desks) -> None:
    table = desk(bob())
    along = table.page.along
    along.tabs.setCurrentIndex(MAGIC)
    box = along.themes
    assert box.things.title.text() == "0 of 1 themes"
    assert not box.form.isVisible()
    table.click(box.things.buttons["add"])
    for id, words in (("name", "Fire"), ("effect", "Burns"), ("limitations", "Not water")):
        assert QApplication.focusWidget() is box.form.fields[id]
        table.qtbot.keyClicks(QApplication.focusWidget(), words)
        table.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert not box.isAncestorOf(QApplication.focusWidget()), "no Space of a text takes the theme away"
    assert table.character.themes == (MagicTheme(name="Fire", effect="Burns", limitations="Not water"),)
    assert len(table.undo_names()) == 4
    assert [line.text for line in box.things.view.lines.rows] == ["Fire"]
    box.things.buttons["add"].setFocus()
    table.qtbot.keyClick(box.things.buttons["add"], Qt.Key.Key_Space)
    assert [(reason.code, reason.rule) for reason in table.refused] == [("theme-needs-more-magic", "MAG-4")]
    table.click(box.things.buttons["remove"])
    assert table.character.themes == ()
    assert not box.form.isVisible()


def test_the_keys_stay_among_the_themes_when_one_is_removed(desk: Desks) -> None:
    table = desk(bob().with_(themes=(MagicTheme(name="Fire"), MagicTheme(name="Water"))))
    things = table.page.along.themes.things
    table.page.along.tabs.setCurrentIndex(MAGIC)
    things.view.go_to("1")
    remove = things.buttons["remove"]
    remove.setFocus()
    table.qtbot.keyClick(remove, Qt.Key.Key_Space)
    assert [each.name for each in table.character.themes] == ["Fire"]
    assert QApplication.focusWidget() is remove
    table.qtbot.keyClick(remove, Qt.Key.Key_Space)
    assert QApplication.focusWidget() is things.view
    assert table.character.themes == ()


def test_a_theme_that_magic_no_longer_allows_stays_and_says_why(desk: Desks) -> None:
    written = (MagicTheme(name="Fire"), MagicTheme(name="Water"))
    table = desk(bob().with_(themes=written))
    lines = table.page.along.themes.things.view.lines
    assert [line.second for line in lines.rows] == ["", "Theme 2 needs Magic on 5 dice; it is on 4."]
    table.document.apply("x", lambda now: now.with_(dice=ragnar().dice))
    assert table.page.along.tabs.isTabVisible(MAGIC)
    assert lines.rows[0].second == "A theme of magic needs a Magic face on one of the dice."
    assert lines.rows[1].text == "Water"


def test_a_lackey_is_named_given_dice_by_list_and_by_text_and_no_more_than_granted(desk: Desks) -> None:
    table = desk(with_icons("boss", 2))
    along = table.page.along
    along.tabs.setCurrentIndex(FOLLOWERS)
    box = along.followers
    assert [line.text for line in box.things.view.lines.rows] == ["Lackey (Boss)"]
    assert box.dice.title.text() == "0 of 3 dice"
    table.qtbot.keyClicks(box.form.fields["name"], "Grom")
    archer = next(choice for choice in box.dice.add.model.rows if choice.key == "archer")
    box.dice.add.activated.emit(archer)
    table.qtbot.keyClicks(box.typed, "Universal, Physical, Melee, Defend, Melee, Blank")
    table.qtbot.keyClick(box.typed, Qt.Key.Key_Return)
    assert box.typed.text() == ""
    assert box.dice.title.text() == "2 of 3 dice"
    table.qtbot.keyClicks(box.typed, "Archer x2")
    table.qtbot.keyClick(box.typed, Qt.Key.Key_Return)
    assert box.typed.text() == "Archer x2"
    box.typed.clear()
    table.qtbot.keyClicks(box.typed, "nonsense")
    table.qtbot.keyClick(box.typed, Qt.Key.Key_Return)
    assert [reason.code for reason in table.refused] == ["follower-dice-full", "left-out-words"]
    table.qtbot.keyClicks(box.form.fields["note"], "Loud")
    [grom] = table.character.followers
    assert (grom.name, grom.note, [each.printed for each in grom.dice]) == ("Grom", "Loud", ["archer", ""])
    box.dice.view.go_to("0")
    assert box.dice.buttons["remove"].accessibleName() == "Remove: Archer"
    table.click(box.dice.buttons["remove"])
    assert [each.printed for each in table.character.followers[0].dice] == [""]
    table.click(box.things.buttons["remove"])
    assert table.character.followers == ()
    while table.document.undo_stack.canUndo():
        table.document.undo_stack.undo()
    assert table.character == with_icons("boss", 2)


def test_a_printed_beast_becomes_the_companion_at_once(desk: Desks) -> None:
    table = desk(with_icons("animal-friend", 2))
    table.page.along.tabs.setCurrentIndex(FOLLOWERS)
    box = table.page.along.followers
    wolf = next(choice for choice in box.dice.add.model.rows if choice.text == "Wolf")
    assert wolf.note == "3 dice"
    box.dice.add.activated.emit(wolf)
    assert box.form.answers.text("name") == "Wolf"
    assert box.dice.title.text() == "3 of 3 dice"
    assert table.undo_names() == ["Add Wolf to a follower"]


def test_each_asset_has_a_line_and_those_no_longer_granted_are_marked(desk: Desks) -> None:
    followers = (Follower(mastery="merchant-prince", name="Inn"), Follower(mastery="merchant-prince", name="Mill"))
    table = desk(with_icons("merchant-prince", 4).with_(followers=followers))
    box = table.page.along.followers
    table.page.along.tabs.setCurrentIndex(FOLLOWERS)
    lines = box.things.view.lines
    assert [(line.text, line.second) for line in lines.rows] == [
        ("Small asset (Merchant Prince), number 1", "Inn"), ("Small asset (Merchant Prince), number 2", "Mill")
    ]  # fmt: skip
    assert not box.dice.isVisible()
    table.document.apply("x", lambda now: now.with_(dice=with_icons("merchant-prince", 2).dice))
    assert [line.second for line in lines.rows] == ["Inn", "The icons of Merchant Prince do not give this."]
    box.go_to("merchant-prince/1")
    assert box.form.answers.text("name") == "Mill"


def test_typing_the_name_of_a_follower_keeps_the_keys_and_is_one_step(desk: Desks) -> None:
    table = desk(with_icons("captain", 2))
    table.page.along.tabs.setCurrentIndex(FOLLOWERS)
    name = table.page.along.followers.form.fields["name"]
    name.setFocus()
    table.qtbot.keyClicks(name, "Gull")
    assert QApplication.focusWidget() is name
    assert table.character.followers == (Follower(mastery="captain", name="Gull"),)
    assert table.undo_names() == ["Name a follower"]


def test_tab_goes_through_a_follower_in_the_order_shown(desk: Desks) -> None:
    table = desk(with_icons("boss", 1))
    box = table.page.along.followers
    table.page.along.tabs.setCurrentIndex(FOLLOWERS)
    chain = (box.things.view, *box.form.fields.values(), box.dice.add, box.dice.view, box.typed)
    chain[0].setFocus()
    for widget in chain:
        assert QApplication.focusWidget() is widget
        table.qtbot.keyClick(widget, Qt.Key.Key_Tab)


def test_the_page_goes_to_each_part(desk: Desks) -> None:
    table = desk(with_icons("boss", 1).with_(themes=(MagicTheme(name="Fire"),)))
    page, along = table.page, table.page.along
    for part, place, widget in (
        (SheetSection.MAGIC, 0, along.themes.form.fields["name"]),
        (SheetSection.FOLLOWERS, None, along.followers.form.fields["name"]),
        (SheetSection.EQUIPMENT, None, page.items.add),
        (SheetSection.HINDERING, None, page.hindering.add),
        (SheetSection.BACK_STORY, None, page.story.field),
        (SheetSection.RACE, None, page.lines["race"]),
        (SheetSection.NAME, None, page.lines["name"]),
    ):
        page.go_to(part, place)
        assert QApplication.focusWidget() is widget
    page.write_large(True)
    page.go_to(SheetSection.NAME, None)
    assert QApplication.focusWidget() is page.lines["name"]


def test_labels_keep_their_type_when_the_page_is_put_elsewhere(desk: Desks, qapp: QApplication) -> None:
    theme = Theme("iron")
    theme.apply(qapp)
    try:
        holder = QWidget()
        table = desk(ragnar())
        table.page.setParent(holder)
        assert table.page.story.heading.font().pixelSize() == 20
        assert table.page.heading.font().pixelSize() == 20
        fields = (*table.page.lines.values(), table.page.texts["notes"], table.page.texts["description"])
        labels = [label for label in table.page.findChildren(QLabel) if label.buddy() in fields]
        assert len(labels) == len(fields)
        assert {label.font().pixelSize() for label in labels} == {12}
        assert table.page.along.label.font().pixelSize() == 12
        table.page.setParent(None)
    finally:
        qapp.setStyleSheet("")


def test_the_build_page_tells_what_the_story_page_refused(bench: Callable[..., Bench]) -> None:
    table = bench(bob())
    table.panel.tabs.setCurrentIndex(Tab.STORY)
    add = table.panel.story.along.themes.things.buttons["add"]
    add.click()
    assert table.document.character.themes == (MagicTheme(),)
    assert not table.refused
    add.click()
    assert [reason.code for reason in table.refused] == ["theme-needs-more-magic"]


def test_the_page_scrolls_only_when_its_lists_and_fields_cannot_shrink(desk: Desks, qtbot: QtBot) -> None:
    table = desk(ragnar())
    room = ScrollRoom()
    qtbot.addWidget(room)
    room.setWidget(table.page)
    room.resize(1240, table.page.minimumSizeHint().height() + 4)
    with qtbot.waitExposed(room):
        room.show()
    QApplication.processEvents()
    assert room.verticalScrollBar().maximum() == 0
    room.takeWidget()


def test_cards_stand_in_three_columns_two_or_one_as_there_is_room(desk: Desks) -> None:
    table = desk(ragnar())
    page = table.page
    page.lines["name"].setFocus()

    def corners() -> list[QPoint]:
        QApplication.processEvents()
        parts = (page.lines["name"], page.story.field, page.items.view)
        return [part.mapTo(page, QPoint(0, 0)) for part in parts]

    name, story, items = corners()
    assert name.x() < story.x() < items.x()
    table.theme.set_text_size(150)
    name, story, items = corners()
    assert story.x() < name.x() < items.x()
    assert story.y() > name.y()
    assert QApplication.focusWidget() is page.lines["name"]
    page.resize(2000, 900)
    name, story, items = corners()
    assert name.x() < story.x() < items.x()
    table.theme.set_text_size(200)
    assert page.minimumSizeHint().width() <= 1114, "then the window has no more for it on a laptop"
    page.setMinimumSize(1, 1)  # a window of its own would be as wide as its layout
    page.resize(page.minimumSizeHint().width() + 10, 2700)
    name, story, items = corners()
    assert name.y() < story.y() < items.y()
    assert page.along.geometry().right() <= page.width()


def test_another_character_brings_the_page_back_and_a_tab_that_applies(desk: Desks) -> None:
    table = desk(bob().with_(themes=(MagicTheme(name="Fire"),)))
    table.page.along.tabs.setCurrentIndex(MAGIC)
    table.page.write_large(True)
    table.document.open(ragnar().with_(id="f" * 32))
    assert not table.page.story.is_large
    assert table.page.along.tabs.currentIndex() == GEAR
    assert table.page.items.isVisible()


@pytest.mark.parametrize("visited", [False, True])
@pytest.mark.parametrize(("icon", "shown"), [("magic", MAGIC), ("boss", FOLLOWERS)])
def test_the_tab_of_magic_or_followers_appears_though_it_came_while_the_bar_was_hidden(
    bench: Callable[..., Bench], visited: bool, icon: str, shown: int
) -> None:
    table = bench(ragnar())
    panel, bar = table.panel, table.panel.story.along.tabs
    if visited:
        panel.tabs.setCurrentIndex(Tab.STORY)
        QApplication.processEvents()
        panel.tabs.setCurrentIndex(Tab.DICE)
    table.document.apply("Grow", lambda now: now.with_(dice=with_icons(icon, 2).dice))
    panel.story.refresh()
    panel.tabs.setCurrentIndex(Tab.STORY)
    table.document.apply("Name", lambda now: now.with_(name="Ragnar the Bold"))
    QApplication.processEvents()
    assert bar.tabRect(shown).width() > 0
    table.qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(shown).center())
    assert bar.currentIndex() == shown
    panel.hide()
    table.document.apply("Back", lambda now: now.with_(dice=ragnar().dice))
    panel.show()
    assert not bar.tabRect(shown).width()
    assert bar.currentIndex() == GEAR


@pytest.mark.parametrize("text_size", [100, 150])
def test_what_is_carried_has_the_room(tmp_path: Path, qapp: object, text_size: int) -> None:
    """On a small screen a list showed two things and a piece of a third, beside much room for hindering dice."""
    items = tuple(item_from(rulebook().die(each)) for each in ("sword", "full-shield", "medium-armour", "dagger"))
    write_character(tmp_path / "bob.bones", bob().with_(equipment=items))
    with Running(tmp_path, tmp_path / "bob.bones") as running:
        running.program.settings.edit(text_size=text_size)
        running.window.resize(1366, 768)
        running.trigger("build")
        running.program.pages.build.tabs.setCurrentIndex(Tab.STORY)
        running.app.processEvents()
        along = running.program.pages.build.story.along
        view = along.items.view
        assert view.viewport().height() >= 3 * view.sizeHintForRow(0)
        assert along.hindering.view.height() <= view.sizeHintForRow(0)
        view.go_to("3")
        QTest.mouseClick(along.items.buttons["remove"], Qt.MouseButton.LeftButton)
        assert [each.name for each in running.program.document.character.equipment] == ["Sword", "Full shield",
                                                                                        "Medium armour"]  # fmt: skip
        poison = hindering_choices(rulebook())[0]
        along.hindering.add.activated.emit(poison)
        running.app.processEvents()
        seldom = along.hindering.view
        assert seldom.viewport().height() >= seldom.sizeHintForRow(0)


def test_a_tab_that_stands_alone_is_not_shown(desk: Desks) -> None:
    assert not desk(ragnar()).page.along.tabs.isVisible()
    assert desk(bob()).page.along.tabs.isVisible()


def test_placed_again_a_portrait_is_cut_from_the_picture_it_was_chosen_from(
    desk: Desks, tmp_path: Path, qapp: QApplication
) -> None:
    """What the first placing cut off was gone, and each placing made the picture smaller."""
    picture = QImage(1000, 2000, QImage.Format.Format_RGB32)
    for half, colour in enumerate(("red", "blue")):
        for y in range(1000):
            picture.setPixelColor(0, 1000 * half + y, QColor(colour))
    picture = picture.copy(0, 0, 1, 2000).scaled(1000, 2000)
    assert picture.save(str(tmp_path / "tall.png"))
    here = desk(ragnar())
    field = here.page.portrait
    field.take_file(tmp_path / "tall.png")
    for keys, colour in ((Qt.Key.Key_Up, "red"), (Qt.Key.Key_Down, "blue")):
        field.place()
        [dialog] = here.page.findChildren(CropDialog)
        for _ in range(60):
            QTest.keyClick(dialog.view, keys)
        dialog._take()
        qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        shown = picture_of(here.document.character.portrait)
        assert (shown.width(), shown.height()) == (384, 384)
        assert shown.pixelColor(190, 190).getRgb()[:3] == pytest.approx(QColor(colour).getRgb()[:3], abs=24)
    here.document.undo_stack.undo()
    field.place()
    [dialog] = here.page.findChildren(CropDialog)
    assert dialog.view.square.top() == 0
    dialog.close()


def test_the_colour_of_the_dice_is_chosen_by_its_name_and_undone(qtbot):
    desk = Desk(qtbot, ragnar())
    button = desk.page.colour
    assert button.accessibleName() == "Dice colour: None"
    names = [choice.text for choice in button.model.rows]
    assert names[0] == "None"
    assert len(names) == 11
    button.activated.emit(button.model.rows[names.index("Lilac")])
    assert desk.character.dice_colour == "lilac"
    assert button.accessibleName() == "Dice colour: Lilac"
    desk.document.undo_stack.undo()
    assert not desk.character.dice_colour
    assert button.text() == "None"


@pytest.mark.parametrize("size", [100, 150])
def test_the_buttons_beside_a_line_are_as_high_as_the_line(desk: Desks, size: int) -> None:
    shown = desk(ragnar())
    shown.theme.set_text_size(size)
    QTest.qWait(0)
    for field, button in (("name", shown.page.names), ("race", shown.page.races)):
        assert button.height() == shown.page.lines[field].height()
