"""Forms of the Scene page: one for an action, with numbers that the scene fills in, and one that adds fighters."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from bones_desktop.desk.table.opengame import WITH
from bones_desktop.pages.games.scenecards import SceneSeat
from bones_desktop.rules import sceneacts
from bones_desktop.rules.acts import Act, Answers, Parameter, ParameterKind, Value
from bones_desktop.rules.dice import Die
from bones_desktop.rules.games import headline
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.scenes import Planned, Scene, SceneFighter
from bones_desktop.widgets.acts.actfields import Field
from bones_desktop.widgets.acts.actform import AskedAct
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.wording.chances import percent
from bones_desktop.wording.games.words import row_name
from bones_desktop.wording.language import _
from bones_desktop.wording.scenes import act_name

THROW: Final = "throw"
"""Id of the question for the faces of real dice."""
OWN: Final = "own-numbers"
"""Id of the question whether the numbers that the scene fills in are shown and can be changed."""
_FOE: Final = "foe"
_FEW: Final = 2
"""Largest number of choices that have a button each. More choices are shown as a list."""
_MOST_BUTTONS: Final = 4
"""Largest number of choices that have a button each in the form for the numbers of a foe."""
_MOST_FOES: Final = 20
Newcomers = Callable[[], Sequence[tuple[str, str]]]
"""Function that returns keys and names of the characters that can be added, from the shelf or as samples."""


@dataclass(frozen=True)
class ChosenAct:
    """A fighter's chosen action, with the questions of its form."""

    seat: SceneSeat
    fighter: SceneFighter
    act: str

    def shown(self) -> AskedAct[Any]:
        """Return the content of the form. While dice must be rolled, it asks only for their faces."""
        seat, due = self.seat, self.seat.play.due
        if due:
            act: Act[Any] = Act.asking("due", "scene", _unchanged, _thrown(due))
            return AskedAct(act, seat.scene, _("Roll these dice next"), _("Roll"), self.field)
        known = seat.rules.acts(seat.small.book, seat.scene, self.fighter)
        chosen = next(each for each in known if each.id == self.act)

        def do(scene: Scene, given: Answers) -> Scene:
            sceneacts.planned(seat.game, seat.small.book, scene, self.fighter.id, self.act, self.asked(given))
            return scene

        form: Act[Any] = Act(self.act, "scene", self.parameters, do)
        said = seat.about(self.act, "deed")
        words = f"{said} ({chosen.rule})" if said and chosen.rule else said
        press = _("Roll") if chosen.rolls else _("Do it")
        return AskedAct(form, seat.scene, act_name(seat.game.id, self.act), press, self.field, words)

    def parameters(self, given: Answers) -> tuple[Parameter, ...]:
        """Return the questions of the action, and whether to change the numbers that the scene fills in."""
        seat, fighter = self.seat, self.fighter
        book, scene = seat.small.book, seat.scene
        asked = partial(sceneacts.asked, seat.game, book, scene, fighter.id, self.act)
        usual = asked()(given)
        own = asked(own_numbers=True)(given)
        filled = {one.id for one, other in zip(usual, own, strict=True) if one.optional and not other.optional}
        found: list[Parameter] = []
        for each in own if given.yes(OWN) else usual:
            if each.id in filled and not given.yes(OWN):
                continue
            if each.optional:
                found.append(Parameter.yes_no(WITH + each.id))
            if not each.optional or given.yes(WITH + each.id):
                found.append(each)
        if filled:
            found.append(Parameter.yes_no(OWN))
        made = self.planned(_kept(found, given))
        dice = made.plan.dice if made is not None and made.plan is not None else ()
        if dice:
            found.append(_thrown(dice))
        return tuple(found)

    def planned(self, given: Answers) -> Planned | None:
        """Return the chosen action with its dice; None if the action is not possible, or if its dice are hidden."""
        seat = self.seat
        with suppress(RulesError):
            made = sceneacts.planned(seat.game, seat.small.book, seat.scene, self.fighter.id, self.act, given)
            return None if made.plan is not None and made.plan.hidden else made
        return None

    def asked(self, given: Answers) -> Answers:
        """Return only those answers of the form that belong to the action's own questions."""
        return _kept(self.parameters(given), given)

    def field(self, parameter: Parameter, answers: Answers) -> Field:
        """Return the field of a question of the form."""
        seat = self.seat
        if parameter.id == OWN:
            return Field(
                parameter, row_name(seat.game.id, WITH), _("Other numbers"), tip=_("Change what the scene fills in")
            )
        if parameter.id == THROW:
            now = seat.play.current
            made = now.made if now is not None and seat.play.due else self.planned(self.asked(answers))
            colours = tuple(each.colour for each in seat.rollers(made, parameter.thrown))
            return replace(seat.field(parameter, answers), colours=colours)
        return seat.short_field(parameter, answers, _FEW)

    def chance(self, given: Answers) -> str:
        """Return the chance of success; "" while dice are hidden or must be rolled, or if nothing is rolled."""
        seat = self.seat
        made = None if seat.play.due else self.planned(self.asked(given))
        found = headline(seat.game, seat.game.odds(made.plan)) if made is not None and made.plan is not None else None
        if made is None or found is None:
            return ""
        _finding, outcome, chance = found
        words = _("{chance} {outcome}").format(chance=percent(chance), outcome=seat.named(outcome, "headline"))
        # If a foe has a score, its target rolls a defence, so say whose chance this is.
        if made.roller != self.fighter.id:
            return _("{who}: {words}").format(who=seat.scene.fighter(made.roller).name, words=words)
        return words


