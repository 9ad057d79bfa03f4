"""Random tables on disk: the shipped ones are good, own ones go first, and bad files are refused."""

from functools import partial
from random import Random

import pytest

from bones_desktop.rules.dice import throw
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.tables import roll_table
from bones_desktop.storage.packfile import LARGEST_TABLE, load_tables, read_table


def drawn(first, rng, dice):
    return next(first, None) or throw(dice, rng).indices


def test_twenty_tables_are_shipped_and_every_entry_can_be_rolled(tmp_path):
    known = load_tables(tmp_path / "none")
    assert (len(known.tables), known.refused) == (20, {})
    rng = Random(1)
    for table in known.tables.values():
        assert 12 <= len(table.entries) <= 40, table.name
        assert table.title != table.name
        texts = [each.text for each in table.entries]
        assert len(set(texts)) == len(texts), table.name
        for number in range(table.sides):
            made = roll_table(known, table.name, partial(drawn, iter([(number,)]), rng))
            assert not set("{}[]") & set(made.text), made.text


def test_an_own_table_goes_before_the_shipped_one_and_a_bad_one_hides_it(tmp_path):
    (tmp_path / "Omens.txt").write_text("# My omens\nNone today\n", encoding="utf-8-sig")
    (tmp_path / "purse.txt").write_text("0x nothing\n", encoding="utf-8")
    (tmp_path / "notes.md").write_text("no table", encoding="utf-8")
    known = load_tables(tmp_path)
    assert (known.find("omens").title, known.find("omens").own) == ("My omens", True)
    assert len(known.tables) == 19
    with pytest.raises(RulesError, match="table-weight"):
        known.find("purse")
    with pytest.raises(RulesError, match="table-weight"):
        known.find("encounters-city")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\xff", "table-no-text"),
        (b"a\0b\n", "table-no-text"),
        (b"a" * (LARGEST_TABLE + 1), "table-too-large"),
        (b"", "table-empty"),
    ],
)
def test_a_file_that_is_no_table_is_refused(tmp_path, data, code):
    path = tmp_path / "odd.txt"
    path.write_bytes(data)
    with pytest.raises(RulesError, match=code):
        read_table(path, own=True)
