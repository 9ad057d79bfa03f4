"""The commands `check`, `text`, `paste` and `verify`, and the function that reads a file of any game for commands.

Qt is imported only to write text as it would be printed.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bones_desktop.cli.names import EXIT_ERROR, EXIT_OK, EXIT_PROBLEMS
from bones_desktop.cli.terminal import CommandError, file_problem, locations_of, print_answer, reported_files
from bones_desktop.play.answers import house_answers
from bones_desktop.rules.bones.book.character import Character, CharacterKind
from bones_desktop.rules.bones.book.characterdice import item_name, switched, taken_on_trust
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.game import with_switches
from bones_desktop.rules.bones.injury.injuries import under_house_rules
from bones_desktop.rules.bones.life.packs import with_packs
from bones_desktop.rules.bones.making.edits import block_of
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.bones.making.sheet import Sheet, derive
from bones_desktop.rules.fairdice import LEAST_HEAD, words_json
from bones_desktop.rules.fairness import Verification, noted_head, verify
from bones_desktop.rules.reasons import Problem, Weight, is_legal
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.storage.files.characterfile import (
    CHARACTERS,
    LARGEST,
    SUFFIX,
    CharacterFileError,
    new_id,
    read_character,
)
from bones_desktop.storage.files.datafile import DataFile
from bones_desktop.storage.files.locations import free_path, make_folder
from bones_desktop.storage.files.sharedtext import Pasted, content_of, read_pasted_text, shared_text
from bones_desktop.storage.files.textfiles import (
    FileProblem,
    is_folder,
    is_there,
    read_bytes,
    require_kind,
    save_bytes,
    save_export,
)
from bones_desktop.storage.games import StoredGame, is_whole, parse_any, read_any, read_shared_games, shared_of_game
from bones_desktop.storage.log.logexport import ExportedEvening, NoExportedLogError, read_exported
from bones_desktop.storage.packfile import PackFolder
from bones_desktop.wording.files import damaged_pack_sentence, left_out_note
from bones_desktop.wording.games.words import game_name
from bones_desktop.wording.houserules import trust_words
from bones_desktop.wording.language import _, date_words, decimal, lowered
from bones_desktop.wording.log import words_line
from bones_desktop.wording.names import character_kind_name, place_text
from bones_desktop.wording.reasons import sentence

if TYPE_CHECKING:
    from bones_desktop.printing.columns import Columns


def run_verify(given: argparse.Namespace) -> int:
    """Verify each evening of an exported log and print the findings.

    Return 0 if all evenings are valid and the requested head, if any, belongs to one of them.
    """
    head = noted_head(given.head)
    # A mistyped head must be reported, not treated as if none was given.
    if given.head.strip() and not head:
        raise CommandError(
            _("a head is {least_head} to 64 of the signs 0 to 9 and a to f, not {head!r}").format(
                least_head=LEAST_HEAD, head=given.head[:20]
            )
        )
    try:
        with reported_files():
            evenings = read_exported(Path(given.file).absolute())
    except NoExportedLogError as error:
        twice = _("was changed: it contains an evening twice")
        fault = twice if str(error) else _("is not a log that was exported as JSON, or it is damaged")
        raise CommandError(
            _("{file} {fault}; export it again from the Log page").format(file=given.file, fault=fault)
        ) from error
    found = [(each, verify(each.sealed, each.draws, head)) for each in evenings]
    if head and any(each.head_found for _evening, each in found):
        # The head belongs to one evening, so its absence in the others is not a fault.
        found = [(each, checked if checked.head_found else verify(each.sealed, each.draws)) for each, checked in found]
    sound = all(each.sound for _evening, each in found) and (not head or bool(found))
    answer = {"sound": sound, "evenings": [_evening_json(each, verified) for each, verified in found]}
    lines = [line for each, verified in found for line in _evening_lines(each, verified)]
    print_answer(given, answer, lines or [_("This log contains no evenings.")])
    return EXIT_OK if sound else EXIT_PROBLEMS


def _evening_lines(evening: ExportedEvening, verified: Verification) -> Iterator[str]:
    findings = " ".join(sentence(reason) for reason in verified.findings)
    begun = f"{date_words(evening.begun[:10])}{evening.begun[10:]}"
    yield (
        _("Evening of {begun}: {findings}").format(begun=begun, findings=findings)
        if evening.begun
        else _("Evening {id}: {findings}").format(id=evening.id, findings=findings)
    )
    if evening.sealed.words:
        yield _("  words of the players: {names}").format(names=words_line(evening.sealed.words))
    if evening.sealed.chain:
        yield _("  head after draw {number}: {head}").format(
            number=evening.sealed.chain[-1].number, head=evening.sealed.chain[-1].head
        )


def _evening_json(evening: ExportedEvening, verified: Verification) -> dict[str, object]:
    chain = evening.sealed.chain
    return {
        "id": evening.id,
        "begun": evening.begun,
        "sound": verified.sound,
        "goes_on": verified.open,
        "draws": verified.draws,
        "seed_fits": verified.commitment_matches,
        "missing": verified.missing,
        "repeated": verified.repeated,
        "changed": verified.changed,
        "chain_broken": verified.broken,
        "words": words_json(evening.sealed.words),
        "words_first": bool(verified.words) and 1 not in verified.broken,
        "secret": verified.secret,
        "head": chain[-1].head if chain else "",
        "head_asked_for": verified.head.code if verified.head else "",
        "findings": [sentence(reason) for reason in verified.findings],
    }


_LARGEST: Final = 2_000_000
"""Largest text that is read, in bytes."""


def run_paste(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Print the characters found in a text or in an actor of Foundry, and write them to --out.

    Raise CommandError if there is no character.
    """
    made = _from_actor(given.file) or _from_text(rulebook, _text_of(given.file))
    files = _written(Path(given.out), made) if given.out else [""] * len(made)
    made_json = [each.said | ({"file": file} if file else {}) for each, file in zip(made, files, strict=True)]
    return print_answer(given, made_json, (line for each in made_json for line in _pasted_lines(each)))


