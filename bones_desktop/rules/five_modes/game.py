"""Five Modes as the program knows it."""

from typing import Final

from bones_desktop.rules.five_modes import acts, checks, figures, making
from bones_desktop.rules.five_modes.book import Book
from bones_desktop.rules.five_modes.character import Adventurer
from bones_desktop.rules.games import Game

FIVE_MODES: Final[Game[Adventurer, Book]] = Game(
    id="five_modes",
    title="Five Modes",
    credit="Five Modes: after an anonymous text headed Player Rules.",
    new=lambda id: Adventurer(id=id),
    steps=making.steps,
    with_field=making.with_field,
    check=making.check,
    facts=figures.facts,
    rolls=checks.rolls,
    plan=checks.plan,
    read=checks.read,
    odds=checks.odds,
    tracks=figures.tracks,
    acts=acts.acts,
    lists=figures.lists,
    lines=acts.lines,
    sheet=figures.sheet,
    reference=figures.reference,
    house=checks.HOUSE,
)
