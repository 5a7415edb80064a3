"""A team at a moment: its next match and its season so far, the seasons before it, and what there was with others."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.timezone import localdate

from league.base.ui import formats
from league.base.ui.charts import Strip
from league.base.ui.formats import LINK_TEXT, LINK_TITLE, LinkPreview, ProperName, within, within_list
from league.cups.models import Honour
from league.pages.queries.match_lists import DASH, MatchLine, lines_with_scores, match_lines, matches_of_team
from league.pages.queries.players import ListedPlayer, listed_players, teams_by_key
from league.results.choices import PUBLIC_STATES
from league.results.models import Result
from league.results.queries.tables import READ_TALLY, Standing, Standings, from_json, standings, tables
from league.schedule.choices import CompetitionKind
from league.schedule.models import Division, Entry, FinalTable
from league.schedule.queries.matches import current_season, whole_fixtures, with_shared_relations
from league.teams.models import FormerName, League, Team, decoded_once
from league.teams.queries.squads import squad_of
from scoring.card.outcome import Outcome
from scoring.season.outings import Between, between, group_by
from scoring.words import ordinal

VERBS = {"W": "beat", "D": "drew with", "L": "lost to"}


@dataclass(frozen=True, slots=True)
class TeamPage:
    """`dated` are open matches with a day; `opponent` is the next one's standing; `minors` are told by initials."""

    team: Team
    division: Division | None
    standing: Standing | None
    matches: tuple[MatchLine, ...]
    dated: list[MatchLine]
    opponent: Standing | None
    squad: list[ListedPlayer]
    minors: list[str]
    today: date

    @property
    def next(self) -> MatchLine | None:
        return next((each for each in self.dated if _day(each) >= self.today), None)

    @property
    def place(self) -> str:
        return position(self.standing)

    @property
    def opponent_place(self) -> str:
        return position(self.opponent)

    @property
    def needs_date(self) -> list[MatchLine]:
        return [each for each in self.matches if not each.over and each.fixture.date is None]

    @property
    def awaited(self) -> list[MatchLine]:
        return [each for each in self.dated if _day(each) < self.today]

    @property
    def upcoming(self) -> list[MatchLine]:
        return [each for each in self.dated if _day(each) >= self.today][1:]

    @property
    def results(self) -> list[MatchLine]:
        over = [each for each in self.matches if each.over and (each.score or _day(each) <= self.today)]
        return sorted(over, key=_day, reverse=True)

    @property
    def link(self) -> LinkPreview:
        """What a link says: its place and its last result; then that result in full, and the next match."""
        last = next((each for each in self.results if each.score), None)
        parts: list[str] = [ProperName(self.team.name)]
        if self.place:
            parts += [f": {self.place} in ", ProperName(self.division)]
        if last:
            parts += [", " if self.place else ": ", *_done(self.team, last)]
        sentences = [f"{formats.night(_day(last))}: {''.join(last.score_parts)}"] if last else []
        if self.next:
            to_come = self.next.fixture
            when = f"{formats.night(_day(self.next))}, {formats.clock(to_come.start_time)}"
            sentences.append(f"Next: {to_come}, {when}, at {to_come.venue}")
        text = within_list(LINK_TEXT, sentences, ". ") or "Matches, results and players"
        return LinkPreview(within(LINK_TITLE, *parts), text)


def team_page(team: Team, at: datetime) -> TeamPage:
    of_league = {"competition__season__current": True, "competition__kind": CompetitionKind.LEAGUE}
    divisions = Division.objects.filter(entries__team=team, **of_league).select_related("competition__season")
    division, today = divisions.order_by("rank", "pk").first(), localdate(at)
    rows = standings(division, at).rows if division is not None else ()
    matches = lines_with_scores(matches_of_team(team.league, team), at)
    dated = [each for each in matches if not each.over and each.fixture.date is not None]
    dated.sort(key=lambda each: (_day(each), each.fixture.start_time))
    coming = next((each.fixture for each in dated if _day(each) >= today), None)
    rival = None if coming is None else coming.away if coming.home.team_id == team.pk else coming.home
    season = division.competition.season if division is not None else current_season(team.league)
    squad = squad_of(team, today)
    for each in squad:
        each.team, each.player.league = team, team.league
    return TeamPage(
        team=team,
        division=division,
        standing=next((each for each in rows if each.slug == team.slug), None),
        matches=matches,
        dated=dated,
        opponent=next((each for each in rows if rival is not None and each.slug == rival.team.slug), None),
        squad=listed_players([each for each in squad if not each.player.under_18], season),
        minors=[each.player.public_name for each in squad if each.player.under_18],
        today=today,
    )


