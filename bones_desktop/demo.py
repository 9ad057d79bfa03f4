"""Demonstration of the program without a window: `bones-desktop --demo FOLDER`."""

from pathlib import Path
from random import Random
from typing import Final, TextIO

from bones_desktop.cli.names import EXIT_NO_LIBRARIES, EXIT_OK
from bones_desktop.cli.odds import reading_lines
from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import item_name, task_pool
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.combat import Combatant
from bones_desktop.rules.bones.fight.fights import solve
from bones_desktop.rules.bones.injury.injuries import add_printed_item, condition, lose
from bones_desktop.rules.bones.making.edits import character_from_block, new_character, set_face, set_template, set_text
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.bones.making.sheet import derive
from bones_desktop.rules.bones.reading.requests import usual_items
from bones_desktop.rules.bones.reading.tasks import TaskReading, challenge_dice, read_task
from bones_desktop.rules.dice import throw
from bones_desktop.rules.reasons import is_complete, is_legal
from bones_desktop.storage.rulebookfile import shipped_rulebook
from bones_desktop.systemlibraries import install_line
from bones_desktop.wording.chances import percent
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence

ID: Final = "0" * 31 + "1"
SEED: Final = 5
"""Fixed seed: the rolls are the same every time, so that the demonstration can be described."""
TASK: Final = Task("maneuver", "average")
DICE: Final = (
    ("gaul", {3: "riding", 4: "melee", 5: "defend"}),
    ("hunter-gatherer", {3: "perception", 4: "melee", 5: "defend"}),
    ("armsman", {4: "missile", 5: "maneuver"}),
    ("armsman", {4: "missile", 5: "maneuver"}),
)
"""Ragnar's templates, each with the faces chosen for its open places."""
BACK_STORY: Final = _(
    "Ragnar learned to track deer before he learned to count them. When raiders burned his village he walked to the "
    "nearest garrison and asked for a sword; two winters later he was teaching others how to hold one."
)
EQUIPMENT: Final = ("sword", "full-shield")
FOE: Final = "tiger"


def build_ragnar(rulebook: Rulebook) -> Character:
    """Return Ragnar, built in a player's order: culture, background, occupations, then each open face (EX-37)."""
    character = set_text(set_text(new_character(ID), "name", "Ragnar"), "back_story", BACK_STORY)
    for die, (template, _chosen) in enumerate(DICE):
        character = set_template(rulebook, character, die, template)
    for die, (_template, chosen) in enumerate(DICE):
        for face, icon in chosen.items():
            character = set_face(rulebook, character, die, face, Face((icon,)))
    for item in EQUIPMENT:
        character = add_printed_item(rulebook, character, item)
    return character


def run_demo(folder: Path, out: TextIO) -> int:
    """Build Ragnar, roll for him, wound him, write his file and sheet to `folder`, and print each step.

    Raise OSError or FileProblem when a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rulebook = shipped_rulebook()
    rng = Random(SEED)  # noqa: S311 (the rolls of a demonstration must be the same each time)
    print(_("A demonstration of what Bones Desktop does, without its window."), file=out)

    ragnar = build_ragnar(rulebook)
    _tell_dice(rulebook, ragnar, out)

    print(_("\nRagnar tries Maneuver against an Average task."), file=out)
    print(*reading_lines(_attempt(rulebook, ragnar, rng), {}), sep="\n", file=out)

    _tell_fight(rulebook, ragnar, out)

    ragnar = lose(ragnar, 2, "a spear")
    print(_("\nA spear takes his third die; it lies apart now and rolls no more."), file=out)
    print(f"  {sentence(condition(ragnar).reason)}", file=out)
    print(_("He tries again, with what is left."), file=out)
    print(*reading_lines(_attempt(rulebook, ragnar, rng), {}), sep="\n", file=out)

    try:
        # Imported late: the first steps of the demonstration need no Qt.
        from bones_desktop.printing.jobs import sheet_job, write_job
    except ImportError as error:
        print(
            _("\nRagnar's sheet cannot be printed: {install_line}").format(install_line=install_line(error)), file=out
        )
        return EXIT_NO_LIBRARIES
    pdf = folder.absolute() / "ragnar.pdf"
    write_job(lambda kit: sheet_job(derive(rulebook, ragnar), "A4", kit), pdf)
    print(_("\nRagnar's sheet, with the lost die marked, was written to {pdf}").format(pdf=pdf), file=out)
    print(_("Where there is a display, `bones-desktop` opens the program itself."), file=out)
    return EXIT_OK


def _attempt(rulebook: Rulebook, character: Character, rng: Random) -> TaskReading:
    own = throw(task_pool(rulebook, character), rng)
    against = throw(challenge_dice(rulebook, TASK), rng)
    nulls = sum(face.count for face in against.faces if face.has("null"))
    return read_task(rulebook, character.house_rules, TASK, own, rolled_nulls=nulls)


def _tell_dice(rulebook: Rulebook, character: Character, out: TextIO) -> None:
    print(_("\nRagnar, a Gaul who grew up among hunters and took up arms, die by die:"), file=out)
    for number, die in enumerate(character.dice, 1):
        faces = ", ".join(face_name(rulebook, face) for face in die.faces)
        print(f"  {number}. {rulebook.template(die.template).name}: {faces}", file=out)
    carried = ", ".join(item_name(rulebook, item) for item in character.equipment)
    print(_("  He carries: {names}").format(names=carried), file=out)
    found = problems(rulebook, character)
    state = _("legal") if is_legal(found) else _("not legal")
    finished = _("complete") if is_complete(found) else _("not complete")
    print(_("  He is {state} and {finished}.").format(state=state, finished=finished), file=out)
    for problem in found:
        print(f"  {sentence(problem.reason)}", file=out)


def _tell_fight(rulebook: Rulebook, character: Character, out: TextIO) -> None:
    foe = character_from_block(rulebook, rulebook.block(FOE), ID)
    own = task_pool(rulebook, character, usual_items(rulebook, character, "melee"))
    odds = solve(rulebook, character.house_rules, Combatant(own), Combatant(task_pool(rulebook, foe))).odds
    print(
        _("\nHis odds hand to hand with a {name}, when both fight as well as can be:").format(name=foe.name), file=out
    )
    for end, chance in ((_("He wins"), odds.win), (_("Nobody wins"), odds.draw), (_("He loses"), odds.loss)):
        print(f"  {end}: {percent(chance, 1)}", file=out)
