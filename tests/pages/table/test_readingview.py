"""The reading of a throw: result, sum, what spiffs may do, each die."""

import re
from collections import defaultdict
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel

from bones_desktop.desk.table.dicelist import ReadingModel
from bones_desktop.desk.table.readingview import ReadingView, _Part
from bones_desktop.desk.table.rollview import DieLine, amount_of
from bones_desktop.pages.table.playview import play_view, spiff_acts, veto_act
from bones_desktop.play.followups import FollowUp
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.reading.plays import Play, Reroll, read_play, spiff_offers
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.rules.reading import DieReading, Role, Tone
from bones_desktop.rules.reasons import reason
from bones_desktop.storage.log.logentry import Evening
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.plaintext import words_of
from bones_desktop.widgets.rows import ROW_ROLE
from bones_desktop.wording.readings import SumPartKind
from tests.support.looks import theme_of
from tests.support.people import ragnar, someone
from tests.support.plays import other_side, play_of, random_play
from tests.support.rulebooks import rulebook
from tests.support.taborder import out_of_order, tab_stops

RULES = HouseRules()
MANEUVER = Request("maneuver", difficulty="average")
MELEE = Request("melee", difficulty="easy")
DWARF = "universal,dwarf,craft,melee,defend,blank"


def view_of(play: Play, title: str = "Maneuver against Average", spiffs: int = 3, *, veto: bool = False, **more):
    acts = defaultdict(lambda: lambda: None)
    row = spiff_acts(spiff_offers(rulebook(), RULES, spiffs, play), acts, picking=False)[1]
    of_view = {name: more.pop(name) for name in ("roles", "name", "tags", "proposed") if name in more}
    view = play_view(rulebook(), RULES, play, read_play(rulebook(), RULES, play), title, **of_view)
    undo = veto_act(lambda: None, overruled=False) if veto else None
    return replace(view, acts=row, undo=undo, **more)


def thrown(seed: int = 1, difficulty: str = "average"):
    return view_of(random_play(ragnar(), replace(MANEUVER, difficulty=difficulty), seed))


def opposed(name: str = "Goblin"):
    goblin = someone(CharacterKind.CAST, DWARF, DWARF).with_(name=name)
    request = replace(MELEE, difficulty="", opponent="goblin")
    return play_of(ragnar(), request, "melee,defend,melee,universal", other=other_side(goblin, "defend", "dwarf,blank"))


@pytest.fixture
def view(on_screen):
    return on_screen(ReadingView(Theme("iron")), 496, 330)


def lines(view) -> list[DieLine]:
    return list(view.model.rows)


def test_the_model_keeps_the_laws_of_models(qtmodeltester):
    model = ReadingModel()
    model.show_lines(view_of(opposed(), name="Ragnar").dice)
    qtmodeltester.check(model)
    model.show_lines(())
    qtmodeltester.check(model)


def test_a_die_lost_since_keeps_what_it_added_and_says_that_it_is_lost(qapp):
    model = ReadingModel()
    play = play_of(ragnar(), Request(kind=ThrowKind.FALL, metres=20), "melee,universal,maneuver,universal")
    model.show_lines(view_of(play, roles=(Role.IDLE, Role.COUNTS, Role.COUNTS, Role.LOST)).dice)
    kept, lost = model.rows[2:4]
    assert (kept.amount, lost.amount) == ("+1", "+1")
    assert (
        lost.why == f"{kept.why.replace('Maneuver counts for Maneuver', 'Universal counts for every task')} Lost since."
    )


def test_a_fall_says_what_its_successes_are_for(view):
    play = play_of(ragnar(), Request(kind=ThrowKind.FALL, metres=20), "melee,universal,maneuver,universal")
    view.show_roll(view_of(play, "Fall of 20 m"))
    assert view.headline.text() == "2 damage"
    assert view.title.text() == "Fall of 20 m. Every two successes take one damage off."


def test_across_a_wide_screen_the_ends_of_a_line_stay_together(view, qtbot):
    view.resize(1600, 700)
    view.show_roll(view_of(play_of(ragnar(), MELEE, "melee,defend,melee,universal")))
    qtbot.wait(20)
    image = view.view.viewport().grab().toImage()
    inks = {image.pixelColor(x, y).name() for x in range(760, image.width(), 3) for y in range(0, 136, 3)}
    assert image.width() > 1400
    assert len(inks) == 1, "nothing is written there"


