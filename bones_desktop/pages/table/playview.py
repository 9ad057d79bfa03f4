"""Data to show a roll of BONES: the view, a line for each die, and the actions that cost spiffs."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from bones_desktop.desk.table.rollview import DieLine, RollView, amount_of, automatic_lines
from bones_desktop.play.bones.played import Opponent
from bones_desktop.play.followups import FollowUp
from bones_desktop.rules.bones.book.attempts import CHARACTER, ITEM, OPPONENT, Task, eligibility
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import face_name, skill_label
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.fight.fighters import without_example
from bones_desktop.rules.bones.injury.spiffs import ADDED_SUCCESS, REROLL
from bones_desktop.rules.bones.reading.plays import EARNED_SUCCESS, Play, PlayReading
from bones_desktop.rules.bones.reading.tasksums import RerollChance
from bones_desktop.rules.dice import Die, Throw
from bones_desktop.rules.reading import DieReading, Offer, Role
from bones_desktop.rules.reasons import Reason
from bones_desktop.rules.typedtext import one_line
from bones_desktop.tray.contents import TrayDie
from bones_desktop.widgets.byhand.byhandstate import HandDie
from bones_desktop.widgets.dice.facelook import painted_group
from bones_desktop.wording.chances import percent
from bones_desktop.wording.keys import keyed
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import listed, numbered_name, short_name
from bones_desktop.wording.readings import about_others, large_words, needs_sentence, sum_parts
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import spiff_count

if TYPE_CHECKING:
    from bones_desktop.rules.bones.fight.combat import TaskUse


def play_view(
    rulebook: Rulebook,
    house_rules: HouseRules,
    play: Play,
    reading: PlayReading,
    title: str,
    roles: Sequence[Role] | None = None,
    *,
    name: str = "",
    colours: Mapping[str, str] | None = None,
    tags: Sequence[str] = (),
    proposed: int = 0,
) -> RollView:
    """Return the view of a roll, without the actions that are possible.

    `roles` are the current roles of the roller's dice, some of which may have been lost since the roll. `name` is the
    name of the roller, `colours` has the colour of each group of dice. `tags` describe the roll in words, such as "by
    hand". `proposed` is the number of dice that the loser should lose, but has not lost yet.
    """
    finding = reading.task.reading.findings[0]
    lines = _Lines(rulebook, house_rules, play, reading, colours or {})
    return RollView(
        title=_told(play, reading, " · ".join((title, *tags)), proposed),
        result=large_words(finding.reason),
        tone=finding.tone,
        totals=_both_totals(play, reading, name),
        steps=sum_parts(reading.task.reading.steps),
        dice=(*lines.own(roles, name), *lines.other(), *automatic_lines(reading.task.reading.steps)),
        who=name,
        can_mark=True,
        can_overrule=True,
    )


class _Lines:
    """Makes the text lines for all dice of a roll."""

    def __init__(
        self, rulebook: Rulebook, house_rules: HouseRules, play: Play, reading: PlayReading, colours: Mapping[str, str]
    ) -> None:
        self._rulebook = rulebook
        self._house_rules = house_rules
        self._play = play
        self._reading = reading
        self._colours = colours

    def own(self, roles: Sequence[Role] | None, name: str) -> Iterator[DieLine]:
        """Yield the roller's and the challenge dice."""
        play, throw, dice = self._play, self._play.shown, self._reading.task.reading.dice
        roles = [die.role for die in dice] if roles is None else roles
        uses = self._uses(play.occasion.task, throw)
        for place, (die, face, role) in enumerate(zip(dice, throw.faces, roles, strict=True)):
            thrown = throw.dice[place]
            number = _number(thrown)
            why = sentence(die.reason)
            # The die was lost after this roll, but it counted in the roll. So show the reason that it had in the roll.
            since = role is Role.LOST and die.role is not Role.LOST
            again = play.reroll is not None and play.reroll.die == place
            yield DieLine(
                name=numbered_name(number - 1, die.label) if number else die.label,
                why=_("{why} Lost since.").format(why=why) if since else why,
                role=role,
                code=face.code,
                group=painted_group(
                    thrown.group, (each.code for each in thrown.faces), self._colours.get(CHARACTER, "")
                ),
                amount=amount_of(die, role),
                before=play.throw.faces[place].code if again else "",
                caption=name if play.other is not None and not place else "",
                uses=uses[place],
            )

    def other(self) -> Iterator[DieLine]:
        """Yield the opponent's dice."""
        side, found = self._play.other, self._reading.other
        if side is None or found is None:
            return
        caption = side.name
        if found.allowed:
            result = Reason("opponent-result", "", (("name", side.name), ("n", max(0, found.net))))
            caption = sentence(result).rstrip(".")
            if found.allowed_by_gm:
                caption = _("{result}, allowed by the GM").format(result=caption)
        elif found.reason is not None:
            caption = _("{name}: {why}").format(name=caption, why=sentence(about_others(found.reason)))
        uses = self._uses(side.task, side.throw)
        for place, (die, face) in enumerate(zip(found.reading.dice, side.throw.faces, strict=True)):
            yield DieLine(
                name=die.label,
                why=sentence(die.reason),
                role=die.role,
                code=face.code,
                group=self._colours.get(OPPONENT) or OPPONENT,
                amount=amount_of(die, die.role),
                caption="" if place else caption,
                uses=uses[place],
            )

    def _uses(self, task: Task, throw: Throw[Face]) -> list[str]:
        """Return for each die the other tasks, in words, for which its face may count (RACE-2, ACT-7).

        Tasks that the owner may not attempt are left out.
        """
        from bones_desktop.rules.bones.fight.combat import other_uses  # Imported late: no use before the first roll.

        # The answer depends only on the skill, and many faces have the same skill, so it is cached.
        may: dict[str, bool] = {}

        def allowed(use: "TaskUse") -> bool:
            if use.skill not in may:
                attempt = Task(use.skill, against=0)
                may[use.skill] = eligibility(self._rulebook, self._house_rules, attempt, throw.dice).allowed
            return may[use.skill]

        def words(die: Die[Face], face: Face) -> str:
            if die.group not in {CHARACTER, ITEM}:
                return ""
            uses = other_uses(self._rulebook, self._house_rules, task.skill, face)
            return _uses_words([self._use(use) for use in uses if allowed(use)])

        return [words(die, face) for die, face in zip(throw.dice, throw.faces, strict=True)]

    def _use(self, use: "TaskUse") -> str:
        skill = skill_label(self._rulebook.skill(use.skill))
        more = f" ({use.counts})" if use.counts > 1 else ""
        if use.mastery:
            return _("{skill} as {mastery}").format(skill=skill, mastery=use.mastery) + more
        return skill + more


