"""The table of a division, worked out a second time from what was typed: rules, cards, penalties and a team that left.

Reads the rules as they were typed on the league's page.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any, TypeVar

from tests.league.years.cards import SIDES, Line, Played, Rules, groups

ZERO, HALF = Fraction(0), Fraction(1, 2)
PARTS = {ZERO: "", Fraction(1, 4): "¼", HALF: "½", Fraction(3, 4): "¾"}
DASH, MINUS = "\N{EN DASH}", "\N{MINUS SIGN}"
Row = dict[str, str]
N = TypeVar("N", int, Fraction)


@dataclass
class Judged:
    """Everything that is known of a division: `off` are points taken from a team, `left` the day a team left."""

    rules: Rules
    teams: tuple[str, ...]
    played: list[Played] = field(default_factory=list)
    off: list[tuple[str, Fraction]] = field(default_factory=list)
    left: dict[str, date] = field(default_factory=dict)
    halfway: date = date.max


@dataclass(frozen=True)
class Score:
    """What one side of a match has; pegs None where the card has none."""

    on: date
    home: bool
    opponent: str
    games: int
    games_against: int
    lines: Fraction
    lines_against: Fraction
    pegs: int | None
    pegs_against: int | None
    result: str
    points: Fraction


@dataclass
class Account:
    """A team's matches that count, in the order of their days, and what was taken and given beside them."""

    team: str
    scores: list[Score] = field(default_factory=list)
    off: Fraction = ZERO
    given: Fraction = ZERO

    @property
    def points(self) -> Fraction:
        return sum((each.points for each in self.scores), ZERO) - self.off + self.given

    def count(self, result: str) -> int:
        return sum(each.result == result for each in self.scores)

    @property
    def games(self) -> int:
        return sum(each.games for each in self.scores)

    @property
    def games_against(self) -> int:
        return sum(each.games_against for each in self.scores)


def table(division: Judged) -> list[Row]:
    """The rows from first to last, each by the short headings of its columns; a team that left stands last."""
    accounts = {team: Account(team) for team in division.teams}
    for each in sorted(division.played, key=lambda played: played.on):
        if not _struck_out(each, division):
            home, away = scores(each, division.rules)
            accounts[each.match.home].scores.append(home)
            accounts[each.match.away].scores.append(away)
    for team, points in division.off:
        accounts[team].off += points
    if division.rules["withdrawal"] == "award":
        for team, account in accounts.items():
            account.given = exact(division.rules["withdrawal_award"]) * len(division.left.keys() - {team})
    staying = [accounts[team] for team in division.teams if team not in division.left]
    return [
        *_placed(ranked(staying, division.rules)),
        *(_row(DASH, accounts[team], "Withdrawn") for team in division.left),
    ]


def _struck_out(played: Played, division: Judged) -> bool:
    gone = [day for team, day in division.left.items() if team in {played.match.home, played.match.away}]
    if not gone or division.rules["withdrawal"] == "award":
        return bool(gone)
    assert division.rules["withdrawal"] == "keep-first-half"
    return gone[0] <= division.halfway or played.match.half == 2


# --- one match --------------------------------------------------------------------------------------------------------
def scores(played: Played, rules: Rules) -> tuple[Score, Score]:
    """What home and away have of a match."""
    if played.walkover:
        won, lines, pegs = _walkover(played.walkover, rules), _walkover_lines(played.walkover, rules), None
    else:
        won, lines, pegs = games(played.lines), _lines(played.lines), _pegs(played.lines)
    results = _results(lines if rules["decided_by"] == "lines" else won)
    points = [_points(rules, results[i], i, won, lines) for i in (0, 1)]
    if played.walkover:
        points = [_given(rules, side == played.walkover, points[i]) for i, side in enumerate(SIDES)]
    return tuple(
        Score(
            on=played.on,
            home=i == 0,
            opponent=played.match.away if i == 0 else played.match.home,
            games=won[i],
            games_against=won[1 - i],
            lines=lines[i],
            lines_against=lines[1 - i],
            pegs=pegs and pegs[i],
            pegs_against=pegs and pegs[1 - i],
            result=results[i],
            points=points[i],
        )
        for i in (0, 1)
    )


def games(lines: Iterable[Line]) -> list[int]:
    return [sum(game.winner == side for line in lines for game in line.games) for side in SIDES]


def _lines(lines: Iterable[Line]) -> list[Fraction]:
    """Lines won; one that is level is half a line to each, one that nobody played to neither."""
    won = [ZERO, ZERO]
    for line in lines:
        home, away = games([line])
        if home == away and home:
            won = [each + HALF for each in won]
        elif home != away:
            won[home < away] += 1
    return won


def _pegs(lines: Sequence[Line]) -> list[int] | None:
    """All pegs of each side: the target for a game that was won on the board, and what was written for the loser."""
    games = [(line.target, game) for line in lines for game in line.games if game.pegs is not None]
    if not games:
        return None
    return [sum(target if game.winner == side else game.pegs for target, game in games) for side in SIDES]


def _results(decisive: Sequence[Fraction | int]) -> str:
    """The letters of home and away."""
    home, away = decisive
    return "DD" if home == away else "WL" if home > away else "LW"


def _points(rules: Rules, result: str, i: int, games: list[int], lines: list[Fraction]) -> Fraction:
    points = exact(rules[{"W": "win", "D": "draw", "L": "loss"}[result]])
    points += games[i] * exact(rules["per_game"]) + lines[i] * exact(rules["per_line"])
    decisive = lines if rules["decided_by"] == "lines" else games
    if result == "L" and decisive[1 - i] - decisive[i] <= int(rules["narrow_margin"]):
        points += exact(rules["narrow_loss"])
    return points


