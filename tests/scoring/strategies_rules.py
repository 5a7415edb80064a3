"""Leagues that nobody has met: rules made up from the ranges that the builder offers."""

from dataclasses import replace
from fractions import Fraction
from random import Random

from scoring.card.faults import FAULT_GROUPS
from scoring.card.format import Discipline, Format, HouseRules, Limit, Line, Order, Pegs, Settle, ShortSide
from scoring.card.league_rules import (
    Confirm,
    Helps,
    LeagueRules,
    PlayingUp,
    Protests,
    Registration,
    Rule,
    Step,
    Under18,
    WithdrawalPolicy,
)
from scoring.card.points import BuyBack, DecidedBy, Forfeit, Forfeits, Offence, Penalty, Scheme, Walkover
from scoring.card.soundness import complaints
from scoring.play.presets import PRESETS as RULES_OF_PLAY
from scoring.play.presets import family_of
from scoring.play.rules import Finish, LeadFirst, Overshoot

DISCIPLINES = {"fives-threes": Discipline.FIVES_THREES, "straight": Discipline.STRAIGHT}
HALVES = (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(7, 3))
TRIES = 400


def made_up(seed: int) -> LeagueRules:
    """Rules that can be played: nonsense is thrown away and made again."""
    random = Random(seed)
    for _ in range(TRIES):
        made = _league(random)
        if not complaints(made):
            return made
    raise AssertionError(f"no sound rules in {TRIES} tries from seed {seed}")


def _league(random: Random) -> LeagueRules:
    form = _format(random)
    scheme = _scheme(random, form)
    policy = random.choice(tuple(WithdrawalPolicy))
    first, later = sorted(random.choices(range(3), k=2))
    forfeits = tuple(Forfeit)
    return LeagueRules(
        key="blank",
        name=f"League {random.randint(1, 999)}",
        format=form,
        scheme=scheme,
        steps=_steps(random),
        withdrawal=policy,
        withdrawal_award=random.choice(HALVES[1:]) if policy.awards else Fraction(0),
        registration=_registration(random),
        confirm=random.choice(tuple(Confirm)),
        submit_within=random.randint(1, 200),
        confirm_within=random.randint(1, 200),
        quick_allowed=random.random() < 0.5,
        forfeits=Forfeits(forfeits[first], forfeits[later]),
        protests=random.choice((Protests(), Protests(allowed=False), Protests(days=5, after_signing=False))),
        playing_up=random.choice((None, PlayingUp(3, random.choice(tuple(Helps)), 3, 2))),
        under_18=random.choice(tuple(Under18)),
        rules=(Rule("1", "Be there by eight.", FAULT_GROUPS["few"].codes), Rule("2a", "No nicknames.")),
        by_hand=random.choice(((), ("The landlord has the last word.",))),
        source="Made up.",
    )