def _number(die: Die[Face]) -> int:
    """Return the number of a character die, from its key."""
    number = die.key.rpartition(" ")[2]
    return int(number) if die.group == CHARACTER and number.isdecimal() else 0


def _uses_words(names: Sequence[str]) -> str:
    """Return a sentence about the other uses of a face. The face counts for only one of them (RACE-2)."""
    if not names:
        return ""
    if len(names) == 1:
        return _("It might be used for {use} instead.").format(use=names[0])
    either = listed(names, _("{these} or {last}"))
    return _("It might be used for {uses} instead: for one only.").format(uses=either)


def _both_totals(play: Play, reading: PlayReading, name: str) -> str:
    """Return both sides' successes as "Ragnar 3 – Goblin 2".

    Return "" without an opponent, or if nothing was counted.
    """
    steps = {step.code: int(dict(step.values).get("n", 0)) for step in reading.task.reading.steps}
    if play.other is None or reading.other is None or "step-net" not in steps:
        return ""
    # "step-against" includes the Stealth successes that Sixth Sense cancelled; subtract them (AMB-22).
    theirs = steps.get("step-against", 0) - steps.get("step-stealth-lifted", 0)
    own = str(steps["step-net"] + theirs).replace("-", "−")
    one, other = short_name(name), short_name(play.other.name)
    return _("{one} {n} – {other} {m}").format(one=one, n=own, other=other, m=theirs)


