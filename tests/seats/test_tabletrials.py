"""A small sample of each long trial of the table."""

import asyncio
import shutil
from random import Random

import pytest

from tests.seats.mosquitto import needs_mosquitto
from tests.support.tableprograms import Host, programs
from tests.trials import table_broker
from tests.trials.table_attacks import Attack
from tests.trials.table_kills import kill
from tests.trials.table_load import PEOPLE, SAMPLES, load


@pytest.fixture
def make():
    with programs() as making:
        yield making


def test_every_seat_gets_every_roll(make, tmp_path):
    files = [shutil.copy(SAMPLES / f"{name.lower()}.bones", tmp_path) for name in PEOPLE]
    found = asyncio.run(load(make(Host, tmp_path, *files, "--admit", "all"), seats=6, rolls=12))
    assert len(found.seconds) == 12
    assert len(found.lines()) == 3


@pytest.mark.parametrize("window", [False, True])
def test_killed_hosts_and_seats_lose_nothing_and_roll_nothing_twice(make, tmp_path, window):
    assert "1 kills" in asyncio.run(kill(make, tmp_path, kills=1, seats=2, seed=7, longest=0.4, window=window))


def test_what_a_hostile_device_sends_changes_nothing(make, tmp_path):
    attack = Attack(make, tmp_path, junk=68, rng=Random(7))
    for step in (attack.cookies, attack.malformed, attack.throw_junk):
        step()
    attack.roll()
    attack.finish()


@needs_mosquitto
@pytest.mark.slow
def test_a_table_over_a_broker_outlives_junk_and_a_killed_broker(make, tmp_path, mosquitto):
    table = table_broker.Table(make, tmp_path / "table", mosquitto, seats=1)
    assert "3 rolls seen by 1 seats" in table_broker.load(table, rolls=3, pause=0)
    table_broker.junk(table, 300, Random(7))
    assert "1 kills" in table_broker.kills(table, 1, Random(7), longest=1)
