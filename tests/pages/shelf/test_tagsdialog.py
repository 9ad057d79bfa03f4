"""Choosing tags for one character or several."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLineEdit

from bones_desktop.pages.shelf.actiondialogs import TagsDialog
from bones_desktop.rules.values import LONGEST_TAG


@pytest.fixture
def ask(qtbot, theme):
    def ask(borne, everyone=()):
        dialog = TagsDialog(theme, borne, everyone)
        qtbot.addWidget(dialog)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        dialog.open()
        dialog.told = []
        dialog.tags_edited.connect(lambda add, remove: dialog.told.append((add, remove)))
        return dialog

    return ask


def box(dialog, tag) -> QCheckBox:
    return next(each for each in dialog.findChildren(QCheckBox) if each.accessibleName() == tag)


def test_a_new_tag_is_typed_and_set_with_enter(ask) -> None:
    dialog = ask([()])
    QTest.keyClicks(dialog.findChild(QLineEdit), "  Friday   group ")
    QTest.keyClick(dialog.findChild(QLineEdit), Qt.Key.Key_Return)
    assert dialog.told == [(("Friday group",), ())]
    assert not dialog.isVisible()


def test_several_new_tags_are_added_one_by_one(ask) -> None:
    dialog = ask([()], ["npc"])
    field = dialog.findChild(QLineEdit)
    for text in ("One", "NPC", "one"):
        QTest.keyClicks(field, text)
        dialog.add.click()
    assert [each.accessibleName() for each in dialog.findChildren(QCheckBox)] == ["npc", "One"]
    dialog.accept()
    assert dialog.told == [(("npc", "One"), ())]


def test_a_tag_some_of_them_bear_stays_as_it_is_unless_chosen(ask) -> None:
    dialog = ask([("a", "b"), ("b", "c")], ["d"])
    assert box(dialog, "a").checkState() is Qt.CheckState.PartiallyChecked
    assert box(dialog, "b").checkState() is Qt.CheckState.Checked
    assert box(dialog, "d").checkState() is Qt.CheckState.Unchecked
    box(dialog, "b").click()
    box(dialog, "a").setCheckState(Qt.CheckState.Checked)
    dialog.accept()
    assert dialog.told == [(("a",), ("b",))]


def test_no_change_and_cancel_tell_nothing(ask) -> None:
    dialog = ask([("a",)])
    dialog.accept()
    assert dialog.told == []
    dialog = ask([("a",)])
    box(dialog, "a").click()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.told == []


def test_it_fits_the_screen_with_many_tags_in_large_type(qtbot, ask, theme) -> None:
    theme.set_text_size(150)
    dialog = ask([()], [f"tag {n}" for n in range(200)])
    assert dialog.height() <= dialog.screen().availableSize().height()


def test_commas_part_new_tags(ask) -> None:
    dialog = ask([()], ["npc"])
    QTest.keyClicks(dialog.findChild(QLineEdit), f"campaign one, NPC,, {'x' * 60}")
    QTest.keyClick(dialog.findChild(QLineEdit), Qt.Key.Key_Return)
    assert dialog.told == [(("npc", "campaign one", "x" * LONGEST_TAG), ())]
