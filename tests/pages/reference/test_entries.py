"""The reference contains everything the rulebook defines, and finds it by names, words and rules."""

import re
from functools import cache
from pathlib import Path

from bones_desktop.pages.reference.entries import reference_entries
from bones_desktop.pages.reference.entry import Entry, ReferenceSection, found
from bones_desktop.rules.bones.book.rulebook import ForbiddenOccupation
from bones_desktop.rules.bones.life.packs import with_packs
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.packfile import load_tables
from bones_desktop.wording.names import listed
from tests.support.foreach import for_each
from tests.support.packs import norse
from tests.support.rulebooks import rulebook


@cache
def entries() -> tuple[Entry, ...]:
    return reference_entries(rulebook(), tables=load_tables(Path("none")))


def in_section(section: ReferenceSection) -> list[Entry]:
    return [entry for entry in entries() if entry.section is section]


def names(search: str) -> list[str]:
    return [entry.name for entry in found(entries(), search)]


def entry_of(section: ReferenceSection, name: str) -> Entry:
    return next(entry for entry in in_section(section) if entry.name == name)


@for_each(
    ("section", "ids"),
    [
        (ReferenceSection.SYMBOLS, {each.id for each in rulebook().symbols}),
        (ReferenceSection.SKILLS, {each.id for each in rulebook().skills}),
        (ReferenceSection.MASTERIES, {each.id for each in rulebook().masteries}),
        (ReferenceSection.RACES, {each.id for each in rulebook().races}),
        (ReferenceSection.ABILITIES, {each.id for each in rulebook().abilities}),
        (ReferenceSection.SPIFFS, {each.id for each in rulebook().spiffs}),
        (ReferenceSection.TEMPLATES, {each.id for each in rulebook().templates}),
        (ReferenceSection.DIFFICULTIES, {each.id for each in rulebook().difficulties}),
        (ReferenceSection.CAST, {each.id for each in rulebook().blocks if each.kind == "cast" and not each.pack}),
        (ReferenceSection.BEASTS, {each.id for each in rulebook().blocks if each.kind == "beast"}),
        (ReferenceSection.ADVENTURE, {each.id for each in rulebook().blocks if each.pack}),
    ],
)
def test_nothing_of_the_rulebook_is_missing(section: ReferenceSection, ids: set[str]) -> None:
    assert ids <= {entry.id for entry in in_section(section)}


def test_every_printed_die_is_there_with_its_six_faces() -> None:
    shown = {(entry.id, row.cells) for entry in entries() for row in entry.dice}
    for die in rulebook().dice:
        assert (die.id, tuple((face.code,) for face in die.faces)) in shown


def test_every_section_has_entries_and_no_two_of_one_id() -> None:
    for section in ReferenceSection:
        ids = [entry.id for entry in in_section(section)]
        assert ids
        assert len(set(ids)) == len(ids)


def test_every_entry_has_a_name_a_rule_and_a_picture_that_is_drawn() -> None:
    drawn = {path.stem for path in (shipped("icons") / "faces").glob("*.svg")} | {"blank"}
    for entry in entries():
        assert entry.name
        assert entry.rule or entry.section in {ReferenceSection.GUIDE, ReferenceSection.TABLES}
        assert entry.kind
        assert not entry.icon or entry.icon in drawn


def test_tables_of_the_smaller_games_are_told_in_words() -> None:
    """Degrees of The Basics and Story-BONES, ladders and lights stood there by their ids: "degree-foul"."""
    shown = [text for entry in in_section(ReferenceSection.GAMES) for text in (entry.name, *entry.details)]
    assert not [text for text in shown if re.fullmatch(r"[a-z]+(-[a-z0-9]+)+", text)]
    assert {"Foul failure", "Complete success", "Torch", "as many as there are Descriptors"} <= {*shown}
    assert not {"healthy", "everyman"} & {*shown}


def test_no_text_has_a_placeholder_left() -> None:
    assert not [entry.text for entry in entries() if "{" in entry.text or "  " in entry.text]


