"""The diary as lines of a list."""

from bones_desktop.pages.tracker.seasonsboard import diary_lines
from bones_desktop.rules.acts import Answers
from bones_desktop.rules.bones.life import seasons
from bones_desktop.rules.bones.life.acts import answers_of, rewrite_action
from bones_desktop.rules.bones.life.seasons import diary
from bones_desktop.wording.seasons import action_check
from tests.pages.tracker.seasonsdesk import TODAY, two_seasons
from tests.support.people import bob
from tests.support.rulebooks import rulebook


def rows(character):
    return diary_lines(rulebook(), diary(rulebook(), character), str)


def test_the_newest_season_comes_first():
    found = rows(seasons.come_by_coins(two_seasons(), 7, "", TODAY))
    assert [(row.heading, row.text, row.right) for row in found] == [
        (True, "Spring, year 1", "earned 300, received 7, spent 120"),
        (False, "Writes a book", "Success by 1"),
        (False, "Lectures", "+300 coins"),
        (False, "A mule", "−120 coins"),
        (False, "Received", "+7 coins"),
        (False, "Assets of the season: Bob on Goblins", ""),
        (True, "Winter, year 1", "earned 100"),
        (False, "Mends pots", "+100 coins"),
        (False, "Befriends the captain", "Success by 2"),
    ]
    assert found[1].second == "Scholar against Difficult · brought: Bob on Goblins\nIt sells."
    assert found[2].second == "Income with Scholar · 2 successes and 1 asset"
    assert (
        found[1].spoken == "Writes a book, Success by 1, Scholar against Difficult · brought: Bob on Goblins, It sells."
    )
    assert len({row.key for row in found}) == len(found)


def test_an_empty_season_says_so():
    assert [row.text for row in rows(bob())] == ["Winter, year 1", "Nothing was done yet."]


def test_an_action_without_words_is_called_by_its_throw():
    nameless = two_seasons()
    action = nameless.actions[0].with_(title="")
    found = rows(nameless.with_(actions=(action, *nameless.actions[1:])))
    assert (found[-2].text, found[-2].second) == ("Income with Craft", "1 success")


def test_what_a_missing_pack_named_is_told_by_its_id():
    action = two_seasons().actions[1].with_(skill="pack/fire-eating", difficulty="pack-hard")
    assert action_check(rulebook(), action) == "Fire eating against pack-hard"


def test_words_of_such_an_action_can_be_changed():
    person = two_seasons()
    strange = person.actions[3].with_(skill="pack/fire-eating")
    person = person.with_(actions=(*person.actions[:3], strange))
    act = rewrite_action(rulebook(), person, 3)
    answers = act.fitted(Answers({**answers_of(person, strange), "title": "Spits fire"}))
    assert act.do(person, answers).actions[3] == strange.with_(title="Spits fire")
