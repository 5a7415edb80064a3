"""Who played, from the cards that count: games with and against whom, whole seasons, and last line-ups.
Ids are keys as text, a match's is its fixture's.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from league.results.choices import PUBLIC_STATES
from league.results.models import Appearance, PastFigures, Result
from league.results.queries.tables import struck_out
from league.schedule.choices import CompetitionKind
from league.schedule.models import Division, Season
from league.teams.models import League, Player, Team
from scoring import codec
from scoring.card.outcome import Outcome, Tally
from scoring.season.outings import Companion, Outing, OutingRecord, PlayedLine, in_order, most_games_first

# --- Outings and outcomes as the engine's values ------------------------------------------------------------------

OF_LINE = ("result_id", "player_id", "team_id", "line", "players", "won", "lost", "pegs", "label")


def _of_match(fixture: str) -> tuple[Any, ...]:
    """The columns of `_Match`; `fixture` is the path to the fixture."""
    season = f"{fixture}__division__competition"
    return fixture, Coalesce(f"{fixture}__date", f"{fixture}__first_date"), f"{season}__season_id", f"{season}__kind"


class _Match(NamedTuple):
    """The match of a result; ids are text, as those of outings."""

    id: str
    on: date
    season: str
    cup: bool


def _match(row: Iterable[Any]) -> _Match:
    fixture, on, season, kind = row
    return _Match(str(fixture), on, str(season), kind == CompetitionKind.CUP)


def played_lines_of(player: Player) -> list[PlayedLine]:
    """Everything a player has played, in the order in which it was: one query."""
    fixture, on, season, kind = _of_match("result__fixture")
    lines = _counting_lines(player).order_by(on, fixture, "line")
    rows = lines.values_list(season, "team_id", fixture, kind, "line", "players", "won", "lost", "pegs", "label")
    return [
        PlayedLine(season, team, match, kind == CompetitionKind.CUP, *figures)
        for season, team, match, kind, *figures in rows
    ]


def _counting_lines(player: Player) -> QuerySet[Appearance]:
    rows: QuerySet[Appearance] = Appearance.objects.filter(player=player, result__counts=True)
    return rows


def outings_of(player: Player) -> tuple[Outing, ...]:
    """Everything a player has played, in the order in which it was, without who with whom: one query."""
    return _outings(player, {})


def outings_with_others(player: Player) -> tuple[Outing, ...]:
    """The same with partners and opponents: two queries."""
    others: dict[tuple[int, int], list[tuple[int, str]]] = {}
    rows = _beside(player).order_by("pk").values_list("result_id", "line", "team_id", "player_id")
    for result, line, team, other in rows:
        others.setdefault((result, line), []).append((team, str(other)))
    return _outings(player, others)


def _outings(player: Player, others: dict[tuple[int, int], list[tuple[int, str]]]) -> tuple[Outing, ...]:
    rows, size = _counting_lines(player).values_list(*OF_LINE, *_of_match("result__fixture")), len(OF_LINE)
    return in_order(_outing(row[:size], _match(row[size:]), others) for row in rows)


def outings_in(seasons: Iterable[Season], division: Division | None = None) -> tuple[Outing, ...]:
    """Everything that was played in these seasons' leagues, or in one division, but what a withdrawal struck out."""
    divisions = Q(competition__season__in=list(seasons)) if division is None else Q(pk=division.pk)
    league = Division.objects.filter(divisions, competition__kind=CompetitionKind.LEAGUE)
    results = Result.objects.filter(counts=True, fixture__division__in=league)
    struck = struck_out(divisions)
    rows = results.values_list("pk", *_of_match("fixture"))
    matches = {key: _match(row) for key, *row in rows if row[0] not in struck}
    lines = Appearance.objects.filter(result__in=results).values_list(*OF_LINE)
    return in_order(_outing(row, matches[row[0]], {}) for row in lines if row[0] in matches)


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
        Outcome(str(fixture), str(home), str(away), on or first, codec.decode_as(Tally, tally))
        for fixture, home, away, on, first, tally in rows
    )


