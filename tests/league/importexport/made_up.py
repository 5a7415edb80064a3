"""Leagues made up from a number: another preset, other teams, seasons, cups and actions each time."""

from contextlib import suppress
from datetime import date, timedelta
from fractions import Fraction
from random import Random

from django.core.exceptions import ValidationError
from django_scopes import scope

from league.cups.actions.knockout import hold_draw, write_fact
from league.cups.models import Cup
from league.matchnight.values import lines_of
from league.results.actions.adjustments import adjust_points
from league.results.actions.settlement import merge_players
from league.results.choices import AdjustmentKind
from league.schedule.actions.midseason import withdraw_team
from league.schedule.models import Division, Entry, Fixture
from league.seasons.actions import end_season
from league.teams.actions.leagues import rename_team
from league.teams.choices import RoleKind
from league.teams.models import League
from scoring.card.presets import PRESETS
from scoring.season.knockout.draw import Lots
from scoring.season.knockout.facts import Scored
from tests.factories import SIGNED, SmallLeague, make_league, make_player, make_role, make_user
from tests.league.cups.world import entered, opened
from tests.league.live.pegging import peg_game
from tests.played import make_clubs, play_season


def made_up(seed: int) -> League:
    """A league with a season behind it and one half played, and one of each thing that may happen in it."""
    random = Random(seed)
    league = make_league(f"made-{seed}", random.choice(sorted(PRESETS)))
    with scope(league=league):
        secretary = make_user("Sam Secretary")
        make_role(secretary, league, RoleKind.SECRETARY)
        clubs = make_clubs(league, random.randint(4, 9), squad=8)
        old = play_season(league, clubs, year=2025, current=False, size=random.randint(4, 9))
        end_season(season=old, honours=(), reason="Level teams stay so", by=secretary, at=SIGNED)
        season = play_season(league, clubs, size=9, nights=random.randint(1, 7))
        division = Division.objects.get(competition__season=season, rank=1)
        entries = list(Entry.objects.filter(division=division).select_related("team").order_by("pk"))
        small = SmallLeague(league, season, division, entries, [], secretary, [])
        _actions(random, small)
        _cup(random, small)
        _pegs(random, small)
    return league


def _actions(random: Random, small: SmallLeague) -> None:
    by = {"by": small.secretary, "at": SIGNED + timedelta(days=40)}
    for entry in random.sample(small.entries, 2):
        points = Fraction(random.randint(-7, 5) or 1, random.choice((1, 2)))
        kind = AdjustmentKind.DEDUCTION if points < 0 else AdjustmentKind.AWARD
        adjust_points(entry=entry, kind=kind, points=points, reason="Decided in committee", on=date(2026, 10, 1), **by)
    renamed = random.choice(small.entries).team
    rename_team(team=renamed, name=f"{renamed.name} Old", **by)
    twins = [make_player(random.choice(small.entries).team, name) for name in ("Jo Twin", "Joe Twin")]
    if twins[0].registrations.get().team_id == twins[1].registrations.get().team_id:
        merge_players(gone=twins[0], kept=twins[1], reason="One person", **by)
    if random.random() < 0.5:
        withdraw_team(entry=small.entries[-1], on=date(2026, 12, 1), reason="No players left", **by)


def _cup(random: Random, small: SmallLeague) -> Cup:
    cup = opened(small, random.choice(("singles", "pairs")), by_card=False)
    entered(cup, small, 1)
    lots = Lots(seed=f"{random.random()}", purpose="main 1")
    drawn = hold_draw(cup=cup, lots=lots, by=small.secretary, at=SIGNED + timedelta(days=30))
    for number in range(1, 1 + sum(pairing.away is not None for pairing in drawn.pairings)):
        scores = random.choice(((2, 0), (1, 2)))
        with suppress(ValidationError):  # a bye, or one that no such score can decide
            fact = Scored(f"main-1-{number}", *scores)
            write_fact(cup=cup, fact=fact, by=small.secretary, at=SIGNED + timedelta(days=31))
    return cup


def _pegs(random: Random, small: SmallLeague) -> None:
    rows = Fixture.objects.select_related("league", "division__competition__season", "home__team", "away__team")
    match = rows.filter(division=small.division, state="scheduled").order_by("pk").first()
    lines = lines_of(match) if match else {}
    if lines:
        peg_game(match, min(lines), small.secretary, seed=random.randint(1, 99), part=random.random(), name="Sam")
