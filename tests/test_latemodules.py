"""What runs late is the same then: Python's own modules, and those that tell how Qt's functions are called."""

import importlib
import os
import subprocess
import sys
from pathlib import Path
from threading import Thread

import PySide6
import pytest

from bones_desktop.latemodules import late
from bones_desktop.quickstart import _COMPARED

INSPECTED = """
import sys
from bones_desktop.latemodules import late
with late({"inspect", "colorsys"}, lambda: "allowed" in sys.argv):
    import inspect, colorsys
    from pathlib import Path
assert ("signature" in vars(inspect)) == ("allowed" not in sys.argv)
assert inspect is sys.modules["inspect"]
assert inspect.__name__ == inspect.__spec__.name == "inspect"
assert not hasattr(colorsys, "__nothing__")
assert ("ONE_THIRD" in vars(colorsys)) == ("allowed" not in sys.argv)
try:
    colorsys.nothing
except AttributeError as error:
    print(error)
print(inspect.getsource(late), colorsys.rgb_to_hsv(0.5, 0.5, 0.5), inspect.__spec__.origin, colorsys.__file__)
print(type(inspect.__spec__.loader), type(colorsys.__loader__))
"""


def test_a_late_module_is_the_module_itself_once_it_is_used() -> None:
    told = [
        subprocess.run([sys.executable, "-c", INSPECTED, how], check=True, capture_output=True, text=True).stdout
        for how in ("allowed", "at once")
    ]
    assert told[0] == told[1]
    assert "def late(" in told[0]


def test_threads_wait_until_a_late_module_has_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slow_one.py").write_text("import time\nearly = 0\ntime.sleep(0.2)\nearly = 1\nlast = 2\n")
    monkeypatch.syspath_prepend(tmp_path)
    with late({"slow_one"}):
        slow = importlib.import_module("slow_one")
    found: list[tuple[int, int]] = []
    threads = [Thread(target=lambda: found.append((slow.early, slow.last))) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert found == [(1, 2)] * 8
    del sys.modules["slow_one"]


ASKED = """
import sys
finders = sys.meta_path
if "late" in sys.argv:
    from bones_desktop.quickstart import quicken
    quicken()
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QLabel
assert sys.meta_path is finders
assert not any(type(each).__module__.startswith("bones_desktop") for each in finders)
app = QApplication([])
label = QLabel("text")
from shibokensupport.signature import errorhandler, parser
print("make_helptext" in vars(errorhandler), "pyside_type_init" in vars(parser), file=sys.stderr)
for call in (
    lambda: label.setText(1, 2, 3), lambda: label.setText(nothing=1), lambda: label.setText(7), lambda: QObject(5),
    lambda: label.nothing, lambda: label.setAlignment("left"), lambda: Qt.Nothing,
):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)
print(label.setText.__doc__)
from shibokensupport.signature import get_signature
print(get_signature(QLabel.setText), get_signature(QLabel.setAlignment, "existence"), QLabel.__doc__)
from PySide6.support.signature.lib.enum_sig import ExactEnumerator
print(ExactEnumerator.__name__, errorhandler.make_helptext(QLabel.setText))
"""


def asked(how: str) -> tuple[str, str]:
    """Return what was told, and whether it was known before anybody asked."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", ASKED, how], check=False, capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr.splitlines()[-1]


@pytest.mark.slow
def test_what_qt_refuses_and_how_its_functions_are_called_is_told_as_ever() -> None:
    late, usual = asked("late"), asked("usual")
    compared = PySide6.__version_info__[:2] == _COMPARED
    assert (late[1], usual[1]) == ("False False" if compared else "True True", "True True")
    assert late[0] == usual[0]
    assert "QLabel.setText() takes exactly one argument" in late[0]
