"""Names of games' rolls, acts, steps, fields and choices, by the ids of `rules.games`."""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from bones_desktop.rules.acts import Answers, Parameter, ParameterKind
from bones_desktop.rules.dice import Throw
from bones_desktop.rules.reading import Finding
from bones_desktop.rules.records import replace
from bones_desktop.storage.files.characterfile import CHARACTERS
from bones_desktop.storage.log.logentry import LoggedDie
from bones_desktop.wording.games import basics, fivemodes, margin, storybones
from bones_desktop.wording.games.common import (
    BASICS_SCENES,
    BONES_NAMES,
    COMMON_NAMES,
    FIVE_MODES_SCENES,
    MARGIN_SCENES,
    STORY_BONES_SCENES,
)
from bones_desktop.wording.language import ENGLISH, N_, _, dice_words, language

if TYPE_CHECKING:
    from bones_desktop.rules.games import Roll

_NAMES: Final[Mapping[str, Mapping[str, str]]] = {
    "basics": {**COMMON_NAMES, **BASICS_SCENES, **basics.NAMES},
    "margin": {**COMMON_NAMES, **MARGIN_SCENES, **margin.NAMES},
    "bones": {**COMMON_NAMES, **BONES_NAMES},
    "five_modes": {**COMMON_NAMES, **FIVE_MODES_SCENES, **fivemodes.NAMES},
    "story_bones": {**COMMON_NAMES, **STORY_BONES_SCENES, **storybones.NAMES},
}

_NAMED: Final = frozenset({ParameterKind.CHOICE, ParameterKind.NUMBER})
"""Kinds of parameters. The answer of a roll's first parameter is always named if it has one of these kinds."""

SHEET_WORDS: Final = {
    word: word
    for word in (
        "Agility", "blunt", "bruises", "chop", "cutting", "ft", "higher of", "lower of", "magic", "mix", "move",
        "one-handed", "or", "other", "punch", "reload", "round", "rounds", "shot", "throw", "thrust", "two hands",
        "with a grip",
    )
}  # fmt: skip
"""Words that the rules of the smaller games write between numbers of a sheet."""
_SHEET_WORD: Final = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(SHEET_WORDS, reverse=True))})(?![\w-])")


def sheet_words(game: str, text: str) -> str:
    """Return a value or a text of a sheet: "Weak", "Agility +2, move 10", "chop higher of 2d8"."""
    named = text if text.isdecimal() else game_name(game, "choice", text)
    if named != text or language() == ENGLISH:
        return named
    return dice_words(_SHEET_WORD.sub(_sheet_word, text))


def _sheet_word(found: re.Match[str]) -> str:
    return _(SHEET_WORDS[found[0]])


def game_name(game: str, kind: str, id: str) -> str:
    """Return a game's display name for an id; the id itself if the game has no name for it.

    `kind` is "roll", "act", "step", "field", "finding", "group", "outcome" or "headline"; in a scene also "deed",
    "condition", "number" or "phase"; "" for facts, tracks, states and parts of the sheet. A numbered id such as
    "spell-2" becomes the name of "spell" and the number. Where the number alone would look like an amount, the game has
    a name under "spell-#", which is used instead.
    """
    names = _NAMES.get(game, {})
    # The key with the kind is tried first, because the same id may name a roll and a fact.
    for key in (f"{kind}:{id}", id):
        if key in names:
            return dice_words(_(names[key]))
    word, _unused, number = id.rpartition("-")
    called = names.get(f"{kind}:{word}-#") or names.get(f"{kind}:{word}") or (names.get(word) if kind else None)
    if number.isdecimal() and called:
        return _(called if "{n}" in called else "{word} {n}").format(word=_(called), n=number)
    return id


def game_head(game: str, finding: Finding) -> str:
    """Return a finding in a few words, as a headline: "Partial success", "Damage 3", "Margin +2"."""
    names, outcome = _NAMES.get(game, {}), finding.outcome
    for key in (f"head:{finding.reason.code}", f"head:{finding.id}.{outcome}", f"head:{outcome}"):
        if key in names:
            return _(names[key])
    if finding.value is not None and outcome.removesuffix("+").lstrip("-").isdecimal():
        number = f"{finding.value:+}".replace("-", "−") if finding.id == "margin" else str(finding.value)
        return f"{game_name(game, 'finding', finding.id)} {number}"
    name = game_name(game, "outcome", outcome)
    return f"{name[:1].upper()}{name[1:]}"


