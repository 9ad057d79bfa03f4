"""The ring around what has the focus stands outside it and can be seen; Enter presses a button that has it."""

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QStringListModel, Qt
from PySide6.QtGui import QAction, QImage, QKeyEvent, QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QMainWindow,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QSlider,
    QSpinBox,
    QTabBar,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.theme.theme import Theme
from bones_desktop.tray.motion import BakedThrows
from bones_desktop.tray.traywidget import TrayWidget
from bones_desktop.widgets.choice.buttons import Chip, ChoiceButton, SuggestButton
from bones_desktop.widgets.choice.levels import Segment
from bones_desktop.widgets.dice.diecard import DieCard
from bones_desktop.widgets.dice.facetile import FaceTile
from bones_desktop.widgets.focus import FocusGuide, Ring, wheel_passes
from bones_desktop.widgets.pushbuttons import push_button
from tests.theme.test_palette import THEMES, contrast


def every_kind(theme: Theme, parent: QWidget) -> dict[str, QWidget]:
    """Return one widget of every kind that takes the focus."""
    words = QStringListModel(["Anna", "Bob"], parent)
    rows, table = QListView(parent), QTableView(parent)
    rows.setModel(words)
    table.setModel(words)
    tabs = QTabBar(parent)
    for word in ("Dice", "Story"):
        tabs.addTab(word)
    made: dict[str, QWidget] = {
        "button": push_button(parent, "Copy"),
        "main button": push_button(parent, "Roll", kind="primary"),
        "danger button": push_button(parent, "Delete", kind="danger"),
        "tile": push_button(parent, "A start", kind="tile"),
        "dim button": push_button(parent, "Later", kind="dim"),
        "tool button": QToolButton(parent),
        "check box": QCheckBox("Secret", parent),
        "radio button": QRadioButton("Once", parent),
        "combo box": QComboBox(parent),
        "editable combo box": QComboBox(parent),
        "spin box": QSpinBox(parent),
        "line": QLineEdit("Anna", parent),
        "text": QPlainTextEdit("Once", parent),
        "list": rows,
        "table": table,
        "tabs": tabs,
        "slider": QSlider(Qt.Orientation.Horizontal, parent),
        "choice": ChoiceButton(theme, "Skill", "none", parent),
        "suggestions": SuggestButton(theme, "Words", parent),
        "chip": Chip(theme, "Sword", parent),
        "segment": Segment(theme, "4", "Average", parent),
        "face": FaceTile(theme, parent),
        "die card": DieCard(theme, 0, parent),
        "tray": TrayWidget(theme, BakedThrows(shipped("resources") / "throws"), parent),
    }
    for name in ("tile", "chip", "face", "segment"):
        made[name].setProperty("checkable", True)
        made[name].setProperty("checked", True)
    editable = made["editable combo box"]
    assert isinstance(editable, QComboBox)
    editable.setEditable(True)
    made["face"].setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return made


