"""What tests press on the strip of BONES, by the names of its questions."""

from bones_desktop.pages.table.taskfields import ITEM, MODIFIERS, THEIRS
from bones_desktop.pages.table.taskstrip import TaskStrip


def asked(strip: TaskStrip, begin: str) -> list:
    """Return the fields shown whose ids begin with `begin`, in order."""
    return [strip.form.fields[id] for id in strip.form.shown if id.startswith(begin)]


def items(strip: TaskStrip) -> list:
    """Return the chips of the roller's equipment."""
    return asked(strip, ITEM)


def their_items(strip: TaskStrip) -> list:
    """Return the chips of the opponent's equipment."""
    return asked(strip, THEIRS)


def modify(strip: TaskStrip, **modifiers: int) -> None:
    """Set modifiers as a player does: show them, then give each its number."""
    strip.form.answer("modifiers", 1)
    for id, number in modifiers.items():
        strip.form.answer(id, number)


def modifiers(strip: TaskStrip) -> list[str]:
    """Return the ids of the modifiers that can be set now."""
    return [id for id in strip.form.shown if id in MODIFIERS]
