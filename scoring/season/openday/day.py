"""Groups and Swiss rounds of a cup: who is in which group, what they come to, who goes on, where the draw does not fit.

Groups are dealt so that anybody can deal them again. A round robin is one group of which nobody goes on.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from scoring.season.knockout.bracket import FactProblem
from scoring.season.knockout.cups import Cup, Part, Shape, TieForm
from scoring.season.knockout.draw import Draw, DrawError, Entrant, Lots, Tag, by_lot
from scoring.season.knockout.facts import GROUPS, SWISS, Dealt, Drawn, Paired, Placed, Resolved, Ruling, Written
from scoring.season.matching import pair_up
from scoring.season.openday.book import DayMatch, DayMatchState, OpenDayBook, game_of
from scoring.season.swiss import GROUP, StandingRow, SwissError, SwissGame, pair_round, standings
from scoring.season.swiss import SWISS as SWISS_COLUMNS

Group = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Qualifiers:
    """Who goes on, tagged with the group and the winners seeded; `level` are those who share a place at a cut."""

    entrants: tuple[Entrant, ...]
    level: tuple[Group, ...]


def deal(order: Sequence[str], number: int, entrants: Mapping[str, Entrant], apart: Sequence[Tag] = ()) -> list[Group]:
    """The names, in the order drawn with seeds first, dealt into groups one round after another.

    In each round everybody goes where fewest of those already there share a tag of `apart`, exactly for that round and
    not for all of them together; where it makes no difference, to the groups in turn.
    """
    if not 0 < number <= len(order):
        raise ValueError(f"{len(order)} entrants cannot be dealt into {number} groups")
    groups: list[list[str]] = [[] for _ in range(number)]
    for start in range(0, len(order), number):
        names = order[start : start + number]
        costs = [
            [sum(len(_shared(entrants[name], entrants[other], apart)) for other in group) for group in groups]
            for name in names
        ]
        for name, place in zip(names, _assign(costs, number), strict=True):
            groups[place].append(name)
    return [tuple(group) for group in groups]


def _shared(one: Entrant, other: Entrant, apart: Sequence[Tag]) -> tuple[Tag, ...]:
    return tuple(tag for tag in apart if one.tag(tag) and one.tag(tag) == other.tag(tag))


def _assign(costs: Sequence[Sequence[int]], number: int) -> list[int]:
    """A different group for each, at the lowest total; the names come first and then the groups, as in a pairing."""
    few = len(costs)
    heavy = 1 + number**2
    whole = [[heavy * cost + (place - i) % number for place, cost in enumerate(row)] for i, row in enumerate(costs)]
    whole += [[0] * number for _ in range(number - few)]  # groups that get nobody in this round
    never = 1 + sum(map(sum, whole))
    rows = [[never] * number + row for row in whole]
    rows += [[whole[i][place] for i in range(number)] + [never] * number for place in range(number)]
    return [place - number for place in pair_up(rows)[:few]]


def qualify(tables: Sequence[Sequence[StandingRow]], through: int, entrants: Mapping[str, Entrant]) -> Qualifiers:
    """The first `through` of each group's final table, winners seeded in the order of the groups.

    Draw them with Tag.GROUP kept apart, and nobody meets at once whom they have just met.
    """
    going, level = [], []
    for number, rows in enumerate(tables, start=1):
        for i, row in enumerate(rows[:through]):
            going.append(replace(entrants[row.player], group=str(number), seed=number if i == 0 else None))
        if len(rows) > through > 0 and rows[through - 1].place == rows[through].place:
            level.append(tuple(row.player for row in rows if row.place == rows[through].place))
    return Qualifiers(tuple(going), tuple(level))


# --- dealt so that anybody can deal again -----------------------------------------------------------------------------
def deal_out(entrants: Sequence[Entrant], number: int, lots: Lots, apart: Sequence[Tag] = ()) -> Dealt:
    """The entrants dealt into `number` groups: seeds first in their order, then the others by lot or as drawn.

    One group is the order before the first game of a Swiss event. DrawError for fewer than two to a group, for
    somebody who is there twice, or for names drawn that are not the entrants'.
    """
    by_id = {each.id: each for each in entrants}
    names = lots.names or by_lot(by_id, lots.seed, lots.purpose)
    if len(by_id) < len(entrants) or set(names) != set(by_id) or len(names) != len(by_id):
        raise DrawError("each entrant is in the draw once, and each of their names in the hat once")
    if number < 1 or len(by_id) < 2 * number:
        raise DrawError(f"{len(by_id)} entrants do not make {number} groups of two or more")
    order = tuple(sorted(names, key=lambda name: (by_id[name].seed is None, by_id[name].seed or 0)))
    groups = tuple(deal(order, number, by_id, apart))
    ordered = tuple(sorted(entrants, key=lambda each: each.id))
    return Dealt(ordered, tuple(apart), lots, order, groups)


def verify(dealt: Dealt) -> bool:
    """Whether published groups are those that their own entrants and lots give."""
    return deal_out(dealt.entrants, len(dealt.groups), dealt.lots, dealt.apart) == dealt


def together(dealt: Dealt) -> tuple[tuple[int, str, str, tuple[Tag, ...]], ...]:
    """Those who share a group (from 1) and something that should be kept apart, with what they share."""
    by_id = {each.id: each for each in dealt.entrants}
    return tuple(
        (number, one, other, shared)
        for number, group in enumerate(dealt.groups, start=1)
        for one, other in combinations(group, 2)
        if (shared := _shared(by_id[one], by_id[other], dealt.apart))
    )


# --- what was played of them ------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class DayTable:
    """One group, or a whole Swiss event: who stands where, its matches, and who left. `over`: nothing is to play."""

    number: int
    rows: tuple[StandingRow, ...]
    matches: tuple[DayMatch, ...]
    gone: frozenset[str]
    over: bool

    @property
    def rounds(self) -> tuple[tuple[DayMatch, ...], ...]:
        numbers = sorted({each.round for each in self.matches})
        return tuple(tuple(each for each in self.matches if each.round == number) for number in numbers)

    @property
    def level(self) -> tuple[tuple[str, ...], ...]:
        """Those who share a place and have not left."""
        shared: dict[int, list[str]] = {}
        for row in self.rows:
            if row.player not in self.gone:
                shared.setdefault(row.place, []).append(row.player)
        return tuple(tuple(names) for names in shared.values() if len(names) > 1)


@dataclass(frozen=True, slots=True)
class DayConflict:
    """The knockout was drawn, and by the groups as they stand now others would be in it."""

    drawn: tuple[str, ...]
    now: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenDay:
    """The groups or rounds as they stand. `entrants` by id, late ones among them, in the order before the first game.

    `qualified` once all groups are over; `winner` of a round robin or a Swiss event once it is over and the first place
    is not shared. `problems` are facts that could not be, which were left out.
    """

    dealt: Dealt | None
    entrants: tuple[Entrant, ...]
    tables: tuple[DayTable, ...]
    paired: tuple[Paired, ...]
    qualified: Qualifiers | None
    winner: str | None
    conflict: DayConflict | None
    problems: tuple[FactProblem, ...]
    form: TieForm
    swiss: bool

    def match(self, match: str) -> DayMatch:
        """The match with that id; KeyError if there is none."""
        return {each.id: each for table in self.tables for each in table.matches}[match]

    @property
    def over(self) -> bool:
        return bool(self.tables) and all(table.over for table in self.tables)


def open_day(cup: Cup, facts: Iterable[Written], *, through: int = 0, rounds: int = 0) -> OpenDay:
    """The stage of a cup that is no knockout, after the facts in the order in which they were written down.

    `through` of each group go on where the shape is GROUPS; a Swiss event has `rounds`. What is written of the
    knockout after its draw is passed over.
    """
    book = OpenDayBook(cup, rounds)
    drawn: Draw | None = None
    accepted: tuple[str, ...] | None = None
    for number, fact in enumerate(facts):
        if isinstance(fact, Drawn):
            drawn = drawn or (fact.draw if fact.part is Part.MAIN else None)
        elif isinstance(fact, Resolved) and fact.tie == GROUPS:
            now = _names(_qualified(cup, book, _tables(cup, book), through))
            if drawn is None or fact.ruling is not Ruling.STANDS or set(now) == {each.id for each in drawn.entrants}:
                book.problems.append(FactProblem(number, "no-conflict", "the groups and the draw agree"))
            else:
                accepted = now
        elif drawn is None or of_stage(fact):
            book.write(fact, number)
    tables = _tables(cup, book)
    qualified = _qualified(cup, book, tables, through)
    order = dict.fromkeys((*(book.dealt.order if book.dealt else ()), *book.entrants))
    return OpenDay(
        dealt=book.dealt,
        entrants=tuple(book.entrants[name] for name in order),
        tables=tables,
        paired=tuple(book.paired),
        qualified=qualified,
        winner=_winner(cup, tables),
        conflict=_conflict(drawn, qualified, accepted),
        problems=tuple(book.problems),
        form=book.form,
        swiss=book.swiss,
    )


def of_stage(fact: object) -> bool:
    """Whether a fact is about groups or rounds by what it names, whenever it was written down."""
    stage = str(getattr(fact, "tie", "")).partition("-")[0]
    return type(fact) in {Dealt, Paired, Placed} or stage in {GROUPS, SWISS}


# --- tables -----------------------------------------------------------------------------------------------------------
def _tables(cup: Cup, book: OpenDayBook) -> tuple[DayTable, ...]:
    matches = tuple(book.matches())
    return tuple(
        _table(cup, book, number, names, tuple(each for each in matches if book.swiss or each.group == number))
        for number, names in enumerate(book.groups, start=1)
    )


def _table(cup: Cup, book: OpenDayBook, number: int, names: Sequence[str], matches: tuple[DayMatch, ...]) -> DayTable:
    games = [game for each in matches if (game := game_of(each, book.form)) and (book.swiss or game.second)]
    rows = standings(names, [(game,) for game in games], SWISS_COLUMNS if book.swiss else GROUP)
    placed = [each for each in book.placed if each.group == number]
    open_ones = any(each.state is DayMatchState.TO_PLAY for each in matches)
    all_paired = cup.shape is not Shape.SWISS or len(book.paired) >= max(1, book.most_rounds)
    here = frozenset(name for name in names if name in book.gone)
    return DayTable(number, _settled(rows, placed), matches, here, over=all_paired and not open_ones)


def _settled(rows: tuple[StandingRow, ...], placed: Sequence[Placed]) -> tuple[StandingRow, ...]:
    """The rows with the co-ordinator's order among those who are level, as long as it is exactly they who are."""
    for word in placed:
        level = [row for row in rows if row.player in word.order]
        alone = {row.place for row in level} == {level[0].place} if level else False
        if alone and sum(row.place == level[0].place for row in rows) == len(word.order):
            place = level[0].place
            by_name = {row.player: row for row in level}
            again = iter([replace(by_name[name], place=place + i) for i, name in enumerate(word.order)])
            rows = tuple(next(again) if row.player in word.order else row for row in rows)
    return rows


