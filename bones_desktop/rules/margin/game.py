"""Margin as the program knows it."""

from typing import Final

from bones_desktop.rules.games import Game
from bones_desktop.rules.margin import acts, figures, making, results, throws
from bones_desktop.rules.margin.book import Book
from bones_desktop.rules.margin.character import MarginCharacter, Skill

_SKILLS: Final = (
    *((name, True) for name in ("Perception", "Stealth", "Persuade", "Athletics")),
    *((name, False) for name in ("Medicine", "Lore", "Nature", "Animals", "Thievery", "Crafting")),
)


def new(id: str) -> MarginCharacter:
    """Return a character not yet made, with the skills of the house's list to be given dots (MG-A2)."""
    return MarginCharacter(id=id, skills=tuple(Skill(name=name, everyman=everyman) for name, everyman in _SKILLS))


MARGIN: Final[Game[MarginCharacter, Book]] = Game(
    id="margin",
    title="Margin",
    credit="Margin: after an anonymous text of a game with three dice.",
    new=new,
    steps=making.steps,
    with_field=making.with_field,
    check=making.check,
    facts=figures.facts,
    rolls=throws.rolls,
    plan=throws.plan,
    read=results.read,
    odds=results.odds,
    tracks=figures.tracks,
    acts=acts.acts,
    lines=acts.lines,
    lists=figures.lists,
    sheet=figures.sheet,
    reference=figures.reference,
    house=throws.HOUSE,
)
