"""The still pictures of README and MANUAL: pages of the real program with Ragnar and his companions, in dark and light.

python -m tests.trials.screenshots [folder] [names …]

Without a folder they go where README shows them from. The dice and the days are the same each time.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from shutil import copy
from typing import Final, cast
from unittest.mock import patch

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDoubleSpinBox, QLabel, QTabBar

from bones_desktop.play.eveningdice import EveningDice
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.injury.injuries import hindering_from, lose
from bones_desktop.rules.bones.life.campaigns import advance, set_first_year
from bones_desktop.rules.bones.making.edits import new_character, set_template, set_text
from bones_desktop.rules.bones.making.improvement import award, buy_icon, finish
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.storage.files.characterfile import read_character, write_character
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.tray.traysurface import TraySurface
from tests.support.fightseat import FightSeat
from tests.support.people import ID
from tests.support.rulebooks import rulebook
from tests.support.tour import GAMES
from tests.trials.fewcolours import few_colours
from tests.trials.tray_pictures import drawing

HERE: Final = Path(__file__).parents[2] / ".github" / "screenshots"
SIZE: Final = 1366, 768
PARTY: Final = ("Ragnar", "Bob", "Grumpy", "Swordmaster", "Griffon")
GOBLIN: Final = "block:goblin"
TASKS: Final = (
    ("maneuver", "simple"), ("defend", "challenging"), ("outdoorsman", "simple"), ("riding", "simple"),
    ("perception", "challenging"), ("missile", "average"), ("melee", "simple"),
)  # fmt: skip


def sample(name: str) -> Character:
    """Return a shipped character of BONES."""
    return read_character(shipped("resources") / "games" / "bones" / "samples" / f"{name}.bones").value


def grown() -> Character:
    """Return Ragnar after two evenings, with a fifth die begun and an icon to place."""
    character = finish(rulebook(), sample("ragnar"), "2026-01-03")
    character = award(character, 2, "The goblin front", "2026-01-10")
    character = award(character, 3, "The road to Massalia", "2026-02-07")
    for place, (code, day) in enumerate((("riposte", "07"), ("riding", "08")), 2):
        character = buy_icon(rulebook(), character, 4, place, face(code), f"2026-02-{day}")
    return buy_icon(rulebook(), character, 4, 1, face("physical"), "2026-02-08")


def begun() -> Character:
    """Return somebody whose culture is chosen and nothing else."""
    return set_template(rulebook(), set_text(new_character(ID), "name", "Brennus"), 0, "gaul")


def hurt() -> Character:
    """Return Ragnar with two dice lost and poison in his veins."""
    character = lose(lose(sample("ragnar"), 3, "Goblin spear"), 2, "Arrow")
    return character.with_(hindering=(hindering_from(rulebook().die("poison")),), spiffs=3)


class Studio(FightSeat):
    """The program with the samples of every game on its shelf, at a size and in a theme, on one evening."""

    def __init__(self, folder: Path, theme: str, character: Character | None = None) -> None:
        places = Locations.under(folder)
        places.characters.mkdir(parents=True)
        for game in GAMES:
            for path in sorted((shipped("resources") / "games" / game / "samples").glob("*.bones")):
                copy(path, places.characters)
        file = places.characters / "ragnar.bones"
        if character is not None:
            write_character(file, character)
        super().__init__(folder, locations=places, clock=lambda: datetime(2026, 11, 21, 20, 12, tzinfo=UTC), page="")
        self.program.settings.edit(theme=theme)
        self.program.files.open(file)
        self.window.resize(*SIZE)
        self.window.banner.dismiss()

    def show(self, page: str, tab: str = "") -> None:
        self.window.show_page(page)
        self.app.processEvents()
        for bar in self.window.page_widget().findChildren(QTabBar):
            names = [bar.tabText(place) for place in range(bar.count())]
            if bar.isVisible() and tab in names:
                bar.setCurrentIndex(names.index(tab))
        QTest.qWait(50)

    def gather(self) -> None:
        """Begin a campaign with the party, in the year 872."""
        page = self.program.campaigns.page
        page.files.create("The Wolves of Winter")
        entries = {each.name: each for each in self.program.desk.shelf.entries()}
        page.party.members.add_members([entries[name] for name in PARTY])
        self.program.campaigns.campaigns.apply("Year", lambda now: set_first_year(now, 872))


Picture = tuple[str, Callable[[], Character], Callable[[Studio], None]]


def build(studio: Studio) -> None:
    """What Riding on Ragnar's first die does for him."""
    studio.show("build", "Dice")
    studio.program.pages.build.show_face(0, 3)


def table(studio: Studio) -> None:
    """Ragnar steals up on a goblin, and throws a die again."""
    studio.show("table")
    page = studio.program.pages.table
    page.strip.show_request(Request("stealth", difficulty="", opponent=GOBLIN))
    with patch.object(EveningDice, "draw", drawing(33)):
        page.throw()
        page.controller.pick()
        page.tray.clicked.emit(0)


