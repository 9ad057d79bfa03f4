"""Worked examples of the smaller games on the Table page, thrown by hand: what is shown is what the examples say."""

import pytest

from tests.start.test_storybones import Teller
from tests.support.running import for_the_module

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

SAMPLES = {"five_modes": "corvin", "story_bones": "mara", "basics": "oskar", "margin": "sable"}
PLAIN = {
    "story_bones": {"pool": 4, "with-autos": 1},
    "basics": {"with-pool": 1, "traded": 0},
    "margin": {"with-bonus": 1},
}
"""Makes each throw that of the example, whoever throws it."""


@pytest.fixture(scope="module")
def teller(tmp_path_factory, qapp):
    """The program of the module, in which each example makes a character of its game."""
    with for_the_module(Teller(tmp_path_factory.mktemp("examples"))) as teller:
        yield teller


@pytest.mark.parametrize(
    ("game", "roll", "asked", "waves", "expected"),
    [
        ("story_bones", "task", {"target": 2}, [(1, 3, 5, 2)], {"degree": "partial-success", "margin": "1"}),
        ("story_bones", "task", {"pool": 6, "autos": 2, "target": 4}, [(1, 3, 4, 6)],
         {"degree": "partial-success", "margin": "0"}),
        ("story_bones", "contest", {"pool": 7, "their_pool": 10},
         [(1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2)], {"winner": "lose", "margin": "-1", "levels": "1"}),
        ("story_bones", "contest", {"their_pool": 4}, [(1, 2, 2, 2, 1, 2, 2, 2)], {"first-throw": "tie"}),
        ("story_bones", "contest", {"their_pool": 4}, [(1, 2, 2, 2, 1, 2, 2, 2), (1, 1, 2, 2, 1, 2, 2, 2)],
         {"winner": "win", "first-throw": "tie"}),
        ("basics", "task", {"pool": 6, "traded": 2}, [()], {"degree": "success", "net": "2"}),
        ("basics", "task", {"pool": 3, "black": 3}, [(6, 1, 4, 6, 2, 1), (6,), (1,)],
         {"degree": "success", "net": "2"}),
        ("basics", "task", {"pool": 2, "black": 3}, [(2, 3, 1, 6, 4)], {"degree": "foul", "net": "-2"}),
        ("basics", "damage", {"dice": 4, "armour": 2, "margin": 2}, [(1, 1, 2, 3)], {"pips": "2"}),
        ("basics", "damage", {"dice": 4, "armour": 4, "margin": 0, "ranged": 1}, [(1, 1, 2, 3, 1, 2, 3, 4)],
         {"pips": "1"}),
        ("basics", "group", {"pool": 2, "helpers": 2, "black": 3}, [(1, 1, 1, 1, 1, 1, 2)], {"net": "2"}),
        ("margin", "check", {"bonus": 0, "target": 10}, [(4, 3, 3)], {"success": "failure", "margin": "0"}),
        ("margin", "check", {"bonus": 5, "target": 14}, [(4, 4, 3)], {"success": "success", "margin": "2"}),
        ("margin", "attack", {"bonus": 3, "score": 12}, [(4, 4, 4)], {"hit": "hit", "damage": "3"}),
        ("margin", "defence", {"bonus": 0, "score": 13}, [(3, 3, 3)], {"hit": "hurt", "damage": "4"}),
        ("margin", "defence", {"bonus": 0, "score": 13}, [(5, 5, 4)], {"hit": "unhurt", "damage": "0"}),
        ("margin", "escape", {"bonus": 0, "total": 16}, [(6, 5, 5)], {"success": "failure"}),
        ("margin", "escape", {"bonus": 0, "total": 16}, [(6, 6, 5)], {"success": "success"}),
        ("margin", "jump", {"bonus": 2}, [(4, 4, 3)], {"feet": "13"}),
        ("margin", "jump", {"bonus": 2, "standing": 1}, [(4, 4, 3)], {"feet": "6"}),
        ("margin", "fall", {"feet": 10, "halved": 1}, [(5,)], {"damage": "2"}),
    ],
)  # fmt: skip
def test_an_example_on_the_table_page(teller, game, roll, asked, waves, expected):
    teller.GAME = game
    teller.begin(SAMPLES[game])
    who = teller.who
    if game == "basics":
        teller.game.document.apply("Whole again", lambda now: now.with_(marks=()))
    table = teller.page_of("table")
    teller.click(table.rolls[roll])
    fields = table.form.fields
    for id, value in PLAIN.get(game, {}).items():
        if id in fields and fields[id].isVisible():
            table.form.answer(id, value)
    teller.fill(table.form, asked)
    for number, faces in enumerate(waves):
        indices = [face - 1 for face in faces]
        if not number:
            teller.game.play.throw(roll, table.strip.answers, indices)
        else:
            teller.game.play.throw_on(indices)
    teller.app.processEvents()
    reading = teller.game.play.current.reading
    found = {each.id: each.outcome for each in reading.findings}
    assert found | expected == found
    said = [each.text for each in table.reading.shown.findings]
    assert len(said) == len(found) + len(reading.must), "what must be rolled next is told below what was found"
    assert teller.who.name == who.name
