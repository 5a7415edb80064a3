"""What a league charges for a season, and what that comes to for each account: to be looked at before it is raised."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scoring.treasury.facts import Heading


@dataclass(frozen=True, slots=True)
class Tariff:
    """Fees in pence; nought for what a league does not charge. `team` and `affiliation` are for a season, `player` for
    each who is registered, `match` for each match of a team, `host` for each match that a pub has at home.
    """

    team: int = 0
    player: int = 0
    match: int = 0
    host: int = 0
    affiliation: int = 0
    late_card: int = 0
    no_show: int = 0


@dataclass(frozen=True, slots=True)
class SeasonUse:
    """What an account has in a season: a team its players and matches, a pub the matches that it is host of."""

    account: str
    team: bool = True
    players: int = 0
    matches: int = 0
    hosted: int = 0


@dataclass(frozen=True, slots=True)
class FeeLine:
    """One charge of a season: so many, at so much."""

    account: str
    heading: Heading
    number: int
    each: int

    @property
    def amount(self) -> int:
        return self.number * self.each


def season_fees(tariff: Tariff, uses: Iterable[SeasonUse]) -> Iterator[FeeLine]:
    """Every charge of a season that comes to something, account by account."""
    for use in uses:
        counted = (
            (Heading.TEAM_FEE, int(use.team), tariff.team),
            (Heading.AFFILIATION, int(use.team), tariff.affiliation),
            (Heading.PLAYER_FEE, use.players, tariff.player),
            (Heading.MATCH_FEE, use.matches, tariff.match),
            (Heading.HOST_FEE, use.hosted, tariff.host),
        )
        for heading, number, each in counted:
            if number * each > 0:
                yield FeeLine(use.account, heading, number, each)
