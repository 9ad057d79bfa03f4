"""The guides: every rule that the program may name has its place, and every worked throw is what its page says."""

import ast
import json
from pathlib import Path
from random import Random

import pytest

import bones_desktop
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.games import as_worked, planned, read_throw, thrown_again
from bones_desktop.rules.reasons import RULE_ID
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.games import GAMES, guide_of, thrower_of
from tests.support.rulebooks import rulebook

PACKAGE = Path(bones_desktop.__file__).parent
IDS = [game.game.id for game in GAMES]
BY_ID = {game.game.id: game for game in GAMES}


def words_of(module: Path) -> list[str]:
    """The texts of a module that are not docstrings."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said
    ]


def named_rules(known: set[str]) -> set[str]:
    """Every id in the code and the data of the games, whether or not it ever comes to be shown.

    Of modules, only the ids of those that name another than the known ones are returned: reading words takes long.
    """
    modules = [path for path in PACKAGE.rglob("*.py") if set(RULE_ID.findall(path.read_text(encoding="utf-8"))) - known]
    texts = [text for module in modules for text in words_of(module)]
    tables = (shipped("resources") / "games").rglob("*.json")
    texts += [table.read_text(encoding="utf-8") for table in tables if table.name not in {"rules.json", "guide.json"}]
    return {found for text in texts for found in RULE_ID.findall(text)}


def all_pages():
    return [(game, page) for game in IDS for page in guide_of(game).pages]


def worked_throws():
    return [
        pytest.param(game, part.throw, id=f"{game}-{page.id}-{place}")
        for game, page in all_pages()
        for place, part in enumerate(page.parts)
        if part.throw is not None
    ]


def test_every_rule_that_can_be_named_has_its_place():
    known = [rule.id for game in IDS for rule in guide_of(game).rules]
    assert len(set(known)) == len(known)
    assert named_rules(set(known)) - set(known) == set()


@pytest.mark.parametrize("game", IDS)
def test_every_rule_is_on_one_page_of_its_game(game):
    guide = guide_of(game)
    listed = [rule for page in guide.pages for rule in page.rules]
    assert sorted(listed) == sorted(rule.id for rule in guide.rules)
    assert len({page.id for page in guide.pages}) == len(guide.pages) > 0


def test_pages_name_only_rules_that_are_there():
    known = {rule.id for game in IDS for rule in guide_of(game).rules}
    texts = [part.text for _game, page in all_pages() for part in page.parts]
    assert {found for text in texts for found in RULE_ID.findall(text)} <= known


def test_rules_are_a_sentence_or_two():
    for game in IDS:
        for rule in guide_of(game).rules:
            assert 0 < len(rule.text) <= 400, rule.id
            assert 0 < len(rule.example) <= 300, rule.id
            assert rule.name, rule.id
            assert RULE_ID.fullmatch(rule.id), rule.id


def test_dice_that_are_pictured_are_those_of_the_rulebook():
    icons = {code for die in rulebook().dice for shown in die.faces for code in shown.icons}
    icons |= {each.id for kind in ("skills", "masteries", "races", "symbols") for each in getattr(rulebook(), kind)}
    drawn = [die for _game, page in all_pages() for part in page.parts for die in part.dice]
    assert drawn
    for die in drawn:
        assert len(die.faces) == 6, die.label
        assert {icon for code in die.faces for icon in face(code).icons} <= icons | {"blank"}, die.label


@pytest.mark.parametrize(("game", "worked"), worked_throws())
def test_a_worked_throw_falls_as_told_and_can_be_thrown_again(game, worked):
    stored = BY_ID[game]
    plan = planned(stored.game, stored.book, thrower_of(stored, worked), worked)
    fallen = as_worked(stored.game, plan, worked)
    for each in fallen:
        shown = each.die.faces[0]
        assert each.number in (each.die.faces if isinstance(shown, int) else range(1, len(each.die.faces) + 1))
    assert read_throw(stored.game, plan, fallen).findings
    again = {tuple(each.number for each in thrown_again(stored.game, plan, Random(seed))) for seed in range(20)}
    assert len(again) > 1
    for seed in range(200):
        assert read_throw(stored.game, plan, thrown_again(stored.game, plan, Random(seed))) is not None


def test_the_throws_of_bones_come_to_what_their_pages_say():
    stored = BY_ID["bones"]
    came = {}
    for page in guide_of("bones").pages:
        for part in page.parts:
            if part.throw is not None:
                plan = planned(stored.game, stored.book, thrower_of(stored, part.throw), part.throw)
                reading = read_throw(stored.game, plan, as_worked(stored.game, plan, part.throw))
                came.setdefault(page.id, []).append(reading.findings[0].value)
    assert came == {
        "icons": [2, 2], "trying": [2, 0, 45], "opposing": [2], "fighting": [2, 3], "healing": [1, 2],
        "magic": [2, -1], "spiffs": [1], "growing": [3], "seasons": [300], "beasts": [3], "log": [2],
    }  # fmt: skip


def test_tables_are_written_alike():
    for game in IDS:
        for name in ("guide.json", "rules.json"):
            path = shipped("resources") / "games" / game / name
            text = path.read_text(encoding="utf-8")
            assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n", path
