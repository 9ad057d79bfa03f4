"""Messages of seats: each kind is read, and what is no message is refused with a plain reason."""

import json

import pytest

from bones_desktop.seats.messages import LARGEST, Choose, Knock, MessageError, SeatThrow, read_message, text_of

VALID = (
    {"kind": "knock", "id": "1", "name": "Anna", "role": "watcher", "character": ""},
    {"kind": "again", "seen": 0},
    {"kind": "again", "seen": 12, "epoch": "ab"},
    {"kind": "ping"},
    {"kind": "odds", "id": "1", "roll": "task", "set": {"skill": "melee", "against": 2, "allowed": True}},
    {"kind": "throw", "id": "x-1", "roll": "task", "set": {}, "secret": True, "by_hand": False, "character": "abc"},
    {"kind": "faces", "id": "2", "asked": "1", "faces": [1, 6, 3]},
    {"kind": "choose", "id": "3", "choice": "harm", "dice": [1, 2], "value": 4, "faces": [2], "set": {"n": 1}},
    {"kind": "ask", "id": "5", "character": "abc", "roll": "task", "set": {"skill": "melee"}, "secret": True},
    {"kind": "take-back", "id": "6", "asked": "ask-1"},
    {"kind": "word", "id": "4", "text": "by my beard"},
)


@pytest.mark.parametrize("message", VALID, ids=lambda each: each["kind"])
def test_each_kind_is_read(message):
    found = read_message(json.dumps(message)).model_dump()
    assert {name: list(found[name]) if isinstance(value, list) else found[name] for name, value in message.items()} == (
        message
    )


@pytest.mark.parametrize(
    "text",
    [
        "", "no", "[]", "1", "null", "NaN", "{", "{}", '{"kind": "sit", "id": "1"}', '{"kind": ["throw"]}',
        '{"kind": "throw", "id": "1"}',
        '{"kind": "throw", "id": "1", "roll": "task", "file": "/etc/passwd"}',
        '{"kind": "throw", "id": "1", "roll": "task", "secret": "yes"}',
        '{"kind": "throw", "id": "", "roll": "task"}',
        '{"kind": "throw", "id": "../1", "roll": "task"}',
        '{"kind": "throw", "id": 1, "roll": "task"}',
        '{"kind": "throw", "id": "1", "roll": 7}',
        '{"kind": "throw", "id": "1", "roll": "task", "set": {"n": 1.5}}',
        '{"kind": "throw", "id": "1", "roll": "task", "set": {"n": null}}',
        '{"kind": "throw", "id": "1", "roll": "task", "set": {"n": 99999999999999999999}}',
        '{"kind": "throw", "id": "1", "roll": "task", "set": {"n": [1]}}',
        '{"kind": "faces", "id": "1", "asked": "2", "faces": [0]}',
        '{"kind": "faces", "id": "1", "asked": "2", "faces": ["1"]}',
        '{"kind": "faces", "id": "1", "asked": "2", "faces": [true]}',
        '{"kind": "again", "seen": -1}',
        '{"kind": "knock", "id": "1", "name": ""}',
        '{"kind": "knock", "id": "1", "name": "Anna", "role": "host"}',
        '{"kind": "word", "id": "1", "text": ""}',
        '{"kind": "throw", "id": "1", "roll": "\\ud800"}',
        "[" * 30_000,
        '{"kind": "word", "id": "1", "text": ' + "9" * 20_000 + "}",
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused_with_a_reason(text):
    with pytest.raises(MessageError) as caught:
        read_message(text)
    assert str(caught.value)
    assert len(str(caught.value)) < 400
    assert caught.value.id in {"", "1", "../1"}


def test_a_message_that_is_too_large_is_refused_before_it_is_read():
    with pytest.raises(MessageError, match="too large"):
        read_message(json.dumps({"kind": "word", "id": "1", "text": "ü" * LARGEST}, ensure_ascii=False))


def test_messages_cannot_be_changed():
    knock = read_message(json.dumps(VALID[0]))
    assert isinstance(knock, Knock)
    with pytest.raises(ValueError, match="frozen"):
        knock.name = "Bob"


def test_what_is_left_out_has_its_usual_value():
    throw = read_message('{"kind": "throw", "id": "1", "roll": "task"}')
    assert isinstance(throw, SeatThrow)
    assert (throw.character, throw.set, throw.secret, throw.by_hand) == ("", {}, False, False)
    choose = read_message('{"kind": "choose", "id": "1", "choice": "harm"}')
    assert isinstance(choose, Choose)
    assert (choose.dice, choose.value, choose.faces) == (None, None, None)


def test_a_message_of_the_host_is_one_line_that_can_be_sent():
    text = text_of({"kind": "message", "text": "Zwölf\nGoblins \ud800 \u202e"})
    assert "\n" not in text
    assert json.loads(text.encode())["text"] == "Zwölf\nGoblins ? \u202e"
