"""Seats that look at their host: an honest one gives no alarm, and a lying one is caught by each seat that can know."""

import copy
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.play import eveningdice
from bones_desktop.rules.records import replace
from bones_desktop.seats.witness import PATIENCE, Witness, WitnessFinding, witness_sentence
from bones_desktop.storage.log.logentry import NOT_MEANT
from tests.seats.tableseats import Device, Hosted, witnessed

MELEE = {"skill": "melee", "difficulty": "average"}
EXAMPLES = json.loads((Path(__file__).parents[1] / "data" / "witness.json").read_text(encoding="utf-8"))


def codes(found: list[WitnessFinding]) -> dict[str, str]:
    return {each.code: each.numbers for each in found}


def end(hosted: Hosted) -> None:
    hosted.host.room.dice.end()
    hosted.host.tell_seal()


def reroll(device: Device, character: str = "") -> None:
    owed = [each for each in device.all("owed") if not character or each["character"] == character][-1]
    again = next(each for each in owed["choices"] if each["text"].startswith("Re-roll a die"))
    answer = device.send("choose", character=character, choice=again["id"], dice=[again["needs"]["dice"][0]["n"]])
    assert answer[-1]["kind"] != "refused", answer[-1]


@pytest.mark.parametrize("example", EXAMPLES, ids=[each["name"] for each in EXAMPLES])
def test_what_is_found_in_an_example(example):
    witness, found = Witness(), []
    for step in example["steps"]:
        if "away" in step:
            witness.away()
        elif "reload" in step:
            witness = Witness(json.loads(json.dumps(witness.evenings)))
        elif "hear" in step:
            found += witness.hear(step["hear"], step["at"])
        else:
            found += witness.tick(step["at"])
    assert [list(each) for each in found] == example["findings"]
    assert all(witness_sentence(each) for each in found)


# Honest evenings.


def test_an_evening_with_everything_gives_no_alarm(data, qapp):
    hosted = Hosted(data)
    hosted.open_campaign(hidden="Grumpy")
    anna, ben = hosted.seat("Anna", "Ragnar"), hosted.seat("Ben", "Bob")
    gm, eve = hosted.seat("Gus", role="gm"), hosted.seat("Eve", role="watcher")
    everybody, ragnar = (anna, ben, gm, eve), hosted.character("Ragnar").id
    for who in everybody:
        who.send("word", text=f"words of {who.token}")
    anna.throw(set=MELEE)
    anna.send("choose", choice=anna.owed["Take damage"]["id"], set={"points": 1})
    hosted.character("Ragnar").document.undo_stack.undo()
    hosted.character("Ragnar").document.undo_stack.redo()
    gm.throw(character="Grumpy", set={"skill": "melee"})
    gm.throw(character="Ragnar", set=MELEE, secret=True)
    reroll(gm, ragnar)
    asked = ben.throw(set=MELEE, by_hand=True)
    ben.send("faces", asked=asked["id"], faces=[1] * len(asked["dice"]))
    eve.drop()
    ben.throw(set=MELEE)
    seen = eve.said[-1]["n"]
    eve.connect().again(seen)
    for kill in (True, False):
        hosted.kill() if kill else hosted.leave()
        hosted.open(campaign=hosted.locations.campaigns / "cold.bones-campaign")
        for who in everybody:
            who.connect()
            who.again()
        assert ben.throw()["kind"] == "thrown"
    hosted.host.line(hosted.lines[-1].marked(NOT_MEANT, on=True))
    # A draw that was not written before a kill is told as such.
    hosted.host.room.log.next_number(hosted.host.room.log.evening().id, [("die 1", 6)])
    ben.throw()
    drawn = hosted.host.room.log.evening().draws
    hosted.leave(forget=True)
    for who in everybody:
        found = witnessed(who.said)
        assert set(codes(found)) == {"unused", "right"}, who.token
        assert found[-1].n == drawn
    assert drawn > 8


