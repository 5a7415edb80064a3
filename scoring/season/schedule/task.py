"""A fixture-list task as a value: who plays, where and when they may, what everybody wishes, and all that in words.

What a secretary asks of a season's nights (spare ones, a full first night, a derby night) becomes wishes of the task.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum

from scoring.words import join_list, spell_out


class Mode(Enum):
    """Whether a night that a division uses carries a full round, or any number of its matches."""

    ROUNDS = "rounds"
    RELAXED = "relaxed"


class SecondHalf(Enum):
    """Whether the later legs are free, or the first one again in the same order with venues reversed."""

    FREE = "free"
    MIRRORED = "mirrored"


class WishKind(Enum):
    """What a wish asks.

    AT_MOST and the first four name one `team`, the last two a `division`, the others two `teams`.
    """

    NO_HOME = "no_home"
    NO_AWAY = "no_away"
    NO_MATCH = "no_match"
    HOME_ON = "home_on"
    MEET_ON = "meet_on"
    AVOID_MEET = "avoid_meet"
    MEET_BY = "meet_by"
    NOT_BOTH_HOME = "not_both_home"
    NOT_SAME_DATE = "not_same_date"
    AT_MOST = "at_most"
    KEEP_FREE = "keep_free"
    FULL_NIGHT = "full_night"

    @property
    def of_one(self) -> bool:
        return self in {*ON_DATES, WishKind.AT_MOST}

    @property
    def of_division(self) -> bool:
        return self in {WishKind.KEEP_FREE, WishKind.FULL_NIGHT}

    @property
    def of_two(self) -> bool:
        return not self.of_one and not self.of_division

    @property
    def on_dates(self) -> bool:
        """Whether it names dates; the others hold for the whole season, or by a day."""
        return self.of_division or self in {*ON_DATES, WishKind.MEET_ON, WishKind.AVOID_MEET}


ON_DATES = frozenset({WishKind.NO_HOME, WishKind.NO_AWAY, WishKind.NO_MATCH, WishKind.HOME_ON})


@dataclass(frozen=True, slots=True)
class Quota:
    """A team that joined late: it meets each of the others `legs` times."""

    team: str
    legs: int
    max_home_away_diff: int


@dataclass(frozen=True, slots=True)
class Division:
    """Teams that meet `legs` times, on some of `dates` (in order).

    `min_gap_days` between two meetings of a pair is kept, `pref_gap_days` is paid for; `max_run` is the longest run of
    home or of away matches that is allowed (None: any); `min_rest_days` lie between two matches of a team.
    """

    id: str
    name: str
    teams: tuple[str, ...]
    dates: tuple[date, ...]
    legs: int = 2
    mode: Mode = Mode.ROUNDS
    second_half: SecondHalf = SecondHalf.FREE
    min_gap_days: int = 0
    pref_gap_days: int = 0
    max_run: int | None = None
    min_rest_days: int = 0
    quota: tuple[Quota, ...] = ()

    @property
    def rounds(self) -> int:
        """How many nights a list of full rounds takes; an odd number of teams has a bye on each."""
        teams = len(self.teams)
        return self.legs * (teams if teams % 2 else teams - 1)

    def legs_of(self, one: str, other: str) -> int:
        """How often two of its teams meet: less often when one of them joined late."""
        return min((quota.legs for quota in self.quota if quota.team in {one, other}), default=self.legs)


@dataclass(frozen=True, slots=True)
class Venue:
    """A pub: `boards` home matches on a night, over all divisions; none on a date in `closed`."""

    id: str
    name: str
    boards: int = 1
    closed: frozenset[date] = frozenset()


@dataclass(frozen=True, slots=True)
class Team:
    """`unmet_before` is how many of its requests last season's list did not meet."""

    id: str
    name: str
    venue: str
    division: str
    unmet_before: int = 0


@dataclass(frozen=True, slots=True, order=True)
class Match:
    division: str
    date: date
    home: str
    away: str


