"""The commands `acts` and `do`: what can be done to a character of any game, and doing it."""

import argparse
from typing import Any

from bones_desktop.cli.answers import act_answers, pairs
from bones_desktop.cli.games import ended, faces_given, opened, rng_of, show_who, taken, thrown, write_who
from bones_desktop.cli.names import EXIT_OK
from bones_desktop.cli.terminal import CommandError, plain, print_json
from bones_desktop.rules.acts import Act, Answers, Conditional, Kind, Parameter, Value
from bones_desktop.wording.games.words import game_name
from bones_desktop.wording.reasons import sentence


def run_acts(given: argparse.Namespace) -> int:
    """Print what can be done to a character now, with everything it may ask for and after which choices."""
    small, held = opened(given)
    found = []
    for act in small.game.acts(small.book, held.value):
        refused, title = act.why_not_now(held.value), game_name(small.game.id, "act", act.id, plain)
        found.append((act, title, act.every_parameter(), sentence(refused, plain) if refused else None))
    if given.json:
        print_json([_act_json(*each) for each in found])
        return EXIT_OK
    for act, title, asked, why_not in found:
        print(f"{act.id} ({act.group}): {title}{f' – not now: {why_not}' if why_not else ''}")
        for each in asked:
            print(f"  {_asked_text(each)}")
    return EXIT_OK


def _act_json(act: Act[Any], title: str, asked: tuple[Conditional, ...], why_not: str | None) -> dict[str, Any]:
    parameters = [_asked_json(each) for each in asked if each.parameter.kind is not Kind.THROW]
    throws = [_throw_json(each) for each in asked if each.parameter.kind is Kind.THROW]
    more = {"throws": throws} if throws else {}
    return {"id": act.id, "title": title, "group": act.group, "parameters": parameters, **more, "why_not": why_not}


def _asked_json(asked: Conditional) -> dict[str, Any]:
    """Return a parameter; what most do not have is left out: names, dice, refusals and conditions."""
    each = asked.parameter
    found: dict[str, Any] = {
        "name": each.id,
        "kind": each.kind.value,
        "least": each.least,
        "most": each.most,
        "choices": list(each.choices),
    }
    if any(each.names):
        found["names"] = list(each.names)
    if each.kind is Kind.DICE:
        found["dice"] = [die + 1 for die in each.dice]
    if each.refused:
        found["refused"] = {key: sentence(why, plain) for key, why in each.refused.items()}
    if each.why_not is not None:
        found["why_not"] = sentence(each.why_not, plain)
    return found | _when_json(asked)


def _throw_json(asked: Conditional) -> dict[str, Any]:
    return {"groups": _groups(asked.parameter), **_when_json(asked)}


def _groups(asked: Parameter) -> dict[str, int]:
    """Return how many dice are thrown of each group."""
    groups = [die.group for die in asked.thrown]
    return {group: groups.count(group) for group in dict.fromkeys(groups)}


def _when_json(asked: Conditional) -> dict[str, Any]:
    if {} in asked.when:
        return {}
    return {"when": [{id: [_key(each) for each in keys] for id, keys in way.items()} for way in asked.when]}


def _key(value: Value) -> str:
    return {0: "no", 1: "yes"}.get(value, str(value)) if isinstance(value, int) else str(value)


def _asked_text(asked: Conditional) -> str:
    """Return what can be answered, and after which choices: "faces-poison: 1 to 6, with die=poison"."""
    each = asked.parameter
    if each.kind is Kind.THROW:
        said = "throws " + ", ".join(f"{count} of --faces {group}" for group, count in _groups(each).items())
    else:
        said = f"{each.id}: {_values_text(each)}"
    ways = (
        " and ".join(f"{id}={' or '.join(_key(key) or 'none' for key in keys)}" for id, keys in way.items())
        for way in asked.when
        if way
    )
    when = ", or ".join(ways)
    return f"{said}{f', with {when}' if when else ''}{_why_not_text(each)}"


def _why_not_text(asked: Parameter) -> str:
    """Return what cannot be answered now, and why."""
    if asked.why_not is not None:
        return f" – not now: {sentence(asked.why_not, plain)}"
    refused = "; ".join(f"not {key} now: {sentence(why, plain)}" for key, why in asked.refused.items())
    return f" – {refused}" if refused else ""


def _values_text(asked: Parameter) -> str:
    match asked.kind:
        case Kind.NUMBER:
            return f"{asked.least} to {asked.most}"
        case Kind.YES_NO:
            name = f" ({asked.names[0]})" if asked.names else ""
            return f"yes or no{name}"
        case Kind.TEXT:
            return "text"
        case Kind.DICE:
            return f"dice of {','.join(str(die + 1) for die in asked.dice) or 'none'}"
    names = asked.names or ("",) * len(asked.choices)
    choices = (
        f"{key or 'none'} ({name})" if name and name != key else key or "none"
        for key, name in zip(asked.choices, names, strict=True)
    )
    return ", ".join(choices) or "nothing to choose"


def run_do(given: argparse.Namespace) -> int:
    """Do an act to a character; written only where --out says."""
    small, held = opened(given)
    game, book, who = small.game, small.book, held.value
    acts = game.acts(book, who)
    act = next((each for each in acts if each.id == given.act), None)
    if act is None:
        raise CommandError(f"there is no act {given.act[:40]!r}; there are {', '.join(each.id for each in acts)}")
    answers = act_answers(act, pairs(given.set, "--set"))
    dice = next((each for each in act.parameters(answers) if each.kind is Kind.THROW), None)
    faces = faces_given(given.faces)
    if dice is not None and faces:
        answers = Answers({**answers.values, dice.id: tuple(taken(faces, dice.thrown))})
    elif dice is not None:
        answers = thrown(act, answers, rng_of(given))
    elif faces:
        raise CommandError(f"--faces {next(iter(faces))[:40]}: no dice are thrown for this")
    ended(faces)
    after = act.do(who, answers)
    if given.out is not None:
        write_who(small, after, given, held)
    return show_who(small, after, game.lines(book, who, after, act.id), given, EXIT_OK)
