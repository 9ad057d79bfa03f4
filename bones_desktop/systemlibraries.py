"""Which system library Qt misses, and the one line that installs them (Debian and relatives)."""

import ctypes
import sys
from typing import Final

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
"""What Qt's Core, Gui, Widgets, Network and PrintSupport load, with the package each comes in."""


def missing_packages() -> tuple[str, ...]:
    """Return the packages whose library cannot be loaded; empty on systems other than Linux."""
    if sys.platform != "linux":
        return ()
    missing = []
    for library, package in LIBRARIES:
        try:
            ctypes.CDLL(library)
        except OSError:
            missing.append(package)
    return tuple(missing)


def install_line(error: ImportError) -> str:
    """Return one line that says what is missing and how to install it."""
    packages = missing_packages()
    if packages:
        return f"system libraries are missing; install them with: sudo apt-get install {' '.join(packages)}"
    return f"Qt cannot be loaded: {' '.join(str(error).split())}"
