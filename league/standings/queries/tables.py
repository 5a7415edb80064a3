"""Who stands where, and why: a division's rows, fetched and handed to scoring.season. Runs inside a league's scope.

Knows which facts a table is made of. Refuses to know how a table is ranked (scoring) and how it looks (tables, views).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from fractions import Fraction

from django.db import connection
from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.http import Http404

from league.results.choices import ResultState
from league.results.models import Result
from league.results.queries import adjustments, outcomes, play_offs, withdrawal_of
from league.schedule.choices import CompetitionKind
from league.schedule.models import Competition, Division, Entry, Season
from league.schedule.queries import division_rules
from league.teams.models import League
from league.ui.palette import NO_KIT, Kit
from scoring.card.constitution import Constitution, Step
from scoring.card.outcome import Outcome
from scoring.card.rulebook import describe
from scoring.season import table as season
from scoring.season.ledger import Ledger, open_ledger
from scoring.season.race import SeasonFacts

# --- which tables there are ---------------------------------------------------------------------------------------


def divisions(season_slug: str | None = None) -> QuerySet[Division]:
    """The league tables of a season (None: the current one), top division first."""
    found: QuerySet[Division] = Division.objects.filter(competition__kind=CompetitionKind.LEAGUE)
    if season_slug is None:
        found = found.filter(competition__season__current=True)
    else:
        found = found.filter(competition__season__slug=season_slug)
    return found.select_related("competition__season").order_by("rank", "pk")


def division_named(found: Iterable[Division], slug: str | None) -> Division:
    """The division of this address among those of a season, or without an address the first; else Http404."""
    for division in found:
        if slug in (None, division.slug):
            return division
    raise Http404(f"No division {slug} in this season.")


# The one query that is written out: most readers come for a page that we have kept, and composing this question costs
# Django several times what answering it costs the database.
VERSIONS = """
    SELECT competition.id, competition.results_version
    FROM fixtures_competition competition JOIN fixtures_season season ON season.id = competition.season_id
    WHERE season.league_id = %s AND (competition.kind = %s OR competition.play_off_of_id IS NOT NULL)
        AND (season.slug = %s OR season.current AND %s)
    ORDER BY competition.id
"""


def versions(league: League, season_slug: str | None = None) -> str:
    """What every table of a season is made from, to be compared: "4.17" is version 17 of competition 4."""
    with connection.cursor() as cursor:
        cursor.execute(VERSIONS, [league.pk, CompetitionKind.LEAGUE.value, season_slug or "", season_slug is None])
        return " ".join(f"{key}.{version}" for key, version in cursor.fetchall())


def seasons_of(league: League) -> QuerySet[Season]:
    """Every season with its league tables in `tables`, the latest first; two queries."""
    found = Division.objects.filter(competition__kind=CompetitionKind.LEAGUE).order_by("rank", "pk")
    seasons: QuerySet[Season] = Season.objects.filter(league=league).order_by("-starts", "-pk")
    return seasons.prefetch_related(Prefetch("competitions__divisions", found))


OPEN = (ResultState.PROVISIONAL, ResultState.DISPUTED)


class Zone(StrEnum):
    """Where a place leads at the end of the season, if it ends so."""

    UP = "promotion"
    DOWN = "relegation"


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a league table: the engine's row, the team it belongs to, and what a reader must be told.

    `provisional` counts the results in it that are not confirmed yet; `notes` are the numbers of its footnotes.
    """

    row: season.Row
    name: str
    slug: str
    zone: Zone | None = None
    provisional: int = 0
    notes: tuple[int, ...] = ()
    kit: Kit = NO_KIT


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote: points given, or taken when negative, to whom and why; some may have been bought back since."""

    number: int
    team: str
    points: Fraction
    reason: str
    bought_back: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Standings:
    """A division's table, with the constitution that ranked it and a footnote for every adjustment.

    `provisional` results are in the table though nobody has confirmed them; `disputed` ones are not in it. `facts` are
    what it was worked out from; a table that was kept as it was decided has none.
    """

    rows: tuple[Standing, ...]
    notes: tuple[Note, ...]
    constitution: Constitution
    provisional: int = 0
    disputed: int = 0
    facts: SeasonFacts | None = field(default=None, compare=False, repr=False)

    @property
    def drawn(self) -> bool:
        """Whether any match was drawn; many leagues cannot draw, and then a column is saved."""
        return any(each.row.drawn for each in self.rows)

    @property
    def by_lines(self) -> bool:
        """Whether points or places come from lines, and every team's are known."""
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
    def zones(self) -> bool:
        return any(each.zone for each in self.rows)

    @property
    def rules(self) -> tuple[str, ...]:
        """How the league ranks level teams and treats those that withdraw, as its rule book has it."""
        return next((section.rules for section in describe(self.constitution) if section.title == "The table"), ())


def standings(division: Division, at: datetime) -> Standings:
    """The table of one division; its cost depends on this division's season and on nothing before it.

    `division` comes with its competition and season (see `divisions`); `at` is when a provisional result that nobody
    questioned becomes a confirmed one. Four queries, and one more where there is a play-off.
    """
    return _tables(division.competition, [division], at, only=division)[division.pk]


def tables(wanted: Sequence[Division], at: datetime) -> dict[int, Standings]:
    """The tables of some divisions by key, in as many queries as for one while they are of one competition."""
    found: dict[int, Standings] = {}
    for competition in {each.competition_id: each.competition for each in wanted}.values():
        found |= _tables(competition, [each for each in wanted if each.competition_id == competition.pk], at)
    return found


