"""Files of games that this version does not know: said to be that wherever they come in, and left as they are."""

import json
import shutil
from pathlib import Path

import pytest

from bones_desktop.storage.campaignfile import CAMPAIGNS, CampaignFolder
from bones_desktop.storage.files.characterfile import CHARACTERS, dump_character
from bones_desktop.storage.files.datafile import DataFileError, Form
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.storage.shelfentry import FILE, fighter_of_file
from bones_desktop.wording.files import file_sentence, is_foreign
from tests.storage.campaigns import whole_campaign
from tests.support.foreach import for_each
from tests.support.foreign import HOSTILE, foreign_campaign, foreign_character, of_game, without_game

WHOLE = (
    "is a {} of “far_stars”, a game that this version does not know. A newer version of this program may open it. "
    "The file was left as it is."
)


@pytest.fixture
def path(tmp_path) -> Path:
    path = tmp_path / "characters" / "Canny.bones"
    path.parent.mkdir()
    path.write_bytes(foreign_character())
    return path


def refused(form: Form, data: bytes) -> DataFileError:
    with pytest.raises(form.error) as caught:
        form.parse(data, Path(f"Canny{form.error.suffix}"))
    return caught.value


@pytest.mark.parametrize(
    ("form", "data", "kind"),
    [(CHARACTERS, foreign_character(), "character"), (CAMPAIGNS, foreign_campaign(), "campaign")],
)
def test_what_the_file_is_and_who_may_open_it_is_said(form, data, kind):
    error = refused(form, data)
    assert (error.code, error.hint) == ("other-system", "far_stars")
    assert is_foreign(error)
    assert file_sentence(error) == f"Canny{form.error.suffix} {WHOLE.format(kind)}"


@for_each("system", HOSTILE)
@for_each("form", [CHARACTERS, CAMPAIGNS])
def test_what_is_no_name_of_a_game_is_never_shown(form, system):
    data = foreign_character(system) if form is CHARACTERS else foreign_campaign(system)
    error = refused(form, data)
    assert (error.code, error.hint) == ("no-system", "")
    assert not is_foreign(error)
    kind = error.kind
    assert file_sentence(error) == (
        f"Canny{form.error.suffix} is damaged: it does not say to which game its {kind} belongs. "
        "The file was left as it is."
    )


def test_a_file_that_names_no_game_is_refused(character):
    assert refused(CHARACTERS, without_game(dump_character(character))).code == "no-system"
    assert refused(CAMPAIGNS, without_game(CAMPAIGNS.dump(whole_campaign()))).code == "no-system"


@pytest.mark.parametrize("system", ["far_stars", "BONES", "story-bones", "x" * 40, "b", "basics.2"])
def test_every_id_that_a_game_may_have_is_said_as_it_is(character, system):
    assert refused(CHARACTERS, of_game(dump_character(character), system)).hint == system


def test_a_game_reads_and_writes_its_own_files(character):
    other = Form(
        CHARACTERS.format, "far_stars", "character", CHARACTERS.kind, 8_000_000, CHARACTERS.error,
        "not-character", schema=2,
    )  # fmt: skip
    document = json.loads(other.dump(character))
    assert (document["system"], document["schema"]) == ("far_stars", 2)
    assert refused(CHARACTERS, other.dump(character)).code == "other-system"
    assert refused(other, CHARACTERS.dump(character)).hint == "bones"


def test_on_the_shelf_it_is_listed_with_the_reason_and_left(path, tmp_path, contents, character):
    sound = Shelf(path.parent).create(character)
    before = contents(path.parent)
    shown = {entry.path: entry for entry in Shelf(path.parent).entries()}
    assert is_foreign(shown[path].damaged)
    assert "“far_stars”" in file_sentence(shown[path].damaged)
    assert shown[sound].damaged is None
    assert contents(path.parent) == before


def test_it_is_neither_imported_nor_copied(path, tmp_path, contents):
    elsewhere = tmp_path / "elsewhere" / "Gift.bones"
    elsewhere.parent.mkdir()
    shutil.copy(path, elsewhere)
    before = contents(tmp_path)
    shelf = Shelf(path.parent)
    for act in (lambda: shelf.import_file(elsewhere), lambda: shelf.duplicate(path, "Twin")):
        with pytest.raises(DataFileError) as caught:
            act()
        assert is_foreign(caught.value)
    assert contents(tmp_path) == before


def test_removed_and_brought_back_it_is_the_same(path):
    before, shelf = path.read_bytes(), Shelf(path.parent)
    removed = shelf.remove(path)
    assert removed.path.read_bytes() == before
    [entry] = shelf.removed.entries()
    assert is_foreign(entry.damaged)
    assert shelf.restore(removed).read_bytes() == before


def test_it_is_no_opponent(path, contents):
    before = contents(path.parent)
    with pytest.raises(DataFileError):
        fighter_of_file(f"{FILE}{path}")
    assert contents(path.parent) == before


def test_a_campaign_of_another_game_is_listed_with_the_reason_and_left(tmp_path, contents):
    folder = CampaignFolder(CAMPAIGNS, tmp_path / "campaigns")
    own = folder.create(whole_campaign())
    foreign = own.with_name("Modes.bones-campaign")
    foreign.write_bytes(foreign_campaign())
    before = contents(tmp_path)
    shown = {entry.path: entry.damaged for entry in folder.entries()}
    assert is_foreign(shown[foreign])
    assert shown[own] is None
    assert contents(tmp_path) == before


def test_an_open_character_is_not_exchanged_for_one_of_another_game(tmp_path, clock, character):
    path = Shelf(tmp_path / "characters").create(character)
    versions = Versions(tmp_path / "versions")
    saved = FileStore(CHARACTERS, versions, clock).open(path)
    foreign = foreign_character()
    path.write_bytes(foreign)
    with pytest.raises(DataFileError):
        saved.reload()
    assert saved.value == character
    with pytest.raises(FileProblem, match="changed-outside"):
        saved.save(character.with_(spiffs=3))
    assert path.read_bytes() == foreign
    saved.save(character.with_(spiffs=3), overwrite=True)
    assert versions.list(character.id)[0].path.read_bytes() == foreign
    with pytest.raises(DataFileError):
        saved.version(saved.versions()[0])
