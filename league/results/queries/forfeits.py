"""Who was not to play on the card that counts, where they have played, and what the league may make of it.

Knows the card and the season. Refuses to decide, and to judge who may play: `scoring.card.forfeit` does.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from league.results.queries.matches import MatchFacts
from league.results.queries.played_where import PlayedFor, played_where
from scoring.card.card import tally
from scoring.card.forfeit import Ineligible, forfeit_games, ineligible
from scoring.card.points import Forfeit, describe_forfeits
from scoring.card.sheet import Card, Ending, Side

GAMES, STANDS = "games", "stands"
WHOLE = {Side.HOME: "match-home", Side.AWAY: "match-away"}
SETTLED_BY = {GAMES: Forfeit.GAMES, STANDS: Forfeit.NOTHING} | dict.fromkeys(WHOLE.values(), Forfeit.MATCH)
WALKOVER_TO = {Side.HOME: Ending.WALKOVER_HOME, Side.AWAY: Ending.WALKOVER_AWAY}


@dataclass(frozen=True, slots=True)
class Way:
    """One way to settle it: what it is called, the score that it gives, and the card that says so."""

    key: str
    label: str
    score: str
    card: Card


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who was not to play for `team`, and for whom they have played this season."""

    who: Ineligible
    team: str
    played: tuple[PlayedFor, ...]


@dataclass(frozen=True, slots=True)
class Forfeits:
    """Everybody of a card who was not to play, the league's rule, and the ways to settle it, the rule's first."""

    people: tuple[Person, ...]
    rule: str
    ways: tuple[Way, ...]

    @property
    def reason(self) -> str:
        """The reason as it is proposed."""
        return " ".join(dict.fromkeys(f"{each.who.name} was not eligible for {each.team}." for each in self.people))

    def way(self, key: str) -> Way | None:
        return next((each for each in self.ways if each.key == key), None)


def forfeits_of(facts: MatchFacts) -> Forfeits | None:
    """What there is to settle about a match; None where everybody may play, or the league has decided."""
    if facts.card is None or facts.decision is not None:
        return None
    found = ineligible(facts.card, facts.match)
    if not found:
        return None
    keys = [int(each.key) for each in found if each.key.isdecimal()]
    where = played_where(facts.fixture.division.competition.season, keys)
    people = tuple(
        Person(
            each,
            facts.match.squad(each.side).name,
            where.get(int(each.key), ()) if each.key.isdecimal() else (),
        )
        for each in found
    )
    by_rule = facts.rules.forfeits.first
    ways = sorted(_ways(facts, facts.card, found), key=lambda each: SETTLED_BY[each.key] is not by_rule)
    return Forfeits(people, describe_forfeits(facts.rules.forfeits), tuple(ways))


def _ways(facts: MatchFacts, card: Card, found: Iterable[Ineligible]) -> Iterator[Way]:
    given = forfeit_games(card, facts.match, [(each.side, each.key) for each in found])
    yield Way(GAMES, "Forfeit these games only", _score(given, facts), given)
    for side in dict.fromkeys(each.side for each in found):
        whole = Card(ending=WALKOVER_TO[side.other], remarks=card.remarks)
        label = f"Give the whole match to {facts.match.squad(side.other).name}"
        yield Way(WHOLE[side], label, _score(whole, facts), whole)
    yield Way(STANDS, "Let the result stand", _score(card, facts), card)


def _score(card: Card, facts: MatchFacts) -> str:
    """As "Crown A 5, Bell 4"."""
    total = tally(card, facts.match, facts.match.scheme)
    return f"{facts.match.home.name} {total.home_games}, {facts.match.away.name} {total.away_games}"
