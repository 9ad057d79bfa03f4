"""The lines that a fight writes to the log."""

from dataclasses import replace
from datetime import UTC, datetime

from bones_desktop.play.bones.fightlog import line_of_round
from bones_desktop.rules.bones.fight.roster import Fight
from bones_desktop.rules.bones.fight.roundreading import read_round
from tests.support.people import ID
from tests.support.rounds import does, fighter, foe, fought
from tests.support.rulebooks import rulebook


def test_long_names_are_cut_in_the_story_of_a_round_and_those_called_alike_numbered() -> None:
    name = "Rabble of the lower town, of the Duke's own levy"
    everybody = [
        replace(each, character=each.character.with_(name=name)) for each in (fighter("a", "melee"), foe("b", "defend"))
    ]
    fight = Fight(id=ID, name="Battle", round=fought(*everybody, declare=(does("a", "melee", "b"),)))
    line = line_of_round(fight, read_round(rulebook(), fight.round), datetime.now(UTC))
    story = " ".join(each.text for each in line.findings if each.id == "story")
    assert name not in story
    assert "… (1):" in story
