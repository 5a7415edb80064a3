from dataclasses import dataclass
from datetime import datetime
from typing import Any

from league.results.presenters.standings import Note, Standing, Standings, Zone
from league.results.queries.tables import standings
from league.schedule.models import Division, FinalTable
from scoring import codec
from scoring.card.league_rules import LeagueRules
from scoring.season.table import Row

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
