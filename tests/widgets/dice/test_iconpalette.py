import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFocusEvent, QFontMetricsF
from pytestqt.modeltest import ModelTester

from bones_desktop.rules.bones.book.notation import skill_label
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.iconpalette import LEAST_COLUMN, PaletteIcon, PaletteModel, PaletteView
from bones_desktop.widgets.rows import narrowed
from tests.support.rulebooks import rulebook
from tests.theme.test_palette import contrast

ICONS = (
    PaletteIcon("craft", "Craft", words="Craftsman"),
    PaletteIcon("melee", "Melee", False, "Not here."),
    PaletteIcon("riding", "Riding", chosen=True),
)


def filled() -> PaletteModel:
    model = PaletteModel()
    model.set_icons(ICONS)
    return model


def test_palette_model(qtmodeltester: ModelTester) -> None:
    model = filled()
    qtmodeltester.check(model)
    model.search("rid")
    qtmodeltester.check(model)
    model.search("nothing like it")
    qtmodeltester.check(model)


def test_icons_keep_their_order_and_only_their_state_is_told_anew(qtbot: object) -> None:
    model = filled()
    resets: list[None] = []
    changes: list[None] = []
    model.modelReset.connect(lambda: resets.append(None))
    model.dataChanged.connect(lambda *_: changes.append(None))
    model.set_icons((ICONS[0], PaletteIcon("melee", "Melee"), ICONS[2]))
    assert (len(resets), len(changes)) == (0, 1)
    model.set_icons(ICONS[:2])
    assert len(resets) == 1


def test_search_finds_names_and_other_words(qtbot: object) -> None:
    model = filled()
    model.search("CRAFTSM")
    assert [model.index(row).data() for row in range(model.rowCount())] == ["Craft"]
    model.search("i r")
    assert [model.index(row).data() for row in range(model.rowCount())] == ["Riding"]
    model.search("")
    assert model.rowCount() == 3


def test_first_allowed_passes_over_forbidden_icons(qtbot: object) -> None:
    model = filled()
    model.search("e")
    assert model.index(model.first_allowed()).data() == "Melee"
    model.search("")
    assert model.first_allowed() == 0
    model.search("zzz")
    assert model.first_allowed() == -1


def test_reasons_are_read_and_shown(qtbot: object) -> None:
    model = filled()
    assert model.index(1).data(Qt.ItemDataRole.ToolTipRole) == "Not here."
    assert model.index(1).data(Qt.ItemDataRole.AccessibleTextRole) == "Melee, not allowed: Not here."
    assert model.index(2).data(Qt.ItemDataRole.AccessibleTextRole) == "Riding, on this face"


def test_tab_into_the_grid_marks_the_first_icon_that_may_be_picked(qtbot: object) -> None:
    model = PaletteModel()
    model.set_icons((ICONS[1], ICONS[0], ICONS[2]))
    view = PaletteView(Theme("iron"), model)
    qtbot.addWidget(view)
    view.show()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    view.focusInEvent(QFocusEvent(QEvent.Type.FocusIn, Qt.FocusReason.TabFocusReason))
    assert [index.data() for index in view.selectedIndexes()] == ["Craft"]
    assert view.currentIndex() == view.selectedIndexes()[0]


@pytest.mark.parametrize("percent", [100, 125, 150, 200])
def test_the_names_of_all_skills_fit_the_narrowest_cell(qapp: object, percent: int) -> None:
    theme = Theme("iron", percent)
    room = theme.px(LEAST_COLUMN) - 2
    for skill in rulebook().skills:
        name = skill_label(skill)
        font = narrowed(theme.font("sans", 12), name, room)
        assert QFontMetricsF(font).horizontalAdvance(name) <= room, name


def test_a_name_a_little_too_wide_is_narrowed_and_a_much_too_wide_one_left_to_be_cut(qapp: object) -> None:
    font = Theme("iron").font("sans", 12)
    needed = QFontMetricsF(font).horizontalAdvance("Outdoorsman")
    assert narrowed(font, "Outdoorsman", needed) is font
    assert narrowed(font, "Outdoorsman", needed / 2) is font
    assert narrowed(font, "", -1) is font, "of a row that is narrower than its edges"
    narrow = narrowed(font, "Outdoorsman", needed * 0.92)
    assert QFontMetricsF(narrow).horizontalAdvance("Outdoorsman") <= needed * 0.92


@pytest.mark.parametrize("name", ["iron", "parchment", "contrast"])
def test_a_forbidden_icon_can_be_seen(qtbot: object, name: str) -> None:
    """It was dim, with a contrast between icon and face of 1.6 to 2."""
    theme = Theme(name)
    view = PaletteView(theme, filled())
    qtbot.addWidget(view)
    view.setStyleSheet(f"background: {theme.color('surface').name()}")
    view.resize(300, 200)
    view.show()
    picture = view.grab().toImage()

    def shown(row: int) -> set[str]:
        cell = view.visualRect(view.model().index(row))
        middle = cell.center() - QPoint(0, 9)
        around = range(-10, 11)
        return {picture.pixelColor(middle + QPoint(x, y)).name() for x in around for y in around}

    forbidden = shown(1)
    assert max(contrast(one, other) for one in forbidden for other in forbidden) >= 4.5
    bone = theme.color("bone").name()
    assert bone not in forbidden
    assert max(contrast(bone, other) for other in shown(0)) >= 4.5


@pytest.mark.parametrize("count", [1, 21])
def test_icons_are_larger_where_all_of_them_are_seen_so(qtbot: object, count: int) -> None:
    model = PaletteModel()
    model.set_icons([PaletteIcon(f"{number}", f"Icon {number}") for number in range(count)])
    view = PaletteView(Theme("iron"), model)
    qtbot.addWidget(view)
    view.resize(420, 740)
    view.show()
    assert view.gridSize().height() == 88
    assert view.verticalScrollBar().maximum() == 0
