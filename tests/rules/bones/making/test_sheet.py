from bones_desktop.rules.bones.book.character import CharacterDie, Follower, MagicTheme
from bones_desktop.rules.bones.book.characterdice import next_icon_price
from bones_desktop.rules.bones.injury.injuries import State, add_hindering, add_printed_item, hindering_from, lose
from bones_desktop.rules.bones.making.edits import add_die, character_from_block, new_character
from bones_desktop.rules.bones.making.sheet import derive
from tests.support.people import ID, bob, die, ragnar
from tests.support.rulebooks import rulebook


def totals(character):
    return {total.icon: total.count for total in derive(rulebook(), character).icons}


def test_ex_2_bobs_icons():
    assert totals(bob()) == {
        "universal": 4,
        "physical": 2,
        "mental": 2,
        "magic": 5,
        "scholar": 3,
        "defend": 3,
        "missile": 2,
        "craft": 1,
        "riding": 1,
        "healer": 1,
    }


def test_ex_37_ragnars_icons_and_origins():
    assert totals(ragnar()) == {
        "universal": 4,
        "physical": 4,
        "melee": 4,
        "defend": 4,
        "outdoorsman": 2,
        "missile": 2,
        "maneuver": 2,
        "riding": 1,
        "perception": 1,
    }
    sheet = derive(rulebook(), ragnar())
    assert (sheet.culture, sheet.background, sheet.occupations) == ("Gaul", "Hunter/Gatherer", ("Armsman",))
    assert [column.title for column in sheet.dice[:4]] == ["Gaul", "Hunter/Gatherer", "Armsman", "Armsman"]
    assert not sheet.house


def test_ex_3_bobs_caps_stand_on_the_sheet():
    skills = {line.skill_id: line for line in derive(rulebook(), bob()).skills}
    assert len(skills) == 18
    assert (skills["melee"].allowed, skills["melee"].cap) == (True, None)
    assert (skills["scholar"].allowed, skills["scholar"].cap, skills["scholar"].icons) == (True, 6, 3)
    assert (skills["magic"].allowed, skills["magic"].cap) == (True, 5)
    assert {s for s, line in skills.items() if not line.allowed} == {
        "thief",
        "artisan",
        "merchant",
        "outdoorsman",
        "sailor",
        "unarmed",
    }


def test_a_lost_die_takes_its_icons_out_of_the_caps_not_off_the_sheet():
    hurt = lose(bob(), 2, "a goblin")
    sheet = derive(rulebook(), hurt)
    assert totals(hurt)["magic"] == 5
    assert sheet.safe_level.value == 3
    assert next(line for line in sheet.skills if line.skill_id == "magic").cap == 3
    assert [column.lost for column in sheet.dice] == [False, False, True] + [False] * 7
    assert sheet.dice[2].cause == "a goblin"
    assert sheet.condition.state is State.HURT


def test_a_player_has_ten_columns_and_universal_is_printed_in_all():
    sheet = derive(rulebook(), new_character(ID))
    assert len(sheet.dice) == 10
    assert all(column.faces[0].name == "Universal" for column in sheet.dice)
    assert [column.exists for column in sheet.dice] == [True] * 4 + [False] * 6
    assert all(cell.name == "" for column in sheet.dice for cell in column.faces[1:])
    assert [column.number for column in sheet.dice] == list(range(1, 11))


def test_a_beast_has_as_many_columns_as_dice():
    drake = character_from_block(rulebook(), rulebook().block("fire-drake"), ID)
    sheet = derive(rulebook(), drake)
    assert len(sheet.dice) == 15
    assert (sheet.character.move, sheet.character.flying) == (2.0, 16.0)
    assert next_icon_price(rulebook(), drake) is None


def test_equipment_and_hindering_dice_have_their_columns():
    armed = add_printed_item(rulebook(), ragnar(), "sword")
    armed = add_hindering(armed, hindering_from(rulebook().die("poison")))
    sheet = derive(rulebook(), armed)
    assert [cell.name for cell in sheet.equipment[0].faces] == [
        "Double Melee",
        "Melee",
        "Melee",
        "Melee",
        "Missile",
        "Blank",
    ]
    assert sheet.equipment[0].range_increment == 5
    assert sheet.hindering[0].faces[0].name == "Poison"


