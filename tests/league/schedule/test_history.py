"""What happened, as officers read it."""

import pytest
from django.urls import reverse

from league.base.audit.actions import record, write_tx
from league.base.jobs.actions import cancel_job, enqueue
from league.schedule.actions.matches import postpone_fixture, rearrange_fixture
from league.teams.models import Player
from tests.league.schedule.test_matches import LATER, NOW


@pytest.fixture
def told(small):
    """A match postponed and rearranged, and something about a player."""
    act = {"by": small.secretary, "at": NOW, "reason": "Snow on the tops"}
    rearrange_fixture(fixture=postpone_fixture(fixture=small.fixtures[0], **act), date=LATER, **act)
    with write_tx():
        player = Player.objects.first()
        record(verb="x", words="Registered.", at=NOW, by=None, league_id=small.league.pk, about=(player,))


def address(name, small):
    match, player = small.fixtures[0], Player.objects.first()
    of = {
        "match": {"on": match.first_date, "match": match.slug},
        "team": {"team": "crown-a"},
        "player": {"player": player.slug},
        "season": {"season": "2026-27"},
        "league": {},
    }
    return reverse("league-history", args=["leek"], query=of[name])


EVERY = ("match", "team", "player", "season", "league")


def test_a_match_s_history_says_who_when_why_and_what_it_was(small, secretary, told):
    page = " ".join(secretary.get(address("match", small)).content.decode().split())

    assert "Tue 1 Sep 2026, noon, Sam Secretary" in page
    assert "Crown A v Bell is to be played on Mon 12 Oct at Crown A Inn." in page
    assert "Reason: Snow on the tops" in page
    assert "Date: <del>Mon 7 Sep 2026</del> → nothing" in page
    assert "Date: <del>nothing</del> → Mon 12 Oct 2026" in page
    assert page.index("Mon 12 Oct at Crown A Inn") < page.index("with no new date yet")


def test_what_nobody_did_by_hand_is_the_site_s(small, secretary, told):
    assert b"The site" in secretary.get(address("player", small)).content


@pytest.mark.parametrize(("name", "entries"), list(zip(EVERY, (2, 2, 1, 2, 3), strict=True)))
def test_each_history_has_what_concerns_it(small, secretary, told, name, entries):
    assert len(secretary.get(address(name, small)).context["told"]) == entries


def test_history_leaves_out_prints_and_other_jobs(small, secretary):
    job = enqueue(
        key="x", kind="draw", args={}, title="Fixtures", by=small.secretary, at=NOW, league_id=small.league.pk
    )
    cancel_job(job=job, by=small.secretary, at=NOW)
    assert b"No changes yet." in secretary.get(address("league", small)).content


def test_a_history_of_nothing_that_there_is_has_no_page(small, secretary):
    home = reverse("league-history", args=["leek"])
    for query in ("?on=2026-13-40&match=crown-a-v-bell", "?season=none", "?team=none", "?player=none"):
        assert secretary.get(home + query).status_code == 404


@pytest.mark.parametrize("count", [1, 3, 100])
def test_history_costs_the_same_however_long_it_is(small, secretary, django_assert_num_queries, count):
    with write_tx():
        for number in range(count):
            words = f"Thing {number}."
            record(verb="x", words=words, at=NOW, by=small.secretary, league_id=small.league.pk, about=(small.season,))

    url = address("league", small)
    with django_assert_num_queries(6):
        page = secretary.get(url)
    assert len(page.context["told"]) == min(count, 30)


def test_a_long_history_has_pages(small, secretary):
    with write_tx():
        for number in range(31):
            record(verb="x", words=f"Thing {number}.", at=NOW, by=None, league_id=small.league.pk)

    first = secretary.get(address("league", small)).content
    assert b"Page 1 of 2" in first
    assert b"Thing 0." not in first
    assert b"Thing 0." in secretary.get(address("league", small) + "?page=2").content