@dataclass(frozen=True, slots=True)
class Fixed:
    """A match that has been played, or was set beforehand: it must be in the list exactly so."""

    id: str
    match: Match


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody asks of the list, in their words in `text`.

    A hard wish is kept or there is no list; each breach of another costs `weight`. NO_HOME, NO_AWAY, NO_MATCH and
    AVOID_MEET can be breached once for each match, NOT_BOTH_HOME and NOT_SAME_DATE once for each date, the others once.
    AT_MOST asks for `most` matches in any `nights` nights running of the team's division; each match above that is a
    breach in each such stretch of nights. KEEP_FREE is breached once for each date on which the division plays,
    FULL_NIGHT once for each match that could be played on one of its dates and is not.
    """

    id: str
    kind: WishKind
    hard: bool
    weight: int = 0
    text: str = ""
    team: str = ""
    teams: tuple[str, ...] = ()
    dates: frozenset[date] = frozenset()
    by: date | None = None
    most: int = 1
    nights: int = 2
    division: str = ""


@dataclass(frozen=True, slots=True)
class Weights:
    """Prices of what nobody wished but everybody minds.

    `breaks` for each second home or away match in a row and `run3` more for a third; `half` for each match by which
    home and away differ beyond one after half of a team's matches; `gap` for each week short of the preferred gap;
    `change` for each match handed out that is moved or reversed and `delay` for each week of it; `idle` for each week
    without a match and `week2` for each second match in a week, in the relaxed mode; `part` for each night on which a
    division plays and not all its teams that could. `unfair` makes every further request of a team that is not met
    dearer than the one before: the first costs it nothing more, the second once, the third twice; a team whose requests
    were not met last season begins that much further on.
    """

    breaks: int = 1
    run3: int = 4
    half: int = 3
    gap: int = 2
    change: int = 8
    delay: int = 1
    idle: int = 1
    week2: int = 5
    part: int = 0
    unfair: int = 0


@dataclass(frozen=True, slots=True)
class Blackout:
    """A week that is no league night, for display: its dates are in no division's list."""

    week: date
    reason: str


@dataclass(frozen=True, slots=True)
class Task:
    """One league's fixture lists, all divisions together.

    `published` is a list that was handed out already; on or before `frozen_until` there are only fixed matches.
    """

    id: str
    divisions: tuple[Division, ...]
    venues: tuple[Venue, ...]
    teams: tuple[Team, ...]
    wishes: tuple[Wish, ...] = ()
    fixed: tuple[Fixed, ...] = ()
    published: tuple[Match, ...] = ()
    frozen_until: date | None = None
    weights: Weights = field(default_factory=Weights)
    blackouts: tuple[Blackout, ...] = ()
    description: str = ""
    seed: int = 0

    def fixed_dates(self, division: str) -> set[date]:
        return {fixed.match.date for fixed in self.fixed if fixed.match.division == division}


# --- plain words for days, names and wishes ---------------------------------------------------------------------------
WISH_SENTENCES = {
    WishKind.NO_HOME: "{one} not at home on {days}",
    WishKind.NO_AWAY: "{one} not away on {days}",
    WishKind.NO_MATCH: "{one} without a match on {days}",
    WishKind.HOME_ON: "{one} at home on {any}",
    WishKind.MEET_ON: "{one} and {two} meet on {any}",
    WishKind.AVOID_MEET: "{one} and {two} do not meet on {days}",
    WishKind.MEET_BY: "{one} and {two} meet by {by}",
    WishKind.NOT_BOTH_HOME: "{one} and {two} never both at home",
    WishKind.NOT_SAME_DATE: "{one} and {two} never on the same night",
    WishKind.AT_MOST: "{one} plays at most {most} in any {nights}",
    WishKind.KEEP_FREE: "{one} without matches on {days}",
    WishKind.FULL_NIGHT: "every team of {one} plays on {days}",
}
BROKEN_SENTENCES = {
    WishKind.NO_HOME: "{one} is at home on {days}",
    WishKind.NO_AWAY: "{one} is away on {days}",
    WishKind.NO_MATCH: "{one} plays on {days}",
    WishKind.HOME_ON: "{one} is not at home on {any}",
    WishKind.MEET_ON: "{one} and {two} do not meet on {any}",
    WishKind.AVOID_MEET: "{one} and {two} meet on {days}",
    WishKind.MEET_BY: "{one} and {two} do not meet by {by}",
    WishKind.NOT_BOTH_HOME: "{one} and {two} are both at home on {days}",
    WishKind.NOT_SAME_DATE: "{one} and {two} both play on {days}",
    WishKind.AT_MOST: "{one} plays more than {most} in {nights} running: on {days}",
    WishKind.KEEP_FREE: "{one} plays on {days}, to be kept free",
    WishKind.FULL_NIGHT: "not every team of {one} plays on {days}",
}


