"""The list of what is missing or not allowed, which leads to the places where it is mended."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.rules.bones.book.character import SheetPlace
from bones_desktop.rules.reasons import Problem, Weight
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import PICKING, LineList
from bones_desktop.wording.language import _
from bones_desktop.wording.names import problem_text, weight_name

_LOOK: Final = LineLook(
    height=26, font=("sans", 12, False), side=10, gap=7, pad=(7, 5), ground=Ground.FOCUSED, wraps=True
)
_SIGNS: Final = {
    Weight.ILLEGAL: ("warning-disc", "bad"),
    Weight.UNFINISHED: ("ring", "warn"),
    Weight.ADVICE: ("dot", "muted"),
}


def problem_lines(problems: Sequence[Problem[SheetPlace]]) -> list[Line]:
    """Return a line for each problem with the sign of its weight; its key is its place in `problems`."""
    lines = []
    for number, problem in enumerate(problems):
        text, weight = problem_text(problem), weight_name(problem.weight)
        sign, tone = _SIGNS[problem.weight]
        lines.append(
            Line(
                text,
                key=str(number),
                sign=sign,
                sign_tone=tone,
                tone="muted" if problem.weight is Weight.ADVICE else "text",
                rule=problem.reason.rule,
                tip=weight,
                spoken=f"{weight}: {text}",
            )
        )
    return lines


class ProblemList(LineList):
    """The problems; a click or Enter asks to go to the place of one."""

    jump_requested = Signal(object)
    """The Place to go to."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _("What is missing"), parent, _LOOK, keys=PICKING, by_click=True)
        self._problems: list[Problem[SheetPlace]] = []
        self.line_activated.connect(lambda key: self.jump_requested.emit(self._problems[int(key)].place))

    def show_problems(self, problems: Sequence[Problem[SheetPlace]]) -> None:
        """Show other problems, what is against the rules first."""
        order = list(Weight)
        self._problems = sorted(problems, key=lambda problem: order.index(problem.weight))
        self.show_lines(problem_lines(self._problems))
