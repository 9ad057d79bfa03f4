"""The shipped rulebook's lists: counts, letters, types and templates."""

import pytest

from bones_desktop.rules.bones.book.definitions import ActionClass, Count, MasteryType, NoteTopic, SuccessUse
from bones_desktop.rules.bones.book.icons import Aptitude
from bones_desktop.rules.bones.book.rulebook import Template, TemplateKind
from bones_desktop.rules.typedtext import key
from tests.support.foreach import for_each
from tests.support.rulebooks import rulebook

TYPES = {
    MasteryType.DOUBLE: {1, 5, 8, 12, 13, 18, 19, 24, 28, 31, 34, 37, 40, 43, 48, 51},
    MasteryType.EITHER: {2, 3, 9, 11, 16, 20, 23, 25, 26, 27, 35, 38, 39, 41, 42, 45, 46, 47, 50},
    MasteryType.BOTH: {7, 10, 15, 22, 29, 30, 33, 49},
    MasteryType.OTHER: {14, 32, 44},
    MasteryType.CONDITIONAL: {4, 6, 17},
    MasteryType.ASSET: {21, 36},
}
PRINTED_TEMPLATES = {
    "roman": "universal mental craft|artisan|scholar merchant|social|craft|artisan any any",
    "greek": "universal mental scholar|social|sailor scholar|social|merchant|sailor any any",
    "egyptian": "universal mental craft|healer|artisan scholar|social|healer any any",
    "gaul": "universal physical outdoorsman craft|riding|outdoorsman any any",
    "hunter-gatherer": "universal physical outdoorsman perception|stealth any any",
    "armsman": "universal physical melee defend melee|missile any",
}


def slots(template: Template) -> str:
    return " ".join("any" if slot.free else "|".join(face.code for face in slot.options) for slot in template.slots)


def test_symbols() -> None:
    assert [symbol.id for symbol in rulebook().symbols] == (
        ["universal", "physical", "mental", "null", "damage", "poison", "encumbrance", "flaming", "blank"]
    )


def test_skills_by_class_and_letter() -> None:
    skills = rulebook().skills
    of = {c: {skill.id for skill in skills if skill.action_class is c} for c in ActionClass}
    assert of[ActionClass.UNIVERSAL] == {"defend", "maneuver", "melee", "missile", "perception", "social", "stealth"}
    assert of[ActionClass.SPECIAL] == {"magic"}
    assert of[ActionClass.RESTRICTED] == {
        "artisan",
        "craft",
        "healer",
        "merchant",
        "outdoorsman",
        "riding",
        "sailor",
        "scholar",
        "thief",
        "unarmed",
    }
    physical = {skill.id for skill in skills if skill.aptitude is Aptitude.PHYSICAL}
    assert physical == {"defend", "maneuver", "melee", "missile", "riding", "stealth"}
    assert len(skills) == 18


def test_three_masteries_of_every_skill_but_magic() -> None:
    masteries = rulebook().masteries
    assert [mastery.number for mastery in masteries] == list(range(1, 52))
    for skill in rulebook().skills:
        ranks = [mastery.rank for mastery in masteries if mastery.skill == skill.id]
        assert ranks == ([] if skill.id == "magic" else [1, 2, 3])


@pytest.mark.parametrize("kind", MasteryType)
def test_masteries_by_type(kind: MasteryType) -> None:
    assert {mastery.number for mastery in rulebook().masteries if mastery.type is kind} == TYPES[kind]


def test_every_mastery_counts_for_its_own_skill_and_a_doubled_one_twice() -> None:
    for mastery in rulebook().masteries:
        own = [count.successes for count in mastery.counts if count.skill == mastery.skill and not count.condition]
        assert own == [2 if mastery.type is MasteryType.DOUBLE else 1], mastery.name


OTHER_SKILLS = {
    "renown": {"social"},
    "inspired": {"magic"},
    "slam": {"melee"},
    "cure": {"magic"},
    "swashbuckler": {"defend"},
    "money-talks": {"social"},
    "bow-fu": {"melee"},
    "stalker": {"stealth"},
    "one-with-the-forest": {"perception"},
    "knight": {"melee"},
    "sea-legs": {"maneuver"},
    "doktor": {"healer"},
    "arcane-knowledge": {"magic"},
    "connections": {"scholar"},
    "assassin": {"melee"},
    "footpad": {"stealth"},
    "burglar": {"maneuver"},
    "crane-style": {"melee", "defend"},
    "monkey-style": {"melee", "maneuver"},
    "tiger-style": {"melee"},
}


def test_masteries_that_count_for_another_skill() -> None:
    found = {m.id: {c.skill for c in m.counts if c.skill != m.skill} for m in rulebook().masteries}
    assert {mastery: skills for mastery, skills in found.items() if skills} == OTHER_SKILLS


