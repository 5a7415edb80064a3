"""A league's own rules for putting a match off, and the other nights on which a match of a list could be played.

The best nights come first, with why the rest are no good. A list that no longer fits is mended by them match by match:
what stands in the way goes where it fits best. That looks no further ahead; it is where a search begins.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from enum import StrEnum
from itertools import combinations

from scoring.season.schedule.judge import Judgement, judge
from scoring.season.schedule.list_rules import Violation
from scoring.season.schedule.task import Match, Mode, Names, SecondHalf, Task, night
from scoring.words import spell_out


class Until(StrEnum):
    """The end that no match is put off beyond: of the season, or of the half it belongs to."""

    SEASON = "season"
    HALF = "half"


@dataclass(frozen=True, slots=True)
class Tier:
    """What follows when a match is put off with at least `days` days' notice, in the league's words."""

    days: int
    words: str


@dataclass(frozen=True, slots=True)
class MoveRules:
    """How a league lets matches be put off.

    `notice` is the fewest days before a match on which a side may still ask, and `without_notice` what a side must
    expect that does not. `tiers` are what follows by days of notice; below the lowest, `without_notice` applies.
    `most` is how many matches a side may put off in a season (None: any number). The other side has to agree if
    `opponent_agrees`; what the two have agreed is moved at once, unless the `secretary_confirms` it.

    A moved match is played within `within` days of its first date (None: any time before the end), before the end
    that `until` names, on one of `nights` (weekdays, Monday 0), and not sooner than `ahead` days from the agreement.
    `food` is what a side is told about the pub.
    """

    allowed: bool = True
    notice: int = 2
    tiers: tuple[Tier, ...] = ()
    without_notice: str = ""
    most: int | None = None
    opponent_agrees: bool = True
    secretary_confirms: bool = False
    within: int | None = 28
    until: Until = Until.SEASON
    nights: tuple[int, ...] = (0, 1, 2, 3, 4)
    ahead: int = 3
    food: str = "Tell the pub soon: they may have ordered the food."


@dataclass(frozen=True, slots=True)
class Objection:
    """What the league's rules have against it: a code for programs, a sentence for people."""

    code: str
    text: str


def objections_to_asking(rules: MoveRules, *, notice: int, before: int) -> tuple[Objection, ...]:
    """What stands against a side's wish, `notice` days before the match, having put off `before` this season."""
    objections = []
    if not rules.allowed:
        objections.append(Objection("never", "The league does not allow postponements."))
    if notice < rules.notice:
        days = "a day’s" if rules.notice == 1 else f"{rules.notice} days’"
        this = "after the match" if notice < 0 else f"{notice} days before"
        this = {0: "on the day", 1: "a day before"}.get(notice, this)
        objections.append(Objection("notice", f"The league asks for {days} notice, and this is {this}."))
    if rules.most is not None and before >= rules.most:
        already = "no match" if rules.most == 0 else "1 match" if rules.most == 1 else f"{rules.most} matches"
        text = f"A team may postpone {already} in a season, and this one has postponed {before}."
        objections.append(Objection("too-many", text))
    return tuple(objections)


def follows(rules: MoveRules, notice: int) -> str:
    """What a side must expect that puts a match off with so many days' notice; "" when it costs nothing."""
    for tier in sorted(rules.tiers, key=lambda tier: -tier.days):
        if notice >= tier.days:
            return tier.words
    return rules.without_notice if rules.tiers or notice < rules.notice else ""


def last_day(rules: MoveRules, first_date: date, *, half_ends: date, season_ends: date) -> date:
    """The last day on which a match may be played that was first to be on `first_date`.

    `half_ends` is the last day of the half that it belongs to, for the second half that of the season.
    """
    end = half_ends if rules.until is Until.HALF else season_ends
    return end if rules.within is None else min(end, first_date + timedelta(days=rules.within))


# --- the nights that a match could be moved to ------------------------------------------------------------------------
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
OTHER_NIGHT = 10  # what another night costs a pub and its regulars: more than waiting a month for the usual one
SPARE_NIGHT = 2  # what it is worth to use a night that is kept for it
DAY_OFF = 20  # what it costs to play when pubs keep other hours: more than any other weekday
SAME_WHEREVER_PLAYED = frozenset({"H02", "H11", "H13"})


