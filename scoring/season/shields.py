"""A season in two parts: a table splits into shields, and points are carried into them or not.

Knows what each team takes along. Refuses to know how the second part is played: it is a division like any other, to
which the carried points are added. Who is in which shield is said by scoring.season.knockout.groups.shields.

    NOTHING     everybody begins with none
    ALL         the points of the first part, with what was given and taken
    HALF        half of them, exactly: 23 is 11½
    AMONG       what was won in the matches between those of one shield, as if the others had not been there
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction

from scoring.card.constitution import Step
from scoring.card.outcome import Outcome
from scoring.card.points import Scheme
from scoring.season.table import Row, table


class Carry(StrEnum):
    NOTHING = "nothing"
    ALL = "all"
    HALF = "half"
    AMONG = "among"


def carried(
    rows: Iterable[Row], shields: Sequence[Sequence[str]], carry: Carry, outcomes: Iterable[Outcome], scheme: Scheme
) -> dict[str, Fraction]:
    """The points that each team of the shields begins the second part with.

    `rows` are the first part's table and `outcomes` its matches; teams of no shield take nothing along.
    """
    teams = {team for shield in shields for team in shield}
    if carry is Carry.AMONG:
        played = tuple(outcomes)
        return {team: points for shield in shields for team, points in _among(shield, played, scheme)}
    share = {Carry.NOTHING: Fraction(0), Carry.ALL: Fraction(1), Carry.HALF: Fraction(1, 2)}[carry]
    return {row.team: row.points * share for row in rows if row.team in teams}


def _among(shield: Sequence[str], played: Sequence[Outcome], scheme: Scheme) -> list[tuple[str, Fraction]]:
    theirs = [each for each in played if each.home in shield and each.away in shield]
    return [(row.team, row.points) for row in table(shield, theirs, scheme, (Step.POINTS,))]
