"""House templates made, mended, shared and taken away in their window, by mouse and by keys."""

import json

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QDropEvent, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialogButtonBox,
    QFileDialog,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
)

from bones_desktop.pages.packs.packforms import FaceButton, IconPopup
from bones_desktop.pages.packs.packlibrary import PackLibrary
from bones_desktop.pages.packs.packwindow import PackWindow
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.rulebook import ForbiddenOccupation, TemplateKind
from bones_desktop.rules.bones.life.packs import PackReading, faults
from bones_desktop.storage import packfile
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.packfile import dump_pack, read_pack, write_pack
from bones_desktop.widgets.dice.iconpalette import PaletteIcon
from tests.support.packs import norse, slots
from tests.support.rulebooks import rulebook

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def library(qapp, tmp_path):
    library = PackLibrary(rulebook(), tmp_path / "packs")
    yield library
    library.close()


@pytest.fixture
def window(library, theme, qtbot):
    window = PackWindow(library, theme)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.come_up()
    return window


@pytest.fixture
def stocked(library, window):
    library.add("New pack", norse())
    return window


def choose(window, entry):
    window.tree.choose("norse", entry)


def entry_of(library, entry):
    pack = library.pack("norse")
    return next(each for each in (*pack.templates, *pack.equipment, *pack.races) if each.id == entry)


def make(window, kind, name):
    window.new.actions_by_kind[kind].trigger()
    dialog = window.findChild(QInputDialog)
    field = dialog.findChild(QLineEdit)
    QTest.keyClicks(field, name)
    QTest.keyClick(field, Qt.Key.Key_Return)
    QApplication.processEvents()


def pick(choice_button, key):
    """Choose as people do: open the list and click."""
    choice_button.open()
    model = choice_button.model
    row = next(row for row, choice in enumerate(model.rows) if choice.key == key)
    view = choice_button.popup.view
    view.scrollTo(model.index(row))
    QTest.mouseClick(view.viewport(), LEFT, pos=view.visualRect(model.index(row)).center())


def pick_icons(window, *codes):
    popup = window.pane.popup
    for code in codes:
        index = popup.model.index(popup.model.row_of(code))
        popup.view.scrollTo(index)
        QTest.mouseClick(popup.view.viewport(), LEFT, pos=popup.view.visualRect(index).center())


def test_an_empty_window_says_what_it_is_for(window):
    assert window.pane.currentWidget().widget().findChild(QLabel).text().startswith("Make your own")
    assert not window.new.actions_by_kind["culture"].isEnabled()
    assert not window.delete.isEnabled()


def test_an_occupation_is_made_by_mouse(window, library):
    make(window, "pack", "The Norse")
    make(window, "occupation", "Raider")
    (pack,) = [file.pack for file in library.files]
    assert (pack.id, pack.templates[0].id) == ("the-norse", "the-norse/raider")
    form = window.pane.template
    pick(form.aptitude, "physical")
    pick(form.rows[0].mode, "fixed")
    pick_icons(window, "melee")
    pick(form.rows[1].mode, "one-of")
    pick_icons(window, "sailor", "defend")
    window.pane.popup.close()
    form.led_by.go_to("hunter-gatherer")
    QTest.keyClick(form.led_by, Qt.Key.Key_Space)
    (raider,) = library.pack("the-norse").templates
    assert raider.slots == slots("universal, physical, melee, defend/sailor, any, any")
    assert raider.opened_by == ("hunter-gatherer",)
    assert faults(rulebook(), library.pack("the-norse")) == ()
    assert read_pack(library.folder / "the-norse.bonespack.json").pack == library.pack("the-norse")
    steps = library.undo_stack.count()
    for _ in range(steps):
        QTest.mouseClick(window.history.undo, LEFT)
    assert library.files == ()
    for _ in range(steps):
        QTest.mouseClick(window.history.redo, LEFT)
    assert library.pack("the-norse").templates == (raider,)


