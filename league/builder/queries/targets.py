"""Whose rules are being written: a league's, a season's or a division's; and from when a change holds."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.timezone import localdate

from league.schedule.models import Competition, Division
from league.schedule.queries import constitution_of, division_rules
from league.teams.models import League
from league.teams.queries import rules_of
from league.ui.words import night
from scoring.card.constitution import Constitution

AT_ONCE = "A change holds at once. The first result of the season fixes the rules."


@dataclass(frozen=True, slots=True)
class Target:
    """The rules as they stand, what they are called, where they are written, and from when a change holds.

    `follows` is whose rules are followed as long as there are none of one's `own`; "" for the league's. `fixed` are
    rules that a result has fixed.
    """

    title: str
    rules: Constitution
    address: str
    holds: str
    follows: str = ""
    own: bool = True
    fixed: bool = False

    @property
    def start(self) -> str:
        """Where one chooses other rules to start from."""
        return f"{self.address}start/"


def league_target(league: League) -> Target:
    fixed = Competition.objects.filter(season__league=league, season__current=True, kind="league").first()
    since = ""
    if fixed and fixed.frozen_at:
        since = f" Season {fixed.season} keeps the rules that its first result fixed on {_day(fixed)}."
    elif fixed and fixed.own_rules:
        since = f" Season {fixed.season} has rules of its own."
    return Target(
        title="League rules",
        rules=rules_of(league),
        address=reverse("league-rules", args=[league.slug]),
        holds=f"A change holds at once for every season and cup that has no result yet.{since}",
    )


def season_target(competition: Competition) -> Target:
    """Needs season.league."""
    season = competition.season
    return Target(
        title=f"Rules of season {season}",
        rules=constitution_of(competition),
        address=reverse("season-rules", args=[season.league.slug, season.slug]),
        holds=_holds(competition),
        follows="the league's rules",
        own=competition.own_rules,
        fixed=competition.frozen_at is not None,
    )


def division_target(division: Division) -> Target:
    """Needs competition.season.league."""
    season = division.competition.season
    return Target(
        title=f"Rules of {division}, season {season}",
        rules=division_rules(division),
        address=reverse("division-rules", args=[season.league.slug, season.slug, division.slug]),
        holds=_holds(division.competition),
        follows="the season's rules",
        own=division.constitution is not None,
        fixed=division.competition.frozen_at is not None,
    )


def _holds(competition: Competition) -> str:
    if competition.frozen_at is None:
        return AT_ONCE
    since = f"The first result, on {_day(competition)}, fixed them."
    return f"{since} A change of the league's rules holds for the next season."


def _day(competition: Competition) -> str:
    return night(localdate(competition.frozen_at), year=True)