def test_lines_scroll_by_themselves_where_three_of_them_have_room(view, qtbot):
    view.resize(480, 900)
    view.show_roll(thrown())
    scrolled = []
    for height in range(300, 520, 20):
        view.resize(480, height)
        qtbot.wait(10)
        scrolled.append((view.view.verticalScrollBar().maximum() > 0, view.area.verticalScrollBar().maximum() > 0))
    assert (True, False) in scrolled


@pytest.mark.parametrize(("height", "whole"), [(150, True), (900, False)])
def test_lines_never_scroll_within_what_scrolls(view, qtbot, height, whole):
    view.resize(480, height)
    view.show_roll(thrown())
    qtbot.wait(20)
    inner, outer = view.view.verticalScrollBar(), view.area.verticalScrollBar()
    assert (outer.maximum() > 0) is whole
    assert not inner.isVisible()
    view.view.point_at(3)
    qtbot.wait(20)
    assert inner.maximum() == 0
    view.resize(480, 330)
    qtbot.wait(20)
    assert not (inner.maximum() and outer.maximum())


def test_a_line_says_why(qapp):
    model = ReadingModel()
    play = thrown()
    model.show_lines(play.dice)
    for row, die in enumerate(play.dice):
        index = model.index(row, 0)
        assert index.data(ROW_ROLE) is die
        assert index.data() == index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert model.index(0, 0).data().startswith("Die 1 · Gaul: ")
    assert model.index(4, 0).data().startswith("Challenge: ")
    assert model.index(99, 0).data() is None


@pytest.mark.parametrize(
    ("role", "counts", "why", "amount"),
    [
        (Role.COUNTS, 2, reason("counts-skill", face="Double Melee", skill="Melee", n=2), "+2"),
        (Role.HURTS, 0, reason("cancels", face="Null", n=1), "−1"),
        (Role.HURTS, 0, reason("damages", face="Poison", n=1), ""),
        (Role.COUNTS, 0, reason("lifts-darkness", face="Perception (Night Vision)", n=1), ""),
        (Role.IDLE, 0, reason("blank"), ""),
        (Role.LOST, 1, reason("lost-to-damage", face="Melee"), ""),
    ],
)
def test_what_a_die_adds_or_takes(role, counts, why, amount):
    assert amount_of(DieReading(0, "character", "Gaul", "Melee", counts, role, why), role) == amount


def test_the_result_stands_first_and_large(view):
    view.show_roll(thrown())
    assert view.headline.isVisible()
    assert view.headline.text().startswith(("Success by", "Failure by", "A tie", "No success"))
    assert view.headline.font().pixelSize() >= theme_of(view).px(28)
    assert view.text().startswith(f"{view.headline.text()}. Maneuver against Average.")
    assert view.accessibleDescription() == view.text()


def test_it_is_one_paragraph_in_which_what_repeats_is_told_once(view):
    view.show_roll(view_of(play_of(ragnar(), MANEUVER, "riding,perception,maneuver,universal", nulls=2)))
    assert view.text() == (
        "A tie. Maneuver against Average. A tie: the task fails. Your GM describes what happens. Counted 2, Nulls −2 = "
        "0. Die 1 · Gaul: Riding does not count for Maneuver. "
        "Die 2 · Hunter/Gatherer: Perception does not count for Maneuver. "
        "Die 3 · Armsman: Maneuver counts for Maneuver: 1 success. "
        "Die 4 · Armsman: Universal counts for every task: 1 success. "
        "2 times Challenge: Null cancels 1 success. 2 times Challenge: A blank face does nothing."
    )


@pytest.mark.parametrize(
    ("request_", "large", "more"),
    [
        (Request(kind=ThrowKind.MOVEMENT), "45 m", "45 m this round: a movement score of 3."),
        (Request(kind=ThrowKind.FALL, metres=45), "7 damage", "Counted 2 = 2."),
        (Request("outdoorsman", ThrowKind.INCOME), "No coins", "from 0 successes"),
    ],
)
def test_what_comes_out_is_large_where_successes_only_count(view, request_, large, more):
    view.show_roll(view_of(play_of(ragnar(), request_, "riding,melee,maneuver,physical")))
    assert view.headline.text() == large
    assert more in view.text()


