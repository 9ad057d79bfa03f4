"""The Scene page of a smaller game in the running program, by keys alone, and its file at the next start."""

import shutil
from pathlib import Path
from unittest.mock import patch

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from bones_desktop.pages.games.scenepage import ScenePage
from bones_desktop.storage.files.locations import REMOVED, Locations
from bones_desktop.storage.games import game_of, read_any
from bones_desktop.storage.log.logentry import EntryKind
from bones_desktop.widgets.dice.geometry import Camera
from tests.support.running import Running
from tests.support.spoken import faults, parts

FOE = {"margin": 3, "basics": 3, "five_modes": 3, "story_bones": 3}
FIRST = {"margin": "tamsin", "basics": "harriet", "five_modes": "brida", "story_bones": "wren"}


class SceneProgram(Running):
    """The program with a character of a smaller game and its scene."""

    def open_game(self, folder: Path, game: str) -> None:
        small = game_of(game)
        assert small is not None
        characters = Locations.under(folder).characters
        characters.mkdir(parents=True, exist_ok=True)
        for each in small.samples:
            shutil.copy(each, characters / each.name)
        self.program.files.open(characters / f"{FIRST[game]}.bones")
        self.trigger("encounter")
        self.app.processEvents()

    @property
    def page(self) -> ScenePage:
        found = self.window.page_widget()
        assert isinstance(found, ScenePage)
        return found

    @property
    def scene(self):
        return self.program.games.current.scenes.document.value

    def press(self, key: Qt.Key) -> None:
        QTest.keyClick(self.page, key)
        self.app.processEvents()
        self.page.tray.skip()
        self.app.processEvents()

    def add_foes(self, count: int) -> None:
        self.page.add.setFocus()
        QTest.keyClick(self.page.add, Qt.Key.Key_Space)
        self.app.processEvents()
        self.page.form.answer("count", count)
        QTest.keyClick(self.page.form, Qt.Key.Key_Return)
        self.app.processEvents()


@pytest.fixture
def program(tmp_path, qapp):
    with SceneProgram(tmp_path) as made:
        made.folder = tmp_path
        yield made


@pytest.mark.parametrize("game", FIRST)
def test_a_scene_of_each_game_is_played_by_keys(program, game):
    program.open_game(program.folder, game)
    page = program.page
    QTest.keyClick(page.everyone, Qt.Key.Key_Space)
    program.app.processEvents()
    program.add_foes(2)
    assert len(program.scene.fighters) == len(game_of(game).samples) + 2
    assert program.scene.sides == ("Party", "Foes")
    assert not faults(parts(program.window))
    program.press(Qt.Key.Key_N)
    assert program.scene.round == 1
    assert program.scene.turn
    for _turn in range(3):
        acts = [*page.acts]
        page.choose(next((each for each in acts if each in {"attack", "fight", "shoot", "contest"}), acts[0]))
        program.press(Qt.Key.Key_Space)
        while program.scene.offers:
            program.press(Qt.Key.Key_T)
        program.press(Qt.Key.Key_N)
    assert program.scene.steps
    assert page.steps.view.lines.rows


def test_a_line_that_the_scene_lacks_after_a_kill_is_struck_out(qapp, tmp_path):
    folder, killed = tmp_path / "data folder", tmp_path / "killed"
    with SceneProgram(folder) as program:
        program.open_game(folder, "margin")
        program.page.everyone.click()
        program.press(Qt.Key.Key_N)
        play = program.program.games.current.scenes.play
        play.journal.kept.connect(lambda _line: killed.exists() or shutil.copytree(folder, killed))
        program.page.choose("attack")
        program.press(Qt.Key.Key_Space)
        steps = len(program.scene.steps)
    shutil.rmtree(folder)
    killed.rename(folder)
    with SceneProgram(folder) as program:
        program.open_game(folder, "margin")
        assert len(program.scene.steps) == steps - 1
        lines = [each for each in program.program.pages.room.log.latest() if each.kind is EntryKind.THROW]
        assert [each.stands for each in lines] == [*[True] * (len(lines) - 1), False]


