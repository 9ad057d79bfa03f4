"""Pictures of the Table page with 4, 12, 24 and 40 dice, in dark and light, of the whole window of the real program.

python -m tests.trials.tray_pictures [folder] [width height] [text size]

Without a folder they go where the README shows them from. The dice are the same each time.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from unittest.mock import patch

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from bones_desktop.play.eveningdice import Drawn, EveningDice
from bones_desktop.rules.bones.book.character import Character, CharacterDie, CharacterKind
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.injury.injuries import add_printed_item, hindering_from, lose
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.rules.dice import Die, throw
from bones_desktop.storage.files.characterfile import write_character
from tests.support.people import die, ragnar, someone
from tests.support.rulebooks import rulebook
from tests.support.running import Running
from tests.trials.fewcolours import few_colours

HERE = Path(__file__).parents[2] / ".github" / "screenshots" / "tray"
FOE = "e" * 32
VETERAN = (
    "universal,physical,melee,melee x2,defend,maneuver",
    "universal,physical,melee,defend,endurance,perception",
    "universal,mental,melee,defend,tactics,social",
    "universal,physical,missile,melee,stealth,blank",
)


@dataclass(frozen=True, slots=True)
class Shot:
    """One throw to be looked at."""

    dice: int
    character: Character
    request: Request
    foe: Character | None = None
    seed: int = 1
    lost: int | None = None
    """The die lost since the throw."""
    again: int | None = None
    """The die thrown again."""


def equipped(character: Character, *items: str, hindering: tuple[str, ...] = ()) -> Character:
    """Return the character with printed equipment and hindering dice."""
    for item in items:
        character = add_printed_item(rulebook(), character, item)
    return character.with_(hindering=tuple(hindering_from(rulebook().die(each)) for each in hindering), spiffs=6)


def shots() -> tuple[Shot, ...]:
    """Return a throw without anything else; against a difficulty; a veteran's; and a battle against a horde."""
    veteran = ragnar().with_(name="Hilda", dice=tuple(die(VETERAN[k % 4]) for k in range(10)))
    arms = ("sword", "full-shield", "dagger", "light-armour")
    both = ("poison", "flaming")
    horde = tuple(
        CharacterDie(faces=rulebook().die(each).faces, printed=each)
        for each in ("horde", "fighter", "predator", "giant", "undead", "raptor") * 4
    )
    foe = someone(CharacterKind.HORDE).with_(id=FOE, name="The Wolves of the North", dice=horde)
    return (
        Shot(4, equipped(ragnar()), Request("melee", difficulty="", against=1), seed=3, lost=3),
        Shot(
            12,
            equipped(ragnar(), *arms[:2], hindering=both),
            Request("melee", difficulty="average", items=(0, 1)),
            seed=7,
            lost=2,
            again=3,
        ),
        Shot(
            24,
            equipped(veteran, *arms[:3], hindering=(*both, "poison")),
            Request("melee", difficulty="difficult", items=(0, 1, 2)),
            seed=15,
            lost=7,
            again=4,
        ),
        Shot(
            40,
            equipped(veteran, *arms, hindering=both),
            Request("melee", difficulty="", items=(0, 1, 2, 3)),
            foe=foe,
            seed=10,
            lost=1,
            again=6,
        ),
    )


def drawing(seed: int) -> Callable[[EveningDice, Sequence[Die[Face]]], Drawn]:
    """Return what draws dice that are the same each time, in place of an evening's sealed seed."""
    chance = Random(seed)
    number = 0

    def draw(_self: EveningDice, dice: Sequence[Die[Face]]) -> Drawn:
        nonlocal number
        number += 1
        return Drawn(throw(dice, chance), 0, number)

    return draw


def play(running: Running, shot: Shot) -> None:
    """Throw, throw one die again and lose one, as a player does."""
    program = running.program
    program.document.open(shot.character)
    request = shot.request
    if shot.foe is not None:
        file = running.locations.characters / "The Wolves of the North.bones"
        write_character(file, shot.foe)
        request = replace(request, opponent=f"file:{file}")
    page = program.pages.table
    running.window.show_page("table")
    page.strip.show_request(request)
    with patch.object(EveningDice, "draw", drawing(shot.seed)):
        page.throw()
        if shot.again is not None:
            page.controller.pick()
            page.tray.clicked.emit(shot.again)
    if shot.lost is not None:
        program.document.apply("Lose", lambda each: lose(each, shot.lost, "Spear"))


def take(folder: Path, size: tuple[int, int] = (1366, 768), text_size: int = 100) -> list[Path]:
    """Make the pictures in `folder`; needs a QApplication."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for theme in ("iron", "parchment"):
        for shot in shots():
            with (
                tempfile.TemporaryDirectory() as home,
                Running(Path(home), clock=lambda: datetime(2026, 11, 21, 20, 41, tzinfo=UTC), page="") as running,
            ):
                running.program.theme.set_theme(theme)
                running.program.theme.set_text_size(text_size)
                running.window.resize(*size)
                play(running, shot)
                running.window.banner.dismiss()
                QTest.qWait(2500)
                running.window.setFocus(Qt.FocusReason.OtherFocusReason)
                made.append(folder / f"{shot.dice}-{theme}.png")
                few_colours(running.window.grab().toImage()).save(str(made[-1]), "PNG", 0)
    return made


def main() -> None:
    given = sys.argv[1:]
    application = QApplication([])
    size = (int(given[1]), int(given[2])) if len(given) > 2 else (1366, 768)
    for path in take(Path(given[0]) if given else HERE, size, int(given[3]) if len(given) > 3 else 100):
        print(f"{path.name}: {path.stat().st_size / 1024:.0f} KB")
    del application


if __name__ == "__main__":
    main()