def test_tone_is_told_by_a_sign_too(view):
    pictures = set()
    for seed in range(30):
        play = thrown(seed)
        view.show_roll(play)
        tone = view.headline.property("tone")
        assert tone == ("good" if play.tone is Tone.GOOD else "bad")
        pictures.add((tone, view.head.sign.pixmap().toImage().constBits().tobytes()))
    assert len({picture for _tone, picture in pictures}) >= 2


def test_a_cleared_view_invites(view):
    view.show_roll(thrown())
    view.clear()
    assert not view.headline.isVisible()
    assert view.text() == ""
    assert view.notes() == []
    assert "roll" in view.title.text()


def test_while_dice_move_it_says_what_for_and_not_more(view):
    view.show_roll(thrown())
    view.wait("Melee against Easy")
    assert view.title.text() == "Melee against Easy …"
    assert view.text() == ""
    assert not view.view.isVisible()
    assert not view.row.isVisible()


def test_the_result_is_as_large_as_fits(view, qtbot):
    view.resize(480, 210)
    view.show_roll(thrown())
    assert view.headline.font().pixelSize() == theme_of(view).px(28)
    view.resize(480, 600)
    qtbot.waitUntil(lambda: view.headline.font().pixelSize() == theme_of(view).px(40))
    view.resize(180, 600)
    qtbot.waitUntil(lambda: view.headline.font().pixelSize() == theme_of(view).px(20))


def test_the_result_is_large_where_a_style_sheet_rules(view, qapp):
    theme_of(view).apply(qapp)
    try:
        for seed in range(4):
            view.show_roll(thrown(seed))
            assert view.headline.font().pixelSize() == theme_of(view).px(40)
    finally:
        qapp.setStyleSheet("")


def test_against_an_opponent_both_sides_are_told(view):
    view.show_roll(view_of(opposed(), title="Melee against Goblin", name="Ragnar"))
    assert view.head.totals.text() == "Ragnar\u00a03 – Goblin\u00a01", "no line ends before a number"
    view.resize(420, 330)
    assert view.head.totals.text() == "Ragnar\u00a03 –\nGoblin\u00a01", "where a line ends, it is between the sides"
    assert "Ragnar 3 – Goblin 1." in view.text()
    assert view.headline.text() == "Success by 2"
    assert "You describe what happens." in view.title.text(), "TASK-12"
    assert len(lines(view)) == 6
    assert [line.caption for line in lines(view)] == ["Ragnar", "", "", "", "Goblin: 1 success", ""]
    assert {line.group for line in lines(view)[4:]} == {"opponent"}
    assert "Ragnar 3 – Goblin 1." in view.text()


@pytest.mark.parametrize("width", [380, 440, 504, 598])
def test_a_line_of_both_totals_ends_between_the_sides(view, qtbot, width):
    view.resize(width, 330)
    play = view_of(opposed("Goblin (example)"), name="Ragnar")
    view.show_roll(play)
    qtbot.wait(20)
    totals = view.head.totals
    widest = max(totals.fontMetrics().horizontalAdvance(line) for line in totals.text().split("\n"))
    assert widest <= totals.width(), "so no line is broken in two"
    assert totals.geometry().right() < view.head.width()
    assert "Goblin (example) 1." in view.text()


def test_long_names_leave_the_result_its_room(view, qtbot):
    play = view_of(opposed("Grandmother Bartholomea of the Hills"), name="Ragnar")
    view.show_roll(play)
    qtbot.wait(20)
    head = view.head
    assert head.words.width() >= head.words.fontMetrics().horizontalAdvance("Success by")
    assert head.totals.geometry().right() < head.width()
    assert re.search("\u00a01$", head.totals.text()), "no line ends before a number"


def test_at_the_size_of_a_small_screen_the_result_is_read_from_a_metre(view, qtbot):
    view.resize(504, 288)
    view.show_roll(view_of(opposed(), name="Ragnar"))
    qtbot.wait(20)
    assert view.headline.font().pixelSize() >= 37
    assert view.view.height() >= 2 * theme_of(view).px(34), "and some dice below it"


