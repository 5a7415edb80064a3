"""What no fixture list may have, by the codes of the format, and what it had better not have: a rule a function.

    H01 unknown ids, closed dates    H06 pub closed            H11 fixed match missing
    H02 wrong number of meetings     H07 round not full        H12 hard wish
    H03 twice on a night             H08 mirror                H13 home and away uneven
    H04 rest                         H09 gap                   H15 before the frozen date
    H05 more matches than boards     H10 run

    break    a second home or away match in a row       rule     a wish that is not met
    run3     a third, besides                           change   a match handed out is moved or reversed
    half     home and away uneven in the first half     delay    by how many weeks
    gap      a pair meets again too soon                idle     a week without a match (relaxed mode)
    part     a night with some of a division only       week2    two matches in a week (relaxed mode)
    unfair   requests of one team not met again

What fixed matches alone bring about is nobody's fault and is passed over.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import combinations, pairwise

from scoring.season.schedule.layout import ListLayout, breach
from scoring.season.schedule.task import Division, Match, Mode, Names, SecondHalf, night
from scoring.words import how_often, join_list, spell_out

ANY_RUN = 99  # longer than any season; no run is forbidden


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that no list may have. `code` is H01 to H15, `matches` are those that bring it about, if any."""

    code: str
    text: str
    matches: tuple[Match, ...] = ()


def violations(layout: ListLayout, names: Names) -> Iterator[Violation]:
    """Every violation of a list that is not excused."""
    for rule in (
        _strangers, _fixed, _dates, _meetings, _gaps, _balance, _rounds, _mirror, _nights, _runs, _boards, _wishes,
    ):  # fmt: skip
        for violation in rule(layout, names):
            if not violation.matches or not layout.fixed.issuperset(violation.matches):
                yield violation


def _strangers(layout: ListLayout, names: Names) -> Iterator[Violation]:
    for match in layout.strangers:
        if match.division not in layout.divisions:
            yield Violation("H01", f"{names.dated_match(match)}: there is no division {match.division}", (match,))
        else:
            where = names.division(match.division)
            yield Violation("H01", f"{names.dated_match(match)} is not between two teams of {where}", (match,))


def _fixed(layout: ListLayout, names: Names) -> Iterator[Violation]:
    for match in sorted(layout.fixed.difference(layout.matches)):
        yield Violation("H11", f"{names.dated_match(match)} is fixed, but missing")


def _dates(layout: ListLayout, names: Names) -> Iterator[Violation]:
    nights = {name: frozenset(division.dates) for name, division in layout.divisions.items()}
    until = layout.task.frozen_until
    for match in layout.matches:
        if match.date not in nights[match.division]:
            where = names.division(match.division)
            yield Violation("H01", f"{names.dated_match(match)}: that is no night of {where}", (match,))
        if until and match.date <= until:
            text = f"{names.dated_match(match)}: up to {night(until)} only fixed matches stand"
            yield Violation("H15", text, (match,))


def _meetings(layout: ListLayout, names: Names) -> Iterator[Violation]:
    for division in layout.task.divisions:
        ordered = Counter((match.home, match.away) for match in layout.within[division.id])
        for one, other in combinations(division.teams, 2):
            legs, at_home, back = division.legs_of(one, other), ordered[one, other], ordered[other, one]
            pair = f"{names.team(one)} and {names.team(other)}"
            if at_home + back != legs:
                yield Violation("H02", f"{pair} meet {how_often(at_home + back)}, not {how_often(legs)}")
            elif max(at_home, back) > most_with_one_at_home(legs):
                yield Violation("H02", f"{pair} meet {at_home} times at the one and {back} at the other")


def most_with_one_at_home(meetings: int) -> int:
    """How many of a pair's meetings the same one of them may be at home in: half of them, rounded up."""
    return (meetings + 1) // 2


def _gaps(layout: ListLayout, names: Names) -> Iterator[Violation]:
    for division, first, second in meetings_in_a_row(layout):
        days = (second.date - first.date).days
        if days < division.min_gap_days:
            pair = f"{names.team(first.home)} and {names.team(first.away)}"
            dates, least = (night(first.date), night(second.date)), spell_out(division.min_gap_days, "day")
            text = f"{pair} meet on {dates[0]} and again on {dates[1]}; the rules ask for {least} between"
            yield Violation("H09", text, (first, second))