def _tables(
    competition: Competition, wanted: Sequence[Division], at: datetime, only: Division | None = None
) -> dict[int, Standings]:
    decided = Exists(Competition.objects.filter(play_off_of=OuterRef("division")))
    entries = Entry.objects.filter(division__in=wanted).select_related("team").annotate(play_off=decided).order_by("pk")
    played, changes = outcomes(competition, only), adjustments(competition, only)
    open_results = _open_results(wanted, at)
    found = {}
    for division in wanted:
        teams = {str(entry.pk): entry for entry in entries if entry.division_id == division.pk}
        mine = [each for each in changes if each.team in teams]
        facts = _Facts(division, division_rules(division), teams, mine, open_results)
        found[division.pk] = _table(facts, [each for each in played if each.home in teams], at)
    return found


def ledger_of(division: Division) -> tuple[tuple[str, ...], Ledger]:
    """The teams that have not withdrawn, by entry key as text, and what every team has. Three queries."""
    rules = division_rules(division)
    entries = {str(entry.pk): entry for entry in Entry.objects.filter(division=division).order_by("pk")}
    facts = _Facts(division, rules, entries, [], [])
    ledger = open_ledger(
        list(entries),
        outcomes(division.competition, division),
        adjustments=adjustments(division.competition, division),
        withdrawals=[withdrawal_of(each, facts.rules) for each in entries.values() if each.withdrawn_on],
        maximum_deduction=rules.scheme.maximum_deduction,
        names={key: entry.name for key, entry in entries.items()},
    )
    return tuple(key for key, entry in entries.items() if not entry.withdrawn_on), ledger


@dataclass(frozen=True, slots=True)
class _Facts:
    """What one division's table is made of, besides its outcomes; entries by key as text."""

    division: Division
    rules: Constitution
    entries: dict[str, Entry]
    changes: list[season.Adjustment]
    open_results: list[tuple[str, str, str]]

    def count(self, state: ResultState, *teams: str) -> int:
        return sum(found == state and bool({home, away} & set(teams)) for found, home, away in self.open_results)


def _table(facts: _Facts, played: Sequence[Outcome], at: datetime) -> Standings:
    known = _known(facts, played)
    rows = known.table()
    if Step.PLAY_OFF in facts.rules.steps and any(_plays_off(entry) for entry in facts.entries.values()):
        known = replace(known, play_offs=tuple(_played_off(facts, at)))
        rows = known.table()
    last, started = sum(not row.withdrawn for row in rows), any(row.played for row in rows)
    return Standings(
        rows=tuple(_standing(row, _zone(row, facts.division, last, started=started), facts) for row in rows),
        notes=tuple(_notes(facts)),
        constitution=facts.rules,
        provisional=facts.count(ResultState.PROVISIONAL, *facts.entries),
        disputed=facts.count(ResultState.DISPUTED, *facts.entries),
        facts=known,
    )


def _known(facts: _Facts, played: Sequence[Outcome]) -> SeasonFacts:
    return SeasonFacts(
        teams=tuple(facts.entries),
        outcomes=tuple(played),
        scheme=facts.rules.scheme,
        steps=tuple(facts.rules.steps),
        adjustments=tuple(facts.changes),
        withdrawals=tuple(withdrawal_of(each, facts.rules) for each in facts.entries.values() if each.withdrawn_on),
        names={key: entry.name for key, entry in facts.entries.items()},
    )


def _plays_off(entry: Entry) -> bool:
    return bool(entry.play_off)  # type: ignore[attr-defined]  # annotated by _tables


def _played_off(facts: _Facts, at: datetime) -> list[Outcome]:
    """The play-offs between teams of the division, which enter them as their teams and not as these entries."""
    here = {str(entry.team_id): key for key, entry in facts.entries.items()}
    return [
        replace(each, home=here[each.home], away=here[each.away])
        for each in play_offs(facts.division, at)
        if {each.home, each.away} <= here.keys()
    ]


def _standing(row: season.Row, zone: Zone | None, facts: _Facts) -> Standing:
    notes = tuple(number for number, each in enumerate(facts.changes, start=1) if each.team == row.team)
    entry = facts.entries[row.team]
    provisional = facts.count(ResultState.PROVISIONAL, row.team)
    return Standing(row, entry.name, entry.team.slug, zone, provisional, notes, entry.team.kit)


def _notes(facts: _Facts) -> Iterator[Note]:
    for number, each in enumerate(facts.changes, start=1):
        yield Note(number, facts.entries[each.team].name, each.points, each.reason, each.bought_back)


def _zone(row: season.Row, division: Division, last: int, *, started: bool) -> Zone | None:
    if row.withdrawn or not started:
        return None
    if row.place <= division.promoted:
        return Zone.UP
    return Zone.DOWN if row.place > last - division.relegated else None


def _open_results(wanted: Sequence[Division], at: datetime) -> list[tuple[str, str, str]]:
    """State, home and away (entry keys as text) of every result that is provisional or disputed at a moment."""
    found = Result.objects.filter(fixture__division__in=wanted, state__in=OPEN).select_related("fixture")
    still = [each for each in found if each.state_at(at) in OPEN]
    return [(each.state, str(each.fixture.home_id), str(each.fixture.away_id)) for each in still]
