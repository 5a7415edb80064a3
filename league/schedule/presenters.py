"""A draft as its pages show it: how good it is; by night, by team, as a grid; changed by hand; beside others."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import Any

from league.base.jobs.models import Job
from league.base.ui.charts import Heat, HeatMap
from league.base.ui.formats import night
from league.schedule.models import FixtureList
from league.schedule.values.lists import ListContents, match_key
from scoring.season.schedule.edits import Edit, ExchangeNights, MoveMatch, apply_edit, replacements
from scoring.season.schedule.judge import Judgement, NightLoad, PubLoad, TeamHealth, compare, health, judge, night_load
from scoring.season.schedule.task import Division, Match, Mode, Names, is_choice
from scoring.season.schedule.task import nights as nights_named
from scoring.words import join_list, several

CLOSED = "\N{MULTIPLICATION SIGN}"
SHOWN = {"nights": "By night", "teams": "By team", "grid": "Grid", "health": "More about this draft"}
# What each kind of cost is called, in the order in which secretaries mind them.
KINDS = {
    "rule": "requests not met",
    "run3": "third home or away match in a row",
    "break": "second home or away match in a row",
    "half": "home and away uneven in the first half",
    "gap": "the same two teams again too soon",
    "change": "matches changed from the published list",
    "delay": "weeks by which matches move",
    "idle": "weeks without a match",
    "week2": "two matches in one week",
    "part": "nights with some teams of a division idle",
    "unfair": "requests of the same team not met again",
}


def list_page(draft: ListContents, show: str, params: Mapping[str, str]) -> dict[str, Any]:
    """What the page of a draft needs to show it in one of the ways of SHOWN."""
    if not draft.matches:
        return {}
    context: dict[str, Any] = {"best": is_best(draft.row)}
    if show == "health":
        return context | _health(draft)
    divisions = draft.task.divisions
    division = next((each for each in divisions if each.id == params.get("division")), divisions[0])
    context |= {"divisions": divisions, "division": division, "unmet": draft.unmet}
    ways = {"nights": _by_night, "teams": _by_team, "grid": _grid}
    return context | {show: ways[show](draft, division)}


def is_best(row: FixtureList) -> bool:
    """Whether a draft is known to have the fewest penalty points that any can have."""
    return not row.hard and row.cost is not None and row.bound is not None and row.bound >= row.cost


def match_lines(draft: ListContents, matches: Iterable[Match]) -> list[dict[str, Any]]:
    """Matches by night, then in the order of the divisions, with their names."""
    order = {division.id: place for place, division in enumerate(draft.task.divisions)}
    venues = {team.id: team.venue for team in draft.task.teams}
    return [
        {
            "match": match,
            "key": match_key(match),
            "home": draft.names.get(match.home, match.home),
            "away": draft.names.get(match.away, match.away),
            "venue": draft.names.get(venues.get(match.home, ""), ""),
            "division": draft.names.get(match.division, match.division),
            "locked": match in draft.locked,
        }
        for match in sorted(matches, key=lambda match: (match.date, order.get(match.division, 0), match))
    ]


def _by_night(draft: ListContents, division: Division) -> list[tuple[date, list[dict[str, Any]], list[str]]]:
    nights, own = [], (match for match in draft.matches if match.division == division.id)
    for day, group in groupby(sorted(own), key=lambda match: match.date):
        matches = list(group)
        playing = {team for match in matches for team in (match.home, match.away)}
        resting = [draft.names[team] for team in division.teams if team not in playing]
        nights.append((day, match_lines(draft, matches), resting))
    return nights


def _by_team(draft: ListContents, division: Division) -> list[tuple[str, list[tuple[date, str, str]]]]:

    def nights(team: str) -> list[tuple[date, str, str]]:
        mine = sorted((match for match in draft.matches if team in (match.home, match.away)), key=lambda m: (m.date, m))
        sides = [("home", match.away) if match.home == team else ("away", match.home) for match in mine]
        return [(m.date, side, draft.names.get(other, "")) for m, (side, other) in zip(mine, sides, strict=True)]

    return [(draft.names[team], nights(team)) for team in _by_name(draft, division)]


def _by_name(draft: ListContents, division: Division) -> list[str]:
    return sorted(division.teams, key=lambda team: draft.names[team])


def _grid(draft: ListContents, division: Division) -> dict[str, Any]:
    """Home teams down, away teams across, and the nights in the squares, without their weekday if it is the usual."""
    teams = _by_name(draft, division)
    mine = sorted(match for match in draft.matches if match.home in division.teams)
    usual = next((day for day, _ in Counter(f"{match.date:%A}" for match in mine).most_common(1)), "")
    dates: dict[tuple[str, str], list[str]] = {}
    for match in mine:
        short = f"{match.date.day} {match.date:%b}" if f"{match.date:%A}" == usual else night(match.date)
        dates.setdefault((match.home, match.away), []).append(short)
    rows = [
        (draft.names[home], [None if home == away else dates.get((home, away), []) for away in teams]) for home in teams
    ]
    return {"heads": [draft.names[team] for team in teams], "rows": rows, "usual": usual}


# --- more about a draft -----------------------------------------------------------------------------------------------
def _health(draft: ListContents) -> dict[str, Any]:
    list_health = health(draft.task, draft.matches)
    requests = [wish for wish in list_health.wishes if not is_choice(wish.id)]
    unmet = [wish for wish in requests if not wish.met]
    return {
        "judged": list_health.judgement,
        "kinds": _sums_in_words(list_health.judgement.by_kind),
        "divisions_seen": list_health.divisions,
        "wishes": requests,
        "unmet": unmet,
        "met": len(requests) - len(unmet),
        "choices": [wish for wish in list_health.wishes if is_choice(wish.id)],
        "teams_seen": [{"name": draft.names[each.team], "health": each} for each in list_health.teams],
        "venues_seen": [{"name": draft.names[each.venue], "health": each} for each in list_health.venues],
        "load": _load_map(night_load(draft.task, draft.matches)),
        "free": [
            f"{draft.names[each.division]}: {nights_named(each.free)}." for each in list_health.divisions if each.free
        ],
        "shares": _shares_in_words(draft.names, list_health.teams),
    }


def _sums_in_words(by_kind: dict[str, int]) -> list[tuple[str, int]]:
    return [(text, by_kind[kind]) for kind, text in KINDS.items() if by_kind.get(kind)]


def _shares_in_words(names: Mapping[str, str], teams: Sequence[TeamHealth]) -> list[str]:
    """Whose requests are met least, and whether that is who fared worst last season; nothing where all are met."""
    most = max((each.unmet for each in teams), default=0)
    if not most:
        return []
    worst = [each for each in teams if each.unmet == most]
    before = max(each.unmet_before for each in teams)
    again = [names[each.team] for each in worst if before and each.unmet_before == before]
    requests = max(each.requests for each in worst)
    share = f"{most} of {requests} requests" if len(worst) == 1 else f"{several(most, 'request')} each"
    sentences = [f"Most not met: {join_list([names[each.team] for each in worst])}, {share}."]
    if again:
        sentences.append(f"Last season too, nobody had more requests that were not met than {join_list(again)}.")
    elif before:
        sentences.append("None of them had the most requests not met last season.")
    return sentences


def _load_map(load: NightLoad) -> HeatMap:
    """How full every pub is on every night, and who has no match, with the worst of it in words."""
    over = ", ".join(f"{pub.venue.name} on {several(pub.over, 'night')}" for pub in load.pubs if pub.over)
    idle = sum(1 for each in load.idle if each)
    return HeatMap(
        key="load",
        title="Home matches at each pub on each night",
        corner="Pub",
        heads=tuple(f"{each.day} {each:%b}" for each in load.nights),
        rows=tuple((pub.venue.name, tuple(_heat(pub, at) for at in range(len(load.nights)))) for pub in load.pubs),
        totals=(("Matches", load.matches), ("Teams without a match", load.idle)),
        words=f"Filled: every board is taken. {CLOSED}: closed. "
        + (f"Framed: more matches than boards, or closed: {over}." if over else "No pub has more matches than boards.")
        + (f" Teams without a match: on {several(idle, 'night')}." if idle else " Every team plays every night."),
    )


def _heat(pub: PubLoad, at: int) -> Heat:
    count, closed = pub.matches[at], at in pub.closed
    if not count:
        return Heat(CLOSED, "closed") if closed else Heat("", "")
    if closed or count > pub.venue.boards:
        return Heat(str(count), "over")
    return Heat(str(count), "full" if count == pub.venue.boards else "some")


def chart_of(job: Job) -> str:
    """How the cost went down, as points of a line 100 wide and 24 high; "" before two lists were found."""
    line = job.progress.get("line") or []
    if len(line) < 2:
        return ""
    last, top, low = max(float(job.progress.get("seconds") or 0), line[-1][0]) or 1, line[0][1], line[-1][1]
    return " ".join(
        f"{100 * seconds / last:.1f},{22 - 20 * (cost - low) / ((top - low) or 1):.1f}"
        for seconds, cost in [*line, (last, low)]
    )


# --- changed by hand --------------------------------------------------------------------------------------------------
def bench_of(draft: ListContents, params: Mapping[str, str]) -> dict[str, Any]:
    """One night's matches (the first that has a fault, if none is asked for) or one team's, to be changed or locked;
    `nights` has every night with how many faults there are on it.
    """
    judged = draft.judged()
    faulty = Counter(day for fault in judged.violations for day in {match.date for match in fault.matches})
    team = params.get("team", "") if params.get("team") in {each.id for each in draft.task.teams} else ""
    days = draft.nights
    wanted = next((day for day in days if day.isoformat() == params.get("night")), None)
    on = None if team else wanted or next((day for day in days if faulty[day]), next(iter(days), None))
    matches = {match for match in draft.matches if match.date == on or team in (match.home, match.away)}
    place, lines = days.index(on) if on else -1, match_lines(draft, matches)
    return {
        "night": on,
        "team": team,
        "name": draft.names[team] if team else "",
        "lines": lines,
        "all_locked": all(line["locked"] for line in lines),
        "faults": [fault.text for fault in judged.violations if matches & set(fault.matches)],
        "nights": [(day, faulty[day]) for day in days],
        "step": (days[place - 1] if place > 0 else None, days[place + 1] if 0 <= place < len(days) - 1 else None),
        "teams": [(each.id, each.name) for each in sorted(draft.task.teams, key=lambda each: each.name)],
    }


def preview(draft: ListContents, edit: Edit) -> dict[str, Any]:
    """The matches that an edit moves, in words, and what it breaks, mends, costs and saves; raises NotListedError for a
    match that the draft does not have.
    """
    changed, after = _effect(draft, edit)
    difference = compare(draft.judged(), after)
    return {
        "moved": [_change_in_words(draft, was, new) for was, new in changed],
        "stuck": [draft.named(was) for was, _ in changed if was in draft.locked],
        "difference": difference,
        "kinds": _sums_in_words(difference.by_kind),
        "hard": after.hard,
        "cost": after.cost,
    }


def _effect(draft: ListContents, edit: Edit) -> tuple[Sequence[tuple[Match, Match]], Judgement]:
    changed = replacements(draft.task, draft.matches, edit)
    return changed, judge(draft.task, apply_edit(draft.task, draft.matches, edit))


def nights_for(draft: ListContents, match: Match) -> list[dict[str, Any]]:
    """Every other night that the match might be on, the best ones first, with what the draft would then be worth.

    In full rounds it moves `together` with the matches that have to go along.
    """
    division = next((each for each in draft.task.divisions if each.id == match.division), None)
    if division is None:
        return []
    now, frozen, together = draft.judged(), draft.task.frozen_until, division.mode is Mode.ROUNDS
    used = {each.date for each in draft.matches if each.division == match.division}
    options = []
    for day in division.dates:
        if day == match.date or (frozen and day <= frozen):
            continue
        changed, after = _effect(draft, ExchangeNights(match, day) if together else MoveMatch(match, day))
        stuck, difference = any(was in draft.locked for was, _ in changed), compare(now, after)
        option = {"date": day, "used": day in used, "together": together, "matches": len(changed), "stuck": stuck}
        order = (stuck, difference.hard, difference.cost, day)
        options.append((order, option | {"difference": difference, "mended": -difference.hard}))
    return [option for _, option in sorted(options, key=lambda pair: pair[0])]


def changes_text(before: ListContents, changed: Iterable[tuple[Match, Match]]) -> str:
    """What changes, as a sentence a match: "Bell v Swan from Mon 5 Oct to Mon 12 Oct. Swan v Star turned round."."""
    return " ".join(f"{_change_in_words(before, was, now)}." for was, now in changed)


def _change_in_words(before: ListContents, was: Match, now: Match) -> str:
    turned = ", turned round" if was.home != now.home else ""
    if was.date == now.date:
        return f"{before.named(was)} on {night(was.date)}{turned}: now at {before.names[now.home]}" if turned else ""
    return f"{before.named(was)} from {night(was.date)} to {night(now.date)}{turned}"


# --- drafts side by side ----------------------------------------------------------------------------------------------
def compared(drafts: Sequence[ListContents]) -> dict[str, Any]:
    """`sums` of each draft, `wishes` that not all of them meet with who does, `teams` for which they cost different
    sums, and the matches that are not on the same nights.
    """
    judged = [each.judged() for each in drafts]
    meetings = [_meetings(each.matches) for each in drafts]
    names = {key: name for each in reversed(drafts) for key, name in each.names.items()}
    pairs = sorted({pair for each in meetings for pair in each}, key=lambda pair: [names.get(key, key) for key in pair])
    nights = {pair: tuple(each.get(pair, "not in this draft") for each in meetings) for pair in pairs}
    return {
        "lists": drafts,
        "sums": _sums(drafts, judged),
        "wishes": _wishes(drafts, judged),
        "teams": _teams(judged, names),
        "same": sum(len(set(texts)) == 1 for texts in nights.values()),
        "differing": [
            (f"{names.get(home, home)} v {names.get(away, away)}", texts)
            for (home, away), texts in nights.items()
            if len(set(texts)) > 1
        ],
    }


def _figures(name: str, values: Sequence[int | None]) -> dict[str, Any]:
    """One figure of every draft, in their order; `cells` say which of them are the lowest, if they differ."""
    lowest = min((value for value in values if value is not None), default=None) if len(set(values)) > 1 else None
    return {"name": name, "cells": [(value, value is not None and value == lowest) for value in values]}


def _sums(drafts: Sequence[ListContents], judged: Sequence[Judgement]) -> list[dict[str, Any]]:
    kinds = {f"Points for {text}": [each.by_kind.get(kind, 0) for each in judged] for kind, text in KINDS.items()}
    return [
        _figures("Rules broken", [each.hard for each in judged]),
        _figures("Penalty points", [each.cost for each in judged]),
        _figures("Fewest penalty points possible", [each.row.bound for each in drafts]),
        _figures("Back-to-back home or away matches", [sum(each.breaks.values()) for each in judged]),
        *(_figures(name, values) for name, values in kinds.items() if any(values)),
    ]


def _wishes(drafts: Sequence[ListContents], judged: Sequence[Judgement]) -> list[tuple[str, list[bool]]]:
    unmet = [{key for cost in each.costs if cost.kind == "rule" for key in cost.about} for each in judged]
    wishes = {wish.id: Names.of(each.task).wish_text(wish) for each in drafts for wish in each.task.wishes}
    met = [(text, [key not in broken for broken in unmet]) for key, text in wishes.items()]
    return [(text, drafts_meet) for text, drafts_meet in met if not all(drafts_meet)]


def _teams(judged: Sequence[Judgement], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """What each draft costs a team, where they are not all the same."""
    sums = [Counter[str]() for _ in judged]
    for each, by_team in zip(judged, sums, strict=True):
        for cost in each.costs:
            for key in cost.about:
                by_team[key] += cost.amount
    teams = sorted({key for by_team in sums for key in by_team} & names.keys(), key=lambda key: names[key])
    values = {key: [by_team[key] for by_team in sums] for key in teams}
    return [_figures(names[key], values[key]) for key in teams if len(set(values[key])) > 1]


def _meetings(matches: Iterable[Match]) -> dict[tuple[str, str], str]:
    nights: dict[tuple[str, str], list[str]] = {}
    for match in sorted(matches):
        nights.setdefault((match.home, match.away), []).append(night(match.date))
    return {pair: ", ".join(days) for pair, days in nights.items()}
