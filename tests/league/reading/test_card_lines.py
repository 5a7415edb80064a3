"""What a message says of who won which line, and how the card is filled from it."""

from datetime import date

import pytest

from league.reading.messages.card_lines import fill_card
from league.reading.messages.evenings import read_evening
from scoring.card.format import Format, Line
from scoring.card.match import Match, Player, Squad
from scoring.card.points import Scheme
from scoring.card.sheet import Side
from tests.league.reading.test_messages_by_hand import LEAGUE, PLAYERS, pasted

FORM = Format(
    "Nine", (*(Line(f"S{number}", 1, target=61) for number in range(1, 8)), Line("P1", 2), Line("P2", 2)), 7, 5
)
SQUADS = {
    side: Squad(team, team, tuple(Player(name.split()[0], name) for name in PLAYERS[team]))
    for side, team in ((Side.HOME, "Bell"), (Side.AWAY, "Bull"))
}
MATCH = Match(FORM, Scheme("plain"), SQUADS[Side.HOME], SQUADS[Side.AWAY], date(2026, 11, 12))


def filled(text: str):
    """The proposal of a message of the Bell's captain, and its card."""
    (proposal,) = read_evening(pasted(f"> Tina Cole: {text}"), LEAGUE).proposals
    return fill_card(proposal.lines, MATCH, (proposal.home, proposal.away))


def lines(text: str) -> list[str]:
    """Each line that the message filled: its label, who played, and who won."""
    card, _ = filled(text)
    names = (tuple("&".join(one.id or "" for one in line.players(side)) for side in Side) for line in card.lines)
    return [
        f"{form.label} {home}-{away} {line.games[0].winner}"
        for form, line, (home, away) in zip(FORM.lines, card.lines, names, strict=True)
        if line.games
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Bell 6 Bull 3 Tom beat Bill, Ann lost to Pat", ["S1 Tom-Bill home", "S2 Ann-Pat away"]),
        ("Bell 6 Bull 3. Tom beat Bill, Ann lost 4 6 to Pat, Joe won",
         ["S1 Tom-Bill home", "S2 Ann-Pat away", "S3 Joe- home"]),
        ("we won 6-3. 1. T Hall W, 2. A Shaw L, 7. Joe Dunn W", ["S1 Tom- home", "S2 Ann- away", "S7 Joe- home"]),
        ("we won 6-3. 1. T. Hall W. 2. A. Shaw L.", ["S1 Tom- home", "S2 Ann- away"]),
        ("1 Tom W\n2 Ann L\nBell 6 Bull 3", ["S1 Tom- home", "S2 Ann- away"]),
        ("Bell 6 Bull 3\nTom & Ann beat Bill & Pat\nSid lost to Joe", ["S1 Joe-Sid home", "P1 Tom&Ann-Bill&Pat home"]),
        ("Bell 6 Bull 3. Wragg beat Hall, Tom and Joe won", ["S1 Tom-Bill away", "P1 Tom&Joe- home"]),
    ],
)  # fmt: skip
def test_the_lines_that_a_message_names_are_on_the_card(text, wanted):
    assert lines(text) == wanted
    assert filled(text)[1] == ()


def test_pegs_are_on_the_card_where_the_winner_stands_on_the_last_hole():
    card = filled("Bell 6 Bull 3. Ann lost 48-61 to Pat, Joe bt Sid 6-4")[0]

    assert [(line.games[0].home_pegs, line.games[0].away_pegs) for line in card.lines[:2]] == [(48, 61), (None, None)]


def test_what_does_not_fit_the_card_is_said():
    pairs = "Tom & Ann beat Bill & Pat, Joe & Tom beat Sid & Bill, Ann & Joe beat Pat & Sid"
    left = "Ann Shaw and Joe Dunn v Pat Quinn and Sid Vane: the card has no line left for it."

    assert filled(f"Bell 6 Bull 3. {pairs}")[1] == (left,)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Bell 1 Bull 8. Tom beat Bill, Ann beat Pat", "More lines were won than the result has."),
        ("Bell 6 Bull 3. Tom beat Ann", "It is not clear who played on which line."),
        ("Bell 6 Bull 3. Tom beat Zed", "Not all of its words are understood."),
    ],
)
def test_lines_that_do_not_fit_the_result_are_asked_about(text, why):
    evening = read_evening(pasted(f"> Tina Cole: {text}"), LEAGUE)

    assert evening.proposals == ()
    assert evening.questions[0].whys == (why,)
