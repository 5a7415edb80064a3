"""Who was the player of a night: games won, fewest lost, pegs in front, opponents; and who is never chosen."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from scoring.season.outings import best_of_night
from tests.scoring.season.stats.test_stats import MONDAY, outing

NIGHT = MONDAY + timedelta(weeks=1)


def game(match, line, home, away, *, won=True, pegs=None, on=NIGHT):
    """One game of two players: both sides' outings."""
    both = [(home, "crown", int(won)), (away, "bell", int(not won))]
    return [
        outing(
            line=line, won=mine, lost=1 - mine, player=player, team=f"{team} {match}", match=match, on=on,
            pegs=pegs[number] if pegs else None,
        )
        for number, (player, team, mine) in enumerate(both)
    ]  # fmt: skip


def best(*games, **how):
    return [each.player for each in best_of_night([each for both in games for each in both], NIGHT, **how)]


def test_most_games_won_and_then_fewest_lost():
    assert best(game("1", 0, "ann", "bob"), game("1", 1, "ann", "bob"), game("2", 0, "cy", "di")) == ["ann"]
    assert best(game("1", 0, "ann", "bob"), game("2", 0, "cy", "di"), game("2", 1, "cy", "di", won=False)) == ["ann"]


def test_level_on_games_the_most_pegs_in_front():
    ann, cy = game("1", 0, "ann", "bob", pegs=(61, 58)), game("2", 0, "cy", "di", pegs=(61, 40))
    assert best(ann, cy) == ["cy"]
    found = best_of_night([*ann, *cy], NIGHT)[0]
    assert (found.won, found.played, found.margin) == (1, 1, 21)


def test_without_pegs_the_stronger_opponents_by_what_was_known_that_night():
    before = game("0", 0, "di", "bob", on=NIGHT - timedelta(weeks=1))
    after = [game(f"9{week}", 0, "bob", "di", on=NIGHT + timedelta(weeks=week)) for week in (1, 2, 3)]
    assert best(before, game("1", 0, "ann", "bob"), game("2", 0, "cy", "di"), *after) == ["cy"]


def test_who_cannot_be_told_apart_shares_it():
    assert best(game("1", 0, "ann", "bob"), game("2", 0, "cy", "di")) == ["ann", "cy"]


def test_nobody_is_it_who_may_not_be_named_or_won_nothing_or_played_another_night():
    games = game("1", 0, "ann", "bob"), game("1", 1, "ann", "bob", won=False)
    assert best(*games, without={"ann"}) == ["bob"]
    assert best(*games, without={"ann", "bob"}) == []
    assert best(game("1", 0, "ann", "bob", on=NIGHT + timedelta(days=1))) == []


PLAYERS = st.sampled_from("abcdefgh")
GAMES = st.lists(
    st.builds(
        lambda number, players, won, pegs: game(str(number % 3), number, *players, won=won, pegs=pegs),
        st.integers(0, 30),
        st.lists(PLAYERS, min_size=2, max_size=2, unique=True),
        st.booleans(),
        st.none() | st.tuples(st.integers(0, 61), st.integers(0, 61)),
    ),
    max_size=12,
    unique_by=lambda both: both[0].line,  # a line of a card is played by two sides
)


@given(GAMES, st.randoms())
def test_nobody_won_more_and_the_order_of_cards_says_nothing(games, random):
    outings = [each for both in games for each in both]
    found = best_of_night(outings, NIGHT)
    won = {each.player: sum(other.won for other in outings if other.player == each.player) for each in outings}
    assert bool(found) == any(won.values())
    assert all(each.won == max(won.values()) for each in found)
    random.shuffle(outings)
    assert {each.player for each in best_of_night(outings, NIGHT)} == {each.player for each in found}