class Board(QWidget):
    """Every kind of widget on one ground, with the guide that follows the focus."""

    def __init__(self, theme: Theme, app: object, ground: str) -> None:
        super().__init__()
        self.setObjectName("board")
        theme.apply(app)
        self.guide = FocusGuide(theme, app, self)
        layout = QGridLayout(self)
        layout.setSpacing(16)
        self.each = every_kind(theme, self)
        for place, widget in enumerate(self.each.values()):
            widget.setMinimumSize(60, 30)
            widget.setMaximumHeight(90)
            layout.addWidget(widget, place // 4, place % 4)
        colour = theme.color(ground).name()
        self.setStyleSheet(f"#board {{ background: {colour}; }}")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.resize(780, 780)

    def picture(self, widget: QWidget) -> QImage:
        """Return the board with the focus on `widget`."""
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.qWait(1)
        return self.grab().toImage()


def part(widget: QWidget, window: QWidget) -> list[tuple[QPoint, QPoint]]:
    """Return the middle of each edge of what the ring is around, and the way out of it."""
    rect = widget.tabRect(widget.currentIndex()) if isinstance(widget, QTabBar) else widget.rect()
    at, middle = widget.mapTo(window, rect.topLeft()), rect.center() - rect.topLeft()
    return [
        (at + QPoint(-1, middle.y()), QPoint(-1, 0)),
        (at + QPoint(rect.width(), middle.y()), QPoint(1, 0)),
        (at + QPoint(middle.x(), -1), QPoint(0, -1)),
        (at + QPoint(middle.x(), rect.height()), QPoint(0, 1)),
    ]


@pytest.mark.parametrize("ground", ["ground", "surface", "raised", "felt", "wood", "accent", "second"])
@pytest.mark.parametrize("name", THEMES)
def test_the_ring_stands_outside_and_can_be_seen_beside_all_there_is(on_screen, qapp, name: str, ground: str) -> None:
    theme = Theme(name)
    board = on_screen(Board(theme, qapp, ground), wait="active")
    before = board.picture(board)
    for kind, widget in board.each.items():
        after = board.picture(widget)
        assert before.size() == after.size()
        for start, out in part(widget, board):
            line = [start + out * step for step in range(4)]
            ring = [step for step, at in enumerate(line) if after.pixelColor(at) == theme.color("focus")]
            assert len(ring) == 2, (kind, out, [after.pixelColor(at).name() for at in line])
            for step in (0, 3):
                beside = after.pixelColor(start + out * step)
                assert contrast(theme.color("focus").name(), beside.name()) >= 3, (kind, out, beside.name())
            changed = before.pixelColor(line[ring[0]])
            if ground in {"ground", "surface", "raised"}:
                assert contrast(theme.color("focus").name(), changed.name()) >= 3, (kind, "nothing is seen to change")


def test_nothing_moves_when_the_focus_comes(on_screen, qapp) -> None:
    board = on_screen(Board(Theme("iron"), qapp, "surface"), wait="active")
    before = {kind: widget.geometry() for kind, widget in board.each.items()}
    for widget in board.each.values():
        widget.setFocus()
        QTest.qWait(1)
        assert {kind: each.geometry() for kind, each in board.each.items()} == before


def ring(window: QWidget) -> Ring:
    found = window.findChild(Ring)
    assert isinstance(found, Ring)
    return found


def test_the_ring_follows_what_is_scrolled_and_goes_with_it(qtbot, qapp) -> None:
    theme = Theme("iron")
    area, inner = QScrollArea(), QWidget()
    guide = FocusGuide(theme, qapp, area)
    qtbot.addWidget(area)
    column = QVBoxLayout(inner)
    buttons = [QPushButton(str(number), inner) for number in range(40)]
    for button in buttons:
        column.addWidget(button)
    area.setWidget(inner)
    area.resize(300, 300)
    area.show()
    QTest.qWaitForWindowActive(area)
    buttons[2].setFocus()
    first = ring(area).geometry()
    assert first.contains(buttons[2].mapTo(area, buttons[2].rect().center()))
    area.verticalScrollBar().setValue(30)
    assert ring(area).geometry().center().y() == first.center().y() - 30
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    assert not ring(area).isVisible(), "it is scrolled out of sight"
    buttons[39].setFocus()
    assert ring(area).isVisible()
    buttons[39].hide()
    assert not ring(area).isVisible() or area.focusWidget() is not buttons[39]
    buttons[38].setFocus()
    buttons[38].deleteLater()
    QTest.qWait(1)
    theme.set_text_size(150)
    assert guide is not None


def test_the_ring_stands_outside_what_lies_at_the_edge_of_what_scrolls_too(qtbot, qapp) -> None:
    window, area, inner = QWidget(), QScrollArea(), QWidget()
    guide = FocusGuide(Theme("iron"), qapp, window)
    qtbot.addWidget(window)
    QVBoxLayout(window).addWidget(area)
    first, second = QPushButton("One", inner), QPushButton("Two", inner)
    first.setGeometry(0, 0, 100, 30)
    second.setGeometry(0, 40, 100, 300)
    inner.resize(100, 400)
    area.setWidget(inner)
    window.resize(300, 300)
    window.show()
    QTest.qWaitForWindowActive(window)
    first.setFocus()
    place = QRect(first.mapTo(window, QPoint()), first.size())
    assert ring(window).geometry().adjusted(2, 2, -2, -2).contains(place)
    second.setFocus()
    place = QRect(area.viewport().mapTo(window, QPoint()), area.viewport().size())
    assert place.contains(ring(window).geometry()), "what is scrolled out in part is marked within what scrolls"
    assert guide is not None


class Dialog(QDialog):
    """Two buttons, of which one is pressed with Enter elsewhere, a line and a text."""

    def __init__(self, theme: Theme, app: object) -> None:
        super().__init__()
        self.guide = FocusGuide(theme, app, self)
        self.pressed: list[str] = []
        row = QHBoxLayout(self)
        self.line, self.text = QLineEdit(self), QPlainTextEdit(self)
        box = QDialogButtonBox(self)
        self.ok = box.addButton("OK", QDialogButtonBox.ButtonRole.AcceptRole)
        self.cancel = box.addButton("Cancel", QDialogButtonBox.ButtonRole.RejectRole)
        self.quiet, self.tool, self.chip = QPushButton("Change", self), QToolButton(self), Chip(theme, "Wolf", self)
        self.quiet.setAutoDefault(False)
        self.ok.setDefault(True)
        for each in (self.line, self.text, self.quiet, self.tool, self.chip, box):
            row.addWidget(each)
        for name in ("ok", "cancel", "quiet", "tool", "chip"):
            getattr(self, name).clicked.connect(lambda _on=False, name=name: self.pressed.append(name))


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_presses_the_button_that_has_the_focus_and_no_other(on_screen, qapp, key: Qt.Key) -> None:
    dialog = on_screen(Dialog(Theme("iron"), qapp), wait="active")
    pad = Qt.KeyboardModifier.KeypadModifier if key == Qt.Key.Key_Enter else Qt.KeyboardModifier.NoModifier
    for name in ("quiet", "tool", "chip", "cancel", "ok"):
        getattr(dialog, name).setFocus()
        QTest.keyClick(getattr(dialog, name), key, pad)
        assert dialog.pressed == [name]
        dialog.pressed.clear()
    dialog.text.setFocus()
    QTest.keyClick(dialog.text, key, pad)
    assert (dialog.pressed, dialog.text.toPlainText()) == ([], "\n")
    dialog.line.setFocus()
    QTest.keyClick(dialog.line, key, pad)
    assert dialog.pressed == ["ok"], "elsewhere it is the default button"


def test_enter_held_down_presses_once(on_screen, qapp) -> None:
    dialog = on_screen(Dialog(Theme("iron"), qapp), wait="active")
    dialog.quiet.setFocus()
    for repeated in (False, True, True):
        event = QKeyEvent(
            QKeyEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", autorep=repeated
        )
        qapp.sendEvent(dialog.quiet, event)
    assert dialog.pressed == ["quiet"]


def test_a_button_that_takes_enter_itself_is_not_pressed_too(qtbot, qapp) -> None:
    seen: list[str] = []

    class Own(QPushButton):
        def keyPressEvent(self, _event: QKeyEvent) -> None:
            seen.append("own")

    window = QWidget()
    guide, button = FocusGuide(Theme("iron"), qapp, window), Own("Faces", window)
    qtbot.addWidget(window)
    button.clicked.connect(lambda: seen.append("pressed"))
    window.show()
    QTest.qWaitForWindowActive(window)
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Return)
    assert guide is not None
    assert seen == ["own"]


