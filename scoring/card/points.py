"""What a match is worth, as data."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

ZERO = Fraction(0)


class Half(Fraction):
    """A number of games that ends in a half, as boards of chess are scored: it is written 4½, and what is added up of
    several is an int again where it is whole.
    """

    __slots__ = ()

    def __str__(self) -> str:
        return plain(self)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __add__(self, other: "Games") -> "Games":  # type: ignore[override]
        return whole_or_half(Fraction(self) + Fraction(other))

    __radd__ = __add__  # type: ignore[assignment]

    def __sub__(self, other: "Games") -> "Games":  # type: ignore[override]
        return whole_or_half(Fraction(self) - Fraction(other))

    def __rsub__(self, other: "Games") -> "Games":  # type: ignore[override]
        return whole_or_half(Fraction(other) - Fraction(self))


Games: TypeAlias = int | Half


def whole_or_half(value: Fraction | int) -> Games:
    """A number of games; ValueError where it is neither whole nor has a half."""
    exact = Fraction(value)
    if exact.denominator > 2:
        raise ValueError(f"{value} is no number of games")
    return Half(exact) if exact.denominator == 2 else exact.numerator


class DecidedBy(StrEnum):
    """Whether a match goes to the side with more games or with more lines (tables)."""

    GAMES = "games"
    LINES = "lines"


class Offence(StrEnum):
    """What a league takes points off for. NEVER_SENT is a card that did not come at all."""

    LATE_CARD = "late-card"
    NEVER_SENT = "never-sent"
    NO_SHOW = "no-show"
    INELIGIBLE = "ineligible-player"
    BAD_CARD = "badly-filled-card"
    LATE_CHANGE = "match-put-off-late"
    MISSED_MEETING = "missed-meeting"


@dataclass(frozen=True, slots=True)
class Walkover:
    """The score that a walkover counts as.

    `games_for` None is every game on the card. `points_for` None lets the scheme work the points out from the games as
    for a match that was played; so does `points_against` None. `lines_for` None follows from the games where it can.
    """

    games_for: int | None = None
    games_against: int = 0
    lines_for: int | None = None
    lines_against: int = 0
    points_for: Fraction | None = None
    points_against: Fraction | None = ZERO


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points taken off for an offence: `costs[0]` the first time in a season, and so on; the last one repeats.

    `hours` is for a late card: how many hours after it was due this begins to hold, in place of an earlier one.
    """

    offence: Offence
    costs: tuple[Fraction, ...]
    hours: int = 0


class Forfeit(StrEnum):
    """NOTHING; GAMES, those of the lines that the player was on; MATCH, all of it, as a walkover."""

    NOTHING = "nothing"
    GAMES = "their-games"
    MATCH = "match"


@dataclass(frozen=True, slots=True)
class Forfeits:
    """What a team forfeits the `first` time in a season that it plays somebody ineligible, and each time `later`."""

    first: Forfeit = Forfeit.MATCH
    later: Forfeit = Forfeit.MATCH

    def after(self, earlier: int) -> Forfeit:
        """By the rule, for a team that has done it `earlier` times this season."""
        return self.later if earlier else self.first


WHOLE_MATCH = Forfeits()


@dataclass(frozen=True, slots=True)
class BuyBack:
    """A team may buy back `points` at a time for `price` pence, within `days` of the deduction."""

    points: Fraction
    price: int
    days: int


@dataclass(frozen=True, slots=True)
class Scheme:
    """A league's points.

    `win`, `draw`, `loss` are for the match; `per_game` for each game won; `per_line` for each line won (halved when a
    line is level). `narrow_loss` comes on top of `loss` for losing by `narrow_margin` games or fewer (lines, when lines
    decide). `maximum_deduction` caps what one team can lose in a season (None: no cap).
    """

    name: str
    win: Fraction = ZERO
    draw: Fraction = ZERO
    loss: Fraction = ZERO
    per_game: Fraction = ZERO
    per_line: Fraction = ZERO
    narrow_loss: Fraction = ZERO
    narrow_margin: int = 0
    decided_by: DecidedBy = DecidedBy.GAMES
    walkover: Walkover = Walkover()
    unfinished_counts: bool = False
    penalties: tuple[Penalty, ...] = ()
    maximum_deduction: Fraction | None = None
    buy_back: BuyBack | None = None

    @property
    def by_lines(self) -> bool:
        """Whether points cannot be told without knowing who won each line."""
        return bool(self.per_line) or self.decided_by is DecidedBy.LINES


def points(
    scheme: Scheme, *, games: tuple[Games, Games], lines: tuple[Fraction, Fraction]
) -> tuple[Fraction, Fraction]:
    """League points for (home, away) of a match that was played out.

    `games` are games won by each side, `lines` lines won, a level line counting a half to each.
    """
    mine, theirs = map(Fraction, lines if scheme.decided_by is DecidedBy.LINES else games)
    return (
        _side_points(scheme, mine - theirs, games[0], lines[0]),
        _side_points(scheme, theirs - mine, games[1], lines[1]),
    )


def _side_points(scheme: Scheme, margin: Fraction, games: Games, lines: Fraction) -> Fraction:
    counted = scheme.per_game * games + scheme.per_line * lines
    if margin > 0:
        return counted + scheme.win
    if margin == 0:
        return counted + scheme.draw
    narrow = scheme.narrow_loss if -margin <= scheme.narrow_margin else ZERO
    return counted + scheme.loss + narrow


def penalty(scheme: Scheme, offence: Offence, *, earlier: int = 0, hours: float = 0) -> Fraction:
    """Points (0 or more) that the scheme takes off for an offence, when the team has `earlier` ones this season.

    `hours` is how late a card is.
    """
    reached = [each for each in scheme.penalties if each.offence is offence and each.costs and each.hours <= hours]
    if not reached:
        return ZERO
    costs = max(reached, key=lambda each: each.hours).costs
    return costs[min(earlier, len(costs) - 1)]


