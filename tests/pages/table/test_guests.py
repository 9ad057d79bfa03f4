"""Characters that were opened from outside the shelf throw and are thrown against like those on it."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.fight.fights import FightSide
from bones_desktop.storage.files.characterfile import write_character
from tests.support.people import bob, ragnar
from tests.support.running import Running


def written(path: Path, character: Character) -> Path:
    path.parent.mkdir(exist_ok=True)
    write_character(path, character)
    return path


def test_who_was_opened_last_is_offered_to_throw_and_as_opponent(qtbot: QtBot, tmp_path: Path) -> None:
    first = written(tmp_path / "stick" / "ragnar.bones", ragnar())
    second = written(tmp_path / "stick" / "bob.bones", bob().with_(id="b" * 32))
    with Running(tmp_path / "home", first) as running:
        running.program.files.work_on(second)
        running.window.show_page("table")
        table = running.program.pages.table
        who = table.strip.who
        who.open()
        qtbot.waitUntil(lambda: "Ragnar" in [each.text for each in who.model.rows])
        ragnar_again = next(each for each in who.model.rows if each.text == "Ragnar")
        who.popup.close()
        table.strip.form.answer("difficulty", "")
        opponent = table.strip.form.fields["opponent"]
        opponent.open()
        qtbot.waitUntil(lambda: f"file:{first}" in [each.key for each in opponent.model.rows])
        chosen = next(each for each in opponent.model.rows if each.key == f"file:{first}")
        opponent.popup.close()
        opponent.activated.emit(chosen)
        fight = running.program.pages.odds
        fight.come_up()
        qtbot.waitUntil(lambda: f"file:{first}" in [each.key for each in fight.setup.sides[FightSide.A].who.model.rows])
        fight.close()
        assert table.strip.request.opponent == f"file:{first}"
        assert table.strip.opponent.name == "Ragnar"
        who.activated.emit(ragnar_again)
        assert running.program.document.character.name == "Ragnar"