def _qualified(cup: Cup, book: OpenDayBook, tables: Sequence[DayTable], through: int) -> Qualifiers | None:
    if cup.shape is not Shape.GROUPS or through < 1 or not tables or not all(table.over for table in tables):
        return None
    still = [[row for row in table.rows if row.player not in table.gone] for table in tables]
    return qualify(still, through, book.entrants)


def _names(qualified: Qualifiers | None) -> tuple[str, ...]:
    return tuple(each.id for each in qualified.entrants) if qualified else ()


def _conflict(drawn: Draw | None, qualified: Qualifiers | None, accepted: tuple[str, ...] | None) -> DayConflict | None:
    if drawn is None or qualified is None:
        return None
    drawn_ids, now = {each.id for each in drawn.entrants}, _names(qualified)
    if set(now) in (drawn_ids, set(accepted or ())):
        return None
    return DayConflict(tuple(sorted(drawn_ids - set(now))), tuple(sorted(set(now) - drawn_ids)))


def _winner(cup: Cup, tables: Sequence[DayTable]) -> str | None:
    if cup.shape is Shape.GROUPS or len(tables) != 1 or not tables[0].over:
        return None
    here = [row for row in tables[0].rows if row.player not in tables[0].gone]
    shared = len(here) > 1 and here[0].place == here[1].place
    return here[0].player if here and not shared else None


