"""The Build page by mouse and keys: Ragnar from nothing, refusals that speak, one refresh a change."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.builderpanel import BuilderPanel, Tab
from bones_desktop.pages.builder.dicepage import DicePage
from bones_desktop.pages.builder.itemdialog import ItemDialog
from bones_desktop.pages.builder.originchanger import ConflictQuestion
from bones_desktop.rules.bones.book.character import (
    Character,
    CharacterDie,
    LostDie,
    MakingMode,
    SheetPlace,
    SheetSection,
)
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.making.edits import add_die, new_character, set_template
from bones_desktop.rules.bones.making.improvement import award, finish
from bones_desktop.rules.reasons import Weight
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.choicepopup import Choice
from tests.pages.builder.conftest import Bench, sample
from tests.support.people import ID, bob, ragnar
from tests.support.people import die as die_of
from tests.support.rulebooks import rulebook

Benches = Callable[..., Bench]

pytestmark = pytest.mark.qt_log_ignore(r"does not support (raise|grabbing)", extend=True)
"""The offscreen platform cannot raise a popup or give it the keyboard; it works all the same."""

CHOICES = (
    (0, 3, "riding"),
    (0, 4, "melee"),
    (0, 5, "defend"),
    (1, 3, "perception"),
    (1, 4, "melee"),
    (1, 5, "defend"),
    (2, 4, "missile"),
    (2, 5, "maneuver"),
    (3, 4, "missile"),
    (3, 5, "maneuver"),
)
TEMPLATES = ((0, "Gaul"), (1, "Hunter/Gatherer"), (2, "Armsman"), (3, "Armsman"))
RAGNAR = [[shown.code for shown in die.faces] for die in ragnar().dice]


def test_ragnar_is_built_with_the_mouse_undone_and_redone(bench: Benches) -> None:
    table = bench()
    empty = table.document.character
    for die, name in TEMPLATES:
        table.choose(die, name)
    for die, shown, code in CHOICES:
        table.click_face(die, shown)
        table.click_icon(code)
    assert table.codes == RAGNAR
    assert not table.refused
    stack = table.document.undo_stack
    assert stack.count() == len(TEMPLATES) + len(CHOICES)
    while stack.canUndo():
        stack.undo()
    assert table.document.character == empty
    assert table.panel.dice.board.nets[0].tiles[2].look.code == ""
    while stack.canRedo():
        stack.redo()
    assert table.codes == RAGNAR
    assert table.panel.dice.board.nets[0].tiles[3].look.code == "riding"


def test_the_dice_of_a_new_character_wait_until_their_tab_is_seen(qtbot: QtBot) -> None:
    document = CharacterDocument(rulebook(), new_character(ID))
    panel = BuilderPanel(document, Theme("iron", 100))
    qtbot.addWidget(panel)
    panel.set_animated(False)
    with qtbot.waitExposed(panel):
        panel.show()
    assert not panel.findChildren(DicePage)
    document.apply("Origin", lambda now: set_template(document.rulebook, now, 0, "gaul"))
    panel.tabs.setCurrentIndex(Tab.DICE)
    assert panel.findChildren(DicePage) == [panel.dice]
    assert panel.dice.isVisible()
    assert (panel.dice.board.die, panel.dice.board.face) == (0, 3)
    assert panel.dice.origin.origins[0].text() == "Gaul"


def test_growth_stands_in_the_middle_of_a_large_screen_from_the_first(qtbot: QtBot) -> None:
    """The list of what is missing, as tall as when the page was still narrow, seemed to have no room."""
    theme = Theme("iron", 100)
    theme.grow_with(2560, 1440)
    panel = BuilderPanel(CharacterDocument(rulebook(), sample("ragnar-half-done")), theme)
    qtbot.addWidget(panel)
    panel.resize(2444, 1380)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.tabs.setCurrentIndex(Tab.GROWTH)
    qtbot.waitUntil(lambda: panel.growth.finish_card.y() > 0)
    coming = panel.growth.way_ahead.parentWidget()
    assert coming.y() > panel.growth.finish_card.geometry().bottom()


def test_ragnar_is_built_with_keys_alone(bench: Benches) -> None:
    table = bench()
    table.panel.setFocus()
    for die, name in TEMPLATES:
        origin = table.panel.dice.origin.origins[die]
        while table.panel.dice.board.die < die:
            while QApplication.focusWidget() not in table.tiles:
                table.key(Qt.Key.Key_Tab)
            table.key(Qt.Key.Key_PageDown)
        while QApplication.focusWidget() is not origin:
            table.key(Qt.Key.Key_Tab)
        table.key(Qt.Key.Key_Return)
        rows = [choice.text for choice in origin.model.rows]
        while origin.popup.view.currentIndex().row() < rows.index(name):
            table.key(Qt.Key.Key_Down)
        table.key(Qt.Key.Key_Return)
    board = table.panel.dice.board
    while QApplication.focusWidget() not in table.tiles:
        table.key(Qt.Key.Key_Tab)
    table.key(Qt.Key.Key_Home)
    while board.die:
        table.key(Qt.Key.Key_PageUp)
    for die, shown, code in CHOICES:
        while board.die < die:
            table.key(Qt.Key.Key_PageDown)
        table.key(Qt.Key.Key_Home)
        table.key(Qt.Key.Key_Down)
        for _ in range({3: 1, 4: 2, 5: 0}[shown]):
            table.key(Qt.Key.Key_Right)
        if shown == 5:
            table.key(Qt.Key.Key_Down)
        assert (board.die, board.face) == (die, shown)
        table.type(code)
        table.key(Qt.Key.Key_Return)
    assert table.codes == RAGNAR
    assert not table.refused


def test_each_change_refreshes_the_page_once(bench: Benches, monkeypatch: pytest.MonkeyPatch) -> None:
    table = bench(sample("ragnar-half-done"))
    shown: list[object] = []
    set_looks = table.panel.dice.board.set_looks
    monkeypatch.setattr(table.panel.dice.board, "set_looks", lambda looks: (shown.append(looks), set_looks(looks)))
    net = table.panel.dice.board.nets[0]
    tiles = net.tiles
    table.click_face(0, 5)
    table.click_icon("defend")
    assert (len(table.changes), len(shown)) == (1, 1)
    assert table.panel.dice.board.nets[0] is net
    assert net.tiles is tiles
    table.document.undo_stack.undo()
    assert (len(table.changes), len(shown)) == (2, 2)


def test_a_forbidden_icon_answers_with_its_reason_and_changes_nothing(bench: Benches) -> None:
    table = bench(ragnar())
    before = table.document.character
    table.click_face(0, 3)
    table.click_icon("magic")
    assert [why.code for why in table.refused] == ["slot-one-of-3"]
    assert table.document.character == before
    why = table.panel.dice.palette_panel.why
    assert why.explanation is not None
    assert why.explanation.code == "magic"
    assert ("Gaul allows Craft, Riding or Outdoorsman here.", "warn") in [
        (line.text, line.tone) for line in why.notes.lines.rows
    ]


def test_enter_on_a_forbidden_icon_is_not_silent_either(bench: Benches) -> None:
    table = bench(ragnar())
    table.click_face(0, 3)
    table.key(Qt.Key.Key_Return)
    table.key(Qt.Key.Key_End)
    table.key(Qt.Key.Key_Return)
    assert [why.code for why in table.refused] == ["slot-one-of-3"]


def test_a_forbidden_template_is_offered_with_its_reason_and_refused(bench: Benches) -> None:
    table = bench(ragnar())
    before = table.document.character
    table.click_face(1, 0)
    choices = table.panel.dice.origin.origins[1].model.rows
    citizen = next(choice for choice in choices if choice.text == "Citizen")
    assert not citizen.allowed
    assert citizen.note == "The culture Gaul does not lead to the background Citizen."
    assert citizen.badge == "house rule"
    table.choose(1, "Citizen")
    assert [why.code for why in table.refused] == ["background-not-open"]
    assert table.document.character == before


def test_with_printed_templates_only_names_without_one_say_so(bench: Benches) -> None:
    table = bench(ragnar(), printed_only=True)
    table.click_face(1, 0)
    choices = table.panel.dice.origin.origins[1].model.rows
    named = next(choice for choice in choices if choice.text == "Noble")
    assert (named.key, named.allowed) == ("", False)
    assert named.note == "The rulebook names Noble but prints no template for it."
    table.choose(1, "Noble")
    assert [why.code for why in table.refused] == ["no-template"]
    table.panel.set_printed_only(False)
    assert any(choice.badge == "house rule" for choice in table.panel.dice.origin.origins[1].model.rows)


def test_the_third_die_may_be_another_die_of_the_own_culture(bench: Benches) -> None:
    table = bench(ragnar())
    table.choose(2, "Another Gaul die")
    assert table.document.character.dice[2].template == "gaul"
    assert table.panel.dice.origin.origins[2].text() == "Another Gaul die"


def test_faces_look_locked_limited_free_and_illegal(bench: Benches) -> None:
    character = ragnar()
    faces = list(character.dice[0].faces)
    faces[3] = face("magic")
    dice = (character.dice[0].with_(faces=tuple(faces)), *character.dice[1:])
    table = bench(character.with_(dice=dice, lost=(LostDie(die=1),)))
    tiles = table.panel.dice.board.nets[0].tiles
    assert tiles[0].look.locked
    assert (tiles[3].look.rim.value, tiles[3].look.illegal) == ("dashed", True)
    assert tiles[4].look.rim.value == "solid"
    assert all(tile.look.lost for tile in table.panel.dice.board.nets[1].tiles)
    assert tiles[3].accessibleName() == (
        "die 1, face 4 of 6, Magic, may be Craft, Riding or Outdoorsman; "
        "not allowed: Gaul allows Craft, Riding or Outdoorsman here."
    )
    assert table.panel.head.summary.text() == "1 conflict"
    table.qtbot.mouseClick(table.panel.head.clear_conflicts, Qt.MouseButton.LeftButton)
    assert table.codes[0][3] == ""
    assert table.panel.head.summary.text() == "1 of 24 faces still empty"
    assert not table.panel.head.clear_conflicts.isVisible()
    assert table.panel.tabs.hasFocus()


def test_a_conflict_that_is_about_no_face_is_shown_where_it_is_mended(bench: Benches) -> None:
    """Emptying left one, with neither button nor way to it."""
    table = bench(ragnar())
    table.panel.edits.set_template(0, Choice("roman", "Roman"))
    button = table.panel.head.clear_conflicts
    assert button.text() == "Empty wrong faces"
    table.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert "1 conflict" in table.panel.head.summary.text()
    assert button.text() == "Show the conflict"
    table.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert table.panel.tabs.currentIndex() == Tab.ORIGIN
    assert table.panel.origin.dice[1].list.hasFocus()


def test_accessible_name_of_a_limited_face(bench: Benches) -> None:
    table = bench(ragnar())
    assert table.panel.dice.board.nets[0].tiles[3].accessibleName() == (
        "die 1, face 4 of 6, Riding, may be Craft, Riding or Outdoorsman"
    )


def test_the_list_of_what_is_missing_jumps_to_the_face(bench: Benches) -> None:
    table = bench(sample("ragnar-half-done"))
    view = table.panel.dice.origin.problems
    row = next(row for row, line in enumerate(view.lines.rows) if line.text.startswith("Die 2, face 4:"))
    index = view.lines.index(row)
    view.scrollTo(index)
    table.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())
    assert (table.panel.dice.board.die, table.panel.dice.board.face) == (1, 3)
    assert table.panel.dice.board.nets[1].tiles[3].hasFocus()


def test_the_list_jumps_with_enter_to_a_template_and_to_a_field(bench: Benches) -> None:
    table = bench()
    view = table.panel.dice.origin.problems
    view.setFocus()
    view.setCurrentIndex(view.lines.index(1))
    assert view.lines.index(1).data() == "Die 1: Choose a culture."
    table.key(Qt.Key.Key_Return)
    assert table.panel.dice.origin.origins[0].hasFocus()
    view.setFocus()
    view.setCurrentIndex(view.lines.index(0))
    table.key(Qt.Key.Key_Return)
    assert table.panel.tabs.currentIndex() == Tab.STORY
    assert table.panel.story.lines["name"].hasFocus()
    table.type("Ragnar")
    assert table.document.character.name == "Ragnar"
    assert table.document.undo_stack.count() == 1


@pytest.mark.parametrize("part", list(SheetSection))
def test_every_place_can_be_shown(bench: Benches, part: SheetSection) -> None:
    table = bench(sample("ragnar"))
    table.panel.show_place(SheetPlace(part))
    table.panel.show_place(SheetPlace(part, 0, 0))
    assert table.panel.tabs.currentIndex() in {Tab.ORIGIN if part is SheetSection.RACE else Tab.DICE, Tab.STORY}


def test_summary_tells_how_far_it_is(bench: Benches) -> None:
    table = bench(sample("ragnar-half-done"))
    assert table.panel.head.summary.text() == "14 of 24 faces still empty"
    done = bench(sample("ragnar"))
    assert done.panel.head.summary.text() == "Ready to play"
    assert done.panel.head.summary.property("tone") == "good"
    assert done.panel.head.summary.toolTip() == ""
    rules = HouseRules(weapons_never_defend=True)
    done.document.apply("Before", lambda now: now.with_(played_before=4, house_rules=rules))
    told = "Exceptions for this character: it has played 4 sessions before; played by 1 house rule."
    assert done.panel.head.summary.accessibleDescription() == told
    assert told in done.panel.head.summary.toolTip()


def test_delete_empties_a_face_and_escape_comes_back(bench: Benches) -> None:
    table = bench(ragnar())
    table.click_face(0, 4)
    table.key(Qt.Key.Key_Delete)
    assert table.codes[0][4] == ""
    table.type("r")
    assert table.panel.dice.palette_panel.search.text() == "r"
    table.key(Qt.Key.Key_Escape)
    assert table.panel.dice.palette_panel.search.text() == ""
    assert table.panel.dice.board.nets[0].tiles[4].hasFocus()


def test_a_race_sets_face_two_of_every_die(bench: Benches) -> None:
    table = bench(bob())
    race = table.panel.dice.origin.race
    assert race.isVisible()
    table.qtbot.mouseClick(race, Qt.MouseButton.LeftButton)
    table.key(Qt.Key.Key_Down)
    table.key(Qt.Key.Key_Return)
    question = QApplication.activeModalWidget()
    assert isinstance(question, ConflictQuestion)
    table.qtbot.mouseClick(question.clear, Qt.MouseButton.LeftButton)
    assert [die[1] for die in table.codes] == ["elf"] * 4
    assert table.document.character.race == "Elf"
    assert table.panel.dice.board.nets[3].tiles[1].look.locked


def test_a_fifth_die_offers_masteries_with_reasons(bench: Benches) -> None:
    table = bench(add_die(rulebook(), ragnar()))
    table.click_face(3, 5)
    model = table.panel.dice.palette_panel.model
    assert model.row_of("riposte") == -1
    table.click_face(4, 2)
    artiste = model.at(model.index(model.row_of("artiste")))
    riposte = model.at(model.index(model.row_of("riposte")))
    assert artiste is not None
    assert riposte is not None
    assert artiste.why == "Artiste needs Artisan on four earlier dice; 4 are missing."
    assert (riposte.name, riposte.allowed, riposte.why) == ("Riposte", True, "")
    table.click_icon("riposte")
    assert table.codes[4][2] == "riposte"


def test_a_die_is_added_and_removed(bench: Benches) -> None:
    table = bench(sample("griffon"))
    held = len(table.document.character.dice)
    printed = table.panel.dice.origin.printed
    table.qtbot.mouseClick(printed, Qt.MouseButton.LeftButton)
    rows = [choice.text for choice in printed.model.rows]
    for _ in range(rows.index("Giant")):
        table.key(Qt.Key.Key_Down)
    table.key(Qt.Key.Key_Return)
    assert table.document.character.dice[-1].printed == "giant"
    assert len(table.panel.dice.board.nets) == held + 1
    assert table.panel.dice.board.die == held
    table.qtbot.mouseClick(table.panel.dice.origin.remove, Qt.MouseButton.LeftButton)
    assert len(table.document.character.dice) == held
    assert len(table.panel.dice.board.nets) == held


def test_the_same_icon_again_doubles_it_for_those_who_are_no_players(bench: Benches) -> None:
    table = bench(sample("griffon"))
    table.click_face(2, 0)
    codes = []
    for code in ("melee", "melee", "melee", "melee", "blank", "blank"):
        table.click_icon(code)
        codes.append(table.codes[2][0])
    assert codes == ["melee", "melee x2", "melee x3", "melee", "blank", "blank"]


def test_a_beast_without_dice_invites_to_add_one(bench: Benches) -> None:
    table = bench(sample("griffon").with_(dice=()))
    board = table.panel.dice.board
    assert board.nets == ()
    assert "There are no dice yet" in board.widget().findChild(QLabel).text()
    assert table.panel.dice.palette_panel.model.rowCount() == 0
    table.panel.show_place(SheetPlace(SheetSection.CHARACTER))
    assert table.panel.dice.origin.printed.hasFocus()
    table.key(Qt.Key.Key_Return)
    table.key(Qt.Key.Key_Return)
    assert table.codes == [[""] * 6]
    assert not board.widget().findChild(QLabel).isVisible()


def test_tab_goes_from_origins_to_dice_to_palette(bench: Benches) -> None:
    table = bench(sample("ragnar-half-done"))
    panel = table.panel
    panel.dice.origin.origins[panel.dice.board.die].setFocus()
    seen = []
    for _ in range(5):
        table.key(Qt.Key.Key_Tab)
        seen.append(QApplication.focusWidget())
    palette = panel.dice.palette_panel
    assert seen == [
        panel.dice.origin.note,
        panel.dice.origin.problems,
        panel.dice.board.nets[0].tiles[5],
        palette.search,
        palette.view,
    ]


def test_equipment_is_added_and_removed(bench: Benches) -> None:
    table = bench(ragnar())
    table.panel.tabs.setCurrentIndex(Tab.STORY)
    shelf = table.panel.story.items
    table.qtbot.mouseClick(shelf.add, Qt.MouseButton.LeftButton)
    table.key(Qt.Key.Key_Down)
    table.key(Qt.Key.Key_Return)
    assert [item.name for item in table.document.character.equipment] == ["Sword"]
    assert not shelf.buttons["remove"].isEnabled()
    shelf.go_to(0)
    table.key(Qt.Key.Key_Delete)
    assert table.document.character.equipment == ()
    hindering = table.panel.story.hindering
    table.qtbot.mouseClick(hindering.add, Qt.MouseButton.LeftButton)
    table.key(Qt.Key.Key_Return)
    assert len(table.document.character.hindering) == 1
    hindering.go_to(0)
    table.qtbot.mouseClick(hindering.buttons["remove"], Qt.MouseButton.LeftButton)
    assert table.document.character.hindering == ()


def test_what_is_too_long_is_refused_and_the_field_shows_what_is_kept(bench: Benches) -> None:
    table = bench(ragnar())
    table.panel.tabs.setCurrentIndex(Tab.STORY)
    name = table.panel.story.lines["name"]
    name.setFocus()
    name.selectAll()
    name.insert("x" * 201)
    name.textEdited.emit(name.text())
    assert [why.code for why in table.refused] == ["text-too-long"]
    assert name.text() == "Ragnar"


def test_typing_is_one_step_and_undo_in_a_field_undoes_the_character(bench: Benches) -> None:
    table = bench(ragnar())
    table.panel.tabs.setCurrentIndex(Tab.STORY)
    story = table.panel.story.texts["back_story"]
    story.setFocus()
    table.type("A long way")
    assert table.document.character.back_story == "A long way"
    assert table.document.undo_stack.count() == 1
    table.document.undo_stack.undo()
    assert story.toPlainText() == ""


def test_a_read_only_character_says_why_and_can_still_be_looked_at(bench: Benches) -> None:
    table = bench(ragnar())
    table.document.open(sample("ragnar"), read_only=True)
    assert not table.panel.dice.origin.isEnabled()
    assert not table.panel.dice.palette_panel.isEnabled()
    assert not table.panel.story.isEnabled()
    before = table.document.character
    table.click_face(1, 4)
    assert (table.panel.dice.board.die, table.panel.dice.board.face) == (1, 4)
    table.key(Qt.Key.Key_Delete)
    assert [why.code for why in table.refused] == ["read-only-character"]
    assert table.document.character == before


def test_opening_another_character_goes_to_its_first_empty_face(bench: Benches) -> None:
    table = bench(ragnar())
    table.click_face(3, 5)
    other = sample("ragnar-half-done").with_(id="f" * 32)
    table.document.open(other)
    assert (table.panel.dice.board.die, table.panel.dice.board.face) == (0, 5)


def test_ten_dice_fit_without_scrolling(bench: Benches) -> None:
    character = bob()
    full = CharacterDie(faces=bob().dice[0].faces)
    for _ in range(6):
        character = add_die(rulebook(), character, full)
    table = bench(character)
    assert len(table.panel.dice.board.nets) == 10
    assert table.panel.dice.board.verticalScrollBar().maximum() == 0


def test_a_template_change_keeps_choices_as_conflicts(bench: Benches) -> None:
    table = bench(ragnar())
    changed = set_template(rulebook(), table.document.character, 2, "gaul")
    table.document.apply("x", lambda _now: changed)
    illegal = [place for place, tile in enumerate(table.panel.dice.board.nets[2].tiles) if tile.look.illegal]
    weights = [problem.weight for problem in table.document.problems]
    assert len(illegal) == weights.count(Weight.ILLEGAL)


def test_the_theme_may_change_while_it_is_shown(bench: Benches) -> None:
    table = bench(sample("ragnar"))
    table.theme.set_text_size(150)
    table.theme.set_theme("contrast")
    table.panel.repaint()
    assert table.panel.size().width() <= 1290
    assert table.panel.dice.board.columns == 2


def test_work_begins_where_something_is_to_be_chosen(bench: Benches) -> None:
    table = bench()
    table.document.open(new_character("f" * 32))
    assert table.panel.tabs.currentIndex() == Tab.ORIGIN
    table.document.open(sample("ragnar"))
    assert table.panel.tabs.currentIndex() == Tab.DICE
    table.document.open(new_character("e" * 32, MakingMode.CORE))
    assert table.panel.tabs.currentIndex() == Tab.DICE


def test_a_template_that_makes_others_illegal_asks_on_the_dice_tab_too(bench: Benches) -> None:
    table = bench(sample("ragnar"))
    before = table.document.character
    table.choose(0, "Roman")
    question = QApplication.activeModalWidget()
    assert isinstance(question, ConflictQuestion)
    assert table.document.character == before
    question.reject()
    assert table.document.character == before


def test_an_edit_costs_the_tab_in_view_and_the_others_catch_up(bench: Benches, monkeypatch: pytest.MonkeyPatch) -> None:
    table = bench(ragnar())
    panel = table.panel
    shown: list[str] = []
    pages = {"origin": panel.origin, "dice": panel.dice, "story": panel.story, "growth": panel.growth}
    for name, page in pages.items():
        refresh = page.refresh
        monkeypatch.setattr(page, "refresh", lambda name=name, refresh=refresh: (shown.append(name), refresh()))
    panel.tabs.setCurrentIndex(Tab.STORY)
    shown.clear()
    table.document.apply("Name", lambda now: now.with_(name="Ragnar the Bold"))
    assert shown == ["story"]
    panel.tabs.setCurrentIndex(Tab.DICE)
    panel.tabs.setCurrentIndex(Tab.STORY)
    assert shown == ["story", "dice"]


def test_a_name_is_suggested_by_the_culture_and_taken_with_the_mouse(bench: Benches) -> None:
    table = bench(ragnar().with_(name=""))
    table.panel.tabs.setCurrentIndex(Tab.STORY)
    button = table.panel.story.names
    table.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    view = button.popup.view
    index = button.model.index([choice.text for choice in button.model.rows].index("Ragnar"))
    view.scrollTo(index)
    table.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())
    assert table.document.character.name == "Ragnar"
    assert table.panel.story.lines["name"].text() == "Ragnar"


def test_equipment_is_made_by_hand_from_the_story_tab(bench: Benches) -> None:
    table = bench(ragnar())
    table.panel.tabs.setCurrentIndex(Tab.STORY)
    table.panel.story.items.buttons["make"].click()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, ItemDialog)
    dialog.reject()


def test_only_a_finished_player_has_the_switch_of_permission(bench: Benches) -> None:
    table = bench(ragnar())
    panel = table.panel
    assert panel.head.finish.isVisible()
    assert not panel.head.permission.isVisible()
    table.qtbot.mouseClick(panel.head.finish, Qt.MouseButton.LeftButton)
    assert table.document.character.created is not None
    assert panel.tabs.currentIndex() == Tab.GROWTH
    assert not panel.head.finish.isVisible()
    panel.tabs.setCurrentIndex(Tab.DICE)
    table.click_face(0, 5)
    table.click_icon("melee")
    assert [why.code for why in table.refused] == ["finished-needs-permission"]
    table.qtbot.mouseClick(panel.head.permission, Qt.MouseButton.LeftButton)
    table.click_icon("melee")
    assert table.codes[0][5] == "melee"
    assert table.document.character.ledger[-1].after == face("melee")
    table.document.open(bob().with_(id="e" * 32))
    assert not panel.edits.permitted


def test_the_tabs_are_turned_by_keys_and_take_the_keys_along(bench: Benches) -> None:
    table = bench(ragnar())
    table.click_face(0, 3)
    ctrl = Qt.KeyboardModifier.ControlModifier
    for tab in (Tab.STORY, Tab.GROWTH, Tab.ODDS, Tab.ORIGIN, Tab.DICE):
        table.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_PageDown, ctrl)
        assert table.panel.tabs.currentIndex() == tab
    assert QApplication.focusWidget() is table.panel.dice.board.nets[0].tiles[3]
    table.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_PageUp, ctrl)
    assert table.panel.tabs.currentIndex() == Tab.ORIGIN


def test_another_character_takes_the_keys_along(bench: Benches) -> None:
    table = bench(ragnar())
    table.click_face(0, 3)
    table.document.open(new_character("f" * 32))
    assert QApplication.focusWidget() is table.panel.origin.dice[0].list
    table.document.open(sample("ragnar"))
    assert QApplication.focusWidget() in table.tiles


def finished_with_a_conflict() -> Character:
    made = award(finish(rulebook(), ragnar(), "2026-01-02"), 1, "", "2026-02-03")
    wrong = die_of("universal,physical,magic,craft,melee,defend", "gaul")
    return made.with_(dice=(wrong, *made.dice[1:]))


def test_the_head_never_cuts_the_tabs(bench: Benches) -> None:
    table = bench(finished_with_a_conflict())
    panel = table.panel
    assert panel.head.permission.isVisible()
    table.theme.set_text_size(150)
    beside = sum(part.sizeHint().width() for part in (panel.tabs, panel.head.clear_conflicts, panel.head.summary))
    panel.resize(beside + panel.head.permission.sizeHint().width() // 2 + 100, 610)
    table.qtbot.waitUntil(lambda: not panel.head.permission.isVisible())
    assert panel.head.clear_conflicts.isVisible()
    table.qtbot.waitUntil(lambda: panel.tabs.width() >= panel.tabs.sizeHint().width())
    panel.resize(1900, 610)
    table.qtbot.waitUntil(panel.head.permission.isVisible)


def test_type_keeps_its_size_under_the_style_sheet(bench: Benches, qapp: QApplication) -> None:
    Theme("iron", 100).apply(qapp)
    try:
        table = bench(ragnar())
        panel, theme = table.panel, table.theme
        table.qtbot.wait(1)
        theme.set_text_size(150)
        Theme("iron", 150).apply(qapp)
        theme.changed.emit()
        table.document.open(finished_with_a_conflict().with_(id="e" * 32))
        assert panel.head.summary.font().pixelSize() == 30
        panel.tabs.setCurrentIndex(Tab.GROWTH)
        panel.resize(2200, 900)
        created = panel.growth.created
        table.qtbot.waitUntil(created.isVisible)
        assert created.day.font().pixelSize() == 18
        panel.tabs.setCurrentIndex(Tab.STORY)
        panel.story.write_large(True)
        assert panel.story.story.heading.font().pixelSize() == 30
        assert panel.story.story.words.font().pixelSize() == 18
        tabs = panel.story.along.tabs
        assert tabs.height() >= tabs.sizeHint().height()
    finally:
        qapp.setStyleSheet("")


def test_what_comes_after_finishing_has_its_heading_at_first_sight(bench: Benches, qapp: QApplication) -> None:
    Theme("iron", 100).apply(qapp)
    try:
        table = bench()
        table.panel.tabs.setCurrentIndex(Tab.GROWTH)
        [heading] = [each for each in table.panel.growth.findChildren(QLabel) if each.text() == "After finishing"]
        table.qtbot.waitUntil(heading.isVisible)
        assert heading.font().pixelSize() == 20
    finally:
        qapp.setStyleSheet("")


def test_there_is_one_button_to_finish_with_on_every_tab(bench: Benches) -> None:
    table = bench(ragnar())
    panel = table.panel
    for tab in Tab:
        panel.tabs.setCurrentIndex(tab)
        assert [panel.head.finish.isVisible(), panel.growth.finish_card.finish.isVisible()].count(True) == 1


def test_permission_ends_with_being_finished(bench: Benches) -> None:
    table = bench(ragnar())
    panel = table.panel
    assert panel.edits.finish()
    panel.head.permission.setChecked(True)
    assert panel.edits.permitted
    table.document.undo_stack.undo()
    assert not panel.edits.permitted
    table.document.undo_stack.redo()
    assert not panel.edits.permitted
    assert not panel.head.permission.isChecked()
    assert not panel.growth.created.permission.isChecked()
    panel.head.permission.setChecked(True)
    assert panel.edits.reopen()
    assert not panel.edits.permitted


@pytest.mark.parametrize(
    ("sessions", "name"),
    [
        (1, "Award one session"),
        (5, "Award 5 sessions"),
        (-1, "Take back one session"),
        (-2, "Take back 2 sessions"),
    ],
)
def test_an_award_and_what_is_taken_back_are_named(bench: Benches, sessions: int, name: str) -> None:
    table = bench(award(finish(rulebook(), ragnar(), "2026-01-02"), 9, "", "2026-02-03"))
    assert table.panel.edits.award(sessions, "")
    assert table.document.undo_stack.undoText() == name


def test_that_another_race_is_written_leads_to_where_the_race_is_chosen(bench: Benches) -> None:
    table = bench(ragnar().with_(race="Orc"))
    table.panel.show_place(SheetPlace(SheetSection.RACE))
    assert table.panel.tabs.currentIndex() == Tab.ORIGIN
    assert table.panel.origin.race.hasFocus()


@pytest.mark.parametrize(("size", "width", "told"), [(100, 1280, True), (150, 1280, True), (200, 860, False)])
def test_the_tabs_are_whole_however_large_the_text_is(bench: Benches, size: int, width: int, told: bool) -> None:
    table = bench(ragnar().with_(dice=tuple(each.with_(template="roman") for each in ragnar().dice)))
    table.theme.set_text_size(size)
    table.panel.resize(width, 690)
    tabs, head = table.panel.tabs, table.panel.head
    table.qtbot.waitUntil(lambda: head.width() <= width and tabs.width() >= tabs.sizeHint().width())
    assert head.clear_conflicts.isVisible()
    assert head.summary.isVisible() == told
