"""The tables of a season at its end, and where each team goes from there: by rule, and as it was decided.

Reads the final tables once the season is closed, and until then those of today.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from league.results.presenters.standings import Standing, Standings
from league.results.queries.tables import divisions, from_json, tables
from league.schedule.models import Competition, Division, Entry, FinalTable, Placement, Season
from scoring.season import ending as rules
from scoring.season.ending import PlayOff, Rung, Stake, ending
from scoring.words import join_list

# What level teams play for, of one of them and of several.
STAKES = {
    Stake.TITLE: ("wins the division", "win the division"),
    Stake.UP: ("goes up", "go up"),
    Stake.DOWN: ("stays up", "stay up"),
}


@dataclass(frozen=True, slots=True)
class TeamPlace:
    """One team: where it finished, where the rule has it (`to` None with `proposed` "out", or "" for not settled).

    `placement` is what was decided, if anything was.
    """

    entry: Entry
    standing: Standing
    proposed: str
    to: Division | None
    reason: str
    placement: Placement | None

    @property
    def at(self) -> str:
        """As "3rd" is said on a table: the place, with = where it is shared, or a dash for who withdrew."""
        if self.standing.row.withdrawn:
            return "\N{EN DASH}"
        return f"{self.standing.row.place}{'=' if self.standing.row.shared else ''}"


@dataclass(frozen=True, slots=True)
class LevelTeams:
    """Teams that share a place which matters: for what, how many of them get it, and the cup that decides it."""

    division: Division
    entries: tuple[Entry, ...]
    stake: Stake
    winners: int
    play_off: Competition | None

    @property
    def names(self) -> str:
        return join_list(entry.name for entry in self.entries)

    @property
    def words(self) -> str:
        """As "Crown A and Bell are level, and one of them goes up"."""
        one, several = STAKES[self.stake]
        which = f"{self.winners} of them {several}" if self.winners > 1 else f"one of them {one}"
        return f"{self.names} are level, and {which}"


@dataclass(frozen=True, slots=True)
class DivisionEnd:
    """One division at the end: its table, its teams in that order, and who is level across a line."""

    division: Division
    standings: Standings
    places: tuple[TeamPlace, ...]
    levels: tuple[LevelTeams, ...]
    now: int
    then: int

    @property
    def resized(self) -> bool:
        return self.now != self.then


def division_ends(season: Season, at: datetime) -> tuple[DivisionEnd, ...]:
    """Every division of a season at its end, from the top; eight queries for an open season, five for a closed one."""
    found = list(divisions(season.slug))
    standings = tables_at_the_end(season, found, at)
    rows = Entry.objects.filter(division__in=found).select_related("team", "division", "fate__to").order_by("pk")
    entries = {str(entry.pk): entry for entry in rows}
    cups = Competition.objects.filter(play_off_of__in=found).order_by("pk")
    play_offs = {cup.play_off_of_id: cup for cup in cups}
    return tuple(_ends(found, standings, entries, play_offs))


def tables_at_the_end(season: Season, found: list[Division], at: datetime) -> Mapping[int, Standings]:
    """The tables by division: the final ones of a closed season, else as they stand."""
    if season.closed_at is None:
        return tables(found, at)
    rows = FinalTable.objects.filter(division__in=found).order_by("pk")
    return {row.division_id: from_json(row.table) for row in rows}


def _ends(
    found: Iterable[Division],
    standings: Mapping[int, Standings],
    entries: Mapping[str, Entry],
    play_offs: Mapping[int | None, Competition],
) -> Iterator[DivisionEnd]:
    by_key = {str(division.pk): division for division in found if division.pk in standings}
    proposal = ending(
        [
            Rung(
                key,
                division.rank,
                tuple(each.row for each in standings[division.pk].rows if each.row.team in entries),
                division.promoted,
                division.relegated,
            )
            for key, division in by_key.items()
        ]
    )
    proposals = {each.team: each for each in proposal.proposals}
    sizes = {key: (now, then) for key, now, then in proposal.sizes}
    for key, division in by_key.items():
        there = [each for each in standings[division.pk].rows if each.row.team in entries]
        yield DivisionEnd(
            division,
            standings[division.pk],
            tuple(_place(each, proposals[each.row.team], entries, by_key) for each in there),
            tuple(_level(each, by_key, entries, play_offs) for each in proposal.play_offs if each.division == key),
            *sizes[key],
        )


def _place(
    standing: Standing, proposed: rules.Proposal, entries: Mapping[str, Entry], by_key: Mapping[str, Division]
) -> TeamPlace:
    entry = entries[standing.row.team]
    return TeamPlace(
        entry=entry,
        standing=standing,
        proposed=proposed.destination.value if proposed.destination else "",
        to=by_key.get(proposed.to or ""),
        reason=proposed.reason,
        placement=getattr(entry, "fate", None),
    )


def _level(
    play_off: PlayOff,
    by_key: Mapping[str, Division],
    entries: Mapping[str, Entry],
    cups: Mapping[int | None, Competition],
) -> LevelTeams:
    division = by_key[play_off.division]
    teams = tuple(entries[team] for team in play_off.teams)
    return LevelTeams(division, teams, play_off.stake, play_off.winners, cups.get(division.pk))
