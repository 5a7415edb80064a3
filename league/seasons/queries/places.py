"""The tables of a season at its end, and where each team goes from there: by rule, and as it was decided.

Reads the final tables once the season is closed, and until then those of today.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.urls import reverse

from league.base.ui import formats
from league.base.ui.formats import night
from league.cups.models import Cup, CupState
from league.results.choices import ResultState
from league.results.models import Result
from league.results.queries.tables import Standing, Standings, divisions, from_json, tables
from league.results.queries.to_do import unsettled_results
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Competition, Division, Entry, FinalTable, Fixture, Placement, Season
from league.schedule.queries.matches import whole_fixtures
from league.seasons.models import Rollover
from scoring.season.ending import Rung, Stake, ending
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


def division_ends(season: Season, at: datetime) -> tuple[DivisionEnd, ...]:
    """Every division of a season at its end, from the top, of one that was split its parts; eight queries for an open
    season, five for a closed one.
    """
    all_divisions = list(divisions(season.slug))
    split = {each.split_from_id for each in all_divisions}
    season_divisions = [each for each in all_divisions if each.pk not in split]
    standings: Mapping[int, Standings]
    if season.closed_at is None:
        standings = tables(season_divisions, at)
    else:
        final = FinalTable.objects.filter(division__in=season_divisions).order_by("pk")
        standings = {row.division_id: from_json(row.table) for row in final}
    rows = Entry.objects.filter(division__in=season_divisions).select_related("team", "division", "fate__to")
    entries = {str(entry.pk): entry for entry in rows.order_by("pk")}
    cups = Competition.objects.filter(play_off_of__in=season_divisions).order_by("pk")
    play_offs = {cup.play_off_of_id: cup for cup in cups}
    return tuple(_ends(season_divisions, standings, entries, play_offs))


def _ends(
    season_divisions: Iterable[Division],
    standings: Mapping[int, Standings],
    entries: Mapping[str, Entry],
    play_offs: Mapping[int | None, Competition],
) -> Iterator[DivisionEnd]:
    by_key = {str(division.pk): division for division in season_divisions if division.pk in standings}
    rows = {
        key: [each for each in standings[division.pk].rows if each.row.team in entries]
        for key, division in by_key.items()
    }
    proposal = ending(
        [
            Rung(key, division.rank, tuple(each.row for each in rows[key]), division.promoted, division.relegated)
            for key, division in by_key.items()
        ]
    )
    proposals = {each.team: each for each in proposal.proposals}
    sizes = {key: (now, then) for key, now, then in proposal.sizes}

    def place(standing: Standing) -> TeamPlace:
        entry, proposed = entries[standing.row.team], proposals[standing.row.team]
        destination = proposed.destination.value if proposed.destination else ""
        to, placement = by_key.get(proposed.to or ""), getattr(entry, "fate", None)
        return TeamPlace(entry, standing, destination, to, proposed.reason, placement)

    for key, division in by_key.items():
        play_off = play_offs.get(division.pk)
        levels = tuple(
            LevelTeams(division, tuple(map(entries.__getitem__, each.teams)), each.stake, each.winners, play_off)
            for each in proposal.play_offs
            if each.division == key
        )
        yield DivisionEnd(division, standings[division.pk], tuple(map(place, rows[key])), levels, *sizes[key])


# --- what is still open -------------------------------------------------------------------------------------------

SHOWN = 12
WAITING = "Results waiting for the other captain"

LooseEnd = dict[str, str]  # "what", "why", and the "url" where it is settled


def loose_ends(season: Season, ends: Iterable[DivisionEnd], at: datetime) -> list[dict[str, Any]]:
    """What is open, by kind, kinds of which nothing is open left out; three queries. Needs season.league.

    `waits` for what settles itself, so that no reason is asked for.
    """
    results = unsettled_results(season.league, at)
    groups: dict[str, Iterable[LooseEnd]] = {
        "Matches without a result": _unplayed(season),
        "Results to decide": _of(season, [*results.for_officer, *results.by_code]),
        "Level teams that need deciding": _level_teams(season, ends),
        "Points that do not count yet": _coming(season, ends),
        "Cups still running": _cups(season),
        WAITING: _of(season, results.for_captain),
    }
    kinds = [(title, list(things)) for title, things in groups.items()]
    return [
        {
            "title": title,
            "things": things,
            "waits": title == WAITING,
            "shown": things[:SHOWN],
            "more": len(things[SHOWN:]),
        }
        for title, things in kinds
        if things
    ]


def _unplayed(season: Season) -> Iterator[LooseEnd]:
    to_play = Q(state__in=[FixtureState.SCHEDULED, FixtureState.POSTPONED], away__isnull=False)
    of_league = Q(division__competition__season=season, division__competition__kind=CompetitionKind.LEAGUE)
    for fixture in whole_fixtures().filter(to_play, of_league).order_by("first_date", "pk"):
        why = f"{fixture.division}, {night(fixture.date)}" if fixture.date else f"{fixture.division}, no date"
        yield {"what": str(fixture), "why": why, "url": fixture.get_absolute_url()}


def _of(season: Season, results: Iterable[Result]) -> Iterator[LooseEnd]:
    for result in results:
        fixture: Fixture = result.fixture
        competition = fixture.division.competition
        if competition.season_id == season.pk and competition.kind == CompetitionKind.LEAGUE:
            # A card may be confirmed by both captains and still break a rule of the league.
            flagged = result.flagged and result.state != ResultState.DISPUTED
            why = "The card breaks a rule or needs your decision" if flagged else result.get_state_display()
            yield {"what": f"{fixture} {result.score}", "why": why, "url": fixture.get_absolute_url()}


def _level_teams(season: Season, ends: Iterable[DivisionEnd]) -> Iterator[LooseEnd]:
    for end in ends:
        for level in end.levels:
            if end.standings.started:
                url = reverse("play-off", args=[season.league.slug, season.slug, end.division.slug])
                yield {"what": level.names, "why": f"{end.division}: {level.words}", "url": url}


def _coming(season: Season, ends: Iterable[DivisionEnd]) -> Iterator[LooseEnd]:
    for end in ends:
        for note in end.standings.coming:
            what = f"{note.team} {formats.signed(note.points)}"
            why = f"{end.division}, from {night(note.starts, year=True)}: {note.reason}" if note.starts else note.reason
            yield {"what": what, "why": why, "url": reverse("adjustments", args=[season.league.slug])}


def _cups(season: Season) -> Iterator[LooseEnd]:
    over = (CupState.FINISHED, CupState.DROPPED)
    rows = Cup.objects.filter(division__competition__season=season).exclude(state__in=over)
    for cup in rows.select_related("division__competition__season__league").order_by("pk"):
        yield {"what": cup.name, "why": cup.get_state_display(), "url": cup.get_absolute_url()}


# --- how far it has come ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeasonEnd:
    """A season at its end. `next` is the season that was made from it, and `later` the one after it, if any."""

    season: Season
    ends: tuple[DivisionEnd, ...]
    loose: list[dict[str, Any]]
    next: Rollover | None
    later: Season | None

    @property
    def open_things(self) -> int:
        """How many things are open that do not settle themselves."""
        return sum(len(each["things"]) for each in self.loose if not each["waits"])

    @property
    def decided(self) -> bool:
        places = [place for end in self.ends for place in end.places]
        return bool(places) and all(place.placement is not None for place in places)


def season_end_of(season: Season, at: datetime) -> SeasonEnd:
    """The end of a season, in a fixed number of queries. Needs season.league."""
    ends = division_ends(season, at)
    follows = Rollover.objects.filter(before=season).select_related("season").order_by("-pk").first()
    later = Season.objects.filter(league=season.league, starts__gt=season.starts).order_by("starts").first()
    return SeasonEnd(season, ends, loose_ends(season, ends, at), follows, follows.season if follows else later)