# --- the next Swiss round ---------------------------------------------------------------------------------------------
class NotYetError(ValueError):
    """The round before is not over, all rounds are paired, or too few are left to play."""


def next_round(day: OpenDay, rounds: int, absent: Iterable[str] = (), half_byes: Iterable[str] = ()) -> Paired:
    """The next round of a Swiss event as a fact; NotYetError if there is none.

    While nothing of the last round has been played it may be paired again: then it is that round.
    """
    if not day.swiss or not day.tables:
        raise NotYetError("Nothing has been drawn yet.")
    table = day.tables[0]
    played = list(table.rounds)
    if played and not any(each.facts for each in played[-1]):
        played.pop()
    if any(each.state is DayMatchState.TO_PLAY for games in played for each in games):
        raise NotYetError(f"Round {len(played)} is not over.")
    if rounds and len(played) >= rounds:
        raise NotYetError(f"All {rounds} rounds have been played.")
    halves = sorted({*half_byes} & {row.player for row in table.rows} - table.gone)
    away = sorted({*absent} & {row.player for row in table.rows} - {*halves})
    out = {*away, *halves, *table.gone}
    try:
        games, bye = pair_round([each.id for each in day.entrants], as_games(played, day.form), out)
    except SwissError as fault:
        raise NotYetError(str(fault)) from fault
    if not games:
        raise NotYetError("Fewer than two players are left.")
    return Paired(len(played) + 1, games, bye, tuple(away), half_byes=tuple(halves))


def as_games(played: Sequence[Sequence[DayMatch]], form: TieForm) -> list[tuple[SwissGame, ...]]:
    """Rounds as the pairer counts them: what is open is left out."""
    return [tuple(game for each in matches if (game := game_of(each, form))) for matches in played]
