"""A hundred characters in one PDF take hardly more memory than one: each is drawn and let go."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bones_desktop.storage.files.shippedfiles import shipped

SAMPLES = shipped("resources") / "games" / "bones" / "samples"
WRITE = """
import resource, sys
from bones_desktop.main import main
code = main(["sheet", *sys.argv[2:], "--pdf", sys.argv[1]])
print("peak", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
sys.exit(code)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only there is the peak counted in KiB")
def test_a_hundred_characters_in_one_pdf_need_bounded_memory(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        target = tmp_path / f"{count}.pdf"
        files = [str(SAMPLES / "bob.bones")] * count
        run = subprocess.run(
            [sys.executable, "-c", WRITE, str(target), *files],
            capture_output=True, text=True, check=True, timeout=120,
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        )  # fmt: skip
        assert target.stat().st_size > count * 500
        return int(run.stdout.rpartition("peak")[2]) // 1024

    one, hundred = peak(1), peak(100)
    assert hundred < one + 60, f"{one} MiB for one, {hundred} for a hundred"
