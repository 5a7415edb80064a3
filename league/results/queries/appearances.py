"""Who played, from the cards that count: with and against whom, for which teams, whole seasons, and last line-ups.
Ids are keys as text, a match's is its fixture's.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Count, F, Max, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils.timezone import localdate

from league.base.ui.formats import night
from league.results.models import Appearance, PastFigures, Result
from league.results.queries.tables import withdrawal_of
from league.results.values import entry_of
from league.schedule.choices import CompetitionKind
from league.schedule.models import Division, Entry, Fixture, Season
from league.teams.choices import HOLDING_STATES
from league.teams.models import League, Player, Registration, Team
from league.teams.queries.squads import similar_players
from league.teams.values import SimilarPlayer
from scoring.card.league_rules import consequence
from scoring.card.match import Match
from scoring.card.sheet import Side
from scoring.season.outings import Companion, Outing, OutingRecord, PlayedLine, in_order, most_games_first
from scoring.words import how_often, ordinal

# --- Outings and outcomes as the engine's values ----------------------------------------------------------------------
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
    return Appearance.objects.filter(player=player, result__counts=True)


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
    return Appearance.objects.filter(of_lines).exclude(player=player)


def _outing(row: Iterable[Any], match: _Match, others: dict[tuple[int, int], list[tuple[int, str]]]) -> Outing:
    result, player, side, line, players, won, lost, pegs, label = row
    line_players = others.get((result, line))
    partners = tuple(other for of, other in line_players if of == side) if line_players else ()
    opponents = tuple(other for of, other in line_players if of != side) if line_players else ()
    return Outing(
        str(player), match.season, match.id, match.on, str(side), line, players, won, lost, pegs, partners, opponents,
        label, match.cup,
    )  # fmt: skip


def struck_out(of: Q) -> set[int]:
    """The keys of matches that a withdrawal strikes out, of the divisions that `of` filters: at most two queries."""
    withdrawn = Entry.objects.filter(withdrawn_on__lte=localdate(), division__in=Division.objects.filter(of))
    entries = list(withdrawn.select_related("division__competition__season__league"))
    if not entries:
        return set()
    leaving = [withdrawal_of(each, each.division.rules_in_force()) for each in entries]
    played = Fixture.objects.filter(Q(home__in=entries) | Q(away__in=entries), away__isnull=False)
    matches = played.values_list("pk", "home_id", "away_id", "half")
    return {
        key
        for key, home, away, half in matches
        if any(each.strikes_match(str(home), str(away), half) for each in leaving)
    }


def counted(season: Season) -> QuerySet[Appearance]:
    """The appearances of a season's league, cup ties apart, on cards that count and that no withdrawal struck out."""
    of_league = {"competition__season": season, "competition__kind": CompetitionKind.LEAGUE}
    results = Result.objects.filter(
        counts=True, **{f"fixture__division__{name}": of_league[name] for name in of_league}
    )
    struck = struck_out(Q(**of_league))
    return Appearance.objects.filter(result__in=results.exclude(fixture__in=struck))


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


# --- seasons of which the league has no cards -------------------------------------------------------------------------
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


# --- for whom, and who was not to -------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PlayedFor:
    team: Team
    matches: int
    last: date

    def __str__(self) -> str:
        """As "Blue Bell twice, last on Mon 7 Sep"."""
        return f"{self.team} {how_often(self.matches)}, last on {night(self.last)}"


def played_where(season: Season, players: Iterable[int]) -> dict[int, tuple[PlayedFor, ...]]:
    """The teams that each of some players has played for, by player's key, most matches first: two queries."""
    rows = counted(season).filter(player__in=list(players)).values("player", "team")
    rows = rows.annotate(matches=Count("result", distinct=True), last=Max("result__fixture__date"))
    counts = list(rows.order_by("-matches", "team"))
    teams = Team.objects.in_bulk({row["team"] for row in counts})
    by_player: defaultdict[int, tuple[PlayedFor, ...]] = defaultdict(tuple)
    for row in counts:
        by_player[row["player"]] += (PlayedFor(teams[row["team"]], row["matches"], row["last"]),)
    return dict(by_player)


def guests(season: Season) -> list[tuple[Player, Team | None, PlayedFor]]:
    """Who has played for a team that did not have them that day, by name, with the team that had: four queries."""
    columns = ("player", "team", "result__fixture__date", "result__fixture__first_date")
    played = {(player, team, on or first) for player, team, on, first in counted(season).values_list(*columns)}
    registrations: defaultdict[int, list[Registration]] = defaultdict(list)
    for row in Registration.objects.filter(player__in={each[0] for each in played}, state__in=HOLDING_STATES):
        registrations[row.player_id].append(row)
    days: defaultdict[tuple[int, int], list[date]] = defaultdict(list)
    for player, team, on in played:
        if not any(row.team_id == team and row.covers(on) for row in registrations[player]):
            days[player, team].append(on)
    players = Player.objects.select_related("league").in_bulk({player for player, _ in days})
    own = {
        key: next((row.team_id for row in registrations[key[0]] if row.covers(max(each))), None)
        for key, each in days.items()
    }
    teams = Team.objects.in_bulk({team for _, team in days} | {team for team in own.values() if team})
    guest_players = [
        (players[player], teams.get(own[player, team] or 0), PlayedFor(teams[team], len(each), max(each)))
        for (player, team), each in days.items()
    ]
    return sorted(guest_players, key=lambda each: (each[0].name, each[0].pk, each[2].team.name))


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """Somebody who may be meant by a name on a card of `team`, and how often they have played for it this season.
    `helps` is what the rule on helping out another team makes of it, if it says anything.
    """

    near: SimilarPlayer
    team: Team
    matches: int
    helps: str = ""

    @property
    def key(self) -> str:
        return str(self.near.player.pk)

    @property
    def elsewhere(self) -> bool:
        return self.near.now is not None and self.near.now.team_id != self.team.pk

    @property
    def free(self) -> bool:
        return self.near.now is None

    @property
    def name(self) -> str:
        """As "Brenda Kipling of Cleveland Arms"."""
        return f"{self.near.player} of {self.near.now.team}" if self.near.now else str(self.near.player)

    @property
    def words(self) -> str:
        if self.near.now is None:
            return f"Has no team now, and signs for {self.team}."
        if not self.elsewhere:
            return f"Is registered with {self.team}."
        if self.helps:
            return self.helps
        again = f"It would be the {ordinal(self.matches + 1)} time for {self.team} this season."
        return f"Plays for {self.near.now.team}, so the secretary decides. {again}"


def players_by_name(fixture: Fixture, match: Match, side: Side, name: str) -> list[KnownPlayer]:
    """Whom a name on a card may mean, the nearest first: two queries, and two more where it is like any.
    Needs division.competition.season and both entries with their teams.
    """
    league, season = fixture.league, fixture.division.competition.season
    team, rule = entry_of(fixture, side).team, match.playing_up
    near = similar_players(league, name)
    where = played_where(season, [each.player.pk for each in near]) if near else {}
    counts = {key: sum(each.matches for each in there if each.team == team) for key, there in where.items()}
    loans = {int(each.id): loan for each in match.elsewhere if (loan := each.loan(side)) is not None}
    helps = {key: consequence(rule, loan) for key, loan in loans.items()} if rule else {}
    return [KnownPlayer(each, team, counts.get(each.player.pk, 0), helps.get(each.player.pk, "")) for each in near]
