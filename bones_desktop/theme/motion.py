"""Speed of dice, from the settings or the system's preference.

Qt reports this preference only from version 6.12 on, so this module asks the system.
"""

import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal

log = logging.getLogger("bones_desktop")

Speed = Literal["normal", "quick", "off"]

_CHOSEN: Final[dict[str, Speed]] = {"normal": "normal", "quick": "quick", "off": "off"}
_PATIENCE: Final = 40
"""Milliseconds to wait for each reply from the desktop. The program makes two requests."""
_SPI_GETCLIENTAREAANIMATION: Final = 0x1042
_APPKIT: Final = "/System/Library/Frameworks/AppKit.framework/AppKit"
_OBJC: Final = "/usr/lib/libobjc.dylib"


def effective_speed(setting: str, reduced: bool) -> Speed:
    """Return the speed of dice for a setting. "system" is off if `reduced` motion is preferred, else normal.

    An unknown value means "system".
    """
    return _CHOSEN.get(setting, "off" if reduced else "normal")


def wants_reduced_motion() -> bool:
    """Return whether the user prefers reduced motion; False if this is unknown.

    It never raises an error and takes at most a tenth of a second. Call it after the first paint, on the main thread.
    """
    return any(_answer(ask) for ask in _ASKED.get(sys.platform, _DESKTOPS))


def _answer(ask: Callable[[], bool]) -> bool:
    try:
        return ask()
    # If the preference cannot be read, assume that there is none.
    except Exception as error:
        log.info("reduced motion: %s: %s", type(error).__name__, error)
        return False


def _windows() -> bool:
    """Return whether Windows' "Animation effects" are off."""
    # Imported late: only one of three systems needs it.
    import ctypes

    animated = ctypes.c_int(1)
    # CDLL can be used here: it exists on every system, and 64-bit Windows has only one calling convention.
    asked = ctypes.CDLL("user32").SystemParametersInfoW(_SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(animated), 0)
    return bool(asked) and not animated.value


def _mac() -> bool:
    """Return whether macOS' "Reduce motion" is on."""
    # Imported late: only one of three systems needs it.
    import ctypes

    ctypes.CDLL(_APPKIT)
    objc = ctypes.CDLL(_OBJC)
    for name in ("objc_getClass", "sel_registerName"):
        function = getattr(objc, name)
        function.restype, function.argtypes = ctypes.c_void_p, [ctypes.c_char_p]

    def send(receiver: object, selector: bytes, result: type[Any]) -> Any:  # noqa: ANN401 (the type depends on the message)
        # Create a new function object each time, because each message has other argument types.
        message = objc["objc_msgSend"]
        message.restype, message.argtypes = result, [ctypes.c_void_p, ctypes.c_void_p]
        return message(receiver, objc.sel_registerName(selector))

    workspace = send(objc.objc_getClass(b"NSWorkspace"), b"sharedWorkspace", ctypes.c_void_p)
    return bool(workspace) and bool(send(workspace, b"accessibilityDisplayShouldReduceMotion", ctypes.c_bool))


def _portal() -> bool:
    """Return whether the user turned motion off in the desktop's portal settings or in GNOME's older setting."""
    if not _has_session_bus():
        return False
    if _setting("org.freedesktop.appearance", "reduced-motion") == 1:
        return True
    return _setting("org.gnome.desktop.interface", "enable-animations") is False


def _has_session_bus() -> bool:
    """Return whether a session bus exists.

    This is checked first, because connecting would start a bus.
    """
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    return bool(os.environ.get("DBUS_SESSION_BUS_ADDRESS")) or (bool(runtime) and Path(runtime, "bus").exists())


def _setting(namespace: str, key: str) -> object:
    """Return a setting of the desktop; None if it is missing or the answer is late."""
    # Imported late: Windows and macOS have no D-Bus.
    from PySide6.QtDBus import QDBus, QDBusConnection, QDBusMessage, QDBusVariant

    name, path = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
    question = QDBusMessage.createMethodCall(name, path, "org.freedesktop.portal.Settings", "Read")
    question.setArguments([namespace, key])
    reply = QDBusConnection.sessionBus().call(question, QDBus.CallMode.Block, _PATIENCE)
    if reply.type() != QDBusMessage.MessageType.ReplyMessage or not reply.arguments():
        return None
    value = reply.arguments()[0]
    # Portals wrap a value in one or several variants.
    while isinstance(value, QDBusVariant):
        value = value.variant()
    return value


def _plasma() -> bool:
    """Return whether Plasma's animations are set to "Instant"."""
    if "KDE" not in os.environ.get("XDG_CURRENT_DESKTOP", "").split(":"):
        return False
    # Imported late: only Plasma needs it.
    from bones_desktop.storage.files.textfiles import read_bytes

    folder = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    group = ""
    for line in read_bytes(Path(folder, "kdeglobals"), 1_000_000).decode("utf-8", "replace").splitlines():
        name, found, value = line.partition("=")
        if line.startswith("["):
            group = line.strip()
        elif found and group == "[KDE]" and name.partition("[")[0].strip() == "AnimationDurationFactor":
            return float(value) == 0
    return False


_DESKTOPS: Final = (_portal, _plasma)
_ASKED: Final = {"win32": (_windows,), "darwin": (_mac,)}
