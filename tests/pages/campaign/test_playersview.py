"""The players' view: its content, the secrets it hides, and how it fills a second screen."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.campaign.playersview import PlayersView, second_screen
from bones_desktop.rules.bones.book.character import Character, HinderingDie, LostDie, MaintainedEffect
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.life.campaigns import Campaign, CampaignNote, GameSession, Member, Passage, RuleReason
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.rows import ROW_ROLE
from bones_desktop.wording.names import short_name
from tests.support.campaigns import CAMPAIGN_ID, GivenCampaign
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook
from tests.support.shelves import jpeg

pytestmark = [pytest.mark.usefixtures("qapp"), pytest.mark.qt_log_ignore("This plugin does not support")]

RAGNAR, BOB = ragnar(), bob().with_(id="b" * 32)
CAMPAIGN = Campaign(id=CAMPAIGN_ID, name="The Salt Road", passages=(Passage(day=1, days=102),))


class Table:
    """The view over a campaign that is given."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.campaigns = GivenCampaign()
        self.document = CharacterDocument(rulebook(), RAGNAR)
        self.theme = Theme("iron")
        self.campaigns.show(CAMPAIGN, RAGNAR, BOB)
        self.view = PlayersView(self.campaigns, self.document, self.theme, parent, pictures=Path("none"))

    def shown(self) -> list[str]:
        return [row.name for row in self.view.board.members.rows]


@pytest.fixture
def table(on_screen) -> Iterator[Table]:
    table = Table()
    on_screen(table.view, 1366, 768, wait="exposed")
    yield table
    table.view.shutdown()


def test_the_party_and_the_day_are_shown(table):
    assert table.shown() == ["Ragnar", "Bob"]
    assert table.view.name.text == "The Salt Road"
    assert table.view.date.text == "Day 12 of spring, year 1"
    table.campaigns.show(CAMPAIGN.with_(first_year=312, name=""), RAGNAR)
    assert table.shown() == ["Ragnar"]
    assert (table.view.name.text, table.view.date.text) == ("Campaign", "Day 12 of spring, year 312")


def test_what_happens_to_the_open_character_is_seen_at_once(table):
    table.document.apply("Lose a die", injuries.suffer)
    text = table.view.board.members.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Wounded, 3 of 4 dice" in text


def test_without_a_campaign_it_says_so(table):
    table.campaigns.show(None)
    assert (table.shown(), table.view.name.text, table.view.date.text) == ([], "", "")
    before = table.view.board.grab().toImage()
    table.campaigns.show(CAMPAIGN)
    assert table.view.board.grab().toImage() != before


def test_numbers_below_zero_are_the_gms_choice(table):
    table.campaigns.show(CAMPAIGN, injuries.suffer_all(RAGNAR, 6))
    index = table.view.board.members.index(0)
    assert "to death" not in index.data(Qt.ItemDataRole.AccessibleTextRole)
    QTest.mouseClick(table.view.below_zero, Qt.MouseButton.LeftButton, pos=table.view.below_zero.rect().center() / 8)
    assert table.view.below_zero.isChecked()
    assert "2 to death" in index.data(Qt.ItemDataRole.AccessibleTextRole)


def test_the_last_throw_is_told_in_large_words(table):
    small = table.view.result.fitting()
    table.view.show_result(RAGNAR.id, "Ragnar: success by 2")
    assert table.view.result.text == "Ragnar: success by 2"
    assert table.view.result.fitting() > small
    height = table.view.board.height()
    table.view.show_result(RAGNAR.id, "Ragnar: " + "a long result " * 20)
    QTest.qWait(0)
    assert table.view.board.height() == height