def meetings_in_a_row(layout: ListLayout) -> Iterator[tuple[Division, Match, Match]]:
    """Each meeting of a pair with its next."""
    for division in layout.task.divisions:
        last: dict[tuple[str, str], Match] = {}
        for match in layout.within[division.id]:
            pair = (match.home, match.away) if match.home < match.away else (match.away, match.home)
            if pair in last:
                yield division, last[pair], match
            last[pair] = match


def _balance(layout: ListLayout, names: Names) -> Iterator[Violation]:
    for division in layout.task.divisions:
        quotas = {quota.team: quota for quota in division.quota}
        for team in division.teams:
            usual = division.legs % 2 + sum(other != team for other in quotas)
            most = quotas[team].max_home_away_diff if team in quotas else usual
            mine = layout.of[team]
            home = sum(match.home == team for match in mine)
            away = len(mine) - home
            if abs(home - away) > most:
                both = f"at home {how_often(home)} and away {how_often(away)}"
                sides = both if home and away else "never away" if home else "never at home"
                yield Violation("H13", f"{names.team(team)} is {sides}")


def _rounds(layout: ListLayout, names: Names) -> Iterator[Violation]:
    for division in layout.task.divisions:
        if division.mode is not Mode.ROUNDS:
            continue
        used, full = layout.used[division.id], len(division.teams) // 2
        if len(used) != division.rounds:
            plays = f"{names.division(division.id)} plays on {spell_out(len(used), 'night')}"
            yield Violation("H07", f"{plays}; its season has {spell_out(division.rounds, 'round')}")
        counts = Counter(match.date for match in layout.within[division.id])
        for day in used:
            if counts[day] != full:
                plays = f"{names.division(division.id)} has {spell_out(counts[day], 'match')} on {night(day)}"
                yield Violation("H07", f"{plays}; a full round has {full}")


def _mirror(layout: ListLayout, names: Names) -> Iterator[Violation]:
    for division in layout.task.divisions:
        used = layout.used[division.id]
        mirrored = division.mode is Mode.ROUNDS and division.second_half is SecondHalf.MIRRORED
        if not mirrored or len(used) != division.rounds:
            continue
        pairs_by_day: dict[object, set[tuple[str, str]]] = defaultdict(set)
        for match in layout.within[division.id]:
            pairs_by_day[match.date].add((match.home, match.away))
        first = division.rounds // division.legs
        for number in range(first, division.rounds):
            if pairs_by_day[used[number]] != {(away, home) for home, away in pairs_by_day[used[number - first]]}:
                which = f"{names.division(division.id)}: round {number + 1} on {night(used[number])}"
                yield Violation("H08", f"{which} is not round {number - first + 1} with home and away changed over")


def _nights(layout: ListLayout, names: Names) -> Iterator[Violation]:
    for team, mine in layout.of.items():
        rest = layout.division_of(team).min_rest_days
        for first, second in pairwise(mine):
            days = (second.date - first.date).days
            if days == 0:
                yield Violation("H03", f"{names.team(team)} plays twice on {night(first.date)}", (first, second))
            elif days < rest:
                plays = f"{names.team(team)} plays on {night(first.date)} and {night(second.date)}"
                yield Violation("H04", f"{plays}; the rules ask for {spell_out(rest, 'day')} between", (first, second))


def _runs(layout: ListLayout, names: Names) -> Iterator[Violation]:
    for team, mine in layout.of.items():
        longest = layout.division_of(team).max_run or ANY_RUN
        run: list[Match] = []
        for match in mine:
            home = match.home == team
            run = [*run, match] if run and (run[-1].home == team) == home else [match]
            if len(run) == longest + 1:
                most = spell_out(longest, "home match" if home else "away match")
                text = f"{names.team(team)} has more than {most} in a row, up to {night(match.date)}"
                yield Violation("H10", text, tuple(run))


def _boards(layout: ListLayout, names: Names) -> Iterator[Violation]:
    matches_by_venue: dict[tuple[str, object], list[Match]] = defaultdict(list)
    for match in layout.matches:
        matches_by_venue[layout.teams[match.home].venue, match.date].append(match)
    for (name, _), matches in matches_by_venue.items():
        venue, day = layout.venues[name], matches[0].date
        played = join_list([names.match(match) for match in matches])
        if day in venue.closed:
            yield Violation("H06", f"{venue.name} is closed on {night(day)}: {played}", tuple(matches))
        elif len(matches) > venue.boards:
            has = f"{venue.name} has {spell_out(venue.boards, 'board')} and on {night(day)} {len(matches)} home matches"
            yield Violation("H05", f"{has}: {played}", tuple(matches))