class Throwing(QWidget):
    """Three buttons in two boxes; the middle one can be pressed once, and Space elsewhere in its box is counted."""

    def __init__(self, theme: Theme, app: object) -> None:
        super().__init__()
        self.guide = FocusGuide(theme, app, self)
        self.typed: list[int] = []
        row = QHBoxLayout(self)
        self.inner, self.outer = QWidget(self), QWidget(self)
        row.addWidget(self.inner)
        row.addWidget(self.outer)
        inner, outer = QHBoxLayout(self.inner), QHBoxLayout(self.outer)
        self.before, self.once = QPushButton("Before", self.inner), QPushButton("Roll", self.inner)
        self.after = QPushButton("After", self.outer)
        inner.addWidget(self.before)
        inner.addWidget(self.once)
        outer.addWidget(self.after)
        self.once.clicked.connect(lambda: self.once.setEnabled(False))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.typed.append(event.key())


@pytest.fixture
def throwing(on_screen, qapp) -> Throwing:
    window = on_screen(Throwing(Theme("iron"), qapp), wait="active")
    window.once.setFocus()
    QTest.keyClick(window.once, Qt.Key.Key_Space)
    assert not window.once.isEnabled()
    return window


def test_the_focus_stays_with_a_pressed_button_that_is_disabled(throwing, qapp) -> None:
    assert qapp.focusWidget() is throwing.inner
    QTest.keyClick(qapp.focusWidget(), Qt.Key.Key_Space)
    assert throwing.typed == [Qt.Key.Key_Space], "the page has the key, no other button"
    throwing.once.setEnabled(True)
    assert qapp.focusWidget() is throwing.once


