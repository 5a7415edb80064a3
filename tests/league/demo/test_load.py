"""The demonstration: what an empty database has in it afterwards."""

import re
from collections import Counter
from datetime import timedelta
from io import StringIO
from itertools import pairwise

import pytest
import time_machine
from django.core.management import call_command
from django.db.models import Count, F
from django.test import Client, override_settings
from django.urls import resolve, reverse
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.base.accounts.models import User
from league.exchange.demo import begun, moment
from league.matchnight.models import LeaguePuzzle, LiveEvent, LiveMatch
from league.matchnight.queries.games import games_of, prefill_from_log
from league.matchnight.queries.match_state import live_scores_version
from league.matchnight.values import doubts
from league.notifications.actions.write_messages import process_audit_log, process_clock
from league.notifications.models import Message, OutboxCursor, ProcessedEntry
from league.results import kept_pages
from league.results.choices import AdjustmentKind, ResultState
from league.results.kept_pages import league_version
from league.results.models import Adjustment, Answer, Appearance, Draft, Result, Submission
from league.results.queries.appearances import outings_in, outings_of
from league.results.queries.tables import divisions, standings
from league.results.queries.to_do import your_match
from league.results.values import card_of
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Blackout, Entry, Fixture, MoveRequest, Season
from league.schedule.queries.lists import task_of
from league.schedule.queries.matches import whole_fixtures
from league.schedule.queries.seasons import league_competition
from league.teams.choices import RegisteredHow, RegistrationState, RoleKind
from league.teams.models import League, Player, Registration, Role, Team, Transfer, Venue
from scoring.card.differences import overwrite
from scoring.season.outings import group_by, record
from scoring.season.schedule.task import WishKind
from tests.league.demo.conftest import TODAY
from tests.league.documents.test_calendars import by_icalendar, by_vobject
from tests.league.importexport.archives import same_again

NOW = moment(TODAY, 12)
OF_THE_LEAGUE = {"division__competition__kind": CompetitionKind.LEAGUE}


def test_two_leagues_with_a_past(harthwaite):
    with scopes_disabled():
        assert list(League.objects.order_by("slug").values_list("slug", flat=True)) == ["harthwaite", "skelby"]
        assert Entry.objects.filter(division__competition__season__current=True, **OF_THE_LEAGUE).count() == 26
    assert harthwaite.night == TODAY.weekday()
    assert [season.current for season in Season.objects.order_by("starts")] == [False, False, True, False]
    over = Fixture.objects.filter(division__competition__season__ends__lt=TODAY, away__isnull=False)
    assert over.count() == 2 * 180
    assert set(over.values_list("state", flat=True)) == {FixtureState.PLAYED}
    assert [division.entries.count() for division in divisions()] == [10, 10]


def test_every_match_of_the_season_is_in_the_calendar_at_its_hour(harthwaite, client):
    """For two readers of calendars that have nothing to do with each other, over the change of the clocks."""
    with time_machine.travel(NOW, tick=False):
        body = client.get("/harthwaite/table/division-one/calendar.ics").content
    season = Fixture.objects.filter(division__competition__season__current=True, division__slug="division-one")
    wanted = {
        f"{each.code}@harthwaite.double-six": f"{each.date} {each.start_time:%H:%M}"
        for each in season.filter(away__isnull=False, date__isnull=False)
    }
    months = {each[5:7] for each in wanted.values()}
    assert {"10", "11"} <= months
    for read in (by_icalendar, by_vobject):
        found = {uid: start for uid, (start, _, _) in read(body).items()}
        assert {uid: f"{start:%Y-%m-%d %H:%M}" for uid, start in found.items() if uid in wanted} == wanted
        for start in found.values():
            assert start.utcoffset() == timezone.make_aware(start.replace(tzinfo=None)).utcoffset()


def test_the_divisions_follow_from_last_years_tables(harthwaite):
    seasons = list(Season.objects.filter(starts__lte=TODAY).order_by("starts"))
    for before, after in pairwise(seasons):
        upper, lower = (standings(division, NOW) for division in divisions(before.slug))
        expected = {row.slug for row in (*upper.rows[:-2], *lower.rows[:2])}
        assert {entry.team.slug for entry in divisions(after.slug)[0].entries.select_related("team")} == expected


