"""What a match comes to once games, or all of it, are forfeited."""

import pytest

from scoring.card.card import Card, GameScore, LineScore, Named, Side, tally
from scoring.card.forfeit import forfeited
from scoring.card.points import Forfeit, Forfeits, describe_forfeits
from scoring.card.presets import preset
from tests.scoring.strategies_card import BELL, CROWN

LEEK = preset("leek")


def whitewash() -> Card:
    """Crown wins all nine games; its first player is in S1 and D1."""
    home, away = ([Named(each.id, each.name) for each in squad.players] for squad in (CROWN, BELL))
    singles = [LineScore((home[i],), (away[i],), (GameScore(Side.HOME, 61, 40),)) for i in range(6)]
    pairs = [
        LineScore(tuple(home[i : i + 2]), tuple(away[i : i + 2]), (GameScore(Side.HOME, 121, 90),)) for i in (0, 2, 4)
    ]
    return Card(lines=(*singles, *pairs))


@pytest.mark.parametrize(
    ("what", "games", "points"),
    [(Forfeit.NOTHING, (9, 0), (11, 0)), (Forfeit.GAMES, (7, 2), (9, 2)), (Forfeit.MATCH, (4, 5), (0, 7))],
)
def test_forfeit(what, games, points):
    card = whitewash()
    came = forfeited(card, LEEK.format, LEEK.scheme, side=Side.HOME, players={"crown-0"}, what=what)
    assert (came.home_games, came.away_games) == games
    assert (came.home_points, came.away_points) == points


def test_somebody_who_was_on_no_line_forfeits_no_game():
    card = whitewash()
    came = forfeited(card, LEEK.format, LEEK.scheme, side=Side.HOME, players={"crown-9"}, what=Forfeit.GAMES)
    before = tally(card, LEEK.format, LEEK.scheme)
    assert (came.home_games, came.home_points) == (before.home_games, before.home_points)


def test_first_time_and_after():
    rule = Forfeits(Forfeit.GAMES, Forfeit.MATCH)
    assert [rule.after(earlier) for earlier in (0, 1, 2)] == [Forfeit.GAMES, Forfeit.MATCH, Forfeit.MATCH]
    assert describe_forfeits(rule) == (
        "The first time in a season that a side plays somebody ineligible, the games that the player was in go to the "
        "opponents; after that the match goes to the opponents as a walkover."
    )
