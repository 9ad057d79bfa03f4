"""A campaign from its making through three sessions and two seasons, step by step."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import days_to_next_season
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.injury import blows, injuries, magic, spiffs
from bones_desktop.rules.bones.life import campaigns, seasons
from bones_desktop.rules.bones.life.campaigns import Award, Campaign
from bones_desktop.rules.bones.making import improvement
from tests.support.calendars import days_ago
from tests.support.rulebooks import rulebook
from tests.trials.campaigndesk import BOB_ID, RAGNAR_ID, TODAY, Desk


class Needs(Enum):
    """What a step rests on beside the files."""

    NOTHING = auto()
    MEMORY = auto()
    """The step before it, made by the same process."""


@dataclass(frozen=True, slots=True)
class Step:
    name: str
    act: Callable[[Desk], None]
    needs: Needs = Needs.NOTHING
    opens: str = ""
    """Whom it opens; "" for nobody."""


def _campaign(name: str, edit: Callable[[Campaign], Campaign]) -> Step:
    return Step(name, lambda desk: desk.campaigns.apply(name, edit))


def _of(who: str, name: str, edit: Callable[[Character], Character]) -> Step:
    def act(desk: Desk) -> None:
        assert desk.anyone.apply(desk.places()[who], name, edit).is_change

    return Step(name, act)


def _open(who: str) -> Step:
    return Step("open", lambda desk: desk.open(who), opens=who)


def _memory(name: str, act: Callable[[Desk], object]) -> Step:
    return Step(name, lambda desk: act(desk) and None, needs=Needs.MEMORY)


def _ended(log: str, *awards: Award) -> Callable[[Campaign], Campaign]:
    def end(now: Campaign) -> Campaign:
        session = campaigns.session_now(now)
        assert session is not None
        logged = campaigns.set_log(rulebook(), now, session.number, log, RAGNAR_ID)
        return campaigns.end_session(rulebook(), logged, awards)

    return end


def _award(member: str, reason: str, spiffs: int = 1) -> Award:
    return Award(member=member, spiffs=spiffs, reason=reason)


def _noted(name: str, number: int, *awards: Award) -> Step:
    return _campaign(name, lambda now: campaigns.note_awards(now, number, awards))


_BOTH = (RAGNAR_ID, BOB_ID)
_POISON = injuries.hindering_of(rulebook().die("poison"), 2, remedy="Antidote")
_CAMPAIGN_UNDO = _memory("undo in the campaign", lambda desk: desk.campaigns.undo())
_CAMPAIGN_REDO = _memory("redo in the campaign", lambda desk: desk.campaigns.redo())
_UNDO = _memory("undo", lambda desk: desk.document.undo_stack.undo())
_REDO = _memory("redo", lambda desk: desk.document.undo_stack.redo())

STEPS = (
    Step("campaign", Desk.make_campaign),
    Step("Ragnar", Desk.make_ragnar, opens=RAGNAR_ID),
    Step("Bob", Desk.make_bob),
    _campaign("add Ragnar", lambda now: campaigns.add_member(now, RAGNAR_ID, "Ragnar", "Ragnar.bones")),
    _campaign("add Bob", lambda now: campaigns.add_member(now, BOB_ID, "Bob", "Bob.bones")),
    _campaign(
        "house rule",
        lambda now: campaigns.set_house_rule(now, "armour_absorbs_one_damage", True, "Harder so"),
    ),
    _campaign("begin 1", lambda now: campaigns.begin_session(now, TODAY, "The ford")),
    _of(RAGNAR_ID, "back-story", lambda now: spiffs.earn(rulebook(), now, "great-back-story", TODAY)),
    Step("throw", lambda desk: desk.throw("Ragnar")),
    _of(
        RAGNAR_ID,
        "blow, absorbed and soaked",
        lambda now: blows.take_blow(
            rulebook(), now, blows.Blow(4, "Wolf", dice=(1,), absorbed_by=(0,), soaked=True), TODAY
        ),
    ),
    Step("throw", lambda desk: desk.throw("Bob")),
    _of(BOB_ID, "poison", lambda now: injuries.add_hindering(now, _POISON)),
    _of(BOB_ID, "poisoned", lambda now: injuries.lose(now, 2, "Poison")),
    _of(BOB_ID, "magic", magic.use_magic),
    _of(BOB_ID, "health given", lambda now: magic.maintain_by_health(now, "Ward", 3, 0)),
    _noted("decide 1", 1, _award(RAGNAR_ID, "good-role-playing"), _award(BOB_ID, "campaign-help", 2)),
    _noted("decide 1 otherwise", 1, _award(BOB_ID, "campaign-help", 3), Award(member=BOB_ID, spiffs=0, note="Cake")),
    _CAMPAIGN_UNDO,
    _CAMPAIGN_REDO,
    _campaign(
        "end 1",
        _ended("They crossed.", _award(RAGNAR_ID, "good-role-playing"), _award(BOB_ID, "campaign-help", 3)),
    ),
    _of(RAGNAR_ID, "medical attention", lambda now: injuries.treat(now, 3)),
    _campaign("ten days", lambda now: campaigns.advance(now, 10, _BOTH, "At the inn")),
    _campaign("too many days", lambda now: campaigns.advance(now, 500, _BOTH)),
    _CAMPAIGN_UNDO,
    _CAMPAIGN_REDO,
    _CAMPAIGN_UNDO,
    _campaign("begin 2", lambda now: campaigns.begin_session(now, TODAY, "The graveyard")),
    _of(RAGNAR_ID, "hit", lambda now: injuries.suffer(now, "Ghost")),
    _UNDO,
    _REDO,
    _UNDO,
    Step("throw", lambda desk: desk.throw("Ragnar")),
    Step("re-roll", Desk.reroll),
    _of(BOB_ID, "antidote", lambda now: injuries.remove_hindering(now, 0)),
    _of(BOB_ID, "released", lambda now: magic.release(now, 0)),
    _campaign("end 2", _ended("They dug.", _award(BOB_ID, "funny-moment"), _award(RAGNAR_ID, "campaign-help", 2))),
    _campaign("to spring", lambda now: campaigns.advance(now, days_to_next_season(now.day), _BOTH)),
    _open(BOB_ID),
    _of(
        BOB_ID,
        "goblins",
        lambda now: seasons.record_strategic(
            rulebook(),
            now,
            TODAY,
            title="On goblins",
            skill="scholar",
            difficulty="difficult",
            successes=1,
            asset="Book",
        ),
    ),
    _of(BOB_ID, "lecture", lambda now: seasons.record_income(rulebook(), now, TODAY, skill="scholar", successes=2)),
    _of(BOB_ID, "bought", lambda now: seasons.spend_coins(now, 120, "A mule", TODAY)),
    _UNDO,
    _REDO,
    _of(RAGNAR_ID, "income", lambda now: seasons.record_income(rulebook(), now, TODAY, skill="melee", successes=3)),
    _campaign("to summer", lambda now: campaigns.advance(now, days_to_next_season(now.day), _BOTH)),
    _campaign("without Bob", lambda now: campaigns.remove_member(now, BOB_ID)),
    _CAMPAIGN_UNDO,
    Step("rename", Desk.rename_campaign),
    _campaign("begin 3", lambda now: campaigns.begin_session(now, TODAY)),
    _campaign(
        "end 3",
        lambda now: campaigns.end_session(rulebook(), now, (_award(RAGNAR_ID, "adventure-award"),)),
    ),
    _campaign("open 3 again", campaigns.reopen_last_session),
    _noted("decide 3 otherwise", 3, _award(RAGNAR_ID, "adventure-award", 0), _award(BOB_ID, "adventure-award")),
    _campaign(
        "end 3 otherwise",
        lambda now: campaigns.end_session(rulebook(), now, (_award(BOB_ID, "adventure-award"),)),
    ),
    _open(RAGNAR_ID),
    _of(
        RAGNAR_ID,
        "new die",
        lambda now: improvement.buy_icon(rulebook(), now, 4, 2, face("melee"), TODAY),
    ),
    _of(RAGNAR_ID, "its aptitude", lambda now: improvement.buy_icon(rulebook(), now, 4, 1, face("physical"), TODAY)),
    _campaign("log later", lambda now: campaigns.set_log(rulebook(), now, 3, "They rested.", RAGNAR_ID)),
    _campaign("a hundred days", lambda now: campaigns.advance(now, 100, (RAGNAR_ID,))),
    _campaign("taken back", days_ago),
)
