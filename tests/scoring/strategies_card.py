"""Matches and cards for the tests of the card and the season: one believable match for each preset."""

from collections.abc import Iterable
from dataclasses import is_dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from random import Random
from typing import Any

from scoring.card.league_rules import LeagueRules
from scoring.card.match import Match, Player, Squad
from scoring.card.outcome import Outcome, tally
from scoring.card.presets import preset
from scoring.card.sheet import Card
from scoring.season.specimen import Habits, generate_card

MATCH_DAY = date(2026, 11, 24)
REGISTERED = date(2026, 9, 1)

CROWN_NAMES = (
    "Darren Hill",
    "Margaret Ord",
    "Alan Raine",
    "Joan Coates",
    "Keith Bainbridge",
    "Brian Dent",
    "Maureen Peart",
    "Stuart Watson",
    "Denise Allinson",
    "Ian Tallentire",
)
BELL_NAMES = (
    "George Nattrass",
    "Sheila Beadle",
    "Trevor Walton",
    "Linda Gargett",
    "Colin Teward",
    "Norma Scott",
    "Derek Hodgson",
    "Pauline Lowes",
    "Eric Kipling",
    "Barry Staveley",
)
NEWCOMERS = ("Philip Featherstone", "Carol Iceton", "Neil Wearmouth")


def squad(team: str, name: str, names: Iterable[str]) -> Squad:
    """A squad whose players are "crown-0", "crown-1" and so on, all registered in time."""
    return Squad(team, name, tuple(Player(f"{team}-{i}", each, REGISTERED) for i, each in enumerate(names)))


CROWN = squad("crown", "Crown", CROWN_NAMES)
BELL = squad("bell", "Bell", BELL_NAMES)
PLOUGH_PLAYERS = (
    Player("plough-0", "Vera Robson", REGISTERED, tied_to="Plough"),
    Player("plough-1", "Walter Metcalfe", REGISTERED, tied_to="Plough"),
)


def match_of(league: LeagueRules | str, **changes: Any) -> Match:
    """Crown against Bell under a preset, with anything changed."""
    league = preset(league) if isinstance(league, str) else league
    match = Match(
        format=league.format,
        scheme=league.scheme,
        home=CROWN,
        away=BELL,
        on=MATCH_DAY,
        register_by=date(2027, 1, 31),
        on_the_night=league.registration.on_the_night,
        elsewhere=PLOUGH_PLAYERS,
        rule_numbers=league.rule_numbers,
    )
    return replace(match, **changes)


def card_of(match: Match, *, seed: int = 7, pegs: float = 1.0, **habits: float) -> Card:
    """A legal card of full sides, with pegs where the league keeps them."""
    wanted = {"short": 0.0, "hands": 0.0, **habits}
    return generate_card(Random(seed), match, habits=Habits(pegs=pegs, **wanted))


def edited(value: Any, path: str, new: Any) -> Any:
    """The value with the part at this path replaced; a callable is given the part as it was."""
    if not path:
        return new(value) if callable(new) else new
    step, _, rest = path.partition(".")
    if is_dataclass(value):
        return replace(value, **{step: edited(getattr(value, step), rest, new)})
    i = int(step)
    return (*value[:i], edited(value[i], rest, new), *value[i + 1 :])


def season_of(
    random: Random, league: LeagueRules, teams: int, *, played: float = 1.0
) -> tuple[tuple[str, ...], list[Outcome]]:
    """A double round of bare scores, each match played with this chance, dates spread over a winter."""
    names = tuple(f"team-{i}" for i in range(teams))
    outcomes = []
    for half, pairs in (
        (1, [(i, j) for i in range(teams) for j in range(i)]),
        (2, [(i, j) for j in range(teams) for i in range(j)]),
    ):
        for i, j in pairs:
            if random.random() < played:
                home = random.randint(0, league.format.total_games)
                card = Card.score_only(home, league.format.total_games - home)
                day = MATCH_DAY + timedelta(days=random.randint(0, 60) + 90 * (half - 1))
                worth = tally(card, league.format, league.scheme)
                outcomes.append(Outcome(f"{half}-{i}-{j}", names[i], names[j], day, worth, half))
    return names, outcomes


HALF = Fraction(1, 2)