def test_the_result_of_a_sum_never_stands_alone_in_a_line(view, qtbot):
    play = play_of(ragnar(), replace(MANEUVER, darkness=3, penalty=2, free=2), "melee,universal,maneuver,universal")
    view.show_roll(view_of(play))
    for width in range(200, 620, 10):
        view.resize(width, 330)
        qtbot.wait(1)
        *_, before, net = sorted(view.steps.findChildren(_Part), key=lambda part: _at(view, part))
        assert net.part.kind is SumPartKind.NET
        assert _at(view, before)[0] == _at(view, net)[0], width


def _at(view, part) -> tuple[int, int]:
    """Return where a part stands: its line, and its place in it."""
    at = part.mapTo(view, QPoint(0, 0))
    return at.y() + part.height() // 2, at.x()


def hurt():
    poison = injuries.hindering_from(rulebook().die("poison"))
    return play_of(injuries.add_hindering(ragnar(), poison), MANEUVER, "melee,universal,maneuver,universal,poison")


def test_a_die_is_not_called_lost_before_its_owner_gave_it(view):
    view.show_roll(view_of(hurt(), proposed=1))
    assert view.title.text().endswith("Damage 1: one die is to be lost.")
    view.show_roll(view_of(hurt()))
    assert view.title.text().endswith("Dice lost to damage: 1.")


def test_damage_stands_after_the_sum_and_in_its_line(view, qtbot):
    view.show_roll(view_of(hurt()))
    assert view.steps.text.endswith("; damage 1.")
    for width in range(200, 620, 20):
        view.resize(width, 330)
        qtbot.wait(1)
        *_, net, damage = sorted(view.steps.findChildren(_Part), key=lambda part: _at(view, part))
        assert (net.part.kind, damage.part.kind) == (SumPartKind.NET, SumPartKind.HURTS)
        assert _at(view, net)[0] == _at(view, damage)[0], width


def test_the_other_side_is_not_told_of_your_dice(qapp):
    goblin = someone(CharacterKind.CAST, DWARF, DWARF).with_(name="Goblin")
    request = replace(MELEE, difficulty="", opponent="goblin")
    other = other_side(goblin, "magic", "dwarf,blank")
    model = ReadingModel()
    model.show_lines(view_of(play_of(ragnar(), request, "melee,defend,melee,universal", other=other)).dice)
    assert model.rows[4].caption == "Goblin: Magic needs at least one fitting icon on their dice."


def test_tab_goes_as_the_reading_is_seen(view, qtbot):
    view.show_roll(view_of(play_of(ragnar(), MELEE, "melee,defend,melee,universal"), done="Die 1 again.", veto=True))
    view.set_follow_ups([FollowUp("Poison takes die 4: lose it", lambda: None), FollowUp("Undo that", lambda: None)])
    qtbot.wait(20)
    assert tab_stops(view)[:5] == [view.overrule, view.copy_button, view.strike, view.secret, view.row.buttons[0]]
    assert view.view in tab_stops(view)
    assert len(tab_stops(view)) >= 8
    assert not out_of_order(view)
    view.set_acts([FollowUp("None", lambda: None)], "Choose a die")
    view.set_follow_ups([FollowUp("Poison takes die 4: lose it", lambda: None)])
    qtbot.wait(20)
    assert not out_of_order(view)


def test_alone_nobody_is_named(view):
    view.show_roll(view_of(play_of(ragnar(), MELEE, "melee,defend,melee,universal"), name="Ragnar"))
    assert not view.head.totals.isVisible()
    assert not any(line.caption for line in lines(view))


def test_ex_36_grumpy_reads_his_icon_as_one_thing_and_hears_what_else_it_might_be(view):
    grumpy = someone(CharacterKind.CAST, DWARF)
    view.show_roll(view_of(play_of(grumpy, Request("defend", difficulty="easy"), "dwarf", nulls=1)))
    uses = "Craft as Master (2), Melee as Slam or Perception as Night Vision"
    assert view.notes() == [
        f"Dwarf works as Slam and counts for Defend: 1 success. It might be used for {uses} instead: for one only.",
        "Null cancels 1 success.",
        "A blank face does nothing.",
    ]
    assert lines(view)[0].amount == "+1"


