"""Show me how: notes above the pages and a ring around what they are about, by mouse and by keys."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtTest import QTest

from bones_desktop.pages.builder.builderpanel import Tab
from bones_desktop.rules.bones.book.character import CharacterKind, MakingMode
from bones_desktop.rules.bones.book.characterdice import is_finished
from bones_desktop.rules.bones.making.edits import new_character
from bones_desktop.start.tour import STEPS
from tests.support.people import ragnar, someone
from tests.support.running import Running

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def here(tmp_path, qapp):
    with Running(tmp_path, page="") as made:
        made.window.resize(1366, 768)
        made.app.processEvents()
        yield made


def begin(here):
    """Press what the welcome offers."""
    QTest.mouseClick(here.button(here.window.banner, "Show me how"), LEFT)


def follow(tour):
    """Let the note follow at once, as it does by itself five times a second."""
    tour.findChild(QTimer).timeout.emit()


def rect_of(widget, ground):
    return QRect(widget.mapTo(ground, QPoint()), widget.size())


def test_the_welcome_offers_to_show_how(here):
    begin(here)
    assert here.program.pages.tour.note.isVisible()
    assert not here.window.banner.isVisible()


def test_started_from_help_it_takes_the_welcome_away_but_no_other_message(here):
    assert here.window.banner.isVisible()
    here.trigger("show-how")
    assert not here.window.banner.isVisible()
    here.window.banner.show_message("A file was not saved.", tone="bad")
    here.trigger("show-how")
    assert here.window.banner.text == "A file was not saved."


def test_by_the_core_rules_only_the_notes_that_are_shown_are_counted(here):
    """The first was one of nine, the second the third."""
    here.trigger("show-how")
    here.program.document.apply("Core", lambda who: new_character(who.id, MakingMode.CORE))
    tour = here.program.pages.tour
    here.app.processEvents()
    follow(tour)
    counts = []
    while tour.note is not None:
        counts.append(tour.note.count.text())
        QTest.mouseClick(tour.note.next, LEFT)
    assert counts == [f"{number} of 8" for number in range(1, 9)]


@pytest.mark.parametrize("size", [(1000, 620), (1366, 768), (2560, 1440)])
def test_each_note_rings_what_it_is_about(here, size):
    here.window.resize(*size)
    here.trigger("show-how")
    tour, ground = here.program.pages.tour, here.window
    seen = set()
    for number, step in enumerate(STEPS, 1):
        here.app.processEvents()
        follow(tour)
        note, target = tour.note, step.at(here.program.pages)
        assert here.window.page == step.page
        assert target.isVisible(), step.id
        assert note.isVisible()
        assert ground.rect().contains(rect_of(note, ground)), step.id
        assert note.ring.geometry().intersects(rect_of(target, ground)), step.id
        assert note.words.text() not in seen
        seen.add(note.words.text())
        assert note.count.text() == f"{number} of {len(STEPS)}"
        assert note.words.height() >= note.words.heightForWidth(note.words.width()), step.id
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


def test_escape_ends_it_whatever_has_the_keys_unless_that_takes_it(here):
    """It did while a button of the note had them, and not from the dice, which the note is about."""
    tour, pages, build = here.program.pages.tour, here.program.pages, here.program.pages.build

    places = {
        ("build", Tab.ORIGIN): lambda: [build.origin.dice[0].list],
        ("build", Tab.DICE): lambda: [build.dice.board.nets[0].tiles[0]],
        ("build", Tab.STORY): lambda: [build.story.lines["name"]],
        ("build", Tab.ODDS): lambda: [build.odds.full.table],
        ("table", None): lambda: [pages.table, pages.table.tray],
    }
    for (page, tab), widgets in places.items():
        for place in range(len(widgets())):
            here.trigger("show-how")
            here.trigger(page)
            if tab is not None:
                build.tabs.setCurrentIndex(tab)
            else:
                pages.table.throw()
            here.app.processEvents()
            widgets()[place].setFocus()
            QTest.keyClick(here.app.focusWidget(), Qt.Key.Key_Escape)
            assert tour.note is None, widgets()[place]
    here.trigger("show-how")
    palette = build.dice.palette_panel
    build.tabs.setCurrentIndex(Tab.DICE)
    palette.start_search("m")
    QTest.keyClick(palette.search, Qt.Key.Key_Escape)
    assert palette.search.text() == ""
    assert tour.note is not None, "it left the search"


def test_the_window_goes_on_as_ever_meanwhile(here):
    here.trigger("show-how")
    tour = here.program.pages.tour
    here.trigger("log")
    follow(tour)
    assert not tour.note.isVisible()
    here.trigger("build")
    follow(tour)
    assert tour.note.isVisible()
    here.program.pages.build.origin.dice[2].picked.emit(here.program.pages.build.origin.dice[2].list.cards.rows[0])
    assert here.program.document.character.dice[2].template


def test_a_smaller_game_has_its_page_of_the_guide(here):
    from bones_desktop.storage.games import SMALL_GAMES

    here.program.files.work_on(SMALL_GAMES[0].samples[0])
    here.trigger("show-how")
    assert here.program.pages.reference.guide.page.id == SMALL_GAMES[0].game.id.replace("_", "-")


def choose(here, die, name):
    cards = here.program.pages.build.origin.dice[die]
    cards.picked.emit(next(card for card in cards.list.cards.rows if card.name == name))
    here.app.processEvents()


def test_the_welcome_shows_how_with_an_empty_character(here):
    """On Ragnar, who is half done, choosing a culture asked about conflicts."""
    begin(here)
    assert not any(die.template for die in here.program.document.character.dice)
    assert here.program.pages.tour.note.isVisible()
    choose(here, 0, "Roman")
    assert not here.dialogs()


def test_next_is_called_skip_until_what_a_note_asks_for_is_done(here):
    begin(here)
    tour = here.program.pages.tour
    assert tour.note.next.text() == "Skip"
    choose(here, 0, "Gaul")
    choose(here, 1, "Hunter/Gatherer")
    follow(tour)
    assert tour.note.next.text() == "Next"
    QTest.mouseClick(tour.note.next, LEFT)
    assert tour.note.next.text() == "Skip"
    ring, ground = tour.note.ring.geometry(), here.window
    for column in here.program.pages.build.origin.dice[2:]:
        assert ring.contains(rect_of(column, ground))


def test_space_throws_where_the_note_says_so_and_the_next_note_follows(here):
    """The focus was on Next, so that Space turned the page to a reading of nothing."""
    here.trigger("show-how")
    tour = here.program.pages.tour
    while tour.step.id != "task":
        QTest.mouseClick(tour.note.next, LEFT)
    assert tour.note.next.text() == "Skip"
    QTest.keyClick(here.app.focusWidget(), Qt.Key.Key_Space)
    QTest.qWait(50)
    assert here.program.pages.table.play.played is not None
    assert tour.step.id == "reading"
    assert tour.note.next.text() == "Done"
    assert tour.note.words.text().startswith("This explains")


def test_a_reading_that_is_not_there_yet_is_spoken_of_as_such(here):
    here.trigger("show-how")
    tour = here.program.pages.tour
    while tour.step.id != "reading":
        QTest.mouseClick(tour.note.next, LEFT)
    assert tour.note.words.text().startswith("Once dice are rolled")


def shown(tour):
    """Return which note is in sight, "" for none."""
    follow(tour)
    assert tour.note.isVisible() == tour.note.ring.isVisible()
    return tour.step.id if tour.note.isVisible() else ""


def name_ada(here):
    """Name the character, whose Story tab is out of view and takes no keys."""
    here.program.document.apply("Name", lambda who: who.with_(name="Ada"))


def fill(here):
    """Choose origins and icons until no face is empty."""
    for die, name in enumerate(("Gaul", "Hunter/Gatherer", "Armsman", "Armsman")):
        choose(here, die, name)
    page = here.program.pages.build.dice
    page.go_to_first_empty()
    for _face in range(24):
        if any(face.is_unfilled for die in here.program.document.character.dice for face in die.faces):
            palette = page.palette_panel
            palette.view.setCurrentIndex(palette.model.index(palette.model.first_allowed(), 0))
            QTest.keyClick(palette.view, Qt.Key.Key_Return)
            here.app.processEvents()


def test_a_note_follows_by_what_the_page_itself_offers_to_press(here):
    """Next: dice and Finish led to where the note was gone without a word."""
    begin(here)
    tour, build = here.program.pages.tour, here.program.pages.build
    fill(here)
    QTest.mouseClick(tour.note.next, LEFT)
    assert shown(tour) == "trade"
    QTest.mouseClick(build.origin.next, LEFT)
    assert shown(tour) == "faces"
    focus = here.app.focusWidget()
    assert not tour.note.isAncestorOf(focus)
    while tour.step.id != "gear":
        QTest.mouseClick(tour.note.next, LEFT)
    name_ada(here)
    QTest.mouseClick(build.head.finish, LEFT)
    assert is_finished(here.program.document.character)
    assert build.tabs.currentIndex() == Tab.GROWTH
    assert shown(tour) == "growth"
    here.trigger("table")
    assert shown(tour) == "task"
    QTest.keyClick(here.program.pages.table, Qt.Key.Key_Space)
    assert shown(tour) == "reading"
    assert tour.note.next.text() == "Done"


def test_a_note_waits_where_none_belongs_and_is_the_same_when_one_comes_back(here):
    begin(here)
    tour, build = here.program.pages.tour, here.program.pages.build
    QTest.mouseClick(tour.note.next, LEFT)
    for action in ("log", "table"):
        here.trigger(action)
        assert shown(tour) == ("task" if action == "table" else "")
        here.trigger("build")
        assert shown(tour) == "trade"
    build.tabs.setCurrentIndex(Tab.ODDS)
    assert shown(tour) == ""
    build.tabs.setCurrentIndex(Tab.STORY)
    assert shown(tour) == "name"
    here.trigger("show-how")
    build.tabs.setCurrentIndex(Tab.ORIGIN)
    assert shown(tour) == "culture"


def test_from_help_a_finished_character_is_left_alone(here):
    """The notes asked for a culture of one whose dice are kept as created."""
    begin(here)
    fill(here)
    name_ada(here)
    QTest.mouseClick(here.program.pages.build.head.finish, LEFT)
    finished = here.program.document.character
    assert is_finished(finished)
    here.trigger("show-how")
    assert not any(die.template for die in here.program.document.character.dice)
    assert shown(here.program.pages.tour) == "culture"
    assert "Ada stays as it is" in here.window.toast.text()
    here.program.session.flush()
    [path] = [entry.path for entry in here.program.desk.shelf.newest() if entry.name == "Ada"]
    here.program.files.work_on(path)
    assert here.program.document.character == finished


def test_from_help_a_cast_member_is_left_alone(here):
    """It has no origin, so that no note was shown."""
    here.program.document.open(someone(CharacterKind.CAST, "universal,melee,melee,defend,defend,blank"))
    here.trigger("show-how")
    assert here.program.document.character.kind is CharacterKind.PLAYER
    assert shown(here.program.pages.tour) == "culture"


def test_tab_leads_from_a_note_into_what_it_is_about_and_so_does_its_end(here):
    """Tab went to the Shelf button, eleven presses away from the cultures, and so did the focus after Escape."""
    here.trigger("show-how")
    tour, pages = here.program.pages.tour, here.program.pages
    cultures = pages.build.origin.dice[0]
    QTest.keyClick(tour.note.next, Qt.Key.Key_Tab)
    assert cultures.isAncestorOf(here.app.focusWidget())
    tour.note.next.setFocus()
    QTest.keyClick(tour.note.next, Qt.Key.Key_Escape)
    assert cultures.isAncestorOf(here.app.focusWidget())


def test_notes_leave_the_order_of_the_keys_as_it_is(here):
    """The name stood behind the last button of the window once a note had been beside it."""
    here.trigger("build")
    build = here.program.pages.build
    build.tabs.setCurrentIndex(Tab.STORY)
    name = build.story.lines["name"]
    before = name.previousInFocusChain(), name.nextInFocusChain()
    here.trigger("show-how")
    tour = here.program.pages.tour
    while tour.note is not None:
        QTest.mouseClick(tour.note.next, LEFT)
    assert (name.previousInFocusChain(), name.nextInFocusChain()) == before


def test_icons_are_skipped_while_faces_are_empty_and_no_plus_is_spoken_of_where_there_is_none(here):
    begin(here)
    tour = here.program.pages.tour
    for _ in range(2):
        QTest.mouseClick(tour.note.next, LEFT)
    assert tour.step.id == "faces"
    assert "plus" not in tour.note.words.text()
    QTest.mouseClick(tour.note.next, LEFT)
    assert tour.note.next.text() == "Skip"
    here.program.document.apply("All", lambda now: now.with_(dice=ragnar().dice))
    follow(tour)
    assert tour.note.next.text() == "Next"
    QTest.mouseClick(tour.note.before, LEFT)
    assert "plus" in tour.note.words.text()
    while tour.step.id != "name":
        QTest.mouseClick(tour.note.next, LEFT)
    assert tour.note.next.text() == "Skip"  # it was called Next beside an empty name
    QTest.keyClicks(here.program.pages.build.story.lines["name"], "Ada")
    follow(tour)
    assert tour.note.next.text() == "Next"


def test_a_note_goes_along_to_the_part_of_a_tab_that_is_used(here):
    """The first lay over the third die while it was chosen."""
    begin(here)
    tour, build = here.program.pages.tour, here.program.pages.build
    build.origin.dice[1].list.setFocus()
    follow(tour)
    assert tour.step.id == "culture"
    build.origin.dice[3].list.setFocus()
    follow(tour)
    assert tour.step.id == "trade"
    build.origin.dice[0].list.setFocus()
    follow(tour)
    assert tour.step.id == "trade"
    build.tabs.setCurrentIndex(Tab.STORY)
    follow(tour)
    build.story.along.items.add.setFocus()
    follow(tour)
    assert tour.step.id == "gear"


def test_a_character_by_the_core_rules_is_shown_its_races(here):
    """There was no note, as if nothing had happened."""
    here.program.document.apply("Core", lambda who: new_character(who.id, MakingMode.CORE))
    here.trigger("show-how")
    tour, races = here.program.pages.tour, here.program.pages.build.origin.races
    assert tour.note.isVisible()
    assert "race" in tour.note.words.text()
    assert tour.note.ring.geometry().intersects(rect_of(races, here.window))
    races.setFocus()
    follow(tour)
    assert tour.step.id == "culture", "the next says the same"
    QTest.mouseClick(tour.note.next, LEFT)
    assert tour.step.id == "faces"
    QTest.mouseClick(tour.note.before, LEFT)
    assert tour.step.id == "culture"
    here.program.document.apply("Cold Iron", lambda who: new_character(who.id))
    follow(tour)
    assert "culture" in tour.note.words.text()


def begin_fight(here):
    """Start the notes about a fight from its empty page."""
    here.trigger("encounter")
    QTest.mouseClick(here.program.pages.encounter.nothing.acts[1], LEFT)
    return here.program.pages.tour


@pytest.mark.parametrize("size", [(1000, 620), (1366, 768), (2560, 1440)])
def test_five_notes_lead_through_a_fight(here, size):
    here.window.resize(*size)
    tour, page, ground = begin_fight(here), here.program.pages.encounter, here.window
    assert shown(tour) == "join"
    assert tour.note.next.text() == "Skip"
    here.program.pages.fights.ask_fighters()
    ask = here.dialog()
    QTest.keyClicks(ask.search, "wolf, 3 goblins")
    QTest.keyClick(ask.search, Qt.Key.Key_Return)
    ask.side.activated.emit(next(each for each in ask.side.model.rows if each.key == "A"))
    QTest.keyClicks(ask.search, "mercenary")
    QTest.keyClick(ask.search, Qt.Key.Key_Return)
    ask.accept()
    seen = [tour.step.id]
    for _ in range(4):
        follow(tour)
        note, step = tour.note, tour.step
        assert ground.rect().contains(rect_of(note, ground)), step.id
        if step.id == "declare":
            QTest.mouseClick(page.nearest, LEFT)
        if step.id == "roll":
            QTest.keyClick(here.app.focusWidget(), Qt.Key.Key_Space)
            here.app.processEvents()
            assert page.fight.has_begun
        else:
            QTest.mouseClick(note.next, LEFT)
        seen.append(tour.step.id)
    assert seen == ["join", "declare", "roll", "allot", "close"]
    assert tour.note.count.text() == "5 of 5"
    assert tour.note.next.text() == "Done"
    QTest.mouseClick(tour.note.next, LEFT)
    assert tour.note is None


def test_the_notes_about_a_fight_leave_the_character_alone_and_end_those_of_the_tour(here):
    before = here.program.document.character
    here.trigger("show-how")
    first = here.program.pages.tour.note
    here.trigger("encounter")
    here.trigger("show-how")
    tour = here.program.pages.tour
    assert tour.note is not first
    assert shown(tour) == "join"
    assert here.program.document.character == before
    here.trigger("build")
    assert shown(tour) == ""
    here.trigger("show-how")
    assert shown(tour) == "culture"