def _told(play: Play, reading: PlayReading, title: str, proposed: int) -> str:
    """Return the text below the result: the task, the narrator (TASK-12), details of the result, and lost dice."""
    findings = reading.task.reading.findings
    said = [each.reason for each in findings if each is not findings[0] or needs_sentence(each.reason)]
    told = [f"{title}.", *(_finding(reading, each, proposed) for each in said)]
    if findings[0].id == "task":
        after = " ".join(sentence(each) for each in reading.task.follows)
        told.insert(1 + (findings[0].reason in said), after)
    if findings[0].id == "fall":
        told.insert(1, _("Every two successes take one damage off."))
    lost = 0 if reading.other is None else len(reading.other.reading.lost)
    if lost and play.other is not None:
        words = ngettext("{name}: damage takes one die.", "{name}: damage takes {n} dice.", lost)
        told.append(words.format(name=play.other.name, n=lost))
    return " ".join(told)


def _finding(reading: PlayReading, finding: Reason, proposed: int) -> str:
    """Return the sentence about a result.

    If the dice have not been lost yet, the sentence says that they are to be lost.
    """
    if finding.code != "dice-lost" or not proposed:
        return sentence(finding)
    words = ngettext("Damage {damage}: one die is to be lost.", "Damage {damage}: {n} dice are to be lost.", proposed)
    return words.format(damage=reading.task.damage, n=proposed)


_plain = partial(FollowUp, icon="", kind="")
BEST: Final = "best"
DECLINE: Final = "decline"
"""Ids of commands that cost nothing: BEST shows the best die to re-roll, DECLINE keeps all dice as they are."""


def spiff_acts(
    offers: Iterable[Offer], do: Mapping[str, Callable[[], None]], *, picking: bool
) -> tuple[str, tuple[FollowUp, ...]]:
    """Return a question and the actions that cost spiffs.

    `picking` is True while the player is choosing a die to re-roll. `do` maps REROLL, ADDED_SUCCESS, EARNED_SUCCESS,
    BEST and DECLINE to functions.
    """
    offered = {offer.command: offer for offer in offers}
    again = offered.get(REROLL)
    possible = again is not None and again.why_not is None
    best = _plain(_("Which die?"), do[BEST], keyed(_("Show what re-rolling each die may do"), "table.best"))
    if picking and possible:
        return _("Choose a die (Esc: none)"), (
            _plain(_("None"), do[DECLINE], _("Re-roll no die (Esc)")),
            best,
        )
    # The price is in the button's name, because players decide by it.
    words = {
        REROLL: (_("Re-roll a die · {spiffs}"), _("Again · {spiffs}"), _("R")),
        ADDED_SUCCESS: (_("One more success · {spiffs}"), _("Success · {spiffs}"), _("S")),
        EARNED_SUCCESS: (_("Use one earned success ({n} left)"), _("Earned success ({n})"), _("E")),
    }
    acts = []
    for command, (text, brief, key) in words.items():
        if (offer := offered.get(command)) is not None:
            values = {"spiffs": spiff_count(offer.cost), "n": dict(offer.reason.values).get("n", 0)}
            tip = _("{what} ({key})").format(what=sentence(offer.reason), key=key)
            why = sentence(offer.why_not) if offer.why_not is not None else ""
            text, brief = text.format(**values), brief.format(**values)
            acts.append(_plain(text, do[command], tip, brief=brief, why_not=why))
    return "", (*acts, best) if possible else tuple(acts)