@pytest.mark.parametrize(("key", "name"), [(Qt.Key.Key_Tab, "after"), (Qt.Key.Key_Backtab, "before")])
def test_tab_goes_on_from_a_disabled_button(throwing, qapp, key, name) -> None:
    QTest.keyClick(qapp.focusWidget(), key)
    assert qapp.focusWidget() is getattr(throwing, name)
    throwing.once.setEnabled(True)
    assert qapp.focusWidget() is getattr(throwing, name), "it was moved by hand"


def test_whoever_gives_the_focus_away_has_his_will(throwing, qapp) -> None:
    throwing.once.setEnabled(True)
    throwing.once.clicked.connect(throwing.after.setFocus)
    QTest.keyClick(throwing.once, Qt.Key.Key_Space)
    assert qapp.focusWidget() is throwing.after


def test_a_wheel_changes_a_number_only_with_the_focus_and_a_choice_never(qtbot, qapp) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    box, choice, slider = (
        wheel_passes(QSpinBox(window)), wheel_passes(QComboBox(window)), wheel_passes(QSlider(window)),
    )  # fmt: skip
    choice.addItems(["one", "two"])
    row = QHBoxLayout(window)
    for each in (box, choice, slider):
        row.addWidget(each)
    window.show()
    QTest.qWaitForWindowActive(window)
    window.setFocus()

    def turn(widget: QWidget) -> None:
        at = QPointF(widget.rect().center())
        event = QWheelEvent(
            at, QPointF(widget.mapToGlobal(at)), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        qapp.sendEvent(widget, event)

    choice.setCurrentIndex(1)
    for each in (box, choice, slider):
        turn(each)
    assert (box.value(), choice.currentIndex(), slider.value()) == (0, 1, 0)
    assert not any(each.hasFocus() for each in (box, choice, slider)), "the wheel gives no focus either"
    box.setFocus()
    turn(box)
    assert box.value() == 1


@pytest.mark.parametrize("shown_in", [QMainWindow, QDialog])
def test_undo_in_a_number_field_is_the_windows_where_it_has_one(qtbot, qapp, shown_in) -> None:
    window = shown_in()
    qtbot.addWidget(window)
    box = wheel_passes(QSpinBox(window))
    undone: list[bool] = []
    action = QAction("Undo", window)
    action.setShortcut(QKeySequence.StandardKey.Undo)
    action.triggered.connect(lambda: undone.append(True))
    window.addAction(action)
    window.show()
    QTest.qWaitForWindowActive(window)
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "12")
    for _ in range(2):
        QTest.keyClick(box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    is_dialog = shown_in is QDialog
    assert len(undone) == (0 if is_dialog else 2)
    assert (box.value() == 12) is not is_dialog


def test_the_ring_around_a_whole_list_or_tray_is_a_thin_line(on_screen, qapp) -> None:
    theme = Theme("iron")
    board = QWidget()
    theme.apply(qapp)
    FocusGuide(theme, qapp, board)
    column = QVBoxLayout(board)
    column.setContentsMargins(20, 20, 20, 20)
    rows, tray = QListView(board), TrayWidget(theme, BakedThrows(shipped("resources") / "throws"), board)
    rows.setModel(QStringListModel(["Anna", "Bob"], board))
    button = push_button(board, "Copy")
    for each in (rows, tray, button):
        column.addWidget(each)
    board.resize(700, 700)
    on_screen(board, wait="active")
    lines = {}
    for name, widget in (("list", rows), ("tray", tray), ("button", button)):
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.qWait(1)
        picture = ring(board).grab().toImage()
        middle = picture.height() // 2
        bright = [x for x in range(8) if picture.pixelColor(x, middle) == theme.color("focus")]
        lines[name] = len(bright)
    assert lines == {"list": 0, "tray": 0, "button": 2}
