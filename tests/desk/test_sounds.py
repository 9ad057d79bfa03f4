"""Sounds: count and material of dice are heard, and nothing is played or loaded while they are off or cannot be."""

import runpy
import sys
import wave
from enum import Enum
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject

from bones_desktop.desk import sounds
from bones_desktop.desk.sounds import Sounds, dice_sound, samples
from bones_desktop.document.document import Change
from bones_desktop.rules.scenes import rules_of
from bones_desktop.storage.games import game_of, read_any

ROOT = Path(__file__).parents[2]


class NoCardError(Exception):
    """The error of the library when there is no sound card."""


def library(played: list[bytes], *, card: bool = True) -> SimpleNamespace:
    """Return a stand-in for miniaudio that takes down what it is given to play."""

    class Device:
        def __init__(self, *_given: object, **_named: object) -> None:
            if not card:
                raise NoCardError

        def start(self, stream) -> None:
            played.append(stream.send(RATE_ASKED).tobytes())

        def close(self) -> None:
            pass

    return SimpleNamespace(
        PlaybackDevice=Device,
        MiniaudioError=NoCardError,
        SampleFormat=SimpleNamespace(SIGNED16=2),
        Backend=Enum("Backend", ["NULL", "ALSA"]),
    )


RATE_ASKED = 40_000


@pytest.fixture
def played(monkeypatch) -> list[bytes]:
    found: list[bytes] = []
    fake = library(found)
    monkeypatch.setattr(sounds, "_STEP", 0.001)
    monkeypatch.setattr(sounds, "_AFTER", -10)
    monkeypatch.setitem(sys.modules, "miniaudio", fake)
    monkeypatch.setattr(Sounds, "is_available", True)
    return found


@pytest.fixture
def player(qapp) -> Sounds:
    parent = QObject()
    made = Sounds(parent)
    made.kept = parent
    yield made
    made.close()


def loudness(sound) -> float:
    return sum(abs(value) for value in sound)


def test_the_files_are_those_of_the_script():
    script = runpy.run_path(str(ROOT / "packaging" / "make_sounds.py"))
    for name in script["SOUNDS"]:
        with wave.open(str(ROOT / "resources" / "sounds" / f"{name}.wav")) as file:
            assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, sounds.RATE)
        # The last bit of a sine may differ from one computer to another.
        made = script["samples"](name)
        assert max(abs(one - other) for one, other in zip(made, samples(name), strict=True)) <= 1
        assert max(map(abs, made)) < 0.4 * 32_767


def test_number_and_material_of_dice_are_heard():
    one, four, many = (dice_sound(["bone"] * count) for count in (1, 4, 40))
    assert loudness(one) < loudness(four) < loudness(many)
    assert dice_sound(["steel"] * 4) != four
    assert dice_sound(["night"] * 4) != four
    assert dice_sound(["bone"] * 4) == four
    assert max(map(abs, many)) <= 32_767
    assert len(many) < 1.2 * sounds.RATE
    assert not dice_sound([])


def test_off_plays_and_loads_nothing(player, played, monkeypatch):
    monkeypatch.setitem(sys.modules, "miniaudio", None)
    player.play_dice(["bone"])
    assert not player.busy


def test_dice_are_played_without_a_wait(player, played, qtbot, monkeypatch):
    device, returned = sys.modules["miniaudio"].PlaybackDevice, Event()
    start = device.start
    monkeypatch.setattr(device, "start", lambda *given: (returned.wait(5), start(*given)))
    player.set_on(True)
    player.play_dice(["bone", "steel"])
    assert not played, "the call ends before the sound begins"
    returned.set()
    qtbot.waitUntil(lambda: not player.busy)
    sound = dice_sound(["bone", "steel"]).tobytes()
    assert played == [sound + bytes(2 * RATE_ASKED - len(sound))]


def test_without_a_sound_card_nothing_happens(player, played, monkeypatch, qtbot):
    monkeypatch.setattr(sys.modules["miniaudio"], "PlaybackDevice", library([], card=False).PlaybackDevice)
    player.set_on(True)
    player.play_dice(["bone"])
    qtbot.waitUntil(lambda: not player.busy)
    assert not played


def test_without_the_library_sound_stays_off(player, monkeypatch):
    monkeypatch.setattr(Sounds, "is_available", False)
    player.set_on(True)
    player.play_dice(["bone"])
    assert not player.busy


def who(lost: int) -> SimpleNamespace:
    return SimpleNamespace(id="a", lost=(None,) * lost, excess_damage=0)


@pytest.mark.parametrize(
    ("change", "heard"),
    [
        (Change(who(0), who(1), "Lose die 1"), True),
        (Change(who(1), who(0), "Heal die 1"), False),
        (Change(who(0), who(1), "Lose die 1", undone=True), False),
        (Change(who(0), who(1), ""), False),
    ],
)
def test_a_new_wound_is_heard(player, played, qtbot, change, heard):
    player.set_on(True)
    player.follow_character(change)
    qtbot.waitUntil(lambda: not player.busy)
    assert bool(played) is heard


def test_the_next_turn_is_heard(player, played, qtbot):
    player.set_on(True)
    margin = game_of("margin")
    first, second = (SimpleNamespace(turn=turn, fighters=()) for turn in "ab")
    player.follow_scene(margin, Change(first, first, "Move"))
    assert not player.busy
    player.follow_scene(margin, Change(first, second, "End the turn"))
    qtbot.waitUntil(lambda: not player.busy)
    assert len(played) == 1


def test_a_round_of_a_fight_and_its_wounds_are_heard(player, played, qtbot):
    def fight(number: int, lost: int) -> SimpleNamespace:
        fighters = (SimpleNamespace(id="a", character=who(lost)),)
        return SimpleNamespace(encounter=SimpleNamespace(round=number, fighters=fighters))

    player.set_on(True)
    for before, after, name in ((fight(1, 0), fight(2, 0), "turn"), (fight(2, 0), fight(3, 1), "hurt")):
        player.follow_fight(Change(before, after, "Next round"))
        qtbot.waitUntil(lambda: not player.busy)
        assert played.pop().startswith(samples(name).tobytes()[:2_000])


@pytest.mark.parametrize("game", ["margin", "basics", "five_modes", "story_bones"])
def test_wounds_of_every_small_game_are_heard_at_the_table_and_in_a_scene(player, played, qtbot, game):
    stored = game_of(game)
    who = read_any(stored.samples[0])[1].value
    track = next(each for each in stored.game.tracks(stored.book, who) if each.state)
    act = next(each for each in stored.game.acts(stored.book, who) if each.id == track.mark.act)
    hurt = act.do(who, act.fitted(track.mark.answers))
    kind = rules_of(stored.game)
    fighter = kind.fighter(id="a", name="A", character=who)
    scenes = [kind.scene(fighters=(each,)) for each in (fighter, fighter.with_(character=hurt))]
    player.set_on(True)
    for change, heard in (((who, hurt), 1), ((hurt, who), 0)):
        player.follow_game(stored, Change(*change, "Wound"))
        qtbot.waitUntil(lambda: not player.busy)
        assert len(played) == heard
        played.clear()
    player.follow_scene(stored, Change(*scenes, "Wound"))
    qtbot.waitUntil(lambda: not player.busy)
    assert len(played) == 1
    player.follow_scene(stored, Change(kind.scene(), scenes[1], "A newcomer"))
    assert not player.busy