def test_faces_are_chosen_by_keys_alone(stocked, library):
    choose(stocked, "norse/raider")
    row = stocked.pane.template.rows[1]
    row.button.setFocus()
    QTest.keyClick(row.button, Qt.Key.Key_Return)
    popup = stocked.pane.popup
    assert popup.isVisible()
    QTest.keyClicks(popup.view, "s")
    QTest.keyClicks(popup.search, "tealth")
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    assert popup.isVisible()
    assert {each.code for each in entry_of(library, "norse/raider").slots[3].options} == {"melee", "defend", "stealth"}
    QTest.keyClick(popup.search, Qt.Key.Key_Down)
    QTest.keyClick(popup.view, Qt.Key.Key_Return)
    assert popup.isVisible()
    assert {each.code for each in entry_of(library, "norse/raider").slots[3].options} == {"melee", "defend"}
    QTest.keyClick(popup.view, Qt.Key.Key_Escape)
    assert not popup.isVisible()
    QTest.keyClick(stocked, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert len(entry_of(library, "norse/raider").slots[3].options) == 3


def test_one_of_six_is_the_most(stocked, library):
    choose(stocked, "norse/raider")
    stocked.pane.template.rows[1].button.click()
    pick_icons(stocked, "craft", "healer", "magic", "riding")
    pick_icons(stocked, "thief")
    assert len(entry_of(library, "norse/raider").slots[3].options) == 6
    popup = stocked.pane.popup
    assert "At most 6 icons" in popup.model.index(popup.model.row_of("thief")).data(Qt.ItemDataRole.ToolTipRole)
    popup.close()


def test_any_skill_takes_the_icons_away(stocked, library):
    choose(stocked, "norse/raider")
    pick(stocked.pane.template.rows[0].mode, "any")
    assert entry_of(library, "norse/raider").slots[2].free
    assert faults(rulebook(), library.pack("norse")) == ()


def ticked(names):
    return [line.key for line in names.lines.rows if line.ticked]


def test_a_kind_that_leads_elsewhere_shows_what_does_not_fit(stocked, library):
    choose(stocked, "norse/sea-farer")
    pick(stocked.pane.template.fields["kind"], "culture")
    assert entry_of(library, "norse/sea-farer").kind is TemplateKind.CULTURE
    form = stocked.pane.template
    assert ticked(form.leads_to) == ["norse/raider", "merchant"]
    row = next(
        row for row, each in enumerate(stocked.faults.lines.rows) if "norse/raider” is not a background" in each.text
    )
    stocked.faults.clicked.emit(stocked.faults.lines.index(row))
    assert stocked.tree.node.entry == "norse/sea-farer"
    assert form.leads_to.hasFocus()
    for name in ("norse/raider", "merchant"):
        form.leads_to.tick_requested.emit(name)
    assert entry_of(library, "norse/sea-farer").opens == ()


def test_what_an_occupation_follows_and_leads_to_is_ticked_saved_and_read_again(stocked, library):
    """Amendment 25: an occupation could lead to nothing, and a background not to the occupation Sailor."""
    choose(stocked, "norse/raider")
    form = stocked.pane.template
    form.leads_to.tick_requested.emit("sailor")
    form.after.tick_requested.emit("thief")
    raider = entry_of(library, "norse/raider")
    assert (raider.opens, raider.after) == (("sailor",), ("thief",))
    assert (ticked(form.leads_to), ticked(form.after)) == (["sailor"], ["thief"])
    choose(stocked, "norse/sea-farer")
    form.leads_to.tick_requested.emit("sailor")
    assert "sailor" in ticked(form.leads_to)
    assert faults(rulebook(), library.pack("norse")) == ()
    (path,) = library.folder.glob("norse*.bonespack.json")
    assert read_pack(path).pack == library.pack("norse")
    assert '"after": ["thief"]' in path.read_text(encoding="utf-8")


def test_what_a_culture_forbids_is_ticked_for_all_or_for_one_background(stocked, library):
    choose(stocked, "norse/norse")
    form = stocked.pane.template
    assert [each.key for each in form.forbidden_to.model.offered] == ["", "norse/sea-farer", "nomad"]
    form.forbidden.tick_requested.emit("wizard")
    pick(form.forbidden_to, "nomad")
    assert ticked(form.forbidden) == []
    form.forbidden.tick_requested.emit("student")
    assert ticked(form.forbidden) == ["student"]
    assert entry_of(library, "norse/norse").forbids == (
        ForbiddenOccupation(occupation="wizard"),
        ForbiddenOccupation(occupation="student", background="nomad"),
    )
    assert faults(rulebook(), library.pack("norse")) == ()
    (path,) = library.folder.glob("norse*.bonespack.json")
    assert read_pack(path).pack == library.pack("norse")
    choose(stocked, "norse/raider")
    choose(stocked, "norse/norse")
    assert ticked(form.forbidden) == ["wizard"]
    form.forbidden.tick_requested.emit("wizard")
    assert [each.occupation for each in entry_of(library, "norse/norse").forbids] == ["student"]


def test_equipment_is_made_face_by_face(stocked, library):
    choose(stocked, "norse/long-axe")
    form = stocked.pane.item
    QTest.mouseClick(form.faces[4], LEFT)
    pick_icons(stocked, "defend")
    QTest.mouseClick(form.count.button(2), LEFT)
    assert entry_of(library, "norse/long-axe").faces[4] == face("defend x2")
    form.together.setChecked(True)
    QTest.mouseClick(form.faces[4], LEFT)
    pick_icons(stocked, "encumbrance")
    assert entry_of(library, "norse/long-axe").faces[4] == face("defend+encumbrance x2")
    QTest.mouseClick(form.faces[4], LEFT)
    pick_icons(stocked, "blank")
    assert entry_of(library, "norse/long-axe").faces[4] == face("blank")
    assert not form.count.button(2).isEnabled()
    form.fields["range_increment"].setValue(0)
    assert entry_of(library, "norse/long-axe").range_increment is None
    pick(form.fields["kind"], "magic-item")
    assert entry_of(library, "norse/long-axe").kind.value == "magic-item"


def test_a_race_is_made(stocked, library, theme):
    make(stocked, "race", "Half giant")
    form = stocked.pane.race
    assert entry_of(library, "norse/half-giant").letters == "Ha"
    fields = form.readings.fields
    pick(fields["skill.0"], "craft")
    pick(fields["mastery.0"], "master")
    pick(fields["skill.1"], "riding")
    assert "skill.2" in fields
    pick(fields["skill.1"], "remove")
    assert fields["skill.1"].current == ""
    assert entry_of(library, "norse/half-giant").readings == (PackReading(skill="craft", mastery="master"),)
    before = theme.faces.image("norse/half-giant", 48)
    form.fields["letters"].selectAll()
    QTest.keyClicks(form.fields["letters"], "HG!")
    assert form.fields["letters"].text() == "HG"
    assert theme.faces.image("norse/half-giant", 48) != before
    library.flush()
    assert library.rulebook.race("norse/half-giant").letters == "HG"


@pytest.mark.parametrize("count", [18, 20])
def test_no_skill_is_added_to_a_race_that_has_all_it_can_have(stocked, library, count):
    skills = [skill.id for skill in rulebook().skills]
    readings = tuple(PackReading(skill=each) for each in (skills if count == len(skills) else skills[:10] * 2))
    library.edit("Skills", "norse", lambda pack: pack.with_(races=(pack.races[0].with_(readings=readings),)))
    choose(stocked, "norse/troll")
    form = stocked.pane.race
    assert form.full.isVisible()
    assert f"skill.{count - 1}" in form.readings.fields
    assert f"skill.{count}" not in form.readings.fields
    assert len(entry_of(library, "norse/troll").readings) == count


def test_typing_a_name_is_one_step_and_follows_in_the_tree(stocked, library):
    choose(stocked, "norse/raider")
    before = library.undo_stack.count()
    stocked.pane.template.fields["name"].setFocus()
    stocked.pane.template.fields["name"].selectAll()
    QTest.keyClicks(stocked.pane.template.fields["name"], "Viking")
    assert library.undo_stack.count() == before + 1
    assert stocked.tree.node.text == "Viking"
    assert stocked.pane.template.fields["name"].hasFocus()
    QTest.keyClick(stocked.pane.template.fields["name"], Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert stocked.tree.node.text == "Raider"
    assert stocked.pane.template.fields["name"].text() == "Raider"


def test_what_is_to_mend_is_listed_and_leads_to_its_spot(stocked, library):
    assert not stocked.faults.isVisible()
    pick(stocked_row(stocked).mode, "fixed")
    stocked.pane.popup.close()
    raider = entry_of(library, "norse/raider")
    library.edit(
        "Break",
        "norse",
        lambda pack: pack.with_(templates=(*pack.templates[:2], raider.with_(name="", slots=raider.slots[:5]))),
    )
    assert stocked.faults.isVisible()
    texts = [row.text for row in stocked.faults.lines.rows]
    assert texts == ["No name yet: Give it a name.", "No name yet: A die has six faces; this has 5."]
    choose(stocked, "norse/troll")
    stocked.faults.setFocus()
    stocked.faults.setCurrentIndex(stocked.faults.lines.index(0))
    QTest.keyClick(stocked.faults, Qt.Key.Key_Return)
    assert stocked.tree.node.entry == "norse/raider"
    assert stocked.pane.template.fields["name"].hasFocus()
    assert not library.rulebook.has_template("norse/raider")


def stocked_row(window):
    choose(window, "norse/raider")
    return window.pane.template.rows[2]


def test_icons_that_are_offered_go_with_what_they_are_for(stocked):
    choose(stocked, "norse/long-axe")
    QTest.mouseClick(stocked.pane.item.faces[0], LEFT)
    assert stocked.pane.popup.isVisible()
    choose(stocked, "norse/raider")
    assert not stocked.pane.popup.isVisible()


def test_copies_and_deletions_are_undone(stocked, library):
    choose(stocked, "norse/raider")
    QTest.mouseClick(stocked.duplicate, LEFT)
    assert stocked.tree.node.entry == "norse/raider-copy"
    assert library.pack("norse").templates[-1].name == "Raider (copy)"
    stocked.tree.setFocus()
    QTest.keyClick(stocked.tree, Qt.Key.Key_Delete)
    assert len(library.pack("norse").templates) == 3
    assert stocked.tree.node is not None
    QTest.mouseClick(stocked.toast.button, LEFT)
    assert len(library.pack("norse").templates) == 4
    choose(stocked, "")
    QTest.mouseClick(stocked.duplicate, LEFT)
    assert sorted(file.pack.id for file in library.files) == ["norse", "the-norse-copy"]
    QTest.mouseClick(stocked.delete, LEFT)
    assert [file.pack.id for file in library.files] == ["norse"]


def test_what_was_deleted_is_brought_back_only_while_that_was_the_last_step(stocked, library):
    choose(stocked, "norse/raider")
    QTest.mouseClick(stocked.delete, LEFT)
    assert stocked.toast.text().startswith("Raider was deleted")
    assert stocked.toast.isVisible()
    stocked.pane.template.edited.emit("Change name", {"name": "Other"}, "")
    assert not stocked.toast.isVisible()
    QTest.mouseClick(stocked.history.undo, LEFT)
    assert not stocked.toast.isVisible()
    choose(stocked, "")
    QTest.mouseClick(stocked.delete, LEFT)
    assert stocked.toast.text().startswith("The Norse was deleted")
    QTest.mouseClick(stocked.history.undo, LEFT)
    assert not stocked.toast.isVisible()


def test_what_is_done_moves_nothing_of_the_page(stocked, library, tmp_path):
    before = stocked.tree.geometry()
    stocked.acts._export("norse", tmp_path / "given.json")
    QTest.qWait(10)
    assert stocked.toast.text().startswith("Written to ")
    assert stocked.toast.isVisible()
    assert not stocked.banner.isVisible()
    assert stocked.tree.geometry() == before


def test_a_deletion_that_fails_is_told_and_tried_again(stocked, library, monkeypatch):
    choose(stocked, "")
    remove = library._folder.remove

    def refuse(path):
        raise FileProblem("denied", path)

    monkeypatch.setattr(library._folder, "remove", refuse)
    QTest.mouseClick(stocked.delete, LEFT)
    assert "may not read or write" in stocked.banner.text
    monkeypatch.setattr(library._folder, "remove", remove)
    again = next(b for b in stocked.banner.findChildren(QAbstractButton) if b.text() == "Try again")
    QTest.mouseClick(again, LEFT)
    assert not (library.folder / "norse.bonespack.json").exists()
    assert stocked.banner.text == ""


def test_a_pack_that_grows_too_large_is_told_and_undone(stocked, library, monkeypatch):
    monkeypatch.setattr(packfile, "LARGEST", len(dump_pack(norse())) + 500)
    choose(stocked, "")
    stocked.pane.about.fields["note"].setPlainText("x" * 1_900)
    library.flush()
    assert "too large" in stocked.banner.text
    back = next(b for b in stocked.banner.findChildren(QAbstractButton) if b.text() == "Undo")
    QTest.mouseClick(back, LEFT)
    assert library.pack("norse").note == ""
    assert library.saved


def test_no_more_packs_are_made_than_are_read(stocked, library, monkeypatch):
    monkeypatch.setattr(packfile, "MOST_FILES", 1)
    choose(stocked, "")
    QTest.mouseClick(stocked.duplicate, LEFT)
    assert "which is the most" in stocked.banner.text
    make(stocked, "pack", "Another")
    assert [file.pack.id for file in library.files] == ["norse"]


def test_a_dropped_pack_is_taken_in(window, library, tmp_path):
    given = tmp_path / "given.json"
    write_pack(given, norse())
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(given))])
    position = QPointF(5, 5)
    event = QDropEvent(position, Qt.DropAction.CopyAction, mime, LEFT, Qt.KeyboardModifier.NoModifier)
    window.dropEvent(event)
    assert library.pack("norse") == norse()
    assert window.tree.node.pack == "norse"
    assert window.toast.text() == "The Norse was imported."
    window.take_in([given])
    assert window.toast.text() == "The Norse was imported already."
    write_pack(given, norse().with_(note="newer"))
    window.take_in([given])
    assert window.toast.text() == "The Norse replaced the earlier version."
    QTest.mouseClick(window.history.undo, LEFT)
    assert library.pack("norse") == norse()


