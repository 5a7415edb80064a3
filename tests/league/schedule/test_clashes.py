"""What stands against the matches as they are now, for the secretary to put right."""

from datetime import date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.schedule.actions.matches import postpone_fixture, void_fixture
from league.schedule.choices import FixtureState
from league.schedule.models import Blackout, Division, Fixture, Wish
from league.schedule.queries.season_snapshot import ClashKind, clashes_of
from league.teams.models import Closure, Venue
from tests.factories import FIRST_NIGHT, league_in_season, make_fixture
from tests.league.person import signed_in

UK = timezone.get_default_timezone()
SECOND_NIGHT = FIRST_NIGHT + timedelta(weeks=1)


@pytest.fixture
def small(db):
    """Crown A v Bell and Plough v Swan on Mon 7 Sep, the other way about a week later."""
    with scopes_disabled():
        made = league_in_season(squad=0)
    with scope(league=made.league):
        Division.objects.update(min_gap_days=7, min_rest_days=2)
        yield made


@pytest.fixture
def act(small):
    return {"by": small.secretary, "at": datetime(2026, 9, 1, 12, tzinfo=UK), "reason": "Snow on the tops"}


def found(small):
    """The words of each clash by its kind."""
    return {kind: [text for _, text, _ in group] for kind, group in clashes_of(small.season)["groups"]}


def page(small):
    client = signed_in(small.secretary)
    return client.get("/leek/fixtures/?view=clashes")


def test_a_list_without_clashes_says_so(small):
    assert found(small) == {}
    assert "No clashes in the 4 matches still to be played." in page(small).content.decode()


def test_a_pub_with_more_matches_than_boards_wherever_its_team_is_from(small):
    pub = small.entries[0].team.venue
    Fixture.objects.filter(pk=small.fixtures[1].pk).update(venue=pub)

    words = "Crown A Inn has one board and on Mon 7 Sep 2 matches: Crown A v Bell and Plough v Swan"
    assert found(small) == {ClashKind.FULL: [words]}
    Venue.objects.filter(pk=pub.pk).update(boards=2)
    assert found(small) == {}


def test_a_pub_that_is_closed(small):
    pub = small.entries[0].team.venue
    Closure.objects.create(venue=pub, first=FIRST_NIGHT, last=SECOND_NIGHT, reason="Beer festival")

    assert found(small) == {ClashKind.CLOSED: ["Crown A Inn is closed on Mon 7 Sep (Beer festival): Crown A v Bell"]}


def test_a_team_with_two_matches_on_a_night_or_too_little_rest(small):
    make_fixture(small.entries[0], small.entries[2], FIRST_NIGHT, week=5)
    make_fixture(small.entries[1], small.entries[3], FIRST_NIGHT + timedelta(days=1), week=6)
    told = found(small)

    assert told[ClashKind.TWICE] == ["Crown A plays twice on Mon 7 Sep", "Plough plays twice on Mon 7 Sep"]
    assert told[ClashKind.REST] == [
        "Bell plays on Mon 7 Sep and Tue 8 Sep; the rules ask for two days between",
        "Swan plays on Mon 7 Sep and Tue 8 Sep; the rules ask for two days between",
    ]


def test_a_pair_that_meets_again_too_soon(small, act):
    postpone_fixture(fixture=small.fixtures[2], new_date=date(2026, 9, 10), **act)

    words = "Crown A and Bell meet on Mon 7 Sep and again on Thu 10 Sep; the rules ask for seven days between"
    assert found(small)[ClashKind.GAP] == [words]


def test_a_wish_that_must_be_met(small):
    asked = {"competition": small.division.competition, "entry": small.entries[0], "dates": [str(FIRST_NIGHT)]}
    Wish.objects.create(kind="no_home", hard=True, words="darts night", **asked)
    Wish.objects.create(kind="no_match", hard=False, **asked)

    assert found(small) == {ClashKind.WISH: ["Crown A is at home on Mon 7 Sep (darts night)"]}


def test_a_night_without_league_matches(small):
    Blackout.objects.create(season=small.season, first=SECOND_NIGHT, last=SECOND_NIGHT, kind="cup", reason="Cup week")

    assert found(small) == {
        ClashKind.BLACKOUT: ["Bell v Crown A on Mon 14 Sep: Cup week", "Swan v Plough on Mon 14 Sep: Cup week"]
    }


