"""Two judges, one verdict: ours and the independent checker agree on every list, good or spoiled.

60 lists in every run, as many as LISTS says when asked.
"""

import os
import tempfile
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.season.schedule.files import read_list, read_task, write_list
from scoring.season.schedule.judge import judge
from tests.scoring.season.schedule.checker import Checker
from tests.scoring.season.schedule.made import NAMES, published_list, rounds_list, spoiled, twisted

LISTS = int(os.environ.get("LISTS", "60"))


def checked(data, text):
    """What the checker reports of a list."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "list.csv"
        path.write_text(text)
        checker = Checker(data)
        checker.load(path)
    checker.check_hard()
    checker.check_soft()
    return checker.report()


def judged(data, text):
    task = read_task(data)
    matches, misread = read_list(text, task)
    return judge(task, matches, misread).report()


@pytest.mark.proof
@settings(max_examples=LISTS, suppress_health_check=[HealthCheck.too_slow])
@given(
    name=st.sampled_from(NAMES),
    seed=st.integers(0, 2**32),
    twists=st.integers(0, 12),
    spoils=st.sampled_from((0, 1, 2, 5, 40)),
    misnumbered=st.booleans(),
)
def test_judges_agree_on_any_list(name, seed, twists, spoils, misnumbered):
    random = Random(seed)
    data = twisted(name, twists, random)
    task = read_task(data)
    start = published_list(task) if len(task.published) > 50 and random.random() < 0.7 else rounds_list(task, random)
    text = write_list(task, spoiled(task, start, spoils, random))
    if misnumbered:
        text = text.replace(",3\n", ",4\n", 2)
    assert judged(data, text) == checked(data, text)


@pytest.mark.parametrize("name", NAMES)
def test_judges_agree_on_the_plain_list_of_every_instance(name):
    data = twisted(name, 0, Random(0))
    task = read_task(data)
    text = write_list(task, rounds_list(task, Random(1)))
    assert judged(data, text) == checked(data, text)


def test_an_unknown_team_or_division_and_an_empty_list_are_judged_alike():
    data = twisted("plain_6_s1", 0, Random(0))
    head = "division,date,home,away\n"
    for text in (head, head + "D9,2026-09-07,T001,T002\nD1,2026-09-07,T001,T001\nD1,2026-09-08,T001,T777\n"):
        assert judged(data, text) == checked(data, text)
