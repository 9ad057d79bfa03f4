"""Commands for any game: possible rolls, results of given dice, odds, and acts.

Answers of a roll or an act are written as NAME=VALUE, and dice as GROUP=4,6/1, where each slash begins the next wave.
"""

import argparse
import random
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from bones_desktop.cli.characters import any_in, problem_json, with_own_packs
from bones_desktop.cli.terminal import CommandError, locations_of, print_answer, reported_files
from bones_desktop.play.answers import act_answers, answer, house_answers, pairs, roll_answers
from bones_desktop.rules.acts import Act, Answers, Conditional, Parameter, ParameterKind, Value
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.making.edits import new_character, without_dice
from bones_desktop.rules.bones.making.surprise import surprise
from bones_desktop.rules.dice import Die
from bones_desktop.rules.games import DieResult, Plan, Roll, fallen_again, shown
from bones_desktop.rules.reading import Finding, Reading
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.typedtext import AnswerError, whole_number
from bones_desktop.rules.values import GameCharacter
from bones_desktop.storage.files.characterfile import new_id
from bones_desktop.storage.files.datafile import DataFile, digest_of
from bones_desktop.storage.files.textfiles import FileProblem, is_there, read_bytes
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.games import GAMES, StoredGame, game_of, read_any
from bones_desktop.wording.chances import chance_text
from bones_desktop.wording.games.words import game_name, sheet_words
from bones_desktop.wording.language import _, dice_words
from bones_desktop.wording.names import weight_name
from bones_desktop.wording.reasons import sentence


def run_acts(given: argparse.Namespace) -> int:
    """Print the possible acts of a character, with all their parameters and the choices that each depends on."""
    small, held = opened(given)
    found = []
    for act in small.game.acts(small.book, held.value):
        refused, title = act.why_not_now(held.value), game_name(small.game.id, "act", act.id)
        found.append((act, title, act.every_parameter(), sentence(refused) if refused else None))
    lines = (line for each in found for line in _act_lines(*each))
    return print_answer(given, [_act_json(*each) for each in found], lines)


def _act_lines(act: Act[Any], title: str, asked: tuple[Conditional, ...], why_not: str | None) -> Iterator[str]:
    closed = _(" – not now: {why_not}").format(why_not=why_not) if why_not else ""
    yield f"{act.id} ({act.group}): {title}{closed}"
    for each in asked:
        yield f"  {_asked_text(each)}"


def _act_json(act: Act[Any], title: str, asked: tuple[Conditional, ...], why_not: str | None) -> dict[str, Any]:
    parameters = [_asked_json(each) for each in asked if each.parameter.kind is not ParameterKind.THROW]
    throws = [_asked_json(each) for each in asked if each.parameter.kind is ParameterKind.THROW]
    more = {"throws": throws} if throws else {}
    return {"id": act.id, "title": title, "group": act.group, "parameters": parameters, **more, "why_not": why_not}


def _asked_json(asked: Conditional) -> dict[str, Any]:
    """Return a parameter as JSON; a roll includes its dice. Empty names, dice, refusals and conditions are left out."""
    each = asked.parameter
    groups = [die.group for die in each.thrown]
    found: dict[str, Any] = {"groups": {group: groups.count(group) for group in dict.fromkeys(groups)}}
    if each.kind is not ParameterKind.THROW:
        found = {"name": each.id, "kind": each.kind.value, "least": each.least, "most": each.most}
        found["choices"] = list(each.choices)
    if any(each.names):
        found["names"] = list(each.names)
    if each.kind is ParameterKind.DICE:
        # Users count dice from 1, the rules from 0.
        found["dice"] = [die + 1 for die in sorted(each.dice)]
    if each.refused:
        found["refused"] = {key: sentence(why) for key, why in each.refused.items()}
    if each.why_not is not None:
        found["why_not"] = sentence(each.why_not)
    if {} not in asked.when:
        found["when"] = [{id: [_key(key) for key in keys] for id, keys in way.items()} for way in asked.when]
    return found


