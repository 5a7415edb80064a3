"""The whole demonstration in one transaction: two leagues, their history, and a season that is ten weeks old."""

from datetime import date, timedelta
from random import Random

from django.utils.timezone import now
from django_scopes import scope

from league.accounts.models import User
from league.audit.actions import write_tx
from league.demo.dates import moment, season_dates
from league.demo.looks import dress
from league.demo.names import HARTHWAITE, SKELBY, Naming
from league.demo.noticeboard import fill_noticeboard
from league.demo.people import YEARS, Club, appoint, demo_user, player_login, settle_clubs
from league.demo.seasons import DemoSeason, hold_meeting, play_out, set_up
from league.demo.stories import load_harthwaite, load_skelby
from league.demo.treasury import fill_book
from league.jobs.actions import run_job
from league.standings.actions import ask_for_run_in
from league.standings.queries import divisions
from league.teams.actions import change_league, create_league
from league.teams.choices import LeagueNight
from league.teams.models import Team
from scoring.season.schedule.circle import rounds_needed

PLAYED = 10
PAST_SEASONS = {"harthwaite": 2, "skelby": 1}


def load(today: date) -> None:
    """Load both leagues into an empty database; the same day gives the same leagues."""
    with write_tx():
        demo_user("fan@demo.example", "Sid Spectator")
        User.objects.create_user(
            "admin@demo.example", "Alex Administrator", None, is_staff=True, is_superuser=True, demo=True
        )
        thursday = today + timedelta(days=(LeagueNight.THURSDAY - today.weekday()) % 7)
        for naming, night, tell in ((HARTHWAITE, today, load_harthwaite), (SKELBY, thursday, load_skelby)):
            demo = begin(naming, night, today)
            with scope(league=demo.season.league):
                tell(demo)
                fill_noticeboard(demo)
                fill_book(demo)
                queue_run_ins()


def begin(naming: Naming, night: date, today: date) -> DemoSeason:
    """A league with its past seasons played and the current one set up; `night` is the first that is not played yet."""
    random = Random(naming.slug)  # noqa: S311 (a story, not a secret)
    began = moment(night - (PAST_SEASONS[naming.slug] + 1) * YEARS, 12)
    league = create_league(
        preset=naming.preset, name=naming.name, short_name=naming.short_name, slug=naming.slug, by=None, at=began,
        night=LeagueNight(night.weekday()), contact=naming.contact,
    )  # fmt: skip
    change_league(league=league, by=None, at=began, about=naming.about)
    league.refresh_from_db()
    with scope(league=league):
        officers = appoint(league, naming, began)
        clubs = settle_clubs(league, naming, random, by=officers.secretary, at=began)
        dress(league, by=officers.secretary, at=began)
        player_login(clubs[0], 4, began)
        nights = rounds_needed(len(clubs) // len(naming.divisions), naming.legs)
        by_team = {club.team.pk: club for club in clubs}
        placing = first_placing(naming, clubs)
        for years_ago in range(PAST_SEASONS[naming.slug], 0, -1):
            days = season_dates(night, played=PLAYED, nights=nights, years_ago=years_ago)
            season = set_up(league, naming, days, placing, by=officers.secretary)
            play_out(season, by_team, random)
            placing = hold_meeting(season, naming, by=officers.secretary)
        days = season_dates(night, played=PLAYED, nights=nights)
        season = set_up(league, naming, days, placing, by=officers.secretary)
    return DemoSeason(season, by_team, officers, days.nights, today, random)


def queue_run_ins() -> None:
    """Have it worked out what is still possible, so that the first reader finds it under the table."""
    for division in divisions():
        run_job(ask_for_run_in(division=division, at=now()).pk)


def first_placing(naming: Naming, clubs: list[Club]) -> list[list[Team]]:
    """The divisions that the history begins with: a pub's second team in the lower, the others in turn."""
    if len(naming.divisions) == 1:
        return [[club.team for club in clubs]]
    upper: list[Team] = []
    lower: list[Team] = []
    for club in clubs:
        wanted = lower if club.team.name.endswith(" B") or len(upper) > len(lower) else upper
        wanted.append(club.team)
    return [upper, lower]
