"""A fixture list looked at team by team, pub by pub, division by division and wish by wish."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from scoring.season.schedule.judge import Judgement, fewest_breaks, judge
from scoring.season.schedule.layout import ListLayout, breach, lay_out
from scoring.season.schedule.list_rules import meetings_in_a_row, own_requests, second_in_a_row
from scoring.season.schedule.task import Division, Match, Mode, Names, Task, Team, Venue
from scoring.words import spell_out


@dataclass(frozen=True, slots=True)
class TeamHealth:
    """One team's season.

    `breaks` are second matches in a row at the same end and `longest_run` the most of them running; `shortest_gap` is
    in days between two meetings with the same team (None: it meets nobody twice); `clashes` are violations that its
    matches have a part in; `idle` are weeks without a match between its first and its last. `asked` are its requests
    about itself alone, `unmet` those of them that are not met, and `unmet_before` those of last season.
    """

    team: str
    home: int
    away: int
    breaks: int
    longest_run: int
    shortest_gap: int | None
    clashes: int
    idle: int
    requests: int = 0
    unmet: int = 0
    unmet_before: int = 0


@dataclass(frozen=True, slots=True)
class VenueHealth:
    """One pub's season: nights with a match, most matches on a night, and the nights with more than it can hold."""

    venue: str
    boards: int
    matches: int
    nights: int
    most: int
    over: tuple[date, ...]


@dataclass(frozen=True, slots=True)
class DivisionHealth:
    """One division: `fewest` is a number of breaks that no list can go below, `text` says what that means here.

    `free` are the nights on which it could play and does not.
    """

    division: str
    matches: int
    nights: int
    breaks: int
    fewest: int
    carry_over: int | None
    text: str
    free: tuple[date, ...]


@dataclass(frozen=True, slots=True)
class WishHealth:
    """Whether a wish (by its place in the task, ids need not differ) is met, and how it is not."""

    place: int
    id: str
    hard: bool
    met: bool
    text: str


@dataclass(frozen=True, slots=True)
class Health:
    judgement: Judgement
    teams: tuple[TeamHealth, ...]
    venues: tuple[VenueHealth, ...]
    divisions: tuple[DivisionHealth, ...]
    wishes: tuple[WishHealth, ...]


def health(task: Task, matches: Iterable[Match]) -> Health:
    """Everything about a list, in the order of the task; pubs without a team are left out."""
    matches = tuple(matches)
    layout, judgement = lay_out(task, matches), judge(task, matches)
    clashes: Counter[str] = Counter()
    for violation in judgement.violations:
        clashes.update({team for match in violation.matches for team in (match.home, match.away)})
    gaps: dict[str, int] = {}
    for _, first, second in meetings_in_a_row(layout):
        days = (second.date - first.date).days
        for side in (first.home, first.away):
            gaps[side] = min(days, gaps.get(side, days))
    hosts = {team.venue for team in task.teams}
    requests = own_requests(layout)
    return Health(
        judgement=judgement,
        teams=tuple(
            _team(layout, team, clashes[team.id], gaps.get(team.id), requests.get(team.id, (0, 0)))
            for team in task.teams
        ),
        venues=tuple(_venue(layout, venue) for venue in task.venues if venue.id in hosts),
        divisions=tuple(_division(layout, division, judgement) for division in task.divisions),
        wishes=tuple(_wishes(layout)),
    )


def wishes_health(task: Task, matches: Iterable[Match]) -> tuple[WishHealth, ...]:
    return tuple(_wishes(lay_out(task, matches)))


def unmet_requests(task: Task, matches: Iterable[Match]) -> dict[str, int]:
    """For each team how many of its requests about itself alone are not met; teams that have none are left out."""
    return {team: unmet for team, (_, unmet) in own_requests(lay_out(task, matches)).items()}


def _team(layout: ListLayout, team: Team, clashes: int, gap: int | None, requests: tuple[int, int]) -> TeamHealth:
    mine = layout.of[team.id]
    ends = [match.home == team.id for match in mine]
    return TeamHealth(
        team=team.id,
        home=sum(ends),
        away=len(ends) - sum(ends),
        breaks=sum(1 for _ in second_in_a_row(team.id, mine)),
        longest_run=max((len(list(run)) for _, run in groupby(ends)), default=0),
        shortest_gap=gap,
        clashes=clashes,
        idle=_idle(layout, team, mine),
        requests=requests[0],
        unmet=requests[1],
        unmet_before=team.unmet_before,
    )


