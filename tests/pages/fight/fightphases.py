"""Play a fight in the running program up to each phase of a round, and compare its state."""

import hashlib
from collections.abc import Callable
from typing import Final

from bones_desktop.rules.bones.fight import roster
from bones_desktop.rules.bones.injury.injuries import item_from
from tests.support.fightseat import FightSeat


def prepare(seat: FightSeat) -> None:
    seat.add(("Bob", 1), ("Ragnar", 1), ("Wolf", 3))
    seat.pages.rename("At the bridge")


def lend(seat: FightSeat) -> None:
    sword = next(die for die in seat.document.rulebook.dice if die.id == "spear")
    seat.document.apply("Lend", lambda fight: roster.lend(fight, "bob", item_from(sword)))


def throw(seat: FightSeat) -> None:
    throws = seat.document.open_throws
    mine = [each for each in throws if each.who == "bob"]
    seat.pages.play.throw(mine)


def throw_all(seat: FightSeat) -> None:
    seat.page.begin_again()
    seat.show_faces(unhurt=("ragnar",))


def allot(seat: FightSeat) -> None:
    seat.pages.play.suggest("wolf-1", "wolf-2")


PHASES: Final[dict[str, Callable[[FightSeat], object]]] = {
    "prepared": prepare,
    "lent": lend,
    "declared": lambda seat: seat.page.all_attack(),
    "one rolled": throw,
    "all rolled": throw_all,
    "some allotted": allot,
    "decided": lambda seat: seat.pages.play.suggest(),
    "closed": lambda seat: seat.pages.play.close(),
}


def standing(seat: FightSeat) -> str:
    """Return what tells whether a fight stands as it stood: all of it, what is next, and the dice in the tray."""
    page, contents = seat.page, seat.page.tray.contents
    value = hashlib.sha256(repr(seat.fight).encode()).hexdigest()
    dice = (sorted(zip(map(repr, contents.dice), contents.indices, contents.roles, strict=False)), contents.thrown)
    parts = (value, page.bar.state, dice, seat.document.undo_stack.undoText(), seat.document.open_throws)
    return (
        hashlib.sha256(repr(parts).encode()).hexdigest()
        + f" {page.bar.state.next} {seat.document.undo_stack.undoText()}"
    )
