"""Who played, from the cards that count: games with and against whom, whole seasons of players, and last line-ups.

Outings and outcomes are the engine's values; what they add up to is said by `scoring.season.stats`. Ids are keys as
text, a match's is its fixture's; of a merged player's rows only the one remains, for they were made again.
"""

from collections.abc import Collection, Iterable
from datetime import date
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Count, ExpressionWrapper, F, Field, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django_scopes import scopes_disabled

from league.results.choices import PUBLIC_STATES
from league.results.models import Appearance, Result
from league.results.queries.season import struck_out_with, withdrawn
from league.schedule.choices import CompetitionKind
from league.schedule.models import Division, Entry, Fixture, Season
from league.teams.models import Player, Team
from league.teams.queries.composition import composed_once
from scoring import codec
from scoring.card.outcome import Outcome, Tally
from scoring.season.stats.career import PlayedLine
from scoring.season.stats.meetings import Companion, most_games_first
from scoring.season.stats.outings import Outing, OutingRecord, in_order

# --- Outings and outcomes as the engine's values ----------------------------------------------------------------------
OF_LINE = ("result_id", "player_id", "team_id", "line", "players", "won", "lost", "pegs", "label")


def _of_match(fixture: str) -> tuple[Any, ...]:
    """What is read of a match by the way to its fixture; one date, since SQLite has each read by Python."""
    season = f"{fixture}__division__competition"
    return fixture, Coalesce(f"{fixture}__date", f"{fixture}__first_date"), f"{season}__season_id", f"{season}__kind"


class _Match(NamedTuple):
    """The match of a result, from what `_of_match` has of it; ids are text, as those of outings."""

    id: str
    on: date
    season: str
    cup: bool


def _match(row: Iterable[Any]) -> _Match:
    fixture, on, season, kind = row
    return _Match(str(fixture), on, str(season), kind == CompetitionKind.CUP)


def played_lines_of(player: Player) -> list[PlayedLine]:
    """Everything a player has played, in the order in which it was: one query."""
    return list(map(PlayedLine._make, _played_by(player)))


@composed_once
def _played_by(player: Player) -> QuerySet[Appearance, Any]:
    """In the order of a PlayedLine. Whether it was in a cup is of no type: Python would have to read it in each row."""
    with scopes_disabled():  # a player is of one league
        mine = Appearance.objects.filter(player=player, result__counts=True)
    fixture, on, season, _kind = _of_match("result__fixture")
    cup = ExpressionWrapper(Q(result__fixture__division__competition__kind=CompetitionKind.CUP), Field())
    return mine.order_by(on, fixture, "line").values_list(
        season, "team_id", fixture, cup, "line", "players", "won", "lost", "pegs", "label"
    )


def outings_of(player: Player) -> tuple[Outing, ...]:
    """Everything a player has played, in the order in which it was, without who with whom: one query."""
    return _outings(player, {})


def outings_with_others(player: Player) -> tuple[Outing, ...]:
    """The same with partners and opponents: two queries."""
    return _outings(player, _others(player))


def _outings(player: Player, others: dict[tuple[int, int], list[tuple[int, str]]]) -> tuple[Outing, ...]:
    rows, size = _lines_of(player), len(OF_LINE)
    matches = {result: _match(of_match) for result, of_match in {row[0]: row[size:] for row in rows}.items()}
    return in_order(_outing(row[:size], matches[row[0]], others) for row in rows)


@composed_once
def _lines_of(player: Player) -> QuerySet[Appearance, Any]:
    with scopes_disabled():  # a player is of one league
        mine = Appearance.objects.filter(player=player, result__counts=True)
    return mine.values_list(*OF_LINE, *_of_match("result__fixture"))


def outings_in(seasons: Iterable[Season], division: Division | None = None) -> tuple[Outing, ...]:
    """Everything that was played in these seasons' leagues, or in one division, but what a withdrawal struck out.

    Without who with whom: three queries, and one more where a team has withdrawn. Matches are asked for apart from who
    played in them: with both in one question PostgreSQL reads the results of every league of the site.
    """
    of = (division, *seasons) if division is None else (division,)
    struck = struck_out_with(_withdrawn_from(*of))
    matches = {key: _match(row) for key, *row in _matches_in(*of) if row[0] not in struck}
    return in_order(_outing(row, matches[row[0]], {}) for row in _lines_in(*of) if row[0] in matches)


