"""A list as pages show it: how good it is, night by night, team by team, as a square, and laid out to be changed."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from league.base.jobs.models import Job
from league.base.ui.charts import Heat, HeatMap
from league.base.ui.formats import night
from league.schedule.models import FixtureList
from league.schedule.presenters.manual_edit import KINDS, sums_in_words
from league.schedule.values.lists import ListContents, match_key
from scoring.season.schedule.health import TeamHealth, VenueHealth, health
from scoring.season.schedule.judge import Judgement
from scoring.season.schedule.layout import NightLoad, PubLoad, night_load
from scoring.season.schedule.night_plan import is_choice
from scoring.season.schedule.sentences import Names
from scoring.season.schedule.sentences import nights as nights_named
from scoring.season.schedule.task import Division, Match
from scoring.words import join_list, several

CLOSED = "\N{MULTIPLICATION SIGN}"
SHOWN = {
    "nights": "By night",
    "teams": "By team",
    "grid": "Grid",
    "health": "More about this draft",
}


@dataclass(frozen=True, slots=True)
class ProposedMatch:
    """One match on a page: its teams and pub by name, and whether it is locked."""

    match: Match
    key: str
    home: str
    away: str
    venue: str
    division: str
    locked: bool


@dataclass(frozen=True, slots=True)
class Bench:
    """The matches of one night, or of one team, laid out to be changed or locked; `faults` are those that they bring
    about. `nights` has every night with how many faults there are on it.
    """

    night: date | None
    team: str
    name: str
    lines: tuple[ProposedMatch, ...]
    faults: tuple[str, ...]
    nights: tuple[tuple[date, int], ...]
    teams: tuple[tuple[str, str], ...]

    @property
    def query(self) -> str:
        return urlencode({"team": self.team} if self.team else {"night": self.night.isoformat() if self.night else ""})

    @property
    def all_locked(self) -> bool:
        return all(line.locked for line in self.lines)

    @property
    def step(self) -> tuple[date | None, date | None]:
        days = [day for day, _ in self.nights]
        place = days.index(self.night) if self.night in days else -1
        if place < 0:
            return None, None
        return (days[place - 1] if place else None), (days[place + 1] if place + 1 < len(days) else None)

    def chosen(self, key: str) -> tuple[Match, ...]:
        """The match that was named, or all of them."""
        return tuple(line.match for line in self.lines if not key or line.key == key)


@dataclass(frozen=True, slots=True)
class NamedHealth:
    """How one team or pub fares in a list, under its name."""

    name: str
    health: TeamHealth | VenueHealth


def list_page(shown: ListContents, show: str, params: Mapping[str, str]) -> dict[str, Any]:
    """What the page of a list needs to show it in one of the ways of SHOWN."""
    if not shown.matches:
        return {}
    context: dict[str, Any] = {"bound": bound_in_words(shown.row)}
    if show == "health":
        return context | _health(shown)
    division = _chosen(shown, params.get("division", ""))
    context |= {"divisions": shown.task.divisions, "division": division, "unmet": shown.unmet}
    if show == "nights":
        return context | {"nights": _by_night(shown, division)}
    if show == "teams":
        return context | {"teams": _by_team(shown, division)}
    return context | {"grid": _grid(shown, division)}


def bench_of(shown: ListContents, params: Mapping[str, str]) -> Bench:
    """One night's matches (the first that has a fault, if none is asked for), or one team's."""
    judged = shown.judged()
    faulty = Counter(day for fault in judged.violations for day in {match.date for match in fault.matches})
    team = params.get("team", "") if params.get("team") in {each.id for each in shown.task.teams} else ""
    nights = tuple((day, faulty[day]) for day in shown.nights)
    wanted = next((day for day in shown.nights if day.isoformat() == params.get("night")), None)
    on = None if team else wanted or next((day for day, faults in nights if faults), next(iter(shown.nights), None))
    matches = {match for match in shown.matches if match.date == on or team in (match.home, match.away)}
    return Bench(
        night=on,
        team=team,
        name=shown.names[team] if team else "",
        lines=lines_of(shown, matches),
        faults=tuple(fault.text for fault in judged.violations if matches & set(fault.matches)),
        nights=nights,
        teams=tuple((each.id, each.name) for each in sorted(shown.task.teams, key=lambda each: each.name)),
    )


def lines_of(shown: ListContents, matches: Iterable[Match]) -> tuple[ProposedMatch, ...]:
    """Matches by night, then in the order of the divisions."""
    order = {division.id: place for place, division in enumerate(shown.task.divisions)}
    venues = {team.id: team.venue for team in shown.task.teams}
    return tuple(
        ProposedMatch(
            match=match,
            key=match_key(match),
            home=shown.names.get(match.home, match.home),
            away=shown.names.get(match.away, match.away),
            venue=shown.names.get(venues.get(match.home, ""), ""),
            division=shown.names.get(match.division, match.division),
            locked=match in shown.locked,
        )
        for match in sorted(matches, key=lambda match: (match.date, order.get(match.division, 0), match))
    )


def _health(shown: ListContents) -> dict[str, Any]:
    list_health = health(shown.task, shown.matches)
    requests = [wish for wish in list_health.wishes if not is_choice(wish.id)]
    unmet = [wish for wish in requests if not wish.met]
    return {
        "judged": list_health.judgement,
        "kinds": sums_in_words(list_health.judgement.by_kind),
        "divisions_seen": list_health.divisions,
        "wishes": requests,
        "unmet": unmet,
        "met": len(requests) - len(unmet),
        "choices": [wish for wish in list_health.wishes if is_choice(wish.id)],
        "teams_seen": [NamedHealth(shown.names[each.team], each) for each in list_health.teams],
        "venues_seen": [NamedHealth(shown.names[each.venue], each) for each in list_health.venues],
        "load": load_map(night_load(shown.task, shown.matches)),
        "free": [
            f"{shown.names[each.division]}: {nights_named(each.free)}." for each in list_health.divisions if each.free
        ],
        "shares": shares_in_words(shown.names, list_health.teams),
    }


def bound_in_words(row: FixtureList) -> str:
    """How good a draft is beside the fewest penalty points that any can have; "" where that is not known."""
    if row.hard or row.cost is None or row.bound is None:
        return ""
    if row.bound >= row.cost:
        return f"No draft can be better: its penalty score is {row.cost}, and none can have a lower one."
    return f"Its penalty score is {row.cost}; a better draft has a lower one, but none can be below {row.bound}."


def shares_in_words(names: Mapping[str, str], teams: Sequence[TeamHealth]) -> tuple[str, ...]:
    """Whose requests are met least, and whether that is who fared worst last season; nothing where all are met."""
    most = max((each.unmet for each in teams), default=0)
    if not most:
        return ()
    worst = [each for each in teams if each.unmet == most]
    requests = max(each.requests for each in worst)
    before = max(each.unmet_before for each in teams)
    again = [names[each.team] for each in worst if before and each.unmet_before == before]
    share = f"{most} of {requests} requests" if len(worst) == 1 else f"{several(most, 'request')} each"
    sentences = [f"Most not met: {join_list([names[each.team] for each in worst])}, {share}."]
    if again:
        sentences.append(f"Last season too, nobody had more requests that were not met than {join_list(again)}.")
    elif before:
        sentences.append("None of them had the most requests not met last season.")
    return tuple(sentences)


def load_map(load: NightLoad) -> HeatMap:
    """How full every pub is on every night, and who has no match, with the worst of it in words."""
    over = [f"{pub.venue.name} on {several(pub.over, 'night')}" for pub in load.pubs if pub.over]
    idle = sum(1 for each in load.idle if each)
    return HeatMap(
        key="load",
        title="Home matches at each pub on each night",
        corner="Pub",
        heads=tuple(f"{each.day} {each:%b}" for each in load.nights),
        rows=tuple((pub.venue.name, tuple(_heat(pub, at) for at in range(len(load.nights)))) for pub in load.pubs),
        totals=(("Matches", load.matches), ("Teams without a match", load.idle)),
        words=f"Filled: every board is taken. {CLOSED}: closed. "
        + (
            f"Framed: more matches than boards, or closed: {', '.join(over)}. "
            if over
            else "No pub has more matches than boards. "
        )
        + (f"Teams without a match: on {several(idle, 'night')}." if idle else "Every team plays every night."),
    )


def _heat(pub: PubLoad, at: int) -> Heat:
    count, closed = pub.matches[at], at in pub.closed
    if not count:
        return Heat(CLOSED, "closed") if closed else Heat("", "")
    if closed or count > pub.venue.boards:
        return Heat(str(count), "over")
    return Heat(str(count), "full" if count == pub.venue.boards else "some")


def _chosen(shown: ListContents, key: str) -> Division:
    return next((each for each in shown.task.divisions if each.id == key), shown.task.divisions[0])


def _by_night(shown: ListContents, division: Division) -> list[tuple[date, tuple[ProposedMatch, ...], list[str]]]:
    """Every night of a division: its matches, and who has none."""
    nights = []
    for day in sorted({match.date for match in shown.matches if match.division == division.id}):
        matches = [match for match in shown.matches if match.division == division.id and match.date == day]
        playing = {team for match in matches for team in (match.home, match.away)}
        resting = [shown.names[team] for team in division.teams if team not in playing]
        nights.append((day, lines_of(shown, matches), resting))
    return nights


def _by_team(shown: ListContents, division: Division) -> list[tuple[str, list[tuple[date, str, str]]]]:
    """Every team of a division with its nights: the date, "home" or "away", and the opponent."""
    team_rows = []
    for team in sorted(division.teams, key=lambda team: shown.names[team]):
        mine = sorted(match for match in shown.matches if team in (match.home, match.away))
        team_rows.append(
            (
                shown.names[team],
                [
                    (
                        match.date,
                        "home" if match.home == team else "away",
                        shown.names.get(match.away if match.home == team else match.home, ""),
                    )
                    for match in sorted(mine, key=lambda match: match.date)
                ],
            )
        )
    return team_rows


def _grid(shown: ListContents, division: Division) -> dict[str, Any]:
    """Home teams down, away teams across, and the nights in the squares, without their weekday if it is the usual."""
    teams = sorted(division.teams, key=lambda team: shown.names[team])
    mine = sorted(match for match in shown.matches if match.home in division.teams)
    usual = Counter(f"{match.date:%A}" for match in mine).most_common(1)
    dates: dict[tuple[str, str], list[str]] = {}
    for match in mine:
        short = f"{match.date.day} {match.date:%b}"
        dates.setdefault((match.home, match.away), []).append(
            short if f"{match.date:%A}" == usual[0][0] else night(match.date)
        )
    rows = [
        (shown.names[home], [None if home == away else dates.get((home, away), []) for away in teams]) for home in teams
    ]
    return {"heads": [shown.names[team] for team in teams], "rows": rows, "usual": usual[0][0] if usual else ""}


# --- drafts side by side ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One figure of every list, in the order of the lists; `best` says which of them are the lowest, if they differ."""

    name: str
    values: tuple[int | None, ...]

    @property
    def cells(self) -> list[tuple[int | None, bool]]:
        values = [value for value in self.values if value is not None]
        lowest = min(values) if values and len(set(self.values)) > 1 else None
        return [(value, value is not None and value == lowest) for value in self.values]


