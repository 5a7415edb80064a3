"""The demonstration in one transaction: two leagues from files that `export_league --people --photos` made of it.

What no archive has is added here: who can play, a card begun, a puzzle, what is still possible, and two more people.
"""

from dataclasses import replace
from datetime import date, datetime
from itertools import islice
from pathlib import Path
from random import Random
from uuid import UUID

from django.utils.timezone import localdate, now
from django_scopes import scope

from league.base.accounts.models import User
from league.base.audit.actions import seal, write_tx
from league.base.audit.models import Entry
from league.exchange.actions.archive_import import ArchiveImport
from league.exchange.archive.reader import open_archive
from league.exchange.archive.tables import PEOPLE, TABLES
from league.exchange.demo.dates import DAY, MovedRows, moment
from league.matchnight.actions.events import keep_puzzles
from league.matchnight.models import Absence, AvailabilitySettings, LiveMatch, NightAnswer, PlayerAnswer
from league.matchnight.queries.games import positions_in
from league.matchnight.queries.links import PersonalLink
from league.matchnight.queries.nights import nights_of, squad_players
from league.results.actions.adjustments import ask_for_run_in
from league.results.actions.cards import save_draft
from league.results.choices import FINAL_STATES
from league.results.queries.facts import match_for
from league.results.queries.tables import divisions
from league.schedule.actions.nights import exclude_bank_holidays
from league.schedule.choices import FixtureState
from league.schedule.models import Season
from league.schedule.queries.matches import whole_fixtures
from league.schedule.queries.seasons import league_competition
from league.teams.choices import LeagueNight, RoleKind
from league.teams.models import League, Role
from scoring.season.specimen import Habits, generate_card

FILES = Path(__file__).with_name("leagues")
# The first plays tonight, whatever day it is; the second on the night that it is named after.
LEAGUES = (("harthwaite", None), ("skelby", LeagueNight.THURSDAY))
ANSWERS = (NightAnswer.YES, NightAnswer.YES, NightAnswer.YES, NightAnswer.IF_NEEDED, NightAnswer.NO, None)


def load(today: date) -> None:
    with write_tx():
        User.objects.create_user("fan@demo.example", "Sid Spectator", None)
        User.objects.create_user("admin@demo.example", "Alex Administrator", None, is_staff=True, is_superuser=True)
        for slug, weekday in LEAGUES:
            night = today if weekday is None else today + (weekday - today.weekday()) % 7 * DAY
            league = import_moved(slug, night)
            with scope(league=league):
                ask_who_can_play(today)
                begin_card(today)
                find_puzzle(league, today)
                leave_out_bank_holidays(today)
                queue_run_ins()
        User.objects.update(demo=True)


def import_moved(slug: str, to: date) -> League:
    """The league of a file with its next night on that day, its history sealed as if all of it had happened here."""
    with (FILES / f"{slug}.zip").open("rb") as source, open_archive(source) as archive:
        rows = {kind.name: archive.rows(kind.name) for kind in TABLES}
        exported = localdate(datetime.fromisoformat(archive.manifest.made_at))
        rows = MovedRows(rows, exported=exported, to=to, now=now()).moved()
        coming = ArchiveImport(archive, slug, now())
        coming.add_people(archive.rows(PEOPLE))
        for kind in TABLES:
            coming.add_rows(kind, rows[kind.name])
        league = coming.finish()
    entries = Entry.objects.filter(league_id=league.pk).order_by("pk").prefetch_related("subjects")
    seal([(entry, sorted((each.kind, each.key) for each in entry.subjects.all())) for entry in entries])
    return league


# --- what no archive has ------------------------------------------------------------------------------------------


def ask_who_can_play(today: date) -> None:
    """Most players of the teams that ask have answered for the next matches, and one of each is off to Spain."""
    at, dice = moment(today - 2 * DAY, 18), Random("who can play")  # noqa: S311 (a story, not a secret)
    asking = AvailabilitySettings.objects.filter(enabled=True).select_related("team__league").order_by("pk")
    for number, team in enumerate(each.team for each in asking):
        players = squad_players(team, today)
        nights = [night for night, _, _ in nights_of(PersonalLink(team, players[0], 1), today)[:3]]
        PlayerAnswer.objects.bulk_create(
            PlayerAnswer(
                team=team, player=player, night=night, answer=answer, key=UUID(int=dice.getrandbits(128), version=4),
                at=at,
            )
            for place, player in enumerate(players)
            for week, night in enumerate(nights)
            if (answer := ANSWERS[(place + week + number) % len(ANSWERS)])
        )  # fmt: skip
        Absence.objects.create(player=players[-1], first=today + 15 * DAY, last=today + 29 * DAY)


def begin_card(today: date) -> None:
    missing = whole_fixtures().filter(state=FixtureState.SCHEDULED, date__lt=today, away__isnull=False)
    for fixture in missing.order_by("date", "pk")[:1]:
        captain = Role.objects.get(kind=RoleKind.CAPTAIN, team=fixture.home.team_id, ended_at=None).user
        card = generate_card(Random(fixture.slug), match_for(fixture), habits=Habits(pegs=1))  # noqa: S311
        at, begun = moment(fixture.date or fixture.first_date, 23, 5), replace(card, lines=card.lines[:3])
        save_draft(fixture=fixture, by=captain, at=at, card=begun)


def find_puzzle(league: League, today: date) -> None:
    """The first of a game that was pegged and is on an agreed card, as the site would find it in a night."""
    for match in LiveMatch.objects.filter(fixture__result__state__in=FINAL_STATES).order_by("pk")[:1]:
        keep_puzzles(match=match, league=league, positions=islice(positions_in(match), 1), at=moment(today - DAY, 4))


def leave_out_bank_holidays(today: date) -> None:
    """Bank holidays on the nights of a season to come, which are on another day of the week than in the file."""
    for season in Season.objects.filter(starts__gt=today):
        secretary = Role.objects.filter(kind=RoleKind.SECRETARY, ended_at=None).select_related("user")[0].user
        exclude_bank_holidays(competition=league_competition(season), by=secretary, at=moment(today - 2 * DAY, 20, 15))


def queue_run_ins() -> None:
    """Have it worked out as soon as the site is served what is still possible in each table."""
    for division in divisions():
        ask_for_run_in(division=division, at=now())