def _key(value: Value) -> str:
    return {0: "no", 1: "yes"}.get(value, str(value)) if isinstance(value, int) else str(value)


def _asked_text(asked: Conditional) -> str:
    """Return the values, the choices they depend on, and any refusal: "faces-poison: 1 to 6, with die=poison"."""
    found = _asked_json(asked)
    ways = (
        _(" and ").join(f"{id}={_(' or ').join(key or 'none' for key in keys)}" for id, keys in way.items())
        for way in found.get("when", ())
    )
    when = _(", or ").join(ways)
    refused = [
        _("{key} is not possible now: {why}").format(key=key, why=why.rstrip("."))
        for key, why in found.get("refused", {}).items()
    ]
    why_not = _("not now: {found}").format(found=found["why_not"]) if "why_not" in found else "; ".join(refused)
    way = _(", with {when}").format(when=when) if when else ""
    return f"{_values_text(found)}{way}{f' – {why_not}' if why_not else ''}"


def _values_text(found: dict[str, Any]) -> str:
    match found.get("kind"):
        case None:
            dice = ", ".join(_("{n} of --faces {group}").format(n=n, group=each) for each, n in found["groups"].items())
            return _("rolls {dice}").format(dice=dice)
        case ParameterKind.NUMBER:
            least, most = found["least"], found["most"]
            values = _("{least} to {most}").format(least=least, most=most) if least < most else str(most)
        case ParameterKind.YES_NO:
            values = " ".join([_("yes or no"), *(f"({name})" for name in found.get("names", ()))])
        case ParameterKind.DICE:
            dice = ",".join(map(str, found["dice"]))
            values = _("dice of {value}").format(value=dice) if dice else _("nothing to choose")
        case ParameterKind.CHOICE:
            names = found.get("names") or found["choices"]
            called = zip(found["choices"], names, strict=True)
            each = (f"{key or 'none'} ({name})" if name not in {"", key} else key or "none" for key, name in called)
            values = ", ".join(each) or _("nothing to choose")
        case kind:
            values = str(kind)
    return f"{found['name']}: {values}"


def run_do(given: argparse.Namespace) -> int:
    """Apply an act to a character. The result is written only to --out."""
    small, held = opened(given)
    game, book, who = small.game, small.book, held.value
    act = of_id(_("act"), given.act, game.acts(book, who))
    answers = act_answers(act, pairs(given.set, "--set"))
    dice = next((each for each in act.parameters(answers) if each.kind is ParameterKind.THROW), None)
    faces = faces_given(given.faces)
    if dice is not None and faces:
        answers = Answers({**answers.values, dice.id: tuple(taken(faces, dice.thrown))})
    elif dice is not None:
        answers = thrown(act, answers, rng_of(given))
    # Faces that no die used are an error, because the user may have meant another act.
    ended(faces)
    after = act.do(who, answers)
    if given.out is not None:
        write_who(small, after, given, held)
    return show_who(small, after, game.lines(book, who, after, act.id), given)


_MOST_WAVES = 60
_SEEDS = 1_000_000
Stored = StoredGame[Any, Any]
Named = TypeVar("Named", Act[Any], Roll)


def list_games(given: argparse.Namespace) -> int:
    """Print all games."""
    found = [{"id": each.game.id, "title": each.game.title} for each in GAMES]
    return print_answer(given, found, (f"{each['id']}: {each['title']}" for each in found))


def _game(id: str, given: argparse.Namespace) -> Stored:
    """Return a game. Raise CommandError if no game has the id."""
    stored = game_of(id)
    if stored is None:
        known = ", ".join(each.game.id for each in GAMES)
        raise CommandError(_("there is no game {id!r}; there are {known}").format(id=id[:40], known=known))
    return _with_packs(stored, given)


def _with_packs(stored: Stored, given: argparse.Namespace) -> Stored:
    """Return the game. BONES is read together with the user's packs."""
    if stored is not GAMES[0]:
        return stored
    return replace(stored, load=lambda folder: with_own_packs(stored.load(folder), given))