def _thrown(dice: tuple[Die[int], ...]) -> Parameter:
    return Parameter(THROW, ParameterKind.THROW, (0,) * len(dice), thrown=dice)


def _kept(parameters: Sequence[Parameter], given: Answers) -> Answers:
    """Return the answers to these parameters, without the answers to other questions of the form."""
    values: dict[str, Value] = {}
    for each in parameters:
        if each.kind is not ParameterKind.THROW and each.id != OWN and not each.id.startswith(WITH):
            values[each.id] = given.values.get(each.id, each.first)
    return Answers(values)


class NewcomerForm:
    """The form that adds a character, a sample, or foes with numbers."""

    def __init__(self, seat: SceneSeat, known: Newcomers, make: Callable[[str, str], SceneFighter | None]) -> None:
        """Create the form; `make` returns a fighter for a key of `known` and a side.

        It returns None if the fighter's file cannot be read.
        """
        self._seat, self._known, self._make = seat, known, make

    def asked(self) -> AskedAct[Any]:
        """Return the content of the form."""
        seat, known = self._seat, tuple(self._known())
        filed = any(each.character is not None for each in seat.scene.fighters)
        ours = seat.scene.ours if filed else _("Party")
        theirs = next((each for each in seat.scene.sides if each != ours), _("Foes"))
        choices = Parameter.choice("newcomer", (_FOE, *(key for key, _name in known)), _FOE,
                                   names=(_("A foe with numbers"), *(name for _key, name in known)))  # fmt: skip
        # A character joins the party even if the side of a foe was shown before.
        who = replace(choices, fills={each: {"side": theirs if each == _FOE else ours} for each in choices.choices})

        def parameters(given: Answers) -> tuple[Parameter, ...]:
            foe = given.key("newcomer") in {"", _FOE}
            side = Parameter.text("side", theirs if foe else ours)
            if not foe:
                return (who, side)
            return (who, Parameter.text("name", _("Foe")), side, Parameter.number("count", 1, 1, _MOST_FOES),
                    *seat.rules.numbers)  # fmt: skip

        act: Act[Any] = Act("newcomer", "scene", parameters, _unchanged)
        return AskedAct(act, seat.scene, _("Add to the scene"), _("Add"), self._field)

    def _field(self, parameter: Parameter, answers: Answers) -> Field:
        own = {"newcomer": _("Who"), "side": _("Side"), "name": _("Name"), "count": _("How many")}
        seat = self._seat
        field = seat.short_field(parameter, answers, _MOST_BUTTONS)
        label = own.get(parameter.id) or seat.named(parameter.id, "number")
        if parameter.kind is ParameterKind.CHOICE and parameter.names:
            choices = tuple(Choice(key, name) for key, name in zip(parameter.choices, parameter.names, strict=True))
            return replace(field, label=label, name=label, choices=choices, buttons=False, wide=False, told=False)
        return replace(field, label=label, name=label)

    def fighters(self, given: Answers) -> list[SceneFighter]:
        """Return the fighters for the answers of the form."""
        key, side = given.key("newcomer"), given.text("side")
        if key not in {"", _FOE}:
            found = self._make(key, side)
            return [found] if found is not None else []
        count, name, rules = given.number("count"), given.text("name") or _("Foe"), self._seat.rules
        numbers = {each.id: given.values.get(each.id, each.first) for each in rules.numbers}
        kept = {id: value for id, value in numbers.items() if isinstance(value, int | str)}
        names = [f"{name} {n}" for n in range(1, count + 1)] if count > 1 else [name]
        return [rules.fighter(name=each[:200], side=side, numbers=kept) for each in names]


def _unchanged(scene: Scene, _given: Answers) -> Scene:
    return scene
