"""The forms of the Wounds tab: what each act is called and asks for, and what it would do. One is open at most."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.panels.tracker.dicerows import Mark
from bones_desktop.panels.tracker.woundwords import (
    WoundEdits,
    after_words,
    dice_words,
    due_words,
    healed_words,
    plan_lines,
)
from bones_desktop.rules.acts import Answers, Kind, Parameter, Value
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.icons import FLAMING
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.injury import acts
from bones_desktop.rules.bones.injury.blows import SOAK, BlowPlan, Harm, blow_plan
from bones_desktop.rules.bones.injury.recovery import forecast
from bones_desktop.rules.bones.injury.spiffs import SURVIVE, price
from bones_desktop.rules.reasons import reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field
from bones_desktop.widgets.acts.actform import ActForm, AskedAct
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.dienet import DieNet, NetLook, net_size
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.focus import give_back_focus
from bones_desktop.wording.names import short_name
from bones_desktop.wording.seasons import days_words

_SIDE = 40
"""Of a face of the net, in pixels at 100 % text size."""


class Form(Enum):
    """The forms of the tab."""

    BLOW = "blow"
    CARE = "care"
    HINDERING = "hindering"
    SURVIVE = "survive"


class WoundForms(QObject):
    """Opens forms in a column of the tab, does what they ask for, and closes them once it is done."""

    refused = Signal(object)
    """A Reason."""
    changed = Signal()
    """Another form is open, or none."""
    plan_changed = Signal()
    """What the blow would do is another."""
    struck = Signal()
    """A blow was taken."""

    def __init__(
        self,
        document: CharacterDocument,
        edits: WoundEdits,
        theme: Theme,
        today: Callable[[], str],
        tab: QWidget,
        column: QVBoxLayout,
    ) -> None:
        super().__init__(tab)
        self._document = document
        self._edits = edits
        self._theme = theme
        self._today = today
        self._tab = tab
        self._column = column
        self._came_from: QWidget | None = None
        self._forms: dict[Form, ActForm] = {}
        self._net: DieNet | None = None
        self._protection: tuple[str, ...] = ()
        self.open_form: Form | None = None
        """Which form is open."""

    @property
    def current(self) -> ActForm | None:
        """The form that is open."""
        return None if self.open_form is None else self._forms[self.open_form]

    @property
    def plan(self) -> BlowPlan | None:
        """What the blow being prepared would do; None where it is refused, or none is prepared."""
        form = self.current
        if form is None or self.open_form is not Form.BLOW or form.why_not is not None:
            return None
        return self._plan(form.answers)

    def marks(self) -> Mapping[int, Mark] | None:
        """Return the dice the blow would take, numbered in their order; None while no blow is prepared."""
        form, plan = self.current, self.plan
        if form is None or self.open_form is not Form.BLOW:
            return None
        given = form.answers.dice("dice")
        return {die: Mark(str(place), die in given) for place, die in enumerate(plan.dice if plan else (), 1)}

    def toggle_die(self, die: int) -> None:
        """Give a die up to the blow, or keep it; one chosen too many takes the place of the first."""
        form = self._forms[Form.BLOW]
        if die in self._document.character.available():
            form.pick("dice", die)
        else:
            self.refused.emit(reason("die-already-lost", "CMB-13", die=die + 1))

    def open(self, which: Form, values: Mapping[str, Value] | None = None) -> None:
        """Open a form with these answers."""
        if self.open_form is not which:
            self.close()
            self._came_from = self._tab.focusWidget()
        self.open_form = which
        form = self._form(which)
        self.fill()
        self.changed.emit()  # what gives way to the form goes first, or the page would grow for a moment
        form.show()
        form.begin(values)

    def close(self) -> None:
        """Close what is open without doing it; the focus goes back to where it was."""
        form, self.open_form = self.current, None
        if form is None:
            return
        focused = self._tab.focusWidget()
        held = focused is not None and form.isAncestorOf(focused)
        back, self._came_from = self._came_from, None
        form.hide()
        self.changed.emit()
        if held:
            give_back_focus(back, self._tab)

    def fill(self) -> None:
        """Show the character as it is now in the form that is open."""
        form, which = self.current, self.open_form
        if form is None or which is None:
            return
        protection = tuple(item.name for item in self._document.character.equipment)
        if which is Form.BLOW and protection != self._protection:
            form.forget("absorb-")
            self._protection = protection
        form.show_act(self._asked(which))

    def _form(self, which: Form) -> ActForm:
        form = self._forms.get(which)
        if form is None:
            form = self._forms[which] = ActForm(self._theme, self._tab)
            form.hide()
            form.closed.connect(self.close)
            form.refused.connect(self.refused)
            form.requested.connect(lambda answers: self._do(which, answers))
            if which is Form.HINDERING:
                self._net = _still_net(self._theme, form)
                form.add_below(self._net)
                form.changed.connect(self._draw_net)
            if which is Form.BLOW:
                form.changed.connect(self.plan_changed)
            self._column.insertWidget(0, form)
        return form

    def _do(self, which: Form, answers: Answers) -> None:
        act, edits, plan = self._asked(which).act, self._edits, self.plan
        match which:
            case Form.CARE:
                done = edits.do(self.tr("Medical attention"), act, answers, self.tr("Treated: {what}."))
            case Form.SURVIVE:
                done = edits.do(self.tr("Survive by a miracle"), act, answers)
            case Form.HINDERING:
                die = acts.hindering_die(self._document.rulebook, answers)
                done = edits.do(self.tr("Add {die}").format(die=die.name if die else ""), act, answers)
            case _:
                cause = answers.text("cause")
                name = self.tr("Blow: {cause}").format(cause=cause) if cause else self.tr("Take a blow")
                done = edits.do(name, act, answers)
        if done and which is Form.BLOW:
            if plan is not None and plan.ruined:
                items = ", ".join(short_name(item) for item in plan.ruined)
                words = self.tr("{items}: absorbed {n} damage, now ruined").format(items=items, n=plan.absorbed)
                edits.message.emit(words)
            self.struck.emit()
        if done:
            self.close()

    def _asked(self, which: Form) -> AskedAct[Character]:
        return {
            Form.BLOW: self._blow,
            Form.CARE: self._care,
            Form.HINDERING: self._hindering,
            Form.SURVIVE: self._survive,
        }[which]()

    # medical attention

    def _care(self) -> AskedAct[Character]:
        tip = self.tr("Dice more that heal at once, two at most")
        fields = {
            "successes": (self.tr("Successes"), self.tr("Net successes"), ""),
            "medic": (self.tr("Medic"), self.tr("Medic"), tip),
        }
        return AskedAct(
            acts.treat(),
            self._document.character,
            self.tr("Medical attention"),
            self.tr("Treat"),
            lambda each, _answers: Field(each, *fields[each.id]),
            self.tr(
                "Count the successes left after the challenge dice; healing magic counts the same. "
                "Each Medic heals one more die at once."
            ),
            lambda after, _answers: self._healed(self._document.character, after),
            (True, False),
        )

    def _healed(self, before: Character, after: Character) -> tuple[str, str]:
        """Return what heals at once, and what follows."""
        found, healed = forecast(after), healed_words(before, after, self.tr)
        now = self.tr("Heals at once: {dice}").format(dice=healed) if healed else self.tr("Nothing heals at once.")
        if not found.steps:
            held = self.tr("Then only what magic holds is left.")
            return now, held if found.held else self.tr("Nothing is left to heal.")
        said = []
        if after.care != before.care:
            pace = days_words(after.care[-1].days, self.tr)
            said.append(self.tr("Then one heals in {pace} of rest.").format(pace=pace))
        if found.whole_in is not None:
            said.append(self.tr("Whole {when}.").format(when=due_words(found.whole_in, self.tr)))
        return now, " ".join(said)

    # a miracle

    def _survive(self) -> AskedAct[Character]:
        rulebook, character = self._document.rulebook, self._document.character
        cost, words = price(rulebook, SURVIVE), self.tr("How it was survived")
        return AskedAct(
            acts.survive(rulebook, self._today()),
            character,
            self.tr("A miracle"),
            self.tr("Live on · {n} spiffs").format(n=cost),
            lambda each, _answers: Field(each, self.tr("How"), words, hint=words),
            self.tr("It costs {n} spiffs of {have}, and the table has to believe it.").format(
                n=cost, have=character.spiffs
            ),
        )

    # a hindering die

    def _hindering(self) -> AskedAct[Character]:
        return AskedAct(
            acts.hinder(self._document.rulebook),
            self._document.character,
            self.tr("A hindering die"),
            self.tr("Give the die"),
            lambda each, _answers: self._hindering_field(each),
            self.tr("It is thrown along with every throw until it is removed."),
        )

    def _hindering_field(self, each: Parameter) -> Field:
        if each.kind is Kind.TEXT:
            hint = self.tr("What gets rid of it, if you know")
            return Field(each, self.tr("Remedy"), self.tr("What gets rid of it"), hint=hint)
        if each.kind is Kind.NUMBER:
            name = self.tr("{n} faces with the icon")
            faces = tuple(Choice(str(n), str(n), name.format(n=n)) for n in range(1, FACES + 1))
            return Field(each, self.tr("Faces with the icon"), choices=faces, buttons=True, wide=True)
        dice = {die.id: die for die in self._document.rulebook.dice}
        choices = tuple(
            Choice(die.id, die.name, faces=tuple(face.code for face in die.faces), body="hindering", rule=die.name)
            for die in (dice[key] for key in each.choices)
        )
        return Field(each, self.tr("Die"), self.tr("Hindering die"), hint=self.tr("Choose a die"), choices=choices)

    def _draw_net(self) -> None:
        rulebook, net = self._document.rulebook, self._net
        die = acts.hindering_die(rulebook, self._forms[Form.HINDERING].answers)
        if net is None:
            return
        net.setVisible(die is not None)
        if die is not None:
            body = "flame" if any(FLAMING in face.icons for face in die.faces) else "hindering"
            names = [face_name(rulebook, face) for face in die.faces]
            looks = tuple(FaceLook(f.code, body=body, label=name) for f, name in zip(die.faces, names, strict=True))
            net.set_look(NetLook(0, die.name, looks, name=f"{die.name}: {', '.join(names)}"))

    # a blow

    def _blow(self) -> AskedAct[Character]:
        rulebook, character = self._document.rulebook, self._document.character
        return AskedAct(
            acts.blow(rulebook, character, self._today()),
            character,
            self.tr("A blow"),
            self.tr("Take the blow"),
            self._blow_field,
            preview=lambda _after, answers: self._blow_words(self._plan(answers)),
            strong=(False, True),
        )

    def _plan(self, answers: Answers) -> BlowPlan:
        character = self._document.character
        return blow_plan(self._document.rulebook, character, acts.blow_of(character, answers))

    def _blow_words(self, plan: BlowPlan) -> tuple[str, str]:
        return " ".join(plan_lines(plan, self.tr)), after_words(self._document.character, plan, self.tr)

    def _blow_field(self, each: Parameter, answers: Answers) -> Field:
        match each.id:
            case "points":
                return Field(each, self.tr("Damage"), tip=self.tr("Damage of one attacker"))
            case "harm":
                return Field(each, self.tr("From"), self.tr("What does the damage"), choices=self._harms())
            case "cause":
                hint = self.tr("Cause, if you like")
                return Field(each, self.tr("Cause"), self.tr("Cause of the damage"), hint=hint)
            case "dice":
                return Field(each, self.tr("Dice lost"), words=self._dice_said(answers))
        protection = self.tr("Protection")
        if each.id == "soaked":
            name = self.tr("Soak one damage · {n} spiffs").format(n=price(self._document.rulebook, SOAK))
            bare = not any(id.startswith("absorb-") for id in answers.values)
            none = self.tr("no armour or shield") if bare else ""
            tip = self.tr("One damage of a blow at the most")
            return Field(each, protection, name, tip, words=none, wide=True)
        item = self._document.character.equipment[int(each.id.removeprefix("absorb-"))].name
        return Field(each, protection, item, self.tr("Gives up {item}: its die is gone").format(item=item), wide=True)

    def _harms(self) -> tuple[Choice, ...]:
        absorbed, nothing = self.tr("Armour and shields absorb it"), self.tr("Nothing absorbs it")
        words = {
            Harm.ATTACK: (self.tr("An attack"), absorbed),
            Harm.FALL: (self.tr("A fall"), absorbed),
            Harm.FROST: (self.tr("Frost or a beast's fire"), self.tr("Passes through armour; shields absorb it")),
            Harm.POISON: (self.tr("Poison"), nothing),
            Harm.FLAMING: (self.tr("Being on fire"), nothing),
            Harm.FATIGUE: (self.tr("Magic beyond the safe level"), nothing),
        }
        return tuple(Choice(harm.value, text, note) for harm, (text, note) in words.items())

    def _dice_said(self, answers: Answers) -> str:
        """Return which dice the blow takes, and which of them by choice."""
        act = acts.blow(self._document.rulebook, self._document.character, self._today())
        if act.why_not(self._document.character, answers) is not None:
            return ""
        plan, given = self._plan(answers), answers.dice("dice")
        others: Sequence[int] = [die for die in plan.dice if die not in given]
        if not plan.dice:
            words = self.tr("none")
        elif not given:
            words = self.tr("the last ones ({dice}); click others to give them up")
        elif others:
            words = self.tr("{given} by choice, then {dice}")
        else:
            words = self.tr("{given} by choice")
        return words.format(dice=dice_words(others, self.tr), given=dice_words(given, self.tr))


def _still_net(theme: Theme, parent: QWidget) -> DieNet:
    """Return a net to be looked at only."""
    net = DieNet(theme, parent)
    for tile in net.tiles:
        tile.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        tile.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def fit() -> None:
        side = theme.px(_SIDE)
        net.setFixedSize(*net_size(side, theme))
        net.set_side(side)

    theme.changed.connect(fit)
    fit()
    return net
