"""The log of errors stays short, and outlives what becomes of its folder."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bones_desktop.start.faults import LONGEST, LimitedFile, log_to


@pytest.fixture
def root() -> Iterator[logging.Logger]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield root
    for handler in root.handlers[:]:
        if handler not in handlers:
            root.removeHandler(handler)
            handler.close()
    root.setLevel(level)


def record(text: str) -> logging.LogRecord:
    return logging.LogRecord("bones", logging.INFO, "", 0, text, (), None)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[LimitedFile]:
    handler = LimitedFile(tmp_path / "errors.log", encoding="utf-8")
    yield handler
    handler.close()


def test_the_log_says_when_the_program_started_and_writes_on_where_it_was(root: logging.Logger, tmp_path: Path) -> None:
    path = tmp_path / "errors.log"
    path.write_text("older ü\n", "utf-8")
    log_to(path)
    logging.getLogger("bones_desktop.anything").info("ñ")
    lines = path.read_text("utf-8").splitlines()
    assert lines[0] == "older ü"
    assert " INFO bones_desktop start " in lines[1]
    assert lines[2].endswith(" INFO bones_desktop.anything ñ")


def test_without_a_file_the_terminal_is_told(root: logging.Logger, tmp_path: Path, capsys) -> None:
    log_to(tmp_path / "missing" / "errors.log")
    assert "bones_desktop start" in capsys.readouterr().err


def test_a_full_file_does_not_grow(opened: LimitedFile, tmp_path: Path) -> None:
    text = "x" * 50_000
    for number in range(2 * LONGEST // len(text)):
        opened.emit(record(f"{number} {text}"))
    [file] = tmp_path.iterdir()
    assert LONGEST <= file.stat().st_size < LONGEST + 2 * len(text)
    assert file.read_text("utf-8").startswith("0 ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_does_not_stop_the_program(opened: LimitedFile, tmp_path: Path, capsys) -> None:
    log = opened.stream.fileno()
    room, full = os.dup(log), os.open("/dev/full", os.O_WRONLY)
    os.dup2(full, log)
    for number in range(2):
        opened.emit(record(str(number)))
    assert "No space left" in capsys.readouterr().err
    os.dup2(room, log)
    opened.emit(record("2"))
    assert (tmp_path / "errors.log").read_text("utf-8") == "0\n1\n2\n"
    os.close(room)
    os.close(full)


def test_a_file_that_was_full_before_is_put_aside(tmp_path: Path) -> None:
    path = tmp_path / "errors.log"
    path.write_text("x" * LONGEST, "utf-8")
    handler = LimitedFile(path, encoding="utf-8")
    handler.emit(record("new"))
    handler.close()
    assert path.read_text("utf-8") == "new\n"
    assert (tmp_path / "errors.log.1").stat().st_size == LONGEST
