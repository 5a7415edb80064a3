"""Hundreds of messages written by hand, each with what is right: the scores of matches by number, or to ask."""

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from league.reading.messages.evenings import read_evening
from league.reading.messages.values import NightContext, NightMatch, Sender

NIGHT, WEEK_BEFORE = date(2026, 11, 12), date(2026, 11, 5)
TONIGHT = (("Thistle", "Auld Toll"), ("Harp & Shamrock", "Mulligan’s"), ("Ty Coch", "Llew Du"),
           ("Crown & Cushion", "Swan"), ("Swan B", "Legion"), ("Bell", "Bull"))  # fmt: skip
CAPTAINS = {
    "Morag Reid": "Thistle", "Hamish Kerr": "Auld Toll", "Sean Doyle": "Harp & Shamrock",
    "Aoife Brennan": "Mulligan’s", "Gwyn Price": "Ty Coch", "Eleri Hughes": "Llew Du", "Bob Tanner": "Crown & Cushion",
    "Kev Stone": "Swan", "Liz Marsh": "Swan B", "Mick Fury": "Legion", "07700 900456": "Legion", "Tina Cole": "Bell",
    "Steve Lock": "Bull",
}  # fmt: skip
PLAYERS = {"Bell": ("Tom Hall", "Ann Shaw", "Joe Dunn"), "Bull": ("Bill Wragg", "Pat Quinn", "Sid Vane")}
LEAGUE = NightContext(
    (
        *(NightMatch(number, *pair, NIGHT, 9) for number, pair in enumerate(TONIGHT, start=1)),
        NightMatch(11, "Auld Toll", "Bell", WEEK_BEFORE, 9),
        NightMatch(12, "Bull", "Swan", WEEK_BEFORE, 9, open=False),
        NightMatch(13, "Mulligan’s", "Ty Coch", WEEK_BEFORE, 9),
    ),
    tuple(
        Sender(name, (team,))
        for name, team in (*CAPTAINS.items(), *((name, team) for team, names in PLAYERS.items() for name in names))
    ),
    (("Harp", "Harp & Shamrock"),),
    (*PLAYERS["Bell"], *PLAYERS["Bull"], "Tina Cole", "Steve Lock"),
)
BULL = NightContext(
    (
        NightMatch(1, "Bull", "Crown", NIGHT, 9),
        NightMatch(2, "Bull’s Head", "Plough", NIGHT, 9),
        NightMatch(3, "Railway", "Bell Inn", NIGHT, 9),
        NightMatch(4, "Railway Club", "Phoenix Bar", NIGHT, 9),
        NightMatch(5, "Crown", "Railway", WEEK_BEFORE, 9),
        NightMatch(6, "Bell Inn", "Bull", WEEK_BEFORE, 9, open=False),
    ),
    (
        Sender("Dave Ellis", ("Bull",)),
        Sender("Pete Marsh", ("Crown",)),
        Sender("Sue Holt", ("Bull’s Head",)),
        Sender("Ian Ward", ("Railway",)),
        Sender("07700 900123", ("Bell Inn",)),
        Sender("Jo Reed", ("Railway Club",)),
    ),
    players=("Hugh Gale", "Steve Duffield"),
)
CUP_TIES = (NightMatch(21, "Bell", "Bull", NIGHT, 5), NightMatch(22, "Bull", "Bell", NIGHT, 3))
CONTEXTS = {
    "league": LEAGUE,
    "bull": BULL,
    "cups": replace(LEAGUE, matches=(*LEAGUE.matches, *CUP_TIES)),
    "free": replace(LEAGUE, matches=tuple(replace(match, total=None) for match in LEAGUE.matches)),
}
LINES = (Path(__file__).parent / "samples" / "messages-by-hand.txt").read_text(encoding="utf-8").splitlines()


def pasted(text: str) -> str:
    """The text of a line of the sample: "> Bob: 6-3" is a message of the evening, and ⏎ a new line."""
    lines = text.replace("\\t", "\t").split(" ⏎ ")
    return "\n".join(re.sub("^> ", f"12/11/2026, 22:{minute} - ", line) for minute, line in enumerate(lines, start=40))


@pytest.mark.parametrize("line", LINES)
def test_what_a_message_says_is_right_or_asked(line):
    context, right, text = line.split("\t")

    evening = read_evening(pasted(text), CONTEXTS[context])

    scores = " ".join(f"{each.match.key}:{each.home}-{each.away}" for each in evening.proposals)
    assert (scores or ("ask" if evening.questions else "nothing")) == right