@dataclass(frozen=True, slots=True)
class Names:
    """What the ids of a task are called; an id that it does not know is called by itself."""

    teams: dict[str, str]
    venues: dict[str, str]
    divisions: dict[str, str]

    @classmethod
    def of(cls, task: Task) -> "Names":
        return cls(
            {team.id: team.name for team in task.teams},
            {venue.id: venue.name for venue in task.venues},
            {division.id: division.name for division in task.divisions},
        )

    def team(self, name: str) -> str:
        return self.teams.get(name, name)

    def venue(self, name: str) -> str:
        return self.venues.get(name, name)

    def division(self, name: str) -> str:
        return self.divisions.get(name, name)

    def match(self, match: Match) -> str:
        """As "Bell v Crown"."""
        return f"{self.team(match.home)} v {self.team(match.away)}"

    def dated_match(self, match: Match) -> str:
        """As "Bell v Crown on Mon 5 Oct"."""
        return f"{self.match(match)} on {night(match.date)}"

    def wish_text(self, wish: Wish) -> str:
        """What a wish asks, with the words in which it was asked: "Bell not at home on Mon 5 Oct (darts)"."""
        return self._sentence(WISH_SENTENCES, wish, wish.dates)

    def broken_wish_text(self, wish: Wish, days: Iterable[date]) -> str:
        """How a wish is not met, with its own words; `days` are those on which something happens against it."""
        return self._sentence(BROKEN_SENTENCES, wish, days)

    def _sentence(self, sentences: dict[WishKind, str], wish: Wish, days: Iterable[date]) -> str:
        one, two = (*map(self.team, wish.teams), "", "")[:2]
        text = sentences[wish.kind].format(
            one=self.division(wish.division) if wish.kind.of_division else self.team(wish.team) if wish.team else one,
            two=two,
            days=nights(days),
            any=any_of(wish.dates),
            by=night(wish.by) if wish.by else "",
            most=spell_out(wish.most, "match"),
            nights=spell_out(wish.nights, "night"),
        )
        return f"{text} ({wish.text})" if wish.text and wish.text != text else text


def night(day: date) -> str:
    """As "Mon 5 Oct"."""
    return f"{day:%a} {day.day} {day:%b}"


def nights(days: Iterable[date], last: str = "and") -> str:
    """Up to four nights by name, more by number: "8 nights from Mon 5 Oct to Mon 30 Nov"."""
    inside = sorted(set(days))
    if not inside:
        return "no night"
    if len(inside) > 4:
        return f"{len(inside)} nights from {night(inside[0])} to {night(inside[-1])}"
    return join_list([night(day) for day in inside], last)


def any_of(days: Iterable[date]) -> str:
    """As "Mon 5 Oct or Mon 12 Oct"; of more than four, "any of 8 nights from ..."."""
    inside = set(days)
    return nights(inside, "or") if len(inside) <= 4 else f"any of {nights(inside)}"


# --- what a secretary asks of the nights ------------------------------------------------------------------------------
WEIGHT = 10  # of what is not insisted on: what a request costs that matters a lot
PLANNED = ("spare-", "opening-", "derby-")  # how the ids of such choices begin
BETWEEN = (12, 28)  # the month and day between Christmas and the New Year