def test_the_throw_of_a_hidden_member_or_a_stranger_is_not_told(table):
    table.view.show_result(RAGNAR.id, "Ragnar: success by 2")
    for unseen in ((RAGNAR, BOB), (BOB,)):
        table.campaigns.show(CAMPAIGN, *unseen, hidden=frozenset({RAGNAR.id}))
        assert table.view.result.text == "The last roll is shown here."
        table.view.show_result(RAGNAR.id, "Ragnar: success by 2")
        assert table.view.result.text == "The last roll is shown here."
    table.campaigns.show(None)
    table.view.show_result(RAGNAR.id, "Ragnar: success by 3")
    assert table.view.result.text == "Ragnar: success by 3"


def test_a_throw_against_a_hidden_member_does_not_name_it(table):
    spy = BOB.with_(name="The  Grey (Man)")
    table.campaigns.show(CAMPAIGN, RAGNAR, spy, hidden=frozenset({spy.id}))
    table.view.show_result(RAGNAR.id, "Ragnar against the Grey  (Man): success by 2")
    assert table.view.result.text == "Ragnar against someone: success by 2"
    table.view.show_result(RAGNAR.id, f"Ragnar against {short_name('Bob' * 90)}: failure")
    table.campaigns.show(CAMPAIGN, RAGNAR, spy.with_(name="Bob" * 66), hidden=frozenset({spy.id}))
    assert table.view.result.text == "Ragnar against someone: failure"


def test_who_is_hidden_later_is_not_named_any_more(table):
    table.view.show_result(RAGNAR.id, "Ragnar against Bob: success by 2")
    table.campaigns.show(CAMPAIGN, RAGNAR, BOB, hidden=frozenset({BOB.id}))
    assert table.view.result.text == "Ragnar against someone: success by 2"
    table.campaigns.show(CAMPAIGN, RAGNAR, BOB)
    table.view.show_result(RAGNAR.id, "Ragnar against Bob: success by 2")
    table.view.close()
    table.campaigns.show(CAMPAIGN, RAGNAR, BOB, hidden=frozenset({BOB.id}))
    table.view.come_up()
    assert table.view.result.text == "Ragnar against someone: success by 2"


def test_a_result_told_to_a_closed_view_names_nobody_hidden_meanwhile(table):
    table.view.close()
    table.campaigns.show(CAMPAIGN, RAGNAR, BOB, hidden=frozenset({BOB.id}))
    table.view.show_result(RAGNAR.id, "Ragnar against Bob: success by 2")
    table.campaigns.show(CAMPAIGN, RAGNAR)
    table.view.come_up()
    assert table.view.result.text == "Ragnar against someone: success by 2"


def test_f11_fills_the_screen_and_esc_leaves_it(table):
    assert table.view.below_zero.isVisible()
    for _ in range(2):
        QTest.keyClick(table.view, Qt.Key.Key_F11)
        assert table.view.isFullScreen()
        assert not table.view.below_zero.isVisible()
        QTest.keyClick(table.view, Qt.Key.Key_Escape)
        assert not table.view.isFullScreen()
        assert table.view.full_screen.isVisible()
    QTest.keyClick(table.view, Qt.Key.Key_Escape)
    assert table.view.isVisible()
    QTest.mouseClick(table.view.full_screen, Qt.MouseButton.LeftButton)
    assert table.view.isFullScreen()
    QTest.keyClick(table.view, Qt.Key.Key_F11)
    assert not table.view.isFullScreen()


def test_when_its_screen_is_taken_away_it_covers_nothing(table):
    table.view.fill_screen()
    QGuiApplication.instance().screenRemoved.emit(QGuiApplication.primaryScreen())
    assert not table.view.isFullScreen()
    assert table.view.isVisible()


def test_tab_goes_from_the_party_to_the_switches(table):
    table.view.activateWindow()
    assert table.view.focusWidget() is table.view
    passed = []
    for _ in range(3):
        QTest.keyClick(table.view.focusWidget(), Qt.Key.Key_Tab)
        passed.append(table.view.focusWidget())
    assert passed == [table.view.board, table.view.below_zero, table.view.full_screen]


def test_nothing_is_read_while_nobody_looks(table):
    looks = table.campaigns.looks
    table.view.close()
    table.campaigns.show(CAMPAIGN, BOB)
    assert table.campaigns.looks == looks
    table.view.come_up()
    assert table.shown() == ["Bob"]
    table.view.shutdown()
    assert not table.view.isVisible()


