"""What the co-ordinator of an open day does next. Knows the state of the day. Refuses to do it."""

from dataclasses import dataclass

from league.cups.choices import CupState
from league.cups.queries.day import DayShown
from league.cups.queries.facts import begins, rules_of, stored_facts
from scoring.season.knockout.cups import Shape
from scoring.season.openday.matches import DayMatchState


@dataclass(frozen=True, slots=True)
class Level:
    """Those of a group who share a place that matters."""

    group: int
    place: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tasks:
    """`again`: to pair is to pair the last round anew, since nothing of it has been played."""

    deal: bool
    pair: int | None
    again: bool
    score: int | None
    level: tuple[Level, ...]
    knockout: bool
    finish: bool
    people: bool


def tasks_of(shown: DayShown) -> Tasks:
    """What can be done now; one query where groups are over, to see whether the knockout is drawn."""
    cup, day = shown.cup, shown.day
    running = cup.state in {CupState.OPEN, CupState.DRAWN}
    played = any(match.facts for table in day.tables for match in table.matches)
    rounds = day.tables[0].rounds if day.swiss and day.tables else ()
    fresh = bool(rounds) and not any(match.facts for match in rounds[-1])
    over = bool(day.tables) and all(match.state is not DayMatchState.TO_PLAY for each in rounds for match in each)
    more = day.swiss and over and (not cup.rounds or len(rounds) < cup.rounds)
    level = tuple(_level(shown)) if day.over else ()
    return Tasks(
        deal=running and not played and not rounds,
        pair=len(rounds) + (0 if fresh else 1) if day.tables and running and day.swiss and (more or fresh) else None,
        again=fresh,
        score=shown.current.number if shown.current and running else None,
        level=level,
        knockout=bool(day.qualified) and not level and not _knockout_drawn(shown),
        finish=day.winner is not None and cup.state == CupState.DRAWN,
        people=bool(day.tables) and running and not day.over,
    )


def paired_in(shown: DayShown) -> list[tuple[str, str]]:
    """Everybody in the last Swiss round by name, each with whom they meet: the choices of an exchange.

    Empty once something of it has been played.
    """
    if not shown.day.paired or not tasks_of(shown).again:
        return []
    last, names = shown.day.paired[-1], shown.names
    meets = {one: other for game in last.games for one, other in (game, game[::-1])}
    found = [(one, f"{names[one]}, who meets {names[other]}") for one, other in meets.items()]
    found += [(last.bye, f"{names[last.bye]}, who has the bye")] if last.bye else []
    return sorted(found, key=lambda each: each[1].casefold())


def _level(shown: DayShown) -> list[Level]:
    """Level at the cut of groups, or for a place in a round robin or a Swiss event that leads to the first two."""
    day, through = shown.day, shown.cup.through
    cut = day.qualified.level if day.qualified else ()
    found = []
    for table, group in zip(day.tables, shown.groups, strict=True):
        for names, (place, said) in zip(table.level, group.level, strict=True):
            matters = names in cut if rules_of(shown.cup).shape is Shape.GROUPS else place == 1
            if matters and place <= max(1, through):
                found.append(Level(table.number, place, said))
    return found


def _knockout_drawn(shown: DayShown) -> bool:
    return any(begins(each.fact) for each in stored_facts(shown.cup))