@composed_once
def _matches_in(division: Division | None, *seasons: Season) -> QuerySet[Result, Any]:
    return _results_in(division, *seasons).values_list("pk", *_of_match("fixture"))


@composed_once
def _lines_in(division: Division | None, *seasons: Season) -> QuerySet[Appearance, Any]:
    return _on_cards(_results_in(division, *seasons)).values_list(*OF_LINE)


@composed_once
def _withdrawn_from(division: Division | None, *seasons: Season) -> QuerySet[Entry, int]:
    return withdrawn(_divisions_in(division, *seasons))


def _results_in(division: Division | None, *seasons: Season) -> QuerySet[Result]:
    divisions = Division.objects.filter(_divisions_in(division, *seasons), competition__kind=CompetitionKind.LEAGUE)
    found: QuerySet[Result] = Result.objects.filter(counts=True, fixture__division__in=divisions.values("pk"))
    return found


def _divisions_in(division: Division | None, *seasons: Season) -> Q:
    return Q(competition__season__pk__in=seasons) if division is None else Q(pk=division)


def outcomes_of(team: Team, other: Team | None = None) -> tuple[Outcome, ...]:
    """What a team's matches came to, in every season and cup, in date order; only those with `other` if it is given.

    Teams are named by their own key, and a match by its fixture's. Sealed and disputed results are left out. One query.
    """
    return tuple(
        Outcome(str(fixture), str(home), str(away), on or first, codec.decode_as(Tally, tally))
        for fixture, home, away, on, first, tally in _results_of(team, other)
    )


@composed_once
def _results_of(team: Team, other: Team | None) -> QuerySet[Result, Any]:
    """By both sides' matches, without looking at the league once more, or SQLite begins with all of its results."""
    with scopes_disabled():
        at_home, away = (Fixture.objects.filter(**{f"{side}__team": team}) for side in ("home", "away"))
        if other is not None:
            at_home, away = at_home.filter(away__team=other), away.filter(home__team=other)
        theirs = at_home.values("pk").union(away.values("pk"))
        rows = Result.objects.filter(fixture__in=theirs, state__in=PUBLIC_STATES, fixture__away__isnull=False)
    return rows.order_by("fixture__date", "fixture_id").values_list(
        "fixture_id", "fixture__home__team_id", "fixture__away__team_id", "fixture__date", "fixture__first_date",
        "tally",
    )  # fmt: skip


# Written out, since Django joins a line with those beside it by way of their result, and PostgreSQL then reads a whole
# card for each line. Whether the card counts is a query of its own, so that only an index leads from line to line.
COMPANIONS_SQL = """
    SELECT other.player_id, other.team_id = own.team_id, COUNT(DISTINCT own.result_id), SUM(own.won), SUM(own.lost)
    FROM results_appearance own
    JOIN results_appearance other ON other.result_id = own.result_id AND other.line = own.line
    WHERE own.player_id = %s AND other.player_id <> %s
        AND (SELECT counts FROM results_result WHERE id = own.result_id)
    GROUP BY 1, 2
"""


def companions_of(player: Player) -> tuple[tuple[Companion, ...], tuple[Companion, ...]]:
    """A player's partners and opponents on every card that counts, most games first: one query."""
    partners, opponents = list[Companion](), list[Companion]()
    with connection.cursor() as cursor:
        cursor.execute(COMPANIONS_SQL, [player.pk, player.pk])
        for other, beside, matches, won, lost in cursor.fetchall():
            (partners if beside else opponents).append(Companion(str(other), OutingRecord(matches, won, lost)))
    return most_games_first(partners), most_games_first(opponents)


def _others(player: Player) -> dict[tuple[int, int], list[tuple[int, str]]]:
    """Who else was on each line that a player was on, by result and line: (team, player)."""
    found: dict[tuple[int, int], list[tuple[int, str]]] = {}
    for result, line, team, other in _lines_beside(player):
        found.setdefault((result, line), []).append((team, str(other)))
    return found


@composed_once
def _lines_beside(player: Player) -> QuerySet[Appearance, Any]:
    """Asked for without looking at the league once more, or SQLite begins with everybody who plays in it."""
    with scopes_disabled():
        return _beside(player).order_by("pk").values_list("result_id", "line", "team_id", "player_id")