class _Made(NamedTuple):
    """A character made by `paste`: the content of its file, and what is printed about it."""

    data: bytes
    said: dict[str, Any]


def _from_actor(name: str) -> list[_Made]:
    """Return the character in an actor of Foundry; an empty list if the file is no actor."""
    if name == "-":
        return []
    path = Path(name).absolute()
    with reported_files():
        data = content_of(path)
        if data is None:
            return []
        stored, held = parse_any(data, path)
    return [_whole(stored, held.value, data)]


def _from_text(rulebook: Rulebook, text: str) -> list[_Made]:
    # Pasting the same text twice should make two characters, so each gets a new id.
    others = [(stored, who.with_(id=new_id())) for stored, who in read_shared_games(text)]
    made = [_whole(stored, who, stored.form.dump(who)) for stored, who in others]
    read = read_pasted_text(rulebook, text)
    for each in (each for each in read if each.makes):
        who = each.character(rulebook)
        who = who if each.is_whole(None) else who.with_(notes=left_out_note(text, each.block.gaps))
        made.append(_Made(CHARACTERS.dump(who), _made_json(rulebook, text, each, who)))
    if not made:
        why = [sentence(gap.reason) for gap in read[0].block.gaps if gap.reason.code == "left-out-data"]
        none = _("No dice were found in this text. Name dice (Fighter x2) or list six faces with commas.")
        raise CommandError(next(iter(why), none))
    return made


def _whole(stored: StoredGame[Any, Any], who: Any, data: bytes) -> _Made:  # noqa: ANN401 (of any game)
    return _Made(data, {"name": who.name, "game": stored.game.title})


def _text_of(name: str) -> str:
    too_much = _("The text is longer than 2 MB. Paste less of it.")
    try:
        data = sys.stdin.buffer.read(_LARGEST + 1) if name == "-" else read_bytes(Path(name).absolute(), _LARGEST)
    except FileProblem as error:
        raise CommandError(too_much if error.code == "too-large" else file_problem(error)) from error
    if len(data) > _LARGEST:
        raise CommandError(too_much)
    # Windows programs save UTF-16 with a byte order mark. Older ones use the Windows code page.
    wide = data[:2] in {b"\xff\xfe", b"\xfe\xff"}
    for encoding in ("utf-16",) if wide else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        # A decoded zero byte means that the file is not text.
        if "\0" not in text:
            return text
    raise CommandError(
        _("{value} is not text. Copy the text out of it and paste that.").format(
            value="The input" if name == "-" else name
        )
    )


def _written(folder: Path, made: list[_Made]) -> list[str]:
    """Write each character to its own file in `folder`. Existing files are not replaced."""
    files = []
    if is_there(folder) and not is_folder(folder):
        raise CommandError(_("{folder} is a file. Name a folder.").format(folder=folder))
    with reported_files():
        make_folder(folder)
        for each in made:
            # Two stat blocks of one text may have the same name.
            path = free_path(folder.absolute(), each.said["name"], SUFFIX)
            save_bytes(path, each.data, None)
            files.append(str(folder / path.name))
    return files


