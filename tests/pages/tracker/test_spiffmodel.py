"""The ledger of spiffs as a table: what its lines say, and that views keep their place."""

from bones_desktop.pages.tracker.spiffstab import ledger_rows
from bones_desktop.rules.bones.book.character import SpiffEntry
from bones_desktop.rules.bones.injury import spiffs
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook

DAY = "2026-11-20"


def rows(character):
    return ledger_rows(rulebook(), character)


def story():
    character = spiffs.earn(rulebook(), ragnar().with_(spiffs=2), "great-back-story", DAY)
    character = spiffs.spend_on(rulebook(), character, "soak", DAY, note="arrow")
    return spiffs.earn(rulebook(), character, "", DAY, n=1, note="Cake")


def test_newest_first_with_the_balance_after_each():
    assert [tuple(cell.text for cell in row) for row in rows(story())] == [
        ("Cake", "+1", "3"),
        ("Soak one damage", "−2", "2"),
        ("A great back-story", "+2", "4"),
        ("Before the ledger began", "+2", "2"),
    ]


def test_what_stands_beside_a_line():
    entry = SpiffEntry(by=1, reason="portraits", on="", note="Karl", occasion="0" * 32 + "/7")
    (row,) = rows(ragnar().with_(spiffs=1, spiff_ledger=(entry,)))
    assert row[0].second == "unknown day · session 7 · Karl"
    assert rows(story())[1][0].second.endswith(" · arrow")


def test_a_veto_marks_the_use_and_adds_a_line():
    first, _cake, used, *_rest = rows(spiffs.veto(story(), 1, DAY))
    assert (first[0].text, first[1].text, first[0].struck) == ("Veto: Soak one damage", "+2", False)
    assert used[0].struck
    assert "vetoed" in used[0].second


def test_reasons_no_longer_known_are_shown_as_they_are_written():
    (row,) = rows(ragnar().with_(spiffs=1, spiff_ledger=(SpiffEntry(by=1, reason="house-award"),)))
    assert row[0].text == "house-award"
    (row,) = rows(ragnar().with_(spiffs=1, spiff_ledger=(SpiffEntry(by=1),)))
    assert row[0].text == "Corrected by hand"


def test_lines_keep_their_keys_when_others_come():
    before, after = ([row[0].key for row in rows(each)] for each in (story(), spiffs.veto(story(), 1, DAY)))
    assert after[1:] == before


def test_cells_for_eyes_and_ears():
    what, change, balance = rows(story())[1]
    assert what.spoken.startswith("Soak one damage, ")
    assert (change.spoken, balance.spoken) == ("spiffs: −2", "left: 2")
    assert what.tip == what.spoken.replace("damage, ", "damage\n")
