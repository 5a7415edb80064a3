"""The end of a season: its tables and where each team goes, by rule and as it was decided, what is still open, the
honours that go on the board, the annual report, and the papers of the meeting.

Reads the final tables once the season is closed, and until then those of today. Honours are winners and runners-up of
its divisions and best averages; cups put their own winners on the board. All is public.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import Any

from django.db.models import Count, Min, Q
from django.urls import reverse

from league.base.ui import formats
from league.base.ui.formats import night
from league.cups.models import LONGEST_WINNER, Cup, CupState, Honour
from league.pages.queries.averages import AverageLine, AveragesPage, averages_page
from league.results.choices import ResultState, SentFor
from league.results.models import Appearance, Result, Submission
from league.results.queries.tables import Standing, Standings, divisions, from_json, tables
from league.results.queries.to_do import unsettled_results
from league.schedule.choices import CompetitionKind, FixtureState, Movement
from league.schedule.models import Competition, Division, Entry, FinalTable, Fixture, Move, Placement, Season
from league.schedule.queries.matches import whole_fixtures
from league.schedule.queries.seasons import league_competition, rule_book
from league.schedule.values.matches import starts_at
from league.seasons.models import Rollover
from league.teams.models import Player, Team
from scoring.card.outcome import Kind
from scoring.season.ending import Rung, Stake, ending
from scoring.words import join_list, several

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


# --- what is still open -----------------------------------------------------------------------------------------------
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


# --- how far it has come ----------------------------------------------------------------------------------------------
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


# --- the lines for the honours board ----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class HonourLine:
    """One line for the board; `team` and `players` are who the winner is, while the name is theirs."""

    title: str
    winner: str
    runner_up: str = ""
    note: str = ""
    team: Team | None = None
    players: tuple[Player, ...] = ()


def proposed_honours(ends: Iterable[DivisionEnd]) -> tuple[HonourLine, ...]:
    """First and second of every division that was played, and of its averages; three queries a division."""
    played = [end for end in ends if end.standings.started]
    return honours_from(played, [averages_page(end.division) for end in played])


def honours_from(played: Sequence[DivisionEnd], averages: Sequence[AveragesPage]) -> tuple[HonourLine, ...]:
    """First and second of each table, then of the averages of each division."""
    of_tables = []
    for end in played:
        teams = {place.standing.name: place.entry.team for place in end.places}
        winner, runner_up = (_shared(each.name for each in _at(end, place)) for place in (1, 2))
        of_tables.append(HonourLine(str(end.division), winner, runner_up, team=teams.get(winner)))
    best = (line for end, page in zip(played, averages, strict=True) for line in _of_averages(end, page))
    return (*of_tables, *best)


def _of_averages(end: DivisionEnd, page: AveragesPage) -> Iterator[HonourLine]:
    first, second = ([each for each in page.ranked if each.average.place == place] for place in (1, 2))
    if first:
        yield HonourLine(
            title=f"{end.division}, best average",
            winner=_shared(each.player.honours_name for each in first),
            runner_up=_shared(each.player.honours_name for each in second),
            note=f"{first[0].percent}% of games won",
            players=tuple(each.player for each in first),
        )


def _shared(names: Iterable[str]) -> str:
    """All who share a place; where the board has no room for so many, the first of them and how many others."""
    named = list(names)
    if len(together := " and ".join(named)) <= LONGEST_WINNER:
        return together
    return f"{named[0]} and {len(named) - 1} others"


def _at(end: DivisionEnd, place: int) -> list[Standing]:
    return [
        each.standing for each in end.places if each.standing.row.place == place and not each.standing.row.withdrawn
    ]


BEST = 3  # places of the averages, with everybody who shares one


# --- the report -------------------------------------------------------------------------------------------------------
# On paper, in rows of a table.
COLUMN, TABLE_HEAD, HONOUR = 41, 3.2, 1.8


@dataclass(frozen=True, slots=True)
class SeasonReport:
    """A season on one page. `honours` are those of the board or, while the season is open, as they would be today."""

    season: Season
    ends: tuple[DivisionEnd, ...]
    honours: tuple[HonourLine, ...]
    figures: tuple[tuple[str, str, str], ...]  # what, how many or who, and a word more
    averages: tuple[tuple[str, tuple[AverageLine, ...]], ...]

    @property
    def in_one_column(self) -> bool:
        """Whether the tables and honours leave the second column of the paper to the rest."""
        rows = sum(TABLE_HEAD + len(end.places) for end in self.ends) + HONOUR * (1 + len(self.honours))
        return bool(self.ends) and rows <= COLUMN


def report_of(season: Season, at: datetime) -> SeasonReport:
    """The report of a season; a fixed number of queries, and three for each division. Needs season.league."""
    ends = division_ends(season, at)
    played = [end for end in ends if end.standings.started]
    averages = [averages_page(end.division) for end in played]
    rows = Honour.objects.filter(league=season.league, year=season.ends.year).order_by("pk")
    board = tuple(HonourLine(row.title, row.winner, row.runner_up, row.note) for row in rows)
    titles = {line.title for line in board}
    proposed = () if season.closed_at else honours_from(played, averages)
    return SeasonReport(
        season=season,
        ends=ends,
        honours=(*(line for line in proposed if line.title not in titles), *board),
        figures=tuple(_figures(season)),
        averages=tuple(
            (str(end.division), tuple(line for line in page.ranked if line.average.place <= BEST))
            for end, page in zip(played, averages, strict=True)
        ),
    )


def _figures(season: Season) -> Iterator[tuple[str, str, str]]:
    of_league = Q(
        division__competition__season=season, division__competition__kind=CompetitionKind.LEAGUE, away__isnull=False
    )
    fixtures = Fixture.objects.filter(of_league)
    states = dict(fixtures.values_list("state").annotate(Count("pk")))
    results = Result.objects.filter(fixture__in=fixtures.values("pk"))
    kinds = dict(results.values_list("kind").annotate(Count("pk")))
    to_play = states.get(FixtureState.SCHEDULED, 0) + states.get(FixtureState.POSTPONED, 0)
    still = f"and {to_play} still to play" if to_play else ""
    yield "Matches played", str(states.get(FixtureState.PLAYED, 0)), still
    yield "Walkovers and awards", str(kinds.get(Kind.WALKOVER, 0) + kinds.get(Kind.AWARDED, 0)), ""
    moved = Move.objects.filter(fixture__in=fixtures.values("pk"))
    yield "Matches postponed or moved", str(moved.values("fixture").distinct().count()), ""
    late, sent = _late(season)
    yield "Late cards", str(late), f"of {sent} sent"
    people = Appearance.objects.filter(result__in=results.filter(counts=True).values("pk")).aggregate(
        players=Count("player", distinct=True)
    )
    yield "Players who played", str(people["players"]), ""
    pub = fixtures.filter(state=FixtureState.PLAYED).values_list("venue__name").annotate(home=Count("pk"))
    for name, matches in pub.order_by("-home", "venue__name")[:1]:
        yield "Busiest pub", f"{name}, {several(matches, 'match')}", ""


def _late(season: Season) -> tuple[int, int]:
    """How many matches' first cards came late, and of how many there was one; two queries."""
    competition = league_competition(season)
    captains = Submission.objects.exclude(sent_for=SentFor.LEAGUE).filter(fixture__division__competition=competition)
    first = dict(captains.values_list("fixture").annotate(Min("received_at")))
    late = 0
    within: dict[int, timedelta] = {}
    of_division = ("division__rules", "division__competition")
    fixtures = Fixture.objects.filter(division__competition=competition).select_related("division")
    for fixture in fixtures.only("date", "first_date", "start_time", *of_division):
        start, came = starts_at(fixture), first.get(fixture.pk)
        if fixture.division_id not in within:
            fixture.division.competition = competition
            within[fixture.division_id] = timedelta(hours=fixture.division.rules_in_force().submit_within)
        late += came is not None and start is not None and came > start + within[fixture.division_id]
    return late, len(first)