@pytest.mark.parametrize(("text", "size", "least"), [(200, (1360, 740), 60), (150, (1020, 570), 50)])
def test_dice_are_large_and_the_turn_in_view_with_large_text(program, text, size, least):
    """Dice were 40 pixels large, the result covered the tray, and the buttons of the turn were out of view."""
    program.open_game(program.folder, "margin")
    program.program.settings.edit(text_size=text)
    program.window.setMinimumSize(0, 0)
    program.window.resize(*size)
    page, tray = program.page, program.page.tray
    page.everyone.click()
    program.press(Qt.Key.Key_N)

    def whole(widget):
        return widget.visibleRegion().boundingRect() == widget.rect()

    page.choose("attack")
    program.press(Qt.Key.Key_Space)
    QTest.qWait(100)
    assert whole(tray)
    assert len(tray.contents.dice) == 6
    camera = Camera(tray.width(), tray.height(), *tray.stage.tray)
    assert camera.zoom((0.0, tray.stage.tray[1] / 2 - 1, 1.0)) >= least - 0.5
    assert page.reading.y() > tray.geometry().bottom()
    for button in (page.press, page.next, page.begin):
        assert whole(button), button.text()
    page.ask_newcomer()
    QTest.qWait(100)
    assert whole(page.press)
    assert whole(page.form.fields["newcomer"]), "the form is in view"


def test_the_keys_of_the_page_work_in_its_lists_and_letters_in_its_fields(program):
    program.open_game(program.folder, "margin")
    page = program.page
    page.everyone.click()
    program.add_foes(1)
    page.roster.view.setFocus()
    QTest.keyClick(page.roster.view, Qt.Key.Key_N)
    assert program.scene.round == 1
    turn = program.scene.turn
    QTest.keyClick(page.roster.view, Qt.Key.Key_2)
    assert page._act == [*page.acts][1]
    QTest.keyClick(page.roster.view, Qt.Key.Key_Return)
    assert program.scene.turn != turn
    QTest.keyClick(page.roster.view, Qt.Key.Key_Insert)
    name = page.form.fields["name"]
    QTest.keyClicks(name, "nt b")
    assert "nt b" in page.form.answers.text("name")
    assert program.scene.round == 1


def test_a_key_opens_the_list_of_the_other_acts_and_buttons_name_their_digit(program):
    program.open_game(program.folder, "margin")
    page = program.page
    page.everyone.click()
    program.press(Qt.Key.Key_N)
    assert [each.toolTip() for each in page.acts.values()] == [str(n + 1) for n in range(len(page.acts))]
    assert page.others.isVisible()
    QTest.keyClick(page, Qt.Key.Key_M)
    assert page._others.isVisible()
    page._others.close()


def test_digits_are_faces_after_the_key_for_real_dice(program):
    program.open_game(program.folder, "five_modes")
    page = program.page
    page.everyone.click()
    program.add_foes(1)
    program.press(Qt.Key.Key_N)
    page.choose("shoot" if "shoot" in page.acts else "attack")
    act = page._act
    program.press(Qt.Key.Key_B)
    QTest.keyClick(program.window.focusWidget(), Qt.Key.Key_2)
    assert page._act == act
    QTest.keyClick(program.window.focusWidget(), Qt.Key.Key_Return)
    program.app.processEvents()
    assert program.scene.steps[-1].what == act
    assert page._seat.play.current.by_hand
    assert page.form.fields["throw"].entry.isHidden()
    assert program.window.focusWidget() is page.press
    program.press(Qt.Key.Key_T)
    assert page._act == "hits"
    assert page.form.fields["throw"].entry.isVisible(), "real dice follow real dice"


