"""What masteries bring along: listed, filled in, refused beyond what icons give, kept when icons go (MAST 21-41)."""

import pytest

from bones_desktop.rules.bones.book.character import Character, CharacterDie, Follower
from bones_desktop.rules.bones.book.rulebook import BlockKind, DieUse
from bones_desktop.rules.bones.making.followers import (
    add_follower_block,
    add_follower_dice,
    add_follower_text,
    follower_blocks,
    follower_slots,
    grants,
    remove_follower,
    remove_follower_die,
    set_follower_text,
)
from tests.support.people import die, ragnar
from tests.support.refusals import refusal_code
from tests.support.rulebooks import rulebook

WOLFISH = die("universal,perception,melee,melee,defend,blank")


def with_icons(icon: str, count: int, character: Character | None = None) -> Character:
    """Return a character with `icon` on so many dice more."""
    known = character or ragnar()
    return known.with_(dice=(*known.dice, *(die(f"universal,physical,{icon},melee,defend,missile"),) * count))


@pytest.mark.parametrize(
    ("icon", "icons", "count", "followers", "use"),
    [
        ("merchant-prince", 1, 0, 0, None),
        ("merchant-prince", 5, 2, 2, None),
        ("animal-friend", 1, 2, 1, DieUse.BEAST),
        ("boss", 2, 3, 1, DieUse.CAST),
        ("captain", 3, 1, 1, None),
    ],
)
def test_grants_follow_the_icons_owned(icon: str, icons: int, count: int, followers: int, use: DieUse | None) -> None:
    character = with_icons(icon, icons)
    found = grants(rulebook(), character)
    assert [(grant.mastery, grant.icons, grant.count, grant.followers, grant.use) for grant in found] == (
        [(icon, icons, count, followers, use)] if count else []
    )
    slots = follower_slots(rulebook(), character)
    assert [(slot.number, slot.written, slot.trouble) for slot in slots] == [
        (number, False, None) for number in range(followers)
    ]


def test_a_lackey_is_named_and_given_dice_up_to_what_the_icons_give() -> None:
    character = set_follower_text(rulebook(), with_icons("boss", 2), "boss", 0, "name", "Grom\nthe Loud")
    character = add_follower_dice(rulebook(), character, "boss", 0, (WOLFISH, WOLFISH))
    character = set_follower_text(rulebook(), character, "boss", 0, "note", "Loud.\nLoyal.")
    assert character.followers == (
        Follower(mastery="boss", name="Grom the Loud", dice=(WOLFISH, WOLFISH), note="Loud.\nLoyal."),
    )
    assert refusal_code(lambda: add_follower_dice(rulebook(), character, "boss", 0, (WOLFISH, WOLFISH))) == (
        "follower-dice-full"
    )
    character = add_follower_dice(rulebook(), character, "boss", 0, (WOLFISH,))
    assert follower_slots(rulebook(), character)[0].trouble is None
    assert len(remove_follower_die(rulebook(), character, "boss", 0, 1).followers[0].dice) == 2


def test_an_asset_has_no_dice_and_the_second_may_be_written_first() -> None:
    book, character = rulebook(), with_icons("merchant-prince", 4)
    assert refusal_code(lambda: add_follower_dice(book, character, "merchant-prince", 0, (WOLFISH,))) == (
        "follower-without-dice"
    )
    assert refusal_code(lambda: set_follower_text(book, character, "merchant-prince", 2, "name", "x")) == (
        "follower-not-granted"
    )
    character = set_follower_text(book, character, "merchant-prince", 1, "name", "A ferry")
    assert [follower.name for follower in character.followers] == ["", "A ferry"]
    assert set_follower_text(book, character, "merchant-prince", 1, "name", "").followers == ()


def test_what_was_written_stays_when_icons_go_and_says_so() -> None:
    book = rulebook()
    character = add_follower_dice(book, with_icons("animal-friend", 2), "animal-friend", 0, (WOLFISH,) * 3)
    fewer = character.with_(dice=with_icons("animal-friend", 1).dice)
    [slot] = follower_slots(book, fewer)
    assert slot.trouble is not None
    assert (slot.trouble.code, slot.trouble.value("dice"), slot.trouble.value("most")) == (
        "follower-dice-too-many", 3, 2,
    )  # fmt: skip
    assert len(remove_follower_die(book, fewer, "animal-friend", 0, 0).followers[0].dice) == 2
    none = character.with_(dice=ragnar().dice)
    [slot] = follower_slots(book, none)
    assert slot.trouble is not None
    assert slot.trouble.code == "follower-not-granted"
    assert slot.follower == character.followers[0]
    assert set_follower_text(book, none, "animal-friend", 0, "name", "Grey").followers[0].name == "Grey"
    assert remove_follower(none, "animal-friend", 0).followers == ()