def test_three_pubs_have_two_teams(harthwaite):
    assert Venue.objects.annotate(number=Count("teams")).filter(number=2).count() == 3
    assert Team.objects.count() == 20
    crowded = Fixture.objects.filter(away__isnull=False).values("venue", "first_date").annotate(number=Count("pk"))
    assert not crowded.filter(number__gt=1).exists()


def test_a_season_with_something_in_it(harthwaite):
    now = Fixture.objects.filter(division__competition__season__current=True, **OF_THE_LEAGUE, away__isnull=False)
    assert now.filter(in_play=True, date=TODAY).count() == 1
    assert now.filter(date=TODAY, state=FixtureState.SCHEDULED).count() >= 8
    assert now.filter(state=FixtureState.POSTPONED, date=None).count() == 1
    assert now.filter(state=FixtureState.SCHEDULED, date__gt=TODAY).exclude(date=F("first_date")).count() == 1
    assert now.filter(state=FixtureState.AWARDED, result__kind="walkover").count() == 1
    late = now.filter(state=FixtureState.SCHEDULED, date__lt=TODAY)
    assert list(late.values_list("date", flat=True)) == [TODAY - timedelta(days=7)]
    leaver = Entry.objects.get(withdrawn_on__isnull=False)
    assert now.filter(voided_with=leaver, state=FixtureState.VOID).count() == 13
    results = Result.objects.filter(fixture__in=now)
    assert results.filter(state=ResultState.DISPUTED).count() == 1
    assert results.filter(state=ResultState.DECIDED).count() == 1
    assert [each.state_at(NOW) for each in results.filter(confirm_by__gt=NOW)] == [ResultState.PROVISIONAL]


@pytest.mark.parametrize(
    ("seen_at", "began"), [((22, 0), (20, 10)), ((15, 0), (14, 18)), ((0, 20), (20, 10)), (None, (20, 10))]
)
def test_the_match_that_is_pegged_is_not_ahead_of_whoever_looks_at_it(seen_at, began):
    now = moment(TODAY, *seen_at) if seen_at else moment(TODAY - timedelta(days=9), 15)
    assert begun(TODAY, timedelta(minutes=42), now) == moment(TODAY, *began)


def test_one_match_is_pegged_tonight_and_one_was_last_night(harthwaite):
    tonight, last_night = (LiveMatch.objects.get(fixture__date=on) for on in (TODAY, TODAY - timedelta(days=1)))
    assert LiveMatch.objects.count() == 3
    others = LiveEvent.objects.exclude(match=tonight)
    assert not others.filter(received_at__gt=NOW).exists()
    assert not tonight.events.exclude(received_at__range=(moment(TODAY, 20), moment(TODAY, 21))).exists()

    fixture = whole_fixtures().get(pk=tonight.fixture_id)
    games = games_of(tonight, fixture)
    assert fixture.in_play
    assert [game.winner is None for game in games] == [False, False, False, True, True]
    assert [len(game.confirmations) for game in games] == [1, 0, 0, 0, 0]
    assert [len(game.waiting) for game in games] == [0, 0, 1, 0, 0]
    assert [finding for game in games for finding in doubts(game)] == []

    fixture = whole_fixtures().get(pk=last_night.fixture_id)
    told, sent = prefill_from_log(fixture, fixture.rules_in_force()), Submission.objects.get(fixture=fixture)
    assert overwrite(card_of(sent), told.card) == card_of(sent)
    assert all(line.games for line in told.card.lines)


def test_a_game_of_last_week_has_today_s_puzzle(harthwaite, client):
    puzzle = LeaguePuzzle.objects.get()
    assert (puzzle.shown_on, puzzle.match.fixture.date) == (TODAY, TODAY - timedelta(days=7))
    with time_machine.travel(NOW, tick=False):
        assert "From a match of this league." in client.get("/harthwaite/").content.decode()
        assert client.get(f"/play/puzzles/{puzzle.number}/?league=harthwaite").context["page"]["day"] == TODAY


def test_points_given_and_taken(harthwaite):
    kinds = Adjustment.objects.filter(revoked_at=None).values_list("kind", flat=True)
    assert sorted(kinds) == sorted(
        [AdjustmentKind.LATE_CARD, AdjustmentKind.LATE_CARD, AdjustmentKind.BUY_BACK, AdjustmentKind.NO_SHOW]
    )
    assert Adjustment.objects.exclude(revoked_at=None).count() == 1


