"""The table of chances as a model: Qt's contract, what cells say, and that views hear of what changed and no more."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from bones_desktop.rules.bones.book.definitions import Difficulty
from bones_desktop.rules.bones.reading.odds import SkillOdds
from bones_desktop.rules.chances import ALWAYS, NEVER, Chance
from bones_desktop.rules.reasons import reason
from bones_desktop.widgets.charts.chancetable import ChanceModel
from bones_desktop.widgets.rows import ROW_ROLE

LEVELS = (
    Difficulty("easy", "Easy", 2, 0, ""),
    Difficulty("average", "Average", 4, 0, ""),
    Difficulty("impossible", "Impossible", 12, 2, ""),
)
HALF, THIRD = Chance(1, 2), Chance(1, 3)


def row(skill: str, *chances: Chance, cap: int | None = None) -> SkillOdds:
    return SkillOdds(skill, True, None, cap, chances)


def refused(skill: str) -> SkillOdds:
    return SkillOdds(skill, False, reason("no-icon", "ACT-2", skill="Healer"), None, (NEVER,) * 3)


@pytest.fixture
def model(qapp: object) -> ChanceModel:
    made = ChanceModel(LEVELS, {"melee": "Melee", "magic": "Magic", "healer": "Healer"})
    made.show_odds((row("melee", HALF, THIRD, NEVER), row("magic", HALF, THIRD, NEVER, cap=4), refused("healer")))
    return made


@pytest.fixture
def heard(model: ChanceModel) -> list[object]:
    """Return what views are told from now on: a row, "reset", or "heads"."""
    news: list[object] = []
    model.dataChanged.connect(lambda first, _last, _roles: news.append(first.row()))
    model.modelReset.connect(lambda: news.append("reset"))
    model.headerDataChanged.connect(lambda *_heads: news.append("heads"))
    model.layoutChanged.connect(lambda: news.append("layout"))
    return news


def head(model: ChanceModel, place: int, role: int, side: Qt.Orientation = Qt.Orientation.Vertical) -> Any:
    return model.headerData(place, side, role)


def texts(model: ChanceModel, role: int = Qt.ItemDataRole.DisplayRole) -> list[list[Any]]:
    return [[model.index(y, x).data(role) for x in range(model.columnCount())] for y in range(model.rowCount())]


def changes(model: ChanceModel) -> list[list[str]]:
    return [[cell.change for cell in row] for row in texts(model, ROW_ROLE)]


def test_it_keeps_the_contract_through_every_change(model: ChanceModel, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(model)
    model.show_odds((row("melee", ALWAYS, HALF, THIRD), *model.odds[1:]))
    qtmodeltester.check(model)
    model.show_odds(model.odds[:1])
    qtmodeltester.check(model)
    model.show_odds(())
    qtmodeltester.check(model)


def test_cells_say_percentages(model: ChanceModel) -> None:
    assert texts(model) == [["50 %", "33 %", "never"], ["50 %", "33 %", "never"], ["–", "–", "–"]]
    assert model.index(0, 1).data(ROW_ROLE).chance == THIRD
    assert model.index(2, 1).data(ROW_ROLE).chance is None


def test_sentences_name_the_task_and_the_exact_chance(model: ChanceModel) -> None:
    said = "Melee against Average: 33.3 %, 1 in 3"
    assert model.index(0, 1).data(Qt.ItemDataRole.AccessibleTextRole) == said
    assert model.index(0, 1).data(Qt.ItemDataRole.ToolTipRole) == said
    assert model.index(0, 2).data(Qt.ItemDataRole.AccessibleTextRole) == "Melee against Impossible: never"
    why = "Healer needs at least one fitting icon on your dice."
    assert model.index(2, 0).data(Qt.ItemDataRole.AccessibleTextRole) == why
    assert head(model, 2, Qt.ItemDataRole.ToolTipRole) == why


def test_a_reason_that_names_no_skill_is_told_of_its_own(model: ChanceModel) -> None:
    why = SkillOdds("melee", False, reason("no-dice", "TASK-1"), None, (NEVER,) * 3)
    model.show_odds((why, *model.odds[1:]))
    assert model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole) == "Melee: There is no die left to roll."


def test_heads_name_skills_with_caps_and_difficulties_with_dice(model: ChanceModel) -> None:
    assert [head(model, place, Qt.ItemDataRole.DisplayRole) for place in range(3)] == ["Melee", "Magic", "Healer"]
    assert [head(model, place, ROW_ROLE).note for place in range(3)] == ["", "cap 4", ""]
    assert [head(model, place, ROW_ROLE).allowed for place in range(3)] == [True, True, False]
    assert head(model, 1, Qt.ItemDataRole.AccessibleTextRole) == "Magic: at most 4 successes count"
    across = Qt.Orientation.Horizontal
    assert [head(model, place, ROW_ROLE, across).note for place in range(3)] == ["2", "4", "12+2"]
    assert [head(model, place, Qt.ItemDataRole.DisplayRole, across) for place in range(3)] == [
        "Easy",
        "Average",
        "Impossible",
    ]
    told = head(model, 2, Qt.ItemDataRole.AccessibleTextRole, across)
    assert told == "Impossible: 12 challenge dice and 2 Nulls without rolling"
    assert head(model, 9, Qt.ItemDataRole.DisplayRole) is None
    assert head(model, 9, Qt.ItemDataRole.DisplayRole, across) is None


def test_a_skill_without_a_name_is_called_by_its_id(qapp: object) -> None:
    model = ChanceModel(LEVELS, {})
    model.show_odds((row("melee", HALF, HALF, HALF),))
    assert head(model, 0, Qt.ItemDataRole.DisplayRole) == "melee"


def test_a_name_that_looks_like_markup_stays_plain(qapp: object) -> None:
    model = ChanceModel(LEVELS, {"melee": "<b>"})
    model.show_odds((row("melee", HALF, HALF, HALF),))
    assert "&lt;b&gt;" in str(model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole))


def test_views_hear_of_changed_rows_only(model: ChanceModel, heard: list[object]) -> None:
    _, magic, healer = model.odds
    model.show_odds((row("melee", HALF, HALF, NEVER), magic, healer))
    assert heard == [0]
    assert changes(model) == [["", "+17", ""], ["", "", ""], ["", "", ""]]
    heard.clear()
    model.show_odds((row("melee", HALF, HALF, NEVER), row("magic", THIRD, HALF, NEVER, cap=4), healer))
    assert heard == [0, 1]  # the mark of the change before goes
    assert changes(model) == [["", "", ""], ["−17", "+17", ""], ["", "", ""]]


def test_the_same_odds_keep_the_marks_and_tell_nothing(model: ChanceModel, heard: list[object]) -> None:
    model.show_odds((row("melee", HALF, HALF, NEVER), *model.odds[1:]))
    heard.clear()
    model.show_odds((row("melee", Chance(2, 4), HALF, NEVER), *model.odds[1:]))
    assert heard == []
    assert model.index(0, 1).data(ROW_ROLE).change == "+17"


def test_the_mark_is_said_too(model: ChanceModel) -> None:
    model.show_odds((row("melee", HALF, HALF, NEVER), *model.odds[1:]))
    said = "Melee against Average: 50.0 %, 1 in 2 (+17 by the last change)"
    assert model.index(0, 1).data(Qt.ItemDataRole.AccessibleTextRole) == said


def test_another_character_is_not_compared(model: ChanceModel, heard: list[object]) -> None:
    model.show_odds((row("melee", HALF, HALF, NEVER), *model.odds[1:]))
    heard.clear()
    model.show_odds((row("melee", ALWAYS, HALF, NEVER), *model.odds[1:]), fresh=True)
    assert heard == [0]
    assert changes(model) == [["", "", ""]] * 3


def test_the_same_odds_of_another_character_lose_their_marks(model: ChanceModel, heard: list[object]) -> None:
    model.show_odds((row("melee", HALF, HALF, NEVER), *model.odds[1:]))
    heard.clear()
    model.show_odds(model.odds, fresh=True)
    assert heard == [0]
    assert model.index(0, 1).data(ROW_ROLE).change == ""


def test_a_cap_alone_changes_the_head_only(model: ChanceModel, heard: list[object]) -> None:
    model.show_odds((row("melee", HALF, HALF, NEVER), *model.odds[1:]))
    heard.clear()
    melee, _, healer = model.odds
    model.show_odds((melee, row("magic", HALF, THIRD, NEVER, cap=6), healer))
    assert heard == ["heads"]
    assert model.index(0, 1).data(ROW_ROLE).change == "+17"


def test_a_skill_that_may_be_tried_now_changes_its_row(model: ChanceModel, heard: list[object]) -> None:
    melee, magic, _ = model.odds
    model.show_odds((melee, magic, row("healer", HALF, THIRD, NEVER, cap=2)))
    assert heard == [2, "heads"]
    assert texts(model)[2] == ["50 %", "33 %", "never"]
    assert changes(model)[2] == ["+50", "+33", ""]


@pytest.mark.parametrize("other", [lambda rows: rows[:2], lambda rows: rows[::-1], lambda _rows: ()])
def test_other_skills_reset(
    model: ChanceModel, heard: list[object], other: Callable[[tuple[SkillOdds, ...]], tuple[SkillOdds, ...]]
) -> None:
    model.show_odds(other(model.odds))
    assert heard == ["reset"]


def test_a_row_that_lacks_a_difficulty_is_refused(model: ChanceModel, heard: list[object]) -> None:
    with pytest.raises(ValueError, match="3 chances"):
        model.show_odds((row("melee", HALF),))
    assert heard == []
    assert model.rowCount() == 3


def test_a_cell_is_found_by_its_task(model: ChanceModel) -> None:
    place = model.place("magic", "impossible")
    assert (place.row(), place.column()) == (1, 2)
    assert not model.place("magic", "hard").isValid()
    assert not model.place("cooking", "easy").isValid()


def test_an_index_left_over_from_a_longer_table_finds_nothing(model: ChanceModel, qtbot: QtBot) -> None:
    last = model.index(2, 2)
    model.show_odds(model.odds[:1])
    assert model.data(last) is None
    assert model.data(QModelIndex()) is None
    assert model.rowCount(model.index(0, 0)) == model.columnCount(model.index(0, 0)) == 0
