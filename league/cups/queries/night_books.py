"""The cups of a finals night as its running order needs them: which ties are played, and who may be in each.

Knows facts, matches, names and squads of several cups at once. Refuses to know tables and turns.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.db.models import Prefetch, Q
from django.utils.text import capfirst

from league.cups.models import Cup, Entrant, FinalsNight, Tie
from league.cups.queries.book import Account, account_from, ties_by_cup, told_apart
from league.cups.queries.facts import facts_by_cup
from league.cups.queries.ties import live_rows
from league.cups.queries.words import side_name, tie_name, waits_for
from league.teams.models import Player, Registration
from league.teams.queries.squads import HELD
from scoring.season.knockout.bracket import Bracket, State
from scoring.season.knockout.bracket import Tie as BracketTie
from scoring.season.knockout.plan import Feeder
from scoring.season.running_order import RequestedTie, ScheduledTie

NOT_PLAYED = (State.BYE, State.NOT_NEEDED)


@dataclass(frozen=True, slots=True)
class OnTable:
    """One tie of the night: where it is in the order, its two sides with their scores, and its match if there is one.

    `moved`: somebody has put it there by hand.
    """

    turn: int
    table: int
    at: time
    cup: Cup
    tie: BracketTie
    name: str
    sides: tuple[str, str]
    scores: tuple[int, int] | None
    row: Tie | None
    moved: bool

    @property
    def decided(self) -> bool:
        return self.tie.state in (State.PLAYED, State.WALKOVER)

    @property
    def winner(self) -> int | None:
        """The side that won, 0 or 1."""
        if not self.decided:
            return None
        return 0 if self.tie.winner == self.tie.first else 1

    @property
    def known(self) -> tuple[bool, bool]:
        """Whether it is known who the sides are."""
        return isinstance(self.tie.first, str), isinstance(self.tie.second, str)


def time_of(night: FinalsNight, turn: int) -> time:
    """When a turn of the evening begins."""
    start = datetime.combine(night.date, night.start_time)
    return (start + timedelta(minutes=night.minutes * (turn - 1))).time()


@dataclass(frozen=True, slots=True)
class Book:
    """One cup: its account, its matches, its entrants' names and who plays for them."""

    account: Account
    rows: Mapping[str, tuple[Tie, ...]]
    names: Mapping[str, str]
    people: Mapping[str, frozenset[str]]

    @property
    def bracket(self) -> Bracket | None:
        return self.account.bracket

    def key(self, tie: BracketTie) -> str:
        return f"{self.account.cup.pk}/{tie.id}"

    def round(self, part: str, number: int) -> list[BracketTie]:
        ties = self.bracket.ties if self.bracket else ()
        ours = [tie for tie in ties if (tie.plan.part.value, tie.plan.round) == (part, number)]
        return [tie for tie in ours if tie.state not in NOT_PLAYED]

    def row(self, tie: BracketTie) -> Tie | None:
        """The match that is played next of a tie, or was last."""
        rows = live_rows(self.account, self.rows, tie)
        return next((row for row in rows if row.fixture.open), rows[-1] if rows else None)

    def wanted(self, tie: BracketTie, tonight: set[str]) -> RequestedTie:
        """A tie as the order needs it: of ties that others of the night lead to, everybody who may come."""
        row = self.row(tie)
        place = (row.order, row.table) if row and row.order and row.table else None
        after = tuple(f"{self.account.cup.pk}/{each}" for each in self._before(tie) if each in tonight)
        return RequestedTie(self.key(tie), self._people(tie, tonight), after, place)

    def shown(self, night: FinalsNight, tie: BracketTie, placed: ScheduledTie) -> OnTable:
        assert self.bracket is not None
        row = self.row(tie)
        sides = [
            side_name(seat, self.names, capfirst(waits_for(self.bracket, source) or "to be drawn"))
            for seat, source in ((tie.first, tie.plan.first), (tie.second, tie.plan.second))
        ]
        games = [sum(score[side] for score in tie.scores.values()) for side in range(2)] if tie.scores else None
        return OnTable(
            turn=placed.turn,
            table=placed.table,
            at=time_of(night, placed.turn),
            cup=self.account.cup,
            tie=tie,
            name=tie_name(self.bracket, tie),
            sides=(sides[0], sides[1]),
            scores=(games[0], games[1]) if games else None,
            row=row,
            moved=bool(row and row.order and row.table),
        )

    def _before(self, tie: BracketTie) -> list[str]:
        return [source.tie for source in (tie.plan.first, tie.plan.second) if isinstance(source, Feeder)]

    def _people(self, tie: BracketTie, tonight: set[str]) -> frozenset[str]:
        """Everybody who may be in a tie, as it was before the night began."""
        assert self.bracket is not None
        found: set[str] = set()
        for seat, source in ((tie.first, tie.plan.first), (tie.second, tie.plan.second)):
            if isinstance(source, Feeder) and (source.tie in tonight or not isinstance(seat, str)):
                found |= self._people(self.bracket.tie(source.tie), tonight)
            elif isinstance(seat, str):
                found |= self.people.get(seat, frozenset())
        return frozenset(found)


def books(cups: set[int], at: datetime) -> Iterator[Book]:
    """The cups of the night as they stand: six queries."""
    if not cups:
        return
    there = list(Cup.objects.filter(pk__in=cups).select_related("division__competition__season__league").order_by("pk"))
    noted, ties = facts_by_cup(there), ties_by_cup(there)
    entrants = _entrants(cups)
    squads = _squads({each.entry.team_id for each in entrants if not each.entry.slug}, at)
    for cup in there:
        ours = [each for each in entrants if each.cup_id == cup.pk]
        yield Book(
            account_from(cup, noted.get(cup.pk, ()), ties.get(cup.pk, {}), at),
            ties.get(cup.pk, {}),
            told_apart(ours),
            {each.key: _players(each, squads) for each in ours},
        )


def _entrants(cups: set[int]) -> list[Entrant]:
    rows = Entrant.objects.filter(cup__in=cups).select_related("entry")
    players = Player.objects.select_related("league").order_by("pk")
    return list(rows.prefetch_related(Prefetch("entry__players", players)).order_by("pk"))


def _squads(teams: set[int], at: datetime) -> Mapping[int, frozenset[str]]:
    """The players of teams, any of whom may be wanted for a tie of the team's."""
    found: dict[int, set[str]] = {team: set() for team in teams}
    held = Registration.objects.filter(team__in=teams, state__in=HELD, since__lte=at.date())
    for team, player in held.filter(Q(until=None) | Q(until__gte=at.date())).values_list("team_id", "player_id"):
        found[team].add(f"p{player}")
    return {team: frozenset(players) for team, players in found.items()}


def _players(entrant: Entrant, squads: Mapping[int, frozenset[str]]) -> frozenset[str]:
    if not entrant.entry.slug:
        return squads.get(entrant.entry.team_id, frozenset())
    return frozenset(f"p{player.pk}" for player in entrant.entry.players.all())
