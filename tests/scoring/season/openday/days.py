"""Open days made up for tests: facts by chance, whatever they come to, and the plain ways to write some."""

from random import Random

from scoring.season.knockout.cups import Cup, Shape, TieForm
from scoring.season.knockout.draw import Entrant, Lots, Tag
from scoring.season.knockout.facts import (
    NEITHER,
    Disqualified,
    Entered,
    Paired,
    Placed,
    Replayed,
    ScoreCorrected,
    Scored,
    WalkedOver,
    Withdrew,
)
from scoring.season.openday.book import DayMatchState
from scoring.season.openday.day import NotYetError, deal_out, next_round, open_day

BEST_OF_3 = TieForm(best_of=3)
GROUPS = Cup("Groups", Shape.GROUPS, (BEST_OF_3,))
ROUND_ROBIN = Cup("Round robin", Shape.ROUND_ROBIN, (BEST_OF_3,))
SWISS = Cup("Swiss", Shape.SWISS, (TieForm(best_of=1),))


def entrants(names, **venues):
    return tuple(Entrant(name, venue=venues.get(name, "")) for name in names)


def dealt(names, number=1, *, apart=(), **venues):
    """In the room, in the order given."""
    return deal_out(entrants(names, **venues), number, Lots(names=tuple(names)), apart)


def scored(day, winner_of, score=(2, 0)):
    """A score for every match that is open, won by whom the function names."""
    facts = []
    for table in day.tables:
        for match in table.matches:
            if match.state is DayMatchState.TO_PLAY:
                first = winner_of(match) == match.first
                facts.append(Scored(match.id, *(score if first else score[::-1])))
    return facts


def stronger(match):
    """The earlier name wins."""
    return min(match.first, match.second)


def by_chance(seed, cup, steps=40):
    """Facts of a whole day, about one in five of which cannot be."""
    dice = Random(seed)
    names = [f"p{i:02}" for i in range(dice.randint(4, 13))]
    number = dice.randint(1, len(names) // 2) if cup.shape is Shape.GROUPS else 1
    facts = [deal_out(entrants(names), number, Lots("seed", "groups"), (Tag.VENUE,))]
    for step in range(steps):
        day = open_day(cup, facts, through=1, rounds=5)
        facts.append(_fact(dice, day, names, step))
    return facts


def _fact(dice, day, names, step):
    matches = [match for table in day.tables for match in table.matches if match.second]
    open_ones = [match for match in matches if match.state is DayMatchState.TO_PLAY]
    if day.swiss and not open_ones:
        try:
            return next_round(day, 5, dice.sample(names, dice.randint(0, 1)))
        except NotYetError:
            return Paired(9, (("p00", "p01"),))
    match = dice.choice(open_ones if open_ones and dice.random() < 0.8 else matches or [None])
    most = day.form.best_of // 2 + 1
    score = dice.choice([(most, 0), (0, most), (most, most)])
    if match is None:
        return Withdrew(dice.choice([*names, "nobody"]), "left")
    into = "swiss" if day.swiss else f"group-{dice.randint(1, len(day.tables) + 1)}"
    ways = {
        Withdrew(dice.choice([*names, "nobody"]), "left"): 4,
        Scored(match.id, *score): 66,
        ScoreCorrected(match.id, *score, "misread"): 8,
        WalkedOver(match.id, dice.choice([match.first, match.second, NEITHER, "p00"]), "nobody came"): 6,
        Replayed(match.id, "wrong set"): 4,
        Disqualified(match.first, "swore", match.id): 2,
        Entered(Entrant(dice.choice([f"late{step}", "p00"])), into, "late train"): 4,
        Placed(dice.randint(1, len(day.tables)), tuple(dice.sample(names, 2)), "by lot"): 6,
    }
    return dice.choices(list(ways), list(ways.values()))[0]
