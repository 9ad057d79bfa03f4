"""The rulebook's files: which there are, what they hold, and how a broken one is told."""

from typing import Final

from bones_desktop.rules.bones.book import definitions
from bones_desktop.rules.bones.book import rulebook as game
from bones_desktop.rules.bones.book.definitions import Ability, Mastery, Race, Skill
from bones_desktop.rules.bones.book.icons import Symbol

FILES: Final[tuple[tuple[str, str, type], ...]] = (
    ("symbols.json", "symbols", Symbol),
    ("skills.json", "skills", Skill),
    ("masteries.json", "masteries", Mastery),
    ("races.json", "races", Race),
    ("abilities.json", "abilities", Ability),
    ("templates.json", "templates", game.Template),
    ("house-templates.json", "templates", game.Template),
    ("equipment.json", "dice", game.PrintedDie),
    ("magic-items.json", "dice", game.PrintedDie),
    ("modular-dice.json", "dice", game.PrintedDie),
    ("hindering.json", "dice", game.PrintedDie),
    ("beasts.json", "blocks", game.StatBlock),
    ("cast.json", "blocks", game.StatBlock),
    ("adventure-blocks.json", "blocks", game.StatBlock),
    ("house-blocks.json", "blocks", game.StatBlock),
    ("difficulties.json", "difficulties", definitions.Difficulty),
    ("task-examples.json", "examples", definitions.TaskExample),
    ("spiffs.json", "spiffs", definitions.SpiffPrice),
    ("income.json", "income", definitions.IncomeRate),
    ("improvement.json", "improvement", definitions.ImprovementStep),
    ("power-levels.json", "power_levels", definitions.PowerLevel),
    ("horde-sizes.json", "horde_sizes", definitions.HordeSize),
    ("mind-degrees.json", "mind_degrees", definitions.MindDegree),
    ("task-checks.json", "task_checks", definitions.TaskCheck),
    ("timetable.json", "timetable", definitions.TimetableEntry),
    ("setting-names.json", "setting_names", game.SettingName),
    ("names.json", "name_lists", definitions.NameList),
)
"""Each file, the part of the rulebook it fills, and what its entries are. Dice come before the blocks made of them."""

MOST_REPEATS: Final = 40
"""Equal dice that one entry of a block may stand for."""


class RulebookFileError(Exception):
    """A file of the rulebook cannot be used: which file, which entry ("" for the whole file), which field, and why."""

    def __init__(self, file: str, entry: str, field: str, message: str) -> None:
        place = ", ".join(part for part in (file, entry and f"entry {entry}", field and f"field {field}") if part)
        super().__init__(f"{place}: {message}")
        self.file = file
        self.entry = entry
        self.field = field
        self.message = message
