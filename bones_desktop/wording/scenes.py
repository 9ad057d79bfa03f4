"""Sentences of a scene: changes by an act, offers, names of fighters and acts; and how hard an encounter is."""

from collections.abc import Iterator, Mapping
from math import ceil
from typing import TYPE_CHECKING, Any, Final

from bones_desktop.rules.games import Game
from bones_desktop.rules.scenes import Scene, SceneFighter, SceneOffer, rules_of, state, tracks
from bones_desktop.wording.chances import chance_text, one_decimal, points_of
from bones_desktop.wording.games.words import game_name
from bones_desktop.wording.language import _, lowered, ngettext
from bones_desktop.wording.reasons import sentence

if TYPE_CHECKING:
    from bones_desktop.rules.bones.book.rulebook import Rulebook
    from bones_desktop.rules.bones.fight.encounters import Outlook
    from bones_desktop.rules.bones.fight.fighters import Encounter


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


_PRINTED_TURNS: Final = 2_000
_CLEAR: Final = 0.25
"""Maximum error of a chance up to which a word, such as "hard", describes the chance too."""


def stands_text(outlook: "Outlook") -> str:
    """Return the party's chance with its error and a word for the chance: "The party stands: 74 % ± 2 (hard)."."""
    # After one or two fights the error is large, and a word would make the guess look more certain than it is.
    text = _("The party stands: {chance} ({word}).") if outlook.error <= _CLEAR else _("The party stands: {chance}.")
    return text.format(chance=_chance(outlook), word=outlook.rating.name)


def lost_text(outlook: "Outlook", names: Mapping[str, str]) -> str:
    """Return the expected number of dice that each member loses; `names` has the name of each member by id."""
    each = "; ".join(f"{names[who]} {one_decimal(dice)}" for who, dice in outlook.lost.items())
    return _("Dice lost on average: {each}.").format(each=each)


def encounter_note(rulebook: "Rulebook", encounter: "Encounter", known: "Outlook | None" = None) -> str:
    """Return a line for the printed encounter; "" if one side has nobody who can act.

    Without a `known` outlook, a few fights are played, which takes a second or two; with too many fighters, "" is
    returned instead.
    """
    # Imported late: scenes of smaller games need nothing of it.
    from bones_desktop.rules.bones.fight.encounters import MOST_RATED, is_two_sided, outlooks, party_of

    if not is_two_sided(encounter) or (known is None and len(encounter.fighters) > MOST_RATED):
        return ""
    outlook = known or list(outlooks(rulebook, encounter, most_turns=_PRINTED_TURNS))[-1]
    return f"{stands_text(outlook)} {lost_text(outlook, {each.id: each.name for each in party_of(encounter)})}"


def basis_text(outlook: "Outlook") -> str:
    """Return how the chance was found: calculated exactly, or from a number of fights.

    For an exact calculation, also say what the calculation leaves out.
    """
    if not outlook.fights:
        return " ".join([_("Calculated exactly."), *map(sentence, outlook.left_out)])
    return ngettext("From {n} fight played.", "From {n} fights played.", outlook.fights).format(n=outlook.fights)


def _chance(outlook: "Outlook") -> str:
    if not outlook.fights:
        return chance_text(outlook.stands)
    # The error is rounded up, so that the chance does not look more precise than it is.
    return _("{n} % ± {error}").format(n=points_of(outlook.stands), error=ceil(100 * outlook.error))
