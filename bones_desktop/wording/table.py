"""Texts of the Table page: tasks, rolls and their results."""

from collections.abc import Sequence
from typing import Final

from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.definitions import Difficulty, SpiffPrice
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL
from bones_desktop.rules.bones.book.notation import icon_name, skill_label
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.magic import MagicPrice
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind, levels_harder, raised, skill_of
from bones_desktop.rules.chances import Chance, Distribution
from bones_desktop.wording.chances import percent
from bones_desktop.wording.language import N_, _, decimal, ngettext

MOST_OUTCOMES: Final = 4
"""Maximum number of outcomes that are listed one by one where space is limited."""


def skill_name(rulebook: Rulebook, skill: str) -> str:
    """Return the name of a task with this skill. "physical" and "mental" are tasks without a skill (AMB-96)."""
    if skill in {PHYSICAL, MENTAL}:
        return icon_name(rulebook, skill)
    label = skill_label(rulebook.skill(skill))
    # A label without "combat" has lost its key, without which an entry of the log would keep its language.
    return _(label) if label in {N_("Melee"), N_("Missile"), N_("Unarmed")} else label


def task_name(rulebook: Rulebook, task: Task) -> str:
    """Return the name of a task: "Maneuver against Average", "Melee against 3 successes"."""
    skill = skill_name(rulebook, task.skill)
    if task.difficulty:
        return _("{skill} against {other}").format(skill=skill, other=rulebook.difficulty(task.difficulty).name)
    against = task.against or 0
    words = ngettext("{skill} against one success", "{skill} against {n} successes", against)
    return words.format(skill=skill, n=against)


def kind_name(kind: ThrowKind) -> str:
    """Return the name of a kind of roll."""
    return {
        ThrowKind.TASK: _("Task"),
        ThrowKind.MOVEMENT: _("Movement"),
        ThrowKind.FALL: _("Fall"),
        ThrowKind.STRATEGIC: _("Off stage"),
        ThrowKind.INCOME: _("Income"),
    }[kind]


def kind_note(kind: ThrowKind) -> str:
    """Return the purpose of a kind of roll in one line."""
    return {
        ThrowKind.TASK: _("A skill against a difficulty or an opponent"),
        ThrowKind.MOVEMENT: _("How far a character moves in a round"),
        ThrowKind.FALL: _("Maneuver against the harm of a fall"),
        ThrowKind.STRATEGIC: _("A strategic action between adventures, three a season"),
        ThrowKind.INCOME: _("A strategic action that earns coins"),
    }[kind]


def request_name(rulebook: Rulebook, request: Request, opponent: str = "") -> str:
    """Return the name of a request: "Maneuver against Average", "Stealth against Goblin", "Fall of 15 m"."""
    match request.kind:
        case ThrowKind.MOVEMENT:
            return _("Movement")
        case ThrowKind.FALL:
            words = _("Fall of {n} m onto yielding ground") if request.yielding else _("Fall of {n} m")
            return words.format(n=request.metres)
        case ThrowKind.INCOME:
            return _("Income with {skill}").format(skill=skill_name(rulebook, request.skill))
    if request.difficulty:
        difficulty = raised(rulebook, request.difficulty, levels_harder(request)).id
        name = task_name(rulebook, Task(request.skill, difficulty))
    elif request.opponent:
        skill = skill_name(rulebook, request.skill)
        name = _("{skill} against {other}").format(skill=skill, other=opponent or _("an opponent"))
    else:
        name = task_name(rulebook, Task(request.skill, against=request.against))
    return _("{task}, off stage").format(task=name) if request.kind is ThrowKind.STRATEGIC else name


