"""A die as the tray needs it."""

from collections.abc import Sequence
from dataclasses import dataclass

from bones_desktop.panels.tray.dicepainter import Body
from bones_desktop.panels.tray.looks import LOST, look_of
from bones_desktop.rules.reading import Role


@dataclass(frozen=True, slots=True)
class TrayDie:
    """A die as the tray needs it: six face codes, the group it lies with, and how it is called."""

    faces: tuple[str, ...]
    group: str = ""
    label: str = ""
    names: tuple[str, ...] = ()
    """The faces as a player says them, for a screen reader; the codes stand in when there are none."""

    def said(self, index: int) -> str:
        """Return what the face of `index` is called."""
        return (self.names or self.faces)[index]


def bodies(dice: Sequence[TrayDie], roles: Sequence[Role]) -> list[Body]:
    """Return what the dice look like; `roles` are one a die or none, and a lost die looks lost."""
    lost = [role is Role.LOST for role in roles] or [False] * len(dice)
    return [
        Body(LOST if gone else look_of(die.group, die.faces), die.faces) for die, gone in zip(dice, lost, strict=True)
    ]
