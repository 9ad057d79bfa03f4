"""Cards and forms of the Scene page.

The cards show the fighters, the result of the dice with its offers, and the earlier steps. One form is for an action,
with numbers that the scene fills in; the other one adds fighters.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from PySide6.QtWidgets import QWidget

from bones_desktop.desk.table.gameview import roll_view
from bones_desktop.desk.table.opengame import WITH, DieOwner, GameTexts
from bones_desktop.desk.table.readingview import ReadingView
from bones_desktop.document.document import Document
from bones_desktop.play.sceneplay import ScenePlay, SceneThrow
from bones_desktop.rules import sceneacts, scenes
from bones_desktop.rules.acts import Act, Answers, Parameter, ParameterKind, Value
from bones_desktop.rules.dice import Die
from bones_desktop.rules.games import headline
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.scenes import Planned, Scene, SceneFighter, SceneOffer
from bones_desktop.storage.log.logentry import BY_HAND
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field
from bones_desktop.widgets.acts.actform import AskedAct
from bones_desktop.widgets.boxes import fill, hbox, vbox
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.facelook import THEIRS
from bones_desktop.widgets.layouts import FitBoard, delete_all, flow_row, scroll_room
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import NO_KEYS, LineList
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import Card, plain_label
from bones_desktop.wording.chances import percent
from bones_desktop.wording.games.words import row_name
from bones_desktop.wording.language import _
from bones_desktop.wording.scenes import act_name, fighter_text, offer_text, round_text

SIDE: Final = "side:"
"""Prefix of the key of a line that names a side."""
_READ: Final = 150
"""Smallest height of the result of a roll, at 100 % text size."""
_FEW: Final = 2
_MANY: Final = 150
"""Height of the list of offers if it has to scroll because there are many offers."""
_ROSTER: Final = LineLook(height=44, side=16, aligned=True, pad=(10, 2), ground=Ground.MARKED)
_STEPS: Final = LineLook(height=40, pad=(8, 2), ground=Ground.FOCUSED)
_WORDS: Final = 220
"""Smallest width of the text of an offer.

