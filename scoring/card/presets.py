"""Leagues to start from, each with all its rules.

Each preset's `source` says what was filled in where its league is silent.
"""

from collections.abc import Mapping
from fractions import Fraction

from scoring.card.faults import FAULT_GROUPS
from scoring.card.format import Discipline, Format, Limit, Line, Order, Pegs, ShortSide
from scoring.card.league_rules import Confirm, LeagueRules, Registration, Rule, Step, WithdrawalPolicy
from scoring.card.points import Scheme, Walkover

ONE = Fraction(1)
TWO = Fraction(2)

# Where a league is silent: game difference, then games won, then the matches between those level, then a play-off.
USUAL_STEPS = (Step.POINTS, Step.GAME_DIFFERENCE, Step.GAMES_WON, Step.HEAD_TO_HEAD, Step.PLAY_OFF)

TEESDALE_GAME = ("fives-threes:teesdale", 61)
SOLIHULL_GAME = ("fives-threes:solihull", 121)
CHAMPIONSHIP_GAME = ("fives-threes:championship", 61)

FINISH_CODES, ELIGIBLE_CODES, TIED_CODES, SHORT_CODES, FORMAT_CODES, LIMIT_CODES, LATE_CODES = (
    FAULT_GROUPS[name].codes for name in ("finish", "eligible", "tied", "short", "format", "limits", "late")
)


def lines(prefix: str, count: int, players: int, **rest: object) -> tuple[Line, ...]:
    """Several lines alike: `lines("S", 6, 1)` is S1 to S6, singles."""
    return tuple(Line(f"{prefix}{i}", players, **rest) for i in range(1, count + 1))  # type: ignore[arg-type]


def singles_and_pairs(
    name: str, *, singles: tuple[str, int], pairs: tuple[str, int], used: int | None = None
) -> Format:
    """Six singles and three pairs, a game each, by (rules of play, target). A player is in one of each."""
    order = lines("S", 6, 1, rules=singles[0], target=singles[1]) + lines("P", 3, 2, rules=pairs[0], target=pairs[1])
    limits = (Limit(1, players=1), Limit(1, players=2))
    return Format(name, order, side=6, minimum=4, used=used, limits=limits)


TEESDALE = LeagueRules(
    key="teesdale",
    name="Teesdale",
    format=singles_and_pairs("Six singles and three pairs", singles=TEESDALE_GAME, pairs=TEESDALE_GAME),
    scheme=Scheme("A point a game", per_game=ONE),
    steps=(Step.POINTS, Step.PLAY_OFF),
    submit_within=88,
    rules=(
        Rule("1", "A match is six singles and three pairs.", (*FORMAT_CODES, *LIMIT_CODES)),
        Rule("2", "Games that a short side cannot fill are claimed by the opponents.", SHORT_CODES),
        Rule("3", "Only a registered player may play.", ELIGIBLE_CODES),
        Rule("4", "A player plays for one team in a season.", TIED_CODES),
        Rule("9", "A game is won on exactly 61; a score that goes past it does not count.", FINISH_CODES),
        Rule("10", "The winning points cannot be scored on a player’s down."),
        Rule("11", "Teams level on points at the end of the season meet in a play-off."),
    ),
    source="Rules 9 and 10, the exact 61, the play-off (two teams level on 133 points) and the time for cards are "
    "the league’s own. The match format, a point a game and the other rules are filled in.",
)

LEEK = LeagueRules(
    key="leek",
    name="Leek",
    format=singles_and_pairs(
        "Six singles to 61 and three pairs to 121",
        singles=("fives-threes:leek", 61),
        pairs=("fives-threes:leek-pairs", 121),
        used=12,
    ),
    scheme=Scheme(
        "Two for the match and one a game",
        win=TWO,
        per_game=ONE,
        walkover=Walkover(games_for=5, games_against=4, points_for=Fraction(7)),
    ),
    steps=USUAL_STEPS,
    submit_within=112,
    rules=(
        Rule("1", "A match is six singles and three pairs; a side may use up to 12 players.", FORMAT_CODES),
        Rule("2", "A player plays one singles and one pairs.", (*LIMIT_CODES, "used_too_many")),
        Rule("3", "Singles are once round the board, to 61; pairs twice round, to 121.", FINISH_CODES),
        Rule("4", "Opponents claim the games that a short side cannot fill.", SHORT_CODES),
        Rule("5", "Two points for the match and one for each game; a walkover is 5–4 and seven points."),
        Rule("6", "Only a registered player may play, and for one team.", (*ELIGIBLE_CODES, *TIED_CODES)),
    ),
    source="Twelve players, the targets, the points, the 5–4 walkover and the time for cards are the league’s "
    "own; six singles and three pairs follow from its examples (6–3, 5–4). The tie-breaks are filled in.",
)

