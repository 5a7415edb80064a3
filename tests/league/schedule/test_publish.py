"""A list made the season's matches over HTTP: what is seen first, what stays the same match, and what is in the way."""

from datetime import timedelta
from uuid import UUID

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django_scopes import scopes_disabled

from league.base.audit.models import Entry as AuditEntry
from league.notifications.queries.recipients import captains_told_of_fixtures
from league.results.choices import SentFor
from league.results.models import Submission
from league.schedule.actions.lists import change_list, import_list, publish_list
from league.schedule.actions.locking import freeze_competition, lock_fixture, mark_in_play, mark_played
from league.schedule.choices import FixtureState, ListState, WishedFor
from league.schedule.models import Fixture, FixtureList, Move, Wish
from league.schedule.queries.lists import edition
from league.schedule.values.lists import contents_of
from scoring.season.schedule.edits import ExchangeNights, TurnRound
from tests.factories import make_entry, make_team
from tests.league.person import signed_in
from tests.league.schedule.test_lists import NOW, make_plain, text, to, with_lists


@pytest.fixture
def plain(competition, small):
    return make_plain(competition, small.secretary)


def published(row, by):
    publish_list(fixture_list=row, by=by, at=NOW, despite=True)
    row.refresh_from_db()
    return row


def of(competition):
    return Fixture.objects.filter(division__competition=competition)


def test_what_follows_is_seen_first(plain, competition, secretary):
    page = text(secretary.get(to("publish-list", 1)))

    assert "12 matches on 6 nights." in page
    assert "These become the fixtures for 2027-28." in page
    assert page.count("has a bye") == 0
    assert page.count('class="match__more"') == 12
    assert not of(competition).exists()


def test_a_published_list_is_the_matches_of_the_season(plain, competition, secretary, small):
    assert secretary.post(to("publish-list", 1), {"despite": "on"}).status_code == 302

    plain.refresh_from_db()
    shown = contents_of(plain)
    rows = {
        (f"D{each.division_id}", each.date, f"T{each.home_id}", f"T{each.away_id}")
        for each in of(competition).select_related("home")
    }
    assert rows == {(each.division, each.date, each.home, each.away) for each in shown.matches}
    assert (plain.state, plain.published_by, edition(plain)) == (ListState.PUBLISHED, small.secretary, 1)
    weeks = of(competition).order_by("date").values_list("week", "half").distinct()
    assert list(weeks) == [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2)]
    assert len(set(of(competition).values_list("code", flat=True))) == 12
    assert all(each.first_date == each.date and each.venue == each.home.team.venue for each in of(competition))
    assert "Draft 1 published for season 2027-28, version 1: 12 matches." in AuditEntry.objects.values_list(
        "words", flat=True
    )


def test_it_is_said_before_who_is_sent_an_e_mail_and_ends_on_see_print_and_share(plain, secretary, small):
    page = " ".join(text(secretary.get(to("publish-list", 1))).split())
    told = captains_told_of_fixtures(plain.competition.season)
    assert f"We e-mail {len(told)} captain" in page
    assert all(person.name.replace("'", "&#x27;") in page for person in told)
    secretary.post(to("publish-list", 1), {"despite": "on"})
    after = text(secretary.get(to("fixture-list", 1)))
    assert all(each in after for each in ("The fixtures are out", "See the fixtures", "Print them", "wa.me"))


def test_it_is_said_before_how_many_matches_come_too_late_for_their_nights(plain, small, secretary):
    late = "on nights that have passed. You enter their results."
    assert late not in text(secretary.get(to("publish-list", 1)))
    third = sorted({each.date for each in contents_of(plain).matches})[2]
    with time_machine.travel(third, tick=False):
        page = " ".join(text(signed_in(small.secretary).get(to("publish-list", 1))).split())
    assert f"4 of them are {late}" in page


def test_an_odd_division_has_its_byes(competition, next_season, small, secretary):
    make_entry(next_season.teams[0].division, make_team(small.league, "Anchor"))
    published(make_plain(competition, small.secretary), small.secretary)

    byes = of(competition).filter(away=None)
    assert byes.count() == 10
    assert set(byes.values_list("week", flat=True)) == set(range(1, 11))


def test_a_team_with_a_night_of_its_own_is_at_home_on_it(competition, next_season, small):
    crown = next_season.teams[0]
    crown.night = 2
    crown.save()
    published(make_plain(competition, small.secretary), small.secretary)

    at_home = of(competition).filter(home=crown).values_list("date", flat=True)
    elsewhere = of(competition).exclude(home=crown).values_list("date", flat=True)
    assert {day.weekday() for day in at_home} == {2}
    assert {day.weekday() for day in elsewhere} == {0}


