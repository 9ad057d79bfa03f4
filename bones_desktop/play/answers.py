"""Answers to the questions of acts, rolls and house rules, given as text: by a command, or by a device at the table."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from bones_desktop.rules.acts import Act, Answers, Parameter, ParameterKind, Value
from bones_desktop.rules.reasons import Reason
from bones_desktop.rules.typedtext import AnswerError, clean_text, whole_number
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence

if TYPE_CHECKING:
    from bones_desktop.rules.games import Roll


def pairs(given: Sequence[str], flag: str) -> dict[str, str]:
    """Return NAME=VALUE arguments by name. Raise AnswerError for any other form, or for a name given twice."""
    found: dict[str, str] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals or not name:
            # Long input is cut in messages, which must stay one readable line.
            raise AnswerError(_("{flag} takes NAME=VALUE, not {each!r}").format(flag=flag, each=each[:40]))
        if name in found:
            raise AnswerError(_("{flag} {name} is given twice").format(flag=flag, name=name[:40]))
        found[name] = value
    return found


def answer(asked: Parameter, text: str, flag: str = "--set") -> Value:
    """Return the value of an argument. Raise AnswerError if it is invalid."""
    called = f"{flag} {asked.id}".lstrip()
    match asked.kind:
        case ParameterKind.NUMBER:
            number = whole_number(text)
            if number is None or not asked.least <= number <= asked.most:
                raise AnswerError(
                    _("{called} is {range}").format(called=called, range=_range(asked, _("a whole number from ")))
                )
            # The proposed value needs no check, because leaving the argument out gives the same value.
            if number != asked.first:
                _allow(asked.why_not, called)
            return number
        case ParameterKind.YES_NO:
            if text not in {"yes", "no"}:
                raise AnswerError(_("{called} is yes or no").format(called=called))
            if text == "yes":
                _allow(asked.why_not, called)
            return int(text == "yes")
        case ParameterKind.CHOICE:
            if text == "none" and text not in asked.choices:
                text = ""
            if text not in asked.choices:
                known = ", ".join(each or "none" for each in asked.choices)
                raise AnswerError(
                    _("{called} is one of {known}").format(called=called, known=known)
                    if known
                    else _("{called}: there is nothing to choose").format(called=called)
                )
            _allow(asked.refused.get(text) or (asked.why_not if text != asked.first else None), called)
            return text
        case ParameterKind.DICE:
            return _dice(asked, text, called)
    words = clean_text(text)
    if asked.most and len(words) > asked.most:
        raise AnswerError(_("{called} has at most {most} letters").format(called=called, most=asked.most))
    return words


def _allow(why_not: Reason | None, called: str) -> None:
    if why_not is not None:
        raise AnswerError(f"{called}: {sentence(why_not)}")


def _dice(asked: Parameter, text: str, called: str) -> tuple[int, ...]:
    """Return the places of dice, counted from 0. In the argument they are counted from 1 and separated by commas."""
    numbers = [whole_number(each.strip()) for each in text.split(",")] if text.strip() else []
    if numbers:
        _allow(asked.why_not, called)
    dice = tuple(number - 1 for number in numbers if number is not None)
    if len(dice) < len(numbers) or not set(dice) <= set(asked.dice):
        known = ", ".join(str(die + 1) for die in sorted(asked.dice)) or "none"
        raise AnswerError(
            _("{called} takes dice by their numbers, with commas between; there are: {known}").format(
                called=called, known=known
            )
        )
    if len(set(dice)) < len(dice):
        raise AnswerError(_("{called} names a die twice").format(called=called))
    if not asked.least <= len(dice) <= asked.most:
        raise AnswerError(
            _("{called} takes {range} of the dice, not {n}").format(called=called, range=_range(asked), n=len(dice))
        )
    return dice


def _range(asked: Parameter, before: str = "") -> str:
    if asked.least == asked.most:
        return str(asked.most)
    return _("{before}{least} to {most}").format(before=before, least=asked.least, most=asked.most)


def answers(asked: Iterable[Parameter], given: dict[str, str], flag: str = "--set") -> Answers:
    """Return the answers to all parameters. A missing answer is the proposed value, or is left out if optional."""
    asked = [each for each in asked if each.kind is not ParameterKind.THROW]
    left = dict(given)
    values: dict[str, Value] = {}
    for each in asked:
        if each.id in left:
            values[each.id] = answer(each, left.pop(each.id), flag)
        elif not each.optional:
            values[each.id] = each.first
    if left:
        known = ", ".join(each.id for each in asked) or "none"
        raise AnswerError(
            _("there is no {called} here; there are: {known}").format(
                called=f"{flag} {next(iter(left))[:40]}".lstrip(), known=known
            )
        )
    return Answers(values)


def house_answers(asked: Iterable[Parameter], given: Sequence[str]) -> dict[str, Value]:
    """Return the house rules that were given on the command line."""
    named = pairs(given, "--house")
    return {id: value for id, value in answers(asked, named, "--house").values.items() if id in named}


def act_questions(act: Act[Any], given: dict[str, str]) -> tuple[Parameter, ...]:
    """Return the questions of an act for the answers so far. An answer that is not possible counts as not given."""
    return act.parameters(act.settled(lambda each: _for_now(each, given)))


def act_answers(act: Act[Any], given: dict[str, str], flag: str = "--set") -> Answers:
    """Return the answers to an act. Its parameters are read again after every answer, as in the window."""
    found = act.settled(lambda each: _for_now(each, given))
    return answers(act.parameters(found), given, flag)


def roll_answers(roll: "Roll", given: dict[str, str], flag: str = "--set") -> Answers:
    """Return the answers to a roll. A chosen weapon or spell fills in missing answers."""
    chosen = {each.id: _for_now(each, given) for each in roll.parameters if each.id in given}
    return answers(roll.asked(Answers(chosen)), given, flag)


def _for_now(asked: Parameter, given: dict[str, str]) -> Value:
    """Return the given value. If it is invalid because other answers are missing, return the proposed value."""
    try:
        return answer(asked, given[asked.id]) if asked.id in given else asked.first
    except AnswerError:
        return asked.first
