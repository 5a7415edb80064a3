"""What the groups, or the Swiss rounds, of a cup come to: tables, who goes on, and where the draw no longer fits."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scoring.season.knockout.book import FactProblem
from scoring.season.knockout.cups import Cup, Shape, TieForm
from scoring.season.knockout.draw import Draw, Entrant
from scoring.season.knockout.facts import GROUPS, SWISS, Dealt, Drawn, Paired, Placed, Resolved, Ruling, Written
from scoring.season.knockout.plan import Part
from scoring.season.openday.book import DayMatch, DayMatchState, OpenDayBook, game_of
from scoring.season.openday.groups import Qualifiers, qualify
from scoring.season.swiss.pairing import Pairings, pair_round
from scoring.season.swiss.standing import GROUP, StandingRow, SwissError, SwissGame, standings
from scoring.season.swiss.standing import SWISS as SWISS_COLUMNS


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


# --- tables -------------------------------------------------------------------------------------------------------


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


# --- the next Swiss round -----------------------------------------------------------------------------------------


class NotYetError(ValueError):
    """The round before is not over, all rounds are paired, or too few are left to play."""


def next_round(
    day: OpenDay, rounds: int, absent: Iterable[str] = (), half_byes: Iterable[str] = ()
) -> tuple[Paired, Pairings]:
    """The next round of a Swiss event as a fact, and what the pairer says of it; NotYetError if there is none.

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
        pairings = pair_round([each.id for each in day.entrants], as_games(played, day.form), out)
    except SwissError as fault:
        raise NotYetError(str(fault)) from fault
    if not pairings.games:
        raise NotYetError("Fewer than two players are left.")
    paired = Paired(len(played) + 1, pairings.games, pairings.bye, tuple(away), half_byes=tuple(halves))
    return paired, pairings


def as_games(played: Sequence[Sequence[DayMatch]], form: TieForm) -> list[tuple[SwissGame, ...]]:
    """Rounds as the pairer counts them: what is open is left out."""
    return [tuple(game for each in matches if (game := game_of(each, form))) for matches in played]