def test_a_match_of_the_same_teams_stays_the_same_match(plain, competition, small, secretary):
    published(plain, small.secretary)
    before = {(each.home_id, each.away_id): (each.pk, each.code, each.version, each.date) for each in of(competition)}
    secretary.post(to("copy-list", 1))
    copy = FixtureList.objects.get(number=2)
    shown = contents_of(copy)
    edit = ExchangeNights(shown.matches[0], shown.nights[-1])
    change_list(fixture_list=copy, edit=edit, version=copy.version, by=small.secretary, at=NOW)
    published(copy, small.secretary)

    moved = 0
    for each in of(competition):
        pk, code, version, day = before[each.home_id, each.away_id]
        assert (each.pk, each.code) == (pk, code)
        assert each.version == version + (day != each.date)
        moved += day != each.date
    assert moved >= 2
    plain.refresh_from_db()
    assert (plain.state, edition(plain), edition(copy)) == (ListState.REPLACED, 1, 2)
    assert FixtureList.objects.filter(state=ListState.PUBLISHED).get() == copy


def test_four_meetings_change_weeks_without_two_of_them_in_one(competition, next_season, small):
    division = next_season.teams[0].division
    division.legs = 4
    division.save()
    for _ in range(2):
        published(make_plain(competition, small.secretary), small.secretary)

    assert of(competition).count() == 24
    assert of(competition).filter(week__gt=12).count() == 0


def test_postponements_of_the_old_nights_go(plain, competition, small, secretary):
    published(plain, small.secretary)
    fixture = of(competition).order_by("date", "pk").first()
    fixture.state, fixture.date = FixtureState.POSTPONED, None
    fixture.save()
    Move.objects.create(fixture=fixture, old_date=fixture.first_date, new_date=None, reason="Flood", at=NOW)
    secretary.post(to("copy-list", 1))
    published(FixtureList.objects.get(number=2), small.secretary)

    fixture.refresh_from_db()
    assert (fixture.state, fixture.date) == (FixtureState.SCHEDULED, fixture.first_date)
    assert not Move.objects.exists()


def test_a_list_that_breaks_rules_is_published_only_by_somebody_who_says_so(plain, next_season, secretary):
    competition = plain.competition
    entry = next_season.teams[0]
    nights = [day.isoformat() for day in contents_of(plain).nights]
    Wish.objects.create(competition=competition, kind=WishedFor.NO_HOME, entry=entry, dates=nights, hard=True)

    page = text(secretary.get(to("publish-list", 1)))
    assert "Rules it breaks today" in page
    assert "New request: Crown A not at home on " in page
    answer = secretary.post(to("publish-list", 1))
    assert answer.status_code == 422
    assert "Tick this to publish fixtures that break rules." in text(answer)
    assert not of(competition).exists()
    assert secretary.post(to("publish-list", 1), {"despite": "on"}).status_code == 302
    assert of(competition).count() == 12


def test_a_list_with_a_team_that_left_cannot_come_out(plain, next_season, competition, secretary):
    next_season.teams[0].delete()

    page = secretary.get(to("publish-list", 1))
    assert "These teams are not in that division any more: Crown A." in text(page)
    assert "Publish these" not in text(page)
    assert secretary.post(to("publish-list", 1), {"despite": "on"}).status_code == 422
    assert not of(competition).exists()


def test_a_match_that_is_in_it_twice_is_named(competition, small, secretary):
    match = contents_of(make_plain(competition, small.secretary)).matches[0]
    import_list(competition=competition, matches=[match, match], name="", by=small.secretary, at=NOW)

    assert "is in it twice on Mon 6 Sep." in text(secretary.get(to("publish-list", 2)))
    assert secretary.post(to("publish-list", 2), {"despite": "on"}).status_code == 422


def test_an_empty_list_cannot_come_out(competition, small, secretary):
    import_list(competition=competition, matches=[], name="", by=small.secretary, at=NOW)
    assert "This draft has no matches yet." in text(secretary.get(to("publish-list", 1)))


@pytest.mark.parametrize("page", ["publish-list", "take-back-list"])
@pytest.mark.parametrize("begun", ["played", "in play", "frozen", "card"])
def test_once_the_season_has_begun_the_list_stays(plain, small, secretary, *, page, begun):
    competition = plain.competition
    published(plain, small.secretary)
    fixture = lock_fixture(of(competition).order_by("date", "pk").first().pk)
    if begun == "played":
        mark_played(fixture)
    elif begun == "in play":
        mark_in_play(fixture)
    elif begun == "frozen":
        freeze_competition(competition, at=NOW)
    else:
        sent_for, key = SentFor.HOME, UUID(int=fixture.pk)
        Submission.objects.create(
            fixture=fixture, sent_for=sent_for, by=small.secretary, key=key, body_hash="", receipt="T1", card={},
            fixture_version=1, made_version=2, received_at=NOW,
        )  # fmt: skip
    number = 1
    if page == "publish-list":
        secretary.post(to("copy-list", 1))
        number = 2
    answer = secretary.post(to(page, number), {"despite": "on"})

    assert answer.status_code == 422
    assert "so change one match at a time." in text(answer)
    assert of(competition).count() == 12


