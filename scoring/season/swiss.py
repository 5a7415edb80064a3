"""Swiss events and groups: how everybody stands, what separates those who are level, and who plays whom next.

    column              what it counts                                                           function
    score               1 for a game won or a bye, ½ for one drawn or half a bye; 0 if both lose  score
    Buchholz            the scores of all opponents                                              buchholz
    Sonneborn-Berger    the scores of those beaten, and half of those drawn with                 sonneborn_berger
    difference          pegs or legs won less lost, as the event counts them; a bye counts none  difference
    meetings            what those who are level so far took from each other                     meetings

A Swiss event asks the first four in that order. In a group everybody meets the same opponents, so that their scores
tell nothing: it asks the score, the difference, the meetings and Sonneborn-Berger.

A bye counts in Buchholz and Sonneborn-Berger as a win over somebody with one's own score, so that it neither helps nor
harms; half a bye as a draw with them.

What is asked of a round of a Swiss event, each point outweighing all those after it:

1. nobody has a second bye;
2. nobody meets the same opponent again; where too few opponents are left it happens as seldom as it can;
3. the bye goes to a score as low as possible;
4. players of one score meet: the sum of the squares of the differences in score is as small as it can be, so that two
   small steps are better than one large one;
5. those meet whose drops go together: who dropped second more often meets who dropped first more often;
6. within a score the upper half meets the lower half in order, and the bye goes to the last.

In each game whoever has dropped first less often does so now; if they are level, whoever dropped second last, and then
whoever stands higher, turn and turn about from round to round.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from scoring.card.points import amount, plain
from scoring.season.matching import pair_up
from scoring.season.tiebreak import signed
from scoring.words import join_list

WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)


@dataclass(frozen=True, slots=True)
class SwissGame:
    """One meeting: `first` dropped first, `won` and `lost` are its own. `second` None is a bye, or `half` of one."""

    first: str
    second: str | None
    won: int = 0
    lost: int = 0
    both_lose: bool = False
    half: bool = False


Round = tuple[SwissGame, ...]


class StandingColumn(StrEnum):
    SCORE = "score"
    BUCHHOLZ = "buchholz"
    SONNEBORN_BERGER = "sonneborn_berger"
    DIFFERENCE = "difference"
    MEETINGS = "meetings"


SWISS = (StandingColumn.SCORE, StandingColumn.BUCHHOLZ, StandingColumn.SONNEBORN_BERGER, StandingColumn.DIFFERENCE)
GROUP = (StandingColumn.SCORE, StandingColumn.DIFFERENCE, StandingColumn.MEETINGS, StandingColumn.SONNEBORN_BERGER)


class SwissError(ValueError):
    """A player who is there twice, plays twice in a round, meets themselves, or is not in the event."""


@dataclass(slots=True)
class SwissAccount:
    """What one player has done: opponents with what was taken from them, drops, byes. `drops` is "1" or "2" a game."""

    met: list[tuple[str, Fraction]] = field(default_factory=list)
    byes: int = 0
    half_byes: int = 0
    difference: int = 0
    drops: str = ""

    @property
    def score(self) -> Fraction:
        return sum((taken for _, taken in self.met), self.byes + Fraction(self.half_byes, 2))

    @property
    def balance(self) -> int:
        """How many more times they dropped first than second."""
        return self.drops.count("1") - self.drops.count("2")


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One player's line; players who are level in every column that is asked share a place."""

    place: int
    player: str
    score: Fraction
    buchholz: Fraction
    sonneborn_berger: Fraction
    difference: int
    played: int
    byes: int
    won: int = 0
    drawn: int = 0
    meetings: Fraction = Fraction(0)

    @property
    def lost(self) -> int:
        return self.played - self.won - self.drawn


def accounts(players: Sequence[str], rounds: Iterable[Round]) -> dict[str, SwissAccount]:
    """Every player's account; SwissError where a round cannot be."""
    player_accounts = {player: SwissAccount() for player in players}
    if len(player_accounts) < len(players):
        raise SwissError("a player is there twice")
    for number, games in enumerate(rounds, start=1):
        named = [name for game in games for name in (game.first, game.second) if name is not None]
        if len(set(named)) < len(named) or not player_accounts.keys() >= set(named):
            raise SwissError(f"round {number}: a player is there twice, or is not in the event")
        for game in games:
            _enter(player_accounts, game)
    return player_accounts


