"""System libraries that Qt needs and this computer lacks, with their packages on Debian and related systems."""

import sys
from collections.abc import Mapping, Sequence
from typing import Final

from bones_desktop.wording.language import _

LIBRARIES: Final = (
    ("libEGL.so.1", "libegl1"),
    ("libGL.so.1", "libgl1"),
    ("libglib-2.0.so.0", "libglib2.0-0"),
    ("libfontconfig.so.1", "libfontconfig1"),
    ("libxkbcommon.so.0", "libxkbcommon0"),
    ("libdbus-1.so.3", "libdbus-1-3"),
    ("libbrotlidec.so.1", "libbrotli1"),
    ("libgssapi_krb5.so.2", "libgssapi-krb5-2"),
)
"""The libraries that Qt's Core, Gui, Widgets, Network and PrintSupport load, each with its package."""

SCREEN_LIBRARIES: Final = (
    ("libxcb-cursor.so.0", "libxcb-cursor0"),
    ("libxcb-icccm.so.4", "libxcb-icccm4"),
    ("libxcb-image.so.0", "libxcb-image0"),
    ("libxcb-keysyms.so.1", "libxcb-keysyms1"),
    ("libxcb-randr.so.0", "libxcb-randr0"),
    ("libxcb-render-util.so.0", "libxcb-render-util0"),
    ("libxcb-shape.so.0", "libxcb-shape0"),
    ("libxcb-xkb.so.1", "libxcb-xkb1"),
    ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
)
"""Libraries that Qt also loads to show a window on X. If one is missing, Qt aborts the process."""


class NoScreenError(Exception):
    """Raised when there is no screen to show a window on."""


class MissingLibrariesError(ImportError):
    """Raised when libraries that Qt needs are missing. Without them, Qt would abort the process."""


def missing_packages(libraries: Sequence[tuple[str, str]] = LIBRARIES) -> tuple[str, ...]:
    """Return the packages of the libraries that cannot be loaded; empty on systems other than Linux."""
    if sys.platform != "linux":
        return ()
    # Imported late: commands do not need it.
    import ctypes

    missing = []
    for library, package in libraries:
        try:
            ctypes.CDLL(library)
        except OSError:
            missing.append(package)
    return tuple(missing)


def check_screen(environment: Mapping[str, str]) -> None:
    """Raise NoScreenError or MissingLibrariesError if Qt would abort instead of showing a window (E1)."""
    if sys.platform != "linux":
        return
    platform = environment.get("QT_QPA_PLATFORM", "").partition(":")[0].partition(";")[0]
    if not platform and not environment.get("WAYLAND_DISPLAY"):
        if not environment.get("DISPLAY"):
            raise NoScreenError(_("there is no screen to show a window on; see --help for what works without one"))
        platform = "xcb"
    if platform == "xcb" and missing_packages(SCREEN_LIBRARIES):
        raise MissingLibrariesError("the X libraries")


def install_line(error: ImportError) -> str:
    """Return one line that names the missing libraries and how to install them."""
    packages = missing_packages(
        (*LIBRARIES, *SCREEN_LIBRARIES) if isinstance(error, MissingLibrariesError) else LIBRARIES
    )
    if packages:
        said = _("system libraries are missing; install them with: {command}")
        return said.format(command=f"sudo apt-get install {' '.join(packages)}")
    return _("Qt cannot be loaded: {why}").format(why=" ".join(str(error).split()))