@dataclass(frozen=True, slots=True)
class Comparison:
    """`sums` of each list, `wishes` that not all of them meet with who does, `teams` for which they cost different
    sums, and for two lists the matches that are not on the same night at the same pub.
    """

    lists: tuple[ListContents, ...]
    sums: tuple[ComparisonRow, ...]
    wishes: tuple[tuple[str, tuple[bool, ...]], ...]
    teams: tuple[ComparisonRow, ...]
    same: int
    differing: tuple[tuple[str, tuple[str, ...]], ...]


def compared(lists: Sequence[ListContents]) -> Comparison:
    judged = [each.judged() for each in lists]
    meetings = [_meetings(each.matches) for each in lists]
    names = {key: name for each in reversed(lists) for key, name in each.names.items()}
    pairs = sorted({pair for each in meetings for pair in each}, key=lambda pair: [names.get(key, key) for key in pair])
    nights = {pair: tuple(_nights(each.get(pair, [])) for each in meetings) for pair in pairs}
    return Comparison(
        lists=tuple(lists),
        sums=tuple(_sums(lists, judged)),
        wishes=tuple(_wishes(lists, judged)),
        teams=tuple(_teams(judged, names)),
        same=sum(len(set(there)) == 1 for there in nights.values()),
        differing=tuple(
            (f"{names.get(home, home)} v {names.get(away, away)}", there)
            for (home, away), there in nights.items()
            if len(set(there)) > 1
        ),
    )