def companions_of(player: Player) -> tuple[tuple[Companion, ...], tuple[Companion, ...]]:
    """A player's partners and opponents on every card that counts, most games first: one query."""
    counting = _beside(player).filter(result__counts=True)
    rows = counting.values("player_id", partner=Q(team_id=F("result__appearances__team_id"))).annotate(
        matches=Count("result", distinct=True),
        games_won=Sum("result__appearances__won"),
        games_lost=Sum("result__appearances__lost"),
    )
    partners, opponents = list[Companion](), list[Companion]()
    for row in rows:
        record = OutingRecord(row["matches"], row["games_won"], row["games_lost"])
        (partners if row["partner"] else opponents).append(Companion(str(row["player_id"]), record))
    return most_games_first(partners), most_games_first(opponents)


def _beside(player: Player) -> QuerySet[Appearance]:
    """What others did on the lines that a player was on; `result__appearances` is the player's own line."""
    of_lines = Q(result__appearances__player=player, result__appearances__line=F("line"))
    rows: QuerySet[Appearance] = Appearance.objects.filter(of_lines).exclude(player=player)
    return rows


def _outing(row: Iterable[Any], match: _Match, others: dict[tuple[int, int], list[tuple[int, str]]]) -> Outing:
    result, player, side, line, players, won, lost, pegs, label = row
    line_players = others.get((result, line))
    partners = tuple(other for of, other in line_players if of == side) if line_players else ()
    opponents = tuple(other for of, other in line_players if of != side) if line_players else ()
    return Outing(
        str(player), match.season, match.id, match.on, str(side), line, players, won, lost, pegs, partners, opponents,
        label, match.cup,
    )  # fmt: skip


def counted(season: Season) -> QuerySet[Appearance]:
    """The appearances of a season's league, cup ties apart, on cards that count and that no withdrawal struck out."""
    of_league = {"competition__season": season, "competition__kind": CompetitionKind.LEAGUE}
    results = Result.objects.filter(
        counts=True, **{f"fixture__division__{name}": of_league[name] for name in of_league}
    )
    struck = struck_out(Q(**of_league))
    rows: QuerySet[Appearance] = Appearance.objects.filter(result__in=results.exclude(fixture__in=struck))
    return rows


def season_totals(season: Season, players: Collection[int] | None = None) -> Sequence[Mapping[str, Any]]:
    """A season in figures, of every player or of some by key, one row a player and team: one query."""
    lines = counted(season) if players is None else counted(season).filter(player__in=players)
    totals = lines.values("player", "team").annotate(
        matches=Count("result", distinct=True), won=Sum("won"), lost=Sum("lost")
    )
    return list(totals.order_by(F("won").desc(), "lost", "player"))


def last_line_up(team: Team, before: date) -> dict[int, list[str]]:
    """Who played on each line of the team's last league card, {line: [player keys]}, if there is one; two queries."""
    played = Q(fixture__home__team=team) | Q(fixture__away__team=team)
    played &= Q(fixture__division__competition__kind=CompetitionKind.LEAGUE)
    cards = Result.objects.filter(played, fixture__date__lt=before, counts=True, appearances__team=team)
    last = cards.order_by("-fixture__date", "-pk").first()
    lines: dict[int, list[str]] = {}
    for row in Appearance.objects.filter(result=last, team=team).order_by("line", "pk") if last else ():
        lines.setdefault(row.line, []).append(str(row.player_id))
    return lines


# --- seasons of which the league has no cards ---------------------------------------------------------------------


def past_figures_of(player: Player) -> QuerySet[PastFigures]:
    rows = PastFigures.objects.filter(Q(player=player) | Q(player__merged_into=player))
    return rows.select_related("season", "team").order_by("-season__starts", "pk")


def past_figures_in(league: League, season: str) -> list[PastFigures]:
    """Those of a season, by name; players under 18 are left out."""
    rows = PastFigures.objects.filter(season__slug=season, season__league=league, player__under_18=False)
    figures = list(rows.select_related("season", "player__merged_into", "team"))
    for row in figures:
        row.player = row.player.merged_into or row.player
        row.player.league = league
    return sorted(figures, key=lambda row: (row.player.public_name, row.pk))
