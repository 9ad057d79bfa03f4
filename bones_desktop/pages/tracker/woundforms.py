"""The forms of the Wounds tab; at most one is open. Each has a name, fields and a preview of its effect."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.tracker.characterpanel import DieMark
from bones_desktop.pages.tracker.healingcard import WoundEdits, after_words, due_words, plan_lines
from bones_desktop.rules.acts import Act, Answers, Parameter, ParameterKind, Value
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.icons import FLAMING
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.injury.blows import SOAK, BlowPlan, DamageKind, blow_plan
from bones_desktop.rules.bones.injury.injuries import condition, forecast
from bones_desktop.rules.bones.injury.spiffs import SURVIVE, price
from bones_desktop.rules.bones.life import acts
from bones_desktop.rules.reasons import reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actboard import FormPlace
from bones_desktop.widgets.acts.actfields import Field
from bones_desktop.widgets.acts.actform import AskedAct
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.dice.facetile import FaceStrip
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.wording.glances import dice_words, healed_words, state_words
from bones_desktop.wording.language import _
from bones_desktop.wording.names import short_name
from bones_desktop.wording.seasons import days_words

_SIDE = 40
"""Side of a face of the new die, in pixels at 100 % text size."""


class WoundForms:
    """Opens the forms of acts on the tab, and does the acts. The key of a form is the id of its act."""

    def __init__(
        self,
        document: CharacterDocument,
        edits: WoundEdits,
        theme: Theme,
        today: Callable[[], str],
        place: FormPlace,
        struck: Callable[[], object],
    ) -> None:
        """`struck` is called after the character has taken a blow."""
        self._struck = struck
        self._document = document
        self._edits = edits
        self._today = today
        self.place = place
        self._protection: tuple[str, ...] = ()
        self._asking: Mapping[str, Callable[[], AskedAct[Character]]] = {
            "blow": self._blow,
            "treat": self._care,
            "hinder": self._hindering,
            "survive": self._survive,
            "remedy": self._remedy,
            "rest": self._rest,
            "regenerate": self._regenerate,
            "slay": self._slay,
        }
        self._faces = FaceStrip(theme, place.form)
        set_lengths(theme, self._faces, least_width=FACES * _SIDE)
        place.form.add_below(self._faces)
        place.form.changed.connect(self._show_faces)

    @property
    def plan(self) -> BlowPlan | None:
        """The effect of the prepared blow; None if it is refused or no blow is prepared."""
        form = self.place.form
        return self._plan(form.answers) if self.place.id == "blow" and form.why_not is None else None

    def marks(self) -> Mapping[int, DieMark] | None:
        """Return the dice that the blow would take, keyed by index; None if no blow is prepared."""
        if self.place.id != "blow":
            return None
        plan, given = self.plan, self.place.form.answers.dice("dice")
        return {die: DieMark(str(place), die in given) for place, die in enumerate(plan.dice if plan else (), 1)}

    def toggle_die(self, die: int) -> None:
        """Give a die up to the blow, or keep it. If too many dice are given up, the first chosen die is kept again."""
        if die in self._document.character.available():
            self.place.form.pick("dice", die)
        else:
            self._edits.refuse(reason("die-already-lost", "CMB-13", die=die + 1))

    def ask(self, act: str, values: Mapping[str, Value] | None = None) -> None:
        """Open the form of an act with these initial answers."""
        self.place.open(act, self._asking[act], partial(self._do, act), values)

    def _do(self, id: str, answers: Answers) -> bool:
        edits, plan, act = self._edits, self.plan, self._asking[id]().act
        match id:
            case "treat":
                return edits.do(_("Medical attention"), act, answers, _("Treated: {what}."))
            case "survive":
                return edits.do(_("Survive by a miracle"), act, answers)
            case "rest":
                return edits.rest(answers.number("days"))
            case "regenerate":
                icons = answers.number("icons")
                name = _("Regenerate one die") if icons == 1 else _("Regenerate {n} dice").format(n=icons)
                return edits.do(name, act, answers, _("Regenerated: {what}."))
            case "slay":
                return edits.do(_("Killed outright"), act, answers)
            case "remedy":
                die = answers.chosen("die", self._document.character.hindering)
                return edits.do(_("Remedy of {die}").format(die=die.name if die else ""), act, answers)
            case "hinder":
                printed = acts.hindering_die(self._document.rulebook, answers)
                return edits.do(_("Add {die}").format(die=printed.name if printed else ""), act, answers)
        cause = answers.text("cause")
        done = edits.do(_("Blow: {cause}").format(cause=cause) if cause else _("Take a blow"), act, answers)
        if done:
            self._struck()
        if done and plan is not None and plan.ruined:
            items = ", ".join(short_name(item) for item in plan.ruined)
            # The ruined items are shown only on another page, so a message tells the user about the loss.
            edits.say(_("{items}: absorbed {n} damage, now ruined").format(items=items, n=plan.absorbed))
        return done

    # healing

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
        """Return a text about the dice healed at once, and a text about the healing that comes later."""
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

    def _rest(self) -> AskedAct[Character]:
        return self._healing(acts.rest(), _("Rest"), _("Days"))

    def _regenerate(self) -> AskedAct[Character]:
        return self._healing(self._wound_act("regenerate"), _("Regenerate"), _("Regenerate icons rolled"))

    def _healing(self, act: Act[Character], name: str, label: str) -> AskedAct[Character]:
        """Return the form of an act that asks for one number and heals."""

        def field(each: Parameter, _answers: Answers) -> Field:
            return Field(each, label)

        return AskedAct(act, self._document.character, name, name, field, "", self._healed, (True, False))

    def _slay(self) -> AskedAct[Character]:
        def said(after: Character, _answers: Answers) -> tuple[str]:
            return (_("Then: {state}").format(state=state_words(condition(after))),)

        act, name, press = self._wound_act("slay"), _("Killed outright"), _("Kill outright")
        return AskedAct(act, self._document.character, name, press, _no_field, preview=said, strong=(True,))

    def _wound_act(self, id: str) -> Act[Character]:
        return next(each for each in acts.wound_acts(self._document.character) if each.id == id)

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

    def _remedy(self) -> AskedAct[Character]:
        character, words = self._document.character, _("Remedy")
        note = acts.hindering_acts(character)[0]

        def field(each: Parameter, _answers: Answers) -> Field:
            if each.id == "remedy":
                return Field(each, words, hint=_("Remedy, if known"))
            choices = (Choice(key, name) for key, name in zip(each.choices, each.names, strict=True))
            return Field(each, _("Die"), _("Hindering die"), choices=tuple(choices))

        return AskedAct(note, character, words, _("Note it"), field)

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

    def _show_faces(self) -> None:
        rulebook, asked = self._document.rulebook, self.place.id == "hinder"
        die = acts.hindering_die(rulebook, self.place.form.answers) if asked else None
        self._faces.setVisible(die is not None)
        if die is not None:
            body = "flame" if any(FLAMING in face.icons for face in die.faces) else "hindering"
            names = [face_name(rulebook, face) for face in die.faces]
            looks = (FaceLook(f.code, body=body, label=name) for f, name in zip(die.faces, names, strict=True))
            self._faces.set_faces(tuple(looks))
            self._faces.setAccessibleName(f"{die.name}: {', '.join(names)}")

    # a blow

    def _blow(self) -> AskedAct[Character]:
        rulebook, character = self._document.rulebook, self._document.character
        protection = tuple(item.name for item in character.equipment)
        # Answers store protection by its index. When the equipment changes, an index may mean another item.
        if protection != self._protection:
            self.place.form.forget("absorb-")
            self._protection = protection
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
        item = self._document.sheet.equipment[int(each.id.removeprefix("absorb-"))].name
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
        """Return a text with the dice that the blow takes, and which of them the player chose."""
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


def _no_field(each: Parameter, _answers: Answers) -> Field:
    return Field(each, "")
