"""Who may fight, and with which dice."""

from pathlib import Path

import pytest

from bones_desktop.rules.bones.book.attempts import CHARACTER, HINDERING, ITEM
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.fight.combat import AttackMode
from bones_desktop.rules.bones.injury.injuries import add_hindering, add_printed_item, hindering_from, lose
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.characterfile import CharacterFileError
from bones_desktop.storage.games import game_of
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.storage.shelfentry import (
    ShelfFighter,
    combatant,
    fighter_of,
    fighter_of_block,
    fighter_of_file,
    fighter_of_text,
    opponent_name,
    refusal,
)
from bones_desktop.widgets.choice.fighters import NUMBER, OPEN, TEXT, choices, opponents, summary
from bones_desktop.wording.files import file_sentence
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

OTHER = "f" * 32
USUAL = HouseRules()


def test_the_open_character_comes_first_and_its_file_does_not_come_again(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.create(ragnar())
    shelf.create(bob().with_(id=OTHER))
    offered = choices(rulebook(), shelf.entries(), ragnar())
    assert [choice.key for choice in offered[:2]] == [OPEN, TEXT]
    assert [choice.text for choice in offered[:3]] == ["Ragnar", "Dice written as text", "Bob"]
    assert [choice.text for choice in offered].count("Ragnar") == 1


def test_every_stat_block_of_the_rulebook_may_fight(tmp_path: Path) -> None:
    offered = choices(rulebook(), (), ragnar())
    assert {f"block:{block.id}" for block in rulebook().blocks} == {choice.key for choice in offered[2:]}
    for choice in offered[2:]:
        fighter = fighter_of_block(rulebook(), choice.key, USUAL)
        assert combatant(rulebook(), fighter, AttackMode.MELEE, ()).dice


def test_a_damaged_file_stays_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "Broken.bones").write_text("nothing", encoding="utf-8")
    [broken] = [each for each in choices(rulebook(), Shelf(tmp_path).entries(), ragnar()) if each.text == "Broken"]
    assert not broken.allowed
    assert "Broken.bones" in broken.note


def test_a_character_of_another_game_is_not_allowed_and_says_why(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    path = shelf.create(game_of("five_modes").game.new(OTHER).with_(name="Ash"), game="five_modes")
    for offered in (
        choices(rulebook(), shelf.entries(), ragnar()),
        opponents(rulebook(), shelf.entries(), ragnar()),
    ):
        [ash] = [each for each in offered if each.text == "Ash"]
        assert (ash.allowed, ash.note) == (
            False,
            "This character belongs to Five Modes. Only characters of BONES can join.",
        )
    with pytest.raises(CharacterFileError) as refused:
        fighter_of_file(ash.key)
    assert file_sentence(refused.value) == (
        "Ash.bones is a character of Five Modes; a character of another game is needed here. The file was "
        "left as it is."
    )
    assert path.exists()


def test_a_character_of_the_shelf_fights_as_its_file_says(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.create(bob().with_(id=OTHER))
    [bobs] = [each for each in choices(rulebook(), shelf.entries(), ragnar()) if each.text == "Bob"]
    fighter = fighter_of_file(bobs.key)
    assert fighter.character == bob().with_(id=OTHER)
    assert fighter.has_house_rules


def test_only_dice_that_are_not_lost_fight_with_what_is_ticked_and_what_hinders() -> None:
    character = lose(ragnar(), 1, "a spear")
    for item in ("sword", "full-shield"):
        character = add_printed_item(rulebook(), character, item)
    character = add_hindering(character, hindering_from(rulebook().die("poison")))
    side = combatant(rulebook(), ShelfFighter(character, True), AttackMode.MELEE, (1,))
    assert [die.group for die in side.dice] == [CHARACTER] * 3 + [ITEM, HINDERING]
    assert side.dice[3].faces == rulebook().die("full-shield").faces
    assert side.mode is AttackMode.MELEE


def test_text_gives_dice_and_carried_equipment() -> None:
    fighter = fighter_of_text(rulebook(), "Fighter x2; Sword; Universal, Melee", USUAL)
    character = fighter.character
    assert [die.printed for die in character.dice] == ["fighter", "fighter", ""]
    assert [item.printed for item in character.equipment] == ["sword"]
    assert character.kind is CharacterKind.CAST
    assert not any(face.is_unfilled for die in character.dice for face in die.faces)
    assert not fighter.has_house_rules


def test_text_may_be_a_whole_stat_block() -> None:
    character = fighter_of_text(rulebook(), "Old Wolf - 3D: Stalker; Predator; Pouncer • Move 2", USUAL).character
    assert (character.name, len(character.dice)) == ("Old Wolf", 3)


@pytest.mark.parametrize("text", ["Kiler", "Poison", "ShelfFighter, Universal", "   "])
def test_text_that_is_no_dice_is_refused(text: str) -> None:
    with pytest.raises(RulesError):
        fighter_of_text(rulebook(), text, USUAL)


def test_leather_is_the_one_the_group_plays_with() -> None:
    prose = HouseRules(leather_as_in_prose=True)
    printed, as_played = (
        fighter_of_text(rulebook(), "Fighter; Light armour", rules).character.equipment[0].faces
        for rules in (USUAL, prose)
    )
    assert printed != as_played


def test_the_summary_counts_dice_of_one_name_and_tells_what_is_lost() -> None:
    assert summary(rulebook(), ragnar()) == "4 dice: Gaul, Hunter/Gatherer, Armsman ×2"
    assert summary(rulebook(), lose(ragnar(), 0, "")) == "3 of 4 dice: Hunter/Gatherer, Armsman ×2"


def test_the_summary_tells_what_hinders() -> None:
    poisoned = add_hindering(ragnar(), hindering_from(rulebook().die("poison")))
    assert summary(rulebook(), poisoned).endswith("; hindered by Poison")


def test_without_a_magic_icon_nothing_counts_in_magic() -> None:
    why = refusal(rulebook(), USUAL, ShelfFighter(ragnar(), True), AttackMode.MAGIC)
    assert why is not None
    assert why.code == "no-icon"
    assert refusal(rulebook(), USUAL, ShelfFighter(ragnar(), True), AttackMode.MELEE) is None
    assert refusal(rulebook(), USUAL, ShelfFighter(bob(), True), AttackMode.MAGIC) is None


def test_opponents_are_a_number_or_somebody_else_with_dice(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.create(ragnar())
    shelf.create(bob().with_(id=OTHER))
    offered = opponents(rulebook(), shelf.entries(), ragnar())
    assert [choice.text for choice in offered[:2]] == ["Their successes", "Bob"]
    assert offered[0].key == NUMBER
    assert len(offered) == 2 + len(rulebook().blocks)
    assert fighter_of(rulebook(), offered[1].key, USUAL).character.name == "Bob"
    assert fighter_of(rulebook(), "block:goblin", USUAL).character.name == "Goblin (example)"


def test_a_stat_block_that_is_known_no_more_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        fighter_of(rulebook(), "block:pack/nobody", USUAL)


def test_an_opponent_is_named_without_reading_his_file() -> None:
    assert opponent_name(rulebook(), "file:/nowhere/Old Bob.bones") == "Old Bob"
    assert opponent_name(rulebook(), "block:goblin") == "Goblin (example)"
    assert opponent_name(rulebook(), "block:pack/nobody") == ""
