"""What lets each seat verify the dice: the words of seats, the numbers of all draws, and the seeds of past evenings."""

import json
from datetime import timedelta

import pytest

from bones_desktop.play import eveningdice
from tests.seats.tableseats import Hosted

MELEE = {"skill": "melee", "difficulty": "average"}


def end_evening(host):
    host.host.room.dice.end()
    host.host.tell_seal()


def told_words(device):
    return device.last("sealed")["words"]


def test_each_seat_adds_words_once_and_before_its_own_first_roll(host):
    anna, ben, eve = host.seat("Anna", "Ragnar"), host.seat("Ben", "Bob"), host.seat("Eve", role="watcher")
    anna.throw(set=MELEE)
    assert ben.send("word", text=" by my\nbeard ")[-1]["kind"] == "done"
    assert host.events[-1] == {"kind": "words", "name": "Ben", "draw": 2}
    assert told_words(anna) == told_words(ben) == [[2, "by my beard"]]
    assert ben.send("word", text="again")[-1]["reason"] == "Your words were already added to this evening."
    late = anna.send("word", text="too late")[-1]["reason"]
    assert late == "Words can only be added before your own first roll of an evening."
    assert eve.send("word", text="\u202e")[-1]["reason"] == "Type some words."
    assert eve.send("word", text="I watch")[-1]["kind"] == "done"
    thrown = ben.throw(set=MELEE)
    host.leave()
    host.open("ragnar", "bob")
    for who in (anna, ben, eve):
        who.connect()
        who.again()
        assert who.send("word", text="after a restart")[-1]["kind"] == "refused"
    assert told_words(anna) == [[2, "by my beard"], [2, "I watch"]]
    end_evening(host)
    for each in (*anna.last("thrown")["draws"], *thrown["draws"]):
        assert host.drawn(anna.last("sealed"), each["label"]) == each["faces"]


def test_a_full_table_has_room_for_the_words_of_all(host, monkeypatch):
    anna, ben = host.seat("Anna", "Ragnar"), host.seat("Ben", "Bob")
    for number in range(59):
        host.host.room.dice.add_words(f"words {number}")
    assert anna.send("word", text="the last")[-1]["kind"] == "done"
    assert ben.send("word", text="one more")[-1]["reason"] == "This evening has as many words as it can hold."


def test_the_next_evening_begins_before_somebody_rolls_and_the_old_seed_is_told(host):
    anna, ben = host.seat("Anna", "Ragnar"), host.seat("Ben", "Bob")
    anna.throw(set=MELEE)
    first = anna.last("sealed")
    ben.drop()
    end_evening(host)
    assert anna.last("sealed")["seed"]
    host.host.look()
    assert host.events[-1]["kind"] == "evening"
    second = anna.last("sealed")
    assert second["evening"] == first["evening"] + 1
    assert "seed" not in second
    host.host.look()
    assert anna.last("sealed") == second
    assert anna.send("word", text="anew")[-1]["kind"] == "done"
    ben.said.clear()
    ben.connect().again(0)
    old, new = ben.all("sealed")
    assert ben.throw(set=MELEE)["evening"] == second["evening"]
    assert (old["commitment"], old["draws"], new["evening"]) == (first["commitment"], 1, second["evening"])
    assert host.is_sealed_by(old)


def test_seeds_of_evenings_that_seats_were_shown_are_told_after_a_restart(host, monkeypatch):
    anna = host.seat("Anna", "Ragnar")
    anna.throw(set=MELEE)
    shown = anna.last("sealed")["commitment"]
    host.leave()
    monkeypatch.setattr(eveningdice, "SAME_EVENING", timedelta(0))
    host.open("ragnar", "bob", seed="other")
    host.character("Ragnar")
    host.host.room.dice.begin()  # An evening that no seat has seen.
    host.leave()
    host.open("ragnar", "bob", seed="third")
    anna.said.clear()
    anna.connect()
    anna.again()
    assert [each["commitment"] == shown for each in anna.all("sealed")] == [True, False]
    assert "seed" in anna.all("sealed")[0]
    assert "seed" not in anna.all("sealed")[1]


