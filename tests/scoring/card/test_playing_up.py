"""Playing for another team, case by case, and what is said of it."""

import pytest

from scoring.card.league_rules import (
    Helps,
    Loan,
    LoanVerdict,
    PlayingUp,
    consequence,
    describe_playing_up,
    judge,
    sentence,
)

CLUB = Loan("Royal Oak B", same_club=True, higher=True, times=1)
OTHER = Loan("Bell", higher=True)


@pytest.mark.parametrize(
    ("rule", "loan", "verdict"),
    [
        (PlayingUp(), CLUB, LoanVerdict.MAY),
        (PlayingUp(), OTHER, LoanVerdict.NOT_THERE),
        (PlayingUp(helps=Helps.ANY), OTHER, LoanVerdict.MAY),
        (PlayingUp(helps=Helps.HIGHER), OTHER, LoanVerdict.MAY),
        (PlayingUp(helps=Helps.HIGHER), Loan("Bell", same_club=True), LoanVerdict.NOT_THERE),
        (PlayingUp(helps=Helps.SAME_CLUB_HIGHER), CLUB, LoanVerdict.MAY),
        (PlayingUp(helps=Helps.SAME_CLUB_HIGHER), OTHER, LoanVerdict.NOT_THERE),
        (PlayingUp(most=2), CLUB, LoanVerdict.MAY),
        (PlayingUp(most=1), CLUB, LoanVerdict.TOO_OFTEN),
        (PlayingUp(most=3, ties_after=2), CLUB, LoanVerdict.TIES),
        (PlayingUp(most=3, ties_after=3), CLUB, LoanVerdict.MAY),
        (PlayingUp(nominated=5), Loan("Royal Oak A", same_club=True, nominated=True), LoanVerdict.NOMINATED),
        (PlayingUp(), Loan("Royal Oak A", same_club=True, nominated=True), LoanVerdict.MAY),
    ],
)
def test_verdict(rule, loan, verdict):
    assert judge(rule, loan) is verdict
    assert sentence(rule, "Tom Simpson", loan).startswith("Tom Simpson ")
    following = consequence(rule, loan)
    assert loan.team in following
    assert following.endswith("The secretary decides.") == (verdict is not LoanVerdict.MAY)


def test_captain_is_told_which_time_of_how_many_it_is():
    assert sentence(PlayingUp(most=3), "Tom Simpson", CLUB) == (
        "Tom Simpson of Royal Oak B plays for another team, for the 2nd time of 3 this season."
    )


def test_rule_in_plain_english():
    assert list(describe_playing_up(PlayingUp(most=3, ties_after=3, nominated=5))) == [
        "A registered player may play for another team of the same club, up to 3 times in a season.",
        "From the 3rd match on the player belongs to that team.",
        "Each A team names 5 players who may play for no other team.",
    ]
