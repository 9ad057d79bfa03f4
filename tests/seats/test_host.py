"""The host: who sits there, what each seat sees, and requests that are done once."""

import json
import sys

import pytest
from PySide6.QtTest import QTest

from bones_desktop.rules.bones.book.character import LostDie
from bones_desktop.seats import host as hosting
from bones_desktop.seats import seating
from bones_desktop.seats.characterseat import SeatRefused
from bones_desktop.seats.tableview import KEPT_EVENTS
from bones_desktop.storage.games import read_any
from bones_desktop.storage.log.logentry import HIDDEN, NOT_MEANT, TAKEN_BACK
from tests.seats.tableseats import Hosted, campaign_of

MELEE = {"skill": "melee", "difficulty": "average"}


def test_knocking_waiting_and_being_let_in(host):
    phone = host.device("anna")
    hello = phone.last("hello")
    assert [each["name"] for each in hello["characters"]] == ["Ragnar", "Bob"]
    assert phone.send("knock", name=" Anna ", character="ragnar")[0]["kind"] == "waiting"
    assert host.events[-1] == {"kind": "knocked", "name": "Anna", "role": "player", "characters": ["Ragnar"]}
    assert host.host.seating.admit("anna")
    welcome = phone.last("welcome")
    assert welcome["seat"]["name"] == "Anna"
    assert welcome["faces"]["melee x2"] == "Double Melee"
    assert len(welcome["seat"]["characters"]) == 1
    phone.again()
    assert phone.last("sheet")["name"] == "Ragnar"
    assert [each["id"] for each in phone.last("rolls")["rolls"]] == ["task", "movement", "fall", "strategic", "income"]
    assert len(phone.all("sheet")) == 1
    assert phone.last("party")["seats"] == [{"name": "Anna", "role": "player", "here": True}]


def test_everything_has_rising_numbers_but_answers_to_one_alone(host):
    anna = host.seat("Anna", "Ragnar")
    anna.throw(set=MELEE)
    anna.send("odds", roll="task")
    numbers = [each["n"] for each in anna.said if "n" in each]
    assert numbers == sorted(set(numbers))
    assert {each["kind"] for each in anna.said if "n" not in each} == {"hello", "waiting", "odds"}


@pytest.mark.parametrize(
    ("knock", "why"),
    [
        ({"name": "Anna", "character": "Gandalf"}, "Nobody at this table is called Gandalf. Choose one of: Ragnar and"),
        ({"name": "\u202e \u2066"}, "Type your name."),
        ({"name": "ANNA"}, "ANNA is at the table already."),
    ],
)
def test_who_cannot_come_in_is_told_why(host, knock, why):
    host.seat("Anna", "Ragnar")
    other = host.device("other")
    (answer,) = other.send("knock", **knock)
    assert answer["kind"] == "refused"
    assert answer["reason"].startswith(why)
    assert not host.host.seating.waiting


def test_a_full_table_lets_nobody_else_in(host, monkeypatch):
    monkeypatch.setattr(seating, "MOST_SEATS", 1)
    host.seat("Anna")
    assert host.device("ben").send("knock", name="Ben")[0]["reason"] == "The table is full."


def test_a_name_comes_back_on_another_device_when_the_first_is_gone(host):
    before = host.seat("Anna", "Ragnar")
    before.drop()
    again = host.device("new-phone")
    again.send("knock", name="Anna", character="Bob")
    assert host.host.seating.admit("Anna")
    assert [each.row.name for each in host.host.seating.seats] == ["Anna"]
    before.connect()
    assert before.closed[0] == 4403


def test_a_game_master_is_never_let_in_without_a_question(host):
    host.host.seating.admits_all = True
    player, gm = host.device("player"), host.device("gm")
    assert [each["kind"] for each in player.send("knock", name="Anna", character="Bob")] == ["waiting", "welcome"]
    assert [each["kind"] for each in gm.send("knock", name="Gus", role="gm")] == ["waiting"]
    assert not host.host.seating.admit("nobody")


def test_who_is_refused_or_put_out_cannot_do_anything(host):
    waiting = host.device("ben")
    waiting.send("knock", name="Ben")
    assert host.host.seating.remove("Ben")
    assert waiting.closed == (4401, "The game master has not let you in.")
    anna = host.seat("Anna", "Ragnar")
    assert host.host.seating.remove("anna")
    assert anna.closed[0] == 4403
    assert anna.throw_all(set=MELEE) == []
    assert not host.host.seating.remove("anna")
    anna.connect()
    assert anna.closed[0] == 4403
    host.leave()
    host.open("ragnar", "bob")
    anna.connect()
    assert anna.closed[0] == 4403