In a narrower column the text would wrap into too many lines.
"""
_SHOWN_STEPS: Final = 60


@dataclass(frozen=True)
class SceneSeat(GameTexts):
    """Data that the parts of a Scene page share."""

    document: Document[Scene]
    play: ScenePlay

    @property
    def scene(self) -> Scene:
        """The current scene."""
        return self.document.value

    def owners_of(self, now: SceneThrow) -> list[DieOwner]:
        """Return the owner of each die of a roll."""
        if now.rollers:
            return [self._owner(each) for each in now.rollers]
        return self.rollers(now.made, [each.die for each in now.fallen])

    def rollers(self, made: Planned | None, dice: Sequence[Die[int]]) -> list[DieOwner]:
        """Return the owner of each die of an action.

        A fighter who rolls owns the dice. The opponent owns the opponent's dice.
        """
        if made is None:
            return [DieOwner()] * len(dice)
        own, other = self._owner(made.roller), self._owner(made.by if made.roller == made.whom else made.whom)
        return [other if die.group in THEIRS else own for die in dice]

    def _owner(self, id: str) -> DieOwner:
        """Return the owner for the id of a fighter, or for the name of a side."""
        fighter = next((each for each in self.scene.fighters if each.id == id), None)
        if fighter is None:
            return DieOwner(id)
        return DieOwner(fighter.name, fighter.character.dice_colour if fighter.character is not None else "")

    @property
    def rules(self) -> scenes.SceneRules[Any, Any]:
        """The rules of the game for scenes."""
        return scenes.rules_of(self.game)


class RosterCard(Card):
    """The fighters by sides, with state, boxes, conditions and initiative.

    A sign marks the fighter whose turn it is.
    """

    def __init__(self, seat: SceneSeat, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(14, 12, 14, 12), gap=8)
        self._seat = seat
        self.title = self.heading(size=20, wrap=True)
        self.round = self.label(role="muted", wrap=True)
        self.view = LineList(
            theme, _("Fighters"), self, _ROSTER, keys=NO_KEYS, least=4,
            empty=_("Nobody is here yet."),
        )  # fmt: skip
        self.head = hbox(None, (self.title, 1), theme=theme, gap=8)
        """Row of the title, for a button of the page."""
        fill(self.column, self.head, self.round, (self.view, 1))

    def show_scene(self, *, to: str = "") -> None:
        """Show the current fighters, and make the fighter `to` the current one."""
        seat, scene = self._seat, self._seat.scene
        self.title.setText(scene.name or _("Scene"))
        self.round.setText(round_text(seat.game, scene))
        lines = []
        for side in sorted(scene.sides, key=scene.ours.__ne__):
            if len(scene.sides) > 1 or side:
                lines.append(Line(side or _("No side"), key=f"{SIDE}{side}", tone="muted", bold=True))
            lines += [self._line(each) for each in scene.fighters if each.side == side]
        self.view.show_lines(lines, current=to)

    def _line(self, fighter: SceneFighter) -> Line:
        seat, scene = self._seat, self._seat.scene
        book = seat.small.book
        track = scenes.tracks(seat.game, book, fighter)[0]
        right = _("{n} of {most}").format(n=track.boxes - track.marked, most=track.boxes)
        parts = [fighter_text(seat.game, book, fighter), fighter.declared]
        if fighter.initiative and seat.rules.numbered:
            parts.insert(0, _("Initiative {n}").format(n=fighter.initiative[0]))
        second = "  ·  ".join(filter(None, parts))
        now, out = scene.turn == fighter.id, not scenes.can_act(seat.game, book, fighter)
        name = _("{name} (hidden)").format(name=fighter.name) if fighter.hidden else fighter.name
        spoken = ", ".join(filter(None, (name, _("has the turn") if now else "", second, right)))
        return Line(
            name,
            second,
            right,
            key=fighter.id,
            sign="disc" if now else "",
            sign_tone="second",
            tone="muted" if out else "text",
            bold=now,
            struck=out,
            tip=spoken,
            spoken=spoken,
        )

    @property
    def fighter(self) -> str:
        """Id of the current fighter; "" if a side or nothing is current."""
        key = self.view.current
        return "" if key.startswith(SIDE) else key


class OfferRow(QWidget):
    """One offer: its text, the fighter who takes it, and its buttons."""

    def __init__(self, seat: SceneSeat, theme: Theme, offer: SceneOffer, take: Callable[[str, str], object],
                 parent: QWidget) -> None:  # fmt: skip
        super().__init__(parent)
        self._take, self._offer, self._play = take, offer, seat.play
        words = offer_text(seat.game.id, seat.scene, offer)
        self._whom = offer.whom[0]
        label = plain_label(self, words, wrap=True, theme=theme, size=16, serif=True, bold=True)
        set_lengths(theme, label, least_width=_WORDS)
        names = {each: seat.scene.fighter(each).name for each in offer.whom}
        rolls = offer.kind == "roll"
        self.take = push_button(self, _("Roll") if rolls else _("Take"), self._press, kind="primary")
        self.take.setAccessibleName(f"{words}: {names[self._whom]}")
        parts: list[QWidget] = []
        if len(offer.whom) > 1:
            self._choices = tuple(Choice(id, name) for id, name in names.items())
            self.whom = ChoiceButton(theme, _("Who takes it"), "", self)
            self.whom.set_choices(self._choices, self._whom)
            self.whom.activated.connect(self._choose)
            parts.append(self.whom)
        elif not rolls:
            parts.append(plain_label(self, names[self._whom], "muted"))
        dismiss = push_button(self, _("Dismiss"), partial(seat.play.dismiss, offer.id))
        dismiss.setAccessibleDescription(words)
        flow = QWidget(self)
        row = flow_row(flow, theme=theme, gap=8)
        for each in (*parts, self.take, dismiss):
            row.addWidget(each)
        vbox(self, label, flow, margins=0, theme=theme, gap=4)

    def _choose(self, choice: Choice) -> None:
        self._whom = choice.key
        self.whom.set_choices(self._choices, self._whom)

    def _press(self) -> None:
        self._take(self._offer.id, self._whom)


class SceneReading(QWidget):
    """The open offers, and below them the result of the dice."""

    def __init__(self, seat: SceneSeat, theme: Theme, take: Callable[[str, str], object], parent: QWidget) -> None:
        super().__init__(parent)
        self._seat = seat
        self._theme = theme
        self._take = take
        self._few = vbox(None, theme=theme, gap=10)
        board = FitBoard(self)
        self._many = vbox(board, margins=0, theme=theme, gap=10)
        self._room = scroll_room(board, self)
        set_lengths(theme, self._room, height=_MANY)
        self.offers: list[OfferRow] = []
        self.view = ReadingView(theme, self)
        set_lengths(theme, self.view, least_height=_READ)
        self._blank = QWidget(self)
        """Empty widget that fills the room below the offers while no result is shown."""
        vbox(self, self._few, self._room, (self.view, 1), (self._blank, 1), margins=0, theme=theme, gap=8)
        self._show_offers(())

    def wait(self, title: str) -> None:
        """Show the name of the roll while its dice are in motion."""
        self._show_offers(())
        self.view.wait(title)

    def _show_offers(self, offers: Sequence[SceneOffer]) -> None:
        delete_all(self._few)
        delete_all(self._many)
        many = len(offers) > _FEW
        self.offers = [OfferRow(self._seat, self._theme, each, self._take, self) for each in offers]
        fill(self._many if many else self._few, *self.offers)
        self._room.setVisible(many)

    def show_now(self) -> None:
        """Show the result of the dice and all open offers. The offers of this roll come first."""
        seat, now = self._seat, self._seat.play.current
        known = {each.id for each in now.before.offers} if now is not None and now.before is not None else set()
        self._show_offers(sorted(seat.scene.offers, key=lambda each: each.id in known))
        self.view.setVisible(now is not None)
        self._blank.setVisible(now is None)
        if now is not None:
            notes = tuple(map(seat.with_rule, now.said))
            owners = seat.owners_of(now)
            tags = (BY_HAND,) if now.by_hand else ()
            view = roll_view(seat, now.title, now.fallen, now.reading, seat.play.choose, tags, notes, owners)
            if winner := _winner(now):
                view = replace(view, result=_("{name} wins").format(name=winner))
            # The offers of a roll are valid only for the scene right after it, so hide them if the scene has changed.
            self.view.show_roll(view if now.after == seat.scene else replace(view, acts=()))
        self.setVisible(now is not None or bool(self.offers))


def _winner(now: SceneThrow) -> str:
    """Return the name of the fighter who won a roll against another; "" if nobody did.

    A GM rolls for both sides, so "you" would not say whose side it is.
    """
    made, scene = now.made, now.before
    if made is None or scene is None or not made.whom or now.reading is None or not now.reading.findings:
        return ""
    other = made.by if made.roller == made.whom else made.whom
    winners = {"win": made.roller, "ours": made.roller, "lose": other, "theirs": other}
    id = winners.get(now.reading.findings[0].outcome, "")
    return scene.fighter(id).name if id else ""


class StepsCard(Card):
    """The steps of the scene, newest first."""

    def __init__(self, seat: SceneSeat, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(14, 10, 14, 10), gap=6)
        self._seat = seat
        self.title = self.heading(_("So far"), 16)
        self.view = LineList(theme, self.title.text(), self, _STEPS, keys=NO_KEYS, least=2,
                             empty=_("Nothing has happened yet."))  # fmt: skip
        fill(self.column, self.title, (self.view, 1))

    def show_scene(self) -> None:
        """Show the last steps."""
        steps = self._seat.scene.steps[-_SHOWN_STEPS:]
        lines = []
        for place, each in enumerate(steps):
            who = _("{by} → {whom}").format(by=each.by, whom=each.whom) if each.whom else each.by
            name = act_name(self._seat.game.id, each.what)
            head = _("{who}: {act}").format(who=who, act=name) if who else name
            text = " ".join(each.text)
            lines.append(Line(head, text, str(each.round), str(place), tip=plain_tip(text)))
        self.view.show_lines(reversed(lines))


THROW: Final = "throw"
"""Id of the question for the faces of real dice."""
OWN: Final = "own-numbers"
"""Id of the question whether the numbers that the scene fills in are shown and can be changed."""
_FOE: Final = "foe"
_FEW_CHOICES: Final = 2
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
        return seat.short_field(parameter, answers, _FEW_CHOICES)

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
