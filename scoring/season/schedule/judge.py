"""The judge of a fixture list: one call, and everything that can be said against it.

A team without a break is at home on every second night. Two that are so on the same nights never meet, so at most two
teams of an even division have none, and the others one or more each: n - 2 for any number of full legs (de Werra).
When each leg is the one before with home and away changed over, a team with a break has one in every leg and, since the
leg has an odd number of rounds, another where two legs join: 2 * legs - 1 each, which makes 3n - 6 for two legs. An
odd division has a bye every night and needs no break, but mirrored one for each team wherever two legs join. Dates,
pubs and wishes can only make it more.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby, pairwise
from typing import Any, TypeVar

from scoring.season.schedule.files import Misread
from scoring.season.schedule.layout import ListLayout, breach, lay_out
from scoring.season.schedule.list_rules import (
    ListCost,
    Violation,
    costs,
    meetings_in_a_row,
    own_requests,
    second_in_a_row,
    violations,
)
from scoring.season.schedule.task import Division, Match, Mode, Names, SecondHalf, Task, Team, Venue
from scoring.words import spell_out


@dataclass(frozen=True, slots=True)
class Judgement:
    """All that can be said against a list of `matches` matches.

    `breaks` are second home or away matches in a row, of each division that has any; `carry_over` is the sum of squares
    of how often a team meets the opponent that another has just met (full rounds and an even number of teams only).
    """

    id: str
    matches: int
    violations: tuple[Violation, ...]
    costs: tuple[ListCost, ...]
    breaks: Mapping[str, int]
    carry_over: Mapping[str, int]

    @property
    def hard(self) -> int:
        return len(self.violations)

    @property
    def cost(self) -> int:
        return sum(cost.amount for cost in self.costs)

    @property
    def by_kind(self) -> dict[str, int]:
        sums: Counter[str] = Counter()
        for cost in self.costs:
            sums[cost.kind] += cost.amount
        return dict(sorted(sums.items()))

    @property
    def by_code(self) -> dict[str, int]:
        return dict(sorted(Counter(violation.code for violation in self.violations).items()))

    def report(self) -> dict[str, Any]:
        """The sums as plain JSON, as `judge_fixtures --json` prints them."""
        return {
            "id": self.id,
            "matches": self.matches,
            "hard": self.hard,
            "cost": self.cost,
            "cost_by_kind": self.by_kind,
            "hard_by_code": self.by_code,
            "breaks": dict(self.breaks),
            "carry_over": dict(self.carry_over),
        }


# --- two judgements compared ------------------------------------------------------------------------------------------
Counted = TypeVar("Counted", Violation, ListCost)


@dataclass(frozen=True, slots=True)
class JudgementDifference:
    """What the second list breaks that the first keeps, and mends that the first breaks; what is dearer and cheaper.

    `by_kind` is what each kind of cost goes up by, or down where it is negative; kinds that stay as they are, are not
    in it.
    """

    broken: tuple[Violation, ...]
    mended: tuple[Violation, ...]
    dearer: tuple[ListCost, ...]
    cheaper: tuple[ListCost, ...]
    by_kind: dict[str, int]

    @property
    def hard(self) -> int:
        return len(self.broken) - len(self.mended)

    @property
    def cost(self) -> int:
        return sum(self.by_kind.values())

    @property
    def better(self) -> bool:
        """Whether the second list is the better one: fewer violations, or as many at a lower cost."""
        return (self.hard, self.cost) < (0, 0)


def compare(first: Judgement, second: Judgement) -> JudgementDifference:
    kinds = sorted(first.by_kind.keys() | second.by_kind.keys())
    sums = {kind: second.by_kind.get(kind, 0) - first.by_kind.get(kind, 0) for kind in kinds}
    return JudgementDifference(
        broken=_only(second.violations, first.violations, lambda each: (each.code, each.text)),
        mended=_only(first.violations, second.violations, lambda each: (each.code, each.text)),
        dearer=_only(second.costs, first.costs, lambda each: (each.kind, each.amount, each.text)),
        cheaper=_only(first.costs, second.costs, lambda each: (each.kind, each.amount, each.text)),
        by_kind={kind: amount for kind, amount in sums.items() if amount},
    )


def _only(these: Iterable[Counted], those: Iterable[Counted], key: Callable[[Counted], object]) -> tuple[Counted, ...]:
    """What is said here and not there; what is said twice here and once there, once."""
    counts = Counter(key(item) for item in those)
    extras = []
    for item in these:
        if counts[key(item)]:
            counts[key(item)] -= 1
        else:
            extras.append(item)
    return tuple(extras)


def judge(task: Task, matches: Iterable[Match], misread: Iterable[Misread] = ()) -> Judgement:
    """What a list is worth. Of `misread`, as `read_list` returns it, the wrong round numbers count as H01."""
    layout, names = lay_out(task, matches), Names.of(task)
    misnumbered = (Violation("H01", f"line {each.line}: {each.text}") for each in misread if each.misnumbered)
    return Judgement(
        id=layout.task.id,
        matches=len(layout.matches),
        violations=(*misnumbered, *violations(layout, names)),
        costs=tuple(costs(layout, names)),
        breaks=breaks(layout),
        carry_over={
            division.id: _carry_over(division, layout)
            for division in layout.task.divisions
            if division.mode is Mode.ROUNDS and len(division.teams) % 2 == 0
        },
    )


def breaks(layout: ListLayout) -> dict[str, int]:
    """How many breaks each division has; one without any is left out."""
    counts: Counter[str] = Counter()
    for team, mine in layout.of.items():
        counts[layout.teams[team].division] += sum(1 for _ in second_in_a_row(team, mine))
    return {division: number for division, number in counts.items() if number}


def _carry_over(division: Division, layout: ListLayout) -> int:
    """The sum of squares of how often a team meets whom another met the round before; the last leads to the first."""
    used = layout.used[division.id]
    met: dict[object, dict[str, str]] = {day: {} for day in used}
    for match in layout.matches:
        if match.division == division.id:
            met[match.date] |= {match.home: match.away, match.away: match.home}
    passed = Counter(
        (before[team], after[team])
        for one, other in pairwise([*used, *used[:1]])
        for before, after in [(met[one], met[other])]
        for team in before.keys() & after.keys()
    )
    return sum(times * times for times in passed.values())


# --- how few breaks a division can have -------------------------------------------------------------------------------
def fewest_breaks(task: Task, division: Division) -> int:
    """A number of breaks that no list without violations goes below; 0 where nothing is proved."""
    teams = len(division.teams)
    if division.mode is not Mode.ROUNDS or division.quota or teams < 2 or _doubled(task, division):
        return 0
    mirrored = division.second_half is SecondHalf.MIRRORED
    if teams % 2:
        return teams * (division.legs - 1) if mirrored else 0
    return (teams - 2) * (2 * division.legs - 1 if mirrored else 1)


def lower_bound(task: Task) -> int:
    """A cost that no list without violations goes below: the price of the fewest breaks of every division."""
    return task.weights.breaks * sum(fewest_breaks(task, division) for division in task.divisions)


def _doubled(task: Task, division: Division) -> bool:
    """Whether a team has two fixed matches on one night, where the proof does not hold."""
    here = [fixed.match for fixed in task.fixed if fixed.match.division == division.id]
    played = Counter((team, match.date) for match in here for team in (match.home, match.away))
    return any(times > 1 for times in played.values())


# --- team by team, pub by pub, division by division -------------------------------------------------------------------
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


# --- how full its nights are ------------------------------------------------------------------------------------------
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