def _enter(player_accounts: Mapping[str, SwissAccount], game: SwissGame) -> None:
    first = player_accounts[game.first]
    if game.second is None:
        first.byes += not game.half
        first.half_byes += game.half
        return
    second = player_accounts[game.second]
    taken = WIN if game.won > game.lost else LOSS if game.won < game.lost else DRAW
    first.met.append((game.second, LOSS if game.both_lose else taken))
    second.met.append((game.first, LOSS if game.both_lose else 1 - taken))
    first.difference += game.won - game.lost
    second.difference += game.lost - game.won
    first.drops += "1"
    second.drops += "2"


def standings(
    players: Sequence[str], rounds: Iterable[Round], columns: Sequence[StandingColumn] = SWISS
) -> tuple[StandingRow, ...]:
    """From first to last by these columns; those level in everything in the order of `players`."""
    player_accounts = accounts(players, rounds)
    scores = {player: account.score for player, account in player_accounts.items()}
    rows = {player: _row(player, player_accounts, scores) for player in players}
    clusters: list[list[str]] = [list(players)] if players else []
    for column in columns:
        if column is StandingColumn.MEETINGS:
            for player, others in ((player, cluster) for cluster in clusters for player in cluster):
                taken = (points for other, points in player_accounts[player].met if other in others)
                rows[player] = replace(rows[player], meetings=sum(taken, Fraction(0)))
        values = {player: getattr(row, column.value) for player, row in rows.items()}
        clusters = [
            [player for player in cluster if values[player] == value]
            for cluster in clusters
            for value in sorted({values[player] for player in cluster}, reverse=True)
        ]
    ordered, place = [], 1
    for cluster in clusters:
        ordered += [replace(rows[player], place=place) for player in cluster]
        place += len(cluster)
    return tuple(ordered)


def _row(player: str, player_accounts: Mapping[str, SwissAccount], scores: Mapping[str, Fraction]) -> StandingRow:
    account = player_accounts[player]
    taken = [each for _, each in account.met]
    return StandingRow(
        0,
        player,
        scores[player],
        buchholz(player, player_accounts, scores),
        sonneborn_berger(player, player_accounts, scores),
        account.difference,
        len(taken),
        account.byes,
        taken.count(WIN),
        taken.count(DRAW),
    )


def buchholz(player: str, player_accounts: Mapping[str, SwissAccount], scores: Mapping[str, Fraction]) -> Fraction:
    account = player_accounts[player]
    own = (account.byes + account.half_byes) * scores[player]
    return sum((scores[other] for other, _ in player_accounts[player].met), own)


def sonneborn_berger(
    player: str, player_accounts: Mapping[str, SwissAccount], scores: Mapping[str, Fraction]
) -> Fraction:
    account = player_accounts[player]
    own = (account.byes + Fraction(account.half_byes, 2)) * scores[player]
    return sum((taken * scores[other] for other, taken in player_accounts[player].met), own)


# --- reasons ----------------------------------------------------------------------------------------------------------
MOST_NAMED = 3


def reasons(rows: Sequence[StandingRow], columns: Sequence[StandingColumn], names: Mapping[str, str]) -> dict[str, str]:
    """A sentence for everybody, by player; `names` are what they are called in it."""
    return {row.player: _reason(row, rows, columns, names) for row in rows}


def _reason(
    row: StandingRow, rows: Sequence[StandingRow], columns: Sequence[StandingColumn], names: Mapping[str, str]
) -> str:
    level = [each.player for each in rows if each.place == row.place and each is not row]
    if level:
        others = join_list(names[player] for player in level) if len(level) <= MOST_NAMED else f"{len(level)} others"
        return f"level with {others}: place shared"
    below = next((each for each in rows if each.place > row.place), None)
    other = below or next((each for each in reversed(rows) if each.place < row.place), None)
    if other is None:
        return "alone"
    parting = next((each for each in columns if getattr(row, each.value) != getattr(other, each.value)), None)
    if parting is StandingColumn.SCORE:
        return f"{amount(abs(row.score - other.score))} {'clear of' if below else 'behind'} {names[other.player]}"
    against = f"{'above' if below else 'below'} {names[other.player]}"
    if parting is None:
        return f"{against} by the co-ordinator’s decision"
    text, shown = WORDS[parting]
    return f"{against} on {text}, {shown(row)} to {shown(other)}"


WORDS: Mapping[StandingColumn, tuple[str, Callable[[StandingRow], str]]] = {
    StandingColumn.BUCHHOLZ: ("the opponents’ points", lambda row: plain(row.buchholz)),
    StandingColumn.SONNEBORN_BERGER: ("the points of those beaten", lambda row: plain(row.sonneborn_berger)),
    StandingColumn.DIFFERENCE: ("difference", lambda row: signed(row.difference)),
    StandingColumn.MEETINGS: ("their own meetings", lambda row: plain(row.meetings)),
}