def test_a_list_is_taken_back_while_nothing_was_played(plain, competition, small, secretary):
    published(plain, small.secretary)
    assert "12 matches of season 2027-28 are removed" in " ".join(text(secretary.get(to("take-back-list", 1))).split())
    assert secretary.post(to("take-back-list", 1)).status_code == 302

    plain.refresh_from_db()
    assert plain.state == ListState.TAKEN_BACK
    assert not of(competition).exists()
    assert ">Publish</a" in text(secretary.get(to("fixture-list", 1)))
    published(plain, small.secretary)
    assert of(competition).count() == 12


def test_captains_are_told_that_the_fixtures_are_out_and_what_changed(plain, competition, small, secretary):
    captains = {entry.team_id: signed_in(user) for entry, user in zip(small.entries, small.captains, strict=True)}
    told = [text(client.get("/leek/your-match/")) for client in captains.values()]
    assert not any("are out" in page for page in told)

    published(plain, small.secretary)
    with time_machine.travel(NOW + timedelta(days=1), tick=False):
        told = [text(client.get("/leek/your-match/")) for client in captains.values()]
    assert all("Fixtures for 2027-28 are out</h2>" in page for page in told)

    secretary.post(to("copy-list", 1))
    copy = FixtureList.objects.get(number=2)
    match = contents_of(copy).matches[0]
    change_list(fixture_list=copy, edit=TurnRound(match, both=True), version=copy.version, by=small.secretary, at=NOW)
    copy.refresh_from_db()
    publish_list(fixture_list=copy, by=small.secretary, at=NOW + timedelta(hours=1), despite=True)
    with time_machine.travel(NOW + timedelta(days=1), tick=False):
        told = {key: text(client.get("/leek/your-match/")) for key, client in captains.items()}
    concerned = {
        entry.team_id
        for entry in competition.divisions.get().entries.all()
        if f"T{entry.pk}" in (match.home, match.away)
    }
    for key, page in told.items():
        assert "Fixtures for 2027-28 are out, version 2</h2>" in page
        assert ("These matches of yours have changed:" in page) == (key in concerned)
        assert page.count("is turned round") == (2 if key in concerned else 0)
    with time_machine.travel(NOW + timedelta(days=40), tick=False):
        assert "are out" not in text(captains[small.entries[0].team_id].get("/leek/your-match/"))


def test_only_the_published_list_is_taken_back(plain, secretary):
    answer = secretary.post(to("take-back-list", 1))
    assert answer.status_code == 422
    assert "This draft is not the published one." in text(answer)


def test_the_published_list_is_not_thrown_away(plain, small, secretary):
    published(plain, small.secretary)
    answer = secretary.post(to("remove-list", 1))
    assert answer.status_code == 422
    assert "These fixtures are published." in text(answer)


def test_another_season_keeps_its_matches(plain, small, secretary):
    before = set(Fixture.objects.filter(division__competition__season=small.season).values_list("pk", "version"))
    published(plain, small.secretary)
    assert before == set(
        Fixture.objects.filter(division__competition__season=small.season).values_list("pk", "version")
    )


@pytest.mark.parametrize("teams", [4, 12])
def test_publishing_is_seen_in_as_many_questions_for_four_teams_as_for_twelve(db, teams, django_assert_num_queries):
    with scopes_disabled():
        small, _ = with_lists(teams, 1)
    secretary = signed_in(small.secretary)
    with django_assert_num_queries(18):
        secretary.get(to("publish-list", 1))


@pytest.mark.parametrize("teams", [4, 12])
def test_publishing_again_asks_as_often_for_four_teams_as_for_twelve(db, teams):
    with scopes_disabled():
        small, rows = with_lists(teams, 2)
        published(rows[0], small.secretary)
        with CaptureQueriesContext(connection) as asked:
            published(rows[1], small.secretary)
        assert len(asked) < 60


def test_the_requests_that_are_not_met_are_repeated_before_publishing(plain, next_season, secretary):
    entry, nights = next_season.teams[0], [day.isoformat() for day in contents_of(plain).nights]
    Wish.objects.create(competition=plain.competition, kind=WishedFor.NO_HOME, entry=entry, dates=nights)

    page = text(secretary.get(to("publish-list", 1)))
    assert "1 of 1 requests not met" in page
    assert "Crown A is at home on" in page