SOLIHULL = LeagueRules(
    key="solihull",
    name="Solihull and Warwickshire",
    format=singles_and_pairs("Six singles and three pairs, to 121", singles=SOLIHULL_GAME, pairs=SOLIHULL_GAME),
    scheme=Scheme("Three for a win, one for a 4–5 defeat", win=Fraction(3), narrow_loss=ONE, narrow_margin=1),
    steps=USUAL_STEPS,
    rules=(
        Rule("1", "A match is six singles and three pairs.", FORMAT_CODES),
        Rule("2", "A player plays at most one singles and one pairs.", LIMIT_CODES),
        Rule("3", "Games are played on the 121-hole board, once round.", FINISH_CODES),
        Rule("4", "Opponents claim unfilled games.", SHORT_CODES),
        Rule("5", "Three points for a win; one for losing 5–4; otherwise none."),
        Rule("6", "Only a registered player may play, and for one team.", (*ELIGIBLE_CODES, *TIED_CODES)),
    ),
    source="The lines, the limits, the board, the claims and the points are the league’s own. The fewest players, the "
    "walkover (the full card) and the tie-breaks are filled in.",
)

GUISBOROUGH = LeagueRules(
    key="guisborough",
    name="Guisborough",
    format=Format(
        "Three tables of three games",
        lines("T", 3, 2, games=3, rules="fives-threes:championship", target=61),
        side=6,
        minimum=4,
        squad=12,
        limits=(Limit(1),),
        order=Order.OPPONENT,
    ),
    scheme=Scheme("Two for a win, one for a draw", win=TWO, draw=ONE),
    steps=USUAL_STEPS,
    registration=Registration(transfers_need_both_captains=False),
    rules=(
        Rule("1", "A match is three tables of pairs, three games each.", (*FORMAT_CODES, *LIMIT_CODES)),
        Rule("2", "Four players is the fewest to play with.", ("too_few_players",)),
        Rule("3", "Games that a short side cannot fill are claimed by the opponents.", SHORT_CODES),
        Rule("4", "A team registers at most 12 players.", ("squad_full",)),
        Rule("5", "A player who has played for one team plays for no other that season.", TIED_CODES),
        Rule("6", "A match with an ineligible player is forfeited.", ELIGIBLE_CODES),
        Rule("7", "A game is won on exactly 61.", FINISH_CODES),
    ),
    source="The pairs and tables, drawing the opponents’ pairs, the squad of 12, the four players, one team a season "
    "and the forfeit are the league’s own; three games a table is inferred. The points and tie-breaks are filled in.",
)

NORTHALLERTON = LeagueRules(
    key="northallerton",
    name="Northallerton and District",
    format=Format(
        "Four of straight dominoes, four of fives and threes",
        lines("P", 4, 2, discipline=Discipline.STRAIGHT, rules="straight")
        + lines("F", 4, 2, rules="fives-threes:championship", target=61),
        side=8,
        minimum=6,
        limits=(Limit(1, discipline=Discipline.STRAIGHT), Limit(1, discipline=Discipline.FIVES_THREES)),
        short=ShortSide.TWICE,
        twice=2,
        twice_differs=True,
    ),
    scheme=Scheme("A point a game", per_game=ONE, walkover=Walkover(games_for=6, points_for=Fraction(6))),
    steps=USUAL_STEPS,
    registration=Registration(squad_minimum=8, deadline=(10, 31), on_the_night=False),
    rules=(
        Rule("1", "A match is four games of straight dominoes and four of fives and threes, in pairs.", FORMAT_CODES),
        Rule("2", "A side is eight players, and at least six.", ("too_few_players",)),
        Rule("3", "Of a short side one or two may play twice, others at each kind of game.", LIMIT_CODES),
        Rule("4", "If both sides are short, forfeited games are void.", SHORT_CODES),
        Rule("5", "Eight players are registered by 31 October, later ones with notice.", LATE_CODES),
        Rule("6", "No player is signed on the night.", ("signing_not_allowed", *ELIGIBLE_CODES)),
        Rule("7", "A transfer needs both captains’ agreement.", TIED_CODES),
        Rule("8", "A side that does not turn up forfeits the match 6–0."),
        Rule("9", "A game of fives and threes is won on exactly 61.", FINISH_CODES),
    ),
    source="The eight four-handed games of two kinds, eight players or six, playing twice, registration by 31 October, "
    "transfers and the 6–0 forfeit are the league’s own. A point a game and the tie-breaks are filled in.",
)

