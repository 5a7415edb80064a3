"""Several games between the same sides: best of so many, or all played, and who has the drop in each.

Knows whose drop each game is and when a series is decided. Refuses to know what a game was (`game`), or what a series
is worth on a card.
"""

from collections import Counter
from dataclasses import dataclass

from scoring.play.rules import LeadNext, Rules


@dataclass(frozen=True, slots=True)
class Series:
    """``games`` at most; ``winners`` is the side that won each so far. With ``play_all`` none is left unplayed."""

    games: int
    winners: tuple[int, ...] = ()
    play_all: bool = False

    def won_by(self, side: int) -> int:
        return self.winners.count(side)

    @property
    def winner(self) -> int | None:
        """The side that cannot be caught any more; None while there is none, and after a draw."""
        if not self.winners:
            return None
        ranked = Counter(self.winners).most_common(2)
        chasing = ranked[1][1] if len(ranked) == 2 else 0
        return ranked[0][0] if ranked[0][1] > chasing + self.games - len(self.winners) else None

    @property
    def is_over(self) -> bool:
        return len(self.winners) == self.games or (self.winner is not None and not self.play_all)

    def after(self, winner: int) -> "Series":
        """The series after one more game. Raises `ValueError` if it is over."""
        if self.is_over:
            raise ValueError(f"the series of {self.games} is over after {len(self.winners)} games")
        return Series(self.games, (*self.winners, winner), self.play_all)


def drop_of_game(rules: Rules, number: int, first: int, players: int = 2) -> int | None:
    """The seat with the drop in game ``number``, from 1, if ``first`` won the draw; None where it is drawn for again.

    Leek: who lost the draw leads game 2, and game 3 is drawn for. Where the lead passes to the left hand by hand it
    passes so game by game; where it goes to who dominoed or won, each game is drawn for.
    """
    if number == 1:
        return first
    drawn_for = rules.lead_next in {LeadNext.DOMINOED, LeadNext.WINNER}
    if drawn_for or (rules.lead_next is LeadNext.LOSER_OF_DRAW and number > 2):
        return None
    return (first + number - 1) % players