def test_type_grows_with_the_window_and_everyone_stays_in_view(table, qtbot):
    everyone = [RAGNAR.with_(id=f"{place:032x}") for place in range(1, 15)]
    table.campaigns.show(CAMPAIGN, *everyone)
    scales = []
    for size in ((1366, 768), (1920, 1080), (2560, 1440)):
        table.view.resize(*size)
        QTest.qWait(0)
        fit = table.view.board.cards.fit
        assert not fit.scrolls
        scales.append(fit.scale)
    assert scales == sorted(scales)
    assert scales[-1] > 1.5 * scales[0]


@pytest.mark.parametrize("count", [1, 8, 20])
def test_everyone_is_in_view_at_once_with_large_text_too(table, count):
    table.theme.set_text_size(150)
    table.campaigns.show(CAMPAIGN, *(RAGNAR.with_(id=f"{place:032x}") for place in range(1, count + 1)))
    table.view.fill_screen()
    table.view.resize(1366, 768)
    QTest.qWait(0)
    assert not table.view.board.cards.fit.scrolls


SECRET = "Zauberwort"


def secret_of(place: int) -> str:
    return f"{SECRET}{place}"


def hidden_character(place: int) -> Character:
    """Return a character whose every text is a secret."""
    word = secret_of(place)
    return RAGNAR.with_(
        id=f"{place:032x}",
        name=word,
        notes=word,
        description=word,
        back_story=word,
        race=word,
        portrait=jpeg(),
        hindering=(HinderingDie(name=word, faces=RAGNAR.dice[0].faces, remedy=word),),
        effects=(MaintainedEffect(name=word, given=word, strength=3),),
        lost=(LostDie(die=0, cause=word),),
    )


def seen_character(place: int) -> Character:
    """Return a member in view, who notes secrets too: its own texts are not for the others."""
    word = secret_of(place)
    return RAGNAR.with_(id=f"{place:032x}", name=f"Member {place}", notes=word, lost=(LostDie(die=1, cause=word),))


def texts_of(view: QWidget) -> Iterator[str]:
    """Return all that the window says: words on it, tips, names for screen readers, and data of its models."""
    every = [view, *view.findChildren(QObject)]
    for each in every:
        yield each.objectName()
        if isinstance(each, QWidget):
            yield from (each.windowTitle(), each.toolTip(), each.statusTip(), each.whatsThis())
            yield from (each.accessibleName(), each.accessibleDescription())
        if isinstance(each, QLabel | QAbstractButton):
            yield each.text()
        interface = QAccessible.queryAccessibleInterface(each)
        if interface is not None:
            yield from (interface.text(QAccessible.Text(kind)) for kind in range(4))
    yield from (view.name.text, view.date.text, view.result.text)
    model = view.board.model()
    roles = [*range(40), ROW_ROLE]
    for place in range(model.rowCount()):
        index = model.index(place, 0)
        yield from (repr(index.data(role)) for role in roles)
        cell = QAccessible.queryAccessibleInterface(view.board)
        child = cell.child(place) if cell is not None and place < cell.childCount() else None
        if child is not None:
            yield from (child.text(QAccessible.Text(kind)) for kind in range(4))


members = st.lists(st.tuples(st.booleans(), st.booleans()), max_size=6)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(found=members, below_zero=st.booleans(), opened=st.integers(0, 5), steps=st.integers(1, 3))
def test_no_secret_is_anywhere_in_the_players_view(table, found, below_zero, opened, steps):
    """Each member is hidden or not and its file can be read or not; one is open in the program, and throws."""
    for step in range(steps):
        party = [
            (hidden_character(place) if hidden else seen_character(place), hidden, readable)
            for place, (hidden, readable) in enumerate(found[step:], 1)
        ]
        _tell_secrets(table, party)
        table.view.below_zero.setChecked(below_zero)
        if party:
            person, hidden, _readable = party[opened % len(party)]
            table.document.open(person)
            rivals = ", ".join(rival.name for rival, _hidden, _readable in party)
            table.view.show_result(person.id, f"{person.name} against {rivals}: success by 2")
            table.document.apply("Lose a die", injuries.suffer)
            assert (person.name in table.view.result.text) is not hidden
        QApplication.processEvents()
        told = list(texts_of(table.view))
        assert [text for text in told if SECRET in text] == []
        assert any("Member" in text for text in told) is not all(hidden for _person, hidden, _readable in party)