# --- the next round ---------------------------------------------------------------------------------------------------
POINTS = 6  # of the list of what is asked of a round


@dataclass(frozen=True, slots=True)
class _Player:
    """A player, or the bye when `name` is "". Scores are doubled; `size` is how many have that score."""

    name: str
    number: int
    score: int = 0
    place: int = 0
    size: int = 0
    balance: int = 0
    drops: str = ""
    byes: int = 0
    met: frozenset[str] = frozenset()


def pair_round(
    players: Sequence[str], rounds: Sequence[Round], absent: Collection[str] = ()
) -> tuple[tuple[tuple[str, str], ...], str | None]:
    """The next round of those who are not absent; SwissError if the rounds so far cannot be.

    Its games as (drops first, other), the strongest first, and who has the bye.

    `players` are in the order in which they stand before the first game, by strength or by lot, which decides among
    equals, so that everybody finds the same round.
    """
    player_accounts = accounts(players, rounds)
    here = _ranked([name for name in players if name not in absent], player_accounts)
    everybody = here if len(here) % 2 == 0 else [*here, _Player("", len(here))]
    mate = pair_up(_costs(everybody))
    pairs = [(everybody[one], everybody[other]) for one, other in enumerate(mate) if one < other]
    games = tuple(_drop(one, other, len(rounds)) for one, other in pairs if other.name)
    bye = next((one.name for one, other in pairs if not other.name), None)
    return games, bye


def _ranked(names: Sequence[str], player_accounts: dict[str, SwissAccount]) -> list[_Player]:
    """By score and then as they stood at the start."""
    scores = {name: int(2 * player_accounts[name].score) for name in names}
    groups = {score: [name for name in names if scores[name] == score] for score in set(scores.values())}
    ordered = [name for score in sorted(groups, reverse=True) for name in groups[score]]
    place = {name: i for group in groups.values() for i, name in enumerate(group)}
    return [
        _Player(
            name,
            number,
            scores[name],
            place[name],
            len(groups[scores[name]]),
            player_accounts[name].balance,
            player_accounts[name].drops,
            player_accounts[name].byes,
            frozenset(other for other, _ in player_accounts[name].met),
        )
        for number, name in enumerate(ordered)
    ]


def _costs(players: Sequence[_Player]) -> list[list[int]]:
    """What each two cost together, all points of the list in one number."""
    points = [[[0] * POINTS for _ in players] for _ in players]
    for one in players:
        for other in players[one.number + 1 :]:
            with_bye = [one.byes, 0, one.score, 0, 0, one.size - one.place]
            costs = _against_each_other(one, other) if other.name else with_bye
            points[one.number][other.number] = points[other.number][one.number] = costs
    most = [max((cell[i] for row in points for cell in row), default=0) for i in range(POINTS)]
    weights, weight = [], 1
    for highest in reversed(most):
        weights.append(weight)
        weight *= highest * len(players) // 2 + 1
    weights.reverse()
    return [[sum(map(int.__mul__, cell, weights)) for cell in row] for row in points]


def _against_each_other(one: _Player, other: _Player) -> list[int]:
    """What the six points have against a game of the two, of which `one` stands higher."""
    drops = min(_uneven(one, other), _uneven(other, one))
    same_score = abs(other.place - one.place - one.size // 2)
    order = same_score if one.score == other.score else one.size - one.place + other.place
    return [0, int(other.name in one.met), 0, (one.score - other.score) ** 2, drops, order]


def _uneven(first: _Player, second: _Player) -> int:
    """How far from even the two are if `first` drops, and a third time running."""
    thrice = first.drops.endswith("11") + second.drops.endswith("22")
    return (first.balance + 1) ** 2 + (second.balance - 1) ** 2 + 2 * thrice


def _drop(one: _Player, other: _Player, played: int) -> tuple[str, str]:
    """Who drops first; `one` stands higher."""
    either = _uneven(one, other), _uneven(other, one)
    if either[0] != either[1]:
        return (one.name, other.name) if either[0] < either[1] else (other.name, one.name)
    last = one.drops[-1:], other.drops[-1:]
    if last[0] != last[1] and all(last):
        return (one.name, other.name) if last[0] == "2" else (other.name, one.name)
    upper_first = (one.place + played) % 2 == 0
    return (one.name, other.name) if upper_first else (other.name, one.name)