def is_choice(ident: str) -> bool:
    """Whether a wish of a task was chosen of its nights when the draft was made, and is no team's request."""
    return ident.startswith(PLANNED)


class SpareNights(Enum):
    """Where the nights lie on which a division of full rounds does not have to play."""

    END = "end"
    CHRISTMAS = "christmas"
    SPREAD = "spread"


@dataclass(frozen=True, slots=True)
class NightPlan:
    """What is asked: nothing of the `spare` nights if that is None. `firm`: there is no list without it.

    On the `derby` night teams of one pub meet, if they are in one division.
    """

    spare: SpareNights | None = None
    full_opening: bool = False
    derby: date | None = None
    firm: bool = False


def with_night_plan(task: Task, plan: NightPlan, locked: Iterable[Match] = ()) -> Task:
    """The task with what is asked of its nights; no night of a fixed or `locked` match is kept free."""
    kept = [*(fixed.match for fixed in task.fixed), *locked]
    wishes: list[Wish] = []
    for division in task.divisions:
        taken = {match.date for match in kept if match.division == division.id}
        if plan.spare and (free := spare_nights(division, plan.spare, taken)):
            wishes.append(_of_division(WishKind.KEEP_FREE, "spare", division, free))
        if plan.full_opening and division.dates:
            wishes.append(_of_division(WishKind.FULL_NIGHT, "opening", division, division.dates[:1]))
    if plan.derby:
        wishes += (
            Wish(f"derby-{one}", WishKind.MEET_ON, hard=False, teams=(one, other), dates=frozenset({plan.derby}))
            for one, other in derby_pairs(task)
        )
    weight = 0 if plan.firm else WEIGHT
    return replace(task, wishes=task.wishes + tuple(replace(wish, hard=plan.firm, weight=weight) for wish in wishes))


def _of_division(kind: WishKind, name: str, division: Division, dates: Iterable[date]) -> Wish:
    return Wish(f"{name}-{division.id}", kind, hard=False, division=division.id, dates=frozenset(dates))


def derby_pairs(task: Task) -> tuple[tuple[str, str], ...]:
    """Teams of one pub and one division, two by two in the order of the task; of three the last has no derby."""
    waiting: dict[tuple[str, str], str] = {}
    pairs = []
    for team in task.teams:
        place = team.venue.partition("@")[0], team.division  # a pub that is used on two weekdays is two venues
        if place in waiting:
            pairs.append((waiting.pop(place), team.id))
        else:
            waiting[place] = team.id
    return tuple(pairs)


def spare_nights(division: Division, where: SpareNights, taken: Iterable[date] = ()) -> tuple[date, ...]:
    """The nights of a division that need not be used, in order, none of those `taken`; of full rounds only."""
    gone = set(taken)
    free = [day for day in division.dates if day not in gone]
    spare = len(free) - max(0, division.rounds - len(gone))
    if division.mode is not Mode.ROUNDS or spare < 1:
        return ()
    match where:
        case SpareNights.END:
            return tuple(free[-spare:])
        case SpareNights.CHRISTMAS:
            return tuple(sorted(sorted(free, key=_days_from_christmas)[:spare]))
        case SpareNights.SPREAD:  # the middle of each of so many equal parts of the season
            return tuple(free[(2 * part + 1) * len(free) // (2 * spare)] for part in range(spare))


def _days_from_christmas(day: date) -> int:
    """To the nearest days between Christmas and the New Year."""
    return min(abs((day - date(year, *BETWEEN)).days) for year in (day.year - 1, day.year))


def on_other_nights(task: Task) -> Task:
    """The task without the nights that are to be kept free: what is found for it leaves them free for certain."""
    free: dict[str, set[date]] = {}
    for wish in task.wishes:
        if wish.kind is WishKind.KEEP_FREE:
            free.setdefault(wish.division, set()).update(wish.dates)
    return replace(
        task,
        divisions=tuple(
            replace(each, dates=tuple(day for day in each.dates if day not in free.get(each.id, ())))
            for each in task.divisions
        ),
    )