def test_evenings_that_follow_one_another_give_no_alarm(host, monkeypatch):
    anna, ben = host.seat("Anna", "Ragnar"), host.seat("Ben", "Bob")
    for _evening in range(3):
        anna.throw(set=MELEE)
        ben.throw()
        end(host)
        host.host.look()
    ben.drop()
    anna.throw(set=MELEE)
    host.leave()
    monkeypatch.setattr(eveningdice, "SAME_EVENING", timedelta(0))
    for seed in ("four", "five"):
        host.open("ragnar", "bob", seed=seed)
        anna.connect().again(0)
        anna.throw(set=MELEE)
        host.leave()
    host.open("ragnar", "bob", seed="six")
    ben.connect().again(0)
    assert [(each.code, each.n) for each in witnessed(ben.said)] == [("right", 2)] * 3
    assert {each.code for each in witnessed(anna.said)} == {"right"}


def test_a_seat_that_comes_late_accuses_nobody(host):
    anna = host.seat("Anna", "Ragnar")
    first = anna.throw(set=MELEE)
    for _time in range(70):
        anna.throw(set=MELEE)
    host.host.line(next(each for each in host.host.room.log.latest() if str(each.id) == first["roll"]))
    ben = host.seat("Ben", "Bob")
    ben.throw()
    assert not witnessed(ben.said)
    end(host)
    assert codes(witnessed(ben.said)).keys() == {"right", "unseen"}


# Lying hosts.


