"""Show me how: notes beside what they are about, by mouse and by keys, that never stand in the way."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from bones_desktop.window.pages.tour import STEPS
from tests.support.running import Running

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def here(tmp_path, qapp):
    with Running(tmp_path) as made:
        made.window.resize(1366, 768)
        made.app.processEvents()
        yield made


def rect_of(widget, ground):
    return QRect(widget.mapTo(ground, QPoint()), widget.size())


def test_the_welcome_offers_to_show_how(here):
    [button] = [each for each in here.window.banner.findChildren(QPushButton) if each.text() == "Show me how"]
    QTest.mouseClick(button, LEFT)
    assert here.program.pages.tour.note.isVisible()
    assert not here.window.banner.isVisible()


def test_started_from_help_it_takes_the_welcome_away_but_no_other_message(here):
    assert here.window.banner.isVisible()
    here.trigger("show-how")
    assert not here.window.banner.isVisible()
    here.window.banner.show_message("A file was not saved.", tone="bad")
    here.trigger("show-how")
    assert here.window.banner.text == "A file was not saved."


@pytest.mark.parametrize("text_size", [100, 150])
def test_no_note_covers_what_it_asks_to_use(here, text_size):
    """The note about the dice lay over two of them, that of the culture over the backgrounds it goes on to."""
    here.program.settings.edit(text_size=text_size)
    here.trigger("show-how")
    tour, ground = here.program.pages.tour, here.window.centralWidget()
    for step in STEPS:
        here.app.processEvents()
        tour._follow()
        note = tour.note.geometry()
        for widget in (step.at(here.program.pages), *step.free(here.program.pages)):
            covered = rect_of(widget, ground).intersected(ground.rect()).intersected(note)
            shown = rect_of(widget, ground).intersected(ground.rect())
            most = shown.width() * shown.height() // 5
            assert covered.width() * covered.height() <= most, (step.id, widget.objectName())
        QTest.mouseClick(tour.note.next, LEFT)


@pytest.mark.parametrize("size", [(1000, 620), (1366, 768), (2560, 1440)])
def test_each_note_stands_beside_what_it_is_about(here, size):
    here.window.resize(*size)
    here.trigger("show-how")
    tour, ground = here.program.pages.tour, here.window.centralWidget()
    seen = set()
    for number, step in enumerate(STEPS, 1):
        here.app.processEvents()
        tour._follow()
        note, target = tour.note, step.at(here.program.pages)
        assert here.window.page == step.page
        assert target.isVisible(), step.id
        assert note.isVisible()
        assert ground.rect().contains(note.geometry()), step.id
        assert note.words.text() not in seen
        seen.add(note.words.text())
        assert note.count.text() == f"{number} of {len(STEPS)}"
        assert note.words.height() >= note.words.heightForWidth(note.words.width()), step.id
        if size[0] > 1000:
            covered = rect_of(target, ground).intersected(note.geometry())
            assert covered.width() * covered.height() * 2 < target.width() * target.height(), step.id
        QTest.mouseClick(note.next, LEFT)
    assert tour.note is None
    assert here.window.page == "table"


def test_keys_lead_through_and_escape_ends(here):
    here.trigger("show-how")
    tour = here.program.pages.tour
    for _ in range(3):
        QTest.keyClick(tour.note.next, Qt.Key.Key_Space)
    assert tour.note.count.text().startswith("4 ")
    QTest.mouseClick(tour.note.before, LEFT)
    assert tour.note.count.text().startswith("3 ")
    QTest.keyClick(tour.note.next, Qt.Key.Key_Escape)
    assert tour.note is None
    here.trigger("show-how")
    assert tour.note.count.text().startswith("1 ")
    QTest.mouseClick(tour.note.end, LEFT)
    assert tour.note is None


def test_the_window_goes_on_as_ever_meanwhile(here):
    here.trigger("show-how")
    tour = here.program.pages.tour
    here.trigger("log")
    tour._follow()
    assert not tour.note.isVisible()
    here.trigger("build")
    tour._follow()
    assert tour.note.isVisible()
    here.program.pages.build.origin.dice[2].picked.emit(here.program.pages.build.origin.dice[2].list.cards.rows[0])
    assert here.program.document.character.dice[2].template


def test_a_smaller_game_has_its_page_of_the_guide(here):
    from bones_desktop.storage.games.games import SMALL_GAMES

    here.program.files.work_on(SMALL_GAMES[0].samples[0])
    here.trigger("show-how")
    assert here.program.pages.reference.guide.page.id == SMALL_GAMES[0].game.id.replace("_", "-")