def test_conditions_uses_and_negations() -> None:
    book = rulebook()
    assert Count("magic", 1, "art") in book.mastery("inspired").counts
    assert Count("magic", 1, "healing") in book.mastery("cure").counts
    assert Count("magic") in book.mastery("arcane-knowledge").counts
    for mastery in ("riposte", "tiger-style"):
        assert book.mastery(mastery).combat == (Count("melee", 2, use=SuccessUse.ATTACK),)
    assert Count("melee", 1, use=SuccessUse.MISSILE_DEFENCE) in book.mastery("deflection").combat
    negated = {m.id: [(n.what, n.points) for n in m.negates] for m in book.masteries if m.negates}
    assert negated == {
        "endurance": [("encumbrance", 1)],
        "accuracy": [("cover", 2)],
        "night-vision": [("darkness", 2)],
        "sixth-sense": [("opposed-stealth", 2)],
    }
    assert {m.id for m in book.masteries if m.lends} == {"pyramid", "guilder", "horseman", "captain"}
    assets = {m.id: [(a.per, a.base) for a in m.assets] for m in book.masteries if m.assets}
    assert assets == {"merchant-prince": [(2, 0)], "captain": [(2, 0)], "animal-friend": [(1, 1)], "boss": [(1, 1)]}


def test_races() -> None:
    readings = {race.id: {(r.skill, r.mastery) for r in race.readings} for race in rulebook().races}
    assert readings == {
        "elf": {("artisan", "inspired"), ("perception", "sharp-eye"), ("magic", "")},
        "dwarf": {("craft", "master"), ("defend", "slam"), ("perception", "night-vision")},
        "halfling": {("maneuver", "swashbuckler"), ("missile", "accuracy"), ("stealth", "sneaky")},
        "orc": {("defend", "endurance"), ("melee", ""), ("maneuver", "")},
    }


def test_abilities() -> None:
    abilities = {a.id: ({c.skill for c in a.counts}, a.rider, a.independent) for a in rulebook().abilities}
    assert abilities == {
        "fear-caster": ({"defend"}, "", True),
        "fire-breathing": ({"missile"}, "flaming", False),
        "flight": (set(), "", True),
        "hoar-frost": ({"defend", "melee"}, "", True),
        "incorporeal": ({"defend"}, "", True),
        "poison-melee": ({"melee"}, "poison", False),
        "poison-missile": ({"missile"}, "poison", False),
        "prickly": ({"defend", "melee"}, "", True),
        "regenerate": (set(), "", True),
        "swim": (set(), "", True),
    }
    assert [ability.id for ability in rulebook().abilities if ability.together] == ["prickly"]


def test_printed_templates_slot_by_slot() -> None:
    assert {t.id: slots(t) for t in rulebook().templates if not t.house} == PRINTED_TEMPLATES
    opens = {t.id: set(t.opens) for t in rulebook().templates if not t.house}
    assert opens == {
        "roman": {"citizen", "villager", "noble", "slave", "criminal"},
        "greek": {"citizen", "sailor", "villager", "criminal"},
        "egyptian": {"citizen", "slave", "noble", "criminal"},
        "gaul": {"villager", "hunter-gatherer"},
        "hunter-gatherer": {"armsman", "hunter"},
        "armsman": {"man-at-arms", "cavalry-rider", "hunter", "scout", "sailor", "thief"},
    }
    assert [t.id for t in rulebook().templates if t.open_to_all] == ["armsman"]


def test_house_templates_bear_only_icons_of_the_die_they_derive_from() -> None:
    book = rulebook()
    house = [template for template in book.templates if template.house]
    assert sum(template.kind is TemplateKind.BACKGROUND for template in house) == 7
    assert sum(template.kind is TemplateKind.OCCUPATION for template in house) == 14
    dice = {die.id: die.faces for die in book.dice}
    for template in house:
        source = dice.get(template.derived_from) or book.block(template.derived_from).dice[-1].faces
        limited = template.slots[: 4 if template.kind is TemplateKind.BACKGROUND else 5]
        assert not any(slot.free for slot in limited), template.id
        assert all(slot.free for slot in template.slots[len(limited) :]), template.id
        assert template.slots[0].options == source[:1], template.id
        assert template.slots[1].options == source[1:2], template.id
        assert {face for slot in limited for face in slot.options} <= set(source), template.id
        assert template.id.startswith("house/")
        assert template.stands_for


def test_every_printed_culture_can_be_finished_and_none_opens_nomad() -> None:
    book = rulebook()
    backgrounds = {t.stands_for or t.id: t for t in book.templates_of(TemplateKind.BACKGROUND)}
    occupations = {t.stands_for or t.id for t in book.templates_of(TemplateKind.OCCUPATION)}
    opened = {name for culture in book.templates_of(TemplateKind.CULTURE) for name in culture.opens}
    assert opened == set(backgrounds) - {"nomad"}
    for background in backgrounds.values():
        assert background.opens
        assert set(background.opens) <= occupations