def veto_act(call: Callable[[], None], *, overruled: bool) -> FollowUp:
    """Return the action that undoes the last use of spiffs.

    With `overruled`, the action removes the GM's own result.
    """
    if overruled:
        return _plain(_("Take back"), call, keyed(_("Let the dice count again"), "table.veto"))
    return _plain(_("GM veto"), call, keyed(_("Undo it and return the spiffs"), "table.veto"))


def best_head(chances: Sequence[RerollChance], *, measured: bool) -> str:
    """Return the heading above the list of dice to re-roll.

    `measured` is True if the roll has a number to beat.
    """
    if any(one.gain > 0 for one in chances):
        after, better = _("Chance of success after a re-roll:"), _("Chance of a better result after a re-roll:")
        return after if measured else better
    if any(one.margin > 0 for one in chances):
        return _("A failure cannot become a success, but the margin may improve:")
    return _("No re-roll can help here.")


def best_words(chances: Sequence[RerollChance], dice: Sequence[DieReading], lines: Sequence[DieLine]) -> list[str]:
    """Return a text for each die that may be re-rolled, such as "Die 3 · Armsman (Defend): 50 %".

    If no re-roll can bring success, the texts give the change of the margin instead.
    """
    entries = []
    helps = any(one.gain > 0 for one in chances)
    widens = any(one.margin > 0 for one in chances)
    for one in chances:
        name, face = lines[one.die].name, dice[one.die].face
        if helps:
            text = _("{die} ({face}): {chance}").format(die=name, face=face, chance=percent(one.success))
            # List a die even if a re-roll cannot help, because the player decides which die to re-roll.
            entries.append(text if one.gain > 0 else _("{text}, no help").format(text=text))
        elif widens:
            change = f"{one.margin:+.1f}".replace("-", "−")
            entries.append(_("{die} ({face}): {change} on average").format(die=name, face=face, change=change))
        else:
            entries.append(f"{name} ({face})")
    return entries


def sides_of(character: Character, other: str) -> dict[str, str]:
    """Return the owner's name for each group of dice. `other` is the opponent's name; "" for no opponent."""
    own = short_name(one_line(character.name)) or _("No name yet")
    return {CHARACTER: own, OPPONENT: without_example(other)} if other else {CHARACTER: own}


def colours_of(character: Character, opponent: Opponent | None) -> dict[str, str]:
    """Return the colour of the owner for each group of dice."""
    return {CHARACTER: character.dice_colour, OPPONENT: opponent.character.dice_colour if opponent else ""}


def tray_dice(rulebook: Rulebook, dice: Iterable[Die[Face]], colours: Mapping[str, str]) -> list[TrayDie]:
    """Return dice in the form used by the tray. `colours` are the colours of their owners."""
    return [
        TrayDie(
            codes := _codes(die),
            die.group,
            die.label,
            _names(rulebook, die),
            painted_group(die.group, codes, colours.get(_owner(die), "")),
        )
        for die in dice
    ]


def hand_dice(
    rulebook: Rulebook, dice: Iterable[Die[Face]], sides: Mapping[str, str], colours: Mapping[str, str]
) -> list[HandDie]:
    """Return dice in the form used by the entry by hand. `sides` names their owners, `colours` are their colours."""
    return [
        HandDie(
            faces=_codes(die),
            names=_names(rulebook, die),
            group=die.group,
            label=die.label,
            owner=sides.get(_owner(die), ""),
            colour=colours.get(_owner(die), ""),
        )
        for die in dice
    ]


def _owner(die: Die[Face]) -> str:
    return OPPONENT if die.group == OPPONENT else CHARACTER


def _codes(die: Die[Face]) -> tuple[str, ...]:
    return tuple(face.code for face in die.faces)


def _names(rulebook: Rulebook, die: Die[Face]) -> tuple[str, ...]:
    return tuple(face_name(rulebook, face) for face in die.faces)
