"""What makes imports quick leaves them as they were otherwise."""

import subprocess
import sys

PROGRAM = """
import builtins, gc, sys
from bones_desktop.quickstart import quicken
quicken()
assert not gc.isenabled()
assert builtins.__import__.__name__ != "__feature_import__"
from bones_desktop.rules.bones.book.character import Character
assert "pydantic" not in sys.modules
from bones_desktop.storage.files.datafile import validated
assert validated(Character, {"id": "0" * 32}).name == ""
from pydantic.plugin import _loader
assert _loader._plugins is None, "plugins were looked for"
"""


def test_neither_the_collector_nor_plugins_nor_a_reader_of_sources_slow_imports_down() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