def opened(given: argparse.Namespace) -> tuple[Stored, DataFile[Any]]:
    """Return the game and the character of a file. Raise CommandError if no game can read it."""
    stored, held = any_in(given.file)
    return _with_packs(stored, given), held


def of_id(kind: str, id: str, known: Sequence[Named]) -> Named:
    """Return the act or roll with an id. Raise CommandError if there is none."""
    found = next((each for each in known if each.id == id), None)
    if found is None:
        raise CommandError(
            _("there is no {kind} {id!r}; there are {names}").format(
                kind=kind, id=id[:40], names=", ".join(each.id for each in known)
            )
        )
    return found


def faces_given(given: Sequence[str]) -> dict[str, list[list[int]]]:
    """Return the given numbers of each group of dice, wave by wave."""
    found = {}
    for group, text in pairs(given, "--faces").items():
        waves = [[whole_number(one.strip()) for one in wave.split(",")] for wave in text.split("/")]
        if any(None in wave for wave in waves):
            raise CommandError(
                _("--faces {group} takes numbers with commas between, not {text!r}").format(
                    group=group[:40], text=text[:40]
                )
            )
        found[group] = [[number for number in wave if number is not None] for wave in waves]
    return found


def _index(die: Die[Any], number: int) -> int:
    """Return the index of the face with a number. On a d10, 0 stands for ten; faces with icons are counted from 1."""
    numbers = [shown(die, index).number for index in range(len(die.faces))]
    if number == 0 and len(numbers) == 10:
        number = 10
    if number not in numbers:
        raise CommandError(
            _("--faces {group}: a {value} does not show {number}").format(
                group=die.group, value=dice_words(die.label) or _("die"), number=number
            )
        )
    return numbers.index(number)


def taken(faces: dict[str, list[list[int]]], dice: Iterable[Die[Any]]) -> list[int]:
    """Remove the numbers for `dice` from the first wave of their groups and return them.

    Raise CommandError if there are too few.
    """
    found = []
    for die in dice:
        waves = faces.get(die.group) or [[]]
        if not waves[0]:
            raise CommandError(_("--faces {group} needs one more number").format(group=die.group))
        found.append(_index(die, waves[0].pop(0)))
    return found


def next_wave(faces: dict[str, list[list[int]]], dice: Iterable[Die[Any]]) -> None:
    """Remove the used wave of the groups of `dice`, so that the numbers after the slash come next."""
    for group in {die.group for die in dice}:
        if len(faces.get(group, ())) > 1 and not faces[group][0]:
            faces[group].pop(0)


def ended(faces: dict[str, list[list[int]]]) -> None:
    """Raise CommandError if some of the given numbers were not used."""
    for group, waves in faces.items():
        if any(waves):
            raise CommandError(_("--faces {group} has more numbers than there are dice").format(group=group[:40]))


def _planned(given: argparse.Namespace) -> tuple[Stored, GameCharacter | None, Plan]:
    """Return the game, the character if a file is given, and the requested roll."""
    if given.file:
        small, held = opened(given)
        who = held.value
        if given.game and given.game != small.game.id:
            raise CommandError(_("{file} is a file of {id}").format(file=given.file, id=small.game.id))
    else:
        small, who = _game(given.game, given), None
    if not given.roll:
        raise CommandError(_("--roll ROLL is needed"))
    roll = of_id(_("roll"), given.roll, small.game.rolls(small.book, who))
    asked = roll_answers(roll, pairs(given.set, "--set"))
    said = house_answers(small.game.house, given.house)
    return small, who, small.game.plan(small.book, who, given.roll, Answers({**said, **asked.values}))