def _idle(layout: ListLayout, team: Team, mine: list[Match]) -> int:
    """Weeks in which its division plays (full rounds) or could play (relaxed), and it does not."""
    if not mine:
        return 0
    division = layout.divisions[team.division]
    days = layout.used[division.id] if division.mode is Mode.ROUNDS else division.dates
    between = {day.isocalendar()[:2] for day in days if mine[0].date < day < mine[-1].date}
    return len(between - {match.date.isocalendar()[:2] for match in mine})


def _venue(layout: ListLayout, venue: Venue) -> VenueHealth:
    load = Counter(match.date for match in layout.matches if layout.teams[match.home].venue == venue.id)
    over = (day for day, matches in load.items() if day in venue.closed or matches > venue.boards)
    return VenueHealth(
        venue=venue.id,
        boards=venue.boards,
        matches=load.total(),
        nights=len(load),
        most=max(load.values(), default=0),
        over=tuple(sorted(over)),
    )


def _division(layout: ListLayout, division: Division, judgement: Judgement) -> DivisionHealth:
    breaks, fewest = judgement.breaks.get(division.id, 0), fewest_breaks(layout.task, division)
    text = spell_out(breaks, "back-to-back home or away match")
    if breaks > fewest > 0:
        text += f"; no list can have fewer than {fewest}"
    elif breaks == fewest:
        text += ", and no list can have fewer" if fewest else ""
    return DivisionHealth(
        division=division.id,
        matches=len(layout.within[division.id]),
        nights=len(layout.used[division.id]),
        breaks=breaks,
        fewest=fewest,
        carry_over=judgement.carry_over.get(division.id),
        text=f"{division.name}: {text}",
        free=tuple(day for day in division.dates if day not in set(layout.used[division.id])),
    )


def _wishes(layout: ListLayout) -> Iterator[WishHealth]:
    names = Names.of(layout.task)
    for place, wish in enumerate(layout.task.wishes):
        wish_breach = breach(wish, layout)
        text = names.broken_wish_text(wish, wish_breach.days) if wish_breach.times else names.wish_text(wish)
        yield WishHealth(place, wish.id, wish.hard, not wish_breach.times, text)


# --- how full its nights are --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PubLoad:
    """One pub's home matches on each night, and the nights (by their place) on which it is closed."""

    venue: Venue
    matches: tuple[int, ...]
    closed: frozenset[int]

    @property
    def over(self) -> int:
        """Nights with more matches than boards, or with a match while it is closed."""
        boards = self.venue.boards
        return sum(count > (0 if at in self.closed else boards) for at, count in enumerate(self.matches))


@dataclass(frozen=True, slots=True)
class NightLoad:
    """Every night that has a match, in order: pubs that have a team, matches in all, and teams without a match.

    A team is idle on a night when its division plays and it does not.
    """

    nights: tuple[date, ...]
    pubs: tuple[PubLoad, ...]
    matches: tuple[int, ...]
    idle: tuple[int, ...]


def night_load(task: Task, matches: Iterable[Match]) -> NightLoad:
    """A list night by night and pub by pub, pubs in the order of the task."""
    listed = tuple(matches)
    nights = tuple(sorted({match.date for match in listed}))
    home = {team.id: team.venue for team in task.teams}
    pub_counts = Counter((home[match.home], match.date) for match in listed if match.home in home)
    in_all = Counter(match.date for match in listed)
    playing = {(team, match.date) for match in listed for team in (match.home, match.away)}
    called = {(match.division, match.date) for match in listed}
    hosts = set(home.values())
    return NightLoad(
        nights=nights,
        pubs=tuple(
            PubLoad(
                venue,
                tuple(pub_counts[venue.id, night] for night in nights),
                frozenset(at for at, night in enumerate(nights) if night in venue.closed),
            )
            for venue in task.venues
            if venue.id in hosts
        ),
        matches=tuple(in_all[night] for night in nights),
        idle=tuple(
            sum((team.division, night) in called and (team.id, night) not in playing for team in task.teams)
            for night in nights
        ),
    )
