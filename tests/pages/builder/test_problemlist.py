from bones_desktop.pages.builder.originchanger import ProblemList, problem_lines
from bones_desktop.rules.bones.book.character import SheetPlace, SheetSection
from bones_desktop.rules.reasons import Problem, Weight, reason

NAME = Problem(reason("name-missing", "SHT-1"), SheetPlace(SheetSection.NAME), Weight.UNFINISHED)
WRONG = Problem(reason("slot-universal", "DICE-2"), SheetPlace(SheetSection.DIE, 1, 0), Weight.ILLEGAL)
ADVICE = Problem(reason("back-story-missing", "CHR-1"), SheetPlace(SheetSection.BACK_STORY), Weight.ADVICE)


def test_what_is_against_the_rules_comes_first_and_leads_to_its_place(qtbot, theme) -> None:
    view = ProblemList(theme, None)
    qtbot.addWidget(view)
    view.show_problems((ADVICE, NAME, WRONG))
    assert [line.text for line in view.lines.rows] == [
        "Die 2, face 1: Face 1 is always Universal.",
        "Name: Give the character a name.",
        "Back-story: Tell where the character comes from; a good back-story earns a spiff.",
    ]
    with qtbot.waitSignal(view.jump_requested) as asked:
        view.clicked.emit(view.lines.index(0))
    assert asked.args == [WRONG.place]


def test_a_problem_says_its_weight_and_its_rule() -> None:
    (line,) = problem_lines([WRONG])
    assert (line.tip, line.rule) == ("Against the rules", "DICE-2")
    assert line.spoken == "Against the rules: Die 2, face 1: Face 1 is always Universal."