def run_game_odds(given: argparse.Namespace) -> int:
    """Print the exact odds of a roll."""
    small, _who, plan = _planned(given)
    odds = small.game.odds(plan)
    notes = [sentence(each) for each in plan.notes]
    found: dict[str, Any] = {
        "notes": notes,
        "findings": [
            {
                "id": finding,
                "outcomes": [{"id": outcome, "num": p.num, "den": p.den} for outcome, p in outcomes.items()],
            }
            for finding, outcomes in odds.findings.items()
        ],
    }
    if odds.joint:
        found["joint"] = [{**each.outcomes, "num": each.chance.num, "den": each.chance.den} for each in odds.joint]
    lines = [_("Note: {each}").format(each=each) for each in notes]
    for finding, outcomes in odds.findings.items():
        lines.append(f"{game_name(small.game.id, 'finding', finding)}:")
        for outcome, chance in outcomes.items():
            lines.append(f"  {game_name(small.game.id, 'outcome', outcome)}: {chance_text(chance)}")
    return print_answer(given, found, lines)


def run_game_read(given: argparse.Namespace) -> int:
    """Print the result of dice with the given numbers."""
    small, who, plan = _planned(given)
    faces = faces_given(given.faces)
    fallen = [shown(die, index) for die, index in zip(plan.dice, taken(faces, plan.dice), strict=True)]
    choices = _chosen(
        given,
        of_id(_("roll"), plan.roll, small.game.rolls(small.book, who)),
        small.game.read(plan, tuple(fallen), Answers()),
    )
    reading = small.game.read(plan, tuple(fallen), choices)
    # A game may ask for more dice after each wave, such as exploding dice. The limit stops an endless loop.
    for wave in range(1, _MOST_WAVES):
        forced = [die for must in reading.must for die in must.dice]
        if not forced or not any(faces.get(die.group, [[]])[-1] for die in forced):
            break
        next_wave(faces, forced)
        numbers = zip(forced, taken(faces, forced), strict=True)
        fallen = [*fallen_again(fallen, (shown(die, index, wave) for die, index in numbers))]
        reading = small.game.read(plan, tuple(fallen), choices)
    ended(faces)
    notes = [sentence(each) for each in plan.notes]
    lines = (
        *(_("Note: {each}").format(each=each) for each in notes),
        *(f"{game_name(small.game.id, 'finding', each.id)}: {sentence(each.reason)}" for each in reading.findings),
        *(_("To be rolled: {sentence}").format(sentence=sentence(must.cause)) for must in reading.must),
        *(
            _("You may choose ({command}): {sentence}").format(command=offer.command, sentence=sentence(offer.reason))
            for offer in reading.offers
        ),
        *(_("Next: {line}").format(line=line) for line in _next_line(reading)),
    )
    return print_answer(given, {"notes": notes, **_reading_json(reading, fallen)}, lines)


def _chosen(given: argparse.Namespace, roll: Roll, reading: Reading) -> Answers:
    """Return the accepted offers: yes or no, or an amount. Raise CommandError for an offer not in `reading`."""
    values: dict[str, Value] = {}
    offered = {each.command: each for each in reading.offers}
    for name, text in pairs(given.choose, "--choose").items():
        if name not in roll.offers:
            known = ", ".join(roll.offers) or "none"
            raise CommandError(
                _("there is no --choose {name} here; there are: {known}").format(name=name[:40], known=known)
            )
        number = {"yes": 1, "no": 0}.get(text)
        if number is None:
            number = whole_number(text)
        # An offer may appear only after later waves, so if it is missing here, only its name is checked.
        offer = offered.get(name)
        most = max(1, offer.cost) if offer is not None else None
        if number is None or number < 0 or (most is not None and number > most):
            upto = _(" from 0 to {most}").format(most=most) if most is not None else ""
            raise CommandError(
                _("--choose {name} is yes, no or a whole number{upto}, not {text!r}").format(
                    name=name, upto=upto, text=text[:40]
                )
            )
        if number and offer is not None and offer.why_not is not None:
            raise CommandError(sentence(offer.why_not))
        values[name] = number
    return Answers(values)


