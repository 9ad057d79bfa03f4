"""The seat of a window at a table in another house, over a broker in memory."""

import shutil
import sys
from collections.abc import Iterator
from functools import partial
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.desk.joindialog import HERE, JoinDialog
from bones_desktop.seats.bridge import Bridge
from bones_desktop.seats.invitation import link_of
from bones_desktop.storage.files.locations import Locations
from tests.seats.farhost import INVITATION, KEYS, FarHost, LoopBroker, LoopClient
from tests.seats.tableseats import SAMPLES, Hosted
from tests.support.running import Running


@pytest.fixture
def memory(monkeypatch) -> LoopBroker:
    monkeypatch.setattr("bones_desktop.seats.bridge.table_keys", lambda _words, _broker: KEYS)
    return LoopBroker()


@pytest.fixture
def running(qapp, tmp_path) -> Iterator[Running]:
    with Running(tmp_path / "here") as found:
        yield found


@pytest.fixture
def dialog(running, memory) -> JoinDialog:
    running.trigger("join-table")
    found = running.program.joining._dialog
    assert isinstance(found, JoinDialog)
    running.program.joining._make_bridge = partial(Bridge, client=partial(LoopClient, memory))
    return found


@pytest.fixture
def far(qapp, tmp_path, memory) -> Iterator[FarHost]:
    """The host in the other house."""
    shelf = Locations.under(tmp_path / "far").characters
    shelf.mkdir(parents=True)
    shutil.copy(SAMPLES / "bones" / "samples" / "ragnar.bones", shelf)
    hosted = Hosted(tmp_path / "far")
    hosted.open("ragnar")
    yield FarHost(hosted, memory)
    hosted.leave()


def join(dialog: JoinDialog, text: str = "") -> None:
    dialog.invitation.clear()
    dialog.invitation.insert(text or link_of(INVITATION))
    dialog._look(dialog.invitation.text())
    QTest.keyClick(dialog.invitation, Qt.Key.Key_Return)


def test_a_window_joins_serves_the_page_follows_the_host_and_leaves(qtbot, running, dialog, far, memory):
    assert not dialog.join.isEnabled()
    dialog.places.here.setChecked(True)
    join(dialog)
    assert not dialog.join.isEnabled()
    qtbot.waitUntil(lambda: dialog.browse.isVisible())
    assert "joined a table" in running.window.windowTitle()
    qtbot.waitUntil(lambda: dialog.way.text() == "Connected to the host.")
    link = urlsplit(dialog.house.link.line.text())
    assert link.hostname == HERE
    assert not dialog.house.code.isVisible()
    asked = HTTPConnection(HERE, link.port)
    asked.request("GET", "/")
    assert b"table.js" in asked.getresponse().read()
    asked.close()
    running.program.joining.bridge._server.moved.emit("192.0.2.9", link.port)
    assert urlsplit(dialog.house.link.line.text()).hostname == "192.0.2.9"
    assert dialog.house.code.isVisible()
    assert "address of this computer has changed" in running.window.banner.text
    far.client.lose()
    qtbot.waitUntil(lambda: "has been away since" in dialog.way.text())
    dialog.close()
    qtbot.waitUntil(lambda: running.program.joining._dialog is None)
    memory.stop("No broker answers.")
    assert running.said[-1] == "No broker answers."
    running.trigger("join-table")
    dialog = running.program.joining._dialog
    assert dialog.way.text() == "No broker answers."
    dialog.leave.click()
    assert running.program.joining.bridge is None
    assert "joined a table" not in running.window.windowTitle()
    assert dialog.join.isVisible()


@pytest.mark.parametrize("is_shown", [True, False])
def test_a_table_that_is_closed_for_good_is_left(qtbot, running, dialog, far, is_shown):
    join(dialog)
    bridge = running.program.joining.bridge
    qtbot.waitUntil(lambda: dialog.browse.isVisible())
    bridge.connected(1, "token")
    qtbot.waitUntil(lambda: 1 in bridge._open)
    if not is_shown:
        dialog.close()
    far.host.close(forget=True)
    far.links.close(forget=True)
    qtbot.waitUntil(lambda: running.program.joining.bridge is None)
    words = "The game master has closed this table for good. Its invitation is no longer valid."
    assert (dialog.trouble.text() if is_shown else running.window.banner.text) == words
    assert not is_shown or dialog.join.isVisible()