# --- the papers of the meeting ----------------------------------------------------------------------------------------
def papers_of(season: Season, at: datetime) -> dict[str, Any]:
    """The papers of a season's meeting: its `report`, the `moves` of each division with its movers, the `teams`, the
    same two by two for the `slips`, and the rule `book`; the queries of the report and two more. Needs season.league.
    """
    report = report_of(season, at)
    here = (place for end in report.ends for place in end.places if not place.standing.row.withdrawn)
    teams = sorted({place.entry.name for place in here})
    return {
        "report": report,
        "moves": [(end, list(filter(None, map(_mover, end.places)))) for end in report.ends],
        "teams": teams,
        "slips": two_by_two(teams),
        "book": rule_book(season.league, season),
    }


def two_by_two(teams: Sequence[str]) -> list[tuple[str, str | None]]:
    """None for no second."""
    return list(zip_longest(teams[::2], teams[1::2]))


def _mover(place: TeamPlace) -> tuple[str, str, str] | None:
    """A team that does not simply stay: where it goes, and why, as the rule says or as it was decided."""
    decided = place.placement
    if place.proposed == Movement.STAYS and (decided is None or decided.way == Movement.STAYS):
        return None
    if decided is not None:
        to = f", to {decided.to}" if decided.to and decided.way != Movement.STAYS else ""
        return place.entry.name, f"{decided.get_way_display()}{to}", decided.reason or place.reason
    if not place.proposed:
        return place.entry.name, "Not settled", place.reason
    to = f", to {place.to}" if place.to and place.proposed != Movement.STAYS else ""
    return place.entry.name, f"{Movement(place.proposed).label}{to}", place.reason
