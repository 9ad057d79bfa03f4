import ast
import re
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from string import Formatter

import pytest

from bones_desktop.rules.bones.book.character import SheetPlace, SheetSection
from bones_desktop.rules.bones.making.creation import origin_choices, palette, slot_state
from bones_desktop.rules.bones.making.edits import add_die, new_character, set_racial_icon
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.wording.games.basics import SENTENCES as BASICS
from bones_desktop.wording.games.common import BONES, COMMON
from bones_desktop.wording.games.common import SENTENCES as SCENES
from bones_desktop.wording.games.fivemodes import SENTENCES as FIVE_MODES
from bones_desktop.wording.games.margin import SENTENCES as MARGIN
from bones_desktop.wording.games.storybones import SENTENCES as STORY_BONES
from bones_desktop.wording.makingsentences import MAKING
from bones_desktop.wording.names import place_text, problem_text
from bones_desktop.wording.reasons import OF_ONE, PLAY, ROUND, SENTENCES, TABLES, sentence
from tests.support.foreach import for_each
from tests.support.people import ID, bob, ragnar
from tests.support.rulebooks import rulebook

RULES = Path(__file__).parents[2] / "bones_desktop" / "rules"


def test_no_code_has_two_sentences():
    """A sentence that a later table had under the same code was shown in place of the one meant."""
    tables = (MAKING, PLAY, ROUND, COMMON, BONES, FIVE_MODES, STORY_BONES, BASICS, MARGIN, SCENES, TABLES)
    assert sum(map(len, tables)) == len(SENTENCES)


def test_no_sentence_of_a_small_game_says_one_of_many():
    """Rounds, pips, coins and the like were "1 rounds" wherever their number happened to be one."""
    things = "rounds|feet|minutes|pips|hits|coins|burdens|measures|points|Points|bonuses|dots|weapons|successes|lines"
    counted = re.compile(rf"\{{\w+\}} (\w+ )?({things})\b")
    games = {**COMMON, **FIVE_MODES, **STORY_BONES, **BASICS, **MARGIN}
    assert {code for code, text in games.items() if counted.search(text)} == set()


@cache
def said_in_the_rules() -> dict[str, list[set[str] | None]]:
    """Return each code a rules module gives a reason for, with the names of its values; None when they are unpacked."""
    found: dict[str, list[set[str] | None]] = {}
    for path in RULES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
                continue
            first = node.args[0]
            if node.func.id in {"reason", "refuse"} and isinstance(first, ast.Constant):
                keys = {word.arg for word in node.keywords if word.arg}
                unpacked = any(word.arg is None for word in node.keywords)
                found.setdefault(str(first.value), []).append(None if unpacked else keys)
    return found


def refused_in(path: Path) -> set[str]:
    return {
        str(node.args[0].value)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refuse"
        if isinstance(node.args[0], ast.Constant)
    }


def test_a_module_of_the_rules_names_the_codes_it_refuses_with():
    untold = set()
    for path in RULES.rglob("*.py"):
        told = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        untold |= {f"{path.stem}: {code}" for code in refused_in(path) if code not in told}
    assert untold == set()


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_the_rules_give_reasons_at_all():
    assert len(said_in_the_rules()) > 100


def test_every_reason_of_the_rules_has_a_sentence_with_its_values_supplied():
    for code, given in said_in_the_rules().items():
        for keys in given:
            if keys is None:
                continue
            for number in (1, 2):
                values = tuple((key, number) for key in sorted(keys))
                said = sentence(Reason(code, "", values))
                assert said, code
                assert "{" not in said, code


def test_sentences_for_one_use_the_same_values_as_those_for_many():
    for code, (number, text) in OF_ONE.items():
        assert number in placeholders(SENTENCES[code]) | placeholders(text)
        assert placeholders(text) <= placeholders(SENTENCES[code])


def test_sentences_are_sentences():
    for text in SENTENCES.values():
        assert text.endswith((".", "?"))
        assert text == text.strip()


def test_one_is_said_as_one():
    assert sentence(reason("themes-next", missing=1)) == "Magic on one more die opens another theme."
    assert sentence(reason("themes-next", missing=2)) == "Magic on 2 more dice opens another theme."


