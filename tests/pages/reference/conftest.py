"""The program with Bob open, for tests of the guide and the reference."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from bones_desktop.pages.builder.builderpanel import Tab
from tests.start.reader import Reader, with_bob
from tests.support.running import for_the_module


@pytest.fixture(scope="module")
def reader_of_the_module(tmp_path_factory: pytest.TempPathFactory, qapp: QObject) -> Iterator[Reader]:
    with for_the_module(with_bob(tmp_path_factory.mktemp("reader"))) as made:
        made.trigger("table")  # has a list of names, a window of its own, from the first time on
        yield made


@pytest.fixture
def reader(reader_of_the_module: Reader) -> Reader:
    """The same program for all tests of a module, with Bob as he was, nothing looked for, and Build in view."""
    reader = reader_of_the_module
    reader.program.files.work_on(reader.bob)
    while reader.program.document.undo_stack.canUndo():
        reader.program.document.undo_stack.undo()
    reader.reference.search("")
    reader.trigger("build")
    reader.program.pages.build.tabs.setCurrentIndex(Tab.DICE)  # as at the start, with nothing amiss
    return reader


@pytest.fixture
def new_reader(tmp_path: Path, qapp: QObject) -> Iterator[Reader]:
    """A program of one test, whose pages nobody has used before."""
    with with_bob(tmp_path) as made:
        yield made
