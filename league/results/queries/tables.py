"""The tables of divisions, as they are and as they were at the end: their rows, handed to `scoring.season`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.http import Http404
from django.utils.timezone import localdate

from league.results.models import PastFigures
from league.results.presenters.standings import Note, Standing, Standings, Zone, present_table
from league.results.queries import adjustments, outcomes, outcomes_and_open, play_offs
from league.results.values import withdrawal_of
from league.schedule.choices import CompetitionKind
from league.schedule.models import Competition, Division, Entry, FinalTable, Season
from league.schedule.queries.joined_rows import with_shared_relations
from league.schedule.values.matches import division_rules
from league.teams.models import League
from scoring import codec
from scoring.card.league_rules import LeagueRules, Step
from scoring.card.outcome import Outcome
from scoring.season.ledger import Ledger, open_ledger
from scoring.season.race import SeasonFacts
from scoring.season.table import Row

# --- which tables there are ---------------------------------------------------------------------------------------


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
    """Every season with its league tables in `tables`, the latest first, and whether it `has_figures`; two queries."""
    league_divisions = Division.objects.filter(competition__kind=CompetitionKind.LEAGUE).order_by("rank", "pk")
    seasons: QuerySet[Season] = Season.objects.filter(league=league).order_by("-starts", "-pk")
    seasons = seasons.annotate(has_figures=Exists(PastFigures.objects.filter(season=OuterRef("pk"))))
    return seasons.prefetch_related(Prefetch("competitions__divisions", league_divisions))


def standings(division: Division, at: datetime) -> Standings:
    """The table of one division; its cost depends on this division's season and on nothing before it.

    `division` comes with its competition and season (see `divisions`); `at` is when a provisional result that nobody
    questioned becomes a confirmed one. Three queries, and one more where there is a play-off.
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
    competition = wanted[0].competition
    of_it = Q(division__competition=competition) if only is None else Q(division=only)
    decided = Exists(Competition.objects.filter(play_off_of=OuterRef("division")))
    entries = Entry.objects.filter(of_it).select_related("team").annotate(play_off=decided).order_by("pk")
    played, open_results = outcomes_and_open(competition, at, only)
    counted, later = adjustments(competition, localdate(at), only)
    rules = _rules_of(wanted)
    left = [each for each in entries if each.withdrawn_on and each.withdrawn_on <= localdate(at)]
    standings = {}
    for division in wanted:
        teams: dict[str, Entry] = {str(entry.pk): entry for entry in entries if entry.division_id == division.pk}
        division_rules = rules[division.pk]
        facts = SeasonFacts(
            teams=tuple(teams),
            outcomes=tuple(outcome for outcome in (*played, *live) if outcome.home in teams),
            scheme=division_rules.scheme,
            steps=tuple(division_rules.steps),
            adjustments=tuple(change for change in counted if change.team in teams),
            withdrawals=tuple(withdrawal_of(each, division_rules) for each in left if str(each.pk) in teams),
            play_offs=_played_off(division, teams, at) if Step.PLAY_OFF in division_rules.steps else (),
            names={key: entry.name for key, entry in teams.items()},
        )
        coming = [change for change in later if change.team in teams]
        standings[division.pk] = present_table(
            division, facts, entries=teams, rules=division_rules, open_results=open_results, coming=coming
        )
    return standings


def _rules_of(wanted: Sequence[Division]) -> dict[int, LeagueRules]:
    """The rules of divisions of one competition by key; those that they share are made once."""
    sharing = [each for each in wanted if not each.rules]
    shared = {each.pk: rules for rules in map(division_rules, sharing[:1]) for each in sharing}
    return {each.pk: division_rules(each) for each in wanted if each.pk not in shared} | shared


def ledger_of(division: Division) -> tuple[tuple[str, ...], Ledger]:
    """The teams that have not withdrawn, by entry key as text, and what every team has. Three queries.

    Points that are given or taken from a later day on are in it: whoever asks wants to know how the season ends.
    """
    rules = division_rules(division)
    entries = {str(entry.pk): entry for entry in Entry.objects.filter(division=division).order_by("pk")}
    ledger = open_ledger(
        list(entries),
        outcomes(division.competition, division),
        adjustments=adjustments(division.competition, date.max, division).counted,
        withdrawals=[withdrawal_of(each, rules) for each in entries.values() if each.withdrawn_on],
        maximum_deduction=rules.scheme.maximum_deduction,
        names={key: entry.name for key, entry in entries.items()},
    )
    return tuple(key for key, entry in entries.items() if not entry.withdrawn_on), ledger


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


VERSION = 1


TABLE_ALONE = "As the final table has it."  # the reason for a place where no result is known


@dataclass(frozen=True, slots=True)
class Final:
    """The table that was decided, when and by whom; `now` is what results put right since would make of it, if that
    is another table.
    """

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

    One query while no result, adjustment or rule of the competition was touched since; otherwise five.
    """
    if division.competition.season.closed_at is None:
        return None
    kept = FinalTable.objects.filter(division=division).select_related("by").order_by("-pk").first()
    if kept is None:  # a division that was there by mistake, without a team
        return None
    decided = from_json(kept.table)
    now = None
    if division.competition.results_version != kept.results_version:
        now = standings(division, at)
    changed = now is not None and _places(now) != _places(decided)
    return Final(decided, kept.at, kept.by.name, now if changed else None)


def table_shown(division: Division, at: datetime) -> tuple[Standings, Final | None]:
    """The table that people see: as it was decided, with the decision, or else as it stands."""
    final = final_of(division, at)
    return (final.standings, final) if final else (standings(division, at), None)


def as_json(table: Standings) -> dict[str, Any]:
    """Standings as a final table keeps them."""
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
    """What `as_json` wrote."""
    codec.check_version(data)
    return Standings(
        rows=tuple(_standing(each) for each in data["rows"]),
        notes=tuple(codec.bare_as(Note, each, "notes") for each in data["notes"]),
        league_rules=codec.decode_as(LeagueRules, data["constitution"]),
        disputed=data["disputed"],
    )


def _standing(data: dict[str, Any]) -> Standing:
    return Standing(
        row=codec.decode_as(Row, data["row"]),
        name=data["name"],
        slug=data["slug"],
        zone=Zone(data["zone"]) if data["zone"] else None,
        notes=tuple(data["notes"]),
    )


def _places(table: Standings) -> list[tuple[object, ...]]:
    """What makes two tables different: who stands where with what; not names, reasons or form."""
    return [
        (row.place, row.team, row.played, row.won, row.drawn, row.lost, row.games_for, row.games_against, row.points)
        for row in (each.row for each in table.rows)
    ]
