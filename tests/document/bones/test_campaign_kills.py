"""A2 for campaigns: the process is killed at random moments of one; what it told of is there, the next step whole."""

import os

import pytest

from tests.trials.campaign_kills import run

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="kill as POSIX has it")]

KILLS = 4


def test_no_step_of_a_campaign_that_was_told_of_is_lost_and_none_is_there_by_halves(qapp, tmp_path):
    """A sample, until a kill came in the midst of a step; `python -m tests.trials.campaign_kills 1000` is the whole."""
    tally = run(tmp_path, kills=KILLS, seed=7)
    assert tally.wrong == []
    assert tally.told > KILLS
