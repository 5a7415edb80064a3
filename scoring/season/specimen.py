"""What a league's settings come to, on an evening and in a season that never happened; and cards of such evenings."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from random import Random

from scoring.card.check import check
from scoring.card.format import Format, Limit, Line, Pegs, Settle, ShortSide, deal_of
from scoring.card.league_rules import LeagueRules
from scoring.card.match import Match, Player, Problem, Squad
from scoring.card.outcome import Outcome, Tally, tally
from scoring.card.points import working
from scoring.card.sheet import Card, Ending, GameScore, How, LineScore, Named, Side, Signing
from scoring.play.possible import Usual, usual
from scoring.season.table import Row, table

ANY_DEAL = Usual(12.0, 28, None)


@dataclass(frozen=True, slots=True)
class Habits:
    """How an evening tends to go; each is a chance from 0 to 1.

    `home_wins` a game; a side comes `short`; a card has `pegs` where it may, and `hands` with them; only the score is
    sent (`quick`) where it may be; a side signs a newcomer on the night; the match is a `walkover`.
    """

    home_wins: float = 0.5
    short: float = 0.1
    pegs: float = 0.6
    hands: float = 0.3
    quick: float = 0.0
    newcomer: float = 0.0
    walkover: float = 0.0


USUAL_HABITS = Habits()


def generate_card(
    random: Random, match: Match, *, habits: Habits = USUAL_HABITS, newcomers: Sequence[str] = ()
) -> Card:
    """A card of this match without a single problem, given squads that can field the fewest players.

    `newcomers` are full names, in nobody's squad, from which a side may sign.
    """
    if random.random() < habits.walkover:
        ending = random.choice((Ending.WALKOVER_HOME, Ending.WALKOVER_AWAY))
        return Card(ending=ending, remarks="Nobody came and nobody rang.")
    signings = _signings(random, match, habits, newcomers)
    home, away = (_line_ups(random, match, side, habits, signings) for side in Side)
    pegs = match.format.pegs is Pegs.REQUIRED or (match.format.pegs is Pegs.OPTIONAL and random.random() < habits.pegs)
    evening = _Evening(random, habits, match.format, pegs=pegs, hands=pegs and random.random() < habits.hands)
    lines = tuple(
        LineScore(mine, theirs, evening.games(line, len(mine), len(theirs)))
        for line, mine, theirs in zip(match.format.lines, home, away, strict=True)
    )
    playing = {each.name for line in lines for each in line.home + line.away}
    card = Card(lines=lines, signings=tuple(each for each in signings if each.name in playing))
    may_be_quick = match.quick_allowed and match.format.pegs is not Pegs.REQUIRED and match.format.one_game_a_line
    if may_be_quick and random.random() < habits.quick:
        total = tally(card, match, match.scheme)
        if total.home_games + total.away_games >= match.format.total_games:
            return Card.score_only(int(total.home_games), int(total.away_games))
    return card


def _signings(random: Random, match: Match, habits: Habits, newcomers: Sequence[str]) -> tuple[Signing, ...]:
    late = match.register_by is not None and match.on > match.register_by
    names = list(newcomers)
    signings: list[Signing] = []
    for side in Side:
        full = match.format.squad is not None and len(match.squad(side).players) >= match.format.squad
        wanted = random.random() < habits.newcomer
        if wanted and names and match.on_the_night and not late and not full:
            signings.append(Signing(side, names.pop(random.randrange(len(names)))))
    return tuple(signings)


def _line_ups(
    random: Random, match: Match, side: Side, habits: Habits, signings: tuple[Signing, ...]
) -> list[tuple[Named, ...]]:
    """One side's names for each line of the format; an empty one where it has nobody left."""
    form = match.format
    may_play = [Named(each.id, each.name) for each in match.squad(side).players if _may_play(each, match)]
    new = [Named(None, each.name) for each in signings if each.side is side]
    wanted = form.side - len(new)
    if random.random() < habits.short:
        wanted = max(form.minimum - len(new), wanted - random.randint(1, 2))
    chosen = _chosen(random, form, new + random.sample(may_play, min(wanted, len(may_play))))
    if len({each for line in chosen for each in line}) < form.minimum:  # some of a short side found no line
        chosen = _chosen(random, form, new + random.sample(may_play, min(form.side - len(new), len(may_play))))
    return chosen