def test_a_file_that_is_no_pack_is_told_with_line_and_column(window, library, tmp_path):
    given = tmp_path / "given.json"
    given.write_text('{"format": "bones-desktop-pack", "schema": 1,\n "id": "Norse", "name": "x"}', encoding="utf-8")
    window.take_in([given])
    assert "given.json cannot be used as a pack. Line 2, column 8:" in window.banner.text
    assert library.files == ()
    write_pack(given, norse())
    window.take_in([given])
    assert (window.banner.text, window.toast.text()) == ("", "The Norse was imported.")


def test_a_damaged_pack_is_listed_with_every_error_and_read_again(stocked, library):
    path = library.folder / "bad.json"
    path.write_text('{"format": "bones-desktop-pack", "schema": 1,\n "id": "Bad", "name": 1}', encoding="utf-8")
    library.reload()
    stocked.tree.choose("", "", str(path))
    text = stocked.pane.damaged.text.text()
    assert "Line 2, column 8:" in text
    assert "Line 2, column 23:" in text
    path.write_text(json.dumps({"format": "bones-desktop-pack", "schema": 1, "id": "bad", "name": "Good"}))
    stocked.pane.damaged.again.click()
    assert [file.pack.name for file in library.files] == ["Good", "The Norse"]
    assert not stocked.tree.nodes.find(("", "", str(path))).isValid()