def test_ex_27_themes_of_magic():
    assert derive(rulebook(), ragnar()).themes.value == 0
    found = derive(rulebook(), bob()).themes
    assert found.value == 1
    assert found.reasons[1].value("missing") == 1
    assert derive(rulebook(), bob().with_(dice=(*bob().dice, bob().dice[0]))).themes.value == 2
    ten = bob().with_(dice=(bob().dice * 3)[:10])
    assert derive(rulebook(), ten).themes.value == 3


def test_masteries_open_from_the_die_after_the_fourth():
    openings = {line.skill_id: line for line in derive(rulebook(), ragnar()).masteries}
    assert len(openings) == 17
    assert (openings["melee"].missing, openings["melee"].first_die) == (0, 5)
    assert (openings["outdoorsman"].missing, openings["outdoorsman"].first_die) == (2, None)


def test_ex_39_the_captain_owns_one_small_vessel():
    captain = character_from_block(rulebook(), rulebook().block("ships-captain"), ID)
    (vessel,) = derive(rulebook(), captain).assets
    icons = sum(shown.has("captain") for die in captain.dice for shown in die.faces)
    assert (vessel.name, icons, vessel.count) == ("Captain", 2, 1)


def test_a_companion_has_one_die_more_than_icons():
    friend = ragnar().with_(dice=(*ragnar().dice, die("universal,physical,animal-friend,,,")))
    (companion,) = derive(rulebook(), friend).assets
    assert companion.count == 2


def test_the_price_of_the_next_icon():
    assert next_icon_price(rulebook(), bob()).value == 1
    assert next_icon_price(rulebook(), add_die(rulebook(), bob())).value == 1


def test_unknown_templates_and_dice_do_not_break_the_sheet():
    odd = ragnar().with_(dice=(die("universal,enigma,,,,", "pack/moonfolk"),))
    sheet = derive(rulebook(), odd)
    assert sheet.dice[0].title == "Moonfolk"
    assert sheet.culture == "Moonfolk"


def test_portrait_themes_and_followers_stand_on_the_sheet_even_when_nothing_grants_them():
    archer = rulebook().die("archer")
    theme = MagicTheme(name="Fire", effect="Burns", limitations="Dry things")
    dice = (CharacterDie(printed=archer.id, faces=archer.faces, note="tall"),)
    followers = (Follower(mastery="captain", name="Gull"), Follower(mastery="boss", name="Grom", dice=dice, note="!"))
    sheet = derive(rulebook(), ragnar().with_(portrait="AAAA", themes=(theme,), followers=followers))
    assert (sheet.character.portrait, sheet.character.themes) == ("AAAA", (theme,))
    gull, grom = sheet.followers
    assert (gull.mastery, gull.noun, gull.name, gull.dice) == ("Captain", "small vessel with crew", "Gull", ())
    assert (grom.mastery, grom.noun, grom.name, grom.note) == ("Boss", "lackey", "Grom", "!")
    [shown] = grom.dice
    assert (shown.title, shown.note, [cell.code for cell in shown.faces]) == (
        "Archer",
        "tall",
        [face.code for face in archer.faces],
    )


def test_grants_still_to_fill_in_are_not_printed_as_followers():
    boss = die("universal,physical,boss,melee,defend,missile")
    assert derive(rulebook(), ragnar().with_(dice=(*ragnar().dice, boss))).followers == ()


def test_origins_of_a_pack_that_is_not_here_are_named_by_their_ids():
    origins = ("norse/norse", "norse/sea-farer", "norse/raider", "armsman")
    made = ragnar()
    dice = tuple(die.with_(template=origin) for die, origin in zip(made.dice, origins, strict=True))
    sheet = derive(rulebook(), made.with_(dice=dice))
    assert (sheet.culture, sheet.background) == ("Norse", "Sea farer")
    assert sheet.occupations == ("Raider", "Armsman")
    assert sheet.house
