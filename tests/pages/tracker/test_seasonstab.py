"""Actions of seasons by mouse and keys: income, strategic actions, changes, coins, assets, the way on."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.rules.bones.book.character import ActionKind, Character
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.injury.injuries import pass_days
from bones_desktop.rules.bones.life import seasons
from bones_desktop.rules.bones.life.seasons import spend_coins
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.widgets.lists.line import Line
from tests.pages.tracker.seasonsdesk import TODAY, SeasonsDesk, two_seasons
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook
from tests.support.taborder import tab_stops


@pytest.fixture
def desk(qtbot) -> Callable[..., SeasonsDesk]:
    def make(character: Character | None = None, width: int = 1250, height: int = 580, **opened: object) -> SeasonsDesk:
        made = SeasonsDesk(character or bob(), **opened)
        qtbot.addWidget(made.stack)
        made.stack.resize(width, height)
        with qtbot.waitExposed(made.stack):
            made.stack.show()
        made.stack.activateWindow()
        qtbot.waitUntil(made.stack.isActiveWindow)
        made.tab.setFocus()
        return made

    return make


def full():
    person = two_seasons()
    return seasons.record_strategic(rulebook(), person, TODAY, title="Courts", skill="social", successes=-5)


def go_to(view, title: str) -> None:
    """Click the row of a list with this title."""
    model = view.model()
    index = next(each for each in map(model.index, range(model.rowCount())) if each.data() == title)
    view.scrollTo(index)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())
    assert view.currentIndex() == index


def act(work: SeasonsDesk, id: str, title: str) -> None:
    """Do an act on an action of the diary with this title."""
    go_to(work.board.diary.view, title)
    work.press(work.board.diary.buttons[id])


def line(work: SeasonsDesk, title: str) -> Line:
    return next(row for row in work.board.diary.view.lines.rows if row.text == title)


def test_in_large_text_the_season_is_told_whole_on_a_small_screen(desk, qapp):
    here = desk(two_seasons())
    here.theme.apply(qapp)
    here.theme.set_text_size(200)
    assert here.board.minimumSizeHint().width() <= 1114
    head = here.board.head
    head.resize(1114, head.sizeHint().height())
    head.layout().activate()
    assert head.left.width() >= head.left.minimumSizeHint().width()
    assert head.next.geometry().right() < 1114


def test_the_season_is_told_large_with_its_actions(desk):
    work = desk(two_seasons())
    board = work.board
    assert (board.head.season.text(), board.head.left.text) == ("Spring, year 1", "1 of 3 actions left")
    first = line(work, "Writes a book")
    assert (first.right, first.right_tone) == ("Success by 1", "good")
    assert first.second == "Scholar against Difficult · brought: Bob on Goblins\nIt sells."
    assert line(work, "Lectures").right == "+300 coins"
    assert board.coins.coins.full_text == "280 coins"
    assert board.coins.sums.text() == "earned 400, spent 120"


def test_income_shows_its_sum_and_earns(desk):
    work = desk(two_seasons())
    form = work.board.form
    work.choose(form.fields["skill"], "Schol")
    work.type(form.fields["successes"], "2")
    assert form.result.full_text == "100 × (2 successes + 2 assets) = 400 coins"
    work.type(form.fields["title"], "Lectures again")
    QTest.keyClick(form.fields["title"], Qt.Key.Key_Return)
    last = work.character.actions[-1]
    assert (last.kind, last.title, last.coins, last.assets, last.on) == (
        ActionKind.INCOME,
        "Lectures again",
        400,
        2,
        TODAY,
    )
    assert work.character.coins == 680
    assert (work.steps, work.told) == (["Income"], ["400 coins earned."])
    assert form.fields["title"].text() == ""


def test_assets_earn_nothing_with_some_skills(desk):
    work = desk(two_seasons())
    fields = work.board.form.fields
    work.choose(fields["skill"], "Riding")
    work.type(fields["successes"], "1")
    assert work.board.form.result.full_text == "50 × 1 success = 50 coins"
    assert not fields["assets"].isEnabled()
    assert fields["assets"].toolTip() == "Assets earn nothing with this skill."


def test_the_gm_may_name_another_number_of_assets(desk):
    work = desk(two_seasons())
    fields = work.board.form.fields
    work.choose(fields["skill"], "Schol")
    work.type(fields["assets"], "1")
    work.press(work.board.form.act)
    assert (work.character.actions[-1].assets, work.character.actions[-1].coins) == (1, 100)


def test_a_skill_without_an_icon_is_refused_with_the_reason(desk):
    work = desk()
    work.choose(work.board.form.fields["skill"], "Thief")
    assert work.refused == ["no-icon"]
    assert work.board.form.answers.key("skill") == ""


def test_income_needs_a_skill_and_says_so(desk):
    work = desk()
    work.press(work.board.form.act)
    assert work.told == ["Choose the skill that earns first."]
    assert work.board.form.fields["skill"].hasFocus()
    assert work.steps == []


def test_an_asset_of_the_season_is_not_told_to_stay(desk):
    work = desk()
    form = work.board.form
    work.press(form.fields["kind"].buttons["strategic"])
    work.type(form.fields["title"], "Hires a cart")
    work.choose(form.fields["skill"], "Schol")
    work.type(form.fields["successes"], "1")
    work.type(form.fields["asset"], "A cart")
    work.press(form.act)
    assert work.told == ["A cart also earns this season."]


def test_a_strategic_action_with_its_outcome_and_asset(desk):
    work = desk()
    form = work.board.form
    work.press(form.fields["kind"].buttons["strategic"])
    work.type(form.fields["title"], "Writes a book")
    work.choose(form.fields["skill"], "Schol")
    work.choose(form.fields["difficulty"], "Diff")
    work.type(form.fields["successes"], "1")
    assert form.result.full_text == "Success by 1"
    work.type(form.fields["outcome"], "It sells.")
    work.type(form.fields["asset"], "Bob on Goblins")
    work.press(form.fields["stay"].buttons["good"])
    work.press(form.act)
    (action,) = work.character.actions
    assert (action.skill, action.difficulty, action.successes, action.outcome, action.made) == (
        "scholar",
        "difficult",
        1,
        "It sells.",
        "Bob on Goblins",
    )
    assert work.character.assets[0].season is None
    assert work.told == ["Bob on Goblins also earns from now on."]
    assert form.answers.key("kind") == ActionKind.STRATEGIC


def test_what_was_typed_stays_after_a_refusal(desk):
    work = desk()
    form = work.board.form
    work.press(form.fields["kind"].buttons["strategic"])
    work.type(form.fields["asset"], "Castle")
    work.type(form.fields["title"], "Builds")
    work.choose(form.fields["skill"], "Schol")
    work.press(form.act)
    assert work.refused == ["asset-needs-success"]
    assert (form.fields["title"].text(), form.fields["asset"].text()) == ("Builds", "Castle")
    form.fields["title"].clear()
    work.press(form.act)
    assert work.refused[1:] == ["action-needs-title"]


@pytest.mark.parametrize(("typed", "said"), [("0", "A tie: failure"), ("-5", "Failure by 5"), ("3", "Success by 3")])
def test_net_successes_are_said_in_words(desk, typed, said):
    work = desk()
    work.press(work.board.form.fields["kind"].buttons["strategic"])
    work.choose(work.board.form.fields["skill"], "Schol")
    work.type(work.board.form.fields["successes"], typed)
    assert work.board.form.result.full_text == said


def test_what_is_done_without_a_throw_neither_succeeds_nor_fails(desk):
    work = desk()
    form = work.board.form
    work.press(form.fields["kind"].buttons["strategic"])
    work.type(form.fields["title"], "Buys a house")
    work.type(form.fields["asset"], "House")
    work.choose(form.fields["skill"], "Schol")
    work.choose(form.fields["difficulty"], "Diff")
    work.type(form.fields["successes"], "-2")
    work.choose(form.fields["skill"], "No roll")
    assert form.result.full_text == "No roll: neither success nor failure"
    assert not form.fields["successes"].isEnabled()
    assert not form.fields["difficulty"].isEnabled()
    assert "choose a skill" in form.fields["successes"].toolTip()
    work.press(form.act)
    (action,) = work.character.actions
    assert (action.skill, action.difficulty, action.successes, action.made) == ("", "", 0, "House")
    bought = line(work, "Buys a house")
    assert (bought.right, bought.second) == ("", "brought: House")


def test_three_actions_fill_the_season(desk):
    work = desk(full())
    board = work.board
    assert board.head.left.text == "All 3 actions are done"
    assert not board.form.isVisible()
    assert board.done_title.text() == "All three actions of this spring are done."
    assert board.head.next.property("kind") == "primary"
    assert board.head.next.hasFocus()


def test_the_next_season_begins_and_heals(desk):
    work = desk(injuries.lose(full(), 0, "arrow"))
    work.press(work.board.head.next)
    assert work.board.head.season.text() == "Summer, year 1"
    assert work.board.head.left.text == "3 of 3 actions left"
    assert work.character.lost == ()
    assert (work.steps, work.told) == (["Next season"], ["It is summer now: three new actions."])
    assert [line.text for line in work.board.assets.view.lines.rows] == ["House"]


def test_in_a_campaign_the_calendar_is_the_campaign_s(desk):
    work = desk(full().with_(campaign="c" * 32))
    assert work.board.head.next.text() == "To the campaign's calendar"
    work.press(work.board.head.next)
    assert (work.asked, work.steps) == (["campaign"], [])


def test_years_count_from_the_campaign_s_first(desk):
    work = desk(two_seasons())
    work.tab.set_first_year(212)
    assert work.board.head.season.text() == "Spring, year 212"
    assert work.board.diary.view.lines.rows[0].text == "Spring, year 212"


def test_the_last_action_can_be_changed_in_every_part(desk):
    work = desk(two_seasons())
    board = work.board
    act(work, "change", "Lectures")
    form = board.form
    assert (form.fields["title"].text(), form.fields["successes"].value(), form.fields["assets"].value()) == (
        "Lectures",
        2,
        1,
    )
    work.type(form.fields["successes"], "3")
    assert form.result.full_text == "100 × (3 successes + 1 asset) = 400 coins"
    work.press(form.act)
    assert [action.title for action in work.character.actions[2:]] == ["Writes a book", "Lectures"]
    assert (work.character.coins, work.steps) == (380, ["Change an action"])
    assert form.heading.full_text == "New action"


def test_of_earlier_actions_the_words_can_be_changed(desk):
    work = desk(two_seasons())
    act(work, "change", "Writes a book")
    form = work.board.form
    fixed = ("kind", "skill", "difficulty", "successes", "asset", "stay")
    assert not any(form.fields[id].isEnabled() for id in fixed)
    work.type(form.fields["title"], "Writes a second book")
    work.press(form.act)
    assert work.character.actions[2].title == "Writes a second book"
    assert work.character.actions[2].successes == 1
    assert len(work.character.assets) == 2


def test_cancel_changes_nothing(desk):
    work = desk(two_seasons())
    act(work, "change", "Lectures")
    work.type(work.board.form.fields["title"], "Something")
    work.press(work.board.form.cancel)
    assert (work.steps, work.board.form.fields["title"].text(), work.board.form.cancel.isVisible()) == ([], "", False)


def test_a_full_season_lets_its_actions_be_changed(desk):
    work = desk(full())
    act(work, "change", "Courts")
    assert work.board.form.isVisible()
    work.type(work.board.form.fields["title"], "Courts the Duke's daughter")
    QTest.keyClick(work.board.form.fields["title"], Qt.Key.Key_Return)
    assert work.character.actions[-1].title == "Courts the Duke's daughter"
    assert not work.board.form.isVisible()


def test_the_last_action_is_removed_with_its_coins(desk):
    work = desk(two_seasons().with_(coins=1000))
    act(work, "remove", "Lectures")
    assert (len(work.character.actions), work.character.coins) == (3, 700)
    work.document.undo_stack.undo()
    assert line(work, "Lectures").right == "+300 coins"


def test_coins_spent_cannot_be_removed(desk):
    work = desk(two_seasons())
    act(work, "remove", "Lectures")
    assert (work.refused, work.steps) == (["coins-spent-already"], [])


def test_undo_while_an_action_is_changed_takes_the_change_back(desk):
    work = desk(two_seasons())
    work.document.apply("Text", lambda now: seasons.set_action_texts(now, 3, title="Teaches", outcome=""))
    act(work, "change", "Teaches")
    work.document.undo_stack.undo()
    assert work.board.form.heading.full_text == "New action"


def test_a_throw_is_asked_and_its_result_comes_back(desk):
    work = desk(two_seasons())
    form = work.board.form
    work.press(work.board.throw)
    assert work.told == ["Choose the skill to roll first."]
    work.choose(form.fields["skill"], "Schol")
    work.press(work.board.throw)
    assert work.asked == [Request("scholar", ThrowKind.INCOME, assets=2)]
    assert not work.tab.take_throw(Request("social", ThrowKind.INCOME), 5)
    assert not work.tab.take_throw(Request("scholar"), 5)
    assert work.tab.take_throw(work.asked[0], 3)
    assert form.result.full_text == "100 × (3 successes + 2 assets) = 500 coins"
    work.press(form.act)
    assert not work.tab.take_throw(work.asked[0], 3)


def test_a_strategic_throw_carries_its_difficulty(desk):
    work = desk()
    form = work.board.form
    work.press(form.fields["kind"].buttons["strategic"])
    work.choose(form.fields["skill"], "Social")
    work.choose(form.fields["difficulty"], "Almost")
    work.press(work.board.throw)
    assert work.asked == [Request("social", ThrowKind.STRATEGIC, difficulty="almost-impossible")]
    assert work.tab.take_throw(work.asked[0], -5)
    assert form.result.full_text == "Failure by 5"


def test_coins_are_spent_and_received(desk):
    work = desk(two_seasons())
    coins = work.board.coins
    work.type(coins.number, "30")
    work.type(coins.note, "Rope")
    QTest.keyClick(coins.note, Qt.Key.Key_Return)
    assert work.character.coins == 250
    work.type(coins.number, "50")
    work.type(coins.note, "A gift")
    work.press(coins.receive)
    assert (work.character.coins, work.steps) == (300, ["Spend coins", "Receive coins"])
    assert [entry.note for entry in work.character.coin_ledger] == ["A mule", "Rope", "A gift"]
    work.type(coins.number, "9000")
    work.press(coins.spend)
    assert work.refused == ["coins-too-few"]
    assert coins.number.value() == 9000


def test_assets_are_added_and_removed(desk):
    work = desk(two_seasons())
    assets = work.board.assets
    work.press(assets.form.act)
    assert work.refused == ["asset-needs-name"]
    work.type(assets.form.fields["asset"], "Mill")
    work.press(assets.form.fields["stay"].buttons["good"])
    QTest.keyClick(assets.form.fields["asset"], Qt.Key.Key_Return)
    assert [(each.name, each.season) for each in work.character.assets] == [
        ("Bob on Goblins", 1),
        ("House", None),
        ("Mill", None),
    ]
    assert assets.form.answers.key("stay") == "season"
    go_to(assets.view, "House")
    QTest.keyClick(assets.view, Qt.Key.Key_Delete)
    go_to(assets.view, "Mill")
    work.press(assets.buttons["lose-asset"])
    assert [each.name for each in work.character.assets] == ["Bob on Goblins"]


def test_an_asset_of_a_mastery_stays_and_says_why(desk):
    prince = bob().with_(dice=tuple(die.with_(faces=(*die.faces[:5], face("merchant-prince"))) for die in bob().dice))
    work = desk(prince)
    rows = work.board.assets.view.lines.rows
    assert len(rows) == 2
    assert rows[0].right == "Merchant Prince"
    work.board.assets.view.setCurrentIndex(work.board.assets.view.lines.index(0))
    remove = work.board.assets.buttons["lose-asset"]
    assert not remove.isEnabled()
    assert remove.toolTip() == f"{rows[0].text} comes with a mastery: Merchant Prince."
    assert work.board.form.fields["assets"].value() == 2


def test_the_diary_changes_and_removes_actions_of_earlier_seasons(desk):
    work = desk(two_seasons())
    view = work.board.diary.view
    go_to(view, "Befriends the captain")
    QTest.keyClick(view, Qt.Key.Key_Return)
    form = work.board.form
    assert form.heading.full_text == "Change: winter of year 1"
    work.type(form.fields["successes"], "-1")
    work.press(form.act)
    assert work.character.actions[1].successes == -1
    act(work, "remove", "Mends pots")
    assert work.refused == ["not-last-action"]
    go_to(view, "Befriends the captain")
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert [action.title for action in work.character.actions] == ["Mends pots", "Writes a book", "Lectures"]


def test_a_forgotten_action_comes_into_its_season(desk):
    work = desk(two_seasons())
    diary = work.board.diary
    go_to(diary.view, "Spring, year 1")
    assert not diary.buttons["add"].isEnabled()
    go_to(diary.view, "Winter, year 1")
    work.press(diary.buttons["add"])
    form = work.board.form
    assert form.heading.full_text == "Added to winter of year 1"
    work.press(form.fields["kind"].buttons["strategic"])
    work.type(form.fields["title"], "Sleeps")
    work.press(form.act)
    assert [(each.season, each.title) for each in work.character.actions][:3] == [
        (0, "Mends pots"),
        (0, "Befriends the captain"),
        (0, "Sleeps"),
    ]
    assert not diary.buttons["add"].isVisible()


def test_paper_is_asked_for(desk):
    work = desk(two_seasons())
    work.press(work.board.diary.print)
    work.press(work.board.diary.pdf)
    assert work.asked == ["print", "pdf"]


def test_a_file_of_a_newer_program_is_only_read(desk):
    board = desk(two_seasons(), read_only=True).board
    for part in (board.form, board.coins.spend, board.assets.form.act, board.head.next):
        assert not part.isEnabled()
    go_to(board.diary.view, "Lectures")
    assert not board.diary.buttons["change"].isEnabled()
    assert board.diary.print.isEnabled()


def test_another_character_empties_the_fields(desk):
    work = desk(two_seasons())
    work.type(work.board.form.fields["title"], "Something")
    work.type(work.board.coins.note, "Rope")
    work.document.open(bob().with_(id="e" * 32, name="Emma"))
    assert (work.board.form.fields["title"].text(), work.board.coins.note.text()) == ("", "")
    assert work.board.head.season.text() == "Winter, year 1"


def test_what_changes_out_of_sight_is_shown_when_the_tab_comes(desk):
    work = desk(two_seasons())
    work.stack.hide()
    work.document.apply("Next", lambda now: pass_days(now, 91, resting=True))
    work.stack.show()
    assert work.board.head.season.text() == "Summer, year 1"


def test_keys_alone_write_an_action_down(desk):
    work = desk()
    form = work.board.form
    assert form.fields["title"].hasFocus()
    QTest.keyClicks(form.fields["title"], "Mends pots")
    QTest.keyClick(form.fields["title"], Qt.Key.Key_Tab)
    assert form.fields["skill"].hasFocus()
    work.choose(form.fields["skill"], "Craft")
    QTest.keyClick(form.fields["skill"], Qt.Key.Key_Tab)
    assert form.fields["successes"].hasFocus()
    QTest.keyClicks(form.fields["successes"], "2")
    QTest.keyClick(form.fields["successes"], Qt.Key.Key_Return)
    assert (work.character.actions[0].title, work.character.coins) == ("Mends pots", 200)


def test_tab_goes_from_the_actions_to_the_form_and_on_to_coins_and_assets(desk):
    board = desk(two_seasons()).board
    form, assets = board.form, board.assets
    order = [
        form.fields["kind"].buttons["income"],
        form.fields["title"],
        form.act,
        board.coins.number,
        assets.view,
        assets.form.fields["asset"],
        assets.form.act,
        board.diary.print,
    ]
    stops = tab_stops(board)
    assert sorted(order, key=stops.index) == order


def test_keys_alone_remove_assets(desk, qapp):
    work = desk(two_seasons())
    assets = work.board.assets
    assets.view.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(assets.view, Qt.Key.Key_Down)
    QTest.keyClick(assets.view, Qt.Key.Key_Tab)
    assert assets.buttons["lose-asset"].hasFocus()
    QTest.keyClick(assets.buttons["lose-asset"], Qt.Key.Key_Space)
    assert [each.name for each in work.character.assets] == ["Bob on Goblins"]
    assert assets.buttons["lose-asset"].hasFocus(), "it can be pressed again"
    QTest.keyClick(assets.buttons["lose-asset"], Qt.Key.Key_Space)
    assert work.character.assets == ()
    assert assets.view.hasFocus(), "the keys stay with the assets"


def test_keys_alone_remove_an_action_from_the_diary(desk):
    work = desk(two_seasons())
    diary = work.board.diary
    go_to(diary.view, "Befriends the captain")
    for _press in range(2):
        QTest.keyClick(diary.window().focusWidget(), Qt.Key.Key_Tab)
    assert diary.buttons["remove"].hasFocus()
    QTest.keyClick(diary.buttons["remove"], Qt.Key.Key_Space)
    assert len(work.character.actions) == 3
    assert diary.view.hasFocus(), "the keys stay with the diary"
    assert diary.view.currentIndex().data() == "Winter, year 1"
    QTest.keyClick(diary.view, Qt.Key.Key_Delete)
    assert len(work.character.actions) == 3, "no other action is taken for the one removed"


def test_what_was_chosen_for_one_character_is_not_removed_from_another(desk):
    work = desk(two_seasons())
    assets, diary = work.board.assets, work.board.diary
    go_to(assets.view, "House")
    go_to(diary.view, "Befriends the captain")
    work.document.open(two_seasons().with_(id="e" * 32, name="Emma"))
    for button in (assets.buttons["lose-asset"], diary.buttons["remove"], diary.buttons["change"]):
        assert not button.isEnabled()
    QTest.keyClick(assets.view, Qt.Key.Key_Delete)
    QTest.keyClick(diary.view, Qt.Key.Key_Delete)
    assert work.steps == []


@pytest.mark.parametrize(("width", "height"), [(1250, 580), (2400, 1200)])
def test_everything_fits_the_page(desk, width, height, qapp):
    work = desk(two_seasons(), width, height)
    work.theme.apply(qapp)
    QTest.qWait(1)
    work.press(work.board.form.fields["kind"].buttons["strategic"])
    room = work.tab.parentWidget()
    assert work.tab.width() <= room.width()
    assert work.tab.height() <= room.height()


def test_large_text_in_a_small_window_scrolls_down_only(desk, qapp):
    work = desk(two_seasons())
    work.theme.apply(qapp)
    work.theme.set_text_size(150)
    QTest.qWait(1)
    assert work.tab.width() <= work.tab.parentWidget().width()


def test_an_action_whose_coins_are_spent_keeps_earning_what_was_spent(desk):
    work = desk(two_seasons())
    form = work.board.form
    act(work, "change", "Lectures")
    work.type(form.fields["successes"], "0")
    work.press(form.act)
    assert (work.character.coins, work.refused) == (80, [])
    work.document.apply("Spend", lambda now: spend_coins(now, 80, "", TODAY))
    act(work, "change", "Lectures")
    work.type(form.fields["assets"], "0")
    work.press(form.act)
    assert (work.character.coins, work.refused) == (0, ["coins-spent-already"])
    assert form.heading.full_text == "Change the action"


@pytest.mark.parametrize("button", ["act", "cancel"])
def test_a_new_action_begun_is_there_again_after_another_was_changed(desk, button):
    work = desk(two_seasons())
    form = work.board.form
    work.press(form.fields["kind"].buttons["strategic"])
    work.type(form.fields["title"], "Builds a mill")
    act(work, "change", "Lectures")
    work.type(form.fields["title"], "Teaches")
    work.press(getattr(form, button))
    assert (form.answers.key("kind"), form.fields["title"].text()) == (ActionKind.STRATEGIC, "Builds a mill")
    assert not form.cancel.isVisible()
    assert form.fields["title"].hasFocus()
    assert work.character.actions[3].title == ("Teaches" if button == "act" else "Lectures")


def test_the_form_comes_into_view_when_an_action_of_the_diary_is_changed(desk):
    work = desk(two_seasons(), 620, 300)
    bar = work.stack.currentWidget().verticalScrollBar()
    bar.setValue(bar.maximum())
    work.press(work.board.diary.print)
    work.board.diary.requested.emit("change", "0/0")
    QTest.qWait(20)
    form = work.board.form
    seen = form.fields["title"].visibleRegion().boundingRect()
    assert seen == form.fields["title"].rect()


def test_a_new_action_that_was_begun_is_there_again_when_its_character_is(desk):
    work = desk()
    first, form = work.character, work.board.form
    work.press(form.fields["kind"].buttons["strategic"])
    work.type(form.fields["title"], "Asks the miller")
    work.choose(form.fields["skill"], "Schol")
    work.choose(form.fields["difficulty"], "Diff")
    work.type(form.fields["outcome"], "He knows the way.")
    shown = form.given
    assert shown == {
        "kind": "strategic",
        "title": "Asks the miller",
        "skill": "scholar",
        "difficulty": "difficult",
        "outcome": "He knows the way.",
    }
    work.document.open(ragnar().with_(id="e" * 32))
    assert (form.fields["title"].text(), form.fields["outcome"].toPlainText()) == ("", "")
    work.document.open(first)
    assert form.given == shown
    work.document.open(ragnar().with_(id="e" * 32))
    work.document.open(first)
    assert form.given == shown


def test_what_an_action_of_one_character_was_to_become_is_not_begun_by_another(desk):
    work = desk(two_seasons())
    first = work.character
    act(work, "change", "Writes a book")
    work.document.open(ragnar().with_(id="e" * 32))
    work.document.open(first)
    assert work.board.form.fields["title"].text() == ""


def test_an_action_begun_again_earns_with_all_assets_when_it_becomes_income(desk):
    work = desk(two_seasons())
    first, form = work.character, work.board.form
    there = form.fields["assets"].value()
    assert there
    work.press(form.fields["kind"].buttons["strategic"])
    work.type(form.fields["title"], "Asks the miller")
    work.document.open(ragnar().with_(id="e" * 32))
    work.document.open(first)
    work.press(form.fields["kind"].buttons["income"])
    assert form.fields["assets"].value() == there