def _sums(lists: Sequence[ListContents], judged: Sequence[Judgement]) -> list[ComparisonRow]:
    lines = [
        ComparisonRow("Rules broken", tuple(each.hard for each in judged)),
        ComparisonRow("Penalty points", tuple(each.cost for each in judged)),
        ComparisonRow("Fewest penalty points possible", tuple(each.row.bound for each in lists)),
        ComparisonRow("Back-to-back home or away matches", tuple(sum(each.breaks.values()) for each in judged)),
    ]
    kinds = [
        ComparisonRow(f"Points for {text}", tuple(each.by_kind.get(kind, 0) for each in judged))
        for kind, text in KINDS.items()
    ]
    return [*lines, *(line for line in kinds if any(line.values))]


def _wishes(lists: Sequence[ListContents], judged: Sequence[Judgement]) -> list[tuple[str, tuple[bool, ...]]]:
    """Every wish that one of the lists does not meet, with whether each does."""
    unmet = [{key for cost in each.costs if cost.kind == "rule" for key in cost.about} for each in judged]
    wishes = {wish.id: Names.of(each.task).wish_text(wish) for each in lists for wish in each.task.wishes}
    return [
        (text, tuple(key not in broken for broken in unmet))
        for key, text in wishes.items()
        if any(key in broken for broken in unmet)
    ]