def position(standing: Standing | None) -> str:
    """A place in the table as people say it: "7th", "joint 7th"; "" where there is none to speak of."""
    if standing is None or standing.row.withdrawn or not standing.row.played:
        return ""
    return f"{'joint ' if standing.row.shared else ''}{ordinal(standing.row.place)}"


def _day(line: MatchLine) -> date:
    return line.fixture.date or line.fixture.first_date


def _done(team: Team, line: MatchLine) -> tuple[str, ...]:
    """A result as its own side tells it: "beat Bell 5-4" (with a dash)."""
    assert line.score is not None
    fixture, at_home = line.fixture, line.fixture.home.team_id == team.pk
    other = fixture.away if at_home else fixture.home
    own, theirs = line.score if at_home else line.score[::-1]
    verb = "lost, as did" if line.both_lose else VERBS.get(line.letter(at_home=at_home), "v")
    return (f"{verb} ", ProperName(other), f" {own}{DASH}{theirs}")


# --- the seasons before this one --------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TeamSeason:
    division: Division
    standing: Standing

    @property
    def title(self) -> bool:
        """Whether it is a first place, also a shared one, in the top division."""
        return self.division.rank == 1 and self.standing.row.place == 1 and not self.standing.row.withdrawn

    @property
    def place(self) -> str:
        return position(self.standing) or "withdrawn"


def past_seasons_of(team: Team, at: datetime) -> tuple[TeamSeason, ...]:
    return _lines_by_team(team.league, at, [team]).get(team, ())


def all_time_of(team: Team, seasons: Sequence[TeamSeason]) -> dict[str, Any]:
    """`titles` are first places in a top division; empty without a season."""
    rows = [each.standing.row for each in seasons]
    if not rows:
        return {}
    figures = ("played", "won", "drawn", "lost", "games_for", "games_against")
    return {
        "team": team,
        "seasons": len({each.division.competition.season_id for each in seasons}),
        "titles": sum(each.title for each in seasons),
        **{name: sum(getattr(row, name) for row in rows) for name in figures},
    }


def all_time_table(league: League, at: datetime) -> list[dict[str, Any]]:
    """Every team that played in an earlier season: most matches won first, then most games, then by name."""
    teams = list(Team.objects.filter(league=league).select_related("league"))
    lines = (all_time_of(team, seasons) for team, seasons in _lines_by_team(league, at, teams).items())
    return sorted(lines, key=lambda line: (-line["won"], -line["games_for"], line["team"].name))


def past_tables(league: League, at: datetime, team: Team | None = None) -> list[tuple[Division, Standings]]:
    """Played tables of all but the current season, the latest first; closed seasons as they were decided."""
    rows = Division.objects.filter(competition__kind=CompetitionKind.LEAGUE, competition__season__league=league)
    if team is not None:
        rows = rows.filter(Exists(Entry.objects.filter(division=OuterRef("pk"), team=team)))
    rows = rows.exclude(competition__season__current=True).exclude(parts__whole_record=True)
    rows = rows.select_related("competition__season")
    divisions = list(with_shared_relations(rows.order_by("-competition__season__starts", "rank", "pk")))
    closed = [each.pk for each in divisions if each.competition.season.closed_at]
    final = FinalTable.objects.filter(division__in=closed).order_by("pk") if closed else ()
    shown = {each.division_id: decoded_once(from_json, json.dumps(each.table)) for each in final}
    shown |= tables([each for each in divisions if each.pk not in shown], at)
    return [(each, shown[each.pk]) for each in divisions if shown[each.pk].started]


def _lines_by_team(league: League, at: datetime, teams: Sequence[Team]) -> dict[Team, tuple[TeamSeason, ...]]:
    """A table keeps a team's address of its day, which may be a former one now."""
    past = past_tables(league, at, teams[0] if len(teams) == 1 else None)
    if not past:
        return {}
    keys = {each.pk: each for each in teams}
    former = FormerName.objects.filter(team__in=keys).values_list("slug", "team")
    owners = {slug: keys[key] for slug, key in former} | {each.slug: each for each in teams}
    lines: dict[Team, tuple[TeamSeason, ...]] = {}
    for division, table in past:
        for standing in table.rows:
            team = owners.get(standing.slug)
            if team is not None and standing.row.played:
                lines[team] = (*lines.get(team, ()), TeamSeason(division, standing))
    return lines