def test_a_follower_of_a_mastery_nobody_knows_is_shown_and_can_be_removed() -> None:
    character = ragnar().with_(followers=(Follower(mastery="pack-mastery", name="Imp"),))
    [slot] = follower_slots(rulebook(), character)
    assert (slot.follower.name, slot.written) == ("Imp", True)
    assert slot.trouble is not None
    assert remove_follower(character, "pack-mastery", 0).followers == ()
    assert refusal_code(lambda: remove_follower(character, "pack-mastery", 1)) == "no-such-follower"


def test_followers_of_other_masteries_keep_their_places() -> None:
    book = rulebook()
    character = with_icons("captain", 4, with_icons("merchant-prince", 4))
    for mastery, number, name in (
        ("captain", 0, "Gull"), ("merchant-prince", 0, "Inn"), ("captain", 1, "Tern"), ("merchant-prince", 1, "Mill"),
    ):  # fmt: skip
        character = set_follower_text(book, character, mastery, number, "name", name)
    assert [follower.name for follower in character.followers] == ["Gull", "Inn", "Tern", "Mill"]
    assert [slot.follower.name for slot in follower_slots(book, character)] == ["Inn", "Mill", "Gull", "Tern"]
    character = remove_follower(character, "captain", 0)
    assert [follower.name for follower in character.followers] == ["Inn", "Tern", "Mill"]


def test_dice_are_read_from_text_as_printed_ones_or_faces() -> None:
    book = rulebook()
    printed = next(each for each in book.dice if each.use is DieUse.CAST)
    text = f"{printed.name}; Universal, Physical, Melee, Defend, Melee, Defend"
    character = add_follower_text(book, with_icons("boss", 1), "boss", 0, text)
    found = character.followers[0].dice
    assert found[0] == CharacterDie(printed=printed.id, faces=printed.faces)
    assert [shown.code for shown in found[1].faces][:3] == ["universal", "physical", "melee"]
    assert refusal_code(lambda: add_follower_text(book, character, "boss", 0, "nonsense")) == "left-out-words"
    assert refusal_code(lambda: add_follower_text(book, character, "boss", 0, printed.name)) == "follower-dice-full"


def test_a_stat_block_brings_its_name_to_a_follower_without_one() -> None:
    book, character = rulebook(), with_icons("boss", 2)
    character = add_follower_text(book, character, "boss", 0, "Grom - 2D: Archer x2")
    assert (character.followers[0].name, len(character.followers[0].dice)) == ("Grom", 2)
    character = add_follower_text(book, character, "boss", 0, "Other - 1D: Archer")
    assert (character.followers[0].name, len(character.followers[0].dice)) == ("Grom", 3)


def test_printed_beasts_that_are_small_enough_can_be_companions() -> None:
    book, character = rulebook(), with_icons("animal-friend", 2)
    [grant] = grants(book, character)
    blocks = {block.id: block for block in follower_blocks(book, grant)}
    assert {"wolf", "falcon"} <= blocks.keys()
    assert all(len(block.dice) <= 3 and block.kind is BlockKind.BEAST for block in blocks.values())
    character = add_follower_block(book, character, "animal-friend", 0, "wolf")
    [wolf] = character.followers
    assert (wolf.name, [die.faces for die in wolf.dice]) == ("Wolf", [die.faces for die in blocks["wolf"].dice])
    assert (
        refusal_code(lambda: add_follower_block(book, character, "animal-friend", 0, "falcon")) == "follower-dice-full"
    )
    assert follower_blocks(book, grants(book, with_icons("captain", 2))[0]) == ()


def test_an_unfilled_face_is_worth_a_word() -> None:
    book = rulebook()
    character = add_follower_dice(book, with_icons("boss", 1), "boss", 0, (die("universal,melee,,,,"),))
    [slot] = follower_slots(book, character)
    assert slot.trouble is not None
    assert slot.trouble.code == "follower-face-empty"
