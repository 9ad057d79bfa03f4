"""The guide in the running window: F1, links, sample rolls, and the button back."""

import shutil

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QScrollArea, QWidget

from bones_desktop.pages.builder.originchanger import ProblemList
from bones_desktop.pages.reference.entry import ReferenceSection
from bones_desktop.pages.reference.guideways import GuideWindow
from bones_desktop.pages.reference.referencepanel import EVERYTHING
from bones_desktop.pages.shelf.newdialog import block_starts
from bones_desktop.rules.bones.book.character import CharacterKind, ItemDie, ItemKind
from bones_desktop.rules.bones.book.icons import UNFILLED
from bones_desktop.rules.bones.book.rulebook import BlockKind
from bones_desktop.rules.bones.making.edits import set_face
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.games import guide_of
from bones_desktop.widgets.choice.fighters import choices
from bones_desktop.widgets.rows import RULE_ROLE

LEFT = Qt.MouseButton.LeftButton
RULES = "The rules, one by one"


def test_f1_knows_who_is_built(reader):
    reader.program.document.apply("Cast", lambda who: who.with_(kind=CharacterKind.CAST))
    reader.trigger("build")
    reader.press(Qt.Key.Key_F1)
    assert reader.reference.guide.page.id == "beasts"


def test_a_rule_beside_an_icon_is_a_link(reader):
    reader.trigger("build")
    reader.program.pages.build.dice.setFocus()
    reader.app.processEvents()
    kind = reader.program.pages.build.dice.palette_panel.why._kind
    assert kind.text().endswith("ICON-1")
    for x in range(0, kind.width(), 4):
        QTest.mouseClick(kind, LEFT, pos=QPoint(x, kind.height() // 2))
    assert reader.window.page == "reference"
    assert reader.reference.model.rows[0].source == "ICON-1"


def test_a_throw_is_thrown_again_and_back(reader):
    reader.trigger("table")
    reader.press(Qt.Key.Key_F1)
    card = reader.reference.guide.throws[0]
    example, said = card.dice.dice, card.result.text()
    assert said == "Success by 2."
    thrown = set()
    for _ in range(30):
        QTest.mouseClick(card.again, LEFT)
        thrown.add(card.dice.dice)
    assert len(thrown) > 5
    QTest.mouseClick(card.back, LEFT)
    assert (card.dice.dice, card.result.text(), card.back.isVisible()) == (example, said, False)


def test_the_adventure_is_hidden_until_the_game_master_asks(reader):
    reader.trigger("reference")
    panel = reader.reference
    panel.search("matron")
    assert not [each for each in panel.model.rows if each.section is ReferenceSection.ADVENTURE]
    panel.search("")
    panel.sections.go_to(ReferenceSection.ADVENTURE)
    assert panel.empty.isVisible()
    assert "game master" in panel.empty.text()
    QTest.mouseClick(panel.spoilers, LEFT)
    assert reader.program.settings.value.spoilers
    assert panel.model.rowCount() > 50
    QTest.mouseClick(panel.spoilers, LEFT)
    assert panel.model.rowCount() == 0
    panel.sections.go_to(EVERYTHING)
    assert not panel.spoilers.isVisible()


def test_lists_offer_what_is_of_the_adventure_with_the_switch_only(reader):
    def names():
        book = reader.program.document.rulebook
        offered = {each.text for each in choices(book, (), reader.program.document.character)}
        return offered, {start.title for start in block_starts(book, dict.fromkeys(BlockKind, ""))}

    assert all("Tribal Matron" not in shown and "Cobra" in shown for shown in names())
    assert reader.program.document.rulebook.block("tribal-matron").name == "Tribal Matron"
    reader.program.settings.edit(spoilers=True)
    assert all("Tribal Matron" in shown for shown in names())
    reader.program.settings.edit(spoilers=False)
    assert all("Tribal Matron" not in shown for shown in names())


def test_f1_on_what_is_missing_opens_its_rule(reader):
    reader.program.document.apply(
        "Empty a face", lambda each: set_face(reader.program.document.rulebook, each, 0, 3, UNFILLED)
    )
    reader.trigger("build")
    view = reader.program.pages.build.findChild(ProblemList)
    view.setCurrentIndex(view.lines.index(0))
    view.setFocus()
    reader.press(Qt.Key.Key_F1)
    assert reader.window.page == "reference"
    assert reader.reference.model.rows[0].source == view.lines.rows[0].rule


def test_a_page_about_the_program_lists_no_rules(reader):
    reader.trigger("log")
    reader.press(Qt.Key.Key_F1)
    assert [each.text() for each in reader.reference.guide.findChildren(QLabel) if each.isVisible()][-1] != RULES
    reader.reference.open_page("bones", "sheet")
    reader.app.processEvents()
    assert [each for each in reader.reference.guide.findChildren(QLabel) if each.isVisible() and each.text() == RULES]


def test_each_rule_of_a_page_has_its_name_above_it(reader):
    """The name ran into the text, as if it were its first sentence."""
    reader.reference.open_page("bones", "trying")
    reader.trigger("reference")
    named = {rule.id: rule.name for rule in guide_of("bones").rules}
    labels = reader.reference.guide.findChildren(QLabel)
    for rule in reader.reference.guide.page.rules:
        [text] = [each for each in labels if each.objectName() == rule]
        [name] = [each for each in labels if each.text() == named[rule] and each.parent() is text.parent()]
        assert name.font().bold()
        assert not text.font().bold()
        assert 0 <= text.y() - name.geometry().bottom() <= 4


@pytest.mark.parametrize("page", ["log", "sheet"])
def test_smaller_games_have_the_pages_about_the_program(reader, page):
    harriet = next((shipped("resources") / "games" / "basics" / "samples").glob("*.bones"))
    reader.program.files.work_on(harriet)
    reader.trigger(page)
    reader.press(Qt.Key.Key_F1)
    assert reader.reference.guide.page.id == page


def test_f1_in_an_open_list_closes_it_and_opens_the_page(reader):
    reader.trigger("sheet")
    combo = next(each for each in reader.window.page_widget().findChildren(QComboBox) if each.isVisible())
    combo.setFocus()
    combo.showPopup()
    reader.app.processEvents()
    QTest.keyClick(reader.app.activePopupWidget(), Qt.Key.Key_F1)
    reader.app.processEvents()
    assert reader.app.activePopupWidget() is None
    assert reader.reference.guide.page.id == "sheet"
    reader.trigger("build")
    reader.program.pages.build.tabs.setCurrentIndex(1)
    origin = reader.program.pages.build.dice.origin.origins[0]
    QTest.mouseClick(origin, LEFT)
    assert reader.app.activePopupWidget() is origin.popup
    assert not origin.model.rows, "no template, no card"
    QTest.keyClick(reader.app.activePopupWidget().focusWidget(), Qt.Key.Key_F1)
    reader.app.processEvents()
    assert reader.app.activePopupWidget() is None
    assert reader.reference.guide.page.id == "icons"


def test_f1_in_a_list_opens_the_card_of_the_row_chosen_also_while_it_is_searched(reader, tmp_path):
    def open_list():
        reader.trigger("build")
        reader.program.pages.build.tabs.setCurrentIndex(1)
        QTest.mouseClick(origin, LEFT)
        assert reader.app.activePopupWidget() is origin.popup

    def first():
        assert reader.app.activePopupWidget() is None
        assert reader.window.page == "reference"
        assert reader.reference.guide.page is None
        return reader.reference.model.rows[0].name, reader.reference.model.rows[0].section

    ragnar = tmp_path / "Ragnar.bones"
    shutil.copy(shipped("resources") / "games" / "bones" / "samples" / "ragnar.bones", ragnar)
    reader.program.files.work_on(ragnar)
    origin = reader.program.pages.build.dice.origin.origins[0]
    open_list()
    reader.press(Qt.Key.Key_F1)
    assert first() == (origin.text(), ReferenceSection.TEMPLATES)
    open_list()
    QTest.keyClicks(reader.app.focusWidget(), "roman")
    assert reader.app.focusWidget() is origin.popup.search
    reader.press(Qt.Key.Key_F1)
    assert first() == ("Roman", ReferenceSection.TEMPLATES)
    reader.trigger("build")
    palette = reader.program.pages.build.dice.palette_panel
    palette.start_search()
    palette.view.setCurrentIndex(palette.model.index(palette.model.row_of("maneuver")))
    reader.press(Qt.Key.Key_F1)
    assert first() == ("Maneuver", ReferenceSection.SKILLS)


def test_f1_in_a_list_of_a_dialog_opens_the_page_where_the_guide_has_no_rule_of_that_name(reader):
    reader.trigger("build")
    reader.program.pages.build.tabs.setCurrentIndex(2)
    reader.program.pages.build.story.items.buttons["make"].click()
    dialog = reader.dialog()
    QTest.mouseClick(dialog.form.fields["start"], LEFT)
    dialog.form.fields["start"].popup.view.setCurrentIndex(dialog.form.fields["start"].model.index(3))
    assert dialog.form.fields["start"].popup.view.currentIndex().data(RULE_ROLE)
    QTest.keyClick(reader.app.focusWidget(), Qt.Key.Key_F1)
    reader.app.processEvents()
    assert dialog.findChild(GuideWindow).isVisible()
    dialog.close()


def test_a_page_opened_by_f1_stands_under_the_guide_whatever_section_was_looked_at(new_reader):
    """That of a smaller game stood under Other games, and All pages led to its tables."""
    panel = new_reader.reference
    new_reader.program.files.work_on(next((shipped("resources") / "games" / "basics" / "samples").glob("*.bones")))
    new_reader.trigger("reference")
    assert panel.sections.current == ReferenceSection.GAMES
    new_reader.trigger("table")
    new_reader.press(Qt.Key.Key_F1)
    assert panel.guide.page.id == "basics"
    assert panel.sections.current == ReferenceSection.GUIDE
    QTest.mouseClick(panel.guide.all_pages, LEFT)
    assert {each.section for each in panel.model.rows} == {ReferenceSection.GUIDE}


def test_a_page_opened_by_f1_leaves_no_search_of_before_beside_it(new_reader):
    """Sections counted what a word had found, and All pages led to that."""
    panel = new_reader.reference
    new_reader.trigger("reference")
    panel.search("Universal")
    new_reader.trigger("tracker")
    new_reader.press(Qt.Key.Key_F1)
    assert panel.guide.page.id == "healing"
    assert panel.focusProxy().text() == ""
    QTest.mouseClick(panel.guide.all_pages, LEFT)
    assert len({each.section for each in panel.model.rows}) > 20, "all of it, not what the word finds"


class _Stays(QWidget):
    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()


@pytest.mark.timeout(90)
def test_f1_does_not_wait_for_a_list_that_stays_open(reader):
    popup = _Stays(reader.window, Qt.WindowType.Popup)
    popup.show()
    reader.app.processEvents()
    assert reader.app.activePopupWidget() is popup
    reader.program.pages.guide.open_page()
    assert reader.reference.guide.page is not None
    popup.hide()


def test_the_way_back_goes_once_one_has_gone_on(reader):
    reference = reader.reference
    reader.trigger("tracker")
    reader.press(Qt.Key.Key_F1)
    assert reference.back.isVisible()
    reader.trigger("log")
    reader.trigger("reference")
    assert not reference.back.isVisible()
    reader.trigger("tracker")
    reader.press(Qt.Key.Key_F1)
    QTest.keyClicks(reference.findChild(QLineEdit), "climb")
    assert not reference.back.isVisible()
    reader.trigger("tracker")
    reader.press(Qt.Key.Key_F1)
    reader.press(Qt.Key.Key_Escape)
    assert reader.window.page == "tracker"


def test_a_rule_followed_from_a_page_of_the_guide_leads_back_to_where_it_stood(reader):
    reader.window.resize(1366, 768)
    reader.trigger("table")
    reader.press(Qt.Key.Key_F1)
    reference = reader.reference
    QTest.qWait(50)
    bar = reference.guide.findChild(QScrollArea).verticalScrollBar()
    bar.setValue(200)
    reader.program.pages.guide.open_rule("TASK-8")
    assert reference.guide.page is None
    assert reference.back.text() == "Back to Trying something"
    reader.press(Qt.Key.Key_Escape)
    QTest.qWait(50)
    assert reference.guide.page.name == "Trying something"
    assert reference.guide.spot.height == 200
    assert reference.back.text() == "Back to Table"
    QTest.mouseClick(reference.back, LEFT)
    assert reader.window.page == "table"


def test_armour_says_in_words_what_it_does_and_leads_on(reader):
    reader.trigger("reference")
    reader.reference.search("leather")
    view, rows = reader.reference.view, reader.reference.model.rows
    place = next(place for place, each in enumerate(rows) if each.name == "Light armour")
    assert rows[place].details[0].startswith("Defend on 2 faces, Encumbrance on 1; the die is rolled too.")
    assert "given up instead of taking damage" in rows[place].details[0]
    index = reader.reference.model.index(place, 0)
    view.scrollTo(index)
    reader.app.processEvents()
    QTest.mouseClick(view.viewport(), LEFT, pos=view.visualRect(index).center())
    QTest.mouseDClick(view.viewport(), LEFT, pos=view.visualRect(index).center())
    assert reader.reference.guide.page.id == "healing"


def test_f1_on_a_piece_of_equipment_finds_it_in_the_reference(reader):
    document = reader.program.document
    armour = document.rulebook.die("light-armour")
    item = ItemDie(name=armour.name, kind=ItemKind.ARMOUR, faces=armour.faces)
    document.apply("Put on", lambda each: each.with_(equipment=(item,)))
    reader.trigger("build")
    build = reader.program.pages.build
    build.tabs.setCurrentIndex(2)
    reader.app.processEvents()
    gear = build.story.items
    index = gear.view.lines.index(0)
    assert gear.view.lines.rows[0].second == "Defend on 2 faces, Encumbrance on 1"
    assert "Encumbrance takes away" in index.data(Qt.ItemDataRole.ToolTipRole)
    gear.view.setFocus()
    gear.view.setCurrentIndex(index)
    reader.press(Qt.Key.Key_F1)
    assert reader.window.page == "reference"
    assert reader.reference.model.rows[0].name == "Light armour"