def _teams(judged: Sequence[Judgement], names: dict[str, str]) -> list[ComparisonRow]:
    """What each list costs a team, where they are not all the same."""
    sums = [Counter[str]() for _ in judged]
    for each, found in zip(judged, sums, strict=True):
        for cost in each.costs:
            for key in cost.about:
                found[key] += cost.amount
    teams = sorted({key for found in sums for key in found} & names.keys(), key=lambda key: names[key])
    lines = [ComparisonRow(names[key], tuple(found[key] for found in sums)) for key in teams]
    return [line for line in lines if len(set(line.values)) > 1]


def _meetings(matches: Iterable[Match]) -> dict[tuple[str, str], list[Match]]:
    matches_by_pair: dict[tuple[str, str], list[Match]] = {}
    for match in sorted(matches):
        matches_by_pair.setdefault((match.home, match.away), []).append(match)
    return matches_by_pair


def _nights(matches: Iterable[Match]) -> str:
    return ", ".join(night(match.date) for match in matches) or "not in this draft"


def chart_of(job: Job) -> str:
    """How the cost went down, as points of a line 100 wide and 24 high; "" before two lists were found."""
    line = job.progress.get("line") or []
    if len(line) < 2:
        return ""
    last, top, low = max(float(job.progress.get("seconds") or 0), line[-1][0]) or 1, line[0][1], line[-1][1]
    steps = [*line, (last, low)]
    return " ".join(
        f"{100 * seconds / last:.1f},{22 - 20 * (cost - low) / ((top - low) or 1):.1f}" for seconds, cost in steps
    )
