"""Who may be picked, and whose games are given away when somebody played who may not."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from scoring.card.check import SAID_OF_A_PLAYER, check, eligibility_of, forfeit_games, ineligible, reserves
from scoring.card.format import ShortSide
from scoring.card.league_rules import Loan, PlayingUp
from scoring.card.match import Match, Player, Squad
from scoring.card.outcome import tally
from scoring.card.presets import preset
from scoring.card.sheet import Card, GameScore, How, LineScore, Named, Side, Signing
from tests.scoring.strategies_card import match_of

ON = date(2026, 9, 7)
RULES = preset("teesdale")


def squad(name: str) -> Squad:
    players = (Player(f"{name}{i}", f"{name} Player{chr(65 + i)}", date(2026, 8, 1)) for i in range(6))
    return Squad(name, name, tuple(players))


CROWN, BELL = squad("Crown"), squad("Bell")
RINGER = Player("99", "Brenda Kipling", date(2026, 8, 1), tied_to="Cleveland Arms")
MATCH = Match(RULES.format, RULES.scheme, CROWN, BELL, ON, elsewhere=(RINGER,))


def card(*, ringer: Named | None = None, side: Side = Side.HOME) -> Card:
    """Home wins every game; the ringer, if there is one, is on the first single and in the first pair of a side."""

    def named(team: Squad, places: list[int], of: Side) -> tuple[Named, ...]:
        found = [Named(team.players[i].id, team.players[i].name) for i in places]
        return tuple(
            ringer if ringer and of is side and i == 0 else each for i, each in zip(places, found, strict=True)
        )

    places = [[i] for i in range(6)] + [[0, 1], [2, 3], [4, 5]]
    return Card(
        lines=tuple(
            LineScore(named(CROWN, each, Side.HOME), named(BELL, each, Side.AWAY), (GameScore(Side.HOME, 61, 40),))
            for each in places
        )
    )


def test_a_clean_card_has_nobody():
    assert not check(card(), MATCH)
    assert ineligible(card(), MATCH) == ()


def test_somebody_of_another_team_is_found_with_lines_and_reason():
    [found] = ineligible(card(ringer=Named("99", "Brenda Kipling")), MATCH)
    assert (found.side, found.name, found.lines) == (Side.HOME, "Brenda Kipling", ("Singles 1", "Pairs 1"))
    assert "registered with Cleveland Arms" in found.why[0]


def test_a_name_that_signed_and_is_another_team_s_is_found_too():
    written = replace(card(ringer=Named(None, "Brenda Kipling")), signings=(Signing(Side.HOME, "Brenda Kipling"),))
    [found] = ineligible(written, MATCH)
    assert (found.name, found.lines) == ("Brenda Kipling", ("Singles 1", "Pairs 1"))


def test_whom_the_league_knows_and_nobody_has_may_sign():
    signings = (Signing(Side.HOME, "Brenda Kipling", "77"),)
    written = replace(card(ringer=Named(None, "Brenda Kipling")), signings=signings)
    assert ineligible(written, MATCH) == ()


@pytest.mark.parametrize("side", Side)
def test_only_the_games_of_that_player_go_to_the_other_side(side):
    written = card(ringer=Named("99", "Brenda Kipling"), side=side)
    [found] = ineligible(written, MATCH)
    given = forfeit_games(written, MATCH, [(found.side, found.key)])
    before, after = (tally(each, MATCH, RULES.scheme) for each in (written, given))
    assert (before.home_games, before.away_games) == (9, 0)
    assert (after.home_games, after.away_games) == ((7, 2) if side is Side.HOME else (9, 0))
    assert [line.games[0].how for line in given.lines].count(How.CLAIMED) == 2
    assert given.lines[1:6] == written.lines[1:6]


def test_where_nobody_may_claim_the_games_are_given_all_the_same():
    match = replace(MATCH, format=replace(RULES.format, short=ShortSide.VOID))
    written = card(ringer=Named("99", "Brenda Kipling"))
    given = forfeit_games(written, match, [(Side.HOME, "99")])
    total = tally(given, match, RULES.scheme)
    assert (total.home_games, total.away_games) == (7, 2)


def test_a_game_with_somebody_on_both_sides_is_nobody_s():
    written = card(ringer=Named("99", "Brenda Kipling"))
    given = forfeit_games(written, MATCH, [(Side.HOME, "99"), (Side.AWAY, "Bell0")])
    assert given.lines[0].games[0].how is How.VOID


LEEK = match_of("leek")


def helper(name: str, *, times: int = 0, same_club: bool = True) -> Player:
    loan = Loan("Plough", same_club=same_club, times=times)
    return Player(name, name, date(2026, 9, 1), tied_to="Plough", loans=(loan, None))


def test_a_squad_that_is_in_order_may_play():
    people = LEEK.home.players
    assert eligibility_of(people, Side.HOME, LEEK) == tuple((player, True, ()) for player in people)


def test_each_player_has_the_faults_that_a_card_finds_and_no_other():
    bad = {
        1: {"suspended": True},
        2: {"registered_on": LEEK.on + timedelta(days=1)},
        3: {"tied_to": "Plough"},
        4: {"registered_on": None},
    }
    people = tuple(replace(each, **bad.get(number, {})) for number, each in enumerate(LEEK.home.players))
    match = replace(LEEK, home=replace(LEEK.home, players=people))
    found = eligibility_of(people, Side.HOME, match)
    assert [number for number, (_, may_play, _) in enumerate(found) if not may_play] == [1, 2, 3, 4]
    for player, _, problems in found:
        card = Card(lines=(LineScore(home=(Named(player.id, player.name),)),))
        said = [one.code for one in check(card, match) if one.code in SAID_OF_A_PLAYER]
        assert [one.code for one in problems] == said


def test_those_who_may_help_out_are_offered_by_name():
    may, often, other = helper("Tom Simpson"), helper("Ann Often", times=3), helper("Zoe Other", same_club=False)
    match = replace(LEEK, playing_up=PlayingUp(most=3), elsewhere=(may, often, other))
    assert reserves(Side.HOME, match) == (may,)
    assert reserves(Side.AWAY, match) == ()
    ((_, may_play, problems),) = eligibility_of([may], Side.HOME, match)
    assert may_play
    assert [each.code for each in problems] == ["plays_up"]


def test_where_nobody_plays_up_nobody_is_offered():
    assert reserves(Side.HOME, replace(LEEK, playing_up=None, elsewhere=(helper("Tom Simpson"),))) == ()
