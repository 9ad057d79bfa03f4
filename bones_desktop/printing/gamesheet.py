"""The printed page of a character of one of the smaller games: tracks to mark, facts, and what the game adds."""

from typing import Any

from bones_desktop.printing.columns import Columns, Part, PartKind, Section
from bones_desktop.rules.games import Played
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.games.games import StoredGame
from bones_desktop.wording.games.words import game_name
from bones_desktop.wording.language import _


def game_sheet(small: StoredGame[Any, Any], who: Played) -> Columns:
    """Return what stands on the page: every track, every fact, every part of the sheet."""
    game, book = small.game, small.book

    def named(id: str) -> str:
        return game_name(game.id, "", id)

    name = one_line(who.name)
    tracks = game.tracks(book, who)
    sections = [
        Section(
            track.name or named(track.id),
            (
                Part(
                    PartKind.PLAIN,
                    _("{marked} of {boxes} marked").format(marked=track.marked, boxes=track.boxes),
                    named(track.state) if track.state else "",
                    boxes=track.boxes,
                    marked=track.marked,
                ),
            ),
        )
        for track in tracks
    ]
    facts = tuple(
        Part(PartKind.PLAIN, fact.name or named(fact.id), str(fact.value) or "–") for fact in game.facts(book, who)
    )
    sections.append(Section(_("Figures"), facts))
    sections += [
        Section(
            named(part.id),
            tuple(
                Part(
                    PartKind.PLAIN, named(line.title), line.value, text=line.text, boxes=line.boxes, marked=line.marked
                )
                for line in part.lines
            ),
        )
        for part in game.sheet(book, who)
    ]
    return Columns(_(game.title), name, name or _(game.title), (), tuple(sections), _(game.credit))