def test_people(harthwaite):
    now = Role.objects.filter(ended_at=None)
    assert now.filter(kind=RoleKind.CAPTAIN).values("team").distinct().count() == 20
    assert {RoleKind.SECRETARY, RoleKind.RESULTS_OFFICER, RoleKind.COORDINATOR, RoleKind.VICE_CAPTAIN} < set(
        now.values_list("kind", flat=True)
    )
    assert now.filter(kind=RoleKind.PLAYER).count() == 1
    assert not User.objects.filter(demo=False).exists()
    assert not any(user.has_usable_password() for user in User.objects.all())
    assert Player.objects.filter(under_18=True).exclude(registrations__state=RegistrationState.REQUESTED).count() == 1
    assert Registration.objects.filter(state=RegistrationState.REQUESTED).count() == 2
    assert Registration.objects.filter(how=RegisteredHow.CARD).count() == 1
    assert sorted(each.both_agree for each in Transfer.objects.filter(accepted=None)) == [False, True]
    of_the_league = {f"fixture__{key}": value for key, value in OF_THE_LEAGUE.items()}
    assert MoveRequest.objects.filter(accepted=None, **of_the_league).count() == 2
    assert Draft.objects.count() == 1


def test_nothing_is_later_than_now(harthwaite):
    with scopes_disabled():
        assert not Submission.objects.filter(received_at__gt=NOW).exists()
        assert not Answer.objects.filter(at__gt=NOW).exists()


def test_every_captain_has_something_to_do(harthwaite):
    captain = User.objects.get(email="captain.crown-a@demo.example")
    assert your_match(captain, harthwaite, moment(TODAY, 22))


def test_the_pages_of_the_demonstration_open(harthwaite, client):
    for name in ("league-home", "table", "fixtures", "players", "seasons", "teams", "rule-book"):
        assert client.get(reverse(name, args=["harthwaite"])).status_code == 200
        assert client.get(reverse(name, args=["skelby"])).status_code == 200
    shown = client.get(reverse("demo")).content.decode()
    assert "Marjorie Stubbs" in shown
    assert "Doreen Wass" in shown
    assert "Site administrator" in shown
    for fixture in Fixture.objects.filter(division__competition__season__current=True).select_related(
        "league", "home__team", "away__team"
    ):
        assert client.get(fixture.get_absolute_url()).status_code == 200


def is_kept(address):
    """Whether the view of an address is one of those of `kept_while_unchanged`."""
    found = resolve(address).func
    while hasattr(found, "__wrapped__"):
        if found.__code__.co_filename == kept_pages.__file__:
            return True
        found = found.__wrapped__
    return False


def kept_addresses(client, slug):
    """Of each view whose page is kept the first address that the league's pages lead to."""
    found, waiting = {}, [f"/{slug}/{rest}" for rest in ("", f"fixtures/{TODAY}/", "cups/")]
    while waiting:
        address = waiting.pop(0)
        name = resolve(address).url_name
        if name in found or not is_kept(address):
            continue
        found[name] = address
        links = re.findall(rf'href="(/{slug}/[^"?#]*)"', client.get(address).content.decode())
        waiting += [each for each in links if not re.search(r"\.\w+$", each)]
    return found


def test_what_a_kept_page_shows_hangs_on_nothing_finer_than_the_day(harthwaite, client):
    """At any hour of a day when nothing changed and no match fell quiet it is the same, but for the printed time."""
    hours = [(TODAY + timedelta(days=days), hour) for days in (0, 9) for hour in (0, 19, 23)]
    with time_machine.travel(NOW, tick=False):
        pages = kept_addresses(client, "harthwaite")
    assert pages.keys() >= {"league-home", "fixtures", "fixtures-night", "team", "players", "player", "averages", "cup"}
    wrong = []
    for address in pages.values():
        seen = {}
        for day, hour in hours:
            with time_machine.travel(moment(day, hour, 31), tick=False):
                body = re.sub(r"Correct at\s[^<]*", "", client.get(address).content.decode())
                with scope(league=harthwaite):
                    version = league_version(harthwaite, timezone.now()), live_scores_version()
                seen.setdefault(version, []).append(body)
        assert max(map(len, seen.values())) > 1
        wrong += [address for bodies in seen.values() if len(set(bodies)) > 1]
    assert wrong == []