def test_out_of_turn_three_times_closes(host):
    phone = host.device("anna")
    assert phone.throw(set=MELEE)["reason"].startswith("Knock first")
    assert phone.send_text("{")[:1] == []
    assert phone.send("ping") == [{"kind": "pong"}]
    assert phone.closed is None
    for _time in range(3):
        phone.send_text('{"kind": "throw", "id": "1"}')
    assert phone.closed[0] == 4400
    assert "not valid" in phone.closed[1]


def test_a_roll_is_seen_by_everybody_with_reasons(host):
    anna, ben, eye = host.seat("Anna", "Ragnar"), host.seat("Ben", "Bob"), host.seat("Eye", role="watcher")
    answer = anna.throw(set=MELEE)
    assert answer["kind"] == "thrown"
    assert answer["id"] == "Anna-2"
    assert (answer["by"], answer["seat"], answer["title"]) == ("Ragnar", "Anna", "Melee against Average")
    assert all(each["why"] and each["role"] for each in answer["dice"])
    assert answer["findings"][0]["outcome"] in {"success", "failure"}
    assert answer["steps"]
    assert answer["tags"] == ["by Anna"]
    for other in (ben, eye):
        seen = other.last("thrown")
        assert "id" not in seen
        assert {**seen, "n": 0} == {**{k: v for k, v in answer.items() if k != "id"}, "n": 0}


def test_a_seat_rolls_only_for_its_characters(host):
    anna, eye, gm = host.seat("Anna", "Ragnar"), host.seat("Eye", role="watcher"), host.seat("Gus", role="gm")
    assert anna.throw(character="Bob")["reason"].startswith("Nobody at this table is called Bob. Choose one of: Ragnar")
    assert eye.throw(character="Bob")["reason"].startswith("Who watches cannot roll.")
    assert gm.throw()["reason"] == "Say for whom: Ragnar and Bob."
    assert gm.throw(character="bob")["by"] == "Bob"
    assert [each.who for each in host.lines] == ["Bob"]


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({"roll": "dance"}, "There is no roll called “dance”."),
        ({"set": {"skill": "knitting"}}, "skill is one of "),
        ({"set": {"penalty": 1000}}, "penalty is a whole number from 0 to 99"),
        ({"set": {"equipment": 1}}, "equipment is yes or no"),
        ({"set": {"luck": 1}}, "there is no luck here; there are: skill, difficulty"),
        ({"set": {"skill": "magic"}}, "Magic needs at least one fitting icon on your dice."),
        ({"secret": True}, "Only the game master rolls in secret."),
    ],
)
def test_what_cannot_be_rolled_is_refused_with_the_reason_and_nothing_is_drawn(host, message, why):
    anna, ben = host.seat("Anna", "Ragnar"), host.seat("Ben", "Bob")
    answer = anna.throw(**{"roll": "task", **message})
    assert answer["kind"] == "refused"
    assert answer["reason"].startswith(why)
    assert not host.lines
    assert not ben.all("thrown")


def test_odds_are_exact_and_say_why_there_are_none(host):
    anna = host.seat("Anna", "Ragnar")
    (odds,) = anna.send("odds", roll="task", set={**MELEE, "equipment": False})
    assert odds["chance"] == "56 %"
    assert odds["words"] == "to succeed"
    assert [each["id"] for each in odds["fields"]][:2] == ["skill", "difficulty"]
    assert odds["set"] == {**MELEE, "equipment": False}
    (none,) = anna.send("odds", roll="task", set={"skill": "magic"})
    assert none["why_not"].startswith("Magic needs at least one fitting icon on your dice.")
    assert anna.send("odds", roll="task", set={"skill": "knitting"})[0]["kind"] == "refused"
    (fall,) = anna.send("odds", roll="fall", set={"metres": 5})
    assert [each["name"] for each in fall["outcomes"]] == ["no damage"]
    assert not host.lines


def test_real_dice_are_asked_for_and_typed_in(host):
    anna, ben = host.seat("Anna", "Ragnar"), host.seat("Ben", "Bob")
    asked = anna.throw(set={**MELEE, "equipment": False}, by_hand=True)
    assert asked["kind"] == "asked"
    assert [each["group"] for each in asked["dice"]] == ["character"] * 4 + ["challenge"] * 4
    assert not ben.all("asked")
    assert anna.send("faces", asked=asked["id"], faces=[5] * 7)[0]["reason"] == "Give one face for each die."
    assert anna.send("faces", asked=asked["id"], faces=[7] * 8)[0]["reason"] == "Give one face for each die."
    (*_more,) = anna.send("faces", asked=asked["id"], faces=[5, 5, 3, 3, 1, 1, 1, 1])
    thrown = anna.last("thrown")
    assert [each["face"] for each in thrown["dice"]] == [5, 5, 3, 3, 1, 1, 1, 1]
    assert thrown["by_hand"]
    assert thrown["draw"] == 0
    assert thrown["draws"] == []
    assert thrown["tags"] == ["by hand", "by Anna"]
    assert ben.last("thrown")["by_hand"]
    assert "any more" in anna.send("faces", asked=asked["id"], faces=[5] * 7)[0]["reason"]


