"""The rules that sources write down, by name; and the names for which no source says enough.

A name is a family and a variant, ``fives-threes:teesdale``, and each is said to people in words. Other rules are a
preset with changes: ``but(target=121)``.
"""

from collections.abc import Mapping
from types import MappingProxyType

from scoring.play.rules import (
    Blocked,
    DrawRule,
    Finish,
    FinishWhen,
    HandEnd,
    LastTile,
    LeadFirst,
    LeadNext,
    LeadTile,
    MultiTurn,
    Overshoot,
    RoundScope,
    Rules,
    Settlement,
    SettlementUnit,
    Sides,
    Spinner,
    TieRule,
    Unit,
    odd_primes,
)


class PresetError(ValueError):
    """No preset has this name. ``reason`` is why, for a game that is refused and not merely unheard of."""

    def __init__(self, name: str, reason: str = "") -> None:
        super().__init__(f"{name}: {reason}" if reason else f"{name} is no preset; there are {', '.join(PRESETS)}")
        self.name = name
        self.reason = reason


CHAMPIONSHIP_DEAL = ((2, 9), (4, 6))

PAGAT = Rules()
CHAMPIONSHIP = PAGAT.but(deal=CHAMPIONSHIP_DEAL)
# Pub leagues: no point for chipping out, and nobody wins with the drop.
TEESDALE = CHAMPIONSHIP.but(lead_first=LeadFirst.HIGHEST_TILE, chip=0, lead_may_win=False)
LEEK = TEESDALE.but(lead_next=LeadNext.LOSER_OF_DRAW, revoke_penalty=8)

ALL_FIVES = Rules(
    deal=((2, 9), (3, 7), (4, 5)),
    spinner=Spinner.FIRST,
    divisors=(5,),
    unit=Unit.TOTAL,
    draw=DrawRule.UNTIL_PLAYABLE,
    lead_next=LeadNext.DOMINOED,
    hand_end=HandEnd.FIRST_OUT,
    chip=0,
    settlement=Settlement.WINNER_TAKES,
    blocked=Blocked.FEWEST,
    tie=TieRule.SPLIT,
    target=250,
    targets=((3, 200), (4, 200)),
    finish=Finish.REACH,
)
# The Swedish page: each player’s own pips come off their score.
SWEDISH = ALL_FIVES.but(
    settlement=Settlement.EACH_SUBTRACTS, round_scope=RoundScope.HAND, blocked=Blocked.NOBODY, tie=TieRule.NOBODY
)
# The gaming site: totals score themselves, and the winner of a hand a fifth of the pips of all; it names no partners
# and no number of tiles, for which it refers to Pagat.
GAMING_SITE = ALL_FIVES.but(
    sides=Sides.SINGLE,
    lead_first=LeadFirst.HIGHEST_TILE,
    lead_next=LeadNext.WINNER,
    settlement=Settlement.WINNER_TAKES_ALL,
    settlement_unit=SettlementUnit.QUOTIENT,
    tie=TieRule.NOBODY,
    target=100,
    finish_when=FinishWhen.HAND,
)
ALL_FIVES_BY_FIVE = ALL_FIVES.but(unit=Unit.QUOTIENT, target=61)
MUGGINS = ALL_FIVES.but(
    deal=((2, 7), (3, 7), (4, 5)),
    spinner=Spinner.NONE,
    round_scope=RoundScope.HAND,
    target=100,
    muggins_call=True,
)
SNIFF = ALL_FIVES_BY_FIVE.but(deal=((2, 7), (3, 6), (4, 5)), spinner=Spinner.SNIFF)
FIVE_UP = ALL_FIVES_BY_FIVE.but(deal=((2, 5), (3, 5), (4, 5)), spinner=Spinner.ALL)
SEVEN_TOED_PETE = Rules(
    deal=((4, 7),),
    sides=Sides.SINGLE,  # the sources name four players and no partners
    spinner=Spinner.FIRST,
    divisors=(5,),
    lead_tile=LeadTile.SCORING_OR_DOUBLE,
    multi_turn=MultiTurn.SCORE_OR_DOUBLE,
    hand_end=HandEnd.FIRST_OUT,
    chip=0,
    target=100,
    finish=Finish.REACH,
)
ONLY = {"multi_turn": MultiTurn.SCORING_ONLY}
CHAIN = ALL_FIVES.but(multi_turn=MultiTurn.SCORE_OR_DOUBLE)  # "same, but several tiles in a turn"
HORSE_RACE = CHAIN.but(deal=((2, 7), (3, 6), (4, 5)), spinner=Spinner.ALL, target=250)
# Nothing on the table scores: the hand is the game. Leagues that play both kinds deal the same for both.
STRAIGHT = Rules(
    deal=CHAMPIONSHIP_DEAL,
    divisors=(),
    lead_first=LeadFirst.HIGHEST_TILE,
    hand_end=HandEnd.FIRST_OUT,
    chip=0,
    settlement=Settlement.HAND,
    blocked=Blocked.FEWEST,
    tie=TieRule.REPLAY,
    target=1,
    finish=Finish.REACH,
)

PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "fives-threes:pagat": PAGAT,
        "fives-threes:pagat-no-chip": PAGAT.but(chip=0),
        "fives-threes:pagat-bounce": PAGAT.but(overshoot=Overshoot.BOUNCE),
        "fives-threes:pagat-lead-bar": PAGAT.but(lead_may_win=False),
        "fives-threes:pagat-31": PAGAT.but(target=31),
        "fives-threes:pagat-121": PAGAT.but(target=121),
        "fives-threes:championship": CHAMPIONSHIP,
        "fives-threes:teesdale": TEESDALE,
        "fives-threes:teesdale-both-pairs": TEESDALE.but(deal=((4, 6),), hand_end=HandEnd.ALL_BLOCKED),
        "fives-threes:teesdale-six": TEESDALE.but(deal_next=((2, 6),)),
        "fives-threes:leek": LEEK,
        "fives-threes:leek-pairs": LEEK.but(target=121),
        "fives-threes:solihull": TEESDALE.but(target=121),
        "odd-primes": PAGAT.but(divisors=odd_primes(6)),
        "odd-primes:double-9": PAGAT.but(set_max=9, divisors=odd_primes(9)),
        "odd-primes:double-12": PAGAT.but(set_max=12, divisors=odd_primes(12)),
        "odd-primes:double-15": PAGAT.but(set_max=15, divisors=odd_primes(15)),
        "odd-primes:double-18": PAGAT.but(set_max=18, divisors=odd_primes(18)),
        "all-fives": ALL_FIVES,
        "all-fives:200": ALL_FIVES.but(target=200),
        "all-fives:by-five": ALL_FIVES_BY_FIVE,
        "all-fives:by-five-exact": ALL_FIVES_BY_FIVE.but(finish=Finish.EXACT),
        "all-fives:by-hands": ALL_FIVES_BY_FIVE.but(target=100, finish_when=FinishWhen.HAND),
        "all-fives:by-five-50": ALL_FIVES_BY_FIVE.but(target=50, targets=((3, 40), (4, 40))),
        "all-fives:exact": ALL_FIVES.but(finish=Finish.EXACT),
        "all-fives:each-subtracts": ALL_FIVES.but(
            settlement=Settlement.EACH_SUBTRACTS, blocked=Blocked.NOBODY, tie=TieRule.NOBODY
        ),
        "all-fives:reserve-1": ALL_FIVES.but(reserve=1),
        "all-fives:reserve-2": ALL_FIVES.but(reserve=2),
        "all-fives:highest-double": ALL_FIVES.but(
            lead_first=LeadFirst.HIGHEST_DOUBLE, lead_tile=LeadTile.HIGHEST_DOUBLE
        ),
        "all-fives:swedish": SWEDISH,
        "all-fives:swedish-five": SWEDISH.but(deal=((2, 5), (3, 5), (4, 5))),
        "all-fives:swedish-seven": SWEDISH.but(deal=((2, 7), (3, 5), (4, 5))),
        "all-fives:gaming-site": GAMING_SITE,
        "all-fives:gaming-site-pairs": GAMING_SITE.but(sides=Sides.PAIRS),
        "all-fives:gaming-site-101": GAMING_SITE.but(target=101),
        "muggins": MUGGINS,
        "muggins:150": MUGGINS.but(target=150),
        "muggins:200": MUGGINS.but(target=200),
        "muggins:highest-double": MUGGINS.but(lead_first=LeadFirst.HIGHEST_DOUBLE),
        "muggins:reserve-2": MUGGINS.but(reserve=2),
        "muggins:no-spinner": ALL_FIVES.but(spinner=Spinner.NONE),
        "muggins:gaming-site": GAMING_SITE.but(spinner=Spinner.NONE),
        "sniff": SNIFF,
        "sniff:100": SNIFF.but(target=100),
        "sniff:200": SNIFF.but(target=200),
        "sniff:stubs": ALL_FIVES.but(spinner=Spinner.STUBS),
        "sniff:in-line": ALL_FIVES.but(spinner=Spinner.IN_LINE),
        "sniff:in-line-whole": ALL_FIVES.but(spinner=Spinner.IN_LINE_WHOLE),
        "five-up": FIVE_UP,
        "five-up:same": ALL_FIVES.but(spinner=Spinner.ALL),
        "five-up:gaming-site": GAMING_SITE.but(spinner=Spinner.ALL),
        "seven-toed-pete": SEVEN_TOED_PETE,
        "seven-toed-pete:out": SEVEN_TOED_PETE,
        "seven-toed-pete:draw": SEVEN_TOED_PETE.but(last_tile=LastTile.DRAW),
        "seven-toed-pete:scoring-only": SEVEN_TOED_PETE.but(**ONLY),
        "seven-toed-pete:same-out": CHAIN,
        "seven-toed-pete:same-draw": CHAIN.but(last_tile=LastTile.DRAW),
        "seven-toed-pete:same-scoring-only": CHAIN.but(**ONLY),
        "horse-race": HORSE_RACE,
        "horse-race:out": HORSE_RACE,
        "horse-race:draw": HORSE_RACE.but(last_tile=LastTile.DRAW),
        "horse-race:scoring-only": HORSE_RACE.but(**ONLY),
        "horse-race:same-out": CHAIN,
        "horse-race:same-draw": CHAIN.but(last_tile=LastTile.DRAW),
        "horse-race:same-scoring-only": CHAIN.but(**ONLY),
        "straight": STRAIGHT,
        "straight:draw": STRAIGHT.but(deal=PAGAT.deal, draw=DrawRule.UNTIL_PLAYABLE),
    }
)