def _beside(player: Player) -> QuerySet[Appearance]:
    """What others did on the lines that a player was on."""
    of_lines = Q(result__appearances__player=player, result__appearances__line=F("line"))
    rows: QuerySet[Appearance] = Appearance.objects.filter(of_lines).exclude(player=player)
    return rows


def _outing(row: Iterable[Any], match: _Match, others: dict[tuple[int, int], list[tuple[int, str]]]) -> Outing:
    """By position: of the thousands that a season has, naming fourteen values would take most of the time."""
    result, player, side, line, players, won, lost, pegs, label = row
    there = others.get((result, line))
    partners = tuple(other for of, other in there if of == side) if there else ()
    opponents = tuple(other for of, other in there if of != side) if there else ()
    return Outing(
        str(player), match.season, match.id, match.on, str(side), line, players, won, lost, pegs, partners, opponents,
        label, match.cup,
    )  # fmt: skip


def counted(season: Season) -> QuerySet[Appearance]:
    """The appearances of a season's league, cup ties apart, on cards that count and that no withdrawal struck out.

    By the season's results, or past seasons would be read too.
    """
    return _on_cards(_results(season).exclude(fixture__in=struck_out_with(_withdrawn(season))))


def _results(season: Season) -> QuerySet[Result]:
    of_league = {"competition__season": season, "competition__kind": CompetitionKind.LEAGUE}
    found: QuerySet[Result] = Result.objects.filter(
        counts=True, **{f"fixture__division__{name}": value for name, value in of_league.items()}
    )
    return found


def _on_cards(results: QuerySet[Result]) -> QuerySet[Appearance]:
    """What stands on the cards of these results, which are of one league.

    Asked for without looking at the league once more, or SQLite begins with everybody who plays in it.
    """
    with scopes_disabled():
        rows: QuerySet[Appearance] = Appearance.objects.filter(result__in=results.values("pk"))
    return rows


def season_totals(season: Season, players: Collection[int] | None = None) -> list[dict[str, Any]]:
    """A season in figures, of every player or of some by key, one row a player and team: player, team, matches, won,
    lost. One query.
    """
    if struck := struck_out_with(_withdrawn(season)):
        return list(_totals(_on_cards(_results(season).exclude(fixture__in=struck)), players))
    return _totals_of_everybody(season) if players is None else _totals_of_players(season, *players)


@composed_once
def _withdrawn(season: Season) -> QuerySet[Entry, int]:
    return withdrawn(Q(competition__season=season, competition__kind=CompetitionKind.LEAGUE))


@composed_once
def _totals_of_everybody(season: Season) -> QuerySet[Appearance, Any]:
    return _totals(_on_cards(_results(season)))


@composed_once
def _totals_of_players(season: Season, *players: int) -> QuerySet[Appearance, Any]:
    return _totals(_on_cards(_results(season)), players)


def _totals(lines: QuerySet[Appearance], players: Collection[int] | None = None) -> QuerySet[Appearance, Any]:
    lines = lines if players is None else lines.filter(player__pk__in=players)
    totals = lines.values("player", "team").annotate(
        matches=Count("result", distinct=True), won=Sum("won"), lost=Sum("lost")
    )  # fmt: skip
    return totals.order_by(F("won").desc(), "lost", "player")


def last_line_up(team: Team, before: date) -> dict[int, list[str]]:
    """Who played on each line of the team's last card in its league, {line: [player keys]}; two queries.

    Empty if it has none. A tie of a cup may have other lines, and is somebody's own.
    """
    lines: dict[int, list[str]] = {}
    for key in _last_cards(team, before):
        for line, player in _on_card(key, team):
            lines.setdefault(line, []).append(str(player))
    return lines


@composed_once
def _last_cards(team: Team, before: date) -> QuerySet[Result, int]:
    played = Q(fixture__home__team=team) | Q(fixture__away__team=team)
    played &= Q(fixture__division__competition__kind=CompetitionKind.LEAGUE)
    last = Result.objects.filter(played, fixture__date__lt=before, counts=True, appearances__team=team)
    return last.order_by("-fixture__date", "-pk").values_list("pk", flat=True)[:1]


@composed_once
def _on_card(result: int, team: Team) -> QuerySet[Appearance, tuple[int, int]]:
    rows = Appearance.objects.filter(result__pk=result, team=team).order_by("line", "pk")
    return rows.values_list("line", "player_id")
