"""Characters and campaigns of games that are not known: no edit, undo or campaign touches their files."""

import pytest

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury.injuries import lose
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.wording.files import is_foreign
from tests.document.conftest import Table, week
from tests.support.foreign import foreign_campaign, foreign_character


def contents(table: Table) -> dict[str, bytes]:
    """Return every file below the folder of a table, without what the undo of a campaign keeps."""
    files = (each for each in table.folder.rglob("*") if each.is_file())
    return {str(each.relative_to(table.folder)): each.read_bytes() for each in files}


def test_it_is_not_opened_and_what_is_open_stays(table: Table) -> None:
    table.session.open(table.paths[0])
    present = table.document.character
    foreign = table.paths[1]
    foreign.write_bytes(foreign_character())
    before = contents(table)
    with pytest.raises(DataFileError) as caught:
        table.session.open(foreign)
    assert is_foreign(caught.value)
    assert (table.session.path, table.document.character) == (table.paths[0], present)
    assert contents(table) == before


def test_an_open_character_whose_file_became_one_of_another_game_is_kept(table: Table) -> None:
    path = table.paths[0]
    table.session.open(path)
    troubles: list[object] = []
    table.session.trouble.connect(troubles.append)
    path.write_bytes(foreign_character())
    present = table.document.character
    with pytest.raises(DataFileError):
        table.session.take_from_disk()
    assert table.document.character == present
    table.document.apply("Lose die 1", lambda now: lose(now, 0))
    assert [each.code for each in troubles] == ["changed-outside"]
    assert path.read_bytes() == foreign_character()
    assert table.document.character == lose(present, 0)


def test_a_closed_file_is_neither_read_nor_edited_nor_is_a_step_taken_back_in_it(table: Table) -> None:
    path = table.paths[0]
    made = table.anyone.apply(path, "Lose die 1", lambda now: lose(now, 0))
    path.write_bytes(foreign_character())
    before = contents(table)
    for act in (
        lambda: table.anyone.read(path),
        lambda: table.anyone.apply(path, "Lose die 2", lambda now: lose(now, 1)),
        lambda: table.anyone.take_back(made),
    ):
        with pytest.raises(DataFileError) as caught:
            act()
        assert is_foreign(caught.value)
    assert contents(table) == before


def test_the_undo_history_of_its_id_is_left_too(table: Table) -> None:
    path = table.paths[0]
    character = table.anyone.apply(path, "Lose die 1", lambda now: lose(now, 0)).after
    histories = UndoHistories(table.folder / "undo", Character)
    kept = histories.of(character.id).load(character)
    assert kept is not None
    path.write_bytes(foreign_character(id=character.id))
    for act in (lambda: table.session.open(path), lambda: table.anyone.apply(path, "x", lambda now: lose(now, 1))):
        with pytest.raises(DataFileError):
            act()
    assert histories.of(character.id).load(character) == kept


def test_as_a_member_it_is_told_of_and_lives_through_no_days(table: Table) -> None:
    path, campaigns = table.paths[0], table.campaigns
    path.write_bytes(foreign_character())
    campaigns.apply("A week", week)
    assert path.read_bytes() == foreign_character()
    assert [each.character is None for each in campaigns.members()] == [True, False]
    assert table.character(1).day == 8
    campaigns.undo()
    campaigns.redo()
    assert path.read_bytes() == foreign_character()


def test_a_campaign_of_another_game_is_not_opened(table: Table) -> None:
    campaign, path = table.campaigns.campaign, table.campaigns.path
    assert path is not None
    foreign = path.with_name("Modes.bones-campaign")
    foreign.write_bytes(foreign_campaign())
    before = contents(table)
    with pytest.raises(DataFileError) as caught:
        table.campaigns.open(foreign)
    assert is_foreign(caught.value)
    assert (table.campaigns.campaign, table.campaigns.path) == (campaign, path)
    assert contents(table) == before


def test_the_file_of_the_open_campaign_may_become_one_of_another_game(table: Table) -> None:
    campaign, path = table.campaigns.campaign, table.campaigns.path
    assert path is not None
    path.write_bytes(foreign_campaign())
    with pytest.raises(DataFileError):
        table.campaigns.take_from_disk()
    with pytest.raises(FileProblem, match="changed-outside"):
        table.campaigns.apply("A week", week)
    assert table.campaigns.campaign == campaign
    assert path.read_bytes() == foreign_campaign()