def test_esc_in_the_form_of_a_newcomer_gives_the_focus_back(program):
    program.open_game(program.folder, "margin")
    program.press(Qt.Key.Key_Insert)
    QTest.keyClick(program.window.focusWidget(), Qt.Key.Key_Escape)
    assert program.page.cancel.isHidden()
    assert program.window.focusWidget() is program.page.add


def test_the_scene_is_there_again_at_the_next_start(tmp_path, qapp):
    with SceneProgram(tmp_path) as first:
        first.open_game(tmp_path, "margin")
        first.add_foes(3)
        first.press(Qt.Key.Key_N)
        before = first.scene
    with SceneProgram(tmp_path) as second:
        second.open_game(tmp_path, "margin")
        assert second.scene == before
        assert [each.text for each in second.page.roster.view.lines.rows][1:] == ["Foe 1", "Foe 2", "Foe 3"]


def test_undo_and_redo_take_whole_turns(program):
    program.open_game(program.folder, "margin")
    program.page.everyone.click()
    program.add_foes(1)
    program.press(Qt.Key.Key_N)
    began = program.scene
    program.press(Qt.Key.Key_Space)
    program.press(Qt.Key.Key_N)
    assert program.scene != began
    program.trigger("undo")
    assert program.scene == began
    program.trigger("redo")
    assert program.scene.turn != began.turn


def test_wounds_are_in_the_files_and_on_the_other_pages(program):
    program.open_game(program.folder, "margin")
    program.page.everyone.click()
    program.add_foes(1)
    program.press(Qt.Key.Key_N)
    play, scene = program.page._seat.play, program.scene
    hero = next(each for each in scene.fighters if each.name == "Tamsin")
    foe = scene.fighters[-1]
    for _again in range(30):
        program.page.roster.view.go_to(foe.id)
        program.page.choose("attack")
        program.page.form.answer("whom", hero.id)
        program.press(Qt.Key.Key_Space)
        if program.scene.offers:
            break
    program.page.take_offer(program.scene.offers[0].id, hero.id)
    path = Locations.under(program.folder).characters / "tamsin.bones"
    assert read_any(path)[1].value.lp_lost > 0
    assert program.program.games.current.document.value.lp_lost > 0
    assert play.scene.fighter(hero.id).character.lp_lost > 0


def test_what_follows_from_these_dice_comes_before_what_waits(program):
    program.open_game(program.folder, "margin")
    program.page.everyone.click()
    program.add_foes(1)
    program.press(Qt.Key.Key_N)
    for _again in range(60):
        before = len(program.scene.offers)
        program.page.roster.view.go_to(program.scene.fighters[-1].id)
        program.page.choose("attack")
        program.press(Qt.Key.Key_Space)
        if len(program.scene.offers) > before >= 3:
            break
    reading = program.page.reading
    assert [each._offer.id for each in reading.offers] == [
        program.scene.offers[-1].id,
        *(each.id for each in program.scene.offers[:-1]),
    ]
    assert reading._room.isVisible()
    least = program.page.minimumSizeHint().height()
    program.page.reading._show_offers(program.scene.offers * 4)
    program.app.processEvents()
    assert program.page.minimumSizeHint().height() == least


def test_an_offer_claims_no_more_height_than_it_needs(program):
    program.open_game(program.folder, "basics")
    program.page.everyone.click()
    program.add_foes(1)
    program.press(Qt.Key.Key_N)
    for _again in range(20):
        program.page.choose("attack")
        program.press(Qt.Key.Key_Space)
        if program.scene.offers:
            break
    (offer, *_more) = program.page.reading.offers
    assert offer.minimumSizeHint().height() <= offer.heightForWidth(offer.width()) + 24


def test_the_form_of_a_newcomer_can_be_left(program):
    program.open_game(program.folder, "basics")
    program.page.ask_newcomer()
    assert program.page.cancel.isVisible()
    QTest.keyClick(program.page.form, Qt.Key.Key_Escape)
    assert not program.scene.fighters
    assert not program.page.form.isVisible()


