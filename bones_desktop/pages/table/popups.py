"""A popup that asks with a form, and the questions that the Table asks with it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PySide6.QtWidgets import QWidget

from bones_desktop.rules.acts import Answers, Parameter, Value
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.rules.bones.reading.plays import FARTHEST, LONGEST_WHY
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field
from bones_desktop.widgets.acts.actform import ActForm
from bones_desktop.widgets.popups import FormPopup
from bones_desktop.wording.language import _

_WIDTH: Final = 360
"""Width at 100 % text size."""


class AskPopup(FormPopup):
    """Asks with a form next to a widget. Enter or the button answers, Escape does not."""

    def __init__(self, theme: Theme, heading: str, press: str, parent: QWidget) -> None:
        """`press` is the text of the button that answers."""
        super().__init__(theme, heading, _WIDTH, 8, parent)
        self._words = heading, press
        self._decided: Callable[[Answers], object] | None = None
        self.form = ActForm(theme, self.board, framed=False, compact=True)
        self._rows.addWidget(self.form)
        self.form.requested.connect(self._decide)
        self.form.closed.connect(self.close)

    def ask(
        self,
        owner: QWidget,
        decided: Callable[[Answers], object],
        fields: Sequence[Field],
        values: Mapping[str, Value] | None = None,
        note: str = "",
    ) -> None:
        """Open next to `owner`, with `values` in the fields. `decided` receives the answers."""
        self._decided = decided
        heading, press = self._words
        self.form.show_fields(fields, heading, press, note, _named)
        self.form.fill(values or {})
        self._open(owner)
        self.form.focus_first()

    def _decide(self, answers: Answers) -> None:
        decided, self._decided = self._decided, None
        self.close()
        if decided is not None:
            decided(answers)


def _named(who: object, answers: Answers) -> object:
    """Refuse a name that is empty, because it would be invisible in a menu."""
    if answers.given("name"):
        answers.named("name")
    return who


def name_field() -> Field:
    """Return the field for a name."""
    return Field(Parameter.text("name", most=LINE), "", _("Name"), hint=_("Its name"))


def asset_fields() -> tuple[Field, ...]:
    """Return the fields for an asset gained by a strategic action."""
    tip = _("An asset earns this season only, unless the GM lets it stay for good.")
    return name_field(), Field(Parameter.yes_no("lasting"), "", _("For good"), tip)


def result_fields(*, measured: bool) -> tuple[Field, ...]:
    """Return the fields for the GM's own result. `measured` is whether the roll has a number to beat."""
    net = Parameter.number("net", least=-FARTHEST if measured else 0, most=FARTHEST)
    why = Parameter.text("why", most=LONGEST_WHY)
    return Field(net, _("Result"), _("Successes left")), Field(why, "", _("Reason"), hint=_("Reason (optional)"))