def test_the_gm_asks_a_seat_for_a_roll_and_it_is_made_either_way(host):
    anna, ben = host.seat("Anna", "Ragnar"), host.seat("Ben", "Bob")
    ragnar = anna.last("welcome")["seat"]["characters"][0]
    for _time in range(2):
        host.host.ask(ragnar, "task", {"skill": "perception"})
    host.host.tell()
    first, second = anna.last("asks")["asks"]
    assert (first["title"], first["set"]) == ("Perception against Average", {"skill": "perception"})
    assert first["chance"].endswith("%")
    assert not any(each["asks"] for each in ben.all("asks"))
    assert ben.throw(asked=first["id"])["kind"] == "refused"
    anna.send("faces", asked=first["id"], faces=[1] * len(first["dice"]))
    assert anna.last("thrown")["by_hand"]
    assert anna.last("asks")["asks"] == [second]
    # The fields of the answer are the GM's: a player cannot choose an easier roll.
    anna.throw(set={"difficulty": "easy"}, asked=second["id"])
    assert anna.last("thrown")["title"] == "Perception against Average"
    assert anna.last("asks")["asks"] == []
    assert "any more" in anna.throw(asked=second["id"])["reason"]
    assert [each["asked"] for each in host.events if each["kind"] == "thrown"] == [first["id"], second["id"]]


@pytest.mark.parametrize(
    ("roll", "is_answer"),
    [
        ({"skill": "perception", "difficulty": "average"}, True),
        ({"skill": "perception", "difficulty": "easy"}, False),
    ],
)
def test_the_same_roll_answers_the_gm_though_the_player_presses_the_other_button(host, roll, is_answer):
    anna = host.seat("Anna", "Ragnar")
    ragnar = anna.last("welcome")["seat"]["characters"][0]
    asked = host.host.ask(ragnar, "task", {"skill": "perception"})
    assert anna.throw(set=roll)["kind"] == "thrown"
    assert (asked not in host.host.asks) == is_answer
    assert host.events[-1].get("asked", "") == (asked if is_answer else "")


def test_a_secret_roll_of_the_gm_is_no_public_answer(host):
    anna, gm = host.seat("Anna", "Ragnar"), host.seat("Gina", role="gm")
    ragnar = anna.last("welcome")["seat"]["characters"][0]
    asked = host.host.ask(ragnar, "task", {"skill": "perception"})
    gm.throw(character=ragnar, set={"skill": "perception"}, secret=True)
    assert asked in host.host.asks
    host.host.take_back(asked)
    secret = host.host.ask(ragnar, "task", {"skill": "perception"}, secret=True)
    anna.throw(set={"skill": "perception"})
    assert secret not in host.host.asks
    assert "Perception" not in json.dumps(host.seat("Ben", "Bob").last("thrown"))


def test_a_roll_that_the_gm_asks_for_survives_a_break_and_can_be_taken_back(host):
    anna = host.seat("Anna", "Ragnar")
    ragnar = anna.last("welcome")["seat"]["characters"][0]
    anna.drop()
    id = host.host.ask(ragnar, "fall", {"metres": 20})
    host.host.tell()
    anna.connect().again()
    (asked,) = anna.last("asks")["asks"]
    real = anna.throw("fall", asked=id, by_hand=True)
    assert (asked["title"], real["title"]) == ("Fall of 20 m", "Fall of 20 m")
    assert host.host.take_back(id)
    assert not host.host.take_back(id)
    host.host.tell()
    assert anna.last("asks")["asks"] == []
    assert not anna.all("thrown")


def test_a_roll_that_the_gm_asks_for_is_kept_when_the_host_is_killed_but_not_for_another_evening(host):
    anna = host.seat("Anna", "Ragnar")
    ragnar = anna.last("welcome")["seat"]["characters"][0]
    ids = [host.host.ask(ragnar, "fall", {"metres": 20}, secret=secret) for secret in (True, False, True)]
    host.host.take_back(ids.pop())
    host.kill()
    host.open("ragnar", "bob")
    anna.connect().again()
    assert [each["id"] for each in anna.last("asks")["asks"]] == ids
    assert anna.last("asks")["asks"][0]["title"] == "Fall of 20 m"
    assert [each["secret"] for each in anna.last("asks")["asks"]] == [True, False]
    assert anna.throw("fall", asked=ids.pop())["kind"] == "thrown"
    host.kill()
    host.open("ragnar", "bob")
    assert list(host.host.asks) == ids
    host.leave()
    host.open("ragnar", "bob")
    assert not host.host.asks