def _wishes(layout: ListLayout, names: Names) -> Iterator[Violation]:
    for wish in layout.task.wishes:
        wish_breach = breach(wish, layout) if wish.hard else None
        if wish_breach and wish_breach.times:
            yield Violation("H12", names.broken_wish_text(wish, wish_breach.days), wish_breach.matches)


# --- what a list had better not have ----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ListCost:
    """Something that a list had better not have. `amount` is its price, `about` the ids of the teams or the wish."""

    kind: str
    amount: int
    text: str
    about: tuple[str, ...] = ()


def costs(layout: ListLayout, names: Names) -> Iterator[ListCost]:
    for kind in (
        _run_costs,
        _half_costs,
        _gap_costs,
        _wish_costs,
        _fairness_costs,
        _change_costs,
        _week_costs,
        _part_night_costs,
    ):
        yield from (cost for cost in kind(layout, names) if cost.amount)


def second_in_a_row(team: str, mine: list[Match]) -> Iterator[tuple[Match, bool]]:
    """Each match at the same end as the one before it, and whether the one before that was there too."""
    at_home = [match.home == team for match in mine]
    for place in range(1, len(mine)):
        if at_home[place] == at_home[place - 1]:
            yield mine[place], place > 1 and at_home[place - 2] == at_home[place]


def _run_costs(layout: ListLayout, names: Names) -> Iterator[ListCost]:
    weights = layout.task.weights
    for team, mine in layout.of.items():
        for match, third in second_in_a_row(team, mine):
            where = f"{names.team(team)} is {'at home' if match.home == team else 'away'}"
            yield ListCost("break", weights.breaks, f"{where} again on {night(match.date)}", (team,))
            if third:
                yield ListCost("run3", weights.run3, f"{where} a third time running on {night(match.date)}", (team,))


def _half_costs(layout: ListLayout, names: Names) -> Iterator[ListCost]:
    for team, mine in layout.of.items():
        half = len(mine) // 2
        home = sum(match.home == team for match in mine[:half])
        uneven = max(0, abs(2 * home - half) - 1)
        if uneven:
            text = f"{names.team(team)} is at home in {home or 'none'} of its first {spell_out(half, 'match')}"
            yield ListCost("half", layout.task.weights.half * uneven, text, (team,))


def _gap_costs(layout: ListLayout, names: Names) -> Iterator[ListCost]:
    for division, first, second in meetings_in_a_row(layout):
        days = (second.date - first.date).days
        if division.min_gap_days <= days < division.pref_gap_days:
            weeks = -(-(division.pref_gap_days - days) // 7)
            pair = f"{names.team(first.home)} and {names.team(first.away)}"
            text = f"{pair} meet again on {night(second.date)} after {spell_out(days, 'day')}"
            yield ListCost("gap", layout.task.weights.gap * weeks, text, (first.home, first.away))


def _wish_costs(layout: ListLayout, names: Names) -> Iterator[ListCost]:
    for wish in layout.task.wishes:
        wish_breach = None if wish.hard else breach(wish, layout)
        if wish_breach and wish_breach.times:
            text = names.broken_wish_text(wish, wish_breach.days)
            yield ListCost("rule", wish.weight * wish_breach.times, text, (wish.id,))


def _fairness_costs(layout: ListLayout, names: Names) -> Iterator[ListCost]:
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


def _part_night_costs(layout: ListLayout, _: Names) -> Iterator[ListCost]:
    """Nights on which a division plays with fewer matches than it has teams for."""
    price = layout.task.weights.part
    for division in layout.task.divisions if price else ():
        counts = Counter(match.date for match in layout.within[division.id])
        full = len(division.teams) // 2
        for day in (day for day in layout.used[division.id] if counts[day] < full):
            idle = spell_out(2 * (full - counts[day]), "team")
            yield ListCost("part", price, f"{division.name} plays on {night(day)} without {idle}", (division.id,))


def _change_costs(layout: ListLayout, names: Names) -> Iterator[ListCost]:
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


def _week_costs(layout: ListLayout, names: Names) -> Iterator[ListCost]:
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
