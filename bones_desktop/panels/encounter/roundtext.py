"""What the round comes to, step by step, in words, and what is still asked."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

from bones_desktop.document.bones.fightdocument import FightDocument
from bones_desktop.rules.bones.fight.roundreading import Phase, Question
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.names import short_name
from bones_desktop.wording.reasons import sentence


class RoundText(QFrame):
    """Tells the steps of everybody, those of who is chosen first."""

    suggest_requested = Signal(str)
    """The id of a fighter to be decided for as the program would."""

    def __init__(self, document: FightDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._who = ""
        self.setProperty("kind", "card")
        self.asked = plain_label(self, wrap=True, theme=theme, bold=True)
        self.suggest = push_button(self, self.tr("Suggest"), lambda: self.suggest_requested.emit(self._who))
        self.told: QLabel = plain_label(self, wrap=True)
        self.told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.told.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        room = QScrollArea(self)
        room.setFrameShape(QFrame.Shape.NoFrame)
        room.setWidgetResizable(True)
        room.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        room.setAccessibleName(self.tr("What the round comes to"))
        room.setWidget(self.told)
        self._head = hbox(None, (self.asked, 1), self.suggest)
        set_gaps(theme, vbox(self, self._head, (room, 1)), gap=4, edges=(16, 10, 8, 8))
        document.changed.connect(lambda _change: self.refresh())
        self.refresh()

    def select(self, who: str) -> None:
        """Tell the steps of this fighter first."""
        self._who = who
        self.refresh()

    def refresh(self) -> None:
        """Tell the round as it is now."""
        reading = self._document.reading
        names = {each.id: short_name(each.name) for each in self._document.fight.encounter.fighters}
        questions = reading.questions if reading is not None else ()
        mine = [each for each in questions if each.who == self._who and each.phase is not Phase.THROW]
        self.asked.setText(" ".join(self._asked(each, names[each.who]) for each in mine))
        self.suggest.setVisible(bool(mine) and not self._document.open_throws)
        self.asked.setVisible(bool(mine))
        steps = reading.steps if reading is not None else ()
        ordered = sorted(steps, key=lambda step: step.who != self._who) if self._document.fight.has_begun else []
        lines = [
            ": ".join(part for part in (names.get(step.who, ""), sentence(step.reason, self.tr)) if part)
            for step in ordered
        ]
        nothing = self.tr("What the round comes to is told here.")
        if not names:
            nothing = self.tr(
                "A fight brings everybody together: characters of the shelf, cast, beasts and hordes. Add who fights, "
                "say what each does, and all dice are thrown together."
            )
        self.told.setText("\n".join(lines) or nothing)

    def _asked(self, question: Question, name: str) -> str:
        words = {
            Phase.HINDER: self.tr("{name} chooses {n} dice for the hindering dice."),
            Phase.ALLOT: self.tr("{name} has {n} successes to place."),
            Phase.ABSORB: self.tr("{name} may give up armour or a shield."),
            Phase.SOAK: self.tr("{name} may soak one damage."),
            Phase.LOSE: self.tr("{name} chooses {n} dice to lose."),
        }
        return words.get(question.phase, "").format(name=name, n=question.n)