def test_a_roll_that_is_not_possible_or_of_nobody_is_not_asked_for(host):
    anna = host.seat("Anna", "Ragnar")
    host.seat("Gus", role="gm")
    ids = {who.name: id for id, who in host.host.view.people.items()}
    for name, skill, why in (
        ("Bob", "melee", "Nobody at the table plays Bob."),
        ("Ragnar", "knitting", "skill is one of"),
        ("Ragnar", "magic", "Magic needs at least one fitting icon"),
    ):
        with pytest.raises(SeatRefused, match=why):
            host.host.ask(ids[name], "task", {"skill": skill})
    assert not host.host.asks
    # It was possible when the GM asked.
    id = host.host.ask(ids["Ragnar"], "task", {"skill": "melee"})
    lost = tuple(LostDie(die=die) for die in range(4))
    host.character("Ragnar").document.apply("All lost", lambda who: who.with_(lost=lost))
    host.host.tell()
    assert anna.last("asks")["asks"][0]["why_not"]
    assert anna.throw(asked=id)["kind"] == "refused"
    assert id in host.host.asks


def test_a_secret_roll_is_asked_of_its_roller_alone(host):
    anna, ben, gm = host.seat("Anna", "Ragnar"), host.seat("Ben", "Bob"), host.seat("Gus", role="gm")
    assert not ben.all("asks")
    assert "Only the game master" in anna.send("ask", character="Ragnar", roll="task")[0]["reason"]
    assert "Only the game master" in anna.send("take-back", asked="ask-1")[0]["reason"]
    assert "called Olaf" in gm.send("ask", character="Olaf", roll="task")[0]["reason"]
    gm.send("ask", character="Ragnar", roll="task", set={"skill": "perception"}, secret=True)
    (asked,), (seen,) = anna.last("asks")["asks"], gm.last("asks")["asks"]
    assert (asked["secret"], seen["name"], ben.all("asks")) == (True, "Ragnar", [])
    assert anna.throw(asked=asked["id"])["dice"]
    assert gm.last("thrown")["dice"]
    assert ben.last("thrown")["secret"]
    assert "dice" not in ben.last("thrown")
    gm.send("ask", character="Ragnar", roll="task")
    gm.send("take-back", asked=gm.last("asks")["asks"][0]["id"])
    assert anna.last("asks")["asks"] == gm.last("asks")["asks"] == []


def test_harm_of_a_roll_is_taken_with_the_dice_that_the_player_chooses(host):
    anna, gm = host.seat("Anna", "Ragnar"), host.seat("Gus", role="gm")
    anna.throw("fall", set={"metres": 20, "equipment": False}, by_hand=True)
    asked = anna.last("asked")
    anna.send("faces", asked=asked["id"], faces=[3] * 4)
    (take,) = [each for each in anna.owed.values() if each["tone"] == "danger" and "fall" in each["text"]]
    needs = take["needs"]
    assert needs["kind"] == "dice"
    assert needs["least"] == needs["most"] == len(needs["usual"])
    few = anna.send("choose", choice=take["id"], dice=[1])
    assert few[-1]["kind"] == "refused"
    chosen = list(range(1, needs["most"] + 1))
    answers = anna.send("choose", choice=take["id"], dice=chosen)
    assert answers[-1]["kind"] == "done"
    assert {each["kind"] for each in answers} >= {"sheet", "owed", "rolls", "party"}
    assert [each["n"] for each in anna.last("sheet")["dice"] if each["state"] == "lost"] == chosen
    assert gm.last("party")["members"][0]["dice_left"] == f"{4 - len(chosen)}/4"
    again = anna.send("choose", choice=take["id"], dice=chosen)
    assert again == [{"kind": "refused", "id": again[0]["id"], "reason": again[0]["reason"]}]
    assert again[0]["reason"].startswith("That is no longer possible.")


def test_spiffs_buy_a_re_roll_and_the_gm_vetoes_it(host):
    anna, gm = host.seat("Anna", "Ragnar"), host.seat("Gus", role="gm")
    first = anna.throw(set={**MELEE, "equipment": False})
    again = anna.owed["Re-roll a die · 1 spiff"]
    die = again["needs"]["dice"][0]
    answers = anna.send("choose", choice=again["id"], dice=[die["n"]])
    assert answers[-1]["kind"] == "done"
    thrown = anna.last("thrown")
    assert thrown["again"]
    assert thrown["roll"] == first["roll"]
    assert thrown["dice"][die["n"] - 1]["was"] == [first["dice"][die["n"] - 1]["face"]]
    assert len(thrown["draws"]) == 2
    assert anna.last("sheet")["spiffs"] == 0
    assert anna.owed["One more success · 2 spiffs"]["why_not"]
    assert "GM veto" not in anna.owed
    ragnar = anna.last("sheet")["character"]
    veto = next(each for each in gm.all("owed")[::-1] if each["character"] == ragnar)
    veto = next(each for each in veto["choices"] if each["text"] == "GM veto")
    assert gm.send("choose", character=ragnar, choice=veto["id"])[-1]["kind"] == "done"
    assert anna.last("sheet")["spiffs"] == 1
    assert "re-roll of a die vetoed" in anna.last("thrown")["tags"]
    assert anna.last("thrown")["dice"][die["n"] - 1]["face"] == first["dice"][die["n"] - 1]["face"]