def _made_json(rulebook: Rulebook, text: str, pasted: Pasted, made: Character) -> dict[str, Any]:
    return {
        "name": made.name,
        "kind": made.kind.value,
        "move": made.move,
        "flying": made.flying,
        "dice": [[face_name(rulebook, shown) for shown in die.faces] for die in made.dice],
        "equipment": [item_name(rulebook, item) for item in made.equipment],
        "themes": [theme.name for theme in made.themes],
        "left_out": [text[gap.start : gap.end] for gap in pasted.block.gaps],
    }


def _pasted_lines(result: dict[str, Any]) -> Iterator[str]:
    wrote = _(". Wrote {file}").format(file=result["file"]) if "file" in result else ""
    name = result["name"] or _("No name")
    if "game" in result:
        yield clean_text(
            _("{name}: a whole character of {result}{wrote}").format(name=name, result=result["game"], wrote=wrote)
        )
        return
    flying = "" if result["flying"] is None else _(", flying {move}").format(move=decimal(f"{result['flying']:g}"))
    yield clean_text(
        _("{name}: {kind}, {n} dice, Move {move}{flying}{wrote}").format(
            name=name,
            kind=lowered(character_kind_name(CharacterKind(result["kind"]))),
            n=len(result["dice"]),
            move=decimal(f"{result['move']:g}"),
            flying=flying,
            wrote=wrote,
        )
    )
    for place, faces in enumerate(result["dice"], 1):
        yield _("  die {place}: {names}").format(place=place, names=", ".join(faces))
    for word, title in (("equipment", _("equipment")), ("themes", _("themes"))):
        if result[word]:
            yield clean_text(_("  {title}: {names}").format(title=title, names=", ".join(result[word])))
    left = "; ".join(" ".join(each.split()) for each in result["left_out"])
    yield clean_text(_("  Left out: {left}").format(left=left) if left else _("  Everything was understood."))


_NEWER: Final = _("A newer version of this program wrote this file; what only that version knows is not checked.")
WEIGHTS: Final = {Weight.ILLEGAL: "error", Weight.ADVICE: "warning", Weight.UNFINISHED: "note"}


def with_own_packs(rulebook: Rulebook, given: argparse.Namespace) -> Rulebook:
    """Return the rulebook with the packs of the data folder. Unusable packs are reported on stderr."""
    locations = locations_of(given)
    if not is_folder(locations.packs):
        return rulebook

    found = PackFolder(locations.packs).load()
    for error in found.damaged:
        print(f"bones-desktop: {' '.join(damaged_pack_sentence(error).split())}", file=sys.stderr)
    return with_packs(rulebook, found.packs)


def character_in(name: str) -> Character:
    """Return the character in a file. Raise CommandError if it cannot be read or contains none."""
    with reported_files():
        return read_character(Path(name).absolute()).value


def any_in(name: str) -> tuple[StoredGame[Any, Any], DataFile[Any]]:
    """Return the game and the character in a file of any game. Raise CommandError if it cannot be read."""
    with reported_files():
        return read_any(Path(name).absolute())


def sheet_of(rulebook: Rulebook, stored: StoredGame[Any, Any], held: DataFile[Any]) -> "Sheet | Columns":
    """Return the sheet of a character of any game. Raise ImportError if it needs Qt and Qt cannot be loaded."""
    if stored.form is CHARACTERS:
        return derive(rulebook, held.value)
    # Imported late: printing needs Qt, but a stat block does not.
    from bones_desktop.printing.gameform import game_sheet

    return game_sheet(stored, held.value)