def _walkover(winner: str, rules: Rules) -> list[int]:
    every = sum(len(group.labels) * group.games for group in groups(rules))
    mine = int(rules["walkover_games_for"] or every)
    return _for_side(winner, mine, int(rules["walkover_games_against"]))


def _walkover_lines(winner: str, rules: Rules) -> list[Fraction]:
    every = sum(len(group.labels) for group in groups(rules))
    mine = Fraction(rules["walkover_lines_for"] or every)
    return _for_side(winner, mine, Fraction(rules["walkover_lines_against"]))


def _for_side(winner: str, mine: N, theirs: N) -> list[N]:
    return [mine, theirs] if winner == "home" else [theirs, mine]


def _given(rules: Rules, turned_up: bool, worth: Fraction) -> Fraction:
    """The points of a walkover: those that are set, else what a match with that score is worth."""
    typed = rules[f"walkover_points_{'for' if turned_up else 'against'}"]
    return exact(typed) if typed else worth


# --- places -----------------------------------------------------------------------------------------------------------
def ranked(accounts: list[Account], rules: Rules) -> list[list[Account]]:
    """The teams from first to last; those that nothing separates are together."""
    steps = [rules[f"step{i}"] for i in range(8) if rules[f"step{i}"]]
    return _separated(sorted(accounts, key=lambda each: each.team.casefold()), steps)


def _separated(level: list[Account], steps: list[str]) -> list[list[Account]]:
    """Those that are level on one step go on to the next; a shared place or a play-off leaves them together.

    Where some of those level go apart on their own matches, the others look at theirs again before the next step.
    """
    if len(level) <= 1 or not steps or steps[0] in {"shared", "play-off"}:
        return [level] if level else []
    step, *rest = steps
    if step == "name":
        return [[each] for each in level]
    worth = {each.team: WORTH[step](each, {other.team for other in level}) for each in level}
    if step == "head-to-head" and len({len(_between(each, set(worth))) for each in level}) > 1:
        return _separated(level, rest)  # not all of these matches have been played
    values = sorted(set(worth.values()), reverse=True)
    onward = steps if step == "head-to-head" and len(values) > 1 else rest
    found = []
    for value in values:
        found += _separated([each for each in level if worth[each.team] == value], onward)
    return found


def _between(account: Account, level: set[str]) -> list[Score]:
    return [each for each in account.scores if each.opponent in level]


def _head_to_head(account: Account, level: set[str]) -> tuple[Fraction, int]:
    """Points, then games won less games lost, of the matches between those that are level."""
    mine = _between(account, level)
    return sum((each.points for each in mine), ZERO), sum(each.games - each.games_against for each in mine)


# What a team has to show where teams are separated so, beside those that are level with it; more is better.
WORTH: dict[str, Callable[[Account, set[str]], Any]] = {
    "points": lambda account, _: account.points,
    "wins": lambda account, _: account.count("W"),
    "game-difference": lambda account, _: account.games - account.games_against,
    "games-won": lambda account, _: account.games,
    "line-difference": lambda account, _: sum(each.lines - each.lines_against for each in account.scores),
    "pegs": lambda account, _: sum((each.pegs or 0) - (each.pegs_against or 0) for each in account.scores),
    "head-to-head": _head_to_head,
    "away-wins": lambda account, _: sum(each.result == "W" and not each.home for each in account.scores),
    "fewest-deductions": lambda account, _: -account.off,
}


# --- what stands in the cells -----------------------------------------------------------------------------------------
def _placed(places: list[list[Account]]) -> list[Row]:
    rows, place = [], 1
    for level in places:
        rows += [_row(f"{place}{'=' if len(level) > 1 else ''}", each) for each in level]
        place += len(level)
    return rows


def _row(place: str, account: Account, mark: str = "") -> Row:
    return {
        "Pos": place,
        "Team": f"{account.team} {mark}".strip(),
        "P": str(len(account.scores)),
        "W": str(account.count("W")),
        "D": str(account.count("D")),
        "L": str(account.count("L")),
        "Lines": signed(sum((each.lines - each.lines_against for each in account.scores), Fraction(0))),
        "F": str(account.games),
        "A": str(account.games_against),
        f"+/{MINUS}": signed(Fraction(account.games - account.games_against)),
        "Last five": " ".join(each.result for each in account.scores[-5:]) or DASH,
        "Adj": signed(account.given - account.off),
        "Pts": written(account.points),
    }


def empty(rows: list[Row]) -> set[str]:
    """The columns that say nothing, and may be left out: nobody has drawn, nothing was given or taken, no lines."""
    return {head for head in ("D", "Adj") if all(row[head] == "0" for row in rows)} | {"Lines"}


def exact(text: str) -> Fraction:
    """Points as they are typed: "2", "1/2", "1½"."""
    whole = text.strip().removesuffix("½")
    return Fraction(whole or 0) + (HALF if whole != text.strip() else ZERO)


def written(points: Fraction) -> str:
    """Points as the site writes them: "7½"."""
    whole, rest = divmod(abs(points), 1)
    return (MINUS if points < 0 else "") + (str(whole) if whole or not rest else "") + PARTS[rest]


def signed(points: Fraction) -> str:
    return f"+{written(points)}" if points > 0 else written(points)
