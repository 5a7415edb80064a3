"""The demonstration's seasons: set up by a secretary's actions; those that are over played to their end, the current
one at hand for every story (`DemoSeason`), and the next as the secretary has it on her table.

Teams go up and down between seasons as the tables say, so that last year's table explains this year's divisions. Next
season has no list yet: that is for whoever tries the wizard.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import combinations
from random import Random

from league.accounts.models import User
from league.agm.actions import end_season
from league.agm.queries.places import division_ends
from league.agm.queries.report import proposed_honours
from league.demo.cards import habits_of, play_matches, uuid_from
from league.demo.dates import WEEK, YEAR, SeasonDates, moment
from league.demo.names import Naming
from league.demo.people import Club, Officers
from league.results.actions import answer_card, submit_card
from league.results.choices import SentFor
from league.results.models import Submission
from league.results.queries import match_for
from league.schedule.actions import (
    add_division,
    decide_placements,
    generate_fixtures,
    open_season,
    place_teams,
    start_season,
)
from league.schedule.actions.endings import PlacementDecision
from league.schedule.actions.nights import add_blackout, exclude_bank_holidays, exclude_week
from league.schedule.actions.wishes import make_wish, set_match
from league.schedule.choices import BlackoutKind, Firmness, WishedFor
from league.schedule.models import Blackout, Competition, Division, Entry, Fixture, Season
from league.schedule.queries.joined_rows import with_shared_relations
from league.schedule.queries.seasons import league_competition
from league.schedule.values.calendar import nights_of
from league.schedule.values.wishes import nth_of_month
from league.standings.queries import tables
from league.teams.actions import close_venue
from league.teams.models import League, Team
from scoring.card.example import generate_card
from scoring.card.sheet import Card

Placing = Sequence[Sequence[Team]]


def set_up(league: League, naming: Naming, days: SeasonDates, placing: Placing, *, by: User) -> Season:
    """A season with its divisions, teams and list of matches, opened three weeks before its first night."""
    at = moment(days.nights[0] - timedelta(weeks=3), 19)
    season = start_season(
        league=league, name=days.name, starts=days.starts, halfway=days.halfway, ends=days.ends, by=by, at=at
    )
    competition = league_competition(season)
    last = len(naming.divisions) - 1
    divisions = [
        add_division(
            competition=competition, name=name, by=by, at=at, legs=naming.legs, promoted=naming.moving if rank else 0,
            relegated=naming.moving if rank < last else 0,
        )
        for rank, name in enumerate(naming.divisions)
    ]  # fmt: skip
    places = {team: division for division, teams in zip(divisions, placing, strict=True) for team in teams}
    place_teams(competition=competition, places=places, by=by, at=at)
    generate_fixtures(
        competition=competition, first=days.nights[0], without=days.without, by=by, at=at, draw=days.nights[0].year
    )
    return open_season(season=season, by=by, at=at)


def play_out(season: Season, clubs: Mapping[int, Club], random: Random) -> None:
    """Play a whole season, every card agreed."""
    play_matches(league_competition(season), matches_of(season), clubs, random)


def matches_of(season: Season, **which: object) -> list[Fixture]:
    """The matches of a season in the order of its list, byes left out, ready for a card; `which` narrows them."""
    teams = ("league", "division__competition__season", "home__team__league", "away__team__league", "venue")
    rows = Fixture.objects.filter(division__competition__season=season, away__isnull=False, **which)
    return list(with_shared_relations(rows.select_related(*teams).order_by("week", "division__rank", "pk")))


def hold_meeting(season: Season, naming: Naming, *, by: User) -> list[list[Team]]:
    """Close a season three weeks after its last day and decide who goes up and down; who plays where next season."""
    at = moment(season.ends + timedelta(weeks=3), 20)
    ends = division_ends(season, at)
    end_season(season=season, honours=proposed_honours(ends), by=by, at=at, reason="All matches were played")
    placing = next_placing(season, naming)
    to = {team.pk: end.division for end, teams in zip(ends, placing, strict=True) for team in teams}
    decided = [
        PlacementDecision(
            place.entry, place.proposed, to[place.entry.team_id], reason="" if place.to else "Decided by lot"
        )
        for end in ends
        for place in end.places
    ]
    decide_placements(season=season, decided=decided, by=by, at=at)
    return placing


def next_placing(season: Season, naming: Naming) -> list[list[Team]]:
    """Who is in which division next season, by the final tables."""
    divisions = list(
        Division.objects.filter(competition__season=season).select_related("competition__season").order_by("rank")
    )
    found = tables(divisions, moment(season.ends, 12))
    teams = {team.slug: team for team in Team.objects.filter(league=season.league_id).select_related("league", "venue")}
    order = [[teams[row.slug] for row in found[division.pk].rows] for division in divisions]
    for upper in range(len(order) - 1):
        down, up = order[upper][-naming.moving :], order[upper + 1][: naming.moving]
        order[upper][-naming.moving :], order[upper + 1][: naming.moving] = up, down
    return order


# --- a season while its story is played -------------------------------------------------------------------------------
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class DemoSeason:
    """A season that is being told: its clubs by team key, its nights, the day it is, and the dice."""

    season: Season
    clubs: Mapping[int, Club]
    officers: Officers
    nights: tuple[date, ...]
    today: date
    random: Random

    @property
    def by(self) -> User:
        """The secretary."""
        return self.officers.secretary

    def night(self, week: int) -> date:
        return self.nights[week - 1]

    def matches(self, week: int, rank: int | None = None) -> list[Fixture]:
        """The matches of a week (counted from 1) that are still to be played, of one division or of all."""
        there = [each for each in matches_of(self.season, week=week) if each.open]
        return [each for each in there if rank in {None, each.division.rank}]

    def club(self, entry: Entry | None) -> Club:
        assert entry is not None
        return self.clubs[entry.team_id]

    def card(self, fixture: Fixture, *, newcomer: str = "") -> Card:
        """A card of this match with nothing wrong on it; `newcomer` signs for one of the sides."""
        habits = replace(habits_of(self.club(fixture.home), self.club(fixture.away)), pegs=1.0, quick=0.0)
        habits = replace(habits, newcomer=1.0 if newcomer else 0.0)
        return generate_card(self.random, match_for(fixture), habits=habits, newcomers=[newcomer] if newcomer else [])

    def send(self, fixture: Fixture, card: Card, at: datetime, side: SentFor = SentFor.HOME) -> Submission:
        """A captain's card, sent with the match before their eyes as it is."""
        entry = fixture.home if side == SentFor.HOME else fixture.away
        return submit_card(
            fixture=fixture, card=card, sent_for=side, key=uuid_from(self.random), seen=self.version(fixture),
            by=self.club(entry).captain, at=at,
        )  # fmt: skip

    def agree(self, fixture: Fixture, sent: Submission, at: datetime) -> None:
        answer_card(submission=sent, agreed=True, by=self.club(fixture.away).captain, at=at)

    def version(self, fixture: Fixture) -> int:
        return Fixture.objects.values_list("version", flat=True).get(pk=fixture.pk)

    def play(self, fixtures: list[Fixture]) -> None:
        """Matches with nothing to tell; one captain in eight never answers."""
        play_matches(league_competition(self.season), fixtures, self.clubs, self.random, agreed=0.88)


