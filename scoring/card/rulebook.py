"""A league's rule book, written out from its settings."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from scoring.card import format as match_format
from scoring.card import points
from scoring.card.league_rules import (
    Confirm,
    LeagueRules,
    Registration,
    Step,
    Under18,
    WithdrawalPolicy,
    describe_playing_up,
)
from scoring.card.points import amount
from scoring.words import several

STEP_WORDS = {
    Step.POINTS: "points",
    Step.WINS: "matches won",
    Step.GAME_DIFFERENCE: "games won less games lost",
    Step.GAMES_WON: "games won",
    Step.LINES: "lines (tables) won less lines lost",
    Step.PEGS: "pegs for less pegs against",
    Step.HEAD_TO_HEAD: "the matches between the teams that are level",
    Step.AWAY_WINS: "away wins",
    Step.FEWEST_DEDUCTIONS: "the fewest points taken off",
    Step.PLAY_OFF: "a play-off",
    Step.SHARED: "a shared place",
    Step.NAME: "the teams’ names",
}

WITHDRAWAL_WORDS = {
    WithdrawalPolicy.EXPUNGE: "All results of a team that withdraws are struck out.",
    WithdrawalPolicy.KEEP_FIRST_HALF: "If a team withdraws in the first half of the season all its results are struck "
    "out; later, its first-half results stand and the rest are struck out.",
    WithdrawalPolicy.KEEP_PLAYED: "If a team withdraws in the first half of the season none of its results count; "
    "later, the results so far stand.",
    WithdrawalPolicy.AWARD: "All results of a team that withdraws are struck out, and every other team gets {award}.",
    WithdrawalPolicy.FIRST_HALF_AND_AWARD: "If a team withdraws in the first half of the season all its results are "
    "struck out; later, its first-half results stand and the rest are struck out. Every other team gets {award} "
    "instead of what is struck out.",
}

CONFIRM_WORDS = {
    Confirm.OTHER_CONFIRMS: "Either captain sends the card and the other confirms it or says what is wrong.",
    Confirm.BOTH_ENTER: "Each captain sends a card; when the two are equal the result stands.",
}


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    rules: tuple[str, ...]


def describe(league: LeagueRules, *, due: str = "") -> tuple[Section, ...]:
    """The league's rule book from its settings, its own numbered rules last; `due` is when a card of its usual night
    becomes late, as in "noon on Friday".
    """
    sections = (
        Section("The match", match_format.describe(league.format)),
        Section("Points", points.describe(league.scheme)),
        Section("The table", table_rules(league)),
        Section("Players", tuple(_players(league))),
        Section("The card", tuple(_card(league, due))),
        Section("Applied by the league", league.by_hand),
        Section("Numbered rules", tuple(f"{rule.number}. {rule.text}" for rule in league.rules)),
    )
    return tuple(section for section in sections if section.rules)


def table_rules(league: LeagueRules) -> tuple[str, ...]:
    words = [STEP_WORDS[step] for step in league.steps]
    withdrawal = WITHDRAWAL_WORDS[league.withdrawal].format(award=amount(league.withdrawal_award))
    if not words:
        return (withdrawal,)
    level = f"; level teams by {', then '.join(words[1:])}." if words[1:] else "."
    return (f"Places go by {words[0]}{level}", withdrawal)


def _players(league: LeagueRules) -> Iterator[str]:
    terms = league.registration
    if league.under_18 is Under18.NOT:
        yield "Nobody under 18 may play."
    elif league.under_18 is Under18.WITH_CONSENT:
        yield "Somebody under 18 may play once a parent or guardian has agreed."
    if not terms.required:
        yield "Anybody may play: players need not be registered."
        return
    if league.playing_up is None:
        yield "Only registered players may play, and for one team in a season."
    else:
        yield "Only registered players may play."
        yield from describe_playing_up(league.playing_up)
        if league.playing_up.nominated and league.playing_up.nominate_by is not None:
            yield f"They are named by {_day(league.playing_up.nominate_by)}."
    if terms.squad_minimum is not None:
        yield f"A team registers at least {terms.squad_minimum} players."
    if terms.deadline is not None:
        yield f"The last day to register is {_day(terms.deadline)}."
    if terms.eligible_after:
        yield f"A player may play from {several(terms.eligible_after, 'day')} after signing."
    yield from _transfers(terms)
    yield "A new player may sign on the night, on the card." if terms.on_the_night else "Nobody signs on the night."
    yield points.describe_forfeits(league.forfeits)


def _transfers(terms: Registration) -> Iterator[str]:
    if terms.transfers_need_both_captains:
        yield "A transfer needs the agreement of both captains."
    if terms.transfers_until is not None:
        yield f"The last day for a transfer is {_day(terms.transfers_until)}."
    if terms.transfers_most is not None:
        many = "once" if terms.transfers_most == 1 else f"{terms.transfers_most} times"
        yield f"A player may be transferred {many} in a season." if terms.transfers_most else "There are no transfers."


def _card(league: LeagueRules, due: str) -> Iterator[str]:
    yield CONFIRM_WORDS[league.confirm]
    late = f"{_time(league.submit_within)} after the start of the match"
    yield f"Cards are due by {due}, {late}." if due else f"A card is late {late}."
    yield f"A card that nobody has answered stands after {_time(league.confirm_within)}."
    yield "Captains may send just the final score." if league.quick_allowed else "Every line of the card is filled in."
    if not league.protests.allowed:
        yield "A card carries no complaint."
    if league.protests.days is not None:
        yield f"A complaint is made within {several(league.protests.days, 'day')} of the match."
    if not league.protests.after_signing:
        yield "A captain who has confirmed the card cannot complain afterwards."


def _day(day: tuple[int, int]) -> str:
    return f"{day[1]} {date(2028, day[0], 1):%B}"


def _time(hours: int) -> str:
    days, rest = divmod(hours, 24)
    parts = [several(days, "day")] * bool(days) + [several(rest, "hour")] * bool(rest)
    return " and ".join(parts) or "at once"
