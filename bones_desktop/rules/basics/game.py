"""The Basics as the program knows it."""

from typing import Final

from bones_desktop.rules.basics import acts, figures, making, odds, throws
from bones_desktop.rules.basics.book import Book
from bones_desktop.rules.basics.character import SKILLS, BasicsCharacter, Skill
from bones_desktop.rules.games import Game


def new(id: str) -> BasicsCharacter:
    """Return a character not yet made, with the skills that the text names to be given dice."""
    named = (each.replace("-", " ").capitalize().replace("Hide and sneak", "Hide & Sneak") for each in SKILLS)
    return BasicsCharacter(id=id, skills=tuple(Skill(name=name) for name in named))


BASICS: Final[Game[BasicsCharacter, Book]] = Game(
    id="basics",
    title="The Basics",
    credit="The Basics: after a text of house rules headed The BASICS.",
    new=new,
    steps=making.steps,
    with_field=making.with_field,
    check=making.check,
    facts=figures.facts,
    rolls=throws.rolls,
    plan=throws.plan,
    read=throws.read,
    odds=odds.odds,
    tracks=figures.tracks,
    acts=acts.acts,
    lines=acts.lines,
    lists=figures.lists,
    sheet=figures.sheet,
    reference=figures.reference,
    house=throws.HOUSE,
)