# --- next season ------------------------------------------------------------------------------------------------------
REST_OF_WEEK = timedelta(days=6)
CUP_NIGHTS = (4, 13)


def plan_next_season(demo: DemoSeason) -> Season:
    """The season after this one, a year on, with everything that was asked for its list."""
    at = moment(demo.today - 2 * DAY, 20)
    now = demo.season
    starts, ends = now.starts + YEAR, now.ends + YEAR
    name = f"{starts.year}-{ends.year % 100:02}" if starts.year != ends.year else f"{starts.year}"
    season = start_season(
        league=now.league, name=name, starts=starts, halfway=now.halfway + YEAR, ends=ends, like=now, by=demo.by, at=at
    )
    competition = league_competition(season)
    _leave_out(demo, competition)
    _wish(demo, competition)
    return season


def _leave_out(demo: DemoSeason, competition: Competition) -> None:
    """Christmas, bank holidays on the night, and two cup weeks."""
    by, at = demo.by, moment(demo.today - 2 * DAY, 20, 15)
    season, eve = competition.season, date(competition.season.starts.year, 12, 24)
    if season.starts <= eve <= season.ends:
        monday = eve - eve.weekday() * DAY
        add_blackout(
            competition=competition, first=monday, last=monday + WEEK + REST_OF_WEEK, kind=BlackoutKind.HOLIDAY,
            reason="Christmas and New Year", by=by, at=at,
        )  # fmt: skip
    exclude_bank_holidays(competition=competition, by=by, at=at)
    for number in CUP_NIGHTS:
        exclude_week(competition=competition, on=_nights(competition)[number], kind=BlackoutKind.CUP, by=by, at=at)