ONE_A_GAME = LeagueRules(
    key="one-a-game",
    name="One point a game",
    format=singles_and_pairs("Six singles and three pairs", singles=CHAMPIONSHIP_GAME, pairs=CHAMPIONSHIP_GAME),
    scheme=Scheme("A point a game", per_game=ONE),
    steps=(Step.POINTS, Step.WINS, Step.HEAD_TO_HEAD, Step.PEGS, Step.SHARED),
    rules=(
        Rule("1", "A match is six singles and three pairs.", (*FORMAT_CODES, *LIMIT_CODES)),
        Rule("2", "Games that a short side cannot fill are claimed by the opponents.", SHORT_CODES),
        Rule("3", "Only a registered player may play, and for one team.", (*ELIGIBLE_CODES, *TIED_CODES)),
        Rule("4", "A game is won on exactly 61.", FINISH_CODES),
        Rule("5", "One point for each game won and nothing for the match."),
    ),
    source="One point a game with no match bonus is common; the rest is filled in.",
)

TWO_AND_HALF = LeagueRules(
    key="two-and-half",
    name="Two and half a point a game",
    format=Format(
        "Five pairs of three games",
        lines("P", 5, 2, games=3, rules="fives-threes:championship", target=61),
        side=10,
        minimum=6,
        limits=(Limit(1),),
        pegs=Pegs.NONE,
    ),
    scheme=Scheme("Two for the match and half a point a game", win=TWO, draw=ONE, per_game=Fraction(1, 2)),
    steps=(Step.POINTS, Step.GAME_DIFFERENCE, Step.HEAD_TO_HEAD, Step.SHARED),
    withdrawal=WithdrawalPolicy.EXPUNGE,
    confirm=Confirm.BOTH_ENTER,
    rules=(
        Rule("1", "A match is five pairs of three games each.", (*FORMAT_CODES, *LIMIT_CODES)),
        Rule("2", "Games that a short side cannot fill are claimed by the opponents.", SHORT_CODES),
        Rule("3", "Only a registered player may play, and for one team.", (*ELIGIBLE_CODES, *TIED_CODES)),
        Rule("4", "Two points for the match and half a point for each game: 8–7 is 6 points to 3½."),
    ),
    source="The points come from a league of 15 games a match (8–7 is 6 to 3½); the format and the rest are filled in.",
)

PRESETS: Mapping[str, LeagueRules] = {
    each.key: each for each in (TEESDALE, LEEK, SOLIHULL, GUISBOROUGH, NORTHALLERTON, ONE_A_GAME, TWO_AND_HALF)
}


NOT_A_LEAGUE = {ONE_A_GAME.key, TWO_AND_HALF.key}  # named after their points


# For a league that finds none of these like its own: the least that can be played, to be written over.
BLANK = LeagueRules(
    key="blank",
    name="Our own rules",
    format=Format(
        "One game", (Line("1", 1, rules=CHAMPIONSHIP_GAME[0], target=CHAMPIONSHIP_GAME[1]),), side=1, minimum=1
    ),
    scheme=Scheme("Two for a win, one for a draw", win=TWO, draw=ONE),
    steps=USUAL_STEPS,
)

STARTS: Mapping[str, LeagueRules] = {**PRESETS, BLANK.key: BLANK}


class UnknownPresetError(ValueError):
    """A league that there is no preset for."""


def preset(key: str) -> LeagueRules:
    """The rules with this key; UnknownPresetError, naming those there are, if there is none."""
    if key not in STARTS:
        raise UnknownPresetError(f"no preset {key!r}: there are {', '.join(STARTS)}")
    return STARTS[key]


def title_of(rules: LeagueRules) -> str:
    """A preset by what it is, for people who do not know the league it is named after: "Six singles and three pairs, a
    point a game (as Teesdale)".
    """
    points = rules.scheme.name[:1].lower() + rules.scheme.name[1:]
    league = "" if rules.key in NOT_A_LEAGUE else f" (as {rules.name})"
    return f"{rules.format.name}, {points}{league}"
