"""What one player has done in cups: ties played and won, and the round reached, cup by cup.

Knows brackets, his own entries and the ties of teams that he was on the card of. Refuses to count what was given
without play. A few queries, however many cups; what a finished cup came to is kept until more is written about it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib.humanize.templatetags.humanize import ordinal
from django.core.cache import cache
from django.db.models import Max, Q, QuerySet

from league.cups.choices import CupState, EntrantKind
from league.cups.models import Cup, Entrant, Tie
from league.cups.queries.book import Account, accounts_of
from league.cups.queries.day import STAGES, day_after
from league.cups.queries.words import round_name
from league.teams.models import Player
from scoring.season.knockout.bracket import Bracket, State
from scoring.season.knockout.bracket import Tie as BracketTie
from scoring.season.knockout.cups import Shape
from scoring.season.knockout.plan import Part

TO_THE_TROPHY = (Part.MAIN, Part.FINAL)


@dataclass(frozen=True, slots=True)
class Run:
    """How far an entrant came: the ids of the ties it played and of those among them that it won."""

    played: tuple[str, ...] = ()
    won: tuple[str, ...] = ()
    reached: str = ""
    winner: bool = False


@dataclass(frozen=True, slots=True)
class CupLine:
    """A player in one cup of one season; `entered` is the name of his entry."""

    cup: Cup
    entered: str
    played: int
    won: int
    reached: str
    winner: bool


@dataclass(frozen=True, slots=True)
class CupRecord:
    """Every cup that a player was in, the latest season first."""

    lines: tuple[CupLine, ...]

    @property
    def played(self) -> int:
        return sum(line.played for line in self.lines)

    @property
    def won(self) -> int:
        return sum(line.won for line in self.lines)

    @property
    def titles(self) -> int:
        return sum(line.winner for line in self.lines)

    def __bool__(self) -> bool:
        return bool(self.lines)


def cup_record(player: Player, at: datetime) -> CupRecord:
    """A player's cups at a moment: at most four queries."""
    own, teams = list(_own(player)), _of_teams(player)
    held = {each.cup_id: each for each in own} | {each.cup_id: each for each in teams}
    runs = _runs([each.cup for each in held.values()], {pk: each.last for pk, each in held.items()}, at)  # type: ignore[attr-defined]
    lines = [_line(each, runs[each.cup_id].get(each.key, Run())) for each in own]
    lines += [_line(each, _with_him(runs[each.cup_id].get(each.key, Run()), ties)) for each, ties in teams.items()]
    lines.sort(key=lambda line: (line.cup.season.starts, line.cup.name), reverse=True)
    return CupRecord(tuple(lines))


def _entrants() -> QuerySet[Entrant]:
    """With their cups, and the number of the last fact about each."""
    rows: QuerySet[Entrant] = Entrant.objects.select_related("cup__division__competition__season__league", "entry")
    return rows.defer("cup__division__competition__season__league__constitution").annotate(
        last=Max("cup__facts__number")
    )


def _own(player: Player) -> Iterable[Entrant]:
    """His entries with his name on them, and those that he came into as a substitute."""
    mine = Q(entry__players=player) | Q(substitutes__player=player)
    return _entrants().filter(pk__in=Entrant.objects.filter(mine).values("pk")).order_by("pk")


def _of_teams(player: Player) -> dict[Entrant, tuple[str, ...]]:
    """The entries of teams for which he was on a card, each with the ids of those ties."""
    rows = Tie.objects.filter(cup__kind=EntrantKind.TEAM, fixture__result__appearances__player=player)
    seen = rows.values_list(
        "tie", "fixture__result__appearances__team_id", "fixture__home__team_id", "fixture__home__entrant",
        "fixture__away__entrant",
    ).distinct()  # fmt: skip
    ties: dict[int, list[str]] = {}
    for tie, team, home_team, home, away in seen:
        ties.setdefault(home if team == home_team else away, []).append(tie)
    found = _entrants().filter(pk__in=[pk for pk in ties if pk]).order_by("pk") if ties else ()
    return {each: tuple(ties[each.pk]) for each in found}


def _line(entrant: Entrant, run: Run) -> CupLine:
    return CupLine(entrant.cup, entrant.entry.name, len(run.played), len(run.won), run.reached, run.winner)


def _with_him(run: Run, ties: tuple[str, ...]) -> Run:
    """Of a team's cup what it played with him."""
    played, won = (tuple(tie for tie in each if tie in ties) for each in (run.played, run.won))
    return Run(played, won, run.reached, run.winner)


def _runs(cups: list[Cup], last: Mapping[int, int | None], at: datetime) -> dict[int, Mapping[str, Run]]:
    """How far everybody came in each cup, by its key and the entrant's."""
    keys = {cup.pk: f"cup-runs:{cup.pk}:{last[cup.pk]}:{cup.competition.results_version}" for cup in cups}
    over = [cup for cup in cups if cup.state == CupState.FINISHED]
    kept = cache.get_many([keys[cup.pk] for cup in over])
    runs = {cup.pk: kept[keys[cup.pk]] for cup in over if keys[cup.pk] in kept}
    fresh = [cup for cup in cups if cup.pk not in runs]
    for account in accounts_of(fresh, at):
        runs[account.cup.pk] = runs_in(account)
        if account.cup.state == CupState.FINISHED:
            cache.set(keys[account.cup.pk], runs[account.cup.pk], None)
    return runs


def runs_in(account: Account) -> dict[str, Run]:
    """How far everybody came in one cup, by entrant: in its groups or rounds if it has them, then in its bracket."""
    found = _staged(account) if account.rules.shape in STAGES else {}
    for tie in account.bracket.ties if account.bracket else ():
        for seat in (tie.first, tie.second):
            if isinstance(seat, str):
                found[seat] = _further(account.bracket, tie, seat, found.get(seat, Run()))  # type: ignore[arg-type]
    return found


def _staged(account: Account) -> dict[str, Run]:
    """How everybody did in groups or rounds; who has no knockout after them reached a place."""
    day = day_after(account.cup, [each.fact for each in account.noted])
    found: dict[str, Run] = {}
    for table in day.tables:
        played = [match for match in table.matches if match.score is not None]
        for row in table.rows:
            mine = [match for match in played if row.player in {match.first, match.second}]
            found[row.player] = Run(
                tuple(match.id for match in mine),
                tuple(match.id for match in mine if match.winner == row.player),
                f"Group {table.number}" if account.rules.shape is Shape.GROUPS else str(ordinal(row.place)),
                day.winner == row.player,
            )
    return found


def _further(bracket: Bracket, tie: BracketTie, entrant: str, run: Run) -> Run:
    """An entrant's run with one tie more."""
    played = (*run.played, tie.id) if tie.state is State.PLAYED else run.played
    won = (*run.won, tie.id) if tie.state is State.PLAYED and tie.winner == entrant else run.won
    reached = run.reached
    if tie.plan.part in TO_THE_TROPHY and tie.state is not State.NOT_NEEDED:
        reached = round_name(bracket, tie.plan.part, tie.plan.round)
    return Run(played, won, reached, bracket.champion == entrant)