def test_results_made_again_are_the_same(harthwaite):
    with scopes_disabled():
        before = list(Result.objects.order_by("pk").values_list()), set(Appearance.objects.values_list("pk", flat=True))
        said = StringIO()
        call_command("retally", stdout=said)
        assert ", 0 changed" in said.getvalue()
        after = list(Result.objects.order_by("pk").values_list()), set(Appearance.objects.values_list("pk", flat=True))
    assert after == before


def counted_off(cards):
    """The games that each player won and lost, by key, game by game off the JSON of cards."""
    won, lost = Counter(), Counter()
    for card in cards:
        for line in card.get("lines", ()) if card.get("ending") in {"played", "unfinished"} else ():
            for game in line["games"]:
                if game["how"] == "played" and game["winner"]:
                    for side in ("home", "away"):
                        into = won if game["winner"] == side else lost
                        into.update(each["id"] for each in line[side] if each["id"])
    return {key: (won[key], lost[key]) for key in {*won, *lost}}


def test_every_player_s_games_equal_a_count_off_the_cards(harthwaite):
    """Both leagues and all their seasons: league matches for a season's figures, cup ties too for a player's own."""
    with scopes_disabled():
        for league in League.objects.order_by("pk"):
            counting = Result.objects.filter(fixture__league=league, counts=True)
            of_the_league = counting.filter(**{f"fixture__{key}": value for key, value in OF_THE_LEAGUE.items()})
            # A team that withdrew went in the first half: all that it played is struck out.
            of_the_league = of_the_league.filter(fixture__home__withdrawn_on=None, fixture__away__withdrawn_on=None)
            mine = group_by(outings_in(Season.objects.filter(league=league)), lambda each: each.player)
            found = {key: record(played) for key, played in mine.items()}
            cards = of_the_league.values_list("submission__card", flat=True)
            assert {key: (each.won, each.lost) for key, each in found.items() if each.played} == counted_off(cards)

            every = counted_off(counting.values_list("submission__card", flat=True))
            some = {key: record(outings_of(Player.objects.get(pk=int(key)))) for key in sorted(mine)[:20]}
            assert {key: (each.won, each.lost) for key, each in some.items()} == {key: every[key] for key in some}


def test_next_season_waits_for_its_list(harthwaite):
    season = Season.objects.latest("starts")
    competition = league_competition(season)
    task = task_of(competition)

    assert not Fixture.objects.filter(division__competition=competition).exists()
    assert [len(division.teams) for division in task.divisions] == [10, 9]
    assert [division.rounds for division in task.divisions] == [18, 18]
    assert all(len(division.dates) > 18 for division in task.divisions)
    assert (len(task.wishes), len(task.fixed)) == (7, 1)
    assert {wish.kind for wish in task.wishes if wish.hard} == {WishKind.NO_HOME, WishKind.HOME_ON}
    assert {off.kind for off in Blackout.objects.filter(season=season)} >= {"cup", "holiday"}
    assert sum(len(venue.closed) for venue in task.venues) >= 2
    assert sum(len([team for team in task.teams if team.venue == venue.id]) == 2 for venue in task.venues) == 3


def test_it_is_the_same_on_another_site(loaded, db, tmp_path):
    """Tables with their reasons, pages and the archive itself, after the league has moved."""
    with override_settings(MEDIA_ROOT=tmp_path), scopes_disabled():
        LeaguePuzzle.objects.all().delete()  # they are found again from what was pegged, the night after
        same_again("harthwaite", 15)


def test_every_link_of_every_message_opens_for_whoever_it_went_to(harthwaite):
    """Of all that the demonstration's log and its clock have to say."""
    with time_machine.travel(NOW, tick=False), scopes_disabled():
        OutboxCursor.objects.all().delete()
        ProcessedEntry.objects.all().delete()
        OutboxCursor.objects.create(clock=NOW - timedelta(days=2))
        while process_audit_log(at=NOW):
            pass
        process_clock(at=NOW)
        messages = list(Message.objects.exclude(to=None).select_related("to"))
        assert len(messages) > 5
        wrong = []
        for message in messages:
            reader = Client()
            reader.force_login(message.to)
            for address in re.findall(r"https?://[^/\s]+(/[^\s<>\"]*)", message.text):
                response = reader.get(address)
                if response.status_code != 200:
                    wrong.append((message.subject, message.to.name, address, response.status_code))
    assert wrong == []
