"""What there is to do for whoever runs cups: rulings, ties to chase, draws; and the next step at an open day's desk."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.timezone import localdate

from league.cups.models import Cup, CupState
from league.cups.presenters.labels import disputes_of
from league.cups.presenters.openday import OpenDayPage
from league.cups.presenters.ties import Days, ties_to_chase
from league.cups.queries.cup_state import days_by_cup, facts_by_cup, stored_facts, ties_by_cup
from league.cups.queries.draws import draws_due
from league.cups.queries.entries import names_of
from league.cups.values import CupSnapshot, begins, rules_of, snapshot_from
from league.teams.models import League
from scoring.season.knockout.cups import Shape
from scoring.season.openday.book import DayMatchState


@dataclass(frozen=True, slots=True)
class CupTask:
    """To do about a cup: `tie` is to be ruled on, `chase` somebody about ties; otherwise a draw is to be held."""

    cup: Cup
    what: str
    why: str
    tie: str = ""
    moment: date | None = None
    chase: bool = False


def cup_tasks(league: League, at: datetime) -> list[CupTask]:
    """Everything about this season's cups: four queries, and two more for each cup that has something to rule on."""
    season = {"division__competition__season__current": True, "division__competition__season__league": league}
    cups = list(
        Cup.objects.filter(**season, state__in=[CupState.OPEN, CupState.DRAWN])
        .select_related("division__competition__season__league")
        .order_by("division__competition__name", "pk")
    )
    drawn = [cup for cup in cups if cup.state == CupState.DRAWN]
    log, ties, days = (facts_by_cup(drawn), ties_by_cup(drawn), days_by_cup(drawn)) if drawn else ({}, {}, {})
    tasks: list[CupTask] = []
    for cup in drawn:
        snapshot = snapshot_from(cup, log.get(cup.pk, ()), ties.get(cup.pk, {}), at)
        tasks += [*_late(snapshot, days.get(cup.pk, {}), localdate(at)), *_rulings(snapshot, at)]
    closed = [cup for cup in cups if cup not in drawn and cup.entries_close and cup.entries_close < localdate(at)]
    tasks += [CupTask(cup, f"{cup}: make the draw", "Entries have closed.", moment=cup.entries_close) for cup in closed]
    return tasks


def _rulings(snapshot: CupSnapshot, at: datetime) -> Iterator[CupTask]:
    """Groups that are over or no longer fit the knockout that was drawn from them, ties to rule on, and draws."""
    cup = snapshot.cup
    if snapshot.rules.shape is Shape.GROUPS and snapshot.day.conflict:
        why = "A group result was corrected after the draw, so others are through now."
        yield CupTask(cup, f"{cup}: the knockout no longer fits the groups", why)
    elif snapshot.rules.shape is Shape.GROUPS and snapshot.day.over and snapshot.bracket is None:
        yield CupTask(cup, f"{cup}: draw the knockout", "The groups are over.")
    if snapshot.bracket is None:
        return
    for each in disputes_of(snapshot.bracket, names_of(cup)) if snapshot.bracket.conflicts else ():
        put_right = f"but an earlier result was corrected: it should have been {each['now']}."
        yield CupTask(cup, f"{cup}, {each['name']}", f"{each['played']} played, {put_right}", each["tie"])
    for due in draws_due(cup, at, snapshot):
        if not due.waiting:
            why = f"{len(due.entrants)} names are in the hat."
            yield CupTask(cup, f"{cup}: draw {due.name[:1].lower()}{due.name[1:]}", why)


def _late(snapshot: CupSnapshot, days: Days, today: date) -> Iterator[CupTask]:
    late = [each for each in ties_to_chase(snapshot, days, today, {}) if each.late or each.row is None]
    if late:
        what, why = f"{len(late)} ties to chase", "They need a match, a date or a result."
        if len(late) == 1:
            what, why = str(late[0].row.fixture) if late[0].row else "1 tie to chase", late[0].why
        day = min((each.play_by for each in late if each.play_by), default=None)
        yield CupTask(snapshot.cup, f"{snapshot.cup}: {what}", why, moment=day, chase=True)


# --- at an open day ---------------------------------------------------------------------------------------------------
def desk_tasks(shown: OpenDayPage) -> dict[str, Any]:
    """What can be done now; one query where groups are over, to see whether the knockout is drawn.
    `score` and `pair` are the number of the round, `again`: the last round anew, as nothing of it was played.
    `late`: somebody may still come in; `leaving`: somebody may leave.
    """
    cup, day = shown.cup, shown.day
    running = cup.state in {CupState.OPEN, CupState.DRAWN}
    played = any(match.facts for table in day.tables for match in table.matches)
    rounds = day.tables[0].rounds if day.swiss and day.tables else ()
    fresh = bool(rounds) and not any(match.facts for match in rounds[-1])
    over = bool(day.tables) and all(match.state is not DayMatchState.TO_PLAY for each in rounds for match in each)
    more = day.swiss and over and (not cup.rounds or len(rounds) < cup.rounds)
    level = tuple(_level(shown)) if day.over else ()
    begun = bool(day.qualified) and any(begins(each.fact) for each in stored_facts(cup))
    pairs = day.tables and running and day.swiss and (more or fresh)
    return {
        "deal": running and not played and not rounds,
        "pair": len(rounds) + (0 if fresh else 1) if pairs else None,
        "again": fresh,
        "score": shown.current.number if shown.current and running else None,
        "level": level,
        "knockout": bool(day.qualified) and not level and not begun,
        "finish": day.winner is not None and cup.state == CupState.DRAWN,
        "late": bool(day.tables) and running and not day.over,
        "leaving": bool(day.tables) and running and not begun,
    }


def exchange_choices(shown: OpenDayPage) -> list[tuple[str, str]]:
    """Everybody in the last Swiss round by name, each with whom they meet; empty once something of it was played."""
    if not shown.day.paired or not desk_tasks(shown)["again"]:
        return []
    last, names = shown.day.paired[-1], shown.names
    meets = {one: other for game in last.games for one, other in (game, game[::-1])}
    choices = [(one, f"{names[one]}, who meets {names[other]}") for one, other in meets.items()]
    choices += [(last.bye, f"{names[last.bye]}, who has the bye")] if last.bye else []
    return sorted(choices, key=lambda each: each[1].casefold())


def _level(shown: OpenDayPage) -> list[tuple[int, int, tuple[str, ...]]]:
    """Level at the cut of groups, or for a place in a round robin or a Swiss event that leads to the first two."""
    day, through = shown.day, shown.cup.qualifiers
    cut = day.qualified.level if day.qualified else ()
    level_places = []
    for table, group in zip(day.tables, shown.groups, strict=True):
        for names, (place, shared_by) in zip(table.level, group.level, strict=True):
            # Whoever has left keeps their row, above those who are left for the place.
            ahead = sum(row.place < place and row.player not in table.gone for row in table.rows)
            matters = names in cut if rules_of(shown.cup).shape is Shape.GROUPS else ahead == 0
            if matters and ahead < max(1, through):
                level_places.append((table.number, place, shared_by))
    return level_places