def text(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Print a character as a stat block that can be pasted back (Markdown for other games), or as Markdown only."""
    stored, held = any_in(given.file)
    of_bones = stored.form is CHARACTERS
    if of_bones and not given.markdown:
        words = (block_of if given.plain else shared_text)(rulebook, held.value)
    else:
        # Imported late: printing needs Qt.
        from bones_desktop.printing.exports import markdown_of

        words = markdown_of(sheet_of(rulebook, stored, held))
        if not (of_bones or given.markdown or given.plain):
            words = shared_of_game(stored, held.value, words)
    return print_answer(given, {"name": held.value.name, "text": words}, [clean_text(words).rstrip()])


def export(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write or print a character in the forms of other programs."""
    # Imported late: printing needs Qt.
    from bones_desktop.printing.exports import EXPORTS, to_export

    wanted = {form: getattr(given, form) for form in EXPORTS if getattr(given, form)}
    if not wanted:
        raise CommandError(
            _("name at least one file: {names}").format(names=", ".join(f"--{form} FILE" for form in EXPORTS))
        )
    if list(wanted.values()).count("-") > 1 or len({os.path.realpath(each) for each in wanted.values()}) < len(wanted):
        raise CommandError(_("two forms go to the same place; give each its own file"))
    stored, held = any_in(given.file)
    with reported_files():
        character = to_export(rulebook, stored, held.value, read_bytes(Path(given.file).absolute(), LARGEST))
        made = {form: EXPORTS[form].make(character) for form in wanted}
        written = {form: where for form, where in wanted.items() if where != "-"}
        for form, where in written.items():
            require_kind(Path(where), made[form].encode())
        for form, where in written.items():
            save_export(Path(where), made[form].encode())
    printed = [made[form].rstrip() for form, where in wanted.items() if where == "-"]
    told = {"name": held.value.name, "files": written, "text": "".join(printed)}
    return print_answer(given, told, printed or [_("Wrote {names}").format(names=", ".join(written.values()))])


def check(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Print the missing and forbidden parts of each file, and whether a newer version of the program wrote it.

    Report an unreadable file on stderr, and list it among the results with the reason under "refused".
    """
    results: list[dict[str, Any]] = []
    for name in given.files:
        try:
            stored, held = read_any(Path(name).absolute())
        except (CharacterFileError, FileProblem) as error:
            # One line for each problem, for programs that read stderr.
            reason = " ".join(file_problem(error).split())
            found: dict[str, Any] = {"legal": False, "complete": False, "refused": reason, "problems": []}
        else:
            found = _found(rulebook, stored, _under_house_rules(rulebook, stored, held.value, given.house))
            found |= {"newer": _NEWER} if held.newer else {}
        results.append({"file": str(Path(name)), **found})
    print_answer(given, results, (line for result in results if "refused" not in result for line in _lines(result)))
    refusals = [result["refused"] for result in results if "refused" in result]
    for refusal in refusals:
        print(f"bones-desktop: {refusal}", file=sys.stderr)
    # An unreadable file makes the command fail, unlike a character that breaks rules.
    if refusals:
        return EXIT_ERROR
    return EXIT_OK if all(result["legal"] and result["complete"] for result in results) else EXIT_PROBLEMS


def _under_house_rules(rulebook: Rulebook, stored: StoredGame[Any, Any], who: Any, house: Sequence[str]) -> Any:  # noqa: ANN401 (of any game)
    switches = house_answers(stored.game.house, house)
    if stored.form is CHARACTERS:
        return under_house_rules(rulebook, who, with_switches(who.house_rules, switches))
    for id, value in switches.items():
        if not isinstance(value, tuple):
            who = stored.game.with_field(stored.book, who, id, value)
    return who


def _found(rulebook: Rulebook, stored: StoredGame[Any, Any], who: Any) -> dict[str, Any]:  # noqa: ANN401 (of any game)
    if stored.form is not CHARACTERS:
        others = stored.game.check(stored.book, who)
        return {
            "legal": is_legal(others),
            "complete": is_whole(stored, who, others),
            "house_rules": switched(who.house),
            "problems": [{**problem_json(p), "where": game_name(stored.game.id, "field", p.place)} for p in others],
        }
    found = problems(rulebook, who)
    return {
        "legal": is_legal(found),
        "complete": is_whole(stored, who, found),
        **taken_on_trust(who),
        "problems": [{"rule": p.reason.rule, "where": place_text(p.place), "text": sentence(p.reason)} for p in found],
    }


def problem_json(problem: Problem[str]) -> dict[str, str]:
    """Return a problem as JSON, for a character of any game.

    `place` is the field of the creation step that has the problem.
    """
    return {
        "rule": problem.reason.rule,
        "where": problem.place,
        "weight": WEIGHTS[problem.weight],
        "text": sentence(problem.reason),
    }


def _lines(result: dict[str, Any]) -> Iterator[str]:
    state = {
        (True, True): _("legal and complete"),
        (True, False): _("legal, not complete"),
        (False, True): _("not legal, complete"),
        (False, False): _("not legal, not complete"),
    }[result["legal"], result["complete"]]
    yield "; ".join((f"{result['file']}: {state}", *trust_words(result)))
    if "newer" in result:
        yield f"  {result['newer']}"
    for each in result["problems"]:
        yield f"  {each['where']}: {each['text']} ({each['rule']})".removesuffix(" ()")