MINUS = "\N{MINUS SIGN}"
HALVES = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def plain(value: Fraction) -> str:
    """A number of points as a league writes it: "3", "½", "3½", "3 2/3"."""
    whole, rest = divmod(abs(value), 1)
    sign = MINUS if value < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    part = HALVES.get(rest, str(rest))
    if not whole:
        return sign + part
    return f"{sign}{whole}{part}" if rest in HALVES else f"{sign}{whole} {part}"


def amount(value: Fraction) -> str:
    """Points with their unit: "1 point", "½ point", "2 points"."""
    return f"{plain(value)} point" + ("" if 0 < abs(value) <= 1 else "s")


OFFENCE_WORDS = {
    Offence.LATE_CARD: "a card sent late",
    Offence.NEVER_SENT: "a card that never came",
    Offence.NO_SHOW: "a side that does not turn up",
    Offence.INELIGIBLE: "an ineligible player",
    Offence.BAD_CARD: "a card that is badly filled in",
    Offence.LATE_CHANGE: "a match postponed at short notice",
    Offence.MISSED_MEETING: "a meeting that a team misses",
}


def describe(scheme: Scheme) -> tuple[str, ...]:
    return tuple(_sentences(scheme))


def _sentences(scheme: Scheme) -> Iterator[str]:
    yield f"The match goes to the side that wins more {scheme.decided_by}."
    counted = [
        (scheme.win, "for winning the match"),
        (scheme.draw, "for a drawn match"),
        (scheme.loss, "for losing the match"),
        (scheme.per_game, "for each game won"),
        (scheme.per_line, "for each line won, shared if the line is level"),
    ]
    yield from (f"{amount(value)} {why}." for value, why in counted if value)
    if scheme.narrow_loss:
        by = "game" if scheme.decided_by is DecidedBy.GAMES else "line"
        margin = f"one {by}" if scheme.narrow_margin == 1 else f"{scheme.narrow_margin} {by}s or fewer"
        yield f"{amount(scheme.narrow_loss)} for losing by {margin}."
    terms = scheme.walkover
    whole = terms.games_for is None
    score = "every game on the card" if whole else f"{terms.games_for}\N{EN DASH}{terms.games_against}"
    worth = "" if terms.points_for is None else f", {amount(terms.points_for)}"
    yield f"A walkover counts as {score}{worth}. It doesn’t count in players’ averages."
    yield from _offences(scheme)


def _offences(scheme: Scheme) -> Iterator[str]:
    for each in scheme.penalties:
        costs = ", then ".join(amount(cost) for cost in each.costs)
        late = f" {each.hours} hour{'' if each.hours == 1 else 's'} or more" if each.hours else ""
        yield f"Off for {OFFENCE_WORDS[each.offence]}{late}: {costs}."
    if scheme.maximum_deduction is not None:
        yield f"No team loses more than {amount(scheme.maximum_deduction)} in a season."
    if scheme.buy_back is not None:
        back = scheme.buy_back
        price = f"£{back.price // 100}" + (f".{back.price % 100:02}" if back.price % 100 else "")
        yield f"A team may buy back {amount(back.points)} for {price}, within {back.days} days."


FORFEIT_WORDS = {
    Forfeit.NOTHING: "the result stands",
    Forfeit.GAMES: "the games that the player was in go to the opponents",
    Forfeit.MATCH: "the match goes to the opponents as a walkover",
}


def describe_forfeits(rule: Forfeits) -> str:
    first, later = FORFEIT_WORDS[rule.first], FORFEIT_WORDS[rule.later]
    if rule.first is rule.later:
        return f"If a side plays somebody ineligible, {first}."
    return f"The first time in a season that a side plays somebody ineligible, {first}; after that {later}."


def short_name(scheme: Scheme) -> str:
    """The points in a few words: "2 for a win, 1 for a draw, ½ a game"."""
    counted = [
        (scheme.win, "for a win"),
        (scheme.draw, "for a draw"),
        (scheme.narrow_loss, "for a narrow defeat"),
        (scheme.per_line, "a line"),
        (scheme.per_game, "a game"),
    ]
    return ", ".join(f"{plain(value)} {what}" for value, what in counted if value) or "Nothing gives a point"


def working(
    scheme: Scheme, *, games: tuple[Games, Games], lines: tuple[Fraction, Fraction]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """How (home, away) came to their points: "6 games at ½: 3", "2 for winning"."""
    decisive = lines if scheme.decided_by is DecidedBy.LINES else (Fraction(games[0]), Fraction(games[1]))
    margin = decisive[0] - decisive[1]
    return (tuple(_working(scheme, margin, games[0], lines[0])), tuple(_working(scheme, -margin, games[1], lines[1])))


def _working(scheme: Scheme, margin: Fraction, games: Games, lines: Fraction) -> Iterator[str]:
    for each, count, noun in ((scheme.per_game, Fraction(games), "game"), (scheme.per_line, lines, "line")):
        if each:
            yield f"{plain(count)} {noun}{'' if count == 1 else 's'} at {plain(each)}: {plain(each * count)}"
    if margin > 0 and scheme.win:
        yield f"{plain(scheme.win)} for winning"
    if margin == 0 and scheme.draw:
        yield f"{plain(scheme.draw)} for drawing"
    if margin < 0 and scheme.loss:
        yield f"{plain(scheme.loss)} for losing"
    if margin < 0 and scheme.narrow_loss and -margin <= scheme.narrow_margin:
        yield f"{plain(scheme.narrow_loss)} for losing narrowly"