def test_for_phones_in_this_house_there_is_a_code(qtbot, running, dialog):
    assert not dialog.places.warning.isVisible()
    dialog.places.house.setChecked(True)
    assert dialog.places.warning.isVisible()
    dialog.show_joined("http://192.0.2.7:4711/#secret", is_house=True)
    assert not dialog.house.code.pixmap().isNull()
    assert dialog.house.code.isVisible()


def test_six_words_with_address_name_and_password_join_too(running, dialog, monkeypatch):
    asked = []
    dialog.join_requested.disconnect()
    dialog.join_requested.connect(lambda invitation, address: asked.append((invitation, address)))
    dialog.broker.user.setText("anna")
    dialog.broker.password.setText("secret")
    dialog.places.here.setChecked(True)
    join(dialog, "abandon ability able about above absent mqtts://broker.example")
    (invitation, address) = asked[0]
    assert invitation.secret == "abandon-ability-able-about-above-absent"
    assert (invitation.broker.url, invitation.broker.user, invitation.broker.password) == (
        "mqtts://broker.example:8883", "anna", "secret",
    )  # fmt: skip
    assert address == HERE


def test_a_password_goes_with_the_name_in_the_address(running, dialog):
    asked = []
    dialog.join_requested.disconnect()
    dialog.join_requested.connect(lambda invitation, _address: asked.append(invitation.broker))
    dialog.broker.password.setText("secret")
    join(dialog, "abandon ability able about above absent mqtt://bones@broker.example")
    dialog.broker.give("", "anna", "")
    join(dialog, "abandon ability able about above absent mqtt://bones:secret@broker.example")
    assert [(each.user, each.password) for each in asked] == [("bones", "secret"), ("anna", "")]


@pytest.mark.parametrize("text", ["x", "abandon mqtt://x", "mqtt://broker.example/#word"])
def test_what_is_no_invitation_is_told_and_can_be_mended(running, dialog, text):
    join(dialog, text)
    assert dialog.trouble.isVisible()
    assert dialog.trouble.text().endswith(".")
    assert dialog.join.isEnabled()
    assert running.program.joining.bridge is None


def test_a_broker_that_refuses_is_told_and_joining_can_be_tried_again(qtbot, running, dialog, memory):
    memory.trouble = "The broker asks for a name and a password."
    join(dialog)
    qtbot.waitUntil(lambda: dialog.trouble.text() == memory.trouble)
    assert dialog.join.isEnabled()
    assert running.program.joining.bridge is None
    memory.trouble = ""
    join(dialog)
    qtbot.waitUntil(lambda: dialog.browse.isVisible())


def test_the_link_of_a_table_in_this_house_opens_in_the_browser(running, dialog, monkeypatch):
    opened = []
    monkeypatch.setattr("bones_desktop.desk.joindialog.open_web", opened.append)
    join(dialog, "http://192.0.2.7:4711/#secret")
    assert opened == ["http://192.0.2.7:4711/#secret"]
    assert running.program.joining.bridge is None


@pytest.mark.parametrize("action", ["join-table", "open-table"])
def test_without_the_libraries_the_menu_says_how_to_get_them(running, monkeypatch, action):
    for name in ("bridge", "server"):
        monkeypatch.setitem(sys.modules, f"bones_desktop.seats.{name}", None)
    running.trigger(action)
    assert "pip install 'bones-desktop[table]'" in running.said[-1]
    assert not running.dialogs()


def test_the_end_of_the_window_ends_the_bridge(qtbot, qapp, tmp_path, memory):
    with Running(tmp_path / "there") as running:
        running.trigger("join-table")
        running.program.joining._make_bridge = partial(Bridge, client=partial(LoopClient, memory))
        join(running.program.joining._dialog)
        qtbot.waitUntil(lambda: running.program.joining._house is not None)
    assert not memory.clients
