"""Where something is on the sheet, and a problem as one line."""

from collections.abc import Callable

from bones_desktop.rules.bones.book.places import Part, Place
from bones_desktop.rules.bones.making.problems import Problem
from bones_desktop.wording.reasons import sentence

Translate = Callable[[str], str]


def place_text(place: Place, tr: Translate) -> str:
    """Return where a place is: "die 2, face 4", "name", "equipment die 1"."""
    what = {
        Part.DIE: tr("die {die}"),
        Part.ITEM: tr("equipment die {die}"),
        Part.HINDERING: tr("hindering die {die}"),
        Part.INJURIES: tr("injuries") if place.die is None else tr("injuries, die {die}"),
        Part.CHARACTER: tr("dice"),
        Part.NAME: tr("name"),
        Part.RACE: tr("race"),
        Part.EQUIPMENT: tr("equipment"),
        Part.BACK_STORY: tr("back-story"),
        Part.MAGIC: tr("magic"),
        Part.FOLLOWERS: tr("followers"),
    }[place.part]
    where = what.format(die=0 if place.die is None else place.die + 1)
    if place.face is None:
        return where
    return tr("{where}, face {face}").format(where=where, face=place.face + 1)


def problem_text(problem: Problem, tr: Translate) -> str:
    """Return a problem as one line: "Die 2, face 4: Choose a skill."."""
    where = place_text(problem.place, tr)
    return tr("{where}: {what}").format(where=where[:1].upper() + where[1:], what=sentence(problem.reason, tr))
