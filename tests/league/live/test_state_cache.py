"""States that are folded on: whatever came before, they are what a fold from the start makes of the log."""

from random import Random
from uuid import uuid4

import pytest

from league.matchnight.models import LiveEvent, LiveMatch
from league.matchnight.queries.match_state import StateCache
from league.schedule.models import Fixture
from league.teams.models import Player
from tests.league.live.phones import PLAYERS, phone_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def phones(evening):
    """One at each of the first two matches."""
    small = evening.small
    return [phone_of(small.fixtures[0], small.captains[0]), phone_of(small.fixtures[1], small.captains[2])]


def rows():
    return list(Fixture.objects.select_related("league", "division__competition", "home__team", "away__team"))


def states(folds):
    return {key: state for key, (_, state) in folds.states(rows()).items()}


def test_folded_on_is_folded_from_the_start(phones):
    """Two matches that grow by turns, looked at in between or not."""
    folds, dice = StateCache(), Random(8)
    for phone in phones:
        for line in range(3):
            phone.opens(line=line)
    for _ in range(60):
        phone = dice.choice(phones)
        phone.pegs(dice.randrange(2), dice.choice((1, 2, 3, 4, 8)), line=dice.randrange(3))
        if dice.random() < 0.5:
            phone.send()
            assert states(folds) == states(StateCache())
    assert max(state["head"] for state in states(folds).values()) > 20


def test_log_that_was_put_back_is_folded_afresh(phones):
    """A backup from before the last taps, after which others came under the same numbers."""
    folds, phone = StateCache(), phones[0]
    phone.opens()
    phone.pegs(0, 8)
    phone.send()
    states(folds)
    last = LiveEvent.objects.order_by("seq").last()
    LiveEvent.objects.filter(pk=last.pk).delete()
    LiveMatch.objects.update(head=last.seq - 1)
    assert states(folds) == states(StateCache())
    last.id = uuid4()
    last.body |= {"id": str(last.id), "pegs": 3}
    LiveEvent.objects.bulk_create([last])
    LiveMatch.objects.update(head=last.seq)
    found = states(folds)
    assert found == states(StateCache())
    assert next(iter(found.values()))["games"][0]["scores"] == [3, 0]


def test_fold_that_failed_is_begun_again(phones, monkeypatch):
    folds, phone = StateCache(), phones[0]
    phone.opens()
    phone.send()
    states(folds)
    phone.pegs(0, 8)
    phone.send()
    with monkeypatch.context() as broken:
        broken.setattr("league.matchnight.queries.match_state.to_json", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            states(folds)
    assert states(folds) == states(StateCache())


def test_match_that_went_on_costs_no_more_than_one_that_did_not(phones, django_assert_num_queries):
    folds, fixtures = StateCache(), rows()
    for phone in phones:
        phone.opens()
        phone.send()
    with django_assert_num_queries(3):  # one for the names
        folds.states(fixtures)
    for phone in phones:
        phone.pegs(0, 8)
        phone.send()
    with django_assert_num_queries(2):
        folds.states(fixtures)


def test_a_fold_is_not_gone_on_with_for_ever(phones, monkeypatch):
    """A player who turns out to be under age is initials, at the latest when the log is folded afresh."""
    folds, phone = StateCache(), phones[0]
    harry = Player.objects.first()
    at_home = [{"key": str(harry.pk), "name": harry.name}]
    phone.tap("opened", PLAYERS | {"home": at_home, "leader": 0, "name": "Bob"})
    phone.send()
    assert shown(folds) == ["C PlayerA"]
    Player.objects.update(under_18=True)
    assert shown(folds) == ["C PlayerA"]
    monkeypatch.setattr("league.matchnight.queries.match_state.MAX_AGE", 0.0)
    assert shown(folds) == ["C P"]


def shown(folds):
    return next(iter(states(folds).values()))["games"][0]["players"][0]