def _chosen(random: Random, form: Format, team: list[Named]) -> list[tuple[Named, ...]]:
    picker = _Picker(random, form, team)
    return [picker.pick(line) for line in form.lines]


def _may_play(player: Player, match: Match) -> bool:
    if player.suspended or player.tied_to is not None:
        return False
    if match.cup and (player.cup_tied or (player.league_matches or 0) < match.cup_appearances):
        return False
    since = player.registered_on
    if not match.registered_only:
        return True
    return since is not None and since <= match.on and (match.register_by is None or since <= match.register_by)


class _Picker:
    """Fills one side's lines in order, those who have played least first."""

    def __init__(self, random: Random, form: Format, team: list[Named]) -> None:
        self.random, self.form, self.team = random, form, team
        self.lines: Counter[Named] = Counter()
        self.under: Counter[tuple[Limit, Named]] = Counter()
        self.twice: set[Named] = set()
        missing = max(0, form.side - len(team)) if form.short is ShortSide.TWICE else 0
        self.spare = {limit: min(form.twice, missing) for limit in form.limits}

    def pick(self, line: Line) -> tuple[Named, ...]:
        limits = [limit for limit in self.form.limits if limit.covers(line.kind)]
        order = self.random.sample(self.team, len(self.team))
        free = [each for each in order if all(self.under[limit, each] < limit.most for limit in limits)]
        free.sort(key=lambda each: self.lines[each])
        chosen = free[: line.players]
        chosen += self._again(limits, order, chosen, line.players - len(chosen))
        if len(chosen) < line.players:
            return ()
        for each in chosen:
            self.lines[each] += 1
            self.under.update((limit, each) for limit in limits)
        return tuple(chosen)

    def _again(self, limits: list[Limit], order: list[Named], chosen: list[Named], wanted: int) -> list[Named]:
        """Players of a short side who play twice; others than before where the league says so."""
        if not wanted or any(self.spare[limit] < wanted for limit in limits):
            return []
        again = [each for each in order if each not in chosen and each not in self.twice][:wanted]
        if len(again) < wanted:
            return []
        self.twice.update(again)
        for limit in limits:
            self.spare[limit] -= wanted
        return again


@dataclass(frozen=True, slots=True)
class _Evening:
    random: Random
    habits: Habits
    form: Format
    pegs: bool
    hands: bool

    def games(self, line: Line, home: int, away: int) -> tuple[GameScore, ...]:
        """The games of a line with so many players named on each side."""
        if not home or not away:
            claimant = Side.HOME if home else Side.AWAY if away else None
            claimed = claimant is not None and self.form.short is not ShortSide.VOID
            game = GameScore(claimant, how=How.CLAIMED) if claimed else GameScore(None, how=How.VOID)
            enough = line.settle is Settle.BEST_OF and game.how is How.CLAIMED
            return (game,) * (line.to_win if enough else line.games)
        played: list[GameScore] = []
        won: Counter[Side | None] = Counter()
        while len(played) < line.games and not (
            line.settle is Settle.BEST_OF and max(won.values(), default=0) >= line.to_win
        ):
            played.append(self._game(line))
            won[played[-1].winner] += 1
        return tuple(played)

    def _game(self, line: Line) -> GameScore:
        winner = Side.HOME if self.random.random() < self.habits.home_wins else Side.AWAY
        if not self.pegs or not line.pegged or line.target is None:
            return GameScore(winner)
        pegs, hands = _race(self.random, line, line.target)
        home, away = (line.target, pegs) if winner is Side.HOME else (pegs, line.target)
        return GameScore(winner, home, away, hands if self.hands else None)


def _race(random: Random, line: Line, target: int) -> tuple[int, int]:
    """The loser's pegs and the number of hands of one game, hands going as they usually do."""
    deal = deal_of(line)
    common = (usual(deal.players, deal.tiles) if deal else None) or ANY_DEAL
    one = other = hands = 0
    while max(one, other) < target:
        hands += 1
        one += round(_hand(random, common))
        other += round(_hand(random, common))
    # Standing a hole or two short and waiting for the right total is how close games are lost.
    most = target - 1
    return min(one, other, most - min(most, round(random.expovariate(0.25)))), hands


def _hand(random: Random, common: Usual) -> float:
    """Pegs of one side in one hand: between none and the 99th percentile, with the usual mean."""
    return random.triangular(0, common.high, max(0.0, 3 * common.mean - common.high))


# --- what a league's settings come to ---------------------------------------------------------------------------------
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
