"""The settings: fields in one line, and Enter never presses a button by surprise."""

from dataclasses import asdict
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QStyle,
)

from bones_desktop.desk.settingsdialog import SettingsDialog
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.storage.files.settings import Settings
from bones_desktop.theme.theme import Theme
from bones_desktop.wording.houserules import switches


def shown(
    qtbot, qapp, theme: Theme | None = None, settings: Settings | None = None, *, less_motion: bool = False
) -> SettingsDialog:
    theme = theme or Theme("iron")
    theme.apply(qapp)
    settings = settings or Settings()
    dialog = SettingsDialog(theme, settings, Path("/characters"), lambda _rules: None, less_motion=lambda: less_motion)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_enter_on_a_check_box_closes_and_opens_no_folder_chooser(qtbot, qapp) -> None:
    dialog = shown(qtbot, qapp)
    QTest.keyClick(dialog.findChildren(QCheckBox)[0], Qt.Key.Key_Return)
    assert not dialog.findChildren(QFileDialog)
    assert not dialog.isVisible()


def test_all_fields_begin_at_one_edge(qtbot, qapp) -> None:
    dialog = shown(qtbot, qapp)
    for place, count in enumerate((7, 4)):
        dialog.tabs.setCurrentIndex(place)
        qapp.processEvents()
        boxes = dialog.tabs.currentWidget().findChildren(QComboBox)
        assert len(boxes) == count
        assert len({box.mapTo(dialog, QPoint(0, 0)).x() for box in boxes}) == 1


def test_house_rules_have_a_page_that_says_what_each_changes(qtbot, qapp) -> None:
    dialog = shown(qtbot, qapp)
    dialog.tabs.setCurrentIndex(1)
    assert dialog.tabs.tabText(1) == "House rules"
    texts = {label.text() for label in dialog.tabs.currentWidget().findChildren(QLabel)}
    assert all(switch.tip in texts for switch in switches())
    assert all(switch.tip for switch in switches())


@pytest.mark.parametrize("touch", [False, True])
def test_labels_are_level_with_their_fields(qtbot, qapp, touch: bool) -> None:
    """In touch mode they were 6 pixels too high."""
    theme = Theme("iron")
    theme.set_touch(touch)
    dialog = shown(qtbot, qapp, theme)
    for tab in range(2):
        dialog.tabs.setCurrentIndex(tab)
        qapp.processEvents()
        labels = [each for each in dialog.tabs.currentWidget().findChildren(QLabel) if each.buddy() is not None]
        assert len(labels) >= 4
        for label in labels:
            assert abs(label.geometry().center().y() - label.buddy().geometry().center().y()) <= 1, label.text()


@pytest.mark.parametrize("percent", [100, 137])
def test_the_text_size_is_chosen_from_steps_and_the_present_one(qtbot, qapp, percent: int) -> None:
    dialog = shown(qtbot, qapp, settings=Settings(text_size=percent))
    told: list[Settings] = []
    dialog.edited.connect(told.append)
    box = next(box for box in dialog.findChildren(QComboBox) if box.currentText() == f"{percent} %")
    box.setCurrentIndex(box.findText("150 %"))
    assert [settings.text_size for settings in told] == [150]


def test_buttons_of_dialogs_carry_no_foreign_icons(qtbot, qapp) -> None:
    dialog = shown(qtbot, qapp)
    buttons = dialog.findChildren(QDialogButtonBox)[0]
    hint = QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons
    assert not buttons.style().styleHint(hint, None, buttons)
    assert all(button.icon().isNull() for button in buttons.buttons())


def test_larger_text_cuts_nothing_while_the_dialog_is_open(qtbot, qapp) -> None:
    theme = Theme("iron")
    dialog = shown(qtbot, qapp, theme)
    theme.set_text_size(150)
    qapp.processEvents()
    for place in range(dialog.tabs.count()):
        dialog.tabs.setCurrentIndex(place)
        qapp.processEvents()
        area = dialog.tabs.currentWidget()
        assert area.widget().width() <= area.viewport().width()
    headings = [label for label in dialog.findChildren(QLabel) if label.text() == "Looks"]
    assert headings[0].font() == theme.font("serif", 20, bold=True)