@dataclass(frozen=True, slots=True)
class Window:
    """The nights that may be looked at: from `first` to `last` on `weekdays`, and `spare` nights on any weekday.

    `usual` is the weekday of the match; the league keeps spare nights free for moved matches. `days_off` are days on
    which pubs keep other hours, with what each is, such as "a bank holiday, Boxing Day": they are offered last.
    """

    first: date
    last: date
    weekdays: frozenset[int]
    usual: int
    spare: frozenset[date] = frozenset()
    days_off: Mapping[date, str] = field(default_factory=dict)

    def holds(self, day: date) -> bool:
        on_a_night = day.weekday() in {*self.weekdays, self.usual} or day in self.spare
        return self.first <= day <= self.last and on_a_night

    def price(self, day: date) -> int:
        by_itself = -SPARE_NIGHT if day in self.spare else OTHER_NIGHT * (day.weekday() != self.usual)
        return by_itself + DAY_OFF * (day in self.days_off)

    def describe(self, day: date) -> str:
        if day in self.days_off:
            return self.days_off[day]
        if day in self.spare:
            return "a spare night"
        weekday = WEEKDAYS[day.weekday()]
        return "the usual night" if day.weekday() == self.usual else f"a {weekday}, not a {WEEKDAYS[self.usual]}"


@dataclass(frozen=True, slots=True)
class NightOffer:
    """A night that fits. `cost` is what it makes the list dearer by, `reasons` what speaks for it and against."""

    date: date
    cost: int
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RefusedNight:
    """A night that does not fit, and everything that the judge has against it."""

    date: date
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SiftedOffers:
    """The nights of a window: those that fit from the best to the worst, the others in order."""

    offers: tuple[NightOffer, ...]
    refused: tuple[RefusedNight, ...]


def sift(task: Task, matches: Sequence[Match], match: Match, *, today: date, window: Window) -> SiftedOffers:
    """Every night of the match's division in the window, weighed.

    A night fits when the judge finds nothing there that it did not find before: a list that is at fault elsewhere can
    still be moved about in. The list is taken match by match, so full rounds and mirrored halves are not asked for.
    Raises ValueError for a match that is not in the list.
    """
    place = matches.index(match)
    near = _near(task, (*matches[:place], *matches[place + 1 :]), match)
    earlier, later = (
        [each for each in part if _touches(each, match, near)] for part in (matches[:place], matches[place + 1 :])
    )
    others = [*earlier, *later]
    before, without = judge(near, [*earlier, match, *later]), judge(near, others)
    good: list[NightOffer] = []
    bad: list[RefusedNight] = []
    nights = next(division.dates for division in task.divisions if division.id == match.division)
    for day in nights:
        if day <= today or day == match.date or not window.holds(day):
            continue
        moved = replace(match, date=day)
        after = judge(near, [*earlier, moved, *later])
        faults = (fault for fault in after.violations if fault.code not in SAME_WHEREVER_PLAYED)
        # What the night brings about, and what the match's going from its old night does.
        why = tuple(fault.text for fault in faults if not (_known(fault, without) and _known(fault, before)))
        if why:
            bad.append(RefusedNight(day, why))
        else:
            wishes = (f"against a request: {text}" for text in _unmet(after) if text not in _unmet(before))
            reasons = (window.describe(day), *_reasons(near, others, moved), *wishes)
            good.append(NightOffer(day, after.cost - before.cost + window.price(day), reasons))
    return SiftedOffers(tuple(sorted(good, key=lambda offer: (offer.cost, offer.date))), tuple(bad))


def _known(violation: Violation, judgement: Judgement) -> bool:
    """Whether a judgement has it already, or something worse that it is what is left of."""
    return any(
        violation == each
        or (each.code == violation.code and violation.matches and set(violation.matches) <= set(each.matches))
        for each in judgement.violations
    )


# --- the part of the list that a match can touch ----------------------------------------------------------------------
def _near(task: Task, rest: Iterable[Match], match: Match) -> Task:
    """The task without the rules of full rounds, and without the divisions and wishes that have no part in it."""
    sides = {match.home, match.away}
    wishes = tuple(wish for wish in task.wishes if sides & {wish.team, *wish.teams})
    venues = {team.id: team.venue for team in task.teams}
    kept = sides | {team for wish in wishes for team in wish.teams}
    kept |= {each.home for each in rest if venues[each.home] == venues[match.home]}
    divisions = {team.division for team in task.teams if team.id in kept}
    return replace(
        task,
        divisions=tuple(
            replace(division, mode=Mode.RELAXED, second_half=SecondHalf.FREE)
            for division in task.divisions
            if division.id in divisions
        ),
        teams=tuple(team for team in task.teams if team.division in divisions),
        wishes=wishes,
        fixed=tuple(fixed for fixed in task.fixed if fixed.match.division in divisions),
        published=(match,),
    )


