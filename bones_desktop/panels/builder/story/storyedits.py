"""The edits of the Story page beyond its plain texts, with the name each undo step carries."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.making import edits, followers
from bones_desktop.rules.bones.making.blocks import die_from
from bones_desktop.rules.reasons import RulesError
from bones_desktop.widgets.choice.choices import Choice

BLOCK: Final = "block"
"""Before the colon in the key of a Choice that stands for a whole stat block."""


class StoryEdits(QObject):
    """Asks the document for edits. Each returns whether it was done; if not, `refused` has told why."""

    refused = Signal(object)
    """A Reason."""

    def __init__(self, document: CharacterDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document

    def set_portrait(self, portrait: str) -> bool:
        """Change the portrait, "" for none."""
        name = self.tr("Change the portrait") if portrait else self.tr("Remove the portrait")
        return self._apply(name, lambda now: now.with_(portrait=portrait))

    def set_movement(self, move: float, flying: float | None) -> bool:
        """Change how fast the character moves and flies."""
        return self._apply(self.tr("Change the movement"), lambda now: edits.set_movement(now, move, flying))

    def add_theme(self) -> bool:
        """Begin another theme of magic."""
        return self._apply(self.tr("Add a theme of magic"), edits.add_theme)

    def remove_theme(self, theme: int) -> bool:
        """Remove a theme of magic."""
        return self._apply(self.tr("Remove a theme of magic"), lambda now: edits.remove_theme(now, theme))

    def set_theme_text(self, theme: int, field: edits.ThemeField, text: str) -> bool:
        """Describe a theme of magic; typing is one step."""
        names = {
            "name": self.tr("Name a theme of magic"),
            "effect": self.tr("Write the effect of magic"),
            "limitations": self.tr("Write the limitations of magic"),
        }
        return self._apply(
            names[field],
            lambda now: edits.set_theme_text(now, theme, field, text),
            f"text:theme-{theme}-{field}",
        )

    def set_follower_text(self, mastery: str, number: int, field: followers.FollowerField, text: str) -> bool:
        """Name or describe a follower; typing is one step."""
        rulebook = self._document.rulebook
        name = self.tr("Name a follower") if field == "name" else self.tr("Note on a follower")
        return self._apply(
            name,
            lambda now: followers.set_follower_text(rulebook, now, mastery, number, field, text),
            f"text:follower-{mastery}-{number}-{field}",
        )

    def add_follower_die(self, mastery: str, number: int, choice: Choice) -> bool:
        """Give a follower a printed die, or all of a printed beast or cast member."""
        rulebook = self._document.rulebook
        name = self.tr("Add {name} to a follower").format(name=choice.text)
        kind, _, key = choice.key.rpartition(":")
        if kind == BLOCK:
            return self._apply(name, lambda now: followers.add_follower_block(rulebook, now, mastery, number, key))
        die = die_from(rulebook.die(key))
        return self._apply(name, lambda now: followers.add_follower_dice(rulebook, now, mastery, number, (die,)))

    def add_follower_dice(self, mastery: str, number: int, text: str) -> bool:
        """Give a follower the dice a text names."""
        rulebook = self._document.rulebook
        return self._apply(
            self.tr("Add dice to a follower"),
            lambda now: followers.add_follower_text(rulebook, now, mastery, number, text),
        )

    def remove_follower_die(self, mastery: str, number: int, die: int) -> bool:
        """Take a die from a follower."""
        rulebook = self._document.rulebook
        return self._apply(
            self.tr("Remove a die of a follower"),
            lambda now: followers.remove_follower_die(rulebook, now, mastery, number, die),
        )

    def remove_follower(self, mastery: str, number: int) -> bool:
        """Remove what is written about a follower."""
        return self._apply(self.tr("Remove a follower"), lambda now: followers.remove_follower(now, mastery, number))

    def _apply(self, name: str, edit: Callable[[Character], Character], merge: str = "") -> bool:
        try:
            self._document.apply(name, edit, merge)
        except RulesError as error:
            self.refused.emit(error.reason)
            return False
        return True
