"""Seasons for the run-in: small ones of every scheme, and real-looking ones in their last weeks."""

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from itertools import product
from random import Random

from scoring.card.format import Format, Line, Settle
from scoring.card.league_rules import LeagueRules, Step
from scoring.card.outcome import Outcome, tally
from scoring.card.points import DecidedBy, Scheme, Walkover
from scoring.card.presets import preset
from scoring.card.sheet import Card, Ending, GameScore, LineScore, Side
from scoring.season.ledger import Adjustment, open_ledger
from scoring.season.runin.prospects import final_prospects, prospects
from scoring.season.table import table
from tests.scoring.strategies_card import MATCH_DAY

ONE, TWO, THREE, HALF = Fraction(1), Fraction(2), Fraction(3), Fraction(1, 2)
SCHEMES = (
    Scheme("2-1-0", win=TWO, draw=ONE),
    Scheme("3-1-0", win=THREE, draw=ONE),
    Scheme("a point a game", per_game=ONE),
    Scheme("a point a game, two for the match", win=TWO, draw=ONE, per_game=ONE),
    Scheme("half a point a game, two for the match", win=TWO, draw=ONE, per_game=HALF),
    Scheme("three, one for a narrow defeat", win=THREE, draw=ONE, narrow_loss=ONE, narrow_margin=1),
    Scheme("a point a line", per_line=ONE, decided_by=DecidedBy.LINES),
    Scheme("a point for turning up", win=THREE, draw=TWO, loss=ONE, walkover=Walkover(points_for=TWO)),
    Scheme("a cheap walkover", win=TWO, per_game=ONE, walkover=Walkover(games_for=2, games_against=1, points_for=TWO)),
)
FORMATS = (
    tuple(Line(f"S{i}", 1) for i in range(2)),
    tuple(Line(f"S{i}", 1) for i in range(3)),
    tuple(Line(f"S{i}", 1) for i in range(4)),
    tuple(Line(f"T{i}", 2, games=2) for i in range(2)),
    tuple(Line(f"B{i}", 1, games=3, settle=Settle.BEST_OF) for i in range(2)),
)
SUMMED = (Step.WINS, Step.GAME_DIFFERENCE, Step.GAMES_WON, Step.AWAY_WINS, Step.FEWEST_DEDUCTIONS)
LASTS = (Step.PLAY_OFF, Step.SHARED, Step.NAME)
OPEN = (Step.HEAD_TO_HEAD, Step.PEGS)


def any_league(dice: Random) -> LeagueRules:
    """Rules with a small card, one of the schemes, and tie-breaks in any order."""
    steps = dice.sample(SUMMED, dice.randint(0, 2)) + dice.sample(OPEN, dice.choice((0, 0, 1)))
    lines = dice.choice(FORMATS)
    return replace(
        preset("leek"),
        format=Format("small", lines, side=4, minimum=2),
        scheme=dice.choice(SCHEMES),
        steps=(Step.POINTS, *steps, dice.choice(LASTS)),
    )


def cards(form: Format):
    """Every card that can be: each game to either side, lines ending when decided, and a walkover to each."""
    yield Card(ending=Ending.WALKOVER_HOME)
    yield Card(ending=Ending.WALKOVER_AWAY)
    for winners in product(Side, repeat=form.total_games):
        games, lines = iter(winners), []
        for line in form.lines:
            won = [next(games) for _ in range(line.games)]
            while line.settle is Settle.BEST_OF and line.to_win in (
                won[:-1].count(Side.HOME),
                won[:-1].count(Side.AWAY),
            ):
                won.pop()
            lines.append(LineScore(games=tuple(GameScore(side) for side in won)))
        yield Card(lines=tuple(lines))


def tallies(league: LeagueRules):
    """Every tally that a match can come to, each once."""
    return tuple(dict.fromkeys(tally(card, league.format, league.scheme) for card in cards(league.format)))


class Rest:
    """Part of a season and the matches left; `outcomes` are played, `left` are (home, away)."""

    def __init__(self, league, teams, outcomes, left, adjustments=()):
        self.league, self.teams, self.outcomes, self.left = league, teams, list(outcomes), list(left)
        self.adjustments = list(adjustments)

    def ledger(self):
        return open_ledger(self.teams, self.outcomes, adjustments=self.adjustments)

    def prospects(self, places=(1,)):
        if not self.left:
            return {each.team: each for each in final_prospects(self.rows())}
        found = prospects(self.teams, self.ledger(), self.league, self.left, places)
        return {each.team: each for each in found}

    def rows(self, ended=()):
        """The table, with the matches left ended like that."""
        played = [*self.outcomes, *(outcome(f"left-{k}", *self.left[k], each) for k, each in enumerate(ended))]
        return table(self.teams, played, self.league.scheme, self.league.steps, adjustments=self.adjustments)


def outcome(name, home, away, worth, day=0):
    return Outcome(name, home, away, MATCH_DAY + timedelta(days=day), worth)


def small_season(seed: int, most: int = 400) -> Rest:
    """Three to five teams with a few matches left: few enough that all that can happen can be tried."""
    dice = Random(seed)
    league = any_league(dice)
    ways = tallies(league)
    teams = tuple("abcde"[: dice.randint(3, 5)])
    pairs = [(home, away) for home in teams for away in teams if home != away]
    dice.shuffle(pairs)
    count = dice.randint(1, 5)
    while len(ways) ** count > most and count > 1:
        count -= 1
    left, played = pairs[:count], pairs[count : dice.randint(count, len(pairs))]
    outcomes = [outcome(f"{home}{away}", home, away, dice.choice(ways)) for home, away in played]
    changes = [
        Adjustment(dice.choice(teams), Fraction(dice.randint(-4, 2), 2), "late", MATCH_DAY)
        for _ in range(dice.choice((0, 0, 1, 2)))
    ]
    return Rest(league, teams, outcomes, left, changes)


def autumn_to_spring(seed: int, league: LeagueRules, teams: int) -> Rest:
    """A whole season, played by teams of unlike strength: `outcomes` in the order of a fixture list, nothing left."""
    dice = Random(seed)
    names = tuple(f"team-{i:02}" for i in range(teams))
    strength = {name: dice.uniform(-0.2, 0.2) for name in names}
    total = league.format.total_games
    outcomes = []
    for number, (home, away) in enumerate(fixture_list(names, dice)):
        chance = min(max(0.53 + strength[home] - strength[away], 0.05), 0.95)
        won = sum(dice.random() < chance for _ in range(total))
        card = Card.score_only(won, total - won)
        if dice.random() < 0.02:
            card = Card(ending=dice.choice((Ending.WALKOVER_HOME, Ending.WALKOVER_AWAY)))
        worth = tally(card, league.format, league.scheme)
        outcomes.append(outcome(f"m{number:03}", home, away, worth, number))
    return Rest(league, names, outcomes, [])


def fixture_list(names, dice):
    """Everybody at home and away to everybody, night after night."""
    ring = list(names) + ([None] if len(names) % 2 else [])
    dice.shuffle(ring)
    first = []
    for night in range(len(ring) - 1):
        pairs = [(ring[i], ring[-1 - i]) for i in range(len(ring) // 2)]
        first += [pair if night % 2 else pair[::-1] for pair in pairs if None not in pair]
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return first + [pair[::-1] for pair in first]


def with_left(whole: Rest, count: int) -> Rest:
    """The same season with its last matches not played yet."""
    cut = len(whole.outcomes) - count
    left = [(each.home, each.away) for each in whole.outcomes[cut:]]
    return Rest(whole.league, whole.teams, whole.outcomes[:cut], left, whole.adjustments)