def _touches(other: Match, match: Match, near: Task) -> bool:
    venues = {team.id: team.venue for team in near.teams}
    tied = {match.home, match.away, *(team for wish in near.wishes for team in wish.teams)}
    return bool(tied & {other.home, other.away}) or venues.get(other.home) == venues[match.home]


# --- text -------------------------------------------------------------------------------------------------------------
def _reasons(task: Task, others: Sequence[Match], moved: Match) -> Iterator[str]:
    names, day = Names.of(task), moved.date
    sides = {moved.home, moved.away}
    iso_week = day.isocalendar()[:2]
    week = [each for each in others if sides & {each.home, each.away} and each.date.isocalendar()[:2] == iso_week]
    for each in sorted(week):
        yield f"{names.team(each.home if each.home in sides else each.away)} also play on {night(each.date)}"
    if not week:
        yield "no other match for either team that week"
    meetings = [each.date for each in others if {each.home, each.away} == sides]
    if meetings:
        days = min(abs((other - day).days) for other in meetings)
        apart = spell_out(days // 7, "week") if days >= 7 else spell_out(days, "day")
        yield f"{apart} from the other meeting"


def _unmet(judgement: Judgement) -> list[str]:
    return [cost.text for cost in judgement.costs if cost.kind == "rule"]


# --- a list that no longer fits ---------------------------------------------------------------------------------------
ROUNDS = 3  # a match may be moved out of another's way, and then find itself in a third one's


def reschedule(task: Task, matches: Sequence[Match], *, over: Callable[[], bool] = bool) -> tuple[Match, ...]:
    """The list with its missing matches put in, and every match at fault that is not fixed on its best night.

    Nothing up to `task.frozen_until` is touched but what may not stay there. What fits nowhere stays at fault, and a
    missing match that fits nowhere stays missing; so does what is left when `over`, asked before each match, says so.
    """
    fixed = {each.match for each in task.fixed}
    added = tuple(_missing(task, matches))
    all_matches = [*matches, *added]
    for _ in range(ROUNDS):
        at_fault = [each for each in _at_fault(task, all_matches) if each not in fixed]
        moved = 0
        for match in at_fault:
            if over():
                break
            best = _best(task, all_matches, match)
            if best is not None:
                all_matches[all_matches.index(match)] = best
                moved += 1
        if not moved or over():
            break
    for each in added:
        if each in all_matches:
            all_matches.remove(each)
    return tuple(sorted(all_matches))


def _at_fault(task: Task, matches: Sequence[Match]) -> list[Match]:
    """Matches that bring a violation about, those on nights that are gone first, then the latest."""
    codes: dict[Match, set[str]] = {}
    for violation in judge(task, matches).violations:
        for match in violation.matches:
            codes.setdefault(match, set()).add(violation.code)
    return sorted(codes, key=lambda match: (not codes[match] & {"H01", "H06", "H15"}, -match.date.toordinal(), match))


def _best(task: Task, matches: Sequence[Match], match: Match) -> Match | None:
    """The match on the best night that it has, unless nothing is wrong with it any more; None if there is none."""
    if not any(match in violation.matches for violation in judge(task, matches).violations):
        return None
    nights = next(division.dates for division in task.divisions if division.id == match.division)
    first = task.frozen_until or min(nights)
    usual = Counter(day.weekday() for day in nights).most_common(1)[0][0]
    window = Window(first, max(nights), frozenset(range(7)), usual)
    offers = sift(task, matches, match, today=first, window=window).offers
    return replace(match, date=offers[0].date) if offers else None


def _missing(task: Task, matches: Iterable[Match]) -> Iterator[Match]:
    """Every meeting that a pair lacks, on a night that is no night, with the side at home that is so less often."""
    all_matches = list(matches)
    at = Counter((each.home, each.away) for each in all_matches)
    ahead = Counter(each.home for each in all_matches)
    ahead.subtract(each.away for each in all_matches)
    nowhere = task.frozen_until or date.min
    for division in task.divisions:
        for one, other in combinations(division.teams, 2):
            for _ in range(division.legs_of(one, other) - at[one, other] - at[other, one]):
                pairs = ((one, other), (other, one))
                home, away = min(pairs, key=lambda pair: (at[pair], ahead[pair[0]] - ahead[pair[1]]))
                at[home, away] += 1
                ahead[home] += 1
                ahead[away] -= 1
                yield Match(division.id, nowhere, home, away)