def test_a_die_is_re_rolled_by_hand(host):
    anna = host.seat("Anna", "Ragnar")
    anna.throw(set={**MELEE, "equipment": False})
    again = anna.owed["Re-roll a die · 1 spiff"]
    die = again["needs"]["dice"][0]
    assert anna.send("choose", choice=again["id"])[-1]["reason"] == "Choose one of the dice offered."
    assert anna.send("choose", choice=again["id"], dice=[die["n"]], faces=[9])[-1]["kind"] == "refused"
    anna.send("choose", choice=again["id"], dice=[die["n"]], faces=[2])
    assert anna.last("thrown")["dice"][die["n"] - 1]["face"] == 2
    assert len(anna.last("thrown")["draws"]) == 1


def test_acts_of_the_game_are_done_with_their_fields_and_stand_in_the_log(host):
    anna, ben = host.seat("Anna", "Ragnar"), host.seat("Ben", "Bob")
    blow = anna.owed["Take damage"]
    assert [each["id"] for each in blow["needs"]["fields"]][:3] == ["points", "harm", "cause"]
    assert anna.send("choose", choice=blow["id"], set={"points": 0})[-1]["reason"].startswith(
        "points is a whole number"
    )
    assert (
        anna.send("choose", choice=blow["id"], set={"points": 2, "cause": "Troll", "dice": "1,2"})[-1]["kind"] == "done"
    )
    assert [each["n"] for each in anna.last("sheet")["dice"] if each["state"] == "lost"] == [1, 2]
    line = ben.last("thrown")
    assert (line["title"], line["dice"], line["seat"]) == ("Take damage", [], "Anna")
    assert "Award sessions" not in anna.owed
    assert "Earn spiffs" not in anna.owed
    assert anna.owed["Four hours pass"]["why_not"]
    refused = anna.send("choose", choice=anna.owed["Four hours pass"]["id"])
    assert refused[-1]["kind"] == "refused"


def test_acts_that_are_seldom_possible_are_offered_only_then(host):
    anna, gm = host.seat("Anna", "Ragnar"), host.seat("Gus", role="gm")
    seldom = {"Remove a hindering die", "Note a remedy", "Take the damage of magic", "Release an effect"}
    assert not seldom & set(anna.owed)
    assert "Get a hindering die" not in anna.owed
    gm.send("choose", character="Ragnar", choice="act-hinder")
    assert seldom & set(anna.owed) == {"Remove a hindering die", "Note a remedy"}
    anna.send("choose", choice="act-cure")
    while "Take the damage of magic" not in anna.owed:
        anna.send("choose", choice="act-use-magic")
    lost = len(host.character("Ragnar").value.lost)
    anna.send("choose", choice="act-magic-damage")
    assert len(host.character("Ragnar").value.lost) == lost + 1
    assert not seldom & set(anna.owed)


def test_the_questions_of_an_act_follow_the_answers(host):
    anna = host.seat("Anna", "Ragnar")
    action = anna.owed["Off-stage action"]
    first = [each["id"] for each in action["needs"]["fields"]]
    assert action["varies"]
    (told,) = anna.send("odds", choice=action["id"], set={"kind": "strategic"})
    asked = {each["id"] for each in told["fields"]}
    assert {"difficulty", "asset", "stay"} <= asked - set(first)
    given = {"kind": "strategic", "title": "Harbour", "skill": "social", "successes": 2, "asset": "A boat"}
    assert anna.send("choose", choice=action["id"], set=given)[-1]["kind"] == "done"
    assert [each.title for each in host.character("Ragnar").value.actions] == ["Harbour"]
    assert host.character("Ragnar").value.assets[0].name == "A boat"
    # What is not possible is no answer, and changes nothing.
    (told,) = anna.send("odds", choice=action["id"], set={"kind": "dance", "nobody": "asks"})
    assert [each["id"] for each in told["fields"]] == first
    assert "no longer possible" in anna.send("odds", choice="act-none")[0]["reason"]


def test_a_healer_treats_another_at_the_table(host):
    anna, ben = host.seat("Anna", "Ragnar"), host.seat("Ben", "Bob")
    anna.send("choose", choice="act-blow", set={"points": 2})
    asked = ben.throw(set={"skill": "healer", "difficulty": "easy"}, by_hand=True)
    own = [1, 1, 1, 6]
    quiet = [next(n for n, code in enumerate(die["faces"], 1) if code != "null") for die in asked["dice"][4:]]
    ben.send("faces", asked=asked["id"], faces=own + quiet)
    (treat,) = [each for text, each in ben.owed.items() if text.startswith("Treat Ragnar")]
    # A phone has no pages of the window.
    assert "page" not in json.dumps([each["tip"] for each in ben.owed.values()])
    assert ben.send("choose", choice=treat["id"])[-1]["kind"] == "done"
    assert sum(each["state"] == "lost" for each in anna.last("sheet")["dice"]) < 2
    assert "Take the treatment back" in ben.owed