def test_the_wheel_scrolls_and_changes_no_setting(qtbot, qapp) -> None:
    dialog = shown(qtbot, qapp)
    told: list[object] = []
    dialog.edited.connect(told.append)
    for widget in dialog.findChildren(QComboBox):
        at = QPointF(widget.rect().center())
        for way in (120, -120):
            turn = QWheelEvent(
                at, QPointF(widget.mapToGlobal(at)), QPoint(), QPoint(0, way),
                Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
            )  # fmt: skip
            qapp.sendEvent(widget, turn)
    assert told == []


def test_every_switch_among_the_house_rules_can_be_turned(qtbot, qapp) -> None:
    dialog = shown(qtbot, qapp)
    told = []
    dialog.edited.connect(told.append)
    for box in dialog.findChildren(QCheckBox):
        box.click()
    turned = asdict(told[-1].house_rules)
    switches = {name: on for name, on in asdict(HouseRules()).items() if isinstance(on, bool)}
    assert {name: turned[name] for name in switches} == {name: not on for name, on in switches.items()}


def test_the_folder_can_be_read_with_large_text(qtbot, qapp) -> None:
    dialog = shown(qtbot, qapp, Theme("iron", 150))
    qapp.processEvents()
    folder = dialog.findChildren(QLineEdit)[0]
    assert folder.fontMetrics().horizontalAdvance(folder.text()) < folder.width() - 32
    assert folder.width() == speeds(dialog).width()


def speeds(dialog: SettingsDialog) -> QComboBox:
    return next(box for box in dialog.findChildren(QComboBox) if box.findData("quick") >= 0)


@pytest.mark.parametrize(
    ("less_motion", "text"), [(False, "Same as system (now normal)"), (True, "Same as system (now off)")]
)
def test_the_usual_speed_is_the_systems_and_says_which_that_is(qtbot, qapp, less_motion, text) -> None:
    box = speeds(shown(qtbot, qapp, less_motion=less_motion))
    assert box.currentData() == "system"
    assert box.currentText() == text


def test_a_speed_chosen_earlier_stays_and_another_is_told(qtbot, qapp) -> None:
    dialog = shown(qtbot, qapp, settings=Settings(animation="normal"), less_motion=True)
    told: list[Settings] = []
    dialog.edited.connect(told.append)
    box = speeds(dialog)
    assert box.currentData() == "normal"
    QTest.keyClick(box, Qt.Key.Key_Up)
    QTest.keyClick(box, Qt.Key.Key_End)
    assert [settings.animation for settings in told] == ["system", "off"]


def test_touch_mode_is_automatic_until_it_is_chosen(qtbot, qapp) -> None:
    dialog = shown(qtbot, qapp)
    told: list[Settings] = []
    dialog.edited.connect(told.append)
    box = next(box for box in dialog.findChildren(QComboBox) if "touch screen" in box.currentText())
    for key in (Qt.Key.Key_Down, Qt.Key.Key_End):
        QTest.keyClick(box, key)
    assert [settings.touch for settings in told] == ["on", "off"]


def test_gathering_dice_can_be_turned_off(qtbot, qapp) -> None:
    dialog = shown(qtbot, qapp)
    told: list[Settings] = []
    dialog.edited.connect(told.append)
    box = next(box for box in dialog.findChildren(QCheckBox) if "glide" in box.text())
    assert box.isChecked()
    QTest.keyClick(box, Qt.Key.Key_Space)
    assert [settings.gather for settings in told] == [False]
    again = shown(qtbot, qapp, settings=told[-1])
    assert not next(box for box in again.findChildren(QCheckBox) if "glide" in box.text()).isChecked()


def test_the_default_folder_can_be_chosen_again(qtbot, qapp) -> None:
    dialog = shown(qtbot, qapp, settings=Settings(characters_folder="/elsewhere"))
    edited = []
    dialog.edited.connect(edited.append)
    [default] = [each for each in dialog.findChildren(QPushButton) if each.text() == "Default"]
    QTest.mouseClick(default, Qt.MouseButton.LeftButton)
    assert [each.characters_folder for each in edited] == [""]
    assert any(each.text() == str(Path("/characters")) for each in dialog.findChildren(QLineEdit))


def test_tab_goes_from_field_to_field_without_a_stop_at_the_whole_page(qtbot, qapp) -> None:
    dialog = shown(qtbot, qapp)
    for place in range(dialog.tabs.count()):
        dialog.tabs.setCurrentIndex(place)
        assert dialog.tabs.currentWidget().focusPolicy() == Qt.FocusPolicy.NoFocus
