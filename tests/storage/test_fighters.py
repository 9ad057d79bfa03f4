"""Those who may fight, as the odds take them: hordes, and what there is to shoot with (AMB-35, AMB-51)."""

import pytest

from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.fight.combat import AttackMode, Combatant
from bones_desktop.storage.shelfentry import BLOCK, ShelfFighter, combatant, fighter_of_block, fighter_of_text
from tests.support.rulebooks import rulebook

RULES = HouseRules()


def of_text(text: str, kind: CharacterKind = CharacterKind.CAST) -> Combatant:
    character = fighter_of_text(rulebook(), text, RULES).character.with_(kind=kind)
    items = tuple(range(len(character.equipment)))
    return combatant(rulebook(), ShelfFighter(character, False), AttackMode.MISSILE, items)


@pytest.mark.parametrize(("text", "shoots"), [
    ("Archer x2", False), ("Archer; Longbow", True), ("Archer; Dagger", True), ("Archer; Great sword", False),
])  # fmt: skip
def test_missiles_need_something_to_shoot_or_throw(text: str, shoots: bool) -> None:
    assert of_text(text).shoots is shoots


@pytest.mark.parametrize(("block", "shoots"), [("manticore", True), ("basilisk", True), ("wolf", False)])
def test_some_beasts_have_missiles_of_their_own(block: str, shoots: bool) -> None:
    fighter = fighter_of_block(rulebook(), BLOCK + block, RULES)
    assert combatant(rulebook(), fighter, AttackMode.MISSILE, ()).shoots is shoots


def test_a_horde_is_told_as_one() -> None:
    assert of_text("Horde x3", CharacterKind.HORDE).horde
    assert not of_text("Horde x3").horde


def test_equipment_in_a_part_of_its_own_is_carried() -> None:
    character = fighter_of_text(
        rulebook(), "Bob - 2D: Fighter x2 • Move 2\nEquipment: Longbow and Dagger", RULES
    ).character
    assert [die.printed for die in character.dice] == ["fighter", "fighter"]
    assert [item.printed for item in character.equipment] == ["longbow", "dagger"]
