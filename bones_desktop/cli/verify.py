"""The command that checks the evenings of an exported log against their seals and chains."""

import argparse
from pathlib import Path

from bones_desktop.cli.names import EXIT_OK, EXIT_PROBLEMS
from bones_desktop.cli.terminal import CommandError, file_problem, print_json
from bones_desktop.rules.fairness import LEAST_HEAD, Verification, noted_head, verify
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logexport import ExportedEvening, NoExportedLogError, read_exported
from bones_desktop.wording.reasons import sentence


def run_verify(given: argparse.Namespace) -> int:
    """Print the findings for each evening; return 0 if all are sound and the requested head is in one of them."""
    head = noted_head(given.head)
    # A mistyped head must not pass as one that was not asked for.
    if given.head.strip() and not head:
        raise CommandError(f"a head is {LEAST_HEAD} to 64 of the signs 0 to 9 and a to f, not {given.head[:20]!r}")
    try:
        evenings = read_exported(Path(given.file).absolute())
    except FileProblem as error:
        raise CommandError(file_problem(error)) from error
    except NoExportedLogError as error:
        why = str(error)
        told = f"was changed: {why}" if why else "is not a log that was exported as JSON, or it is damaged"
        raise CommandError(f"{given.file} {told}; export it again from the Log page") from error
    found = [(each, verify(each.sealed, each.draws, head)) for each in evenings]
    if head and any(each.head_found for _evening, each in found):
        # The head belongs to one evening, so its absence is no fault of the others.
        found = [(each, checked if checked.head_found else verify(each.sealed, each.draws)) for each, checked in found]
    sound = all(each.sound for _evening, each in found) and (not head or bool(found))
    if given.json:
        print_json({"sound": sound, "evenings": [_told(each, verified) for each, verified in found]})
    elif not found:
        print("No evening is in this log.")
    else:
        for each, verified in found:
            told = " ".join(sentence(reason) for reason in verified.findings)
            print(f"Evening of {each.begun}: {told}" if each.begun else f"Evening {each.id}: {told}")
            if each.sealed.words:
                print(f"  words of the players: {' / '.join(each.sealed.words)}")
            if each.sealed.chain:
                print(f"  head after draw {each.sealed.chain[-1].number}: {each.sealed.chain[-1].head}")
    return EXIT_OK if sound else EXIT_PROBLEMS


def _told(evening: ExportedEvening, verified: Verification) -> dict[str, object]:
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
        "words": evening.sealed.words,
        "words_first": bool(verified.words) and verified.chained and 1 not in verified.broken,
        "secret": verified.secret,
        "head": chain[-1].head if chain else "",
        "head_asked_for": verified.head.code if verified.head else "",
        "findings": [sentence(reason) for reason in verified.findings],
    }
