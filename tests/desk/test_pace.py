"""Dice move as the user chose, or as the system wishes."""

from bones_desktop.desk import settingskeeper
from bones_desktop.desk.settingskeeper import Pace


def made(monkeypatch, reduced: bool) -> tuple[Pace, list[str]]:
    monkeypatch.setattr(settingskeeper, "ASKED_AFTER_MS", 0)
    monkeypatch.setattr(settingskeeper, "wants_reduced_motion", lambda: reduced)
    told: list[str] = []
    found = Pace()
    found.changed.connect(told.append)
    return found, told


def test_the_system_is_asked_later_and_its_wish_followed(qtbot, monkeypatch):
    found, told = made(monkeypatch, True)
    found.choose("system")
    assert told == ["normal"]
    qtbot.waitUntil(lambda: told == ["normal", "off"])


def test_without_such_a_wish_nothing_changes(qtbot, monkeypatch):
    found, told = made(monkeypatch, False)
    found.choose("system")
    qtbot.wait(20)
    assert told == ["normal"]


def test_what_the_user_chose_stands_against_the_systems_wish(qtbot, monkeypatch):
    found, told = made(monkeypatch, True)
    found.choose("quick")
    qtbot.wait(20)
    assert told == ["quick"]


def test_nothing_is_asked_after_closing(qtbot, monkeypatch):
    found, told = made(monkeypatch, True)
    found.choose("system")
    found.close()
    qtbot.wait(20)
    assert told == ["normal"]