def test_an_act_can_be_undone_in_the_history_of_the_character(host):
    anna = host.seat("Anna", "Ragnar")
    anna.send("choose", choice=anna.owed["Take damage"]["id"], set={"points": 1})
    document = host.character("Ragnar").document
    assert document.undo_stack.undoText() == "Take damage"
    document.undo_stack.undo()
    QTest.qWait(2 * hosting._LATER_MS)
    assert anna.last("sheet")["state"] == "Unhurt"
    assert TAKEN_BACK in host.lines[-1].tags
    assert not anna.last("thrown")["meant"]
    host.leave()
    host.open("ragnar", "bob")
    document = host.character("Ragnar").document
    assert document.undo_stack.redoText() == "Take damage"


def test_a_secret_roll_is_a_hash_for_all_but_the_gm_until_the_evening_ends(host):
    anna, gm = host.seat("Anna", "Ragnar"), host.seat("Gus", role="gm")
    thrown = gm.throw(character="Bob", set={"skill": "scholar", "difficulty": "average"}, secret=True)
    assert thrown["secret"]
    assert thrown["dice"]
    seen = anna.last("thrown")
    assert set(seen) == {"n", "kind", "roll", "evening", "draw", "secret", "hash", "draws"}
    assert seen["draws"] == [{"evening": 1, "draw": 1, "hash": seen["hash"]}]
    assert len(seen["hash"]) == 64
    assert HIDDEN in host.lines[-1].tags
    assert "Bob" not in json.dumps([each for each in anna.said if each["kind"] == "thrown"])
    host.host.room.dice.end()
    host.host.tell_seal()
    sealed = anna.last("sealed")
    (secret,) = sealed["secrets"]
    assert host.hash_of(sealed["seed"], secret) == seen["hash"]
    assert secret["hash"] == seen["hash"]
    assert secret["content"].endswith(",".join(str(each["face"]) for each in thrown["dice"]))


def test_a_secret_roll_is_seen_whole_once_the_gm_shows_it(host):
    anna, gm = host.seat("Anna", "Ragnar"), host.seat("Gus", role="gm")
    gm.throw(character="Bob", set={"skill": "scholar"}, secret=True)
    bob = host.character("Bob").id
    owed = next(each for each in gm.all("owed")[::-1] if each["character"] == bob)
    show = next(each for each in owed["choices"] if each["text"] == "Show it to the players")
    gm.send("choose", character=bob, choice=show["id"])
    assert anna.last("thrown")["by"] == "Bob"
    assert anna.last("thrown")["again"]


def test_hidden_members_and_their_names_never_leave(data, qapp):
    hosted = Hosted(data)
    hosted.open_campaign(hidden="Grumpy")
    anna, gm = hosted.seat("Anna", "Ragnar"), hosted.seat("Gus", role="gm")
    assert [each["name"] for each in anna.last("party")["members"]] == ["Ragnar", "Bob"]
    assert [each["name"] for each in gm.last("party")["members"]] == ["Ragnar", "Bob", "Grumpy"]
    assert hosted.device("x").send("knock", name="Eve", character="Grumpy")[0]["reason"].endswith("Ragnar and Bob.")
    grumpy = hosted.character("Grumpy")
    gm.throw(character="Grumpy", set={"skill": "melee"})
    assert "hash" in anna.last("thrown")
    hosted.host.line(hosted.lines[-1].marked(NOT_MEANT, on=True))
    entry = hosted.plain_line(host_title="Melee against GRUMPY", who="Ragnar", id=hosted.character("Ragnar").id)
    hosted.host.line(entry)
    assert anna.last("thrown")["title"] == "Melee against someone"
    assert {each["group"] for each in anna.last("thrown")["dice"]} == {"character"}
    assert gm.last("thrown")["title"] == "Melee against GRUMPY"
    told = json.dumps(anna.said).casefold()
    assert "grumpy" not in told
    assert grumpy.id not in told
    hosted.leave()


def test_a_member_that_becomes_hidden_is_gone_at_once(data, qapp):
    hosted = Hosted(data)
    hosted.open_campaign()
    anna, ben = hosted.seat("Anna", "Grumpy"), hosted.seat("Ben", "Bob")
    assert anna.throw()["by"] == "Grumpy"
    hosted.hide("Grumpy")
    assert [each["name"] for each in ben.last("party")["members"]] == ["Ragnar", "Bob"]
    assert anna.throw()["reason"] == "You have no character at this table."
    hosted.leave()