def hashes(device):
    return {each["draw"]: each["hash"] for thrown in device.all("thrown") for each in thrown["draws"] if "hash" in each}


def check_hashes(host, device, numbers):
    """Check that a device can verify the draws that it was shown without dice."""
    shown, sealed = hashes(device), device.last("sealed")
    assert set(shown) == {each["draw"] for each in sealed["secrets"]} == numbers
    for each in sealed["secrets"]:
        assert host.hash_of(sealed["seed"], each) == each["hash"] == shown[each["draw"]]
        _at, *label, faces = each["content"].split("|")
        assert host.drawn(sealed, "|".join(label)) == [int(face) for face in faces.split(",")]


def test_the_numbers_of_all_draws_of_a_secret_roll_are_shown(host):
    ben, gm = host.seat("Ben", "Bob"), host.seat("Gus", role="gm")
    ragnar = host.character("Ragnar").id
    gm.throw(character="Ragnar", set=MELEE, secret=True)
    owed = next(each for each in gm.all("owed")[::-1] if each["character"] == ragnar)
    again = next(each for each in owed["choices"] if each["text"].startswith("Re-roll a die"))
    gm.send("choose", character=ragnar, choice=again["id"], dice=[again["needs"]["dice"][0]["n"]])
    assert set(hashes(ben)) == {1, 2}
    assert not hashes(gm)
    end_evening(host)
    check_hashes(host, ben, {1, 2})


def test_the_numbers_of_hidden_members_are_shown_and_can_be_verified_later(data, qapp):
    hosted = Hosted(data)
    hosted.open_campaign(hidden="Grumpy")
    anna, gm = hosted.seat("Anna", "Ragnar"), hosted.seat("Gus", role="gm")
    gm.throw(character="Grumpy", set={"skill": "melee"})
    anna.throw(set=MELEE)
    # Shown to players before the evening ends: what was hidden when it was rolled is told all the same.
    hosted.host.view._campaign = lambda: None
    end_evening(hosted)
    check_hashes(hosted, anna, {1})
    hosted.leave()


def test_a_draw_that_was_made_and_not_written_is_told(host):
    anna = host.seat("Anna", "Ragnar")
    anna.throw(set=MELEE)
    host.host.room.log.next_number(host.host.room.log.evening().id, [("die 1", 6)])
    anna.throw(set=MELEE)
    (lost,) = anna.last("sealed")["unused"]
    assert (lost["draw"], lost["label"]) == (2, "throw|2|die 1:6")
    host.host.room.log.next_number(host.host.room.log.evening().id, [("die 1", 6)])
    host.kill()
    host.open("ragnar", "bob")
    anna.connect()
    anna.again()
    assert [each["draw"] for each in anna.last("sealed")["unused"]] == [2, 4]
    assert anna.last("welcome")["draws"] == 4
    end_evening(host)
    assert host.drawn(anna.last("sealed"), lost["label"]) == lost["faces"]


@pytest.mark.parametrize("forget", [True, False])
def test_the_end_says_whether_it_is_for_good(host, forget):
    anna = host.seat("Anna", "Ragnar")
    host.leave(forget=forget)
    assert anna.said[-1]["for_good"] == forget
    assert ("seed" in anna.last("sealed")) == forget


def test_the_facts_that_are_the_same_for_all_name_no_dice(host):
    anna = host.seat("Anna", "Ragnar")
    anna.send("word", text="beard")
    anna.throw(set=MELEE)
    facts = host.host.fair_facts()
    assert facts == {
        "evening": 1, "commitment": anna.last("sealed")["commitment"], "words": ["beard"], "draws": 1,
    }  # fmt: skip
    assert "head" not in json.dumps(anna.said)
