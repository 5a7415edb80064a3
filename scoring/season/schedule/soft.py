"""What a fixture list had better not have, and what each costs, a kind a function.

break    a second home or away match in a row       rule     a wish that is not met
run3     a third, besides                           change   a match handed out is moved or reversed
half     home and away uneven in the first half     delay    by how many weeks
gap      a pair meets again too soon                idle     a week without a match (relaxed mode)
part     a night with some of a division only       week2    two matches in a week (relaxed mode)
unfair   requests of one team not met again
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from scoring.season.schedule.hard import meetings_in_a_row
from scoring.season.schedule.layout import ListLayout, breach
from scoring.season.schedule.sentences import Names, night
from scoring.season.schedule.task import Match, Mode
from scoring.words import spell_out


@dataclass(frozen=True, slots=True)
class ListCost:
    """Something that a list had better not have. `amount` is its price, `about` the ids of the teams or the wish."""

    kind: str
    amount: int
    text: str
    about: tuple[str, ...] = ()


def costs(layout: ListLayout, names: Names) -> Iterator[ListCost]:
    for kind in (_runs, _halves, _gaps, _wishes, _fairness, _changes, _weeks, _part_nights):
        yield from (cost for cost in kind(layout, names) if cost.amount)


def second_in_a_row(team: str, mine: list[Match]) -> Iterator[tuple[Match, bool]]:
    """Each match at the same end as the one before it, and whether the one before that was there too."""
    at_home = [match.home == team for match in mine]
    for place in range(1, len(mine)):
        if at_home[place] == at_home[place - 1]:
            yield mine[place], place > 1 and at_home[place - 2] == at_home[place]


def _runs(layout: ListLayout, names: Names) -> Iterator[ListCost]:
    weights = layout.task.weights
    for team, mine in layout.of.items():
        for match, third in second_in_a_row(team, mine):
            where = f"{names.team(team)} is {'at home' if match.home == team else 'away'}"
            yield ListCost("break", weights.breaks, f"{where} again on {night(match.date)}", (team,))
            if third:
                yield ListCost("run3", weights.run3, f"{where} a third time running on {night(match.date)}", (team,))


def _halves(layout: ListLayout, names: Names) -> Iterator[ListCost]:
    for team, mine in layout.of.items():
        half = len(mine) // 2
        home = sum(match.home == team for match in mine[:half])
        uneven = max(0, abs(2 * home - half) - 1)
        if uneven:
            text = f"{names.team(team)} is at home in {home or 'none'} of its first {spell_out(half, 'match')}"
            yield ListCost("half", layout.task.weights.half * uneven, text, (team,))


def _gaps(layout: ListLayout, names: Names) -> Iterator[ListCost]:
    for division, first, second in meetings_in_a_row(layout):
        days = (second.date - first.date).days
        if division.min_gap_days <= days < division.pref_gap_days:
            weeks = -(-(division.pref_gap_days - days) // 7)
            pair = f"{names.team(first.home)} and {names.team(first.away)}"
            text = f"{pair} meet again on {night(second.date)} after {spell_out(days, 'day')}"
            yield ListCost("gap", layout.task.weights.gap * weeks, text, (first.home, first.away))


def _wishes(layout: ListLayout, names: Names) -> Iterator[ListCost]:
    for wish in layout.task.wishes:
        wish_breach = None if wish.hard else breach(wish, layout)
        if wish_breach and wish_breach.times:
            text = names.broken_wish_text(wish, wish_breach.days)
            yield ListCost("rule", wish.weight * wish_breach.times, text, (wish.id,))


def _fairness(layout: ListLayout, names: Names) -> Iterator[ListCost]:
    """Each team whose requests are not met more than once, or were not met last season either."""
    price = layout.task.weights.unfair
    for team, (requests, unmet) in own_requests(layout).items() if price else ():
        before = layout.teams[team].unmet_before
        text = f"{names.team(team)} has {unmet} of {spell_out(requests, 'request')} not met"
        text += f", and had {before} last season" if before else ""
        yield ListCost("unfair", price * (unmet * (unmet - 1) // 2 + before * unmet), text, (team,))


def own_requests(layout: ListLayout) -> dict[str, tuple[int, int]]:
    """How many requests about itself alone each team has, and how many of them are not met; who has none is left out.

    Only those that may be left unmet can make a list unfair: one that must be met is met, or the list is broken.
    """
    counts: dict[str, tuple[int, int]] = {}
    for wish in layout.task.wishes:
        if wish.kind.of_one:
            requests, unmet = counts.get(wish.team, (0, 0))
            counts[wish.team] = requests + 1, unmet + (not wish.hard and breach(wish, layout).times > 0)
    return counts


def _part_nights(layout: ListLayout, _: Names) -> Iterator[ListCost]:
    """Nights on which a division plays with fewer matches than it has teams for."""
    price = layout.task.weights.part
    for division in layout.task.divisions if price else ():
        counts = Counter(match.date for match in layout.within[division.id])
        full = len(division.teams) // 2
        for day in (day for day in layout.used[division.id] if counts[day] < full):
            idle = spell_out(2 * (full - counts[day]), "team")
            yield ListCost("part", price, f"{division.name} plays on {night(day)} without {idle}", (division.id,))


def _changes(layout: ListLayout, names: Names) -> Iterator[ListCost]:
    """Matches handed out against those of the list: first those on their dates, then in order of date."""
    handed_out: dict[tuple[str, str, str], list[date]] = defaultdict(list)
    for match in layout.task.published:
        handed_out[match.division, match.home, match.away].append(match.date)
    now: dict[tuple[str, str, str], list[date]] = defaultdict(list)
    for match in layout.matches:
        now[match.division, match.home, match.away].append(match.date)
    weights = layout.task.weights
    for key, old in handed_out.items():
        home, away = key[1:]
        kept = Counter(old) & Counter(now[key])
        moved, places = (sorted((Counter(days) - kept).elements()) for days in (old, now[key]))
        if home not in layout.teams or away not in layout.teams:
            continue
        pair = f"{names.team(home)} v {names.team(away)}"
        for number, day in enumerate(moved):
            new_day = places[number] if number < len(places) else None
            now_is = f"moved from {night(day)} to {night(new_day)}" if new_day else f"no longer played on {night(day)}"
            yield ListCost("change", weights.change, f"{pair} {now_is}", (home, away))
            if new_day:
                weeks = -(-abs((new_day - day).days) // 7)
                text = f"{pair} displaced by {spell_out(weeks, 'week')}"
                yield ListCost("delay", weights.delay * weeks, text, (home, away))


def _weeks(layout: ListLayout, names: Names) -> Iterator[ListCost]:
    weights = layout.task.weights
    relaxed = {division.id: division for division in layout.task.divisions if division.mode is Mode.RELAXED}
    calendar = {name: [(day, _week(day)) for day in division.dates] for name, division in relaxed.items()}
    for team, mine in layout.of.items():
        division = layout.teams[team].division
        if division not in relaxed or not mine:
            continue
        played = Counter(_week(match.date) for match in mine)
        between = {week for day, week in calendar[division] if mine[0].date < day < mine[-1].date}
        idle = len(between - played.keys())
        text = f"{names.team(team)} has {spell_out(idle, 'week')} without a match"
        yield ListCost("idle", weights.idle * idle, text, (team,))
        for week, times in played.items():
            monday = night(date.fromisocalendar(*week, 1))
            text = f"{names.team(team)} plays {times} times in the week of {monday}"
            yield ListCost("week2", weights.week2 * (times - 1), text, (team,))


def _week(day: date) -> tuple[int, int]:
    return day.isocalendar()[:2]