def test_the_same_request_twice_is_done_once(host):
    anna = host.seat("Anna", "Ragnar")
    (first, *_more) = anna.send("throw", id="7", roll="task", set=MELEE)
    again = anna.send("throw", id="7", roll="task", set=MELEE)
    assert again == [{k: v for k, v in first.items() if k != "n"}]
    refused = anna.send("throw", id="8", roll="dance")
    assert anna.send("throw", id="8", roll="dance") == refused
    assert len(host.lines) == 1
    host.leave()
    host.open("ragnar", "bob")
    anna.connect()
    anna.again()
    assert anna.send("throw", id="7", roll="task", set=MELEE) == again
    assert len(host.lines) == 1


def test_two_seats_may_use_the_same_ids(host):
    anna, ben = host.seat("Anna", "Ragnar"), host.seat("Ben", "Bob")
    anna.send("throw", id="7", roll="task", set=MELEE)
    assert ben.send("throw", id="7", roll="task")[0]["by"] == "Bob"


def test_a_killed_host_finds_its_roll_by_the_request(host, monkeypatch):
    anna = host.seat("Anna", "Ragnar")
    monkeypatch.setattr(type(host.host._file), "finish", lambda *_given: None)
    (first, *_more) = anna.send("throw", id="7", roll="task", set=MELEE)
    host.kill()
    host.open("ragnar", "bob")
    anna.connect()
    anna.again()
    (found,) = anna.send("throw", id="7", roll="task", set=MELEE)
    assert found["id"] == "7"
    assert found["roll"] == first["roll"]
    assert [each["face"] for each in found["dice"]] == [each["face"] for each in first["dice"]]
    (line,) = host.lines
    host.host.room.log.amend(line.marked(TAKEN_BACK, on=True))
    assert anna.send("throw", id="7", roll="task", set=MELEE)[0]["reason"].startswith("This was begun before the host")
    host.host._file.begin(host.host.seating.seats[0].row.id, "8")
    assert anna.send("throw", id="8", roll="task", set=MELEE)[0]["reason"].startswith("This was begun before the host")
    assert len(host.lines) == 1


def test_a_seat_that_comes_back_after_a_restart_sees_the_last_rolls(host):
    anna = host.seat("Anna", "Ragnar")
    thrown = anna.throw(set=MELEE)
    host.leave()
    host.open("ragnar", "bob")
    anna.said.clear()
    anna.connect()
    anna.again()
    assert [each["draw"] for each in anna.all("thrown")] == [thrown["draw"]]


def test_a_restart_keeps_table_seats_and_last_rolls(host):
    anna, once = host.seat("Anna", "Ragnar"), host.device("once")
    once.send("knock", name="Once")
    host.host.seating.admit("Once", for_good=False)
    table, epoch = host.host.table, host.host.seating.epoch
    thrown = anna.throw(set=MELEE)
    host.kill()
    host.open("bob", "ragnar")
    assert host.host.table == table
    assert host.host.seating.epoch != epoch
    anna.connect()
    assert anna.last("welcome")["epoch"] == host.host.seating.epoch
    anna.send("again", seen=anna.said[-2]["n"], epoch=epoch)
    assert anna.last("sheet")["name"] == "Ragnar"
    last = anna.last("thrown")
    for part in ("roll", "by", "seat", "title", "draw", "draws"):
        assert last[part] == thrown[part]
    assert [each["icon"] for each in last["dice"]] == [each["icon"] for each in thrown["dice"]]
    once.connect()
    assert once.said[-1]["kind"] == "welcome"
    host.leave()
    host.open("ragnar", "bob")
    assert [each.row.name for each in host.host.seating.seats] == ["Anna"]
    assert host.host.table == table


def test_a_seat_without_a_character_at_the_table_knocks_for_another(data, qapp):
    host = Hosted(data)
    members = {name: (each.id, each.name, False) for name in ("ragnar", "bob")
               for each in [read_any(host.path(name))[1].value]}  # fmt: skip
    host.open(campaign=campaign_of(data, *members.values()))
    anna = host.seat("Anna", "Ragnar")
    host.leave()
    host.open(campaign=campaign_of(data, members["bob"]))
    anna.connect()
    assert anna.said[-1]["kind"] == "hello"
    assert [each["name"] for each in anna.said[-1]["characters"]] == ["Bob"]
    anna.send("knock", name="Anna", character="Bob")
    assert host.host.seating.admit("Anna")
    assert anna.last("welcome")["seat"]["characters"] == [members["bob"][0]]
    anna.again()
    assert anna.last("sheet")["name"] == "Bob"
    assert [each.row.name for each in host.host.seating.seats] == ["Anna"]
    host.leave()
    host.open(campaign=campaign_of(data, members["bob"]))
    anna.connect()
    assert anna.said[-1]["kind"] == "welcome"
    host.leave()


