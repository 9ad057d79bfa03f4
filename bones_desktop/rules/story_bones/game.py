"""Story Bones as the program knows it."""

from typing import Final

from bones_desktop.rules.games import Game
from bones_desktop.rules.story_bones import acts, figures, making, throws
from bones_desktop.rules.story_bones.book import Book
from bones_desktop.rules.story_bones.character import StoryCharacter

STORY_BONES: Final[Game[StoryCharacter, Book]] = Game(
    id="story_bones",
    title="Story Bones",
    credit="Story Bones by Precis Intermedia.",
    new=lambda id: StoryCharacter(id=id),
    steps=making.steps,
    with_field=making.with_field,
    check=making.check,
    facts=figures.facts,
    rolls=throws.rolls,
    plan=throws.plan,
    read=throws.read,
    odds=throws.odds,
    tracks=figures.tracks,
    acts=acts.acts,
    lines=acts.lines,
    lists=figures.lists,
    sheet=figures.sheet,
    reference=figures.reference,
    house=throws.HOUSE,
)