def test_a_pack_is_exported_to_the_path_the_dialog_asked_about(stocked, library, tmp_path):
    choose(stocked, "norse/raider")
    (tmp_path / "mine.bonespack.json").write_text("precious", encoding="utf-8")
    for typed in ("mine", "other"):
        QTest.mouseClick(stocked.give, LEFT)
        dialog = stocked.findChild(QFileDialog)
        dialog.fileSelected.emit(str(tmp_path / typed))
        dialog.close()
        dialog.setParent(None)
    assert read_pack(tmp_path / "other.bonespack.json").pack == norse()
    assert (tmp_path / "mine.bonespack.json").read_text(encoding="utf-8") == "precious"
    assert "mine.bonespack.json is already in" in stocked.findChild(QMessageBox).text()


def test_what_something_else_changed_is_decided_in_the_banner(stocked, library):
    path = library.folder / "norse.bonespack.json"
    write_pack(path, norse().with_(note="theirs"))
    library.edit("Note", "norse", lambda pack: pack.with_(note="mine"))
    assert "Something else has changed" in stocked.banner.text
    theirs = next(b for b in stocked.banner.findChildren(QAbstractButton) if b.text() == "Use the version on disk")
    QTest.mouseClick(theirs, LEFT)
    assert library.pack("norse").note == "theirs"


