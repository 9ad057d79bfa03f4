"""Throws with the faces a test wants."""

from random import Random

from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.reading.plays import OtherSide, Play
from bones_desktop.rules.bones.reading.requests import Request, occasion_of
from bones_desktop.rules.bones.reading.tasks import challenge_dice
from bones_desktop.rules.dice import Die, Throw, throw
from tests.support.rulebooks import rulebook


def showing(dice: tuple[Die[Face], ...], codes: str, nulls: int = 0) -> Throw[Face]:
    """Return the dice showing these faces, with commas between; challenge dice show `nulls` Nulls, then blanks."""
    wanted = [code.strip() for code in codes.split(",")]
    indices = []
    for place, die in enumerate(dice):
        faces = [face.code for face in die.faces]
        if die.group == "challenge":
            indices.append(faces.index("null" if nulls > 0 else "blank"))
            nulls -= 1
        else:
            indices.append(faces.index(wanted[place]))
    return Throw(dice, tuple(indices))


def hand(character: Character, request: Request, items: tuple[int, ...] = ()) -> tuple[Die[Face], ...]:
    """Return the dice thrown for a request."""
    task = occasion_of(rulebook(), character, request).task
    return (*task_pool(rulebook(), character, items), *challenge_dice(rulebook(), task))


def play_of(character: Character, request: Request, codes: str, nulls: int = 0, other: OtherSide | None = None) -> Play:
    """Return a play of a character whose dice show these faces."""
    fell = showing(hand(character, request, request.items), codes, nulls)
    return Play(occasion_of(rulebook(), character, request), fell, other)


def random_play(character: Character, request: Request, seed: int) -> Play:
    """Return a play of a character thrown at random."""
    fell = throw(hand(character, request, request.items), Random(seed))
    return Play(occasion_of(rulebook(), character, request), fell)


def other_side(character: Character, skill: str, codes: str) -> OtherSide:
    """Return the throw of an opponent for a skill of his."""
    return OtherSide(character.name, Task(skill, against=0), showing(task_pool(rulebook(), character), codes))