def row_name(game: str, id: str) -> str:
    """Return the heading of a yes-or-no question of a roll: "With", or a special heading for a price or a risk."""
    return _(_NAMES.get(game, {}).get(f"row:{id.partition('-')[0]}", N_("With")))


def brief_text(game: str, brief: Iterable[tuple[str, str]]) -> str:
    """Return the result of the game's `in_brief` as a short line: "Wounded · Guard 4"."""
    return "  ·  ".join(f"{game_name(game, '', id)} {value}".rstrip() for id, value in brief)


def not_of_bones(game: str) -> str:
    """Return why a character of another game cannot take part in BONES; "" if the game is BONES."""
    if game == CHARACTERS.system:
        return ""
    from bones_desktop.storage.games import game_of  # Imported late: a start with BONES alone does not need it.

    small = game_of(game)
    # The game is unknown here if a newer version of the program added it.
    if small is None:
        return _("This character belongs to an unknown game. Only characters of BONES can join.")
    return _("This character belongs to {game}. Only characters of BONES can join.").format(game=small.game.title)


def game_about(game: str, kind: str, id: str) -> str:
    """Return a sentence about a step, an act or a choice ("die.6"); "" if the game has none.

    `kind` is as in `game_name`.
    """
    said = _NAMES.get(game, {}).get(f"about:{kind}:{id}", "")
    return _(said) if said else ""


def choice_name(game: str, parameter: Parameter, key: str) -> str:
    """Return the name of a choice: the name in its data, otherwise the name in the game's table."""
    if parameter.names and key in parameter.choices and (found := parameter.names[parameter.choices.index(key)]):
        return found
    names = _NAMES.get(game, {})
    word, _unused, number = parameter.id.rpartition("-")
    id = word if number.isdecimal() and word else parameter.id  # Numbered parameters have the same choices.
    said = names.get(f"choice:{id}.{key}") or names.get(f"choice:{key}") or names.get(key)
    return dice_words(_(said)) if said else dice_words(key)


def answer_text(game: str, parameter: Parameter) -> str:
    """Return the proposed answer of a parameter in words."""
    if parameter.kind is ParameterKind.CHOICE:
        return choice_name(game, parameter, str(parameter.first)) if parameter.first else ""
    if parameter.kind is ParameterKind.YES_NO:
        numbered = parameter.id[-1].isdigit()  # a text next to a numbered parameter already says to what it belongs
        return game_name(game, "field", parameter.id) if parameter.first and not numbered else ""
    return " ".join(str(parameter.first).split())


def roll_text(game: str, id: str, roll: "Roll | None", answers: Answers) -> str:
    """Return the name of a roll, with the answers that differ from the default answers.

    The first answer, such as the attribute or the pool, is named even if it is the default. `roll` is None if the game
    does not offer the roll with this id any more.
    """
    name, said = game_name(game, "roll", id), list[str]()
    asked = [each for each in roll.parameters if each.id in answers.values] if roll is not None else []
    for each in asked:
        value = answers.values[each.id]
        if value == each.first and not (each is asked[0] and each.kind in _NAMED and value != "none"):
            continue
        text = answer_text(game, replace(each, first=value))
        if each.kind is ParameterKind.NUMBER:
            text = _("{name}: {n}").format(name=game_name(game, "field", each.id), n=text)
        said.append(text)
    return _("{task} · {modifiers}").format(task=name, modifiers=", ".join(filter(None, said))) if any(said) else name


def logged_dice(game: str, throw: Throw[int]) -> tuple[LoggedDie, ...]:
    """Return the dice of a roll as the log keeps them, each with the name of its group."""
    return tuple(
        LoggedDie(
            _("{group} {die}").format(group=game_name(game, "group", die.group), die=dice_words(die.label)),
            tuple(map(str, die.faces)),
            index,
            die.group,
            die.key,
        )
        for die, index in zip(throw.dice, throw.indices, strict=True)
    )
