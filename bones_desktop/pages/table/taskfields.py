"""The choices before a roll of BONES as questions of a form, and the request that their answers make."""

from collections.abc import Iterator, Mapping
from typing import Final

from bones_desktop.play.bones.played import Opponent
from bones_desktop.rules.acts import Answers, Parameter, ParameterKind, Rung, Value
from bones_desktop.rules.bones.book.attempts import Eligibility, Task, eligibility
from bones_desktop.rules.bones.book.character import Character, ItemDie
from bones_desktop.rules.bones.book.characterdice import item_name, task_pool
from bones_desktop.rules.bones.book.definitions import Difficulty
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.seasons import assets_now
from bones_desktop.rules.bones.reading.plays import income_rate
from bones_desktop.rules.bones.reading.requests import (
    FALL_STEP,
    OWN_COUNT,
    Request,
    ThrowKind,
    asked_of_opponent,
    asks_by_magic,
    distance_counts,
    idle_items,
    lost_to_distance,
    may_fly,
    reach_of,
    request_of,
    skill_of,
    usual_items,
    usual_opposition,
)
from bones_desktop.rules.reasons import Reason
from bones_desktop.rules.records import Record, field, replace
from bones_desktop.rules.typedtext import folded, in_order_of_names
from bones_desktop.widgets.acts.actfields import Field, FieldPlace, Unit
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.choice.fighters import NUMBER
from bones_desktop.wording.keys import keyed
from bones_desktop.wording.language import N_, _
from bones_desktop.wording.names import item_kind_name, short_name
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import dice_count, kind_name, kind_note, skill_name

ITEM: Final = "item-"
THEIRS: Final = "their-"
CONDITION: Final = "condition-"
"""First parts of the ids of questions: about the use of a die (ITEM, THEIRS), or about a condition."""
_OWN: Final = N_("Equipment and conditions")
_THEIRS: Final = N_("Equipment and conditions of the opponent")
"""The names of the two rows of such questions."""
OUT: Final = "out"
"""Id of the question whether the opponent's lost dice stay lost for the evening."""
_MOST: Final = 99
_MOST_METRES: Final = 500
_MOST_ASSETS: Final = 50
_MOST_NAMED: Final = 6
"""Number of assets named in a tooltip."""
MODIFIERS: Final = {
    "levels": (-3, 3), "distance": (0, 5_000), "darkness": (0, _MOST), "penalty": (0, _MOST), "free": (0, _MOST)
}  # fmt: skip
"""Lowest and highest value of each modifier of a roll, keyed by field of a Request."""


def skill_parameter(rulebook: Rulebook, fills: Mapping[str, Value] | None = None) -> Parameter:
    """Return the question for the skill. The skills are sorted by name, and the two aptitudes come last.

    When the user changes the skill, the answers in `fills` are reset.
    """
    names = in_order_of_names((skill_name(rulebook, skill.id), skill.id) for skill in rulebook.skills)
    skills = (*(skill for _name, skill in names), PHYSICAL, MENTAL)
    return replace(Parameter.choice("skill", skills, "maneuver"), fills=dict.fromkeys(skills, fills or {}))


def skill_field(rulebook: Rulebook, parameter: Parameter, refusals: Mapping[str, str], place: FieldPlace) -> Field:
    """Return the field with the list of skills.

    A skill in `refusals` shows why the character may not try it; the GM may allow it.
    """

    def choice(skill: str) -> Choice:
        name, words, why = skill_name(rulebook, skill), "", refusals.get(skill, "")
        if skill in {PHYSICAL, MENTAL}:
            name = _("{aptitude} task, no skill").format(aptitude=name)
        else:
            known = rulebook.skill(skill)
            # The user can also find a skill by its other names, and by everyday words for its uses.
            words = " ".join((known.name, *known.aliases, *known.words))
        return Choice(skill, name, why, allowed=not why, words=words, icon=skill)

    choices = tuple(map(choice, parameter.choices))
    return Field(parameter, "", _("Skill"), keyed(_("Type to find one"), "table.skill"), choices=choices, place=place)


def refusals(rulebook: Rulebook, character: Character) -> dict[str, str]:
    """Return the skills that the character may not try, each with the reason."""
    pool = task_pool(rulebook, character)
    tried = ((skill, eligibility(rulebook, character.house_rules, Task(skill), pool))
             for skill in skill_parameter(rulebook).choices)  # fmt: skip
    return {skill: sentence(found.reason) for skill, found in tried if not found.allowed}


