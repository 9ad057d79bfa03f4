"""Equipment made and changed by hand, with mouse and keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.alongbox import DiceShelf
from bones_desktop.pages.builder.builderedits import BuilderEdits
from bones_desktop.pages.builder.itemdialog import ItemDialog, ask_item, counting, with_icon
from bones_desktop.rules.bones.book.character import ItemDie, ItemKind
from bones_desktop.rules.bones.book.icons import BLANK, UNFILLED, face
from bones_desktop.rules.bones.injury.injuries import add_item, item_from, kept_item
from bones_desktop.storage.games import guide_of
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.diceboard import CarriedDie, die_mime, face_mime
from bones_desktop.widgets.lists.line import Line
from bones_desktop.widgets.plaintext import GUIDE_PAGE
from bones_desktop.widgets.rows import narrowed
from bones_desktop.widgets.text.labels import SteadyLabel
from tests.support.foreach import for_each
from tests.support.people import bob
from tests.support.rulebooks import rulebook

SPEAR = item_from(rulebook().die("spear"))


class Desk:
    """A shown dialog and what it made."""

    def __init__(self, qtbot, item: ItemDie | None = None, size: int = 100) -> None:
        self.qtbot = qtbot
        self.dialog = ItemDialog(Theme("iron", size), rulebook(), item)
        self.made: list[ItemDie] = []
        self.dialog.made.connect(self.made.append)
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(self.dialog)
        with qtbot.waitExposed(self.dialog):
            self.dialog.show()
        self.dialog.activateWindow()
        qtbot.waitUntil(self.dialog.isActiveWindow)

    @property
    def codes(self) -> list[str]:
        return [shown.code for shown in self.dialog.faces.faces]

    def click_face(self, place: int) -> None:
        self.qtbot.mouseClick(self.dialog.faces.board.nets[0].tiles[place], Qt.MouseButton.LeftButton)

    def click_icon(self, code: str) -> None:
        icons = self.dialog.faces.icons
        index = icons.model.index(icons.model.row_of(code))
        icons.view.scrollTo(index)
        at = icons.view.visualRect(index).center()
        self.qtbot.mouseClick(icons.view.viewport(), Qt.MouseButton.LeftButton, pos=at)

    def key(self, key: Qt.Key) -> None:
        self.qtbot.keyClick(QApplication.focusWidget(), key)

    def choose_kind(self, kind: ItemKind) -> None:
        self.dialog.form.fields["kind"].activated.emit(
            next(row for row in self.dialog.form.fields["kind"].model.rows if row.key == kind)
        )


@pytest.fixture
def desk(qtbot):
    return lambda *args, **kwargs: Desk(qtbot, *args, **kwargs)


def test_a_magic_item_is_made_by_mouse(qtbot, desk):
    at = desk()
    assert not at.dialog.keep.isEnabled()
    assert at.dialog.keep.toolTip() == at.dialog.said.text() != ""
    at.dialog.form.fields["name"].setText("Ring of Fire")
    assert not at.dialog.keep.isEnabled()
    at.click_face(0)
    at.click_icon("magic")
    at.click_icon("magic")
    at.click_face(2)
    at.click_icon("riposte")
    qtbot.mouseClick(at.dialog.faces.beside, Qt.MouseButton.LeftButton, pos=at.dialog.faces.beside.rect().topLeft())
    at.dialog.faces.beside.setChecked(True)
    at.click_icon("flaming")
    qtbot.mouseClick(at.dialog.faces.times[2], Qt.MouseButton.LeftButton)
    assert at.codes == ["magic x2", "", "riposte+flaming x3", "", "", ""]
    qtbot.mouseClick(at.dialog.keep, Qt.MouseButton.LeftButton)
    [item] = at.made
    assert (item.name, item.kind, item.printed) == ("Ring of Fire", ItemKind.MAGIC_ITEM, "")
    assert item.faces == (face("magic x2"), BLANK, face("riposte+flaming x3"), BLANK, BLANK, BLANK)
    assert item.range_increment is None


@pytest.mark.parametrize("size", [100, 125])
def test_no_icon_to_choose_from_has_a_name_cut_short(desk, size):
    at = desk(size=size)
    at.dialog.resize(int(1040 * size / 100), 620)
    QApplication.processEvents()
    icons = at.dialog.faces.icons
    room = icons.view.gridSize().width() - 2
    font = Theme("iron", size).font("sans", 12)
    for icon in icons.model.rows:
        assert QFontMetricsF(narrowed(font, icon.name, room)).horizontalAdvance(icon.name) <= room, icon.name


def test_an_item_is_made_by_keys_alone(qtbot, desk):
    at = desk()
    qtbot.keyClicks(QApplication.focusWidget(), "Wand")
    while not at.dialog.faces.board.isAncestorOf(QApplication.focusWidget()):
        at.key(Qt.Key.Key_Tab)
    for letter in "magi":
        qtbot.keyClicks(QApplication.focusWidget(), letter)
    at.key(Qt.Key.Key_Return)
    assert at.codes[0] == "magic"
    assert at.dialog.faces.board.isAncestorOf(QApplication.focusWidget())
    at.key(Qt.Key.Key_Down)
    at.key(Qt.Key.Key_Return)
    at.key(Qt.Key.Key_Right)
    at.key(Qt.Key.Key_Return)
    assert at.codes[2] == "physical"
    at.key(Qt.Key.Key_Delete)
    assert at.codes == ["magic", "", "", "", "", ""]
    while QApplication.focusWidget() is not at.dialog.keep:
        at.key(Qt.Key.Key_Tab)
    at.key(Qt.Key.Key_Space)
    assert at.made[0].faces[0] == face("magic")


def test_escape_in_the_icons_goes_back_to_the_die_and_only_there_closes(qtbot, desk):
    at = desk(SPEAR)
    at.dialog.faces.board.focus_face()
    at.key(Qt.Key.Key_Return)
    at.key(Qt.Key.Key_Escape)
    assert at.dialog.isVisible()
    at.key(Qt.Key.Key_Escape)
    assert not at.dialog.isVisible()
    assert at.made == []


def test_f1_opens_the_page_with_the_rules_of_equipment(desk):
    [page] = [each for each in guide_of("bones").pages if each.id == desk().dialog.property(GUIDE_PAGE)]
    assert "EQP-1" in page.rules


def test_a_printed_die_is_a_start_and_its_name_follows_unless_one_was_given(desk):
    at = desk()
    choices = {row.key: row for row in at.dialog.form.fields["start"].model.rows}
    at.dialog.form.fields["start"].activated.emit(choices["spear"])
    assert at.dialog.item == SPEAR
    at.dialog.form.fields["start"].activated.emit(choices["buckler"])
    assert at.dialog.item == item_from(rulebook().die("buckler"))
    at.dialog.form.fields["name"].setText("Wall")
    at.dialog.form.fields["start"].activated.emit(choices["tower-shield"])
    assert at.dialog.item.name == "Wall"
    assert at.dialog.item.printed == "tower-shield"
    at.dialog.form.fields["start"].activated.emit(choices[""])
    assert at.codes == [""] * 6
    assert at.dialog.item is None


def test_an_item_stays_what_is_printed_while_its_faces_and_kind_are(desk):
    at = desk(SPEAR)
    at.dialog.form.fields["name"].setText("Gungnir")
    at.dialog.form.fields["reach"].setValue(30)
    at.dialog.form.fields["note"].setPlainText("Never misses.")
    assert at.dialog.item == SPEAR.with_(name="Gungnir", range_increment=30, note="Never misses.")
    at.click_face(0)
    at.click_icon("magic")
    assert at.dialog.item.printed == ""
    at.click_icon("melee")
    at.dialog.faces.times[1].click()
    assert at.dialog.item.printed == "spear"
    at.choose_kind(ItemKind.MAGIC_ITEM)
    assert (at.dialog.item.printed, at.dialog.item.range_increment) == ("", 30)


def test_what_is_not_thrown_has_no_range(desk):
    at = desk(SPEAR)
    at.choose_kind(ItemKind.ARMOUR)
    assert at.dialog.item.range_increment is None
    assert not at.dialog.form.fields["reach"].isEnabled()
    assert at.dialog.form.fields["reach"].toolTip()
    at.choose_kind(ItemKind.WEAPON)
    assert at.dialog.item.range_increment == SPEAR.range_increment


def test_of_a_printed_die_that_is_not_known_here_the_name_of_it_is_kept_while_nothing_differs():
    gone = SPEAR.with_(printed="house/lance")
    assert kept_item(rulebook(), gone.with_(note="Long"), gone).printed == "house/lance"
    other = gone.with_(faces=(face("magic"), *gone.faces[1:]))
    assert kept_item(rulebook(), other, gone).printed == ""
    assert kept_item(rulebook(), gone).printed == ""


def test_a_note_too_long_is_told_and_hostile_text_cleaned(desk):
    at = desk(SPEAR)
    at.dialog.form.fields["note"].setPlainText("x" * 2_001)
    assert at.dialog.item is None
    assert "2000" in at.dialog.said.text()
    at.dialog.form.fields["note"].setPlainText("\u202eback\x07")
    at.dialog.form.fields["name"].setText("\u202eSpear\n two")
    assert (at.dialog.item.note, at.dialog.item.name) == ("back", "Spear two")


def test_faces_are_copied_cut_and_pasted_also_as_text(qtbot, desk):
    at = desk(SPEAR)
    board = at.dialog.faces.board
    board.select(0, 0, focus=True)
    board.edit_requested.emit("cut", 0, 0)
    assert at.codes[0] == ""
    assert QApplication.clipboard().text() == "Double Melee"
    board.select(0, 5)
    board.edit_requested.emit("paste", 0, 0)
    assert at.codes[5] == "melee x2"
    QApplication.clipboard().setText("Enc/Defend, Double Magic, Blank, Blank, Blank, Blank")
    board.edit_requested.emit("paste", 0, 0)
    assert at.codes == ["encumbrance+defend", "magic x2", "blank", "blank", "blank", "blank"]
    QApplication.clipboard().setText("nonsense")
    board.edit_requested.emit("paste", 0, 0)
    assert "nonsense" in at.dialog.faces.hint.text()
    board.edit_requested.emit("copy-die", 0, 0)
    assert QApplication.clipboard().text().startswith("Enc/Defend, Double Magic")


def test_an_icon_is_dropped_on_a_face_and_an_unknown_one_is_not(desk):
    at = desk(SPEAR)
    at.dialog.faces.board.dropped.emit("magic", 0, 3)
    assert at.codes[3] == "magic"
    before = at.codes
    at.dialog.faces.board.dropped.emit("no-such-icon", 0, 3)
    at.dialog.faces.board.dropped.emit("§", 0, 3)
    assert at.codes == before


@for_each(
    ("shown", "new", "beside", "after"),
    [
        ("", "melee", False, "melee"),
        ("melee", "melee", False, "melee x2"),
        ("melee x3", "melee", False, "melee"),
        ("melee x2", "defend", False, "defend"),
        ("melee", "defend", True, "melee+defend"),
        ("melee+defend", "magic", True, "melee+magic"),
        ("melee+defend", "defend", True, "melee+defend x2"),
        ("melee+defend", "melee", False, "melee"),
        ("blank", "melee", True, "melee"),
        ("melee", "blank", True, "blank"),
    ],
)
def test_what_stands_on_a_face_after_a_pick(shown, new, beside, after):
    assert with_icon(face(shown), face(new), beside=beside).code == after


def test_counting_leaves_an_empty_face_empty():
    assert counting(UNFILLED, 2) == UNFILLED
    assert counting(BLANK, 3) == BLANK


@pytest.mark.parametrize("size", [100, 150])
def test_it_is_no_taller_than_a_small_screen(desk, size):
    hint = desk(size=size).dialog.minimumSizeHint()
    assert hint.width() <= 1366
    assert hint.height() <= 650


class Carrier:
    """A document with Bob and a spear, the window of its maker, and what was refused."""

    def __init__(self, qtbot) -> None:
        self.document = CharacterDocument(rulebook(), add_item(bob(), SPEAR))
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.window.show()
        self.edits = BuilderEdits(self.document)
        self.refused = []
        self.edits.refused.connect(self.refused.append)

    def ask(self, place: int | None = None) -> None:
        ask_item(self.document, Theme("iron"), self.edits, self.window, place)

    def dialog(self) -> ItemDialog:
        [dialog] = self.window.findChildren(ItemDialog)
        return dialog


@pytest.fixture
def carrier(qtbot):
    return Carrier(qtbot)


def test_making_and_changing_are_one_step_each(carrier):
    carrier.ask()
    sword = item_from(rulebook().die("sword"))
    carrier.dialog().made.emit(sword)
    carrier.dialog().close()
    QApplication.sendPostedEvents(None, 52)
    assert carrier.document.character.equipment == (SPEAR, sword)
    carrier.ask(0)
    assert carrier.dialog().item == SPEAR
    carrier.dialog().made.emit(SPEAR.with_(name="Gungnir"))
    assert carrier.document.character.equipment[0].name == "Gungnir"
    names = [carrier.document.undo_stack.text(step) for step in range(carrier.document.undo_stack.count())]
    assert names == ["Make equipment", "Change equipment"]
    carrier.document.undo_stack.undo()
    carrier.document.undo_stack.undo()
    assert carrier.document.character.equipment == (SPEAR,)


def test_too_much_equipment_is_refused_with_the_reason(carrier):
    full = carrier.document.character.with_(equipment=(SPEAR,) * 40)
    carrier.document.apply("Load", lambda _now: full)
    carrier.ask()
    carrier.dialog().made.emit(SPEAR)
    assert [why.code for why in carrier.refused] == ["most-items"]


def test_what_was_asked_of_another_character_is_not_done_to_this_one(carrier):
    carrier.ask(0)
    dialog = carrier.dialog()
    other = add_item(bob(), item_from(rulebook().die("sword"))).with_(id="f" * 32)
    carrier.document.open(other)
    dialog.made.emit(SPEAR)
    assert carrier.document.character == other


def test_the_shelf_of_dice_asks_to_make_and_to_change(qtbot, on_screen):
    holder = QWidget()
    shelf = DiceShelf(Theme("iron"), holder, "Equipment", "Add", make="Make one…")
    shelf.show_dice([])
    shelf.setParent(None)
    on_screen(shelf)
    asked = []
    shelf.requested.connect(lambda act, key: asked.append((act, key)))
    make, change = shelf.buttons["make"], shelf.buttons["change"]
    qtbot.mouseClick(make, Qt.MouseButton.LeftButton)
    assert not change.isEnabled()
    assert change.toolTip()
    shelf.show_dice([Line("Spear", key="0"), Line("Sword", key="1")])
    shelf.view.go_to("1")
    qtbot.mouseClick(change, Qt.MouseButton.LeftButton)
    shelf.view.setFocus()
    qtbot.keyClick(shelf.view, Qt.Key.Key_Return)
    at = shelf.view.visualRect(shelf.view.lines.index(0)).center()
    qtbot.mouseClick(shelf.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.mouseDClick(shelf.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert asked == [("make", ""), ("change", "1"), ("change", "1"), ("change", "0")]


def test_a_shelf_of_dice_that_are_not_made_has_no_such_buttons(qtbot, on_screen):
    holder = QWidget()
    shelf = DiceShelf(Theme("iron"), holder, "Hindering", "Add")
    shelf.show_dice([Line("Poison", key="0")])
    shelf.setParent(None)
    on_screen(shelf)
    asked = []
    shelf.requested.connect(lambda act, key: asked.append((act, key)))
    shelf.view.go_to("0")
    shelf.view.setFocus()
    qtbot.keyClick(shelf.view, Qt.Key.Key_Return)
    assert asked == []
    assert list(shelf.buttons) == ["remove"]


@pytest.mark.parametrize(
    "mime",
    [
        lambda: die_mime(CarriedDie("", "", ("melee", "norse/troll", "", "", "", "")), "x"),
        lambda: face_mime("norse/troll", "x"),
    ],
)
def test_pasted_icons_the_rulebook_lacks_are_refused_with_the_reason(desk, mime):
    table = desk(SPEAR)
    before = table.codes
    QApplication.clipboard().setMimeData(mime())
    table.dialog.faces.board.edit_requested.emit("paste", 0, 0)
    assert table.codes == before
    assert "norse" in table.dialog.faces.findChild(SteadyLabel).text()
    QApplication.clipboard().clear()


def test_typing_with_the_keys_on_a_box_or_a_button_searches_icons_and_enter_takes_the_one_found(qtbot, desk):
    at = desk(SPEAR)
    for widget in (at.dialog.faces.beside, at.dialog.faces.times[0]):
        at.click_face(1)
        widget.setFocus()
        for letter in "ridin":
            qtbot.keyClicks(QApplication.focusWidget(), letter)
        assert at.dialog.faces.icons.search.text() == "ridin"
        at.key(Qt.Key.Key_Return)
        assert at.dialog.isVisible()
        assert at.made == []
        assert "riding" in at.codes[1]


def test_arrows_go_round_the_one_die_and_enter_chooses_an_icon_for_a_face(qtbot, desk):
    at = desk()
    board = at.dialog.faces.board
    board.focus_face()
    at.key(Qt.Key.Key_Right)
    assert board.face == 3
    at.key(Qt.Key.Key_Return)
    at.key(Qt.Key.Key_Return)
    assert at.dialog.isVisible()
    assert at.codes[3] != ""