def test_a_die_thrown_again_keeps_the_face_it_showed_first(view):
    play = replace(play_of(ragnar(), MELEE, "melee,defend,melee,missile"), reroll=Reroll(1, 0))
    view.show_roll(view_of(play, done="Die 2 re-rolled: Defend → Universal", veto=True, tags=("re-rolled",)))
    assert [line.before for line in lines(view)] == ["", "defend", "", "", "", ""]
    assert "Maneuver against Average · re-rolled." in view.text()
    assert "Die 2 re-rolled: Defend → Universal." in view.text()


@pytest.mark.parametrize(
    ("amount", "said"),
    [("short", "Success by 1."), ("usual", "Success by 1. Counted 2, Nulls −1 = 1."), ("full", "")],
)
def test_a_screen_reader_says_a_new_outcome_once(view, amount, said):
    spoken = []
    view.spoken.connect(spoken.append)
    view.set_speech(amount)
    view.show_roll(thrown(1))
    view.show_roll(thrown(1))
    assert spoken == [said or view.text()]
    view.wait("Again")
    view.show_roll(thrown(1))
    assert len(spoken) == 2


def test_a_screen_reader_says_only_new_effects_of_a_roll_that_it_has_said(view):
    spoken = []
    roll = thrown(1)
    view.show_roll(roll)
    view.spoken.connect(spoken.append)
    view.show_roll(replace(roll, since="Goblin lost die 2."))
    view.show_roll(replace(roll, since="Goblin lost die 2.", have="You have 2 spiffs"))
    view.show_roll(replace(roll, meant=False))
    assert spoken == ["Goblin lost die 2.", "Struck out: Success by 1."]


def test_what_is_proposed_is_a_button(view, qtbot):
    done = []
    view.show_roll(thrown())
    view.set_follow_ups([FollowUp("Poison takes die 2: lose it", lambda: done.append(2))])
    (button,) = view.follow_ups.buttons
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert done == [2]
    view.set_follow_ups(())
    assert not view.follow_ups.isVisible()


def test_an_ampersand_in_the_name_of_a_die_is_no_key(view):
    view.set_follow_ups([FollowUp("Rats & Co takes die 2: lose it", lambda: None)])
    assert view.follow_ups.buttons[0].text() == "Rats && Co takes die 2: lose it"


def test_pointing_tells_nobody_back(view):
    view.show_roll(thrown())
    told = []
    view.view.die_hovered.connect(told.append)
    view.point_at(3)
    assert view.view.currentIndex().row() == 3
    view.point_at(-1)
    assert not view.view.currentIndex().isValid()
    view.point_at(77)
    assert not told


def test_a_die_pointed_at_in_the_tray_comes_into_view(view, qtbot):
    view.show_roll(thrown(difficulty="impossible"))
    last = view.model.rowCount() - 1
    bar = view.view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    view.point_at(last)
    assert bar.value() == bar.maximum()
    view.point_at(last - 1)
    view.point_at(-1)
    assert bar.value() == 0, "the list goes back to where it stood"


@pytest.mark.parametrize("height", [600, 200])
def test_another_throw_is_read_from_its_beginning(view, qtbot, height):
    view.resize(480, height)
    view.show_roll(thrown(difficulty="impossible"))
    bar = view.view.verticalScrollBar() if height == 600 else view.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    view.wait("Maneuver against Impossible")
    view.show_roll(thrown(seed=2, difficulty="impossible"))
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    assert bar.value() == 0