@pytest.mark.parametrize("size", [100, 150])
def test_every_form_fits_the_width_of_a_small_screen(stocked, theme, size):
    theme.set_text_size(size)
    stocked.resize(1229, 676)
    for entry in ("", "norse/norse", "norse/sea-farer", "norse/raider", "norse/long-axe", "norse/troll"):
        choose(stocked, entry)
        QApplication.processEvents()
        area = stocked.pane.currentWidget()
        assert area.widget().minimumSizeHint().width() <= area.viewport().width(), entry
    assert stocked.minimumSizeHint().height() <= 676


def test_everything_has_a_name_for_screen_readers(stocked):
    for entry in ("", "norse/norse", "norse/raider", "norse/long-axe", "norse/troll"):
        choose(stocked, entry)
        for button in stocked.pane.currentWidget().findChildren(QAbstractButton):
            assert button.accessibleName() or button.text() or button.toolTip()


def test_a_closed_pack_stays_closed_and_what_is_new_is_shown(stocked, library):
    choose(stocked, "")
    stocked.tree.collapse(stocked.tree.currentIndex())
    library.edit("Less", "norse", lambda pack: pack.with_(races=()))
    assert not stocked.tree.isExpanded(stocked.tree.nodes.find(("norse", "", "")))
    make(stocked, "race", "Giant")
    assert stocked.tree.node.entry == "norse/giant"
    assert stocked.tree.isExpanded(stocked.tree.nodes.find(("norse", "", "")))


