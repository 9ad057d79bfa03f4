"""Sentences of a scene: the changes by an act, the offers, and the names of fighters and acts."""

from collections.abc import Iterator
from typing import Any

from bones_desktop.rules.games import Game
from bones_desktop.rules.scenes import Scene, SceneFighter, SceneOffer, rules_of, state, tracks
from bones_desktop.wording.games.words import game_name
from bones_desktop.wording.language import _, lowered
from bones_desktop.wording.reasons import sentence


def act_name(game: str, id: str) -> str:
    """Return the name of an act of a scene.

    If the act has no name in scenes, return the name of the game's roll or act.
    """
    for kind in ("deed", "roll", "act"):
        # The kind is part of the key, because "hurt" is the id of an act and also of a state.
        key = f"{kind}:{id}"
        name = game_name(game, "", key)
        if name != key:
            return name
    return game_name(game, "act", id)


def changes_text(game: Game[Any, Any], book: object, before: Scene, after: Scene) -> list[str]:
    """Return a sentence for each change of a fighter: boxes, state, conditions."""
    known = {each.id: each for each in before.fighters}
    found = []
    for each in after.fighters:
        was = known.get(each.id)
        if was is not None and was != each:
            found += [
                _("{who}: {change}").format(who=each.name, change=said) for said in _changes(game, book, was, each)
            ]
    return found


def _changes(game: Game[Any, Any], book: object, was: SceneFighter, now: SceneFighter) -> Iterator[str]:
    if was.character is not None and now.character is not None and was.character != now.character:
        yield from (sentence(each) for each in game.lines(book, was.character, now.character, ""))
    elif was.hurt != now.hurt:
        own, *reserve = tracks(game, book, now)
        track = next((each for each in reserve if each.marked), own)
        name = game_name(game.id, "", track.state)
        yield _("{n} of {most} lost, {state}.").format(n=track.marked, most=track.boxes, state=lowered(name))
    before, after = {each.id for each in was.conditions}, {each.id for each in now.conditions}
    for id in sorted(after - before):
        yield _("{condition}.").format(condition=condition_name(game.id, id))
    for id in sorted(before - after):
        yield _("no longer {condition}.").format(condition=lowered(condition_name(game.id, id)))


def condition_name(game: str, id: str) -> str:
    """Return the name of a condition."""
    return game_name(game, "condition", id)


def offer_text(game: str, scene: Scene, offer: SceneOffer) -> str:
    """Return the effect of an offer, without the name of the fighter: "Damage, margin 2", "Lose Life Points: 4"."""
    if offer.kind == "roll":
        name = act_name(game, offer.what)
        margin = offer.answers.get("margin")
        words = name if margin is None else _("{act}, margin {n}").format(act=name, n=margin)
        return _("{who}: {act}").format(who=scene.fighter(offer.by).name, act=words)
    name = game_name(game, "act", offer.what)
    value = offer.answers.get("value", offer.answers.get("rounds"))
    return name if value is None else _("{act}: {n}").format(act=name, n=value)


def round_text(game: Game[Any, Any], scene: Scene) -> str:
    """Return the round of a scene and its part, if the game divides rounds: "Round 2  ·  Declare"."""
    if not scene.round:
        return _("Before the first round")
    phases = [each for each in rules_of(game).phases if each]
    part = game_name(game.id, "phase", phases[scene.phase]) if scene.phase < len(phases) else ""
    return "  ·  ".join(filter(None, (_("Round {n}").format(n=scene.round), part)))


def fighter_text(game: Game[Any, Any], book: object, fighter: SceneFighter) -> str:
    """Return the state of a fighter in a line: "Wounded · Prone (2 rounds)"."""
    parts = [game_name(game.id, "", state(game, book, fighter))]
    for each in fighter.conditions:
        name = condition_name(game.id, each.id)
        parts.append(_("{condition} ({n})").format(condition=name, n=each.rounds) if each.rounds else name)
    return "  ·  ".join(filter(None, parts))