def _next_line(reading: Reading) -> Iterator[str]:
    """Yield the roll that usually follows, with its answers as they are given: "damage --set margin=2"."""
    if reading.then is not None:
        answers = (f"--set {id}={value}" for id, value in reading.then.answers.values.items())
        yield " ".join((reading.then.roll, *answers))


def findings_json(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Return findings as JSON."""
    return [
        {"id": each.id, "outcome": each.outcome, "value": each.value, "text": sentence(each.reason)}
        for each in findings
    ]


def _reading_json(reading: Reading, fallen: Sequence[DieResult]) -> dict[str, Any]:
    return {
        "findings": findings_json(reading.findings),
        "must": [
            {"group": must.dice[0].group, "count": len(must.dice), "cause": sentence(must.cause)}
            for must in reading.must
            if must.dice
        ],
        "offers": [
            {"id": each.command, "cost": each.cost, "why_not": sentence(each.why_not) if each.why_not else None}
            for each in reading.offers
        ],
        "dice": [
            {
                "group": each.group,
                "wave": fallen[each.die].wave,
                "face": fallen[each.die].number,
                "live": fallen[each.die].counts,
                "role": each.role.value,
            }
            for each in reading.dice
        ],
        "harm": {"act": reading.harm.act, "value": reading.harm.value} if reading.harm else None,
        "then": {"roll": reading.then.roll, "set": dict(reading.then.answers.values)} if reading.then else None,
    }


def rng_of(given: argparse.Namespace) -> random.Random:
    """Return the random number generator for the dice. The same seed gives the same numbers."""
    return random.Random(given.seed if given.seed is not None else secrets.randbits(64))  # noqa: S311 (dice)


def make_new(given: argparse.Namespace) -> int:
    """Write a new character with dice from a seed, and with the fields given by --set."""
    if not given.force and is_there(Path(given.out)):
        raise CommandError(
            _("{out} exists already: choose another name, or replace it with --force").format(out=given.out)
        )
    if given.surprise:
        return _surprise(given)
    if given.concept or given.culture or given.cast:
        raise CommandError(_("--concept, --culture and --cast go with --surprise"))
    if not given.game:
        raise CommandError(_("--game says of which game; --surprise makes a character of BONES at random"))
    small = _game(given.game, given)
    game, book = small.game, small.book
    fields = pairs(given.set, "--set")
    rng = rng_of(given)
    # With a seed the id is drawn too, so that the same command writes the same file.
    who = small.new(f"{rng.getrandbits(128):032x}" if given.seed is not None else new_id())
    for _round in range(_MOST_WAVES):
        before = who
        for step in game.steps(book, who):
            who = _with_step(small, who, step.fields, fields, rng, act=step.act if not step.is_done else "")
            # A step may change later steps, so they are read again after each change.
            if who != before:
                break
        if who == before:
            break
    if fields:
        raise CommandError(_("there is nothing called {name!r} to set").format(name=next(iter(fields))[:40]))
    write_who(small, who, given)
    return show_who(small, who, (), given)


def _surprise(given: argparse.Namespace) -> int:
    """Write a random character of BONES, and print the seed that produces it again."""
    if given.set or given.game not in {"", GAMES[0].game.id}:
        raise CommandError(_("--surprise makes a whole character of BONES: it goes without --set and other games"))
    if given.cast and given.culture:
        raise CommandError(_("a culture is that of a player character: --culture does not go with --cast"))
    stored = _with_packs(GAMES[0], given)
    book = stored.book
    seed = secrets.randbelow(_SEEDS) if given.seed is None else given.seed
    id = new_id() if given.seed is None else f"{rng_of(given).getrandbits(128):032x}"
    begun = without_dice(CharacterKind.CAST, id) if given.cast else new_character(id)
    who = surprise(book, begun, seed, concept=given.concept, culture=given.culture)
    write_who(stored, who, given)
    wrote = _("Wrote {out}: {name}. --seed {seed} makes the same again.").format(
        out=given.out, name=who.name, seed=seed
    )
    return print_answer(given, {"file": str(given.out), "name": who.name, "seed": seed}, [wrote])


def _with_step(
    small: Stored,
    who: GameCharacter,
    asked: Iterable[Parameter],
    fields: dict[str, str],
    rng: random.Random,
    *,
    act: str,
) -> GameCharacter:
    """Return the character after one step: given fields are set, open choices are drawn, dice are rolled."""
    game, book = small.game, small.book
    for each in asked:
        if each.id in fields:
            text = fields.pop(each.id)
            try:
                who = game.with_field(book, who, each.id, answer(each, text, "--set"))  # type: ignore[arg-type]
            except AnswerError as error:
                raise CommandError(_why_closed(small, who, each, text) + str(error)) from error
        elif each.kind is ParameterKind.CHOICE and each.first not in each.choices:
            who = game.with_field(book, who, each.id, rng.choice(each.choices))
    if act:
        throw = next(each for each in game.acts(book, who) if each.id == act)
        who = throw.do(who, thrown(throw, Answers(), rng))
    return who


def _why_closed(small: Stored, who: GameCharacter, asked: Parameter, text: str) -> str:
    """Return the rule that forbids a choice, to be shown before the list of allowed choices; "" if no rule does."""
    if asked.kind is ParameterKind.CHOICE:
        try:
            small.game.with_field(small.book, who, asked.id, text)
        except RulesError as error:
            return f"{sentence(error.reason)} " if error.reason.rule else ""
        except (ValueError, LookupError):  # The text is not a value of the field.
            return ""
    return ""


def thrown(act: Act[Any], answers: Answers, rng: random.Random) -> Answers:
    """Roll all dice of the act and return its answers, with the results added."""
    values = dict(answers.values)
    for each in act.parameters(answers):
        if each.kind is ParameterKind.THROW:
            values[each.id] = tuple(rng.randrange(len(die.faces)) for die in each.thrown)
    return Answers(values)


def write_who(small: Stored, who: GameCharacter, given: argparse.Namespace, held: DataFile[Any] | None = None) -> None:
    """Write to --out.

    An existing character is kept as an earlier version, and replaced only if the user asked for that. Raise
    CommandError, and change nothing, if --out contains another character or another kind of file, or if the file of
    `held` has changed since it was read.
    """
    # This version would lose data that only the newer version understands.
    if held is not None and held.newer:
        raise CommandError(_("the file is of a newer version of the program and is not changed"))
    path, present = Path(given.out).absolute(), None
    with reported_files():
        if is_there(path) and (present := read_bytes(path, small.form.largest)):
            if held is not None and path.samefile(given.file) and digest_of(present) != held.digest:
                raise FileProblem("changed-outside", path)
            game, found = read_any(path)
            if held is not None and (game.game, found.value.id) != (small.game, held.value.id):
                raise CommandError(_("{out} is another character: choose another name").format(out=given.out))
            # If --out was the wrong file, the earlier version can be restored in the window.
            versions = Versions(locations_of(given).versions)
            versions.keep(found.value.id, present, datetime.now(UTC), path, small.form.error.suffix)
        small.form.write(path, who, held.unknown if held else None, present)


def show_who(small: Stored, who: GameCharacter, lines: Iterable[Any], given: argparse.Namespace) -> int:
    """Print the result of the act, the character's facts and its problems."""
    game, book = small.game, small.book
    tracks = game.tracks(book, who)
    told = [sentence(line) for line in lines]
    state = tracks[0].state if tracks else ""
    facts = {fact.name or game_name(game.id, "", fact.id): fact.value for fact in game.facts(book, who)}
    found = game.check(book, who)
    answer = {"state": state, "facts": facts, "lines": told, "problems": [problem_json(each) for each in found]}
    why = ((weight_name(each.weight), f"{sentence(each.reason)} ({each.reason.rule})") for each in found)
    shown = (
        *told,
        *(f"{name}: {sheet_words(game.id, str(value))}" for name, value in facts.items()),
        *(f"{weight}: {words.removesuffix(' ()')}" for weight, words in why),
    )
    return print_answer(given, answer, shown)
