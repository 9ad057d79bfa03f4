"""The fighters of a scene as the file of the command `scene` describes them: characters by file or sample, and foes."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bones_desktop.cli.characters import any_in
from bones_desktop.cli.roundfields import GivenSceneFighter
from bones_desktop.cli.terminal import CommandError
from bones_desktop.play.answers import answer
from bones_desktop.rules.scenes import SceneFighter, rules_of
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.files.textfiles import is_there
from bones_desktop.storage.games import StoredGame
from bones_desktop.wording.language import _


def fighters_of(
    stored: StoredGame[Any, Any], folder: Path, place: str, given: GivenSceneFighter
) -> Iterator[SceneFighter]:
    """Yield the fighters of one entry. Raise CommandError, which begins with `place`, for a mistake.

    A relative file name is first looked up in `folder`, the folder of the scene file.
    """
    rules = rules_of(stored.game)
    if given.file is not None and given.sample is not None:
        raise CommandError(_("{place}: give a file or a sample, not both.").format(place=place))
    who = _character(stored, folder, place, given)
    if who is not None and given.numbers:
        raise CommandError(_("{place}.numbers: a character has its own numbers.").format(place=place))
    if who is not None and given.hurt:
        raise CommandError(_("{place}.hurt: a character has its own wounds.").format(place=place))
    unknown = next((each for each in given.conditions if each not in rules.conditions), None)
    if unknown is not None:
        known = ", ".join(rules.conditions)
        raise CommandError(
            _("{place}.conditions.{unknown}: there is no such condition; there are {known}.").format(
                place=place, unknown=unknown[:40], known=known
            )
        )
    name = one_line(given.name) or (who.name if who is not None else _("Foe"))
    for number in range(1, given.count + 1):
        fighter = rules.fighter(
            name=f"{name[:190]} {number}" if given.count > 1 else name,
            side=one_line(given.side),
            character=who,
            numbers=_numbers(stored, f"{place}.numbers", given.numbers) if who is None else {},
            hurt=given.hurt,
            initiative=() if given.initiative is None else (given.initiative,),
        )
        for id, rounds in given.conditions.items():
            fighter = fighter.gaining(id, rounds)
        yield fighter


def _character(stored: StoredGame[Any, Any], folder: Path, place: str, given: GivenSceneFighter) -> Any:  # noqa: ANN401 (of any game)
    """Return the character of a file or sample; None for a foe."""
    if given.sample is not None:
        names = [path.stem for path in stored.samples]
        if given.sample.casefold() not in names:
            words = _("{place}.sample: there is no such sample; there are {names}.")
            raise CommandError(words.format(place=place, names=", ".join(names)))
        return stored.sample(given.sample.casefold())
    if given.file is None:
        return None
    beside = folder / given.file
    try:
        other, held = any_in(str(beside if is_there(beside) else given.file))
    except CommandError as error:
        raise CommandError(_("{place}.file: {error}").format(place=place, error=error)) from None
    if other.game is not stored.game:
        raise CommandError(
            _("{place}.file: this is a character of {title}.").format(place=place, title=other.game.title)
        )
    return held.value


def _numbers(stored: StoredGame[Any, Any], place: str, given: Mapping[str, Any]) -> dict[str, int | str]:
    """Return the numbers of a foe. A number that is not given has its usual value."""
    found: dict[str, int | str] = {}
    known = {each.id: each for each in rules_of(stored.game).numbers}
    unknown = next((id for id in given if id not in known), None)
    if unknown is not None:
        raise CommandError(
            _("{place}.{unknown}: there is no such number; there are {names}.").format(
                place=place, unknown=unknown[:40], names=", ".join(known)
            )
        )
    for id, asked in known.items():
        value = answer(asked, worded(given[id]), place) if id in given else asked.first
        found[id] = value if isinstance(value, int | str) else ""
    return found


def worded(value: object) -> str:
    """Return an answer in JSON as it is written in the arguments of other commands."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
