"""The campaign of last time after a restart, whichever page asks for it first."""

import logging

import pytest

from bones_desktop.document.campaigndocument import CampaignDocument
from tests.support.running import Running


@pytest.mark.parametrize("page", ["campaign", "tracker"])
def test_the_campaign_of_last_time_is_opened_once(qapp, tmp_path, caplog, monkeypatch, page):
    with Running(tmp_path) as running:
        running.window.show_page("campaign")
        running.program.campaigns.page.files.create("Wolves")
    opened = []
    open_campaign = CampaignDocument.open
    monkeypatch.setattr(CampaignDocument, "open", lambda self, path: opened.append(path) or open_campaign(self, path))
    with Running(tmp_path) as running, caplog.at_level(logging.WARNING, "bones_desktop"):
        running.window.show_page(page)
        assert running.program.campaigns.campaigns.campaign.name == "Wolves"
        assert len(opened) == 1
        assert not caplog.records