@pytest.mark.parametrize("text", [100, 150, 200])
def test_dice_are_told_apart_however_narrow_the_list_is(qtbot, text):
    view = ReadingView(Theme("iron", text))
    qtbot.addWidget(view)
    view.show_roll(view_of(play_of(ragnar(), MANEUVER, "physical,physical,physical,physical")))
    line, delegate = view.model.rows[0], view.view.itemDelegate()
    names = QFontMetrics(theme_of(view).font("sans", 12))
    for width in range(250 * text // 100, 720, 20):
        amount, reason, name = delegate._rooms(QRect(0, 0, width, 9_999), line)
        assert names.elidedText(line.name, Qt.TextElideMode.ElideRight, name.width()).startswith("Die 1"), width
        assert reason.right() < name.left() < name.right() < amount.left()
        assert reason.width() > 60
    assert name.width() >= names.horizontalAdvance("Die 1 · Gaul")


def test_on_a_small_screen_the_reason_of_a_common_throw_has_one_line(view, qtbot):
    view.resize(488, 420)
    long = []
    for skill in (each.id for each in rulebook().skills):
        for code in ("physical", "mental"):
            ego = someone(CharacterKind.CAST, *(f"universal,{code},{skill},{skill},blank,blank",) * 4)
            view.show_roll(view_of(play_of(ego, Request(skill, difficulty="easy"), ",".join([code] * 4))))
            if view.view.visualRect(view.model.index(0)).height() > theme_of(view).px(34):
                long.append(view.model.rows[0].why)
    assert not long


def test_a_long_reason_wraps_and_other_uses_are_in_the_tip(view, qtbot):
    grumpy = someone(CharacterKind.CAST, DWARF, DWARF)
    view.show_roll(view_of(play_of(grumpy, Request("defend", difficulty="easy"), "dwarf,blank")))
    first, second = view.model.index(0), view.model.index(1)
    view.resize(900, 420)
    qtbot.wait(20)
    assert view.view.visualRect(first).height() == theme_of(view).px(34)
    view.resize(330, 420)
    qtbot.waitUntil(lambda: view.view.visualRect(first).height() > 2 * theme_of(view).px(20))
    assert view.view.visualRect(second).height() == theme_of(view).px(34)
    tip = words_of(first.data(Qt.ItemDataRole.ToolTipRole))
    assert "for one only" in tip
    assert "for one only" in first.data(Qt.ItemDataRole.AccessibleTextRole)
    assert second.data(Qt.ItemDataRole.ToolTipRole) is None


def test_arrows_walk_over_the_dice(view, qtbot):
    view.show_roll(thrown())
    told = []
    view.view.die_hovered.connect(told.append)
    view.view.setFocus()
    qtbot.keyClick(view.view, Qt.Key.Key_Down)
    qtbot.keyClick(view.view, Qt.Key.Key_Down)
    assert told[-1] == view.view.currentIndex().row() >= 1


def test_arrows_reach_every_line_where_the_reading_is_higher_than_its_room(view, qtbot, qapp):
    theme_of(view).apply(qapp)
    theme_of(view).set_text_size(150)
    view.resize(420, 260)
    view.show_roll(thrown(difficulty="impossible"))
    view.view.setFocus()
    assert view.view.hasFocus()
    for _press in range(view.model.rowCount()):
        qtbot.keyClick(view.view, Qt.Key.Key_Down)
    index = view.view.currentIndex()
    assert index.row() == view.model.rowCount() - 1
    middle = view.view.viewport().mapTo(view, view.view.visualRect(index).center())
    assert view.rect().contains(middle)


def test_the_reading_is_copied_with_a_key_and_a_button(view, qtbot):
    view.show_roll(thrown())
    for press in (
        lambda: qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier),
        lambda: qtbot.mouseClick(view.copy_button, Qt.MouseButton.LeftButton),
    ):
        QGuiApplication.clipboard().clear()
        press()
        assert QGuiApplication.clipboard().text() == view.text()


def test_no_words_are_taken_for_markup(view):
    play = play_of(ragnar(), MELEE, "melee,defend,melee,missile")
    view.show_roll(view_of(play, title="<b>Bold</b>", done="<i>x</i>", tags=("<u>",)))
    for label in view.findChildren(QLabel):
        assert not label.text() or label.textFormat() is Qt.TextFormat.PlainText
    assert "<b>Bold</b>" in view.title.text()


@pytest.mark.parametrize("text", [100, 150])
def test_it_can_be_painted_in_every_theme(view, text):
    play = replace(opposed(), reroll=Reroll(1, 0))
    theme_of(view).set_text_size(text)
    view.show_roll(view_of(play, name="Ragnar", done="Die 2 re-rolled", veto=True))
    view.point_at(4)
    pictures = set()
    for name in ("parchment", "contrast", "iron"):
        theme_of(view).set_theme(name)
        pictures.add(view.grab().toImage().constBits().tobytes())
    assert len(pictures) == 3


def test_what_became_of_the_dice_the_opponent_lost_is_told_and_read_out(view):
    view.show_roll(view_of(opposed(), name="Ragnar", since="It is in the file of Goblin now."))
    assert (view.since.isVisible(), view.since.text()) == (True, "It is in the file of Goblin now.")
    assert "It is in the file of Goblin now." in view.accessibleDescription()
    view.show_roll(view_of(opposed(), name="Ragnar"))
    assert not view.since.isVisible()
    assert "Goblin now" not in view.accessibleDescription()


