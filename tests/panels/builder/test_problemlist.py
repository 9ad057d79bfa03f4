from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from bones_desktop.panels.builder.problemlist import ProblemsModel
from bones_desktop.rules.bones.book.character import Part, Place
from bones_desktop.rules.bones.making.edits import new_character
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.reasons import Problem, Weight, reason
from bones_desktop.widgets.rows import RULE_ROLE
from tests.support.people import ID, ragnar
from tests.support.rulebooks import rulebook


def test_problems_model(qtmodeltester: ModelTester) -> None:
    model = ProblemsModel()
    model.set_problems(problems(rulebook(), new_character(ID)))
    qtmodeltester.check(model)
    model.set_problems(problems(rulebook(), ragnar()))
    qtmodeltester.check(model)
    assert model.rowCount() == 1


def test_what_is_against_the_rules_comes_first(qtmodeltester: ModelTester) -> None:
    model = ProblemsModel()
    name = Problem(reason("name-missing", "SHT-1"), Place(Part.NAME), Weight.UNFINISHED)
    wrong = Problem(reason("slot-universal", "DICE-2"), Place(Part.DIE, 1, 0), Weight.ILLEGAL)
    advice = Problem(reason("back-story-missing", "CHR-1"), Place(Part.BACK_STORY), Weight.ADVICE)
    model.set_problems((advice, name, wrong))
    qtmodeltester.check(model)
    assert [model.index(row).data() for row in range(3)] == [
        "Die 2, face 1: Face 1 is always Universal.",
        "Name: Give the character a name.",
        "Back-story: Tell where the character comes from; a good back-story earns a spiff.",
    ]
    first = model.index(0)
    assert first.data(Qt.ItemDataRole.ToolTipRole) == "Against the rules"
    assert first.data(RULE_ROLE) == "DICE-2"
    assert first.data(Qt.ItemDataRole.AccessibleTextRole) == (
        "Against the rules: Die 2, face 1: Face 1 is always Universal."
    )


def test_the_same_problems_do_not_reset_the_list(qtbot: object) -> None:
    model = ProblemsModel()
    found = problems(rulebook(), new_character(ID))
    model.set_problems(found)
    resets: list[None] = []
    model.modelReset.connect(lambda: resets.append(None))
    model.set_problems(tuple(found))
    assert resets == []
