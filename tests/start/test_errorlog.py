"""The log of errors stays short, and outlives what becomes of its folder."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from bones_desktop.start.faults import BEFORE, LONGEST, LimitedFile, log_to


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
    handler = LimitedFile(tmp_path / "errors.log")
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


def test_a_full_file_is_put_aside_and_the_oldest_goes(opened: LimitedFile, tmp_path: Path) -> None:
    text = "x" * 50_000
    each = LONGEST // len(text)
    for number in range((BEFORE + 2) * each):
        opened.emit(record(f"{number} {text}"))
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["errors.log", *(f"errors.log.{number}" for number in range(1, BEFORE + 1))]
    assert max(path.stat().st_size for path in tmp_path.iterdir()) < LONGEST + 2 * len(text)
    written = "".join((tmp_path / f"errors.log{number}").read_text("utf-8") for number in (".2", ".1", ""))
    kept = [line.split()[0] for line in written.splitlines()]
    last = (BEFORE + 2) * each - 1
    assert kept == [str(number) for number in range(int(kept[0]), last + 1)]
    assert len(kept) > BEFORE * each


def test_a_file_that_was_full_before_is_put_aside_at_once(tmp_path: Path) -> None:
    path = tmp_path / "errors.log"
    path.write_text("x" * LONGEST, "utf-8")
    handler = LimitedFile(path)
    handler.emit(record("new"))
    handler.close()
    assert path.read_text("utf-8") == "new\n"
    assert (tmp_path / "errors.log.1").stat().st_size == LONGEST


def test_what_cannot_be_put_aside_stops_nothing(
    opened: LimitedFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    def refused(_self: Path, _target: Path) -> None:
        raise PermissionError("no")

    opened.emit(record("x" * LONGEST))
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", refused)
        opened.emit(record("lost"))
    assert "PermissionError" in capsys.readouterr().err
    opened.emit(record("new"))
    assert (tmp_path / "errors.log").read_text("utf-8") == "new\n"