def test_taking_back_does_not_look_like_harm(view):
    view.set_follow_ups([FollowUp("Lose it", lambda: None), FollowUp("Take back", lambda: None, icon="undo", kind="")])
    lose, back = view.follow_ups.buttons
    assert (lose.property("kind"), back.property("kind")) == ("danger", "")
    before = (lose.icon().cacheKey(), back.icon().cacheKey())
    assert before[0] != before[1]
    theme_of(view).set_theme("parchment")
    after = (lose.icon().cacheKey(), back.icon().cacheKey())
    assert not {*before} & {*after}, "in the colours of the new theme"
    assert after[0] != after[1]


def test_the_button_that_takes_harm_stays_where_it_is_whatever_is_said_of_it(view, qtbot):
    places = []
    for harm in ("In no file yet.", "It is in the file of Goblin now, and much is to be said about that. " * 3):
        view.show_roll(view_of(opposed(), name="Ragnar", since=harm))
        view.set_follow_ups([FollowUp("Press", lambda: None)])
        qtbot.wait(20)
        places.append(view.follow_ups.buttons[0].mapTo(view, QPoint(0, 0)))
    assert places[0] == places[1]


def places(view: ReadingView) -> tuple[object, ...]:
    """Return where everything stands once it has come to rest."""
    for _time in range(6):
        QApplication.processEvents()
    parts = (view.head, view.title, view.steps, view.row, view.follow_ups, *view.row.buttons, view.view)
    bar = view.area.verticalScrollBar()
    return bar.maximum() > 0, *(part.isVisible() and part.geometry().getRect() for part in parts)


@pytest.mark.parametrize("height", [260, 290, 320, 350])
def test_a_reading_is_laid_out_by_its_size_whatever_was_before(view, height):
    theme = theme_of(view)
    view.setStyleSheet(f"QScrollBar:vertical {{ width: {theme.px(10)}px; }}")
    view.show_roll(thrown())
    view.set_follow_ups([FollowUp("Poison takes die 3: lose it", lambda: None)])
    for width in range(332, 500, 24):
        found = set()
        for before in ((width, 900), (width, 60), (width + 60, height), (width - 60, height)):
            view.resize(*before)
            places(view)
            view.resize(width, height)
            found.add(places(view))
        view.hide()
        places(view)
        view.show()
        found.add(places(view))
        theme.set_text_size(150)
        places(view)
        theme.set_text_size(100)
        found.add(places(view))
        assert len(found) == 1, (width, *found)
        assert view.follow_ups.y() >= view.row.geometry().bottom()


@pytest.mark.parametrize("text", [100, 150])
def test_the_lower_edge_cuts_no_line_of_text(view, qtbot, text):
    theme_of(view).set_text_size(text)
    view.show_seal(Evening(1, datetime(2026, 11, 21, tzinfo=UTC), "5dcc" * 16))
    for height in range(30, 180, 7):
        view.resize(300, height)
        qtbot.wait(1)
        edge = view.area.viewport().height()
        for label in (view.title, view.seal):
            seen, line = edge - label.y(), label.fontMetrics().lineSpacing()
            assert not 0 < seen < label.height() or seen % line <= 1, (height, label.text())


def test_what_may_follow_comes_before_the_seal_and_is_seen_whole_or_not_at_all(view, qtbot):
    view.show_seal(Evening(1, datetime(2026, 11, 21, tzinfo=UTC), "5dcc" * 16))
    view.set_follow_ups([FollowUp(f"Lose die {n} (earlier roll)", lambda: None) for n in range(4)])
    qtbot.wait(20)
    wanted, seen = view.sizeHint().height(), set()
    for height in range(70, 200, 3):
        view.resize(300, height)
        qtbot.wait(5)
        assert view.sizeHint().height() <= wanted, "a row left out must not ask for more height"
        end = view.area.viewport().height()
        tops = [button.mapTo(view.area.viewport(), QPoint()).y() for button in view.follow_ups.buttons]
        whole = [top + view.follow_ups.buttons[0].height() <= end for top in tops]
        assert all(fits or top >= end for top, fits in zip(tops, whole, strict=True)), height
        assert view.seal.y() > view.follow_ups.y()
        seen.add(sum(whole))
    assert len(seen) > 2
