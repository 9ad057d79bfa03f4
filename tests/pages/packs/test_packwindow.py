"""House templates are made, fixed, shared and removed in their window, by mouse and keys."""

import json

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
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

from bones_desktop.pages.packs.packlibrary import PackLibrary
from bones_desktop.pages.packs.packwindow import PackWindow
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.rulebook import ForbiddenOccupation, TemplateKind
from bones_desktop.rules.bones.life.packs import PackReading, faults
from bones_desktop.storage import packfile
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.packfile import dump_pack, read_pack, write_pack
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


def test_only_a_click_on_the_sign_of_a_pack_folds_it(stocked):
    tree = stocked.tree
    tree.choose("norse")
    whole, first = tree.lines.rowCount(), tree.visualRect(tree.currentIndex())
    assert whole > 1
    sign, below = QPoint(8, first.center().y()), QPoint(8, tree.viewport().height() - 4)
    QTest.mouseClick(tree.viewport(), LEFT, pos=below)
    assert tree.lines.rowCount() == whole
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.RightButton, pos=sign)
    assert tree.lines.rowCount() == whole
    QTest.mouseClick(tree.viewport(), LEFT, pos=sign)
    assert tree.lines.rowCount() == 1


def test_an_empty_window_says_what_it_is_for(window):
    assert window.pane.currentWidget().widget().findChild(QLabel).text().startswith("Make your own")
    assert not window.new.actions_by_kind["culture"].isEnabled()
    assert not window.delete.isEnabled()


