"""The system's wish for less motion: what each system answers, and that no answer is no wish."""

import ctypes
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusVariant

from bones_desktop.theme import motion
from bones_desktop.theme.motion import effective_speed, wants_reduced_motion


@pytest.fixture(autouse=True)
def bare_system(monkeypatch):
    """Take away the desktop the tests run on."""
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_CURRENT_DESKTOP", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("setting", "reduced", "speed"),
    [
        ("system", False, "normal"),
        ("system", True, "off"),
        ("normal", True, "normal"),
        ("quick", True, "quick"),
        ("off", False, "off"),
        ("warp", True, "off"),
        ("", False, "normal"),
    ],
)
def test_the_speed_is_as_chosen_or_as_the_system_wishes(setting, reduced, speed):
    assert effective_speed(setting, reduced) == speed


def test_a_system_that_says_nothing_wishes_nothing():
    assert not wants_reduced_motion()


def windows(monkeypatch, answer, animated):
    asked = []

    def parameters(action, size, result, changed):
        asked.append((action, size, changed))
        result._obj.value = animated
        return answer

    def library(name):
        assert name == "user32"
        return SimpleNamespace(SystemParametersInfoW=parameters)

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "CDLL", library)
    return asked


@pytest.mark.parametrize(("answer", "animated", "wish"), [(1, 0, True), (1, 1, False), (0, 0, False)])
def test_windows_is_asked_for_its_animation_effects(monkeypatch, answer, animated, wish):
    asked = windows(monkeypatch, answer, animated)
    assert wants_reduced_motion() is wish
    assert asked == [(0x1042, 0, 0)]


class Message:
    """objc_msgSend, which returns whatever it is declared to return."""

    def __init__(self, wish):
        self.wish = wish
        self.restype = self.argtypes = None

    def __call__(self, receiver, selector):
        assert self.argtypes == [ctypes.c_void_p, ctypes.c_void_p]
        told = {
            ("class NSWorkspace", "sel sharedWorkspace", ctypes.c_void_p): "workspace",
            ("workspace", "sel accessibilityDisplayShouldReduceMotion", ctypes.c_bool): self.wish,
        }
        return told[receiver, selector, self.restype]


class ObjectiveC:
    def __init__(self, wish):
        self.wish = wish
        self.objc_getClass = Named("class")
        self.sel_registerName = Named("sel")

    def __getitem__(self, name):
        assert name == "objc_msgSend"
        return Message(self.wish)


class Named:
    def __init__(self, kind):
        self.kind = kind

    def __call__(self, name):
        assert self.restype is ctypes.c_void_p
        assert self.argtypes == [ctypes.c_char_p]
        return f"{self.kind} {name.decode()}"


@pytest.mark.parametrize("wish", [True, False])
def test_the_mac_is_asked_whether_to_reduce_motion(monkeypatch, wish):
    monkeypatch.setattr(sys, "platform", "darwin")
    libraries = {motion._APPKIT: object(), motion._OBJC: ObjectiveC(wish)}
    monkeypatch.setattr(ctypes, "CDLL", libraries.__getitem__)
    assert wants_reduced_motion() is wish


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_a_library_that_is_not_there_is_no_wish(monkeypatch, platform):
    def missing(name):
        raise OSError(name)

    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(ctypes, "CDLL", missing)
    assert not wants_reduced_motion()


def twice_wrapped(value):
    """Wrap a value as the portal's Read does."""
    outer = QDBusVariant()
    outer.setVariant(QDBusVariant(value))
    return outer


class Bus:
    """A session bus with a portal; a setting it does not know is an error."""

    def __init__(self, **settings):
        self.settings = settings
        self.patience = 0

    def call(self, question, _mode, patience):
        assert question.service() == "org.freedesktop.portal.Desktop"
        assert question.member() == "Read"
        self.patience += patience
        _namespace, key = question.arguments()
        if key not in self.settings:
            return QDBusMessage.createError("org.freedesktop.portal.Error.NotFound", "no such setting")
        return SimpleNamespace(
            type=lambda: QDBusMessage.MessageType.ReplyMessage, arguments=lambda: [twice_wrapped(self.settings[key])]
        )


def desktop(monkeypatch, **settings):
    bus = Bus(**{name.replace("_", "-"): value for name, value in settings.items()})
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/dev/null")
    monkeypatch.setattr(QDBusConnection, "sessionBus", lambda: bus)
    return bus


@pytest.mark.parametrize(
    ("settings", "wish"),
    [
        ({"reduced_motion": 1}, True),
        ({"reduced_motion": 0}, False),
        ({"reduced_motion": 7}, False),
        ({"reduced_motion": 0, "enable_animations": False}, True),
        ({"enable_animations": False}, True),
        ({"enable_animations": True}, False),
        ({}, False),
    ],
)
def test_desktops_are_asked_through_the_portal(monkeypatch, settings, wish):
    bus = desktop(monkeypatch, **settings)
    assert wants_reduced_motion() is wish
    assert 0 < bus.patience <= 100


def test_no_bus_is_looked_for_where_there_is_none(monkeypatch):
    monkeypatch.setattr(QDBusConnection, "sessionBus", lambda: pytest.fail("would start a bus"))
    assert not wants_reduced_motion()


def test_a_bus_in_its_usual_place_is_found(monkeypatch, tmp_path):
    desktop(monkeypatch, reduced_motion=1)
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert not wants_reduced_motion()
    (tmp_path / "bus").touch()
    assert wants_reduced_motion()


KDEGLOBALS = "[Colors:View][Inactive]\nAnimationDurationFactor=0\n\n[KDE]\n{line}\n[Other]\nAnimationDurationFactor=0\n"


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("AnimationDurationFactor=0", True),
        ("AnimationDurationFactor[$i]=0.0", True),
        ("AnimationDurationFactor = 0.5", False),
        ("SingleClick=false", False),
        ("AnimationDurationFactor=slow", False),
    ],
)
def test_plasma_is_asked_by_its_file(monkeypatch, tmp_path, line, wish):
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "KDE")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert not wants_reduced_motion()
    (tmp_path / "kdeglobals").write_text(KDEGLOBALS.format(line=line), encoding="utf-8")
    assert wants_reduced_motion() is wish
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "ubuntu:GNOME")
    assert not wants_reduced_motion()


def test_plasmas_file_lies_in_the_home_folder_otherwise(monkeypatch):
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "KDE")
    folder = Path.home() / ".config"
    folder.mkdir(parents=True)
    (folder / "kdeglobals").write_text(KDEGLOBALS.format(line="AnimationDurationFactor=0"), encoding="utf-8")
    assert wants_reduced_motion()


def test_choosing_a_speed_loads_nothing_of_the_bus():
    code = "import sys, bones_desktop.theme.motion as m; m.effective_speed('system', False); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "bones_desktop.theme.motion" in loaded
    assert not [name for name in loaded if name.startswith("PySide6")]
