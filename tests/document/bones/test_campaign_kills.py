"""A2 for campaigns: the process is killed at random moments of one; what it told of is there, the next step whole."""

import os

import pytest

from tests.trials.campaign_kills import run

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="kill as POSIX has it")]


def test_no_step_of_a_campaign_that_was_told_of_is_lost_and_none_is_there_by_halves(qapp, tmp_path):
    tally = run(tmp_path, kills=20, seed=7)
    assert tally.wrong == []
    assert tally.kills == 20
    assert tally.told > 20
    assert tally.begun > 0, "some were killed in the midst of a step"
