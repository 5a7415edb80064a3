"""Where two captains' cards disagree, line by line.

Knows which parts of a card both captains must agree on: how the match ended, who played, who won, and whatever both
of them wrote about pegs and hands. What only one of them wrote is no disagreement; remarks, protests and signings are
each captain's own. Refuses to know which of the two is right.
"""

from collections.abc import Iterator

from scoring.card.format import Line
from scoring.card.match import Difference, Match
from scoring.card.roll import Roll
from scoring.card.sheet import Card, Ending, GameScore, How, LineScore, Named, Side
from scoring.card.tally import tally

NOTHING = "nothing"


def differences(ours: Card, theirs: Card, match: Match) -> tuple[Difference, ...]:
    """Every disagreement in card order; empty when the cards are equal in all that matters.

    A bare score is compared with the games of a full card.
    """
    return tuple(_Comparison(ours, theirs, match).all())


class _Comparison:
    """Two cards of one match."""

    def __init__(self, ours: Card, theirs: Card, match: Match) -> None:
        self.ours, self.theirs, self.match = ours, theirs, match
        self.our_roll, self.their_roll = Roll(match, ours), Roll(match, theirs)

    def all(self) -> Iterator[Difference]:
        ours, theirs = self.ours, self.theirs
        if ours.ending is not theirs.ending:
            yield Difference("ending", "How the match ended", self._ending(ours.ending), self._ending(theirs.ending))
        elif not ours.lines or not theirs.lines:
            yield from self._scores()
        else:
            yield from self._lines()

    def _ending(self, ending: Ending) -> str:
        if (winner := ending.walkover_to) is not None:
            return f"walkover to {self.match.squad(winner).name}"
        return str(ending)

    def _scores(self) -> Iterator[Difference]:
        ours, theirs = self._score(self.ours), self._score(self.theirs)
        if ours != theirs:
            yield Difference("quick", "The score", ours, theirs)

    def _score(self, card: Card) -> str:
        if card.quick is None and not card.lines:
            return NOTHING
        total = tally(card, self.match, self.match.scheme)
        return f"{self.match.home.name} {total.home_games}, {self.match.away.name} {total.away_games}"

    def _lines(self) -> Iterator[Difference]:
        count = max(len(self.ours.lines), len(self.theirs.lines))
        for i in range(count):
            ours = self.ours.lines[i] if i < len(self.ours.lines) else LineScore()
            theirs = self.theirs.lines[i] if i < len(self.theirs.lines) else LineScore()
            lines = self.match.format.lines
            line = lines[i] if i < len(lines) else Line(f"Line {i + 1}", 1)
            yield from self._line(f"lines.{i}", line, ours, theirs)

    def _line(self, path: str, line: Line, ours: LineScore, theirs: LineScore) -> Iterator[Difference]:
        for side in Side:
            mine = self._players(ours.players(side), side, self.our_roll)
            other = self._players(theirs.players(side), side, self.their_roll)
            if mine.keys() != other.keys():
                what = f"{line.label}, {self.match.squad(side).name}'s players"
                yield Difference(f"{path}.{side}", what, _joined(mine), _joined(other))
        for k in range(max(len(ours.games), len(theirs.games))):
            name = line.label if line.games == 1 else f"{line.label} game {k + 1}"
            mine_game = ours.games[k] if k < len(ours.games) else None
            other_game = theirs.games[k] if k < len(theirs.games) else None
            yield from self._game(f"{path}.games.{k}", name, mine_game, other_game)

    @staticmethod
    def _players(named: tuple[Named, ...], side: Side, roll: Roll) -> dict[str, str]:
        """Names by who they are, so that "D Hill" and "Darren Hill" agree."""
        found = [roll.find(each, side) for each in named]
        return {each.key: each.name for each in found}

    def _game(self, path: str, name: str, ours: GameScore | None, theirs: GameScore | None) -> Iterator[Difference]:
        mine, other = self._result(ours), self._result(theirs)
        if mine != other:
            yield Difference(f"{path}.winner", f"{name}, result", mine, other)
        if ours is None or theirs is None:
            return
        for field, what in self._figures():
            left, right = getattr(ours, field), getattr(theirs, field)
            if left is not None and right is not None and left != right:
                yield Difference(f"{path}.{field}", f"{name}, {what}", str(left), str(right))

    def _result(self, game: GameScore | None) -> str:
        if game is None or (game.how is How.PLAYED and game.winner is None):
            return NOTHING
        if game.how is How.VOID or game.winner is None:
            return "void"
        verb = "claimed by" if game.how is How.CLAIMED else "won by"
        return f"{verb} {self.match.squad(game.winner).name}"

    def _figures(self) -> tuple[tuple[str, str], ...]:
        home, away = self.match.home.name, self.match.away.name
        return (("home_pegs", f"{home}'s pegs"), ("away_pegs", f"{away}'s pegs"), ("hands", "hands"))


def _joined(names: dict[str, str]) -> str:
    return " and ".join(names.values()) or "nobody"
