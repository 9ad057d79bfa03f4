"""The keys of commands: what a pressed key means, which keys a command may have, and entries that cannot be used."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from bones_desktop.desk.keymap import KEYS, Command, pressed_key
from bones_desktop.wording.keys import PAGE_KEYS, keyed, keys_of, with_keys
from tests.support.foreach import for_each

Key, Held = Qt.Key, Qt.KeyboardModifier
NONE = Held.NoModifier


@pytest.fixture(autouse=True)
def usual_keys(qapp):
    """The default keys, before and after."""
    KEYS.take({}, single=True)
    yield
    KEYS.take({}, single=True)


def event(key: Key, held: Held = NONE, text: str = "") -> QKeyEvent:
    return QKeyEvent(QEvent.Type.KeyPress, key, held, text)


def test_no_two_commands_share_a_key_where_both_work():
    shared = [(id, key) for id, each in KEYS.commands.items() for key in each.keys if KEYS.rivals(id, key)]
    assert shared == []


def test_a_key_of_the_menus_means_something_else_only_where_a_page_takes_it_first(monkeypatch):
    shared = []
    for id, each in list(KEYS.commands.items()):
        for key in each.keys if not each.group else ():
            monkeypatch.setitem(KEYS.commands, id, Command(id, "", (), each.text))
            if "is fixed" in KEYS.refusal(id, key):
                shared.append(id)
            monkeypatch.setitem(KEYS.commands, id, each)
    # Lists take F2, Table, Build and Log take Ctrl+Shift+C; Find is off on the Log page; the view has its own window.
    assert shared == ["rename", "compare", "find", "full-screen"]


def test_every_default_key_is_one_that_qt_knows():
    for each in KEYS.commands.values():
        for key in each.keys:
            assert QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText) == key


@for_each(
    ("key", "held", "text", "name"),
    [
        (Key.Key_W, NONE, "w", "W"),
        (Key.Key_W, Held.ShiftModifier, "W", "Shift+W"),
        (Key.Key_Question, Held.ShiftModifier, "?", "?"),
        (Key.Key_7, Held.KeypadModifier, "7", "7"),
        (Key.Key_Enter, Held.KeypadModifier | Held.ControlModifier, "", "Ctrl+Return"),
        (Key.Key_Space, NONE, " ", "Space"),
        (Key.Key_F8, NONE, "", "F8"),
        (Key.Key_BracketLeft, NONE, "[", "["),
    ],
)
def test_a_pressed_key_has_the_name_that_settings_use(key, held, text, name):
    assert pressed_key(event(key, held, text)) == name


def test_a_key_means_a_command_of_its_page():
    assert KEYS.pressed("table", event(Key.Key_N, text="n")) == "strike"
    assert KEYS.pressed("declare", event(Key.Key_N, text="n")) == "attack"
    assert KEYS.pressed("declare", event(Key.Key_T, text="t")) == "throw", "keys of the whole page work there too"
    assert KEYS.pressed("allot", event(Key.Key_A, Held.ShiftModifier, "A"), shifted=True) == "attack"
    assert KEYS.pressed("table", event(Key.Key_9, text="9")) == "9"
    assert KEYS.pressed("table", event(Key.Key_W, Held.ControlModifier)) == ""


def test_a_chosen_key_takes_the_place_of_the_default():
    KEYS.take({"table.who": "Ctrl+J", "print": "Ctrl+Shift+J", "keys": ""}, single=True)
    assert KEYS.pressed("table", event(Key.Key_J, Held.ControlModifier)) == "who"
    assert KEYS.pressed("table", event(Key.Key_W, text="w")) == ""
    assert keyed("Who rolls.", "table.who") == "Who rolls (Ctrl+J)."
    assert keyed("Keys", "keys") == "Keys"
    assert with_keys("Ctrl+P prints, Ctrl+Shift+P saves.") == "Ctrl+Shift+J prints, Ctrl+Shift+P saves."
    KEYS.take({"guide": "F4", "print": ""}, single=True)
    assert KEYS.unused == ("guide",), "the Table page has F4"
    KEYS.take({"guide": "Shift+F1", "print": ""}, single=True)
    assert with_keys("F1 explains, F11 does not.") == "Shift+F1 explains, F11 does not."
    assert with_keys("Ctrl+P prints it.") == "“Print” prints it."


def test_single_keys_can_be_off():
    KEYS.take({"table.last": "Shift+L", "table.keep": "Ctrl+J"}, single=False)
    for key, held, text in ((Key.Key_W, NONE, "w"), (Key.Key_9, NONE, "9"), (Key.Key_L, Held.ShiftModifier, "L")):
        assert KEYS.pressed("table", event(key, held, text)) == ""
    assert KEYS.of("keys") == ()
    assert keys_of("table.who") == "", "a tip names no key that does nothing"
    assert KEYS.pressed("table", event(Key.Key_Space, text=" ")) == "throw"
    assert KEYS.pressed("table", event(Key.Key_J, Held.ControlModifier)) == "keep"
    KEYS.take({}, single=True)
    assert KEYS.pressed("table", event(Key.Key_W, text="w")) == "who"


@for_each(
    ("command", "key", "why"),
    [
        ("throw", "Ctrl+C", "typing"),
        ("throw", "Ctrl+Shift+Left", "typing"),
        ("throw", "Esc", "typing"),
        ("throw", "Space", "typing"),
        ("table.who", "Return", "typing"),
        ("throw", "Meta+J", "system"),
        ("throw", "Alt+F4", "system"),
        ("throw", "Ctrl+Alt+F2", "system"),
        ("table.who", "Alt+P", "menus"),
        ("table.who", "3", "On the Table page, 3 is fixed"),
        ("print", "F4", "On the Table page, F4 is fixed"),
        ("print", "F12", "On the Table page, F12 is fixed"),
        ("print", "X", "On the Build page, X is fixed"),
        ("print", "Blargh", "no key"),
        ("print", "Ctrl+K, Ctrl+L", "no key"),
    ],
)
def test_keys_of_system_fields_and_pages_are_refused_with_a_sentence(command, key, why):
    assert why in KEYS.refusal(command, key)


def test_free_keys_and_default_keys_are_allowed():
    assert KEYS.refusal("table.who", "Ctrl+J") == ""
    assert KEYS.refusal("print", "Shift+F12") == ""
    assert not any(KEYS.refusal(id, key) for id, each in KEYS.commands.items() for key in each.keys)


def test_rivals_are_those_that_work_at_the_same_time():
    assert [each.id for each in KEYS.rivals("table.who", "T")] == ["table.skill"]
    assert [each.id for each in KEYS.rivals("allot.same", "D")] == ["allot.defend"], "declaring is over by then"
    assert [each.id for each in KEYS.rivals("fight.throw", "D")] == ["declare.declare", "allot.defend"]
    assert [each.id for each in KEYS.rivals("table.who", "Ctrl+B")] == ["by-hand"]
    assert {each.group for each in KEYS.rivals("throw", "B")} == {"table", "fight", "scene", "tracker"}
    assert KEYS.place("table.skill") == "On the Table page"
    assert KEYS.place("by-hand") == "On every page"


def test_entries_that_cannot_be_used_leave_the_default_keys():
    wrong = {"who knows": "Ctrl+J", "throw": "Blargh", "undo": "Ctrl+C", "": "", "print": "Ctrl+O", "redo": "; ; ;"}
    KEYS.take({**wrong, "open": "Ctrl+Shift+J"}, single=True)
    # The key that Open no longer has is free for Print.
    assert KEYS.unused == tuple(id for id in wrong if id != "print")
    assert KEYS.of("print") == ("Ctrl+O",)
    KEYS.take(wrong, single=True)
    assert KEYS.unused == tuple(wrong)
    assert all(KEYS.of(id) == each.keys for id, each in KEYS.commands.items())


def test_two_commands_may_exchange_their_keys():
    KEYS.take({"table.who": "K", "table.kind": "W"}, single=True)
    assert KEYS.unused == ()
    assert KEYS.pressed("table", event(Key.Key_K, text="k")) == "who"
    assert KEYS.pressed("table", event(Key.Key_W, text="w")) == "kind"


def test_the_groups_of_keys_are_told_apart():
    ids = [each.id for each in PAGE_KEYS]
    assert len(ids) == len(set(ids))
    assert all(not each.within or each.within in ids for each in PAGE_KEYS)
