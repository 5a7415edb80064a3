"""A finals night: which ties are on which table, when, and what came of them.
The order is worked out anew each time; what somebody has put in its place stays there.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from itertools import groupby
from operator import attrgetter

from django.db.models import Prefetch
from django.http import Http404
from django.utils.timezone import localdate

from league.cups.models import Cup, Entrant, FinalsNight, Round, Tie
from league.cups.presenters.labels import side_names, tie_name
from league.cups.presenters.ties import live_rows
from league.cups.queries.cup_state import facts_by_cup, ties_by_cup
from league.cups.queries.entries import distinct_names
from league.cups.values import CupSnapshot, snapshot_from
from league.schedule.models import Season
from league.teams.models import Player, Registration
from league.teams.queries.squads import holds_on
from scoring.season.knockout.bracket import Bracket, State
from scoring.season.knockout.bracket import Tie as BracketTie
from scoring.season.knockout.cups import Feeder, Score
from scoring.season.running_order import RequestedTie, ScheduledTie, clashes, running_order

# --- the cups of the night --------------------------------------------------------------------------------------------
NOT_PLAYED = (State.BYE, State.NOT_NEEDED)


@dataclass(frozen=True, slots=True)
class OnTable:
    """One tie of the night in its order, with its match if there is one; `moved`: somebody has put it there by hand."""

    turn: int
    table: int
    at: time
    cup: Cup
    tie: BracketTie
    name: str
    sides: tuple[str, str]
    scores: Score | None
    row: Tie | None
    moved: bool

    @property
    def decided(self) -> bool:
        return self.tie.state in (State.PLAYED, State.WALKOVER)

    @property
    def winner(self) -> int | None:
        sides = (self.tie.first, self.tie.second)
        return sides.index(self.tie.winner) if self.decided and self.tie.winner in sides else None

    @property
    def known(self) -> tuple[bool, bool]:
        return isinstance(self.tie.first, str), isinstance(self.tie.second, str)


def time_of(night: FinalsNight, turn: int) -> time:
    start = datetime.combine(night.date, night.start_time)
    return (start + timedelta(minutes=night.minutes * (turn - 1))).time()


@dataclass(frozen=True, slots=True)
class NightCup:
    snapshot: CupSnapshot
    names: Mapping[str, str]
    people: Mapping[str, frozenset[str]]

    @property
    def bracket(self) -> Bracket | None:
        return self.snapshot.bracket

    def key(self, tie: BracketTie) -> str:
        return f"{self.snapshot.cup.pk}/{tie.id}"

    def round(self, part: str, number: int) -> list[BracketTie]:
        ties = self.bracket.ties if self.bracket else ()
        ours = [tie for tie in ties if (tie.plan.part.value, tie.plan.round) == (part, number)]
        return [tie for tie in ours if tie.state not in NOT_PLAYED]

    def row(self, tie: BracketTie) -> Tie | None:
        rows = live_rows(self.snapshot, tie)
        return next((row for row in rows if row.fixture.open), rows[-1] if rows else None)

    def wanted_tie(self, tie: BracketTie, tonight: set[str]) -> RequestedTie:
        """A tie as the order needs it: of ties that others of the night lead to, everybody who may come."""
        row = self.row(tie)
        place = (row.order, row.table) if row and row.order and row.table else None
        before = [source.tie for source in (tie.plan.first, tie.plan.second) if isinstance(source, Feeder)]
        after = tuple(f"{self.snapshot.cup.pk}/{each}" for each in before if each in tonight)
        return RequestedTie(self.key(tie), self._people(tie, tonight), after, place)

    def on_table(self, night: FinalsNight, tie: BracketTie, placed: ScheduledTie) -> OnTable:
        assert self.bracket is not None
        row = self.row(tie)
        games = [sum(score[side] for score in tie.scores.values()) for side in range(2)] if tie.scores else None
        return OnTable(
            turn=placed.turn, table=placed.table, at=time_of(night, placed.turn), cup=self.snapshot.cup, tie=tie,
            name=tie_name(self.bracket, tie), sides=side_names(self.bracket, tie, self.names),
            scores=(games[0], games[1]) if games else None, row=row, moved=bool(row and row.order and row.table),
        )  # fmt: skip

    def _people(self, tie: BracketTie, tonight: set[str]) -> frozenset[str]:
        """Everybody who may be in a tie, as it was before the night began."""
        assert self.bracket is not None
        people: set[str] = set()
        for seat, source in ((tie.first, tie.plan.first), (tie.second, tie.plan.second)):
            if isinstance(source, Feeder) and (source.tie in tonight or not isinstance(seat, str)):
                people |= self._people(self.bracket.tie(source.tie), tonight)
            elif isinstance(seat, str):
                people |= self.people.get(seat, frozenset())
        return frozenset(people)


def night_cups(cups: set[int], at: datetime) -> Iterator[NightCup]:
    """The cups of the night as they stand: six queries."""
    if not cups:
        return
    rows = list(Cup.objects.filter(pk__in=cups).select_related("division__competition__season__league").order_by("pk"))
    log, ties = facts_by_cup(rows), ties_by_cup(rows)
    players = Player.objects.select_related("league").order_by("pk")
    named = Entrant.objects.filter(cup__in=cups).select_related("entry")
    entrants = list(named.prefetch_related(Prefetch("entry__players", players)).order_by("pk"))
    squads = _squads({each.entry.team_id for each in entrants if not each.entry.slug}, at)
    for cup in rows:
        ours = [each for each in entrants if each.cup_id == cup.pk]
        yield NightCup(
            snapshot_from(cup, log.get(cup.pk, ()), ties.get(cup.pk, {}), at),
            distinct_names(ours),
            {
                each.key: frozenset(f"p{player.pk}" for player in each.entry.players.all())
                if each.entry.slug
                else squads.get(each.entry.team_id, frozenset())
                for each in ours
            },
        )


def _squads(teams: set[int], at: datetime) -> Mapping[int, frozenset[str]]:
    players_by_team: dict[int, set[str]] = {team: set() for team in teams}
    registrations = Registration.objects.filter(holds_on(localdate(at)), team__in=teams)
    for team, player in registrations.values_list("team_id", "player_id"):
        players_by_team[team].add(f"p{player}")
    return {team: frozenset(players) for team, players in players_by_team.items()}


# --- the order of the night -------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class NightOrder:
    """A finals night, `turns` being ties that begin together, `clashes` sentences about what cannot be where it is."""

    night: FinalsNight
    turns: tuple[tuple[time, list[OnTable]], ...]
    clashes: tuple[str, ...]

    @property
    def ties(self) -> tuple[OnTable, ...]:
        return tuple(each for _, ties in self.turns for each in ties)


def nights_of(season: Season) -> list[FinalsNight]:
    return list(FinalsNight.objects.filter(season=season).select_related("venue").order_by("date", "pk"))


def night_by_address(season_slug: str, night_slug: str) -> FinalsNight:
    nights = FinalsNight.objects.select_related("season__league", "venue")
    night: FinalsNight | None = nights.filter(season__slug=season_slug, slug=night_slug).first()
    if night is None:
        raise Http404(f"No finals night {night_slug} in season {season_slug}.")
    return night


def order_of(night: FinalsNight, at: datetime) -> NightOrder:
    """The night as it stands; seven queries, however many cups and ties it has."""
    rounds = list(Round.objects.filter(night=night).order_by("cup", "part", "round"))
    cups = {night_cup.snapshot.cup.pk: night_cup for night_cup in night_cups({each.cup_id for each in rounds}, at)}
    tonight = [(cups[each.cup_id], tie) for each in rounds for tie in cups[each.cup_id].round(each.part, each.round)]
    wanted = [
        night_cup.wanted_tie(tie, {other.id for mine, other in tonight if mine is night_cup})
        for night_cup, tie in tonight
    ]
    placed = {each.id: each for each in running_order(wanted, night.tables)}
    ties = (night_cup.on_table(night, tie, placed[night_cup.key(tie)]) for night_cup, tie in tonight)
    shown = sorted(ties, key=attrgetter("turn", "table"))
    by_key = {f"{each.cup.pk}/{each.tie.id}": each for each in shown}
    sentences = []
    for clash in clashes(wanted, placed.values()):
        one, other = by_key[clash.tie], by_key[clash.other]
        if one.moved or other.moved:
            sentences.append(f"{one.cup}, {one.name}, and {other.cup}, {other.name}: they {clash.text}.")
    turns = tuple((time_of(night, number), list(ties)) for number, ties in groupby(shown, attrgetter("turn")))
    return NightOrder(night, turns, tuple(sentences))