class Liar:
    """A table whose host changes its messages: `lie` gets each one and the name of its seat, and returns it changed."""

    def __init__(self, hosted: Hosted) -> None:
        self.hosted = hosted
        self.anna, self.ben = hosted.seat("Anna", "Ragnar"), hosted.seat("Ben", "Bob")
        for who in (self.anna, self.ben):
            who.send("word", text=f"words of {who.token}")

    def play(self, rolls: int = 4) -> None:
        for _time in range(rolls // 2):
            self.anna.throw(set=MELEE)
            self.ben.throw(set=MELEE)

    def caught(self, lie: Any = None) -> list[dict[str, str]]:
        """Return what Anna and Ben find."""
        told = []
        for who in (self.anna, self.ben):
            said = [each if lie is None else lie(copy.deepcopy(each), who.token) for each in who.said]
            told.append(codes(witnessed([each for each in said if each is not None])))
        return told


@pytest.fixture
def liar(host):
    return Liar(host)


def is_good(drawn):
    return sum(drawn.throw.indices) % 3 == 0


@pytest.mark.parametrize("tells", [True, False])
def test_a_host_that_draws_until_it_likes_the_dice(liar, monkeypatch, tells):
    dice, view = liar.hosted.host.room.dice, liar.hosted.host.view
    honest, made = dice.draw, []

    def draw(wanted):
        while True:
            made.append(honest(wanted))
            if is_good(made[-1]):
                return made[-1]

    monkeypatch.setattr(dice, "draw", draw)
    if not tells:
        monkeypatch.setattr(view, "look_for_unused", lambda _evening: None)
    liar.play(8)
    dropped = {each.number for each in made if not is_good(each)}
    assert dropped
    for found in liar.caught():
        assert found.keys() >= ({"unused"} if tells else {"missing"})
    assert not tells or {each["draw"] for each in liar.anna.last("sealed")["unused"]} == dropped


def test_a_host_that_takes_faces_of_its_own(liar, monkeypatch):
    dice = liar.hosted.host.room.dice
    honest = dice.draw

    def draw(wanted):
        drawn = honest(wanted)
        faces = tuple((index + 1) % 6 for index in drawn.throw.indices) if drawn.number == 2 else drawn.throw.indices
        return replace(drawn, throw=replace(drawn.throw, indices=faces))

    monkeypatch.setattr(dice, "draw", draw)
    liar.play()
    assert liar.caught() == [{}, {}]
    end(liar.hosted)
    assert [found["wrong"] for found in liar.caught()] == ["2", "2"]


def test_a_host_that_rolls_beside_the_seal(liar, monkeypatch):
    liar.play()
    assert (
        liar.caught(lambda each, _seat: {**each, "draws": []} if each.get("draw") == 4 else each)
        == [{"unsealed": ""}] * 2
    )


def test_a_host_that_drops_a_roll_for_one_seat(liar):
    liar.play()
    number = next(each["draw"] for each in liar.ben.all("thrown") if each["draw"] == 2)
    anna, ben = liar.caught(lambda each, seat: None if seat == "Anna" and each.get("draw") == number else each)
    assert anna == {"missing": "2"}
    assert ben == {}


def test_a_host_that_shows_another_face_to_one_seat(liar):
    liar.play()
    end(liar.hosted)

    def lie(each, seat):
        if seat == "Ben" and each.get("draw") == 3:
            each["draws"][0]["faces"][0] = each["draws"][0]["faces"][0] % 6 + 1
        return each

    anna, ben = liar.caught(lie)
    assert anna == {"right": ""}
    assert ben == {"wrong": "3"}


def test_a_host_that_changes_a_roll_that_was_shown(liar):
    liar.play()
    again = copy.deepcopy(liar.ben.all("thrown")[0])
    again["draws"][0]["faces"][0] = again["draws"][0]["faces"][0] % 6 + 1
    liar.ben.said.append(again)
    assert liar.caught() == [{}, {"redrawn": "1"}]


def test_a_host_that_swaps_two_rolls(liar):
    liar.play()
    end(liar.hosted)
    faces = {each["draw"]: each["draws"][0]["faces"] for each in liar.ben.all("thrown")}

    def lie(each, _seat):
        if each["kind"] == "thrown" and each["draw"] in {1, 3}:
            each["draws"][0]["faces"] = faces[4 - each["draw"]]
        return each

    assert faces[1] != faces[3]
    assert [found["wrong"] for found in liar.caught(lie)] == ["1, 3"] * 2


def test_a_host_that_keeps_a_roll_back_until_it_is_useful(liar):
    liar.play()
    thrown = liar.ben.all("thrown")
    witness = Witness()
    found = [each for message in liar.ben.said if message not in thrown for each in witness.hear(message, 0)]
    for message in (thrown[0], *thrown[2:]):
        found += witness.hear(message, 0)
    assert not found
    assert codes(witness.tick(PATIENCE)) == {"missing": "2"}
    assert codes(witness.hear(thrown[1], 9)) == {"late": "2"}
    assert codes(witness.report(1)) == {"late": "2"}


@pytest.mark.parametrize("words", [[], ["words of Ben"], ["words of Anna", "other"], ["words of Anna", [3, "mine"]]])
def test_a_host_that_changes_words(liar, words):
    liar.play(2)
    liar.hosted.host.tell_seal()
    for who in (liar.anna, liar.ben):
        who.said.append({**who.last("sealed"), "words": words})
    assert liar.caught() == [{"other-words": ""}] * 2


def test_a_host_that_adds_words_for_rolls_that_were_made(liar):
    liar.play(2)
    for who in (liar.anna, liar.ben):
        who.said.append({**who.last("sealed"), "words": [*who.last("sealed")["words"], [2, "late"]]})
    assert liar.caught() == [{"other-words": ""}] * 2


def test_a_host_with_another_seal(liar):
    liar.play(2)
    for who in (liar.anna, liar.ben):
        who.said.append({**who.last("sealed"), "commitment": "0" * 64})
    assert liar.caught() == [{"other-seal": ""}] * 2


def test_a_host_that_tells_another_seed(liar):
    liar.play()
    end(liar.hosted)
    lie = lambda each, _seat: {**each, "seed": "11" * 32} if "seed" in each else each  # noqa: E731
    assert liar.caught(lie) == [{"other-seed": "", "wrong": "1–4"}] * 2


@pytest.mark.parametrize("way", ["closed", "next evening"])
def test_a_host_that_withholds_the_secret(liar, way):
    liar.play()
    if way == "closed":
        liar.hosted.leave(forget=True)
    else:
        end(liar.hosted)
        liar.hosted.host.look()
    assert liar.caught() == [{"right": ""}] * 2
    (found,) = witnessed([each for each in liar.anna.said if "seed" not in each])
    seal = liar.anna.all("sealed")[0]["commitment"][:8]
    assert witness_sentence(found) == (
        f"The host did not show the seed of the evening with the seal {seal}…: 4 rolls cannot be verified."
    )


def test_a_host_with_another_secret_roll_than_its_hash(host):
    anna, gm = host.seat("Anna", "Ragnar"), host.seat("Gus", role="gm")
    gm.throw(character="Bob", set=MELEE, secret=True)
    end(host)
    assert codes(witnessed(anna.said)) == {"right": ""}
    for change in ("hash", "content", "gone"):
        said = copy.deepcopy(anna.said)
        for each in said:
            if change == "hash" and each["kind"] == "thrown":
                each["draws"][0]["hash"] = "00" * 32
            elif change == "content" and "secrets" in each:
                each["secrets"][0]["content"] += "1"
            elif change == "gone" and "secrets" in each:
                each["secrets"] = []
        assert codes(witnessed(said)) == ({"right": "", "hidden": ""} if change == "gone" else {"wrong": "1"})


def test_a_host_that_tells_other_seats_something_else(liar):
    liar.play()
    facts = liar.hosted.host.fair_facts()
    roster = {"kind": "roster", **facts}
    assert not witnessed([*liar.anna.said, roster])
    assert codes(witnessed([*liar.anna.said, {**roster, "commitment": "0" * 64}])) == {"other-seal": ""}
    assert codes(witnessed([*liar.anna.said, {**roster, "words": ["other"]}])) == {"other-words": ""}
    assert not witnessed([*liar.anna.said, {**roster, "words": facts["words"][:1]}]), "an older one"
    witness = Witness()
    for each in [*liar.anna.said, {**roster, "draws": 5}]:
        witness.hear(each, 0)
    assert not witness.tick(PATIENCE)
    assert codes([each for now in range(10, 60, 5) for each in witness.tick(now)]) == {"missing": "5"}


# What is kept.


def test_what_is_kept_is_small_and_goes_on_after_a_restart(liar):
    liar.play(2)
    before = Witness()
    for each in liar.anna.said:
        before.hear(each, 0)
    kept = json.loads(json.dumps(before.evenings))
    liar.anna.said.clear()
    liar.play(2)
    end(liar.hosted)
    assert [(each.code, each.n) for each in witnessed(liar.anna.said, kept)] == [("right", 4)]


def test_a_hostile_host_does_not_fill_the_memory():
    witness = Witness()
    witness.hear({"kind": "welcome", "evening": 1, "draws": 0}, 0)
    for number in range(1, 300):
        draw = {"evening": 1, "draw": number * 70, "label": f"throw|{number}|" + "x" * 19_000, "faces": [1] * 100}
        witness.hear({"kind": "thrown", "draws": [draw]}, number)
        witness.hear({"kind": "sealed", "evening": number, "commitment": "c" * 64, "words": ["w" * 200] * 300}, number)
    assert len(json.dumps(witness.evenings)) < 2_000_000
    assert len(witness._gaps) + len(witness._due) < 5_000
    assert len(witness.evenings) == 5


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
parts = st.sampled_from(
    ["kind", "evening", "commitment", "words", "seed", "secrets", "draws", "draw", "label", "unused"]
)
kinds = st.sampled_from(["welcome", "sealed", "thrown", "roster", "closing"])


@given(st.lists(st.tuples(kinds, st.dictionaries(parts, anything, max_size=6)), max_size=5), anything)
def test_a_message_that_cannot_be_read_is_no_fault(messages, kept):
    witness = Witness(kept)
    for kind, message in messages:
        witness.hear({**message, "kind": kind}, 0)
    witness.tick(100)
    Witness(json.loads(json.dumps(witness.evenings)))
