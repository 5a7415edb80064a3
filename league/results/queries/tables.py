"""The tables of divisions, as they are and as they were at the end: their rows, handed to `scoring.season`."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction
from functools import partial
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, TextField
from django.db.models.functions import Cast, Coalesce
from django.http import Http404
from django.utils.timezone import localdate

from league.base.ui.formats import points, signed
from league.base.ui.palette import NO_KIT, Kit
from league.results.choices import PUBLIC_STATES, AdjustmentKind, ResultState
from league.results.models import Adjustment, PastFigures, Result
from league.results.values import cups
from league.schedule.choices import CompetitionKind
from league.schedule.models import Competition, Division, Entry, FinalTable, Season
from league.schedule.queries.matches import with_shared_relations
from league.teams.models import League, decoded_once
from scoring import codec
from scoring.card.league_rules import LeagueRules, Step, WithdrawalPolicy
from scoring.card.outcome import Outcome, Tally
from scoring.card.rulebook import table_rules
from scoring.season import table as season
from scoring.season.ledger import Adjustment as TableAdjustment
from scoring.season.ledger import Ledger, Withdrawal, open_ledger
from scoring.season.table import Row, SeasonFacts


class Zone(StrEnum):
    """Where a place leads at the end of the season, if it ends so."""

    UP = "promotion"
    DOWN = "relegation"


@dataclass(frozen=True, slots=True)
class Standing:
    """The engine's row with its team, how many of its results are `provisional`, and the numbers of its `notes`."""

    row: season.Row
    name: str
    slug: str
    zone: Zone | None = None
    provisional: int = 0
    notes: tuple[int, ...] = ()
    kit: Kit = NO_KIT


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote: points given, or taken when negative; `starts` is the day from which they count, if still to come."""

    number: int
    team: str
    points: Fraction
    reason: str
    bought_back: Fraction = Fraction(0)
    starts: date | None = None

    @property
    def net(self) -> Fraction:
        return self.points + self.bought_back

    @property
    def words(self) -> str:
        """Why, and of which part some was bought back: "Two late cards (2 off, 1 bought back)"."""
        if not self.bought_back:
            return self.reason
        return f"{self.reason} ({signed(self.points)}, {points(self.bought_back)} bought back)"


@dataclass(frozen=True, slots=True)
class Standings:
    """A division's table, with the rules that ranked it and a footnote for every adjustment.
    `provisional` results are in it, `disputed` ones are not; `coming` are adjustments that count from a later day on.
    `facts` are what it was worked out from; a table kept as it was decided has none.
    """

    rows: tuple[Standing, ...]
    notes: tuple[Note, ...]
    league_rules: LeagueRules
    provisional: int = 0
    disputed: int = 0
    coming: tuple[Note, ...] = ()
    facts: SeasonFacts | None = field(default=None, compare=False, repr=False)

    @property
    def drawn(self) -> bool:
        """Whether any match was drawn; many leagues cannot draw, and then a column is saved."""
        return any(each.row.drawn for each in self.rows)

    @property
    def by_lines(self) -> bool:
        return self.started and all(
            each.row.line_difference is not None for each in self.rows if not each.row.withdrawn
        )

    @property
    def started(self) -> bool:
        return any(each.row.played for each in self.rows)

    @property
    def adjusted(self) -> bool:
        return any(each.row.adjusted or each.row.awarded for each in self.rows)

    @property
    def zones(self) -> set[Zone]:
        return {each.zone for each in self.rows if each.zone}

    @property
    def rules(self) -> tuple[str, ...]:
        return table_rules(self.league_rules)


OPEN = (ResultState.PROVISIONAL, ResultState.DISPUTED)
OpenResults = Sequence[tuple[str, str, str]]  # the state, and the keys of both entries as text
READ_TALLY = partial(codec.decode_as, Tally)


def outcomes(competition: Competition, division: Division | None = None) -> tuple[Outcome, ...]:
    """What every match with a result came to, in date order, by entry keys as text: one query.
    Provisional results are in it; sealed and disputed ones are not.
    """
    return _public(_result_rows(competition, None if division is None else [division.pk]))


def outcomes_and_open(
    competition: Competition, at: datetime, keys: Collection[int] | None = None
) -> tuple[tuple[Outcome, ...], OpenResults]:
    """The same, of the divisions with these keys if any are given, and in the same query every result that is open."""
    rows = list(_result_rows(competition, keys))
    waiting = [row for row in rows if row.state in OPEN]
    still = [
        row for row in waiting if row.state == ResultState.DISPUTED or row.confirm_by is None or row.confirm_by > at
    ]
    return _public(rows), [(row.state, str(row.fixture__home_id), str(row.fixture__away_id)) for row in still]


def _result_rows(competition: Competition, keys: Collection[int] | None) -> QuerySet[Result, Any]:
    of_it = Q(fixture__division__competition=competition) if keys is None else Q(fixture__division__in=keys)
    states = (*PUBLIC_STATES, ResultState.DISPUTED)
    rows = Result.objects.filter(of_it, state__in=states, fixture__away__isnull=False)
    rows = rows.annotate(on=Coalesce("fixture__date", "fixture__first_date"), text=Cast("tally", TextField()))
    columns = ("fixture_id", "fixture__home_id", "fixture__away_id", "fixture__half", "state", "confirm_by")
    return rows.order_by("fixture__first_date", "fixture_id").values_list(*columns, "on", "text", named=True)


def _public(rows: Iterable[Any]) -> tuple[Outcome, ...]:
    return tuple(
        Outcome(
            str(row.fixture_id), str(row.fixture__home_id), str(row.fixture__away_id), row.on,
            decoded_once(READ_TALLY, row.text), row.fixture__half,
        )
        for row in rows
        if row.state in PUBLIC_STATES
    )  # fmt: skip


def unquestioned(result: str, at: datetime) -> Q:
    """What stands at a moment because nobody questioned it in time; `result` is the way to a result."""
    return Q(**{f"{result}__state": ResultState.PROVISIONAL, f"{result}__confirm_by__lte": at})


def play_offs(division: Division, at: datetime) -> tuple[Outcome, ...]:
    """What the matches for level places of a division came to, by team keys as text: one query, and those of cups.
    What a cup says of a match stands over its card: a tie may be decided without one, or otherwise than it.
    """
    rows = Result.objects.filter(
        fixture__division__competition__play_off_of=division, state__in=PUBLIC_STATES, fixture__away__isnull=False
    ).values_list(
        "fixture_id", "fixture__home__team_id", "fixture__away__team_id", "fixture__date", "fixture__first_date",
        "tally",
    )  # fmt: skip
    by_id = {
        str(fixture): Outcome(str(fixture), str(home), str(away), on or first, READ_TALLY(tally))
        for fixture, home, away, on, first, tally in rows
    }
    by_id |= {each.id: each for each in cups().play_off_outcomes(division, at)}
    return tuple(by_id.values())


def withdrawal_of(entry: Entry, rules: LeagueRules) -> Withdrawal:
    """A team's leaving, by its own policy or the league's. Needs division.competition.season."""
    assert entry.withdrawn_on is not None
    policy = WithdrawalPolicy(entry.withdrawal_policy or rules.withdrawal)
    half = 1 if entry.withdrawn_on <= entry.division.competition.season.halfway else 2
    return Withdrawal(str(entry.pk), entry.withdrawn_on, policy, half, rules.withdrawal_award)


def adjustments(
    competition: Competition, day: date, keys: Collection[int] | None = None
) -> tuple[tuple[TableAdjustment, ...], tuple[TableAdjustment, ...]]:
    """What counts in the table on a day and what will later on, oldest first, in the divisions with these keys.
    Points bought back are counted against the team's deductions, oldest first, so that they never become a bonus.
    """
    rows = Adjustment.objects.filter(competition=competition, revoked_at=None).order_by("on", "pk")
    if keys is not None:
        rows = rows.filter(entry__division__in=keys)
    bought: dict[int, Fraction] = {}
    for row in rows:
        if row.kind == AdjustmentKind.BUY_BACK and row.on <= day:
            bought[row.entry_id] = bought.get(row.entry_id, Fraction(0)) + Fraction(row.points)
    return (
        tuple(_adjustment(row, bought) for row in rows if row.on <= day and row.kind != AdjustmentKind.BUY_BACK),
        tuple(
            TableAdjustment(str(row.entry_id), Fraction(row.points), row.reason, row.on) for row in rows if row.on > day
        ),
    )


def _adjustment(row: Adjustment, bought: dict[int, Fraction]) -> TableAdjustment:
    points = Fraction(row.points)
    back = min(bought.get(row.entry_id, Fraction(0)), max(-points, Fraction(0)))
    if back:
        bought[row.entry_id] -= back
    return TableAdjustment(str(row.entry_id), points, row.reason, row.on, bought_back=back)


# --- which tables there are -------------------------------------------------------------------------------------------
def divisions(season_slug: str | None = None) -> QuerySet[Division]:
    """The league tables of a season (None: the current one), top division first."""
    rows: QuerySet[Division] = Division.objects.filter(competition__kind=CompetitionKind.LEAGUE)
    if season_slug is None:
        rows = rows.filter(competition__season__current=True)
    else:
        rows = rows.filter(competition__season__slug=season_slug)
    return with_shared_relations(rows.select_related("competition__season").order_by("rank", "pk"))


def division_named(rows: Iterable[Division], slug: str | None) -> Division:
    """The division of this address among those of a season, or without an address the first; else Http404."""
    for division in rows:
        if slug in (None, division.slug):
            return division
    raise Http404(f"No division {slug} in this season.")


def versions(league: League, season_slug: str | None = None) -> str:
    """What every table of a season is made from, to be compared: "4.17" is version 17 of competition 4."""
    of_season = Q(season__current=True) if season_slug is None else Q(season__slug=season_slug)
    counting = Q(kind=CompetitionKind.LEAGUE) | Q(play_off_of__isnull=False)
    competitions = Competition.objects.filter(of_season, counting, season__league=league).order_by("pk")
    return " ".join(f"{key}.{version}" for key, version in competitions.values_list("pk", "results_version"))


def seasons_of(league: League) -> QuerySet[Season]:
    """Every season with its league tables in `tables`, and whether it `has_figures`; this one first. Two queries."""
    league_divisions = Division.objects.filter(competition__kind=CompetitionKind.LEAGUE).order_by("rank", "pk")
    seasons: QuerySet[Season] = Season.objects.filter(league=league).order_by("-current", "-starts", "-pk")
    seasons = seasons.annotate(has_figures=Exists(PastFigures.objects.filter(season=OuterRef("pk"))))
    return seasons.prefetch_related(Prefetch("competitions__divisions", league_divisions))


def standings(division: Division, at: datetime) -> Standings:
    """The table of one division, which comes with its competition and season: three queries, four with a play-off.
    `at` is when a provisional result that nobody questioned becomes a confirmed one.
    """
    return _tables([division], at, only=division)[division.pk]


def tables(wanted: Sequence[Division], at: datetime, live: Sequence[Outcome] = ()) -> dict[int, Standings]:
    """The tables of some divisions by key, in as many queries as for one while they are of one competition.
    `live` are matches that are still being played, counted as if they ended as they stand.
    """
    tables_by_key: dict[int, Standings] = {}
    for competition in dict.fromkeys(each.competition_id for each in wanted):
        tables_by_key |= _tables([each for each in wanted if each.competition_id == competition], at, live=live)
    return tables_by_key


def _tables(
    wanted: Sequence[Division], at: datetime, only: Division | None = None, live: Sequence[Outcome] = ()
) -> dict[int, Standings]:
    competition, records = wanted[0].competition, records_of(wanted)
    keys = None if only is None else records[only.pk]
    of_it = Q(division__competition=competition) if keys is None else Q(division__in=keys)
    decided = Exists(Competition.objects.filter(play_off_of=OuterRef("division")))
    entries = Entry.objects.filter(of_it).select_related("team").annotate(play_off=decided).order_by("pk")
    played, open_results = outcomes_and_open(competition, at, keys)
    counted, later = adjustments(competition, localdate(at), keys)
    left = [each for each in entries if each.withdrawn_on and each.withdrawn_on <= localdate(at)]
    standings = {}
    for division in wanted:
        lines, rules = TableLines(entries, records[division.pk]), division.rules_in_force()
        facts = SeasonFacts(
            teams=tuple(lines.teams),
            outcomes=lines.outcomes((*played, *live)),
            scheme=rules.scheme,
            steps=tuple(rules.steps),
            adjustments=lines.adjustments(counted),
            withdrawals=tuple(withdrawal_of(each, rules) for each in lines.of(left)),
            play_offs=_played_off(division, lines.teams, at) if Step.PLAY_OFF in rules.steps else (),
            names=lines.names,
            others=lines.others,
        )
        standings[division.pk] = present_table(
            division, facts, entries=lines.teams, rules=rules, open_results=lines.open(open_results),
            coming=lines.adjustments(later),
        )  # fmt: skip
    return standings


def records_of(wanted: Sequence[Division]) -> dict[int, tuple[int, ...]]:
    """The divisions whose matches each of some counts: its own, and those that it carries on: at most one query."""
    rows = {each.pk: each for each in wanted}
    if any(each.whole_record for each in wanted):
        rows |= {each.pk: each for each in Division.objects.filter(competition=wanted[0].competition)}

    def record(division: Division) -> tuple[int, ...]:
        return (division.pk, *(record(rows[division.split_from_id or 0]) if division.whole_record else ()))

    return {each.pk: record(each) for each in wanted}


class TableLines:
    """The lines of a table over divisions `record`: `teams` are its entries by key, and `others` the keys of those
    that these met before the division was split.
    """

    def __init__(self, entries: Iterable[Entry], record: Sequence[int]) -> None:
        counted = [each for each in entries if each.division_id in record]
        self.teams: dict[str, Entry] = {str(each.pk): each for each in counted if each.division_id == record[0]}
        keys = {each.team_id: key for key, each in self.teams.items()}
        self.keys = {str(each.pk): keys.get(each.team_id, str(each.pk)) for each in counted}
        self.others = tuple(key for key, own in self.keys.items() if own == key and key not in self.teams)
        self.names = {key: each.name for key, each in self.teams.items()}

    def outcomes(self, outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
        ours = [each for each in outcomes if each.home in self.keys]
        if len(self.keys) == len(self.teams):
            return tuple(ours)
        return tuple(replace(each, home=self.keys[each.home], away=self.keys[each.away]) for each in ours)

    def adjustments(self, changes: Iterable[TableAdjustment]) -> tuple[TableAdjustment, ...]:
        ours = [(each, self.keys.get(each.team, "")) for each in changes]
        return tuple(each if each.team == key else replace(each, team=key) for each, key in ours if key in self.teams)

    def of(self, entries: Iterable[Entry]) -> list[Entry]:
        """Those of some entries that are in the table, or met those that are."""
        return [each for each in entries if self.keys.get(str(each.pk)) == str(each.pk)]

    def open(self, results: OpenResults) -> OpenResults:
        return [(state, self.keys.get(home, ""), self.keys.get(away, "")) for state, home, away in results]


def ledger_of(division: Division) -> tuple[tuple[str, ...], Ledger]:
    """The teams that have not withdrawn, by entry key as text, and what every team has, with points of later days.
    Three queries, and one more for a table that carries on another.
    """
    rules, competition, keys = division.rules_in_force(), division.competition, records_of([division])[division.pk]
    entries = list(Entry.objects.filter(division__in=keys).order_by("pk"))
    lines = TableLines(entries, keys)
    counted, _ = adjustments(competition, date.max, keys)
    ledger = open_ledger(
        (*lines.teams, *lines.others),
        lines.outcomes(_public(_result_rows(competition, keys))),
        adjustments=lines.adjustments(counted),
        withdrawals=[withdrawal_of(each, rules) for each in lines.of(entries) if each.withdrawn_on],
        maximum_deduction=rules.scheme.maximum_deduction,
        names=lines.names,
    )
    return tuple(key for key, entry in lines.teams.items() if not entry.withdrawn_on), ledger


def _played_off(division: Division, entries: dict[str, Entry], at: datetime) -> tuple[Outcome, ...]:
    """The play-offs between teams of the division, which enter them as their teams and not as these entries."""
    if not any(entry.play_off for entry in entries.values()):  # type: ignore[attr-defined]  # annotated by _tables
        return ()
    here = {str(entry.team_id): key for key, entry in entries.items()}
    return tuple(
        replace(outcome, home=here[outcome.home], away=here[outcome.away])
        for outcome in play_offs(division, at)
        if {outcome.home, outcome.away} <= here.keys()
    )


def present_table(
    division: Division, facts: SeasonFacts, *, entries: Mapping[str, Entry], rules: LeagueRules,
    open_results: OpenResults, coming: Sequence[TableAdjustment],
) -> Standings:  # fmt: skip
    """A table with its zones and notes; `facts` are what the engine makes it of, `entries` by their key as text."""
    rows = facts.table()
    last, started = sum(not row.withdrawn for row in rows), any(row.played for row in rows)
    counted = len(facts.adjustments)
    notes = [
        Note(number, entries[change.team].name, change.points, change.reason, change.bought_back)
        for number, change in enumerate((*facts.adjustments, *coming), start=1)
    ]

    def standing(row: season.Row) -> Standing:
        entry, zone = entries[row.team], _zone(row, division, last, started=started)
        provisional = _count(open_results, ResultState.PROVISIONAL, {row.team})
        numbers = tuple(number for number, change in enumerate(facts.adjustments, start=1) if change.team == row.team)
        return Standing(row, entry.name, entry.team.slug, zone, provisional, numbers, entry.team.kit)

    return Standings(
        rows=tuple(map(standing, rows)),
        notes=tuple(notes[:counted]),
        coming=tuple(replace(note, starts=change.on) for note, change in zip(notes[counted:], coming, strict=True)),
        league_rules=rules,
        provisional=_count(open_results, ResultState.PROVISIONAL, entries.keys()),
        disputed=_count(open_results, ResultState.DISPUTED, entries.keys()),
        facts=facts,
    )


def _count(open_results: OpenResults, wanted: ResultState, teams: AbstractSet[str]) -> int:
    return sum(state == wanted and bool({home, away} & teams) for state, home, away in open_results)


def _zone(row: season.Row, division: Division, last: int, *, started: bool) -> Zone | None:
    if row.withdrawn or not started:
        return None
    if row.place <= division.promoted:
        return Zone.UP
    return Zone.DOWN if row.place > last - division.relegated else None


# --- the tables of closed seasons, as they were decided ---------------------------------------------------------------
VERSION = 1
TABLE_ALONE = "As the final table has it."  # the reason for a place where no result is known


@dataclass(frozen=True, slots=True)
class Final:
    """The table that was decided; `now` is what results put right since make of it, if that is another table."""

    standings: Standings
    at: datetime
    by: str
    now: Standings | None = None

    @property
    def is_all_there_is(self) -> bool:
        """Whether the table was brought in, and nothing else is known of the season."""
        return all(each.row.reason == TABLE_ALONE for each in self.standings.rows)


def final_of(division: Division, at: datetime) -> Final | None:
    """The final table of a division of a closed season; None while it is open. Needs competition.season.
    One query while nothing of the competition was touched since; otherwise five.
    """
    if division.competition.season.closed_at is None:
        return None
    row = FinalTable.objects.filter(division=division).select_related("by").order_by("-pk").first()
    if row is None:  # a division that was there by mistake, without a team
        return None
    decided = from_json(row.table)
    now = None
    if division.competition.results_version != row.results_version:
        now = standings(division, at)
    changed = now is not None and _places(now) != _places(decided)
    return Final(decided, row.at, row.by.name, now if changed else None)


def table_shown(division: Division, at: datetime) -> tuple[Standings, Final | None]:
    """The table that people see: as it was decided, with the decision, or else as it stands."""
    final = final_of(division, at)
    return (final.standings, final) if final else (standings(division, at), None)


def as_json(table: Standings) -> dict[str, Any]:
    return {
        "version": VERSION,
        "rows": [
            {
                "row": codec.encode(each.row),
                "name": each.name,
                "slug": each.slug,
                "zone": each.zone.value if each.zone else "",
                "notes": list(each.notes),
            }
            for each in table.rows
        ],
        "notes": [codec.bare(note) for note in table.notes],
        "constitution": codec.encode(table.league_rules),
        "disputed": table.disputed,
    }


def from_json(data: dict[str, Any]) -> Standings:
    codec.check_version(data)
    return Standings(
        rows=tuple(
            Standing(
                row=codec.decode_as(Row, each["row"]), name=each["name"], slug=each["slug"],
                zone=Zone(each["zone"]) if each["zone"] else None, notes=tuple(each["notes"]),
            )
            for each in data["rows"]
        ),
        notes=tuple(codec.bare_as(Note, each, "notes") for each in data["notes"]),
        league_rules=codec.decode_as(LeagueRules, data["constitution"]),
        disputed=data["disputed"],
    )  # fmt: skip


def _places(table: Standings) -> list[tuple[object, ...]]:
    """What makes two tables different: who stands where with what; not names, reasons or form."""
    return [
        (row.place, row.team, row.played, row.won, row.drawn, row.lost, row.games_for, row.games_against, row.points)
        for row in (each.row for each in table.rows)
    ]