def log(studio: Studio) -> None:
    """An evening with a scene, and a few hundred throws before it for the counts."""
    studio.show("table")
    page = studio.program.pages.table
    with patch.object(EveningDice, "draw", drawing(4)):
        for skill, difficulty in TASKS * 12:
            page.strip.show_request(Request(skill, difficulty=difficulty))
            page.throw()
        studio.program.pages.room.begin_scene("The goblins' camp")
        page.strip.show_request(Request("stealth", difficulty="", opponent=GOBLIN))
        page.throw()


def fight(studio: Studio) -> None:
    """Bob and Ragnar against the swordmaster and wolves, everything decided."""
    studio.show("encounter")
    studio.add(("Bob", 1), ("Ragnar", 1), ("Swordmaster", 1), ("Wolf", 3))
    studio.page.all_attack()
    with patch.object(EveningDice, "draw", drawing(2)):
        studio.page.throw()
    studio.pages.play.suggest()
    studio.page.roster.choose_row("ragnar")
    studio.page.board.tabs.setCurrentIndex(0)


def five_modes(studio: Studio) -> None:
    """Maelis casts a spell while something may go wrong."""
    studio.program.files.open(studio.locations.characters / "maelis.bones")
    studio.show("table")
    for chip in ("Chance of the task", "Threat", "Complexity"):
        cast("QAbstractButton", studio.button(studio.window, chip)).click()
    numbers = [each for each in studio.window.findChildren(QDoubleSpinBox) if each.isVisible()]
    for field, number in zip(numbers, (3, 3, 2, 1), strict=True):
        field.setValue(number)
    with patch.object(EveningDice, "draw", drawing(1)):
        studio.program.games.show_rolling_page().throw()


def calendar(studio: Studio) -> None:
    """Days pass for the party, one of them at rest."""
    studio.gather()
    studio.show("campaign", "Calendar")
    calendar = studio.program.campaigns.page.calendar
    for days, note in ((3, "The road north"), (1, "Snowed in at the ford")):
        studio.program.campaigns.campaigns.apply("Days", lambda now, n=days, why=note: advance(now, n, (), why))
    calendar.let_pass()
    studio.show("campaign", "Calendar")


def party(studio: Studio) -> None:
    studio.gather()
    studio.show("campaign", "Party")


PICTURES: Final[dict[str, Picture]] = {
    "build-parchment": ("parchment", lambda: sample("ragnar"), build),
    "odds-parchment": ("parchment", lambda: sample("ragnar"), lambda studio: studio.show("build", "Odds")),
    "origin-iron": ("iron", begun, lambda studio: studio.show("build", "Origin")),
    "growth-iron": ("iron", grown, lambda studio: studio.show("build", "Growth")),
    "shelf-iron": ("iron", hurt, lambda studio: studio.show("shelf")),
    "table-iron": ("iron", lambda: sample("ragnar").with_(spiffs=5), table),
    "wounds-iron": ("iron", hurt, lambda studio: studio.show("tracker", "Wounds")),
    "sheet": ("iron", hurt, lambda studio: studio.show("sheet")),
    "party-iron": ("iron", hurt, party),
    "calendar-parchment": ("parchment", hurt, calendar),
    "log-parchment": ("parchment", lambda: sample("ragnar"), lambda studio: (log(studio), studio.show("log"))),
    "fairness-iron": (
        "iron", lambda: sample("ragnar"), lambda studio: (log(studio), studio.show("log", "Fairness"))
    ),
    "fight-iron": ("iron", lambda: sample("ragnar").with_(spiffs=3), fight),
    "five-modes-iron": ("iron", lambda: sample("ragnar"), five_modes),
}  # fmt: skip
"""By its name: the theme, Ragnar as he is then, and what is done."""


def take(folder: Path, *wanted: str) -> list[Path]:
    """Make the pictures in `folder`, all or those whose names are `wanted`; needs a QApplication."""
    made = []
    for name, (theme, character, act) in PICTURES.items():
        if wanted and name not in wanted:
            continue
        with tempfile.TemporaryDirectory() as home, Studio(Path(home), theme, character()) as studio:
            act(studio)
            QTest.qWait(1500)
            for tray in studio.window.findChildren(TraySurface):
                tray.flash.stop()
            for label in studio.window.findChildren(QLabel):
                if home in label.text():  # a path of this machine
                    label.setText(label.text().replace(home, "~"))
            made.append(folder / f"{name}.png")
            few_colours(studio.window.grab().toImage()).save(str(made[-1]), "PNG", 0)
    return made


def main() -> None:
    given = sys.argv[1:]
    application = QApplication([])
    folder = Path(given[0]) if given else HERE
    folder.mkdir(parents=True, exist_ok=True)
    for path in take(folder, *given[1:]):
        print(f"{path.name}: {path.stat().st_size / 1024:.0f} KB")
    del application


if __name__ == "__main__":
    main()