def test_after_a_deletion_its_neighbour_is_chosen(stocked, library):
    choose(stocked, "norse/sea-farer")
    stocked.delete.click()
    assert stocked.tree.node.entry == "norse/raider"
    stocked.history.undo.click()
    assert len(library.pack("norse").templates) == 3


def test_names_are_never_read_as_markup(stocked, library):
    library.edit("Evil", "norse", lambda pack: pack.with_(name="<b>Evil</b><img src='x'>"))
    choose(stocked, "")
    for label in stocked.findChildren(QLabel):
        if "Evil" in label.text():
            assert label.textFormat() == Qt.TextFormat.PlainText
    stocked.delete.click()
    assert "<b>" not in stocked.history.undo.toolTip()
    stocked.history.undo.click()
    tip = stocked.tree.currentIndex().data(Qt.ItemDataRole.ToolTipRole)
    assert "<b>" not in tip


def test_no_template_is_made_without_a_name(stocked, library):
    make(stocked, "culture", "  ")
    assert len(library.pack("norse").templates) == 3
    assert "needs a name" in stocked.toast.text()


def test_names_that_are_ticked_are_in_view(stocked):
    choose(stocked, "norse/norse")
    QApplication.processEvents()
    names = stocked.pane.template.leads_to
    row = next(row for row, name in enumerate(names.lines.rows) if name.ticked)
    assert names.viewport().rect().intersects(names.visualRect(names.lines.index(row)))