def test_ctrl_enter_adds_a_newcomer_from_its_list(program):
    program.open_game(program.folder, "basics")
    program.page.ask_newcomer()
    QTest.keyClick(program.page.form.fields["newcomer"], Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert len(program.scene.fighters) == 1


def test_a_sample_and_a_character_are_added_by_the_form(program):
    program.open_game(program.folder, "basics")
    page, scenes = program.page, program.program.games.current.scenes
    for key, _name in scenes.newcomers()[:1] + scenes.newcomers()[-1:]:
        page.ask_newcomer()
        page.form.answer("newcomer", key)
        page.form.submit()
    files = [bool(each.file) for each in program.scene.fighters]
    assert files == [True, False]
    assert sum(key.startswith("file:") for key, _name in scenes.newcomers()) == 2
    page.everyone.click()
    assert len(program.scene.fighters) == 4
    page.everyone.click()
    assert len(program.scene.fighters) == 4
    assert "No other character" in program.said[-1]


def test_a_chosen_character_joins_the_party_and_letters_begin_no_round_meanwhile(program):
    program.open_game(program.folder, "story_bones")
    page, scenes = program.page, program.program.games.current.scenes
    program.add_foes(2)
    page.ask_newcomer()
    assert page.form.answers.text("side") == "Foes"
    QTest.keyClicks(page.form.fields["newcomer"], "Wren 1")
    assert program.scene.round == 0
    page.form.answer("newcomer", scenes.newcomers()[-1][0])
    assert page.form.answers.text("side") == "Party"
    page.form.submit()
    assert [each.side for each in program.scene.fighters] == ["Foes", "Foes", "Party"]


def test_space_rolls_after_the_scene_is_begun_from_a_button(program):
    program.open_game(program.folder, "basics")
    page = program.page
    program.add_foes(1)
    page.everyone.setFocus()
    QTest.keyClick(page.everyone, Qt.Key.Key_Space)
    QTest.keyClick(page.everyone, Qt.Key.Key_N)
    page.tray.skip()
    steps = len(program.scene.steps)
    QTest.keyClick(page.focusWidget(), Qt.Key.Key_Space)
    page.tray.skip()
    assert program.scene.steps[steps:]


def test_the_winner_of_a_roll_is_named(program):
    """The GM rolls for both sides, so "you" would leave open who won."""
    program.open_game(program.folder, "story_bones")
    page = program.page
    page.everyone.click()
    program.add_foes(1)
    program.press(Qt.Key.Key_N)
    hero, foe = program.scene.fighters[0], program.scene.fighters[-1]
    for who, other in ((hero, foe), (foe, hero)):
        page.roster.view.go_to(who.id)
        page.choose("contest")
        page.form.answer("whom", other.id)
        page.press.click()
        page.tray.skip()
        reading = page.reading.view.text()
        won = page._seat.play.current.reading.findings[0].outcome == "win"
        assert f"{(who if won else other).name} wins" in reading
        view = page.reading.view
        assert view.height() > page.reading.height() - view.y() - 12, "the reading fills its place"


def test_what_is_burnt_stands_apart_from_what_helps(program):
    program.open_game(program.folder, "story_bones")
    page = program.page
    page.everyone.click()
    program.add_foes(1)
    program.press(Qt.Key.Key_N)
    page.choose("contest")
    fields = page.form.fields
    trait = next(each for each in fields if each.startswith("trait-"))
    burn = next(each for each in fields if each.startswith("burn-"))
    assert page.form._rows["Burn for an extra die"] is not page.form._rows["With"]
    assert fields[burn].parentWidget() is not fields[trait].parentWidget()


def test_a_scene_is_renamed_removed_and_brought_back(program):
    program.open_game(program.folder, "margin")
    program.add_foes(1)
    scenes = program.program.games.current.scenes
    scenes.rename("The alley")
    assert scenes.session.path.name == "The alley.bones-fight"
    scenes.remove()
    assert not program.scene.fighters
    (removed,) = scenes.folder.removed()
    scenes.bring_back(removed.path)
    assert len(program.scene.fighters) == 1
    scenes.new("Next door")
    assert program.scene.name == "Next door"
    assert not program.scene.fighters
    assert {each.name for each in scenes.folder.entries()} == {"The alley", "Next door"}


def test_scenes_that_cannot_be_listed_are_told_of_and_their_menu_stays_in_view(program):
    """The menu was hidden and nothing was said, as if no scene had ever been removed."""
    program.open_game(program.folder, "margin")
    program.add_foes(1)
    scenes = program.program.games.current.scenes
    (scenes.folder.folder / REMOVED).write_text("in the way")
    menu = program.page.menu
    menu.aboutToShow.emit()
    (offered,) = (each for each in menu.actions() if each.text().replace("&", "") == "Bring back a scene")
    assert offered.isVisible()
    assert not offered.isEnabled()
    assert REMOVED in program.window.banner.text


def test_conditions_are_given_and_taken_by_the_menu(program):
    program.open_game(program.folder, "margin")
    program.add_foes(1)
    page = program.page
    page.roster.view.go_to(program.scene.fighters[0].id)
    page._fill_conditions()
    prone = next(each for each in page._conditions.actions() if each.text().replace("&", "") == "Prone")
    prone.trigger()
    assert program.scene.fighters[0].has("prone")
    page._fill_conditions()
    prone = next(each for each in page._conditions.actions() if each.text().replace("&", "") == "Prone")
    assert prone.isChecked()
    prone.trigger()
    assert not program.scene.fighters[0].has("prone")


def test_the_file_of_a_scene_opens_on_the_page_of_its_game(program):
    program.open_game(program.folder, "margin")
    program.add_foes(2)
    path = program.program.games.current.scenes.session.path
    other = program.folder / "given.bones-fight"
    program.program.games.current.scenes.rename("Given")
    program.program.games.current.scenes.session.flush()
    shutil.copy(program.program.games.current.scenes.session.path, other)
    program.program.games.leave()
    assert program.window.game == "bones"
    program.program.hand_over([other])
    assert (program.window.game, program.window.page) == ("margin", "encounter")
    assert program.program.games.current.scenes.session.path == other
    assert path != other


def test_the_players_see_dice_and_what_happened_but_no_secret(program):
    program.open_game(program.folder, "margin")
    program.page.everyone.click()
    program.add_foes(1)
    scenes = program.program.games.current.scenes
    with patch.object(program.program.campaigns, "show_fight") as told:
        program.press(Qt.Key.Key_N)
        assert told.call_args.args[0].title == "Round 1"
        program.page.roster.view.go_to(program.scene.fighters[0].id)
        program.page.choose("attack")
        program.press(Qt.Key.Key_Space)
        whose = scenes._whose()
        assert whose
        assert None not in whose
        program.page.secret.setChecked(True)
        program.press(Qt.Key.Key_Space)
        assert set(scenes._whose()) == {None}
        assert told.call_args.args[0].title == "Secret roll"
        assert not told.call_args.args[0].happened
        program.page.secret.setChecked(False)
        program.page.hidden.click()
        program.press(Qt.Key.Key_Space)
        assert set(scenes._whose()) == {None}


def test_bones_keeps_its_fight(program):
    program.trigger("encounter")
    assert not isinstance(program.window.page_widget(), ScenePage)
    assert program.window.actions_by_id["encounter"].text() == "F&ight"
    program.open_game(program.folder, "margin")
    assert program.window.actions_by_id["encounter"].text() == "Sc&ene"


def test_initiative_names_the_owner_of_each_die_in_the_colour_of_its_player(program):
    program.open_game(program.folder, "basics")
    page, play = program.page, program.program.games.current.scenes.play
    path = Locations.under(program.folder).characters / "lys.bones"
    program.program.games.of("basics").files.apply(path, "Colour", lambda who: who.with_(dice_colour="sky"))
    program.add_foes(2)
    page.everyone.click()
    hero = next(each for each in program.scene.fighters if each.name == "Lys")
    program.press(Qt.Key.Key_N)
    now, dice = play.current, page.tray.contents.dice
    names = [program.scene.fighter(each).name for each in now.rollers]
    assert len({*names}) == len(program.scene.fighters)
    assert [die.label.partition(":")[0] for die in dice] == names
    assert {*page.tray.contents.names.values()} == {*names}
    painted = {name: die.painted for name, die in zip(names, dice, strict=True)}
    assert [name for name, group in painted.items() if group == "sky"] == [hero.name]
    captions = [each.caption for each in page.reading.view.view.dice.rows if each.caption]
    assert captions == [*dict.fromkeys(names)]
    assert hero.name in page.tray.contents.listing
    # Ties are broken by further rolls, each with a line of its own.
    lines = [each for each in play.journal._log.latest(9) if each.dice]
    throws = [each for line in lines for each in line.round.throws]
    assert {each.who for each in throws} == {f"{name}: Initiative" for name in names}
    assert sum(each.dice for each in throws) == sum(len(line.dice) for line in lines) == len(dice)
    assert {each.character for each in throws if each.who.startswith("Lys")} == {hero.file}


def test_players_see_no_initiative_of_the_hidden(program):
    program.open_game(program.folder, "basics")
    program.add_foes(2)
    program.page.everyone.click()
    scenes = program.program.games.current.scenes
    hidden = program.scene.fighters[0]
    scenes.play.hide(hidden.id)
    program.press(Qt.Key.Key_N)
    seen = dict(zip(scenes.play.current.rollers, scenes._whose(), strict=True))
    assert [id for id, whose in seen.items() if whose is None] == [hidden.id]


def test_a_key_makes_the_next_rolls_secret(program):
    program.open_game(program.folder, "margin")
    program.add_foes(1)
    program.press(Qt.Key.Key_S)
    assert program.page.secret.isChecked()
    QTest.keyClick(program.page.roster.view, Qt.Key.Key_S)
    assert not program.page.secret.isChecked()


def test_the_dividers_of_the_table_stay_where_they_were_moved(tmp_path, qapp):
    with SceneProgram(tmp_path) as first:
        first.open_game(tmp_path, "margin")
        first.window.show_page("table")
        first.window.resize(1500, 900)
        first.app.processEvents()
        columns = first.program.games.current.table.columns
        usual = columns.sizes()
        columns.moveSplitter(columns.width() // 2, 1)
        moved = columns.sizes()
        assert moved != usual
    with SceneProgram(tmp_path) as second:
        second.open_game(tmp_path, "margin")
        second.window.show_page("table")
        second.window.resize(1500, 900)
        second.app.processEvents()
        assert second.program.games.current.table.columns.sizes() == moved


@pytest.mark.parametrize("game", FIRST)
def test_a_small_screen_has_room_for_two_chips_on_a_line_and_add_stays_in_view(program, game):
    program.open_game(program.folder, game)
    program.window.resize(1366, 768)
    page = program.page
    page.everyone.click()
    page.add.click()
    program.app.processEvents()
    assert page.press.text() == "Add"
    assert page.cancel.isVisible()
    assert page.press.mapTo(page, page.press.rect().bottomLeft()).y() < page.form.mapTo(page, QPoint()).y()
    page.cancel.click()
    assert not page.cancel.isVisible()
    program.add_foes(1)
    program.press(Qt.Key.Key_N)
    # Two chips such as "Advantage" and "Disadvantage" need this width beside the longest label.
    assert page.form.width() >= 440


def test_the_buttons_of_the_roster_are_whole_on_a_very_small_screen(program):
    program.open_game(program.folder, "margin")
    program.window.setMinimumSize(0, 0)
    program.window.resize(667, 344)
    for button in (program.page.add, program.page.everyone, program.page.remove):
        program.app.processEvents()
        assert button.parentWidget().rect().contains(button.geometry()), button.text()