def modifiers_text(request: Request) -> str:
    """Return the settings of a request that are not in its name: "penalty −2, allowed by the GM"; "" for none."""
    parts = [
        _("{n} m away").format(n=request.distance) if request.distance and _is_far(request) else "",
        _("darkness −{n}").format(n=request.darkness) if request.darkness else "",
        _("penalty −{n}").format(n=request.penalty) if request.penalty else "",
        _("+{n} automatic").format(n=request.free) if request.free else "",
        _("allowed by the GM") if request.allowed_by_gm else "",
        _("the opponent allowed by the GM") if request.opponent_allowed_by_gm else "",
    ]
    return ", ".join(part for part in parts if part)


def _is_far(request: Request) -> bool:
    """Return whether distance can matter: for Perception, and for a shot with a missile weapon among the dice."""
    return skill_of(request) == "perception" or (skill_of(request) == "missile" and bool(request.items))


def levels_text(levels: int) -> str:
    """Return "1 level harder", "3 levels easier"."""
    number = abs(levels)
    if levels < 0:
        return ngettext("1 level easier", "{n} levels easier", number).format(n=number)
    return ngettext("1 level harder", "{n} levels harder", number).format(n=number)


def raised_text(rulebook: Rulebook, difficulty: str, levels: int, *, nulls_beyond: bool = False) -> str:
    """Return a difficulty changed by levels: "Average, 3 levels harder: Almost Impossible, 12 challenge dice.".

    With `nulls_beyond`, each level beyond the hardest difficulty removes two successes (AMB-29).
    """
    found = raised(rulebook, difficulty, levels)
    reached = rulebook.difficulty(found.id)
    said = _("{quoted}, {levels}: {reached}, {dice}.").format(
        quoted=rulebook.difficulty(difficulty).name,
        levels=levels_text(levels),
        reached=reached.name,
        dice=level_dice(reached),
    )
    if not found.beyond:
        return said
    if nulls_beyond and found.beyond > 0:
        return f"{said} {_('{n} more successes are removed.').format(n=2 * found.beyond)}"
    end = _("Nothing is harder than {name}.") if found.beyond > 0 else _("Nothing is easier than {name}.")
    return f"{said} {end.format(name=reached.name)}"


def outcome_unit(kind: ThrowKind) -> str:
    """Return the unit of a roll that only counts successes."""
    units = {ThrowKind.MOVEMENT: _("Metres"), ThrowKind.FALL: _("Damage"), ThrowKind.INCOME: _("Coins")}
    return units.get(kind, _("Successes"))


def outcome_text(kind: ThrowKind, outcome: int) -> str:
    """Return the result of a roll that only counts successes: "30 m", "no damage", "300 coins"."""
    match kind:
        case ThrowKind.MOVEMENT:
            return _("{n} m").format(n=outcome)
        case ThrowKind.FALL:
            return _("{n} damage").format(n=outcome) if outcome else _("no damage")
        case ThrowKind.INCOME:
            return _("{n} coins").format(n=outcome) if outcome else _("no coins")
    return str(outcome)


def outcome_shares(kind: ThrowKind, odds: Distribution) -> tuple[tuple[str, Chance], ...]:
    """Return each outcome as text with its chance, lowest outcome first.

    If there are more than MOST_OUTCOMES, only the likeliest neighbouring outcomes are listed. The first and the last of
    the list then include all outcomes beyond them ("30 m or more").
    """
    found = list(odds)
    count = min(len(found), MOST_OUTCOMES)
    weights = [weight for _outcome, weight in found]
    low = max(range(len(found) - count + 1), key=lambda start: sum(weights[start : start + count]))
    high = low + count - 1
    shares = []
    for place, (outcome, weight) in enumerate(found[low : high + 1], low):
        words, chance = outcome_text(kind, outcome), Chance(weight, odds.total)
        if place == low > 0:
            words, chance = _("{outcome} or less").format(outcome=words), Chance(sum(weights[: low + 1]), odds.total)
        elif place == high < len(found) - 1:
            words, chance = _("{outcome} or more").format(outcome=words), odds.at_least(outcome)
        shares.append((words, chance))
    return tuple(shares)


