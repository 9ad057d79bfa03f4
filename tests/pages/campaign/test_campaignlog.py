"""The exported campaign log: named after the campaign, and written completely or not at all."""

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget

from bones_desktop.pages.campaign import campaignfiles
from bones_desktop.pages.campaign.campaignfiles import ask_log_file, write_log_file
from bones_desktop.rules.bones.life import campaigns
from tests.pages.campaign.conftest import TODAY, WOLF
from tests.support.rulebooks import rulebook


@pytest.fixture(autouse=True)
def session(world) -> None:
    world.campaigns.apply("Start", lambda now: campaigns.begin_session(now, TODAY, "Rain"))
    world.campaigns.apply("Log", lambda now: campaigns.set_log(rulebook(), now, 1, "They came."))
    world.campaigns.apply("Notes", lambda now: campaigns.set_gm_notes(now, "The miller lies"))
    world.campaigns.apply("Hide", lambda now: campaigns.set_hidden(now, WOLF, True))


@pytest.fixture
def host(qtbot) -> QWidget:
    host = QWidget()
    qtbot.addWidget(host)
    return host


def test_it_is_asked_where_to_and_written_there(host, world, tmp_path, monkeypatch):
    monkeypatch.setattr(campaignfiles, "documents_folder", lambda: tmp_path)
    ask_log_file(world.campaigns, world.notices, host)
    [dialog] = host.findChildren(QFileDialog)
    assert dialog.selectedFiles() == [str(tmp_path / "The ford.md")]
    target = tmp_path / "chosen.md"
    dialog.fileSelected.emit(str(target))
    dialog.close()
    text = target.read_text(encoding="utf-8")
    assert "## Session 1: Rain" in text
    assert "They came." in text
    assert "Ragnar, Bob, Emma" in text
    assert "Wolf" not in text
    assert "miller" not in text
    assert world.told == [("message", f"Written to {target}.")]


def test_what_cannot_be_written_is_told(world, tmp_path):
    write_log_file(world.campaigns, world.notices, tmp_path / "nowhere" / "log.md")
    assert [signal for signal, _value in world.told] == ["trouble"]