REFUSED: Mapping[str, str] = MappingProxyType(
    {
        "five-ups:uk": "several British pub games have this name, and no source writes one of them down in full",
        "fives-threes:dead-hole": "leagues mention the dead hole, none says what it is; give the target as a number",
    }
)


def preset(name: str) -> Rules:
    """The rules of this name. Raises `PresetError`, with the reason where the game is refused and not just unknown."""
    if name in REFUSED:
        raise PresetError(name, REFUSED[name])
    if name not in PRESETS:
        raise PresetError(name)
    return PRESETS[name]


def name_of(rules: Rules, players: int | None = None) -> str | None:
    """The name of the preset that these rules are, for so many ``players`` if that is told, or None."""
    for name, known in PRESETS.items():
        if rules == (known if players is None else known.for_players(players)):
            return name
    return None


# --- what people call the games ---------------------------------------------------------------------------------------
FAMILIES = {
    "fives-threes": "fives and threes",
    "straight": "straight dominoes",
    "seven-toed-pete": "Seven-Toed Pete",
}


def family_of(key: str) -> str:
    """The family in a rule set's name: "fives-threes"."""
    return key.partition(":")[0]


def family(key: str) -> str:
    """The game that a rule set belongs to: "fives and threes", "all fives"."""
    name = family_of(key)
    return FAMILIES.get(name, name.replace("-", " "))


def variant(key: str) -> str:
    """What tells a rule set from others of its game: "Pagat, no chip"; "" for the first of a game that has no word."""
    text = key.partition(":")[2].replace("-", " ")
    return text[:1].upper() + text[1:]
