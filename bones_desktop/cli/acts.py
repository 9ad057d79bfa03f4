"""The commands `acts` and `do`: list the acts possible for a character of any game, and do one."""

import argparse
from typing import Any

from bones_desktop.cli.answers import act_answers, pairs
from bones_desktop.cli.games import ended, faces_given, opened, rng_of, show_who, taken, thrown, write_who
from bones_desktop.cli.names import EXIT_OK
from bones_desktop.cli.terminal import CommandError, print_json
from bones_desktop.rules.acts import Act, Answers, Conditional, ParameterKind, Value
from bones_desktop.wording.games.words import game_name
from bones_desktop.wording.reasons import sentence


def run_acts(given: argparse.Namespace) -> int:
    """Print the acts possible for a character, with all their parameters and the choices after which each is asked."""
    small, held = opened(given)
    found = []
    for act in small.game.acts(small.book, held.value):
        refused, title = act.why_not_now(held.value), game_name(small.game.id, "act", act.id)
        found.append((act, title, act.every_parameter(), sentence(refused) if refused else None))
    if given.json:
        print_json([_act_json(*each) for each in found])
        return EXIT_OK
    for act, title, asked, why_not in found:
        print(f"{act.id} ({act.group}): {title}{f' – not now: {why_not}' if why_not else ''}")
        for each in asked:
            print(f"  {_asked_text(each)}")
    return EXIT_OK


def _act_json(act: Act[Any], title: str, asked: tuple[Conditional, ...], why_not: str | None) -> dict[str, Any]:
    parameters = [_asked_json(each) for each in asked if each.parameter.kind is not ParameterKind.THROW]
    throws = [_asked_json(each) for each in asked if each.parameter.kind is ParameterKind.THROW]
    more = {"throws": throws} if throws else {}
    return {"id": act.id, "title": title, "group": act.group, "parameters": parameters, **more, "why_not": why_not}


def _asked_json(asked: Conditional) -> dict[str, Any]:
    """Return a parameter as JSON, for a roll its dice. Names, dice, refusals and conditions are left out if empty."""
    each = asked.parameter
    groups = [die.group for die in each.thrown]
    found: dict[str, Any] = {"groups": {group: groups.count(group) for group in dict.fromkeys(groups)}}
    if each.kind is not ParameterKind.THROW:
        found = {"name": each.id, "kind": each.kind.value, "least": each.least, "most": each.most}
        found["choices"] = list(each.choices)
    if any(each.names):
        found["names"] = list(each.names)
    if each.kind is ParameterKind.DICE:
        # People count dice from 1, the rules from 0.
        found["dice"] = [die + 1 for die in sorted(each.dice)]
    if each.refused:
        found["refused"] = {key: sentence(why) for key, why in each.refused.items()}
    if each.why_not is not None:
        found["why_not"] = sentence(each.why_not)
    if {} not in asked.when:
        found["when"] = [{id: [_key(key) for key in keys] for id, keys in way.items()} for way in asked.when]
    return found


def _key(value: Value) -> str:
    return {0: "no", 1: "yes"}.get(value, str(value)) if isinstance(value, int) else str(value)


def _asked_text(asked: Conditional) -> str:
    """Return values, the choices they depend on, and any refusal: "faces-poison: 1 to 6, with die=poison"."""
    found = _asked_json(asked)
    ways = (
        " and ".join(f"{id}={' or '.join(key or 'none' for key in keys)}" for id, keys in way.items())
        for way in found.get("when", ())
    )
    when = ", or ".join(ways)
    refused = [f"not {key} now: {why.rstrip('.')}" for key, why in found.get("refused", {}).items()]
    why_not = f"not now: {found['why_not']}" if "why_not" in found else "; ".join(refused)
    return f"{_values_text(found)}{f', with {when}' if when else ''}{f' – {why_not}' if why_not else ''}"


def _values_text(found: dict[str, Any]) -> str:
    match found.get("kind"):
        case None:
            return "rolls " + ", ".join(f"{n} of --faces {group}" for group, n in found["groups"].items())
        case ParameterKind.NUMBER:
            least, most = found["least"], found["most"]
            values = f"{least} to {most}" if least < most else str(most)
        case ParameterKind.YES_NO:
            values = " ".join(["yes or no", *(f"({name})" for name in found.get("names", ()))])
        case ParameterKind.DICE:
            values = f"dice of {','.join(map(str, found['dice'])) or 'none'}"
        case ParameterKind.CHOICE:
            names = found.get("names") or found["choices"]
            called = zip(found["choices"], names, strict=True)
            each = (f"{key or 'none'} ({name})" if name not in {"", key} else key or "none" for key, name in called)
            values = ", ".join(each) or "nothing to choose"
        case kind:
            values = str(kind)
    return f"{found['name']}: {values}"


def run_do(given: argparse.Namespace) -> int:
    """Do an act to a character. The result is written only to --out."""
    small, held = opened(given)
    game, book, who = small.game, small.book, held.value
    acts = game.acts(book, who)
    act = next((each for each in acts if each.id == given.act), None)
    if act is None:
        raise CommandError(f"there is no act {given.act[:40]!r}; there are {', '.join(each.id for each in acts)}")
    answers = act_answers(act, pairs(given.set, "--set"))
    dice = next((each for each in act.parameters(answers) if each.kind is ParameterKind.THROW), None)
    faces = faces_given(given.faces)
    if dice is not None and faces:
        answers = Answers({**answers.values, dice.id: tuple(taken(faces, dice.thrown))})
    elif dice is not None:
        answers = thrown(act, answers, rng_of(given))
    # Faces left over are a mistake of the user, who may have meant another act.
    ended(faces)
    after = act.do(who, answers)
    if given.out is not None:
        write_who(small, after, given, held)
    return show_who(small, after, game.lines(book, who, after, act.id), given, EXIT_OK)