def test_difficulties() -> None:
    assert [(d.id, d.dice, d.automatic_nulls) for d in rulebook().difficulties] == [
        ("easy", 2, 0),
        ("simple", 3, 0),
        ("average", 4, 0),
        ("challenging", 6, 0),
        ("difficult", 8, 0),
        ("almost-impossible", 12, 0),
        ("impossible", 12, 2),
    ]


def test_task_examples_are_two_for_thirteen_skills_at_three_levels() -> None:
    examples = rulebook().examples
    assert len({(e.skill, e.difficulty) for e in examples}) == len(examples) == 13 * 3
    assert all(len(e.examples) == 2 for e in examples)
    untold = {skill.id for skill in rulebook().skills} - {e.skill for e in examples}
    assert untold == {"magic", "defend", "melee", "missile", "unarmed"}


def test_prices_and_tables() -> None:
    book = rulebook()
    assert [(s.kind, s.least, s.most) for s in book.spiffs] == [
        *[("earn", least, most) for least, most in ((1, 1), (2, 2), (1, 1), (1, 1), (1, 3), (1, 1), (1, 1), (1, 1))],
        *[("spend", price, price) for price in (1, 2, 2, 1, 2, 5, None)],
    ]
    assert [(len(i.skills), i.coins, i.assets_count) for i in book.income] == [
        (1, 250, True),
        (7, 100, True),
        (0, 50, False),
    ]
    assert [(i.dice, i.sessions) for i in book.improvement] == [((4, 5), 1), ((6, 7), 2), ((8, 9), 3), ((10,), 4)]
    assert [(p.least, p.most) for p in book.power_levels] == [(2, 2), (3, 3), (4, 4), (5, 6), (7, 8), (9, 10)]
    assert [size.dice for size in book.horde_sizes] == [2, 3, 4, 5, 6]
    assert [degree.net for degree in book.mind_degrees] == [1, 2, 3, 4, 5]
    assert len(book.task_checks) == 45


def test_the_adventure_is_there_day_by_day_and_the_setting_year_by_year() -> None:
    notes = {topic: [note for note in rulebook().notes if note.topic is topic] for topic in NoteTopic}
    days = dict.fromkeys(note.title.partition(",")[0] for note in notes[NoteTopic.TIMETABLE])
    assert list(days) == ["Day 1", "Day 2", "Day 3", "Day 4", "Day 5", "Day 6", "Day 7 and later"]
    standing = {note.title: note.text for note in notes[NoteTopic.ADVENTURE]}
    assert "one success off" in standing["Enchanted vest"]
    assert "one damage" in standing["Pits of area 5"]
    assert "two levels harder" in standing["Shackles"]
    years = [note.title for note in notes[NoteTopic.CHRONOLOGY]]
    assert (len(years), years[0], years[-1]) == (20, "5000 D", "1 AD")
    assert {"Alfar", "Trollkin", "Sidhe", "Norse", "Han", "Rus"} <= {note.title for note in notes[NoteTopic.PEOPLES]}


def test_only_what_the_text_calls_two_handed_is() -> None:
    assert [die.id for die in rulebook().dice if die.two_handed] == ["great-sword"]


@for_each(
    ("part", "alias", "id_"),
    [
        ("dice", "Patrician", "aristocrat"),
        ("dice", "Patriciant", "aristocrat"),
        ("dice", "Townfolk", "commoner"),
        ("dice", "Savage", "primitive"),
        ("dice", "Flyer", "flier"),
        ("dice", "Flight", "flier"),
        ("dice", "mace", "sword"),
        ("dice", "Battle axe", "sword"),
        ("dice", "Knife", "dagger"),
        ("dice", "maul", "great-sword"),
        ("dice", "Light crossbow", "short-bow"),
        ("dice", "Heavy crossbow", "longbow"),
        ("dice", "leather", "light-armour"),
        ("dice", "plate", "heavy-armour"),
        ("skills", "Defense", "defend"),
        ("skills", "Outdoors", "outdoorsman"),
        ("skills", "Ride", "riding"),
        ("skills", "Craftsman", "craft"),
        ("skills", "Unarmed/Cmbt", "unarmed"),
        ("skills", "Knowledge", "scholar"),
        ("symbols", "Enc", "encumbrance"),
        ("symbols", "Universal Hindrance", "null"),
        ("abilities", "Wing", "flight"),
        ("abilities", "Flaming", "hoar-frost"),
        ("abilities", "Regenerates", "regenerate"),
    ],
)
def test_aliases(part: str, alias: str, id_: str) -> None:
    found = [e.id for e in getattr(rulebook(), part) if key(alias) in {key(name) for name in (e.name, *e.aliases)}]
    assert found == [id_]