def past_teams(league: League) -> QuerySet[Team]:
    """The teams that played or won something in an earlier year and are in no division of the current season."""
    of_league = Entry.objects.filter(division__competition__kind=CompetitionKind.LEAGUE)
    playing = of_league.filter(division__competition__season__current=True).values("team")
    rows: QuerySet[Team] = Team.objects.filter(ever_in_the_league(), league=league).exclude(pk__in=playing)
    return rows.select_related("league").order_by("name", "pk")


def ever_in_the_league() -> Q:
    """Teams that have something to show: a season, or a line on the honours board."""
    honoured = Honour.objects.exclude(team=None).values("team")
    return Q(pk__in=Entry.objects.values("team")) | Q(pk__in=honoured)


# --- what there was with others ---------------------------------------------------------------------------------------
MEETINGS = 12  # the last ones, which a strip shows


@dataclass(frozen=True, slots=True)
class TeamsMet:
    between: Between
    matches: tuple[MatchLine, ...]
    strip: Strip | None


def teams_met(team: Team) -> list[dict[str, Any]]:
    """The one met most often first; two of its own players meeting in a cup do not count."""
    mine = str(team.pk)
    outcomes = (each for each in outcomes_of(team) if each.home != each.away)
    met = group_by(outcomes, lambda each: each.away if each.home == mine else each.home)
    totals = {rival: between(theirs, mine) for rival, theirs in met.items()}
    teams = teams_by_key(team.league, {int(rival) for rival, total in totals.items() if total.played})
    opponents = ({"team": each, "between": totals[str(each.pk)]} for each in teams)
    return sorted(opponents, key=lambda met: (-met["between"].played, met["team"].name))


def outcomes_of(team: Team, other: Team | None = None) -> tuple[Outcome, ...]:
    """What a team's matches came to, against `other` alone if given, in date order: one query.
    Teams are named by their own keys. Sealed and disputed results are left out.
    """
    theirs = Q(fixture__home__team=team) | Q(fixture__away__team=team)
    if other is not None:
        theirs &= Q(fixture__home__team=other) | Q(fixture__away__team=other)
    rows = Result.objects.filter(theirs, state__in=PUBLIC_STATES, fixture__away__isnull=False)
    rows = rows.order_by("fixture__date", "fixture_id").values_list(
        "fixture_id", "fixture__home__team_id", "fixture__away__team_id", "fixture__date", "fixture__first_date",
        "tally",
    )  # fmt: skip
    return tuple(
        Outcome(str(fixture), str(home), str(away), on or first, decoded_once(READ_TALLY, json.dumps(tally)))
        for fixture, home, away, on, first, tally in rows
    )


def two_teams(team: Team, other: Team, at: datetime) -> TeamsMet:
    outcomes = outcomes_of(team, other)
    fixtures = whole_fixtures().select_related("result").filter(pk__in=[int(each.id) for each in outcomes])
    lines = match_lines(fixtures.order_by("-date", "-pk"), at)
    return TeamsMet(between(outcomes, str(team.pk)), lines, meetings_strip(team, other, lines))


def meetings_strip(team: Team, other: Team, matches: Sequence[MatchLine]) -> Strip | None:
    """Oldest first; None before there are two."""
    shown = [(line, line.score) for line in matches[:MEETINGS] if line.score]
    if len(shown) < 2:
        return None
    columns = []
    for line, score in reversed(shown):
        mine, theirs = score if line.fixture.home.team_id == team.pk else score[::-1]
        columns.append((line.fixture.night, mine, theirs))
    ahead, behind = (sum(sign * (each[1] - each[2]) > 0 for each in columns) for sign in (1, -1))
    return Strip(
        title=f"Games of {team} and of {other} in their last {len(columns)} meetings",
        over=str(team),
        under=str(other),
        columns=tuple(columns),
        words=f"The last {len(columns)} meetings, oldest first. {team} won {ahead} on games, {other} {behind}.",
    )
