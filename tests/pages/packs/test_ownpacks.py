"""Packs in the running program: dropped, used at once, missed when removed, and not loaded where there are none."""

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from bones_desktop.desk.windowparts import Header
from bones_desktop.pages.builder.alongbox import AlongBox
from bones_desktop.pages.builder.itemdialog import ItemDialog
from bones_desktop.rules.bones.injury.injuries import add_printed_item
from bones_desktop.rules.bones.life.packs import with_packs
from bones_desktop.rules.bones.making.edits import set_racial_icon, set_template
from bones_desktop.storage.files.characterfile import write_character
from bones_desktop.storage.packfile import write_pack
from tests.support.packs import norse
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook
from tests.support.running import Running


@pytest.fixture
def run(qapp, tmp_path):
    def start(*files: Path) -> Running:
        return Running(tmp_path / "home", *files)

    return start


@pytest.fixture
def given(tmp_path):
    path = tmp_path / "norse.bonespack.json"
    write_pack(path, norse())
    return path


@pytest.fixture
def raider(tmp_path):
    path = tmp_path / "raider.bones"
    write_character(path, set_template(with_packs(rulebook(), [norse()]), ragnar(), 3, "norse/raider"))
    return path


def line(running):
    return " ".join(label.accessibleName() for label in running.window.findChild(Header).findChildren(QLabel))


def codes(running):
    return [problem.reason.code for problem in running.program.document.problems]


def test_a_dropped_pack_is_used_at_once_and_missed_when_it_goes(run, given, raider):
    with run(raider) as running:
        assert "template-of-missing-pack" in codes(running)
        assert "uses the pack norse, which is not here" in line(running)
        for page in ("build", "table", "sheet", "reference"):
            running.window.show_page(page)
        running.window.files_dropped.emit((given,))
        assert "template-of-missing-pack" not in codes(running)
        assert "uses the pack The Norse" in line(running)
        assert "which is not here" not in line(running)
        running.program.packs.library.undo_stack.undo()
        assert "template-of-missing-pack" in codes(running)
        assert running.program.document.sheet.dice[3].title == "Raider"


def test_packs_are_there_at_the_next_start(run, given, raider):
    with run() as running:
        running.window.files_dropped.emit((given,))
    with run(raider) as running:
        assert "template-of-missing-pack" not in codes(running)
        running.trigger("packs")
        assert [file.pack.id for file in running.program.packs.library.files] == ["norse"]
        running.window.show_page("reference")
        running.program.pages.reference.search("Long axe")
        assert running.program.pages.reference.model.rows[0].house


def test_a_pack_handed_over_with_a_character_is_taken_in_first(run, given, raider):
    with run(given, raider) as running:
        assert running.program.document.character.dice[3].template == "norse/raider"
        assert "template-of-missing-pack" not in codes(running)


def test_the_last_messages_include_the_messages_of_the_window(run, given):
    with run() as running:
        running.window.files_dropped.emit((given,))
        told = running.program.packs.window.toast.text()
        assert told
        assert told in running.program.desk.messages.text


def test_a_race_of_a_pack_is_drawn_as_its_letters_on_screen_and_paper(run, given):
    with run() as running:
        unknown = running.program.theme.faces.image("nothing", 48)
        running.window.files_dropped.emit((given,))
        document = running.program.document
        document.apply("Race", lambda now: set_racial_icon(document.rulebook, now, "norse/troll"))
        for faces in (running.program.theme.faces, running.program.printing.kit.faces):
            assert faces.image("norse/troll", 48) != unknown
        running.program.packs.library.edit(
            "Letters", "norse", lambda pack: pack.with_(races=(pack.races[0].with_(letters="X"),))
        )
        assert running.program.theme.faces.image("norse/troll", 48) == running.program.theme.faces.image("other/x", 48)


def test_a_damaged_pack_is_told_once_and_opens_the_window(run, tmp_path):
    packs = tmp_path / "home" / "data" / "packs"
    packs.mkdir(parents=True)
    (packs / "bad.json").write_text("{", encoding="utf-8")
    with run() as running:
        running.window.banner.dismiss()
    with run() as running:
        assert "bad.json" in running.window.banner.text
        QTest.mouseClick(running.button(running.window.banner, "House templates…"), Qt.MouseButton.LeftButton)
        assert running.dialog().objectName() == "packs"
        running.window.show_page("shelf")
        assert running.window.banner.text == ""


def test_without_packs_a_start_reads_nothing_of_them(tmp_path):
    code = (
        "import sys; from datetime import UTC, datetime; from pathlib import Path;"
        "from PySide6.QtWidgets import QApplication; app = QApplication([]);"
        "from bones_desktop.storage.files.locations import Locations;"
        "from bones_desktop.start.application import Application;"
        "running = Application(app, Locations.under(Path(sys.argv[1])), lambda: datetime.now(UTC));"
        "running.open_first(());"
        "print([name for name in sys.modules if 'pack' in name and 'bones_desktop' in name]); running.close()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, timeout=60, check=True,
        cwd=Path(__file__).parents[3],
    )  # fmt: skip
    loaded = done.stdout.splitlines()[-1]
    for heavy in ("packlibrary", "packwindow", "packfile", "storage.packs", "packedrulebook"):
        assert heavy not in loaded


def test_equipment_of_a_pack_is_badged_where_it_is_chosen_and_carried(run, given):
    with run() as running:
        running.window.files_dropped.emit((given,))
        document = running.program.document
        document.apply("Add", lambda now: add_printed_item(document.rulebook, now, "norse/long-axe"))
        running.window.show_page("build")
        (along,) = running.program.pages.build.story.findChildren(AlongBox)
        along.refresh()
        assert along.items.view.lines.rows[-1].right.endswith("house rule")
        offered = {choice.key: choice.badge for choice in along.items.add.model.rows}
        assert offered["norse/long-axe"].endswith("house rule")
        assert not offered["sword"].endswith("house rule")


def test_with_printed_ones_only_equipment_of_packs_is_not_offered_but_carried(run, given):
    with run() as running:
        running.window.files_dropped.emit((given,))
        document = running.program.document
        document.apply("Add", lambda now: add_printed_item(document.rulebook, now, "norse/long-axe"))
        running.window.show_page("build")
        build = running.program.pages.build
        build.tabs.setCurrentIndex(2)

        def offered():
            build.story.items.buttons["make"].click()
            dialog = build.window().findChild(ItemDialog)
            keys = {choice.key for choice in dialog.form.fields["start"].model.rows}
            dialog.close()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            return keys, {choice.key for choice in build.story.items.add.model.rows}

        assert all({"norse/long-axe", "sword"} <= keys for keys in offered())
        running.program.settings.edit(printed_templates_only=True)
        for keys in offered():
            assert "norse/long-axe" not in keys
            assert "sword" in keys
        assert len(build.story.items.view.lines.rows) == 1