def test_dice_of_creation_go_by_the_name_of_their_step():
    first = reason("fm-throw-before", "FM-R03", act="throw-defence")
    assert sentence(first) == "Roll other dice first: Guard, Agility and weapon."
    assert sentence(reason("fm-not-thrown", "FM-L2", act="throw-body")) == "Roll these dice first: Hits."


def test_a_suggestion_is_added_when_there_is_one():
    meant = reason("unknown-skill", text="Sholar", suggestion="Scholar")
    assert sentence(meant) == "There is no skill called “Sholar”. Perhaps you meant Scholar."
    assert sentence(reason("unknown-skill", text="Xyz", suggestion="")) == "There is no skill called “Xyz”."


def test_sentences_go_through_the_translation(monkeypatch):
    catalogue = NullTranslations()
    monkeypatch.setattr(catalogue, "gettext", str.upper)
    monkeypatch.setattr("bones_desktop.wording.language._Choice.catalogue", catalogue)
    assert sentence(reason("nothing-to-heal")) == "THERE IS NOTHING TO HEAL."


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (SheetPlace(SheetSection.DIE, 1, 3), "die 2, face 4"),
        (SheetPlace(SheetSection.DIE, 2), "die 3"),
        (SheetPlace(SheetSection.ITEM, 0, 5), "equipment die 1, face 6"),
        (SheetPlace(SheetSection.HINDERING, 0), "hindering die 1"),
        (SheetPlace(SheetSection.INJURIES, 0), "injuries, die 1"),
        (SheetPlace(SheetSection.INJURIES), "injuries"),
        (SheetPlace(SheetSection.NAME), "name"),
    ],
)
def test_places_are_counted_from_one(place, text):
    assert place_text(place) == text


def test_every_part_has_a_text():
    for part in SheetSection:
        assert place_text(SheetPlace(part))


def test_problems_of_a_half_done_character_read_well():
    bare = ragnar().dice[1].with_(faces=(*ragnar().dice[1].faces[:3], *bob().dice[0].faces[3:]))
    half = ragnar().with_(name="", dice=(ragnar().dice[0], bare, ragnar().dice[2].with_(template=""), bob().dice[0]))
    lines = [problem_text(problem) for problem in problems(rulebook(), half)]
    assert lines[0] == "Name: Give the character a name."
    assert "Die 2, face 4: Hunter/Gatherer allows Perception or Stealth here." in lines
    assert "Die 3: Choose an occupation, or another die of your culture or background." in lines
    assert half.id == ID


def limited_slots():
    return [
        (template, number)
        for template in rulebook().templates
        for number, slot in enumerate(template.slots)
        if not slot.free and not slot.is_fixed
    ]


@for_each(("template", "number"), limited_slots())
def test_every_limited_choice_is_said_with_all_its_options(template, number):
    bare = ragnar().dice[0].with_(template=template.id, faces=new_character(ID).dice[0].faces)
    character = ragnar().with_(dice=(bare, *ragnar().dice[1:]))
    slot = slot_state(rulebook(), character, 0, number)
    said = sentence(slot.reason)
    missing = [p for p in problems(rulebook(), character) if p.place == SheetPlace(SheetSection.DIE, 0, number)]
    for option in slot.options:
        name = rulebook().skill(option.icons[0]).name.removesuffix(" combat").removesuffix(" Combat")
        assert name in said
        assert name in sentence(missing[0].reason)


@pytest.mark.parametrize(
    "character",
    [new_character(ID), ragnar(), bob(), add_die(rulebook(), ragnar()), set_racial_icon(rulebook(), bob(), "elf")],
    ids=["new", "ragnar", "bob", "five dice", "elf"],
)
def test_whatever_the_builder_shows_has_its_sentence(character):
    book = rulebook()
    for place in range(len(character.dice)):
        for choice in origin_choices(book, character, place):
            assert choice.reason is None or sentence(choice.reason)
        for number in range(6):
            assert sentence(slot_state(book, character, place, number).reason)
            for entry in palette(book, character, place, number):
                assert entry.reason is None or sentence(entry.reason)
