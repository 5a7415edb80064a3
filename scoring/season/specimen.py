"""What a league's settings come to, on an evening and in a season that never happened."""

from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from random import Random

from scoring.card.check import check
from scoring.card.example import Habits, generate_card
from scoring.card.league_rules import LeagueRules
from scoring.card.match import Match, Player, Problem, Squad
from scoring.card.outcome import Outcome, Tally, tally
from scoring.card.points import working
from scoring.card.sheet import Card
from scoring.season.table import Row, table

TEAMS = ("Crown", "Bell", "Plough")
FIRST_NAMES = ("Alan", "Brenda", "Colin", "Denise", "Eric", "Freda", "George", "Hilda", "Ian", "Joan", "Keith", "Linda")
SURNAMES = (
    "Hill", "Ord", "Raine", "Coates", "Dent", "Peart", "Watson", "Nattrass", "Beadle", "Walton", "Teward", "Lowes",
)  # fmt: skip
NIGHT = date(2026, 11, 24)
SIGNED = date(2026, 9, 1)
# Full sides, every peg the league keeps, and both sides with a chance.
TIDY = Habits(home_wins=0.6, short=0.0, pegs=1.0, hands=0.0)


@dataclass(frozen=True, slots=True)
class SpecimenEvening:
    """One match: its card, what it came to, and how each side came to its points."""

    match: Match
    card: Card
    tally: Tally
    working: tuple[tuple[str, ...], tuple[str, ...]]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Specimen:
    evenings: tuple[SpecimenEvening, ...]
    rows: tuple[Row, ...]


def specimen(league: LeagueRules, random: Random, *, habits: Habits = TIDY) -> Specimen:
    """The same settings come to the same, for the same dice."""
    squads = [_squad(league, number) for number in range(len(TEAMS))]
    evenings = tuple(
        _evening(random, league, squads[home], squads[away], habits) for home, away in ((0, 1), (1, 2), (2, 0))
    )
    outcomes = [
        Outcome(str(number), each.match.home.id, each.match.away.id, NIGHT + timedelta(weeks=number), each.tally)
        for number, each in enumerate(evenings)
    ]
    names = {squad.id: squad.name for squad in squads}
    rows = table([squad.id for squad in squads], outcomes, league.scheme, league.steps, names=names)
    return Specimen(evenings, tuple(rows))


def match_between(league: LeagueRules, home: Squad, away: Squad) -> Match:
    return Match(
        format=league.format,
        scheme=league.scheme,
        home=home,
        away=away,
        on=NIGHT,
        on_the_night=league.registration.on_the_night,
        registered_only=league.registration.required,
        quick_allowed=league.quick_allowed,
        playing_up=league.playing_up,
        under_18=league.under_18,
        protests_allowed=league.protests.allowed,
        rule_numbers=league.rule_numbers,
    )


def _evening(random: Random, league: LeagueRules, home: Squad, away: Squad, habits: Habits) -> SpecimenEvening:
    match = match_between(league, home, away)
    card = generate_card(random, match, habits=habits)
    result = tally(card, match, league.scheme)
    home_lines, away_lines = result.home_lines or 0, result.away_lines or 0
    level = len(card.lines) - home_lines - away_lines if card.lines and match.format.lines else 0
    lines = home_lines + Fraction(level, 2), away_lines + Fraction(level, 2)  # a level line is a half to both
    explained = working(league.scheme, games=(result.home_games, result.away_games), lines=lines)
    return SpecimenEvening(match, card, result, explained, check(card, match))


def _squad(league: LeagueRules, number: int) -> Squad:
    """A full squad, nobody's name twice among the teams."""
    name = TEAMS[number]
    people = [
        f"{FIRST_NAMES[i % len(FIRST_NAMES)]} {SURNAMES[(i + i // len(FIRST_NAMES)) % len(SURNAMES)]}"
        for i in range(number, len(FIRST_NAMES) * len(SURNAMES), len(TEAMS))
    ]
    players = (Player(f"{name}-{i}", each, SIGNED) for i, each in enumerate(people[: league.format.side]))
    return Squad(name.casefold(), name, tuple(players))
