from bones_desktop.pages.builder.growthpage import ledger_rows
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.making.edits import clear_face, set_face
from bones_desktop.rules.bones.making.improvement import award, buy_icon, finish, restore
from bones_desktop.rules.bones.reading.plays import use_success
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

TODAY = "2026-11-21"


def grown() -> Character:
    made = award(finish(rulebook(), ragnar(), TODAY), 3, "The <b>well</b>", TODAY)
    made = buy_icon(rulebook(), made, 4, 2, face("riposte"), TODAY)
    return buy_icon(rulebook(), made, 4, 1, face("physical"), TODAY)


def rows(character: Character):
    return ledger_rows(rulebook(), character)


def texts(character: Character) -> list[tuple[str, ...]]:
    return [tuple(cell.text for cell in row) for row in rows(character)]


def said(character: Character) -> list[str]:
    return [what for _day, what, *_sessions in texts(character)]


def test_the_newest_entry_comes_first_with_what_is_saved_after_it() -> None:
    assert [row[1:] for row in texts(grown())] == [
        ("Physical on die 5, face 2", "free", "2"),
        ("Riposte on die 5, face 3", "−1", "2"),
        ("The <b>well</b>", "+3", "3"),
    ]
    assert [row[1].face for row in rows(grown())] == ["physical", "riposte", ""]


def test_an_award_without_a_note_and_one_taken_back_say_what_they_are() -> None:
    assert said(award(grown(), 1, "", TODAY))[0] == "Sessions played"
    assert said(award(grown(), -1, "", TODAY))[0] == "Sessions taken back"


def test_a_success_used_up_says_so() -> None:
    once = HouseRules(automatic_success_used_once=True)
    ten = finish(rulebook(), bob().with_(dice=(bob().dice * 3)[:10], played_before=57, house_rules=once), TODAY)
    used = use_success(award(ten, 13, "", TODAY), TODAY)
    assert texts(used)[0][1:] == ("Earned success used", "−10", "3")


def test_permitted_changes_say_what_came_and_what_went() -> None:
    how = {"permitted": True, "today": ""}
    changed = set_face(rulebook(), grown(), 0, 4, face("riding"), **how)
    assert said(changed)[0] == "Riding for Melee on die 1, face 5"
    emptied = clear_face(rulebook(), changed, 0, 4, **how)
    assert said(emptied)[0] == "Riding off die 1, face 5"
    assert [row[2] for row in texts(emptied)[:3]] == ["permitted", "permitted", "free"]
    assert (rows(emptied)[0][1].face, rows(emptied)[0][1].lost) == ("riding", True)
    again = set_face(rulebook(), emptied, 0, 4, face("melee"), **how)
    assert said(again)[0] == "Melee on die 1, face 5"
    assert texts(again)[0][0] == "unknown day"
    back = restore(again, TODAY, permitted=True)
    assert texts(back)[0][1:] == ("Back to the dice as created", "+1", "3")


def test_cells_are_read_out() -> None:
    _day, _what, change, saved = rows(grown())[1]
    assert (change.spoken, saved.spoken) == ("sessions: −1", "saved: 2")


def test_entries_keep_their_keys_when_others_come() -> None:
    more = award(award(grown(), 1, "", TODAY), 1, "", TODAY)
    assert [row[0].key for row in rows(more)[2:]] == [row[0].key for row in rows(grown())]