def test_what_is_over_or_void_or_without_a_date_clashes_with_nothing(small, act):
    Closure.objects.create(venue=small.entries[0].team.venue, first=FIRST_NIGHT, last=FIRST_NIGHT)
    Closure.objects.create(venue=small.entries[2].team.venue, first=FIRST_NIGHT, last=FIRST_NIGHT)
    Closure.objects.create(venue=small.entries[1].team.venue, first=SECOND_NIGHT, last=SECOND_NIGHT)
    Fixture.objects.filter(pk=small.fixtures[0].pk).update(state=FixtureState.PLAYED)
    void_fixture(fixture=small.fixtures[1], **act)
    postpone_fixture(fixture=small.fixtures[2], **act)

    assert found(small) == {}


def test_only_what_is_still_to_be_played_is_offered_to_be_moved(small):
    second = make_fixture(small.entries[0], small.entries[2], FIRST_NIGHT, week=5)
    Fixture.objects.filter(pk__in=[small.fixtures[0].pk, small.fixtures[1].pk]).update(state=FixtureState.PLAYED)
    seen = page(small).content.decode()

    assert reverse("rearrange-match", args=["leek", second.first_date, "crown-a-v-plough"]) in seen
    assert reverse("rearrange-match", args=["leek", FIRST_NIGHT, "crown-a-v-bell"]) not in seen


def test_the_list_leads_the_secretary_to_its_clashes(small):
    client = Client()
    address = "/leek/fixtures/?view=clashes"
    assert address not in client.get(reverse("fixtures", args=["leek"])).content.decode()
    client.force_login(small.secretary)
    assert address in client.get(reverse("fixtures", args=["leek"])).content.decode()


@pytest.mark.parametrize("count", [1, 3, 10, 100])
def test_the_report_costs_the_same_for_any_number_of_matches(small, django_assert_num_queries, count):
    Fixture.objects.all().delete()
    for number in range(count):
        make_fixture(*small.entries[:2], FIRST_NIGHT + timedelta(days=number), week=number + 1)

    with django_assert_num_queries(4):
        assert clashes_of(small.season)["open"] == count


# --- pairs that meet too often ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("legs", "homes", "words"),
    [  # home sides of the matches of Crown A (0) and Bell (1)
        (1, (0,), ""),
        (1, (0, 0), "Crown A v Bell is in the fixtures twice: {}. In one meeting Crown A can be at home once."),
        (1, (0, 1), "Crown A and Bell meet twice, not once: {}."),
        (2, (0, 1), ""),
        (2, (1, 1), "Bell v Crown A is in the fixtures twice: {}. In two meetings Bell can be at home once."),
        (2, (0, 1, 1), "Bell v Crown A is in the fixtures twice: {}. In two meetings Bell can be at home once."),
        (3, (0, 1, 0), ""),
        (3, (1, 1, 1), "Bell v Crown A is in the fixtures 3 times: {}. In three meetings Bell can be at home twice."),
        (4, (0, 1, 0, 1), ""),
        (4, (1, 1, 1, 0), "Bell v Crown A is in the fixtures 3 times: {}. In four meetings Bell can be at home twice."),
        (4, (0, 1, 0, 1, None), ""),  # a void match is none
    ],
)  # fmt: skip
def test_a_pair_at_one_ground_too_often(small, legs, homes, words):
    Fixture.objects.all().delete()
    Division.objects.update(legs=legs)
    sides, days = small.entries[:2], [FIRST_NIGHT + timedelta(weeks=week) for week in range(len(homes))]
    for week, (home, day) in enumerate(zip(homes, days, strict=True), start=1):
        made = make_fixture(sides[home or 0], sides[1 - (home or 0)], day, week=week)
        Fixture.objects.filter(pk=made.pk, pk__isnull=home is not None).update(state=FixtureState.VOID)
    texts = found(small).get(ClashKind.MEETINGS, [])

    assert [text.split(":")[0] for text in texts] == [words.split(":")[0]][: bool(words)]
    assert [text.split(". ")[1:] for text in texts] == [words.split(". ")[1:]][: bool(words)]


def test_the_home_side_counts_and_not_the_pub(small, act):
    """Crown A v Bell moved to the pub of Bell leaves Crown A the home side; and a match without a date counts."""
    Fixture.objects.filter(pk=small.fixtures[0].pk).update(venue=small.entries[1].team.venue)
    assert ClashKind.MEETINGS not in found(small)
    twice = make_fixture(small.entries[0], small.entries[1], SECOND_NIGHT, week=5)
    postpone_fixture(fixture=twice, new_date=None, **act)

    words = "Crown A v Bell is in the fixtures twice: Mon 7 Sep and a date to be agreed."
    limit = "In two meetings Crown A can be at home once."
    assert found(small)[ClashKind.MEETINGS] == [f"{words} {limit}"]