def _tell_secrets(table: Table, party: list[tuple[Character, bool, bool]]) -> None:
    """Show a campaign all of whose texts are secrets, beside its name."""
    table.campaigns.characters = {
        person.id: person if readable else FileProblem("denied", Path(f"/{SECRET}/{SECRET}.bones"))
        for person, _hidden, readable in party
    }
    everyone = tuple(person.id for person, _hidden, _readable in party)
    table.campaigns.campaign = CAMPAIGN.with_(
        gm_notes=SECRET,
        notes=(CampaignNote(number=1, title=SECRET, text=SECRET),),
        members=tuple(
            Member(id=person.id, name=person.name, file=SECRET, hidden=hidden) for person, hidden, _readable in party
        ),
        rule_reasons=(RuleReason(rule="unarmed_class", reason=SECRET),),
        passages=(Passage(day=1, days=3, resting=everyone, note=SECRET),),
        sessions=(GameSession(number=1, title=SECRET, log=SECRET, present=everyone),),
    )
    table.campaigns.changed.emit(None)
    table.view.show_handout(1)


def test_closing_the_main_window_leaves_no_view_behind(on_screen):
    main = on_screen(QWidget())
    table = Table(main)
    table.view.come_up()
    assert table.view.isVisible()
    assert not table.view.isModal()
    table.view.shutdown()
    main.close()
    assert not table.view.isVisible()


def test_the_second_screen_is_any_but_that_of_the_main_window():
    own, other = QObject(), QObject()
    assert second_screen(own, [own]) is None
    assert second_screen(own, [own, other]) is other
    assert second_screen(other, [own, other]) is own


TWO_SCREENS = """
import sys
from PySide6.QtWidgets import QApplication, QWidget
from PySide6.QtTest import QTest
app = QApplication([])
from tests.pages.campaign.test_playersview import Table
main = QWidget()
main.show()
table = Table(main)
table.view.come_up()
QTest.qWait(50)
print(main.screen().name(), table.view.screen().name(), table.view.isFullScreen(), table.view.below_zero.isVisible())
table.view.showNormal()
QTest.qWait(50)
screen = table.view.screen()
print(screen.name(), table.view.isFullScreen(), screen.geometry().contains(table.view.geometry()))
app.screenRemoved.emit(screen)  # still among the screens, as Qt says it before it takes it away
QTest.qWait(50)
desk = main.screen()
print(desk.availableGeometry().contains(table.view.geometry()))
table.view.move(9000, 200)
table.view.come_up()
QTest.qWait(50)
print(table.view.screen().name(), table.view.screen().geometry().contains(table.view.geometry()))
table.view.close()
app.screenRemoved.emit(screen)
print(table.view.isVisible(), table.view.isFullScreen())
table.view.shutdown()
"""


def test_it_fills_a_second_screen(tmp_path):
    screens = [
        {"name": "desk", "x": 0, "y": 0, "width": 1366, "height": 768},
        {"name": "wall", "x": 1366, "y": 0, "width": 1920, "height": 1080},
    ]
    file = tmp_path / "screens.json"
    file.write_text(json.dumps({"screens": screens}), "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", TWO_SCREENS],
        cwd=Path(__file__).parents[3],
        env={**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={file}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.splitlines() == [
        "desk wall True False", "wall False True", "True", "wall True", "False False",
    ], done.stderr  # fmt: skip