def _format(random: Random) -> Format:
    lines: list[Line] = []
    for group in range(random.randint(1, 3)):
        line = _line(random)
        lines += [replace(line, label=f"{'ABC'[group]}{i}") for i in range(1, random.randint(1, 6) + 1)]
    places = sum(line.players for line in lines)
    widest = max(line.players for line in lines)
    side = random.randint(widest, min(places, 12)) if places >= widest else widest
    minimum = random.randint(max(1, side // 2), side)
    short = random.choice(tuple(ShortSide)) if minimum < side else random.choice((ShortSide.CLAIM, ShortSide.VOID))
    return Format(
        "Made up",
        tuple(lines),
        side=side,
        minimum=minimum,
        squad=random.choice((None, side + 4)),
        used=random.choice((None, side + 2)),
        limits=_limits(random, lines, side),
        short=short,
        twice=random.randint(1, side - minimum) if short is ShortSide.TWICE else 0,
        twice_differs=short is ShortSide.TWICE and random.random() < 0.5,
        pegs=random.choice(tuple(Pegs)),
        order=random.choice(tuple(Order)),
    )


def _line(random: Random) -> Line:
    """Lines alike, without a label: a rule set of two or four players, or only won or lost."""
    games = random.choice((1, 1, 1, 2, 3, 5))
    settle = Settle.BEST_OF if games in {3, 5} and random.random() < 0.4 else Settle.ALL
    if random.random() < 0.25:
        return Line("", random.randint(1, 4), games=games, settle=settle, discipline=Discipline.WON_LOST)
    key = random.choice(tuple(RULES_OF_PLAY))
    discipline = DISCIPLINES.get(family_of(key), Discipline.SCORED)
    pegged = discipline is not Discipline.STRAIGHT
    usual = RULES_OF_PLAY[key].target
    target = random.choice((usual, usual, usual * 2, random.randint(20, 250))) if pegged else None
    starts = (random.randint(0, 9), 0) if pegged and target and target > 20 and random.random() < 0.2 else (0, 0)
    return Line(
        "", random.choice((1, 2)), games, settle, discipline, key, target, starts, _house(random, pegged=pegged)
    )


def _house(random: Random, *, pegged: bool) -> HouseRules:
    if not pegged or random.random() < 0.6:
        return HouseRules()
    return HouseRules(
        tiles=random.choice((None, 5, 6)),
        chip=random.choice((None, 0, 1)),
        finish=random.choice((None, *Finish)),
        overshoot=random.choice((None, *Overshoot)),
        lead_first=random.choice((None, *LeadFirst)),
        lead_may_win=random.choice((None, True, False)),
        revoke_penalty=random.choice((None, 0, 8)),
    )


def _limits(random: Random, lines: list[Line], side: int) -> tuple[Limit, ...]:
    kinds = {line.kind for line in lines}
    whole = [Limit(-(-sum(line.players for line in lines) // side))]
    each = [
        Limit(-(-sum(line.players for line in lines if line.kind == kind) // side), kind.players, kind.discipline)
        for kind in sorted(kinds, key=str)
    ]
    return tuple(random.choice(((), whole, each)))


def _scheme(random: Random, form: Format) -> Scheme:
    win, draw, loss = sorted(random.choices(HALVES, k=3), reverse=True)
    decided = random.choice(tuple(DecidedBy))
    narrow = random.random() < 0.3
    games = random.choice((None, random.randint(0, form.total_games)))
    lines = random.choice((None, random.randint(0, len(form.lines))))
    return Scheme(
        "Made up",
        win,
        draw,
        random.choice((Fraction(0), loss)),
        random.choice(HALVES),
        random.choice((Fraction(0), *HALVES)),
        Fraction(1, 2) if narrow else Fraction(0),
        random.randint(1, 2) if narrow else 0,
        decided,
        Walkover(games, lines_for=lines, points_for=random.choice((None, Fraction(7)))),
        unfinished_counts=random.random() < 0.5,
        penalties=random.choice(((), PENALTIES)),
        maximum_deduction=random.choice((None, Fraction(12))),
        buy_back=random.choice((None, BuyBack(Fraction(2), 550, 14))),
    )


PENALTIES = (
    Penalty(Offence.LATE_CARD, (Fraction(1), Fraction(3, 2))),
    Penalty(Offence.LATE_CARD, (Fraction(3),), 48),
    Penalty(Offence.NO_SHOW, (Fraction(2), Fraction(5))),
)


def _steps(random: Random) -> tuple[Step, ...]:
    last = (Step.PLAY_OFF, Step.SHARED, Step.NAME)
    middle = [step for step in Step if step not in {*last, Step.POINTS}]
    return (Step.POINTS, *random.sample(middle, random.randint(0, 5)), random.choice(last))


def _registration(random: Random) -> Registration:
    return random.choice(
        (
            Registration(),
            Registration(required=False),
            Registration(True, None, (10, 31), False, False, (1, 31), 1),
            Registration(transfers_most=0, on_the_night=False),
        )
    )
