"""The forms of the Wounds tab. Each has a name, fields and a preview of its effect. At most one is open."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.tracker.dicerows import DieMark
from bones_desktop.pages.tracker.statehead import (
    WoundEdits,
    after_words,
    dice_words,
    due_words,
    healed_words,
    plan_lines,
)
from bones_desktop.rules.acts import Answers, Parameter, ParameterKind, Value
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.icons import FLAMING
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.injury.blows import SOAK, BlowPlan, DamageKind, blow_plan
from bones_desktop.rules.bones.injury.injuries import forecast
from bones_desktop.rules.bones.injury.spiffs import SURVIVE, price
from bones_desktop.rules.bones.life import acts
from bones_desktop.rules.reasons import reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field
from bones_desktop.widgets.acts.actform import ActForm, AskedAct
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.dienet import DieNet, NetLook, net_size
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.focus import give_back_focus
from bones_desktop.wording.language import _
from bones_desktop.wording.names import short_name
from bones_desktop.wording.seasons import days_words

_SIDE = 40
"""Side of a face of the net, in pixels at 100 % text size."""


class WoundForm(Enum):
    """The forms of the Wounds tab."""

    BLOW = "blow"
    CARE = "care"
    HINDERING = "hindering"
    SURVIVE = "survive"


class WoundForms(QObject):
    """Opens forms in a column of the tab, applies their acts, and closes them."""

    changed = Signal()
    """Emitted when a form was opened or closed."""
    struck = Signal()
    """Emitted when a blow was taken."""

    def __init__(
        self,
        document: CharacterDocument,
        edits: WoundEdits,
        show_plan: Callable[[], object],
        theme: Theme,
        today: Callable[[], str],
        tab: QWidget,
        column: QVBoxLayout,
    ) -> None:
        """`show_plan` is called when the effect of the prepared blow changes."""
        super().__init__(tab)
        self._show_plan = show_plan
        self._document = document
        self._edits = edits
        self._theme = theme
        self._today = today
        self._tab = tab
        self._column = column
        self._came_from: QWidget | None = None
        self._forms: dict[WoundForm, ActForm] = {}
        self._net: DieNet | None = None
        self._protection: tuple[str, ...] = ()
        self.open_form: WoundForm | None = None
        """The kind of the open form; None if none is open."""

    @property
    def current(self) -> ActForm | None:
        """The open form; None if none is open."""
        return None if self.open_form is None else self._forms[self.open_form]

    @property
    def plan(self) -> BlowPlan | None:
        """The effect of the prepared blow; None if it is refused or no blow is prepared."""
        form = self.current
        if form is None or self.open_form is not WoundForm.BLOW or form.why_not is not None:
            return None
        return self._plan(form.answers)

    def marks(self) -> Mapping[int, DieMark] | None:
        """Return the dice that the blow would take, by number; None if no blow is prepared."""
        form, plan = self.current, self.plan
        if form is None or self.open_form is not WoundForm.BLOW:
            return None
        given = form.answers.dice("dice")
        return {die: DieMark(str(place), die in given) for place, die in enumerate(plan.dice if plan else (), 1)}

    def toggle_die(self, die: int) -> None:
        """Give a die up to the blow, or keep it. If too many dice are given up, the first of them is kept again."""
        form = self._forms[WoundForm.BLOW]
        if die in self._document.character.available():
            form.pick("dice", die)
        else:
            self._edits.refuse(reason("die-already-lost", "CMB-13", die=die + 1))

    def open(self, which: WoundForm, values: Mapping[str, Value] | None = None) -> None:
        """Open a form with these initial answers."""
        if self.open_form is not which:
            self.close()
            # Keyboard users should return to this widget after the form.
            self._came_from = self._tab.focusWidget()
        self.open_form = which
        form = self._form(which)
        self.fill()
        self.changed.emit()  # so that the page does not grow for a moment
        form.show()
        form.begin(values)

    def close(self) -> None:
        """Close the open form without applying it. The focus returns to the earlier widget."""
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
        """Update the open form for the current character."""
        form, which = self.current, self.open_form
        if form is None or which is None:
            return
        protection = tuple(item.name for item in self._document.character.equipment)
        # Protection is stored by its index, which now means another item.
        if which is WoundForm.BLOW and protection != self._protection:
            form.forget("absorb-")
            self._protection = protection
        form.show_act(self._asked(which))

    def _form(self, which: WoundForm) -> ActForm:
        form = self._forms.get(which)
        if form is None:
            form = self._forms[which] = ActForm(self._theme, self._tab, refuse=self._edits.refuse)
            form.hide()
            form.closed.connect(self.close)
            form.requested.connect(partial(self._do, which))
            if which is WoundForm.HINDERING:
                self._net = _still_net(self._theme, form)
                form.add_below(self._net)
                form.changed.connect(self._draw_net)
            if which is WoundForm.BLOW:
                form.changed.connect(self._show_plan)
            self._column.insertWidget(0, form)
        return form

    def _do(self, which: WoundForm, answers: Answers) -> None:
        act, edits, plan = self._asked(which).act, self._edits, self.plan
        match which:
            case WoundForm.CARE:
                done = edits.do(_("Medical attention"), act, answers, _("Treated: {what}."))
            case WoundForm.SURVIVE:
                done = edits.do(_("Survive by a miracle"), act, answers)
            case WoundForm.HINDERING:
                die = acts.hindering_die(self._document.rulebook, answers)
                done = edits.do(_("Add {die}").format(die=die.name if die else ""), act, answers)
            case _:
                cause = answers.text("cause")
                name = _("Blow: {cause}").format(cause=cause) if cause else _("Take a blow")
                done = edits.do(name, act, answers)
        if done and which is WoundForm.BLOW:
            if plan is not None and plan.ruined:
                items = ", ".join(short_name(item) for item in plan.ruined)
                words = _("{items}: absorbed {n} damage, now ruined").format(items=items, n=plan.absorbed)
                # The ruined items are on another page, so the player might not notice the loss.
                edits.say(words)
            self.struck.emit()
        if done:
            self.close()

    def _asked(self, which: WoundForm) -> AskedAct[Character]:
        return {
            WoundForm.BLOW: self._blow,
            WoundForm.CARE: self._care,
            WoundForm.HINDERING: self._hindering,
            WoundForm.SURVIVE: self._survive,
        }[which]()

    # medical attention

    def _care(self) -> AskedAct[Character]:
        tip = _("Extra dice that heal at once, two at most")
        fields = {
            "successes": (_("Successes"), _("Net successes"), ""),
            "medic": (_("Medic"), _("Medic"), tip),
        }

        def field(each: Parameter, _answers: Answers) -> Field:
            return Field(each, *fields[each.id])

        return AskedAct(
            acts.treat(),
            self._document.character,
            _("Medical attention"),
            _("Treat"),
            field,
            _(
                "Count the successes left after the challenge dice; healing magic counts the same. "
                "Each Medic heals one more die at once."
            ),
            self._healed,
            (True, False),
        )

    def _healed(self, after: Character, _answers: Answers) -> tuple[str, str]:
        """Return the dice healed at once, and the healing that follows."""
        before = self._document.character
        found, healed = forecast(after), healed_words(before, after)
        now = _("Heals at once: {dice}").format(dice=healed) if healed else _("Nothing heals at once.")
        if not found.steps:
            held = _("After that, only damage held by magic is left.")
            return now, held if found.held else _("Nothing is left to heal.")
        said = []
        if after.care != before.care:
            pace = days_words(after.care[-1].days)
            said.append(_("After that, one damage heals in {pace} of rest.").format(pace=pace))
        if found.whole_in is not None:
            said.append(_("Whole {when}.").format(when=due_words(found.whole_in)))
        return now, " ".join(said)

    # a miracle

    def _survive(self) -> AskedAct[Character]:
        rulebook, character = self._document.rulebook, self._document.character
        cost, words = price(rulebook, SURVIVE), _("How it was survived")

        def field(each: Parameter, _answers: Answers) -> Field:
            return Field(each, _("How"), words, hint=words)

        return AskedAct(
            acts.survive(rulebook, self._today()),
            character,
            _("A miracle"),
            _("Live on · {n} spiffs").format(n=cost),
            field,
            _("It costs {n} of {have} spiffs, and the group has to believe it.").format(n=cost, have=character.spiffs),
        )

    # a hindering die

    def _hindering(self) -> AskedAct[Character]:
        return AskedAct(
            acts.hinder(self._document.rulebook),
            self._document.character,
            _("A hindering die"),
            _("Give the die"),
            self._hindering_field,
            _("It is added to every roll until it is removed."),
        )

    def _hindering_field(self, each: Parameter, _answers: Answers) -> Field:
        if each.kind is ParameterKind.TEXT:
            hint = _("Remedy, if known")
            return Field(each, _("Remedy"), _("Remedy"), hint=hint)
        if each.kind is ParameterKind.NUMBER:
            name = _("{n} faces with the icon")
            faces = tuple(Choice(str(n), str(n), name.format(n=n)) for n in range(1, FACES + 1))
            return Field(each, _("Faces with the icon"), choices=faces, buttons=True, wide=True)
        dice = {die.id: die for die in self._document.rulebook.dice}
        choices = tuple(
            Choice(die.id, die.name, faces=tuple(face.code for face in die.faces), body="hindering", rule=die.name)
            for die in (dice[key] for key in each.choices)
        )
        return Field(each, _("Die"), _("Hindering die"), hint=_("Choose a die"), choices=choices)

    def _draw_net(self) -> None:
        rulebook, net = self._document.rulebook, self._net
        die = acts.hindering_die(rulebook, self._forms[WoundForm.HINDERING].answers)
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
            _("A blow"),
            _("Take the blow"),
            self._blow_field,
            preview=self._blow_words,
            strong=(False, True),
        )

    def _plan(self, answers: Answers) -> BlowPlan:
        character = self._document.character
        return blow_plan(self._document.rulebook, character, acts.blow_of(character, answers))

    def _blow_words(self, _after: Character, answers: Answers) -> tuple[str, str]:
        plan = self._plan(answers)
        return " ".join(plan_lines(plan)), after_words(self._document.character, plan)

    def _blow_field(self, each: Parameter, answers: Answers) -> Field:
        match each.id:
            case "points":
                return Field(each, _("Damage"), tip=_("Damage of one attacker"))
            case "harm":
                return Field(each, _("From"), _("Source of the damage"), choices=self._harms())
            case "cause":
                hint = _("Cause (optional)")
                return Field(each, _("Cause"), _("Cause of the damage"), hint=hint)
            case "dice":
                return Field(each, _("Dice lost"), words=self._dice_said(answers))
        protection = _("Protection")
        if each.id == "soaked":
            name = _("Soak one damage · {n} spiffs").format(n=price(self._document.rulebook, SOAK))
            bare = not any(id.startswith("absorb-") for id in answers.values)
            none = _("no armour or shield") if bare else ""
            tip = _("At most one damage of each blow")
            return Field(each, protection, name, tip, words=none, wide=True)
        item = self._document.character.equipment[int(each.id.removeprefix("absorb-"))].name
        return Field(each, protection, item, _("Gives up {item}: its die is gone").format(item=item), wide=True)

    def _harms(self) -> tuple[Choice, ...]:
        absorbed, nothing = _("Armour and shields absorb it"), _("Nothing absorbs it")
        words = {
            DamageKind.ATTACK: (_("An attack"), absorbed),
            DamageKind.FALL: (_("A fall"), absorbed),
            DamageKind.FROST: (_("Frost or a beast's fire"), _("Passes through armour; shields absorb it")),
            DamageKind.POISON: (_("Poison"), nothing),
            DamageKind.FLAMING: (_("Being on fire"), nothing),
            DamageKind.FATIGUE: (_("Magic beyond the safe level"), nothing),
        }
        return tuple(Choice(harm.value, text, note) for harm, (text, note) in words.items())

    def _dice_said(self, answers: Answers) -> str:
        """Return the dice that the blow takes, and which of them the player chose."""
        act = acts.blow(self._document.rulebook, self._document.character, self._today())
        if act.why_not(self._document.character, answers) is not None:
            return ""
        plan, given = self._plan(answers), answers.dice("dice")
        others: Sequence[int] = [die for die in plan.dice if die not in given]
        if not plan.dice:
            words = _("none")
        elif not given:
            words = _("the last ones ({dice}); click others to give them up")
        elif others:
            words = _("{given} by choice, then {dice}")
        else:
            words = _("{given} by choice")
        return words.format(dice=dice_words(others), given=dice_words(given))


def _still_net(theme: Theme, parent: QWidget) -> DieNet:
    """Return a net that only shows a die and cannot be edited."""
    net = DieNet(theme, parent)
    for tile in net.tiles:
        tile.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # The net shows a printed die, which has nothing to choose.
        tile.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def fit() -> None:
        side = theme.px(_SIDE)
        net.setFixedSize(*net_size(side, theme))
        net.set_side(side)

    theme.changed.connect(fit)
    fit()
    return net
