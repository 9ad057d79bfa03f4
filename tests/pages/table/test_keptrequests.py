"""Requests of the log, some by another program or by hand, asked again on the Table page."""

import pytest

from bones_desktop.play.bones.played import request_json
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.wording.reasons import sentence
from tests.support.tabledesk import now

STRANGE = (
    ("knitting", Request("knitting"), "There is no skill called “knitting”."),
    ("hopeless", Request(difficulty="hopeless"), "There is no difficulty called “hopeless”."),
    (
        "against knitting",
        Request("melee", difficulty="", opponent="block:goblin", opponent_skill="knitting"),
        "There is no skill called “knitting”.",
    ),
)


@pytest.mark.parametrize(("title", "request_kept", "why"), STRANGE)
def test_what_the_rulebook_lacks_is_refused_with_the_reason(make, title, request_kept, why):
    desk = make()
    before = desk.page.strip.request
    desk.page.repeat(LogEntry(now(), title=title, request=request_json(request_kept)))
    assert [sentence(reason) for reason in desk.refused] == [why]
    assert desk.page.strip.request == before


def test_last_tasks_are_those_the_rulebook_knows_the_newest_first_each_once(make, qtbot, theme):
    desk = make()
    known = [Request("magic"), Request("melee", penalty=2), Request("magic")]
    for request in (*known, *(strange for _, strange, _ in STRANGE)):
        desk.log.append(LogEntry(now(), title="kept", request=request_json(request)))
    desk.log.append(LogEntry(now(), title="not kept"))
    again = desk.another(theme, desk.log)
    qtbot.addWidget(again)
    assert again.strip.last.recent == (known[0], known[1])
    again.show()
    again.strip.last.open()
    second = again.strip.last.menu_of_tasks.actions()[1]
    second.trigger()
    assert again.strip.request.skill == "melee"
    again.strip.last.menu_of_tasks.close()
    again.shutdown()


@pytest.mark.parametrize(
    "kept", ['{"kind":"fall","metres":1000000000}', '{"penalty":99999999999999999999}', "[]", "", "[" * 100_000]
)
def test_what_was_not_kept_or_makes_no_sense_is_told(make, kept):
    desk = make()
    told: list[str] = []
    desk.notices.message.connect(told.append)
    desk.page.repeat(LogEntry(now(), title="Task", request=kept))
    assert told == ["The log did not keep the task of this roll."]


def test_numbers_beyond_those_that_can_be_chosen_become_the_greatest_that_can(make):
    desk = make()
    desk.page.repeat(LogEntry(now(), title="Fall", request='{"kind":"fall","metres":1000000}'))
    assert desk.page.strip.request.metres == desk.page.strip.form.fields["metres"].maximum()


def test_what_another_game_threw_for_is_none_of_the_last_tasks(make, qtbot, theme):
    desk = make()
    before = desk.page.strip.request
    line = desk.log.append(LogEntry(now(), title="Basics", game="basics", request='{"pool":5,"skill":"melee"}'))
    desk.page.repeat(line)
    assert desk.page.strip.request == before
    again = desk.another(theme, desk.log)
    qtbot.addWidget(again)
    assert not again.strip.last.recent
    again.shutdown()