def _wish(demo: DemoSeason, competition: Competition) -> None:
    by, at = demo.by, moment(demo.today - DAY, 19)
    rows = Entry.objects.select_related("team__venue", "division__competition__season__league")
    teams = {entry.name: entry for entry in rows.filter(division__competition=competition)}
    nights = _nights(competition)
    firsts, seconds = (sorted(nth_of_month(nights, number)) for number in (1, 2))

    def ask(name: str, kind: WishedFor, firmness: Firmness, words: str, **what: object) -> None:
        if name in teams:  # a team may have folded
            make_wish(entry=teams[name], kind=kind, firmness=firmness, words=words, by=by, at=at, **what)  # type: ignore[arg-type]

    ask("Fleece A", WishedFor.NO_HOME, Firmness.MUST, "darts night", dates=firsts)
    ask("Blue Bell", WishedFor.NO_HOME, Firmness.A_LOT, "quiz night", dates=seconds)
    ask("Social A", WishedFor.HOME_ON, Firmness.MUST, "the founder's supper", dates=[nights[6]])
    ask("Drovers", WishedFor.NO_AWAY, Firmness.MATTERS, "no bus back in the dark weeks", dates=nights[9:12])
    ask("Woolpack", WishedFor.NO_MATCH, Firmness.MATTERS, "half the team is at the tup sale", dates=[nights[3]])
    ask("Railway", WishedFor.NO_HOME, Firmness.A_LITTLE, "the captain is on nights", dates=nights[1:4])
    if {"Black Bull", "Dun Cow"} <= teams.keys():
        words = "one street, one car park"
        ask("Black Bull", WishedFor.NOT_BOTH_HOME, Firmness.MATTERS, words, other=teams["Dun Cow"])
    for venue, first, days, reason in (
        ("The Crown", nights[5], 0, "Beer festival"),
        ("The White Swan", nights[10] - DAY, 6, "New kitchen"),
    ):
        pub = next((entry.team.venue for entry in teams.values() if entry.team.venue.name == venue), None)
        if pub is not None:
            close_venue(venue=pub, first=first, last=first + days * DAY, reason=reason, by=by, at=at)
    derby = _neighbours(list(teams.values()))
    if derby:
        set_match(competition=competition, home=derby[0], away=derby[1], on=nights[0], by=by, at=at)


def _neighbours(entries: list[Entry]) -> tuple[Entry, Entry] | None:
    """Two teams of one division from different pubs of one village, for the opening night."""
    for one, other in combinations(entries, 2):
        pubs = one.team.venue, other.team.venue
        places = {pub.address.rpartition(", ")[2] for pub in pubs}
        if one.division_id == other.division_id and pubs[0] != pubs[1] and len(places) == 1:
            return one, other
    return None


def _nights(competition: Competition) -> tuple[date, ...]:
    """The nights that are left to the season."""
    rows = Division.objects.filter(competition=competition).select_related("competition__season__league")
    division = rows.order_by("rank", "pk")[0]
    return nights_of(division, Blackout.objects.filter(season=competition.season_id))
