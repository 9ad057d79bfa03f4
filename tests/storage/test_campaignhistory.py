"""Steps of a campaign across restarts: believed only whole, and only for the file they belong to."""

from itertools import pairwise
from pathlib import Path

import pytest

from bones_desktop.rules.bones.life import campaigns
from bones_desktop.storage import campaignfile
from bones_desktop.storage.campaignfile import MOST_STEPS, CampaignHistories, CampaignStep
from bones_desktop.storage.files.checkedfile import write_checked
from bones_desktop.storage.files.undohistory import FileStep, HistoryStep
from tests.support.people import bob

START = campaigns.new_campaign("a" * 32, "Wolves")


def steps(count):
    member = FileStep(Path("bob.bones"), HistoryStep("Day", bob(), bob().with_(day=9)))
    years = [START.with_(first_year=year) for year in range(1, count + 2)]
    return [CampaignStep(f"Year {old.first_year}", old, new, (member,)) for old, new in pairwise(years)]


@pytest.fixture
def histories(tmp_path):
    return CampaignHistories(tmp_path)


@pytest.mark.parametrize("undone", [0, 1, 3])
def test_steps_come_back_as_they_were(histories, undone):
    histories.save(START.id, "digest", steps(3), undone)
    found = histories.load(START.with_(first_year=4 - undone), "digest")
    assert list(found.steps) == steps(3)
    assert found.undone == undone


@pytest.mark.parametrize("undone", [0, 25])
def test_the_steps_nearest_to_the_present_are_kept(histories, undone):
    made = steps(25)
    histories.save(START.id, "digest", made, undone)
    found = histories.load(START.with_(first_year=26 - undone), "digest")
    assert list(found.steps) == (made[:MOST_STEPS] if undone else made[-MOST_STEPS:])


def test_another_state_of_the_file_has_no_history(histories):
    histories.save(START.id, "digest", steps(3), 0)
    assert histories.load(START.with_(first_year=4), "other") is None
    assert histories.load(START.with_(first_year=2), "digest") is None


@pytest.mark.parametrize(
    "body",
    [
        None, [], {"digest": "digest"}, {"digest": "digest", "steps": [7], "undone": 0},
        {"digest": "digest", "steps": [], "undone": -1}, {"digest": "digest", "steps": [], "undone": 2},
    ],
)  # fmt: skip
def test_a_history_of_another_form_is_none(histories, tmp_path, body):
    write_checked(tmp_path / f"{START.id}.json", body)
    assert histories.load(START, "digest") is None


def test_a_damaged_history_is_none(histories, tmp_path):
    histories.save(START.id, "digest", steps(3), 0)
    path = tmp_path / f"{START.id}.json"
    path.write_bytes(path.read_bytes()[:-40])
    assert histories.load(START.with_(first_year=4), "digest") is None


def test_of_a_large_history_the_oldest_steps_are_dropped(histories, tmp_path, monkeypatch):
    monkeypatch.setattr(campaignfile, "_LARGEST_HISTORY", 4_000)
    made = steps(20)
    histories.save(START.id, "digest", made, 0)
    found = histories.load(START.with_(first_year=21), "digest")
    assert 0 < len(found.steps) < 20
    assert found.steps[-1] == made[-1]
    assert (tmp_path / f"{START.id}.json").stat().st_size < 2 * 4_000
