"""Imports cups that were drawn on paper and perhaps played, and undoes such imports."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import save_checked, write_tx
from league.cups.actions.cups import finish_cup, kind_of
from league.cups.models import Cup, CupState, Entrant, EntrantKind, Fact, Honour, Round, entrant_key
from league.cups.queries.cup_state import snapshot_of
from league.cups.queries.entries import division_of, registered_on
from league.cups.values import NO_TEAM
from league.schedule.actions.cups import make_cup_competition
from league.schedule.actions.divisions import make_entry
from league.schedule.actions.locking import lock_competition, record_season_action
from league.schedule.models import Competition, Division, Entry, Season
from league.schedule.queries.seasons import league_competition
from league.teams.actions.imports import TeamRow, add_named_players, add_named_teams, undo_places_and_people
from league.teams.actions.undo_log import RowChange, row_created
from league.teams.models import Player, Team
from scoring import codec
from scoring.names import fold, spelling
from scoring.season.knockout.cups import Part, Score, TieForm
from scoring.season.knockout.draw import DrawRules
from scoring.season.knockout.facts import Drawn
from scoring.season.knockout.paper import PaperCup, PaperTie, on_paper


@dataclass(frozen=True, slots=True)
class CupSide:
    """An entrant as it is written: a team, which may be one to add, or players, those to add by their names."""

    name: str
    team: Team | TeamRow | None = None
    players: tuple[Player | str, ...] = ()

    @property
    def key(self) -> str:
        """The same for all rows that name this side."""
        return " & ".join(sorted(str(each) for each in self.players)) or str(self.team)


@dataclass(frozen=True, slots=True)
class CupRow:
    """A tie as it is written; a bye has no `away`. `order` is that of its round among the rounds of the cup."""

    cup: str
    kind: EntrantKind
    round: str
    order: int
    home: CupSide
    away: CupSide | None = None
    score: Score | None = None
    winner: CupSide | None = None
    given: bool = False
    play_by: date | None = None


def cup_on_paper(season: Season, rows: Sequence[CupRow], *, keyed: bool = False) -> PaperCup:
    """What the rows of one cup come to; its entrants by name, or by the keys that they would have."""
    names = _keys(rows) if keyed else {side: side for side in _keys(rows)}
    ties = [
        PaperTie(
            row.order, names[row.home.key], names[row.away.key] if row.away else "", row.score,
            names[row.winner.key] if row.winner and row.away else "", row.given,
        )
        for row in rows
    ]  # fmt: skip
    games = league_competition(season).rules_in_force().format.total_games
    usual = TieForm(games=games) if rows[0].kind == EntrantKind.TEAM else TieForm(best_of=3)
    return on_paper(rows[0].cup, ties, {row.order: row.round for row in rows}, usual)


def _keys(rows: Sequence[CupRow]) -> dict[str, str]:
    sides = dict.fromkeys(side.key for row in rows for side in (row.home, row.away) if side)
    return {side: entrant_key(number) for number, side in enumerate(sides, start=1)}


def import_cups(
    *, competition: Competition, rows: Iterable[CupRow], source: str, by: User, at: datetime
) -> tuple[RowChange, ...]:
    """Write cups with their entrants, draws and results; the winner of one that is over goes on the honours board."""
    ties = list(rows)
    with write_tx():
        season, league = lock_competition(competition).season, competition.season.league
        sides = [side for row in ties for side in (row.home, row.away) if side]
        named = [side.team for side in sides if isinstance(side.team, TeamRow)]
        if any(side.players for side in sides) and not Team.objects.filter(league=league, name=NO_TEAM).exists():
            named.append(TeamRow(None, NO_TEAM, active=False))
        teams, team_marks = add_named_teams(league=league, rows=named, source=source, by=by, at=at)
        names = [each for side in sides for each in side.players if isinstance(each, str)]
        players, player_marks = add_named_players(league=league, names=names)
        marks = [*team_marks, *player_marks]
        for name in dict.fromkeys(row.cup for row in ties):
            of_cup = [row for row in ties if row.cup == name]
            marks += _CupWriter(season, of_cup, teams, players).write(by=by, at=at)
        cups = Cup.objects.filter(pk__in=[mark.key for mark in marks if mark.kind == "cup"])
        names = [str(cup) for cup in cups.select_related("division__competition").order_by("pk")]
        text = f"Imported: {source}"
        record_season_action(competition, "import_cups", text, by, at, about=list(cups), after={"cups": names})
    return tuple(marks)


def undo_cups(*, competition: Competition, **undo: Any) -> None:
    above = (Competition, Division, Entry, Cup, Entrant, Fact, Round, Honour)
    undo_places_and_people(league=competition.season.league, **undo, above=above)


class _CupWriter:
    def __init__(
        self, season: Season, rows: Sequence[CupRow], teams: dict[TeamRow, Team], players: dict[str, Player]
    ) -> None:
        self.season, self.rows, self.teams, self.players = season, rows, teams, players
        self.paper = cup_on_paper(season, rows, keyed=True)

    def write(self, *, by: User, at: datetime) -> list[RowChange]:
        paper = self.paper
        if paper.draw is None or paper.faults:
            raise ValidationError(next(iter(paper.faults.values()), "There is no tie to import."))
        division = make_cup_competition(season=self.season, name=self.rows[0].cup)
        cup = Cup(
            division=division, kind=self.rows[0].kind, state=CupState.DRAWN, by_card=False,
            rules=codec.encode(paper.cup), draw_rules=codec.encode(DrawRules(fixed=not paper.cup.redraw)),
        )  # fmt: skip
        save_checked(cup)
        made: list[Any] = [division.competition, division, cup, *self._entrants(cup, by=by, at=at)]
        first = Drawn(Part.MAIN, 1, paper.draw)
        made += Fact.objects.bulk_create(
            Fact(cup=cup, number=number, kind=kind_of(body["type"]), body=body, by=by, at=at)
            for number, body in enumerate(map(codec.encode, (first, *paper.facts)), start=1)
        )
        made += self._rounds(cup)
        made += self._finish(cup, by=by, at=at)
        cup.refresh_from_db()
        return [row_created(each) for each in made]

    def _entrants(self, cup: Cup, *, by: User, at: datetime) -> list[Any]:
        rows = list[Any]()
        sides = {side.key: side for row in self.rows for side in (row.home, row.away) if side}
        players_of = {
            key: [self.players[fold(each)] if isinstance(each, str) else each for each in side.players]
            for key, side in sides.items()
        }
        team_keys = registered_on([player for players in players_of.values() for player in players], localdate(at))
        registered = Team.objects.in_bulk(set(team_keys.values()))
        no_team = Team.objects.filter(league=self.season.league, name=NO_TEAM).first()
        for number, key in enumerate(_keys(self.rows), start=1):
            side, players = sides[key], players_of[key]
            team = self.teams[side.team] if isinstance(side.team, TeamRow) else side.team
            if team is None:
                team = next((registered[pk] for player in players if (pk := team_keys.get(player.pk))), no_team)
            assert team is not None
            slug = "-".join(player.slug for player in players)[:80]
            name = " & ".join(map(str, players)) or team.name
            entry = make_entry(division=cup.division, team=team, name=name[:60], slug=slug, players=players)
            rank = division_of(cup, team)
            entrant = Entrant(cup=cup, entry=entry, number=number, venue=team.venue, rank=rank, by=by, at=at)
            save_checked(entrant)
            rows += [entry, entrant]
        return rows

    def _rounds(self, cup: Cup) -> list[Round]:
        days = {row.order: row.play_by for row in self.rows if row.play_by}
        rows = [
            Round(cup=cup, part=Part.MAIN, round=number, play_by=days[order])
            for number, order in enumerate(self.paper.rounds, start=1)
            if order in days
        ]
        return list(Round.objects.bulk_create(rows))

    def _finish(self, cup: Cup, *, by: User, at: datetime) -> list[Honour]:
        bracket = snapshot_of(cup, at).bracket
        assert bracket is not None
        assert not bracket.problems
        board = Honour.objects.filter(league=self.season.league, year=self.season.ends.year)
        titles = board.values_list("title", flat=True)
        if bracket.champion is None:
            return []
        if spelling(str(cup)) in map(spelling, titles):
            Cup.objects.filter(pk=cup.pk).update(state=CupState.FINISHED)
            return []
        return list(finish_cup(cup=cup, by=by, at=at))