def test_an_occupation_is_made_by_mouse(window, library):
    make(window, "pack", "The Norse")
    make(window, "occupation", "Raider")
    (pack,) = [file.pack for file in library.files]
    assert (pack.id, pack.templates[0].id) == ("the-norse", "the-norse/raider")
    form, links = window.pane.form, window.pane.form.links.lists
    pick(form.fields["slots.1.0"], "physical")
    pick(form.fields["slots.2.0"], "melee")
    pick(form.fields["slots.3.0"], "defend")
    pick(form.fields["slots.3.1"], "sailor")
    links["opened_by"].go_to("hunter-gatherer")
    QTest.keyClick(links["opened_by"], Qt.Key.Key_Space)
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
    field = stocked.pane.form.fields["slots.3.2"]
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.keyClicks(field.popup.search, "stealth")
    QTest.keyClick(field.popup.search, Qt.Key.Key_Return)
    assert [each.code for each in entry_of(library, "norse/raider").slots[3].options] == ["defend", "melee", "stealth"]
    assert stocked.pane.form.fields["slots.3.2"].hasFocus()
    QTest.keyClick(stocked, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert len(entry_of(library, "norse/raider").slots[3].options) == 2


def test_icons_of_a_face_follow_the_order_of_the_rulebook(stocked, library):
    choose(stocked, "norse/raider")
    for id, code in (("slots.3.2", "thief"), ("slots.3.3", "craft")):
        pick(stocked.pane.form.fields[id], code)
    codes = [each.code for each in entry_of(library, "norse/raider").slots[3].options]
    assert codes == ["craft", "defend", "melee", "thief"]


def test_a_click_on_a_face_opens_its_icons(stocked):
    choose(stocked, "norse/raider")
    form = stocked.pane.form
    for clicked, id in ((2, "slots.2.0"), (0, "")):
        QTest.mouseClick(form.faces.tiles[clicked], LEFT)
        assert [each for each, field in form.parts.fields.items() if field.is_open] == [id][: bool(id)]
        if id:
            form.fields[id].popup.close()


def test_one_of_six_is_the_most(stocked, library):
    choose(stocked, "norse/raider")
    fields = stocked.pane.form.parts.fields
    for place, code in enumerate(("craft", "healer", "magic", "riding"), 2):
        pick(fields[f"slots.3.{place}"], code)
    assert len(entry_of(library, "norse/raider").slots[3].options) == 6
    assert [id for id in fields if id.startswith("slots.3.")] == [f"slots.3.{place}" for place in range(6)]
    twice = next(each for each in fields["slots.3.5"].model.offered if each.key == "magic")
    assert (twice.allowed, twice.note) == (False, "This face has it already.")
    pick(fields["slots.3.0"], "remove")
    assert len(entry_of(library, "norse/raider").slots[3].options) == 5


def test_any_skill_takes_the_icons_away(stocked, library):
    choose(stocked, "norse/raider")
    pick(stocked.pane.form.fields["slots.2.0"], "any")
    assert entry_of(library, "norse/raider").slots[2].free
    assert faults(rulebook(), library.pack("norse")) == ()


def test_a_pack_with_other_icons_on_its_faces_is_shown_and_mended(stocked, library):
    raider = entry_of(library, "norse/raider")
    wrong = raider.with_(slots=slots("universal, melee, slam/melee, any, any"))
    library.edit("Break", "norse", lambda pack: pack.with_(templates=(*pack.templates[:2], wrong)))
    choose(stocked, "norse/raider")
    fields = stocked.pane.form.fields
    assert (fields["slots.1.0"].current, fields["slots.2.0"].text(), fields["slots.5.0"].current) == (
        "",
        "Defend (Slam)",
        "",
    )
    pick(fields["slots.1.0"], "either")
    pick(fields["slots.2.0"], "stealth")
    pick(fields["slots.5.0"], "any")
    assert entry_of(library, "norse/raider").slots == slots("universal, physical/mental, melee/stealth, any, any, any")
    assert faults(rulebook(), library.pack("norse")) == ()


def ticked(names):
    return [line.key for line in names.lines.rows if line.ticked]


def test_a_kind_that_leads_elsewhere_shows_what_does_not_fit(stocked, library):
    choose(stocked, "norse/sea-farer")
    pick(stocked.pane.form.fields["kind"], "culture")
    assert entry_of(library, "norse/sea-farer").kind is TemplateKind.CULTURE
    form = stocked.pane.form
    assert ticked(form.links.lists["opens"]) == ["norse/raider", "merchant"]
    row = next(
        row for row, each in enumerate(stocked.faults.lines.rows) if "norse/raider” is not a background" in each.text
    )
    stocked.faults.clicked.emit(stocked.faults.lines.index(row))
    assert stocked.tree.node.entry == "norse/sea-farer"
    assert form.links.lists["opens"].hasFocus()
    for name in ("norse/raider", "merchant"):
        form.links.lists["opens"].tick_requested.emit(name)
    assert entry_of(library, "norse/sea-farer").opens == ()


def test_what_an_occupation_follows_and_leads_to_is_ticked_saved_and_read_again(stocked, library):
    """Amendment 25: an occupation could lead to nothing, and a background not to the occupation Sailor."""
    choose(stocked, "norse/raider")
    form = stocked.pane.form
    form.links.lists["opens"].tick_requested.emit("sailor")
    form.links.lists["after"].tick_requested.emit("thief")
    raider = entry_of(library, "norse/raider")
    assert (raider.opens, raider.after) == (("sailor",), ("thief",))
    assert (ticked(form.links.lists["opens"]), ticked(form.links.lists["after"])) == (["sailor"], ["thief"])
    choose(stocked, "norse/sea-farer")
    form.links.lists["opens"].tick_requested.emit("sailor")
    assert "sailor" in ticked(form.links.lists["opens"])
    assert faults(rulebook(), library.pack("norse")) == ()
    (path,) = library.folder.glob("norse*.bonespack.json")
    assert read_pack(path).pack == library.pack("norse")
    assert '"after": ["thief"]' in path.read_text(encoding="utf-8")


def test_what_a_culture_forbids_is_ticked_for_all_or_for_one_background(stocked, library):
    choose(stocked, "norse/norse")
    form = stocked.pane.form
    background = form.links.settings.fields["background"]
    assert [each.key for each in background.model.offered] == ["", "norse/sea-farer", "nomad"]
    form.links.lists["forbids"].tick_requested.emit("wizard")
    pick(background, "nomad")
    assert ticked(form.links.lists["forbids"]) == []
    form.links.lists["forbids"].tick_requested.emit("student")
    assert ticked(form.links.lists["forbids"]) == ["student"]
    assert entry_of(library, "norse/norse").forbids == (
        ForbiddenOccupation(occupation="wizard"),
        ForbiddenOccupation(occupation="student", background="nomad"),
    )
    assert faults(rulebook(), library.pack("norse")) == ()
    (path,) = library.folder.glob("norse*.bonespack.json")
    assert read_pack(path).pack == library.pack("norse")
    choose(stocked, "norse/raider")
    choose(stocked, "norse/norse")
    assert ticked(form.links.lists["forbids"]) == ["wizard"]
    form.links.lists["forbids"].tick_requested.emit("wizard")
    assert [each.occupation for each in entry_of(library, "norse/norse").forbids] == ["student"]


def test_equipment_is_made_face_by_face(stocked, library):
    choose(stocked, "norse/long-axe")
    fields = stocked.pane.form.parts.fields
    assert "count.4" not in fields
    pick(fields["faces.4"], "defend")
    QTest.mouseClick(fields["count.4"].buttons["2"], LEFT)
    assert entry_of(library, "norse/long-axe").faces[4] == face("defend x2")
    pick(fields["also.4"], "encumbrance")
    assert entry_of(library, "norse/long-axe").faces[4] == face("defend+encumbrance x2")
    pick(fields["also.4"], "remove")
    assert entry_of(library, "norse/long-axe").faces[4] == face("defend x2")
    pick(fields["faces.4"], "blank")
    assert entry_of(library, "norse/long-axe").faces[4] == face("blank")
    assert not fields["count.4"].isVisible()
    form = stocked.pane.form
    form.fields["range_increment"].setValue(0)
    assert entry_of(library, "norse/long-axe").range_increment is None
    pick(form.fields["kind"], "magic-item")
    assert entry_of(library, "norse/long-axe").kind.value == "magic-item"


def test_a_race_is_made(stocked, library, theme):
    make(stocked, "race", "Half giant")
    form = stocked.pane.form
    assert entry_of(library, "norse/half-giant").letters == "Ha"
    fields = form.parts.fields
    pick(fields["readings.0"], "craft")
    pick(fields["mastery.0"], "master")
    pick(fields["readings.1"], "riding")
    assert "readings.2" in fields
    pick(fields["readings.1"], "remove")
    assert fields["readings.1"].current == ""
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
    form = stocked.pane.form
    assert form.hint.text().endswith(("in use already.", "Remove one first."))
    assert f"readings.{count - 1}" in form.parts.fields
    assert f"readings.{count}" not in form.parts.fields
    assert len(entry_of(library, "norse/troll").readings) == count


def test_typing_a_name_is_one_step_and_follows_in_the_tree(stocked, library):
    choose(stocked, "norse/raider")
    before = library.undo_stack.count()
    stocked.pane.form.fields["name"].setFocus()
    stocked.pane.form.fields["name"].selectAll()
    QTest.keyClicks(stocked.pane.form.fields["name"], "Viking")
    assert library.undo_stack.count() == before + 1
    assert stocked.tree.node.line.text == "Viking"
    assert stocked.pane.form.fields["name"].hasFocus()
    QTest.keyClick(stocked.pane.form.fields["name"], Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert stocked.tree.node.line.text == "Raider"
    assert stocked.pane.form.fields["name"].text() == "Raider"


def test_what_is_to_mend_is_listed_and_leads_to_its_spot(stocked, library):
    assert not stocked.faults.isVisible()
    choose(stocked, "norse/raider")
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
    assert stocked.pane.form.fields["name"].hasFocus()
    assert not library.rulebook.has_template("norse/raider")


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
    stocked.pane.form.edited.emit("Change name", {"name": "Other"}, "")
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
    stocked.pane.form.fields["note"].setPlainText("x" * 1_900)
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
    assert all(line.right != "see why" for line in stocked.tree.lines.rows)


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


def test_a_folded_pack_stays_folded_until_something_in_it_is_shown(stocked, library):
    choose(stocked, "")
    tree = stocked.tree
    assert len(tree.lines.rows) == 6
    QTest.keyClick(tree, Qt.Key.Key_Left)
    library.edit("Less", "norse", lambda pack: pack.with_(races=()))
    assert [line.text for line in tree.lines.rows] == ["The Norse"]
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Return, Qt.Key.Key_Left):
        QTest.keyClick(tree, key)
    assert len(tree.lines.rows) == 1
    QTest.mouseClick(tree.viewport(), LEFT, pos=QPoint(14, tree.visualRect(tree.currentIndex()).center().y()))
    assert len(tree.lines.rows) == 5
    QTest.keyClick(tree, Qt.Key.Key_Left)
    make(stocked, "race", "Giant")
    assert tree.node.entry == "norse/giant"
    assert len(tree.lines.rows) == 6


def test_rows_with_something_to_mend_say_so(stocked, library):
    library.edit("Break", "norse", lambda pack: pack.with_(races=(pack.races[0].with_(name=""),)))
    pack, troll = stocked.tree.lines.rows[0], stocked.tree.lines.rows[-1]
    assert (pack.right, pack.right_tone) == ("one problem", "warn")
    assert (troll.sign, troll.spoken) == ("warning", "No name yet, Race, one problem")


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
    names = stocked.pane.form.links.lists["opens"]
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
    form = stocked.pane.form
    assert tabbed(stocked, stocked.tree) == [
        stocked.tree, stocked.new, stocked.duplicate, stocked.delete, form.fields["name"], form.fields["kind"],
        *form.parts.fields.values(), *form.links.settings.fields.values(),
        *(form.links.lists[field] for field in ("opens", "opened_by", "after")),
        stocked.take, stocked.give, stocked.open_folder, stocked.history.undo,
        *stocked.findChild(QDialogButtonBox).buttons(),
    ]  # fmt: skip
    choose(stocked, "norse/troll")
    fields = [form.fields["name"], form.fields["letters"], *(form.parts.fields[id] for id in TROLL)]
    assert tabbed(stocked, stocked.tree)[4:-5] == fields


TROLL = ("readings.0", "mastery.0", "readings.1", "mastery.1", "readings.2")


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
    assert stocked.pane.form.width() == theme.px(920)
    assert stocked.tree.width() == theme.px(480)
