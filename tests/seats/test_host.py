"""The host: who sits there, what each seat sees, and requests that are done once."""


def test_knocking_waiting_and_being_let_in(host):
    phone = host.device("anna")
    hello = phone.last("hello")
    assert [each["name"] for each in hello["characters"]] == ["Ragnar", "Bob"]
    assert phone.send("knock", name=" Anna ", character="ragnar")[0]["kind"] == "waiting"
    assert host.events[-1] == {"kind": "knocked", "name": "Anna", "role": "player", "characters": ["Ragnar"]}
    assert host.host.admit("anna")
    welcome = phone.last("welcome")
    assert welcome["seat"]["name"] == "Anna"
    assert len(welcome["seat"]["characters"]) == 1
    phone.again()
    assert phone.last("sheet")["name"] == "Ragnar"
    assert [each["id"] for each in phone.last("rolls")["rolls"]] == ["task", "movement", "fall", "strategic", "income"]
    assert len(phone.all("sheet")) == 1


def test_a_roll_is_seen_by_everybody_with_reasons(host):
    anna, ben, eye = host.seat("Anna", "Ragnar"), host.seat("Ben", "Bob"), host.seat("Eye", role="watcher")
    answer = anna.throw(set={"skill": "melee", "difficulty": "average"})
    assert answer["kind"] == "thrown"
    assert answer["id"] == "Anna-2"
    assert answer["by"] == "Ragnar"
    assert answer["seat"] == "Anna"
    assert all(each["why"] for each in answer["dice"])
    for other in (ben, eye):
        seen = other.last("thrown")
        assert "id" not in seen
        assert {**seen, "n": 0} == {**{k: v for k, v in answer.items() if k != "id"}, "n": 0}
    assert host.lines[-1].tags[-1].startswith("seat:")
