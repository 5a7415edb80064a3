"""Two accounts of one match: where two captains' cards disagree, and one filled in from another.

What only one of them wrote is no disagreement; remarks, protests and signings are each captain's own.

A card is also filled in from another account here: blank is a line with nobody on it, a game that nobody won, pegs and
hands that nobody wrote, and nothing that was written is changed.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest

from scoring.card.format import game_title, line_titles
from scoring.card.match import Difference, Match
from scoring.card.name_matching import SquadIndex
from scoring.card.outcome import tally
from scoring.card.sheet import Card, Ending, GameScore, How, LineScore, Named, Side
from scoring.words import several

NOTHING = "nothing"
FIGURES = ("home_pegs", "away_pegs", "hands")


def differences(ours: Card, theirs: Card, match: Match) -> tuple[Difference, ...]:
    """Every disagreement in card order; empty when the cards are equal in all that matters.

    A bare score is compared with the games of a full card.
    """
    return tuple(_Comparison(ours, theirs, match).all())


class _Comparison:
    def __init__(self, ours: Card, theirs: Card, match: Match) -> None:
        self.ours, self.theirs, self.match = ours, theirs, match
        self.our_roll, self.their_roll = SquadIndex(match, ours), SquadIndex(match, theirs)

    def all(self) -> Iterator[Difference]:
        ours, theirs = self.ours, self.theirs
        if ours.ending is not theirs.ending:
            yield Difference("ending", "How the match ended", self._ending(ours.ending), self._ending(theirs.ending))
        elif not ours.lines or not theirs.lines:
            our_score, their_score = self._score(ours), self._score(theirs)
            if our_score != their_score:
                yield Difference("quick", "The score", our_score, their_score)
        else:
            yield from self._lines()

    def _ending(self, ending: Ending) -> str:
        if (winner := ending.walkover_to) is not None:
            return f"walkover to {self.match.squad(winner).name}"
        return str(ending)

    def _score(self, card: Card) -> str:
        if card.quick is None and not card.lines:
            return NOTHING
        total = tally(card, self.match, self.match.scheme)
        return f"{self.match.home.name} {total.home_games}, {self.match.away.name} {total.away_games}"

    def _lines(self) -> Iterator[Difference]:
        lines, titles = self.match.format.lines, line_titles(self.match.format.lines)
        for i, (ours, theirs) in enumerate(zip_longest(self.ours.lines, self.theirs.lines, fillvalue=LineScore())):
            title, games = (titles[i], lines[i].games) if i < len(lines) else (f"Line {i + 1}", 1)
            yield from self._line(f"lines.{i}", title, games, ours, theirs)

    def _line(self, path: str, title: str, games: int, ours: LineScore, theirs: LineScore) -> Iterator[Difference]:
        for side in Side:
            mine = self._players(ours.players(side), side, self.our_roll)
            other = self._players(theirs.players(side), side, self.their_roll)
            if mine.keys() != other.keys():
                what = f"{title}, {self.match.squad(side).name}’s players"
                yield Difference(f"{path}.{side}", what, _joined(mine), _joined(other))
        for k, (our_game, their_game) in enumerate(zip_longest(ours.games, theirs.games)):
            yield from self._game(f"{path}.games.{k}", game_title(title, games, k + 1), our_game, their_game)

    @staticmethod
    def _players(named: tuple[Named, ...], side: Side, squads: SquadIndex) -> dict[str, str]:
        """Names by who they are, so that "D Hill" and "Darren Hill" agree."""
        identities = [squads.find(each, side) for each in named]
        return {each.key: each.name for each in identities}

    def _game(self, path: str, name: str, ours: GameScore | None, theirs: GameScore | None) -> Iterator[Difference]:
        written = {field: (getattr(ours, field, None), getattr(theirs, field, None)) for field in FIGURES}
        differing = {field for field, pair in written.items() if None not in pair and pair[0] != pair[1]}
        if differing or self._result(ours) != self._result(theirs):
            mine, other = (self._game_text(game, hands="hands" in differing) for game in (ours, theirs))
            yield Difference(path, name, mine, other)

    def _game_text(self, game: GameScore | None, *, hands: bool) -> str:
        """As in "Crown 61, Bell 40", with who won where that does not say it; hands where the cards differ in them."""
        pegs = {} if game is None else {side: game.pegs(side) for side in Side}
        numbers = [f"{self.match.squad(side).name} {number}" for side, number in pegs.items() if number is not None]
        parts = numbers if game and _won_by_pegs(game) else [self._result(game), *numbers]
        return ", ".join([*parts, *([several(game.hands, "hand")] if hands and game and game.hands else [])])

    def _result(self, game: GameScore | None) -> str:
        if game is None or (game.how is How.PLAYED and game.winner is None):
            return NOTHING
        if game.how is How.VOID or game.winner is None:
            return "void"
        verb = "claimed by" if game.how is How.CLAIMED else "won by"
        return f"{verb} {self.match.squad(game.winner).name}"


def _won_by_pegs(game: GameScore) -> bool:
    home, away = game.home_pegs, game.away_pegs
    if game.how is not How.PLAYED or home is None or away is None or home == away:
        return False
    return game.winner is (Side.HOME if home > away else Side.AWAY)


def _joined(names: dict[str, str]) -> str:
    return " and ".join(names.values()) or "nobody"


# --- one account filled in from another -------------------------------------------------------------------------------
WITH_GAMES = frozenset({Ending.PLAYED, Ending.UNFINISHED})


def fill(card: Card, other: Card) -> Card:
    """The card with what it does not say of the games taken from the other; as it is where it says there were none."""
    if card.quick is not None or card.ending not in WITH_GAMES:
        return card
    pairs = zip_longest(card.lines, other.lines, fillvalue=LineScore())
    filled = replace(card, lines=tuple(_fill_line(ours, theirs) for ours, theirs in pairs))
    signed = {(each.side, each.name) for each in card.signings}
    named = {(side, one.name) for line in filled.lines for side in Side for one in line.players(side) if one.id is None}
    new = tuple(each for each in other.signings if (each.side, each.name) in named - signed)
    return replace(filled, signings=(*card.signings, *new))


def with_games(card: Card) -> Card:
    """The card as one on which games can be filled in: not a bare score, nor a match that was not played."""
    return card if card.quick is None and card.ending in WITH_GAMES else replace(card, quick=None, ending=Ending.PLAYED)


def overwrite(card: Card, other: Card) -> Card:
    """The card with whatever the other says of the games in place of what it said itself."""
    card = with_games(card)
    filled = fill(Card(lines=other.lines, signings=other.signings), card)
    return replace(card, lines=filled.lines, signings=filled.signings)


def _fill_line(ours: LineScore, theirs: LineScore) -> LineScore:
    games = zip_longest(ours.games, theirs.games, fillvalue=GameScore(None))
    return LineScore(ours.home or theirs.home, ours.away or theirs.away, tuple(_fill_game(*pair) for pair in games))


def _fill_game(ours: GameScore, theirs: GameScore) -> GameScore:
    blank = ours.winner is None and ours.how is How.PLAYED
    if not blank and (ours.winner, ours.how) != (theirs.winner, theirs.how):
        return ours
    figures = {name: getattr(ours, name) for name in FIGURES}
    return replace(theirs, **{name: value for name, value in figures.items() if value is not None})