def level_parameter(rulebook: Rulebook) -> Parameter:
    """Return the question for the difficulty. The answer "" means that an opponent rolls instead."""
    # Automatic Nulls make a difficulty harder without adding dice, so the list shows them too.
    rungs = [
        Rung(each.id, each.name, f"{each.dice}+{each.automatic_nulls}" if each.automatic_nulls else str(each.dice))
        for each in rulebook.difficulties
    ]
    rungs.append(Rung("", _("Opposed"), _("vs")))
    asked = Parameter.choice("difficulty", (str(each.answer) for each in rungs), "average")
    return replace(asked, rungs=tuple(rungs))


def level_field(rulebook: Rulebook, parameter: Parameter, skill: str) -> Field:
    """Return the row of difficulties, with examples of the skill in the tooltips."""
    tips = [Choice(each.id, each.name, _level_tip(rulebook, each, skill)) for each in rulebook.difficulties]
    if "" in parameter.choices:
        tips.append(Choice("", _("Opposed"), _("Against the successes of the other side, without challenge dice")))
    return Field(parameter, "", _("Difficulty"), choices=tuple(tips))


def _level_tip(rulebook: Rulebook, level: Difficulty, skill: str) -> str:
    lines = [dice_count(level.dice)]
    if level.automatic_nulls:
        lines.append(_("{n} Nulls come without rolling: each cancels a success.").format(n=level.automatic_nulls))
    for example in rulebook.examples:
        if example.difficulty == level.id and example.skill == skill:
            lines.extend(example.examples)
    return "\n".join(lines)