def outcomes_text(kind: ThrowKind, odds: Distribution) -> str:
    """Return all outcomes with their chances, one line each."""
    lines = (
        _("{outcome}: {chance}").format(outcome=outcome_text(kind, outcome), chance=percent(chance, 1))
        for outcome, weight in odds
        for chance in (Chance(weight, odds.total),)
    )
    return "\n".join(lines)


_DISTANCES: Final = ("usual", "spent", "two", "four")


def movement_text(move: float, metres: Sequence[float]) -> str:
    """Return the distances in a round: usual, with the whole action, and with two and four Maneuver successes."""
    return _(
        "Movement {score}: {usual} m. A whole round: {spent} m, {two} m with 2 successes, {four} m with 4."
    ).format(
        score=decimal(f"{move:g}"),
        **{name: decimal(f"{far:g}") for name, far in zip(_DISTANCES, metres, strict=True)},
    )


def fall_text(damage: int) -> str:
    """Return the damage of a fall before the roll."""
    if not damage:
        return _("A fall from this height does no damage.")
    return _("It does {n} damage; every two Maneuver successes remove one.").format(n=damage)


def income_text(coins: int, *, assets_count: bool) -> str:
    """Return the coins of an income action after the cost of living (OFF-6..9)."""
    if assets_count:
        return _("{n} coins for each success and each asset, over the cost of living.").format(n=coins)
    return _("{n} coins for each success, over the cost of living; assets earn nothing with it.").format(n=coins)


def magic_use_text(price: MagicPrice) -> str:
    """Return the number and cost of a use of magic: "Use 6 of magic with 5 free: 1 fewer success…" (MAG-10).

    If fatigue remains after the four hours are over, the number does not affect the cost and is left out.
    """
    number = price.recent + 1
    if not price.penalty:
        return ngettext(
            "The one free use of magic in four hours.", "Use {n} of magic in four hours; {safe} are free.", price.safe
        ).format(n=number, safe=price.safe)
    less = ngettext("1 fewer success", "{n} fewer successes", price.penalty).format(n=price.penalty)
    words = _("Use {n} of magic with {safe} free: {less}.")
    if not price.safe:
        words = _("No use of magic is free: {less}.")
    # Fatigue lasts until a rest, even if the uses that caused it are no longer recent (AMB-72).
    elif number <= price.safe:
        words = _("Not rested since magic past the safe level of {safe}: {less}.")
    price_words = words.format(n=number, safe=price.safe, less=less)
    return _("{price} If that leaves none, 1 damage.").format(price=price_words)


def spiff_count(number: int) -> str:
    """Return "1 spiff", "2 spiffs"."""
    return ngettext("1 spiff", "{n} spiffs", number).format(n=number)


def spiff_price(spiff: SpiffPrice) -> str:
    """Return the number of spiffs that something earns or costs: "1 spiff", "1 to 3 spiffs"."""
    if spiff.least is None or spiff.most is None:
        return _("the GM names the price")
    if spiff.least != spiff.most:
        return _("{} to {} spiffs").format(spiff.least, spiff.most)
    return spiff_count(spiff.least)


def dice_count(count: int) -> str:
    """Return the number of challenge dice as text."""
    return ngettext("one challenge die", "{n} challenge dice", count).format(n=count)


def level_dice(level: Difficulty) -> str:
    """Return the opposition to a task: "4 challenge dice", "12 challenge dice and 2 Nulls"."""
    dice = dice_count(level.dice)
    return _("{dice} and {n} Nulls").format(dice=dice, n=level.automatic_nulls) if level.automatic_nulls else dice


def dice_left(available: int, owned: int) -> str:
    """Return the number of dice to roll."""
    if not owned:
        return _("no dice")
    if available == owned:
        return ngettext("one die", "{n} dice", owned).format(n=owned)
    return _("{available} of {owned} dice").format(available=available, owned=owned)