def test_house_content_and_only_it_is_marked() -> None:
    marked = {entry.name for entry in entries() if entry.house}
    assert {"Citizen", "Wizard", "Goblin (example)"} <= marked
    assert not marked & {"Roman", "Armsman", "Sword", "Wolf"}


@for_each(
    ("search", "first"),
    [
        ("melee", "Melee combat"),
        ("MELEE comb", "Melee combat"),
        ("manoeuvre", "Maneuver"),
        ("riposte", "Riposte"),
        ("BST-8", "Hoar Frost"),
        ("mace", "Sword"),
        ("two-handed maul", "Great sword"),
        ("chain", "Medium armour"),
    ],
)
def test_the_best_answer_comes_first(search: str, first: str) -> None:
    assert names(search)[0] == first


def test_effects_and_headings_are_searched_too() -> None:
    assert "Regenerate" in names("heals one die")
    assert set(names("beasts")) >= {entry.name for entry in in_section(ReferenceSection.BEASTS)}


def test_every_word_must_be_there() -> None:
    assert names("melee qwertz") == []
    assert names("   ") == [entry.name for entry in entries()]


def test_a_block_shows_each_different_die_once_with_its_number() -> None:
    griffon = entry_of(ReferenceSection.BEASTS, "Griffon")
    assert [row.label for row in griffon.dice] == ["2 × Flier", "3 × Behemoth", "2 × Predator"]
    assert griffon.kind == "Beast · 7 dice · moves 2 · flies 8"


def test_a_template_tells_its_choices_in_words() -> None:
    gaul = entry_of(ReferenceSection.TEMPLATES, "Gaul")
    spoken = "Universal, Physical, Outdoorsman, Craft, Riding or Outdoorsman, any skill, any skill"
    assert gaul.dice[0].spoken == spoken
    assert gaul.text == f"Gaul\nCulture\n{spoken}\nLeads to Villager, Hunter/Gatherer\nCHR §1.16"


def test_a_template_tells_what_may_follow_it_and_what_it_forbids() -> None:
    """A template that led to one of a pack under the pack's own id could not be shown."""
    sage = entry_of(ReferenceSection.TEMPLATES, "Sage")
    assert sage.details[0] == "Leads to Student, Priest, Healer, Wizard, Merchant, Entertainer"
    pack = norse()
    culture, background, occupation = pack.templates
    forbids = (ForbiddenOccupation(occupation="student", background="nomad"), ForbiddenOccupation(occupation="wizard"))
    trader = occupation.with_(id="norse/trader", name="Merchant", after=("norse/raider",))
    templates = (culture.with_(forbids=forbids), background, occupation, trader)
    book = with_packs(rulebook(), [pack.with_(templates=templates)])
    found_there = (each for each in reference_entries(book) if each.section is ReferenceSection.TEMPLATES)
    told = {entry.name: entry.details for entry in found_there}
    assert told["Norse"][1:] == ("Forbids Student to the background Nomad.", "Forbids Wizard.")
    assert told["Raider"] == ("Leads to Merchant",)


def test_names_without_a_template_are_told() -> None:
    assert (
        entry_of(ReferenceSection.TEMPLATES, "Norse, Mongol, Moor, Han, Nubian, Rus, Saxon, Scot, Celt").kind
        == "Culture"
    )


def test_the_average_of_nulls_counts_those_that_come_on_top() -> None:
    said = {entry.name: entry.details for entry in in_section(ReferenceSection.DIFFICULTIES) if entry.rule == "TASK-8"}
    assert said["Simple"] == ("On average 1 Null.",)
    assert said["Average"] == ("On average 1.3 Nulls.",)
    assert said["Impossible"] == ("On average 6 Nulls.",)


def test_a_mastery_tells_its_colour_and_its_notches() -> None:
    riposte = entry_of(ReferenceSection.MASTERIES, "Riposte")
    assert riposte.kind.startswith("Mastery of Melee · red, three notches")


def test_lists_read_as_english() -> None:
    assert [listed(names, "{these} or {last}") for names in ((), ("A",), ("A", "B"), ("A", "B", "C"))] == [
        "",
        "A",
        "A or B",
        "A, B or C",
    ]