class TaskQuestions(Record):
    """The questions about a roll for a character and the current opponent."""

    rulebook: Rulebook
    character: Character
    opponent: Opponent | None = None
    struck: str = ""
    """How many dice the opponent has lost for this evening, in words; "" for none."""
    refusals: Mapping[str, str] = field(default_factory=dict)
    """The skills that the character may not try, each with the reason."""

    # --- the request --------------------------------------------------------------------------------------------------

    def request(self, answers: Answers) -> Request:
        """Return the request that results from the answers.

        A modifier counts only if the user has switched the modifiers on.
        """
        kind = ThrowKind(answers.key("kind") or ThrowKind.TASK)
        level = str(answers.values.get("difficulty", "average"))
        if not answers.yes("modifiers"):
            counted = {id: value for id, value in answers.values.items() if id not in {*MODIFIERS, "broken"}}
            answers = Answers(counted)
        asked = request_of(kind, level, answers)
        asked = replace(
            asked,
            items=_picked(ITEM, len(self.character.equipment), answers),
            conditions=frozenset(each for each in self._conditions(asked.skill) if answers.yes(f"{CONDITION}{each}")),
            on_foot=asked.on_foot and kind is ThrowKind.MOVEMENT,
            assets=asked.assets if kind is ThrowKind.INCOME else 0,
            against=0,
        )
        if kind is not ThrowKind.TASK or level:
            return asked
        key = answers.key("opponent") or NUMBER
        if key == NUMBER:
            theirs = answers.key("opponent_skill") if _sees_through(asked) else ""
            return replace(asked, opponent_skill=theirs, against=answers.number("against"))
        return replace(
            asked,
            opponent=key,
            opponent_skill=answers.key("opponent_skill"),
            opponent_items=_picked(f"{THEIRS}{key}-", len(self._their_equipment(key)), answers),
            opponent_allowed_by_gm=answers.yes("opponent_allowed_by_gm"),
        )

    def answers(self, request: Request) -> dict[str, Value]:
        """Return the answers that would make `request`."""
        numbers = {each: getattr(request, each) for each in MODIFIERS}
        found: dict[str, Value] = {
            "kind": request.kind.value,
            "by_magic": int(request.by_magic),
            "metres": request.metres,
            "yielding": int(request.yielding),
            "on_foot": int(request.on_foot),
            "allowed_by_gm": int(request.allowed_by_gm),
            "modifiers": int(any(numbers.values())),
            "broken": int(request.broken),
            **numbers,
            **{f"{ITEM}{place}": int(place in request.items) for place in range(len(self.character.equipment))},
            **{f"{CONDITION}{each}": int(each in request.conditions) for each in self._conditions(request.skill)},
        }
        if request.skill in skill_parameter(self.rulebook).choices:
            found["skill"] = request.skill
        if request.difficulty in level_parameter(self.rulebook).choices:
            found["difficulty"] = request.difficulty
        if request.kind is ThrowKind.INCOME:
            found["assets"] = request.assets
        if not request.difficulty:
            key, items = request.opponent, self._their_equipment(request.opponent)
            found |= {
                "opponent": key or NUMBER,
                "opponent_skill": request.opponent_skill,
                "opponent_allowed_by_gm": int(request.opponent_allowed_by_gm),
                "against": request.against,
                **{f"{THEIRS}{key}-{place}": int(place in request.opponent_items) for place in range(len(items))},
            }
        return found

    def opposing(self, request: Request) -> str:
        """Return the skill that the opponent rolls."""
        return request.opponent_skill or usual_opposition(self.rulebook, skill_of(request))

    def allowed(self, request: Request) -> Eligibility | None:
        """Return whether the opponent's successes count, including the GM's permission; None without an opponent."""
        if self.opponent is None:
            return None
        task = Task(self.opposing(request), allowed_by_gm=request.opponent_allowed_by_gm)
        return eligibility(
            self.rulebook, self.character.house_rules, task, task_pool(self.rulebook, self.opponent.character)
        )

    # --- the questions ------------------------------------------------------------------------------------------------

    def parameters(self, answers: Answers) -> tuple[Parameter, ...]:
        """Return the questions of the chosen kind of roll."""
        request = self.request(answers)
        return (*self._what(request), *self._numbers(request), *self._extras(request, answers),
                *self._modifiers(request, answers))  # fmt: skip

    def _what(self, request: Request) -> Iterator[Parameter]:
        kinds = [each.value for each in ThrowKind]
        # Answers that a new choice resets: the GM's permission is for one skill, and each skill has its usual
        # equipment.
        once: dict[str, Value] = {"allowed_by_gm": 0, "opponent_allowed_by_gm": 0}
        usual: dict[str, Value] = {f"{ITEM}{place}": 0 for place in range(len(self.character.equipment))}
        yield replace(Parameter.choice("kind", kinds), fills={each: {**once, **usual} for each in kinds})
        # For movement and falls, the rules allow only the skill Maneuver.
        if request.kind in {ThrowKind.MOVEMENT, ThrowKind.FALL}:
            yield Parameter.choice("fixed", ("maneuver",))
        else:
            yield skill_parameter(self.rulebook, {**once, **usual})
        yield Parameter.yes_no("modifiers")
        if request.kind in OWN_COUNT:
            return
        level = level_parameter(self.rulebook)
        yield replace(level, choices=level.choices[:-1]) if request.kind is ThrowKind.STRATEGIC else level
        if request.kind is ThrowKind.TASK and not request.difficulty:
            yield from self._other_side(request, once)

    def _other_side(self, request: Request, once: Mapping[str, Value]) -> Iterator[Parameter]:
        key = request.opponent
        keys = tuple(dict.fromkeys((NUMBER, key or NUMBER)))
        yield replace(Parameter.choice("opponent", keys), fills=dict.fromkeys(keys, once))
        # Without an opponent, the other side's skill is asked for only if the skill is Perception, which sees through
        # Stealth (AMB-22).
        if key or _sees_through(request):
            skills = ("", *skill_parameter(self.rulebook).choices)
            yield replace(Parameter.choice("opponent_skill", skills), fills=dict.fromkeys(skills, once))
        if not key:
            yield Parameter.number("against", most=_MOST)
        if self.opponent is None:
            return
        them = self.opponent.character
        usual = usual_items(self.rulebook, them, self.opposing(request))
        for place in range(len(self._their_equipment(key))):
            yield Parameter.yes_no(f"{THEIRS}{key}-{place}", int(place in usual))
        if self.struck:
            yield Parameter.yes_no(OUT, 1)
        found = self.allowed(request)
        if found is not None and (found.is_for_gm or found.by_gm):
            yield Parameter.yes_no("opponent_allowed_by_gm")

    def _numbers(self, request: Request) -> Iterator[Parameter]:
        if request.kind is ThrowKind.FALL:
            yield Parameter.number("metres", Request().metres, most=_MOST_METRES)
        if request.kind is ThrowKind.INCOME and income_rate(self.rulebook, request.skill).assets_count:
            count = min(len(assets_now(self.rulebook, self.character)), _MOST_ASSETS)
            yield Parameter.number("assets", count, most=_MOST_ASSETS)

    def _extras(self, request: Request, answers: Answers) -> Iterator[Parameter]:
        """Yield the questions to which the answer is yes or no."""
        if request.kind is ThrowKind.FALL:
            yield Parameter.yes_no("yielding")
        if request.kind is ThrowKind.MOVEMENT and may_fly(self.character):
            yield Parameter.yes_no("on_foot")
        usual = usual_items(self.rulebook, self.character, skill_of(request), request.distance)
        for place in range(len(self.character.equipment)):
            yield Parameter.yes_no(f"{ITEM}{place}", int(place in usual))
        for condition in self._conditions(skill_of(request)):
            yield Parameter.yes_no(f"{CONDITION}{condition}")
        if asks_by_magic(request):
            yield Parameter.yes_no("by_magic")
        if request.allowed_by_gm:
            yield Parameter.yes_no("allowed_by_gm")
        sought, reach = self._sought(request)
        if answers.yes("modifiers") and distance_counts(sought, reach) and reach is None:
            yield Parameter.yes_no("broken")

    def _modifiers(self, request: Request, answers: Answers) -> Iterator[Parameter]:
        offered = dict.fromkeys(MODIFIERS, answers.yes("modifiers"))
        offered["levels"] &= bool(request.difficulty) and request.kind not in OWN_COUNT
        offered["distance"] &= distance_counts(*self._sought(request))
        for id, (least, most) in MODIFIERS.items():
            if offered[id]:
                yield Parameter.number(id, 0, least, most)

    def _sought(self, request: Request) -> tuple[Request, int | None]:
        """Return the request of the side that searches or shoots, and the range increment of the weapon."""
        theirs = asked_of_opponent(self.rulebook, request)
        if theirs is None:
            return request, reach_of(self.character, request)
        return theirs, None if self.opponent is None else reach_of(self.opponent.character, theirs)

    def _their_equipment(self, key: str) -> tuple[ItemDie, ...]:
        known = self.opponent is not None and self.opponent.key == key
        return self.opponent.character.equipment if self.opponent is not None and known else ()

    def _conditions(self, skill: str) -> tuple[str, ...]:
        """Return the conditions that would make masteries on the character's dice count for the skill."""
        rulebook = self.rulebook
        icons = {icon for die in self.character.dice for face in die.faces for icon in face.icons}
        icons |= {reading.mastery for race in rulebook.races if race.id in icons for reading in race.readings}
        masteries = (mastery for mastery in rulebook.masteries if mastery.id in icons)
        counts = (count for mastery in masteries for count in mastery.counts)
        return tuple(sorted({count.condition for count in counts if count.skill == skill and count.condition}))

    # --- the fields ---------------------------------------------------------------------------------------------------

    def field(self, parameter: Parameter, answers: Answers) -> Field:
        """Return the field of a question."""
        request = self.request(answers)
        if parameter.kind is ParameterKind.YES_NO:
            return self._chip(parameter, request)
        if parameter.kind is ParameterKind.NUMBER:
            return self._number(parameter, request)
        match parameter.id:
            case "kind":
                kinds = tuple(Choice(each, kind_name(each), kind_note(each)) for each in ThrowKind)
                tip = keyed(_("What the roll is for"), "table.kind")
                return Field(parameter, "", _("Kind of roll"), tip, choices=kinds, width=124)
            case "skill":
                return skill_field(self.rulebook, parameter, self.refusals, FieldPlace.BESIDE)
            case "fixed":
                only = (Choice("maneuver", skill_name(self.rulebook, "maneuver"), icon="maneuver"),)
                return Field(parameter, "", _("Skill"), choices=only, place=FieldPlace.BESIDE, enabled=False)
            case "difficulty":
                return level_field(self.rulebook, parameter, skill_of(request))
            case "opponent":
                tip = _("The task is measured against this opponent's successes")
                return Field(parameter, "", _("Opponent"), tip, _("Choose an opponent"))
        usual = skill_name(self.rulebook, usual_opposition(self.rulebook, skill_of(request)))
        skills = (Choice(skill, skill_name(self.rulebook, skill)) for skill in parameter.choices[1:])
        choices = (Choice("", usual, _("The usual opposition")), *skills)
        tip = _("The skill of the other side")
        return Field(parameter, "", _("Their skill"), tip, choices=choices, place=FieldPlace.BESIDE)

    def extras(self, request: Request) -> list[str]:
        """Return the names of the equipment and the conditions of a request."""
        items = (self.character.equipment[place] for place in request.items)
        names = [short_name(item_name(self.rulebook, item)) or item_kind_name(item.kind) for item in items]
        return names + sorted(map(_condition_name, request.conditions), key=folded)

    def _number(self, parameter: Parameter, request: Request) -> Field:
        sought, reach = self._sought(request)
        far = _("One fewer success for each full 50 m, or 20 m of broken ground.")
        if reach is not None:
            far = _("One fewer success for each {n} m begun after the first {n} m.").format(n=reach)
        lost = lost_to_distance(sought, reach)
        label, tip, step = {
            "against": ("", _("Successes of the other side"), 1),
            "metres": (_("Metres"), _("Depth of the fall in metres"), FALL_STEP),
            "assets": (_("Assets"), self._assets_tip(), 1),
            "levels": (
                _("Levels harder"), _("Missing tools, as the GM says; shackled magic: 2. Below zero: easier."), 1
            ),
            "distance": (_("Metres away (−{n})").format(n=lost) if lost else _("Metres away"), far, 10),
            "darkness": (_("Darkness"), _("Successes lost in the dark; Night Vision reduces the loss."), 1),
            "penalty": (_("Penalty"), _("Successes that the GM takes away; magic fatigue is already counted."), 1),
            "free": (_("Automatic"), _("Successes that the GM gives."), 1),
        }[parameter.id]  # fmt: skip
        begins = parameter.id in {"metres", "assets"} or parameter.id == self._first_modifier(request)
        place = FieldPlace.ROW if begins else FieldPlace.BESIDE
        return Field(parameter, label, label or _("Their successes"), tip, place=place, unit=Unit(step=step))

    def _first_modifier(self, request: Request) -> str:
        shown = self._modifiers(request, Answers({"modifiers": 1}))
        return next(shown).id

    def _assets_tip(self) -> str:
        every = assets_now(self.rulebook, self.character)
        tip = _("Assets that also earn in this action")
        if not every:
            return tip
        names = ", ".join(short_name(each.name) for each in every[:_MOST_NAMED])
        more = len(every) - _MOST_NAMED
        words = _("{tip}: {names}") if more <= 0 else _("{tip}: {names} and {n} more")
        return words.format(tip=tip, names=names, n=more)

    def _chip(self, parameter: Parameter, request: Request) -> Field:
        id = parameter.id
        if id.startswith(ITEM):
            idle = idle_items(self.rulebook, self.character, request)
            return _item_chip(self.rulebook, parameter, self.character.equipment, idle, _(_OWN))
        if id.startswith(THEIRS) and self.opponent is not None:
            them = self.opponent.character
            theirs = Request(self.opposing(request), items=request.opponent_items, distance=request.distance)
            idle = idle_items(self.rulebook, them, theirs)
            return _item_chip(self.rulebook, parameter, them.equipment, idle, _(_THEIRS))
        if id.startswith(CONDITION):
            tip = _("Counts masteries that apply only to this kind of magic")
            return Field(parameter, "", _condition_name(id.removeprefix(CONDITION)), tip, group=_(_OWN))
        name, tip = {
            "yielding": (_("Yielding ground"), _("Water, hay, snow: one damage less")),
            "on_foot": (_("On foot"), _("At its score on the ground")),
            "by_magic": (
                _("By magic: 1 level harder"),
                _("Choose the difficulty without magic. Using magic makes it one level harder"),
            ),
            "allowed_by_gm": (_("Allowed by the GM"), keyed(_("Roll without a fitting icon"), "table.allow")),
            "modifiers": (
                _("Modifiers"),
                keyed(_("Levels, distance, darkness, penalties, automatic successes"), "table.modifiers"),
            ),
            "broken": (_("Broken or wooded ground"), _("A search loses a success each 20 m")),
            OUT: (self.struck, _("Dice lost for this evening; press to return all of them")),
            "opponent_allowed_by_gm": (
                _("The GM allows it"), _("Count as many successes of the opponent as with one fitting icon")
            ),
        }[id]  # fmt: skip
        if id == "modifiers":
            return Field(parameter, "", name, tip, group=name, place=FieldPlace.BESIDE)
        group = _(_THEIRS) if id in {OUT, "opponent_allowed_by_gm"} else _(_OWN)
        return Field(parameter, "", name, tip, group=group)


def _condition_name(condition: str) -> str:
    return {"art": _("Art magic"), "healing": _("Healing magic")}.get(condition, condition)


def _picked(prefix: str, count: int, answers: Answers) -> tuple[int, ...]:
    return tuple(place for place in range(count) if answers.yes(f"{prefix}{place}"))


def _sees_through(request: Request) -> bool:
    return skill_of(request) == "perception"


def _item_chip(
    rulebook: Rulebook, parameter: Parameter, equipment: tuple[ItemDie, ...], idle: Mapping[int, Reason], group: str
) -> Field:
    """Return the chip for an equipment die. If the die has no effect, the chip says why (AMB-53)."""
    place = int(parameter.id.rpartition("-")[2])
    item, why = equipment[place], idle.get(place)
    kind = item_kind_name(item.kind)
    name, tip = item_name(rulebook, item) or kind, _("{kind}: roll its die too").format(kind=kind)
    if why is not None:
        unused = _("{item} (not used)").format(item=short_name(name))
        return Field(parameter, "", name, sentence(why), unused, group=group)
    return Field(parameter, "", name, tip if short_name(name) == name else f"{name}\n{tip}", group=group)