def tabbed(window, first):
    """Return what Tab comes by, from `first` on until it is there again."""
    first.setFocus()
    found = [first]
    for _ in range(60):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        if QApplication.focusWidget() is first:
            return found
        found.append(QApplication.focusWidget())
    raise AssertionError("Tab does not come back")


def test_keys_come_by_everything_from_left_to_right(stocked):
    choose(stocked, "norse/raider")
    form = stocked.pane.template
    assert tabbed(stocked, stocked.tree) == [
        stocked.tree, stocked.new, stocked.duplicate, stocked.delete, form.fields["name"], form.fields["kind"],
        form.second, form.aptitude,
        *(part for row in form.rows for part in (row.button, row.mode)), form.leads_to, form.open_to_all, form.led_by,
        form.after,
        stocked.take, stocked.give, stocked.open_folder, stocked.history.undo,
        *stocked.findChild(QDialogButtonBox).buttons(),
    ]  # fmt: skip
    choose(stocked, "norse/troll")
    race = stocked.pane.race
    fields = [race.fields["name"], race.fields["letters"], *race.readings.fields.values()]
    assert tabbed(stocked, stocked.tree)[4:-5] == fields


@pytest.mark.parametrize("width", range(200, 380, 7))
def test_what_is_to_mend_is_read_to_its_end(stocked, library, theme, width):
    choose(stocked, "norse/long-axe")
    library.edit("Faces", "norse", lambda pack: pack.with_(races=()))
    faults = stocked.faults
    faults.setFixedSize(width, 200)
    QTest.qWait(120)
    (index,) = [faults.lines.index(0)]
    room = faults.visualRect(index)
    needed = QFontMetrics(theme.font("sans", 12)).boundingRect(
        0, 0, room.width() - theme.px(16), 1000, Qt.TextFlag.TextWordWrap, index.data()
    )
    assert needed.height() <= room.height()


def test_what_is_chosen_stays_in_view_when_the_tree_gets_lower(stocked):
    stocked.resize(stocked.width(), 900)
    choose(stocked, "norse/troll")
    stocked.resize(stocked.width(), stocked.minimumSizeHint().height())
    QApplication.processEvents()
    stocked.tree.setFixedHeight(80)
    QApplication.processEvents()
    tree = stocked.tree
    assert tree.viewport().rect().contains(tree.visualRect(tree.currentIndex()).center())


@pytest.mark.parametrize("x", [10, 700])
def test_icons_to_choose_from_leave_the_face_in_view(theme, qtbot, x):
    button = FaceButton(theme, 56)
    qtbot.addWidget(button)
    middle = button.screen().availableGeometry().center().y() - 28
    button.move(x, middle)
    button.show()
    popup = IconPopup(theme, button)
    icons = [PaletteIcon(str(number), str(number)) for number in range(60)]
    popup.open_beside(button, icons)
    assert not popup.geometry().intersects(QRect(button.mapToGlobal(QPoint(0, 0)), button.size()))
    popup.close()


def test_of_very_many_faults_the_first_are_listed(stocked, library):
    raider = norse().templates[2]
    entries = tuple(raider.with_(id=f"norse/r{number}", name="") for number in range(200))
    wrong = tuple(each.with_(opened_by=("nobody", "nowhere")) for each in entries)
    library.edit("Wrong", "norse", lambda pack: pack.with_(templates=wrong))
    choose(stocked, "")
    assert stocked.faults.lines.rowCount() == 200
    assert "The first 200 problems" in [label.text() for label in stocked.findChildren(QLabel)]


def test_a_form_is_no_wider_than_it_reads_well(stocked, theme):
    stocked.resize(2560, 1400)
    choose(stocked, "norse/sea-farer")
    QApplication.processEvents()
    assert stocked.pane.template.width() == theme.px(920)
    assert stocked.tree.width() == theme.px(480)