def test_closing_for_good_ends_the_evening_and_all_invitations(host):
    anna = host.seat("Anna", "Ragnar")
    anna.throw(set=MELEE)
    table, commitment = host.host.table, anna.last("sealed")["commitment"]
    host.leave(forget=True)
    assert [each["kind"] for each in anna.said[-2:]] == ["sealed", "closing"]
    assert anna.last("sealed")["commitment"] == commitment
    assert host.is_sealed_by(anna.last("sealed"))
    host.open("ragnar", "bob")
    assert host.host.table.id != table.id
    anna.connect()
    assert anna.said[-1]["kind"] == "hello"


def test_every_draw_can_be_checked_by_the_seat(host):
    anna = host.seat("Anna", "Ragnar")
    assert anna.send("word", text="by my beard")[-1]["kind"] == "done"
    assert anna.last("sealed")["words"] == ["by my beard"]
    anna.throw(set=MELEE)
    again = anna.owed["Re-roll a die · 1 spiff"]
    anna.send("choose", choice=again["id"], dice=[again["needs"]["dice"][0]["n"]])
    assert anna.send("word", text="too late")[-1]["reason"].startswith("Words can only be added before your own first")
    host.host.room.dice.end()
    host.host.tell_seal()
    draws = anna.last("thrown")["draws"]
    assert len(draws) == 2
    for each in draws:
        assert host.drawn(anna.last("sealed"), each["label"]) == each["faces"]


def test_the_seed_follows_from_a_word(data, qapp):
    hosted, faces = Hosted(data), []
    for word in ("beard", "axe", "beard"):
        hosted.locations.roll_log.unlink(missing_ok=True)
        hosted.open("ragnar", seed=word)
        anna = hosted.seat("Anna", "Ragnar")
        faces.append([each["face"] for _time in range(3) for each in anna.throw()["dice"]])
        hosted.leave(forget=True)
    assert faces[0] == faces[2] != faces[1]


def test_after_a_break_a_seat_gets_what_it_lacks(host):
    anna, ben = host.seat("Anna", "Ragnar"), host.seat("Ben", "Bob")
    seen = anna.said[-1]["n"]
    anna.drop()
    rolls = [ben.throw() for _time in range(3)]
    anna.said.clear()
    anna.connect()
    anna.again(seen)
    assert [each["roll"] for each in anna.all("thrown")] == [each["roll"] for each in rolls]
    assert not anna.all("rolls")
    assert [each["n"] for each in anna.said[1:]] == sorted(each["n"] for each in anna.said[1:])
    anna.drop()
    for _time in range(KEPT_EVENTS + 5):
        ben.throw()
    anna.said.clear()
    anna.connect()
    anna.again(seen)
    assert len(anna.all("thrown")) == KEPT_EVENTS
    assert len(anna.all("party")) == 1


def test_a_seat_that_says_nothing_gets_everything_in_a_moment(host):
    anna = host.seat("Anna", "Ragnar")
    anna.drop()
    anna.said.clear()
    anna.connect()
    assert [each["kind"] for each in anna.said] == ["welcome"]
    QTest.qWait(seating._WAIT_MS + 100)
    assert {each["kind"] for each in anna.said} == {"welcome", "party", "sheet", "rolls", "owed", "sealed"}


def test_two_tabs_of_one_device_are_one_seat(host):
    anna = host.seat("Anna", "Ragnar")
    tab = host.device("Anna")
    assert tab.last("welcome")["seat"]["id"] == anna.last("welcome")["seat"]["id"]
    tab.again()
    roll = anna.throw(set=MELEE)["roll"]
    assert tab.last("thrown")["roll"] == roll
    tab.drop()
    assert anna.last("party")["seats"][0]["here"]


def test_a_bug_in_an_act_ends_nothing(host, monkeypatch):
    anna = host.seat("Anna", "Ragnar")
    seen = []
    monkeypatch.setattr(sys, "excepthook", lambda *given: seen.append(given))
    monkeypatch.setattr(type(host.character("Ragnar")), "roll", lambda *_given, **_more: 1 / 0)
    assert anna.throw(set=MELEE)["reason"].startswith("The program failed.")
    assert seen[0][0] is ZeroDivisionError
    monkeypatch.undo()
    assert anna.throw(set=MELEE)["kind"] == "thrown"


def test_events_for_programs(host):
    anna = host.seat("Anna", "Ragnar")
    anna.throw(set=MELEE)
    anna.drop()
    assert [each["kind"] for each in host.events] == ["knocked", "admitted", "here", "thrown", "gone"]
    thrown = host.events[-2]
    assert (thrown["by"], thrown["seat"], thrown["title"]) == ("Ragnar", "Anna", "Melee against Average")
    assert thrown["result"]
